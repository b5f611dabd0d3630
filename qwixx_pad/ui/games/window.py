"""Which rows of a long list are built, wherever it was scrolled to. Pure."""

from dataclasses import dataclass

CHUNK = 8
"""Rows that come and go together."""
EXTENT = 82.0
"""From one row to the next, in dp."""
_AHEAD = 1.0
"""How many screens above and below are kept ready."""


@dataclass(frozen=True, slots=True)
class Window:
    """The chunks of a long list that are built: from `first` up to, not with, `end`.

    `extent` is from one row to the next, in dp.
    """

    first: int
    end: int
    extent: float = EXTENT

    def above(self, total: int) -> float:
        """Height of what is left out above, in dp."""
        return min(self.first * CHUNK, total) * self.extent

    def below(self, total: int) -> float:
        """Height of what is left out below, in dp."""
        return max(0, total - self.end * CHUNK) * self.extent


def window(pixels: float, height: float, total: int, extent: float = EXTENT) -> Window:
    """The window for a list that was scrolled.

    Args:
        pixels: How far, in dp.
        height: Of what is seen, in dp.
        total: Rows there are.
        extent: From one row to the next, in dp.
    """
    chunk = CHUNK * extent
    chunks = -(-total // CHUNK)
    first = int(max(0.0, pixels - _AHEAD * height) // chunk)
    end = int((max(0.0, pixels) + (1 + _AHEAD) * height) // chunk) + 1
    last = max(0, chunks - 1)
    return Window(min(first, last), min(end, chunks), extent)
