"""The score table of a game: who deals, what the totals come to, who has won."""

from fractions import Fraction
from time import process_time

import pytest
from dealwork import CHANGES
from hypothesis import given
from hypothesis import strategies as st

from rummy_score.cards.notation import Hand, parse_hand
from rummy_score.errors import BrokenRule
from rummy_score.points import Points
from rummy_score.rules.knobs import with_house_rules
from rummy_score.rules.variants import VARIANTS
from rummy_score.scoring.deals import Deal
from rummy_score.scoring.games import (
    Game,
    Standing,
    dealers,
    next_deal,
    reckon,
    reckoned_on,
    rules_of,
    rules_to_come,
    side_names,
    winners,
    with_deal,
)
from rummy_score.sheets.reading import read_sheet

FOUR = ("Boris", "Dmitry", "Nikolai", "Fyodor")
PRODUCT_SHEET = """
title = "Friday"
variant = "gambling"
players = ["Boris", "Dmitry", "Nikolai", "Fyodor"]
dealer = "Boris"
[rules]
ace = "low"
[[deals]]
plays = ["Dmitry: 7-9H", "Boris: 10H to 1", "Boris: QHSD, 3C 4C 5C"]
out = "Boris"
left = { Dmitry = "KC 4D 2S 6D", Nikolai = 28, Fyodor = "10+10+9+7" }
[[deals]]
blocked = true
left = { Boris = 14, Dmitry = 24, Nikolai = 28, Fyodor = 36 }
"""


def rum500(
    *deals: tuple[int, ...], head: str = "", players: tuple[str, ...] = ("Anna", "Boris", "Vera")
) -> Standing:
    """Play rum 500 by the points that each player laid; the first is out, the others have 5 left.

    A deal of ``(100, 25, 5)`` scores 100 for the first, 25 - 5 = 20 for the second and 5 - 5 = 0
    for the third.
    """
    sheet = f'variant = "rum500"\nplayers = {list(players)}\n{head}\n'.replace("'", '"')
    if "[rules]" not in head:
        sheet += '[rules]\npacks = "4"\n'  # so that one deal may score as much as a test needs
    for laid in deals:
        told = ", ".join(
            f"{player} = {points}" for player, points in zip(players, laid, strict=True)
        )
        left = ", ".join(f"{player} = 5" for player in players[1:])
        sheet += f'[[deals]]\nout = "{players[0]}"\nlaid = {{ {told} }}\nleft = {{ {left} }}\n'
    return read_sheet(sheet).standing


def gambling(deals: str, head: str = "") -> Standing:
    return read_sheet(
        f'variant = "gambling"\nplayers = {list(FOUR)}\n{head}\n{deals}'.replace("'", '"')
    ).standing


LEVEL = "[[deals]]\nblocked = true\nleft = { Boris = 9, Dmitry = 9, Nikolai = 9, Fyodor = 9 }\n"


# Totals


def test_the_sheet_of_the_product_comes_to_its_totals() -> None:
    standing = read_sheet(PRODUCT_SHEET).standing
    assert [line.score.points for line in standing.lines] == [
        {"Boris": 86, "Dmitry": -22, "Nikolai": -28, "Fyodor": -36},
        {"Boris": 46, "Dmitry": -10, "Nikolai": -14, "Fyodor": -22},
    ]
    assert standing.lines[0].totals == {"Boris": 86, "Dmitry": -22, "Nikolai": -28, "Fyodor": -36}
    assert standing.totals == {"Boris": 132, "Dmitry": -32, "Nikolai": -42, "Fyodor": -58}
    assert (standing.winners, standing.refusals, standing.warnings) == (("Boris",), (), ())


def test_fractions_stay_exact_over_the_deals() -> None:
    deal = (
        "[[deals]]\nblocked = true\nleft = { Boris = 17, Dmitry = 17, Nikolai = 17, Fyodor = 36 }\n"
    )
    standing = gambling(deal * 3)
    assert standing.lines[0].totals["Boris"] == Fraction(19, 3)
    # three times 19/3
    assert standing.totals == {"Boris": 19, "Dmitry": 19, "Nikolai": 19, "Fyodor": -57}


def test_an_adjustment_goes_into_the_total_of_its_deal_and_not_into_the_score() -> None:
    standing = gambling(LEVEL + "adjust = { Boris = -10, Fyodor = 3 }\n" + LEVEL)
    assert standing.lines[0].score.points["Boris"] == 0
    # -10 + 3 = -7, which the two who are not named bear: 7/2 each
    half = Fraction(7, 2)
    assert standing.lines[0].totals == {"Boris": -10, "Dmitry": half, "Nikolai": half, "Fyodor": 3}
    assert standing.totals == {"Boris": -10, "Dmitry": half, "Nikolai": half, "Fyodor": 3}


def test_who_sat_out_keeps_the_total_and_may_be_adjusted() -> None:
    deal = '[[deals]]\nplayers = ["Boris", "Dmitry", "Fyodor"]\nout = "Boris"\nleft = { Dmitry = 5, Fyodor = 6 }\n'
    standing = gambling(deal + "adjust = { Nikolai = 4 }\n")
    assert "Nikolai" not in standing.lines[0].score.points
    # 11 - 4/3, -5 - 4/3 and -6 - 4/3: the three who sat bear the 4
    assert standing.totals == {
        "Boris": Fraction(29, 3), "Dmitry": Fraction(-19, 3), "Nikolai": 4,
        "Fyodor": Fraction(-22, 3),
    }  # fmt: skip


def test_those_who_sat_keep_the_seat_order_however_they_are_listed() -> None:
    deal = '[[deals]]\nplayers = ["Fyodor", "Dmitry", "Boris"]\nout = "Boris"\nleft = { Dmitry = 5, Fyodor = 6 }\n'
    assert gambling(deal).lines[0].checked.deal.seated == ("Boris", "Dmitry", "Fyodor")


PAIRS = 'pairs = [["Anna", "Vera"], ["Boris", "Pavel"]]'
PARTNERS = ("Anna", "Boris", "Vera", "Pavel")


def test_partners_scores_are_added() -> None:
    # rules.md 4. Anna 100 and Vera 35 - 5 = 30; Boris 20 - 5 = 15 and Pavel 0 - 5 = -5.
    standing = rum500((100, 20, 35, 0), head=PAIRS, players=PARTNERS)
    assert standing.totals == {"Anna+Vera": 130, "Boris+Pavel": 10}
    assert standing.lines[0].score.points == {"Anna": 100, "Boris": 15, "Vera": 30, "Pavel": -5}


def test_the_pair_is_the_side_that_reaches_the_target() -> None:
    # 250 + 255 - 5 = 500, though neither has 500 alone.
    assert rum500((250, 400, 255, 5), head=PAIRS, players=PARTNERS).winners == ("Anna+Vera",)


def test_everybody_is_a_side_where_there_are_no_pairs() -> None:
    game = rum500((1, 2, 3)).game
    assert side_names(game) == {"Anna": "Anna", "Boris": "Boris", "Vera": "Vera"}


# Who deals

WITHOUT_DMITRY = (
    '[[deals]]\nplayers = ["Boris", "Nikolai", "Fyodor"]\nout = "Boris"\nleft = ["N: 1", "F: 1"]\n'
)


@pytest.mark.parametrize(
    ("head", "deals", "expected"),
    [
        pytest.param("", LEVEL * 5, ["Boris", "Dmitry", "Nikolai", "Fyodor", "Boris"], id="passes-left-and-round"),
        pytest.param('dealer = "Nikolai"', LEVEL * 3, ["Nikolai", "Fyodor", "Boris"], id="first-dealer-drawn"),
        pytest.param(
            "", LEVEL + LEVEL + 'dealer = "Boris"\n' + LEVEL, ["Boris", "Boris", "Dmitry"], id="said-in-a-deal"
        ),
        pytest.param(
            "",
            LEVEL + WITHOUT_DMITRY + LEVEL,
            ["Boris", "Nikolai", "Fyodor"], id="passes-over-who-sits-out",
        ),
        pytest.param(
            'dealer = "Dmitry"',
            WITHOUT_DMITRY + LEVEL,
            ["Nikolai", "Fyodor"], id="first-dealer-sits-out",
        ),
        pytest.param(
            'dealer = "Fyodor"',
            '[[deals]]\nplayers = ["Dmitry", "Nikolai"]\nout = "Dmitry"\nleft = ["N: 1"]\n' + LEVEL,
            ["Dmitry", "Nikolai"], id="passes-over-several-and-round",
        ),
    ],
)  # fmt: skip
def test_the_deal_passes_to_the_next_seat(head: str, deals: str, expected: list[str]) -> None:
    assert [line.dealer for line in gambling(deals, head).lines] == expected


def test_a_deal_in_which_nobody_sat_is_refused_and_passes_nothing_over() -> None:
    game = Game("", "gambling", VARIANTS["gambling"].rules, FOUR, deals=(Deal(()), Deal(())))
    assert list(dealers(game)) == ["Boris", "Dmitry"]
    found = [
        finding.message
        for _, finding in reckon(game._replace(deals=(Deal((), ruling="so be it"),))).refusals
    ]
    assert "Nobody sat in this deal. List who did." in found


# Who has won


@pytest.mark.parametrize(
    ("totals", "house", "won"),
    [
        # rules.md 4: first to reach 500; several on one deal: the highest; equal highest: another
        # deal.
        pytest.param([510, 520, 90], "target=500", ["P1"], id="the-highest-over-the-target"),
        pytest.param([510, 510, 90], "target=500", [], id="level-over-the-target"),
        pytest.param(
            [510, 510, 90], "target=500; target_tie=share", ["P0", "P1"], id="level-and-shared"
        ),
        pytest.param([510, 510, 520], "target=500", ["P2"], id="two-level-below-the-highest"),
        pytest.param([500, 90, 0], "target=500", ["P0"], id="reached-exactly"),
        pytest.param([499, 90, 0], "target=500", [], id="one-short"),
        pytest.param(
            [499, 499, 0], "target=500; target_tie=share", [], id="level-below-the-target"
        ),
        pytest.param([Fraction(1501, 3), 90, 0], "target=500", ["P0"], id="a-third-over"),
        pytest.param([Fraction(1499, 3), 90, 0], "target=500", [], id="a-third-short"),
        pytest.param([132, -32, -100], "target=none", ["P0"], id="no-target-the-highest"),
        pytest.param([5, 5, -10], "target=none", ["P0", "P1"], id="no-target-two-level"),
        pytest.param([0, 0, 0], "target=none", [], id="no-target-all-level"),
        pytest.param([-5, -6, -7], "target=none", ["P0"], id="no-target-all-below-zero"),
    ],
)
def test_who_has_won(totals: list[Points], house: str, won: list[str]) -> None:
    rules = [rule.split("=") for rule in house.split("; ")]
    game = with_house_rules(VARIANTS["rum500"].rules, [(knob, value) for knob, value in rules])
    assert list(winners({f"P{seat}": total for seat, total in enumerate(totals)}, game)) == won


def test_the_winner_of_each_deal_shows_from_the_deal_on_that_reached_the_target() -> None:
    standing = rum500((300, 205, 5), (200, 105, 5))
    assert [line.winners for line in standing.lines] == [(), ("Anna",)]
    assert standing.winners == ("Anna",)


def test_what_is_played_after_the_end_is_kept_and_remarked_and_does_not_count() -> None:
    standing = rum500((500, 205, 5), (0, 405, 5))
    # rules.md 4: the totals as they were when the game was won; 200 + 400 = 600 comes too late
    assert standing.totals == {"Anna": 500, "Boris": 200, "Vera": 0}
    assert standing.lines[1].totals == standing.totals
    assert standing.lines[1].score.points["Boris"] == 400
    assert [line.counts for line in standing.lines] == [True, False]
    assert standing.winners == ("Anna",)
    [(number, finding)] = standing.warnings
    assert (number, finding.rule) == (2, "target")
    assert (
        finding.message
        == "Anna had won before this deal; it is kept and shown, and does not count."
    )


def test_who_has_won_stays_the_winner_whatever_he_scores_after_it() -> None:
    # to 20: Anna reaches 30, and falls to 30 - 10 = 20 and 30 - 15 = 15 in deals that come too late
    standing = rum500((30, 6, 5), (0, 6, 5), head="target = 20")
    assert standing.winners == ("Anna",)
    assert standing.totals == {"Anna": 30, "Boris": 1, "Vera": 0}
    sheet = (
        'variant = "rum500"\nplayers = ["Anna", "Boris"]\ntarget = 20\n[[deals]]\nout = "Anna"\n'
    )
    deals = "laid = { Anna = 30, Boris = 5 }\nleft = { Boris = 5 }\n[[deals]]\nout = 'Boris'\n"
    late = "laid = { Anna = 0, Boris = 100 }\nleft = { Anna = 15 }\nadjust = { Anna = -40 }\n"
    standing = read_sheet(sheet + deals + late).standing
    assert (standing.winners, standing.totals) == (("Anna",), {"Anna": 30, "Boris": 0})


def test_playing_on_is_remarked_once_and_not_of_every_deal() -> None:
    standing = rum500((500, 205, 5), (1, 2, 3), (1, 2, 3), (1, 2, 3))
    assert [number for number, _ in standing.warnings] == [2]


def test_another_deal_after_a_tie_at_the_target_is_no_slip() -> None:
    standing = rum500((510, 515, 5), (10, 25, 5))
    assert standing.lines[0].winners == ()
    assert standing.warnings == ()
    # 510 + 20 and 510 + 10
    assert standing.winners == ("Boris",)


def test_an_adjustment_may_end_the_game() -> None:
    sheet = 'variant = "rum500"\nplayers = ["Anna", "Boris"]\n[[deals]]\nout = "Anna"\n'
    sheet += "laid = { Anna = 450, Boris = 0 }\nleft = { Boris = 5 }\nadjust = { Anna = 50 }\n"
    assert read_sheet(sheet).standing.winners == ("Anna",)


def test_nobody_has_won_before_the_first_deal() -> None:
    assert gambling("").winners == ()
    assert gambling("").totals == dict.fromkeys(FOUR, 0)


# Who can play


def test_eight_play_rum_500_and_are_told_once_that_there_is_no_stock() -> None:
    players = ", ".join(f'"{letter}"' for letter in "ABCDEFGH")
    entries = ", ".join(f"{letter} = 10" for letter in "BCDEFGH")
    deal = f'[[deals]]\nout = "A"\nleft = {{ {entries} }}\nlaid = {{ A = 60, {entries} }}\n'
    standing = read_sheet(f'variant = "rum500"\nplayers = [{players}]\n' + 2 * deal).standing
    assert standing.totals == {"A": 120, **dict.fromkeys("BCDEFGH", 0)}
    assert [(number, finding.rule) for number, finding in standing.warnings] == [(1, "hand")]


ONE_SAT = '[[deals]]\nplayers = ["Boris"]\nout = "Boris"\n'


def test_a_deal_for_too_few_is_refused_unless_the_table_agreed_to_it() -> None:
    with pytest.raises(BrokenRule, match="deal 1, players: 1 cannot play"):
        gambling(ONE_SAT)
    standing = gambling(ONE_SAT + 'ruling = "the others had gone"\n')
    assert [(number, finding.rule) for number, finding in standing.warnings] == [(1, "players")]
    assert standing.lines[0].score.points == {"Boris": 0}


def test_in_pairs_everybody_plays_unless_the_table_agreed_otherwise() -> None:
    sheet = (
        f'variant = "rum500"\nplayers = ["Anna", "Boris", "Vera", "Pavel"]\n{PAIRS}\n[[deals]]\n'
    )
    sheet += 'players = ["Anna", "Boris", "Pavel"]\nout = "Anna"\n'
    sheet += "laid = { Anna = 50, Boris = 9, Pavel = 5 }\nleft = { Boris = 4, Pavel = 5 }\n"
    with pytest.raises(
        BrokenRule, match="deal 1, players: In pairs everybody plays; Vera did not sit"
    ):
        read_sheet(sheet)
    standing = read_sheet(sheet + 'ruling = "Vera had a call"\n').standing
    assert standing.totals == {"Anna+Vera": 50, "Boris+Pavel": 5}


def test_the_hand_and_the_packs_go_by_who_sat() -> None:
    # joker500: one pack for up to four, so that a king of hearts is there once.
    sheet = 'variant = "joker500"\nplayers = ["A", "B", "C", "D", "E"]\n[[deals]]\n{}out = "A"\n'
    sheet += "laid = {{ A = 9, B = 0, C = 0, D = 0{} }}\nleft = {{ B = 'KH', C = 'KH', D = 5{} }}\n"
    assert (
        read_sheet(sheet.format("", ", E = 0", ", E = 5")).standing.lines[0].score.points["B"]
        == -10
    )
    with pytest.raises(BrokenRule, match="K♥ is there 2 times"):
        read_sheet(sheet.format('players = ["A", "B", "C", "D"]\n', "", ""))


def test_a_refused_deal_scores_nothing_and_the_others_do() -> None:
    game = read_sheet(PRODUCT_SHEET).standing.game
    open_deal = game.deals[1]._replace(blocked=False)
    standing = reckon(game._replace(deals=(game.deals[0], open_deal, game.deals[1])))
    assert [number for number, _ in standing.refusals] == [2]
    assert [line.number for line in standing.lines] == [1, 3]
    assert standing.totals["Boris"] == 132


# Totals are what the deals come to


@given(
    st.lists(
        st.tuples(
            st.lists(st.integers(0, 200), min_size=3, max_size=3),
            st.integers(-50, 50),
            st.integers(0, 2),
        ),
        max_size=6,
    )
)
def test_totals_are_the_running_sum_of_scores_and_adjustments(
    deals: list[tuple[list[int], int, int]],
) -> None:
    players = ("Anna", "Boris", "Vera")
    sheet = 'variant = "rum500"\nplayers = ["Anna", "Boris", "Vera"]\n[rules]\ntarget = "none"\n'
    expected = dict.fromkeys(players, 0)
    running = []
    for laid, adjust, who in deals:
        told = ", ".join(
            f"{player} = {points}" for player, points in zip(players, laid, strict=True)
        )
        sheet += f'[[deals]]\nout = "Anna"\nlaid = {{ {told} }}\nleft = {{ Boris = 3, Vera = 4 }}\n'
        sheet += f"adjust = {{ {players[who]} = {adjust} }}\n"
        for player, points, held in zip(players, laid, (0, 3, 4), strict=True):
            expected[player] += points - held
        expected[players[who]] += adjust
        running.append(dict(expected))
    standing = read_sheet(sheet).standing
    assert [line.totals for line in standing.lines] == running
    assert standing.totals == expected


# Rules by deal

THREE = ("Anna", "Boris", "Vera")
BASIC = 'variant = "basic"\nplayers = ["Anna", "Boris", "Vera"]\n'
AN_ACE_AND_A_KING = '[[deals]]\nout = "Anna"\nleft = { Boris = "AS", Vera = "KS" }\n'


def test_a_deal_is_scored_by_the_rules_in_force_when_it_was_played() -> None:
    # basic: an ace counts 1 and a king 10; from deal 2 on an ace 11, from deal 3 on a king 5 too.
    sheet = BASIC + AN_ACE_AND_A_KING
    sheet += AN_ACE_AND_A_KING + "rules = { ace_points = 11 }\n"
    sheet += AN_ACE_AND_A_KING + "rules = { court_points = 5 }\n"
    sheet += AN_ACE_AND_A_KING
    standing = read_sheet(sheet).standing
    assert [line.score.points["Boris"] for line in standing.lines] == [-1, -11, -11, -11]
    assert [line.score.points["Vera"] for line in standing.lines] == [-10, -10, -5, -5]
    assert standing.totals == {"Anna": 11 + 21 + 16 + 16, "Boris": -34, "Vera": -30}
    assert [line.rules.ace_points for line in standing.lines] == [1, 11, 11, 11]


def test_what_was_legal_when_it_was_played_stays_so() -> None:
    run = '[[deals]]\nplays = ["Anna: QS KS AS"]\nout = "Anna"\nleft = ["B: 1", "V: 2"]\n'
    with pytest.raises(BrokenRule, match="deal 1, plays, line 1"):
        read_sheet(BASIC + run)
    sheet = BASIC + run + 'rules = { ace = "both" }\n' + run
    assert read_sheet(sheet).standing.totals == {"Anna": 6, "Boris": -2, "Vera": -4}
    with pytest.raises(BrokenRule, match=r"^deal 3, plays, line 1: [^\n]*$"):
        read_sheet(sheet + run + 'rules = { ace = "low" }\n')


def test_rules_that_contradict_what_is_in_force_are_reported_at_their_deal() -> None:
    sheet = BASIC + AN_ACE_AND_A_KING + AN_ACE_AND_A_KING + "rules = { set_min = 5 }\n"
    with pytest.raises(BrokenRule, match=r"^deal 2, rules: set_min=5 is above set_max=4"):
        read_sheet(sheet + 'ruling = "so it was"\n')
    assert (
        read_sheet(
            sheet.replace(
                "{ set_min = 5 }", "{ set_min = 5, set_max = 8, set_same_suit = true, packs = 2 }"
            )
        ).standing.totals["Anna"]
        == 22
    )


def test_the_rules_of_a_deal_decide_how_many_can_play() -> None:
    sheet = BASIC + AN_ACE_AND_A_KING + 'rules = { hand = "4-6:5" }\n'
    with pytest.raises(BrokenRule, match="deal 1, players: hand says nothing for 3 players"):
        read_sheet(sheet)


def test_the_rules_of_a_deal_are_found_by_its_number() -> None:
    sheet = BASIC + 'coming = { ace = "high" }\n' + AN_ACE_AND_A_KING
    sheet += AN_ACE_AND_A_KING + 'rules = { ace = "both", set_max = 3 }\n' + AN_ACE_AND_A_KING
    standing = read_sheet(sheet).standing
    aces = [str(rules_of(standing.game, number).ace) for number in range(1, 6)]
    assert aces == ["low", "both", "both", "high", "high"]
    assert rules_to_come(standing) == rules_of(standing.game, 4)
    assert rules_to_come(standing).set_max == 3


def test_the_next_deal_takes_the_coming_rules_upon_itself() -> None:
    game = read_sheet(BASIC + 'coming = { ace = "high" }\n').standing.game
    left = {"Boris": parse_hand("5"), "Vera": parse_hand("6")}
    played = with_deal(game, Deal(THREE, left=left, out="Anna"))
    assert (played.coming, played.deals[0].rules) == ((), (("ace", "high"),))
    said = with_deal(game, Deal(THREE, left=left, out="Anna", rules=(("ace", "both"),)))
    assert said.deals[0].rules == (("ace", "both"),)


# One more deal


def one_more(draw: st.DrawFn) -> Deal:
    """Make a deal of three by points, which may want a hand, change rules or be blocked."""
    seated = draw(st.sampled_from([THREE, THREE, THREE[:2], ()]))
    out = draw(st.none() | st.sampled_from(seated)) if seated else None
    counts = st.integers(1, 400).map(lambda points: Hand(None, (points,)))
    left = {player: draw(counts) for player in seated if player != out and draw(st.integers(0, 9))}
    return Deal(
        seated=seated,
        left=left,
        laid={player: draw(counts) for player in seated} if draw(st.booleans()) else {},
        out=out,
        blocked=out is None,
        dealer=draw(st.none() | st.sampled_from(seated or (None,))),
        adjust=draw(st.dictionaries(st.sampled_from(THREE), st.integers(-50, 50), max_size=1)),
        rules=draw(st.just(()) | CHANGES),
        paid={"Gleb": 0} if draw(st.integers(0, 9)) == 0 else {},
    )


@st.composite
def games(draw: st.DrawFn) -> Game:
    variant = VARIANTS[draw(st.sampled_from(list(VARIANTS)))]
    deals = [one_more(draw) for _ in range(draw(st.integers(1, 5)))]
    coming = draw(st.just(()) | CHANGES)
    dealer = draw(st.none() | st.sampled_from(THREE))
    return Game("", variant.name, variant.rules, THREE, (), dealer, tuple(deals), coming=coming)


@given(games())
def test_one_more_deal_comes_to_what_the_longer_game_does(game: Game) -> None:
    shorter = reckon(game._replace(deals=game.deals[:-1]))
    whole = reckon(with_deal(shorter.game, game.deals[-1]))
    longer = reckoned_on(shorter, game.deals[-1])
    assert longer == whole
    assert longer.lines[: len(shorter.lines)] == shorter.lines


@given(games())
def test_a_game_is_reckoned_on_from_its_first_deal_as_it_is_reckoned_at_once(game: Game) -> None:
    standing = reckon(game._replace(deals=(), coming=()))
    for deal in game.deals:
        standing = reckoned_on(standing, deal)
    assert standing == reckon(game._replace(coming=()))
    assert [line.dealer for line in standing.lines] == [
        dealer
        for number, dealer in enumerate(dealers(game), 1)
        if number in {line.number for line in standing.lines}
    ]


def test_the_table_shares_the_lines_that_were_there() -> None:
    standing = read_sheet(PRODUCT_SHEET).standing
    longer = reckoned_on(standing, standing.game.deals[1])
    assert [a is b for a, b in zip(longer.lines, standing.lines, strict=False)] == [True, True]
    # 132 + 46, -32 - 10, -42 - 14, -58 - 22
    assert longer.totals == {"Boris": 178, "Dmitry": -42, "Nikolai": -56, "Fyodor": -80}


def test_playing_on_after_the_end_is_remarked_once_however_it_is_reckoned() -> None:
    played = rum500((500, 205, 5), (1, 2, 3), (1, 2, 3)).game
    standing = reckon(played._replace(deals=()))
    for deal in played.deals:
        standing = reckoned_on(standing, deal)
    assert [number for number, _ in standing.warnings] == [2]


def test_playing_on_is_remarked_once_also_where_the_first_late_deal_is_refused() -> None:
    played = rum500((500, 205, 5), (1, 2, 3), (1, 2, 3)).game
    refused = played.deals[1]._replace(paid={"Gleb": 0})
    played = played._replace(deals=(played.deals[0], refused, played.deals[2]))
    standing = reckon(played._replace(deals=()))
    for deal in played.deals:
        standing = reckoned_on(standing, deal)
    assert [number for number, _ in standing.refusals] == [2]
    assert [number for number, _ in standing.warnings] == [2]
    assert standing == reckon(played)


def test_who_deals_after_the_deal_that_is_being_played() -> None:
    # gambling: seven cards each; Boris and Dmitry have dealt, Nikolai deals the deal that is on.
    standing = read_sheet(PRODUCT_SHEET).standing
    assert next_deal(standing, FOUR) == ("Nikolai", "Fyodor", 7)
    assert next_deal(standing, FOUR, playing=FOUR) == ("Fyodor", "Boris", 7)
    assert next_deal(standing, FOUR[:3], playing=FOUR) == ("Boris", "Dmitry", 7)


def test_the_next_deal_is_dealt_by_the_coming_rules() -> None:
    standing = read_sheet(BASIC + 'coming = { hand = "2:10 3:9" }\n' + AN_ACE_AND_A_KING).standing
    assert next_deal(standing, THREE).cards == 9


def test_a_long_game_is_reckoned_in_time_that_grows_with_its_deals() -> None:
    def seconds(deals: int) -> float:
        game = rum500((500, 205, 5)).game
        game = game._replace(deals=game.deals * deals)
        start = process_time()
        game = game._replace(rules=game.rules._replace(target=None))
        assert reckon(game).totals["Anna"] == 500 * deals
        return process_time() - start

    seconds(100)
    # Eight times the deals take about eight times as long; by the square it would be 64 times.
    assert seconds(8000) < 20 * seconds(1000)
