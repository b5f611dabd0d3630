"""A pad on a folder, and files for it: what the tests of the library share."""

from contextlib import ExitStack
from datetime import UTC, datetime, timedelta

from qwixx_pad.library.exchange import IncomingGame, encode_file
from qwixx_pad.library.library import opened_library
from qwixx_pad.storage import GameHead, SavedEntry, SavedGame
from qwixx_pad.storage.summary import GameQuery, GameState, Score, Summary

DAY = datetime(2024, 5, 3, 19, 0, tzinfo=UTC)
ALL = 1000


class Pad:
    """A pad on a folder, with the questions that these tests ask."""

    def __init__(self, folder):
        self.folder, self.closing = folder, ExitStack()
        self.service, self.library, _ = self.closing.enter_context(opened_library(folder))
        self.storage = self.library._storage

    def dump(self):
        """All that is stored but the summaries, which can be made again."""
        each = list(self.storage.iter_games())
        return {
            "game": [saved for saved, _ in each],
            "deleted": [(saved.head.id, at) for saved, at in each if at is not None],
            "setting": self.storage.read_settings(),
        }

    def keep(self, *games):
        for saved in games:
            self.storage.add_game(saved.head)
            self.storage.append(saved.head.id, 0, *saved.entries)

    def bring(self, file):
        """Import a file; what it said before."""
        preview = self.library.preview_import(file)
        assert self.library.apply_import(preview) is None
        return preview

    def take(self, *incoming, settings=None):
        return self.bring(file_of(*incoming, settings=settings))

    def tokens(self, name):
        return [e.token for e in self.storage.load(name).entries]

    def listed(self, **wanted):
        return {listed.summary.game for listed in self.library.page(GameQuery(**wanted), 0, ALL)}

    def shown(self):
        """Everything that somebody sees of the games."""
        return [
            [self.library.page(GameQuery(deleted=gone), 0, ALL) for gone in (False, True)],
            [
                self.library.statistics_of(GameQuery(players=p))
                for p in ((), ("Anna",), ("Anna", "Ben"))
            ],
            self.library.player_stats(GameQuery()),
            self.library.players(),
            self.library.played_layouts(),
        ]


def game(name, *tokens, setup="classic/2", names=("Anna", "Ben"), at=DAY):
    entries = tuple(SavedEntry(t, at + timedelta(seconds=n)) for n, t in enumerate(tokens, 1))
    return SavedGame(GameHead(name, setup, names, at), entries)


def file_of(*incoming, settings=None):
    """A file; a bare game in it was not deleted."""
    given = [i if isinstance(i, IncomingGame) else IncomingGame(i) for i in incoming]
    stamped = ((i.saved, i.deleted_at.isoformat() if i.deleted_at else None) for i in given)
    return "".join(encode_file(stamped, DAY, settings)).encode()


def counted(preview):
    intake = preview.batch
    return {
        "new": len(intake.new_games),
        "longer": len(intake.continued),
        "back": len(intake.restored),
        "known": preview.known,
        "unreadable": preview.unreadable,
    }


SHORT = game("g1", "1:r2", "/")
LONG = game("g1", "1:r2", "/", "2:y3", "/", "1:r5")
OTHER = game("g1", "1:r2", "/", "2:b12", "/", "1:y4", "/")
DONE = game("g2", "1:r2", "/", "end")
START = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
END = START + timedelta(minutes=35)
TABLE = Summary(
    game="0123456789abcdef0123456789abcdef",
    setup="classic/2",
    layout="classic",
    state=GameState.OVER,
    roll=17,
    started=START,
    touched=END,
    entries=40,
    corrected=False,
    digest="d",
    seconds=35 * 60,
    scores=(
        Score(1, "Anna", 2, 75, 1, 5, (), (), "classic"),
        Score(2, "Ben", 1, 77, 0, 0, (), (), "classic"),
    ),
)
"""The summary of a finished game."""
