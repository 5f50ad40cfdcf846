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
MOST_LINES = 500
SLOW = ("dataclasses", "decimal", "fractions", "json", "shutil", "tabulate", "textwrap", "tomllib")


def reading_order() -> dict[str, list[str]]:
    """Return the rooms in the order in which the package's docstring lists them, each with its files in order.

    What every room uses lies in no room, under "".
    """
    listed = re.findall(
        r"^- ([^:]+?)(?: \((.*?)\))?:", rummy_score.__doc__ or "", re.MULTILINE | re.DOTALL
    )
    assert listed
    shared, *rooms = listed
    order = {"": [name.strip() for name in shared[0].split(",")]}
    return order | {
        room: files.replace("\n", " ").replace(",", "").split() for room, files in rooms
    }


ORDER = reading_order()
SOURCES = sorted(PACKAGE.rglob("*.py"))
MODULES = {
    str(path.relative_to(PACKAGE).with_suffix("")).replace("/", "."): path for path in SOURCES
}
every_module = pytest.mark.parametrize("module", MODULES)


def place_of(module: str) -> tuple[int, int]:
    """Return where a module stands: its room, and its place in the room."""
    room, _, file = module.rpartition(".")
    rooms = list(ORDER)
    if room.partition(".")[0] == "cli" or module == "cli":
        return rooms.index("cli"), 0
    return rooms.index(room), -1 if file == "__init__" else ORDER[room].index(file)


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


def imported_modules(module: str) -> set[str]:
    """Return the modules of this package that a module imports."""
    found = set()
    for name in imports(module):
        parts = name.split(".")[1:]
        if name.startswith("rummy_score.") and parts != ["__version__"]:
            known = [
                ".".join(parts[:length])
                for length in (3, 2, 1)
                if ".".join(parts[:length]) in MODULES
            ]
            found.add(known[0] if known else "cli")
    return found


def test_the_reading_order_lists_every_module_once() -> None:
    listed = {f"{room}.{file}" if room else file for room, files in ORDER.items() for file in files}
    there = {
        module for module in MODULES if not module.endswith("__init__") and module != "__main__"
    }
    assert listed == {module for module in there if not module.startswith("cli.")}
    assert list(ORDER)[-1] == "cli"


@every_module
def test_a_module_imports_only_those_before_it(module: str) -> None:
    if module in ("__main__", "__init__"):
        assert imported_modules(module) <= {"cli"}
        return
    room, _ = here = place_of(module)
    late = {other for other in imported_modules(module) if place_of(other) >= here}
    assert {
        other for other in late if place_of(other)[0] != room or ORDER[list(ORDER)[room]]
    } == set()


@pytest.mark.parametrize("room", [room for room in ORDER if room])
def test_a_room_has_a_door_that_says_what_it_is_and_opens_nothing(room: str) -> None:
    door = tree(f"{room}.__init__")
    assert ast.get_docstring(door)
    assert room == "cli" or len(door.body) == 1


@pytest.mark.parametrize("room", [room for room in ORDER if room])
def test_a_room_holds_what_a_newcomer_can_keep_in_mind(room: str) -> None:
    files = [
        module
        for module in MODULES
        if module.rpartition(".")[0] == room and not module.endswith("__init__")
    ]
    assert 2 <= len(files) <= (14 if room == "cli" else 9)


@pytest.mark.parametrize(
    ("library", "owner"),
    [
        pytest.param("tabulate", "output", id="tabulate-in-output"),
        pytest.param("click", "cli", id="click-in-cli"),
        pytest.param("tomllib", "sheets", id="tomllib-in-sheets"),
        pytest.param("sqlite3", "ledger", id="sqlite3-in-ledger"),
    ],
)
def test_a_library_is_used_in_one_room(library: str, owner: str) -> None:
    users = {
        module.partition(".")[0]
        for module in MODULES
        for name in imports(module)
        if name.partition(".")[0] == library
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
    assert {name.partition(".")[0] for name in imports(module)}.isdisjoint(
        {"pickle", "shelve", "marshal"}
    )


def is_plain_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name)


@pytest.mark.parametrize(
    ("arguments", "spared"),
    [
        pytest.param(
            ["--version"], (*SLOW, "rummy_score.cards.cards", "rummy_score.names"), id="version"
        ),
        pytest.param(["check", "8-10H"], SLOW, id="check"),
        pytest.param(
            ["check", "8S 10S", "--rule", "ace=both", "--on", "5-7S"], SLOW, id="check-refused"
        ),
        pytest.param(["variants", "basic"], SLOW, id="variants"),
        pytest.param(["score", "examples/gambling.toml"], ("fractions", "decimal"), id="score"),
    ],
)
def test_a_command_loads_only_what_it_needs(
    root: Path, arguments: list[str], spared: tuple[str, ...]
) -> None:
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
    loaded = subprocess.run(
        line, capture_output=True, text=True, cwd=root, check=True
    ).stderr.split()
    assert "rummy_score.cli" in loaded
    assert set(spared) & set(loaded) == set()
