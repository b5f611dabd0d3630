"""Sentences about a game, for the screen and for screen readers. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from qwixx_pad.core.layout import CellRef, RowKind
from qwixx_pad.core.moves import (
    ChooseRow,
    Close,
    Cross,
    CrossField,
    CrossNext,
    CrossTrackField,
    EndRoll,
    Entry,
    Exchange,
    Finish,
    Move,
    MovePawn,
    PawnArrived,
    Penalty,
    PlayAgain,
    Redo,
    Refusal,
    SitOut,
    Undo,
    WhiteDiceSum,
    move_at,
)
from qwixx_pad.core.scoring import EXTRAS, Purpose, Term
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.games.session import Failure, Reason
from qwixx_pad.i18n import N_, AppLocale, catalogue, ngettext_noop
from qwixx_pad.layouts import plain_title
from qwixx_pad.settings import Direction, Shade
from qwixx_pad.storage import Notice, OlderCopy
from qwixx_pad.storage.summary import local_day
from qwixx_pad.ui.text import RowTranslator

_REFUSAL_TEXTS = {
    Refusal.PASSED: N_("Only to the right of your last cross."),
    Refusal.CROSSED: N_("Only to the right of your last cross."),
    Refusal.OVER: N_("The game is over. Undo still works."),
    Refusal.CROSSED_THIS_ROLL: N_("You crossed in this roll, so there’s no penalty."),
    Refusal.ROLL_USED_UP: N_("No more crosses in this roll."),
    # Translators: Qwixx Longo, a lucky number was rolled.
    Refusal.NOT_FEWEST: N_("Only in a row with the fewest crosses."),
    # Translators: X-Change, pairs of numbers that are spent from left to right.
    Refusal.USED: N_("Only a pair further to the right."),
    # Translators: the pawn on the board of Qwixx On Board.
    Refusal.BACKWARDS: N_("The pawn only goes forward."),
    Refusal.NOTHING_TO_UNDO: N_("Nothing to undo."),
    Refusal.NOTHING_TO_REDO: N_("Nothing to redo."),
}
_MOVE_REFUSAL_TEXTS = {
    (Refusal.ROLL_USED_UP, Exchange): N_("One pair a roll, before your first cross."),
    # Translators: the track of Qwixx Lucky 15.
    (Refusal.ROLL_USED_UP, CrossTrackField): N_("A lucky field is the only entry of its roll."),
    (Refusal.NOT_ACTIVE, CrossTrackField): N_("Only the roller takes a lucky field."),
    (Refusal.USED, CrossTrackField): N_("All lucky fields are crossed."),
    (Refusal.NOT_ACTIVE, SitOut): N_("Someone has to play."),
    (Refusal.NOT_ACTIVE, Penalty): N_("Only the roller takes a penalty."),
    (Refusal.NOT_ACTIVE, MovePawn): N_("Only the roller moves the pawn."),
    (Refusal.NOT_ACTIVE, PawnArrived): N_("Only the roller moves the pawn."),
}
"""Refusals with another text for one kind of move."""
_ROW_MOVES = (Cross, CrossField, CrossNext, ChooseRow, Close)
"""Moves in a row."""
_MOVE_TEXTS_INSIDE = {
    Cross: N_("{colour} {n}"),
    # Translators: a field between two numbers of a row in Connect 15, counted from 1.
    CrossField: N_("{colour} connection {n}"),
    # Translators: a cross in the red row for a lucky number, as in "lucky number in red".
    CrossNext: N_("lucky number in {colour}"),
    # Translators: of rows that tie the red one was chosen, as in "red chosen".
    ChooseRow: N_("{colour} chosen"),
    Close: N_("{colour} closed"),
}
_DONE_TEXTS = {
    Cross: N_("{row} {n} crossed"),
    CrossField: N_("{row} connection {n} crossed"),
    CrossNext: N_("Lucky number: {colour} {n}"),
    ChooseRow: N_("{row} chosen"),
    Close: N_("{row} closed"),
}
_SPOKEN_TEXTS = {
    Cross: N_("{row} {n}"),
    CrossField: N_("{row} connection {n}"),
    CrossNext: N_("Lucky number: {colour} {n}"),
    ChooseRow: N_("{row} chosen"),
}
_OTHER_MOVE_TEXTS: dict[type, str] = {
    MovePawn: N_("the pawn"),
    PawnArrived: N_("the pawn"),
    EndRoll: N_("the end of the turn"),
    SitOut: N_("sitting out"),
    PlayAgain: N_("playing again"),
    Finish: N_("the end of the game"),
    # Translators: a field of the track of Qwixx Lucky 15.
    CrossTrackField: N_("lucky field"),
}
_PENALTY_TEXT = N_("penalty")
_NOT_POSSIBLE_TEXT = N_("Not possible here.")
_ORDINALS = {
    # Translators: the place in a game, in a narrow list.
    1: N_("won"),
    2: N_("2nd"),
    3: N_("3rd"),
    4: N_("4th"),
    5: N_("5th"),
}
_FAILURE_TEXTS = {
    Failure.NOT_SAVED: (
        N_("Couldn’t save"),
        N_("Try again. If it keeps failing, reopen the pad."),
    ),
    Failure.DISK_FULL: (N_("Couldn’t save"), N_("Free some space and try again.")),
    Failure.CHANGED_ELSEWHERE: (
        N_("This game changed elsewhere"),
        N_("This is the latest version. Tap again if your move still works."),
    ),
    Failure.UNREADABLE: (
        N_("Made by a newer Qwixx Pad"),
        N_("You can view this game here, but not change it."),
    ),
    Failure.NOT_YOURS: (
        N_("That’s someone else’s sheet"),
        N_("Each phone writes on its own sheet."),
    ),
    Failure.NO_GAME: (N_("No game has begun here"), ""),
    Failure.NO_LINK: (N_("Not connected to the table"), N_("Try again once you’re back online.")),
    Failure.GAME_FULL: (
        N_("This game has too many entries"),
        N_("You can still undo, and finish it."),
    ),
    Failure.SEAT_TAKEN: (N_("That seat is taken."), ""),
    Failure.TABLE_FULL: (N_("The table is full."), ""),
    Failure.NOT_ALLOWED: (N_("Only the host can do that."), ""),
    Failure.TOO_FEW: (N_("A table needs two players."), ""),
    Failure.STARTED: (N_("The game has begun."), ""),
    Failure.NOBODY_ROLLS: (N_("The seat that rolls first needs a player."), ""),
    Failure.OTHER_EDITION: (N_("You can only mix sheets from the same edition."), ""),
    Failure.UNKNOWN_SHEET: (N_("This pad doesn’t know that sheet."), ""),
    Failure.NAME_TAKEN: (N_("Someone with that name is already playing."), ""),
    Failure.SEATING_NOT_SAVED: (
        N_("Couldn’t save. Try again; if it keeps failing, free up some space."),
        "",
    ),
    Failure.NO_TABLE: (N_("This table no longer exists."), ""),
    Failure.VERSION: (
        N_("This pad and the table server are different versions. Update the older one."),
        "",
    ),
    Failure.LOG_DIFFERS: (
        N_("The game continued here and at the table, each in its own way."),
        "",
    ),
    Failure.TABLE_CLOSED: (N_("This table was closed."), ""),
    Failure.REFUSED: (N_("The table server refused this."), ""),
    Failure.BAD_SHEET: (
        N_("The table server doesn’t accept this sheet. Choose another one."),
        "",
    ),
    Failure.SHEET_CLASH: (
        N_(
            "This table uses a sheet with the same name as another one on this pad. Ask the host "
            "to rename it."
        ),
        "",
    ),
    Failure.ONE_OWN_SHEET: (N_("Online, a table can use only one sheet of your own."), ""),
}
_EXTRA_TEXTS = {
    # Translators: {terms} is such as "15 plus 6 plus 0 plus 3".
    Purpose.STEPS: N_("{terms} plus {extra} for the steps"),
    Purpose.TRACK: N_("{terms} plus {extra} from the lucky track"),
    Purpose.PAIR: N_("{terms} plus {extra} for a pair"),
    Purpose.BOARD: N_("{terms} plus {extra} from the board"),
}
_DIRECTION_NAMES = {
    # Translators: how the four coloured rows lie on the screen.
    Direction.ROWS: N_("Rows"),
    Direction.COLUMNS: N_("Columns"),
    Direction.AUTO: N_("Auto"),
}
_SHADE_NAMES = {
    # Translators: the colours follow the device.
    Shade.DEVICE: N_("Device"),
    Shade.LIGHT: N_("Light"),
    Shade.DARK: N_("Dark"),
    Shade.BLACK: N_("Black"),
}
FINISH_TURN_TEXT = N_("Finish the turn after two locks")
"""The label of the game option `finish-turn` (rule 10)."""
HOUSE_RULE_TEXT = N_(
    "The second lock usually ends the game at once. With this, the roller may still use a "
    "coloured die."
)
"""Its explanation."""


class Translator(RowTranslator):
    """Writes sentences about a game in one language."""

    __slots__ = ()

    @classmethod
    def for_locale(
        cls, locale: AppLocale, custom_title: Callable[[str], str] = plain_title
    ) -> "Translator":
        """The translator of a language; `custom_title` as in `BaseTranslator`."""
        return cls(catalogue(locale.language), locale, custom_title)

    def failure_texts(self, failure: Failure) -> tuple[str, str]:
        """Title and detail of the notice about a failed request; the detail may be empty."""
        title, detail = _FAILURE_TEXTS[failure]
        return self.gettext(title), self.gettext(detail)

    def sum_text(self, terms: Sequence[Term]) -> str:
        """Say how the terms add up to the total, in one sentence."""
        rows = (str(term.points) for term in terms if term.purpose is Purpose.ROW)
        text = self.gettext(" plus ").join(rows)
        for term in terms:
            if term.purpose in EXTRAS and term.points:
                text = self.gettext(_EXTRA_TEXTS[term.purpose], terms=text, extra=term.points)
            if term.purpose is Purpose.PENALTIES and term.points:
                text = self.gettext("{terms} minus {penalty}", terms=text, penalty=-term.points)
        return self.gettext(
            "{terms} is {total}.", terms=text, total=sum(term.points for term in terms)
        )

    def game_over_text(self, sheet: Sheet) -> str:
        if sheet.is_blank:
            return self.gettext("Game over. {who}", who=self.gettext("Nothing was entered."))
        return self.gettext("Game over. Total {n}.", n=sheet.total)

    def ending_text(self, sheet: Sheet, closed: int) -> str:
        """Say why the game is over; `closed` is the number of closed rows."""
        if sheet.penalties >= sheet.layout.penalties:
            return self.gettext("The last penalty ended the game.")
        if closed >= sheet.layout.rows_to_end:
            return self.ngettext(
                "{spelt} row is closed.",
                "{spelt} rows are closed.",
                closed,
                spelt=self.number_word(closed),
            )
        return self.gettext("You finished the game.")

    def notice_texts(self, notice: Notice) -> tuple[str, str]:
        """Title and detail of a notice about the folder of saved games."""
        if isinstance(notice, OlderCopy):
            return self._older_copy_texts(notice)
        if notice.games:
            rescued = self.ngettext(
                "{n} game was rescued.", "{n} games were rescued.", notice.games
            )
        else:
            rescued = self.gettext("No games could be read.")
        file = self.gettext("The old file is kept: {file}", file=notice.quarantined.name)
        return self.gettext("The saved games were damaged"), f"{rescued} {file}"

    def _older_copy_texts(self, copy: OlderCopy) -> tuple[str, str]:
        n = copy.missing_games
        if not copy.awaits_choice:
            title = self.gettext("An older copy of your games was put here")
            detail = self.gettext(
                "Your newest games continue. The copy is kept: {file}", file=copy.path.name
            )
            if n:
                missing = self.ngettext(
                    "{n} game is missing from it.", "{n} games are missing from it.", n
                )
                detail = f"{missing} {detail}"
            return title, detail
        day = self.full_date(local_day(copy.last_seen))
        one, many = ngettext_noop(
            "{n} game is missing that was here on {day}.",
            "{n} games are missing that were here on {day}.",
        )
        if n:
            missing = self.ngettext(one, many, n, day=day)
        else:
            missing = self.gettext("Some of what was entered until {day} is missing.", day=day)
        choose = self.gettext(
            "Nothing is saved until you choose: continue with it, or restore the newest file."
        )
        return self.gettext("This is an older copy of your games"), f"{missing} {choose}"

    def ordinal(self, rank: int) -> str:
        """A rank in a game as a word, from 1 to 5."""
        return self.gettext(_ORDINALS[rank])

    def failure_text(self, reason: Reason) -> str:
        """Say in one line why a request at a table failed."""
        if isinstance(reason, Refusal):
            return self.gettext(_NOT_POSSIBLE_TEXT)
        lines = self.failure_texts(reason)
        return ". ".join(lines) if reason is Failure.NO_LINK else lines[0]

    def direction_name(self, direction: Direction) -> str:
        return self.gettext(_DIRECTION_NAMES[direction])

    def shade_name(self, shade: Shade) -> str:
        return self.gettext(_SHADE_NAMES[shade])

    def move_text(self, move: Move | None) -> str:
        """Name a move inside a sentence; None is a penalty."""
        if isinstance(move, _ROW_MOVES):
            return self.row_text(_MOVE_TEXTS_INSIDE[type(move)], move.row, n=_move_number(move))
        if isinstance(move, Exchange):
            # Translators: the pairs of X-Change, counted from 1, left to right.
            return self.gettext("pair {n}", n=move.pair + 1)
        if isinstance(move, WhiteDiceSum):
            # Translators: the sum of the white dice, as in "the white 7 in blue".
            return self.gettext("the white {n}", n=move.points)
        return self.gettext(_OTHER_MOVE_TEXTS.get(type(move), _PENALTY_TEXT))

    def cell_text(self, sheet: Sheet, place: CellRef) -> str:
        """Name a cell inside a sentence, such as "yellow 6"."""
        move = move_at(sheet.layout.rows[place.row], place.position)
        if move is None:
            return self.row_text(
                "bonus field {n}, {colour}", sheet.layout.cell(place).color, n=place.position + 1
            )
        return self.move_text(move)

    def with_forced(self, text: str, sheet: Sheet, forced: Sequence[CellRef]) -> str:
        """Join the text of a cross with the cells that it forced, in one phrase."""
        if not forced:
            return text
        rows = sheet.layout.rows
        numbers = [place for place in forced if rows[place.row].kind is not RowKind.BAR]
        cells = self.join_and([self.cell_text(sheet, place) for place in numbers or forced])
        # Translators: {said} is such as "Red 6", {cells} such as "yellow 6 and green 11".
        return self.gettext("{said}, and with it {cells}", said=text, cells=cells)

    def done_text(self, entry: Entry, before: Sheet, forced: Sequence[CellRef] = ()) -> str:
        """Say what an entry did; `before` is the sheet before it."""
        return self.with_forced(self._move_done_text(entry.move, before), before, forced)

    def _move_done_text(self, move: Move, before: Sheet) -> str:
        if isinstance(move, _ROW_MOVES):
            special = _special_text(move, before) if isinstance(move, Cross) else ""
            number = _move_number(move, before.target_cell(move), before)
            return self.row_text(special or _DONE_TEXTS[type(move)], move.row, n=number)
        match move:
            case MovePawn(points):
                text = self.gettext("Board {n}", n=points)
            case PawnArrived():
                text = self.gettext("Last round")
            case Exchange():
                # Translators: {pair} is such as "8 or 5".
                text = self.gettext("{pair} spent", pair=self._pair_text(move, before))
            case CrossTrackField():
                text = self.gettext("Lucky field crossed")
            case WhiteDiceSum(points):
                text = self.white_dice_text(points)
            case _:
                text = self.gettext(
                    "Penalty {n} of {all}", n=before.penalties + 1, all=before.layout.penalties
                )
        return text

    def white_dice_text(self, points: int) -> str:
        return self.gettext("White dice: {n}", n=points)

    def _pair_text(self, move: Exchange, sheet: Sheet) -> str:
        place = sheet.target_cell(move)
        if place is None:
            return ""
        cell = sheet.layout.cell(place)
        # Translators: two numbers of which one may be read as the other, as in "8 or 5".
        return self.gettext("{n} or {other}", n=cell.number, other=cell.other)

    def spoken_entry(
        self, entry: Entry, taken_back: Move | None, sheet: Sheet, forced: Sequence[CellRef]
    ) -> str:
        """The announcement after an entry has changed its seat's sheet.

        `taken_back` is the move that an undo has undone, `forced` the cells that it has crossed
        besides its own.
        """
        total = self.gettext("Total {n}.", n=sheet.total)
        move = entry.move
        done = self.spoken_without_points(entry, taken_back, sheet, forced)
        if isinstance(move, Close | PawnArrived | WhiteDiceSum) or not done:
            return done or total
        worth = "" if forced else self._row_worth_text(move, sheet)
        return f"{done} {worth}{total}"

    def _row_worth_text(self, move: Move, sheet: Sheet) -> str:
        index = sheet.layout.row_index(move.row) if isinstance(move, Cross | CrossField) else None
        if index is None or not sheet.layout.rows[index].lock_mask:
            return ""
        # Translators: what a row is worth now.
        message = N_("{row} {points}.")
        points = sheet.points_line.rows[index]
        return f"{self.row_text(message, sheet.layout.rows[index].letter, points=points)} "

    def spoken_without_points(
        self, entry: Entry, taken_back: Move | None, sheet: Sheet, forced: Sequence[CellRef]
    ) -> str:
        """The spoken text without any number that adds up crosses; empty if nothing is left."""
        move = entry.move
        text = ""
        match move:
            case Undo():
                undone = self.with_forced(self.move_text(taken_back), sheet, forced)
                text = self.gettext("Undone: {what}.", what=undone)
            case Redo():
                text = self.gettext("Redone.")
            case Close(letter):
                text = self.row_text("{row} is closed.", letter)
            case PawnArrived():
                text = self.gettext("Last round.")
            case MovePawn(points):
                text = self.gettext("Board {n}.", n=points)
            case Exchange() | CrossTrackField() | WhiteDiceSum():
                text = f"{self._move_done_text(move, sheet)}."
            case Penalty():
                text = self.gettext(
                    "Penalty {n} of {all}.", n=sheet.penalties, all=sheet.layout.penalties
                )
            case Cross() | CrossField() | CrossNext() | ChooseRow():
                row = sheet.layout.row_index_or_raise(move.row)
                newest = CellRef(row, sheet.crossed[row].bit_length() - 1)
                crossed = self.row_text(
                    _SPOKEN_TEXTS[type(move)], move.row, n=_move_number(move, newest, sheet)
                )
                text = f"{self.with_forced(crossed, sheet, forced)}."
        return text

    def refusal_text(self, reason: Refusal, move: Move, sheet: Sheet) -> str:
        """Explain why a tap changed nothing."""
        if reason is Refusal.NEEDS_MORE and isinstance(move, Cross | CrossNext):
            return self._needs_more_text(move.row, sheet)
        if reason is Refusal.CLOSED and isinstance(move, _ROW_MOVES):
            return self.row_text("{row} is closed.", move.row)
        if reason is Refusal.NO_NEIGHBOUR and isinstance(move, Cross):
            return self._no_neighbour_text(move, sheet)
        if reason is Refusal.NOT_FEWEST and sheet.pending_choices:
            return self.gettext("First choose the row for the crosses you’ve won.")
        special = _MOVE_REFUSAL_TEXTS.get((reason, type(move)))
        if special is None and reason is Refusal.NOT_ACTIVE:
            return self.gettext("It’s not your turn.")
        return self.gettext(special or _REFUSAL_TEXTS.get(reason, _NOT_POSSIBLE_TEXT))

    def _needs_more_text(self, letter: str, sheet: Sheet) -> str:
        index = sheet.layout.row_index_or_raise(letter)
        needed = sheet.layout.rows[index].crosses_to_lock
        first = self.ngettext(
            "{n} cross first.", "{words} crosses first.", needed, words=self.number_word(needed)
        )
        already = self.gettext("You have {n}.", n=sheet.lock_progress(index))
        return f"{first} {already}"

    def _no_neighbour_text(self, move: Cross, sheet: Sheet) -> str:
        row = sheet.layout.rows[sheet.layout.row_index_or_raise(move.row)]
        cells = [self.move_text(Cross(letter, move.number)) for letter in row.bonus_for]
        # Translators: {cells} is such as "red 5 or yellow 5".
        return self.gettext("First cross {cells}.", cells=self.join_or(cells))


@dataclass(frozen=True, slots=True)
class Voice:
    """A translator, and whether it hides points until the end."""

    tr: Translator
    hides_points: bool = False


def _special_text(cross: Cross, before: Sheet) -> str:
    """The text for a cross that locks its row or is the second in its cell; empty for others."""
    row = before.layout.rows[before.layout.row_index_or_raise(cross.row)]
    if cross.number in row.lock_numbers:
        return N_("{row} locked")
    place = before.target_cell(cross)
    again = place is not None and before.is_crossed(place)
    return N_("{row} {n} crossed twice") if again else ""


def _move_number(move: Move, place: CellRef | None = None, sheet: Sheet | None = None) -> int | str:
    """The number of a cross, or that of a connection field from 1; empty for other moves.

    That of a lucky number is the number at `place`, the cell that it has crossed on `sheet`.
    """
    match move:
        case CrossNext() if place is not None and sheet is not None:
            return sheet.layout.cell(place).number or ""
        case Cross(_, number):
            return number
        case CrossField(_, field):
            return field + 1
    return ""
