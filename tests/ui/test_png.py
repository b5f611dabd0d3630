"""The corner of a picture, and what is no picture; a device may hand out anything."""

import io
import random
import tracemalloc
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from qwixx_pad.ui.design.drawing import InvalidPictureError, crop_png
from tests.support.device_pictures import SIGNATURE, bomb, chunk, header, picture, png

MEMORY = 48 << 20
"""Bytes that one picture may take, whatever it is."""
ROW = b"\0" * 5
ONE_PIXEL = (b"IDAT", zlib.compress(ROW))


@given(
    size=st.tuples(st.integers(1, 40), st.integers(1, 40)),
    corner=st.tuples(st.integers(1, 60), st.integers(1, 60)),
    mode=st.sampled_from(("RGB", "RGBA")),
)
def test_cropped_picture_has_the_same_pixels(size, corner, mode):
    whole = picture(*size, mode)
    cut = Image.open(io.BytesIO(crop_png(whole, *corner)))
    wide = min(size[0], corner[0])
    high = min(size[1], corner[1])
    assert cut.size == (wide, high)
    expected = Image.open(io.BytesIO(whole)).crop((0, 0, wide, high))
    assert cut.tobytes() == expected.tobytes()


def test_metadata_is_removed():
    whole = png(header(1, 1), (b"tEXt", b"Comment\0secret"), ONE_PIXEL)
    assert b"secret" not in crop_png(whole, 1, 1)


WHOLE = png(header(1, 1), ONE_PIXEL)
ODD = {
    "no bytes": [137, 80, 78, 71],
    "a key": b"ssh-rsa AAAA",
    "the signature alone": SIGNATURE,
    "no header": png(ONE_PIXEL),
    "a short header": png((b"IHDR", b"1234"), ONE_PIXEL),
    "no pixels": png(header(1, 1)),
    "no end": WHOLE[:-12],
    "a palette": png(header(1, 1, (8, 3, 0, 0, 0)), (b"IDAT", zlib.compress(bytes(2)))),
    "interlaced": png(header(1, 1, (8, 6, 0, 0, 1)), ONE_PIXEL),
    "sixteen bits": png(header(1, 1, (16, 6, 0, 0, 0)), ONE_PIXEL),
    "no width": png(header(0, 1), ONE_PIXEL),
    "no height": png(header(1, 0), ONE_PIXEL),
    "wider than any screen": png(header(60_000_000, 10), ONE_PIXEL),
    "higher than any screen": png(header(10, 60_000_000), ONE_PIXEL),
    "too few rows": png(header(1, 2), ONE_PIXEL),
    "a row in no known way": png(header(1, 1), (b"IDAT", zlib.compress(b"\5" * 5))),
    "not packed": png(header(1, 1), (b"IDAT", ROW)),
    "a wrong sum": WHOLE[:-20] + bytes(4) + WHOLE[-16:],
    "a piece without an end": SIGNATURE + chunk(*header(1, 1)) + b"\xff\xff\xff\xffIDAT" + ROW,
    "heavier than any": WHOLE + bytes(17 << 20),
}


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_invalid_picture_is_refused(odd):
    with pytest.raises(InvalidPictureError):
        crop_png(odd, 10**12, 10**12)


def test_damaged_picture_yields_only_pixels():
    chance = random.Random(3)
    whole = picture(9, 9)
    refused = 0
    for _ in range(1000):
        damaged = bytearray(whole)
        at = chance.randrange(len(damaged))
        damaged[at : at + chance.randrange(3)] = chance.randbytes(chance.randrange(3))
        try:
            cut = Image.open(io.BytesIO(crop_png(bytes(damaged), 5, 5)))
        except InvalidPictureError:
            refused += 1
        else:
            assert (cut.format, cut.size) == ("PNG", (5, 5))
            cut.load()
    assert refused > 600


BOMBS = {
    "ten pixels wide": lambda: bomb(10, 60_000_000, 100),
    "as large as allowed": lambda: bomb(16_384, 16_384, 100),
    "one row too many": lambda: bomb(4096, 16_384, 100),
    "a small picture that never ends": lambda: bomb(100, 100, 100),
    "thousands of empty pieces": lambda: png(header(1, 1), *[(b"IDAT", b"")] * 20_000, ONE_PIXEL),
}


@pytest.mark.parametrize("made", BOMBS.values(), ids=BOMBS)
def test_oversized_picture_uses_little_memory(made):
    large = made()
    tracemalloc.start()
    try:
        crop_png(large, 10**12, 10**12)
    except InvalidPictureError:
        pass
    finally:
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert peak < MEMORY
