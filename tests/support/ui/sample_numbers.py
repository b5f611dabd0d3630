"""Numbers of somebody who has played, for the statistics."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from qwixx_pad.history.measures import histogram_bins
from qwixx_pad.history.rows import RowStats
from qwixx_pad.history.statistics import Statistics

NOON = datetime(2026, 10, 12, 12, tzinfo=UTC)
ROWS = (
    RowStats("r", 5, 12, 12, 17.44, 5.2, 4, 4),
    RowStats("y", 5, 12, 12, 19.8, 5.7, 5, 0),
    RowStats("g", 5, 12, 12, 9.9, 4.0, 0, 12),
)


def numbers(totals, **changes):
    counted = Statistics(
        sheets=len(totals),
        multiplayer_sheets=len(totals),
        wins=0,
        best=max(totals, default=0),
        best_at=NOON,
        average=sum(totals) / (len(totals) or 1),
        spread=14.2,
        quartiles=(52.0, 60.0, 71.4),
        bins=histogram_bins(totals),
        latest=totals[-1] if totals else None,
        penalties=0.75,
        penalty_counts=(len(totals),),
        rows=ROWS,
        rivals=(),
        recent=tuple((NOON + timedelta(hours=i), total) for i, total in enumerate(totals)),
    )
    return replace(counted, **changes)
