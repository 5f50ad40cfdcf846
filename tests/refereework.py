"""What the tests of the referee share: disputes as they are typed, and disputes made at random."""

from hypothesis import strategies as st

from rummy_score.cards.cards import JOKER, PACK, PACK_FACES, RANKS, Card, Kind
from rummy_score.cards.notation import Play, parse_cards
from rummy_score.referee.disputes import Dispute
from rummy_score.rules.knobs import with_house_rules
from rummy_score.rules.rules import Rules
from rummy_score.rules.variants import VARIANTS

BASIC, SEQUENCE, RUM500, JOKER500, DOUBLE = (
    VARIANTS[name].rules for name in ("basic", "sequence", "rum500", "joker500", "double")
)


def house(rules: Rules, text: str) -> Rules:
    return with_house_rules(rules, [rule.split("=") for rule in text.split()])


def dispute(
    cards: str, kind: Kind | None = None, on: str = "", seen: str = "", held: str | None = None
) -> Dispute:
    return Dispute(
        Play(parse_cards(cards), kind=kind),
        parse_cards(on) if on else (),
        parse_cards(seen) if seen else (),
        None if held is None else parse_cards(held),
    )


STAND_INS = st.one_of(
    st.just(JOKER),
    st.sampled_from(PACK).map(lambda card: JOKER._replace(stands_for=card)),
    st.sampled_from(RANKS).map(lambda rank: JOKER._replace(stands_for=Card(rank, None))),
    st.tuples(st.sampled_from(PACK), st.sampled_from(PACK)).map(
        lambda pair: pair[0]._replace(stands_for=pair[1])
    ),
)
CARDS = st.sampled_from(PACK) | STAND_INS


@st.composite
def near_melds(draw) -> tuple[Card, ...]:
    """A few cards of a suit in order, or of a rank, with some of them turned into jokers or anything."""
    start, length = draw(st.integers(0, 12)), draw(st.integers(1, 6))
    first = draw(st.sampled_from(PACK))
    run = [PACK_FACES[RANKS[(start + step) % 13], first.suit] for step in range(length)]
    same = draw(
        st.lists(
            st.sampled_from([card for card in PACK if card.rank == first.rank]),
            min_size=1,
            max_size=6,
        )
    )
    cards = draw(st.sampled_from([run, same]))
    for card in draw(st.lists(CARDS, max_size=2)):
        cards[draw(st.integers(0, len(cards) - 1))] = card
    return tuple(cards)


TABLES = st.sampled_from(
    [
        *(variant.rules for variant in VARIANTS.values()),
        house(BASIC, "packs=2"),
        house(SEQUENCE, "wild=7S set_same_suit=no ace=both"),
        house(DOUBLE, "wild=2 jokers_max=1 jokers_adjacent=no"),
        house(SEQUENCE, "naturals_min=2 run_max=4 ace=high"),
    ]
)


def plays(cards, kinds):
    return st.builds(lambda cards, kind: Play(cards, kind=kind), cards, st.sampled_from(kinds))


def about_a_meld(play, on, seen, held) -> Dispute:
    """A dispute without a game: hypothesis would make up a table, a player and his hand too."""
    return Dispute(play, on, seen, held)


DISPUTES = st.builds(
    about_a_meld,
    plays(near_melds(), [None, None, *Kind]),
    st.just(()) | near_melds(),
    st.just(()) | st.lists(CARDS, max_size=6).map(tuple),
    st.none() | st.lists(CARDS, max_size=8).map(tuple),
)


ANY_CARDS = st.lists(CARDS | st.sampled_from([*PACK_FACES.values()]), max_size=16).map(tuple)
ANY_DISPUTE = st.builds(
    about_a_meld,
    plays(ANY_CARDS | near_melds(), [None, *Kind]),
    ANY_CARDS | near_melds(),
    ANY_CARDS,
    st.none() | ANY_CARDS,
)
