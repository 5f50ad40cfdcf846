"""What the ledger survives: kills, crowds, full and read-only disks, damage, a wrong clock.

RUMMY_SCORE_FULL_FAULTS=1 runs the whole counts of the specification, otherwise it is a tenth of
them.
"""

import os
import random
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from ledgerwork import (
    NEW,
    NOBODY,
    Child,
    append,
    cards,
    lay,
    make_ledger,
    quick_folder,
    reading,
    starting_gun,
    ways_to_read,
    writing,
)

from rummy_score.errors import UnusableLedger
from rummy_score.ledger import chain
from rummy_score.ledger.chain import Draft, NoLedger, head_of
from rummy_score.ledger.interface import Ledger

pytestmark = pytest.mark.skipif(os.name != "posix", reason="fork, signals and modes are POSIX's")

FULL = os.environ.get("RUMMY_SCORE_FULL_FAULTS") == "1"
SHARE = 1 if FULL else 10
KILLS = 1000 // SHARE
TURNS = 1000 // SHARE
DAMAGED = 2000 // SHARE
PROCESSES = 8

Say = Callable[[object], None]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """A folder for the ledger: on the disk for the full counts, else a quicker one."""
    if FULL:
        yield tmp_path
    else:
        with quick_folder() as folder:
            yield folder


def lengths(path: Path) -> list[int]:
    """Return how many events each game has, after every check that there is."""
    with reading(path) as ledger:
        games = [ledger.since(game) for game in range(1, ledger.newest_game() + 1)]
        assert ledger.verify() == []
        assert [opening.last for opening in ledger.games()] == [events[-1] for events in games]
    return [len(events) for events in games]


# Kills


def test_a_kill_at_any_moment_loses_nothing_acknowledged(home: Path) -> None:
    path = make_ledger(home / "ledger.db", games=2, events=1)
    chance = random.Random(3)
    left = Counter[str]()

    def record(say: Say, events: int = 1_000_000) -> None:
        with writing(path) as ledger:
            for _ in range(events):
                event = append(ledger, chance.choice((1, 2)))
                say(f"{event.game} {event.number}")

    # However fast the disk is, a kill comes within the first few events of a child.
    start = time.perf_counter()
    acknowledged = total(Child(lambda say: record(say, 6)).wait(), {1: 1, 2: 1})
    window = time.perf_counter() - start
    for kill in range(KILLS):
        chance.seed(kill)
        said = Child(record).kill(after=chance.uniform(0, window))
        left["journals"] += os.path.exists(f"{path}-journal")
        # What was said is there; at most one event more, whose maker was killed before it could say
        # so.
        with reading(path) as ledger:
            found = {game: ledger.head(game).number for game in (1, 2)}
        acknowledged = total(said, acknowledged)
        unsaid = sum(found.values()) - sum(acknowledged.values())
        assert unsaid in (0, 1)
        assert all(found[game] >= acknowledged[game] for game in found)
        left["unsaid"] += unsaid
        acknowledged = found
        if kill % 50 == 0:
            assert lengths(path) == list(found.values())
    append_once(path)
    assert lengths(path) == [acknowledged[1] + 1, acknowledged[2]]
    assert os.listdir(home) == ["ledger.db"]
    assert left["journals"] > 0, "no kill fell within a commit"


def total(said: list[str], before: dict[int, int]) -> dict[int, int]:
    """Return the number of events of each game after what was said."""
    numbers = dict(before)
    for line in said:
        game, number = map(int, line.split())
        assert number == numbers[game] + 1
        numbers[game] = number
    return numbers


def test_a_kill_while_a_ledger_is_made_leaves_a_whole_one_or_none(home: Path) -> None:
    path = home / "ledger.db"
    chance = random.Random(4)
    found = Counter[str]()

    def make(say: Say) -> None:
        with writing(path, create=True):
            say("made")

    start = time.perf_counter()
    Child(make).wait()
    took = time.perf_counter() - start
    path.unlink()

    for _ in range(KILLS // 4):
        said = Child(make).kill(after=chance.uniform(0, 1.5 * took))
        try:
            with reading(path) as ledger:
                assert ledger.newest_game() == 0
                assert ledger.verify() == []
            found["whole"] += 1
            path.unlink()
        except NoLedger:
            found["none"] += 1
            assert said == []
        with writing(path, create=True) as ledger:
            append(ledger, None)
        path.unlink()
    assert set(found) == {"whole", "none"}


def test_a_reader_takes_back_what_a_crash_left_half_written(home: Path) -> None:
    """A journal of which the writer was killed in its commit, met first by readers only."""
    path = make_ledger(home / "ledger.db", games=1, events=40)
    before = path.read_bytes()

    def crash(_: Say) -> None:
        ledger = writing(path)
        # So that pages are written before the commit.
        ledger._connection.execute("PRAGMA cache_size=1")
        ledger._connection.execute("BEGIN IMMEDIATE")
        for _ in range(5):
            ledger._connection.execute("DROP TRIGGER IF EXISTS events_keep")
            ledger._connection.execute("UPDATE events SET body = body || 'x', hash = '0'")
        os._exit(0)

    with reading(path) as still_open:
        Child(crash).wait()
        assert path.read_bytes() != before
        assert len(still_open.since(1)) == 40
    assert path.read_bytes() == before
    assert os.listdir(home) == ["ledger.db"]
    Child(crash).wait()
    assert lengths(path) == [40]
    assert path.read_bytes() == before


# Crowds


@pytest.mark.parametrize(
    "games", [pytest.param(8, id="a-game-each"), pytest.param(3, id="shared-games")]
)
def test_a_crowd_records_everything_in_order(home: Path, games: int) -> None:
    path = make_ledger(home / "ledger.db", games=games, events=1)
    turns = TURNS if games == PROCESSES else TURNS // 2

    def record(number: int, say: Say) -> None:
        wait()
        with writing(path) as ledger:
            for turn in range(turns):
                game = (number + turn * (games < PROCESSES)) % games + 1
                event = append(ledger, game, lay(f"{number}.{turn}"))
                say(f"{event.game} {event.number}")

    with starting_gun() as (wait, fire):
        crowd = [
            Child(lambda say, number=number: record(number, say)) for number in range(PROCESSES)
        ]
        fire()
        said = [child.wait() for child in crowd]
    assert [len(of_one) for of_one in said] == [turns] * PROCESSES
    everything = [line for of_one in said for line in of_one]
    assert len(set(everything)) == len(everything) == PROCESSES * turns
    assert sum(lengths(path)) == PROCESSES * turns + games
    with reading(path) as ledger:
        recorded = {game: ledger.since(game) for game in range(1, games + 1)}
    for number, of_one in enumerate(said):
        places = [tuple(map(int, line.split())) for line in of_one]
        texts = [recorded[game][place - 1].facts["cards"] for game, place in places]
        assert texts == [f"{number}.{turn}" for turn in range(turns)]


def test_a_crowd_of_which_each_has_a_game_of_its_own_never_has_to_try_again(home: Path) -> None:
    path = make_ledger(home / "ledger.db", games=PROCESSES, events=1)

    def record(game: int, say: Say) -> None:
        wait()
        with writing(path) as ledger:
            known = ledger.head(game)
            for turn in range(TURNS):
                known = head_of(ledger.append(game, lay(f"{game}.{turn}"), known))  # never Moved
            say(known.number)

    with starting_gun() as (wait, fire):
        crowd = [
            Child(lambda say, game=game: record(game, say)) for game in range(1, PROCESSES + 1)
        ]
        fire()
        said = [child.wait() for child in crowd]
    assert said == [[str(TURNS + 1)]] * PROCESSES
    assert lengths(path) == [TURNS + 1] * PROCESSES
    with reading(path) as ledger:
        for game in range(1, PROCESSES + 1):
            assert cards(ledger, game) == [f"{game}.{turn}" for turn in range(TURNS)]


def test_a_crowd_opens_each_game_once(home: Path) -> None:
    path = make_ledger(home / "ledger.db")

    def open_games(say: Say) -> None:
        wait()
        with writing(path) as ledger:
            for _ in range(10):
                say(ledger.open(NEW).game)

    with starting_gun() as (wait, fire):
        crowd = [Child(open_games) for _ in range(4)]
        fire()
        said = [int(game) for child in crowd for game in child.wait()]
    assert sorted(said) == list(range(1, 41))
    assert lengths(path) == [1] * 40


def test_all_who_make_the_ledger_at_once_use_the_same_one(home: Path) -> None:
    for round_ in range(100 // SHARE):
        path = home / str(round_) / "ledger.db"

        def open_first(say: Say, path: Path = path) -> None:
            wait()
            with writing(path, create=True) as ledger:
                say(int(ledger.created))
                say(append(ledger, None).game)

        with starting_gun() as (wait, fire):
            crowd = [Child(open_first) for _ in range(4)]
            fire()
            said = [child.wait() for child in crowd]
        assert sorted(made for made, _ in said) == ["0", "0", "0", "1"]
        assert sorted(game for _, game in said) == ["1", "2", "3", "4"]
        assert lengths(path) == [1, 1, 1, 1]
        assert os.listdir(path.parent) == ["ledger.db"]


# Disks


def refused(work: Callable[[], Any], path: Path) -> str:
    with pytest.raises(UnusableLedger) as caught:
        work()
    assert caught.value.exit_code == 3
    assert str(path) in str(caught.value)
    assert "Nothing was written." in str(caught.value)
    return str(caught.value)


def mount(*arguments: str) -> None:
    done = subprocess.run(["mount", *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"mounting is not permitted: {done.stderr.strip()}")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    try:
        mount("-t", "tmpfs", "-o", "size=256k", "tmpfs", str(disk))
    except FileNotFoundError:
        pytest.skip("there is no mount")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_a_disk_that_fills_up_loses_nothing(small_disk: Path) -> None:
    path = small_disk / "ledger.db"
    with writing(path, create=True) as ledger:
        acknowledged = append(ledger, None).number
        # Where large events find no room any more, smaller ones do for a while.
        for text in ("7-9H" * 50, "7-9H"):
            with suppress(UnusableLedger):
                while True:
                    acknowledged = append(ledger, 1, lay(text)).number
        assert acknowledged > 50
        for _ in range(3):
            told = refused(lambda: append(ledger, 1, lay("7-9H" * 50)), path)
            assert "the disk is full" in told
    refused(lambda: append_once(path), path)
    assert lengths(path) == [acknowledged]
    mount("-o", "remount,size=1m", str(small_disk))
    assert append_once(path) == acknowledged + 1
    assert lengths(path) == [acknowledged + 1]


def test_a_disk_without_room_for_the_backup_leaves_an_old_ledger_as_it_was(
    small_disk: Path,
) -> None:
    kept = (Path(__file__).parent / "v1" / "v1-long-evening.db").read_bytes()
    path = small_disk / "ledger.db"
    path.write_bytes(kept)
    fill_up(small_disk, room=16384)
    refused(lambda: append_once(path), Path(f"{path}.before-v2"))
    assert path.read_bytes() == kept
    assert sorted(os.listdir(small_disk)) == ["filler", "ledger.db"]
    (small_disk / "filler").unlink()
    number = append_once(path)
    assert lengths(path) == [number]


def append_once(path: Path) -> int:
    with writing(path, create=True) as ledger:
        return append(ledger, 1 if ledger.newest_game() else None, large(ledger)).number


def large(ledger: Ledger) -> Draft:
    kind, body = lay("7-9H" * 500)
    return Draft(kind if ledger.newest_game() else "new", body)


def fill_up(disk: Path, room: int) -> None:
    """Fill a disk with one file, but for so many bytes."""
    filler = disk / "filler"
    with suppress(OSError), filler.open("wb", buffering=0) as file:
        while file.write(bytes(4096)) == 4096:
            pass
    os.truncate(filler, filler.stat().st_size - room)


@pytest.mark.parametrize("room", [0, 4096, 8192, 16384])
def test_a_full_disk_takes_no_new_ledger_and_no_backup(
    small_disk: Path, tmp_path: Path, room: int
) -> None:
    path = small_disk / "ledger.db"
    fill_up(small_disk, room)
    refused(lambda: writing(path, create=True), path)
    with reading(str(make_ledger(tmp_path / "elsewhere.db", games=5, events=10))) as ledger:
        refused(lambda: ledger.backup(str(small_disk / "copy.db")), small_disk / "copy.db")
    assert os.listdir(small_disk) == ["filler"]
    (small_disk / "filler").unlink()
    assert append_once(path) == 1


def test_a_read_only_disk_is_read_and_refuses_the_event(small_disk: Path) -> None:
    path = make_ledger(small_disk / "ledger.db", games=1, events=5)
    mount("-o", "remount,ro", str(small_disk))
    refused(lambda: append_once(path), path)
    refused(lambda: writing(str(small_disk / "other.db"), create=True), small_disk / "other.db")
    assert lengths(path) == [5]
    with reading(path) as ledger:
        refused(lambda: ledger.backup(str(small_disk / "copy.db")), small_disk / "copy.db")
    mount("-o", "remount,rw", str(small_disk))
    assert append_once(path) == 6
    assert lengths(path) == [6]


@contextmanager
def unchangeable(path: Path) -> Iterator[None]:
    """Make a file or folder such that not even root may change it."""
    try:
        subprocess.run(["chattr", "+i", str(path)], capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("chattr +i is not permitted here")
    try:
        yield
    finally:
        subprocess.run(["chattr", "-i", str(path)], check=True)


@pytest.mark.parametrize(
    "what", [pytest.param(".", id="folder"), pytest.param("ledger.db", id="file")]
)
def test_what_not_even_root_may_change_is_read_and_refuses_the_event(
    tmp_path: Path, what: str
) -> None:
    path = make_ledger(tmp_path / "ledger.db", games=1, events=5)
    with unchangeable(tmp_path / what):
        refused(lambda: append_once(path), path)
        assert lengths(path) == [5]
    assert append_once(path) == 6
    assert lengths(path) == [6]


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that other users reach, as pytest's are not."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        home = Path(folder) / "home"
        home.mkdir()
        yield home
        os.chmod(home, 0o755)


def of_nobody(*paths: Path) -> None:
    if os.geteuid() == 0:
        for path in paths:
            os.chown(path, NOBODY, NOBODY)


@pytest.mark.parametrize(
    ("folder_mode", "file_mode", "readable"),
    [
        pytest.param(0o700, 0o400, True, id="read-only-file"),
        pytest.param(0o500, 0o600, True, id="read-only-folder"),
        pytest.param(0o500, 0o400, True, id="both"),
        pytest.param(0o700, 0o000, False, id="unreadable-file"),
        pytest.param(0o000, 0o600, False, id="closed-folder"),
    ],
)
def test_modes_that_forbid_writing_refuse_the_event(
    open_folder: Path, folder_mode: int, file_mode: int, readable: bool
) -> None:
    path = make_ledger(open_folder / "ledger.db", games=1, events=5)
    of_nobody(open_folder, path)
    path.chmod(file_mode)
    open_folder.chmod(folder_mode)

    def work(_: Say) -> None:
        refused(lambda: append_once(path), path)
        if readable:
            assert lengths(path) == [5]
        else:
            refused(lambda: lengths(path), path)

    Child(work, user=NOBODY).wait()
    open_folder.chmod(0o700)
    path.chmod(0o600)
    Child(lambda say: say(append_once(path)), user=NOBODY).wait()
    assert lengths(path) == [6]


def test_a_folder_that_may_not_be_written_takes_no_new_ledger(open_folder: Path) -> None:
    of_nobody(open_folder)
    open_folder.chmod(0o500)
    paths = (open_folder / "ledger.db", open_folder / "rummy-score" / "ledger.db")

    def work(_: Say) -> None:
        for path in paths:
            refused(lambda path=path: writing(path, create=True), path)

    Child(work, user=NOBODY).wait()
    assert os.listdir(open_folder) == []


def test_a_half_written_ledger_that_may_not_be_mended_is_refused(open_folder: Path) -> None:
    path = make_ledger(open_folder / "ledger.db", games=1, events=40)

    def crash(_: Say) -> None:
        ledger = writing(path)
        ledger._connection.execute("PRAGMA cache_size=1")
        ledger._connection.execute("BEGIN IMMEDIATE")
        ledger._connection.execute("DROP TRIGGER events_keep")
        ledger._connection.execute("UPDATE events SET body = body || 'x'")
        os._exit(0)

    Child(crash).wait()
    of_nobody(open_folder, path, Path(f"{path}-journal"))
    path.chmod(0o400)
    open_folder.chmod(0o500)

    def work(_: Say) -> None:
        for open_it in (reading, writing):
            refused(lambda open_it=open_it: open_it(path), path)

    Child(work, user=NOBODY).wait()
    open_folder.chmod(0o700)
    path.chmod(0o600)
    assert lengths(path) == [40]


# Damage


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, dict[str, Any]]:
    """The bytes of a ledger, and what it answers to every question."""
    path = make_ledger(tmp_path_factory.mktemp("sound") / "ledger.db", games=3, events=40)
    with reading(path) as ledger:
        return path.read_bytes(), {name: ask(ledger) for name, ask in WAYS.items()}


WAYS = ways_to_read(games=3, events=40)


def examine(path: Path, content: bytes, answers: dict[str, Any]) -> str:
    """Ask a damaged ledger everything: it answers as it did before the damage, or refuses."""
    path.write_bytes(content)
    refusals = 0
    try:
        with reading(path) as ledger:
            for name, ask in WAYS.items():
                try:
                    assert ask(ledger) == answers[name], name
                except UnusableLedger as refusal:
                    check_words(refusal, path)
                    refusals += 1
            problems = ledger.verify()
        assert problems or not refusals, "the doctor finds nothing, yet something is refused"
    except UnusableLedger as refusal:
        check_words(refusal, path)
        return "not opened"
    finally:
        assert path.read_bytes() == content
    return "refused in part" if refusals else "only the doctor sees it" if problems else "harmless"


def check_words(refusal: UnusableLedger, path: Path) -> None:
    words = str(refusal)
    assert str(path) in words
    assert "Nothing was written." in words
    assert words.isprintable()
    assert "locked" not in words, "a lock is left behind"
    assert "backup" in words or "--ledger" in words or "Check the disk" in words, words


def record_on(path: Path, answers: dict[str, Any]) -> None:
    """Record on a damaged ledger: it is refused, or what was there is still there or refused."""
    known = answers["head(1)"]
    try:
        with writing(path) as ledger:
            event = ledger.append(1, lay(), known)
            assert ledger.since(1) == [*answers["since(1)"], event]
    except UnusableLedger as refusal:
        check_words(refusal, path)


def test_a_ledger_with_flipped_bits_answers_right_or_not_at_all(
    home: Path, sound: tuple[bytes, dict[str, Any]]
) -> None:
    content, answers = sound
    outcomes = Counter[str]()
    for trial in range(DAMAGED):
        chance = random.Random(trial)
        damaged = bytearray(content)
        # Every tenth in the header and the tables' definitions, on the first page.
        span = 4096 if trial % 10 == 0 else len(content)
        for _ in range(chance.randint(1, 8)):
            damaged[chance.randrange(span)] ^= 1 << chance.randrange(8)
        path = home / f"{trial}.db"
        outcomes[examine(path, bytes(damaged), answers)] += 1
        record_on(path, answers)
        path.unlink()
    assert outcomes["refused in part"] > DAMAGED // 10


def test_a_ledger_with_a_flipped_bit_in_each_byte_of_its_header_answers_right_or_not_at_all(
    home: Path, sound: tuple[bytes, dict[str, Any]]
) -> None:
    content, answers = sound
    outcomes = Counter[str]()
    for bit in range(0, 800, 1 if FULL else 8):
        damaged = bytearray(content)
        damaged[bit // 8] ^= 1 << (bit % 8 if FULL else bit // 8 % 8)
        path = home / f"{bit}.db"
        outcomes[examine(path, bytes(damaged), answers)] += 1
    assert outcomes["not opened"]


def test_a_ledger_cut_short_answers_right_or_not_at_all(
    home: Path, sound: tuple[bytes, dict[str, Any]]
) -> None:
    content, answers = sound
    outcomes = Counter[str]()
    for size in range(0, len(content), 512):
        path = home / f"{size}.db"
        outcomes[examine(path, content[:size], answers)] += 1
        record_on(path, answers)
    assert outcomes["not opened"]
    assert outcomes["harmless"] == 0


def test_a_ledger_with_a_page_of_another_time_answers_right_or_not_at_all(
    home: Path, sound: tuple[bytes, dict[str, Any]]
) -> None:
    """A disk that lost one write: each page in turn is as it was some events ago."""
    content, _ = sound
    path = home / "ledger.db"
    path.write_bytes(content)
    with writing(path) as ledger:
        for game in (1, 2, 3) * 3:
            append(ledger, game, lay("7-9H" * 40))
        answers = {name: ask(ledger) for name, ask in WAYS.items()}
    newer = path.read_bytes()
    outcomes = Counter[str]()
    for start in range(0, len(content), 4096):
        if newer[start : start + 4096] != content[start : start + 4096]:
            mixed = newer[:start] + content[start : start + 4096] + newer[start + 4096 :]
            outcomes[examine(home / f"{start}.db", mixed, answers)] += 1
    assert outcomes.total() >= 3
    # The first page holds no events: when only that is of another time, nothing is lost.
    assert outcomes["harmless"] <= 1


# Clocks


def test_a_clock_that_jumps_changes_no_order(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(5)
    path = home / "ledger.db"
    with writing(path, create=True) as ledger:
        append(ledger, None)
        for _ in range(50):
            now = chance.choice((0, 2**31 - 1, 2**31, 2**32, 4_102_444_800, 1_000_000_000))
            monkeypatch.setattr(chain, "time", lambda now=now: now)
            append(ledger, 1)
        events = ledger.since(1)
    assert [event.number for event in events] == list(range(1, 52))
    assert any(event.time.startswith("2100-01-01T00:00:00") for event in events)
    assert lengths(path) == [51]
