"""What a device asks for on behalf of the eyes before it is kept on every screen."""

from dataclasses import fields
from itertools import pairwise

import flet as ft
import pytest
from client import in_a_loop
from everywhere import SCREENS, asks, screen, shelf, shows_letters
from flet.components.component import Component

from qwixx_pad.layouts import installed
from qwixx_pad.settings import Direction, Shade
from qwixx_pad.ui.pad.geometry import Mode, Space
from qwixx_pad.ui.pad.geometry_pad import pad_geometry
from qwixx_pad.ui.pad.geometry_parts import Beside
from qwixx_pad.ui.senses import Eyes, choose_theme
from qwixx_pad.ui.tokens import BLACK, DARK, LIGHT

EVERYWHERE = pytest.mark.parametrize("name", SCREENS)
SIZES = [(360, 640), (390, 844), (844, 390), (1180, 820)]
MOVES = (ft.AnimatedSwitcher,)


@pytest.fixture(scope="module")
def pad(tmp_path_factory):
    with shelf(tmp_path_factory.mktemp("shelf")) as opened:
        yield opened


@pytest.fixture(scope="module")
def pad_in_columns(tmp_path_factory):
    with shelf(tmp_path_factory.mktemp("shelf"), direction="columns") as opened:
        yield opened


def moving(tab):
    """What would move on a screen: controls that fade, and controls that glide."""
    return [
        control
        for control in tab.walk()
        if isinstance(control, MOVES)
        or any(
            getattr(control, field.name)
            for field in fields(control)
            if field.name.startswith("animate")
        )
    ]


# what the device asks for


@pytest.mark.parametrize(
    ("shade", "dark", "theme"),
    [
        (Shade.DEVICE, False, LIGHT),
        (Shade.DEVICE, True, DARK),
        (Shade.LIGHT, True, LIGHT),
        (Shade.DARK, False, DARK),
        (Shade.BLACK, False, BLACK),
    ],
)
def test_the_shade_is_the_players_choice_or_else_the_devices(shade, dark, theme):
    assert choose_theme(shade, Eyes(), dark=dark) == theme


@in_a_loop
async def test_a_device_that_asks_for_nothing_gets_the_pad_as_it_was_designed(pad):
    async with screen(pad, "play") as tab:
        assert background(tab) == LIGHT.table
        assert moving(tab)


@in_a_loop
async def test_high_contrast_is_asked_for_when_a_session_begins_and_when_somebody_comes_back(pad):
    async with screen(pad, "play") as tab:
        assert "get_accessibility_features" in tab.wire.asked
        assert not edged_cells(tab)
        await asks(tab, high_contrast=True)
        assert len(edged_cells(tab)) == 44
        await asks(tab)
        assert not edged_cells(tab)


@in_a_loop
async def test_a_device_that_does_not_answer_gets_the_pad_as_it_was(pad):
    async with screen(pad, "play", reduce_motion=True) as tab:
        tab.wire.device_fails = True
        await tab.page._trigger_event("app_lifecycle_state_change", {"state": "resume"})
        await tab.settle()
        assert not moving(tab)


@EVERYWHERE
@in_a_loop
async def test_nothing_moves_where_the_device_asks_for_less_motion(pad, name):
    async with screen(pad, name, reduce_motion=True) as tab:
        assert moving(tab) == []


@in_a_loop
async def test_on_a_tablet_nothing_moves_either(pad):
    async with screen(pad, "a table", 1180, 820, disable_animations=True) as tab:
        assert moving(tab) == []
        await tab.tap("s2-turn")
        assert moving(tab) == []


@in_a_loop
async def test_one_screen_takes_the_place_of_another_at_once_where_less_motion_is_asked_for(pad):
    async with screen(pad, "home") as tab:
        assert tab.page.theme.page_transitions.android is None
        await asks(tab, reduce_motion=True)
        at_once = ft.PageTransitionTheme.NONE
        ways = tab.page.theme.page_transitions
        assert {ways.android, ways.ios, ways.linux, ways.macos, ways.windows} == {at_once}


# letters


@EVERYWHERE
@in_a_loop
async def test_no_box_is_lower_than_the_letters_in_it(pad, name):
    async with screen(pad, name, 360, 640) as tab:
        for size in [(360, 640), (844, 390)]:
            await tab.resize(*size)
            for text in (1.0, 1.3, 2.0):
                await shows_letters(tab, text)
                assert clipped(tab, text) == [], (size, text)


@pytest.mark.parametrize("text", [1.0, 1.3, 2.0])
@in_a_loop
async def test_nor_is_it_in_columns(pad_in_columns, text):
    async with screen(pad_in_columns, "play", 360, 640, text=text) as tab:
        assert clipped(tab, text) == []


@in_a_loop
async def test_numbers_on_the_sheet_grow_no_further_than_their_cells(pad):
    async with screen(pad, "play", 844, 390) as tab:
        designed = number_size(tab, "r9")
        await shows_letters(tab, 1.2)
        assert number_size(tab, "r9") == pytest.approx(designed, abs=0.8)
        await shows_letters(tab, 2.0)
        assert designed * 1.15 <= number_size(tab, "r9") * 2 <= designed * 1.3


@in_a_loop
async def test_what_is_said_twice_is_left_out_where_letters_are_large(pad):
    async with screen(pad, "play") as tab:
        assert {"next", "12×"} <= set(tab.texts())
        await shows_letters(tab, 1.5)
        assert not {"next", "12×"} & set(tab.texts())


@in_a_loop
async def test_where_there_is_no_strip_of_points_words_stand_in_the_place_of_the_name(pad):
    async with screen(pad, "a hint", text=2.0) as tab:
        assert "Only to the right of your last cross." in tab.texts()
        assert "Anna" not in tab.texts()


@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@in_a_loop
async def test_on_a_wide_screen_a_table_says_why_not_whatever_the_size_of_letters(pad, text):
    async with screen(pad, "a table", 844, 390, text=text) as tab:
        await tab.tap("r12")
        assert tab.has("message")


@pytest.mark.parametrize("table", [False, True], ids=["alone", "table"])
@pytest.mark.parametrize("direction", Direction)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text", [1.0, 1.3, 1.5, 2.0])
def test_the_parts_of_a_pad_lie_apart_whatever_the_size_of_letters(size, text, direction, table):
    has = Beside(3, button=True) if table else Beside()
    geometry = pad_geometry(Space(*size, text), direction, installed()["classic"], has)
    row = geometry.sheet.rows[0]
    boxes = sorted(row.cells, key=lambda box: (box.y, box.x))
    assert all(a.right <= b.x or a.bottom <= b.y for a, b in pairwise(boxes))
    assert all(box.right <= row.box.width and box.bottom <= row.box.height for box in boxes)
    if row.mode is Mode.ROWS:
        assert row.head.height >= 14 * 1.19 * text
    if size[0] >= 390:
        assert row.box.width <= size[0]


# a finger


@EVERYWHERE
@in_a_loop
async def test_everything_that_can_be_tapped_is_large_enough_for_a_finger(pad, name):
    async with screen(pad, name, *SIZES[0]) as tab:
        for size in SIZES:
            await tab.resize(*size)
            assert too_small(tab) == {}, size


@in_a_loop
async def test_in_columns_a_cell_is_large_enough_too(pad_in_columns):
    async with screen(pad_in_columns, "play") as tab:
        assert min(cell(tab, "r9").width, cell(tab, "r9").height) >= 48
        assert too_small(tab) == {}


def background(tab):
    return next(c for c in tab.walk() if isinstance(c, ft.View)).bgcolor


def cell(tab, identifier):
    key = tab.find(lambda c: isinstance(c, ft.CupertinoButton) and c.data == identifier)[0]
    return next(c for c in tab.walk(key) if isinstance(c, ft.Container))


def edged_cells(tab):
    tokens = [f"{row}{n}" for row in "rygb" for n in range(2, 13)]
    return [token for token in tokens if cell(tab, token).foreground_decoration]


def number_size(tab, identifier):
    return next(c for c in tab.walk(tab.one(identifier)) if isinstance(c, ft.Text)).size


LEAST, ON_THE_SHEET = 48, 24
FLETS_LINE = 1.43
"""Height of a line, as a multiple of its letters, where nothing else was said."""
SPEC_SMALLER = {"penalty": 38, "turn": 44, "board": 40}
"""Misthrow boxes on a low screen, the sheet-turner on a card, the pawn's field on a low screen."""
IN_A_STRIP = {"seat", "undo-message", "close-now", "finish"}
"""What stands in a strip is as high as the strip."""


def too_small(tab):
    """What is tapped and is smaller than it may be, with its size."""
    found = {}
    pictures = tab.find(lambda c: isinstance(c, ft.Container) and c.ignore_interactions)
    painted = {id(c) for picture in pictures for c in tab.walk(picture)}
    for node in tab.walk():
        if isinstance(node, ft.Semantics) and node.identifier and id(node) not in painted:
            target = tapped(node)
            size = target and least_size(target)
            if size and min(size) < least(node.identifier):
                found[node.identifier] = size
    return found


def tapped(node):
    """What is painted of the thing that reacts, if it is the node's own."""
    inside = node.content
    return inside.content if isinstance(inside, ft.CupertinoButton) else None


def least(identifier):
    identifier = identifier.removeprefix("instead-")  # the sheet on the card of a correction
    name = identifier.split("-", 1)[1] if identifier[:1] == "s" and "-" in identifier else ""
    for each in (identifier, name):
        if is_cell(each) or each.endswith("-lock") or each in IN_A_STRIP:
            return ON_THE_SHEET
        if each in SPEC_SMALLER:
            return SPEC_SMALLER[each]
    return ON_THE_SHEET if identifier.split("-")[0] in IN_A_STRIP else LEAST


def is_cell(identifier):
    return identifier[:1] in {*"rygb"} and identifier[1:].isdigit()


def least_size(target):
    """Width and height: as they are given, else at least what stands inside."""
    height = target.height if target.height is not None else needs(target, 1.0)
    return (target.width if target.width is not None else LEAST, height)


# how high things are


def clipped(tab, text):
    """Every box of a given height whose content needs more, with both heights."""
    found = []
    for control in tab.walk():
        if isinstance(control, ft.View):
            for content in control.controls:
                needs(content, text, found)
    return found


def needs(control, text, found=None):
    """The least height of a control, in dp: each text has one line at least."""
    if isinstance(control, Component):
        return needs(control._b, text, found) if not isinstance(control._b, list) else 0
    if control is None or getattr(control, "visible", True) is False:
        return 0
    inside = within(control, text, found)
    given = getattr(control, "height", None)
    if given is None:
        return inside
    if inside > given + 1 and found is not None and not scrolls(control):
        found.append((type(control).__name__, words_in(control), round(inside, 1), given))
    return given


def scrolls(control):
    return getattr(control, "scroll", None) is not None


def within(control, text, found):
    """What stands in a control needs so much, whatever height it was given."""
    if isinstance(control, ft.Text):
        line = control.style.height if control.style and control.style.height else FLETS_LINE
        return (control.size or 14) * text * line
    if isinstance(control, ft.Icon):
        return control.size or 24
    if isinstance(control, ft.Stack):
        return max((below(part, text, found) for part in control.controls), default=0)
    parts = [needs(part, text, found) for part in getattr(control, "controls", None) or []]
    if isinstance(control, ft.Row):
        return max(parts, default=0)
    gaps = (getattr(control, "spacing", None) or 0) * max(0, len(parts) - 1)
    content = needs(getattr(control, "content", None), text, found)
    whole = sum(parts) + gaps + content + around(getattr(control, "padding", None))
    return 0 if scrolls(control) else whole


def around(padding):
    return padding.top + padding.bottom if isinstance(padding, ft.Padding) else 2 * (padding or 0)


def below(part, text, found):
    """How far a part of a stack reaches down; a picture without words may lie over the edge."""
    if not words_in(part):
        return 0
    return (getattr(part, "top", None) or 0) + needs(part, text, found)


def words_in(control):
    if isinstance(control, Component):
        return words_in(control._b)
    if isinstance(control, ft.Text):
        return control.value
    inside = [getattr(control, "content", None), *(getattr(control, "controls", None) or [])]
    return " / ".join(filter(None, (words_in(c) for c in inside if c is not None)))
