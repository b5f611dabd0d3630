"""What a device says over its WebSocket: one at a time, as far as it goes on to Flet."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import msgpack  # type: ignore[import-untyped]  # it comes with Flet

from qwixx_pad.identity import client_input
from qwixx_pad.server import App, Message, Receive, Scope, Send

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
    """Sanitize a MessagePack message for Flet; return None if nothing of it is valid.

    A device introduces itself once, and first: then it is `registered`.
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
    """Return the message; a megabyte of empty maps would be a hundred of memory.

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
    page = client_input.of_page(body["page"]) | {"web": True}  # who comes by this door is a browser
    session = body["session_id"]
    known = isinstance(session, str) and len(session) <= _LONGEST_ID
    return {"session_id": session if known else "", "page_name": "", "page": page}


def _event(body: Body) -> dict[str, Any]:
    name = body["name"]
    data = client_input.of_event(name, body.get("data"))
    return {"target": _number(body["target"]), "name": name, "data": data}


def _properties(body: Body) -> dict[str, Any]:
    number = _number(body["id"])
    of = client_input.of_page if number == _PAGE else client_input.of_control
    return {"id": number, "props": of(body["props"])}


def _answer(body: Body) -> dict[str, Any]:
    """Sanitize a result's envelope; `ui/flet_support/flet_patches.py` checks the result."""
    call, error = body["call_id"], body.get("error")
    if not isinstance(call, str) or len(call) > _LONGEST_ID:
        raise TypeError("no call")
    return {
        "control_id": _number(body["control_id"]),
        "call_id": call,
        "result": body.get("result"),
        "error": None if error is None else client_input.excuse(error) or "declined",
    }


def _number(value: Any) -> int:  # noqa: ANN401 - it may be anything
    """Return the number of a control.

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


_GRACE = 1
"""Seconds that the pad gets to notice that a device has gone."""
_PATIENCE = 30
"""Seconds that a message may lie unread before its connection counts as given up."""
_TOO_LATE = 1008


async def attend(app: App, scope: Scope, receive: Receive, send: Send, register: float) -> None:
    """Let an app speak with a device over a WebSocket, and end it when the device has gone.

    Flet waits for ever on a connection that sent nonsense, or nothing, before it registered; here
    it has `register` seconds to introduce itself.
    """
    line: asyncio.Queue[Message] = asyncio.Queue(maxsize=1)
    speaking = asyncio.ensure_future(app(scope, line.get, _to_whom_is_there(send)))
    hearing = asyncio.create_task(_hear(receive, line, register))
    try:
        await asyncio.wait({speaking, hearing}, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait({speaking}, timeout=_GRACE)
        if speaking.done():
            speaking.result()
    finally:
        speaking.cancel()
        hearing.cancel()
        await asyncio.gather(speaking, hearing, return_exceptions=True)


async def _hear(receive: Receive, line: asyncio.Queue[Message], register: float) -> None:
    """Pass on what the device sends until it has gone, or until the app has stopped to listen.

    A device introduces itself once, first, and soon.
    """
    kind, registered = "", False
    deadline = asyncio.get_running_loop().time() + register
    while kind != "websocket.disconnect":
        try:
            async with asyncio.timeout_at(None if registered else deadline):
                message = await receive()
        except TimeoutError:  # for Flet it has gone, and so it ends what it has begun
            message = {"type": "websocket.disconnect", "code": _TOO_LATE}
        kind = message["type"]
        frame = message.get("bytes") or b""
        if frame[:1] == b"\0":
            told = believed(frame[1:], registered=registered)
            if told is None:
                continue
            message = {**message, "bytes": frame[:1] + told}
            registered = True
        async with asyncio.timeout(_PATIENCE):
            await line.put(message)


def _to_whom_is_there(send: Send) -> Send:
    """Drop what a device that has just gone would have heard.

    Flet would take the failure for its own and leave the session connected for ever.
    """

    async def send_if_there(message: Message) -> None:
        if message["type"] != "websocket.send":
            await send(message)
            return
        with suppress(OSError, RuntimeError):  # RuntimeError: uvicorn has closed it by itself
            await send(message)

    return send_if_there
