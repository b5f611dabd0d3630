"""New controls are found as Flet finds them, in its order, with less asking."""

import pytest
from client import Client, in_a_loop
from flet.controls.object_patch import DiffBuilder

from qwixx_pad.ui.runtime import added_controls
from qwixx_pad.ui.shell import root


async def mounted(pad, route):
    """The kinds of all controls of a session, in the order in which they came to be."""
    async with Client(pad.show, route=route) as tab:
        controls = tab.session._Session__index.values()
        return [(type(control).__name__, getattr(control, "key", None)) for control in controls]


@pytest.mark.parametrize("route", ["/", "/new/classic", "/settings", "/stats", "/rules", "/games"])
@in_a_loop
async def test_every_screen_has_the_controls_that_flet_would_find(lasting_pad, monkeypatch, route):
    found = await mounted(lasting_pad, route)
    monkeypatch.setattr(DiffBuilder, "_configure_dataclass", added_controls._as_flet_does)
    monkeypatch.setattr(root, "ask_only_what_is_set", lambda: None)
    assert found == await mounted(lasting_pad, route)
    assert len(found) > 20
