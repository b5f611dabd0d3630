"""The colours can be read: every pair that the design puts together, by WCAG's own formula."""

import math
from itertools import combinations

import flet as ft
import pytest

from qwixx_pad import FONTS, assets_folder
from qwixx_pad.settings import PLAYER_COLOR_COUNT
from qwixx_pad.ui.statistics.stats_cards import bar_color
from qwixx_pad.ui.theme.bands import contrast_ratio, mix_colors
from qwixx_pad.ui.theme.choice import TEXT_CONTRAST, contrast_theme
from qwixx_pad.ui.theme.tokens import BLACK, DARK, HANDWRITING, LIGHT, font_family

SHADES = {"light": LIGHT, "dark": DARK, "black": BLACK}
STRONG = {f"strong {name}": contrast_theme(theme) for name, theme in SHADES.items()}
ALL = SHADES | STRONG
THEMES = pytest.mark.parametrize("theme", ALL.values(), ids=ALL)
STRONG_ONES = pytest.mark.parametrize("theme", STRONG.values(), ids=STRONG)
ROWS = pytest.mark.parametrize("letter", "rygb")
TEXT = 4.5
LARGE = 3.0
"""The least contrast of text, and of large text and of parts one has to see."""


def test_contrast_ranges_from_one_to_twenty_one():
    assert contrast_ratio("#777777", "#777777") == 1
    assert contrast_ratio("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast_ratio("#C62828", "#FFFFFF") == contrast_ratio("#FFFFFF", "#C62828")


def test_mix_interpolates_between_colors():
    assert mix_colors("#102030", "#F0E0D0", 0) == "#102030"
    assert mix_colors("#102030", "#F0E0D0", 1) == "#F0E0D0"
    assert mix_colors("#000000", "#FFFFFF", 0.5) == "#808080"


@THEMES
def test_text_is_readable_on_all_grounds(theme):
    for ground in (theme.background, theme.surface, theme.surface2):
        assert contrast_ratio(theme.ink, ground) >= TEXT
        assert contrast_ratio(theme.ink2, ground) >= TEXT
    assert contrast_ratio(theme.hero_ink, theme.hero) >= TEXT
    assert contrast_ratio(theme.hero_ink2, theme.hero) >= TEXT
    assert contrast_ratio(theme.on_notice, theme.notice) >= TEXT
    assert contrast_ratio(theme.on_paper, theme.paper) >= TEXT
    assert contrast_ratio(theme.on_primary, theme.primary) >= TEXT
    assert contrast_ratio(mix_colors(theme.on_primary, theme.primary, 0.25), theme.primary) >= TEXT
    assert contrast_ratio(theme.notice_action, theme.notice) >= TEXT
    assert contrast_ratio(theme.gain, theme.surface) >= TEXT
    assert contrast_ratio(theme.danger, theme.surface) >= TEXT
    assert contrast_ratio(theme.danger, theme.background) >= TEXT
    assert contrast_ratio(theme.on_primary, theme.danger) >= TEXT
    assert contrast_ratio(theme.pen, theme.paper) >= TEXT


@pytest.mark.parametrize(
    ("letter", "on_band", "light", "dark", "skipped", "waiting"),
    [
        ("r", 5.6, 5.6, 4.9, 3.3, 4.4),
        ("y", 10.7, 9.3, 8.1, 5.6, 8.0),
        ("g", 5.3, 6.6, 5.8, 3.3, 5.3),
        ("b", 10.4, 10.4, 9.1, 4.5, 7.3),
    ],
)
def test_row_contrast_matches_the_design(letter, on_band, light, dark, skipped, waiting):
    band = LIGHT.bands[letter]
    found = (
        contrast_ratio(band.text, band.band),
        contrast_ratio(band.number, LIGHT.paper),
        contrast_ratio(DARK.bands[letter].number, DARK.paper),
        contrast_ratio(band.skipped_number, band.skipped),
        contrast_ratio(band.number, band.waiting),
    )
    assert found == pytest.approx((on_band, light, dark, skipped, waiting), abs=0.11)


@THEMES
@ROWS
def test_row_text_is_readable_on_every_background(theme, letter):
    band = theme.bands[letter]
    assert contrast_ratio(band.number, theme.paper) >= TEXT
    assert contrast_ratio(band.number, band.waiting) >= (TEXT if theme.high_contrast else 4.0)
    assert contrast_ratio(band.skipped_number, band.skipped) >= (
        TEXT if theme.high_contrast else LARGE
    )
    grounds = (band.band, band.cap, band.closed_band, band.closed_cap)
    assert min(contrast_ratio(band.text, ground) for ground in grounds) >= TEXT
    assert contrast_ratio(theme.icon_color(letter), theme.surface) >= LARGE


@THEMES
def test_thin_lines_are_visible(theme):
    outlined = (
        {theme.background, theme.paper} if not theme.dark else {theme.background, theme.surface}
    )
    assert min(round(contrast_ratio(theme.frame, ground), 1) for ground in outlined) >= LARGE


@THEMES
def test_chart_lines_and_labels_are_readable(theme):
    assert min(contrast_ratio(line, theme.surface) for line in theme.line_colors) >= TEXT
    assert contrast_ratio(bar_color(theme, modal=False), theme.surface) >= 2.0
    assert contrast_ratio(bar_color(theme, modal=True), theme.surface) >= TEXT


def test_black_theme_is_as_readable_as_dark():
    assert BLACK.background == "#000000"
    assert BLACK.paper == DARK.paper
    for ground in ("background", "surface", "surface2"):
        assert contrast_ratio(getattr(BLACK, ground), "#000000") < 1.4
        for front in ("ink", "ink2", "gain", "frame"):
            before = contrast_ratio(getattr(DARK, front), getattr(DARK, ground))
            assert contrast_ratio(getattr(BLACK, front), getattr(BLACK, ground)) >= before


@STRONG_ONES
def test_high_contrast_strengthens_text_and_lines(theme):
    for ground in (theme.background, theme.surface, theme.surface2):
        assert contrast_ratio(theme.ink2, ground) >= TEXT_CONTRAST
        assert contrast_ratio(theme.gain, ground) >= TEXT_CONTRAST
        assert contrast_ratio(theme.line, ground) >= LARGE
        assert contrast_ratio(theme.frame, ground) >= TEXT
    assert contrast_ratio(theme.on_paper, theme.paper) >= TEXT_CONTRAST


@STRONG_ONES
@ROWS
def test_high_contrast_makes_closed_cells_readable(theme, letter):
    band = theme.bands[letter]
    assert contrast_ratio(band.closed_number, band.closed_cell) >= TEXT
    assert contrast_ratio(band.outline, theme.background) >= TEXT_CONTRAST
    assert contrast_ratio(band.icon_on_surface, theme.surface) >= TEXT


@ROWS
def test_high_contrast_keeps_the_printed_colors(letter):
    for theme in SHADES.values():
        before = theme.bands[letter]
        after = contrast_theme(theme).bands[letter]
        assert (before.band, before.number) == (after.band, after.number)


@THEMES
@ROWS
def test_closed_cell_is_faint_but_legible(theme, letter):
    band = theme.bands[letter]
    found = round(contrast_ratio(band.closed_number, band.closed_cell), 1)
    assert LARGE <= found <= round(contrast_ratio(band.text, band.closed_band), 1)


@THEMES
@ROWS
def test_row_stands_out_from_the_table(theme, letter):
    band = theme.bands[letter]
    edges = (band.band, band.outline or band.band)
    assert max(contrast_ratio(edge, theme.background) for edge in edges) >= LARGE


@ROWS
def test_row_icons_exist_and_are_unique(letter):
    marks = [LIGHT.bands[each].icon for each in "rygb"]
    assert hasattr(ft.Icons, LIGHT.bands[letter].icon)
    assert marks.count(DARK.bands[letter].icon) == 1


def test_player_initials_are_readable():
    assert min(contrast_ratio("#FFFFFF", player) for player in LIGHT.player_colors) >= TEXT


def unlike(one, other):
    """How unlike two colours look (https://www.compuphase.com/cmetric.htm)."""
    (r, g, b), (r2, g2, b2) = bytes.fromhex(one[1:]), bytes.fromhex(other[1:])
    red = (r + r2) / 512
    return math.hypot((2 + red) ** 0.5 * (r - r2), 2 * (g - g2), (3 - red) ** 0.5 * (b - b2))


@pytest.mark.parametrize("theme", SHADES.values(), ids=SHADES)
def test_player_colors_are_distinct(theme):
    for colors in (theme.player_colors, theme.line_colors):
        assert len(colors) == PLAYER_COLOR_COUNT == 6
        assert min(unlike(*pair) for pair in combinations(colors, 2)) >= 75


def test_every_font_is_an_asset():
    assert {HANDWRITING, *map(font_family, (400, 500, 600, 700))} == {*FONTS}
    assert all((assets_folder() / file).is_file() for file in FONTS.values())
