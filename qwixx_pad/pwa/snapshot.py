"""Python's memory as a browser keeps it from one visit to the next.

The page makes a snapshot of an interpreter that has imported everything and begun nothing: it has
no games, no page, nothing that waits for the event loop, and not what the browser asks for.
"""

import gc
import pkgutil
import random
import tempfile
from contextlib import suppress
from importlib import import_module

from qwixx_pad.layouts import installed
from qwixx_pad.pwa import precompiled_dataclasses

_PACKAGES = ("flet", "qwixx_pad")
_TALK_TO_THE_PAGE = {
    *("qwixx_pad.pwa.in_browser", "qwixx_pad.pwa.browser_link"),
    "flet.messaging.pyodide_connection",
}


def fill() -> None:
    """Import all of the pad and of Flet that the browser was given, and read the printed sheets."""
    precompiled_dataclasses.use()
    for package in map(import_module, _PACKAGES):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if module.name not in _TALK_TO_THE_PAGE:
                with suppress(ImportError):
                    import_module(module.name)
    installed()
    gc.collect()


def renew() -> None:
    """Make what was in a snapshot this start's own: random numbers, names of files.

    The secret that strings are hashed with cannot be changed; each device has one of its own.
    """
    random.seed()
    tempfile._name_sequence = None  # type: ignore[attr-defined]  # noqa: SLF001
