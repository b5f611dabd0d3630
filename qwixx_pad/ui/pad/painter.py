"""A pad with one sheet: a stack in which each part lies in its box, whichever way rows run."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import flet as ft

from qwixx_pad.ui.design.controls import disc
from qwixx_pad.ui.design.primitives import Node, Tap, at, corner, tappable, write
from qwixx_pad.ui.design.tokens import CHIP, HINT, NAME, NUMBER, OPTION, TAG, Theme
from qwixx_pad.ui.pad.chrome import bar, hinted, keys, quiet_or_told, undo_and_redo, waiting_bar
from qwixx_pad.ui.pad.focus_map import KeyStop
from qwixx_pad.ui.pad.frame import Frame
from qwixx_pad.ui.pad.places import ends, penalties, sheet, sum_line
from qwixx_pad.ui.pad.scene import Scene
from qwixx_pad.ui.pad.table_view import ChipLook
from qwixx_pad.ui.runtime.guards import component, memo
from qwixx_pad.ui.sheet.boxes import Box, Mode
from qwixx_pad.ui.sheet.canvas import canvas
from qwixx_pad.ui.sheet.drawing import cursor_of
from qwixx_pad.ui.sheet.foot import worth_of
from qwixx_pad.ui.speech import signed

Listen = Callable[[ft.Control], ft.Control]
"""Puts around something what lets a keyboard stop there."""
_CROWDED, _NARROW = 5, 86
"""From so many seats on, or below this width of a chip in dp, the discs are small and what belongs
to them sits on them."""
_LOW = 46
"""Below this height name and total stand side by side."""
_SHORT, _LESS = 2, 15
"""Letters that a narrow chip has room for, and the size of those of a longer total, in sp."""
_BADGE = 16
_FADED = 0.62
"""Of what stands on the chip of a seat that sits out: a mark says the same."""


def standings(frame: Frame, within: Box) -> list[ft.Control]:
    """The chips of all seats, seen from `within`; a tap shows the sheet of a seat."""
    boxes, theme, tap = frame.geometry.chips, frame.sheet.theme, frame.sheet.tap
    return [
        frame.source.show(
            _chip_of(place),
            _seat,
            box.seen_from(within),
            theme,
            tap,
            len(boxes) >= _CROWDED or box.width < theme.tall(_NARROW),
            key=f"chip{seat}",
        )
        for place, (seat, box) in enumerate(zip(frame.seats, boxes, strict=True))
    ]


def _chip_of(place: int) -> Callable[[Scene], ChipLook | None]:
    return lambda scene: None if scene.table is None else scene.table.chips[place]


def _seat(chip: ChipLook, box: Box, theme: Theme, tap: Tap, narrow: bool) -> ft.Control:  # noqa: FBT001 - a fact
    if not chip.shown:
        return _chip(chip, box, theme, tap, narrow=narrow)
    face = _chip(chip, box.seen_from(box), theme, tap, narrow=narrow)
    return ft.Stack([face, _shown_mark(chip, theme)], **at(box))


def _shown_mark(chip: ChipLook, theme: Theme) -> ft.Control:
    """A bar below the name of the sheet that is shown, as below the open one of several pages."""
    color = theme.on_primary if chip.rolls else theme.ink
    bar = ft.Container(width=28, height=4, border_radius=2, bgcolor=color)
    row = ft.Row([bar], alignment=ft.MainAxisAlignment.CENTER)
    return ft.Container(row, left=0, right=0, bottom=3, height=4, ignore_interactions=True)


def _chip(chip: ChipLook, box: Box, theme: Theme, tap: Tap, *, narrow: bool) -> ft.Control:
    color = theme.on_primary if chip.rolls else theme.ink
    low = box.height < theme.tall(_LOW)
    crowded = narrow or low
    face = _face(chip, theme, 20 if crowded else 30, crowded=crowded, narrow=narrow)
    beside = replace(chip, locks=() if narrow else chip.locks[:2])
    facts = _low_facts(beside, theme, color) if low else _facts(beside, theme, color, small=narrow)
    identifier = f"seat-{chip.seat}"
    return tappable(
        identifier,
        chip.spoken,
        ft.Row([face, facts], spacing=3 if crowded else 6, opacity=_FADED if chip.out else 1),
        lambda: tap(identifier),
        selected=chip.shown or None,
        place=corner(box),
        width=box.width,
        height=box.height,
        bgcolor=theme.primary if chip.rolls else theme.surface,
        border_radius=14,
        border=ft.Border.all(2, theme.box if chip.rolls else theme.ink2) if chip.shown else None,
        padding=ft.Padding.only(left=5 if crowded else 8, right=8 if low else 2),
        alignment=ft.Alignment.CENTER_LEFT,
    )


def _face(chip: ChipLook, theme: Theme, size: float, *, crowded: bool, narrow: bool) -> ft.Control:
    """The disc with what belongs to the person: the die, an absent phone, a lock."""
    if crowded and chip.rolls and not chip.out:
        return ft.Icon(ft.Icons.CASINO_ROUNDED, size=size + 3, color=theme.on_primary)
    faded = 0.45 if chip.away and not chip.rolls else 1
    layers: list[ft.Control] = [disc(chip.initial, theme.player(chip.color), size, faded)]
    badge = _badge(chip, theme, narrow=narrow)
    if badge is not None:
        layers.append(ft.Container(badge, right=0, bottom=0))
    return ft.Stack([*layers], width=size + 2, height=size + 4)


def _badge(chip: ChipLook, theme: Theme, *, narrow: bool) -> ft.Control | None:
    if chip.out:
        return _round(ft.Icons.PAUSE_ROUNDED, theme.surface2, theme.ink)
    if chip.rolls:
        return _round(ft.Icons.CASINO_ROUNDED, theme.surface, theme.ink, radius=4)
    if chip.away:
        return _round(ft.Icons.WIFI_OFF_ROUNDED, theme.surface2, theme.ink)
    if narrow and chip.locks:
        return _lock(chip.locks[-1], theme)
    return _round(ft.Icons.CHECK_ROUNDED, theme.gain, theme.surface) if chip.ready else None


def _round(icon: ft.IconData, fill: str, color: str, radius: float = _BADGE / 2) -> ft.Control:
    return ft.Container(
        ft.Icon(icon, size=_BADGE - 4, color=color),
        width=_BADGE,
        height=_BADGE,
        border_radius=radius,
        bgcolor=fill,
        alignment=ft.Alignment.CENTER,
    )


def _lock(letter: str, theme: Theme) -> ft.Control:
    colors = theme.bands[letter]
    return _round(ft.Icons.LOCK_ROUNDED, colors.band, colors.text)


def _facts(chip: ChipLook, theme: Theme, color: str, *, small: bool) -> ft.Control:
    total = _total(chip)
    size = _LESS if small and len(total) > _SHORT else 18
    below: list[ft.Control] = [write(total, NUMBER.at(size), color=color, height=1.1, no_wrap=True)]
    if chip.rolls and chip.away:
        below.append(ft.Icon(ft.Icons.WIFI_OFF_ROUNDED, size=14, color=color))
    below += [_lock(letter, theme) for letter in chip.locks]
    facts = below[0] if len(below) == 1 else ft.Row(below, spacing=2)
    name = write(chip.name, TAG.at(12) if small else TAG, color=color, height=1.15, no_wrap=True)
    return ft.Column(
        [name, facts],
        spacing=1,
        expand=True,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _total(chip: ChipLook) -> str:
    return "" if chip.total is None else signed(chip.total)


def _low_facts(chip: ChipLook, theme: Theme, color: str) -> ft.Control:
    name = write(chip.name, CHIP, color=color, height=1.1, no_wrap=True, expand=True)
    away = [ft.Icon(ft.Icons.WIFI_OFF_ROUNDED, size=14, color=color)] if chip.away else []
    locks = [_lock(letter, theme) for letter in chip.locks]
    total = write(_total(chip), NUMBER, color=color, height=1.1)
    return ft.Row([name, *away, *locks, total], spacing=4, expand=True)


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
        return waiting_bar(part, frame, box)
    if frame.geometry.bar.box is None:
        return ft.Stack([*standings(frame, box)], **at(box))
    total = _sum(frame, box) if frame.geometry.mode is Mode.COLUMNS else []
    return ft.Stack([*_keys_and_boxes(frame, box), *total], **at(box))


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
    name = write(words.text("Misthrows"), NAME.held(theme), color=theme.ink, height=1.2)
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
