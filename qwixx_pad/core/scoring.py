"""Points of rows and of a whole sheet."""

from collections.abc import Sequence
from dataclasses import dataclass


def row_points(crosses: int) -> int:
    """Points of a row with so many crosses, the lock included (rule sheet: 12 are 78)."""
    return crosses * (crosses + 1) // 2


@dataclass(frozen=True, slots=True)
class SumLine:
    """The line at the foot of a sheet.

    Attributes:
        rows: Points of the rows, top to bottom.
        penalty: Points lost by penalties, 0 or more.
        extra: Points beside the rows.
    """

    rows: tuple[int, ...]
    penalty: int
    extra: int

    @property
    def total(self) -> int:
        """What the sheet is worth."""
        return sum(self.rows) + self.extra - self.penalty


def ranks(totals: Sequence[int]) -> tuple[int, ...]:
    """The place of each total, from 1; equal ones share it: the rule sheets know no tie-break."""
    return tuple(1 + sum(other > total for other in totals) for total in totals)
