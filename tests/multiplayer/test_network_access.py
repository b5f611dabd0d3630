"""Who may let phones in, and what of that is remembered."""

import json
from dataclasses import replace

import pytest

from qwixx_pad.identity.devices import DeviceIdentity
from qwixx_pad.library.library import opened_library
from qwixx_pad.multiplayer.network_access import OPENS_AT_START, NetworkAccess, NetworkState

HERE = DeviceIdentity("here", "127.0.0.1", is_this_computer=True)
PHONE = DeviceIdentity("ben", "192.0.2.7", is_this_computer=False)
IMPOSTOR = replace(PHONE, id="here", address="127.0.0.1")


@pytest.fixture
def network(room):
    access = NetworkAccess(room.host.service)
    access.offer(8550)
    return access


def after_a_restart(room):
    access = NetworkAccess(room.host.service)
    access.offer(8550)
    return access.state


def test_pad_without_a_server_cannot_be_opened(room):
    access = NetworkAccess(room.host.service)
    assert not access.let_phones_in(HERE)
    assert not access.set_opens_at_start(HERE, wanted=True)
    assert access.state == NetworkState()
    assert not access.is_closed_to(PHONE), "nobody keeps it out"


@pytest.mark.parametrize("device", [PHONE, IMPOSTOR])
def test_phone_changes_nothing(network, room, device):
    for change in ("shut", "open"):
        if change == "open":
            assert network.let_phones_in(HERE)
        before = network.state
        assert not network.may_switch(device)
        assert not network.let_phones_in(device)
        assert not network.set_opens_at_start(device, wanted=True)
        assert not network.close(device)
        assert network.state == before
    assert after_a_restart(room) == NetworkState(8550)


def test_switch_lets_phones_in_and_keeps_them_out(network):
    seen = []
    network.watch(lambda: seen.append(network.is_closed_to(PHONE)))
    assert network.is_closed_to(PHONE)
    assert not network.is_closed_to(HERE)
    assert network.let_phones_in(HERE)
    assert network.let_phones_in(HERE), "it is open, and notifies nobody again"
    assert network.close(HERE)
    assert seen == [False, True]


def test_switch_is_remembered_only_if_that_was_ticked(network, room):
    assert not network.set_opens_at_start(HERE, wanted=True), "it is off"
    network.let_phones_in(HERE)
    assert after_a_restart(room) == NetworkState(8550)
    assert network.set_opens_at_start(HERE, wanted=True)
    assert after_a_restart(room) == NetworkState(8550, is_open=True, opens_at_start=True)
    assert network.set_opens_at_start(HERE, wanted=False)
    assert after_a_restart(room) == NetworkState(8550)


def test_closing_it_is_for_the_next_start_too(network, room):
    network.let_phones_in(HERE)
    network.set_opens_at_start(HERE, wanted=True)
    network.close(HERE)
    assert after_a_restart(room) == NetworkState(8550)


def test_full_disk_is_not_said_to_remember(network, room):
    network.let_phones_in(HERE)
    room.disk.full = True
    assert not network.set_opens_at_start(HERE, wanted=True)
    assert not network.state.opens_at_start


def test_backup_neither_holds_nor_brings_the_switch(tmp_path):
    with opened_library(tmp_path / "ours") as (service, library, _):
        service.save_note(OPENS_AT_START, "yes")
        backup = json.loads("".join(library.backup_file()))
    assert OPENS_AT_START not in json.dumps(backup)
    backup["settings"] |= {OPENS_AT_START: "yes", "name": "Zoe"}
    with opened_library(tmp_path / "theirs") as (service, library, _):
        assert library.apply_import(library.preview_import(json.dumps(backup).encode())) is None
        assert service.settings.name == "Zoe"
        assert service.read_notes(OPENS_AT_START) == {}
