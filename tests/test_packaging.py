"""What is packaged, and that the checks of a clean clone are those that the documents promise; builds are CI's."""

import re
import sys
import tomllib
from importlib.metadata import entry_points, metadata, requires, version

import pytest
from prompt import ROOT

import rummy_score

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SOURCE_PACKAGE = PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
CI = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_version_is_written_in_one_place() -> None:
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert PROJECT["tool"]["hatch"]["version"]["path"] == "rummy_score/__init__.py"
    assert re.fullmatch(r"\d+\.\d+\.\d+(\.dev\d+)?", rummy_score.__version__)
    assert version("rummy-score") == rummy_score.__version__


def test_the_command_is_installed() -> None:
    (script,) = entry_points(group="console_scripts", name="rummy-score")
    assert script.value == "rummy_score.__main__:main"


def test_every_library_that_is_imported_is_required_and_no_other() -> None:
    needed = [line for line in requires("rummy-score") or [] if "extra ==" not in line]
    assert sorted(re.split(r"[\[>=]", line)[0] for line in needed) == ["click", "tabulate"]


def test_the_licence_and_the_types_come_along() -> None:
    assert (ROOT / "rummy_score" / "py.typed").read_bytes() == b""
    assert "MIT License" in (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert metadata("rummy-score")["License-Expression"] == "MIT"


def test_this_python_is_one_that_is_promised() -> None:
    assert PROJECT["project"]["requires-python"] == ">=3.11"
    assert sys.version_info >= (3, 11)


@pytest.mark.parametrize("path", SOURCE_PACKAGE)
def test_what_the_source_package_promises_is_there(path: str) -> None:
    assert (ROOT / path.removeprefix("/")).exists()


@pytest.mark.parametrize(
    "path", ["rummy_score", "tests", "examples", ".ci", "README.md", "CONTRIBUTING.md"]
)
def test_what_the_tests_need_is_in_the_source_package(path: str) -> None:
    assert f"/{path}" in SOURCE_PACKAGE


def test_a_clean_clone_is_checked_by_the_test_command_of_the_readme() -> None:
    (command,) = (
        block for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL) if "pytest" in block
    )
    assert f"\n{command}" in CI


@pytest.mark.parametrize(
    "step",
    ["ruff check", "ruff format --check", "mypy", "-m build", "twine check --strict", "--version"],
)
def test_a_clean_clone_is_checked_in_every_way(step: str) -> None:
    assert step in CI
    assert "set -euo pipefail" in CI
