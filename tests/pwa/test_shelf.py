"""Where a browser keeps games: `shelf.js` on the file system of the browser's Python."""

import subprocess
from pathlib import Path

from flet_web import get_package_web_dir

import qwixx_pad.pwa
from qwixx_pad.pwa.python_half import node

PAGES = Path(qwixx_pad.pwa.__file__).parent / "pages"
ROOT = Path(__file__).parents[2]
CHECKS = 24


def test_the_shelf_keeps_what_a_disk_would_keep():
    check = Path(__file__).with_name("shelf_check.mjs")
    runtime = Path(get_package_web_dir()) / "pyodide"
    ran = subprocess.run(
        [node(), check, runtime, PAGES, ROOT], capture_output=True, text=True, check=False
    )
    said = ran.stdout + ran.stderr
    assert ran.returncode == 0, said
    assert said.count("ok: ") == CHECKS, said
