"""What is asked at every table, and small examples that are played, so that no picture lies."""

from collections.abc import Iterable, Iterator

from qwixx_pad.core.layout import Layout, Mark, Row, RowKind
from qwixx_pad.core.scoring import row_points
from qwixx_pad.core.sheet import CellState
from qwixx_pad.ui.rules.pieces import Example, Part, Ruling, Throw
from qwixx_pad.ui.rules.played import locking, played, runs
from qwixx_pad.ui.speech import signed
from qwixx_pad.ui.speech.words import Words

_PASSING = (0, 2, 5)
"""Positions that are crossed where numbers are passed over."""
_WHOLE = ((0, 2, 3, 5), (1, 4, 5), (0, 1, 3, 4, 6), (2, 3))
"""Positions that are crossed in the rows of a pad in the middle of a game."""
_THROWN = (3, 4)
"""The white dice of the example; a colour shows one more than the second."""


def whole_pad(layout: Layout, words: Words) -> Example:
    """A pad in the middle of a game."""
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
    """The sum that is everybody's."""
    one, other = _THROWN
    says = words.text(
        "{one} and {other}: everybody may cross a {n}.", one=one, other=other, n=one + other
    )
    return Throw(_THROWN, None, says)


def colored_die(layout: Layout, words: Words) -> Throw:
    """The sum that is the roller's alone."""
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
    """A row in which numbers were left out, one whose numbers are mixed if there is one."""
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
    """A row whose last number waits: a dot for each cross that it needs."""
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
    """A row that is locked with no cross to spare.

    Args:
        layout: The sheet.
        words: The language.
        at: Which of its numbers locks it.
    """
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
    """A row that somebody else has locked."""
    index = locking(layout)[-1]
    row = layout.rows[index]
    game = played(layout, (*_crosses(row, range(min(3, row.last))), f"{row.letter}#"))
    says = words.of_row(
        "Somebody else has locked {colour}. Your crosses there still count.", row.letter
    )
    return Example(Part.BANDS, game, says, (index,))


def misthrow(layout: Layout, words: Words) -> Example:
    """The boxes after one misthrow."""
    game = played(layout, ("-",))
    says = words.text("Your first misthrow: total {n}.", n=signed(game.position.sheets[0].total))
    return Example(Part.MISTHROWS, game, says)


def worth(layout: Layout, words: Words) -> Example:
    """What so many crosses are worth."""
    most = max(row.most for row in layout.rows)
    says = words.text(
        "1 cross is 1 point, 2 are 3, 3 are 6, and so on: {n} are {points}.",
        n=most,
        points=row_points(most),
    )
    return Example(Part.POINTS, played(layout, ()), says)


def _crosses(row: Row, positions: Iterable[int]) -> tuple[str, ...]:
    """Tokens for some of the numbers of a row, by their positions among its numbers."""
    return tuple(f"{row.letter}{row.numbers[at]}" for at in positions if at < len(row.numbers))


def _filling(layout: Layout, index: int, crosses: int) -> tuple[str, ...]:
    """Tokens that cross a row from the left until so many crosses count towards its lock."""
    row, tokens = layout.rows[index], list[str]()
    for number in row.numbers:
        if played(layout, tokens).position.sheets[0].towards_lock(index) >= crosses:
            break
        tokens.append(f"{row.letter}{number}")
    return tuple(tokens)


def rulings(layout: Layout, words: Words) -> tuple[Ruling, ...]:
    """All that is asked about a printed sheet, in the order of a game."""
    return (
        *_locks(layout, words),
        *_ends(layout, words),
        *_rolls(words),
        *(_second_crosses(words) if layout.actions > 1 else ()),
        *(_pawns(words) if layout.board is not None else ()),
        *_of_other_sheets(layout, words),
    )


def _of_other_sheets(layout: Layout, words: Words) -> Iterator[Ruling]:
    if layout.row_of_kind(RowKind.BONUS) is not None:
        yield Ruling(
            words.text("I crossed in a bonus row alone. Is that a misthrow?"),
            words.text("No, that is a cross like any other."),
        )
    if layout.brings_about:
        yield Ruling(
            words.text("Does a cross that comes with another one use up the roll?"),
            words.text("No, only those count that you make yourself."),
        )
    if any(layout.marked(mark) for mark in (Mark.BOX, Mark.FEWEST, Mark.EACH)):
        yield Ruling(
            words.text("May a cross that comes with another one lock a row?"),
            words.text("Yes, where you have the crosses for it. The row is closed for everybody."),
        )


def _locks(layout: Layout, words: Words) -> tuple[Ruling, ...]:
    needs = min(row.needs for row in layout.rows if row.lock_mask)
    return (
        Ruling(
            # Translators: the number of crosses that a row needs before its last number.
            words.count(
                "Does the last number count towards the {n} cross?",
                "Does the last number count towards the {n} crosses?",
                needs,
            ),
            words.text("No, they have to stand before it."),
        ),
        Ruling(
            words.text("Does the lock count as a cross?"),
            words.text("Yes. The last number and its lock are two crosses."),
        ),
        Ruling(
            words.text("Several of us lock the same row in one roll?"),
            words.text("Each of you crosses the lock, and it is one closed row."),
        ),
        Ruling(
            words.text("Somebody locks a row. May I still cross there?"),
            words.text("In that roll yes, with the white dice. From the next roll on no."),
        ),
        Ruling(
            words.text("Somebody else closed a row. Do I cross the lock?"),
            words.text("No, the lock is for those who cross the last number."),
        ),
        Ruling(
            words.text("What happens to the die of a closed row?"),
            words.text("It leaves at once. Not even this roll’s roller may use it any more."),
        ),
    )


def _ends(layout: Layout, words: Words) -> tuple[Ruling, ...]:
    return (
        Ruling(
            words.text("When exactly is the game over?"),
            words.count(
                "With misthrow number {last} at once. With {n} closed row after the white dice of "
                "that roll: everybody may still cross their sum.",
                "With misthrow number {last} at once. With {n} closed rows after the white dice of "
                "that roll: everybody may still cross their sum.",
                layout.rows_to_end,
                last=layout.penalties,
            ),
        ),
        Ruling(
            words.text("The white dice end the game. Does the roller still use a coloured die?"),
            words.text("No, and it is no misthrow. With the house rule to finish the turn: yes."),
        ),
    )


def _rolls(words: Words) -> tuple[Ruling, ...]:
    return (
        Ruling(
            words.text("Who takes a misthrow?"),
            words.text("Only the roller, and only in a roll without any cross of their own."),
        ),
        Ruling(
            words.text("Do I have to cross if I can?"),
            words.text(
                "No. Passing costs nothing, except for the roller who crosses nothing at all."
            ),
        ),
    )


def _second_crosses(words: Words) -> tuple[Ruling, ...]:
    return (
        Ruling(
            words.text("May I cross the white sum in two rows?"),
            words.text(
                "No, in one. The roller may cross the same number again with a coloured die."
            ),
        ),
        Ruling(
            words.text("May all crosses of the roller be in one row?"),
            words.text("Yes, the white sum first, and the other one further right."),
        ),
    )


def _pawns(words: Words) -> tuple[Ruling, ...]:
    return (
        Ruling(
            # Translators: the pawn is the playing piece on the board.
            words.text("May the pawn go back?"),
            words.text("Never, and only the roller moves."),
        ),
        Ruling(
            words.text("I only moved my pawn. Is that a misthrow?"),
            words.text("Yes, unless its number gave you a cross in this roll."),
        ),
        Ruling(
            words.text("When is the last round over?"),
            words.text(
                "The roll in which a pawn arrives is played on; then each of the others rolls once."
            ),
        ),
    )
