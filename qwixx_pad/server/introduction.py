"""The message with which a device introduces itself, with what it is believed of itself."""

from typing import Any

import msgpack  # type: ignore[import-untyped]  # it comes with Flet

from qwixx_pad import claims

_LONGEST_ID = 64
"""Letters of a session that a device takes up again."""


def introduced(frame: bytes) -> bytes | None:
    """The message as it goes on to Flet, which would write all of it into the session's page.

    Args:
        frame: As the device has sent it.

    Returns:
        The same with what is believed of it; None if it is no introduction.
    """
    try:
        action, body = msgpack.unpackb(frame[1:])
        page = claims.of_page(body["page"]) | {"web": True}  # who comes by this door is a browser
        told = {"session_id": _known(body["session_id"]), "page_name": "", "page": page}
    except (ValueError, TypeError, KeyError, msgpack.UnpackException):
        return None
    packed: bytes = msgpack.packb([action, told])
    return frame[:1] + packed


def _known(session: Any) -> str:  # noqa: ANN401 - it may be anything
    return session if isinstance(session, str) and len(session) <= _LONGEST_ID else ""
