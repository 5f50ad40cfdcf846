"""Where ledgers lie, and that a password is never told."""

import os
import sys
from pathlib import Path

import pytest

from rummy_score.ledger.location import (
    default_path,
    identity_of,
    is_address,
    state_folder,
    without_password,
)

POSIX = pytest.mark.skipif(os.name != "posix", reason="these folders are POSIX's")


def pretend(monkeypatch: pytest.MonkeyPatch, platform: str, variables: dict[str, str]) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/anna", **variables}.items():
        monkeypatch.setenv(name, value)


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        pytest.param("linux", {"XDG_DATA_HOME": "/data"}, "/data/rummy-score/ledger.db", id="xdg"),
        pytest.param("linux", {}, "/home/anna/.local/share/rummy-score/ledger.db", id="no-xdg"),
        pytest.param(
            "linux",
            {"XDG_DATA_HOME": "data"},
            "/home/anna/.local/share/rummy-score/ledger.db",
            id="relative-xdg",
        ),
        pytest.param(
            "darwin", {}, "/home/anna/Library/Application Support/rummy-score/ledger.db", id="macos"
        ),
        pytest.param(
            "win32", {"LOCALAPPDATA": "/local"}, "/local/rummy-score/ledger.db", id="windows"
        ),
    ],
)
@POSIX
def test_the_default_place_is_the_platforms_own(
    monkeypatch: pytest.MonkeyPatch, platform: str, variables: dict[str, str], expected: str
) -> None:
    pretend(monkeypatch, platform, variables)
    assert default_path() == expected


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        pytest.param("linux", {"XDG_STATE_HOME": "/state"}, "/state/rummy-score", id="xdg"),
        pytest.param("linux", {}, "/home/anna/.local/state/rummy-score", id="no-xdg"),
        pytest.param(
            "darwin", {}, "/home/anna/Library/Application Support/rummy-score", id="macos"
        ),
        pytest.param("win32", {"LOCALAPPDATA": "/local"}, "/local/rummy-score", id="windows"),
    ],
)
@POSIX
def test_the_users_state_lies_where_the_platform_keeps_it(
    monkeypatch: pytest.MonkeyPatch, platform: str, variables: dict[str, str], expected: str
) -> None:
    pretend(monkeypatch, platform, variables)
    assert state_folder() == expected


@pytest.mark.parametrize(
    "place",
    [
        "postgresql://localhost/club",
        "postgres://anna:secret@example.org/club",
        "POSTGRESQL://localhost/club",
        "postgresql:/localhost/club",  # a slash too few is no folder "postgresql:"
        "mysql://localhost/club",
    ],
)
def test_an_address_is_told_from_a_path(place: str) -> None:
    assert is_address(place)


@pytest.mark.parametrize(
    "place",
    ["ledger.db", "/tmp/postgresql://x", "./postgresql:", "C:\\ledger.db", "c://x", "~/a.db", ""],
)
def test_a_path_is_no_address(place: str) -> None:
    assert not is_address(place)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("postgresql://localhost/club", "postgresql://localhost/club"),
        ("postgresql://anna@localhost/club", "postgresql://anna@localhost/club"),
        ("postgresql://anna:secret@h:5432/club", "postgresql://anna@h:5432/club"),
        ("postgresql://anna:se/cr?et#@h/club", "postgresql://anna@h/club"),
        ("postgresql://anna:sec@ret@h/club", "postgresql://anna@h/club"),
        ("postgresql://:secret@h/club", "postgresql://@h/club"),
        ("postgresql://h/club?user=anna&password=secret", "postgresql://h/club"),
        ("postgresql://h?sslpassword=secret", "postgresql://h"),
        ("postgresql://h/club#secret", "postgresql://h/club"),
        ("postgresql:anna:secret@h/club", "postgresql://anna@h/club"),
        ("postgresql://anna:secret", "postgresql://…"),
        ("postgresql://[::1]:5432/club", "postgresql://[::1]:5432/club"),
        ("postgresql://a:secret@h1:1,h2:2/club", "postgresql://a@h1:1,h2:2/club"),
        ("mysql://anna:secret@h/club", "mysql://anna@h/club"),
    ],
)
def test_an_address_is_told_without_its_password(address: str, told: str) -> None:
    assert without_password(address) == told
    assert "secret" not in told


@POSIX
def test_a_ledger_is_the_same_however_its_path_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "link.db").symlink_to(tmp_path / "a.db")
    same = {identity_of(path) for path in ("a.db", "./a.db", "~/a.db", "link.db")}
    assert same == {os.path.realpath(tmp_path / "a.db")}


def test_a_database_is_the_same_whatever_the_password() -> None:
    assert identity_of("postgresql://anna:one@h/club") == "postgresql://anna@h/club"
