"""A play screen as it is painted: one sheet with all around it, or every sheet as a card."""

import math
from collections.abc import Callable, Iterator
from typing import Any

import flet as ft

from qwixx_pad.settings import initial
from qwixx_pad.ui.design.cards import CARD_EDGE
from qwixx_pad.ui.design.controls import disc, icon_button, primary
from qwixx_pad.ui.design.primitives import SLOW, WIDEST, Node, at, corner, motion, write
from qwixx_pad.ui.design.tokens import CELL_TEXT, CHIP, HINT, LABEL, NAME, OPTION, TAG, TITLE, Theme
from qwixx_pad.ui.flet_support.flet_patches import component, memo
from qwixx_pad.ui.play.geometry import KeyStop
from qwixx_pad.ui.play.paint.cards import white_keys
from qwixx_pad.ui.play.paint.chrome import bar, buttons, hint_apart, undo_and_redo, words_or
from qwixx_pad.ui.play.paint.frame import WHITE_KEYS, Frame, SheetFrame
from qwixx_pad.ui.play.paint.score_chips import standings
from qwixx_pad.ui.play.paint.tap_targets import ends, penalties, sheet, sum_line
from qwixx_pad.ui.play.state import View, WhiteLook
from qwixx_pad.ui.sheet.boxes import Box, Mode, around, has_extra
from qwixx_pad.ui.sheet.canvas import canvas
from qwixx_pad.ui.sheet.drawing import cursor_of
from qwixx_pad.ui.sheet.footer import worth_of

Listen = Callable[[ft.Control], ft.Control]
"""Puts around something what lets a keyboard stop there."""
_ROOMY_BAR = 52
"""From this height on, a bar leaves an edge around the button in it; in dp."""
_EVERYWHERE: dict[str, Any] = {"left": 0, "top": 0, "right": 0, "bottom": 0}


def painted(frame: Frame, listener: Listen) -> ft.Control:
    """Paint all but questions; a screen too low for the smallest pad scrolls.

    `listener` lets a keyboard stop at the sheets.
    """
    page, needs = (tablet if frame.all_sheets else pad)(frame, listener), frame.geometry.height
    if needs > frame.context.space.height:
        high = ft.Container(page, height=needs)
        page = ft.Column([high], scroll=ft.ScrollMode.AUTO, expand=True)
    if not frame.white_keys:
        return page
    below = Box(0, 0, frame.geometry.width, WHITE_KEYS)
    keys = frame.show(lambda view: view.white, _white_keys, below, key="white-dice")
    return ft.Column([ft.Container(page, expand=True), keys], spacing=0)


def _white_keys(white: WhiteLook | None, frame: Frame, box: Box) -> ft.Control:
    width = min(box.width, WIDEST) - 2 * CARD_EDGE
    keys = [] if white is None else [white_keys(white, width, frame.theme, frame.words, frame.tap)]
    return ft.Row([*keys], height=box.height, alignment=ft.MainAxisAlignment.CENTER)


@memo
@component
def pad(frame: Frame, listener: Listen) -> ft.Control:
    """Paint the pad.

    A reader goes by positions; undo and redo are read last, so they are on a leaf of their
    own over all the rest.
    """
    printed = _sheet_stop(listener(sheet(frame.sheet)), frame)
    before = ft.Stack([*bar(frame), printed, *_around_rows(frame), *hint_apart(frame)])
    last = ft.Stack([*undo_and_redo(frame)])
    leaves = [Node(content=leaf, container=True, **_EVERYWHERE) for leaf in (before, last)]
    return ft.Stack([*leaves, _cursor(frame)], expand=True)


@memo
@component
def tablet(frame: Frame, listener: Listen) -> ft.Control:
    """Paint every sheet as a card, the bar above them or between two that face each other.

    A hint is in the bar, so that it takes no space from a cell and covers nothing.
    """
    cards = [
        frame.source.show(_rolls_out_won(card.index), _card, frame, card) for card in frame.sheets
    ]
    sheets = _sheet_stop(listener(ft.Stack([*cards])), frame)
    both = [] if frame.watches else undo_and_redo(frame)
    parts = [*bar(frame), *both, *buttons(frame, frame.whole), *hint_apart(frame)]
    return ft.Stack([sheets, *parts, _cursor(frame)], expand=True)


def _cursor(frame: Frame) -> ft.Control:
    """Paint a ring around the cursor's stop, over all else."""
    return frame.show(frame.cursor, _ring, frame.whole)


def _ring(stop: KeyStop | None, frame: Frame, box: Box) -> ft.Control:
    ring = () if stop is None else cursor_of(stop.box, stop.row[-1:], frame.theme)
    drawn = canvas(ring, width=box.width, height=box.height)
    return ft.Container(drawn, key="cursor", ignore_interactions=True, **at(box))


def _sheet_stop(inside: ft.Control, frame: Frame) -> ft.Control:
    """Wrap all that is printed as one stop of Tab."""
    called = frame.words.layout(frame.sheet.layout.name)
    return Node(identifier="sheet", label=called, container=True, content=inside, **_EVERYWHERE)


# around the rows of one sheet


def _around_rows(frame: Frame) -> Iterator[ft.Control]:
    """Yield standings or points, penalties and buttons, and the sum."""
    geometry, whole = frame.geometry, frame.whole
    foot, in_rail = geometry.foot if frame.seats else None, geometry.bar.box is None
    shared = foot is not None and not in_rail  # by penalties and buttons, or whom the table awaits
    if geometry.strip is not None:
        yield words_or(_points, frame, geometry.strip)
    if shared:
        yield from standings(frame, whole)
    if foot is not None:
        yield words_or(_foot, frame, foot)
    if not shared:
        yield from _penalties_and_buttons(frame, whole)
    if not (shared and geometry.mode is Mode.COLUMNS):
        yield from _sum(frame, whole)
    if geometry.message not in geometry.shared:  # words come and go last: what has the focus stays
        yield words_or(_nothing, frame, geometry.message)


def _nothing(_: Frame, box: Box) -> ft.Control:
    return ft.Container(ignore_interactions=True, **at(box))


def _points(frame: Frame, box: Box) -> ft.Control:
    """Paint how many points so many crosses are worth."""
    title = frame.words.text("Points") if frame.geometry.mode is Mode.LANDSCAPE else ""
    most = max(row.most for row in frame.sheet.layout.rows)
    return canvas(worth_of(box, most, title, frame.theme), **at(box))


def _foot(frame: Frame, box: Box) -> ft.Control:
    return frame.show(_awaited, _waiting_or_foot, box)


def _awaited(view: View) -> tuple[str, bool] | None:
    return None if view.waiting is None else (view.waiting, view.may_close)


def _waiting_or_foot(part: tuple[str, bool] | None, frame: Frame, box: Box) -> ft.Control:
    """Paint whom the table waits for, or standings there, or penalties and buttons."""
    if part is not None:
        return _waiting_bar(*part, frame, box)
    if frame.geometry.bar.box is None:
        return ft.Stack([*standings(frame, box)], **at(box))
    total = _sum(frame, box) if frame.geometry.mode is Mode.COLUMNS else []
    return ft.Stack([*_penalties_and_buttons(frame, box), *total], **at(box))


def _waiting_bar(text: str, may_close: bool, frame: Frame, box: Box) -> ft.Control:  # noqa: FBT001 - shown
    """Paint whom the table waits for, and a stop button where this device may use it."""
    theme, words = frame.theme, frame.words
    said = write(
        text, LABEL.held(theme, 1.2), color=theme.ink, height=1.2, max_lines=2, expand=True
    )
    parts: list[ft.Control] = [ft.Semantics(content=said, live_region=True, expand=True)]
    if may_close:
        close = primary(
            theme,
            "close-now",
            words.text("Close now"),
            lambda: frame.tap("close-now"),
            height=box.height - 8 if box.height >= _ROOMY_BAR else box.height,
            size=15,
            planned=True,
        )
        parts.append(close)
    return ft.Container(
        ft.Row(parts, spacing=8),
        bgcolor=theme.surface2,
        border_radius=16,
        padding=ft.Padding.only(left=16, right=4),
        **at(box),
    )


def _penalties_and_buttons(frame: Frame, within: Box) -> list[ft.Control]:
    """Paint penalties, their label, and a table's buttons, seen from `within`."""
    box = frame.geometry.sheet.label
    label = [] if box is None else [words_or(_label, frame, box)]
    return [*label, penalties(frame.sheet, within), *buttons(frame, within)]


def _label(frame: Frame, box: Box) -> ft.Control:
    """Paint what the penalties are called, and where there is room what they cost."""
    words, theme, called = frame.words, frame.theme, frame.words.text("Misthrows")
    if frame.geometry.mode is Mode.LANDSCAPE:
        name = write(called, OPTION.held(theme), color=theme.ink, height=1.2)
        return ft.Container(name, alignment=ft.Alignment.TOP_CENTER, **at(box))
    style = NAME.fitting(theme, called, box.width, box.height, CELL_TEXT)
    lines: list[ft.Control] = [write(called, style, color=theme.ink, height=1.2)]
    if not theme.large:
        lines.append(write(words.text("−5 points each"), HINT, color=theme.ink2, height=1.2))
    middle = ft.Column(lines, spacing=2, alignment=ft.MainAxisAlignment.CENTER)
    return Node(content=middle, container=True, **at(box))


def _sum(frame: Frame, within: Box) -> list[ft.Control]:
    """Paint the sum, or where there is no room for it the total; seen from `within`."""
    geometry = frame.geometry
    if geometry.sheet.sum.line is not None:
        return [words_or(_line, frame, geometry.sheet.sum.line)]
    alone = geometry.mode is Mode.COLUMNS and not (geometry.button or geometry.back)
    return ends(frame.sheet, within, frame.words.text("Total") if alone else "")


def _line(frame: Frame, box: Box) -> ft.Control:
    return sum_line(frame.sheet, box)


# cards

_LABEL = 64.0
"""Least width in which the penalties are called by their name, in dp."""
_WON = 7
"""Width of the edge of a winner, in dp."""
_FADED = 0.5
"""Of the rows of a seat that sits out; its head says so in words and with a mark."""


def _rolls_out_won(index: int) -> Callable[[View], tuple[bool, bool, bool]]:
    return lambda view: (view.cards[index].rolls, view.cards[index].out, view.cards[index].won)


def _card(part: tuple[bool, bool, bool], frame: Frame, card: SheetFrame) -> ft.Control:
    theme, (rolls, out, won) = card.theme, part
    wide, color = (_WON, theme.bands["y"].band) if won else (3, theme.primary)
    edge = ft.BoxDecoration(border=ft.Border.all(wide, color), border_radius=20)
    scale = card.boxes.scale
    return ft.Container(
        _inside(card, out),
        **at(card.boxes.box),
        bgcolor=theme.surface,
        border_radius=20,
        foreground_decoration=edge if rolls or won else None,
        scale=None if scale == 1 else ft.Scale(scale, alignment=ft.Alignment.TOP_LEFT),
        ignore_interactions=frame.watches,
        disabled=frame.watches,
        rotate=math.pi if card.turned else 0,
        animate_rotation=motion(theme, SLOW),
        shadow=ft.BoxShadow(blur_radius=12, offset=ft.Offset(0, 3), color=theme.card_shadow),
        key=f"card{card.seat}",
    )


@memo
@component
def _inside(card: SheetFrame, out: bool) -> ft.Control:  # noqa: FBT001 - a fact
    rows = sheet(card)
    shown = ft.Stack([rows], opacity=_FADED, **at(card.whole)) if out else rows
    return Node(content=ft.Stack([shown, *_head(card)]), label=card.name, container=True)


def _head(card: SheetFrame) -> list[ft.Control]:
    """Paint the part above the rows of one sheet."""
    boxes = card.boxes
    left = around([box for box in (boxes.name, boxes.turn, boxes.label) if box is not None])
    parts = [
        card.source.show(lambda view: view.cards[card.index].note, _left, card, left),
        penalties(card, card.whole),
        *ends(card, card.whole),
    ]
    if boxes.face is not None:
        color = card.theme.player(card.color)
        parts.append(disc(initial(card.name), color, boxes.face.width, **corner(boxes.face)))
    return parts


def _left(note: str, card: SheetFrame, box: Box) -> ft.Control:
    """Paint whose sheet it is; for a while a refusal, rotated like the tapped sheet."""
    if not note:
        return ft.Stack([*_owner(card, box)], **at(box))
    style = TAG.fitting(card.theme, note, box.width, box.height)
    words = write(note, style, color=card.theme.ink, height=1.1, max_lines=3)
    said = ft.Semantics(
        content=words, live_region=True, container=True, identifier="message", key="message"
    )
    return ft.Container(said, alignment=ft.Alignment.CENTER_LEFT, **at(box))


def _owner(card: SheetFrame, within: Box) -> Iterator[ft.Control]:
    """Yield whose sheet it is, its role, a button to rotate it, and the penalties' label."""
    theme, words, boxes, turn = card.theme, card.words, card.boxes, f"{card.prefix}turn"
    if boxes.name is not None:
        yield _name(card, boxes.name.seen_from(within))
    if boxes.turn is not None:
        yield icon_button(
            theme,
            turn,
            words.text("Turn {name}’s pad", name=card.name),
            ft.Icons.SCREEN_ROTATION_ALT_ROUNDED,
            lambda: card.tap(turn),
            size=boxes.turn.width,
            place=corner(boxes.turn.seen_from(within)),
        )
    roomy = not (has_extra(card.layout) or theme.large)
    if roomy and boxes.label is not None and boxes.label.width >= _LABEL * theme.text:
        label = write(words.text("Misthrows"), CHIP, color=theme.ink2, no_wrap=True)
        place = at(boxes.label.seen_from(within))
        yield ft.Container(label, alignment=ft.Alignment.CENTER_RIGHT, **place)


def _name(card: SheetFrame, box: Box) -> ft.Control:
    """Paint whose sheet it is and its role; larger where nothing rotates it."""
    theme, name = card.theme, card.words.short(card.name)
    size, most, small = (16, 1.3, 12) if card.boxes.turn is not None else (20, 1, 14)
    style = TITLE.at(size).held(theme, most)
    role = card.source.show(_role_out(card.index), _role, theme, small)
    return ft.Column(
        [write(name, style, color=theme.ink, height=1.15, no_wrap=True), role],
        spacing=1,
        alignment=ft.MainAxisAlignment.CENTER,
        **at(box),
    )


def _role_out(index: int) -> Callable[[View], tuple[str, bool]]:
    return lambda view: (view.cards[index].role, view.cards[index].out)


def _role(part: tuple[str, bool], theme: Theme, size: float) -> ft.Control:
    """Paint what this seat may do, with a mark where it sits out."""
    text, out = part
    said = write(text, HINT.at(size).held(theme, 1.2), color=theme.ink2, height=1.15, no_wrap=True)
    if not out:
        return said
    return ft.Row([ft.Icon(ft.Icons.PAUSE_ROUNDED, size=14, color=theme.ink2), said], spacing=2)
