"""The messages between phone and relay, as JSON values; docs/wire.md describes them."""

import json
from collections import defaultdict
from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from operator import attrgetter
from typing import Any, TypeAlias

from qwixx_pad.core.corrections import Change
from qwixx_pad.core.json_codec import Codec
from qwixx_pad.core.layout import ROW_LETTERS
from qwixx_pad.core.moves import Entry, Refusal, parse_token
from qwixx_pad.games.custom_sheets import SheetText
from qwixx_pad.games.played_game import MAX_NAMES_READ, parse_utc, read_head
from qwixx_pad.games.session import Failure, Reason
from qwixx_pad.identity.devices import OWNER
from qwixx_pad.layouts import is_custom
from qwixx_pad.multiplayer.requests import (
    Add,
    AnswerSeatRequest,
    BestOf,
    ChooseSheet,
    ChooseSlip,
    CloseTable,
    ConfirmWhiteDice,
    Correct,
    DeclareLockDice,
    Decline,
    Enter,
    Free,
    JoinRequest,
    MoveSeat,
    Opening,
    OpeningChair,
    Recolor,
    Rematch,
    Remove,
    Rename,
    ReopenTable,
    RequestId,
    RequestSeat,
    RowSignal,
    SetFirstRoller,
    SetReady,
    Sit,
    Start,
    StopWaiting,
    UndoCorrection,
    WireRequest,
)
from qwixx_pad.multiplayer.seating import SEATING_CODEC, Chair, Seating
from qwixx_pad.storage import GameHead, SavedEntry

WIRE_VERSION = 3
THIS_DEVICE = OWNER.id
"""The id of this phone on the phone itself; the relay knows it by another id."""
_REQUEST_WORDS: dict[type[WireRequest], tuple[str, ...]] = {
    Sit: ("sit", "seat"),
    Free: ("free", "seat"),
    RequestSeat: ("ask-seat", "seat"),
    AnswerSeatRequest: ("answer-seat", "seat", "accept"),
    Add: ("add", "name", "color"),
    Rename: ("rename", "seat", "name"),
    Recolor: ("recolor", "seat"),
    Remove: ("remove", "seat"),
    MoveSeat: ("move", "seat", "to"),
    SetFirstRoller: ("set-first-roller", "seat"),
    ChooseSheet: ("choose-sheet", "layout", "finish_turn", "own_sheet"),
    ChooseSlip: ("take-slip", "seat", "slip"),
    BestOf: ("best-of", "games"),
    Start: ("start",),
    Rematch: ("rematch",),
    CloseTable: ("close",),
    ReopenTable: ("reopen",),
    Enter: ("enter", "entry", "base_length"),
    Correct: ("correct", "change", "base_length"),
    UndoCorrection: ("undo-correction", "seat", "base_length"),
    SetReady: ("set-ready", "seat", "ready"),
    Decline: ("decline-lock", "seat", "row"),
    DeclareLockDice: ("declare-lock-dice", "row", "white"),
    ConfirmWhiteDice: ("confirm-white-dice", "row"),
    StopWaiting: ("stop-waiting",),
}
"""For each kind of request its word, then the keys of its fields in their order."""
_KIND_OF_WORD = {word: kind for kind, (word, *_) in _REQUEST_WORDS.items()}
REASONS: dict[str, Reason] = {
    **{refusal.value: refusal for refusal in Refusal},
    "not_saved": Failure.NOT_SAVED,
    "disk_full": Failure.DISK_FULL,
    "stale": Failure.CHANGED_ELSEWHERE,
    "unreadable": Failure.UNREADABLE,
    "not_yours": Failure.NOT_YOURS,
    "no_game": Failure.NO_GAME,
    "game_full": Failure.GAME_FULL,
    "seat_taken": Failure.SEAT_TAKEN,
    "table_full": Failure.TABLE_FULL,
    "not_allowed": Failure.NOT_ALLOWED,
    "too_few_players": Failure.TOO_FEW,
    "no_first_roller": Failure.NOBODY_ROLLS,
    "game_started": Failure.STARTED,
    "table_not_saved": Failure.SEATING_NOT_SAVED,
    "other_edition": Failure.OTHER_EDITION,
    "unknown_sheet": Failure.UNKNOWN_SHEET,
    "bad_sheet": Failure.BAD_SHEET,
    "name_taken": Failure.NAME_TAKEN,
}
"""The reasons for refusals by their words on the wire and on the disks of phones."""
REASON_WORDS = {reason: word for word, reason in REASONS.items()}
ERRORS = {
    "no-table": Failure.NO_TABLE,
    "wait": Failure.TOO_MANY_TRIES,
    "closed": Failure.TABLE_CLOSED,
    "full": Failure.TABLE_FULL,
    "version": Failure.VERSION,
    "bad-sheet": Failure.BAD_SHEET,
}
"""The failures by the words of errors with which a relay closes a link; others are `REFUSED`."""
_MAX_TEXT_CHARS = 200
"""Characters of a text, such as the name of a player or of a sheet."""
_MAX_NUMBER = 1_000_000
_MAX_TABLE_CHARS = 16 * 1024
"""Characters of a seating; five players with long names need a tenth of that."""


def _read_text(value: object) -> str:
    if not isinstance(value, str) or len(value) > _MAX_TEXT_CHARS:
        raise ValueError("no text, or too long")
    return value


def _read_entry(token: str) -> Entry:
    entry = parse_token(token)
    if entry is None:
        raise ValueError("no token")
    return entry


def _read_change(value: object) -> Change:
    index, old, new = REQUEST_CODEC.read(tuple[int, Entry | None, Entry | None], value)
    if old is new is None:
        raise ValueError("no change")
    return Change(index, old, new)


def _read_sheet(value: object) -> SheetText:
    """Read a sheet that `SEATING_CODEC` has encoded; its text is checked later."""
    match value:
        case {"name": str(name), "text": str(text), "title": str(title), "description": str(more)}:
            return SheetText(name, text, title, more)
    raise ValueError("no sheet")


REQUEST_CODEC = Codec(
    {
        Opening: ("layout", "finish_turn", "chairs", "own_sheet"),
        OpeningChair: ("name", "color", "slip", "mine"),
        JoinRequest: ("secret", "join", "game", "base_length"),
        RequestId: ("game", "number"),
        **{kind: keys for kind, (_, *keys) in _REQUEST_WORDS.items()},
    },
    {
        str: _read_text,
        int: lambda value: read_number(value, -_MAX_NUMBER),
        dict: lambda plain: defaultdict(lambda: None, **plain),
        Entry: _read_entry,
        Change: _read_change,
        SheetText: _read_sheet,
    },
    {
        Entry: attrgetter("text"),
        Change: attrgetter("index", "old", "new"),
        SheetText: SEATING_CODEC.encode,
    },
)
"""The fields of requests. A missing field is null, and a value of another type is refused."""


def encode_request(request: WireRequest, request_id: RequestId | None = None) -> dict[str, Any]:
    """Encode a request for JSON: its word under `do`, its fields, and its identity, if any."""
    identity = REQUEST_CODEC.encode(request_id) if request_id else {}
    return {"do": _REQUEST_WORDS[type(request)][0], **identity, **REQUEST_CODEC.encode(request)}


def read_request(plain: dict[str, Any]) -> WireRequest:
    """Read a request from a message, which may have other fields too.

    Raises:
        ValueError: There is no valid request in it.
    """
    kind = _KIND_OF_WORD.get(str(plain.get("do")))
    if kind is None:
        raise ValueError("no such request")
    request = REQUEST_CODEC.read(kind, plain)
    if isinstance(request, RowSignal) and request.letter not in {*ROW_LETTERS}:
        raise ValueError("no row")
    return request


def read_request_id(plain: dict[str, Any]) -> RequestId:
    """Read the identity of a request for a log.

    Raises:
        ValueError: It is missing or invalid.
    """
    identity = REQUEST_CODEC.read(RequestId, plain)
    if identity.number < 1:
        raise ValueError("no number")
    return identity


def encode_answer(reason: Reason | None) -> dict[str, str]:
    """Encode the answer to a request for JSON; `reason` is why it was refused, if it was."""
    return {} if reason is None else {"refused": REASON_WORDS[reason]}


def read_answer(plain: dict[str, Any]) -> Reason | None:
    """Read why a request was refused; None if it was not.

    A word of a later version is read as `CHANGED_ELSEWHERE`.
    """
    if "refused" not in plain:
        return None
    return REASONS.get(str(plain["refused"]), Failure.CHANGED_ELSEWHERE)


# the news that a relay sends

NEWS_CODEC = Codec(
    {GameHead: ("id", "setup", "names", "started"), SavedEntry: None},
    {list: list, datetime: parse_utc},
    {datetime: lambda at: at.isoformat(timespec="microseconds")},
)
"""Heads and entries of games. Heads are read by `read_head`, which also cleans their texts."""
_Entries: TypeAlias = tuple[SavedEntry, ...]


@dataclass(frozen=True, slots=True)
class TableNews:
    """News of a table; a field that is None has not changed.

    Attributes:
        seating: The seating, where the id of this phone is `THIS_DEVICE`.
        here: Seats whose device is connected.
        away: Ids of the devices that have been away for a minute.
        head: Of the game that has begun, or that is played when the phone joins.
        corner: The corner of the table for the sheet of seat 1, from 1.
        start: The number of entries of the log that come before `entries`.
        entries: Entries of the log, in order.
        missed_entries: Entries of the log of the game before, after those that this phone has.
        last_number: The greatest number of this phone's requests in the log; 0 without one.
    """

    seating: Seating | None
    here: frozenset[int] | None
    away: frozenset[str] | None
    head: GameHead | None
    corner: int
    start: int
    entries: tuple[SavedEntry, ...] | None
    missed_entries: tuple[SavedEntry, ...] = ()
    last_number: int = 0


def read_news(plain: dict[str, Any], me: str) -> TableNews:
    """Read a first answer or an update for the phone that the relay knows by the id `me`.

    Raises:
        ValueError: It is malformed.
    """
    try:
        seating = plain.get("table")
        here = plain.get("here")
        away = plain.get("away")
        game = plain.get("game") or {}
        head = read_head(game, NEWS_CODEC.read(str, game["setup"])) if game else None
        return TableNews(
            None if seating is None else _read_wire_seating(seating, me),
            None if here is None else frozenset(read_number(seat) for seat in here),
            None if away is None else NEWS_CODEC.read(frozenset[str], away),
            head,
            read_number(game["table_side"], 1, len(head.names)) if head else 1,
            read_number(plain.get("from", 0)),
            NEWS_CODEC.read(_Entries, plain["log"]) if "log" in plain else None,
            NEWS_CODEC.read(_Entries, plain.get("rest", ())),
            read_number(plain.get("last_number", 0)),
        )
    except (TypeError, KeyError, AttributeError, OverflowError) as error:
        raise ValueError("no news of a table") from error


def read_first_seating(answer: dict[str, Any]) -> Seating:
    """Read the seating in the first answer of a relay.

    Raises:
        ValueError: There is none.
    """
    seating = read_news(answer, str(answer["you"])).seating
    if seating is None:
        raise ValueError("no table")
    return seating


def require_known_sheets(seating: Seating, code: str, sheets: Container[str]) -> None:
    """Check that a seating can be that of the table with this code.

    Raises:
        ValueError: It has another code, a sheet that this version does not know, or a custom sheet
            whose text it does not carry.
    """
    names = {seating.layout, *(chair.slip or seating.layout for chair in seating.all_chairs)}
    if seating.code != code or not all(name in sheets for name in names):
        raise ValueError("not this table")
    require_carried_sheets(seating, names)


def require_carried_sheets(seating: Seating, names: Iterable[str]) -> None:
    """Check that the table carries the text of each custom sheet among these names.

    Raises:
        ValueError: It does not.
    """
    carried = seating.own_sheet.name if seating.own_sheet else ""
    if any(is_custom(name) and name != carried for name in names):
        raise ValueError("a sheet without its text")


def read_number(value: object, least: int = 0, most: int = _MAX_NUMBER) -> int:
    """Read an integer of a message.

    Raises:
        ValueError: It is no integer, or out of bounds.
    """
    if type(value) is not int or not least <= value <= most:
        raise ValueError(value)
    return value


def retry_after_s(error: dict[str, Any], otherwise: float, most: float) -> float:
    """The seconds until another attempt that an error names, at most `most`; else `otherwise`."""
    match error.get("seconds"):
        case bool():
            return otherwise
        case int() | float() as seconds if seconds >= 0:  # false for NaN
            return min(seconds, most)
    return otherwise


def _read_wire_seating(plain: dict[str, Any], me: str) -> Seating:
    seating = SEATING_CODEC.read(Seating, plain)
    if len(json.dumps(plain)) > _MAX_TABLE_CHARS or len(seating.all_chairs) > MAX_NAMES_READ:
        raise ValueError("no table")
    return replace(
        seating,
        host=THIS_DEVICE if seating.host == me else seating.host,
        chairs=_with_own_id(seating.chairs, me),
        next_chairs=_with_own_id(seating.next_chairs, me),
    )


def _with_own_id(chairs: tuple[Chair, ...], me: str) -> tuple[Chair, ...]:
    def local_id(device: str | None) -> str | None:
        return THIS_DEVICE if device == me else device

    return tuple(
        replace(
            chair,
            device=local_id(chair.device),
            previous_device=local_id(chair.previous_device),
            asker=local_id(chair.asker),
            denied=local_id(chair.denied),
        )
        for chair in chairs
    )
