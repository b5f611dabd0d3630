"""What a player hears of what others have done. Pure."""

from dataclasses import dataclass

from qwixx_pad.core.effects import forced
from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import Place
from qwixx_pad.core.moves import (
    ON_CELLS,
    Cross,
    CrossField,
    EndRoll,
    Entry,
    Move,
    Penalty,
    Undo,
)
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.core.table import Table
from qwixx_pad.service.session import Trouble
from qwixx_pad.tables.lock_questions import locking_cross
from qwixx_pad.tables.state import Link
from qwixx_pad.ui.pad.row_view import undoable_moves
from qwixx_pad.ui.pad.state import Message, TableState
from qwixx_pad.ui.pad.table_view import title
from qwixx_pad.ui.result import end_look
from qwixx_pad.ui.speech.words import Words
from qwixx_pad.ui.table import away_said, moved, said_of


@dataclass(frozen=True, slots=True)
class Announcement:
    """Something that others did.

    Attributes:
        text: In one sentence.
        urgent: Whether it is said at once.
        shown: Whether it is written on the screen too; a turn stands there anyway.
    """

    text: str
    urgent: bool = False
    shown: bool = False


def announcements(
    before: Game, after: Game, state: TableState, seat: int, words: Words
) -> Announcement | None:
    """The most important thing that has happened between two states of a table.

    Args:
        before: The game as it was last heard of.
        after: As it is now.
        state: The table now.
        seat: Who is told (from 1).
        words: The language.
    """
    old, new = before.position, after.position
    if not isinstance(old, Table) or not isinstance(new, Table):
        return None
    if new.settled and not old.settled:
        names = state.names
        headline = end_look(after, names, range(len(names)), words).headline
        return Announcement(words.text("Game over. {who}", who=headline), urgent=True)
    if new.roll < old.roll or (old.finished and not new.finished):
        return _reopened(new, state, words)
    locked = new.closed - old.closed
    if locked:
        return _locked(after, new, min(locked), state, seat, words)
    return _moved(old, new, state, words)


def _moved(old: Table, new: Table, state: TableState, words: Words) -> Announcement | None:
    """Somebody has gone or come back, or the next one rolls."""
    for mover, out in moved(old, new):
        return Announcement(said_of(state.names[mover - 1], words, out=out), shown=True)
    return Announcement(f"{title(new, state, words)}.") if new.roll != old.roll else None


def turn_taken(
    entry: Entry, before: Game, after: Game, state: TableState, words: Words
) -> tuple[str, str] | None:
    """What the end of a roll did, and what takes it back; None for any other entry.

    Where a device goes from hand to hand, somebody may have tapped for somebody else.

    Args:
        entry: What was entered.
        before: The game without it.
        after: The game with it.
        state: The table.
        words: The language.
    """
    active = before.position.active
    if active is None or not state.passed or not isinstance(entry.move, EndRoll | Penalty):
        return None
    way_back = "undo-last" if entry.seat is None else f"s{active}-undo"
    name, sheet = state.names[active - 1], after.position.sheets[active - 1]
    if sheet.penalties == before.position.sheets[active - 1].penalties:
        return words.text("{name}’s turn is over", name=name), way_back
    n, most = sheet.penalties, sheet.layout.penalties
    return words.text("{name}: misthrow {n} of {all}", name=name, n=n, all=most), way_back


def gone(before: TableState, after: TableState, words: Words) -> Message | None:
    """Words on a phone that has been away for some time now; None if there is none."""
    names = [after.names[seat - 1] for seat in sorted(after.missed - before.missed)]
    play_on = words.text("Play on. We sync when it is back.")
    return Message(away_said(names, words), play_on) if names else None


def of_the_link(before: TableState, after: TableState, words: Words) -> Message | None:
    """What is to be known of the link to the table, or of a request that was not done."""
    if after.link is Link.DOWN and before.link is not Link.DOWN:
        lines = (
            words.trouble(Trouble.NO_LINK)[0],
            words.text("Your crosses are kept, and sent later."),
        )
        return Message(*lines, calm=False)
    if after.link is Link.UP and before.link is Link.DOWN:
        return Message(words.text("The link is back."))
    if after.refused is not None and before.refused is None:
        return Message(words.why_not_done(after.refused))
    return None


def _reopened(new: Table, state: TableState, words: Words) -> Announcement:
    name = state.names[new.active - 1]
    return Announcement(words.text("{name} is still rolling", name=name), shown=True)


def is_locking(letter: str, names: str, many: int, words: Words) -> str:
    """Words on a row that one or several players (their names in a sentence) lock now."""
    if many == 1:
        return words.of_row("{names} is locking {colour}", letter, names=names)
    return words.of_row("{names} are locking {colour}", letter, names=names)


def _locked(  # noqa: PLR0913, PLR0917 - a row of a game, and who is told of it
    game: Game, new: Table, letter: str, state: TableState, seat: int, words: Words
) -> Announcement:
    by = new.lockers(letter)
    locked_by = words.both([state.names[i - 1] for i in by])
    last = locking_cross(letter, game)
    shared = letter in new.still_open_for(seat) - state.unshared
    if last is not None and shared and seat not in by:
        said = is_locking(letter, locked_by, len(by), words)
        # Translators: {news} is such as "Anna is locking red".
        may = words.text("{news}. You may cross {n}.", news=said, n=last.number)
        return Announcement(may, urgent=True)
    return Announcement(words.of_row("{name} closed {colour}", letter, name=locked_by), True, True)  # noqa: FBT003 - urgent and shown


def after_entry(  # noqa: PLR0913 - what was entered, where, and how it is told
    entry: Entry, before: Game, sheet: Sheet, seat: int, words: Words, *, hides: bool
) -> str:
    """What is said of one's own entry.

    Args:
        entry: It stands now.
        before: The game without it.
        sheet: Of its seat, with it.
        seat: From 1.
        words: The language.
        hides: Whether no points are said before the end.
    """
    taken_back = next(reversed(undoable_moves(before, seat)), None)
    say = words.spoken_without_points if hides else words.spoken
    went = isinstance(entry.move, Undo) and sheet.layout.brings_about
    beside = _gone_with(taken_back, before, seat) if went else forced_by(entry, before)
    return say(entry, taken_back, sheet, beside)


def _gone_with(taken_back: Move | None, before: Game, seat: int) -> tuple[Place, ...]:
    """The forced crosses that go with the newest entry of a seat (from 1)."""
    sheet = before.position.sheets[seat - 1]
    _, places = next(before.timeline.crossed_in_this_roll(seat), (None, ()))
    own = sheet.place_of(taken_back) if isinstance(taken_back, Cross | CrossField) else None
    return tuple(place for place in places if place != own)


def forced_by(entry: Entry, before: Game) -> tuple[Place, ...]:
    """The cells that an entry crosses beside its own, in their order.

    Args:
        entry: It is legal.
        before: The game without it.
    """
    seat, position = entry.seat or 1, before.position
    sheet = position.sheets[seat - 1]
    move = entry.move
    if not sheet.layout.brings_about or before.setup.paper:
        return ()
    if not isinstance(move, ON_CELLS):
        return ()
    return forced(sheet, move, position.closed_for(seat))
