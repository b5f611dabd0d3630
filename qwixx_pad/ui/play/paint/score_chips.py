"""The standings of a table: one chip a seat, with its score; a tap shows its sheet."""

from collections.abc import Callable
from dataclasses import replace

import flet as ft

from qwixx_pad.ui.context import current_theme
from qwixx_pad.ui.design.controls import disc
from qwixx_pad.ui.design.primitives import corner_args, fitted_text, tappable, write
from qwixx_pad.ui.geometry import LARGE_TEXT_SCALE, Box
from qwixx_pad.ui.play.paint.frame import Frame
from qwixx_pad.ui.play.state import ChipLook, View
from qwixx_pad.ui.text import signed_text
from qwixx_pad.ui.theme.tokens import CAPTION, CHIP, NUMBER, TAG, Theme

_MANY_SEATS = 5
"""From so many seats on, chips have small discs with badges on them."""
_SLIM_DP = 86
"""Chips below this width have them as well."""
_LINES_DP = 37
"""Height of a name and a total below it; in lower chips they are side by side."""
_EDGES_DP = 6
"""Above and below these two lines, together."""
_SHORT = 2
"""The characters of a total that a narrow chip has space for at full size."""
_SMALL_TOTAL_SP = 15
BADGE_DP = 16
_CORNER_DP = 14
_EDGE_DP = 1.5
"""Width of the roller's ring, and of the edge around it."""
_SMALL_DISC_DP = 20
_AROUND_TOTAL_DP = 35
"""Width of a small disc and everything else next to a total with the name above it."""
_DIGIT_WIDTH = 0.66
"""About the width of a digit, as a multiple of its size."""
_CHIP_FADED = 0.62
"""Opacity of the text on the chip of a seat that sits out, which has a badge too."""


def score_chips(frame: Frame, within: Box) -> list[ft.Control]:
    """Build the chips of all seats, seen from `within`; a tap shows the sheet of a seat."""
    chips = enumerate(zip(frame.seats, frame.geometry.chips, strict=True))
    return [
        frame.leaf(_select_chip(index), _paint_chip, box.relative_to(within), key=f"chip{seat}")
        for index, (seat, box) in chips
    ]


def _select_chip(index: int) -> Callable[[View], ChipLook]:
    return lambda view: view.chips[index]


def _paint_chip(chip: ChipLook, frame: Frame, box: Box) -> ft.Control:
    """Build a chip: dark if its sheet is in front, with a ring within its edge if it rolls."""
    theme = frame.theme
    fill = _chip_fill(chip, theme)
    slim = box.width < theme.grown_height(_SLIM_DP)
    low = box.height < theme.grown_height(_LINES_DP) + _EDGES_DP
    narrow = slim or len(frame.seats) >= _MANY_SEATS
    crowded = narrow or low
    name_above = narrow and theme.has_large_text and not low
    die = crowded and chip.rolls and not chip.out
    badge = None if die else _chip_badge(chip, narrow=narrow)
    size = _SMALL_DISC_DP if crowded else 30
    face = _chip_face(chip, size, None if name_above else badge, die=die)
    facts = replace(
        chip,
        locks=() if narrow else chip.locks[:2],
        chance="" if low and slim else chip.chance,
    )
    if name_above:
        inside = [_name_above_total(facts, face, badge, box.width - _AROUND_TOTAL_DP)]
    elif low:
        inside = [face, _low_chip_facts(facts)]
    else:
        inside = [face, _chip_facts(facts, box.width - size - 18, small=narrow)]
    identifier = f"seat-{chip.seat}"
    return tappable(
        identifier,
        chip.spoken,
        ft.Row(inside, spacing=2 if crowded else 6, opacity=_CHIP_FADED if chip.out else 1),
        lambda: frame.tap(identifier),
        selected=chip.shown or None,
        place=corner_args(box),
        width=box.width - 2 * _EDGE_DP,
        height=box.height - 2 * _EDGE_DP,
        margin=_EDGE_DP,
        bgcolor=fill,
        border=ft.Border.all(_EDGE_DP, _chip_ink(chip, theme) if chip.rolls else fill),
        shadow=ft.BoxShadow(spread_radius=_EDGE_DP, color=fill),
        border_radius=_CORNER_DP - _EDGE_DP,
        padding=ft.Padding.only(left=2 if crowded else 5, right=5 if low else 0),
        alignment=ft.Alignment.CENTER_LEFT,
    )


def _chip_ink(chip: ChipLook, theme: Theme) -> str:
    return theme.on_primary if chip.shown else theme.ink


def _chip_fill(chip: ChipLook, theme: Theme) -> str:
    return theme.primary if chip.shown else theme.surface


def _chip_face(chip: ChipLook, size: float, badge: ft.Control | None, *, die: bool) -> ft.Control:
    """Build the disc of a player with a badge, or the roller's die instead."""
    theme = current_theme()
    if die:
        return ft.Icon(ft.Icons.CASINO_ROUNDED, size=size + 3, color=_chip_ink(chip, theme))
    faded = 0.45 if chip.away and not chip.rolls else 1
    layers: list[ft.Control] = [disc(chip.initial, theme.player_color(chip.color), size, faded)]
    if badge is not None:
        layers.append(ft.Container(badge, right=0, bottom=0))
    return ft.Stack([*layers], width=size + 2, height=size + 4)


def _chip_badge(chip: ChipLook, *, narrow: bool) -> ft.Control | None:
    theme = current_theme()
    if chip.out:
        return _round_badge(ft.Icons.PAUSE_ROUNDED, theme.surface2, theme.ink)
    if chip.rolls:
        return roller_die(_chip_ink(chip, theme), _chip_fill(chip, theme))
    if chip.away:
        return _round_badge(ft.Icons.WIFI_OFF_ROUNDED, theme.surface2, theme.ink)
    if narrow and chip.locks:
        return _lock_badge(chip.locks[-1])
    return _round_badge(ft.Icons.CHECK_ROUNDED, theme.gain, theme.surface) if chip.ready else None


def roller_die(fill: str, color: str) -> ft.Container:
    """The badge of the roller."""
    die = _round_badge(ft.Icons.CASINO_ROUNDED, fill, color)
    die.border_radius = 4
    return die


def _round_badge(icon: ft.IconData, fill: str, color: str) -> ft.Container:
    return ft.Container(
        ft.Icon(icon, size=BADGE_DP - 4, color=color),
        width=BADGE_DP,
        height=BADGE_DP,
        border_radius=BADGE_DP / 2,
        bgcolor=fill,
        alignment=ft.Alignment.CENTER,
    )


def _lock_badge(letter: str) -> ft.Control:
    colors = current_theme().bands[letter]
    return _round_badge(ft.Icons.LOCK_ROUNDED, colors.band, colors.text)


def _chip_facts(chip: ChipLook, room: float, *, small: bool) -> ft.Control:
    """Build the name, and below it the total, locks and the chance to win.

    With a chance everything is smaller.
    """
    total = _total_text(chip)
    color = _chip_ink(chip, current_theme())
    size = _SMALL_TOTAL_SP if (small and len(total) > _SHORT) or chip.chance else 18
    below: list[ft.Control] = [
        write(total, NUMBER.resized(size), color=color, line_height=1.1, no_wrap=True)
    ]
    if chip.rolls and chip.away:
        below.append(ft.Icon(ft.Icons.WIFI_OFF_ROUNDED, size=14, color=color))
    below += [_lock_badge(letter) for letter in chip.locks]
    facts = below[0] if len(below) == 1 else ft.Row(below, spacing=2)
    style = TAG.resized(12) if small or chip.chance else TAG
    return ft.Column(
        [
            fitted_text(chip.name, style, room, color, lines=1 if chip.chance else 2),
            facts,
            *_win_chance(chip, color),
        ],
        spacing=0 if chip.chance else 1,
        expand=True,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _name_above_total(
    chip: ChipLook, face: ft.Control, badge: ft.Control | None, room: float
) -> ft.Control:
    """Build the name with the badge, and below it disc and total, for large text."""
    theme = current_theme()
    total = _total_text(chip)
    style = TAG.resized(12).capped(theme, LARGE_TEXT_SCALE)
    color = _chip_ink(chip, theme)
    fits = room / (_DIGIT_WIDTH * max(1, len(total)) * theme.text_scale)
    size = min(theme.capped_size(_SMALL_TOTAL_SP, LARGE_TEXT_SCALE), fits)
    points = write(total, NUMBER.resized(size), color=color, line_height=1.1, no_wrap=True)
    name = write(chip.name, style, color=color, line_height=1.15, no_wrap=True, expand=True)
    above = ft.Row([name, badge] if badge else [name], spacing=2)
    lines = [above, ft.Row([face, points], spacing=4), *_win_chance(chip, color)]
    return ft.Column(lines, spacing=0, expand=True, alignment=ft.MainAxisAlignment.CENTER)


def _win_chance(chip: ChipLook, color: str) -> list[ft.Control]:
    if not chip.chance:
        return []
    return [write(chip.chance, CAPTION.resized(11), color=color, line_height=1.0, no_wrap=True)]


def _total_text(chip: ChipLook) -> str:
    return "" if chip.total is None else signed_text(chip.total)


def _low_chip_facts(chip: ChipLook) -> ft.Control:
    color = _chip_ink(chip, current_theme())
    name = write(chip.name, CHIP, color=color, line_height=1.1, no_wrap=True, expand=True)
    away = [ft.Icon(ft.Icons.WIFI_OFF_ROUNDED, size=14, color=color)] if chip.away else []
    locks = [_lock_badge(letter) for letter in chip.locks]
    return ft.Row(
        [
            name,
            *away,
            *locks,
            *_win_chance(chip, color),
            write(_total_text(chip), NUMBER, color=color, line_height=1.1),
        ],
        spacing=4,
        expand=True,
    )
