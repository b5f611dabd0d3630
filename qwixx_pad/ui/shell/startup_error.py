"""The screen of an app that cannot open its games: the reason, and a button to retry."""

from collections.abc import Callable

import flet as ft

from qwixx_pad import FONTS
from qwixx_pad.i18n import N_
from qwixx_pad.settings import Settings, Shade
from qwixx_pad.storage import DiskFull, OtherVersion, StorageError
from qwixx_pad.ui.context import Surroundings
from qwixx_pad.ui.design.controls import primary_button
from qwixx_pad.ui.design.primitives import page_column, write
from qwixx_pad.ui.flet_support.device import Device, use_device, use_translator
from qwixx_pad.ui.flet_support.flet_patches import root_component, use_reconnections
from qwixx_pad.ui.geometry import MAX_COLUMN_DP
from qwixx_pad.ui.text.translator import Translator
from qwixx_pad.ui.theme.choice import choose_theme
from qwixx_pad.ui.theme.tokens import BODY, HEADLINE, HINT

_OTHER_VERSION = (
    N_("Your games are from another version of Qwixx Pad."),
    N_("Open them with that version. Nothing was changed."),
)
_DISK_FULL = (
    N_("Your games can’t be opened."),
    N_("Nothing is lost. Free some space on this device, then try again."),
)
_CANNOT_OPEN = (
    N_("Your games can’t be opened."),
    N_("Nothing was changed. Fix the problem shown below, then try again."),
)


def startup_error_texts(error: StorageError, tr: Translator) -> tuple[str, str]:
    """The title and the advice for an error."""
    kinds = {OtherVersion: _OTHER_VERSION, DiskFull: _DISK_FULL}
    title, detail = kinds.get(type(error), _CANNOT_OPEN)
    return tr.gettext(title), tr.gettext(detail)


_MIN_TALL_DP = 640
"""Height of the screen from which on the text begins lower, near a thumb."""


def show_startup_error(page: ft.Page, error: StorageError, retry: Callable[[], object]) -> None:
    """Show on a page that the games cannot be opened.

    Args:
        page: The session's page.
        error: The reason.
        retry: Tries to open them again.
    """
    page.title = "Qwixx Pad"
    page.fonts = dict(FONTS)
    page.padding = 0
    page.overlay.clear()  # of an earlier try
    page.render_views(_startup_error, page, error, Device(page, Settings), retry)


@root_component
def _startup_error(
    page: ft.Page,
    error: StorageError,
    device: Device,
    retry: Callable[[], object],
) -> list[ft.View]:
    tr = use_translator(page, device, (), "")
    epoch = use_reconnections(page, lambda: None)
    seen, eyes = use_device(page, device, epoch)
    theme = choose_theme(Shade.DEVICE, eyes, dark=seen.dark)
    page.theme_mode = ft.ThemeMode.DARK if theme.dark else ft.ThemeMode.LIGHT
    width = min(seen.space.width, MAX_COLUMN_DP) - 32
    Surroundings(seen.space, theme, tr).surround(page)
    above = seen.space.height / 4 if seen.space.height >= _MIN_TALL_DP else 20
    title, detail = startup_error_texts(error, tr)
    parts = [
        ft.Container(height=above),
        write(title, HEADLINE),
        write(detail, BODY.resized(16), color=theme.ink2, line_height=1.45),
        ft.Container(height=6),
        primary_button("try-again", tr.gettext("Try again"), retry),
        write(str(error), HINT, color=theme.ink2, selectable=True),
    ]
    safe = ft.SafeArea(page_column(parts, width, spacing=14), expand=True, key=f"epoch{epoch}")
    return [
        ft.View(route="/", controls=[safe], padding=0, bgcolor=theme.background, key=f"{epoch}")
    ]
