"""What a device is and does beside showing: its space, languages, sleep, feeling, speech."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextvars import copy_context
from dataclasses import dataclass

import flet as ft
from babel import Locale
from flet.controls.services.semantics_service import AccessibilityFeatures

from qwixx_pad.i18n import Tongue, languages
from qwixx_pad.service.settings import Settings
from qwixx_pad.ui.pad.geometry import Space
from qwixx_pad.ui.runtime.guards import handler


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


class Device:
    """The services of one session, held as long as the session: Flet drops what nobody holds.

    Args:
        page: The session's page.
        settings: Asked each time, so that a switch works at once.
    """

    def __init__(self, page: ft.Page, settings: Callable[[], Settings]) -> None:
        self._page = page
        self._settings = settings
        self._wakelock = ft.Wakelock()
        self._haptics = ft.HapticFeedback()
        self._voice = ft.SemanticsService()

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

    def ask_features(self, told: Callable[[AccessibilityFeatures], object]) -> None:
        """Ask what the device wants for the eyes before it; `told` gets that, if it answers."""

        async def asked() -> None:
            told(await self._voice.get_accessibility_features())

        self._quietly(asked)

    def stay_awake(self, *, on: bool) -> None:
        """Keep the screen on, if the player has not switched that off; or let it sleep again."""
        awake = on and self._settings().awake
        self._quietly(self._wakelock.enable if awake else self._wakelock.disable)

    def _quietly(self, ask: Callable[[], Awaitable[object]]) -> None:
        """Ask the device without waiting; what it cannot do is no fault."""

        async def asked() -> None:
            try:
                await asyncio.wait_for(ask(), _PATIENCE)
            except Exception as error:  # noqa: BLE001 - whatever a device answers, the game goes on
                _log.debug("the device has declined: %s", error)

        if self._page.session.connection is not None:
            copy_context().run(self._page.run_task, asked)


@dataclass(frozen=True, slots=True)
class Viewport:
    """What the device tells of itself.

    Attributes:
        space: Inside the safe areas.
        dark: Whether the device is dark.
        route: Where in the pad it is; see `parts_of`.
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


def watch_device(page: ft.Page, see: Callable[[Viewport], None], ask: Callable[[], None]) -> None:
    """Let a session see what changes about its device, and ask again what tells of no change."""

    def changed(_: object) -> None:
        see(Viewport.of(page))
        ask()

    look, page.on_route_change = handler(changed), handler(lambda _: see(Viewport.of(page)))
    page.on_app_lifecycle_state_change = handler(lambda _: ask())
    page.on_resize = look
    page.on_media_change = look  # type: ignore[assignment]  # Flet types it by its data, not event
    page.on_platform_brightness_change = look
    page.on_view_pop = handler(lambda _: page.navigate(parent_route(page.route or "/")))


def parent_route(route: str) -> str:
    """Where back leads to."""
    above = route.strip("/").split("/")[:-1]
    return "/" if above in ([], ["game"], ["table"], ["join"], ["rules"]) else f"/{'/'.join(above)}"
