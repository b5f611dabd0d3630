"""`w7`: what the white dice of a roll show; it changes no position."""

import pytest
from strategies import played, refusal


@pytest.mark.parametrize("points", range(2, 13))
def test_two_to_twelve_may_be_shown(points):
    line = f"classic/2 w{points}"
    assert refusal(line) is None
    assert played(line).position == played("classic/2").position


@pytest.mark.parametrize("token", ["w1", "w13", "w0", "w07", "w", "1:w7", "2:w7"])
def test_nothing_else_is(token):
    assert refusal(f"classic/2 {token}") == "syntax"


def test_one_sheet_knows_no_rolls():
    assert refusal("classic w7") == "syntax"


def test_after_the_end_it_is_over():
    assert refusal("classic/2 end w7") == "over"
    assert refusal("classic/2 1:- / / 1:- / / 1:- / / 1:- w7") == "over"


def test_it_is_outside_a_seats_undo():
    assert refusal("classic/2 w7 1:undo") == "nothing_to_undo"
    game = played("classic/2 1:r5 w7 1:undo")
    assert [entry.text for entry in game.standing] == ["w7"]


def test_it_leaves_every_redo_alone():
    assert refusal("classic/2 1:r5 1:undo w7 1:redo") is None
    assert refusal("classic/2 1:r5 undo w7 redo") is None


def test_everybodys_undo_takes_it_back_like_any_last_entry():
    game = played("classic/2 1:r5 w7 w8 undo")
    assert [entry.text for entry in game.standing] == ["1:r5", "w7"]
    again = played("classic/2 1:r5 w7 w8 undo redo")
    assert [entry.text for entry in again.standing] == ["1:r5", "w7", "w8"]
