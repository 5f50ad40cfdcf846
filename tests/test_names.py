"""Names and remarks: what is allowed, how two compare, what prints safely, and what a slip is answered."""

import doctest
import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummy_score import names
from rummy_score.errors import AmbiguousInput, UnreadableInput
from rummy_score.names import (
    LONGEST_NAME,
    LONGEST_REMARK,
    clean,
    find,
    folded,
    listed,
    nearest,
    printable,
    shown,
)

PLAYERS = ("Boris", "Борис", "Богдан", "Dmitry", "Дмитрий", "Фёдор", "Anna Maria")
MEGABYTE = 1_000_000


def name_of(text: str) -> str:
    return clean(text, "a player's name", LONGEST_NAME)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        pytest.param("Boris", "Boris", id="latin"),
        pytest.param("Фёдор", "Фёдор", id="russian"),
        pytest.param("李小龍", "李小龍", id="chinese"),
        pytest.param("דוד", "דוד", id="hebrew"),
        pytest.param("می\u200cخواهم", "می\u200cخواهم", id="persian-with-non-joiner"),
        pytest.param("क्\u200dष", "क्\u200dष", id="hindi-with-joiner"),
        pytest.param("👩\u200d🚀", "👩\u200d🚀", id="joined-emoji"),
        pytest.param("O'Brien-Smith 2", "O'Brien-Smith 2", id="apostrophe-dash-digit"),
        pytest.param("7", "7", id="digit-alone"),
        pytest.param("  Boris ", "Boris", id="blanks-around"),
        pytest.param("Anna   Maria", "Anna Maria", id="blanks-within"),
        pytest.param("Anna\u00a0Maria", "Anna Maria", id="no-break-space"),
        pytest.param("\u3000李", "李", id="ideographic-space"),
        pytest.param("Фе\u0308дор", "Фёдор", id="decomposed"),
        pytest.param("Б" * 40, "Б" * 40, id="forty-characters"),
        pytest.param("Е\u0308" * 40, "Ё" * 40, id="forty-characters-decomposed"),
        pytest.param(" " * 500 + "Boris" + " " * 500, "Boris", id="many-blanks-around"),
    ],
)
def test_a_name_in_any_script_is_kept_composed_and_trimmed(typed, kept):
    assert name_of(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        pytest.param("", id="nothing"),
        pytest.param("   ", id="blanks"),
        pytest.param("\u00a0\u3000", id="wide-blanks"),
        pytest.param("\u200d\u200c", id="joiners-alone"),
        pytest.param("\u0301", id="combining-mark-alone"),
        pytest.param("\u3164", id="hangul-filler"),
        pytest.param("\u2800\u115f", id="blank-braille-and-filler"),
    ],
)
def test_a_name_that_shows_nothing_is_refused_as_empty(typed):
    with pytest.raises(
        UnreadableInput, match=r"^a player's name is empty; write 1-40 printable characters"
    ):
        name_of(typed)


@pytest.mark.parametrize(
    ("typed", "escape"),
    [
        pytest.param("Bo\x1b[31mris", r"\x1b", id="escape-sequence"),
        pytest.param("Boris\n", r"\n", id="newline-at-the-end"),
        pytest.param("\tBoris", r"\t", id="tab-at-the-start"),
        pytest.param("Bo\x00ris", r"\x00", id="nul"),
        pytest.param("Bo\x7fris", r"\x7f", id="delete"),
        pytest.param("Bo\x9b31mris", r"\x9b", id="8-bit-control-sequence"),
        pytest.param("Bo\u202eris", r"\u202e", id="right-to-left-override"),
        pytest.param("Bo\u2066ris", r"\u2066", id="isolate"),
        pytest.param("Bo\u200fris", r"\u200f", id="right-to-left-mark"),
        pytest.param("Bo\u200bris", r"\u200b", id="zero-width-space"),
        pytest.param("Bo\u00adris", r"\xad", id="soft-hyphen"),
        pytest.param("\ufeffBoris", r"\ufeff", id="byte-order-mark"),
        pytest.param("Bo\u2028ris", r"\u2028", id="line-separator"),
        pytest.param("Bo\udc80ris", r"\udc80", id="lone-surrogate"),
    ],
)
def test_a_character_that_does_not_print_is_refused_and_shown_escaped(typed, escape):
    with pytest.raises(UnreadableInput) as refusal:
        name_of(typed)
    message = str(refusal.value)
    assert message.startswith("a player's name ")
    assert escape in message
    assert "\\" + escape not in message  # escaped once, as it would be typed
    assert message.isprintable()


@pytest.mark.parametrize(
    ("typed", "length"),
    [
        pytest.param("Б" * 41, 41, id="one-too-many"),
        pytest.param("Е\u0308" * 41, 41, id="one-too-many-decomposed"),
        pytest.param("Boris " * 100, 599, id="hundred-words"),
        pytest.param("\u0301\u0323" * 10_000, 20_000, id="combining-marks"),
    ],
)
def test_a_name_longer_than_forty_characters_is_refused_with_both_lengths(typed, length):
    with pytest.raises(
        UnreadableInput, match=f"is {length} characters long; write at most 40"
    ) as refusal:
        name_of(typed)
    assert len(str(refusal.value)) < 120


def test_a_remark_may_be_two_hundred_characters_long():
    assert clean("ё" * 200, "the reason", LONGEST_REMARK) == "ё" * 200
    with pytest.raises(
        UnreadableInput, match=r"the reason 'ё+…' is 201 characters long; write at most 200"
    ):
        clean("ё" * 201, "the reason", LONGEST_REMARK)


@given(st.text(max_size=60))
def test_a_name_that_was_accepted_is_accepted_again_unchanged(text):
    try:
        name = name_of(text)
    except UnreadableInput:
        return
    assert name_of(name) == name
    assert 1 <= len(name) <= 40
    assert printable(name)
    assert shown(name) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("Boris", "BORIS", id="latin-case"),
        pytest.param("Борис", "бОРИС", id="russian-case"),
        pytest.param("Фёдор", "Федор", id="yo-and-ye"),
        pytest.param("ФЁДОР", "федор", id="yo-and-ye-in-capitals"),
        pytest.param("Фе\u0308дор", "Федор", id="decomposed-yo"),
        pytest.param("Фе\u200d\u0308дор", "Федор", id="yo-decomposed-around-a-joiner"),
        pytest.param("José", "Jose\u0301", id="composed-and-decomposed"),
        pytest.param("Андрей", "Андреи\u0306", id="short-i-decomposed"),
        pytest.param("Strauß", "STRAUSS", id="sharp-s"),
        pytest.param("Σωκράτης", "ΣΩΚΡΆΤΗΣ", id="final-sigma"),
        pytest.param("می\u200cخواهم", "میخواهم", id="non-joiner"),
        pytest.param("Ｂｏｒｉｓ", "boris", id="full-width"),
        pytest.param("Anna Maria", " anna\u00a0 maria ", id="blanks"),
    ],
)
def test_spellings_of_one_name_compare_equal(one, other):
    assert folded(one) == folded(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("Андрей", "Андреи", id="short-i-is-a-letter-of-its-own"),
        pytest.param("Борис", "Boris", id="other-alphabet"),
        pytest.param("Anna Maria", "AnnaMaria", id="one-word-or-two"),
        pytest.param("a" * 900, "a" * 900 + "b", id="far-too-long"),
    ],
)
def test_different_names_compare_different(one, other):
    assert folded(one) != folded(other)


@given(st.text(max_size=60))
def test_composition_makes_no_difference_to_a_name(text):
    assert folded(unicodedata.normalize("NFC", text)) == folded(unicodedata.normalize("NFD", text))


@given(st.text(alphabet="abcxyzABCXYZабвёяАБВЁЯéÉñÑüÜ' -", max_size=60))
def test_case_makes_no_difference_to_a_name(text):
    assert folded(text.upper()) == folded(text.lower()) == folded(text)


@pytest.mark.parametrize(
    ("typed", "player"),
    [
        pytest.param("Boris", "Boris", id="whole"),
        pytest.param("b", "Boris", id="one-letter"),
        pytest.param("BOR", "Boris", id="beginning-in-capitals"),
        pytest.param("бор", "Борис", id="russian-beginning"),
        pytest.param("ФЕД", "Фёдор", id="ye-for-yo"),
        pytest.param("фе\u0308", "Фёдор", id="decomposed"),
        pytest.param(" anna  m", "Anna Maria", id="blanks"),
    ],
)
def test_a_player_is_found_by_any_beginning_that_fits_only_one(typed, player):
    assert find(typed, PLAYERS) == player


def test_a_whole_name_wins_over_longer_ones_that_begin_with_it():
    assert find("anna", ["Annabel", "Anna", "Anna Maria"]) == "Anna"


def test_a_beginning_that_fits_several_is_refused_with_all_of_them_named():
    with pytest.raises(
        AmbiguousInput, match=r"^бо could be Борис or Богдан; write more of the name"
    ):
        find("бо", PLAYERS)


@pytest.mark.parametrize(
    "typed",
    [
        pytest.param("", id="nothing"),
        pytest.param("  ", id="blanks"),
        pytest.param("oris", id="an-ending"),
        pytest.param("Boriss", id="more-than-the-name"),
        pytest.param("Nikolai", id="nobody"),
    ],
)
def test_a_name_that_fits_nobody_is_refused_with_the_players_named(typed):
    with pytest.raises(UnreadableInput, match="there is no player") as refusal:
        find(typed, PLAYERS)
    assert not isinstance(refusal.value, AmbiguousInput)
    assert "The players are Boris, Борис, Богдан, Dmitry, Дмитрий, Фёдор and Anna Maria." in str(
        refusal.value
    )


@pytest.mark.parametrize(
    ("typed", "player"),
    [
        pytest.param("Brois", "Boris", id="letters-swapped"),
        pytest.param("Dimitry", "Dmitry", id="letter-added"),
        pytest.param("ДМИТРЙ", "Дмитрий", id="letter-left-out"),
        pytest.param("Фидор", "Фёдор", id="letter-mistaken"),
    ],
)
def test_a_slip_is_answered_with_the_nearest_player(typed, player):
    with pytest.raises(
        UnreadableInput, match=f"there is no player '{typed}' \\(did you mean {player}\\?\\)"
    ):
        find(typed, PLAYERS)


def test_a_word_near_to_nothing_gets_no_hint():
    assert nearest("Zzz", PLAYERS) == ""
    assert nearest("Boris", []) == ""


def test_a_hint_escapes_what_does_not_print():
    assert nearest("Boriss", ["Bori\x1bs"]) == r" (did you mean Bori\x1bs?)"


def test_a_joiner_in_a_name_is_shown_as_it_is_typed():
    with pytest.raises(UnreadableInput, match="there is no player 'می\u200cخواهم'"):
        find("می\u200cخواهم", PLAYERS)


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        pytest.param("Boris", "Boris", id="plain"),
        pytest.param("Bo\x1b[31mris", r"Bo\x1b[31mris", id="escape-sequence"),
        pytest.param("Bo\u202eris", r"Bo\u202eris", id="direction-override"),
        pytest.param("a\r\nb\tc", r"a\r\nb\tc", id="line-end-and-tab"),
        pytest.param("\udc80", r"\udc80", id="lone-surrogate"),
        pytest.param("\U000e0041", r"\U000e0041", id="tag-character"),
        pytest.param("می\u200cخواهم", "می\u200cخواهم", id="non-joiner"),
        pytest.param(28, "28", id="number"),
        pytest.param("x" * 60, "x" * 60, id="longest"),
        pytest.param("x" * 61, "x" * 59 + "…", id="too-long"),
    ],
)
def test_text_is_shown_short_and_with_escapes_for_what_does_not_print(text, safe):
    assert shown(text) == safe


@given(st.text(alphabet=st.characters(), max_size=80))
def test_what_is_shown_is_one_printable_line(text):
    safe = shown(text)
    assert printable(safe)
    safe.encode()
    assert len(safe.splitlines()) <= 1


@pytest.mark.parametrize(
    ("words", "last", "text"),
    [
        pytest.param([], "and", "none", id="none"),
        pytest.param(["a"], "and", "a", id="one"),
        pytest.param(["a", "b"], "and", "a and b", id="two"),
        pytest.param(["a", "b", "c"], "or", "a, b or c", id="three"),
        pytest.param(["a", "b\x1b"], "or", r"a or b\x1b", id="escaped"),
    ],
)
def test_words_are_listed_as_a_sentence_lists_them(words, last, text):
    assert listed(iter(words), last) == text


@pytest.mark.parametrize(
    "unit",
    [
        pytest.param("a", id="letter"),
        pytest.param("boris", id="name-over-and-over"),
        pytest.param("ё", id="russian-letter"),
        pytest.param("\u0301\u0323", id="combining-marks"),
        pytest.param("\x1b[31m", id="escape-sequences"),
        pytest.param("\u00a0", id="no-break-spaces"),
        pytest.param("\u200d", id="joiners"),
    ],
)
def test_a_megabyte_for_a_name_is_refused_at_once_and_in_few_words(unit):
    text = unit * (MEGABYTE // len(unit))
    started = time.process_time()
    for read in (name_of, lambda typed: find(typed, PLAYERS)):
        with pytest.raises(UnreadableInput) as refusal:
            read(text)
        assert len(str(refusal.value)) < 700
    assert time.process_time() - started < 3


def test_the_examples_in_the_docstrings_hold():
    examples = doctest.testmod(names)
    assert examples.attempted > 0
    assert examples.failed == 0
