"""What would stand instead of a disputed play, and which house rule would turn the answer."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refereework import BASIC, DISPUTES, RUM500, SEQUENCE, TABLES, dispute, house

from rummy_score.cards.cards import JOKER, PACK, Card, Kind
from rummy_score.cards.notation import Play, parse_cards
from rummy_score.referee.alternatives import definition, near_misses, otherwise
from rummy_score.referee.disputes import Dispute, rule_on
from rummy_score.rules.knobs import contradictions, read_rule
from rummy_score.rules.rules import Rules


@pytest.mark.parametrize(
    ("rules", "asked", "told"),
    [
        pytest.param(BASIC, dispute("8S 10S JS"), ["with 9♠: 8♠ 9♠ 10♠ J♠"], id="missing-within"),
        pytest.param(
            BASIC, dispute("QS KS"), ["with J♠: J♠ Q♠ K♠"], id="missing-at-the-end-ace-low"
        ),
        pytest.param(
            RUM500,
            dispute("QS KS"),
            ["with A♠: Q♠ K♠ A♠", "with J♠: J♠ Q♠ K♠"],
            id="missing-at-either-end",
        ),
        pytest.param(
            BASIC,
            dispute("QS QH"),
            ["with Q♦: Q♠ Q♥ Q♦", "with Q♣: Q♠ Q♥ Q♣"],
            id="missing-in-a-set",
        ),
        pytest.param(
            BASIC, dispute("7S 8S 9S KS"), ["without K♠: 7♠ 8♠ 9♠"], id="too-many-in-a-run"
        ),
        pytest.param(
            BASIC, dispute("QS QH QD 2C"), ["without 2♣: Q♠ Q♥ Q♦"], id="too-many-in-a-set"
        ),
        pytest.param(
            BASIC, dispute("7S 7S 8S 9S"), ["without 7♠: 7♠ 8♠ 9♠"], id="twice-is-said-once"
        ),
        pytest.param(BASIC, dispute("QH KH AH"), [], id="two-changes-are-not-near"),
        pytest.param(
            SEQUENCE,
            dispute("JK=7C 9C 10C"),
            ["with JK read otherwise: 9♣ 10♣ JK=J♣", "with 8♣: JK=7♣ 8♣ 9♣ 10♣"],
            id="joker-misnamed",
        ),
        pytest.param(
            BASIC,
            dispute("JH KH", on="8-10H"),
            ["without K♥: 8♥ 9♥ 10♥ J♥", "with Q♥: 8♥ 9♥ 10♥ J♥ Q♥ K♥"],
            id="gap-behind",
        ),
        pytest.param(
            BASIC, dispute("QH", on="8-10H"), ["with J♥: 8♥ 9♥ 10♥ J♥ Q♥"], id="gap-before-a-meld"
        ),
        pytest.param(BASIC, dispute("8S 10S JS", seen="9S 9H 9D"), [], id="missing-card-is-down"),
        pytest.param(
            BASIC, dispute("8S 10S JS", held="8S 10S JS 2C"), [], id="missing-card-is-not-held"
        ),
        pytest.param(
            BASIC, dispute("8S 10S JS", held="8S 9S 10S JS"), ["with 9♠: 8♠ 9♠ 10♠ J♠"], id="held"
        ),
        pytest.param(BASIC, dispute("4C KC QC"), [], id="4-K-Q"),
        pytest.param(BASIC, dispute("2C"), [], id="one-card-alone"),
    ],
)
def test_the_nearest_plays_that_stand(rules: Rules, asked: Dispute, told: list[str]) -> None:
    assert sorted(near_misses(asked, rules)) == sorted(told)


def test_the_joker_comes_first_then_a_card_less_then_a_card_more() -> None:
    # J♣ instead of 7♣; 9♣ 10♣ and 7♣ are no run with any one card less; 8♣ fills the gap.
    hows = [told.split(":")[0] for told in near_misses(dispute("JK=7C 9C 10C"), SEQUENCE)]
    assert hows == ["with JK read otherwise", "with 8♣"]


def test_what_is_too_long_is_not_tried() -> None:
    assert list(near_misses(dispute("A-KS 2C 3C"), BASIC)) == []


CARDS = st.sampled_from([*PACK, JOKER])
NAMED = st.builds(lambda face: JOKER._replace(stands_for=face), st.sampled_from(PACK[:26]))


@settings(max_examples=60)
@given(
    st.lists(st.one_of(st.sampled_from(PACK[:20]), CARDS, NAMED), min_size=1, max_size=5),
    st.sampled_from([BASIC, SEQUENCE, RUM500]),
    st.sampled_from([(), parse_cards("8-10H"), parse_cards("QHSD")]),
)
def test_every_play_suggested_is_legal(
    cards: list[Card], rules: Rules, on: tuple[Card, ...]
) -> None:
    asked = Dispute(Play(tuple(cards)), on)
    found = list(near_misses(asked, rules))
    assert len(set(found)) == len(found)
    for told in found:
        whole = Dispute(Play(parse_cards(told.split(": ", 1)[1])))
        assert rule_on(whole, rules).stands
        assert len(whole.play.cards) - len(cards) - len(on) in (-1, 0, 1)


# House rules that would decide otherwise.


@pytest.mark.parametrize(
    ("rules", "cards", "more", "turning"),
    [
        pytest.param(BASIC, "8-10H", {}, [], id="no-table-refuses-it"),
        pytest.param(RUM500, "KH AH 2H", {}, ["ace=corner"], id="K-A-2"),
        pytest.param(BASIC, "AH 2H 3H", {}, ["ace=high"], id="A-2-3"),
        pytest.param(BASIC, "QH KH AH", {}, ["ace=high", "ace=both", "ace=corner"], id="Q-K-A-refused"),
        pytest.param(RUM500, "QH KH AH", {}, ["ace=low"], id="Q-K-A-stands"),
        pytest.param(BASIC, "4C QC KC", {}, [], id="no-table-takes-it"),
        pytest.param(SEQUENCE, "QH QH QS", {}, ["set_same_suit=no"], id="a-suit-twice-stands"),
        pytest.param(
            house(BASIC, "packs=2"), "QH QH QS", {}, ["set_same_suit=yes"], id="a-suit-twice-refused"
        ),
        pytest.param(BASIC, "QH QH QS", {}, [], id="one-pack-has-no-suit-twice"),
        pytest.param(SEQUENCE, "QHSDC QH", {}, ["set_max=8"], id="five-of-a-rank"),
        pytest.param(BASIC, "AH 2-JH", {}, ["run_max=14"], id="eleven-of-a-suit"),
        pytest.param(SEQUENCE, "5H JK JK 8H", {}, ["jokers_max=1", "jokers_adjacent=no"], id="two-jokers"),
        pytest.param(SEQUENCE, "5H JK JK", {}, ["naturals_min=2", "jokers_max=1"], id="one-natural"),
        pytest.param(
            house(SEQUENCE, "naturals_min=2"), "5H JK JK", {}, ["naturals_min=1"], id="one-natural-refused"
        ),
        pytest.param(
            house(SEQUENCE, "jokers_max=1"), "5H 6H JK JK", {}, ["jokers_max=none"], id="two-jokers-refused"
        ),
        pytest.param(
            house(SEQUENCE, "jokers_adjacent=no"), "5H JK JK 8H", {}, ["jokers_adjacent=yes"], id="adjacent-refused"
        ),
        pytest.param(BASIC, "8H JK JK", {}, [], id="the-game-has-no-jokers-so-no-rule-about-them-helps"),
        pytest.param(BASIC, "QH KH AH", {"held": "QH KH"}, [], id="a-card-is-missing-under-any-rule"),
        pytest.param(BASIC, "QH KH AH", {"seen": "AH"}, [], id="a-card-is-down-under-any-rule"),
        pytest.param(BASIC, "AH", {"on": "JH QH KH"}, ["ace=high", "ace=both", "ace=corner"], id="lay-off-refused"),
        pytest.param(RUM500, "AH", {"on": "JH QH KH"}, ["ace=low"], id="lay-off-stands"),
    ],
)  # fmt: skip
def test_common_house_rules_that_decide_otherwise_are_listed(rules, cards, more, turning):
    assert list(otherwise(rule_on(dispute(cards, **more), rules), rules)) == turning


# https://www.pagat.com/rummy/rummy.html tells how tables differ: aces, and what a set, a run and
# jokers may be.
COMMON = [
    "ace=low", "ace=high", "ace=both", "ace=corner", "set_same_suit=yes", "set_same_suit=no", "set_max=8", "run_max=14",
    "naturals_min=1", "naturals_min=2", "jokers_max=none", "jokers_max=1", "jokers_adjacent=yes", "jokers_adjacent=no",
]  # fmt: skip


@settings(max_examples=250, deadline=None)
@given(DISPUTES, TABLES)
def test_exactly_the_common_rules_that_turn_the_ruling_are_listed(disputed, rules):
    answer = rule_on(disputed, rules)
    turning = [
        f"{knob}={text}"
        for knob, text in (rule.split("=") for rule in COMMON)
        if rule_on(disputed, rules._replace(**dict([read_rule(knob, text)]))).stands
        != answer.stands
    ]
    assert list(otherwise(answer, rules)) == turning
    for rule in turning:
        assert contradictions(house(rules, rule)) == []


# What makes a meld, in a sentence.


@pytest.mark.parametrize(
    ("kind", "rules", "sentence"),
    [
        pytest.param(
            Kind.RUN, BASIC,
            "A run is 3-10 cards of one suit in unbroken order, the ace low (run_min=3, run_max=10, ace=low).",
            id="run-ace-low",
        ),
        pytest.param(
            Kind.RUN, RUM500,
            "A run is 3-14 cards of one suit in unbroken order, the ace at either end "
            "(run_min=3, run_max=14, ace=both).",
            id="run-ace-both",
        ),
        pytest.param(
            Kind.RUN, house(BASIC, "ace=corner"),
            "A run is 3-10 cards of one suit in unbroken order, around the corner too "
            "(run_min=3, run_max=10, ace=corner).",
            id="run-around-the-corner",
        ),
        pytest.param(
            Kind.SET, BASIC,
            "A set is 3-4 cards of one rank, of different suits (set_min=3, set_max=4, set_same_suit=no).",
            id="set-of-different-suits",
        ),
        pytest.param(
            Kind.SET, SEQUENCE,
            "A set is 3-4 cards of one rank, suits may repeat (set_min=3, set_max=4, set_same_suit=yes).",
            id="set-of-any-suits",
        ),
    ],
)  # fmt: skip
def test_what_makes_a_meld_is_told_with_its_knobs(kind, rules, sentence):
    assert definition(kind, rules) == sentence
