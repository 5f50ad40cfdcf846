"""What the tests of a deal share: names, cards, hands, turns and whole deals, made at random."""

from hypothesis import strategies as st

from rummy_score.cards.cards import JOKER, PACK, RANKS, Card, Kind, Rank
from rummy_score.cards.notation import Hand, Play, Turn
from rummy_score.errors import UnreadableInput
from rummy_score.names import LONGEST_NAME, clean
from rummy_score.points import LARGEST_NUMBER
from rummy_score.rules.knobs import KNOBS, WHOLE_GAME, value_text
from rummy_score.rules.rules import laid_over
from rummy_score.rules.variants import VARIANTS
from rummy_score.scoring.deals import Deal

FACES = (*PACK, JOKER)
RANKS_ALONE = tuple(Card(rank, None) for rank in RANKS)
STAND_INS = tuple(
    face._replace(stands_for=meant) for face in FACES for meant in (*PACK, *RANKS_ALONE)
)
# Names that a careless reader takes for something else.
ODD_NAMES = ("A:B", "Борис", "Борис: младший", "7♥", "K", "10", "none", "JK=9♥", "a, b", "A+B", "-")


def is_name(text: str) -> bool:
    try:
        return clean(text, "a name", LONGEST_NAME) == text
    except UnreadableInput:
        return False


NAMES = st.sampled_from(ODD_NAMES) | st.text(
    st.characters(exclude_categories=["C", "Z"]) | st.sampled_from(": ,=-"), max_size=9
).filter(is_name)
PLAYERS = st.lists(NAMES, min_size=2, max_size=6, unique=True).map(tuple)

CARDS = st.lists(st.sampled_from(FACES) | st.sampled_from(STAND_INS), min_size=1, max_size=14).map(
    tuple
)
PLAYS = st.one_of(
    CARDS.map(Play),
    st.tuples(CARDS, st.integers(1, 9999)).map(lambda laid: Play(laid[0], to=laid[1])),
    st.tuples(CARDS, st.sampled_from(Kind)).map(lambda laid: Play(laid[0], kind=laid[1])),
)
NUMBERS = (
    st.lists(st.integers(0, LARGEST_NUMBER // 14), min_size=1, max_size=14)
    .map(tuple)
    .map(lambda told: Hand(None, told))
)
# Two ranks or more: of one alone only some can be told from a number of points.
HANDS = st.one_of(
    st.just(Hand(())),
    st.just(Hand((Card(Rank.TEN, None),))),
    NUMBERS,
    CARDS.map(Hand),
    st.lists(st.sampled_from((*FACES, *RANKS_ALONE)), min_size=2, max_size=14).map(
        lambda held: Hand(tuple(held))
    ),
)


def turns(players: tuple[str, ...]) -> st.SearchStrategy[Turn]:
    return st.builds(
        Turn, st.sampled_from(players), st.lists(PLAYS, min_size=1, max_size=4).map(tuple)
    )


# Every value that a knob has in some variant, where it may change between two deals.
CHANGES = st.lists(
    st.sampled_from(
        [
            (name, value_text(name, getattr(variant.rules, name)))
            for variant in VARIANTS.values()
            for name in KNOBS
            if name not in WHOLE_GAME
        ]
    ),
    max_size=4,
).map(lambda changes: laid_over((), tuple(changes)))
REMARKS = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=12).filter(
    is_name
)


@st.composite
def deals(draw: st.DrawFn, players: tuple[str, ...]) -> Deal:
    """Make a deal in which every fact may be told, whatever the rules would say of it."""
    sits = draw(st.lists(st.sampled_from(players), min_size=1, unique=True))
    seated = tuple(player for player in players if player in sits)
    one_of_them = st.sampled_from(seated)
    payer, payee = draw(st.permutations(players).map(lambda order: order[:2]))
    amount = draw(st.fractions(0, 1000, max_denominator=12))
    amount = int(amount) if amount.denominator == 1 else amount
    paid = {payer: -amount, payee: amount} if amount else {}
    return Deal(
        seated=seated,
        turns=tuple(draw(st.lists(turns(seated), max_size=3))),
        left=draw(st.dictionaries(one_of_them, HANDS)),
        laid=draw(st.dictionaries(one_of_them, NUMBERS | st.just(Hand(())))),
        out=draw(st.none() | one_of_them),
        blocked=draw(st.booleans()),
        rummy=draw(st.none() | st.booleans()),
        dealer=draw(st.none() | one_of_them),
        adjust=draw(st.dictionaries(st.sampled_from(players), st.integers(-1000, 1000))),
        note=draw(st.just("") | REMARKS),
        ruling=draw(st.just("") | REMARKS),
        paid=paid,
        edited=draw(st.just("") | REMARKS),
        rules=draw(CHANGES),
        date=draw(st.none() | st.dates().map(str)),
    )
