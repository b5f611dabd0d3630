"""Two or more sheets at one table: seats, rolls, the shared action, the end of the game."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from qwixx_pad.core.effects import apply_move
from qwixx_pad.core.layout import Layout
from qwixx_pad.core.moves import (
    CROSS_MOVES,
    ChooseRow,
    CrossTrackField,
    Exchange,
    Finish,
    PawnArrived,
    Penalty,
    PlayAgain,
    Refusal,
    SeatMove,
    SheetMove,
    SitOut,
    TableMove,
)
from qwixx_pad.core.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Table:
    """A position of all sheets of a table.

    Attributes:
        sheets: One a seat, in seating order.
        crosses_this_roll: Crosses of each seat in this roll; all it may make if it used up its
            roll otherwise.
        active: The seat whose roll it is.
        roll: Which roll.
        penalised: Whether the active seat has taken its penalty in this roll.
        closed_before: Letters of the rows closed in earlier rolls.
        locked_this_roll: Letters of the rows locked in this roll.
        first_arrival: The seat whose pawn has arrived first (rule 11): before its turn comes
            again, the game ends.
        sitting_out: Seats that sit out (rule 12).
        exchanged: Seats that have spent an exchange pair in this roll.
        finish_turn: House option: a turn is completed although the second row has closed.
        finished: The last action is closed; nothing is accepted but undo and redo.
    """

    sheets: tuple[Sheet, ...]
    crosses_this_roll: tuple[int, ...]
    active: int = 1
    roll: int = 1
    penalised: bool = False
    closed_before: frozenset[str] = frozenset()
    locked_this_roll: frozenset[str] = frozenset()
    first_arrival: int | None = None
    sitting_out: frozenset[int] = frozenset()
    exchanged: frozenset[int] = frozenset()
    finish_turn: bool = False
    finished: bool = False

    @classmethod
    def start(cls, layouts: Sequence[Layout], *, finish_turn: bool = False) -> "Table":
        """Return fresh sheets, one of each layout, before the first roll, seat 1 active."""
        sheets = tuple(Sheet.blank(layout) for layout in layouts)
        return cls(sheets, (0,) * len(sheets), finish_turn=finish_turn)

    @property
    def seat_numbers(self) -> range:
        """All seats, in seating order."""
        return range(1, len(self.sheets) + 1)

    # `move_refusal` and `closed_for` do without the next two: the chances call them for each cross.

    def sheet_of(self, seat: int) -> Sheet:
        """Find the sheet of a seat."""
        return self.sheets[seat - 1]

    def crosses_of(self, seat: int) -> int:
        """Tell how many crosses a seat has made in this roll, as `crosses_this_roll` counts."""
        return self.crosses_this_roll[seat - 1]

    @property
    def layout(self) -> Layout:
        """The sheet of the first seat; what is asked of it is the same on all."""
        return self.sheets[0].layout

    @property
    def closed_rows(self) -> frozenset[str]:
        """Letters of the rows closed for everybody; a lock of this roll counts at once."""
        return self.closed_before | self.locked_this_roll

    @property
    def out_of_play(self) -> frozenset[str]:
        """Letters of the rows in which nobody crosses any more: the closed ones."""
        return self.closed_rows

    @property
    def is_over(self) -> bool:
        """True if the game has ended (rules 4, 10, 11)."""
        closing_ended = self._enough_closed and not self.finish_turn
        return self.finished or self.ended_by_penalties or closing_ended

    @property
    def is_settled(self) -> bool:
        """True if the game has ended and no seat's part of the shared action is still open."""
        return self.is_over and not any(
            self.may_still_cross(seat) or self.must_choose(seat) for seat in self.seat_numbers
        )

    @property
    def ended_by_penalties(self) -> bool:
        """Return whether a seat has taken its last penalty (rule 4)."""
        return any(sheet.penalties >= self.layout.penalties for sheet in self.sheets)

    @property
    def _enough_closed(self) -> bool:
        return len(self.closed_rows) >= self.layout.rows_to_end

    def may_still_cross(self, seat: int) -> bool:
        """Return whether a seat has its one cross left after the end (rules 6, 10, 12)."""
        return self.is_over and self.has_first_action(seat)

    def has_first_action(self, seat: int) -> bool:
        """Return whether a seat may yet cross with the white dice (rule 7)."""
        if self.finished or seat in self.sitting_out:
            return False
        return self.crosses_of(seat) == 0 and not (self.penalised and seat == self.active)

    @property
    def idle_roll_ends_game(self) -> bool:
        """Return whether `/` would give the active seat its last penalty by itself (rule 8)."""
        taken = self.sheet_of(self.active).penalties
        return not self.is_over and self.is_idle and taken == self.layout.penalties - 1

    @property
    def is_idle(self) -> bool:
        """Return whether the active seat plays and has neither crossed nor taken a penalty."""
        played = self.crosses_of(self.active) or self.penalised
        return not played and self.active not in self.sitting_out

    def must_choose(self, seat: int) -> bool:
        """Return whether a seat has won crosses and still has to choose their row.

        Another seat that ends the game leaves it that (rule 6).
        """
        choices = self.sheet_of(seat).rows_to_choose(self.closed_for(seat))
        return bool(choices) and not self.finished and seat not in self.sitting_out

    def seats_with_lock(self, letter: str) -> tuple[int, ...]:
        """Return the seats that have the lock of a row; several may in one roll."""
        row = self.layout.row_index(letter)
        return tuple(
            seat
            for seat, sheet in enumerate(self.sheets, 1)
            if row is not None and sheet.is_locked(row)
        )

    @property
    def _turn_order(self) -> tuple[int, ...]:
        """The seats in the order in which their turns come, the active one's own last."""
        return (*self.seat_numbers[self.active :], *self.seat_numbers[: self.active])

    @property
    def _remaining_turns(self) -> tuple[int, ...] | None:
        """The seats that are still to be active before a last round ends; None without one."""
        if self.first_arrival is None:
            return None
        before = self._turn_order[: self._turn_order.index(self.first_arrival)]
        return tuple(seat for seat in before if seat not in self.sitting_out)

    @property
    def rolls_left(self) -> int | None:
        """Rolls to the end once a pawn has arrived, this one included (rule 11); else None."""
        turns = self._remaining_turns
        return None if turns is None else len(turns) + 1

    def move_refusal(self, seat: int, move: SheetMove) -> Refusal | None:
        """Return the first refusal of a move of a seat, None if it is legal."""
        if not 1 <= seat <= len(self.sheets):
            return Refusal.NO_SUCH_SEAT
        sheet = self.sheets[seat - 1]
        if not sheet.has_cell_for(move):
            return Refusal.NO_SUCH_CELL
        if isinstance(move, CROSS_MOVES):
            turn = self._turn_refusal(seat)
        elif isinstance(move, ChooseRow | Exchange):
            turn = self._other_refusal(seat, move)
        else:
            turn = self._active_seat_refusal(seat, move)
        if turn in {Refusal.CROSSED_THIS_ROLL, Refusal.ROLL_USED_UP} and self.must_choose(seat):
            return Refusal.NOT_FEWEST
        return turn or sheet.refusal_unchecked(move, self.closed_for(seat))

    def _turn_refusal(self, seat: int) -> Refusal | None:
        """Rules 7 and 12, and the end of the game."""
        if self.is_over and not self.may_still_cross(seat):
            return Refusal.OVER
        if seat in self.sitting_out:
            return Refusal.NOT_ACTIVE
        active = seat == self.active
        allowed = self.layout.actions if active else 1
        used_up = self.crosses_this_roll[seat - 1] >= allowed or (active and self.penalised)
        return Refusal.ROLL_USED_UP if used_up else None

    def _other_refusal(self, seat: int, move: ChooseRow | Exchange) -> Refusal | None:
        """Return the refusal of a choice of row or a pair: both use up nothing of a roll."""
        if self.is_over and not (isinstance(move, ChooseRow) and self.must_choose(seat)):
            return Refusal.OVER
        if seat in self.sitting_out:
            return Refusal.NOT_ACTIVE
        penalised = self.penalised and seat == self.active
        late = self.crosses_of(seat) or seat in self.exchanged or penalised
        return Refusal.ROLL_USED_UP if late and isinstance(move, Exchange) else None

    def _active_seat_refusal(self, seat: int, move: SheetMove) -> Refusal | None:
        """Rules 7 and 11: penalties and the pawn belong to the active seat."""
        if self.is_over:
            return Refusal.OVER
        if seat != self.active or seat in self.sitting_out:
            return Refusal.NOT_ACTIVE
        if not isinstance(move, Penalty | CrossTrackField):
            return None
        if self.crosses_of(seat) and isinstance(move, Penalty):
            return Refusal.CROSSED_THIS_ROLL
        return Refusal.ROLL_USED_UP if self.penalised or self.crosses_of(seat) else None

    def closed_for(self, seat: int) -> frozenset[str]:
        """Return letters of the rows in which a seat may cross no more (rules 3 and 9).

        A row locked in this roll is one of them for the active seat's second cross, whose die
        is gone. For the first cross of anybody it is open: that was made with the same white
        dice, and so is what that one still owes.
        """
        crosses = self.crosses_this_roll[seat - 1]
        if self.sheets[seat - 1].pending_choices:
            crosses -= 1
        return self.closed_rows if seat == self.active and crosses > 0 else self.closed_before

    def still_open_for(self, seat: int) -> frozenset[str]:
        """Return the letters of rows locked in this roll that are still open for a seat (rule 9).

        Only a seat that plays and has made no cross in this roll may: it saw the same white dice.
        """
        return self.locked_this_roll if self.has_first_action(seat) else frozenset()

    def with_move(self, seat: int, move: SheetMove) -> "Table":
        """Return the position after a legal move of a seat, with all that it forces."""
        at = seat - 1
        before = self.sheets[at]
        sheet = apply_move(before, move, self.closed_for(seat))
        sheets = (*self.sheets[:at], sheet, *self.sheets[at + 1 :])
        if isinstance(move, CROSS_MOVES):
            crossed = self._with_cross(at, sheets, 1, sheet.new_locks(before))
            own_end = sheet.pending_choices and crossed.is_over and not self.is_over
            return crossed.without_choice(seat) if own_end else crossed
        if isinstance(move, ChooseRow | CrossTrackField):
            crosses = self.layout.actions if isinstance(move, CrossTrackField) else 0
            return self._with_cross(at, sheets, crosses, sheet.new_locks(before))
        marked = replace(self, sheets=sheets)
        match move:
            case Exchange():
                return replace(marked, exchanged=self.exchanged | {seat})
            case Penalty():
                return replace(marked, penalised=True)
            case PawnArrived() if self.first_arrival is None:
                return replace(marked, first_arrival=seat)
        return marked

    def _with_cross(
        self, at: int, sheets: tuple[Sheet, ...], crosses: int, locks: frozenset[str]
    ) -> "Table":
        """Spelt out, not replaced: nearly every entry is a cross."""
        made = (
            *self.crosses_this_roll[:at],
            self.crosses_this_roll[at] + crosses,
            *self.crosses_this_roll[at + 1 :],
        )
        return Table(
            sheets=sheets,
            crosses_this_roll=made,
            active=self.active,
            roll=self.roll,
            penalised=self.penalised,
            closed_before=self.closed_before,
            locked_this_roll=self.locked_this_roll | locks if locks else self.locked_this_roll,
            first_arrival=self.first_arrival,
            sitting_out=self.sitting_out,
            exchanged=self.exchanged,
            finish_turn=self.finish_turn,
            finished=self.finished,
        )

    def without_choice(self, seat: int) -> "Table":
        """Return the position when the choice of row of a seat is forfeited."""
        sheets = list(self.sheets)
        sheets[seat - 1] = sheets[seat - 1].without_choice()
        return replace(self, sheets=tuple(sheets))

    def seat_refusal(self, seat: int, move: SeatMove) -> Refusal | None:
        """Return the refusal of a seat that goes out or comes back, None if legal."""
        if not 1 <= seat <= len(self.sheets):
            return Refusal.NO_SUCH_SEAT
        if self.is_over:
            return Refusal.OVER
        if isinstance(move, PlayAgain) and self.must_choose(seat):
            return Refusal.NOT_FEWEST
        empties = isinstance(move, SitOut) and len(self.sitting_out | {seat}) == len(self.sheets)
        return Refusal.NOT_ACTIVE if empties else None

    def with_seat_move(self, seat: int, move: SeatMove) -> "Table":
        """Return the position after a seat goes out or comes back (rule 12)."""
        out = self.sitting_out | {seat} if isinstance(move, SitOut) else self.sitting_out - {seat}
        return replace(self, sitting_out=out)

    def table_refusal(self, _move: TableMove) -> Refusal | None:
        """Return the refusal of `/` and `end`: after the end one of them is accepted, no more."""
        return Refusal.OVER if self.finished else None

    def with_table_move(self, move: TableMove) -> "Table":
        """Return the position after `/` or `end`.

        By rule 8 an active seat that neither crossed nor took a penalty gets one with the `/`,
        by rule 12 not while it sits out.
        """
        if isinstance(move, Finish):
            return replace(self, finished=True)
        if self.is_over:
            return self.with_next_roll()
        idle = self.with_move(self.active, Penalty()) if self.is_idle else self
        return idle.with_next_roll()

    def with_next_roll(self) -> "Table":
        """Return the position with the next playing seat active, or the game finished."""
        if self.ended_by_penalties or self._enough_closed or self._remaining_turns == ():
            return replace(self, finished=True, closed_before=self.closed_rows)
        return replace(
            self,
            sheets=tuple(sheet.without_choice() for sheet in self.sheets),
            crosses_this_roll=(0,) * len(self.sheets),
            active=next(seat for seat in self._turn_order if seat not in self.sitting_out),
            roll=self.roll + 1,
            penalised=False,
            closed_before=self.closed_rows,
            locked_this_roll=frozenset(),
            exchanged=frozenset(),
        )
