"""Sheets from a seed: what they are made of, and that they never change."""

from itertools import groupby
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.layouts import installed_layouts
from qwixx_pad.layouts.checking import find_faults
from tests.support.strategies import examples

seeds = st.integers(0, 999_999)


GOLDEN = Path(__file__).parent / "random_sheets.txt"
SEEDS = (0, 1, 2, 7, 42, 4821, 10_000, 99_999, 123_456, 999_999)


def sheet_text(name):
    """A sheet as a paragraph: its name, then a row a line, number and colour of each cell."""
    rows = (
        f"{row.letter}  {' '.join(f'{cell.number:>2}{cell.color}' for cell in row.cells)}"
        for row in installed_layouts()[name].rows
    )
    return "\n".join((name, *rows))


def test_seeded_sheets_never_change():
    """A game line with a seed in it must mean the same for ever: never accept a difference."""
    names = [f"{kind}:{seed}" for kind in installed_layouts().seeded_kinds for seed in SEEDS]
    assert "\n\n".join(map(sheet_text, names)) + "\n" == GOLDEN.read_text(encoding="utf-8")


@examples(40)
@given(seeds)
def test_shuffled_numbers_cover_two_to_twelve_per_row(seed):
    layout = installed_layouts()[f"random_numbers:{seed}"]
    assert find_faults(layout) == ()
    assert [row.letter for row in layout.rows] == list("rygb")
    for row in layout.rows:
        assert sorted(row.numbers) == list(range(2, 13))
        assert {cell.color for cell in row.cells} == {row.letter}


@examples(40)
@given(seeds)
def test_shuffled_colors_have_four_runs_per_row(seed):
    layout = installed_layouts()[f"random_colors:{seed}"]
    printed = installed_layouts().default_layout
    assert find_faults(layout) == ()
    assert [row.numbers for row in layout.rows] == [row.numbers for row in printed.rows]
    colors = ["".join(cell.color for cell in row.cells) for row in layout.rows]
    for row in colors:
        runs = [(color, len(list(run))) for color, run in groupby(row)]
        assert sorted(color for color, _ in runs) == sorted("rygb")
        assert all(2 <= length <= 4 for _, length in runs)
    assert {"".join(colors).count(color) for color in "rygb"} == {11}
    assert [row[-1] for row in colors] == [row.letter for row in layout.rows]
