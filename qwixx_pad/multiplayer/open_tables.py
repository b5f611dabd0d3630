"""The shared tables of this process, by code, device and game."""

import secrets
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import TypeAlias

from qwixx_pad.games.session import Failure, GameService, Reason
from qwixx_pad.identity.limiters import CodeGuessLimiter
from qwixx_pad.multiplayer.network_access import NetworkAccess
from qwixx_pad.multiplayer.online.online_tables import JoinAttempt, OnlineTables
from qwixx_pad.multiplayer.online.remote_table import RemoteTable
from qwixx_pad.multiplayer.presence import DEFAULT_ABSENCE, Absence, Presence
from qwixx_pad.multiplayer.requests import CloseTable, ReopenTable
from qwixx_pad.multiplayer.seating import TABLE_LIFETIME, Chair, Seating
from qwixx_pad.multiplayer.shared_table import SHARED_TABLE_NOTE, SharedTable
from qwixx_pad.multiplayer.state import GameTable
from qwixx_pad.multiplayer.wire import THIS_DEVICE
from qwixx_pad.observable import Observable
from qwixx_pad.storage.summary import EPOCH, parse_timestamp

KnownTable: TypeAlias = SharedTable | RemoteTable
CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""The letters of table codes: none that looks like another (0 and O, 1, I and L)."""
CODE_LENGTH = 4
ONLINE_CODE_LENGTH = 6
"""Letters of a code that a relay has chosen."""


def new_code(length: int) -> str:
    """Make a random code that nobody can guess."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(length))


def clean_code(text: str) -> str:
    """Turn typed text into a code: in upper case, without characters that no code has.

    It has at most `ONLINE_CODE_LENGTH` letters.
    """
    return "".join(letter for letter in text.upper() if letter in CODE_ALPHABET)[
        :ONLINE_CODE_LENGTH
    ]


class TableRegistry(Observable):
    """The shared tables by their codes: those of this process, and the online ones of this device.

    Its watchers are notified of every change of a table too.

    Args:
        service: Stores the games.
        new_code: Makes a code that nobody can guess.
        alone: Whether no other device can connect to this pad, as in an app.
        online: The tables at relays; None if this pad has none.
        absence: When a device is away from a table of this process.

    Attributes:
        addresses: Addresses of this computer for phones, the offered one first; empty while phones
            may not connect.
        network: The switch that lets phones in.
        draft: The table that its owner is putting together and has not opened yet.
    """

    def __init__(
        self,
        service: GameService,
        new_code: Callable[[], str],
        *,
        alone: bool = False,
        online: OnlineTables | None = None,
        absence: Absence = DEFAULT_ABSENCE,
    ) -> None:
        super().__init__()
        self.service = service
        self.online = online
        if online is not None:
            online.watch(self._notify_watchers)
        self._serves_nobody = alone
        self._absence = absence
        self.addresses: tuple[str, ...] = ()
        self.network = NetworkAccess(service)
        self.network.watch(self._notify_watchers)
        self.draft: Seating | None = None
        self._new_code = new_code
        self._guess_limiter = CodeGuessLimiter()
        self._tables = {table.seating.code: table for table in self._load_tables()}

    def _load_tables(self) -> Iterator[SharedTable]:
        """Yield the tables of an earlier process in order of opening; delete old ones."""
        notes = self.service.read_notes(SHARED_TABLE_NOTE)
        seatings = [
            seating
            for key, text in notes.items()
            if (seating := Seating.read(text)) and key == SHARED_TABLE_NOTE + seating.code
        ]
        now = self.service.now()
        for seating in sorted(seatings, key=lambda seating: seating.opened):
            if now - parse_timestamp(seating.opened, now) > TABLE_LIFETIME:
                self.service.delete_note(SHARED_TABLE_NOTE + seating.code)
            else:
                yield self._make_table(seating)

    def _make_table(self, seating: Seating) -> SharedTable:
        table = SharedTable(
            self.service, seating, Presence(self.service.now, self._absence), self._absence
        )
        table.watch(self._notify_watchers)
        return table

    @property
    def is_unreachable(self) -> bool:
        """True if no other device can ever reach a table that is opened here."""
        return self._serves_nobody and not self.opens_online

    @property
    def opens_online(self) -> bool:
        """True if new tables are opened at a relay."""
        return self.online is not None and self.online.has_relay

    @property
    def code_length(self) -> int:
        """The number of letters of a code that can be joined from here."""
        return ONLINE_CODE_LENGTH if self.opens_online else CODE_LENGTH

    def link_addresses(self, table: GameTable) -> tuple[str, ...]:
        """The links to a table up to `/join/CODE`; empty while it cannot be reached."""
        if self.online is not None and isinstance(table, RemoteTable):
            return (self.online.site_address(table),)
        return self.addresses

    @property
    def own_addresses(self) -> tuple[str, ...]:
        """The addresses of the pads whose links lead to tables that can be joined from here."""
        return (*self.addresses, *(self.online.sites if self.online is not None else ()))

    @property
    def reach(self) -> tuple[object, ...]:
        """A value that changes whenever the addresses for phones or the switch change."""
        return self.addresses, self.network.state

    def set_addresses(self, addresses: tuple[str, ...]) -> None:
        """Set the addresses of this computer; the offered one stays first while it exists."""
        offered = [address for address in self.addresses[:1] if address in addresses]
        self._publish_addresses(tuple(dict.fromkeys((*offered, *addresses))))

    def offer_next_address(self) -> None:
        self._publish_addresses((*self.addresses[1:], *self.addresses[:1]))

    def _publish_addresses(self, addresses: tuple[str, ...]) -> None:
        if addresses != self.addresses:
            self.addresses = addresses
            self._notify_watchers()

    @property
    def _all_tables(self) -> tuple[KnownTable, ...]:
        """All tables, the newest last."""
        return (*self._tables.values(), *(self.online.tables if self.online else ()))

    def _table_by_code(self, code: str) -> KnownTable | None:
        return next((table for table in self._all_tables if table.seating.code == code), None)

    def open(
        self, opener: str, layout: str, chairs: tuple[Chair, ...], *, finish_turn: bool = False
    ) -> SharedTable | JoinAttempt | Failure:
        """Open a table: at a relay if there is one, else in this process."""
        if self.online is not None and self.opens_online:
            return self.online.open(layout, chairs, finish_turn=finish_turn)
        code = self._new_code()
        while code in self._tables:
            code = self._new_code()
        seating = Seating(
            code,
            opener,
            layout,
            chairs,
            finish_turn,
            opened=self.service.now().isoformat(),
            best_of=self.service.settings.best_of,
        )
        if not self.service.save_note(SHARED_TABLE_NOTE + code, seating.text):
            return Failure.SEATING_NOT_SAVED
        self._tables[code] = self._make_table(seating)
        self._notify_watchers()
        return self._tables[code]

    def close(self, by: str, code: str) -> Reason | None:
        """Send the phones away. A table without a game is deleted; others can be reopened."""
        table = self._table_by_code(code)
        if table is None:
            return Failure.NOT_ALLOWED
        reason = table.submit_request(by, CloseTable())
        if isinstance(table, SharedTable) and table.deleted:
            del self._tables[code]
            self._notify_watchers()
        return reason

    def closed_table(self, game: str, by: str) -> KnownTable | None:
        """The table that the device `by` has closed during this game."""
        closed = (x for x in self._all_tables if x.seating.closed and x.gone is None)
        return next((x for x in closed if x.seating.host == by and x.seating.game == game), None)

    def reopen_table(self, by: str, game: str) -> KnownTable | Reason:
        """Let the phones return to the table that was closed during this game."""
        table = self.closed_table(game, by)
        if table is None:
            return Failure.NOT_ALLOWED
        return table.submit_request(by, ReopenTable()) or table

    def find(
        self, code: str, device: str, address: str
    ) -> SharedTable | JoinAttempt | float | None:
        """Find the table of a code; each wrong code makes the next try wait longer.

        Args:
            code: As typed or scanned.
            device: Id of the device that asks.
            address: Address of its home network; the id of the device if that is unknown.

        Returns:
            The table; an attempt to join it at a relay; the seconds to wait until the next try; or
            None if there is no such table.
        """
        if self.online is not None and self.online.has_relay and len(code) == ONLINE_CODE_LENGTH:
            return self.online.join(code)
        now = self.service.now()
        wait = self._guess_limiter.wait_s(device, address, now)
        if wait > 0:
            return wait
        self._guess_limiter.count_attempt(device, address, now)
        table = self._tables.get(code)
        if table is None or table.is_closed:
            return None
        self._guess_limiter.forgive_attempt(device, address)
        return table

    def unstarted_table(self, opener: str, since: datetime | None) -> KnownTable | None:
        """The table that a device has opened and whose game has not begun.

        None if there is none, or if it was opened at `since` or before.
        """
        for table in self.tables_of(opener):
            if table.seating.host == opener and table.seating.game is None:
                is_older = since and parse_timestamp(table.seating.opened, EPOCH) <= since
                return None if is_older else table
        return None

    def known_table(self, code: str, device: str) -> KnownTable | None:
        """The table of a code if this device has opened it, has a seat there, or knows it online.

        This is not counted as a guess. The table may be closed: its players return when it is
        reopened.
        """
        table = self._table_by_code(code)
        if table is None:
            return None
        is_own = isinstance(table, RemoteTable) and device == THIS_DEVICE
        return table if is_own or table.seating.is_expected(device) else None

    def tables_of(self, device: str) -> tuple[KnownTable, ...]:
        """The open tables that a device has opened or has a seat at, newest first."""
        return tuple(
            table
            for table in reversed(self._all_tables)
            if table.seating.is_expected(device) and not table.is_closed
        )

    @property
    def games_at_tables(self) -> frozenset[str]:
        """The games of all tables that are open, or were closed during their game."""
        return frozenset(
            table.seating.game
            for table in self._all_tables
            if table.seating.game and table.gone is None and not table.is_done
        )

    def table_of_game(self, game: str) -> KnownTable | None:
        """The open table of a game; None without one."""
        tables = (table for table in self._all_tables if table.seating.game == game)
        return next((table for table in tables if not table.is_closed), None)
