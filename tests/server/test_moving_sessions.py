"""A phone whose line was cut comes by another one, perhaps from another address."""

import sys

import msgpack
import pytest

from tests.support.server.counting_pad import (
    HELLO,
    LAN,
    PATIENCE,
    REGISTER,
    is_hung_up,
    say,
    still_counts,
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs a second loopback address")
HOME = "127.0.0.4"
ELSEWHERE = "127.0.0.5"
SECRET = "s" * 43
ANOTHER = "t" * 43


def session_after(wire, session):
    """The session with which a device goes on that wants this one."""
    say(wire, REGISTER, {**HELLO, "session_id": session})
    return msgpack.unpackb(wire.recv(PATIENCE)[1:], strict_map_key=False)[1]["session_id"]


@pytest.mark.parametrize("source", [HOME, ELSEWHERE])
def test_session_moves_to_the_newest_line_of_its_device(pad, source):
    with (
        pad.tab(host=LAN, secret=SECRET, source=HOME) as (cut, button),
        pad.dial(host=LAN, secret=SECRET, source=source) as wire,
    ):
        session = button.page.session.id
        assert session_after(wire, session) == session
        assert still_counts((wire, button))
        assert is_hung_up(cut)


def test_session_stays_with_its_device(pad):
    with (
        pad.tab(host=LAN, secret=SECRET, source=HOME) as tab,
        pad.dial(host=LAN, secret=ANOTHER, source=HOME) as wire,
    ):
        session = tab[1].page.session.id
        assert session_after(wire, session) != session
        assert still_counts(tab)


def test_page_that_checks_its_connection_is_answered(pad):
    with pad.dial(host=LAN) as wire:
        wire.send("here?")
        assert wire.recv(PATIENCE) == "here"
