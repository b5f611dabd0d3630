"""Messages of a device over its WebSocket: one at a time, checked before Flet gets them."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import msgpack  # type: ignore[import-untyped]  # it comes with Flet
from flet.messaging.protocol import MessageAction

from qwixx_pad.identity import client_input
from qwixx_pad.server import AsgiApp, AsgiMessage, AsgiReceive, AsgiScope, AsgiSend

MAX_MESSAGE_PIECES = 5_000
"""Most maps, lists and values in a message: the largest of Flet's client has some hundred."""
_MAX_ID_CHARS = 64
"""Length of the longest identifier of a session, or of a call."""
_PAGE = 1
"""Flet's number for the page of a session."""

Body = Mapping[Any, Any]


def sanitize_message(packed: bytes, *, registered: bool) -> bytes | None:
    """Sanitize a MessagePack message for Flet; None if it is invalid.

    The first valid message registers the device; after that, when it is `registered`, none may.
    """
    try:
        number, body = _unpack_message(packed)
        action = MessageAction(number)
        if registered == (action is MessageAction.REGISTER_CLIENT):
            return None
        return bytes(msgpack.packb([action.value, _SANITIZERS[action](body)]))
    except (ValueError, TypeError, KeyError, OverflowError, msgpack.UnpackException):
        return None


def _unpack_message(packed: bytes) -> Any:  # noqa: ANN401 - it may be anything
    """Unpack a message of few pieces: a megabyte of empty maps would take a hundred of memory.

    Raises:
        ValueError: It is none, or has too many pieces.
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
    session = body["session_id"]
    is_valid = isinstance(session, str) and len(session) <= _MAX_ID_CHARS
    return {
        "session_id": session if is_valid else "",
        "page_name": "",
        "page": client_input.sanitize_page(body["page"]) | {"web": True},  # only browsers come here
    }


def _sanitize_event(body: Body) -> dict[str, Any]:
    return {
        "target": _control_number(body["target"]),
        "name": body["name"],
        "data": client_input.sanitize_event(body["name"], body.get("data")),
    }


def _sanitize_properties(body: Body) -> dict[str, Any]:
    number = _control_number(body["id"])
    sanitize = client_input.sanitize_page if number == _PAGE else client_input.sanitize_control
    return {"id": number, "props": sanitize(body["props"])}


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
    """`value`, if it can be the number of a control.

    Raises:
        TypeError: It cannot.
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
"""Each action that a client may send, with the sanitizer of its body."""


_LEAVE_GRACE_S = 1
"""Seconds in which the app can notice that a device has gone."""
_UNREAD_TIMEOUT_S = 30
"""Seconds in which the app has to take a message; later its connection is ended."""
_TOO_LATE = 1008
_REPLACED = 1001
_PING = "here?"
_PONG = "here"
"""By these a page notices a lost connection (`assets/line.js`). Flet itself sends no texts."""
END_CONNECTION = "qwixx_pad.end_connection"
"""Key of a scope: a function that ends the WebSocket, and waits a second at most for the app."""


async def run_socket_app(
    app: AsgiApp, scope: AsgiScope, receive: AsgiReceive, send: AsgiSend, register: float
) -> None:
    """Run an app on the WebSocket of a device, and end it when the device has gone.

    A device has `register` seconds to introduce itself; Flet alone would wait for it without end.
    """
    messages: asyncio.Queue[AsgiMessage] = asyncio.Queue(maxsize=1)

    async def send_if_connected(message: AsgiMessage) -> None:
        # Flet would take an error for its own, and leave the session connected without end
        try:
            await send(message)
        except (OSError, RuntimeError):  # RuntimeError: uvicorn has closed it by itself
            if message["type"] != "websocket.send":
                raise

    forwarding = asyncio.create_task(
        _forward_messages(receive, send_if_connected, messages, register)
    )

    async def end_connection() -> None:
        forwarding.cancel()
        disconnecting = asyncio.ensure_future(
            messages.put({"type": "websocket.disconnect", "code": _REPLACED})
        )
        await asyncio.wait({running}, timeout=_LEAVE_GRACE_S)
        disconnecting.cancel()

    known = {**scope, END_CONNECTION: end_connection}
    running = asyncio.ensure_future(app(known, messages.get, send_if_connected))
    try:
        await asyncio.wait({running, forwarding}, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait({running}, timeout=_LEAVE_GRACE_S)
        if running.done():
            running.result()
    finally:
        running.cancel()
        forwarding.cancel()
        await asyncio.gather(running, forwarding, return_exceptions=True)


async def _forward_messages(
    receive: AsgiReceive, send: AsgiSend, messages: asyncio.Queue[AsgiMessage], register: float
) -> None:
    """Put sanitized messages into the queue until the device has gone or the app takes no more."""
    kind = ""
    registered = False
    deadline = asyncio.get_running_loop().time() + register
    while kind != "websocket.disconnect":
        try:
            async with asyncio.timeout_at(None if registered else deadline):
                message = await receive()
        except TimeoutError:  # Flet ends its session when the device seems to have gone
            message = {"type": "websocket.disconnect", "code": _TOO_LATE}
        kind = message["type"]
        if message.get("text") == _PING:
            await send({"type": "websocket.send", "text": _PONG})
            continue
        frame = message.get("bytes") or b""
        if frame[:1] == b"\0":
            sanitized = sanitize_message(frame[1:], registered=registered)
            if sanitized is None:
                continue
            message = {**message, "bytes": frame[:1] + sanitized}
            registered = True
        async with asyncio.timeout(_UNREAD_TIMEOUT_S):
            await messages.put(message)
