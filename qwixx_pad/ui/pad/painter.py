"""A pad with one sheet: a stack in which each part lies in its box, whichever way rows run."""

from collections.abc import Sequence
from typing import Any

import flet as ft

from qwixx_pad.ui.guards import component, memo
from qwixx_pad.ui.pad.bar import bar, undo_and_redo
from qwixx_pad.ui.pad.cell import RowFacts
from qwixx_pad.ui.pad.facts import PadFacts, Waiting
from qwixx_pad.ui.pad.foot import SheetFacts, misthrows, points_strip
from qwixx_pad.ui.pad.geometry import Box, Mode, RowBoxes
from qwixx_pad.ui.pad.row import row_control
from qwixx_pad.ui.pad.source import Parts
from qwixx_pad.ui.pad.standings import standings
from qwixx_pad.ui.pad.sums import ends, sum_line
from qwixx_pad.ui.pad.table_keys import keys, waiting_bar
from qwixx_pad.ui.pad.told import hinted, quiet_or_told
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.node import Node, at

_EVERYWHERE: dict[str, Any] = {"left": 0, "top": 0, "right": 0, "bottom": 0}


@memo
@component
def pad(facts: PadFacts) -> ft.Control:
    """The pad.

    A reader goes by where things lie; undo and redo are read last, so they lie on a leaf of their
    own over all the rest.
    """
    sheet, geometry = facts.sheet, facts.geometry
    rows = sheet_rows(facts.parts, sheet, geometry.sheet.rows)
    before = ft.Stack([*bar(facts), *rows, *_around_rows(facts), *_hint(facts)])
    last = ft.Stack([*undo_and_redo(facts)])
    leaves = [Node(content=leaf, container=True, **_EVERYWHERE) for leaf in (before, last)]
    return ft.Stack([*leaves], expand=True)


def sheet_rows(parts: Parts, sheet: SheetFacts, boxes: Sequence[RowBoxes]) -> list[ft.Control]:
    """The rows of a sheet, each in its box."""
    all_facts = [
        RowFacts(letter, sheet.prefix, row, sheet.theme, sheet.seed, sheet.tap)
        for letter, row in zip(sheet.letters, boxes, strict=True)
    ]
    return [row_control(parts, each, placed=True, key=each.letter) for each in all_facts]


def _around_rows(facts: PadFacts) -> list[ft.Control]:
    """Standings or points, penalties and buttons, and what all of it is worth."""
    geometry, whole = facts.geometry, facts.geometry.sheet.box
    in_rail, foot = geometry.bar.box is None, geometry.foot
    strip = [] if geometry.strip is None else [quiet_or_told(facts, geometry.strip, _points)]
    if not facts.at_table or foot is None:
        return [*strip, *_keys_and_boxes(facts, whole), *_sum(facts)]
    below = quiet_or_told(facts, foot, _waits)
    if in_rail:
        return [below, *_keys_and_boxes(facts, whole), *_sum(facts)]
    seats = standings(facts, whole)
    total = [] if geometry.mode is Mode.COLUMNS else _sum(facts)
    return [*seats, below, *total]


def _points(facts: PadFacts, box: Box) -> ft.Control:
    titled = facts.geometry.mode is Mode.LANDSCAPE
    return points_strip(box, facts.sheet.theme, facts.sheet.words, titled=titled)


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
