"""The one text of a layout that says what is played on it and nothing else."""

import json
from dataclasses import MISSING, fields
from typing import Any

from qwixx_pad.core.layout import PAIRED, Layout, Mark, Place, Row, RowKind

_PLAYED = (
    *("box", "least_seats", "most_seats", "actions", "penalties", "penalty_points"),
    *("rows_to_end", "board", "target", "lucky"),
)
_OF_A_ROW = ("needs", "cap", "twice", "between")


def canonical_text(layout: Layout) -> str:
    """The text of a layout; read as the content of a file it makes the same sheet."""
    return json.dumps(_content(layout), sort_keys=True, separators=(",", ":"))


def _content(layout: Layout) -> dict[str, Any]:
    lists = {
        "chains": [list(chain) for chain in layout.chains],
        "steps": [_token(layout, place) for place in layout.marked(Mark.STEP)],
        "pairs": [
            {
                "mark": mark.value,
                "amount": pair.amount,
                "cells": [_token(layout, place) for place in layout.marked(mark)],
            }
            for mark in PAIRED
            if (pair := layout.pair(mark))
        ],
    }
    return {
        **_differing(layout, _PLAYED),
        **{key: value for key, value in lists.items() if value},
        "order": [row.letter for row in layout.rows],
        "rows": {row.letter: _row(row) for row in layout.rows},
    }


def _token(layout: Layout, place: Place) -> str:
    return f"{layout.rows[place.row].letter}{layout.cell(place).number}"


def _row(row: Row) -> dict[str, Any]:
    if row.kind is RowKind.BAR:
        return {"kind": row.kind.value, "colors": "".join(cell.color for cell in row.cells)}
    if row.kind is RowKind.EXCHANGE:
        return {"kind": row.kind.value, "pairs": [[c.number, c.other] for c in row.cells]}
    kind = {} if row.kind is RowKind.NUMBERS else {"kind": row.kind.value}
    locks = {"locks": row.locks} if row.locks > 1 else {}
    return {**kind, **locks, **_differing(row, _OF_A_ROW), **_printed(row)}


def _printed(row: Row) -> dict[str, Any]:
    numbered = [cell for cell in row.cells if cell.number is not None]
    colors = "".join(cell.color for cell in numbered)
    lists = {
        "double": [cell.number for cell in numbered if cell.weight > 1],
        "boxed": [cell.number for cell in numbered if cell.mark is Mark.BOX],
        "connections": _connections(row),
        "colors": "" if set(colors) == {row.letter} or len(row.letter) > 1 else colors,
    }
    return {"numbers": [c.number for c in numbered], **{k: v for k, v in lists.items() if v}}


def _connections(row: Row) -> list[int]:
    """After which numbers, counted from 0, a connection field stands."""
    fields_at = [i for i, cell in enumerate(row.cells) if cell.number is None]
    return [position - before - 1 for before, position in enumerate(fields_at)]


def _differing(thing: Layout | Row, names: tuple[str, ...]) -> dict[str, Any]:
    defaults = {f.name: f.default for f in fields(thing) if f.default is not MISSING}
    values = {name: getattr(thing, name) for name in names}
    return {name: value for name, value in values.items() if value != defaults[name]}
