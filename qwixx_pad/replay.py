"""The command `replay`: a game line in, a JSON object out. Starts without Flet."""

import errno
import json
import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TextIO

from qwixx_pad.core.layout import Layout
from qwixx_pad.core.line import HeadError, read_line
from qwixx_pad.core.replay import report
from qwixx_pad.layouts import installed, own_sheets

ACCEPTED, REFUSED, UNREADABLE = 0, 1, 2
"""Exit statuses: every token was accepted; something was refused; a file or head was not read."""


def replay_file(source: str, out: TextIO, folder: Path | None = None) -> int:
    """Replay every line of a file and print a JSON object a line.

    Args:
        source: A path; `-` reads standard input.
        out: Where the objects go, flushed line by line.
        folder: Layout files of one's own, which lines may name as `own:NAME-HASH`.

    Returns:
        The exit status.
    """
    try:
        layouts = installed() if folder is None else installed().with_own(_own(folder))
        if source == "-":
            return replay_lines(_decoded(sys.stdin.buffer), out, layouts)
        with open(source, "rb") as lines:  # noqa: PTH123 - bytes, so that no line fails to decode
            return replay_lines(_decoded(lines), out, layouts)
    except BrokenPipeError:
        return UNREADABLE
    except OSError as error:
        path = error.filename or source
        sys.stderr.write(f"qwixx-pad: cannot read {path}: {error.strerror}\n")
        return UNREADABLE


def _own(folder: Path) -> Mapping[str, Layout]:
    """The good sheets of a folder; the others are named where errors go."""
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    good, bad = own_sheets(folder)
    for file, error in bad.items():
        first = error.faults[0]
        sys.stderr.write(f"qwixx-pad: {folder / file}:{first.line}: {first.text}\n")
    return good


def _decoded(lines: Iterable[bytes]) -> Iterable[str]:
    return (line.decode("utf-8-sig", errors="replace") for line in lines)


def replay_lines(
    lines: Iterable[str], out: TextIO, layouts: Mapping[str, Layout] | None = None
) -> int:
    """Replay game lines; the worst exit status of them all is returned.

    Args:
        lines: A game line each; empty ones are skipped but counted.
        out: Where the objects go, flushed line by line.
        layouts: The sheets that lines may name; None: those that come with the pad.
    """
    known = installed() if layouts is None else layouts
    status = ACCEPTED
    for number, line in enumerate(lines, 1):
        if line.strip():
            answer, line_status = _answer(number, line, known)
            status = max(status, line_status)
            out.write(json.dumps(answer) + "\n")
            out.flush()
    return status


def _answer(number: int, text: str, layouts: Mapping[str, Layout]) -> tuple[dict[str, Any], int]:
    try:
        line = read_line(text, layouts)
    except HeadError as error:
        return {"line": number, "error": str(error)}, UNREADABLE
    game, refused = line.play()
    return report(game, line.tokens, refused), REFUSED if refused else ACCEPTED
