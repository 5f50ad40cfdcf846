"""The "Rummy!" call, and the cards left that could have been laid off."""

import pytest

from rummy_score.arranging.calls import Call, overlooked, rule_on_call
from rummy_score.cards.cards import cards_text
from rummy_score.cards.notation import Turn, parse_card, parse_cards, parse_hand, parse_plays
from rummy_score.referee.layout import Layout, grow
from rummy_score.referee.melds import Meld, judge
from rummy_score.rules.knobs import with_house_rules
from rummy_score.rules.rules import Rules
from rummy_score.rules.variants import VARIANTS

BASIC, SEQUENCE, RUM500 = (VARIANTS[name].rules for name in ("basic", "sequence", "rum500"))


def house(rules: Rules, text: str) -> Rules:
    return with_house_rules(rules, [rule.split("=") for rule in text.split()])


def lying(rules: Rules, *texts: str) -> list[Meld]:
    melds = [judge(parse_cards(text), rules).meld for text in texts]
    assert None not in melds
    return [meld for meld in melds if meld]


def called(card: str, rules: Rules, *table: str, hand: str = "") -> Call:
    return rule_on_call(
        parse_card(card), lying(rules, *table), parse_cards(hand) if hand else (), rules
    )


def told(call: Call) -> list[tuple[int, str]]:
    assert call.stands == bool(call.fits)
    return [(number, cards_text(meld.cards)) for number, meld, _ in call.fits]


def laid(rules: Rules, *turns: str) -> Layout:
    layout = Layout()
    for turn in turns:
        player, plays = turn.split(": ")
        layout = grow(layout, Turn(player, parse_plays(plays)), rules).layout
    return layout


@pytest.mark.parametrize(
    ("card", "rules", "table", "fits"),
    [
        # rules.md, section 3: Q♦ while 9-10-J♦ lies there.
        pytest.param("QD", SEQUENCE, ["9-JD"], [1], id="sequence-example"),
        # Section 4: on the run or on the set.
        pytest.param("QD", RUM500, ["9-JD", "QSHC"], [1, 2], id="both"),
        pytest.param("KD", RUM500, ["9-QD", "QSHC"], [1], id="only-the-run"),
        pytest.param("AD", BASIC, ["JD QD KD"], [], id="ace-low"),
        pytest.param("AD", RUM500, ["JD QD KD"], [1], id="ace-either"),
        pytest.param("KD", BASIC, ["A-3D"], [], id="not-around-the-corner"),
        pytest.param("KD", house(BASIC, "ace=corner"), ["A-3D"], [1], id="around-the-corner"),
        pytest.param("JH", BASIC, ["A-9H 10H"], [], id="longest-run"),
        pytest.param("JH", RUM500, ["A-9H 10H"], [1], id="longer-runs"),
        pytest.param("QD", SEQUENCE, ["QSHC QS"], [], id="full-set"),
        pytest.param("QS", SEQUENCE, ["QSHC"], [1], id="same-suit-twice"),
        pytest.param("QD", BASIC, [], [], id="nothing-there"),
        # Ace low: only 10♥ continues A-9♥. Both are down, so the joker cannot be one; it is a
        # fourth ten.
        pytest.param("JK", SEQUENCE, ["A-9H", "10H 10H 10S"], [2], id="joker-all-down"),
        pytest.param("JK", SEQUENCE, ["A-9H", "10H 10D 10S"], [1, 2], id="joker-one-down"),
    ],
)
def test_a_card_fits_the_melds_on_the_table(
    card: str, rules: Rules, table: list[str], fits: list[int]
) -> None:
    call = called(card, rules, *table)
    assert [number for number, _, _ in call.fits] == fits
    assert call.stands == bool(fits)
    assert [meld for number, meld, _ in call.fits] == [
        lying(rules, *table)[number - 1] for number in fits
    ]


@pytest.mark.parametrize(
    ("card", "rules", "hand", "melds"),
    [
        # rules.md, section 3: 10♥ while holding 10♦ 10♠ 10♣.
        pytest.param(
            "10H", SEQUENCE, "10D 10S 10C", [{"10♥", "10♦", "10♠", "10♣"}], id="sequence-example"
        ),
        pytest.param("10H", BASIC, "10D KS 9C", [], id="only-a-pair"),
        pytest.param(
            "10H",
            BASIC,
            "8H 9H 10D 10S",
            [{"8♥", "9♥", "10♥"}, {"10♥", "10♦", "10♠"}],
            id="run-and-set",
        ),
        pytest.param(
            "10H", BASIC, "7H 8H 9H JH KH", [{"7♥", "8♥", "9♥", "10♥", "J♥"}], id="the-longest-run"
        ),
        pytest.param("10H", BASIC, "7H 8H", [], id="gap"),
        pytest.param("10H", BASIC, "JS 9S 8H", [], id="other-suits"),
        pytest.param("10H", BASIC, "", [], id="no-hand"),
        pytest.param("10H", SEQUENCE, "9H 9H 8H", [{"8♥", "9♥", "10♥"}], id="card-held-twice"),
    ],
)
def test_a_card_makes_melds_with_the_hand(
    card: str, rules: Rules, hand: str, melds: list[set[str]]
) -> None:
    call = called(card, rules, hand=hand)
    assert [set(cards.split()) for _, cards in told(call)] == melds
    assert {number for number, _, _ in call.fits} <= {0}


def test_a_joker_in_the_hand_completes_a_meld() -> None:
    assert told(called("10H", SEQUENCE, hand="8H JK")) == [(0, "8♥ JK=9♥ 10♥")]


def test_a_joker_that_is_discarded_makes_a_meld_of_two_cards() -> None:
    # A third queen; no run, since no two cards of one suit are near each other.
    assert [
        (n, set(cards.split()) >= {"Q♠", "Q♥"})
        for n, cards in told(called("JK", SEQUENCE, hand="QS QH 3D"))
    ] == [(0, True)]


def test_a_large_hand_is_ruled_on_at_once() -> None:
    """Twenty-four cards of two suits: trying every set of them would take hours."""
    rules = house(BASIC, "jokers=2 jokers_max=0")
    assert told(called("JK", rules, hand="2-10C JC QC KC 2-10D JD QD KD")) == []


@pytest.mark.parametrize(
    ("rules", "fine"),
    [
        (BASIC, None),
        (SEQUENCE, "Whoever discarded it takes 1 card from each other player (rummy_call_fine=1)."),
        (
            house(SEQUENCE, "rummy_call_fine=2"),
            "Whoever discarded it takes 2 cards from each other player (rummy_call_fine=2).",
        ),
    ],
)
def test_the_fine_is_that_of_the_variant(rules: Rules, fine: str | None) -> None:
    assert called("QD", rules, "9-JD").fine == fine
    assert called("KD", rules, "9-JD").fine is None


@pytest.mark.parametrize(
    ("rules", "turns", "hand", "lay_offs"),
    [
        pytest.param(BASIC, ["Boris: 7-9H"], "10H 2C", [("10♥", 1)], id="one"),
        pytest.param(
            BASIC, ["Boris: 7-9H"], "JH 10H 2C", [("10♥", 1), ("J♥", 1)], id="one-after-the-other"
        ),
        pytest.param(BASIC, ["Boris: 7-9H, QSHC"], "QD 6H", [("6♥", 1), ("Q♦", 2)], id="two-melds"),
        pytest.param(BASIC, ["Boris: 7-9H"], "JH 2C", None, id="none"),
        pytest.param(BASIC, [], "7H 8H", None, id="empty-table"),
        pytest.param(BASIC, ["Boris: 7-9H"], "10 2", None, id="ranks-alone"),
        pytest.param(SEQUENCE, ["Boris: 7-9H"], "10H 2C", None, id="no-meld-of-ones-own"),
        pytest.param(
            SEQUENCE, ["Boris: 7-9H", "Anna: 3-5C"], "10H 2D", [("10♥", 1)], id="a-meld-of-ones-own"
        ),
        pytest.param(BASIC, ["Boris: 7-9H, KC QC 2C"], "10H", None, id="no-meld-lies-there"),
    ],
)
def test_cards_left_that_could_have_been_laid_off(
    rules: Rules, turns: list[str], hand: str, lay_offs: list[tuple[str, int]] | None
) -> None:
    found = overlooked("Anna", parse_hand(hand).cards, laid(rules, *turns), rules)
    assert (sorted((str(card), to) for card, to in found.lay_offs) if found else None) == (
        sorted(lay_offs) if lay_offs else None
    )
