"""The pad under Flet's own roof: its desktop window, its apps, `flet run`."""

import os
import subprocess
import sys
from collections.abc import Callable

import flet as ft

from qwixx_pad.app import opened_pad
from qwixx_pad.assets_folder import assets_folder

_FETCH = (
    "from flet.utils.pip import ensure_flet_desktop_package_installed as ensure; ensure();"
    "import flet_desktop; flet_desktop.ensure_client_cached()"
)
_PATIENCE = 180
"""Seconds for fetching Flet's window program."""


class NoWindowError(Exception):
    """No window can be opened here; the text says why, in one sentence."""


def run_hosted() -> None:
    """Run as Flet wants it: the environment says how."""
    with opened_pad(None) as show:
        ft.run(show, assets_dir=str(assets_folder()), no_cdn=True)


def open_window(show: Callable[[ft.Page], None]) -> None:
    """Open the pad in Flet's desktop window and return when it is closed.

    Args:
        show: Called by Flet for the window's session.

    Raises:
        NoWindowError: There is no screen, or Flet's window program cannot be fetched.
    """
    if sys.platform == "linux" and not _has_screen():
        raise NoWindowError("There is no screen for a window here.")
    _fetch_client()
    ft.run(show, view=ft.AppView.FLET_APP, assets_dir=str(assets_folder()))


def _has_screen() -> bool:
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _fetch_client() -> None:
    """Fetch Flet's window program in a process of its own: its failure prints and exits."""
    command = [sys.executable, "-c", _FETCH]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=_PATIENCE)  # noqa: S603 - our own words
    except (OSError, subprocess.SubprocessError) as error:
        raise NoWindowError("Flet's window program could not be fetched.") from error
