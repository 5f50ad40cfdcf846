"""The games of a ledger: which is meant, what is recorded in it, how its commands are taken back."""

from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest
from tablework import end_step, opening

from rummy_score.errors import AmbiguousInput, BrokenRule, UnreadableInput, UnusableLedger
from rummy_score.evening import commands, recording
from rummy_score.evening.live import LiveGame
from rummy_score.evening.opening import imported
from rummy_score.evening.recording import Desk, Recorded
from rummy_score.evening.sitting import Step
from rummy_score.ledger.chain import Draft, NoLedger
from rummy_score.ledger.engines.choice import open_ledger
from rummy_score.ledger.events import Event
from rummy_score.ledger.undoing import Reach
from rummy_score.money.debts import balances, debts
from rummy_score.points import Points
from rummy_score.rules.variants import VARIANTS

SHEET = """title = "Sunday"
variant = "basic"
players = ["Anna", "Boris"]
[[deals]]
out = "Anna"
left = ["Boris: K"]
"""


@pytest.fixture
def ledger(tmp_path: Path) -> str:
    return str(tmp_path / "ledger.db")


def new(ledger: str, title: str = "", variant: str = "basic") -> int:
    return Desk(ledger).open(opening(("Anna", "Boris"), variant, title=title)).number


def record(ledger: str, game: str | None, decide: Callable[[LiveGame], Step]) -> Recorded:
    return Desk(ledger).record(game, decide)


def deal(ledger: str, points: int, game: str | None = None) -> None:
    record(ledger, game, lambda live: end_step(live, (f"Boris={points}",), out="Anna"))


def live(ledger: str, game: str | None = None) -> LiveGame:
    return Desk(ledger).live(game)


def totals(ledger: str, game: str | None = None) -> dict[str, Points]:
    return live(ledger, game).standing.totals


def in_use(ledger: str) -> int:
    return live(ledger).number


def listed(ledger: str) -> list[int]:
    return [game.number for game in Desk(ledger).games()]


def undo(ledger: str, game: str | None = None) -> Event:
    return Desk(ledger).undo(game).event


def redo(ledger: str, game: str | None = None) -> Event:
    return Desk(ledger).redo(game).event


def refused(action: Callable[[], object]) -> str:
    with pytest.raises(BrokenRule) as caught:
        action()
    return str(caught.value)


# Taking back and restoring


def test_the_last_command_is_taken_back_and_restored(ledger: str) -> None:
    new(ledger)
    deal(ledger, 10)
    deal(ledger, 7)
    command, _, after, _ = Desk(ledger).undo()
    assert (command.kind, command.facts["closes"]["left"]) == ("end", {"Boris": "7"})
    assert after.standing.totals == totals(ledger) == {"Anna": 10, "Boris": -10}
    command, _, after, _ = Desk(ledger).redo()
    assert (command.kind, command.facts["closes"]["left"]) == ("end", {"Boris": "7"})
    assert after.standing.totals == totals(ledger) == {"Anna": 17, "Boris": -17}


def test_taking_back_in_one_game_touches_no_other(ledger: str) -> None:
    new(ledger, "one")
    deal(ledger, 10)
    new(ledger, "two")
    deal(ledger, 20)
    deal(ledger, 1, "1")  # the newest command of all
    assert (undo(ledger).game, undo(ledger).kind) == (2, "new")
    assert "nothing to take back: game 2" in refused(lambda: undo(ledger))
    assert totals(ledger, "1") == {"Anna": 11, "Boris": -11}
    undo(ledger, "1")
    assert totals(ledger, "1") == {"Anna": 10, "Boris": -10}
    assert [redo(ledger).kind, redo(ledger).kind] == ["new", "end"]
    assert totals(ledger, "2") == {"Anna": 20, "Boris": -20}
    assert redo(ledger, "1").game == 1
    with open_ledger(ledger) as opened:
        assert opened.verify() == []


def test_everything_of_a_game_can_be_taken_back_and_restored(ledger: str) -> None:
    new(ledger)
    for points in (1, 2, 3):
        deal(ledger, points)
    taken = [undo(ledger) for _ in range(4)]
    assert [command.kind for command in taken] == ["end", "end", "end", "new"]
    assert "there is nothing to take back: game 1" in refused(lambda: undo(ledger))
    assert [redo(ledger) for _ in range(4)] == taken[::-1]
    assert "nothing was taken back in game 1" in refused(lambda: redo(ledger))
    assert totals(ledger) == {"Anna": 6, "Boris": -6}


def test_a_new_command_leaves_nothing_to_restore_in_its_game_alone(ledger: str) -> None:
    new(ledger, "one")
    deal(ledger, 10)
    new(ledger, "two")
    undo(ledger)
    undo(ledger, "1")
    deal(ledger, 3, "1")
    assert "nothing was taken back in game 1" in refused(lambda: redo(ledger, "1"))
    assert totals(ledger, "1") == {"Anna": 3, "Boris": -3}
    assert redo(ledger, "2").kind == "new"


def test_the_game_in_use_is_the_one_opened_chosen_or_imported_last(ledger: str) -> None:
    new(ledger, "one")
    assert new(ledger, "two") == in_use(ledger) == 2
    Desk(ledger).use("1")
    deal(ledger, 5, "2")
    assert in_use(ledger) == 1  # a game that is only named is not in use by that
    Desk(ledger).import_sheet(SHEET, "sunday.toml")
    assert in_use(ledger) == 3


def test_the_game_in_use_is_the_newest_for_who_has_chosen_none(
    ledger: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new(ledger, "one")
    new(ledger, "two")
    Desk(ledger).use("1")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "somebody else"))
    assert in_use(ledger) == 2
    undo(ledger)
    assert in_use(ledger) == 1  # the newest that is there
    assert totals(ledger) == {"Anna": 0, "Boris": 0}


def test_what_was_in_use_in_another_ledger_of_that_name_is_not_in_this_one(ledger: str) -> None:
    new(ledger, "one")
    new(ledger, "two")
    Desk(ledger).use("1")
    Path(ledger).unlink()
    new(ledger, "three")
    Path(ledger).unlink()
    desk = Desk(ledger)
    with open_ledger(ledger, writing=True, create=True):
        pass
    assert "no game is open" in refused(desk.live)


def test_a_desk_that_stays_is_moved_by_nobody_else(ledger: str) -> None:
    new(ledger, "one")
    desk = Desk(ledger)
    desk.stay_on(desk.live())
    new(ledger, "two")
    assert desk.live().number == 1
    desk.use("2")
    assert desk.live().number == 2


def test_a_new_game_taken_back_is_gone_until_it_is_restored(ledger: str) -> None:
    new(ledger, "one")
    after = Desk(ledger).undo().after
    assert not after.is_open
    again = "game 1 was taken back; `rummy-score redo --game 1` brings it back"
    assert again in refused(lambda: live(ledger, "1"))
    assert again in refused(lambda: deal(ledger, 1, "1"))
    assert again in refused(lambda: Desk(ledger).use("1"))
    assert listed(ledger) == []
    assert len(Desk(ledger).log("1")[0]) == 2  # the log still has it
    redo(ledger, "1")
    assert listed(ledger) == [1]


def test_the_next_new_game_never_takes_the_number_of_one_that_is_gone(ledger: str) -> None:
    new(ledger)
    undo(ledger)
    assert new(ledger) == 2
    assert [(game.number, game.current) for game in Desk(ledger).games()] == [(2, True)]


def test_a_game_taken_back_and_restored_many_times_is_listed_while_it_is_there(ledger: str) -> None:
    new(ledger)
    deal(ledger, 1)
    for _ in range(3):
        undo(ledger)
        assert listed(ledger) == [1]
        undo(ledger)
        assert listed(ledger) == []
        redo(ledger)
        assert listed(ledger) == [1]
        redo(ledger)
        assert listed(ledger) == [1]


# What is recorded


def test_a_refused_command_leaves_no_event(ledger: str) -> None:
    new(ledger)
    with pytest.raises(BrokenRule):
        record(ledger, None, lambda live: commands.lay(live, "Anna", "4H 9S KD"))
    assert len(Desk(ledger).log()[0]) == 1


def test_a_command_is_told_with_the_evening_before_and_after_it(ledger: str) -> None:
    new(ledger)
    done = record(ledger, None, lambda live: end_step(live, ("Boris=K",), out="Anna"))
    assert done.before.standing.totals == {"Anna": 0, "Boris": 0}
    assert done.after.standing.totals == {"Anna": 10, "Boris": -10}
    assert done.event == Desk(ledger).log()[0][-1]


def test_a_command_is_decided_anew_where_another_was_quicker(ledger: str) -> None:
    Desk(ledger).open(opening(("Anna", "Boris", "Vera")))
    seen: list[int] = []

    def decide(evening: LiveGame) -> Step:
        seen.append(len(evening.game.deals))
        if len(seen) == 1:  # meanwhile, at the other end of the table
            record(ledger, None, lambda other: end_step(other, ("Boris=1", "Vera=2"), out="Anna"))
        return end_step(evening, ("Boris=10", "Vera=20"), out="Anna")

    done = record(ledger, None, decide)
    assert seen == [0, 1]
    assert done.event.facts["deal"] == 2
    assert totals(ledger) == {"Anna": 33, "Boris": -11, "Vera": -22}


def test_what_the_quicker_command_makes_impossible_is_refused(ledger: str) -> None:
    Desk(ledger).open(opening(("Anna", "Boris", "Vera")))
    asked: list[LiveGame] = []

    def decide(evening: LiveGame) -> Step:
        asked.append(evening)
        if len(asked) == 1:
            record(ledger, None, lambda other: commands.leave(other, "Vera"))
        return commands.leave(evening, "Boris")

    with pytest.raises(BrokenRule, match="1 cannot play"):
        record(ledger, None, decide)
    assert live(ledger).seated == ("Anna", "Boris")


def test_taking_back_is_decided_anew_where_another_was_quicker(
    ledger: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    new(ledger)
    deal(ledger, 10)
    real, calls = recording.undo_facts, []

    def late(reached: Reach) -> dict[str, int]:
        calls.append(reached)
        if len(calls) == 1:  # meanwhile, at the other end of the table
            deal(ledger, 5)
        return real(reached)

    monkeypatch.setattr(recording, "undo_facts", late)
    command = undo(ledger)
    assert len(calls) == 2
    assert command.facts["closes"]["left"] == {"Boris": "5"}
    assert totals(ledger) == {"Anna": 10, "Boris": -10}


# Which game is meant


def test_a_game_is_found_by_its_number_or_the_beginning_of_its_title(ledger: str) -> None:
    new(ledger, "Пятница")
    new(ledger, "Sunday")
    assert [live(ledger, name).number for name in ("1", "2", "sun", "пят", "ПЯТНИЦА")] == [
        1,
        2,
        2,
        1,
        1,
    ]


def test_the_whole_title_is_meant_before_the_beginning_of_a_longer_one(ledger: str) -> None:
    new(ledger, "Friday")
    new(ledger, "Friday night")
    assert live(ledger, "friday").number == 1
    assert live(ledger, "friday n").number == 2
    with pytest.raises(AmbiguousInput, match=r"game 1 \(Friday\) or 2 \(Friday night\)"):
        live(ledger, "fri")


def test_a_number_is_a_game_before_it_is_a_title(ledger: str) -> None:
    new(ledger, "2")
    new(ledger, "2026")
    assert live(ledger, "2").number == 2
    assert live(ledger, "2026").number == 2


def test_a_title_does_not_mean_a_game_that_is_gone_where_another_has_it(ledger: str) -> None:
    new(ledger, "Friday")
    undo(ledger)
    new(ledger, "Friday")
    assert live(ledger, "friday").number == 2


@pytest.mark.parametrize("name", ["7", "0", "-1", "x", "", " ", "9" * 5000, "١", "²"])
def test_a_game_that_is_not_there_is_refused(ledger: str, name: str) -> None:
    new(ledger, "Friday")
    new(ledger)
    with pytest.raises(UnreadableInput, match="there is no game"):
        live(ledger, name)


def test_a_mistyped_title_is_answered_with_the_nearest(ledger: str) -> None:
    new(ledger, "Friday")
    with pytest.raises(UnreadableInput, match="did you mean Friday"):
        live(ledger, "Frydai")


def test_reading_makes_no_ledger(ledger: str) -> None:
    for read in (
        lambda: live(ledger),
        lambda: Desk(ledger).games(),
        lambda: Desk(ledger).log(),
        lambda: undo(ledger),
        lambda: record(ledger, None, lambda live: commands.lay(live, "Anna", "7-9H")),
    ):
        with pytest.raises(NoLedger):
            read()
    assert not Path(ledger).exists()


# Import


def test_an_imported_game_goes_on(ledger: str) -> None:
    Desk(ledger).import_sheet(SHEET, "sunday.toml")
    record(ledger, None, lambda live: commands.lay(live, "Anna", "7-9H"))
    deal(ledger, 4)
    assert totals(ledger) == {"Anna": 14, "Boris": -14}
    assert [line.dealer for line in live(ledger).standing.lines] == [
        "Anna",
        "Boris",
    ]
    assert Desk(ledger).import_sheet(SHEET, "again.toml")[1] is False


def test_an_imported_game_is_listed_as_its_sheet_says(ledger: str) -> None:
    Desk(ledger).import_sheet(SHEET, "sunday.toml")
    [game] = Desk(ledger).games()
    assert (game.number, game.title, game.variant, game.players) == (
        1,
        "Sunday",
        "basic",
        ("Anna", "Boris"),
    )


def test_a_sheet_that_the_rules_refuse_makes_no_game_and_no_ledger(ledger: str) -> None:
    with pytest.raises(BrokenRule):
        Desk(ledger).import_sheet(SHEET.replace('"Anna"\nleft', '"Boris"\nleft'), "sunday.toml")
    assert not Path(ledger).exists()


def test_a_preset_that_changes_moves_no_score_of_an_imported_game(
    ledger: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = SHEET.replace("[[deals]]", '[[deals]]\nplays = ["Anna: 7-9H"]')
    Desk(ledger).import_sheet(played, "sunday.toml")
    rules = VARIANTS["basic"].rules._replace(
        court_points=5, out_turns=2, rummy_times=1
    )  # Anna went out in one
    presets = {**VARIANTS, "basic": VARIANTS["basic"]._replace(rules=rules)}
    monkeypatch.setattr("rummy_score.rules.variants.VARIANTS", presets)
    monkeypatch.setattr("rummy_score.sheets.writing.VARIANTS", presets)
    assert totals(ledger) == {"Anna": 10, "Boris": -10}
    record(ledger, None, lambda live: end_step(live, ("Boris=K",), out="Anna"))
    assert totals(ledger) == {"Anna": 20, "Boris": -20}


def test_an_imported_game_has_what_was_before_its_first_deal_and_who_has_left(ledger: str) -> None:
    head = 'start = { Anna = 6 }\npaid = ["Anna: 6", "Boris: -3", "Vera: -3"]\naway = ["Vera"]\n'
    Desk(ledger).import_sheet(
        f'{head}variant = "basic"\nplayers = ["Anna", "Boris", "Vera"]\n', "a.toml"
    )
    evening = live(ledger)
    assert evening.standing.totals == {"Anna": 6, "Boris": -3, "Vera": -3}
    assert balances(debts(evening.standing), evening.standing.totals) == {
        "Anna": 0,
        "Boris": 0,
        "Vera": 0,
    }
    assert evening.seated == ("Anna", "Boris")
    assert evening.rules.hand.of(2) == 10


# One game that cannot be read


@pytest.mark.parametrize(
    "draft",
    [
        pytest.param(Draft("undo", '{"was":"nonsense"}'), id="undo"),
        pytest.param(Draft("lay", '{"turn":7}'), id="facts"),
        pytest.param(Draft("shuffle", "{}"), id="newer"),
        pytest.param(Draft("change", '{"title":7}'), id="change"),
        pytest.param(Draft("lay", "[" * 100_000), id="deep"),
    ],
)
def test_one_game_that_cannot_be_read_leaves_the_others_in_use(ledger: str, draft: Draft) -> None:
    new(ledger, "One")
    new(ledger, "Two")
    with open_ledger(ledger, writing=True) as opened:
        opened.append(1, draft, opened.head(1))
    deal(ledger, 10, "two")
    deal(ledger, 5)
    assert undo(ledger, "Two").kind == "end"
    assert totals(ledger, "2") == {"Anna": 10, "Boris": -10}
    listed_games = Desk(ledger).games()
    assert [game.number for game in listed_games] == [1, 2]
    assert listed_games[1].title == "Two"
    for read in (
        lambda: live(ledger, "1"),
        lambda: undo(ledger, "1"),
        lambda: deal(ledger, 1, "1"),
    ):
        with pytest.raises(UnusableLedger):
            read()


def test_nothing_is_written_that_could_not_be_read_again(ledger: str) -> None:
    new(ledger)
    with pytest.raises(UnusableLedger):
        record(ledger, None, lambda _: Step("adjust", {"player": "Nobody", "points": 1, "why": ""}))
    assert [event.kind for event in Desk(ledger).log()[0]] == ["new"]


def test_who_has_begun_to_record_in_a_game_stays_in_it(
    ledger: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new(ledger, "one")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "at the other table"))
    deal(ledger, 5)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "somebody else"))
    new(ledger, "two")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "at the other table"))
    assert in_use(ledger) == 1


def test_a_game_that_is_named_and_not_there_keeps_no_listing_back(ledger: str) -> None:
    new(ledger, "one")
    assert [game.current for game in Desk(ledger, "nonsense").games()] == [False]


def test_a_choice_that_cannot_be_remembered_is_told(
    ledger: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    new(ledger, "one")
    monkeypatch.setenv("XDG_STATE_HOME", "/dev/null/x")
    desk = Desk(ledger)
    desk.use("1")
    assert not desk.remembers


def test_an_import_takes_time_in_proportion_to_its_deals() -> None:
    def seconds(deals: int) -> float:
        one = '[[deals]]\nout = "Anna"\nleft = ["Boris: K"]\n'
        text = SHEET + one * deals
        start = process_time()
        imported(text, "x.toml")
        return process_time() - start

    seconds(100)
    assert seconds(8000) < 20 * seconds(1000)  # by the square it were 64
