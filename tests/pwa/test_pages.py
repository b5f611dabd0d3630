"""The scripts of the site's pages on Pyodide, in Node: the shelf of games, Python's memory."""

import shutil
import subprocess
import tarfile
from pathlib import Path

from flet_web import get_package_web_dir

import qwixx_pad.pwa
from qwixx_pad.pwa.python_half import node

PAGES = Path(qwixx_pad.pwa.__file__).parent / "pages"
ROOT = Path(__file__).parents[2]
RUNTIME = Path(get_package_web_dir()) / "pyodide"
PACK = """
const {readFileSync, writeFileSync} = require("node:fs");
const {gzipSync, zstdCompressSync} = require("node:zlib");
writeFileSync("pad.zst", zstdCompressSync(readFileSync("pad.tar")));
writeFileSync("first.zip.gz", gzipSync(readFileSync("first.zip"), {level: 1}));
"""


def small_site(folder):
    """A version of a site whose pad is its snapshot and modules that need room and draw names."""
    shutil.copytree(RUNTIME, folder / "pyodide")
    for page in PAGES.glob("*.js"):
        shutil.copyfile(page, folder / page.name)
    shutil.copyfile(RUNTIME / "python_stdlib.zip", folder / "first.zip")
    house = PAGES.parents[1]
    texts = {
        "flet/__init__.py": "",
        "qwixx_pad/__init__.py": "",
        "qwixx_pad/large.py": "much = bytes(30_000_000)",
        "qwixx_pad/drawn.py": "import tempfile; next(tempfile._get_candidate_names())",
        "qwixx_pad/layouts/__init__.py": "def installed(): pass",
        "qwixx_pad/pwa/precompiled_dataclasses.py": "def use(): pass",
        "qwixx_pad/pwa/snapshot.py": (house / "pwa/snapshot.py").read_text(encoding="utf-8"),
    }
    with tarfile.open(folder / "pad.tar", "w", format=tarfile.USTAR_FORMAT) as archive:
        for name, text in texts.items():
            (folder / "one").write_text(text, encoding="utf-8")
            archive.add(folder / "one", name)
    subprocess.run([node(), "-e", PACK], cwd=folder, check=True)
    return folder


def checks_passed(script, *arguments):
    """How many checks of a script pass; none fails."""
    command = [node(), Path(__file__).with_name(script), *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    said = ran.stdout[-4000:] + ran.stderr[-4000:]
    assert ran.returncode == 0, said
    return said.count("ok: ")


def test_the_shelf_keeps_what_a_disk_would_keep():
    assert checks_passed("shelf_check.mjs", RUNTIME, PAGES, ROOT) == 24


def test_a_snapshot_is_used_where_it_is_whole_and_harms_nobody_where_it_is_not(tmp_path):
    assert checks_passed("snapshot_check.mjs", small_site(tmp_path / "site")) == 7


def test_a_page_says_something_whatever_a_relay_says_to_it():
    assert checks_passed("guest_check.mjs", PAGES) == 5
