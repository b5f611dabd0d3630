"""Golden pictures: what the eye accepted once must stay, but for a tolerance."""

import time
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from tests.support.browser.browser_tab import QUIET
from tests.support.browser.chromium_pad import PadPage

HERE = Path(__file__).parents[2] / "browser"
GOLDEN = HERE / "golden"
ACTUAL = HERE / "actual"
NOTICEABLE = 40
"""Difference of a channel, of 255, from which on a pixel counts as another one."""
TOLERATED = 0.002
"""Share of other pixels that is still the same picture: edges of letters and strokes."""
LATE = 2_000
LATEST = 30
"""Milliseconds of rest before a picture is accepted; seconds until a wrong one is a failure."""


def share_of_other_pixels(one: Image.Image, other: Image.Image) -> float:
    if one.size != other.size:
        return 1.0
    difference = ImageChops.difference(one.convert("RGB"), other.convert("RGB"))
    strongest = ImageChops.lighter(
        ImageChops.lighter(*difference.split()[:2]), difference.split()[2]
    )
    return sum(strongest.histogram()[NOTICEABLE:]) / (one.width * one.height)


class Album:
    """The accepted pictures, which are new ones with `--accept-golden`."""

    def __init__(self, *, accept: bool) -> None:
        self._accept = accept

    def __call__(self, name: str, page, seen=PadPage.at_rest) -> None:
        """Hold what a page shows against the accepted picture, while the mouse points at nothing.

        A screen that rests may still wait: for its server, for a font, for a painter without a
        graphics card. So it has a while to become what was accepted; what is that already needs
        no second look.
        """
        page.page.mouse.move(0, 0)
        if self._accept:
            page.rest(LATE)
        picture = seen(page)
        end = time.monotonic() + LATEST
        while not self._accept and difference(name, picture) and time.monotonic() < end:
            page.page.wait_for_timeout(QUIET)
            picture = seen(page)
        self.hold(name, picture)

    def hold(self, name: str, picture: bytes) -> None:
        """Hold a picture against the accepted one, or accept it.

        The picture that does not match is saved in `actual/`: open both and look.
        """
        if self._accept:
            image = Image.open(BytesIO(picture)).convert("RGB").quantize(256)
            image.save(GOLDEN / f"{name}.png", optimize=True)
        elif complaint := difference(name, picture):
            ACTUAL.mkdir(exist_ok=True)
            (ACTUAL / f"{name}.png").write_bytes(picture)
            pytest.fail(f"{complaint}; see {ACTUAL.name}/{name}.png")


def difference(name: str, picture: bytes) -> str:
    """In what a picture is not the accepted one: nothing, if it is."""
    golden = GOLDEN / f"{name}.png"
    if not golden.exists():
        return f"{name} is new: look at it and run with --accept-golden"
    with Image.open(golden) as accepted:
        share = share_of_other_pixels(accepted, Image.open(BytesIO(picture)))
    return f"{share:.2%} of {name} is different" if share > TOLERATED else ""
