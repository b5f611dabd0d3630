"""On which line of a TOML text a key stands; Python's own reader does not tell."""

import re

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
