"""Controls of a correction: rows that react to taps, the card, a step in words."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any

import flet as ft

from qwixx_pad.core.layout import Layout
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
from qwixx_pad.ui.design.controls import named_icon_button, outlined_button, primary_button
from qwixx_pad.ui.design.primitives import (
    SemanticsNode,
    TapHandler,
    box_args,
    decorative,
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
from qwixx_pad.ui.sheet.rows import ROW_GAP_DP, STRIP_HEIGHT_DP, display_rows, link_boxes
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
    """Finds the cell that a tap on the rows of a sheet means.

    Attributes:
        prefix: Before the identifiers of cells and locks.
        tap: Called with the identifier that was tapped.
        rows: The rows, seen from the corner of the sheet.
        row_looks: What the rows show now.
    """

    prefix: str
    tap: TapHandler
    rows: Sequence[RowBoxes]
    row_looks: Callable[[], Sequence[RowLook]]

    @property
    def bounds(self) -> Box:
        return bounding_box([row.box for row in self.rows])

    def with_taps(self, shown: Sequence[ft.Control]) -> ft.Control:
        """Wrap the rows in a tap area for taps that none of their targets has received.

        The key depends on the boxes: with others the area is new, and a tap on the old one is
        dropped.
        """
        whole = self.bounds

        def on_tap(event: Any) -> None:  # noqa: ANN401 - Flet's events are generic
            finger = event.local_position
            if finger is not None:
                for row, boxes in enumerate(self.rows):
                    place = boxes.box.relative_to(whole)
                    self.route_tap(row, finger.x - place.x, finger.y - place.y)

        return ft.GestureDetector(
            ft.Stack([*shown]),
            key=str(hash((*self.rows,))),
            on_tap_up=handler(on_tap),
            exclude_from_semantics=True,
            **box_args(whole),
        )

    def route_tap(self, row: int, x: float, y: float) -> None:
        """Handle a tap at a point seen from the corner of a row."""
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
    """Build a row as a screen reader sees it: its targets over `drawn`."""
    box = router.rows[row].box.relative_to(router.bounds)
    inside = ft.Stack([*drawn, *_targets_in_row(look, router, row, leaf_memo)])
    return SemanticsNode(label=look.spoken, container=True, content=inside, **box_args(box))


def row_tap_targets(
    rows: Sequence[RowLook], boxes: Sequence[RowBoxes], prefix: str, tap: TapHandler
) -> ft.Control:
    """Build the targets of rows that are drawn elsewhere; `prefix` and `tap` as for `TapRouter`."""
    router = TapRouter(prefix, tap, boxes, lambda: rows)
    return router.with_taps(
        [row_with_targets(look, router, row, LeafMemo()) for row, look in enumerate(rows)]
    )


def _targets_in_row(
    look: RowLook, router: TapRouter, row: int, leaf_memo: LeafMemo
) -> Iterator[ft.Control]:
    """Yield targets for cells, lock and points of a row, seen from its corner."""
    boxes = router.rows[row]
    yield from _cell_targets(look, router, row, leaf_memo)
    if boxes.lock is not None and look.lock is not LockState.NONE:
        lock = f"{router.prefix}{look.letter}-lock"
        make_lock = partial(
            tap_target, lock, look.lock_spoken, lambda: router.tap(lock), boxes.lock
        )
        yield leaf_memo.get((lock, look.lock_spoken), make_lock)
    if boxes.points is not None:
        points = f"{router.prefix}points-{look.letter}"
        make_points = partial(tap_target, points, look.points_spoken, None, boxes.points)
        yield leaf_memo.get((points, look.points_spoken), make_points)


def _cell_targets(
    look: RowLook, router: TapRouter, row: int, leaf_memo: LeafMemo
) -> Iterator[ft.Control]:
    """Yield the targets of the cells in printed order.

    Screen readers order nodes by position, so each of several lines of cells is a group of its own.
    """
    boxes = router.rows[row]
    cells = [*zip(look.cells, boxes.cells, strict=True)]
    lines = [[*line] for _, line in groupby(cells, key=lambda cell: cell[1].y)]
    if boxes.mode is RowMode.COLUMNS or len(lines) == 1:
        yield from _targets_in_line(cells, router, row, boxes.box.relative_to(boxes.box), leaf_memo)
        return
    for line in lines:
        whole = bounding_box([box for _, box in line])
        targets = [*_targets_in_line(line, router, row, whole, leaf_memo)]
        yield SemanticsNode(container=True, content=ft.Stack(targets), **box_args(whole))


def _targets_in_line(
    cells: Sequence[tuple[CellLook, Box]],
    router: TapRouter,
    row: int,
    within: Box,
    leaf_memo: LeafMemo,
) -> Iterator[ft.Control]:
    for cell, box in cells:
        area = None
        if cell.token:
            make_area = partial(_tap_area, cell.token, box, router, row)
            area = leaf_memo.get(("area", cell.token, box), make_area)
        yield leaf_memo.get(
            (box, cell.token, cell.spoken, cell.kind),
            partial(_cell_target, cell, box.relative_to(within), area, router.prefix),
        )


def _tap_area(token: str, box: Box, router: TapRouter, row: int) -> TapArea:
    """Build what reacts to a tap on a cell; it depends on the place alone, not on the state."""
    name = f"{router.prefix}{token}"
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

_CELL_HEIGHT_DP = 42.0
_LOW_SCREEN_DP = 700
_LOW_CELL_HEIGHT_DP = 36.0
"""Height of a cell on an upright screen lower than `_LOW_SCREEN_DP`."""
_WIDE_SHEET_DP = 440
_WIDE_CELL_HEIGHT_DP = 50.0
"""Height of a cell on a sheet wider than `_WIDE_SHEET_DP`."""
_CARD_PADDING_DP = 10.0
"""Padding of the card: less than elsewhere, so that its cells are wide enough."""
_CARD_REST_DP = 340.0
"""Height of everything but the sheet and the white dice."""
_WHITE_SECTION_DP = 75.0
"""Height of the section for the white dice, with the gap before it."""
WHITE_DICE_DP = 44.0
"""Height of the row of buttons for the sum of the white dice."""


def correction_sheet(
    card: CorrectionCard, context: ScreenContext, tap: TapHandler, table: TableState | None = None
) -> ft.Control:
    """Build the open card, for `page_under_card`; `table` if a game is running."""
    seat = card.shown_spot.seat
    look = correction_look(
        card,
        context.tr,
        own=table is not None and seat == table.own_seat,
        hides=context.settings.hide_points and not card.base_game.position.is_settled,
        rollers=None if table is None or table.is_host else table.own_seats,
    )
    layout = card.base_game.setup.layout_of(seat)
    boxes = _card_row_boxes(layout, context)
    drawn = rows_picture(
        look.sheet.rows, boxes, link_boxes(layout, boxes), card.reviewed.pen_seed(seat)
    )
    height = sum(row.box.height + ROW_GAP_DP for row in boxes) + _CARD_REST_DP
    content = [
        _correction_head(look, tap),
        step_card(look.step, context.theme, live_text=True, identifier="wrong-step", key="step"),
        ft.Stack([drawn, row_tap_targets(look.sheet.rows, boxes, CORRECTION_PREFIX, tap)]),
        _correction_hint(look),
    ]
    if look.white is not None:
        height += _WHITE_SECTION_DP
        content.append(_white_dice_section(look.white, context, tap))
    return prompt_overlay(
        [*content, *_correction_buttons(look, tap)],
        tap,
        saves_at_once=True,
        tall=height > context.space.height,
        padding=_CARD_PADDING_DP,
    )


def _card_row_boxes(layout: Layout, context: ScreenContext) -> tuple[RowBoxes, ...]:
    width = _inner_width(context)
    cell = _CELL_HEIGHT_DP
    if width > _WIDE_SHEET_DP:
        cell = _WIDE_CELL_HEIGHT_DP
    elif context.space.width < context.space.height < _LOW_SCREEN_DP:
        cell = _LOW_CELL_HEIGHT_DP
    return display_rows(layout, width, cell, max(STRIP_HEIGHT_DP, context.space.lines_height(14)))


def _inner_width(context: ScreenContext) -> float:
    return min(context.space.width - 2 * PROMPT_MARGIN_DP, MAX_COLUMN_DP) - 2 * _CARD_PADDING_DP


def _white_dice_section(look: WhiteDiceLook, context: ScreenContext, tap: TapHandler) -> ft.Control:
    label = write(
        context.tr.gettext("White dice of this roll"),
        HINT,
        color=context.theme.ink2,
        line_height=1.2,
    )
    buttons = white_dice_buttons(look, _inner_width(context), tap)
    return ft.Column([label, buttons], spacing=2, tight=True)


_SUMS = range(2, 13)
"""The sums of two dice."""
_SUM_GAP_DP = 2.0
"""Between two of the buttons."""
_DICE_ICON_DP = 24.0
"""Width of the icon before the buttons, with the gap after it."""


def white_dice_buttons(look: WhiteDiceLook, width: float, tap: TapHandler) -> ft.Control:
    """Build a button for each sum of the white dice, in one row; the entered one is marked."""
    theme = current_theme()
    tr = current_translator()
    button_width = (width - _DICE_ICON_DP) / len(_SUMS) - _SUM_GAP_DP
    style = LABEL.resized(theme.two_digits(LABEL.size, button_width))

    def sum_button(points: int) -> ft.Control:
        identifier = WhiteDiceSum(points).text
        marked = points == look.points
        return tappable(
            identifier,
            tr.white_dice_text(points),
            write(
                str(points),
                style,
                color=theme.on_primary if marked else theme.ink,
                line_height=1.0,
                no_wrap=True,
                opacity=1 if look.enabled or marked else theme.idle_opacity,
            ),
            lambda: tap(identifier),
            checked=marked,
            dead=not look.enabled,
            width=button_width,
            height=WHITE_DICE_DP - 4,
            border_radius=7,
            bgcolor=theme.primary if marked else theme.surface2,
            alignment=ft.Alignment.CENTER,
        )

    icon = ft.Icon(
        ft.Icons.CASINO_ROUNDED, size=18, color=theme.ink2, width=_DICE_ICON_DP - _SUM_GAP_DP
    )
    return ft.Row(
        [icon, *map(sum_button, _SUMS)], spacing=_SUM_GAP_DP, width=width, height=WHITE_DICE_DP
    )


def _correction_head(look: CorrectionLook, tap: TapHandler) -> ft.Control:
    """Build the title between the arrows to the previous and the next entry."""
    tr = current_translator()
    style = TITLE.resized(18).capped(current_theme(), LARGE_TEXT_SCALE)
    return ft.Row(
        [
            ft.Semantics(
                header=True, content=write(look.title, style, line_height=1.2), expand=True
            ),
            named_icon_button(
                "earlier",
                tr.gettext("Previous entry"),
                ft.Icons.CHEVRON_LEFT_ROUNDED,
                tap,
                enabled=look.has_earlier,
            ),
            named_icon_button(
                "later",
                tr.gettext("Next entry"),
                ft.Icons.CHEVRON_RIGHT_ROUNDED,
                tap,
                enabled=look.has_later,
            ),
        ],
        spacing=0,
    )


def _correction_hint(look: CorrectionLook) -> ft.Control:
    name = ft.Icons.WARNING_AMBER_ROUNDED if look.warns else ft.Icons.EDIT_ROUNDED
    icon = ft.Icon(name, size=20, color=current_theme().ink2)
    text = write(look.hint, NOTICE, line_height=1.25, expand=True)
    return ft.Semantics(
        identifier="correcting",
        live_region=True,
        container=True,
        content=ft.Row([icon, text], spacing=10),
    )


def _correction_buttons(look: CorrectionLook, tap: TapHandler) -> Sequence[ft.Control]:
    """Build the possible other corrections and Done, two to a line."""
    tr = current_translator()
    offered = [
        ("take-out", tr.gettext("Remove it"), look.may_take_out),
        ("misthrow-instead", tr.gettext("Make it a penalty"), look.may_be_penalty),
        ("forgotten", tr.gettext("Add a missing cross"), look.forgotten),
    ]
    buttons = [
        outlined_button(identifier, text, partial(tap, identifier), height=48, size=14)
        for identifier, text, is_offered in offered
        if is_offered
    ]
    done = "done-correcting"
    buttons.append(primary_button(done, tr.gettext("Done"), lambda: tap(done), height=48, size=15))
    return [hstack(buttons[at : at + 2], spacing=8) for at in range(0, len(buttons), 2)]


@component
def step_card(
    look: StepLook, theme: Theme, *, live_text: bool, identifier: str = "step"
) -> ft.Control:
    """Show what happened: tile, texts, gain, new total.

    `live_text`: a screen reader announces changes.
    """
    large = theme.has_large_text
    small = [look.subtitle] if look.chance is None else [look.subtitle, look.chance]
    texts = ft.Column(
        [
            write(
                look.title, LABEL.resized(15.5), color=theme.ink, line_height=1.2, no_wrap=not large
            ),
            *(
                write(line, HINT, color=theme.ink2, line_height=1.2, no_wrap=not large)
                for line in small
            ),
        ],
        spacing=2,
        expand=True,
        alignment=ft.MainAxisAlignment.CENTER,
        tight=large,
    )
    points = _step_points(look)
    parts = [_step_tile(look), texts, points]
    height: float | None = theme.grown_height(STEP_CARD_DP + STEP_LINE_DP * (len(small) - 1))
    if large:  # the texts take the whole width, and the points go below them
        points.horizontal_alignment = ft.CrossAxisAlignment.START
        texts.controls.append(parts.pop())
        height = None
    return ft.Semantics(
        identifier=identifier,
        label=look.spoken_text,
        container=True,
        live_region=live_text,
        content=ft.Container(
            decorative(ft.Row([*parts], spacing=11)),
            height=height,
            bgcolor=theme.surface,
            border_radius=18,
            padding=ft.Padding.only(
                left=14, right=15, top=12 if large else 0, bottom=12 if large else 0
            ),
        ),
    )


def _step_tile(look: StepLook) -> ft.Control:
    theme = current_theme()
    colors = theme.bands.get(look.letter)
    color = colors.text if colors else theme.ink
    return ft.Container(
        ft.Icon(getattr(ft.Icons, look.icon), size=20, color=color)
        if look.icon
        else write(look.tile, HEADING.capped(theme), color=color, line_height=1.0),
        width=34,
        height=34,
        border_radius=9,
        bgcolor=colors.band if colors else theme.surface2,
        border=ft.Border.all(1, colors.outline) if colors and colors.outline else None,
        alignment=ft.Alignment.CENTER,
    )


def _step_points(look: StepLook) -> ft.Column:
    theme = current_theme()
    lines = [write(look.now, HINT, color=theme.ink2, line_height=1.15, no_wrap=True)]
    if look.gain:
        lines.insert(
            0,
            write(
                look.gain,
                NUMBER.resized(19),
                color=theme.gain if look.won else theme.ink,
                line_height=1.15,
            ),
        )
    return ft.Column(
        [*lines],
        spacing=2,
        tight=True,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.END,
    )
