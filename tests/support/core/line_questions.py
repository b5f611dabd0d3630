"""What tests ask of a game line, every token of which has to be legal."""

from qwixx_pad.core.notation import report_game
from tests.support.strategies import played, ready_to_lock


def position(line):
    return played(line).position


def sheet(line, seat=1):
    return position(line).sheet_of(seat)


def totals(line):
    return [each.total for each in position(line).sheets]


def penalties(line):
    return [each.penalties for each in position(line).sheets]


def applied(line):
    """The tokens that are left once undo and redo are done."""
    return " ".join(entry.text for entry in played(line).applied)


def shown(line):
    """What is printed of the whole game."""
    return report_game(played(line), (), None)


def row(line, letter, seat=1):
    return shown(line)["seats"][seat - 1]["rows"][letter]


def crossed(line, seat=1):
    """The crossed cells of each row, as they are called."""
    rows = shown(line)["seats"][seat - 1]["rows"].items()
    return {
        letter: " ".join(n for n, state in row["cells"].items() if state == "crossed")
        for letter, row in rows
    }


def opened(head, rows):
    """A line after which every seat has five crosses in these rows, each one from locked."""
    return " ".join((head, *ready_to_lock(head, rows)))


TWO_ROWS = opened("classic/3", "ry")
"""Ten rolls are over: seat 2 is active, all three seats have 15 points in red and in yellow."""
