"""The standings of a table: a chip a seat, with its score, that leads to its sheet."""

from collections.abc import Callable
from dataclasses import replace

import flet as ft

from qwixx_pad.ui.design.controls import disc
from qwixx_pad.ui.design.primitives import (
    box_args,
    corner_args,
    fitted_text,
    tappable,
    write,
)
from qwixx_pad.ui.design.tokens import (
    CAPTION,
    CHIP,
    LARGE_TEXT_SCALE,
    NUMBER,
    TAG,
    Theme,
)
from qwixx_pad.ui.play.paint.frame import Frame
from qwixx_pad.ui.play.state import ChipLook, View
from qwixx_pad.ui.sheet.boxes import Box
from qwixx_pad.ui.text import signed_text

_CROWDED, _NARROW = 5, 86
"""From so many seats on, or below this width of a chip in dp, the discs are small and what belongs
to them sits on them."""
_LINES, _EDGES = 37, 6
"""Height of name and total below each other, and above and below them; where there is less, they
are side by side; in dp."""
_SHORT, _LESS = 2, 15
"""Letters that a narrow chip has space for, and the size of those of a longer total, in sp."""
_BADGE, _CHANCE, _ABOVE_MARK = 16, 11, 4
_FACE, _BESIDE, _DIGIT = 20, 35, 0.66
"""A small disc; that and all else beside a total that has the name above it, in dp; about the width
of a digit, as a multiple of its size."""
_CHIP_FADED = 0.62
"""Of the text on the chip of a seat that sits out: a mark says the same."""


def score_chips(frame: Frame, within: Box) -> list[ft.Control]:
    """Build the chips of all seats, seen from `within`; a tap shows the sheet of a seat."""
    boxes = enumerate(zip(frame.seats, frame.geometry.chips, strict=True))
    return [
        frame.leaf(_select_chip(place), _seat_chip, box.relative_to(within), key=f"chip{seat}")
        for place, (seat, box) in boxes
    ]


def _select_chip(index: int) -> Callable[[View], ChipLook]:
    return lambda view: view.chips[index]


def _seat_chip(chip: ChipLook, frame: Frame, box: Box) -> ft.Control:
    if not chip.shown:
        return _paint_chip(chip, frame, box)
    face = _paint_chip(chip, frame, box.relative_to(box))
    return ft.Stack([face, _shown_mark(chip, frame.theme)], **box_args(box))


def _shown_mark(chip: ChipLook, theme: Theme) -> ft.Control:
    """Build a bar below the name of the shown sheet, as below the open one of several pages."""
    bar = ft.Container(width=28, height=4, border_radius=2, bgcolor=_chip_text_color(chip, theme))
    row = ft.Row([bar], alignment=ft.MainAxisAlignment.CENTER)
    return ft.Container(row, left=0, right=0, bottom=3, height=4, ignore_interactions=True)


def _paint_chip(chip: ChipLook, frame: Frame, box: Box) -> ft.Control:
    theme = frame.theme
    low = box.height < theme.grown_height(_LINES) + _EDGES
    narrow = len(frame.seats) >= _CROWDED or box.width < theme.grown_height(_NARROW)
    crowded = narrow or low
    below, die = (
        narrow and theme.has_large_text and not low,
        crowded and chip.rolls and not chip.out,
    )
    badge = None if die else _chip_badge(chip, theme, narrow=narrow)
    size, on_disc = _FACE if crowded else 30, None if below else badge
    face = _chip_face(chip, theme, size, on_disc, die=die)
    chance = "" if low and box.width < theme.grown_height(_NARROW) else chip.chance
    beside = replace(chip, locks=() if narrow else chip.locks[:2], chance=chance)
    if below:
        inside = _chip_total_line(beside, face, badge, theme, box.width - _BESIDE)
    elif low:
        inside = [face, _low_chip_facts(beside, theme)]
    else:
        inside = [face, _chip_facts(beside, theme, box.width - size - 18, small=narrow)]
    identifier = f"seat-{chip.seat}"
    return tappable(
        identifier,
        chip.spoken,
        ft.Row(inside, spacing=3 if crowded else 6, opacity=_CHIP_FADED if chip.out else 1),
        lambda: frame.tap(identifier),
        selected=chip.shown or None,
        place=corner_args(box),
        width=box.width,
        height=box.height,
        bgcolor=theme.primary if chip.rolls else theme.surface,
        border_radius=14,
        border=ft.Border.all(2, theme.frame if chip.rolls else theme.ink2) if chip.shown else None,
        padding=ft.Padding.only(
            left=5 if crowded else 8,
            right=8 if low else 2,
            bottom=_ABOVE_MARK if chip.chance and not low else 0,
        ),
        alignment=ft.Alignment.CENTER_LEFT,
    )


def _chip_text_color(chip: ChipLook, theme: Theme) -> str:
    """Return the colour of letters on a chip."""
    return theme.on_primary if chip.rolls else theme.ink


def _chip_face(
    chip: ChipLook, theme: Theme, size: float, badge: ft.Control | None, *, die: bool
) -> ft.Control:
    """Build the disc with what belongs to the person: the die, an absent phone, a lock."""
    if die:
        return ft.Icon(ft.Icons.CASINO_ROUNDED, size=size + 3, color=theme.on_primary)
    faded = 0.45 if chip.away and not chip.rolls else 1
    layers: list[ft.Control] = [disc(chip.initial, theme.player_color(chip.color), size, faded)]
    if badge is not None:
        layers.append(ft.Container(badge, right=0, bottom=0))
    return ft.Stack([*layers], width=size + 2, height=size + 4)


def _chip_badge(chip: ChipLook, theme: Theme, *, narrow: bool) -> ft.Control | None:
    if chip.out:
        return _round_badge(ft.Icons.PAUSE_ROUNDED, theme.surface2, theme.ink)
    if chip.rolls:
        return _round_badge(ft.Icons.CASINO_ROUNDED, theme.surface, theme.ink, radius=4)
    if chip.away:
        return _round_badge(ft.Icons.WIFI_OFF_ROUNDED, theme.surface2, theme.ink)
    if narrow and chip.locks:
        return _lock_badge(chip.locks[-1], theme)
    return _round_badge(ft.Icons.CHECK_ROUNDED, theme.gain, theme.surface) if chip.ready else None


def _round_badge(
    icon: ft.IconData, fill: str, color: str, radius: float = _BADGE / 2
) -> ft.Control:
    return ft.Container(
        ft.Icon(icon, size=_BADGE - 4, color=color),
        width=_BADGE,
        height=_BADGE,
        border_radius=radius,
        bgcolor=fill,
        alignment=ft.Alignment.CENTER,
    )


def _lock_badge(letter: str, theme: Theme) -> ft.Control:
    colors = theme.bands[letter]
    return _round_badge(ft.Icons.LOCK_ROUNDED, colors.band, colors.text)


def _chip_facts(chip: ChipLook, theme: Theme, room: float, *, small: bool) -> ft.Control:
    """Build name and total, and below them the chance to win if shown: all is smaller then."""
    total, less, color = (
        _total_text(chip),
        small or bool(chip.chance),
        _chip_text_color(chip, theme),
    )
    size = _LESS if (small and len(total) > _SHORT) or chip.chance else 18
    below: list[ft.Control] = [
        write(total, NUMBER.resized(size), color=color, height=1.1, no_wrap=True)
    ]
    if chip.rolls and chip.away:
        below.append(ft.Icon(ft.Icons.WIFI_OFF_ROUNDED, size=14, color=color))
    below += [_lock_badge(letter, theme) for letter in chip.locks]
    facts = below[0] if len(below) == 1 else ft.Row(below, spacing=2)
    style = TAG.resized(12) if less else TAG
    name = fitted_text(chip.name, style, room, theme, color, lines=1 if chip.chance else 2)
    return ft.Column(
        [name, facts, *_win_chance(chip, color)],
        spacing=0 if chip.chance else 1,
        expand=True,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _chip_total_line(
    chip: ChipLook, face: ft.Control, badge: ft.Control | None, theme: Theme, room: float
) -> list[ft.Control]:
    """Build the total below the name, as large letters need; beside it what a disc has."""
    total, style, color = (
        _total_text(chip),
        TAG.resized(12).capped(theme, LARGE_TEXT_SCALE),
        _chip_text_color(chip, theme),
    )
    fits = room / (_DIGIT * max(1, len(total)) * theme.text_scale)
    size = min(theme.capped_size(_LESS, LARGE_TEXT_SCALE), fits)
    points = write(total, NUMBER.resized(size), color=color, height=1.1, no_wrap=True)
    name = write(chip.name, style, color=color, height=1.15, no_wrap=True, expand=True)
    above = ft.Row([name, *([badge] if badge else [])], spacing=2)
    lines = [above, ft.Row([face, points], spacing=4), *_win_chance(chip, color)]
    return [ft.Column(lines, spacing=0, expand=True, alignment=ft.MainAxisAlignment.CENTER)]


def _win_chance(chip: ChipLook, color: str) -> list[ft.Control]:
    if not chip.chance:
        return []
    return [write(chip.chance, CAPTION.resized(_CHANCE), color=color, height=1.0, no_wrap=True)]


def _total_text(chip: ChipLook) -> str:
    return "" if chip.total is None else signed_text(chip.total)


def _low_chip_facts(chip: ChipLook, theme: Theme) -> ft.Control:
    color = _chip_text_color(chip, theme)
    name = write(chip.name, CHIP, color=color, height=1.1, no_wrap=True, expand=True)
    away = [ft.Icon(ft.Icons.WIFI_OFF_ROUNDED, size=14, color=color)] if chip.away else []
    locks = [_lock_badge(letter, theme) for letter in chip.locks]
    total = write(_total_text(chip), NUMBER, color=color, height=1.1)
    return ft.Row([name, *away, *locks, *_win_chance(chip, color), total], spacing=4, expand=True)
