"""Before the game: who may change what at a table, and who may sit down."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.games.session import Failure
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.multiplayer import lobby
from qwixx_pad.multiplayer.permissions import Rights
from qwixx_pad.multiplayer.requests import (
    Add,
    ChooseSheet,
    ChooseSlip,
    Free,
    MoveSeat,
    Recolor,
    Remove,
    Rename,
    SetFirstRoller,
    Sit,
)
from qwixx_pad.multiplayer.seating import Chair, Seating
from qwixx_pad.settings import PLAYER_COLOR_COUNT
from tests.support.strategies import examples

ANNA = Chair("Anna", 0, "anna")
BEN = Chair("Ben", 3, "ben")
WAITS = Chair("Cleo", 1)
TABLE = Seating("QW7X", "anna", "classic", (ANNA, BEN, WAITS))
"""Anna has opened it; Cleo's seat waits for a device."""
PLAYED = Seating("QW7X", "anna", "classic", (ANNA, BEN, WAITS), game="one")


def changed(seating, by, change):
    """The table after what a device asks, where all printed sheets are known."""
    return lobby.seating_after(Rights(by, seating), change, installed_layouts().__getitem__)


def start_refusal(seating, by):
    return lobby.start_refusal(Rights(by, seating))


def colors(seating):
    return [chair.color for chair in seating.chairs]


def of(count, layout="classic"):
    seating = Seating("QW7X", "anna", layout)
    for number in range(count):
        seating = changed(seating, f"phone {number}", Add(f"P{number}"))
    return seating


# Sitting down


def test_device_takes_a_free_seat():
    assert changed(TABLE, "cleo", Sit(3)).chairs == (ANNA, BEN, Chair("Cleo", 1, "cleo"))


def test_occupied_seat_cannot_be_taken_by_anyone():
    assert changed(TABLE, "stranger", Sit(2)) is Failure.SEAT_TAKEN
    assert changed(TABLE, "anna", Sit(2)) is Failure.SEAT_TAKEN


def test_sitting_on_own_seat_again_changes_nothing():
    assert changed(TABLE, "ben", Sit(2)) == TABLE


def test_unknown_seat_cannot_be_taken():
    assert [changed(TABLE, "cleo", Sit(seat)) for seat in (-1, 0, 4)] == [Failure.SEAT_TAKEN] * 3


def test_seat_is_freed_by_its_device_or_host():
    for by in ("ben", "anna"):
        freed = changed(PLAYED, by, Free(2))
        assert freed.chairs[1].device is None
        assert 2 in changed(freed, "new phone", Sit(2)).seats_of("new phone")


def test_seat_is_not_freed_by_other_devices():
    assert changed(PLAYED, "ben", Free(1)) is Failure.NOT_ALLOWED
    assert changed(PLAYED, "stranger", Free(2)) is Failure.NOT_ALLOWED
    assert changed(PLAYED, "stranger", Free(3)) is Failure.NOT_ALLOWED
    assert changed(PLAYED, "anna", Free(4)) is Failure.NOT_ALLOWED


# Players


def test_new_player_is_seated_last():
    assert changed(TABLE, "dan", Add("Dan")).chairs == (
        *(ANNA, BEN, WAITS),
        Chair("Dan", 2, "dan"),
    )


@pytest.mark.parametrize(("layout", "most"), [("classic", 5), ("on_board", 4)])
def test_table_has_no_more_seats_than_its_sheet(layout, most):
    full = of(most, layout)
    assert len(full.chairs) == most
    assert changed(full, "one more", Add("One more")) is Failure.TABLE_FULL


def test_player_names_are_cleaned():
    long = "  Anna\nMaria \u202e\x00  of the very many long names"
    assert changed(TABLE, "dan", Add(long)).names[3] == "Anna Maria of the very m"
    assert changed(TABLE, "ben", Rename(2, long)).names[1] == "Anna Maria of the very m"


@pytest.mark.parametrize("name", ["Ben", " bEN\n", "BEN", "\uff22\uff25\uff2e"])
def test_duplicate_name_is_refused(name):
    assert changed(TABLE, "dan", Add(name)) is Failure.NAME_TAKEN
    assert changed(TABLE, "anna", Rename(1, name)) is Failure.NAME_TAKEN
    assert changed(TABLE, "ben", Rename(2, name)).names[1] == name.strip()
    late = changed(PLAYED, "dan", Add("Dan"))
    assert changed(late, "eva", Add("dan")) is Failure.NAME_TAKEN
    assert changed(late, "dan", Rename(4, name)) is Failure.NAME_TAKEN


def test_duplicate_name_is_offered_with_a_number():
    assert TABLE.numbered_name(" ben ") == "ben 2"
    assert changed(TABLE, "dan", Add("Ben 2")).numbered_name("Ben") == "Ben 3"
    long = "Anna Maria of the very many"
    assert TABLE.numbered_name(long) == "Anna Maria of the very 2"


def test_player_is_renamed_by_own_device_or_host():
    for by in ("ben", "anna"):
        assert changed(TABLE, by, Rename(2, "Benno")).names == ("Anna", "Benno", "Cleo")
    assert changed(TABLE, "ben", Rename(1, "Benno")) is Failure.NOT_ALLOWED
    assert changed(TABLE, "stranger", Rename(3, "Benno")) is Failure.NOT_ALLOWED


def test_player_is_removed_by_own_device_or_host():
    for by in ("ben", "anna"):
        assert changed(TABLE, by, Remove(2)).chairs == (ANNA, WAITS)
    assert changed(TABLE, "ben", Remove(3)) is Failure.NOT_ALLOWED


# Colours


def test_known_player_keeps_its_color_if_free():
    assert colors(changed(TABLE, "dan", Add("Dan", 4))) == [0, 3, 1, 4]
    assert colors(changed(TABLE, "dan", Add("Dan", 3))) == [0, 3, 1, 2]


def test_recolor_gives_the_next_free_color():
    assert colors(changed(TABLE, "anna", Recolor(1))) == [2, 3, 1]
    for by in ("ben", "anna"):
        assert colors(changed(TABLE, by, Recolor(2))) == [0, 4, 1]
    assert changed(TABLE, "ben", Recolor(1)) is Failure.NOT_ALLOWED


changes = st.one_of(
    st.builds(Add, st.just(""), st.none() | st.integers(-2, 9)),
    st.builds(Recolor, st.integers(1, 5)),
    st.builds(Remove, st.integers(1, 5)),
)


@examples(50)
@given(st.lists(changes, max_size=25))
def test_colors_stay_unique_after_any_changes(changes):
    seating = TABLE
    for change in changes:
        after = changed(seating, "anna", change)
        seating = seating if isinstance(after, Failure) else after
        assert len(set(colors(seating))) == len(seating.chairs) <= 5
        assert set(colors(seating)) <= set(range(PLAYER_COLOR_COUNT))


# Order, sheet, start


def test_seat_order_is_changed_by_host_only():
    assert changed(TABLE, "anna", MoveSeat(3, 1)).names == ("Cleo", "Anna", "Ben")
    assert changed(TABLE, "ben", MoveSeat(2, 1)) is Failure.NOT_ALLOWED
    assert changed(TABLE, "anna", MoveSeat(1, 4)) is Failure.NOT_ALLOWED


def test_first_roll_moves_by_host_without_reordering():
    assert changed(TABLE, "anna", SetFirstRoller(2)).names == ("Ben", "Cleo", "Anna")
    assert changed(TABLE, "ben", SetFirstRoller(2)) is Failure.NOT_ALLOWED
    assert changed(TABLE, "anna", SetFirstRoller(0)) is Failure.NOT_ALLOWED


def test_sheet_is_chosen_by_host_only():
    chosen = changed(TABLE, "anna", ChooseSheet("on_board", finish_turn=True))
    assert (chosen.layout, chosen.finish_turn) == ("on_board", True)
    assert changed(TABLE, "ben", ChooseSheet("on_board", finish_turn=False)) is Failure.NOT_ALLOWED


def test_sheet_with_too_few_seats_is_refused():
    assert changed(of(5), "anna", ChooseSheet("on_board", finish_turn=False)) is Failure.TABLE_FULL
    assert changed(of(4), "anna", ChooseSheet("on_board", finish_turn=False)).layout == "on_board"


def test_start_needs_two_players_and_seated_roller():
    assert start_refusal(of(0), "anna") is Failure.TOO_FEW
    assert start_refusal(of(1), "anna") is Failure.TOO_FEW
    assert start_refusal(of(2), "anna") is None
    nobody = changed(of(2), "anna", Free(1))
    assert start_refusal(nobody, "anna") is Failure.NOBODY_ROLLS
    assert start_refusal(changed(of(2), "anna", Free(2)), "anna") is None


def test_start_is_allowed_once_and_for_host_only():
    assert start_refusal(TABLE, "ben") is Failure.NOT_ALLOWED
    assert start_refusal(PLAYED, "anna") is Failure.STARTED


def test_started_game_fixes_players_names_order_and_sheets():
    assert changed(PLAYED, "ben", Rename(2, "Benno")) is Failure.STARTED
    assert changed(PLAYED, "ben", Remove(2)) is Failure.STARTED
    assert changed(PLAYED, "anna", MoveSeat(1, 2)) is Failure.STARTED
    assert changed(PLAYED, "anna", SetFirstRoller(2)) is Failure.STARTED
    assert changed(PLAYED, "ben", ChooseSlip(2, "chain_c")) is Failure.STARTED
    assert changed(PLAYED, "anna", ChooseSheet("on_board", finish_turn=False)) is Failure.STARTED


# During and after a game, for the next one


def test_late_player_joins_next_game_without_changing_this_one():
    late = changed(PLAYED, "dan", Add("Dan"))
    assert late.next_chairs == (Chair("Dan", 2, "dan"),)
    assert replace(late, next_chairs=()) == PLAYED
    assert not late.is_member("dan")
    assert late.is_expected("dan")
    assert late.for_next_game().names == ("Ben", "Cleo", "Dan", "Anna")
    assert late.for_next_game().next_chairs == ()
    assert Seating.read(late.text) == late


def test_late_players_count_toward_seats_of_sheet():
    late = changed(replace(PLAYED, layout="on_board"), "dan", Add("Dan"))
    assert changed(late, "eva", Add("Eva")) is Failure.TABLE_FULL


def test_late_player_is_editable_but_has_no_seat_yet():
    late = changed(PLAYED, "dan", Add("Dan"))
    for by in ("dan", "anna"):
        assert changed(late, by, Rename(4, "Daniel")).next_chairs == (Chair("Daniel", 2, "dan"),)
        assert changed(late, by, Recolor(4)).next_chairs == (Chair("Dan", 4, "dan"),)
        assert changed(late, by, Remove(4)) == PLAYED
    assert changed(late, "ben", Remove(4)) is Failure.NOT_ALLOWED
    assert changed(late, "anna", Remove(5)) is Failure.NOT_ALLOWED
    assert changed(late, "ben", Remove(2)) is Failure.STARTED
    assert changed(late, "dan", Sit(4)) is Failure.SEAT_TAKEN
    assert (late.seats_of("dan"), late.has_seat(4)) == ((), False)


# Slips

CHAINS = Seating("QW7X", "anna", "chain_a", (ANNA, BEN, WAITS))


def test_own_sheet_is_chosen_by_player_or_host():
    mine = changed(CHAINS, "ben", ChooseSlip(2, "chain_c"))
    assert mine.sheets == "chain_a,chain_c,chain_a"
    all_of_them = changed(mine, "anna", ChooseSlip(3, "chain_c"))
    assert all_of_them.sheets == "chain_a,chain_c,chain_c"
    assert changed(CHAINS, "ben", ChooseSlip(1, "chain_c")) is Failure.NOT_ALLOWED


def test_identical_sheets_are_named_once():
    back = changed(CHAINS.with_chair(2, slip="chain_c"), "ben", ChooseSlip(2, "chain_a"))
    assert back == CHAINS
    assert back.sheets == "chain_a"
    assert Seating("QW7X", "anna", "chain_a").sheets == "chain_a"


@pytest.mark.parametrize(("table", "slip"), [("chain_a", "steps_a"), ("classic", "mixx_a")])
def test_sheet_of_another_edition_is_refused(table, slip):
    seating = Seating("QW7X", "anna", table, (ANNA, BEN))
    assert changed(seating, "anna", ChooseSlip(1, slip)) is Failure.OTHER_EDITION


def test_new_table_sheet_replaces_own_sheets():
    """A new table sheet applies to all; the finish-turn option keeps the players' own sheets."""
    mixed = CHAINS.with_chair(2, slip="chain_c")
    assert changed(mixed, "anna", ChooseSheet("chain_a", finish_turn=True)).sheets == mixed.sheets
    assert changed(mixed, "anna", ChooseSheet("classic", finish_turn=False)).sheets == "classic"


def test_own_sheet_moves_with_its_player_and_is_saved():
    mixed = CHAINS.with_chair(2, slip="chain_c")
    assert mixed.with_first_roller(2).sheets == "chain_c,chain_a,chain_a"
    assert changed(mixed, "anna", MoveSeat(2, 3)).sheets == "chain_a,chain_a,chain_c"
    assert Seating.read(mixed.text) == mixed
