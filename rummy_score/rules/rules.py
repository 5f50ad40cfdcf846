"""The rules of a game as one frozen value, every knob of it typed.

What a source leaves open is a knob too, so that a table can settle it in its own way;
``knobs`` explains each.
"""

from enum import StrEnum
from typing import NamedTuple, TypeAlias

from rummy_score.cards.cards import Card, Rank


class Ace(StrEnum):
    """Where an ace stands in a run."""

    LOW = "low"
    HIGH = "high"
    BOTH = "both"
    CORNER = "corner"


class LowAce(StrEnum):
    """Where in a run an ace counts its low points."""

    NONE = "none"
    BELOW_TWO = "below-two"
    SHORT_RUN = "short-run"


class Draw(StrEnum):
    """How many cards a turn may take."""

    ONE = "one"
    MANY = "many"


class FirstMeld(StrEnum):
    """What a player's first meld must be, where it is not a number of points."""

    ANY = "any"
    RUN = "run"


class Scoring(StrEnum):
    """What a deal with a winner scores."""

    HAND = "hand"
    MELDS = "melds"


class Blocked(StrEnum):
    """What a deal that nobody finishes scores."""

    DIFFERENCE = "difference"
    SCORE = "score"


class Ties(StrEnum):
    """Who collects where several lead a deal."""

    SHARE = "share"


class TargetTie(StrEnum):
    """What happens where several lead at the target."""

    ANOTHER_DEAL = "another-deal"
    SHARE = "share"


class Settling(StrEnum):
    """What is owed at the end."""

    DEALS = "deals"
    DIFFERENCE = "difference"


class Span(NamedTuple):
    """A range of whole numbers, both ends in it."""

    low: int
    high: int

    def __str__(self) -> str:
        """Show the range as it is typed: ``2-6``, or ``4`` alone."""
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


ANY_NUMBER = Span(1, 99)


class ByPlayers(NamedTuple):
    """A number that depends on how many play: ``((span of players, number), ...)``."""

    bands: tuple[tuple[Span, int], ...]

    def of(self, players: int) -> int | None:
        """Return the number for so many players, or None where the rule names none."""
        return next(
            (number for span, number in self.bands if span.low <= players <= span.high), None
        )

    @property
    def most(self) -> int:
        """The largest of the numbers."""
        return max(number for _, number in self.bands)

    def __str__(self) -> str:
        """Show the bands as they are typed: ``2:10 3-4:7``, or ``7`` for any number of players."""
        return " ".join(
            f"{span}:{number}" if span != ANY_NUMBER else f"{number}" for span, number in self.bands
        )


def always(number: int) -> ByPlayers:
    """Return the same number for every number of players."""
    return ByPlayers(((ANY_NUMBER, number),))


FACE = (2, 3, 4, 5, 6, 7, 8, 9, 10)


# Rules by knob and by the text of their value, as they are typed, written and kept.
RuleTexts: TypeAlias = tuple[tuple[str, str], ...]


class Rules(NamedTuple):
    """All that decides how a game is ruled, scored and settled; ``knobs`` explains each field."""

    players: Span
    packs: ByPlayers
    jokers: ByPlayers
    wild: tuple[Card, ...]
    hand: ByPlayers
    draw: Draw
    set_min: int
    set_max: int
    set_same_suit: bool
    run_min: int
    run_max: int
    ace: Ace
    naturals_min: int
    jokers_max: int | None
    jokers_adjacent: bool
    first_meld: FirstMeld | int
    layoff_first: bool
    out_turns: int
    rummy_times: int
    scoring: Scoring
    ace_points: int
    court_points: int
    pip_points: tuple[int, ...]
    low_ace: LowAce
    low_ace_points: int
    joker_held: int
    joker_laid: int | None
    blocked: Blocked
    ties: Ties
    target: int | None
    target_tie: TargetTie
    settle: Settling
    pairs: bool
    rummy_call_fine: int

    def is_joker(self, card: Card) -> bool:
        """Tell whether a card is a joker or named as one."""
        rank, suit, _ = card
        return rank is None or (
            bool(self.wild) and any(w.rank == rank and w.suit in (None, suit) for w in self.wild)
        )

    def rank_points(self, rank: Rank) -> int:
        """Return the points of a rank, an ace at its high value."""
        if rank == Rank.ACE:
            return self.ace_points
        return self.court_points if rank > Rank.TEN else self.pip_points[rank - 2]

    def held_points(self, card: Card) -> int:
        """Return the points that a card left in hand counts."""
        if card.rank is None or (self.wild and self.is_joker(card)):
            return self.joker_held
        return self.rank_points(card.rank)

    def in_force(self, players: int, deal: int) -> "Rules":  # noqa: ARG002
        """Return the rules by which so many players play the deal of that number, counted from 1.

        No knob names alternatives by deal yet; who asks says already which deal is meant.
        """
        return self.seated(players)

    def seated(self, players: int) -> "Rules":
        """Return the rules for so many players: packs, jokers and hand become one number each."""
        packs, jokers, hand = (
            table if table.of(players) is None else always(table.of(players) or 0)
            for table in (self.packs, self.jokers, self.hand)
        )
        return self._replace(packs=packs, jokers=jokers, hand=hand)


def laid_over(earlier: RuleTexts, later: RuleTexts) -> RuleTexts:
    """Return changes of rules with later ones laid over them, in the order of the knobs."""
    texts = {**dict(earlier), **dict(later)}
    return tuple((name, texts[name]) for name in Rules._fields if name in texts)
