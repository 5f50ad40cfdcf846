"""Who may sit in a game and a deal: how many, who with whom, and who may come in later."""

from collections.abc import Iterator, Sequence

from rummy_score.errors import UnreadableInput
from rummy_score.names import find, listed
from rummy_score.rules.rules import Rules
from rummy_score.scoring.adjustments import owed_by_deal
from rummy_score.scoring.deals import Deal, Finding

Pairs = tuple[tuple[str, str], ...]


def pairs_of(named: Sequence[Sequence[str]], players: Sequence[str], rules: Rules) -> Pairs:
    """Return the pairs that are meant by players' names, every player in one pair of two.

    Raises UnreadableInput, also where the rules know no pairs, and where two pairs would have one
    name together.
    """
    if not rules.pairs:
        raise UnreadableInput(
            "everybody plays for himself here (pairs=no). "
            "Leave the pairs out, or add the rule pairs=yes."
        )
    pairs = [tuple(find(name, players) for name in pair) for pair in named]
    partners: list[str] = []
    for pair in pairs:
        partners.extend(pair)
    if sorted(partners) != sorted(players) or any(len(pair) != 2 for pair in pairs):
        raise UnreadableInput(
            "every player belongs to one pair of two, like Anna and Pavel, Boris and Vera. "
            f"The players are {listed(players)}."
        )
    if len({"+".join(pair) for pair in pairs}) < len(pairs):
        raise UnreadableInput(
            "two pairs have one name together. Write their players' names without a +."
        )
    return tuple((one, other) for one, other in pairs)


def players_problem(count: int, rules: Rules) -> str | None:
    """Say why so many cannot play by these rules, or return None."""
    if not rules.players.low <= count <= rules.players.high:
        takes = f"the game takes {rules.players} players (players={rules.players})"
        return f"{count} cannot play: {takes}."
    hand, packs = rules.hand.of(count), rules.packs.of(count)
    if hand is None or packs is None:
        knob = "hand" if hand is None else "packs"
        told = f"{knob} says nothing for {count} players ({knob}={getattr(rules, knob)})"
        return f"{told}. Add them to {knob}."
    return None


def stock_remark(count: int, rules: Rules) -> str | None:
    """Say that the hands of so many leave no stock, as of eight in Rum 500, or return None."""
    hand, packs = rules.hand.of(count) or 0, rules.packs.of(count) or 0
    cards = 52 * packs + (rules.jokers.of(count) or 0)
    if hand * count < cards:
        return None
    told = f"{count} hands of {hand} leave nothing of {cards} cards"
    return f"{told}. Deal fewer (hand) or add packs (packs)."


def entry_problem(rules: Rules) -> str | None:
    """Say why nobody can come in with points by these rules, or return None."""
    if owed_by_deal(rules):
        return "each deal is owed by itself here (settle=deals), so whoever joins starts at 0."
    return None


def wrong_seats(
    players: Sequence[str], deal: Deal, rules: Rules, *, paired: bool, rules_changed: bool
) -> Iterator[Finding]:
    """Yield why those who sat in a deal could not play it: of the game's players, by its rules."""
    if not deal.seated:
        yield Finding("players", "", "Nobody sat in this deal. List who did.")
        return
    absent = [player for player in players if player not in deal.seated]
    if absent and paired:
        told = f"In pairs everybody plays; {listed(absent)} did not sit."
        yield Finding("players", "pairs", told)
    if absent or rules_changed:  # else as many play as the game was opened for, by its rules
        problem = players_problem(len(deal.seated), rules)
        if problem:
            yield Finding("players", "players", problem)


def no_stock(deal: Deal, rules: Rules) -> Iterator[Finding]:
    """Say that there was no stock to draw from; of the first deal, as the others are like it."""
    told = stock_remark(len(deal.seated), rules)
    if told:
        yield Finding("players", "hand", told)
