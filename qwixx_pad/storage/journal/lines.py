"""A line of a journal: cells with tabulators between them, each behind its checksum.

    0b5a1f3c entries ["2f1c…",12,["r5"],[1795286400000000]]

A checksum is made over a cell and what ends it, so that a line which broke off is known from one
that is whole.
"""

import json
from binascii import crc32
from collections.abc import Iterator, Sequence

Cell = bytes
"""What is said, as it lies in the file, without its checksum."""
_SUM = 9
"""Letters of a checksum and the space behind it."""


def cell(word: str, *values: object) -> Cell:
    """A word and its values as they lie in the file."""
    return f"{word} {json.dumps(values, separators=(',', ':'))}".encode()


def line_of(cells: Sequence[Cell]) -> bytes:
    """The line that says this."""
    *others, last = cells
    return b"".join([*(_summed(cell, b"\t") for cell in others), _summed(last, b"\n")])


def _summed(cell: Cell, end: bytes) -> bytes:
    ended = cell + end
    return b"%08x %b" % (crc32(ended), ended)


def cells_in(line: bytes) -> Iterator[Cell | None]:
    """What a line without its end says; None in the place of what is not as it was written."""
    *others, last = line.split(b"\t")
    yield from (_sound(cell, b"\t") for cell in others)
    yield _sound(last, b"\n")


def _sound(cell: bytes, end: bytes) -> Cell | None:
    said = cell[_SUM:]
    return said if cell[:_SUM] == b"%08x " % crc32(end, crc32(said)) else None
