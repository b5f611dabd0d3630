"""A guest has a seat by the link of a table before Python is there, and the pad goes on with it."""

import json
import time
from contextlib import contextmanager

import pytest
from websockets.sync.client import connect

from qwixx_pad.multiplayer.online.link import relay_secret
from tests.support.relay_processes import free_ports, relays

SECRET = "A" * 43
OPEN = {
    "layout": "classic",
    "finish_turn": False,
    "chairs": [
        {"name": "Ann", "color": 0, "slip": "", "mine": True},
        {"name": "Ben", "color": 1, "slip": "", "mine": False},
    ],
}


@pytest.fixture(scope="module")
def relay(tmp_path_factory, site_with_relay):
    """The address of a relay that serves the site."""
    data = tmp_path_factory.mktemp("tables")
    with relays(free_ports(1), "--data", data, "--site", site_with_relay) as [running]:
        yield f"127.0.0.1:{running.port}"


class Ann:
    """Who has opened the table, by a script."""

    def __init__(self, link, table):
        self._link = link
        self.here = []
        link.send(
            json.dumps({"wire": 3, "secret": SECRET, "join": table, "game": None, "base_length": 0})
        )
        self.table = json.loads(link.recv())["table"]

    def hear(self, wanted):
        until = time.monotonic() + 60
        while not wanted(self):
            self._take(self._link.recv(timeout=until - time.monotonic()))

    def ask(self, request):
        """Everything that arrived earlier is read with the answer."""
        self._link.send(json.dumps(request))
        while "re" not in self._take(self._link.recv(timeout=30)):
            pass

    def _take(self, frame):
        message = json.loads(frame)
        self.table, self.here = message.get("table", self.table), message.get("here", self.here)
        return message


@contextmanager
def opened(relay):
    """A table, with Ann at it."""
    address = f"ws://{relay}/relay"
    with connect(address) as link:
        link.send(json.dumps({"wire": 3, "secret": SECRET, "open": OPEN}))
        code = json.loads(link.recv())["code"]
    with connect(f"{address}/{code}") as link:
        yield Ann(link, code)


def arrive(page, relay, table, before="/"):
    """Open the link of a table."""
    page.goto(f"http://{relay}{before}#/join/{table}", wait_until="commit")
    return page


def test_guest_is_seated_while_python_loads(tab, relay):
    with opened(relay) as ann:
        page = tab().page
        with page.expect_websocket() as link:
            arrive(page, relay, f"{ann.table['code']}?fbclid=x%20")
        page.get_by_role("button", name="Ben").wait_for()
        page.get_by_label("Your name").fill("Cleo")
        page.get_by_role("button", name="Sit down").click()
        ann.hear(lambda ann: [chair["name"] for chair in ann.table["chairs"]][2:] == ["Cleo"])
        page.get_by_text("You’re in.").wait_for()
        ann.hear(lambda ann: ann.here == [1, 3])
        page.wait_for_selector("#splash.gone", state="attached", timeout=90_000)
        if not link.value.is_closed():
            link.value.wait_for_event("close")
        ann.ask({"n": 1, "do": "ping"})
        assert ann.here == [1, 3]  # Python has come as the same phone


BENEATH = """() => [...document.body.children]
    .filter(({id}) => id !== "splash").map(each => each.inert)"""


def test_guest_name_is_remembered_at_the_next_table(tab, relay):
    with opened(relay) as one, opened(relay) as next_one:
        page = arrive(tab().page, relay, one.table["code"])
        page.get_by_label("Your name").fill("Cleo")
        page.get_by_role("button", name="Sit down").click()
        page.get_by_text("You’re in.").wait_for()
        arrive(page, relay, next_one.table["code"], before="/?")
        page.get_by_role("button", name="Ben").wait_for()
        assert page.get_by_label("Your name").input_value() == "Cleo"
        page.wait_for_selector("#bars i:first-child.done", state="attached", timeout=90_000)
        beneath = page.evaluate(BENEATH)
        assert beneath
        assert all(beneath)
        page.get_by_role("button", name="Spectate").click()
        page.wait_for_selector("#splash.gone", state="attached", timeout=90_000)
        assert not any(page.evaluate(BENEATH))


def test_silent_relay_is_given_up(tab, relay):
    page = tab().page
    page.clock.install()
    page.route_web_socket("**/relay/*", lambda link: link.on_message(lambda _: None))
    arrive(page, relay, "AAAAAA").get_by_text("Looking for the table…").wait_for()
    page.clock.run_for(21_000)
    page.get_by_text("Not connected to the table. Retrying.").wait_for()


def test_guest_sees_that_the_table_does_not_exist(tab, relay):
    page = tab().page
    sent = []
    page.on("websocket", lambda link: link.on("framesent", lambda text: sent.append(text)))  # noqa: PLW0108 - it marks functions
    arrive(page, relay, "AAAAAA")
    page.get_by_text("No table has this code, or it has expired.").wait_for()
    secret = page.evaluate("localStorage.getItem('qwixx-pad-secret')")
    assert json.loads(sent[0])["secret"] == relay_secret(f"ws://{relay}/relay", secret) != secret
