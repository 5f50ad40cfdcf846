"""What nobody sane types: it is answered, never raw, never with a traceback, and soon."""

import json
import os
import subprocess
from pathlib import Path
from time import process_time

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st
from prompt import Shell, Typed

from rummy_score.cli import cli
from rummy_score.rules.knobs import KNOBS
from rummy_score.rules.variants import VARIANTS

RULINGS = {0, 1, 2}
CLEAR = "\x1b[2J"
OVERRIDE = "\u202e"
JOINERS = "\u200c\u200d"
# Characters that a terminal obeys rather than shows: escape, bell, backspace, a C1 control, the
# direction override and isolate, a line separator, a stray half of a pair.
OBEYED = ("\x1b[2J", "\x07", "\x08", "\x9b31m", "\u202e", "\u2066", "\u2028", "\udcff", "\r")

CARD_LIKE = st.text("AKQJT0123456789SHDCshdc♠♥♦♣ТКДВПЧБтч=-,* \u202e\x1bto", max_size=24)
CARDS = st.lists(
    st.sampled_from(
        ["7H", "8H", "9H", "10H", "JK", "*", "JK=KH", "7-10H", "QHSD", "A-KS", "as", "set"]
    )
)
HOUSE_RULES = st.tuples(st.sampled_from([*KNOBS, "knob", ""]), st.text(max_size=12)).map("=".join)


def run(arguments: list[str], stdin: str | bytes = "") -> Result:
    return CliRunner().invoke(
        cli, arguments, input=stdin, catch_exceptions=False, prog_name="rummy-score"
    )


def assert_shows(text: str) -> None:
    """Check that a terminal shows all of a text and obeys none of it."""
    assert [c for c in text if not (c.isprintable() or c == "\n" or c in JOINERS)] == []


def assert_answered(result: Result) -> None:
    assert result.exit_code in RULINGS
    assert_shows(result.output)
    assert bool(result.stdout) != bool(result.stderr)
    assert result.exit_code < 2 or result.stderr


# Whatever the text


@settings(max_examples=300)
@given(st.text(st.characters(), max_size=40))
def test_any_text_is_ruled_on_or_refused(text: str) -> None:
    assert_answered(run(["check", "--", text]))


@settings(max_examples=300)
@given(st.one_of(CARD_LIKE, CARDS.map(" ".join)), st.sampled_from(list(VARIANTS)))
def test_any_text_of_cards_is_ruled_on_or_refused(text: str, variant: str) -> None:
    assert_answered(run(["check", "--variant", variant, "--", text]))


@settings(max_examples=200)
@given(
    CARDS.map(" ".join),
    st.sampled_from(["--on", "--seen", "--from"]),
    st.one_of(CARD_LIKE, CARDS.map(" ".join)),
)
def test_any_text_in_an_option_is_ruled_on_or_refused(cards: str, option: str, text: str) -> None:
    assert_answered(run(["check", cards, f"{option}={text}", "--variant", "double"]))


@settings(max_examples=200)
@given(HOUSE_RULES)
def test_any_house_rule_is_taken_or_refused(rule: str) -> None:
    assert_answered(run(["check", "7H JK 9H", "--variant", "sequence", f"--rule={rule}"]))


@settings(max_examples=200)
@given(st.lists(st.text(st.characters(exclude_characters="\0"), max_size=12), max_size=4))
def test_any_command_line_is_answered(arguments: list[str]) -> None:
    result = run(arguments)
    assert result.exit_code in RULINGS | {3}  # no ledger is here
    assert_shows(result.output)


@settings(max_examples=200)
@given(st.one_of(st.text(max_size=80).map(str.encode), st.binary(max_size=80)))
def test_any_file_is_a_sheet_or_refused(content: bytes) -> None:
    assert_answered(run(["score", "-"], content))


@settings(max_examples=100)
@given(st.text(max_size=60), st.sampled_from(["title", "variant", "dealer", "currency", "stake"]))
def test_any_text_at_a_key_of_a_sheet_is_taken_or_refused(text: str, key: str) -> None:
    keys = {"variant": '"basic"', "stake": '"0.05"', key: json.dumps(text)}
    head = "\n".join(f"{name} = {value}" for name, value in keys.items())
    result = run(
        ["score", "-"],
        f'{head}\nplayers = ["Anna", "Boris"]\n[[deals]]\nout = "Anna"\nleft = ["Boris: 5"]',
    )
    assert_answered(result)


# What a terminal would obey


@pytest.mark.parametrize("sequence", OBEYED, ids=ascii)
@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["{}"], id="command"),
        pytest.param(["--{}"], id="option"),
        pytest.param(["check", "{}"], id="cards"),
        pytest.param(["check", "8H", "--variant", "{}"], id="variant"),
        pytest.param(["check", "8H", "--rule", "{}"], id="rule"),
        pytest.param(["check", "8H", "--rule", "{}=1"], id="knob"),
        pytest.param(["check", "8H", "--rule", "ace={}"], id="value"),
        pytest.param(["check", "8H", "--on", "{}"], id="on"),
        pytest.param(["check", "8H", "--unknown{}"], id="option-of-a-command"),
        pytest.param(["check", "8H", "--json={}"], id="value-of-a-flag"),
        pytest.param(["score", "{}.toml"], id="file"),
        pytest.param(["score", "a.toml", "b{}"], id="argument-too-many"),
        pytest.param(["score", "a.toml", "--format", "{}"], id="format"),
        pytest.param(["variants", "{}"], id="name"),
    ],
)
def test_what_is_typed_is_never_shown_raw(
    typed: Typed, arguments: list[str], sequence: str
) -> None:
    told = typed(*(argument.format(f"x{sequence}y") for argument in arguments))
    assert told.exit_code == 2
    assert_shows(told.output)


@pytest.mark.parametrize("sequence", ["\\u001b[2J", "\\u202E", "\\u2066", "\\u0007", "\\u0085"])
@pytest.mark.parametrize("key", ["title", "currency", "dealer", "variant", "key"])
def test_what_a_sheet_holds_is_never_shown_raw(typed: Typed, key: str, sequence: str) -> None:
    sheet = f'{key} = "x{sequence}y"\nplayers = ["Anna", "Boris"]\nstake = "1"'
    told = typed("score", "-", stdin=sheet if key == "variant" else 'variant = "basic"\n' + sheet)
    assert told.exit_code == 2
    assert_shows(told.output)


def test_a_name_that_hides_a_direction_is_refused_and_escaped(typed: Typed) -> None:
    told = typed("score", "-", stdin=f'variant = "basic"\nplayers = ["An{OVERRIDE}na", "Boris"]\n')
    assert told.exit_code == 2
    assert r"An\u202ena" in told.stderr


def test_a_file_name_that_is_no_text_is_escaped(
    environment: dict[str, str], tmp_path: Path
) -> None:
    name = os.fsdecode(b"\xff" + CLEAR.encode() + OVERRIDE.encode() + b".toml")
    (tmp_path / name).write_text('variant = "basic"\n', encoding="utf-8")
    line = ["rummy-score", "score", name]
    ran = subprocess.run(line, cwd=tmp_path, capture_output=True, env=environment, check=False)
    assert ran.returncode == 2
    told = ran.stderr.decode()
    assert_shows(told)
    assert told.startswith(r"Error: \udcff\x1b[2J\u202e.toml has 1 problem")


def test_bytes_that_are_no_text_are_escaped(shell: Shell) -> None:
    for line in (
        r"check $(printf '8H\377')",
        r"$(printf 'ch\377ck')",
        r"variants $(printf '\377\033')",
    ):
        ran = shell(f"rummy-score {line}")
        assert ran.code == 2
        assert_shows(ran.err)


# Too much of it


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["check", "8H " * 30_000], id="cards"),
        pytest.param(["check", ",".join(["8H"] * 30_000)], id="melds"),
        pytest.param(["check", "x" * 100_000], id="word"),
        pytest.param(
            ["check", "JK " * 12, "--variant", "sequence", "--rule", "jokers=12"], id="jokers"
        ),
        pytest.param(["check", "8H", "--seen", "7S " * 30_000], id="seen"),
        pytest.param(["check", "8H", "--rule", "ace=" + "9" * 100_000], id="value"),
        pytest.param(["check", "8H", "--rule", "wild=" + "2 " * 30_000], id="wild"),
        pytest.param(["x" * 100_000], id="command"),
        pytest.param(["check", "8H", *["--rule=ace=low"] * 2_000], id="rules"),
        pytest.param(["variants", "\u0301" * 100_000], id="marks"),
        pytest.param(["score", "x" * 100_000], id="file"),
    ],
)
def test_too_much_is_answered_soon_and_in_few_words(typed: Typed, arguments: list[str]) -> None:
    began = process_time()
    told = typed(*arguments)
    assert process_time() - began < 2
    assert told.exit_code in RULINGS
    assert len(told.output) < 5_000
