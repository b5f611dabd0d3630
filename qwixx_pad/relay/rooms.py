"""All tables of a relay: opens them, finds them by code, handles one request at a time at each."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any

from qwixx_pad.games.custom_sheets import SheetText
from qwixx_pad.games.session import Failure
from qwixx_pad.identity.devices import fingerprint
from qwixx_pad.identity.limiters import Backoff, CodeGuessLimiter, DailyQuota
from qwixx_pad.multiplayer.lobby import lookup_with, seating_after
from qwixx_pad.multiplayer.open_tables import ONLINE_CODE_LENGTH, new_code
from qwixx_pad.multiplayer.permissions import Rights
from qwixx_pad.multiplayer.presence import Presence
from qwixx_pad.multiplayer.requests import (
    Add,
    ChooseSheet,
    ChooseSlip,
    Correct,
    JoinRequest,
    LogRequest,
    Opening,
    RequestId,
    UndoCorrection,
    WireRequest,
)
from qwixx_pad.multiplayer.seating import TABLE_LIFETIME, Seating
from qwixx_pad.multiplayer.wire import REQUEST_CODEC
from qwixx_pad.relay.room import Phone, Room
from qwixx_pad.relay.store import PeerNews, Store, TablePresence
from qwixx_pad.relay.stored_table import PrintedSheets, StoredTable
from qwixx_pad.storage import Conflict, StorageError

RunInThread = Callable[..., Awaitable[Any]]
"""Calls a function that may wait for a disk, perhaps in a thread; returns its result."""
_FREE_TABLES = 100
"""New tables of an address before it has to wait."""
_FREE_NEWCOMERS = 100
"""New devices at a table before further ones have to wait."""
MAX_PHONES = 64
"""Connections at a table; devices that belong to it may exceed that."""
MAX_DAILY_ENTRIES = 20_000
"""Entries of an address and day: a hundred games of five, or ten with many corrections."""
SHEET_ENTRIES = 100
"""The text of a sheet counts as this many entries, whether it is stored or refused."""


class AdmissionError(Exception):
    """Raised when a caller is refused.

    Attributes:
        error: Why, as in docs/wire.md.
        seconds: Until another try makes sense; 0 if none does.
    """

    def __init__(self, error: str, seconds: float = 0.0) -> None:
        super().__init__(error)
        self.error = error
        self.seconds = seconds


class Rooms:
    """The tables of a process. Those that no phone shows are only in the store.

    Args:
        store: Stores the tables.
        sheets: The printed sheets.
        now: Returns the present time in UTC.
        run: Calls the functions that use the store.
        entries: The entries that an address may make in a day.
    """

    def __init__(
        self,
        store: Store,
        sheets: PrintedSheets,
        now: Callable[[], datetime],
        run: RunInThread,
        entries: int = MAX_DAILY_ENTRIES,
    ) -> None:
        self._store = store
        self._sheets = sheets
        self._now = now
        self._run = run
        self._rooms: dict[str, Room] = {}
        self._guess_limiter = CodeGuessLimiter()
        self._openings = Backoff(_FREE_TABLES)
        self._newcomers = Backoff(_FREE_NEWCOMERS)
        self._entry_quota = DailyQuota(entries)
        self._peer_devices: dict[str, frozenset[str]] = {}
        self._presences: dict[str, Presence] = {}
        self._last_cleanup: datetime | None = None

    def __len__(self) -> int:
        """The number of tables that phones show."""
        return len(self._rooms)

    # coming and going

    async def open(self, secret: str, wanted: dict[str, Any], address: str) -> str:
        """Open a table as the device with this secret wants it, and return its code.

        Raises:
            AdmissionError: It is refused.
            StorageError: It cannot be saved.
        """
        now = self._now()
        _require_no_wait(self._openings.wait_s(address, now) if address else 0.0)
        self._openings.record_failure(address, now)
        if wanted.get("own_sheet") is not None:
            _require_no_wait(self._entry_quota.wait_s(address, now))
            self._entry_quota.spend(address, SHEET_ENTRIES, now)
        while True:
            code = new_code(ONLINE_CODE_LENGTH)
            device = fingerprint(f"{code}/{secret}")
            try:
                opening = REQUEST_CODEC.read(Opening, wanted)
                seating = _new_seating(device, code, opening, self._sheets, now)
            except (KeyError, ValueError) as error:
                raise AdmissionError("bad") from error
            with suppress(Conflict):
                await self._run(self._stored_table(code).create, seating)
                return code

    async def join(self, phone: Phone, wanted: JoinRequest, address: str) -> Room:
        """Let a phone join a table, set its address and id, and send it all that it does not have.

        Raises:
            AdmissionError: It is refused.
            StorageError: The table cannot be read now.
        """
        phone.address = address
        now = self._now()
        device = fingerprint(wanted.secret)
        _require_no_wait(self._guess_limiter.wait_s(device, address, now))
        self._guess_limiter.count_attempt(device, address, now)
        try:
            room = await self._find_room(wanted.code)
        except StorageError:
            self._guess_limiter.forgive_attempt(device, address)
            raise
        self._guess_limiter.forgive_attempt(device, address)
        while True:
            async with room.lock:
                if self._rooms.get(wanted.code) is room:
                    await self._let_in(room, phone, wanted, now)
                    return room
            room = await self._find_room(wanted.code)

    async def _find_room(self, code: str) -> Room:
        if code not in self._rooms:
            presence = self._presences.get(code) or Presence(self._now)
            room: Room | None = await self._run(self._load_room, code, presence)
            if code not in self._rooms:  # unless another call has loaded it meanwhile
                if room is None:
                    raise AdmissionError("no-table")
                self._rooms[code] = room
                self._presences[code] = presence
                room.set_peer_devices(self._peer_devices.get(code, frozenset()))
        return self._rooms[code]

    def _load_room(self, code: str, presence: Presence) -> Room | None:
        stored = self._stored_table(code)
        seating = stored.read()
        return None if seating is None else Room(stored, seating, presence)

    async def _let_in(self, room: Room, phone: Phone, wanted: JoinRequest, now: datetime) -> None:
        phone.device = fingerprint(f"{wanted.code}/{wanted.secret}")
        try:
            if not room.knows_all_of(phone.device, wanted.game, wanted.base_length):
                await self._run(room.reload_table)
                room.send_changes()
            if room.is_deleted:
                raise AdmissionError("no-table")
            if room.is_expected(phone.device):
                await self._run(room.welcome_back, phone.device)
            else:
                self._admit_newcomer(room, now)
            missed = await self._run(room.missed_entries, wanted.game, wanted.base_length)
            room.join(phone, wanted.game, wanted.base_length, missed)
        finally:
            await self._announce_or_drop(room)

    def _admit_newcomer(self, room: Room, now: datetime) -> None:
        """Check whether a device without a seat may join, and count it."""
        if room.is_closed:
            raise AdmissionError("closed")
        if room.phone_count >= MAX_PHONES:
            raise AdmissionError("full")
        _require_no_wait(self._newcomers.wait_s(room.code, now))
        self._newcomers.record_failure(room.code, now)

    async def leave(self, room: Room, phone: Phone) -> None:
        """Remove a phone from its table."""
        async with room.lock:
            room.leave(phone)
            await self._announce_or_drop(room)

    async def _announce_or_drop(self, room: Room) -> None:
        """Announce the devices here to other relays, and unload a table that no phone shows."""
        here = room.seated_devices
        if here != room.announced_devices:
            room.announced_devices = here
            await self._run(self._store.announce_presence, room.code, here)
        if not room.phone_count:
            self._rooms.pop(room.code, None)

    # requests

    async def answer_request(
        self,
        room: Room,
        phone: Phone,
        number: int,
        request: WireRequest,
        request_id: RequestId | None = None,
    ) -> None:
        """Do what a phone requests, answer it, and send all phones the news.

        Args:
            room: The table.
            phone: The phone.
            number: Of the request, for the answer.
            request: The request.
            request_id: Of a request for the log.

        Raises:
            AdmissionError: The address of the phone has used up its entries of this day.
        """
        async with room.lock:
            before = room.log_length
            work = _work_of(request, before)
            if work is not None:
                _require_no_wait(self._entry_quota.wait_s(phone.address, self._now()))
                self._entry_quota.spend(phone.address, work, self._now())
            unsure = room.unsure_seating(phone, number, request)
            answer = await self._run(room.handle_request, phone.device, request, request_id, unsure)
            if answer is Failure.SEATING_NOT_SAVED:
                room.remember_unsure(phone, number, request)
            self._entry_quota.spend(phone.address, room.log_length - before, self._now())
            room.answer_phone(phone, number, answer)
            await self._announce_or_drop(room)

    # other relays, and time

    async def on_peer_news(self, news: PeerNews) -> None:
        """Handle news of another relay."""
        if isinstance(news, TablePresence):
            await self._set_peer_devices(news)
            return
        codes = (news.code,) if news.code else tuple(self._rooms)
        for code in codes:
            await self._reload_room(code)

    async def _set_peer_devices(self, news: TablePresence) -> None:
        self._peer_devices.pop(news.code, None)
        if news.devices:
            self._peer_devices[news.code] = news.devices
        room = self._rooms.get(news.code)
        if room is not None:
            async with room.lock:
                room.set_peer_devices(news.devices)

    async def _reload_room(self, code: str) -> None:
        room = self._rooms.get(code)
        if room is None or room.reload_pending:
            return
        room.reload_pending = True
        async with room.lock:
            room.reload_pending = False
            with suppress(StorageError):  # the store reports it again when it is back
                await self._run(room.reload_table)
            room.send_changes()

    async def announce_absences(self) -> None:
        """Send news of devices that have been away long enough by now."""
        for room in tuple(self._rooms.values()):
            if room.has_unsent_absence:
                async with room.lock:
                    room.send_changes()

    async def drop_expired(self) -> None:
        """Delete the tables whose last change was a week ago, both now and at the last call.

        So the first call deletes none, and neither does a clock that is wrong only once.

        Raises:
            StorageError: None was deleted.
        """
        self._presences = {
            code: presence for code, presence in self._presences.items() if code in self._rooms
        }
        before = self._last_cleanup
        self._last_cleanup = self._now()
        if before is None:
            return
        limit = min(before, self._last_cleanup) - TABLE_LIFETIME
        for code in await self._run(self._store.drop_old_tables, limit):
            room = self._rooms.get(code)
            if room is not None:
                async with room.lock:
                    room.mark_deleted()

    def _stored_table(self, code: str) -> StoredTable:
        return StoredTable(self._store, self._sheets, self._now, code)


def _require_no_wait(wait: float) -> None:
    """Refuse a caller that has to wait, if `wait` is more than 0 seconds."""
    if wait > 0:
        raise AdmissionError("wait", wait)


def _work_of(request: WireRequest, log_length: int) -> int | None:
    """How many entries a request counts as besides those that it makes; None if it is free."""
    match request:
        case Correct() | UndoCorrection():
            return log_length
        case ChooseSheet(own_sheet=SheetText()):
            return SHEET_ENTRIES
    return 0 if isinstance(request, LogRequest) else None


def _new_seating(
    device: str, code: str, wanted: Opening, sheets: PrintedSheets, now: datetime
) -> Seating:
    """Build the seating of a new table as a device wants it.

    Raises:
        KeyError: A sheet is unknown.
        AdmissionError: A player or a sheet is refused.
    """
    own_sheet = _check_own_sheet(wanted)
    layout = lookup_with(own_sheet, sheets.__getitem__)(wanted.layout).name
    seating = Seating(code, device, layout, opened=now.isoformat(), own_sheet=own_sheet)
    for seat, chair in enumerate(wanted.chairs, 1):
        taken = seating.seat_named(chair.name) is not None
        name = seating.numbered_name(chair.name) if taken else chair.name
        seating = _apply_or_reject(seating, Add(name, chair.color), sheets)
        if not chair.mine:
            seating = seating.with_chair(seat, device=None)
        if chair.slip:
            seating = _apply_or_reject(seating, ChooseSlip(seat, chair.slip), sheets)
    return replace(seating, finish_turn=wanted.finish_turn)


def _check_own_sheet(wanted: Opening) -> SheetText | None:
    """The custom sheet that a new table carries, checked; None if it carries none."""
    if wanted.own_sheet is None:
        return None
    checked = wanted.own_sheet.checked()
    names = {wanted.layout, *(chair.slip for chair in wanted.chairs)}
    if checked is None or checked.name not in names:
        raise AdmissionError("bad-sheet")
    return checked


def _apply_or_reject(seating: Seating, change: Add | ChooseSlip, sheets: PrintedSheets) -> Seating:
    outcome = seating_after(Rights(seating.host, seating), change, sheets.__getitem__)
    if isinstance(outcome, Failure):
        raise AdmissionError("bad")
    return outcome
