"""A deal as it was written down, and everything that is said against it."""

import pytest

from rummy_score.cards.notation import parse_hand, parse_turn
from rummy_score.rules.knobs import with_house_rules
from rummy_score.rules.rules import Rules
from rummy_score.rules.variants import VARIANTS
from rummy_score.scoring.deals import (
    Checked,
    Deal,
    Finding,
    Missing,
    cards_laid,
    check_deal,
    lacking,
    lay_out,
    who_laid_all,
)

FOUR = ("Boris", "Dmitry", "Nikolai", "Fyodor")
TWO = ("Anna", "Boris")


def rules_of(variant: str, players: int, house: str = "") -> Rules:
    told = [rule.split("=") for rule in house.split("; ") if rule]
    return with_house_rules(
        VARIANTS[variant].rules.seated(players), [(knob, value) for knob, value in told]
    )


def deal(
    plays: str = "", left: str = "", laid: str = "", seated: tuple[str, ...] = FOUR, **facts: object
) -> Deal:
    """Write a deal down: a line each for the turns, the hands left, and the points laid."""
    hands = [
        {
            player: parse_hand(hand)
            for player, _, hand in (line.partition(":") for line in lines.split("\n") if line)
        }
        for lines in (left, laid)
    ]
    turns = tuple(parse_turn(line, seated) for line in plays.splitlines())
    return Deal(seated, turns, hands[0], hands[1], **facts)  # type: ignore[arg-type]


def checked(written: Deal, variant: str = "gambling", house: str = "") -> Checked:
    return check_deal(written, rules_of(variant, len(written.seated), house))


def refused(written: Deal, variant: str = "gambling", house: str = "") -> list[tuple[str, str]]:
    """Return the key and the rule of each refusal."""
    return [(key, rule) for key, rule, _ in checked(written, variant, house).refusals]


def only(findings: tuple[Finding, ...]) -> str:
    [finding] = findings
    return finding.message


# The sheet of product.md: the first deal is by cards, the second by points.
PLAYS = "Dmitry: 7-9H\nBoris: 10H to 1\nBoris: QHSD, 3C 4C 5C"
LEFT = "Dmitry: KC 4D 2S 6D\nNikolai: 28\nFyodor: 10+10+9+7"
BLOCKED = "Boris: 14\nDmitry: 24\nNikolai: 28\nFyodor: 36"


def test_a_deal_that_keeps_the_rules_has_nothing_against_it() -> None:
    result = checked(deal(PLAYS, LEFT, out="Boris"))
    assert (result.out, result.rummy, result.refusals, result.warnings) == ("Boris", False, (), ())


def test_the_cards_that_each_player_laid_are_counted() -> None:
    assert cards_laid(deal(PLAYS)) == {"Boris": 7, "Dmitry": 3, "Nikolai": 0, "Fyodor": 0}


# Who is out


@pytest.mark.parametrize("empty", ["0", "none", "нет", "0+0"])
def test_the_only_player_with_no_cards_left_is_out(empty: str) -> None:
    assert checked(deal(left=f"Boris: {empty}\nDmitry: 5\nNikolai: 6\nFyodor: 7")).out == "Boris"


@pytest.mark.parametrize(
    ("left", "facts", "key", "words"),
    [
        pytest.param("Boris: 5", {}, "out", "Nobody is out", id="nobody"),
        pytest.param(
            "Boris: none\nDmitry: none",
            {},
            "left",
            "Boris and Dmitry have no cards left",
            id="two-empty",
        ),
        pytest.param("Boris: 0\nDmitry: 0", {}, "out", "Nobody is out.", id="two-at-zero"),
        pytest.param(
            "Dmitry: none",
            {"out": "Boris"},
            "left",
            "Boris and Dmitry have no cards left",
            id="another-empty",
        ),
        pytest.param(
            "Boris: 5",
            {"out": "Boris"},
            "left",
            "Boris is out, so nothing is left",
            id="out-with-cards",
        ),
        pytest.param(
            "Boris: 5",
            {"out": "Boris", "blocked": True},
            "blocked",
            "but Boris is out",
            id="out-and-blocked",
        ),
        pytest.param(
            "Boris: none",
            {"blocked": True},
            "blocked",
            "Boris has no cards left",
            id="blocked-and-empty",
        ),
    ],
)
def test_exactly_one_player_is_out_unless_the_deal_was_blocked(
    left: str, facts: dict[str, object], key: str, words: str
) -> None:
    others = "\nNikolai: 6\nFyodor: 7" + ("" if "Dmitry" in left else "\nDmitry: 5")
    others += "" if "Boris" in left or facts.get("out") == "Boris" else "\nBoris: 8"
    [finding] = checked(deal(left=left + others, **facts)).refusals
    assert (finding.key, finding.rule) == (key, "")
    assert words in finding.message


def test_who_is_out_may_also_be_entered_with_nothing_left() -> None:
    assert refused(deal(PLAYS, LEFT + "\nBoris: 0", out="Boris")) == []


def test_a_hand_that_is_not_entered_is_not_zero() -> None:
    [finding] = checked(deal(left="Dmitry: 5\nNikolai: 6", out="Boris")).refusals
    assert finding == (
        "left",
        "",
        'No hand is entered for Fyodor. Add what is left, like "KC 4D" or 14.',
    )


def test_a_blocked_deal_needs_everybodys_hand() -> None:
    assert refused(deal(left="Dmitry: 5\nNikolai: 6", blocked=True)) == [("left", ""), ("left", "")]
    assert refused(deal(left=BLOCKED, blocked=True)) == []


# Points laid


@pytest.mark.parametrize(
    ("written", "variant", "house", "keys"),
    [
        pytest.param(deal(left="Boris: 9", seated=TWO, out="Anna"), "rum500", "", ["laid", "laid"], id="by-points"),
        pytest.param(
            deal(left="Boris: 9", laid="Anna: 85", seated=TWO, out="Anna"), "rum500", "", ["laid"], id="one-missing"
        ),
        pytest.param(
            deal(left="Boris: 9", laid="Anna: 85\nBoris: 0", seated=TWO, out="Anna"), "rum500", "", [], id="all-there"
        ),
        pytest.param(deal(left="Boris: 9", seated=TWO, out="Anna"), "basic", "", [], id="hands-score"),
        pytest.param(
            deal(left="Anna: 8\nBoris: 9", seated=TWO, blocked=True), "rum500", "blocked=difference", [],
            id="differences-need-none",
        ),
        pytest.param(
            deal(left="Anna: 8\nBoris: 9", seated=TWO, blocked=True), "rum500", "", ["laid", "laid"],
            id="blocked-scored-as-any-deal",
        ),
        pytest.param(
            deal("Anna: 2-8C", left="Boris: 9", seated=TWO, out="Anna"), "rum500", "", [], id="by-cards-laid-nothing"
        ),
        pytest.param(
            deal("Anna: 2-8C", left="Boris: 9", laid="Anna: 35\nBoris: 0", seated=TWO, out="Anna"), "rum500", "",
            ["laid"], id="both-plays-and-laid",
        ),
    ],
)  # fmt: skip
def test_points_laid_are_asked_for_where_they_score(
    written: Deal, variant: str, house: str, keys: list[str]
) -> None:
    assert [key for key, _ in refused(written, variant, house)] == keys


def test_points_laid_are_asked_for_of_who_has_neither_plays_nor_points() -> None:
    three = ("Anna", "Boris", "Vera")
    written = deal(
        "Anna: 2-8C", left="Boris: KH\nVera: 9", laid="Boris: 50", seated=three, out="Anna"
    )
    [finding] = checked(written, "rum500").refusals
    assert finding.message.startswith("No points laid are entered for Vera.")
    # The cards that Boris has left are not held against the seven dealt: nobody knows how many he
    # laid.
    whole = deal(
        "Anna: 2-8C", left="Boris: KH\nVera: 9", laid="Boris: 50\nVera: 0", seated=three, out="Anna"
    )
    assert (checked(whole, "rum500").refusals, checked(whole, "rum500").warnings) == ((), ())


def test_plays_and_points_laid_of_one_player_are_one_too_many() -> None:
    written = deal("Anna: 2-8C", left="Boris: 9", laid="Anna: 35\nBoris: 0", seated=TWO, out="Anna")
    assert (
        only(checked(written, "rum500").refusals)
        == "Anna has both plays and laid: keep one of them."
    )


@pytest.mark.parametrize(
    ("written", "variant", "house", "rule"),
    [
        pytest.param(deal(left=LEFT, laid="Boris: 50", out="Boris"), "gambling", "", "scoring", id="hands-score"),
        pytest.param(
            deal(left="Anna: 8\nBoris: 9", laid="Anna: 5", seated=TWO, blocked=True), "rum500", "blocked=difference",
            "blocked", id="differences",
        ),
    ],
)  # fmt: skip
def test_points_laid_that_count_nothing_are_remarked(
    written: Deal, variant: str, house: str, rule: str
) -> None:
    result = checked(written, variant, house)
    assert result.refusals == ()
    assert [(key, knob) for key, knob, _ in result.warnings] == [("laid", rule)]


# Going out


def test_going_out_in_the_first_turn_with_a_play_is_refused_in_gambling() -> None:
    # rules.md 2: a player needs at least two declarations to go out.
    [finding] = checked(deal("Boris: QHSD, 3C 4C 5C 6C", LEFT, out="Boris")).refusals
    assert (finding.key, finding.rule) == ("out", "out_turns")
    assert (
        finding.message == "Boris goes out in turn 1 with a play; going out takes 2 (out_turns=2)."
    )


def test_going_out_on_the_second_turn_is_allowed_also_after_a_single_card_laid_off() -> None:
    # rules.md 2, and the sheet of product.md: Boris lays off 10♥, then goes out.
    assert refused(deal(PLAYS, LEFT, out="Boris")) == []


def test_going_out_at_once_is_allowed_in_basic() -> None:
    assert refused(deal("Boris: QHSD, 3C 4C 5C 6C", LEFT, out="Boris"), "basic") == []


def test_turns_of_a_deal_by_points_are_not_counted() -> None:
    assert refused(deal(left=LEFT, out="Boris")) == []


@pytest.mark.parametrize(
    ("plays", "facts", "rummy"),
    [
        # rules.md 1: doubled where the winner laid the whole hand in one turn, having laid nothing
        # before.
        pytest.param("Boris: QHSD, 3-6C", {}, True, id="whole-hand-in-one-turn"),
        pytest.param("Boris: QHSD, 3-7C", {}, True, id="with-the-card-drawn"),
        pytest.param("Boris: QHSD\nBoris: 3-6C", {}, False, id="two-turns"),
        pytest.param(
            "Dmitry: 7-9H\nBoris: 10H\nBoris: QHSD, 3-5C", {}, False, id="a-lay-off-before"
        ),
        pytest.param(
            "Dmitry: 7-9H\nBoris: 10H, QHSD, 3-5C", {}, True, id="a-lay-off-in-the-same-turn"
        ),
        pytest.param("", {}, False, id="by-points-nothing-shows-it"),
        pytest.param("", {"rummy": True}, True, id="by-points-said"),
        pytest.param(
            "Boris: QHSD\nBoris: 3-6C", {"rummy": True}, True, id="said-against-the-turns"
        ),
        pytest.param("Boris: QHSD, 3-6C", {"rummy": False}, False, id="denied-against-the-turns"),
    ],
)
def test_going_rummy_shows_in_the_turns_unless_the_sheet_says_otherwise(
    plays: str, facts: dict[str, object], rummy: bool
) -> None:
    result = checked(deal(plays, "Dmitry: 5\nNikolai: 6\nFyodor: 7", out="Boris", **facts), "basic")
    assert (result.rummy, result.refusals) == (rummy, ())


def test_a_winner_who_laid_less_than_a_hand_did_not_go_rummy_but_made_a_slip() -> None:
    result = checked(deal("Boris: QHSD", "Dmitry: 5\nNikolai: 6\nFyodor: 7", out="Boris"), "basic")
    assert not result.rummy
    assert "Boris laid 3 and has 0 left" in only(result.warnings)


def test_a_hand_of_which_the_rules_say_nothing_is_held_against_nobody() -> None:
    written = deal("Anna: QHSD", "Boris: 5 5", seated=("Anna", "Boris", "Vera"), out="Anna")
    result = checked(
        written._replace(left={**written.left, "Vera": parse_hand("6")}), "basic", "hand=2:10"
    )
    assert (result.rummy, result.refusals, result.warnings) == (True, (), ())


def test_nobody_goes_rummy_in_a_blocked_deal() -> None:
    assert only(checked(deal(left=BLOCKED, blocked=True, rummy=True), "basic").refusals).startswith(
        "Nobody is out"
    )


def test_rummy_is_refused_where_going_out_takes_two_turns() -> None:
    assert refused(deal(left=LEFT, out="Boris", rummy=True)) == [("rummy", "out_turns")]


# Sums that must hold


@pytest.mark.parametrize(
    ("plays", "left", "key", "told"),
    [
        pytest.param(
            "Boris: QHSD\nDmitry: 10-QH\nBoris: 3-6C", LEFT, "plays",
            "Q♥ is there 2 times and the pack holds 1: Boris plays it in line 1 and Dmitry plays it in line 2.",
            id="played-twice",
        ),
        pytest.param(
            PLAYS, "Dmitry: KC 4D 2S 10H\nNikolai: 28\nFyodor: 36", "plays",
            "10♥ is there 2 times and the pack holds 1: Boris plays it in line 2 and Dmitry has it left.",
            id="played-and-left",
        ),
        pytest.param(
            PLAYS, "Dmitry: KC 4D 2S 6D\nNikolai: KC\nFyodor: 36", "left",
            "K♣ is there 2 times and the pack holds 1: Dmitry has it left and Nikolai has it left.", id="left-twice",
        ),
        pytest.param(
            PLAYS, "Dmitry: JK 4D 2S 6D\nNikolai: 28\nFyodor: 36", "left",
            "JK is there once and the pack holds none: Dmitry has it left.", id="joker-of-no-pack",
        ),
        pytest.param(
            PLAYS, "Dmitry: K 4D 2S 6D\nNikolai: K K\nFyodor: K K", "left",
            "K is there 5 times and the packs hold 4: Dmitry has it left, Nikolai has it left (2 times) "
            "and Fyodor has it left (2 times).", id="five-of-a-rank-alone",
        ),
    ],
)  # fmt: skip
def test_no_card_is_there_more_often_than_the_packs_hold_it(
    plays: str, left: str, key: str, told: str
) -> None:
    findings = [
        f for f in checked(deal(plays, left, out="Boris")).refusals if "is there" in f.message
    ]
    assert [finding.key for finding in findings] == [key]
    assert findings[0].message == f"{told} Correct one."


def test_a_rank_alone_counts_with_the_cards_of_its_rank() -> None:
    # Three queens and the queen of clubs are all that one pack has.
    four = "Dmitry: Q 4D 2S 6D\nNikolai: 28\nFyodor: 36"
    assert refused(deal(PLAYS, four, out="Boris")) == []
    five = "Dmitry: Q 4D 2S 6D\nNikolai: Q\nFyodor: 36"
    [finding] = checked(deal(PLAYS, five, out="Boris")).refusals
    assert finding.message.startswith(
        "Q is there 5 times and the packs hold 4: Boris plays it in line 3 (3 times)"
    )


@pytest.mark.parametrize(
    ("left", "variant", "house", "refusals"),
    [
        # sequence: two packs and two jokers
        pytest.param("KH KH JK JK", "sequence", "", 0, id="two-of-each-in-two-packs"),
        pytest.param("KH KH KH", "sequence", "", 1, id="three-in-two-packs"),
        pytest.param("JK JK JK", "sequence", "", 1, id="three-jokers-of-two"),
        pytest.param("JK JK", "joker500", "", 0, id="two-jokers-for-two-players"),
        pytest.param(
            "7S=KH 7S", "sequence", "jokers=0; wild=7S", 0, id="a-wild-card-is-there-as-it-lies"
        ),
        pytest.param(
            "7S=KH KH KH",
            "sequence",
            "jokers=0; wild=7S",
            0,
            id="a-wild-card-is-not-what-it-stands-for",
        ),
        pytest.param(
            "7S=KH 7S 7S", "sequence", "jokers=0; wild=7S", 1, id="three-wild-cards-of-two"
        ),
    ],
)
def test_the_packs_of_the_variant_are_counted(
    left: str, variant: str, house: str, refusals: int
) -> None:
    written = deal(left=f"Boris: {left}", laid="Anna: 50\nBoris: 0", seated=TWO, out="Anna")
    assert len(refused(written, variant, house)) == refusals


def test_two_packs_are_spoken_of_as_packs() -> None:
    written = deal(left="Boris: KH KH KH", laid="Anna: 50\nBoris: 0", seated=TWO, out="Anna")
    told = only(checked(written, "sequence").refusals)
    assert (
        told
        == "K♥ is there 3 times and the packs hold 2: Boris has it left (3 times). Correct one."
    )


@pytest.mark.parametrize(
    ("plays", "left", "variant", "told"),
    [
        pytest.param(
            PLAYS, "Dmitry: KC 4D 2S\nNikolai: 28\nFyodor: 36", "gambling",
            "Dmitry laid 3 and has 3 left, 6 in all; it should be 7 (hand=7).", id="loser-one-short",
        ),
        pytest.param(
            PLAYS, "Dmitry: KC 4D 2S 6D AS\nNikolai: 28\nFyodor: 36", "gambling",
            "Dmitry laid 3 and has 5 left, 8 in all; it should be 7 (hand=7).", id="loser-one-more",
        ),
        pytest.param(
            "Dmitry: 7-9H\nBoris: 10H\nBoris: QHSD, 3-6C", LEFT, "gambling", None, id="winner-laid-the-card-drawn-too",
        ),
        pytest.param(
            "Dmitry: 7-9H\nBoris: 10H\nBoris: QHSD, 3-7C", LEFT, "gambling",
            "Boris laid 9 and has 0 left, 9 in all; it should be 7 or 8 (hand=7).", id="winner-two-more",
        ),
        pytest.param(
            "Dmitry: 7-9H\nBoris: 10H\nBoris: QHSD", LEFT, "gambling",
            "Boris laid 4 and has 0 left, 4 in all; it should be 7 or 8 (hand=7).", id="winner-short",
        ),
        pytest.param(PLAYS, "Dmitry: 22\nNikolai: 28\nFyodor: 36", "gambling", None, id="numbers-say-no-cards"),
        pytest.param(
            PLAYS, "Dmitry: KC 4D 2S 6D\nNikolai: K 9 4\nFyodor: 36", "gambling",
            "Nikolai laid 0 and has 3 left, 3 in all; it should be 7 (hand=7).", id="ranks-alone-are-cards",
        ),
        pytest.param(
            "Dmitry: 7-9H\nBoris: 10H\nBoris: QHSD, 3-5C", "Dmitry: KC 4D 2S\nNikolai: 28\nFyodor: 36", "rum500",
            "Dmitry laid 3 and has 3 left, 6 in all; it should be at least 7 (hand=7).", id="many-drawn-too-few",
        ),
        pytest.param(
            PLAYS, "Dmitry: KC 4D 2S 6D AS AD\nNikolai: 28\nFyodor: 36", "rum500", None, id="many-drawn-more",
        ),
    ],
)  # fmt: skip
def test_cards_laid_and_left_come_to_the_hand_dealt(
    plays: str, left: str, variant: str, told: str | None
) -> None:
    result = checked(deal(plays, left, out="Boris"), variant)
    assert result.refusals == ()
    assert [f.message for f in result.warnings] == ([f"{told} Look for a slip."] if told else [])
    assert {f.rule for f in result.warnings} <= {"hand"}


def test_hands_of_a_deal_by_points_are_not_held_against_the_hand_dealt() -> None:
    assert checked(deal(left="Dmitry: KC\nNikolai: 28\nFyodor: 36", out="Boris")).warnings == ()


def test_the_hand_dealt_depends_on_how_many_sat() -> None:
    # rules.md 1: two players are dealt 10 cards.
    written = deal("Anna: 2-8C\nAnna: QHSD", "Boris: 2-10D KH", seated=TWO, out="Anna")
    assert checked(written, "basic").warnings == ()
    short = deal("Anna: 2-8C\nAnna: QHSD", "Boris: 2-7D KH", seated=TWO, out="Anna")
    assert "7 in all; it should be 10" in only(checked(short, "basic").warnings)


# Rulings of the table


@pytest.mark.parametrize(
    ("plays", "left", "rule", "key"),
    [
        pytest.param("Boris: QHSD, 3-6C", LEFT, "out_turns", "out", id="out-too-early"),
        pytest.param(
            "Boris: KC AC 2C\nBoris: QHSD, 6H",
            LEFT.replace("KC", "KD"),
            "ace",
            "plays, line 1",
            id="meld",
        ),
        pytest.param(PLAYS, LEFT.replace("KC", "10H"), "packs", "plays", id="card-twice"),
    ],
)
def test_a_ruling_turns_what_a_deal_breaks_into_remarks(
    plays: str, left: str, rule: str, key: str
) -> None:
    written = deal(plays, left, out="Boris")
    assert (key, rule) in refused(written)
    agreed = checked(written._replace(ruling="agreed at the table"))
    assert agreed.refusals == ()
    assert (key, rule) in [(where, knob) for where, knob, _ in agreed.warnings]


@pytest.mark.parametrize(
    ("written", "key"),
    [
        pytest.param(deal(left="Dmitry: 5\nNikolai: 6", out="Boris"), "left", id="no-hand-entered"),
        pytest.param(deal(left=BLOCKED), "out", id="nobody-out"),
        pytest.param(deal(left=LEFT + "\nBoris: 0", out="Dmitry"), "left", id="two-out"),
        pytest.param(deal(left=BLOCKED, out="Boris", blocked=True), "blocked", id="blocked-and-out"),
        pytest.param(
            deal("Boris: 9-JD\nDmitry: QSHC\nBoris: QD, 2-4C", LEFT, out="Boris"), "plays, line 3", id="ambiguous"
        ),
        pytest.param(deal("Boris: 9-JD\nBoris: QD to 7, 2-4C", LEFT, out="Boris"), "plays, line 2", id="no-such-meld"),
    ],
)  # fmt: skip
def test_a_ruling_waives_nothing_that_leaves_the_deal_open(written: Deal, key: str) -> None:
    agreed = checked(written._replace(ruling="agreed at the table"))
    assert (key, "") in [(finding.key, finding.rule) for finding in agreed.refusals]
    assert not set(agreed.refusals) & set(agreed.warnings)


def test_an_agreed_meld_says_what_its_joker_stands_for() -> None:
    left, laid = "Boris: 5", "Boris: 0"
    unsaid = deal("Anna: 7H JK 10H", left, laid, TWO, out="Anna", ruling="agreed")
    assert (
        only(checked(unsaid, "joker500").refusals)
        == "7♥ JK 10♥: say what the joker stands for, like JK=KH."
    )
    assert refused(unsaid._replace(ruling=""), "joker500") == [("plays, line 1", "run_min")]
    said = deal("Anna: 7H JK=8H 10H", left, laid, TWO, out="Anna", ruling="agreed")
    assert checked(said, "joker500").refusals == ()


def test_a_rank_alone_that_may_be_a_joker_is_asked_for_its_suit() -> None:
    three = ("Anna", "Boris", "Vera")
    written = deal(
        left="Boris: 7 K\nVera: 7", laid="Anna: 50\nBoris: 0\nVera: 0", seated=three, out="Anna"
    )
    told = only(checked(written, "sequence", "jokers=0; wild=7S").refusals)
    assert told == "Boris has a 7 left, and 7♠ is a joker. Write the suit of the 7."
    assert checked(written, "sequence", "jokers=0; wild=7").refusals == ()


def test_everything_against_a_deal_is_said_at_once() -> None:
    written = deal("Boris: KC AC 2C, QHSD, 7S", "Dmitry: QH\nNikolai: 28")
    keys = {key for key, _ in refused(written)}
    # a bad run and a card that fits nothing; nobody out; two hands missing; a queen twice
    assert keys == {"plays, line 1", "out", "left", "plays"}
    assert [f.message for f in checked(written).refusals if f.key == "left"] == [
        'No hand is entered for Boris. Add what is left, like "KC 4D" or 14.',
        'No hand is entered for Fyodor. Add what is left, like "KC 4D" or 14.',
    ]


def test_nothing_is_judged_behind_a_play_that_leaves_open_what_was_played():
    # The queen fits the run and the set; whether the king may follow depends on which was meant.
    players = ("Anna", "Boris", "Vera")
    lines = ("Anna: 9-JD", "Boris: QSHC", "Vera: QD, KD", "Anna: 3-5H")
    turns = tuple(parse_turn(line, players) for line in lines)
    layout, findings, _ = lay_out(Deal(players, turns), VARIANTS["rum500"].rules.seated(3))
    assert [finding.key for finding in findings] == ["plays, line 3"]
    assert "say which, 'to 1' or 'to 2'" in findings[0].message
    assert len(layout.melds) == 2


# What an end still lacks


@pytest.mark.parametrize(
    ("written", "variant", "house", "missing"),
    [
        pytest.param(
            deal(seated=TWO), "basic", "", ["out", "left Anna", "left Boris"], id="everything"
        ),
        pytest.param(deal(seated=TWO, out="Anna"), "basic", "", ["left Boris"], id="a-hand"),
        pytest.param(deal(left="Boris: 5", seated=TWO, out="Anna"), "basic", "", [], id="nothing"),
        pytest.param(
            deal(left="Anna: none", seated=TWO),
            "basic",
            "",
            ["left Boris"],
            id="the-empty-hand-is-out",
        ),
        pytest.param(
            deal(seated=TWO, blocked=True), "basic", "", ["left Anna", "left Boris"], id="blocked"
        ),
        pytest.param(
            deal(left="Boris: 5", seated=TWO, out="Anna"),
            "rum500",
            "",
            ["laid Anna", "laid Boris"],
            id="points-laid",
        ),
        pytest.param(
            deal("Anna: 2-8C", left="Boris: 5", seated=TWO, out="Anna"),
            "rum500",
            "",
            [],
            id="turns-say-what-was-laid",
        ),
        pytest.param(
            deal(
                "Anna: 2-8C", "Boris: 5\nVera: 5", "Boris: 9", ("Anna", "Boris", "Vera"), out="Anna"
            ),
            "rum500",
            "",
            ["laid Vera"],
            id="points-beside-turns",
        ),
        pytest.param(
            deal(left="Anna: 8\nBoris: 9", seated=TWO, blocked=True),
            "rum500",
            "blocked=difference",
            [],
            id="differences-need-no-points-laid",
        ),
        pytest.param(
            deal(left="Anna: none\nBoris: 9", seated=TWO),
            "rum500",
            "blocked=difference",
            ["laid Anna", "laid Boris"],
            id="out-by-an-empty-hand-where-blocked-deals-need-none",
        ),
    ],
)
def test_what_an_end_lacks_comes_in_the_order_in_which_it_is_asked(
    written: Deal, variant: str, house: str, missing: list[str]
) -> None:
    rules = rules_of(variant, len(written.seated), house)
    assert [f"{what} {player}".strip() for what, player in lacking(written, rules)] == missing


def test_what_is_lacking_is_what_the_check_refuses() -> None:
    written = deal(left="Boris: 5", seated=("Anna", "Boris", "Vera"), out="Anna")
    [missing] = lacking(written, rules_of("basic", 3))
    assert missing == Missing("left", "Vera")
    [finding] = checked(written, "basic").refusals
    assert (finding.key, "Vera" in finding.message) == ("left", True)


@pytest.mark.parametrize(
    ("plays", "left", "variant", "out"),
    [
        # basic: two players are dealt ten, four are dealt seven
        pytest.param("Boris: 7-9H\nBoris: 3-6C", "", "basic", "Boris", id="seven-of-seven"),
        pytest.param("Boris: 7-9H\nBoris: 3-7C", "", "basic", "Boris", id="with-the-card-drawn"),
        pytest.param("Boris: 7-9H\nBoris: 3-5C", "", "basic", None, id="six-of-seven"),
        pytest.param("Boris: 7-9H, 3-6C\nDmitry: 4-10S", "", "basic", None, id="two-have"),
        pytest.param(
            "Boris: 7-9H, 3-6C", "Boris: 5", "basic", None, id="a-hand-is-said-to-be-left"
        ),
        pytest.param("Boris: 7-9H, 3-6C", "Dmitry: 5", "basic", "Boris", id="another-hand-is-left"),
        pytest.param("Boris: 7-9H, 3-6C", "", "rum500", None, id="a-turn-may-draw-many"),
    ],
)
def test_who_laid_the_whole_hand_is_out_where_that_is_sure(
    plays: str, left: str, variant: str, out: str | None
) -> None:
    assert who_laid_all(deal(plays, left), rules_of(variant, 4)) == out
