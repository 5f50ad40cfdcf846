"""The nearest plays that would stand: a joker read otherwise, a card less, a card more; each of them does stand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_score.cards.cards import JOKER, PACK, Card, Kind
from rummy_score.cards.notation import parse_cards
from rummy_score.referee.disputes import Question, near_misses, rule_on
from rummy_score.rules.rules import Rules
from rummy_score.rules.variants import VARIANTS

BASIC, SEQUENCE, RUM500 = (VARIANTS[name].rules for name in ("basic", "sequence", "rum500"))


def question(
    cards: str, kind: Kind | None = None, on: str = "", seen: str = "", held: str | None = None
) -> Question:
    on_it, lying = (parse_cards(text) if text else () for text in (on, seen))
    return Question(
        parse_cards(cards), kind, on_it, lying, None if held is None else parse_cards(held)
    )


@pytest.mark.parametrize(
    ("rules", "asked", "told"),
    [
        pytest.param(BASIC, question("8S 10S JS"), ["with 9♠: 8♠ 9♠ 10♠ J♠"], id="missing-within"),
        pytest.param(
            BASIC, question("QS KS"), ["with J♠: J♠ Q♠ K♠"], id="missing-at-the-end-ace-low"
        ),
        pytest.param(
            RUM500,
            question("QS KS"),
            ["with A♠: Q♠ K♠ A♠", "with J♠: J♠ Q♠ K♠"],
            id="missing-at-either-end",
        ),
        pytest.param(
            BASIC,
            question("QS QH"),
            ["with Q♦: Q♠ Q♥ Q♦", "with Q♣: Q♠ Q♥ Q♣"],
            id="missing-in-a-set",
        ),
        pytest.param(
            BASIC, question("7S 8S 9S KS"), ["without K♠: 7♠ 8♠ 9♠"], id="too-many-in-a-run"
        ),
        pytest.param(
            BASIC, question("QS QH QD 2C"), ["without 2♣: Q♠ Q♥ Q♦"], id="too-many-in-a-set"
        ),
        pytest.param(
            BASIC, question("7S 7S 8S 9S"), ["without 7♠: 7♠ 8♠ 9♠"], id="twice-is-said-once"
        ),
        pytest.param(BASIC, question("QH KH AH"), [], id="two-changes-are-not-near"),
        pytest.param(
            SEQUENCE,
            question("JK=7C 9C 10C"),
            ["with JK read otherwise: 9♣ 10♣ JK=J♣", "with 8♣: JK=7♣ 8♣ 9♣ 10♣"],
            id="joker-misnamed",
        ),
        pytest.param(
            BASIC,
            question("JH KH", on="8-10H"),
            ["without K♥: 8♥ 9♥ 10♥ J♥", "with Q♥: 8♥ 9♥ 10♥ J♥ Q♥ K♥"],
            id="gap-behind",
        ),
        pytest.param(
            BASIC, question("QH", on="8-10H"), ["with J♥: 8♥ 9♥ 10♥ J♥ Q♥"], id="gap-before-a-meld"
        ),
        pytest.param(BASIC, question("8S 10S JS", seen="9S 9H 9D"), [], id="missing-card-is-down"),
        pytest.param(
            BASIC, question("8S 10S JS", held="8S 10S JS 2C"), [], id="missing-card-is-not-held"
        ),
        pytest.param(
            BASIC, question("8S 10S JS", held="8S 9S 10S JS"), ["with 9♠: 8♠ 9♠ 10♠ J♠"], id="held"
        ),
        pytest.param(BASIC, question("4C KC QC"), [], id="4-K-Q"),
        pytest.param(BASIC, question("2C"), [], id="one-card-alone"),
    ],
)
def test_the_nearest_plays_that_stand(rules: Rules, asked: Question, told: list[str]) -> None:
    assert sorted(near_misses(asked, rules)) == sorted(told)


def test_the_joker_comes_first_then_a_card_less_then_a_card_more() -> None:
    # J♣ instead of 7♣; 9♣ 10♣ and 7♣ are no run with any one card less; 8♣ fills the gap.
    hows = [told.split(":")[0] for told in near_misses(question("JK=7C 9C 10C"), SEQUENCE)]
    assert hows == ["with JK read otherwise", "with 8♣"]


def test_what_is_too_long_is_not_tried() -> None:
    assert list(near_misses(question("A-KS 2C 3C"), BASIC)) == []


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
    asked = Question(tuple(cards), None, on)
    found = list(near_misses(asked, rules))
    assert len(set(found)) == len(found)
    for told in found:
        whole = Question(parse_cards(told.split(": ", 1)[1]))
        assert rule_on(whole, rules).stands
        assert len(whole.cards) - len(cards) - len(on) in (-1, 0, 1)
