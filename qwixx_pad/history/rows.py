"""Figures of the rows of sheets. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from qwixx_pad.history.figures import Figure, one_column
from qwixx_pad.history.sheets import ScoredSheet
from qwixx_pad.storage.summary import RowScore


@dataclass(frozen=True, slots=True)
class RowStats:
    """One row over all sheets on which it is of the same kind.

    Attributes:
        letter: That of the row in a game line.
        crosses_to_lock: Crosses needed before its lock.
        max_crosses: Most crosses that count.
        sheets: Number of sheets with it.
        points, crosses: Means over these sheets.
        locked: Number of sheets that have locked it.
        closed: Number of sheets on which others have closed it.
    """

    letter: str = field(metadata=Figure(key="row"))
    crosses_to_lock: int = field(metadata=Figure(key="crosses_to_lock"))
    max_crosses: int = field(metadata=Figure(key="max_crosses"))
    sheets: int = field(metadata=Figure(key="sheets", columns=one_column("sheets")))
    points: float = field(metadata=Figure(key="points", columns=one_column("points")))
    crosses: float = field(metadata=Figure(key="crosses", columns=one_column("crosses")))
    locked: int = field(metadata=Figure(key="locked", columns=one_column("locked")))
    closed: int = field(metadata=Figure(key="closed_by_others", columns=one_column("closed")))

    @property
    def row_kind(self) -> tuple[int, int]:
        """`crosses_to_lock` and `max_crosses`: rows with equal ones can be compared."""
        return (self.crosses_to_lock, self.max_crosses)


_row_kind_key = attrgetter("crosses_to_lock", "max_crosses", "letter")


_RowKind = tuple[int, int, str]
"""Crosses needed before the lock of a row, most crosses that count, and its letter."""


def row_stats(sheets: Iterable[ScoredSheet]) -> tuple[RowStats, ...]:
    """One entry for each row of a kind: the kind of most sheets first, then in printed order."""
    positions: dict[_RowKind, int] = {}
    rows: defaultdict[_RowKind, list[RowScore]] = defaultdict(list)
    for position, kind, column in _row_columns(sheets):
        if kind[1]:
            positions[kind] = min(position, positions.get(kind, position))
            rows[kind] += column
    printed = sorted(rows, key=lambda kind: (positions[kind], kind[-1]))
    stats = [_stats_of_rows(kind, rows[kind]) for kind in printed]
    sheets_of = Counter[tuple[int, int]]()
    for row in stats:
        sheets_of[row.row_kind] += row.sheets
    return tuple(sorted(stats, key=lambda row: (-sheets_of[row.row_kind], row.row_kind)))


def _row_columns(
    sheets: Iterable[ScoredSheet],
) -> Iterator[tuple[int, _RowKind, Sequence[RowScore]]]:
    """Yield position, kind and rows: those of a kind at a position of one printed sheet."""
    printed: defaultdict[tuple[str, int], list[tuple[RowScore, ...]]] = defaultdict(list)
    for sheet in sheets:
        printed[sheet.score.sheet, len(sheet.score.rows)].append(sheet.score.rows)
    for group in printed.values():
        for position, column in enumerate(zip(*group, strict=True)):
            kinds = set(map(_row_kind_key, column))
            if len(kinds) == 1:
                yield position, kinds.pop(), column
                continue
            for kind in kinds:
                yield position, kind, [row for row in column if _row_kind_key(row) == kind]


def _stats_of_rows(kind: _RowKind, rows: Sequence[RowScore]) -> RowStats:
    crosses_to_lock, max_crosses, letter = kind
    return RowStats(
        letter=letter,
        crosses_to_lock=crosses_to_lock,
        max_crosses=max_crosses,
        sheets=len(rows),
        points=sum(row.points for row in rows) / len(rows),
        crosses=sum(row.crosses for row in rows) / len(rows),
        locked=sum(row.locked for row in rows),
        closed=sum(row.closed for row in rows),
    )
