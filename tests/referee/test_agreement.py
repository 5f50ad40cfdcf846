"""What ``check`` says of a play is what ``lay`` does: over random tables, players, cards and rules."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummy_score.cards.cards import JOKER, PACK, PACK_FACES, RANKS, SUITS, Kind
from rummy_score.cards.notation import Play, Turn
from rummy_score.errors import RummyScoreError
from rummy_score.referee.disputes import Dispute, rule_on
from rummy_score.referee.layout import Layout, grow
from rummy_score.rules.knobs import with_house_rules
from rummy_score.rules.rules import Rules
from rummy_score.rules.variants import VARIANTS

PLAYERS = ("Anna", "Boris", "Vera")
HOUSE = (
    ("first_meld", ("any", "run", "30")),
    ("layoff_first", ("yes", "no")),
    ("wild", ("none", "none", "7S", "2", "7S 2")),
    ("jokers", ("0", "2", "4")),
    ("packs", ("1", "2")),
    ("ace", ("low", "high", "both", "corner")),
    ("set_same_suit", ("yes", "no")),
    ("jokers_adjacent", ("yes", "no")),
    ("naturals_min", ("1", "2")),
    ("run_max", ("5", "10", "14")),
)


class Asked(NamedTuple):
    layout: Layout
    player: str
    play: Play
    rules: Rules


def random_rules(rng: Random) -> Rules:
    while True:
        chosen = [(knob, rng.choice(values)) for knob, values in HOUSE if rng.random() < 0.6]
        try:
            rules = with_house_rules(VARIANTS[rng.choice(sorted(VARIANTS))].rules, chosen)
        except RummyScoreError:  # rules that contradict each other are no table's
            continue
        return rules.seated(len(PLAYERS))


def random_play(rng: Random, layout: Layout, rules: Rules) -> Play:
    """Near a run, a set, or a lay-off: cards in a row or of a rank, some of them wild or others."""
    first, size = rng.choice(PACK), rng.choice((1, 1, 1, 2, 3, 3, 4, 5))
    if layout.melds and rng.random() < 0.4:
        first = rng.choice(rng.choice(layout.melds).meld.cards).value
    start, suit = first.rank or RANKS[0], first.suit if first.suit is not None else SUITS[0]
    if rng.random() < 0.6:
        cards = [PACK_FACES[RANKS[(start + step) % 13], suit] for step in range(size)]
    else:
        cards = [PACK_FACES[start, each] for each in rng.sample(SUITS, 4)][:size]
    for spot in range(len(cards)):
        if rng.random() < 0.15:
            wild = rng.choice((JOKER, *rules.wild[:1], rng.choice(PACK)))
            wild = PACK_FACES[wild.rank, suit] if wild.rank and wild.suit is None else wild
            named = rng.random() < 0.5
            cards[spot] = wild._replace(stands_for=cards[spot]) if named else wild
    rng.shuffle(cards)
    to = rng.randint(1, len(layout.melds) + 1) if rng.random() < 0.2 else None
    kind = rng.choice(tuple(Kind)) if to is None and rng.random() < 0.1 else None
    return Play(tuple(cards), to, kind)


def random_asked(seed: int, count: int) -> Iterator[Asked]:
    """Yield plays over tables that grow: what is laid against the rules lies there now and then."""
    rng = Random(seed)
    while count > 0:
        rules, layout = random_rules(rng), Layout()
        for _ in range(rng.randint(1, 9)):
            player, play = rng.choice(PLAYERS), random_play(rng, layout, rules)
            count -= 1
            yield Asked(layout, player, play, rules)
            grown = grow(layout, Turn(player, (play,)), rules)
            if not grown.problems or rng.random() < 0.1:
                layout = grown.layout


def check_agrees(asked: Asked) -> tuple[str, bool]:
    """Check that the answer is what laying comes to; return the kind of refusal, and whether."""
    layout, player, play, rules = asked
    grown = grow(layout, Turn(player, (play,)), rules)
    answer = rule_on(Dispute(play, layout=layout, player=player, packs=()), rules)
    assert answer.problems == grown.problems
    assert answer.error is grown.error
    assert answer.stands == (not grown.problems)
    if answer.stands:
        [kept] = grown.plays
        assert tuple(card.face for card in kept.cards) == tuple(card.face for card in answer.cards)
        number = kept.to or len(grown.layout.melds)
        assert answer.meld == grown.layout.melds[number - 1].meld
        assert answer.pinned.play.to == kept.to
    return answer.error.__name__, answer.stands


@pytest.mark.parametrize("seed", range(8))
def test_check_and_lay_agree_in_verdict_problems_and_reading(seed: int) -> None:
    seen = {check_agrees(asked) for asked in random_asked(seed, 1000)}
    assert seen == {
        ("BrokenRule", True),
        ("BrokenRule", False),
        ("AmbiguousInput", False),
        ("UnreadableInput", False),
    }


@given(st.integers(min_value=0))
def test_check_and_lay_agree_on_any_table(seed: int) -> None:
    for asked in random_asked(seed, 12):
        check_agrees(asked)
