"""How far back statistics and lists of games look. Pure."""

from datetime import datetime, timedelta
from enum import StrEnum

from qwixx_pad.i18n import phrase
from qwixx_pad.ui.speech.words import Words


class Span(StrEnum):
    """How far back the statistics look."""

    ALL = "all"
    YEAR = "year"
    QUARTER = "quarter"
    MONTH = "month"

    def since(self, now: datetime) -> datetime | None:
        """When it begins; None: with the first game."""
        days = {Span.YEAR: 365, Span.QUARTER: 90, Span.MONTH: 30}.get(self)
        return None if days is None else now - timedelta(days=days)

    def text(self, words: Words) -> str:
        """Its name."""
        return words.text(_SPANS[self])


_SPANS = {
    Span.ALL: phrase("All time"),
    Span.YEAR: phrase("Last 12 months"),
    Span.QUARTER: phrase("Last 90 days"),
    Span.MONTH: phrase("Last 30 days"),
}
