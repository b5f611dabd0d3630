"""One cell of a row: a number on paper, and what has become of it."""

import flet as ft

from qwixx_pad.ui.pad.geometry import Box, Mode
from qwixx_pad.ui.pad.view import BandLook, CellLook, Kind, Lock
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.motion import motion
from qwixx_pad.ui.parts.tap import Tap, tappable
from qwixx_pad.ui.pen import FLAT, LOW, SQUARE
from qwixx_pad.ui.plan import BandPlan
from qwixx_pad.ui.tokens import Band, Theme


def number_cell(  # noqa: PLR0913, PLR0917 - one cell of one row, in one place and one set of colours
    cell: CellLook, box: Box, look: BandLook, plan: BandPlan, theme: Theme, tap: Tap
) -> ft.Control:
    """A cell that is tapped for its token.

    Args:
        cell: What to paint.
        box: Where in the row.
        look: The row that it stands in.
        plan: The sizes of that row.
        theme: In which colours.
        tap: Called with the cell's token.
    """
    colors = theme.bands[look.letter]
    fill, ink_color = _cell_colors(cell.kind, look, colors, theme)
    crossed = cell.kind is Kind.CROSSED
    inactive = cell.kind in {Kind.SKIPPED, Kind.CLOSED}
    grey = inactive or cell.kind is Kind.UNSHARED
    size = theme.two_digits(plan.small if crossed else plan.number, box.width)
    number = write(str(cell.number), size, 500 if grey else 600, color=ink_color, height=1.0)
    identifier = f"{look.prefix}{cell.token}"
    return tappable(
        identifier,
        cell.spoken,
        _with_lock(number, cell, look.pips, box, plan, ink_color),
        lambda: tap(identifier),
        checked=crossed,
        dead=inactive,
        ring=theme.ring(look.letter, shut=look.lock is Lock.ELSEWHERE),
        place={"left": box.x, "top": box.y},
        width=box.width,
        height=box.height,
        bgcolor=fill,
        border_radius=plan.radius,
        alignment=_alignment(cell.kind, box),
        padding=_padding(cell.kind, box),
        foreground_decoration=_edge(cell.kind, ink_color, plan.radius, theme),
        animate=motion(theme),
    )


def _edge(kind: Kind, color: str, radius: float, theme: Theme) -> ft.BoxDecoration | None:
    """In high contrast every cell has an edge: dark on paper, else as its number."""
    if not theme.strong:
        return None
    color = color if kind in {Kind.SKIPPED, Kind.CLOSED, Kind.UNSHARED} else theme.pen
    return ft.BoxDecoration(border=ft.Border.all(1, color), border_radius=radius)


def _cell_colors(kind: Kind, look: BandLook, colors: Band, theme: Theme) -> tuple[str, str]:
    """Fill and number."""
    shut = look.lock is Lock.ELSEWHERE
    match kind:
        case Kind.SKIPPED if shut:
            return colors.closed_cell, colors.closed_ink
        case Kind.SKIPPED:
            return colors.skipped, colors.skipped_ink
        case Kind.CLOSED | Kind.UNSHARED:
            return colors.closed_cell, colors.closed_ink
        case Kind.WAITING:
            return colors.waiting, colors.number
    return theme.paper, colors.number


def _is_tall(box: Box) -> bool:
    return box.width < SQUARE and box.height >= FLAT


def _alignment(kind: Kind, box: Box) -> ft.Alignment:
    if kind is not Kind.CROSSED:
        return ft.Alignment.CENTER
    return ft.Alignment.TOP_CENTER if _is_tall(box) else ft.Alignment.TOP_LEFT


def _padding(kind: Kind, box: Box) -> ft.Padding:
    if kind is not Kind.CROSSED:
        return ft.Padding.all(0)
    if _is_tall(box):
        return ft.Padding.only(top=8 if box.height >= LOW else 5)
    return ft.Padding.only(left=3 if box.height < FLAT else 5, top=4)


def _with_lock(  # noqa: PLR0913, PLR0917 - a last number and all that stands beside it
    number: ft.Control,
    cell: CellLook,
    pips: tuple[int, int],
    box: Box,
    plan: BandPlan,
    color: str,
) -> ft.Control:
    """The last number with its small open lock, or with a pip for each cross it needs."""
    if cell.kind is Kind.READY:
        extra: ft.Control = ft.Icon(
            ft.Icons.LOCK_OPEN_ROUNDED, size=13 if _is_tall(box) else 16, color=color
        )
    elif cell.kind is Kind.WAITING:
        extra = _pips(pips, 3.0 if box.width < SQUARE else 4.4, color)
    else:
        return number
    if plan.mode is Mode.COLUMNS:
        return ft.Row([number, extra], spacing=7, tight=True)
    return ft.Column(
        [number, extra],
        spacing=5 if box.height >= FLAT else 1,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _pips(pips: tuple[int, int], size: float, color: str) -> ft.Control:
    have, needs = pips
    dots = [
        ft.Container(
            width=size,
            height=size,
            border_radius=size,
            bgcolor=color if i < have else None,
            border=ft.Border.all(0.8, color),
        )
        for i in range(needs)
    ]
    return ft.Row([*dots], spacing=size * 0.6, tight=True)
