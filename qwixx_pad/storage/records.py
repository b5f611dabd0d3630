"""What somebody has never reached before on the same printed sheet. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from qwixx_pad.storage.counting import ScoredSheet
from qwixx_pad.storage.summary import RowScore, sheet_group

FEW = 5
"""So many sheets come before one that can be the best: at first each would be."""


@dataclass(frozen=True, slots=True)
class Records:
    """What was the best so far at the end of a game.

    Attributes:
        total: Points of the sheet, if they are more than ever; None if they are not.
        rows: Letters of the rows that brought more than ever, top to bottom, each with its points.
    """

    total: int | None = None
    rows: tuple[tuple[str, int], ...] = ()


def records_of(sheet: ScoredSheet, others: Iterable[ScoredSheet]) -> Records:
    """What is better on a sheet than on all finished ones of the same player before it.

    Args:
        sheet: Of a finished game.
        others: The player's finished sheets, whatever is printed on them.
    """
    group = sheet_group(sheet.score.sheet)
    began = (sheet.game.started, sheet.game.game)
    alike = (other for other in others if sheet_group(other.score.sheet) == group)
    before = [o.score for o in alike if (o.game.started, o.game.game) < began]
    if len(before) < FEW:
        return Records()
    best = max(score.total for score in before)
    rows = _best_rows(row for score in before for row in score.rows)
    better = (r for r in sheet.score.rows if r.most and r.points > rows.get(r.letter, r.points))
    return Records(
        sheet.score.total if sheet.score.total > best else None,
        tuple((row.letter, row.points) for row in better),
    )


def _best_rows(rows: Iterable[RowScore]) -> Mapping[str, int]:
    """The most points of each row, by its letter."""
    best: dict[str, int] = {}
    for row in rows:
        best[row.letter] = max(row.points, best.get(row.letter, row.points))
    return best
