"""What a ruling is given: the rules and the table of the game in use, or those that the options name."""

import os
from collections.abc import Sequence
from typing import NamedTuple

from rummy_score.cards.cards import Card
from rummy_score.cards.notation import parse_plays
from rummy_score.errors import BrokenRule, UnreadableInput
from rummy_score.names import find
from rummy_score.referee.layout import Layout
from rummy_score.referee.melds import Meld, judge
from rummy_score.rules.knobs import with_house_rules
from rummy_score.rules.rules import Rules
from rummy_score.rules.variants import find_variant


class Context(NamedTuple):
    """The rules that hold and the table.

    The melds on it, who sits there (nobody outside a game), whose turns with a play there were, and
    what the game is called.
    """

    rules: Rules
    melds: tuple[Meld, ...]
    layout: Layout
    seated: tuple[str, ...]
    turns: tuple[str, ...]
    name: str

    def cards(self, except_meld: int | None = None) -> tuple[Card, ...]:
        """Return the cards on the table, jokers as they are read, without the meld of one number."""
        melds = [meld.cards for number, meld in enumerate(self.melds, 1) if number != except_meld]
        return tuple(
            card
            for cards in (*melds, *(stray.cards for stray in self.layout.strays))
            for card in cards
        )

    def player(self, name: str) -> str:
        """Return the player of the game in use who is meant."""
        if not self.seated:
            raise UnreadableInput(
                "--player names somebody at the table, but no game is in use here."
            )
        return find(name, self.seated)

    def has_melded(self, player: str) -> bool:
        """Tell whether a player has a meld on the table."""
        return any(laid.laid_by == player for laid in self.layout.melds)


def table_context(
    ledger: str,
    variant: str | None,
    house_rules: Sequence[tuple[str, str]],
    melds: Sequence[str] = (),
) -> Context:
    """Return the game in use with its table; a variant that is named, or melds, take its place."""
    context = None if variant else _of_game(ledger)
    if context is None:
        found = find_variant(variant or "basic")
        context = Context(found.rules, (), Layout(), (), (), found.name)
    rules = with_house_rules(context.rules, house_rules)
    named = _melds(melds, rules)
    return context._replace(rules=rules, melds=named or context.melds)


def _of_game(ledger: str) -> Context | None:
    """Return the game in use, or None where no ledger or no game is there."""
    if not os.path.exists(ledger):
        return None
    from rummy_score.evening.recording import read_evening

    try:
        _, evening = read_evening(ledger, None)
    except BrokenRule:
        return None
    melds = tuple(laid.meld for laid in evening.layout.melds)
    seated, turns = evening.open_deal.seated, tuple(turn.player for turn in evening.open_deal.turns)
    return Context(evening.rules, melds, evening.layout, seated, turns, evening.opened.variant)


def _melds(texts: Sequence[str], rules: Rules) -> tuple[Meld, ...]:
    """Read melds as they are named with --table, commas between several."""
    found = []
    for play in (play for text in texts for play in parse_plays(text)):
        ruling = judge(play.cards, rules, play.kind)
        if ruling.meld is None:
            why = " ".join(problem.message for problem in ruling.problems)
            raise UnreadableInput(f"--table: {' '.join(map(str, play.cards))} is no meld. {why}")
        found.append(ruling.meld)
    return tuple(found)
