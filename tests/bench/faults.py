"""Faults put into the pad, one at a time, to see which of them its tests find.

    python tests/bench/faults.py REACH [NUMBER…]   says of each fault whether it is found

The faults of `faults.json` were drawn once by chance, first a kind and then a place. They stay the
same, so that tests before and after a change are measured by the same ones. REACH is what
pytest-cov has noted of a run of the tests beneath the browsers, and says which tests come to the
line with the fault:

    pytest -m "not browser and not pyodide" --cov=qwixx_pad --cov-context=test --cov-report=

A fault that none of these finds is shown to the browser's tests of its folder, with `--browser`.
Needs `pytest-cov`, which is no part of the checks.
"""

import argparse
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from queue import Queue

from measuring import say

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FAULTS = HERE / "faults.json"
BROWSER = {
    "pages": "test_site.py test_guest.py test_other_browsers.py",
    "server": "test_server.py test_table.py",
    "tables": "test_table.py test_anywhere.py",
    "storage": "test_played_games.py test_server.py test_site.py",
}
"""The files of `tests/browser` that a group's faults are shown to; all others, the pictures."""
PATIENCE = 900


def put_in(fault, tree):
    """Put a fault into a tree of the pad; returns the lines it touches there."""
    path = tree / fault["path"]
    text = path.read_text()
    where = fault["before"] + fault["was"]
    assert text.count(where) == 1, f"{fault['path']} has changed at {fault['was']!r}"
    path.write_text(text.replace(where, fault["before"] + fault["is"]))
    first = text[: text.index(where) + len(fault["before"])].count("\n") + 1
    return range(first, first + fault["was"].count("\n") + 1)


def reaching(reach, path, lines):
    """The tests that come to one of these lines; of a line that is only imported, to its file."""
    with closing(sqlite3.connect(reach)) as notes:
        rows = notes.execute(
            "SELECT context.context, numbits FROM line_bits"
            " JOIN context ON context.id = context_id JOIN file ON file.id = file_id"
            " WHERE file.path LIKE ? AND context.context LIKE '%|%'",
            (f"%/{path}",),
        ).fetchall()

    def has(bits, line):
        return line // 8 < len(bits) and bits[line // 8] & 1 << line % 8

    tests = {context for context, bits in rows if any(has(bits, line) for line in lines)}
    return sorted({test.rpartition("|")[0] for test in tests or {context for context, _ in rows}})


def passes(tree, tests, *more):
    """Whether all these tests pass in a tree; one that goes on for ever does not."""
    asked = tree / "asked.txt"
    asked.write_text("\n".join(tests))
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=line", "-p", "no:cacheprovider"]
    command += ["-o", "addopts=-p no:flet --import-mode=importlib", *more, f"@{asked}"]
    environment = os.environ | {"PYTHONPATH": str(tree)}
    try:
        ran = subprocess.run(
            command, cwd=tree, env=environment, capture_output=True, text=True,
            timeout=PATIENCE, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return False, "goes on for ever"
    said = [line for line in ran.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return ran.returncode == 0, (said or ran.stdout.splitlines()[-1:] or [""])[0]


def find(fault, tree, args):
    """Whether the tests find a fault, and the first that does."""
    path = tree / fault["path"]
    whole = path.read_bytes()
    try:
        lines = put_in(fault, tree)
        tests = reaching(args.reach, fault["path"], lines)
        if fault["group"] == "pages":
            tests = ["tests/pwa"]
        well, said = passes(tree, tests) if tests else (True, "no test comes here")
        if well and args.browser:
            names = BROWSER.get(fault["group"], "test_golden*.py").split()
            files = [f for name in names for f in (tree / "tests/browser").glob(name)]
            well, said = passes(tree, [str(file.relative_to(tree)) for file in files])
        return not well, f"{len(tests)} tests; {said}"
    finally:
        path.write_bytes(whole)


def run(args):
    faults = json.loads(FAULTS.read_text())
    asked = args.numbers or range(len(faults))
    trees = Queue()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(os.cpu_count() or 1):
            tree = Path(folder, str(number))
            shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".venv", ".git", "dist"))
            trees.put(tree)

        def one(number):
            tree = trees.get()
            found, how = find(faults[number], tree, args)
            trees.put(tree)
            return number, found, how

        with ThreadPoolExecutor(trees.qsize()) as pool:
            missed = 0
            for number, found, how in pool.map(one, asked):
                fault = faults[number]
                missed += not found
                what = f"{fault['path']} {fault['was']!r} -> {fault['is']!r}"
                say(f"{number:2} {'found ' if found else 'MISSED'} {what}", how)
    say("faults that were found", f"{len(asked) - missed} of {len(asked)}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("reach", type=Path)
    parser.add_argument("numbers", nargs="*", type=int)
    parser.add_argument("--browser", action="store_true")
    run(parser.parse_args())
