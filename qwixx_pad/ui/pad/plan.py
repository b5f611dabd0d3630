"""The geometry as the painters of whole pads read it until each reads its boxes alone. Pure."""

from dataclasses import dataclass

from qwixx_pad.ui.pad.geometry import Box, Geometry, Mode, RowBoxes


@dataclass(frozen=True, slots=True)
class PadPlan:
    """The whole play screen.

    Attributes:
        mode: How the pad lies.
        width: Of the pad, edges left out.
        edge: Left and right of the pad.
        rows: The boxes of each row.
        gap: Between two bands.
        top: Height of the bar above; 0 where a rail takes its part.
        points: Height of the strip of points; 0 without it.
        box: Side of a misthrow box; `box_height` its height.
        sum_line: Height of the sum line; 0 where only the total is left.
        bottom: Below the foot.
        rail: Width of the rail at the right; 0 without it.
        standings: Height of the strip of seats; 0 for a single sheet.
    """

    mode: Mode
    width: float
    edge: float
    rows: tuple[RowBoxes, ...]
    gap: float
    top: float
    points: float
    box: float
    box_height: float
    sum_line: float
    bottom: float
    rail: float
    standings: float

    @classmethod
    def of(cls, geometry: Geometry) -> "PadPlan":
        """The plan of a pad."""
        sheet, wide = geometry.sheet, geometry.mode is Mode.LANDSCAPE
        first, second = (row.box for row in sheet.rows[:2])
        penalty, line = sheet.penalties[0], sheet.sum.line
        right = geometry.width - first.x
        lowest = line or penalty
        return cls(
            mode=geometry.mode,
            width=right - first.x,
            edge=first.x,
            rows=sheet.rows,
            gap=second.x - first.right if second.y == first.y else second.y - first.bottom,
            top=0 if geometry.bar.box is None else geometry.bar.box.height,
            points=0 if geometry.strip is None else geometry.strip.height,
            box=46 if geometry.back else penalty.width,
            box_height=penalty.height,
            sum_line=0 if line is None else line.height,
            bottom=geometry.height - lowest.bottom,
            rail=geometry.bar.menu.width if wide else 0,
            standings=geometry.chips[0].height if geometry.chips else 0,
        )


@dataclass(frozen=True, slots=True)
class CardsPlan:
    """All sheets on one screen.

    Attributes:
        bar: Where the bar lies: above, or between two that face each other.
        cards: One box a corner, clockwise.
        rows: The boxes of each row, card by card.
        gap: Between two bands.
        padding: Below the lowest of them.
        facing: Whether two players sit opposite each other, the second sheet turned.
    """

    bar: Box
    cards: tuple[Box, ...]
    rows: tuple[tuple[RowBoxes, ...], ...]
    gap: float
    padding: float
    facing: bool

    @classmethod
    def of(cls, geometry: Geometry) -> "CardsPlan":
        """The plan of so many sheets."""
        if geometry.bar.box is None:
            raise ValueError(geometry)
        first, second, *_, last = (row.box for row in geometry.sheet.rows)
        return cls(
            bar=geometry.bar.box,
            cards=tuple(sheet.box for sheet in geometry.sheets),
            rows=tuple(sheet.rows for sheet in geometry.sheets),
            gap=second.y - first.bottom,
            padding=geometry.sheet.box.height - last.bottom,
            facing=geometry.facing,
        )
