"""The wheel: all that the pad needs is in it, and it runs from any folder."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(ROOT)],
        check=True,
        stdin=subprocess.DEVNULL,
    )
    return next(folder.glob("*.whl"))


def test_assets_layouts_and_licences_are_inside(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        "qwixx_pad/assets/index.html",
        "qwixx_pad/assets/start.js",
        "qwixx_pad/assets/icon.png",
        "qwixx_pad/assets/fonts/rubik-400.ttf",
        "qwixx_pad/assets/fonts/OFL-rubik.txt",
        "qwixx_pad/assets/fonts/kalam-700.ttf",
        "qwixx_pad/layouts/classic.toml",
        "qwixx_pad/py.typed",
    }
    assert wanted <= names
    assert not {name for name in names if name.startswith(("tests", "docs"))}


def test_unpacked_anywhere_it_finds_its_assets_and_plays(wheel, tmp_path):
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import qwixx_pad; assert qwixx_pad.__file__.startswith(sys.argv[1]), qwixx_pad.__file__\n"
        "from qwixx_pad.assets_folder import assets_folder; print(assets_folder())\n"
        "from qwixx_pad.cli import main; sys.exit(main(['replay', sys.argv[2]]))"
    )
    line = tmp_path / "line.txt"
    line.write_text("classic r2 r5\n")
    ran = subprocess.run(
        [sys.executable, "-I", "-c", code, str(tmp_path / "site"), str(line)],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    assert str(tmp_path / "site" / "qwixx_pad" / "assets") in ran.stdout
    assert '"total": 3' in ran.stdout
