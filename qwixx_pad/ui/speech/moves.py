"""What a move is called, what is said of it once it stands, and why one is refused. Pure."""

from collections.abc import Sequence

from qwixx_pad.core.layout import Place, RowKind
from qwixx_pad.core.moves import (
    Advance,
    Arrive,
    Board,
    Choose,
    Close,
    Cross,
    CrossField,
    CrossNext,
    EndRoll,
    Entry,
    Exchange,
    Finish,
    Move,
    Penalty,
    PlayAgain,
    Redo,
    SitOut,
    Undo,
    move_at,
)
from qwixx_pad.core.refusal import Refusal
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.i18n import phrase
from qwixx_pad.ui.speech import Speech

_REFUSALS = {
    Refusal.PASSED: phrase("Only to the right of your last cross."),
    Refusal.CROSSED: phrase("Only to the right of your last cross."),
    Refusal.OVER: phrase("The game is over. Undo still works."),
    Refusal.CROSSED_THIS_ROLL: phrase("You crossed in this roll, so it is no misthrow."),
    Refusal.ROLL_USED_UP: phrase("No more crosses in this roll."),
    # Translators: Qwixx Longo, a lucky number was rolled.
    Refusal.NOT_FEWEST: phrase("Only in a row with the fewest crosses."),
    # Translators: X-Change, pairs of numbers that are spent from left to right.
    Refusal.USED: phrase("Only a pair further to the right."),
    # Translators: the pawn on the board of Qwixx On Board.
    Refusal.BACKWARDS: phrase("The pawn only goes forward."),
    Refusal.NOTHING_TO_UNDO: phrase("Nothing to take back."),
    Refusal.NOTHING_TO_REDO: phrase("Nothing to bring back."),
}
_OF_ONE_MOVE = {
    (Refusal.ROLL_USED_UP, Exchange): phrase("One pair a roll, before your first cross."),
    # Translators: the track of Qwixx Lucky 15.
    (Refusal.ROLL_USED_UP, Advance): phrase("A lucky field is the only entry of its roll."),
    (Refusal.NOT_ACTIVE, Advance): phrase("Only the roller takes a lucky field."),
    (Refusal.USED, Advance): phrase("All lucky fields are crossed."),
    (Refusal.NOT_ACTIVE, SitOut): phrase("Somebody has to play."),
    (Refusal.NOT_ACTIVE, Penalty): phrase("Only the roller takes a misthrow."),
    (Refusal.NOT_ACTIVE, Board): phrase("Only the roller moves the pawn."),
    (Refusal.NOT_ACTIVE, Arrive): phrase("Only the roller moves the pawn."),
}
"""Refusals that are told otherwise of one kind of move."""
_ROWED = (Cross, CrossField, CrossNext, Choose, Close)
"""Moves that are about a row."""
_INSIDE = {
    Cross: phrase("{colour} {n}"),
    # Translators: a field between two numbers of a row in Connect 15, counted from 1.
    CrossField: phrase("{colour} connection {n}"),
    # Translators: a cross in the red row for a lucky number, as in "lucky number in red".
    CrossNext: phrase("lucky number in {colour}"),
    # Translators: of rows that tie the red one was chosen, as in "red chosen".
    Choose: phrase("{colour} chosen"),
    Close: phrase("{colour} closed"),
}
_DONE = {
    Cross: phrase("{row} {n} crossed"),
    CrossField: phrase("{row} connection {n} crossed"),
    CrossNext: phrase("Lucky number: {colour} {n}"),
    Choose: phrase("{row} chosen"),
    Close: phrase("{row} closed"),
}
_SPOKEN = {
    Cross: phrase("{row} {n}"),
    CrossField: phrase("{row} connection {n}"),
    CrossNext: phrase("Lucky number: {colour} {n}"),
    Choose: phrase("{row} chosen"),
}
_BESIDE: dict[type, str] = {
    Board: phrase("the pawn"),
    Arrive: phrase("the pawn"),
    EndRoll: phrase("the end of the roll"),
    SitOut: phrase("sits out"),
    PlayAgain: phrase("plays again"),
    Finish: phrase("the end of the game"),
    # Translators: a field of the track of Qwixx Lucky 15.
    Advance: phrase("lucky field"),
}


_MISTHROW, NOT_HERE = phrase("misthrow"), phrase("Not possible here.")


class MoveWords(Speech):
    """What is said of moves in one language."""

    __slots__ = ()

    # names

    def what(self, move: Move | None) -> str:
        """A move inside a sentence."""
        if isinstance(move, _ROWED):
            return self.of_row(_INSIDE[type(move)], move.row, n=_number(move))
        if isinstance(move, Exchange):
            # Translators: the pairs of X-Change, counted from 1, left to right.
            return self.text("pair {n}", n=move.pair + 1)
        return self.text(_BESIDE.get(type(move), _MISTHROW))

    def cell_inside(self, sheet: Sheet, place: Place) -> str:
        """A cell inside a sentence, such as "yellow 6"."""
        move = move_at(sheet.layout.rows[place.row], place.position)
        if move is None:
            color = sheet.layout.cell(place).color
            return self.of_row("bonus field {n}, {colour}", color, n=place.position + 1)
        return self.what(move)

    def with_forced(self, said: str, sheet: Sheet, forced: Sequence[Place]) -> str:
        """A cross and what it has forced, as one piece of a sentence.

        Args:
            said: The cross, in words.
            sheet: On which.
            forced: The cells, in the order in which they were crossed.
        """
        rows = sheet.layout.rows
        seen = [place for place in forced if rows[place.row].kind is not RowKind.BAR] or forced
        cells = self.both([self.cell_inside(sheet, place) for place in seen])
        # Translators: {said} is such as "Red 6", {cells} such as "yellow 6 and green 11".
        return self.text("{said}, and with it {cells}", said=said, cells=cells) if cells else said

    # what is said of an entry

    def done(self, entry: Entry, before: Sheet, forced: Sequence[Place] = ()) -> str:
        """What an entry did, for the short notice with an undo.

        Args:
            entry: It stands now.
            before: The sheet without it.
            forced: The cells that it has crossed beside its own.
        """
        return self.with_forced(self._done(entry.move, before), before, forced)

    def _done(self, move: Move, before: Sheet) -> str:
        if isinstance(move, _ROWED):
            special = _special(move, before) if isinstance(move, Cross) else ""
            number = _number(move, before.place_of(move), before)
            return self.of_row(special or _DONE[type(move)], move.row, n=number)
        match move:
            case Board(points):
                said = self.text("Board {n}", n=points)
            case Arrive():
                said = self.text("Last round")
            case Exchange():
                # Translators: {pair} is such as "8 or 5".
                said = self.text("{pair} spent", pair=self._pair(move, before))
            case Advance():
                said = self.text("Lucky field crossed")
            case _:
                n, most = before.penalties + 1, before.layout.penalties
                said = self.text("Misthrow {n} of {all}", n=n, all=most)
        return said

    def _pair(self, move: Exchange, sheet: Sheet) -> str:
        place = sheet.place_of(move)
        cell = None if place is None else sheet.layout.cell(place)
        # Translators: two numbers of which one may be read as the other, as in "8 or 5".
        said = phrase("{n} or {other}")
        return "" if cell is None else self.text(said, n=cell.number, other=cell.other)

    def spoken(
        self, entry: Entry, taken_back: Move | None, sheet: Sheet, forced: Sequence[Place] = ()
    ) -> str:
        """What is announced after an entry stands.

        Args:
            entry: Which.
            taken_back: What an undo has taken back.
            sheet: Of its seat, with it.
            forced: The cells that it has crossed beside its own.
        """
        total, move = self.text("Total {n}.", n=sheet.total), entry.move
        done = self.spoken_without_points(entry, taken_back, sheet, forced)
        if isinstance(move, Close | Arrive) or not done:
            return done or total
        worth = "" if forced else self._worth_of_row(move, sheet)
        return f"{done} {worth}{total}"

    def _worth_of_row(self, move: Move, sheet: Sheet) -> str:
        index = sheet.layout.row_index(move.row) if isinstance(move, Cross | CrossField) else None
        if index is None or not sheet.layout.rows[index].lock_mask:
            return ""
        # Translators: what a row is worth now.
        said = phrase("{row} {points}.")
        letter, points = sheet.layout.rows[index].letter, sheet.sum_line.rows[index]
        return f"{self.of_row(said, letter, points=points)} "

    def spoken_without_points(
        self, entry: Entry, taken_back: Move | None, sheet: Sheet, forced: Sequence[Place] = ()
    ) -> str:
        """The same with no number that adds crosses up; empty where nothing is left."""
        move, said = entry.move, ""
        match move:
            case Undo():
                gone = self.with_forced(self.what(taken_back), sheet, forced)
                said = self.text("Undone: {what}.", what=gone)
            case Redo():
                said = self.text("Redone.")
            case Close(row):
                said = self.of_row("{row} is closed.", row)
            case Arrive():
                said = self.text("Last round.")
            case Board(points):
                said = self.text("Board {n}.", n=points)
            case Exchange() | Advance():
                said = f"{self._done(move, sheet)}."
            case Penalty():
                n, most = sheet.penalties, sheet.layout.penalties
                said = self.text("Misthrow {n} of {all}.", n=n, all=most)
            case Cross() | CrossField() | CrossNext() | Choose():
                number = _number(move, _last_crossed(move.row, sheet), sheet)
                crossed = self.of_row(_SPOKEN[type(move)], move.row, n=number)
                said = f"{self.with_forced(crossed, sheet, forced)}."
        return said

    # refusals

    def refusal(self, reason: Refusal, move: Move, sheet: Sheet) -> str:
        """Why a tap changed nothing, in a few friendly words."""
        if reason is Refusal.NEEDS_MORE and isinstance(move, Cross | CrossNext):
            return self._needs_more(move.row, sheet)
        if reason is Refusal.CLOSED and isinstance(move, _ROWED):
            return self.of_row("{row} is closed.", move.row)
        if reason is Refusal.NO_NEIGHBOUR and isinstance(move, Cross):
            return self._no_neighbour(move, sheet)
        if reason is Refusal.NOT_FEWEST and sheet.owed:
            return self.text("First choose the row for the crosses that you have won.")
        special = _OF_ONE_MOVE.get((reason, type(move)))
        if special is None and reason is Refusal.NOT_ACTIVE:
            return self.text("Not yours.")
        return self.text(special or _REFUSALS.get(reason, NOT_HERE))

    def _needs_more(self, letter: str, sheet: Sheet) -> str:
        index = sheet.layout.index_of(letter)
        have, needs = sheet.towards_lock(index), sheet.layout.rows[index].needs
        first = self.count(
            "{n} cross first.", "{words} crosses first.", needs, words=self.number(needs)
        )
        already = self.text("You have {n}.", n=have)
        return f"{first} {already}"

    def _no_neighbour(self, move: Cross, sheet: Sheet) -> str:
        row = sheet.layout.rows[sheet.layout.index_of(move.row)]
        cells = [self.what(Cross(letter, move.number)) for letter in row.between]
        # Translators: {cells} is such as "red 5 or yellow 5".
        return self.text("First cross {cells}.", cells=self.either(cells))


def _special(cross: Cross, before: Sheet) -> str:
    """What is said of a cross that locks its row, or is the second one in its cell."""
    row = before.layout.rows[before.layout.index_of(cross.row)]
    if cross.number in row.lock_numbers:
        return phrase("{row} locked")
    place = before.place_of(cross)
    again = place is not None and before.is_crossed(place)
    return phrase("{row} {n} crossed twice") if again else ""


def _last_crossed(letter: str, sheet: Sheet) -> Place:
    row = sheet.layout.index_of(letter)
    return Place(row, sheet.marks[row].bit_length() - 1)


def _number(move: Move, place: Place | None = None, sheet: Sheet | None = None) -> int | str:
    """The number of a cross, or of a connection field from 1; empty where there is none.

    Args:
        move: Which.
        place: The cell that a lucky number takes.
        sheet: On which.
    """
    match move:
        case CrossNext() if place is not None and sheet is not None:
            return sheet.layout.cell(place).number or ""
        case Cross(_, number):
            return number
        case CrossField(_, field):
            return field + 1
    return ""
