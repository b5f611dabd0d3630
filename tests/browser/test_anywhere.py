"""A table anywhere: two phones on the site, in two kinds of browsers, with only a relay between."""

import subprocess
import sys

import pytest
from pad import free_port
from site_host import with_relay
from test_other_browsers import shown
from test_table import cross, everybody_sees

SIT_AS_BEN = """() => {
    if (!document.querySelector("#seats li")) return false;
    document.getElementById("name").value = "Ben";
    document.getElementById("down").click();
    return true;
}"""


class Relay:
    """A process that keeps the tables and serves the site; it can be killed and started again."""

    def __init__(self, folder, site):
        self.port = free_port()
        self._folder, self._site = folder, site
        self.url = f"http://127.0.0.1:{self.port}/"
        self.start()

    def start(self):
        command = [sys.executable, "-m", "qwixx_pad", "--data", self._folder, "relay"]
        options = ["--port", str(self.port), "--site", self._site]
        self._process = subprocess.Popen([*command, *options], stdout=subprocess.PIPE)
        self._process.stdout.readline()  # it listens

    def kill(self):
        self._process.kill()
        self._process.communicate()


@pytest.fixture
def relay(tmp_path, site_folder):
    running = Relay(tmp_path / "tables", with_relay(site_folder, tmp_path))
    yield running
    running.kill()


def test_two_kinds_of_browsers_play_a_whole_game_and_a_rematch_with_nothing_but_a_relay(
    fresh_tab, firefox, relay
):
    anna = fresh_tab()
    anna.goto(relay.url)
    shown(anna).tap("own-phones").wait_for("player-name")
    anna.write("player-name", "Anna").tap("add-player").wait_name("person-1", "Anna")
    code = anna.name("table-code").removeprefix("Code ").replace(" ", "")
    ben = firefox
    ben.goto(f"{relay.url}#/join/{code}")
    ben.wait_until(lambda: ben.evaluate(SIT_AS_BEN), lambda: "no seats are shown")
    shown(ben)
    anna.wait_name("person-2", "Ben").tap("start-game").wait_for("end-turn")
    ben.wait_for("done")
    watcher = fresh_tab()
    watcher.goto(f"{relay.url}#/watch/{code}")
    shown(watcher).wait_sees("Anna").wait_sees("Ben")

    cross(ben, "r2")
    cross(anna, "r2", "r3").tap("end-turn").wait_for("done")
    cross(anna, "r4")
    relay.kill()  # in mid-roll
    cross(ben.wait_for("end-turn"), "r4", "r5").wait_sees("2 entries not sent")
    relay.start()
    everybody_sees([anna, ben], 6, 6)
    ben.load_again()
    shown(ben).wait_for("end-turn").tap("end-turn").wait_for("done")
    cross(ben, "r6")
    cross(anna.wait_for("end-turn"), "r6", "r7").tap("end-turn").wait_for("done")
    cross(anna, "b8")
    cross(ben.wait_for("end-turn"), "r8").tap("end-turn").wait_for("done")
    everybody_sees([anna, ben], 16, 15)
    anna.wait_for("end-turn").tap("r12").tap("white-r").wait_sees("Waiting for Ben")
    ben.wait_for("no-r").wait_sees("Cross 12 too").tap("r12").wait_gone("no-r")
    everybody_sees([anna, ben], 29, 28)
    watcher.wait_sees("29").wait_sees("28")

    anna.tap("menu").tap("finish").wait_for("rematch").wait_sees("Anna wins!")
    ben.wait_for("rematch").wait_sees("Anna wins!").tap("rematch").wait_for("end-turn")
    anna.wait_for("done")
    everybody_sees([anna, ben], 0, 0)
    for phone in (anna, ben):
        phone.show("/games").wait_sees("Anna").wait_sees("29")
