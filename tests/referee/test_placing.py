"""Where a play goes: a new meld, the only meld that takes it, or nowhere; each meld is judged once."""

from collections.abc import Callable, Sequence

import pytest
from refereework import BASIC, RUM500, SEQUENCE, house

from rummy_score.cards.cards import Kind, cards_text
from rummy_score.cards.notation import Play, parse_cards, parse_plays
from rummy_score.errors import AmbiguousInput, BrokenRule, UnreadableInput
from rummy_score.referee import melds, placing
from rummy_score.referee.alternatives import near_misses, otherwise
from rummy_score.referee.disputes import Answer, Dispute, rule_on
from rummy_score.referee.layout import Layout, lying
from rummy_score.referee.melds import Meld, judge
from rummy_score.referee.placing import Placed, place, takers
from rummy_score.rules.rules import Rules


def there(rules: Rules, *texts: str) -> list[Meld]:
    found = [judge(parse_cards(text), rules).meld for text in texts]
    return [meld for meld in found if meld]


def placed(play: str, rules: Rules, *texts: str, beside: str = "") -> Placed:
    [each] = parse_plays(play)
    lying_beside = parse_cards(beside) if beside else ()
    return place(there(rules, *texts), each, rules, lying_beside)


@pytest.mark.parametrize(
    ("play", "number", "meld"),
    [
        pytest.param("10H", 1, "7♥ 8♥ 9♥ 10♥", id="the-only-one-that-takes-it"),
        pytest.param("QC", 2, "Q♥ Q♠ Q♦ Q♣", id="a-set"),
        pytest.param("10H to 1", 1, "7♥ 8♥ 9♥ 10♥", id="the-one-that-is-said"),
        pytest.param("10-QH", None, "10♥ J♥ Q♥", id="a-new-meld-before-a-lay-off"),
        pytest.param("6H 10H", 1, "6♥ 7♥ 8♥ 9♥ 10♥", id="both-ends"),
    ],
)
def test_a_play_goes_to_the_meld_that_takes_it(play: str, number: int | None, meld: str) -> None:
    found = placed(play, RUM500, "7-9H", "QHSD")
    assert found.number == number
    assert found.verdict.meld
    assert cards_text(found.verdict.meld.cards) == meld
    assert (found.error, found.is_open) == (BrokenRule, False)


@pytest.mark.parametrize(
    ("play", "error", "told"),
    [
        pytest.param(
            "QD",
            AmbiguousInput,
            "Q♦ fits meld 1 (9♦ 10♦ J♦) or 2 (Q♠ Q♥ Q♣): say which, 'to 1' or 'to 2'.",
            id="two-melds-take-it",
        ),
        pytest.param(
            "QD to 3",
            UnreadableInput,
            "There is no meld 3 (1: 9♦ 10♦ J♦, 2: Q♠ Q♥ Q♣).",
            id="no-such-meld",
        ),
    ],
)
def test_where_nobody_can_say_what_was_played_no_rule_is_named(
    play: str, error: type[Exception], told: str
) -> None:
    found = placed(play, RUM500, "9-JD", "QSHC")
    [problem] = found.verdict.problems
    assert (problem.rule, problem.message) == ("", told)
    assert (found.error, found.is_open, found.number) == (error, True, None)


@pytest.mark.parametrize(
    ("play", "number", "told"),
    [
        pytest.param("KD", 1, "K♦ is not next to J♦: Q♦ is missing. Add Q♦.", id="a-gap"),
        pytest.param(
            "2C", None, "2♣ fits no meld on the table (1: 9♦ 10♦ J♦, 2: 7♠ 7♥ 7♣).", id="nowhere"
        ),
        pytest.param("2C 4C 5C", None, "4♣ is not next to 2♣: 3♣ is missing. Add 3♣.", id="no-run"),
    ],
)
def test_a_refusal_is_that_of_what_was_meant(play: str, number: int | None, told: str) -> None:
    found = placed(play, RUM500, "9-JD", "7SHC")
    assert found.number == number
    assert [problem.message for problem in found.verdict.problems] == [told]
    assert found.error is BrokenRule


def test_a_joker_cannot_be_a_card_that_lies_beside_the_melds() -> None:
    # rules.md, section 3: where both jacks of hearts are played, a joker cannot be one.
    assert placed("10H JK=JH QH", SEQUENCE, "JH QH KH", beside="JC").verdict.meld
    refused = placed("10H JK=JH QH", SEQUENCE, "JH QH KH", beside="JH").verdict
    assert [problem.rule for problem in refused.problems] == ["packs"]


def test_nothing_goes_to_a_meld_that_is_none_by_the_rules() -> None:
    agreed = Meld(None, parse_cards("KC AC 2C"))
    [problem] = place([agreed], Play(parse_cards("3C"), to=1), BASIC).verdict.problems
    assert problem.message.startswith("Meld 1 (K♣ A♣ 2♣) is no meld by the rules")


def test_only_melds_that_may_take_a_card_are_asked() -> None:
    asked = takers(there(BASIC, "7-9H", "QHSD", "3-5C"), parse_cards("QH"), BASIC)
    assert list(asked) == [1, 2]  # the run of hearts and the set of queens


# How often the referee judges. What may be asked once is asked once.

TABLE = ("7-9H", "10SDC", "3-5C", "6-8S")  # the four melds; two of them may take 10♥


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], tuple[int, int]]:
    """Count how many plays are placed, and how many times cards are judged."""
    calls = {"place": 0, "judge": 0}
    judged, original = melds._judge, placing.place

    def judging(*arguments: object) -> object:
        calls["judge"] += 1
        return judged(*arguments)

    def placing_(*arguments: object) -> object:
        calls["place"] += 1
        return original(*arguments)

    def count(work: Callable[[], object]) -> tuple[int, int]:
        melds._judge_alone.cache_clear()
        calls.update(place=0, judge=0)
        work()
        return calls["place"], calls["judge"]

    monkeypatch.setattr(melds, "_judge", judging)
    monkeypatch.setattr("rummy_score.referee.disputes.place", placing_)
    monkeypatch.setattr("rummy_score.referee.layout.place", placing_)
    return count


def on_the_table(texts: Sequence[str], rules: Rules) -> Layout:
    return lying([Play(parse_cards(text)) for text in texts], rules)


def dispute(cards: str, rules: Rules, texts: Sequence[str] = TABLE) -> Dispute:
    return Dispute(Play(parse_cards(cards)), layout=on_the_table(texts, rules), player="Anna")


def everything(asked: Dispute, rules: Rules) -> tuple[Answer, list[str], list[str]]:
    """Ask all that ``check`` prints, to the end."""
    answer = rule_on(asked, rules)
    nearest = [] if answer.fits else list(near_misses(answer.pinned, rules))
    return answer, list(otherwise(answer, rules)), nearest


def test_a_card_is_judged_once_on_each_meld_that_may_take_it(counted) -> None:
    # The run of hearts and the set of tens take 10♥; clubs and spades are not asked.
    asked = dispute("10H", BASIC)
    assert counted(lambda: rule_on(asked, BASIC)) == (1, 2)


def test_a_card_that_one_meld_takes_is_judged_once_whatever_is_printed(counted) -> None:
    asked = dispute("10H", BASIC, ("7-9H", "JSDC", "3-5C", "6-8S"))
    answer, others, nearest = everything(asked, BASIC)
    assert (answer.stands, others, nearest) == (True, [], [])
    # Nothing in it is an ace or a joker, nothing too long: no house rule about those is tried.
    assert counted(lambda: everything(asked, BASIC)) == (1, 1)


@pytest.mark.parametrize(
    "cards", ["QHSD", "10-QD", "AH 2H 3H", "JK JK 9D", "JK", "JK AD", "KD AD 2D", "2D", "8S 10S JS"]
)
def test_house_rules_are_tried_on_the_meld_that_was_meant(counted, cards: str) -> None:
    """Fourteen house rules of which three at least are in force: eleven more questions at most.

    Each asks as much as the first one did, which judges a new meld and every meld that may take it.
    """
    rules = house(BASIC, "jokers=4")
    asked = dispute(cards, rules)
    answer = rule_on(asked, rules)
    _, first = counted(lambda: rule_on(asked, rules))
    assert first <= 1 + len(TABLE)
    places, judgements = counted(lambda: list(otherwise(answer, rules)))
    assert places <= 11
    assert judgements <= 11 * first


@pytest.mark.parametrize("cards", ["2D", "9C", "8S 10S", "2D 4D 6D", "KH"])
def test_the_nearest_plays_tried_are_of_the_suit_or_rank(counted, cards: str) -> None:
    """A card less for each, and one more of thirteen of its suit or three others of its rank."""
    asked = dispute(cards, BASIC)
    settled = rule_on(asked, BASIC).pinned
    places, judgements = counted(lambda: list(near_misses(settled, BASIC)))
    assert places <= len(asked.play.cards) + 13 + 3
    assert judgements <= places * (1 + len(TABLE))


def test_a_new_meld_is_judged_once_and_no_other_asked(counted) -> None:
    asked = dispute("JH QH KH", BASIC)
    assert counted(lambda: rule_on(asked, BASIC)) == (1, 1)


def test_a_kind_that_is_said_is_judged_as_that_alone() -> None:
    found = placed("5H JK JK as set", SEQUENCE, "6-8H")
    assert found.verdict.meld
    assert found.verdict.meld.kind is Kind.SET
