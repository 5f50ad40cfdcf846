"""The "Rummy!" call: does a discarded card fit a meld, on the table or with the hand it came from?"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from rummy_score.arranging.arrange import Arrangement, best
from rummy_score.cards.cards import Card, Kind
from rummy_score.errors import UnreadableInput
from rummy_score.referee.layout import Layout
from rummy_score.referee.melds import Down, Meld, judge, lay_off
from rummy_score.rules.rules import Rules


class Fit(NamedTuple):
    """A meld that the discarded card belongs to: one on the table (its number), or one with the hand (0)."""

    number: int
    meld: Meld
    card: Card


class Call(NamedTuple):
    """The ruling on a call: every meld that the card fits, and the fine in words where there is one."""

    fits: tuple[Fit, ...]
    fine: str | None

    @property
    def stands(self) -> bool:
        """Whether the call is right."""
        return bool(self.fits)


def rule_on_call(card: Card, table: Sequence[Meld], hand: Sequence[Card], rules: Rules) -> Call:
    """Rule on the call that a card was discarded although it fits.

    An example: Q♦ discarded while 9♦ 10♦ J♦ lies on the table. The fine is a card from each other
    player.
    """
    fits = tuple(_fits(card, table, hand, rules))
    count = rules.rummy_call_fine
    cards = "1 card" if count == 1 else f"{count} cards"
    fine = f"Whoever discarded it takes {cards} from each other player (rummy_call_fine={count})."
    return Call(fits, fine if fits and count else None)


def _fits(card: Card, table: Sequence[Meld], hand: Sequence[Card], rules: Rules) -> Iterator[Fit]:
    for number, meld in enumerate(table, 1):
        down = _down((*table[: number - 1], *table[number:]))
        grown = lay_off(meld, (card,), rules, down).meld if meld.kind else None
        if grown:
            yield Fit(number, meld, card)
    down = _down(table)
    for kind in Kind:
        found = _with_hand(card, hand, kind, rules, down)
        if found:
            yield Fit(0, found, card)


def _down(melds: Iterable[Meld]) -> Down:
    return Counter(card.value for meld in melds for card in meld.cards)


def _with_hand(
    card: Card, hand: Sequence[Card], kind: Kind, rules: Rules, down: Down
) -> Meld | None:
    """Return the largest run or set that the card makes with cards of the hand."""
    wild = sorted(held for held in hand if rules.is_joker(held))
    natural = [held for held in hand if not rules.is_joker(held)]
    least, most = (
        (rules.run_min, rules.run_max) if kind is Kind.RUN else (rules.set_min, rules.set_max)
    )
    groups = _groups(card, natural, kind, rules)
    for size in range(min(most - 1, len(hand)), least - 2, -1):
        for group in groups:
            for others in _chosen(group, wild, size):
                meld = judge((card, *others), rules, kind, down).meld
                if meld:
                    return meld
    return None


def _groups(card: Card, natural: Sequence[Card], kind: Kind, rules: Rules) -> list[list[Card]]:
    """Return the natural cards that may lie with the card: of its suit or rank, or of any one where it is a joker."""
    groups: dict[object, list[Card]] = {}
    for held in natural:
        group = groups.setdefault(held.suit if kind is Kind.RUN else held.rank, [])
        if held not in group or (
            kind is Kind.SET and rules.set_same_suit
        ):  # a run takes each card once
            group.append(held)
    if rules.is_joker(card):
        return list(groups.values()) or [[]]
    return [groups.get(card.suit if kind is Kind.RUN else card.rank, [])]


def _chosen(natural: Sequence[Card], wild: Sequence[Card], size: int) -> Iterator[tuple[Card, ...]]:
    """Yield so many of the cards in every way that differs, the fewest jokers first."""
    for jokers in range(min(size, len(wild)) + 1):
        for some in dict.fromkeys(combinations(wild, jokers)):
            for others in combinations(natural, size - jokers):
                yield (*others, *some)


def overlooked(
    player: str, hand: Sequence[Card], layout: Layout, rules: Rules
) -> Arrangement | None:
    """Return how cards left in hand could have been laid on the table, or None where they could not.

    They count all the same: this is a remark for the player.
    """
    melds = [laid.meld for laid in layout.melds]
    if not all(meld.kind for meld in melds) or any(
        card.suit is None and card.rank for card in hand
    ):
        return None
    has_melded = any(laid.laid_by == player for laid in layout.melds)
    try:
        found = best([card.face for card in hand], rules, melds, has_melded=has_melded)
    except UnreadableInput:
        return None
    return found if found.lay_offs or found.melds else None
