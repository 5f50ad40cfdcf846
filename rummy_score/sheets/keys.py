"""The facts of a deal, each declared once: its key, its field, and the forms in which it is told.

A sheet, an event of the ledger, `edit` and JSON all go through these declarations: a new fact of a
deal is a field of ``Deal`` and one entry here.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

from rummy_score.cards.notation import Turn
from rummy_score.errors import UnknownFact, UnreadableInput
from rummy_score.names import shown
from rummy_score.points import Points, points_value
from rummy_score.scoring.deals import Deal
from rummy_score.sheets import stored, values
from rummy_score.sheets.values import Players

NewNames: TypeAlias = Mapping[str, str]


class Form(NamedTuple):
    """One kind of value: how a sheet's TOML and a ledger's facts (JSON values) tell it, both ways.

    ``read`` takes whatever a person may write; ``restore`` only what ``store`` makes. ``rename``
    gives players other names wherever the value names them; ``names`` are those who must have sat.
    """

    read: values.Reader[Any]
    write: Callable[[Any], str]
    store: Callable[[Any], Any]
    restore: Callable[[object, Players], Any]
    rename: Callable[[Any, NewNames], Any] = lambda value, _: value
    names: Callable[[Any], Iterable[str]] = lambda _: ()


class Key(NamedTuple):
    """One fact of a deal: its name in every form, its field of ``Deal``, and what it may be.

    ``example`` is how a sheet may say it, and ``told`` what that tells, for who edits a deal.
    ``view`` makes of it what `table --json` shows; None where that shows it otherwise or not at
    all. ``kept`` are the facts that the program keeps itself, and nobody edits.
    """

    name: str
    field: str
    form: Form
    example: str = ""
    told: str = ""
    view: Callable[[Any], Any] | None = None
    kept: bool = False

    def usual(self, players: Players) -> Any:
        """Return the value that is left unsaid: the field's default, or that everybody sat."""
        return Deal._field_defaults.get(self.field, players)

    @property
    def always_stored(self) -> bool:
        """Whether facts say it in any case: who plays changes, so who sat is never left unsaid."""
        return self.field not in Deal._field_defaults


def _texts(entries: Mapping[str, object]) -> dict[str, str]:
    return {name: str(entry) for name, entry in entries.items()}


def _points(entries: Mapping[str, Points]) -> dict[str, int | str]:
    return {name: points_value(points) for name, points in entries.items()}


def renamed_side(side: str, names: NewNames) -> str:
    """Return a side, a player or two with a plus between, by its new name."""
    if side in names:
        return names[side]
    for place, character in enumerate(side):
        one, other = side[:place], side[place + 1 :]
        if character == "+" and one in names and other in names:
            return f"{names[one]}+{names[other]}"
    return side


def _renamed_seats(seated: Players, names: NewNames) -> Players:
    return tuple(names[player] for player in seated)


def _renamed_turns(turns: tuple[Turn, ...], names: NewNames) -> tuple[Turn, ...]:
    return tuple(turn._replace(player=names[turn.player]) for turn in turns)


def _renamed_entries(entries: Mapping[str, Any], names: NewNames) -> dict[str, Any]:
    return {renamed_side(name, names): entry for name, entry in entries.items()}


def _renamed_player(player: str | None, names: NewNames) -> str | None:
    return player and names[player]


def _lines(entries: Iterable[object]) -> list[str]:
    return [str(entry) for entry in entries]


_SEATS = Form(values.read_seated, values.strings, list, stored.stored_seats, _renamed_seats)
_TURNS = Form(
    values.read_turns,
    values.turn_lines,
    _lines,
    stored.stored_turns,
    _renamed_turns,
    names=lambda turns: [turn.player for turn in turns],
)
_FLAG = Form(values.read_flag, values.true_or_false, bool, stored.stored_flag)
_HANDS = Form(
    values.read_hands,
    values.by_player,
    _texts,
    stored.by_name(stored.stored_hand),
    _renamed_entries,
    names=list,
)
_LAID = Form(
    values.read_points_laid,
    values.by_player,
    _texts,
    stored.by_name(stored.stored_points_laid),
    _renamed_entries,
    names=list,
)
_ADJUSTMENTS = Form(
    values.read_adjustments,
    values.by_player,
    _points,
    stored.by_name(stored.stored_points),
    _renamed_entries,
)
_ENTRIES = Form(
    values.read_entries,
    values.by_player,
    dict,
    stored.by_name(stored.stored_whole),
    _renamed_entries,
    names=list,
)
_BALANCES = Form(
    values.read_paid, values.by_player, _points, stored.stored_balances, _renamed_entries
)
_PLAYER = Form(
    values.read_player,
    values.quoted,
    str,
    stored.stored_player,
    _renamed_player,
    names=lambda player: [] if player is None else [player],
)
_REMARK = Form(values.read_remark, values.quoted, str, stored.stored_text)
_DAY = Form(values.read_date, values.quoted, str, stored.stored_day)
_RULES = Form(values.read_changes, values.changes_table, dict, stored.stored_changes)

# In the order in which a sheet is written. Sheets that were imported are known again by their text,
# so what stands here keeps its place.
DEAL_KEYS: Mapping[str, Key] = {
    key.name: key
    for key in (
        Key("date", "date", _DAY, '"2026-12-06"', "the day of the deal", view=lambda day: day),
        Key("players", "seated", _SEATS, '["Anna", "Boris"]', "who sat, where not all did"),
        Key("rules", "rules", _RULES, kept=True),
        Key("plays", "turns", _TURNS, '["Anna: 7-9H", "Boris: 10H to 1"]', "the turns in order"),
        Key("blocked", "blocked", _FLAG, "true", "nobody went out", view=bool),
        Key("rummy", "rummy", _FLAG, "true", "out at one go; false: not, whatever plays show"),
        Key("laid", "laid", _LAID, "{ Anna = 85 }", "points laid, where they count"),
        Key("left", "left", _HANDS, '{ Anna = "KC 4D", Boris = 28 }', "what was left in hand"),
        Key("adjust", "adjust", _ADJUSTMENTS, "{ Anna = -10 }", "points beside the cards"),
        Key("paid", "paid", _BALANCES, view=_points, kept=True),
        Key("dealer", "dealer", _PLAYER, '"Anna"', "who dealt, where the turn was not kept"),
        Key("out", "out", _PLAYER, '"Anna"', "who went out"),
        Key("note", "note", _REMARK, '"a misdeal"', "a remark for the table", view=str),
        Key("ruling", "ruling", _REMARK, '"agreed"', "counts against the rules", view=str),
        Key("edited", "edited", _REMARK, view=str, kept=True),
        Key("join", "join", _ENTRIES, "{ Anna = 71 }", "comes in again at that total"),
    )
}


def deal_facts(deal: Deal) -> dict[str, Any]:
    """Return a deal as JSON values by its keys, text in its one form; the usual is left out."""
    facts: dict[str, Any] = {}
    for key in DEAL_KEYS.values():
        value = getattr(deal, key.field)
        if key.always_stored or value != key.usual(deal.seated):
            facts[key.name] = key.form.store(value)
    return facts


def deal_of_facts(facts: Mapping[str, Any], players: Players) -> Deal:
    """Return the deal of which these are the facts; ``players`` are all of the game, in seat order.

    Raises UnknownFact for a key that this version does not know, UnreadableInput for whatever
    ``deal_facts`` does not write.
    """
    fields: dict[str, Any] = {}
    for name, value in facts.items():
        if name not in DEAL_KEYS:
            raise UnknownFact(shown(name))
        key = DEAL_KEYS[name]
        fields[key.field] = _restored(key, value, players)
    if "seated" not in fields:
        raise UnreadableInput("players: nobody is said to have sat.")
    deal = Deal(**fields)
    absent = not_seated(deal)
    if absent:
        raise UnreadableInput(f"players: {absent[0]} did not sit in this deal.")
    return deal


def _restored(key: Key, value: object, players: Players) -> Any:
    try:
        restored = key.form.restore(value, players)
    except UnknownFact:
        raise
    except UnreadableInput as problem:
        raise UnreadableInput(f"{key.name}: {problem}") from None
    if not key.always_stored and restored == key.usual(players):
        raise UnreadableInput(f"{key.name}: what is usual was not left out.")
    return restored


def renamed_deal(deal: Deal, names: NewNames) -> Deal:
    """Return a deal by the new names of its players; ``names`` has one for everybody."""
    fields = {
        key.field: key.form.rename(getattr(deal, key.field), names) for key in DEAL_KEYS.values()
    }
    return deal._replace(**fields)


def not_seated(deal: Deal) -> list[str]:
    """Return who is named in a deal but did not sit; an adjustment may be for anybody."""
    strangers: dict[str, None] = {}
    for key in DEAL_KEYS.values():
        for name in key.form.names(getattr(deal, key.field)):
            if name not in deal.seated:
                strangers[name] = None
    return list(strangers)
