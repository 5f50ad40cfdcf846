"""A score sheet (TOML) -> a game, every problem of the sheet reported in one go."""

import tomllib
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from rummy_score.deals import Deal
from rummy_score.entries import DEAL_KEYS, Decimal, items, text, typed
from rummy_score.errors import BrokenRule, UnreadableInput
from rummy_score.games import Game, Standing, players_problem, reckon
from rummy_score.knobs import with_house_rules
from rummy_score.names import LONGEST_NAME, LONGEST_REMARK, clean, find, folded, listed, nearest, shown
from rummy_score.rules import Rules
from rummy_score.settlement import Money, parse_money
from rummy_score.variants import find_variant

SHEET_KEYS = (
    "title", "variant", "players", "dealer", "stake", "currency", "coin", "pairs", "target", "rules", "deals",
)  # fmt: skip
Players = tuple[str, ...]
Pairs = tuple[tuple[str, str], ...]


class Sheet(NamedTuple):
    """A written evening that has been checked: its score table, and the money for a point where one was agreed."""

    standing: Standing
    money: Money | None


class _Problems:
    """The problems of a sheet, each with the deal (0: none) and the key where it stands."""

    def __init__(self) -> None:
        self.found: list[tuple[int, str]] = []

    def add(self, deal: int, key: str, message: str) -> None:
        place = ", ".join(part for part in (f"deal {deal}" if deal else "", key) if part)
        self.found.append((deal, f"{place}: {message}" if place else message))

    def at(self, key: str, deal: int = 0) -> "_Place":
        return _Place(self, deal, key)


class _Place:
    """Collect what cannot be read at one place of a sheet, and go on behind it."""

    def __init__(self, problems: _Problems, deal: int, key: str) -> None:
        self.problems, self.deal, self.key = problems, deal, key

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, problem: BaseException | None, trace: object) -> bool:
        if not isinstance(problem, UnreadableInput):
            return False
        for line in str(problem).splitlines():
            self.problems.add(self.deal, self.key, line)
        return True


def read_sheet(sheet: str, house_rules: Iterable[tuple[str, str]] = ()) -> Sheet:
    """Read and score a sheet; ``house_rules`` are laid over its own.

    Raises UnreadableInput or, where everything can be read, BrokenRule; either lists every problem, a line
    each, with the deal and the key: ``deal 2, left: Anna: ...``.
    """
    content = _toml(sheet)
    problems = _Problems()
    _unknown_keys(content, SHEET_KEYS, 0, problems)
    rules, variant = _rules(content, house_rules, problems)
    players = _players(content, rules, problems)
    pairs = _pairs(content, players, rules, problems)
    title, money, dealer = "", None, None
    with problems.at("title"):
        title = clean(text(content["title"]), "the title", LONGEST_REMARK) if "title" in content else ""
    with problems.at("stake"):
        money = _money(content)
    with problems.at("dealer"):
        dealer = find(text(content["dealer"]), players) if "dealer" in content and players else None
    deals = _deals(content, players, problems)
    unreadable = bool(problems.found)
    standing = None
    if rules and players:
        game = Game(title, variant, rules, players, pairs, dealer, tuple(deals.values()))
        standing = reckon(game)
        numbers = list(deals)
        for number, finding in standing.refusals:
            problems.add(numbers[number - 1], finding.key, finding.message)
    if standing and not problems.found:
        return Sheet(standing, money)
    listed_problems = "\n".join(message for _, message in sorted(problems.found, key=lambda found: found[0]))
    raise UnreadableInput(listed_problems) if unreadable else BrokenRule(listed_problems)


def _toml(sheet: str) -> dict[str, Any]:
    try:
        return tomllib.loads(sheet, parse_float=Decimal)
    except RecursionError:
        raise UnreadableInput("it is nested too deep for a score sheet.") from None
    except ValueError as error:
        raise UnreadableInput(f"it is not TOML: {shown(error, 200)}. Mend the sheet there.") from None


def _unknown_keys(table: dict[str, Any], known: Iterable[str], deal: int, problems: _Problems) -> None:
    for key in table:
        if key not in known:
            problems.add(deal, shown(key), f"there is no such key{nearest(key, known)}. Keys: {', '.join(known)}.")


def _rules(
    content: dict[str, Any], house_rules: Iterable[tuple[str, str]], problems: _Problems
) -> tuple[Rules | None, str]:
    """Return the rules of the sheet: its variant, [rules] and target, then the house rules from outside."""
    with problems.at("variant"):
        if "variant" not in content:
            raise UnreadableInput('it is missing. Write which game was played, like variant = "basic".')
        variant = find_variant(text(content["variant"]))
        own = content.get("rules", {})
        with problems.at("rules"):
            if not isinstance(own, dict):
                raise UnreadableInput(f"{typed(own)} stands where a table headed [rules] is due.")
            if "target" in content:
                own = {**own, "target": content["target"]}
            rules = with_house_rules(variant.rules, [(knob, _rule_text(value)) for knob, value in own.items()])
            return with_house_rules(rules, house_rules), variant.name
    return None, ""


def _rule_text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(_rule_text(item) for item in value)
    return str(value) if isinstance(value, int) else text(value)


def _players(content: dict[str, Any], rules: Rules | None, problems: _Problems) -> Players:
    with problems.at("players"):
        if "players" not in content:
            raise UnreadableInput('it is missing. List who played in seat order, like ["Anna", "Boris"].')
        names: dict[str, str] = {}
        for value in items(content["players"]):
            name = clean(text(value), "a player's name", LONGEST_NAME)
            first = names.setdefault(folded(name), name)
            if first is not name:
                raise UnreadableInput(f"{first} and {name} are the same name. Make them differ.")
        problem = players_problem(len(names), rules) if rules else None
        if problem or not names:
            raise UnreadableInput(problem or "nobody is listed.")
        return tuple(names.values())
    return ()


def _pairs(content: dict[str, Any], players: Players, rules: Rules | None, problems: _Problems) -> Pairs:
    with problems.at("pairs"):
        if "pairs" not in content or not players:
            return ()
        if rules and not rules.pairs:
            raise UnreadableInput("everybody plays for himself here (pairs=no). Leave pairs out, or set the rule.")
        pairs = [tuple(find(text(name), players) for name in items(pair)) for pair in items(content["pairs"])]
        partners = sorted(partner for pair in pairs for partner in pair)
        if partners != sorted(players) or any(len(pair) != 2 for pair in pairs):
            example = '[["Anna", "Pavel"], ["Boris", "Vera"]]'
            raise UnreadableInput(f"every player belongs to one pair of two, like {example}.")
        return tuple((one, other) for one, other in pairs)
    return ()


def _money(content: dict[str, Any]) -> Money | None:
    amounts = {key: _amount(content[key]) for key in ("stake", "coin") if key in content}
    currency = text(content.get("currency", ""))
    return parse_money(amounts["stake"], amounts.get("coin"), currency) if "stake" in amounts else None


def _amount(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise UnreadableInput(f'{typed(value)} stands where money is due, like "0.05".')
    return str(value)


def _deals(content: dict[str, Any], players: Players, problems: _Problems) -> dict[int, Deal]:
    """Return the deals that can be read, by their numbers in the sheet."""
    deals: dict[int, Deal] = {}
    with problems.at("deals"):
        for number, table in enumerate(items(content.get("deals", [])), 1):
            before = len(problems.found)
            with problems.at("", number):
                if not isinstance(table, dict):
                    raise UnreadableInput(f"{typed(table)} stands where a deal is due, headed [[deals]].")
                _unknown_keys(table, DEAL_KEYS, number, problems)
                deal = _deal(table, players, number, problems)
                if len(problems.found) == before:
                    deals[number] = deal
    return deals


def _deal(table: dict[str, Any], players: Players, number: int, problems: _Problems) -> Deal:
    """Read one deal; a key that cannot be read is reported and left at its default."""
    fields: dict[str, Any] = {"seated": players}
    for key, value in table.items():
        if key in DEAL_KEYS and players:
            with problems.at(key, number):
                field, read = DEAL_KEYS[key]
                fields[field] = read(value, players)
    deal = Deal(**fields)
    absent = [name for name in _named(deal) if name not in deal.seated]
    if absent:
        names = listed(dict.fromkeys(absent))
        problems.add(
            number, "players", f"{names} did not sit in this deal. Add the name, or correct it where it is used."
        )
    return deal._replace(seated=tuple(player for player in players if player in deal.seated))


def _named(deal: Deal) -> Iterator[str]:
    yield from (name for name in (deal.out, deal.dealer) if name is not None)
    yield from (turn.player for turn in deal.turns)
    for entered in (deal.left, deal.laid):
        yield from entered
