"""Games and payments -> rows -> text; the only place where tabulate is used."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, Self

from rummy_score.money.debts import Part
from rummy_score.money.settlement import Money, Rounding, Settlement
from rummy_score.names import characters, listed, screen_width, shown
from rummy_score.points import Points, points_text
from rummy_score.scoring.games import Line, Standing, entering, side_names

TEXT_FORMAT = "simple"
WIDEST_NAME = 14
_ABSENT = "-"
_GAP = 2
_PIPED = ("pipe", "github")
# Characters for private use, which no name that is shown can hold.
_FILLER = "\ue000"
_STAND_INS = range(0xF0000, 0xFFFFE)


class _Column(NamedTuple):
    """One column of a table: its heading, its cells, and whether they stand to the right."""

    heading: str
    cells: list[str]
    right: bool
    whole: bool = False  # never broken into lines

    def each(self, change: Callable[[str], str]) -> Self:
        """Return the column with its heading and every cell changed."""
        return self._replace(heading=change(self.heading), cells=list(map(change, self.cells)))


def table_formats() -> list[str]:
    """Return the names of the table formats."""
    from tabulate import tabulate_formats

    return list(tabulate_formats)


def score_table(standing: Standing, style: str = TEXT_FORMAT, width: int = 80) -> str:
    """Return each deal with its points and running totals.

    Plain text is no wider than ``width``, where one player's column fits into it.
    """
    first, players, last = _score_columns(standing)
    if style != TEXT_FORMAT:
        return _table([*first, *players, *last], style)
    blocks = _blocks(first, players, last, width)
    return "\n\n".join(_table(block, style) for block in blocks)


def payments_table(settlement: Settlement, money: Money | None, style: str = TEXT_FORMAT) -> str:
    """Return who pays whom, in points and in money where it was agreed."""
    transfers = settlement.transfers
    columns = [
        _Column("pays", [shown(t.payer) for t in transfers], False),
        _Column("to", [shown(t.payee) for t in transfers], False),
        _Column("points", [points_text(t.points) for t in transfers], True),
    ]
    if money:
        amounts = [money.amount(t.coins or 0) for t in transfers]
        columns.append(_Column(money.currency or "money", amounts, True))
    return _table(columns, style)


_WHAT: Mapping[str, str] = {
    "join": "joins at deal {}",
    "deal": "deal {}",
    "adjusted": "adjusted after {}",
    "paid": "paid after {}",
}


def parts_table(
    found: Sequence[Part], sides: Sequence[str], width: int = 80, style: str = TEXT_FORMAT
) -> str:
    """Return what each balance is made of, a row for each thing that happened, and the sums."""
    names = [*(_part_name(part) for part in found), "balance"]
    first = [_Column("", names, False, whole=True)]
    columns: list[_Column] = []
    for side in sides:
        points = [part.points[side] for part in found]
        cells = [points_text(each, signed=True) for each in (*points, sum(points))]
        columns.append(_Column(shown(side), cells, True))
    if style != TEXT_FORMAT:
        return _table([*first, *columns], style)
    return "\n\n".join(_table(block, style) for block in _blocks(first, columns, [], width))


def _part_name(part: Part) -> str:
    if part.deal == 0:
        return "paid before deal 1" if part.what == "paid" else "before deal 1"
    return _WHAT[part.what].format(part.deal)


def deal_table(line: Line, standing: Standing) -> str:
    """Return one deal: each player's points with the sum that made them, and the total after it."""
    sides = side_names(standing.game)
    players = list(line.score.points)
    columns = [
        _Column(f"deal {line.number}", [shown(player) for player in players], False),
        _Column("points", [line.score.sums[player] for player in players], False, True),
        _Column("total", [points_text(line.totals[sides[player]]) for player in players], True),
        _Column(
            "",
            [", ".join(_marks(line)) if player == players[0] else "" for player in players],
            False,
        ),
    ]
    return _table(columns if any(columns[-1].cells) else columns[:-1], TEXT_FORMAT)


def winner_text(standing: Standing) -> str:
    """Say who has won, or who leads where nobody has, or where the game has no end."""
    target = standing.game.rules.target
    top = max(standing.totals.values(), default=0)
    if target is None:
        return _leading_text(standing, top)
    if standing.winners:
        verb = "wins" if len(standing.winners) == 1 else "win together"
        return f"{listed(standing.winners)} {verb} with {points_text(top)}."
    leaders = [side for side, total in standing.totals.items() if total == top]
    if top >= target:
        level = f"{listed(leaders)} are level at {points_text(top)}, over {target}"
        return f"{level}: another deal decides."
    verb = "leads" if len(leaders) == 1 else "lead"
    return f"Nobody has reached {target} yet; {listed(leaders)} {verb} with {points_text(top)}."


def _leading_text(standing: Standing, top: Points) -> str:
    """Say who leads a game without an end: it may go on at any time, so nobody has won."""
    leaders = standing.winners
    if not leaders:
        return "Nobody leads." if standing.lines else "No deals yet."
    verb = "leads" if len(leaders) == 1 else "lead"
    return f"{listed(leaders)} {verb} with {points_text(top)}."


def rounding_text(roundings: Sequence[Rounding], money: Money, pair_by_pair: bool) -> Iterator[str]:
    """Say who bears the rounding to the coin, by which rule."""
    if roundings:
        told = [f"{shown(r.name)} {points_text(r.coins, signed=True)}" for r in roundings]
        unit = f"of a coin of {money.amount(1)} {money.currency}".rstrip()
        yield f"Rounding, in parts {unit}: {', '.join(told)}."
        if pair_by_pair:
            yield "Each pair settles to the nearest coin, half a coin in favour of who pays."
        else:
            yield "Odd coins go to the largest remainders, in seat order where they are equal."


def _score_columns(standing: Standing) -> tuple[list[_Column], list[_Column], list[_Column]]:
    """Return the columns before the players', the players' (and sides'), and the marks."""
    game = standing.game
    sides = side_names(game)
    rows: list[_Row] = []
    for line in standing.lines:
        rows.extend(_rows(line, sides))
    if game.join and standing.lines:
        rows.append(_Row("", "joins", entering(standing), standing.totals, ""))
    first = [
        _Column("deal", [row.number for row in rows], True),
        _Column("dealer", [row.dealer for row in rows], False),
    ]
    players: list[_Column] = []
    for player in game.players:
        scores = [row.points.get(player) for row in rows]
        totals = None if game.pairs else [row.totals[player] for row in rows]
        players.append(_player_column(player, scores, totals))
    for side in dict.fromkeys(sides.values()) if game.pairs else ():
        players.append(_Column(side, [points_text(row.totals[side]) for row in rows], True))
    marks = [row.marks for row in rows]
    return first, players, [_Column("", marks, False)] if any(marks) else []


class _Row(NamedTuple):
    """One row of the score table: a deal, or the adjustment that follows it."""

    number: str
    dealer: str
    points: Mapping[str, Points]
    totals: Mapping[str, Points]
    marks: str


def _rows(line: Line, sides: Mapping[str, str]) -> Iterator[_Row]:
    scored: Mapping[str, Points] = line.totals
    if line.counts:
        scored = _totals_before(line.totals, line.adjusted, sides)
    if line.entered:
        entered = _totals_before(scored, line.score.points, sides)
        yield _Row("", "joins", line.entered, entered, "")
    marks = ", ".join(_marks(line))
    yield _Row(str(line.number), shown(line.dealer), line.score.points, scored, marks)
    if line.adjusted:
        yield _Row("", "adjusted", line.adjusted, line.totals, shown(line.checked.deal.note, 40))


def _totals_before(
    totals: Mapping[str, Points], points: Mapping[str, Points], sides: Mapping[str, str]
) -> dict[str, Points]:
    before = dict(totals)
    for player, each in points.items():
        before[sides[player]] -= each
    return before


def _marks(line: Line) -> Iterator[str]:
    if not line.counts:
        yield "after the win"
    if line.checked.deal.blocked:
        yield "blocked"
    if line.score.doubled:
        yield "doubled"
    if line.checked.deal.ruling:
        yield "agreed"
    if line.checked.deal.edited:
        yield "edited"
    if line.checked.deal.paid:
        yield "paid"


def _player_column(
    player: str, scores: list[Points | None], totals: list[Points] | None
) -> _Column:
    """Return a column of scores, each with its running total where the player stands alone."""
    told = [_ABSENT if score is None else points_text(score, signed=True) for score in scores]
    if totals is None:
        return _Column(shown(player), told, True)
    sums = [points_text(total) for total in totals]
    one, two = (max(map(len, texts), default=0) for texts in (told, sums))
    return _Column(
        shown(player),
        [f"{score:>{one}}  {total:>{two}}" for score, total in zip(told, sums, strict=True)],
        True,
    )


def _blocks(
    first: list[_Column], players: list[_Column], last: list[_Column], width: int
) -> Iterator[list[_Column]]:
    """Yield the columns in blocks that fit the width, the players spread over them."""
    frame = sum(map(_width, (*first, *last))) + _GAP * (len(first) + len(last) - 1)
    block: list[_Column] = []
    used = frame
    for column in players:
        wide = _GAP + _width(column)
        if block and used + wide > width:
            yield [*first, *block, *last]
            block, used = [], frame
        block.append(column)
        used += wide
    yield [*first, *block, *last]


def _width(column: _Column) -> int:
    """Return how wide a column of a plain table is: the line that rules off its heading."""
    cells = (
        [max(column.cells, key=lambda cell: len(cell.strip()))]
        if column.right
        else list(dict.fromkeys(column.cells))
    )
    lines = _table([column._replace(cells=cells)], TEXT_FORMAT).splitlines()
    return max(len(line) for line in lines if set(line) == {"-"})


def _table(columns: list[_Column], style: str) -> str:
    import tabulate

    # tabulate loads wcwidth for wide letters wherever that is installed, and a table must not
    # depend on it: letters are set one to a column here.
    tabulate.WIDE_CHARS_MODE = False
    if style in _PIPED:
        columns = [column.each(_piped) for column in columns]
    if style == TEXT_FORMAT:
        columns = [_wrapped_column(column) for column in columns]
    places = _Places()
    columns = [column.each(places.set) for column in columns]
    rows = list(zip(*(column.cells for column in columns), strict=True))
    table = tabulate.tabulate(
        rows,
        [column.heading for column in columns],
        tablefmt=style,
        disable_numparse=True,
        colalign=["right" if column.right else "left" for column in columns] if rows else None,
    )
    return places.restored(table)


class _Places:
    """Text in which every letter takes one column, for tabulate, which counts letters; and back."""

    def __init__(self) -> None:
        self._stand_ins: dict[str, str] = {}

    def set(self, text: str) -> str:
        """Return text with one letter for each column: fillers behind wide ones, marks left out."""
        if text.isascii():
            return text
        return "".join(self._place(*character) for character in characters(text))

    def restored(self, table: str) -> str:
        """Return a table with its letters as they were."""
        table = table.replace(_FILLER, "")
        for character, stand_in in self._stand_ins.items():
            table = table.replace(stand_in, character)
        return table

    def _place(self, character: str, width: int) -> str:
        marked = len(character) > 1
        # A sign with a mark upon it is left alone: a format may have to escape it.
        if marked and character[0].isalnum() and len(self._stand_ins) < len(_STAND_INS):
            new = chr(_STAND_INS[len(self._stand_ins)])
            character = self._stand_ins.setdefault(character, new)
        return character + _FILLER * (width - 1)


def _piped(cell: str) -> str:
    r"""Escape what would end a cell of a Markdown table: ``Vera|Pavel`` becomes ``Vera\|Pavel``."""
    return cell.replace("\\", "\\\\").replace("|", "\\|")


def _wrapped_column(column: _Column) -> _Column:
    """Break the heading of a column, and its cells where they are words, to the width of a name."""
    heading = _wrapped(column.heading)
    if column.right or column.whole:
        return column._replace(heading=heading)
    return column._replace(heading=heading, cells=list(map(_wrapped, column.cells)))


@lru_cache(maxsize=1024)
def _wrapped(text: str) -> str:
    """Break text into lines no wider than a name, at blanks where it can be."""
    if screen_width(text) <= WIDEST_NAME:
        return text
    lines: list[str] = []
    line = ""
    for next_word in text.split():
        word = next_word
        if line and screen_width(f"{line} {word}") <= WIDEST_NAME:
            line = f"{line} {word}"
            continue
        if line and screen_width(word) > WIDEST_NAME:
            word, line = f"{line} {word}", ""  # a word longer than a line fills up the one before
        if line:
            lines.append(line)
        while screen_width(word) > WIDEST_NAME:
            head = _first_columns(word, WIDEST_NAME)
            lines.append(head.rstrip())
            word = word[len(head) :].lstrip()
        line = word
    return "\n".join([*lines, line])


def _first_columns(text: str, width: int) -> str:
    head = ""
    for character, each in characters(text):
        width -= each
        if width < 0:
            break
        head += character
    return head
