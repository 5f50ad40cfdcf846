"""The games that the program knows: presets of rules, each knob with the source that it comes from.

The sources are chapters of Russian card books: the general rules of rummy, the table of hand sizes,
gambling rummy, sequence rummy, and Rum 500. Where they say nothing the preset holds the project's
default. Derived games follow public rule pages, named by address.
"""

from collections.abc import Mapping
from typing import NamedTuple

from rummy_score.errors import UnreadableInput
from rummy_score.names import folded, listed, nearest, shown
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

GENERAL = "general rules of rummy"
SIZES = "table of hand sizes"
GAMBLING_TEXT = "text on gambling rummy"
SEQUENCE_TEXT = "text on sequence rummy"
RUM500_TEXT = "text on Rum 500"
DEFAULT = "default, the sources are silent"
RUM500_PAGE = "https://www.pagat.com/rummy/500rum.html"
DOUBLE_RUM_PAGE = "https://bicyclecards.com/how-to-play/double-rum"


class Variant(NamedTuple):
    """A named game: what it is in a line, its rules, and the source of each knob."""

    name: str
    title: str
    rules: Rules
    sources: Mapping[str, str]


def _sources(**knobs: str) -> dict[str, str]:
    """Turn ``source=knobs`` into a source for every knob; knobs that none names are defaults."""
    by_source = {globals()[source]: names.split() for source, names in knobs.items()}
    found = {name: source for source, names in by_source.items() for name in names}
    return {name: found.get(name, DEFAULT) for name in Rules._fields}


BASIC = Variant(
    "basic",
    "Rummy: the losers pay the winner for the cards left in their hands.",
    Rules(
        players=Span(2, 6),
        packs=always(1),
        jokers=always(0),
        wild=(),
        hand=ByPlayers(((Span(2, 2), 10), (Span(3, 4), 7), (Span(5, 6), 6))),
        draw=Draw.ONE,
        set_min=3,
        set_max=4,
        set_same_suit=False,
        run_min=3,
        run_max=10,
        ace=Ace.LOW,
        naturals_min=1,
        jokers_max=None,
        jokers_adjacent=True,
        first_meld=FirstMeld.ANY,
        layoff_first=True,
        out_turns=1,
        rummy_times=2,
        scoring=Scoring.HAND,
        ace_points=1,
        court_points=10,
        pip_points=FACE,
        low_ace=LowAce.NONE,
        low_ace_points=1,
        joker_held=25,
        joker_laid=None,
        blocked=Blocked.DIFFERENCE,
        ties=Ties.SHARE,
        target=None,
        target_tie=TargetTie.ANOTHER_DEAL,
        settle=Settling.DEALS,
        pairs=False,
        rummy_call_fine=0,
    ),
    _sources(
        GENERAL="draw set_min set_max run_min run_max first_meld layoff_first out_turns "
        "rummy_times scoring ace_points court_points pip_points settle",
        SIZES="players packs jokers hand ace",
        GAMBLING_TEXT="blocked ties",
    ),
)

GAMBLING = Variant(
    "gambling",
    "Gambling rummy: as basic, but going out takes two turns with a play.",
    BASIC.rules._replace(
        hand=always(7),
        out_turns=2,
        rummy_times=1,
    ),
    _sources(
        GENERAL="draw set_min set_max run_min run_max first_meld layoff_first scoring "
        "court_points pip_points",
        SIZES="ace players",
        GAMBLING_TEXT="packs jokers hand out_turns rummy_times ace_points blocked ties settle",
    ),
)

SEQUENCE = Variant(
    "sequence",
    "Sequence rummy: two packs, jokers, a run first; cards laid score, cards left cost.",
    BASIC.rules._replace(
        players=Span(2, 12),
        packs=always(2),
        jokers=always(2),
        hand=always(8),
        draw=Draw.MANY,
        set_same_suit=True,
        first_meld=FirstMeld.RUN,
        layoff_first=False,
        rummy_times=1,
        scoring=Scoring.MELDS,
        ace_points=15,
        low_ace=LowAce.SHORT_RUN,
        blocked=Blocked.SCORE,
        settle=Settling.DIFFERENCE,
        rummy_call_fine=1,
    ),
    _sources(
        GENERAL="run_min run_max ace",
        SEQUENCE_TEXT="players packs hand draw set_min set_max first_meld layoff_first scoring "
        "ace_points court_points pip_points low_ace low_ace_points joker_held rummy_call_fine",
        RUM500_TEXT="settle",
    ),
)

RUM500 = Variant(
    "rum500",
    "Rum 500: cards laid score, cards left cost; the first to reach 500 wins.",
    BASIC.rules._replace(
        players=Span(2, 8),
        hand=ByPlayers(((Span(2, 2), 13), (Span(3, 8), 7))),
        draw=Draw.MANY,
        run_max=14,
        ace=Ace.BOTH,
        rummy_times=1,
        scoring=Scoring.MELDS,
        ace_points=15,
        low_ace=LowAce.BELOW_TWO,
        blocked=Blocked.SCORE,
        target=500,
        settle=Settling.DIFFERENCE,
        pairs=True,
    ),
    _sources(
        RUM500_TEXT="players packs jokers hand draw set_min set_max run_min run_max ace first_meld "
        "layoff_first out_turns scoring ace_points court_points pip_points low_ace low_ace_points "
        "target settle pairs",
    ),
)

JOKER500 = Variant(
    "joker500",
    "Rum 500 with jokers worth 15; two packs and four jokers for five players or more.",
    RUM500.rules._replace(
        packs=ByPlayers(((Span(2, 4), 1), (Span(5, 8), 2))),
        jokers=ByPlayers(((Span(2, 4), 2), (Span(5, 8), 4))),
        joker_held=15,
        joker_laid=15,
    ),
    {**RUM500.sources, **dict.fromkeys(
        ("packs", "jokers", "set_same_suit", "joker_held", "joker_laid"), RUM500_PAGE)},
)  # fmt: skip

DOUBLE = Variant(
    "double",
    "Double rum: basic with two packs and two jokers, ten cards each, ace high or low.",
    BASIC.rules._replace(
        players=Span(2, 4),
        packs=always(2),
        jokers=always(2),
        hand=always(10),
        set_max=8,
        set_same_suit=True,
        ace=Ace.BOTH,
        ace_points=11,
        joker_held=15,
    ),
    {**BASIC.sources, **dict.fromkeys(
        ("players", "packs", "jokers", "hand", "set_max", "set_same_suit", "ace", "ace_points",
         "joker_held"),
        DOUBLE_RUM_PAGE)},
)  # fmt: skip

VARIANTS: Mapping[str, Variant] = {
    variant.name: variant for variant in (BASIC, GAMBLING, SEQUENCE, RUM500, JOKER500, DOUBLE)
}


def find_variant(name: str) -> Variant:
    """Return the variant of that name, or raise UnreadableInput that suggests the nearest."""
    variant = VARIANTS.get(folded(name.strip()))
    if variant is None:
        raise UnreadableInput(
            f"there is no variant '{shown(name)}'{nearest(name, VARIANTS)}. "
            f"Variants: {listed(VARIANTS)}."
        )
    return variant
