"""Processes that are killed while they keep games: at some moment, or at a line of the code.

The tests kill a few, `python tests/bench/run.py kills` as many as it takes to believe it.
"""

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from functools import partial

from qwixx_pad.storage import JOURNAL_FILE
from tests.support.storage.another_python import said_by
from tests.support.storage.sample_journals import found, written

# at some moment

TAPPING = """
import os, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from qwixx_pad.storage import GameHead, SavedEntry, UnknownGame, open_storage

def say(what):
    os.write(1, f"{what}\\n".encode())  # a line is written whole, or not at all

def tap(folder):
    storage, rescue = open_storage(folder, now=datetime.now(UTC))
    assert rescue is None
    try:
        number = len(storage.load("one").entries)
    except UnknownGame:
        storage.add_game(GameHead("one", "classic", ("Anna",), datetime.now(UTC)))
        number = 0
    while True:
        storage.append("one", number, SavedEntry(f"r{number}", datetime.now(UTC)))
        say(number)
        number += 1
        if not number % 4:
            storage.rewrite()

for _ in sys.stdin:
    child = os.fork()
    if not child:
        say(os.getpid())
        tap(Path(sys.argv[1]))
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    say(f"ended {status}")
    if status != -signal.SIGKILL:
        sys.exit("it was to tap until it is killed")
"""
"""For each line that it reads it begins a process that taps, and says how that one ended.

What is killed is a process that has loaded everything: moments while Python starts prove nothing.
"""
WAITS = (0, 1, 1, 2, 3, 5, 8, 30)
"""How many entries are shown before a process is killed."""


@contextmanager
def _tapping(folder):
    command = [sys.executable, "-c", TAPPING, str(folder)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1) as process:
        yield process
        process.stdin.close()


def _heard(tapping):
    line = tapping.stdout.readline()
    assert line, "a process ended before it was killed"
    return line


def _killed(tapping, rng):
    """The numbers that a process printed before it was killed, at some moment of its life."""
    tapping.stdin.write("\n")
    taps = int(_heard(tapping))
    shown = [_heard(tapping) for _ in range(rng.choice(WAITS))]
    time.sleep(rng.uniform(0, 0.003 if shown else 0.02))
    os.kill(taps, signal.SIGKILL)
    shown += iter(partial(_heard, tapping), f"ended {-signal.SIGKILL}\n")
    return [int(line) for line in shown]


def killed_at_moments(folder, kills, seed):
    """After each kill all that was shown is there, without a gap, and at most one entry more."""
    rng = random.Random(seed)
    stored = 0
    with _tapping(folder) as tapping:
        for _ in range(kills):
            numbers = _killed(tapping, rng)
            tokens, rescue = found(folder)
            assert rescue is None
            assert tokens == [f"r{number}" for number in range(len(tokens))]
            assert numbers == list(range(stored, stored + len(numbers)))
            assert len(tokens) - (stored + len(numbers)) in {0, 1}
            stored = len(tokens)
    return stored


# at a line of the code

AT_LINES = """
import logging, os, random, shutil, signal, sys
from pathlib import Path
from tests.support.storage.sample_journals import NOON, entry
from qwixx_pad.storage import open_storage
template, work, what, most = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
logging.disable()  # it says what broke off
READING = {
    "read_lines", "apply_line", "_is_log_complete", "_apply_record", "_append_log",
    "_checked_record", "decode_line", "_apply_game", "_apply_entries",
}

def act():
    storage, _ = open_storage(work, now=NOON)
    if what == "fold":
        storage.rewrite()
    if what == "entry":
        storage.append("one", 3, entry("r5"))

def traced(at_a_line):
    def trace(frame, event, _):
        if "/storage/" not in frame.f_code.co_filename or frame.f_code.co_name in READING:
            return None
        if event == "line":
            at_a_line()
        return trace
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(template, work)
    sys.settrace(trace)
    act()
    sys.settrace(None)

def killed_after(lines):
    left = iter(range(lines))
    def die():
        if next(left, None) is None:
            os.kill(os.getpid(), signal.SIGKILL)
    child = os.fork()
    if not child:
        traced(die)
        os._exit(0)
    os.waitpid(child, 0)

def seen():
    storage, rescue = open_storage(work, now=NOON)
    tokens = {game: [e.token for e in storage.load(game).entries] for game in storage.game_ids()}
    kept = sorted(path.read_bytes() for path in work.glob("pad-damaged-*.journal"))
    return tokens, storage.read_settings(), kept

passed = []
traced(lambda: passed.append(None))
lines = range(len(passed))
for place in sorted(random.Random(most).sample(lines, min(most, len(lines)))):
    killed_after(place)
    print(repr(seen()), flush=True)
traced(lambda: None)
print(repr(seen()))
"""
"""Does something to a journal, is killed at some lines of the storage, and then at none."""
AT_ONCE = ("fold", "entry", "torn", "rescue")
"""A journal is rewritten, an entry is stored, a torn line goes, or games are rescued."""


def killed_at_lines(folder, work, what, most):
    """At whichever line it is killed, nothing is lost; at how many lines, at most, it was."""
    whole = written(folder)
    spoilt = whole.replace(b"r4", b"r9") if what == "rescue" else whole
    (folder / JOURNAL_FILE).write_bytes(spoilt + b"0b5a1f3c [[" * (what == "torn"))
    said = said_by(AT_LINES, folder, work, what, most).splitlines()
    *ends, (tokens, settings, texts) = [eval(line) for line in said]  # noqa: S307 - our own values
    late = [{"one": ["r2", "r3", "r4"]}] if what == "entry" else []
    for end in ends:
        assert end[0] in [tokens, *late]
        assert end[1] == settings
        assert {*end[2]} == {*texts}
    return len(ends)
