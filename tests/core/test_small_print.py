"""The small print of the contract, and what a report shows."""

from strategies import played, ready_to_lock, refusal

from qwixx_pad.core.line import report

RED_AND_YELLOW = " ".join(("classic/3", *ready_to_lock("classic/3", "ry")))


def reported(line):
    return report(played(line), (), None)


def cells(line, seat, row):
    return reported(line)["seats"][seat - 1]["rows"][row]["cells"]


def test_after_the_end_one_slash_or_end_is_accepted_and_then_nothing():
    for ended in (f"{RED_AND_YELLOW} 1:r12 3:y12", "classic/2 1:- / / 1:- / / 1:- / / 1:-"):
        for close in ("/", "end"):
            assert refusal(f"{ended} {close}") is None
            for again in ("/", "end"):
                assert refusal(f"{ended} {close} {again}") == "over"


def test_after_the_end_of_one_sheet_one_close_is_accepted_and_then_nothing():
    for ended in ("classic - - - -", "classic r# y#", "classic r# y# g12"):
        assert refusal(f"{ended} end") is None
        assert refusal(f"{ended} end end") == "over"
        assert refusal(f"{ended} end g2") == "over"


def test_an_end_that_was_declared_needs_no_second_one():
    assert refusal("classic end end") == "over"
    assert refusal("classic/2 end /") == "over"


def test_undo_and_redo_are_accepted_after_everything():
    for ended in ("classic - - - - end", "classic r# y# end", "classic end"):
        assert refusal(f"{ended} undo") is None
        assert refusal(f"{ended} undo redo") is None


def test_the_slash_that_closes_the_last_action_changes_neither_roll_nor_active_seat():
    before, after = f"{RED_AND_YELLOW} 1:r12 3:y12", f"{RED_AND_YELLOW} 1:r12 3:y12 /"
    for key in ("roll", "active", "closed", "over"):
        assert reported(after)[key] == reported(before)[key]


def test_left_over_cells_of_a_row_locked_in_this_roll_are_closed_at_once():
    line = f"{RED_AND_YELLOW} 1:r12"
    shown = cells(line, 2, "r")
    assert [shown[number] for number in ("7", "8", "11", "12")] == ["closed"] * 4
    assert refusal(f"{line} 2:r8") is None


def test_in_a_row_that_this_seat_locked_left_over_cells_are_skipped():
    shown = cells(f"{RED_AND_YELLOW} 1:r12", 1, "r")
    assert shown == {
        **dict.fromkeys(("2", "3", "4", "5", "6"), "crossed"),
        **dict.fromkeys(("7", "8", "9", "10", "11"), "skipped"),
        "12": "crossed",
    }


def test_in_a_row_that_another_closed_passed_cells_stay_skipped():
    shown = cells("classic r5 r7 r#", 1, "r")
    assert [shown[n] for n in ("4", "5", "6", "7", "8")] == [
        *("skipped", "crossed", "skipped", "crossed", "closed"),
    ]


def test_a_last_cell_that_still_needs_crosses_is_open():
    assert cells("classic", 1, "r")["12"] == "open"
    assert cells("classic g3", 1, "g")["2"] == "open"


def test_open_cells_stay_open_when_the_game_is_over():
    assert set(cells("classic end", 1, "b").values()) == {"open"}


def test_cells_stand_in_printed_order():
    assert list(cells("classic", 1, "r")) == [str(n) for n in range(2, 13)]
    assert list(cells("classic", 1, "g")) == [str(n) for n in range(12, 1, -1)]


def test_closed_rows_are_listed_from_top_to_bottom():
    assert reported("classic g# r#")["closed"] == ["r", "g"]


def test_a_single_sheet_knows_no_rolls_and_nobody_active():
    shown = reported("classic r5 -")
    assert shown["active"] is None
    assert shown["roll"] == 1


def test_a_report_tells_rows_points_and_lock():
    row = reported(f"{RED_AND_YELLOW} 2:r12")["seats"][1]["rows"]["r"]
    assert (row["crosses"], row["points"], row["locked"]) == (7, 28, True)
    row = reported(f"{RED_AND_YELLOW} 2:r12")["seats"][0]["rows"]["r"]
    assert (row["crosses"], row["points"], row["locked"]) == (5, 15, False)


def test_a_report_tells_penalties_extra_points_and_the_total():
    seat = reported("on_board/2 1:@7 / 2:r5")["seats"][0]
    assert (seat["penalties"], seat["extra"], seat["total"]) == (1, 7, 2)


def test_settled_means_that_only_undo_and_redo_are_left_beside_closing():
    waiting = played(f"{RED_AND_YELLOW} 1:r12 3:y12").position
    assert waiting.over
    assert not waiting.settled
    assert played(f"{RED_AND_YELLOW} 1:r12 3:y12 2:g5").position.settled
    assert not played("classic r# y#").position.settled
    assert played("classic r# y# g5").position.settled
    assert played("classic - - - -").position.settled
