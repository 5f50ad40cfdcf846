"""Who sits at the table by which rules: as much of a game as every command needs."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from rummy_score.cards.notation import Hand, Turn
from rummy_score.cards.stored import read_stored_hand, read_stored_turn
from rummy_score.errors import UnreadableInput
from rummy_score.evening.facts import Facts
from rummy_score.names import listed, shown
from rummy_score.referee.layout import Layout
from rummy_score.rules.knobs import KNOBS, read_rule, value_text, with_house_rules
from rummy_score.rules.rules import Rules, RuleTexts, laid_over
from rummy_score.scoring.deals import Deal


class Sitting(NamedTuple):
    """Who sits at the table, by which rules, for how much; and what is known of the open deal.

    ``rules`` are the whole ones of the deal that is being played or comes next; ``coming`` are
    those of them that were changed since the last deal closed, ``waiting`` what holds only after
    this deal.
    ``begun`` is who sat when the open deal began, None where it has not; ``last`` is the deal that
    the last command closed or edited, None where it did neither. ``join`` is who comes in at which
    total, with the first deal to be closed in which he sits.
    """

    title: str
    variant: str
    rules: Rules
    players: tuple[str, ...]
    seated: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]
    dealer: str | None
    stake: str | None
    coin: str | None
    currency: str
    closed: int = 0
    last: Deal | None = None
    coming: RuleTexts = ()
    waiting: RuleTexts = ()
    turns: tuple[Turn, ...] = ()
    left: Mapping[str, Hand] = {}
    begun: tuple[str, ...] | None = None
    join: Mapping[str, int] = {}


class Step(NamedTuple):
    """What a command comes to: the kind of event and its facts.

    The rest is what the command has worked out already of the game after it, None where it has not;
    the fold would read it again from the facts, and comes to the same.
    """

    kind: str
    facts: Facts
    turn: Turn | None = None
    layout: Layout | None = None
    hand: Hand | None = None
    deal: Deal | None = None
    standing: Any = None  # a Standing: to name it here would load the scores for every turn


def next_rules(sitting: Sitting) -> Rules:
    """Return the whole rules of the next deal that begins."""
    if sitting.begun is None:
        return sitting.rules
    return with_house_rules(sitting.rules, sitting.waiting)


def opened_sitting(facts: Facts) -> Sitting:
    """Return who sits when a game is opened."""
    players = tuple(facts["players"])
    away = _known(facts.get("away", ()), players)
    dealer = facts["dealer"]
    rules = stored_rules(facts["variant"], facts["rules"])
    for changes in (*(deal.get("rules") for deal in facts.get("deals", ())), facts.get("coming")):
        if changes:
            rules = with_house_rules(rules, changes.items())
    _known((name for pair in facts["pairs"] for name in pair), players)
    return Sitting(
        title=facts["title"],
        variant=facts["variant"],
        rules=rules,
        players=players,
        seated=tuple(player for player in players if player not in away),
        pairs=tuple((one, other) for one, other in facts["pairs"]),
        dealer=None if dealer is None else _one_of(dealer, players),
        stake=facts["stake"],
        coin=facts["coin"],
        currency=facts["currency"],
        closed=_deals_in(facts),
        coming=laid_over((), tuple(facts.get("coming", {}).items())),
        join={_one_of(player, players): at for player, at in facts.get("join", {}).items()},
    )


def _deals_in(facts: Facts) -> int:
    """Return how many deals a game was opened with; 0.1.0 kept them as the sheet that it wrote."""
    if "sheet" in facts:
        headings: list[str] = facts["sheet"].split("\n")
        return headings.count("[[deals]]")
    return len(facts.get("deals", ()))


def sat_on(sitting: Sitting, kind: str, facts: Facts, step: Step | None = None) -> Sitting:
    """Return who sits by which rules after one more command."""
    follow = _FOLLOWED.get(kind)
    if follow is None:
        raise UnreadableInput(f"it goes on with '{shown(kind)}'")
    if sitting.last is not None:
        sitting = sitting._replace(last=None)
    return follow(sitting, facts, step)


def _laid(sitting: Sitting, facts: Facts, step: Step | None) -> Sitting:
    begun = sitting.begun or _known(facts["seated"], sitting.players)
    turn = (step and step.turn) or read_stored_turn(facts["turn"], begun)
    return sitting._replace(turns=(*sitting.turns, turn), begun=begun)


def _has_left(sitting: Sitting, facts: Facts, step: Step | None) -> Sitting:
    begun = sitting.begun or _known(facts["seated"], sitting.players)
    player = _one_of(facts["player"], begun)
    hand = (step and step.hand) or read_stored_hand(facts["hand"])
    return sitting._replace(left={**sitting.left, player: hand}, begun=begun)


def _ended(sitting: Sitting, facts: Facts, step: Step | None) -> Sitting:
    if facts["deal"] != sitting.closed + 1:
        raise UnreadableInput(f"deal {facts['deal']} is closed after deal {sitting.closed}")
    deal = (step and step.deal) or _closing(sitting, facts)
    if not _can_be_scored(deal):
        raise UnreadableInput(f"deal {facts['deal']} has no end that can be scored")
    rules = sitting.rules
    return sitting._replace(
        closed=facts["deal"],
        last=deal,
        rules=with_house_rules(rules, sitting.waiting) if sitting.waiting else rules,
        coming=sitting.waiting,
        waiting=(),
        turns=(),
        left={},
        begun=None,
        join={player: at for player, at in sitting.join.items() if player not in deal.seated},
    )


def _closing(sitting: Sitting, facts: Facts) -> Deal:
    """Return the deal that an end closes, its turns in it."""
    if "closes" in facts:
        from rummy_score.sheets.keys import deal_of_facts  # which no game without deals needs

        return deal_of_facts(facts["closes"], sitting.players)._replace(turns=sitting.turns)
    if "seated" not in facts:
        raise UnreadableInput(f"deal {facts['deal']} closes without a word on it")
    return _closed_by_0_1_0(sitting, facts)


def _closed_by_0_1_0(sitting: Sitting, facts: Facts) -> Deal:
    """Return the deal as version 0.1.0 told of its end; hands told then replace those before."""
    told = {player: read_stored_hand(hand) for player, hand in facts["left"].items()}
    out = facts["out"]
    hands = {**sitting.left, **told}
    return Deal(
        seated=tuple(player for player in sitting.players if player in facts["seated"]),
        turns=sitting.turns,
        left={name: hand for name, hand in hands.items() if name != out or name in told},
        laid={player: read_stored_hand(points) for player, points in facts["laid"].items()},
        out=out,
        blocked=facts["blocked"],
        rummy=facts["rummy"],
        ruling=facts["ruling"],
    )


def _can_be_scored(deal: Deal) -> bool:
    """Tell whether somebody is out or the deal is blocked, and every other hand is told."""
    without_hand = {player for player in deal.seated if player not in deal.left}
    ended = deal.blocked or deal.out is not None
    return bool(deal.seated) and ended and without_hand <= {deal.out}


def _edited(sitting: Sitting, facts: Facts, _: Step | None) -> Sitting:
    number = facts["deal"]
    if number > sitting.closed:
        raise UnreadableInput(f"deal {number} is edited before it was played")
    if "becomes" in facts:
        from rummy_score.sheets.keys import deal_of_facts

        deal = deal_of_facts(facts["becomes"], sitting.players)
    else:  # 0.1.0 kept the text that was typed
        from rummy_score.sheets.reading import read_deal  # reads TOML: 3 ms that few games need

        deal = read_deal(facts["text"], _known(facts["players"], sitting.players))
    return sitting._replace(last=deal)


def _adjusted(sitting: Sitting, facts: Facts, _: Step | None) -> Sitting:
    _known((facts["player"], *facts.get("from", ())), sitting.players)
    return sitting


def _left_the_table(sitting: Sitting, facts: Facts, _: Step | None) -> Sitting:
    player = _one_of(facts["player"], sitting.players)
    return sitting._replace(
        seated=tuple(one for one in sitting.seated if one != player),
        join={one: at for one, at in sitting.join.items() if one != player},
    )


def _joined(sitting: Sitting, facts: Facts, _: Step | None) -> Sitting:
    player = facts["player"]
    players = sitting.players if player in sitting.players else (*sitting.players, player)
    if player in sitting.seated:
        return sitting
    # In seat order of all who have played; who is new sits down last.
    seated = tuple(one for one in players if one in sitting.seated or one == player)
    join = {**sitting.join, player: facts["at"]} if "at" in facts else sitting.join
    return sitting._replace(players=players, seated=seated, join=join)


def _changed(sitting: Sitting, facts: Facts, _: Step | None) -> Sitting:
    """Return the sitting after `change`: rules from the next deal on, all else at once."""
    told: dict[str, Any] = {
        key: facts[key] for key in ("title", "stake", "coin", "currency") if key in facts
    }
    sitting = sitting._replace(**told)
    if "target" in facts:
        target = [("target", facts["target"])]
        sitting = sitting._replace(rules=with_house_rules(sitting.rules, target))
    changes: RuleTexts = tuple(facts.get("rules", {}).items())
    if changes and sitting.begun:
        waiting = laid_over(sitting.waiting, changes)
        with_house_rules(sitting.rules, waiting)  # all that waits must hold together
        sitting = sitting._replace(waiting=waiting)
    elif changes:
        rules = with_house_rules(sitting.rules, changes)
        sitting = sitting._replace(rules=rules, coming=laid_over(sitting.coming, changes))
    return _renamed(sitting, facts.get("rename", {}))


def _renamed(sitting: Sitting, names: Mapping[str, str]) -> Sitting:
    if not names:
        return sitting
    _known(names, sitting.players)

    def new(player: str) -> str:
        return names.get(player, player)

    return sitting._replace(
        players=tuple(map(new, sitting.players)),
        seated=tuple(map(new, sitting.seated)),
        pairs=tuple((new(one), new(other)) for one, other in sitting.pairs),
        dealer=sitting.dealer and new(sitting.dealer),
        turns=tuple(turn._replace(player=new(turn.player)) for turn in sitting.turns),
        left={new(player): hand for player, hand in sitting.left.items()},
        begun=sitting.begun and tuple(map(new, sitting.begun)),
        join={new(player): at for player, at in sitting.join.items()},
    )


def _paid(sitting: Sitting, facts: Facts, _: Step | None) -> Sitting:
    """Return the sitting unchanged, having seen that what was paid is of its sides."""
    sides = set(sitting.players)
    for pair in sitting.pairs:
        sides -= set(pair)
        sides.add("+".join(pair))
    _known(facts["balances"], tuple(sides))
    return sitting


_FOLLOWED: Mapping[str, Callable[[Sitting, Facts, Step | None], Sitting]] = {
    "lay": _laid,
    "left": _has_left,
    "end": _ended,
    "adjust": _adjusted,
    "join": _joined,
    "leave": _left_the_table,
    "edit": _edited,
    "paid": _paid,
    "change": _changed,
}


def _known(names: Any, players: tuple[str, ...]) -> tuple[str, ...]:
    strangers = [name for name in names if name not in players]
    if strangers:
        raise UnreadableInput(f"{listed(map(str, strangers))} is not of this game")
    return tuple(names)


def _one_of(name: str, players: tuple[str, ...]) -> str:
    return _known((name,), players)[0]


def stored_rules(variant: str, texts: Mapping[str, str]) -> Rules:
    """Return the whole of the rules that a game was opened with."""
    values: dict[str, Any] = dict(read_rule(name, text) for name, text in texts.items())
    if len(values) == len(Rules._fields):
        return Rules(**values)
    from rummy_score.rules.variants import find_variant  # an older program knew fewer knobs

    return Rules(**{**find_variant(variant).rules._asdict(), **values})


def rules_facts(rules: Rules) -> dict[str, str]:
    """Return the whole of the rules as text, knob by knob."""
    return {name: value_text(name, getattr(rules, name)) for name in KNOBS}
