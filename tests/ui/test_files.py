"""What goes in and out of a device: backup, restore, spreadsheets, pictures, texts."""

import asyncio
import csv
import io
import json
import tempfile
from contextvars import Context
from pathlib import Path

import pytest
from client import Client
from evenings import evenings
from kept_games import pad_with
from pictures import picture
from PIL import Image
from table import write

from qwixx_pad.app import opened_pad
from qwixx_pad.archive.exchange import LARGEST


def saved(tab):
    """Name and content of the file that the device was given last."""
    given = [args for name, args in tab.wire.told if name == "save_file"]
    return given[-1]["file_name"], given[-1]["src_bytes"]


async def pick(tab, content, size=None):
    """Restore from a file that somebody picks; on this computer it is a path."""
    size = len(content) if size is None else size
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.json"
        path.write_bytes(content)
        file = {"id": 1, "name": path.name, "size": size, "path": str(path), "bytes": None}
        tab.wire.answers["pick_files"] = [file]
        await tab.tap("restore")
        await asyncio.sleep(0.1)  # read aside
        await tab.settle(40)


def told(tab):
    return tab.texts()


async def test_a_backup_brings_everything_to_another_pad_and_can_be_taken_back(tmp_path):
    with pad_with(tmp_path / "one") as (pad, _):
        async with Client(pad.show_owner, route="/data") as tab:
            await tab.tap("backup")
            name, content = saved(tab)
    assert name.startswith("qwixx-pad-backup-")
    with opened_pad(tmp_path / "other") as pad:
        async with Client(pad.show_owner, route="/data") as tab:
            await pick(tab, content)
            assert "12 games in this file" in told(tab)
            assert "0 games on this pad" in told(tab), "nothing is done before it is shown"
            await tab.tap("import-now")
            assert "12 games on this pad" in told(tab)
            await pick(tab, content)
            assert any("12 games are here already" in text for text in told(tab))
            await tab.tap("cancel")
            await tab.tap("undo-import")
            assert "0 games on this pad" in told(tab)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "This file is empty."),
        (b"\xff\xfe\x00", "This is no file of a Qwixx Pad."),
        (b'{"format": "qwixx-pad", "version": 1, "games": [', "This file is damaged."),
        (b'{"format": "qwixx-pad", "version": 9, "games": []}', "A newer Qwixx Pad"),
        (b"[" * 100_000, "This is no file of a Qwixx Pad."),
    ],
    ids=["empty", "foreign", "torn", "newer", "deep"],
)
async def test_a_file_that_is_refused_says_why_and_changes_nothing(tmp_path, content, words):
    with pad_with(tmp_path, 3) as (pad, _):
        async with Client(pad.show_owner, route="/data") as tab:
            await pick(tab, content)
            assert any(words in text for text in told(tab))
            assert "3 games on this pad" in told(tab)
            assert not tab.has("import-now")


async def test_a_file_that_is_too_large_is_not_even_read(tmp_path):
    with pad_with(tmp_path, 3) as (pad, _):
        async with Client(pad.show_owner, route="/data") as tab:
            await pick(tab, b"", size=LARGEST + 1)
            assert any("This file is too large." in text for text in told(tab))


async def test_nobody_has_to_pick_a_file(tmp_path):
    with pad_with(tmp_path, 3) as (pad, _):
        async with Client(pad.show_owner, route="/data") as tab:
            tab.wire.answers["pick_files"] = []
            await tab.tap("restore")
            assert not tab.has("cancel")


async def test_a_pasted_game_line_becomes_a_game(tmp_path):
    (line,) = (" ".join((g.head.setup, *(e.token for e in g.entries))) for g in evenings(1))
    with opened_pad(tmp_path) as pad:
        async with Client(pad.show_owner, route="/data") as tab:
            await write(tab, "game-line", line)
            await tab.taps("open-line import-now")
            assert "1 game on this pad" in told(tab)
            await write(tab, "game-line", "classic r3 r2")
            await tab.tap("open-line")
            assert any("cannot be read" in text for text in told(tab))
            assert not tab.has("import-now")


async def test_all_games_are_deleted_after_a_question_and_come_back_by_undo(tmp_path):
    with pad_with(tmp_path, 3) as (pad, _):
        async with Client(pad.show_owner, route="/data") as tab:
            await tab.taps("delete-all cancel")
            assert "3 games on this pad" in told(tab)
            await tab.taps("delete-all delete-now")
            assert "0 games on this pad" in told(tab)
            assert tab.name("undo-message") == "All games deleted. Undo"
            await tab.tap("undo-message")
            assert "3 games on this pad" in told(tab)


@pytest.mark.parametrize(("button", "first"), [("games", "game"), ("numbers", "player")])
async def test_spreadsheets_are_opened_by_python(tmp_path, button, first):
    with pad_with(tmp_path) as (pad, _):
        async with Client(pad.show_owner, route="/data") as tab:
            await tab.tap(f"export-{button}")
            name, content = saved(tab)
    table = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    assert name.endswith(".csv")
    assert table[0][0] == first
    assert len(table) > 5
    assert {len(row) for row in table} == {len(table[0])}


async def test_a_device_that_takes_no_file_is_told_so(tmp_path):
    with pad_with(tmp_path, 3) as (pad, _):
        async with Client(pad.show_owner, route="/data") as tab:
            tab.wire.device_fails = True
            await tab.tap("backup")
            assert any("did not take the file" in text for text in told(tab))


# one game


def of_several(games):
    return next(game for game in reversed(games) if len(game.head.names) > 1)


async def test_a_finished_game_is_handed_on_in_every_way(tmp_path):
    with pad_with(tmp_path) as (pad, games):
        game = of_several(games)
        async with Client(pad.show_owner, route=f"/games/{game.head.id}/share") as tab:
            await tab.tap("copy-line")
            line = " ".join((game.head.setup, *(entry.token for entry in game.entries)))
            (copied,) = (args for name, args in tab.wire.told if name == "set")
            assert line in copied.values()
            await tab.tap("save-game")
            name, content = saved(tab)
            assert name.endswith(".json")
            assert json.loads(content)["games"][0]["line"] == line
            await tab.tap("save-table")
            rows = saved(tab)[1].decode("utf-8-sig").splitlines()
            assert len(rows) == 1 + len(game.head.names)
            await tab.tap("bgstats")
            (link,) = (a for n, a in tab.wire.told if n == "launch_url")
            assert "https://app.bgstatsapp.com/createPlay.html?data=" in str(link)


async def test_the_text_of_a_game_has_a_line_a_player(tmp_path):
    with pad_with(tmp_path) as (pad, games):
        game = of_several(games)
        async with Client(pad.show_owner, route=f"/games/{game.head.id}/share") as tab:
            tab.wire.answers["share_text"] = {"status": "success", "raw": ""}
            await tab.tap("share-text")
            (shared,) = (args["text"] for name, args in tab.wire.told if name == "share_text")
            assert len(shared.splitlines()) == 1 + len(game.head.names)
            assert all(name in shared for name in game.head.names)


async def test_a_device_without_a_clipboard_shows_the_line_to_be_copied_by_hand(tmp_path):
    with pad_with(tmp_path) as (pad, games):
        game = of_several(games)
        async with Client(pad.show_owner, route=f"/games/{game.head.id}/share") as tab:
            tab.wire.device_fails = True
            await tab.tap("copy-line")
            assert any(text.startswith(f"{game.head.setup} ") for text in told(tab))


@pytest.mark.parametrize(
    ("dots", "wide", "high"), [(3, 1080, 1200), (1, 390, 433)], ids=["sharp", "coarse"]
)
async def test_the_picture_is_1080_pixels_wide_where_the_window_has_so_many(
    tmp_path, dots, wide, high
):
    """On a narrow phone it is laid out as wide as anywhere, and only shown smaller."""
    with pad_with(tmp_path) as (pad, games):
        async with Client(pad.show_owner, route=f"/games/{of_several(games).head.id}/share") as tab:
            tab.page.media.device_pixel_ratio = dots
            tab.wire.answers["capture"] = picture(390 * dots, 844 * dots)
            tab.wire.answers["share_files"] = {"status": "success", "raw": ""}
            card = next(c for c in tab.walk() if getattr(c, "on_size_change", None))
            await tab.session.dispatch_event(card._i, "size_change", {"w": 540.0, "h": 600.0})
            await tab.settle()
            await tab.tap("share-picture")
            await tab.settle(40)
            (shared,) = (args for name, args in tab.wire.told if name == "share_files")
            assert Image.open(io.BytesIO(shared["files"][0].data)).size == (wide, high)
            assert any(getattr(c, "width", 0) == 540 for c in tab.walk(card))


async def test_while_a_picture_is_taken_another_tap_asks_for_none(tmp_path):
    with pad_with(tmp_path) as (pad, games):
        async with Client(pad.show, route=f"/games/{of_several(games).head.id}/share") as tab:
            tab.wire.answers["capture"] = picture(390, 844)
            await asyncio.gather(*(tab.tap("share-picture") for _ in range(5)))
            assert tab.wire.asked.count("capture") == 1


NO_PICTURES = [b"ssh-rsa", b"GIF89a", b"", "text", 7, None, {}, [137, 80]]


async def test_what_is_no_picture_is_not_handed_on(tmp_path):
    refused = "This device has not handed out the picture."
    with pad_with(tmp_path) as (pad, games):
        async with Client(pad.show, route=f"/games/{of_several(games).head.id}/share") as tab:
            for number, handed in enumerate(NO_PICTURES, 1):
                tab.wire.answers["capture"] = handed
                await tab.tap("share-picture")
                await asyncio.sleep(0.1)  # looked at aside
                await tab.settle(40)
                assert refused in tab.texts(), handed
                assert tab.wire.asked.count("capture") == number
                assert not {"share_files", "save_file"} & {*tab.wire.asked}, handed
                await tab.tap("copy-line")
                assert refused not in tab.texts()


ODD = [float("nan"), float("inf"), -1.0, 0, 1e12, 1e-300, "390", None, [], True]


async def test_whatever_a_device_calls_the_size_of_its_window_the_picture_stays_within_it(tmp_path):
    with pad_with(tmp_path) as (pad, games):
        async with Client(pad.show, route=f"/games/{of_several(games).head.id}/share") as tab:
            tab.wire.answers |= {"capture": picture(39, 84), "share_files": {"status": "success"}}
            card = next(c for c in tab.walk() if getattr(c, "on_size_change", None))
            for odd in ODD:
                tab.wire.told.clear()
                await tab.session.dispatch_event(card._i, "size_change", {"w": odd, "h": odd})
                tab.page.width = tab.page.height = tab.page.media.device_pixel_ratio = odd
                await tab.tap("share-picture")
                await asyncio.sleep(0.1)
                await tab.settle(40)
                (asked,) = (args for name, args in tab.wire.told if name == "capture")
                assert 0 < asked["pixel_ratio"] <= 3, odd
                (shared,) = (args for name, args in tab.wire.told if name == "share_files")
                assert max(Image.open(io.BytesIO(shared["files"][0].data)).size) <= 84, odd


async def test_an_unfinished_game_has_no_picture_and_no_play_to_report(tmp_path):
    with opened_pad(tmp_path) as pad:
        async with Client(pad.show_owner) as tab:
            await tab.taps("new-game r2")
            game = tab.page.route.rpartition("/")[2]
        async with Client(pad.show_owner, route=f"/games/{game}/share") as tab:
            assert tab.has("copy-line")
            assert not tab.has("share-picture")
            assert not tab.has("bgstats")


@pytest.mark.parametrize("platform", ["android", "ios"])
async def test_a_phone_reads_and_writes_files_itself_under_names_that_only_it_understands(
    tmp_path, monkeypatch, platform
):
    monkeypatch.setenv("FLET_PLATFORM", platform)
    path = tmp_path / "of the phone.json"
    with pad_with(tmp_path / "pad", 3) as (pad, _):
        async with Client(pad.show_owner, route="/data", platform=platform) as tab:
            tab.wire.answers["save_file"] = str(path)
            await tab.tap("backup")
            await tab.settle(40)
            assert not [text for text in told(tab) if "did not take" in text]
            _, content = saved(tab)
            file = {"id": 1, "name": "a", "size": len(content), "path": "a", "bytes": content}
            tab.wire.answers["pick_files"] = [file]
            await tab.tap("restore")
            await asyncio.sleep(0.1)
            await tab.settle(40)
            assert any("3 games are here already" in text for text in told(tab))
    assert not path.exists()


async def test_a_computer_is_handed_the_file_at_the_path_that_was_chosen(tmp_path):
    with pad_with(tmp_path / "pad", 3) as (pad, _):
        async with Client(pad.show_owner, route="/data", platform="linux") as tab:
            tab.wire.answers["save_file"] = str(tmp_path / "a.json")
            await tab.tap("backup")
            await asyncio.sleep(0.5)  # written aside
            _, content = saved(tab)
    assert (tmp_path / "a.json").read_bytes() == content


def test_nobody_gets_a_screen_for_whom_no_server_has_vouched(tmp_path):
    with pad_with(tmp_path, 1) as (pad, _), pytest.raises(LookupError):
        Context().run(pad.show, None)
