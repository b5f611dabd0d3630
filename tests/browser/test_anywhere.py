"""A table anywhere: two phones on the site, in two kinds of browsers, with only a relay between."""

import pytest

from tests.support.browser.browser_tab import shown
from tests.support.browser.journeys import code_of, everybody_sees, play
from tests.support.relay_processes import free_ports, relays

SIT_AS_BEN = """() => {
    if (!document.querySelector("#seats li")) return false;
    document.getElementById("name").value = "Ben";
    document.getElementById("down").click();
    return true;
}"""


@pytest.fixture
def relay(tmp_path, site_with_relay):
    options = ("--data", tmp_path / "tables", "--site", site_with_relay)
    with relays(free_ports(1), *options) as [running]:
        yield running


def begin(anna, ben, url):
    """Anna opens a table; Ben comes by its link, and takes a seat while Python loads."""
    anna.goto(url)
    shown(anna).tap("own-phones").wait_for("player-name")
    anna.write("player-name", "Anna").tap("add-player").wait_name("person-1", "Anna")
    code = code_of(anna)
    ben.goto(f"{url}#/join/{code}")
    ben.wait_until(lambda: ben.evaluate(SIT_AS_BEN), lambda: "no seats are shown")
    shown(ben)
    anna.wait_name("person-2", "Ben").tap("start-game").wait_for("end-turn")
    ben.wait_for("done")


def test_two_browsers_play_on_over_a_killed_relay(tab, firefox, relay):
    anna = tab()
    ben = firefox
    begin(anna, ben, f"http://127.0.0.1:{relay.port}/")
    play(ben, "r2")
    play(anna, "r2 r3").tap("end-turn").wait_for("done")
    play(anna, "r4")
    relay.kill()  # in mid-roll
    play(ben.wait_for("end-turn"), "r4 r5").wait_sees("2 entries")
    relay.start()
    everybody_sees([anna, ben], 6, 6)
    ben.load_again()
    shown(ben).wait_for("end-turn").tap("end-turn").wait_for("done")
    play(anna.wait_for("end-turn"), "r6")
    everybody_sees([anna, ben], 10, 6)
