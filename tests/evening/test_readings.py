"""A turn is kept as it was read: read again it lays the same cards for the same jokers, and nothing is chosen anew."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tablework import HOUSE, RANKS, SUITS, Table, examples, opening

from rummy_score.cards.cards import Card
from rummy_score.cards.notation import Turn, parse_plays, parse_turn
from rummy_score.errors import RummyScoreError
from rummy_score.evening.recording import Desk
from rummy_score.referee.layout import Layout, grow
from rummy_score.rules.knobs import with_house_rules
from rummy_score.rules.rules import Rules
from rummy_score.rules.variants import VARIANTS
from rummy_score.sheets.reading import read_sheet
from rummy_score.sheets.writing import sheet_text

CARDS = st.one_of(
    st.builds("{}{}".format, st.sampled_from(RANKS), st.sampled_from(SUITS)),
    st.sampled_from(("JK", "2H", "2S", "7S", "7H")),
)
NAMED = st.builds(
    "{}={}{}".format,
    st.sampled_from(("JK", "2H", "7S")),
    st.sampled_from(RANKS),
    st.sampled_from(SUITS),
)


@st.composite
def melds(draw: st.DrawFn) -> str:
    """Return a run, a set, or a lay-off, some of its cards replaced by jokers that are named or not."""
    start, suit = draw(st.integers(0, 12)), draw(st.sampled_from(SUITS))
    length = draw(st.integers(1, 6))
    if draw(st.booleans()):
        cards = [RANKS[(start + step) % 13] + suit for step in range(length)]
    else:
        cards = [RANKS[start] + each for each in draw(st.permutations(SUITS))[:length]]
    for place in draw(st.sets(st.integers(0, 5), max_size=3)):
        if place < len(cards):
            wild = draw(st.sampled_from(("JK", "2H", "2S", "7S")))
            cards[place] = f"{wild}={cards[place]}" if draw(st.booleans()) else wild
    extra = draw(st.sampled_from(("", "", "", " to 1", " to 2", " as run", " as set")))
    return " ".join(draw(st.permutations(cards))) + extra


PLAYS = st.lists(
    melds() | st.lists(CARDS | NAMED, min_size=1, max_size=4).map(" ".join), min_size=1, max_size=7
)
KNOBS = st.lists(st.sampled_from(HOUSE), max_size=3, unique_by=lambda rule: rule[0])


def ruled(variant: str, house: Sequence[tuple[str, str]]) -> Rules | None:
    try:
        return with_house_rules(VARIANTS[variant].rules, house).seated(3)
    except RummyScoreError:
        return None


@examples(250)
@given(st.sampled_from(("double", "joker500", "sequence", "basic")), KNOBS, PLAYS)
def test_what_is_kept_of_a_turn_lays_the_same_without_choosing(
    variant: str, house: list[tuple[str, str]], plays: list[str]
) -> None:
    rules = ruled(variant, [("naturals_min", "0"), ("jokers", "8"), *house][len(house) % 2 * 2 :])
    if rules is None:
        return
    layout = Layout()
    for text in plays:
        try:
            typed = Turn("Анна: Б", parse_plays(text))
        except RummyScoreError:
            continue
        grown = grow(layout, typed, rules)
        if grown.problems:
            continue
        kept = str(Turn("Анна: Б", grown.plays))
        again = grow(layout, parse_turn(kept, ["Анна: Б", "Анна"]), rules)
        assert again.problems == ()
        assert again.layout == grown.layout, kept
        assert again.readings == ()
        assert again.plays == grown.plays
        layout = grown.layout


def kept(rules: Rules, *turns: str) -> list[str]:
    layout, told = Layout(), []
    for text in turns:
        grown = grow(layout, Turn("A", parse_plays(text)), rules)
        assert grown.problems == ()
        layout = grown.layout
        told += [str(play) for play in grown.plays]
    return told


def wild(card: str) -> Rules:
    return with_house_rules(VARIANTS["basic"].rules, [("wild", card)]).seated(3)


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        pytest.param(["8H 7H 9H"], ["7♥ 8♥ 9♥"], id="in-order"),
        pytest.param(["7-9H", "10H"], ["7♥ 8♥ 9♥", "10♥ to 1"], id="the-only-meld-that-takes-it"),
        pytest.param(["7-9H", "6H 10H to 1"], ["7♥ 8♥ 9♥", "6♥ 10♥ to 1"], id="on-both-ends"),
        pytest.param(["7H JK 9H"], ["7♥ JK=8♥ 9♥"], id="in-a-gap"),
        pytest.param(["QH KH JK"], ["JK=J♥ Q♥ K♥"], id="the-only-end"),
        pytest.param(["7H 8H JK"], ["7♥ 8♥ JK=9♥"], id="the-end-worth-more"),
        pytest.param(["QH QS JK"], ["Q♥ Q♠ JK=Q"], id="a-set-whose-suit-stays-open"),
        pytest.param(["QHSD", "JK to 1"], ["Q♥ Q♠ Q♦", "JK=Q♣ to 1"], id="the-only-suit-left"),
        pytest.param(["5C JK JK as set"], ["5♣ JK=5 JK=5 as set"], id="as-set"),
    ],
)
def test_the_reading_taken_is_written_into_the_turn(typed: list[str], written: list[str]) -> None:
    rules = with_house_rules(VARIANTS["basic"].rules, [("jokers", "2")]).seated(3)
    assert kept(rules, *typed) == written


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        # 2♥ 3♥ 4♥ unsaid is worth more as 3♥ 4♥ 5♥: who says 2♥=2♥ means the other, then and ever
        # after
        pytest.param(["2H=2H 3H 4H"], ["2♥=2♥ 3♥ 4♥"], id="itself-because-it-was-said"),
        pytest.param(["2H 3H 4H"], ["3♥ 4♥ 2♥=5♥"], id="the-reading-worth-more"),
        pytest.param(["2H KH QH JH"], ["2♥=10♥ J♥ Q♥ K♥"], id="a-joker"),
        pytest.param(["3-5H", "2H=2H to 1"], ["3♥ 4♥ 5♥", "2♥=2♥ to 1"], id="laid-off-as-itself"),
        pytest.param(["3-5H", "2H to 1"], ["3♥ 4♥ 5♥", "2♥=6♥ to 1"], id="laid-off-as-a-joker"),
    ],
)
def test_a_wild_card_that_stands_for_itself_says_so_where_else_it_would_not(
    typed: list[str], written: list[str]
) -> None:
    assert kept(wild("2"), *typed) == written


def test_a_joker_keeps_its_card_in_the_open_deal_whatever_is_laid_later() -> None:
    table = Table(opening(("Anna", "Boris", "Vera"), "basic", [("jokers", "2")]))
    table.lay("Anna", "7H 8H JK")
    table.lay("Boris", "10H to 1")
    [laid] = table.now.layout.melds
    assert [str(card) for card in laid.meld.cards] == ["7♥", "8♥", "JK=9♥", "10♥"]
    assert laid.played_by == ("Anna", "Anna", "Anna", "Boris")
    assert all(isinstance(card, Card) for card in laid.meld.cards)


def test_what_is_refused_is_given_back_as_it_was_typed() -> None:
    rules = VARIANTS["basic"].rules.seated(3)
    typed = Turn("A", parse_plays("7H 9S KD, 4C to 3"))
    grown = grow(Layout(), typed, rules)
    assert grown.problems
    assert grown.plays == typed.plays


def test_an_edit_keeps_the_readings_that_were_taken_when_it_was_made() -> None:
    table = Table(opening(("Anna", "Boris", "Vera"), "basic", [("jokers", "2")]))
    table.lay("Anna", "7H 8H 9H")
    table.end("Boris=4", "Vera=5", out="Anna")
    table.edit(1, ("7♥ 8♥ 9♥", "7H 8H JK, 10H"))
    assert table.events[-1].facts["becomes"]["plays"] == ["Anna: 7♥ 8♥ JK=9♥, 10♥ to 1"]
    assert [str(turn) for turn in table.now.game.deals[0].turns] == ["Anna: 7♥ 8♥ JK=9♥, 10♥ to 1"]


def test_an_edit_that_leaves_nothing_open_is_kept_as_it_was_typed() -> None:
    table = Table(opening(("Anna", "Boris")))
    table.lay("Anna", "7H 8H 9H")
    table.end("Boris=4", out="Anna")
    table.edit(1, ("7♥ 8♥ 9♥", "7-9H"))
    assert '"Anna: 7-9H"' in table.events[-1].facts["text"]


def test_an_import_keeps_the_readings_that_were_taken_when_it_was_made(tmp_path: Path) -> None:
    ledger = str(tmp_path / "ledger.db")
    sheet = (
        'variant = "basic"\nplayers = ["Anna", "Boris"]\n[rules]\njokers = 2\n'
        '[[deals]]\nplays = ["Anna: 7H 8H JK, 10H"]\nout = "Anna"\nleft = ["Boris: 4"]\n'
        '[[deals]]\nplays = ["Anna: 7H 9S KD", "Boris: QH QS JK"]\nout = "Anna"\nleft = ["Boris: 4"]\nruling = "so"\n'
    )
    live, fresh = Desk(ledger).import_sheet(sheet, "a.toml")
    assert fresh
    turns = [str(turn) for deal in live.game.deals for turn in deal.turns]
    assert turns == ["Anna: 7♥ 8♥ JK=9♥, 10♥ to 1", "Anna: 7♥ 9♠ K♦", "Boris: Q♥ Q♠ JK=Q"]
    assert live.standing.totals == read_sheet(sheet).standing.totals
    again = sheet_text(live.game, live.money)
    for line in turns:
        assert f'"{line}"' in again
    assert Desk(ledger).import_sheet(again, "b.toml")[1] is False
