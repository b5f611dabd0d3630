"""What visiting devices have set: few devices are remembered, and those that come."""

from datetime import timedelta

from qwixx_pad.games.session import Failure, Preferences
from qwixx_pad.settings import Settings

DAY = timedelta(days=1).total_seconds()
MOST = 200


def visited(room, key):
    """What a device finds that comes by."""
    return Preferences(room.host.service, key).settings.name


def chose(room, key, name):
    """A device comes by and says its name."""
    room.clock.forward(1)
    return Preferences(room.host.service, key).change_settings(Settings(name=name))


def remembered(room):
    return {key.split("/")[1] for key in room.host.service.read_notes("device/")}


def test_visitor_without_settings_is_not_remembered(room):
    visited(room, "anna")
    assert chose(room, "anna", "") is None
    assert remembered(room) == set()


def test_longest_absent_visitor_is_forgotten_first(room):
    devices = [f"d{number}" for number in range(MOST)]
    for device in devices:
        chose(room, device, "Zoe")
    room.clock.forward(2 * DAY)
    assert visited(room, "d0") == "Zoe"
    chose(room, "d4", "Zoë")
    assert remembered(room) == {*devices}, "it was among them"
    chose(room, "new", "Ann")
    assert remembered(room) == {*devices, "new"} - {"d1"}


def test_preference_is_not_set_if_disk_is_full(room):
    chose(room, "anna", "Ann")
    room.disk.full = True
    assert chose(room, "anna", "Zoe") is Failure.NOT_SAVED
    assert visited(room, "anna") == "Ann"
