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
from qwixx_pad.core.positions import Position
from qwixx_pad.core.story import Step, Story
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
    def entries(self) -> tuple[Entry, ...]:
        """The old entry and the new one, as far as there are any."""
        return tuple(entry for entry in (self.old, self.new) if entry is not None)

    @property
    def seat(self) -> int | None:
        """On whose sheet; None if it is on no sheet, as the white dice are, or on two."""
        seats = {1 if entry.seat is None else entry.seat for entry in self.entries}
        is_on_sheet = all(isinstance(entry.move, _SHEET_MOVES) for entry in self.entries)
        return seats.pop() if is_on_sheet and len(seats) == 1 else None

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
    if change.old == change.new:
        return None
    if all(isinstance(entry.move, WhiteDiceSum) for entry in change.entries):
        exists = 0 <= change.index < len(timeline.positions)
        return timeline.positions[change.index].active if exists else None
    has_one_sheet = len(timeline.start.sheets) == 1
    return change.seat if has_one_sheet or all(entry.seat for entry in change.entries) else None


def white_dice_change(game: Game, roll: int, white: WhiteDiceSum) -> Change | None:
    """Return the change that enters this sum for a roll, or removes it if entered.

    Returns:
        None where the game has no such roll. A first one stands as late in its roll as it can.
    """
    for index, old in reversed(_white_dice_entries(game, roll)):
        return Change(index, Entry(old), None if old == white else Entry(white))
    for index, position in reversed([*enumerate(game.timeline.positions)]):
        if position.roll == roll and not position.is_over:
            return Change(index, None, Entry(white))
    return None


def white_dice_sum(game: Game, roll: int) -> int | None:
    """Return the sum of the white dice of a roll, or None if it was not entered."""
    entries = _white_dice_entries(game, roll)
    return entries[-1][1].points if entries else None


def _white_dice_entries(game: Game, roll: int) -> list[tuple[int, WhiteDiceSum]]:
    """The entries of the white dice of a roll, each with its index (from 0), in order."""
    return [
        (index, entry.move)
        for index, entry in enumerate(game.applied)
        if isinstance(entry.move, WhiteDiceSum) and game.timeline.positions[index].roll == roll
    ]


def keep_finished(game: Game, change: Change, *, put_away: bool = False) -> Change:
    """Return the change of a finished game that leaves it finished, where its rest stands.

    Where the rules would not end the game any more it also enters `end`; where they end it before
    an `end` that stands, it takes that out. A change that says so itself, or is of a game that goes
    on, is returned as it is. A game that is `put_away` is finished with its last action open too.
    """
    is_settled = game.position.is_settled
    if change.end_delta or not (is_settled or (put_away and game.position.is_over)):
        return change
    wanted = change.apply_to(game.applied)
    after, refused = replay(game.setup, wanted)
    if refused is None:
        is_finished = after.position.is_settled if is_settled else after.position.is_over
        return change if is_finished else replace(change, end_delta=1)
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
    index = refused.index
    if change.old is None:
        index -= 1
    elif change.new is None:
        index += 1
    position = game.timeline.positions[index]
    entry = game.applied[index]
    return Obstacle(entry, position.roll, refused.reason, entry.seat or position.active or 1)


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
        changes = [Change(index, None, entry) for index in self._possible_indexes(game)]
        legal = (change for change in changes if correction_for(game, change).refused is None)
        return next(legal, changes[0])

    def _possible_indexes(self, game: Game) -> Iterator[int]:
        """Yield the indexes at which a forgotten cross may be put in its roll, the latest first."""
        yield self.index
        for index in range(self.index - 1, -1, -1):
            if game.timeline.positions[index].roll != self.roll:
                return
            yield index


def edit_points(story: Story, seat: int) -> tuple[EditPoint, ...]:
    """Return the points at which the sheet of a seat can be corrected, in order."""
    game = story.game
    positions = game.timeline.positions
    entered = [
        EditPoint(step.after - 1, seat, positions[step.after - 1].roll, step.roller, step)
        for step in story.steps_of_seat(seat)
        if isinstance(step.move, _SHEET_MOVES)
    ]
    taken = {point.index for point in entered}
    gaps = [gap for gap in _forgotten_crosses(game, seat) if gap.index not in taken]
    return tuple(sorted((*entered, *gaps), key=lambda point: point.index))


def _forgotten_crosses(game: Game, seat: int) -> Iterator[EditPoint]:
    """Where there are no rolls behind the last entry, at a table before the end of each roll."""
    if game.setup.seats == 1 or game.setup.paper:
        yield EditPoint(len(game.applied), seat, 1, None)
        return
    for index, entry in enumerate(game.applied):
        position = game.timeline.positions[index]
        if isinstance(entry.move, EndRoll) and _could_cross(position, seat):
            yield EditPoint(index, seat, position.roll, position.active)


def _could_cross(position: Position, seat: int) -> bool:
    return any(
        isinstance(move := move_at(row, at), Cross) and not position.move_refusal(seat, move)
        for row in position.sheet_of(seat).layout.rows
        for at in range(len(row.cells))
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
    is_ended = after[-1:] == (_END,)
    if is_ended != (before[-1:] == (_END,)):
        change = single_change(_without_end(before), _without_end(after))
        return change and replace(change, end_delta=1 if is_ended else -1)
    same = common_length(before, after)
    old = tuple(before[same:])
    new = tuple(after[same:])
    if old and new and old[1:] == new[1:]:
        return Change(same, old[0], new[0])
    if old and old[1:] == new:
        return Change(same, old[0], None)
    if new and new[1:] == old:
        return Change(same, None, new[0])
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
    upto = newest.change.index
    if newest.change.new is not None:
        upto += 1
    is_untouched = game.applied[:upto] == newest.after[:upto]
    return newest.change.inverse if is_untouched else None


def entries_since(game: Game, made: Sequence[AppliedCorrection], seen: int) -> tuple[Entry, ...]:
    """Return the entries since so much of the log was seen, without corrections."""
    since = (range(max(each.start, seen), each.end) for each in made)
    corrected = {at for span in since for at in span}
    return tuple(entry for at, entry in enumerate(game.log[seen:], seen) if at not in corrected)
