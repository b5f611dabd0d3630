"""A table of two seats or more: turns, rolls, the last action, the end of the game."""

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
    """All sheets of a table, and how far the roll has come.

    Attributes:
        sheets: The sheet of each seat, in seating order.
        crosses_this_roll: The crosses of each seat in this roll; after a lucky field, as many as it
            may make.
        active: The active seat, from 1.
        roll: The number of the roll, from 1.
        penalised: Whether the active seat has taken its penalty in this roll.
        closed_before: The letters of the rows that were closed in earlier rolls.
        locked_this_roll: The letters of the rows that were locked in this roll.
        first_arrival: The seat whose pawn arrived first; the game ends before its next turn (rule
            11).
        sitting_out: The seats that sit out (rule 12).
        exchanged: The seats that have spent an exchange pair in this roll.
        finish_turn: Whether a turn is completed after the second row has closed (rule 10).
        finished: Whether the last action is over; only undo and redo are accepted then.
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

    @property
    def seat_numbers(self) -> range:
        """All seats, in seating order."""
        return range(1, len(self.sheets) + 1)

    # `move_refusal` and `closed_for` do without the next two: the chances call them for each cross.

    def sheet_of(self, seat: int) -> Sheet:
        return self.sheets[seat - 1]

    def crosses_of(self, seat: int) -> int:
        """The crosses of a seat in this roll, as `crosses_this_roll` counts them."""
        return self.crosses_this_roll[seat - 1]

    @property
    def layout(self) -> Layout:
        """The printed sheet of seat 1.

        Numbers that hold for the whole table are equal on all sheets.
        """
        return self.sheets[0].layout

    @property
    def closed_rows(self) -> frozenset[str]:
        """The letters of the rows closed for everybody, those locked in this roll included."""
        return self.closed_before | self.locked_this_roll

    @property
    def out_of_play(self) -> frozenset[str]:
        """The letters of the rows that nobody may cross any more."""
        return self.closed_rows

    @property
    def is_over(self) -> bool:
        """True if the game has ended (rules 4, 10 and 11)."""
        closing_ended = self._enough_closed and not self.finish_turn
        return self.finished or self.ended_by_penalties or closing_ended

    @property
    def is_settled(self) -> bool:
        """True if the game has ended and no seat may still enter anything of the last action."""
        return self.is_over and not any(
            self.may_still_cross(seat) or self.must_choose(seat) for seat in self.seat_numbers
        )

    @property
    def ended_by_penalties(self) -> bool:
        """True if a seat has taken its last penalty (rule 4)."""
        return any(sheet.penalties >= self.layout.penalties for sheet in self.sheets)

    @property
    def _enough_closed(self) -> bool:
        return len(self.closed_rows) >= self.layout.rows_to_end

    def may_still_cross(self, seat: int) -> bool:
        """True if a seat may still enter its one cross after the end (rules 6, 10 and 12)."""
        return self.is_over and self.has_first_action(seat)

    def has_first_action(self, seat: int) -> bool:
        """True if a seat may still cross with the white dice of this roll (rule 7)."""
        if self.finished or seat in self.sitting_out:
            return False
        return self.crosses_of(seat) == 0 and not (self.penalised and seat == self.active)

    @property
    def idle_roll_ends_game(self) -> bool:
        """True if `/` would now give the active seat its last penalty (rule 8)."""
        taken = self.sheet_of(self.active).penalties
        return not self.is_over and self.is_idle and taken == self.layout.penalties - 1

    @property
    def is_idle(self) -> bool:
        """True if the active seat is in, and has neither crossed nor taken a penalty."""
        played = self.crosses_of(self.active) or self.penalised
        return not played and self.active not in self.sitting_out

    def must_choose(self, seat: int) -> bool:
        """True if a seat still has to choose the row of forced crosses.

        It may also do so after another seat has ended the game (rule 6).
        """
        choices = self.sheet_of(seat).rows_to_choose(self.closed_for(seat))
        return bool(choices) and not self.finished and seat not in self.sitting_out

    def seats_with_lock(self, letter: str) -> tuple[int, ...]:
        """The seats that have locked a row; in one roll several may (rule 9)."""
        row = self.layout.row_index(letter)
        return tuple(
            seat
            for seat, sheet in enumerate(self.sheets, 1)
            if row is not None and sheet.is_locked(row)
        )

    @property
    def _turn_order(self) -> tuple[int, ...]:
        """The seats in the order of their turns, from the one after the active seat."""
        return (*self.seat_numbers[self.active :], *self.seat_numbers[: self.active])

    @property
    def _remaining_turns(self) -> tuple[int, ...] | None:
        """The seats that are still to be active in the last round.

        None while no pawn has arrived.
        """
        if self.first_arrival is None:
            return None
        before = self._turn_order[: self._turn_order.index(self.first_arrival)]
        return tuple(seat for seat in before if seat not in self.sitting_out)

    @property
    def rolls_left(self) -> int | None:
        """Rolls to the end, this one included; None while no pawn has arrived (rule 11)."""
        turns = self._remaining_turns
        return None if turns is None else len(turns) + 1

    def move_refusal(self, seat: int, move: SheetMove) -> Refusal | None:
        """The first reason that forbids a move of a seat; None if it is legal."""
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
        """Check a cross by rules 6, 7 and 12."""
        if self.is_over and not self.may_still_cross(seat):
            return Refusal.OVER
        if seat in self.sitting_out:
            return Refusal.NOT_ACTIVE
        active = seat == self.active
        allowed = self.layout.actions if active else 1
        used_up = self.crosses_this_roll[seat - 1] >= allowed or (active and self.penalised)
        return Refusal.ROLL_USED_UP if used_up else None

    def _other_refusal(self, seat: int, move: ChooseRow | Exchange) -> Refusal | None:
        """Check a choice of row or an exchange pair: neither uses up anything of a roll."""
        if self.is_over and not (isinstance(move, ChooseRow) and self.must_choose(seat)):
            return Refusal.OVER
        if seat in self.sitting_out:
            return Refusal.NOT_ACTIVE
        penalised = self.penalised and seat == self.active
        late = self.crosses_of(seat) or seat in self.exchanged or penalised
        return Refusal.ROLL_USED_UP if late and isinstance(move, Exchange) else None

    def _active_seat_refusal(self, seat: int, move: SheetMove) -> Refusal | None:
        """Check a penalty, the pawn or the track.

        Only the active seat enters them (rules 7 and 11).
        """
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
        """The letters of the rows that a seat may no longer cross (rules 3 and 9).

        A row locked in this roll closes at once for the second cross of the active seat, because
        its die is gone. For a first cross, and for a choice that it brought, the row is still open:
        that cross was made with the same white dice.
        """
        crosses = self.crosses_this_roll[seat - 1]
        if self.sheets[seat - 1].pending_choices:
            crosses -= 1
        return self.closed_rows if seat == self.active and crosses > 0 else self.closed_before

    def still_open_for(self, seat: int) -> frozenset[str]:
        """The letters of the rows locked in this roll that a seat may still cross (rule 9).

        They are open to a seat that is in and has not crossed in this roll: it saw the same white
        dice.
        """
        return self.locked_this_roll if self.has_first_action(seat) else frozenset()

    def with_move(self, seat: int, move: SheetMove) -> "Table":
        """Play a legal move of a seat, with all that it forces."""
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
        """Build the new table field by field: most entries are crosses, and `replace` is slower."""
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
        """Forfeit a seat's choices of a row."""
        sheets = list(self.sheets)
        sheets[seat - 1] = sheets[seat - 1].without_choice()
        return replace(self, sheets=tuple(sheets))

    def seat_refusal(self, seat: int, move: SeatMove) -> Refusal | None:
        """The first reason that forbids a seat to go out or come back; None if it is legal."""
        if not 1 <= seat <= len(self.sheets):
            return Refusal.NO_SUCH_SEAT
        if self.is_over:
            return Refusal.OVER
        if isinstance(move, PlayAgain) and self.must_choose(seat):
            return Refusal.NOT_FEWEST
        empties = isinstance(move, SitOut) and len(self.sitting_out | {seat}) == len(self.sheets)
        return Refusal.NOT_ACTIVE if empties else None

    def with_seat_move(self, seat: int, move: SeatMove) -> "Table":
        """Let a seat go out or come back (rule 12)."""
        out = self.sitting_out | {seat} if isinstance(move, SitOut) else self.sitting_out - {seat}
        return replace(self, sitting_out=out)

    def table_refusal(self, _move: TableMove) -> Refusal | None:
        """Refuse `/` and `end` once one of them was accepted after the end."""
        return Refusal.OVER if self.finished else None

    def with_table_move(self, move: TableMove) -> "Table":
        """Play `/` or `end`.

        With `/`, an active seat that has neither crossed nor taken a penalty takes one (rule 8),
        unless it sits out (rule 12).
        """
        if isinstance(move, Finish):
            return replace(self, finished=True)
        if self.is_over:
            return self.with_next_roll()
        idle = self.with_move(self.active, Penalty()) if self.is_idle else self
        return idle.with_next_roll()

    def with_next_roll(self) -> "Table":
        """Make the next seat that is in active, or finish the game."""
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
