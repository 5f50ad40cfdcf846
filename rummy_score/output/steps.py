"""What a command did, and how its game stands after it, as the JSON that the command prints."""

from typing import Any

from rummy_score.evening.live import LiveGame
from rummy_score.evening.recording import Recorded
from rummy_score.evening.wording import told
from rummy_score.ledger.events import Event
from rummy_score.output.views import game_view
from rummy_score.scoring.games import next_deal


def step_view(done: Recorded, what: str = "recorded") -> dict[str, Any]:
    """Return a command that was recorded, taken back or restored, and its game after it.

    ``what`` names which of the three it was.
    """
    return {
        "game": done.after.number,
        what: command_view(done.event),
        **state_view(done.after),
    }


def command_view(command: Event) -> dict[str, Any]:
    """Return a command as the log tells it."""
    return {"command": command.number, "kind": command.kind, "text": told(command)}


def state_view(live: LiveGame) -> dict[str, Any]:
    """Return how a game stands: who sits, the deal that is open or comes next, totals and winner.

    ``state`` is None where the game was taken back.
    """
    if not live.is_open:
        return {"state": None}
    whole = game_view(live.standing)
    kept = ("title", "variant", "players", "totals", "winner", "final", "eliminated", "target")
    return {"state": {**{key: whole[key] for key in kept}, "open_deal": _open_deal(live)}}


def _open_deal(live: LiveGame) -> dict[str, Any]:
    """Return the deal that is open, or the one that comes next where none has begun."""
    dealer, starter, cards = next_deal(live.standing, live.open_deal.seated)
    return {
        "deal": live.next_number,
        "begun": live.has_begun,
        "players": list(live.open_deal.seated),
        "dealer": dealer,
        "starts": starter,
        "cards": cards,
        "melds": [[card.code for card in laid.meld.cards] for laid in live.layout.melds],
        "left": {player: str(hand) for player, hand in live.open_deal.left.items()},
    }
