"""The wheel: all that the pad needs is in it, and it runs from any folder."""

import re
import urllib.request
import zipfile
from pathlib import Path

from tests.support.server.pad_process import free_port, started

ROOT = Path(__file__).parents[2]


def files(folder):
    return [p for p in folder.rglob("*") if p.is_file() and "__pycache__" not in p.parts]


def test_wheel_contains_the_package_and_its_assets(wheel):
    package = {path.relative_to(ROOT) for path in files(ROOT / "qwixx_pad")}
    assets = {Path("qwixx_pad", path.relative_to(ROOT)) for path in files(ROOT / "assets")}
    of_apps = {path for path in assets if path.name.startswith("icon_")}
    names = {*map(Path, zipfile.ZipFile(wheel).namelist())}
    contents = {path for path in names if not path.parts[0].endswith(".dist-info")}
    assert contents == (package | assets) - of_apps - {Path("qwixx_pad/assets/README")}


def test_wheel_builds_without_warnings(wheel):
    log = wheel.with_name("build.log").read_text(encoding="utf-8")
    assert "adding 'qwixx_pad/cli.py'" in log
    warned = re.compile(r"^ *(?:warning: |WARNING Package |\S+ \w*Warning: ).+", re.MULTILINE)
    assert warned.findall(log) == []


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
