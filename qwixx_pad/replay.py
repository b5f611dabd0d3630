"""The command `replay`: a game line in, a JSON object out. Starts without Flet."""

import json
import sys
from collections.abc import Iterable
from typing import Any, TextIO

from qwixx_pad.core.line import HeadError, read_line
from qwixx_pad.core.report import report
from qwixx_pad.layouts import installed

ACCEPTED, REFUSED, UNREADABLE = 0, 1, 2
"""Exit statuses: every token was accepted; something was refused; a file or head was not read."""


def replay_file(source: str, out: TextIO) -> int:
    """Replay every line of a file and print a JSON object a line.

    Args:
        source: A path; `-` reads standard input.
        out: Where the objects go, flushed line by line.

    Returns:
        The exit status.
    """
    try:
        if source == "-":
            return replay_lines(_decoded(sys.stdin.buffer), out)
        with open(source, "rb") as lines:  # noqa: PTH123 - bytes, so that no line fails to decode
            return replay_lines(_decoded(lines), out)
    except BrokenPipeError:
        return UNREADABLE
    except OSError as error:
        sys.stderr.write(f"qwixx-pad: cannot read {source}: {error.strerror}\n")
        return UNREADABLE


def _decoded(lines: Iterable[bytes]) -> Iterable[str]:
    return (line.decode("utf-8-sig", errors="replace") for line in lines)


def replay_lines(lines: Iterable[str], out: TextIO) -> int:
    """Replay game lines; the worst exit status of them all is returned."""
    status = ACCEPTED
    for number, line in enumerate(lines, 1):
        if line.strip():
            answer, line_status = _answer(number, line)
            status = max(status, line_status)
            out.write(json.dumps(answer) + "\n")
            out.flush()
    return status


def _answer(number: int, text: str) -> tuple[dict[str, Any], int]:
    try:
        line = read_line(text, installed())
    except HeadError as error:
        return {"line": number, "error": str(error)}, UNREADABLE
    game, refused = line.play()
    return report(game, line.tokens, refused), REFUSED if refused else ACCEPTED
