"""What the pad says and what a screen reader hears of a game: values in, sentences out. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

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
    Refusal,
    SitOut,
    Undo,
    White,
    move_at,
)
from qwixx_pad.core.scoring import BESIDE, Purpose, Term
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.games.session import Failure, Reason
from qwixx_pad.i18n import Tongue, catalogue, phrase, phrases
from qwixx_pad.layouts import plain_title
from qwixx_pad.settings import Direction, Shade
from qwixx_pad.storage import LeftAlone, Notice, OlderCopy
from qwixx_pad.storage.summary import day_here
from qwixx_pad.ui.text import RowWords

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


_MISTHROW, _NOT_HERE = phrase("misthrow"), phrase("Not possible here.")
_PLACES = {
    # Translators: the place in a game, in a narrow list.
    1: phrase("won"),
    2: phrase("2nd"),
    3: phrase("3rd"),
    4: phrase("4th"),
    5: phrase("5th"),
}
_FAILURES = {
    Failure.NOT_SAVED: (
        phrase("Could not save"),
        phrase("Try again. If it stays so, reopen the pad."),
    ),
    Failure.DISK_FULL: (phrase("Could not save"), phrase("Free some space and try again.")),
    Failure.MOVED_ON: (
        phrase("This pad moved on elsewhere"),
        phrase("You see its newest state now. Tap again if it still fits."),
    ),
    Failure.UNREADABLE: (
        phrase("Made by a newer Qwixx Pad"),
        phrase("This game can be looked at, but not changed here."),
    ),
    Failure.NOT_YOURS: (
        phrase("That is somebody else’s pad"),
        phrase("Each phone writes on its own."),
    ),
    Failure.NO_GAME: (phrase("No game has begun here"), ""),
    Failure.NO_LINK: (phrase("No link to the table"), phrase("Try again when it is back.")),
    Failure.GAME_FULL: (
        phrase("This game has too many entries"),
        phrase("You can still undo, and finish it."),
    ),
    Failure.TAKEN: (phrase("Somebody else sits there."), ""),
    Failure.FULL: (phrase("The table is full."), ""),
    Failure.NOT_ALLOWED: (phrase("Only who opened the table can do that."), ""),
    Failure.TOO_FEW: (phrase("A table needs two players."), ""),
    Failure.STARTED: (phrase("The game has begun."), ""),
    Failure.NOBODY_ROLLS: (phrase("Somebody has to sit where the first roll is."), ""),
    Failure.OTHER_BOX: (phrase("Only slips of one box go together."), ""),
    Failure.UNKNOWN_SHEET: (phrase("There is no such sheet here."), ""),
    Failure.NAMED: (phrase("Somebody of that name plays already."), ""),
    Failure.NOT_KEPT: (
        phrase("Could not save. Try again, and free some space if it stays so."),
        "",
    ),
    Failure.NO_TABLE: (phrase("This table is kept no longer."), ""),
    Failure.VERSION: (
        phrase("This pad and the service that keeps tables are too far apart in age."),
        "",
    ),
    Failure.OTHER_PAST: (
        phrase("The game went on here and at the table, each in its own way."),
        "",
    ),
    Failure.CLOSED: (phrase("This table was closed."), ""),
    Failure.REFUSED: (
        phrase("Not possible online. Sheets of your own are only for one device yet."),
        "",
    ),
}
_PURPOSES = {
    # Translators: {terms} is such as "15 plus 6 plus 0 plus 3".
    Purpose.STEPS: phrase("{terms} plus {extra} for the steps"),
    Purpose.TRACK: phrase("{terms} plus {extra} from the lucky track"),
    Purpose.PAIR: phrase("{terms} plus {extra} for a pair"),
    Purpose.BOARD: phrase("{terms} plus {extra} from the board"),
}
_DIRECTIONS = {
    # Translators: how the four coloured rows lie on the screen.
    Direction.ROWS: phrase("Rows"),
    Direction.COLUMNS: phrase("Columns"),
    Direction.AUTO: phrase("Auto"),
}
_SHADES = {
    # Translators: the colours follow the device.
    Shade.DEVICE: phrase("Device"),
    Shade.LIGHT: phrase("Light"),
    Shade.DARK: phrase("Dark"),
    Shade.BLACK: phrase("Black"),
}
HOUSE_RULE = phrase(
    "The second lock usually ends the game at once. With this, the roller may still use a "
    "coloured die."
)
"""What it means that the turn is finished after two locks."""


class Words(RowWords):
    """What the pad says of a game in one language."""

    __slots__ = ()

    @classmethod
    def of(cls, tongue: Tongue, own_title: Callable[[str], str] = plain_title) -> "Words":
        """The words of a language, with what sheets of one's own are called."""
        return cls(catalogue(tongue.language), tongue, own_title)

    def failure(self, failure: Failure) -> tuple[str, str]:
        """The two lines of the notice of what a disk or a table did not do; one may say all."""
        title, detail = _FAILURES[failure]
        return self.text(title), self.text(detail)

    def sum_line(self, terms: Sequence[Term]) -> str:
        """What adds up to a total, as one sentence."""
        rows = (str(term.points) for term in terms if term.purpose is Purpose.ROW)
        said = self.text(" plus ").join(rows)
        for term in terms:
            if term.purpose in BESIDE and term.points:
                said = self.text(_PURPOSES[term.purpose], terms=said, extra=term.points)
            if term.purpose is Purpose.PENALTIES and term.points:
                said = self.text("{terms} minus {penalty}", terms=said, penalty=-term.points)
        total = sum(term.points for term in terms)
        return self.text("{terms} is {total}.", terms=said, total=total)

    def over(self, sheet: Sheet) -> str:
        """What is announced when nothing more can be entered."""
        return self.text("Game over. Total {n}.", n=sheet.total)

    def ending(self, sheet: Sheet, closed: int) -> str:
        """Why the game is over."""
        if sheet.penalties >= sheet.layout.penalties:
            return self.text("The last misthrow ended the game.")
        if closed >= sheet.layout.rows_to_end:
            spelt = self.number(closed)
            return self.count(
                "{spelt} row is closed.", "{spelt} rows are closed.", closed, spelt=spelt
            )
        return self.text("You finished the game.")

    def noticed(self, notice: Notice) -> tuple[str, str]:
        """Two lines about the folder of the games: what was damaged, or lies beside."""
        if isinstance(notice, LeftAlone):
            said = self.text("They are in {file}. It is not read.", file=notice.path.name)
            return self.text("There are games of an older version here"), said
        if isinstance(notice, OlderCopy):
            return self._older(notice)
        n = notice.games
        some = self.count("{n} game was rescued.", "{n} games were rescued.", n)
        said = some if n else self.text("No game could be read.")
        file = self.text("The old file is kept: {file}", file=notice.set_aside.name)
        return self.text("The saved games were damaged"), f"{said} {file}"

    def _older(self, copy: OlderCopy) -> tuple[str, str]:
        n, day = copy.missing, self.date(day_here(copy.at))
        if not copy.waits:
            lacks = self.count("{n} game is missing in it.", "{n} games are missing in it.", n)
            text = self.text
            kept = text("Your newest games go on. The copy is kept: {file}", file=copy.path.name)
            title = text("An older copy of your games was put here")
            return title, f"{lacks} {kept}" if n else kept
        one, many = phrases(
            "{n} game is missing that was here on {day}.",
            "{n} games are missing that were here on {day}.",
        )
        last = self.text("Some of what was entered until {day} is missing.", day=day)
        choose = self.text(
            "Nothing is kept until you choose: go on with it, or put the newest file back."
        )
        said = self.count(one, many, n, day=day) if n else last
        return self.text("This is an older copy of your games"), f"{said} {choose}"

    def place(self, place: int) -> str:
        """A place in the standings, from 1."""
        return self.text(_PLACES[place])

    def why_not_done(self, reason: Reason) -> str:
        """Why a request at a table was not done, in one line."""
        if isinstance(reason, Refusal):
            return self.text(_NOT_HERE)
        lines = self.failure(reason)
        return ". ".join(lines) if reason is Failure.NO_LINK else lines[0]

    def direction(self, direction: Direction) -> str:
        """The name of a pad direction."""
        return self.text(_DIRECTIONS[direction])

    def shade(self, shade: Shade) -> str:
        """The name of a theme."""
        return self.text(_SHADES[shade])

    # names

    def what(self, move: Move | None) -> str:
        """A move inside a sentence."""
        if isinstance(move, _ROWED):
            return self.of_row(_INSIDE[type(move)], move.row, n=_number(move))
        if isinstance(move, Exchange):
            # Translators: the pairs of X-Change, counted from 1, left to right.
            return self.text("pair {n}", n=move.pair + 1)
        if isinstance(move, White):
            # Translators: the sum of the white dice, as in "the white 7 in blue".
            return self.text("the white {n}", n=move.points)
        return self.text(_BESIDE.get(type(move), _MISTHROW))

    def cell_inside(self, sheet: Sheet, place: Place) -> str:
        """A cell inside a sentence, such as "yellow 6"."""
        move = move_at(sheet.layout.rows[place.row], place.position)
        if move is None:
            color = sheet.layout.cell(place).color
            return self.of_row("bonus field {n}, {colour}", color, n=place.position + 1)
        return self.what(move)

    def with_forced(self, said: str, sheet: Sheet, forced: Sequence[Place]) -> str:
        """A cross and the cells that it has forced, in their order, as one piece of a sentence."""
        seen = [
            place for place in forced if sheet.layout.rows[place.row].kind is not RowKind.BAR
        ] or forced
        cells = self.both([self.cell_inside(sheet, place) for place in seen])
        # Translators: {said} is such as "Red 6", {cells} such as "yellow 6 and green 11".
        return self.text("{said}, and with it {cells}", said=said, cells=cells) if cells else said

    # what is said of an entry

    def done(self, entry: Entry, before: Sheet, forced: Sequence[Place] = ()) -> str:
        """What an entry did, in a notice that has an undo; the sheet is that before it."""
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
            case White(points):
                said = self.white_dice(points)
            case _:
                n, most = before.penalties + 1, before.layout.penalties
                said = self.text("Misthrow {n} of {all}", n=n, all=most)
        return said

    def white_dice(self, points: int) -> str:
        """What the white dice of a roll show together."""
        return self.text("White dice: {n}", n=points)

    def _pair(self, move: Exchange, sheet: Sheet) -> str:
        place = sheet.place_of(move)
        cell = None if place is None else sheet.layout.cell(place)
        # Translators: two numbers of which one may be read as the other, as in "8 or 5".
        said = phrase("{n} or {other}")
        return "" if cell is None else self.text(said, n=cell.number, other=cell.other)

    def spoken(
        self, entry: Entry, taken_back: Move | None, sheet: Sheet, forced: Sequence[Place]
    ) -> str:
        """What is announced after an entry stands on its seat's sheet.

        `taken_back` is what an undo has taken back, `forced` what it has crossed beside its own.
        """
        total, move = self.text("Total {n}.", n=sheet.total), entry.move
        done = self.spoken_without_points(entry, taken_back, sheet, forced)
        if isinstance(move, Close | Arrive | White) or not done:
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
        self, entry: Entry, taken_back: Move | None, sheet: Sheet, forced: Sequence[Place]
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
            case Exchange() | Advance() | White():
                said = f"{self._done(move, sheet)}."
            case Penalty():
                said = self.text(
                    "Misthrow {n} of {all}.", n=sheet.penalties, all=sheet.layout.penalties
                )
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
        return self.text(special or _REFUSALS.get(reason, _NOT_HERE))

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


@dataclass(frozen=True, slots=True)
class Voice:
    """How things are told: in which language, and whether no points are said before the end."""

    words: Words
    hides_points: bool = False


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

    That of a lucky number is in the cell that it takes: `place`, on `sheet`.
    """
    match move:
        case CrossNext() if place is not None and sheet is not None:
            return sheet.layout.cell(place).number or ""
        case Cross(_, number):
            return number
        case CrossField(_, field):
            return field + 1
    return ""
