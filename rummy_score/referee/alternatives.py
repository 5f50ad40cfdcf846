"""What other tables would say of a disputed play, what would stand instead, and by which rule.

These are further questions about a dispute that has been ruled on, asked only of who wants to know.
"""

from collections.abc import Iterator
from typing import Any

from rummy_score.cards.cards import PACK, SUITS, Card, Kind, Rank, cards_text
from rummy_score.referee.disputes import Answer, Dispute, judge_dispute, not_there
from rummy_score.referee.layout import Layout
from rummy_score.rules.knobs import value_text
from rummy_score.rules.rules import Ace, Rules

# House rules that tables commonly differ in: https://www.pagat.com/rummy/rummy.html (variations:
# aces, jokers).
COMMON_HOUSE_RULES: tuple[tuple[str, Any], ...] = (
    *(("ace", ace) for ace in Ace),
    ("set_same_suit", True), ("set_same_suit", False), ("set_max", 8), ("run_max", 14),
    ("naturals_min", 1), ("naturals_min", 2), ("jokers_max", None), ("jokers_max", 1),
    ("jokers_adjacent", True), ("jokers_adjacent", False),
)  # fmt: skip
MOST_TRIED = 14


def otherwise(answer: Answer, rules: Rules) -> Iterator[str]:
    """Yield the common house rules, like ``ace=corner``, that would turn the answer.

    No house rule about melds mends what comes too early, or a card that is not there to be played.
    """
    if answer.early or answer.elsewhere:
        return
    for knob, value in COMMON_HOUSE_RULES:
        if _may_matter(knob, value, answer.pinned, rules):
            changed = rules._replace(**{knob: value})
            if judge_dispute(answer.pinned, changed).fits != answer.stands:
                yield f"{knob}={value_text(knob, value)}"


def _may_matter(knob: str, value: Any, pinned: Dispute, rules: Rules) -> bool:
    """Tell whether a house rule could turn the verdict on a play; most need not be tried.

    Without an ace or a joker, say, no rule about the ace changes anything.
    """
    present = getattr(rules, knob)
    if value == present:
        return False
    cards = (*pinned.play.cards, *_may_lie_under(pinned))
    has_joker = any(card.stands_for is not None or rules.is_joker(card) for card in cards)
    matters = has_joker
    match knob:
        case "ace":
            matters = has_joker or any(card.rank == Rank.ACE for card in cards)
        case "set_same_suit":
            repeated = len(set(cards)) < len(cards)
            matters = has_joker or repeated or len(cards) > len(SUITS)
        case "set_max" | "run_max":
            matters = len(cards) > min(present, value)
        case "naturals_min":
            fewest = len(pinned.on) or len(cards)
            matters = has_joker or fewest < max(present, value)
    return matters


def _may_lie_under(pinned: Dispute) -> tuple[Card, ...]:
    """Return the cards that the play may be laid off on."""
    if pinned.on:
        return pinned.on
    melds = pinned.layout.melds
    if pinned.play.to is not None:
        melds = melds[pinned.play.to - 1 : pinned.play.to]
    return Layout(melds).cards


def near_misses(pinned: Dispute, rules: Rules) -> Iterator[str]:
    """Yield the nearest plays that would stand: a joker read otherwise, a card less, one more."""
    cards = pinned.play.cards
    if len(cards) > MOST_TRIED:
        return
    spots = [spot for spot, card in enumerate(cards) if card not in cards[:spot]]
    for spot in spots:
        if cards[spot].stands_for is not None:
            face = cards[spot].face
            changed = (*cards[:spot], face, *cards[spot + 1 :])
            yield from _if_it_stands(pinned, changed, rules, f"with {face} read otherwise")
    if len(cards) > 1:
        for spot in spots:
            fewer = (*cards[:spot], *cards[spot + 1 :])
            yield from _if_it_stands(pinned, fewer, rules, f"without {cards[spot]}")
    for card in _of_suit_or_rank((*cards, *pinned.on), rules):
        if not pinned.held or card in pinned.held:
            yield from _if_it_stands(pinned, (*cards, card), rules, f"with {card}")


def _of_suit_or_rank(cards: tuple[Card, ...], rules: Rules) -> Iterator[Card]:
    """Yield each card of the pack that could make one meld with these: of their suit or rank."""
    suits, ranks = set(), set()
    for each in cards:
        if each.stands_for is not None or not rules.is_joker(each):
            ranks.add(each.value.rank)
            suits.update({each.value.suit} - {None})
    for card in PACK:
        of_suit, of_rank = suits <= {card.suit}, ranks <= {card.rank}
        if of_suit or of_rank or rules.is_joker(card):
            yield card


def _if_it_stands(
    pinned: Dispute, cards: tuple[Card, ...], rules: Rules, how: str
) -> Iterator[str]:
    """Yield how, and the meld, where the play stands once its cards are changed to these."""
    changed = pinned._replace(play=pinned.play._replace(cards=cards), packs=None)
    meld = judge_dispute(changed, rules).placed.verdict.meld
    if meld and not any(not_there(changed, rules)):
        yield f"{how}: {cards_text(meld.cards)}"


def kinds_to_define(answer: Answer) -> list[Kind]:
    """Return the kinds of meld to explain: what stands, or reasons that do not name their rule."""
    if answer.kind and answer.stands:
        return [answer.kind]
    unexplained = [rule for rule, message in answer.problems if f"{rule}=" not in message]
    return [kind for kind in Kind if any(rule.startswith(f"{kind}_") for rule in unexplained)]


def definition(kind: Kind | None, rules: Rules) -> str:
    """Say in a sentence what makes a run or a set here, with the knobs behind it."""
    if kind is Kind.RUN:
        order = {
            Ace.LOW: "the ace low",
            Ace.HIGH: "the ace high",
            Ace.BOTH: "the ace at either end",
            Ace.CORNER: "around the corner too",
        }
        cards = f"{rules.run_min}-{rules.run_max} cards of one suit in unbroken order"
        knobs = f"run_min={rules.run_min}, run_max={rules.run_max}, ace={rules.ace}"
        return f"A run is {cards}, {order[rules.ace]} ({knobs})."
    same_suit = value_text("set_same_suit", rules.set_same_suit)
    suits = "suits may repeat" if rules.set_same_suit else "of different suits"
    cards = f"{rules.set_min}-{rules.set_max} cards of one rank"
    knobs = f"set_min={rules.set_min}, set_max={rules.set_max}, set_same_suit={same_suit}"
    return f"A set is {cards}, {suits} ({knobs})."
