"""Sanitizers for untrusted input from a client: of pages, controls, events and return values.

Flet's client describes its page when it registers and whenever that changes. Flet writes all of it
into the page, whatever its name and type. This module lists what the pad accepts: a few fields,
each of one type and within bounds. Everything else is left out. The same holds for the data of
events, and for what the methods of a client return.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

Sanitizer = Callable[[Any], Any]
"""Returns the accepted part of a value; None if nothing of it is accepted."""

MAX_LENGTH_DP = 16_384.0
"""The largest size of a screen or of its edges, larger than any real one."""
_MAX_PIXEL_RATIO = 16.0
"""Physical pixels of a dp, at most."""
_MAX_ROUTE_CHARS = 200
LINK_ROUTE = "/link/"
"""The beginning of the route of a link that is a game."""
_MAX_LINK_CHARS = 16_200
"""Length of the longest route of such a link: its item, and a subpage."""
_MAX_OFFSET_DP = 1e9
"""The longest scroll or drag: longer than a list of a million games."""
_MAX_LIST_INDEX = 100
"""The last index in a list whose lines can be dragged."""
_MAX_LOCALES = 12
_MAX_ERROR_CHARS = 200
_LOCALE_CODE = re.compile(r"[A-Za-z0-9]{1,8}")
"""A language, a script or a country, as in BCP 47."""


def length_dp(value: object) -> float | None:
    """A length on a screen in dp; None if it is no number, or out of bounds."""
    return _number_between(value, 0.0, MAX_LENGTH_DP)


def pixel_ratio(value: object) -> float | None:
    """The number of physical pixels of a dp; None if it is no number, or out of bounds."""
    return _number_between(value, 0.1, _MAX_PIXEL_RATIO)


def error_message(value: object) -> str | None:
    """An error message of a device as one short line; None if it is no text.

    It may be shown in a log, and so in somebody's terminal.
    """
    if not isinstance(value, str):
        return None
    return "".join(x for x in value[:_MAX_ERROR_CHARS] if x.isprintable())


def _number_between(value: object, least: float, most: float) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        return None
    return value


def _one_of(*words: str) -> Sanitizer:
    return lambda value: value if isinstance(value, str) and value in words else None


def _boolean(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _any_text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _short_text(value: object) -> str | None:
    return value if isinstance(value, str) and len(value) <= _MAX_ROUTE_CHARS else None


def _clean_route(value: object) -> str | None:
    """A route without its query, which messengers may add; None if it is no text, or too long."""
    if not isinstance(value, str):
        return None
    route = value.partition("?")[0]
    most = _MAX_LINK_CHARS if route.startswith(LINK_ROUTE) else _MAX_ROUTE_CHARS
    return route if len(route) <= most else None


def _dict_of(fields: Mapping[str, Sanitizer]) -> Sanitizer:
    def sanitize_dict(value: object) -> dict[str, Any] | None:
        return _sanitized(value, fields) if isinstance(value, dict) else None

    return sanitize_dict


def _sanitized(raw: Mapping[Any, Any], fields: Mapping[str, Sanitizer]) -> dict[str, Any]:
    values = {name: sanitize(raw[name]) for name, sanitize in fields.items() if name in raw}
    return {name: value for name, value in values.items() if value is not None}


_EDGES = _dict_of(dict.fromkeys(("left", "top", "right", "bottom"), length_dp))
_PAGE_FIELDS: dict[str, Sanitizer] = {
    "route": _clean_route,
    "width": length_dp,
    "height": length_dp,
    "media": _dict_of(
        {
            "padding": _EDGES,
            "view_padding": _EDGES,
            "view_insets": _EDGES,
            "device_pixel_ratio": pixel_ratio,
            "orientation": _one_of("portrait", "landscape"),
            "always_use_24_hour_format": _boolean,
        }
    ),
    "platform": _one_of("android", "android_tv", "ios", "linux", "macos", "windows"),
    "platform_brightness": _one_of("dark", "light"),
    **dict.fromkeys(("web", "pwa", "wasm", "debug", "test", "multi_view", "pyodide"), _boolean),
}
"""The properties of a page that its device may set."""
_CONTROL_FIELDS: dict[str, Sanitizer] = {
    "value": _any_text,
    "open": _boolean,
}
"""The properties of a control that its device may set.

They are the text of a field, and whether a message is open.
"""


def sanitize_page(raw: Mapping[Any, Any]) -> dict[str, Any]:
    """The accepted properties of a page, by their names."""
    return _sanitized(raw, _PAGE_FIELDS)


def sanitize_control(raw: Mapping[Any, Any]) -> dict[str, Any]:
    """The accepted properties of a control, by their names."""
    return _sanitized(raw, _CONTROL_FIELDS)


def _offset_dp(value: object) -> float | None:
    return _number_between(value, -_MAX_OFFSET_DP, _MAX_OFFSET_DP)


def _list_index(value: object) -> int | None:
    return (
        value
        if isinstance(value, int) and _number_between(value, 0, _MAX_LIST_INDEX) is not None
        else None
    )


def _locale_code(value: object) -> str | None:
    return value if isinstance(value, str) and _LOCALE_CODE.fullmatch(value) else None


def _locales(value: object) -> list[dict[str, Any]] | None:
    if not isinstance(value, list):
        return None
    codes = dict.fromkeys(("language_code", "country_code", "script_code"), _locale_code)
    return [_sanitized(x, codes) for x in value[:_MAX_LOCALES] if isinstance(x, dict)]


def _xy_point(value: object) -> dict[str, Any] | None:
    point = _dict_of({"x": _offset_dp, "y": _offset_dp})(value)
    return point if point and len(point) == len("xy") else None


_POINTER = {
    "k": _one_of("touch", "mouse", "stylus", "invertedStylus", "trackpad", "unknown"),
    "l": _xy_point,
    "g": _xy_point,
}
"""The kind of a pointer, and its position on the control and on the screen."""
_EVENT_FIELDS: dict[str, dict[str, Sanitizer]] = {
    "tap_up": _POINTER,
    "key_up": {"key": error_message},
    "horizontal_drag_start": _POINTER,
    "horizontal_drag_update": {"l": _xy_point, "g": _xy_point},
    "size_change": {"w": length_dp, "h": length_dp},
    "reorder": {"old_index": _list_index, "new_index": _list_index},
    "scroll": {
        "event_type": _one_of("start", "update", "end", "user", "overscroll"),
        "pixels": _offset_dp,
        # a list without an end reports infinity, and nothing reads it
        "min_scroll_extent": lambda value: _offset_dp(value) or 0,
        "max_scroll_extent": lambda value: _offset_dp(value) or 0,
        "viewport_dimension": length_dp,
    },
    "keyboard_event": {
        "key": error_message,
        **dict.fromkeys(("shift", "ctrl", "alt", "meta"), _boolean),
    },
    "locale_change": {"locales": _locales},
    "route_change": {"route": _clean_route},
    "view_pop": {"route": _short_text},
    "upload": {
        "file_name": _short_text,
        "progress": lambda value: _number_between(value, 0, 1) or 0,
        "error": lambda value: error_message(value) or "",
    },
}
"""The accepted fields of the data of each event, all of them required.

Other events have none.
"""
_CHANGE = "change"
_FLET_EVENTS = ("connect", "disconnect", "close")
"""Events that Flet raises itself."""


def sanitize_event(name: object, data: object) -> dict[str, Any] | str | None:
    """The accepted data of an event; None if only its name matters. For `change` it is the text.

    Raises:
        ValueError: There is no such event, or a required field is missing.
    """
    if not isinstance(name, str) or not name.isidentifier() or name in _FLET_EVENTS:
        raise ValueError("no such event")
    if name == _CHANGE:
        return _any_text(data)
    fields = _EVENT_FIELDS.get(name)
    if fields is None:
        return None
    values = _sanitized(data, fields) if isinstance(data, dict) else {}
    if values.keys() != fields.keys():
        raise ValueError("not all that belongs to it")
    return values


def _device_info(raw: object) -> dict[Any, Any] | None:
    if not isinstance(raw, dict):
        return None
    return {**raw, "locales": _locales(raw.get("locales")) or []}


def _accessibility_features(raw: object) -> dict[Any, Any] | None:
    if not isinstance(raw, dict):
        return None
    return {name: value for name, value in raw.items() if isinstance(value, bool)}


_ANSWER_SANITIZERS: dict[str, Sanitizer] = {
    "get_device_info": _device_info,
    "get_accessibility_features": _accessibility_features,
    "capture": lambda value: value if isinstance(value, bytes) else None,
}
"""Sanitizers of return values by method. Those of other methods are not read, or are files."""


def sanitize_answer(method: str, raw: object) -> Any:  # noqa: ANN401 - each method has its own
    """The accepted part of the return value of a client's method."""
    sanitizer = _ANSWER_SANITIZERS.get(method)
    return raw if sanitizer is None else sanitizer(raw)
