"""What the next cross adds to the total of a sheet, with all that it forces."""

import pytest
from hypothesis import given

from qwixx_pad.core.effects import forced_crosses, move_gain, next_gains
from qwixx_pad.core.moves import move_at
from tests.support.core.line_questions import sheet
from tests.support.strategies import entry, every_sheet, examples, games


@pytest.mark.parametrize(
    ("line", "adds"),
    [
        ("classic", 1),
        ("classic r2 r3 r4 r5 r6", 6),
        ("classic r2 r3 r4 r5 r11", 6 + 7),
        ("classic r2 r3 r4 r5 r6 r12", None),
        ("steps_a r6", 2),
        ("double_a r11", 2),
        ("double_a r11 r11", None),
        ("big_points r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 ry2 ry3 ry4 ry5 ry6", 0),
        ("bonus_b r8 b10 b9 y2 y4 g12 g11", 2 * 2),
    ],
)
def test_next_gain_includes_lock_and_double_counting(line, adds):
    assert next_gains(sheet(line))[0] == adds


@examples(50)
@given(games(every_sheet))
def test_next_gain_is_the_smallest_of_the_row(game):
    closed = game.position.closed_rows
    for page in game.position.sheets:
        for row, adds in zip(page.layout.rows, next_gains(page, closed), strict=True):
            moves = {move_at(row, place) for place in range(len(row.cells))} - {None}
            open_ones = [move for move in moves if page.sheet_refusal(move, closed=closed) is None]
            gains = [move_gain(page, move, closed) for move in open_ones if row.lock_mask]
            assert adds == min(gains, default=None)


@pytest.mark.parametrize(
    ("line", "token", "adds", "brings"),
    [
        ("classic", "r3", 1, ""),
        ("classic", "-", -5, ""),
        ("lucky_15 lucky", "lucky", 6, ""),
        ("big_points r5 r6 y5", "ry5", 3 + 2, ""),
        ("chain_a", "r6", 2, "y6"),
        ("bonus_a", "r3", 1 + 2, "bar0 r4"),
        ("bonus_a r3 y4", "b10", 1 + 2 + 1, "bar1 y5 bar2 g12"),
        ("bonus_b r6", "b4", 1 + 13, ""),
        ("bonus_b y3 - -", "g5", 1 + 10, ""),
        ("bonus_b y7", "b7", 1 + 1 + 2 + 1 + 2, "r2 y8 g12 b6"),
        ("bonus_b r2 b12 y11 g9", "pr", 2 + 3, "r3 r4"),
    ],
)
def test_gain_includes_forced_crosses_in_order(line, token, adds, brings):
    page = sheet(line)
    move = entry(token).move
    places = forced_crosses(page, move)
    cells = [f"{page.layout.rows[at.row].letter}{page.layout.cell(at).label}" for at in places]
    assert (move_gain(page, move), " ".join(cells)) == (adds, brings)
