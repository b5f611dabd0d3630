"""Seatings: how a table begins, what devices may change in it, which entries are stale. Pure."""

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
    """Return whether what an entry depends on has changed since its sender last saw the log.

    `base_length` is how many entries of the log the sender had seen, `made` the corrections in it.
    The end of a roll depends on what its roller undoes, for without a cross it is a penalty.
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
    """Return whether a stale entry is in the log already: sent again for want of an answer."""
    if not 0 <= base_length <= len(game.log):
        return False
    since = _relevant_entries(game, corrections, base_length)
    return next((other for other in since if other.seat == entry.seat), None) == entry


def _relevant_entries(
    game: Game, corrections: Sequence[AppliedCorrection], base_length: int
) -> Iterator[Entry]:
    """Yield the entries behind so much of the log, without white dice, which change nothing."""
    since = entries_since(game, corrections, base_length)
    return (entry for entry in since if not isinstance(entry.move, WhiteDiceSum))


def _depends_on_correction(entry: Entry, correction: AppliedCorrection, game: Game) -> bool:
    """Return whether a correction has changed what an entry would do.

    A cross or a penalty is judged on the corrected sheets like any other. An undo or the end of a
    roll depends on what its seat has entered in this roll; an entry for the whole game depends on
    all of it. Nothing depends on the white dice of a roll.
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
    """Return whether the log up to a change is still as it was when the change was requested."""
    if not 0 <= base_length <= len(game.log) or not change.applies_to(game.applied):
        return False
    if base_length == len(game.log):
        return True
    then, _ = replay(game.setup, game.log[:base_length])
    end = change.index + 1
    return then.applied[:end] == game.applied[:end]


SeatingOutcome: TypeAlias = Seating | Failure
SheetLookup: TypeAlias = Callable[[str], Layout]
"""Finds the sheet of a name; raises KeyError where there is none."""


def lookup_with(own_sheet: SheetText | None, sheet: SheetLookup) -> SheetLookup:
    """Return a lookup that also finds the sheet of its own that a table carries, if it does."""

    def find(name: str) -> Layout:
        carried = own_sheet.layout if own_sheet and own_sheet.name == name else None
        return sheet(name) if carried is None else carried

    return find


def seating_after(rights: Rights, change: SeatChange, sheet: SheetLookup) -> SeatingOutcome:
    """Return the seating after a change that a device requests, or why it is refused.

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
    """Give a device a seat that waits for one, also while the game runs."""
    seating = rights.seating
    if not seating.has_seat(seat) or seating.chair_of(seat).device not in {None, rights.device}:
        return Failure.SEAT_TAKEN
    former = seating.chair_of(seat).previous_device
    return _assign_seat(seating, seat, rights.device, None if former == rights.device else former)


def _free_seat(rights: Rights, seat: int) -> SeatingOutcome:
    """Let a seat wait for a device again; unless given up, it stays reserved for its own device."""
    if not rights.may_manage_seat(seat):
        return Failure.NOT_ALLOWED
    chair = rights.seating.chair_of(seat)
    former = chair.previous_device if chair.device is None else chair.device
    return _assign_seat(rights.seating, seat, None, None if former == rights.device else former)


def _answer_seat_request(rights: Rights, seat: int, *, accepted: bool) -> SeatingOutcome:
    """Give a seat to the device that requests it, or refuse; its own learns of it on return.

    A no of that device itself first acknowledges that.
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
    """Assign a seat to another device, or to nobody; a request for it is over."""
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
    """Give a returning device back the seats that others released for it and are still free.

    Requests for its seats are over.
    """
    for seat, chair in enumerate(seating.chairs, 1):
        if chair.device is None and chair.previous_device == device:
            seating = _assign_seat(seating, seat, device, None)
        elif chair.device == device:
            seating = seating.with_chair(seat, asker=None, denied=None)
    return seating


def _add_player(seating: Seating, by: str, add: Add, max_seats: int) -> SeatingOutcome:
    """Add a player at the end of the row; once a game has begun, for the game after it.

    There are `most` seats for all.
    """
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
    """Change what concerns everybody at a table."""
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
    """Put a table on another sheet; the text of a sheet of one's own is checked first."""
    if change.own_sheet is None:
        return _with_sheet(seating, sheet(change.layout), finish_turn=change.finish_turn)
    carried = change.own_sheet.checked()
    if carried is None or carried.name != change.layout:
        return Failure.BAD_SHEET
    chosen = lookup_with(carried, sheet)(change.layout)
    after = _with_sheet(seating, chosen, finish_turn=change.finish_turn)
    return after if isinstance(after, Failure) else replace(after, own_sheet=carried)


def _with_sheet(seating: Seating, layout: Layout, *, finish_turn: bool) -> SeatingOutcome:
    """Put a table on another sheet, with the house option of rule 10 or without."""
    if len(seating.chairs) > layout.max_seats:
        return Failure.TABLE_FULL
    if layout.name != seating.layout:
        chairs = tuple(replace(chair, slip="") for chair in seating.chairs)
        seating = replace(seating, layout=layout.name, chairs=chairs, own_sheet=None)
    return replace(seating, finish_turn=finish_turn)


def start_refusal(rights: Rights) -> Failure | None:
    """Return why a device cannot begin the game, None if it can."""
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


# those who play together once more

UNOPENED_DEVICE = ""
"""The id of the device at the seats of a table that is not open yet."""
_SAME_DAY_LIMIT = timedelta(hours=12)
"""A game that begins so long after the one before it belongs to another day."""


def next_game_seating(last: PlayedGame, settings: Settings) -> tuple[Seating, int]:
    """Seat the same people on fresh sheets: the next one has the first roll.

    Where the last game has not come to its end, or has no result, the same player keeps it.

    Returns:
        Who sits where, on which slip; and the corner of the first seat.
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
    """Return the seating with which a new table begins: everybody of the last game, or its owner.

    Its sheet is `sheet`, which was played on last, if it has room for all of them.
    """
    if last is None:
        names = [settings.name] if settings.name else []
        own = tuple(map(Chair, names, settings.distinct_colors(names), [UNOPENED_DEVICE]))
        return Seating("", UNOPENED_DEVICE, sheet.name, own, settings.finish_turn)
    seating = replace(next_game_seating(last, settings)[0], finish_turn=settings.finish_turn)
    after = _with_sheet(seating, sheet, finish_turn=settings.finish_turn)
    return seating if isinstance(after, Failure) else after


def chairs_for_phones(seating: Seating, device: str, name: str) -> tuple[Chair, ...]:
    """Return the seats of a table of phones: each waits for one, but for the device's own player.

    That player is called `name`; empty if the device has none.
    """
    return tuple(
        replace(chair, device=device if name and name_key(chair.name) == name_key(name) else None)
        for chair in seating.chairs
    )


def game_results(names: Sequence[str], game: Game) -> GameResults:
    """Return the points of everybody in a game; the names are in the order of the seats."""
    sheets = zip(names, game.position.sheets, strict=True)
    return tuple(PlayerResult(name, sheet.total) for name, sheet in sheets)


def with_last_game(seating: Seating, last: PlayedGame | None, following: PlayedGame) -> Seating:
    """Add the result of the last game, if it has one, to the earlier results of a table.

    Games of another day do not count any more.
    """
    if last is None or following.head.started - last.head.started > _SAME_DAY_LIMIT:
        return replace(seating, earlier_results=())
    if last.game.is_blank:
        return seating
    return seating.with_results(game_results(last.head.names, last.game))


def seating_before(seating: Seating, ended: GameResults) -> Seating | None:
    """Return a table as it was at the end of an earlier game; None if that counts no longer.

    Args:
        seating: As it is now.
        ended: The points of everybody in that game.
    """
    games = seating.earlier_results
    if ended not in games:
        return None
    at = len(games) - 1 - games[::-1].index(ended)
    return replace(seating, earlier_results=games[:at])
