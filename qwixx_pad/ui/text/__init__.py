"""Parts of sentences in one language, among them those about a row and its cells. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum, auto
from gettext import NullTranslations

from qwixx_pad import i18n
from qwixx_pad.core.layout import (
    BONUS_LETTERS,
    BonusPair,
    Cell,
    CellRef,
    Layout,
    Mark,
    Row,
    RowKind,
)
from qwixx_pad.i18n import ENGLISH, N_, AppLocale, join_isolated
from qwixx_pad.layouts import installed_layouts, is_custom, plain_title
from qwixx_pad.settings import truncate_graphemes
from qwixx_pad.storage.summary import local_day

_SHORT_NAME_CHARS = 12
_HOUR_MINUTES = 60
_WEEK_DAYS = 7
# Translators: a row's colour as a name of its own, at the beginning of a sentence.
_ROW_NAMES = {"r": N_("Red"), "y": N_("Yellow"), "g": N_("Green"), "b": N_("Blue")}
# Translators: a row's colour inside a sentence, such as "Close red".
_ROW_NAMES_INSIDE = {"r": N_("red"), "y": N_("yellow"), "g": N_("green"), "b": N_("blue")}
# Translators: rows that have no lock: fields that crosses bring by themselves, pairs of numbers
# that may be read as each other, fields that lucky rolls bring.
_OTHER_ROW_NAMES = {"bar": N_("Bonus bar"), "x": N_("Pairs"), "lucky": N_("Lucky track")}
_NUMBER_WORDS = {
    2: N_("Two"),
    3: N_("Three"),
    4: N_("Four"),
    5: N_("Five"),
    6: N_("Six"),
    7: N_("Seven"),
}
_NUMBER_WORDS_INSIDE = {
    2: N_("two"),
    3: N_("three"),
    4: N_("four"),
    5: N_("five"),
    6: N_("six"),
    7: N_("seven"),
}

MIN_PERCENT_SAMPLE = 10
"""Parts of a smaller total are not given in per cent."""


def signed_text(number: int) -> str:
    """Write a number with the printed minus."""
    return str(number).replace("-", "−")


def rounded_text(number: float) -> str:
    """Round to a whole number, halves up, and write it with the printed minus."""
    return signed_text(int((number + 0.5) // 1))


@dataclass(frozen=True, slots=True)
class BaseTranslator:
    """Translates to one language.

    Attributes:
        catalogue: Its texts.
        locale: Its language, and its formats of dates and numbers.
        custom_title: The title of a custom sheet, by its name.
    """

    catalogue: NullTranslations
    locale: AppLocale = ENGLISH
    custom_title: Callable[[str], str] = plain_title

    def gettext(self, message: str, **values: object) -> str:
        """Translate a message and fill its placeholders."""
        if not message:  # under the empty text a catalogue keeps facts about itself
            return ""
        return i18n.fill_placeholders(self.catalogue.gettext(message), values)

    def pgettext(self, context: str, message: str, **values: object) -> str:
        """Translate a message that other languages translate differently by context."""
        return i18n.fill_placeholders(self.catalogue.pgettext(context, message), values)

    def ngettext(self, one: str, many: str, number: int, **values: object) -> str:
        """Translate a message about a number, its placeholder `{n}`."""
        message = self.catalogue.ngettext(one, many, abs(number))
        digits = i18n.format_integer(number, self.locale.code)
        return i18n.fill_placeholders(message, {"n": digits, **values})

    def row_text(self, message: str, letter: str, **values: object) -> str:
        """Translate a message about a row: `{row}` begins a sentence, `{colour}` is inside one."""
        names = {"row": self.row_name(letter), "colour": self.row_name_inside(letter)}
        return self.gettext(message, **(names | values))

    def row_name(self, letter: str) -> str:
        """The name of a row as a label, or at the beginning of a sentence."""
        if letter in BONUS_LETTERS:
            return f"{self.row_name(letter[0])}-{self.row_name_inside(letter[1])}"
        return self.gettext((_ROW_NAMES | _OTHER_ROW_NAMES)[letter])

    def row_name_inside(self, letter: str) -> str:
        """The name of a row inside a sentence."""
        if letter in BONUS_LETTERS:
            return "-".join(map(self.row_name_inside, letter))
        return self.gettext((_ROW_NAMES_INSIDE | _OTHER_ROW_NAMES)[letter])

    def number_word(self, number: int, *, inside: bool = False) -> str:
        """A number as a word, if it is a small one; `inside` a sentence or at its beginning."""
        names = _NUMBER_WORDS_INSIDE if inside else _NUMBER_WORDS
        return self.gettext(names[number]) if number in names else str(number)

    def join_and(self, names: Sequence[str]) -> str:
        # Translators: names of players, such as "Anna, Ben and Carla".
        return self._join_names(names, N_("{first} and {last}"))

    def join_or(self, names: Sequence[str]) -> str:
        # Translators: numbers or cells, such as "15 or 16", "red 5 or yellow 5".
        return self._join_names(names, N_("{first} or {last}"))

    def _join_names(self, names: Sequence[str], message: str) -> str:
        if len(names) < 2:  # noqa: PLR2004 - one name, or none
            return join_isolated(names)
        return self.gettext(message, first=join_isolated(names[:-1]), last=names[-1])

    def short_name(self, name: str) -> str:
        """Shorten a name, if it is long."""
        if len(name) <= _SHORT_NAME_CHARS:
            return name
        return f"{truncate_graphemes(name, _SHORT_NAME_CHARS - 1).rstrip()}…"

    def layout_title(self, name: str) -> str:
        """The titles of one or more sheets, by their names; unknown names are written as words."""
        return join_isolated(map(self._sheet_title, name.split(",")))

    def sheet_and_day(self, layout: str, day: str) -> str:
        """The title of a sheet, unless it is the default one, and the day."""
        if layout == installed_layouts().default_layout.name:
            return day
        return f"{i18n.isolate_text(self.layout_title(layout))} • {day}"

    def _sheet_title(self, name: str) -> str:
        if is_custom(name):
            return self.custom_title(name)
        layout = installed_layouts().get(f"{name}0" if name.endswith(":") else name)
        if layout is None:
            return name.replace("_", " ").title()
        _, _, seed = name.partition(":")
        return f"{self.gettext(layout.title)} {seed}".rstrip()

    def layout_description(self, sheet: Layout) -> str:
        """Describe the special things of a sheet; custom sheets may describe themselves."""
        if is_custom(sheet.name):
            return i18n.isolate_text(sheet.description) or self.gettext("Your own design.")
        return self.gettext(sheet.description)

    def day_text(self, then: date, today: date) -> str:
        """The day of a game, relative to today if it was recently."""
        days = (today - then).days
        if days <= 0:
            return self.gettext("Today")
        if days == 1:
            return self.gettext("Yesterday")
        locale = self.locale.code
        if days < _WEEK_DAYS:
            return i18n.weekday_name(then, locale)
        if then.year == today.year:
            return i18n.format_day_month(then, locale)
        return i18n.format_full_date(then, locale)

    def full_date(self, then: date) -> str:
        return i18n.format_full_date(then, self.locale.code)

    def short_date(self, then: datetime, today: date) -> str:
        """A short date, for a tile; if it is in another year, month and year."""
        day = local_day(then)
        if day.year == today.year:
            return i18n.format_day_month(day, self.locale.code)
        return i18n.format_month_year(day, self.locale.code)

    def elapsed_text(self, then: datetime, now: datetime) -> str:
        """The time since a game was changed; the day from 24 hours on."""
        minutes = int((now - then).total_seconds() // 60)
        if minutes < 1:
            return self.gettext("just now")
        if minutes < _HOUR_MINUTES:
            return self.ngettext("{n} min ago", "{n} min ago", minutes)
        if minutes < 24 * _HOUR_MINUTES:
            return self.ngettext("{n} hour ago", "{n} hours ago", minutes // _HOUR_MINUTES)
        return self.day_text(local_day(then), local_day(now))

    def length_text(self, seconds: int) -> str:
        """A duration in minutes, and from one hour on in hours too."""
        hours, minutes = divmod(max(1, round(seconds / 60)), _HOUR_MINUTES)
        if not hours:
            return self.gettext("{n} min", n=minutes)
        two_digits = f"{minutes:02}"
        # Translators: a time such as "1 h 05 min".
        return self.gettext("{hours} h {minutes} min", hours=hours, minutes=two_digits)

    def day_and_length(self, day: str, seconds: int | None) -> str:
        """The day of a game, and how long it took unless `seconds` is None."""
        return day if seconds is None else f"{day} • {self.length_text(seconds)}"

    def one_decimal(self, number: float) -> str:
        """A number with one decimal and the printed minus."""
        return i18n.format_tenths(number, self.locale.code)

    @property
    def has_decimal_comma(self) -> bool:
        """True if decimals follow a comma."""
        return i18n.has_decimal_comma(self.locale.code)

    def with_sign(self, number: float) -> str:
        """A difference with one decimal, after a plus or the printed minus."""
        text = self.one_decimal(number)
        return f"+{text}" if round(number, 1) > 0 else text

    def percent(self, part: int, total: int) -> str:
        """A part of a total in per cent."""
        return i18n.format_share(part / total, self.locale.code)

    def chance_text(self, share: float) -> str:
        """A chance, from 0 to 1, in per cent; 0 and 100 only if it is certain."""
        low, high = (0, 100) if share in {0, 1} else (1, 99)
        return self.percent(max(low, min(round(100 * share), high)), 100)

    def part_of(self, part: int, total: int) -> str:
        """A part of a total: `4 of 9`, or in per cent if the total is large enough."""
        if total < MIN_PERCENT_SAMPLE:
            return self.gettext("{n} of {all}", n=part, all=total)
        return self.percent(part, total)

    def range_text(self, low: int, high: int) -> str:
        """A range, without a dash if it has a minus."""
        if low < 0:
            return self.gettext("{low} to {high}", low=rounded_text(low), high=rounded_text(high))
        return self.gettext("{low}–{high}", low=low, high=high)  # noqa: RUF001 - the dash of a range


class CellKind(Enum):
    """The states of a cell that look different."""

    OPEN = auto()
    CROSSED = auto()
    SKIPPED = auto()
    WAITING = auto()
    READY = auto()
    CLOSED = auto()
    DOUBLED = auto()
    """Crossed twice, or so that its one cross counts twice."""
    VOID = auto()
    """A field of a bar in whose colour nothing can be crossed any more."""
    UNSHARED = auto()
    """The last cell of a row that a coloured die has locked in this roll: a tap on it asks."""


class LockState(Enum):
    """The states of a row's lock."""

    NONE = auto()
    """No lock is printed."""
    OPEN = auto()
    MINE = auto()
    ELSEWHERE = auto()
    CLOSING = auto()
    """Another seat has locked the row in this roll, and this one may still cross in it (rule 9)."""


_LOCK_TEXTS = {
    LockState.OPEN: N_("{row} lock, open. The last number crosses it too."),
    # Translators: {by} is a player, several players, or "you".
    LockState.MINE: N_("{row} lock, crossed. Closed by {by}."),
    LockState.CLOSING: N_("{row} lock. Locked in this roll by {by}."),
    LockState.ELSEWHERE: N_("{row} lock. Closed by {by}."),
}
_LOCK_TEXTS_ALONE = {
    LockState.OPEN: N_("{row} lock, open. Tap if someone closed {colour}."),
    LockState.MINE: N_("{row} lock, crossed. You closed {colour}."),
    LockState.ELSEWHERE: N_("{row} lock. Someone closed {colour}."),
}
_CELL_TEXTS = {
    # Translators: {cell} is a row and a number, such as "Red 9".
    CellKind.OPEN: N_("{cell}, open"),
    CellKind.CROSSED: N_("{cell}, crossed"),
    # Translators: the number was passed over.
    CellKind.SKIPPED: N_("{cell}, skipped"),
    CellKind.READY: N_("{cell}, ready, also locks the row"),
    CellKind.CLOSED: N_("{cell}, closed"),
    CellKind.DOUBLED: N_("{cell}, crossed twice"),
    # Translators: nothing can be crossed there any more.
    CellKind.VOID: N_("{cell}, void"),
    CellKind.UNSHARED: N_("{cell}, closed by a coloured die. Tap if it was the white dice."),
}
_MARK_TEXTS = {
    # Translators: printed in a box; crossing it crosses a field of the bar too.
    Mark.BOX: N_("boxed"),
    # Translators: a black cell of the stairs of Qwixx Connected, which counts once more.
    Mark.STEP: N_("step"),
}
_OPEN_KINDS = {CellKind.OPEN, CellKind.READY, CellKind.WAITING}
"""Cells that can still be crossed: a screen reader says what else they bring."""


@dataclass(frozen=True, slots=True)
class RowFacts:
    """Everything that the look of one row depends on, as plain values.

    Attributes:
        layout: The sheet.
        row_index: From 0.
        kinds: The state of each cell.
        crosses: The number of crosses.
        lock_crosses: Those that count towards the lock.
        points: None while they are hidden.
        gain: What the next cross adds; None if there is no next.
        lock: The state of the lock.
        closed_by: The names of those who have closed it; empty if unknown.
        repeatable: Position of the number that may be crossed a second time; None for none.
        undoable: Positions of the cells whose crosses can be undone.
        unsent: Positions of the cells whose crosses are on this device only.
        plays_alone: Whether the other players are not in the app.
        on_paper: Whether the sheet is copied from paper (rule 13).
    """

    layout: Layout
    row_index: int
    kinds: tuple[CellKind, ...]
    crosses: int
    lock_crosses: int
    points: int | None
    gain: int | None
    lock: LockState
    closed_by: str
    repeatable: int | None
    undoable: tuple[int, ...]
    unsent: tuple[int, ...]
    plays_alone: bool
    on_paper: bool

    @property
    def printed_row(self) -> Row:
        return self.layout.rows[self.row_index]


class RowTranslator(BaseTranslator):
    """Writes sentences about a row and its cells."""

    __slots__ = ()

    def lock_spoken(self, facts: RowFacts) -> str:
        """Describe the lock of a row; empty without a lock."""
        row = facts.printed_row
        lock = facts.lock
        if lock is LockState.NONE:
            return ""
        if lock is LockState.OPEN and row.locks > 1 and not facts.plays_alone:
            either = self.join_or([str(number) for number in row.lock_numbers])
            # Translators: {numbers} is such as "15 or 16".
            message = N_("{row} lock, open. {numbers} crosses it too.")
            return self.row_text(message, row.letter, numbers=either)
        is_closed = lock in {LockState.MINE, LockState.ELSEWHERE}
        is_nameless = facts.plays_alone or (is_closed and not facts.closed_by)  # from paper
        messages = _LOCK_TEXTS_ALONE if is_nameless else _LOCK_TEXTS
        return self.row_text(messages[lock], row.letter, by=facts.closed_by)

    def closed_label(self, lock: LockState) -> str:
        """A word for a locked or closed row; empty for an open one."""
        if lock in {LockState.OPEN, LockState.NONE}:
            return ""
        return self.gettext("locked") if lock is LockState.CLOSING else self.gettext("closed")

    def lock_pill(self, lock: LockState, by: str) -> str:
        """Say who has locked a row, beside its name; empty for an open one."""
        if lock in {LockState.OPEN, LockState.NONE}:
            return ""
        if lock is LockState.CLOSING:
            return self.gettext("Locked by {by}", by=by)
        if by:
            return self.gettext("Closed by {by}", by=by)
        return self.gettext("You closed it") if lock is LockState.MINE else self.gettext("Closed")

    def points_spoken(self, facts: RowFacts) -> str:
        """Say what a row is worth; empty for one without points."""
        letter = facts.printed_row.letter
        if facts.lock is LockState.NONE:
            return ""
        if facts.points is None:
            return self.row_text("{row}, points hidden", letter)
        worth = self.ngettext("{n} point", "{n} points", facts.points)
        return self.row_text("{row} {worth}", letter, worth=worth)

    def row_spoken(self, facts: RowFacts) -> str:
        """Describe a row in one or two sentences; without a lock only its crosses."""
        letter = facts.printed_row.letter
        lock = facts.lock
        by = facts.closed_by
        have = self.ngettext("{n} cross", "{n} crosses", facts.crosses)
        if facts.points is None or lock is LockState.NONE:
            closed = self.lock_pill(lock, by)
            message = N_("{row}. {closed}. {have}.") if closed else N_("{row}. {have}.")
            return self.row_text(message, letter, closed=closed, have=have)
        worth = self.ngettext("{n} point", "{n} points", facts.points)
        text = self.row_text(_row_sentence(lock, by), letter, by=by, have=have, worth=worth)
        if facts.gain is None:
            return text
        gain = self.gettext("Next cross adds {n}.", n=facts.gain)
        return f"{text} {gain}"

    def cell_spoken(self, facts: RowFacts, position: int) -> str:
        """Describe the state of a cell, what it needs and what it brings."""
        row = facts.printed_row
        kind = facts.kinds[position]
        name = self.cell_name(row, row.cells[position])
        if kind in _CELL_TEXTS:
            parts = [self.gettext(_CELL_TEXTS[kind], cell=name)]
        else:
            needed = self.number_word(row.crosses_to_lock, inside=True)
            # Translators: {needed} is a number as a word, such as "five".
            message = N_("{cell}, needs {needed} crosses, you have {n}")
            parts = [self.gettext(message, cell=name, needed=needed, n=facts.lock_crosses)]
        if kind in _OPEN_KINDS:
            parts += self._cell_notes(facts.layout, CellRef(facts.row_index, position))
        if position == facts.repeatable:
            parts.append(self.gettext("may be crossed once more"))
        return ", ".join(parts)

    def cell_name(self, row: Row, cell: Cell) -> str:
        """Name a cell at the beginning of a sentence."""
        match row.kind:
            case RowKind.EXCHANGE:
                return self.gettext("{n} or {other}", n=cell.number, other=cell.other)
            case RowKind.TRACK:
                # Translators: a field of the track of Lucky 15, by the points that it is worth.
                return self.gettext("Lucky field {n}", n=cell.number)
            case RowKind.BAR:
                # Translators: a field of the bar of Qwixx Bonus, counted from 1, and its colour.
                message = N_("Bonus field {n}, {colour}")
                return self.row_text(message, cell.color, n=int(cell.label) + 1)
        if cell.number is None:
            return self.row_text("{row} connection {n}", row.letter, n=int(cell.label[1:]) + 1)
        name = self.row_text("{row} {n}", row.letter, n=cell.number)
        if row.cell_colors and row.lock_mask:
            # Translators: a number and the colour that it is printed in, such as "Red 9, yellow".
            return self.row_text("{cell}, {colour}", cell.color, cell=name)
        return name

    def _cell_notes(self, layout: Layout, place: CellRef) -> list[str]:
        """Describe in a few words the marks around a number."""
        cell = layout.cell(place)
        # Translators: one cross on it counts two.
        notes = [self.gettext("double")] if cell.weight > 1 else []
        partner = layout.chain_partner(place)
        pair = None if cell.mark is None else layout.bonus_pair(cell.mark)
        if cell.mark in _MARK_TEXTS:
            notes.append(self.gettext(_MARK_TEXTS[cell.mark]))
        elif partner is not None:
            other = layout.rows[partner.row].letter
            number = layout.cell(partner).number
            # Translators: two cells in a chain; {colour} and {n} are the other, as in "green 9".
            notes.append(self.row_text("linked to {colour} {n}", other, n=number))
        elif pair is not None:
            # Translators: {effect} is such as "1 cross in each row".
            notes.append(self.gettext("pair: {effect}", effect=self.pair_effect(pair)))
        return notes

    def pair_effect(self, pair: BonusPair) -> str:
        """Name the effect of a pair inside a sentence."""
        n = pair.amount
        match pair.mark:
            case Mark.FEWEST:
                return self.ngettext(
                    "{n} cross in the row with the fewest",
                    "{n} crosses in the row with the fewest",
                    n,
                )
            case Mark.EACH:
                return self.ngettext("{n} cross in each row", "{n} crosses in each row", n)
            case Mark.LOWEST:
                return self.gettext("lowest row counts {n} times", n=n)
            case Mark.PLUS:
                return self.ngettext("{n} more point", "{n} more points", n)
        return self.gettext("penalties cost nothing")


def _row_sentence(lock: LockState, by: str) -> str:
    if lock in {LockState.ELSEWHERE, LockState.MINE} and by:
        return N_("{row}. Closed by {by}. {have}, {worth}.")
    if lock is LockState.ELSEWHERE:
        return N_("{row}. Closed. {have}, {worth}.")
    if lock is LockState.MINE:
        return N_("{row}. You closed it. {have}, {worth}.")
    return N_("{row}. {have}, {worth}.")
