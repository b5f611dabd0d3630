"""An entry costs little more after many than after few, and a line is folded in one go."""

import sys
import tracemalloc
from functools import partial

import pytest

from qwixx_pad.core.corrections import AppliedCorrection, Change, entries_since, find_corrections
from qwixx_pad.core.game import replay
from tests.support.strategies import entry, start

FEW = 50
MANY = 1000
POINTER = 8
"""Bytes: what a tuple takes for each of its items."""
TUPLES = 4
"""How often the items of a log are copied, as pointers, where one is put behind them."""
LINES = {
    "a pawn that stands still": ("on_board/2", "1:@7"),
    "dice shown again and again": ("classic/3", "w7"),
    "a cross tapped and taken back": ("classic/3", "1:r5 1:undo"),
    "taken back and brought back": ("classic/3", "1:out 1:in undo redo 1:in 1:out undo undo"),
}


def copied(work):
    """The most bytes that some work holds at once: a copy of a long tuple is seen here."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def calls(work):
    """How many functions are called, the package's own and those of Python."""
    counted = 0

    def count(frame, event, _):
        nonlocal counted
        counted += event in {"call", "c_call"} and "qwixx_pad" in frame.f_code.co_filename

    old = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(old)
    return counted


def after(head, tokens, times):
    game = start(head)
    for _ in range(times):
        for token in tokens.split():
            game = game.with_entry(entry(token))
    return game


@pytest.mark.parametrize(("head", "tokens"), LINES.values(), ids=LINES)
def test_entry_cost_is_independent_of_log_length(head, tokens):
    early = after(head, tokens, FEW)
    late = after(head, tokens, MANY)
    for made in map(entry, tokens.split()):
        late_calls, early_calls = (calls(partial(game.with_entry, made)) for game in (late, early))
        assert late_calls == early_calls
        late_bytes, early_bytes = (copied(partial(game.with_entry, made)) for game in (late, early))
        assert late_bytes < early_bytes + TUPLES * POINTER * len(late.log)
        early = early.with_entry(made)
        late = late.with_entry(made)


def test_undo_and_redo_cost_stays_constant():
    game = after("on_board", "@7", MANY)
    costs = []
    for made in [entry("undo")] * MANY + [entry("redo")] * MANY:
        costs.append(calls(partial(game.with_entry, made)))
        game = game.with_entry(made)
    for alike in (costs[1:MANY], costs[MANY + 1 :]):
        assert max(alike) == min(alike)


@pytest.mark.parametrize(
    "find", [find_corrections, lambda game, _: entries_since(game, made_of(game), 0)]
)
def test_finding_corrections_reads_the_log_once(find):
    games = (after("classic/3", "1:r5 1:undo", times) for times in (FEW, MANY))
    few, many = (calls(partial(find, game, range(len(game.log)))) for game in games)
    assert many <= few * MANY / FEW


def made_of(game):
    """As if each second entry were a correction of its own."""
    change = Change(0, None, None)
    return [AppliedCorrection(at, at + 1, change, 1, 1, ()) for at in range(0, len(game.log), 2)]


@pytest.mark.parametrize(("head", "tokens"), LINES.values(), ids=LINES)
def test_replaying_a_line_holds_constant_memory(head, tokens):
    """Between two entries no more is held for a moment after many than after few, in the middle."""
    few, many = (held_while_folding(head, [*map(entry, tokens.split())] * n) for n in (FEW, MANY))
    assert many <= few + POINTER * FEW


def held_while_folding(head, entries):
    """The bytes that are held between two entries and not before or after, the middle of all."""
    held = []

    def watched():
        for each in entries:
            tracemalloc.reset_peak()
            before, _ = tracemalloc.get_traced_memory()
            yield each
            after, peak = tracemalloc.get_traced_memory()
            held.append(peak - max(before, after))

    tracemalloc.start()
    try:
        replay(start(head).setup, watched())
    finally:
        tracemalloc.stop()
    return sorted(held)[len(held) // 2]
