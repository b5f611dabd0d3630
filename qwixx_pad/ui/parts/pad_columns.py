"""The pad in columns: the choice for large fingers."""

import flet as ft

from qwixx_pad.ui.parts.foot import pawn_field, total_box
from qwixx_pad.ui.parts.pad_pieces import (
    PadScene,
    above_foot,
    bands,
    edged,
    gap,
    misthrow_boxes,
    seats,
    top_or_message,
)
from qwixx_pad.ui.parts.table_buttons import back_button, table_button, waiting_bar


def columns(scene: PadScene) -> ft.Control:
    """Four columns side by side, misthrows and total in one line below."""
    plan = scene.plan
    strip = seats(scene)
    return ft.Column(
        [
            top_or_message(scene),
            *([edged(plan, strip), gap(6)] if strip else []),
            edged(plan, ft.Row([*bands(scene)], spacing=plan.gap)),
            *above_foot(scene),
            gap(6),
            edged(plan, waiting_bar(scene, plan.box_height) or _foot(scene)),
            gap(plan.bottom),
        ],
        spacing=0,
        expand=True,
    )


def _foot(scene: PadScene) -> ft.Control:
    height = scene.plan.box_height
    buttons = [*back_button(scene, height, 14), *table_button(scene, height, 14)]
    title = None if buttons else scene.words.text("Total")
    width = 68 if buttons else None
    total = total_box(scene.look, width, height, scene.theme, title=title)
    middle = [x for b in buttons for x in (ft.Container(b, expand=True), ft.Container(width=6))]
    if scene.look.extra is not None:
        field = pawn_field(scene.look, height, scene.theme, scene.tap)
        middle += [ft.Container(field, width=46), ft.Container(width=6)]
    return ft.Row(
        [
            ft.Row([*misthrow_boxes(scene)], spacing=6, tight=True),
            ft.Container(width=6),
            *middle,
            total,
        ],
        spacing=0,
    )
