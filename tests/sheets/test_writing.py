"""Whatever a table has recorded, its sheet says it all: reading it gives the same game, to the coin."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tablework import Table, examples, opening, random_table

from rummy_score.evening.recording import Desk
from rummy_score.money.debts import balances, debts
from rummy_score.money.settlement import fewest_payments
from rummy_score.output.views import game_view, settlement_view
from rummy_score.scoring.games import dealers
from rummy_score.sheets.reading import Sheet, read_deal, read_sheet
from rummy_score.sheets.writing import deal_text, sheet_text

SEEDS = st.integers(0, 2**32)


def told(sheet: Sheet) -> dict[str, object]:
    """Return the table, the totals, the winners and the payments in points and money."""
    settlement = fewest_payments(
        balances(debts(sheet.standing), sheet.standing.totals), sheet.money
    )
    return game_view(sheet.standing) | settlement_view(settlement, sheet.money)


@examples(120)
@given(SEEDS, st.integers(0, 14))
def test_the_sheet_of_any_evening_reads_as_the_same_evening(seed: int, commands: int) -> None:
    evening = random_table(seed, commands).now
    text = sheet_text(evening.game, evening.money)
    sheet = read_sheet(text)
    assert told(sheet) == told(Sheet(evening.standing, evening.money))
    assert list(dealers(sheet.standing.game)) == list(dealers(evening.game))
    assert sheet.standing == evening.standing  # the facts too: turns, notes, rulings, who has left
    assert sheet.money == evening.money
    assert sheet_text(sheet.standing.game, sheet.money) == text


@examples(40)
@given(SEEDS, st.integers(1, 10))
def test_the_text_of_one_deal_reads_as_the_same_deal(seed: int, commands: int) -> None:
    evening = random_table(seed, commands).now
    for deal in evening.game.deals:
        assert read_deal(deal_text(deal, evening.players), evening.players) == deal
        bare = read_deal(deal_text(deal, evening.players, everything=False), evening.players)
        assert bare == deal._replace(paid={}, edited="", rules=())


def test_random_evenings_hold_everything_that_a_sheet_can_say() -> None:
    """Guard the properties above: what is never made at random is never tested by them."""
    games = [random_table(seed, 12).now.game for seed in range(100)]
    deals = [deal for game in games for deal in game.deals]
    assert {game.variant for game in games} == {
        "basic",
        "gambling",
        "sequence",
        "rum500",
        "joker500",
        "double",
    }
    assert any(game.pairs for game in games)
    assert any(game.start for game in games)
    assert any(game.paid for game in games)
    assert any(game.away for game in games)
    assert any(deal.blocked for deal in deals)
    assert any(deal.turns and deal.laid for deal in deals)
    assert any(deal.ruling for deal in deals)
    assert any(deal.edited for deal in deals)
    assert any(deal.dealer for deal in deals)
    assert any(deal.adjust for deal in deals)
    assert any(deal.join for deal in deals)
    assert any(game.join for game in games)
    assert any(deal.rummy is not None for deal in deals)
    assert any(points.denominator > 1 for deal in deals for points in deal.paid.values())
    cards = {
        card for deal in deals for turn in deal.turns for play in turn.plays for card in play.cards
    }
    assert any(card.stands_for and card.rank is None for card in cards)
    assert any(card.stands_for and card.rank is not None for card in cards)
    assert any(play.to for deal in deals for turn in deal.turns for play in turn.plays)
    assert any("+" in side for deal in deals for side in deal.paid)


def test_a_sheet_says_only_what_is_not_usual() -> None:
    table = Table(opening(("Anna", "Boris"), "basic", [("target", "100")], stake="0.5"))
    table.end("Boris=K 4", out="Anna")
    assert sheet_text(table.now.game, table.now.money) == (
        'variant = "basic"\n'
        'players = ["Anna", "Boris"]\n'
        'dealer = "Anna"\n'
        'stake = "0.5"\n'
        'coin = "0.01"\n'
        'currency = "EUR"\n'
        "\n"
        "[rules]\n"
        'target = "100"\n'
        "\n"
        "[[deals]]\n"
        'left = ["Boris: K 4"]\n'
        'out = "Anna"\n'
    )


@pytest.mark.parametrize(
    "name",
    [
        'Q"',
        "back\\slash",
        "a: b",
        "тире - 5",
        "שרה",
        "سارة",
        "#1",
        "[[deals]]",
        "'''",
        "=",
        "A+B",
        "a\u200db",
    ],
)
def test_any_name_that_may_be_typed_can_be_written_and_read(name: str) -> None:
    table = Table(opening((name, "Vera", "Boris"), stake="1"))
    table.lay("Vera", "7-9H")
    table.lay(name, "10H to 1, 3C 4C 5C")
    table.left(name, "K 4")
    table.end("Boris=T", out="Vera")
    table.pay()
    table.adjust(name, -5, name)
    evening = table.now
    assert read_sheet(sheet_text(evening.game, evening.money)).standing == evening.standing
    # Vera collects 14 and 10; then the two others share the five
    assert evening.standing.totals == {
        name: -19, "Vera": Fraction(53, 2), "Boris": Fraction(-15, 2)
    }  # fmt: skip


# Import


@examples(12)
@given(SEEDS, st.integers(1, 10))
def test_importing_an_export_twice_does_nothing_twice(
    tmp_path_factory: pytest.TempPathFactory, seed: int, commands: int
) -> None:
    ledger = str(tmp_path_factory.mktemp("import") / "ledger.db")
    evening = random_table(seed, commands).now
    text = sheet_text(evening.game, evening.money)
    first, fresh = Desk(ledger).import_sheet(text, "friday.toml")
    second, again = Desk(ledger).import_sheet(text, "other.toml")
    assert (fresh, again) == (True, False)
    assert first.head == second.head
    assert len(Desk(ledger).games()) == 1
    imported = Desk(ledger).live()
    assert imported.standing == evening.standing
    assert imported.seated == evening.seated  # who has left is not dealt in again
    assert imported.money == evening.money
    assert sheet_text(imported.game, imported.money) == text
    if imported.standing.lines:
        assert imported.standing.lines[-1].dealer == evening.standing.lines[-1].dealer


def test_a_sheet_whose_import_was_taken_back_can_be_imported_again(tmp_path: Path) -> None:
    ledger = str(tmp_path / "ledger.db")
    text = 'variant = "basic"\nplayers = ["Anna", "Boris"]\n[[deals]]\nout = "Anna"\nleft = { Boris = 7 }\n'
    Desk(ledger).import_sheet(text, "a.toml")
    Desk(ledger).undo()
    live, fresh = Desk(ledger).import_sheet(text, "a.toml")
    assert (live.number, fresh) == (2, True)
    assert [game.number for game in Desk(ledger).games()] == [2]


def test_a_sheet_written_otherwise_is_the_same_sheet(tmp_path: Path) -> None:
    ledger = str(tmp_path / "ledger.db")
    one = 'variant = "basic"\nplayers = ["Anna", "Boris"]\n[[deals]]\nout = "anna"\nleft = { Boris = 7 }\n'
    other = (
        'players = ["Anna", "Boris"]\nvariant = "basic"\n[[deals]]\nleft = ["b: 7"]\nout = "A"\n'
    )
    first, _ = Desk(ledger).import_sheet(one, "a.toml")
    second, fresh = Desk(ledger).import_sheet(other, "b.toml")
    assert (second.head, fresh) == (first.head, False)
