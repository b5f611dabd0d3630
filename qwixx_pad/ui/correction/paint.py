"""What is painted of a correction: rows that take taps, its card over a page, a step in words."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any

import flet as ft

from qwixx_pad.core.moves import WhiteDiceSum
from qwixx_pad.multiplayer.seat_session import TableState
from qwixx_pad.ui.actions import CORRECTION_PREFIX
from qwixx_pad.ui.context import ScreenContext, current_theme, current_translator
from qwixx_pad.ui.correction.card import (
    CorrectionCard,
    CorrectionLook,
    WhiteDiceLook,
    correction_look,
)
from qwixx_pad.ui.correction.steps import STEP_CARD_DP, STEP_LINE_DP, StepLook
from qwixx_pad.ui.design.cards import PROMPT_MARGIN_DP, prompt_overlay
from qwixx_pad.ui.design.controls import icon_button, outlined_button, primary_button
from qwixx_pad.ui.design.primitives import (
    SemanticsNode,
    TapHandler,
    box_args,
    hstack,
    tap_area,
    tap_target,
    tappable,
    write,
)
from qwixx_pad.ui.flet_support.flet_patches import component, handler
from qwixx_pad.ui.flet_support.keyboard import TapArea
from qwixx_pad.ui.geometry import LARGE_TEXT_SCALE, MAX_COLUMN_DP, Box, bounding_box
from qwixx_pad.ui.sheet.boxes import RowBoxes, RowMode, cell_at
from qwixx_pad.ui.sheet.canvas import LeafMemo, rows_picture
from qwixx_pad.ui.sheet.row_look import CellLook, RowLook
from qwixx_pad.ui.sheet.rows import ROW_GAP_DP, display_rows, link_boxes
from qwixx_pad.ui.text import LockState
from qwixx_pad.ui.theme.tokens import (
    HEADING,
    HINT,
    LABEL,
    NOTICE,
    NUMBER,
    TITLE,
    Theme,
)

# taps on rows


@dataclass(frozen=True, slots=True)
class TapRouter:
    """The router of taps on the rows of a sheet."""

    prefix: str
    tap: TapHandler
    rows: Sequence[RowBoxes]
    row_looks: Callable[[], Sequence[RowLook]]

    @property
    def bounds(self) -> Box:
        """All rows together."""
        return bounding_box([row.box for row in self.rows])

    def with_taps(self, shown: Sequence[ft.Control]) -> ft.Control:
        """Wrap the rows in a tap area for taps that none of their targets has taken.

        Where their boxes differ all of it is made anew: a finger that was lifted over the old
        picture is not looked for in the new one.
        """
        whole = self.bounds

        def on_tap(event: Any) -> None:  # noqa: ANN401 - Flet's events are generic
            finger = event.local_position
            if finger is not None:
                x = whole.x + finger.x
                y = whole.y + finger.y
                for row, boxes in enumerate(self.rows):
                    self.route_tap(row, x - boxes.box.x, y - boxes.box.y)

        return ft.GestureDetector(
            ft.Stack([*shown]),
            key=str(hash((*self.rows,))),
            on_tap_up=handler(on_tap),
            exclude_from_semantics=True,
            **box_args(whole),
        )

    def route_tap(self, row: int, x: float, y: float) -> None:
        """Handle a tap at an offset from the corner of a row."""
        cell = cell_at(self.row_looks()[row], self.rows[row], x, y)
        if cell is not None and cell.token:
            self.tap(f"{self.prefix}{cell.token}")


def row_with_targets(
    look: RowLook,
    router: TapRouter,
    row: int,
    leaf_memo: LeafMemo,
    drawn: Sequence[ft.Control] = (),
) -> ft.Control:
    """Build a row as a screen reader finds it: the targets over what is drawn of it."""
    box = router.rows[row].box.relative_to(router.bounds)
    inside = ft.Stack([*drawn, *_targets_in_row(look, router, row, leaf_memo)])
    return SemanticsNode(label=look.spoken, container=True, content=inside, **box_args(box))


def row_tap_targets(
    rows: Sequence[RowLook], boxes: Sequence[RowBoxes], prefix: str, tap: TapHandler
) -> ft.Control:
    """Build the targets of rows that are drawn elsewhere; the rest as in `TapRouter`."""
    router = TapRouter(prefix, tap, boxes, lambda: rows)
    return router.with_taps(
        [row_with_targets(look, router, row, LeafMemo()) for row, look in enumerate(rows)]
    )


def _targets_in_row(
    look: RowLook, router: TapRouter, row: int, leaf_memo: LeafMemo
) -> Iterator[ft.Control]:
    """Yield cells, lock and points of a row, seen from its corner."""
    boxes = router.rows[row]
    prefix = router.prefix
    yield from _cell_targets(look, router, row, leaf_memo)
    if boxes.lock is not None and look.lock is not LockState.NONE:
        name = f"{prefix}{look.letter}-lock"
        lock_text = look.lock_spoken
        lock = boxes.lock
        yield leaf_memo.get(
            (name, lock_text), lambda: tap_target(name, lock_text, lambda: router.tap(name), lock)
        )
    if boxes.points is not None:
        points, points_text, where = (
            f"{prefix}points-{look.letter}",
            look.points_spoken,
            boxes.points,
        )
        yield leaf_memo.get(
            (points, points_text), lambda: tap_target(points, points_text, None, where)
        )


def _cell_targets(
    look: RowLook, router: TapRouter, row: int, leaf_memo: LeafMemo
) -> Iterator[ft.Control]:
    """Yield the targets of the cells in printed order.

    A reader goes by positions: each of several lines of cells is a group of its own.
    """
    boxes = router.rows[row]
    spots = [*zip(look.cells, boxes.cells, strict=True)]
    lines = [[*line] for _, line in groupby(spots, key=lambda spot: spot[1].y)]
    if boxes.mode is RowMode.COLUMNS or len(lines) == 1:
        yield from _targets_in_line(spots, router, row, boxes.box.relative_to(boxes.box), leaf_memo)
        return
    for line in lines:
        whole = bounding_box([box for _, box in line])
        places = [*_targets_in_line(line, router, row, whole, leaf_memo)]
        yield SemanticsNode(container=True, content=ft.Stack(places), **box_args(whole))


def _targets_in_line(
    spots: Sequence[tuple[CellLook, Box]],
    router: TapRouter,
    row: int,
    within: Box,
    leaf_memo: LeafMemo,
) -> Iterator[ft.Control]:
    for cell, box in spots:
        make_area = partial(_tap_area, cell, box, router, row)
        area = leaf_memo.get(("area", cell.token, box), make_area) if cell.token else None
        yield leaf_memo.get(
            (box, cell.token, cell.spoken, cell.kind),
            partial(_cell_target, cell, box.relative_to(within), area, router.prefix),
        )


def _tap_area(cell: CellLook, box: Box, router: TapRouter, row: int) -> TapArea:
    """Build what reacts to a tap on a cell, whatever its words are by then."""
    name = f"{router.prefix}{cell.token}"
    return tap_area(
        name,
        lambda: router.tap(name),
        lambda x, y: router.route_tap(row, box.x + x, box.y + y),
    )


def _cell_target(cell: CellLook, box: Box, area: TapArea | None, prefix: str) -> ft.Control:
    if area is None:
        return SemanticsNode(
            label=cell.spoken, container=True, content=ft.Stack([]), **box_args(box)
        )
    name = f"{prefix}{cell.token}"
    return tap_target(name, cell.spoken, area, box, checked=cell.is_crossed, dead=cell.is_out)


# the card

_CELL = 42.0
_LOW_CELL = 36.0
_LOW = 700
_WIDE_CELL = 50.0
_WIDE = 440
"""Height of a cell; on an upright screen that is lower; on a sheet that is wider; in dp."""


_CARD_PADDING_DP = 10.0
"""Around all on the card, in dp: less than elsewhere, so that its cells are wide enough."""


_CARD_REST_DP = 340.0
"""Height of all that is not the sheet, in dp."""


_WHITE_PART = 75.0
"""Height of the part for the white dice, with what is free around it, in dp."""


def correction_sheet(
    card: CorrectionCard, context: ScreenContext, tap: TapHandler, table: TableState | None = None
) -> ft.Control:
    """Build the open card over a page, for `page_under_card`; `table` if a game is running."""
    hides = context.settings.hide_points and not card.base_game.position.is_settled
    own = table is not None and card.shown_spot.seat == table.own_seat
    theme = context.theme
    rollers = None if table is None or table.is_host else table.own_seats
    look = correction_look(card, context.tr, own=own, hides=hides, rollers=rollers)
    places = _card_row_boxes(card, context)
    seed = card.reviewed.pen_seed(card.shown_spot.seat)
    links = link_boxes(card.base_game.setup.layout_of(card.shown_spot.seat), places)
    drawn = rows_picture(look.sheet.rows, places, links, seed)
    inside = [
        _correction_head(look, tap),
        step_card(look.step, theme, live_text=True, identifier="wrong-step", key="step"),
        ft.Stack([drawn, row_tap_targets(look.sheet.rows, places, CORRECTION_PREFIX, tap)]),
        _correction_hint(look),
        *_white_dice_section(look, context, tap),
        *_correction_buttons(look, tap),
    ]
    rest = _CARD_REST_DP + (_WHITE_PART if look.white else 0)
    high = sum(boxes.box.height + ROW_GAP_DP for boxes in places) + rest
    tall = high > context.space.height
    return prompt_overlay(inside, tap, keeps=True, tall=tall, padding=_CARD_PADDING_DP)


def _card_row_boxes(card: CorrectionCard, context: ScreenContext) -> tuple[RowBoxes, ...]:
    width = _inner_width(context)
    low = context.space.width < context.space.height < _LOW
    cell = _WIDE_CELL if width > _WIDE else _LOW_CELL if low else _CELL
    layout = card.base_game.setup.layout_of(card.shown_spot.seat)
    return display_rows(layout, width, cell, max(26.0, context.space.lines_height(14)))


def _inner_width(context: ScreenContext) -> float:
    return min(context.space.width - 2 * PROMPT_MARGIN_DP, MAX_COLUMN_DP) - 2 * _CARD_PADDING_DP


def _white_dice_section(
    look: CorrectionLook, context: ScreenContext, tap: TapHandler
) -> list[ft.Control]:
    """Build buttons for the sum of the roll's white dice, for whoever remembers it."""
    if look.white is None:
        return []
    theme = context.theme
    tr = context.tr
    named = write(tr.gettext("White dice of this roll"), HINT, color=theme.ink2, height=1.2)
    keys = white_dice_buttons(look.white, _inner_width(context), tap)
    return [ft.Column([named, keys], spacing=2, tight=True)]


_SUMS = range(2, 13)
"""The sums of two dice."""


_BETWEEN = 2.0
_SIGN = 24.0
"""Between two of the buttons, and width of the sign before them; in dp."""


def white_dice_buttons(look: WhiteDiceLook, width: float, tap: TapHandler) -> ft.Control:
    """Build a button for each sum of the white dice, in a line; the entered one is marked."""
    theme = current_theme()
    tr = current_translator()
    across = (width - _SIGN) / len(_SUMS) - _BETWEEN

    def sum_button(points: int) -> ft.Control:
        identifier = WhiteDiceSum(points).text
        marked = points == look.points
        fill, color = (theme.primary, theme.on_primary) if marked else (theme.surface2, theme.ink)
        shade = 1 if look.enabled or marked else theme.idle_opacity
        style = LABEL.resized(theme.two_digits(LABEL.size, across))
        return tappable(
            identifier,
            tr.white_dice_text(points),
            write(str(points), style, color=color, height=1.0, no_wrap=True, opacity=shade),
            lambda: tap(identifier),
            checked=marked,
            dead=not look.enabled,
            width=across,
            height=WHITE_DICE_DP - 4,
            border_radius=7,
            bgcolor=fill,
            alignment=ft.Alignment.CENTER,
        )

    sign = ft.Icon(ft.Icons.CASINO_ROUNDED, size=18, color=theme.ink2, width=_SIGN - _BETWEEN)
    keys = [sign, *map(sum_button, _SUMS)]
    return ft.Row(keys, spacing=_BETWEEN, width=width, height=WHITE_DICE_DP)


def _correction_head(look: CorrectionLook, tap: TapHandler) -> ft.Control:
    """Build whose sheet it is, and the arrows to the entries before and after."""
    theme = current_theme()
    tr = current_translator()
    title = write(look.title, TITLE.resized(18).capped(theme, LARGE_TEXT_SCALE), height=1.2)
    back = ft.Icons.CHEVRON_LEFT_ROUNDED
    on = ft.Icons.CHEVRON_RIGHT_ROUNDED
    before = tr.gettext("Previous entry")
    after = tr.gettext("Next entry")
    return ft.Row(
        [
            ft.Semantics(header=True, content=title, expand=True),
            icon_button("earlier", before, back, lambda: tap("earlier"), enabled=look.has_earlier),
            icon_button("later", after, on, lambda: tap("later"), enabled=look.has_later),
        ],
        spacing=0,
    )


def _correction_hint(look: CorrectionLook) -> ft.Control:
    theme = current_theme()
    icon = ft.Icons.WARNING_AMBER_ROUNDED if look.warns else ft.Icons.EDIT_ROUNDED
    text = write(look.hint, NOTICE, height=1.25, expand=True)
    return ft.Semantics(
        identifier="correcting",
        live_region=True,
        container=True,
        content=ft.Row([ft.Icon(icon, size=20, color=theme.ink2), text], spacing=10),
    )


def _correction_buttons(look: CorrectionLook, tap: TapHandler) -> Sequence[ft.Control]:
    """Build what can be wrong besides a number, and the way out; two in a line."""
    tr = current_translator()
    offered = [
        ("take-out", tr.gettext("Remove it"), look.may_take_out),
        ("misthrow-instead", tr.gettext("Make it a penalty"), look.may_be_penalty),
        ("forgotten", tr.gettext("Add a missing cross"), look.forgotten),
    ]

    def other_button(identifier: str, text: str) -> ft.Control:
        return outlined_button(identifier, text, lambda: tap(identifier), height=48, size=14)

    done = tr.gettext("Done")
    out = "done-correcting"
    buttons = [other_button(identifier, text) for identifier, text, here in offered if here]
    buttons.append(primary_button(out, done, lambda: tap(out), height=48, size=15))
    lines = (buttons[at : at + 2] for at in range(0, len(buttons), 2))
    return [hstack(line, spacing=8) for line in lines]


@component
def step_card(
    look: StepLook, theme: Theme, *, live_text: bool, identifier: str = "step"
) -> ft.Control:
    """Show what happened: tile, words, gain, new total; `live_text` is read when it changes."""
    small = [look.subtitle, *([] if look.chance is None else [look.chance])]
    lines = ft.Column(
        [
            write(
                look.title,
                LABEL.resized(15.5),
                color=theme.ink,
                height=1.2,
                no_wrap=not theme.has_large_text,
            ),
            *(
                write(line, HINT, color=theme.ink2, height=1.2, no_wrap=not theme.has_large_text)
                for line in small
            ),
        ],
        spacing=2,
        expand=True,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    lines.tight = theme.has_large_text
    above = 12 if theme.has_large_text else 0
    tile = _step_tile(look)
    points = _step_points(look)
    if theme.has_large_text:  # words take the whole width
        points.horizontal_alignment = ft.CrossAxisAlignment.START
        lines.controls.append(points)
    inside = ft.Row([tile, lines, *([] if theme.has_large_text else [points])], spacing=11)
    return ft.Semantics(
        identifier=identifier,
        label=look.spoken_text,
        container=True,
        live_region=live_text,
        content=ft.Container(
            ft.Semantics(content=inside, exclude_semantics=True),
            height=None
            if theme.has_large_text
            else theme.grown_height(STEP_CARD_DP + STEP_LINE_DP * (len(small) - 1)),
            bgcolor=theme.surface,
            border_radius=18,
            padding=ft.Padding.only(left=14, right=15, top=above, bottom=above),
        ),
    )


def _step_tile(look: StepLook) -> ft.Control:
    theme = current_theme()
    colors = theme.bands.get(look.letter)
    fill, color = (theme.surface2, theme.ink) if colors is None else (colors.band, colors.text)
    outline = colors.outline if colors else None
    sign = ft.Icon(getattr(ft.Icons, look.icon), size=20, color=color) if look.icon else None
    return ft.Container(
        sign or write(look.tile, HEADING.capped(theme), color=color, height=1.0),
        width=34,
        height=34,
        border_radius=9,
        bgcolor=fill,
        border=ft.Border.all(1, outline) if outline else None,
        alignment=ft.Alignment.CENTER,
    )


def _step_points(look: StepLook) -> ft.Column:
    theme = current_theme()
    color = theme.gain if look.won else theme.ink
    above = [write(look.gain, NUMBER.resized(19), color=color, height=1.15)] if look.gain else []
    return ft.Column(
        [*above, write(look.now, HINT, color=theme.ink2, height=1.15, no_wrap=True)],
        spacing=2,
        tight=True,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.END,
    )


WHITE_DICE_DP = 44.0
"""Height of the row of buttons for the sum of the white dice, in dp."""
