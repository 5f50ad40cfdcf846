"""A game -> the text of its score sheet; ``sheets`` reads it back to the same table, totals and payments."""

import json
from collections.abc import Iterator, Mapping

from rummy_score.money.settlement import Money
from rummy_score.rules.knobs import KNOBS, value_text
from rummy_score.rules.variants import VARIANTS
from rummy_score.scoring.deals import Deal
from rummy_score.scoring.games import Game


def sheet_text(game: Game, money: Money | None) -> str:
    """Return a whole score sheet in TOML."""
    return "\n".join([*_head(game, money), *_rules(game), *_deals(game), ""])


def deal_text(deal: Deal, players: tuple[str, ...], *, everything: bool = True) -> str:
    """Return one deal as it stands in a sheet, without its heading.

    Without ``everything`` what the program keeps itself (payments, the mark of an edit) is left
    out.
    """
    return "".join(f"{line}\n" for line in _deal(deal, players, everything))


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _strings(texts: Iterator[str] | tuple[str, ...] | list[str]) -> str:
    return f"[{', '.join(map(_quoted, texts))}]"


def _head(game: Game, money: Money | None) -> Iterator[str]:
    if game.title:
        yield f"title = {_quoted(game.title)}"
    yield f"variant = {_quoted(game.variant)}"
    yield f"players = {_strings(game.players)}"
    if game.pairs:
        yield f"pairs = [{', '.join(_strings(pair) for pair in game.pairs)}]"
    if game.dealer:
        yield f"dealer = {_quoted(game.dealer)}"
    if money:
        yield f"stake = {_quoted(money.stake)}"
        yield f"coin = {_quoted(money.coin)}"
        if money.currency:
            yield f"currency = {_quoted(money.currency)}"
    before = {"start": game.start, "paid": game.paid}
    yield from (f"{key} = {_by_player(_told(points))}" for key, points in before.items() if points)
    if game.away:
        yield f"away = {_strings(game.away)}"


def _rules(game: Game) -> Iterator[str]:
    """Write the rules in which the game differs from its variant."""
    usual = VARIANTS[game.variant].rules
    changed = [name for name in KNOBS if getattr(game.rules, name) != getattr(usual, name)]
    if changed:
        yield ""
        yield "[rules]"
        yield from (
            f"{name} = {_quoted(value_text(name, getattr(game.rules, name)))}" for name in changed
        )


def _deals(game: Game) -> Iterator[str]:
    for deal in game.deals:
        yield ""
        yield "[[deals]]"
        yield from _deal(deal, game.players, True)


def _deal(deal: Deal, players: tuple[str, ...], everything: bool) -> Iterator[str]:
    if deal.seated != players:
        yield f"players = {_strings(deal.seated)}"
    if deal.turns:
        yield "plays = ["
        yield from (f"  {_quoted(str(turn))}," for turn in deal.turns)
        yield "]"
    flags = {"blocked": deal.blocked or None, "rummy": deal.rummy}
    yield from (
        f"{key} = {'true' if flag else 'false'}" for key, flag in flags.items() if flag is not None
    )
    told = {
        "laid": deal.laid,
        "left": deal.left,
        "adjust": deal.adjust,
        "paid": deal.paid if everything else {},
    }
    yield from (f"{key} = {_by_player(_told(entries))}" for key, entries in told.items() if entries)
    texts = {"dealer": deal.dealer, "out": deal.out, "note": deal.note, "ruling": deal.ruling}
    texts |= {"edited": deal.edited} if everything else {}
    yield from (f"{key} = {_quoted(words)}" for key, words in texts.items() if words)


def _told(entries: Mapping[str, object]) -> dict[str, str]:
    return {name: str(entry) for name, entry in entries.items()}


def _by_player(entries: Mapping[str, str]) -> str:
    """Write a table by player in lines, which spares quoting names as keys."""
    return _strings([f"{player}: {entry}" for player, entry in entries.items()])
