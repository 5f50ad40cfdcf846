"""The table as it grows turn by turn: what lies where, who played it, what is refused and why."""

from collections import Counter
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummy_score.cards.cards import cards_text
from rummy_score.cards.notation import parse_card, parse_turn
from rummy_score.referee.layout import Layout, grow, played_points
from rummy_score.referee.placing import count_down
from rummy_score.referee.problems import Problem
from rummy_score.rules.knobs import with_house_rules
from rummy_score.rules.rules import Rules
from rummy_score.rules.variants import VARIANTS

PLAYERS = ("Anna", "Boris", "Vera")


class Table(NamedTuple):
    layout: Layout
    problems: list[Problem]
    readings: list[str]

    @property
    def melds(self) -> list[str]:
        return [cards_text(laid.meld.cards) for laid in self.layout.melds]

    @property
    def rules_broken(self) -> list[str]:
        return [problem.rule for problem in self.problems]


def rules_of(variant: str, house: str = "") -> Rules:
    rules = VARIANTS[variant].rules.seated(len(PLAYERS))
    return with_house_rules(
        rules,
        [(knob, value) for knob, _, value in (r.partition("=") for r in house.split(";")) if value],
    )


def table(turns: str, variant: str = "basic", house: str = "") -> Table:
    """Lay turns, a line each, on an empty table."""
    layout, problems, readings = Layout(), [], []
    for line in turns.strip().splitlines():
        grown = grow(layout, parse_turn(line, PLAYERS), rules_of(variant, house))
        layout = grown.layout
        problems += grown.problems
        readings += grown.readings
    return Table(layout, problems, readings)


def points(laid: Table, variant: str, house: str = "") -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for player, each in played_points(laid.layout, rules_of(variant, house)):
        found.setdefault(player, []).append(each)
    return found


# Melds


def test_melds_are_numbered_in_the_order_in_which_they_are_laid() -> None:
    laid = table("Anna: QHSD, 3C 4C 5C\nBoris: 7-9H")
    assert laid.melds == ["Q♥ Q♠ Q♦", "3♣ 4♣ 5♣", "7♥ 8♥ 9♥"]
    assert [meld.laid_by for meld in laid.layout.melds] == ["Anna", "Anna", "Boris"]
    assert laid.problems == []


def test_a_run_typed_in_any_order_lies_from_low_to_high() -> None:
    assert table("Anna: 9H 7H 8H").melds == ["7♥ 8♥ 9♥"]


def test_a_meld_that_breaks_a_rule_lies_there_all_the_same_and_keeps_the_numbers_of_the_others() -> (
    None
):
    laid = table("Anna: KC AC 2C\nBoris: 7-9H\nVera: 10H to 2")
    assert laid.melds == ["K♣ A♣ 2♣", "7♥ 8♥ 9♥ 10♥"]
    assert laid.rules_broken == ["ace"]
    assert laid.layout.melds[0].meld.kind is None


def test_every_bad_play_of_a_turn_is_refused_at_once() -> None:
    laid = table("Anna: KC AC 2C, 7H 8H, QHSD")
    # rules.md 1: king-ace-2 is no run; a run takes three cards.
    assert laid.rules_broken == ["ace", "run_min"]
    assert "Q♥ Q♠ Q♦" in laid.melds


def test_a_play_is_taken_as_the_kind_that_is_said() -> None:
    laid = table("Anna: 7H JK JK as set", "sequence", "first_meld=any")
    assert laid.layout.melds[0].meld.kind == "set"
    assert laid.problems == []


# Lay-offs


@pytest.mark.parametrize(
    ("turns", "melds", "played_by"),
    [
        pytest.param("Anna: 7-9H\nBoris: 10H", "7♥ 8♥ 9♥ 10♥", "AAAB", id="high-end"),
        pytest.param("Anna: 7-9H\nBoris: 6H", "6♥ 7♥ 8♥ 9♥", "BAAA", id="low-end"),
        pytest.param("Anna: 7-9H\nBoris: 6H 10H", "6♥ 7♥ 8♥ 9♥ 10♥", "BAAAB", id="both-ends-in-one-play"),
        pytest.param("Anna: 7-9H\nBoris: 6H, 5H, 10H", "5♥ 6♥ 7♥ 8♥ 9♥ 10♥", "BBAAAB", id="chain-in-one-turn"),
        pytest.param(
            "Anna: 7-9H\nBoris: 10H\nVera: 6H\nAnna: JH\nBoris: 5H",
            "5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥", "BVAAABA", id="chain-on-both-ends-over-turns",
        ),
        pytest.param("Anna: 7HSD\nBoris: 7C to 1", "7♥ 7♠ 7♦ 7♣", "AAAB", id="set"),
        pytest.param("Anna: 7-9H, 10H", "7♥ 8♥ 9♥ 10♥", "AAAA", id="on-a-meld-of-the-same-turn"),
    ],
)  # fmt: skip
def test_a_card_laid_off_belongs_to_who_played_it(turns: str, melds: str, played_by: str) -> None:
    laid = table(turns)
    assert laid.melds == [melds]
    assert "".join(player[0] for player in laid.layout.melds[0].played_by) == played_by
    assert laid.layout.melds[0].laid_by == "Anna"
    assert laid.problems == []


# rules.md 4: 9-10-J of diamonds and three queens lie there; whoever lays the queen of diamonds says
# on which.
QUEENS = "Anna: 9-JD\nBoris: QSHC\n"


def test_a_lay_off_that_fits_two_melds_names_both_and_asks_which() -> None:
    laid = table(QUEENS + "Vera: QD", "rum500")
    [(rule, message)] = laid.problems
    assert rule == ""  # nobody could say what it scores, so that no ruling waives it
    assert message == "Q♦ fits meld 1 (9♦ 10♦ J♦) or 2 (Q♠ Q♥ Q♣): say which, 'to 1' or 'to 2'."


@pytest.mark.parametrize(
    ("queen", "king_fits"),
    [
        pytest.param("QD to 1", True, id="queen-on-the-run"),
        pytest.param("QD to 2", False, id="queen-on-the-set"),
    ],
)
def test_the_king_follows_the_queen_on_the_run_only(queen: str, king_fits: bool) -> None:
    laid = table(f"{QUEENS}Vera: {queen}\nAnna: KD", "rum500")
    assert (laid.problems == []) is king_fits
    if king_fits:
        assert laid.melds == ["9♦ 10♦ J♦ Q♦ K♦", "Q♠ Q♥ Q♣"]
        assert laid.layout.melds[0].played_by == ("Anna", "Anna", "Anna", "Vera", "Anna")


def test_cards_that_fit_two_melds_lie_beside_them_and_shift_no_number() -> None:
    laid = table(
        "Anna: 4-6H, 6-8C\nAnna: JK JK JK\nVera: 10-QS\nVera: KS to 3", "sequence", "jokers=3"
    )
    assert laid.rules_broken == [""]
    assert laid.melds == ["4♥ 5♥ 6♥", "6♣ 7♣ 8♣", "10♠ J♠ Q♠ K♠"]


def test_a_lay_off_on_a_number_that_no_meld_has_says_what_lies_there() -> None:
    laid = table("Anna: 7-9H\nBoris: 10H to 3")
    assert laid.problems == [Problem("", "There is no meld 3 (1: 7♥ 8♥ 9♥).")]
    assert table("Boris: 10H to 1").problems == [
        Problem("", "There is no meld 1 (none is down yet).")
    ]


def test_a_lay_off_that_fits_nothing_says_what_lies_there() -> None:
    laid = table("Anna: 7-9H\nBoris: QHSD\nVera: 2C")
    [(rule, message)] = laid.problems
    assert rule == "run_min"
    assert message == "2♣ fits no meld on the table (1: 7♥ 8♥ 9♥, 2: Q♥ Q♠ Q♦)."


@pytest.mark.parametrize(
    "turns",
    [
        pytest.param("Anna: 7-9H\nBoris: JH to 1", id="said"),
        pytest.param("Anna: 7-9H\nVera: QHSD\nBoris: JH", id="the-only-one-of-its-suit"),
    ],
)
def test_a_lay_off_on_the_wrong_meld_says_why_it_does_not_fit(turns: str) -> None:
    laid = table(turns)
    [(rule, message)] = laid.problems
    assert rule == "run_min"
    assert message.startswith("J♥ is not next to 9♥: 10♥ is missing.")
    assert laid.melds[0] == "7♥ 8♥ 9♥"


def test_a_run_grows_no_longer_than_the_rules_let_it() -> None:
    # rules.md 1: a run has 3 to 10 cards.
    assert table("Anna: A-9C\nBoris: 10C").problems == []
    assert table("Anna: A-9C\nBoris: 10C\nVera: JC").rules_broken == ["run_max"]


def test_a_set_takes_no_suit_twice_in_one_pack_and_up_to_four_cards_in_two() -> None:
    assert table("Anna: 7HSD\nBoris: 7H").rules_broken == ["set_same_suit"]
    assert table("Anna: A-3C, 7HSD, 7H", "sequence").problems == []
    # rules.md 3: allowed, up to four cards.
    assert table("Anna: A-3C, 7HSD, 7H, 7S to 2", "sequence").rules_broken == ["set_max"]


def test_nothing_of_a_turn_is_judged_behind_a_play_that_leaves_it_open() -> None:
    laid = table(QUEENS + "Vera: QD, KD, 7C", "rum500")
    assert laid.rules_broken == [""]
    assert laid.melds == ["9♦ 10♦ J♦", "Q♠ Q♥ Q♣"]


def test_cards_refused_on_a_meld_lie_beside_it_however_many() -> None:
    laid = table("Anna: 7-9H\nBoris: QHSD to 1\nVera: 10H to 1")
    assert laid.melds == ["7♥ 8♥ 9♥ 10♥"]
    assert [(stray.played_by, cards_text(stray.cards)) for stray in laid.layout.strays] == [
        ("Boris", "Q♥ Q♠ Q♦")
    ]


def test_too_few_cards_for_a_meld_are_told_so_and_take_no_number() -> None:
    laid = table("Anna: 7H 8H\nBoris: 7-9C\nVera: 10C to 1")
    [(rule, message)] = laid.problems
    assert rule == "run_min"
    assert "at least 3" in message
    assert laid.melds == ["7♣ 8♣ 9♣ 10♣"]


# What comes before a meld of one's own


@pytest.mark.parametrize(
    ("turns", "variant", "house", "broken"),
    [
        pytest.param("Anna: QHSD", "sequence", "", ["first_meld"], id="set-first"),
        pytest.param("Anna: 8-10H", "sequence", "", [], id="run-first"),
        pytest.param("Anna: QHSD, 8-10H", "sequence", "", [], id="run-in-the-same-turn"),
        pytest.param("Anna: 8-10H\nAnna: QHSD", "sequence", "", [], id="set-after-the-run"),
        pytest.param("Anna: 8-10H\nBoris: QHSD", "sequence", "", ["first_meld"], id="everybody-for-himself"),
        pytest.param("Anna: 8-10H\nBoris: JH", "sequence", "", ["layoff_first"], id="lay-off-first"),
        pytest.param("Anna: 8-10H\nBoris: 2-4C, JH", "sequence", "", [], id="lay-off-in-the-turn-of-the-run"),
        pytest.param("Anna: 8-10H\nBoris: JH, 2-4C", "sequence", "", [], id="lay-off-named-before-the-run"),
        pytest.param("Anna: 8-10H\nBoris: JH", "gambling", "", [], id="lay-off-first-is-free-in-gambling"),
        pytest.param("Anna: 8-10H\nBoris: JH", "gambling", "layoff_first=no", ["layoff_first"], id="house-rule"),
        # 3+4+5 = 12 and 10+10+10 = 30
        pytest.param("Anna: 3-5C", "basic", "first_meld=30", ["first_meld"], id="too-few-points"),
        pytest.param("Anna: QHSD", "basic", "first_meld=30", [], id="points-reached"),
        pytest.param("Anna: QHSD", "basic", "first_meld=31", ["first_meld"], id="one-point-short"),
        pytest.param("Anna: 3-5C, 5-7H", "basic", "first_meld=30", [], id="points-of-two-melds-together"),
        pytest.param("Anna: QHSD\nAnna: 3-5C", "basic", "first_meld=30", [], id="only-the-first-turn-must-reach"),
        pytest.param("Anna: QHSD\nBoris: QC", "basic", "first_meld=30", [], id="lay-off-is-no-meld"),
    ],
)  # fmt: skip
def test_what_a_player_may_lay_first(
    turns: str, variant: str, house: str, broken: list[str]
) -> None:
    assert table(turns, variant, house).rules_broken == broken


def test_a_first_meld_too_small_is_told_with_both_numbers() -> None:
    [(_, message)] = table("Anna: 3-5C", "basic", "first_meld=30").problems
    assert "12 points" in message
    assert "first_meld=30" in message


def test_a_run_that_does_not_stand_is_not_also_called_a_missing_run() -> None:
    assert table("Anna: 7H 8H 10H", "sequence").rules_broken == ["run_min"]


# Jokers


def test_a_joker_that_nobody_named_is_read_and_told() -> None:
    laid = table("Anna: 10H JH JK", "sequence")
    # Q♥ counts 10 like K, 9♥ counts 9: the queen is worth more.
    assert laid.melds == ["10♥ J♥ JK=Q♥"]
    assert laid.readings == ["10♥ J♥ JK is read as 10♥ J♥ JK=Q♥."]


def test_a_joker_laid_off_is_told_with_the_whole_meld() -> None:
    laid = table("Anna: 8-10H\nAnna: JK", "sequence")
    assert laid.readings == ["JK is read as 8♥ 9♥ 10♥ JK=J♥."]


@pytest.mark.parametrize(
    ("turns", "house"),
    [
        pytest.param("Anna: 10H JH JK=QH", "", id="named-joker"),
        pytest.param("Anna: 10H JH JK=QH\nAnna: KH", "", id="lay-off-beside-a-named-joker"),
        pytest.param("Anna: 6-8S", "wild=7S", id="wild-card-as-itself"),
        pytest.param("Anna: 8-10H", "", id="no-joker"),
    ],
)
def test_nothing_is_told_where_no_joker_was_read(turns: str, house: str) -> None:
    laid = table(turns, "sequence", house)
    assert laid.problems == []
    assert laid.readings == []


def test_a_joker_keeps_its_card_when_the_run_grows() -> None:
    laid = table("Anna: 9H 10H JK=JH\nAnna: QH, 8H", "sequence")
    assert laid.melds == ["8♥ 9♥ 10♥ JK=J♥ Q♥"]


def test_a_joker_stands_for_no_card_of_which_all_copies_lie_there() -> None:
    # rules.md 3: where both jacks of hearts lie on the table, a joker cannot be one.
    jacks = "Anna: 9-JH, JHSC\n"
    assert table(jacks + "Boris: 9H 10H JK=JH", "sequence").rules_broken == ["packs"]
    assert table("Anna: 9-JH\nBoris: 9H 10H JK=JH", "sequence").problems == []


def test_a_joker_that_nobody_named_is_read_as_a_card_that_is_left() -> None:
    # 9♥ 10♥ and J♥ would be worth more, but both jacks lie there: 8♥ it is.
    laid = table("Anna: 9-JH, JHSC\nBoris: 9H 10H JK", "sequence")
    assert laid.readings == ["9♥ 10♥ JK is read as JK=8♥ 9♥ 10♥."]


def test_a_joker_laid_off_fits_runs_and_sets() -> None:
    laid = table("Anna: 8-10H, QHSD\nAnna: JK", "sequence")
    assert [message for _, message in laid.problems] == [
        "JK fits meld 1 (8♥ 9♥ 10♥) or 2 (Q♥ Q♠ Q♦): say which, 'to 1' or 'to 2'."
    ]
    assert table("Anna: 8-10H, QHSD\nAnna: JK=QC", "sequence").problems == []


def test_a_card_laid_off_against_the_rules_is_played_as_well_for_a_joker_to_come() -> None:
    turns = "Anna: 9-JH, 2-4C\nAnna: JH to 2\nBoris: 9H 10H JK=JH"
    assert table(turns, "sequence").rules_broken == ["run_min", "packs"]


def test_an_ace_at_either_end_keeps_to_who_laid_it_off() -> None:
    laid = table("Anna: 2-KC\nAnna: JK=AC to 1\nBoris: AC to 1", "joker500", "packs=2;jokers=4")
    assert laid.problems == []
    [meld] = laid.layout.melds
    placed = dict(zip(map(str, meld.meld.cards), meld.played_by, strict=True))
    assert len(placed) == 14
    assert placed["JK=A♣"] == "Anna"
    assert placed["A♣"] == "Boris"


def test_nothing_fits_a_meld_that_is_none() -> None:
    laid = table("Anna: KC AC 2C\nBoris: 3C to 1")
    assert laid.rules_broken == ["ace", "run_min"]
    assert "is no meld by the rules" in laid.problems[1].message


# Points


def test_points_go_by_who_played_a_card_and_not_by_whose_meld_it_lies_on() -> None:
    # rules.md 3: 8-9-10♥ is 27, 10-J-Q-K♣ is 40, 5♣ laid off is 5.
    laid = table("Boris: 2-4C\nAnna: 8-10H, 10-KC\nAnna: 5C to 1", "sequence")
    assert laid.problems == []
    assert points(laid, "sequence") == {"Boris": [2 + 3 + 4], "Anna": [5, 27, 40]}


@pytest.mark.parametrize(
    ("turns", "variant", "anna"),
    [
        # rules.md 3: an ace in a run of up to three cards counts 1; lay-offs counted.
        pytest.param("Anna: A-3H", "sequence", 1 + 2 + 3, id="short-run"),
        pytest.param(
            "Anna: A-3H\nBoris: 8-10C, 4H", "sequence", 15 + 2 + 3, id="short-run-that-has-grown"
        ),
        pytest.param("Anna: 8-10C, AHSD", "sequence", 27 + 45, id="ace-in-a-set"),
        # rules.md 4: 1 where it stands below the 2, else 15.
        pytest.param("Anna: A-3H", "rum500", 1 + 2 + 3, id="below-two"),
        pytest.param("Anna: A-3H\nBoris: 4H", "rum500", 1 + 2 + 3, id="below-two-in-a-longer-run"),
        pytest.param("Anna: Q-AH", "rum500", 10 + 10 + 15, id="above-the-king"),
        pytest.param("Anna: AHSD", "rum500", 45, id="set-of-aces"),
    ],
)
def test_a_low_ace_counts_less_where_the_rules_say_so(turns: str, variant: str, anna: int) -> None:
    laid = table(turns, variant)
    assert laid.problems == []
    assert sum(points(laid, variant)["Anna"]) == anna


@pytest.mark.parametrize(
    ("variant", "house", "anna"),
    [
        pytest.param("sequence", "", 10 + 10 + 10, id="as-the-card-it-stands-for"),
        pytest.param("sequence", "joker_laid=20", 10 + 10 + 20, id="a-number"),
        pytest.param("joker500", "", 10 + 10 + 15, id="joker500"),
    ],
)
def test_a_joker_laid_counts_as_the_rules_say(variant: str, house: str, anna: int) -> None:
    laid = table("Anna: JH QH JK=KH", variant, house)
    assert laid.problems == []
    assert points(laid, variant, house) == {"Anna": [anna]}


def test_cards_laid_off_against_the_rules_count_for_who_played_them() -> None:
    laid = table("Anna: 7-9H\nBoris: KC to 1")
    assert points(laid, "basic") == {"Anna": [24], "Boris": [10]}


def test_cards_on_the_table_are_counted_as_what_they_stand_for() -> None:
    laid = table("Anna: 10H JH JK=QH", "sequence")
    assert count_down(laid.layout.plain_melds)[parse_card("QH")] == 1
    assert count_down(laid.layout.plain_melds, except_meld=1)[parse_card("QH")] == 0


@given(st.permutations(["4H", "5H", "6H", "10H", "JH", "QH"]))
def test_a_chain_of_lay_offs_ends_in_the_same_run_whatever_its_order(cards: list[str]) -> None:
    """Each card waits until it fits, as at a table; the run and its points come out the same."""
    turns, low, high = ["Anna: 7-9H"], 7, 9
    places = {"4H": 4, "5H": 5, "6H": 6, "10H": 10, "JH": 11, "QH": 12}
    waiting = list(cards)
    while waiting:
        card = next(card for card in waiting if places[card] in (low - 1, high + 1))
        waiting.remove(card)
        low, high = min(low, places[card]), max(high, places[card])
        turns.append(f"Boris: {card}")
    laid = table("\n".join(turns))
    assert laid.melds == ["4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥"]
    # 7+8+9 = 24 for Anna; 4+5+6+10+10+10 = 45 for Boris
    assert points(laid, "basic") == {"Anna": [24], "Boris": [45]}


FACES = st.sampled_from(
    [
        "AH",
        "2H",
        "3H",
        "4H",
        "5H",
        "KH",
        "QH",
        "JH",
        "5S",
        "5D",
        "5C",
        "KS",
        "AS",
        "JK",
        "JK=4H",
        "JK=5",
        "7S",
    ]
)
PLAYS = st.builds(
    lambda cards, to, kind: " ".join(cards) + (f" to {to}" if to else f" as {kind}" if kind else ""),
    st.lists(FACES, min_size=1, max_size=5), st.integers(0, 3), st.sampled_from(["", "", "run", "set"]),
)  # fmt: skip
TURNS = st.builds(
    lambda player, plays: f"{player}: {', '.join(plays)}",
    st.sampled_from(PLAYERS), st.lists(PLAYS, min_size=1, max_size=3),
)  # fmt: skip


@given(
    st.lists(TURNS, max_size=8),
    st.sampled_from(["basic", "sequence", "rum500", "joker500", "double"]),
    st.sampled_from(
        [
            "",
            "wild=7S",
            "ace=corner",
            "set_max=8;set_same_suit=yes",
            "jokers=4;naturals_min=0;run_min=2",
        ]
    ),
)
def test_every_card_played_lies_on_the_table_with_who_played_it(
    turns: list[str], variant: str, house: str
) -> None:
    read = [parse_turn(line, PLAYERS) for line in turns]
    played = [
        (turn.player, card.face.code) for turn in read for play in turn.plays for card in play.cards
    ]
    laid = table("\n".join(turns), variant, house)
    layout = laid.layout
    lying = [
        pair for laid in layout.melds for pair in zip(laid.played_by, laid.meld.cards, strict=True)
    ]
    lying += [(stray.played_by, card) for stray in layout.strays for card in stray.cards]
    there = Counter((player, card.face.code) for player, card in lying)
    assert there <= Counter(played)
    if (
        "" not in laid.rules_broken
    ):  # nothing is laid behind a play that leaves open what was played
        assert there == Counter(played)
