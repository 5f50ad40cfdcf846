"""What lies on the table: the melds, who played each card, and how a turn makes them grow.

Who played a card is kept apart from whose meld it lies on, since points go by who played it.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from rummy_score.cards import Card, Kind, cards_text
from rummy_score.melds import NOTHING_DOWN, Down, Meld, Ruling, card_points, judge, lay_off, meld_points
from rummy_score.names import listed
from rummy_score.notation import Play, Turn
from rummy_score.problems import Problem
from rummy_score.rules import FirstMeld, Rules


class LaidMeld(NamedTuple):
    """A meld on the table: who laid it, and who played each of its cards."""

    meld: Meld
    laid_by: str
    played_by: tuple[str, ...]


class Stray(NamedTuple):
    """Cards laid off against the rules: they lie beside the melds and count for who played them."""

    played_by: str
    cards: tuple[Card, ...]


class Layout(NamedTuple):
    """The melds on the table in the order in which they were laid, numbered from 1."""

    melds: tuple[LaidMeld, ...] = ()
    strays: tuple[Stray, ...] = ()


class Grown(NamedTuple):
    """The table after a turn, what the rules say against it, and the readings taken for its jokers.

    A problem with an empty rule cannot be waived: it leaves open what was played.
    """

    layout: Layout
    problems: tuple[Problem, ...]
    readings: tuple[str, ...]


def grow(layout: Layout, turn: Turn, rules: Rules) -> Grown:
    """Put a turn on the table, also where it breaks a rule, and say every rule that it breaks."""
    before = layout
    problems: list[Problem] = []
    readings: list[str] = []
    for play in turn.plays:
        ruling, number = _placed(layout, play, rules)
        problems.extend(ruling.problems)
        meld = ruling.meld or Meld(None, play.cards)
        if ruling.meld and any(card.stands_for is None and rules.is_joker(card) for card in play.cards):
            readings.append(f"{cards_text(play.cards)} is read as {cards_text(meld.cards)}.")
        layout = _with(layout, turn.player, play, meld if number is None or ruling.meld else None, number)
    problems.extend(_too_early(before, layout, turn.player, rules))
    return Grown(layout, tuple(problems), tuple(readings))


def played_points(layout: Layout, rules: Rules) -> Iterator[tuple[str, int]]:
    """Yield who played and how many points, for what each player has on each meld."""
    for laid in layout.melds:
        sums: dict[str, int] = {}
        for player, points in zip(laid.played_by, card_points(laid.meld, rules), strict=True):
            sums[player] = sums.get(player, 0) + points
        yield from sums.items()
    for stray in layout.strays:
        yield stray.played_by, meld_points(Meld(None, stray.cards), rules)


def cards_down(layout: Layout, except_meld: int | None = None) -> Down:
    """Count the cards on the table, jokers as what they stand for, without the meld of one number."""
    return Counter(
        card.value for number, laid in enumerate(layout.melds, 1) if number != except_meld for card in laid.meld.cards
    )


def _placed(layout: Layout, play: Play, rules: Rules) -> tuple[Ruling, int | None]:
    """Return the ruling on one play, and the number of the meld that it is laid off on (None: a new meld)."""
    if play.to is None:
        ruling = judge(play.cards, rules, play.kind, _down(layout, play, rules))
        if ruling.meld or play.kind is not None or not layout.melds:
            return ruling, None
        return _only_fit(layout, play, rules, ruling)
    if play.to > len(layout.melds):
        return _refused(f"There is no meld {play.to} ({_numbers(layout)})."), None
    return _laid_off(layout, play.to, play.cards, rules), play.to


def _only_fit(layout: Layout, play: Play, rules: Rules, no_meld: Ruling) -> tuple[Ruling, int | None]:
    """Return the lay-off on the only meld that takes cards which are no meld themselves."""
    rulings = {number: _laid_off(layout, number, play.cards, rules) for number in range(1, len(layout.melds) + 1)}
    fits = [number for number, ruling in rulings.items() if ruling.meld]
    if len(fits) == 1:
        return rulings[fits[0]], fits[0]
    cards = cards_text(play.cards)
    if fits:
        melds = listed((f"{number} ({_shown(layout, number)})" for number in fits), "or")
        numbers = listed((f"'to {number}'" for number in fits), "or")
        return _refused(f"{cards} fits meld {melds}: say which, {numbers}."), None
    if len(play.cards) < min(rules.run_min, rules.set_min):
        why = f"{cards} fits no meld on the table ({_numbers(layout)})."
        return no_meld._replace(problems=(Problem("run_min", why),)), None
    return no_meld, None


def _refused(message: str) -> Ruling:
    return Ruling((), (Problem("", message),), None)


def _down(layout: Layout, play: Play, rules: Rules, except_meld: int | None = None) -> Down:
    """Count the table only where a joker is played: nothing else depends on it."""
    if any(card.stands_for is not None or rules.is_joker(card) for card in play.cards):
        return cards_down(layout, except_meld)
    return NOTHING_DOWN


def _laid_off(layout: Layout, number: int, cards: tuple[Card, ...], rules: Rules) -> Ruling:
    meld = layout.melds[number - 1].meld
    if meld.kind is None:
        return _refused(f"Meld {number} ({cards_text(meld.cards)}) is no meld by the rules, so nothing fits it.")
    return lay_off(meld, cards, rules, _down(layout, Play(cards), rules, number))


def _with(layout: Layout, player: str, play: Play, meld: Meld | None, number: int | None) -> Layout:
    """Return the layout with a new meld, a meld grown, or (meld None) cards that fit nothing."""
    if meld is None or (meld.kind is None and len(play.cards) < 3):
        return layout._replace(strays=(*layout.strays, Stray(player, play.cards)))
    if number is None:
        return layout._replace(melds=(*layout.melds, LaidMeld(meld, player, (player,) * len(meld.cards))))
    old = layout.melds[number - 1]
    start = _place_within(old.meld, meld)
    after = len(meld.cards) - start - len(old.played_by)
    played_by = (player,) * start + old.played_by + (player,) * after
    grown = LaidMeld(meld, old.laid_by, played_by)
    return layout._replace(melds=(*layout.melds[: number - 1], grown, *layout.melds[number:]))


def _place_within(old: Meld, grown: Meld) -> int:
    """Return where the cards of a meld start within it after a lay-off."""
    length = len(old.cards)
    starts = range(len(grown.cards) - length + 1)
    return next(start for start in starts if grown.cards[start : start + length] == old.cards)


def _too_early(before: Layout, after: Layout, player: str, rules: Rules) -> Iterator[Problem]:
    """Yield what a player may not do before a first meld of his own, judged over the whole turn."""
    if any(laid.laid_by == player for laid in before.melds):
        return
    melds = [laid.meld for laid in after.melds[len(before.melds) :]]
    if not melds:
        if not rules.layoff_first:
            yield Problem("layoff_first", f"{player} lays off before a meld of his own (layoff_first=no).")
        return
    if rules.first_meld is FirstMeld.RUN and not any(meld.kind is Kind.RUN for meld in melds):
        yield Problem("first_meld", f"{player} has laid no run yet, and the first meld is a run (first_meld=run).")
    elif isinstance(rules.first_meld, int):
        points = sum(meld_points(meld, rules) for meld in melds)
        if points < rules.first_meld:
            least = f"the first takes {rules.first_meld} (first_meld={rules.first_meld})"
            yield Problem("first_meld", f"{player}'s first melds come to {points} points; {least}.")


def _shown(layout: Layout, number: int) -> str:
    return cards_text(layout.melds[number - 1].meld.cards)


def _numbers(layout: Layout) -> str:
    if not layout.melds:
        return "none is down yet"
    return ", ".join(f"{number}: {_shown(layout, number)}" for number in range(1, len(layout.melds) + 1))
