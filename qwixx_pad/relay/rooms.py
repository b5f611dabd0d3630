"""All tables of one relay: opened, found by their codes, handling one request at a time."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from qwixx_pad.games.session import Failure
from qwixx_pad.identity.devices import fingerprint
from qwixx_pad.identity.limiters import Backoff, CodeGuessLimiter, DailyQuota
from qwixx_pad.multiplayer.lobby import changed
from qwixx_pad.multiplayer.open_tables import ONLINE_CODE_LENGTH, new_code
from qwixx_pad.multiplayer.permissions import Attendance
from qwixx_pad.multiplayer.requests import (
    Add,
    Correct,
    Play,
    Request,
    RequestId,
    TakeBack,
    TakeSlip,
)
from qwixx_pad.multiplayer.seating import LIFE, Seating
from qwixx_pad.relay.room import Phone, Room
from qwixx_pad.relay.store import Here, News, Store
from qwixx_pad.relay.stored_table import Sheets, StoredTable
from qwixx_pad.storage import Conflict, StorageError

Run = Callable[..., Awaitable[Any]]
"""Calls a function that may wait for a disk, in a thread or at once; returns its result."""
_FREE_TABLES = 100
"""New tables of an address without a wait."""
_FREE_NEWCOMERS = 100
"""Devices new to a table that it lets in without a wait."""
CROWD = 64
"""Connections at one table; its players are let in all the same."""
ENTRIES = 20_000
"""Of an address and day: a hundred games of five, or ten with a lot of corrections."""


class ShutError(Exception):
    """Raised when somebody is not let in: why, as docs/wire.md has it.

    And in how many seconds another try makes sense; 0 where none does.
    """

    def __init__(self, error: str, seconds: float = 0.0) -> None:
        super().__init__(error)
        self.error, self.seconds = error, seconds


@dataclass(frozen=True, slots=True)
class Joining:
    """The request of a phone to join a table.

    Its device owns the secret, and has `base_length` entries of the log of a game, if any.
    """

    secret: str
    code: str
    game: str | None = None
    seen: int = 0


class Rooms:
    """The tables of a process; those that no phone shows are on the disk alone.

    `now` gives the time, in UTC; `run` runs calls of the store; an address may make so many
    `entries` a day.
    """

    def __init__(
        self,
        store: Store,
        sheets: Sheets,
        now: Callable[[], datetime],
        run: Run,
        entries: int = ENTRIES,
    ) -> None:
        self._store, self._sheets, self._now, self._run = store, sheets, now, run
        self._rooms: dict[str, Room] = {}
        self._guesses = CodeGuessLimiter()
        self._opened, self._newcomers = Backoff(_FREE_TABLES), Backoff(_FREE_NEWCOMERS)
        self._spent = DailyQuota(entries)
        self._elsewhere: dict[str, frozenset[str]] = {}
        self._attendances: dict[str, Attendance] = {}
        self._looked: datetime | None = None

    def __len__(self) -> int:
        """Return the number of tables that phones show."""
        return len(self._rooms)

    # coming and going

    async def open(self, secret: str, wanted: dict[str, Any], address: str) -> str:
        """Open a table as the device of this secret wants it, and return its code.

        Raises:
            AdmissionError: It is not opened.
            StorageError: It cannot be saved.
        """
        now = self._now()
        _must_not_wait(self._opened.wait(address, now) if address else 0.0)
        self._opened.fail(address, now)
        while True:
            code = new_code(ONLINE_CODE_LENGTH)
            key = fingerprint(f"{code}/{secret}")
            try:
                seating = _begun(key, code, wanted, self._sheets, now)
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                raise ShutError("bad") from error
            with suppress(Conflict):
                await self._run(self._kept(code).begin, seating)
                return code

    async def join(self, phone: Phone, wanted: Joining, address: str) -> Room:
        """Let a phone join a table; it gets all that it lacks.

        Its address, and its key at the table, are set.

        Raises:
            AdmissionError: It is not let in.
            StorageError: The table cannot be read now.
        """
        phone.address = address
        now, device = self._now(), fingerprint(wanted.secret)
        _must_not_wait(self._guesses.wait(device, address, now))
        self._guesses.tried(device, address, now)
        try:
            room = await self._found(wanted.code)
        except StorageError:
            self._guesses.right(device, address)
            raise
        self._guesses.right(device, address)
        while True:
            async with room.turn:
                if self._rooms.get(wanted.code) is room:
                    await self._let_in(room, phone, wanted, now)
                    return room
            room = await self._found(wanted.code)

    async def _found(self, code: str) -> Room:
        if code not in self._rooms:
            attendance = self._attendances.get(code) or Attendance(self._now)
            room: Room | None = await self._run(self._read, code, attendance)
            if code not in self._rooms:  # nobody else was quicker
                if room is None:
                    raise ShutError("no-table")
                self._rooms[code], self._attendances[code] = room, attendance
                room.heard_of(self._elsewhere.get(code, frozenset()))
        return self._rooms[code]

    def _read(self, code: str, attendance: Attendance) -> Room | None:
        kept = self._kept(code)
        seating = kept.read()
        return None if seating is None else Room(kept, seating, attendance)

    async def _let_in(self, room: Room, phone: Phone, wanted: Joining, now: datetime) -> None:
        phone.key = fingerprint(f"{wanted.code}/{wanted.secret}")
        try:
            if room.knows(phone.key):
                await self._run(room.is_back, phone.key)
            else:
                self._admit(room, now)
            missed = await self._run(room.missed, wanted.game, wanted.seen)
            room.join(phone, wanted.game, wanted.seen, missed)
        finally:
            await self._settle(room)

    def _admit(self, room: Room, now: datetime) -> None:
        """Let a newcomer in."""
        if room.closed:
            raise ShutError("closed")
        if room.crowd >= CROWD:
            raise ShutError("full")
        _must_not_wait(self._newcomers.wait(room.code, now))
        self._newcomers.fail(room.code, now)

    async def leave(self, room: Room, phone: Phone) -> None:
        """Remove a phone from its table."""
        async with room.turn:
            room.leave(phone)
            await self._settle(room)

    async def _settle(self, room: Room) -> None:
        """Announce the devices here to other relays; unload a table that no phone shows."""
        here = room.seated
        if here != room.announced:
            room.announced = here
            await self._run(self._store.announce, room.code, here)
        if not room.crowd:
            self._rooms.pop(room.code, None)

    # requests

    async def ask(
        self,
        room: Room,
        phone: Phone,
        number: int,
        request: Request,
        which: RequestId | None = None,
    ) -> None:
        """Do what a phone requests; send it the answer, and everybody the news.

        The number is repeated in the answer; `request_id` is that of a request for the log.

        Raises:
            AdmissionError: From its address more was entered and corrected today than one may.
        """
        async with room.turn:
            if isinstance(request, Play):
                _must_not_wait(self._spent.wait(phone.address, self._now()))
            before = room.entries
            played_anew = before if isinstance(request, Correct | TakeBack) else 0
            self._spent.spend(phone.address, played_anew, self._now())
            answer = await self._run(room.ask, phone.key, request, which)
            self._spent.spend(phone.address, room.entries - before, self._now())
            room.answer(phone, number, answer)
            await self._settle(room)

    # other relays, and time

    async def heard(self, news: News) -> None:
        """Handle news of another relay."""
        if isinstance(news, Here):
            await self._is_elsewhere(news)
            return
        for code in (news.code,) if news.code else tuple(self._rooms):
            await self._reread(code)

    async def _is_elsewhere(self, news: Here) -> None:
        self._elsewhere.pop(news.code, None)
        if news.keys:
            self._elsewhere[news.code] = news.keys
        room = self._rooms.get(news.code)
        if room is not None:
            async with room.turn:
                room.heard_of(news.keys)

    async def _reread(self, code: str) -> None:
        room = self._rooms.get(code)
        if room is None or room.stale:
            return
        room.stale = True
        async with room.turn:
            room.stale = False
            with suppress(StorageError):  # the store reports it again when it is back
                await self._run(room.reread)
            room.tell()

    async def look(self) -> None:
        """Announce the devices that are away by now."""
        for room in tuple(self._rooms.values()):
            if room.is_behind:
                async with room.turn:
                    room.tell()

    async def forget(self) -> None:
        """Delete the tables at which nothing was entered for a week, this time and the last time.

        The first call deletes none, and neither does a clock that is wrong in one call alone.

        Raises:
            StorageError: None was deleted.
        """
        self._attendances = {x: y for x, y in self._attendances.items() if x in self._rooms}
        before, self._looked = self._looked, self._now()
        if before is None:
            return
        for code in await self._run(self._store.forget, min(before, self._looked) - LIFE):
            room = self._rooms.get(code)
            if room is not None:
                async with room.turn:
                    room.forget()

    def _kept(self, code: str) -> StoredTable:
        return StoredTable(self._store, self._sheets, self._now, code)


def _must_not_wait(wait: float) -> None:
    """Refuse a caller that has to wait for some seconds."""
    if wait > 0:
        raise ShutError("wait", wait)


def _begun(key: str, code: str, wanted: dict[str, Any], sheets: Sheets, now: datetime) -> Seating:
    """Make the seating of a new table, as a device wants it."""
    seating = Seating(code, key, sheets[wanted["layout"]].name, opened=now.isoformat())
    for seat, chair in enumerate(wanted["chairs"], 1):
        name, color = chair["name"], chair["color"]
        if not isinstance(name, str) or not isinstance(color, int):
            raise TypeError("no player")
        name = name if seating.namesake(name) is None else seating.other_name(name)
        seating = _after(seating, Add(name, color), sheets)
        if chair["mine"] is not True:
            seating = seating.with_chair(seat, holder=None)
        if chair.get("slip"):
            seating = _after(seating, TakeSlip(seat, chair["slip"]), sheets)
    return replace(seating, finish_turn=wanted["finish_turn"] is True)


def _after(seating: Seating, change: Add | TakeSlip, sheets: Sheets) -> Seating:
    outcome = changed(seating, seating.opener, change, sheets.__getitem__)
    if isinstance(outcome, Failure):
        raise ShutError("bad")
    return outcome
