"""Two phones in two kinds of browsers, two relays on one PostgreSQL, and one door to both.

A relay is killed in mid-roll, then the database crashes: nothing that was kept is lost, and
nothing is kept twice.
"""

from collections import Counter
from contextlib import closing
from types import SimpleNamespace

import pytest
from haproxy import haproxy
from postgres import Postgres
from relays import free_ports, relays
from site_host import with_relay
from test_anywhere import begin, end, open_table, remember, watch
from test_other_browsers import shown
from test_table import cross, everybody_sees

ALL = (
    *("2:r2", "1:r2", "1:r3", "/"),
    *("1:r4", "2:r4", "2:r5", "/"),
    *("2:r6", "1:r6", "1:r7", "/"),
    *("1:b8", "2:r8", "/"),
    *("1:r12", "2:r12", "end"),
)
"""What was entered in four rolls, and in one that closes a row."""


@pytest.fixture
def service(tmp_path, site_folder):
    """Both relays, the door to them, its address, and their database."""
    door, *ports = free_ports(3)
    with closing(Postgres()) as postgres, haproxy(tmp_path, door, ports) as opened:
        options = ("--database", postgres.address, "--site", with_relay(site_folder, tmp_path))
        with relays(ports, *options) as running:
            yield SimpleNamespace(
                url=f"http://127.0.0.1:{door}/", door=opened, relays=running, postgres=postgres
            )


def linked(page, service, *links):
    """Wait until each relay has so many phones."""
    wanted = sorted(links)
    page.wait_until(
        lambda: sorted(service.door.links().values()) == wanted,
        lambda: f"{service.door.links()} phones, not {wanted}",
    )


def test_two_kinds_of_browsers_play_on_after_a_relay_and_the_database_have_fallen(
    fresh_tab, firefox, service
):
    anna, ben, watcher = fresh_tab(), firefox, fresh_tab()
    code = open_table(anna, service.url)
    linked(anna, service, 0, 1)
    links = service.door.links()
    annas = next(relay for relay in service.relays if links[relay.port])
    begin(anna, ben, service.url, code)

    cross(ben, "r2")
    cross(anna, "r2", "r3").tap("end-turn").wait_for("done")
    cross(anna, "r4")
    annas.kill()  # in mid-roll
    cross(ben.wait_for("end-turn"), "r4", "r5")
    everybody_sees([anna, ben], 6, 6)
    linked(anna, service, 0, 2)
    annas.start()
    anna.wait_until(annas.is_up, lambda: "the relay does not come back")

    ben.tap("end-turn").wait_for("done")
    cross(anna.wait_for("end-turn"), "r6")
    everybody_sees([anna, ben], 10, 6)
    service.postgres.stop("immediate")  # as if it had crashed
    cross(ben, "r6")
    cross(anna, "r7")
    for phone in (anna, ben):
        phone.wait_sees("1 entry not sent")
    service.postgres.start()
    everybody_sees([anna, ben], 15, 10)

    anna.load_again()  # and comes to the relay that has nobody
    shown(anna).wait_for("end-turn")
    linked(anna, service, 1, 1)
    watch(watcher, service.url, code)
    end(anna, ben)
    watcher.wait_sees("29").wait_sees("28")
    remember(anna, ben)
    kept = service.postgres.ask("SELECT token FROM relay_entry")
    assert Counter(token for (token,) in kept) == Counter(ALL)
