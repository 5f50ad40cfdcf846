"""The order of the modules, and what each may import, read from the code itself."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import rummy_score

PACKAGE = Path(rummy_score.__file__).parent
MOST_LINES = 320
SLOW = ("dataclasses", "decimal", "fractions", "json", "shutil", "tabulate", "textwrap", "tomllib")


def reading_order() -> list[str]:
    """Return the modules in the order in which the package's docstring lists them."""
    found = re.search(r"Reading order: (.*?)\.", rummy_score.__doc__ or "", re.DOTALL)
    assert found
    return [name.strip() for name in found[1].split(",")]


ORDER = reading_order()
SOURCES = sorted(PACKAGE.rglob("*.py"))
MODULES = {str(path.relative_to(PACKAGE).with_suffix("")).replace("/", "."): path for path in SOURCES}
every_module = pytest.mark.parametrize("module", MODULES)


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


def imports(module: str) -> Iterator[str]:
    """Yield the full name of everything that a module imports, wherever in it."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def layers_below(module: str) -> set[str]:
    """Return the modules of this package that a module imports."""
    names = (name.split(".") for name in imports(module))
    return {parts[1] for parts in names if parts[0] == "rummy_score" and len(parts) > 1} - {"__version__"}


def test_the_reading_order_lists_every_module_once() -> None:
    modules = {module.partition(".")[0] for module in MODULES} - {"__init__", "__main__"}
    assert sorted(ORDER) == sorted(modules)


@every_module
def test_a_module_imports_only_those_before_it(module: str) -> None:
    place = module.partition(".")[0]
    before = {"__init__": [], "__main__": ORDER, "cli": ORDER}
    assert place in before or place in ORDER, "write it into the reading order"
    assert layers_below(module) <= set(before[place] if place in before else ORDER[: ORDER.index(place)])


@pytest.mark.parametrize(
    ("library", "owner"),
    [
        pytest.param("tabulate", "tables", id="tabulate-in-tables"),
        pytest.param("click", "cli", id="click-in-cli"),
        pytest.param("tomllib", "sheets", id="tomllib-in-sheets"),
    ],
)
def test_a_library_is_used_in_one_place(library: str, owner: str) -> None:
    users = {
        module.partition(".")[0] for module in MODULES for name in imports(module) if name.partition(".")[0] == library
    }
    assert users == {owner}


@every_module
def test_a_module_can_be_read_in_one_sitting(module: str) -> None:
    lines = MODULES[module].read_bytes().count(b"\n")
    assert lines <= MOST_LINES


@every_module
def test_a_module_says_what_it_is(module: str) -> None:
    assert ast.get_docstring(tree(module))


@every_module
def test_points_and_money_are_exact_and_nothing_typed_is_executed(module: str) -> None:
    called = {node.func.id for node in ast.walk(tree(module)) if is_plain_call(node)}
    assert called.isdisjoint({"float", "eval", "exec", "compile", "__import__"})
    assert {name.partition(".")[0] for name in imports(module)}.isdisjoint({"pickle", "shelve", "marshal"})


def is_plain_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name)


@pytest.mark.parametrize(
    ("arguments", "spared"),
    [
        pytest.param(["--version"], (*SLOW, "rummy_score.cards", "rummy_score.names"), id="version"),
        pytest.param(["check", "8-10H"], SLOW, id="check"),
        pytest.param(["check", "8S 10S", "--rule", "ace=both", "--on", "5-7S"], SLOW, id="check-refused"),
        pytest.param(["variants", "basic"], SLOW, id="variants"),
        pytest.param(["score", "examples/gambling.toml"], ("fractions", "decimal"), id="score"),
    ],
)
def test_a_command_loads_only_what_it_needs(root: Path, arguments: list[str], spared: tuple[str, ...]) -> None:
    script = (
        "import sys, rummy_score.cli\n"
        "before = set(sys.modules)\n"
        f"sys.argv = ['rummy-score', *{arguments!r}]\n"
        "try:\n"
        "    rummy_score.cli.main()\n"
        "except SystemExit:\n"
        "    print(*sys.modules, file=sys.stderr)\n"
    )
    line = [sys.executable, "-c", script]
    loaded = subprocess.run(line, capture_output=True, text=True, cwd=root, check=True).stderr.split()
    assert "rummy_score.cli" in loaded
    assert set(spared) & set(loaded) == set()
