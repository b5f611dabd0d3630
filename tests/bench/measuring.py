"""How all benches say what they have measured."""

import statistics
import sys
import time

TURNS = 40_000


def say(name, value):
    sys.stdout.write(f"{name:<64}{value}\n")
    sys.stdout.flush()


def loop(times=5):
    """Processor time of a fixed piece of Python, at its best: milliseconds.

    A figure divided by it can be compared with another machine's, or another hour's.
    """
    return min(_fixed() for _ in range(times))


def _fixed():
    started = time.process_time()
    objects = {}
    total = 0
    for number in range(TURNS):
        objects[number % 97] = [number, str(number)]
        total += len(objects[number % 97][1])
    return 1000 * (time.process_time() - started)


def spread(milliseconds, digits=2):
    """The median and what nineteen of twenty stay below."""
    ordered = sorted(milliseconds)
    late = ordered[int(len(ordered) * 0.95)]
    middle = statistics.median(ordered)
    return f"median {middle:.{digits}f} ms, p95 {late:.{digits}f} ms"
