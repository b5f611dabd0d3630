"""Every printed sheet as it was accepted: upright, and on its side, on a tablet or at a table.

What is crossed on a sheet follows from what is printed on it, so a new one needs no line here.
"""

from itertools import cycle

import pytest

from qwixx_pad.core.game import Game, Setup
from qwixx_pad.core.moves import (
    Choose,
    EndRoll,
    Entry,
    Penalty,
    move_at,
)
from qwixx_pad.layouts import installed
from tests.support.browser.chromium_pad import Server
from tests.support.browser.old_games import kept, shelve

RANDOM = ("random_numbers:4821", "random_colors:4821")
SHEETS = {name: installed()[name] for name in (*installed(), *RANDOM)}
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")
CROSSED = ((0, 1, 3, 4), (1, 2, 6), (0, 2, 5, 8), (3, 5))
"""Cells that are crossed in the first row, in the second one, and so on; from 0."""


def moves_of(layout):
    """Crosses in every row, the last one of some made twice, and a misthrow."""
    for row, positions in zip(layout.rows, cycle(CROSSED)):
        crosses = [move_at(row, position) for position in positions if position <= row.last]
        yield from (move for move in crosses if move is not None)
        if row.twice:
            yield crosses[-1]
    yield Penalty()


def entered(game, entry):
    """The game with an entry, if it is legal, and with a row for what that lets choose."""
    if game.why_not(entry) is not None:
        return game
    game = game.play(entry)
    owed = game.position.sheets[(entry.seat or 1) - 1].owed
    return game.play(Entry(Choose(owed[0].rows[0]), entry.seat)) if owed else game


def alone(layout):
    game = Game.start(Setup.of(layout))
    for move in moves_of(layout):
        game = entered(game, Entry(move))
    return game


def at_a_table(layout):
    """Two rolls in which everybody has crossed something."""
    game = Game.start(Setup.of(layout, min(len(NAMES), layout.most_seats)))
    moves = [*moves_of(layout)]
    for roll in range(2):
        for seat in range(1, game.setup.seats + 1):
            for move in moves[seat + roll :: 3][:3]:
                game = entered(game, Entry(move, seat))
        game = game.play(Entry(EndRoll()))
    return game


def identifier(name, seats):
    return f"{name.replace(':', '-')}-{seats}"


@pytest.fixture(scope="module")
def pad(tmp_path_factory, lasting_tab):
    """A pad with two games on each sheet, opened once: nothing here changes what is kept."""
    data, games = tmp_path_factory.mktemp("data"), []
    for name, layout in SHEETS.items():
        for game in (alone(layout), at_a_table(layout)):
            head, _, line = game.text.partition(" ")
            seats = game.setup.seats > 1
            games.append(kept(identifier(name, seats), head, line, names=NAMES))
    shelve(data, *games, hints="cross lock misthrow roll")
    server = Server(data)
    page = lasting_tab().open(server.url)
    yield page
    page.goto("about:blank")
    server.kill()


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_looks_as_accepted(pad, golden, name):
    pad.look("phone").show(f"/game/{identifier(name, seats=False)}").wait_for("total")
    sheet = name.replace(":", "-")
    golden(f"{sheet}-phone", pad)
    match ord(name[-1]) % 3:  # by its name, so that a new sheet moves no picture of another
        case 0:
            golden(f"{sheet}-landscape-dark", pad.look("landscape", dark=True))
        case 1:
            pad.look("tablet").show(f"/game/{identifier(name, seats=True)}").wait_for("s1-total")
            golden(f"{sheet}-tablet", pad)
        case 2:
            pad.look("small").show(f"/game/{identifier(name, seats=True)}").wait_for("end-turn")
            golden(f"{sheet}-table", pad)
