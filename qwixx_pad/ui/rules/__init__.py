"""The rules of a printed sheet, in a few words and pictures. Pure.

Everything is made from what the layout has, so a new layout brings its own rules.
"""

from collections.abc import Callable, Iterator, Sequence

from qwixx_pad.analysis.value import is_known
from qwixx_pad.core.game import Setup
from qwixx_pad.core.layout import Layout, Mark, Row, RowKind
from qwixx_pad.core.scoring import row_points
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.ui.rules import examples
from qwixx_pad.ui.rules.examples import (
    NumberedStep,
    Piece,
    Ruling,
    Section,
    locking,
    runs,
)
from qwixx_pad.ui.rules.kinds import own_rules
from qwixx_pad.ui.text.translator import Words

_SIDES = 6
"""Of an ordinary die: two of them make the highest number of a row."""


def rules_of(layout: Layout, words: Words) -> tuple[Section, ...]:
    """Describe the rules of a printed sheet: its special ones, then all in order of learning."""
    text = words.text
    return (
        *_only_here(layout, words),
        Section(text("What you need"), tuple(_need(layout, words))),
        Section(text("A roll"), tuple(_roll(layout, words))),
        Section(text("From left to right"), tuple(_order(layout, words))),
        Section(text("The last number and the lock"), tuple(_lock(layout, words))),
        Section(text("Misthrow"), _misthrow(layout, words)),
        Section(text("Points"), tuple(_points(layout, words))),
        Section(text("The end"), tuple(_end(layout, words))),
        Section(text("On this pad"), tuple(_pad(layout, words))),
        Section(text("When you are not sure"), rulings(layout, words)),
    )


def about_chances(layout: Layout, words: Words) -> Section:
    """Explain the chances that are shown for a game on this sheet."""
    text = words.text
    told = (
        text(
            "A chance says how often somebody in this place wins when all play on as in the pad’s "
            "practice games."
        ),
        text(
            "The pad knows crosses, not dice. It never says that another cross would have been "
            "better, unless the sum of the white dice is known."
        ),
        text("Of a single sheet no chance is known, nor of sheets copied from paper."),
    )
    unknown = (text("Chances are not known for this sheet."),)
    known = is_known(Setup.of(layout, seats=2))
    return Section(text("What the chances mean"), told if known else unknown)


def _only_here(layout: Layout, words: Words) -> tuple[Section, ...]:
    """Describe the rules that only this sheet has; its one sentence where none is a known kind."""
    about = "" if layout.default else words.about(layout)
    named = (Section(words.text("Only on this sheet"), (about,)),) if about else ()
    return own_rules(layout, words) or named


def _need(layout: Layout, words: Words) -> Iterator[Piece]:
    rows = locking(layout)
    yield words.text(
        "{n} dice: two white ones, and one in the colour of each row.", n=len(rows) + 2
    )
    sides = max(max(layout.rows[index].numbers) for index in rows) // 2
    if sides != _SIDES:
        yield words.text("Each of them has {n} sides.", n=sides)
    if layout.board is not None:
        # Translators: the pawn is the playing piece on the board.
        yield words.text("The game board, and a pawn for each of you.")
    least = max(2, layout.least_seats)
    yield words.text(
        "{least} to {most} players, each with a pad.", least=least, most=layout.most_seats
    )
    yield examples.whole_pad(layout, words)
    yield words.text(
        "Cross many numbers: the more crosses in a row, the more each of them is worth."
    )


def _roll(layout: Layout, words: Words) -> Iterator[Piece]:
    yield words.text("You take turns as the roller, who rolls all the dice. Then, in this order:")
    yield NumberedStep(
        1, words.text("Everybody may cross the sum of the white dice, in any one row.")
    )
    yield examples.white_dice(words)
    if layout.actions > 1:
        yield NumberedStep(
            2,
            words.text(
                "Only the roller may add one white die and one coloured die, and cross the sum "
                "where it is printed in that colour, in any one row."
            )
            if _mixed(layout)
            else words.text(
                "Only the roller may add one white die and one coloured die, and cross the sum in "
                "the row of that colour."
            ),
        )
        yield examples.colored_die(layout, words)
    if layout.board is not None:
        # Translators: the pawn is the playing piece on the board; taken spaces are not counted.
        pawn = words.text(
            "Only the roller may move their pawn forward by up to five free spaces. They cross the "
            "number it lands on; if it cannot be crossed and is not crossed yet, the pawn may not "
            "stop there."
        )
        yield NumberedStep(3, pawn)
    yield words.count(
        "So the roller makes at most {n} cross in a roll, everybody else one. Nobody has to.",
        "So the roller makes at most {n} crosses in a roll, everybody else one. Nobody has to.",
        layout.actions,
    )


def _order(layout: Layout, words: Words) -> Iterator[Piece]:
    yield words.text(
        "In each row you cross from left to right. You may leave numbers out, but you cannot go "
        "back to them."
    )
    yield examples.passing_over(layout, words)
    for rows in _alike(layout, lambda row: runs(row) and (row.numbers[0], row.lock_number)):
        yield _direction(rows, words)


def _direction(rows: Sequence[Row], words: Words) -> str:
    names = _names(rows, words)
    if not runs(rows[0]):
        return words.text("{rows}: mixed numbers. The place counts, not the number.", rows=names)
    first, *_, last = rows[0].numbers
    # Translators: such as "Red and yellow: from 2 to 12." The rows of numbers, from left to right.
    return words.text("{rows}: from {first} to {last}.", rows=names, first=first, last=last)


def _mixed(layout: Layout) -> bool:
    return any(row.inks for row in layout.rows if row.lock_mask)


def _lock(layout: Layout, words: Words) -> Iterator[Piece]:
    groups = _alike(layout, lambda row: row.needs)
    for rows in groups:
        if len(groups) == 1:
            yield words.count(
                "The last number of a row needs {n} cross before it.",
                "The last number of a row needs {n} crosses before it.",
                rows[0].needs,
            )
        else:
            yield words.count(
                "{rows}: the last number needs {n} cross before it.",
                "{rows}: the last number needs {n} crosses before it.",
                rows[0].needs,
                rows=_names(rows, words),
            )
    yield examples.waiting(layout, words)
    locks = layout.rows[locking(layout)[0]].locks
    if locks > 1:
        yield words.count(
            "The last {n} number locks the row.",
            "Each of the last {n} numbers locks the row, with as many crosses before it.",
            locks,
        )
        yield examples.locked(layout, words, -locks)
    yield words.text(
        "Cross it and you cross the lock too. The row is then closed for everybody, and its die "
        "is put aside."
    )
    if _mixed(layout):
        yield words.text(
            "A row has the colour of its last number. Numbers of that colour in other rows stay "
            "open: they are crossed with the white dice."
        )
    yield examples.locked(layout, words)
    yield examples.closed_elsewhere(layout, words)


def _misthrow(layout: Layout, words: Words) -> tuple[Piece, ...]:
    said = words.count(
        "A roller who crosses nothing takes a misthrow: minus {n} point. Everybody else may pass "
        "for free.",
        "A roller who crosses nothing takes a misthrow: minus {n} points. Everybody else may pass "
        "for free.",
        layout.penalty_points,
    )
    return said, examples.misthrow(layout, words)


def _points(layout: Layout, words: Words) -> Iterator[Piece]:
    yield words.text("Count the crosses of each row, the lock included.")
    yield examples.worth(layout, words)
    for rows in _alike(layout, lambda row: row.cap):
        if rows[0].cap is not None:
            yield words.text(
                "{rows}: {n} crosses count at most, {points} points.",
                rows=_names(rows, words),
                n=rows[0].cap,
                points=row_points(rows[0].cap),
            )
    if layout.board is not None:
        yield words.text("Your pawn’s space brings extra points, up to {n}.", n=layout.board)
    if Sheet.blank(layout).sum_line.beside:
        yield words.text("All rows and the extra points, minus the misthrows: that is your total.")
    else:
        yield words.text("All rows together, minus the misthrows: that is your total.")


def _end(layout: Layout, words: Words) -> Iterator[Piece]:
    yield words.count(
        "The game ends when {n} row is closed, or when somebody takes misthrow number {last}.",
        "The game ends when {n} rows are closed, or when somebody takes misthrow number {last}.",
        layout.rows_to_end,
        last=layout.penalties,
    )
    if layout.board is not None:
        yield words.text(
            "It also ends when a pawn reaches one of the last five spaces: everybody else rolls "
            "once more."
        )
    yield words.text("The highest total wins.")


def _pad(layout: Layout, words: Words) -> Iterator[Piece]:
    yield words.text(
        "Tap a number to cross it. Tap your newest cross again, or Undo, to take it back."
    )
    if layout.brings_about:
        yield words.text("The crosses that come with a cross are made for you, and go with it.")
    yield words.text(
        "If you play with people on paper: tap a lock when one of them closes that row."
    )
    yield words.text("With several pads at one table, each knows what the others lock.")
    yield words.text("Nobody has to add up.")


def _names(rows: Sequence[Row], words: Words) -> str:
    first, *others = [row.letter for row in rows]
    return words.both([words.row(first), *map(words.row_inside, others)])


def _alike(layout: Layout, by: Callable[[Row], object]) -> list[list[Row]]:
    """Group the rows with a lock by what they have in common, in printed order."""
    groups: dict[object, list[Row]] = {}
    for row in layout.rows:
        if row.lock_mask:
            groups.setdefault(by(row), []).append(row)
    return list(groups.values())


def rulings(layout: Layout, words: Words) -> tuple[Ruling, ...]:
    """Answer the usual questions about a printed sheet, in the order of a game."""
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
                "With penalty number {last} or {n} closed row, after the white dice of that roll: "
                "everyone else may still cross their sum.",
                "With penalty number {last} or {n} closed rows, after the white dice of that roll: "
                "everyone else may still cross their sum.",
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
