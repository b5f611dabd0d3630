"""`main.py` as an app runs it, over Flet's own wire; in `test_packed.py` nothing else is there."""

import os
import re
import socket
import subprocess
import sys
import time
import tomllib
from contextlib import contextmanager
from importlib.metadata import distribution
from pathlib import Path

import msgpack
import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
REGISTER = 1
"""Flet's number for a device that introduces itself."""
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a socket in a folder is needed")


def plain(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def given_to_an_app():
    """The packages that an app is built with, and what these need."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    found, open_yet = set(), [*settings["tool"]["poetry"]["dependencies"]]
    while open_yet:
        name = plain(open_yet.pop())
        if name not in found:
            found.add(name)
            needs = map(Requirement, distribution(name).requires or ())
            open_yet += [n.name for n in needs if not n.marker or n.marker.evaluate({"extra": ""})]
    return found


def called(path):
    """A connection; the file is there a moment before anybody listens behind it."""
    for _ in range(200):
        wire = socket.socket(socket.AF_UNIX)
        wire.settimeout(20)
        try:
            wire.connect(path)
        except ConnectionRefusedError:
            wire.close()
            time.sleep(0.05)
        else:
            return wire
    raise TimeoutError(f"nobody listens at {path}")


class Screen:
    """The other end of Flet's wire: packs what a device says, reads what it is told."""

    def __init__(self, path, route="/"):
        self._wire = called(str(path))
        page = {"route": route, "width": 390, "height": 844, "platform": "linux", "web": False}
        self.say(REGISTER, {"session_id": "", "page_name": "", "page": page})

    def say(self, action, body):
        packet = b"\x00" + msgpack.packb([action, body])
        self._wire.sendall(len(packet).to_bytes(4, "little") + packet)

    def shows(self, text):
        """Whether this text comes, before nothing more does."""
        seen = b""
        while text.encode() not in seen:
            try:
                piece = self._wire.recv(1 << 16)
            except TimeoutError:
                return False
            if not piece:
                return False
            seen += piece
        return True

    def close(self):
        self._wire.close()


@contextmanager
def running(command, wire, **settings):
    """An app, started as Flet's runtime does on a system with sockets, once it listens."""
    told = {"FLET_SERVER_UDS_PATH": str(wire), "DISPLAY": ":77"}  # else Flet takes it for a server
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(command, cwd=wire.parent, env=told | settings, **pipes) as process:
        try:
            until = time.monotonic() + 30
            while not wire.exists() and process.poll() is None and time.monotonic() < until:
                time.sleep(0.05)
            assert wire.exists(), process.stdout.read().decode()
            yield wire
        finally:
            process.kill()


def app(folder, data, platform="linux"):
    """The app, of the source."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("FLET_")}
    told = {"FLET_PLATFORM": platform, "FLET_APP_STORAGE_DATA": str(data)}
    return running([sys.executable, ROOT / "main.py"], folder / "wire", **clean, **told)


@pytest.mark.parametrize("platform", ["android", "linux"])
def test_an_app_starts_and_keeps_its_games_where_flet_says(tmp_path, platform):
    data = tmp_path / "data"
    with app(tmp_path, data, platform) as wire:
        screen = Screen(wire)
        assert screen.shows("A fresh pad")
        screen.close()
        assert (data / "pad.db").exists()
    assert {path.name for path in tmp_path.iterdir()} <= {"data", "wire"}


def test_an_app_that_is_left_and_opened_again_shows_its_pad_again(tmp_path):
    with app(tmp_path, tmp_path / "data") as wire:
        for _ in range(2):
            screen = Screen(wire)
            assert screen.shows("A fresh pad")
            screen.close()


def test_an_app_without_a_place_for_its_games_stays_and_says_so(tmp_path):
    in_the_way = tmp_path / "data"
    in_the_way.write_text("")
    with app(tmp_path, in_the_way) as wire:
        screen = Screen(wire)
        assert screen.shows("Your games cannot be opened.")
        screen.close()
