"""From a TOML file to a layout, or to all that is wrong with it.

A file names what is printed and what differs from the defaults of `Layout` and `Row`; with
`extends` it starts from another file and says only the difference. Comments in a file give its
sources and how sure they are.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from qwixx_pad.core.layout import Fault, Layout, Row, problems

_NUMBERS = {
    "least_seats": int,
    "most_seats": int,
    "actions": int,
    "penalties": int,
    "penalty_points": int,
    "rows_to_end": int,
    "board": int,
}
_SHEET_KEYS = {**_NUMBERS, "extends": str, "rows": list}
_ROW_KEYS = {"letter": str, "numbers": list, "needs": int}


class LayoutFileError(ValueError):
    """A layout file that cannot be played on.

    Attributes:
        faults: All that is wrong with it, a sentence each.
    """

    def __init__(self, name: str, faults: tuple[str, ...]) -> None:
        super().__init__(f"{name}: {'; '.join(faults)}")
        self.faults = faults


@cache
def installed() -> Mapping[str, Layout]:
    """Every layout that comes with the pad, by name."""
    folder = files("qwixx_pad.layouts")
    texts = {
        entry.name.removesuffix(".toml"): entry.read_bytes()
        for entry in folder.iterdir()
        if entry.name.endswith(".toml")
    }
    return {name: load(name, texts) for name in sorted(texts)}


def check(path: Path) -> tuple[str, ...]:
    """All faults of a layout file at once, a sentence each; empty for a good one.

    Args:
        path: The file; layouts it extends are looked for beside it.
    """
    texts = {p.stem: p.read_bytes() for p in path.parent.glob("*.toml")}
    try:
        load(path.stem, texts)
    except LayoutFileError as error:
        return error.faults
    return ()


def load(name: str, texts: Mapping[str, bytes]) -> Layout:
    """The layout of a name among TOML texts.

    Raises:
        LayoutFileError: With all faults of the file at once.
    """
    try:
        merged = _merged(name, texts, ())
    except ValueError as error:
        raise LayoutFileError(name, (str(error),)) from error
    layout = _layout(name, merged)
    faults = (*_type_faults(merged), *_problems(merged, layout))
    if faults:
        raise LayoutFileError(name, faults)
    return layout


def _merged(name: str, texts: Mapping[str, bytes], seen: tuple[str, ...]) -> dict[str, Any]:
    if name not in texts:
        raise ValueError(f"no layout file {name!r}")
    if name in seen:
        raise ValueError(f"{' extends '.join((*seen, name))}")
    own = tomllib.loads(texts[name].decode("utf-8"))
    parent = own.get("extends")
    base = _merged(parent, texts, (*seen, name)) if isinstance(parent, str) else {}
    return {**base, **own}


def _layout(name: str, content: Mapping[str, Any]) -> Layout:
    """The layout as far as its parts are of the right types; the others are left out."""
    return Layout(name, tuple(_sound_rows(content)), **_sound(content, _NUMBERS))


def _sound_rows(content: Mapping[str, Any]) -> Iterator[Row]:
    for row in _sound(content, _SHEET_KEYS).get("rows", ()):
        if not any(_part_faults(row)):
            own = _sound(row, _ROW_KEYS)
            yield Row(**{**own, "numbers": tuple(own["numbers"])})


def _sound(table: Mapping[str, Any], known: Mapping[str, type]) -> dict[str, Any]:
    return {key: table[key] for key in known if key in table and type(table[key]) is known[key]}


def _problems(content: Mapping[str, Any], layout: Layout) -> Iterator[str]:
    """What is wrong with the parts that could be read; silent on rows where some could not."""
    rows = content.get("rows")
    complete = isinstance(rows, list) and len(rows) == len(layout.rows)
    for problem in problems(layout):
        if complete or problem.fault not in (Fault.NO_ROWS, Fault.END_RANGE):
            where = "" if problem.row is None else f"row {problem.row}: "
            yield f"{where}{problem.fault.value}"


def _type_faults(content: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"sheet: {fault}" for fault in _unknown(content, _SHEET_KEYS))
    yield from (f"sheet: {fault}" for fault in _mistyped(content, _SHEET_KEYS))
    if "rows" not in content:
        yield "sheet: no rows"
    for index, row in enumerate(_sound(content, _SHEET_KEYS).get("rows", ()), 1):
        unknown = _unknown(row, _ROW_KEYS) if isinstance(row, dict) else ()
        yield from (f"row {index}: {fault}" for fault in (*unknown, *_part_faults(row)))


def _part_faults(row: object) -> Iterator[str]:
    """Why no row can be made of this."""
    if not isinstance(row, dict):
        yield "not a table"
        return
    yield from (f"no {key}" for key in ("letter", "numbers") if key not in row)
    yield from _mistyped(row, _ROW_KEYS)
    numbers = row.get("numbers")
    if isinstance(numbers, list) and not all(type(number) is int for number in numbers):
        yield "numbers that are not whole"


def _unknown(table: Mapping[str, Any], known: Mapping[str, type]) -> Iterator[str]:
    return (f"unknown key {key!r}" for key in table if key not in known)


def _mistyped(table: Mapping[str, Any], known: Mapping[str, type]) -> Iterator[str]:
    wrong = (key for key in known if key in table and type(table[key]) is not known[key])
    return (f"{key} is not of type {known[key].__name__}" for key in wrong)
