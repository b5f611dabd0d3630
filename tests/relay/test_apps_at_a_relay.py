"""Apps at a table of a real relay, over the sockets that they have on a phone."""

import pytest
from apps import app, playing
from remote_room import until
from running_relay import Relay
from strategies import entry

from qwixx_pad.server.relay_link import dial
from qwixx_pad.service.session import EntryOutcome
from qwixx_pad.tables.remote.link import LinkError
from qwixx_pad.tables.remote.told import ME
from qwixx_pad.tables.requests import Enter
from qwixx_pad.tables.state import Link


@pytest.fixture
def relay(tmp_path):
    running = Relay(tmp_path / "relay")
    yield running
    running.close()


async def test_what_one_app_enters_the_other_has_and_an_end_of_the_relay_is_seen(
    relay, tmp_path, last
):
    apps = [app(tmp_path / name, last, dial, relay.url) for name in ("anna", "ben")]
    async with playing(*apps) as (anna, ben):
        assert anna.ask(ME, Enter(entry("1:r5"), 0)) == EntryOutcome()
        await until(lambda: [each.text for each in ben.opened.game.log] == ["1:r5"])
        relay.server.should_exit = True
        await until(lambda: anna.link is ben.link is Link.DOWN)


@pytest.mark.parametrize("url", ["wss://127.0.0.1:1/relay", "nonsense"])
async def test_what_is_no_relay_is_not_reached(url):
    with pytest.raises(LinkError):
        await dial(url)


async def test_an_address_that_no_relay_is_behind_is_not_reached_either(relay):
    with pytest.raises(LinkError):
        await dial(relay.url.replace("/relay", "/elsewhere"))
