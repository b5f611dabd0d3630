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

from qwixx_pad.core.layout import Layout, Row, problems

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
        entry.name.removesuffix(".toml"): entry.read_text(encoding="utf-8")
        for entry in folder.iterdir()
        if entry.name.endswith(".toml")
    }
    return {name: load(name, texts) for name in sorted(texts)}


def check(path: Path) -> tuple[str, ...]:
    """All faults of a layout file at once, a sentence each; empty for a good one.

    Args:
        path: The file; layouts it extends are looked for beside it.
    """
    texts = {p.stem: p.read_text(encoding="utf-8") for p in path.parent.glob("*.toml")}
    try:
        load(path.stem, texts)
    except LayoutFileError as error:
        return error.faults
    return ()


def load(name: str, texts: Mapping[str, str]) -> Layout:
    """The layout of a name among TOML texts.

    Raises:
        LayoutFileError: With all faults of the file at once.
    """
    try:
        merged = _merged(name, texts, ())
    except ValueError as error:
        raise LayoutFileError(name, (str(error),)) from error
    faults = tuple(_type_faults(merged))
    if faults:
        raise LayoutFileError(name, faults)
    layout = _layout(name, merged)
    found = problems(layout)
    if found:
        where = (f"row {p.row}: {p.fault.value}" if p.row else p.fault.value for p in found)
        raise LayoutFileError(name, tuple(where))
    return layout


def _merged(name: str, texts: Mapping[str, str], seen: tuple[str, ...]) -> dict[str, Any]:
    if name not in texts:
        raise ValueError(f"no layout file {name!r}")
    if name in seen:
        raise ValueError(f"{' extends '.join((*seen, name))}")
    own = tomllib.loads(texts[name])
    parent = own.get("extends")
    base = _merged(parent, texts, (*seen, name)) if isinstance(parent, str) else {}
    return {**base, **own}


def _type_faults(content: Mapping[str, Any]) -> Iterator[str]:
    yield from _key_faults(content, _SHEET_KEYS, "sheet")
    rows = content.get("rows")
    if "rows" not in content:
        yield "sheet: no rows"
    for index, row in enumerate(rows if isinstance(rows, list) else (), 1):
        yield from _row_faults(row, f"row {index}")


def _row_faults(row: object, where: str) -> Iterator[str]:
    if not isinstance(row, dict):
        yield f"{where}: not a table"
        return
    yield from _key_faults(row, _ROW_KEYS, where)
    yield from (f"{where}: no {key}" for key in ("letter", "numbers") if key not in row)
    numbers = row.get("numbers")
    if isinstance(numbers, list) and not all(type(number) is int for number in numbers):
        yield f"{where}: numbers that are not whole"


def _key_faults(table: Mapping[str, Any], known: Mapping[str, type], where: str) -> Iterator[str]:
    for key, value in table.items():
        if key not in known:
            yield f"{where}: unknown key {key!r}"
        elif type(value) is not known[key]:
            yield f"{where}: {key} is not of type {known[key].__name__}"


def _layout(name: str, content: Mapping[str, Any]) -> Layout:
    rows = tuple(Row(**{**row, "numbers": tuple(row["numbers"])}) for row in content["rows"])
    return Layout(name, rows, **{key: content[key] for key in _NUMBERS if key in content})
