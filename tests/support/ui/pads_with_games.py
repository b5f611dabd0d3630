"""A pad with stored games, for sessions."""

from contextlib import contextmanager
from datetime import UTC, datetime

from qwixx_pad.storage import GameHead, SavedEntry, SavedGame, open_storage
from tests.support.random_evenings import evenings
from tests.support.ui.quick_pads import AT_ONCE, opened_pad

NOON = datetime(2026, 1, 2, 12, 0, tzinfo=UTC)


def keep(folder, games, **settings):
    """Put games and settings into the folder of a pad."""
    storage, _ = open_storage(folder, now=datetime.now(UTC))
    for game in games:
        storage.add_game(game.head)
        storage.append(game.head.id, 0, *game.entries)
    for key, value in settings.items():
        storage.put_setting(key, value)
    storage.close()


@contextmanager
def pad_with(folder, number=12, **seeds):
    """An opened pad with so many stored games, and these games, oldest first."""
    games = tuple(evenings(number, **seeds))
    keep(folder, games)
    with opened_pad(folder) as pad:
        yield pad, games


@contextmanager
def pad_where(folder, line, *names, times=AT_ONCE, hints="cross lock penalty", **settings):
    """An opened pad with the game of a line, which is called `saved`; it explains nothing."""
    keep(folder, [game_of(line, *names)], seen_hints=hints, **settings)
    with opened_pad(folder, times=times) as pad:
        yield pad


def game_of(line, *names, called="saved"):
    """A stored game of these people, played as far as a game line goes."""
    setup, *tokens = line.split()
    entries = tuple(SavedEntry(token, NOON) for token in tokens)
    return SavedGame(GameHead(called, setup, names, NOON), entries)
