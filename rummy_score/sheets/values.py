"""What may stand at a key of a sheet: TOML values <-> hands, turns, names, points, rules.

Every reader takes a value, the players in seat order and the place where the value stands. What it
cannot read it raises as UnreadableInput or, where there is more to read behind it, notes at the
place. Every writer returns the TOML text of a value.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from rummy_score.cards.notation import (
    Hand,
    Turn,
    parse_hand,
    parse_turn,
    split_line,
)
from rummy_score.errors import UnreadableInput
from rummy_score.names import LONGEST_REMARK, clean, find, folded, shown
from rummy_score.points import LARGEST_NUMBER, Points, read_points, read_signed
from rummy_score.rules.knobs import read_change
from rummy_score.rules.rules import RuleTexts, laid_over
from rummy_score.sheets.mistakes import Place

Players = tuple[str, ...]
_Entry = TypeVar("_Entry")
_Value = TypeVar("_Value")
Reader = Callable[[object, Players, Place], _Value]
_RULES_OF_SEVERAL = ("packs", "jokers", "wild", "hand", "pip_points")


class Decimal(str):
    """A TOML number with a point or an exponent, kept as it is written: money is exact."""


def typed(value: object) -> str:
    """Name the type of a TOML value in words.

    >>> typed([])
    'a list'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Decimal):
        return f"the number {shown(value, 24)}"
    names: Mapping[type, str] = {int: "a number", str: "text", list: "a list", dict: "a table"}
    return names.get(type(value), "a date or time")


def text(value: object) -> str:
    """Return a value that is text."""
    if type(value) is not str:
        raise UnreadableInput(f"{typed(value)} stands where text in quotes is due.")
    return value


def flag(value: object) -> bool:
    """Return a value that is true or false."""
    if not isinstance(value, bool):
        raise UnreadableInput(f"{typed(value)} stands where true or false is due.")
    return value


def items(value: object) -> list[Any]:
    """Return a value that is a list."""
    if not isinstance(value, list):
        raise UnreadableInput(f"{typed(value)} stands where a list in [ ] is due.")
    return value


def whole(value: object, least: int = 0) -> int:
    """Return a value that is a whole number of points, not below ``least``."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise UnreadableInput(f"{typed(value)} stands where a whole number is due.")
    if not least <= value <= LARGEST_NUMBER:
        raise UnreadableInput(
            f"{digits(value)} stands where a number from {least} to {LARGEST_NUMBER} is due."
        )
    return value


def digits(value: int) -> str:
    """Write a TOML number out, unless it is too long for that."""
    return str(value) if value.bit_length() < 64 else "a very long number"


def read_turns(value: object, players: Players, place: Place) -> tuple[Turn, ...]:
    """Read a list of turns, a line each."""
    turns: list[Turn] = []
    for number, line in enumerate(items(value), 1):
        with place.line(number):
            turn = parse_turn(text(line), players)
            # What is laid behind a line that cannot be read cannot be judged.
            if len(turns) == number - 1:
                turns.append(turn)
    return tuple(turns)


def read_player(value: object, players: Players, _: Place) -> str:
    """Read a player's name, or a beginning of it that fits only one."""
    return find(text(value), players)


def read_seated(value: object, players: Players, place: Place) -> Players:
    """Read who sat; everybody where a name cannot be read, so that its own slip is the only one."""
    seated: list[str] = []
    for name in items(value):
        with place:
            player = find(text(name), players)
            if player in seated:
                raise UnreadableInput(f"{player} is listed twice. Keep one.")
            seated.append(player)
    if not value:
        raise UnreadableInput("nobody is listed. List who sat, or leave players out where all did.")
    return tuple(seated) if len(seated) == len(items(value)) else players


def _hand(value: object) -> Hand:
    if type(value) is str:
        return parse_hand(value)
    if isinstance(value, (list, dict)):
        raise UnreadableInput(
            f'{typed(value)} stands where a hand is due, like "KC 4D", "10+4" or 14.'
        )
    return Hand(None, (whole(value),))


def points_laid(value: object) -> Hand:
    """Return points laid: a number or a sum, and no cards."""
    try:
        hand = _hand(value)
    except UnreadableInput:
        if type(value) is str and any(character.isalpha() for character in value):
            raise _no_points_laid() from None
        raise
    if hand.cards:
        raise _no_points_laid()
    return hand


def _no_points_laid() -> UnreadableInput:
    return UnreadableInput("laid takes points, like 85 or 27+40+5. Cards go under plays.")


def _signed(value: object) -> int:
    """Read points that are given or, with a minus, taken: -10, ``"-10"``, ``"+25"``."""
    return read_signed(value) if type(value) is str else whole(value, -LARGEST_NUMBER)


def _by_player(read: Callable[[object], _Entry]) -> Reader[dict[str, _Entry]]:
    """Return the reader of a table by player, or of lines ``PLAYER: ...``; nobody twice."""

    def entries(value: object, players: Players, place: Place) -> dict[str, _Entry]:
        found: dict[str, _Entry] = {}

        def enter(player: str, entry: object) -> None:
            if player in found:
                raise UnreadableInput(f"{player} is entered twice. Keep one.")
            found[player] = _read_for(player, entry, read)

        if isinstance(value, dict):
            for name, entry in value.items():
                with place:
                    enter(find(name, players), entry)
        elif isinstance(value, list):
            for number, line in enumerate(value, 1):
                with place.line(number):
                    enter(*split_line(text(line), players))
        else:
            raise UnreadableInput(
                f'{typed(value)} stands where a table or a list is due, like ["Anna: 14"].'
            )
        return found

    return entries


def _read_for(player: str, entry: object, read: Callable[[object], _Entry]) -> _Entry:
    try:
        return read(entry)
    except UnreadableInput as problem:
        raise UnreadableInput(f"{player}: {problem}") from None


def read_remark(value: object, _: Players, __: Place) -> str:
    """Read a few words that print."""
    return clean(text(value), "the remark", LONGEST_REMARK)


def read_flag(value: object, _: Players, __: Place) -> bool:
    """Read true or false."""
    return flag(value)


def _balance(value: object) -> Points:
    """Read the balance of a side, which may be a fraction: ``-40``, ``"19/3"``."""
    if type(value) is str and re.fullmatch(r"[-+]?[0-9]{1,15}(/[1-9][0-9]{0,8})?", value.strip()):
        return read_points(value.strip())
    return _signed(value)


def _adjustment(value: object) -> Points:
    """Read points given or taken, which a share among three may leave broken: ``"-10/3"``."""
    if type(value) is str and "/" in value:
        return _balance(value)
    return _signed(value)


def read_paid(value: object, players: Players, place: Place) -> dict[str, Points]:
    """Read what each side got when the table settled; a pair is named ``Anna+Pavel``."""
    paid: dict[str, Points] = {}
    lines = items(value)
    for number, line in enumerate(lines, 1):
        with place.line(number):
            name, colon, balance = text(line).rpartition(":")
            if not colon:
                raise UnreadableInput(
                    f"'{shown(line)}' has no colon; write PLAYER: POINTS, like \"Anna: -40\"."
                )
            side = _side(name, players)
            if side in paid:
                raise UnreadableInput(f"{side} is entered twice. Keep one.")
            paid[side] = _balance(balance.strip())
    if len(paid) == len(lines) and sum(paid.values()) != 0:
        raise UnreadableInput("what was paid does not come to zero in all. Correct it.")
    return paid


def _side(name: str, players: Players) -> str:
    """Return the player or pair that a side's name means; a name may hold a plus itself."""
    known = {folded(player): player for player in players}
    if folded(name) in known:
        return known[folded(name)]
    cuts = [
        (name[:place], name[place + 1 :])
        for place, character in enumerate(name)
        if character == "+"
    ]
    exact = [pair for pair in cuts if all(folded(partner) in known for partner in pair)]
    if exact or len(cuts) == 1:
        return "+".join(find(partner, players) for partner in (exact or cuts)[0])
    return find(name, players)


def is_day(told: str) -> bool:
    """Tell whether text is a day of the calendar, like 2026-12-01."""
    from datetime import date  # 1 ms at start that few sheets need

    if not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", told):
        return False
    try:
        date.fromisoformat(told)
    except ValueError:
        return False
    return True


def read_date(value: object, _: Players, __: Place) -> str:
    """Read a day, in quotes or as TOML writes days."""
    # A date with a time is no day; only the name tells the two apart without importing them.
    told = str(value) if type(value).__name__ == "date" else text(value).strip()
    if not is_day(told):
        raise UnreadableInput(f"'{shown(told)}' is no day; write it like 2026-12-01.")
    return told


def read_changes(value: object, _: Players, place: Place) -> RuleTexts:
    """Read the rules that hold from a deal on: a table of knobs and values."""
    if not isinstance(value, dict):
        raise UnreadableInput(
            f'{typed(value)} stands where a table of rules is due, like {{ ace = "both" }}.'
        )
    changes: dict[str, str] = {}
    for name, setting in value.items():
        with place.part(shown(name)):
            knob, told = read_change(name, rule_text(name, setting))
            if changes.setdefault(knob, told) != told:
                raise UnreadableInput(f"{knob} is given twice with different values; keep one.")
    return laid_over((), tuple(changes.items()))


def rule_text(knob: str, value: object) -> str:
    """Return the value of a rule as it is typed on the command line; some take a list of values."""
    if isinstance(value, list) and knob in _RULES_OF_SEVERAL:
        return " ".join(map(_setting, value)) or "none"
    return _setting(value)


def _setting(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if type(value) is int:
        return digits(value)
    if type(value) is str:
        return value
    raise UnreadableInput(
        f"{typed(value)} stands where a whole number, true, false or text in quotes is due."
    )


read_hands = _by_player(_hand)
read_points_laid = _by_player(points_laid)
read_adjustments = _by_player(_adjustment)
read_entries = _by_player(_signed)


# Writing


def quoted(words: str) -> str:
    """Write text in quotes, as JSON does but for one character that TOML takes only escaped."""
    return json.dumps(words, ensure_ascii=False).replace("\x7f", "\\u007f")


def strings(texts: Iterable[str]) -> str:
    """Write a list of texts."""
    return f"[{', '.join(map(quoted, texts))}]"


def by_player(entries: Mapping[str, object]) -> str:
    """Write a table by player in lines, which spares quoting names as keys."""
    return strings(f"{player}: {entry}" for player, entry in entries.items())


def turn_lines(turns: tuple[Turn, ...]) -> str:
    """Write turns, a line each."""
    return "\n".join(["[", *(f"  {quoted(str(turn))}," for turn in turns), "]"])


def true_or_false(flag: bool) -> str:
    """Write a flag."""
    return "true" if flag else "false"


def changes_table(changes: RuleTexts) -> str:
    """Write the rules that hold from a deal on; the names of knobs need no quotes."""
    return f"{{ {', '.join(f'{knob} = {quoted(told)}' for knob, told in changes)} }}"
