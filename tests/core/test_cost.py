"""An entry costs the same however many stand before it: counted, not timed."""

import sys
import tracemalloc
from functools import partial

import pytest
from strategies import entry, start

from qwixx_pad.core.corrections import Change, Made, made_in, others
from qwixx_pad.core.timeline import Stack

FEW, MANY = 50, 1000
BRANCHES = 12
"""Lines by which two entries may differ: each push joins two trees or does not."""
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


@pytest.mark.parametrize("find", [made_in, lambda game, _: others(game, made_of(game), 0)])
def test_corrections_and_what_is_none_are_found_by_going_through_a_log_once(find):
    games = (after("classic/3", "1:r5 1:undo", times) for times in (FEW, MANY))
    few, many = (calls(partial(find, game, range(len(game.log)))) for game in games)
    assert many <= few * MANY / FEW


def made_of(game):
    """As if each second entry were a correction of its own."""
    change = Change(0, None, None)
    return [Made(at, at + 1, change, 1, 1, ()) for at in range(0, len(game.log), 2)]


def test_a_stack_is_a_sequence_and_a_longer_one_shares_all_below_with_the_shorter():
    stack, items = Stack.of(range(MANY)), list(range(MANY))
    assert stack.push(0).below == stack
    assert calls(lambda: stack.push(0).below == stack) < FEW
    assert (list(stack), stack[-1], stack[MANY - 2 :]) == (items, MANY - 1, (MANY - 2, MANY - 1))
    assert (stack[2:8:3], list(stack.first(3))) == ((2, 5), [0, 1, 2])
    assert hash(stack) == hash(Stack.of(items))
    assert stack != Stack.of(range(1, MANY + 1))


def test_long_stacks_are_compared_without_going_deep_into_them():
    """What is nested as deeply as it is long would end the Python of a browser."""
    length = 20 * sys.getrecursionlimit()
    assert Stack.of(range(length)) == Stack.of(range(length))


def test_an_empty_stack_has_nothing_on_top():
    for look in (lambda: Stack().newest, lambda: Stack().below, lambda: Stack()[0]):
        with pytest.raises(IndexError):
            look()
