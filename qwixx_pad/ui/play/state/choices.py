"""Choices of a player, what they are worth, and the texts of their cards. Pure.

A card is built from the present game whenever it is shown, so it offers no row that has been
closed since the question was asked.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from qwixx_pad.core.effects import forced_crosses, move_gain
from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import Cell, CellRef
from qwixx_pad.core.moves import ChooseRow, Cross, CrossNext, CrossTrackField, Exchange, SheetMove
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.ui.correction import Message
from qwixx_pad.ui.play.state.state import PadState, Prompt, Question
from qwixx_pad.ui.text.translator import Translator, Voice
from qwixx_pad.ui.theme.tokens import LUCKY_ICON


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move that a player may want.

    Attributes:
        move: The move to enter.
        letter: The row that it crosses in; empty for none.
        gain: What it adds to the total, with everything that it forces.
        cells: The cells that it crosses, in order.
    """

    move: SheetMove
    letter: str
    gain: int
    cells: tuple[CellRef, ...]


@dataclass(frozen=True, slots=True)
class ChoiceButton:
    """A button of the card.

    Attributes:
        identifier: The identifier that it presses; for a move its token.
        text: The text on it.
        letter: The row whose colour it has; empty for none.
    """

    identifier: str
    text: str
    letter: str = ""


@dataclass(frozen=True, slots=True)
class ChoiceLook:
    """A card that asks for a choice.

    Attributes:
        title, text: The question, and a line of detail, which may be empty.
        choices: A button for each move.
        others: Buttons below these: undo, cancel or both; the last one closes the card.
        icon: The name of its icon; empty for the mark of the row.
        letter: The row that it is about; empty for none.
    """

    title: str
    text: str
    choices: tuple[ChoiceButton, ...]
    others: tuple[ChoiceButton, ...]
    icon: str = ""
    letter: str = ""


def legal_choices(game: Game, seat: int, moves: Sequence[SheetMove]) -> tuple[Choice, ...]:
    """List those of some moves that a seat may enter now, each with what it is worth."""
    closed = game.position.closed_for(seat)
    sheet = game.position.sheet_of(seat)
    choices = list[Choice]()
    for move in moves:
        if game.entry_refusal(game.setup.seat_entry(move, seat)) is None:
            cell = sheet.target_cell(move)
            cells = forced_crosses(sheet, move, closed)
            if cell is not None:
                cells = (cell, *cells)
            choices.append(
                Choice(move, getattr(move, "row", ""), move_gain(sheet, move, closed), cells)
            )
    return tuple(choices)


def locking_crosses(game: Game, seat: int, letter: str) -> tuple[Choice, ...]:
    """List the crosses with which a seat may lock a row now."""
    layout = game.position.sheet_of(seat).layout
    numbers = layout.rows[layout.row_index_or_raise(letter)].lock_numbers
    return legal_choices(game, seat, [Cross(letter, number) for number in numbers])


def lucky_crosses(game: Game, seat: int) -> tuple[Choice, ...]:
    """List the crosses that a seat may make for a lucky number now: one for each possible row."""
    return legal_choices(game, seat, [CrossNext(letter) for letter in _row_letters(game, seat)])


def exchange_crosses(game: Game, seat: int, pair: Exchange) -> tuple[Choice, ...]:
    """List the crosses that a seat may make with an exchange pair, if it may spend the pair now."""
    entry = game.setup.seat_entry(pair, seat)
    cell = exchange_pair(game, seat, pair)
    if cell is None or game.entry_refusal(entry) is not None:
        return ()
    numbers = [number for number in (cell.number, cell.other) if number is not None]
    moves = [Cross(letter, number) for number in numbers for letter in _row_letters(game, seat)]
    return legal_choices(game.with_entry(entry), seat, moves)


def exchange_pair(game: Game, seat: int, pair: Exchange) -> Cell | None:
    """The cell of an exchange pair on the sheet of a seat, with both of its numbers."""
    sheet = game.position.sheet_of(seat)
    place = sheet.target_cell(pair)
    return None if place is None else sheet.layout.cell(place)


def _row_letters(game: Game, seat: int) -> Iterator[str]:
    return (row.letter for row in game.position.sheet_of(seat).layout.rows if row.lock_mask)


# on the sheet


def lit_cells(state: PadState, seat: int) -> tuple[CellRef, ...]:
    """List the highlighted cells of a seat: the chosen pair, then those to spend it for."""
    pair = state.chosen_pair
    if pair is None or state.prompt is None or state.prompt.seat != seat:
        return ()
    sheet = state.game.position.sheet_of(seat)
    moves = (pair, *(choice.move for choice in exchange_crosses(state.game, seat, pair)))
    return tuple(place for move in moves if (place := sheet.target_cell(move)) is not None)


def choosing_message(state: PadState, tr: Translator) -> Message | None:
    """Say which numbers can be tapped for the chosen pair; None if none is chosen."""
    seat = None if state.prompt is None else state.prompt.seat
    if state.chosen_pair is None or seat is None:
        return None
    layout = state.game.position.sheet_of(seat).layout
    numbers = sorted({layout.cell(place).number or 0 for place in lit_cells(state, seat)[1:]})
    title = tr.gettext("No row has room for either number now")
    if numbers:
        # Translators: {numbers} is such as "5 or 8"; a pair of X-Change is about to be spent.
        title = tr.gettext("Tap {numbers} on the sheet", numbers=tr.join_or([*map(str, numbers)]))
    return Message(
        title, tr.gettext("Tap the pair again to spend it alone."), undo="cancel", seat=seat
    )


# cards


def pending_look(state: PadState, seat: int, voice: Voice) -> ChoiceLook:
    """Describe the card of a seat that has to choose the row of crosses it has won."""
    tr = voice.tr
    game = state.game
    sheet = game.position.sheet_of(seat)
    rows = legal_choices(game, seat, [ChooseRow(letter) for letter in _row_letters(game, seat)])
    n = sheet.pending_choices[0].crosses
    # Translators: Qwixx Bonus; several rows tie for the fewest crosses.
    return ChoiceLook(
        state.with_seat_name(
            tr.ngettext("Which row gets {n} cross?", "Which row gets {n} crosses?", n), seat, tr
        ),
        tr.gettext("These rows have the fewest crosses."),
        _choice_buttons(rows, sheet, voice),
        (ChoiceButton("undo", tr.gettext("Undo")),),
        "BALANCE_ROUNDED",
    )


def choice_look(state: PadState, prompt: Prompt, voice: Voice) -> ChoiceLook | None:
    """Describe the card of a prompt that is a choice; None for other prompts."""
    match prompt.question:
        case Question.LOCK:
            look = _locking_look(state, prompt, voice)
        case Question.LUCKY:
            look = _lucky_look(state, voice)
        case Question.TRACK:
            look = _track_look(state, voice)
        case Question.DOUBLE if isinstance(prompt.about, Cross):
            look = _double_look(state, prompt.about, voice)
        case _:
            return None
    return replace(look, title=state.with_seat_name(look.title, state.seat, voice.tr))


def _locking_look(state: PadState, prompt: Prompt, voice: Voice) -> ChoiceLook:
    tr = voice.tr
    return ChoiceLook(
        tr.row_text("Which number locks {colour}?", prompt.letter),
        tr.gettext("Either of them crosses the lock too."),
        _choice_buttons(locking_crosses(state.game, state.seat, prompt.letter), state.sheet, voice),
        (_cancel_button(tr),),
        "LOCK_ROUNDED",
    )


def _lucky_look(state: PadState, voice: Voice) -> ChoiceLook:
    tr = voice.tr
    return ChoiceLook(
        tr.gettext("Lucky number rolled?"),
        tr.gettext("It crosses the next free number of a row with the fewest crosses."),
        _choice_buttons(lucky_crosses(state.game, state.seat), state.sheet, voice),
        (_cancel_button(tr),),
        LUCKY_ICON,
    )


def _track_look(state: PadState, voice: Voice) -> ChoiceLook:
    tr = voice.tr
    place = state.sheet.target_cell(CrossTrackField())
    worth = None if place is None else state.sheet.layout.cell(place).number
    text = tr.gettext("It’s your only entry this turn.")
    if state.table is None:
        text = tr.gettext("It has to be the only entry of your turn.")
    return ChoiceLook(
        tr.gettext("Lucky field {n}", n=worth),
        text,
        tuple(
            ChoiceButton(each.move.text, _text_with_worth(tr.gettext("Cross it"), each, voice))
            for each in legal_choices(state.game, state.seat, [CrossTrackField()])
        ),
        (_cancel_button(tr),),
        LUCKY_ICON,
    )


def _double_look(state: PadState, cross: Cross, voice: Voice) -> ChoiceLook:
    tr = voice.tr
    again = tr.gettext("Cross it again")
    return ChoiceLook(
        tr.row_text("{row} {n} again?", cross.row, n=cross.number),
        tr.gettext("The last crossed number may be crossed a second time."),
        tuple(
            ChoiceButton(cross.text, _text_with_worth(again, each, voice), cross.row)
            for each in legal_choices(state.game, state.seat, [cross])
        ),
        (ChoiceButton("undo", tr.gettext("Undo")), _cancel_button(tr)),
        letter=cross.row,
    )


def lock_end_text(letter: str, game: Game, tr: Translator, *, chance: bool = False) -> str:
    """Say that locking a row ends the game, or how many more closed rows would end it.

    With `chance` the row can only be locked in this roll; the text says so instead of the number.
    """
    left = game.setup.layout.rows_to_end - len(game.position.closed_rows | {letter})
    if left <= 0 and chance:
        return tr.gettext("Last chance: this ends the game")
    if left <= 0:
        return tr.gettext("This ends the game")
    if chance:
        return tr.gettext("Last chance this roll")
    return tr.ngettext(
        "{n} more closed row ends the game", "{n} more closed rows end the game", left
    )


def _cancel_button(tr: Translator) -> ChoiceButton:
    return ChoiceButton("cancel", tr.gettext("Back to the game"))


def _choice_buttons(
    found: Sequence[Choice], sheet: Sheet, voice: Voice
) -> tuple[ChoiceButton, ...]:
    """Build a button for each choice: what is crossed, and what it is worth."""
    return tuple(
        ChoiceButton(
            each.move.text,
            _text_with_worth(_crossed_text(each, sheet, voice.tr), each, voice),
            each.letter,
        )
        for each in found
    )


def _crossed_text(choice: Choice, sheet: Sheet, tr: Translator) -> str:
    """Name a row and its numbers, such as "Red 5 and 6"; forced crosses elsewhere are left out."""
    row = sheet.layout.row_index_or_raise(choice.letter)
    cells = [sheet.layout.cell(place) for place in choice.cells if place.row == row]
    numbers = [str(cell.number) for cell in cells if cell.number is not None]
    if not numbers:
        return tr.row_name(choice.letter)
    return tr.row_text("{row} {n}", choice.letter, n=tr.join_and(numbers))


def _text_with_worth(text: str, choice: Choice, voice: Voice) -> str:
    return text if voice.hides_points else f"{text}, +{choice.gain}"
