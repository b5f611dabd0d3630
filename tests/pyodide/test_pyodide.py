"""The Python that a phone runs passes the tests of what depends on it.

Flet's browser client brings its own Python, built by Pyodide. Node runs it here, with the files
and the short stack of a browser. What the rules are is proven elsewhere, on ordinary Python.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import pytest

from qwixx_pad.pwa.python_bundle import node_path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SAMPLE = (
    "library/test_settling.py",  # its loop refuses a moment that is past
    "core/test_against_plain_rules.py",  # each rule, on games of each sheet and on some by chance
    "core/test_properties.py",
    "core/test_safe_json.py",  # its stack is short, and its end is the end of the page
    "i18n/test_catalogue.py",  # it has no locale of a system
    "layouts/test_random_sheets.py",  # integers beyond 32 bits
    "storage/test_contract.py",  # files of its own
    "storage/test_faults.py",
    "storage/test_journal_damage.py",  # it has no hard links
    "storage/test_opening.py",
    "multiplayer/test_links_that_break.py",  # a loop inside of the browser's
)
ARGUMENTS = (
    *("-q", "-o", "addopts=--import-mode=importlib", "-p", "no:cacheprovider"),
    *("-m", "not processes"),
    *(f"tests/{name}" for name in SAMPLE),
)
LOOPS = "--experimental-wasm-jspi"
"""Node's name for what lets a test turn an event loop of its own, as browsers do without asking."""
PACKAGES = ("pytest", "hypothesis", "babel", "platformdirs", "segno")


def package_path(package, *names):
    """A file or folder that an installed package brings along."""
    return Path(find_spec(package).origin).parent.joinpath(*names)


@pytest.fixture(scope="session")
def runtime():
    return package_path("flet_web", "web", "pyodide")


@pytest.fixture(scope="session")
def cache():
    """A folder that is still there at the next run."""
    folder = ROOT / ".pytest_cache" / "pyodide"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def packages(runtime, cache):
    """The packages of this run in the same versions, made for Pyodide; fetched once."""
    info = json.loads((runtime / "pyodide-lock.json").read_text())["info"]
    wanted = [f"{name}=={version(name)}" for name in PACKAGES]
    key = hashlib.sha256(repr((info, wanted)).encode()).hexdigest()[:12]
    if not (folder := cache / f"packages-{key}").exists():
        with tempfile.TemporaryDirectory(dir=cache) as unfinished:
            install(wanted, info, Path(unfinished, "whole"))
            shutil.move(Path(unfinished, "whole"), folder)
    return folder


def install(wanted, info, folder):
    python = ".".join(info["python"].split(".")[:2])
    command = [
        *(sys.executable, "-m", "pip", "install", "-q", "--target", folder, "--no-compile"),
        *("--only-binary=:all:", "--implementation=cp", f"--python-version={python}"),
        *(f"--platform=pyemscripten_{info['abi_version']}_{info['arch']}", "--platform=any"),
    ]
    asks = {key: value for key, value in os.environ.items() if key != "PIP_NO_INDEX"}
    done = subprocess.run(
        [*command, *wanted], capture_output=True, text=True, check=False, env=asks
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.pyodide
def test_python_dependent_tests_pass_on_pyodide(runtime, packages, cache, tmp_path):
    """Not one test less than ordinary Python finds; what needs processes is marked."""
    command = [node_path(), LOOPS, HERE / "run.mjs", runtime, ROOT, packages, cache, *ARGUMENTS]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    assert ran.returncode == 0, ran.stdout[-9000:] + ran.stderr[-3000:]

    note = tmp_path / "note.json"
    command = [sys.executable, HERE / "inside.py", note, "--collect-only", *ARGUMENTS]
    subprocess.run(command, capture_output=True, timeout=300, check=True, cwd=ROOT)
    found = json.loads(note.read_text())["found"]
    passed = json.loads((cache / "note.json").read_text())["passed"]
    assert set(passed) == set(found)
    assert all(any(f"tests/{name}" in each for each in passed) for name in SAMPLE)
