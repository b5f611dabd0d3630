"""The command `qwixx-pad chances`: what it prints of game lines, and its exit status."""

import io
import json

import pytest

from qwixx_pad.cli import ACCEPTED, REFUSED, UNREADABLE, chances_report, main, replay_lines


def reports_of(*game_lines):
    """Status and objects for these lines."""
    out = io.StringIO()
    status = replay_lines(game_lines, out, reporter=chances_report)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def test_chances_lists_the_start_and_every_token():
    tokens = ["1:r5", "w7", "2:b10", "2:undo", "2:redo", "undo", "redo", "/", "w8", "1:out"]
    status, [shown] = reports_of(" ".join(["classic/2", *tokens]))
    assert status == ACCEPTED
    assert list(shown) == ["layout", "after"]
    assert [moment["at"] for moment in shown["after"]] == list(range(-1, len(tokens)))
    assert {tuple(moment) for moment in shown["after"]} == {("at", "points", "win", "draw")}


def test_undo_restores_the_earlier_chances():
    _, [shown] = reports_of("classic/2 1:r5 1:b11 1:undo w7 1:redo")
    worth = [{**moment, "at": None} for moment in shown["after"]]
    assert worth[3] == worth[1] == worth[4] != worth[2] == worth[5]


def test_single_sheet_has_points_but_no_win_chance():
    _, [shown] = reports_of("classic r5")
    assert [list(moment) for moment in shown["after"]] == [["at", "points"]] * 2
    assert {len(moment["points"]) for moment in shown["after"]} == {1}


def test_refused_token_ends_the_line_as_in_replay():
    status, [shown] = reports_of("classic/2 1:r5 w7 1:r4 2:b9")
    assert status == REFUSED
    assert [moment["at"] for moment in shown["after"]] == [-1, 0, 1]
    assert shown["refused"] == {"at": 2, "token": "1:r4", "reason": "passed"}


@pytest.mark.parametrize(
    ("line", "status"),
    [("classic/2+paper 1:r2 w7", ACCEPTED), ("classic/2+paper 1:r5 1:r5", REFUSED)],
)
def test_sheet_without_known_value_is_marked_unknown(line, status):
    found, [shown] = reports_of(line)
    assert found == status
    assert shown["unknown"] is True
    assert "after" not in shown


def test_unknown_layout_gives_the_same_error_as_replay():
    status, shown = reports_of("classic", "", "klassik r5")
    out = io.StringIO()
    replay_lines(["", "", "klassik r5"], out)
    assert (status, shown[1]) == (UNREADABLE, json.loads(out.getvalue()))


def test_unreadable_file_exits_with_status_two(tmp_path, capsys):
    assert main(["chances", str(tmp_path / "none.txt")]) == UNREADABLE
    assert "cannot read" in capsys.readouterr().err
