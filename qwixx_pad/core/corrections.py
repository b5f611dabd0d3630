"""Correct a single entry of a game.

The module finds the entries that can be changed, the reason for which a change is refused, and the
changes made before. A correction undoes the newest
entries down to the wrong one and enters what should follow it. All its entries are written at one
stroke (`rewrite_log`). Nothing else marks it in the log: it is found by this shape, and taken back
by its inverse.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from qwixx_pad.core.game import Correction, Game, common_length, replay, rewrite_log
from qwixx_pad.core.moves import (
    SHEET_MOVES,
    Cross,
    EndRoll,
    Entry,
    Finish,
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

_UNDO = Entry(Undo())
_REDO = Entry(Redo())
_END = Entry(Finish())


@dataclass(frozen=True, slots=True)
class Change:
    """One entry taken out, put in, or replaced by another of the same sheet.

    Attributes:
        index: Its index among the entries that apply, from 0.
        old: The entry at that index; None if `new` is put in before it.
        new: The entry that takes its place; None if `old` is only taken out.
        end_delta: 1 if `end` is appended to the log as well, -1 if it is taken out, else 0.
    """

    index: int
    old: Entry | None
    new: Entry | None
    end_delta: int = 0

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(entry for entry in (self.old, self.new) if entry is not None)

    @property
    def seat(self) -> int | None:
        """The seat of the sheet.

        None if the entries are on no sheet, as white dice are, or on two.
        """
        seats = {1 if entry.seat is None else entry.seat for entry in self.entries}
        is_on_sheet = all(isinstance(entry.move, SHEET_MOVES) for entry in self.entries)
        return seats.pop() if is_on_sheet and len(seats) == 1 else None

    @property
    def inverse(self) -> "Change":
        return Change(self.index, self.new, self.old, -self.end_delta)

    def applies_to(self, standing: Sequence[Entry]) -> bool:
        """True if `old` is at `index` among these entries, or without `old` if they reach to it."""
        if self.old is None:
            return 0 <= self.index <= len(standing)
        return 0 <= self.index < len(standing) and standing[self.index] == self.old

    def apply_to(self, standing: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """Make the change to these entries."""
        new = () if self.new is None else (self.new,)
        after = self.index if self.old is None else self.index + 1
        last = () if self.end_delta < 1 else (_END,)
        rest = standing[after:] if self.end_delta >= 0 else _without_end(standing[after:])
        return (*standing[: self.index], *new, *rest, *last)


def change_owner(timeline: Timeline, change: Change) -> int | None:
    """The seat of a change: its sheet's, or for white dice the roller's.

    None if it concerns no seat, lies outside the game or changes nothing. At a table an entry
    without a seat is on no sheet.
    """
    if change.old == change.new:
        return None
    if all(isinstance(entry.move, WhiteDiceSum) for entry in change.entries):
        exists = 0 <= change.index < len(timeline.positions)
        return timeline.positions[change.index].active if exists else None
    has_one_sheet = len(timeline.start.sheets) == 1
    return change.seat if has_one_sheet or all(entry.seat for entry in change.entries) else None


def white_dice_change(game: Game, roll: int, white: WhiteDiceSum) -> Change | None:
    """Make the change that enters this sum for a roll, or removes it if it is entered already.

    Another sum is replaced. A first sum goes in as late in the roll as it can.

    Returns:
        None if the game has no such roll, or was over in all of it.
    """
    entries = _white_dice_entries(game, roll)
    if entries:
        index, old = entries[-1]
        return Change(index, Entry(old), None if old == white else Entry(white))
    for index, position in reversed([*enumerate(game.timeline.positions)]):
        if position.roll == roll and not position.is_over:
            return Change(index, None, Entry(white))
    return None


def white_dice_sum(game: Game, roll: int) -> int | None:
    """The newest sum of the white dice that was entered for a roll; None if none was."""
    entries = _white_dice_entries(game, roll)
    return entries[-1][1].points if entries else None


def _white_dice_entries(game: Game, roll: int) -> list[tuple[int, WhiteDiceSum]]:
    """The entries of white dice in a roll, each with its index (from 0), in order."""
    return [
        (index, entry.move)
        for index, entry in enumerate(game.applied)
        if isinstance(entry.move, WhiteDiceSum) and game.timeline.positions[index].roll == roll
    ]


def keep_finished(game: Game, change: Change, *, put_away: bool = False) -> Change:
    """Complete a change of a finished game so that the game stays finished.

    `end` is appended if the rules would no longer end the game, and taken out if the rules end it
    before. The change is returned as it is if it handles `end` itself or the game goes on.

    Args:
        game: The game before the change.
        change: The change that is to be completed.
        put_away: Whether a game also counts as finished while its last action is open.
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
    """Make the entries of a change, or say which entry the rules forbid.

    A finished game stays finished. A lone undo or a lone entry at the end of the log would look
    like a tap, so an undo and a redo come before it if there is anything to undo.
    """
    correction = rewrite_log(game, keep_finished(game, change).apply_to(game.applied))
    if len(correction.entries) == 1 and game.applied:
        return replace(correction, entries=(_UNDO, _REDO, *correction.entries))
    return correction


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A later entry that a change would make illegal.

    Attributes:
        entry: The later entry.
        roll: The number of its roll.
        reason: Why it would be refused.
        seat: Its seat; the roller's for an entry of the whole table.
    """

    entry: Entry
    roll: int
    reason: Refusal
    seat: int = 1


def find_obstacle(game: Game, change: Change) -> Obstacle | None:
    """Find the first later entry that a change would make illegal.

    None if there is none, or the new entry itself is refused.
    """
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
    """A place on a sheet at which an entry can be corrected.

    Attributes:
        index: Its index among the entries that apply, from 0; a forgotten cross goes in before it.
        seat: Whose sheet it is, from 1.
        roll: The number of the roll; 1 where there are no rolls.
        roller: The active seat of that roll; None where there are no rolls.
        step: What happened there; None where a cross may have been forgotten.
    """

    index: int
    seat: int
    roll: int
    roller: int | None
    step: Step | None = None

    def is_automatic(self, game: Game) -> bool:
        """True if the end of the roll gave the penalty, so that nobody entered it (rule 8)."""
        return self.step is not None and isinstance(game.applied[self.index].move, EndRoll)

    def removal_change(self, game: Game) -> Change | None:
        """The change that takes the entry out; None where nothing was entered."""
        if self.step is None or self.is_automatic(game):
            return None
        return Change(self.index, game.applied[self.index], None)

    def replacement_change(self, game: Game, move: SheetMove) -> Change:
        """The change that puts a move here.

        A forgotten cross goes in as late in its roll as is legal; if it never is, at `index`.
        """
        entry = game.setup.seat_entry(move, self.seat)
        if self.is_automatic(game):
            return Change(self.index, None, entry)
        if self.step is not None:
            return Change(self.index, game.applied[self.index], entry)
        changes = [Change(index, None, entry) for index in self._possible_indexes(game)]
        legal = (change for change in changes if correction_for(game, change).refused is None)
        return next(legal, changes[0])

    def _possible_indexes(self, game: Game) -> Iterator[int]:
        """Yield where in its roll a forgotten cross may go in, the latest index first."""
        yield self.index
        for index in range(self.index - 1, -1, -1):
            if game.timeline.positions[index].roll != self.roll:
                return
            yield index


def edit_points(story: Story, seat: int) -> tuple[EditPoint, ...]:
    """The points at which the sheet of a seat can be corrected, in the order of the log."""
    game = story.game
    positions = game.timeline.positions
    entered = [
        EditPoint(step.after - 1, seat, positions[step.after - 1].roll, step.roller, step)
        for step in story.steps_of_seat(seat)
        if isinstance(step.move, SHEET_MOVES)
    ]
    taken = {point.index for point in entered}
    gaps = [gap for gap in _forgotten_crosses(game, seat) if gap.index not in taken]
    return tuple(sorted((*entered, *gaps), key=lambda point: point.index))


def _forgotten_crosses(game: Game, seat: int) -> Iterator[EditPoint]:
    """Yield the points at which a cross may be missing.

    That is before the `/` of each roll if the seat could still cross a number there, and behind all
    entries where there are no rolls.
    """
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
    """A correction found in a log.

    Attributes:
        start: The index of its first entry in the log, from 0.
        end: The index behind its last entry.
        change: What it changed.
        seat: The seat of the change, by `change_owner`.
        roll: The number of the roll; 1 on a single sheet.
        after: The entries that applied right after it.
    """

    start: int
    end: int
    change: Change
    seat: int
    roll: int
    after: tuple[Entry, ...]


def find_corrections(game: Game, strokes: Sequence[Hashable]) -> tuple[AppliedCorrection, ...]:
    """Find the corrections in the log of a game, oldest first.

    Args:
        game: The game with its log.
        strokes: For each entry of the log a value; neighbours have equal ones if and only if they
            were entered at one stroke.
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
    """True if a stroke undoes entries and enters others; one that only undoes corrects nothing."""
    return entries[0] == _UNDO and any(not isinstance(entry.move, Undo) for entry in entries)


def single_change(before: Sequence[Entry], after: Sequence[Entry]) -> Change | None:
    """The one change that turns the first entries into the second.

    None if it takes more, or none.
    """
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
    """The change that takes back the newest correction; None if an undo takes back something else.

    Corrections that were taken back are passed over, so a second undo does not redo one.

    Args:
        game: The game as it is now.
        made: The corrections in its log.
        seat: The seat that undoes. It must have entered nothing since, in the same roll; others may
            have. None undoes for the whole log, in which nothing may have been entered since.
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
    """The entries of the log from index `seen` on that belong to no correction."""
    since = (range(max(each.start, seen), each.end) for each in made)
    corrected = {at for span in since for at in span}
    return tuple(entry for at, entry in enumerate(game.log[seen:], seen) if at not in corrected)
