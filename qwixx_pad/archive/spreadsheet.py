"""Games and numbers as tables for a spreadsheet: CSV as RFC 4180 has it.

The first piece begins with a byte order mark, by which Excel knows UTF-8. Numbers are plain
numbers with a point. Texts are harmless: one line each, and none that a spreadsheet would compute.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime

from qwixx_pad.archive.sharing import minutes
from qwixx_pad.core.layout import BONUS_LETTERS, LONE_ROWS, ROW_LETTERS
from qwixx_pad.core.scoring import BESIDE
from qwixx_pad.storage.counting import Numbers, Rival, RowNumbers, SheetNumbers
from qwixx_pad.storage.summary import RowScore, Score, State, Summary

Cell = str | int | float | None
"""What stands in a column of a line; None leaves it empty."""
Kind = tuple[int, int]
"""What rows that can be compared have in common: crosses before the lock, crosses that count."""

_MARK = "\ufeff"
_COMPUTES = frozenset("=+-@")
_MOST_PENALTIES = 4
_GAME = ("game", "started", "ended", "minutes", "layout", "state", "seats")
_SHEET = ("seat", "player", "sheet", "place", "total")
_PURPOSES = tuple(purpose.value for purpose in BESIDE)
_REST = ("locked", "penalties", "minus", "extra", *_PURPOSES)
_EXTRA_ROWS = (*BONUS_LETTERS, *LONE_ROWS.values())
_COUNTED = ("sheets", "contests", "wins", "best", "best_at", "average", "spread")
_TOTALS = ("quartile_1", "median", "quartile_3", "latest")
_LISTS = ("bins", "rivals", "recent", "by_sheet", "beside")


def harmless(text: str) -> str:
    """A text as it stands in a table: printable, on one line, and never a formula.

    An apostrophe goes in front of what would be one, as people do it in a spreadsheet; so it does
    behind a semicolon, where a spreadsheet in some countries begins the next cell.
    """
    printable = "".join(c if c.isprintable() else " " for c in text)
    parts = re.split("(;)", " ".join(printable.split()))
    return "".join(f"'{part}" if _computes(part) else part for part in parts)


def _computes(text: str) -> bool:
    # Spreadsheets in East Asia also take the wide forms of the four signs.
    first = text.lstrip()[:1]
    return unicodedata.normalize("NFKC", first)[:1] in _COMPUTES


def _line(cells: Iterable[Cell]) -> str:
    """One line of a table, with its end."""
    line = io.StringIO(newline="")
    csv.writer(line).writerow(harmless(cell) if isinstance(cell, str) else cell for cell in cells)
    return line.getvalue()


def _stamp(at: datetime | None) -> str | None:
    if at is None:
        return None
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def games_csv(summaries: Iterable[Summary], letters: Sequence[str] = ROW_LETTERS) -> Iterator[str]:
    """The sheets of some games, one line each below the names of the columns.

    When a game ended and how many minutes it took is left empty while it is not over, and where it
    was corrected afterwards: then its last entry is not the end of the game. Of one copied from
    paper the day is known, but not how long it took. A game that cannot be read has no sheets, so
    it has no line.

    Args:
        summaries: The games; they are taken one at a time.
        letters: The rows with points that get columns; those without have one for their crosses.

    Yields:
        Lines with their ends; together they are the file, to be written as UTF-8.
    """
    rows = [f"{letter}_{what}" for letter in letters for what in ("points", "crosses")]
    extra = (f"{letter}_crosses" for letter in _EXTRA_ROWS)
    yield _MARK + _line((*_GAME, *_SHEET, *rows, *_REST, *extra))
    for summary in summaries:
        game = _game_cells(summary)
        for score in summary.scores:
            yield _line((*game, *_sheet_cells(score, letters)))


def _game_cells(summary: Summary) -> tuple[Cell, ...]:
    known = summary.state is State.OVER and not summary.corrected
    return (
        summary.game,
        _stamp(summary.started),
        _stamp(summary.touched) if known else None,
        minutes(summary.started, summary.touched) if known and not summary.copied else None,
        summary.layout,
        summary.state.value,
        len(summary.scores),
    )


def _sheet_cells(score: Score, letters: Sequence[str]) -> Iterator[Cell]:
    yield from (score.seat, score.name, score.sheet, score.place, score.total)
    rows = {row.letter: row for row in score.rows}
    for letter in letters:
        yield from _row_score_cells(rows.get(letter))
    yield " ".join(row.letter for row in score.rows if row.locked)
    yield from (score.penalties, score.minus, score.extra)
    beside = dict(score.beside)
    yield from (beside.get(purpose) for purpose in _PURPOSES)
    yield from (rows[letter].crosses if letter in rows else None for letter in _EXTRA_ROWS)


def _row_score_cells(row: RowScore | None) -> tuple[Cell, ...]:
    return (None, None) if row is None else (row.points, row.crosses)


def numbers_csv(
    rows: Iterable[tuple[str, Numbers]], kinds: Sequence[Kind], letters: Sequence[str] = ROW_LETTERS
) -> Iterator[str]:
    """The numbers of some players, one line each below the names of the columns.

    What is said of totals is said of the printed sheet that stands first in `by_sheet`.
    Where there is no sheet all numbers but the counts are empty, for they mean nothing. A list
    stands in one cell: the bars as `3x70` (3 totals from 70), the rivals and the last totals in
    words, with `|` between them.

    Args:
        rows: Each player's name and numbers; they are taken one at a time.
        kinds: The kinds of rows that get columns, such as `r_5of12_points`.
        letters: The rows that get columns.

    Yields:
        Lines with their ends; together they are the file, to be written as UTF-8.
    """
    told = [(letter, kind) for kind in kinds for letter in letters]
    yield _MARK + _line(_number_columns(told))
    for name, numbers in rows:
        yield _line((name, *_number_cells(numbers, told)))


def _number_columns(told: Iterable[tuple[str, Kind]]) -> Iterator[str]:
    yield from ("player", *_COUNTED, *_TOTALS, "penalties")
    yield from (f"sheets_with_{n}_penalties" for n in range(_MOST_PENALTIES + 1))
    for letter, (needs, most) in told:
        counted = ("sheets", "points", "crosses", "locked", "closed")
        yield from (f"{letter}_{needs}of{most}_{what}" for what in counted)
    yield from _LISTS


def _number_cells(numbers: Numbers, told: Iterable[tuple[str, Kind]]) -> Iterator[Cell]:
    yield from (numbers.sheets, numbers.contests, numbers.wins)
    yield from _total_cells(numbers) if numbers.sheets else (None,) * 9
    yield from _penalty_cells(numbers.penalty_counts)
    rows = {(row.letter, row.kind): row for row in numbers.rows}
    for row in told:
        yield from _row_cells(rows.get(row))
    yield " ".join(f"{count}x{start}" for start, count in numbers.bins)
    yield " | ".join(map(_rival, numbers.rivals))
    yield " | ".join(f"{total} at {_stamp(at)}" for at, total in numbers.recent)
    yield " | ".join(map(_printed_sheet, numbers.by_sheet))
    yield " | ".join(
        f"{x.purpose}: sheets {x.sheets}, points {x.points:.2f}" for x in numbers.beside
    )


def _total_cells(numbers: Numbers) -> tuple[Cell, ...]:
    return (
        numbers.best,
        _stamp(numbers.best_at),
        numbers.average,
        numbers.spread,
        *numbers.quartiles,
        numbers.latest,
        numbers.penalties,
    )


def _penalty_cells(counts: tuple[int, ...]) -> tuple[int, ...]:
    """Sheets with 0, 1, 2, 3 and 4 penalties; more than four are counted with the fours."""
    few = (*counts, *(0,) * _MOST_PENALTIES)[:_MOST_PENALTIES]
    return (*few, sum(counts[_MOST_PENALTIES:]))


def _row_cells(row: RowNumbers | None) -> tuple[Cell, ...]:
    if row is None:
        return (None,) * 5
    return (row.sheets, row.points, row.crosses, row.locked, row.closed)


def _printed_sheet(each: SheetNumbers) -> str:
    return f"{each.sheet}: sheets {each.sheets}, best {each.best}, average {each.average:.2f}"


def _rival(rival: Rival) -> str:
    return (
        f"{rival.name}: games {rival.games}, ahead {rival.ahead}, behind {rival.behind}, "
        f"difference {rival.difference:.2f}"
    )
