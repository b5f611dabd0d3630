"""How everybody at a table stands, a chip a seat. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from qwixx_pad.core.positions import Paper
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.core.table import Table
from qwixx_pad.service.settings import initial
from qwixx_pad.ui.pad.state import TableState
from qwixx_pad.ui.speech.words import Words

_CHIPS_KEPT = 256
"""Chips that are made of facts met again: those of a few tables at once."""


@dataclass(frozen=True, slots=True)
class ChipLook:
    """One seat in the standings.

    Attributes:
        seat: From 1.
        name: As shown: the person's, or You.
        initial: In the disc.
        color: Among the players' colours.
        total: Points.
        locks: Letters of the rows that this seat has locked.
        rolls: Whether it is its roll.
        shown: Whether its sheet is the one on the screen.
        away: Whether its device is not there.
        out: Whether it sits out.
        ready: Whether it has finished with this roll.
        spoken: For a screen reader.
        hidden: Whether points are not shown yet.
    """

    seat: int
    name: str
    initial: str
    color: int
    total: int
    locks: tuple[str, ...]
    rolls: bool
    shown: bool
    away: bool
    ready: bool
    spoken: str
    hidden: bool = False
    out: bool = False


@dataclass(frozen=True, slots=True)
class _ChipFacts:
    """All that the look of one chip is made of; the names as in `ChipLook`."""

    seat: int
    name: str
    color: int
    total: int | None
    locks: tuple[str, ...]
    me: bool
    rolls: bool
    shown: bool
    away: bool
    ready: bool
    out: bool
    words: Words = field(hash=False)


@dataclass(frozen=True, slots=True)
class _Written:
    """A sheet, found again by what is written on it; what is printed is not hashed each time."""

    sheet: Sheet = field(hash=False)
    marks: tuple[int, ...]
    penalties: int
    extra: int


@lru_cache(maxsize=_CHIPS_KEPT)
def _worth(written: _Written) -> tuple[int, tuple[str, ...]]:
    """Total and own locks, top to bottom: the same for all who look at the table."""
    sheet = written.sheet
    rows = sheet.layout.rows
    return sheet.total, tuple(row.letter for i, row in enumerate(rows) if sheet.locked(i))


def chips(
    table: Table | Paper, state: TableState, shown: int, words: Words, *, hides: bool
) -> Iterator[ChipLook]:
    """The standings, in the order in which people sit."""
    over = table.over
    for seat in state.round_table:
        sheet, out = table.sheets[seat - 1], seat in table.out
        total, locks = _worth(_Written(sheet, sheet.marks, sheet.penalties, sheet.extra))
        passive = table if isinstance(table, Table) and seat != table.active else None
        crossed = passive is not None and passive.made[seat - 1] > 0
        ready = seat in state.answers.done or crossed
        yield _chip(
            _ChipFacts(
                seat=seat,
                name=state.names[seat - 1],
                color=state.colors[seat - 1],
                total=None if hides else total,
                locks=locks,
                me=seat == state.me,
                rolls=seat == table.active and not over,
                shown=seat == shown and (len(state.mine) > 1 or seat not in state.mine),
                away=bool(state.here) and not state.here[seat - 1],
                ready=ready and not over and not out,
                out=out,
                words=words,
            )
        )


@lru_cache(maxsize=_CHIPS_KEPT)
def _chip(facts: _ChipFacts) -> ChipLook:
    words, total = facts.words, facts.total
    called = words.text("You") if facts.me else facts.name
    said = [called]
    said += [] if total is None else [words.count("{n} point", "{n} points", total)]
    said += [words.of_row("locked {colour}", letter) for letter in facts.locks]
    said += [words.text("rolling")] if facts.rolls else []
    said += [words.text("phone away")] if facts.away else []
    said += [words.text("sits out")] if facts.out else []
    return ChipLook(
        seat=facts.seat,
        name=called,
        initial=initial(facts.name),
        color=facts.color,
        total=total or 0,
        locks=facts.locks,
        rolls=facts.rolls,
        shown=facts.shown,
        away=facts.away,
        ready=facts.ready,
        spoken=", ".join(said),
        hidden=total is None,
        out=facts.out,
    )
