"""The commands at the table as functions: what each comes to, or everything against it.

Each takes a game as it stands and what was typed, and returns the step that is recorded. Nothing is
asked, printed or written here.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from rummy_score.cards.notation import Hand, Turn, parse_cards, parse_hand, parse_plays
from rummy_score.errors import BrokenRule, Overtaken, UnreadableInput
from rummy_score.evening.facts import Facts
from rummy_score.evening.live import LiveGame
from rummy_score.evening.sitting import Step, next_rules
from rummy_score.names import (
    LONGEST_NAME,
    LONGEST_REMARK,
    clean,
    find,
    folded,
    listed,
    refuse_reserved,
    shown,
)
from rummy_score.points import Points, points_text, read_signed
from rummy_score.referee.layout import grow
from rummy_score.scoring import deals
from rummy_score.scoring.deals import Deal, Missing, pack_problems, who_is_out, who_laid_all

Lacks = tuple[Missing, ...]


class Ending(NamedTuple):
    """What is told of the end of a deal: names in full, hands and points as they were typed."""

    left: Mapping[str, str] = {}
    laid: Mapping[str, str] = {}
    out: str | None = None
    blocked: bool = False
    rummy: bool | None = None
    ruling: str = ""


def lay(live: LiveGame, player: str, text: str) -> Step:
    """Record a turn; the readings taken for its jokers become part of what is recorded."""
    _refuse_to_begin(live)
    deal = live.open_deal
    turn = Turn(find(player, deal.seated), parse_plays(text))
    grown = grow(live.layout, turn, live.rules)
    whole = Deal(deal.seated, (*deal.turns, turn), deal.left)
    problems = [message for _, message in grown.problems]
    problems += [finding.message for finding in pack_problems(whole, live.rules)]
    if problems:
        raise grown.error("\n".join(problems))
    said = Turn(turn.player, grown.plays)
    facts = {"turn": str(said), "seated": list(deal.seated)}
    return Step("lay", facts, turn=said, layout=grown.layout)


def _refuse_to_begin(live: LiveGame) -> None:
    """Raise BrokenRule where a deal would begin though the game is won; later turns ask no more."""
    if not live.has_begun:
        refuse_where_won(live)


def left(live: LiveGame, player: str, text: str) -> Step:
    """Record what a player has left in hand."""
    _refuse_to_begin(live)
    deal = live.open_deal
    name, hand = find(player, deal.seated), parse_hand(text)
    whole = Deal(deal.seated, deal.turns, {**deal.left, name: hand})
    problems = [finding.message for finding in pack_problems(whole, live.rules)]
    if problems:
        raise BrokenRule("\n".join(problems))
    facts = {"player": name, "hand": str(hand), "seated": list(deal.seated)}
    return Step("left", facts, hand=hand)


def told_end(
    live: LiveGame, hands: Iterable[str], laid: Iterable[str] = (), *, out: str | None = None
) -> Ending:
    """Return what words like ``boris=14`` tell of the end of a deal, each hand with its player."""
    seated = live.open_deal.seated
    return Ending(
        left=hands_by_player(hands, seated),
        laid=hands_by_player(laid, seated),
        out=find(out, seated) if out else None,
    )


def who(live: LiveGame, typed: str) -> str | None:
    """Return the player of the open deal who is meant, or None where nobody is named."""
    return find(typed, live.open_deal.seated) if typed else None


def fit_hand(live: LiveGame, ending: Ending, player: str, text: str) -> None:
    """Raise unless a hand can be read, and the packs hold it beside what is told of the others."""
    told = ending._replace(left={**ending.left, player: text})
    problems = [finding.message for finding in pack_problems(_ended(live, told), live.rules)]
    if problems:
        raise BrokenRule("\n".join(problems))


def fit_points_laid(text: str) -> None:
    """Raise unless points laid can be read."""
    _read_points_laid({"": text})


def lacking(live: LiveGame, ending: Ending) -> Lacks:
    """Return what an end still needs: who is out, then hands, then points laid where they count."""
    return tuple(deals.lacking(_ended(live, ending), live.rules))


def end(live: LiveGame, ending: Ending, *, seen: int | None = None) -> Step:
    """Close the open deal; ``seen`` is the number of the deal that its user saw, if it was told.

    Raises UnreadableInput where something is missing, BrokenRule where the rules are against it.
    """
    from rummy_score.scoring.games import reckoned_on

    number = live.next_number
    if seen is not None and seen < number:
        raise Overtaken(
            f"deal {seen} has been closed by somebody else meanwhile. Look at the table; "
            "`undo` takes that back if it was wrong."
        )
    if seen is not None and seen > number:
        raise Overtaken(
            f"deal {number} has been taken back by somebody else meanwhile. Look at the table."
        )
    refuse_where_won(live)
    deal = _ended(live, ending)
    deal = deal._replace(out=who_is_out(deal))
    standing = reckoned_on(live.standing, deal)
    refusals = [finding.message for at, finding in standing.refusals if at == number]
    if refusals:
        raise BrokenRule("\n".join(refusals))
    from rummy_score.sheets.keys import deal_facts

    # What was changed while the deal was played holds from the next one on.
    standing = standing._replace(game=standing.game._replace(coming=live.now.waiting))
    closes = deal_facts(deal._replace(turns=()))
    facts = {"deal": number, "closes": closes}
    return Step("end", facts, deal=deal, standing=standing)


def _ended(live: LiveGame, ending: Ending) -> Deal:
    """Return the open deal as it closes: hands told now replace those told before."""
    if ending.out and ending.blocked:
        raise UnreadableInput(
            "a deal is blocked where nobody goes out. Leave one of --out and --blocked out."
        )
    open_deal = live.open_deal
    hands = {**open_deal.left, **_read_hands(ending.left)}
    deal = Deal(
        seated=open_deal.seated,
        turns=open_deal.turns,
        left=hands,
        laid=_read_points_laid(ending.laid),
        out=ending.out,
        blocked=ending.blocked,
        rummy=ending.rummy,
        ruling=clean(ending.ruling, "the ruling", LONGEST_REMARK) if ending.ruling else "",
        join=open_deal.join,
    )
    out = ending.out or (None if ending.blocked else who_laid_all(deal, live.rules))
    # What was recorded of his hand before he went out is past; what is told now contradicts it.
    left = {name: hand for name, hand in hands.items() if name != out or name in ending.left}
    return deal._replace(out=out, left=left)


def _read_hands(texts: Mapping[str, str]) -> dict[str, Hand]:
    hands = {}
    for player, text in texts.items():
        try:
            hands[player] = parse_hand(text)
        except UnreadableInput as problem:
            raise type(problem)(f"{shown(player)}: {problem}") from None
    return hands


def _read_points_laid(texts: Mapping[str, str]) -> dict[str, Hand]:
    """Read the points laid that were told; cards are refused, since nothing would count them."""
    if not texts:
        return {}
    from rummy_score.sheets.values import points_laid

    return {player: points_laid(text) for player, text in texts.items()}


def hands_by_player(words: Iterable[str], players: Sequence[str]) -> dict[str, str]:
    """Return the hand of each player from words like ``anna=KC 4D``.

    A card or number that stands alone belongs to the player before it.
    """
    found: dict[str, str] = {}
    last = ""
    for word in words:
        split = _split_at_name(word, players)
        if split is not None:
            last, text = split
            if last in found:
                raise UnreadableInput(f"{shown(last)} is given twice. Keep one.")
            found[last] = text
        elif last and ("=" not in word or _is_card(word)):
            found[last] = f"{found[last]} {word}"
        elif "=" in word:
            find(word.partition("=")[0], players)  # says what is wrong with the name
        else:
            raise UnreadableInput(
                f"'{shown(word)}' names no player. Write PLAYER=HAND, like anna=28."
            )
    return found


def _split_at_name(word: str, players: Sequence[str]) -> tuple[str, str] | None:
    """Split at an equals sign after a player's name, which may hold such signs itself."""
    name = word
    while "=" in name:
        name = name.rpartition("=")[0]
        with suppress(UnreadableInput):
            return find(name, players), word[len(name) + 1 :]
    return None


def _is_card(text: str) -> bool:
    with suppress(UnreadableInput):
        return bool(parse_cards(text))
    return False


def adjust(live: LiveGame, player: str, points: str, why: str, payer: str | None = None) -> Step:
    """Give points to a player's total, or take them away, for a reason.

    Where each deal is owed by itself they come from the others at the table, in equal shares, or
    from ``payer`` alone; where totals decide, only from ``payer`` where one is named.
    """
    refuse_where_won(live)
    name = find(player, live.players)
    facts: Facts = {
        "player": name,
        "points": read_signed(points),
        "why": clean(why, "the reason", LONGEST_REMARK),
    }
    payers = _payers(live, name, payer)
    if payers:
        facts["from"] = payers
    return Step("adjust", facts)


def _payers(live: LiveGame, player: str, payer: str | None) -> list[str]:
    """Return who bears what a player is adjusted by."""
    from rummy_score.scoring.adjustments import others, owed_by_deal

    sides = _sides(live)
    if payer is None:
        seated = live.open_deal.seated
        return others([player], seated, sides) if owed_by_deal(live.now.rules) else []
    name = find(payer, live.players)
    if sides[name] == sides[player]:
        raise UnreadableInput(f"{shown(name)} cannot pay his own side. Name another with --from.")
    return [name]


def _sides(live: LiveGame) -> Mapping[str, str]:
    """Return the side of each player, without the closed deals."""
    sides = {player: player for player in live.players}
    for pair in live.now.pairs:
        sides |= dict.fromkeys(pair, "+".join(pair))
    return sides


def refuse_where_won(live: LiveGame) -> None:
    """Raise BrokenRule where the game has been won: it takes no further deal and no adjustment."""
    if live.now.rules.target is None:
        return  # without an end nobody has won, and the score table is not asked for
    standing = live.standing
    if standing.winners:
        top = points_text(standing.totals[standing.winners[0]])
        verb = "has" if len(standing.winners) == 1 else "have"
        raise BrokenRule(
            f"{listed(standing.winners)} {verb} won this game with {top}. Open the next one with "
            "`new --like`, or play on to a higher target with `change --target`."
        )


def join(live: LiveGame, name: str, points: str | None = None, at: str | None = None) -> Step:
    """Let somebody join, or come back, from the next deal on.

    Where totals decide he may get ``points`` added to his total, or come in ``at`` one.
    """
    name = clean(name, "a player's name", LONGEST_NAME)
    if points is not None and at is not None:
        raise UnreadableInput(
            "--with adds points to a total and --at sets it. Keep one of the two."
        )
    facts = _entry(live, name, points, at)
    player = _who_comes_back(live, name)
    if player is None:
        refuse_reserved([name])
        player = name
    if player in live.seated:
        raise BrokenRule(f"{shown(player)} plays already.")
    if live.now.pairs:
        raise BrokenRule("in pairs nobody can join; open a new game.")
    problem = _cannot_play(live, len(live.seated) + 1)
    if problem:
        raise BrokenRule(problem)
    return Step("join", {"player": player, **facts})


def _entry(live: LiveGame, name: str, points: str | None, at: str | None) -> Facts:
    """Return the points with which somebody joins, or raise BrokenRule where none can decide."""
    from rummy_score.scoring.adjustments import owed_by_deal

    refuse_where_won(live)
    added, total = read_signed(points or "0"), None if at is None else read_signed(at)
    rules = live.now.rules
    if (added or total is not None) and owed_by_deal(rules):
        raise BrokenRule(
            f"each deal's points are owed here (settle=deals), so {shown(name)} starts at 0. Leave "
            "--with and --at out; points that change hands are recorded with `adjust`."
        )
    if total is None:
        return {"points": added}
    if rules.target is not None and total >= rules.target:
        raise BrokenRule(
            f"{shown(name)} cannot come in at {total}: the game ends at {rules.target}. "
            "Give a lower total."
        )
    return {"points": 0, "at": total}


def _who_comes_back(live: LiveGame, name: str) -> str | None:
    """Return who is meant of those who have played.

    Anybody is by the whole name, who has left by its beginning too.
    """
    known = {folded(player): player for player in live.players}
    away = [player for player in live.players if player not in live.seated]
    with suppress(UnreadableInput):
        return known.get(folded(name)) or find(name, away)
    return None


def _cannot_play(live: LiveGame, count: int) -> str | None:
    from rummy_score.scoring.seats import players_problem

    return players_problem(count, next_rules(live.now))


def leave(live: LiveGame, player: str) -> Step:
    """Let somebody leave from the next deal on; the score stays."""
    name = find(player, live.seated)
    if live.now.pairs:
        raise BrokenRule("in pairs nobody can leave; settle, and open a new game.")
    problem = _cannot_play(live, len(live.seated) - 1)
    if problem:
        raise BrokenRule(f"{shown(name)} cannot leave: {problem} Settle instead.")
    return Step("leave", {"player": name})


def old_deal_text(live: LiveGame, number: int) -> str:
    """Return the text of a closed deal as it may be edited."""
    from rummy_score.sheets.writing import deal_text

    return deal_text(_closed_deal(live, number), live.players, everything=False)


def with_hands(live: LiveGame, number: int, words: Iterable[str]) -> str:
    """Return the text of a closed deal with other hands, from words like ``boris=20``."""
    from rummy_score.sheets.writing import deal_text

    deal = _closed_deal(live, number)
    hands = _read_hands(hands_by_player(words, deal.seated))
    changed = deal._replace(left={**deal.left, **hands})
    return deal_text(changed, live.players, everything=False)


def _closed_deal(live: LiveGame, number: int) -> Deal:
    deals = live.game.deals
    if 1 <= number <= len(deals):
        return deals[number - 1]
    if number == live.next_number and live.has_begun:
        raise UnreadableInput(
            f"deal {number} is being played. `undo` takes back its last turn, and `left` says anew "
            "what somebody has in hand."
        )
    raise UnreadableInput(f"there is no deal {number}; the game has {len(deals)}.")


def reason(why: str) -> str:
    """Return a reason as it is kept, or raise UnreadableInput where it cannot be."""
    return clean(why, "the reason", LONGEST_REMARK) if why else ""


def edit(live: LiveGame, number: int, text: str, seen: str, why: str = "") -> Step:
    """Change a closed deal to what its text says; ``seen`` is the text that its user had before.

    Raises Overtaken where that is no more what it says; UnreadableInput and BrokenRule with
    everything that is against the new text.
    """
    from rummy_score.scoring.deals import said
    from rummy_score.scoring.games import reckoned_from, rules_of
    from rummy_score.scoring.seats import players_problem
    from rummy_score.sheets.keys import deal_facts
    from rummy_score.sheets.reading import read_edited

    told = reason(why)
    if old_deal_text(live, number) != seen:
        raise Overtaken(
            f"deal {number} was changed by somebody else meanwhile. Look at it and try again."
        )
    game = live.game
    before = game.deals[number - 1]
    deal = read_edited(text, live.players)
    rules = rules_of(game, number)
    problem = players_problem(len(deal.seated), rules)
    if problem:
        raise BrokenRule(f"deal {number}, players: {problem}")
    # The readings taken for its jokers stay, whatever rules come.
    deal = said(deal, rules.in_force(len(deal.seated), number))
    becomes = deal_facts(deal)
    deal = deal._replace(paid=before.paid, rules=before.rules, edited=told or "edited")
    changed = game._replace(deals=(*game.deals[: number - 1], deal, *game.deals[number:]))
    standing = reckoned_from(live.standing, changed, number)
    if standing.refusals:
        found = (f"deal {at}, {each.key}: {each.message}" for at, each in standing.refusals)
        raise BrokenRule("\n".join(found))
    facts = {"deal": number, "becomes": becomes, "text": text, "old": seen, "why": told}
    return Step("edit", facts, standing=standing)


def pay(live: LiveGame) -> Step:
    """Record that everybody has paid what is owed now."""
    due = {side: str(points) for side, points in _owed(live).items() if points}
    if not due:
        raise BrokenRule("nobody owes anything, so nothing is paid.")
    return Step("paid", {"balances": due})


def pay_part(live: LiveGame, payer: str, payee: str, amount: str) -> Step:
    """Record what one player has paid another: all or part of what is owed, in money or points."""
    from rummy_score.money.payments import payment

    sides = _sides(live)
    one, other = (_side(name, sides) for name in (payer, payee))
    paid = payment(_owed(live), live.money, one, other, amount)
    facts = {
        "balances": {side: str(points) for side, points in paid.balances.items()},
        "from": one,
        "to": other,
        "amount": paid.amount,
    }
    return Step("paid", facts)


def _owed(live: LiveGame) -> Mapping[str, Points]:
    from rummy_score.money.debts import balances, debts

    return balances(debts(live.standing), live.standing.totals)


def _side(typed: str, sides: Mapping[str, str]) -> str:
    """Return the side that is meant by a player's name, or by its own."""
    for side in sides.values():
        if folded(side) == folded(typed):
            return side
    return sides[find(typed, list(sides))]
