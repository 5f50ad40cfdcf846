"""What lies on the table: the melds, who played each card, and how a turn makes them grow.

Who played a card is kept apart from whose meld it lies on, since points go by who played it.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from rummy_score.cards.cards import Card, Kind, cards_text
from rummy_score.cards.notation import Play, Turn
from rummy_score.names import listed
from rummy_score.referee.melds import (
    NOTHING_DOWN,
    Down,
    Meld,
    Verdict,
    card_points,
    judge,
    lay_off,
    meld_points,
    place_within,
)
from rummy_score.referee.problems import Problem
from rummy_score.rules.rules import FirstMeld, Rules


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

    ``plays`` are those of the turn with every joker and every meld number said.

    A problem with an empty rule cannot be waived: it leaves open what was played, and nothing
    behind it is judged.
    """

    layout: Layout
    problems: tuple[Problem, ...]
    readings: tuple[str, ...]
    plays: tuple[Play, ...]


_UNJUDGED = Verdict((), (), None)


def grow(layout: Layout, turn: Turn, rules: Rules) -> Grown:
    """Put a turn on the table, also where it breaks a rule, and say every rule that it breaks."""
    before = layout
    problems: list[Problem] = []
    readings: list[str] = []
    plays: list[Play] = []
    for play in turn.plays:
        open_before = any(not rule for rule, _ in problems)
        ruling, number = (_UNJUDGED, None) if open_before else _placed(layout, play, rules)
        problems.extend(ruling.problems)
        fits_nothing = (
            open_before or number is not None or any(not rule for rule, _ in ruling.problems)
        )
        meld = ruling.meld or (None if fits_nothing else Meld(None, play.cards))
        if meld and _names_a_joker(play, meld, layout, number):
            readings.append(f"{cards_text(play.cards)} is read as {cards_text(meld.cards)}.")
        plays.append(_said(layout, play, meld, number, rules))
        layout = _with(layout, turn.player, play, meld, number)
    problems.extend(_too_early(before, layout, turn.player, rules))
    return Grown(layout, tuple(problems), tuple(readings), tuple(plays))


def played_points(layout: Layout, rules: Rules) -> Iterator[tuple[str, int]]:
    """Yield who played and how many points, for what each player has on each meld."""
    for laid in layout.melds:
        sums: dict[str, int] = {}
        for player, points in zip(laid.played_by, card_points(laid.meld, rules), strict=True):
            sums[player] = sums.get(player, 0) + points
        yield from sums.items()
    for stray in layout.strays:
        yield stray.played_by, meld_points(Meld(None, stray.cards), rules)


def _said(layout: Layout, play: Play, meld: Meld | None, number: int | None, rules: Rules) -> Play:
    """Return a play with its jokers and its meld said, so that it reads the same way ever after."""
    if meld is None or meld.kind is None:
        return play
    said = Play(meld.cards, None, play.kind)
    if number is not None:
        old = layout.melds[number - 1].meld
        start = place_within(old, meld) or 0
        said = Play((*meld.cards[:start], *meld.cards[start + len(old.cards) :]), number)
    wild = any(card.stands_for is None and rules.is_joker(card) for card in said.cards)
    if (
        wild and _placed(layout, said, rules)[0].meld != meld
    ):  # such a card stands for itself only where it says so
        said = said._replace(cards=tuple(_named(card, rules) for card in said.cards))
    return said


def _named(card: Card, rules: Rules) -> Card:
    return (
        card._replace(stands_for=card) if card.stands_for is None and rules.is_joker(card) else card
    )


def cards_down(layout: Layout, except_meld: int | None = None) -> Down:
    """Count the cards on the table, jokers as what they stand for, without the meld of one number."""
    melds = [
        laid.meld.cards for number, laid in enumerate(layout.melds, 1) if number != except_meld
    ]
    return Counter(
        card.value
        for cards in (*melds, *(stray.cards for stray in layout.strays))
        for card in cards
    )


def _placed(layout: Layout, play: Play, rules: Rules) -> tuple[Verdict, int | None]:
    """Return the ruling on one play, and the number of the meld that it is laid off on (None: a new meld)."""
    if play.to is not None:
        if play.to > len(layout.melds):
            return _refused(f"There is no meld {play.to} ({_numbers(layout)})."), None
        return _laid_off(layout, play.to, play.cards, rules), play.to
    no_meld = None
    if _long_enough(play, rules) or play.kind is not None or not layout.melds:
        no_meld = judge(play.cards, rules, play.kind, _down(layout, play, rules))
        if no_meld.meld or play.kind is not None:
            return no_meld, None
    return _only_fit(layout, play, rules, no_meld)


def _long_enough(play: Play, rules: Rules) -> bool:
    return len(play.cards) >= min(rules.run_min, rules.set_min)


def _only_fit(
    layout: Layout, play: Play, rules: Rules, no_meld: Verdict | None
) -> tuple[Verdict, int | None]:
    """Return the lay-off on the only meld that takes cards; ``no_meld`` is why they are no meld themselves.

    It is None where they are too few for a meld, so that nothing but a lay-off can be meant.
    """
    near = [
        number
        for number, laid in enumerate(layout.melds, 1)
        if _alike(laid.meld, play.cards, rules)
    ]
    rulings = {number: _laid_off(layout, number, play.cards, rules) for number in near}
    fits = [number for number, ruling in rulings.items() if ruling.meld]
    if len(fits) == 1:
        return rulings[fits[0]], fits[0]
    cards = cards_text(play.cards)
    if fits:
        melds = listed((f"{number} ({_shown(layout, number)})" for number in fits), "or")
        numbers = listed((f"'to {number}'" for number in fits), "or")
        return _refused(f"{cards} fits meld {melds}: say which, {numbers}."), None
    if no_meld is None and len(near) == 1:
        return rulings[near[0]], None
    why = f"{cards} fits no meld on the table ({_numbers(layout)})."
    return no_meld or Verdict((), (Problem("run_min", why),), None), None


def _alike(meld: Meld, cards: tuple[Card, ...], rules: Rules) -> bool:
    """Tell at a glance whether cards may fit a meld: by its suit for a run, by its rank for a set."""
    run, (rank, suit, _) = meld.kind is Kind.RUN, meld.cards[0].value
    values = (
        card.value for card in cards if card.stands_for is not None or not rules.is_joker(card)
    )
    return all(value.suit in (suit, None) if run else value.rank == rank for value in values)


def _refused(message: str) -> Verdict:
    return Verdict((), (Problem("", message),), None)


def _down(layout: Layout, play: Play, rules: Rules, except_meld: int | None = None) -> Down:
    """Count the table only where a joker is played: nothing else depends on it."""
    if any(map(rules.is_joker, play.cards)):
        return cards_down(layout, except_meld)
    return NOTHING_DOWN


def _laid_off(layout: Layout, number: int, cards: tuple[Card, ...], rules: Rules) -> Verdict:
    meld = layout.melds[number - 1].meld
    if meld.kind is None:
        why = (
            f"Meld {number} ({cards_text(meld.cards)}) is no meld by the rules, so nothing fits it."
        )
        return Verdict((), (Problem("run_min", why),), None)
    return lay_off(meld, cards, rules, _down(layout, Play(cards), rules, number))


def _with(layout: Layout, player: str, play: Play, meld: Meld | None, number: int | None) -> Layout:
    """Return the layout with a new meld, a meld grown, or (meld None) cards that fit nothing."""
    if meld is None or (meld.kind is None and len(play.cards) < 3):
        return layout._replace(strays=(*layout.strays, Stray(player, play.cards)))
    if number is None:
        return layout._replace(
            melds=(*layout.melds, LaidMeld(meld, player, (player,) * len(meld.cards)))
        )
    old = layout.melds[number - 1]
    start = place_within(old.meld, meld) or 0
    after = len(meld.cards) - start - len(old.played_by)
    played_by = (player,) * start + old.played_by + (player,) * after
    grown = LaidMeld(meld, old.laid_by, played_by)
    return layout._replace(melds=(*layout.melds[: number - 1], grown, *layout.melds[number:]))


def _names_a_joker(play: Play, meld: Meld, layout: Layout, number: int | None) -> bool:
    """Tell whether a joker of a play has been given a card that the play does not name."""
    before = () if number is None else layout.melds[number - 1].meld.cards
    named = sum(card.stands_for is not None for card in (*before, *play.cards))
    return sum(card.stands_for is not None for card in meld.cards) > named


def _too_early(before: Layout, after: Layout, player: str, rules: Rules) -> Iterator[Problem]:
    """Yield what a player may not do before a first meld of their own, judged over the whole turn."""
    if any(laid.laid_by == player for laid in before.melds):
        return
    melds = [laid.meld for laid in after.melds[len(before.melds) :]]
    if not melds:
        if not rules.layoff_first:
            yield Problem(
                "layoff_first", f"{player} lays off before a meld of their own (layoff_first=no)."
            )
        return
    if rules.first_meld is FirstMeld.RUN and all(meld.kind is Kind.SET for meld in melds):
        yield Problem(
            "first_meld",
            f"{player} has laid no run yet, and the first meld is a run (first_meld=run).",
        )
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
    return ", ".join(
        f"{number}: {_shown(layout, number)}" for number in range(1, len(layout.melds) + 1)
    )
