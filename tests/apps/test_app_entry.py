"""`main.py` as an app runs it, over Flet's own wire; and packed as Flet packs it for Android."""

import compileall
import os
import py_compile
import shutil
import socket
import subprocess
import sys
import time
import tomllib
import zipfile
from contextlib import closing, contextmanager
from fnmatch import fnmatch
from importlib.metadata import distribution
from pathlib import Path

import msgpack
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.ci_scripts import ci_script

dry_run = ci_script("dry_run")
ROOT = Path(__file__).parents[2]
REGISTER = 1
"""Flet's number for a device that introduces itself."""
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a socket in a folder is needed")


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
    """The other end of Flet's wire: packs what a device sends and unpacks what it receives."""

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
    environment = {
        "FLET_SERVER_UDS_PATH": str(wire),
        "DISPLAY": ":77",
    }  # else Flet takes it for a server
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(command, cwd=wire.parent, env=environment | settings, **pipes) as process:
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
    environment = {"FLET_PLATFORM": platform, "FLET_APP_STORAGE_DATA": str(data)}
    return running([sys.executable, ROOT / "main.py"], folder / "wire", **clean, **environment)


@pytest.mark.parametrize("platform", ["android", "linux"])
def test_app_starts_and_stores_games_where_flet_says(tmp_path, platform):
    data = tmp_path / "data"
    with app(tmp_path, data, platform) as wire, closing(Screen(wire)) as screen:
        assert screen.shows("A fresh sheet")
        assert (data / "pad.journal").exists()
    assert {path.name for path in tmp_path.iterdir()} <= {"data", "wire"}


def test_reopened_app_shows_its_pad_again(tmp_path):
    with app(tmp_path, tmp_path / "data") as wire:
        for _ in range(2):
            with closing(Screen(wire)) as screen:
                assert screen.shows("A fresh sheet")


def test_app_without_data_folder_shows_an_error(tmp_path):
    in_the_way = tmp_path / "data"
    in_the_way.write_text("")
    with app(tmp_path, in_the_way) as wire, closing(Screen(wire)) as screen:
        assert screen.shows("Your games can’t be opened.")


# Packed: compiled, most packages in a zip, some unpacked, and nothing else to import from

SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
FLET = SETTINGS["flet"]
_START = "import runpy, sys; sys.path[0:0] = sys.argv[1:]; runpy.run_module('main', {}, '__main__')"


def given_to_an_app():
    """The packages that an app is built with, and what these need."""
    found = set()
    open_yet = [*SETTINGS["poetry"]["dependencies"]]
    while open_yet:
        name = canonicalize_name(open_yet.pop())
        if name not in found:
            found.add(name)
            needs = map(Requirement, distribution(name).requires or ())
            open_yet += [n.name for n in needs if not n.marker or n.marker.evaluate({"extra": ""})]
    return found


def packages():
    """The files of all packages of an app by their name inside it, without what is cleaned out."""
    for name in given_to_an_app():
        for file in distribution(name).files:
            inside = str(file)
            path = Path(file.locate())
            if inside.startswith("..") or "__pycache__" in inside or not path.exists():
                continue
            junk = ("*.so", "*.pyi", "*.typed", *FLET["cleanup"]["package_files"])
            if not any(fnmatch(inside, glob) for glob in junk):
                yield inside, path


def compiled(path, workshop):
    if path.suffix != ".py":
        return path.read_bytes()
    py_compile.compile(str(path), cfile=str(workshop), doraise=True)
    return workshop.read_bytes()


class Shelf(zipfile.ZipFile):
    """A zip with its folders, which a package without `__init__` is found by."""

    def put(self, inside, content):
        for parent in reversed(Path(inside).parents):
            if parent != Path() and f"{parent}/" not in self.NameToInfo:
                self.writestr(f"{parent}/", "")
        self.writestr(inside, content)


def pack(folder):
    """Put the app together: the zip, the packages that stay files, and the app itself."""
    unpacked = FLET["android"]["extract_packages"]
    with Shelf(folder / "site.zip", "w") as shelf:
        for inside, path in packages():
            content = compiled(path, folder / "one.pyc")
            name = f"{inside}c" if path.suffix == ".py" else inside
            if name.partition("/")[0] in unpacked:
                (folder / "files" / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / "files" / name).write_bytes(content)
            else:
                shelf.put(name, content)
    for name in dry_run.plan("apk", folder).files:
        (folder / "app" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / "app" / name)
    compileall.compile_dir(folder / "app", legacy=True, quiet=1)
    for source in (folder / "app").rglob("*.py"):
        source.unlink()
    return folder


@pytest.fixture(scope="module")
def packed(tmp_path_factory):
    return pack(tmp_path_factory.mktemp("packed"))


def started(folder, data):
    environment = {
        "FLET_PLATFORM": "android",
        "FLET_APP_STORAGE_DATA": str(data),
        "PATH": os.defpath,
    }
    paths = [str(folder / part) for part in ("app", "files", "site.zip")]
    return running([sys.executable, "-I", "-S", "-c", _START, *paths], data / "wire", **environment)


@pytest.mark.parametrize(
    ("route", "text"),
    [("/rules", "How to play"), ("/settings", "Language"), ("/settings/licences", "platformdirs")],
)
def test_packed_app_opens_every_screen(packed, tmp_path, route, text):
    """The compiled part of msgpack aside, which has a Python twin."""
    with started(packed, tmp_path) as wire, closing(Screen(wire, route)) as screen:
        assert screen.shows(text)
