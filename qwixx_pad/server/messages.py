"""Messages of a device over its WebSocket: one at a time, checked before Flet gets them."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import msgpack  # type: ignore[import-untyped]  # it comes with Flet
from flet.messaging.protocol import MessageAction

from qwixx_pad.identity import client_input
from qwixx_pad.server import AsgiApp, AsgiMessage, AsgiReceive, AsgiScope, AsgiSend

MAX_MESSAGE_PIECES = 5_000
"""Maps and lists of a message with all that is in them: the largest honest one has some hundred."""
_MAX_ID_CHARS = 64
"""Letters of the name of a session, or of a call."""
_PAGE = 1
"""Flet's number for the page of a session."""

Body = Mapping[Any, Any]


def sanitize_message(packed: bytes, *, registered: bool) -> bytes | None:
    """Sanitize a MessagePack message for Flet; return None if nothing of it is valid.

    A device introduces itself once, and first: then it is `registered`.
    """
    try:
        number, body = _unpack_message(packed)
        action = MessageAction(number)
        if (action is MessageAction.REGISTER_CLIENT) is registered:
            return None
        return bytes(msgpack.packb([action.value, _SANITIZERS[action](body)]))
    except (ValueError, TypeError, KeyError, OverflowError, msgpack.UnpackException):
        return None


def _unpack_message(packed: bytes) -> Any:  # noqa: ANN401 - it may be anything
    """Return the message; a megabyte of empty maps would be a hundred of memory.

    Raises:
        ValueError: It is none, or of too many pieces.
    """
    left = MAX_MESSAGE_PIECES

    def count_pieces(pieces: Any) -> Any:  # noqa: ANN401 - a list or a map
        nonlocal left
        left -= 1 + len(pieces)
        if left < 0:
            raise ValueError("too many pieces")
        return pieces

    return msgpack.unpackb(
        packed,
        object_hook=count_pieces,
        list_hook=count_pieces,
        max_array_len=MAX_MESSAGE_PIECES,
        max_map_len=MAX_MESSAGE_PIECES,
    )


def _sanitize_register(body: Body) -> dict[str, Any]:
    page = client_input.sanitize_page(body["page"]) | {
        "web": True
    }  # who comes by this door is a browser
    session = body["session_id"]
    known = isinstance(session, str) and len(session) <= _MAX_ID_CHARS
    return {"session_id": session if known else "", "page_name": "", "page": page}


def _sanitize_event(body: Body) -> dict[str, Any]:
    name = body["name"]
    data = client_input.sanitize_event(name, body.get("data"))
    return {"target": _control_number(body["target"]), "name": name, "data": data}


def _sanitize_properties(body: Body) -> dict[str, Any]:
    number = _control_number(body["id"])
    of = client_input.sanitize_page if number == _PAGE else client_input.sanitize_control
    return {"id": number, "props": of(body["props"])}


def _sanitize_result(body: Body) -> dict[str, Any]:
    """Sanitize a result's envelope; `ui/flet_support/flet_patches.py` checks the result."""
    call = body["call_id"]
    error = body.get("error")
    if not isinstance(call, str) or len(call) > _MAX_ID_CHARS:
        raise TypeError("no call")
    return {
        "control_id": _control_number(body["control_id"]),
        "call_id": call,
        "result": body.get("result"),
        "error": None if error is None else client_input.error_message(error) or "declined",
    }


def _control_number(value: Any) -> int:  # noqa: ANN401 - it may be anything
    """Return the number of a control.

    Raises:
        TypeError: It is none.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError("no control has such a number")
    return value


_SANITIZERS: Mapping[MessageAction, Callable[[Body], dict[str, Any]]] = {
    MessageAction.REGISTER_CLIENT: _sanitize_register,
    MessageAction.CONTROL_EVENT: _sanitize_event,
    MessageAction.UPDATE_CONTROL_PROPS: _sanitize_properties,
    MessageAction.INVOKE_METHOD: _sanitize_result,
}
"""All that a client sends."""


_LEAVE_GRACE_S = 1
"""Seconds that the pad gets to notice that a device has gone."""
_UNREAD_TIMEOUT_S = 30
"""Seconds that a message may lie unread before its connection counts as given up."""
_TOO_LATE = 1008
_REPLACED = 1001
_PING = "here?"
_PONG = "here"
"""By these a page finds out that the line is cut (`assets/line.js`). Flet itself sends no texts."""
END_CONNECTION = "qwixx_pad.end_connection"
"""In the scope of a WebSocket: ends it for the app, and waits until the app has noticed."""


async def run_socket_app(
    app: AsgiApp, scope: AsgiScope, receive: AsgiReceive, send: AsgiSend, register: float
) -> None:
    """Let an app speak with a device over a WebSocket, and end it when the device has gone.

    Flet waits for ever on a connection that sent nonsense, or nothing, before it registered; here
    it has `register` seconds to introduce itself.
    """
    line: asyncio.Queue[AsgiMessage] = asyncio.Queue(maxsize=1)
    answer = _send_while_connected(send)
    hearing = asyncio.create_task(_forward_messages(receive, answer, line, register))

    async def end_connection() -> None:
        hearing.cancel()
        telling = asyncio.ensure_future(
            line.put({"type": "websocket.disconnect", "code": _REPLACED})
        )
        await asyncio.wait({speaking}, timeout=_LEAVE_GRACE_S)
        telling.cancel()

    known = {**scope, END_CONNECTION: end_connection}
    speaking = asyncio.ensure_future(app(known, line.get, answer))
    try:
        await asyncio.wait({speaking, hearing}, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait({speaking}, timeout=_LEAVE_GRACE_S)
        if speaking.done():
            speaking.result()
    finally:
        speaking.cancel()
        hearing.cancel()
        await asyncio.gather(speaking, hearing, return_exceptions=True)


async def _forward_messages(
    receive: AsgiReceive, answer: AsgiSend, line: asyncio.Queue[AsgiMessage], register: float
) -> None:
    """Pass on what the device sends until it has gone, or until the app has stopped to listen.

    A device introduces itself once, first, and soon.
    """
    kind = ""
    registered = False
    deadline = asyncio.get_running_loop().time() + register
    while kind != "websocket.disconnect":
        try:
            async with asyncio.timeout_at(None if registered else deadline):
                message = await receive()
        except TimeoutError:  # for Flet it has gone, and so it ends what it has begun
            message = {"type": "websocket.disconnect", "code": _TOO_LATE}
        kind = message["type"]
        if message.get("text") == _PING:
            await answer({"type": "websocket.send", "text": _PONG})
            continue
        frame = message.get("bytes") or b""
        if frame[:1] == b"\0":
            told = sanitize_message(frame[1:], registered=registered)
            if told is None:
                continue
            message = {**message, "bytes": frame[:1] + told}
            registered = True
        async with asyncio.timeout(_UNREAD_TIMEOUT_S):
            await line.put(message)


def _send_while_connected(send: AsgiSend) -> AsgiSend:
    """Drop what a device that has just gone would have heard.

    Flet would take the failure for its own and leave the session connected for ever.
    """

    async def send_if_there(message: AsgiMessage) -> None:
        if message["type"] != "websocket.send":
            await send(message)
            return
        with suppress(OSError, RuntimeError):  # RuntimeError: uvicorn has closed it by itself
            await send(message)

    return send_if_there
