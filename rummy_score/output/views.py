"""Games, payments and rulings as the JSON that the commands print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rummy_score.money.debts import Part
from rummy_score.money.settlement import Money, Settlement
from rummy_score.points import Points, points_value
from rummy_score.referee.disputes import Answer
from rummy_score.rules.knobs import KNOBS, value_text
from rummy_score.rules.variants import Variant
from rummy_score.scoring.games import Line, Standing
from rummy_score.sheets.keys import DEAL_KEYS

if TYPE_CHECKING:
    from rummy_score.arranging.arrange import Arrangement
    from rummy_score.arranging.calls import Call
    from rummy_score.cards.cards import Card


def game_view(standing: Standing) -> dict[str, Any]:
    """Return a game's score table; totals and the winner go by side.

    ``winner`` is who has won or, in a game without an end, who leads; ``final`` tells which.
    """
    game = standing.game
    return {
        "title": game.title,
        "variant": game.variant,
        "players": list(game.players),
        "deals": [deal_view(line) for line in standing.lines],
        "totals": _points_view(standing.totals),
        "winner": _one_or_list(standing.winners),
        "final": game.rules.target is not None and bool(standing.winners),
        "eliminated": [],  # no game puts anybody out yet
        "target": game.rules.target,
    }


def settlement_view(settlement: Settlement, money: Money | None) -> dict[str, Any]:
    """Return who pays whom; the amounts are None where no money was agreed."""
    return {
        "stake": money.stake if money else None,
        "currency": money.currency if money else None,
        "transfers": [
            {
                "from": transfer.payer,
                "to": transfer.payee,
                "points": points_value(transfer.points),
                "amount": money.amount(transfer.coins or 0) if money else None,
            }
            for transfer in settlement.transfers
        ],
    }


def parts_view(found: Sequence[Part]) -> dict[str, Any]:
    """Return what each side's balance is made of, in points; the sum of all is the balance."""
    parts = [
        {"what": part.what, "deal": part.deal, "points": _points_view(part.points)}
        for part in found
    ]
    return {"parts": parts}


def answer_view(answer: Answer) -> dict[str, Any]:
    """Return the ruling on a disputed play."""
    return {
        "valid": answer.stands,
        "kind": answer.kind,
        "cards": [card.code for card in answer.cards],
        "points": answer.points,
        "problems": [
            {"rule": problem.rule, "message": problem.message} for problem in answer.problems
        ],
    }


def variant_view(variant: Variant) -> dict[str, Any]:
    """Return a variant with every knob: value, what it decides, what it may be, its source."""
    return {
        "name": variant.name,
        "title": variant.title,
        "rules": {
            name: {
                "value": value_text(name, getattr(variant.rules, name)),
                "help": knob.help,
                "values": knob.values,
                "source": variant.sources[name],
            }
            for name, knob in KNOBS.items()
        },
    }


def deal_view(line: Line) -> dict[str, Any]:
    """Return one deal of a game's score table."""
    deal = line.checked.deal
    facts = {key.name: key.view(getattr(deal, key.field)) for key in DEAL_KEYS.values() if key.view}
    return {
        "deal": line.number,
        "dealer": line.dealer,
        "winner": _one_or_list(line.score.winners),
        "doubled": line.score.doubled,
        "scores": _points_view(line.score.points),
        "adjust": _points_view(line.adjusted),
        **facts,
        "totals": _points_view(line.totals),
        **_seldom(line),
    }


def _seldom(line: Line) -> dict[str, Any]:
    """Return what hardly any deal has, without which its scores do not add up to the totals."""
    seldom: dict[str, Any] = {}
    if line.entered:
        seldom["join"] = dict(line.checked.deal.join)
    if not line.counts:
        seldom["after_win"] = True
    return seldom


def _points_view(points: Mapping[str, Points]) -> dict[str, int | str]:
    return {name: points_value(each) for name, each in points.items()}


def _one_or_list(names: Sequence[str]) -> str | list[str] | None:
    if len(names) < 2:
        return names[0] if names else None
    return list(names)


def arrangement_view(
    found: Arrangement, discards: tuple[Card, ...] | None, *, out: bool
) -> dict[str, Any]:
    """Return the best arrangement of a hand, and what is discarded where that was asked."""
    view = {
        "melds": [[card.code for card in meld.cards] for meld in found.melds],
        "layoffs": [{"card": card.code, "to": number} for card, number in found.lay_offs],
        "left": [card.code for card in found.deadwood],
        "points_left": found.deadwood_points,
        "points_laid": found.points_laid,
        "out": out,
    }
    return view if discards is None else {**view, "discard": [card.code for card in discards]}


def call_view(call: Call) -> dict[str, Any]:
    """Return the ruling on a "Rummy!" call."""
    fits = [
        {"meld": [card.code for card in fit.meld.cards], "card": fit.card.code} for fit in call.fits
    ]
    return {"rummy": call.stands, "fits": fits, "fine": call.fine}
