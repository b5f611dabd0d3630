"""Before the game: who may change what at a table, and who may sit down."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.layouts import installed
from qwixx_pad.service.session import Failure
from qwixx_pad.service.settings import COLORS
from qwixx_pad.tables import lobby
from qwixx_pad.tables.seating import Chair, Seating
from tests.support.strategies import examples

CLASSIC, ON_BOARD = installed()["classic"], installed()["on_board"]
CHAIN_A, CHAIN_C = installed()["chain_a"], installed()["chain_c"]
ANNA, BEN, WAITS = Chair("Anna", 0, "anna"), Chair("Ben", 3, "ben"), Chair("Cleo", 1)
TABLE = Seating("QW7X", "anna", "classic", (ANNA, BEN, WAITS))
"""Anna has opened it; Cleo's seat waits for a device."""
PLAYED = Seating("QW7X", "anna", "classic", (ANNA, BEN, WAITS), game="one")


def colors(seating):
    return [chair.color for chair in seating.chairs]


def of(count, opener="anna"):
    seating = Seating("QW7X", opener, "classic")
    for number in range(count):
        seating = lobby.add(seating, f"phone {number}", f"P{number}", None, 5)
    return seating


# Sitting down


def test_a_device_takes_a_seat_that_waits_for_one():
    assert lobby.sit(TABLE, "cleo", 3).chairs == (ANNA, BEN, Chair("Cleo", 1, "cleo"))


def test_a_device_never_takes_the_seat_of_another_not_even_who_opened_the_table():
    assert lobby.sit(TABLE, "stranger", 2) is Failure.TAKEN
    assert lobby.sit(TABLE, "anna", 2) is Failure.TAKEN


def test_who_sits_down_on_its_own_seat_again_changes_nothing():
    assert lobby.sit(TABLE, "ben", 2) == TABLE


def test_a_seat_that_there_is_not_cannot_be_taken():
    assert [lobby.sit(TABLE, "cleo", seat) for seat in (-1, 0, 4)] == [Failure.TAKEN] * 3


def test_a_seat_is_freed_by_its_own_device_or_by_who_opened_the_table():
    for by in ("ben", "anna"):
        freed = lobby.free(PLAYED, by, 2)
        assert freed.chairs[1].holder is None
        assert lobby.sit(freed, "new phone", 2).holds("new phone", 2)


def test_nobody_else_frees_a_seat():
    assert lobby.free(PLAYED, "ben", 1) is Failure.NOT_ALLOWED
    assert lobby.free(PLAYED, "stranger", 2) is Failure.NOT_ALLOWED
    assert lobby.free(PLAYED, "stranger", 3) is Failure.NOT_ALLOWED
    assert lobby.free(PLAYED, "anna", 4) is Failure.NOT_ALLOWED


# Players


def test_a_new_player_comes_last():
    assert lobby.add(TABLE, "dan", "Dan", None, 5).chairs == (
        *(ANNA, BEN, WAITS),
        Chair("Dan", 2, "dan"),
    )


@pytest.mark.parametrize(("layout", "most"), [(CLASSIC, 5), (ON_BOARD, 4)])
def test_a_table_has_no_more_seats_than_its_sheet(layout, most):
    full = of(most)
    assert len(full.chairs) == most
    assert lobby.add(full, "one more", "One more", None, layout.most_seats) is Failure.FULL


def test_names_are_cleaned():
    long = "  Anna\nMaria \u202e\x00  of the very many long names"
    assert lobby.add(TABLE, "dan", long, None, 5).names[3] == "Anna Maria of the very m"
    assert lobby.rename(TABLE, "ben", 2, long).names[1] == "Anna Maria of the very m"


@pytest.mark.parametrize("name", ["Ben", " bEN\n", "BEN"])
def test_nobody_gets_the_name_of_another(name):
    assert lobby.add(TABLE, "dan", name, None, 5) is Failure.NAMED
    assert lobby.rename(TABLE, "anna", 1, name) is Failure.NAMED
    assert lobby.rename(TABLE, "ben", 2, name).names[1].casefold() == "ben"
    settled = lobby.add(PLAYED, "dan", "Dan", None, 5, settled=True)
    assert lobby.add(settled, "eva", "dan", None, 5, settled=True) is Failure.NAMED
    assert lobby.rename(settled, "dan", 4, name) is Failure.NAMED


def test_one_more_of_a_name_is_offered_a_number_in_the_room_that_a_name_has():
    assert TABLE.other_name(" ben ") == "ben 2"
    assert lobby.add(TABLE, "dan", "Ben 2", None, 5).other_name("Ben") == "Ben 3"
    long = "Anna Maria of the very many"
    assert TABLE.other_name(long) == "Anna Maria of the very 2"


def test_a_player_is_renamed_by_its_own_device_or_by_who_opened_the_table():
    for by in ("ben", "anna"):
        assert lobby.rename(TABLE, by, 2, "Benno").names == ("Anna", "Benno", "Cleo")
    assert lobby.rename(TABLE, "ben", 1, "Benno") is Failure.NOT_ALLOWED
    assert lobby.rename(TABLE, "stranger", 3, "Benno") is Failure.NOT_ALLOWED


def test_a_player_is_removed_by_its_own_device_or_by_who_opened_the_table():
    for by in ("ben", "anna"):
        assert lobby.remove(TABLE, by, 2).chairs == (ANNA, WAITS)
    assert lobby.remove(TABLE, "ben", 3) is Failure.NOT_ALLOWED


# Colours


def test_a_player_who_has_played_here_keeps_the_colour_if_nobody_else_has_it():
    assert colors(lobby.add(TABLE, "dan", "Dan", 4, 5)) == [0, 3, 1, 4]
    assert colors(lobby.add(TABLE, "dan", "Dan", 3, 5)) == [0, 3, 1, 2]


def test_the_next_colour_is_the_next_one_that_nobody_has():
    assert colors(lobby.recolor(TABLE, "anna", 1)) == [2, 3, 1]
    for by in ("ben", "anna"):
        assert colors(lobby.recolor(TABLE, by, 2)) == [0, 4, 1]
    assert lobby.recolor(TABLE, "ben", 1) is Failure.NOT_ALLOWED


changes = st.one_of(
    st.tuples(st.just(lobby.add), st.none() | st.integers(-2, 9)),
    st.tuples(st.sampled_from((lobby.recolor, lobby.remove)), st.integers(1, 5)),
)


@examples(50)
@given(st.lists(changes, max_size=25))
def test_no_colour_is_there_twice_whatever_is_changed(changes):
    seating = TABLE
    for change, number in changes:
        if change is lobby.add:
            after = lobby.add(seating, None, "", number, 5)
        else:
            after = change(seating, "anna", number)
        seating = seating if isinstance(after, Failure) else after
        assert len(set(colors(seating))) == len(seating.chairs) <= 5
        assert set(colors(seating)) <= set(range(COLORS))


# Order, sheet, start


def test_who_opened_the_table_puts_the_players_in_order():
    assert lobby.move(TABLE, "anna", 3, 1).names == ("Cleo", "Anna", "Ben")
    assert lobby.move(TABLE, "ben", 2, 1) is Failure.NOT_ALLOWED
    assert lobby.move(TABLE, "anna", 1, 4) is Failure.NOT_ALLOWED


def test_the_first_roll_goes_to_another_player_and_the_order_stays():
    assert lobby.begin_with(TABLE, "anna", 2).names == ("Ben", "Cleo", "Anna")
    assert lobby.begin_with(TABLE, "ben", 2) is Failure.NOT_ALLOWED
    assert lobby.begin_with(TABLE, "anna", 0) is Failure.NOT_ALLOWED


def test_who_opened_the_table_chooses_the_sheet():
    chosen = lobby.choose(TABLE, "anna", ON_BOARD, finish_turn=True)
    assert (chosen.layout, chosen.finish_turn) == ("on_board", True)
    assert lobby.choose(TABLE, "ben", ON_BOARD, finish_turn=False) is Failure.NOT_ALLOWED


def test_a_sheet_for_fewer_players_than_there_are_is_not_chosen():
    assert lobby.choose(of(5), "anna", ON_BOARD, finish_turn=False) is Failure.FULL
    assert lobby.choose(of(4), "anna", ON_BOARD, finish_turn=False).layout == "on_board"


def test_a_table_starts_with_two_players():
    assert lobby.why_not_start(of(0), "anna") is Failure.TOO_FEW
    assert lobby.why_not_start(of(1), "anna") is Failure.TOO_FEW
    assert lobby.why_not_start(of(2), "anna") is None
    nobody = lobby.free(of(2), "anna", 1)
    assert lobby.why_not_start(nobody, "anna") is Failure.NOBODY_ROLLS
    assert lobby.why_not_start(lobby.free(of(2), "anna", 2), "anna") is None


def test_only_who_opened_the_table_starts_it_and_only_once():
    assert lobby.why_not_start(TABLE, "ben") is Failure.NOT_ALLOWED
    assert lobby.why_not_start(PLAYED, "anna") is Failure.STARTED


def test_after_the_start_players_names_order_and_sheet_stay():
    assert lobby.add(PLAYED, "dan", "Dan", None, 5) is Failure.STARTED
    assert lobby.rename(PLAYED, "ben", 2, "Benno") is Failure.STARTED
    assert lobby.remove(PLAYED, "ben", 2) is Failure.STARTED
    assert lobby.move(PLAYED, "anna", 1, 2) is Failure.STARTED
    assert lobby.begin_with(PLAYED, "anna", 2) is Failure.STARTED
    assert lobby.take_slip(PLAYED, "ben", 2, CHAIN_C, CHAIN_A) is Failure.STARTED
    assert lobby.choose(PLAYED, "anna", ON_BOARD, finish_turn=False) is Failure.STARTED


# Between two games


def test_who_comes_after_the_game_sits_down_for_the_next_one_and_leaves_this_one_as_it_is():
    late = lobby.add(PLAYED, "dan", "Dan", None, 5, settled=True)
    assert late.next == (Chair("Dan", 2, "dan"),)
    assert replace(late, next=()) == PLAYED
    assert not late.knows("dan")
    assert late.expects("dan")
    assert late.for_the_next_game().names == ("Ben", "Cleo", "Dan", "Anna")
    assert late.for_the_next_game().next == ()
    assert Seating.read(late.text) == late


def test_together_with_those_who_played_they_are_no_more_than_the_sheet_has_seats():
    late = lobby.add(PLAYED, "dan", "Dan", None, 4, settled=True)
    assert lobby.add(late, "eva", "Eva", None, 4, settled=True) is Failure.FULL


def test_who_waits_for_the_next_game_is_renamed_recoloured_and_removed_but_sits_on_no_sheet():
    late = lobby.add(PLAYED, "dan", "Dan", None, 5, settled=True)
    for by in ("dan", "anna"):
        assert lobby.rename(late, by, 4, "Daniel").next == (Chair("Daniel", 2, "dan"),)
        assert lobby.recolor(late, by, 4).next == (Chair("Dan", 4, "dan"),)
        assert lobby.remove(late, by, 4) == PLAYED
    assert lobby.remove(late, "ben", 4) is Failure.NOT_ALLOWED
    assert lobby.remove(late, "anna", 5) is Failure.NOT_ALLOWED
    assert lobby.remove(late, "ben", 2) is Failure.STARTED
    assert lobby.sit(late, "dan", 4) is Failure.TAKEN
    assert (late.seats_of("dan"), late.has(4), late.holds("dan", 4)) == ((), False, False)


# Slips

CHAINS = Seating("QW7X", "anna", "chain_a", (ANNA, BEN, WAITS))


def test_each_takes_another_slip_of_the_box_and_who_opened_the_table_for_all():
    mine = lobby.take_slip(CHAINS, "ben", 2, CHAIN_C, CHAIN_A)
    assert mine.sheets == "chain_a,chain_c,chain_a"
    all_of_them = lobby.take_slip(mine, "anna", 3, CHAIN_C, CHAIN_A)
    assert all_of_them.sheets == "chain_a,chain_c,chain_c"
    assert lobby.take_slip(CHAINS, "ben", 1, CHAIN_C, CHAIN_A) is Failure.NOT_ALLOWED


def test_where_all_have_one_slip_it_is_named_once():
    back = lobby.take_slip(CHAINS.with_chair(2, slip="chain_c"), "ben", 2, CHAIN_A, CHAIN_A)
    assert back == CHAINS
    assert back.sheets == "chain_a"
    assert Seating("QW7X", "anna", "chain_a").sheets == "chain_a"


@pytest.mark.parametrize(("table", "slip"), [("chain_a", "steps_a"), ("classic", "mixx_a")])
def test_a_sheet_of_another_box_or_of_none_is_no_slip(table, slip):
    seating, sheets = Seating("QW7X", "anna", table, (ANNA, BEN)), installed()
    refused = lobby.take_slip(seating, "anna", 1, sheets[slip], sheets[table])
    assert refused is Failure.OTHER_BOX


def test_another_sheet_of_the_table_is_everybodys_and_the_house_option_takes_no_slip_away():
    mixed = CHAINS.with_chair(2, slip="chain_c")
    assert lobby.choose(mixed, "anna", CHAIN_A, finish_turn=True).sheets == mixed.sheets
    assert lobby.choose(mixed, "anna", CLASSIC, finish_turn=False).sheets == "classic"


def test_a_slip_goes_with_its_player_and_outlives_the_pad():
    mixed = CHAINS.with_chair(2, slip="chain_c")
    assert mixed.beginning_with(2).sheets == "chain_c,chain_a,chain_a"
    assert lobby.move(mixed, "anna", 2, 3).sheets == "chain_a,chain_a,chain_c"
    assert Seating.read(mixed.text) == mixed
