"""The pieces of the rules, and small examples that are really played. Pure."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from qwixx_pad.core.game import Game, Setup
from qwixx_pad.core.layout import Layout, Place, Row, RowKind
from qwixx_pad.core.moves import parse
from qwixx_pad.core.scoring import row_points
from qwixx_pad.core.sheet import CellState, Sheet
from qwixx_pad.ui.text import signed
from qwixx_pad.ui.text.translator import Words


class Part(Enum):
    """The part of a sheet that an example shows."""

    PAD = auto()
    BANDS = auto()
    MISTHROWS = auto()
    POINTS = auto()


@dataclass(frozen=True, slots=True)
class Example:
    """A part of a sheet after a few entries.

    Attributes:
        part: What is shown of it.
        game: With the entries.
        says: The caption.
        rows: Which bands, from 0.
    """

    part: Part
    game: Game
    says: str
    rows: tuple[int, ...] = ()

    @property
    def sheet(self) -> Sheet:
        """The sheet that it shows."""
        return self.game.position.sheets[0]


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that are added up.

    Attributes:
        white: Of the white dice.
        color: Row letter and eyes of the coloured die; None where only white dice are added.
        says: The caption: what may be crossed for them.
    """

    white: tuple[int, ...]
    color: tuple[str, int] | None
    says: str

    @property
    def total(self) -> int:
        """The number that may be crossed."""
        return sum(self.white) + (self.color[1] if self.color else 0)


@dataclass(frozen=True, slots=True)
class Ruling:
    """One question and its answer."""

    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class NumberedStep:
    """One of several things that are done in order, counted from 1."""

    number: int
    text: str


Piece = str | NumberedStep | Example | Throw | Ruling
"""A sentence or two, or something that is drawn."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the pieces below it."""

    title: str
    pieces: tuple[Piece, ...]


def played(layout: Layout, tokens: Iterable[str]) -> Game:
    """Play these entries on a single sheet, but those that its rules refuse."""
    game = Game.start(Setup.of(layout))
    for entry in map(parse, tokens):
        if entry is not None and game.why_not(entry) is None:
            game = game.play(entry)
    return game


def locking(layout: Layout) -> tuple[int, ...]:
    """Return the rows that end in a lock, from 0."""
    return tuple(index for index, row in enumerate(layout.rows) if row.lock_mask)


def runs(row: Row) -> bool:
    """Return whether the numbers of a row only rise or only fall."""
    rising = sorted(row.numbers)
    return list(row.numbers) in (rising, rising[::-1])


def crossed_rows(layout: Layout, tokens: Sequence[str], says: Callable[[Sheet], str]) -> Example:
    """Show the rows in which these entries have crossed something."""
    game = played(layout, tokens)
    sheet = game.position.sheets[0]
    rows = tuple(index for index, marks in enumerate(sheet.marks) if marks)
    return Example(Part.BANDS, game, says(sheet), rows)


def token_of(layout: Layout, place: Place) -> str:
    """Return the token that crosses a number in a game line."""
    return f"{layout.rows[place.row].letter}{layout.cell(place).number}"


def cell_named(layout: Layout, place: Place, words: Words) -> str:
    """Name a number with the colour of its row, inside a sentence."""
    row, number = layout.rows[place.row], layout.cell(place).number
    return words.of_row("{colour} {n}", row.letter, n=number)


def cells_named(layout: Layout, places: Sequence[Place], words: Words) -> str:
    """Name several numbers, one after the other."""
    return words.both([cell_named(layout, place, words) for place in places])


def sentence(text: str) -> str:
    """Return the text for the beginning of a sentence."""
    return f"{text[:1].upper()}{text[1:]}"


_PASSING = (0, 2, 5)
"""Positions that are crossed where numbers are skipped."""
_WHOLE = ((0, 2, 3, 5), (1, 4, 5), (0, 1, 3, 4, 6), (2, 3))
"""Positions that are crossed in the rows of a sheet in the middle of a game."""
_THROWN = (3, 4)
"""The white dice of the example; a colour shows one more than the second."""


def whole_pad(layout: Layout, words: Words) -> Example:
    """Show a sheet in the middle of a game."""
    tokens = [
        token
        for row, positions in zip(layout.rows, _WHOLE * len(layout.rows), strict=False)
        if row.kind is not RowKind.EXCHANGE
        for token in _crosses(row, positions)
    ]
    game = played(layout, tokens)
    total = game.position.sheets[0].total
    return Example(Part.PAD, game, words.text("A pad after a few rolls: total {n}.", n=total))


def white_dice(words: Words) -> Throw:
    """Show the sum that everybody may cross."""
    one, other = _THROWN
    says = words.text(
        "{one} and {other}: everybody may cross a {n}.", one=one, other=other, n=one + other
    )
    return Throw(_THROWN, None, says)


def colored_die(layout: Layout, words: Words) -> Throw:
    """Show the sum that only the roller may cross."""
    letter = layout.rows[locking(layout)[0]].letter
    white, eyes = _THROWN[1], _THROWN[1] + 1
    # Translators: a white die shows {white}, the die of that colour shows {eyes}.
    says = words.of_row(
        "White {white} and {colour} {eyes}: the roller may cross {colour} {n}.",
        letter,
        white=white,
        eyes=eyes,
        n=white + eyes,
    )
    return Throw((white,), (letter, eyes), says)


def passing_over(layout: Layout, words: Words) -> Example:
    """Show a row with skipped numbers, one whose numbers are mixed if there is one."""
    rows = locking(layout)
    index = next((row for row in rows if not runs(layout.rows[row])), rows[0])
    row = layout.rows[index]
    game = played(layout, _crosses(row, _PASSING))
    states = tuple(zip(row.cells, game.position.sheets[0].states(index), strict=True))
    made, gone = (
        [str(cell.number) for cell, state in states if state in wanted and cell.number is not None]
        for wanted in ((CellState.CROSSED, CellState.DOUBLED), (CellState.SKIPPED,))
    )
    # Translators: both placeholders are lists of numbers, such as "2, 4 and 7".
    says = words.text(
        "{crossed} are crossed. {gone} can no longer be crossed.",
        crossed=words.both(made),
        gone=words.both(gone),
    )
    return Example(Part.BANDS, game, says, (index,))


def waiting(layout: Layout, words: Words) -> Example:
    """Show a row whose last number has a dot for each cross that it needs."""
    index = locking(layout)[0]
    row = layout.rows[index]
    game = played(layout, _filling(layout, index, max(1, row.needs - 2)))
    says = words.count(
        "The {last} has a dot for each cross that it needs. {n} is missing.",
        "The {last} has a dot for each cross that it needs. {n} are missing.",
        row.needs - game.position.sheets[0].towards_lock(index),
        last=row.lock_number,
    )
    return Example(Part.BANDS, game, says, (index,))


def locked(layout: Layout, words: Words, at: int = -1) -> Example:
    """Show a row that is locked with no cross to spare, by the number at this index."""
    index = locking(layout)[0]
    row = layout.rows[index]
    number = row.numbers[at]
    game = played(layout, (*_filling(layout, index, row.needs), f"{row.letter}{number}"))
    sheet = game.position.sheets[0]
    says = words.count(
        "The {last} brings the lock: {n} cross, {points} points.",
        "The {last} brings the lock: {n} crosses, {points} points.",
        sheet.crosses(index),
        last=number,
        points=sheet.sum_line.rows[index],
    )
    return Example(Part.BANDS, game, says, (index,))


def closed_elsewhere(layout: Layout, words: Words) -> Example:
    """Show a row that somebody else has locked."""
    index = locking(layout)[-1]
    row = layout.rows[index]
    game = played(layout, (*_crosses(row, range(min(3, row.last))), f"{row.letter}#"))
    says = words.of_row(
        "Somebody else has locked {colour}. Your crosses there still count.", row.letter
    )
    return Example(Part.BANDS, game, says, (index,))


def misthrow(layout: Layout, words: Words) -> Example:
    """Show the boxes after one penalty."""
    game = played(layout, ("-",))
    says = words.text("Your first misthrow: total {n}.", n=signed(game.position.sheets[0].total))
    return Example(Part.MISTHROWS, game, says)


def worth(layout: Layout, words: Words) -> Example:
    """Show the points for each number of crosses."""
    most = max(row.most for row in layout.rows)
    says = words.text(
        "1 cross is 1 point, 2 are 3, 3 are 6, and so on: {n} are {points}.",
        n=most,
        points=row_points(most),
    )
    return Example(Part.POINTS, played(layout, ()), says)


def _crosses(row: Row, positions: Iterable[int]) -> tuple[str, ...]:
    """Return tokens for some of the numbers of a row, by their positions among its numbers."""
    return tuple(f"{row.letter}{row.numbers[at]}" for at in positions if at < len(row.numbers))


def _filling(layout: Layout, index: int, crosses: int) -> tuple[str, ...]:
    """Return tokens that cross a row from the left until so many crosses count for its lock."""
    row, tokens = layout.rows[index], list[str]()
    for number in row.numbers:
        if played(layout, tokens).position.sheets[0].towards_lock(index) >= crosses:
            break
        tokens.append(f"{row.letter}{number}")
    return tuple(tokens)
