"""The pad's own font of icons: small, and no icon is missing in it."""

import icon_font
import pytest

from qwixx_pad.server.client import pads_icons


@pytest.mark.parametrize("icon", sorted(icon_font.used() | icon_font.OF_FLUTTER))
def test_every_icon_that_can_appear_is_in_the_font_where_flutter_looks_for_it(icon):
    """If it is not, run `python tests/server/icon_font.py`."""
    name = icon_font.glyph(icon)
    whole, ours = (icon_font.codepoints(font) for font in (icon_font.WHOLE, pads_icons()))
    assert ours.get(name) == whole[name]


def test_an_icon_that_nobody_shows_is_not_in_the_font():
    assert icon_font.glyph("ZOOM_OUT_MAP_ROUNDED") not in icon_font.codepoints(pads_icons())


def test_making_the_font_again_makes_the_same_font(tmp_path):
    icon_font.make(tmp_path / "again.otf")
    assert icon_font.codepoints(tmp_path / "again.otf") == icon_font.codepoints(pads_icons())
