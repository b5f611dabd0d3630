"""A game in the store of a relay."""

from datetime import UTC, datetime, timedelta

from qwixx_pad.storage import GameHead, SavedEntry

NOON = datetime(2026, 1, 2, 12, 0, 0, 123456, tzinfo=UTC)
HEAD = GameHead("one", "classic/2", ("Zoë ✗ 名\0\ud83d", ""), NOON)


def entry(token, seconds=0):
    return SavedEntry(token, NOON + timedelta(seconds=seconds))


def tokens(store, game="one"):
    return [each.token for each in store.load(game, "ABCDEF").saved.entries]
