"""The geometry as the painters of whole pads read it until each reads its boxes alone. Pure."""

from dataclasses import dataclass

from qwixx_pad.ui.pad.geometry import Box, Geometry, Mode, RowBoxes


@dataclass(frozen=True, slots=True)
class BandPlan:
    """The inside of one band, seen from its upper left corner.

    Attributes:
        row: The boxes that it is made of.
        mode: Which way its cells run.
        width, height: Of the whole band.
        cells: One box a cell, in printed order.
        lock: What is tapped for the lock.
        cap: The darker end of the band.
        head: Where mark and name stand.
        number: Size of an open number; `small` is that of a crossed one.
        radius: Of a cell's corners.
    """

    row: RowBoxes
    mode: Mode
    width: float
    height: float
    cells: tuple[Box, ...]
    lock: Box
    cap: Box
    head: Box
    number: float
    small: float
    radius: float
    shows_next: bool = True

    @classmethod
    def of(cls, row: RowBoxes) -> "BandPlan":
        """The plan of a row with a lock."""
        if row.lock is None or row.cap is None or row.head is None or row.points is None:
            raise ValueError(row)
        head = row.head
        if row.mode is Mode.COLUMNS:  # there the points stand in it too
            head = Box(head.x, 0, row.points.right - head.x, row.cells[0].y)
        return cls(
            row=row,
            mode=row.mode,
            width=row.box.width,
            height=row.box.height,
            cells=row.cells,
            lock=row.lock,
            cap=row.cap,
            head=head,
            number=row.number,
            small=row.small,
            radius=row.radius,
            shows_next=row.gain is not None,
        )


@dataclass(frozen=True, slots=True)
class PadPlan:
    """The whole play screen.

    Attributes:
        mode: How the pad lies.
        width: Of the pad, edges left out.
        edge: Left and right of the pad.
        band: The inside of each band.
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
    band: BandPlan
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
        """The plan of a pad whose rows are all alike."""
        sheet, wide = geometry.sheet, geometry.mode is Mode.LANDSCAPE
        first, second = (row.box for row in sheet.rows[:2])
        penalty, line = sheet.penalties[0], sheet.sum.line
        right = geometry.width - first.x
        lowest = line or penalty
        return cls(
            mode=geometry.mode,
            width=right - first.x,
            edge=first.x,
            band=BandPlan.of(sheet.rows[0]),
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
        bands: The inside of a band on each card.
        gap: Between two bands.
        padding: Below the lowest of them.
        facing: Whether two players sit opposite each other, the second sheet turned.
    """

    bar: Box
    cards: tuple[Box, ...]
    bands: tuple[BandPlan, ...]
    gap: float
    padding: float
    facing: bool

    @classmethod
    def of(cls, geometry: Geometry) -> "CardsPlan":
        """The plan of sheets whose rows are all alike."""
        if geometry.bar.box is None:
            raise ValueError(geometry)
        first, second, *_, last = (row.box for row in geometry.sheet.rows)
        return cls(
            bar=geometry.bar.box,
            cards=tuple(sheet.box for sheet in geometry.sheets),
            bands=tuple(BandPlan.of(sheet.rows[0]) for sheet in geometry.sheets),
            gap=second.y - first.bottom,
            padding=geometry.sheet.box.height - last.bottom,
            facing=geometry.facing,
        )
