"""The closed deals of a game, folded from its commands: adjusted, paid, edited, changed."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from rummy_score.errors import UnreadableInput
from rummy_score.evening.facts import Facts
from rummy_score.evening.sitting import Sitting, opened_sitting, stored_rules
from rummy_score.names import LONGEST_REMARK
from rummy_score.points import Points, read_points
from rummy_score.rules.rules import RuleTexts, Settling, laid_over
from rummy_score.scoring.adjustments import borne, others, owed_by_deal
from rummy_score.scoring.deals import Deal
from rummy_score.scoring.games import Game, side_names
from rummy_score.sheets.keys import deal_of_facts, renamed_deal, renamed_side


class Told(NamedTuple):
    """A command as it is folded: its kind, its facts, and the deal that it closes or edits."""

    kind: str
    facts: Facts
    deal: Deal | None


def closed_game(commands: Iterable[Told], now: Sitting) -> Game:
    """Return the game that commands make, every closed deal in it; ``now`` sits after all."""
    fold: _Fold | None = None
    for kind, facts, deal in commands:
        if fold is None:
            fold = _Fold(_opened(facts), opened_sitting(facts))
        else:
            fold.follow(kind, facts, deal)
    if fold is None:
        raise UnreadableInput("it has no beginning")
    return fold.game(now)


def game_after(game: Game, command: Told, before: Sitting, now: Sitting) -> Game:
    """Return a game after one more command, by who sat ``before`` it and sits ``now``."""
    fold = _Fold(game, before)
    fold.follow(*command)
    return fold.game(now)


def first_changed(before: Sitting, kind: str, facts: Facts) -> int:
    """Return the number of the first deal whose line in the score table a command may change."""
    match kind:
        case "end" | "lay" | "left" | "leave":
            return before.closed + 1
        case "adjust" | "paid":
            return max(before.closed, 1)
        case "edit":
            number: int = facts["deal"]
            return number
    return 1  # who joins, and who gets another name, stands in every line


class _Fold:
    """What is known of a game while its commands are read: lists that grow, a Game in the end."""

    def __init__(self, game: Game, sitting: Sitting) -> None:
        """Go on from a game and from who sat at the table then."""
        self._opened = game
        self._players = list(game.players)
        self._deals = list(game.deals)
        self._start = dict(game.start)
        self._paid_before = dict(game.paid)
        self._has_begun = sitting.begun is not None
        self._coming = sitting.coming
        self._waiting = sitting.waiting

    def game(self, now: Sitting) -> Game:
        return self._opened._replace(
            title=now.title,
            players=now.players,
            pairs=now.pairs,
            dealer=now.dealer,
            rules=self._opened.rules._replace(target=now.rules.target),
            deals=tuple(self._deals),
            start=self._start,
            paid=self._paid_before,
            away=tuple(player for player in now.players if player not in now.seated),
            coming=now.coming,
            join=now.join,
        )

    def follow(self, kind: str, facts: Facts, deal: Deal | None) -> None:
        """Follow a command; ``deal`` is the one that it closes or edits."""
        match kind:
            case "lay" | "left":
                self._has_begun = True
            case "adjust":
                self._adjust(facts["player"], facts["points"], facts["why"], facts.get("from"))
            case "join":
                self._join(facts["player"], facts["points"])
            case "end" if deal is not None:
                self._close(deal)
            case "edit" if deal is not None:
                self._edit(facts, deal)
            case "paid":
                self._pay(facts["balances"])
            case "change":
                self._change(facts)

    def _close(self, deal: Deal) -> None:
        self._deals.append(deal._replace(rules=self._coming))
        self._has_begun = False
        self._coming, self._waiting = self._waiting, ()

    def _adjust(self, player: str, points: int, why: str, payers: Sequence[str] | None) -> None:
        """Add an adjustment to the last deal, or to the start of a game that has none yet.

        Each stands by itself: ``payers`` bear it in equal shares.
        """
        if payers is None:
            payers = self._payers_by_0_1_0(player)
        changes: dict[str, Points] = {player: points, **borne(points, payers)}
        if not self._deals:
            self._start = _added(self._start, changes)
            return
        last = self._deals[-1]
        note = brief(f"{last.note}; {why}" if last.note else why)
        self._deals[-1] = last._replace(adjust=_added(last.adjust, changes), note=note)

    def _payers_by_0_1_0(self, player: str) -> list[str]:
        """Return who bears an adjustment of which 0.1.0 did not record that: who sat last."""
        if not owed_by_deal(self._opened.rules):
            return []
        seated = self._deals[-1].seated if self._deals else self._players
        return others(
            [player], seated, side_names(self._opened._replace(players=tuple(self._players)))
        )

    def _join(self, player: str, points: int) -> None:
        if player not in self._players:
            self._players.append(player)
        if points:
            self._adjust(player, points, f"{player} joins", None)

    def _edit(self, facts: Facts, deal: Deal) -> None:
        place = facts["deal"] - 1
        old = self._deals[place]
        self._deals[place] = deal._replace(
            paid=old.paid, rules=old.rules, edited=facts["why"] or "edited"
        )

    def _pay(self, balances: Mapping[str, str]) -> None:
        """Add a payment to the last deal, or to the start of a game that has none yet."""
        before = self._deals[-1].paid if self._deals else self._paid_before
        paid: dict[str, Points] = dict(before)
        for side, points in balances.items():
            paid[side] = paid.get(side, 0) + read_points(points)
        paid = {side: points for side, points in paid.items() if points}
        if self._deals:
            self._deals[-1] = self._deals[-1]._replace(paid=paid)
        else:
            self._paid_before = paid

    def _change(self, facts: Facts) -> None:
        changes: RuleTexts = tuple(facts.get("rules", {}).items())
        if self._has_begun:
            self._waiting = laid_over(self._waiting, changes)
        else:
            self._coming = laid_over(self._coming, changes)
        names: Mapping[str, str] = facts.get("rename", {})
        if names:
            self._rename(names)

    def _rename(self, names: Mapping[str, str]) -> None:
        now = {player: names.get(player, player) for player in self._players}
        self._players = list(now.values())
        self._deals = [renamed_deal(deal, now) for deal in self._deals]
        self._start = {now[player]: points for player, points in self._start.items()}
        self._paid_before = {
            renamed_side(side, now): points for side, points in self._paid_before.items()
        }


def _opened(facts: Facts) -> Game:
    players = tuple(facts["players"])
    game = Game(
        title=facts["title"],
        variant=facts["variant"],
        rules=stored_rules(facts["variant"], facts["rules"]),
        players=players,
        pairs=tuple((one, other) for one, other in facts["pairs"]),
        dealer=facts["dealer"],
    )
    if "deals" in facts:
        deals = tuple(deal_of_facts(deal, players) for deal in facts["deals"])
        paid = {side: read_points(points) for side, points in facts.get("paid", {}).items()}
        return game._replace(deals=deals, start=_start(facts), paid=paid)
    return _imported_by_0_1_0(facts, game) if "sheet" in facts else game


def _start(facts: Facts) -> dict[str, Points]:
    start: dict[str, Points] = {}
    for player, points in facts.get("start", {}).items():
        start[player] = read_points(points) if type(points) is str else points
    return start


def _added(points: Mapping[str, Points], more: Mapping[str, Points]) -> dict[str, Points]:
    """Return points by player with more added; who is back at nothing is left out."""
    sums = dict(points)
    for player, each in more.items():
        total = sums.get(player, 0) + each
        sums[player] = total.numerator if total.denominator == 1 else total
    return {player: total for player, total in sums.items() if total}


def brief(note: str) -> str:
    """Cut a note that has grown longer than a sheet takes; the log has each reason whole."""
    if len(note) <= LONGEST_REMARK:
        return note
    return f"{note[: LONGEST_REMARK - 1].rstrip()}…"


# Version 0.1.0 kept an import as the text of its sheet, and of an adjustment not who bears it.


def changed_since_0_1_0(commands: Iterable[Told]) -> bool:
    """Tell whether 0.1.0 recorded adjustments that show in more totals now than then."""
    owed = False
    for kind, facts, _ in commands:
        if kind in ("new", "import"):
            owed = facts["rules"].get("settle") == Settling.DEALS
        elif owed and kind in ("adjust", "join") and "from" not in facts and facts["points"]:
            return True
    return False


def _imported_by_0_1_0(facts: Facts, opened: Game) -> Game:
    """Return a game with the deals of its sheet, by the rules that it was opened with."""
    sheet = _sheet_of_0_1_0(facts["sheet"], tuple(facts["rules"].items()))
    return opened._replace(deals=sheet.deals, start=sheet.start, paid=sheet.paid)


@lru_cache(maxsize=4)
def _sheet_of_0_1_0(sheet: str, rules: RuleTexts) -> Game:
    from rummy_score.sheets.reading import read_sheet  # reads TOML: 3 ms that few games need

    return read_sheet(sheet, rules).standing.game
