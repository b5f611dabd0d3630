"""The theme of a session: what the player has set, else what the device has and asks for."""

from collections.abc import Sequence
from dataclasses import replace

from qwixx_pad.settings import Shade
from qwixx_pad.ui.flet_support.device import SightNeeds
from qwixx_pad.ui.theme.bands import Band, contrast_ratio, mix_colors
from qwixx_pad.ui.theme.tokens import BLACK, DARK, LIGHT, Theme

TEXT_CONTRAST = 7.0
NUMBER_CONTRAST = 4.5
LINE_CONTRAST = 3.0
"""The least contrast of words, of numbers that are not in play, and of lines."""
_MIX_STEPS = 40
_IDLE_OPACITY = 0.6
_LATER_OPACITY = 1.0


def contrast_theme(theme: Theme) -> Theme:
    """Adapt a theme to a device that asks for high contrast."""
    grounds = (theme.background, theme.surface, theme.surface2)
    return replace(
        theme,
        high_contrast=True,
        ink2=_raise_contrast(theme.ink2, theme.ink, grounds, TEXT_CONTRAST),
        line=_raise_contrast(theme.line, theme.ink, grounds, LINE_CONTRAST),
        frame=_raise_contrast(theme.frame, theme.ink, grounds, NUMBER_CONTRAST),
        gain=_raise_contrast(theme.gain, theme.ink, grounds, TEXT_CONTRAST),
        on_paper=_raise_contrast(theme.on_paper, theme.pen, [theme.paper], TEXT_CONTRAST),
        hero_ink2=_raise_contrast(theme.hero_ink2, theme.hero_ink, [theme.hero], TEXT_CONTRAST),
        line_colors=tuple(
            _raise_contrast(line, theme.ink, grounds, TEXT_CONTRAST) for line in theme.line_colors
        ),
        idle_opacity=_IDLE_OPACITY,
        later_opacity=_LATER_OPACITY,
        bands={letter: _contrast_band(band, theme) for letter, band in theme.bands.items()},
    )


def _contrast_band(band: Band, theme: Theme) -> Band:
    return replace(
        band,
        outline=theme.ink,
        skipped=_readable_fill(band.skipped, band.skipped_number, band.band),
        waiting=_readable_fill(band.waiting, band.number, theme.paper),
        icon_on_surface=_raise_contrast(
            band.icon_on_surface, theme.ink, [theme.surface], NUMBER_CONTRAST
        ),
        frame=_raise_contrast(band.frame, theme.ink, [theme.background], LINE_CONTRAST),
        closed_cell=band.closed_band,
        closed_number=band.text,
    )


def _raise_contrast(color: str, end: str, grounds: Sequence[str], min_ratio: float) -> str:
    """Mix in as little of `end` as gives `min_ratio` to every ground; all of it if none does."""
    mixed = (mix_colors(color, end, step / _MIX_STEPS) for step in range(_MIX_STEPS + 1))
    return next((c for c in mixed if all(contrast_ratio(c, g) >= min_ratio for g in grounds)), end)


def _readable_fill(fill: str, ink: str, end: str) -> str:
    """Mix in as little of `end` as lets `ink` be read on the fill."""
    return _raise_contrast(fill, end, [ink], NUMBER_CONTRAST)


def choose_theme(shade: Shade, sight: SightNeeds, *, dark: bool) -> Theme:
    """The theme that the player has set, else the device's, with what the device asks for."""
    chosen = {Shade.LIGHT: LIGHT, Shade.DARK: DARK, Shade.BLACK: BLACK}
    theme = chosen.get(shade, DARK if dark else LIGHT)
    if sight.high_contrast:
        theme = contrast_theme(theme)
    return replace(theme, reduce_motion=sight.reduce_motion, text_scale=sight.text_scale)
