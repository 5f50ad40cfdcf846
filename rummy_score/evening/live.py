"""A game as it is being played: its events folded into closed deals, the open deal, and who sits at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from rummy_score.cards.notation import Hand, Turn, parse_hand, parse_turn
from rummy_score.ledger.events import Event, standing
from rummy_score.names import LONGEST_REMARK
from rummy_score.points import Points, read_points
from rummy_score.referee.layout import Layout, grow
from rummy_score.rules.knobs import KNOBS, read_rule, value_text
from rummy_score.rules.rules import Rules
from rummy_score.scoring.deals import Deal

if TYPE_CHECKING:
    from rummy_score.money.settlement import Money
    from rummy_score.scoring.games import Game, Standing


class OpenDeal(NamedTuple):
    """The deal that is being played: the turns and hands recorded so far."""

    seated: tuple[str, ...]
    turns: tuple[Turn, ...]
    left: Mapping[str, Hand]


class Evening:
    """One game of a ledger. What a command does not ask for is not computed."""

    def __init__(self, events: Sequence[Event]) -> None:
        """Take the events of one game, in order; they have been verified."""
        self.commands = standing(events)

    def followed_by(self, event: Event) -> Self:
        """Return the evening after one more command; how the game was opened is not read again."""
        later = type(self)([])
        later.commands = standing([*self.commands, event])
        later.first, later.all_rules = self.first, self.all_rules
        return later

    @cached_property
    def first(self) -> dict[str, Any]:
        """The facts with which the game was opened."""
        return self.commands[0].facts

    @cached_property
    def all_rules(self) -> Rules:
        """The whole of the game's rules, for any number of players."""
        texts: dict[str, Any] = dict(
            read_rule(name, text) for name, text in self.first["rules"].items()
        )
        if len(texts) == len(Rules._fields):
            return Rules(**texts)
        from rummy_score.rules.variants import find_variant  # an older program knew fewer knobs

        return Rules(**{**find_variant(self.first["variant"]).rules._asdict(), **texts})

    @property
    def is_open(self) -> bool:
        """Whether the game is there: opened, and not taken back."""
        return bool(self.commands)

    @cached_property
    def opened(self) -> Game:
        """The game as it was opened, without the deals that it may have been imported with."""
        return _opened(self.first, self.all_rules)

    @cached_property
    def money(self) -> Money | None:
        """The money for a point, where one was agreed."""
        from rummy_score.money.settlement import parse_money

        facts = self.first
        return (
            parse_money(facts["stake"], facts["coin"], facts["currency"])
            if facts["stake"]
            else None
        )

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Everybody who has played, in seat order."""
        joined = (event.facts["player"] for event in self.commands if event.kind == "join")
        return tuple(dict.fromkeys((*self.first["players"], *joined)))

    @cached_property
    def seated(self) -> tuple[str, ...]:
        """Who plays from the next deal on."""
        away = self.first.get("away", ())
        here = {player: player not in away for player in self.first["players"]}
        for event in self.commands:
            if event.kind in ("join", "leave"):
                here[event.facts["player"]] = event.kind == "join"
        return tuple(player for player, stays in here.items() if stays)

    @cached_property
    def rules(self) -> Rules:
        """The rules for those who play now."""
        return self.all_rules.seated(len(self.open_deal.seated))

    @cached_property
    def open_deal(self) -> OpenDeal:
        """The deal that is being played; who sits was settled when it began."""
        start = max((i for i, event in enumerate(self.commands) if event.kind == "end"), default=0)
        turns: list[Turn] = []
        left: dict[str, Hand] = {}
        seated: tuple[str, ...] | None = None
        for event in self.commands[start:]:
            if event.kind in ("lay", "left") and seated is None:
                seated = tuple(event.facts["seated"])
            if event.kind == "lay":
                turns.append(parse_turn(event.facts["turn"], self.players))
            elif event.kind == "left":
                left[event.facts["player"]] = parse_hand(event.facts["hand"])
        return OpenDeal(seated or self.seated, tuple(turns), left)

    @cached_property
    def layout(self) -> Layout:
        """The melds on the table."""
        layout = Layout()
        for turn in self.open_deal.turns:
            layout = grow(layout, turn, self.rules).layout
        return layout

    @cached_property
    def game(self) -> Game:
        """The game with every closed deal."""
        game = self.opened if self.commands[0].kind == "new" else _imported(self.first, self.opened)
        turns: list[Turn] = []
        left: dict[str, Hand] = {}
        for event in self.commands[1:]:
            facts = event.facts
            match event.kind:
                case "lay":
                    turns.append(parse_turn(facts["turn"], self.players))
                case "left":
                    left[facts["player"]] = parse_hand(facts["hand"])
                case "end":
                    game = game._replace(
                        deals=(*game.deals, closed(facts, tuple(turns), left, self.players))
                    )
                    turns, left = [], {}
                case _:
                    game = _changed(game, event.kind, facts)
        away = tuple(player for player in self.players if player not in self.seated)
        return game._replace(players=self.players, away=away)

    @cached_property
    def standing(self) -> Standing:
        """The score table."""
        from rummy_score.scoring.games import reckon

        return reckon(self.game)


def game_facts(game: Game, money: Money | None) -> dict[str, Any]:
    """Return what a game is opened with: who plays what, by which rules, for how much."""
    return {
        "title": game.title,
        "variant": game.variant,
        "rules": rules_facts(game.rules),
        "players": list(game.players),
        "pairs": [list(pair) for pair in game.pairs],
        "dealer": game.dealer,
        "stake": money.stake if money else None,
        "coin": money.coin if money else None,
        "currency": money.currency if money else "",
    }


def rules_facts(rules: Rules) -> dict[str, str]:
    """Return the whole of the rules as text, knob by knob."""
    return {name: value_text(name, getattr(rules, name)) for name in KNOBS}


def closed(
    facts: Mapping[str, Any],
    turns: tuple[Turn, ...],
    left: Mapping[str, Hand],
    players: tuple[str, ...],
) -> Deal:
    """Return the deal that an ``end`` closes; hands told at the end replace those told before."""
    told = {player: parse_hand(hand) for player, hand in facts["left"].items()}
    out = facts["out"]
    return Deal(
        seated=tuple(player for player in players if player in facts["seated"]),
        turns=turns,
        left={
            player: hand
            for player, hand in {**left, **told}.items()
            if player != out or player in told
        },
        laid=_laid(facts["laid"]),
        out=out,
        blocked=facts["blocked"],
        rummy=facts["rummy"],
        ruling=facts["ruling"],
    )


def _laid(told: Mapping[str, str]) -> dict[str, Hand]:
    """Return the points laid that were told; cards are refused, since nothing would count them."""
    if not told:
        return {}
    from rummy_score.sheets.values import points_laid  # which reads sheets: few deals need it

    return {player: points_laid(points) for player, points in told.items()}


def _opened(facts: Mapping[str, Any], rules: Rules) -> Game:
    from rummy_score.scoring.games import Game  # 1 ms at start that a turn does without

    pairs = tuple((one, other) for one, other in facts["pairs"])
    away = tuple(facts.get("away", ()))
    return Game(
        facts["title"],
        facts["variant"],
        rules,
        tuple(facts["players"]),
        pairs,
        facts["dealer"],
        away=away,
    )


def _imported(facts: Mapping[str, Any], opened: Game) -> Game:
    """Return a game with the deals of the sheet that it was made of, by the rules that it was opened with."""
    from rummy_score.sheets.reading import read_sheet  # 3 ms at start that few commands need

    sheet = read_sheet(facts["sheet"], facts["rules"].items()).standing.game
    return opened._replace(deals=sheet.deals, start=sheet.start, paid=sheet.paid)


def _changed(game: Game, kind: str, facts: Mapping[str, Any]) -> Game:
    """Return the game after an adjustment, an arrival, an edit or a payment; others change no deal."""
    match kind:
        case "adjust":
            return _adjusted(game, facts["player"], facts["points"], facts["why"])
        case "join" if facts["points"]:
            return _adjusted(game, facts["player"], facts["points"], f"{facts['player']} joins")
        case "edit":
            return _edited(game, facts)
        case "paid":
            return _paid(game, facts["balances"])
    return game


def _adjusted(game: Game, player: str, points: int, why: str) -> Game:
    """Add an adjustment to the last deal, or to the start of a game that has none yet."""
    if not game.deals:
        return game._replace(start={**game.start, player: game.start.get(player, 0) + points})
    last = game.deals[-1]
    adjust = {**last.adjust, player: last.adjust.get(player, 0) + points}
    note = _brief(f"{last.note}; {why}" if last.note else why)
    return game._replace(deals=(*game.deals[:-1], last._replace(adjust=adjust, note=note)))


def _brief(note: str) -> str:
    """Cut a note that has grown longer than a sheet takes; the log has each reason whole."""
    return note if len(note) <= LONGEST_REMARK else f"{note[: LONGEST_REMARK - 1].rstrip()}…"


def _edited(game: Game, facts: Mapping[str, Any]) -> Game:
    from rummy_score.sheets.reading import read_deal

    number = facts["deal"]
    old = game.deals[number - 1]
    players = tuple(facts["players"])
    deal = read_deal(facts["text"], players)._replace(
        paid=old.paid, edited=facts["why"] or "edited"
    )
    return game._replace(deals=(*game.deals[: number - 1], deal, *game.deals[number:]))


def _paid(game: Game, balances: Mapping[str, str]) -> Game:
    """Add a payment to the last deal, or to the start of a game that has none yet."""
    paid: dict[str, Points] = dict(game.deals[-1].paid if game.deals else game.paid)
    for side, points in balances.items():
        paid[side] = paid.get(side, 0) + read_points(points)
    paid = {side: points for side, points in paid.items() if points}
    if not game.deals:
        return game._replace(paid=paid)
    return game._replace(deals=(*game.deals[:-1], game.deals[-1]._replace(paid=paid)))
