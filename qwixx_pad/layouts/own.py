"""Sheets of one's own: files and texts of them, and what game lines call them."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from qwixx_pad.core.layout import Layout
from qwixx_pad.core.safe_json import read_json
from qwixx_pad.layouts.checking import Fault, LayoutFault
from qwixx_pad.layouts.loader import (
    LARGEST,
    LayoutFileError,
    load,
)
from qwixx_pad.layouts.text import LayoutReading, canonical_text, is_name

_OWN = "own:"
_HASH_DIGITS = 8


def is_own(sheet: str) -> bool:
    """Whether a name in a game line is that of a sheet of one's own."""
    return sheet.startswith(_OWN)


def bare_name(sheet: str) -> str:
    """What an own sheet is called without its hash."""
    return sheet.removeprefix(_OWN).rpartition("-")[0]


def plain_title(sheet: str) -> str:
    """What an own sheet without a title is called by people."""
    return bare_name(sheet).replace("_", " ").title()


def named(name: str, layout: Layout) -> Layout:
    """A layout under the name that an own sheet has in a game line, `own:NAME-HASH`."""
    digest = hashlib.sha256(canonical_text(layout).encode()).hexdigest()
    return replace(layout, name=f"{_OWN}{name}-{digest[:_HASH_DIGITS]}")


def load_file(path: Path) -> Layout:
    """The sheet of one's own in a file, under the name that it has in a game line.

    Raises:
        LayoutFileError: With all faults of the file at once.
        OSError: It cannot be read.
    """
    return from_toml(path.stem, path.read_bytes(), _beside(path.parent))


def own_sheets(folder: Path) -> tuple[dict[str, Layout], dict[str, LayoutFileError]]:
    """The sheets of a folder of one's own.

    Returns:
        The good ones by their name in a game line, `own:NAME-HASH`, and by file name what is
        wrong with the others.

    Raises:
        OSError: It cannot be read.
    """
    beside = _beside(folder)
    good: dict[str, Layout] = {}
    bad: dict[str, LayoutFileError] = {}
    for name in sorted(beside):
        try:
            layout = from_toml(name, beside[name], beside)
            good[layout.name] = layout
        except LayoutFileError as error:
            bad[f"{name}.toml"] = error
    return good, bad


def _beside(folder: Path) -> Mapping[str, bytes]:
    return {path.stem: path.read_bytes() for path in folder.glob("*.toml")}


def from_toml(name: str, content: bytes, beside: Mapping[str, bytes] | None = None) -> Layout:
    """The own sheet of a file, under the name that it has in a game line.

    Args:
        name: Of the file, without its ending.
        content: The file.
        beside: Files that it may extend, beside those that come with the pad.

    Raises:
        LayoutFileError: With all faults of the file at once.
    """
    return named(name, load(name, {**(beside or {}), name: content}))


def from_text(name: str, text: str) -> Layout:
    """The own sheet of a canonical text, under the name that it has in a game line.

    Raises:
        LayoutFileError: The text is no layout.
    """
    try:
        content = read_json(text) if len(text) <= LARGEST else None
    except ValueError:
        content = None
    if not isinstance(content, dict):
        raise LayoutFileError(name, (LayoutFault(Fault.NO_LAYOUT),))
    reading = LayoutReading(name, content)
    layout = reading.layout()
    if reading.found:
        raise LayoutFileError(name, tuple(reading.found))
    return named(name, layout)


@lru_cache(maxsize=128)
def read(sheet: str, text: str) -> Layout | None:
    """The own sheet of a name; None if the text is no sheet, or another one."""
    if not is_name(bare_name(sheet)):
        return None
    try:
        layout = from_text(bare_name(sheet), text)
    except LayoutFileError:
        return None
    return layout if layout.name == sheet else None
