"""Strokes of the pen, no two alike, codes to be scanned, and pictures cut to their size."""

import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random

import flet as ft
from flet import canvas as cv

from qwixx_pad.ui.pad.geometry import Box

Point = tuple[float, float]

SQUARE, WIDE = 48, 64
"""From these widths on a cell counts as square, and as wide; in dp."""
LOW = 54
"""Below this height a cell has less room for its number; in dp."""
FLAT = 34
"""Below this height the number stands beside the cross, not above it; in dp."""
_FAINT = 0.35
"""Opacity of what stands on one device only."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """One movement of the pen: a quadratic curve with round ends, in dp."""

    start: Point
    bend: Point
    end: Point
    width: float


def cross_box(cell: Box) -> Box:
    """Where in a cell its cross is written, so that the small number can still be read."""
    if cell.width >= WIDE:
        return Box(cell.x + cell.width * 0.14, cell.y, cell.width * 0.86, cell.height)
    if cell.height < FLAT:
        beside = cell.width * 0.42  # two digits have no room above it
        return Box(cell.x + beside, cell.y + 4, cell.width - beside, cell.height - 5)
    if cell.width >= SQUARE:
        return Box(cell.x + 9, cell.y + 13, cell.width - 9, cell.height - 13)
    down = 13 if cell.height < LOW else 15
    return Box(cell.x, cell.y + down, cell.width, cell.height - down - 2)


def cross(seed: str, box: Box, *, stretched: bool = False) -> tuple[Stroke, ...]:
    """The strokes of a cross; each is drawn twice, the second time shorter and wider: pressure.

    Args:
        seed: Whose cross and where.
        box: What it fills, in dp.
        stretched: Fill the box in both directions, as in a misthrow box.
    """
    rng = Random(seed)  # noqa: S311 - handwriting, not secrets
    tall = not stretched and box.width <= 0.9 * box.height
    half_wide, half_high = _halves(box, stretched=stretched)
    x = box.x + box.width / 2 + rng.uniform(-0.03, 0.03) * box.width
    y = box.y + box.height / 2 + rng.uniform(-0.025, 0.025) * box.height
    width = _cell_nib(box) if tall else max(1.2, min(4.4, 0.36 * half_wide))

    def corner(right: int, down: int) -> Point:
        across, along = rng.uniform(0.86, 1.10), rng.uniform(0.86, 1.10)
        return (x + right * half_wide * across, y + down * half_high * along)

    first = _pressed(rng, corner(-1, -1), corner(1, 1), width)
    second = _pressed(rng, corner(1, -1), corner(-1, 1), width * 0.95)
    return (*first, *second)


def small_cross(seed: str, box: Box) -> tuple[Stroke, ...]:
    """The same cross without the pressure of the pen, for a small picture."""
    first, _, second, _ = cross(seed, box, stretched=True)
    width = round(first.width * 1.12, 2)  # between the light and the pressed part
    return replace(first, width=width), replace(second, width=width)


def _halves(box: Box, *, stretched: bool) -> tuple[float, float]:
    if stretched:
        return 0.38 * box.width, 0.38 * box.height
    if box.width > 0.9 * box.height:
        return 0.31 * box.height, 0.31 * box.height
    half_wide = 0.36 * box.width
    return half_wide, min(0.56 * box.width, 0.34 * box.height)


def _cell_nib(box: Box) -> float:
    """One pen for all upright cells, a finer one where they are low."""
    return 4.1 if box.height >= cross_box(Box(0, 0, 0, LOW)).height else 3.6


def _pressed(rng: Random, start: Point, end: Point, width: float) -> tuple[Stroke, Stroke]:
    along, aside = rng.uniform(0.4, 0.6), rng.choice((-1, 1)) * rng.uniform(0.04, 0.11)
    dx, dy = end[0] - start[0], end[1] - start[1]
    bend = (start[0] + along * dx - aside * dy, start[1] + along * dy + aside * dx)
    whole = Stroke(start, bend, end, width * 0.82)
    return whole, _beginning(whole, rng.uniform(0.5, 0.7), width)


def _beginning(stroke: Stroke, share: float, width: float) -> Stroke:
    """The first part of a curve (de Casteljau), with more pressure."""

    def between(one: Point, other: Point) -> Point:
        return (one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share)

    bend = between(stroke.start, stroke.bend)
    return Stroke(stroke.start, bend, between(bend, between(stroke.bend, stroke.end)), width)


def strike(seed: str, cell: Box) -> tuple[Stroke, ...]:
    """The thin line through a skipped number: tapered by two strokes."""
    rng = Random(seed)  # noqa: S311 - handwriting, not secrets
    half = min(0.34 * cell.width, 15)
    x, y = cell.x + cell.width / 2, cell.y + cell.height / 2
    start = (x - half, y + rng.uniform(-1.4, 1.4))
    end = (x + half, y + rng.uniform(-1.4, 1.4))
    whole = Stroke(start, ((start[0] + end[0]) / 2, y), end, 1.6)
    return whole, _beginning(whole, 0.6, 2.0)


def ink(
    strokes: Iterable[Stroke], color: str, *, curved: bool = True, faint: bool = False
) -> list[cv.Shape]:
    """Strokes with round ends as few shapes: one path a width.

    Args:
        strokes: Of one cross or many.
        color: Of the pen.
        curved: Whether they are so large that the eye sees them bend.
        faint: Whether they stand on this device only.
    """
    color = ft.Colors.with_opacity(_FAINT, color) if faint else color
    by_width: dict[float, list[cv.Path.PathElement]] = {}
    for stroke in strokes:
        end: cv.Path.PathElement = cv.Path.LineTo(*stroke.end)
        if curved:
            end = cv.Path.QuadraticTo(*stroke.bend, *stroke.end)
        by_width.setdefault(stroke.width, []).extend((cv.Path.MoveTo(*stroke.start), end))
    return [cv.Path(parts, paint=_nib(width, color)) for width, parts in by_width.items()]


def outline(color: str, width: float) -> ft.Paint:
    """What draws the edge of a shape alone; the line is so many dp wide."""
    return ft.Paint(color=color, stroke_width=width, style=ft.PaintingStyle.STROKE)


def _nib(width: float, color: str) -> ft.Paint:
    paint = outline(color, width)
    paint.stroke_cap = ft.StrokeCap.ROUND
    return paint


def line(places: Sequence[Point], width: float, color: str) -> cv.Shape:
    """A line from place to place, rounded at its ends and corners."""
    paint = _nib(width, color)
    paint.stroke_join = ft.StrokeJoin.ROUND
    first, *rest = places
    return cv.Path([cv.Path.MoveTo(*first), *(cv.Path.LineTo(*at) for at in rest)], paint=paint)


_QUIET = 4


def qr_code(modules: Sequence[Sequence[bool]], side: float, spoken: str) -> ft.Control:
    """The picture of a code.

    Args:
        modules: Its rows; True is dark.
        side: Of the white square, in dp.
        spoken: What it leads to, for a screen reader.
    """
    step = side / (len(modules) + 2 * _QUIET)
    paint = ft.Paint(color="#1D1B20", anti_alias=False)
    shapes: list[cv.Shape] = [
        cv.Rect((x + _QUIET) * step, (y + _QUIET) * step, width * step, step * 1.02, paint=paint)
        for y, row in enumerate(modules)
        for x, width in _runs(row)
    ]
    return ft.Semantics(
        label=spoken,
        image=True,
        content=ft.Container(
            cv.Canvas(shapes=shapes, width=side, height=side),
            bgcolor="#FFFFFF",
            border_radius=20,
            width=side,
            height=side,
        ),
    )


def _runs(row: Sequence[bool]) -> list[tuple[int, int]]:
    """Where dark modules lie side by side: first and how many."""
    runs: list[tuple[int, int]] = []
    for x, dark in enumerate(row):
        if dark and runs and sum(runs[-1]) == x:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        elif dark:
            runs.append((x, 1))
    return runs


_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HEADER = struct.Struct(">IIBBBBB")
_BYTES = {2: 3, 6: 4}
"""Bytes of a pixel, by its kind of colour: with and without transparency."""
_PLAIN = (8, 0, 0, 0)
"""Bits of a channel, ways of packing and filtering, no interlacing: how pictures come here."""
_WAYS_OF_A_ROW = 5
_HEAVIEST = 16 << 20
"""Bytes of a picture as it comes."""
_WIDEST = 16_384
"""Pixels along one side."""
_UNPACKED = 64 << 20
"""Bytes that are unpacked, piece by piece, to reach the last row: a screen of 5120 x 2880."""
_LARGEST = 16 << 20
"""Bytes of the corner's pixels: more than three for each dp of the longest table of results."""
_PIECE = 1 << 16
"""Bytes that are packed or unpacked at once."""


class NoPictureError(ValueError):
    """What was handed out as a picture is none, or it is larger than any screen."""


def cropped(png: object, width: int, height: int) -> bytes:
    """The upper left corner of a picture.

    Args:
        png: What a device has handed out as a picture.
        width: Of the corner, in pixels, at least 1; no wider than the picture is what comes out.
        height: In pixels, in the same way.

    Raises:
        NoPictureError: It is no sound PNG of the kind that Flet's client makes, or too large.
    """
    if not isinstance(png, bytes) or len(png) > _HEAVIEST or not png.startswith(_SIGNATURE):
        raise NoPictureError("no PNG")
    (kind, first), *chunks = _chunks(png)
    if kind != b"IHDR" or len(first) != _HEADER.size:
        raise NoPictureError("no header")
    across, down, bits, color, *ways = _HEADER.unpack(first)
    wide, high = min(width, across), min(height, down)
    _check(across, down, (bits, *ways), _BYTES.get(color, 0) * wide * high)
    packed = b"".join(data for kind, data in chunks if kind == b"IDAT")
    rows = _repacked(packed, 1 + across * _BYTES[color], 1 + wide * _BYTES[color], high)
    header = _HEADER.pack(wide, high, bits, color, *ways)
    parts = ((b"IHDR", header), (b"IDAT", rows), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(kind, data) for kind, data in parts)


def _check(across: int, down: int, ways: tuple[int, ...], corner: int) -> None:
    """Refuse what is no picture of a screen, before anything of it is unpacked."""
    if not 0 < across <= _WIDEST or not 0 < down <= _WIDEST:
        raise NoPictureError(f"{across} x {down} pixels")
    if ways != _PLAIN or not 0 < corner <= _LARGEST:
        raise NoPictureError(f"{corner} bytes of the kind {ways}")


def _repacked(packed: bytes, length: int, kept: int, number: int) -> bytes:
    """The first bytes of each of the first rows, each behind the byte that says how it is stored.

    Args:
        packed: All rows.
        length: Of a row, in bytes.
        kept: Of them.
        number: Of rows.
    """
    if length * number > _UNPACKED:
        raise NoPictureError(f"{length * number} bytes")
    pack, parts = zlib.compressobj(), []
    for row in islice(_rows(packed, length), number):
        if row[0] >= _WAYS_OF_A_ROW:
            raise NoPictureError(f"a row that is stored in the way {row[0]}")
        parts.append(pack.compress(row[:kept]))
    if len(parts) < number:
        raise NoPictureError(f"{len(parts)} rows of {number}")
    return b"".join([*parts, pack.flush()])


def _rows(packed: bytes, length: int) -> Iterator[bytes]:
    """Rows of so many bytes; what is left over at the end is none."""
    row = bytearray()
    for piece in _unpacked(packed):
        row += piece
        whole = len(row) - len(row) % length
        yield from (bytes(row[at : at + length]) for at in range(0, whole, length))
        del row[:whole]


def _unpacked(packed: bytes) -> Iterator[bytes]:
    """What was packed, in pieces; nobody who asks for no more has more of it unpacked."""
    unpack = zlib.decompressobj()
    try:
        for at in range(0, len(packed), _PIECE):
            waiting = packed[at : at + _PIECE]
            while waiting and not unpack.eof:
                yield unpack.decompress(waiting, _PIECE)
                waiting = unpack.unconsumed_tail
        yield unpack.flush(_PIECE)
    except zlib.error as error:
        raise NoPictureError(str(error)) from error


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The pieces of the file up to its end, each with what it says it is.

    Raises:
        NoPictureError: One is cut short or damaged, or there is no end.
    """
    at, kind = len(_SIGNATURE), b""
    while kind != b"IEND":
        (length,) = struct.unpack(">I", png[at : at + 4].rjust(4, b"\xff"))
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        check = png[at + 8 + length : at + 12 + length]
        if check != struct.pack(">I", zlib.crc32(kind + data)):
            raise NoPictureError("a damaged piece")
        at += 12 + length
        yield kind, data


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)
