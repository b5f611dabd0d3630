"""Everything that can be tapped is large enough for a finger, on every screen."""

import re

import flet as ft

from tests.support.ui.heights import needs

LEAST = 48
ON_THE_SHEET = 24
SPEC_SMALLER = {"penalty": 38, "turn": 44, "board": 40}
"""Misthrow boxes on a low screen, the sheet-turner on a card, the pawn's field on a low screen."""
IN_A_STRIP = ("seat-", "undo-message", "close-now", "finish")
"""Everything in a strip is as high as the strip."""


def too_small(tab):
    """What is tapped and is smaller than it may be, with its size."""
    found = {}
    pictures = tab.find(lambda c: isinstance(c, ft.Container) and c.ignore_interactions)
    painted = {id(c) for picture in pictures for c in tab.walk(picture)}
    for node in tab.walk():
        if isinstance(node, ft.Semantics) and node.identifier and id(node) not in painted:
            target = tapped(node)
            size = target and least_size(target)
            if size and min(size) < least(node.identifier):
                found[node.identifier] = size
    return found


def tapped(node):
    """What is painted of the thing that reacts, if it is the node's own."""
    inside = node.content
    return inside.content if isinstance(inside, ft.CupertinoButton) else None


def least(identifier):
    name = re.sub("^(instead|s[1-5])-", "", identifier)  # on the card of a correction, or of a seat
    if re.fullmatch("[rygb][0-9]+|.*-lock", name) or name.startswith(IN_A_STRIP):
        return ON_THE_SHEET
    return SPEC_SMALLER.get(name, LEAST)


def least_size(target):
    """Width and height: as they are given, else at least those of the content."""
    height = target.height if target.height is not None else needs(target, 1.0)
    return (target.width if target.width is not None else LEAST, height)
