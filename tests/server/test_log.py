"""What is sent to a device is not written out for a log that nobody reads."""

import asyncio

from flet.messaging.protocol import Message, MessageAction
from flet_web.fastapi.flet_app import FletApp

from qwixx_pad.server.serve import Serving, web_app


class Screen(str):
    """What must not be made a text of."""

    __slots__ = ()

    def __repr__(self):
        raise AssertionError("written out")


def test_a_screen_is_sent_without_being_written_out():
    web_app(lambda _: None, Serving(0))
    line = object.__new__(FletApp)
    sent = vars(line)["_FletApp__send_queue"] = asyncio.Queue()
    message = Message(MessageAction.PATCH_CONTROL, [Screen("a pad")])
    line.send_message(message)
    assert b"a pad" in sent.get_nowait()
    assert str(message) == "Message(PATCH_CONTROL)"
