"""The keyboard: a real focus on the pad, keys that act once, and one step back at a time."""

import flet as ft
import pytest

from tests.support.strategies import ready_to_lock
from tests.support.ui.pads_with_games import pad_with
from tests.support.ui.quick_pads import PATIENT
from tests.support.ui.table_devices import HOST, device, phones_where, write


async def test_arrows_move_a_ring_that_is_drawn_and_build_nothing_again(tab):
    await tab.tap("new-game")
    before, sent = tab.wire.bytes_out, tab.patches()
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
async def test_on_what_is_printed_enter_and_space_act_once_wherever_the_pad_runs(pad, web):
    async with device(pad, HOST, web=web) as tab:
        await tab.tap("new-game")
        await tab.press("Arrow Right", "Enter")
        assert tab.one("r2").checked
        assert tab.focused == "r2"
        await tab.press("Space")
        assert not tab.one("r2").checked


async def test_tab_leads_to_the_sheet_as_one_stop_and_away_from_it(tab):
    await tab.tap("new-game")
    (sheet,) = tab.find(lambda c: isinstance(c, ft.KeyboardListener))
    await tab.session.dispatch_event(sheet._i, "key_up", {"key": "Tab"})
    tab.wire.focused = sheet._i
    await tab.settle()
    assert tab.focused == "r2"
    await tab.press("Tab", "Enter")
    assert tab.number("total") == 0


async def test_control_and_z_takes_back_and_control_and_y_brings_back(tab):
    await tab.taps("new-game r2 r3")
    for keys in ("Ctrl+Z Ctrl+Y", "Meta+Z Shift+Meta+Z", "Ctrl+Z Ctrl+Shift+Z"):
        undo, redo = keys.split()
        await tab.press(undo)
        assert tab.number("total") == 1
        await tab.press(redo)
        assert tab.number("total") == 3


async def test_a_question_takes_the_focus_and_escape_is_its_cancel(pad):
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


async def test_a_question_that_others_wait_for_stays_on_escape(tmp_path):
    rolls = " ".join(ready_to_lock("classic/2", "r"))
    async with phones_where(tmp_path, f"classic/2 {rolls}") as (_, ben):
        await ben.tap("r12")
        assert ben.has("white-r")
        await ben.press("Escape")
        assert ben.has("white-r")


async def test_escape_goes_back_one_screen_and_loses_nothing(tab):
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


async def test_while_a_field_is_typed_into_the_keys_are_its_own(tab):
    await tab.tap("one-device")
    await write(tab, "player-name", "Anna")
    field = next(c for c in tab.walk() if isinstance(c, ft.TextField))
    await tab.session.dispatch_event(field._i, "focus", None)
    await tab.press("Home", "Arrow Left", "Space", "Escape", "Ctrl+Z")
    assert tab.page.route == "/new"
    await tab.session.dispatch_event(field._i, "blur", None)
    await tab.press("Escape")
    assert tab.page.route == "/"


async def test_space_on_a_focused_button_of_the_review_is_for_the_button_alone(tmp_path):
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


@pytest.mark.parametrize("times", [PATIENT])
async def test_after_a_misthrow_the_focus_is_on_the_next_box(pad):
    async with device(pad, HOST, web=True) as tab:
        await tab.tap("new-game")
        await tab.press("Arrow Right", *["Arrow Down"] * 4)
        assert tab.focused == "penalty"
        await tab.press("Enter", "Enter")
        assert tab.focused == "penalty"
        assert tab.number("penalty") == 3
