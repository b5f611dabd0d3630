"""A first game that explains itself: three hints, each at its moment, each once."""

import pytest

from qwixx_pad.settings import Hint, Settings
from qwixx_pad.ui.play.state import hint_lines, next_hint
from tests.support.strategies import played
from tests.support.ui.pads_with_games import pad_with
from tests.support.ui.session_client import Client
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import set_up, share, two_phones


def explains(tab, hint):
    """Whether a screen shows a hint; here one that says the same in each game."""
    title, _ = hint_lines(hint, played("classic"), 1, WORDS)
    return title in tab.texts()


# when


@pytest.mark.parametrize(
    ("line", "seat", "hint"),
    [
        ("classic", 1, Hint.CROSS),
        ("classic/2 1:r5", 2, Hint.CROSS),
        ("classic/2 1:r5", 1, None),
        ("classic -", 1, None),
        ("classic r5 r6", 1, None),
        ("classic r5 r6 y2", 1, Hint.PENALTY),
        ("classic r5 r6 y2 -", 1, None),
        ("classic/2 1:r5 2:y5 / 2:g12 /", 1, Hint.PENALTY),
        ("classic/2 1:r5 2:y5 / 2:g12 /", 2, None),
        ("classic/2 1:r5 2:y5 / 2:g12 / 1:r6", 1, None),
        ("classic - g12 g11 g10", 1, None),
        ("classic g12 g11 g10 g9", 1, Hint.LOCK),
        ("classic - g12 g11 g10 g9 g8", 1, Hint.LOCK),
        ("classic - g12 g11 g10 g9 g#", 1, None),
        ("classic - g12 g11 g10 g9 g8 g2", 1, None),
        ("classic end", 1, None),
        ("classic+paper", 1, None),
        ("classic r5 r6 y2 r# g#", 1, None),
    ],
)
def test_hint_appears_once_at_its_moment(line, seat, hint):
    assert next_hint(played(line), seat, ()) is hint
    assert next_hint(played(line), seat, [*Hint]) is None


def test_seen_hints_are_stored_as_text():
    settings = Settings(seen_hints=frozenset({Hint.LOCK, Hint.CROSS}))
    assert settings.to_texts()["seen_hints"] == "cross lock"
    assert Settings.from_texts(settings.to_texts()) == settings
    assert Settings.from_texts({"seen_hints": "lock of hair"}).seen_hints == {Hint.LOCK}
    assert not Settings.from_texts({"seen_hints": ""}).seen_hints


# on the screen


async def test_closed_hint_does_not_return(pad):
    async with Client(pad.show_caller) as tab:
        await tab.tap("new-game")
        route = tab.page.route
        await tab.tap("hint-seen")
        assert not tab.has("hint")
    async with Client(pad.show_caller, route=route) as tab:
        assert not tab.has("hint")


async def test_unseen_hint_waits_for_the_next_visit(tab):
    await tab.taps("new-game menu home new-game")
    assert explains(tab, Hint.CROSS)


async def test_message_takes_precedence_over_a_hint(tab):
    await tab.taps("new-game r12")
    assert tab.has("message")
    assert not tab.has("hint")
    await tab.tap("penalty")
    assert tab.has("undo-message")
    assert not tab.has("hint")


async def test_next_entry_dismisses_a_hint(pad):
    async with two_phones(pad, "start-game") as (anna, ben):
        assert explains(anna, Hint.CROSS)
        await anna.tap("seat-2")
        assert not anna.has("hint"), "a sheet that is only looked at explains nothing"
        await share(anna, "seat-1 r5", ben)
        assert not anna.has("hint")
        await anna.tap("undo")
        assert not anna.has("hint"), "it was seen"
        assert explains(ben, Hint.CROSS), "he has not crossed yet"
        await ben.tap("y5")
        await share(anna, "r5 end-turn", ben)
        assert explains(ben, Hint.PENALTY)
        await ben.tap("y6")
        assert not ben.has("hint")


async def test_player_with_stored_games_gets_no_hints(tmp_path):
    with pad_with(tmp_path / "data", 3) as (pad, _):
        async with Client(pad.show_caller) as tab:
            await tab.tap("new-game")
            assert tab.has("total")
            assert not tab.has("hint")


async def test_tablet_shares_one_hint_for_all_sheets(pad):
    async with Client(pad.show_caller, width=1180, height=820) as tab:
        await set_up(tab, "Anna", "Ben", "Cleo")
        await tab.tap("start-game")
        assert explains(tab, Hint.CROSS)
        await tab.tap("s1-r5")
        assert not tab.has("hint")


async def test_hint_takes_the_place_of_the_total_if_needed(pad):
    async with Client(pad.show_caller, 320, 568) as tab:
        await set_up(tab, "Anna", "Ben")
        await tab.tap("start-game")
        assert tab.has("hint")
        assert tab.view.title.title in tab.texts(), "whose sheet it is can be read all the time"
        assert not tab.has("total")
        await tab.tap("r2")
        assert tab.has("total")


async def test_dismissed_hint_leaves_the_sheet_unchanged(tab):
    await tab.tap("new-game")
    sheet = {id(control) for control in tab.walk(tab.one("sheet"))}
    await tab.tap("r2")
    assert not tab.has("hint")
    left = sum(id(control) in sheet for control in tab.walk(tab.one("sheet")))
    assert left > 0.8 * len(sheet)
