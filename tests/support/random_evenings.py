"""Many evenings of play: stored games as friends leave them behind, the same ones for a seed."""

import random
from datetime import UTC, datetime, timedelta
from functools import cache

from qwixx_pad.core.game import Game, Setup
from qwixx_pad.core.moves import (
    Close,
    Cross,
    CrossField,
    EndRoll,
    Entry,
    Finish,
    MovePawn,
    PawnArrived,
    Penalty,
    PlayAgain,
    Redo,
    SitOut,
    Undo,
)
from qwixx_pad.core.notation import read_setup
from qwixx_pad.core.table import Table
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.storage import GameHead, SavedEntry, SavedGame
from tests.support.legal_entries import candidates

FRIENDS = ("Anna", "Ben", "Cleo", "Dan", "Eva", "Fynn", "Zoë")
FIRST = datetime(2020, 1, 3, 19, 0, tzinfo=UTC)
_OWN = 0.75
_OTHERS = 0.55
"""How often a seat makes use of a roll."""


def _near(game, seat, rng):
    """A cross that a sensible player would make: few numbers are passed over."""
    position = game.position
    sheet = position.sheet_of(seat)
    choices = []
    for index, row in enumerate(sheet.layout.rows):
        first = sheet.crossed[index].bit_length()
        for skip, number in enumerate(row.numbers[first : first + 4]):
            entry = Entry(Cross(row.letter, number), None if game.setup.seats == 1 else seat)
            if game.entry_refusal(entry) is None:
                choices.append((entry, 4.0**-skip))
    if not choices:
        return None
    entries, weights = zip(*choices, strict=True)
    return rng.choices(entries, weights)[0]


def played_out(head, rng):
    """A whole game, as a tuple of tokens."""
    layout, _, seats = head.partition("/")
    game = Game.start(Setup.for_layout(installed_layouts()[layout], int(seats or 1)))
    while not game.position.is_settled:
        for entry in _roll(game, rng):
            if game.entry_refusal(entry) is None:
                game = game.with_entry(entry)
    return tuple(entry.text for entry in game.log)


def whole_game(head, seed, layouts=None):
    """A game to its end in which every kind of move of the sheet may occur."""
    rng = random.Random(seed)
    game = Game.start(read_setup(head, layouts or installed_layouts()))
    for _ in range(400):
        if game.position.is_settled:
            return game
        entries = [*candidates(game)]
        weights = [_weight(entry, game) for entry in entries]
        while weights:
            (at,) = rng.choices(range(len(entries)), weights)
            if game.entry_refusal(entries[at]) is None:
                game = game.with_entry(entries[at])
                break
            weights[at] = 0
    return game.with_entry(Entry(Finish()))


def _weight(entry, game):
    """How likely a move is tried: a cross near the last one rather than one far away."""
    move = entry.move
    sheet = game.position.sheets[(entry.seat or 1) - 1]
    if isinstance(move, (Undo, Redo, Finish, SitOut, PlayAgain, Close, PawnArrived)):
        return 0.001
    place = sheet.target_cell(move) if isinstance(move, Cross | CrossField) else None
    if place is None:
        return {EndRoll: 2, Penalty: 0.05, MovePawn: 0.1}.get(type(move), 1)
    away = place.position - sheet.crossed[place.row].bit_length()
    return 4.0 ** -abs(away)


def _roll(game, rng):
    position = game.position
    if not isinstance(position, Table):
        yield _near(game, 1, rng) or Entry(EndRoll())
        return
    for seat in range(1, game.setup.seats + 1):
        often = _OWN if seat == position.active else _OTHERS
        if rng.random() < often and (entry := _near(game, seat, rng)):
            yield entry
    yield Entry(EndRoll())


@cache
def _shapes(seed):
    """A few games, played out once, and where chance goes on from."""
    rng = random.Random(seed)
    heads = ["classic", "classic/2", "classic/3", "classic/4", "on_board/3"]
    played = [(head, played_out(head, rng)) for head in rng.choices(heads, k=60)]
    return played, rng.getstate()


def evenings(number, seed=1):
    """So many stored games, oldest first, of few shapes; the same seed gives the same games."""
    played, state = _shapes(seed)
    rng = random.Random()
    rng.setstate(state)
    at = FIRST
    for count in range(number):
        head, tokens = rng.choice(played)
        seats = int(head.partition("/")[2] or 1)
        names = tuple(rng.sample(FRIENDS, seats))
        at += timedelta(minutes=rng.randint(20, 400))
        moments = (at + timedelta(seconds=20 * n) for n in range(1, len(tokens) + 1))
        entries = tuple(map(SavedEntry, tokens, moments))
        yield SavedGame(GameHead(f"{seed}-{count:06}", head, names, at), entries)
