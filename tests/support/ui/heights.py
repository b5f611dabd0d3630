"""How high things on a screen are, and how high they need to be."""

import flet as ft
from flet.components.component import Component

FLETS_LINE = 1.43
"""Height of a line, as a multiple of its letters, where nothing else was said."""


def needs(control, text, found=None):
    """The least height of a control, in dp: each text has one line at least."""
    if isinstance(control, Component):
        return needs(control._b, text, found) if not isinstance(control._b, list) else 0
    if control is None or getattr(control, "visible", True) is False:
        return 0
    inside = within(control, text, found)
    given = getattr(control, "height", None)
    if given is None:
        return inside
    if inside > given + 1 and found is not None and not scrolls(control):
        found.append((type(control).__name__, words_in(control), round(inside, 1), given))
    return given


def scrolls(control):
    return getattr(control, "scroll", None) is not None


def within(control, text, found):
    """The height that a control's content needs, whatever height it was given."""
    if isinstance(control, ft.Text):
        line = control.style.height if control.style and control.style.height else FLETS_LINE
        return (control.size or 14) * text * line
    if isinstance(control, ft.Icon):
        return control.size or 24
    if isinstance(control, ft.Stack):
        return max((below(part, text, found) for part in control.controls), default=0)
    parts = [needs(part, text, found) for part in getattr(control, "controls", None) or []]
    if isinstance(control, ft.Row):
        return max(parts, default=0)
    gaps = (getattr(control, "spacing", None) or 0) * max(0, len(parts) - 1)
    content = needs(getattr(control, "content", None), text, found)
    whole = sum(parts) + gaps + content + around(getattr(control, "padding", None))
    return 0 if scrolls(control) else whole


def around(padding):
    return padding.top + padding.bottom if isinstance(padding, ft.Padding) else 2 * (padding or 0)


def below(part, text, found):
    """How far a part of a stack reaches down; a picture without words may lie over the edge.

    What is shown smaller than it is has a frame that follows its height once that is measured.
    """
    if not words_in(part):
        return 0
    reach = (getattr(part, "top", None) or 0) + needs(part, text, found)
    return 0 if getattr(part, "scale", None) else reach


def words_in(control):
    """The words in a control, in its order."""
    if isinstance(control, Component):
        return words_in(control._b)
    if isinstance(control, ft.Text):
        return control.value
    inside = [getattr(control, "content", None), *(getattr(control, "controls", None) or [])]
    return " / ".join(filter(None, (words_in(c) for c in inside if c is not None)))


def clipped(tab, text):
    """Every box of a given height whose content needs more, with both heights."""
    found = []
    for control in tab.walk():
        if isinstance(control, ft.View):
            for content in control.controls:
                needs(content, text, found)
    return found
