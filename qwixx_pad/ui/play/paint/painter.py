"""A pad as it is painted: one sheet with all around it, or every sheet of a table as a card."""

import math
from collections.abc import Callable
from operator import methodcaller
from typing import Any

import flet as ft

from qwixx_pad.service.settings import initial
from qwixx_pad.ui.design.controls import (
    banner_pill,
    disc,
    icon_button,
    menu_button,
    one_of_both,
    outlined,
    primary,
    way_button,
)
from qwixx_pad.ui.design.primitives import SLOW, Node, at, corner, motion, write
from qwixx_pad.ui.design.tokens import CELL_TEXT, CHIP, HINT, LABEL, NAME, OPTION, TAG, TITLE, Theme
from qwixx_pad.ui.play.geometry.focus_map import KeyStop
from qwixx_pad.ui.play.paint.cards import hint_bar, message_note
from qwixx_pad.ui.play.paint.chrome import (
    bar,
    hinted,
    in_box,
    keys,
    quiet_or_told,
    undo_and_redo,
)
from qwixx_pad.ui.play.paint.frame import Frame
from qwixx_pad.ui.play.paint.places import SheetFrame, ends, penalties, sheet, sum_line
from qwixx_pad.ui.play.paint.standings import standings
from qwixx_pad.ui.play.state.scene import Scene, Title
from qwixx_pad.ui.play.state.state import Message
from qwixx_pad.ui.play.state.table_view import Act, ButtonLook
from qwixx_pad.ui.runtime.guards import component, memo
from qwixx_pad.ui.sheet.boxes import Box, Mode, around, has_extra
from qwixx_pad.ui.sheet.canvas import canvas
from qwixx_pad.ui.sheet.drawing import cursor_of
from qwixx_pad.ui.sheet.foot import worth_of

Listen = Callable[[ft.Control], ft.Control]
"""Puts around something what lets a keyboard stop there."""
_ROOMY_BAR = 52
"""From this height on, a bar leaves an edge around the button in it; in dp."""
_EVERYWHERE: dict[str, Any] = {"left": 0, "top": 0, "right": 0, "bottom": 0}


@memo
@component
def pad(frame: Frame, listener: Listen) -> ft.Control:
    """The pad; `listener` lets a keyboard stop at the sheet.

    A reader goes by where things lie; undo and redo are read last, so they lie on a leaf of their
    own over all the rest.
    """
    printed = sheet_stop(listener(sheet(frame.source, frame.sheet)), frame)
    before = ft.Stack([*bar(frame), printed, *_around_rows(frame), *_hint(frame)])
    last = ft.Stack([*undo_and_redo(frame)])
    leaves = [Node(content=leaf, container=True, **_EVERYWHERE) for leaf in (before, last)]
    return ft.Stack([*leaves, cursor(frame)], expand=True)


def cursor(frame: Frame) -> ft.Control:
    """A ring around what the keys are bound to, over all else."""
    return frame.source.show(frame.cursor, _cursor, frame)


def _cursor(stop: KeyStop | None, frame: Frame) -> ft.Control:
    """A ring around what the keys are bound to."""
    ring = () if stop is None else cursor_of(stop.box, stop.row[-1:], frame.sheet.theme)
    whole = Box(0, 0, frame.geometry.width, frame.geometry.height)
    drawn = canvas(ring, width=whole.width, height=whole.height)
    return ft.Container(drawn, key="cursor", ignore_interactions=True, **at(whole))


def sheet_stop(inside: ft.Control, frame: Frame) -> ft.Control:
    """All that is printed, as one stop of Tab."""
    called = frame.sheet.words.layout(frame.sheet.layout.name)
    return Node(identifier="sheet", label=called, container=True, content=inside, **_EVERYWHERE)


def _around_rows(frame: Frame) -> list[ft.Control]:
    """Standings or points, penalties and buttons, and what all of it is worth."""
    geometry, whole = frame.geometry, frame.geometry.sheet.box
    in_rail, foot = geometry.bar.box is None, geometry.foot
    strip = [] if geometry.strip is None else [quiet_or_told(frame, geometry.strip, _points)]
    apart = geometry.message not in geometry.shared
    told = [quiet_or_told(frame, geometry.message, _nothing)] if apart else []
    if not frame.at_table or foot is None:  # words come and go last: what has the focus stays
        return [*strip, *_keys_and_boxes(frame, whole), *_sum(frame), *told]
    below = quiet_or_told(frame, foot, _waits)
    if in_rail:
        return [below, *_keys_and_boxes(frame, whole), *_sum(frame)]
    seats = standings(frame, whole)
    total = [] if geometry.mode is Mode.COLUMNS else _sum(frame)
    return [*seats, below, *total]


def _nothing(_: Frame, box: Box) -> ft.Control:
    return ft.Container(ignore_interactions=True, **at(box))


def _points(frame: Frame, box: Box) -> ft.Control:
    """How many points so many crosses are worth."""
    sheet, titled = frame.sheet, frame.geometry.mode is Mode.LANDSCAPE
    title = sheet.words.text("Points") if titled else ""
    most = max(row.most for row in sheet.layout.rows)
    return canvas(worth_of(box, most, title, sheet.theme), **at(box))


def _waits(frame: Frame, box: Box) -> ft.Control:
    def select(scene: Scene) -> tuple[str, bool] | None:
        table = scene.table
        if table is None or table.waiting is None:
            return None
        return table.waiting, table.may_close

    return frame.source.show(select, _waiting_or_foot, frame, box)


def _waiting_or_foot(part: tuple[str, bool] | None, frame: Frame, box: Box) -> ft.Control:
    """Whom the table waits for, or the standings that lie there, or penalties and buttons."""
    if part is not None:
        return _waiting_bar(part, frame, box)
    if frame.geometry.bar.box is None:
        return ft.Stack([*standings(frame, box)], **at(box))
    total = _sum(frame, box) if frame.geometry.mode is Mode.COLUMNS else []
    return ft.Stack([*_keys_and_boxes(frame, box), *total], **at(box))


def _waiting_bar(part: tuple[str, bool], frame: Frame, box: Box) -> ft.Control:
    """Whom the table waits for, and an end to the waiting where this device may end it."""
    text, may_close = part
    theme, words = frame.sheet.theme, frame.sheet.words
    close = primary(
        theme,
        "close-now",
        words.text("Close now"),
        lambda: frame.sheet.tap("close-now"),
        height=box.height - 8 if box.height >= _ROOMY_BAR else box.height,
        size=15,
        planned=True,
    )
    style = LABEL.held(theme, 1.2)
    said = write(text, style, color=theme.ink, height=1.2, max_lines=2, expand=True)
    spoken = ft.Semantics(content=said, live_region=True, expand=True)
    return ft.Container(
        ft.Row([spoken, *([close] if may_close else [])], spacing=8),
        bgcolor=theme.surface2,
        border_radius=16,
        padding=ft.Padding.only(left=16, right=4),
        **at(box),
    )


def _keys_and_boxes(frame: Frame, within: Box) -> list[ft.Control]:
    """Penalties, what they are called, and at a table buttons beside them; seen from `within`."""
    boxes = frame.geometry.sheet
    label = [] if boxes.label is None else [quiet_or_told(frame, boxes.label, _label)]
    return [*label, penalties(frame.source, frame.sheet, within), *keys(frame, within)]


def _label(frame: Frame, box: Box) -> ft.Control:
    """What the penalties are called, and where there is room what they cost."""
    words, theme = frame.sheet.words, frame.sheet.theme
    if frame.geometry.mode is Mode.LANDSCAPE:
        name = write(words.text("Misthrows"), OPTION.held(theme), color=theme.ink, height=1.2)
        return ft.Container(name, alignment=ft.Alignment.TOP_CENTER, **at(box))
    called = words.text("Misthrows")
    style = NAME.fitting(theme, called, box.width, box.height, CELL_TEXT)
    name = write(called, style, color=theme.ink, height=1.2)
    cost = write(words.text("−5 points each"), HINT, color=theme.ink2, height=1.2)
    lines = [name] if theme.large else [name, cost]
    middle = ft.Column([*lines], spacing=2, alignment=ft.MainAxisAlignment.CENTER)
    return Node(content=middle, container=True, **at(box))


def _sum(frame: Frame, within: Box | None = None) -> list[ft.Control]:
    """The sum, or where there is no room for it the total; seen from `within` or the whole pad."""
    geometry, sheet = frame.geometry, frame.sheet
    if geometry.sheet.sum.line is not None:
        return [quiet_or_told(frame, geometry.sheet.sum.line, _line)]
    alone = geometry.mode is Mode.COLUMNS and not (geometry.button or geometry.back)
    title = sheet.words.text("Total") if alone else ""
    return ends(frame.source, sheet, within or geometry.sheet.box, title)


def _line(frame: Frame, box: Box) -> ft.Control:
    return sum_line(frame.source, frame.sheet, frame.geometry.sheet.sum, box)


def _hint(frame: Frame) -> list[ft.Control]:
    """What a first game explains, where it has a place of its own."""
    geometry = frame.geometry
    if frame.hint is None or geometry.hint is None or geometry.hint in geometry.shared:
        return []
    return [hinted(frame.hint, frame, geometry.hint)]


_LABEL = 64.0
"""Least width in which the penalties are called by their name, in dp."""
_BAR = 60.0
"""Height of a bar whose letters are as they were designed, in dp."""
_WON = 7
"""Width of the edge of who has won, in dp."""
_FADED = 0.5
"""Of the rows of a seat that sits out; its head says so in words and with a mark."""


@memo
@component
def tablet(frame: Frame, listener: Listen) -> ft.Control:
    """Every sheet as a card, the bar above them or between two that face each other."""
    cards = [
        frame.source.show(methodcaller("card", card.seat), _card, frame, card)
        for card in frame.sheets
    ]
    sheets = sheet_stop(listener(ft.Stack([*cards])), frame)
    return ft.Stack([sheets, *_bar(frame), cursor(frame)], expand=True)


# the bar


def _bar(frame: Frame) -> list[ft.Control]:
    """The bar; a hint stands in it, so that it takes no room from a cell and lies over nothing."""
    theme, words, boxes = frame.sheet.theme, frame.sheet.words, frame.geometry.bar
    show, facing = frame.source.show, frame.geometry.facing

    def whole_log(identifier: str) -> None:
        frame.tap(f"{identifier}-last")

    hint, place = frame.hint, frame.geometry.hint
    shown = [_way_out(frame, boxes.menu)]
    if boxes.face is not None and not _covered(boxes.face, frame):
        shown.append(show(lambda scene: scene.roller, _face, theme, boxes.face))
    if not _covered(boxes.title, frame):
        shown.append(show(lambda scene: scene.bar_title(facing=facing), _title, theme, boxes.title))
    if not frame.watches:
        given = theme, words, whole_log
        shown.append(show(lambda scene: scene.undo, one_of_both, "undo", *given, boxes.undo))
        shown.append(show(lambda scene: scene.redo, one_of_both, "redo", *given, boxes.redo))
    if frame.geometry.button is not None:
        shown.append(show(lambda scene: scene.button, _button, frame, frame.geometry.button))
    if hint is not None and place is not None:
        bar = hint_bar(hint, theme, words, place.height)
        shown.append(ft.Container(bar, **at(place)))
    return shown


def _way_out(frame: Frame, box: Box) -> ft.Control:
    theme, words = frame.sheet.theme, frame.sheet.words
    if not frame.watches:
        return menu_button(theme, words, frame.tap, box)
    said, icon = words.text("Back"), ft.Icons.ARROW_BACK_ROUNDED
    return way_button("back", said, icon, theme, frame.tap, place=corner(box))


def _covered(box: Box, frame: Frame) -> bool:
    """Whether what is explained now begins before a part of the bar, and lies over it."""
    place = frame.geometry.hint
    return frame.hint is not None and place is not None and place.x <= box.x


def _face(part: tuple[str, int] | None, theme: Theme, box: Box) -> ft.Control:
    """Who rolls; a pen where sheets are copied and nobody does."""
    if part is None:
        pen = ft.Icon(ft.Icons.EDIT_ROUNDED, size=22, color=theme.ink2)
        return ft.Container(pen, alignment=ft.Alignment.CENTER, **at(box))
    initial, color = part
    return disc(initial, theme.player(color), box.width, **corner(box))


def _title(part: tuple[Message | None, Title], theme: Theme, box: Box) -> ft.Control:
    """Whose roll it is, or words that take the place of that for a while."""
    (message, title), grown = part, box.height / _BAR
    if message is not None:
        note = message_note(message, theme, box, grown, key="message")
        return ft.Container(note, **at(box))
    roll, small = TITLE.at(19 * grown).held(theme, 1.3), HINT.at(13 * grown).held(theme)
    said = write(title.subtitle, small, color=theme.ink2, height=1.2, no_wrap=True)
    return ft.Column(
        [
            write(title.title, roll, color=theme.ink, height=1.2, no_wrap=True),
            said if title.banner is None else banner_pill(title.banner.text, theme, 12 * grown),
        ],
        spacing=1,
        alignment=ft.MainAxisAlignment.CENTER,
        **at(box),
    )


def _button(look: ButtonLook | None, frame: Frame, box: Box) -> ft.Control:
    if look is None:
        return ft.Container(**at(box))
    make = outlined if look.act is Act.MISTHROW else primary
    icon = None if look.act is Act.MISTHROW else ft.Icons.CHECK_ROUNDED
    return in_box(make, look, frame.sheet.theme, frame.tap, box, icon=icon)


# the cards


def _card(part: tuple[bool, bool, bool], frame: Frame, card: SheetFrame) -> ft.Control:
    theme, (rolls, out, won) = card.theme, part
    wide, color = (_WON, theme.bands["y"].band) if won else (3, theme.primary)
    edge = ft.BoxDecoration(border=ft.Border.all(wide, color), border_radius=20)
    scale = card.boxes.scale
    return ft.Container(
        _inside(frame, card, out),
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
def _inside(frame: Frame, card: SheetFrame, out: bool) -> ft.Control:  # noqa: FBT001 - a fact
    rows, whole = sheet(frame.source, card), card.boxes.box.seen_from(card.boxes.box)
    shown = ft.Stack([rows], opacity=_FADED, **at(whole)) if out else rows
    inside = ft.Stack([shown, *_head(frame, card)])
    return Node(content=inside, label=card.name, container=True)


def _head(frame: Frame, card: SheetFrame) -> list[ft.Control]:
    """What stands above the rows of one sheet."""
    boxes = card.boxes
    whole = boxes.box.seen_from(boxes.box)
    left = around([box for box in (boxes.name, boxes.turn, boxes.label) if box is not None])
    shown = [
        frame.source.show(lambda scene: scene.note(card.seat), _left, frame, card, left),
        penalties(frame.source, card, whole),
        *ends(frame.source, card, whole),
    ]
    if boxes.face is not None:
        face = card.theme.player(card.color)
        place = corner(boxes.face)
        shown.append(disc(initial(card.name), face, boxes.face.width, **place))
    return shown


def _left(note: str, frame: Frame, card: SheetFrame, box: Box) -> ft.Control:
    """Whose sheet it is; for a while why not, at the sheet that was tapped and turned like it."""
    if note:
        said = _note(note, card.theme, box)
        return ft.Container(said, alignment=ft.Alignment.CENTER_LEFT, **at(box))
    return ft.Stack(_owner(frame, card, box), **at(box))


def _note(text: str, theme: Theme, box: Box) -> ft.Control:
    style = TAG.fitting(theme, text, box.width, box.height)
    said = write(text, style, color=theme.ink, height=1.1, max_lines=3)
    return ft.Semantics(
        content=said,
        live_region=True,
        container=True,
        identifier="message",
        key="message",
    )


def _owner(frame: Frame, card: SheetFrame, within: Box) -> list[ft.Control]:
    """Whose sheet, what it may do, a button to turn it, and what the penalties are called."""
    theme, words, prefix, boxes = card.theme, card.words, card.prefix, card.boxes
    shown: list[ft.Control] = []
    if boxes.name is not None:
        shown.append(_name(frame, card, boxes.name.seen_from(within)))
    if boxes.turn is not None:
        turn = icon_button(
            theme,
            f"{prefix}turn",
            words.text("Turn {name}’s pad", name=card.name),
            ft.Icons.SCREEN_ROTATION_ALT_ROUNDED,
            lambda: frame.tap(f"{prefix}turn"),
            size=boxes.turn.width,
            place=corner(boxes.turn.seen_from(within)),
        )
        shown.append(turn)
    roomy = not (has_extra(card.layout) or theme.large)
    if roomy and boxes.label is not None and boxes.label.width >= _LABEL * theme.text:
        label = write(words.text("Misthrows"), CHIP, color=theme.ink2, no_wrap=True)
        place = at(boxes.label.seen_from(within))
        shown.append(ft.Container(label, alignment=ft.Alignment.CENTER_RIGHT, **place))
    return shown


def _name(frame: Frame, card: SheetFrame, box: Box) -> ft.Control:
    """Whose sheet it is and what it may do; larger where nothing turns it."""
    theme, name = card.theme, card.words.short(card.name)
    size, most, small = (16, 1.3, 12) if card.boxes.turn is not None else (20, 1, 14)
    return ft.Column(
        [
            write(
                name, TITLE.at(size).held(theme, most), color=theme.ink, height=1.15, no_wrap=True
            ),
            frame.source.show(lambda scene: scene.role(card.seat), _role, theme, small),
        ],
        spacing=1,
        alignment=ft.MainAxisAlignment.CENTER,
        **at(box),
    )


def _role(part: tuple[str, bool], theme: Theme, size: float) -> ft.Control:
    """What this seat may do, with a mark where it sits out."""
    text, out = part
    said = write(text, HINT.at(size).held(theme, 1.2), color=theme.ink2, height=1.15, no_wrap=True)
    if not out:
        return said
    return ft.Row([ft.Icon(ft.Icons.PAUSE_ROUNDED, size=14, color=theme.ink2), said], spacing=2)
