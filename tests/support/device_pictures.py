"""Pictures as a device would hand them out, and as none would."""

import functools
import io
import struct
import zlib

from PIL import Image

SIGNATURE = b"\x89PNG\r\n\x1a\n"
PLAIN = (8, 6, 0, 0, 0)
"""Bits of a channel, colours with transparency, and the ordinary ways of everything."""


def picture(width, height, mode="RGBA"):
    """A picture in which every pixel is another one."""
    image = Image.new(mode, (width, height))
    colors = (
        (x * 7 % 256, y * 5 % 256, x * y % 256, 255) for y in range(height) for x in range(width)
    )
    image.putdata([color[: len(mode)] for color in colors])
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def header(width, height, ways=PLAIN):
    return b"IHDR", struct.pack(">IIBBBBB", width, height, *ways)


def png(*chunks):
    """A file of these pieces, each with its right sum, and with an end."""
    return SIGNATURE + b"".join(chunk(*each) for each in (*chunks, (b"IEND", b"")))


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


@functools.cache
def bomb(width, height, megabytes):
    """A file that says to be so large, and unpacks to so much."""
    pack = zlib.compressobj(1)
    zeros = bytes(1 << 20)
    packed = b"".join([*(pack.compress(zeros) for _ in range(megabytes)), pack.flush()])
    return png(header(width, height), (b"IDAT", packed))
