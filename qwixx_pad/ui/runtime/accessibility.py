"""What a device asks for on behalf of the eyes before it, and what follows for the screen."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import flet as ft
from flet.controls.services.semantics_service import AccessibilityFeatures

from qwixx_pad.service.settings import Shade
from qwixx_pad.ui.design.tokens import BLACK, DARK, LIGHT, Band, Theme, contrast, mix
from qwixx_pad.ui.runtime.device import Device
from qwixx_pad.ui.runtime.guards import handler

_SIZE = 50.0
"""Of the letter, in sp; its line is exactly as high."""
_FINEST = 0.02
"""Two scales that differ by less are the same: a line is as high as a whole number of pixels."""

_SMALLEST, _LARGEST = 0.5, 5.0
"""No device shows letters smaller or larger; on one that says so the pad is as on the next."""


def text_probe(told: Callable[[float], object]) -> ft.Control:
    """The letter; `told` is told how many times larger than designed letters are shown."""

    def measured(event: Any) -> None:  # noqa: ANN401 - Flet's events are generic over their control
        scale = min(max(event.height / _SIZE, _SMALLEST), _LARGEST)
        told(round(scale / _FINEST) * _FINEST)

    letter = ft.Text(
        "0",
        size=_SIZE,
        color=ft.Colors.TRANSPARENT,
        style=ft.TextStyle(height=1.0),
        on_size_change=handler(measured),
    )
    hidden = ft.Semantics(content=letter, exclude_semantics=True)
    return ft.Container(hidden, left=0, top=0, ignore_interactions=True)


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
        context=_towards(band.context, theme.ink, [theme.table], SEEN),
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


@dataclass(frozen=True, slots=True)
class SightNeeds:
    """What a device asks for.

    Attributes:
        strong: High contrast.
        still: That nothing moves.
        text: How many times larger than designed it shows letters.
    """

    strong: bool = False
    still: bool = False
    text: float = 1.0


Show = Callable[[SightNeeds], object]
"""Told what the device asks for now."""


class AccessibilityPrefs:
    """What the device of one session asks for, now and whenever that changes.

    Flet tells of no change: whoever changes such a setting leaves the pad for a moment, so the
    device is asked again when somebody comes back to it. Only the size of letters tells itself.

    Args:
        page: The session's page.
        device: Is asked.

    Attributes:
        now: What was told last.
        show: Told when it changes.
    """

    def __init__(self, page: ft.Page, device: Device) -> None:
        self._device = device
        self.now = SightNeeds()
        self.show: Show = lambda _: None
        page.overlay.append(text_probe(self._measured))

    def ask(self) -> None:
        """Ask the device; what it does not answer stays as it was."""
        self._device.ask_features(self._told)

    def _told(self, features: AccessibilityFeatures) -> None:
        still = features.reduce_motion or features.disable_animations
        self._tell(replace(self.now, strong=features.high_contrast, still=still))

    def _measured(self, text: float) -> None:
        self._tell(replace(self.now, text=text))

    def _tell(self, eyes: SightNeeds) -> None:
        if eyes != self.now:
            self.now = eyes
            self.show(eyes)


def choose_theme(shade: Shade, eyes: SightNeeds, *, dark: bool) -> Theme:
    """How everything is seen: as the player has set it, else as the device is and asks for.

    Args:
        shade: What the player has set.
        eyes: What the device asks for.
        dark: Whether the device is dark.
    """
    of_device = DARK if dark else LIGHT
    of_player = {Shade.LIGHT: LIGHT, Shade.DARK: DARK, Shade.BLACK: BLACK}
    theme = of_player.get(shade, of_device)
    seen = high_contrast(theme) if eyes.strong else theme
    return replace(seen, still=eyes.still, text=eyes.text)
