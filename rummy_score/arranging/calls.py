"""The "Rummy!" call: does a discarded card fit a meld, on the table or with the hand?"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from rummy_score.arranging.arrange import Arrangement, best
from rummy_score.cards.cards import Card, Kind
from rummy_score.errors import UnreadableInput
from rummy_score.referee.layout import Layout
from rummy_score.referee.melds import Down, Meld, judge
from rummy_score.referee.placing import count_down, takers
from rummy_score.rules.rules import Rules


class Fit(NamedTuple):
    """A meld that a discard belongs to: one on the table (its number), or one with the hand (0)."""

    number: int
    meld: Meld
    card: Card


class Call(NamedTuple):
    """The answer to a call: every meld that the card fits, and the fine in words, if any."""

    fits: tuple[Fit, ...]
    fine: str | None

    @property
    def stands(self) -> bool:
        """Whether the call is right."""
        return bool(self.fits)


def rule_on_call(
    card: Card,
    table: Sequence[Meld],
    hand: Sequence[Card],
    rules: Rules,
    beside: Sequence[Card] = (),
) -> Call:
    """Rule on the call that a card was discarded although it fits.

    An example: Q♦ discarded while 9♦ 10♦ J♦ lies on the table. The fine is a card from each other
    player. ``beside`` are the cards on the table that are in no meld.
    """
    fits = []
    for number, verdict in takers(table, (card,), rules, beside).items():
        if verdict.meld:
            fits.append(Fit(number, table[number - 1], card))
    down = count_down(table, beside)
    for kind in Kind:
        found = _with_hand(card, hand, kind, rules, down)
        if found:
            fits.append(Fit(0, found, card))
    count = rules.rummy_call_fine
    cards = "1 card" if count == 1 else f"{count} cards"
    fine = f"Whoever discarded it takes {cards} from each other player (rummy_call_fine={count})."
    return Call(tuple(fits), fine if fits and count else None)


def _with_hand(
    card: Card, hand: Sequence[Card], kind: Kind, rules: Rules, down: Down
) -> Meld | None:
    """Return the largest run or set that the card makes with cards of the hand."""
    wild = sorted([held for held in hand if rules.is_joker(held)])
    natural = [held for held in hand if not rules.is_joker(held)]
    least, most = rules.set_min, rules.set_max
    if kind is Kind.RUN:
        least, most = rules.run_min, rules.run_max
    groups = _groups(card, natural, kind, rules)
    for size in range(min(most - 1, len(hand)), least - 2, -1):
        for group in groups:
            for others in _chosen(group, wild, size):
                meld = judge((card, *others), rules, kind, down).meld
                if meld:
                    return meld
    return None


def _groups(card: Card, natural: Sequence[Card], kind: Kind, rules: Rules) -> list[list[Card]]:
    """Return the natural cards that may lie with the card: those of its suit or rank.

    A joker may lie with those of any one suit or rank.
    """
    several_alike = kind is Kind.SET and rules.set_same_suit  # a run takes each card once
    groups: dict[object, list[Card]] = {}
    for held in natural:
        group = groups.setdefault(_shared(held, kind), [])
        if several_alike or held not in group:
            group.append(held)
    if rules.is_joker(card):
        return list(groups.values()) or [[]]
    return [groups.get(_shared(card, kind), [])]


def _shared(card: Card, kind: Kind) -> object:
    """Return what the cards of a meld share: the suit of a run, the rank of a set."""
    return card.suit if kind is Kind.RUN else card.rank


def _chosen(natural: Sequence[Card], wild: Sequence[Card], size: int) -> Iterator[tuple[Card, ...]]:
    """Yield so many of the cards in every way that differs, the fewest jokers first."""
    for jokers in range(min(size, len(wild)) + 1):
        for some in dict.fromkeys(combinations(wild, jokers)):
            for others in combinations(natural, size - jokers):
                yield (*others, *some)


def overlooked(
    player: str, hand: Sequence[Card], layout: Layout, rules: Rules
) -> Arrangement | None:
    """Return how cards left in hand could have been laid on the table, None where they could not.

    They count all the same: this is a remark for the player.
    """
    melds = layout.plain_melds
    agreed = any(meld.kind is None for meld in melds)
    rank_alone = any(card.suit is None and card.rank for card in hand)
    if agreed or rank_alone:
        return None
    faces = [card.face for card in hand]
    has_melded, down = layout.has_meld_of(player), count_down((), layout.beside)
    try:
        found = best(faces, rules, melds, has_melded=has_melded, down=down)
    except UnreadableInput:
        return None
    return found if found.lay_offs or found.melds else None
