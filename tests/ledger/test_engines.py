"""The engine is chosen by the place, before anything is opened."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from ledgerwork import NEW

from rummy_score.errors import UnusableLedger
from rummy_score.ledger.chain import NoLedger
from rummy_score.ledger.engines.choice import open_ledger


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://anna:secret@example.org/club",
        "postgres://anna:se/cret@example.org/club?password=secret",
        "POSTGRES://example.org/~/club?password=secret",
        "postgresql:/anna:secret@example.org/club",
        "mysql://anna:secret@example.org/club",
    ],
)
@pytest.mark.parametrize("create", [False, True])
def test_an_address_is_refused_without_its_password_and_nothing_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str, create: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnusableLedger) as caught:
        open_ledger(address, create=create)
    assert caught.value.exit_code == 3
    assert "example.org" in str(caught.value)
    assert "in files only" in str(caught.value)
    assert "--ledger" in str(caught.value)
    assert "secret" not in str(caught.value)
    assert "cret" not in str(caught.value)
    assert os.listdir(tmp_path) == []


def test_a_path_is_a_file_and_a_tilde_the_users_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    with open_ledger("~/ledger.db", create=True) as ledger:
        assert ledger.created
        assert ledger.place == str(tmp_path / "ledger.db")
        ledger.open(NEW)
    with open_ledger(str(tmp_path / "ledger.db")) as ledger:
        assert not ledger.created
        assert ledger.newest_game() == 1
    assert os.listdir(tmp_path) == ["ledger.db"]


def test_a_ledger_that_is_missing_is_made_only_where_that_was_asked(tmp_path: Path) -> None:
    for writing in (False, True):
        with pytest.raises(NoLedger):
            open_ledger(str(tmp_path / "ledger.db"), writing=writing)
    assert os.listdir(tmp_path) == []


def test_choosing_an_engine_loads_none() -> None:
    script = "import rummy_score.ledger.engines, sys; print(*sys.modules)"
    command = [sys.executable, "-c", script]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert "sqlite3" not in loaded
