"""Files of games that are cut off or changed somewhere, and that nobody keeps quiet about it.

The tests take a few places, `python tests/bench/run.py kills` takes all.
"""

import random

from journals import found

from qwixx_pad.storage import JOURNAL


def a_few(places, number=16):
    """Some of the places, the first and the last among them."""
    first, *between, last = places
    return [first, *sorted(random.Random(number).sample(between, number)), last]


def lengths_of(whole):
    """How long a journal may be that was cut off behind its first line."""
    return range(whole.index(b"\n") + 2, len(whole))


def cut_settled(whole, length, there):
    """Cut off anywhere, a journal that was settled tells it, unless only a line's end is gone."""
    assert (cut(whole, length, there) is None) == (length == len(whole) - 1)


def cut(whole, length, there):
    """What is rescued of a journal of which only so many bytes are left, in a new folder."""
    there.mkdir()
    (there / JOURNAL).write_bytes(whole[:length])
    tokens, rescue = found(there)
    lines = whole[: length + 1].splitlines(keepends=True)
    kept = [line for line in lines if line.endswith(b"\n")]
    assert tokens == ["r2", "r3", "r4", "r5"][: sum(b'"entries"' in line for line in kept)]
    assert rescue is None or rescue.set_aside.read_bytes() == whole[:length]
    return rescue


def _spoilt_lines(whole, place):
    """The numbers of the lines that a changed byte spoils: two, if it was the end of one."""
    number = whole.count(b"\n", 0, place)
    is_an_end = whole[place : place + 1] == b"\n" and place + 1 < len(whole)
    return {number, number + 1} if is_an_end else {number}


def change(whole, place, there):
    """With one byte changed the file is set aside, and all up to the first lost entry rescued."""
    lines = whole.splitlines()
    begin = next(n for n, line in enumerate(lines) if b'"game"' in line)
    spoilt = bytearray(whole)
    spoilt[place] ^= 0x41
    there.mkdir()
    (there / JOURNAL).write_bytes(spoilt)
    lost = _spoilt_lines(whole, place) if place + 1 < len(whole) else set()
    first = min((n for n in lost if n >= begin), default=len(lines))
    tokens, rescue = found(there)
    assert tokens == ["r2", "r3", "r4"][: max(0, first - begin - 1)]
    assert rescue.set_aside.read_bytes() == spoilt
    assert (rescue.games, rescue.entries) == (first > begin, len(tokens))
    assert rescue.lost == bool(lost)
    assert found(there) == (tokens, None)
