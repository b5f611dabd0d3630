"""Where everything lies on a pad: every printed sheet, every screen, letters of every size."""

from functools import cache
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given

from qwixx_pad.core.layout import RowKind
from qwixx_pad.layouts.loader import installed_layouts
from qwixx_pad.settings import Direction
from qwixx_pad.ui.geometry import (
    EQUAL_SHARE,
    Axis,
    Box,
    ScreenSpace,
    Slot,
    bounding_box,
    lay_out,
    total_length,
)
from qwixx_pad.ui.play.geometry import PadContents, cards_geometry, pad_geometry
from qwixx_pad.ui.play.geometry.all_sheets import card_boxes
from qwixx_pad.ui.review import review_geometry
from qwixx_pad.ui.sheet.boxes import RowMode, has_extra_points, penalty_block_boxes, worth_boxes
from tests.support.own_layouts import own_layouts
from tests.support.strategies import examples
from tests.support.ui.apart import FINGER, NOISE, apart

RANDOM = ("random_numbers:4821", "random_colors:7")
LAYOUTS = {name: installed_layouts()[name] for name in (*installed_layouts(), *RANDOM)}
PHONES = [(360, 640), (390, 844), (844, 390), (640, 360)]
TABLET = ScreenSpace(1180, 820)
AROUND = (
    PadContents(),
    PadContents(hint=True),
    PadContents(seats=5, button=True, back=True, hint=True),
    PadContents(seats=3),
)
SHAPES = {
    pad_geometry(ScreenSpace(360, 640), Direction.ROWS, layout): name
    for name, layout in LAYOUTS.items()
}
"""Sheets that are alike on one screen lie alike on every other: one of them is asked."""
EVERY_SHEET = pytest.mark.parametrize(
    "layout", [LAYOUTS[name] for name in SHAPES.values()], ids=SHAPES.values()
)


@cache
def pads(layout):
    """Every way in which a sheet can lie on a phone."""
    spaces = [ScreenSpace(*size, text) for size, text in product(PHONES, (1.0, 2.0))]
    ways = [
        (space, direction)
        for space, direction in product(spaces, Direction)
        if direction is Direction.ROWS or space.width < space.height
    ]
    return [
        (space, pad_geometry(space, direction, layout, has))
        for (space, direction), has in product(ways, AROUND)
    ]


@cache
def cards(layout):
    return [
        cards_geometry(TABLET, layout, PadContents(seats, button, hint=hint))
        for seats, button, hint in product((2, 3, 4, 5), (False, True), (False, True))
    ]


def geometries(layout):
    return [*(geometry for _, geometry in pads(layout)), *cards(layout)]


def inside(box, outer):
    across = outer.x - NOISE <= box.x <= box.right <= outer.right + NOISE
    return across and outer.y - NOISE <= box.y <= box.bottom <= outer.bottom + NOISE


def taps(geometry):
    """All that can be tapped, as it lies on the screen, cells and locks last."""
    bar = geometry.bar
    found = [bar.menu, bar.undo, bar.redo, *geometry.chips]
    found += [box for box in (geometry.back, geometry.button) if box]
    for sheet in geometry.sheets:
        own = [*sheet.penalties, sheet.sum.total, sheet.sum.extra, sheet.rotate]
        for row in sheet.rows:
            own += [box.placed_in(row.box) for box in (*row.cells, row.lock) if box]
        found += [box.placed_in(sheet.box) for box in own if box]
    return found


@EVERY_SHEET
def test_every_cell_is_large_enough_for_a_finger(layout):
    assert min(geometry.min_cell_side for geometry in geometries(layout)) >= FINGER - NOISE


@EVERY_SHEET
def test_rows_fit_phones_without_scrolling(layout):
    for size, has in product(PHONES[:3], AROUND):
        for direction in (Direction.ROWS, Direction.AUTO):
            assert pad_geometry(ScreenSpace(*size), direction, layout, has).height == size[1]


@EVERY_SHEET
def test_sheet_alone_fits_the_smallest_phone_at_the_largest_letters(layout):
    space = ScreenSpace(320, 568, 2.0)
    assert pad_geometry(space, Direction.ROWS, layout).height == 568


@pytest.mark.parametrize(("width", "least"), [(552, 88), (776, 300), (1156, 600)])
def test_name_on_a_card_has_what_is_free_of_its_head(width, least):
    card = card_boxes(Box(0, 0, width + 20, 300), LAYOUTS["classic"])
    assert card.name.width >= least
    assert card.label.width >= 72


@pytest.mark.parametrize("name", sorted({*LAYOUTS} - {"longo", "connect_15"}))
def test_total_fits_the_smallest_phone_at_a_table(name):
    """But for rows of two lines of cells, which none can be lower."""
    for back, hint in product((False, True), repeat=2):
        has = PadContents(4, button=True, back=back, hint=hint)
        geometry = pad_geometry(ScreenSpace(320, 568), Direction.ROWS, LAYOUTS[name], has)
        assert geometry.height == 568
        assert all(apart(*pair) for pair in combinations(taps(geometry), 2))


@EVERY_SHEET
def test_tap_targets_lie_on_the_screen_without_overlap(layout):
    for space, geometry in pads(layout):
        found = taps(geometry)
        whole = geometry.first_sheet.box
        assert whole.width == space.width
        assert all(inside(box, whole) for box in found)
        assert all(apart(*pair) for pair in combinations(found, 2)), space
    for geometry in cards(layout):
        assert all(apart(*pair) for pair in combinations(taps(geometry), 2))
        for sheet in geometry.sheets:
            own = bounding_box([row.box for row in sheet.rows])
            assert inside(own.placed_in(sheet.box), sheet.box)


@EVERY_SHEET
def test_row_parts_lie_inside_in_printed_order(layout):
    for geometry in geometries(layout):
        for printed, row in zip(layout.rows, geometry.first_sheet.rows, strict=True):
            whole = Box(0, 0, row.box.width, row.box.height)
            parts = (*row.cells, row.lock, row.cap, row.head, row.points, row.gain, row.touch_area)
            assert all(inside(box, whole) for box in parts if box)
            assert len(row.cells) == len(printed.cells)
            if row.mode is RowMode.COLUMNS:
                assert all(a.bottom < b.y for a, b in pairwise(row.cells))
            else:
                assert len({round(box.y, 3) for box in row.cells}) <= 2
                assert all(a.right < b.x or a.bottom < b.y for a, b in pairwise(row.cells))


@EVERY_SHEET
def test_every_part_of_a_sheet_has_a_box(layout):
    locked = [row for row in layout.rows if row.lock_mask]
    for geometry in geometries(layout):
        sheet = geometry.first_sheet
        assert len(sheet.rows) == len(layout.rows)
        assert len(sheet.links) == len(layout.chains)
        assert len(sheet.pairs) == len(layout.pairs)
        assert len(sheet.penalties) in {1, layout.penalties}
        assert sheet.sum.line is None or len(sheet.sum.fields) == len(locked)
        for printed, row in zip(layout.rows, sheet.rows, strict=True):
            ends = (row.lock, row.cap, row.points)
            assert [end is not None for end in ends] == [bool(printed.lock_mask)] * 3
    brings_more = {"on_board", "lucky_15", "bonus_b", "longo", *(f"steps_{x}" for x in "abcde")}
    assert (sheet.sum.extra is not None) == (layout.name in brings_more)


@EVERY_SHEET
def test_only_points_are_terms_of_the_sum(layout):
    for _, geometry in pads(layout):
        sum_ = geometry.first_sheet.sum
        if sum_.line is None or sum_.extra is None:
            continue
        adds = has_extra_points(layout)
        assert (sum_.extra.x > sum_.minus.x) == adds
        assert (sum_.extra.x < sum_.fields[0].x) != adds
        assert len(sum_.signs) == len(sum_.fields) + 1 + adds, "no sign is left blank"


@EVERY_SHEET
def test_aligned_printed_rows_align_their_cells(layout):
    lined = [RowKind.NUMBERS, RowKind.BONUS]
    for _, geometry in pads(layout):
        both = zip(layout.rows, geometry.first_sheet.rows, strict=True)
        found = [row for printed, row in both if printed.kind in lined]
        for one, other in pairwise(found):
            for a, b in zip(one.cells, other.cells, strict=False):
                down = one.mode is RowMode.COLUMNS
                place = a.placed_in(one.box)
                level = b.placed_in(other.box)
                assert abs(place.y - level.y if down else place.x - level.x) < NOISE


@EVERY_SHEET
def test_review_rows_are_stacked(layout):
    for size, text in product([*PHONES, (1180, 820)], (1.0, 2.0)):
        geometry = review_geometry(ScreenSpace(*size, text), layout)
        assert all(a.box.bottom < b.box.y for a, b in pairwise(geometry.rows))
        assert all(min(c.width, c.height) >= FINGER for row in geometry.rows for c in row.cells)


def test_column_cell_is_as_large_as_a_button():
    assert (
        pad_geometry(ScreenSpace(390, 844), Direction.COLUMNS, LAYOUTS["classic"]).min_cell_side
        >= 48
    )


def test_long_row_is_split_or_becomes_a_column():
    longo = LAYOUTS["longo"]
    small = ScreenSpace(360, 640)
    large = ScreenSpace(390, 844)
    lines = lambda g: len({box.y for box in g.first_sheet.rows[0].cells})  # noqa: E731
    assert lines(pad_geometry(small, Direction.ROWS, longo)) == 2
    assert pad_geometry(large, Direction.AUTO, longo).mode is RowMode.COLUMNS
    table = pad_geometry(small, Direction.AUTO, longo, PadContents(3, button=True))
    assert table.mode is RowMode.ROWS, "with the standings above, its columns do not fit"
    assert lines(pad_geometry(ScreenSpace(844, 390), Direction.AUTO, longo)) == 1


def test_hint_lies_below_the_rows_or_over_quiet_parts():
    classic = LAYOUTS["classic"]
    hint = PadContents(hint=True)
    roomy = pad_geometry(ScreenSpace(390, 844), Direction.ROWS, classic, hint)
    assert roomy.hint.y > roomy.first_sheet.rows[-1].box.bottom
    assert roomy.hint.bottom < roomy.first_sheet.penalties[0].y
    low = pad_geometry(ScreenSpace(360, 560), Direction.ROWS, classic, hint)
    assert low.hint == low.bar.words
    table = pad_geometry(ScreenSpace(360, 560), Direction.ROWS, classic, PadContents(3, hint=True))
    assert table.hint == table.first_sheet.sum.line
    pawn = pad_geometry(
        ScreenSpace(360, 560), Direction.ROWS, LAYOUTS["on_board"], PadContents(3, hint=True)
    )
    assert pawn.hint == pawn.bar.words
    assert pad_geometry(ScreenSpace(390, 844), Direction.ROWS, classic).hint is None


@EVERY_SHEET
def test_texts_and_hints_lie_on_the_screen(layout):
    for _, geometry in pads(layout):
        words = [geometry.message, geometry.hint, geometry.columns_offer, geometry.foot]
        assert all(inside(box, geometry.first_sheet.box) for box in words if box)
        sum_ = geometry.first_sheet.sum
        boxes = [box for box in (sum_.note, sum_.extra, sum_.total) if box]
        assert all(apart(*pair) for pair in combinations(boxes, 2))
    for geometry in cards(layout):
        words = [geometry.message, geometry.hint]
        assert all(inside(box, geometry.bar.box) for box in words if box)


@pytest.mark.parametrize("most", [2, 4])
def test_penalties_and_points_fill_their_box(most):
    for box in (Box(10, 20, 56, 52), Box(0, 0, 108, 48), Box(0, 0, 148, 38)):
        small = penalty_block_boxes(box, most)
        assert len(small) == most
        assert bounding_box(small).width == pytest.approx(box.width)
        assert all(apart(*pair) for pair in combinations(small, 2))
    for titled in (False, True):
        name, numbers, lines = worth_boxes(Box(6, 500, 378, 46), 12, titled=titled)
        found = [*numbers, *lines, *([name] if name else [])]
        assert (len(numbers), len(lines), name is not None) == (12, 11, titled)
        assert all(inside(box, Box(0, 0, 378, 46)) for box in found)
        assert all(apart(*pair) for pair in combinations(found, 2))


@examples(10)
@given(own_layouts)
def test_any_valid_custom_sheet_fits_every_screen(layout):
    spaces = [ScreenSpace(*size) for size in PHONES]
    found = [pad_geometry(s, Direction.ROWS, layout, has) for s in spaces for has in AROUND[::2]]
    found += filter(None, [cards_geometry(TABLET, layout, PadContents(5, button=True, hint=True))])
    for geometry in found:
        assert geometry.min_cell_side >= FINGER - NOISE
        assert all(apart(*pair) for pair in combinations(taps(geometry), 2))


@EVERY_SHEET
def test_message_leaves_the_points_visible_if_possible(layout):
    for _, geometry in pads(layout):
        strip = geometry.strip
        message = geometry.message
        if strip is None or geometry.chips or geometry.mode is not RowMode.ROWS:
            continue
        assert message == strip or apart(message, strip)
    classic = pad_geometry(ScreenSpace(390, 844), Direction.ROWS, LAYOUTS["classic"])
    assert classic.strip.bottom < classic.message.y < classic.message.bottom < classic.foot.y


def test_slots_share_the_space_in_order():
    inside = [Slot("left", 30), Slot("right", EQUAL_SHARE, 10)]
    slots = [
        Slot("top", 20, 99),
        Slot("gone", 0, 50),
        Slot("rest", EQUAL_SHARE, 5, inside),
        Slot("end"),
    ]
    assert total_length(slots) == 25, "of the first gap and of what is not there nothing"
    assert lay_out(Box(1, 2, 100, 65), Axis.DOWN, slots) == {
        "top": Box(1, 2, 100, 20),
        "rest": Box(1, 27, 100, 20),
        "left": Box(1, 27, 30, 20),
        "right": Box(41, 27, 60, 20),
        "end": Box(1, 47, 100, 20),
    }


@pytest.mark.parametrize("text", [1.0, 1.3, 2.0])
def test_rounding_leaves_room_for_hints(text):
    for width, height in [(390, 844), (430, 932), (412, 915)]:
        space = ScreenSpace(width, height, text)
        has = PadContents(5, button=True, hint=True)
        pad = pad_geometry(space, Direction.COLUMNS, LAYOUTS["classic"], has)
        assert pad.hint != pad.bar.words
        assert pad.height == height
