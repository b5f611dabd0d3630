"""A room with tables: a host on a real storage, a clock that stands still, and phones.

Nothing here knows the rules; it opens, sits down, taps and reads what stands.
"""

from datetime import UTC, datetime, timedelta
from itertools import count

from strategies import entry, ready_to_lock

from qwixx_pad.layouts import installed
from qwixx_pad.service.own_sheets import Sheets
from qwixx_pad.service.session import GameService
from qwixx_pad.storage import CannotWrite, open_storage
from qwixx_pad.tables.open_tables import Host
from qwixx_pad.tables.seating import Chair

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

    def forward(self, seconds):
        self.time += timedelta(seconds=seconds)


class Disk:
    """A storage whose disk can become full."""

    def __init__(self, storage):
        self._storage = storage
        self.full = False
        for write in ("start", "append", "put_setting", "drop_setting"):
            setattr(self, write, self._written(getattr(storage, write)))

    def _written(self, write):
        def unless_full(*what):
            if self.full:
                raise CannotWrite("the disk is full")
            write(*what)

        return unless_full

    def __getattr__(self, reads):
        return getattr(self._storage, reads)


class Room:
    """A folder and the process that works on it; `again` is the next process.

    Attributes:
        host: Of the present process.
        disk: Its storage.
        clock: What time it is.
    """

    def __init__(self, folder):
        self._folder = folder
        self._storages = []
        self._codes = (f"C{number}DE" for number in count(2))
        self._games = (f"game {number}" for number in count(1))
        self.clock = Clock()
        self.again()

    def again(self):
        """The process was killed; another one starts on what it has left."""
        self._storages.append(open_storage(self._folder, now=NOON)[0])
        self.disk = Disk(self._storages[-1])
        sheets = Sheets(installed(), self.disk)
        service = GameService(self.disk, sheets, self.clock, self._games.__next__)
        self.host = Host(service, self._codes.__next__)
        return self.host

    def close(self):
        for storage in self._storages:
            storage.close()

    def table(self, *phones, layout="classic", finish_turn=False, opener=None):
        """A table before its game; each phone has the seat in which it is named."""
        chairs = tuple(Chair(NAMES[seat], seat, phone) for seat, phone in enumerate(phones))
        opener = opener or phones[0]
        return self.host.open(opener, layout, chairs, finish_turn=finish_turn)

    def game(self, *phones, rows="", **options):
        """A table at which everybody has five crosses in these rows already."""
        table = self.table(*phones, **options)
        assert table.start(table.seating.opener) is None
        head = table.opened.game.setup.text
        for token in ready_to_lock(head, rows):
            assert table.opened.enter(entry(token)).stands
        return table

    def kept(self, table):
        """The log of a table as another process would read it now."""
        return [saved.token for saved in self.disk.load(table.seating.game).entries]


def log(table):
    return [made.text for made in table.opened.game.log]


def tap(table, phone, token, seen=None):
    """A phone that has seen everything, or only so much, enters a token."""
    so_far = len(table.opened.game.log) if table.opened else 0
    return table.act(phone, entry(token), so_far if seen is None else seen)


def taps(table, *tokens):
    """Everybody enters what is its own, in this order."""
    for token in tokens:
        seat = entry(token).seat or table.opened.game.position.active
        answer = tap(table, table.seating.chairs[seat - 1].holder, token)
        assert answer.stands, (token, answer)
