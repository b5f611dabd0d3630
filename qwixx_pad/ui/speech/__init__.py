"""The pieces of sentences in one language: texts, names of rows, numbers, days."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from gettext import NullTranslations

from qwixx_pad import i18n
from qwixx_pad.core.layout import BONUS_LETTERS, Layout
from qwixx_pad.i18n import ENGLISH, Tongue, listed, phrase
from qwixx_pad.layouts import installed, is_own, plain_title
from qwixx_pad.service.settings import cut_whole
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
