"""Questions about locks and last crosses, and the seats whose answers a table waits for.

Everybody can use the white dice, so a lock that was made with them can be shared. The second cross
of the active seat was made with a coloured die unless somebody contradicts. About its first cross
only the roller knows.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from qwixx_pad.core.corrections import AppliedCorrection, entries_since
from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import (
    TABLE_MOVES,
    Cross,
    EndRoll,
    Entry,
    Finish,
    Penalty,
    Undo,
    WhiteDiceSum,
)
from qwixx_pad.core.table import Table
from qwixx_pad.multiplayer.requests import (
    ConfirmWhiteDice,
    DeclareLockDice,
    Decline,
    RollSignal,
    SetReady,
    StopWaiting,
)
from qwixx_pad.multiplayer.seating import RollAnswers


class QuestionKind(Enum):
    """The kinds of questions to a seat about a row."""

    WHICH_DICE = auto()
    """Asks the roller whether the lock was crossed with the white dice."""
    LOCK_TOO = auto()
    """The cross of the lock is legal for the seat: it may lock the row too."""
    JUST_CLOSES = auto()
    """The cross of the lock is not legal for the seat: the row closes for it."""


@dataclass(frozen=True, slots=True)
class RowQuestion:
    """A question to one seat about one row.

    Attributes:
        kind: What is asked.
        letter: Of the row.
        seat: The seat that has to answer.
        lock_cross: The cross that has locked the row; the seat may make it too.
    """

    kind: QuestionKind
    letter: str
    seat: int
    lock_cross: Cross


@dataclass(frozen=True, slots=True)
class OpenLocks:
    """The questions that the locks of a roll leave open.

    Attributes:
        questions: Ordered by row, then by seat.
        waiting_seats: Seats whose answers the table waits for, also those of `unfinished_seats`.
        unshared_rows: Letters of the rows that were probably locked with a coloured die.
    """

    questions: tuple[RowQuestion, ...] = ()
    waiting_seats: tuple[int, ...] = ()
    unshared_rows: frozenset[str] = frozenset()


def open_questions(game: Game, answers: RollAnswers) -> tuple[RowQuestion, ...]:
    """The questions about locks that are open in this roll, ordered by row, then by seat."""
    table = game.position
    if not isinstance(table, Table) or table.is_settled:
        return ()
    answers = answers.for_roll(table.roll)
    return tuple(
        question
        for row in table.layout.rows
        if row.letter in table.locked_this_roll
        for question in _row_questions(row.letter, game, table, answers)
    )


def unshared_locks(game: Game, answers: RollAnswers) -> frozenset[str]:
    """The letters of the rows locked in this roll with a coloured die, as far as is known.

    By rule 9 other seats may still enter their last cross there until `/`. The screens ask first
    whether the lock was made with the white dice.
    """
    table = game.position
    if not isinstance(table, Table):
        return frozenset()
    answers = answers.for_roll(table.roll)
    return frozenset(
        letter
        for letter in table.locked_this_roll
        if locking_cross(letter, game) is not None
        and not _is_shared(letter, game, table, answers)
        and (letter in answers.colored or not _are_dice_unknown(letter, game, table))
    )


def waiting_seats(game: Game, answers: RollAnswers) -> tuple[int, ...]:
    asked = {question.seat for question in open_questions(game, answers)}
    return tuple(sorted(asked | unfinished_seats(game, answers)))


def closing_entry(game: Game, answers: RollAnswers) -> Entry | None:
    """The entry that closes the last action once every seat has made its cross or wants none.

    It is `end` after the end of the game, and `/` where a roll is `ending`. None if neither is due.
    """
    table = game.position
    if (
        not isinstance(table, Table)
        or table.finished
        or not (table.is_over or answers.ending)
        or waiting_seats(game, answers)
    ):
        return None
    return Entry(Finish() if table.is_over else EndRoll())


def _entering_seats(entries: Iterable[Entry]) -> set[int | None]:
    """The seats of these entries; None for an undo or redo of the whole log.

    `/`, `end` and the sum of the white dice do not count.
    """
    return {
        entry.seat for entry in entries if not isinstance(entry.move, (*TABLE_MOVES, WhiteDiceSum))
    }


def is_held_back(game: Game) -> bool:
    """True if a `/` must wait for last crosses: it would give the last penalty (rules 6 and 8)."""
    table = game.position
    return isinstance(table, Table) and table.idle_roll_ends_game


def end_roll_entry(game: Game, own_seats: Collection[int]) -> Entry:
    """The entry with which a device of these seats ends the roll; `-` for its own last penalty."""
    active = game.position.active
    if active in own_seats and is_held_back(game):
        return Entry(Penalty(), active)
    return Entry(EndRoll())


def must_ask_table(entry: Entry, game: Game) -> bool:
    """True if a device cannot show an entry before the table has accepted it.

    The table may answer these with another entry, or with none yet.
    """
    undoes_end = entry == Entry(Undo()) and game.position.is_over
    return undoes_end or (entry == Entry(EndRoll()) and is_held_back(game))


def reopened_answers(
    answers: RollAnswers, seats: Collection[int], ended: Game, after: Game
) -> RollAnswers:
    """The answers after a game that had `ended` was reopened and is now `after`.

    The answers of the reopening device's `seats` are dropped, and all of them if it has no seats. A
    `/` that was held back is held back again, unless its own roller has reopened the game.
    """
    was_held_back = ended.applied[-1] == Entry(EndRoll()) and is_held_back(after)
    return replace(
        answers,
        ready=answers.ready.difference(seats) if seats else frozenset(),
        declined=frozenset(
            (letter, seat) for letter, seat in answers.declined if seat not in seats
        ),
        ending=was_held_back and after.position.active not in seats,
        base_length=len(after.log),
    )


def current_answers(
    answers: RollAnswers, game: Game, corrections: Sequence[AppliedCorrection]
) -> RollAnswers:
    """The answers of the present roll without those that later entries have cancelled.

    A seat that has entered something is not ready any more. A penalty of the roller that ends the
    game cancels the answers of all seats (rule 6). A roll is not `ending` any more once its roller
    has entered something.
    """
    table = game.position
    answers = answers.for_roll(table.roll)
    if not isinstance(table, Table) or not (answers.ready or answers.ending):
        return answers
    entered = _entering_seats(entries_since(game, corrections, answers.base_length))
    roller = {None, table.active}
    is_end_new = not _entering_seats(game.log[answers.base_length :]).isdisjoint(roller)
    is_asked_anew = is_end_new and table.is_over and table.penalised
    return replace(
        answers,
        ready=frozenset() if is_asked_anew else answers.ready - entered,
        ending=answers.ending and table.idle_roll_ends_game and entered.isdisjoint(roller),
    )


def answers_with(signal: RollSignal, game: Game, answers: RollAnswers) -> RollAnswers:
    """The answers of a roll after one more signal, from a device that may send it."""
    match signal:
        case SetReady(seat, True):
            answers = replace(answers, ready=answers.ready | {seat})
        case SetReady(seat):
            answers = replace(answers, ready=answers.ready - {seat})
        case Decline(seat, letter):
            answers = replace(answers, declined=answers.declined | {(letter, seat)})
        case DeclareLockDice(letter, True):
            answers = replace(answers, white=answers.white | {letter})
        case DeclareLockDice(letter):
            answers = replace(answers, colored=answers.colored | {letter})
        case ConfirmWhiteDice(letter):
            answers = replace(answers, confirmed=answers.confirmed | {letter})
        case StopWaiting():
            answers = decline_for_all(game, answers)
    return answers


def decline_for_all(game: Game, answers: RollAnswers) -> RollAnswers:
    """The answers with a no from every seat that has not answered.

    A lock that is made later in the same roll is still asked about.
    """
    questions = open_questions(game, answers)
    answers = answers.for_roll(game.position.roll)
    find_seats = waiting_seats if game.position.is_over else unfinished_seats
    return replace(
        answers,
        declined=answers.declined | {(each.letter, each.seat) for each in questions},
        colored=answers.colored
        | {each.letter for each in questions if each.kind is QuestionKind.WHICH_DICE},
        ready=answers.ready.union(find_seats(game, answers)),
    )


def unfinished_seats(game: Game, answers: RollAnswers) -> set[int]:
    """The seats that may still enter something before the roll or the game ends, and are not ready.

    They have to choose the row of a cross that they have won, which `/` would forfeit, or may make
    one cross in the last action (rules 6 and 10). Questions about locks are not considered here.
    """
    table = game.position
    if not isinstance(table, Table):
        return set()
    ready = answers.for_roll(table.roll).ready
    return {
        seat
        for seat in table.seat_numbers
        if seat not in ready and (table.must_choose(seat) or has_last_chance(table, seat, answers))
    }


def has_last_chance(table: Table, seat: int, answers: RollAnswers) -> bool:
    """True if a seat may enter its one cross before the game is closed (rules 6 and 10)."""
    if answers.ending and not table.is_over:
        return seat != table.active and table.has_first_action(seat)
    return table.may_still_cross(seat)


def _row_questions(
    letter: str, game: Game, table: Table, answers: RollAnswers
) -> Iterator[RowQuestion]:
    lock_cross = locking_cross(letter, game)
    if lock_cross is None:
        return
    if not _is_shared(letter, game, table, answers):
        if _are_dice_unknown(letter, game, table) and letter not in answers.colored:
            yield RowQuestion(QuestionKind.WHICH_DICE, letter, table.active, lock_cross)
        return
    for seat in table.seat_numbers:
        has_answered = seat in answers.ready or (letter, seat) in answers.declined
        if letter in table.still_open_for(seat) and not has_answered:
            may_lock = table.move_refusal(seat, lock_cross) is None
            kind = QuestionKind.LOCK_TOO if may_lock else QuestionKind.JUST_CLOSES
            yield RowQuestion(kind, letter, seat, lock_cross)


def _is_shared(letter: str, game: Game, table: Table, answers: RollAnswers) -> bool:
    """True if a row was locked with the white dice, as far as the table knows.

    A roller who sits out is not asked: the lock counts as made with the white dice.
    """
    others = (seat for seat in table.seats_with_lock(letter) if seat != table.active)
    if letter in answers.confirmed or any(
        _lock_cross_of(seat, letter, game, table) for seat in others
    ):
        return True
    is_called_white = letter in answers.white or table.active in table.sitting_out
    return (
        is_called_white and letter not in answers.colored and _are_dice_unknown(letter, game, table)
    )


def _are_dice_unknown(letter: str, game: Game, table: Table) -> bool:
    """True if the active seat locked the row with its first cross, which may be of any dice."""
    crosses = [
        move for move in game.timeline.moves_this_roll(table.active) if isinstance(move, Cross)
    ]
    return bool(crosses) and crosses[0] == _lock_cross_of(table.active, letter, game, table)


def locking_cross(letter: str, game: Game) -> Cross | None:
    """The cross of this roll, made with dice, that has locked a row; None without one.

    A lock that was forced by another cross was not made with dice, and cannot be shared.
    """
    table = game.position
    if not isinstance(table, Table):
        return None
    crosses = (_lock_cross_of(seat, letter, game, table) for seat in table.seats_with_lock(letter))
    return next(filter(None, crosses), None)


def _lock_cross_of(seat: int, letter: str, game: Game, table: Table) -> Cross | None:
    row = table.layout.row_index_or_raise(letter)
    moves = game.timeline.moves_this_roll(seat)
    lock_crosses = (Cross(letter, number) for number in table.layout.rows[row].lock_numbers)
    return next((cross for cross in lock_crosses if cross in moves), None)
