"""The step from one state of a pad to the next when the game has gone on. Pure."""

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TypeAlias

from qwixx_pad.core.corrections import AppliedCorrection
from qwixx_pad.core.effects import forced_crosses
from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import CellRef
from qwixx_pad.core.moves import (
    CELL_MOVES,
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
from qwixx_pad.multiplayer.last_crosses import locking_cross
from qwixx_pad.multiplayer.seat_session import TableState
from qwixx_pad.multiplayer.state import Link
from qwixx_pad.ui.correction import Message, correction_text
from qwixx_pad.ui.play.state.state import PadState, Prompt, Question, newest_move, undoable_moves
from qwixx_pad.ui.play.state.table_view import roller_text
from qwixx_pad.ui.result import end_look
from qwixx_pad.ui.text.table_texts import (
    away_text,
    came_or_went_text,
    changed_seats,
    seat_asked_text,
    seat_entry_text,
    unsent_text,
)
from qwixx_pad.ui.text.translator import Translator, Voice


@dataclass(frozen=True, slots=True)
class Announcement:
    """An event caused by others, in one sentence.

    Attributes:
        text: The sentence.
        urgent: Whether it is spoken at once.
        shown: Whether it is a message, too; a new turn is on the screen anyway.
    """

    text: str
    urgent: bool = False
    shown: bool = False


def announcement(before: PadState, after: PadState, tr: Translator) -> Announcement | None:
    """Describe the most important event at a table to the seat in front; None if there is none."""
    table = after.table
    old = before.game.position
    new = after.game.position
    if table is None or not isinstance(old, Table) or not isinstance(new, Table):
        return None
    if new.is_settled and not old.is_settled:
        headline = end_look(after.game, table.names, table.colors, tr).headline
        return Announcement(tr.gettext("Game over. {who}", who=headline), urgent=True)
    if new.roll < old.roll:
        return Announcement(
            tr.gettext("{name} is still rolling", name=table.name_of(new.active)), shown=True
        )
    if old.finished and not new.finished:
        return Announcement(_game_reopened_text(before, after.game, table, tr), shown=True)
    if locked := new.closed_rows - old.closed_rows:
        return _lock_announcement(min(locked), after, table, new, tr)
    return _seat_announcement(old, new, table, tr)


def _seat_announcement(
    old: Table, new: Table, table: TableState, tr: Translator
) -> Announcement | None:
    """Announce who has gone or come back, has taken a penalty, or rolls next."""
    for seat, out in changed_seats(old, new):
        return Announcement(came_or_went_text(table.name_of(seat), tr, out=out), shown=True)
    turn = f"{roller_text(new, table.names, table.own_seat, tr)}." if new.roll != old.roll else ""
    roller = old.active
    if new.sheet_of(roller).penalties > old.sheet_of(roller).penalties:
        text = tr.gettext("{name}: penalty", name=table.name_of(roller))
        return Announcement(f"{text}. {turn}".strip(" ."), urgent=new.is_over, shown=True)
    return Announcement(turn) if turn else None


def _game_reopened_text(before: PadState, after: Game, table: TableState, tr: Translator) -> str:
    """Name who reopened an ended game, by an undo or because the table waits for them again."""
    added = after.log[len(before.game.log) :]
    seats = [entry.seat for entry in added if entry.move == Undo() and entry.seat]
    if not seats and before.table:
        seats = sorted(before.table.answers.ready & {*table.waiting_seats})
    names = tr.join_and([table.name_of(seat) for seat in seats])
    if not names:
        return tr.gettext("The game was reopened.")
    return tr.gettext("{names} reopened the game.", names=names)


def locking_text(letter: str, names: str, many: int, tr: Translator) -> str:
    """Say that one or several players lock a row now; `names` are theirs in a sentence."""
    if many == 1:
        return tr.row_text("{names} is locking {colour}", letter, names=names)
    return tr.row_text("{names} are locking {colour}", letter, names=names)


def _lock_announcement(
    letter: str, after: PadState, table: TableState, position: Table, tr: Translator
) -> Announcement:
    lockers = position.seats_with_lock(letter)
    cross = locking_cross(letter, after.game)
    names = tr.join_and([table.name_of(seat) for seat in lockers])
    shared = letter in position.still_open_for(after.seat) - table.unshared_rows
    if cross is not None and shared and after.seat not in lockers:
        news = locking_text(letter, names, len(lockers), tr)
        # Translators: {news} is such as "Anna is locking red".
        text = tr.gettext("{news}. You may cross {n}.", news=news, n=cross.number)
        return Announcement(text, urgent=True)
    text = tr.row_text("{name} closed {colour}", letter, name=names)
    return Announcement(text, urgent=True, shown=True)


def _roll_end_message(
    entry: Entry, before: Game, after: Game, table: TableState, tr: Translator
) -> Message | None:
    """Say what the end of a roll did, with an undo button; None for other entries.

    Where a device is passed around, somebody may have tapped for somebody else.
    """
    active = before.position.active
    ends = isinstance(entry.move, EndRoll | Penalty)
    if active is None or not table.is_passed_around or not ends:
        return None
    undo = "undo-last" if entry.seat is None else f"s{active}-undo"
    name = table.name_of(active)
    sheet = after.position.sheet_of(active)
    if sheet.penalties == before.position.sheet_of(active).penalties:
        return Message(tr.gettext("{name}’s turn is over", name=name), undo=undo)
    return Message(
        tr.gettext(
            "{name}: penalty {n} of {all}",
            name=name,
            n=sheet.penalties,
            all=sheet.layout.penalties,
        ),
        undo=undo,
    )


def _absence_message(before: TableState, after: TableState, tr: Translator) -> Message | None:
    """Say that a phone asks for a seat, or has been away for some time; else None."""
    for seat in sorted({*after.requested_seats} - {*before.requested_seats}):
        return Message(seat_asked_text(after.name_of(seat), tr))
    names = [after.name_of(seat) for seat in sorted(after.missed - before.missed)]
    if not names:
        return None
    return Message(away_text(names, tr), tr.gettext("Play on. We’ll sync when it’s back."))


def _link_message(before: TableState, after: TableState, tr: Translator) -> Message | None:
    """Describe a change of the link to the table, or a request that failed; else None."""
    if after.link is Link.DOWN and before.link is not Link.DOWN:
        title, _ = tr.failure_texts(Failure.NO_LINK)
        return Message(title, tr.gettext("Your crosses are saved and sent later."), calm=False)
    if after.link is Link.UP and before.link is Link.DOWN:
        return Message(tr.gettext("Connected again."))
    if after.refused is not None and before.refused is None:
        return Message(tr.failure_text(after.refused))
    return None


def entry_text(  # noqa: PLR0913 - what was entered, where, and in which words
    entry: Entry, before: Game, sheet: Sheet, seat: int, tr: Translator, *, hides: bool
) -> str:
    """Describe one's own entry."""
    whole_log = entry.seat is None and before.setup.seats > 1
    moves = undoable_moves(before, seat)
    undone = newest_move(before) if whole_log else next(reversed(moves), None)
    if isinstance(entry.move, Undo) and sheet.layout.has_effects:
        other_cells = _forced_undone(undone, before, seat)
    else:
        other_cells = forced_cells_by(entry, before)
    if hides:
        return tr.spoken_without_points(entry, undone, sheet, other_cells)
    return tr.spoken_entry(entry, undone, sheet, other_cells)


def _forced_undone(undone: Move | None, before: Game, seat: int) -> tuple[CellRef, ...]:
    """List the forced crosses that are undone with the newest entry of a seat."""
    newest, places = next(before.timeline.crossed_this_roll(seat), (None, ()))
    if newest is None or newest.move != undone:
        return ()
    if not isinstance(undone, Cross | CrossField):
        return tuple(places)
    own = before.position.sheet_of(seat).target_cell(undone)
    return tuple(place for place in places if place != own)


def forced_cells_by(entry: Entry, before: Game) -> tuple[CellRef, ...]:
    """List the cells that an entry is forced to cross besides its own, in order."""
    seat = entry.seat or 1
    sheet = before.position.sheet_of(seat)
    if not sheet.layout.has_effects or before.setup.paper:
        return ()
    if not isinstance(entry.move, CELL_MOVES):
        return ()
    return forced_crosses(sheet, entry.move, before.position.closed_for(seat))


Cause: TypeAlias = Entry | AppliedCorrection | None
"""The entry or correction of this device; None if another one has caused the change."""


class Touch(Enum):
    """Haptic feedback of a device."""

    CROSS = auto()
    LOCK = auto()


@dataclass(frozen=True, slots=True)
class ScreenChange:
    """The effect of a change on the screen.

    Attributes:
        state: The next state.
        announcements: Sentences to speak, each with whether it interrupts others.
        touch: Haptic feedback; None for none.
    """

    state: PadState
    announcements: tuple[tuple[str, bool], ...] = ()
    touch: Touch | None = None


def next_state(before: PadState, after: PadState, cause: Cause, voice: Voice) -> ScreenChange:
    """The state, announcements and touch after a game has gone on.

    `after` is `before` with the present game and table.
    """
    state = _carried_over(before, after, cause)
    if state.last_cross_seats != before.last_cross_seats:
        prompt = state.prompt
        if prompt is not None and prompt.question is Question.LAST_CROSS:
            prompt = None
        state = replace(state, prompt=last_cross_prompt(state) or prompt)
    if isinstance(cause, Entry):
        return _own_entry_change(before, state, cause, voice)
    if cause is not None:
        return _correction_change(state, cause, voice.tr, own=True)
    return _others_change(before, state, voice.tr)


def _carried_over(before: PadState, after: PadState, cause: Cause) -> PadState:
    """The next state; announcements and a message about the change are added later."""
    mistaps = before.mistaps
    if isinstance(cause, Entry):
        mistaps = mistaps.with_entry(cause, after.game.setup.layout)
    card = None
    if before.card is not None and not isinstance(cause, AppliedCorrection):
        card = before.card.carried_to(after.game)
    return replace(
        after,
        seat=_next_front_seat(before, after),
        message=None if cause or roller_changed(before.game, after.game) else before.message,
        prompt=None if cause else _open_prompt(before, after),
        card=card,
        mistaps=mistaps,
    )


def last_cross_prompt(state: PadState) -> Prompt | None:
    """The question for last crosses; None unless this device has seats to ask."""
    return Prompt(Question.LAST_CROSS) if state.last_cross_seats else None


def roller_changed(before: Game, after: Game) -> bool:
    """True if another seat rolls now."""
    return before.position.active != after.position.active


def _next_front_seat(before: PadState, after: PadState) -> int:
    """Choose the seat in front: a new roller that this device plays, else the one before.

    If the device has lost that seat and plays others now, the first of those replaces it.
    """
    seat = before.seat
    table = after.table
    if (
        table
        and before.table
        and seat not in table.own_seats
        and table.own_seats != before.table.own_seats
    ):
        seat = next(iter(table.own_seats), seat)
    return replace(after, seat=seat).front_seat if roller_changed(before.game, after.game) else seat


_ROLL_QUESTIONS = {
    Question.LOCK,
    Question.LUCKY,
    Question.EXCHANGE,
    Question.TRACK,
    Question.DOUBLE,
}
"""Questions about an entry of the present roll."""


def _open_prompt(before: PadState, after: PadState) -> Prompt | None:
    """The open question, unless another device or the end of a roll or game has answered it."""
    prompt = before.prompt
    position = after.game.position
    if prompt is None or position.is_settled:
        return None
    is_open = True
    if prompt.question in _ROLL_QUESTIONS:
        is_open = position.roll == before.game.position.roll
    elif prompt.question is Question.WHITE_DICE:
        is_open = after.table is not None and prompt.letter in after.table.unshared_rows
    elif prompt.question is Question.FINISH:
        is_open = after.asks_before_finish
    return prompt if is_open else None


def _own_entry_change(
    before: PadState, state: PadState, entry: Entry, voice: Voice
) -> ScreenChange:
    game = before.game
    seat = entry.seat or _undone_seat(entry, before)
    tr = voice.tr
    sheet = state.game.position.sheet_of(seat)
    touch = None
    if isinstance(entry.move, CELL_MOVES):
        locks = sheet.own_locks != game.position.sheet_of(seat).own_locks
        touch = Touch.LOCK if locks else Touch.CROSS
    text = entry_text(entry, game, sheet, seat, tr, hides=voice.hides_points)
    if entry.seat is None or isinstance(entry.move, SitOut | PlayAgain):
        news = announcement(before, replace(state, seat=seat), tr)
        text = news.text if news else text
    spoken = [(text, False)] if text else []
    if state.table is None and state.game.position.is_settled:
        spoken.append((tr.game_over_text(sheet), True))
    if message := _entry_message(entry, game, state, tr):
        state = state.with_message(message)
    return ScreenChange(state, tuple(spoken), touch)


def _undone_seat(entry: Entry, before: PadState) -> int:
    """The seat whose newest entry an undo for all seats takes back; else the seat in front."""
    newest = before.game.applied[-1:] if isinstance(entry.move, Undo) else ()
    return next((made.seat for made in newest if made.seat is not None), before.seat)


def _entry_message(entry: Entry, before: Game, after: PadState, tr: Translator) -> Message | None:
    """Describe an entry, unless the tapped cell shows all of it.

    At a table, only a few entries have a message.
    """
    if isinstance(entry.move, Undo | Redo) or after.game.position.is_over:
        return None
    table = after.table
    spent = _spent_pair_text(entry, before, tr)
    if table is None:
        forced = forced_cells_by(entry, before)
        if not (spent or forced) and _is_plain_cross(entry.move, before.position.sheets[0]):
            return None
        return Message(tr.done_text(entry, before.position.sheets[0], forced), spent, undo="undo")
    if spent:
        return Message(spent)
    if text := seat_entry_text(entry, table.names, tr):
        return Message(text)
    return _roll_end_message(entry, before, after.game, table, tr)


def _is_plain_cross(move: Move, sheet: Sheet) -> bool:
    """True if a move is one cross in a blank cell that locks nothing."""
    place = sheet.target_cell(move) if isinstance(move, Cross) else None
    if place is None or sheet.is_crossed(place):
        return False
    return not sheet.layout.rows[place.row].lock_mask >> place.position & 1


def _spent_pair_text(entry: Entry, before: Game, tr: Translator) -> str:
    """Say that the entry before, a pair, was spent for this cross; else empty."""
    last = before.applied[-1] if before.applied else None
    if last is None or not (isinstance(entry.move, Cross) and isinstance(last.move, Exchange)):
        return ""
    sheet = before.position.sheet_of(entry.seat or 1)
    place = sheet.target_cell(last.move)
    cross = sheet.target_cell(entry.move)
    if last.seat != entry.seat or place is None or cross is None:
        return ""
    pair = sheet.layout.cell(place)
    number = sheet.layout.cell(cross).number
    return tr.done_text(last, sheet) if number in {pair.number, pair.other} else ""


def _correction_change(
    state: PadState, made: AppliedCorrection, tr: Translator, *, own: bool
) -> ScreenChange:
    names = state.table.names if state.table else ()
    text = correction_text(made, names, tr, rolls=not state.game.setup.paper)
    # At a table the undo button is next to the message; without undoable seats it does nothing.
    undo = "undo" if own and not state.table and state.undoable_seats else ""
    return ScreenChange(state.with_message(Message(text, undo=undo)), ((text, False),))


def newest_correction(before: PadState, after: PadState) -> AppliedCorrection | None:
    """The last correction since a state was shown; None if there is none."""
    newest = after.corrections[-1:]
    return next((made for made in newest if made.start >= len(before.game.log)), None)


def _others_change(before: PadState, state: PadState, tr: Translator) -> ScreenChange:
    old = before.table
    new = state.table
    if old and new and (message := _link_message(old, new, tr)):
        text = f"{message.title} {message.detail}".strip()
        return ScreenChange(state.with_message(message), ((text, False),))
    if news := announcement(before, state, tr):
        if news.shown:
            state = state.with_message(Message(news.text))
        return ScreenChange(state, ((news.text, news.urgent),))
    if made := newest_correction(before, state):
        return _correction_change(state, made, tr, own=False)
    if old and new and new.late and not old.late:
        return ScreenChange(state, ((unsent_text(len(new.unsent), tr), False),))
    if old and new and (message := _absence_message(old, new, tr)):
        return ScreenChange(state.with_message(message))
    return ScreenChange(state)
