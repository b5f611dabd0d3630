"""Games that are played for the rules, so that no picture lies, and their cells in words. Pure."""

from collections.abc import Callable, Iterable, Sequence

from qwixx_pad.core.game import Game, Setup
from qwixx_pad.core.layout import Layout, Place, Row
from qwixx_pad.core.moves import parse
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.ui.rules.pieces import Example, Part
from qwixx_pad.ui.speech.words import Words


def played(layout: Layout, tokens: Iterable[str]) -> Game:
    """A single sheet after these entries; what its rules refuse is left out."""
    game = Game.start(Setup.of(layout))
    for entry in map(parse, tokens):
        if entry is not None and game.why_not(entry) is None:
            game = game.play(entry)
    return game


def locking(layout: Layout) -> tuple[int, ...]:
    """The rows that end in a lock, from 0."""
    return tuple(index for index, row in enumerate(layout.rows) if row.lock_mask)


def runs(row: Row) -> bool:
    """Whether the numbers of a row only rise or only fall."""
    rising = sorted(row.numbers)
    return list(row.numbers) in (rising, rising[::-1])


def crossed_rows(layout: Layout, tokens: Sequence[str], says: Callable[[Sheet], str]) -> Example:
    """The rows in which these entries have crossed something."""
    game = played(layout, tokens)
    sheet = game.position.sheets[0]
    rows = tuple(index for index, marks in enumerate(sheet.marks) if marks)
    return Example(Part.BANDS, game, says(sheet), rows)


def token_of(layout: Layout, place: Place) -> str:
    """What crosses a number in a game line."""
    return f"{layout.rows[place.row].letter}{layout.cell(place).number}"


def cell_named(layout: Layout, place: Place, words: Words) -> str:
    """A number with the colour of its row, inside a sentence."""
    row, number = layout.rows[place.row], layout.cell(place).number
    return words.of_row("{colour} {n}", row.letter, n=number)


def cells_named(layout: Layout, places: Sequence[Place], words: Words) -> str:
    """Several of them, one after the other."""
    return words.both([cell_named(layout, place, words) for place in places])


def sentence(text: str) -> str:
    """The same at the beginning of a sentence."""
    return f"{text[:1].upper()}{text[1:]}"
