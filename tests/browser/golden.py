"""Golden pictures: what the eye accepted once must stay, but for a tolerance."""

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops

HERE = Path(__file__).parent
GOLDEN, ACTUAL = HERE / "golden", HERE / "actual"
NOTICEABLE = 40
"""Difference of a channel, of 255, from which on a pixel counts as another one."""
TOLERATED = 0.002
"""Share of other pixels that is still the same picture: edges of letters and strokes."""


def share_of_other_pixels(one: Image.Image, other: Image.Image) -> float:
    if one.size != other.size:
        return 1.0
    difference = ImageChops.difference(one.convert("RGB"), other.convert("RGB"))
    strongest = ImageChops.lighter(
        ImageChops.lighter(*difference.split()[:2]), difference.split()[2]
    )
    return sum(strongest.histogram()[NOTICEABLE:]) / (one.width * one.height)


def compare(name: str, picture: bytes, *, accept: bool) -> None:
    """Hold a picture against the accepted one, or accept it.

    The picture that does not match is kept in `actual/`, beside nothing: open both and look.
    """
    golden = GOLDEN / f"{name}.png"
    if accept:
        GOLDEN.mkdir(exist_ok=True)
        Image.open(BytesIO(picture)).convert("RGB").quantize(256).save(golden, optimize=True)
        return
    assert golden.exists(), f"no golden picture {name}; look at it and run with --accept-golden"
    share = share_of_other_pixels(Image.open(golden), Image.open(BytesIO(picture)))
    if share > TOLERATED:
        ACTUAL.mkdir(exist_ok=True)
        (ACTUAL / f"{name}.png").write_bytes(picture)
    assert share <= TOLERATED, f"{share:.2%} of {name} is different; see {ACTUAL.name}/{name}.png"
