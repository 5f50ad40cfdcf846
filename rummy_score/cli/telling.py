"""What several commands tell of a game: melds, what was overlooked, a deal's end, who deals."""

import os
from calendar import timegm
from collections.abc import Iterator
from time import localtime, strftime
from typing import TYPE_CHECKING, Any

import click

from rummy_score.cards.cards import cards_text
from rummy_score.cards.notation import Hand
from rummy_score.cli.asking import at_terminal
from rummy_score.cli.screen import remark, say_json, wrapped
from rummy_score.evening.live import LiveGame
from rummy_score.evening.recording import Desk, Recorded
from rummy_score.names import shown
from rummy_score.points import points_text
from rummy_score.referee.layout import Layout, played_points
from rummy_score.rules.rules import Rules

if TYPE_CHECKING:
    from rummy_score.scoring.games import Standing


def name_game(done: Recorded) -> None:
    """Say in which game something was recorded, where the ledger has several open."""
    prompt_names_it = click.get_current_context().find_root().obj is not None and at_terminal()
    if done.others_open and not prompt_names_it:
        remark(f"Recorded in game {done.after.number}, {shown(done.after.title)}.")


def say_step(done: Recorded, what: str = "recorded", **more: Any) -> None:
    """Print as JSON what a command did and how its game stands; ``more`` is only of its kind."""
    from rummy_score.output.steps import step_view

    say_json(step_view(done, what) | more)


def warn_of_override(live: LiveGame, desk: Desk) -> None:
    """Say where the game just chosen is not the one that the next command goes to."""
    if not desk.remembers:
        remark("It could not be remembered which game you use. Name it with --game.")
    wanted = os.environ.get("RUMMY_SCORE_GAME")
    if wanted and wanted != str(live.number):
        remark(
            f"RUMMY_SCORE_GAME is set and comes first: commands here go to game {shown(wanted)}."
        )


def game_title(title: str, variant: str) -> str:
    """Return what a game is called: its title and, in brackets, its variant."""
    return f"{shown(title, 200)} ({variant})" if title else variant


def local_time(utc: str) -> str:
    """Return a time as people read it, by their own clock: ``2026-05-01 21:00``.

    ``utc`` is ISO 8601 with a Z, as the ledger has it.
    """
    parts = tuple(int(utc[start : start + 2]) for start in (5, 8, 11, 14, 17))
    moment = timegm((int(utc[:4]), *parts))
    return strftime("%Y-%m-%d %H:%M", localtime(moment))


def layout_lines(layout: Layout) -> Iterator[str]:
    """Yield the melds on the table, each with its number."""
    for number, laid in enumerate(layout.melds, 1):
        yield wrapped(cards_text(laid.meld.cards), f"{number:>3}  ")


def points_laid(layout: Layout, rules: Rules, player: str) -> int:
    """Return the points of the cards that a player has on the table."""
    return sum(points for who, points in played_points(layout, rules) if who == player)


def overlooked_lines(player: str, hand: Hand, layout: Layout, rules: Rules) -> Iterator[str]:
    """Say which of the cards left could have been laid on the table; they count all the same."""
    if not hand.cards:
        return
    from rummy_score.arranging.calls import overlooked

    found = overlooked(player, hand.cards, layout, rules)
    if found:
        melds = [cards_text(meld.cards) for meld in found.melds]
        lay_offs = [f"{card} to {number}" for card, number in found.lay_offs]
        told = ", ".join([*melds, *lay_offs])
        yield f"{shown(player)} could have laid {told}; what is left counts all the same."


def end_lines(live: LiveGame) -> Iterator[str]:
    """Yield how the last deal was scored, the totals, who has won, and who deals next."""
    from rummy_score.output.tables import deal_table, winner_text

    standing = live.standing
    yield deal_table(standing.lines[-1], standing)
    target = standing.game.rules.target
    if target is not None and max(standing.totals.values()) >= target:
        yield wrapped(winner_text(standing))
    if target is not None and standing.winners:
        yield wrapped("`settle` says who pays whom; `new --like` opens the next game.")
    else:
        yield dealing_line(live)


def totals_line(standing: "Standing") -> str:
    """Say the totals of all sides in a line: ``Totals: Anna 86, Boris -22.``"""
    totals = (f"{shown(side)} {points_text(n)}" for side, n in standing.totals.items())
    return f"Totals: {', '.join(totals)}."


def dealing_line(live: LiveGame) -> str:
    """Say who deals the next deal, how many cards each gets, and who starts."""
    from rummy_score.scoring.games import next_deal

    playing = live.open_deal.seated if live.has_begun else ()
    dealer, starter, cards = next_deal(live.standing, live.seated, playing)
    return wrapped(f"{shown(dealer)} deals {cards} cards to each; {shown(starter)} starts.")
