"""The wheel: all that the pad needs is in it, and it runs from any folder."""

import urllib.request
import zipfile

from tests.support.server.pad_process import free_port, started


def test_wheel_contains_licences_and_types(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        "qwixx_pad/assets/fonts/OFL-rubik.txt",
        "qwixx_pad/assets/fonts/OFL-kalam.txt",
        "qwixx_pad/assets/fonts/material-icons.otf",
        "qwixx_pad/assets/fonts/APACHE-material-icons.txt",
        "qwixx_pad/assets/manifest.json",
        "qwixx_pad/py.typed",
    }
    assert wanted <= names
    assert not {name for name in names if name.startswith(("tests", "docs"))}
    assert not {name for name in names if "/icon_" in name}, "only the apps are made of these"


def test_unpacked_wheel_serves_its_page_and_fonts(wheel, tmp_path):
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    assets = tmp_path / "site" / "qwixx_pad" / "assets"
    (assets / "start.js").write_text("// unpacked here")
    arguments = ("--no-browser", "--port", str(free_port()), "--data", str(tmp_path / "data"))
    where = {"PYTHONPATH": str(tmp_path / "site"), "PYTHONSAFEPATH": "1"}
    with started(*arguments, **where) as pad:
        url = pad.stdout.readline().split()[5]
        for name in ("index.html", "start.js", "fonts/kalam-700.ttf", "icons/icon-512.png"):
            with urllib.request.urlopen(f"{url}/{name}") as answer:
                sent = answer.read()
            assert sent == (assets / name).read_bytes() or (
                name == "index.html" and b"start.js" in sent
            )
