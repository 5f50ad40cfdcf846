"""Knobs: their text becomes values and back, slips are refused in words, contradictions are named."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummy_score.cards.cards import PACK, RANKS, Card, Rank, Suit
from rummy_score.errors import RummyScoreError, UnreadableInput
from rummy_score.rules.knobs import (
    KNOBS,
    WHOLE_GAME,
    contradictions,
    read_change,
    read_rule,
    value_text,
    with_house_rules,
)
from rummy_score.rules.rules import (
    FACE,
    Ace,
    Blocked,
    ByPlayers,
    Draw,
    FirstMeld,
    LowAce,
    Rules,
    Scoring,
    Settling,
    Span,
    TargetTie,
    Ties,
    always,
    laid_over,
)
from rummy_score.rules.variants import VARIANTS

BASIC, RUM500, JOKER500, SEQUENCE = (
    VARIANTS[name].rules for name in ("basic", "rum500", "joker500", "sequence")
)


def refusal(name: str, text: str) -> str:
    with pytest.raises(UnreadableInput) as refused:
        read_rule(name, text)
    return str(refused.value)


def test_there_is_a_knob_for_every_rule_in_the_same_order():
    assert list(KNOBS) == list(Rules._fields)
    assert all(knob.name == name for name, knob in KNOBS.items())


@pytest.mark.parametrize("knob", KNOBS.values(), ids=KNOBS)
def test_every_knob_tells_what_it_decides_and_what_it_may_be(knob):
    assert len(knob.help) > 8
    assert len(knob.values) > 8
    assert not knob.help.endswith(".")
    for choice in knob.choices:
        assert re.search(rf"\b{choice}\b", knob.values), "every word that may be typed is told"


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        pytest.param("players", "2-6", Span(2, 6), id="range"),
        pytest.param("players", "4", Span(4, 4), id="range-of-one"),
        pytest.param("packs", "2", always(2), id="packs"),
        pytest.param(
            "packs",
            "2-4:1 5-8:2",
            ByPlayers(((Span(2, 4), 1), (Span(5, 8), 2))),
            id="packs-by-players",
        ),
        pytest.param("jokers", "12", always(12), id="jokers"),
        pytest.param("jokers", "0", always(0), id="no-jokers"),
        pytest.param("wild", "none", (), id="wild-none"),
        pytest.param("wild", "7S", (Card(Rank.SEVEN, Suit.SPADES),), id="wild-card"),
        pytest.param("wild", "П7", (Card(Rank.SEVEN, Suit.SPADES),), id="wild-card-in-russian"),
        pytest.param("wild", "2", (Card(Rank.TWO, None),), id="wild-rank"),
        pytest.param("wild", "10", (Card(Rank.TEN, None),), id="wild-tens"),
        pytest.param(
            "wild",
            "7S, JD, 2",
            (Card(Rank.SEVEN, Suit.SPADES), Card(Rank.JACK, Suit.DIAMONDS), Card(Rank.TWO, None)),
            id="wild-several",
        ),
        pytest.param("wild", "7S 7S", (Card(Rank.SEVEN, Suit.SPADES),), id="wild-named-twice"),
        pytest.param(
            "hand",
            "2:10 3-4:7",
            ByPlayers(((Span(2, 2), 10), (Span(3, 4), 7))),
            id="hand-by-players",
        ),
        pytest.param("draw", "many", Draw.MANY, id="draw"),
        pytest.param("set_min", "3", 3, id="set_min"),
        pytest.param("set_same_suit", "yes", True, id="yes"),
        pytest.param("set_same_suit", "NO", False, id="no-in-capitals"),
        pytest.param("pairs", "true", True, id="true-as-toml-writes-it"),
        pytest.param("pairs", "False", False, id="false-as-python-writes-it"),
        pytest.param("ace", " Corner ", Ace.CORNER, id="blanks-and-capitals"),
        pytest.param("jokers_max", "none", None, id="no-limit"),
        pytest.param("jokers_max", "0", 0, id="limit-of-zero-is-a-limit"),
        pytest.param("first_meld", "any", FirstMeld.ANY, id="first-meld-any"),
        pytest.param("first_meld", "run", FirstMeld.RUN, id="first-meld-run"),
        pytest.param("first_meld", "51", 51, id="first-meld-points"),
        pytest.param("pip_points", "face", (2, 3, 4, 5, 6, 7, 8, 9, 10), id="pips-face"),
        pytest.param("pip_points", "2-9:5 10:10", (5, 5, 5, 5, 5, 5, 5, 5, 10), id="pips-by-rank"),
        pytest.param("pip_points", "3:0", (2, 0, 4, 5, 6, 7, 8, 9, 10), id="pips-of-one-rank"),
        pytest.param("low_ace", "below-two", LowAce.BELOW_TWO, id="low_ace"),
        pytest.param("joker_laid", "card", None, id="joker-laid-as-its-card"),
        pytest.param("joker_laid", "0", 0, id="joker-laid-for-nothing"),
        pytest.param("target", "none", None, id="no-target"),
        pytest.param("target", "500", 500, id="target"),
        pytest.param("target_tie", "another-deal", TargetTie.ANOTHER_DEAL, id="target_tie"),
        pytest.param("JOKERS-MAX", "1", 1, id="name-with-dash-and-capitals"),
    ],
)
def test_a_rule_is_read_as_people_type_it(name, text, value):
    knob, read = read_rule(name, text)
    assert (knob, read, type(read)) == (name.lower().replace("-", "_"), value, type(value))


@st.composite
def bands(draw, least: int, most: int) -> ByPlayers:
    """Numbers by players: one for all, or bands that go up and do not overlap."""
    number = st.integers(least, most)
    if draw(st.booleans()):
        return always(draw(number))
    ends = sorted(draw(st.lists(st.integers(1, 20), min_size=2, max_size=8, unique=True)))
    spans = [Span(low, high) for low, high in zip(ends[::2], ends[1::2], strict=False)]
    return ByPlayers(tuple((span, draw(number)) for span in spans))


def spans(least: int, most: int) -> st.SearchStrategy[Span]:
    numbers = st.integers(least, most)
    return st.tuples(numbers, numbers).map(lambda ends: Span(min(ends), max(ends)))


def or_none(numbers: st.SearchStrategy[int]) -> st.SearchStrategy[int | None]:
    return st.none() | numbers


POINTS = st.integers(0, 1000)
WILD_CARDS = st.sampled_from([*PACK, *(Card(rank, None) for rank in RANKS)])
# What each knob may be, by the table of rules.md, section 6, and `rummy-score variants`.
ALLOWED = {
    "players": spans(2, 20),
    "packs": bands(1, 4),
    "jokers": bands(0, 12),
    "wild": st.lists(WILD_CARDS, max_size=8, unique=True).map(tuple),
    "hand": bands(1, 26),
    "draw": st.sampled_from(Draw),
    "set_min": st.integers(2, 20),
    "set_max": st.integers(2, 20),
    "set_same_suit": st.booleans(),
    "run_min": st.integers(2, 14),
    "run_max": st.integers(2, 14),
    "ace": st.sampled_from(Ace),
    "naturals_min": st.integers(0, 14),
    "jokers_max": or_none(st.integers(0, 14)),
    "jokers_adjacent": st.booleans(),
    "first_meld": st.sampled_from(FirstMeld) | st.integers(1, 1000),
    "layoff_first": st.booleans(),
    "out_turns": st.integers(1, 9),
    "rummy_times": st.integers(1, 10),
    "scoring": st.sampled_from(Scoring),
    "ace_points": POINTS,
    "court_points": POINTS,
    "pip_points": st.just(FACE) | st.tuples(*[st.integers(0, 12)] * 9) | st.tuples(*[POINTS] * 9),
    "low_ace": st.sampled_from(LowAce),
    "low_ace_points": POINTS,
    "joker_held": POINTS,
    "joker_laid": or_none(POINTS),
    "blocked": st.sampled_from(Blocked),
    "ties": st.sampled_from(Ties),
    "target": or_none(st.integers(1, 1_000_000)),
    "target_tie": st.sampled_from(TargetTie),
    "settle": st.sampled_from(Settling),
    "pairs": st.booleans(),
    "rummy_call_fine": st.integers(0, 5),
}
ANY_RULE = st.sampled_from(list(KNOBS)).flatmap(
    lambda name: st.tuples(st.just(name), ALLOWED[name])
)


def test_the_allowed_values_of_every_knob_are_tried():
    assert list(ALLOWED) == list(KNOBS)


@pytest.mark.parametrize("name", KNOBS)
def test_every_allowed_value_prints_as_text_that_reads_as_the_same_value(name):
    @given(ALLOWED[name])
    def inverse(value):
        assert read_rule(name, value_text(name, value)) == (name, value)

    inverse()


TYPED = (
    st.text(alphabet="0123456789-:, +nNoOeEyYsSaAfFcCkKjJtT2٣²½İßДТ\u2013\x1b\ud800", max_size=12)
    | st.text()
)


@given(st.sampled_from(list(KNOBS)), TYPED)
def test_any_text_is_read_as_an_allowed_value_or_refused_with_what_is_allowed(name, text):
    try:
        _, value = read_rule(name, text)
    except UnreadableInput as problem:
        told = str(problem)
    else:
        assert read_rule(name, value_text(name, value)) == (name, value)
        return
    assert told.startswith(f"{name}=")
    assert told.endswith(f" Allowed: {KNOBS[name].values}.")
    assert told.isprintable()


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        # As `rummy-score variants` tells them.
        ("players", 2, 20), ("packs", 1, 4), ("jokers", 0, 12), ("hand", 1, 26), ("set_min", 2, 20), ("set_max", 2, 20),
        ("run_min", 2, 14), ("run_max", 2, 14), ("naturals_min", 0, 14), ("jokers_max", 0, 14), ("first_meld", 1, 1000),
        ("out_turns", 1, 9), ("rummy_times", 1, 10), ("ace_points", 0, 1000), ("court_points", 0, 1000),
        ("low_ace_points", 0, 1000), ("joker_held", 0, 1000), ("joker_laid", 0, 1000), ("target", 1, 1_000_000),
        ("rummy_call_fine", 0, 5),
    ],
)  # fmt: skip
def test_a_number_is_allowed_up_to_its_bounds_and_not_beyond(name, least, most):
    assert value_text(*read_rule(name, str(least))) == str(least)
    assert value_text(*read_rule(name, str(most))) == str(most)
    assert "is not allowed" in refusal(name, str(least - 1))
    assert "is not allowed" in refusal(name, str(most + 1))


def test_the_points_of_a_rank_are_at_most_1000():
    assert read_rule("pip_points", "2:1000") == ("pip_points", (1000, 3, 4, 5, 6, 7, 8, 9, 10))
    assert "is not allowed" in refusal("pip_points", "2:1001")


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        pytest.param(
            "pip_points", (5, 5, 5, 5, 5, 5, 5, 5, 10), "2-9:5", id="pips-alike-are-one-band"
        ),
        pytest.param(
            "pip_points",
            (5, 5, 0, 5, 6, 7, 8, 9, 9),
            "2-3:5 4:0 9-10:9",
            id="pips-as-their-face-are-not-told",
        ),
        pytest.param(
            "wild", (Card(Rank.TEN, Suit.HEARTS), Card(Rank.TWO, None)), "10H 2", id="wild"
        ),
        pytest.param("jokers_max", None, "none", id="no-limit"),
        pytest.param("joker_laid", None, "card", id="as-its-card"),
        pytest.param("pairs", True, "yes", id="yes"),
        pytest.param(
            "hand", ByPlayers(((Span(2, 2), 10), (Span(3, 4), 7))), "2:10 3-4:7", id="bands"
        ),
    ],
)
def test_a_value_prints_in_its_shortest_text(name, value, text):
    assert value_text(name, value) == text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("players", "1-6", id="range-too-low"),
        pytest.param("players", "6-2", id="range-backwards"),
        pytest.param("players", "2-21", id="range-too-high"),
        pytest.param("players", "2-", id="range-without-end"),
        pytest.param("players", "-6", id="range-without-start"),
        pytest.param("players", "2-4-6", id="range-of-three"),
        pytest.param("packs", "0", id="no-packs"),
        pytest.param("packs", "5", id="five-packs"),
        pytest.param("jokers", "13", id="thirteen-jokers"),
        pytest.param("jokers", "-1", id="below-zero"),
        pytest.param("wild", "JK", id="printed-joker-is-not-named"),
        pytest.param("wild", "7S JK", id="printed-joker-among-others"),
        pytest.param("wild", "7S=KH", id="stand-in-is-not-named"),
        pytest.param("wild", "", id="no-card"),
        pytest.param("hand", "2:10 2-4:7", id="bands-overlap"),
        pytest.param("hand", "2:10 3:", id="band-without-number"),
        pytest.param("hand", ":7", id="band-without-players"),
        pytest.param("hand", "2:3:4", id="band-of-three"),
        pytest.param("hand", "27", id="hand-too-large"),
        pytest.param("set_min", "1", id="set-of-one"),
        pytest.param("run_max", "15", id="run-of-fifteen"),
        pytest.param("run_max", "1e1", id="no-whole-number"),
        pytest.param("run_max", "١٠", id="other-digits"),
        pytest.param("set_same_suit", "maybe", id="neither-yes-nor-no"),
        pytest.param("first_meld", "set", id="first-meld-set"),
        pytest.param("first_meld", "0", id="first-meld-for-nothing"),
        pytest.param("pip_points", "A:5", id="pips-of-an-ace"),
        pytest.param("pip_points", "2-11:5", id="pips-beyond-ten"),
        pytest.param("pip_points", "2-9:5 9:7", id="pips-overlap"),
        pytest.param("pip_points", "", id="no-pips"),
        pytest.param("joker_laid", "none", id="joker-laid-none"),
        pytest.param("ties", "split", id="ties"),
        pytest.param("target", "0", id="target-zero"),
        pytest.param("target", "9" * 5000, id="a-number-of-5000-digits"),
        pytest.param("out_turns", "0", id="out-turns-zero"),
    ],
)
def test_what_is_not_allowed_is_refused_with_what_is(name, text):
    told = refusal(name, text)
    assert told.endswith(f" Allowed: {KNOBS[name].values}.")
    assert f"{name}={text[:40]}" in told
    assert len(told) < 300


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        pytest.param(
            "ace", "hihg",
            "ace=hihg is not allowed (did you mean high?). "
            "Allowed: low: A-2-3; high: Q-K-A; both: either; corner: K-A-2 too.",
            id="choice",
        ),
        pytest.param(
            "set_same_suit", "yess",
            "set_same_suit=yess is not allowed (did you mean yes?). "
            "Allowed: yes: Q♥ Q♥ Q♠ is a set; no: suits differ.",
            id="yes-or-no",
        ),
        pytest.param(
            "joker_laid", "crad",
            "joker_laid=crad is not allowed (did you mean card?). "
            "Allowed: card: of the card it stands for; or a number.",
            id="word-or-number",
        ),
        pytest.param(
            "out_turns", "ten", "out_turns=ten is not allowed. Allowed: a number from 1 to 9.", id="number",
        ),
        pytest.param(
            "wild", "JK",
            "wild=JK is not allowed. Allowed: none, or cards and ranks like 7S or 2 (printed ones: jokers).",
            id="a-printed-joker-names-both-knobs",
        ),
    ],
)  # fmt: skip
def test_a_refusal_suggests_the_nearest_value_and_lists_the_allowed(name, text, told):
    assert refusal(name, text) == told


@pytest.mark.parametrize(
    ("name", "told"),
    [
        pytest.param("run_mex", "there is no rule 'run_mex' (did you mean run_max?).", id="near"),
        pytest.param(
            "joker-hold",
            "there is no rule 'joker-hold' (did you mean joker_held?).",
            id="near-with-dash",
        ),
        pytest.param("colour", "there is no rule 'colour'.", id="far"),
        pytest.param("\x1b[31m", r"there is no rule '\x1b[31m'.", id="unprintable"),
        pytest.param("", "there is no rule ''.", id="empty"),
    ],
)
def test_an_unknown_knob_is_refused_with_the_nearest(name, told):
    assert refusal(name, "1") == f"{told} `rummy-score variants basic` lists all."


def test_house_rules_change_only_the_knobs_that_they_name():
    changed = with_house_rules(RUM500, [("ace", "corner"), ("target", "1000"), ("jokers", "2")])
    assert changed == RUM500._replace(ace=Ace.CORNER, target=1000, jokers=always(2))


def test_no_house_rules_leave_the_rules_as_they_are():
    assert with_house_rules(RUM500, []) == RUM500


def test_every_problem_of_house_rules_is_told_in_one_go():
    with pytest.raises(UnreadableInput) as refused:
        with_house_rules(
            BASIC, [("ace", "hihg"), ("run_mex", "4"), ("ace", "low"), ("ace", "both")]
        )
    lines = str(refused.value).splitlines()
    assert [line.split(" ")[0] for line in lines] == ["ace=hihg", "there", "ace"]
    assert lines[2] == "ace is given twice with different values; keep one."


def test_a_house_rule_may_be_told_twice_alike():
    assert with_house_rules(BASIC, [("ace", "both"), ("ace", "Both")]).ace is Ace.BOTH


@pytest.mark.parametrize(
    ("rules", "house", "knobs"),
    [
        pytest.param(BASIC, "run_min=5 run_max=4", ["run_min=5", "run_max=4"], id="run-range"),
        pytest.param(BASIC, "set_max=2", ["set_min=3", "set_max=2"], id="set-range"),
        pytest.param(
            BASIC, "naturals_min=5", ["naturals_min=5", "set_max=4"], id="naturals-beyond-a-set"
        ),
        pytest.param(
            BASIC,
            "naturals_min=12 set_max=13",
            ["naturals_min=12", "run_max=10"],
            id="naturals-beyond-a-run",
        ),
        pytest.param(
            BASIC, "set_min=5 set_max=5", ["set_min=5", "set_same_suit=no"], id="five-suits"
        ),
        pytest.param(
            BASIC,
            "set_min=5 set_max=5 set_same_suit=yes",
            ["set_min=5", "packs=1"],
            id="five-of-a-rank-in-one-pack",
        ),
        pytest.param(
            SEQUENCE,
            "run_min=14 run_max=14",
            ["run_min=14", "ace=low"],
            id="fourteen-cards-with-the-ace-low",
        ),
        pytest.param(
            RUM500,
            "run_min=14 ace=high",
            ["run_min=14", "ace=high"],
            id="fourteen-cards-with-the-ace-high",
        ),
        pytest.param(
            RUM500,
            "run_min=14",
            ["run_min=14", "packs=1"],
            id="fourteen-cards-with-one-ace-of-a-suit",
        ),
        pytest.param(
            BASIC, "out_turns=2", ["rummy_times=2", "out_turns=2"], id="rummy-times-basic"
        ),
        pytest.param(
            VARIANTS["gambling"].rules,
            "rummy_times=2",
            ["rummy_times=2", "out_turns=2"],
            id="rummy-times-gambling",
        ),
        pytest.param(
            BASIC, "jokers_max=1", ["jokers_max=1", "jokers=0", "wild=none"], id="joker-limit"
        ),
        pytest.param(
            BASIC,
            "jokers_adjacent=no",
            ["jokers_adjacent=no", "jokers=0", "wild=none"],
            id="joker-places",
        ),
        pytest.param(
            BASIC, "joker_laid=15", ["joker_laid=15", "jokers=0", "wild=none"], id="joker-points"
        ),
        pytest.param(
            JOKER500,
            "jokers=0",
            ["joker_laid=15", "jokers=0", "joker_laid=card"],
            id="jokers-taken-out",
        ),
        pytest.param(
            BASIC, "pairs=yes players=2-3", ["pairs=yes", "players=2-3"], id="pairs-of-three"
        ),
        pytest.param(BASIC, "hand=26", ["hand=26", "packs=1", "2 players"], id="no-stock"),
        pytest.param(
            BASIC,
            "hand=26 players=2",
            ["hand=26", "packs=1", "2 players"],
            id="no-stock-for-two-only",
        ),
        pytest.param(
            BASIC,
            "hand=2:10 3-4:18",
            ["hand=2:10 3-4:18", "packs=1", "3 players"],
            id="no-stock-for-three",
        ),
    ],
)
def test_a_contradiction_names_both_knobs(rules, house, knobs):
    names = "|".join(KNOBS)
    texts = [tuple(rule.split("=")) for rule in re.split(rf" (?=(?:{names})=)", house)]
    with pytest.raises(UnreadableInput) as refused:
        with_house_rules(rules, texts)
    (told,) = str(refused.value).splitlines()
    assert all(knob in told for knob in knobs)


@pytest.mark.parametrize(
    ("rules", "house"),
    [
        pytest.param(BASIC, "jokers=2 jokers_max=1", id="joker-limit-with-jokers"),
        pytest.param(BASIC, "wild=2 jokers_adjacent=no", id="joker-limit-with-named-jokers"),
        pytest.param(BASIC, "rummy_times=1 out_turns=2", id="two-turns-without-doubling"),
        pytest.param(BASIC, "run_min=4 run_max=4", id="runs-of-one-length"),
        pytest.param(BASIC, "hand=25", id="two-cards-of-stock"),
        pytest.param(RUM500, "run_min=14 packs=2", id="fourteen-cards-of-two-packs"),
        pytest.param(JOKER500, "jokers=0 joker_laid=card", id="jokers-taken-out-whole"),
        pytest.param(
            BASIC, "set_min=5 set_max=8 set_same_suit=yes packs=2", id="five-of-a-rank-in-two-packs"
        ),
        pytest.param(BASIC, "hand=26 jokers=2", id="two-jokers-of-stock"),
        pytest.param(SEQUENCE, "run_min=13 run_max=13", id="a-whole-suit-with-the-ace-low"),
        pytest.param(RUM500, "run_min=13", id="a-whole-suit-of-one-pack"),
        pytest.param(BASIC, "naturals_min=4", id="a-set-of-naturals-only"),
        pytest.param(BASIC, "pairs=yes players=4", id="pairs-of-four"),
        pytest.param(RUM500, "ace=low", id="a-low-ace-below-two-needs-no-high-ace"),
    ],
)
def test_rules_that_can_hold_together_are_taken(rules, house):
    texts = [tuple(rule.split("=")) for rule in house.split(" ")]
    changed = with_house_rules(rules, texts)
    assert {name: value_text(name, getattr(changed, name)) for name, _ in texts} == dict(texts)


def test_every_contradiction_is_told_at_once():
    rules = BASIC._replace(run_min=5, run_max=4, set_min=4, set_max=3, out_turns=2)
    assert len(contradictions(rules)) == 3


@given(st.sampled_from(list(VARIANTS)), st.lists(ANY_RULE, max_size=4))
def test_any_allowed_house_rules_are_taken_or_refused_in_words(name, changes):
    rules = VARIANTS[name].rules
    texts = [(knob, value_text(knob, value)) for knob, value in changes]
    try:
        changed = with_house_rules(rules, texts)
    except RummyScoreError as refused:
        told = str(refused)
        assert any(f"{knob}=" in told or f"{knob} is given twice" in told for knob, _ in changes)
    else:
        assert changed == rules._replace(**dict(changes))
        assert contradictions(changed) == []


# Rules that change between two deals


def test_what_holds_for_the_whole_game_is_a_knob_with_a_reason():
    assert set(WHOLE_GAME) < set(KNOBS)
    assert {"target", "settle", "pairs", "players"} <= set(WHOLE_GAME)
    assert all(len(reason) > 20 for reason in WHOLE_GAME.values())


@pytest.mark.parametrize("name", WHOLE_GAME)
def test_what_holds_for_the_whole_game_changes_with_no_deal(name):
    text = value_text(name, getattr(BASIC, name))
    with pytest.raises(UnreadableInput, match=f"{name} holds for the whole game, since "):
        read_change(name.upper(), text)


@pytest.mark.parametrize("name", [name for name in KNOBS if name not in WHOLE_GAME])
@pytest.mark.parametrize("variant", VARIANTS)
def test_any_other_rule_may_change_and_is_kept_as_it_is_typed(name, variant):
    text = value_text(name, getattr(VARIANTS[variant].rules, name))
    assert read_change(name, text) == (name, text)


def test_a_change_is_kept_in_its_one_form():
    assert read_change(" Set-Same-Suit ", "TRUE") == ("set_same_suit", "yes")
    with pytest.raises(UnreadableInput, match="did you mean ace"):
        read_change("aec", "low")


def test_later_changes_go_over_earlier_ones_in_the_order_of_the_knobs():
    earlier = (("set_max", "5"), ("ace", "both"))
    assert laid_over(earlier, (("ace", "low"), ("packs", "2"))) == (
        ("packs", "2"),
        ("set_max", "5"),
        ("ace", "low"),
    )
    assert laid_over((), ()) == ()
