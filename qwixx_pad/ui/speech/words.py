"""What the pad says and what a screen reader hears: values in, sentences out. Numbers too."""

from collections.abc import Callable, Sequence

from qwixx_pad import i18n
from qwixx_pad.core.scoring import Purpose, Term
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.i18n import Tongue, catalogue, phrase
from qwixx_pad.layouts import plain_title
from qwixx_pad.service.session import Trouble
from qwixx_pad.service.settings import Direction, Shade
from qwixx_pad.storage import LeftAlone, Notice
from qwixx_pad.tables.lobby import No
from qwixx_pad.tables.state import Reason
from qwixx_pad.ui.speech.moves import NOT_HERE, MoveWords

_PLACES = {
    # Translators: the place in a game, in a narrow list.
    1: phrase("won"),
    2: phrase("2nd"),
    3: phrase("3rd"),
    4: phrase("4th"),
    5: phrase("5th"),
}
_NOES = {
    No.TAKEN: phrase("Somebody else sits there."),
    No.FULL: phrase("The table is full."),
    No.NOT_YOURS: phrase("Only who opened the table can do that."),
    No.TOO_FEW: phrase("A table needs two players."),
    No.STARTED: phrase("The game has begun."),
    No.NOBODY_ROLLS: phrase("Somebody has to sit where the first roll is."),
    No.OTHER_BOX: phrase("Only slips of one box go together."),
    No.UNKNOWN_SHEET: phrase("There is no such sheet here."),
    No.NO_LINK: phrase("No link to the table. Try again when it is back."),
    No.NOT_SAVED: phrase("Could not save. Try again, and free some space if it stays so."),
}
_TROUBLES = {
    Trouble.NOT_SAVED: (
        phrase("Could not save"),
        phrase("Try again. If it stays so, reopen the pad."),
    ),
    Trouble.DISK_FULL: (phrase("Could not save"), phrase("Free some space and try again.")),
    Trouble.MOVED_ON: (
        phrase("This pad moved on elsewhere"),
        phrase("You see its newest state now. Tap again if it still fits."),
    ),
    Trouble.UNREADABLE: (
        phrase("Made by a newer Qwixx Pad"),
        phrase("This game can be looked at, but not changed here."),
    ),
    Trouble.NOT_YOURS: (
        phrase("That is somebody else’s pad"),
        phrase("Each phone writes on its own."),
    ),
    Trouble.NO_GAME: (phrase("No game has begun here"), ""),
    Trouble.NO_LINK: (phrase("No link to the table"), phrase("Try again when it is back.")),
    Trouble.GAME_FULL: (
        phrase("This game has too many entries"),
        phrase("You can still undo, and finish it."),
    ),
}
_BESIDE = {
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


class Words(MoveWords):
    """What the pad says of a game in one language."""

    __slots__ = ()

    @classmethod
    def of(cls, tongue: Tongue, own_title: Callable[[str], str] = plain_title) -> "Words":
        """The words of a language, with what sheets of one's own are called."""
        return cls(catalogue(tongue.language), tongue, own_title)

    def trouble(self, trouble: Trouble) -> tuple[str, str]:
        """The two lines of the notice for an entry that did not come to stand."""
        title, detail = _TROUBLES[trouble]
        return self.text(title), self.text(detail)

    def sum_line(self, terms: Sequence[Term]) -> str:
        """What adds up to a total, as one sentence."""
        rows = (str(term.points) for term in terms if term.purpose is Purpose.ROW)
        said = self.text(" plus ").join(rows)
        for term in terms:
            if term.purpose in _BESIDE and term.points:
                said = self.text(_BESIDE[term.purpose], terms=said, extra=term.points)
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
        n = notice.games
        some = self.count("{n} game was rescued.", "{n} games were rescued.", n)
        said = some if n else self.text("No game could be read.")
        file = self.text("The old file is kept: {file}", file=notice.set_aside.name)
        return self.text("The saved games were damaged"), f"{said} {file}"

    def place(self, place: int) -> str:
        """A place in the standings, from 1."""
        return self.text(_PLACES[place])

    def no(self, no: No) -> str:
        """Why something at a table was not done."""
        return self.text(_NOES[no])

    def why_not_done(self, reason: No | Reason) -> str:
        """Why a request at a table was not done after all."""
        if isinstance(reason, No):
            return self.no(reason)
        return self.trouble(reason)[0] if isinstance(reason, Trouble) else self.text(NOT_HERE)

    def direction(self, direction: Direction) -> str:
        """The name of a pad direction."""
        return self.text(_DIRECTIONS[direction])

    def shade(self, shade: Shade) -> str:
        """The name of a theme."""
        return self.text(_SHADES[shade])


PERCENT_FROM = 10
"""A smaller sample deserves no percentage."""


def signed(number: int) -> str:
    """A number with the sign that is printed, not typed."""
    return str(number).replace("-", "−")


def whole(number: float) -> str:
    """A number to the nearest whole one, halves up, with the minus that is printed."""
    return signed(int((number + 0.5) // 1))


def tenths(number: float, words: Words) -> str:
    """A number to one decimal, with the printed minus."""
    return i18n.tenths(number, words.tongue.locale)


def with_sign(number: float, words: Words) -> str:
    """A difference to one decimal, a plus or the printed minus before it."""
    text = tenths(number, words)
    return f"+{text}" if round(number, 1) > 0 else text


def part_of(part: int, all_of_them: int, words: Words) -> str:
    """A part in words: `4 of 9`, and from ten on as a percentage."""
    if all_of_them < PERCENT_FROM:
        return words.text("{n} of {all}", n=part, all=all_of_them)
    return percent(part, all_of_them, words)


def percent(part: int, all_of_them: int, words: Words) -> str:
    """A part of a hundred."""
    return i18n.percent(part / all_of_them, words.tongue.locale)


def between(low: int, high: int, words: Words) -> str:
    """A range; a dash beside a minus would be hard to read."""
    if low < 0:
        return words.text("{low} to {high}", low=whole(low), high=whole(high))
    return words.text("{low}–{high}", low=low, high=high)  # noqa: RUF001 - the dash of a range
