"""The command `layout check`: what is wrong with a layout file, or what game lines call it."""

from pathlib import Path
from typing import TextIO

from qwixx_pad.layouts.loader import LayoutFileError, load_file

GOOD, FAULTY, UNREADABLE = 0, 1, 2
"""Exit statuses: it can be played on; something is wrong with it; there is no such file."""


def check_file(path: Path, out: TextIO) -> int:
    """Say all that is wrong with a layout file at once, a line a problem, or its name.

    Args:
        path: The file.
        out: Where it is said.

    Returns:
        The exit status.
    """
    try:
        layout = load_file(path)
    except LayoutFileError as error:
        out.writelines(f"{path}:{fault.line}: {fault.text}\n" for fault in error.faults)
        return FAULTY
    except OSError as error:
        out.write(f"{path}: {error.strerror}\n")
        return UNREADABLE
    out.write(f"{path}: {layout.name}\n")
    return GOOD
