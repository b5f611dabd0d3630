"""What stands beside the sum of a sheet, and how each of its terms came about. Pure."""

from dataclasses import dataclass

from qwixx_pad.core.layout import Layout, Mark, Pair
from qwixx_pad.core.scoring import Purpose, SumLine, Term, row_points, terms
from qwixx_pad.core.sheet import CellState, Sheet
from qwixx_pad.i18n import phrase
from qwixx_pad.ui.design.tokens import BESIDE_MARKS, LUCKY_MARK
from qwixx_pad.ui.speech import signed
from qwixx_pad.ui.speech.spoken import pair_effect
from qwixx_pad.ui.speech.words import Words


@dataclass(frozen=True, slots=True)
class ExtraLook:
    """The field beside those of the rows.

    Attributes:
        identifier: What a tap on it does.
        icon: In its corner, by its name.
        points: What it shows; None for a key that shows none, and while they are hidden.
        spoken: For a screen reader.
    """

    identifier: str
    icon: str
    points: int | None
    spoken: str


@dataclass(frozen=True, slots=True)
class PairLook:
    """What the cells with one mark bring together.

    Attributes:
        mark: Theirs.
        text: What it brings, as short as there is room for.
        spoken: For a screen reader.
        done: Whether all of them are crossed.
        lost: Whether one of them can be crossed no more.
    """

    mark: Mark
    text: str
    spoken: str
    done: bool
    lost: bool = False


@dataclass(frozen=True, slots=True)
class TermLook:
    """One line of the card that explains a sum.

    Attributes:
        text: What for.
        points: How many, as written.
        letter: Of the row; empty for what comes beside them.
    """

    text: str
    points: str
    letter: str = ""


def extra_look(
    sheet: Sheet, line: SumLine, words: Words, *, hides: bool, rolls: bool = True
) -> ExtraLook | None:
    """The field beside those of the rows; None where a sheet has none.

    Args:
        sheet: Whose.
        line: Its sum.
        words: The language.
        hides: Whether points are not shown yet.
        rolls: Whether dice are rolled for it, which may show a lucky number.
    """
    points = None if hides or not line.beside else line.extra
    icon = BESIDE_MARKS[line.beside[0].purpose] if line.beside else LUCKY_MARK
    if sheet.layout.board is not None:
        told = words.text("Board. Tap to move the pawn.")
        if points is not None:
            told = words.count(
                "Board, {n} point. Tap to move the pawn.",
                "Board, {n} points. Tap to move the pawn.",
                points,
            )
        return ExtraLook("board", icon, points, told)
    if sheet.layout.lucky and rolls:
        # Translators: Qwixx Longo; the white dice show a lucky number.
        told = words.text("Lucky number. Tap if one was rolled.")
        return ExtraLook("lucky-number", LUCKY_MARK, points, told)
    if not line.beside:
        return None
    if points is None:
        return ExtraLook("extra", icon, points, words.text("Extra points, hidden until the end"))
    told = words.count("{n} extra point", "{n} extra points", points)
    return ExtraLook("extra", icon, points, told)


def needs_telling(layout: Layout) -> bool:
    """Whether points come about in a way that the line of the sum does not show."""
    capped = any(row.cap is not None for row in layout.rows)
    return capped or bool(layout.pairs or layout.marked(Mark.STEP))


def pair_looks(
    sheet: Sheet, words: Words, closed: frozenset[str] = frozenset()
) -> tuple[PairLook, ...]:
    """What each pair of a sheet brings, in the order in which they are printed.

    Args:
        sheet: Whose.
        words: The language.
        closed: Letters of the rows that are closed for it.
    """
    return tuple(_pair(pair, sheet, words, closed) for pair in sheet.layout.pairs)


_SHORT = {
    # Translators: very short; so many crosses in the row with the fewest.
    Mark.FEWEST: phrase("{n}× fewest"),
    # Translators: very short; so many crosses in each row.
    Mark.EACH: phrase("{n}× each"),
    # Translators: very short; the lowest row counts so many times.
    Mark.LOWEST: phrase("lowest ×{n}"),
    Mark.PLUS: phrase("+{n}"),
    # Translators: very short; a misthrow, whose boxes say −5, costs nothing.
    Mark.WAIVE: phrase("−{cost} = 0"),
}


_GONE = frozenset({CellState.SKIPPED, CellState.CLOSED, CellState.VOID})


def _pair(pair: Pair, sheet: Sheet, words: Words, closed: frozenset[str]) -> PairLook:
    places = sheet.layout.marked(pair.mark)
    done = all(sheet.is_crossed(place) for place in places)
    cells = words.both([words.cell_inside(sheet, place) for place in places])
    # Translators: {cells} is such as "yellow 7 and blue 7", {effect} "1 cross in each row".
    open_, won = phrase("Pair {cells}: {effect}"), phrase("Pair {cells}, done: {effect}")
    gone = {tuple(sheet.states(place.row, closed))[place.position] for place in places} & _GONE
    how = phrase("Pair {cells}, lost: {effect}") if gone else won if done else open_
    said = words.text(how, cells=cells, effect=pair_effect(pair, words))
    short = words.text(_SHORT[pair.mark], n=pair.amount, cost=sheet.layout.penalty_points)
    return PairLook(pair.mark, short, said, done, bool(gone))


# the card


def explained(sheet: Sheet, words: Words) -> tuple[TermLook, ...]:
    """Each term of the sum of a sheet, and how it came about; the total comes last."""
    told = (
        TermLook(_told(term, sheet, words), signed(term.points), term.row or "")
        for term in terms(sheet)
    )
    return (*told, TermLook(words.text("Total"), signed(sheet.total)))


_BESIDE = {
    Purpose.TRACK: phrase("Lucky track"),
    Purpose.PAIR: phrase("Pair"),
    Purpose.BOARD: phrase("Board"),
}


def _told(term: Term, sheet: Sheet, words: Words) -> str:
    layout = sheet.layout
    match term.purpose:
        case Purpose.ROW:
            return _row(term, sheet, words)
        case Purpose.STEPS:
            steps = sum(sheet.is_crossed(place) for place in layout.marked(Mark.STEP))
            return words.count("Steps: {n} cross", "Steps: {n} crosses", steps)
        case Purpose.TRACK | Purpose.PAIR | Purpose.BOARD as purpose:
            return words.text(_BESIDE[purpose])
    said = words.count("{n} misthrow", "{n} misthrows", sheet.penalties)
    if sheet.amount(Mark.WAIVE):
        return words.text("{misthrows}, at no cost", misthrows=said)
    return said


def _row(term: Term, sheet: Sheet, words: Words) -> str:
    row = sheet.layout.index_of(term.row or "")
    crosses, cap = sheet.crosses(row), sheet.layout.rows[row].cap
    have = words.count("{n} cross", "{n} crosses", crosses)
    said = words.of_row("{row}: {have}", term.row or "", have=have)
    counted = crosses if cap is None else min(crosses, cap)
    if counted < crosses:
        # Translators: of the crosses of a row no more than this many are counted.
        said = words.text("{crosses}, {n} count", crosses=said, n=counted)
    if term.points != row_points(counted):
        times = sheet.amount(Mark.LOWEST)
        return words.text("{row}, counts {n} times", row=said, n=times)
    return said
