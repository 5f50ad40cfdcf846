"""How a game is opened, and what of it is said anew: by a command, or by a written sheet.

As in ``commands`` each function takes plain values and returns the step that is recorded.
"""

from collections.abc import Sequence
from typing import NamedTuple

from rummy_score.errors import BrokenRule, UnreadableInput
from rummy_score.evening.facts import Facts
from rummy_score.evening.live import LiveGame
from rummy_score.evening.sitting import Sitting, Step, next_rules, rules_facts
from rummy_score.names import LONGEST_REMARK, clean, distinct, find, folded, listed, refuse_reserved
from rummy_score.points import points_value
from rummy_score.rules.knobs import read_change, read_rule, value_text, with_house_rules
from rummy_score.rules.rules import RuleTexts
from rummy_score.scoring.seats import pairs_of, players_problem

NO_STAKE = "none"  # what is typed where a point is worth no money


class NewGame(NamedTuple):
    """What is told when a game is opened, as it was typed; None and empty where it was not said."""

    players: tuple[str, ...]
    variant: str | None = None
    title: str | None = None
    stake: str | None = None
    currency: str | None = None
    coin: str | None = None
    pairs: tuple[tuple[str, ...], ...] = ()
    target: str | None = None
    dealer: str | None = None
    house_rules: RuleTexts = ()


class Change(NamedTuple):
    """What is told of a game anew; None and empty where it stays as it is."""

    title: str | None = None
    stake: str | None = None
    currency: str | None = None
    coin: str | None = None
    target: str | None = None
    house_rules: RuleTexts = ()
    renamed: tuple[tuple[str, str], ...] = ()


def typed_players(words: Sequence[str]) -> tuple[str, ...]:
    """Return the names that are typed with blanks, commas or ``and`` between them.

    >>> typed_players(["Anna,", "Mary Ann,Boris", "and", "Vera"])
    ('Anna', 'Mary Ann', 'Boris', 'Vera')
    """
    names: list[str] = []
    for word in words:
        if folded(word) not in ("and", "и") or len(words) == 1:
            names.extend(name for name in word.split(",") if name.strip())
    return tuple(names)


def new(told: NewGame) -> Step:
    """Open a game, or raise UnreadableInput for what cannot be played."""
    from rummy_score.rules.variants import find_variant

    variant = find_variant(told.variant or "basic")
    target = (("target", told.target),) if told.target else ()
    rules = with_house_rules(variant.rules, (*told.house_rules, *target))
    names = distinct(told.players)
    refuse_reserved(names)
    problem = players_problem(len(names), rules)
    if problem:
        raise UnreadableInput(problem)
    pairs = pairs_of(told.pairs, names, rules) if told.pairs else ()
    facts = {
        "title": clean(told.title, "the title", LONGEST_REMARK) if told.title else "",
        "variant": variant.name,
        "rules": rules_facts(rules),
        "players": list(names),
        "pairs": [list(pair) for pair in pairs],
        "dealer": find(told.dealer, names) if told.dealer else names[0],
        **_money_facts(told.stake, told.coin, told.currency),
    }
    return Step("new", facts)


def imported(text: str, name: str) -> tuple[Step, str]:
    """Open a game with the deals of a written sheet; return the sheet as it is written here, too.

    Two texts that say the same are written alike, so that an import is known again.
    """
    from rummy_score.scoring.deals import said
    from rummy_score.sheets.keys import deal_facts
    from rummy_score.sheets.reading import read_sheet
    from rummy_score.sheets.writing import sheet_text

    sheet = read_sheet(text)
    game = sheet.standing.game
    # The readings taken for jokers stay, whatever rules come.
    deals = [said(line.checked.deal, line.rules) for line in sheet.standing.lines]
    game = game._replace(deals=tuple(deals))
    facts = {
        "title": game.title,
        "variant": game.variant,
        "rules": rules_facts(game.rules),
        "players": list(game.players),
        "pairs": [list(pair) for pair in game.pairs],
        "dealer": game.dealer,
        "stake": sheet.money.stake if sheet.money else None,
        "coin": sheet.money.coin if sheet.money else None,
        "currency": sheet.money.currency if sheet.money else "",
        "away": list(game.away),
        "deals": [deal_facts(deal) for deal in game.deals],
        "start": {player: points_value(each) for player, each in game.start.items()},
        "paid": {side: str(points) for side, points in game.paid.items()},
        "coming": dict(game.coming),
        "join": dict(game.join),
        "name": name,
    }
    return Step("import", facts), sheet_text(game, sheet.money)


def _money_facts(stake: str | None, coin: str | None, currency: str | None) -> Facts:
    """Return what a point is worth, as it is kept; money without a stake is refused."""
    if stake is None or folded(stake) == NO_STAKE:
        if coin or currency:
            raise UnreadableInput(
                "money has no stake. Say what a point is worth, like --stake 0.05."
            )
        return {"stake": None, "coin": None, "currency": ""}
    from rummy_score.money.settlement import parse_money

    return parse_money(stake, coin, currency or "")._asdict()


def like(live: LiveGame, told: NewGame) -> NewGame:
    """Return what is told of a new game, with what is left unsaid taken from an earlier one.

    Who sits there now, the rules of its next deal, its pairs and its money; under another variant
    neither rules nor pairs, as they belong to the game that was played.
    """
    from rummy_score.rules.variants import find_variant

    now = live.now
    same = told.variant is None or find_variant(told.variant).name == now.variant
    rules = _house_rules(now) if same else ()
    said = {read_rule(knob, text)[0] for knob, text in told.house_rules}
    said |= {"target"} if told.target else set()
    kept = tuple((knob, text) for knob, text in rules if knob not in said)
    filled = told._replace(
        players=told.players or live.seated,
        variant=told.variant or now.variant,
        house_rules=(*kept, *told.house_rules),
    )
    if same and not (told.pairs or told.players):
        filled = filled._replace(pairs=now.pairs)
    if told.stake is not None and folded(told.stake) == NO_STAKE:
        return filled
    return filled._replace(
        stake=now.stake if told.stake is None else told.stake,
        coin=now.coin if told.coin is None else told.coin,
        currency=now.currency if told.currency is None else told.currency,
    )


def _house_rules(now: Sitting) -> RuleTexts:
    """Return the rules of the next deal in which a game differs from its variant."""
    from rummy_score.rules.variants import VARIANTS

    usual, rules = rules_facts(VARIANTS[now.variant].rules), rules_facts(next_rules(now))
    return tuple((knob, text) for knob, text in rules.items() if text != usual[knob])


def change(live: LiveGame, told: Change) -> Step:
    """Say anew what `new` said: rules from the next deal on, all else for the whole game.

    Raises BrokenRule where all of that holds already.
    """
    sitting = live.now
    facts: Facts = {}
    if told.title is not None:
        facts["title"] = clean(told.title, "the title", LONGEST_REMARK) if told.title else ""
    if told.stake is not None or told.coin is not None or told.currency is not None:
        facts |= _changed_money(sitting, told)
    if told.target is not None:
        facts["target"] = _changed_target(live, told.target)
    if told.house_rules:
        facts["rules"] = _changed_rules(live, told.house_rules)
    if told.renamed:
        facts["rename"] = _renamed(live, told.renamed)
    if not facts:
        raise UnreadableInput(
            "nothing is to be changed. Name it, like --stake 0.10 or --rule ace=both."
        )
    target = value_text("target", sitting.rules.target)
    before = {**sitting._asdict(), "target": target, "rules": {}, "rename": {}}
    facts = {key: value for key, value in facts.items() if value != before[key]}
    if not facts:
        raise BrokenRule("that holds already, so nothing is changed.")
    return Step("change", facts)


def _changed_money(sitting: Sitting, told: Change) -> Facts:
    """Return what a point is worth from now on; the stake ``none`` takes the money away."""
    if told.stake is not None and folded(told.stake) == NO_STAKE:
        return _money_facts(NO_STAKE, told.coin, told.currency)
    stake = sitting.stake if told.stake is None else told.stake
    coin = sitting.coin if told.coin is None else told.coin
    currency = sitting.currency if told.currency is None else told.currency
    return _money_facts(stake, coin, currency)


def _changed_target(live: LiveGame, text: str) -> str:
    """Return another end of the game; refuse one by which deals that count would count no more."""
    from rummy_score.scoring.games import reckon

    knob, target = read_rule("target", text)
    game = live.standing.game
    standing = reckon(game._replace(rules=with_house_rules(game.rules, [(knob, text)])))
    for before, line in zip(live.standing.lines, standing.lines, strict=True):
        if before.counts and not line.counts:
            won = "has" if len(line.winners) == 1 else "have"
            raise BrokenRule(
                f"with the target {value_text(knob, target)} {listed(line.winners)} {won} won "
                f"before deal {line.number}, and it would count no more. Give a higher target."
            )
    return value_text(knob, target)


def _changed_rules(live: LiveGame, house_rules: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Return the rules that are others from the next deal on, or raise UnreadableInput."""
    for name, _ in house_rules:
        if folded(name) == "target":
            raise UnreadableInput(
                "the target holds for the whole game, so it is no rule of single deals. Change it "
                "with `change --target`."
            )
    texts = dict(read_change(knob, text) for knob, text in house_rules)
    before = next_rules(live.now)
    rules = with_house_rules(before, house_rules)
    problem = players_problem(len(live.seated), rules)
    if problem:
        raise UnreadableInput(problem)
    return {
        knob: text for knob, text in texts.items() if getattr(before, knob) != getattr(rules, knob)
    }


def _renamed(live: LiveGame, pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Return the new name of each player who gets one; two players must stay two."""
    names = {find(old, live.players): new_name for old, new_name in pairs}
    if len(names) < len(pairs):
        raise UnreadableInput("somebody is renamed twice. Keep one.")
    refuse_reserved(names.values())
    after = distinct(names.get(player, player) for player in live.players)
    now = dict(zip(live.players, after, strict=True))
    sides = {f"{now[one]}+{now[other]}" for one, other in live.now.pairs}
    if len(sides) < len(live.now.pairs):
        raise UnreadableInput(f"two pairs would have one name together: {listed(sides)}.")
    return {old: new for old, new in now.items() if old != new}
