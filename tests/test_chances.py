"""The command `qwixx-pad chances`: what it prints of game lines, and its exit status."""

import io
import json

import pytest

from qwixx_pad.cli import ACCEPTED, REFUSED, UNREADABLE, chances, main, replay_lines


def told(*game_lines):
    """Status and objects for these lines."""
    out = io.StringIO()
    status = replay_lines(game_lines, out, told=chances)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def test_there_is_a_moment_for_the_start_and_one_for_every_token_whatever_it_does():
    tokens = ["1:r5", "w7", "2:b10", "2:undo", "2:redo", "undo", "redo", "/", "w8", "1:out"]
    status, [shown] = told(" ".join(["classic/2", *tokens]))
    assert status == ACCEPTED
    assert list(shown) == ["layout", "after"]
    assert [moment["at"] for moment in shown["after"]] == list(range(-1, len(tokens)))
    assert {tuple(moment) for moment in shown["after"]} == {("at", "points", "win", "draw")}


def test_what_was_taken_back_is_worth_what_it_was_before():
    _, [shown] = told("classic/2 1:r5 1:b11 1:undo w7 1:redo")
    worth = [{**moment, "at": None} for moment in shown["after"]]
    assert worth[3] == worth[1] == worth[4] != worth[2] == worth[5]


def test_one_sheet_has_points_and_nobody_to_win_against():
    _, [shown] = told("classic r5")
    assert [list(moment) for moment in shown["after"]] == [["at", "points"]] * 2
    assert {len(moment["points"]) for moment in shown["after"]} == {1}


def test_a_refused_token_ends_the_line_and_is_named_as_replay_names_it():
    status, [shown] = told("classic/2 1:r5 w7 1:r4 2:b9")
    assert status == REFUSED
    assert [moment["at"] for moment in shown["after"]] == [-1, 0, 1]
    assert shown["refused"] == {"at": 2, "token": "1:r4", "reason": "passed"}


@pytest.mark.parametrize(
    ("line", "status"), [("longo/2 1:r2 w7", ACCEPTED), ("classic/2+paper 1:r5 1:r5", REFUSED)]
)
def test_sheets_of_unknown_value_are_played_all_the_same_and_say_so(line, status):
    found, [shown] = told(line)
    assert found == status
    assert shown["unknown"] is True
    assert "after" not in shown


def test_a_line_without_a_known_layout_is_the_same_object_as_that_of_replay():
    status, shown = told("classic", "", "klassik r5")
    out = io.StringIO()
    replay_lines(["", "", "klassik r5"], out)
    assert (status, shown[1]) == (UNREADABLE, json.loads(out.getvalue()))


def test_a_file_that_cannot_be_read_is_status_two_with_a_sentence(tmp_path, capsys):
    assert main(["chances", str(tmp_path / "none.txt")]) == UNREADABLE
    assert "cannot read" in capsys.readouterr().err
