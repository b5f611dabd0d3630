"""The pieces of sentences in one language, the words of a row and its parts among them. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum, auto
from gettext import NullTranslations

from qwixx_pad import i18n
from qwixx_pad.core.layout import BONUS_LETTERS, Cell, Layout, Mark, Pair, Place, Row, RowKind
from qwixx_pad.i18n import ENGLISH, Tongue, listed, phrase
from qwixx_pad.layouts import installed, is_own, plain_title
from qwixx_pad.settings import cut_whole
from qwixx_pad.storage.summary import day_here

_SHORT = 12
_MINUTES, _WEEK = 60, 7
# Translators: a row's colour as a name of its own, at the beginning of a sentence.
_ROWS = {"r": phrase("Red"), "y": phrase("Yellow"), "g": phrase("Green"), "b": phrase("Blue")}
# Translators: a row's colour inside a sentence, such as "Close red".
_COLOURS = {"r": phrase("red"), "y": phrase("yellow"), "g": phrase("green"), "b": phrase("blue")}
# Translators: rows that have no lock: fields that crosses bring by themselves, pairs of numbers
# that may be read as each other, fields that lucky rolls bring.
_OTHERS = {"bar": phrase("Bonus bar"), "x": phrase("Pairs"), "lucky": phrase("Lucky track")}
_NUMBERS = {
    2: phrase("Two"),
    3: phrase("Three"),
    4: phrase("Four"),
    5: phrase("Five"),
    6: phrase("Six"),
    7: phrase("Seven"),
}
_NUMBERS_INSIDE = {
    2: phrase("two"),
    3: phrase("three"),
    4: phrase("four"),
    5: phrase("five"),
    6: phrase("six"),
    7: phrase("seven"),
}

PERCENT_FROM = 10
"""A smaller sample deserves no percentage."""


def signed(number: int) -> str:
    """A number with the sign that is printed, not typed."""
    return str(number).replace("-", "−")


def whole(number: float) -> str:
    """A number to the nearest whole one, halves up, with the minus that is printed."""
    return signed(int((number + 0.5) // 1))


@dataclass(frozen=True, slots=True)
class Speech:
    """One language.

    Attributes:
        catalogue: Its texts.
        tongue: Which it is, and how it writes days and numbers.
        own_title: What a sheet of one's own is called, in whatever language.
    """

    catalogue: NullTranslations
    tongue: Tongue = ENGLISH
    own_title: Callable[[str], str] = plain_title

    def text(self, message: str, **values: object) -> str:
        """A text with its placeholders filled."""
        if not message:  # under the empty text a catalogue keeps facts about itself
            return ""
        return i18n.filled(self.catalogue.gettext(message), values)

    def meant(self, meaning: str, message: str, **values: object) -> str:
        """A text that other languages say differently depending on what is meant by it."""
        return i18n.filled(self.catalogue.pgettext(meaning, message), values)

    def count(self, one: str, many: str, number: int, **values: object) -> str:
        """A text about a number, `{n}` in it."""
        said = i18n.whole(number, self.tongue.locale)
        message = self.catalogue.ngettext(one, many, abs(number))
        return i18n.filled(message, {"n": said, **values})

    def of_row(self, message: str, letter: str, **values: object) -> str:
        """A text about a row: `{row}` begins a sentence, `{colour}` stands inside one."""
        names = {"row": self.row(letter), "colour": self.row_inside(letter)}
        return self.text(message, **(names | values))

    def row(self, letter: str) -> str:
        """The name of a row, as a label or a sentence begins."""
        if letter in BONUS_LETTERS:
            return f"{self.text(_ROWS[letter[0]])}-{self.text(_COLOURS[letter[1]])}"
        return self.text((_ROWS | _OTHERS)[letter])

    def row_inside(self, letter: str) -> str:
        """The name of a row inside a sentence."""
        if letter in BONUS_LETTERS:
            return f"{self.text(_COLOURS[letter[0]])}-{self.text(_COLOURS[letter[1]])}"
        return self.text((_COLOURS | _OTHERS)[letter])

    def number(self, number: int, *, inside: bool = False) -> str:
        """A small number as a word that begins a sentence, or stands inside one."""
        names = _NUMBERS_INSIDE if inside else _NUMBERS
        return self.text(names[number]) if number in names else str(number)

    def both(self, names: Sequence[str]) -> str:
        """Names in a sentence."""
        # Translators: names of players, such as "Anna, Ben and Carla".
        return self._listed(names, phrase("{first} and {last}"))

    def either(self, names: Sequence[str]) -> str:
        """Names of which one is meant."""
        # Translators: numbers or cells, such as "15 or 16", "red 5 or yellow 5".
        return self._listed(names, phrase("{first} or {last}"))

    def _listed(self, names: Sequence[str], said: str) -> str:
        if len(names) < 2:  # noqa: PLR2004 - one name, or none
            return listed(names)
        return self.text(said, first=listed(names[:-1]), last=names[-1])

    def short(self, name: str) -> str:
        """A name that leaves room for what stands behind it."""
        return name if len(name) <= _SHORT else f"{cut_whole(name, _SHORT - 1).rstrip()}…"

    def layout(self, name: str) -> str:
        """The name of a printed sheet, or of several; an unknown one is spelt as in a game line."""
        return listed(map(self._sheet, name.split(",")))

    def sheet_and_day(self, layout: str, day: str) -> str:
        """What was played on, unless that is the ordinary sheet, and when."""
        known = layout == installed().default.name
        return day if known else f"{i18n.isolated(self.layout(layout))} • {day}"

    def _sheet(self, name: str) -> str:
        if is_own(name):
            return self.own_title(name)
        named = f"{name}0" if name.endswith(":") else name
        layout, (_, _, seed) = installed().get(named), name.partition(":")
        if layout is None:
            return name.replace("_", " ").title()
        return f"{self.text(layout.title)} {seed}".rstrip()

    def about(self, sheet: Layout) -> str:
        """What is different on a sheet; one of one's own says it in its own words, if it does."""
        if is_own(sheet.name):
            return sheet.about or self.text("Drawn by yourself.")
        return self.text(sheet.about)

    def day(self, then: date, today: date) -> str:
        """When a game was played, as people say it."""
        days = (today - then).days
        if days <= 0:
            return self.text("Today")
        if days == 1:
            return self.text("Yesterday")
        locale = self.tongue.locale
        if days < _WEEK:
            return i18n.weekday(then, locale)
        same_year = then.year == today.year
        return (i18n.day_and_month if same_year else i18n.whole_day)(then, locale)

    def date(self, then: date) -> str:
        """The day of a game for those who read it on any other day."""
        return i18n.whole_day(then, self.tongue.locale)

    def ago(self, then: datetime, now: datetime) -> str:
        """How long since a game was touched."""
        minutes = int((now - then).total_seconds() // 60)
        if minutes < 1:
            return self.text("just now")
        if minutes < _MINUTES:
            return self.count("{n} min ago", "{n} min ago", minutes)
        if minutes < 24 * _MINUTES:
            return self.count("{n} hour ago", "{n} hours ago", minutes // _MINUTES)
        return self.day(day_here(then), day_here(now))

    def tenths(self, number: float) -> str:
        """A number to one decimal, with the printed minus."""
        return i18n.tenths(number, self.tongue.locale)

    @property
    def decimal_comma(self) -> bool:
        """Whether a comma stands before decimals."""
        return i18n.has_decimal_comma(self.tongue.locale)

    def with_sign(self, number: float) -> str:
        """A difference to one decimal, a plus or the printed minus before it."""
        return f"+{self.tenths(number)}" if round(number, 1) > 0 else self.tenths(number)

    def percent(self, part: int, total: int) -> str:
        """A part of a hundred."""
        return i18n.percent(part / total, self.tongue.locale)

    def chance(self, share: float) -> str:
        """A chance, from 0 to 1, in per cent: none and all are said of what is certain alone."""
        low, high = (0, 100) if share in {0, 1} else (1, 99)
        return self.percent(max(low, min(round(100 * share), high)), 100)

    def part_of(self, part: int, total: int) -> str:
        """A part in words: `4 of 9`, and from ten on as a percentage."""
        if total < PERCENT_FROM:
            return self.text("{n} of {all}", n=part, all=total)
        return self.percent(part, total)

    def between(self, low: int, high: int) -> str:
        """A range; a dash beside a minus would be hard to read."""
        if low < 0:
            return self.text("{low} to {high}", low=whole(low), high=whole(high))
        return self.text("{low}–{high}", low=low, high=high)  # noqa: RUF001 - the dash of a range


class Kind(Enum):
    """The states of a cell that look different."""

    OPEN = auto()
    CROSSED = auto()
    SKIPPED = auto()
    WAITING = auto()
    READY = auto()
    CLOSED = auto()
    DOUBLED = auto()
    """Crossed twice, or so heavy that its one cross counts twice."""
    VOID = auto()
    """A field of a bar whose colour nothing can be crossed in any more."""
    UNSHARED = auto()
    """The last one of a row that a coloured die has locked in this roll: closed, but asks."""


class Lock(Enum):
    """The states of a row's lock."""

    NONE = auto()
    """None is printed."""
    OPEN = auto()
    MINE = auto()
    ELSEWHERE = auto()
    CLOSING = auto()
    """Somebody locks it in this roll, and this sheet may still have its cross of the roll."""


_LOCKS = {
    Lock.OPEN: phrase("{row} lock, open. The last number crosses it too."),
    # Translators: {by} is a player, several players, or "you".
    Lock.MINE: phrase("{row} lock, crossed. Closed by {by}."),
    Lock.CLOSING: phrase("{row} lock. Locked in this roll by {by}."),
    Lock.ELSEWHERE: phrase("{row} lock. Closed by {by}."),
}
_LOCKS_ALONE = {
    Lock.OPEN: phrase("{row} lock, open. Tap if someone closed {colour}."),
    Lock.MINE: phrase("{row} lock, crossed. You closed {colour}."),
    Lock.ELSEWHERE: phrase("{row} lock. Somebody closed {colour}."),
}
_CELLS = {
    # Translators: {cell} is a row and a number, such as "Red 9".
    Kind.OPEN: phrase("{cell}, open"),
    Kind.CROSSED: phrase("{cell}, crossed"),
    # Translators: the number was passed over.
    Kind.SKIPPED: phrase("{cell}, skipped"),
    Kind.READY: phrase("{cell}, ready, also locks the row"),
    Kind.CLOSED: phrase("{cell}, closed"),
    Kind.DOUBLED: phrase("{cell}, crossed twice"),
    # Translators: nothing can be crossed there any more.
    Kind.VOID: phrase("{cell}, void"),
    Kind.UNSHARED: phrase("{cell}, closed by a coloured die. Tap if it was the white dice."),
}
_MARKS = {
    # Translators: printed in a box; crossing it crosses a field of the bar too.
    Mark.BOX: phrase("boxed"),
    # Translators: a black cell of the stairs of Qwixx Connected, which counts once more.
    Mark.STEP: phrase("step"),
}
_SAYS_MORE = {Kind.OPEN, Kind.READY, Kind.WAITING}
"""Cells that can still be crossed: what else they bring is worth hearing."""


@dataclass(frozen=True, slots=True)
class RowFacts:
    """All that the look of one row depends on, as plain numbers and states.

    Attributes:
        layout: The printed sheet.
        row: Which of its rows, from 0.
        kinds: The state of each cell.
        crosses: How many crosses there are.
        towards: Those of them that count towards what its lock needs.
        points: What it is worth; None while that is hidden.
        gain: What the next cross adds; None where there is no next.
        lock: The state of its lock.
        by: Who has closed it, in words; empty where that is not known.
        again: The position of the number that may be crossed a second time; None for none.
        ringed: The positions of the cells whose crosses can be taken back.
        unsent: The positions of the cells whose crosses stand on this device only.
        alone: Whether the others play off the app.
        copied: Whether it is copied from paper.
    """

    layout: Layout
    row: int
    kinds: tuple[Kind, ...]
    crosses: int
    towards: int
    points: int | None
    gain: int | None
    lock: Lock
    by: str
    again: int | None
    ringed: tuple[int, ...]
    unsent: tuple[int, ...]
    alone: bool
    copied: bool

    @property
    def printed(self) -> Row:
        """What is printed of it."""
        return self.layout.rows[self.row]


class RowWords(Speech):
    """What is said of a row and its parts in one language."""

    __slots__ = ()

    def lock_spoken(self, facts: RowFacts) -> str:
        """The lock of a row; empty where none is printed."""
        row, lock = facts.printed, facts.lock
        if lock is Lock.NONE:
            return ""
        if lock is Lock.OPEN and row.locks > 1 and not facts.alone:
            either = self.either([str(number) for number in row.lock_numbers])
            # Translators: {numbers} is such as "15 or 16".
            said = phrase("{row} lock, open. {numbers} crosses it too.")
            return self.of_row(said, row.letter, numbers=either)
        said = (_LOCKS_ALONE if facts.alone else _LOCKS)[lock]
        return self.of_row(said, row.letter, by=facts.by)

    def closed_label(self, lock: Lock) -> str:
        """A word for a row that is locked or closed; empty for an open one."""
        if lock in {Lock.OPEN, Lock.NONE}:
            return ""
        return self.text("locked") if lock is Lock.CLOSING else self.text("closed")

    def lock_pill(self, lock: Lock, by: str) -> str:
        """Who has locked a row (`by`), as it stands beside its name; empty for an open one."""
        if lock in {Lock.OPEN, Lock.NONE}:
            return ""
        if lock is Lock.CLOSING:
            return self.text("Locked by {by}", by=by)
        if by:
            return self.text("Closed by {by}", by=by)
        return self.text("You closed it") if lock is Lock.MINE else self.text("Closed")

    def points_spoken(self, facts: RowFacts) -> str:
        """What a row is worth; empty for one without points of its own."""
        letter = facts.printed.letter
        if facts.lock is Lock.NONE:
            return ""
        if facts.points is None:
            return self.of_row("{row}, points hidden", letter)
        worth = self.count("{n} point", "{n} points", facts.points)
        return self.of_row("{row} {worth}", letter, worth=worth)

    def row_spoken(self, facts: RowFacts) -> str:
        """A row in one or two sentences; without a lock only its crosses are told."""
        letter, lock, by = facts.printed.letter, facts.lock, facts.by
        have = self.count("{n} cross", "{n} crosses", facts.crosses)
        if facts.points is None or lock is Lock.NONE:
            closed = self.lock_pill(lock, by)
            said = phrase("{row}. {closed}. {have}.") if closed else phrase("{row}. {have}.")
            return self.of_row(said, letter, closed=closed, have=have)
        worth = self.count("{n} point", "{n} points", facts.points)
        said = self.of_row(_sentence(lock, by), letter, by=by, have=have, worth=worth)
        if facts.gain is None:
            return said
        more = self.text("Next cross adds {n}.", n=facts.gain)
        return f"{said} {more}"

    def cell_spoken(self, facts: RowFacts, position: int) -> str:
        """A cell and its state; of the last one what it needs, of an open one what it brings."""
        row, kind = facts.printed, facts.kinds[position]
        said = self.cell_name(row, row.cells[position])
        if kind in _CELLS:
            state = self.text(_CELLS[kind], cell=said)
        else:
            needed = self.number(row.needs, inside=True)
            # Translators: {needed} is a number as a word, such as "five".
            needs = phrase("{cell}, needs {needed} crosses, you have {n}")
            state = self.text(needs, cell=said, needed=needed, n=facts.towards)
        notes = self._notes(facts.layout, Place(facts.row, position)) if kind in _SAYS_MORE else ()
        again = (self.text("may be crossed once more"),) if position == facts.again else ()
        return ", ".join((state, *notes, *again))

    def cell_name(self, row: Row, cell: Cell) -> str:
        """What a cell is called, at the beginning of a sentence."""
        match row.kind:
            case RowKind.EXCHANGE:
                return self.text("{n} or {other}", n=cell.number, other=cell.other)
            case RowKind.TRACK:
                # Translators: a field of the track of Lucky 15, by the points that it is worth.
                return self.text("Lucky field {n}", n=cell.number)
            case RowKind.BAR:
                # Translators: a field of the bar of Qwixx Bonus, counted from 1, and its colour.
                said = phrase("Bonus field {n}, {colour}")
                return self.of_row(said, cell.color, n=int(cell.label) + 1)
        if cell.number is None:
            return self.of_row("{row} connection {n}", row.letter, n=int(cell.label[1:]) + 1)
        said = self.of_row("{row} {n}", row.letter, n=cell.number)
        if row.inks and row.lock_mask:
            # Translators: a number and the colour that it is printed in, such as "Red 9, yellow".
            return self.of_row("{cell}, {colour}", cell.color, cell=said)
        return said

    def _notes(self, layout: Layout, place: Place) -> tuple[str, ...]:
        """What is printed around a number, in a few words."""
        cell = layout.cell(place)
        # Translators: one cross on it counts two.
        double = (self.text("double"),) if cell.weight > 1 else ()
        if cell.mark in _MARKS:
            return (*double, self.text(_MARKS[cell.mark]))
        partner = layout.partner(place)
        pair = None if cell.mark is None else layout.pair(cell.mark)
        if partner is not None:
            other = layout.rows[partner.row].letter
            number = layout.cell(partner).number
            # Translators: two cells in a chain; {colour} and {n} are the other, as in "green 9".
            return (*double, self.of_row("linked to {colour} {n}", other, n=number))
        if pair is not None:
            # Translators: {effect} is such as "1 cross in each row".
            return (*double, self.text("pair: {effect}", effect=self.pair_effect(pair)))
        return double

    def pair_effect(self, pair: Pair) -> str:
        """What the cells with one mark bring together, inside a sentence."""
        n = pair.amount
        match pair.mark:
            case Mark.FEWEST:
                return self.count(
                    "{n} cross in the row with the fewest",
                    "{n} crosses in the row with the fewest",
                    n,
                )
            case Mark.EACH:
                return self.count("{n} cross in each row", "{n} crosses in each row", n)
            case Mark.LOWEST:
                return self.text("lowest row counts {n} times", n=n)
            case Mark.PLUS:
                return self.count("{n} more point", "{n} more points", n)
        return self.text("misthrows cost nothing")


def _sentence(lock: Lock, by: str) -> str:
    if lock in {Lock.ELSEWHERE, Lock.MINE} and by:
        return phrase("{row}. Closed by {by}. {have}, {worth}.")
    if lock is Lock.ELSEWHERE:
        return phrase("{row}. Closed. {have}, {worth}.")
    if lock is Lock.MINE:
        return phrase("{row}. You closed it. {have}, {worth}.")
    return phrase("{row}. {have}, {worth}.")
