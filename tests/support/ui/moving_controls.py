"""What would move on a screen."""

import flet as ft

from tests.support.ui.session_client import named


def moving(tab):
    """What would move on a screen: controls that fade, and controls that glide."""
    return [
        control
        for control in tab.walk()
        if isinstance(control, ft.AnimatedSwitcher)
        or any(getattr(control, name) for name in named(type(control), "animate"))
    ]
