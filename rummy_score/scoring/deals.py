"""A deal as facts, and everything that the rules and the sums of the cards say against it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from rummy_score.cards.cards import JOKER, PACK_FACES, Card, cards_text
from rummy_score.cards.notation import Hand, Turn
from rummy_score.names import listed
from rummy_score.points import Points
from rummy_score.referee.layout import Layout, grow
from rummy_score.rules.rules import Blocked, Draw, Rules, RuleTexts, Scoring
from rummy_score.scoring.counts import all_held, all_laid, least_held, most_held


class Deal(NamedTuple):
    """What happened in one deal, as the scorekeeper wrote it down.

    ``seated`` is who sat, in seat order. ``left`` and ``laid`` hold what was entered and nothing
    else: a player who is not in them has not been entered, which is not the same as zero. ``paid``
    is what each side got (negative: paid) when the table settled after this deal, ``edited`` why
    the deal was changed since. ``rules`` are those that hold from this deal on, ``date`` is the day
    as YYYY-MM-DD. Each field is a key of a written deal, declared in ``sheets.keys``.
    """

    seated: tuple[str, ...]
    turns: tuple[Turn, ...] = ()
    left: Mapping[str, Hand] = {}
    laid: Mapping[str, Hand] = {}
    out: str | None = None
    blocked: bool = False
    rummy: bool | None = None
    dealer: str | None = None
    adjust: Mapping[str, Points] = {}
    note: str = ""
    ruling: str = ""
    paid: Mapping[str, Points] = {}
    edited: str = ""
    rules: RuleTexts = ()
    date: str | None = None
    join: Mapping[str, int] = {}


class Missing(NamedTuple):
    """What the end of a deal still lacks: who is out, or what a player has left or has laid."""

    what: Literal["out", "left", "laid"]
    player: str = ""


class Finding(NamedTuple):
    """Something against a deal: the key where it stands, the knob behind it, and words.

    A finding without a knob cannot be waived by a ruling, since nobody could say what the deal
    scores.
    """

    key: str
    rule: str
    message: str


class Checked(NamedTuple):
    """A deal with its table laid out: who is out, whether he went rummy, and all that was found."""

    deal: Deal
    layout: Layout
    out: str | None
    rummy: bool
    refusals: tuple[Finding, ...]
    warnings: tuple[Finding, ...]


def check_deal(deal: Deal, rules: Rules) -> Checked:
    """Lay out a deal and check it; ``rules`` are those for the number of players who sat.

    Where the deal has a ruling, what it breaks is a warning and no refusal.
    """
    layout, findings, warnings = lay_out(deal, rules)
    out = who_is_out(deal)
    rummy = _went_rummy(deal, out, rules)
    findings += [
        *_ending(deal, out),
        *_not_entered(deal, rules),
        *_out_too_early(deal, out, rules),
        *pack_problems(deal, rules),
        *_unsaid_jokers(deal, layout),
        *_perhaps_jokers(deal, rules),
    ]
    refusals, waived = ruled(deal, findings)
    warnings += [
        *waived,
        *_sums(deal, out, rules),
        *_counts(deal, out, rules),
        *_not_counted(deal, out, rules),
    ]
    return Checked(deal, layout, out, rummy, refusals, tuple(warnings))


def lay_out(deal: Deal, rules: Rules) -> tuple[Layout, list[Finding], list[Finding]]:
    """Return the table after a deal's turns, findings against them, and readings of jokers.

    Nothing is judged behind a turn that leaves open what was played.
    """
    layout = Layout()
    findings: list[Finding] = []
    warnings: list[Finding] = []
    for line, turn in enumerate(deal.turns, 1):
        grown = grow(layout, turn, rules)
        layout = grown.layout
        key = f"plays, line {line}"
        findings.extend(Finding(key, rule, message) for rule, message in grown.problems)
        warnings.extend(Finding(key, "", reading) for reading in grown.readings)
        if any(not rule for rule, _ in grown.problems):
            break
    return layout, findings, warnings


def said(deal: Deal, rules: Rules) -> Deal:
    """Return a deal whose turns name every joker and meld: it reads the same way ever after."""
    layout = Layout()
    turns = []
    for turn in deal.turns:
        grown = grow(layout, turn, rules)
        layout = grown.layout
        turns.append(Turn(turn.player, grown.plays))
    return deal._replace(turns=tuple(turns))


def ruled(
    deal: Deal, findings: Iterable[Finding]
) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """Split what was found into refusals and what the deal's ruling waives."""
    found = tuple(findings)
    waived = tuple(finding for finding in found if finding.rule) if deal.ruling else ()
    return tuple(finding for finding in found if not (deal.ruling and finding.rule)), waived


def by_difference(out: str | None, rules: Rules) -> bool:
    """Tell whether the lowest hand collects the differences, since nobody is out."""
    return out is None and rules.blocked is Blocked.DIFFERENCE


def cards_laid(deal: Deal) -> dict[str, int]:
    """Count the cards that each player put on the table."""
    laid = dict.fromkeys(deal.seated, 0)
    for turn in deal.turns:
        laid[turn.player] += sum(len(play.cards) for play in turn.plays)
    return laid


def who_laid_all(deal: Deal, rules: Rules) -> str | None:
    """Return the one player who has laid as many cards as were dealt, where that is sure.

    It is sure where a turn draws one card and discards one, and nothing is said of the player's
    hand.
    """
    dealt = rules.hand.of(len(deal.seated))
    if rules.draw is not Draw.ONE or not dealt:
        return None
    whole = [player for player, laid in cards_laid(deal).items() if laid >= dealt]
    return whole[0] if len(whole) == 1 and whole[0] not in deal.left else None


def lacking(deal: Deal, rules: Rules) -> Iterator[Missing]:
    """Yield what a deal that ends still lacks: who is out, then the hands, then the points laid.

    Where who is out is lacking, what else is depends on it: who asks has to ask for that first.
    """
    out = who_is_out(deal)
    if out is None and not deal.blocked and len(_empty_hands(deal)) < 2:
        yield Missing("out")
    for player in deal.seated:
        if player != out and player not in deal.left:
            yield Missing("left", player)
    by_points = bool(deal.laid) or not deal.turns
    if not by_points or _laid_for_nothing(deal, out, rules):
        return
    played = {turn.player for turn in deal.turns}
    for player in deal.seated:
        if player not in deal.laid and player not in played:
            yield Missing("laid", player)


def who_is_out(deal: Deal) -> str | None:
    """Return the one player who is out: told, or the only one with no cards, or at 0."""
    if deal.blocked:
        return None
    if deal.out:
        return deal.out
    found = _empty_hands(deal) or _at_zero(deal)
    return found[0] if len(found) == 1 else None


def _empty_hands(deal: Deal) -> list[str]:
    return [player for player in deal.seated if player in deal.left and is_empty(deal.left[player])]


def _at_zero(deal: Deal) -> list[str]:
    """Return whose hand counts 0 in numbers, which jokers at no points may count as well."""
    zero = []
    for player in deal.seated:
        hand = deal.left.get(player)
        if hand is not None and hand.cards is None and not sum(hand.numbers):
            zero.append(player)
    return zero


def is_empty(hand: Hand) -> bool:
    """Tell whether a hand is said to have no cards; one that counts 0 may have some."""
    return hand.cards == ()


def _ending(deal: Deal, out: str | None) -> Iterator[Finding]:
    """Yield what contradicts how the deal is said to have ended."""
    empty = _empty_hands(deal)
    if deal.blocked:
        yield from _not_blocked(deal, empty)
    else:
        yield from _not_one_out(deal, out, empty)


def _not_blocked(deal: Deal, empty: list[str]) -> Iterator[Finding]:
    if deal.out:
        yield Finding(
            "blocked", "", f"The deal is blocked, but {deal.out} is out: keep one of them."
        )
    elif empty:
        told = f"{listed(empty)} has no cards left, so the deal was not blocked."
        yield Finding("blocked", "", f"{told} Write out instead of blocked.")


def _not_one_out(deal: Deal, out: str | None, empty: list[str]) -> Iterator[Finding]:
    none_left = [player for player in deal.seated if player in empty or player == out]
    if len(none_left) > 1:
        yield Finding(
            "left",
            "",
            f"{listed(none_left)} have no cards left, but one player goes out. Correct one.",
        )
    elif out in deal.left and out not in (*empty, *_at_zero(deal)):
        yield Finding(
            "left", "", f"{out} is out, so nothing is left. Take {out} out of left, or correct out."
        )


def _went_rummy(deal: Deal, out: str | None, rules: Rules) -> bool:
    """Tell whether the winner laid the whole hand in one turn, having laid nothing before."""
    if deal.rummy is not None:
        return deal.rummy
    turns = [turn for turn in deal.turns if turn.player == out]
    dealt = rules.hand.of(len(deal.seated)) or 0
    return len(turns) == 1 and sum(len(play.cards) for play in turns[0].plays) >= dealt


_LACKING = {
    "out": "Nobody is out. Write who is, or blocked = true where nobody was.",
    "left": 'No hand is entered for {player}. Add what is left, like "KC 4D" or 14.',
    "laid": "No points laid are entered for {player}. Add them, or 0 where nothing was laid.",
}


def _not_entered(deal: Deal, rules: Rules) -> Iterator[Finding]:
    for what, player in lacking(deal, rules):
        yield Finding(what, "", _LACKING[what].format(player=player))
    played = {turn.player for turn in deal.turns}
    for player in deal.seated:
        if player in deal.laid and player in played:
            yield Finding("laid", "", f"{player} has both plays and laid: keep one of them.")


def _out_too_early(deal: Deal, out: str | None, rules: Rules) -> Iterator[Finding]:
    turns = sum(turn.player == out for turn in deal.turns)
    least = rules.out_turns
    takes = f"going out takes {least} (out_turns={least})"
    if 0 < turns < least:
        yield Finding("out", "out_turns", f"{out} goes out in turn {turns} with a play; {takes}.")
    elif deal.rummy and least > 1:
        yield Finding("rummy", "out_turns", f"Going rummy takes one turn, but {takes}.")
    elif deal.rummy and not out:
        yield Finding("rummy", "", "Nobody is out, so nobody went rummy: leave rummy out.")


def pack_problems(deal: Deal, rules: Rules) -> Iterator[Finding]:
    """Yield each card that is there more often than the packs hold it, and everywhere it is."""
    faces = Counter(card.face for turn in deal.turns for card in _cards_of(turn))
    for hand in deal.left.values():
        faces.update(card.face for card in hand.cards or ())
    # Of a rank alone there are as many as of the rank in all: each has some suit.
    for rank in [card.rank for card in faces if card.suit is None]:
        of_rank = sum(count for card, count in faces.items() if card.rank == rank)
        faces[PACK_FACES[rank, None]] = of_rank
    for card, count in faces.items():
        most = _held_by_packs(card, rules)
        if count > most:
            yield _too_often(deal, card, count, most)


def _held_by_packs(card: Card, rules: Rules) -> int:
    """Return how often the packs hold a card, or of how many cards they hold a rank."""
    if card.rank is None:
        return rules.jokers.most
    return rules.packs.most if card.suit is not None else 4 * rules.packs.most


def _too_often(deal: Deal, card: Card, count: int, most: int) -> Finding:
    played: list[str] = []
    for line, turn in enumerate(deal.turns, 1):
        copies = _copies(card, _cards_of(turn))
        if copies:
            played.append(f"{turn.player} plays it in line {line}{_times(copies)}")
    held: list[str] = []
    for player, hand in deal.left.items():
        copies = _copies(card, hand.cards or ())
        if copies:
            held.append(f"{player} has it left{_times(copies)}")
    holds = f"the pack holds {most or 'none'}" if most < 2 else f"the packs hold {most}"
    times = "once" if count == 1 else f"{count} times"
    told = f"{card} is there {times} and {holds}: {listed([*played, *held])}. Correct one."
    return Finding("plays" if played else "left", "jokers" if card.rank is None else "packs", told)


def _cards_of(turn: Turn) -> Iterator[Card]:
    for play in turn.plays:
        yield from play.cards


def _copies(card: Card, cards: Iterable[Card]) -> int:
    """Count a card among others, or, where it is a rank alone, all of its rank."""
    if card.suit is None:
        return sum(other.rank == card.rank for other in cards)
    return sum(other.face == card for other in cards)


def _times(count: int) -> str:
    return "" if count == 1 else f" ({count} times)"


def _unsaid_jokers(deal: Deal, layout: Layout) -> Iterator[Finding]:
    """Yield jokers of an agreed meld that nobody has named: no ruling says what they count."""
    melds = (laid.meld.cards for laid in layout.melds)
    strays = (stray.cards for stray in layout.strays)
    for cards in (*melds, *strays):
        if deal.ruling and JOKER in cards:
            told = f"{cards_text(cards)}: say what the joker stands for, like JK=KH."
            yield Finding("plays", "", told)


def _perhaps_jokers(deal: Deal, rules: Rules) -> Iterator[Finding]:
    """Yield ranks alone left in hand where one suit of the rank is a joker: they count unlike."""
    wild = {card.rank: card for card in rules.wild if card.suit is not None}
    for player, hand in deal.left.items() if wild else ():
        for card in hand.cards or ():
            if card.suit is None and card.rank in wild:
                told = f"{player} has a {card} left, and {wild[card.rank]} is a joker."
                yield Finding("left", "", f"{told} Write the suit of the {card}.")


def _sums(deal: Deal, out: str | None, rules: Rules) -> Iterator[Finding]:
    """Yield whose cards laid and left do not come to the hand dealt: so slips at the table show."""
    dealt = rules.hand.of(len(deal.seated))
    if dealt is None:
        return
    for player, laid in cards_laid(deal).items():
        left = _cards_left(deal, player, out)
        if left is None or player in deal.laid:
            continue
        most = dealt + 1 if player == out else dealt  # who goes out may discard nothing
        # Where no turns were recorded melds may lie that nobody wrote down.
        enough = laid + left >= dealt or not deal.turns
        if enough and (rules.draw is Draw.MANY or laid + left <= most):
            continue
        due = f"{dealt} or {most}" if player == out else f"{dealt}"
        if rules.draw is Draw.MANY:
            due = f"at least {dealt}"
        told = f"{player} laid {laid} and has {left} left, {laid + left} in all"
        if not deal.turns:
            told, due = f"{player} has {left} cards left", f"{dealt} at most"
        slip = f"{told}; it should be {due} (hand={dealt}). Look for a slip."
        yield Finding("plays" if player == out else "left", "hand", slip)


def _cards_left(deal: Deal, player: str, out: str | None) -> int | None:
    """Count the cards that a player has left; None where only their points are known."""
    hand = deal.left.get(player)
    if player == out:
        return len(hand.cards or ()) if hand else 0
    return None if hand is None or hand.cards is None else len(hand.cards)


def _counts(deal: Deal, out: str | None, rules: Rules) -> Iterator[Finding]:
    """Yield numbers that no cards of the packs come to: so slips at the table show.

    Rules: what so many cards count at most, and what all of a pack scores at most.
    """
    laid = cards_laid(deal)
    dealt = rules.hand.of(len(deal.seated))
    for player, hand in deal.left.items():
        if hand.cards is not None or player == out:
            continue
        count = sum(hand.numbers)
        if not count:
            least = least_held(rules)
            if least:
                told = f"{player} has 0 left, but every card counts {least} at least"
                yield Finding("left", "", f"{told}. Look for a slip.")
        elif rules.draw is Draw.ONE and dealt:
            cards = max(dealt - laid[player], 0)
            most = most_held(cards, rules)
            if count > most:
                held = "1 card comes" if cards == 1 else f"{cards} cards come"
                told = f"{player} has {count} left, but {held} to {most} at most (hand={dealt})"
                yield Finding("left", "hand", f"{told}. Look for a slip.")
        elif count > all_held(rules):
            told = f"{player} has {count} left, but all cards come to {all_held(rules)}"
            yield Finding("left", "packs", f"{told} (packs={rules.packs}). Look for a slip.")
    yield from _too_much_laid(deal, rules)


def _too_much_laid(deal: Deal, rules: Rules) -> Iterator[Finding]:
    laid = sum(sum(points.numbers) for points in deal.laid.values())
    if rules.scoring is Scoring.MELDS and laid > all_laid(rules):
        told = f"{laid} points are laid in all, but all cards score {all_laid(rules)} at most"
        yield Finding("laid", "packs", f"{told} (packs={rules.packs}). Look for a slip.")


def _laid_for_nothing(_: Deal, out: str | None, rules: Rules) -> Finding | None:
    """Say why points laid count nothing here, or return None where they count."""
    if rules.scoring is Scoring.HAND:
        return Finding("laid", "scoring", "Points laid count nothing here (scoring=hand).")
    if by_difference(out, rules):
        told = "Points laid count nothing in a blocked deal (blocked=difference)."
        return Finding("laid", "blocked", told)
    return None


# The fields of a deal that count only under some rules, each with what says why not. That is part
# of what scores them, so it stands here and not with the keys of a sheet.
_FOR_NOTHING: Mapping[str, Callable[[Deal, str | None, Rules], Finding | None]] = {
    "laid": _laid_for_nothing,
}


def _not_counted(deal: Deal, out: str | None, rules: Rules) -> Iterator[Finding]:
    for field, for_nothing in _FOR_NOTHING.items():
        why = for_nothing(deal, out, rules) if getattr(deal, field) else None
        if why:
            yield why
