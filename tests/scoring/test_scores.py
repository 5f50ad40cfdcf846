"""What a deal scores, by the worked numbers of rules.md and by hand."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummy_score.cards.notation import parse_hand
from rummy_score.rules.variants import VARIANTS
from rummy_score.scoring.counts import hand_points
from rummy_score.scoring.scores import Score
from rummy_score.sheets.reading import read_sheet

FOUR = '["Boris", "Dmitry", "Nikolai", "Fyodor"]'
THREE = '["Anna", "Boris", "Vera"]'
TWO = '["Anna", "Boris"]'


def scored(deal: str, variant: str, players: str = FOUR, rules: str = "") -> Score:
    """Score one deal, written as in a sheet."""
    sheet = f'variant = "{variant}"\nplayers = {players}\n[rules]\n{rules}\n[[deals]]\n{deal}'
    [line] = read_sheet(sheet).standing.lines
    return line.score


# Hands


@pytest.mark.parametrize(
    ("hand", "variant", "counts"),
    [
        # rules.md 1: 10 for each K, Q, J; 1 for an ace; pips for the rest.
        pytest.param("KC QD JH", "basic", 10 + 10 + 10, id="courts"),
        pytest.param("AC AD", "basic", 1 + 1, id="aces"),
        pytest.param("10H 2S", "basic", 10 + 2, id="pips"),
        pytest.param("KC 4D 2S 6D", "gambling", 10 + 4 + 2 + 6, id="the-sheet-of-product-md"),
        pytest.param("K 4 A", "basic", 10 + 4 + 1, id="ranks-alone"),
        pytest.param("10+10+9+7", "gambling", 36, id="a-sum"),
        pytest.param("28", "gambling", 28, id="a-number"),
        pytest.param("none", "gambling", 0, id="nothing"),
        # "Cards left count even where they would form a meld."
        pytest.param("7H 8H 9H", "basic", 24, id="a-meld-in-hand"),
        # rules.md 3: ace 15, a joker left in hand 25.
        pytest.param("AC", "sequence", 15, id="ace-in-sequence"),
        pytest.param("JK 2C 6D", "sequence", 25 + 2 + 6, id="joker-held"),
        pytest.param("3S 8H", "sequence", 3 + 8, id="the-11-of-the-source"),
        # joker500: a joker counts 15; double: an ace 11.
        pytest.param("JK AC", "joker500", 15 + 15, id="joker-of-500-rum"),
        pytest.param("JK AC", "double", 15 + 11, id="double-rum"),
    ],
)
def test_a_hand_counts_its_cards(hand: str, variant: str, counts: int) -> None:
    assert hand_points(parse_hand(hand), VARIANTS[variant].rules) == counts


@pytest.mark.parametrize(
    ("hand", "counts"),
    [
        pytest.param("7S", 25, id="card-that-serves-as-joker"),
        pytest.param("7H", 7, id="another-seven"),
        pytest.param("7S=KH", 25, id="said-to-be-a-king"),
    ],
)
def test_a_card_that_serves_as_a_joker_counts_as_one_in_hand(hand: str, counts: int) -> None:
    wild = VARIANTS["sequence"].rules._replace(wild=parse_hand("7S").cards or ())
    assert hand_points(parse_hand(hand), wild) == counts


# A winner collects


def test_the_losers_pay_the_winner_for_their_hands() -> None:
    # rules.md 1, a winner at +35: 25 and 10 left.
    score = scored('out = "Anna"\nleft = { Boris = 25, Vera = 10 }', "basic", THREE)
    assert score.points == {"Anna": 35, "Boris": -25, "Vera": -10}
    assert score.sums == {"Anna": "25 + 10 = 35", "Boris": "-25", "Vera": "-10"}
    assert (score.winners, score.doubled) == (("Anna",), False)


def test_the_winner_who_goes_rummy_collects_twice() -> None:
    # (25 + 10) x 2 = 70
    score = scored('out = "Anna"\nrummy = true\nleft = { Boris = 25, Vera = 10 }', "basic", THREE)
    assert score.points == {"Anna": 70, "Boris": -50, "Vera": -20}
    assert score.sums == {
        "Anna": "(25 + 10) x 2 = 70",
        "Boris": "-25 x 2 = -50",
        "Vera": "-10 x 2 = -20",
    }
    assert score.doubled


@pytest.mark.parametrize(
    ("plays", "rummy", "anna"),
    [
        pytest.param('["Anna: QHSD, 3-6C"]', "", 70, id="the-turns-show-it"),
        pytest.param('["Anna: QHSD, 3-6C"]', "rummy = false", 35, id="denied"),
        pytest.param('["Anna: QHSD", "Anna: 3-6C"]', "", 35, id="two-turns"),
        pytest.param('["Anna: QHSD", "Anna: 3-6C"]', "rummy = true", 70, id="said"),
    ],
)
def test_rummy_is_taken_from_the_turns_or_from_the_sheet(plays: str, rummy: str, anna: int) -> None:
    score = scored(
        f'plays = {plays}\n{rummy}\nout = "Anna"\nleft = {{ Boris = 25, Vera = 10 }}',
        "basic",
        THREE,
    )
    assert score.points["Anna"] == anna
    assert score.doubled is (anna == 70)


def test_rummy_may_count_three_times() -> None:
    score = scored(
        'out = "Anna"\nrummy = true\nleft = { Boris = 25, Vera = 10 }',
        "basic",
        THREE,
        "rummy_times = 3",
    )
    assert score.points == {"Anna": 105, "Boris": -75, "Vera": -30}


def test_a_hand_that_counts_nothing_costs_nothing() -> None:
    score = scored(
        'out = "Anna"\nleft = { Boris = "AC", Vera = "AD 2S" }', "basic", THREE, "ace_points = 0"
    )
    assert score.points == {"Anna": 2, "Boris": 0, "Vera": -2}
    assert score.sums == {"Anna": "0 + 2 = 2", "Boris": "0", "Vera": "-2"}


# Blocked deals


def blocked(boris: int, dmitry: int, nikolai: int, fyodor: int, **options: str) -> Score:
    left = f"{{ Boris = {boris}, Dmitry = {dmitry}, Nikolai = {nikolai}, Fyodor = {fyodor} }}"
    return scored(f"blocked = true\nleft = {left}", "gambling", **options)


def test_the_lowest_hand_of_a_blocked_deal_collects_the_differences() -> None:
    # rules.md 2: 14, 24, 28, 36 -> they pay Boris 10, 14 and 22.
    score = blocked(14, 24, 28, 36)
    assert score.points == {"Boris": 46, "Dmitry": -10, "Nikolai": -14, "Fyodor": -22}
    assert score.sums == {
        "Boris": "10 + 14 + 22 = 46",
        "Dmitry": "14 - 24 = -10",
        "Nikolai": "14 - 28 = -14",
        "Fyodor": "14 - 36 = -22",
    }
    assert (score.winners, score.doubled) == (("Boris",), False)


def test_leaders_of_a_blocked_deal_share_what_the_loser_pays() -> None:
    # rules.md 2: 18, 18, 18, 36 -> each leader gets 6, paid by Fyodor (and not, as the source has
    # it, by Nikolai).
    score = blocked(18, 18, 18, 36)
    assert score.points == {"Boris": 6, "Dmitry": 6, "Nikolai": 6, "Fyodor": -18}
    assert score.sums["Boris"] == "18 / 3 = 6"
    assert score.winners == ("Boris", "Dmitry", "Nikolai")


def test_a_share_that_does_not_come_out_even_is_kept_exact() -> None:
    # 36 - 17 = 19, shared by three: 19/3 each.
    score = blocked(17, 17, 17, 36)
    share = Fraction(19, 3)
    assert score.points == {"Boris": share, "Dmitry": share, "Nikolai": share, "Fyodor": -19}
    assert score.sums["Boris"] == "19 / 3 = 19/3"


def test_two_leaders_share_what_two_losers_pay() -> None:
    # 24 - 10 and 35 - 10 are 14 and 25: 39/2 each.
    score = blocked(10, 24, 10, 35)
    assert score.points == {
        "Boris": Fraction(39, 2), "Dmitry": -14, "Nikolai": Fraction(39, 2), "Fyodor": -25
    }  # fmt: skip
    assert score.sums["Nikolai"] == "(14 + 25) / 2 = 19.5"


def test_nobody_pays_where_all_hands_are_level() -> None:
    score = blocked(20, 20, 20, 20)
    assert score.points == {"Boris": 0, "Dmitry": 0, "Nikolai": 0, "Fyodor": 0}
    assert score.sums == dict.fromkeys(score.points, "0 / 4 = 0")


def test_a_blocked_deal_may_be_scored_as_any_deal() -> None:
    # The lowest hand wins it, the others pay for all of theirs: 24 + 28 + 36 = 88.
    score = blocked(14, 24, 28, 36, rules='blocked = "score"')
    assert score.points == {"Boris": 88, "Dmitry": -24, "Nikolai": -28, "Fyodor": -36}
    # Two lowest share: 28 + 36 = 64, 32 each; they pay nothing for their own.
    tied = blocked(14, 14, 28, 36, rules='blocked = "score"')
    assert tied.points == {"Boris": 32, "Dmitry": 32, "Nikolai": -28, "Fyodor": -36}
    assert tied.sums == {
        "Boris": "(28 + 36) / 2 = 32",
        "Dmitry": "(28 + 36) / 2 = 32",
        "Nikolai": "-28",
        "Fyodor": "-36",
    }


# Cards laid less cards left


def sequence(left: str, anna: str = '"Anna: 2H 3H 4H"') -> Score:
    plays = f'plays = ["Boris: 2-4C", {anna}]'
    return scored(f'{plays}\nout = "Boris"\nleft = {{ Anna = "{left}" }}', "sequence", TWO)


def test_cards_played_score_wherever_they_lie() -> None:
    # rules.md 3: 8-9-10♥ is 27, 10-J-Q-K♣ is 40, 5♣ laid off on somebody's run is 5: 72.
    score = scored(
        'plays = ["Boris: 2-4C", "Anna: 8-10H, 10-KC", "Anna: 5C to 1"]\nout = "Anna"\nleft = { Boris = 9 }',
        "sequence", TWO,
    )  # fmt: skip
    assert score.points == {"Anna": 72, "Boris": 9 - 9}
    assert score.sums == {"Anna": "5 + 27 + 40 = 72", "Boris": "9 - 9 = 0"}


@pytest.mark.parametrize(
    ("laid", "left", "points", "told"),
    [
        # rules.md 3: 64 played, 3♠ and 8♥ left: 53. 78 played, joker, 2♣ and 6♦ left: 45.
        pytest.param("64", "3S 8H", 53, "64 - 11 = 53", id="64-less-11"),
        pytest.param("78", "JK 2C 6D", 45, "78 - 33 = 45", id="78-less-33"),
        pytest.param("27+40+5", "3S 8H", 61, "27 + 40 + 5 - 11 = 61", id="the-sum-of-product-md"),
        pytest.param("0", "JK", -25, "0 - 25 = -25", id="no-run-laid"),
    ],
)
def test_cards_left_are_taken_from_cards_laid(laid: str, left: str, points: int, told: str) -> None:
    score = scored(
        f'out = "Boris"\nlaid = {{ Anna = "{laid}", Boris = 50 }}\nleft = {{ Anna = "{left}" }}',
        "sequence",
        TWO,
    )
    assert score.points == {"Anna": points, "Boris": 50}
    assert score.sums == {"Anna": told, "Boris": "50"}


def test_more_left_than_laid_scores_below_zero() -> None:
    # rules.md 4: 85 shown, 90 left: -5.
    score = scored(
        'out = "Boris"\nlaid = { Anna = 85, Boris = 60 }\nleft = { Anna = 90 }', "rum500", TWO
    )
    assert score.points == {"Anna": -5, "Boris": 60}
    assert score.sums["Anna"] == "85 - 90 = -5"


def test_a_player_who_laid_no_run_has_only_the_minus_points() -> None:
    score = scored(
        'plays = ["Boris: 2-4C"]\nout = "Boris"\nleft = { Anna = "AC 7H" }', "sequence", TWO
    )
    assert score.points == {"Anna": -(15 + 7), "Boris": 9}


@pytest.mark.parametrize(
    ("turns", "anna"),
    [
        pytest.param('"Anna: A-3H"', 1 + 2 + 3, id="short-run"),
        pytest.param(
            '"Anna: A-3H", "Boris: 4H to 2"', 15 + 2 + 3, id="no-longer-short-when-it-is-scored"
        ),
    ],
)
def test_an_ace_is_low_by_the_run_as_it_lies_at_the_end(turns: str, anna: int) -> None:
    assert sequence("9S", turns).points["Anna"] == anna - 9


def test_nobody_out_in_rum_500_scores_the_same_way() -> None:
    score = scored(
        'blocked = true\nlaid = { Anna = 85, Boris = 40 }\nleft = { Anna = 90, Boris = 12 }', "rum500", TWO
    )  # fmt: skip
    assert score.points == {"Anna": -5, "Boris": 28}
    assert score.winners == ()


def test_a_blocked_deal_may_go_by_difference_where_melds_score() -> None:
    score = scored(
        "blocked = true\nleft = { Anna = 90, Boris = 12 }", "rum500", TWO, 'blocked = "difference"'
    )
    assert score.points == {"Anna": 12 - 90, "Boris": 90 - 12}


def test_going_rummy_multiplies_the_points_laid_where_a_table_plays_it_so() -> None:
    deal = 'out = "Anna"\nrummy = true\nlaid = { Anna = "27+40", Boris = 0 }\nleft = { Boris = 9 }'
    assert (
        scored(deal.replace("true", "false"), "rum500", TWO, "rummy_times = 2").points["Anna"] == 67
    )
    score = scored(deal, "rum500", TWO, "rummy_times = 2")
    assert score.points == {"Anna": 134, "Boris": -9}
    assert score.sums["Anna"] == "(27 + 40) x 2 = 134"
    assert score.doubled


def test_who_sat_out_scores_nothing() -> None:
    score = scored(
        'players = ["Boris", "Fyodor"]\nout = "Boris"\nleft = { Fyodor = 12 }', "gambling"
    )
    assert score.points == {"Boris": 12, "Fyodor": -12}


# Every deal that the hands score sums to zero


@given(
    hands=st.lists(st.integers(1, 200), min_size=2, max_size=5),
    is_blocked=st.booleans(),
    rummy=st.booleans(),
    how=st.sampled_from(["difference", "score"]),
)
def test_a_deal_that_hands_score_sums_to_zero(
    hands: list[int], is_blocked: bool, rummy: bool, how: str
) -> None:
    losers = [f"P{seat}" for seat in range(len(hands))]
    names = losers if is_blocked else ["winner", *losers]
    left = ", ".join(f"{name} = {count}" for name, count in zip(losers, hands, strict=True))
    end = "blocked = true" if is_blocked else f'out = "winner"\nrummy = {str(rummy).lower()}'
    score = scored(
        f"{end}\nleft = {{ {left} }}", "basic", str(names).replace("'", '"'), f'blocked = "{how}"'
    )
    assert sum(score.points.values()) == 0
    assert list(score.points) == list(score.sums) == names
