"""What a device says of itself, as far as it is believed.

Flet's client describes its page when it registers and whenever that changes, and Flet writes all
of it into the page, whatever it is named and whatever it is. Here stands what the pad takes: a
few words, each of one type and inside of bounds. The rest is left out.
"""

from collections.abc import Callable, Mapping
from typing import Any

Believe = Callable[[Any], Any]
"""Gives what is believed of a value; None for nothing of it."""

LARGEST = 16_384.0
"""Of a screen or of what stands at its edges, in dp: more than any has."""
_MOST_DOTS = 16.0
"""Pixels of a dp."""
_LONGEST_ROUTE = 200


def length(value: object) -> float | None:
    """A length of something on a screen, in dp; None if it cannot be one.

    Args:
        value: What a device calls a length.
    """
    return _between(value, 0.0, LARGEST)


def dots(value: object) -> float | None:
    """How many pixels a dp has; None if it cannot have so many.

    Args:
        value: What a device calls that number.
    """
    return _between(value, 0.1, _MOST_DOTS)


def _between(value: object, least: float, most: float) -> float | None:
    """The number, if it is one and lies between these."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        return None
    return value


def _one_of(*words: str) -> Believe:
    return lambda value: value if isinstance(value, str) and value in words else None


def _truth(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _short(value: object) -> str | None:
    return value if isinstance(value, str) and len(value) <= _LONGEST_ROUTE else None


def _all_of(known: Mapping[str, Believe]) -> Believe:
    def believe(value: object) -> dict[str, Any] | None:
        return _believed(value, known) if isinstance(value, dict) else None

    return believe


def _believed(told: Mapping[Any, Any], known: Mapping[str, Believe]) -> dict[str, Any]:
    taken = {name: believe(told[name]) for name, believe in known.items() if name in told}
    return {name: value for name, value in taken.items() if value is not None}


_EDGES = _all_of(dict.fromkeys(("left", "top", "right", "bottom"), length))
_PAGE: dict[str, Believe] = {
    "route": _short,
    "width": length,
    "height": length,
    "media": _all_of(
        {
            "padding": _EDGES,
            "view_padding": _EDGES,
            "view_insets": _EDGES,
            "device_pixel_ratio": dots,
            "orientation": _one_of("portrait", "landscape"),
            "always_use_24_hour_format": _truth,
        }
    ),
    "platform": _one_of("android", "android_tv", "ios", "linux", "macos", "windows"),
    "platform_brightness": _one_of("dark", "light"),
    **dict.fromkeys(("web", "pwa", "wasm", "debug", "test", "multi_view", "pyodide"), _truth),
}
"""What a page takes from its device."""
_CONTROL: dict[str, Believe] = {
    "value": lambda value: value if isinstance(value, str) else None,
    "open": _truth,
}
"""What a control takes: a field its text, a message whether it is still there."""


def of_page(told: Mapping[Any, Any]) -> dict[str, Any]:
    """What is believed of a device's description of its page.

    Args:
        told: Names of properties and what they are said to be.
    """
    return _believed(told, _PAGE)


def of_control(told: Mapping[Any, Any]) -> dict[str, Any]:
    """What is believed of what a device says about one of its controls.

    Args:
        told: Names of properties and what they are said to be.
    """
    return _believed(told, _CONTROL)
