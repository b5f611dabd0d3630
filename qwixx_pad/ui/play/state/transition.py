"""The step from one shown state of a pad to the next when the game has gone on. Pure."""

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TypeAlias

from qwixx_pad.core.corrections import Made
from qwixx_pad.core.effects import forced
from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import Place
from qwixx_pad.core.moves import (
    ON_CELLS,
    Cross,
    CrossField,
    EndRoll,
    Entry,
    Exchange,
    Move,
    Penalty,
    PlayAgain,
    Redo,
    SitOut,
    Undo,
)
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.core.table import Table
from qwixx_pad.games.session import Failure
from qwixx_pad.multiplayer.lock_questions import locking_cross
from qwixx_pad.multiplayer.seat_session import TableState
from qwixx_pad.multiplayer.state import Link
from qwixx_pad.ui.lobby import asked_said, away_said, moved, said_of, unsent_said, who_moved
from qwixx_pad.ui.play.state.correction_view import told
from qwixx_pad.ui.play.state.state import (
    Message,
    PadState,
    Prompt,
    Question,
    newest_move,
    undoable_moves,
)
from qwixx_pad.ui.play.state.table_view import whose_roll
from qwixx_pad.ui.result import end_look
from qwixx_pad.ui.text.translator import Voice, Words


@dataclass(frozen=True, slots=True)
class Announcement:
    """An event by others, in one sentence.

    It may be urgent, so that it is spoken at once, and not `shown` on the screen too: a turn is
    there anyway.
    """

    text: str
    urgent: bool = False
    shown: bool = False


def announced(before: PadState, after: PadState, words: Words) -> Announcement | None:
    """Pick the most important event at a table, in words for the seat in front."""
    table, old, new = after.table, before.game.position, after.game.position
    if table is None or not isinstance(old, Table) or not isinstance(new, Table):
        return None
    if new.settled and not old.settled:
        headline = end_look(after.game, table.names, table.colors, words).headline
        return Announcement(words.text("Game over. {who}", who=headline), urgent=True)
    if new.roll < old.roll:
        name = table.names[new.active - 1]
        return Announcement(words.text("{name} is still rolling", name=name), shown=True)
    if old.finished and not new.finished:
        return Announcement(_open_again(before, after.game, table, words), shown=True)
    if locked := new.closed - old.closed:
        return _locked(min(locked), after, table, new, words)
    return _moved(old, new, table, words)


def _moved(old: Table, new: Table, table: TableState, words: Words) -> Announcement | None:
    """Announce who has gone or come back, has taken a penalty, or rolls next."""
    for mover, out in moved(old, new):
        return Announcement(said_of(table.names[mover - 1], words, out=out), shown=True)
    turn = f"{whose_roll(new, table, words)}." if new.roll != old.roll else ""
    missed = old.active - 1
    if new.sheets[missed].penalties > old.sheets[missed].penalties:
        said = words.text("{name}: penalty", name=table.names[missed])
        return Announcement(f"{said}. {turn}".strip(" ."), urgent=new.over, shown=True)
    return Announcement(turn) if turn else None


def _open_again(before: PadState, after: Game, table: TableState, words: Words) -> str:
    """Say who has undone the end of a game: by their entry, or because they had been done."""
    undone = [e.seat for e in after.log[len(before.game.log) :] if e.move == Undo() and e.seat]
    done = before.table.answers.done if before.table else frozenset[int]()
    seats = undone or sorted(done & {*table.waiting})
    names = words.both([table.names[seat - 1] for seat in seats])
    if not names:
        return words.text("The game is open again.")
    return words.text("{names} opened the game again.", names=names)


def is_locking(letter: str, names: str, many: int, words: Words) -> str:
    """Write that one or several players (their names in a sentence) lock a row now."""
    if many == 1:
        return words.of_row("{names} is locking {colour}", letter, names=names)
    return words.of_row("{names} are locking {colour}", letter, names=names)


def _locked(
    letter: str, after: PadState, table: TableState, position: Table, words: Words
) -> Announcement:
    by, last = position.lockers(letter), locking_cross(letter, after.game)
    names = words.both([table.names[seat - 1] for seat in by])
    shared = letter in position.still_open_for(after.seat) - table.unshared
    if last is not None and shared and after.seat not in by:
        said = is_locking(letter, names, len(by), words)
        # Translators: {news} is such as "Anna is locking red".
        may = words.text("{news}. You may cross {n}.", news=said, n=last.number)
        return Announcement(may, urgent=True)
    closed = words.of_row("{name} closed {colour}", letter, name=names)
    return Announcement(closed, urgent=True, shown=True)


def _turn_taken(
    entry: Entry, before: Game, after: Game, table: TableState, words: Words
) -> Message | None:
    """Write what the end of a roll did, with its undo; None for any other entry.

    Where a device goes from hand to hand, somebody may have tapped for somebody else.
    """
    active = before.position.active
    if active is None or not table.passed or not isinstance(entry.move, EndRoll | Penalty):
        return None
    undo = "undo-last" if entry.seat is None else f"s{active}-undo"
    name, sheet = table.names[active - 1], after.position.sheets[active - 1]
    if sheet.penalties == before.position.sheets[active - 1].penalties:
        return Message(words.text("{name}’s turn is over", name=name), undo=undo)
    return Message(
        words.text(
            "{name}: misthrow {n} of {all}",
            name=name,
            n=sheet.penalties,
            all=sheet.layout.penalties,
        ),
        undo=undo,
    )


def _gone(before: TableState, after: TableState, words: Words) -> Message | None:
    """Write that a phone asks for a seat, or has been away for some time; None without one."""
    for seat in sorted({*after.asked_for} - {*before.asked_for}):
        return Message(asked_said(after.names[seat - 1], words))
    names = [after.names[seat - 1] for seat in sorted(after.missed - before.missed)]
    play_on = words.text("Play on. We sync when it is back.")
    return Message(away_said(names, words), play_on) if names else None


def _of_the_link(before: TableState, after: TableState, words: Words) -> Message | None:
    """Describe the link to the table, or a request that failed."""
    if after.link is Link.DOWN and before.link is not Link.DOWN:
        lines = (
            words.failure(Failure.NO_LINK)[0],
            words.text("Your crosses are kept, and sent later."),
        )
        return Message(*lines, calm=False)
    if after.link is Link.UP and before.link is Link.DOWN:
        return Message(words.text("The link is back."))
    if after.refused is not None and before.refused is None:
        return Message(words.why_not_done(after.refused))
    return None


def after_entry(  # noqa: PLR0913 - what was entered, where, and in which words
    entry: Entry, before: Game, sheet: Sheet, seat: int, words: Words, *, hides: bool
) -> str:
    """Describe one's own entry."""
    whole_log = entry.seat is None and before.setup.seats > 1
    moves = undoable_moves(before, seat)
    taken_back = newest_move(before) if whole_log else next(reversed(moves), None)
    say = words.spoken_without_points if hides else words.spoken
    went = isinstance(entry.move, Undo) and sheet.layout.brings_about
    beside = _gone_with(taken_back, before, seat) if went else forced_by(entry, before)
    return say(entry, taken_back, sheet, beside)


def _gone_with(taken_back: Move | None, before: Game, seat: int) -> tuple[Place, ...]:
    """List the forced crosses undone with the newest entry of a seat (from 1)."""
    sheet = before.position.sheets[seat - 1]
    newest, places = next(before.timeline.crossed_in_this_roll(seat), (None, ()))
    if newest is None or newest.move != taken_back:
        return ()
    own = sheet.place_of(taken_back) if isinstance(taken_back, Cross | CrossField) else None
    return tuple(place for place in places if place != own)


def forced_by(entry: Entry, before: Game) -> tuple[Place, ...]:
    """List the cells that an entry crosses beside its own, in their order."""
    seat, position = entry.seat or 1, before.position
    sheet = position.sheets[seat - 1]
    move = entry.move
    if not sheet.layout.brings_about or before.setup.paper:
        return ()
    if not isinstance(move, ON_CELLS):
        return ()
    return forced(sheet, move, position.closed_for(seat))


Cause: TypeAlias = Entry | Made | None
"""The entry or correction of this device; None where somebody else did something."""


class Touch(Enum):
    """Haptic feedback of a device."""

    CROSS = auto()
    LOCK = auto()


@dataclass(frozen=True, slots=True)
class ScreenChange:
    """The next state, announcements (each with whether it interrupts others), and a touch."""

    state: PadState
    said: tuple[tuple[str, bool], ...] = ()
    felt: Touch | None = None


def advance(before: PadState, after: PadState, cause: Cause, voice: Voice) -> ScreenChange:
    """Return what is shown, announced and felt once a game has gone on.

    `after` is `before` with the game, and all that is known besides, as they are now.
    """
    state = _moved_on(before, after, cause)
    if state.last_crosses != before.last_crosses:
        asked = state.prompt is not None and state.prompt.question is Question.LAST_CROSS
        other = None if asked else state.prompt
        state = replace(state, prompt=asked_for_last_cross(state) or other)
    if isinstance(cause, Entry):
        return _own_entry(before, state, cause, voice)
    if cause is not None:
        return _corrected(state, cause, voice.words, own=True)
    return _of_others(before, state, voice.words)


def _moved_on(before: PadState, after: PadState, cause: Cause) -> PadState:
    """Return the state without a word on what has happened."""
    mistaps = before.mistaps
    if isinstance(cause, Entry):
        mistaps = mistaps.after(cause, after.game.setup.layout)
    return replace(
        after,
        seat=_seat(before, after),
        message=None if cause or turned(before.game, after.game) else before.message,
        prompt=None if cause else _still_asked(before, after),
        card=None if isinstance(cause, Made) else before.card and before.card.on(after.game),
        mistaps=mistaps,
    )


def asked_for_last_cross(state: PadState) -> Prompt | None:
    """Return the question for last crosses, if this device has seats that are asked for one."""
    return Prompt(Question.LAST_CROSS) if state.last_crosses else None


def turned(before: Game, after: Game) -> bool:
    """Return whether somebody else rolls now."""
    return before.position.active != after.position.active


def _seat(before: PadState, after: PadState) -> int:
    """Choose the sheet in front; whoever was given other seats sees one of those."""
    seat, table = before.seat, after.table
    if table and before.table and seat not in table.mine and table.mine != before.table.mine:
        seat = next(iter(table.mine), seat)
    return replace(after, seat=seat).in_front if turned(before.game, after.game) else seat


_OF_A_ROLL = {
    Question.LOCK,
    Question.LUCKY,
    Question.EXCHANGE,
    Question.TRACK,
    Question.TWICE,
}
"""Questions about what may be entered in the present roll."""


def _still_asked(before: PadState, after: PadState) -> Prompt | None:
    """Keep the open question unless it was answered, by the end of roll or game or others."""
    prompt, now = before.prompt, after.game.position
    if prompt is None or now.settled:
        return None
    too_late = prompt.question in _OF_A_ROLL and now.roll != before.game.position.roll
    unshared = after.table.unshared if after.table else ()
    answered = prompt.question is Question.WHITE_DICE and prompt.letter not in unshared
    return None if too_late or answered else prompt


def _own_entry(before: PadState, state: PadState, entry: Entry, voice: Voice) -> ScreenChange:
    game, seat, words = before.game, entry.seat or _undone_of(entry, before), voice.words
    old, new = (position.sheets[seat - 1] for position in (game.position, state.game.position))
    felt = None
    if isinstance(entry.move, ON_CELLS):
        felt = Touch.CROSS if new.own_locks == old.own_locks else Touch.LOCK
    said = after_entry(entry, game, new, seat, words, hides=voice.hides_points)
    if entry.seat is None or isinstance(entry.move, SitOut | PlayAgain):
        news = announced(before, replace(state, seat=seat), words)
        said = news.text if news else said
    spoken = [(said, False)] if said else []
    if state.table is None and state.game.position.settled:
        spoken.append((words.over(new), True))
    message = _message_on(entry, game, state, words)
    return ScreenChange(state if message is None else state.told(message), tuple(spoken), felt)


def _undone_of(entry: Entry, before: PadState) -> int:
    """Return whose newest entry (from 1) one undo for all takes back; else who is in front."""
    newest = before.game.standing[-1:] if isinstance(entry.move, Undo) else ()
    return next((made.seat for made in newest if made.seat is not None), before.seat)


def _message_on(entry: Entry, before: Game, after: PadState, words: Words) -> Message | None:
    """Describe an entry, unless it shows where the finger was; a table has its own bar."""
    if isinstance(entry.move, Undo | Redo) or after.game.position.over:
        return None
    table, spent = after.table, _spent_before(entry, before, words)
    if table is None:
        forced = forced_by(entry, before)
        if not (spent or forced) and _is_plain(entry.move, before.position.sheets[0]):
            return None
        done = words.done(entry, before.position.sheets[0], forced)
        return Message(done, spent, undo="undo")
    if spent:
        return Message(spent)
    if said := who_moved(entry, table.names, words):
        return Message(said)
    return _turn_taken(entry, before, after.game, table, words)


def _is_plain(move: Move, sheet: Sheet) -> bool:
    """Return whether an entry is one cross in a cell and nothing else, seen without words."""
    place = sheet.place_of(move) if isinstance(move, Cross) else None
    if place is None or sheet.is_crossed(place):
        return False
    return not sheet.layout.rows[place.row].lock_mask >> place.position & 1


def _spent_before(entry: Entry, before: Game, words: Words) -> str:
    """Say that a pair was spent for a cross; else empty."""
    last = before.standing[-1] if before.standing else None
    if last is None or not (isinstance(entry.move, Cross) and isinstance(last.move, Exchange)):
        return ""
    sheet = before.position.sheets[(entry.seat or 1) - 1]
    place, cross = sheet.place_of(last.move), sheet.place_of(entry.move)
    if last.seat != entry.seat or place is None or cross is None:
        return ""
    pair, number = sheet.layout.cell(place), sheet.layout.cell(cross).number
    return words.done(last, sheet) if number in {pair.number, pair.other} else ""


def _corrected(state: PadState, made: Made, words: Words, *, own: bool) -> ScreenChange:
    names, rolls = state.table.names if state.table else (), not state.game.setup.paper
    said = told(made, names, words, rolls=rolls)
    undo = "undo" if own and not state.table else ""  # at a table undo is beside the words
    return ScreenChange(state.told(Message(said, undo=undo)), ((said, False),))


def newest_correction(before: PadState, after: PadState) -> Made | None:
    """Return the last correction since a state was shown."""
    newest = after.made[-1:]
    return next((made for made in newest if made.start >= len(before.game.log)), None)


def _of_others(before: PadState, state: PadState, words: Words) -> ScreenChange:
    old, new = before.table, state.table
    if old and new and (heard := _of_the_link(old, new, words)):
        return ScreenChange(state.told(heard), ((f"{heard.title} {heard.detail}".strip(), False),))
    if news := announced(before, state, words):
        shown = state.told(Message(news.text)) if news.shown else state
        return ScreenChange(shown, ((news.text, news.urgent),))
    if made := newest_correction(before, state):
        return _corrected(state, made, words, own=False)
    if old and new and new.late and not old.late:
        return ScreenChange(state, ((unsent_said(len(new.unsent), words), False),))
    if old and new and (left := _gone(old, new, words)):
        return ScreenChange(state.told(left))
    return ScreenChange(state)
