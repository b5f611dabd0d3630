"""What a device says of itself, as far as it is believed.

Flet's client describes its page when it registers and whenever that changes, and Flet writes all
of it into the page, whatever it is named and whatever it is. Here stands what the pad takes: a
few words, each of one type and inside of bounds. The rest is left out. So it is with the events
that it tells, and with what it answers when a method of it is called.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

Believe = Callable[[Any], Any]
"""Gives what is believed of a value; None for nothing of it."""

LARGEST = 16_384.0
"""Of a screen or of what stands at its edges, in dp: more than any has."""
_MOST_DOTS = 16.0
"""Pixels of a dp."""
_LONGEST_ROUTE = 200
_FARTHEST = 1e9
"""How far a list is scrolled or a finger is dragged, in dp: more than a million games are long."""
_MOST_LINES = 100
"""In a list whose lines can be dragged."""
_MOST_LANGUAGES = 12
_LONGEST_EXCUSE = 200
_CODE = re.compile(r"[A-Za-z0-9]{1,8}")
"""A language, a script or a country, as in BCP 47."""


def length(value: object) -> float | None:
    """A length of something on a screen, in dp; None if it cannot be one."""
    return _between(value, 0.0, LARGEST)


def dots(value: object) -> float | None:
    """How many pixels a dp has; None if it cannot have so many."""
    return _between(value, 0.1, _MOST_DOTS)


def excuse(value: object) -> str | None:
    """What a device says to be the matter, in one short line; None if it says nothing.

    Its words may end in a log, and so at somebody's terminal.
    """
    if not isinstance(value, str):
        return None
    return "".join(x for x in value[:_LONGEST_EXCUSE] if x.isprintable())


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
    """What is believed of a device's description of its page: properties by their names."""
    return _believed(told, _PAGE)


def of_control(told: Mapping[Any, Any]) -> dict[str, Any]:
    """What is believed of what a device says about one of its controls, as `of_page`."""
    return _believed(told, _CONTROL)


def _place(value: object) -> float | None:
    return _between(value, -_FARTHEST, _FARTHEST)


def _line(value: object) -> int | None:
    return value if isinstance(value, int) and _between(value, 0, _MOST_LINES) is not None else None


def _code(value: object) -> str | None:
    return value if isinstance(value, str) and _CODE.fullmatch(value) else None


def _languages(value: object) -> list[dict[str, Any]] | None:
    if not isinstance(value, list):
        return None
    codes = dict.fromkeys(("language_code", "country_code", "script_code"), _code)
    return [_believed(x, codes) for x in value[:_MOST_LANGUAGES] if isinstance(x, dict)]


def _point(value: object) -> dict[str, Any] | None:
    told = _all_of({"x": _place, "y": _place})(value)
    return told if told and len(told) == len("xy") else None


_FINGER = {
    "k": _one_of("touch", "mouse", "stylus", "invertedStylus", "trackpad", "unknown"),
    "l": _point,
    "g": _point,
}
"""Of what kind, and where: on the control, and on the screen."""
_EVENTS: dict[str, dict[str, Believe]] = {
    "tap_up": _FINGER,
    "key_up": {"key": excuse},
    "horizontal_drag_start": _FINGER,
    "horizontal_drag_update": {"l": _point, "g": _point},
    "size_change": {"w": length, "h": length},
    "reorder": {"old_index": _line, "new_index": _line},
    "scroll": {
        "event_type": _one_of("start", "update", "end", "user", "overscroll"),
        "pixels": _place,
        # a list without an end says that it ends at infinity, and nobody asks
        "min_scroll_extent": lambda value: _place(value) or 0,
        "max_scroll_extent": lambda value: _place(value) or 0,
        "viewport_dimension": length,
    },
    "keyboard_event": {
        "key": excuse,
        **dict.fromkeys(("shift", "ctrl", "alt", "meta"), _truth),
    },
    "locale_change": {"locales": _languages},
    "route_change": {"route": _short},
    "view_pop": {"route": _short},
    "upload": {
        "file_name": _short,
        "progress": lambda value: _between(value, 0, 1) or 0,
        "error": lambda value: excuse(value) or "",
    },
}
"""What is taken of an event's data; all of it has to be there. Of any other event: nothing."""
_NOT_A_DEVICES = ("connect", "disconnect", "close")
"""Events that Flet tells of its own accord."""


def of_event(name: object, data: object) -> dict[str, Any] | None:
    """What is believed of an event that a device tells; None where nobody reads more than its name.

    Raises:
        ValueError: There is no such event, or not without what is missing here.
    """
    if not isinstance(name, str) or not name.isidentifier() or name in _NOT_A_DEVICES:
        raise ValueError("no such event")
    known = _EVENTS.get(name)
    if known is None:
        return None
    told = _believed(data, known) if isinstance(data, dict) else {}
    if told.keys() != known.keys():
        raise ValueError("not all that belongs to it")
    return told


def _device(told: object) -> dict[Any, Any] | None:
    if not isinstance(told, dict):
        return None
    return {**told, "locales": _languages(told.get("locales")) or []}


def _features(told: object) -> dict[Any, Any] | None:
    if not isinstance(told, dict):
        return None
    return {name: value for name, value in told.items() if isinstance(value, bool)}


_ANSWERS: dict[str, Believe] = {
    "get_device_info": _device,
    "get_accessibility_features": _features,
    "capture": lambda told: told if isinstance(told, bytes) else None,
}
"""What is taken of what a method gives back; what others give is not read, or is a file."""


def of_answer(method: str, told: object) -> Any:  # noqa: ANN401 - each method has its own
    """What is believed of what a device gives back when a method of it is called."""
    believe = _ANSWERS.get(method)
    return told if believe is None else believe(told)
