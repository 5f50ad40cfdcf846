"""The documents keep their word: every command is run, every sheet is scored, every snippet is executed."""

import re
import shutil
from pathlib import Path

import pytest
from prompt import ROOT, FitsAPage, Shell

from rummy_score import __version__
from rummy_score.cli import COMMANDS as SECTIONS

README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
SET_UP = """
    python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/rummy-score score examples/gambling.toml
    python3 -m venv .venv && .venv/bin/pip install -q -e '.[dev]' && .venv/bin/pytest -n auto
"""


def blocks(text: str, language: str) -> list[str]:
    """Return what stands in the fenced blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def shown_commands() -> list[tuple[str, str]]:
    """Return every command of the console blocks with the output that is shown for it, in order."""
    found = []
    for block in blocks(README, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, output = part.partition("\n")
            found.append((line, output))
    return found


COMMANDS = shown_commands()


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the sheets that the README shows, under the names that their first lines give."""
    directory = tmp_path_factory.mktemp("evening")
    shutil.copytree(ROOT / "examples", directory / "examples")
    for sheet in blocks(README, "toml"):
        name = re.match(r"# ([a-z]+\.toml)\n", sheet)
        assert name, "a sheet starts with its file's name"
        (directory / name[1]).write_text(sheet, encoding="utf-8")
    return directory


def test_the_commands_print_what_the_readme_shows_one_after_the_other(
    shell: Shell, evening: Path
) -> None:
    """Anna's home is where the ledger is made; here it is a directory of this test."""
    home = evening / "home"
    home.mkdir()
    for line, output in COMMANDS:
        ran = shell(
            f"unset RUMMY_SCORE_LEDGER XDG_DATA_HOME XDG_STATE_HOME; export HOME='{home}'; {line} 2>&1",
            cwd=evening,
        )
        printed = ran.out.replace(str(home), "/home/anna")
        assert seals_aside(printed) == seals_aside(output), line


def seals_aside(printed: str) -> str:
    """Return what is printed without its seals: they depend on when a command was recorded."""
    return re.sub(r"^(Seal of game \d+: )[0-9A-Z]{12}$", r"\1SEAL", printed, flags=re.MULTILINE)


def test_the_readme_speaks_of_every_command_of_the_program() -> None:
    names = {name for section in SECTIONS.values() for name in section}
    assert {name for name in names if not re.search(rf"(rummy-score |`){name}\b", README)} == set()


def test_two_commands_do_all_the_set_up() -> None:
    commands = [" ".join(block.split()) for block in blocks(README, "sh")]
    assert commands == [" ".join(line.split()) for line in SET_UP.strip().splitlines()]


@pytest.mark.parametrize(
    "text", [README, CONTRIBUTING, CHANGELOG], ids=["README", "CONTRIBUTING", "CHANGELOG"]
)
def test_a_document_fits_a_page(fits_a_page: FitsAPage, text: str) -> None:
    fits_a_page(text)


@pytest.mark.parametrize(
    "text", [README, CONTRIBUTING, CHANGELOG], ids=["README", "CONTRIBUTING", "CHANGELOG"]
)
def test_a_file_that_a_document_names_is_there(text: str) -> None:
    assert [
        link for link in re.findall(r"\]\(([\w./-]+)\)", text) if not (ROOT / link).exists()
    ] == []


def test_the_worked_changes_work() -> None:
    """The snippets of CONTRIBUTING.md run in order, as one program; they check themselves."""
    snippets = blocks(CONTRIBUTING, "python")
    assert len(snippets) >= 2
    exec(compile("\n".join(snippets), "CONTRIBUTING.md", "exec"), {"__name__": "contributing"})


def test_the_files_that_know_a_house_rule_are_those_that_are_named() -> None:
    _, _, advice = CONTRIBUTING.partition("## A new house rule")
    named = set(re.findall(r"^- `(\w+/\w+\.py)`", advice, re.MULTILINE))
    package = ROOT / "rummy_score"
    knowing = {
        str(path.relative_to(package))
        for path in package.rglob("*.py")
        if "jokers_adjacent" in path.read_text("utf-8")
    }
    assert named == knowing


def test_the_changelog_has_this_version_or_what_will_be_in_it() -> None:
    versions = re.findall(r"^## \[(.+?)\] - (\d{4}-\d{2}-\d{2})$", CHANGELOG, re.MULTILINE)
    if ".dev" in __version__:
        assert re.search(r"^## \[Unreleased\]$", CHANGELOG, re.MULTILINE)
    else:
        assert versions[0][0] == __version__
    assert ("0.1.0", "2026-11-29") in versions
