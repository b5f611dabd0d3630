"""A game on every printed sheet: what is crossed there follows from what is printed on it.

So a new sheet needs no line here.
"""

from itertools import cycle

from qwixx_pad.core.game import Game, Setup
from qwixx_pad.core.moves import ChooseRow, Entry, Penalty, move_at
from qwixx_pad.layouts import installed_layouts

RANDOM = ("random_numbers:4821", "random_colors:4821")
SHEETS = {name: installed_layouts()[name] for name in (*installed_layouts(), *RANDOM)}
_CROSSED = ((0, 1, 3, 4), (1, 2, 6), (0, 2, 5, 8), (3, 5))
"""Cells that are crossed in the first row, in the second one, and so on; from 0."""


def crossed(layout):
    """A single sheet with crosses in every row, the last one of some made twice, and a penalty."""
    game = Game.start(Setup.for_layout(layout))
    for move in _moves(layout):
        game = _entered(game, Entry(move))
    return game


def file_name(name):
    """The name of a sheet as that of a file."""
    return name.replace(":", "-")


def _moves(layout):
    for row, positions in zip(layout.rows, cycle(_CROSSED)):
        crosses = [
            move_at(row, position) for position in positions if position <= row.last_position
        ]
        yield from (move for move in crosses if move is not None)
        if row.last_counts_twice:
            yield crosses[-1]
    yield Penalty()


def _entered(game, entry):
    """The game with an entry, if it is legal, and with a row for what that lets choose."""
    if game.entry_refusal(entry) is not None:
        return game
    game = game.with_entry(entry)
    owed = game.position.sheets[0].pending_choices
    return game.with_entry(Entry(ChooseRow(owed[0].rows[0]))) if owed else game
