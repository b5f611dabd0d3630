"""The pad on a wide screen: a rail at the right takes what stands above and below elsewhere."""

import flet as ft

from qwixx_pad.ui.pad.table_view import TableLook
from qwixx_pad.ui.parts.foot import pawn_field, total_box
from qwixx_pad.ui.parts.hint_bar import hint_bar, hint_note
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.message import message_bar, message_note
from qwixx_pad.ui.parts.pad_pieces import (
    PadScene,
    bands,
    edged,
    gap,
    line,
    line_or_message,
    misthrow_boxes,
    read_last,
    seats,
)
from qwixx_pad.ui.parts.pad_strip import strip_or_message
from qwixx_pad.ui.parts.table_buttons import back_button, table_button, waiting_bar
from qwixx_pad.ui.parts.tap import tappable
from qwixx_pad.ui.parts.topbar import UNDO_REDO, avatar


def landscape(scene: PadScene) -> ft.Control:
    """Rows at the left, a rail at the right, the sum below."""
    plan = scene.plan
    left: list[ft.Control] = [ft.Column([*bands(scene)], spacing=plan.gap)]
    strip = _strip(scene)
    if strip is not None:
        left += [gap(6), strip]
    upper = ft.Row(
        [
            ft.Container(ft.Column(left, spacing=0), width=plan.band.width),
            ft.Container(width=8),
            ft.Container(_rail(scene), width=plan.rail),
        ],
        spacing=0,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        intrinsic_height=True,
    )
    between, fill = plan.rail - UNDO_REDO, scene.theme.surface
    below = [gap(9), _line(scene)] if plan.sum_line else []
    return ft.Column(
        [edged(plan, read_last(scene, ft.Column([upper, *below], spacing=0), 48, between, fill))],
        spacing=0,
        expand=True,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _line(scene: PadScene) -> ft.Control:
    told = line_or_message if scene.table else line
    return told(scene, scene.plan.rail)


def _strip(scene: PadScene) -> ft.Control | None:
    """Below the rows: points, or at a table how everybody stands; words take their place."""
    plan, message, room = scene.plan, scene.state.message, scene.plan.points or scene.plan.standings
    if scene.hint is not None and room:
        return hint_bar(scene.hint, scene.theme, scene.words, room)
    if scene.table is None:
        return strip_or_message(scene) if plan.points else None
    if not plan.standings:
        return None
    if message is not None and not plan.sum_line:
        return message_bar(
            message, plan.standings, scene.theme, scene.words, scene.tap, key="message"
        )
    return waiting_bar(scene, plan.standings) or seats(scene)


def _rail(scene: PadScene) -> ft.Control:
    message = scene.state.message
    shows_words = scene.plan.points or scene.plan.standings
    note = message_note(message, scene.theme) if message and not shows_words else _banner(scene)
    if scene.hint is not None and not shows_words:
        note = hint_note(scene.hint, scene.theme)
    buttons = [*back_button(scene, 48, 14), *table_button(scene, 48, 14)]
    boxes = misthrow_boxes(scene, scene.plan.rail)
    pairs = [ft.Row([*boxes[i : i + 2]], spacing=6) for i in range(0, len(boxes), 2)]
    return ft.Column(
        [
            gap(48),
            _player_pill(scene),
            ft.Container(note, expand=True),
            *buttons,
            *([_total(scene)] if not scene.plan.sum_line else []),
            *([] if not scene.plan.points else [_rail_title(scene)]),
            *pairs,
        ],
        spacing=7 if scene.plan.sum_line else 4,
    )


def _total(scene: PadScene) -> ft.Control:
    """Where there is no room for the sum: the total, and what has to be tapped beside it."""
    if scene.look.extra is None:
        return total_box(scene.look, 108, 40, scene.theme)
    field = pawn_field(scene.look, 40, scene.theme, scene.tap)
    total = total_box(scene.look, 56, 40, scene.theme)
    return ft.Row([ft.Container(field, width=46), total], spacing=6)


def _banner(scene: PadScene) -> ft.Control | None:
    """That it is the last round."""
    said = scene.table.banner if scene.table else None
    if said is None:
        return None
    return write(said, 13, 600, color=scene.theme.ink, height=1.2, max_lines=3)


def _rail_title(scene: PadScene) -> ft.Control:
    title = write(scene.words.text("Misthrows"), scene.theme.held(14), 500, color=scene.theme.ink)
    return ft.Row([title], alignment=ft.MainAxisAlignment.CENTER)


def _below_title(table: TableLook) -> str:
    return table.round if table.title == table.roll else table.roll


def _player_pill(scene: PadScene) -> ft.Control:
    table, words, theme = scene.table, scene.words, scene.theme
    called = table.title if table else scene.name
    below = _below_title(table) if table else words.text("Menu")
    face = (
        []
        if table or scene.theme.large
        else [avatar(scene.name, scene.theme.player(scene.color), 30)]
    )
    size = 13 if table else 15
    names = ft.Column(
        [
            write(called, theme.held(size), 600, color=theme.ink, height=1.15, no_wrap=True),
            write(below, theme.held(12), 400, color=theme.ink2, height=1.15, no_wrap=True),
        ],
        spacing=0,
        tight=True,
        expand=True,
    )
    return tappable(
        "menu",
        scene.words.text("Menu"),
        ft.Row([*face, names], spacing=8),
        lambda: scene.tap("menu"),
        width=scene.plan.rail,
        height=48,
        border_radius=24,
        bgcolor=scene.theme.surface,
        padding=ft.Padding.only(left=14 if table else 9, right=6),
    )
