"""Putting one entry right: what can be changed on a sheet, what forbids it, and what was changed.

In the log a correction is what `core.correct` makes of it, entered at one stroke: the newest
entries are undone down to the one that was wrong, and what should stand is entered again. So it
is found in a log again by its shape, wherever that log was kept, and taken back by its inverse.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from qwixx_pad.core.game import Correction, Game, common_length, replay, rewrite
from qwixx_pad.core.moves import (
    ON_CELLS,
    Arrive,
    Board,
    Close,
    Cross,
    EndRoll,
    Entry,
    Finish,
    Penalty,
    Redo,
    Refusal,
    SheetMove,
    Undo,
    White,
    move_at,
)
from qwixx_pad.core.notation import Step, Story
from qwixx_pad.core.table import Table
from qwixx_pad.core.timeline import Fold, Timeline

_ON_A_SHEET = (*ON_CELLS, Close, Penalty, Board, Arrive)
_UNDO, _REDO, _END = Entry(Undo()), Entry(Redo()), Entry(Finish())


@dataclass(frozen=True, slots=True)
class Change:
    """One entry taken out, put in, or put in the place of another of the same sheet.

    Attributes:
        place: Where, among the entries that stand, from 0.
        old: What stands there; None where something is put in before it.
        new: What shall stand there; None where something is taken out.
        ends: 1 where an `end` is entered behind all, -1 where it is taken out again; else 0.
    """

    place: int
    old: Entry | None
    new: Entry | None
    ends: int = 0

    @property
    def seat(self) -> int | None:
        """On whose sheet, from 1; None if it is on no sheet, as the white dice are, or on two."""
        entries = [entry for entry in (self.old, self.new) if entry is not None]
        seats = {1 if entry.seat is None else entry.seat for entry in entries}
        written = all(isinstance(entry.move, _ON_A_SHEET) for entry in entries)
        return seats.pop() if written and len(seats) == 1 else None

    @property
    def inverse(self) -> "Change":
        """The change that takes this one back."""
        return Change(self.place, self.new, self.old, -self.ends)

    def fits(self, standing: Sequence[Entry]) -> bool:
        """Return whether what it is about stands where it says."""
        if self.old is None:
            return 0 <= self.place <= len(standing)
        return 0 <= self.place < len(standing) and standing[self.place] == self.old

    def wanted(self, standing: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """Return the applied entries with this change made."""
        new = () if self.new is None else (self.new,)
        after = self.place if self.old is None else self.place + 1
        last = () if self.ends < 1 else (_END,)
        rest = standing[after:] if self.ends >= 0 else _without_end(standing[after:])
        return (*standing[: self.place], *new, *rest, *last)


def owner(timeline: Timeline, change: Change) -> int | None:
    """Return the seat (from 1) of a change: its sheet's, or the roller's for a roll's white dice.

    None if it is about neither, or about no place of the game, or changes nothing. At a table an
    entry without a seat is on no sheet.
    """
    entries = [entry for entry in (change.old, change.new) if entry is not None]
    if change.old == change.new:
        return None
    if all(isinstance(entry.move, White) for entry in entries):
        there = 0 <= change.place < len(timeline.positions)
        return timeline.positions[change.place].active if there else None
    alone = len(timeline.start.sheets) == 1
    return change.seat if alone or all(entry.seat for entry in entries) else None


def white_dice(game: Game, roll: int, white: White) -> Change | None:
    """Return the change that enters this sum for a roll (from 1), or removes it if entered.

    Returns:
        None where the game has no such roll. A first one stands as late in its roll as it can.
    """
    told = _white_told(game, roll)
    if told is not None:
        place, old = told
        return Change(place, Entry(old), None if old == white else Entry(white))
    open_yet = [
        place
        for place, then in enumerate(game.timeline.positions)
        if then.roll == roll and not then.over
    ]
    return Change(open_yet[-1], None, Entry(white)) if open_yet else None


def white_shown(game: Game, roll: int) -> int | None:
    """Return the sum of the white dice of a roll (from 1), or None if it was not entered."""
    told = _white_told(game, roll)
    return None if told is None else told[1].points


def _white_told(game: Game, roll: int) -> tuple[int, White] | None:
    """Find the newest entry of the white dice of a roll: its index (from 0) and move."""
    told, positions = None, game.timeline.positions
    for place, (entry, then) in enumerate(zip(game.standing, positions, strict=False)):
        if then.roll == roll and isinstance(entry.move, White):
            told = place, entry.move
    return told


def leaving_finished(game: Game, change: Change, *, put_away: bool = False) -> Change:
    """Return the change of a finished game that leaves it finished, where its rest stands.

    Where the rules would not end the game any more it also enters `end`; where they end it before
    an `end` that stands, it takes that out. A change that says so itself, or is of a game that goes
    on, is returned as it is. A game that is `put_away` is finished with its last action open too.
    """
    settled = game.position.settled
    if change.ends or not (settled or (put_away and game.position.over)):
        return change
    wanted = change.wanted(game.standing)
    after, refused = replay(game.setup, wanted)
    if refused is None:
        ended = after.position.settled if settled else after.position.over
        return change if ended else replace(change, ends=1)
    only_end = refused.at == len(wanted) - 1 and wanted[-1] == _END
    return replace(change, ends=-1) if only_end else change


def corrected(game: Game, change: Change) -> Correction:
    """Return the entries that make an applicable change, or the rules' refusal.

    A finished game stays finished. At the end of the log one undo, or one entry, would look like a
    tap: an undo and its redo come before it, where there is something to undo.
    """
    correction = rewrite(game, leaving_finished(game, change).wanted(game.standing))
    if len(correction.entries) == 1 and game.standing:
        return replace(correction, entries=(_UNDO, _REDO, *correction.entries))
    return correction


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A later entry that a change would make illegal.

    Attributes:
        entry: Which.
        roll: In which roll it stands, from 1.
        reason: Why it could not stand any more.
        seat: Whose it is, from 1; the roller's where it is for everybody.
    """

    entry: Entry
    roll: int
    reason: Refusal
    seat: int = 1


def obstacle(game: Game, change: Change) -> Obstacle | None:
    """Return the later entry that forbids a change; None if none does but the change itself."""
    refused = corrected(game, change).refused
    if refused is None or (change.new is not None and refused.at == change.place):
        return None
    more = (change.new is not None) - (change.old is not None)
    place = refused.at - more
    then, entry = game.timeline.positions[place], game.standing[place]
    return Obstacle(entry, then.roll, refused.reason, entry.seat or then.active or 1)


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on a sheet at which something can be put right.

    Attributes:
        place: Among the entries that stand, from 0.
        seat: Whose sheet, from 1.
        roll: In which roll, from 1; always 1 on a single sheet.
        roller: Whose roll it was, from 1; None on a single sheet.
        step: What stands there; None where a cross may have been forgotten.
    """

    place: int
    seat: int
    roll: int
    roller: int | None
    step: Step | None = None

    def came_by_itself(self, game: Game) -> bool:
        """Return whether nobody entered it: the end of the roll gave the misthrow (rule 8)."""
        return self.step is not None and isinstance(game.standing[self.place].move, EndRoll)

    def taken_out(self, game: Game) -> Change | None:
        """Return the change that takes it out; None where nothing was entered."""
        if self.step is None or self.came_by_itself(game):
            return None
        return Change(self.place, game.standing[self.place], None)

    def instead(self, game: Game, move: SheetMove) -> Change:
        """Return the change that puts a move here; a forgotten one as late in the roll as legal."""
        entry = game.setup.entry(move, self.seat)
        if self.came_by_itself(game):
            return Change(self.place, None, entry)
        if self.step is not None:
            return Change(self.place, game.standing[self.place], entry)
        changes = [Change(place, None, entry) for place in self._places(game)]
        legal = (change for change in changes if corrected(game, change).refused is None)
        return next(legal, changes[0])

    def _places(self, game: Game) -> Iterator[int]:
        """Yield the indexes at which a forgotten cross may be put in its roll, the latest first."""
        yield self.place
        positions = game.timeline.positions
        for place in range(self.place - 1, -1, -1):
            if positions[place].roll != self.roll:
                return
            yield place


def spots(story: Story, seat: int) -> tuple[Spot, ...]:
    """Return the points at which the sheet of a seat (from 1) can be corrected, in order."""
    game = story.game
    positions = game.timeline.positions
    entered = [
        Spot(step.after - 1, seat, positions[step.after - 1].roll, step.roller, step)
        for step in story.of_seat(seat)
        if isinstance(step.move, _ON_A_SHEET)
    ]
    taken = {spot.place for spot in entered}
    gaps = [gap for gap in _gaps(game, seat) if gap.place not in taken]
    return tuple(sorted((*entered, *gaps), key=lambda spot: spot.place))


def _gaps(game: Game, seat: int) -> Iterator[Spot]:
    """Where there are no rolls behind the last entry, at a table before the end of each roll."""
    if game.setup.seats == 1 or game.setup.paper:
        yield Spot(len(game.standing), seat, 1, None)
        return
    for place, entry in enumerate(game.standing):
        position = game.timeline.positions[place]
        if isinstance(entry.move, EndRoll) and _could_cross(position, seat):
            yield Spot(place, seat, position.roll, position.active)


def _could_cross(position: object, seat: int) -> bool:
    if not isinstance(position, Table):
        return False
    cells = ((row, at) for row in position.layout.rows for at in range(len(row.cells)))
    moves = (move_at(row, at) for row, at in cells)
    return any(isinstance(move, Cross) and position.why_not(seat, move) is None for move in moves)


@dataclass(frozen=True, slots=True)
class Made:
    """A correction that a log holds.

    Attributes:
        start: Its first entry in the log, from 0.
        end: The first entry behind it.
        change: What it has changed.
        seat: Whose it is, from 1, as `owner` has it.
        roll: In which roll, from 1; always 1 on a single sheet.
        after: What stood right after it.
    """

    start: int
    end: int
    change: Change
    seat: int
    roll: int
    after: tuple[Entry, ...]


def made_in(game: Game, strokes: Sequence[Hashable]) -> tuple[Made, ...]:
    """Return the corrections in the log of a game, oldest first.

    Args:
        game: Whose log.
        strokes: For each entry of the log something that it has in common with its neighbours
            if, and only if, they were entered at one stroke.
    """
    spans = [span for span in _spans(strokes) if _has_the_shape(game.log[slice(*span)])]
    timeline, at = Timeline.of(game.setup.position()), 0
    found = []
    for start, end in spans:
        before = _played(timeline, game.log[at:start])
        timeline, at = _played(before, game.log[start:end]), end
        change = difference(before.standing, timeline.standing)
        seat = None if change is None else owner(before, change)
        if change is not None and seat is not None:
            roll = before.positions[change.place].roll
            found.append(Made(start, end, change, seat, roll, timeline.standing))
    return tuple(found)


def _played(timeline: Timeline, entries: Sequence[Entry]) -> Timeline:
    fold = Fold(timeline)
    for entry in entries:
        fold.play(entry)
    return fold.timeline


def _spans(strokes: Sequence[Hashable]) -> Iterator[tuple[int, int]]:
    start = 0
    for _, stroke in groupby(strokes):
        end = start + sum(1 for _ in stroke)
        yield start, end
        start = end


def _has_the_shape(entries: Sequence[Entry]) -> bool:
    """Return whether these were undone and entered again: a mere way back is none."""
    return entries[0] == _UNDO and any(not isinstance(entry.move, Undo) for entry in entries)


def difference(before: Sequence[Entry], after: Sequence[Entry]) -> Change | None:
    """Return the one change that makes the second of the first; None if it takes more, or none."""
    ends = (after[-1:] == (_END,)) - (before[-1:] == (_END,))
    if ends:
        change = difference(_without_end(before), _without_end(after))
        return change and replace(change, ends=ends)
    same = common_length(before, after)
    left, came = tuple(before[same:]), tuple(after[same:])
    if left and came and left[1:] == came[1:]:
        return Change(same, left[0], came[0])
    if left and left[1:] == came:
        return Change(same, left[0], None)
    if came and came[1:] == left:
        return Change(same, None, came[0])
    return None


def _without_end(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    return tuple(entries[:-1] if entries[-1:] == (_END,) else entries)


def way_back(game: Game, made: Sequence[Made], seat: int | None) -> Change | None:
    """Return the change that undoes the newest correction; None if an undo is no correction's.

    What was taken back before is passed over, so a second undo never brings it again.

    Args:
        game: As it is now.
        made: The corrections in its log.
        seat: Whose undo, from 1: others may have entered something since, this seat nothing,
            and the roll is the same. None: the whole log's; nothing may have been entered since.
    """
    in_force: list[Made] = []
    for each in made:
        if in_force and each.change == in_force[-1].change.inverse:
            in_force.pop()
        else:
            in_force.append(each)
    if not in_force or seat not in {None, in_force[-1].seat}:
        return None
    newest = in_force[-1]
    since = others(game, made, newest.end)
    if any(seat is None or entry.seat in {None, seat} for entry in since):
        return None
    upto = newest.change.place + (newest.change.new is not None)
    untouched = game.standing[:upto] == newest.after[:upto]
    return newest.change.inverse if untouched else None


def others(game: Game, made: Sequence[Made], seen: int) -> tuple[Entry, ...]:
    """Return the entries since so much of the log was seen, without corrections."""
    since = (range(max(each.start, seen), each.end) for each in made)
    corrected = {at for span in since for at in span}
    return tuple(entry for at, entry in enumerate(game.log[seen:], seen) if at not in corrected)
