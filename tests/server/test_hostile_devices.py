"""A seated guest lies over a real WebSocket, in all that a device can send; nothing follows."""

import asyncio
import gc
import json
import logging

from tests.support.device_pictures import bomb
from tests.support.server.hostile_guest import evening, line_of
from tests.support.server.hostile_messages import send_false_messages

DESKTOP = {"web": False, "platform": "linux"}


async def test_hostile_device_cannot_make_the_server_write_a_file(tmp_path):
    target = tmp_path / "authorized_keys"
    lies = {"page": DESKTOP, "answers": {"save_file": str(target), "capture": b"ssh-rsa"}}
    async with evening(tmp_path / "pad") as here, here.guest(**lies) as guest:
        await here.play(guest)
        await guest.go(f"/table/{here.code}/share")
        await guest.tap("save-game")
        assert line_of(await guest.was_asked("save_file")).startswith("classic/2 1:r2")
        await guest.tap("share-picture")
        await guest.was_asked("capture")
        await guest.tap("save-table")
        await guest.reads(".csv")
        assert [file.name for file in tmp_path.iterdir()] == ["pad"]


async def test_hostile_device_cannot_make_the_server_read_a_file(tmp_path):
    """Not even a tab of the owner: any program on this computer can pretend to be one."""
    secret = tmp_path / "games.json"
    game = {"id": "a", "line": "classic r2 r3", "names": ["Anna"]}
    secret.write_text(json.dumps({"format": "qwixx-pad", "version": 1, "games": [game]}))
    picked = {"id": 0, "name": "a", "size": 13, "path": str(secret), "bytes": None}
    async with evening(tmp_path / "pad", page=DESKTOP, answers={"pick_files": [picked]}) as here:
        await here.owner.go("/data")
        await here.owner.tap("restore")
        asked = await here.owner.was_asked("upload")
        assert "/upload?" in asked["files"][0]["upload_url"]
        picker = here.owner.calls["upload"]
        await here.owner.says(picker, "upload", {"file_name": "a", "progress": 1, "error": None})
        await here.owner.reads("This file couldn’t be read.")


async def test_decompression_bomb_delays_nobody(tmp_path):
    """A file of 400 kB that says to be larger than any screen, and unpacks to 100 MB."""
    lies = {"answers": {"capture": bomb(10, 60_000_000, 100)}}
    async with evening(tmp_path) as here, here.guest(**lies) as guest:
        await here.play(guest)
        await guest.go(f"/table/{here.code}/share")
        for turn in range(3):
            while [name for name, _ in guest.asked].count("capture") <= turn:
                await guest.tap("share-picture")  # does nothing while the one before is looked at
                await asyncio.sleep(0.05)
        await guest.reads("This device couldn’t make the picture.")
        assert "share_files" not in dict(guest.asked)


async def test_hostile_guest_affects_only_its_own_screen(tmp_path, caplog, capfd):
    """A message for each field of each kind; `bench/run.py kills` tells each lie in each."""
    assert await send_false_messages(tmp_path / "pad", every=13) > 150
    assert [file.name for file in tmp_path.iterdir()] == ["pad"]
    gc.collect()
    assert [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING] == []
    assert "Traceback" not in capfd.readouterr().err
