"""What Flet does for every control is done once a kind, and comes out the same."""

from dataclasses import fields

import flet as ft
import pytest
from flet.controls.control_event import get_event_field_type

from qwixx_pad.ui.flet_support.diffing import event_type
from qwixx_pad.ui.flet_support.keyboard import TapArea, TapButton

KINDS = [TapButton, TapArea, ft.GestureDetector, ft.TextField, ft.KeyboardListener, ft.Page]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_event_handlers_match_flets_definitions(kind):
    handlers = [field.name for field in fields(kind) if field.name.startswith("on_")]
    assert handlers
    for handler in handlers:
        found = get_event_field_type(object.__new__(kind), handler)
        assert event_type(kind, handler) is found is not None
