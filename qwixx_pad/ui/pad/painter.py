"""A pad with one sheet: a stack in which each part lies in its box, whichever way rows run."""

from dataclasses import replace
from typing import Any

import flet as ft

from qwixx_pad.ui.design.bars import disc
from qwixx_pad.ui.design.primitives import Node, Tap, at, corner, tappable, write
from qwixx_pad.ui.design.tokens import Theme
from qwixx_pad.ui.pad.cell import RowPaint
from qwixx_pad.ui.pad.chrome import bar, hinted, keys, quiet_or_told, undo_and_redo, waiting_bar
from qwixx_pad.ui.pad.facts import PadFacts, Waiting
from qwixx_pad.ui.pad.foot import SheetFacts, misthrows, points_strip
from qwixx_pad.ui.pad.geometry import Box, Mode, SheetBoxes
from qwixx_pad.ui.pad.pairs import pairs
from qwixx_pad.ui.pad.row import link_pictures, row_control
from qwixx_pad.ui.pad.standings import ChipLook
from qwixx_pad.ui.pad.sum_line import ends, sum_line
from qwixx_pad.ui.runtime.guards import component, memo
from qwixx_pad.ui.runtime.session_scope import Parts
from qwixx_pad.ui.speech.words import signed

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


def standings(facts: PadFacts, within: Box) -> list[ft.Control]:
    """The chips of all seats, seen from `within`; a tap shows the sheet of a seat."""
    boxes, theme, tap = facts.geometry.chips, facts.sheet.theme, facts.sheet.tap
    return [
        facts.parts.show(
            f"chip {seat}",
            _seat,
            box.seen_from(within),
            theme,
            tap,
            len(boxes) >= _CROWDED or box.width < theme.tall(_NARROW),
            key=f"chip{seat}",
        )
        for seat, box in zip(facts.seats, boxes, strict=True)
    ]


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
    below: list[ft.Control] = [write(total, size, 700, color=color, height=1.1, no_wrap=True)]
    if chip.rolls and chip.away:
        below.append(ft.Icon(ft.Icons.WIFI_OFF_ROUNDED, size=14, color=color))
    below += [_lock(letter, theme) for letter in chip.locks]
    facts = below[0] if len(below) == 1 else ft.Row(below, spacing=2)
    name = write(chip.name, 12 if small else 13, 600, color=color, height=1.15, no_wrap=True)
    return ft.Column(
        [name, facts],
        spacing=1,
        expand=True,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _total(chip: ChipLook) -> str:
    return "" if chip.hidden else signed(chip.total)


def _low_facts(chip: ChipLook, theme: Theme, color: str) -> ft.Control:
    name = write(chip.name, 13, 500, color=color, height=1.1, no_wrap=True, expand=True)
    away = [ft.Icon(ft.Icons.WIFI_OFF_ROUNDED, size=14, color=color)] if chip.away else []
    locks = [_lock(letter, theme) for letter in chip.locks]
    total = write(_total(chip), 16, 700, color=color, height=1.1)
    return ft.Row([name, *away, *locks, total], spacing=4, expand=True)


_EVERYWHERE: dict[str, Any] = {"left": 0, "top": 0, "right": 0, "bottom": 0}


@memo
@component
def pad(facts: PadFacts) -> ft.Control:
    """The pad.

    A reader goes by where things lie; undo and redo are read last, so they lie on a leaf of their
    own over all the rest.
    """
    sheet, geometry = facts.sheet, facts.geometry
    rows = sheet_rows(facts.parts, sheet, geometry.sheet)
    before = ft.Stack([*bar(facts), *rows, *_around_rows(facts), *_hint(facts)])
    last = ft.Stack([*undo_and_redo(facts)])
    leaves = [Node(content=leaf, container=True, **_EVERYWHERE) for leaf in (before, last)]
    return ft.Stack([*leaves], expand=True)


def sheet_rows(parts: Parts, sheet: SheetFacts, boxes: SheetBoxes) -> list[ft.Control]:
    """The rows of a sheet, each in its box, and what links their cells."""
    all_facts = [
        RowPaint(letter, sheet.prefix, row, sheet.theme, sheet.seed, sheet.tap)
        for letter, row in zip(sheet.letters, boxes.rows, strict=True)
    ]
    rows = [row_control(parts, each, placed=True, key=each.letter) for each in all_facts]
    shown = [*rows, *link_pictures(boxes.links, sheet.theme)]
    if boxes.pairs:
        shown.append(parts.show(f"{sheet.prefix}pairs", pairs, sheet, boxes.pairs))
    return shown


def _around_rows(facts: PadFacts) -> list[ft.Control]:
    """Standings or points, penalties and buttons, and what all of it is worth."""
    geometry, whole = facts.geometry, facts.geometry.sheet.box
    in_rail, foot = geometry.bar.box is None, geometry.foot
    strip = [] if geometry.strip is None else [quiet_or_told(facts, geometry.strip, _points)]
    apart = geometry.message not in geometry.shared
    told = [quiet_or_told(facts, geometry.message, _nothing)] if apart else []
    if not facts.at_table or foot is None:  # words come and go last: what has the focus stays
        return [*strip, *_keys_and_boxes(facts, whole), *_sum(facts), *told]
    below = quiet_or_told(facts, foot, _waits)
    if in_rail:
        return [below, *_keys_and_boxes(facts, whole), *_sum(facts)]
    seats = standings(facts, whole)
    total = [] if geometry.mode is Mode.COLUMNS else _sum(facts)
    return [*seats, below, *total]


def _nothing(_: PadFacts, box: Box) -> ft.Control:
    return ft.Container(ignore_interactions=True, **at(box))


def _points(facts: PadFacts, box: Box) -> ft.Control:
    titled = facts.geometry.mode is Mode.LANDSCAPE
    return points_strip(box, facts.sheet, titled=titled)


def _waits(facts: PadFacts, box: Box) -> ft.Control:
    return facts.parts.show("waiting", _waiting_or_foot, facts, box)


def _waiting_or_foot(part: Waiting | None, facts: PadFacts, box: Box) -> ft.Control:
    """Whom the table waits for, or the standings that lie there, or penalties and buttons."""
    if part is not None:
        return waiting_bar(part, facts, box)
    if facts.geometry.bar.box is None:
        return ft.Stack([*standings(facts, box)], **at(box))
    total = _sum(facts, box) if facts.geometry.mode is Mode.COLUMNS else []
    return ft.Stack([*_keys_and_boxes(facts, box), *total], **at(box))


def _keys_and_boxes(facts: PadFacts, within: Box) -> list[ft.Control]:
    """Penalties, what they are called, and at a table buttons beside them; seen from `within`."""
    sheet, boxes = facts.sheet, facts.geometry.sheet
    places = tuple(box.seen_from(within) for box in boxes.penalties)
    penalties = facts.parts.show(f"{sheet.prefix}misthrows", misthrows, sheet, places)
    label = [] if boxes.label is None else [quiet_or_told(facts, boxes.label, _label)]
    return [*label, penalties, *keys(facts, within)]


def _label(facts: PadFacts, box: Box) -> ft.Control:
    """What the penalties are called, and where there is room what they cost."""
    words, theme = facts.sheet.words, facts.sheet.theme
    if facts.geometry.mode is Mode.LANDSCAPE:
        name = write(words.text("Misthrows"), theme.held(14), 500, color=theme.ink, height=1.2)
        return ft.Container(name, alignment=ft.Alignment.TOP_CENTER, **at(box))
    name = write(words.text("Misthrows"), theme.held(16), 600, color=theme.ink, height=1.2)
    cost = write(words.text("−5 points each"), 13, 400, color=theme.ink2, height=1.2)
    lines = [name] if theme.large else [name, cost]
    middle = ft.Column([*lines], spacing=2, alignment=ft.MainAxisAlignment.CENTER)
    return Node(content=middle, container=True, **at(box))


def _sum(facts: PadFacts, within: Box | None = None) -> list[ft.Control]:
    """The sum, or where there is no room for it the total; seen from `within` or the whole pad."""
    sum_, sheet = facts.geometry.sheet.sum, facts.sheet
    if sum_.line is not None:
        return [quiet_or_told(facts, sum_.line, _line)]
    alone = facts.geometry.mode is Mode.COLUMNS and not (
        facts.geometry.button or facts.geometry.back
    )
    title = sheet.words.text("Total") if alone else None
    within = within or facts.geometry.sheet.box
    return ends(facts.parts, sheet, sum_.extra, sum_.total, within, title)


def _line(facts: PadFacts, box: Box) -> ft.Control:
    return sum_line(facts.parts, facts.sheet, facts.geometry.sheet.sum, box)


def _hint(facts: PadFacts) -> list[ft.Control]:
    """What a first game explains, where it has a place of its own."""
    geometry = facts.geometry
    if facts.hint is None or geometry.hint is None or geometry.hint in geometry.shared:
        return []
    return [hinted(facts.hint, facts, geometry.hint)]
