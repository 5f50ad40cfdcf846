"""A written sheet is read, checked and scored, or every problem of it is told in one go."""

import random
from fractions import Fraction
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_score.errors import BrokenRule, UnreadableInput
from rummy_score.money.debts import balances, debts
from rummy_score.money.settlement import Money, fewest_payments
from rummy_score.sheets.keys import DEAL_KEYS
from rummy_score.sheets.reading import SHEET_KEYS, Sheet, read_sheet

FOUR = 'players = ["Boris", "Dmitry", "Nikolai", "Fyodor"]\n'
HEAD = f'variant = "gambling"\n{FOUR}'
PRODUCT_SHEET = """
title = "Friday"
variant = "gambling"
players = ["Boris", "Dmitry", "Nikolai", "Fyodor"]
dealer = "Boris"          # who deals first; passes left
stake = "0.05"            # money for a point
currency = "EUR"
coin = "0.05"             # smallest coin used; settles are rounded to it
# pairs = [["Boris", "Nikolai"], ["Dmitry", "Fyodor"]]
# target = 500
[rules]                   # house rules: any knob that `rummy-score variants gambling` lists
ace = "low"

[[deals]]                 # by cards
plays = ["Dmitry: 7-9H", "Boris: 10H to 1", "Boris: QHSD, 3C 4C 5C"]
out = "Boris"
left = { Dmitry = "KC 4D 2S 6D", Nikolai = 28, Fyodor = "10+10+9+7" }

[[deals]]                 # by points: laid only where the variant counts it
blocked = true
left = { Boris = 14, Dmitry = 24, Nikolai = 28, Fyodor = 36 }
"""
BLOCKED = "{ Boris = 14, Dmitry = 24, Nikolai = 28, Fyodor = 36 }"
LINES = '["Boris: 14", "dm: 24", "N: 28", "f: 36"]'
DEAL = '[[deals]]\nout = "Boris"\nleft = { Dmitry = 1, Nikolai = 2, Fyodor = 3 }\n'


def problems(sheet: str, *house_rules: tuple[str, str]) -> list[str]:
    """Return what is said of a sheet that cannot be scored."""
    with pytest.raises((UnreadableInput, BrokenRule)) as caught:
        read_sheet(sheet, house_rules)
    return str(caught.value).splitlines()


def only(sheet: str, *house_rules: tuple[str, str]) -> str:
    [problem] = problems(sheet, *house_rules)
    return problem


# The sheet of product.md


def test_the_sheet_of_the_product_is_scored_and_settled_to_the_coin() -> None:
    sheet = read_sheet(PRODUCT_SHEET)
    game = sheet.standing.game
    assert (game.title, game.variant, game.dealer) == ("Friday", "gambling", "Boris")
    assert sheet.money == Money("0.05", "0.05", "EUR")
    assert sheet.standing.totals == {"Boris": 132, "Dmitry": -32, "Nikolai": -42, "Fyodor": -58}
    paid = fewest_payments(
        balances(debts(sheet.standing), sheet.standing.totals), sheet.money
    ).transfers
    # 32, 42 and 58 points at 0.05 are 1.60, 2.10 and 2.90.
    assert [(t.payer, t.payee, sheet.money.amount(t.coins or 0)) for t in paid] == [
        ("Dmitry", "Boris", "1.60"),
        ("Nikolai", "Boris", "2.10"),
        ("Fyodor", "Boris", "2.90"),
    ]
    assert sheet.standing.warnings == ()


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda sheet: sheet.replace("\n", "\r\n"), id="crlf"),
        pytest.param(lambda sheet: sheet.replace(BLOCKED, LINES), id="lines-and-beginnings"),
        pytest.param(lambda sheet: sheet.replace("10H to 1", "Ч10"), id="russian-cards"),
        pytest.param(lambda sheet: sheet.replace('"0.05" ', "0.05 "), id="stake-as-a-number"),
        pytest.param(lambda sheet: sheet.replace('"0.05" ', '"0,05" '), id="stake-with-a-comma"),
        pytest.param(lambda sheet: sheet.replace('"gambling"', '"Gambling"'), id="variant-in-either-case"),
        pytest.param(lambda sheet: sheet.replace('"low"', '"LOW"'), id="rule-in-either-case"),
    ],
)  # fmt: skip
def test_a_sheet_may_be_written_in_other_ways(change: object) -> None:
    assert callable(change)
    changed = change(PRODUCT_SHEET)
    assert changed != PRODUCT_SHEET
    assert read_sheet(changed).standing.totals == {
        "Boris": 132,
        "Dmitry": -32,
        "Nikolai": -42,
        "Fyodor": -58,
    }


def test_a_sheet_without_deals_has_scored_nothing() -> None:
    sheet = read_sheet(HEAD)
    assert (sheet.standing.lines, sheet.money, sheet.standing.game.title) == ((), None, "")


def test_keys_of_a_deal_come_in_any_order() -> None:
    keys = ['out = "Boris"', 'left = { Dmitry = 1, Fyodor = 3 }', 'players = ["Boris", "Dmitry", "Fyodor"]',
            "adjust = { Nikolai = 4 }", 'note = "late"', 'dealer = "Dmitry"', "rummy = false"]  # fmt: skip
    scored = []
    for seed in range(6):
        random.Random(seed).shuffle(keys)
        scored.append(read_sheet(HEAD + "[[deals]]\n" + "\n".join(keys)).standing.lines)
    # 4, -1 and -3, and 4/3 off each for Nikolai's 4
    assert scored[0][0].totals == {
        "Boris": Fraction(8, 3), "Dmitry": Fraction(-7, 3), "Nikolai": 4, "Fyodor": Fraction(-13, 3)
    }  # fmt: skip
    assert all(lines == scored[0] for lines in scored)


HEAD_LINES, _, RULES_AND_DEALS = PRODUCT_SHEET.partition("[rules]")


@given(st.permutations(HEAD_LINES.strip().splitlines()))
def test_keys_of_the_head_come_in_any_order(head: list[str]) -> None:
    assert read_sheet("\n".join([*head, "[rules]", RULES_AND_DEALS])) == read_sheet(PRODUCT_SHEET)


# Every problem in one go

SLIPS = """
variant = "gambling"
players = ["Boris", "Dmitry", "Nikolai", "Fyodor"]
stake = "much"
colour = "red"
[[deals]]
out = "Boris"
left = { Dmitry = "KX", Nikolai = true, Fyodor = 3 }
[[deals]]
left = { Boris = 1, Dmitry = 2, Nikolai = 3, Fyodor = 4 }
[[deals]]
blokced = true
plays = ["Boris: 7-9H", "Ivan: KC", "Dmitry: 10Z"]
left = { Boris = 1, Dmitry = 2, Nikolai = 3, Fyodor = 4 }
[[deals]]
plays = ["Dmitry: 7-9H", "Boris: JH to 1", "Boris: KC AC 2C"]
out = "Boris"
left = { Dmitry = 2, Nikolai = 3, Fyodor = 4 }
"""


def test_every_problem_of_a_sheet_is_told_at_once_and_by_deal() -> None:
    starts = [
        "colour: there is no such key",
        "stake: the stake 'much' is not an amount of money",
        "deal 1, left: Dmitry: 'KX' is not a card.",
        "deal 1, left: Nikolai: true stands where a whole number is due.",
        "deal 2, out: Nobody is out.",
        "deal 3, blokced: there is no such key (did you mean blocked?).",
        "deal 3, plays, line 2: there is no player 'Ivan'.",
        "deal 3, plays, line 3: '10Z' is not a card.",
        "deal 4, plays, line 2: J♥ is not next to 9♥",
        "deal 4, plays, line 3: K♣ A♣ 2♣ ",
    ]
    told = problems(SLIPS)
    assert [line[: len(start)] for line, start in zip(told, starts, strict=True)] == starts


def test_what_cannot_be_read_is_another_kind_of_error_than_what_breaks_a_rule() -> None:
    with pytest.raises(UnreadableInput):
        read_sheet(SLIPS)
    with pytest.raises(BrokenRule):
        read_sheet(HEAD + DEAL.replace('out = "Boris"\n', ""))


def test_a_deal_keeps_its_number_where_one_before_it_cannot_be_read() -> None:
    sheet = HEAD + DEAL.replace("= 1", '= "KX"') + DEAL + DEAL.replace(", Fyodor = 3", "")
    assert [line.partition(",")[0] for line in problems(sheet)] == ["deal 1", "deal 3"]


def test_a_ruling_waives_what_was_played_also_where_another_key_cannot_be_read() -> None:
    deal = '[[deals]]\nplays = ["Boris: KC AC 2C", "Dmitry: 7-9H"]\nout = "Boris"\nleft = ["D: KX", "N: 2", "F: 3"]\n'
    assert [line.partition(": ")[0] for line in problems(HEAD + deal)] == [
        "deal 1, left, line 1",
        "deal 1, plays, line 1",
    ]
    assert only(HEAD + deal + 'ruling = "agreed"\n').startswith("deal 1, left, line 1: ")


def test_nothing_is_judged_behind_a_turn_that_leaves_open_what_was_played() -> None:
    deal = '[[deals]]\nplays = ["Dmitry: 9-JD", "Boris: QHSC", "Boris: QD", "Boris: KD"]\nout = "Boris"\n'
    assert only(HEAD + deal + 'left = ["D: 1", "N: 2", "F: 3"]\n').startswith(
        "deal 1, plays, line 3: Q♦ fits meld"
    )


def test_deals_are_read_also_where_too_many_play() -> None:
    sheet = (
        'variant = "basic"\nplayers = ["A", "B", "C", "D", "E", "F", "G"]\n[[deals]]\nout = "H"\n'
    )
    told = problems(sheet)
    assert told[0].startswith("players: 7 cannot play")
    assert "deal 1, out: there is no player 'H'" in told[1]


# Keys and types


@pytest.mark.parametrize(
    ("written", "meant"),
    [("tittle", "title"), ("player", "players"), ("Stake", "stake"), ("deal", "deals")],
)
def test_an_unknown_key_is_told_with_the_nearest_and_with_all(written: str, meant: str) -> None:
    told = only(f'{written} = "x"\n{HEAD}')
    assert told.startswith(
        f"{written}: there is no such key (did you mean {meant}?). Keys: title, variant, "
    )


def test_an_unknown_key_of_a_deal_is_told_with_the_keys_of_a_deal() -> None:
    told = only(HEAD + DEAL + DEAL + 'winner = "Boris"\n')
    assert told == (
        "deal 2, winner: there is no such key. Keys: date, players, rules, plays, blocked, rummy, "
        "laid, left, adjust, paid, dealer, out, note, ruling, edited, "
        "join."
    )


def test_a_key_that_does_not_print_is_told_in_escapes() -> None:
    assert only('"\\u202Ex\\u001B" = 1\n' + HEAD).startswith("\\u202ex\\x1b: there is no such key")
    assert only("'' = 1\n" + HEAD).startswith("'': there is no such key")


JUNK = {
    "text": '"what?"', "empty-text": '""', "number": "7", "negative": "-7", "half": "7.5", "nan": "nan", "inf": "-inf",
    "huge": "1e999", "true": "true", "list": "[7]", "list-of-lists": "[[7]]", "empty-list": "[]",
    "list-of-tables": "[{}]", "table": "{ a = 7 }", "empty-table": "{}", "date": "2024-05-01",
    "long": f"0x{'f' * 5000}",
}  # fmt: skip
ALLOWED = {
    "title": {"text"}, "variant": set(), "players": set(), "dealer": set(), "stake": {"number", "half"},
    "currency": {"text", "empty-text"}, "coin": {"number", "half"}, "pairs": set(), "target": {"number"},
    "start": {"table", "empty-list", "empty-table"}, "paid": {"empty-list"}, "away": {"empty-list"},
    "join": {"table", "empty-list", "empty-table"},
    "coming": {"empty-table"}, "rules": {"empty-table"}, "deals": {"empty-list"},
}  # fmt: skip


@pytest.mark.parametrize("key", SHEET_KEYS)
@pytest.mark.parametrize("junk", JUNK)
def test_each_key_of_the_head_refuses_what_it_cannot_be(key: str, junk: str) -> None:
    head = {"variant": '"rum500"', "players": '["Anna", "Boris", "Vera", "Pavel"]', key: JUNK[junk]}
    sheet = "".join(f"{name} = {value}\n" for name, value in head.items())
    if junk in ALLOWED[key]:
        assert isinstance(read_sheet(sheet), Sheet)
        return
    told = problems(sheet)
    where = "deal 1" if key == "deals" and junk.startswith("list") else key
    assert all(line.startswith((f"{where}:", f"{where},")) for line in told)


FINE = {
    "plays": {"empty-list"}, "out": set(), "blocked": set(), "left": set(), "laid": {"empty-list", "empty-table"},
    "dealer": set(), "players": set(), "rummy": set(), "adjust": {"empty-list", "empty-table"}, "note": {"text"},
    "join": {"empty-list", "empty-table"},
    "ruling": {"text"}, "paid": {"empty-list"}, "edited": {"text"},
    "date": {"date"}, "rules": {"empty-table"},
}  # fmt: skip


@pytest.mark.parametrize("key", DEAL_KEYS)
@pytest.mark.parametrize("junk", JUNK)
def test_each_key_of_a_deal_refuses_what_it_cannot_be(key: str, junk: str) -> None:
    deal = {"out": '"Boris"', "left": "{ Dmitry = 1, Nikolai = 2, Fyodor = 3 }", key: JUNK[junk]}
    sheet = f"{HEAD}[[deals]]\n" + "".join(f"{name} = {value}\n" for name, value in deal.items())
    if junk in FINE[key]:
        assert isinstance(read_sheet(sheet), Sheet)
        return
    # "true" can be read for blocked and rummy, but Boris is out, and in two turns at the least.
    assert any(
        line.startswith((f"deal 1, {key}: ", f"deal 1, {key}, line 1: ", f"deal 1, {key}, a: "))
        for line in problems(sheet)
    )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        pytest.param(
            "ace = 1.5",
            "rules, ace: the number 1.5 stands where a whole number, true, false",
            id="half",
        ),
        pytest.param("ace = 1979-05-27", "rules, ace: a date or time stands where", id="date"),
        pytest.param("ace = [['low']]", "rules, ace: a list stands where", id="list"),
        pytest.param("ace = {}", "rules, ace: a table stands where", id="table"),
        pytest.param(
            "ace = 'lwo'",
            "rules, ace: ace=lwo is not allowed (did you mean low?).",
            id="mistyped-value",
        ),
        pytest.param(
            "aec = 'low'",
            "rules, aec: there is no rule 'aec' (did you mean ace?).",
            id="mistyped-knob",
        ),
        pytest.param(
            "ace_points = -1", "rules, ace_points: ace_points=-1 is not allowed.", id="negative"
        ),
        pytest.param(
            "ace_points = true",
            "rules, ace_points: ace_points=true is not allowed.",
            id="boolean-as-points",
        ),
        pytest.param(
            f"ace_points = 0x{'f' * 5000}",
            "rules, ace_points: ace_points=a very long number",
            id="long",
        ),
        pytest.param(
            "ace_points = '١'", "rules, ace_points: ace_points=١ is not allowed.", id="arabic-digit"
        ),
        pytest.param(
            "jokers = 2\njokers_max = -1",
            "rules, jokers_max: jokers_max=-1 is not",
            id="below-none",
        ),
        pytest.param(
            "jokers_max = 2",
            "rules: jokers_max=2 speaks of jokers, but jokers=0",
            id="contradiction",
        ),
        pytest.param("ace = 'low'\nACE = 'both'", "rules: ace is given twice", id="twice"),
    ],
)
def test_a_house_rule_that_cannot_be_is_told_with_its_knob(line: str, told: str) -> None:
    assert only(f"{HEAD}[rules]\n{line}").startswith(told)


def test_every_house_rule_that_cannot_be_is_told_at_once() -> None:
    told = problems(HEAD + "[rules]\nace = 'lwo'\nset_max = {}\nsuits = 4\n", ("run_max", "ten"))
    assert [line.partition(":")[0] for line in told] == [
        "rules, ace",
        "rules, set_max",
        "rules, suits",
        "run_max",
    ]


@pytest.mark.parametrize(
    ("line", "knob", "value"),
    [
        pytest.param("set_same_suit = true", "set_same_suit", True, id="boolean"),
        pytest.param("set_same_suit = 'yes'", "set_same_suit", True, id="word"),
        pytest.param("out_turns = 1", "out_turns", 1, id="number"),
        pytest.param("target = 200", "target", 200, id="target-among-the-rules"),
        pytest.param("target = 'none'", "target", None, id="no-target"),
        pytest.param("Out-Turns = 1", "out_turns", 1, id="spelt-otherwise"),
    ],
)
def test_a_house_rule_is_laid_over_the_variant(line: str, knob: str, value: object) -> None:
    assert getattr(read_sheet(f"{HEAD}[rules]\n{line}").standing.game.rules, knob) == value


def test_cards_that_serve_as_jokers_may_be_a_list() -> None:
    listed, typed = (
        read_sheet(f"{HEAD}[rules]\nwild = {wild}").standing.game.rules.wild
        for wild in ("['7S', '2']", "'7S 2'")
    )
    assert listed == typed
    assert [card.code for card in listed] == ["7S", "2"]
    assert read_sheet(f"{HEAD}[rules]\nwild = []").standing.game.rules.wild == ()


def test_house_rules_from_outside_go_over_those_of_the_sheet() -> None:
    sheet = f"target = 300\n{HEAD}[rules]\nace = 'low'\njokers = 1\n"
    rules = read_sheet(
        sheet, [("ace", "both"), ("target", "400"), ("jokers", "2"), ("jokers-max", "1")]
    ).standing.game.rules
    assert (str(rules.ace), rules.target, str(rules.jokers), rules.jokers_max) == (
        "both",
        400,
        "2",
        1,
    )


def test_a_house_rule_from_outside_may_mend_what_contradicts_itself_in_the_sheet() -> None:
    sheet = f"{HEAD}[rules]\njokers_max = 1\n"
    assert only(sheet).startswith("rules: jokers_max=1 speaks of jokers")
    assert read_sheet(sheet, [("jokers", "2")]).standing.game.rules.jokers_max == 1


# The target


def test_a_target_is_a_key_of_its_own() -> None:
    assert read_sheet(f"target = 200\n{HEAD}").standing.game.rules.target == 200
    assert only(f"target = 0\n{HEAD}").startswith("target: target=0 is not allowed.")
    assert only(f"target = 200\n{HEAD}[rules]\ntarget = 300").startswith(
        "rules: target is given twice"
    )


# Players


@pytest.mark.parametrize(
    ("names", "told"),
    [
        pytest.param('"Anna", "anna"', "Anna and anna are the same name.", id="case"),
        pytest.param('"A", "A", "B"', "A and A are the same name.", id="one-letter"),
        pytest.param('"Anna", "Boris", "Anna"', "Anna and Anna are the same name.", id="the-same"),
        pytest.param(
            '"Straße", "STRASSE"', "Straße and STRASSE are the same name.", id="case-folding"
        ),
        pytest.param('"Фёдор", "федор"', "Фёдор and федор are the same name.", id="yo-and-ye"),
        pytest.param(
            '"Zo\\u00EB", "Zoe\\u0308"',
            "Zoë and Zoë are the same name.",
            id="composed-and-decomposed",
        ),
        pytest.param('"Anna  B", "Anna B"', "Anna B and Anna B are the same name.", id="blanks"),
    ],
)
def test_two_names_that_compare_equal_are_refused(names: str, told: str) -> None:
    assert only(f'variant = "basic"\nplayers = [{names}]') == f"players: {told} Make them differ."


@pytest.mark.parametrize(
    ("count", "told"),
    [
        pytest.param(
            0, "players: 0 cannot play: the game takes 2-6 players (players=2-6).", id="nobody"
        ),
        pytest.param(
            1, "players: 1 cannot play: the game takes 2-6 players (players=2-6).", id="one"
        ),
        pytest.param(
            7, "players: 7 cannot play: the game takes 2-6 players (players=2-6).", id="seven"
        ),
        pytest.param(
            40, "players: 40 cannot play: the game takes 2-6 players (players=2-6).", id="forty"
        ),
    ],
)
def test_as_many_play_as_the_game_takes(count: int, told: str) -> None:
    names = [f"Player {seat}" for seat in range(count)]
    assert only(f'variant = "basic"\nplayers = {names}'.replace("'", '"')) == told


@pytest.mark.parametrize(
    ("name", "told"),
    [
        pytest.param("", "is empty", id="empty"),
        pytest.param("  ", "is empty", id="blank"),
        pytest.param(
            r"Bo\u001Bris", r"'Bo\x1bris' holds a character that does not print", id="control"
        ),
        pytest.param(
            r"Bo\u202Eris",
            r"'Bo\u202eris' holds a character that does not print",
            id="direction-override",
        ),
        pytest.param(
            r"Bo\nris", r"'Bo\nris' holds a character that does not print", id="line-break"
        ),
        pytest.param(
            r"Bo\u0000ris", r"'Bo\x00ris' holds a character that does not print", id="null"
        ),
        pytest.param("x" * 41, "is 41 characters long; write at most 40.", id="41-characters"),
    ],
)
def test_a_name_that_may_not_be_is_refused_and_shown_in_escapes(name: str, told: str) -> None:
    line = only(f'variant = "basic"\nplayers = ["Anna", "{name}"]')
    assert line.startswith("players: a player's name")
    assert told in line
    assert line.isprintable()


def test_every_bad_name_is_told_at_once() -> None:
    told = problems('variant = "basic"\nplayers = ["Anna", "", 7, "anna"]')
    assert len(told) == 3
    assert all(line.startswith("players: ") for line in told)


@pytest.mark.parametrize(
    "name", ["x" * 40, "Ю" * 40, "王" * 40, "Анна Мария", "O'Brien", "王小明", "1", "A:B", "-"]
)
def test_a_name_may_be_in_any_script_and_up_to_forty_characters(name: str) -> None:
    sheet = f'variant = "basic"\nplayers = ["{name}", "Other"]\n[[deals]]\nout = "Other"\nleft = ["{name}: 5"]'
    assert read_sheet(sheet).standing.totals == {name: -5, "Other": 5}


def test_a_title_prints_on_one_line() -> None:
    assert only(HEAD + r'title = "a\u202Eb"').startswith(
        r"title: the title 'a\u202eb' holds a character"
    )
    assert only(HEAD + f'title = "{"x" * 201}"').startswith("title: ")
    assert read_sheet(HEAD + f'title = "{"ж" * 200}"').standing.game.title == "ж" * 200


def test_the_first_dealer_is_a_player() -> None:
    assert only(HEAD + 'dealer = "Ivan"').startswith("dealer: there is no player 'Ivan'.")
    assert read_sheet(HEAD + 'dealer = "dm"').standing.game.dealer == "Dmitry"


@pytest.mark.parametrize(
    ("deal", "names"),
    [
        pytest.param('out = "Dmitry"\nleft = { Boris = 2 }', "Dmitry", id="out"),
        pytest.param(
            'out = "Boris"\nleft = { Fyodor = 2, Nikolai = 1, Dmitry = 4 }',
            "Nikolai and Dmitry",
            id="left",
        ),
        pytest.param(
            'out = "Boris"\nleft = { Fyodor = 2 }\ndealer = "Nikolai"', "Nikolai", id="dealer"
        ),
        pytest.param(
            'out = "Boris"\nleft = { Fyodor = 2 }\nlaid = { Dmitry = 9 }', "Dmitry", id="laid"
        ),
        pytest.param(
            'out = "Boris"\nleft = { Fyodor = 2 }\nplays = ["Dmitry: 7-9H"]', "Dmitry", id="plays"
        ),
    ],
)
def test_who_did_not_sit_is_not_in_the_deal(deal: str, names: str) -> None:
    told = problems(f'{HEAD}[[deals]]\nplayers = ["Boris", "Fyodor"]\n{deal}')
    assert told[0] == (
        f"deal 1, players: {names} did not sit in this deal. Add the name, or correct it where it is used."
    )


def test_a_mistyped_name_of_who_sat_is_the_only_slip() -> None:
    sheet = (
        f'{HEAD}[[deals]]\nplayers = ["Boris", "Dimtry"]\nout = "Boris"\nleft = {{ Dmitry = 2 }}'
    )
    assert only(sheet).startswith(
        "deal 1, players: there is no player 'Dimtry' (did you mean Dmitry?)"
    )


# Pairs

PARTNERS = 'variant = "rum500"\nplayers = ["Anna", "Boris", "Vera", "Pavel"]\n'


@pytest.mark.parametrize(
    "pairs",
    [
        pytest.param('[["Anna", "Vera"]]', id="one-pair"),
        pytest.param('[["Anna", "Vera", "Boris", "Pavel"]]', id="four-together"),
        pytest.param('[["Anna", "Vera"], ["Boris", "Anna"]]', id="twice"),
        pytest.param('[["Anna", "Vera", "Boris"], ["Pavel"]]', id="three-and-one"),
    ],
)
def test_every_player_belongs_to_one_pair_of_two(pairs: str) -> None:
    assert only(f"{PARTNERS}pairs = {pairs}").startswith(
        "pairs: every player belongs to one pair of two"
    )


def test_partners_are_found_by_name() -> None:
    assert read_sheet(
        f'{PARTNERS}pairs = [["a", "V"], ["boris", "PAVEL"]]'
    ).standing.game.pairs == (
        ("Anna", "Vera"),
        ("Boris", "Pavel"),
    )
    assert "no player 'Ivan'" in only(f'{PARTNERS}pairs = [["Anna", "Ivan"], ["Boris", "Pavel"]]')


def test_pairs_are_not_held_against_names_that_cannot_be_read() -> None:
    assert only(
        'variant = "rum500"\nplayers = ["Anna", ""]\npairs = [["Anna", "Vera"]]'
    ).startswith("players: ")


def test_pairs_are_refused_where_everybody_plays_for_himself() -> None:
    told = only(f'{HEAD}pairs = [["Boris", "Nikolai"], ["Dmitry", "Fyodor"]]')
    assert (
        told
        == "pairs: everybody plays for himself here (pairs=no). Leave the pairs out, or add the rule pairs=yes."
    )


def test_two_pairs_have_two_names() -> None:
    players = 'variant = "rum500"\nplayers = ["A+B", "C", "A", "B+C"]\n'
    assert only(players + 'pairs = [["A+B", "C"], ["A", "B+C"]]').startswith(
        "pairs: two pairs have one name"
    )


# Money


@pytest.mark.parametrize(
    ("head", "money"),
    [
        pytest.param('stake = "0.05"', Money("0.05", "0.01", ""), id="stake-alone"),
        pytest.param(
            "stake = 0.05\ncoin = 0.1", Money("0.05", "0.1", ""), id="numbers-are-kept-as-written"
        ),
        pytest.param('stake = 2\ncurrency = "EUR"', Money("2", "0.01", "EUR"), id="whole"),
        pytest.param('coin = "0.05"\ncurrency = "EUR"', None, id="no-stake-no-money"),
    ],
)
def test_money_is_what_was_agreed(head: str, money: Money | None) -> None:
    assert read_sheet(f"{head}\n{HEAD}").money == money


def test_each_part_of_the_money_is_told_by_its_key() -> None:
    told = problems(f'stake = true\ncoin = "x"\ncurrency = 5\n{HEAD}')
    assert [line.partition(":")[0] for line in told] == ["stake", "coin", "currency"]
    assert only(f'coin = "x"\n{HEAD}').startswith("coin: the coin 'x' is not an amount")


# What is missing


def test_the_variant_and_the_players_are_asked_for() -> None:
    assert problems("") == [
        'variant: it is missing. Write which game was played, like variant = "basic".',
        'players: it is missing. List who played in seat order, like ["Anna", "Boris"].',
    ]
    assert "did you mean gambling?" in only(f'variant = "gamling"\n{FOUR}')


def test_deals_headed_like_one_table_are_told_how_to_head_each() -> None:
    told = only(HEAD + '[deals]\nout = "Boris"')
    assert told == "deals: a table stands where a list is due. Head each deal [[deals]]."


# Rulings of the table


def test_a_ruling_records_a_deal_that_breaks_a_rule_as_remarks() -> None:
    deal = '[[deals]]\nplays = ["Boris: KC AC 2C", "Boris: QHSD, 9C"]\nout = "Boris"\nleft = ["D: 1", "N: 2", "F: 3"]\n'
    assert len(problems(HEAD + deal)) == 2
    standing = read_sheet(HEAD + deal + 'ruling = "agreed"\n').standing
    assert standing.totals == {"Boris": 6, "Dmitry": -1, "Nikolai": -2, "Fyodor": -3}
    assert [(number, f.key, f.rule) for number, f in standing.warnings] == [
        (1, "plays, line 1", "ace"),
        (1, "plays, line 2", "run_min"),
    ]


def test_a_ruling_does_not_close_a_deal_that_is_open() -> None:
    deal = '[[deals]]\nruling = "agreed"\nleft = { Boris = 1, Dmitry = 2, Nikolai = 3 }\n'
    assert problems(HEAD + deal) == [
        "deal 1, out: Nobody is out. Write who is, or blocked = true where nobody was.",
        'deal 1, left: No hand is entered for Fyodor. Add what is left, like "KC 4D" or 14.',
    ]


# Whatever else a file may hold


@pytest.mark.parametrize(
    ("sheet", "told"),
    [
        pytest.param("[" * 1_000_000, None, id="brackets"),
        pytest.param(
            "a = " + "[" * 1_000_000, "it is nested too deep for a score sheet.", id="nested-lists"
        ),
        pytest.param(
            "a = " + "{a=" * 300_000, "it is nested too deep for a score sheet.", id="nested-tables"
        ),
        pytest.param(
            "a." * 500_000 + "a = 1", "a line of it has more than 1000 dots", id="dotted-key"
        ),
        pytest.param(
            "[" + "a." * 500_000 + "a]", "a line of it has more than 1000 dots", id="dotted-heading"
        ),
        pytest.param(
            f"stake = {'9' * 5000}", "a number in it is thousands of digits long.", id="5000-digits"
        ),
        pytest.param("Boris: 14", "it is not TOML: ", id="no-toml"),
        pytest.param("\x00\x01\x02", "it is not TOML: ", id="binary"),
        pytest.param("v\x00a\x00r\x00 =\x00", "it is not TOML: ", id="utf-16"),
        pytest.param('variant = "basic"\nvariant = "basic"', "it is not TOML: ", id="key-twice"),
        pytest.param('title = "a\x1bb"', "it is not TOML: ", id="raw-control-character"),
        pytest.param("\r", "it is not TOML: ", id="lone-carriage-return"),
        pytest.param('"' * 1_000_000, "it is not TOML: ", id="quotes"),
    ],
)
def test_what_is_no_sheet_is_told_on_one_line(sheet: str, told: str | None) -> None:
    start = process_time()
    line = only(sheet)
    assert process_time() - start < 5
    assert line.isprintable()
    assert len(line) < 300
    assert told is None or line.startswith(told)


def test_a_list_at_the_edge_of_what_can_be_nested_is_a_slip_like_any_other() -> None:
    for depth in range(1, 600, 7):
        only(f"{HEAD}[rules]\nace = {'[' * depth}{']' * depth}")


KEYS = st.sampled_from([*SHEET_KEYS, *DEAL_KEYS, "Boris", "Anna", "ace", "jokers", "hand", "x", ""])
SCALARS = st.one_of(
    st.sampled_from([
        "true", "false", "0", "-1", "7", "1e999", "nan", "-inf", "0.05", "1979-05-27", "07:32:00", "0xfffffffffffffff",
        '"Anna"', '"Boris"', '"rum500"', '"Anna: 7-9H"', '"Boris: JK"', '"KC 4D"', '"10+5"', '"none"', '"0.05"', '""',
        '"Anna: 10H to 1"', '"JK=KH"', '"\\u202E"', '"Boris: 5"', '"low"',
    ]),
    st.text(st.characters(codec="utf-8", exclude_characters="\"\\\x7f", exclude_categories=["Cc", "Cs"]), max_size=12)
    .map(lambda text: f'"{text}"'),
)  # fmt: skip


def _lists(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.lists(values, max_size=3).map(lambda parts: f"[{', '.join(parts)}]")


def _tables(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.dictionaries(KEYS, values, max_size=4).map(
        lambda table: "{" + ", ".join(f'"{key}" = {value}' for key, value in table.items()) + "}"
    )


VALUES = st.recursive(SCALARS, lambda inner: _lists(inner) | _tables(inner), max_leaves=8)


@given(
    head=st.dictionaries(st.sampled_from(SHEET_KEYS[:-1]), VALUES, max_size=3),
    deals=st.lists(
        st.dictionaries(st.sampled_from(list(DEAL_KEYS)), VALUES, max_size=4), max_size=3
    ),
    house=st.lists(
        st.tuples(st.sampled_from(["ace", "jokers", "x"]), st.text(max_size=5)), max_size=2
    ),
)
@settings(max_examples=150, deadline=None)
def test_no_junk_under_the_keys_of_a_sheet_is_more_than_a_message(
    head: dict[str, str], deals: list[dict[str, str]], house: list[tuple[str, str]]
) -> None:
    sheet = {"variant": '"rum500"', "players": '["Anna", "Boris"]'} | head
    text = "".join(f"{key} = {value}\n" for key, value in sheet.items())
    for deal in deals:
        text += "[[deals]]\n" + "".join(f"{key} = {value}\n" for key, value in deal.items())
    told = ""
    try:
        read_sheet(text, house)
    except (UnreadableInput, BrokenRule) as error:
        told = str(error)
    assert all(line and line.isprintable() for line in told.splitlines())


@given(st.text(max_size=80))
def test_no_text_is_more_than_a_message(text: str) -> None:
    with pytest.raises(UnreadableInput):  # no short text names the variant and the players
        read_sheet(text)


# A long evening


def evening(deals: int) -> str:
    return (
        HEAD
        + PRODUCT_SHEET[PRODUCT_SHEET.index("[[deals]]") : PRODUCT_SHEET.rindex("[[deals]]")]
        * deals
    )


def test_a_sheet_is_scored_in_time_that_grows_with_its_deals() -> None:
    read_sheet(evening(50))
    times = []
    for deals in (500, 2000):
        sheet = evening(deals)
        start = process_time()
        standing = read_sheet(sheet).standing
        times.append(process_time() - start)
        # 86 a deal, 22 + 28 + 36
        assert standing.totals["Boris"] == 86 * deals
    # Four times the deals take about four times as long; by the square it would be sixteen times.
    assert times[1] < 9 * times[0]


def test_what_was_played_in_a_deal_is_judged_also_where_another_key_cannot_be_read() -> None:
    told = problems(HEAD + '[[deals]]\nplays = ["Boris: 7H 8S 9C"]\nnote = 3\n')
    assert told[0] == "deal 1, note: a number stands where text in quotes is due."
    assert any(
        line.startswith("deal 1, plays, line 1: As a run: 8♠ and 9♣: not of hearts.")
        for line in told
    )


def test_what_was_played_behind_a_line_that_cannot_be_read_is_not_judged() -> None:
    told = problems(
        HEAD + '[[deals]]\nplays = ["Boris: 7-9H", "Boris: 7X", "Dmitry: 5S to 2"]\nout = "Boris"\n'
    )
    assert [line.partition(":")[0] for line in told] == ["deal 1, plays, line 2"]


# Rules that come with a deal, or after the last one


def test_coming_rules_are_kept_for_the_deals_to_come() -> None:
    game = read_sheet(HEAD + 'coming = { ace = "both" }\n' + DEAL).standing.game
    assert game.coming == (("ace", "both"),)
    assert only(HEAD + "coming = { target = 100 }\n").startswith(
        "coming, target: target holds for the whole game"
    )
    told = problems(HEAD + "coming = { set_min = 5 }\n" + DEAL)
    assert told[0].startswith("coming: set_min=5 is above set_max=4")


def test_rules_of_a_deal_that_cannot_be_read_hold_for_those_after_it() -> None:
    run = '[[deals]]\nplays = ["Boris: QS KS AS", "Boris: 3-6C"]\nout = "Boris"\n'
    run += 'left = ["D: 1", "N: 2", "F: 3"]\n'
    bad = DEAL.replace("= 1", '= "KX"') + 'rules = { ace = "both" }\n'
    assert [line.partition(":")[0] for line in problems(HEAD + run)] == ["deal 1, plays, line 1"]
    assert [line.partition(":")[0] for line in problems(HEAD + bad + run)] == ["deal 1, left"]
    both = bad + bad.replace('"both"', '"high"') + run
    assert [line.partition(":")[0] for line in problems(HEAD + both)] == [
        "deal 1, left",
        "deal 2, left",
    ]


# More than anybody mends in one go

MANY = 300_000
ENTRIES = ", ".join(f"k{number} = 1" for number in range(MANY))
LINES_OF_STRANGERS = ", ".join(f'"k{number}: 1"' for number in range(MANY))


@pytest.mark.parametrize(
    ("sheet", "last"),
    [
        pytest.param(
            ENTRIES.replace(", ", "\n") + "\n" + HEAD, "and 299980 more such keys.", id="head"
        ),
        pytest.param(
            f"{HEAD}[[deals]]\n" + ENTRIES.replace(", ", "\n"),
            "and 299980 more such keys.",
            id="one-deal",
        ),
        pytest.param(
            HEAD + "[[deals]]\nx = 1\n" * 50_000, "and 49980 more such keys.", id="many-deals"
        ),
        pytest.param(
            f"{HEAD}[[deals]]\nrules = {{ {ENTRIES} }}",
            "There are more slips than these.",
            id="rules",
        ),
        pytest.param(
            f"{HEAD}[[deals]]\nleft = {{ {ENTRIES} }}",
            "There are more slips than these.",
            id="strangers",
        ),
        pytest.param(
            f"{HEAD}[[deals]]\nleft = [{LINES_OF_STRANGERS}]", "There are more slips", id="lines"
        ),
    ],
)
def test_hundreds_of_thousands_of_slips_take_seconds_and_end_in_a_count(
    sheet: str, last: str
) -> None:
    start = process_time()
    told = problems(sheet)
    assert process_time() - start < 10
    assert told[-1].startswith(last)
    assert len(told) <= 1001
