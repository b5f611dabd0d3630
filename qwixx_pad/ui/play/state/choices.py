"""Choices of a player, their worth, and the words of their cards. Pure.

The card is made anew of the game whenever it is shown: a row that somebody has closed meanwhile is
offered no more.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from qwixx_pad.core.effects import forced, gain
from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import Cell, Place
from qwixx_pad.core.moves import Advance, Choose, Cross, CrossNext, Exchange, SheetMove
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.ui.design.tokens import LUCKY_MARK
from qwixx_pad.ui.play.state.state import PadState, Prompt, Question
from qwixx_pad.ui.text.translator import Voice, Words


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move that a player may want.

    Attributes:
        move: What is entered.
        letter: Of the row that it crosses in; empty for none.
        gain: What it adds to the total, with all that it forces.
        cells: What is crossed, in order.
    """

    move: SheetMove
    letter: str
    gain: int
    cells: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class ChoiceKey:
    """A button of the card: what it enters or does, and the row whose colour it wears, if any."""

    identifier: str
    text: str
    letter: str = ""


@dataclass(frozen=True, slots=True)
class ChoiceLook:
    """A card that asks for a choice.

    Attributes:
        title, text: Its words; the second may be empty.
        choices: What can be chosen.
        ways_out: What else can be done, the last one is to do nothing of it.
        icon: Of what it is about, by its name.
    """

    title: str
    text: str
    choices: tuple[ChoiceKey, ...]
    ways_out: tuple[ChoiceKey, ...]
    icon: str


def choices(game: Game, seat: int, moves: Sequence[SheetMove]) -> tuple[Choice, ...]:
    """List those of some moves that a seat (from 1) may enter now, each with its worth."""
    closed = game.position.closed_for(seat)
    sheet = game.position.sheets[seat - 1]
    return tuple(
        Choice(
            move,
            getattr(move, "row", ""),
            gain(sheet, move, closed),
            (*_own(sheet, move), *forced(sheet, move, closed)),
        )
        for move in moves
        if game.why_not(game.setup.entry(move, seat)) is None
    )


def _own(sheet: Sheet, move: SheetMove) -> tuple[Place, ...]:
    place = sheet.place_of(move)
    return () if place is None else (place,)


def locking(game: Game, seat: int, letter: str) -> tuple[Choice, ...]:
    """List the crosses by which a seat (from 1) may lock a row now."""
    layout = game.position.sheets[seat - 1].layout
    numbers = layout.rows[layout.index_of(letter)].lock_numbers
    return choices(game, seat, [Cross(letter, number) for number in numbers])


def lucky(game: Game, seat: int) -> tuple[Choice, ...]:
    """List the rows in which a lucky number of a seat (from 1) may be crossed."""
    return choices(game, seat, [CrossNext(letter) for letter in _letters(game, seat)])


def owed(game: Game, seat: int) -> tuple[Choice, ...]:
    """List the rows of which a seat (from 1) has to choose one."""
    return choices(game, seat, [Choose(letter) for letter in _letters(game, seat)])


def exchanged(game: Game, seat: int, pair: Exchange) -> tuple[Choice, ...]:
    """List the crosses of an exchange pair, if a seat (from 1) may spend it now."""
    entry, cell = game.setup.entry(pair, seat), pair_of(game, seat, pair)
    if cell is None or game.why_not(entry) is not None:
        return ()
    numbers = [number for number in (cell.number, cell.other) if number is not None]
    moves = [Cross(letter, number) for number in numbers for letter in _letters(game, seat)]
    return choices(game.play(entry), seat, moves)


def pair_of(game: Game, seat: int, pair: Exchange) -> Cell | None:
    """Return what is printed in an exchange pair on the sheet of a seat (from 1)."""
    sheet = game.position.sheets[seat - 1]
    place = sheet.place_of(pair)
    return None if place is None else sheet.layout.cell(place)


def _letters(game: Game, seat: int) -> Iterator[str]:
    rows = game.position.sheets[seat - 1].layout.rows
    return (row.letter for row in rows if row.lock_mask)


# cards


def owed_look(state: PadState, seat: int, voice: Voice) -> ChoiceLook:
    """Describe the card of a seat (from 1) that has to choose the row of crosses it has won."""
    words, sheet = voice.words, state.game.position.sheets[seat - 1]
    n = sheet.owed[0].crosses
    # Translators: Qwixx Bonus; several rows tie for the fewest crosses.
    title = words.count("Which row gets {n} cross?", "Which row gets {n} crosses?", n)
    return ChoiceLook(
        state.named(title, seat, words),
        words.text("These rows have the fewest crosses."),
        _keys(owed(state.game, seat), sheet, voice),
        (ChoiceKey("undo", words.text("Undo")),),
        "BALANCE_ROUNDED",
    )


def choice_look(state: PadState, prompt: Prompt, voice: Voice) -> ChoiceLook | None:
    """Describe the card of a question that is a choice; None for another question."""
    look = _asked(state, prompt, voice)
    return look and replace(look, title=state.named(look.title, state.seat, voice.words))


def _asked(state: PadState, prompt: Prompt, voice: Voice) -> ChoiceLook | None:
    match prompt.question:
        case Question.LOCK:
            return _lock_look(state, prompt, voice)
        case Question.LUCKY:
            return _lucky_look(state, voice)
        case Question.EXCHANGE if isinstance(prompt.about, Exchange):
            return _exchange_look(state, prompt.about, voice)
        case Question.TRACK:
            return _track_look(state, voice)
        case Question.TWICE if isinstance(prompt.about, Cross):
            return _twice_look(state, prompt.about, voice)
    return None


def _lock_look(state: PadState, prompt: Prompt, voice: Voice) -> ChoiceLook:
    words = voice.words
    found = locking(state.game, state.seat, prompt.letter)
    return ChoiceLook(
        words.of_row("Which number locks {colour}?", prompt.letter),
        words.text("Either of them crosses the lock too."),
        _keys(found, _sheet(state), voice),
        (_back(words),),
        "LOCK_ROUNDED",
    )


def _lucky_look(state: PadState, voice: Voice) -> ChoiceLook:
    words = voice.words
    return ChoiceLook(
        words.text("Lucky number rolled?"),
        words.text("It crosses the next free number of a row with the fewest crosses."),
        _keys(lucky(state.game, state.seat), _sheet(state), voice),
        (_back(words),),
        LUCKY_MARK,
    )


def _exchange_look(state: PadState, pair: Exchange, voice: Voice) -> ChoiceLook:
    words, cell = voice.words, pair_of(state.game, state.seat, pair)
    one, other = ("", "") if cell is None else (cell.number, cell.other)
    found = exchanged(state.game, state.seat, pair)
    lost = words.text("It is spent then, and pairs to its left are lost.")
    none = words.text("No row has a place for either of them now.")
    only = words.text("Only spend the pair")
    return ChoiceLook(
        # Translators: a pair of X-Change; a sum of the dice may be read as the other number.
        words.text("Read {n} as {other}, or {other} as {n}?", n=one, other=other),
        lost if found else none,
        _keys(found, _sheet(state), voice),
        (ChoiceKey(pair.text, only), _back(words)),
        "SWAP_HORIZ_ROUNDED",
    )


def _track_look(state: PadState, voice: Voice) -> ChoiceLook:
    words, sheet = voice.words, _sheet(state)
    place, found = sheet.place_of(Advance()), choices(state.game, state.seat, [Advance()])
    worth = None if place is None else sheet.layout.cell(place).number
    alone = state.table is None
    only = words.text("It has to be the only entry of your own roll.")
    return ChoiceLook(
        words.text("Lucky field {n}", n=worth),
        only if alone else words.text("It is your only entry of this roll."),
        tuple(
            ChoiceKey(each.move.text, _with_worth(words.text("Cross it"), each, voice))
            for each in found
        ),
        (_back(words),),
        LUCKY_MARK,
    )


def _twice_look(state: PadState, cross: Cross, voice: Voice) -> ChoiceLook:
    words = voice.words
    found = choices(state.game, state.seat, [cross])
    once_more = words.text("Cross it once more")
    return ChoiceLook(
        words.of_row("{row} {n} once more?", cross.row, n=cross.number),
        words.text("The last crossed number may be crossed a second time."),
        tuple(
            ChoiceKey(cross.text, _with_worth(once_more, each, voice), cross.row) for each in found
        ),
        (ChoiceKey("undo", words.text("Take it back")), _back(words)),
        "CLOSE_ROUNDED",
    )


def _sheet(state: PadState) -> Sheet:
    return state.game.position.sheets[state.seat - 1]


def _back(words: Words) -> ChoiceKey:
    return ChoiceKey("cancel", words.text("Back to the pad"))


def _keys(found: Sequence[Choice], sheet: Sheet, voice: Voice) -> tuple[ChoiceKey, ...]:
    """Build a button for each choice: what is crossed, and what it is worth."""
    said = [_with_worth(_crossed(each, sheet, voice.words), each, voice) for each in found]
    pairs = zip(found, said, strict=True)
    return tuple(ChoiceKey(each.move.text, text, each.letter) for each, text in pairs)


def _crossed(choice: Choice, sheet: Sheet, words: Words) -> str:
    """Name the row and its numbers, such as "Red 5 and 6"; its worth tells what else comes."""
    row = sheet.layout.index_of(choice.letter)
    cells = [sheet.layout.cell(place) for place in choice.cells if place.row == row]
    numbers = [str(cell.number) for cell in cells if cell.number is not None]
    if not numbers:
        return words.row(choice.letter)
    return words.of_row("{row} {n}", choice.letter, n=words.both(numbers))


def _with_worth(text: str, choice: Choice, voice: Voice) -> str:
    if voice.hides_points:
        return text
    return f"{text}, +{choice.gain}"
