"""A game in the store of a relay."""

from qwixx_pad.storage import GameHead
from tests.support.storage.sample_journals import NOON

HEAD = GameHead("one", "classic/2", ("Zoë ✗ 名\0\ud83d", ""), NOON)


def tokens(store, game="one"):
    return [each.token for each in store.load(game, "ABCDEF").saved.entries]
