"""A table with the phones that show it: their requests, and the news that they get.

A phone is a queue of messages; `service` sends them over its socket.

All phones at a table get the same news, so that each change is encoded only once.
"""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from qwixx_pad.games.session import Failure, OpenGame, Reason
from qwixx_pad.multiplayer.presence import Presence
from qwixx_pad.multiplayer.requests import (
    LogRequest,
    RequestId,
    RollSignal,
    WireRequest,
)
from qwixx_pad.multiplayer.seating import SEATING_CODEC, Seating
from qwixx_pad.multiplayer.shared_table import SharedTable
from qwixx_pad.multiplayer.wire import NEWS_CODEC, WIRE_VERSION, encode_answer
from qwixx_pad.relay.store import RequestMark, SavedTable
from qwixx_pad.relay.stored_table import StoredTable, TableMovedError
from qwixx_pad.server import AsgiSend
from qwixx_pad.storage import SavedEntry, StorageError

_MAX_QUEUED_FRAMES = 128
"""Frames that wait to be sent; a phone that leaves more of them unread is disconnected."""
_MAX_QUEUED_CHARS = 1 << 20
"""Characters of the frames that wait; a single frame may be longer."""
CLOSE_CODES = {
    "done": 1000,
    "bad": 4400,
    "no-table": 4404,
    "version": 4406,
    "slow": 4408,
    "closed": 4410,
    "bad-sheet": 4422,
    "wait": 4429,
    "full": 4503,
}
"""The close code of the WebSocket for each reason to disconnect."""


class Phone:
    """A connection to a phone.

    Attributes:
        device: The id of its device at its table; empty while it shows none.
        address: Of the caller; empty if no limit applies to it.
        end_reason: Why it is being disconnected; empty while it is not.
    """

    def __init__(self) -> None:
        self.device = ""
        self.address = ""
        self.end_reason = ""
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._queued_chars = 0

    def queue_text(self, text: str) -> None:
        """Queue a text; a phone that leaves too much unread is disconnected."""
        if self.end_reason:
            return
        if self._queue.qsize() >= _MAX_QUEUED_FRAMES or self._queued_chars > _MAX_QUEUED_CHARS:
            self.end_with_error("slow")
        else:
            self._queue.put_nowait(text)
            self._queued_chars += len(text)

    def end_with_error(self, error: str, more: dict[str, Any] | None = None) -> None:
        """Queue an error as the last message, with `more` fields, and disconnect."""
        self.end_with(error, {"error": error} | (more or {}))

    def end_with(self, reason: str, message: dict[str, Any]) -> None:
        """Queue the last message, and disconnect for one of the reasons in `CLOSE_CODES`."""
        if self.end_reason:
            return
        self.end_reason = reason
        while reason == "slow" and not self._queue.empty():
            self._queued_chars -= len(self._queue.get_nowait())
        self._queue.put_nowait(json.dumps(message))

    async def send_queued(self, send: AsgiSend) -> None:
        """Send the queue, as fast as the phone reads it, until the end of the connection."""
        while True:
            text = await self._queue.get()
            self._queued_chars -= len(text)
            await send({"type": "websocket.send", "text": text})
            if self.end_reason and self._queue.empty():
                await send({"type": "websocket.close", "code": CLOSE_CODES[self.end_reason]})
                return


SavedEntries = tuple[SavedEntry, ...]


@dataclass(frozen=True, slots=True)
class _UnsureRequest:
    """A request whose effect is unknown, because the store failed while it saved a seating.

    Attributes:
        number: Its number on the link.
        request: The request.
        seating: The seating that may have been saved or not.
    """

    number: int
    request: WireRequest
    seating: SavedTable


_Result = TypeVar("_Result")
_MAX_TRIES = 5
"""Tries of a request to a table that other relays keep changing."""
_NEWS_PARTS = ("table", "here", "away")
"""The fields of news apart from the game, see docs/wire.md."""


class Room:
    """A table.

    Methods that use the disk (`handle_request`, `welcome_back`, `reload_table`, `missed_entries`)
    may be called from any thread, one at a time. All others are called in the thread of the loop,
    and not meanwhile: callers hold `lock`.

    Args:
        store: Stores the table.
        seating: Of the table.
        presence: Of its devices, as far as this relay knows.

    Attributes:
        code: The code of the table.
        is_deleted: Whether the table has been deleted.
        lock: Held by callers that handle a request or send news.
        announced_devices: Ids of the devices at it that were last announced to other relays.
        reload_pending: Whether it is about to be read again.
    """

    def __init__(self, store: StoredTable, seating: Seating, presence: Presence) -> None:
        self.code = store.code
        self.is_deleted = False
        self.lock = asyncio.Lock()
        self._store = store
        self._presence = presence
        self._table = self._load_table(seating)
        self.announced_devices: frozenset[str] = frozenset()
        self.reload_pending = False
        self._phones: dict[Phone, _UnsureRequest | None] = {}
        self._peer_devices: frozenset[str] = frozenset()
        self._sent_state = self._shared_state

    def _load_table(self, seating: Seating) -> SharedTable:
        table = SharedTable(self._store, seating, self._presence, numbered=True)
        if seating.game is not None and table.opened is None:
            raise StorageError("the game of the table cannot be read now")
        return table

    @property
    def is_closed(self) -> bool:
        return self._table.is_closed

    @property
    def log_length(self) -> int:
        """The number of entries in the log of its game; 0 without one."""
        opened = self._table.opened
        return len(opened.game.log) if opened else 0

    @property
    def phone_count(self) -> int:
        return len(self._phones)

    @property
    def seated_devices(self) -> frozenset[str]:
        """Ids of the devices that play seats and show the table through this relay."""
        holders = {chair.device for chair in self._table.seating.chairs}
        return frozenset(phone.device for phone in self._phones if phone.device in holders)

    def is_expected(self, device: str) -> bool:
        """True if a device has opened this table, or has a seat: now, before, or next."""
        return self._table.seating.is_expected(device)

    def knows_all_of(self, device: str, game: str | None, base_length: int) -> bool:
        """True if this relay has all that a phone may have from another relay.

        That is a seat for `device`; and if the phone has a `game`, `base_length` entries of its
        log.
        """
        is_log_known = game == self._table.seating.game and base_length <= self.log_length
        return self.is_expected(device) and (game is None or is_log_known)

    # requests

    def handle_request(
        self,
        by: str,
        request: WireRequest,
        request_id: RequestId | None = None,
        unsure: SavedTable | None = None,
    ) -> Reason | None:
        """Do what the device `by` requests, and save it; return the reason if it is refused.

        Args:
            by: Id of the device.
            request: The request.
            request_id: Of a request for the log. If the log has that request already, it counts as
                done.
            unsure: The result of `unsure_seating`. If that seating was saved, the request counts as
                done.
        """
        failed: Reason | None = Failure.SEATING_NOT_SAVED
        if isinstance(request, LogRequest):
            failed = Failure.NOT_SAVED
        self._store.unsure = unsure
        if unsure is not None:
            try:
                self.reload_table()
            except StorageError:
                return failed
        return self._retry_when_moved(
            lambda: self._apply_request(by, request, request_id, unsure), failed
        )

    def remember_unsure(self, phone: Phone, number: int, request: WireRequest) -> None:
        """Remember which seating a request tried to save, since it may come again.

        Signals are not remembered: to receive one twice changes nothing.
        """
        if self._store.unsure is not None and not isinstance(request, RollSignal):
            self._phones[phone] = _UnsureRequest(number, request, self._store.unsure)

    def unsure_seating(self, phone: Phone, number: int, request: WireRequest) -> SavedTable | None:
        """The seating that this request tried to save when it came before; None if it did not."""
        unsure = self._phones.get(phone)
        if unsure is None or (unsure.number, unsure.request) != (number, request):
            return None
        return unsure.seating

    def welcome_back(self, device: str) -> None:
        """Give a returning device the seats that others have freed and nobody has taken.

        Uses the disk, like `handle_request`.
        """
        self._retry_when_moved(lambda: self._table.welcome_back(device), None)

    def _retry_when_moved(self, action: Callable[[], _Result], otherwise: _Result) -> _Result:
        """Run an action on the newest state of the table; return `otherwise` if that fails."""
        for _ in range(_MAX_TRIES):
            try:
                return action()
            except TableMovedError:
                try:
                    self.reload_table()
                except StorageError:
                    break
        return otherwise

    def _apply_request(
        self,
        by: str,
        request: WireRequest,
        request_id: RequestId | None,
        unsure: SavedTable | None,
    ) -> Reason | None:
        if self.is_deleted:
            return Failure.NOT_ALLOWED
        if unsure is not None and unsure.version <= self._store.saved.version:
            return None if unsure == self._store.saved else Failure.NOT_ALLOWED
        self._store.request_mark = None
        self._store.unsure = None
        self._store.own_sheet = self._table.seating.own_sheet
        if request_id is not None and isinstance(request, LogRequest):
            return self._apply_once(RequestMark(by, request_id.number), request, request_id.game)
        reason = self._table.submit_request(by, request)
        self.is_deleted = self._table.deleted
        return reason

    def _apply_once(self, mark: RequestMark, request: LogRequest, game: str) -> Reason | None:
        """Apply a request for the log unless the log has it already."""
        try:
            if self._store.has_request(game, mark):
                return None
        except StorageError:
            return Failure.NOT_SAVED
        if self._table.seating.game not in {game, None}:
            return Failure.CHANGED_ELSEWHERE
        self._store.request_mark = mark
        return self._table.submit_request(mark.by, request)

    def reload_table(self) -> None:
        """Read the table again after another relay has changed it.

        Raises:
            StorageError: It cannot be read now; nothing has changed.
        """
        seating = self._store.read()
        if seating is None:
            self.is_deleted = True
        else:
            self._table = self._load_table(seating)

    # news

    def missed_entries(self, game: str | None, base_length: int) -> SavedEntries | None:
        """The entries of an earlier game that a phone does not have.

        None if `game` is not an earlier one, or cannot be read.

        Uses the disk, like `handle_request`.
        """
        if game is None or game == self._table.seating.game:
            return None
        return self._store.entries_from(game, base_length)

    def join(
        self, phone: Phone, game: str | None, base_length: int, missed: SavedEntries | None = None
    ) -> None:
        """Add a phone, send it what it does not have, and send the others the news.

        Args:
            phone: The phone.
            game: The game whose log it has; None if it has none.
            base_length: How many entries of that log it has.
            missed: The result of `missed_entries`.
        """
        self._phones[phone] = None
        self._refresh_presence()
        self._send_news(tuple(self._phones)[:-1])
        now = self._sent_state
        start = base_length if game == now["game"] and 0 <= base_length <= now["entries"] else 0
        first = {
            "wire": WIRE_VERSION,
            "you": phone.device,
            **{part: now[part] for part in _NEWS_PARTS},
            "game": _game_json(self._table.opened),
            "last_number": self._store.last_number(phone.device),
            **self._log_from(start),
        }
        if missed is not None:
            first["rest"] = NEWS_CODEC.encode(missed)
        phone.queue_text(_encode_json(first))

    def leave(self, phone: Phone) -> None:
        self._phones.pop(phone, None)
        self._refresh_presence()
        self.send_changes()

    def set_peer_devices(self, devices: frozenset[str]) -> None:
        """Set all devices that show the table through other relays."""
        self._peer_devices = devices
        self._refresh_presence()
        self.send_changes()

    def _refresh_presence(self) -> None:
        devices = frozenset(phone.device for phone in self._phones)
        self._presence.set_present(devices | self._peer_devices)

    @property
    def has_unsent_absence(self) -> bool:
        """True if the devices that are away have changed since the last news."""
        return bool(self._sent_state["away"] != self._away_devices)

    def mark_deleted(self) -> None:
        """Mark the table as deleted, and disconnect its phones."""
        self.is_deleted = True
        self.send_changes()

    def send_changes(self) -> None:
        """Send all phones what has changed since the last news."""
        self._send_news(tuple(self._phones))

    def answer_phone(self, phone: Phone, number: int, reason: Reason | None) -> None:
        """Send all phones the changes, and this one the answer to its request in the same frame."""
        news = self._send_news(tuple(other for other in self._phones if other is not phone))
        text = _encode_json({"re": number} | encode_answer(reason))
        phone.queue_text(f"{text[:-1]},{news[1:]}" if news else text)
        if self.is_deleted:
            phone.end_with_error("no-table")

    def _send_news(self, phones: tuple[Phone, ...]) -> str:
        """Send the news to these phones, and return it for others; empty if nothing has changed."""
        if self.is_deleted:
            for phone in phones:
                phone.end_with_error("no-table")
            return ""
        before = self._sent_state
        self._sent_state = self._shared_state
        news = self._news_since(before)
        if not news:
            return ""
        text = _encode_json(news)
        for phone in phones:
            phone.queue_text(text)
        return text

    def _news_since(self, before: dict[str, Any]) -> dict[str, Any]:
        now = self._sent_state
        news = {part: now[part] for part in _NEWS_PARTS if now[part] != before[part]}
        if now["game"] != before["game"]:
            return news | {"game": _game_json(self._table.opened)} | self._log_from(0)
        if now["entries"] != before["entries"]:
            return news | self._log_from(before["entries"])
        return news

    @property
    def _shared_state(self) -> dict[str, Any]:
        """The state that all phones know once it has been sent."""
        seating = self._table.seating
        seats = range(1, len(seating.chairs) + 1)
        return {
            "table": seating,
            "here": tuple(seat for seat in seats if self._table.is_present(seat)),
            "away": self._away_devices,
            "game": seating.game,
            "entries": self.log_length,
        }

    @property
    def _away_devices(self) -> tuple[str, ...]:
        return tuple(sorted(self._table.away_devices))

    def _log_from(self, start: int) -> dict[str, Any]:
        opened = self._table.opened
        if opened is None or self._sent_state["game"] is None:
            return {}
        return {"from": start, "log": NEWS_CODEC.encode(opened.saved_entries(start))}


def _game_json(opened: OpenGame | None) -> dict[str, Any] | None:
    if opened is None:
        return None
    return {**NEWS_CODEC.encode(opened.head), "table_side": opened.first_corner}


_encode_json = json.JSONEncoder(default=SEATING_CODEC.encode, separators=(",", ":")).encode
