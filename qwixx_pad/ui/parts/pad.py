"""The pad as a whole, in rows, columns or landscape."""

import flet as ft

from qwixx_pad.ui.guards import component
from qwixx_pad.ui.pad.geometry import Mode
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.message import message_note
from qwixx_pad.ui.parts.pad_columns import columns
from qwixx_pad.ui.parts.pad_landscape import landscape
from qwixx_pad.ui.parts.pad_pieces import (
    PadScene,
    above_foot,
    bands,
    edged,
    finish_note,
    gap,
    line,
    line_or_message,
    misthrow_boxes,
    read_last,
    says_above,
    seats,
    top,
    top_or_message,
)
from qwixx_pad.ui.parts.pad_strip import strip_or_message
from qwixx_pad.ui.parts.table_buttons import back_button, table_button, waiting_bar


@component
def pad(scene: PadScene) -> ft.Control:
    """The pad in the direction that its plan has chosen."""
    upright = _rows if scene.table is None else _table_rows
    builders = {Mode.ROWS: upright, Mode.COLUMNS: columns, Mode.LANDSCAPE: landscape}
    lies = builders[scene.plan.mode](scene)
    return (
        lies
        if scene.plan.mode is Mode.LANDSCAPE
        else read_last(scene, lies, scene.plan.top, edge=2)
    )


def _rows(scene: PadScene) -> ft.Control:
    plan = scene.plan
    return ft.Column(
        [
            top_or_message(scene) if says_above(scene) else top(scene),
            gap(6),
            edged(plan, ft.Column([*bands(scene)], spacing=plan.gap)),
            *([gap(plan.gap), edged(plan, strip_or_message(scene))] if plan.points else []),
            *above_foot(scene),
            gap(12),
            edged(plan, _misthrow_row(scene), key="foot"),
            gap(12),
            edged(plan, line(scene, plan.width * 0.22)),
            gap(plan.bottom),
        ],
        spacing=0,
        expand=True,
    )


def _misthrow_row(scene: PadScene) -> ft.Control:
    boxes = ft.Row(misthrow_boxes(scene), spacing=8, tight=True)
    return ft.Row(
        [ft.Container(_beside_boxes(scene), expand=True, padding=ft.Padding.only(left=6)), boxes]
    )


def _beside_boxes(scene: PadScene) -> ft.Control:
    """The label of the misthrows; where no strip of points is, words take its place."""
    message, words, theme = scene.state.message, scene.words, scene.theme
    label = write(words.text("Misthrows"), theme.held(16), 600, color=theme.ink, height=1.2)
    if theme.large:
        return label
    if scene.look.over and not scene.look.settled and not scene.plan.points:
        return finish_note(scene)
    if message is not None and not scene.plan.points:
        return message_note(message, theme, key="message")
    lines = ft.Column(
        [
            label,
            write(words.text("−5 points each"), 13, 400, color=theme.ink2, height=1.2),
        ],
        spacing=2,
        tight=True,
    )
    return ft.Semantics(content=lines, container=True)


def _table_rows(scene: PadScene) -> ft.Control:
    plan = scene.plan
    strip = seats(scene)
    return ft.Column(
        [
            top_or_message(scene) if says_above(scene) else top(scene),
            gap(6),
            *([edged(plan, strip), gap(10)] if strip else []),
            edged(plan, ft.Column([*bands(scene)], spacing=plan.gap)),
            *above_foot(scene),
            gap(10),
            edged(plan, waiting_bar(scene, plan.box_height) or _table_foot(scene), key="foot"),
            gap(10),
            edged(plan, line_or_message(scene, plan.width * 0.22), key="sum"),
            gap(plan.bottom),
        ],
        spacing=0,
        expand=True,
    )


def _table_foot(scene: PadScene) -> ft.Control:
    height = scene.plan.box_height
    buttons = [*back_button(scene, height), *table_button(scene, height)]
    boxes = ft.Row([*misthrow_boxes(scene)], spacing=6, tight=True)
    spacing = 12 if len(buttons) < 2 else 8  # noqa: PLR2004 - two need what room there is
    return ft.Row([boxes, *(ft.Container(b, expand=True) for b in buttons)], spacing=spacing)
