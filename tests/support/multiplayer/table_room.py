"""Tables of a host on a real storage, with a stopped clock, and their phones.

Nothing here knows the rules; it opens, sits down, taps and reads logs.
"""

from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from qwixx_pad.games.custom_sheets import SheetCatalog
from qwixx_pad.games.session import Failure, GameService
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.multiplayer.last_crosses import waiting_seats
from qwixx_pad.multiplayer.open_tables import TableRegistry
from qwixx_pad.multiplayer.requests import Enter, Start
from qwixx_pad.multiplayer.seating import Chair
from qwixx_pad.storage import open_storage
from tests.support.breakable_disk import Disk
from tests.support.strategies import entry, ready_to_lock

ACCEPTED = None
NOT_YOURS = Failure.NOT_YOURS
MOVED_ON = Failure.CHANGED_ELSEWHERE
NO_GAME = Failure.NO_GAME
NOT_SAVED = Failure.NOT_SAVED
NOON = datetime(2026, 1, 2, 12, 0, 0, tzinfo=UTC)
NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eva")
PHONES = ("anna", "ben", "cleo", "dan", "eva")
"""The devices' keys; who holds seat 1 has opened the table unless something else is said."""


class Clock:
    """Shows what it was set to."""

    def __init__(self):
        self.time = NOON

    def __call__(self):
        return self.time

    def forward(self, seconds=0, **more):
        self.time += timedelta(seconds=seconds, **more)


def disk_in(folder, now):
    """A disk that can be full."""
    storage = open_storage(folder, now=now)[0]
    return Disk(storage, "add_game", "append", "put_setting", "drop_setting")


class Room:
    """A folder and the process that works on it; `again` is the next process.

    Attributes:
        host: Of the present process.
        disk: Its storage.
        clock: What time it is.
        codes: Of the tables that come.
    """

    def __init__(self, folder):
        self._folder = folder
        self._disks = []
        self.codes = (f"C{number}DE" for number in count(2))
        self._games = (f"game {number}" for number in count(1))
        self.clock = Clock()
        self.again()

    def again(self):
        """The process was killed; another one starts on what it has left."""
        self.disk = disk_in(self._folder, NOON)
        self._disks.append(self.disk)
        sheets = SheetCatalog(installed_layouts(), self.disk)
        service = GameService(self.disk, sheets, self.clock, self._games.__next__)
        self.host = TableRegistry(service, self.codes.__next__)
        return self.host

    def close(self):
        for disk in self._disks:
            disk.close()

    def table(self, *phones, layout="classic", finish_turn=False, opener=None):
        """A table before its game; each phone has the seat in which it is named."""
        chairs = tuple(Chair(NAMES[seat], seat, phone) for seat, phone in enumerate(phones))
        opener = opener or phones[0]
        return self.host.open(opener, layout, chairs, finish_turn=finish_turn)

    def game(self, *phones, rows="", **options):
        """A table at which everybody has five crosses in these rows already."""
        table = self.table(*phones, **options)
        assert table.submit_request(table.seating.host, Start()) is None
        head = table.opened.game.setup.text
        for token in ready_to_lock(head, rows):
            assert table.opened.enter(entry(token)) is None
        return table

    def stored_log(self, table):
        """The log of a table as another process would read it now."""
        return [saved.token for saved in self.disk.load(table.seating.game).entries]


def log(table):
    return [made.text for made in table.opened.game.log]


def waits(table):
    """The seats whose answers the table waits for."""
    return waiting_seats(table.opened.game, table.roll_answers)


def tap(table, phone, token, seen=None):
    """A phone that has seen everything, or only so much, enters a token."""
    so_far = len(table.opened.game.log) if table.opened else 0
    return table.submit_request(phone, Enter(entry(token), so_far if seen is None else seen))


def taps(table, *tokens):
    """Everybody enters what is its own, in this order."""
    for token in tokens:
        seat = entry(token).seat or table.opened.game.position.active
        answer = tap(table, table.seating.chair_of(seat).device, token)
        assert answer is None, (token, answer)


@pytest.fixture
def room(tmp_path):
    """A pad in a folder of its own, without screens."""
    with closing(Room(tmp_path / "data")) as opened:
        yield opened
