"""Somebody leaves and comes back, in real browsers: at a tablet of four, and with a phone lost."""

import pytest
from pad import PadPage, Server
from test_table import begin_setup, code_of, cross, sit, think


@pytest.fixture
def served(tmp_path):
    """A server that lets phones in."""
    running = Server(tmp_path / "data", lan=True)
    yield running
    running.kill()


def test_at_a_tablet_of_four_one_leaves_is_passed_over_and_comes_back(served, tab):
    pad = begin_setup(tab("tablet").open(served.url), "Anna", "Ben", "Cleo", "Dan")
    cross(pad.tap("start-game").wait_sees("Anna’s roll"), "s1-r5", "s2-r5")
    pad.tap("menu").tap("who-plays").tap("s2-out").wait_sees("Ben sits out")
    pad.tap("end-turn").wait_sees("Cleo’s roll").wait_number("s2-total", 1)
    pad.tap("s2-r7").wait_sees("Sits out: nothing is entered.")
    cross(pad, "s3-g12").tap("menu").tap("who-plays").tap("s2-in").wait_sees("Ben plays again")
    cross(pad, "s2-r7").wait_number("s2-total", 3)
    for roller in ("Dan", "Anna", "Ben"):
        think(pad.tap("end-turn").wait_sees(f"{roller}’s roll"))


def test_a_phone_switched_off_in_its_own_roll_stops_nobody_while_the_owner_plays_not(served, tab):
    owner = begin_setup(tab("tablet").open(served.url), "Anna", "Ben", "Cleo").tap("own-phones")
    code = code_of(owner)
    anna, ben, cleo = (sit(tab(), served.guest_url, code, seat) for seat in (1, 2, 3))
    owner.tap("start-game").wait_for("s1-r5")
    cross(anna.wait_for("end-turn"), "r5")
    owner.wait_name("s1-r5", "crossed").wait_number("s1-total", 1)
    device = anna.page.context
    anna.page.close()
    owner.wait_sees("Anna’s phone is away")
    owner.tap("menu").wait_for("free-1").tap("seats").wait_name("person-1", "Phone away • rolling")
    owner.tap("more-1").wait_for("free-1")
    owner.tap("s1-out").wait_name("person-1", "sits out")
    ben.wait_sees("Anna sits out").wait_name("seat-1", "sits out")
    ben.tap("end-turn").wait_for("end-turn")
    cross(ben, "r7").tap("end-turn")
    cross(cleo.wait_for("end-turn"), "g12").tap("end-turn")
    ben.wait_for("end-turn").wait_name("seat-1", "Anna, 1 point")
    again = PadPage(device.new_page()).open(served.guest_url).tap(f"table-{code}")
    again.wait_for("in")
    again.tap("menu")
    again.wait_for("s1-in")
    again.tap("s1-in").wait_for("done")
    ben.wait_sees("Anna plays again")
    owner.tap("close-table").wait_for("close-now")
    owner.tap("close-now")
    again.wait_sees("This table was closed.")
    owner.tap("continue-game").wait_for("s1-total").tap("menu")
    owner.wait_for("open-again")
    owner.tap("open-again").wait_for("table-code")
    cross(again.wait_for("done"), "b12")
    again.wait_number("total", 2)
