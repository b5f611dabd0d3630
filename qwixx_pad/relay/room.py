"""One table with the phones that show it: their requests, and the news to them.

A phone is a queue of messages to it; sockets are the business of `service`.

Everybody at a table has the same news, so each change is encoded once for all of them.
"""

import asyncio
import json
from collections.abc import Callable
from typing import Any, TypeVar

from qwixx_pad.games.session import Failure, OpenGame, Reason
from qwixx_pad.multiplayer.permissions import Attendance
from qwixx_pad.multiplayer.requests import (
    Play,
    Request,
    RequestId,
)
from qwixx_pad.multiplayer.seating import Seating, plain
from qwixx_pad.multiplayer.shared_table import SharedTable
from qwixx_pad.multiplayer.wire import VERSION, plain_answer
from qwixx_pad.relay.store import RequestMark
from qwixx_pad.relay.stored_table import MovedError, StoredTable
from qwixx_pad.server import Send
from qwixx_pad.storage import SavedEntry, StorageError

_MOST_WAITING = 128
"""Frames that wait for a reader; a phone that reads none of so many is cut off."""
_MOST_LETTERS = 1 << 20
"""Characters of frames that wait; a single frame may be longer."""
CODES = {
    "done": 1000,
    "bad": 4400,
    "no-table": 4404,
    "version": 4406,
    "slow": 4408,
    "closed": 4410,
    "wait": 4429,
    "full": 4503,
}
"""The WebSocket close code after each error."""


class Phone:
    """One connection: a phone at the other end of a WebSocket.

    Attributes:
        key: Of its device at its table; empty while it shows none.
        address: Of the caller; empty where no limit holds.
        end_reason: Why it was cut off; empty while it is not.
    """

    def __init__(self) -> None:
        self.key = self.address = ""
        self.over = ""
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._letters = 0

    def send(self, text: str) -> None:
        """Queue a text; a phone that leaves far too much unread is cut off."""
        if self.over:
            return
        if self._waiting.qsize() >= _MOST_WAITING or self._letters > _MOST_LETTERS:
            self.end("slow")
        else:
            self._waiting.put_nowait(text)
            self._letters += len(text)

    def end(self, error: str, more: dict[str, Any] | None = None) -> None:
        """Queue an error as the last message, and end the connection."""
        self._end(error, {"error": error} | (more or {}))

    def done(self, said: dict[str, Any]) -> None:
        """Queue an answer as the last message, and end the connection."""
        self._end("done", said)

    def _end(self, why: str, said: dict[str, Any]) -> None:
        if self.over:
            return
        self.over = why
        while why == "slow" and not self._waiting.empty():
            self._letters -= len(self._waiting.get_nowait())
        self._waiting.put_nowait(json.dumps(said))

    async def write(self, send: Send) -> None:
        """Send the queue, as fast as it is read, up to its end."""
        while True:
            text = await self._waiting.get()
            self._letters -= len(text)
            await send({"type": "websocket.send", "text": text})
            if self.over and self._waiting.empty():
                await send({"type": "websocket.close", "code": CODES[self.over]})
                return


Entries = tuple[SavedEntry, ...]
_Answer = TypeVar("_Answer")
_TRIES = 5
"""Tries of a request to a table that other relays keep changing."""
_AROUND = ("table", "here", "away")
"""The news of a table apart from its game, as docs/wire.md has it."""


class Room:
    """One table.

    Methods that use the disk (`handle_request`, `reload_table`) may be called from a thread, one at
    a time; all others in the thread of the loop, and not meanwhile: callers hold `lock`.

    Args:
        store: Holds the table.
        seating: Of the table.
        presence: Of its devices, as far as this relay knows.

    Attributes:
        lock: Held by callers that handle a request or send news.
        announced_keys: Keys of the devices at it, as last announced to other relays.
        reload_pending: Whether it is about to be read again.
    """

    def __init__(self, kept: StoredTable, seating: Seating, attendance: Attendance) -> None:
        self.turn = asyncio.Lock()
        self._kept, self._attendance = kept, attendance
        self._table = self._read(seating)
        self._gone = False
        self.announced: frozenset[str] = frozenset()
        self.stale = False
        self._phones: dict[Phone, None] = {}
        self._elsewhere: frozenset[str] = frozenset()
        self._told = self._state

    def _read(self, seating: Seating) -> SharedTable:
        table = SharedTable(self._kept, seating, self._attendance, numbered=True)
        if seating.game is not None and table.opened is None:
            raise StorageError("the game of the table cannot be read now")
        return table

    @property
    def code(self) -> str:
        """The code of the table."""
        return self._kept.code

    @property
    def closed(self) -> bool:
        """True if no newcomer is let in."""
        return self._table.closed

    @property
    def entries(self) -> int:
        """The number of entries in the log of its game."""
        opened = self._table.opened
        return len(opened.game.log) if opened else 0

    @property
    def crowd(self) -> int:
        """The number of phones that show it."""
        return len(self._phones)

    @property
    def seated(self) -> frozenset[str]:
        """Keys of the devices that play seats and show it by way of this relay."""
        holders = {chair.holder for chair in self._table.seating.chairs}
        return frozenset(phone.key for phone in self._phones if phone.key in holders)

    def knows(self, key: str) -> bool:
        """Return whether a device opened the table, plays a seat, or will from the next game on."""
        return self._table.seating.expects(key)

    # requests

    def ask(self, by: str, request: Request, which: RequestId | None = None) -> Reason | None:
        """Do what the device of a key requests, if it may; it is on the disk on return.

        A request for the log that is in it already (`request_id`) counts as done.
        """
        nothing: Reason | None = Failure.NOT_SAVED
        return self._done(lambda: self._ask(by, request, which), nothing)

    def is_back(self, key: str) -> None:
        """Give a returning device back the seats that others released for it and are free.

        Uses the disk, like `handle_request`.
        """
        self._done(lambda: self._table.is_back(key), None)

    def _done(self, do: Callable[[], _Answer], nothing: _Answer) -> _Answer:
        """Run an action on the newest state of the table; return `otherwise` where that fails."""
        for _ in range(_TRIES):
            try:
                return do()
            except MovedError:
                try:
                    self.reread()
                except StorageError:
                    break
        return nothing

    def _ask(self, by: str, request: Request, which: RequestId | None) -> Reason | None:
        if self._gone:
            return Failure.NOT_ALLOWED
        self._kept.mark = None
        if which is not None and isinstance(request, Play):
            return self._play(RequestMark(by, which.number), request, which.game)
        reason = self._table.ask(by, request)
        self._gone = self._table.forgotten
        return reason

    def _play(self, mark: RequestMark, request: Play, game: str) -> Reason | None:
        """Enter a request in the log once, however often a device sends it."""
        try:
            if self._kept.stands(game, mark):
                return None
        except StorageError:
            return Failure.NOT_SAVED
        if self._table.seating.game not in {game, None}:
            return Failure.MOVED_ON
        self._kept.mark = mark
        return self._table.ask(mark.by, request)

    def reread(self) -> None:
        """Read the table again, which another relay has changed.

        Raises:
            StorageError: It cannot be read now; all is as before.
        """
        seating = self._kept.read()
        if seating is None:
            self._gone = True
        else:
            self._table = self._read(seating)

    # news

    def missed(self, game: str | None, seen: int) -> Entries | None:
        """Return the entries of an earlier game that a phone lacks; None if it was not played here.

        Uses the disk, like `handle_request`.
        """
        if game is None or game == self._table.seating.game:
            return None
        return self._kept.rest(game, seen)

    def join(
        self, phone: Phone, game: str | None, seen: int, missed: Entries | None = None
    ) -> None:
        """Add a phone; the others get the news, and it gets all that it lacks.

        It has so many entries (`base_length`) of the log of a game, if it has one; of an earlier
        game of this table it `missed` the rest.
        """
        self._phones[phone] = None
        self._are_here()
        self._tell(tuple(self._phones)[:-1])
        now = self._told
        start = seen if game == now["game"] and 0 <= seen <= now["entries"] else 0
        first: dict[str, Any] = {"wire": VERSION, "you": phone.key}
        first |= {part: now[part] for part in _AROUND}
        first["game"] = _plain_game(self._table.opened)
        first["last_number"] = self._kept.last_number(phone.key)
        first |= self._log(start)
        if missed is not None:
            first["rest"] = _plain_log(missed)
        phone.send(_text(first))

    def leave(self, phone: Phone) -> None:
        """Remove a phone."""
        self._phones.pop(phone, None)
        self._are_here()
        self.tell()

    def heard_of(self, keys: frozenset[str]) -> None:
        """Set the devices that show the table by way of other relays: all of them."""
        self._elsewhere = keys
        self._are_here()
        self.tell()

    def _are_here(self) -> None:
        keys = frozenset(phone.key for phone in self._phones)
        self._attendance.are_here(keys | self._elsewhere)

    @property
    def is_behind(self) -> bool:
        """True if a device is away by now, and that was not sent."""
        return bool(self._told["away"] != self._away)

    def forget(self) -> None:
        """Mark the table as deleted."""
        self._gone = True
        self.tell()

    def tell(self) -> None:
        """Send everybody what has changed since the last news."""
        self._tell(tuple(self._phones))

    def answer(self, phone: Phone, number: int, reason: Reason | None) -> None:
        """Send the changes, and answer the phone that requested them: both in one frame."""
        news = self._tell(tuple(other for other in self._phones if other is not phone))
        text = _text({"re": number} | plain_answer(reason))
        phone.send(f"{text[:-1]},{news[1:]}" if news else text)
        if self._gone:
            phone.end("no-table")

    def _tell(self, phones: tuple[Phone, ...]) -> str:
        """Send the news to some phones; return it for the others, empty if there is none."""
        if self._gone:
            for phone in phones:
                phone.end("no-table")
            return ""
        before, self._told = self._told, self._state
        news = self._since(before)
        if not news:
            return ""
        text = _text(news)
        for phone in phones:
            phone.send(text)
        return text

    def _since(self, before: dict[str, Any]) -> dict[str, Any]:
        now = self._told
        news = {part: now[part] for part in _AROUND if now[part] != before[part]}
        if now["game"] != before["game"]:
            return news | {"game": _plain_game(self._table.opened)} | self._log(0)
        grown = now["entries"] != before["entries"]
        return news | self._log(before["entries"]) if grown else news

    @property
    def _state(self) -> dict[str, Any]:
        """The state that everybody at the table knows, once it was sent."""
        seating = self._table.seating
        seats = range(1, len(seating.chairs) + 1)
        return {
            "table": seating,
            "here": tuple(seat for seat in seats if self._table.is_here(seat)),
            "away": self._away,
            "game": seating.game,
            "entries": self.entries,
        }

    @property
    def _away(self) -> tuple[str, ...]:
        return tuple(sorted(self._table.away))

    def _log(self, start: int) -> dict[str, Any]:
        opened = self._table.opened
        if opened is None or self._told["game"] is None:
            return {}
        return {"from": start, "log": _plain_log(opened.saved(start))}


def _plain_log(entries: Entries) -> list[list[str]]:
    return [[each.token, each.at.isoformat(timespec="microseconds")] for each in entries]


def _plain_game(opened: OpenGame | None) -> dict[str, Any] | None:
    if opened is None:
        return None
    head = opened.head
    return {
        "id": head.id,
        "setup": head.setup,
        "names": head.names,
        "started": head.started.isoformat(timespec="microseconds"),
        "table_side": opened.first_corner,
    }


_text = json.JSONEncoder(default=plain, separators=(",", ":")).encode
