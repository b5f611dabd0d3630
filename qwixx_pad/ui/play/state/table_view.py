"""What to paint of a table: whose roll it is, how everybody stands, what the button does. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import lru_cache

from qwixx_pad.core.game import Game
from qwixx_pad.core.positions import Paper, Position
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.core.table import Table
from qwixx_pad.i18n import isolated
from qwixx_pad.service.settings import initial
from qwixx_pad.tables.lock_questions import has_last_chance
from qwixx_pad.ui.play.state.state import TableState
from qwixx_pad.ui.speech.words import Words
from qwixx_pad.ui.table import asked_said, away_said, link_said, lost_seat_said, unsent_said

_SHEETS_KEPT = 256
"""Sheets that are met again: those of a few tables at once."""


@dataclass(frozen=True, slots=True)
class ChipLook:
    """One seat in the standings.

    Attributes:
        seat: From 1.
        name: As shown: the person's, or You.
        initial: In the disc.
        color: Among the players' colours.
        total: Points; None while they are hidden.
        locks: Letters of the rows that this seat has locked.
        rolls: Whether it is its roll.
        shown: Whether its sheet is the one on the screen.
        away: Whether its device is not there.
        ready: Whether it has finished with this roll.
        out: Whether it sits out.
        chance: To win, in per cent; empty where it is not shown.
        spoken: For a screen reader.
    """

    seat: int
    name: str
    initial: str
    color: int
    total: int | None
    locks: tuple[str, ...]
    rolls: bool
    shown: bool
    away: bool
    ready: bool
    out: bool = False
    chance: str = ""
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class _Written:
    """A sheet, found again by what is written on it; what is printed is not hashed each time."""

    sheet: Sheet = field(hash=False)
    marks: tuple[int, ...]
    penalties: int
    extra: int


@lru_cache(maxsize=_SHEETS_KEPT)
def _worth(written: _Written) -> tuple[int, tuple[str, ...]]:
    """Total and own locks, top to bottom: the same for all who look at the table."""
    sheet = written.sheet
    rows = sheet.layout.rows
    return sheet.total, tuple(row.letter for i, row in enumerate(rows) if sheet.locked(i))


def chips(  # noqa: PLR0913 - a table, who looks at it, and what is not to be seen
    table: Table | Paper,
    state: TableState,
    shown: int,
    words: Words,
    *,
    hides: bool,
    chances: Sequence[float] = (),
) -> Iterator[ChipLook]:
    """The standings, in the order in which people sit; the chances are those of the seats."""
    for seat in state.round_table:
        sheet, out = table.sheets[seat - 1], seat in table.out
        total, locks = _worth(_Written(sheet, sheet.marks, sheet.penalties, sheet.extra))
        passive = table if isinstance(table, Table) and seat != table.active else None
        crossed = passive is not None and passive.made[seat - 1] > 0
        name = state.names[seat - 1]
        chip = ChipLook(
            seat=seat,
            name=words.text("You") if seat == state.me else name,
            initial=initial(name),
            color=state.colors[seat - 1],
            total=None if hides else total,
            locks=locks,
            rolls=seat == table.active and not table.over,
            shown=seat == shown and (len(state.mine) > 1 or seat not in state.mine),
            away=bool(state.here) and not state.here[seat - 1],
            ready=(seat in state.answers.done or crossed) and not (table.over or out),
            out=out,
            chance="" if hides or not chances else words.chance(chances[seat - 1]),
        )
        yield replace(chip, spoken=_spoken(chip, words))


def _spoken(chip: ChipLook, words: Words) -> str:
    said = [isolated(chip.name)]
    said += [] if chip.total is None else [words.count("{n} point", "{n} points", chip.total)]
    said += [words.text("{chance} to win", chance=chip.chance)] if chip.chance else []
    said += [words.of_row("locked {colour}", letter) for letter in chip.locks]
    said += [words.text("rolling")] if chip.rolls else []
    said += [words.text("phone away")] if chip.away else []
    said += [words.text("sits out")] if chip.out else []
    return ", ".join(said)


_LEADS = "\N{NO-BREAK SPACE}\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"


class Act(Enum):
    """What the button beside the misthrows is."""

    END_TURN = auto()
    MISTHROW = auto()
    DONE = auto()
    CHANGE = auto()
    FINISH = auto()
    BACK = auto()
    PLAY_AGAIN = auto()


@dataclass(frozen=True, slots=True)
class ButtonLook:
    """The button beside the misthrows: what it enters, what stands on it, if it hears no finger."""

    act: Act
    identifier: str
    text: str
    deaf: bool = False


@dataclass(frozen=True, slots=True)
class Banner:
    """Words that must be seen, and the identifier of what a tap on them leads to, if anything."""

    text: str
    way: str = ""

    @property
    def shown(self) -> str:
        """As it is written: a sign at its end says that it leads somewhere."""
        return f"{self.text}{_LEADS}" if self.way else self.text


@dataclass(frozen=True, slots=True)
class TableLook:
    """Everything of a table that stands around a sheet.

    Attributes:
        title, subtitle: In the bar above: on a device with several seats whose sheet it is.
        roll, round: Whose roll it is, and how often everybody has rolled.
        banner: What has to be known of the link, the phones or the last round; None if nothing.
        chips: The standings, in the order in which people sit.
        button: What the shown seat does next; None for a seat of another device.
        back: Leads from one of the sheets of this device to the roller's; None on that one.
        waiting: What is read while others answer; None otherwise.
        may_close: Whether this device may end that waiting.
    """

    title: str
    subtitle: str
    roll: str
    round: str
    banner: Banner | None
    chips: tuple[ChipLook, ...]
    button: ButtonLook | None
    back: ButtonLook | None
    waiting: str | None
    may_close: bool


def table_look(  # noqa: PLR0913 - a table, who looks at it, and what is not to be seen
    game: Game,
    state: TableState,
    seat: int,
    words: Words,
    *,
    hides: bool = False,
    chances: Sequence[float] = (),
) -> TableLook:
    """The look of a table from one of its seats (from 1), whose sheet is in front.

    Where points are hidden, the standings say who rolls and who has locked what, not how all stand.
    Where there are `chances`, one a seat, they say these too.
    """
    table = game.position
    if isinstance(table, Paper):
        return _paper_look(table, state, seat, words, hides=hides)
    if not isinstance(table, Table):
        raise TypeError(game.setup.text)
    round_ = (table.roll - 1) // len(table.sheets) + 1
    roll = title(table, state, words)
    subtitle = round_said = words.text("Round {n}", n=round_)
    if state.passed:
        # Translators: {roll} is such as "Anna’s roll", {round} such as "Round 3".
        subtitle = words.text("{roll} • {round}", roll=roll, round=round_said)
    elif state.code:
        subtitle = words.text("{round} • table {code}", round=round_said, code=state.code)
    if (table.over or state.answers.ending) and _may_cross_last(table, state, seat):
        subtitle = words.text("One more cross with the white dice")
    return TableLook(
        title=_title_of(table, state, seat, words),
        subtitle=subtitle,
        roll=roll,
        round=round_said,
        banner=_banner(table, state, words),
        chips=tuple(chips(table, state, seat, words, hides=hides, chances=chances)),
        button=_button(table, state, seat, words),
        back=_back_to(table.active, state, words) if leads_to_roller(table, state, seat) else None,
        waiting=_waiting(table, state, seat, words),
        may_close=_may_close(table, state),
    )


def _may_cross_last(table: Table, state: TableState, seat: int) -> bool:
    """Return whether a seat (from 1) of this device has a cross left before the game is closed."""
    return seat in state.mine and has_last_chance(table, seat, state.answers)


def _may_close(table: Table, state: TableState) -> bool:
    """Return whether this device may end the waiting: also for a roller whose phone is away."""
    instead = bool(state.mine) and table.active in state.unattended
    return instead or state.leads or table.active in state.mine


def _paper_look(
    paper: Paper, state: TableState, seat: int, words: Words, *, hides: bool
) -> TableLook:
    """Around sheets that are copied from paper: whose it is, and when all is there."""
    tells = words.text("Tap all its crosses")
    return TableLook(
        title=_pad_of(state, seat, words),
        subtitle=tells,
        roll=words.text("From paper"),
        round=tells,
        banner=None,
        chips=tuple(chips(paper, state, seat, words, hides=hides)),
        button=done_copying(paper, words),
        back=None,
        waiting=None,
        may_close=False,
    )


def done_copying(paper: Paper, words: Words) -> ButtonLook | None:
    """All that stood on the paper is there; None once that was said."""
    return None if paper.over else ButtonLook(Act.FINISH, "finish", words.text("Done"))


def whose_roll(table: Table, names: Sequence[str], words: Words) -> str:
    """Whose roll it is, for somebody who has no seat, or that the game ends or has ended."""
    if table.over:
        return words.text("Last chance") if not table.settled else words.text("Game over")
    return words.text("{name}’s roll", name=words.short(names[table.active - 1]))


def title(table: Table, state: TableState, words: Words) -> str:
    """Whose roll it is, in words."""
    if table.active == state.me and not table.over:
        return words.text("Your roll")
    return whose_roll(table, state.names, words)


def _title_of(table: Table, state: TableState, seat: int, words: Words) -> str:
    """Whose roll it is; where that is not plain, whose sheet is shown."""
    elsewhere = bool(state.mine) and seat not in state.mine
    if (state.passed or elsewhere) and not table.settled:
        return _pad_of(state, seat, words)
    return title(table, state, words)


def _pad_of(state: TableState, seat: int, words: Words) -> str:
    return words.text("{name}’s pad", name=words.short(state.names[seat - 1]))


def seen_names(state: TableState, words: Words) -> tuple[str, ...]:
    """The names as they stand inside a sentence: one's own is you."""
    return tuple(
        words.meant("closed by", "you") if seat == state.me else name
        for seat, name in enumerate(state.names, 1)
    )


def _banner(table: Table, state: TableState, words: Words) -> Banner | None:
    """The most important thing that is so for a while."""
    if state.late:
        return Banner(unsent_said(len(state.unsent), words))
    if (link := link_said(state, words)) is not None:
        return Banner(link)
    if state.asked_for or state.lost_seats:
        return _about_a_seat(state, words)
    if state.told_away:
        said = away_said([state.names[seat - 1] for seat in state.told_away], words)
        way = f"more-{state.told_away[0]}" if len(state.told_away) == 1 else "seats"
        return Banner(said, way if state.mine or state.leads else "")
    left = table.rolls_left
    if left is None or table.over:
        return None
    said = words.count("Last round: this is the last roll", "Last round: {n} rolls to go", left)
    return Banner(said)


def _about_a_seat(state: TableState, words: Words) -> Banner:
    """That a phone asks for a seat, or that one of this device was given to another."""
    if state.asked_for:
        seat = state.asked_for[0]
        return Banner(asked_said(state.names[seat - 1], words), f"more-{seat}")
    seat = state.lost_seats[0]
    return Banner(lost_seat_said(state.names[seat - 1], words), f"heard-{seat}")


def _button(table: Table, state: TableState, seat: int, words: Words) -> ButtonLook | None:
    if table.settled:
        return None
    if not state.code:
        return _all_seats_button(table, state, seat, words)
    if seat not in state.mine:
        return _back_button(table, state, words)
    return _own_button(table, state, seat, words)


def _own_button(table: Table, state: TableState, seat: int, words: Words) -> ButtonLook | None:
    if table.over and not table.may_still_cross(seat):
        return None
    if seat in table.out:
        return ButtonLook(Act.PLAY_AGAIN, "in", words.text("Play again"))
    instead = _ends_for_roller(table, state) and not state.answers.ending
    if not table.over and (seat == table.active or instead):
        whose = None if seat == table.active else words.short(state.names[table.active - 1])
        return _roller_button(table, whose, words)
    if seat in state.answers.done:
        return ButtonLook(Act.CHANGE, "change", words.text("Not done yet"))
    return ButtonLook(Act.DONE, "done", words.text("Done"))


def _ends_for_roller(table: Table, state: TableState) -> bool:
    """Whether the roll is ended here for who sits out, or for a seat where nobody is."""
    return table.active in table.out or (state.leads and table.active in state.unattended)


def _back_button(table: Table, state: TableState, words: Words) -> ButtonLook | None:
    """From the sheet of another device back to one's own."""
    if not state.mine:
        return None
    if state.passed:
        return _back_to(table.active if table.active in state.mine else state.mine[0], state, words)
    return ButtonLook(Act.BACK, "to-pad", words.text("Back to your pad"))


def leads_to_roller(table: Position, state: TableState, seat: int) -> bool:
    """Whether a device shows one of its sheets (from 1) while another of them is the roller's."""
    if not isinstance(table, Table) or table.over or seat == table.active:
        return False
    return table.active in state.mine and seat in state.mine


def _back_to(seat: int, state: TableState, words: Words) -> ButtonLook:
    name = words.short(state.names[seat - 1])
    return ButtonLook(Act.BACK, "to-pad", words.text("Back to {name}", name=name))


def _all_seats_button(table: Table, state: TableState, seat: int, words: Words) -> ButtonLook:
    """One device has all seats: its button is the roller's, and at the end it finishes."""
    if table.over:
        return ButtonLook(Act.FINISH, "finish", words.text("Finish"))
    whose = None if seat == table.active else words.short(state.names[table.active - 1])
    return _roller_button(table, whose, words)


def _roller_button(table: Table, whose: str | None, words: Words) -> ButtonLook:
    """The end of the roll, with the roller's name where another sheet is in front."""
    if table.made[table.active - 1] or table.penalised or table.active in table.out:
        ends = words.text("End {name}’s turn", name=whose) if whose else words.text("End turn")
        return ButtonLook(Act.END_TURN, "end-turn", ends)
    misses = words.text("{name}: misthrow", name=whose) if whose else words.text("Misthrow −5")
    return ButtonLook(Act.MISTHROW, "end-turn", misses)


def _waiting(table: Table, state: TableState, seat: int, words: Words) -> str | None:
    """Whom the roller waits for after a lock, and after the end everybody who can do no more."""
    rolls = seat == table.active and seat in state.mine
    closes = table.over or state.answers.ending
    idle = closes and seat in state.mine and not _may_cross_last(table, state, seat)
    done = state.answers.ending and seat in state.answers.done and _may_close(table, state)
    others = [i for i in state.waiting if i not in state.mine]
    if not others or not (rolls or idle or done):
        return None
    return words.text("Waiting for {names}", names=words.both([state.names[i - 1] for i in others]))
