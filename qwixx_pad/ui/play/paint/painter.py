"""A play screen as it is painted: one sheet with everything around it, or every sheet as a card."""

import math
from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any

import flet as ft

from qwixx_pad.settings import initial
from qwixx_pad.ui.correction import WhiteDiceLook
from qwixx_pad.ui.correction.paint import WHITE_DICE_DP, white_dice_buttons
from qwixx_pad.ui.design.cards import PROMPT_MARGIN_DP
from qwixx_pad.ui.design.controls import disc, icon_button, primary_button
from qwixx_pad.ui.design.primitives import (
    SLOW_MS,
    SemanticsNode,
    box_args,
    corner_args,
    fitted_text,
    look_animation,
    write,
)
from qwixx_pad.ui.flet_support.flet_patches import component, memo
from qwixx_pad.ui.geometry import MAX_COLUMN_DP, Box, bounding_box
from qwixx_pad.ui.play.geometry import FocusStop
from qwixx_pad.ui.play.paint.chrome import (
    message_or,
    pad_buttons,
    separate_hint,
    title_bar,
    undo_redo_buttons,
)
from qwixx_pad.ui.play.paint.frame import Frame, SheetFrame
from qwixx_pad.ui.play.paint.score_chips import BADGE_DP, roller_die, score_chips
from qwixx_pad.ui.play.paint.tap_targets import (
    extra_and_total,
    paint_sheet,
    paint_sum_line,
    penalty_boxes,
)
from qwixx_pad.ui.play.state import View
from qwixx_pad.ui.sheet.boxes import RowMode, has_extra_field
from qwixx_pad.ui.sheet.canvas import shape_canvas
from qwixx_pad.ui.sheet.drawing import cursor_shapes
from qwixx_pad.ui.sheet.footer import worth_shapes
from qwixx_pad.ui.theme.tokens import (
    CHIP,
    HINT,
    LABEL,
    MAX_CELL_TEXT_SCALE,
    NAME,
    OPTION,
    TAG,
    TITLE,
)

WrapSheets = Callable[[ft.Control], ft.Control]
"""Wraps the sheets in a control that receives the keyboard focus."""
_ROOMY_BAR_DP = 52
"""From this height on, a bar leaves an edge around the button in it."""
_EVERYWHERE: dict[str, Any] = {"left": 0, "top": 0, "right": 0, "bottom": 0}


def paint_screen(frame: Frame, listener: WrapSheets) -> ft.Control:
    """Paint everything but questions; a screen too low for the smallest pad scrolls.

    `listener` makes the sheets a stop of the keyboard focus.
    """
    page = paint_tablet(frame, listener) if frame.all_sheets else paint_pad(frame, listener)
    height = frame.geometry.height
    if height > frame.context.space.height:
        page = ft.Container(page, height=height)
        page = ft.Column([page], scroll=ft.ScrollMode.AUTO, expand=True)
    if not frame.has_white_dice:
        return page
    below = Box(0, 0, frame.geometry.width, WHITE_DICE_DP)
    buttons = frame.leaf(lambda view: view.white_dice, _white_dice, below, key="white-dice")
    return ft.Column([ft.Container(page, expand=True), buttons], spacing=0)


def _white_dice(white: WhiteDiceLook | None, frame: Frame, box: Box) -> ft.Control:
    row = ft.Row(height=box.height, alignment=ft.MainAxisAlignment.CENTER)
    if white is not None:
        width = min(box.width, MAX_COLUMN_DP) - 2 * PROMPT_MARGIN_DP
        row.controls.append(white_dice_buttons(white, width, frame.tap))
    return row


@memo
@component
def paint_pad(frame: Frame, listener: WrapSheets) -> ft.Control:
    """Paint the pad.

    Screen readers go by positions. Undo and redo are to be read last, so they are in a node of
    their own over everything else.
    """
    printed = _sheet_stop(listener(paint_sheet(frame.first_sheet)), frame)
    before = ft.Stack([*title_bar(frame), printed, *_outside_rows(frame), *separate_hint(frame)])
    last = ft.Stack([*undo_redo_buttons(frame)])
    leaves = [SemanticsNode(content=leaf, container=True, **_EVERYWHERE) for leaf in (before, last)]
    return ft.Stack([*leaves, _cursor_layer(frame)], expand=True)


@memo
@component
def paint_tablet(frame: Frame, listener: WrapSheets) -> ft.Control:
    """Paint every sheet as a card, and the bar above them or between two face to face.

    A hint is in the bar, where it covers no cell.
    """
    select = attrgetter("rolls", "out", "won")
    cards = [card.card_leaf(select, _sheet_card, frame) for card in frame.sheets]
    parts = [_sheet_stop(listener(ft.Stack([*cards])), frame), *title_bar(frame)]
    if not frame.watches:
        parts += undo_redo_buttons(frame)
    parts += [*pad_buttons(frame, frame.bounds), *separate_hint(frame), _cursor_layer(frame)]
    return ft.Stack(parts, expand=True)


def _cursor_layer(frame: Frame) -> ft.Control:
    """Paint a ring around the cursor's stop, over everything else."""
    return frame.leaf(frame.cursor_stop, _cursor_ring, frame.bounds)


def _cursor_ring(stop: FocusStop | None, frame: Frame, box: Box) -> ft.Control:
    shapes = () if stop is None else cursor_shapes(stop.box, stop.row[-1:], frame.theme)
    return ft.Container(
        shape_canvas(shapes, width=box.width, height=box.height),
        key="cursor",
        ignore_interactions=True,
        **box_args(box),
    )


def _sheet_stop(inside: ft.Control, frame: Frame) -> ft.Control:
    """Wrap everything printed as one stop of Tab."""
    return SemanticsNode(
        identifier="sheet",
        label=frame.tr.layout_title(frame.first_sheet.layout.name),
        container=True,
        content=inside,
        **_EVERYWHERE,
    )


# around the rows of one sheet


def _outside_rows(frame: Frame) -> Iterator[ft.Control]:
    """Yield standings or strip, penalties and buttons, and the sum."""
    geometry = frame.geometry
    whole = frame.bounds
    foot = geometry.foot if frame.seats else None
    # At a table with a bar, the foot has penalties and buttons, or the players it waits for.
    shared = foot is not None and geometry.bar.box is not None
    if geometry.strip is not None:
        yield message_or(_points_strip, frame, geometry.strip)
    if shared:
        yield from score_chips(frame, whole)
    if foot is not None:
        yield message_or(_pad_foot, frame, foot)
    if not shared:
        yield from _foot_parts(frame, whole)
    if not (shared and geometry.mode is RowMode.COLUMNS):
        yield from _sum_parts(frame, whole)
    # The last part may come and go without taking the focus from another.
    if geometry.message not in geometry.message_places:
        yield message_or(_empty_part, frame, geometry.message)


def _empty_part(_: Frame, box: Box) -> ft.Control:
    return ft.Container(ignore_interactions=True, **box_args(box))


def _points_strip(frame: Frame, box: Box) -> ft.Control:
    """Paint how many points so many crosses are worth."""
    title = frame.tr.gettext("Points") if frame.geometry.mode is RowMode.LANDSCAPE else ""
    most = max(row.max_crosses for row in frame.first_sheet.layout.rows)
    return shape_canvas(worth_shapes(box, most, title, frame.theme), **box_args(box))


def _pad_foot(frame: Frame, box: Box) -> ft.Control:
    return frame.leaf(_awaited_players, _waiting_bar_or_foot, box)


def _awaited_players(view: View) -> tuple[str, bool] | None:
    return None if view.waiting is None else (view.waiting, view.may_close)


def _waiting_bar_or_foot(part: tuple[str, bool] | None, frame: Frame, box: Box) -> ft.Control:
    """Paint the players that the table waits for; else standings, or penalties and buttons."""
    if part is not None:
        return _waiting_bar(*part, frame, box)
    if frame.geometry.bar.box is None:
        return ft.Stack([*score_chips(frame, box)], **box_args(box))
    total = _sum_parts(frame, box) if frame.geometry.mode is RowMode.COLUMNS else []
    return ft.Stack([*_foot_parts(frame, box), *total], **box_args(box))


def _waiting_bar(text: str, may_close: bool, frame: Frame, box: Box) -> ft.Control:  # noqa: FBT001 - shown
    """Paint the players that the table waits for, and a button to stop that if this device may."""
    label = write(text, LABEL.capped(frame.theme, 1.2), line_height=1.2, max_lines=2, expand=True)
    parts: list[ft.Control] = [ft.Semantics(content=label, live_region=True, expand=True)]
    if may_close:
        close = primary_button(
            "close-now",
            frame.tr.gettext("Close now"),
            lambda: frame.tap("close-now"),
            height=box.height - 8 if box.height >= _ROOMY_BAR_DP else box.height,
            size=15,
            planned=True,
        )
        parts.append(close)
    return ft.Container(
        ft.Row(parts, spacing=8),
        bgcolor=frame.theme.surface2,
        border_radius=16,
        padding=ft.Padding.only(left=16, right=4),
        **box_args(box),
    )


def _foot_parts(frame: Frame, within: Box) -> list[ft.Control]:
    """Paint penalties, their label, and a table's buttons, seen from `within`."""
    box = frame.geometry.first_sheet.label
    label = [] if box is None else [message_or(_penalties_label, frame, box)]
    return [*label, penalty_boxes(frame.first_sheet, within), *pad_buttons(frame, within)]


def _penalties_label(frame: Frame, box: Box) -> ft.Control:
    """Paint the word "Penalties", and what they cost if there is room."""
    theme = frame.theme
    text = frame.tr.gettext("Penalties")
    if frame.geometry.mode is RowMode.LANDSCAPE:
        return ft.Container(
            write(text, OPTION.capped(theme), line_height=1.2),
            alignment=ft.Alignment.TOP_CENTER,
            **box_args(box),
        )
    style = NAME.fitted_to(theme, text, box.width, box.height, MAX_CELL_TEXT_SCALE)
    lines: list[ft.Control] = [write(text, style, line_height=1.2)]
    if not theme.has_large_text:
        lines.append(
            write(frame.tr.gettext("−5 points each"), HINT, color=theme.ink2, line_height=1.2)
        )
    return SemanticsNode(
        content=ft.Column(lines, spacing=2, alignment=ft.MainAxisAlignment.CENTER),
        container=True,
        **box_args(box),
    )


def _sum_parts(frame: Frame, within: Box) -> list[ft.Control]:
    """Paint the sum, or only the total if there is no room for it; seen from `within`."""
    geometry = frame.geometry
    if geometry.first_sheet.sum.line is not None:
        return [message_or(paint_sum_line, frame, geometry.first_sheet.sum.line)]
    title = ""
    if geometry.mode is RowMode.COLUMNS and not (geometry.button or geometry.back):
        title = frame.tr.gettext("Total")
    return extra_and_total(frame.first_sheet, within, title)


# cards

_LABEL = 64.0
"""The label of the penalties needs this width, in dp."""
_WINNER_EDGE_DP = 5
"""Width of the edge of a winner's card, which covers nothing on it."""
_FADED = 0.5
"""Opacity of the rows of a seat that sits out; the head of its card says so."""


def _sheet_card(part: tuple[bool, bool, bool], card: SheetFrame, frame: Frame) -> ft.Control:
    rolls, out, won = part
    theme = card.theme
    layers = [_card_contents(card, out)]
    disc_box = card.boxes.avatar
    if rolls and disc_box is not None:
        die = roller_die(theme.ink, theme.surface)
        die.left = disc_box.right - BADGE_DP
        die.top = disc_box.bottom - BADGE_DP
        layers.append(die)
    border = ft.Border.all(3, theme.primary)
    if won:
        border = ft.Border.all(_WINNER_EDGE_DP, theme.bands["y"].band)
    edge = ft.BoxDecoration(border=border, border_radius=20)
    scale = card.boxes.scale
    return ft.Container(
        ft.Stack(layers),
        **box_args(card.boxes.box),
        bgcolor=theme.surface,
        border_radius=20,
        foreground_decoration=edge if rolls or won else None,
        scale=None if scale == 1 else ft.Scale(scale, alignment=ft.Alignment.TOP_LEFT),
        ignore_interactions=frame.watches,
        disabled=frame.watches,
        rotate=math.pi if card.rotated else 0,
        animate_rotation=look_animation(SLOW_MS),
        shadow=ft.BoxShadow(blur_radius=12, offset=ft.Offset(0, 3), color=theme.card_shadow),
        key=f"card{card.seat}",
    )


@memo
@component
def _card_contents(card: SheetFrame, out: bool) -> ft.Control:  # noqa: FBT001 - a fact
    rows = paint_sheet(card)
    if out:
        rows = ft.Stack([rows], opacity=_FADED, **box_args(card.bounds))
    return SemanticsNode(
        content=ft.Stack([rows, *_card_head(card)]), label=card.name, container=True
    )


def _card_head(card: SheetFrame) -> list[ft.Control]:
    """Paint the part above the rows of one sheet."""
    boxes = card.boxes
    left = bounding_box([box for box in (boxes.name, boxes.rotate, boxes.label) if box is not None])
    parts = [
        card.card_leaf(attrgetter("note"), _owner_or_note, left),
        penalty_boxes(card, card.bounds),
        *extra_and_total(card, card.bounds),
    ]
    if boxes.avatar is not None:
        parts.append(
            disc(
                initial(card.name),
                card.theme.player_color(card.color),
                boxes.avatar.width,
                **corner_args(boxes.avatar),
            )
        )
    return parts


def _owner_or_note(note: str, card: SheetFrame, box: Box) -> ft.Control:
    """Paint the owner of a sheet; for a while a refusal instead, rotated like the sheet."""
    if not note:
        return ft.Stack([*_owner_parts(card, box)], **box_args(box))
    style = TAG.fitted_to(card.theme, note, box.width, box.height)
    message = ft.Semantics(
        content=write(note, style, color=card.theme.ink, line_height=1.1, max_lines=3),
        live_region=True,
        container=True,
        identifier="message",
        key="message",
    )
    return ft.Container(message, alignment=ft.Alignment.CENTER_LEFT, **box_args(box))


def _owner_parts(card: SheetFrame, within: Box) -> Iterator[ft.Control]:
    """Yield the owner's name and role, a button to rotate the sheet, and the label of penalties."""
    theme = card.theme
    boxes = card.boxes
    turn = f"{card.prefix}turn"
    if boxes.name is not None:
        yield _owner_name(card, boxes.name.relative_to(within))
    if boxes.rotate is not None:
        yield icon_button(
            turn,
            card.tr.gettext("Rotate {name}’s sheet", name=card.name),
            ft.Icons.SCREEN_ROTATION_ALT_ROUNDED,
            lambda: card.tap(turn),
            size=boxes.rotate.width,
            place=corner_args(boxes.rotate.relative_to(within)),
        )
    roomy = not (has_extra_field(card.layout) or theme.has_large_text)
    if roomy and boxes.label is not None and boxes.label.width >= _LABEL * theme.text_scale:
        label = write(card.tr.gettext("Penalties"), CHIP, color=theme.ink2, no_wrap=True)
        yield ft.Container(
            label, alignment=ft.Alignment.CENTER_RIGHT, **box_args(boxes.label.relative_to(within))
        )


def _owner_name(card: SheetFrame, box: Box) -> ft.Control:
    """Paint the owner's name and role; larger where nothing rotates the sheet."""
    if card.boxes.rotate is None:
        style = TITLE.resized(20).capped(card.theme, 1)
    else:
        style = TITLE.resized(16).capped(card.theme, 1.3)
    name = fitted_text(card.name, style, box.width, card.theme.ink)
    return ft.Column(
        [name, card.card_leaf(attrgetter("role", "out"), _role_text)],
        spacing=1 if name.max_lines == 1 else 0,
        alignment=ft.MainAxisAlignment.CENTER,
        **box_args(box),
    )


def _role_text(part: tuple[str, bool], card: SheetFrame) -> ft.Control:
    """Paint the chance of this seat or what it may do, with a mark if it sits out."""
    text, out = part
    if not text:  # then the name is centered
        return ft.Container(width=0, height=0)
    theme = card.theme
    style = HINT.resized(14 if card.boxes.rotate is None else 12).capped(theme, 1.15)
    lines = 2 if theme.text_scale <= 1 else 1
    label = write(text, style, color=theme.ink2, line_height=1.05, max_lines=lines)
    label.overflow = ft.TextOverflow.ELLIPSIS
    if not out:
        return label
    return ft.Row([ft.Icon(ft.Icons.PAUSE_ROUNDED, size=14, color=theme.ink2), label], spacing=2)
