"""The games of a ledger: which is meant, what is recorded in it, how commands are taken back across games."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tablework import end_step, opening

from rummy_score.cli.at_table import _leave
from rummy_score.cli.laying import _turn
from rummy_score.errors import AmbiguousInput, BrokenRule, UnreadableInput
from rummy_score.evening import recording as book
from rummy_score.evening.live import Evening
from rummy_score.evening.recording import (
    Step,
    import_sheet,
    listed_games,
    open_game,
    read_evening,
    read_log,
    record,
    redo,
    undo,
)
from rummy_score.ledger.events import pile_after
from rummy_score.ledger.sqlite import Ledger, NoLedger
from rummy_score.money.debts import balances, debts
from rummy_score.points import Points
from rummy_score.rules.variants import VARIANTS

SHEET = 'title = "Sunday"\nvariant = "basic"\nplayers = ["Anna", "Boris"]\n[[deals]]\nout = "Anna"\nleft = ["Boris: K"]\n'


@pytest.fixture
def ledger(tmp_path: Path) -> str:
    return str(tmp_path / "ledger.db")


def new(ledger: str, title: str = "", variant: str = "basic") -> int:
    return open_game(ledger, opening(("Anna", "Boris"), variant, title=title)).game


def deal(ledger: str, points: int, game: str | None = None) -> None:
    record(ledger, game, lambda evening: end_step(evening, (f"Boris={points}",), out="Anna"))


def use(ledger: str, game: str) -> int:
    return record(ledger, game, lambda _: Step("use", {"title": ""}), switch=True).event.game


def totals(ledger: str, game: str | None = None) -> dict[str, Points]:
    return read_evening(ledger, game)[1].standing.totals


def current(ledger: str) -> int:
    with Ledger.read(ledger) as opened:
        return opened.current()


def refused(action: Callable[[], object]) -> str:
    with pytest.raises(BrokenRule) as caught:
        action()
    return str(caught.value)


# Taking back and restoring


def test_the_last_command_is_taken_back_and_restored(ledger: str) -> None:
    new(ledger)
    deal(ledger, 10)
    deal(ledger, 7)
    command, evening = undo(ledger)
    assert (command.kind, command.facts["left"]) == ("end", {"Boris": "7"})
    assert evening.standing.totals == totals(ledger) == {"Anna": 10, "Boris": -10}
    command, evening = redo(ledger)
    assert (command.kind, command.facts["left"]) == ("end", {"Boris": "7"})
    assert evening.standing.totals == totals(ledger) == {"Anna": 17, "Boris": -17}


def test_everything_can_be_taken_back_and_restored_across_games(ledger: str) -> None:
    new(ledger, "one")
    deal(ledger, 10)
    new(ledger, "two")
    deal(ledger, 20)
    deal(ledger, 1, "1")
    assert use(ledger, "1") == 1
    deal(ledger, 2)
    import_sheet(ledger, SHEET, "sunday.toml")
    taken = [undo(ledger)[0] for _ in range(8)]
    assert [(command.game, command.kind) for command in taken] == [
        (3, "import"), (1, "end"), (1, "use"), (1, "end"), (2, "end"), (2, "new"), (1, "end"), (1, "new"),
    ]  # fmt: skip
    assert refused(lambda: undo(ledger)) == "there is nothing to take back."
    assert listed_games(ledger) == []
    restored = [redo(ledger)[0] for _ in range(8)]
    assert restored == taken[::-1]
    assert refused(lambda: redo(ledger)) == "nothing was taken back."
    assert totals(ledger, "1") == {"Anna": 13, "Boris": -13}
    assert totals(ledger, "2") == {"Anna": 20, "Boris": -20}
    assert totals(ledger) == {"Anna": 10, "Boris": -10}
    assert current(ledger) == 3
    with Ledger.read(ledger) as opened:
        assert opened.verify() == []


def test_a_new_command_leaves_nothing_to_restore_in_whichever_game_it_was(ledger: str) -> None:
    new(ledger, "one")
    deal(ledger, 10)
    new(ledger, "two")
    undo(ledger)
    undo(ledger)
    deal(ledger, 3)
    assert refused(lambda: redo(ledger)) == "nothing was taken back."
    assert totals(ledger) == {"Anna": 3, "Boris": -3}
    undo(ledger)
    assert totals(ledger) == {"Anna": 0, "Boris": 0}
    undo(
        ledger
    )  # the game itself: what was taken back before the new command is not taken back twice
    assert listed_games(ledger) == []


def test_the_game_in_use_goes_back_and_forth_with_the_commands(ledger: str) -> None:
    new(ledger, "one")
    new(ledger, "two")
    assert current(ledger) == 2
    use(ledger, "1")
    deal(ledger, 5, "2")
    assert current(ledger) == 1  # a game that is only named is not in use by that
    import_sheet(ledger, SHEET, "sunday.toml")
    assert current(ledger) == 3
    after_undo = [undo(ledger) and current(ledger) for _ in range(5)]
    assert after_undo == [1, 1, 2, 1, 0]
    assert "no game is open" in refused(lambda: read_evening(ledger, None))
    after_redo = [redo(ledger) and current(ledger) for _ in range(5)]
    assert after_redo == [1, 2, 1, 1, 3]


def test_a_new_game_taken_back_is_gone_until_it_is_restored(ledger: str) -> None:
    new(ledger, "one")
    _, evening = undo(ledger)
    assert not evening.is_open
    assert "game 1 was taken back" in refused(lambda: read_evening(ledger, "1"))
    assert "game 1 was taken back" in refused(lambda: deal(ledger, 1, "1"))
    assert "game 1 was taken back" in refused(lambda: use(ledger, "1"))
    assert listed_games(ledger) == []
    assert len(read_log(ledger, "1")[0]) == 2  # the log still has it
    redo(ledger)
    assert [game.number for game in listed_games(ledger)] == [1]


def test_the_next_new_game_never_takes_the_number_of_one_that_is_gone(ledger: str) -> None:
    new(ledger)
    undo(ledger)
    assert new(ledger) == 2
    assert [(game.number, game.current) for game in listed_games(ledger)] == [(2, True)]


def test_a_game_taken_back_and_restored_many_times_is_listed_while_it_is_there(ledger: str) -> None:
    new(ledger)
    deal(ledger, 1)
    for _ in range(3):
        undo(ledger)
        assert len(listed_games(ledger)) == 1
        undo(ledger)
        assert listed_games(ledger) == []
        redo(ledger)
        assert len(listed_games(ledger)) == 1
        redo(ledger)
        assert len(listed_games(ledger)) == 1


# What is recorded


def test_a_refused_command_leaves_no_event(ledger: str) -> None:
    new(ledger)
    with pytest.raises(BrokenRule):
        record(ledger, None, lambda evening: _turn(evening, "Anna", "4H 9S KD"))
    assert len(read_log(ledger, None)[0]) == 1


def test_a_command_is_told_with_the_evening_before_and_after_it(ledger: str) -> None:
    new(ledger)
    done = record(ledger, None, lambda evening: end_step(evening, ("Boris=K",), out="Anna"))
    assert done.before.standing.totals == {"Anna": 0, "Boris": 0}
    assert done.after.standing.totals == {"Anna": 10, "Boris": -10}
    assert done.event == read_log(ledger, None)[0][-1]


def test_a_command_is_decided_anew_where_another_was_quicker(ledger: str) -> None:
    open_game(ledger, opening(("Anna", "Boris", "Vera")))
    seen: list[int] = []

    def decide(evening: Evening) -> Step:
        seen.append(len(evening.game.deals))
        if len(seen) == 1:  # meanwhile, at the other end of the table
            record(ledger, None, lambda other: end_step(other, ("Boris=1", "Vera=2"), out="Anna"))
        return end_step(evening, ("Boris=10", "Vera=20"), out="Anna")

    done = record(ledger, None, decide)
    assert seen == [0, 1]
    assert done.event.facts["deal"] == 2
    assert totals(ledger) == {"Anna": 33, "Boris": -11, "Vera": -22}


def test_what_the_quicker_command_makes_impossible_is_refused(ledger: str) -> None:
    open_game(ledger, opening(("Anna", "Boris", "Vera")))
    asked: list[Evening] = []

    def decide(evening: Evening) -> Step:
        asked.append(evening)
        if len(asked) == 1:
            record(ledger, None, lambda other: _leave(other, "Vera"))
        return _leave(evening, "Boris")

    with pytest.raises(BrokenRule, match="1 cannot play"):
        record(ledger, None, decide)
    assert read_evening(ledger, None)[1].seated == ("Anna", "Boris")


def test_taking_back_is_decided_anew_where_another_was_quicker(
    ledger: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    new(ledger)
    deal(ledger, 10)
    real, calls = pile_after, []

    def late(*arguments: object) -> object:
        calls.append(arguments)
        if len(calls) == 1:
            monkeypatch.setattr(book, "pile_after", real)
            deal(ledger, 5)
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(book, "pile_after", late)
    command, _ = undo(ledger)
    assert command.facts["left"] == {"Boris": "5"}
    assert totals(ledger) == {"Anna": 10, "Boris": -10}


# Which game is meant


def test_a_game_is_found_by_its_number_or_the_beginning_of_its_title(ledger: str) -> None:
    new(ledger, "Пятница")
    new(ledger, "Sunday")
    assert [read_evening(ledger, name)[0] for name in ("1", "2", "sun", "пят", "ПЯТНИЦА")] == [
        1,
        2,
        2,
        1,
        1,
    ]


def test_the_whole_title_is_meant_before_the_beginning_of_a_longer_one(ledger: str) -> None:
    new(ledger, "Friday")
    new(ledger, "Friday night")
    assert read_evening(ledger, "friday")[0] == 1
    assert read_evening(ledger, "friday n")[0] == 2
    with pytest.raises(AmbiguousInput, match=r"game 1 \(Friday\) or 2 \(Friday night\)"):
        read_evening(ledger, "fri")


def test_a_number_is_a_game_before_it_is_a_title(ledger: str) -> None:
    new(ledger, "2")
    new(ledger, "2026")
    assert read_evening(ledger, "2")[0] == 2
    assert read_evening(ledger, "2026")[0] == 2


def test_a_title_does_not_mean_a_game_that_is_gone_where_another_has_it(ledger: str) -> None:
    new(ledger, "Friday")
    undo(ledger)
    new(ledger, "Friday")
    assert read_evening(ledger, "friday")[0] == 2


@pytest.mark.parametrize("name", ["7", "0", "-1", "x", "", " ", "9" * 5000, "١", "²"])
def test_a_game_that_is_not_there_is_refused(ledger: str, name: str) -> None:
    new(ledger, "Friday")
    new(ledger)
    with pytest.raises(UnreadableInput, match="there is no game"):
        read_evening(ledger, name)


def test_a_mistyped_title_is_answered_with_the_nearest(ledger: str) -> None:
    new(ledger, "Friday")
    with pytest.raises(UnreadableInput, match="did you mean Friday"):
        read_evening(ledger, "Frydai")


def test_reading_makes_no_ledger(ledger: str) -> None:
    for read in (
        lambda: read_evening(ledger, None),
        lambda: listed_games(ledger),
        lambda: read_log(ledger, None),
        lambda: undo(ledger),
        lambda: record(ledger, None, lambda evening: _turn(evening, "Anna", "7-9H")),
    ):
        with pytest.raises(NoLedger):
            read()
    assert not Path(ledger).exists()


# Import


def test_an_imported_game_goes_on(ledger: str) -> None:
    import_sheet(ledger, SHEET, "sunday.toml")
    record(ledger, None, lambda evening: _turn(evening, "Anna", "7-9H"))
    deal(ledger, 4)
    assert totals(ledger) == {"Anna": 14, "Boris": -14}
    assert [line.dealer for line in read_evening(ledger, None)[1].standing.lines] == [
        "Anna",
        "Boris",
    ]
    assert import_sheet(ledger, SHEET, "again.toml")[1] is False


def test_an_imported_game_is_listed_as_its_sheet_says(ledger: str) -> None:
    import_sheet(ledger, SHEET, "sunday.toml")
    [game] = listed_games(ledger)
    assert (game.number, game.title, game.variant, game.players) == (
        1,
        "Sunday",
        "basic",
        ("Anna", "Boris"),
    )


def test_a_sheet_that_the_rules_refuse_makes_no_game_and_no_ledger(ledger: str) -> None:
    with pytest.raises(BrokenRule):
        import_sheet(ledger, SHEET.replace('"Anna"\nleft', '"Boris"\nleft'), "sunday.toml")
    assert not Path(ledger).exists()


def test_a_preset_that_changes_moves_no_score_of_an_imported_game(
    ledger: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = SHEET.replace("[[deals]]", '[[deals]]\nplays = ["Anna: 7-9H"]')
    import_sheet(ledger, played, "sunday.toml")
    rules = VARIANTS["basic"].rules._replace(
        court_points=5, out_turns=2, rummy_times=1
    )  # Anna went out in one
    presets = {**VARIANTS, "basic": VARIANTS["basic"]._replace(rules=rules)}
    monkeypatch.setattr("rummy_score.rules.variants.VARIANTS", presets)
    monkeypatch.setattr("rummy_score.sheets.writing.VARIANTS", presets)
    assert totals(ledger) == {"Anna": 10, "Boris": -10}
    record(ledger, None, lambda evening: end_step(evening, ("Boris=K",), out="Anna"))
    assert totals(ledger) == {"Anna": 20, "Boris": -20}


def test_an_imported_game_has_what_was_before_its_first_deal_and_who_has_left(ledger: str) -> None:
    head = 'start = { Anna = 6 }\npaid = ["Anna: 6", "Boris: -3", "Vera: -3"]\naway = ["Vera"]\n'
    import_sheet(
        ledger, f'{head}variant = "basic"\nplayers = ["Anna", "Boris", "Vera"]\n', "a.toml"
    )
    evening = read_evening(ledger, None)[1]
    assert evening.standing.totals == {"Anna": 6, "Boris": 0, "Vera": 0}
    assert balances(debts(evening.standing), evening.standing.totals) == {
        "Anna": 0,
        "Boris": 0,
        "Vera": 0,
    }
    assert evening.seated == ("Anna", "Boris")
    assert evening.rules.hand.of(2) == 10
