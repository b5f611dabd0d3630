"""Lines of a chart, codes to be scanned, and pictures cut to their size."""

import struct
import zlib
from collections.abc import Iterator, Sequence
from itertools import islice

import flet as ft
from flet import canvas as cv

Point = tuple[float, float]


def line(places: Sequence[Point], width: float, color: str) -> cv.Shape:
    """A line from place to place, rounded at its ends and corners."""
    paint = ft.Paint(color=color, stroke_width=width, style=ft.PaintingStyle.STROKE)
    paint.stroke_cap, paint.stroke_join = ft.StrokeCap.ROUND, ft.StrokeJoin.ROUND
    first, *rest = places
    return cv.Path([cv.Path.MoveTo(*first), *(cv.Path.LineTo(*at) for at in rest)], paint=paint)


_QUIET = 4


def qr_code(modules: Sequence[Sequence[bool]], side: float, spoken: str) -> ft.Control:
    """The picture of a code, dark where its rows are True, on a white square.

    `spoken` tells a screen reader what it leads to.
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

    A row has `length` bytes, of which so many are kept.
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
