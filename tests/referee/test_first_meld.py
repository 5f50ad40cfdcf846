"""What a player may lay before a meld of his own; numbers as in rules.md, sections 3, 6 and 7."""

import pytest
from refereework import BASIC, SEQUENCE, house

from rummy_score.cards.cards import Kind
from rummy_score.cards.notation import parse_cards
from rummy_score.referee.first_meld import comes_first, reminder, too_early
from rummy_score.referee.melds import Meld, judge
from rummy_score.rules.rules import Rules

FORTY = house(BASIC, "first_meld=40")
AGREED = Meld(None, parse_cards("KC AC 2C"))


def laid(rules: Rules, *texts: str) -> list[Meld]:
    found = [judge(parse_cards(text), rules).meld for text in texts]
    assert all(found)
    return [meld for meld in found if meld]


@pytest.mark.parametrize(
    ("rules", "melds", "broken"),
    [
        pytest.param(BASIC, [], [], id="lay-offs-are-free"),
        pytest.param(BASIC, ["QHSD"], [], id="any-meld"),
        pytest.param(SEQUENCE, [], ["layoff_first"], id="no-lay-off-before-a-meld"),
        pytest.param(SEQUENCE, ["QHSD"], ["first_meld"], id="a-set-is-no-run"),
        pytest.param(SEQUENCE, ["QHSD", "8-10H"], [], id="a-run-beside-it"),
        # 10 + 10 + 10 = 30; 2 + 3 + 4 = 9; 30 + 9 = 39; with 1 + 2 + 3 + 4 = 10 it is 40.
        pytest.param(FORTY, ["QHSD"], ["first_meld"], id="30-of-40"),
        pytest.param(FORTY, ["QHSD", "2-4C"], ["first_meld"], id="39-of-40"),
        pytest.param(FORTY, ["QHSD", "A-4C"], [], id="40-of-40"),
        pytest.param(FORTY, [], [], id="a-number-does-not-forbid-lay-offs"),
    ],
)
def test_a_first_turn_is_judged_over_all_its_new_melds(
    rules: Rules, melds: list[str], broken: list[str]
) -> None:
    new = laid(rules, *melds)
    assert [problem.rule for problem in too_early("Anna", new, rules)] == broken
    assert bool(list(reminder(new, rules))) == bool(broken)


def test_each_refusal_is_one_sentence_with_the_player_and_the_knob() -> None:
    told = [
        next(iter(too_early("Anna", laid(rules, *melds), rules))).message
        for rules, melds in ((SEQUENCE, []), (SEQUENCE, ["QHSD"]), (FORTY, ["QHSD", "2-4C"]))
    ]
    assert told == [
        "Anna lays off before a meld of their own (layoff_first=no).",
        "Anna has laid no run yet, and the first meld is a run (first_meld=run).",
        "Anna's first melds come to 39 points; the first takes 40 (first_meld=40).",
    ]


def test_an_agreed_meld_is_not_also_called_a_missing_run() -> None:
    assert list(too_early("Anna", [AGREED], SEQUENCE)) == []


@pytest.mark.parametrize(
    ("kinds", "points", "rules", "enough"),
    [
        pytest.param([Kind.SET], 30, SEQUENCE, False, id="only-sets"),
        pytest.param([Kind.SET, Kind.RUN], 54, SEQUENCE, True, id="a-run-among-them"),
        pytest.param([Kind.SET], 39, FORTY, False, id="a-point-short"),
        pytest.param([Kind.SET], 40, FORTY, True, id="enough"),
        pytest.param([], 0, FORTY, True, id="lay-offs-where-they-may-be-first"),
        pytest.param([], 0, SEQUENCE, False, id="lay-offs-where-they-may-not"),
    ],
)
def test_the_search_of_the_best_arrangement_asks_the_same(
    kinds: list[Kind], points: int, rules: Rules, enough: bool
) -> None:
    assert comes_first(kinds, points, rules) is enough
