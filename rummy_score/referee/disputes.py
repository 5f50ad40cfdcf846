"""The answer to a disputed play: whether it stands, why, and what it counts."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from rummy_score.cards.cards import Card, Kind, cards_text
from rummy_score.cards.notation import Play
from rummy_score.errors import AmbiguousInput, BrokenRule, RummyScoreError
from rummy_score.names import listed
from rummy_score.referee.first_meld import reminder
from rummy_score.referee.layout import LaidMeld, Layout, Stray, laid_too_early, put
from rummy_score.referee.melds import (
    NOTHING_DOWN,
    Down,
    Meld,
    Verdict,
    added_to,
    card_points,
    judge,
)
from rummy_score.referee.placing import Placed, place
from rummy_score.referee.problems import Problem, beyond_the_packs
from rummy_score.rules.rules import Rules


class Dispute(NamedTuple):
    """A disputed play, and the table that it is about.

    ``on`` is a meld that the play is laid off on, as somebody names it; ``seen`` are other cards on
    the table; ``layout`` is the table of a game. ``held`` is what the cards must come from, None
    where that is not asked.

    ``player`` is who would lay it, where that is asked: then what he does before a meld of his own
    is refused, and no reminder of it is due. ``has_melded`` tells that he has one though the layout
    does not show it. ``packs`` is what the packs say against the play where somebody has counted
    them, with everybody's hands; None: the cards named here are counted.
    """

    play: Play
    on: tuple[Card, ...] = ()
    seen: tuple[Card, ...] = ()
    held: tuple[Card, ...] | None = None
    layout: Layout = Layout()
    player: str = ""
    has_melded: bool = False
    packs: tuple[Problem, ...] | None = None


class Answer(NamedTuple):
    """The answer to a dispute.

    ``cards`` are those played, jokers named where they fit; ``on`` is the meld that they are laid
    off on, as it lay before; ``points`` is what the cards played count. The problems are those of
    the verdict, then what comes too ``early`` for the player, then what is to be found
    ``elsewhere``: in the packs, in the hand.

    ``settled`` is the dispute with the meld said that the play goes to. ``error`` is what a refusal
    is raised as: where that is not BrokenRule, nobody can say what was played, and there is nothing
    to answer.
    """

    cards: tuple[Card, ...]
    on: tuple[Card, ...]
    verdict: Verdict
    points: int | None
    early: tuple[Problem, ...]
    elsewhere: tuple[Problem, ...]
    notes: tuple[str, ...]
    pinned: Dispute
    error: type[RummyScoreError] = BrokenRule

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Everything against the play."""
        return (*self.verdict.problems, *self.early, *self.elsewhere)

    @property
    def stands(self) -> bool:
        """Whether the play stands."""
        return not self.problems

    @property
    def fits(self) -> bool:
        """Whether the cards could be played but for who plays them, or when."""
        return self.verdict.meld is not None and not self.elsewhere

    @property
    def meld(self) -> Meld | None:
        """The whole meld as it then lies, where the play stands."""
        return self.verdict.meld if self.stands else None

    @property
    def readings(self) -> tuple[Meld, ...]:
        """The ways to read the whole meld, the one taken first."""
        return self.verdict.readings

    @property
    def kind(self) -> Kind | None:
        """What the meld is, or was meant to be."""
        return self.verdict.attempted


class Judged(NamedTuple):
    """A play put where it goes: the table before it, the play with its meld said, the verdict."""

    layout: Layout
    play: Play
    placed: Placed

    @property
    def base(self) -> Meld:
        """The meld that the play is laid off on; a new meld starts from no cards."""
        if self.placed.number is None:
            return Meld(None, ())
        return self.layout.melds[self.placed.number - 1].meld

    @property
    def fits(self) -> bool:
        """Whether the cards are a meld or some meld takes them; two that take them do too."""
        return self.placed.verdict.meld is not None or self.placed.error is AmbiguousInput


def rule_on(dispute: Dispute, rules: Rules) -> Answer:
    """Rule on a dispute.

    >>> from rummy_score.cards.notation import parse_cards
    >>> from rummy_score.rules.variants import find_variant
    >>> rule_on(Dispute(Play(parse_cards("8-10H"))), find_variant("sequence").rules).points
    27
    """
    judged = judge_dispute(dispute, rules)
    early = tuple(_too_early(dispute, judged, rules))
    answer = Answer(
        cards=dispute.play.cards,
        on=dispute.on or judged.base.cards,
        verdict=judged.placed.verdict,
        points=None,
        early=early,
        elsewhere=tuple(not_there(dispute, rules)),
        notes=tuple(_read_there(dispute, judged)),
        pinned=_pinned(dispute, judged.placed),
        error=judged.placed.error,
    )
    if not answer.fits:
        return answer
    cards, points = _played(judged, rules)
    if early:
        return answer._replace(cards=cards)
    reminders = () if dispute.player else _reminders(judged, rules)
    return answer._replace(cards=cards, points=points, notes=(*answer.notes, *reminders))


def stands(dispute: Dispute, rules: Rules) -> bool:
    """Tell whether a play would stand, which is all that is asked where rules are compared."""
    judged = judge_dispute(dispute, rules)
    if judged.placed.verdict.meld is None:
        return False
    return not any((*_too_early(dispute, judged, rules), *not_there(dispute, rules)))


def judge_dispute(dispute: Dispute, rules: Rules) -> Judged:
    """Put a play where it goes on the table that it is about, and judge it there."""
    layout = dispute.layout
    if dispute.seen:
        layout = layout._replace(strays=(*layout.strays, Stray("", dispute.seen)))
    if not dispute.on:
        placed = place(layout.plain_melds, dispute.play, rules, layout.beside)
        return Judged(layout, dispute.play, placed)
    on = _as_it_lies(dispute, rules)
    if on.meld is None:
        told = f"{cards_text(dispute.on)}, which it is laid on, is no meld."
        problems = (Problem(on.problems[0].rule, told), *on.problems)
        return Judged(layout, dispute.play, Placed(on._replace(problems=problems)))
    there = LaidMeld(on.meld, "", ("",) * len(on.meld.cards))
    layout = layout._replace(melds=(there,))
    play = Play(dispute.play.cards, to=1)
    return Judged(layout, play, place([on.meld], play, rules, layout.beside))


def not_there(dispute: Dispute, rules: Rules) -> Iterator[Problem]:
    """Yield the cards that cannot be played: beyond what the packs hold, or not in the hand."""
    if dispute.packs is not None:
        yield from dispute.packs
    else:
        cards = (*dispute.play.cards, *dispute.on, *dispute.layout.cards, *dispute.seen)
        for card, times, has in beyond_the_packs(cards, rules):
            knob = "jokers" if card.rank is None else "packs"
            yield Problem(knob, f"{card} is there {times}; {has}.")
    if dispute.held is not None:
        held = Counter([card.face for card in dispute.held])
        played = Counter([card.face for card in dispute.play.cards])
        missing = [str(card) for card in (played - held).elements()]
        if missing:
            told = f"{listed(missing)} {'is' if len(missing) == 1 else 'are'} missing"
            yield Problem("hand", f"{told} from the cards that it must come from.")


def _as_it_lies(dispute: Dispute, rules: Rules) -> Verdict:
    """Read the meld that is named as lying there."""
    down: Down = NOTHING_DOWN  # a joker that was named when it was laid stays what it is
    if any(card.stands_for is None and rules.is_joker(card) for card in dispute.on):
        down = Counter([card.value for card in dispute.seen])
    return judge(dispute.on, rules, dispute.play.kind, down)


def _too_early(dispute: Dispute, judged: Judged, rules: Rules) -> Iterator[Problem]:
    """Yield what the player who is asked about may not do before a meld of his own."""
    if dispute.player and not dispute.has_melded:
        after = put(judged.layout, dispute.player, judged.play, judged.placed)
        yield from laid_too_early(judged.layout, after, dispute.player, rules)


def _played(judged: Judged, rules: Rules) -> tuple[tuple[Card, ...], int]:
    """Return the cards of a meld that were played now, as they are read, and their points."""
    meld = judged.placed.verdict.readings[0]
    before, after = added_to(judged.base, meld)
    points = card_points(meld, rules)
    return (*meld.cards[before], *meld.cards[after]), sum(points[before]) + sum(points[after])


def _read_there(dispute: Dispute, judged: Judged) -> Iterator[str]:
    """Say how a joker that lies there is read where nobody has named it: as worth the most."""
    read = judged.base.cards
    named = sum([card.stands_for is not None for card in dispute.on])
    if dispute.on and sum([card.stands_for is not None for card in read]) > named:
        told = f"On the table {cards_text(dispute.on)} is read as {cards_text(read)}"
        yield f"{told}; name a joker like JK=KH."


def _reminders(judged: Judged, rules: Rules) -> Iterator[str]:
    """Yield what would keep a play that stands from being a player's first."""
    is_new = judged.placed.number is None
    yield from reminder(judged.placed.verdict.readings[:1] if is_new else (), rules)


def _pinned(dispute: Dispute, placed: Placed) -> Dispute:
    """Return the dispute with the meld said that the play went to, so that it goes there again.

    What went nowhere may still go anywhere.
    """
    if dispute.on:
        return dispute
    if placed.number is not None:
        return dispute._replace(play=Play(dispute.play.cards, placed.number))
    if placed.verdict.meld:  # a new meld: all else lies beside it
        return dispute._replace(layout=Layout((), (Stray("", dispute.layout.cards),)))
    return dispute
