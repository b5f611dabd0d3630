"""Sheets stay where people sit: which corner each seat of a game has."""

import pytest

from qwixx_pad.games.played_game import (
    add_first_corner,
    next_corner,
    read_first_corner,
    seat_corners,
    seats_by_corner,
)


def test_seats_follow_clockwise_from_the_first_corner():
    assert seat_corners(4, 1) == (1, 2, 3, 4)
    assert seat_corners(4, 2) == (2, 3, 4, 1)
    assert seat_corners(3, 3) == (3, 1, 2)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_corners_repeat_after_one_rematch_per_seat(seats):
    first = 1
    for _ in range(seats):
        first = next_corner(seats, first)
    assert first == 1


def test_seats_around_the_table_are_ordered_by_corner():
    assert seats_by_corner(seat_corners(4, 2)) == (4, 1, 2, 3)
    assert seats_by_corner(seat_corners(3, 1)) == (1, 2, 3)


def test_each_game_keeps_its_own_first_corner():
    corners = add_first_corner(add_first_corner("", "one", 2), "two", 3)
    assert [read_first_corner(corners, game, 4) for game in ("one", "two", "three")] == [2, 3, 1]
    assert read_first_corner(add_first_corner(corners, "one", 4), "one", 4) == 4


@pytest.mark.parametrize("corners", ["one", "one 0", "one 5", "one x", " \n\n", "one 2 2 9"])
def test_invalid_corner_text_falls_back_to_the_first(corners):
    assert read_first_corner(corners, "one", 4) == 1


def test_corners_of_old_games_are_dropped():
    corners = ""
    for number in range(100):
        corners = add_first_corner(corners, f"game {number}", 2)
    assert len(corners.splitlines()) == 40
    assert read_first_corner(corners, "game 99", 2) == 2
    assert read_first_corner(corners, "game 0", 2) == 1
