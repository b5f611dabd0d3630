"""What can be pressed and has no row in the table of it."""

from qwixx_pad.ui.actions import UnknownIdentifierError, find_pressable
from qwixx_pad.ui.flet_support.keyboard import TapArea
from tests.support.ui.session_client import KEY


def unread(tab):
    """What can be pressed now and is not in the table."""
    keys = {key.data for key in tab.find(lambda c: isinstance(c, KEY | TapArea) and c.data)}
    return sorted(key for key in keys if row_of(key) is None)


def row_of(identifier):
    """The row of what can be pressed; None for what cannot."""
    try:
        return find_pressable(identifier)
    except UnknownIdentifierError:
        return None
