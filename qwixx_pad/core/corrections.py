"""Putting one entry right: what can be changed on a sheet, what forbids it, and what was changed.

In the log a correction is the result of `rewrite_log`, entered at one stroke: the newest
entries are undone down to the one that was wrong, and what should stand is entered again. So it
is found in a log again by its shape, wherever that log was kept, and taken back by its inverse.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from qwixx_pad.core.game import Correction, Game, common_length, replay, rewrite_log
from qwixx_pad.core.moves import (
    CELL_MOVES,
    Close,
    Cross,
    EndRoll,
    Entry,
    Finish,
    MovePawn,
    PawnArrived,
    Penalty,
    Redo,
    Refusal,
    SheetMove,
    Undo,
    WhiteDiceSum,
    move_at,
)
from qwixx_pad.core.story import Step, Story
from qwixx_pad.core.table import Table
from qwixx_pad.core.timeline import Fold, Timeline

_SHEET_MOVES = (*CELL_MOVES, Close, Penalty, MovePawn, PawnArrived)
_UNDO = Entry(Undo())
_REDO = Entry(Redo())
_END = Entry(Finish())


@dataclass(frozen=True, slots=True)
class Change:
    """One entry taken out, put in, or put in the place of another of the same sheet.

    Attributes:
        index: Where, among the entries that stand, from 0.
        old: What stands there; None where something is put in before it.
        new: What shall stand there; None where something is taken out.
        end_delta: 1 where an `end` is entered behind all, -1 where it is taken out again; else 0.
    """

    index: int
    old: Entry | None
    new: Entry | None
    end_delta: int = 0

    @property
    def seat(self) -> int | None:
        """On whose sheet; None if it is on no sheet, as the white dice are, or on two."""
        entries = [entry for entry in (self.old, self.new) if entry is not None]
        seats = {1 if entry.seat is None else entry.seat for entry in entries}
        written = all(isinstance(entry.move, _SHEET_MOVES) for entry in entries)
        return seats.pop() if written and len(seats) == 1 else None

    @property
    def inverse(self) -> "Change":
        """The change that takes this one back."""
        return Change(self.index, self.new, self.old, -self.end_delta)

    def applies_to(self, standing: Sequence[Entry]) -> bool:
        """Return whether what it is about stands where it says."""
        if self.old is None:
            return 0 <= self.index <= len(standing)
        return 0 <= self.index < len(standing) and standing[self.index] == self.old

    def apply_to(self, standing: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """Return the applied entries with this change made."""
        new = () if self.new is None else (self.new,)
        after = self.index if self.old is None else self.index + 1
        last = () if self.end_delta < 1 else (_END,)
        rest = standing[after:] if self.end_delta >= 0 else _without_end(standing[after:])
        return (*standing[: self.index], *new, *rest, *last)


def change_owner(timeline: Timeline, change: Change) -> int | None:
    """Return the seat of a change: its sheet's, or the roller's for a roll's white dice.

    None if it is about neither, or about no place of the game, or changes nothing. At a table an
    entry without a seat is on no sheet.
    """
    entries = [entry for entry in (change.old, change.new) if entry is not None]
    if change.old == change.new:
        return None
    if all(isinstance(entry.move, WhiteDiceSum) for entry in entries):
        there = 0 <= change.index < len(timeline.positions)
        return timeline.positions[change.index].active if there else None
    alone = len(timeline.start.sheets) == 1
    return change.seat if alone or all(entry.seat for entry in entries) else None


def white_dice_change(game: Game, roll: int, white: WhiteDiceSum) -> Change | None:
    """Return the change that enters this sum for a roll, or removes it if entered.

    Returns:
        None where the game has no such roll. A first one stands as late in its roll as it can.
    """
    told = _find_white_dice(game, roll)
    if told is not None:
        place, old = told
        return Change(place, Entry(old), None if old == white else Entry(white))
    open_yet = [
        place
        for place, then in enumerate(game.timeline.positions)
        if then.roll == roll and not then.is_over
    ]
    return Change(open_yet[-1], None, Entry(white)) if open_yet else None


def white_dice_sum(game: Game, roll: int) -> int | None:
    """Return the sum of the white dice of a roll, or None if it was not entered."""
    told = _find_white_dice(game, roll)
    return None if told is None else told[1].points


def _find_white_dice(game: Game, roll: int) -> tuple[int, WhiteDiceSum] | None:
    """Find the newest entry of the white dice of a roll: its index (from 0) and move."""
    told = None
    positions = game.timeline.positions
    for place, (entry, then) in enumerate(zip(game.applied, positions, strict=False)):
        if then.roll == roll and isinstance(entry.move, WhiteDiceSum):
            told = place, entry.move
    return told


def keep_finished(game: Game, change: Change, *, put_away: bool = False) -> Change:
    """Return the change of a finished game that leaves it finished, where its rest stands.

    Where the rules would not end the game any more it also enters `end`; where they end it before
    an `end` that stands, it takes that out. A change that says so itself, or is of a game that goes
    on, is returned as it is. A game that is `put_away` is finished with its last action open too.
    """
    settled = game.position.is_settled
    if change.end_delta or not (settled or (put_away and game.position.is_over)):
        return change
    wanted = change.apply_to(game.applied)
    after, refused = replay(game.setup, wanted)
    if refused is None:
        ended = after.position.is_settled if settled else after.position.is_over
        return change if ended else replace(change, end_delta=1)
    only_end = refused.index == len(wanted) - 1 and wanted[-1] == _END
    return replace(change, end_delta=-1) if only_end else change


def correction_for(game: Game, change: Change) -> Correction:
    """Return the entries that make an applicable change, or the rules' refusal.

    A finished game stays finished. At the end of the log one undo, or one entry, would look like a
    tap: an undo and its redo come before it, where there is something to undo.
    """
    correction = rewrite_log(game, keep_finished(game, change).apply_to(game.applied))
    if len(correction.entries) == 1 and game.applied:
        return replace(correction, entries=(_UNDO, _REDO, *correction.entries))
    return correction


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A later entry that a change would make illegal.

    Attributes:
        entry: Which.
        roll: In which roll it stands.
        reason: Why it could not stand any more.
        seat: Whose it is; the roller's where it is for everybody.
    """

    entry: Entry
    roll: int
    reason: Refusal
    seat: int = 1


def find_obstacle(game: Game, change: Change) -> Obstacle | None:
    """Return the later entry that forbids a change; None if none does but the change itself."""
    refused = correction_for(game, change).refused
    if refused is None or (change.new is not None and refused.index == change.index):
        return None
    more = (change.new is not None) - (change.old is not None)
    place = refused.index - more
    then = game.timeline.positions[place]
    entry = game.applied[place]
    return Obstacle(entry, then.roll, refused.reason, entry.seat or then.active or 1)


@dataclass(frozen=True, slots=True)
class EditPoint:
    """A place on a sheet at which something can be put right.

    Attributes:
        index: Among the entries that stand, from 0.
        seat: Whose sheet.
        roll: In which roll; always 1 on a single sheet.
        roller: Whose roll it was; None on a single sheet.
        step: What stands there; None where a cross may have been forgotten.
    """

    index: int
    seat: int
    roll: int
    roller: int | None
    step: Step | None = None

    def is_automatic(self, game: Game) -> bool:
        """Return whether nobody entered it: the end of the roll gave the penalty (rule 8)."""
        return self.step is not None and isinstance(game.applied[self.index].move, EndRoll)

    def removal_change(self, game: Game) -> Change | None:
        """Return the change that takes it out; None where nothing was entered."""
        if self.step is None or self.is_automatic(game):
            return None
        return Change(self.index, game.applied[self.index], None)

    def replacement_change(self, game: Game, move: SheetMove) -> Change:
        """Return the change that puts a move here; a forgotten one as late in the roll as legal."""
        entry = game.setup.seat_entry(move, self.seat)
        if self.is_automatic(game):
            return Change(self.index, None, entry)
        if self.step is not None:
            return Change(self.index, game.applied[self.index], entry)
        changes = [Change(place, None, entry) for place in self._possible_indexes(game)]
        legal = (change for change in changes if correction_for(game, change).refused is None)
        return next(legal, changes[0])

    def _possible_indexes(self, game: Game) -> Iterator[int]:
        """Yield the indexes at which a forgotten cross may be put in its roll, the latest first."""
        yield self.index
        positions = game.timeline.positions
        for place in range(self.index - 1, -1, -1):
            if positions[place].roll != self.roll:
                return
            yield place


def edit_points(story: Story, seat: int) -> tuple[EditPoint, ...]:
    """Return the points at which the sheet of a seat can be corrected, in order."""
    game = story.game
    positions = game.timeline.positions
    entered = [
        EditPoint(step.after - 1, seat, positions[step.after - 1].roll, step.roller, step)
        for step in story.steps_of_seat(seat)
        if isinstance(step.move, _SHEET_MOVES)
    ]
    taken = {spot.index for spot in entered}
    gaps = [gap for gap in _forgotten_crosses(game, seat) if gap.index not in taken]
    return tuple(sorted((*entered, *gaps), key=lambda spot: spot.index))


def _forgotten_crosses(game: Game, seat: int) -> Iterator[EditPoint]:
    """Where there are no rolls behind the last entry, at a table before the end of each roll."""
    if game.setup.seats == 1 or game.setup.paper:
        yield EditPoint(len(game.applied), seat, 1, None)
        return
    for place, entry in enumerate(game.applied):
        position = game.timeline.positions[place]
        if isinstance(entry.move, EndRoll) and _could_cross(position, seat):
            yield EditPoint(place, seat, position.roll, position.active)


def _could_cross(position: object, seat: int) -> bool:
    if not isinstance(position, Table):
        return False
    cells = ((row, at) for row in position.layout.rows for at in range(len(row.cells)))
    moves = (move_at(row, at) for row, at in cells)
    return any(
        isinstance(move, Cross) and position.move_refusal(seat, move) is None for move in moves
    )


@dataclass(frozen=True, slots=True)
class AppliedCorrection:
    """A correction that a log holds.

    Attributes:
        start: Its first entry in the log, from 0.
        end: The first entry behind it.
        change: What it has changed.
        seat: Whose it is, as `owner` has it.
        roll: In which roll; always 1 on a single sheet.
        after: What stood right after it.
    """

    start: int
    end: int
    change: Change
    seat: int
    roll: int
    after: tuple[Entry, ...]


def find_corrections(game: Game, strokes: Sequence[Hashable]) -> tuple[AppliedCorrection, ...]:
    """Return the corrections in the log of a game, oldest first.

    Args:
        game: Whose log.
        strokes: For each entry of the log something that it has in common with its neighbours
            if, and only if, they were entered at one stroke.
    """
    spans = [span for span in _stroke_spans(strokes) if _is_correction(game.log[slice(*span)])]
    timeline = Timeline.empty_log(game.setup.start_position())
    at = 0
    found = []
    for start, end in spans:
        before = _apply_entries(timeline, game.log[at:start])
        timeline = _apply_entries(before, game.log[start:end])
        at = end
        change = single_change(before.applied, timeline.applied)
        seat = None if change is None else change_owner(before, change)
        if change is not None and seat is not None:
            roll = before.positions[change.index].roll
            found.append(AppliedCorrection(start, end, change, seat, roll, timeline.applied))
    return tuple(found)


def _apply_entries(timeline: Timeline, entries: Sequence[Entry]) -> Timeline:
    fold = Fold(timeline)
    for entry in entries:
        fold.apply_entry(entry)
    return fold.timeline


def _stroke_spans(strokes: Sequence[Hashable]) -> Iterator[tuple[int, int]]:
    start = 0
    for _, stroke in groupby(strokes):
        end = start + sum(1 for _ in stroke)
        yield start, end
        start = end


def _is_correction(entries: Sequence[Entry]) -> bool:
    """Return whether these were undone and entered again: a mere way back is none."""
    return entries[0] == _UNDO and any(not isinstance(entry.move, Undo) for entry in entries)


def single_change(before: Sequence[Entry], after: Sequence[Entry]) -> Change | None:
    """Return the one change that makes the second of the first; None if it takes more, or none."""
    ends = (after[-1:] == (_END,)) - (before[-1:] == (_END,))
    if ends:
        change = single_change(_without_end(before), _without_end(after))
        return change and replace(change, end_delta=ends)
    same = common_length(before, after)
    left = tuple(before[same:])
    came = tuple(after[same:])
    if left and came and left[1:] == came[1:]:
        return Change(same, left[0], came[0])
    if left and left[1:] == came:
        return Change(same, left[0], None)
    if came and came[1:] == left:
        return Change(same, None, came[0])
    return None


def _without_end(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    return tuple(entries[:-1] if entries[-1:] == (_END,) else entries)


def correction_undo(
    game: Game, made: Sequence[AppliedCorrection], seat: int | None
) -> Change | None:
    """Return the change that undoes the newest correction; None if an undo is no correction's.

    What was taken back before is passed over, so a second undo never brings it again.

    Args:
        game: As it is now.
        made: The corrections in its log.
        seat: Whose undo: others may have entered something since, this seat nothing,
            and the roll is the same. None: the whole log's; nothing may have been entered since.
    """
    in_force: list[AppliedCorrection] = []
    for each in made:
        if in_force and each.change == in_force[-1].change.inverse:
            in_force.pop()
        else:
            in_force.append(each)
    if not in_force or seat not in {None, in_force[-1].seat}:
        return None
    newest = in_force[-1]
    since = entries_since(game, made, newest.end)
    if any(seat is None or entry.seat in {None, seat} for entry in since):
        return None
    upto = newest.change.index + (newest.change.new is not None)
    untouched = game.applied[:upto] == newest.after[:upto]
    return newest.change.inverse if untouched else None


def entries_since(game: Game, made: Sequence[AppliedCorrection], seen: int) -> tuple[Entry, ...]:
    """Return the entries since so much of the log was seen, without corrections."""
    since = (range(max(each.start, seen), each.end) for each in made)
    corrected = {at for span in since for at in span}
    return tuple(entry for at, entry in enumerate(game.log[seen:], seen) if at not in corrected)
