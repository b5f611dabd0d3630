"""What a device is and does beside showing, and what it asks for on behalf of the eyes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextvars import copy_context
from dataclasses import dataclass, replace
from typing import Any

import flet as ft
from babel import Locale

from qwixx_pad.i18n import Tongue, choose_tongue, languages
from qwixx_pad.layouts import plain_title
from qwixx_pad.settings import Settings, Shade
from qwixx_pad.ui.design.tokens import BLACK, DARK, LIGHT, Band, Theme, contrast, mix
from qwixx_pad.ui.flet_support.flet_patches import handler
from qwixx_pad.ui.flet_support.trail import Trail
from qwixx_pad.ui.sheet.boxes import Space
from qwixx_pad.ui.text.translator import Words


def codes(locales: Iterable[ft.Locale]) -> tuple[str, ...]:
    """The codes of a device's languages, such as `de_AT`, the most wanted first."""
    return tuple("_".join(filter(None, (x.language_code, x.country_code))) for x in locales)


def locales_for(tongue: Tongue) -> ft.LocaleConfiguration:
    """Lets the client itself (its fields, a screen reader's voice) speak the same language."""
    here = Locale.parse(tongue.locale)
    others = [ft.Locale(code) for code in languages()]
    current = ft.Locale(here.language, here.territory)
    return ft.LocaleConfiguration([current, *others], current)


_log = logging.getLogger("qwixx_pad")
_PATIENCE = 5
"""Seconds that a device gets for an answer nobody waits for."""


async def answered(ask: Callable[[], Awaitable[object]], patience: float) -> bool:
    """Ask a device; whether it does that within so many seconds. What it cannot do is no fault."""
    try:
        await asyncio.wait_for(ask(), patience)
    except Exception as error:  # noqa: BLE001 - whatever a device answers, the game goes on
        _log.debug("the device has declined: %s", error)
        return False
    return True


@dataclass(frozen=True, slots=True)
class SightNeeds:
    """What a device asks for: high contrast, that nothing moves, letters so many times larger."""

    strong: bool = False
    still: bool = False
    text: float = 1.0


class Device:
    """The services of one session, held as long as the session: Flet drops what nobody holds.

    Flet tells of no change to what a device asks for: whoever changes such a setting leaves the pad
    for a moment, so it is asked again when somebody comes back. Only the size of letters tells
    itself.

    Attributes:
        sight: What it has told last of the eyes before it.
        show_sight: Told when that changes.
    """

    def __init__(self, page: ft.Page, settings: Callable[[], Settings]) -> None:
        self._page = page
        self._settings = settings  # asked each time, so that a switch works at once
        self._wakelock = ft.Wakelock()
        self._haptics = ft.HapticFeedback()
        self._voice = ft.SemanticsService()
        self.sight = SightNeeds()
        self.show_sight: Callable[[SightNeeds], object] = lambda _: None
        page.overlay.append(text_probe(lambda text: self._see(replace(self.sight, text=text))))

    def cross(self) -> None:
        """A cross was made: a light tick."""
        if self._settings().haptics:
            self._quietly(self._haptics.light_impact)

    def lock(self) -> None:
        """A lock was crossed: a stronger tick."""
        if self._settings().haptics:
            self._quietly(self._haptics.medium_impact)

    def say(self, text: str) -> None:
        """Say something to a screen reader when it pauses."""
        self._quietly(lambda: self._voice.announce_message(text))

    def say_now(self, text: str) -> None:
        """Say something to a screen reader at once."""
        assertive = ft.Assertiveness.ASSERTIVE
        self._quietly(lambda: self._voice.announce_message(text, assertiveness=assertive))

    def ask_languages(self, told: Callable[[tuple[str, ...]], None]) -> None:
        """Ask which languages the device wants; `told` gets their codes, if it answers."""

        async def asked() -> None:
            info = await self._page.get_device_info()
            if info is not None:
                told(codes(info.locales))

        self._quietly(asked)

    def ask_sight(self) -> None:
        """Ask what the device wants for the eyes; what it does not answer stays as it was."""

        async def asked() -> None:
            told = await self._voice.get_accessibility_features()
            still = told.reduce_motion or told.disable_animations
            self._see(replace(self.sight, strong=told.high_contrast, still=still))

        self._quietly(asked)

    def _see(self, sight: SightNeeds) -> None:
        if sight != self.sight:
            self.sight = sight
            self.show_sight(sight)

    def stay_awake(self, *, on: bool) -> None:
        """Keep the screen on, if the player has not switched that off; or let it sleep again."""
        awake = on and self._settings().awake
        self._quietly(self._wakelock.enable if awake else self._wakelock.disable)

    def _quietly(self, ask: Callable[[], Awaitable[object]]) -> None:
        """Ask the device without waiting for it."""
        if self._page.session.connection is not None:
            copy_context().run(self._page.run_task, answered, ask, _PATIENCE)


def use_words(
    page: ft.Page,
    device: Device,
    wanted: tuple[str, ...],
    chosen: str,
    own_title: Callable[[str], str] = plain_title,
) -> Words:
    """The words of a session; the device is told which language they are in.

    Args:
        page: The session's page.
        device: Asked for its languages where they are not known yet.
        wanted: Their codes as far as they are known, the most wanted first.
        chosen: Code of the language that the player has set; empty: that of the device.
        own_title: What a sheet of one's own is called.
    """
    known, want = ft.use_state(wanted)
    page.on_locale_change = handler(lambda event: want(codes(event.locales)))
    ft.use_effect(lambda: None if known else device.ask_languages(want), [])

    def speech() -> tuple[Words, ft.LocaleConfiguration]:
        tongue = choose_tongue(chosen, known)
        return Words.of(tongue, own_title), locales_for(tongue)

    words, page.locale_configuration = ft.use_memo(speech, [chosen, known, own_title])
    page.data = words.text  # what the guards say is said in it too
    return words


@dataclass(frozen=True, slots=True)
class Viewport:
    """What the device tells of itself.

    Attributes:
        space: Inside the safe areas.
        dark: Whether the device is dark.
        route: Where in the pad it is; see `Route`.
    """

    space: Space
    dark: bool
    route: str

    @classmethod
    def of(cls, page: ft.Page) -> "Viewport":
        """What a page tells now."""
        inset = page.media.padding
        width = (page.width or 390) - inset.left - inset.right
        height = (page.height or 844) - inset.top - inset.bottom
        dark = page.platform_brightness is ft.Brightness.DARK
        return cls(Space(width, height), dark, page.route or "/")


def use_device(page: ft.Page, device: Device, epoch: int) -> tuple[Viewport, SightNeeds]:
    """What a device tells of itself and asks for; another value renders the component again.

    With each epoch it is asked again for what tells of no change; see `guards.use_epoch`.
    """
    seen, see = ft.use_state(Viewport.of(page))
    trail = Trail.of(page)
    trail.follow(seen.route)
    sight, device.show_sight = ft.use_state(device.sight)
    ft.use_effect(device.ask_sight, [epoch])

    def changed(_: object) -> None:
        see(Viewport.of(page))
        device.ask_sight()

    look, page.on_route_change = handler(changed), handler(lambda _: see(Viewport.of(page)))
    page.on_app_lifecycle_state_change = handler(lambda _: device.ask_sight())
    page.on_resize = look
    page.on_media_change = look  # type: ignore[assignment]  # Flet types it by its data, not event
    page.on_platform_brightness_change = look
    page.on_view_pop = handler(lambda _: page.navigate(trail.back(page.route or "/")))
    return seen, sight


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
    # what cannot be seen has no node, which a browser would lay above what is tapped
    return ft.Container(letter, left=0, top=0, opacity=0, ignore_interactions=True)


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


def choose_theme(shade: Shade, sight: SightNeeds, *, dark: bool) -> Theme:
    """How everything is seen: as the player has set it, else as the device is and asks for."""
    of_device = DARK if dark else LIGHT
    of_player = {Shade.LIGHT: LIGHT, Shade.DARK: DARK, Shade.BLACK: BLACK}
    theme = of_player.get(shade, of_device)
    seen = high_contrast(theme) if sight.strong else theme
    return replace(seen, still=sight.still, text=sight.text)
