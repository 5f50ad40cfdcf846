"""Numbers that somebody typed: what cards can come to, and what is remarked where they cannot."""

import pytest

from rummy_score.cards.notation import parse_hand, parse_turn
from rummy_score.rules.knobs import with_house_rules
from rummy_score.rules.rules import Rules
from rummy_score.rules.variants import VARIANTS
from rummy_score.scoring.counts import all_laid, hand_points, least_held, most_held
from rummy_score.scoring.deals import Deal, check_deal

THREE = ("Anna", "Boris", "Vera")


def rules_of(variant: str, players: int = 3, house: str = "") -> Rules:
    told = [tuple(rule.split("=")) for rule in house.split("; ") if rule]
    return with_house_rules(VARIANTS[variant].rules, told).seated(players)  # type: ignore[arg-type]


def warned(deal: Deal, rules: Rules) -> list[str]:
    found = check_deal(deal, rules)
    assert found.refusals == ()
    return [finding.message for finding in found.warnings]


def ended(
    left: dict[str, str], plays: str = "", laid: dict[str, str] | None = None, **facts: object
) -> Deal:
    turns = tuple(parse_turn(line, THREE) for line in plays.splitlines())
    hands = {player: parse_hand(hand) for player, hand in left.items()}
    points = {player: parse_hand(hand) for player, hand in (laid or {}).items()}
    return Deal(THREE, turns, hands, points, **facts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("variant", "house", "cards", "most"),
    [
        pytest.param("basic", "", 7, 70, id="seven-tens"),  # rules.md 7
        pytest.param("basic", "", 16, 160, id="all-courts-and-tens"),
        pytest.param("basic", "", 17, 169, id="and-a-nine"),
        pytest.param("basic", "jokers=2; joker_held=25", 3, 60, id="two-jokers-and-a-ten"),
        pytest.param("basic", "packs=2", 40, 392, id="two-packs"),  # 32 x 10 + 8 x 9
        pytest.param("rum500", "", 5, 70, id="four-aces"),  # 4 x 15 + 10
        pytest.param("basic", "", 0, 0, id="none"),
    ],
)
def test_so_many_cards_count_so_much_at_most(
    variant: str, house: str, cards: int, most: int
) -> None:
    assert most_held(cards, rules_of(variant, house=house)) == most


def test_all_cards_score_so_much_at_most() -> None:
    # rules.md 7: 396 for one pack in Rum 500: in each suit 15 + 2 to 9 (44) + four tens (40).
    assert all_laid(rules_of("rum500")) == 396
    assert all_laid(rules_of("rum500", house="packs=2")) == 792
    # A joker that counts what it stands for counts an ace's 15 at most.
    assert all_laid(rules_of("rum500", house="jokers=2")) == 396 + 2 * 15
    assert all_laid(rules_of("rum500", house="jokers=2; joker_laid=20")) == 396 + 2 * 20
    # Of four twos that are wild each may stand for an ace.
    assert all_laid(rules_of("rum500", house="wild=2")) == 396 + 4 * (15 - 2)


def test_the_least_that_a_card_counts_may_be_nothing() -> None:
    assert least_held(rules_of("basic")) == 1
    assert least_held(rules_of("basic", house="jokers=2; joker_held=0")) == 0
    assert hand_points(parse_hand("0"), rules_of("basic")) == 0


@pytest.mark.parametrize(
    ("left", "told"),
    [
        pytest.param("70", [], id="seven-tens"),
        pytest.param(
            "71",
            ["Boris has 71 left, but 7 cards come to 70 at most (hand=7). Look for a slip."],
            id="a-point-more",
        ),
        pytest.param(
            "10+61",
            ["Boris has 71 left, but 7 cards come to 70 at most (hand=7). Look for a slip."],
            id="a-sum",
        ),
        pytest.param(
            "0",
            ["Boris has 0 left, but every card counts 1 at least. Look for a slip."],
            id="nothing",
        ),
        pytest.param(
            "K K K K Q Q Q Q",
            ["Boris has 8 cards left; it should be 7 at most (hand=7). Look for a slip."],
            id="ranks-are-cards",
        ),
        pytest.param("K K K K Q Q Q", [], id="seven-ranks"),
    ],
)
def test_a_count_that_the_hand_cannot_come_to_is_remarked(left: str, told: list[str]) -> None:
    deal = ended({"Boris": left, "Vera": "5"}, out="Anna")
    assert warned(deal, rules_of("basic")) == told


def test_who_has_laid_three_of_seven_has_four_left() -> None:
    whole = "Anna: 3-6H, 3C 4C 5C"
    deal = ended({"Boris": "41", "Vera": "5"}, f"Boris: 7-9S\n{whole}", out="Anna")
    assert warned(deal, rules_of("basic")) == [
        "Boris has 41 left, but 4 cards come to 40 at most (hand=7). Look for a slip."
    ]
    deal = ended({"Boris": "K K", "Vera": "5"}, f"Boris: 7-9S\n{whole}", out="Anna")
    assert warned(deal, rules_of("basic")) == [
        "Boris laid 3 and has 2 left, 5 in all; it should be 7 (hand=7). Look for a slip."
    ]


def test_where_a_turn_takes_many_cards_a_hand_may_hold_all_that_there_are() -> None:
    laid = {"Anna": "50", "Boris": "0", "Vera": "0"}
    fits = ended({"Boris": "396", "Vera": "5"}, laid=laid, out="Anna")
    assert warned(fits, rules_of("rum500")) == []
    deal = ended({"Boris": "397", "Vera": "5"}, laid=laid, out="Anna")
    assert warned(deal, rules_of("rum500")) == [
        "Boris has 397 left, but all cards come to 396 (packs=1). Look for a slip."
    ]


def test_more_laid_than_the_packs_hold_is_remarked() -> None:
    left = {"Boris": "5", "Vera": "5"}
    fits = ended(left, laid={"Anna": "300", "Boris": "96", "Vera": "0"}, out="Anna")
    assert warned(fits, rules_of("rum500")) == []
    deal = ended(left, laid={"Anna": "787", "Boris": "0", "Vera": "0"}, out="Anna")
    assert warned(deal, rules_of("rum500")) == [
        "787 points are laid in all, but all cards score 396 at most (packs=1). Look for a slip."
    ]


# 0 as a count


def scored(deal: Deal, variant: str, house: str = "") -> tuple[str | None, list[str]]:
    found = check_deal(deal, rules_of(variant, house=house))
    return found.out, [finding.key for finding in found.refusals]


@pytest.mark.parametrize(
    ("left", "facts", "out", "refused"),
    [
        pytest.param({"Boris": "0", "Vera": "5"}, {"out": "Anna"}, "Anna", [], id="who-is-out-is-said"),
        pytest.param({"Anna": "0", "Boris": "0", "Vera": "5"}, {"out": "Anna"}, "Anna", [], id="both-at-zero"),
        pytest.param({"Anna": "80", "Boris": "0", "Vera": "0"}, {"blocked": True}, None, [], id="blocked"),
        pytest.param({"Anna": "3", "Boris": "0", "Vera": "5"}, {}, "Boris", [], id="the-only-zero-is-out"),
        pytest.param({"Anna": "none", "Boris": "0", "Vera": "5"}, {}, "Anna", [], id="none-before-zero"),
        pytest.param({"Anna": "3", "Boris": "0", "Vera": "0"}, {}, None, ["out"], id="two-zeros"),
        pytest.param({"Anna": "none", "Boris": "none", "Vera": "5"}, {}, None, ["left"], id="two-empty"),
        pytest.param({"Anna": "none", "Boris": "none", "Vera": "5"}, {"out": "Anna"}, "Anna", ["left"], id="another-is-empty"),
        pytest.param({"Anna": "none", "Boris": "1", "Vera": "5"}, {"blocked": True}, None, ["blocked"], id="blocked-and-empty"),
    ],
)  # fmt: skip
def test_zero_is_a_count_and_none_an_empty_hand(
    left: dict[str, str], facts: dict[str, object], out: str | None, refused: list[str]
) -> None:
    house = "jokers=2; joker_held=0"
    assert scored(ended(left, **facts), "basic", house) == (out, refused)
