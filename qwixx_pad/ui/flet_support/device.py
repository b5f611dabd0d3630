"""Abilities of a device, and its wishes for the eyes."""

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
    """Codes of a device's languages, such as "de_AT", in order of preference."""
    return tuple(
        "_".join(filter(None, (locale.language_code, locale.country_code))) for locale in locales
    )


def locale_configuration(locale: AppLocale) -> ft.LocaleConfiguration:
    """The language for the client itself: its fields, and the voice of a screen reader."""
    parsed = Locale.parse(locale.code)
    current = ft.Locale(parsed.language, parsed.territory)
    others = [ft.Locale(code) for code in available_languages()]
    return ft.LocaleConfiguration([current, *others], current)


_log = logging.getLogger("qwixx_pad")
_ANSWER_TIMEOUT_S = 5
"""For requests in the background."""


async def device_accepts(request: Callable[[], Awaitable[object]], timeout_s: float) -> bool:
    """Ask a device for something; False if it fails or takes too long, which is logged."""
    try:
        await asyncio.wait_for(request(), timeout_s)
    except Exception as error:  # noqa: BLE001 - whatever a device answers, the game goes on
        _log.debug("the device has declined: %s", error)
        return False
    return True


@dataclass(frozen=True, slots=True)
class SightNeeds:
    """Wishes for the eyes: high contrast, no motion, letters so many times larger."""

    high_contrast: bool = False
    reduce_motion: bool = False
    text_scale: float = 1.0


class Device:
    """The Flet services of one session; they live as long as this object.

    Flet does not report changed accessibility features. To change one, a person leaves the pad for
    a moment, so the device is asked again when they return. The size of letters reports itself.

    Attributes:
        sight: What the device wanted when it was asked last.
        on_sight_change: Called when that changes.

    Args:
        page: The page of the session.
        settings: The current settings; called each time, so that a switch works at once.
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
            text_probe(lambda scale: self._set_sight(replace(self.sight, text_scale=scale)))
        )

    def haptic_for_cross(self) -> None:
        if self._settings().haptics:
            self._request_in_background(self._haptics.light_impact)

    def haptic_for_lock(self) -> None:
        if self._settings().haptics:
            self._request_in_background(self._haptics.medium_impact)

    def announce(self, text: str) -> None:
        """Say something when the screen reader pauses."""
        self._request_in_background(lambda: self._voice.announce_message(text))

    def announce_now(self, text: str) -> None:
        """Let a screen reader say something at once."""
        self._request_in_background(
            lambda: self._voice.announce_message(text, assertiveness=ft.Assertiveness.ASSERTIVE)
        )

    def request_languages(self, on_languages: Callable[[tuple[str, ...]], None]) -> None:
        """Ask for the languages of the device; `on_languages` is called if it answers."""

        async def fetch_languages() -> None:
            info = await self._page.get_device_info()
            if info is not None:
                on_languages(language_codes(info.locales))

        self._request_in_background(fetch_languages)

    def request_sight(self) -> None:
        """Ask what the device wants for the eyes; without an answer nothing changes."""

        async def fetch_sight() -> None:
            features = await self._voice.get_accessibility_features()
            self._set_sight(
                replace(
                    self.sight,
                    high_contrast=features.high_contrast,
                    reduce_motion=features.reduce_motion or features.disable_animations,
                )
            )

        self._request_in_background(fetch_sight)

    def _set_sight(self, sight: SightNeeds) -> None:
        if sight != self.sight:
            self.sight = sight
            self.on_sight_change(sight)

    def keep_screen_on(self, *, on: bool) -> None:
        """Keep the screen on, unless the player has switched that off; or let it sleep again."""
        keep = on and self._settings().awake
        self._request_in_background(self._wakelock.enable if keep else self._wakelock.disable)

    def _request_in_background(self, request: Callable[[], Awaitable[object]]) -> None:
        if self._page.session.connection is not None:
            copy_context().run(self._page.run_task, device_accepts, request, _ANSWER_TIMEOUT_S)


def use_translator(
    page: ft.Page,
    device: Device,
    wanted: tuple[str, ...],
    chosen: str,
    custom_title: Callable[[str], str] = plain_title,
) -> Translator:
    """Choose the translator of a session, and tell the device its language.

    Args:
        page: The session's page.
        device: Asked for its languages if they are unknown.
        wanted: Codes of the device's languages, in order of preference; empty if unknown.
        chosen: Code of the language in the settings; empty for that of the device.
        custom_title: The title of a custom sheet, by its name.
    """
    languages, set_languages = ft.use_state(wanted)
    page.on_locale_change = handler(lambda event: set_languages(language_codes(event.locales)))
    ft.use_effect(lambda: None if languages else device.request_languages(set_languages), [])

    def translator_and_locale() -> tuple[Translator, ft.LocaleConfiguration]:
        locale = choose_locale(chosen, languages)
        return Translator.for_locale(locale, custom_title), locale_configuration(locale)

    tr, page.locale_configuration = ft.use_memo(
        translator_and_locale, [chosen, languages, custom_title]
    )
    page.data = tr.gettext  # for the messages of the guards in `flet_patches`
    return tr


@dataclass(frozen=True, slots=True)
class Viewport:
    """The screen of a device.

    Attributes:
        space: Inside the safe areas, in dp.
        dark: Whether the device is dark.
        route: The route that it shows; see `Route`.
    """

    space: ScreenSpace
    dark: bool
    route: str

    @classmethod
    def from_page(cls, page: ft.Page) -> "Viewport":
        inset = page.media.padding
        return cls(
            ScreenSpace(
                width=(page.width or 390) - inset.left - inset.right,
                height=(page.height or 844) - inset.top - inset.bottom,
            ),
            dark=page.platform_brightness is ft.Brightness.DARK,
            route=page.route or "/",
        )


def use_device(page: ft.Page, device: Device, reconnections: int) -> tuple[Viewport, SightNeeds]:
    """The screen of a device and what it wants for the eyes; a change rerenders the component.

    The device is asked again after each reconnection; see `use_reconnections`.
    """
    viewport, set_viewport = ft.use_state(Viewport.from_page(page))
    trail = Trail.for_page(page)
    trail.visit_route(viewport.route)
    sight, device.on_sight_change = ft.use_state(device.sight)
    ft.use_effect(device.request_sight, [reconnections])

    def on_change(_: object) -> None:
        set_viewport(Viewport.from_page(page))
        device.request_sight()

    def on_route_change(_: object) -> None:
        leave_fields(page)
        set_viewport(Viewport.from_page(page))

    on_look = handler(on_change)
    page.on_route_change = handler(on_route_change)
    page.on_app_lifecycle_state_change = handler(lambda _: device.request_sight())
    page.on_resize = on_look
    page.on_media_change = on_look  # type: ignore[assignment]  # Flet types its data, not the event
    page.on_platform_brightness_change = on_look
    page.on_view_pop = handler(lambda _: page.navigate(trail.previous_route(page.route or "/")))
    return viewport, sight


_PROBE_SP = 50.0
"""Size of the hidden letter; its line is exactly as high."""
_SCALE_STEP = 0.02
"""Scales are rounded to this: a line is a whole number of pixels high."""
_MIN_SCALE = 0.5
_MAX_SCALE = 5.0
"""No device has a smaller or a larger scale: a reported one is limited to these."""


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
