"""Load layouts: from TOML files or canonical texts, printed, random or custom sheets."""

import errno
import hashlib
import re
import stat
import tomllib
from collections.abc import Callable, Iterator, Mapping, MutableSequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, lru_cache
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from qwixx_pad.core.layout import ROW_LETTERS, Cell, Layout, Row
from qwixx_pad.core.safe_json import read_json
from qwixx_pad.layouts.checking import Fault, LayoutFault, shorten_value
from qwixx_pad.layouts.text import MAX_NAME_CHARS, LayoutReading, canonical_text, is_sheet_name

_T = TypeVar("_T")
_MASK = (1 << 64) - 1
_RUN_LENGTHS = (2, 3, 4)


class SplitMix64:
    """A stream of 64-bit numbers from a seed."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def next_below(self, bound: int) -> int:
        """The next number modulo `bound`; its bias is below 2**-58 here."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return (mixed ^ (mixed >> 31)) % bound

    def shuffle(self, things: MutableSequence[_T]) -> None:
        """Shuffle by Fisher and Yates, from the last element to the second."""
        for i in range(len(things) - 1, 0, -1):
            j = self.next_below(i + 1)
            things[i], things[j] = things[j], things[i]


def shuffled_numbers(base: Layout, seed: int) -> Layout:
    """Shuffle the numbers of each row, top to bottom."""
    stream = SplitMix64(seed)
    return replace(base, rows=tuple(_with_numbers(row, stream) for row in base.rows))


def _with_numbers(row: Row, stream: SplitMix64) -> Row:
    numbers = list(row.numbers)
    stream.shuffle(numbers)
    return replace(row, cells=tuple(Cell(str(n), row.letter, n) for n in numbers))


def shuffled_colors(base: Layout, seed: int) -> Layout:
    """Give each row four runs of colours, so that all colours have the same number of cells.

    A row has each colour once and ends in that of its lock. All rows are drawn anew until the
    numbers of cells are equal.
    """
    stream = SplitMix64(seed)
    each = sum(len(row.cells) for row in base.rows) // len(ROW_LETTERS)
    while True:
        runs = [_color_runs(row, stream) for row in base.rows]
        if all(sum(run[color] for run in runs) == each for color in ROW_LETTERS):
            rows = zip(base.rows, runs, strict=True)
            return replace(base, rows=tuple(_with_colors(row, run) for row, run in rows))


def _color_runs(row: Row, stream: SplitMix64) -> dict[str, int]:
    """The colours of a row in their order, each with the length of its run."""
    colors = [color for color in ROW_LETTERS if color != row.letter]
    stream.shuffle(colors)
    choices = product(_RUN_LENGTHS, repeat=len(ROW_LETTERS))  # the order is part of each seed
    fitting = [lengths for lengths in choices if sum(lengths) == len(row.cells)]
    lengths = fitting[stream.next_below(len(fitting))]
    return dict(zip((*colors, row.letter), lengths, strict=True))


def _with_colors(row: Row, runs: dict[str, int]) -> Row:
    colors = [color for color, length in runs.items() for _ in range(length)]
    cells = zip(row.cells, colors, strict=True)
    return replace(row, cells=tuple(replace(cell, color=color) for cell, color in cells))


Shuffle: TypeAlias = Callable[[Layout, int], Layout]
"""Makes a random sheet of a printed one and a seed."""
SHUFFLES: dict[str, Shuffle] = {"numbers": shuffled_numbers, "colors": shuffled_colors}
"""By the value of `shuffle` in a layout file."""
SEED_COUNT = 1_000_000
"""Seeds are whole numbers from 0 to below this."""
_SEEDED = re.compile(r"([a-z0-9_]+):(0|[1-9][0-9]{0,5})")
_TYPED_SEED = re.compile(r"(?:([a-z0-9_]+):)?0*([0-9]{1,6})")


def seeded_name(kind: str, typed: str) -> str | None:
    """Make the name of a random sheet from what a person typed.

    Returns:
        Such as `random_numbers:4821`; None if it is neither a seed nor a name of this kind.
    """
    found = _TYPED_SEED.fullmatch(typed.strip().lower())
    if found is None or found[1] not in {None, kind}:
        return None
    return f"{kind}:{int(found[2])}"


class Layouts(Mapping[str, Layout]):
    """Layouts by their names in game lines.

    It iterates over the printed sheets only, but also finds random sheets (`random_numbers:4821`)
    and custom ones.

    Args:
        printed: The sheets that come with the pad.
        seeded: For the part of a name before the seed, how the sheet is shuffled and which one.
        custom: The players' own sheets, by their full names.
    """

    def __init__(
        self,
        printed: Mapping[str, Layout],
        seeded: Mapping[str, tuple[Shuffle, Layout]],
        custom: Mapping[str, Layout] | None = None,
    ) -> None:
        self._printed = printed
        self._seeded = seeded
        self._custom = custom or {}
        self._shuffled_layout = lru_cache(maxsize=256)(self._shuffle_layout)

    def __getitem__(self, name: str) -> Layout:
        layout = self._printed.get(name) or self._custom.get(name) or self._shuffled_layout(name)
        if layout is None:
            raise KeyError(name)
        return layout

    def __iter__(self) -> Iterator[str]:
        return iter(self._printed)

    def __len__(self) -> int:
        return len(self._printed)

    def _shuffle_layout(self, name: str) -> Layout | None:
        found = _SEEDED.fullmatch(name)
        if found is None or found[1] not in self._seeded:
            return None
        shuffle, base = self._seeded[found[1]]
        return replace(shuffle(base, int(found[2])), name=name)

    @property
    def default_layout(self) -> Layout:
        """The sheet of a game for which none was chosen."""
        return next(layout for layout in self._printed.values() if layout.default)

    @property
    def seeded_kinds(self) -> tuple[str, ...]:
        """The names of random sheets without their seeds, sorted."""
        return tuple(sorted(self._seeded))

    def with_custom(self, custom: Mapping[str, Layout]) -> "Layouts":
        """Add custom sheets, by their full names."""
        return Layouts(self._printed, self._seeded, {**self._custom, **custom})


_STRING = re.compile(r"\"(?:[^\"\\]|\\.)*+(?:\"|$)|'[^']*'")
_COMMENT = re.compile(r"#.*")
_HEADER = re.compile(r"\s*\[\[?([^\[\]]+)\]\]?\s*")
_KEY = re.compile(r"\s*([\w.\-\"']+)\s*=")


def _nearest_line(lines: Mapping[tuple[str, ...], int], path: tuple[str, ...]) -> int:
    """The line of a key, or of the nearest table around it.

    Where the file has none of them, it is the line of `extends`, else 1.
    """
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return lines.get(("extends",), 1)


def _key_lines(text: str) -> dict[tuple[str, ...], int]:
    """The first line, from 1, of each table and key, by its path."""
    found: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    depth = 0
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.fullmatch(_COMMENT.sub("", line)) if depth == 0 else None
        if header:
            table = _key_path(header[1])
            found.setdefault(table, number)
            continue
        key = _KEY.match(line) if depth == 0 else None
        if key:
            found.setdefault((*table, *_key_path(key[1])), number)
        bare = _COMMENT.sub("", _STRING.sub("", line))
        depth += sum(map(bare.count, "[{")) - sum(map(bare.count, "]}"))
    return found


def _key_path(dotted: str) -> tuple[str, ...]:
    return tuple(name.strip().strip("\"'") for name in dotted.split("."))


_NOT_INHERITED = ("title", "description", "family", "default", "bgg", "shuffle")
"""Keys that a sheet does not take over from the one that it extends."""
_AT = re.compile(r"\s*\(at .*\)$")
_AT_LINE = re.compile(r"at line (\d+)")
MAX_LAYOUT_CHARS = 20_000
"""The longest file that is read, in bytes; a printed sheet has a thousand."""
_MAX_BRACKETS = 400
"""The most opening brackets and dots in a file: each opens at most one level. In a browser,
Python's stack is that of the page: too many levels end the whole pad, some of them only when they
are freed."""


class LayoutFileError(ValueError):
    """A layout file with faults.

    Attributes:
        faults: All its faults, in the order of its lines.
    """

    def __init__(self, name: str, faults: tuple[LayoutFault, ...]) -> None:
        super().__init__(f"{name}: {'; '.join(fault.text for fault in faults)}")
        self.faults = faults


@cache
def installed_layouts() -> Layouts:
    """Load all layouts that come with the pad."""
    texts = _installed_texts()
    printed: dict[str, Layout] = {}
    seeded: dict[str, tuple[Shuffle, Layout]] = {}
    for name in sorted(texts):
        content = _merge_parents(name, texts, ())
        layout = _build_layout(name, content, texts)
        if "shuffle" in content:
            seeded[name] = (SHUFFLES[content["shuffle"]], layout)
        else:
            printed[name] = layout
    return Layouts(printed, seeded)


@cache
def _installed_texts() -> Mapping[str, bytes]:
    folder = files("qwixx_pad.layouts")
    return {
        entry.name.removesuffix(".toml"): entry.read_bytes()
        for entry in folder.iterdir()
        if entry.name.endswith(".toml")
    }


def load_layout(name: str, texts: Mapping[str, bytes]) -> Layout:
    """Load the layout of a name; it may extend the others and the installed ones.

    Args:
        name: The name of one of the texts.
        texts: The contents of TOML files, by name.

    Raises:
        LayoutFileError: It has faults; all of them are listed.
    """
    known = {**_installed_texts(), **texts}
    return _build_layout(name, _merge_parents(name, known, ()), known)


def _merge_parents(name: str, texts: Mapping[str, bytes], seen: tuple[str, ...]) -> dict[str, Any]:
    """Read a file and all files that it extends, as one content.

    Args:
        name: The name of the file.
        texts: The contents of all files, by name.
        seen: The files that extend this one, for finding circles.

    Raises:
        LayoutFileError: A file cannot be read.
    """
    if name in seen:
        raise _file_error(name, Fault.RING, value=" ← ".join(map(shorten_value, (*seen, name))))
    own = _parse_toml(name, texts[name])
    parent = own.get("extends")
    if not isinstance(parent, str):
        return own
    if parent not in texts:
        line = _key_lines(texts[name].decode("utf-8"))["extends",]
        raise _file_error(name, Fault.NO_SUCH_SHEET, line, value=shorten_value(parent))
    base = _merge_parents(parent, texts, (*seen, name))
    return _merge_tables({key: base[key] for key in base if key not in _NOT_INHERITED}, own)


def _parse_toml(name: str, content: bytes) -> dict[str, Any]:
    """Parse TOML that others may have written."""
    if len(content) > MAX_LAYOUT_CHARS:
        raise _file_error(name, Fault.TOO_LARGE, most=MAX_LAYOUT_CHARS)
    if sum(map(content.count, (b"[", b"{", b"."))) > _MAX_BRACKETS:
        raise _file_error(name, Fault.TOO_DEEP)
    try:
        return tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise _file_error(name, Fault.NO_TEXT) from error
    except ValueError as error:
        found = _AT_LINE.search(str(error))
        detail = shorten_value(_AT.sub("", str(error)), 60)
        line = int(found[1]) if found else 1
        raise _file_error(name, Fault.NO_TOML, line, detail=detail) from error
    except RecursionError as error:
        raise _file_error(name, Fault.TOO_DEEP) from error


def _file_error(name: str, fault: Fault, line: int = 1, **values: object) -> LayoutFileError:
    return LayoutFileError(name, (LayoutFault.at_keys(fault, **values)._replace(line=line),))


def _merge_tables(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Lay one content over another: tables are merged key by key, all else is replaced."""
    joined = {
        key: _merge_tables(base[key], value)
        for key, value in own.items()
        if isinstance(value, dict) and isinstance(base.get(key), dict)
    }
    return {**base, **own, **joined}


def _build_layout(name: str, content: Mapping[str, Any], texts: Mapping[str, bytes]) -> Layout:
    reading = LayoutReading(name, content)
    layout = reading.read_layout()
    lines = _key_lines(texts[name].decode("utf-8"))
    if "shuffle" in content and content["shuffle"] not in SHUFFLES:
        known = ", ".join(SHUFFLES)
        reading.faults.append(LayoutFault.at_keys(Fault.NOT_OF_THESE, "shuffle", known=known))
    faults = {found._replace(line=_nearest_line(lines, found.path)) for found in reading.faults}
    if not is_sheet_name(name):
        faults.add(LayoutFault.at_keys(Fault.BAD_NAME, most=MAX_NAME_CHARS))
    if faults:
        in_order = sorted(faults, key=lambda found: (found.line, found.key, *found))
        raise LayoutFileError(name, tuple(in_order))
    return layout


_OWN = "own:"
_HASH_DIGITS = 8


def is_custom(sheet: str) -> bool:
    """True if a name in a game line is that of a custom sheet."""
    return sheet.startswith(_OWN)


def bare_name(sheet: str) -> str:
    """The name of a custom sheet without its prefix and hash."""
    return sheet.removeprefix(_OWN).rpartition("-")[0]


def plain_title(sheet: str) -> str:
    """The title of a custom sheet that has none: its name as words."""
    return bare_name(sheet).replace("_", " ").title()


def with_custom_name(name: str, layout: Layout) -> Layout:
    """Name a layout as a custom sheet in a game line, `own:NAME-HASH`."""
    digest = hashlib.sha256(canonical_text(layout).encode()).hexdigest()
    return replace(layout, name=f"{_OWN}{name}-{digest[:_HASH_DIGITS]}")


def load_custom_file(path: Path) -> Layout:
    """Load a custom sheet, which may extend the other files in its folder.

    Raises:
        LayoutFileError: It has faults; all of them are listed.
        OSError: The file cannot be read.
    """
    return custom_from_toml(path.stem, _read_start(path), _toml_files(path.parent))


def load_custom_folder(folder: Path) -> tuple[dict[str, Layout], dict[str, LayoutFileError]]:
    """Load all custom sheets of a folder.

    Returns:
        The good ones by their names in a game line, `own:NAME-HASH`, and the faults of the others
        by file name.

    Raises:
        OSError: A file cannot be read.
    """
    contents = _toml_files(folder)
    good: dict[str, Layout] = {}
    bad: dict[str, LayoutFileError] = {}
    for name in sorted(contents):
        try:
            layout = custom_from_toml(name, contents[name], contents)
            good[layout.name] = layout
        except LayoutFileError as error:
            bad[f"{name}.toml"] = error
    return good, bad


def _toml_files(folder: Path) -> Mapping[str, bytes]:
    paths = (path for path in folder.glob("*.toml") if path.is_file())
    return {path.stem: _read_start(path) for path in paths}


def _read_start(path: Path) -> bytes:
    """Read at most one byte more than `MAX_LAYOUT_CHARS`.

    Raises:
        OSError: It cannot be read, or is no regular file: a pipe may never end.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "Not a regular file", str(path))
    with path.open("rb") as file:
        return file.read(MAX_LAYOUT_CHARS + 1)


def custom_from_toml(
    name: str, content: bytes, others: Mapping[str, bytes] | None = None
) -> Layout:
    """Load a custom sheet from TOML and name it as in a game line, `own:NAME-HASH`.

    Args:
        name: The name of the file, without its extension.
        content: The bytes of the file.
        others: Further files that it may extend, by name; it may always extend installed ones.

    Raises:
        LayoutFileError: It has faults; all of them are listed.
    """
    return with_custom_name(name, load_layout(name, {**(others or {}), name: content}))


MAX_TEXT_CHARS = 6_000
"""The longest canonical text that is read; no printed sheet has a third of it."""
_MAX_TEXT_PARTS = 1_000
"""The most commas and colons in it: the parts that they separate are compared with each other."""


def custom_from_text(name: str, text: str) -> Layout:
    """Load a custom sheet from its canonical text, which others may have written.

    Raises:
        LayoutFileError: The text is no layout.
    """
    content = None
    if len(text) <= MAX_TEXT_CHARS and text.count(",") + text.count(":") <= _MAX_TEXT_PARTS:
        with suppress(ValueError):
            content = read_json(text)
    if not isinstance(content, dict):
        raise LayoutFileError(name, (LayoutFault(Fault.NO_LAYOUT),))
    reading = LayoutReading(name, content)
    layout = reading.read_layout()
    if reading.faults:
        raise LayoutFileError(name, tuple(reading.faults))
    return with_custom_name(name, layout)


@lru_cache(maxsize=128)
def read_custom(sheet: str, text: str) -> Layout | None:
    """Load a custom sheet by its full name; None if the text is no layout, or another one."""
    if not is_sheet_name(bare_name(sheet)):
        return None
    try:
        layout = custom_from_text(bare_name(sheet), text)
    except LayoutFileError:
        return None
    return layout if layout.name == sheet else None
