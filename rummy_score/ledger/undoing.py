"""What of a game is in force: commands are taken back and restored within their game alone.

An ``undo`` says which command it takes back (``of``) and which is then on top (``to``, 0 where the
game itself is taken back), a ``redo`` which undo it reverses (``of``). Version 0.1.0 also recorded
which game was in use; those events (``use``) are kept, and are neither in force nor taken back.
"""

from collections.abc import Iterable
from typing import NamedTuple

from rummy_score.ledger.events import Damage, Event, Newer, named

_NOT_IN_FORCE = "use"


class Reach(NamedTuple):
    """How far a game has come: what is in force, and what can be restored.

    ``commands`` are in force, in order. ``undone`` are the undo events that can be reversed, the
    newest last; ``taken_back`` are their commands, in the same order.
    """

    commands: tuple[Event, ...]
    undone: tuple[Event, ...]
    taken_back: tuple[Event, ...]


NOTHING_REACHED = Reach((), (), ())


def reach(events: Iterable[Event], start: Reach = NOTHING_REACHED) -> Reach:
    """Return how far a game has come after these events, which follow those of ``start``.

    Raises Damage where an event takes back or restores what no command would.
    """
    commands = list(start.commands)
    undone = list(start.undone)
    taken_back = list(start.taken_back)
    for event in events:
        if event.kind == "undo":
            of, to = _references(event, "of", "to")
            if not commands or commands[-1].number != of:
                raise Damage(f"{named(event)} takes back what is not the last command")
            taken_back.append(commands.pop())
            undone.append(event)
            if to != (commands[-1].number if commands else 0):
                raise Damage(f"{named(event)} goes back to what is not the last command")
        elif event.kind == "redo":
            (of,) = _references(event, "of")
            if not undone or undone[-1].number != of:
                raise Damage(f"{named(event)} restores what was not taken back last")
            undone.pop()
            commands.append(taken_back.pop())
        elif event.kind != _NOT_IN_FORCE:
            if undone and not commands:
                raise Damage(f"{named(event)} was recorded after its game was taken back")
            commands.append(event)
            undone.clear()
            taken_back.clear()
    return Reach(tuple(commands), tuple(undone), tuple(taken_back))


def is_taken_back(last: Event) -> bool:
    """Tell from the last event of a game whether the game itself is taken back."""
    if last.kind != "undo":
        return False
    try:
        _, to = _references(last, "of", "to")
    except Damage:
        return False  # it is there, and refused when it is read
    return to == 0


def undo_facts(reached: Reach) -> dict[str, int]:
    """Return the facts of an undo of the last command in force; there must be one."""
    *under, top = reached.commands
    return {"of": top.number, "to": under[-1].number if under else 0}


def redo_facts(reached: Reach) -> dict[str, int]:
    """Return the facts of a redo of what was taken back last; something must have been."""
    return {"of": reached.undone[-1].number}


def _references(event: Event, *names: str) -> list[int]:
    """Return the numbers of events that an undo or redo names."""
    facts = event.facts
    numbers = [facts.get(name) for name in names]
    found = [number for number in numbers if type(number) is int]
    if len(found) != len(names):
        raise Damage(f"{named(event)} does not say what it takes back or restores")
    if len(facts) != len(names):
        raise Newer(named(event))
    return found
