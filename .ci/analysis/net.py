"""The net of `qwixx_pad/analysis/net.py` for numba: its inputs and outputs."""

from typing import TypeAlias

import numpy as np
from jit import jit

from qwixx_pad.analysis.net import (
    ACTED_SLOT,
    ACTIVE_ACTED,
    ACTIVE_SLOT,
    BEST_OTHER_PAWN,
    BIAS,
    DONE_SLOT,
    FAR_LEAD,
    FAR_SCALE,
    FINISH,
    HEADS,
    LATE_LOCKS,
    LEAD,
    LEAD_OVER_MEAN,
    LEAD_SCALE,
    MORE_CLOSED,
    MOST_LEAD,
    MOST_PENALTIES,
    NEAR_LEAD,
    NEAR_SCALE,
    ONE_CLOSED,
    OTHERS_ACTED,
    OUT_SLOT,
    PAWN_ARRIVED,
    PAWN_POINTS,
    PENALTIES,
    POINTS,
    ROLLS_LEFT,
    SEATS,
    SIZE,
    THEIRS,
    TOTAL,
    TURN,
    WAITING_SLOT,
)


@jit
def turn(distance, acted, done, out):
    """The index of a seat in the part of the context about turns.

    Args:
        distance: The rolls until it is active; 0 if it is.
        acted: Whether it has entered something in this roll.
        done: Whether it can enter nothing more in this roll.
        out: Whether it sits out.
    """
    if out:
        return OUT_SLOT
    if distance == 0:
        return DONE_SLOT if done else (ACTED_SLOT if acted else ACTIVE_SLOT)
    return WAITING_SLOT + 2 * (distance - 1) + acted


@jit
def context(
    into,
    seats,
    finish,
    turn_of,
    penalties,
    closed_count,
    total=0,
    theirs=0,
    best=0,
    mean=0.0,
    late=0,
    others_acted=0.0,
    active_acted=0,
    pawn_points=0,
    best_pawn=0,
    arrived=0,
    rolls_left=0,
):
    """Write the context of a seat.

    Args:
        into: An array of `SIZE` numbers.
        seats: The number of seats.
        finish: Whether a turn is completed after the second row has closed (rule 10).
        turn_of: The index that `turn` computes.
        penalties: The penalties of the seat.
        closed_count: The number of rows closed for everybody.
        total: The points of the seat so far.
        theirs: The most penalties of another seat.
        best: The most points of another seat.
        mean: The mean of the points of the others.
        late: The number of rows locked in this roll that the seat may still cross.
        others_acted: The share of the others that have crossed in this roll.
        active_acted: Whether another seat is active and has entered something.
        pawn_points: The points of the seat's pawn.
        best_pawn: The most points of another pawn.
        arrived: Whether the seat's pawn has arrived.
        rolls_left: The rolls to the end once a pawn has arrived, else 0.
    """
    into[:] = 0.0
    into[BIAS] = 1.0
    into[SEATS + seats - 1] = 1.0
    into[FINISH] = finish
    into[TURN + turn_of] = 1.0
    into[PENALTIES + min(penalties, MOST_PENALTIES)] = 1.0
    into[THEIRS + min(theirs, MOST_PENALTIES)] = 1.0
    into[ONE_CLOSED] = closed_count == 1
    into[MORE_CLOSED] = closed_count > 1
    into[LATE_LOCKS] = late
    if seats > 1:
        into[TOTAL] = total / POINTS
        lead = total - best
        over_mean = total - mean
        into[LEAD] = min(max(lead / LEAD_SCALE, -MOST_LEAD), MOST_LEAD)
        into[NEAR_LEAD] = lead / (NEAR_SCALE + abs(lead))
        into[FAR_LEAD] = lead / (FAR_SCALE + abs(lead))
        into[LEAD_OVER_MEAN] = min(max(over_mean / LEAD_SCALE, -MOST_LEAD), MOST_LEAD)
    into[OTHERS_ACTED] = others_acted
    into[ACTIVE_ACTED] = active_acted
    into[PAWN_POINTS] = pawn_points / LEAD_SCALE
    into[BEST_OTHER_PAWN] = best_pawn / LEAD_SCALE
    into[PAWN_ARRIVED] = arrived
    if rolls_left > 0:
        into[ROLLS_LEFT + rolls_left - 1] = 1.0


@jit(fastmath=True)
def add(into, value, weights):
    for h in range(into.shape[0]):
        into[h] += value * weights[h]


@jit(fastmath=True)
def heads(halves, seen, first, second, last):
    """Compute the outputs of the net for a seat.

    Args:
        halves: For the upper and the lower half, the sum of the vectors of its parts.
        seen: The context of the seat.
        first: The weights from the context to both halves.
        second: The weights from the halves, and below them from the context, to the second layer.
        last: The weights from that layer, and below them from the context, to the outputs.
    """
    wide = first.shape[1]
    narrow = second.shape[1]
    base = np.zeros(wide, np.float32)
    hidden = np.zeros(narrow, np.float32)
    outputs = np.zeros(HEADS, np.float32)
    for at in range(seen.shape[0]):
        if seen[at] != 0.0:
            add(base, seen[at], first[at])
            add(hidden, seen[at], second[wide + at])
            add(outputs, seen[at], last[narrow + at])
    for h in range(wide):
        both = max(base[h] + halves[0, h], 0.0) + max(base[h] + halves[1, h], 0.0)
        add(hidden, both, second[h])
    for k in range(narrow):
        add(outputs, max(hidden[k], 0.0), last[k])
    return outputs


Weights: TypeAlias = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]
"""The vectors of parts, on the own sheet and on others; then `first`, `second`, `last` of `heads`.
"""


def blank(parts: int, wide: int, narrow: int) -> Weights:
    """Weights of zeros for so many vectors of parts."""
    vectors = (parts, wide)
    shapes = (vectors, vectors, (SIZE, wide), (wide + SIZE, narrow), (narrow + SIZE, HEADS))
    own, theirs, first, second, last = (np.zeros(shape, np.float32) for shape in shapes)
    return own, theirs, first, second, last
