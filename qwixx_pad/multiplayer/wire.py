"""What goes over a wire between phone and relay, as JSON values: `docs/wire.md` describes them."""

import json
import re
from collections.abc import Container, Iterator
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, get_args

from qwixx_pad.core.corrections import Change
from qwixx_pad.core.layout import ROW_LETTERS
from qwixx_pad.core.moves import Entry, Refusal, parse
from qwixx_pad.games.played_game import MOST_NAMES, moment, read_head
from qwixx_pad.games.session import Failure, Reason
from qwixx_pad.identity.devices import OWNER
from qwixx_pad.multiplayer.requests import AboutARow, CloseTable, MoveSeat, Request, RequestId
from qwixx_pad.multiplayer.seating import Chair, Seating
from qwixx_pad.storage import GameHead, SavedEntry

VERSION = 1
ME = OWNER.key
"""What this phone is known by on its own screens; a relay knows each device by another key."""
_WORDS: dict[Any, str] = {
    kind: re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower() for kind in get_args(Request)
} | {CloseTable: "close", MoveSeat: "move"}
"""The word for a kind of request, such as `begin-with`."""
_KINDS = {word: kind for kind, word in _WORDS.items()}
_OF_ENTRIES = (
    Failure.NOT_SAVED,
    Failure.DISK_FULL,
    Failure.MOVED_ON,
    Failure.UNREADABLE,
    Failure.NOT_YOURS,
    Failure.NO_GAME,
    Failure.GAME_FULL,
)
ENTRY_REASONS: dict[str, Reason] = {reason.name: reason for reason in (*Refusal, *_OF_ENTRIES)}
"""Why an entry does not stand, by its word: on the wire, and on the disk of a phone."""
_TABLE_FAILURES = {
    "TAKEN": Failure.TAKEN,
    "FULL": Failure.FULL,
    "NOT_YOURS": Failure.NOT_ALLOWED,
    "TOO_FEW": Failure.TOO_FEW,
    "NOBODY_ROLLS": Failure.NOBODY_ROLLS,
    "STARTED": Failure.STARTED,
    "NOT_SAVED": Failure.NOT_KEPT,
    "OTHER_BOX": Failure.OTHER_BOX,
    "UNKNOWN_SHEET": Failure.UNKNOWN_SHEET,
    "NAMED": Failure.NAMED,
}
_REASONS: dict[tuple[str, str], Reason] = {
    **{("refusal", refusal.name): refusal for refusal in Refusal},
    **{("trouble", failure.name): failure for failure in _OF_ENTRIES},
    **{("no", word): failure for word, failure in _TABLE_FAILURES.items()},
}
_ANSWERS = {reason: answer for answer, reason in _REASONS.items()}
"""The field and the word by which a relay says why something was not done."""
_UNKNOWN = {
    "no": Failure.NOT_ALLOWED,
    "refusal": Failure.MOVED_ON,
    "trouble": Failure.MOVED_ON,
}
"""What a word means that a later relay may have."""
ERRORS = {
    "no-table": Failure.NO_TABLE,
    "wait": Failure.WAIT,
    "closed": Failure.CLOSED,
    "full": Failure.FULL,
    "version": Failure.VERSION,
}
"""The errors with which a relay ends a link."""
_LONGEST = 200
"""Letters of a text: a name or a sheet's, never more."""
_LARGEST = 1_000_000
_LONGEST_TABLE = 16 * 1024
"""Letters of who sits where; five players with long names need a tenth of that."""


def plain_request(request: Request, which: RequestId | None = None) -> dict[str, Any]:
    """A request as JSON has it: its word under `do`, beside its fields and its number."""
    values = {field.name: getattr(request, field.name) for field in fields(request)}
    counted = asdict(which) if which else {}
    return {"do": _WORDS[type(request)], **counted, **{x: _plain(y) for x, y in values.items()}}


def _plain(value: object) -> object:
    match value:
        case Entry():
            return value.text
        case Change(place, old, new):
            return [place, old and old.text, new and new.text]
    return value


def read_request(plain: dict[str, Any]) -> Request:
    """The request that somebody has sent, with whatever beside it.

    Raises:
        ValueError: It is none.
    """
    word = plain.get("do")
    kind = _KINDS.get(word) if isinstance(word, str) else None
    if kind is None:
        raise ValueError("no such request")
    request: Request = kind(*(_read(plain.get(x.name), x.type) for x in fields(kind)))
    if isinstance(request, AboutARow) and request.letter not in {*ROW_LETTERS}:
        raise ValueError("no row")
    return request


def _read(value: Any, kind: Any) -> Any:  # noqa: ANN401 - of the type of a field
    """A field's value, if it is of the field's type."""
    if kind is Entry:
        return _entry(value)
    if kind is Change:
        return _change(value)
    fits = isinstance(value, kind) and isinstance(value, bool) == (kind is bool)
    if isinstance(value, int):
        fits = fits and abs(value) <= _LARGEST
    elif isinstance(value, str):
        fits = fits and len(value) <= _LONGEST
    if not fits:
        raise ValueError("a field that is missing, or no such value")
    return value


def _entry(token: object) -> Entry:
    entry = parse(token) if isinstance(token, str) else None
    if entry is None:
        raise ValueError("no token")
    return entry


def _change(told: object) -> Change:
    match told:
        case [int(place), None | str() as old, None | str() as new] if old or new:
            before, after = (_entry(token) if token else None for token in (old, new))
            return Change(_read(place, int), before, after)
    raise ValueError("no change")


def read_id(plain: dict[str, Any]) -> RequestId:
    """Which request for a log somebody has sent; raises ValueError if that is not said."""
    game, number = _read(plain.get("game"), str), _read(plain.get("number"), int)
    if number < 1:
        raise ValueError("no number")
    return RequestId(game, number)


def plain_answer(reason: Reason | None) -> dict[str, str]:
    """Why a request was not done, as JSON has it: nothing if it was."""
    return {} if reason is None else dict([_ANSWERS[reason]])


def read_answer(plain: dict[str, Any]) -> Reason | None:
    """Why a request was not done; words that a later relay may have are as good as 'not now'."""
    said = next(((field, str(plain[field])) for field in _UNKNOWN if field in plain), None)
    return None if said is None else _REASONS.get(said, _UNKNOWN[said[0]])


# what a relay tells


@dataclass(frozen=True, slots=True)
class Told:
    """News of a table; what is None has not changed.

    Attributes:
        seating: Who sits where; what this phone holds is held by `ME`.
        here: The seats (from 1) whose device is connected.
        away: Keys of the devices that were not for a minute.
        head: The game that has begun, or is played already when a phone comes.
        corner: Where round the table the sheet of its first seat lies, from 1.
        start: How many entries of its log stand before these.
        entries: Of the log, in order.
        rest: Of the log of the game before, behind all that this phone has said to know.
        number: The greatest of this phone's requests that stand in the log.
    """

    seating: Seating | None
    here: frozenset[int] | None
    away: frozenset[str] | None
    head: GameHead | None
    corner: int
    start: int
    entries: tuple[SavedEntry, ...] | None
    rest: tuple[SavedEntry, ...] = ()
    number: int = 0


def read_told(plain: dict[str, Any], me: str) -> Told:
    """What a first answer or an update says to who is known by `me` to the relay.

    Raises:
        ValueError: It says something that cannot be.
    """
    try:
        return _told(plain, me)
    except (TypeError, KeyError, AttributeError, OverflowError) as error:
        raise ValueError("no news of a table") from error


def read_first(answer: dict[str, Any]) -> Seating:
    """Who sits where, by the first answer of a relay.

    Raises:
        ValueError: That does not say it.
    """
    seating = read_told(answer, str(answer["you"])).seating
    if seating is None:
        raise ValueError("no table")
    return seating


def must_fit(seating: Seating, code: str, sheets: Container[str]) -> None:
    """Take nothing for a table that it cannot be.

    Raises:
        ValueError: It has another code, or a sheet that this version does not know.
    """
    slips = {chair.slip or seating.layout for chair in seating.everybody}
    if seating.code != code or not all(name in sheets for name in {seating.layout, *slips}):
        raise ValueError("not this table")


def read_number(value: object, least: int = 0, most: int = 1_000_000) -> int:
    """An integer of a message; raises ValueError where it is none, or out of these bounds."""
    if type(value) is not int or not least <= value <= most:
        raise ValueError(value)
    return value


def seconds_alone(error: dict[str, Any], otherwise: float, most: float) -> float:
    """Seconds that a relay wants to be left alone by its error, or else those; so many at most."""
    match error.get("seconds"):
        case bool():
            return otherwise
        case int() | float() as seconds if seconds >= 0:  # which is not said of no number
            return min(seconds, most)
    return otherwise


def _told(plain: dict[str, Any], me: str) -> Told:
    table, here, game = plain.get("table"), plain.get("here"), plain.get("game") or {}
    away = plain.get("away")  # an older relay does not say
    head = read_head(game, _text(game["setup"])) if game else None
    return Told(
        None if table is None else _seating(table, me),
        None if here is None else frozenset(read_number(seat) for seat in here),
        None if away is None else frozenset(_text(key) for key in away),
        head,
        read_number(game["corner"], 1, len(head.names)) if head else 1,
        read_number(plain.get("from", 0)),
        tuple(_entries(plain["log"])) if "log" in plain else None,
        tuple(_entries(plain.get("rest", ()))),
        read_number(plain.get("number", 0)),
    )


def _seating(plain: dict[str, Any], me: str) -> Seating:
    text = json.dumps(plain)
    seating = Seating.read(text) if len(text) <= _LONGEST_TABLE else None
    if seating is None or len(seating.everybody) > MOST_NAMES:
        raise ValueError("no table")
    opener = ME if seating.opener == me else seating.opener
    chairs, later = (_mine(row, me) for row in (seating.chairs, seating.next))
    return replace(seating, opener=opener, chairs=chairs, next=later)


def _mine(chairs: tuple[Chair, ...], me: str) -> tuple[Chair, ...]:
    def known(key: str | None) -> str | None:
        return ME if key == me else key

    return tuple(
        replace(
            chair,
            holder=known(chair.holder),
            former=known(chair.former),
            asker=known(chair.asker),
            denied=known(chair.denied),
        )
        for chair in chairs
    )


def _entries(log: Any) -> Iterator[SavedEntry]:  # noqa: ANN401 - whatever stands there
    for token, time in log:
        yield SavedEntry(_text(token), moment(time))


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value
