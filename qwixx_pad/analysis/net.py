"""The neural net that values positions: its weights, and its outputs for a seat, in plain Python.

A seat sees the parts of its own sheet, those of all others together, and a context. Parts that are
alike share their weights, and both halves of a sheet are added up: on *Classic*, to exchange red
and yellow, green and blue, or both halves changes nothing. `.ci/analysis` trains the net;
`docs/analysis.md` says how good it is.
"""

import json
import sys
from array import array
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from math import prod
from operator import mul
from typing import TypeAlias

Vector: TypeAlias = list[float]
Context: TypeAlias = Sequence[tuple[int, float]]
"""The inputs of a seat besides the parts, as index and value; those that are 0 are left out."""

POINTS = 50.0
"""How many points are 1.0 in the net."""

# The indices of a context: of a single value, or of the first of several.
BIAS = 0
SEATS = 1
"""The number of seats, from 1."""
FINISH = 6
TURN = 7
PENALTIES = 19
THEIRS = 23
ONE_CLOSED, MORE_CLOSED, LATE_LOCKS = range(27, 30)
"""One row is closed for everybody, more are, and how many rows that were locked in this roll the
seat may still lock."""
TOTAL = 30
LEAD, NEAR_LEAD, FAR_LEAD, LEAD_OVER_MEAN = range(31, 35)
"""The lead over the best other seat, clamped and at two scales, and over the mean of the others."""
OTHERS_ACTED, ACTIVE_ACTED = range(35, 37)
"""The share of the others that have entered something in this roll, and whether the active has."""
PAWN_POINTS, BEST_OTHER_PAWN, PAWN_ARRIVED = range(37, 40)
ROLLS_LEFT = 41
"""The rolls to the end once a pawn has arrived, from 1; index 40 is always 0."""
SIZE = 46
"""The length of a context."""
ACTIVE_SLOT, ACTED_SLOT, DONE_SLOT, WAITING_SLOT = range(4)
OUT_SLOT = 11
"""Slots of a seat behind `TURN`.

The active seat has the first; the second once it has entered something, and the third when it can
enter nothing more. The other seats have two each, by the seats that roll before them: without an
entry in this roll, and with one. A seat that sits out has the last slot.
"""
MOST_PENALTIES = 3
"""More penalties count as so many."""
LEAD_SCALE, NEAR_SCALE, FAR_SCALE = (20.0, 8.0, 30.0)
"""The points that leads are divided by."""
MOST_LEAD = 3.0
"""The largest clamped lead."""

_MOST_HALVES = 1000
"""So many sums of vectors are remembered; a game of five has some two hundred."""
HEADS = 6
MEAN, SPREAD, STRENGTH, HEAT, TIE, SHARE = range(HEADS)
"""The outputs for a seat: the mean of the points to come, the logarithm of their spread, its
strength besides points, how much points decide, how likely a tie is, and its share of the win."""


@dataclass(frozen=True, slots=True)
class Net:
    """The weights for the sheets of a box.

    Attributes:
        own, theirs: By the index of `Parts.halves_of`: its vector, on the seat's own sheet and on
            those of others.
        first: By an index of the context: the vector that is added to those of the parts.
        second, second_seen: The weights from both halves of the sheet, and from the context, to the
            second layer.
        last, last_seen: The weights from the second layer, and from the context, to the outputs.
    """

    own: list[Vector]
    theirs: list[Vector]
    first: list[Vector]
    second: list[Vector]
    second_seen: list[Vector]
    last: list[Vector]
    last_seen: list[Vector]
    _halves: dict[tuple[tuple[int, ...], bool], Vector] = field(default_factory=dict)

    @classmethod
    def from_bytes(cls, content: bytes) -> "Net":
        """Read a net from the content of a file.

        Raises:
            ValueError: It is no such file.
        """
        own, theirs, first, second, last = _read_arrays(content)
        wide = len(first[0])
        narrow = len(second[0])
        # the rows of `second` and `last` behind these widths are for the context
        return cls(
            own=own,
            theirs=theirs,
            first=first,
            second=_transpose_rows(second[:wide]),
            second_seen=second[wide:],
            last=_transpose_rows(last[:narrow]),
            last_seen=last[narrow:],
        )

    def half_vector(self, parts: tuple[int, ...], *, own: bool) -> Vector:
        """Add the vectors of the parts of one half of a sheet.

        Args:
            parts: Their indices, see `Parts.halves_of`.
            own: Whether it is the sheet of the seat itself.
        """
        known = self._halves.get((parts, own))
        if known is None:
            if len(self._halves) >= _MOST_HALVES:
                self._halves.clear()
            vectors = self.own if own else self.theirs
            known = self._halves[parts, own] = _sum_vectors(vectors[part] for part in parts)
        return known

    def head_values(self, halves: Sequence[Sequence[Vector]], seen: Context) -> Vector:
        """Compute the `HEADS` outputs for a seat.

        Args:
            halves: For the upper and the lower half the vectors of all seats.
            seen: The context of the seat.
        """
        base = _weighted_sum(self.first, seen)
        upper, lower = (_sum_vectors((base, *vectors)) for vectors in halves)
        both = [max(a, 0.0) + max(b, 0.0) for a, b in zip(upper, lower, strict=True)]
        hidden = [
            max(sum(map(mul, row, both)) + more, 0.0)
            for row, more in zip(self.second, _weighted_sum(self.second_seen, seen), strict=True)
        ]
        return [
            sum(map(mul, row, hidden)) + more
            for row, more in zip(self.last, _weighted_sum(self.last_seen, seen), strict=True)
        ]


@cache
def _sheets_by_weights() -> dict[str, list[str]]:
    """For each file of weights the names of the sheets that it is for."""
    text = files("qwixx_pad.analysis").joinpath("weights.json").read_text(encoding="utf-8")
    sheets: dict[str, list[str]] = json.loads(text)
    return sheets


def fits_sheets(name: str, sheets: Collection[str]) -> bool:
    """True if there are weights of this name, and they are for all of these sheets."""
    return {*sheets} <= {*_sheets_by_weights().get(name, ())}


_nets: dict[str, Net] = {}
"""The nets that were read, or that a browser has fetched: its files are not next to this module."""


def has_weights(name: str) -> bool:
    """True if the weights of this name are on this device."""
    return name in _nets or _weights_file(name).is_file()


def find_net(name: str) -> Net:
    """The net with the weights of this name, which are on this device (`has_weights`)."""
    if name not in _nets:
        receive_weights(name, _weights_file(name).read_bytes())
    return _nets[name]


def receive_weights(name: str, content: bytes) -> None:
    """Use the content of a file of weights from now on.

    Raises:
        ValueError: It is no such file.
    """
    _nets[name] = Net.from_bytes(content)


def _weights_file(name: str) -> Traversable:
    return files("qwixx_pad.analysis").joinpath(f"{name}.weights")


def _sum_vectors(vectors: Iterable[Vector]) -> Vector:
    return [*map(sum, zip(*vectors, strict=True))]


def _weighted_sum(weights: Sequence[Vector], seen: Context) -> Vector:
    """Add the weights of a context, each times its value."""
    whole = (weights[at] for at, value in seen if value == 1)
    rest = ([value * each for each in weights[at]] for at, value in seen if value != 1)
    return _sum_vectors((*whole, *rest))


def _transpose_rows(rows: Sequence[Vector]) -> list[Vector]:
    return [[*column] for column in zip(*rows, strict=True)]


def _read_arrays(content: bytes) -> Iterable[list[Vector]]:
    """Yield the arrays of a file as rows of numbers.

    `.ci/analysis/files.py` describes the format.
    """
    at = content.index(b"\n") + 1
    for shape in json.loads(content[:at])["shapes"]:
        columns = shape[-1]
        scales = array("f")
        numbers = array("b")
        scales.frombytes(content[at : at + 4 * columns])
        if sys.byteorder == "big":
            scales.byteswap()
        at += 4 * columns
        numbers.frombytes(content[at : at + prod(shape)])
        at += prod(shape)
        lines = (numbers[start : start + columns] for start in range(0, prod(shape), columns))
        yield [[*map(mul, line, scales)] for line in lines]
