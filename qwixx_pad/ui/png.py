"""Cutting a picture to its upper left corner, without painting it anew.

Flet's client hands out a picture as large as its whole window, with what was asked for in the
corner. A PNG row is stored as differences to what is left of it and above it, so that what lies
to the right and below can be left away as it is.
"""

import struct
import zlib

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HEADER = struct.Struct(">IIBBBBB")
_BYTES = {2: 3, 6: 4}
"""Bytes of a pixel, by its kind of colour: with and without transparency."""
_PLAIN = (8, 0, 0, 0)
"""Bits of a channel, ways of packing and filtering, no interlacing: how pictures come here."""


def cropped(png: bytes, width: int, height: int) -> bytes:
    """The upper left corner of a picture.

    Args:
        png: The picture.
        width: Of the corner, in pixels; no wider than the picture is what comes out.
        height: In pixels, in the same way.

    Returns:
        The corner; the whole picture where it is not of the kind that is known here.
    """
    if not png.startswith(_SIGNATURE):
        return png
    chunks = _chunks(png)
    across, down, bits, color, *ways = _HEADER.unpack(chunks[0][1])
    if (bits, *ways) != _PLAIN or color not in _BYTES:
        return png
    wide, high = min(width, across), min(height, down)
    packed = b"".join(data for kind, data in chunks if kind == b"IDAT")
    rows = _corner(zlib.decompress(packed), _BYTES[color], (across, wide), high)
    header = _HEADER.pack(wide, high, bits, color, *ways)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(kind, data) for kind, data in parts)


def _corner(rows: bytes, pixel: int, widths: tuple[int, int], height: int) -> bytes:
    """The left part of each of the upper rows, each behind the byte that says how it is stored."""
    across, wide = widths
    length = 1 + across * pixel
    return b"".join(rows[y * length : y * length + 1 + wide * pixel] for y in range(height))


def _chunks(png: bytes) -> list[tuple[bytes, bytes]]:
    found, at = [], len(_SIGNATURE)
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        found.append((png[at + 4 : at + 8], png[at + 8 : at + 8 + length]))
        at += 12 + length
    return found


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)
