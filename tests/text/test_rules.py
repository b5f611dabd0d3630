"""The rules in the app: made from a sheet, only where they apply, true to the core."""

from dataclasses import replace

import pytest

from qwixx_pad.core.layout import Cell, Layout, Row, RowKind
from qwixx_pad.core.scoring import row_points
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.ui.rules import chances_section, examples, sheet_rules
from qwixx_pad.ui.rules.examples import DiceSum, Example, ExamplePart, NumberedStep, Ruling
from qwixx_pad.ui.rules.kinds import special_rules
from tests.support.own_layouts import numbered
from tests.support.strategies import refusal
from tests.support.ui.rules_text import pieces, said
from tests.support.ui.surroundings import WORDS

CLASSIC = installed_layouts()["classic"]
ON_BOARD = installed_layouts()["on_board"]
LONG = Layout(
    "long",
    (
        numbered("r", tuple(range(2, 17)), 6),
        numbered("b", tuple(range(16, 1, -1)), 6),
        numbered("g", (9, 2, 11, 4, 3, 8, 12), 4),
    ),
    max_seats=3,
    penalties=3,
    penalty_points=7,
    rows_to_end=1,
)
"""A sheet that nobody has printed: longer rows, other numbers of everything."""
SHOWN = [
    *installed_layouts().values(),
    installed_layouts()["random_numbers:7"],
    installed_layouts()["random_colors:5"],
]
EVERY_SHEET = pytest.mark.parametrize("layout", [*SHOWN, LONG], ids=lambda layout: layout.name)


def titles(sections):
    return [section.title for section in sections]


# what all sheets have


@EVERY_SHEET
def test_rules_list_special_sections_before_classic_ones(layout):
    sections = sheet_rules(layout, WORDS)
    classic = titles(sheet_rules(CLASSIC, WORDS))
    assert titles(sections)[len(sections) - len(classic) :] == classic
    assert (titles(sections) == classic) == (layout in {CLASSIC, LONG})
    assert all(section.pieces for section in sections)


@pytest.mark.parametrize(
    ("name", "change", "number"),
    [
        ("classic", {"rows": CLASSIC.rows[:3]}, "5"),
        ("classic", {"rows": LONG.rows}, "from 2 to 16"),
        ("classic", {"max_seats": 7}, "7"),
        ("classic", {"actions": 1}, "at most 1 cross"),
        ("classic", {"penalty_points": 7}, "7"),
        ("classic", {"penalties": 3}, "3"),
        ("classic", {"rows_to_end": 1}, "1 row"),
        ("classic", {"board": 20}, "up to 20"),
        ("lucky_15", {"target": 14}, "make 14 together"),
    ],
)
def test_rules_use_the_numbers_printed_on_the_sheet(name, change, number):
    printed = installed_layouts()[name]
    added = {*pieces(replace(printed, **change))} - {*pieces(printed)}
    assert any(number in piece for piece in added)


def test_rules_describe_unlike_rows_separately():
    lines = [line for line in pieces(LONG) if "Green: " in line or "Red and blue: " in line]
    assert [line.partition(": ")[0] for line in lines] == ["Green", "Red and blue", "Green"]


@pytest.mark.parametrize(
    ("layout", "steps"), [(replace(CLASSIC, actions=1), 1), (CLASSIC, 2), (ON_BOARD, 3)]
)
def test_rules_number_the_steps_of_a_roll(layout, steps):
    numbers = [step.number for step in pieces(layout, NumberedStep)]
    assert numbers == [*range(1, steps + 1)]
    assert ("pawn" in said(layout)) == (layout is ON_BOARD)
    assert steps > 1 or "coloured" not in said(layout)


def test_rules_explain_chances_where_known():
    known = chances_section(CLASSIC, WORDS).pieces
    assert any("crosses, not dice" in line for line in known)
    assert chances_section(LONG, WORDS).pieces == ("Chances aren’t known for this sheet.",)


# pictures


@EVERY_SHEET
def test_example_shows_a_game_on_the_same_sheet(layout):
    found = pieces(layout, Example)
    assert {example.part for example in found} == set(ExamplePart)
    for example in found:
        assert example.says
        assert example.game.setup.layout.rows == layout.rows
        crossed = any(example.sheet.crossed[row] for row in example.rows)
        assert crossed == (example.part is ExamplePart.BANDS)


@EVERY_SHEET
def test_examples_show_what_their_text_says(layout):
    index, *_, last = examples.lockable_rows(layout)
    row = layout.rows[index]
    passing = examples.skipping_example(layout, WORDS)
    assert "skipped" in passing.sheet.cell_states(passing.rows[0])
    waiting = examples.waiting_lock_example(layout, WORDS)
    assert row.crosses_to_lock - 2 <= waiting.sheet.lock_progress(index) < row.crosses_to_lock
    locked = examples.locked_row_example(layout, WORDS)
    assert locked.game.position.closed_rows == {row.letter}
    crosses = locked.sheet.cross_count(index)
    assert row.crosses_to_lock + 2 <= crosses <= row.crosses_to_lock + 3
    assert f"{crosses} crosses, {row_points(crosses)} points" in locked.says
    closed = examples.closed_row_example(layout, WORDS)
    assert closed.game.position.closed_rows == {layout.rows[last].letter}
    assert closed.sheet.cross_count(last) >= 3
    assert not closed.sheet.own_locks


@pytest.mark.parametrize(
    ("picture", "said"),
    [
        (examples.skipping_example, "2, 4 and 7 are crossed. 3, 5 and 6 can no longer be crossed."),
        (examples.locked_row_example, "The 12 brings the lock: 7 crosses, 28 points."),
        (examples.row_points_example, "12 are 78."),
        (examples.penalty_example, "Your first penalty: total −5."),
    ],
)
def test_classic_example_text_has_its_numbers(picture, said):
    assert picture(CLASSIC, WORDS).says.endswith(said)


def test_example_dice_allow_the_crosses_they_claim():
    white, colored = pieces(CLASSIC, DiceSum)
    letter, eyes = colored.color
    assert white.total == sum(white.white)
    assert colored.total == colored.white[0] + eyes
    assert refusal(f"classic/2 1:r{white.total} 2:y{white.total} 1:{letter}{colored.total}") is None


# questions

FURTHER = {
    "on_board": {
        "May the pawn go back?",
        "I only moved my pawn. Is that a penalty?",
        "When is the last round over?",
    },
    "big_points": {"I only crossed in a bonus row. Is that a penalty?"},
    "bonus_b": {
        "Does a cross that comes with another one use up the roll?",
        "May a cross that comes with another one lock a row?",
    },
    "mixx_b": set(),
}
"""The questions about a sheet besides the twelve about the classic one."""


@pytest.mark.parametrize("name", FURTHER)
def test_rulings_are_those_of_the_sheet(name):
    classic, asked = (
        [ruling.question for ruling in pieces(layout, Ruling)]
        for layout in (CLASSIC, installed_layouts()[name])
    )
    assert len({*classic}) == len(classic) == 12
    assert {*asked} == {*classic} | FURTHER[name]


# kinds of rules

SHEETS_BY_RULE = {
    "Mixed colours": {"mixx_a", "random_colors:5"},
    "Bonus rows": {"big_points"},
    "Crossed twice": {"double_a"},
    "Double boxes": {"double_b"},
    "Linked numbers": {"chain_a", "chain_b", "chain_c", "chain_d", "chain_e"},
    "The steps": {"steps_a", "steps_b", "steps_c", "steps_d", "steps_e"},
    "Boxed numbers and the bar": {"bonus_a"},
    "Symbol pairs": {"bonus_b"},
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


@EVERY_SHEET
def test_special_sections_are_those_of_the_sheet(layout):
    expected = [title for title, names in SHEETS_BY_RULE.items() if layout.name in names]
    assert titles(special_rules(layout, WORDS)) == expected


@pytest.mark.parametrize("name", SEEN)
def test_special_examples_are_played_by_the_core(name):
    pieces = [piece for s in special_rules(installed_layouts()[name], WORDS) for piece in s.pieces]
    assert [piece.says for piece in pieces if isinstance(piece, Example)] == SEEN[name]


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("double_b", "towards the 7 that"),
        ("double_a", "at most 16 crosses count, 136 points"),
        ("big_points", "at most 15 crosses count, 120 points"),
        ("longo", "Each of them has 8 sides."),
        ("longo", "Each of the last 2 numbers locks the row"),
        ("lucky_15", "5, 11, 18 and 25 points"),
        ("connect_15", "show a 1 and a 5"),
        ("bonus_b", "13 points more."),
        ("mixx_b", "Red, yellow, green and blue: mixed numbers."),
    ],
)
def test_special_rules_have_the_numbers_of_the_sheet(name, number):
    assert number in said(installed_layouts()[name])
    assert number not in said(CLASSIC)


def test_forced_cross_rule_appears_only_where_it_applies():
    sentence = "The crosses that come with a cross are made for you"
    sheets = {layout.name for layout in SHOWN if sentence in said(layout)}
    assert sheets == {layout.name for layout in SHOWN if layout.has_effects}


def test_custom_sheet_with_everything_gets_every_section():
    track = Row("lucky", tuple(Cell(str(n), "lucky", n) for n in (4, 9)), 0, RowKind.TRACK, 0)
    pairs = Row("x", (Cell("0", "x", 8, 5),), 0, RowKind.EXCHANGE, 0)
    twice = tuple(replace(row, last_counts_twice=True, cap=13) for row in CLASSIC.rows)
    own = Layout("own:all-00000000", (track, *twice, pairs), has_lucky_numbers=True)
    alike = {"double_a", "longo", "lucky_15", "x_change"}
    assert titles(special_rules(own, WORDS)) == [
        title for title, names in SHEETS_BY_RULE.items() if names & alike
    ]
    assert "at most 13 crosses count, 91 points" in said(own)
