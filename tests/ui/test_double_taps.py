"""A finger comes down twice, a worn screen sends twice, a key is held: each is one tap."""

import pytest

from qwixx_pad.ui.flet_support.keyboard import CARD_DATA, TapArea, TapButton, Veil
from tests.support.strategies import ready_to_lock
from tests.support.ui.pads_with_games import pad_where
from tests.support.ui.session_client import CALM, CLOCK, Client
from tests.support.ui.table_devices import HOST, device, phones_where, two_phones
from tests.support.ui.tap_places import places
from tests.support.websocket_phone import BY_A_READER

SOON = [0.04, 0.59]
"""Seconds between the taps of a double tap, at least and at most."""
LONGO = "longo r2 r3 r4 r5 r6 r7"
LOCK = "r2 r3 r4 r5 r6"


def playing(folder, line, *names):
    """The pad of whoever plays a game, and how the game is opened there."""
    return pad_where(folder, line, *(names or ("Anna",)))


def opened(pad):
    return Client(pad.show_caller, route="/game/saved")


async def press(tab, control, after, data=None):
    """Tap on a control, whatever its device shows by now."""
    CLOCK.wait(after)
    event = "tap_up" if isinstance(control, TapArea) else "click"
    await tab.session.dispatch_event(control._i, event, data)
    await tab.settle()


async def press_card(tab, after):
    """Tap where a card has come: on what lies around it, and on each of its buttons."""
    card = next(c for c in tab.walk() if c.data == CARD_DATA)
    buttons = [c for c in tab.walk(card) if isinstance(c, TapButton) and c.data]
    for each in (*tab.find(lambda c: isinstance(c, Veil)), *buttons):
        await press(tab, each, after)
        after = 0


def state(tab):
    """Where a session is, what it has entered, and what is asked there."""
    buttons = tab.find(lambda c: isinstance(c, TapButton | Veil))
    return tab.page.route, sorted(tab.texts()), [c.data for c in buttons]


@pytest.mark.parametrize("pause", SOON)
async def test_cell_tapped_twice_is_crossed_once(tab, pause):
    await tab.taps("new-game r5")
    await tab.tap("r5", after=pause)
    assert tab.one("r5").checked
    assert tab.number("total") == 1


async def test_tap_after_a_pause_takes_the_cross_back(tab):
    await tab.taps("new-game r5")
    await tab.tap("r5", after=0.61)
    assert not tab.one("r5").checked


async def test_worn_screen_is_one_tap_while_it_goes_on(tab):
    await tab.taps("new-game r5")
    for _ in range(9):
        await tab.tap("r5", after=0.3)
    assert tab.one("r5").checked


async def test_two_cells_tapped_fast_are_two_crosses(tab):
    await tab.taps("new-game r5")
    for cell in ("r6", "y6", "b12", "r7"):
        await tab.tap(cell, after=0.15)
    assert tab.number("total") == 6 + 1 + 1


async def test_taps_too_early_on_a_new_screen_delay_no_others(tab):
    await tab.tap("new-game")
    for cell in ("r5", "r6", "r7", "r8"):
        await press(tab, tab.key(cell), 0.25)
    assert [cell for cell in ("r5", "r6", "r7", "r8") if tab.one(cell).checked] == ["r7", "r8"]


async def test_straying_double_tap_spares_the_next_cell(tab):
    await tab.tap("new-game")
    node = tab.one("r5")
    await tab.lift(node, node.width - 2, 20, tab.key("r5"))
    await tab.lift(tab.one("r6"), 3, 22, tab.key("r6"), after=0.1)
    assert (tab.one("r5").checked, tab.one("r6").checked) == (True, False)


@pytest.mark.parametrize("pause", SOON)
@pytest.mark.parametrize(
    ("line", "tap"),
    [
        ("classic", "r-lock"),
        (f"classic {LOCK}", "r-lock"),
        (LONGO, "r-lock"),
        (LONGO, "lucky-number"),
        ("double_a r5", "r5"),
        ("lucky_15", "lucky"),
        ("classic/2 1:r5 / 2:b9 /", "r5"),
        ("classic", "menu"),
    ],
)
async def test_card_that_a_tap_opened_outlasts_its_second_tap(tmp_path, line, tap, pause):
    names = ("Anna", "Ben") if "/2" in line else ("Anna",)
    with playing(tmp_path, line, *names) as pad:
        async with opened(pad) as tab:
            key = tab.key(tap)
            await tab.tap(tap)
            asked = state(tab)
            await press(tab, key, pause)
            assert state(tab) == asked
            await press_card(tab, pause)
            assert state(tab) == asked


@pytest.mark.parametrize("pause", SOON)
async def test_pair_tapped_twice_waits_for_its_cross(tmp_path, pause):
    with playing(tmp_path, "x_change r7 y9 g4") as pad:
        async with opened(pad) as tab:
            await tab.tap("x0")
            asked = state(tab)
            await tab.tap("x0", after=pause)
            assert state(tab) == asked
            await tab.tap("r8")
            assert [tab.one(each).checked for each in ("x0", "r8")] == [True, True]


@pytest.mark.parametrize(
    ("line", "taps"),
    [
        ("classic", "r-lock r#"),
        (LONGO, "lucky-number ly"),
        ("double_a r5", "r5 cancel"),
        ("classic/2 1:r5 / 2:b9 /", "r5 instead-r6"),
        ("classic/2 1:r5 / 2:b9 /", "r5 take-out"),
    ],
)
async def test_second_tap_on_an_answer_spares_what_lay_beneath(tmp_path, line, taps):
    names = ("Anna", "Ben") if "/2" in line else ("Anna",)
    with playing(tmp_path, line, *names) as pad:
        async with opened(pad) as tab:
            await tab.taps(taps)
            answered = state(tab)
            last = taps.split()[-1]
            for each in ("y9", "undo", "menu", *[last] * tab.has(last)):
                await press(tab, tab.key(each), 0.1)
            assert state(tab) == answered
            await tab.tap("g9")
            assert tab.one("g9").checked


async def test_two_taps_with_a_pause_cross_a_double_cell_twice(tmp_path):
    with playing(tmp_path, "double_a r5") as pad:
        async with opened(pad) as tab:
            await tab.tap("r5")
            await press(
                tab, tab.find(lambda c: isinstance(c, TapButton) and c.data == "r5")[0], CALM
            )
            assert tab.number("total") == 3


async def test_second_tap_on_a_refused_cell_keeps_its_message(tab):
    await tab.taps("new-game r5 r3")
    message = tab.view.message
    assert message is not None
    await tab.tap("r3", after=0.2)
    assert tab.view.message == message
    await tab.tap("r6", after=0.1)
    assert tab.one("r6").checked


async def test_undo_tapped_twice_takes_back_two_crosses(tab):
    await tab.taps("new-game r2 r3 undo")
    await tab.tap("undo", after=0.15)
    assert tab.number("total") == 0
    await tab.tap("redo", after=0.15)
    await tab.tap("redo", after=0.15)
    assert tab.number("total") == 3


async def test_undo_takes_a_cross_back_at_once(tab):
    await tab.taps("new-game r2")
    await tab.tap("undo", after=0.15)
    await tab.tap("r2", after=0.15)
    assert tab.number("total") == 1


@pytest.mark.parametrize("pause", SOON)
async def test_penalty_tapped_twice_is_one(tab, pause):
    await tab.tap("new-game")
    key = tab.key("penalty")
    for after in (CALM, pause):
        await press(tab, key, after, BY_A_READER)
    assert tab.number("total") == -5


async def test_paper_penalty_tapped_twice_stays(tmp_path):
    with playing(tmp_path, "classic+paper") as pad:
        async with opened(pad) as tab:
            left, top, width, height = places(tab)["penalty"]
            await tab.tap("penalty")
            back = tab.key("penalty-back")
            point = {"x": left + width / 2, "y": top + height / 2}
            await press(tab, back, 0.2, {"k": "touch", "l": {"x": 9, "y": 9}, "g": point})
            assert tab.number("total") == -5
            await tab.tap("penalty", after=0.2)
            assert tab.number("total") == -10, "the next box is another place"


async def test_done_tapped_twice_is_not_taken_back(pad):
    async with two_phones(pad, "start-game") as (_, ben):
        await ben.tap("done")
        await ben.tap("change", after=0.3)
        assert ben.has("change")
        await ben.tap("change")
        assert ben.has("done")


async def test_white_dice_answered_twice_are_answered_once(tmp_path):
    rolls = " ".join(ready_to_lock("classic/2", "r"))
    async with phones_where(tmp_path, f"classic/2 {rolls}") as (_, ben):
        await ben.tap("r12")
        asked = state(ben)
        await press_card(ben, 0.3)
        assert state(ben) == asked


# other screens


async def test_button_of_the_next_screen_ignores_a_double_tap(tab):
    await tab.tap("new-game")
    began = state(tab)
    for each in ("menu", "undo", "r5", "penalty"):
        await press(tab, tab.key(each), 0.1)
    assert state(tab) == began


async def test_button_of_the_screen_before_ignores_a_double_tap(tab):
    await tab.taps("settings back")
    for each in ("settings", "new-game", "one-device"):
        await tab.tap(each, after=0.1)
        assert tab.page.route == "/"
    await tab.tap("settings")
    assert tab.page.route == "/settings"


async def test_places_of_the_bar_follow_fast_taps(tmp_path):
    with playing(tmp_path, "classic r2 end") as pad:
        async with Client(pad.show_caller, route="/") as tab:
            for place, route in (("history", "/games"), ("statistics", "/stats"), ("play", "/")):
                await tab.tap(place, after=0.2)
                assert tab.page.route == route


async def test_deleted_game_is_not_put_back_by_its_double_tap(tmp_path):
    with playing(tmp_path, "classic r2 end") as pad:
        async with Client(pad.show_caller, route="/games") as tab:
            await tab.taps("more-saved delete/saved")
            await tab.tap("undo-message", after=0.3)
            assert not tab.has("game-saved")
            await tab.tap("undo-message")
            assert tab.has("game-saved")


async def test_switch_tapped_twice_is_switched_once(tab):
    await tab.tap("settings")
    before = tab.one("set-awake").toggled
    await tab.tap("set-awake")
    await tab.tap("set-awake", after=0.2)
    assert tab.one("set-awake").toggled is not before


async def test_steps_of_a_review_follow_fast_taps(tmp_path):
    with playing(tmp_path, "classic r2 r3 r4 end") as pad:
        async with Client(pad.show_caller, route="/games/saved") as tab:
            await tab.tap("first")
            for _ in range(3):
                await tab.tap("next", after=0.15)
            assert tab.one("r4").checked


# keys and readers


@pytest.mark.parametrize("web", [False, True])
async def test_held_key_crosses_a_cell_once(pad, web):
    async with device(pad, HOST, web=web) as tab:
        await tab.tap("new-game")
        await tab.press("Arrow Right", "Enter")
        await tab.press("Enter", after=0.5)
        await tab.press(*["Enter"] * 30, after=0.03)
        assert tab.one("r2").checked


async def test_cells_crossed_fast_by_keys_all_count(pad):
    async with device(pad, HOST, web=True) as tab:
        await tab.tap("new-game")
        await tab.press("Arrow Right")
        await tab.press("Enter", "Arrow Right", "Enter", "Arrow Right", "Enter", after=0.1)
        assert tab.number("total") == 6


async def test_held_key_does_not_answer_the_card_it_opened(pad):
    async with device(pad, HOST, web=True) as tab:
        await tab.tap("new-game")
        await tab.press("Arrow Down", "End", "Enter")
        assert tab.focused == "r#"
        await tab.press("Enter", after=0.5)
        await tab.press(*["Enter"] * 30, after=0.03)
        assert tab.has("r#")
        await tab.press("Enter")
        assert not tab.has("r#")


async def test_escape_closes_a_card_at_once(pad):
    async with device(pad, HOST, web=True) as tab:
        await tab.taps("new-game menu")
        await tab.press("Escape", after=0.1)
        assert not tab.has("settings")
        assert tab.page.route.startswith("/game/")


async def test_double_activation_by_a_reader_is_one(tab):
    await tab.tap("new-game")
    for after in (CALM, 0.2):
        await press(tab, tab.key("r5"), after, BY_A_READER)
    assert tab.one("r5").checked
