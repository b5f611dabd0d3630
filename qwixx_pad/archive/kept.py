"""A kept game as a list shows it."""

from dataclasses import dataclass

from qwixx_pad.archive.remarks import NO_REMARK, Remark
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.storage.summary import State, Summary


@dataclass(frozen=True, slots=True)
class Kept:
    """A kept game, ready to be shown.

    Attributes:
        summary: What is known of it.
        sheets: One a seat; empty for a game that this version cannot read.
        remark: What was written about it.
    """

    summary: Summary
    sheets: tuple[Sheet, ...] = ()
    remark: Remark = NO_REMARK

    @property
    def closed(self) -> frozenset[str]:
        """Letters of the rows that others have closed for some seat."""
        rows = (row for score in self.summary.scores for row in score.rows)
        return frozenset(row.letter for row in rows if row.closed)

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.summary.state is State.OVER
