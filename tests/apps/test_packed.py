"""The app packed as Flet packs it for Android: compiled, its packages in a zip, some beside it.

Nothing is left to import from but what is packed; the compiled part of msgpack aside, which has a
Python twin.
"""

import compileall
import os
import py_compile
import shutil
import sys
import tomllib
import zipfile
from fnmatch import fnmatch
from importlib.metadata import distribution
from pathlib import Path

import dry_run
import pytest
from test_app_entry import Screen, given_to_an_app, running

ROOT = Path(__file__).parents[2]
FLET = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["flet"]
_START = "import runpy, sys; sys.path[0:0] = sys.argv[1:]; runpy.run_module('main', {}, '__main__')"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a socket in a folder is needed")


def packages():
    """The files of all packages of an app by their name inside it, without what is cleaned out."""
    for name in given_to_an_app():
        for file in distribution(name).files:
            inside, path = str(file), Path(file.locate())
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
    beside = FLET["android"]["extract_packages"]
    with Shelf(folder / "site.zip", "w") as shelf:
        for inside, path in packages():
            content = compiled(path, folder / "one.pyc")
            name = f"{inside}c" if path.suffix == ".py" else inside
            if name.partition("/")[0] in beside:
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
    told = {"FLET_PLATFORM": "android", "FLET_APP_STORAGE_DATA": str(data), "PATH": os.defpath}
    paths = [str(folder / part) for part in ("app", "files", "site.zip")]
    return running([sys.executable, "-I", "-S", "-c", _START, *paths], data / "wire", **told)


@pytest.mark.parametrize(
    ("route", "text"),
    [("/rules", "How to play"), ("/settings", "Español"), ("/settings/licences", "platformdirs")],
)
def test_the_packed_app_has_all_it_needs_for_every_screen(packed, tmp_path, route, text):
    with started(packed, tmp_path) as wire:
        screen = Screen(wire, route)
        assert screen.shows(text)
        screen.close()
