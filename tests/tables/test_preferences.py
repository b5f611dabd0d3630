"""What visiting devices have set: few devices are remembered, and those that come."""

from datetime import timedelta

import pytest

from qwixx_pad.service.preferences import Preferences
from qwixx_pad.service.session import Trouble
from qwixx_pad.service.settings import Settings

DAY = timedelta(days=1).total_seconds()
MOST = 6


@pytest.fixture(autouse=True)
def few(monkeypatch):
    """Two hundred devices would take their time; the rule is the same for six."""
    monkeypatch.setattr("qwixx_pad.service.preferences._MOST", MOST)


def visited(room, key):
    """What a device finds that comes by."""
    return Preferences(room.host.service, key).settings.name


def chose(room, key):
    """A device comes by and says its name."""
    room.clock.forward(1)
    return Preferences(room.host.service, key).change(Settings(name=key))


def remembered(room):
    return {key.split("/")[1] for key in room.host.service.notes("device/")}


def test_a_device_finds_again_what_it_has_set(room):
    chose(room, "anna")
    assert [visited(room, who) for who in ("anna", "ben")] == ["anna", ""]


def test_who_only_looks_is_not_remembered(room):
    visited(room, "anna")
    assert Preferences(room.host.service, "anna").change(Settings()).trouble is None
    assert remembered(room) == set()


def test_where_many_are_remembered_the_one_that_stayed_away_longest_is_forgotten(room):
    for number in range(MOST):
        chose(room, f"d{number}")
    room.clock.forward(2 * DAY)
    assert visited(room, "d0") == "d0"
    chose(room, "new")
    assert len(remembered(room)) == MOST
    assert [visited(room, who) for who in ("new", "d0", "d1", "d2")] == ["new", "d0", "", "d2"]


def test_who_is_remembered_may_change_all_without_anybody_being_forgotten(room):
    for number in range(MOST):
        chose(room, f"d{number}")
    Preferences(room.host.service, "d4").change(Settings(name="Zoe"))
    assert (len(remembered(room)), visited(room, "d4")) == (MOST, "Zoe")


@pytest.mark.parametrize("known", [True, False])
def test_what_the_disk_does_not_take_is_not_set(room, known):
    if known:
        chose(room, "anna")
    room.disk.full = True
    preferences = Preferences(room.host.service, "anna")
    assert preferences.change(Settings(name="Zoe")).trouble is Trouble.NOT_SAVED
    assert preferences.settings.name == ("anna" if known else "")
