"""What a number that somebody typed can be: the most that so many cards count, and the least."""

from collections.abc import Iterator

from rummy_score.cards.cards import JOKER, PACK, RANKS, Rank
from rummy_score.cards.notation import Hand
from rummy_score.rules.rules import LowAce, Rules


def hand_points(hand: Hand, rules: Rules) -> int:
    """Return what a hand counts: its cards one by one, or the numbers entered for it."""
    if hand.cards is None:
        return sum(hand.numbers)
    return sum(rules.held_points(card) for card in hand.cards)


def most_held(cards: int, rules: Rules) -> int:
    """Return the most points that so many cards of the packs count in hand.

    ``rules`` are those for the number of players who sat. Seven cards of one pack by the usual
    count, courts and tens at 10, come to 70.
    """
    return sum(sorted(_held(rules), reverse=True)[:cards])


def least_held(rules: Rules) -> int:
    """Return the fewest points that a card left in hand counts: 0 where some count nothing."""
    return min(_held(rules))


def all_held(rules: Rules) -> int:
    """Return what all cards of the packs count in hand."""
    return sum(_held(rules))


def all_laid(rules: Rules) -> int:
    """Return the most that all cards of the packs score when they are laid.

    In Rum 500 the 52 cards of its one pack come to 396: each suit 15 + 44 + 40.
    """
    ranks = {rank: rules.rank_points(rank) for rank in RANKS}
    if rules.low_ace is not LowAce.NONE:
        ranks[Rank.ACE] = max(ranks[Rank.ACE], rules.low_ace_points)
    joker = max(ranks.values()) if rules.joker_laid is None else rules.joker_laid
    points = 0
    for card in PACK:
        points += joker if card.rank is None or rules.is_joker(card) else ranks[card.rank]
    return points * rules.packs.most + joker * rules.jokers.most


def _held(rules: Rules) -> Iterator[int]:
    yield from [rules.held_points(card) for card in PACK] * rules.packs.most
    yield from [rules.held_points(JOKER)] * rules.jokers.most
