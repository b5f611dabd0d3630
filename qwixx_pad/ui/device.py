"""What a device can do beside showing: stay awake, be felt, speak; where it cannot, no harm."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextvars import copy_context

import flet as ft
from flet.controls.services.semantics_service import AccessibilityFeatures

from qwixx_pad.service.settings import Settings
from qwixx_pad.ui.locales import codes

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
