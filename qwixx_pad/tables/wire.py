"""Requests and answers as JSON values, as docs/wire.md describes them; used at both ends."""

import re
from dataclasses import asdict, fields
from typing import Any, get_args

from qwixx_pad.core.corrections import Change
from qwixx_pad.core.moves import Entry, parse
from qwixx_pad.core.refusal import Refusal
from qwixx_pad.service.session import EntryOutcome, Trouble
from qwixx_pad.tables.lobby import No
from qwixx_pad.tables.requests import Request, RequestId
from qwixx_pad.tables.state import TableAnswer

VERSION = 1
_KINDS: dict[str, Any] = {
    re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower(): kind for kind in get_args(Request)
}
"""The request that a word stands for, such as `begin-with`."""
_WORDS = {kind: word for word, kind in _KINDS.items()}
_LONGEST = 200
"""Letters of a text: a name or a sheet's, never more."""
_LARGEST = 1_000_000


def plain_request(request: Request, which: RequestId | None = None) -> dict[str, Any]:
    """A request as JSON has it: its word under `do`, beside its fields.

    Args:
        request: What is asked.
        which: Of the device's requests for the log, if it is one.
    """
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
    """The request that somebody has sent.

    Args:
        plain: What `plain_request` makes, or anything; what is more than needed is left out.

    Raises:
        ValueError: It is none.
    """
    word = plain.get("do")
    kind = _KINDS.get(word) if isinstance(word, str) else None
    if kind is None:
        raise ValueError("no such request")
    request: Request = kind(*(_read(plain.get(x.name), x.type) for x in fields(kind)))
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


def plain_answer(answer: TableAnswer) -> dict[str, str]:
    """What became of a request, as JSON has it: nothing if it was done."""
    match answer:
        case No():
            return {"no": answer.name}
        case EntryOutcome(Refusal() as refusal):
            return {"refusal": refusal.name}
        case EntryOutcome(None, Trouble() as trouble):
            return {"trouble": trouble.name}
    return {}


def read_answer(plain: dict[str, Any]) -> TableAnswer:
    """What became of a request; words that a later relay may have are as good as 'not now'."""
    match plain:
        case {"no": str(name)}:
            return No.__members__.get(name, No.NOT_YOURS)
        case {"refusal": str(name)} if name in Refusal.__members__:
            return EntryOutcome(Refusal[name])
        case {"refusal": _} | {"trouble": _}:
            trouble = Trouble.__members__.get(str(plain.get("trouble")), Trouble.MOVED_ON)
            return EntryOutcome(trouble=trouble)
    return None
