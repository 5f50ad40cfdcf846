"""What must hold for an arrangement as a whole: copies for its jokers, and what comes first."""

import pytest
from arrangework import BASIC, JOKERS, ONE_PACK, SEQUENCE, goal, held, lying, plain_best, shown

from rummy_score.arranging.arrange import best
from rummy_score.arranging.holdings import Option, Run, Set, place_bit, stretch_bits
from rummy_score.arranging.limits import broken, holds, mark
from rummy_score.cards.cards import PACK_FACES, Card, Rank, Suit, cards_text
from rummy_score.cards.notation import parse_card, parse_cards
from rummy_score.rules.rules import FirstMeld

ANY_TEN = Card(Rank.TEN, None)
ANY_QUEEN = Card(Rank.QUEEN, None)


def run(suit, start, end, *, jokers=(), to=0):
    """A run with jokers at some places; what it takes and scores is nothing to the limits."""
    naturals = stretch_bits(start, end)
    for place in jokers:
        naturals &= ~place_bit(place)
    shape = Run(to, suit, start, end, naturals)
    return Option(0, 0, 0, naturals.bit_count(), len(jokers), shape)


def same_rank(cards, jokers, *, rank, to=0):
    """A set with some jokers."""
    naturals = parse_cards(cards) if cards else ()
    return Option(0, 0, 0, len(naturals), jokers, Set(to, rank, naturals, jokers))


def marks(laid, limit, holding):
    return sum(mark(option, limit, holding) for option in laid)


# What may come first.


def test_a_first_meld_of_any_kind_is_a_new_meld():
    holding = held("7-9H QSHD 10H", BASIC, "2-4C")
    new = same_rank("QS QH QD", 0, rank=Rank.QUEEN)
    lay_off = run(Suit.CLUBS, 5, 5, to=1)
    assert holds(None, marks([new, lay_off], None, holding), holding)
    assert not holds(None, marks([lay_off], None, holding), holding)
    assert not holds(None, marks([], None, holding), holding)


def test_a_first_meld_that_must_be_a_run_is_no_set():
    """Sequence Rummy, rules.md: the first meld of a player is a run."""
    holding = held("7-9H QSHD", SEQUENCE)
    assert SEQUENCE.first_meld is FirstMeld.RUN
    queens, hearts = same_rank("QS QH QD", 0, rank=Rank.QUEEN), run(Suit.HEARTS, 7, 9)
    assert not holds(None, marks([queens], None, holding), holding)
    assert holds(None, marks([queens, hearts], None, holding), holding)


# Copies of one card.


def test_a_joker_is_one_too_many_where_all_copies_are_used():
    """10♥ in a set and as a joker in a run: two copies, which two packs have and one has not."""
    tens = same_rank("10S 10H 10D", 0, rank=Rank.TEN)
    hearts = run(Suit.HEARTS, 8, 10, jokers=[10])
    cards = "10S 10H 10D 8H 9H JK"
    assert broken([tens, hearts], held(cards, ONE_PACK)) == [parse_card("10H")]
    assert broken([tens, hearts], held(cards, JOKERS)) == []
    assert broken([hearts], held(cards, ONE_PACK)) == []


def test_copies_on_the_table_count():
    hearts = run(Suit.HEARTS, 8, 10, jokers=[10])
    assert broken([hearts], held("8H 9H JK", ONE_PACK, down="10H")) == [parse_card("10H")]
    assert broken([hearts], held("8H 9H JK", JOKERS, down="10H")) == []
    assert broken([hearts], held("8H 9H JK", JOKERS, down="10H 10H")) == [parse_card("10H")]


def test_two_jokers_may_be_too_many_of_one_card():
    to_the_ten = run(Suit.HEARTS, 8, 10, jokers=[10])
    from_the_ten = run(Suit.HEARTS, 10, 12, jokers=[10])
    assert broken([to_the_ten, from_the_ten], held("8H 9H JH QH JK JK", ONE_PACK)) == [
        parse_card("10H")
    ]


def test_natural_cards_are_never_too_many():
    """What is on the table may have come from more packs than the rules know of."""
    hearts = run(Suit.HEARTS, 8, 10, jokers=[9])
    holding = held("8H 10H JK", ONE_PACK, down="10H")
    assert broken([hearts], holding) == []
    assert holds(parse_card("10H"), marks([hearts], parse_card("10H"), holding), holding)


def test_a_hand_without_jokers_breaks_no_limit():
    assert broken([run(Suit.HEARTS, 8, 10)], held("8-10H", ONE_PACK, down="10H")) == []


# Cards of one rank for jokers of open suit.


@pytest.mark.parametrize(
    ("down", "expected"),
    [
        pytest.param("", [], id="both-black-tens-are-left"),
        pytest.param("10C", [], id="one-ten-is-left-for-one-joker"),
        pytest.param("10C 10S", [ANY_TEN], id="no-ten-is-left"),
    ],
)
def test_a_joker_of_open_suit_needs_a_card_of_its_rank(down, expected):
    tens = same_rank("10H 10D", 1, rank=Rank.TEN)
    assert broken([tens], held("10H 10D JK", ONE_PACK, down=down)) == expected


def test_what_another_meld_takes_is_not_left_for_a_set():
    """10♥ 10♦ and a joker, one pack: with 10♣ in one run and 10♠ in another there is no ten."""
    tens = same_rank("10H 10D", 1, rank=Rank.TEN)
    clubs, spades = run(Suit.CLUBS, 8, 10), run(Suit.SPADES, 8, 10)
    holding = held("10H 10D JK 8-10C 8-10S", ONE_PACK)
    assert broken([tens, clubs], holding) == []
    assert broken([tens, clubs, spades], holding) == [ANY_TEN]


def test_jokers_of_open_suit_on_the_table_need_cards_too():
    """Q♠ Q♥ and an open joker lie there: of the two queens left one is for the hand's joker."""
    clubs = run(Suit.CLUBS, 10, 12, jokers=[12])
    holding = held("10C JC JK", ONE_PACK, "QS QH JK=Q")
    assert broken([clubs], holding) == []
    used = held("10C JC JK", ONE_PACK, "QS QH JK=Q", down="QD")
    both = [clubs, same_rank("", 1, rank=Rank.QUEEN, to=1)]
    assert ANY_QUEEN in broken(both, used)


def test_jokers_of_one_set_are_of_suits_that_the_set_has_not():
    """Two packs, both Q♠ down: beside Q♥ three jokers have Q♦ and Q♣ only, two have one each."""
    holding = held("QH JK JK JK", JOKERS, down="QS QS")
    assert broken([same_rank("QH", 3, rank=Rank.QUEEN)], holding) == [ANY_QUEEN]
    assert broken([same_rank("QH", 2, rank=Rank.QUEEN)], holding) == []


def test_where_suits_may_be_the_same_any_copy_of_the_rank_will_do():
    """Two packs, both Q♠ down: five queens are left beside Q♥, however many the suits."""
    rules = JOKERS._replace(set_same_suit=True, set_max=8)
    holding = held("QH JK JK JK", rules, down="QS QS")
    assert broken([same_rank("QH", 3, rank=Rank.QUEEN)], holding) == []
    few = held("QH JK JK JK", rules, down="QS QS QD QD QC")
    assert broken([same_rank("QH", 3, rank=Rank.QUEEN)], few) == [ANY_QUEEN]


def test_marks_add_up_to_those_of_the_whole_arrangement():
    """A limit that each meld keeps may be broken by both: two open jokers, one queen left."""
    rules = JOKERS._replace(set_same_suit=True, set_max=8)
    holding = held("QH QH QS QS JK JK", rules, down="QD QD QC")
    one = same_rank("QH QS", 1, rank=Rank.QUEEN)
    total = mark(one, ANY_QUEEN, holding)
    assert holds(ANY_QUEEN, total, holding)
    assert not holds(ANY_QUEEN, total + total, holding)


# What the best arrangement makes of it.


def test_a_joker_is_no_card_of_which_all_copies_are_down():
    cards = parse_cards("8H 9H JK")
    down = {PACK_FACES[Rank.TEN, Suit.HEARTS]: 1}
    assert shown(best(cards, ONE_PACK)) == "8♥ 9♥ JK=10♥; ; "
    assert shown(best(cards, ONE_PACK, down=down)) == "JK=7♥ 8♥ 9♥; ; "
    assert shown(best(cards, ONE_PACK, lying("10SHD"))) == "JK=7♥ 8♥ 9♥; ; "


def test_a_joker_is_no_card_that_the_same_arrangement_lays():
    """One pack, 8♣ gone.

    With 8♥ among the eights no joker is 8♥ in the run, with 8♥ in the run none is an eight.
    """
    cards, gone = parse_cards("7H 9H JK 8S 8H 8D"), {PACK_FACES[Rank.EIGHT, Suit.CLUBS]: 1}
    assert shown(best(cards, ONE_PACK, down=gone)) == "7♥ 8♥ 9♥ JK=10♥; ; 8♠ 8♦"
    assert best(cards, JOKERS, down=gone).out


def test_jokers_of_one_set_are_of_different_suits():
    """With both Q♠ laid off, three jokers beside Q♥ would have but Q♦ and Q♣ to stand for.

    One Q♠ stays instead.
    """
    rules = JOKERS._replace(run_max=4, set_min=4, jokers_adjacent=False)
    table, gone = lying("9-JS", "9-JS"), {PACK_FACES[Rank.EIGHT, Suit.SPADES]: 2}
    cards = parse_cards("QS QS QH JK JK JK")
    arrangement = best(cards, rules, table, down=gone)
    assert (arrangement.deadwood_points, cards_text(arrangement.deadwood)) == (10, "Q♠")
    assert goal(arrangement, rules) == plain_best(rules, cards, table, False, gone)
