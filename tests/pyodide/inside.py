"""Runs pytest, in Pyodide or elsewhere, and notes which tests were found and which passed.

`python inside.py NOTE ARGUMENTS…` writes the file NOTE; Pyodide calls `run` itself.
"""

import json
import sys
from pathlib import Path

import pytest


class Notes:
    """What happened, by the names of the tests."""

    def __init__(self):
        self.found = []
        self.passed = []

    def pytest_collection_finish(self, session):
        self.found = [item.nodeid for item in session.items]

    def pytest_runtest_logreport(self, report):
        if report.when == "call" and report.outcome == "passed":
            self.passed.append(report.nodeid)


def run(note, arguments):
    notes = Notes()
    status = pytest.main(list(arguments), plugins=[notes])
    Path(note).write_text(json.dumps(vars(notes)))
    return int(status)


if __name__ == "__main__":
    sys.exit(run(sys.argv[1], sys.argv[2:]))
