"""A mistake put right while the game goes on, in real sessions: alone, on a tablet, on phones."""

from qwixx_pad.games import played_game
from qwixx_pad.games.session import Failure
from tests.support.ui.session_client import Client
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import phones_where, set_up, share

TABLET = {"width": 1180, "height": 820}


def crossed(tab, letter, prefix=""):
    cells = tab.find(lambda c: getattr(c, "checked", None) and getattr(c, "identifier", None))
    own = [c.identifier for c in cells if c.identifier.startswith(f"{prefix}{letter}")]
    return " ".join(own)


# Alone


async def test_tap_on_an_old_cross_opens_its_alternatives(tab):
    await tab.taps("new-game r2 r5 y3 r5")
    assert tab.numbers("wrong-step")[:3] == [5, 2, 3], "a number, and step 2 of 3"
    assert (tab.one("instead-r5").checked, tab.one("instead-r4").checked) == (True, False)
    await tab.tap("instead-r4")
    assert crossed(tab, "r") == "r2 r4"
    assert tab.view.message.title == tab.announced()[-1]
    await tab.tap("undo-message")
    assert crossed(tab, "r") == "r2 r5"
    assert crossed(tab, "y") == "y3"
    await tab.tap("undo")
    assert crossed(tab, "y") == ""


async def test_correction_back_to_the_start_offers_no_undo_elsewhere(tab):
    await tab.taps("new-game r2 r5 y3 r5 instead-r4 r4 instead-r5")
    assert crossed(tab, "r") == "r2 r5"
    assert not tab.has("undo-message")
    assert crossed(tab, "y") == "y3"


async def test_menu_opens_every_correction(tab):
    await tab.taps("new-game menu correct")
    assert tab.has("instead-r5")
    await tab.taps("done-correcting r2 r5 b-lock b# menu correct take-out")
    await tab.taps("b12 menu correct earlier misthrow-instead")
    assert crossed(tab, "r") == "r2"
    await tab.tap("undo-message")
    assert crossed(tab, "r") == "r2 r5"
    await tab.taps("menu correct earlier misthrow-instead")
    await tab.taps("menu correct forgotten instead-r3")
    assert crossed(tab, "r") == "r2 r3"
    assert tab.number("total") == -1


async def test_obstacle_is_shown_on_the_card(tab):
    await tab.taps("new-game r2 r5 r8 r5")
    before = {*tab.texts()}
    await tab.tap("instead-r9")
    assert len({*tab.texts()} - before) == 1
    await tab.taps("later instead-r10 r5 instead-r9")
    assert crossed(tab, "r") == "r2 r9 r10"


async def test_full_log_offers_no_correction(tab, monkeypatch):
    monkeypatch.setattr(played_game, "MAX_AFTER_CORRECTION", 4)
    await tab.taps("new-game r2 r5 r2")
    assert not tab.has("take-out")
    assert not tab.has("misthrow-instead")
    await tab.tap("instead-r3")
    assert crossed(tab, "r") == "r2 r5"


async def test_own_lock_and_closed_row_can_be_corrected(tab):
    await tab.taps("new-game r2 r3 r4 r5 r6 r12 y2 r-lock")
    await tab.tap("take-out")
    assert crossed(tab, "r") == "r2 r3 r4 r5 r6"
    await tab.taps("b-lock b# y3 b-lock")
    assert tab.has("wrong-step")


async def test_correction_card_hides_points_and_closes_by_key(tab):
    await tab.taps("settings set-hide-points back new-game r2 r5 y3 r5")
    found = [text for text in tab.texts() if text.endswith(("+2", " 3"))]
    assert len(found) == 1, "step 2 of 3"
    assert tab.focused in {"earlier", "later", "instead-r2", "done-correcting"}
    await tab.press("Escape")
    assert not tab.has("done-correcting")


# One device for all


async def test_tablet_correction_and_undo_take_one_tap(pad):
    async with Client(pad.show_caller, **TABLET) as tab:
        await set_up(tab, "Anna", "Ben")
        await tab.taps("start-game s1-r5 s2-y3 end-turn s2-y4 s1-b9 end-turn s1-r5")
        assert tab.numbers("wrong-step")[:3] == [5, 1, 2], "a number, and roll 1 of 2"
        await tab.tap("instead-r6")
        assert tab.announced()[-1] in tab.texts()
        assert crossed(tab, "r", "s1-") == "s1-r6"
        await tab.tap("undo")
        assert crossed(tab, "r", "s1-") == "s1-r5"
        assert crossed(tab, "y", "s2-") == "s2-y3 s2-y4"


# Own phones


async def test_correction_is_announced_to_the_others(tmp_path):
    async with phones_where(tmp_path, "classic/2 1:r5 2:y3 / 2:y4") as (anna, ben):
        await anna.tap("r5")
        await ben.tap("y6")
        await share(anna, "instead-r6", ben)
        for tab in (anna, ben):
            assert tab.view.message.title == tab.announced()[-1]
        assert crossed(ben, "y") == "y3 y4 y6"
        await share(ben, "end-turn", anna)
        assert "Anna" in ben.view.title.title


async def test_guest_corrects_its_own_sheet_host_any(tmp_path):
    async with phones_where(tmp_path, "classic/2 1:r5 2:y3 / 2:y4") as (anna, ben):
        await ben.taps("seat-1 r5")
        assert not ben.has("done-correcting")
        assert WORDS.failure_texts(Failure.NOT_YOURS)[0] in ben.texts()
        await ben.taps("menu correct")
        assert ben.number("wrong-step") == 4
        await anna.taps("seat-2 y3")
        await share(anna, "instead-y2", ben)
        assert crossed(anna, "y") == "y2 y4"
        await share(anna, "undo", ben)
        assert crossed(anna, "y") == "y3 y4"


async def test_correction_card_follows_its_entry(tmp_path):
    async with phones_where(tmp_path, "classic/2 1:r5 2:y3 /") as (anna, ben):
        await ben.tap("y3")
        await share(anna, "b9", ben)
        assert ben.number("wrong-step") == 3
        await share(anna, "seat-2 y3 take-out", ben)
        assert not ben.has("done-correcting")
