"""The neural net that values positions: its weights, and its outputs for a seat, in plain Python.

A seat sees its own rows, those of all others together, and a context. Rows that are alike share
their weights, and both pairs of rows are added up: to exchange red and yellow, green and blue, or
both pairs changes nothing. `.ci/analysis` trains the net; `docs/analysis.md` says how good it is.
"""

import json
import sys
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from math import prod
from operator import mul
from typing import TypeAlias

Vector: TypeAlias = list[float]
Context: TypeAlias = Sequence[tuple[int, float]]
"""The inputs of a seat besides the rows, as index and value; those that are 0 are left out."""

CLOSED = 56
"""The state of a closed row; `encode_row_state` numbers the open ones below it."""
STATES = 57
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

HEADS = 6
MEAN, SPREAD, STRENGTH, HEAT, TIE, SHARE = range(HEADS)
"""The outputs for a seat: the mean of the points to come, the logarithm of their spread, its
strength besides points, how much points decide, how likely a tie is, and its share of the win."""


def encode_row_state(last: int, crosses: int) -> int:
    """Number an open row by its last crossed position (from 1; 0 for none) and its crosses."""
    return last * (last - 1) // 2 + crosses if last else 0


@dataclass(frozen=True, slots=True)
class Net:
    """The weights for a sheet.

    Attributes:
        own, theirs: By a table of rows that are alike and the state of a row: its vector, for the
            seat itself and for the other seats.
        first: By an index of the context: the vector that is added to those of the rows.
        second, second_seen: The weights from both pairs of rows, and from the context, to the
            second layer.
        last, last_seen: The weights from the second layer, and from the context, to the outputs.
    """

    own: list[list[Vector]]
    theirs: list[list[Vector]]
    first: list[Vector]
    second: list[Vector]
    second_seen: list[Vector]
    last: list[Vector]
    last_seen: list[Vector]
    _pairs: dict[tuple[int, int, int, int], Vector] = field(default_factory=dict)

    @classmethod
    def read(cls, name: str) -> "Net":
        """Read the net from a file next to this module.

        Raises:
            FileNotFoundError: There is no file of this name.
        """
        own, theirs, first, second, last = _read_arrays(_weights_file(name).read_bytes())
        wide = len(first[0])
        narrow = len(second[0])
        # the rows of `second` and `last` behind these widths are for the context
        return cls(
            own=[own[at : at + STATES] for at in range(0, len(own), STATES)],
            theirs=[theirs[at : at + STATES] for at in range(0, len(theirs), STATES)],
            first=first,
            second=_transpose_rows(second[:wide]),
            second_seen=second[wide:],
            last=_transpose_rows(last[:narrow]),
            last_seen=last[narrow:],
        )

    def pair_vector(self, row: int, one: int, other: int, *, own: bool) -> Vector:
        """Add the vectors of two rows, of which the first is row 0 or 2.

        Args:
            row: The index of the first row.
            one: The state of the first row.
            other: The state of the second row.
            own: Whether the rows are on the sheet of the seat itself.
        """
        key = row, one, other, own
        known = self._pairs.get(key)
        if known is None:
            tables = self.own if own else self.theirs
            first = tables[row % len(tables)]
            second = tables[(row + 1) % len(tables)]
            known = self._pairs[key] = _sum_vectors((first[one], second[other]))
        return known

    def head_values(self, pairs: Sequence[Sequence[Vector]], seen: Context) -> Vector:
        """Compute the `HEADS` outputs for a seat.

        Args:
            pairs: For each pair of rows the vectors of all seats.
            seen: The context of the seat.
        """
        base = _weighted_sum(self.first, seen)
        upper, lower = (_sum_vectors((base, *vectors)) for vectors in pairs)
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
def has_weights(name: str) -> bool:
    """True if there is a file of this name."""
    return _weights_file(name).is_file()


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
