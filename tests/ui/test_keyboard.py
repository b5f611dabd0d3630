"""The keyboard: a real focus on the pad, keys that act once, and one step back at a time."""

import flet as ft
import pytest

from tests.support.strategies import ready_to_lock
from tests.support.ui.pads_with_games import pad_with
from tests.support.ui.table_devices import HOST, device, phones_where, write


async def test_arrow_moves_the_ring_without_rebuilding(tab):
    await tab.tap("new-game")
    before = tab.wire.bytes_out
    sent = tab.patches()
    await tab.press("Arrow Right")
    assert tab.focused == "r2"
    await tab.press("Arrow Right", "Arrow Down")
    assert tab.focused == "y3"
    await tab.press("End")
    assert tab.focused == "y-lock"
    await tab.press("Home", "Arrow Up")
    assert tab.focused == "r2"
    assert tab.announced()[-1] == tab.name("r2")
    assert tab.patches() - sent == 6, "one a key"
    assert tab.wire.bytes_out - before < 6 * 500


@pytest.mark.parametrize("web", [False, True])
async def test_enter_and_space_act_once_on_printed_cells(pad, web):
    async with device(pad, HOST, web=web) as tab:
        await tab.tap("new-game")
        await tab.press("Arrow Right", "Enter")
        assert tab.one("r2").checked
        assert tab.focused == "r2"
        await tab.press("Space")
        assert not tab.one("r2").checked


async def test_tab_treats_the_sheet_as_one_stop(tab):
    await tab.tap("new-game")
    (sheet,) = tab.find(lambda c: isinstance(c, ft.KeyboardListener))
    await tab.session.dispatch_event(sheet._i, "key_up", {"key": "Tab"})
    tab.wire.focused = sheet._i
    await tab.settle()
    assert tab.focused == "r2"
    await tab.press("Tab", "Enter")
    assert tab.number("total") == 0


async def test_control_z_undoes_and_control_y_redoes(tab):
    await tab.taps("new-game r2 r3")
    for keys in ("Ctrl+Z Ctrl+Y", "Meta+Z Shift+Meta+Z", "Ctrl+Z Ctrl+Shift+Z"):
        undo, redo = keys.split()
        await tab.press(undo)
        assert tab.number("total") == 1
        await tab.press(redo)
        assert tab.number("total") == 3


async def test_question_takes_focus_and_escape_cancels(pad):
    async with device(pad, HOST, web=True) as tab:
        await tab.tap("new-game")
        await tab.press("Arrow Down", "End", "Enter")
        assert tab.focused == "r#"
        assert next(c for c in tab.walk() if c.key == "pad").disabled, "nothing beneath has it"
        await tab.press("Arrow Down")
        assert tab.focused == "cancel"
        await tab.press("Arrow Down", "Arrow Up")
        assert tab.focused == "r#"
        await tab.press("Ctrl+Z", "Escape")
        assert not tab.has("r#")
        assert tab.page.route.startswith("/game/")
        await tab.press("Arrow Left")
        assert tab.focused == "r12"


async def test_shared_question_ignores_escape(tmp_path):
    rolls = " ".join(ready_to_lock("classic/2", "r"))
    async with phones_where(tmp_path, f"classic/2 {rolls}") as (_, ben):
        await ben.tap("r12")
        assert ben.has("white-r")
        await ben.press("Escape")
        assert ben.has("white-r")


async def test_escape_goes_back_without_loss(tab):
    await tab.taps("new-game r5 menu settings")
    assert tab.page.route.endswith("/settings")
    await tab.press("Ctrl+Z", "Arrow Down")
    assert tab.focused == "", "the pad behind hears no keys"
    await tab.press("Escape")
    assert tab.number("total") == 1
    await tab.press("Escape")
    assert tab.page.route == "/"
    await tab.press("Escape")
    assert tab.page.route == "/"


async def test_focused_text_field_keeps_its_keys(tab):
    await tab.tap("one-device")
    await write(tab, "player-name", "Anna")
    field = next(c for c in tab.walk() if isinstance(c, ft.TextField))
    await tab.session.dispatch_event(field._i, "focus", None)
    await tab.press("Home", "Arrow Left", "Space", "Escape", "Ctrl+Z")
    assert tab.page.route == "/new"
    await tab.session.dispatch_event(field._i, "blur", None)
    await tab.press("Escape")
    assert tab.page.route == "/"


async def test_space_on_a_review_button_presses_only_it(tmp_path):
    with pad_with(tmp_path, 1) as (pad, games):
        async with device(pad, HOST, route=f"/games/{games[-1].head.id}") as tab:
            back = next(c for c in tab.walk() if isinstance(c, ft.CupertinoButton))
            await tab.session.dispatch_event(back._i, "focus", None)
            playing = tab.name("play-steps")
            await tab.press("Space")
            assert tab.name("play-steps") == playing
            await tab.session.dispatch_event(back._i, "blur", None)
            await tab.press("Space")
            assert tab.name("play-steps") != playing


async def test_focus_moves_to_the_next_penalty(pad):
    async with device(pad, HOST, web=True) as tab:
        await tab.tap("new-game")
        await tab.press("Arrow Right", *["Arrow Down"] * 4)
        assert tab.focused == "penalty"
        await tab.press("Enter", "Enter")
        assert tab.focused == "penalty"
        assert tab.number("penalty") == 3
