"""How wide and high words on a screen are in the pad's letters, and how much room they have there.

A screen is laid out as Flutter does it, as far as that decides where a line ends.
"""

import re
from functools import cache
from math import inf
from typing import NamedTuple

import flet as ft
from flet.components.component import Component
from PIL import ImageFont

from qwixx_pad import assets_folder
from tests.support.ui.heights import FLETS_LINE, scrolls, words_in

_PARTS = re.compile(r"[^ \n\u200b/\u2013-]+[/\u2013-]*|[/\u2013-]+")
"""What stays on one line of a text."""
_GLYPH_SP = 64
_SLACK_DP = 1.0


class Room(NamedTuple):
    """What is seen of a fault: which words, how much they need, and how much there is."""

    fault: str
    words: str
    needs: float
    has: float


class Size(NamedTuple):
    width: float
    height: float


NOTHING = Size(0, 0)


@cache
def _font(family):
    weight = family.rpartition(" ")[2]
    return ImageFont.truetype(str(assets_folder() / f"fonts/rubik-{weight}.ttf"), _GLYPH_SP)


@cache
def _width(words, family):
    return _font(family).getlength(words) / _GLYPH_SP


def text_width(words, family, size):
    """Of a line in the pad's letters, in dp."""
    return _width(words, family) * size


class Layout:
    """Lays a screen out in letters so many times larger, and notes what has too little room."""

    def __init__(self, text):
        self.text = text
        self.found = []

    def lay(self, control, room):
        """The size that a control takes of a width, in dp."""
        if isinstance(control, Component):
            return self.lay(control._b, room) if not isinstance(control._b, list) else NOTHING
        if control is None or getattr(control, "visible", True) is False:
            return NOTHING
        given = getattr(control, "width", None)
        high = getattr(control, "height", None)
        margin = getattr(control, "margin", None)
        room -= _across(margin)
        inner = room if given is None else min(given, room)
        inside = self._inside(control, inner)
        if high is not None and inside.height > high + _SLACK_DP and not scrolls(control):
            self._note("higher than its box", control, inside.height, high)
        width = min(inside.width if given is None else given, room)
        return Size(
            width + _across(margin), (inside.height if high is None else high) + _down(margin)
        )

    def _inside(self, control, room):
        if isinstance(control, ft.Text):
            return self._text(control, room)
        if isinstance(control, ft.Icon):
            return Size(control.size or 24, control.size or 24)
        if isinstance(control, ft.Stack):
            return self._stack(control, room)
        if isinstance(control, ft.Row):
            return self._row(control, room)
        padding = getattr(control, "padding", None)
        room -= _across(padding)
        parts = [self.lay(part, room) for part in getattr(control, "controls", None) or []]
        content = self.lay(getattr(control, "content", None), room)
        gaps = (getattr(control, "spacing", None) or 0) * max(0, len(parts) - 1)
        width = max([content.width, *(part.width for part in parts)])
        height = content.height + sum(part.height for part in parts) + gaps
        high = 0 if scrolls(control) else height + _down(padding)
        return Size(width + _across(padding), high)

    def _row(self, row, room):
        parts = [part for part in row.controls if getattr(part, "visible", True)]
        if row.wrap or scrolls(row):
            laid = [self.lay(part, room if row.wrap else inf) for part in parts]
            return Size(room, max((size.height for size in laid), default=0))
        gaps = (10 if row.spacing is None else row.spacing) * max(0, len(parts) - 1)
        fixed = {id(part): self.lay(part, inf) for part in parts if not _share(part)}
        free = room - gaps - sum(size.width for size in fixed.values())
        if free < -_SLACK_DP:
            self._note("wider than its row", row, room - free, room)
        shares = sum(map(_share, parts))
        laid = [
            fixed.get(id(part)) or self.lay(part, max(0, free) * _share(part) / max(1, shares))
            for part in parts
        ]
        high = max((size.height for size in laid), default=0)
        return Size(gaps + sum(size.width for size in laid), high)

    def _stack(self, stack, room):
        sizes = []
        for part in stack.controls:
            left, right, top = (getattr(part, side, None) for side in ("left", "right", "top"))
            within = room - (left or 0) - (right or 0)
            size = self.lay(part, within if right is not None or left is None else inf)
            shrunk = getattr(part, "scale", None) is not None
            sizes.append(
                NOTHING if shrunk else Size((left or 0) + size.width, (top or 0) + size.height)
            )
        return Size(*(max((size[at] for size in sizes), default=0) for at in (0, 1)))

    def _text(self, text, room):
        size = (text.size or 14) * self.text
        family = text.font_family or "Rubik 400"
        line = text.style.height if text.style and text.style.height else FLETS_LINE
        if not text.value or not family.startswith("Rubik"):
            return Size(0, size * line)
        lines = [_lines(part, family, size, room) for part in text.value.split("\n")]
        count = sum(many for many, _, _ in lines)
        widest = max(wide for _, wide, _ in lines)
        longest = max(word for _, _, word in lines)
        most = 1 if text.no_wrap else text.max_lines or inf
        if most == 1:
            widest = text_width(text.value, family, size)
            if widest > room + _SLACK_DP:
                self._note("cut", text, widest, room)
            count = 1
        elif longest > room + _SLACK_DP:
            self._note("broken within a word", text, longest, room)
        elif count > most:
            self._note("cut", text, count, most)
        return Size(min(widest, room), min(count, most) * size * line)

    def _note(self, fault, control, needed, has):
        self.found.append(Room(fault, words_in(control), round(needed, 1), round(has, 1)))


def _share(part):
    expand = getattr(part, "expand", None)
    return int(expand or 0)


def _across(edges):
    """The width of a padding or a margin."""
    sides = isinstance(edges, ft.Padding | ft.Margin)
    return (edges.left or 0) + (edges.right or 0) if sides else 2 * (edges or 0)


def _down(edges):
    sides = isinstance(edges, ft.Padding | ft.Margin)
    return (edges.top or 0) + (edges.bottom or 0) if sides else 2 * (edges or 0)


def _lines(text, family, size, room):
    """How many lines a text takes, its widest one, and its widest word; both in dp."""
    count = 1
    at = 0.0
    widest = 0.0
    longest = 0.0
    space = text_width(" ", family, size)
    for match in _PARTS.finditer(text):
        wide = text_width(match[0], family, size)
        gap = space if at and text[match.start() - 1] == " " else 0
        if at and at + gap + wide > room:
            count = count + 1
            at = 0.0
            gap = 0
        at += gap + wide
        widest = max(widest, at)
        longest = max(longest, wide)
    return count, widest, longest


def squeezed(tab, text):
    """Every text on the screen that has too little room for its words or its lines."""
    layout = Layout(text)
    for view in tab.walk():
        if isinstance(view, ft.View):
            for content in view.controls:
                layout.lay(content, tab.page.width)
    return layout.found
