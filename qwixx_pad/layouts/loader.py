"""From TOML files to layouts, or to all that is wrong with them."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from qwixx_pad.core.layout import Layout
from qwixx_pad.layouts.checking import Fault
from qwixx_pad.layouts.collection import SHUFFLES, Layouts
from qwixx_pad.layouts.text import LONGEST_NAME, LayoutReading, is_name, shown

_STRING = re.compile(r"\"(?:[^\"\\]|\\.)*+(?:\"|$)|'[^']*'")
_COMMENT = re.compile(r"#.*")
_HEADER = re.compile(r"\s*\[\[?([^\[\]]+)\]\]?\s*")
_KEY = re.compile(r"\s*([\w.\-\"']+)\s*=")


def _nearest(lines: Mapping[tuple[str, ...], int], path: tuple[str, ...]) -> int:
    """The line of a key, or of the nearest table around it.

    That of `extends` if nothing of it stands in this file, else 1.
    """
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


_OF_ONE_FILE = ("title", "about", "family", "default", "bgg", "shuffle")
"""What says something of this sheet alone and is not handed on to those that extend it."""
_AT = re.compile(r"\s*\(at .*\)$")
_AT_LINE = re.compile(r"at line (\d+)")
LARGEST = 20_000
"""Characters of the longest file that is read; a printed sheet has a thousand."""
_MOST_LEVELS = 400
"""A bracket and a dot in a key each open a level at most. In a browser Python lends its stack from
the page: there many levels end the whole pad, some of them only when they are thrown away."""


class LayoutFault(NamedTuple):
    """Something wrong with a layout file.

    Attributes:
        line: Where it stands, from 1.
        key: The keys that lead to it, joined by dots; empty for the file as a whole.
        fault: What is wrong.
        values: What its sentence has places for, by name.
    """

    line: int
    key: str
    fault: Fault
    values: tuple[tuple[str, str], ...] = ()

    @property
    def text(self) -> str:
        """What is wrong and where, in English."""
        sentence = self.fault.value.format(**dict(self.values))
        return f"{self.key}: {sentence}" if self.key else sentence


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


def texts_with(others: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """The files that come with the pad, and others, which may take the place of these."""
    return {**_installed_texts(), **others}


def load(name: str, texts: Mapping[str, bytes]) -> Layout:
    """The layout of a name among TOML texts.

    Raises:
        LayoutFileError: With all faults of the file at once.
    """
    return _layout(name, _merged(name, texts, ()), texts)


def _merged(name: str, texts: Mapping[str, bytes], seen: tuple[str, ...]) -> dict[str, Any]:
    """All that a file says, that it extends included.

    Raises:
        LayoutFileError: It cannot be read as one.
    """
    if name in seen:
        raise _unreadable(name, Fault.RING, value=" ← ".join(map(shown, (*seen, name))))
    own = _parsed(name, texts[name])
    parent = own.get("extends")
    if not isinstance(parent, str):
        return own
    if parent not in texts:
        line = _lines(texts[name].decode("utf-8"))["extends",]
        raise _unreadable(name, Fault.NO_SUCH_SHEET, line, value=shown(parent))
    base = _merged(parent, texts, (*seen, name))
    return _over({key: base[key] for key in base if key not in _OF_ONE_FILE}, own)


def _parsed(name: str, content: bytes) -> dict[str, Any]:
    """What a TOML text says, however it was made."""
    if len(content) > LARGEST:
        raise _unreadable(name, Fault.TOO_LARGE, most=LARGEST)
    if sum(map(content.count, (b"[", b"{", b"."))) > _MOST_LEVELS:
        raise _unreadable(name, Fault.TOO_DEEP)
    try:
        return tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise _unreadable(name, Fault.NO_TEXT) from error
    except ValueError as error:
        found = _AT_LINE.search(str(error))
        line, detail = int(found[1]) if found else 1, _AT.sub("", str(error))
        raise _unreadable(name, Fault.NO_TOML, line, detail=shown(detail, 60)) from error
    except RecursionError as error:
        raise _unreadable(name, Fault.TOO_DEEP) from error


def _unreadable(name: str, fault: Fault, line: int = 1, **values: object) -> LayoutFileError:
    told = tuple((key, str(value)) for key, value in values.items())
    return LayoutFileError(name, (LayoutFault(line, "", fault, told),))


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
    lines = _lines(texts[name].decode("utf-8"))
    faults = {
        LayoutFault(_nearest(lines, found.path), ".".join(found.path), found.fault, found.values)
        for found in reading.found
    }
    if not is_name(name):
        told = (("most", str(LONGEST_NAME)),)
        faults.add(LayoutFault(1, "", Fault.BAD_NAME, told))
    if "shuffle" in content and content["shuffle"] not in SHUFFLES:
        told = (("known", ", ".join(SHUFFLES)),)
        faults.add(LayoutFault(lines["shuffle",], "shuffle", Fault.NOT_OF_THESE, told))
    if faults:
        raise LayoutFileError(name, tuple(sorted(faults)))
    return layout
