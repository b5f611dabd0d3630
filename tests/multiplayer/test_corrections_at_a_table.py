"""A mistake put right at a shared table while everybody goes on writing."""

from random import Random

import pytest

from qwixx_pad.core.corrections import Change, edit_points, white_dice_change
from qwixx_pad.core.game import replay
from qwixx_pad.core.moves import Cross, Undo, WhiteDiceSum
from qwixx_pad.core.story import Story
from qwixx_pad.multiplayer.requests import Correct, Enter, UndoCorrection
from tests.support.legal_entries import candidates, legal_entries
from tests.support.multiplayer.table_room import (
    ACCEPTED,
    MOVED_ON,
    NOT_SAVED,
    NOT_YOURS,
    log,
    tap,
    taps,
)
from tests.support.strategies import entry


@pytest.fixture
def table(room):
    """Anna has crossed red 5 two rolls ago; it is her roll again."""
    table = room.game("anna", "ben")
    taps(table, "1:r5", "2:y3", "/", "2:y4", "1:b9", "/")
    return table


def change(table, place, new):
    old = table.opened.game.applied[place]
    return Change(place, old, entry(new) if new else None)


def correct(table, phone, place, new, seen=None):
    so_far = len(log(table)) if seen is None else seen
    return table.submit_request(phone, Correct(change(table, place, new), so_far))


def applied(table):
    return " ".join(each.text for each in table.opened.game.applied)


def test_correction_of_own_earlier_cross_is_one_change(room, table):
    """Phones never see the log between the old entry and the new one."""
    seen = []
    table.watch(lambda: seen.append(applied(table)))
    assert correct(table, "anna", 0, "1:r6") == ACCEPTED
    assert applied(table) == "1:r6 2:y3 / 2:y4 1:b9 /"
    assert set(seen) == {applied(table)}
    assert room.stored_log(table) == log(table)


def test_sheet_is_corrected_only_by_its_player_or_host(room):
    table = room.game("anna", "ben", "cleo")
    taps(table, "1:r5", "2:y3")
    assert correct(table, "ben", 0, "1:r6") == NOT_YOURS
    assert correct(table, "ben", 1, "1:y5") == NOT_YOURS
    assert correct(table, "nobody", 1, "2:y5") == NOT_YOURS
    assert correct(table, "anna", 1, "2:y2") == ACCEPTED
    assert correct(table, "ben", 1, "2:y3") == ACCEPTED


def test_white_dice_are_corrected_only_by_roller_or_host(room):
    table = room.game("anna", "ben", "cleo")
    taps(table, "1:r5", "/", "2:y3", "/")

    def set_white_dice(phone, roll, points):
        dice = white_dice_change(table.opened.game, roll, WhiteDiceSum(points))
        return table.submit_request(phone, Correct(dice, len(log(table))))

    assert set_white_dice("ben", 1, 7) == set_white_dice("cleo", 2, 7) == NOT_YOURS
    assert set_white_dice("ben", 2, 8) == set_white_dice("anna", 2, 9) == ACCEPTED
    assert set_white_dice("anna", 1, 7) == ACCEPTED
    assert applied(table) == "1:r5 w7 / 2:y3 w9 /"
    assert table.submit_request("anna", UndoCorrection(1, len(log(table)))) == ACCEPTED
    assert applied(table) == "1:r5 / 2:y3 w9 /"


def test_correction_on_full_disk_changes_nothing(room, table):
    room.disk.full = True
    assert correct(table, "anna", 0, "1:r6") == NOT_SAVED
    room.disk.full = False
    assert applied(table).startswith("1:r5 ")
    assert room.stored_log(table) == log(table)


def test_duplicate_undo_takes_back_one_correction_only(table):
    correct(table, "anna", 0, "1:r6")
    correct(table, "anna", 0, "1:r7")
    taps(table, "2:g12")
    seen = len(log(table))
    assert table.submit_request("anna", UndoCorrection(1, seen + 1)) == MOVED_ON, (
        "there is not so much to be seen"
    )
    assert table.submit_request("ben", UndoCorrection(2, seen)) == MOVED_ON
    assert table.submit_request("ben", UndoCorrection(1, seen)) == NOT_YOURS
    assert table.submit_request("anna", UndoCorrection(1, seen)) == ACCEPTED
    assert table.submit_request("anna", UndoCorrection(1, seen)) == MOVED_ON
    assert applied(table).startswith("1:r6 ")
    assert table.submit_request("anna", UndoCorrection(1, len(log(table)))) == ACCEPTED
    assert applied(table).startswith("1:r5 ")


def test_correction_can_be_undone_after_restart(room, table):
    before = applied(table)
    correct(table, "anna", 0, "1:r6")
    table = room.again().known_table(table.seating.code, "anna")
    assert applied(table).startswith("1:r6 ")
    assert table.submit_request("anna", UndoCorrection(1, len(log(table)))) == ACCEPTED
    assert applied(table) == before
    assert room.again().known_table(table.seating.code, "anna").opened.correction_to_undo(1) is None


@pytest.mark.parametrize("before", [[], ["1:b9", "1:undo"]])
def test_insertion_with_nothing_after_it_is_a_normal_entry(room, before):
    table = room.game("anna", "ben")
    taps(table, *before)
    insertion = Correct(Change(0, None, entry("1:r5")), len(before))
    assert table.submit_request("anna", insertion) == ACCEPTED
    assert log(table) == [*before, "1:r5"]
    assert table.submit_request("anna", UndoCorrection(1, len(log(table)))) == MOVED_ON
    assert tap(table, "anna", "1:undo") == ACCEPTED
    assert applied(table) == ""


# What is on its way


def test_undone_cross_stays_undone_after_a_correction(table):
    seen = len(log(table))
    taps(table, "2:g12", "2:undo")
    assert correct(table, "anna", 0, "1:r6") == ACCEPTED
    assert tap(table, "ben", "2:g12", seen) == ACCEPTED  # it came twice, and is answered as it was
    assert "2:g12" not in applied(table)


def test_undo_in_transit_still_takes_back_its_own_entry(table):
    taps(table, "2:g12")
    seen = len(log(table))
    assert correct(table, "anna", 0, "1:r6") == ACCEPTED
    assert tap(table, "ben", "2:undo", seen) == ACCEPTED
    assert applied(table) == "1:r6 2:y3 / 2:y4 1:b9 /"


@pytest.mark.parametrize(
    ("place", "new", "late"),
    [
        (0, "1:r6", {"end"}),
        (6, "1:g11", {"end", "/", "1:undo"}),
        (7, "2:b9", {"end", "2:undo"}),
        (8, "w8", {"end"}),
    ],
    ids=["an earlier roll", "the roller's", "another sheet", "the white dice"],
)
def test_correction_makes_pending_requests_late_as_documented(table, place, new, late):
    taps(table, "1:g12", "2:b8", "w7")
    seen = len(log(table))
    assert correct(table, "anna", place, new) == ACCEPTED
    tokens = ("1:undo", "2:undo", "1:y9", "2:g12", "w9", "/", "end")
    by = {token: "ben" if token[0] == "2" else "anna" for token in tokens}
    judged = {token: table.precheck_entry(by[token], entry(token), seen) for token in tokens}
    assert {token for token in tokens if judged[token] == MOVED_ON} == late
    assert {judged[token] for token in {*tokens} - late} == {None}


def test_correction_makes_a_pending_undo_of_roll_end_late(table):
    seen = len(log(table))
    assert correct(table, "anna", 0, "1:r6") == ACCEPTED
    assert tap(table, "ben", "undo", seen) == MOVED_ON


def test_concurrent_corrections_both_apply_or_second_is_refused(table):
    seen = len(log(table))
    late = change(table, 4, "1:b8")
    early = change(table, 0, "1:r6")
    assert table.submit_request("anna", Correct(late, seen)) == ACCEPTED
    assert table.submit_request("anna", Correct(early, seen)) == ACCEPTED
    assert applied(table) == "1:r6 2:y3 / 2:y4 1:b8 /"
    assert table.submit_request("anna", Correct(late, seen)) == MOVED_ON
    assert (
        table.submit_request("ben", Correct(Change(3, entry("2:y4"), entry("2:y5")), seen))
        == MOVED_ON
    )


# Random evenings


def test_correction_of_a_newer_entry_than_seen_is_refused(table):
    seen = len(log(table))
    taps(table, "1:g12")
    assert correct(table, "anna", 6, None, seen) == MOVED_ON


@pytest.mark.parametrize("number", range(10))
def test_random_corrections_lose_nothing_and_undo_restores_everything(room, number):
    """Each device acts on what it last saw; every other look is one correction too old."""
    chance = Random(number)
    layout = chance.choice(["classic", "on_board"])
    phones = ["anna", "ben", "cleo"][: chance.choice([2, 3])]
    table = room.game(*phones, layout=layout, finish_turn=chance.random() < 0.5)
    for _ in range(40):
        seen = len(log(table))
        if chance.random() < 0.2:
            _correct_something(table, phones, chance)
        legal = [e for e in legal_entries(table.opened.game) if not isinstance(e.move, Undo)]
        crosses = [e for e in legal if isinstance(e.move, Cross)]
        made = chance.choice(crosses if crosses and chance.random() < 0.7 else legal or [None])
        if made is None:
            break
        seat = made.seat or table.opened.game.position.active
        before = table.opened.game.applied
        answer = table.submit_request(phones[seat - 1], Enter(made, seen))
        if isinstance(made.move, Cross):
            assert answer is None
        if answer is None and made.seat and made.move.text != "redo":
            assert table.opened.game.applied[: len(before) + 1] == (*before, made)
    game = table.opened.game
    assert replay(game.setup, game.log) == (game, None)
    assert room.stored_log(table) == log(table)


def _correct_something(table, phones, chance):
    game = table.opened.game
    seat = chance.randrange(len(phones)) + 1
    found = edit_points(Story.from_game(game), seat)
    if not found:
        return
    spot = chance.choice(found)
    crosses = [e.move for e in candidates(game) if isinstance(e.move, Cross)]
    wanted = spot.removal_change(game) if chance.random() < 0.4 else None
    wanted = wanted or spot.replacement_change(game, chance.choice(crosses))
    answer = table.submit_request(phones[seat - 1], Correct(wanted, len(log(table))))
    after = table.opened.game
    if answer is not None:
        assert after == game
        return
    mine = [each for each in after.applied if each.seat != seat]
    assert mine[: len(game.applied)] == [e for e in game.applied if e.seat != seat]
    if chance.random() < 0.5 and table.opened.correction_to_undo(seat) is not None:
        assert table.submit_request(phones[seat - 1], UndoCorrection(seat, len(log(table)))) is None
        if not after.position.is_over:
            assert table.opened.game.position == game.position
