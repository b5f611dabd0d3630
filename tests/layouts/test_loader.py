"""Layouts are data: what is installed is sound, and what is not is named, all faults at once."""

import json
from dataclasses import replace

import pytest

from qwixx_pad.core.layout import Cell, Layout, Mark, Pair, Row, RowKind
from qwixx_pad.layouts import LayoutFileError, canonical_text, check, from_text, installed, load
from qwixx_pad.layouts.checking import Fault, Problem, problems
from qwixx_pad.layouts.loader import named

UP, DOWN = tuple(range(2, 13)), tuple(range(12, 1, -1))
CLASSIC = """
[rows.r]
numbers = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
[rows.b]
numbers = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]
"""


def in_bytes(**texts):
    return {name: text.encode() for name, text in texts.items()}


def found(text, **others):
    """All faults of a text: line and sentence."""
    with pytest.raises(LayoutFileError) as refused:
        load("mine", in_bytes(mine=text, classic=CLASSIC, **others))
    return [tuple(fault) for fault in refused.value.faults]


def faults(text, **others):
    return [sentence for _, sentence in found(text, **others)]


# What is installed


def test_the_classic_sheet_is_as_printed():
    classic = installed()["classic"]
    rows = [(row.letter, row.numbers) for row in classic.rows]
    assert rows == [("r", UP), ("y", UP), ("g", DOWN), ("b", DOWN)]
    assert {row.needs for row in classic.rows} == {5}
    assert (classic.least_seats, classic.most_seats, classic.actions) == (1, 5, 2)
    assert classic.board is None


def test_on_board_has_the_classic_rows_a_third_action_and_a_board():
    board, classic = installed()["on_board"], installed()["classic"]
    assert board.rows == classic.rows
    assert (board.most_seats, board.actions, board.board) == (4, 3, 20)


@pytest.mark.parametrize("name", installed())
def test_every_installed_layout_is_without_a_fault_and_has_a_title(name):
    assert problems(installed()[name]) == ()
    assert installed()[name].title


def test_one_sheet_is_taken_when_nothing_is_said():
    assert installed().default.title == "Classic"
    assert [layout.default for layout in installed().values()].count(True) == 1


def test_what_is_said_of_one_sheet_is_not_handed_on():
    mine = load("mine", in_bytes(mine='extends = "classic"', classic='title = "X"\n' + CLASSIC))
    assert (mine.title, mine.painted, mine.bgg) == ("", False, None)


# One file and another


def test_what_extends_another_says_only_the_difference():
    mine = load("mine", in_bytes(mine='extends = "classic"\nactions = 4', classic=CLASSIC))
    assert mine.actions == 4
    assert mine.rows[0].numbers == UP


def test_a_single_key_of_a_row_can_differ():
    text = 'extends = "classic"\n[rows.b]\nneeds = 6'
    red, blue = load("mine", in_bytes(mine=text, classic=CLASSIC)).rows
    assert (red.needs, blue.needs, blue.numbers) == (5, 6, DOWN)


def test_rows_stand_in_the_order_that_is_named():
    text = 'extends = "classic"\norder = ["b", "r"]'
    mine = load("mine", in_bytes(mine=text, classic=CLASSIC))
    assert [row.letter for row in mine.rows] == ["b", "r"]


def test_files_that_extend_each_other_in_a_ring_are_told():
    said = faults('extends = "other"', other='extends = "mine"')
    assert said == ["mine extends other extends mine"]


# All faults, each with its line


def test_all_faults_of_a_file_are_named_at_once_with_their_lines():
    text = 'actions = "two"\ncolour = 1\n\n[rows.r]\nneed = 5\n[rows.q]\nnumbers = [2, 2, 3]\n'
    assert found(text) == [
        (1, "sheet: actions is not a whole number"),
        (2, "sheet: unknown key 'colour'"),
        (4, "row r: no numbers"),
        (5, "row r: unknown key 'need'"),
        (6, "row q: a row letter that is none of r, y, g, b"),
        (7, "row q: a number printed twice in one row"),
        (7, "row q: fewer numbers than the lock needs"),
    ]


def test_a_fault_of_what_is_extended_is_told_where_it_is_extended():
    text = '# mine\nextends = "other"\nactions = 3'
    assert found(text, other="rows_to_end = 1\n[rows.r]\nnumbers = [2]") == [
        (2, "row r: fewer numbers than the lock needs")
    ]


LINKED = """extends = "classic"
chains = [
    ["r3", "b13"],
    ["r3"],
    ["r4", "r12"],
]
steps = ["r5", "r4"]
pairs = [
    { mark = "fewest", amount = 2, cells = ["r6", "b6"] },
    { mark = "plus", cells = ["r7"] },
    { mark = "star" },
]
[rows.r]
boxed = [9]
colors = "rr"
double = [13]
connections = [11]
"""


def test_chains_pairs_and_marks_name_printed_cells_once():
    assert found(LINKED) == [
        (2, "a chain at a cell that locks"),
        (2, "a chain that does not join two printed numbers of rows with a lock"),
        (2, "sheet: a chain is two cells, not ['r3']"),
        (2, "sheet: chains names 'b13', which is not printed"),
        (7, "sheet: steps marks r4, which is marked already"),
        (8, "a pair of other than two cells"),
        (
            8,
            "sheet: a pair has cells and one of these marks: fewest, each, lowest, plus, waive",
        ),
        (14, "row r: boxed numbers without a bar"),
        (15, "row r: not a colour for each number"),
        (16, "row r: double that are not printed: [13]"),
        (17, "row r: connections that are not printed: [11]"),
    ]


def test_rows_that_could_not_be_read_are_not_also_counted_as_missing():
    assert faults("[rows]\nr = 5\ny = 5") == ["row r: not a table", "row y: not a table"]


@pytest.mark.parametrize("value", ["true", "2.0", '"2"', "[2]"])
@pytest.mark.parametrize(
    "key", ["least_seats", "most_seats", "actions", "penalties", "rows_to_end", "board"]
)
def test_what_counts_is_a_whole_number(key, value):
    assert faults(f'extends = "classic"\n{key} = {value}') == [
        f"sheet: {key} is not a whole number"
    ]


def test_a_truth_value_is_no_number_of_a_row_either():
    said = faults("rows_to_end = 1\n[rows.r]\nnumbers = [true, 2]\nneeds = true")
    assert "row r: needs is not a whole number" in said
    assert "row r: numbers that are not whole numbers" in said


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("rows = 5", "rows is not a dict"),
        ("", "no rows"),
        ("= nonsense", "Invalid"),
        ('extends = "nothing"', "no layout file 'nothing'"),
        ('extends = "mine"', "extends"),
        ("[rows.r]\nnumbers=[1.5, 2]", "not whole"),
        ('[rows.r]\nkind = "hexagon"\nnumbers = [2]', "kind is none of"),
        ('[rows.bar]\nkind = "bar"', "no colors"),
        ('[rows.x]\nkind = "exchange"\npairs = [[1], [2, 3]]', "a pair is two numbers"),
        ('extends = "classic"\norder = ["r"]', "order does not name each row once"),
        ('extends = "classic"\nshuffle = "cards"', "shuffle is none of"),
    ],
)
def test_a_file_that_is_no_layout_says_why(text, part):
    assert part in "; ".join(faults(text))


def test_a_misspelt_text_is_told_with_its_line():
    [(line, _)] = found('extends = "classic"\nactions == 3')
    assert line == 2


ALL_WRONG = Layout(
    "wrong",
    (
        Row.of_numbers("r", (2, 2, 100)),
        Row.of_numbers("r", UP, needs=0),
        Row.of_numbers("z", UP),
        Row("y", (Cell("2", "v", 2, weight=3),), needs=1, locks=2, cap=0),
        Row("rb", (), kind=RowKind.BONUS, locks=0, between="gx"),
    ),
    least_seats=3,
    most_seats=2,
    actions=0,
    penalty_points=-5,
    rows_to_end=6,
    board=-1,
    pairs=(Pair(Mark.PLUS, 0),),
)


def test_all_problems_of_a_sheet_are_found_at_once():
    assert set(problems(ALL_WRONG)) == {
        Problem(Fault.LETTER_TWICE, "r"),
        Problem(Fault.SEATS_RANGE, key="most_seats"),
        Problem(Fault.ACTIONS_RANGE, key="actions"),
        Problem(Fault.END_RANGE, key="rows_to_end"),
        Problem(Fault.POINTS_RANGE, key="penalty_points"),
        Problem(Fault.BOARD_RANGE, key="board"),
        Problem(Fault.TOO_SHORT, "r", "numbers"),
        Problem(Fault.NUMBER_TWICE, "r", "numbers"),
        Problem(Fault.NUMBER_RANGE, "r", "numbers"),
        Problem(Fault.NEEDS_RANGE, "r", "needs"),
        Problem(Fault.UNKNOWN_LETTER, "z"),
        Problem(Fault.UNKNOWN_COLOR, "y", "colors"),
        Problem(Fault.LOCKS_RANGE, "y", "locks"),
        Problem(Fault.CAP_RANGE, "y", "cap"),
        Problem(Fault.WEIGHT_RANGE, "y", "double"),
        Problem(Fault.LETTER_OF_KIND, "rb"),
        Problem(Fault.NO_CELLS, "rb"),
        Problem(Fault.NO_SUCH_NEIGHBOUR, "rb", "between"),
        Problem(Fault.PAIR_CELLS, key="pairs"),
        Problem(Fault.PAIR_AMOUNT, key="pairs"),
    }


def test_a_sheet_without_rows_is_no_sheet():
    assert Problem(Fault.NO_ROWS) in problems(Layout("empty", (), rows_to_end=1))


def test_a_file_on_disk_is_checked_beside_the_files_it_extends(tmp_path):
    (tmp_path / "mine.toml").write_text('extends = "classic"\nrows_to_end = 1')
    assert check(tmp_path / "mine.toml") == ()
    (tmp_path / "classic.toml").write_text(CLASSIC + "\n")
    (tmp_path / "mine.toml").write_text('extends = "classic"\nbord = 20\nrows_to_end = 3')
    assert [tuple(fault) for fault in check(tmp_path / "mine.toml")] == [
        (2, "sheet: unknown key 'bord'"),
        (3, "an end of the game that cannot come, or comes before the start"),
    ]


def test_a_file_that_is_no_text_says_so_and_disturbs_no_other(tmp_path):
    (tmp_path / "classic.toml").write_text(CLASSIC)
    (tmp_path / "noise.toml").write_bytes(b"\xff\xfe")
    assert check(tmp_path / "classic.toml") == ()
    [fault] = check(tmp_path / "noise.toml")
    assert "utf-8" in fault.text


def test_a_file_whose_name_cannot_stand_in_a_game_line_says_so(tmp_path):
    (tmp_path / "My sheet.toml").write_text('extends = "classic"')
    [fault] = check(tmp_path / "My sheet.toml")
    assert "is not a name" in fault.text


# The text that names a sheet


@pytest.mark.parametrize("name", [*installed(), "random_colors:5", "random_numbers:5"])
def test_the_canonical_text_of_a_sheet_is_read_as_the_same_sheet(name):
    layout = installed()[name]
    again = from_text("mine", canonical_text(layout))
    bare = replace(layout, title="", painted=False, default=False, bgg=None)
    assert again == named("mine", bare)
    assert canonical_text(again) == canonical_text(layout)


def test_what_is_spelt_otherwise_and_means_the_same_has_the_same_name():
    brief = load("mine", in_bytes(mine='extends = "classic"', classic=CLASSIC))
    long = load("mine", in_bytes(mine='title = "Mine"\nactions = 2\n' + CLASSIC))
    assert named("mine", brief).name == named("mine", long).name
    other = load("mine", in_bytes(mine="actions = 3\n" + CLASSIC))
    assert named("mine", other).name != named("mine", brief).name


def test_the_name_of_an_own_sheet_does_not_change_with_versions():
    mine = load("mine", in_bytes(mine=CLASSIC))
    assert canonical_text(mine) == json.dumps(
        {
            "order": ["r", "b"],
            "rows": {"b": {"numbers": list(DOWN)}, "r": {"numbers": list(UP)}},
        },
        separators=(",", ":"),
    )
    assert named("mine", mine).name == "own:mine-f5e5ec5a"


@pytest.mark.parametrize("text", ["", "[]", "{", '{"rows": 5}', "[" * 10_000])
def test_a_text_that_is_no_sheet_is_an_error(text):
    with pytest.raises(LayoutFileError):
        from_text("mine", text)
