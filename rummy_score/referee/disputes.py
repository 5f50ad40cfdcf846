"""The answer to a disputed meld: does it stand, why, what it counts, and which house rule would say otherwise."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from rummy_score.cards.cards import PACK, Card, Kind, cards_text
from rummy_score.names import listed
from rummy_score.referee.melds import (
    NOTHING_DOWN,
    Meld,
    Verdict,
    card_points,
    judge,
    lay_off,
    place_within,
)
from rummy_score.referee.problems import Problem, beyond_the_packs
from rummy_score.rules.knobs import value_text
from rummy_score.rules.rules import Ace, FirstMeld, Rules

# House rules that tables commonly differ in: https://www.pagat.com/rummy/rummy.html (variations:
# aces, jokers).
COMMON_HOUSE_RULES: tuple[tuple[str, object], ...] = (
    *(("ace", ace) for ace in Ace),
    ("set_same_suit", True), ("set_same_suit", False), ("set_max", 8), ("run_max", 14),
    ("naturals_min", 1), ("naturals_min", 2), ("jokers_max", None), ("jokers_max", 1),
    ("jokers_adjacent", True), ("jokers_adjacent", False),
)  # fmt: skip


MOST_TRIED = 14


class Question(NamedTuple):
    """A disputed play: cards as a new meld, or as a lay-off ``on`` a meld.

    ``seen`` are the other cards on the table; ``held`` is what the cards must come from, None where
    that is not asked. ``asks_when`` tells that it is asked of a player too, so that no reminder of
    the first meld is due.
    """

    cards: tuple[Card, ...]
    kind: Kind | None = None
    on: tuple[Card, ...] = ()
    seen: tuple[Card, ...] = ()
    held: tuple[Card, ...] | None = None
    asks_when: bool = False


class Answer(NamedTuple):
    """The ruling on a question.

    ``cards`` are those played, jokers named; ``meld`` is the whole meld as it then lies; ``points``
    is what the cards played count. ``otherwise`` are the house rules (``ace=corner``) that would
    turn the ruling.
    """

    cards: tuple[Card, ...]
    meld: Meld | None
    kind: Kind | None
    points: int | None
    readings: tuple[Meld, ...]
    problems: tuple[Problem, ...]
    notes: tuple[str, ...]
    otherwise: tuple[str, ...]

    @property
    def stands(self) -> bool:
        """Whether the play stands."""
        return not self.problems


def rule_on(question: Question, rules: Rules) -> Answer:
    """Rule on a question.

    >>> from rummy_score.cards.notation import parse_cards
    >>> from rummy_score.rules.variants import find_variant
    >>> rule_on(Question(parse_cards("8-10H")), find_variant("sequence").rules).points
    27
    """
    base, ruling = _judged(question, rules)
    problems = (*ruling.problems, *_too_many(question, rules), *_not_held(question))
    meld = ruling.meld if not problems else None
    cards, points = _played(base, meld, rules) if meld else (question.cards, None)
    early = (
        _before_the_first(question, meld, points, rules) if meld and not question.asks_when else ()
    )
    notes = (*_read_there(question, base), *early)
    otherwise = tuple(_otherwise(question, not problems, rules))
    return Answer(
        cards, meld, ruling.attempted, points, ruling.readings, problems, notes, otherwise
    )


def _judged(question: Question, rules: Rules) -> tuple[Meld, Verdict]:
    """Return the meld that the cards are laid on, as it is read (no cards: none), and the ruling."""
    down = Counter(card.value for card in question.seen)
    new = Meld(None, ())
    if not question.on:
        return new, judge(question.cards, rules, question.kind, down)
    named = not any(card.stands_for is None and rules.is_joker(card) for card in question.on)
    on = judge(
        question.on, rules, question.kind, NOTHING_DOWN if named else down
    )  # it lies there already
    if on.meld is None:
        told = f"{cards_text(question.on)}, which it is laid on, is no meld."
        return new, on._replace(problems=(Problem(on.problems[0].rule, told), *on.problems))
    return on.meld, lay_off(on.meld, question.cards, rules, down)


def _read_there(question: Question, base: Meld) -> Iterator[str]:
    """Say how a joker on the table is read where nobody has named it: as it was worth the most when laid."""
    named = sum(card.stands_for is not None for card in question.on)
    if sum(card.stands_for is not None for card in base.cards) > named:
        yield f"On the table {cards_text(question.on)} is read as {cards_text(base.cards)}; name a joker like JK=KH."


def _played(base: Meld, meld: Meld, rules: Rules) -> tuple[tuple[Card, ...], int]:
    """Return the cards of a meld that were played now, as they are read, and their points."""
    start = place_within(base, meld) or 0
    end = start + len(base.cards)
    points = card_points(meld, rules)
    return (*meld.cards[:start], *meld.cards[end:]), sum(points[:start]) + sum(points[end:])


def _too_many(question: Question, rules: Rules) -> Iterator[Problem]:
    """Yield the cards that are there more often than the packs hold them."""
    for card, times, has in beyond_the_packs(
        (*question.cards, *question.on, *question.seen), rules
    ):
        yield Problem(
            "jokers" if card.rank is None else "packs", f"{card} is there {times}; {has}."
        )


def _not_held(question: Question) -> Iterator[Problem]:
    """Yield the cards that are missing from what the play must come from."""
    if question.held is None:
        return
    held = Counter(card.face for card in question.held)
    missing = list((Counter(card.face for card in question.cards) - held).elements())
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        told = f"{listed(map(str, missing))} {verb} missing from the cards that it must come from."
        yield Problem("hand", told)


def _before_the_first(
    question: Question, meld: Meld, points: int | None, rules: Rules
) -> Iterator[str]:
    """Yield what would keep a play that stands from being a player's first."""
    first = rules.first_meld
    if question.on:
        if not rules.layoff_first:
            yield "Only after a meld of one's own (layoff_first=no)."
    elif first is FirstMeld.RUN and meld.kind is Kind.SET:
        yield "Not as a player's first meld, which must be a run (first_meld=run)."
    elif isinstance(first, int) and (points or 0) < first:
        yield f"Not alone as a player's first meld, which must reach {first} points (first_meld={first})."


def _otherwise(question: Question, stands: bool, rules: Rules) -> Iterator[str]:
    """Yield the common house rules under which the play would be ruled the other way."""
    if any(_too_many(question, rules)) or any(_not_held(question)):
        return  # no house rule about melds mends that
    for knob, value in COMMON_HOUSE_RULES:
        changed = rules._replace(**{knob: value})  # type: ignore[arg-type]
        if bool(_judged(question, changed)[1].meld) != stands:
            yield f"{knob}={value_text(knob, value)}"


def definition(kind: Kind | None, rules: Rules) -> str:
    """Say in a sentence what makes a run or a set here, with the knobs behind it."""
    if kind is Kind.RUN:
        order = {
            Ace.LOW: "the ace low",
            Ace.HIGH: "the ace high",
            Ace.BOTH: "the ace at either end",
        }
        ace = order.get(rules.ace, "around the corner too")
        return (
            f"A run is {rules.run_min}-{rules.run_max} cards of one suit in unbroken order, {ace} "
            f"(run_min={rules.run_min}, run_max={rules.run_max}, ace={rules.ace})."
        )
    suits = "suits may repeat" if rules.set_same_suit else "of different suits"
    return (
        f"A set is {rules.set_min}-{rules.set_max} cards of one rank, {suits} (set_min={rules.set_min}, "
        f"set_max={rules.set_max}, set_same_suit={value_text('set_same_suit', rules.set_same_suit)})."
    )


def near_misses(question: Question, rules: Rules) -> Iterator[str]:
    """Yield the nearest plays that would stand: a joker read otherwise, a card less, a card more."""
    if len(question.cards) > MOST_TRIED:
        return
    first = {
        card: place for place, card in reversed(list(enumerate(question.cards)))
    }  # of cards alike, one
    places = sorted(first.values())
    for place in places:
        card = question.cards[place]
        if card.stands_for is not None:
            yield from _if_it_stands(
                question, rules, place, (card.face,), f"with {card.face} read otherwise"
            )
    for place in places if len(question.cards) > 1 else ():
        card = question.cards[place]
        yield from _if_it_stands(question, rules, place, (), f"without {card}")
    for card in PACK:
        if not question.held or card in question.held:
            yield from _if_it_stands(question, rules, len(question.cards), (card,), f"with {card}")


def _if_it_stands(
    question: Question, rules: Rules, place: int, new: tuple[Card, ...], how: str
) -> Iterator[str]:
    """Yield how, and the meld, where the play stands once a card is put in the place of another."""
    cards = (*question.cards[:place], *new, *question.cards[place + 1 :])
    changed = question._replace(cards=cards)
    meld = _judged(changed, rules)[1].meld
    if meld and not any((*_too_many(changed, rules), *_not_held(changed))):
        yield f"{how}: {cards_text(meld.cards)}"
