"""Why an entry is not accepted."""

from enum import StrEnum


class Refusal(StrEnum):
    """The reasons of the contract, in the order in which the first that holds is given."""

    SYNTAX = "syntax"
    NO_SUCH_SEAT = "no_such_seat"
    NO_SUCH_CELL = "no_such_cell"
    OVER = "over"
    NOT_ACTIVE = "not_active"
    CROSSED_THIS_ROLL = "crossed_this_roll"
    ROLL_USED_UP = "roll_used_up"
    CROSSED = "crossed"
    CLOSED = "closed"
    PASSED = "passed"
    NEEDS_MORE = "needs_more"
    NO_PENALTY_LEFT = "no_penalty_left"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOTHING_TO_REDO = "nothing_to_redo"
    NO_NEIGHBOUR = "no_neighbour"
    USED = "used"
    NOT_FEWEST = "not_fewest"
    BACKWARDS = "backwards"


class RefusedError(ValueError):
    """An entry was played that the rules do not accept; nothing has changed.

    Attributes:
        reason: The first refusal that holds.
    """

    def __init__(self, reason: Refusal) -> None:
        super().__init__(reason.value)
        self.reason = reason
