"""At the table: hands, the end of a deal, adjustments, who comes and goes."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import click

from rummy_score.cards.notation import parse_cards, parse_hand, parse_number
from rummy_score.cli.parameters import game_option, ledger_option
from rummy_score.cli.screen import remark, say, wrapped
from rummy_score.errors import BrokenRule, UnreadableInput
from rummy_score.evening.live import Evening, closed
from rummy_score.evening.recording import Recorded, Step, record
from rummy_score.names import LONGEST_NAME, LONGEST_REMARK, clean, find, folded, shown
from rummy_score.points import points_text
from rummy_score.scoring.deals import Deal, check_deal, pack_problems


@click.command(
    short_help="What a player has left in hand.", epilog="Example: rummy-score left dmitry kc 4d"
)
@click.argument("player")
@click.argument("hand", nargs=-1, required=True)
@game_option
@ledger_option
def left(player: str, hand: tuple[str, ...], game: str | None, ledger: str) -> None:
    """Record what a player has left: cards, ranks (K 4 A), a sum (10+5+3), a number, or 0."""
    text = " ".join(hand)
    done = record(ledger, game, lambda evening: _hand_left(evening, player, text))
    facts = done.event.facts
    say(wrapped(f"{shown(facts['player'])} has {facts['hand']} left."))
    from rummy_score.cli.ending import overlooked_lines

    name, deal = facts["player"], done.after.open_deal
    for told in overlooked_lines(name, deal.left[name], done.after.layout, done.after.rules):
        remark(told)


def _hand_left(evening: Evening, player: str, text: str) -> Step:
    deal = evening.open_deal
    name, hand = find(player, deal.seated), parse_hand(text)
    found = pack_problems(Deal(deal.seated, deal.turns, {**deal.left, name: hand}), evening.rules)
    problems = [finding.message for finding in found]
    if problems:
        raise BrokenRule("\n".join(problems))
    return Step("left", {"player": name, "hand": str(hand), "seated": list(deal.seated)})


@click.command(
    short_help="Close the deal: scores, totals, next dealer.",
    epilog="""Examples:

\b
  rummy-score end --out boris dmitry="KC 4D" nikolai=28 fyodor=10+10+9
  rummy-score end --blocked boris=14 dmitry=24 nikolai=28 fyodor=36
""",
)
@click.argument("hands", nargs=-1, metavar="[PLAYER=HAND]...")
@click.option("--out", metavar="PLAYER", help="Who went out.")
@click.option("--blocked", is_flag=True, help="Nobody went out.")
@click.option(
    "--laid", multiple=True, metavar="PLAYER=N", help="Points laid, where turns were not recorded."
)
@click.option(
    "--rummy/--no-rummy", default=None, help="Overrides what the turns show about going rummy."
)
@click.option(
    "--ruling", metavar="TEXT", help="What the table agreed: records a deal that breaks a rule."
)
@game_option
@ledger_option
def end(
    hands: tuple[str, ...],
    out: str | None,
    blocked: bool,
    laid: tuple[str, ...],
    rummy: bool | None,
    ruling: str | None,
    game: str | None,
    ledger: str,
) -> None:
    """Close the deal: its score with the sum that made it, the totals, the next dealer.

    Hands that are missing are asked for at a terminal; elsewhere they must be given.
    """
    told = {
        "out": out,
        "blocked": blocked,
        "rummy": rummy,
        "ruling": ruling or "",
        "left": hands,
        "laid": laid,
    }
    answers: dict[str, Any] = {}
    done = record(ledger, game, lambda evening: _end(evening, told, answers))
    for line in _end_remarks(done):
        remark(line)
    from rummy_score.cli.ending import end_lines

    say("\n".join(end_lines(done.after)))


def _end(evening: Evening, told: dict[str, Any], answers: dict[str, Any]) -> Step:
    """Decide on the end of a deal; ``answers`` keeps what was asked, should it be decided again."""
    from rummy_score.cli.ending import whole_end  # which a turn does without

    if told["out"] and told["blocked"]:
        raise UnreadableInput(
            "a deal is blocked where nobody goes out. Leave one of --out and --blocked out."
        )
    seated = evening.open_deal.seated
    facts = {
        **told,
        "out": find(told["out"], seated) if told["out"] else None,
        "ruling": clean(told["ruling"], "the ruling", LONGEST_REMARK) if told["ruling"] else "",
        "seated": list(seated),
        "deal": len(evening.game.deals) + 1,
        "left": {name: str(parse_hand(hand)) for name, hand in entries(told["left"], seated)},
        "laid": {name: str(parse_hand(points)) for name, points in entries(told["laid"], seated)},
    }
    facts = whole_end(evening, facts, answers)
    deal = closed(facts, evening.open_deal.turns, evening.open_deal.left, evening.players)
    facts["out"] = check_deal(deal, evening.rules).out
    from rummy_score.scoring.games import reckon

    standing = reckon(
        evening.game._replace(deals=(*evening.game.deals, deal._replace(out=facts["out"])))
    )
    refusals = [finding.message for number, finding in standing.refusals if number == facts["deal"]]
    if refusals:
        raise BrokenRule("\n".join(refusals))
    return Step("end", facts)


def entries(texts: Iterable[str], players: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield player and text of ``PLAYER=TEXT``; a card or number that stands alone belongs to the one before it."""
    found: list[tuple[str, str]] = []
    for text in texts:
        entry = _entry(text, players)
        if entry and entry[0] in (player for player, _ in found):
            raise UnreadableInput(f"{shown(entry[0])} is given twice. Keep one.")
        if entry:
            found.append(entry)
        elif found and ("=" not in text or _is_card(text)):
            found[-1] = (found[-1][0], f"{found[-1][1]} {text}")
        elif "=" in text:
            find(text.partition("=")[0], players)  # says what is wrong with the name
        else:
            raise UnreadableInput(
                f"'{shown(text)}' names no player. Write PLAYER=HAND, like anna=28."
            )
    yield from found


def _entry(text: str, players: Sequence[str]) -> tuple[str, str] | None:
    """Split at an equals sign after a player's name, which may hold such signs itself."""
    name = text
    while "=" in name:
        name = name.rpartition("=")[0]
        with suppress(UnreadableInput):
            return find(name, players), text[len(name) + 1 :]
    return None


def _is_card(text: str) -> bool:
    with suppress(UnreadableInput):
        return bool(parse_cards(text))
    return False


def _end_remarks(done: Recorded) -> Iterator[str]:
    number = done.event.facts["deal"]
    yield from (finding.message for deal, finding in done.after.standing.warnings if deal == number)
    from rummy_score.cli.ending import overlooked_lines

    checked = done.after.standing.lines[-1].checked
    rules = done.after.opened.rules.seated(len(checked.deal.seated))
    for player in done.event.facts["left"]:  # `left` has said it of the hands recorded before
        yield from overlooked_lines(player, checked.deal.left[player], checked.layout, rules)


@click.command(
    short_help="Add points, or take them away, and say why.",
    context_settings={"ignore_unknown_options": True},
    epilog='Example: rummy-score adjust boris -10 -m "misdeal"',
)
@click.argument("player")
@click.argument("points")
@click.option("-m", "--message", "why", required=True, metavar="WHY", help="Why.")
@game_option
@ledger_option
def adjust(player: str, points: str, why: str, game: str | None, ledger: str) -> None:
    """Add points to a player's total, or take them away, and say why."""
    facts = {"points": signed_number(points), "why": clean(why, "the reason", LONGEST_REMARK)}
    done = record(
        ledger,
        game,
        lambda evening: Step("adjust", {"player": find(player, evening.players), **facts}),
    )
    name = done.event.facts["player"]
    from rummy_score.scoring.games import side_names

    side = side_names(done.after.game)[name]
    total = points_text(done.after.standing.totals[side])
    say(wrapped(f"{shown(name)} {facts['points']:+d}: {shown(facts['why'], 200)}. Total: {total}."))


def signed_number(text: str) -> int:
    """Read a whole number with or without a sign."""
    plain = text.strip().replace("−", "-")
    number = parse_number(plain.removeprefix("-").removeprefix("+"))
    return -number if plain.startswith("-") else number


@click.command(
    short_help="Somebody joins, or comes back.", epilog="Example: rummy-score join vera --with 20"
)
@click.argument("player")
@click.option("--with", "points", metavar="POINTS", default="0", help="Points to start with.")
@game_option
@ledger_option
def join(player: str, points: str, game: str | None, ledger: str) -> None:
    """Let somebody join, or come back, from the next deal on."""
    name = clean(player, "a player's name", LONGEST_NAME)
    start = signed_number(points)
    done = record(ledger, game, lambda evening: _join(evening, name, start))
    from rummy_score.cli.ending import dealing_line

    say(
        f"{shown(done.event.facts['player'])} plays from the next deal on.\n{dealing_line(done.after)}"
    )


def _join(evening: Evening, name: str, points: int) -> Step:
    player = _back(evening, name) or name
    if player in evening.seated:
        raise BrokenRule(f"{shown(player)} plays already.")
    if evening.opened.pairs:
        raise BrokenRule("in pairs nobody can join; open a new game.")
    problem = _cannot_play(len(evening.seated) + 1, evening)
    if problem:
        raise BrokenRule(problem)
    return Step("join", {"player": player, "points": points})


def _cannot_play(count: int, evening: Evening) -> str | None:
    from rummy_score.scoring.games import players_problem

    return players_problem(count, evening.all_rules)


def _back(evening: Evening, name: str) -> str | None:
    """Return who is meant of those who have played: anybody by the whole name, who left by its beginning too."""
    known = {folded(player): player for player in evening.players}
    away = [player for player in evening.players if player not in evening.seated]
    with suppress(UnreadableInput):
        return known.get(folded(name)) or find(name, away)
    return None


@click.command(short_help="Somebody leaves.", epilog="Example: rummy-score leave boris")
@click.argument("player")
@game_option
@ledger_option
def leave(player: str, game: str | None, ledger: str) -> None:
    """Let somebody leave from the next deal on; the score stays, and is settled with the others'."""
    done = record(ledger, game, lambda evening: _leave(evening, player))
    from rummy_score.cli.ending import dealing_line

    say(f"{shown(done.event.facts['player'])} leaves; the score stays.\n{dealing_line(done.after)}")


def _leave(evening: Evening, typed: str) -> Step:
    player = find(typed, evening.seated)
    if evening.opened.pairs:
        raise BrokenRule("in pairs nobody can leave; settle, and open a new game.")
    problem = _cannot_play(len(evening.seated) - 1, evening)
    if problem:
        raise BrokenRule(f"{shown(player)} cannot leave: {problem} Settle instead.")
    return Step("leave", {"player": player})
