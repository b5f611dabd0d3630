"""The messages between phone and relay, as JSON values: `docs/wire.md` describes them."""

import json
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from qwixx_pad.core.corrections import Change
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
from qwixx_pad.multiplayer.seating import Chair, Seating, seating_json
from qwixx_pad.storage import GameHead, SavedEntry

WIRE_VERSION = 3
THIS_DEVICE = OWNER.key
"""The key of this phone on its own screens; a relay knows each device by another key."""
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
"""Each kind of request: its word, then the key of each of its fields, in their order."""
_KIND_OF_WORD: dict[str, tuple[Any, list[str]]] = {
    word: (kind, keys) for kind, (word, *keys) in _REQUEST_WORDS.items()
}
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
"""The reasons of a refusal, by their words: on the wire, and on the disk of a phone."""
REASON_WORDS = {reason: word for word, reason in REASONS.items()}
ERRORS = {
    "no-table": Failure.NO_TABLE,
    "wait": Failure.TOO_MANY_TRIES,
    "closed": Failure.TABLE_CLOSED,
    "full": Failure.TABLE_FULL,
    "version": Failure.VERSION,
    "bad-sheet": Failure.BAD_SHEET,
}
"""The errors with which a relay ends a link."""
_MAX_TEXT_CHARS = 200
"""Characters of a text: the name of a player or sheet."""
_MAX_NUMBER = 1_000_000
_MAX_TABLE_CHARS = 16 * 1024
"""Characters of a seating; five players with long names need a tenth of that."""


def encode_request(request: WireRequest, request_id: RequestId | None = None) -> dict[str, Any]:
    """Encode a request for JSON: its word under `do`, its fields and its number."""
    word, *keys = _REQUEST_WORDS[type(request)]
    counted = {"game": request_id.game, "number": request_id.number} if request_id else {}
    values = (_encode_value(getattr(request, field.name)) for field in fields(request))
    return {"do": word, **counted, **dict(zip(keys, values, strict=True))}


def _encode_value(value: object) -> object:
    match value:
        case Entry():
            return value.text
        case Change(place, old, new):
            return [place, old and old.text, new and new.text]
        case SheetText():
            return seating_json(value)
    return value


def read_sheet(value: object) -> SheetText | None:
    """Read what `seating_json` makes of a sheet, or null; its text is not checked by that.

    Raises:
        ValueError: It is neither.
    """
    match value:
        case None:
            return None
        case {"name": str(name), "text": str(text), "title": str(title), "description": str(more)}:
            return SheetText(name, text, title, more)
    raise ValueError("no sheet")


def read_request(plain: dict[str, Any]) -> WireRequest:
    """Read a request from a message, which may contain more.

    Raises:
        ValueError: It is none.
    """
    word = plain.get("do")
    if not isinstance(word, str) or word not in _KIND_OF_WORD:
        raise ValueError("no such request")
    kind, keys = _KIND_OF_WORD[word]
    typed = zip(keys, fields(kind), strict=True)
    request: WireRequest = kind(*(read_field(plain.get(key), field.type) for key, field in typed))
    if isinstance(request, RowSignal) and request.letter not in {*ROW_LETTERS}:
        raise ValueError("no row")
    return request


def read_opening(plain: dict[str, Any]) -> Opening:
    """Read the table that a first message opens; the text of its sheet is not checked by that.

    Raises:
        ValueError: It is none.
    """
    match plain.get("chairs"):
        case [*chairs] if all(isinstance(chair, dict) for chair in chairs):
            return Opening(
                read_field(plain.get("layout"), str),
                read_field(plain.get("finish_turn"), bool),
                tuple(map(_read_chair, chairs)),
                read_sheet(plain.get("own_sheet")),
            )
    raise ValueError("no seats")


def _read_chair(plain: dict[str, Any]) -> OpeningChair:
    return OpeningChair(*(read_field(plain.get(x.name), x.type) for x in fields(OpeningChair)))


def read_field(value: Any, kind: Any) -> Any:  # noqa: ANN401 - of the type of a field
    """Return the value of a field, if it is of the field's type.

    Raises:
        ValueError: It is not, or is too long or too large.
    """
    if kind is Entry:
        return _parse_entry(value)
    if kind is Change:
        return _parse_change(value)
    if kind == SheetText | None:
        return read_sheet(value)
    fits = isinstance(value, kind) and isinstance(value, bool) == (kind is bool)
    if isinstance(value, int):
        fits = fits and abs(value) <= _MAX_NUMBER
    elif isinstance(value, str):
        fits = fits and len(value) <= _MAX_TEXT_CHARS
    if not fits:
        raise ValueError("a field that is missing, or no such value")
    return value


def _parse_entry(token: object) -> Entry:
    entry = parse_token(token) if isinstance(token, str) else None
    if entry is None:
        raise ValueError("no token")
    return entry


def _parse_change(value: object) -> Change:
    match value:
        case [place, old, new] if (old, new) != (None, None):
            before, after = (None if token is None else _parse_entry(token) for token in (old, new))
            return Change(read_field(place, int), before, after)
    raise ValueError("no change")


def read_request_id(plain: dict[str, Any]) -> RequestId:
    """Read the identity of a request for a log; raises ValueError if it is missing."""
    game, number = read_field(plain.get("game"), str), read_field(plain.get("number"), int)
    if number < 1:
        raise ValueError("no number")
    return RequestId(game, number)


def encode_answer(reason: Reason | None) -> dict[str, str]:
    """Encode for JSON why a request was refused: nothing if it was not."""
    return {} if reason is None else {"refused": REASON_WORDS[reason]}


def read_answer(plain: dict[str, Any]) -> Reason | None:
    """Read why a request was refused; unknown words of a later relay mean 'not now'."""
    if "refused" not in plain:
        return None
    return REASONS.get(str(plain["refused"]), Failure.CHANGED_ELSEWHERE)


# news of a relay


@dataclass(frozen=True, slots=True)
class TableNews:
    """News of a table; a field that is None has not changed.

    Attributes:
        seating: The seating; the seats of this phone have the key `THIS_DEVICE`.
        here: The seats whose device is connected.
        away: Keys of the devices that have been away for a minute.
        head: The game that has begun, or is played already when a phone comes.
        corner: Of the table, for the sheet of its first seat, from 1.
        start: How many entries of its log come before these.
        entries: Of the log, in order.
        missed_entries: Of the log of the game before, behind all that this phone knows.
        last_number: The greatest number of this phone's requests in the log.
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
    """Read a first answer or an update for the phone that the relay knows by the key `me`.

    Raises:
        ValueError: It is malformed.
    """
    try:
        return _read_news_fields(plain, me)
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
    """Refuse a seating that cannot be that of a table.

    Raises:
        ValueError: It has another code, or a sheet that this version does not know; or one of
            somebody's own whose text it does not carry.
    """
    names = {seating.layout, *(chair.slip or seating.layout for chair in seating.all_chairs)}
    if seating.code != code or not all(name in sheets for name in names):
        raise ValueError("not this table")
    require_carried_sheets(seating, names)


def require_carried_sheets(seating: Seating, names: Iterable[str]) -> None:
    """Refuse sheets of somebody's own by their names alone: a table must carry their text.

    Raises:
        ValueError: One of these is such a sheet, and not the one that the table carries.
    """
    carried = seating.own_sheet.name if seating.own_sheet else ""
    if any(is_custom(name) and name != carried for name in names):
        raise ValueError("a sheet without its text")


def read_number(value: object, least: int = 0, most: int = 1_000_000) -> int:
    """Read an integer of a message; raises ValueError if it is none, or out of bounds."""
    if type(value) is not int or not least <= value <= most:
        raise ValueError(value)
    return value


def retry_after_s(error: dict[str, Any], otherwise: float, most: float) -> float:
    """Return the seconds of a pause that an error asks for, or a default; so many at most."""
    match error.get("seconds"):
        case bool():
            return otherwise
        case int() | float() as seconds if seconds >= 0:  # false for NaN
            return min(seconds, most)
    return otherwise


def _read_news_fields(plain: dict[str, Any], me: str) -> TableNews:
    seating, here, game = plain.get("table"), plain.get("here"), plain.get("game") or {}
    away = plain.get("away")
    head = read_head(game, _require_text(game["setup"])) if game else None
    return TableNews(
        None if seating is None else _read_wire_seating(seating, me),
        None if here is None else frozenset(read_number(seat) for seat in here),
        None if away is None else frozenset(_require_text(key) for key in away),
        head,
        read_number(game["table_side"], 1, len(head.names)) if head else 1,
        read_number(plain.get("from", 0)),
        tuple(_read_entries(plain["log"])) if "log" in plain else None,
        tuple(_read_entries(plain.get("rest", ()))),
        read_number(plain.get("last_number", 0)),
    )


def _read_wire_seating(plain: dict[str, Any], me: str) -> Seating:
    text = json.dumps(plain)
    seating = Seating.read(text) if len(text) <= _MAX_TABLE_CHARS else None
    if seating is None or len(seating.all_chairs) > MAX_NAMES_READ:
        raise ValueError("no table")
    opener = THIS_DEVICE if seating.host == me else seating.host
    chairs, later = (_with_own_key(row, me) for row in (seating.chairs, seating.next_chairs))
    return replace(seating, host=opener, chairs=chairs, next_chairs=later)


def _with_own_key(chairs: tuple[Chair, ...], me: str) -> tuple[Chair, ...]:
    def local_key(key: str | None) -> str | None:
        return THIS_DEVICE if key == me else key

    return tuple(
        replace(
            chair,
            device=local_key(chair.device),
            previous_device=local_key(chair.previous_device),
            asker=local_key(chair.asker),
            denied=local_key(chair.denied),
        )
        for chair in chairs
    )


def _read_entries(log: Any) -> Iterator[SavedEntry]:  # noqa: ANN401 - whatever stands there
    for token, time in log:
        yield SavedEntry(_require_text(token), parse_utc(time))


def _require_text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value
