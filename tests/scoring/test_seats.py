"""Who may sit: how many, with how many cards, and who with whom."""

import pytest

from rummy_score.errors import AmbiguousInput, UnreadableInput
from rummy_score.rules.knobs import with_house_rules
from rummy_score.rules.variants import VARIANTS
from rummy_score.scoring.seats import pairs_of, players_problem, stock_remark

PARTNERS = ("Anna", "Boris", "Vera", "Pavel")


@pytest.mark.parametrize(
    ("count", "variant", "house", "told"),
    [
        pytest.param(2, "basic", "", None, id="two"),
        pytest.param(6, "basic", "", None, id="six"),
        pytest.param(
            1, "basic", "", "1 cannot play: the game takes 2-6 players (players=2-6).", id="one"
        ),
        pytest.param(
            7, "basic", "", "7 cannot play: the game takes 2-6 players (players=2-6).", id="seven"
        ),
        pytest.param(0, "basic", "", "0 cannot play", id="nobody"),
        pytest.param(40, "sequence", "", "40 cannot play", id="forty"),
        pytest.param(
            7, "basic", "players=2-7", "hand says nothing for 7 players", id="no-hand-size"
        ),
        pytest.param(
            5, "joker500", "packs=2-4:1", "packs says nothing for 5 players", id="no-packs"
        ),
        pytest.param(8, "rum500", "", None, id="eight-as-the-source-has-it"),
        pytest.param(4, "joker500", "jokers=5-8:4", None, id="no-jokers-for-four"),
    ],
)
def test_how_many_can_play(count: int, variant: str, house: str, told: str | None) -> None:
    rules = [rule.split("=") for rule in house.split("; ") if rule]
    problem = players_problem(
        count, with_house_rules(VARIANTS[variant].rules, [(k, v) for k, v in rules])
    )
    assert problem is None if told is None else (problem or "").startswith(told)


@pytest.mark.parametrize(
    ("count", "variant", "house", "told"),
    [
        # 8 hands of 7 are 56, more than 52; 7 hands are 49
        pytest.param(8, "rum500", "", "8 hands of 7 leave nothing of 52 cards", id="eight"),
        pytest.param(7, "rum500", "", None, id="three-cards-of-stock"),
        # 6 hands of 9 are 54 = 52 + 2 jokers
        pytest.param(
            6,
            "basic",
            "hand=9; jokers=2",
            "6 hands of 9 leave nothing of 54 cards",
            id="jokers-count",
        ),
    ],
)
def test_hands_that_take_the_whole_stock_are_remarked(
    count: int, variant: str, house: str, told: str | None
) -> None:
    rules = [rule.split("=") for rule in house.split("; ") if rule]
    remark = stock_remark(
        count, with_house_rules(VARIANTS[variant].rules, [(k, v) for k, v in rules])
    )
    assert remark is None if told is None else (remark or "").startswith(told)


# Pairs

PAIRED = VARIANTS["rum500"].rules


def test_pairs_are_found_by_beginnings_of_names() -> None:
    assert pairs_of([["a", "VERA"], ["b", "Pa"]], PARTNERS, PAIRED) == (
        ("Anna", "Vera"),
        ("Boris", "Pavel"),
    )


@pytest.mark.parametrize(
    "named",
    [
        [],
        [["Anna", "Vera"]],
        [["Anna", "Vera", "Boris", "Pavel"]],
        [["Anna", "Vera"], ["Boris", "Anna"]],
        [["Anna", "Vera", "Boris"], ["Pavel"]],
    ],
)
def test_every_player_is_in_one_pair_of_two(named: list[list[str]]) -> None:
    with pytest.raises(UnreadableInput, match="every player belongs to one pair of two"):
        pairs_of(named, PARTNERS, PAIRED)


def test_pairs_that_cannot_be_say_why() -> None:
    with pytest.raises(UnreadableInput, match=r"everybody plays for himself here \(pairs=no\)"):
        pairs_of([["Anna", "Vera"], ["Boris", "Pavel"]], PARTNERS, VARIANTS["basic"].rules)
    with pytest.raises(UnreadableInput, match="no player 'Gleb'"):
        pairs_of([["Anna", "Gleb"]], PARTNERS, PAIRED)
    with pytest.raises(AmbiguousInput, match="A could be"):
        pairs_of([["A", "Vera"]], ("Anna", "Alla", "Vera", "Boris"), PAIRED)
    with pytest.raises(UnreadableInput, match="two pairs have one name together"):
        pairs_of([["A+B", "C"], ["A", "B+C"]], ("A+B", "C", "A", "B+C"), PAIRED)
