"""What the tests of the arranger share: a plain definition of the best, and scenes made at random.

The plain definition tries every way to lay a hand, with the rules written out anew.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise, product

from rummy_score.arranging.holdings import Holding, Option, Situation, hold, laid_cells
from rummy_score.cards.cards import JOKER, PACK, PACK_FACES, Card, Kind, Rank, Suit, cards_text
from rummy_score.cards.notation import parse_cards
from rummy_score.referee.melds import Meld, card_points, judge, lay_off
from rummy_score.rules.rules import FACE, Ace, FirstMeld, LowAce, Rules, Scoring, always
from rummy_score.rules.variants import VARIANTS

BASIC, GAMBLING, SEQUENCE, RUM500 = (
    VARIANTS[name].rules for name in ("basic", "gambling", "sequence", "rum500")
)
JOKERS = BASIC._replace(packs=always(2), jokers=always(4))
ONE_PACK = BASIC._replace(jokers=always(2))
APART = JOKERS._replace(jokers_adjacent=False)
SEVEN = Card(Rank.SEVEN, Suit.SPADES)


def lying(*texts: str, rules: Rules = BASIC) -> list[Meld]:
    """Melds on the table."""
    melds = [judge(parse_cards(text), rules).meld for text in texts]
    assert None not in melds
    return [meld for meld in melds if meld]


def shown(arrangement):
    """An arrangement as text: melds; lay-offs; cards left."""
    melds = ", ".join(cards_text(meld.cards) for meld in arrangement.melds)
    lay_offs = ", ".join(f"{card} to {to}" for card, to in arrangement.lay_offs)
    return f"{melds}; {lay_offs}; {cards_text(arrangement.deadwood)}"


def held(
    cards: str, rules: Rules, *table: str, down: str = "", melded: bool = False, discards: int = 0
) -> Holding:
    """A hand as the arranger holds it, with melds on the table and other cards down."""
    beside = Counter(parse_cards(down)) if down else {}
    hand = parse_cards(cards) if cards else ()
    melds = lying(*table, rules=rules)
    return hold(Situation(hand, rules, melds, beside, melded, discards))


def laid(holding: Holding, found: Iterable[Option]) -> list[str]:
    """Options as text: jokers in brackets, the number of the meld that grows."""
    texts = []
    for option in found:
        cells = laid_cells(option.shape, holding.melds_down)
        cards = " ".join(f"{card}" if natural else f"({card})" for card, natural in cells)
        texts.append(f"{cards} to {option.shape.to}" if option.shape.to else cards)
    return sorted(texts)


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
    """Every run of these naturals and jokers, or of these on a run of the table.

    Each is (cells, own places).
    """
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
    """Whether a card named as a joker finds its own place under a joker: it is itself there."""
    if kind is Kind.RUN:
        return any(cells[place] == (card.rank, card.suit, True) for place in own)
    taken = any(suit == card.suit for _, suit, _ in cells)
    return cells[0][0] == card.rank and (rules.set_same_suit or not taken)


def plain_plays(rules, hand, table):
    """Every meld and lay-off that cards of the hand can make.

    Each is (cards used, number of the meld on the table, kind, cells, own places).
    """
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
    """The best goal, then fewest points left, then fewest cards left, of all ways to lay a hand."""
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
        "wild": [
            (),
            (),
            (),
            (Card(Rank.SEVEN, Suit.SPADES),),
            (Card(Rank.TWO, None),),
            (Card(Rank.ACE, None),),
        ],
        "set_min": [2, 3, 3, 3, 4],
        "set_max": [4, 4, 4, 5, 6, 8, 3],
        "set_same_suit": [True, False],
        "run_min": [2, 3, 3, 3, 4],
        "run_max": [4, 5, 10, 13, 14, 14],
        "ace": list(Ace),
        "naturals_min": [0, 1, 1, 1, 2, 3],
        "jokers_max": [None, None, 0, 1, 2],
        "jokers_adjacent": [True, True, False],
        "first_meld": [FirstMeld.ANY, FirstMeld.RUN, 5, 20, 30, 45],
        "layoff_first": [True, False],
        "scoring": list(Scoring),
        "ace_points": [1, 11, 15],
        "court_points": [10, 5],
        "pip_points": [FACE, (5,) * 8 + (10,), (9, 8, 7, 6, 5, 4, 3, 2, 1)],
        "low_ace": list(LowAce),
        "low_ace_points": [1, 1, 20],
        "joker_held": [0, 15, 25, 50],
        "joker_laid": [None, None, 0, 15, 50],
    }
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
    """A few cards that lie close together, with rules and a table that make them hard somehow."""
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
    """Many jokers for few cards: most copies are down, in the hand, or what a joker stands for."""
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
    """A run of the table that is nearly all of a suit: aces and jokers may go to both its ends."""
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
    """Cards named as jokers, worth more or less as what they stand for than as themselves."""
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
    scene = f"{cards_text(sorted(hand, key=str))} | table {lying} | down {dict(down)}"
    return f"{scene} | melded {has_melded} | {changed}"


def goal(arrangement, rules):
    laid = arrangement.points_laid if rules.scoring == Scoring.MELDS else 0
    return (
        laid - arrangement.deadwood_points,
        -arrangement.deadwood_points,
        -len(arrangement.deadwood),
    )


def recheck(arrangement, rules, hand, table, down):
    """Let the referee judge every meld and lay-off, all else down, and add the points up again."""
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
