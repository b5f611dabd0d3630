"""The rules of what only some sheets have: each kind is told where it is printed, and played."""

from dataclasses import replace

import pytest

from qwixx_pad.core.layout import Cell, Layout, Row, RowKind
from qwixx_pad.layouts import installed
from qwixx_pad.ui.rules.examples import Example
from qwixx_pad.ui.rules.kinds import own_rules
from tests.support.ui.rules_text import said
from tests.support.ui.surroundings import WORDS

SHEETS = (*installed().values(), installed()["random_numbers:7"], installed()["random_colors:5"])
TOLD = {
    "Mixed colours": {"mixx_a", "random_colors:5"},
    "Bonus rows": {"big_points"},
    "Crossed twice": {"double_a"},
    "Double boxes": {"double_b"},
    "Linked numbers": {"chain_a", "chain_b", "chain_c", "chain_d", "chain_e"},
    "The steps": {"steps_a", "steps_b", "steps_c", "steps_d", "steps_e"},
    "Boxed numbers and the bar": {"bonus_a"},
    "Pairs of signs": {"bonus_b"},
    "Lucky numbers": {"longo"},
    "The track": {"lucky_15"},
    "Connection fields": {"connect_15"},
    "Exchange": {"x_change"},
}
SEEN = {
    "mixx_a": ["Red row: yellow 2, blue 5, green 8 and red 11 are crossed."],
    "big_points": ["Red 5 frees the 5 of the bonus row. The crosses now: red 2, yellow 1."],
    "double_a": ["The 5 counts as 2 crosses: 3 points."],
    "double_b": ["The 3 counts as 2 crosses: 3 points."],
    "chain_b": ["You cross red 4, and with it yellow 4."],
    "steps_a": ["Yellow 2, green 11 and blue 10 are steps: 6 points more."],
    "bonus_a": ["You cross red 3, and with it red 4."],
    "bonus_b": [
        "You cross yellow 11 and green 9, and with it red 2 and red 3.",
        "You cross yellow 7 and blue 7, and with it red 2, yellow 8, green 12 and blue 6.",
        "With both crossed the total is 5 instead of 4.",
        "With both crossed the total is 15 instead of 2.",
        "With both crossed the total is 2 instead of −3.",
    ],
    "longo": ["Blue has the fewest crosses: a lucky number crosses its 16."],
    "lucky_15": ["2 fields are crossed: 11 points more."],
    "connect_15": ["With the field it is 3 crosses: 6 points."],
    "x_change": ["The white dice show 9: the pair is spent, and red 7 is crossed."],
}
"""Below the pictures of these sheets, in order."""


@pytest.mark.parametrize("layout", SHEETS, ids=lambda layout: layout.name)
def test_a_sheet_is_told_the_kinds_of_rules_that_it_has_and_no_other(layout):
    titles = [section.title for section in own_rules(layout, WORDS)]
    assert titles == [title for title, names in TOLD.items() if layout.name in names]


@pytest.mark.parametrize("name", SEEN)
def test_the_core_has_played_what_stands_below_a_picture(name):
    pieces = [piece for s in own_rules(installed()[name], WORDS) for piece in s.pieces]
    assert [piece.says for piece in pieces if isinstance(piece, Example)] == SEEN[name]


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("double_a", "towards the 7 that"),
        ("double_b", "towards the 7 that"),
        ("double_a", "16 crosses count at most, 136 points"),
        ("big_points", "15 crosses count at most, 120 points"),
        ("longo", "Each of them has 8 sides."),
        ("longo", "Each of the last 2 numbers locks the row"),
        ("longo", "needs 6 crosses before it"),
        ("lucky_15", "make 15 together"),
        ("lucky_15", "5, 11, 18 and 25 points"),
        ("connect_15", "show a 1 and a 5"),
        ("bonus_b", "13 points more."),
        ("mixx_b", "Red, yellow, green and blue: mixed numbers."),
    ],
)
def test_the_numbers_in_the_rules_are_those_of_the_sheet(name, number):
    assert number in said(installed()[name])
    assert number not in said(installed()["classic"])


def test_another_number_on_the_sheet_is_another_number_in_the_rules():
    lucky = replace(installed()["lucky_15"], target=14)
    assert "make 14 together" in said(lucky)
    assert "together" not in said(replace(lucky, target=None))


def test_of_crosses_that_are_made_for_a_player_only_a_sheet_speaks_that_has_them():
    sentence = "The crosses that come with a cross are made for you"
    told = {layout.name for layout in SHEETS if sentence in said(layout)}
    assert told == TOLD["Linked numbers"] | {"bonus_a", "bonus_b"}


def test_a_sheet_of_ones_own_that_has_everything_is_told_everything():
    classic = installed()["classic"]
    track = Row("lucky", tuple(Cell(str(n), "lucky", n) for n in (4, 9)), 0, RowKind.TRACK, 0)
    pairs = Row("x", (Cell("0", "x", 8, 5),), 0, RowKind.EXCHANGE, 0)
    twice = tuple(replace(row, twice=True, cap=13) for row in classic.rows)
    own = Layout("own:all-00000000", (track, *twice, pairs), lucky=True)
    titles = [section.title for section in own_rules(own, WORDS)]
    assert titles == ["Crossed twice", "Lucky numbers", "The track", "Exchange"]
    assert "13 crosses count at most, 91 points" in said(own)
