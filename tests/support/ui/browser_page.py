"""The page around a pad that a browser runs by itself: what the pad tells it."""

import copy
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
        """The last word about the screen in front once it rests."""
        self.browser.handle_word("rests")
        return self.asked.pop()

    def pad_inside(self, pad):
        """The same pad, run by this browser."""
        inside = copy.copy(pad)
        inside._services = replace(pad._services, browser=self.browser)
        return inside
