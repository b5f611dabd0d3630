"""A theme with stronger contrast, computed from the theme itself. Pure: no Flet here.

Where a device asks for high contrast, what was quiet becomes clear: second-rate text, hairlines,
outlines, what was skipped and what is closed. The colours of the rows stay those of the printed
sheet; each gets an edge of its own.
"""

from collections.abc import Iterable
from dataclasses import replace

from qwixx_pad.ui.tokens import Band, Theme, contrast, mix

CLEAR, READ, SEEN = 7.0, 4.5, 3.0
"""The least contrast of words, of numbers that are not in play, of what is only a line."""
_STEPS = 40
_IDLE, _LATER = 0.6, 1.0


def high_contrast(theme: Theme) -> Theme:
    """The same theme for a device that asks for high contrast."""
    grounds = (theme.table, theme.surface, theme.surface2)
    return replace(
        theme,
        strong=True,
        ink2=_towards(theme.ink2, theme.ink, grounds, CLEAR),
        line=_towards(theme.line, theme.ink, grounds, SEEN),
        box=_towards(theme.box, theme.ink, grounds, READ),
        gain=_towards(theme.gain, theme.ink, grounds, CLEAR),
        on_paper=_towards(theme.on_paper, theme.pen, [theme.paper], CLEAR),
        hero_ink2=_towards(theme.hero_ink2, theme.hero_ink, [theme.hero], CLEAR),
        lines=tuple(_towards(line, theme.ink, grounds, CLEAR) for line in theme.lines),
        idle=_IDLE,
        later=_LATER,
        bands={letter: _band(band, theme) for letter, band in theme.bands.items()},
    )


def _band(band: Band, theme: Theme) -> Band:
    return replace(
        band,
        outline=theme.ink,
        skipped=_apart(band.skipped, band.skipped_ink, band.band),
        waiting=_apart(band.waiting, band.number, theme.paper),
        mark_on_surface=_towards(band.mark_on_surface, theme.ink, [theme.surface], READ),
        frame=_towards(band.frame, theme.ink, [theme.table], SEEN),
        closed_cell=band.closed_band,
        closed_ink=band.text,
    )


def _towards(color: str, end: str, grounds: Iterable[str], least: float) -> str:
    """The first colour on the way to `end` that stands out from all these grounds."""
    grounds = tuple(grounds)
    way = (mix(color, end, step / _STEPS) for step in range(_STEPS + 1))
    return next((c for c in way if all(contrast(c, g) >= least for g in grounds)), end)


def _apart(fill: str, ink: str, end: str) -> str:
    """A fill, moved towards `end` until its ink can be read on it."""
    return _towards(fill, end, [ink], READ)
