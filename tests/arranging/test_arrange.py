"""The arranger against a plain definition: every way to lay a hand is tried, with the rules written out anew.

``ARRANGE_HANDS=3000 pytest tests/test_arrange.py`` compares that many random hands;
``ARRANGE_SEED`` moves them.
"""

import doctest
import os
import random
import time
from collections import Counter
from itertools import pairwise, product

import pytest

from rummy_score.arranging import arrange, holdings, limits, options, packing
from rummy_score.arranging.arrange import Arrangement, LayOff, best, best_keep
from rummy_score.cards.cards import JOKER, PACK, PACK_FACES, Card, Kind, Rank, Suit, cards_text
from rummy_score.cards.notation import parse_cards
from rummy_score.errors import UnreadableInput
from rummy_score.referee.melds import Meld, card_points, judge, lay_off
from rummy_score.rules.rules import FACE, Ace, FirstMeld, LowAce, Scoring, always
from rummy_score.rules.variants import VARIANTS

HANDS = int(os.environ.get("ARRANGE_HANDS", "250"))
SEED = int(os.environ.get("ARRANGE_SEED", "1"))


# The plain definition. A cell is (rank, suit, joker): what lies there, suit None where a joker's
# suit is open.


def plain_windows(rules, length):
    """Every stretch of ranks that a run of so many cards may be."""
    bottom = 2 if rules.ace == Ace.HIGH else 1
    top = 13 if rules.ace == Ace.LOW else 14
    for start in range(1, 15):
        straight = bottom <= start and start + length - 1 <= top
        around = rules.ace == Ace.CORNER and length <= 13 and start <= 13
        if straight or around:
            yield [(start + step - 1) % 13 + 1 for step in range(length)]


def plain_limits(rules, kind, cells):
    jokers = [joker for _, _, joker in cells]
    if len(cells) - sum(jokers) < rules.naturals_min:
        return False
    if rules.jokers_max is not None and sum(jokers) > rules.jokers_max:
        return False
    side_by_side = any(a and b for a, b in pairwise(jokers))
    return not (kind is Kind.RUN and side_by_side and not rules.jokers_adjacent)


def plain_points(rules, kind, cells):
    """The points of each cell."""
    found = []
    for place, (rank, _, joker) in enumerate(cells):
        short = rules.low_ace == LowAce.SHORT_RUN and len(cells) <= 3
        below = (
            rules.low_ace == LowAce.BELOW_TWO
            and place + 1 < len(cells)
            and cells[place + 1][0] == 2
        )
        if joker and rules.joker_laid is not None:
            found.append(rules.joker_laid)
        elif rank == 1:
            found.append(
                rules.low_ace_points if kind is Kind.RUN and (short or below) else rules.ace_points
            )
        else:
            found.append(rules.court_points if rank > 10 else rules.pip_points[rank - 2])
    return found


def plain_runs(rules, naturals, jokers, table=None):
    """Every run of these naturals and jokers, or of these on a run of the table: (cells, own places, room)."""
    laid = [] if table is None else plain_cells(table)
    length = len(naturals) + len(jokers) + len(laid)
    if not rules.run_min <= length <= rules.run_max:
        return
    suits = {card.suit for card in naturals} | {suit for _, suit, _ in laid}
    if len(suits) > 1:
        return
    for window, suit, at in product(
        plain_windows(rules, length), suits or Suit, range(length - len(laid) + 1) if laid else [0]
    ):
        own = [place for place in range(length) if not at <= place < at + len(laid)]
        if laid and [rank for rank, _, _ in laid] != window[at : at + len(laid)]:
            continue
        for order in (own, own[::-1]):  # an ace may go to either end
            cells = _filled(window, suit, naturals, laid, at, order)
            if cells and plain_limits(rules, Kind.RUN, cells):
                yield cells, own


def _filled(window, suit, naturals, laid, at, order):
    """Put cards into a window, jokers where none goes, or nothing where a card has no place."""
    waiting = list(naturals)
    cells = [
        laid[place - at] if 0 <= place - at < len(laid) else None for place in range(len(window))
    ]
    for place in order:
        natural = Card(window[place], suit) in waiting
        if natural:
            waiting.remove(Card(window[place], suit))
        cells[place] = (window[place], suit, not natural)
    return None if waiting else cells


def plain_sets(rules, naturals, jokers, table=None):
    laid = [] if table is None else plain_cells(table)
    length = len(naturals) + len(jokers) + len(laid)
    if not rules.set_min <= length <= rules.set_max or (length > 4 and not rules.set_same_suit):
        return
    ranks = {card.rank for card in naturals} | {rank for rank, _, _ in laid}
    for rank in ranks or range(1, 14):
        cells = [
            *laid,
            *((card.rank, card.suit, False) for card in naturals),
            *[(rank, None, True)] * len(jokers),
        ]
        suits = [suit for _, suit, _ in cells if suit is not None]
        if len(ranks) > 1 or (len(set(suits)) < len(suits) and not rules.set_same_suit):
            continue
        if plain_limits(rules, Kind.SET, cells):
            yield cells, list(range(len(laid), length))


def plain_cells(meld):
    return [(*card.value[:2], card.stands_for is not None) for card in meld.cards]


def has_room(rules, kind, cells, own, card):
    """Whether a card named as a joker finds its own place under a joker, so that it would be itself there."""
    if kind is Kind.RUN:
        return any(cells[place] == (card.rank, card.suit, True) for place in own)
    taken = any(suit == card.suit for _, suit, _ in cells)
    return cells[0][0] == card.rank and (rules.set_same_suit or not taken)


def plain_plays(rules, hand, table):
    """Every meld and lay-off that cards of the hand can make: (cards used, table number, kind, cells, own places)."""
    counts = Counter(hand)
    faces = sorted(counts, key=str)
    plays = {}
    for numbers in product(*(range(counts[face] + 1) for face in faces)):
        used = [face for face, number in zip(faces, numbers, strict=True) for _ in range(number)]
        for naturals, jokers in _roles(rules, used):
            for to in range(len(table) + 1):
                meld = table[to - 1] if to else None
                if used and not (meld and meld.kind is None):
                    for kind, cells, own in _readings(rules, naturals, jokers, meld):
                        wild = [card for card in jokers if card != JOKER]
                        if not any(has_room(rules, kind, cells, own, card) for card in wild):
                            plays[tuple(used), to, kind, tuple(cells), tuple(own)] = None
    return list(plays)


def _roles(rules, used):
    """Split cards into natural cards and jokers in every way."""
    named = [card for card in used if card != JOKER and rules.is_joker(card)]
    plain = [card for card in used if card != JOKER and not rules.is_joker(card)]
    for bits in product((False, True), repeat=len(named)):
        jokers = [card for card, joker in zip(named, bits, strict=True) if joker]
        naturals = [card for card, joker in zip(named, bits, strict=True) if not joker]
        yield plain + naturals, jokers + [JOKER] * used.count(JOKER)


def _readings(rules, naturals, jokers, meld):
    if meld is None or meld.kind is Kind.RUN:
        for cells, own in plain_runs(rules, naturals, jokers, meld):
            yield Kind.RUN, cells, own
    if meld is None or meld.kind is Kind.SET:
        for cells, own in plain_sets(rules, naturals, jokers, meld):
            yield Kind.SET, cells, own


def plain_best(rules, hand, table, has_melded, down, discards=0):
    """The best goal, then fewest points left, then fewest cards left, of every way to lay a hand."""
    plays = plain_plays(rules, hand, table)
    outcomes = []

    def go_on(rest, start, chosen):
        outcomes.extend(_outcomes(rules, rest, chosen, table, has_melded, down, discards))
        for index in range(start, len(plays)):
            used, to, *_ = plays[index]
            if not Counter(used) - rest and not (to and any(play[1] == to for play in chosen)):
                go_on(rest - Counter(used), index, [*chosen, plays[index]])

    go_on(Counter(hand), 0, [])
    return max(outcomes)


def _outcomes(rules, rest, chosen, table, has_melded, down, discards):
    """What an arrangement comes to, where it is allowed, for each choice of cards to discard."""
    if not _comes_first(rules, chosen, has_melded) or not _has_copies(rules, chosen, table, down):
        return
    laid = sum(
        points
        for _, _, kind, cells, own in chosen
        for place, points in enumerate(plain_points(rules, kind, cells))
        if place in own
    )
    held = sorted(
        (
            rules.joker_held
            if rules.is_joker(card)
            else plain_points(rules, Kind.SET, [(*card[:2], False)])[0]
        )
        for card in rest.elements()
    )
    if len(held) >= discards:
        kept = held[: len(held) - discards]
        yield (laid if rules.scoring == Scoring.MELDS else 0) - sum(kept), -sum(kept), -len(kept)


def _comes_first(rules, chosen, has_melded):
    new = [play for play in chosen if play[1] == 0]
    if has_melded or not chosen:
        return True
    if not new:
        return rules.layoff_first
    if rules.first_meld == FirstMeld.RUN:
        return any(kind is Kind.RUN for _, _, kind, _, _ in new)
    points = sum(sum(plain_points(rules, kind, cells)) for _, _, kind, cells, _ in new)
    return not isinstance(rules.first_meld, int) or points >= rules.first_meld


def _has_copies(rules, chosen, table, down):
    """Whether no joker of the hand stands for a card of which all copies are down."""
    mine = [cells[place] for _, _, _, cells, own in chosen for place in own]
    lying = Counter({(*card[:2],): number for card, number in down.items()})
    lying.update(cell[:2] for meld in table for cell in plain_cells(meld))
    lying.update(cell[:2] for cell in mine)
    for rank, suit, joker in mine:
        left = [max(0, rules.packs.most - lying[rank, each]) for each in Suit]
        if joker and suit is not None and lying[rank, suit] > rules.packs.most:
            return False
        if joker and lying[rank, None] > sum(left):
            return False
    for _, _, kind, cells, own in chosen:
        if kind is Kind.SET and any(cells[place][2] for place in own) and not rules.set_same_suit:
            rank = cells[0][0]
            suits = {suit for _, suit, _ in cells}
            free = [
                each for each in Suit if each not in suits and lying[rank, each] < rules.packs.most
            ]
            if sum(suit is None for _, suit, _ in cells) > len(free):
                return False
    return True


# Random scenes.


def random_rules(rng):
    rules = VARIANTS[rng.choice(sorted(VARIANTS))].rules
    if rng.random() < 0.25:
        return rules._replace(jokers=always(rng.choice((0, 2, 4))))
    choices = {
        "packs": [always(1), always(2), always(2), always(3)],
        "wild": [(), (), (), (Card(Rank.SEVEN, Suit.SPADES),), (Card(Rank.TWO, None),), (Card(Rank.ACE, None),)],
        "set_min": [2, 3, 3, 3, 4], "set_max": [4, 4, 4, 5, 6, 8, 3], "set_same_suit": [True, False],
        "run_min": [2, 3, 3, 3, 4], "run_max": [4, 5, 10, 13, 14, 14], "ace": list(Ace),
        "naturals_min": [0, 1, 1, 1, 2, 3], "jokers_max": [None, None, 0, 1, 2], "jokers_adjacent": [True, True, False],
        "first_meld": [FirstMeld.ANY, FirstMeld.RUN, 5, 20, 30, 45], "layoff_first": [True, False],
        "scoring": list(Scoring), "ace_points": [1, 11, 15], "court_points": [10, 5],
        "pip_points": [FACE, (5,) * 8 + (10,), (9, 8, 7, 6, 5, 4, 3, 2, 1)],
        "low_ace": list(LowAce), "low_ace_points": [1, 1, 20], "joker_held": [0, 15, 25, 50],
        "joker_laid": [None, None, 0, 15, 50],
    }  # fmt: skip
    share = rng.choice((0.1, 0.3, 0.6))
    changed = rules._replace(
        **{knob: rng.choice(values) for knob, values in choices.items() if rng.random() < share}
    )
    return changed._replace(
        jokers=always(4),
        set_max=max(changed.set_min, changed.set_max),
        run_max=max(changed.run_min, changed.run_max),
    )


def random_scene(rng):
    """A few cards that lie close together, with rules and a table that make them hard in one way or another."""
    return rng.choice(
        (any_scene, any_scene, any_scene, scarce_scene, opening_scene, long_scene, wild_scene)
    )(rng)


def any_scene(rng):
    """Any rules, any table."""
    rules = random_rules(rng)
    suits = rng.sample(list(Suit), rng.choice((1, 2, 2, 3, 4)))
    low = rng.randrange(13)
    ranks = [(low + step) % 13 + 1 for step in range(rng.choice((3, 4, 5, 6, 13)))]
    deck = [PACK_FACES[rank, suit] for rank in ranks for suit in suits] * rules.packs.most
    rng.shuffle(deck)
    table = random_table(rng, rules, ranks, suits, deck)
    jokers = rng.choice((0, 0, 0, 1, 1, 2, 2, 3)) if rules.jokers.most else 0
    size = (
        rng.choice((5, 6, 7, 8, 9, 10, 11, 12))
        if jokers == 0
        else min(8 // jokers + 1, rng.choice((3, 4, 5, 6, 7, 8)))
    )
    hand = few_jokers(rules, deck[:size], jokers)
    down = Counter(deck[size : size + rng.choice((0, 0, 3))])
    if rng.random() < 0.1:
        down[PACK_FACES[rng.choice(ranks), None]] += 1
    return rules, hand, table, rng.random() < 0.4, down


def scarce_scene(rng):
    """Many jokers for few cards: most copies are down, in the hand, or said to be what a joker stands for."""
    rules = random_rules(rng)._replace(packs=always(rng.choice((1, 1, 2))), jokers=always(4))
    suits = rng.sample(list(Suit), rng.choice((3, 4)))
    low = rng.randrange(1, 12)
    ranks = list(range(low, low + rng.choice((1, 2, 3))))
    deck = [PACK_FACES[rank, suit] for rank in ranks for suit in suits] * rules.packs.most
    rng.shuffle(deck)
    table = random_table(rng, rules, ranks, suits, deck)
    size = rng.choice((2, 3, 4, 5))
    hand = few_jokers(rules, deck[:size], rng.choice((1, 2, 3)))
    down = Counter(card for card in deck[size:] if rng.random() < 0.6)
    for _ in range(rng.choice((0, 0, 1, 2))):
        down[PACK_FACES[rng.choice(ranks), None]] += 1
    return rules, hand, table, rng.random() < 0.7, down


def opening_scene(rng):
    """A first meld that must reach some points, where cards that it needs could be laid off too."""
    rules = random_rules(rng)._replace(
        first_meld=rng.choice((10, 15, 20, 25, 30, 40)), jokers=always(4)
    )
    rules = rules._replace(
        layoff_first=rng.random() < 0.8, set_min=3, set_max=4, run_min=3, run_max=13
    )
    suits = rng.sample(list(Suit), 2)
    low = rng.randrange(1, 9)
    ranks = list(range(low, low + 5))
    deck = [PACK_FACES[rank, suit] for rank in ranks for suit in suits] * rules.packs.most
    rng.shuffle(deck)
    table = random_table(rng, rules, ranks, suits, deck) + random_table(
        rng, rules, ranks, suits, deck
    )
    hand = few_jokers(rules, deck[: rng.choice((4, 5, 6, 7))], rng.choice((0, 0, 1, 2)))
    return rules, hand, table, False, {}


def long_scene(rng):
    """A run of the table that is nearly all of a suit, where aces and jokers may go to both its ends."""
    rules = random_rules(rng)._replace(
        run_max=rng.choice((13, 14, 14)), jokers=always(4), packs=always(rng.choice((1, 2, 3)))
    )
    rules = rules._replace(ace=rng.choice((Ace.BOTH, Ace.CORNER)), jokers_max=None, run_min=3)
    first = rng.choice((1, 2, 2, 3, 4))
    places = range(first, rng.choice((12, 13, 13)) + 1)
    cards = [JOKER if rng.random() < 0.1 else PACK_FACES[place, Suit.HEARTS] for place in places]
    readings = judge(cards, rules, Kind.RUN).readings
    ends = [PACK_FACES[rank, Suit.HEARTS] for rank in (1, 1, 2, 3, 12, 13)] + [
        PACK_FACES[1, Suit.SPADES]
    ]
    hand = few_jokers(rules, rng.sample(ends, rng.choice((1, 2, 3))), rng.choice((0, 1, 2, 3)))
    return rules, hand, [rng.choice(readings)] if readings else [], rng.random() < 0.8, {}


def wild_scene(rng):
    """Cards named as jokers, worth more or less as what they stand for than as themselves, or a number."""
    rank = rng.choice((1, 2, 5, 7, 12))
    named = rng.choice((PACK_FACES[rank, None], PACK_FACES[rank, Suit.HEARTS]))
    rules = random_rules(rng)._replace(
        wild=(named,), jokers=always(4), joker_laid=rng.choice((None, 0, 5, 15, 50))
    )
    rules = rules._replace(
        scoring=rng.choice((Scoring.MELDS, Scoring.MELDS, Scoring.HAND)), jokers_max=None
    )
    ranks = [max(1, min(13, rank + step)) for step in (-2, -1, 0, 0, 1, 2)]
    deck = [
        PACK_FACES[each, suit] for each in ranks for suit in (Suit.HEARTS, rng.choice(list(Suit)))
    ]
    deck = list((Counter(deck) & Counter(list(PACK) * rules.packs.most)).elements())
    rng.shuffle(deck)
    table = random_table(rng, rules, ranks, [Suit.HEARTS], deck)
    return (
        rules,
        few_jokers(rules, deck[: rng.choice((3, 4, 5, 6))], rng.choice((0, 0, 1, 2))),
        table,
        rng.random() < 0.6,
        {},
    )


def few_jokers(rules, cards, jokers):
    """A hand with so many jokers, or fewer where named cards make it more than can be tried."""
    wild = sum(rules.is_joker(card) for card in cards)
    jokers = min(jokers, max(0, 3 - wild)) if rules.jokers.most else 0
    return [*(cards[:6] if wild + jokers > 2 else cards), *[JOKER] * jokers]


def random_table(rng, rules, ranks, suits, deck):
    """A few melds, whose cards are mostly taken out of the deck."""
    table = []
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
        meld = random_meld(rng, rules, ranks, suits)
        faces = Counter(card.face for card in meld.cards if card.rank) if meld else Counter()
        if meld and (not faces - Counter(deck) or rng.random() < 0.2):
            table.append(meld)
            for card in (faces & Counter(deck)).elements():
                deck.remove(card)
    return table


def random_meld(rng, rules, ranks, suits):
    """A meld that the referee lets stand, jokers and all, or none."""
    suit, rank = rng.choice(suits), rng.choice(ranks)
    length = rng.randint(max(2, rules.run_min), 5)
    if rng.random() < 0.6:
        cards = [PACK_FACES[(rank + step - 1) % 13 + 1, suit] for step in range(length)]
        kind = Kind.RUN
    else:
        cards = [PACK_FACES[rank, rng.choice(list(Suit))] for _ in range(min(length, 4))]
        kind = Kind.SET
    cards = [card if rng.random() < 0.8 else JOKER for card in cards]
    if rules.jokers.most == 0:
        cards = [card for card in cards if card != JOKER]
    ruling = judge(cards, rules, kind)
    return rng.choice(ruling.readings) if ruling.readings else None


def told(rules, hand, table, has_melded, down):
    plain = VARIANTS["basic"].rules
    changed = {
        knob: str(value) for knob, value in rules._asdict().items() if getattr(plain, knob) != value
    }
    lying = [f"{meld.kind}: {cards_text(meld.cards)}" for meld in table]
    return f"{cards_text(sorted(hand, key=str))} | table {lying} | down {dict(down)} | melded {has_melded} | {changed}"


def goal(arrangement, rules):
    laid = arrangement.points_laid if rules.scoring == Scoring.MELDS else 0
    return (
        laid - arrangement.deadwood_points,
        -arrangement.deadwood_points,
        -len(arrangement.deadwood),
    )


def recheck(arrangement, rules, hand, table, down):
    """Let the referee rule on every meld and lay-off, with all else down, and add the points up again."""
    grown, mine, order = list(table), [[] for _ in table], []
    for card, to in arrangement.lay_offs:
        mine[to - 1].append(card)
        order.append((card, to))
    used = [card.face for meld in arrangement.melds for card in meld.cards] + [
        c.face for c, _ in arrangement.lay_offs
    ]
    assert Counter(used) + Counter(arrangement.deadwood) == Counter(hand)
    everything = Counter(down)
    for meld in (*table, *arrangement.melds):
        everything.update(card.value for card in meld.cards)
    everything.update(card.value for card, _ in arrangement.lay_offs)
    laid = 0
    for meld in arrangement.melds:
        others = everything - Counter(card.value for card in meld.cards)
        readings = judge(meld.cards, rules, meld.kind, others).readings
        assert any(same(reading, meld) for reading in readings), meld
        laid += sum(card_points(meld, rules))
    for number, cards in enumerate(mine, 1):
        if cards:
            meld = table[number - 1]
            others = everything - Counter(c.value for c in (*meld.cards, *cards))
            readings = lay_off(meld, cards, rules, others).readings
            worth = {
                played_points(meld, reading, rules)
                for reading in readings
                if same_faces(reading, meld, cards)
            }
            assert worth, (meld, cards)
            laid += max(worth)
    before = Counter(down)
    for meld in (*table, *arrangement.melds):
        before.update(card.value for card in meld.cards)
    for card, to in order:
        meld = grown[to - 1]
        ruling = lay_off(meld, [card], rules, before - Counter(c.value for c in meld.cards))
        assert ruling.readings, (meld, card)
        grown[to - 1] = next(
            reading for reading in ruling.readings if same_faces(reading, meld, [card])
        )
        before[card.value] += 1
    assert arrangement.points_laid == laid
    assert arrangement.deadwood_points == sum(
        rules.held_points(card) for card in arrangement.deadwood
    )
    assert arrangement.out == (not arrangement.deadwood)


def same(reading, meld):
    return reading.kind == meld.kind and (
        reading.cards == meld.cards
        or (meld.kind is Kind.SET and Counter(reading.cards) == Counter(meld.cards))
    )


def same_faces(reading, meld, cards):
    return Counter(reading.cards) == Counter((*meld.cards, *cards))


def played_points(meld, reading, rules):
    length = len(meld.cards)
    points = card_points(reading, rules)
    if meld.kind is Kind.SET:
        return sum(points) - sum(card_points(meld, rules))
    at = next(at for at in range(len(points)) if reading.cards[at : at + length] == meld.cards)
    return sum(points) - sum(points[at : at + length])


@pytest.mark.parametrize("part", range(10))
def test_no_arrangement_is_better_than_the_one_returned(part):
    for number in range(HANDS * part // 10, HANDS * (part + 1) // 10):
        rng = random.Random(f"{SEED}-{number}")
        rules, hand, table, has_melded, down = scene = random_scene(rng)
        arrangement = best(hand, rules, table, has_melded=has_melded, down=down)
        recheck(arrangement, rules, hand, table, down)
        expected = plain_best(rules, hand, table, has_melded, down)
        assert goal(arrangement, rules) == expected, (number, told(*scene), arrangement)


@pytest.mark.parametrize("part", range(4))
def test_no_other_cards_to_keep_are_better(part):
    for number in range(HANDS // 4 * part // 4, HANDS // 4 * (part + 1) // 4):
        rng = random.Random(f"keep-{SEED}-{number}")
        rules, hand, table, has_melded, down = scene = random_scene(rng)
        discards = min(rng.choice((1, 1, 2)), len(hand))
        arrangement, discarded = best_keep(
            hand, len(hand) - discards, rules, table, has_melded=has_melded, down=down
        )
        assert len(discarded) == discards
        kept = list((Counter(hand) - Counter(discarded)).elements())
        assert len(kept) == len(hand) - discards
        recheck(arrangement, rules, kept, table, down)
        expected = plain_best(rules, hand, table, has_melded, down, discards)
        assert goal(arrangement, rules) == expected, (number, discards, told(*scene), arrangement)


@pytest.mark.parametrize("seed", range(20))
def test_the_order_of_the_cards_does_not_matter(seed):
    rng = random.Random(f"order-{seed}")
    rules, hand, table, has_melded, down = random_scene(rng)
    first = best(hand, rules, table, has_melded=has_melded, down=down)
    for _ in range(3):
        rng.shuffle(hand)
        assert best(hand, rules, table, has_melded=has_melded, down=down) == first


# Hands with answers worked out by hand: from the sources (named in the id) or in the comment beside
# them.

BASIC, GAMBLING, SEQUENCE, RUM500 = (
    VARIANTS[name].rules for name in ("basic", "gambling", "sequence", "rum500")
)
JOKERS = BASIC._replace(packs=always(2), jokers=always(4))
APART = JOKERS._replace(jokers_adjacent=False)
SEVEN = Card(Rank.SEVEN, Suit.SPADES)


def lying(*texts, rules=BASIC):
    """Melds on the table."""
    return [judge(parse_cards(text), rules).meld for text in texts]


def shown(arrangement):
    """An arrangement as text: melds; lay-offs; cards left."""
    melds = ", ".join(cards_text(meld.cards) for meld in arrangement.melds)
    lay_offs = ", ".join(f"{card} to {to}" for card, to in arrangement.lay_offs)
    return f"{melds}; {lay_offs}; {cards_text(arrangement.deadwood)}"


@pytest.mark.parametrize(
    ("rules", "hand", "expected", "points"),
    [
        pytest.param(BASIC, "7-9H 9S 9D 9C", "7♥ 8♥ 9♥, 9♠ 9♦ 9♣; ; ", (0, 51), id="a-rank-of-four-and-a-run"),
        # The nines as a set leave 7 + 8 = 15, the run would leave 9 + 9 = 18.
        pytest.param(BASIC, "7-9H 9S 9D", "9♠ 9♥ 9♦; ; 7♥ 8♥", (15, 27), id="a-card-in-a-set-or-a-run"),
        pytest.param(BASIC, "KC 4D 2S 6D", "; ; 2♠ 4♦ 6♦ K♣", (22, 0), id="product-sheet-Dmitry-left-22"),
        pytest.param(BASIC, "AS QS JS KS", "J♠ Q♠ K♠; ; A♠", (1, 30), id="ace-low-does-not-stand-above-the-king"),
        pytest.param(BASIC._replace(ace=Ace.HIGH), "AS 2S 3S QS KS", "Q♠ K♠ A♠; ; 2♠ 3♠", (5, 21), id="ace-high"),
        pytest.param(BASIC._replace(ace=Ace.BOTH), "AS 2S KS", "; ; A♠ 2♠ K♠", (13, 0), id="no-corner"),
        pytest.param(BASIC._replace(ace=Ace.CORNER), "AS 2S KS", "K♠ A♠ 2♠; ; ", (0, 13), id="corner"),
        # Q + K + A at 15 is 35 less 2 + 3 held; A at 1 + 2 + 3 would be 6 less 20 held.
        pytest.param(RUM500, "AS 2S 3S QS KS", "Q♠ K♠ A♠; ; 2♠ 3♠", (5, 35), id="rum500-ace-above-the-king-15"),
        pytest.param(RUM500, "AS 2S 3S", "A♠ 2♠ 3♠; ; ", (0, 6), id="rum500-ace-below-the-two-1"),
        pytest.param(SEQUENCE, "8-10H 10-KC", "8♥ 9♥ 10♥, 10♣ J♣ Q♣ K♣; ; ", (0, 67), id="sequence-27-and-40"),
        pytest.param(SEQUENCE, "JK 2C 6D", "; ; 2♣ 6♦ JK", (33, 0), id="sequence-joker-2C-6D-left-33"),
        pytest.param(SEQUENCE, "QS QH QD 5C", "; ; 5♣ Q♠ Q♥ Q♦", (35, 0), id="sequence-no-set-before-a-run"),
        pytest.param(SEQUENCE, "QS QH QD 5-7C", "5♣ 6♣ 7♣, Q♠ Q♥ Q♦; ; ", (0, 48), id="sequence-set-beside-a-run"),
        pytest.param(SEQUENCE, "AS 2S 3S", "A♠ 2♠ 3♠; ; ", (0, 6), id="sequence-ace-in-a-short-run-1"),
        pytest.param(SEQUENCE, "A-4S", "A♠ 2♠ 3♠ 4♠; ; ", (0, 24), id="sequence-ace-in-a-long-run-15"),
        pytest.param(JOKERS, "5H 8H JK JK", "5♥ JK=6♥ JK=7♥ 8♥; ; ", (0, 26), id="jokers-fill-a-gap"),
        pytest.param(APART, "5H 8H JK JK", "JK=7♥ 8♥ JK=9♥; ; 5♥", (5, 24), id="jokers-not-side-by-side"),
        pytest.param(JOKERS._replace(jokers_max=1), "5H 6H JK JK", "5♥ 6♥ JK=7♥; ; JK", (25, 18), id="jokers-max"),
        pytest.param(JOKERS._replace(naturals_min=2), "5H JK JK", "; ; 5♥ JK JK", (55, 0), id="naturals-min"),
        pytest.param(JOKERS, "QH QH QS", "; ; Q♠ Q♥ Q♥", (30, 0), id="suits-of-a-set-differ"),
        pytest.param(JOKERS._replace(set_same_suit=True), "QH QH QS", "Q♠ Q♥ Q♥; ; ", (0, 30), id="set-same-suit"),
        pytest.param(JOKERS, "QS QH QD JK", "Q♠ Q♥ Q♦ JK=Q♣; ; ", (0, 40), id="only-one-suit-that-a-joker-can-be"),
        # Of seven in a row one is left beside two threes: 2, 5 or 8.
        pytest.param(BASIC._replace(run_max=3), "2-8H", "3♥ 4♥ 5♥, 6♥ 7♥ 8♥; ; 2♥", (2, 33), id="run-max"),
        pytest.param(BASIC._replace(run_min=4), "7-9H", "; ; 7♥ 8♥ 9♥", (24, 0), id="run-min"),
        pytest.param(BASIC._replace(first_meld=30), "2-4H", "; ; 2♥ 3♥ 4♥", (9, 0), id="first-meld-too-small"),
        pytest.param(BASIC._replace(first_meld=30), "2-4H 8-10H", "2♥ 3♥ 4♥, 8♥ 9♥ 10♥; ; ", (0, 36), id="first-melds"),
        pytest.param(JOKERS._replace(wild=(SEVEN,)), "5H 6H 7S", "5♥ 6♥ 7♠=7♥; ; ", (0, 18), id="wild-for-another"),
        pytest.param(JOKERS._replace(wild=(SEVEN,)), "6S 7S 8S", "6♠ 7♠ 8♠; ; ", (0, 21), id="wild-as-itself"),
        pytest.param(JOKERS._replace(wild=(SEVEN,)), "7S KD", "; ; 7♠ K♦", (35, 0), id="wild-left-counts-as-a-joker"),
    ],
)  # fmt: skip
def test_a_hand_is_arranged_as_worked_out_by_hand(rules, hand, expected, points):
    arrangement = best(parse_cards(hand), rules)
    assert shown(arrangement) == expected
    assert (arrangement.deadwood_points, arrangement.points_laid) == points
    assert arrangement.out == (not arrangement.deadwood)


def test_cards_are_laid_off_and_melds_laid_in_one_turn():
    """The cards that Boris lays in the sheet of product.md."""
    arrangement = best(parse_cards("10H QHSD 3C 4C 5C"), GAMBLING, lying("7-9H"))
    assert shown(arrangement) == "3♣ 4♣ 5♣, Q♠ Q♥ Q♦; 10♥ to 1; "
    assert arrangement.out


def test_a_lay_off_goes_where_it_lets_the_next_one_follow():
    """Rum 500: Q♦ fits 9-10-J♦ and the queens; on the run K♦ may follow, on the set it may not."""
    arrangement = best(parse_cards("QD KD"), RUM500, lying("9-JD", "QSHC"))
    assert arrangement.lay_offs == (
        LayOff(parse_cards("QD")[0], 1),
        LayOff(parse_cards("KD")[0], 1),
    )


def test_lay_offs_are_chained_at_both_ends_in_the_order_in_which_they_go_down():
    arrangement = best(parse_cards("4H 5H JK 10H"), JOKERS, lying("6-8H", "KSDC"), has_melded=True)
    assert shown(arrangement) == "; 5♥ to 1, 4♥ to 1, JK=9♥ to 1, 10♥ to 1; "


def test_nothing_is_laid_off_before_a_meld_of_ones_own_where_that_is_the_rule():
    table = lying("7-9H", rules=SEQUENCE)
    cards = parse_cards("10H 2C")
    assert shown(best(cards, SEQUENCE, table)) == "; ; 2♣ 10♥"
    assert shown(best(cards, SEQUENCE, table, has_melded=True)) == "; 10♥ to 1; 2♣"
    assert shown(best(parse_cards("10H 2-4C"), SEQUENCE, table)) == "2♣ 3♣ 4♣; 10♥ to 1; "


def test_sequence_deal_of_the_source_comes_to_72():
    """8-9-10♥ is 27, 10-J-Q-K♣ is 40, 5♣ laid off is 5."""
    arrangement = best(parse_cards("8-10H 10-KC 5C"), SEQUENCE, lying("2-4C", rules=SEQUENCE))
    assert (arrangement.points_laid, arrangement.deadwood_points) == (72, 0)


def test_an_ace_laid_off_makes_a_short_run_long():
    arrangement = best(parse_cards("AS"), SEQUENCE, lying("2-4S", rules=SEQUENCE), has_melded=True)
    assert arrangement.points_laid == 15


def test_a_joker_is_no_card_of_which_all_copies_are_down():
    one_pack = BASIC._replace(jokers=always(2))
    cards = parse_cards("8H 9H JK")
    assert shown(best(cards, one_pack)) == "8♥ 9♥ JK=10♥; ; "
    assert (
        shown(best(cards, one_pack, down={PACK_FACES[Rank.TEN, Suit.HEARTS]: 1}))
        == "JK=7♥ 8♥ 9♥; ; "
    )
    assert shown(best(cards, one_pack, lying("10SHD"))) == "JK=7♥ 8♥ 9♥; ; "


def test_a_joker_is_no_card_that_the_same_arrangement_lays():
    """One pack, 8♣ gone: with 8♥ among the eights no joker is 8♥ in the run, with 8♥ in the run none is an eight."""
    cards, gone = parse_cards("7H 9H JK 8S 8H 8D"), {PACK_FACES[Rank.EIGHT, Suit.CLUBS]: 1}
    assert (
        shown(best(cards, BASIC._replace(jokers=always(2)), down=gone))
        == "7♥ 8♥ 9♥ JK=10♥; ; 8♠ 8♦"
    )
    assert best(cards, JOKERS, down=gone).out


def test_jokers_of_one_set_are_of_different_suits():
    """With both Q♠ laid off, three jokers beside Q♥ would have but Q♦ and Q♣ to stand for: one Q♠ stays instead."""
    rules = JOKERS._replace(run_max=4, set_min=4, jokers_adjacent=False)
    table, gone = lying("9-JS", "9-JS"), {PACK_FACES[Rank.EIGHT, Suit.SPADES]: 2}
    cards = parse_cards("QS QS QH JK JK JK")
    arrangement = best(cards, rules, table, down=gone)
    assert (arrangement.deadwood_points, cards_text(arrangement.deadwood)) == (10, "Q♠")
    assert goal(arrangement, rules) == plain_best(rules, cards, table, False, gone)


def test_what_a_joker_in_hand_was_said_to_be_is_not_minded():
    assert shown(best(parse_cards("JK=KS 5H 6H"), JOKERS)) == "5♥ 6♥ JK=7♥; ; "


def test_nothing_is_laid_off_on_what_is_no_meld():
    agreed = Meld(None, parse_cards("7-9H"))
    assert shown(best(parse_cards("10H"), BASIC, [agreed])) == "; ; 10♥"


def test_no_cards_are_out_with_nothing():
    assert best([], BASIC) == Arrangement((), (), (), 0, 0)


def test_of_equal_arrangements_the_low_cards_are_laid():
    """The run leaves two queens, the queens 10♠ and J♠: twenty points and two cards either way."""
    assert shown(best(parse_cards("10-QS QH QD"), BASIC)) == "10♠ J♠ Q♠; ; Q♥ Q♦"


@pytest.mark.parametrize(
    ("rules", "hand", "expected", "discards"),
    [
        pytest.param(BASIC, "7-10H QHSD 3C 2C JS 4C", "2♣ 3♣ 4♣, 7♥ 8♥ 9♥ 10♥, Q♠ Q♥ Q♦; ; ", "JS", id="what-is-left"),
        pytest.param(BASIC, "2C KS 4D", "; ; 2♣ 4♦", "KS", id="what-counts-most"),
        pytest.param(BASIC, "KH KS 4D", "; ; 4♦ K♥", "KS", id="of-equals-the-lowest"),
        pytest.param(BASIC, "7-9H", "; ; 7♥ 8♥", "9H", id="one-must-go-although-all-could-be-laid"),
        pytest.param(SEQUENCE, "8-JH", "9♥ 10♥ J♥; ; ", "8H", id="what-scores-least"),
    ],
)  # fmt: skip
def test_the_cards_to_discard_are_those_worked_out_by_hand(rules, hand, expected, discards):
    cards = parse_cards(hand)
    arrangement, discarded = best_keep(cards, len(cards) - 1, rules)
    assert shown(arrangement) == expected
    assert discarded == parse_cards(discards)


@pytest.mark.parametrize("keep", [-1, 4])
def test_no_more_cards_are_kept_than_there_are(keep):
    with pytest.raises(UnreadableInput, match="3 cards"):
        best_keep(parse_cards("7-9H"), keep, BASIC)


def test_too_many_cards_are_refused_rather_than_tried():
    with pytest.raises(UnreadableInput, match="41 cards are too many"):
        best([*PACK, *PACK][20:61], JOKERS._replace(set_same_suit=True))


def test_a_card_of_no_suit_is_refused():
    with pytest.raises(UnreadableInput, match="any suit"):
        best(parse_cards("Q 4H", ranks_alone=True), BASIC)


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_a_large_hand_with_four_jokers_takes_no_long_time(name):
    """Cards from six ranks of two packs are the hardest; the limit is far above what they take."""
    rng = random.Random(name)
    rules = VARIANTS[name].rules._replace(packs=always(2), jokers=always(4))
    deck = [card for card in PACK if 4 <= card.rank <= 9] * 2
    for _ in range(3):
        hand = rng.sample(deck, 22) + [JOKER] * 4
        start = time.perf_counter()
        arrangement = best(hand, rules)
        assert time.perf_counter() - start < 5
        recheck(arrangement, rules, hand, [], {})


@pytest.mark.parametrize(
    "module", [arrange, holdings, limits, options, packing], ids=lambda module: module.__name__
)
def test_examples_hold(module):
    assert doctest.testmod(module).failed == 0
