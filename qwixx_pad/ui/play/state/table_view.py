"""The table on the pad: its banner, its standings, and its buttons. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from qwixx_pad.core.positions import Paper, Position
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.core.table import Table
from qwixx_pad.i18n import isolate_text
from qwixx_pad.multiplayer.last_crosses import has_last_chance
from qwixx_pad.multiplayer.seat_session import TableState
from qwixx_pad.settings import initial
from qwixx_pad.ui.play.state.state import PadState
from qwixx_pad.ui.text.table_texts import (
    away_text,
    link_text,
    seat_asked_text,
    seat_lost_text,
    unsent_text,
)
from qwixx_pad.ui.text.translator import Translator, Voice

_SHEET_CACHE_SIZE = 256
"""Enough for the sheets of a few tables, which are counted once for all who look at them."""

_LINK_SIGN = "\N{NO-BREAK SPACE}\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"


@dataclass(frozen=True, slots=True)
class Banner:
    """Words that must be seen.

    Attributes:
        text: The words.
        target: The identifier that a tap on them presses; empty for none.
    """

    text: str
    target: str = ""

    @property
    def display_text(self) -> str:
        """The text as displayed: a sign at its end marks a link."""
        return f"{self.text}{_LINK_SIGN}" if self.target else self.text


@dataclass(frozen=True, slots=True)
class ButtonLook:
    """A button next to the penalties.

    Attributes:
        identifier: The identifier that it presses.
        text: The text on it.
        is_penalty: Whether it ends a roll with a penalty.
        named: Whether it names the player whose turn it ends; False for a penalty.
        quiet: Whether this player is not likely to want it next.
        disabled: Whether it ignores taps for a moment.
    """

    identifier: str
    text: str
    is_penalty: bool = False
    named: bool = False
    quiet: bool = False
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class ChipLook:
    """One seat in the standings.

    Attributes:
        seat: From 1.
        name: The player's name, or "You".
        initial: The letter in the disc.
        color: The index of the player's colour.
        total: Points; None while they are hidden.
        locks: The letters of the rows that this seat has locked.
        rolls: Whether it is its turn, and the game goes on.
        shown: Whether its sheet is in front.
        away: Whether its device is away.
        ready: Whether it has tapped Done or made its cross in the turn of another.
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


def roller_text(
    position: Position, names: Sequence[str], own_seat: int | None, tr: Translator
) -> str:
    """Say whose turn it is, that the game ends or has ended, or that it is copied from paper."""
    if not isinstance(position, Table):
        return tr.gettext("From paper")
    if position.is_over:
        return tr.gettext("Game over") if position.is_settled else tr.gettext("Last chance")
    if position.active == own_seat:
        return tr.gettext("Your turn")
    return tr.gettext("{name}’s turn", name=tr.short_name(names[position.active - 1]))


def top_banner(position: Position, table: TableState, tr: Translator) -> Banner | None:
    """Choose the most important lasting condition; None if there is none, and on paper."""
    if not isinstance(position, Table):
        return None
    if table.late:
        return Banner(unsent_text(len(table.unsent), tr))
    if (link := link_text(table.link, tr)) is not None:
        return Banner(link)
    if (banner := _seat_banner(table, tr)) is not None:
        return banner
    if position.rolls_left is None or position.is_over:
        return None
    text = tr.ngettext(
        "Last round: this is the last roll", "Last round: {n} rolls to go", position.rolls_left
    )
    return Banner(text)


def _seat_banner(table: TableState, tr: Translator) -> Banner | None:
    """Say that a phone asks for a seat, that a seat was given away, or who is away."""
    if table.requested_seats:
        seat = table.requested_seats[0]
        return Banner(seat_asked_text(table.name_of(seat), tr), f"more-{seat}")
    if table.lost_seats:
        seat = table.lost_seats[0]
        return Banner(seat_lost_text(table.name_of(seat), tr), f"heard-{seat}")
    if not table.announced_away:
        return None
    text = away_text([table.name_of(seat) for seat in table.announced_away], tr)
    if not (table.own_seats or table.acts_as_host):
        return Banner(text)
    several = len(table.announced_away) > 1
    return Banner(text, "seats" if several else f"more-{table.announced_away[0]}")


def hides_points(state: PadState, voice: Voice) -> bool:
    """True if this device still shows no points of a game."""
    return voice.hides_points and not state.game.position.is_settled


def names_in_sentence(table: TableState, tr: Translator) -> tuple[str, ...]:
    """The names as used inside a sentence: one's own is "you"."""
    return tuple(
        tr.pgettext("closed by", "you") if seat == table.own_seat else name
        for seat, name in enumerate(table.names, 1)
    )


# the standings


@lru_cache(maxsize=_SHEET_CACHE_SIZE)
def _total_and_locks(sheet: Sheet) -> tuple[int, tuple[str, ...]]:
    """The total of a sheet, and the letters of the rows that it has locked, from the top."""
    rows = enumerate(sheet.layout.rows)
    return sheet.total, tuple(row.letter for i, row in rows if sheet.is_locked(i))


def chip_looks(state: PadState, table: TableState, voice: Voice) -> Iterator[ChipLook]:
    """Yield the standings, in the order in which people sit.

    They show no points and no chances while points are hidden.
    """
    position = state.game.position
    tr = voice.tr
    hides = hides_points(state, voice)
    chances = () if hides or state.game.setup.paper else state.chances
    for seat in table.seats_clockwise:
        out = seat in position.sitting_out
        name = table.name_of(seat)
        total, locks = _total_and_locks(position.sheet_of(seat))
        done = seat in table.answers.ready or _has_crossed(position, seat)
        chip = ChipLook(
            seat=seat,
            name=tr.gettext("You") if seat == table.own_seat else name,
            initial=initial(name),
            color=table.color_of(seat),
            total=None if hides else total,
            locks=locks,
            rolls=seat == position.active and not position.is_over,
            shown=seat == state.seat,
            away=not table.is_present(seat),
            ready=done and not (position.is_over or out),
            out=out,
            chance=tr.chance_text(chances[seat - 1]) if chances else "",
        )
        yield replace(chip, spoken=_spoken_chip(chip, tr))


def _has_crossed(position: Position, seat: int) -> bool:
    """True if a seat has made its one cross in the roll of another (rule 7)."""
    return isinstance(position, Table) and seat != position.active and position.crosses_of(seat) > 0


def _spoken_chip(chip: ChipLook, tr: Translator) -> str:
    total = "" if chip.total is None else tr.ngettext("{n} point", "{n} points", chip.total)
    parts = [
        isolate_text(chip.name),
        total,
        tr.gettext("{chance} to win", chance=chip.chance) if chip.chance else "",
        *(tr.row_text("locked {colour}", letter) for letter in chip.locks),
        tr.gettext("rolling") if chip.rolls else "",
        tr.gettext("phone away") if chip.away else "",
        tr.gettext("sitting out") if chip.out else "",
    ]
    return ", ".join(filter(None, parts))


# what comes next


def finish_paper_button(paper: Paper, tr: Translator) -> ButtonLook | None:
    """Offer to finish a game copied from paper; None after its end."""
    return None if paper.is_over else ButtonLook("finish", tr.gettext("Done"))


def next_sheet_button(seat: int, table: TableState, tr: Translator) -> ButtonLook:
    """Lead to the sheet that is to be copied next."""
    # Translators: leads to the sheet of the next player.
    return ButtonLook(
        f"next-{seat}", tr.gettext("Next: {name}", name=tr.short_name(table.name_of(seat)))
    )


def next_button(
    position: Position, table: TableState, state: PadState, tr: Translator, *, all_sheets: bool
) -> ButtonLook | None:
    """The next step of the sheet in front; sheets copied from paper lead to the next one."""
    if isinstance(position, Paper):
        seats = table.seats_clockwise
        later = () if position.is_over or all_sheets else seats[seats.index(state.seat) + 1 :]
        finish = finish_paper_button(position, tr)
        return next_sheet_button(later[0], table, tr) if later else finish
    if not isinstance(position, Table) or position.is_settled:
        return None
    if table.code and state.seat not in table.own_seats:
        return _button_elsewhere(position, table, tr)
    if table.code:
        return _own_button(position, table, state, tr)
    if position.is_over:
        return ButtonLook("finish", tr.gettext("Finish"))
    return _end_roll_button(position, table, state, tr)


def _button_elsewhere(position: Table, table: TableState, tr: Translator) -> ButtonLook | None:
    """Lead from the sheet of another device back to one's own."""
    if table.is_passed_around:
        mine = position.active if position.active in table.own_seats else table.own_seats[0]
        return _back_to_seat_button(mine, table, tr)
    return ButtonLook("to-pad", tr.gettext("Back to your sheet")) if table.own_seats else None


def _own_button(
    position: Table, table: TableState, state: PadState, tr: Translator
) -> ButtonLook | None:
    """The next step of a seat of this device, at a table of several devices."""
    seat = state.seat
    active = position.active
    if position.is_over and not position.may_still_cross(seat):
        return None
    if seat in position.sitting_out:
        return ButtonLook("in", tr.gettext("Play again"))
    absent = active in position.sitting_out or (table.acts_as_host and active in table.unattended)
    if not position.is_over and (seat == active or (absent and not table.answers.ending)):
        return _end_roll_button(position, table, state, tr)
    if _has_crossed(position, seat):
        return None
    if seat in table.answers.ready:
        # Translators: a button of somebody who has tapped Done; said to the other players.
        return ButtonLook("change", tr.gettext("Wait for me"), quiet=True)
    return ButtonLook("done", tr.gettext("Done"))


def _end_roll_button(
    position: Table, table: TableState, state: PadState, tr: Translator
) -> ButtonLook:
    """End the roll; the text names the roller if another sheet is in front."""
    named = state.seat != position.active
    name = tr.short_name(table.name_of(position.active))
    if position.is_idle:
        text = tr.gettext("{name}: penalty", name=name) if named else tr.gettext("Penalty −5")
        return ButtonLook("end-turn", text, is_penalty=True, disabled=state.disabled)
    text = tr.gettext("End {name}’s turn", name=name) if named else tr.gettext("End turn")
    return ButtonLook("end-turn", text, named=named, disabled=state.disabled)


def is_off_roller_sheet(position: Position, table: TableState, seat: int) -> bool:
    """True if one of the sheets of this device is in front while another one's seat rolls."""
    if not isinstance(position, Table) or position.is_over or seat == position.active:
        return False
    return position.active in table.own_seats and seat in table.own_seats


def back_button(
    position: Position, table: TableState, seat: int, tr: Translator
) -> ButtonLook | None:
    """Lead from one of the sheets of this device to the roller's."""
    if not isinstance(position, Table) or not is_off_roller_sheet(position, table, seat):
        return None
    return replace(_back_to_seat_button(position.active, table, tr), quiet=not position.is_idle)


def _back_to_seat_button(seat: int, table: TableState, tr: Translator) -> ButtonLook:
    return ButtonLook(
        "to-pad", tr.gettext("Back to {name}", name=tr.short_name(table.name_of(seat)))
    )


def may_cross_last(position: Table, table: TableState, seat: int) -> bool:
    """True if a seat of this device has a cross left before the game is closed (rule 6)."""
    return seat in table.own_seats and has_last_chance(position, seat, table.answers)


def may_stop_waiting(position: Position, table: TableState) -> bool:
    """True if this device may end the waiting, also for a roller with an absent phone."""
    return (
        (bool(table.own_seats) and position.active in table.unattended)
        or table.acts_as_host
        or position.active in table.own_seats
    )


def waiting_text(position: Position, table: TableState, seat: int, tr: Translator) -> str | None:
    """Name the players on other devices that the table waits for; None if there is no such text.

    Only these see it: the roller; a player who can do no more after a lock or after the end; and a
    ready one who may stop the waiting.
    """
    if not isinstance(position, Table):
        return None
    mine = seat in table.own_seats
    ending = table.answers.ending
    idle = (position.is_over or ending) and mine and not may_cross_last(position, table, seat)
    done = ending and seat in table.answers.ready and may_stop_waiting(position, table)
    others = [table.name_of(each) for each in table.waiting_seats if each not in table.own_seats]
    if not others or not ((mine and seat == position.active) or idle or done):
        return None
    return tr.gettext("Waiting for {names}", names=tr.join_and(others))
