"""What can be tapped on a screen and means nothing."""

from qwixx_pad.ui.actions import parse_action
from tests.support.ui.session_client import KEY

FOR_THEMSELVES = {"hint-seen", "undo-message"}
"""Buttons that name no action: a hint takes itself away, and a message says what it takes back."""


def unread(tab):
    """What can be tapped now and means nothing."""
    keys = {key.data for key in tab.find(lambda c: isinstance(c, KEY))} - FOR_THEMSELVES
    return [key for key in keys if parse_action(key) is None]
