"""``variants``: the list of games, and every rule of one."""

import json

import pytest
from prompt import FitsAPage, Typed, words

from rummy_score.rules.knobs import KNOBS
from rummy_score.rules.variants import VARIANTS


def test_the_games_are_listed(typed: Typed) -> None:
    told = typed("variants")
    assert told.exit_code == 0
    assert [
        line.split()[0] for line in told.stdout.splitlines() if not line.startswith(" ")
    ] == list(VARIANTS)
    assert words(told.stdout) == words(
        " ".join(f"{each.name} {each.title}" for each in VARIANTS.values())
    )


def test_the_games_are_listed_as_json(typed: Typed) -> None:
    told = json.loads(typed("variants", "--json").stdout)
    assert told == [{"name": each.name, "title": each.title} for each in VARIANTS.values()]


@pytest.mark.parametrize("name", VARIANTS)
def test_every_rule_of_a_game_is_explained_on_a_page(
    typed: Typed, fits_a_page: FitsAPage, name: str
) -> None:
    told = typed("variants", name).stdout
    fits_a_page(told)
    assert told.startswith(f"{name}: ")
    for knob in KNOBS.values():
        assert f"\n{knob.name} = " in told
        assert words(
            f"{knob.help} Allowed: {knob.values} Source: {VARIANTS[name].sources[knob.name]}"
        ) in words(told)


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        pytest.param("basic", "hand = 2:10 3-4:7 5-6:6", id="basic"),
        pytest.param("gambling", "out_turns = 2", id="gambling"),
        pytest.param("sequence", "first_meld = run", id="sequence"),
        pytest.param("rum500", "target = 500", id="rum500"),
    ],
)
def test_a_rule_is_shown_as_it_is_typed(typed: Typed, name: str, rule: str) -> None:
    assert f"\n{rule} " in typed("variants", name).stdout


def test_a_rule_can_be_typed_as_it_is_shown(typed: Typed) -> None:
    rules = json.loads(typed("variants", "sequence", "--json").stdout)["rules"]
    options = [
        part for knob, rule in rules.items() for part in ("--rule", f"{knob}={rule['value']}")
    ]
    assert typed("check", "8-10H", "--variant", "sequence", *options).exit_code == 0


def test_a_game_as_json_gives_every_knob_four_things(typed: Typed) -> None:
    told = json.loads(typed("variants", "rum500", "--json").stdout)
    assert list(told) == ["name", "title", "rules"]
    assert list(told["rules"]) == list(KNOBS)
    assert told["rules"]["target"]["value"] == "500"
    assert {tuple(rule) for rule in told["rules"].values()} == {
        ("value", "help", "values", "source")
    }


def test_a_game_may_be_typed_in_either_case(typed: Typed) -> None:
    assert typed("variants", "GAMBLING").stdout == typed("variants", "gambling").stdout


def test_a_mistyped_game_is_answered_with_the_nearest(typed: Typed) -> None:
    told = typed("variants", "gamblin")
    assert told.exit_code == 2
    assert "did you mean gambling?" in told.stderr
