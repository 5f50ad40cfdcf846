"""Whole evenings, one of each variant at least: every command typed prints exactly what its transcript says.

The numbers were added up by hand: each transcript has the sums beside them.
"""

import re
from pathlib import Path

import pytest
from evening_files import commands, play
from wcwidth import wcswidth

from rummy_score.rules.variants import VARIANTS

EVENINGS = sorted((Path(__file__).parent / "evenings").glob("*.txt"))


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda path: path.stem)
def test_an_evening_goes_as_it_was_written_down(evening: Path, tmp_path: Path) -> None:
    for typed in commands(evening.read_text(encoding="utf-8")):
        assert play(typed.line, tmp_path / "ledger.db") == typed.printed, typed.line


def test_every_variant_has_an_evening() -> None:
    played = {
        name
        for evening in EVENINGS
        for name in re.findall(
            r"^\$ rummy-score new .*--variant (\w+)", evening.read_text(encoding="utf-8"), re.M
        )
    }
    assert played == set(VARIANTS)


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda path: path.stem)
def test_an_evening_has_all_that_happens_at_a_table(evening: Path) -> None:
    told = evening.read_text(encoding="utf-8")
    lines = [typed.line.split()[2] for typed in commands(told)]
    assert {"new", "lay", "end", "undo", "redo", "table", "settle"} <= set(lines)
    assert re.search(r"^\[[12]\]$", told, re.M), "something is refused"
    assert re.search(r"^# .*=", told, re.M), "the sums are written down"
    printed = "".join(typed.printed for typed in commands(told))
    assert [line for line in printed.splitlines() if wcswidth(line) > 80] == []
