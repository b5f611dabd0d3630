"""One sheet of each kind of rule, taken from the gallery and played by taps."""

import pytest
from shelf import scroll_to
from strategies import played

from qwixx_pad.layouts import installed

GAMES = {
    "mixx_a": ("r2 r5 y3 g12", "r2 r5 y3 g12"),
    "mixx_b": ("r10 r6 y12 b3", "r10 r6 y12 b3"),
    "big_points": ("r5 ry5 y6 ry6", "r5 ry5 y6 ry6"),
    "double_a": ("r5 r5 y3", "r5 r5 r5 y3"),
    "double_b": ("r3 r4 g10", "r3 r4 g10"),
    "bonus_a": ("r3 y5 -", "r3 y5 penalty"),
    "bonus_b": ("y11 g9 pr", "y11 g9 pr"),
    "chain_a": ("r6 g9", "r6 g9 undo redo"),
    "steps_a": ("y2 r7 y8", "y2 r7 y8"),
    "x_change": ("r4 x2 y3", "r4 x2 y3"),
    "longo": ("r2 ly g16", "r2 lucky-number ly g16"),
    "lucky_15": ("r2 lucky y3", "r2 lucky lucky y3"),
    "connect_15": ("r2 cr0 r5", "r2 cr0 r5"),
}
"""What is entered, and by which taps: some entries are asked about first."""


def kinds(layout):
    """What is different on a sheet, and so what its players do; a board has journeys of its own."""
    for row in layout.rows:
        yield from (row.kind, row.twice, row.locks, bool(row.inks))
        yield [*row.numbers] in (sorted(row.numbers), sorted(row.numbers, reverse=True))
        yield from ((cell.mark, cell.weight, cell.number is None) for cell in row.cells)
    yield from (pair.mark for pair in layout.pairs)
    yield ("lucky", layout.lucky)


def test_each_kind_of_rule_is_played_on_one_of_these_sheets():
    known = installed()
    played_here = {kind for sheet in GAMES for kind in kinds(known[sheet])}
    assert {kind for layout in known.values() for kind in kinds(layout)} == played_here


@pytest.fixture(scope="module")
def pad(lasting_server, lasting_tab):
    return lasting_tab().open(lasting_server.url).wait_for("new-game")


@pytest.mark.parametrize("sheet", GAMES)
def test_a_sheet_from_the_gallery_is_played_by_taps(pad, sheet):
    line, taps = GAMES[sheet]
    pad.show("/sheets").wait_for("sheet-classic")
    scroll_to(pad, f"sheet-{sheet}").tap(f"sheet-{sheet}").wait_for("total")
    for tap in taps.split():
        pad.tap(tap)
        pad.rest()
    pad.wait_number("total", played(f"{sheet} {line}").position.sheets[0].total)
