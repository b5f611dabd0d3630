"""Questions to seats when a row is locked or a game ends, and whom a table waits for. Pure.

A lock made with the white dice can be shared: everybody has those. A second cross of the active
seat was made with a coloured die unless somebody says otherwise; of its first one only the roller
knows.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from qwixx_pad.core.corrections import Made, others
from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import FOR_ALL, Cross, EndRoll, Entry, Finish, Penalty, Undo, White
from qwixx_pad.core.table import Table
from qwixx_pad.multiplayer.requests import CloseNow, Decline, SayDone, TellDice, Vouch, Word
from qwixx_pad.multiplayer.seating import Answers


class QuestionKind(Enum):
    """The kinds of questions to a seat about a row."""

    WHICH_DICE = auto()
    """The roller: was the lock crossed with the white dice?"""
    LOCK_TOO = auto()
    """Five crosses and the last cell free: do you lock it too?"""
    JUST_CLOSES = auto()
    """Too few crosses: the row closes for you."""


@dataclass(frozen=True, slots=True)
class LockAsk:
    """A question that waits for the answer of one seat (from 1) about one row.

    `last` is the cross that has locked the row, and may lock it too.
    """

    asking: QuestionKind
    letter: str
    seat: int
    last: Cross


@dataclass(frozen=True, slots=True)
class Locks:
    """The questions that the locks of a roll leave open.

    Attributes:
        questions: All open questions, by row and seat.
        waiting: The seats (from 1) whose answer the table waits for.
        unshared: Letters of the rows whose lock was, it seems, a coloured die's.
    """

    questions: tuple[LockAsk, ...] = ()
    waiting: tuple[int, ...] = ()
    unshared: frozenset[str] = frozenset()

    @classmethod
    def of(cls, game: Game, answers: Answers) -> "Locks":
        """Return what is open in a game after these answers."""
        waiting = waiting_for(game, answers)
        return cls(questions(game, answers), waiting, unshared_locks(game, answers))


def questions(game: Game, answers: Answers) -> tuple[LockAsk, ...]:
    """Return all questions that are open in this roll, by row and seat."""
    table = game.position
    if not isinstance(table, Table) or table.settled:
        return ()
    answers = answers.in_roll(table.roll)
    return tuple(
        ask
        for row in table.layout.rows
        if row.letter in table.locked_now
        for ask in _about(row.letter, game, table, answers)
    )


def unshared_locks(game: Game, answers: Answers) -> frozenset[str]:
    """Return the letters of the rows locked in this roll with a coloured die, as far as is known.

    The line takes the last cross of another seat there until `/` (rule 9); the screens ask first
    whether it was the white dice.
    """
    table = game.position
    if not isinstance(table, Table):
        return frozenset()
    answers = answers.in_roll(table.roll)
    return frozenset(
        letter
        for letter in table.locked_now
        if locking_cross(letter, game) is not None
        and not _is_shared(letter, game, table, answers)
        and (letter in answers.colored or not _is_unsaid(letter, game, table))
    )


def waiting_for(game: Game, answers: Answers) -> tuple[int, ...]:
    """Return the seats (from 1) whose answer the table waits for."""
    asked = {ask.seat for ask in questions(game, answers)} | unfinished(game, answers)
    return tuple(sorted(asked))


def closing_entry(game: Game, answers: Answers) -> Entry | None:
    """Return the entry that closes the last action once each seat has made its cross or wants none.

    It is `end` after the end of the game, `/` where a roll is `ending`; None if neither is due.
    """
    table = game.position
    if not isinstance(table, Table) or table.finished or not (table.over or answers.ending):
        return None
    if waiting_for(game, answers):
        return None
    return Entry(Finish() if table.over else EndRoll())


def _entered_since(entries: Iterable[Entry]) -> set[int | None]:
    """Return the seats (from 1) of some entries, None for one that belongs to no seat."""
    return {entry.seat for entry in entries if not isinstance(entry.move, (*FOR_ALL, White))}


def is_held_back(game: Game) -> bool:
    """Return whether a `/` waits for last crosses: it would give the roller the last penalty."""
    table = game.position
    return isinstance(table, Table) and table.idle_roll_ends_game


def end_of_roll(game: Game, mine: Collection[int]) -> Entry:
    """Return the entry that ends the roll on a device with these seats: `-` for a last penalty."""
    active = game.position.active
    penalty = active in mine and is_held_back(game)
    return Entry(Penalty(), active) if penalty else Entry(EndRoll())


def is_answered_first(entry: Entry, game: Game) -> bool:
    """Return whether only the table can tell what becomes of an entry: another one, or none yet."""
    undoes_end = entry == Entry(Undo()) and game.position.over
    return undoes_end or (entry == Entry(EndRoll()) and is_held_back(game))


def reopened_answers(answers: Answers, seats: Collection[int], ended: Game, after: Game) -> Answers:
    """Return the answers with which a game is open again `after` it had `ended`.

    The seats (from 1) of the device that reopened it have answered nothing yet; where it has none,
    all are asked again. A `/` that was held back is so again, unless its roller has reopened it.
    """
    held = ended.standing[-1] == Entry(EndRoll()) and is_held_back(after)
    held = held and after.position.active not in seats
    declined = frozenset(pair for pair in answers.declined if pair[1] not in seats)
    done, seen = answers.done.difference(seats or answers.done), len(after.log)
    return replace(answers, done=done, declined=declined, ending=held, seen=seen)


def answers_in_force(answers: Answers, game: Game, made: Sequence[Made]) -> Answers:
    """Return the answers of the present roll without those that later entries have cancelled.

    A seat that has entered something is not ready any more. A roller's penalty that ends the game
    asks everybody anew (rule 6), and a roll whose roller has entered something is not `ending`.
    `made` are the corrections in the log.
    """
    table = game.position
    answers = answers.in_roll(table.roll)
    if not isinstance(table, Table) or not (answers.done or answers.ending):
        return answers
    by, roller = _entered_since(others(game, made, answers.seen)), {None, table.active}
    by_roller = not by.isdisjoint(roller)
    end_is_new = not _entered_since(game.log[answers.seen :]).isdisjoint(roller)
    asked_anew = end_is_new and table.over and table.penalised
    done = frozenset() if asked_anew else answers.done - by
    ending = answers.ending and table.idle_roll_ends_game and not by_roller
    return replace(answers, done=done, ending=ending)


def answers_after(word: Word, game: Game, answers: Answers) -> Answers:
    """Return the answers of a roll with one signal more, sent by somebody who may."""
    match word:
        case SayDone(seat, yes):
            done = answers.done | {seat} if yes else answers.done - {seat}
            answers = replace(answers, done=done)
        case Decline(seat, letter):
            answers = replace(answers, declined=answers.declined | {(letter, seat)})
        case TellDice(letter, True):
            answers = replace(answers, white=answers.white | {letter})
        case TellDice(letter, False):
            answers = replace(answers, colored=answers.colored | {letter})
        case Vouch(letter):
            answers = replace(answers, vouched=answers.vouched | {letter})
        case CloseNow():
            answers = with_no_for_all(game, answers)
    return answers


def with_no_for_all(game: Game, answers: Answers) -> Answers:
    """Return the answers with a no of everybody who has not answered.

    A lock that comes later in the same roll is asked about all the same.
    """
    asks = questions(game, answers)
    unsaid = {ask.letter for ask in asks if ask.asking is QuestionKind.WHICH_DICE}
    answers = answers.in_roll(game.position.roll)
    left = set(waiting_for(game, answers)) if game.position.over else unfinished(game, answers)
    return replace(
        answers,
        declined=answers.declined | {(ask.letter, ask.seat) for ask in asks},
        colored=answers.colored | unsaid,
        done=answers.done | left,
    )


def unfinished(game: Game, answers: Answers) -> set[int]:
    """Return the seats (from 1) waited for without a question about a lock, and not declining.

    They have won crosses and are still to choose their row, which `/` would forfeit; or they may
    enter their one cross in the last action (rules 6 and 10).
    """
    table = game.position
    if not isinstance(table, Table):
        return set()
    done = answers.in_roll(table.roll).done
    seats = (seat for seat in range(1, len(table.sheets) + 1) if seat not in done)
    return {x for x in seats if table.owes(x) or has_last_chance(table, x, answers)}


def has_last_chance(table: Table, seat: int, answers: Answers) -> bool:
    """Return whether a seat (from 1) may enter its one cross before the game is closed."""
    if answers.ending and not table.over:
        return seat != table.active and table.has_first_action(seat)
    return table.may_still_cross(seat)


def _about(letter: str, game: Game, table: Table, answers: Answers) -> Iterator[LockAsk]:
    last = locking_cross(letter, game)
    if last is None:
        return
    if not _is_shared(letter, game, table, answers):
        if _is_unsaid(letter, game, table) and letter not in answers.colored:
            yield LockAsk(QuestionKind.WHICH_DICE, letter, table.active, last)
        return
    for seat in range(1, len(table.sheets) + 1):
        answered = seat in answers.done or (letter, seat) in answers.declined
        if letter in table.still_open_for(seat) and not answered:
            yield LockAsk(_asking(last, table, seat), letter, seat, last)


def _is_shared(letter: str, game: Game, table: Table, answers: Answers) -> bool:
    """Return whether the lock was made with the white dice, as far as the table knows.

    A roller who sits out is asked nothing any more: everybody answers alone.
    """
    lockers = (seat for seat in table.lockers(letter) if _locked_by(seat, letter, game, table))
    by_others = any(seat != table.active for seat in lockers)
    said_white = letter in answers.white or table.active in table.out
    white = said_white and letter not in answers.colored and _is_unsaid(letter, game, table)
    return by_others or white or letter in answers.vouched


def _is_unsaid(letter: str, game: Game, table: Table) -> bool:
    """Return whether the active seat locked the row with its first cross: it knows the dice."""
    crosses = [move for move in game.timeline.of_this_roll(table.active) if isinstance(move, Cross)]
    return bool(crosses) and crosses[0] == _locked_by(table.active, letter, game, table)


def locking_cross(letter: str, game: Game) -> Cross | None:
    """Return the cross that was made with dice in this roll and has locked a row.

    A lock that another cross has forced was in nobody's dice, and nobody can share it.
    """
    table = game.position
    if not isinstance(table, Table):
        return None
    made = (_locked_by(seat, letter, game, table) for seat in table.lockers(letter))
    return next((cross for cross in made if cross is not None), None)


def _locked_by(seat: int, letter: str, game: Game, table: Table) -> Cross | None:
    row, made = table.layout.index_of(letter), game.timeline.of_this_roll(seat)
    last = (Cross(letter, number) for number in table.layout.rows[row].lock_numbers)
    return next((cross for cross in last if cross in made), None)


def _asking(last: Cross, table: Table, seat: int) -> QuestionKind:
    may = table.why_not(seat, last) is None
    return QuestionKind.LOCK_TOO if may else QuestionKind.JUST_CLOSES
