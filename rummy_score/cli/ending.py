"""The end of a deal: what it still needs, asked for or refused, what it scored, what was overlooked, who deals next."""

from collections.abc import Iterator, Mapping
from typing import Any

from rummy_score.cards.cards import cards_text
from rummy_score.cards.notation import Hand, parse_hand
from rummy_score.cli.asking import Question, ask, at_terminal
from rummy_score.cli.screen import wrapped
from rummy_score.errors import UnreadableInput
from rummy_score.evening.live import Evening
from rummy_score.names import find, listed, shown
from rummy_score.referee.layout import Layout
from rummy_score.rules.rules import Draw, Rules, Scoring
from rummy_score.scoring.deals import by_difference, is_empty
from rummy_score.scoring.games import next_deal

Facts = dict[str, Any]


def whole_end(evening: Evening, facts: Facts, answers: dict[str, Any]) -> Facts:
    """Return the facts of an end with nothing missing; ``answers`` gains what had to be asked."""
    if not at_terminal():
        whole = _with(evening, facts, answers)
        _refuse(list(_missing(evening, whole)))
        return whole
    answers |= ask(lambda now: _missing(evening, _with(evening, facts, {**answers, **now})))
    return _with(evening, facts, answers)


def _with(evening: Evening, facts: Facts, answers: Mapping[str, Any]) -> Facts:
    """Return the facts with the answers in them, and with the player out who has laid the whole hand."""
    left, laid = dict(facts["left"]), dict(facts["laid"])
    for player in evening.open_deal.seated:
        left |= {player: answers[f"left {player}"]} if f"left {player}" in answers else {}
        laid |= {player: answers[f"laid {player}"]} if f"laid {player}" in answers else {}
    out = facts["out"] or answers.get("out")
    blocked = facts["blocked"] or ("out" in answers and out is None)
    if out is None and not blocked:
        out = _laid_all(evening, left)
    return {**facts, "left": left, "laid": laid, "out": out, "blocked": blocked}


def _laid_all(evening: Evening, left: Mapping[str, str]) -> str | None:
    """Return the one player who has laid as many cards as were dealt, where a turn draws and discards one."""
    deal, rules = evening.open_deal, evening.rules
    counts = dict.fromkeys(deal.seated, 0)
    for turn in deal.turns:
        counts[turn.player] += sum(len(play.cards) for play in turn.plays)
    dealt = rules.hand.of(len(deal.seated))
    empty = [player for player, laid in counts.items() if dealt and laid >= dealt]
    sure = rules.draw is Draw.ONE and len(empty) == 1 and not {empty[0]} & {*left, *deal.left}
    return empty[0] if sure else None


def _missing(evening: Evening, facts: Facts) -> Iterator[Question]:
    """Yield what is missing: who is out, then the hands, then the points laid where they count."""
    deal, rules, out = evening.open_deal, evening.rules, facts["out"]
    hands = {**deal.left, **{player: parse_hand(hand) for player, hand in facts["left"].items()}}
    if out is None and not facts["blocked"] and not any(map(is_empty, hands.values())):
        words = "Who is out (empty where the deal was blocked)"
        yield Question("out", words, lambda typed: find(typed, deal.seated) if typed else None, "")
        return
    for player in deal.seated:
        if player not in hands and player != out:
            yield Question(
                f"left {player}", f"{shown(player)} has left", lambda typed: str(parse_hand(typed))
            )
    played = {turn.player for turn in deal.turns}
    by_points = (
        rules.scoring is Scoring.MELDS
        and not by_difference(out, rules)
        and (facts["laid"] or not deal.turns)
    )
    for player in deal.seated if by_points else ():
        if player not in facts["laid"] and player not in played:
            yield Question(
                f"laid {player}", f"{shown(player)} has laid", lambda typed: str(parse_hand(typed))
            )


def _refuse(missing: list[Question]) -> None:
    """Name what is missing, and the option that gives it."""
    problems = []
    names = {kind: [q.key.removeprefix(f"{kind} ") for q in missing if q.key.startswith(f"{kind} ")]
             for kind in ("left", "laid")}  # fmt: skip
    if missing and missing[0].key == "out":
        problems.append("nobody is out. Say --out PLAYER, or --blocked where nobody went out.")
    if names["left"]:
        told = f"no hand is entered for {listed(names['left'])}."
        problems.append(f"{told} Add {_word(names['left'][0])}=HAND, or 0 for no cards.")
    if names["laid"]:
        told = f"no points laid are entered for {listed(names['laid'])}."
        problems.append(
            f"{told} Add --laid {_word(names['laid'][0])}=POINTS, 0 where nothing was laid."
        )
    if problems:
        raise UnreadableInput("\n".join(problems))


def _word(name: str) -> str:
    """Return a name as a shell takes it for one word."""
    return f'"{shown(name)}"' if " " in name else shown(name)


def overlooked_lines(player: str, hand: Hand, layout: Layout, rules: Rules) -> Iterator[str]:
    """Say which of the cards left could have been laid on the table; they count all the same."""
    if not hand.cards:
        return
    from rummy_score.arranging.calls import overlooked

    found = overlooked(player, hand.cards, layout, rules)
    if found:
        told = [
            *(cards_text(meld.cards) for meld in found.melds),
            *(f"{card} to {to}" for card, to in found.lay_offs),
        ]
        yield f"{shown(player)} could have laid {', '.join(told)}; what is left counts all the same."


def end_lines(evening: Evening) -> Iterator[str]:
    """Yield how the last deal was scored, the totals, who has won, and who deals next."""
    from rummy_score.output.tables import deal_table, winner_text

    standing = evening.standing
    line = standing.lines[-1]
    yield deal_table(line, standing)
    target = standing.game.rules.target
    if target is not None and max(standing.totals.values()) >= target:
        yield wrapped(winner_text(standing))
    yield dealing_line(evening)


def dealing_line(evening: Evening) -> str:
    """Say who deals the next deal, how many cards each gets, and who starts."""
    open_deal = evening.open_deal
    playing = open_deal.seated if open_deal.turns or open_deal.left else ()
    dealer, starter, cards = next_deal(evening.standing, evening.seated, playing)
    return wrapped(f"{shown(dealer)} deals {cards} cards to each; {shown(starter)} starts.")
