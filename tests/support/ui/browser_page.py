"""The page around a pad that a browser runs by itself: what the pad tells it."""

import base64
import copy
import json
import zlib
from dataclasses import replace

from qwixx_pad.identity.devices import Browser


class Page:
    """Hears what the pad asks for, and of which screen it may keep a picture.

    Attributes:
        asked: What it was asked for.
        browser: The pad's side of it.
    """

    def __init__(self, *, keeps=True):
        self.asked = []
        self.browser = Browser(self.asked.append, has_storage=keeps)

    @property
    def last_screen(self):
        """The word about the screen in front once it rests, without what can be tapped there."""
        return " ".join(self._rests()[:3])

    @property
    def pencil(self):
        """The route of the screen in front, and what can be tapped there."""
        _, route, _, packed = self._rests()
        return route, json.loads(zlib.decompress(base64.b64decode(packed)))

    def _rests(self):
        self.browser.handle_word("rests")
        return self.asked.pop().split()

    def tap_picture(self, route, entries, *taps, late=False):
        """Hand the pad what was tapped on a picture."""
        stored = {"of": route, "entries": entries, "taps": taps, "late": late}
        self.browser.handle_word(f"taps {json.dumps(stored)}")

    def pad_inside(self, pad):
        """The same pad, run by this browser."""
        inside = copy.copy(pad)
        inside._services = replace(pad._services, browser=self.browser)
        return inside
