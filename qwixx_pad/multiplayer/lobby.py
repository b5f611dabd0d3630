"""Changes of the seats at a table, the seats of its next game, and the check for stale entries."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TypeAlias

from qwixx_pad.core.corrections import AppliedCorrection, Change, entries_since
from qwixx_pad.core.game import Game, replay
from qwixx_pad.core.layout import Layout
from qwixx_pad.core.moves import EndRoll, Entry, Redo, Undo, WhiteDiceSum
from qwixx_pad.games.custom_sheets import SheetText
from qwixx_pad.games.played_game import PlayedGame, next_corner
from qwixx_pad.games.session import Failure
from qwixx_pad.history.series import SERIES_LENGTHS, GameResults, PlayerResult
from qwixx_pad.multiplayer.permissions import Rights
from qwixx_pad.multiplayer.requests import (
    Add,
    AnswerSeatRequest,
    BestOf,
    ChooseSheet,
    ChooseSlip,
    Free,
    MoveSeat,
    Recolor,
    Remove,
    Rename,
    RequestSeat,
    SeatChange,
    SeatRequest,
    SetFirstRoller,
    Sit,
)
from qwixx_pad.multiplayer.seating import Chair, Seating
from qwixx_pad.settings import PLAYER_COLOR_COUNT, Settings, clean_name
from qwixx_pad.storage.summary import name_key


def is_stale(
    entry: Entry, game: Game, corrections: Sequence[AppliedCorrection], base_length: int
) -> bool:
    """True if something that an entry depends on has changed since its sender last saw the log.

    Also True if `base_length` is negative, or greater than the length of the log.
    The end of a roll also depends on the roller's undos: without a cross it would be a penalty.

    Args:
        entry: The entry.
        game: The game as it is now.
        corrections: The corrections in its log.
        base_length: How many entries of the log the sender had seen.
    """
    if not 0 <= base_length <= len(game.log):
        return True
    ends_roll = isinstance(entry.move, EndRoll)
    return any(
        other.seat in {None, entry.seat}
        or (ends_roll and other == Entry(Undo(), game.position.active))
        for other in _relevant_entries(game, corrections, base_length)
    ) or any(
        _depends_on_correction(entry, each, game) for each in corrections if each.end > base_length
    )


def is_duplicate(
    entry: Entry, game: Game, corrections: Sequence[AppliedCorrection], base_length: int
) -> bool:
    """True if an entry is in the log already: its sender got no answer and sent it again.

    Then it is the first entry of its seat after the `base_length` that the sender had seen.
    """
    if not 0 <= base_length <= len(game.log):
        return False
    since = _relevant_entries(game, corrections, base_length)
    return next((other for other in since if other.seat == entry.seat), None) == entry


def _relevant_entries(
    game: Game, corrections: Sequence[AppliedCorrection], base_length: int
) -> Iterator[Entry]:
    """The entries after the first `base_length`, without white dice, which change nothing."""
    since = entries_since(game, corrections, base_length)
    return (entry for entry in since if not isinstance(entry.move, WhiteDiceSum))


def _depends_on_correction(entry: Entry, correction: AppliedCorrection, game: Game) -> bool:
    """True if a correction has changed the effect of an entry.

    A cross or a penalty is checked on the corrected sheet like any other. An undo and the end of a
    roll depend on the entries of their seat in this roll. An entry for the whole game depends on
    all entries. White dice depend on nothing.
    """
    if entry.seat is None and not isinstance(entry.move, EndRoll | WhiteDiceSum):
        return True
    seat = game.position.active if entry.seat is None else entry.seat
    return (
        isinstance(entry.move, Undo | Redo | EndRoll)
        and correction.change.seat == seat
        and correction.roll == game.position.roll
    )


def is_change_current(change: Change, game: Game, base_length: int) -> bool:
    """True if the log up to a change has stayed the same since the change was requested."""
    if not 0 <= base_length <= len(game.log) or not change.applies_to(game.applied):
        return False
    if base_length == len(game.log):
        return True
    then, _ = replay(game.setup, game.log[:base_length])
    end = change.index + 1
    return then.applied[:end] == game.applied[:end]


SeatingOutcome: TypeAlias = Seating | Failure
SheetLookup: TypeAlias = Callable[[str], Layout]
"""Finds the sheet of a name; raises KeyError if there is none."""


def lookup_with(own_sheet: SheetText | None, sheet: SheetLookup) -> SheetLookup:
    """Extend a lookup by the custom sheet that a table carries; `own_sheet` is None without one."""

    def find(name: str) -> Layout:
        carried = own_sheet.layout if own_sheet and own_sheet.name == name else None
        return sheet(name) if carried is None else carried

    return find


def seating_after(rights: Rights, change: SeatChange, sheet: SheetLookup) -> SeatingOutcome:
    """The seating after a change that a device requests, or the reason to refuse it.

    `sheet` finds the sheets that everybody has.
    """
    seating = rights.seating
    sheet = lookup_with(seating.own_sheet, sheet)
    try:
        if isinstance(change, SeatRequest):
            return _change_seat(rights, change, sheet)
        if isinstance(change, Add):
            return _add_player(seating, rights.device, change, sheet(seating.layout).max_seats)
        return _arrange_table(rights, change, sheet)
    except KeyError:
        return Failure.UNKNOWN_SHEET


def _change_seat(rights: Rights, change: SeatRequest, sheet: SheetLookup) -> SeatingOutcome:
    seating = rights.seating
    match change:
        case Sit(seat):
            return _take_seat(rights, seat)
        case Free(seat):
            return _free_seat(rights, seat)
        case RequestSeat(seat):
            if not rights.may_request_seat(seat):
                return Failure.SEAT_TAKEN
            return _withdraw_request(seating, rights.device).with_chair(seat, asker=rights.device)
        case AnswerSeatRequest(seat, accepted):
            return _answer_seat_request(rights, seat, accepted=accepted)
        case _:
            return _change_player(rights, change, sheet)


def _take_seat(rights: Rights, seat: int) -> SeatingOutcome:
    """Give the device a seat that waits for one, also during the game."""
    seating = rights.seating
    if not seating.has_seat(seat) or seating.chair_of(seat).device not in {None, rights.device}:
        return Failure.SEAT_TAKEN
    former = seating.chair_of(seat).previous_device
    return _assign_seat(seating, seat, rights.device, None if former == rights.device else former)


def _free_seat(rights: Rights, seat: int) -> SeatingOutcome:
    """Let a seat wait for a device. If others free it, its own device can still get it back."""
    if not rights.may_manage_seat(seat):
        return Failure.NOT_ALLOWED
    chair = rights.seating.chair_of(seat)
    former = chair.previous_device if chair.device is None else chair.device
    return _assign_seat(rights.seating, seat, None, None if former == rights.device else former)


def _answer_seat_request(rights: Rights, seat: int, *, accepted: bool) -> SeatingOutcome:
    """Give a seat to the device that asks for it, or refuse.

    A device that has lost the seat learns of it when it returns, and acknowledges it by refusing.
    """
    seating = rights.seating
    has_lost_it = seat in seating.seats_lost_by(rights.device)
    if not rights.may_assign_seat(seat) and (accepted or not has_lost_it):
        return Failure.NOT_ALLOWED
    chair = seating.chair_of(seat)
    if accepted:
        return _assign_seat(seating, seat, chair.asker, chair.device)
    if has_lost_it:
        return seating.with_chair(seat, previous_device=None)
    return seating.with_chair(seat, asker=None, denied=chair.asker)


def _assign_seat(
    seating: Seating, seat: int, device: str | None, previous_device: str | None
) -> Seating:
    """Give a seat to a device, or to none; a request for the seat is settled by that."""
    if device is not None:
        seating = _withdraw_request(seating, device)
    return seating.with_chair(
        seat, device=device, previous_device=previous_device, asker=None, denied=None
    )


def _withdraw_request(seating: Seating, device: str) -> Seating:
    chairs = tuple(
        replace(chair, asker=None) if chair.asker == device else chair for chair in seating.chairs
    )
    return replace(seating, chairs=chairs)


def restore_seats(seating: Seating, device: str) -> Seating:
    """Give a returning device the seats that others have freed and nobody has taken.

    Requests for the seats that it still has are dropped.
    """
    for seat, chair in enumerate(seating.chairs, 1):
        if chair.device is None and chair.previous_device == device:
            seating = _assign_seat(seating, seat, device, None)
        elif chair.device == device:
            seating = seating.with_chair(seat, asker=None, denied=None)
    return seating


def _add_player(seating: Seating, by: str, add: Add, max_seats: int) -> SeatingOutcome:
    """Add a player after the last seat; once a game has begun, for the game after it."""
    if len(seating.all_chairs) >= max_seats:
        return Failure.TABLE_FULL
    if seating.seat_named(add.name) is not None:
        return Failure.NAME_TAKEN
    taken = {chair.color for chair in seating.all_chairs}
    free = [color for color in range(PLAYER_COLOR_COUNT) if color not in taken]
    color = add.color if add.color in free else next(iter(free), 0)
    chair = Chair(clean_name(add.name), color, by)
    seating = _withdraw_request(seating, by)
    if seating.game is None:
        return replace(seating, chairs=(*seating.chairs, chair))
    return replace(seating, next_chairs=(*seating.next_chairs, chair))


def _change_player(
    rights: Rights, change: Rename | Recolor | Remove | ChooseSlip, sheet: SheetLookup
) -> SeatingOutcome:
    seating = rights.seating
    match change:
        case Recolor(seat):
            may = rights.may_edit_seat(seat)
            return _with_next_color(seating, seat) if may else Failure.NOT_ALLOWED
        case ChooseSlip(seat, slip):
            return _choose_slip(rights, seat, sheet(slip), sheet(seating.layout))
        case _ if refused := _refuse_after_start(rights, change.seat):
            return refused
        case Rename(seat, name):
            is_taken = seating.seat_named(name, except_seat=seat) is not None
            return (
                Failure.NAME_TAKEN if is_taken else seating.with_chair(seat, name=clean_name(name))
            )
        case Remove(seat):
            return seating.without_chair(seat)


def _choose_slip(rights: Rights, seat: int, slip: Layout, layout: Layout) -> SeatingOutcome:
    """Put a seat on another slip of the same box; `layout` is the sheet of the table."""
    if refused := _refuse_after_start(rights, seat):
        return refused
    if not slip.edition or slip.edition != layout.edition:
        return Failure.OTHER_EDITION
    return rights.seating.with_chair(seat, slip="" if slip.name == layout.name else slip.name)


def _with_next_color(seating: Seating, seat: int) -> Seating:
    """Give a player the next colour that nobody has."""
    own = seating.chair_of(seat).color
    others = {chair.color for chair in seating.all_chairs} - {own}
    candidates = ((own + step) % PLAYER_COLOR_COUNT for step in range(1, PLAYER_COLOR_COUNT + 1))
    color = next(color for color in candidates if color not in others)
    return seating.with_chair(seat, color=color)


def _arrange_table(
    rights: Rights, change: MoveSeat | SetFirstRoller | ChooseSheet | BestOf, sheet: SheetLookup
) -> SeatingOutcome:
    """Change something for all seats."""
    seating = rights.seating
    match change:
        case BestOf(games):
            may = seating.is_member(rights.device) and games in SERIES_LENGTHS
            return replace(seating, best_of=games) if may else Failure.NOT_ALLOWED
        case _ if refused := _refuse_unless_host(rights):
            return refused
        case ChooseSheet():
            return _choose_sheet(seating, change, sheet)
        case MoveSeat(seat, to) if seating.has_seat(seat) and seating.has_seat(to):
            return seating.with_moved_seat(seat, to)
        case SetFirstRoller(seat) if seating.has_seat(seat):
            return seating.with_first_roller(seat)
    return Failure.NOT_ALLOWED


def _choose_sheet(seating: Seating, change: ChooseSheet, sheet: SheetLookup) -> SeatingOutcome:
    """Change the sheet of a table; the text of a custom sheet is checked first."""
    if change.own_sheet is None:
        return _with_sheet(seating, sheet(change.layout), finish_turn=change.finish_turn)
    carried = change.own_sheet.checked()
    if carried is None or carried.name != change.layout:
        return Failure.BAD_SHEET
    chosen = lookup_with(carried, sheet)(change.layout)
    after = _with_sheet(seating, chosen, finish_turn=change.finish_turn)
    return after if isinstance(after, Failure) else replace(after, own_sheet=carried)


def _with_sheet(seating: Seating, layout: Layout, *, finish_turn: bool) -> SeatingOutcome:
    """Change the sheet of a table, with or without the house option of rule 10."""
    if len(seating.chairs) > layout.max_seats:
        return Failure.TABLE_FULL
    if layout.name != seating.layout:
        chairs = tuple(replace(chair, slip="") for chair in seating.chairs)
        seating = replace(seating, layout=layout.name, chairs=chairs, own_sheet=None)
    return replace(seating, finish_turn=finish_turn)


def start_refusal(rights: Rights) -> Failure | None:
    """Why a device cannot begin the game; None if it can."""
    chairs = rights.seating.chairs
    if refused := _refuse_unless_host(rights):
        return refused
    if len(chairs) < 2:  # noqa: PLR2004 - one player needs no table
        return Failure.TOO_FEW
    return Failure.NOBODY_ROLLS if chairs[0].device is None else None


def _refuse_unless_host(rights: Rights) -> Failure | None:
    if not rights.is_host:
        return Failure.NOT_ALLOWED
    return None if rights.seating.game is None else Failure.STARTED


def _refuse_after_start(rights: Rights, seat: int) -> Failure | None:
    if not rights.may_edit_seat(seat):
        return Failure.NOT_ALLOWED
    plays_on = rights.seating.game is not None and rights.seating.has_seat(seat)
    return Failure.STARTED if plays_on else None


# the seats of a new game, as far as they are known from the last one

UNOPENED_DEVICE = ""
"""The device id in the seats of a table that is not open yet."""
_SAME_DAY_LIMIT = timedelta(hours=12)
"""A game that begins longer than this after the last one began belongs to another day."""


def next_game_seating(last: PlayedGame, settings: Settings) -> tuple[Seating, int]:
    """Seat the same people for another game, in which seat 2 has the first roll.

    If the last game is not over, or nothing was entered in it, seat 1 has the first roll again.

    Returns:
        The seating, and the corner of its first seat.
    """
    setup = last.game.setup
    names = tuple(map(settings.current_name, last.head.names))
    sheets = [layout.name for layout in setup.layouts]
    colors = settings.distinct_colors(names)
    chairs = tuple(
        Chair(name, color, UNOPENED_DEVICE, "" if sheet == sheets[0] else sheet)
        for name, color, sheet in zip(names, colors, sheets, strict=True)
    )
    seating = Seating("", UNOPENED_DEVICE, sheets[0], chairs, setup.finish_turn)
    if not last.game.position.is_over or last.game.is_blank:
        return seating, last.first_corner
    return seating.with_first_roller(2), next_corner(setup.seats, last.first_corner)


def new_table_seating(settings: Settings, sheet: Layout, last: PlayedGame | None) -> Seating:
    """The seating of a new table: the people of the last game, or else the owner of this device.

    The sheet is `sheet` if it has enough seats, else the one of the last game.
    """
    if last is None:
        names = [settings.name] if settings.name else []
        colors = settings.distinct_colors(names)
        chairs = tuple(
            Chair(name, color, UNOPENED_DEVICE) for name, color in zip(names, colors, strict=True)
        )
        return Seating("", UNOPENED_DEVICE, sheet.name, chairs, settings.finish_turn)
    seating = replace(next_game_seating(last, settings)[0], finish_turn=settings.finish_turn)
    after = _with_sheet(seating, sheet, finish_turn=settings.finish_turn)
    return seating if isinstance(after, Failure) else after


def chairs_for_phones(seating: Seating, device: str, name: str) -> tuple[Chair, ...]:
    """The chairs of a new shared table: each waits for a device, except the one named `name`.

    That one is played on `device`. If `name` is empty, all of them wait.
    """
    return tuple(
        replace(chair, device=device if name and name_key(chair.name) == name_key(name) else None)
        for chair in seating.chairs
    )


def game_results(names: Sequence[str], game: Game) -> GameResults:
    """The points of all players in a game; the names are in seat order."""
    sheets = zip(names, game.position.sheets, strict=True)
    return tuple(PlayerResult(name, sheet.total) for name, sheet in sheets)


def with_last_game(seating: Seating, last: PlayedGame | None, following: PlayedGame) -> Seating:
    """Add the results of the last game, if it has any, to a table where another game has begun.

    The results of an earlier day are dropped.
    """
    if last is None or following.head.started - last.head.started > _SAME_DAY_LIMIT:
        return replace(seating, earlier_results=())
    if last.game.is_blank:
        return seating
    return seating.with_results(game_results(last.head.names, last.game))


def seating_before(seating: Seating, ended: GameResults) -> Seating | None:
    """The table as it was at the end of an earlier game; None if its results are no longer there.

    Args:
        seating: As it is now.
        ended: The results of that game.
    """
    results = seating.earlier_results
    if ended not in results:
        return None
    last = len(results) - 1 - results[::-1].index(ended)
    return replace(seating, earlier_results=results[:last])
