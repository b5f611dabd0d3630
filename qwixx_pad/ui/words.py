"""What the pad says and what a screen reader hears: values in, sentences out.

Pure. Every sentence goes through the catalogue of the language, with named placeholders, so that
a translator can turn it round.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from gettext import NullTranslations

from qwixx_pad.core.moves import (
    Arrive,
    Board,
    Close,
    Cross,
    EndRoll,
    Entry,
    Move,
    Penalty,
    Redo,
    Undo,
)
from qwixx_pad.core.refusal import Refusal
from qwixx_pad.core.scoring import SumLine
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.host.lobby import No
from qwixx_pad.i18n import SOURCE
from qwixx_pad.session import Trouble
from qwixx_pad.settings import Direction, Shade

_SHORT = 12
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
"""Short names of the months, in English."""


@dataclass(frozen=True, slots=True)
class Words:
    """The sentences of one language.

    Attributes:
        catalogue: Of the language.
        language: Its code, such as `de`.
    """

    catalogue: NullTranslations
    language: str = SOURCE

    def text(self, message: str, **values: object) -> str:
        """A sentence with its placeholders filled."""
        return self.catalogue.gettext(message).format(**values)

    def meant(self, meaning: str, message: str, **values: object) -> str:
        """A text that other languages say differently depending on what is meant by it."""
        return self.catalogue.pgettext(meaning, message).format(**values)

    def count(self, one: str, many: str, number: int, **values: object) -> str:
        """A sentence about a number, `{n}` in it."""
        return self.catalogue.ngettext(one, many, number).format(n=number, **values)

    def both(self, names: Sequence[str]) -> str:
        """Names in a sentence."""
        if len(names) < 2:  # noqa: PLR2004 - one name, or none
            return "".join(names)
        first = ", ".join(names[:-1])
        return self.text("{first} and {last}", first=first, last=names[-1])

    def row(self, letter: str) -> str:
        """The name of a row."""
        names = {"r": "Red", "y": "Yellow", "g": "Green", "b": "Blue"}
        return self.text(names[letter])

    def refusal(self, reason: Refusal, move: Move, sheet: Sheet) -> str:
        """Why a tap changed nothing, in a few friendly words."""
        if reason is Refusal.NEEDS_MORE and isinstance(move, Cross):
            return self._needs_more(move, sheet)
        row = self.row(move.row) if isinstance(move, Cross | Close) else ""
        right = "Only to the right of your last cross."
        sentences = {
            Refusal.PASSED: right,
            Refusal.CROSSED: right,
            Refusal.CLOSED: "{row} is closed.",
            Refusal.OVER: "The game is over. Undo still works.",
            Refusal.NOT_ACTIVE: self._only_the_roller(move),
            Refusal.CROSSED_THIS_ROLL: "You crossed in this roll, so it is no misthrow.",
            Refusal.ROLL_USED_UP: "No more crosses in this roll.",
            Refusal.BACKWARDS: "The pawn only goes forward.",
            Refusal.NOTHING_TO_UNDO: "Nothing to take back.",
            Refusal.NOTHING_TO_REDO: "Nothing to bring back.",
        }
        return self.text(sentences.get(reason, "Not possible here."), row=row)

    def _only_the_roller(self, move: Move) -> str:
        if isinstance(move, Penalty):
            return "Only the roller takes a misthrow."
        return (
            "Only the roller moves the pawn." if isinstance(move, Board | Arrive) else "Not yours."
        )

    def _needs_more(self, move: Cross, sheet: Sheet) -> str:
        index = sheet.layout.row_index(move.row) or 0
        have, needs = sheet.crosses(index), sheet.layout.rows[index].needs
        first = self.count(
            "{n} cross first.", "{words} crosses first.", needs, words=self.number(needs)
        )
        return f"{first} {self.text('You have {n}.', n=have)}"

    def number(self, number: int) -> str:
        """A small number as a word that begins a sentence."""
        names = {2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven"}
        return self.text(names[number]) if number in names else str(number)

    def trouble(self, trouble: Trouble) -> tuple[str, str]:
        """The two lines of the notice for an entry that did not come to stand."""
        match trouble:
            case Trouble.NOT_SAVED:
                return (
                    self.text("Could not save"),
                    self.text("Free some space; your pad is still on screen."),
                )
            case Trouble.MOVED_ON:
                return (
                    self.text("This pad moved on elsewhere"),
                    self.text("You see its newest state now. Tap again if it still fits."),
                )
            case Trouble.UNREADABLE:
                return (
                    self.text("Made by a newer pad"),
                    self.text("This game can be looked at, but not changed here."),
                )
            case Trouble.NOT_YOURS:
                return (
                    self.text("That is somebody else’s pad"),
                    self.text("Each phone writes on its own."),
                )
            case Trouble.NO_GAME:
                return (self.text("No game has begun here"), "")

    def done(self, entry: Entry, before: Sheet) -> str:
        """What an entry did, for the short notice with an undo."""
        move = entry.move
        if isinstance(move, Cross):
            index, position = before.layout.place(move.row, move.number) or (0, 0)
            if position == before.layout.rows[index].last:
                return self.text("{row} locked", row=self.row(move.row))
            return self.text("{row} {n} crossed", row=self.row(move.row), n=move.number)
        if isinstance(move, Close):
            return self.text("{row} closed", row=self.row(move.row))
        if isinstance(move, Board):
            return self.text("Board {n}", n=move.points)
        if isinstance(move, Arrive):
            return self.text("Last round")
        return self.text(
            "Misthrow {n} of {all}", n=before.penalties + 1, all=before.layout.penalties
        )

    def spoken(self, entry: Entry, taken_back: Move | None, sheet: Sheet) -> str:
        """What is announced after an entry stands."""
        total = self.text("Total {n}.", n=sheet.total)
        if isinstance(entry.move, Undo):
            return f"{self.text('Undone: {what}.', what=self.what(taken_back))} {total}"
        if isinstance(entry.move, Redo):
            return f"{self.text('Redone.')} {total}"
        if isinstance(entry.move, Cross):
            index = sheet.layout.row_index(entry.move.row) or 0
            row = self.row(entry.move.row)
            return f"{row} {entry.move.number}. {row} {sheet.sum_line.rows[index]}. {total}"
        if isinstance(entry.move, Close):
            return self.text("{row} is closed.", row=self.row(entry.move.row))
        if isinstance(entry.move, Penalty):
            return f"{self._misthrow(sheet)} {total}"
        return self._spoken_at_table(entry.move, total)

    def _misthrow(self, sheet: Sheet) -> str:
        n, most = sheet.penalties, sheet.layout.penalties
        return self.text("Misthrow {n} of {all}.", n=n, all=most)

    def _spoken_at_table(self, move: Move, total: str) -> str:
        if isinstance(move, Board):
            return f"{self.text('Board {n}.', n=move.points)} {total}"
        return self.text("Last round.") if isinstance(move, Arrive) else total

    def what(self, move: Move | None) -> str:
        """A move inside a sentence."""
        if isinstance(move, Cross):
            return f"{self.row(move.row).lower()} {move.number}"
        if isinstance(move, Close):
            return self.text("{row} closed", row=self.row(move.row)).lower()
        if isinstance(move, Board | Arrive):
            return self.text("the pawn")
        if isinstance(move, EndRoll):
            return self.text("the end of the roll")
        return (
            self.text("the end of the game")
            if move and move.text == "end"
            else self.text("misthrow")
        )

    def sum_line(self, line: SumLine) -> str:
        """The sum line as one sentence."""
        terms = self.text(" plus ").join(str(points) for points in line.rows)
        if line.extra:
            terms = self.text("{terms} plus {extra} from the board", terms=terms, extra=line.extra)
        if line.penalty:
            terms = self.text("{terms} minus {penalty}", terms=terms, penalty=line.penalty)
        return self.text("{terms} is {total}.", terms=terms, total=line.total)

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

    def day(self, then: datetime, today: date) -> str:
        """When a game was played, as people say it."""
        days = (today - then.date()).days
        if days <= 0:
            return self.text("Today")
        if days == 1:
            return self.text("Yesterday")
        week = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
        if days < len(week):
            return self.text(week[then.weekday()])
        month = self.text(MONTHS[then.month - 1])
        if then.year == today.year:
            return self.text("{day} {month}", day=then.day, month=month)
        return self.text("{day} {month} {year}", day=then.day, month=month, year=then.year)

    def ago(self, then: datetime, now: datetime) -> str:
        """How long since a game was touched."""
        minutes = int((now - then).total_seconds() // 60)
        if minutes < 1:
            return self.text("just now")
        if minutes < 60:  # noqa: PLR2004 - minutes of an hour
            return self.count("{n} min ago", "{n} min ago", minutes)
        if minutes < 24 * 60:
            return self.count("{n} hour ago", "{n} hours ago", minutes // 60)
        return self.day(then, now.date())

    def short(self, name: str) -> str:
        """A name that leaves room for what stands behind it."""
        return name if len(name) <= _SHORT else f"{name[: _SHORT - 1].rstrip()}…"

    def place(self, place: int) -> str:
        """A place in the standings, from 1."""
        places = {1: "won", 2: "2nd", 3: "3rd", 4: "4th", 5: "5th"}
        return self.text(places[place])

    def layout(self, name: str) -> str:
        """The name of a printed sheet, made of its name in a game line."""
        return self.text(name.replace("_", " ").title())

    def no(self, no: No) -> str:
        """Why something at a table was not done."""
        sentences = {
            No.TAKEN: "Somebody else sits there.",
            No.FULL: "The table is full.",
            No.NOT_YOURS: "Only who opened the table can do that.",
            No.TOO_FEW: "A table needs two players.",
            No.STARTED: "The game has begun.",
            No.NOBODY_ROLLS: "Somebody has to sit where the first roll is.",
            No.NOT_SAVED: "Could not save. Free some space and try again.",
        }
        return self.text(sentences[no])

    def direction(self, direction: Direction) -> str:
        """The name of a pad direction."""
        names = {Direction.ROWS: "Rows", Direction.COLUMNS: "Columns", Direction.AUTO: "Auto"}
        return self.text(names[direction])

    def shade(self, shade: Shade) -> str:
        """The name of a theme."""
        names = {
            Shade.DEVICE: "Device",
            Shade.LIGHT: "Light",
            Shade.DARK: "Dark",
            Shade.BLACK: "Black",
        }
        return self.text(names[shade])
