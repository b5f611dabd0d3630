"""What a device says over its WebSocket, as far as it goes on to Flet.

Flet writes what it hears into its controls and makes events of it, whatever it is named and
whatever it is. Here each message is taken apart, and made anew of what is believed of it.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgpack  # type: ignore[import-untyped]  # it comes with Flet

from qwixx_pad.service import claims

MOST_PIECES = 5_000
"""Maps and lists of a message with all that is in them: the largest honest one has some hundred."""
_LONGEST_ID = 64
"""Letters of the name of a session, or of a call."""
_PAGE = 1
"""Flet's number for the page of a session."""
_REGISTER, _EVENT, _SET, _ANSWER = 1, 3, 4, 5
"""Flet's numbers for what a client sends."""

Body = Mapping[Any, Any]


def believed(packed: bytes, *, registered: bool) -> bytes | None:
    """The message as it goes on to Flet.

    Args:
        packed: A pair in MessagePack: what is meant, and what belongs to it.
        registered: Whether the device has introduced itself. It does so once, and first.

    Returns:
        The same with what is believed of it; None for nothing of it.
    """
    try:
        kind, body = _unpacked(packed)
        if (kind == _REGISTER) is registered:
            return None
        anew: bytes = msgpack.packb([kind, _ANEW[kind](body)])
    except (ValueError, TypeError, KeyError, OverflowError, msgpack.UnpackException):
        return None
    return anew


def _unpacked(packed: bytes) -> Any:  # noqa: ANN401 - it may be anything
    """The message; a megabyte of empty maps would be a hundred of memory.

    Raises:
        ValueError: It is none, or of too many pieces.
    """
    left = MOST_PIECES

    def counted(pieces: Any) -> Any:  # noqa: ANN401 - a list or a map
        nonlocal left
        left -= 1 + len(pieces)
        if left < 0:
            raise ValueError("too many pieces")
        return pieces

    return msgpack.unpackb(
        packed,
        object_hook=counted,
        list_hook=counted,
        max_array_len=MOST_PIECES,
        max_map_len=MOST_PIECES,
    )


def _introduction(body: Body) -> dict[str, Any]:
    page = claims.of_page(body["page"]) | {"web": True}  # who comes by this door is a browser
    session = body["session_id"]
    known = isinstance(session, str) and len(session) <= _LONGEST_ID
    return {"session_id": session if known else "", "page_name": "", "page": page}


def _event(body: Body) -> dict[str, Any]:
    name = body["name"]
    data = claims.of_event(name, body.get("data"))
    return {"target": _number(body["target"]), "name": name, "data": data}


def _properties(body: Body) -> dict[str, Any]:
    number = _number(body["id"])
    of = claims.of_page if number == _PAGE else claims.of_control
    return {"id": number, "props": of(body["props"])}


def _answer(body: Body) -> dict[str, Any]:
    """What it has answered is looked at by who knows what was asked: `ui/guards.py`."""
    call, error = body["call_id"], body.get("error")
    if not isinstance(call, str) or len(call) > _LONGEST_ID:
        raise TypeError("no call")
    return {
        "control_id": _number(body["control_id"]),
        "call_id": call,
        "result": body.get("result"),
        "error": None if error is None else claims.excuse(error) or "declined",
    }


def _number(value: Any) -> int:  # noqa: ANN401 - it may be anything
    """The number of a control.

    Raises:
        TypeError: It is none.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError("no control has such a number")
    return value


_ANEW: dict[int, Callable[[Body], dict[str, Any]]] = {
    _REGISTER: _introduction,
    _EVENT: _event,
    _SET: _properties,
    _ANSWER: _answer,
}
