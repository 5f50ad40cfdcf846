"""A game as facts, and its score table: rules by deal, dealers, running totals, the winner."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from rummy_score.errors import UnreadableInput
from rummy_score.names import listed
from rummy_score.points import Points
from rummy_score.rules.rules import Rules, RuleTexts, TargetTie, laid_over
from rummy_score.scoring.adjustments import balanced, owed_by_deal, unbalanced
from rummy_score.scoring.deals import Checked, Deal, Finding, check_deal, ruled
from rummy_score.scoring.scores import Score, score_deal
from rummy_score.scoring.seats import Pairs, entry_problem, no_stock, wrong_seats

Totals = dict[str, Points]


class Game(NamedTuple):
    """What a table plays and has played. A game carries the whole of its rules.

    ``rules`` are those of the first deal; a deal may change them for itself and those after it, and
    ``coming`` will change them for the deals that are not yet closed. ``players`` are in seat
    order, ``pairs`` are partners by name; ``dealer`` deals first; ``start`` is what anybody had
    before the first deal, ``paid`` what the sides settled before it; ``away`` is who has left;
    ``join`` is who comes in at which total with the deal that is not yet closed.
    """

    title: str
    variant: str
    rules: Rules
    players: tuple[str, ...]
    pairs: Pairs = ()
    dealer: str | None = None
    deals: tuple[Deal, ...] = ()
    start: Mapping[str, Points] = {}
    paid: Mapping[str, Points] = {}
    away: tuple[str, ...] = ()
    coming: RuleTexts = ()
    join: Mapping[str, int] = {}


class Line(NamedTuple):
    """One line of the score table: a deal, what it scored, and the totals after it.

    ``adjusted`` is what each player was adjusted by after the deal, those who bear it too, and
    ``entered`` by how much a total changed before it, since somebody came in at another one. Both
    are in the totals, and not in the score.
    ``winners`` is who has won the game by then. Where they had before this deal it does not count:
    the totals stay. ``rules`` are those by which the deal was scored, for as many as sat in it.
    """

    number: int
    dealer: str
    checked: Checked
    score: Score
    adjusted: Mapping[str, Points]
    entered: Mapping[str, Points]
    totals: Totals
    winners: tuple[str, ...]
    counts: bool
    rules: Rules


class Standing(NamedTuple):
    """A game's score table, and all that was found against its deals.

    Totals and winners go by side, findings by the number of the deal.
    ``rules`` are the whole of those that were in force in the last deal, ``dealer`` is who dealt
    it: the next deal is reckoned on from there.
    """

    game: Game
    lines: tuple[Line, ...]
    totals: Totals
    winners: tuple[str, ...]
    refusals: tuple[tuple[int, Finding], ...]
    warnings: tuple[tuple[int, Finding], ...]
    rules: Rules
    dealer: str | None


class NextDeal(NamedTuple):
    """Who deals the next deal, who starts it, and how many cards each gets."""

    dealer: str
    starter: str
    cards: int


def side_names(game: Game) -> dict[str, str]:
    """Return the side of each player: himself, or his pair as ``Anna+Pavel``."""
    paired: dict[str, str] = {}
    for pair in game.pairs:
        paired |= dict.fromkeys(pair, "+".join(pair))
    return {player: paired.get(player, player) for player in game.players}


# Rules by deal


def rules_of(game: Game, number: int) -> Rules:
    """Return the whole rules in force in the deal of that number, counted from 1.

    A number beyond the last deal means the deals to come. Changes that contradict what is in force
    are passed over; ``reckon`` reports them.
    """
    rules = game.rules
    for deal in game.deals[:number]:
        if deal.rules:
            rules, _ = rules_after(rules, deal.rules)
    if number > len(game.deals) and game.coming:
        rules, _ = rules_after(rules, game.coming)
    return rules


def rules_to_come(standing: Standing) -> Rules:
    """Return the whole rules for the deals that are not closed yet, as ``rules_of`` finds them."""
    rules, _ = rules_after(standing.rules, standing.game.coming)
    return rules


def with_deal(game: Game, deal: Deal) -> Game:
    """Return a game after one more deal; the rules that were coming become that deal's."""
    deal = deal._replace(rules=laid_over(game.coming, deal.rules))
    still_to_come = {player: at for player, at in game.join.items() if player not in deal.seated}
    return game._replace(deals=(*game.deals, deal), coming=(), join=still_to_come)


def rules_after(rules: Rules, changes: RuleTexts) -> tuple[Rules, tuple[str, ...]]:
    """Return rules after a change, or as they were and why they cannot be changed so."""
    if not changes:
        return rules, ()
    try:
        return _with_changes(rules, changes), ()
    except UnreadableInput as problem:
        return rules, tuple(str(problem).splitlines())


@lru_cache(maxsize=64)
def _with_changes(rules: Rules, changes: RuleTexts) -> Rules:
    from rummy_score.rules.knobs import with_house_rules  # 4 ms at start that few games need

    return with_house_rules(rules, changes)


# The score table


def reckon(game: Game) -> Standing:
    """Check and score every deal; one with refusals scores nothing and is among the refusals."""
    sides = side_names(game)
    totals: Totals = dict.fromkeys(sides.values(), 0)
    for player, points in started_with(game).items():
        totals[sides[player]] += points
    before = Standing(game._replace(deals=()), (), totals, (), (), (), game.rules, None)
    course = _Course(before, game)
    for deal in game.deals:
        course.play(deal)
    return course.standing()


def started_with(game: Game) -> Mapping[str, Points]:
    """Return what everybody had before the first deal, those who bear an adjustment too.

    They are who sat in it: nobody who comes later joins into that.
    """
    if not game.start or not owed_by_deal(game.rules):
        return game.start
    seated = game.deals[0].seated if game.deals else game.players
    return balanced(game.start, seated, side_names(game))


def entering(standing: Standing) -> dict[str, Points]:
    """Return by how much totals have changed since the last deal, as somebody comes in anew."""
    game = standing.game
    before = standing.lines[-1].totals if standing.lines else started_with(game)
    return {
        player: standing.totals[player] - before.get(player, 0)
        for player in game.join
        if player in standing.totals
    }


def reckoned_on(standing: Standing, deal: Deal) -> Standing:
    """Return the score table after one more deal, which brings the rules that were coming.

    It is what ``reckon`` makes of ``with_deal(game, deal)``, but only the new deal is reckoned.
    """
    game = with_deal(standing.game, deal)
    # Who comes in with this deal has his new total already: the deal itself puts it there.
    totals = dict(standing.totals)
    for player, points in entering(standing).items():
        totals[player] -= points
    course = _Course(standing._replace(totals=totals), game)
    course.play(game.deals[-1])
    return course.standing()


def reckoned_from(standing: Standing, game: Game, first: int) -> Standing:
    """Return the score table of a game that agrees with an earlier one up to its deal ``first``.

    It is what ``reckon`` makes of the game, but only the deals from ``first`` on are reckoned.
    """
    kept = standing.lines[: first - 1]
    if first <= 1 or standing.refusals or len(kept) < first - 1:
        return reckon(game)
    last = kept[-1]
    warnings = tuple(noted for noted in standing.warnings if noted[0] < first)
    before = Standing(
        game=game._replace(deals=game.deals[: first - 1], coming=()),
        lines=kept,
        totals=last.totals,
        winners=(),
        refusals=(),
        warnings=warnings,
        rules=rules_of(game, first - 1),
        dealer=last.dealer,
    )
    course = _Course(before, game)
    for deal in game.deals[first - 1 :]:
        course.play(deal)
    return course.standing()


class _Course:
    """A game while it is reckoned, deal by deal, on from where it stood before."""

    def __init__(self, before: Standing, game: Game) -> None:
        self._before = before
        self._game = game
        self._sides = side_names(game)
        self._number = len(before.game.deals)
        self._rules = before.rules
        self._in_force = before.rules
        self._dealer = before.dealer
        self._totals = before.totals
        self._lines: list[Line] = []
        self._refusals: list[tuple[int, Finding]] = []
        self._warnings: list[tuple[int, Finding]] = []
        self._won = before.lines[-1].winners if before.lines else ()
        told = _won_before(self._won)
        self._is_told = any(finding == told for _, finding in before.warnings)

    def play(self, deal: Deal) -> None:
        """Check the next deal, and score it where nothing is against it."""
        self._number += 1
        self._dealer = _next_dealer(self._game, deal.seated, self._dealer, deal.dealer)
        contradictions = self._change_rules(deal.rules)
        rules = self._rules_for(len(deal.seated))
        checked = check_deal(deal, rules)
        changed = self._rules != self._game.rules
        paired = bool(self._game.pairs)
        around = (
            *wrong_seats(self._game.players, deal, rules, paired=paired, rules_changed=changed),
            *wrong_sides(self._game, deal.paid),
            *wrong_entries(self._game, deal.join),
            *self._unbalanced(deal),
        )
        refused, waived = ruled(deal, around)
        refusals = (*contradictions, *checked.refusals, *refused)
        self._note(self._refusals, refusals)
        self._note(self._warnings, (*checked.warnings, *waived, *self._remarks(deal, rules)))
        if not refusals:
            self._score(checked, self._dealer, rules)

    def standing(self) -> Standing:
        """Return the score table as far as it has been played."""
        before, game = self._before, self._game
        totals = self._totals
        if game.join and not self._won:
            totals = {**totals, **game.join}
        return Standing(
            game=game,
            lines=(*before.lines, *self._lines),
            totals=totals,
            winners=winners(totals, game.rules) if game.rules.target is None else self._won,
            refusals=(*before.refusals, *self._refusals),
            warnings=(*before.warnings, *self._warnings),
            rules=self._rules,
            dealer=self._dealer,
        )

    def _note(self, found: list[tuple[int, Finding]], findings: Iterable[Finding]) -> None:
        found.extend((self._number, finding) for finding in findings)

    def _change_rules(self, changes: RuleTexts) -> list[Finding]:
        """Put a deal's changes of rules in force, unless they contradict what is in force."""
        self._rules, contradictions = rules_after(self._rules, changes)
        return [Finding("rules", "", told) for told in contradictions]

    def _rules_for(self, players: int) -> Rules:
        """Return the rules of this deal; where they are those of the last one, as one value."""
        rules = self._rules.in_force(players, self._number)
        if rules != self._in_force:
            self._in_force = rules
        return self._in_force

    def _remarks(self, deal: Deal, rules: Rules) -> Iterator[Finding]:
        if self._number == 1:
            yield from no_stock(deal, rules)
        if self._won and not self._is_told:
            self._is_told = True
            yield _won_before(self._won)

    def _unbalanced(self, deal: Deal) -> Iterator[Finding]:
        if owed_by_deal(self._game.rules):
            yield from unbalanced(deal.adjust, deal.seated, self._sides)
            if self._number == 1:
                for finding in unbalanced(self._game.start, deal.seated, self._sides):
                    yield finding._replace(key="start")

    def _score(self, checked: Checked, dealer: str, rules: Rules) -> None:
        score, deal = score_deal(checked, rules), checked.deal
        counts = not self._won
        adjusted: Mapping[str, Points] = deal.adjust
        if adjusted and owed_by_deal(self._game.rules):
            adjusted = balanced(adjusted, deal.seated, self._sides)
        entered: dict[str, Points] = {}
        totals = dict(self._totals)
        if counts:
            for player, at in deal.join.items():
                entered[player] = at - totals[self._sides[player]]
            for points in (entered, score.points, adjusted):
                for player, each in points.items():
                    totals[self._sides[player]] += each
            if self._game.rules.target is not None:
                self._won = winners(totals, self._game.rules)
            self._totals = totals
        self._lines.append(
            Line(
                number=self._number,
                dealer=dealer,
                checked=checked,
                score=score,
                adjusted=adjusted,
                entered=entered,
                totals=totals,
                winners=self._won,
                counts=counts,
                rules=rules,
            )
        )


def _won_before(won: Iterable[str]) -> Finding:
    told = f"{listed(won)} had won before this deal"
    return Finding("", "target", f"{told}; it is kept and shown, and does not count.")


# Who deals


def dealers(game: Game) -> Iterator[str]:
    """Yield who deals each deal: the deal passes to the next seat, over those who sit out."""
    dealer: str | None = None
    for deal in game.deals:
        dealer = _next_dealer(game, deal.seated, dealer, deal.dealer)
        yield dealer


def next_deal(
    standing: Standing, seated: tuple[str, ...], playing: tuple[str, ...] = ()
) -> NextDeal:
    """Return who deals next, who starts (the next seat), and how many cards each gets.

    ``playing`` is who sits in a deal that is being played and comes before the next one.
    """
    game, last, number = standing.game, standing.dealer, len(standing.game.deals) + 1
    if playing:
        last, number = _next_dealer(game, playing, last), number + 1
    dealer = _next_dealer(game, seated, last)
    starter = seated[(seated.index(dealer) + 1) % len(seated)]
    cards = rules_to_come(standing).in_force(len(seated), number).hand.of(len(seated))
    return NextDeal(dealer, starter, cards or 0)


def _next_dealer(
    game: Game, seated: tuple[str, ...], last: str | None, said: str | None = None
) -> str:
    """Return who deals after the last dealer: who is said to, else the next of those who sit."""
    if said:
        return said
    if last is None:
        place = game.players.index(game.dealer) if game.dealer else 0
    else:
        place = game.players.index(last) + 1
    around = [*game.players[place:], *game.players[:place]]
    return next((player for player in around if player in seated), around[0])


# Who wins, who can play


def winners(totals: Mapping[str, Points], rules: Rules) -> tuple[str, ...]:
    """Return who has won: the highest total, at or over the target where there is one.

    Totals 510 and 520 at a target of 500: the 520 wins. 510 and 510: nobody yet, another deal is
    played.
    """
    top = max(totals.values(), default=0)
    leaders = tuple(side for side, total in totals.items() if total == top)
    if rules.target is None:
        return leaders if len(leaders) < len(totals) else ()
    if top < rules.target or (len(leaders) > 1 and rules.target_tie is TargetTie.ANOTHER_DEAL):
        return ()
    return leaders


def wrong_entries(game: Game, join: Mapping[str, int]) -> Iterator[Finding]:
    """Yield why nobody can come in at a total: none decides here, or it would win at once."""
    problem = "in pairs nobody comes in." if game.pairs else entry_problem(game.rules)
    if join and problem:
        yield Finding("join", "", f"{listed(join)}: {problem}")
    for player, at in join.items():
        if game.rules.target is not None and at >= game.rules.target:
            told = f"{player} cannot come in at {at}: the game ends at {game.rules.target}."
            yield Finding("join", "target", f"{told} Give a lower total.")


def wrong_sides(game: Game, paid: Iterable[str]) -> Iterator[Finding]:
    """Yield who is said to have paid or got something, but is no side of the game."""
    sides = dict.fromkeys(side_names(game).values())
    strangers = [side for side in paid if side not in sides]
    if strangers:
        there = listed(sides)
        yield Finding("paid", "", f"{listed(strangers)} does not settle here; who does: {there}.")
