"""What goes in and out of a device: backup, restore, spreadsheets, pictures, texts."""

import asyncio
import io
import json
from contextvars import Context

import pytest
from PIL import Image

from qwixx_pad.identity.devices import OpenedFile
from qwixx_pad.library.exchange import MAX_IMPORT_BYTES, ImportRefusal
from qwixx_pad.ui.flet_support.file_transfer import TransferOutcome
from qwixx_pad.ui.history import import_refusal_texts
from tests.support.random_evenings import evenings
from tests.support.ui.browser_page import Page
from tests.support.ui.pads_with_games import pad_with
from tests.support.ui.quick_pads import opened_pad
from tests.support.ui.session_client import Client, until
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import write


def data(pad, **page):
    """The screen of all data, of the pad's owner."""
    return Client(pad.show_owner, route="/data", **page)


def game_count(tab):
    """How many games the screen of all data says that there are; it says so first."""
    return next(int(text.split()[0]) for text in tab.texts() if text[:1].isdigit())


def sharing(pad, game="table"):
    """The screen on which a game is handed on."""
    return Client(pad.show_owner, route=f"/games/{game}/share")


def given(tab, name):
    """What the device was given each time that it was asked for this."""
    return [args for asked, args in tab.wire.calls if asked == name]


def saved(tab):
    """Name and content of the file that the device was given last."""
    file = given(tab, "save_file")[-1]
    return file["file_name"], file["src_bytes"]


async def pick(tab, folder, content, size=1):
    """Restore from a file that somebody picks; on this computer it is a path."""
    path = folder / "a.json"
    path.write_bytes(content)
    file = {"id": 1, "name": path.name, "size": size, "path": str(path), "bytes": None}
    tab.wire.answers["pick_files"] = [file]
    before = tab.texts()
    await tab.tap("restore")
    await until(tab, lambda: tab.texts() != before)


def card_of(tab):
    """What the picture is taken of."""
    return next(c for c in tab.walk() if getattr(c, "on_size_change", None))


async def shared_picture(tab, window, card, answer=None):
    """How large the shared picture is, where the window is handed out so, and the card is so."""
    handed = io.BytesIO()
    Image.new("RGBA", window).save(handed, "PNG")
    tab.wire.answers |= {"capture": handed.getvalue(), "share_files": answer}
    await tab.session.dispatch_event(card_of(tab)._i, "size_change", card)
    await tab.settle()
    await asyncio.gather(*(tab.tap("share-picture") for _ in range(3)))
    await until(tab, lambda: given(tab, "share_files"))
    (shared,) = given(tab, "share_files")
    return Image.open(io.BytesIO(shared["files"][0].data)).size


async def test_backup_restores_on_another_pad_and_can_be_undone(tmp_path, pad):
    with pad_with(tmp_path / "one") as (one, _):
        async with data(one) as tab:
            await tab.tap("backup")
            name, content = saved(tab)
    assert name.startswith("qwixx-pad-backup-")
    async with data(pad) as tab:
        await pick(tab, tmp_path, content)
        assert tab.has("import-now")
        assert game_count(tab) == 0, "nothing is done before it is shown"
        await tab.tap("import-now")
        assert game_count(tab) == 12
        await pick(tab, tmp_path, content)
        assert not tab.has("import-now"), "all are here already"
        await tab.taps("cancel undo-import")
        assert game_count(tab) == 0


async def test_backup_is_sent_to_another_device(tmp_path, pad):
    with pad_with(tmp_path / "one") as (one, _):
        async with data(one) as tab:
            await tab.tap("send-backup")
            await until(tab, lambda: given(tab, "share_files"))
            (file,) = given(tab, "share_files")[0]["files"]
    async with data(pad) as tab:
        await pick(tab, tmp_path, file.data)
        await tab.tap("import-now")
        assert game_count(tab) == 12


@pytest.mark.parametrize(
    ("content", "size", "reason"),
    [
        (b"", 0, ImportRefusal.EMPTY),
        (b"", MAX_IMPORT_BYTES + 1, ImportRefusal.TOO_LARGE),
        (b"\xff\xfe\x00", 3, ImportRefusal.NOT_OURS),
        (b'{"format": "qwixx-pad", "version": 1, "games": [', 47, ImportRefusal.DAMAGED),
        (b'{"format": "qwixx-pad", "version": 9, "games": []}', 50, ImportRefusal.TOO_NEW),
    ],
    ids=["empty", "large", "foreign", "torn", "newer"],
)
async def test_refused_file_shows_the_reason(lasting_pad, tmp_path, content, size, reason):
    async with data(lasting_pad) as tab:
        await pick(tab, tmp_path, content, size)
        assert all(map(tab.sees, import_refusal_texts(reason, WORDS)))
        assert not tab.has("import-now")


def holding(content):
    """A file that was opened with the pad."""

    async def read(most):
        return content[:most]

    return OpenedFile(read)


async def out_of_reach(_most):
    raise OSError


async def test_file_opened_with_the_pad_is_previewed_once(tmp_path):
    browser = Page().browser
    browser.open_file(holding(b"classic r2 r3"))
    with opened_pad(tmp_path, browser, browsers=False) as pad:
        async with data(pad) as tab:
            await until(tab, lambda: tab.has("import-now"))
            await tab.tap("cancel")
            browser.open_file(holding(b"x" * (MAX_IMPORT_BYTES + 5)))
            too_large = import_refusal_texts(ImportRefusal.TOO_LARGE, WORDS)
            await until(tab, lambda: all(map(tab.sees, too_large)))
            browser.open_file(OpenedFile(out_of_reach))
            unread = import_refusal_texts(ImportRefusal.CANNOT_READ, WORDS)
            await until(tab, lambda: all(map(tab.sees, unread)))
            browser.open_file(holding(b"classic r2 r3"))
            await until(tab, lambda: tab.has("import-now"))
        async with data(pad) as tab:
            assert not tab.has("import-now")


async def test_change_of_the_browser_loses_no_opened_file(tmp_path):
    browser = Page().browser
    is_read = asyncio.Event()

    async def read_slowly(_):
        await is_read.wait()
        return b"classic r2 r3"

    browser.open_file(OpenedFile(read_slowly))
    with opened_pad(tmp_path, browser, browsers=False) as pad:
        async with data(pad) as tab:
            browser.handle_word("lasts")
            await tab.settle()
            is_read.set()
            await until(tab, lambda: tab.has("import-now"))


async def test_pasted_game_line_becomes_a_game(pad):
    async with data(pad) as tab:
        tab.wire.answers["pick_files"] = []
        await tab.tap("restore")
        assert not tab.has("cancel")
        await write(tab, "game-line", "classic r2 r3")
        await tab.taps("open-line import-now")
        assert game_count(tab) == 1
        await write(tab, "game-line", "classic r3 r2")
        before = {*tab.texts()}
        await tab.tap("open-line")
        assert {*tab.texts()} - before, "it says why not"
        assert not tab.has("import-now")


async def test_deleting_all_games_asks_and_can_be_undone(tmp_path):
    with pad_with(tmp_path, 3) as (pad, _):
        async with data(pad) as tab:
            await tab.tap("delete-all")
            assert all("3" in tab.name(button) for button in ("delete-all", "delete-now"))
            await tab.tap("cancel")
            assert game_count(tab) == 3
            await tab.taps("delete-all delete-now")
            assert game_count(tab) == 0
            await tab.tap("undo-message")
            assert game_count(tab) == 3


@pytest.mark.parametrize(("button", "first"), [("games", "game"), ("numbers", "player")])
async def test_games_and_statistics_export_as_spreadsheets(lasting_pad, button, first):
    async with data(lasting_pad) as tab:
        await tab.tap(f"export-{button}")
        await until(tab, lambda: given(tab, "save_file"))
        name, content = saved(tab)
    head, *rows = content.decode("utf-8-sig").splitlines()
    assert name.endswith(".csv")
    assert head.startswith(f"{first},")
    assert len(rows) > 4


async def test_failed_export_is_reported(lasting_pad):
    async with data(lasting_pad) as tab:
        tab.wire.device_fails = True
        await tab.tap("backup")
        assert tab.has("message")


# one game


async def test_finished_game_is_shared_in_every_way(lasting_pad):
    game = next(game for game in evenings(12) if game.head.setup.endswith("/3"))
    line = " ".join((game.head.setup, *(entry.token for entry in game.entries)))
    async with sharing(lasting_pad) as tab:
        await tab.tap("copy-line")
        (copied,) = given(tab, "set")
        assert line in copied.values()
        await tab.tap("save-game")
        name, content = saved(tab)
        assert name.endswith(".json")
        assert json.loads(content)["games"][0]["line"] == line
        await tab.tap("save-table")
        assert len(saved(tab)[1].decode("utf-8-sig").splitlines()) == 1 + 3
        await tab.tap("bgstats")
        (link,) = given(tab, "launch_url")
        assert "https://app.bgstatsapp.com/createPlay.html?data=" in str(link)
        tab.wire.answers["share_text"] = {"status": "success", "raw": ""}
        await tab.tap("share-text")
        (shared,) = given(tab, "share_text")
        assert len(shared["text"].splitlines()) == 1 + 3
        assert all(name in shared["text"] for name in game.head.names)


@pytest.mark.parametrize(
    ("web", "status", "text", "picture"),
    [
        (True, "unavailable", TransferOutcome.SHARED, TransferOutcome.SHARED),
        (True, "dismissed", TransferOutcome.NOT_SHARED, TransferOutcome.NOT_SHARED),
        (False, "success", TransferOutcome.SHARED, TransferOutcome.SHARED),
        (False, "unavailable", TransferOutcome.HANDED_OVER, TransferOutcome.HANDED_OVER),
        (False, "no such word", TransferOutcome.COPIED, TransferOutcome.SAVED),
    ],
)
async def test_sharing_reports_its_outcome(lasting_pad, web, status, text, picture):
    answer = {"status": status, "raw": ""}
    async with sharing(lasting_pad) as tab:
        tab.page.web = web
        await shared_picture(tab, (390, 844), {"w": 540.0, "h": 600.0}, answer)
        await until(tab, lambda: tab.sees(WORDS.gettext(picture.value, file="qwixx-")))
        tab.wire.answers["share_text"] = answer
        await tab.tap("share-text")
        assert tab.sees(WORDS.gettext(text.value))


@pytest.mark.parametrize("web", [True, False])
async def test_browser_shares_and_copies_within_the_tap(lasting_pad, web):
    """Another device would show its share sheet twice."""
    client = Client(lasting_pad.show_owner, route="/games/table/share", web=web)
    async with client as tab:
        for name, method in (("share-text", "share_text"), ("copy-line", "set")):
            action = tab.key(name).action
            assert (action and action.method) == (method if web else None)
            await tab.tap(name)
            assert action is None or action.args.items() <= given(tab, method)[-1].items()


async def test_missing_clipboard_shows_the_line_to_copy(lasting_pad):
    async with sharing(lasting_pad) as tab:
        tab.wire.device_fails = True
        await tab.tap("copy-line")
        assert any(text.startswith("classic/3 ") for text in tab.texts())


@pytest.mark.parametrize(
    ("dots", "size"), [(3, (1080, 1200)), (1, (390, 433))], ids=["sharp", "coarse"]
)
async def test_shared_picture_is_1080_pixels_wide_if_possible(lasting_pad, dots, size):
    """On a narrow phone it is laid out as wide as anywhere, and only shown smaller."""
    async with sharing(lasting_pad) as tab:
        tab.page.media.device_pixel_ratio = dots
        window = (390 * dots, 844 * dots)
        card = {"w": 540.0, "h": 600.0}
        assert await shared_picture(tab, window, card) == size
        assert tab.wire.asked.count("capture") == 1, "another tap meanwhile asks for none"
        assert any(getattr(c, "width", 0) == 540 for c in tab.walk(card_of(tab)))


@pytest.mark.parametrize("handed", [b"GIF89a", None, "text"], ids=str)
async def test_invalid_picture_is_not_shared(lasting_pad, handed):
    async with sharing(lasting_pad) as tab:
        tab.wire.answers["capture"] = handed
        before = {*tab.texts()}
        await tab.tap("share-picture")
        await until(tab, lambda: {*tab.texts()} - before)
        said = {*tab.texts()} - before
        assert not {"share_files", "save_file"} & {*tab.wire.asked}
        await tab.tap("copy-line")
        assert not said & {*tab.texts()}


@pytest.mark.parametrize("odd", [float("nan"), -1.0, 1e12, None], ids=str)
async def test_shared_picture_stays_within_the_real_window(lasting_pad, odd):
    async with sharing(lasting_pad) as tab:
        tab.page.width = tab.page.height = tab.page.media.device_pixel_ratio = odd
        assert max(await shared_picture(tab, (39, 84), {"w": odd, "h": odd})) <= 84
        (asked,) = given(tab, "capture")
        assert 0 < asked["pixel_ratio"] <= 3


async def test_unfinished_game_offers_no_picture_or_report(lasting_pad):
    async with sharing(lasting_pad, "open") as tab:
        assert tab.has("copy-line")
        assert not tab.has("share-picture")
        assert not tab.has("bgstats")


async def test_phone_app_uses_its_own_file_paths(lasting_pad, tmp_path, monkeypatch):
    monkeypatch.setenv("FLET_PLATFORM", "android")
    path = tmp_path / "of the phone.json"
    async with data(lasting_pad) as tab:
        tab.wire.answers["save_file"] = str(path)
        await tab.tap("backup")
        await tab.settle(40)
        _, content = saved(tab)
        file = {"id": 1, "name": "a", "size": len(content), "path": "a", "bytes": content}
        tab.wire.answers["pick_files"] = [file]
        await tab.tap("restore")
        await until(tab, lambda: tab.has("cancel"))
    assert not path.exists()


async def test_computer_gets_the_file_at_the_chosen_path(lasting_pad, tmp_path):
    path = tmp_path / "a.json"
    async with data(lasting_pad, platform="linux") as tab:
        tab.wire.answers["save_file"] = str(path)
        await tab.tap("backup")
        await until(tab, lambda: path.exists() and path.read_bytes() == saved(tab)[1])


def test_session_without_identity_gets_no_screen(lasting_pad):
    with pytest.raises(LookupError):
        Context().run(lasting_pad.show_caller, None)
