"""From TOML files to layouts, or to all that is wrong with them."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from qwixx_pad.core.layout import Layout
from qwixx_pad.core.safe_json import read_json
from qwixx_pad.layouts.collection import SHUFFLES, Layouts
from qwixx_pad.layouts.text import LayoutReading, own_name

_STRING = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'")
_COMMENT = re.compile(r"#.*")
_HEADER = re.compile(r"\s*\[\[?\s*([\w.\-\"']+(?:\s*\.\s*[\w\-\"']+)*)\s*\]\]?\s*")
_KEY = re.compile(r"\s*([\w.\-\"']+)\s*=")


def line_of(text: str, path: tuple[str, ...]) -> int:
    """The line, from 1, on which a key stands.

    Args:
        text: Sound TOML.
        path: The keys that lead there.

    Returns:
        The line of the nearest table around it if the key stands elsewhere; that of `extends`
        if nothing of it stands here, else 1.
    """
    lines = _lines(text)
    around = (path[:length] for length in range(len(path), 0, -1))
    return next((lines[each] for each in around if each in lines), lines.get(("extends",), 1))


def _lines(text: str) -> dict[tuple[str, ...], int]:
    """The first line of every table and key."""
    found: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    depth = 0
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.fullmatch(_COMMENT.sub("", line)) if depth == 0 else None
        if header:
            table = _names(header[1])
            found.setdefault(table, number)
            continue
        key = _KEY.match(line) if depth == 0 else None
        if key:
            found.setdefault((*table, *_names(key[1])), number)
        bare = _COMMENT.sub("", _STRING.sub("", line))
        depth += sum(map(bare.count, "[{")) - sum(map(bare.count, "]}"))
    return found


def _names(dotted: str) -> tuple[str, ...]:
    return tuple(name.strip().strip("\"'") for name in dotted.split("."))


_OF_ONE_FILE = ("title", "painted", "default", "bgg", "shuffle")
"""What says something of this sheet alone and is not handed on to those that extend it."""
_OWN_NAME = re.compile(r"[a-z0-9_]+")
_AT_LINE = re.compile(r"at line (\d+)")


class LayoutFault(NamedTuple):
    """Something wrong with a layout file.

    Attributes:
        line: Where it stands, from 1.
        text: What is wrong, a sentence.
    """

    line: int
    text: str


class LayoutFileError(ValueError):
    """A layout file that cannot be played on.

    Attributes:
        faults: All that is wrong with it, from the top of the file.
    """

    def __init__(self, name: str, faults: tuple[LayoutFault, ...]) -> None:
        super().__init__(f"{name}: {'; '.join(fault.text for fault in faults)}")
        self.faults = faults


@cache
def installed() -> Layouts:
    """Every layout that comes with the pad, by name, and those that are made from a seed."""
    texts = _installed_texts()
    contents = {name: _merged(name, texts, ()) for name in sorted(texts)}
    layouts = {name: _layout(name, content, texts) for name, content in contents.items()}
    shuffles = {name: c["shuffle"] for name, c in contents.items() if "shuffle" in c}
    printed = {name: layouts[name] for name in layouts if name not in shuffles}
    made = {name: (SHUFFLES[kind], layouts[name]) for name, kind in shuffles.items()}
    return Layouts(printed, made)


@cache
def _installed_texts() -> Mapping[str, bytes]:
    folder = files("qwixx_pad.layouts")
    return {
        entry.name.removesuffix(".toml"): entry.read_bytes()
        for entry in folder.iterdir()
        if entry.name.endswith(".toml")
    }


def check(path: Path) -> tuple[LayoutFault, ...]:
    """All faults of a layout file at once; empty for a good one.

    Args:
        path: The file; layouts it extends are looked for beside it, then among the installed.
    """
    try:
        load_file(path)
    except LayoutFileError as error:
        return error.faults
    return ()


def load_file(path: Path) -> Layout:
    """The sheet of one's own in a file, under the name that it has in a game line.

    Raises:
        LayoutFileError: With all faults of the file at once.
        OSError: It cannot be read.
    """
    text = path.read_bytes()
    return named(path.stem, load(path.stem, {**_texts_beside(path.parent), path.stem: text}))


def own_sheets(folder: Path) -> tuple[dict[str, Layout], dict[str, LayoutFileError]]:
    """The sheets of a folder of one's own.

    Returns:
        The good ones by their name in a game line, `own:NAME-HASH`, and by file name what is
        wrong with the others.
    """
    texts = _texts_beside(folder)
    good: dict[str, Layout] = {}
    bad: dict[str, LayoutFileError] = {}
    for path in sorted(folder.glob("*.toml")):
        try:
            layout = named(path.stem, load(path.stem, texts))
            good[layout.name] = layout
        except LayoutFileError as error:
            bad[path.name] = error
    return good, bad


def from_text(name: str, text: str) -> Layout:
    """The own sheet of a canonical text, under the name that it has in a game line.

    Raises:
        LayoutFileError: The text is no layout.
    """
    try:
        content = read_json(text)
    except ValueError as error:
        raise LayoutFileError(name, (LayoutFault(1, "no layout can be read from it"),)) from error
    reading = LayoutReading(name, content if isinstance(content, dict) else {})
    layout = reading.layout()
    if reading.found:
        raise LayoutFileError(name, tuple(LayoutFault(1, f.text) for f in reading.found))
    return named(name, layout)


def named(name: str, layout: Layout) -> Layout:
    """A layout under the name that an own sheet has in a game line."""
    return layout.renamed(own_name(name, layout))


def _texts_beside(folder: Path) -> Mapping[str, bytes]:
    beside = {path.stem: path.read_bytes() for path in folder.glob("*.toml")}
    return {**_installed_texts(), **beside}


def load(name: str, texts: Mapping[str, bytes]) -> Layout:
    """The layout of a name among TOML texts.

    Raises:
        LayoutFileError: With all faults of the file at once.
    """
    try:
        content = _merged(name, texts, ())
    except ValueError as error:
        found = _AT_LINE.search(str(error))
        line = int(found[1]) if found else 1
        raise LayoutFileError(name, (LayoutFault(line, str(error)),)) from error
    return _layout(name, content, texts)


def _merged(name: str, texts: Mapping[str, bytes], seen: tuple[str, ...]) -> dict[str, Any]:
    if name not in texts:
        raise ValueError(f"no layout file {name!r}")
    if name in seen:
        raise ValueError(f"{' extends '.join((*seen, name))}")
    own = tomllib.loads(texts[name].decode("utf-8"))
    parent = own.get("extends")
    if not isinstance(parent, str):
        return own
    base = _merged(parent, texts, (*seen, name))
    return _over({key: base[key] for key in base if key not in _OF_ONE_FILE}, own)


def _over(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """One content over another: tables are joined key by key, all else is replaced."""
    joined = {
        key: _over(base[key], value)
        for key, value in own.items()
        if isinstance(value, dict) and isinstance(base.get(key), dict)
    }
    return {**base, **own, **joined}


def _layout(name: str, content: Mapping[str, Any], texts: Mapping[str, bytes]) -> Layout:
    reading = LayoutReading(name, content)
    layout = reading.layout()
    text = texts[name].decode("utf-8")
    faults = {LayoutFault(line_of(text, found.path), found.text) for found in reading.found}
    if not _OWN_NAME.fullmatch(name):
        faults.add(LayoutFault(1, f"sheet: {name!r} is not a name of a-z, 0-9 and _"))
    if "shuffle" in content and content["shuffle"] not in SHUFFLES:
        known = ", ".join(SHUFFLES)
        faults.add(LayoutFault(line_of(text, ("shuffle",)), f"sheet: shuffle is none of {known}"))
    if faults:
        raise LayoutFileError(name, tuple(sorted(faults)))
    return layout
