"""The same people again: who rolls first, on which slip, and what a new table begins with."""

from dataclasses import replace
from datetime import timedelta

from qwixx_pad.core.moves import parse
from qwixx_pad.multiplayer.lobby import for_phones, new_table, next_game
from qwixx_pad.multiplayer.seating import Chair
from qwixx_pad.settings import Person

THREE = ("Anna", "Ben", "Cleo")


def played(room, setup, *tokens, names=THREE, **options):
    """A game of these people that has come so far."""
    opened = room.host.service.start(setup, names, **options)
    for token in tokens:
        assert opened.enter(parse(token)) is None
    return opened


def test_after_a_game_the_next_one_has_the_first_roll_and_all_else_stays(room):
    last = played(room, "chain_a,chain_c,chain_b", "1:r5", "/", "end", finish_turn=True, corner=3)
    room.host.service.remember([Person("Cleo", 4)])
    seating, corner = next_game(last, room.host.service.settings)
    assert seating.names == ("Ben", "Cleo", "Anna")
    assert seating.sheets == "chain_c,chain_b,chain_a"
    assert seating.finish_turn
    assert corner == 1, "they stay where they sit"
    assert seating.chairs[1].color == 4


def test_a_game_that_has_not_come_to_its_end_is_begun_again_as_it_was(room):
    last = played(room, "classic", "1:r5", "/", corner=2)
    seating, corner = next_game(last, room.host.service.settings)
    assert (seating.names, corner) == (THREE, 2)


def test_who_is_called_otherwise_now_plays_under_the_new_name(room):
    service, last = room.host.service, played(room, "classic")
    service.remember(Person(name, 0) for name in THREE)
    service.change(service.settings.renamed("Ben", "Benno"))
    assert next_game(last, service.settings)[0].names == ("Anna", "Benno", "Cleo")


def test_a_new_table_has_all_of_the_last_game_on_the_sheet_that_was_played_on_last(room):
    service, last = room.host.service, played(room, "classic")
    service.start("mixx_a", ("Anna",))
    table = new_table(service.settings, service.last_sheet, last)
    assert (table.names, table.layout) == (THREE, "mixx_a")


def test_five_stay_on_their_sheet_where_the_last_one_is_for_four(room):
    service, last = room.host.service, played(room, "classic", names=(*THREE, "Dan", "Eva"))
    service.start("on_board", THREE)
    assert new_table(service.settings, service.last_sheet, last).layout == "classic"


def test_before_the_first_game_a_new_table_has_its_owner_or_nobody(room):
    service = room.host.service
    assert new_table(service.settings, service.last_sheet, None).chairs == ()
    service.change(replace(service.settings, name="Anna"))
    assert new_table(service.settings, service.last_sheet, None).names == ("Anna",)


def test_at_a_table_of_phones_all_seats_wait_but_that_of_the_devices_own_player(room):
    table = new_table(
        room.host.service.settings, room.host.service.last_sheet, played(room, "classic")
    )
    assert [chair.holder for chair in for_phones(table, "phone", "ben")] == [None, "phone", None]


def test_a_table_that_waits_is_found_again_until_a_game_was_begun_elsewhere(room):
    host, now = room.host, room.host.service.now()
    table = host.open("anna", "classic", (Chair("Anna", 0, "anna"),))
    assert host.waiting("anna", None) is table
    assert host.waiting("anna", now - timedelta(hours=1)) is table
    assert host.waiting("anna", now + timedelta(hours=1)) is None
    assert host.waiting("ben", None) is None
