"""The scripts of the pages, in Node: games, the last screen, a guest's page, the line."""

import subprocess
from pathlib import Path

from flet_web import get_package_web_dir

import qwixx_pad.pwa
from qwixx_pad.pwa.python_bundle import node_path

PAGES = Path(qwixx_pad.pwa.__file__).parent / "pages"
ROOT = Path(__file__).parents[2]
RUNTIME = Path(get_package_web_dir()) / "pyodide"


def checks_passed(script, *arguments):
    """How many checks of a script pass; none fails."""
    command = [node_path(), Path(__file__).with_name(script), *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    said = ran.stdout[-4000:] + ran.stderr[-4000:]
    assert ran.returncode == 0, said
    return said.count("ok: ")


def test_site_storage_behaves_like_a_disk():
    assert checks_passed("shelf_check.mjs", RUNTIME, PAGES, ROOT) == 26


def test_last_screen_is_shown_only_while_true():
    assert checks_passed("last_screen_check.mjs", PAGES) == 14


def test_tap_on_the_picture_is_kept_until_it_is_entered():
    assert checks_passed("pencil_check.mjs", PAGES) == 10


def test_guest_page_answers_any_relay_message():
    assert checks_passed("guest_check.mjs", PAGES) == 14


def test_line_is_back_soon_however_long_it_was_cut():
    assert checks_passed("line_check.mjs", ROOT / "assets") == 18
