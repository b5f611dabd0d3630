"""The same people again: who rolls first, on which slip, and what a new table begins with."""

from dataclasses import replace
from datetime import timedelta

import pytest

from qwixx_pad.core.moves import parse_token
from qwixx_pad.multiplayer.lobby import chairs_for_phones, new_table_seating, next_game_seating
from qwixx_pad.multiplayer.seating import Chair
from qwixx_pad.settings import Person

THREE = ("Anna", "Ben", "Cleo")


def played(room, setup, *tokens, names=THREE, **options):
    """A game of these people that has come so far."""
    opened = room.host.service.start(setup, names, **options)
    for token in tokens:
        assert opened.enter(parse_token(token)) is None
    return opened


def test_next_game_passes_first_roll_on_and_keeps_settings(room):
    last = played(room, "chain_a,chain_c,chain_b", "1:r5", "/", "end", finish_turn=True, corner=3)
    room.host.service.remember_players([Person("Cleo", 4)])
    seating, corner = next_game_seating(last, room.host.service.settings)
    assert seating.names == ("Ben", "Cleo", "Anna")
    assert seating.sheets == "chain_c,chain_b,chain_a"
    assert seating.finish_turn
    assert corner == 1, "they stay where they sit"
    assert seating.chairs[1].color == 4


@pytest.mark.parametrize("tokens", [["1:r5", "/"], ["end"]], ids=["unfinished", "blank"])
def test_game_without_result_is_restarted_in_same_order(room, tokens):
    last = played(room, "classic", *tokens, corner=2)
    seating, corner = next_game_seating(last, room.host.service.settings)
    assert (seating.names, corner) == (THREE, 2)


def test_next_game_uses_renamed_player(room):
    service = room.host.service
    last = played(room, "classic")
    service.remember_players(Person(name, 0) for name in THREE)
    service.change_settings(service.settings.with_renamed_player("Ben", "Benno"))
    assert next_game_seating(last, service.settings)[0].names == ("Anna", "Benno", "Cleo")


def test_new_table_has_last_players_and_sheet(room):
    service = room.host.service
    last = played(room, "classic")
    service.start("mixx_a", ("Anna",))
    table = new_table_seating(service.settings, service.last_sheet, last)
    assert (table.names, table.layout) == (THREE, "mixx_a")


def test_new_table_skips_a_too_small_sheet(room):
    """Five players stay on their sheet if the one played last is for four."""
    service = room.host.service
    last = played(room, "classic", names=(*THREE, "Dan", "Eva"))
    service.start("on_board", THREE)
    assert new_table_seating(service.settings, service.last_sheet, last).layout == "classic"


def test_first_new_table_seats_its_owner_or_nobody(room):
    service = room.host.service
    assert new_table_seating(service.settings, service.last_sheet, None).chairs == ()
    service.change_settings(replace(service.settings, name="Anna"))
    assert new_table_seating(service.settings, service.last_sheet, None).names == ("Anna",)


def test_new_table_of_phones_takes_only_own_seat(room):
    table = new_table_seating(
        room.host.service.settings, room.host.service.last_sheet, played(room, "classic")
    )
    assert [chair.device for chair in chairs_for_phones(table, "phone", "ben")] == [
        None,
        "phone",
        None,
    ]


def test_waiting_table_is_found_until_another_game_starts(room):
    host, now = room.host, room.host.service.now()
    table = host.open("anna", "classic", (Chair("Anna", 0, "anna"),))
    assert host.unstarted_table("anna", None) is table
    assert host.unstarted_table("anna", now - timedelta(hours=1)) is table
    assert host.unstarted_table("anna", now + timedelta(hours=1)) is None
    assert host.unstarted_table("ben", None) is None
