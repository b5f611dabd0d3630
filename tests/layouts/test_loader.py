"""Layouts are data: what is installed is sound, and what is not is named, all faults at once."""

import pytest

from qwixx_pad.core.layout import Fault, Layout, Problem, Row, problems
from qwixx_pad.layouts import LayoutFileError, check, installed, load

UP, DOWN = tuple(range(2, 13)), tuple(range(12, 1, -1))
CLASSIC = """
[[rows]]
letter = "r"
numbers = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
[[rows]]
letter = "b"
numbers = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]
"""


def in_bytes(**texts):
    return {name: text.encode() for name, text in texts.items()}


def faults(text, **others):
    with pytest.raises(LayoutFileError) as refused:
        load("mine", in_bytes(mine=text, classic=CLASSIC, **others))
    return refused.value.faults


def test_the_classic_sheet_is_as_printed():
    classic = installed()["classic"]
    assert [(row.letter, row.numbers) for row in classic.rows] == [
        ("r", UP),
        ("y", UP),
        ("g", DOWN),
        ("b", DOWN),
    ]
    assert {row.needs for row in classic.rows} == {5}
    assert (classic.least_seats, classic.most_seats, classic.actions) == (1, 5, 2)
    assert classic.board is None


def test_on_board_has_the_classic_rows_a_third_action_and_a_board():
    board, classic = installed()["on_board"], installed()["classic"]
    assert board.rows == classic.rows
    assert (board.most_seats, board.actions, board.board) == (4, 3, 20)


@pytest.mark.parametrize("name", installed())
def test_every_installed_layout_is_without_a_fault(name):
    assert problems(installed()[name]) == ()


def test_what_extends_another_says_only_the_difference():
    mine = load("mine", in_bytes(mine='extends = "classic"\nactions = 4', classic=CLASSIC))
    assert mine.actions == 4
    assert mine.rows[0].numbers == UP


def test_all_faults_of_a_file_are_named_at_once():
    said = faults('actions = "two"\ncolour = 1\n[[rows]]\nletter = 7\nneed = 5')
    assert len(said) == 5
    assert any("actions is not of type int" in fault for fault in said)
    assert any("unknown key 'colour'" in fault for fault in said)
    assert any("row 1: no numbers" in fault for fault in said)


def test_a_misspelt_key_hides_no_fault_of_the_sheet():
    said = faults(
        'penalty = 3\nactions = 0\nboard = "x"\n'
        '[[rows]]\nletter = "q"\nnumbers = [2, 2, 3]\n'
        '[[rows]]\nletter = "r"\nnumbers = "2 to 12"\n'
    )
    assert set(said) == {
        "sheet: unknown key 'penalty'",
        "sheet: board is not of type int",
        "an active seat without a cross",
        "row q: a row letter that is none of r, y, g, b",
        "row q: fewer numbers than the lock needs",
        "row q: a number printed twice in one row",
        "row 2: numbers is not of type list",
    }


def test_rows_that_could_not_be_read_are_not_also_counted_as_missing():
    assert faults("rows = [5, 5, 5, 5]") == tuple(f"row {n}: not a table" for n in range(1, 5))


@pytest.mark.parametrize("value", ["true", "2.0", '"2"', "[2]"])
@pytest.mark.parametrize(
    "key", ["least_seats", "most_seats", "actions", "penalties", "rows_to_end", "board"]
)
def test_what_counts_is_a_whole_number(key, value):
    assert faults(f'extends = "classic"\n{key} = {value}') == (f"sheet: {key} is not of type int",)


def test_a_truth_value_is_no_number_of_a_row_either():
    row = 'letter = "r"\nnumbers = [true, 2]\nneeds = true'
    assert faults(f"rows_to_end = 1\n[[rows]]\n{row}") == (
        "row 1: needs is not of type int",
        "row 1: numbers that are not whole",
    )


def test_a_truth_value_is_not_a_number():
    assert faults('extends = "classic"\nactions = true') == ("sheet: actions is not of type int",)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("rows = 5", "rows is not of type list"),
        ("rows = [5]", "row 1: not a table"),
        ("", "no rows"),
        ("= nonsense", "Invalid"),
        ('extends = "nothing"', "no layout file 'nothing'"),
        ('extends = "mine"', "extends"),
        ('[[rows]]\nletter="r"\nnumbers=[1.5, 2]', "not whole"),
    ],
)
def test_a_file_that_is_no_layout_says_why(text, part):
    assert part in "; ".join(faults(text))


def test_files_that_extend_each_other_in_a_ring_are_told():
    said = faults('extends = "other"', other='extends = "mine"')
    assert said == ("mine extends other extends mine",)


def test_all_problems_of_a_sheet_are_found_at_once():
    wrong = Layout(
        "wrong",
        (Row("r", (2, 2, 100)), Row("r", UP, needs=0), Row("z", UP)),
        least_seats=3,
        most_seats=2,
        actions=0,
        penalty_points=-5,
        rows_to_end=4,
        board=-1,
    )
    assert set(problems(wrong)) == {
        Problem(Fault.LETTER_TWICE, "r"),
        Problem(Fault.SEATS_RANGE),
        Problem(Fault.ACTIONS_RANGE),
        Problem(Fault.END_RANGE),
        Problem(Fault.POINTS_RANGE),
        Problem(Fault.BOARD_RANGE),
        Problem(Fault.TOO_SHORT, "r"),
        Problem(Fault.NUMBER_TWICE, "r"),
        Problem(Fault.NUMBER_RANGE, "r"),
        Problem(Fault.NEEDS_RANGE, "r"),
        Problem(Fault.UNKNOWN_LETTER, "z"),
    }


def test_a_sheet_without_rows_is_no_sheet():
    assert Problem(Fault.NO_ROWS) in problems(Layout("empty", (), rows_to_end=1))


def test_a_file_on_disk_is_checked_beside_the_files_it_extends(tmp_path):
    (tmp_path / "classic.toml").write_text(CLASSIC + "\n")
    (tmp_path / "mine.toml").write_text('extends = "classic"\nrows_to_end = 1')
    assert check(tmp_path / "mine.toml") == ()
    (tmp_path / "mine.toml").write_text('extends = "classic"\nbord = 20')
    assert check(tmp_path / "mine.toml") == ("sheet: unknown key 'bord'",)


def test_a_file_that_is_no_text_says_so_and_disturbs_no_other(tmp_path):
    (tmp_path / "classic.toml").write_text(CLASSIC)
    (tmp_path / "noise.toml").write_bytes(b"\xff\xfe")
    assert check(tmp_path / "classic.toml") == ()
    [fault] = check(tmp_path / "noise.toml")
    assert "utf-8" in fault


def test_a_file_that_is_missing_says_so(tmp_path):
    assert check(tmp_path / "none.toml") == ("no layout file 'none'",)
