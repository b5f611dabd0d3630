"""Lines of a chart, codes to be scanned, and pictures cut to their size."""

import struct
import zlib
from collections.abc import Iterator, Sequence
from itertools import islice

import flet as ft
from flet import canvas as cv

ChartPoint = tuple[float, float]


def polyline(points: Sequence[ChartPoint], width: float, color: str) -> cv.Shape:
    """Return a line from point to point, rounded at its ends and corners."""
    paint = ft.Paint(color=color, stroke_width=width, style=ft.PaintingStyle.STROKE)
    paint.stroke_cap, paint.stroke_join = ft.StrokeCap.ROUND, ft.StrokeJoin.ROUND
    first, *rest = points
    return cv.Path([cv.Path.MoveTo(*first), *(cv.Path.LineTo(*at) for at in rest)], paint=paint)


_QUIET_ZONE_MODULES = 4


def qr_code(modules: Sequence[Sequence[bool]], side: float, spoken: str) -> ft.Control:
    """Draw a code, dark where its rows are True, on a white square.

    `spoken` tells a screen reader what it leads to.
    """
    step = side / (len(modules) + 2 * _QUIET_ZONE_MODULES)
    paint = ft.Paint(color="#1D1B20", anti_alias=False)
    shapes: list[cv.Shape] = [
        cv.Rect(
            (x + _QUIET_ZONE_MODULES) * step,
            (y + _QUIET_ZONE_MODULES) * step,
            width * step,
            step * 1.02,
            paint=paint,
        )
        for y, row in enumerate(modules)
        for x, width in _dark_runs(row)
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


def _dark_runs(row: Sequence[bool]) -> list[tuple[int, int]]:
    """Where dark modules lie side by side: first and how many."""
    runs: list[tuple[int, int]] = []
    for x, dark in enumerate(row):
        if dark and runs and sum(runs[-1]) == x:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        elif dark:
            runs.append((x, 1))
    return runs


_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_IHDR = struct.Struct(">IIBBBBB")
_PIXEL_BYTES = {2: 3, 6: 4}
"""Bytes of a pixel, by its kind of colour: with and without transparency."""
_SUPPORTED_FORMAT = (8, 0, 0, 0)
"""Bits of a channel, ways of packing and filtering, no interlacing: how pictures come here."""
_FILTER_TYPES = 5
_MAX_FILE_BYTES = 16 << 20
"""Bytes of a picture as it comes."""
_MAX_SIDE_PX = 16_384
"""Pixels along one side."""
_MAX_UNPACKED_BYTES = 64 << 20
"""Bytes that are unpacked, piece by piece, to reach the last row: a screen of 5120 x 2880."""
_MAX_PIXEL_BYTES = 16 << 20
"""Bytes of the corner's pixels: more than three for each dp of the longest table of results."""
_PIECE_BYTES = 1 << 16
"""Bytes that are packed or unpacked at once."""


class InvalidPictureError(ValueError):
    """What was handed out as a picture is none, or it is larger than any screen."""


def crop_png(png: object, width: int, height: int) -> bytes:
    """Cut out the upper left corner of a picture.

    Args:
        png: What a device has handed out as a picture.
        width: Of the corner, in pixels, at least 1; no wider than the picture is what comes out.
        height: In pixels, in the same way.

    Raises:
        NoPictureError: It is no sound PNG of the kind that Flet's client makes, or too large.
    """
    if (
        not isinstance(png, bytes)
        or len(png) > _MAX_FILE_BYTES
        or not png.startswith(_PNG_SIGNATURE)
    ):
        raise InvalidPictureError("no PNG")
    (kind, first), *chunks = _read_chunks(png)
    if kind != b"IHDR" or len(first) != _IHDR.size:
        raise InvalidPictureError("no header")
    across, down, bits, color, *ways = _IHDR.unpack(first)
    wide, high = min(width, across), min(height, down)
    _check_limits(across, down, (bits, *ways), _PIXEL_BYTES.get(color, 0) * wide * high)
    packed = b"".join(data for kind, data in chunks if kind == b"IDAT")
    rows = _crop_rows(
        packed, 1 + across * _PIXEL_BYTES[color], 1 + wide * _PIXEL_BYTES[color], high
    )
    header = _IHDR.pack(wide, high, bits, color, *ways)
    parts = ((b"IHDR", header), (b"IDAT", rows), (b"IEND", b""))
    return _PNG_SIGNATURE + b"".join(_encode_chunk(kind, data) for kind, data in parts)


def _check_limits(across: int, down: int, methods: tuple[int, ...], corner: int) -> None:
    """Refuse what is no picture of a screen, before anything of it is unpacked."""
    if not 0 < across <= _MAX_SIDE_PX or not 0 < down <= _MAX_SIDE_PX:
        raise InvalidPictureError(f"{across} x {down} pixels")
    if methods != _SUPPORTED_FORMAT or not 0 < corner <= _MAX_PIXEL_BYTES:
        raise InvalidPictureError(f"{corner} bytes of the kind {methods}")


def _crop_rows(packed: bytes, length: int, kept_bytes: int, number: int) -> bytes:
    """Cut the first bytes from each of the first rows, each after its filter byte.

    A row has `length` bytes, of which so many are kept.
    """
    if length * number > _MAX_UNPACKED_BYTES:
        raise InvalidPictureError(f"{length * number} bytes")
    pack, parts = zlib.compressobj(), []
    for row in islice(_png_rows(packed, length), number):
        if row[0] >= _FILTER_TYPES:
            raise InvalidPictureError(f"a row that is stored in the way {row[0]}")
        parts.append(pack.compress(row[:kept_bytes]))
    if len(parts) < number:
        raise InvalidPictureError(f"{len(parts)} rows of {number}")
    return b"".join([*parts, pack.flush()])


def _png_rows(packed: bytes, length: int) -> Iterator[bytes]:
    """Rows of so many bytes; what is left over at the end is none."""
    row = bytearray()
    for piece in _inflate_pieces(packed):
        row += piece
        whole = len(row) - len(row) % length
        yield from (bytes(row[at : at + length]) for at in range(0, whole, length))
        del row[:whole]


def _inflate_pieces(packed: bytes) -> Iterator[bytes]:
    """Unpack data piece by piece; what is not asked for is never unpacked."""
    unpack = zlib.decompressobj()
    try:
        for at in range(0, len(packed), _PIECE_BYTES):
            waiting = packed[at : at + _PIECE_BYTES]
            while waiting and not unpack.eof:
                yield unpack.decompress(waiting, _PIECE_BYTES)
                waiting = unpack.unconsumed_tail
        yield unpack.flush(_PIECE_BYTES)
    except zlib.error as error:
        raise InvalidPictureError(str(error)) from error


def _read_chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the chunks of the file up to its end, each with its type.

    Raises:
        NoPictureError: One is cut short or damaged, or there is no end.
    """
    at, kind = len(_PNG_SIGNATURE), b""
    while kind != b"IEND":
        (length,) = struct.unpack(">I", png[at : at + 4].rjust(4, b"\xff"))
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        check = png[at + 8 + length : at + 12 + length]
        if check != struct.pack(">I", zlib.crc32(kind + data)):
            raise InvalidPictureError("a damaged piece")
        at += 12 + length
        yield kind, data


def _encode_chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)
