"""What lies on the table: the melds, who played each card, and how a turn makes them grow.

Who played a card is kept apart from whose meld it lies on, since points go by who played it.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rummy_score.cards.cards import Card, cards_text
from rummy_score.cards.notation import Play, Turn
from rummy_score.errors import BrokenRule, RummyScoreError, UnreadableInput
from rummy_score.referee.first_meld import too_early
from rummy_score.referee.melds import Meld, Verdict, added_to, card_points, judge, meld_points
from rummy_score.referee.placing import Placed, place
from rummy_score.referee.problems import Problem, beyond_the_packs
from rummy_score.rules.rules import Rules

# An agreed meld takes a number of its own; fewer cards than any meld has lie beside the melds.
_FEWEST_WITH_A_NUMBER = 3


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

    @property
    def plain_melds(self) -> list[Meld]:
        """The melds alone, whoever laid them."""
        return [laid.meld for laid in self.melds]

    @property
    def beside(self) -> list[Card]:
        """The cards that lie beside the melds."""
        found: list[Card] = []
        for stray in self.strays:
            found.extend(stray.cards)
        return found

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards on the table, jokers as they are read."""
        found: list[Card] = []
        for laid in self.melds:
            found.extend(laid.meld.cards)
        return (*found, *self.beside)

    def has_meld_of(self, player: str) -> bool:
        """Tell whether a player has laid a meld."""
        return any(laid.laid_by == player for laid in self.melds)


class Grown(NamedTuple):
    """The table after a turn, what the rules say against it, and the readings of its jokers.

    ``plays`` are those of the turn with every joker and every meld number said.

    A problem with an empty rule cannot be waived: it leaves open what was played, and nothing
    behind it is judged. ``error`` is what a refusal of the turn is raised as.
    """

    layout: Layout
    problems: tuple[Problem, ...]
    readings: tuple[str, ...]
    plays: tuple[Play, ...]
    error: type[RummyScoreError] = BrokenRule


def grow(layout: Layout, turn: Turn, rules: Rules) -> Grown:
    """Put a turn on the table, also where it breaks a rule, and say every rule that it breaks."""
    before = layout
    problems: list[Problem] = []
    readings: list[str] = []
    plays: list[Play] = []
    placed = Placed(_UNJUDGED)
    for play in turn.plays:
        if placed.is_open:
            placed = placed._replace(verdict=_UNJUDGED)
        else:
            placed = place(layout.plain_melds, play, rules, layout.beside)
        problems.extend(placed.verdict.problems)
        meld = placed.verdict.meld
        if meld and _names_a_joker(play, meld, layout, placed.number):
            readings.append(f"{cards_text(play.cards)} is read as {cards_text(meld.cards)}.")
        plays.append(_said(layout, play, placed, rules))
        layout = put(layout, turn.player, play, placed)
    problems.extend(laid_too_early(before, layout, turn.player, rules))
    return Grown(layout, tuple(problems), tuple(readings), tuple(plays), placed.error)


_UNJUDGED = Verdict((), (), None)


def put(layout: Layout, player: str, play: Play, placed: Placed) -> Layout:
    """Return the layout with a play on it where it was placed.

    Cards refused as a new meld lie there all the same and take a number, so that later numbers do
    not shift should the table agree to them; refused on a meld, or too few, they lie beside.
    """
    meld = placed.verdict.meld
    if meld is None:
        agreed = placed.number is None and not placed.is_open
        if agreed and len(play.cards) >= _FEWEST_WITH_A_NUMBER:
            meld = Meld(None, play.cards)
    if meld is None:
        return layout._replace(strays=(*layout.strays, Stray(player, play.cards)))
    if placed.number is None:
        laid = LaidMeld(meld, player, (player,) * len(meld.cards))
        return layout._replace(melds=(*layout.melds, laid))
    place_in_row = placed.number - 1
    old = layout.melds[place_in_row]
    before, after = added_to(old.meld, meld)
    played_by = (
        *[player for _ in meld.cards[before]],
        *old.played_by,
        *[player for _ in meld.cards[after]],
    )
    grown = LaidMeld(meld, old.laid_by, played_by)
    melds = (*layout.melds[:place_in_row], grown, *layout.melds[place_in_row + 1 :])
    return layout._replace(melds=melds)


def laid_too_early(before: Layout, after: Layout, player: str, rules: Rules) -> Iterator[Problem]:
    """Yield what a player without a meld of his own did too early, over all that a turn laid."""
    if not before.has_meld_of(player):
        yield from too_early(player, after.plain_melds[len(before.melds) :], rules)


def played_points(layout: Layout, rules: Rules) -> Iterator[tuple[str, int]]:
    """Yield who played and how many points, for what each player has on each meld."""
    for laid in layout.melds:
        sums: dict[str, int] = {}
        for player, points in zip(laid.played_by, card_points(laid.meld, rules), strict=True):
            sums[player] = sums.get(player, 0) + points
        yield from sums.items()
    for stray in layout.strays:
        yield stray.played_by, meld_points(Meld(None, stray.cards), rules)


def lying(plays: Iterable[Play], rules: Rules) -> Layout:
    """Return the layout of melds that are only named: nobody says who laid them.

    Raise UnreadableInput for cards that are no meld.
    """
    laid = []
    for play in plays:
        verdict = judge(play.cards, rules, play.kind)
        if verdict.meld is None:
            why = " ".join([problem.message for problem in verdict.problems])
            raise UnreadableInput(f"{cards_text(play.cards)} is no meld. {why}")
        laid.append(LaidMeld(verdict.meld, "", ("",) * len(verdict.meld.cards)))
    return Layout(tuple(laid))


def refuse_beyond_the_packs(cards: Sequence[Card], layout: Layout, rules: Rules) -> None:
    """Raise UnreadableInput for cards that, the table counted, no pack can hold: a slip."""
    asked = {card.face for card in cards}
    for card, times, has in beyond_the_packs((*cards, *layout.cards), rules):
        if card in asked:
            raise UnreadableInput(f"{card} is there {times}, the table counted; {has}.")


def _said(layout: Layout, play: Play, placed: Placed, rules: Rules) -> Play:
    """Return a play with its jokers and its meld said, so that it reads the same way ever after."""
    meld, number = placed.verdict.meld, placed.number
    if meld is None:
        return play
    if number is None:
        said = Play(meld.cards, None, play.kind)
    else:
        before, after = added_to(layout.melds[number - 1].meld, meld)
        said = Play((*meld.cards[before], *meld.cards[after]), number)
    # A wild card that nobody names may be anything: where it would not be read as itself again, it
    # says that it is.
    unnamed = any(card.stands_for is None and rules.is_joker(card) for card in said.cards)
    if unnamed:
        again = place(layout.plain_melds, said, rules, layout.beside)
        if again.verdict.meld != meld:
            return said._replace(cards=tuple([_named(card, rules) for card in said.cards]))
    return said


def _named(card: Card, rules: Rules) -> Card:
    if card.stands_for is None and rules.is_joker(card):
        return card._replace(stands_for=card)
    return card


def _names_a_joker(play: Play, meld: Meld, layout: Layout, number: int | None) -> bool:
    """Tell whether a joker of a play has been given a card that the play does not name."""
    lying_there = () if number is None else layout.melds[number - 1].meld.cards
    return _named_in(meld.cards) > _named_in((*lying_there, *play.cards))


def _named_in(cards: Iterable[Card]) -> int:
    return sum([card.stands_for is not None for card in cards])
