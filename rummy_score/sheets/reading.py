"""A score sheet (TOML) -> a game, every problem of the sheet reported in one go."""

import tomllib
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from rummy_score.errors import BrokenRule, UnreadableInput
from rummy_score.money.settlement import Money, parse_money
from rummy_score.names import (
    LONGEST_NAME,
    LONGEST_REMARK,
    clean,
    find,
    listed,
    seat,
    shown,
)
from rummy_score.rules.knobs import read_rule, with_house_rules
from rummy_score.rules.rules import Rules, RuleTexts, laid_over
from rummy_score.rules.variants import find_variant
from rummy_score.scoring.deals import Deal, lay_out, ruled
from rummy_score.scoring.games import (
    Game,
    Standing,
    reckon,
    rules_after,
    wrong_entries,
    wrong_sides,
)
from rummy_score.scoring.seats import Pairs, pairs_of, players_problem
from rummy_score.sheets.keys import DEAL_KEYS, not_seated
from rummy_score.sheets.mistakes import Slips, TooManySlips
from rummy_score.sheets.values import (
    Decimal,
    Players,
    Reader,
    digits,
    items,
    read_adjustments,
    read_changes,
    read_entries,
    read_paid,
    rule_text,
    text,
    typed,
)

SHEET_KEYS = (
    "title", "variant", "players", "dealer", "stake", "currency", "coin", "pairs", "target",
    "start", "paid", "away", "join", "coming", "rules", "deals",
)  # fmt: skip
_MOST_DOTS = 1000
_Value = TypeVar("_Value")


class Sheet(NamedTuple):
    """A written evening that has been checked: its score table, and the money for a point."""

    standing: Standing
    money: Money | None


def read_sheet(sheet: str, house_rules: Iterable[tuple[str, str]] = ()) -> Sheet:
    """Read and score a sheet; ``house_rules`` are laid over its own.

    Raises UnreadableInput or, where everything can be read, BrokenRule; either lists every problem,
    a line each, with the deal and the key: ``deal 2, left: Anna: ...``.
    """
    content = _toml(sheet)
    slips = Slips()
    try:
        read = _read(content, house_rules, slips)
    except TooManySlips:
        read = None
    if read is None:
        raise UnreadableInput(str(slips))
    standing, money, numbers = read
    unreadable = len(slips) > 0
    _note_refusals(standing, numbers, slips)
    if not slips:
        return Sheet(standing, money)
    raise UnreadableInput(str(slips)) if unreadable else BrokenRule(str(slips))


def _read(
    content: dict[str, Any], house_rules: Iterable[tuple[str, str]], slips: Slips
) -> tuple[Standing, Money | None, list[int]] | None:
    """Return what the readable deals come to, the money, and the numbers of these deals.

    None where too little can be read to reckon anything.
    """
    _unknown_keys(content, SHEET_KEYS, 0, slips)
    game, deals = _game(content, house_rules, slips)
    money = _money(content, slips)
    return (reckon(game), money, list(deals)) if game else None


def _note_refusals(standing: Standing, numbers: list[int], slips: Slips) -> None:
    with suppress(TooManySlips):
        for number, finding in standing.refusals:
            slips.add(numbers[number - 1], finding.key, finding.message)
        _, contradictions = rules_after(standing.rules, standing.game.coming)
        for told in contradictions:
            slips.add(0, "coming", told)


def read_edited(text: str, players: Players) -> Deal:
    """Read the new text of an old deal, without the facts that the program keeps itself."""
    kept = [key.name for key in DEAL_KEYS.values() if key.kept and key.name in _toml(text)]
    if kept:
        raise UnreadableInput(
            f"{listed(kept)}: that is kept with the deal and cannot be edited. Leave it out; rules "
            "are changed with `change`, and what was paid is taken back with `undo`."
        )
    return read_deal(text, players)


def read_deal(text: str, players: Players) -> Deal:
    """Read one deal's text as ``deal_text`` writes it; raise UnreadableInput with every problem."""
    table = _toml(text)
    slips = Slips()
    with suppress(TooManySlips):
        deal = _deal(table, players, 0, slips)
        if not slips:
            return deal
    raise UnreadableInput(str(slips))


def read_rules(text: str) -> list[tuple[str, str]]:
    """Read a file of house rules: KNOB = VALUE a line, with or without the heading [rules]."""
    content = _toml(text)
    slips = Slips()
    own = content if "rules" not in content else {"rules": content["rules"]}
    with suppress(TooManySlips):
        rules = list(_own_rules(own if "rules" in own else {"rules": own}, slips))
        if not slips:
            return rules
    raise UnreadableInput(str(slips))


def _toml(sheet: str) -> dict[str, Any]:
    # tomllib takes time by the square of the parts of a dotted key.
    if sheet.count(".") > _MOST_DOTS and any(
        line.count(".") > _MOST_DOTS for line in sheet.split("\n")
    ):
        raise UnreadableInput(
            f"a line of it has more than {_MOST_DOTS} dots: that is no score sheet."
        )
    try:
        return tomllib.loads(sheet, parse_float=Decimal)
    except RecursionError:
        raise UnreadableInput("it is nested too deep for a score sheet.") from None
    except tomllib.TOMLDecodeError as error:
        raise UnreadableInput(
            f"it is not TOML: {shown(error, 200)}. Mend the sheet there."
        ) from None
    except ValueError:  # Python reads no number of thousands of digits
        raise UnreadableInput(
            "a number in it is thousands of digits long. Mend the sheet there."
        ) from None


def _unknown_keys(table: dict[str, Any], known: Collection[str], deal: int, slips: Slips) -> None:
    for key in table:
        if key not in known:
            slips.unknown_key(deal, key, known)


def _game(
    content: dict[str, Any], house_rules: Iterable[tuple[str, str]], slips: Slips
) -> tuple[Game | None, dict[int, Deal]]:
    """Return the game, or None where too little can be read to check it, and its deals."""
    rules, variant = _rules(content, house_rules, slips)
    players = _players(content, rules, slips)
    pairs = _pairs(content, players, rules, slips)
    title, dealer = "", None
    with slips.at("title"):
        title = (
            clean(text(content["title"]), "the title", LONGEST_REMARK) if "title" in content else ""
        )
    with slips.at("dealer"):
        name = text(content["dealer"]) if "dealer" in content else None
        dealer = find(name, players) if name is not None and players else None
    start = _beside_the_deals(content, "start", read_adjustments, players, slips) or {}
    paid = _beside_the_deals(content, "paid", read_paid, players, slips) or {}
    away = _away(content, players, slips)
    join = _beside_the_deals(content, "join", read_entries, players, slips) or {}
    coming = _beside_the_deals(content, "coming", read_changes, players, slips) or ()
    deals = _deals(content, players, rules, slips)
    if rules is None or not players:
        return None, deals
    game = Game(
        title=title,
        variant=variant,
        rules=rules,
        players=players,
        pairs=pairs,
        dealer=dealer,
        deals=tuple(deals.values()),
        start=start,
        paid=paid,
        away=away,
        coming=coming,
        join=join,
    )
    for finding in (*wrong_sides(game, paid), *wrong_entries(game, join)):
        slips.add(0, finding.key, finding.message)
    return game, deals


def _beside_the_deals(
    content: dict[str, Any],
    key: str,
    read: Reader[_Value],
    players: Players,
    slips: Slips,
) -> _Value | None:
    """Read what stood before the first deal, or holds after the last one."""
    place = slips.at(key)
    with place:
        if key in content and players:
            return read(content[key], players, place)
    return None


def _away(content: dict[str, Any], players: Players, slips: Slips) -> Players:
    """Return who has left, in seat order."""
    away: list[str] = []
    with slips.at("away"):
        for value in items(content.get("away", [])):
            with slips.at("away"):
                away.append(find(text(value), players) if players else "")
    return tuple(player for player in players if player in away)


def _rules(
    content: dict[str, Any], house_rules: Iterable[tuple[str, str]], slips: Slips
) -> tuple[Rules | None, str]:
    """Return the rules of the sheet: variant, [rules] and target, then those from outside."""
    before = len(slips)
    own = list(_own_rules(content, slips))
    from_outside = [rule for knob, value in house_rules for rule in _read_rule(knob, value, slips)]
    with slips.at("variant"):
        if "variant" not in content:
            raise UnreadableInput(
                'it is missing. Write which game was played, like variant = "basic".'
            )
        variant = find_variant(text(content["variant"]))
        with slips.at("rules"):
            over = {knob for knob, _ in from_outside}
            house = [*(rule for rule in own if rule[0] not in over), *from_outside]
            rules = with_house_rules(variant.rules, house)
            return rules if len(slips) == before else None, variant.name
    return None, ""


def _own_rules(content: dict[str, Any], slips: Slips) -> Iterator[tuple[str, str]]:
    own = content.get("rules", {})
    if isinstance(own, dict):
        for knob, value in own.items():
            yield from _read_rule(knob, value, slips, "rules, ")
    else:
        slips.add(0, "rules", f"{typed(own)} stands where a table headed [rules] is due.")
    if "target" in content:
        yield from _read_rule("target", content["target"], slips)


def _read_rule(knob: str, value: object, slips: Slips, where: str = "") -> list[tuple[str, str]]:
    """Return the knob and the text of one rule, or nothing where it cannot be read."""
    with slips.at(f"{where}{shown(knob)}"):
        told = rule_text(knob, value)
        return [(read_rule(knob, told)[0], told)]
    return []


def _players(content: dict[str, Any], rules: Rules | None, slips: Slips) -> Players:
    """Return who plays; nobody where a name cannot be read, as deals cannot be read without it."""
    before = len(slips)
    names: dict[str, str] = {}
    with slips.at("players"):
        if "players" not in content:
            raise UnreadableInput(
                'it is missing. List who played in seat order, like ["Anna", "Boris"].'
            )
        for value in items(content["players"]):
            with slips.at("players"):
                seat(clean(text(value), "a player's name", LONGEST_NAME), names)
    if len(slips) > before:
        return ()
    with slips.at("players"):
        problem = players_problem(len(names), rules) if rules else None
        if problem and rules:
            problem = players_problem(_most_at_once(content, len(names)), rules)
        if problem or not names:
            raise UnreadableInput(problem or "nobody is listed.")
    return tuple(names.values())


def _most_at_once(content: dict[str, Any], count: int) -> int:
    """Return how many play, or the most that sat where not all did: people come and go."""
    deals, away = content.get("deals"), content.get("away")
    tables = (
        [table.get("players") if isinstance(table, dict) else None for table in deals]
        if isinstance(deals, list)
        else []
    )
    if not tables and isinstance(away, list):
        return count - len(away)
    seated = [len(players) for players in tables if isinstance(players, list)]
    return max(seated) if seated and len(seated) == len(tables) else count


def _pairs(content: dict[str, Any], players: Players, rules: Rules | None, slips: Slips) -> Pairs:
    with slips.at("pairs"):
        if "pairs" in content:
            named = [_names(pair) for pair in items(content["pairs"])]
            return pairs_of(named, players, rules) if rules and players else ()
    return ()


def _names(pair: object) -> list[str]:
    return [text(name) for name in items(pair)]


def _money(content: dict[str, Any], slips: Slips) -> Money | None:
    """Return the money for a point where a stake was agreed."""
    money = parse_money("1", None, "")
    for key in ("stake", "coin", "currency"):
        with slips.at(key):
            if key in content:
                told = text(content[key]) if key == "currency" else _amount(content[key])
                money = parse_money(**{**money._asdict(), key: told})
    return money if "stake" in content else None


def _amount(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise UnreadableInput(f'{typed(value)} stands where money is due, like "0.05".')
    return digits(value) if isinstance(value, int) else str(value)


def _deals(
    content: dict[str, Any], players: Players, rules: Rules | None, slips: Slips
) -> dict[int, Deal]:
    """Return the deals that can be read, by number; of others what was played is judged."""
    deals: dict[int, Deal] = {}
    tables = content.get("deals", [])
    if not isinstance(tables, list):
        slips.add(
            0, "deals", f"{typed(tables)} stands where a list is due. Head each deal [[deals]]."
        )
        return deals
    skipped: RuleTexts = ()  # rules from deals that cannot be read hold for those after them
    for number, table in enumerate(tables, 1):
        before = len(slips)
        deal: Deal | None = None
        with slips.at("", number):
            deal = _deal(_table(table), players, number, slips)
            deal = deal._replace(rules=laid_over(skipped, deal.rules))
            rules = rules_after(rules, deal.rules)[0] if rules else None
        if deal is not None and len(slips) == before:
            deals[number], skipped = deal, ()
        elif deal is not None:
            skipped = deal.rules
            if rules:
                _judge_turns(deal, rules, number, slips)
    return deals


def _table(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise UnreadableInput(f"{typed(value)} stands where a deal is due, headed [[deals]].")
    return value


def _judge_turns(deal: Deal, rules: Rules, number: int, slips: Slips) -> None:
    _, findings, _ = lay_out(deal, rules.in_force(len(deal.seated), number))
    for finding in ruled(deal, findings)[0]:
        slips.add(number, finding.key, finding.message)


def _deal(table: dict[str, Any], players: Players, number: int, slips: Slips) -> Deal:
    """Read one deal; a key that cannot be read is reported and left at its default."""
    _unknown_keys(table, DEAL_KEYS, number, slips)
    fields: dict[str, Any] = {"seated": players}
    for name, value in table.items():
        if name in DEAL_KEYS and players:
            key, place = DEAL_KEYS[name], slips.at(name, number)
            with place:
                fields[key.field] = key.form.read(value, players, place)
    deal = Deal(**fields)
    absent = not_seated(deal)
    if absent:
        told = f"{listed(absent)} did not sit in this deal."
        remedy = "Add the name, or correct it where it is used."
        slips.add(number, "players", f"{told} {remedy}")
    return deal._replace(seated=tuple(player for player in players if player in deal.seated))
