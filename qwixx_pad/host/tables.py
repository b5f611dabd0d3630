"""The shared tables of this process, and how a device finds its own."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from qwixx_pad.host.guesses import Guesses
from qwixx_pad.host.lobby import No
from qwixx_pad.host.seating import Chair, Seating
from qwixx_pad.host.shared_table import NOTE, SharedTable
from qwixx_pad.session import Desk, Watched

_LIFE = timedelta(days=7)
"""How long a code leads to its table."""


@dataclass(frozen=True, slots=True)
class Found:
    """What became of a code: the table, or how long to wait until the next try, in seconds."""

    table: SharedTable | None
    wait: float = 0.0


class Host(Watched):
    """All shared tables, kept in the desk's store and found by their code.

    Args:
        desk: Where games are.
        new_code: Makes a code that nobody can guess.
        alone: Whether no other device can ever reach it: an app serves nobody.

    Attributes:
        address: Where phones reach this computer; None while it is not open to the network.
    """

    def __init__(self, desk: Desk, new_code: Callable[[], str], *, alone: bool = False) -> None:
        super().__init__()
        self.desk = desk
        self.alone = alone
        self.address: str | None = None
        self._new_code = new_code
        self._guesses = Guesses()
        self._tables = {table.seating.code: table for table in self._kept()}

    def _kept(self) -> Iterator[SharedTable]:
        """The tables of an earlier process, in the order they were opened; old ones are let go."""
        texts = self.desk.notes(NOTE)
        read = {key: Seating.read(text) for key, text in texts.items()}
        known = [s for key, s in read.items() if s is not None and key == NOTE + s.code]
        for seating in sorted(known, key=lambda seating: seating.opened):
            if _is_old(seating.opened, self.desk.now()):
                self.desk.drop_note(NOTE + seating.code)
            else:
                yield SharedTable(self.desk, seating)

    def open(
        self, opener: str, layout: str, chairs: tuple[Chair, ...], *, finish_turn: bool = False
    ) -> SharedTable | No:
        """A new table; its code is one that no other table has."""
        code = next(c for c in iter(self._new_code, None) if c not in self._tables)
        seating = Seating(
            code, opener, layout, chairs, finish_turn, opened=self.desk.now().isoformat()
        )
        if not self.desk.keep_note(NOTE + code, seating.text):
            return No.NOT_SAVED
        self._tables[code] = SharedTable(self.desk, seating)
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
        if not self.desk.drop_note(NOTE + table.seating.code):
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

    def find(self, code: str, device: str, address: str) -> Found:
        """The table of a code; wrong ones make the next try wait.

        Args:
            code: As it was typed or scanned.
            device: The key of who asks.
            address: From where, all of a household as one.
        """
        now = self.desk.now()
        wait = self._guesses.wait(device, address, now)
        if wait > 0:
            return Found(None, wait)
        table = self._tables.get(code)
        if table is None or table.closed:
            table = None
            self._guesses.wrong(device, address, now)
        return Found(table)

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
