"""The table around a sheet: the standings, and what comes next. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from qwixx_pad.core.positions import Paper, Position
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.core.table import Table
from qwixx_pad.i18n import isolated
from qwixx_pad.multiplayer.lock_questions import has_last_chance
from qwixx_pad.multiplayer.seat_session import TableState
from qwixx_pad.settings import initial
from qwixx_pad.ui.lobby import asked_said, away_said, link_said, lost_seat_said, unsent_said
from qwixx_pad.ui.play.state.state import PadState
from qwixx_pad.ui.text.translator import Voice, Words

_SHEETS_KEPT = 256
"""Sheets that are met again: those of a few tables at once."""

_LEADS = "\N{NO-BREAK SPACE}\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"


@dataclass(frozen=True, slots=True)
class Banner:
    """Words that must be seen, and the identifier that a tap on them presses, if any."""

    text: str
    way: str = ""

    @property
    def shown(self) -> str:
        """The text as displayed: a sign at its end marks a link."""
        return f"{self.text}{_LEADS}" if self.way else self.text


@dataclass(frozen=True, slots=True)
class ButtonLook:
    """A button beside the penalties.

    Attributes:
        identifier: What it does.
        text: The text on it.
        is_penalty: Whether it ends a roll by a penalty.
        named: Whether it says whose roll it ends.
        disabled: Whether it ignores taps for a moment.
    """

    identifier: str
    text: str
    misses: bool = False
    named: bool = False
    deaf: bool = False


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
    out: bool
    chance: str
    spoken: str = ""


def whose_roll(position: Position, table: TableState, words: Words) -> str:
    """Say whose roll it is, or that the game ends or has ended."""
    if not isinstance(position, Table):
        return words.text("From paper")
    if position.over:
        return words.text("Last chance") if not position.settled else words.text("Game over")
    if position.active == table.me:
        return words.text("Your roll")
    return words.text("{name}’s roll", name=words.short(table.names[position.active - 1]))


def banner(position: Position, table: TableState, words: Words) -> Banner | None:
    """Choose the most important condition that lasts for a while."""
    if not isinstance(position, Table):
        return None
    if table.late:
        return Banner(unsent_said(len(table.unsent), words))
    if (link := link_said(table.link, words)) is not None:
        return Banner(link)
    if (about := _about_a_seat(table, words)) is not None:
        return about
    left = position.rolls_left
    if left is None or position.over:
        return None
    said = words.count("Last round: this is the last roll", "Last round: {n} rolls to go", left)
    return Banner(said)


def _about_a_seat(table: TableState, words: Words) -> Banner | None:
    """Say that a phone asks for a seat, or that one was given away, or who is away."""
    if table.asked_for:
        seat = table.asked_for[0]
        return Banner(asked_said(table.names[seat - 1], words), f"more-{seat}")
    if table.lost_seats:
        seat = table.lost_seats[0]
        return Banner(lost_seat_said(table.names[seat - 1], words), f"heard-{seat}")
    if not table.told_away:
        return None
    said = away_said([table.names[seat - 1] for seat in table.told_away], words)
    way = f"more-{table.told_away[0]}" if len(table.told_away) == 1 else "seats"
    return Banner(said, way if table.mine or table.leads else "")


def hides_points(state: PadState, voice: Voice) -> bool:
    """Return whether this device shows no points of a game yet."""
    return voice.hides_points and not state.game.position.settled


def seen_names(table: TableState, words: Words) -> tuple[str, ...]:
    """Return the names as used inside a sentence: one's own is you."""
    return tuple(
        words.meant("closed by", "you") if seat == table.me else name
        for seat, name in enumerate(table.names, 1)
    )


# the standings


@lru_cache(maxsize=_SHEETS_KEPT)
def _worth(sheet: Sheet) -> tuple[int, tuple[str, ...]]:
    """Return total and own locks, top to bottom, for all who look at the table."""
    rows = enumerate(sheet.layout.rows)
    return sheet.total, tuple(row.letter for i, row in rows if sheet.locked(i))


def chips(state: PadState, table: TableState, voice: Voice) -> Iterator[ChipLook]:
    """Yield the standings, in the order in which people sit.

    Where points are hidden they show who rolls and who has locked what, but no scores.
    """
    position, words, hides = state.game.position, voice.words, hides_points(state, voice)
    over, is_paper = position.over, state.game.setup.paper
    chances = () if hides or is_paper else state.chances
    for seat in table.round_table:
        out, rolls, name = seat in position.out, seat == position.active, table.names[seat - 1]
        total, locks = _worth(position.sheets[seat - 1])
        crossed = isinstance(position, Table) and not rolls and position.made[seat - 1] > 0
        chip = ChipLook(
            seat=seat,
            name=words.text("You") if seat == table.me else name,
            initial=initial(name),
            color=table.colors[seat - 1],
            total=None if hides else total,
            locks=locks,
            rolls=rolls and not over,
            shown=seat == state.seat and (table.passed or seat not in table.mine),
            away=bool(table.here) and not table.here[seat - 1],
            ready=(seat in table.answers.done or crossed) and not (over or out),
            out=out,
            chance=words.chance(chances[seat - 1]) if chances else "",
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


# what comes next


def done_copying(paper: Paper, words: Words) -> ButtonLook | None:
    """Offer to finish when all of the paper is copied; None once that was done."""
    return None if paper.over else ButtonLook("finish", words.text("Done"))


def next_button(
    position: Position, table: TableState, state: PadState, words: Words
) -> ButtonLook | None:
    """Return what the sheet in front does next."""
    if isinstance(position, Paper):
        return done_copying(position, words)
    if not isinstance(position, Table) or position.settled:
        return None
    if table.code and state.seat not in table.mine:
        return _button_elsewhere(position, table, words)
    if table.code:
        return _own_button(position, table, state, words)
    if position.over:
        return ButtonLook("finish", words.text("Finish"))
    return _end_of_roll(position, table, state, words)


def _button_elsewhere(position: Table, table: TableState, words: Words) -> ButtonLook | None:
    """Lead from the sheet of another device back to one's own."""
    if table.passed:
        mine = position.active if position.active in table.mine else table.mine[0]
        return _back_to(mine, table, words)
    return ButtonLook("to-pad", words.text("Back to your pad")) if table.mine else None


def _own_button(
    position: Table, table: TableState, state: PadState, words: Words
) -> ButtonLook | None:
    """Return what a seat of this device does next at a table of several."""
    seat, active, ending = state.seat, position.active, table.answers.ending
    if position.over and not position.may_still_cross(seat):
        return None
    if seat in position.out:
        return ButtonLook("in", words.text("Play again"))
    instead = active in position.out or (table.leads and active in table.unattended)
    if not position.over and (seat == active or (instead and not ending)):
        return _end_of_roll(position, table, state, words)
    if seat in table.answers.done:
        return ButtonLook("change", words.text("Not done yet"))
    return ButtonLook("done", words.text("Done"))


def _end_of_roll(position: Table, table: TableState, state: PadState, words: Words) -> ButtonLook:
    """End the roll; name the roller where another sheet is in front."""
    roller, deaf = position.active, 0 in state.deaf
    whose = "" if state.seat == roller else words.short(table.names[roller - 1])
    if position.made[roller - 1] or position.penalised or roller in position.out:
        ends = words.text("End {name}’s turn", name=whose) if whose else words.text("End turn")
        return ButtonLook("end-turn", ends, named=bool(whose), deaf=deaf)
    misses = words.text("{name}: misthrow", name=whose) if whose else words.text("Misthrow −5")
    return ButtonLook("end-turn", misses, misses=True, deaf=deaf)


def leads_to_roller(position: Position, table: TableState, seat: int) -> bool:
    """Return whether this device shows one of its sheets while another one is the roller's."""
    if not isinstance(position, Table) or position.over or seat == position.active:
        return False
    return position.active in table.mine and seat in table.mine


def back_button(
    position: Position, table: TableState, seat: int, words: Words
) -> ButtonLook | None:
    """Lead from one of the sheets of this device to the roller's."""
    if not isinstance(position, Table) or not leads_to_roller(position, table, seat):
        return None
    return _back_to(position.active, table, words)


def _back_to(seat: int, table: TableState, words: Words) -> ButtonLook:
    name = words.short(table.names[seat - 1])
    return ButtonLook("to-pad", words.text("Back to {name}", name=name))


def may_cross_last(position: Table, table: TableState, seat: int) -> bool:
    """Return whether a seat (from 1) of this device has a cross left before the game is closed."""
    return seat in table.mine and has_last_chance(position, seat, table.answers)


def may_close(position: Position, table: TableState) -> bool:
    """Return whether this device may end the waiting: also for a roller whose phone is away."""
    instead = bool(table.mine) and position.active in table.unattended
    return instead or table.leads or position.active in table.mine


def waiting(position: Position, table: TableState, seat: int, words: Words) -> str | None:
    """Name whom the roller waits for after a lock, and after the end all who can do no more."""
    if not isinstance(position, Table):
        return None
    mine, ending = seat in table.mine, table.answers.ending
    closes = position.over or ending
    idle = closes and mine and not may_cross_last(position, table, seat)
    done = ending and seat in table.answers.done and may_close(position, table)
    others = [table.names[each - 1] for each in table.waiting if each not in table.mine]
    if not others or not ((mine and seat == position.active) or idle or done):
        return None
    return words.text("Waiting for {names}", names=words.both(others))
