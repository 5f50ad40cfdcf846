"""A seal is short, is read back however it was noted, and is of one state alone."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ledgerwork import append, make_ledger, reading, undo, writing

from rummy_score.errors import UnreadableInput
from rummy_score.ledger.seals import LETTERS, State, find_seal, read_seal, seal_of

HASHES = st.binary(min_size=32, max_size=32).map(bytes.hex)


@given(HASHES)
def test_a_seal_is_twelve_letters_and_digits_without_look_alikes(hash_: str) -> None:
    seal = seal_of(hash_)
    assert len(seal) == 12
    assert set(seal) <= set("3479ACDEFGHJKMNPQRTUVWXY")


def test_no_two_letters_of_a_seal_look_alike() -> None:
    for look_alikes in ("0OQD", "1IL", "2Z", "5S", "8B", "6G"):
        assert sum(letter in LETTERS for letter in look_alikes) <= 2
    assert set(LETTERS).isdisjoint("0O1IL2Z5S8B6")
    assert len(set(LETTERS)) == len(LETTERS) == 24


@given(HASHES)
def test_a_seal_is_read_as_it_was_printed_and_however_it_was_noted(hash_: str) -> None:
    seal = seal_of(hash_)
    grouped = f"{seal[:4]}-{seal[4:8]} {seal[8:]}"
    cyrillic = seal.translate(str.maketrans("ACEHKMPTXY3", "АСЕНКМРТХУЗ"))
    noted = (seal, grouped, f"  {grouped.lower()}\n", cyrillic, cyrillic.lower(), " ".join(seal))
    assert {read_seal(text) for text in noted} == {seal}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "3479ACDEFGH",
        "3479ACDEFGHJK",
        "3479ACDEFGH0",
        "3479ACDEFGHI",
        "3479ACDEFGHВ",
        "3479ACDEFGH\N{LATIN SMALL LETTER SHARP S}",
        "3479ACDEFGHJ" * 10_000,
        "\x1b[31m3479ACD",
    ],
)
def test_what_is_no_seal_is_refused_with_one_to_compare(text: str) -> None:
    with pytest.raises(UnreadableInput) as caught:
        read_seal(text)
    assert caught.value.exit_code == 2
    assert "3479-ACDE-FGHJ" in str(caught.value)
    assert "\x1b" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_a_seal_differs_after_any_other_event() -> None:
    """A change of one bit anywhere in the hash: the seal keeps 55 bits of its 256."""
    hashes = [f"{1 << bit:064x}" for bit in range(256)]
    seals = [seal_of(hash_) for hash_ in hashes]
    assert all(one != other for one, other in pairwise(seals))


def test_a_seal_is_found_as_long_as_the_ledger_holds_that_state(tmp_path: Path) -> None:
    path = make_ledger(tmp_path / "ledger.db", games=3, events=5)
    with writing(path) as ledger:
        noted = seal_of(append(ledger, 2).hash)
        append(ledger, 2)
        undo(ledger, 2)
        assert find_seal(ledger, noted) == State(game=2, number=6)
    with reading(make_ledger(tmp_path / "older.db", games=3, events=5)) as ledger:
        assert find_seal(ledger, noted) is None
        assert find_seal(ledger, seal_of(ledger.head(3).hash)) == State(game=3, number=5)
