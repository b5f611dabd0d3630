"""The rules of a printed sheet as plain values: texts, examples and answers.

All of it is made from the layout, so a new layout needs no text of its own.
"""

from collections.abc import Callable, Iterator, Sequence

from qwixx_pad.analysis.value import has_value
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
    is_monotonic,
    lockable_rows,
)
from qwixx_pad.ui.rules.kinds import special_rules
from qwixx_pad.ui.text.translator import Translator

_USUAL_DIE_SIDES = 6
"""Two dice make the highest number of a row."""


def sheet_rules(layout: Layout, tr: Translator) -> tuple[Section, ...]:
    """Describe the rules of a printed sheet: first its special ones, then all in a game's order."""
    gettext = tr.gettext
    special = special_rules(layout, tr)
    about = "" if layout.default else tr.layout_description(layout)
    if about and not special:
        special = (Section(gettext("Only on this sheet"), (about,)),)
    return (
        *special,
        Section(gettext("What you need"), tuple(_equipment_pieces(layout, tr))),
        Section(gettext("A roll"), tuple(_roll_pieces(layout, tr))),
        Section(gettext("From left to right"), tuple(_order_pieces(layout, tr))),
        Section(gettext("The last number and the lock"), tuple(_lock_pieces(layout, tr))),
        Section(gettext("Penalty"), _penalty_pieces(layout, tr)),
        Section(gettext("Points"), tuple(_points_pieces(layout, tr))),
        Section(gettext("The end"), tuple(_end_pieces(layout, tr))),
        Section(gettext("On this pad"), tuple(_pad_pieces(layout, tr))),
        Section(gettext("When you’re not sure"), rulings(layout, tr)),
    )


def chances_section(layout: Layout, tr: Translator) -> Section:
    """Explain the chances that are shown for a game on this sheet."""
    gettext = tr.gettext
    title = gettext("What the chances mean")
    if not has_value(Setup.for_layout(layout, seats=2)):
        return Section(title, (gettext("Chances aren’t known for this sheet."),))
    return Section(
        title,
        (
            gettext(
                "A chance says how often someone in this position wins when everyone plays on as "
                "in the pad’s practice games."
            ),
            gettext(
                "The pad knows crosses, not dice. It never says that another cross would have been "
                "better, unless the sum of the white dice is known."
            ),
            gettext("No chance is known for a single sheet, nor for sheets copied from paper."),
        ),
    )


def _equipment_pieces(layout: Layout, tr: Translator) -> Iterator[Piece]:
    rows = lockable_rows(layout)
    yield tr.gettext(
        "{n} dice: two white ones, and one in the colour of each row.", n=len(rows) + 2
    )
    sides = max(max(layout.rows[index].numbers) for index in rows) // 2
    if sides != _USUAL_DIE_SIDES:
        yield tr.gettext("Each of them has {n} sides.", n=sides)
    if layout.board is not None:
        # Translators: the pawn is the playing piece on the board.
        yield tr.gettext("The game board, and a pawn for each of you.")
    yield tr.gettext(
        "{least} to {most} players, each with a sheet.",
        least=max(2, layout.min_seats),
        most=layout.max_seats,
    )
    yield examples.pad_example(layout, tr)
    yield tr.gettext(
        "Cross many numbers: the more crosses in a row, the more each of them is worth."
    )


def _roll_pieces(layout: Layout, tr: Translator) -> Iterator[Piece]:
    yield tr.gettext("You take turns as the roller, who rolls all the dice. Then, in this order:")
    yield NumberedStep(
        1, tr.gettext("Everyone may cross the sum of the white dice, in any one row.")
    )
    yield examples.white_dice_example(tr)
    if layout.actions > 1:
        if _has_mixed_colors(layout):
            colored = tr.gettext(
                "Only the roller may add one white die and one coloured die, and cross the sum "
                "where it is printed in that colour, in any one row."
            )
        else:
            colored = tr.gettext(
                "Only the roller may add one white die and one coloured die, and cross the sum in "
                "the row of that colour."
            )
        yield NumberedStep(2, colored)
        yield examples.colored_die_example(layout, tr)
    if layout.board is not None:
        # Translators: the pawn is the playing piece on the board; taken spaces are not counted.
        pawn = tr.gettext(
            "Only the roller may move their pawn forward by up to five free spaces. They cross "
            "the number it lands on; if it can’t be crossed and isn’t crossed yet, the pawn may "
            "not stop there."
        )
        yield NumberedStep(3, pawn)
    yield tr.ngettext(
        "So the roller makes at most {n} cross in a roll, everyone else one. Nobody has to.",
        "So the roller makes at most {n} crosses in a roll, everyone else one. Nobody has to.",
        layout.actions,
    )


def _order_pieces(layout: Layout, tr: Translator) -> Iterator[Piece]:
    yield tr.gettext(
        "In each row you cross from left to right. You may leave numbers out, but you can’t go "
        "back to them."
    )
    yield examples.skipping_example(layout, tr)
    for rows in _group_rows(
        layout, lambda row: is_monotonic(row) and (row.numbers[0], row.lock_number)
    ):
        names = _row_names(rows, tr)
        if not is_monotonic(rows[0]):
            yield tr.gettext("{rows}: mixed numbers. The place counts, not the number.", rows=names)
            continue
        first, *_, last = rows[0].numbers
        # Translators: such as "Red and yellow: from 2 to 12."
        # The rows of numbers, from left to right.
        yield tr.gettext("{rows}: from {first} to {last}.", rows=names, first=first, last=last)


def _has_mixed_colors(layout: Layout) -> bool:
    return any(row.cell_colors for row in layout.rows if row.lock_mask)


def _lock_pieces(layout: Layout, tr: Translator) -> Iterator[Piece]:
    groups = _group_rows(layout, lambda row: row.crosses_to_lock)
    for rows in groups:
        if len(groups) == 1:
            yield tr.ngettext(
                "The last number of a row needs {n} cross before it.",
                "The last number of a row needs {n} crosses before it.",
                rows[0].crosses_to_lock,
            )
        else:
            yield tr.ngettext(
                "{rows}: the last number needs {n} cross before it.",
                "{rows}: the last number needs {n} crosses before it.",
                rows[0].crosses_to_lock,
                rows=_row_names(rows, tr),
            )
    yield examples.waiting_lock_example(layout, tr)
    locks = layout.rows[lockable_rows(layout)[0]].locks
    if locks > 1:
        yield tr.ngettext(
            "The last {n} number locks the row.",
            "Each of the last {n} numbers locks the row, with as many crosses before it.",
            locks,
        )
        yield examples.locked_row_example(layout, tr, -locks)
    yield tr.gettext(
        "Cross it and you cross the lock too. The row is then closed for everyone, and its die "
        "is set aside."
    )
    if _has_mixed_colors(layout):
        yield tr.gettext(
            "A row has the colour of its last number. Numbers of that colour in other rows stay "
            "open: they are crossed with the white dice."
        )
    yield examples.locked_row_example(layout, tr)
    yield examples.closed_row_example(layout, tr)


def _penalty_pieces(layout: Layout, tr: Translator) -> tuple[Piece, ...]:
    text = tr.ngettext(
        "A roller who crosses nothing takes a penalty: minus {n} point. Everyone else may pass "
        "for free.",
        "A roller who crosses nothing takes a penalty: minus {n} points. Everyone else may pass "
        "for free.",
        layout.penalty_points,
    )
    return text, examples.penalty_example(layout, tr)


def _points_pieces(layout: Layout, tr: Translator) -> Iterator[Piece]:
    yield tr.gettext("Count the crosses of each row, the lock included.")
    yield examples.row_points_example(layout, tr)
    for rows in _group_rows(layout, lambda row: row.cap):
        if rows[0].cap is not None:
            yield tr.gettext(
                "{rows}: at most {n} crosses count, {points} points.",
                rows=_row_names(rows, tr),
                n=rows[0].cap,
                points=row_points(rows[0].cap),
            )
    if layout.board is not None:
        yield tr.gettext("Your pawn’s space brings extra points, up to {n}.", n=layout.board)
    if Sheet.blank(layout).points_line.extras:
        yield tr.gettext("All rows and the extra points, minus the penalties: that’s your total.")
    else:
        yield tr.gettext("All rows together, minus the penalties: that’s your total.")


def _end_pieces(layout: Layout, tr: Translator) -> Iterator[Piece]:
    yield tr.ngettext(
        "The game ends when {n} row is closed, or when someone takes penalty number {last}.",
        "The game ends when {n} rows are closed, or when someone takes penalty number {last}.",
        layout.rows_to_end,
        last=layout.penalties,
    )
    if layout.board is not None:
        yield tr.gettext(
            "It also ends when a pawn reaches one of the last five spaces: everyone else rolls "
            "once more."
        )
    yield tr.gettext("The highest total wins.")


def _pad_pieces(layout: Layout, tr: Translator) -> Iterator[Piece]:
    yield tr.gettext("Tap a number to cross it. To undo it, tap your newest cross again, or Undo.")
    if layout.has_effects:
        yield tr.gettext("The crosses that come with a cross are made for you, and undone with it.")
    yield tr.gettext(
        "If you play with people on paper: tap a lock when one of them closes that row."
    )
    yield tr.gettext("With several pads at one table, each knows what the others lock.")
    yield tr.gettext("Nobody has to add up.")


def _row_names(rows: Sequence[Row], tr: Translator) -> str:
    first, *others = [row.letter for row in rows]
    return tr.join_and([tr.row_name(first), *map(tr.row_name_inside, others)])


def _group_rows(layout: Layout, by: Callable[[Row], object]) -> list[list[Row]]:
    """Group the rows with a lock by a key, in printed order."""
    groups: dict[object, list[Row]] = {}
    for row in layout.rows:
        if row.lock_mask:
            groups.setdefault(by(row), []).append(row)
    return list(groups.values())


def rulings(layout: Layout, tr: Translator) -> tuple[Ruling, ...]:
    """Answer the usual questions about a printed sheet, in the order of a game."""
    return (
        *_lock_rulings(layout, tr),
        *_end_rulings(layout, tr),
        Ruling(
            tr.gettext("Who takes a penalty?"),
            tr.gettext("Only the roller, and only in a roll without any cross of their own."),
        ),
        Ruling(
            tr.gettext("Do I have to cross if I can?"),
            tr.gettext(
                "No. Passing costs nothing, except for the roller who crosses nothing at all."
            ),
        ),
        *(_second_cross_rulings(tr) if layout.actions > 1 else ()),
        *(_pawn_rulings(tr) if layout.board is not None else ()),
        *_special_rulings(layout, tr),
    )


def _special_rulings(layout: Layout, tr: Translator) -> Iterator[Ruling]:
    if layout.row_of_kind(RowKind.BONUS) is not None:
        yield Ruling(
            tr.gettext("I only crossed in a bonus row. Is that a penalty?"),
            tr.gettext("No, that’s a cross like any other."),
        )
    if layout.has_effects:
        yield Ruling(
            tr.gettext("Does a cross that comes with another one use up the roll?"),
            tr.gettext("No, only those you make yourself count."),
        )
    if any(layout.cells_with_mark(mark) for mark in (Mark.BOX, Mark.FEWEST, Mark.EACH)):
        yield Ruling(
            tr.gettext("May a cross that comes with another one lock a row?"),
            tr.gettext("Yes, where you have the crosses for it. The row is closed for everyone."),
        )


def _lock_rulings(layout: Layout, tr: Translator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            # Translators: the number of crosses that a row needs before its last number.
            tr.ngettext(
                "Does the last number count towards the {n} cross?",
                "Does the last number count towards the {n} crosses?",
                min(row.crosses_to_lock for row in layout.rows if row.lock_mask),
            ),
            tr.gettext("No, they have to come before it."),
        ),
        Ruling(
            tr.gettext("Does the lock count as a cross?"),
            tr.gettext("Yes. The last number and its lock are two crosses."),
        ),
        Ruling(
            tr.gettext("Several of us lock the same row in one roll?"),
            tr.gettext("Each of you crosses the lock, and it is one closed row."),
        ),
        Ruling(
            tr.gettext("Someone locks a row. May I still cross there?"),
            tr.gettext("In that roll, yes, with the white dice. From the next roll on, no."),
        ),
        Ruling(
            tr.gettext("Someone else closed a row. Do I cross the lock?"),
            tr.gettext("No, the lock is for those who cross the last number."),
        ),
        Ruling(
            tr.gettext("What happens to the die of a closed row?"),
            tr.gettext("It’s out at once. Not even this roll’s roller may use it any more."),
        ),
    )


def _end_rulings(layout: Layout, tr: Translator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            tr.gettext("When exactly is the game over?"),
            tr.ngettext(
                "With penalty number {last} or {n} closed row, after the white dice of that roll: "
                "everyone else may still cross their sum.",
                "With penalty number {last} or {n} closed rows, after the white dice of that roll: "
                "everyone else may still cross their sum.",
                layout.rows_to_end,
                last=layout.penalties,
            ),
        ),
        Ruling(
            tr.gettext("The white dice end the game. Does the roller still use a coloured die?"),
            tr.gettext("No, and it’s no penalty. With the house rule to finish the turn: yes."),
        ),
    )


def _second_cross_rulings(tr: Translator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            tr.gettext("May I cross the white sum in two rows?"),
            tr.gettext(
                "No, in one. The roller may cross the same number again with a coloured die."
            ),
        ),
        Ruling(
            tr.gettext("May all crosses of the roller be in one row?"),
            tr.gettext("Yes, the white sum first, and the other one further right."),
        ),
    )


def _pawn_rulings(tr: Translator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            # Translators: the pawn is the playing piece on the board.
            tr.gettext("May the pawn go back?"),
            tr.gettext("Never, and only the roller moves."),
        ),
        Ruling(
            tr.gettext("I only moved my pawn. Is that a penalty?"),
            tr.gettext("Yes, unless its number gave you a cross in this roll."),
        ),
        Ruling(
            tr.gettext("When is the last round over?"),
            tr.gettext(
                "The roll in which a pawn arrives is finished; then each of the others rolls once."
            ),
        ),
    )
