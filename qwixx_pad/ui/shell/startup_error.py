"""The screen of an app whose games cannot be opened: why, and a button to retry."""

from collections.abc import Callable

import flet as ft

from qwixx_pad import FONTS
from qwixx_pad.i18n import phrase
from qwixx_pad.settings import Settings, Shade
from qwixx_pad.storage import DiskFull, OtherVersion, StorageError
from qwixx_pad.ui.design.controls import primary
from qwixx_pad.ui.design.primitives import WIDEST, page_column, write
from qwixx_pad.ui.design.tokens import BODY, HEADLINE, HINT
from qwixx_pad.ui.flet_support.device import (
    Device,
    choose_theme,
    use_device,
    use_words,
)
from qwixx_pad.ui.flet_support.flet_patches import use_epoch, views
from qwixx_pad.ui.text.translator import Words

_OTHER_VERSION = (
    phrase("Your games are from another version of Qwixx Pad."),
    phrase("Open them with that version. Nothing was changed."),
)
_FULL = (
    phrase("Your games cannot be opened."),
    phrase("Nothing is lost. Free some space on this device, then try again."),
)
_ELSE = (
    phrase("Your games cannot be opened."),
    phrase("Nothing was changed. What stands in the way is said below; then try again."),
)


def why_not_open(error: StorageError, words: Words) -> tuple[str, str]:
    """Return what is wrong, and what helps."""
    kinds = {OtherVersion: _OTHER_VERSION, DiskFull: _FULL}
    title, detail = kinds.get(type(error), _ELSE)
    return words.text(title), words.text(detail)


_TALL = 640
"""Free height from which on the words begin lower, near a thumb, in dp."""


def show_startup_error(page: ft.Page, error: StorageError, again: Callable[[], object]) -> None:
    """Show on a page that the games cannot be opened.

    Args:
        page: The session's page.
        error: Why.
        again: Retries on request.
    """
    page.title, page.fonts, page.padding = "Qwixx Pad", dict(FONTS), 0
    page.overlay.clear()  # of an earlier try
    page.render_views(_startup_error, page, error, Device(page, Settings), again)


@views
def _startup_error(
    page: ft.Page,
    error: StorageError,
    device: Device,
    again: Callable[[], object],
) -> list[ft.View]:
    words = use_words(page, device, (), "")
    epoch = use_epoch(page, lambda: None)
    seen, eyes = use_device(page, device, epoch)
    theme = choose_theme(Shade.DEVICE, eyes, dark=seen.dark)
    page.theme_mode = ft.ThemeMode.DARK if theme.dark else ft.ThemeMode.LIGHT
    width = min(seen.space.width, WIDEST) - 32
    above = seen.space.height / 4 if seen.space.height >= _TALL else 20
    title, detail = why_not_open(error, words)
    parts = [
        ft.Container(height=above),
        write(title, HEADLINE, color=theme.ink),
        write(detail, BODY.at(16), color=theme.ink2, height=1.45),
        ft.Container(height=6),
        primary(theme, "try-again", words.text("Try again"), again),
        write(str(error), HINT, color=theme.ink2, selectable=True),
    ]
    screen = page_column(parts, width, spacing=14)
    safe = ft.SafeArea(screen, expand=True, key=f"epoch{epoch}")
    return [ft.View(route="/", controls=[safe], padding=0, bgcolor=theme.table, key=f"{epoch}")]
