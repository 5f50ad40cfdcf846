"""The knobs as people turn them: what each decides, its text both ways, contradictions."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, NamedTuple, cast

from rummy_score.cards.cards import JOKER, Card
from rummy_score.cards.notation import parse_cards, parse_number
from rummy_score.errors import UnreadableInput
from rummy_score.names import nearest, shown
from rummy_score.rules.rules import (
    FACE,
    Ace,
    Blocked,
    ByPlayers,
    Draw,
    FirstMeld,
    LowAce,
    Rules,
    Scoring,
    Settling,
    Span,
    TargetTie,
    Ties,
    always,
)


class Knob(NamedTuple):
    """One rule that a table can change: what it decides, what it may be, how it is read."""

    name: str
    help: str
    values: str
    read: Callable[[str], object]
    choices: tuple[str, ...] = ()


def _number(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not least <= (number := parse_number(text, most)):
            raise UnreadableInput("too small")
        return number

    return read


def _or_word(word: str, value: object, other: Callable[[str], object]) -> Callable[[str], object]:
    return lambda text: value if text.lower() == word else other(text)


def _yes(text: str) -> bool:
    return {"yes": True, "true": True, "no": False, "false": False}[text.lower()]


def _span(least: int, most: int) -> Callable[[str], Span]:
    def read(text: str) -> Span:
        low, dash, high = text.partition("-")
        span = Span(_number(least, most)(low), _number(least, most)(high if dash else low))
        if span.low > span.high:
            raise UnreadableInput("the range runs backwards")
        return span

    return read


def _bands(least: int, most: int) -> Callable[[str], ByPlayers]:
    def read(text: str) -> ByPlayers:
        if ":" not in text:
            return always(_number(least, most)(text))
        return ByPlayers(tuple(_pairs(text, _span(1, 20), _number(least, most))))

    return read


def _pairs(
    text: str, span: Callable[[str], Span], number: Callable[[str], int]
) -> Iterator[tuple[Span, int]]:
    """Yield the bands of ``2:10 3-4:7``, none of which may name again what another has named."""
    named: set[int] = set()
    for band in text.split():
        ends, what = band.split(":")
        low, high = span(ends)
        if not named.isdisjoint(range(low, high + 1)):
            raise UnreadableInput("two bands overlap")
        named.update(range(low, high + 1))
        yield Span(low, high), number(what)


def _pips(text: str) -> tuple[int, ...]:
    points = list(FACE)
    for span, number in _pairs(text, _span(2, 10), _number(0, 1000)):
        points[span.low - 2 : span.high - 1] = [number] * (span.high - span.low + 1)
    if not text:
        raise UnreadableInput("no points are named")
    return tuple(points)


def _wild(text: str) -> tuple[Card, ...]:
    cards = parse_cards(text.replace(",", " "), ranks_alone=True)
    if any(card.stands_for or card == JOKER for card in cards):
        raise UnreadableInput("printed jokers are counted by the knob jokers")
    return tuple(dict.fromkeys(cards))


def _choice(name: str, what: str, choices: type[StrEnum], values: str) -> Knob:
    return Knob(name, what, values, lambda text: choices(text.lower()), tuple(choices))


def _yes_no(name: str, what: str, values: str = "yes or no") -> Knob:
    return Knob(name, what, values, _yes, ("yes", "no"))


def _count(name: str, what: str, least: int, most: int, values: str = "") -> Knob:
    return Knob(name, what, values or f"a number from {least} to {most}", _number(least, most))


_POINTS = "a number of points from 0 to 1000"
_FIRST = _or_word("any", FirstMeld.ANY, _or_word("run", FirstMeld.RUN, _number(1, 1000)))
KNOBS: Mapping[str, Knob] = {
    knob.name: knob
    for knob in (
        Knob("players", "how many may play", "a range within 2-20, like 2-6", _span(2, 20)),
        Knob("packs", "packs of 52 cards", "1-4, or by players: 2-4:1 5-8:2", _bands(1, 4)),
        Knob("jokers", "printed jokers in all", "0-12, or by players: 2-4:2 5-8:4", _bands(0, 12)),
        Knob("wild", "cards named as jokers",
             "none, or cards and ranks like 7S or 2 (printed ones: jokers)",
             _or_word("none", (), _wild), ("none",)),
        Knob("hand", "cards dealt to each", "1-26, or by players: 2:10 3-4:7", _bands(1, 26)),
        _choice("draw", "how much a turn takes", Draw,
                "one: one card; many: discards together too"),
        _count("set_min", "cards that a set takes at least", 2, 20),
        _count("set_max", "cards that a set takes at most", 2, 20),
        _yes_no("set_same_suit", "may a set hold a suit twice",
                "yes: Q♥ Q♥ Q♠ is a set; no: suits differ"),
        _count("run_min", "cards that a run takes at least", 2, 14),
        _count("run_max", "cards that a run takes at most", 2, 14),
        _choice("ace", "where an ace stands in a run", Ace,
                "low: A-2-3; high: Q-K-A; both: either; corner: K-A-2 too"),
        _count("naturals_min", "natural cards that a meld needs", 0, 14),
        Knob("jokers_max", "jokers in one meld at most", "none (no limit), or 0-14",
             _or_word("none", None, _number(0, 14)), ("none",)),
        _yes_no("jokers_adjacent", "may two jokers stand side by side in a run"),
        Knob("first_meld", "what a player's first meld must be",
             "any; run: one of the first turn's melds; or the points that these must reach",
             _FIRST, ("any", "run")),
        _yes_no("layoff_first", "may a player lay off before a meld of their own"),
        _count("out_turns", "turns with a play that going out takes", 1, 9),
        _count("rummy_times",
               "what the winner's points are multiplied by when he goes rummy", 1, 10),
        _choice("scoring", "what a deal scores", Scoring,
                "hand: losers pay the winner for cards left; melds: cards laid less cards left"),
        _count("ace_points", "points of an ace", 0, 1000, _POINTS),
        _count("court_points", "points of a king, queen or jack", 0, 1000, _POINTS),
        Knob("pip_points", "points of 2 to 10", "face, or a number by rank: 2-9:5 10:10",
             _or_word("face", FACE, _pips), ("face",)),
        _choice("low_ace", "where an ace counts low_ace_points", LowAce,
                "none: nowhere; below-two: next below a 2; short-run: in a run of up to three"),
        _count("low_ace_points", "points of such an ace", 0, 1000, _POINTS),
        _count("joker_held", "points of a joker left in hand", 0, 1000, _POINTS),
        Knob("joker_laid", "points of a joker laid", "card: of the card it stands for; or a number",
             _or_word("card", None, _number(0, 1000)), ("card",)),
        _choice("blocked", "what a deal that nobody finishes scores", Blocked,
                "difference: the lowest hand collects the differences; score: as any deal"),
        _choice("ties", "who collects where several lead a deal", Ties,
                "share: they share equally"),
        Knob("target", "total that wins the game", "none, or a number from 1 to 1000000",
             _or_word("none", None, _number(1, 1_000_000)), ("none",)),
        _choice("target_tie", "what follows a tie at the target", TargetTie,
                "another-deal: nobody has won yet; share: the leaders share"),
        _choice("settle", "what is owed at the end", Settling,
                "deals: what each deal cost; "
                "difference: the winner collects differences of totals"),
        _yes_no("pairs", "may partners play as one side"),
        _count("rummy_call_fine", "cards that each other player gives at a 'Rummy!' call", 0, 5),
    )
}  # fmt: skip


def value_text(name: str, value: object) -> str:
    """Return a knob's value as it is typed: ``yes``, ``2:10 3-4:7``, ``none``."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "card" if name == "joker_laid" else "none"
    if name == "wild" and isinstance(value, tuple):
        return " ".join(card.code for card in value) or "none"
    if name == "pip_points" and isinstance(value, tuple):
        return _pips_text(value)
    return str(value)


def _pips_text(points: tuple[int, ...]) -> str:
    bands: list[tuple[Span, int]] = []
    for rank, number in enumerate(points, 2):
        if bands and bands[-1][1] == number:
            bands[-1] = (Span(bands[-1][0].low, rank), number)
        else:
            bands.append((Span(rank, rank), number))
    told = [f"{span}:{number}" for span, number in bands if span != Span(number, number)]
    return " ".join(told) or "face"


def read_rule(name: str, text: str) -> tuple[str, object]:
    """Read one house rule.

    Raises UnreadableInput that lists the allowed values or suggests the knob that was meant.
    """
    knob = KNOBS.get(name.strip().lower().replace("-", "_"))
    if knob is None:
        told = f"there is no rule '{shown(name)}'{nearest(name, KNOBS)}."
        raise UnreadableInput(f"{told} `rummy-score variants basic` lists all.")
    try:
        return knob.name, knob.read(text.strip())
    except (ValueError, KeyError, UnreadableInput):
        slip = f"{knob.name}={shown(text)} is not allowed{nearest(text, knob.choices)}."
        raise UnreadableInput(f"{slip} Allowed: {knob.values}.") from None


# What a game is made of cannot change between two deals of it: each knob with the reason why.
WHOLE_GAME: Mapping[str, str] = {
    "players": "who may join or leave is asked of the game, not of one deal",
    "pairs": "who plays with whom decides whose totals there are",
    "scoring": "totals can only add up points of one kind",
    "target": "there is one end for all deals",
    "target_tie": "there is one end for all deals",
    "settle": "what is owed is reckoned over all deals",
}


def read_change(name: str, text: str) -> tuple[str, str]:
    """Read a rule that may change between two deals; return its knob and its text as it is kept.

    Raises UnreadableInput where it cannot be read, or where it holds for the whole game.

    >>> read_change("ACE", "Both")
    ('ace', 'both')
    """
    knob, value = read_rule(name, text)
    if knob in WHOLE_GAME:
        raise UnreadableInput(
            f"{knob} holds for the whole game, since {WHOLE_GAME[knob]}; no deal can change it."
        )
    return knob, value_text(knob, value)


def with_house_rules(rules: Rules, texts: Iterable[tuple[str, str]]) -> Rules:
    """Return rules changed by knobs and texts, or raise UnreadableInput with every problem."""
    changes: dict[str, object] = {}
    problems: list[str] = []
    for name, text in texts:
        try:
            knob, value = read_rule(name, text)
        except UnreadableInput as problem:
            problems.append(str(problem))
        else:
            if changes.setdefault(knob, value) != value:
                problems.append(f"{knob} is given twice with different values; keep one.")
    changed = rules._replace(**cast(Any, changes))
    problems = problems or contradictions(changed)
    if problems:
        raise UnreadableInput("\n".join(problems))
    return changed


def contradictions(rules: Rules) -> list[str]:
    """Return a sentence for every two knobs that cannot both hold, each with the remedy."""
    said = {name: f"{name}={value_text(name, getattr(rules, name))}" for name in KNOBS}
    return [
        *_jokers_of_no_pack(rules, said),
        *_empty_ranges(rules, said),
        *_impossible_deals(rules, said),
    ]


def _jokers_of_no_pack(rules: Rules, said: Mapping[str, str]) -> Iterator[str]:
    limits = (
        ("jokers_max", "none", bool(rules.jokers_max)),
        ("jokers_adjacent", "yes", not rules.jokers_adjacent),
        ("joker_laid", "card", rules.joker_laid is not None),
    )
    for name, without, limited in limits:
        if limited and rules.jokers.most == 0 and not rules.wild:
            yield (
                f"{said[name]} speaks of jokers, but {said['jokers']} and {said['wild']}: "
                "the pack has none. "
                f"Put some in (jokers=2), name some (wild=7S), or set {name}={without}."
            )


def _empty_ranges(rules: Rules, said: Mapping[str, str]) -> Iterator[str]:
    for low, high in (("set_min", "set_max"), ("run_min", "run_max")):
        if getattr(rules, low) > getattr(rules, high):
            yield f"{said[low]} is above {said[high]}: lower {low} or raise {high}."
        if rules.naturals_min > getattr(rules, high):
            above = f"{said['naturals_min']} is above {said[high]}"
            yield f"{above}: lower naturals_min or raise {high}."
    packs = rules.packs.most
    if rules.set_min > 4 and not rules.set_same_suit:
        both = f"{said['set_min']} with {said['set_same_suit']}"
        yield f"{both}: there are four suits, so lower set_min to 4."
    elif rules.set_min > 4 * packs:
        both = f"{said['set_min']} with {said['packs']}"
        yield f"{both}: there are {4 * packs} of a rank, so lower set_min."
    if rules.run_min > 13 and rules.ace in (Ace.LOW, Ace.HIGH):
        yield f"{said['run_min']} with {said['ace']}: a whole suit makes 13, so lower run_min."
    elif rules.run_min > 13 and packs == 1:
        both = f"{said['run_min']} with {said['packs']}"
        yield f"{both}: there is one ace of a suit, so lower run_min."


def _impossible_deals(rules: Rules, said: Mapping[str, str]) -> Iterator[str]:
    if rules.rummy_times > 1 and rules.out_turns > 1:
        yield (
            f"{said['rummy_times']} multiplies going out in one turn, "
            f"which {said['out_turns']} forbids: set one of them to 1."
        )
    if rules.pairs and rules.players.high < 4:
        yield f"{said['pairs']} takes four players, but {said['players']}: raise players."
    for band, _ in rules.hand.bands:
        fewest = max(rules.players.low, band.low)
        hand, packs, jokers = (
            table.of(fewest) for table in (rules.hand, rules.packs, rules.jokers)
        )
        if (
            fewest <= rules.players.high
            and hand
            and packs
            and hand * fewest >= 52 * packs + (jokers or 0)
        ):
            few = f"{fewest} players ({said['players']}) with {said['packs']}"
            yield f"{said['hand']} leaves no stock for {few}: deal fewer cards."
