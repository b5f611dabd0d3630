"""The shared tables of this process: how a device finds its own, and who guesses at codes."""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from qwixx_pad.service.observable import Observable
from qwixx_pad.service.session import GameService
from qwixx_pad.storage.summary import LONG_AGO, time_of
from qwixx_pad.tables.lobby import No
from qwixx_pad.tables.seating import Chair, Seating
from qwixx_pad.tables.shared_table import NOTE, SharedTable

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters of a table code: none that is taken for another (0 O, 1 I L)."""
CODE_LENGTH = 4
_FREE = 3
"""Wrong codes of a device that cost nothing: people mistype."""
_FREE_OF_ADDRESS = 30
"""Those of an address: a family behind one router mistypes together."""
_LONGEST = 60.0
"""Seconds between two tries at most."""
_FORGIVEN = timedelta(minutes=10)
_REMEMBERED = 1000


def clean_code(text: str) -> str:
    """What was typed, as a code: upper case, letters of the alphabet only."""
    return "".join(letter for letter in text.upper() if letter in ALPHABET)[:CODE_LENGTH]


@dataclass(frozen=True, slots=True)
class _Tries:
    wrong: int
    last: datetime

    def forgiven(self, now: datetime) -> bool:
        """Whether they are too long ago to count, or the clock was put back behind them."""
        return not timedelta() <= now - self.last <= _FORGIVEN


class Guesses:
    """Wrong codes by the device and the address they came from; each further one doubles the wait.

    A guest's own mistakes slow that guest. Who throws away what a device is known by at each try
    is slowed by the address: with 31 to the power of 4 codes and a minute between tries, guessing
    takes years.
    """

    def __init__(self) -> None:
        self._devices = _Throttle(_FREE)
        self._addresses = _Throttle(_FREE_OF_ADDRESS)

    def wait(self, device: str, address: str, now: datetime) -> float:
        """Seconds until this device may try again; 0 if it may now.

        Args:
            device: What the device is known by.
            address: From where it calls.
            now: The time.
        """
        return max(self._devices.wait(device, now), self._addresses.wait(address, now))

    def wrong(self, device: str, address: str, now: datetime) -> None:
        """A code from this device at this address was wrong."""
        self._devices.wrong(device, now)
        self._addresses.wrong(address, now)


class _Throttle:
    """Slows down what is wrong too often.

    Args:
        free: How often costs nothing.
    """

    def __init__(self, free: int) -> None:
        self._free = free
        self._tries: OrderedDict[str, _Tries] = OrderedDict()

    def wait(self, who: str, now: datetime) -> float:
        """Seconds until who was wrong may try again."""
        tries = self._tries.get(who)
        if tries is None or tries.forgiven(now) or tries.wrong < self._free:
            return 0.0
        waits = min(2.0 ** (tries.wrong - self._free), _LONGEST)
        return max(0.0, waits - (now - tries.last).total_seconds())

    def wrong(self, who: str, now: datetime) -> None:
        """Remember it; of too many the oldest is forgotten."""
        before = self._tries.pop(who, None)
        old = 0 if before is None or before.forgiven(now) else before.wrong
        self._tries[who] = _Tries(min(old + 1, _REMEMBERED), now)
        while len(self._tries) > _REMEMBERED:
            self._tries.popitem(last=False)


_LIFE = timedelta(days=7)
"""How long a code leads to its table."""


@dataclass(frozen=True, slots=True)
class TableSearch:
    """What became of a code: the table, or how long to wait until the next try, in seconds."""

    table: SharedTable | None
    wait: float = 0.0


class Host(Observable):
    """All shared tables, kept in the service's storage and found by their code.

    Args:
        service: Where games are.
        new_code: Makes a code that nobody can guess.
        alone: Whether no other device can ever reach it: an app serves nobody.

    Attributes:
        address: Where phones reach this computer; None while it is not open to the network.
        draft: A table that its owner has begun to put together, and not begun to play at.
    """

    def __init__(
        self, service: GameService, new_code: Callable[[], str], *, alone: bool = False
    ) -> None:
        super().__init__()
        self.service = service
        self.alone = alone
        self.address: str | None = None
        self.draft: Seating | None = None
        self._new_code = new_code
        self._guesses = Guesses()
        self._tables = {table.seating.code: table for table in self._kept()}

    def _kept(self) -> Iterator[SharedTable]:
        """The tables of an earlier process, in the order they were opened; old ones are let go."""
        texts = self.service.notes(NOTE)
        read = {key: Seating.read(text) for key, text in texts.items()}
        known = [s for key, s in read.items() if s is not None and key == NOTE + s.code]
        for seating in sorted(known, key=lambda seating: seating.opened):
            if _is_old(seating.opened, self.service.now()):
                self.service.drop_note(NOTE + seating.code)
            else:
                yield SharedTable(self.service, seating)

    def open(
        self, opener: str, layout: str, chairs: tuple[Chair, ...], *, finish_turn: bool = False
    ) -> SharedTable | No:
        """A new table; its code is one that no other table has."""
        code = next(c for c in iter(self._new_code, None) if c not in self._tables)
        seating = Seating(
            code, opener, layout, chairs, finish_turn, opened=self.service.now().isoformat()
        )
        if not self.service.keep_note(NOTE + code, seating.text):
            return No.NOT_SAVED
        self._tables[code] = SharedTable(self.service, seating)
        self._changed()
        return self._tables[code]

    def close(self, by: str, code: str) -> No | None:
        """Send the phones away; a table whose game has begun can be opened for them again."""
        table = self._tables.get(code)
        if table is None or table.closed or table.seating.opener != by:
            return No.NOT_YOURS
        refused = self._forget(table) if table.seating.game is None else table.close()
        if refused is None:
            self._changed()
        return refused

    def _forget(self, table: SharedTable) -> No | None:
        if not self.service.drop_note(NOTE + table.seating.code):
            return No.NOT_SAVED
        del self._tables[table.seating.code]
        table.was_forgotten()
        return None

    def closed_with(self, game: str, by: str) -> SharedTable | None:
        """The table that a device has closed in the middle of a game."""
        closed = (table for table in self._tables.values() if table.closed)
        mine = (table for table in closed if table.seating.opener == by)
        return next((table for table in mine if table.seating.game == game), None)

    def open_again(self, by: str, game: str) -> SharedTable | No:
        """Let the phones back to a game whose table was closed, each to its seat."""
        table = self.closed_with(game, by)
        if table is None:
            return No.NOT_YOURS
        refused = table.open_again()
        if refused is None:
            self._changed()
        return refused or table

    def find(self, code: str, device: str, address: str) -> TableSearch:
        """The table of a code; wrong ones make the next try wait.

        Args:
            code: As it was typed or scanned.
            device: The key of who asks.
            address: From where, all of a household as one.
        """
        now = self.service.now()
        wait = self._guesses.wait(device, address, now)
        if wait > 0:
            return TableSearch(None, wait)
        table = self._tables.get(code)
        if table is None or table.closed:
            table = None
            self._guesses.wrong(device, address, now)
        return TableSearch(table)

    def waiting(self, opener: str, since: datetime | None) -> SharedTable | None:
        """The table that a device has opened since a time, and where nobody plays yet."""
        tables = (table for table in self.of(opener) if table.seating.opener == opener)
        unbegun = (table for table in tables if table.seating.game is None)
        found = next(unbegun, None)
        if found is None or since is None:
            return found
        opened = time_of(found.seating.opened, LONG_AGO)
        return found if opened > since else None

    def known(self, code: str, holder: str) -> SharedTable | None:
        """The table of a code, if this device opened it or sits at it: that is no guess.

        A closed one too: who sits there is back as soon as it is opened again.
        """
        table = self._tables.get(code)
        return table if table and table.seating.knows(holder) else None

    def of(self, holder: str) -> tuple[SharedTable, ...]:
        """The tables that a device opened or sits at, newest first."""
        return tuple(
            table
            for table in reversed(self._tables.values())
            if table.seating.knows(holder) and not table.closed
        )

    def of_game(self, game: str) -> SharedTable | None:
        """The table at which a game is played, if it is at one."""
        tables = (table for table in self._tables.values() if not table.closed)
        return next((table for table in tables if table.seating.game == game), None)


def _is_old(opened: str, now: datetime) -> bool:
    """Whether a table is let go; its game stays."""
    try:
        return now - datetime.fromisoformat(opened) > _LIFE
    except (ValueError, TypeError):
        return False
