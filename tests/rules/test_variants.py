"""The presets hold what the sources say, knob by knob, and each knob says where it comes from."""

import pytest

from rummy_score.errors import UnreadableInput
from rummy_score.rules.knobs import KNOBS, contradictions, read_rule, value_text
from rummy_score.rules.rules import Rules
from rummy_score.rules.variants import (
    DEFAULT,
    DOUBLE_RUM_PAGE,
    GAMBLING_TEXT,
    RUM500_PAGE,
    RUM500_TEXT,
    SEQUENCE_TEXT,
    VARIANTS,
    find_variant,
)

# rules.md, section 6, typed from there: knob, basic, gambling, sequence, rum500.
TABLE = [
    ("players", "2-6", "2-6", "2-12", "2-8"),
    ("packs", "1", "1", "2", "1"),
    ("jokers", "0", "0", "2", "0"),
    ("wild", "none", "none", "none", "none"),
    ("hand", "2:10 3-4:7 5-6:6", "7", "8", "2:13 3-8:7"),
    ("draw", "one", "one", "many", "many"),
    ("set_min", "3", "3", "3", "3"),
    ("set_max", "4", "4", "4", "4"),
    ("set_same_suit", "no", "no", "yes", "no"),
    ("run_min", "3", "3", "3", "3"),
    ("run_max", "10", "10", "10", "14"),
    ("ace", "low", "low", "low", "both"),
    ("naturals_min", "1", "1", "1", "1"),
    ("jokers_max", "none", "none", "none", "none"),
    ("jokers_adjacent", "yes", "yes", "yes", "yes"),
    ("first_meld", "any", "any", "run", "any"),
    ("layoff_first", "yes", "yes", "no", "yes"),
    ("out_turns", "1", "2", "1", "1"),
    ("rummy_times", "2", "1", "1", "1"),
    ("scoring", "hand", "hand", "melds", "melds"),
    ("ace_points", "1", "1", "15", "15"),
    ("court_points", "10", "10", "10", "10"),
    ("pip_points", "face", "face", "face", "face"),
    ("low_ace", "none", "none", "short-run", "below-two"),
    ("low_ace_points", "1", "1", "1", "1"),
    ("joker_held", "25", "25", "25", "25"),
    ("joker_laid", "card", "card", "card", "card"),
    ("blocked", "difference", "difference", "score", "score"),
    ("ties", "share", "share", "share", "share"),
    ("target", "none", "none", "none", "500"),
    ("target_tie", "another-deal", "another-deal", "another-deal", "another-deal"),
    ("settle", "deals", "deals", "difference", "difference"),
    ("pairs", "no", "no", "no", "yes"),
    ("rummy_call_fine", "0", "0", "1", "0"),
]
NAMES = ("basic", "gambling", "sequence", "rum500")
CELLS = [
    pytest.param(name, row[0], text, id=f"{name}-{row[0]}")
    for row in TABLE
    for name, text in zip(NAMES, row[1:], strict=True)
]


def test_the_table_names_every_knob():
    assert [row[0] for row in TABLE] == list(Rules._fields)


@pytest.mark.parametrize(("name", "knob", "text"), CELLS)
def test_a_preset_holds_the_value_of_the_table(name, knob, text):
    value = getattr(VARIANTS[name].rules, knob)
    assert value_text(knob, value) == text
    assert read_rule(knob, text) == (knob, value)
    assert type(read_rule(knob, text)[1]) is type(value)


@pytest.mark.parametrize(
    ("name", "parent", "differences"),
    [
        # Rum 500 with two jokers worth 15 held and laid; two packs, so four jokers, for five
        # players or more.
        pytest.param(
            "joker500",
            "rum500",
            {
                "packs": "2-4:1 5-8:2",
                "jokers": "2-4:2 5-8:4",
                "joker_held": "15",
                "joker_laid": "15",
            },
            id="joker500",
        ),
        # bicyclecards.com, Double Rum: 2-4 players, two packs and two jokers, ten cards, any three
        # or more of a rank (two packs hold eight), the ace high or low; a joker left is 15, an ace
        # 11.
        pytest.param(
            "double",
            "basic",
            {
                "players": "2-4",
                "packs": "2",
                "jokers": "2",
                "hand": "10",
                "set_max": "8",
                "set_same_suit": "yes",
                "ace": "both",
                "ace_points": "11",
                "joker_held": "15",
            },
            id="double",
        ),
    ],
)
def test_a_derived_game_differs_from_its_parent_only_where_its_page_says(name, parent, differences):
    rules, before = VARIANTS[name].rules, VARIANTS[parent].rules
    changed = {knob for knob in KNOBS if getattr(rules, knob) != getattr(before, knob)}
    assert {knob: value_text(knob, getattr(rules, knob)) for knob in changed} == differences


def test_a_suit_twice_is_no_set_in_joker500_though_it_may_have_two_packs():
    assert VARIANTS["joker500"].rules.set_same_suit is False
    assert VARIANTS["joker500"].sources["set_same_suit"] == RUM500_PAGE


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_every_knob_of_every_variant_has_a_source(variant):
    assert list(variant.sources) == list(KNOBS)
    assert all(len(source) > 5 for source in variant.sources.values())


@pytest.mark.parametrize(
    ("name", "knob", "source"),
    [
        # rules.md marks each with "default": the source is silent.
        pytest.param("sequence", "jokers", DEFAULT, id="sequence-jokers"),
        pytest.param("sequence", "joker_laid", DEFAULT, id="sequence-joker-laid"),
        pytest.param("sequence", "set_same_suit", DEFAULT, id="sequence-same-suit"),
        pytest.param("sequence", "target", DEFAULT, id="sequence-target"),
        pytest.param("sequence", "settle", RUM500_TEXT, id="sequence-settles-as-rum500"),
        pytest.param("rum500", "blocked", DEFAULT, id="rum500-blocked"),
        pytest.param("rum500", "target_tie", DEFAULT, id="rum500-target-tie"),
        pytest.param("basic", "blocked", GAMBLING_TEXT, id="basic-blocked-as-gambling"),
        pytest.param("gambling", "out_turns", GAMBLING_TEXT, id="gambling-out-turns"),
        pytest.param("gambling", "ties", GAMBLING_TEXT, id="gambling-ties"),
        pytest.param("sequence", "joker_held", SEQUENCE_TEXT, id="sequence-joker-held"),
        pytest.param("sequence", "low_ace", SEQUENCE_TEXT, id="sequence-low-ace"),
        pytest.param("rum500", "ace", RUM500_TEXT, id="rum500-ace"),
        pytest.param("joker500", "joker_laid", RUM500_PAGE, id="joker500-joker-laid"),
        pytest.param("joker500", "ace", RUM500_TEXT, id="joker500-keeps-the-source-of-its-parent"),
        pytest.param("double", "ace_points", DOUBLE_RUM_PAGE, id="double-ace-points"),
    ],
)
def test_a_knob_names_the_text_that_it_comes_from_or_says_that_it_is_a_default(name, knob, source):
    assert VARIANTS[name].sources[knob] == source


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_no_preset_contradicts_itself(variant):
    assert contradictions(variant.rules) == []


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_every_number_of_players_has_packs_jokers_and_a_hand(variant):
    rules = variant.rules
    for players in range(rules.players.low, rules.players.high + 1):
        assert rules.hand.of(players)
        assert rules.packs.of(players)
        assert rules.jokers.of(players) is not None


def test_the_variants_are_known_by_their_names_and_tell_what_they_are():
    assert list(VARIANTS) == ["basic", "gambling", "sequence", "rum500", "joker500", "double"]
    assert all(
        variant.name == name and variant.title.endswith(".") for name, variant in VARIANTS.items()
    )


@pytest.mark.parametrize(
    "typed",
    [
        pytest.param("rum500", id="plain"),
        pytest.param(" Rum500 ", id="case-and-blanks-do-not-count"),
    ],
)
def test_a_variant_is_found_by_its_name(typed):
    assert find_variant(typed) is VARIANTS["rum500"]


@pytest.mark.parametrize(
    ("typed", "slip"),
    [
        pytest.param("gamblin", "'gamblin' (did you mean gambling?)", id="near"),
        pytest.param("rum50\x1b", r"'rum50\x1b' (did you mean rum500?)", id="near-and-unprintable"),
        pytest.param("", "''", id="nothing"),
        pytest.param("канаста", "'канаста'", id="far-from-all"),
    ],
)
def test_an_unknown_variant_is_refused_with_the_nearest_and_all_that_there_are(typed, slip):
    with pytest.raises(UnreadableInput) as refused:
        find_variant(typed)
    told = f"there is no variant {slip}. Variants: basic, gambling, sequence, rum500, joker500 and double."
    assert str(refused.value) == told
