"""An entry costs the same however many stand before it: counted, not timed."""

import sys
import tracemalloc
from functools import partial

import pytest
from strategies import entry, start

from qwixx_pad.core.stack import Stack

FEW, MANY = 50, 1000
BRANCHES = 12
"""Lines by which two entries may differ: each push joins two trees or does not."""
LINES = {
    "a pawn that stands still": ("on_board/2", "1:@7"),
    "a pawn on one sheet": ("on_board", "@7"),
    "a seat that comes again and again": ("classic/3", "2:in"),
    "dice shown again and again": ("classic/3", "w7"),
    "a cross tapped and taken back": ("classic/3", "1:r5 1:undo"),
    "a cross taken back by all": ("classic/3", "1:r5 undo"),
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
    """How many functions and lines of the house run."""
    counted = 0

    def count(frame, event, _):
        nonlocal counted
        counted += event in ("call", "line")
        return count if "qwixx_pad" in frame.f_code.co_filename else None

    old = sys.gettrace()
    sys.settrace(count)
    try:
        work()
    finally:
        sys.settrace(old)
    return counted


def after(head, tokens, times):
    game = start(head)
    for _ in range(times):
        for token in tokens.split():
            game = game.play(entry(token))
    return game


@pytest.mark.parametrize(("head", "tokens"), LINES.values(), ids=LINES)
def test_an_entry_after_a_thousand_costs_what_it_costs_after_fifty(head, tokens):
    early, late = after(head, tokens, FEW), after(head, tokens, MANY)
    for made in map(entry, tokens.split()):
        late_calls, early_calls = (calls(partial(game.play, made)) for game in (late, early))
        assert abs(late_calls - early_calls) <= BRANCHES
        assert copied(partial(late.play, made)) < copied(partial(early.play, made)) + FEW * 8
        early, late = early.play(made), late.play(made)


def test_what_was_all_taken_back_comes_back_one_by_one_at_the_same_cost():
    game = after("on_board", "@7", MANY)
    costs = []
    for made in [entry("undo")] * MANY + [entry("redo")] * MANY:
        costs.append(calls(partial(game.play, made)))
        game = game.play(made)
    for alike in (costs[1:MANY], costs[MANY + 1 :]):
        assert max(alike) - min(alike) <= BRANCHES


def test_a_longer_stack_shares_all_below_with_the_shorter_one():
    stack = Stack.of(range(MANY))
    assert stack.push(0).below == stack
    assert calls(lambda: stack.push(0).below == stack) < FEW
    assert stack[MANY - 2 :] == (MANY - 2, MANY - 1)
    assert stack[2:8:3] == (2, 5)
    assert stack[-1] == stack[MANY - 1] == MANY - 1
    assert list(stack.first(3)) == [0, 1, 2]
    assert list(stack) == list(range(MANY))
    assert hash(stack) == hash(Stack.of(range(MANY)))
    assert stack != Stack.of(range(1, MANY + 1))
    assert 5 in stack
    assert MANY not in stack


def depth(node):
    """How deep tuples are nested in one another."""
    return 1 + max(map(depth, node)) if isinstance(node, tuple) else 0


@pytest.mark.parametrize("length", [1, 2, 30, 31, 32, 1000, 5000])
def test_no_stack_is_nested_deeper_than_twice_the_logarithm_of_its_length(length):
    assert depth(Stack.of(range(length))._grove) <= 2 * length.bit_length()


def test_an_empty_stack_has_nothing_on_top():
    for look in (lambda: Stack().newest, lambda: Stack().below, lambda: Stack()[0]):
        with pytest.raises(IndexError):
            look()
