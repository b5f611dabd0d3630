"""A layout and the text of its file: what it says, what is wrong with it, and its name."""

import hashlib
import json
from collections.abc import Container, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, NamedTuple

from qwixx_pad.core.layout import PAIRED, Cell, Layout, Mark, Pair, Place, Row, RowKind
from qwixx_pad.layouts.checking import Fault, Problem, problems

_NUMBERS: dict[str, type] = dict.fromkeys(
    (
        *("least_seats", "most_seats", "actions", "penalties", "penalty_points"),
        *("rows_to_end", "board", "bgg"),
    ),
    int,
)
_PLAIN = {**_NUMBERS, "title": str, "box": str, "painted": bool, "default": bool, "lucky": bool}
_SHEET_KEYS = {
    **_PLAIN,
    "extends": str,
    "shuffle": str,
    "rows": dict,
    "order": list,
    "steps": list,
    "chains": list,
    "pairs": list,
}
_ROW_NUMBERS: dict[str, type] = {"needs": int, "locks": int, "cap": int, "twice": bool}
_ROW_KEYS = {
    **_ROW_NUMBERS,
    "kind": str,
    "numbers": list,
    "colors": str,
    "double": list,
    "boxed": list,
    "connections": list,
    "between": str,
    "pairs": list,
}
_PAIR_KEYS = {"mark": str, "amount": int, "cells": list}
_NEEDED = {RowKind.BAR: "colors", RowKind.EXCHANGE: "pairs"}
"""What a row of a kind cannot be without; all others have numbers."""


class LayoutProblem(NamedTuple):
    """Something wrong with a layout file.

    Attributes:
        path: The keys that lead to it, from the top of the file.
        text: What is wrong, a sentence.
    """

    path: tuple[str, ...]
    text: str


@dataclass(slots=True)
class LayoutReading:
    """One content being read: the layout of its sound parts, and what is wrong with the others.

    Attributes:
        name: Of the layout.
        content: All that the file says, that it extends included.
        found: What is wrong.
        marks: What is printed around the cells, by row letter and number.
    """

    name: str
    content: Mapping[str, Any]
    found: list[LayoutProblem] = field(default_factory=list)
    marks: dict[tuple[str, int], Mark] = field(default_factory=dict)

    def layout(self) -> Layout:
        """The layout, as far as its parts are of the right types; faults go to `found`."""
        sheet = self._sound(self.content, _SHEET_KEYS, ())
        pairs = tuple(self._pairs(sheet.get("pairs", [])))
        chains = tuple(self._chains(sheet.get("chains", [])))
        self._mark("steps", sheet.get("steps", []), Mark.STEP)
        rows = {letter: self._row(letter, row) for letter, row in sheet.get("rows", {}).items()}
        if "rows" not in self.content:
            self._say((), "sheet: no rows")
        order = self._order(sheet, rows)
        printed = tuple(row for letter in order if (row := rows[letter]) is not None)
        layout = Layout(
            self.name,
            printed,
            chains=chains,
            pairs=pairs,
            **{key: sheet[key] for key in _PLAIN if key in sheet},
        )
        self._check(layout, whole=len(printed) == len(rows) > 0)
        return layout

    def _say(self, path: tuple[str, ...], text: str) -> None:
        self.found.append(LayoutProblem(path, text))

    def _sound(
        self, table: Mapping[str, Any], known: Mapping[str, type], path: tuple[str, ...]
    ) -> dict[str, Any]:
        """The parts of a table that are known and of the right type."""
        where = f"row {path[1]}" if path[:1] == ("rows",) else "sheet"
        for key in table:
            if key not in known:
                self._say((*path, key), f"{where}: unknown key {key!r}")
            elif type(table[key]) is not known[key]:
                kind = {"str": "text", "bool": "true or false", "int": "a whole number"}
                wanted = kind.get(known[key].__name__, f"a {known[key].__name__}")
                self._say((*path, key), f"{where}: {key} is not {wanted}")
        return {k: v for k, v in table.items() if k in known and type(v) is known[k]}

    def _order(self, sheet: Mapping[str, Any], rows: Mapping[str, Row | None]) -> tuple[str, ...]:
        order = sheet.get("order", list(rows))
        if sorted(map(str, order)) != sorted(rows):
            self._say(("order",), "sheet: order does not name each row once")
            return tuple(rows)
        return tuple(order)

    # Marks

    def _mark(self, key: str, cells: list[Any], mark: Mark) -> None:
        for token in cells:
            letter = str(token).rstrip("0123456789")
            number = str(token)[len(letter) :]
            if not number or int(number) not in self._numbers(letter):
                self._say((key,), f"sheet: {key} names {token!r}, which is not printed")
            elif (letter, int(number)) in self.marks:
                self._say((key,), f"sheet: {key} marks {token}, which is marked already")
            else:
                self.marks[letter, int(number)] = mark

    def _numbers(self, letter: str) -> list[Any]:
        rows = self.content.get("rows")
        row = rows.get(letter) if isinstance(rows, dict) else None
        numbers = row.get("numbers") if isinstance(row, dict) else None
        return numbers if isinstance(numbers, list) else []

    def _chains(self, chains: list[Any]) -> Iterator[tuple[str, str]]:
        for chain in chains:
            if isinstance(chain, list) and [type(end) for end in chain] == [str, str]:
                self._mark("chains", chain, Mark.LINK)
                yield (chain[0], chain[1])
            else:
                self._say(("chains",), f"sheet: a chain is two cells, not {chain!r}")

    def _pairs(self, pairs: list[Any]) -> Iterator[Pair]:
        for pair in pairs:
            if not isinstance(pair, dict) or pair.get("mark") not in PAIRED:
                known = ", ".join(PAIRED)
                self._say(("pairs",), f"sheet: a pair has cells and one of these marks: {known}")
                continue
            sound = self._sound(pair, _PAIR_KEYS, ("pairs",))
            mark = Mark(sound["mark"])
            self._mark("pairs", sound.get("cells", []), mark)
            yield Pair(mark, sound.get("amount", 1))

    # Rows

    def _row(self, letter: str, table: object) -> Row | None:
        path = ("rows", letter)
        if not isinstance(table, dict):
            self._say(path, f"row {letter}: not a table")
            return None
        row = self._sound(table, _ROW_KEYS, path)
        kind = self._kind(letter, row)
        needed = _NEEDED.get(kind, "numbers")
        if needed not in row:
            if needed not in table:
                self._say(path, f"row {letter}: no {needed}")
            return None
        cells = tuple(self._cells(letter, kind, row))
        own = {key: row[key] for key in _ROW_NUMBERS if key in row}
        if kind is not RowKind.NUMBERS:
            own["locks"] = 0
        return Row(letter, cells, kind=kind, between=row.get("between", ""), **own)

    def _kind(self, letter: str, row: Mapping[str, Any]) -> RowKind:
        try:
            return RowKind(row.get("kind", RowKind.NUMBERS))
        except ValueError:
            known = ", ".join(RowKind)
            self._say(("rows", letter, "kind"), f"row {letter}: kind is none of {known}")
            return RowKind.NUMBERS

    def _cells(self, letter: str, kind: RowKind, row: Mapping[str, Any]) -> Iterator[Cell]:
        match kind:
            case RowKind.BAR:
                yield from (Cell(str(i), color) for i, color in enumerate(row["colors"]))
            case RowKind.EXCHANGE:
                for i, (one, other) in enumerate(self._couples(letter, row["pairs"])):
                    yield Cell(str(i), letter, one, other)
            case RowKind.TRACK:
                numbers = self._whole(letter, "numbers", row)
                yield from (Cell(str(i), letter, number) for i, number in enumerate(numbers))
            case _:
                yield from self._numbered(letter, row)

    def _numbered(self, letter: str, row: Mapping[str, Any]) -> Iterator[Cell]:
        numbers = self._whole(letter, "numbers", row)
        colors = row.get("colors", "")
        if colors and len(colors) != len(numbers):
            self._say(("rows", letter, "colors"), f"row {letter}: not a colour for each number")
            colors = ""
        heavy, boxed = (self._whole(letter, key, row, numbers) for key in ("double", "boxed"))
        after = self._whole(letter, "connections", row, range(len(numbers)))
        fields = 0
        for at, number in enumerate(numbers):
            mark = Mark.BOX if number in boxed else self.marks.get((letter, number))
            color = colors[at] if colors else letter
            yield Cell(str(number), color, number, None, 2 if number in heavy else 1, mark)
            if at in after:
                yield Cell(f"c{fields}", color)
                fields += 1

    def _whole(
        self, letter: str, key: str, row: Mapping[str, Any], among: Container[int] | None = None
    ) -> list[int]:
        """A list of whole numbers, perhaps of those among others."""
        values: list[int] = row.get(key, [])
        if not all(type(value) is int for value in values):
            self._say(("rows", letter, key), f"row {letter}: {key} that are not whole numbers")
            return []
        strange = [value for value in values if among is not None and value not in among]
        if strange:
            self._say(("rows", letter, key), f"row {letter}: {key} that are not printed: {strange}")
        return values

    def _couples(self, letter: str, pairs: list[Any]) -> Iterator[tuple[int, int]]:
        for pair in pairs:
            if isinstance(pair, list) and [type(number) for number in pair] == [int, int]:
                yield (pair[0], pair[1])
            else:
                path = ("rows", letter, "pairs")
                self._say(path, f"row {letter}: a pair is two numbers, not {pair!r}")

    # The whole

    def _check(self, layout: Layout, *, whole: bool) -> None:
        """What is wrong with the sound parts; silent on rows where some could not be read."""
        for problem in problems(layout):
            if whole or problem.fault not in (Fault.NO_ROWS, Fault.END_RANGE, Fault.CHAIN_ENDS):
                self._say(_path(problem), _sentence(problem))


def _path(problem: Problem) -> tuple[str, ...]:
    if problem.row is None:
        return (problem.key,)
    own = ("rows", problem.row)
    return own if problem.key == "rows" else (*own, problem.key)


def _sentence(problem: Problem) -> str:
    where = "" if problem.row is None else f"row {problem.row}: "
    return f"{where}{problem.fault.value}"


_PLAYED = (
    *("box", "least_seats", "most_seats", "actions", "penalties", "penalty_points"),
    *("rows_to_end", "board", "lucky"),
)
_OF_A_ROW = ("needs", "cap", "twice", "between")
_HASH_DIGITS = 8


def canonical_text(layout: Layout) -> str:
    """The text of a layout; read as the content of a file it makes the same sheet."""
    return json.dumps(_content(layout), sort_keys=True, separators=(",", ":"))


def own_name(name: str, layout: Layout) -> str:
    """What an own sheet is called in a game line, such as `own:mirror-1a2b3c4d`."""
    digest = hashlib.sha256(canonical_text(layout).encode()).hexdigest()
    return f"own:{name}-{digest[:_HASH_DIGITS]}"


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
