"""Many evenings of play: kept games as friends leave them behind, the same ones for a seed."""

import random
from datetime import UTC, datetime, timedelta
from functools import cache

from qwixx_pad.core.game import Game, Setup
from qwixx_pad.core.moves import Cross, EndRoll, Entry
from qwixx_pad.core.table import Table
from qwixx_pad.layouts import installed
from qwixx_pad.storage import GameHead, SavedEntry, SavedGame

FRIENDS = ("Anna", "Ben", "Cleo", "Dan", "Eva", "Fynn", "Zoë")
FIRST = datetime(2020, 1, 3, 19, 0, tzinfo=UTC)
_OWN, _OTHERS = 0.75, 0.55
"""How often a seat makes use of a roll."""


def _near(game, seat, rng):
    """A cross that a sensible player would make: few numbers are passed over."""
    position = game.position
    sheet = position.sheets[seat - 1]
    choices = []
    for index, row in enumerate(sheet.layout.rows):
        first = sheet.marks[index].bit_length()
        for skip, number in enumerate(row.numbers[first : first + 4]):
            entry = Entry(Cross(row.letter, number), None if game.setup.seats == 1 else seat)
            if game.why_not(entry) is None:
                choices.append((entry, 4.0**-skip))
    if not choices:
        return None
    entries, weights = zip(*choices, strict=True)
    return rng.choices(entries, weights)[0]


def played_out(head, rng, longest=400):
    """A whole game, as a tuple of tokens."""
    layout, _, seats = head.partition("/")
    game = Game.start(Setup.of(installed()[layout], int(seats or 1)))
    for _ in range(longest):
        if game.position.settled:
            break
        for entry in _roll(game, rng):
            if game.why_not(entry) is None:
                game = game.play(entry)
    return tuple(entry.text for entry in game.log)


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
def _shapes(seed, shapes):
    """So many games, played out once, and where chance goes on from."""
    rng = random.Random(seed)
    heads = ["classic", "classic/2", "classic/3", "classic/4", "on_board/3"]
    played = [(head, played_out(head, rng)) for head in rng.choices(heads, k=shapes)]
    return played, rng.getstate()


def evenings(number, seed=1, shapes=60):
    """So many kept games, oldest first; few shapes of games, many evenings.

    Args:
        number: Of games.
        seed: The same seed gives the same games.
        shapes: How many different games are played out.
    """
    played, state = _shapes(seed, shapes)
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
