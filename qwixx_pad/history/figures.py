"""The row of a figure: how it is counted, and how JSON, spreadsheet and screen write it. Pure.

A figure is a field of a record, and its row the metadata of this field. The table is `Statistics`;
other records are single figures with several values.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from datetime import UTC, date, datetime
from enum import Enum
from typing import Any, NamedTuple, Protocol, Required, TypeAlias, TypedDict, cast

from qwixx_pad.history.sheets import Sample
from qwixx_pad.i18n import N_

Cell: TypeAlias = str | int | float | datetime | None
"""Value of a cell of a spreadsheet; None leaves it empty."""


class FactCard(Enum):
    """The card of the screen that has a figure: its titles on the left and on the right.

    The rows have notes below a chart, all others a line for each fact, in this order.
    """

    ROWS = ("", "")
    COURSE = (N_("Behind and ahead"), N_("at the end of a roll"))
    LENGTHS = (N_("Time"), N_("half of the games took longer"))
    RIVALS = (N_("Head to head"), N_("average difference"))


class Language(Protocol):
    """The methods of the screen's translator that texts of figures use."""

    def gettext(self, message: str, **values: object) -> str:
        """Translate a message and fill in its placeholders."""

    def ngettext(self, one: str, many: str, number: int, **values: object) -> str:
        """Translate a message about a number and fill in its placeholders; `{n}` is the number."""

    def one_decimal(self, number: float) -> str:
        """Write a number to one decimal."""

    def with_sign(self, number: float) -> str:
        """Write a difference to one decimal."""

    def length_text(self, seconds: int) -> str:
        """Write how long something took."""

    def full_date(self, then: date) -> str:
        """Write a day."""

    def short_date(self, then: datetime, today: date) -> str:
        """Write a day, or of another year the month."""


class Fact(NamedTuple):
    """The texts with which the screen shows one value of a figure.

    Attributes:
        name: The subject: a figure or a player.
        value: The number, with its unit.
        below: The smaller text below: what the number refers to.
        spoken: All of it for a screen reader, and in a note.
        games: The number of games, next to the name; empty if `below` says it.
    """

    name: str
    value: str
    below: str
    spoken: str
    games: str = ""


def short_fact(name: str, value: str, below: str, tr: Language) -> Fact:
    """A fact whose spoken text has these three in this order."""
    spoken = tr.gettext("{name}: {points}, {most}", name=name, points=value, most=below)
    return Fact(name, value, below, spoken)


class Figure(TypedDict, total=False):
    """The row of a figure. All but `count` and `lines` are called with the value of the figure.

    Attributes:
        key: Its name in JSON.
        count: Computes it from a sample.
        columns: Its columns in a spreadsheet, each a function of the value.
        is_count: Whether the columns mean something for a player without sheets.
        texts: Its columns behind those of all figures: lists in words.
        lines: Makes its lines in the printed statistics; called with all figures.
        place: Position of these lines: below 0 before those of most figures, above 0 behind them.
        card: The card of the screen with its facts.
        facts: Makes the facts; called also with the language and the day of today.
    """

    key: Required[str]
    count: Callable[[Sample], Any]
    columns: Mapping[str, Callable[[Any], Cell]]
    is_count: bool
    texts: Mapping[str, Callable[[Any], str]]
    lines: Callable[[Any], Iterable[str]]
    place: int
    card: FactCard
    facts: Callable[[Any, Language, date], Iterable[Fact]]


def one_column(name: str) -> Mapping[str, Callable[[Any], Cell]]:
    """The column of a figure that is a number or a time."""
    return {name: lambda value: value}


def figures_of(record: Any) -> Iterator[tuple[str, Figure]]:  # noqa: ANN401 - a dataclass, or an instance
    """The fields of a record with their rows, in the order of JSON."""
    return ((each.name, cast("Figure", each.metadata)) for each in fields(record))


def json_object(record: object) -> dict[str, Any]:
    """The JSON object of a record; records and times in it are not converted."""
    return {figure["key"]: getattr(record, name) for name, figure in figures_of(record)}


def utc_time(at: datetime) -> str:
    """A time in the form of a spreadsheet, such as `2026-11-21T19:00:00Z`."""
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def counted(number: int, noun: str) -> str:
    """A number and what it counts, in English."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
