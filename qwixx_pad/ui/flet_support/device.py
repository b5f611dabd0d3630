"""The abilities of a device, and what it asks for on behalf of the eyes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextvars import copy_context
from dataclasses import dataclass, replace
from typing import Any

import flet as ft
from babel import Locale

from qwixx_pad.i18n import AppLocale, available_languages, choose_locale
from qwixx_pad.layouts import plain_title
from qwixx_pad.settings import Settings
from qwixx_pad.ui.flet_support.field_state import leave_fields
from qwixx_pad.ui.flet_support.flet_patches import handler
from qwixx_pad.ui.flet_support.trail import Trail
from qwixx_pad.ui.geometry import ScreenSpace
from qwixx_pad.ui.text.translator import Translator


def language_codes(locales: Iterable[ft.Locale]) -> tuple[str, ...]:
    """Return the codes of a device's languages, such as `de_AT`, the most wanted first."""
    return tuple("_".join(filter(None, (x.language_code, x.country_code))) for x in locales)


def locale_configuration(locale: AppLocale) -> ft.LocaleConfiguration:
    """Lets the client itself (its fields, a screen reader's voice) speak the same language."""
    here = Locale.parse(locale.code)
    others = [ft.Locale(code) for code in available_languages()]
    current = ft.Locale(here.language, here.territory)
    return ft.LocaleConfiguration([current, *others], current)


_log = logging.getLogger("qwixx_pad")
_ANSWER_TIMEOUT_S = 5
"""Seconds that a device gets for an answer nobody waits for."""


async def device_accepts(request: Callable[[], Awaitable[object]], timeout_s: float) -> bool:
    """Ask a device; whether it does that within so many seconds. What it cannot do is no fault."""
    try:
        await asyncio.wait_for(request(), timeout_s)
    except Exception as error:  # noqa: BLE001 - whatever a device answers, the game goes on
        _log.debug("the device has declined: %s", error)
        return False
    return True


@dataclass(frozen=True, slots=True)
class SightNeeds:
    """The needs of a device: high contrast, that nothing moves, letters so many times larger."""

    high_contrast: bool = False
    reduce_motion: bool = False
    text_scale: float = 1.0


class Device:
    """The services of one session, held as long as the session: Flet drops what nobody holds.

    Flet tells of no change to what a device asks for: whoever changes such a setting leaves the pad
    for a moment, so it is asked again when somebody comes back. Only the size of letters tells
    itself.

    Attributes:
        sight: What it has told last of the eyes before it.
        on_sight_change: Told when that changes.
    """

    def __init__(self, page: ft.Page, settings: Callable[[], Settings]) -> None:
        self._page = page
        self._settings = settings  # asked each time, so that a switch works at once
        self._wakelock = ft.Wakelock()
        self._haptics = ft.HapticFeedback()
        self._voice = ft.SemanticsService()
        self.sight = SightNeeds()
        self.on_sight_change: Callable[[SightNeeds], object] = lambda _: None
        page.overlay.append(
            text_probe(lambda text: self._set_sight(replace(self.sight, text_scale=text)))
        )

    def haptic_for_cross(self) -> None:
        """Give a light tick: a cross was made."""
        if self._settings().haptics:
            self._request_in_background(self._haptics.light_impact)

    def haptic_for_lock(self) -> None:
        """Give a stronger tick: a lock was crossed."""
        if self._settings().haptics:
            self._request_in_background(self._haptics.medium_impact)

    def announce(self, text: str) -> None:
        """Say something to a screen reader when it pauses."""
        self._request_in_background(lambda: self._voice.announce_message(text))

    def announce_now(self, text: str) -> None:
        """Say something to a screen reader at once."""
        self._request_in_background(
            lambda: self._voice.announce_message(text, assertiveness=ft.Assertiveness.ASSERTIVE)
        )

    def request_languages(self, on_languages: Callable[[tuple[str, ...]], None]) -> None:
        """Ask which languages the device wants; `told` gets their codes, if it answers."""

        async def fetch_languages() -> None:
            info = await self._page.get_device_info()
            if info is not None:
                on_languages(language_codes(info.locales))

        self._request_in_background(fetch_languages)

    def request_sight(self) -> None:
        """Ask what the device wants for the eyes; what it does not answer stays as it was."""

        async def fetch_sight() -> None:
            told = await self._voice.get_accessibility_features()
            still = told.reduce_motion or told.disable_animations
            self._set_sight(
                replace(self.sight, high_contrast=told.high_contrast, reduce_motion=still)
            )

        self._request_in_background(fetch_sight)

    def _set_sight(self, sight: SightNeeds) -> None:
        if sight != self.sight:
            self.sight = sight
            self.on_sight_change(sight)

    def keep_screen_on(self, *, on: bool) -> None:
        """Keep the screen on, if the player has not switched that off; or let it sleep again."""
        awake = on and self._settings().awake
        self._request_in_background(self._wakelock.enable if awake else self._wakelock.disable)

    def _request_in_background(self, request: Callable[[], Awaitable[object]]) -> None:
        """Ask the device without waiting for it."""
        if self._page.session.connection is not None:
            copy_context().run(self._page.run_task, device_accepts, request, _ANSWER_TIMEOUT_S)


def use_translator(
    page: ft.Page,
    device: Device,
    wanted: tuple[str, ...],
    chosen: str,
    custom_title: Callable[[str], str] = plain_title,
) -> Translator:
    """Return the translator of a session, and tell the device its language.

    Args:
        page: The session's page.
        device: Asked for its languages where they are not known yet.
        wanted: Their codes as far as they are known, the most wanted first.
        chosen: Code of the language that the player has set; empty: that of the device.
        custom_title: What a sheet of one's own is called.
    """
    known, want = ft.use_state(wanted)
    page.on_locale_change = handler(lambda event: want(language_codes(event.locales)))
    ft.use_effect(lambda: None if known else device.request_languages(want), [])

    def translator_and_locale() -> tuple[Translator, ft.LocaleConfiguration]:
        tongue = choose_locale(chosen, known)
        return Translator.for_locale(tongue, custom_title), locale_configuration(tongue)

    tr, page.locale_configuration = ft.use_memo(
        translator_and_locale, [chosen, known, custom_title]
    )
    page.data = tr.gettext  # what the guards say is said in it too
    return tr


@dataclass(frozen=True, slots=True)
class Viewport:
    """The screen of a device as it reports it.

    Attributes:
        space: Inside the safe areas.
        dark: Whether the device is dark.
        route: Where in the pad it is; see `Route`.
    """

    space: ScreenSpace
    dark: bool
    route: str

    @classmethod
    def from_page(cls, page: ft.Page) -> "Viewport":
        """Read what a page reports now."""
        inset = page.media.padding
        width = (page.width or 390) - inset.left - inset.right
        height = (page.height or 844) - inset.top - inset.bottom
        dark = page.platform_brightness is ft.Brightness.DARK
        return cls(ScreenSpace(width, height), dark, page.route or "/")


def use_device(page: ft.Page, device: Device, reconnections: int) -> tuple[Viewport, SightNeeds]:
    """Read what a device reports and asks for; a change renders the component again.

    After each reconnection it is asked again for what tells of no change; see
    `flet_patches.use_reconnections`.
    """
    seen, see = ft.use_state(Viewport.from_page(page))
    trail = Trail.for_page(page)
    trail.visit_route(seen.route)
    sight, device.on_sight_change = ft.use_state(device.sight)
    ft.use_effect(device.request_sight, [reconnections])

    def on_change(_: object) -> None:
        see(Viewport.from_page(page))
        device.request_sight()

    def on_route_change(_: object) -> None:
        leave_fields(page)
        see(Viewport.from_page(page))

    look = handler(on_change)
    page.on_route_change = handler(on_route_change)
    page.on_app_lifecycle_state_change = handler(lambda _: device.request_sight())
    page.on_resize = look
    page.on_media_change = look  # type: ignore[assignment]  # Flet types it by its data, not event
    page.on_platform_brightness_change = look
    page.on_view_pop = handler(lambda _: page.navigate(trail.previous_route(page.route or "/")))
    return seen, sight


_PROBE_SP = 50.0
"""Of the letter, in sp; its line is exactly as high."""
_SCALE_STEP = 0.02
"""Two scales that differ by less are the same: a line is as high as a whole number of pixels."""

_MIN_SCALE = 0.5
_MAX_SCALE = 5.0
"""No device shows letters smaller or larger; on one that says so the pad is as on the next."""


def text_probe(on_scale: Callable[[float], object]) -> ft.Control:
    """Build a hidden letter; `on_scale` gets how many times larger than designed it is shown."""

    def on_size_change(event: Any) -> None:  # noqa: ANN401 - Flet's events are generic over their control
        scale = min(max(event.height / _PROBE_SP, _MIN_SCALE), _MAX_SCALE)
        on_scale(round(scale / _SCALE_STEP) * _SCALE_STEP)

    letter = ft.Text(
        "0",
        size=_PROBE_SP,
        color=ft.Colors.TRANSPARENT,
        style=ft.TextStyle(height=1.0),
        on_size_change=handler(on_size_change),
    )
    # what cannot be seen has no node, which a browser would lay above what is tapped
    return ft.Container(letter, left=0, top=0, opacity=0, ignore_interactions=True)
