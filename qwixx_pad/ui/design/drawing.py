"""Lines of a chart, QR codes, and cropped pictures."""

import gzip
import io
import struct
import zlib
from collections.abc import Iterator, Sequence

import flet as ft
from flet import canvas as cv

ChartPoint = tuple[float, float]


def polyline(points: Sequence[ChartPoint], width: float, color: str) -> cv.Shape:
    """A line through points, rounded at its ends and corners."""
    paint = ft.Paint(color=color, stroke_width=width, style=ft.PaintingStyle.STROKE)
    paint.stroke_cap = ft.StrokeCap.ROUND
    paint.stroke_join = ft.StrokeJoin.ROUND
    first, *others = points
    lines = [cv.Path.LineTo(*point) for point in others]
    return cv.Path([cv.Path.MoveTo(*first), *lines], paint=paint)


def qr_code(png: bytes, side: float, spoken: str) -> ft.Control:
    """Draw a QR code on a white square.

    Args:
        png: The code, a pixel a module.
        side: In dp.
        spoken: Tells a screen reader where the code leads.
    """
    picture = ft.Image(
        src=png,
        width=side,
        height=side,
        fit=ft.BoxFit.FILL,
        filter_quality=ft.FilterQuality.NONE,
        exclude_from_semantics=True,
    )
    return ft.Semantics(
        label=spoken,
        image=True,
        content=ft.Container(picture, bgcolor="#FFFFFF", border_radius=20, width=side, height=side),
    )


_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_IHDR = struct.Struct(">IIBBBBB")
_PIXEL_BYTES = {(8, 2, 0, 0, 0): 3, (8, 6, 0, 0, 0): 4}
"""Bytes of a pixel, by bit depth, colour type, compression, filter and interlace method; the two
kinds that Flet's client makes, without and with transparency.
"""
_FILTER_TYPES = 5
_MAX_FILE_BYTES = 16 << 20
"""Largest file that is read."""
_MAX_SIDE_PX = 16_384
"""Largest width and height."""
_MAX_UNPACKED_BYTES = 64 << 20
"""Most bytes that are unpacked, row by row: a screen of 5120 x 2880."""
_MAX_PIXEL_BYTES = 16 << 20
"""Most bytes of pixels in the result: over three for each dp of the longest table of results."""
_GZIP_HEADER = b"\x1f\x8b\x08" + bytes(7)
_ZLIB_HEADER_BYTES = 2


class InvalidPictureError(ValueError):
    """The file is no PNG of the expected kind, is damaged, or is larger than any screen."""


def crop_png(png: object, width: int, height: int) -> bytes:
    """Cut out the upper left corner of a picture.

    Args:
        png: What a device has sent as a picture.
        width: Of the corner, in pixels, at least 1; limited to the width of the picture.
        height: The same for the height.

    Raises:
        InvalidPictureError: It is no sound PNG of the kind that Flet's client makes, or too large.
    """
    if (
        not isinstance(png, bytes)
        or len(png) > _MAX_FILE_BYTES
        or not png.startswith(_PNG_SIGNATURE)
    ):
        raise InvalidPictureError("no PNG")
    try:
        (_, header), *chunks = _read_chunks(png)
        full_width, full_height, *encoding = _IHDR.unpack(header)
        width = min(width, full_width)
        height = min(height, full_height)
        pixel = _PIXEL_BYTES.get((*encoding,), 0)
        is_small = 0 < width * height * pixel <= _MAX_PIXEL_BYTES
        if not is_small or max(full_width, full_height) > _MAX_SIDE_PX:
            raise InvalidPictureError(f"{full_width} x {full_height} pixels of the kind {encoding}")
        packed = b"".join(data for kind, data in chunks if kind == b"IDAT")
        rows = _crop_rows(packed, 1 + full_width * pixel, 1 + width * pixel, height)
    except (EOFError, OSError, struct.error, zlib.error) as error:
        raise InvalidPictureError(str(error)) from error
    return b"".join(
        (
            _PNG_SIGNATURE,
            _encode_chunk(b"IHDR", _IHDR.pack(width, height, *encoding)),
            _encode_chunk(b"IDAT", rows),
            _encode_chunk(b"IEND", b""),
        )
    )


def _crop_rows(packed: bytes, length: int, cropped_length: int, number: int) -> bytes:
    """Cut the first bytes from each of the first rows; a row begins with its filter byte.

    `gzip` reads the same compression as PNG, and unpacks no more than is asked for: a small file
    that unpacks to gigabytes does no harm.
    """
    if length * number > _MAX_UNPACKED_BYTES:
        raise InvalidPictureError(f"{length * number} bytes")
    pack = zlib.compressobj()
    parts = []
    with gzip.open(io.BytesIO(_GZIP_HEADER + packed[_ZLIB_HEADER_BYTES:])) as unpacked:
        for _ in range(number):
            row = unpacked.read(length)
            if len(row) < length or row[0] >= _FILTER_TYPES:
                raise InvalidPictureError("a row that is cut short, or stored in no known way")
            parts.append(pack.compress(row[:cropped_length]))
    return b"".join([*parts, pack.flush()])


def _read_chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield type and data of each chunk up to the end of the picture.

    Raises:
        InvalidPictureError: A checksum is wrong.
        struct.error: A chunk is cut short, or there is no end.
    """
    at = len(_PNG_SIGNATURE)
    kind = b""
    while kind != b"IEND":
        length, kind = struct.unpack_from(">I4s", png, at)
        data = png[at + 8 : at + 8 + length]
        at += 12 + length
        (check,) = struct.unpack_from(">I", png, at - 4)
        if check != zlib.crc32(kind + data):
            raise InvalidPictureError("a damaged piece")
        yield kind, data


def _encode_chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
