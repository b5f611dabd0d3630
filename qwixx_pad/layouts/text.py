"""A layout and the content of its file: read one from the other, and report what cannot be read."""

import json
import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from qwixx_pad.core.layout import PAIR_MARKS, BonusPair, Cell, CellRef, Layout, Mark, Row, RowKind
from qwixx_pad.layouts.checking import (
    CELL_KEYS,
    MAX_PRINTED_NUMBER,
    Fault,
    LayoutFault,
    find_faults,
    is_whole_number,
    shorten_value,
)

_TITLE_KEYS = {
    "title": ("title", str),
    "description": ("description", str),
    "family": ("family", str),
    "default": ("default", bool),
    "bgg": ("bgg", int),
}
"""Keys that do not change the play, with the attributes that they set and their types."""
_RULE_KEYS = {
    "edition": ("edition", str),
    "least_seats": ("min_seats", int),
    "most_seats": ("max_seats", int),
    "actions": ("actions", int),
    "penalties": ("penalties", int),
    "penalty_points": ("penalty_points", int),
    "rows_to_end": ("rows_to_end", int),
    "board": ("board", int),
    "target": ("target", int),
    "lucky": ("has_lucky_numbers", bool),
}
"""Keys that change the play, likewise; they are in the canonical text."""
_VALUE_KEYS = _TITLE_KEYS | _RULE_KEYS
_SHEET_KEYS: dict[str, type] = {
    **{key: kind for key, (_, kind) in _VALUE_KEYS.items()},
    "extends": str,
    "shuffle": str,
    "rows": dict,
    "order": list,
    "steps": list,
    "chains": list,
    "pairs": list,
}
_ROW_RULE_KEYS = {
    "needs": "crosses_to_lock",
    "cap": "cap",
    "twice": "last_counts_twice",
    "between": "bonus_for",
}
"""Keys of a row that change the play, besides its cells and locks, with the attributes they set."""
_NUMBER_KEYS: dict[str, type] = {
    "numbers": list,
    "double": list,
    "boxed": list,
    "connections": list,
    "cap": int,
    "twice": bool,
}
_ROW_KEYS: dict[RowKind, dict[str, type]] = {
    RowKind.NUMBERS: {**_NUMBER_KEYS, "colors": str, "needs": int, "locks": int},
    RowKind.BONUS: {**_NUMBER_KEYS, "between": str},
    RowKind.BAR: {"colors": str},
    RowKind.EXCHANGE: {"pairs": list},
    RowKind.TRACK: {"numbers": list},
}
"""The keys of each kind of row, besides `kind`."""
_PAIR_KEYS = {"mark": str, "amount": int, "cells": list}
_WRONG_TYPE = {
    str: Fault.NOT_TEXT,
    bool: Fault.NOT_TRUTH,
    list: Fault.NOT_LIST,
    dict: Fault.NOT_TABLE,
}
_LARGE_NUMBERS = {"bgg": 9_999_999}
"""The limits of keys that may have more than two digits."""
_MAX_LINE_CHARS = {"title": 40, "description": 160, "family": 40}
MAX_NAME_CHARS = 40
_T = TypeVar("_T", Layout, Row)
_NAME = re.compile(rf"[a-z0-9_]{{1,{MAX_NAME_CHARS}}}")
_CELL = re.compile(r"([a-z]{1,5})([0-9]{1,2})")


def is_sheet_name(text: str) -> bool:
    return _NAME.fullmatch(text) is not None


def clean_line(key: str, text: str) -> str:
    """Put the text of a key on one line; empty if it is too long or not printable."""
    short = len(text) <= _MAX_LINE_CHARS[key] and text.isprintable()
    return " ".join(text.split()) if short else ""


@dataclass(slots=True)
class LayoutReading:
    """Reads a layout from the content of a file; parts with faults are left out.

    Attributes:
        name: The name of the layout.
        content: The content of the file, merged with those that it extends.
        faults: The faults found so far.
        marks: The symbols around cells, by row letter and number.
    """

    name: str
    content: Mapping[str, Any]
    faults: list[LayoutFault] = field(default_factory=list)
    marks: dict[tuple[str, int], Mark] = field(default_factory=dict)

    def read_layout(self) -> Layout:
        """Read the layout and collect its `faults`; call it once."""
        sheet = self._valid_keys(self.content, _SHEET_KEYS, ())
        pairs = tuple(self._read_pairs(sheet.get("pairs", [])))
        chains = tuple(self._read_chains(sheet.get("chains", [])))
        self._mark_cells("steps", sheet.get("steps", []), Mark.STEP)
        tables = sheet.get("rows", {})
        rows = {letter: self._read_row(letter, table) for letter, table in tables.items()}
        if "rows" not in self.content:
            self._report_fault(Fault.NO_ROWS)
        self._check_texts(sheet)
        order = self._row_order(sheet, rows)
        printed = tuple(row for letter in order if (row := rows[letter]) is not None)
        values = {name: sheet[key] for key, (name, _) in _VALUE_KEYS.items() if key in sheet}
        layout = replace(Layout(self.name, printed, chains=chains, pairs=pairs), **values)
        # these faults mean nothing where a row could not be read
        unknown = {Fault.NO_ROWS, Fault.END_RANGE, Fault.CHAIN_ENDS}
        if len(printed) == len(rows) > 0:
            unknown.clear()
        self.faults.extend(each for each in find_faults(layout) if each.fault not in unknown)
        return layout

    def _report_fault(self, fault: Fault, *path: str, **values: object) -> None:
        self.faults.append(LayoutFault.at_keys(fault, *path, **values))

    def _valid_keys(
        self, table: Mapping[str, Any], known: Mapping[str, type], path: tuple[str, ...]
    ) -> dict[str, Any]:
        """The known keys of a table whose values have the right type."""
        sound: dict[str, Any] = {}
        for key, value in table.items():
            kind = known.get(key)
            most = _LARGE_NUMBERS.get(key, MAX_PRINTED_NUMBER)
            if kind is None:
                self._report_fault(Fault.UNKNOWN_KEY, *path, key)
            elif kind is int and not is_whole_number(value, most):
                self._report_fault(Fault.NOT_WHOLE, *path, key, most=most)
            elif type(value) is not kind:
                self._report_fault(_WRONG_TYPE[kind], *path, key)
            else:
                sound[key] = value
        return sound

    def _check_texts(self, sheet: dict[str, Any]) -> None:
        for key, most in _MAX_LINE_CHARS.items():
            if key in sheet and not clean_line(key, sheet[key]):
                self._report_fault(Fault.ONE_LINE, key, most=most)
        if "edition" in sheet and not is_sheet_name(sheet["edition"]):
            self._report_fault(Fault.BAD_NAME, "edition", most=MAX_NAME_CHARS)

    def _row_order(
        self, sheet: Mapping[str, Any], rows: Mapping[str, Row | None]
    ) -> tuple[str, ...]:
        order = sheet.get("order", list(rows))
        if not all(isinstance(letter, str) for letter in order) or sorted(order) != sorted(rows):
            self._report_fault(Fault.ORDER, "order")
            return tuple(rows)
        return tuple(order)

    # Marks

    def _mark_cells(self, key: str, cells: list[Any], mark: Mark) -> bool:
        """Mark the cells of these tokens; return whether all of them are printed."""
        printed = True
        for token in cells:
            found = _CELL.fullmatch(token) if isinstance(token, str) else None
            cell = (found[1], int(found[2])) if found else ("", 0)
            if cell[1] not in self._numbers_of_row(cell[0]):
                self._report_fault(Fault.NOT_PRINTED, key, value=shorten_value(token))
                printed = False
            elif cell in self.marks:
                self._report_fault(Fault.MARKED_TWICE, key, value=token)
            else:
                self.marks[cell] = mark
        return printed

    def _numbers_of_row(self, letter: str) -> list[Any]:
        rows = self.content.get("rows")
        row = rows.get(letter) if isinstance(rows, dict) else None
        numbers = row.get("numbers") if isinstance(row, dict) else None
        return numbers if isinstance(numbers, list) else []

    def _read_chains(self, chains: list[Any]) -> Iterator[tuple[str, str]]:
        for chain in chains:
            match chain:
                case [str(one), str(other)]:
                    if self._mark_cells("chains", chain, Mark.LINK):
                        yield one, other
                case _:
                    self._report_fault(Fault.CHAIN_SHAPE, "chains", known='["r6", "y6"]')

    def _read_pairs(self, pairs: list[Any]) -> Iterator[BonusPair]:
        for pair in pairs:
            if not isinstance(pair, dict) or pair.get("mark") not in PAIR_MARKS:
                self._report_fault(Fault.PAIR_SHAPE, "pairs", known=", ".join(PAIR_MARKS))
                continue
            sound = self._valid_keys(pair, _PAIR_KEYS, ("pairs",))
            mark = Mark(sound["mark"])
            self._mark_cells("pairs", sound.get("cells", []), mark)
            yield BonusPair(mark, sound.get("amount", 1))

    # Rows

    def _read_row(self, letter: str, table: object) -> Row | None:
        path = ("rows", letter)
        if not isinstance(table, dict):
            self._report_fault(Fault.NOT_TABLE, *path)
            return None
        kind = self._read_kind(letter, table)
        row = self._valid_keys(table, {"kind": str, **_ROW_KEYS[kind]}, path)
        needed = CELL_KEYS.get(kind, "numbers")
        if needed not in row:
            if needed not in table:
                self._report_fault(Fault.MISSING, *path, key=needed)
            return None
        cells = tuple(self._read_cells(letter, kind, row))
        return Row(
            letter,
            cells,
            kind=kind,
            locks=row.get("locks", 1) if kind is RowKind.NUMBERS else 0,
            **{name: row[key] for key, name in _ROW_RULE_KEYS.items() if key in row},
        )

    def _read_kind(self, letter: str, row: Mapping[str, Any]) -> RowKind:
        kind = row.get("kind", RowKind.NUMBERS)
        if kind in [*RowKind]:
            return RowKind(kind)
        if isinstance(kind, str):
            self._report_fault(Fault.NOT_OF_THESE, "rows", letter, "kind", known=", ".join(RowKind))
        return RowKind.NUMBERS

    def _read_cells(self, letter: str, kind: RowKind, row: Mapping[str, Any]) -> Iterator[Cell]:
        match kind:
            case RowKind.BAR:
                yield from (Cell(str(i), color) for i, color in enumerate(row["colors"]))
            case RowKind.EXCHANGE:
                for i, (one, other) in enumerate(self._number_couples(letter, row["pairs"])):
                    yield Cell(str(i), letter, one, other)
            case RowKind.TRACK:
                numbers = self._whole_numbers(letter, "numbers", row)
                yield from (Cell(str(i), letter, number) for i, number in enumerate(numbers))
            case _:
                yield from self._read_numbered(letter, row)

    def _read_numbered(self, letter: str, row: Mapping[str, Any]) -> Iterator[Cell]:
        numbers = self._whole_numbers(letter, "numbers", row)
        colors = row.get("colors", "")
        if colors and len(colors) != len(numbers):
            self._report_fault(Fault.COLOR_EACH, "rows", letter, "colors")
            colors = ""
        heavy = self._whole_numbers(letter, "double", row, numbers)
        boxed = self._whole_numbers(letter, "boxed", row, numbers)
        after = self._whole_numbers(letter, "connections", row, range(len(numbers)))
        for number in boxed:
            if (letter, number) in self.marks:
                value = f"{letter}{number}"
                self._report_fault(Fault.MARKED_TWICE, "rows", letter, "boxed", value=value)
        fields = 0
        for at, number in enumerate(numbers):
            mark = Mark.BOX if number in boxed else self.marks.get((letter, number))
            color = colors[at] if colors else letter
            yield Cell(str(number), color, number, None, 2 if number in heavy else 1, mark)
            if at in after:
                yield Cell(f"c{fields}", color)
                fields += 1

    def _whole_numbers(
        self, letter: str, key: str, row: Mapping[str, Any], among: Container[int] | None = None
    ) -> list[int]:
        """The whole numbers of a key; empty if anything else is in the list.

        Numbers that are not `among` the given ones are reported, but stay in the result.
        """
        values: list[int] = row.get(key, [])
        path = ("rows", letter, key)
        if not all(is_whole_number(value) for value in values):
            self._report_fault(Fault.NOT_WHOLES, *path, most=MAX_PRINTED_NUMBER)
            return []
        for value in values:
            if among is not None and value not in among:
                self._report_fault(Fault.NOT_PRINTED, *path, value=value)
        return values

    def _number_couples(self, letter: str, pairs: list[Any]) -> Iterator[tuple[int, int]]:
        for pair in pairs:
            match pair:
                case [number, other] if is_whole_number(number) and is_whole_number(other):
                    yield number, other
                case _:
                    self._report_fault(Fault.COUPLE_SHAPE, "rows", letter, "pairs")


def canonical_text(layout: Layout) -> str:
    """Write a layout as JSON; layouts that play alike have the same text, titles aside."""
    lists = {
        "chains": [list(chain) for chain in layout.chains],
        "steps": [_cell_token(layout, place) for place in layout.cells_with_mark(Mark.STEP)],
        "pairs": [
            {
                "mark": mark.value,
                "amount": pair.amount,
                "cells": [_cell_token(layout, place) for place in layout.cells_with_mark(mark)],
            }
            for mark in PAIR_MARKS
            if (pair := layout.bonus_pair(mark))
        ],
    }
    rule_keys = {key: name for key, (name, _) in _RULE_KEYS.items()}
    content = {
        **_changed_values(layout, Layout("", ()), rule_keys),
        **{key: value for key, value in lists.items() if value},
        "order": [row.letter for row in layout.rows],
        "rows": {row.letter: _row_content(row) for row in layout.rows},
    }
    return json.dumps(content, sort_keys=True, separators=(",", ":"))


def _cell_token(layout: Layout, place: CellRef) -> str:
    return f"{layout.rows[place.row].letter}{layout.cell(place).number}"


def _row_content(row: Row) -> dict[str, Any]:
    if row.kind is RowKind.BAR:
        return {"kind": row.kind.value, "colors": "".join(cell.color for cell in row.cells)}
    if row.kind is RowKind.EXCHANGE:
        return {"kind": row.kind.value, "pairs": [[c.number, c.other] for c in row.cells]}
    kind = {} if row.kind is RowKind.NUMBERS else {"kind": row.kind.value}
    locks = {"locks": row.locks} if row.locks > 1 else {}
    rules = _changed_values(row, Row("", ()), _ROW_RULE_KEYS)
    return {**kind, **locks, **rules, **_cell_lists(row)}


def _cell_lists(row: Row) -> dict[str, Any]:
    numbered = [cell for cell in row.cells if cell.number is not None]
    fields_at = [i for i, cell in enumerate(row.cells) if cell.number is None]
    colors = "".join(cell.color for cell in numbered)
    lists = {
        "double": [cell.number for cell in numbered if cell.weight > 1],
        "boxed": [cell.number for cell in numbered if cell.mark is Mark.BOX],
        "connections": [  # indexes (from 0) of the numbers that a connection field follows
            position - before - 1 for before, position in enumerate(fields_at)
        ],
        "colors": "" if set(colors) == {row.letter} or len(row.letter) > 1 else colors,
    }
    return {"numbers": [c.number for c in numbered], **{k: v for k, v in lists.items() if v}}


def _changed_values(thing: _T, default: _T, attributes: Mapping[str, str]) -> dict[str, object]:
    return {
        key: getattr(thing, name)
        for key, name in attributes.items()
        if getattr(thing, name) != getattr(default, name)
    }
