"""Why cards are no run and no set: every reason, with the knob behind it and what would mend it."""

import pytest

from rummy_score.cards.cards import Kind
from rummy_score.cards.notation import parse_cards
from rummy_score.referee.problems import attempted_kind, why_no_meld
from rummy_score.rules.knobs import with_house_rules
from rummy_score.rules.variants import VARIANTS

BASIC, RUM500, SEQUENCE = (VARIANTS[name].rules for name in ("basic", "rum500", "sequence"))


def house(rules, text: str):
    return with_house_rules(rules, [rule.split("=") for rule in text.split()])


def reasons(cards: str, rules, kind: Kind | None, jokers: int = 0) -> list[tuple[str, str]]:
    values = tuple(card.value for card in parse_cards(cards)) if cards else ()
    return [(rule, message) for rule, message in why_no_meld(values, jokers, rules, kind)]


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        pytest.param("QH QS", Kind.SET, id="one-rank"),
        pytest.param("QH QH", Kind.SET, id="one-rank-and-suit"),
        pytest.param("8H 10H KH", Kind.RUN, id="one-suit"),
        pytest.param("8H 9S", None, id="neither"),
        pytest.param("8H", None, id="one-card-may-be-either"),
        pytest.param("8H JK=9H", Kind.RUN, id="stand-in-of-the-suit"),
        pytest.param("8H JK=9", Kind.RUN, id="stand-in-of-open-suit"),
        pytest.param("8H 9S JK=10", None, id="open-suit-beside-two-suits"),
        pytest.param("8H JK=8", Kind.SET, id="stand-in-of-the-rank"),
    ],
)
def test_what_cards_were_meant_to_be_shows_in_their_ranks_and_suits(cards, kind):
    assert attempted_kind([card.value for card in parse_cards(cards)]) is kind


@pytest.mark.parametrize(
    ("cards", "rules", "expected"),
    [
        # rules.md, section 1: no runs are 4 K Q of clubs and 7 6 J A of spades.
        pytest.param(
            "4C KC QC", BASIC,
            [("run_min", "Q♣ is not next to 4♣: 5♣ to J♣ are missing. Add them.")], id="4-K-Q-of-clubs",
        ),
        pytest.param(
            "7S 6S JS AS", BASIC,
            [("run_min", "6♠ is not next to A♠: 2♠ to 5♠ are missing. Add them."),
             ("run_min", "J♠ is not next to 7♠: 8♠, 9♠ and 10♠ are missing. Add them.")],
            id="7-6-J-A-of-spades-ace-low",
        ),
        pytest.param(
            "7S 6S JS AS", RUM500,
            [("run_min", "J♠ is not next to 7♠: 8♠, 9♠ and 10♠ are missing. Add them."),
             ("run_min", "A♠ is not next to J♠: Q♠ and K♠ are missing. Add them.")],
            id="7-6-J-A-of-spades-ace-high-or-low",
        ),
        pytest.param(
            "8S 10S JS", BASIC, [("run_min", "10♠ is not next to 8♠: 9♠ is missing. Add 9♠.")], id="one-missing",
        ),
        pytest.param(
            "8S 10S JS", SEQUENCE,
            [("run_min", "10♠ is not next to 8♠: 9♠ is missing. Add 9♠ or a joker.")],
            id="one-missing-with-jokers-about",
        ),
        pytest.param(
            "8S 10S JS", house(BASIC, "jokers=1"),
            [("run_min", "10♠ is not next to 8♠: 9♠ is missing. Add 9♠ or a joker.")],
            id="one-missing-with-one-joker-about",
        ),
        pytest.param(
            "8S 9S QS", house(BASIC, "wild=2"),
            [("run_min", "Q♠ is not next to 9♠: 10♠ and J♠ are missing. Add them or jokers.")], id="named-jokers-about",
        ),
        pytest.param(
            "QS KS AS", BASIC,
            [("ace", "A♠ does not stand above K♠: the ace is low here (ace=low). With ace=both it does.")],
            id="Q-K-A-low",
        ),
        pytest.param(
            "AS 2S 3S", house(BASIC, "ace=high"),
            [("ace", "A♠ does not stand below 2♠: the ace is high here (ace=high). With ace=both it does.")],
            id="A-2-3-high",
        ),
        # rules.md, section 4: A-K-Q and A-2-3 are runs, K-A-2 is not; section 1: 2-A-K is no run.
        pytest.param(
            "KS AS 2S", RUM500,
            [("ace", "K♠ A♠ 2♠ does not turn the corner: a run ends at the ace here (ace=both). "
                     "With ace=corner it does.")],
            id="K-A-2-both",
        ),
        pytest.param(
            "2S AS KS", BASIC,
            [("ace", "K♠ A♠ 2♠ does not turn the corner: a run ends at the ace here (ace=low). "
                     "With ace=corner it does.")],
            id="2-A-K-low",
        ),
        pytest.param(
            "KS AS 2S", house(BASIC, "ace=high"),
            [("ace", "K♠ A♠ 2♠ does not turn the corner: a run ends at the ace here (ace=high). "
                     "With ace=corner it does.")],
            id="K-A-2-high",
        ),
        pytest.param(
            "KS AS 3S", house(BASIC, "ace=corner"),
            [("run_min", "3♠ is not next to A♠: 2♠ is missing. Add 2♠.")], id="gap-after-the-corner",
        ),
        pytest.param(
            "QS 2S 3S", house(BASIC, "ace=corner"),
            [("run_min", "2♠ is not next to Q♠: K♠ and A♠ are missing. Add them.")], id="gap-at-the-corner",
        ),
        pytest.param(
            "8H 9H", BASIC, [("run_min", "2 cards: a run takes at least 3 (run_min=3).")], id="two-cards",
        ),
        pytest.param(
            "2-QH", BASIC, [("run_max", "11 cards: a run takes at most 10 (run_max=10).")], id="eleven-cards",
        ),
        pytest.param(
            "8H 9H 10S", BASIC,
            [("run_min", "10♠: not of hearts. A run is of one suit: take out the others.")], id="two-suits",
        ),
        pytest.param(
            "8H 9H 10H 9H", BASIC,
            [("run_min", "9♥: there more than once. A run takes each card once.")], id="a-card-twice",
        ),
        pytest.param(
            "8H 8H 10H", BASIC,
            [("run_min", "8♥: there more than once. A run takes each card once."),
             ("run_min", "10♥ is not next to 8♥: 9♥ is missing. Add 9♥.")], id="a-card-twice-and-a-gap",
        ),
        pytest.param(
            "A-KH AH", house(RUM500, "ace=low"),
            [("ace", "14 cards: a whole suit makes a run of 13 (ace=low). "
                     "With an ace at either end, ace=both, it may have 14.")], id="fourteen-with-the-ace-low",
        ),
        pytest.param(
            "JK=8 JK=10", BASIC,
            [("run_min", "2 cards: a run takes at least 3 (run_min=3)."),
             ("run_min", "10 is not next to 8: 9 is missing. Add 9.")], id="stand-ins-of-open-suit",
        ),
    ],
)  # fmt: skip
def test_each_reason_against_a_run_is_told(cards, rules, expected):
    assert reasons(cards, rules, Kind.RUN) == expected


@pytest.mark.parametrize(
    ("cards", "jokers", "rules", "expected"),
    [
        pytest.param("8H 10H QH", 2, SEQUENCE, [], id="a-joker-for-every-gap"),
        pytest.param(
            "8H 10H QH", 1, SEQUENCE,
            [("run_min", "10♥ is not next to 8♥: 9♥ is missing. Add 9♥ or a joker. 1 joker cannot fill every gap."),
             ("run_min", "Q♥ is not next to 10♥: J♥ is missing. Add J♥ or a joker. 1 joker cannot fill every gap.")],
            id="one-joker-for-two-gaps",
        ),
        pytest.param(
            "KH 2H", 1, SEQUENCE,
            [("ace", "K♥ A♥ 2♥ does not turn the corner: a run ends at the ace here (ace=low). "
                     "With ace=corner it does.")], id="a-joker-at-the-corner",
        ),
        pytest.param(
            "QH AH", 1, SEQUENCE,
            [("ace", "A♥ does not stand above K♥: the ace is low here (ace=low). With ace=both it does.")],
            id="a-joker-below-an-ace",
        ),
    ],
)  # fmt: skip
def test_jokers_fill_gaps_and_are_not_blamed_for_them(cards, jokers, rules, expected):
    assert reasons(cards, rules, Kind.RUN, jokers) == expected


@pytest.mark.parametrize(
    ("cards", "jokers", "rules", "expected"),
    [
        pytest.param("QH QS", 0, BASIC, [("set_min", "2 cards: a set takes at least 3 (set_min=3).")], id="two-cards"),
        pytest.param("QH", 0, BASIC, [("set_min", "1 card: a set takes at least 3 (set_min=3).")], id="one-card"),
        pytest.param(
            "QH QS QD QC QH", 0, SEQUENCE, [("set_max", "5 cards: a set takes at most 4 (set_max=4).")],
            id="five-cards",
        ),
        pytest.param(
            "QH QS KD", 0, BASIC, [("set_min", "K♦: no queen. A set is of one rank: take out the others.")],
            id="another-rank",
        ),
        pytest.param(
            "QH QS KD JC", 0, BASIC, [("set_min", "K♦ and J♣: no queen. A set is of one rank: take out the others.")],
            id="two-other-ranks",
        ),
        pytest.param(
            "QH QH QS", 0, BASIC,
            [("set_same_suit", "Q♥: there more than once. The suits of a set differ (set_same_suit=no).")],
            id="a-suit-twice",
        ),
        pytest.param("QH QH QS", 0, SEQUENCE, [], id="a-suit-twice-where-it-may"),
        pytest.param("QHSDC", 0, BASIC, [], id="four-suits"),
        pytest.param(
            "QH QS KD KD", 0, BASIC, [("set_min", "K♦ and K♦: no queen. A set is of one rank: take out the others.")],
            id="another-rank-twice",
        ),
        pytest.param(
            "QHSDC", 1, house(BASIC, "set_max=5 jokers=2"),
            [("set_same_suit", "5 cards: there are four suits, and the suits of a set differ (set_same_suit=no).")],
            id="a-fifth-suit-where-five-may",
        ),
        pytest.param(
            "QH QS QD QC", 1, house(BASIC, "set_max=8 jokers=2"),
            [("set_same_suit", "5 cards: there are four suits, and the suits of a set differ (set_same_suit=no).")],
            id="a-fifth-suit",
        ),
    ],
)  # fmt: skip
def test_each_reason_against_a_set_is_told(cards, jokers, rules, expected):
    assert reasons(cards, rules, Kind.SET, jokers) == expected


def test_where_it_does_not_show_what_was_meant_both_are_told():
    assert reasons("8H 9H 10S", BASIC, None) == [
        ("run_min", "As a run: 10♠: not of hearts. A run is of one suit: take out the others."),
        ("set_min", "As a set: 9♥ and 10♠: no eight. A set is of one rank: take out the others."),
    ]


def test_no_cards_are_too_few_for_either():
    assert reasons("", BASIC, None) == [
        ("run_min", "As a run: 0 cards: a run takes at least 3 (run_min=3)."),
        ("set_min", "As a set: 0 cards: a set takes at least 3 (set_min=3)."),
    ]


@pytest.mark.parametrize(
    ("cards", "jokers"),
    [
        pytest.param("8-10H", 0, id="a-run"),
        pytest.param("QHSD", 0, id="a-set"),
        pytest.param("8H 10H", 1, id="a-run-through-a-joker"),
        pytest.param("8H", 2, id="either"),
    ],
)
def test_nothing_is_told_of_cards_that_can_be_one_of_the_two(cards, jokers):
    assert reasons(cards, SEQUENCE, None, jokers) == []
