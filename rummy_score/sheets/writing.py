"""A game -> the text of its score sheet, which reads back as the same game, to the coin."""

from collections.abc import Iterator, Mapping
from typing import Any

from rummy_score.money.settlement import Money
from rummy_score.rules.knobs import KNOBS, value_text
from rummy_score.rules.variants import VARIANTS
from rummy_score.scoring.deals import Deal
from rummy_score.scoring.games import Game
from rummy_score.sheets.keys import DEAL_KEYS
from rummy_score.sheets.values import by_player, changes_table, quoted, strings


def sheet_text(game: Game, money: Money | None) -> str:
    """Return a whole score sheet in TOML."""
    return "\n".join([*_head(game, money), *_rules(game), *_deals(game), ""])


def deal_text(deal: Deal, players: tuple[str, ...], *, everything: bool = True) -> str:
    """Return one deal as it stands in a sheet, without its heading.

    Without ``everything`` what the program keeps itself (payments, the mark of an edit) is left
    out.
    """
    return "".join(f"{line}\n" for line in _deal(deal, players, everything))


def deal_guide() -> Iterator[str]:
    """Yield a line for each key that a deal may have: how it is said, and what that tells."""
    for key in DEAL_KEYS.values():
        if not key.kept:
            yield f"{key.name} = {key.example}  ({key.told})"


def _head(game: Game, money: Money | None) -> Iterator[str]:
    if game.title:
        yield f"title = {quoted(game.title)}"
    yield f"variant = {quoted(game.variant)}"
    yield f"players = {strings(game.players)}"
    if game.pairs:
        yield f"pairs = [{', '.join(strings(pair) for pair in game.pairs)}]"
    if game.dealer:
        yield f"dealer = {quoted(game.dealer)}"
    if money:
        yield f"stake = {quoted(money.stake)}"
        yield f"coin = {quoted(money.coin)}"
        if money.currency:
            yield f"currency = {quoted(money.currency)}"
    yield from _beside_the_deals(game)


def _beside_the_deals(game: Game) -> Iterator[str]:
    """Write what stood before the first deal, and what holds after the last one."""
    if game.start:
        yield f"start = {by_player(_in_seat_order(game.start, game.players))}"
    if game.paid:
        yield f"paid = {by_player(_in_seat_order(game.paid, game.players))}"
    if game.away:
        yield f"away = {strings(game.away)}"
    if game.join:
        yield f"join = {by_player(_in_seat_order(game.join, game.players))}"
    if game.coming:
        yield f"coming = {changes_table(game.coming)}"


def _rules(game: Game) -> Iterator[str]:
    """Write the rules in which the game differs from its variant."""
    usual = VARIANTS[game.variant].rules
    changed = [name for name in KNOBS if getattr(game.rules, name) != getattr(usual, name)]
    if not changed:
        return
    yield ""
    yield "[rules]"
    for name in changed:
        yield f"{name} = {quoted(value_text(name, getattr(game.rules, name)))}"


def _deals(game: Game) -> Iterator[str]:
    for deal in game.deals:
        yield ""
        yield "[[deals]]"
        yield from _deal(deal, game.players, True)


def _deal(deal: Deal, players: tuple[str, ...], everything: bool) -> Iterator[str]:
    for key in DEAL_KEYS.values():
        value = getattr(deal, key.field)
        said = everything or not key.kept
        if said and value != key.usual(players):
            yield f"{key.name} = {key.form.write(_in_seat_order(value, players))}"


def _in_seat_order(value: Any, players: tuple[str, ...]) -> Any:
    """Return entries by player in seat order, sides of two last: what is the same reads alike."""
    if not isinstance(value, Mapping):
        return value
    seated = {player: value[player] for player in players if player in value}
    sides = {side: value[side] for side in sorted(value) if side not in seated}
    return seated | sides
