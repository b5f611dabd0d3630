"""How names and times are compared and kept, whatever they are kept in."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

LONG_AGO = datetime.fromtimestamp(0, UTC)
_MICROSECOND = timedelta(microseconds=1)


def who(name: str) -> str:
    """What a player is recognised by: the name without its capitals."""
    return name.casefold()


def sheet_group(sheet: str) -> str:
    """What printed sheets are found by: the name, of those made from a seed what is before it."""
    name, colon, seed = sheet.partition(":")
    return name + colon if seed.isdigit() else sheet


def sheets_in(layouts: Iterable[str]) -> tuple[str, ...]:
    """The groups of the sheets that some games were played on, sorted."""
    return tuple(sorted({sheet_group(name) for text in layouts for name in text.split(",")}))


def among_sheets(group: str) -> str:
    """What stands in `,A,B,` if one of the sheets A and B is of a group."""
    return f",{whole(group)}" if group.endswith(":") else f",{whole(group)},"


def whole(text: str) -> str:
    """A text that can be kept: half a character is a question mark."""
    return text.encode(errors="replace").decode()


def stamp(at: datetime) -> str:
    """A time as it is kept: texts in the order of the times.

    Raises:
        ValueError: It has no zone, so nobody knows when that was.
    """
    if at.utcoffset() is None:
        raise ValueError(f"a time without a zone: {at}")
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def time_of(text: str, otherwise: datetime) -> datetime:
    """A time; one damaged text must not hide a game."""
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        return otherwise


def moment(at: datetime) -> int:
    """A time as a number: microseconds since 1970.

    Raises:
        ValueError: It has no zone, so nobody knows when that was.
    """
    return (datetime.fromisoformat(stamp(at)) - LONG_AGO) // _MICROSECOND


def time_at(moment: int) -> datetime:
    """The time of so many microseconds since 1970."""
    return LONG_AGO + moment * _MICROSECOND
