"""Writers are killed: what a store has said is kept stands, and nothing stands twice."""

import subprocess
import sys

import pytest
from test_store import HEAD, NOON, tokens

pytestmark = pytest.mark.processes

WRITER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from qwixx_pad.relay.store import open_store
from qwixx_pad.storage import Conflict, SavedEntry, StorageError
store, name = open_store(Path(sys.argv[1]), sys.argv[2]), sys.argv[3]
for count in range(100_000):
    while True:
        try:
            kept = [entry.token for entry in store.load("one").entries]
            if f"{name}{count}" not in kept:
                now = datetime.now(UTC)
                both = SavedEntry(f"{name}{count}", now), SavedEntry(f"{name}{count}+", now)
                store.append("one", len(kept), *both)
            break
        except StorageError:
            continue
    print(f"{name}{count}", flush=True)
"""


def test_of_writers_that_are_killed_all_that_was_told_as_kept_stands_once(
    store, again, database, tmp_path, request
):
    store.put_table("ABCDEF", "{}", 0, NOON)
    store.start(HEAD, "ABCDEF")
    command = [sys.executable, "-c", WRITER, str(tmp_path), database]
    writers = [
        subprocess.Popen([*command, name], stdout=subprocess.PIPE, text=True) for name in "ab"
    ]
    told = [writers[0].stdout.readline() for _ in range(20)]
    writers[0].kill()
    told += [writers[1].stdout.readline() for _ in range(20)]
    if database:
        server = request.getfixturevalue("postgres")
        server.stop("immediate")
        server.start()
        told += [writers[1].stdout.readline() for _ in range(20)]
    writers[1].kill()
    for writer in writers:
        told += writer.communicate()[0].splitlines(keepends=True)
    kept = tokens(again())
    assert len(kept) == len({*kept})
    whole = [line.strip() for line in told if line.endswith("\n")]
    assert [line for line in whole if line not in kept or f"{line}+" not in kept] == []
    assert [one + "+" for one in kept[::2]] == kept[1::2], "half of a change"
