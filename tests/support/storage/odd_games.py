"""Stored games as no evening leaves them: nameless, empty, of one moment, on sheets of any kind."""

from datetime import timedelta

from qwixx_pad.storage import GameHead, SavedEntry, SavedGame
from tests.support.storage.sample_journals import NOON


def some(setup, names, minutes, *tokens, name=None):
    """A stored game; its identifier tells when it was started."""
    start = NOON + timedelta(minutes=minutes)
    entries = tuple(SavedEntry(t, start + timedelta(seconds=n)) for n, t in enumerate(tokens, 1))
    return SavedGame(GameHead(name or f"x{minutes:04}", setup, names, start), entries)


ODD = (
    some("classic", (), 1),
    some("classic", ("",), 2, "r2", "r5"),
    some("classic", ("",), 3, "-", "-", "-", "-"),
    some("classic/2", ("", "Ben"), 4, "1:r2", "/"),
    some("classic/2", ("ANNA", "bEn"), 5, "1:r2", "/", "end"),
    some("classic/2", ("Straße", "100%"), 6, "/", "end"),
    some("classic/2", ("STRASSE", "100"), 7, "/", "end"),
    some("longo/2", ("Anna", "Ben"), 8, "1:r2"),
    some("classic", ("Anna",), 9, "r2", "r99"),
    some("on_board/2", ("it's", 'a "b"'), 10, "1:@7", "/"),
    some("classic", ("Anna",), 11, "r2", name="tie-b"),
    some("classic", ("Anna",), 11, "y2", name="tie-a"),
    some("classic", ("Anna",), 11, "g9", name="tie-c"),
)
