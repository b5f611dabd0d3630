"""The net of `qwixx_pad/analysis/net.py` for numba: its inputs and outputs."""

from typing import TypeAlias

import numpy as np
from numba import njit

from qwixx_pad.analysis.net import (
    ACTIVE_ACTED,
    BEST_OTHER_PAWN,
    BIAS,
    FAR_LEAD,
    FINISH,
    HEADS,
    LATE_LOCKS,
    LEAD,
    LEAD_OVER_MEAN,
    MORE_CLOSED,
    NEAR_LEAD,
    ONE_CLOSED,
    OTHERS_ACTED,
    PAWN_ARRIVED,
    PAWN_POINTS,
    PENALTIES,
    POINTS,
    ROLLS_LEFT,
    SEATS,
    SIZE,
    STATES,
    THEIRS,
    TOTAL,
    TURN,
)


@njit(cache=True)
def turn(distance, acted, done, out):
    """The index of a seat in the part of the context about turns.

    Args:
        distance: The rolls until it is active; 0 if it is.
        acted: Whether it has entered something in this roll.
        done: Whether it can enter nothing more in this roll.
        out: Whether it sits out.
    """
    if out:
        return 11
    if distance == 0:
        return 2 if done else (1 if acted else 0)
    return 3 + 2 * (distance - 1) + acted


@njit(cache=True)
def context(
    into,
    seats,
    finish,
    turn_of,
    penalties,
    theirs,
    closing,
    late,
    total,
    best,
    mean,
    others_acted,
    active_acted,
    extra,
    extra_theirs,
    arrived,
    left,
):
    """Write the context of a seat.

    Args:
        into: An array of `SIZE` numbers.
        seats: The number of seats.
        finish: Whether a turn is completed after the second row has closed (rule 10).
        turn_of: The index that `turn` computes.
        penalties: The penalties of the seat.
        theirs: The most penalties of another seat.
        closing: The number of rows closed for everybody.
        late: The number of rows locked in this roll that the seat may still lock.
        total: The points of the seat so far.
        best: The most points of another seat.
        mean: The mean of the points of the others.
        others_acted: The share of the others that have entered something in this roll.
        active_acted: Whether another seat is active and has entered something.
        extra: The points of the seat's pawn.
        extra_theirs: The most points of another pawn.
        arrived: Whether the seat's pawn has arrived.
        left: The rolls to the end once a pawn has arrived, else 0.
    """
    into[:] = 0.0
    into[BIAS] = 1.0
    into[SEATS + seats - 1] = 1.0
    into[FINISH] = finish
    into[TURN + turn_of] = 1.0
    into[PENALTIES + min(penalties, 3)] = 1.0
    into[THEIRS + min(theirs, 3)] = 1.0
    into[ONE_CLOSED] = closing == 1
    into[MORE_CLOSED] = closing > 1
    into[LATE_LOCKS] = late
    if seats > 1:
        into[TOTAL] = total / POINTS
        lead = total - best
        into[LEAD] = min(max(lead / 20.0, -3.0), 3.0)
        into[NEAR_LEAD] = lead / (8.0 + abs(lead))
        into[FAR_LEAD] = lead / (30.0 + abs(lead))
        into[LEAD_OVER_MEAN] = min(max((total - mean) / 20.0, -3.0), 3.0)
    into[OTHERS_ACTED] = others_acted
    into[ACTIVE_ACTED] = active_acted
    into[PAWN_POINTS] = extra / 20.0
    into[BEST_OTHER_PAWN] = extra_theirs / 20.0
    into[PAWN_ARRIVED] = arrived
    if left > 0:
        into[ROLLS_LEFT + left - 1] = 1.0


@njit(cache=True, fastmath=True)
def _add(into, value, weights):
    for h in range(into.shape[0]):
        into[h] += value * weights[h]


@njit(cache=True, fastmath=True)
def heads(rows, others, of_row, seen, own, first, second, last):
    """Compute the outputs of the net for a seat.

    Args:
        rows: The states of its four rows.
        others: For each row, the sum of the others' vectors.
        of_row: For each row, which table of vectors it has.
        seen: The context of the seat.
        own: The vectors by table and state.
        first: The weights from the context to both pairs of rows.
        second: The weights from the pairs, and below them from the context, to the second layer.
        last: The weights from that layer, and below them from the context, to the outputs.
    """
    wide = own.shape[2]
    narrow = second.shape[1]
    base = np.zeros(wide, np.float32)
    hidden = np.zeros(narrow, np.float32)
    outputs = np.zeros(HEADS, np.float32)
    for at in range(seen.shape[0]):
        if seen[at] != 0.0:
            _add(base, seen[at], first[at])
            _add(hidden, seen[at], second[wide + at])
            _add(outputs, seen[at], last[narrow + at])
    one = base.copy()
    other = base
    for row in range(2):
        _add(one, 1.0, own[of_row[row], rows[row]])
        _add(one, 1.0, others[row])
        _add(other, 1.0, own[of_row[2 + row], rows[2 + row]])
        _add(other, 1.0, others[2 + row])
    for h in range(wide):
        _add(hidden, max(one[h], 0.0) + max(other[h], 0.0), second[h])
    for k in range(narrow):
        _add(outputs, max(hidden[k], 0.0), last[k])
    return outputs


Weights: TypeAlias = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]
"""The arrays `own`, `theirs`, `first`, `second` and `last` of `heads`."""


def blank(tables: int, wide: int, narrow: int) -> Weights:
    """Weights of zeros."""
    table = (tables, STATES, wide)
    shapes = (table, table, (SIZE, wide), (wide + SIZE, narrow), (narrow + SIZE, HEADS))
    own, theirs, first, second, last = (np.zeros(shape, np.float32) for shape in shapes)
    return own, theirs, first, second, last
