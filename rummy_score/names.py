"""Names and remarks as people type them: what is allowed, how two compare, how one prints."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from rummy_score.errors import AmbiguousInput, UnreadableInput

LONGEST_NAME = 40
# Words that stand between names, hands and melds: as a name each would be read for what it means.
RESERVED = ("and", "to", "as", "for", "out", "none", "и")
LONGEST_REMARK = 200
# Persian and the Indic scripts spell names with these two invisible joiners.
_JOINERS = "\u200c\u200d"
_NO_JOINERS = str.maketrans(dict.fromkeys(_JOINERS))
# Letters and signs by their category, yet nothing is drawn: the Hangul fillers and the blank
# Braille cell.
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
_ZERO_WIDTH_JOINER = "\u200d"
_AS_EMOJI = "\ufe0f"
_SKIN_TONES = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
_MARKS = ("Mn", "Me", "Cf")
# One composed character is typed as four at most. Normalizing takes time by the square of the
# length, so what is longer is not normalized at all.
_MOST_DECOMPOSED = 4


def printable(text: str) -> bool:
    """Tell whether text shows as it is typed: no control or other invisible character."""
    return text.isprintable() or all(c.isprintable() or c in _JOINERS for c in text)


def shown(text: object, longest: int = 60) -> str:
    r"""Make any text safe to print on one line: escapes for what does not show, and not too long.

    >>> shown("Bo\x1b[31mris")
    'Bo\\x1b[31mris'
    """
    text = str(text)
    if len(text) > longest:
        text = text[: longest - 1] + "…"
    if printable(text):
        return text
    return "".join(c if c.isprintable() or c in _JOINERS else _escape(c) for c in text)


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def screen_width(text: str) -> int:
    """Return how many columns text takes on a terminal: wide letters two, marks upon others none.

    >>> screen_width("Anna"), screen_width("王"), screen_width("Ива\u0301н")
    (4, 2, 4)
    """
    if text.isascii():
        return len(text)
    return sum(width for _, width in characters(text))


def characters(text: str) -> Iterator[tuple[str, int]]:
    """Yield each character with the marks upon it, and how many columns it takes."""
    character, width = "", 0
    for c in text:
        joined = character.endswith(_ZERO_WIDTH_JOINER) and unicodedata.east_asian_width(c) == "W"
        upon = joined or unicodedata.category(c) in _MARKS or c in _SKIN_TONES
        if not upon or not character:
            if character:
                yield character, width
            character, width = "", 0 if upon else _columns_of(c)
        elif c == _AS_EMOJI:
            width = 2
        character += c
    if character:
        yield character, width


def _columns_of(c: str) -> int:
    return 2 if unicodedata.east_asian_width(c) in ("W", "F") else 1


def clean(text: str, what: str, longest: int) -> str:
    """Return text composed and trimmed; raise UnreadableInput if empty, long or not printable.

    ``what`` says in the message what the text is, for example "a player's name".
    """
    trimmed = text.strip(" ")
    if len(trimmed) <= _MOST_DECOMPOSED * longest:
        spaced = (
            " " if unicodedata.category(c) == "Zs" else c
            for c in unicodedata.normalize("NFC", trimmed)
        )
        trimmed = " ".join(word for word in "".join(spaced).split(" ") if word)
    if len(trimmed) > longest:
        raise UnreadableInput(
            f"{what} '{shown(trimmed, 24)}' is {len(trimmed)} characters long; "
            f"write at most {longest}."
        )
    if not printable(trimmed):
        raise UnreadableInput(
            f"{what} '{shown(text)}' holds a character that does not print; leave it out."
        )
    if not any(unicodedata.category(c)[0] in "LNPS" and c not in _BLANKS for c in trimmed):
        raise UnreadableInput(f"{what} is empty; write 1-{longest} printable characters.")
    return trimmed


@lru_cache(maxsize=1024)
def folded(name: str) -> str:
    """Return the form in which names compare: case, composition, Ё, joiners, blanks count nothing.

    >>> folded("ФЁДОР") == folded("Федор")
    True
    """
    if name.isascii() or len(name) > _MOST_DECOMPOSED * LONGEST_REMARK:
        return " ".join(name.lower().split())
    compatible = unicodedata.normalize("NFKC", name.translate(_NO_JOINERS)).casefold()
    return " ".join(unicodedata.normalize("NFC", compatible).replace("ё", "е").split())


def find(name: str, names: Sequence[str]) -> str:
    """Return the one of names that is meant: itself, or a beginning that fits only one.

    Raises UnreadableInput where none fits, AmbiguousInput where several do.
    """
    wanted = folded(name)
    exact = [known for known in names if folded(known) == wanted]
    if exact:
        return exact[0]
    fits = [known for known in names if folded(known).startswith(wanted)] if wanted else []
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise AmbiguousInput(
            f"{shown(name)} could be {listed(fits, 'or')}; write more of the name."
        )
    raise UnreadableInput(
        f"there is no player '{shown(name)}'{nearest(name, names)}. "
        f"The players are {listed(names)}."
    )


def distinct(names: Iterable[str]) -> tuple[str, ...]:
    """Return players' names cleaned; raise UnreadableInput for no name, or two the same."""
    found: dict[str, str] = {}
    for name in names:
        seat(clean(name, "a player's name", LONGEST_NAME), found)
    return tuple(found.values())


def seat(name: str, names: dict[str, str]) -> None:
    """Add a name by its folded form; raise UnreadableInput where it is there already."""
    same = names.get(folded(name))
    if same is not None:
        raise UnreadableInput(f"{same} and {name} are the same name. Make them differ.")
    names[folded(name)] = name


def refuse_reserved(names: Iterable[str]) -> None:
    """Raise UnreadableInput for new names that mean something else at the table."""
    taken = [name for name in names if folded(name) in RESERVED]
    if taken:
        raise UnreadableInput(
            f"{listed(taken)} cannot be a name: at the table the word means something else. "
            "Write more of the name."
        )


def nearest(word: str, known: Iterable[str]) -> str:
    """Return ' (did you mean X?)' for the known word nearest to a mistyped one, or nothing."""
    from difflib import get_close_matches  # 1 ms at start that only a slip should cost

    by_fold = {folded(candidate): candidate for candidate in known}
    close = get_close_matches(folded(word)[:LONGEST_REMARK], by_fold, n=1)
    return f" (did you mean {shown(by_fold[close[0]])}?)" if close else ""


def listed(words: Iterable[str], last: str = "and") -> str:
    """Join words as a sentence does.

    >>> listed(["a", "b", "c"], "or")
    'a, b or c'
    """
    safe = [shown(word) for word in words]
    return (
        safe[0]
        if len(safe) == 1
        else f"{', '.join(safe[:-1])} {last} {safe[-1]}"
        if safe
        else "none"
    )
