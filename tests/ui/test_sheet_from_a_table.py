"""A sheet that somebody else has brought to a table: shown, its rules read, added or refused."""

from contextlib import asynccontextmanager
from dataclasses import replace

from qwixx_pad.games.custom_sheets import MAX_CUSTOM_SHEETS, SheetRefusal
from qwixx_pad.games.session import Failure
from qwixx_pad.layouts import with_custom_name
from qwixx_pad.ui.gallery import sheet_refusal_text
from tests.support.breakable_disk import unwritable
from tests.support.own_layouts import MIRROR, ONE, OTHER
from tests.support.ui.online_phones import CODE, phone
from tests.support.ui.session_client import Client
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import BEN, chip, code_of, device, rest, share, write

ABOUT = "Red \u05d0 runs down <b>{0}."
DESCRIBED = replace(MIRROR, title="\u05d0 Mirror", description=ABOUT)


@asynccontextmanager
async def host_on(air, folder, layout=DESCRIBED):
    """Anna's phone at a table that she has opened on a sheet of her own."""
    async with phone(air, folder, "Anna", own=[layout]) as anna:
        await anna.taps(f"one-device sheets sheet-{layout.name}")
        await share(anna, "own-phones")
        assert anna.page.route == f"/table/{CODE}"
        yield anna


@asynccontextmanager
async def guest_of(air, folder, own=()):
    """Ben's phone, which has scanned the code."""
    async with phone(air, folder, "Ben", f"/join/{CODE}", own=own) as ben:
        await rest(ben)
        yield ben


async def test_guest_sees_name_and_rules_before_and_in_the_game(air, tmp_path):
    async with host_on(air, tmp_path) as anna, guest_of(air, tmp_path) as ben:
        await write(ben, "player-name", "Ben")
        await share(ben, "sit-down", anna)
        title = "\u2068\u05d0 Mirror\u2069"
        about = f"\u2068{ABOUT}\u2069"
        assert ben.name("sheet") == f"{title}. {about}"
        await ben.tap("rules")
        assert title in ben.texts()
        await ben.tap("back")
        await share(anna, "start-game", ben)
        await share(anna, "r12", ben)
        await share(ben, "r12", anna)
        assert [chip(tab, seat).total for tab in (anna, ben) for seat in (1, 2)] == [1] * 4


async def test_sheet_is_added_with_one_tap(air, tmp_path):
    async with host_on(air, tmp_path), guest_of(air, tmp_path) as ben:
        await ben.tap("rules")
        assert ben.sheets.custom_layouts == ()
        await ben.tap("keep-sheet")
        assert ben.sheets.custom_layouts == (DESCRIBED,)
        assert not ben.has("keep-sheet")
        assert ben.has("message")
        await ben.taps("back rules")
        assert not ben.has("message")


async def test_sheet_that_cannot_be_added_is_explained(air, tmp_path):
    async with host_on(air, tmp_path), guest_of(air, tmp_path) as ben:
        await ben.tap("rules")
        with unwritable():
            await ben.tap("keep-sheet")
        assert " ".join(WORDS.failure_texts(Failure.NOT_SAVED)) in ben.texts()
        for number in range(MAX_CUSTOM_SHEETS):
            ben.sheets.add(with_custom_name(f"sheet_{number}", MIRROR))
        await ben.tap("keep-sheet")
        title = WORDS.layout_title(DESCRIBED.name)
        assert sheet_refusal_text(SheetRefusal.TOO_MANY, title, WORDS) in ben.texts()
        assert DESCRIBED.name not in [layout.name for layout in ben.sheets.custom_layouts]


async def test_host_is_not_asked_to_keep_an_own_sheet(air, tmp_path):
    async with host_on(air, tmp_path) as anna:
        await write(anna, "player-name", "Ben")
        await share(anna, "add-player start-game")
        await anna.taps("menu rules")
        assert not anna.has("keep-sheet")


async def test_guest_learns_of_a_sheet_with_another_ones_name(air, tmp_path):
    async with host_on(air, tmp_path, ONE), guest_of(air, tmp_path, [OTHER]) as ben:
        assert WORDS.failure_text(Failure.SHEET_CLASH) in ben.texts()
        assert not ben.has("sit-down")
        assert not ben.has("try-again")
        assert ben.sheets.custom_layouts == (OTHER,)


async def test_visitor_of_a_pad_cannot_keep_its_sheets(pad):
    """On the same Wi-Fi the sheet is the owner's, and so are the sheets of that pad."""
    sheets = pad._services.registry.service.sheets
    sheets.add(MIRROR)
    async with Client(pad.show_owner) as anna:
        await anna.taps(f"one-device sheets sheet-{MIRROR.name} own-phones")
        code = code_of(anna)
        sheets.remove(MIRROR.name)
        async with device(pad, BEN, f"/join/{code}") as ben:
            await ben.tap("rules")
            assert not ben.has("keep-sheet")
