"""The pad as a whole, in rows, columns or landscape: a frame that stays, and leaves in it."""

import flet as ft

from qwixx_pad.ui.guards import component, memo
from qwixx_pad.ui.pad.bar import read_last
from qwixx_pad.ui.pad.cell import RowFacts
from qwixx_pad.ui.pad.facts import Buttons, PadFacts, Waiting
from qwixx_pad.ui.pad.foot import misthrows
from qwixx_pad.ui.pad.geometry import Mode
from qwixx_pad.ui.pad.rail import landscape
from qwixx_pad.ui.pad.row import row_control
from qwixx_pad.ui.pad.slots import (
    above_foot,
    beside_boxes,
    buttons,
    edged,
    gap,
    line,
    line_or_message,
    strip,
    top,
    waiting_bar,
)
from qwixx_pad.ui.pad.source import Build
from qwixx_pad.ui.pad.standings import standings
from qwixx_pad.ui.pad.sums import pawn_field, total_box

_TWO = 2
_BLOCK = 56.0
"""Width of the boxes for penalties where they are only looked at, in dp."""


@memo
@component
def pad(facts: PadFacts) -> ft.Control:
    """The pad in the direction that its plan has chosen."""
    if facts.plan.mode is Mode.LANDSCAPE:
        return landscape(facts, rows(facts))
    upright = _table_rows if facts.at_table else _rows
    lies = _columns(facts) if facts.plan.mode is Mode.COLUMNS else upright(facts)
    return read_last(facts, lies, facts.plan.top, edge=2)


def rows(facts: PadFacts) -> list[ft.Control]:
    """The rows, top to bottom or left to right."""
    sheet = facts.sheet
    all_facts = [
        RowFacts(letter, sheet.prefix, boxes, sheet.theme, sheet.seed, sheet.tap)
        for letter, boxes in zip(sheet.letters, facts.plan.rows, strict=True)
    ]
    return [row_control(facts.parts, each, key=each.letter) for each in all_facts]


def _rows(facts: PadFacts) -> ft.Control:
    plan = facts.plan
    return ft.Column(
        [
            top(facts),
            gap(6),
            edged(facts, ft.Column([*rows(facts)], spacing=plan.gap)),
            *([gap(plan.gap), edged(facts, strip(facts))] if plan.points else []),
            *above_foot(facts),
            gap(12),
            edged(facts, _misthrow_row(facts), key="foot"),
            gap(12),
            edged(facts, line(facts, plan.width * 0.22)),
            gap(plan.bottom),
        ],
        spacing=0,
        expand=True,
    )


def _boxes(facts: PadFacts, spacing: float) -> ft.Control:
    plan, sheet = facts.plan, facts.sheet
    size, block = (plan.box, plan.box_height), (_BLOCK, plan.box_height)
    name = f"{sheet.prefix}misthrows"
    return facts.parts.show(name, misthrows, sheet, size, block, spacing)


def _misthrow_row(facts: PadFacts) -> ft.Control:
    label = ft.Container(beside_boxes(facts), expand=True, padding=ft.Padding.only(left=6))
    return ft.Row([label, _boxes(facts, 8)])


def _standings(facts: PadFacts, below: float) -> list[ft.Control]:
    if not facts.plan.standings:
        return []
    size = (facts.plan.width, facts.plan.standings)
    strip = standings(facts.parts, facts.seats, size, facts.sheet.theme, facts.sheet.tap)
    return [edged(facts, strip), gap(below)]


def _table_rows(facts: PadFacts) -> ft.Control:
    plan = facts.plan
    return ft.Column(
        [
            top(facts),
            gap(6),
            *_standings(facts, 10),
            edged(facts, ft.Column([*rows(facts)], spacing=plan.gap)),
            *above_foot(facts),
            gap(10),
            edged(facts, facts.parts.show("waiting", _foot, facts, _boxes_and_buttons), key="foot"),
            gap(10),
            edged(facts, line_or_message(facts, plan.width * 0.22), key="sum"),
            gap(plan.bottom),
        ],
        spacing=0,
        expand=True,
    )


def _foot(part: Waiting | None, facts: PadFacts, otherwise: Build) -> ft.Control:
    """Whom the table waits for, or what `otherwise` makes of its buttons."""
    if part is not None:
        return waiting_bar(part, facts, facts.plan.box_height)
    return facts.parts.show("buttons", otherwise, facts)


def _boxes_and_buttons(part: Buttons, facts: PadFacts) -> ft.Control:
    beside = buttons(part, facts, facts.plan.box_height, 17)
    spacing = 12 if len(beside) < _TWO else 8  # two need what room there is
    inside = [_boxes(facts, 6), *(ft.Container(b, expand=True) for b in beside)]
    return ft.Row([*inside], spacing=spacing)


def _columns(facts: PadFacts) -> ft.Control:
    """Four columns side by side, misthrows and total in one line below."""
    alone = Buttons(None, None, named=False)
    at_table = facts.at_table
    foot = (
        facts.parts.show("waiting", _foot, facts, _last_line)
        if at_table
        else _last_line(alone, facts)
    )
    return ft.Column(
        [
            top(facts),
            *_standings(facts, 6),
            edged(facts, ft.Row([*rows(facts)], spacing=facts.plan.gap)),
            *above_foot(facts),
            gap(6),
            edged(facts, foot),
            gap(facts.plan.bottom),
        ],
        spacing=0,
        expand=True,
    )


def _last_line(part: Buttons, facts: PadFacts) -> ft.Control:
    height, sheet = facts.plan.box_height, facts.sheet
    beside = buttons(part, facts, height, 14)
    title = None if beside else sheet.words.text("Total")
    total = total_box(facts.parts, sheet, 68 if beside else None, height, title)
    middle = [x for each in beside for x in (ft.Container(each, expand=True), _aside())]
    if sheet.has_extra:
        middle += [pawn_field(facts.parts, sheet, height, 46), _aside()]
    return ft.Row([_boxes(facts, 6), _aside(), *middle, total], spacing=0)


def _aside() -> ft.Control:
    return ft.Container(width=6)
