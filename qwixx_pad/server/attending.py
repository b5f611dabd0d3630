"""One WebSocket: what a device says reaches the app, as long as the device is there and speaks."""

import asyncio
from contextlib import suppress

from qwixx_pad.server.asgi import App, Message, Receive, Scope, Send
from qwixx_pad.server.messages import believed

_GRACE = 1
"""Seconds that the pad gets to notice that a device has gone."""
_PATIENCE = 30
"""Seconds that a message may lie unread before its connection counts as given up."""
_TOO_LATE = 1008


async def attend(app: App, scope: Scope, receive: Receive, send: Send, register: float) -> None:
    """Let an app speak with a device over a WebSocket, and end it when the device has gone.

    Flet waits for ever on a connection that sent nonsense, or nothing, before it registered.

    Args:
        app: What speaks with the device.
        scope: The WebSocket.
        receive: Gives what the device sends.
        send: Takes what it shall hear.
        register: Seconds that it has to introduce itself.
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
    """Drops what a device that has just gone would have heard.

    Flet would take the failure for its own and leave the session connected for ever.
    """

    async def send_if_there(message: Message) -> None:
        if message["type"] != "websocket.send":
            await send(message)
            return
        with suppress(OSError, RuntimeError):  # RuntimeError: uvicorn has closed it by itself
            await send(message)

    return send_if_there
