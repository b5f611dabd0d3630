"""Layouts are data: what is installed is sound, and what is not is named, all faults at once."""

import json
from dataclasses import replace

import pytest

from qwixx_pad.core.layout import BonusPair, Cell, Layout, Mark, Row, RowKind
from qwixx_pad.layouts import (
    LayoutFileError,
    canonical_text,
    custom_from_text,
    installed_layouts,
    load_layout,
    with_custom_name,
)
from qwixx_pad.layouts.checking import Fault, LayoutFault, find_faults
from qwixx_pad.layouts.loader import load_custom_file
from tests.support.own_layouts import numbered

UP = tuple(range(2, 13))
DOWN = tuple(range(12, 1, -1))
CLASSIC = """
[rows.r]
numbers = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
[rows.b]
numbers = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]
"""


def loaded(text, **others):
    texts = {"mine": text, "classic": CLASSIC, **others}
    return load_layout("mine", {name: text.encode() for name, text in texts.items()})


def found(text, **others):
    """All faults of a text: line and sentence."""
    with pytest.raises(LayoutFileError) as refused:
        loaded(text, **others)
    return [(fault.line, fault.text) for fault in refused.value.faults]


def faults(text, **others):
    return [sentence for _, sentence in found(text, **others)]


def wrong_with(path):
    with pytest.raises(LayoutFileError) as refused:
        load_custom_file(path)
    return refused.value.faults


# What is installed


@pytest.mark.parametrize("name", installed_layouts())
def test_installed_layouts_are_valid_and_described(name):
    layout = installed_layouts()[name]
    assert find_faults(layout) == ()
    assert layout.title
    assert layout.description.endswith(".")


def test_default_layout_is_classic():
    assert installed_layouts().default_layout.title == "Classic"
    assert [layout.default for layout in installed_layouts().values()].count(True) == 1


def test_descriptive_keys_are_not_inherited():
    theirs = 'title = "X"\ndescription = "It."\nfamily = "Y"\n'
    mine = loaded('extends = "classic"', classic=theirs + CLASSIC)
    assert (mine.title, mine.description, mine.family) == ("", "", "")
    assert mine.bgg is None


# One file and another


def test_extending_layout_overrides_single_keys():
    mine = loaded('extends = "classic"\nactions = 4\n[rows.b]\nneeds = 6')
    assert mine.actions == 4
    assert [(row.crosses_to_lock, row.numbers) for row in mine.rows] == [(5, UP), (6, DOWN)]


def test_rows_follow_the_given_order():
    mine = loaded('extends = "classic"\norder = ["b", "r"]')
    assert [row.letter for row in mine.rows] == ["b", "r"]


def test_circular_extends_is_reported():
    said = faults('extends = "other"', other='extends = "mine"')
    assert said == ["These sheets start from each other: mine ← other ← mine."]


# All faults, each with its line


def test_all_faults_of_a_file_are_reported_with_lines():
    text = 'actions = "two"\ncolour = 1\n\n[rows.r]\nneed = 5\n[rows.q]\nnumbers = [2, 2, 3]\n'
    assert found(text) == [
        (1, "actions: This must be a whole number from 0 to 99."),
        (2, "colour: There is no such key."),
        (4, "rows.r: The key numbers is missing here."),
        (5, "rows.r.need: There is no such key."),
        (6, "rows.q: A row of numbers must be called r, y, g or b."),
        (7, "rows.q.numbers: A number is printed twice in one row."),
        (7, "rows.q.numbers: There are fewer numbers than the lock needs."),
    ]


def test_fault_of_base_file_is_reported_at_extends():
    text = '# mine\nextends = "other"\nactions = 3'
    assert found(text, other="rows_to_end = 1\n[rows.r]\nnumbers = [2]") == [
        (2, "rows.r.numbers: There are fewer numbers than the lock needs.")
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
    { mark = "plus", cells = ["r8", "b8"] },
    { mark = "star" },
]
[rows.r]
boxed = [9, 5]
colors = "rr"
double = [13]
connections = [11]
"""


def test_links_and_marks_must_name_printed_cells_once():
    assert found(LINKED) == [
        (2, 'chains: A chain is two cells, such as ["r6", "y6"].'),
        (2, "chains: A chain never reaches a cell that locks."),
        (2, "chains: b13 isn’t printed there."),
        (7, "steps: r4 is already marked."),
        (8, "pairs: A pair has cells, and one of these marks: fewest, each, lowest, plus, waive."),
        (8, "pairs: A pair has exactly two cells."),
        (8, "pairs: There is one pair of each mark at most."),
        (15, "rows.r.boxed: Boxed numbers need a bar."),
        (15, "rows.r.boxed: r5 is already marked."),
        (16, "rows.r.colors: There must be one colour for each number."),
        (17, "rows.r.double: 13 isn’t printed there."),
        (18, "rows.r.connections: 11 isn’t printed there."),
    ]


@pytest.mark.parametrize("between", ["", 'between = "r"', 'between = "rr"', 'between = "ryg"'])
def test_bonus_row_needs_two_printed_neighbours(between):
    text = f'extends = "classic"\n[rows.ry]\nkind = "bonus"\nnumbers = [2, 3]\n{between}\n'
    assert faults(text) == [
        "rows.ry.between: A bonus row goes between two printed rows of numbers."
    ]


def test_keys_of_another_kind_of_row_are_unknown():
    text = 'extends = "classic"\n[rows.r]\nbetween = "yg"\n[rows.bar]\nkind = "bar"\n'
    assert faults(f'{text}colors = "ry"\nneeds = 5\n') == [
        "rows.r.between: There is no such key.",
        "rows.bar.needs: There is no such key.",
    ]


def test_unreadable_rows_are_not_also_reported_missing():
    assert faults("[rows]\nr = 5") == ["rows.r: This must be a table of keys."]


@pytest.mark.parametrize("value", ["true", "2.0", '"2"', "[2]"])
def test_counts_must_be_whole_numbers(value):
    text = f"board = {value}\nrows_to_end = 1\n[rows.r]\nnumbers = [{value}, 2]\nneeds = {value}"
    said = faults(text)
    assert "board: This must be a whole number from 0 to 99." in said
    assert "rows.r.needs: This must be a whole number from 0 to 99." in said
    assert "rows.r.numbers: These must be whole numbers from 0 to 99." in said


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("rows = 5", "rows: This must be a table"),
        ("", "no row of numbers"),
        ("= nonsense", "Invalid"),
        ('extends = "nothing"', "no sheet nothing to start from"),
        ("[rows.r]\nnumbers=[1.5, 2]", "rows.r.numbers: These must be whole"),
        ('[rows.r]\nkind = "hexagon"\nnumbers = [2]', "rows.r.kind: This must be one of numbers,"),
        ('[rows.bar]\nkind = "bar"', "The key colors is missing"),
        ('[rows.x]\nkind = "exchange"\npairs = [[1], [2, 3]]', "A pair is two numbers"),
        ('extends = "classic"\norder = ["r"]', "Each row must be named once"),
        ('extends = "classic"\nshuffle = "cards"', "shuffle: This must be one of"),
    ],
)
def test_non_layout_file_says_why(text, part):
    assert part in "; ".join(faults(text))


def test_toml_syntax_error_is_reported_with_its_line():
    [(line, _)] = found('extends = "classic"\nactions == 3')
    assert line == 2


ALL_WRONG = Layout(
    "wrong",
    (
        numbered("r", (2, 2, 100)),
        numbered("r", UP, needs=0),
        numbered("z", range(21)),
        Row("y", (Cell("2", "v", 2, weight=3),), crosses_to_lock=1, locks=2, cap=0),
        Row("rb", (), kind=RowKind.BONUS, locks=0, bonus_for="gx"),
    ),
    min_seats=3,
    max_seats=2,
    actions=0,
    penalties=9,
    penalty_points=-5,
    rows_to_end=6,
    board=-1,
    pairs=(BonusPair(Mark.PLUS, 0),),
)


def test_all_problems_of_a_layout_are_found_at_once():
    assert set(find_faults(ALL_WRONG)) == {
        LayoutFault.at_keys(Fault.LETTER_TWICE, "rows", "r"),
        LayoutFault.at_keys(Fault.SEATS_RANGE, "most_seats", most=5),
        LayoutFault.at_keys(Fault.ACTIONS_RANGE, "actions", most=9),
        LayoutFault.at_keys(Fault.PENALTIES_RANGE, "penalties", most=4),
        LayoutFault.at_keys(Fault.END_RANGE, "rows_to_end"),
        LayoutFault.at_keys(Fault.POINTS_RANGE, "penalty_points"),
        LayoutFault.at_keys(Fault.BOARD_RANGE, "board"),
        LayoutFault.at_keys(Fault.TOO_SHORT, "rows", "r", "numbers"),
        LayoutFault.at_keys(Fault.NUMBER_TWICE, "rows", "r", "numbers"),
        LayoutFault.at_keys(Fault.NUMBER_RANGE, "rows", "r", "numbers"),
        LayoutFault.at_keys(Fault.NEEDS_RANGE, "rows", "r", "needs"),
        LayoutFault.at_keys(Fault.UNKNOWN_LETTER, "rows", "z"),
        LayoutFault.at_keys(Fault.TOO_LONG_ROW, "rows", "z", "numbers", most=20),
        LayoutFault.at_keys(Fault.UNKNOWN_COLOR, "rows", "y", "colors"),
        LayoutFault.at_keys(Fault.LOCKS_RANGE, "rows", "y", "locks"),
        LayoutFault.at_keys(Fault.CAP_RANGE, "rows", "y", "cap"),
        LayoutFault.at_keys(Fault.WEIGHT_RANGE, "rows", "y", "double"),
        LayoutFault.at_keys(Fault.LETTER_OF_KIND, "rows", "rb"),
        LayoutFault.at_keys(Fault.NO_CELLS, "rows", "rb"),
        LayoutFault.at_keys(Fault.NO_SUCH_NEIGHBOUR, "rows", "rb", "between"),
        LayoutFault.at_keys(Fault.PAIR_CELLS, "pairs"),
        LayoutFault.at_keys(Fault.PAIR_AMOUNT, "pairs"),
    }


def test_file_is_checked_with_the_files_it_extends(tmp_path):
    (tmp_path / "mine.toml").write_text('extends = "classic"\nrows_to_end = 1')
    assert load_custom_file(tmp_path / "mine.toml").rows_to_end == 1
    (tmp_path / "classic.toml").write_text(CLASSIC + "\n")
    (tmp_path / "mine.toml").write_text('extends = "classic"\nbord = 20\nrows_to_end = 3')
    assert [(fault.line, fault.text) for fault in wrong_with(tmp_path / "mine.toml")] == [
        (2, "bord: There is no such key."),
        (3, "rows_to_end: The game must be able to end, and not before it has begun."),
    ]


def test_non_text_file_is_reported_and_affects_no_other(tmp_path):
    (tmp_path / "classic.toml").write_text(CLASSIC)
    (tmp_path / "noise.toml").write_bytes(b"\xff\xfe")
    assert load_custom_file(tmp_path / "classic.toml").name.startswith("own:classic-")
    [fault] = wrong_with(tmp_path / "noise.toml")
    assert "isn’t UTF-8 text" in fault.text


# The text that names a sheet


@pytest.mark.parametrize("name", [*installed_layouts(), "random_colors:5", "random_numbers:5"])
def test_canonical_text_reads_as_the_same_layout(name):
    layout = installed_layouts()[name]
    again = custom_from_text("mine", canonical_text(layout))
    bare = replace(layout, title="", description="", family="", default=False, bgg=None)
    assert again == with_custom_name("mine", bare)
    assert canonical_text(again) == canonical_text(layout)


def test_equivalent_layouts_share_a_name():
    brief = loaded('extends = "classic"')
    long = loaded('title = "Mine"\nactions = 2\n' + CLASSIC)
    assert with_custom_name("mine", brief).name == with_custom_name("mine", long).name
    other = loaded("actions = 3\n" + CLASSIC)
    assert with_custom_name("mine", other).name != with_custom_name("mine", brief).name


def test_custom_sheet_name_is_stable_across_versions():
    mine = loaded(CLASSIC)
    assert canonical_text(mine) == json.dumps(
        {
            "order": ["r", "b"],
            "rows": {"b": {"numbers": list(DOWN)}, "r": {"numbers": list(UP)}},
        },
        separators=(",", ":"),
    )
    assert with_custom_name("mine", mine).name == "own:mine-f5e5ec5a"
