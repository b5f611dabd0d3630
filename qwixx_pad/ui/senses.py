"""What a device asks for on behalf of the eyes before it, and what follows for the screen."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import flet as ft
from flet.controls.services.semantics_service import AccessibilityFeatures

from qwixx_pad.service.settings import Shade
from qwixx_pad.ui.device import Device
from qwixx_pad.ui.high_contrast import high_contrast
from qwixx_pad.ui.parts.probe import text_probe
from qwixx_pad.ui.tokens import BLACK, DARK, LIGHT, Theme


@dataclass(frozen=True, slots=True)
class Eyes:
    """What a device asks for.

    Attributes:
        strong: High contrast.
        still: That nothing moves.
        text: How many times larger than designed it shows letters.
    """

    strong: bool = False
    still: bool = False
    text: float = 1.0


Show = Callable[[Eyes], object]
"""Told what the device asks for now."""


class Senses:
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
        self.now = Eyes()
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

    def _tell(self, eyes: Eyes) -> None:
        if eyes != self.now:
            self.now = eyes
            self.show(eyes)


def choose_theme(shade: Shade, eyes: Eyes, *, dark: bool) -> Theme:
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
