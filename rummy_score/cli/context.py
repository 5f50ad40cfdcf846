"""What the referee is asked about: the game in use, or the rules and melds that options name."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rummy_score.cards.notation import Hand, Play, Turn, parse_plays
from rummy_score.cli.parameters import desk_of
from rummy_score.errors import BrokenRule, UnreadableInput
from rummy_score.ledger.location import may_be_there
from rummy_score.names import find
from rummy_score.referee.disputes import Dispute
from rummy_score.referee.layout import Layout, lying
from rummy_score.referee.problems import Problem
from rummy_score.rules.knobs import with_house_rules
from rummy_score.rules.rules import Rules
from rummy_score.rules.variants import find_variant


class Context(NamedTuple):
    """The rules that hold, what the game is called, and what lies on the table.

    In a game also who sits there, the turns of the open deal, the hands that are entered already,
    and who has a meld on the table, also where other melds have been named in its place.
    """

    rules: Rules
    name: str
    layout: Layout = Layout()
    seated: tuple[str, ...] = ()
    turns: tuple[Turn, ...] = ()
    left: Mapping[str, Hand] = {}
    melded: frozenset[str] = frozenset()

    def player(self, name: str) -> str:
        """Return the player of the game in use who is meant."""
        if not self.seated:
            raise UnreadableInput(
                "--player names somebody at the table, but no game is in use here."
            )
        return find(name, self.seated)

    def turns_of(self, player: str) -> int:
        """Count the turns with a play that a player has had in the open deal."""
        return sum([turn.player == player for turn in self.turns])


def table_context(
    ledger: str,
    variant: str | None,
    house_rules: Sequence[tuple[str, str]],
    melds: Sequence[str] = (),
    *,
    game: str | None = None,
) -> Context:
    """Return the game that is named, or in use, with its table.

    A variant that is named, or melds, take its place.
    """
    context = None if variant else _of_game(ledger, game)
    if context is None:
        found = find_variant(variant or "basic")
        context = Context(found.rules, found.name)
    context = context._replace(rules=with_house_rules(context.rules, house_rules))
    if not melds:
        return context
    try:
        named = lying(_plays(melds), context.rules)
    except UnreadableInput as problem:
        raise UnreadableInput(f"--table: {problem}") from None
    # What lies beside the melds of a game is on the table all the same.
    return context._replace(layout=context.layout._replace(melds=named.melds))


def at_the_table(dispute: Dispute, context: Context) -> Dispute:
    """Return the dispute with the table of the game; a player's is counted as his turn would be."""
    dispute = dispute._replace(layout=context.layout)
    if not dispute.player:
        return dispute
    from rummy_score.scoring.deals import Deal, pack_problems

    turns = (*context.turns, Turn(dispute.player, (dispute.play,)))
    found = pack_problems(Deal(context.seated, turns, context.left), context.rules)
    return dispute._replace(packs=tuple([Problem(each.rule, each.message) for each in found]))


def _of_game(ledger: str, game: str | None) -> Context | None:
    """Return the game that is named or in use, or None where no ledger or no game is there."""
    if game is None and not may_be_there(ledger):
        return None  # most rulings are asked for without a game: they load no ledger
    from rummy_score.ledger.chain import NoLedger

    try:
        live = desk_of(ledger).live(game)
    except (BrokenRule, NoLedger):
        if game is not None:
            raise
        return None
    deal, layout = live.open_deal, live.layout
    melded = frozenset([laid.laid_by for laid in layout.melds])
    return Context(
        rules=live.rules,
        name=live.now.variant,
        layout=layout,
        seated=deal.seated,
        turns=deal.turns,
        left=deal.left,
        melded=melded,
    )


def _plays(texts: Sequence[str]) -> list[Play]:
    """Read melds as they are named with --table, commas between several."""
    found: list[Play] = []
    for text in texts:
        found.extend(parse_plays(text))
    return found
