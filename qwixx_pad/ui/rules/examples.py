"""The pieces of the rules, and examples, which the core plays."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from qwixx_pad.core.game import Game, Setup
from qwixx_pad.core.layout import CellRef, Layout, Row, RowKind
from qwixx_pad.core.moves import parse_token
from qwixx_pad.core.scoring import row_points
from qwixx_pad.core.sheet import CellState, Sheet
from qwixx_pad.ui.text import signed_text
from qwixx_pad.ui.text.translator import Translator


class ExamplePart(Enum):
    """The part of a sheet that an example shows."""

    PAD = auto()
    BANDS = auto()
    PENALTIES = auto()
    POINTS = auto()


@dataclass(frozen=True, slots=True)
class Example:
    """A part of a sheet after a few entries.

    Attributes:
        part: What is shown of the sheet.
        game: A game with these entries.
        says: The caption.
        rows: The rows that are shown, from 0, if `part` is `BANDS`.
    """

    part: ExamplePart
    game: Game
    says: str
    rows: tuple[int, ...] = ()

    @property
    def sheet(self) -> Sheet:
        return self.game.position.sheets[0]


@dataclass(frozen=True, slots=True)
class DiceSum:
    """Dice that are added up.

    Attributes:
        white: Numbers on the white dice.
        color: Row letter of the coloured die and its number; None for white dice only.
        says: The caption.
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
    """One of several steps in order, from 1."""

    number: int
    text: str


Piece = str | NumberedStep | Example | DiceSum | Ruling
"""A part of a section: a text, or something with a drawing."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the pieces below it."""

    title: str
    pieces: tuple[Piece, ...]


def play_tokens(layout: Layout, tokens: Iterable[str]) -> Game:
    """Play these entries on a single sheet, without those that its rules refuse."""
    game = Game.start(Setup.for_layout(layout))
    for entry in map(parse_token, tokens):
        if entry is not None and game.entry_refusal(entry) is None:
            game = game.with_entry(entry)
    return game


def lockable_rows(layout: Layout) -> tuple[int, ...]:
    """The indices of the rows that end in a lock."""
    return tuple(index for index, row in enumerate(layout.rows) if row.lock_mask)


def is_monotonic(row: Row) -> bool:
    """True if the numbers of a row only rise or only fall."""
    rising = sorted(row.numbers)
    return list(row.numbers) in (rising, rising[::-1])


def crossed_rows_example(
    layout: Layout, tokens: Sequence[str], says: Callable[[Sheet], str]
) -> Example:
    """Show the rows with crosses after these entries; `says` makes the caption."""
    game = play_tokens(layout, tokens)
    sheet = game.position.sheets[0]
    rows = tuple(index for index, marks in enumerate(sheet.crossed) if marks)
    return Example(ExamplePart.BANDS, game, says(sheet), rows)


def cell_token(layout: Layout, place: CellRef) -> str:
    """The token of a game line that crosses a number."""
    return f"{layout.rows[place.row].letter}{layout.cell(place).number}"


def cells_text(layout: Layout, places: Sequence[CellRef], tr: Translator) -> str:
    """Name numbers with the colours of their rows, inside a sentence."""
    return tr.join_and(
        [
            tr.row_text("{colour} {n}", layout.rows[place.row].letter, n=layout.cell(place).number)
            for place in places
        ]
    )


_SKIPPING_POSITIONS = (0, 2, 5)
"""Positions of the crosses in a row with skipped numbers."""
_PAD_POSITIONS = ((0, 2, 3, 5), (1, 4, 5), (0, 1, 3, 4, 6), (2, 3))
"""Positions of the crosses in each row of a sheet in the middle of a game."""
_EXAMPLE_DICE = (3, 4)
"""Numbers on the white dice; the coloured die shows one more than the second."""


def pad_example(layout: Layout, tr: Translator) -> Example:
    """Show a sheet in the middle of a game."""
    tokens = [
        token
        for row, positions in zip(layout.rows, _PAD_POSITIONS * len(layout.rows), strict=False)
        if row.kind is not RowKind.EXCHANGE
        for token in _cross_tokens(row, positions)
    ]
    game = play_tokens(layout, tokens)
    total = game.position.sheets[0].total
    return Example(
        ExamplePart.PAD, game, tr.gettext("A sheet after a few rolls: total {n}.", n=total)
    )


def white_dice_example(tr: Translator) -> DiceSum:
    """Show the sum that everybody may cross."""
    first, second = _EXAMPLE_DICE
    says = tr.gettext(
        "{one} and {other}: everyone may cross a {n}.",
        one=first,
        other=second,
        n=first + second,
    )
    return DiceSum(_EXAMPLE_DICE, None, says)


def colored_die_example(layout: Layout, tr: Translator) -> DiceSum:
    """Show the sum that only the roller may cross."""
    letter = layout.rows[lockable_rows(layout)[0]].letter
    white = _EXAMPLE_DICE[1]
    eyes = white + 1
    # Translators: a white die shows {white}, the die of that colour shows {eyes}.
    says = tr.row_text(
        "White {white} and {colour} {eyes}: the roller may cross {colour} {n}.",
        letter,
        white=white,
        eyes=eyes,
        n=white + eyes,
    )
    return DiceSum((white,), (letter, eyes), says)


def skipping_example(layout: Layout, tr: Translator) -> Example:
    """Show a row with skipped numbers, one with mixed numbers if there is one."""
    rows = lockable_rows(layout)
    index = next((row for row in rows if not is_monotonic(layout.rows[row])), rows[0])
    row = layout.rows[index]
    game = play_tokens(layout, _cross_tokens(row, _SKIPPING_POSITIONS))
    crossed = list[str]()
    skipped = list[str]()
    states = game.position.sheets[0].cell_states(index)
    for cell, state in zip(row.cells, states, strict=True):
        if cell.number is not None and state in {CellState.CROSSED, CellState.DOUBLED}:
            crossed.append(str(cell.number))
        elif cell.number is not None and state is CellState.SKIPPED:
            skipped.append(str(cell.number))
    # Translators: both placeholders are lists of numbers, such as "2, 4 and 7".
    says = tr.gettext(
        "{crossed} are crossed. {gone} can no longer be crossed.",
        crossed=tr.join_and(crossed),
        gone=tr.join_and(skipped),
    )
    return Example(ExamplePart.BANDS, game, says, (index,))


def waiting_lock_example(layout: Layout, tr: Translator) -> Example:
    """Show a row whose last number has a dot for each cross that it needs."""
    index = lockable_rows(layout)[0]
    row = layout.rows[index]
    game = play_tokens(layout, _filling_tokens(layout, index, max(1, row.crosses_to_lock - 2)))
    says = tr.ngettext(
        "The {last} has a dot for each cross that it needs. {n} is missing.",
        "The {last} has a dot for each cross that it needs. {n} are missing.",
        row.crosses_to_lock - game.position.sheets[0].lock_progress(index),
        last=row.lock_number,
    )
    return Example(ExamplePart.BANDS, game, says, (index,))


def locked_row_example(layout: Layout, tr: Translator, at: int = -1) -> Example:
    """Show a row that is locked with as few crosses as possible, by the number at this index."""
    index = lockable_rows(layout)[0]
    row = layout.rows[index]
    number = row.numbers[at]
    tokens = (*_filling_tokens(layout, index, row.crosses_to_lock), f"{row.letter}{number}")
    game = play_tokens(layout, tokens)
    sheet = game.position.sheets[0]
    says = tr.ngettext(
        "The {last} brings the lock: {n} cross, {points} points.",
        "The {last} brings the lock: {n} crosses, {points} points.",
        sheet.cross_count(index),
        last=number,
        points=sheet.points_line.rows[index],
    )
    return Example(ExamplePart.BANDS, game, says, (index,))


def closed_row_example(layout: Layout, tr: Translator) -> Example:
    """Show a row that another player has locked."""
    index = lockable_rows(layout)[-1]
    row = layout.rows[index]
    tokens = (*_cross_tokens(row, range(min(3, row.last_position))), f"{row.letter}#")
    game = play_tokens(layout, tokens)
    says = tr.row_text(
        "Someone else has locked {colour}. Your crosses there still count.", row.letter
    )
    return Example(ExamplePart.BANDS, game, says, (index,))


def penalty_example(layout: Layout, tr: Translator) -> Example:
    """Show the boxes after one penalty."""
    game = play_tokens(layout, ("-",))
    says = tr.gettext(
        "Your first penalty: total {n}.", n=signed_text(game.position.sheets[0].total)
    )
    return Example(ExamplePart.PENALTIES, game, says)


def row_points_example(layout: Layout, tr: Translator) -> Example:
    """Show the points for each number of crosses."""
    most = max(row.max_crosses for row in layout.rows)
    says = tr.gettext(
        "1 cross is 1 point, 2 are 3, 3 are 6, and so on: {n} are {points}.",
        n=most,
        points=row_points(most),
    )
    return Example(ExamplePart.POINTS, play_tokens(layout, ()), says)


def _cross_tokens(row: Row, positions: Iterable[int]) -> tuple[str, ...]:
    """The tokens that cross numbers of a row, by their positions among its numbers."""
    return tuple(f"{row.letter}{row.numbers[at]}" for at in positions if at < len(row.numbers))


def _filling_tokens(layout: Layout, index: int, crosses: int) -> tuple[str, ...]:
    """The tokens that cross a row from the left until `crosses` count for its lock."""
    row = layout.rows[index]
    tokens = list[str]()
    for number in row.numbers:
        if play_tokens(layout, tokens).position.sheets[0].lock_progress(index) >= crosses:
            break
        tokens.append(f"{row.letter}{number}")
    return tuple(tokens)
