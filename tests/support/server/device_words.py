"""What an honest device says, and names of what none may."""

HONEST = {
    "route": "/join/ABCD",
    "width": 390.0,
    "height": 844,
    "media": {
        "padding": {"left": 0, "top": 47.0, "right": 0, "bottom": 34.0},
        "device_pixel_ratio": 3.0,
        "orientation": "portrait",
    },
    "platform": "ios",
    "platform_brightness": "dark",
    "web": True,
}
FORBIDDEN = ["_i", "_c", "_values", "_services", "on_connect", "views", "theme", "fonts", "data"]
AT = {"x": 20.5, "y": -3}
SCROLL = {
    "event_type": "update",
    "pixels": 2500.0,
    "min_scroll_extent": 0,
    "max_scroll_extent": 9000.0,
    "viewport_dimension": 700.0,
}
KEY = {"key": "Z", "shift": False, "ctrl": True, "alt": False, "meta": False}
EVENTS = {
    "tap_up": {"k": "touch", "l": AT, "g": AT},
    "horizontal_drag_start": {"k": "mouse", "l": AT, "g": AT},
    "horizontal_drag_update": {"l": AT, "g": AT},
    "size_change": {"w": 358.0, "h": 600},
    "reorder": {"old_index": 0, "new_index": 2},
    "scroll": SCROLL,
    "keyboard_event": KEY,
    "locale_change": {"locales": [{"language_code": "en", "country_code": "IE"}]},
    "route_change": {"route": "/join"},
    "view_pop": {"route": "/join"},
    "upload": {"file_name": "a.json", "progress": 0.5, "error": ""},
}
