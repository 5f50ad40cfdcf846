"""Whether an arrangement goes out, and over how many turns."""

from rummy_score.arranging.arrange import Arrangement
from rummy_score.cards.cards import Kind
from rummy_score.rules.rules import Rules


def turns_to_go_out(found: Arrangement, rules: Rules, turns_had: int = 0) -> int | None:
    """Return over how many turns the hand goes out, or None where it cannot.

    ``turns_had`` counts the turns with a play that its player has had. Each turn to come needs
    something to lay: a meld, a lay-off, or a card by which a meld is longer than it must be, which
    may follow as a lay-off.
    """
    least = {Kind.RUN: rules.run_min, Kind.SET: rules.set_min}
    longer = sum([len(meld.cards) - least[meld.kind] for meld in found.melds if meld.kind])
    plays = len(found.melds) + len(found.lay_offs) + longer
    turns = max(1, rules.out_turns - turns_had)
    return turns if found.out and plays >= turns else None
