"""The wheel: all that the pad needs is in it, and it runs from any folder."""

import os
import socket
import subprocess
import sys
import urllib.request
import zipfile


def test_assets_layouts_and_licences_are_inside(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        "qwixx_pad/assets/index.html",
        "qwixx_pad/assets/start.js",
        "qwixx_pad/assets/icon.png",
        "qwixx_pad/assets/fonts/rubik-400.ttf",
        "qwixx_pad/assets/fonts/OFL-rubik.txt",
        "qwixx_pad/assets/fonts/OFL-kalam.txt",
        "qwixx_pad/assets/fonts/kalam-700.ttf",
        "qwixx_pad/assets/fonts/material-icons.otf",
        "qwixx_pad/assets/fonts/APACHE-material-icons.txt",
        "qwixx_pad/assets/icons/icon-maskable-512.png",
        "qwixx_pad/assets/manifest.json",
        "qwixx_pad/layouts/classic.toml",
        "qwixx_pad/py.typed",
    }
    assert wanted <= names
    assert not {name for name in names if name.startswith(("tests", "docs"))}
    assert not {name for name in names if "/icon_" in name}, "only the apps are made of these"


def test_unpacked_anywhere_it_finds_its_assets_and_plays(wheel, tmp_path):
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import qwixx_pad; assert qwixx_pad.__file__.startswith(sys.argv[1]), qwixx_pad.__file__\n"
        "from qwixx_pad import assets_folder; print(assets_folder())\n"
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


def test_unpacked_anywhere_it_serves_its_page_and_its_fonts(wheel, tmp_path):
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    arguments = ["--no-browser", "--port", str(port), "--data", str(tmp_path / "data")]
    clean = {key: value for key, value in os.environ.items() if not key.startswith("FLET_")}
    with subprocess.Popen(
        [sys.executable, "-m", "qwixx_pad", *arguments],
        stdout=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=clean | {"PYTHONPATH": str(tmp_path / "site")},
    ) as pad:
        try:
            url = pad.stdout.readline().split()[5].rstrip(".")
            for name in ("index.html", "start.js", "fonts/kalam-700.ttf", "icons/icon-512.png"):
                with urllib.request.urlopen(f"{url}/{name}") as answer:
                    kept = (tmp_path / "site" / "qwixx_pad" / "assets" / name).read_bytes()
                    sent = answer.read()
                assert sent == kept or (name == "index.html" and b"start.js" in sent)
        finally:
            pad.terminate()
