"""Seatings: how a table begins, what devices may change in it, which entries are stale. Pure."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TypeAlias

from qwixx_pad.core.corrections import Change, Made, others
from qwixx_pad.core.game import Game, replay
from qwixx_pad.core.layout import Layout
from qwixx_pad.core.moves import EndRoll, Entry, Redo, Undo, White
from qwixx_pad.games.played_game import PlayedGame, next_corner
from qwixx_pad.games.session import Failure
from qwixx_pad.history.series import MAY_DECIDE, Result, Results
from qwixx_pad.multiplayer.permissions import NOBODY, Keys, looks_after, may_answer, may_ask
from qwixx_pad.multiplayer.requests import (
    Add,
    AnswerSeat,
    AskSeat,
    BeginWith,
    BestOf,
    ChooseSheet,
    Free,
    MoveSeat,
    OfASeat,
    Recolor,
    Remove,
    Rename,
    SeatChange,
    Sit,
    TakeSlip,
)
from qwixx_pad.multiplayer.seating import Chair, Seating
from qwixx_pad.settings import COLORS, Settings, clean_name
from qwixx_pad.storage.summary import who


def came_late(entry: Entry, game: Game, made: Sequence[Made], seen: int) -> bool:
    """Return whether what an entry depends on has changed since its sender last saw the log.

    `base_length` is how many entries of the log the sender had seen, `made` the corrections in it.
    """
    if not 0 <= seen <= len(game.log):
        return True
    corrections = (each for each in made if each.end > seen)
    concerned = any(other.seat in {None, entry.seat} for other in _since(game, made, seen))
    return concerned or any(_depends(entry, each, game) for each in corrections)


def came_twice(entry: Entry, game: Game, made: Sequence[Made], seen: int) -> bool:
    """Return whether a stale entry is in the log already: sent again for want of an answer."""
    since = _since(game, made, seen) if 0 <= seen <= len(game.log) else ()
    return next((other for other in since if other.seat == entry.seat), None) == entry


def _since(game: Game, made: Sequence[Made], seen: int) -> Iterator[Entry]:
    """Yield the entries behind so much of the log, without white dice, which change nothing."""
    return (x for x in others(game, made, seen) if not isinstance(x.move, White))


def _depends(entry: Entry, made: Made, game: Game) -> bool:
    """Return whether a correction has changed what an entry would do.

    A cross or a penalty is judged on the corrected sheets like any other. An undo or the end of a
    roll depends on what its seat has entered in this roll; an entry for the whole game depends on
    all of it. Nothing depends on the white dice of a roll.
    """
    if entry.seat is None and not isinstance(entry.move, EndRoll | White):
        return True
    seat = game.position.active if entry.seat is None else entry.seat
    of_its_roll = isinstance(entry.move, Undo | Redo | EndRoll)
    return of_its_roll and made.change.seat == seat and made.roll == game.position.roll


def still_means_the_same(change: Change, game: Game, seen: int) -> bool:
    """Return whether the log up to a change is still as it was when the change was requested."""
    if not 0 <= seen <= len(game.log) or not change.fits(game.standing):
        return False
    if seen == len(game.log):
        return True
    then, _ = replay(game.setup, game.log[:seen])
    upto = change.place + 1
    return then.standing[:upto] == game.standing[:upto]


Outcome: TypeAlias = Seating | Failure
SheetOf: TypeAlias = Callable[[str], Layout]
"""Finds the printed sheet of a name; raises KeyError where there is none."""


def changed(  # noqa: PLR0913 - the request, and the state of the table
    seating: Seating,
    by: str,
    change: SeatChange,
    sheet: SheetOf,
    away: Keys = NOBODY,
    *,
    settled: bool = False,
) -> Outcome:
    """Return a seating after a change that a device (its key) requests, or why it is refused.

    `sheet` finds printed sheets, `away` are keys of devices that have been away for a minute;
    `settled` is whether its game is over, and a rematch may begin.
    """
    try:
        if isinstance(change, OfASeat):
            return _seat_changed(seating, by, change, sheet, away)
        if isinstance(change, Add):
            most = sheet(seating.layout).most_seats
            return _added(seating, by, change, most, settled=settled)
        return _arranged(seating, by, change, sheet)
    except KeyError:
        return Failure.UNKNOWN_SHEET


def _seat_changed(
    seating: Seating, by: str, change: OfASeat, sheet: SheetOf, away: Keys
) -> Outcome:
    match change:
        case Sit(seat):
            return _taken(seating, by, seat)
        case Free(seat):
            return _freed(seating, by, seat, away)
        case AskSeat(seat):
            if not may_ask(by, seat, seating, away):
                return Failure.TAKEN
            return _asking_no_more(seating, by).with_chair(seat, asker=by)
        case AnswerSeat():
            return _answered(seating, by, change, away)
        case _:
            return _player_changed(seating, by, change, sheet)


def _taken(seating: Seating, by: str, seat: int) -> Outcome:
    """Give a device a seat that waits for one, also while the game runs."""
    if not seating.has(seat) or seating.chairs[seat - 1].holder not in {None, by}:
        return Failure.TAKEN
    former = seating.chairs[seat - 1].former
    return _seated(seating, seat, by, None if former == by else former)


def _freed(seating: Seating, by: str, seat: int, away: Keys) -> Outcome:
    """Let a seat wait for a device again; unless given up, it stays reserved for its own device."""
    if not looks_after(by, seat, seating, away):
        return Failure.NOT_ALLOWED
    chair = seating.chairs[seat - 1]
    former = chair.former if chair.holder is None else chair.holder
    return _seated(seating, seat, None, None if former == by else former)


def _answered(seating: Seating, by: str, answer: AnswerSeat, away: Keys) -> Outcome:
    """Give a seat to the device that requests it, or refuse; its own learns of it on return.

    A no of that device itself first acknowledges that.
    """
    seat, yes = answer.seat, answer.yes
    may, heard = may_answer(by, seat, seating, away), seat in seating.lost_by(by)
    if not may and (yes or not heard):
        return Failure.NOT_ALLOWED
    chair = seating.chairs[seat - 1]
    if yes:
        return _seated(seating, seat, chair.asker, chair.holder)
    if heard:
        return seating.with_chair(seat, former=None)
    return seating.with_chair(seat, asker=None, denied=chair.asker)


def _seated(seating: Seating, seat: int, holder: str | None, former: str | None) -> Seating:
    """Assign a seat to another device, or to nobody; a request for it is over."""
    seating = seating if holder is None else _asking_no_more(seating, holder)
    return seating.with_chair(seat, holder=holder, former=former, asker=None, denied=None)


def _asking_no_more(seating: Seating, device: str) -> Seating:
    chairs = (replace(x, asker=None) if x.asker == device else x for x in seating.chairs)
    return replace(seating, chairs=tuple(chairs))


def back(seating: Seating, device: str) -> Seating:
    """Give a returning device back the seats that others released for it and are still free.

    Requests for its seats are over.
    """
    for seat, chair in enumerate(seating.chairs, 1):
        if chair.holder is None and chair.former == device:
            seating = _seated(seating, seat, device, None)
        elif chair.holder == device:
            seating = seating.with_chair(seat, asker=None, denied=None)
    return seating


def _added(seating: Seating, by: str, add: Add, most: int, *, settled: bool) -> Outcome:
    """Add a player at the end of the row; after a game, one who plays from the next game on.

    There are `most` seats for all.
    """
    if seating.game is not None and not settled:
        return Failure.STARTED
    if len(seating.everybody) >= most:
        return Failure.FULL
    if seating.namesake(add.name) is not None:
        return Failure.NAMED
    taken = {chair.color for chair in seating.everybody}
    free = [color for color in range(COLORS) if color not in taken]
    color = add.color if add.color in free else next(iter(free), 0)
    chair = Chair(clean_name(add.name), color, by)
    seating = _asking_no_more(seating, by)
    if seating.game is None:
        return replace(seating, chairs=(*seating.chairs, chair))
    return replace(seating, next=(*seating.next, chair))


def _player_changed(
    seating: Seating, by: str, change: Rename | Recolor | Remove | TakeSlip, sheet: SheetOf
) -> Outcome:
    match change:
        case Recolor(seat):
            may = _may_change(seating, by, seat)
            return _recolored(seating, seat) if may else Failure.NOT_ALLOWED
        case Rename(seat, name):
            twin = seating.namesake(name, besides=seat)
            refused = _before_the_start(seating, by, seat) or (Failure.NAMED if twin else None)
            return refused or seating.with_chair(seat, name=clean_name(name))
        case Remove(seat):
            return _before_the_start(seating, by, seat) or seating.without_chair(seat)
        case TakeSlip(seat, slip):
            own, tables = sheet(slip), sheet(seating.layout)
            other = None if own.box and own.box == tables.box else Failure.OTHER_BOX
            kept = "" if own.name == tables.name else own.name
            refused = _before_the_start(seating, by, seat) or other
            return refused or seating.with_chair(seat, slip=kept)


def _recolored(seating: Seating, seat: int) -> Seating:
    """Give a player the next colour that nobody has."""
    mine = seating.everybody[seat - 1].color
    others = {chair.color for chair in seating.everybody} - {mine}
    turn = ((mine + step) % COLORS for step in range(1, COLORS + 1))
    return seating.with_chair(seat, color=next(color for color in turn if color not in others))


def _arranged(
    seating: Seating, by: str, change: MoveSeat | BeginWith | ChooseSheet | BestOf, sheet: SheetOf
) -> Outcome:
    """Change what concerns everybody at a table."""
    match change:
        case BestOf(games):
            may = seating.knows(by) and games in MAY_DECIDE
            return replace(seating, best_of=games) if may else Failure.NOT_ALLOWED
        case ChooseSheet(layout, finish_turn):
            chosen = _on_sheet(seating, sheet(layout), finish_turn=finish_turn)
            return _for_the_opener(seating, by) or chosen
        case MoveSeat(seat, to):
            there = seating.has(seat) and seating.has(to)
            refused = _for_the_opener(seating, by) or (None if there else Failure.NOT_ALLOWED)
            return refused or seating.moved(seat, to)
        case BeginWith(seat):
            there = seating.has(seat)
            refused = _for_the_opener(seating, by) or (None if there else Failure.NOT_ALLOWED)
            return refused or seating.beginning_with(seat)


def _on_sheet(seating: Seating, layout: Layout, *, finish_turn: bool) -> Outcome:
    """Put a table on another printed sheet, with the house option of rule 10 or without."""
    if len(seating.chairs) > layout.most_seats:
        return Failure.FULL
    if layout.name != seating.layout:
        chairs = tuple(replace(chair, slip="") for chair in seating.chairs)
        seating = replace(seating, layout=layout.name, chairs=chairs)
    return replace(seating, finish_turn=finish_turn)


def why_not_start(seating: Seating, by: str) -> Failure | None:
    """Return why the game cannot begin, None if it can."""
    if len(seating.chairs) < 2:  # noqa: PLR2004 - one player needs no table
        return _for_the_opener(seating, by) or Failure.TOO_FEW
    empty = seating.chairs[0].holder is None
    return _for_the_opener(seating, by) or (Failure.NOBODY_ROLLS if empty else None)


def _for_the_opener(seating: Seating, by: str) -> Failure | None:
    if by != seating.opener:
        return Failure.NOT_ALLOWED
    return None if seating.game is None else Failure.STARTED


def _before_the_start(seating: Seating, by: str, seat: int) -> Failure | None:
    if not _may_change(seating, by, seat):
        return Failure.NOT_ALLOWED
    return Failure.STARTED if seating.game is not None and seating.has(seat) else None


def _may_change(seating: Seating, by: str, seat: int) -> bool:
    if not 1 <= seat <= len(seating.everybody):
        return False
    return by in {seating.opener, seating.everybody[seat - 1].holder}


# those who play together once more

NOT_OPEN = ""
"""The key of the device at the seats of a table that is not open yet."""
_DAY = timedelta(hours=12)
"""A game that begins so long after the one before it belongs to another day."""


def next_game(last: PlayedGame, settings: Settings) -> tuple[Seating, int]:
    """Seat the same people on fresh sheets: the next one has the first roll.

    Where the last game has not come to its end, the same player keeps it.

    Returns:
        Who sits where, on which slip; and the corner of the first seat.
    """
    setup, names = last.game.setup, tuple(map(settings.now_called, last.head.names))
    sheets, colors = [layout.name for layout in setup.layouts], settings.colors_of(names)
    chairs = tuple(
        Chair(name, color, NOT_OPEN, "" if sheet == sheets[0] else sheet)
        for name, color, sheet in zip(names, colors, sheets, strict=True)
    )
    seating = Seating("", NOT_OPEN, sheets[0], chairs, setup.finish_turn)
    if not last.game.position.over:
        return seating, last.first_corner
    return seating.beginning_with(2), next_corner(setup.seats, last.first_corner)


def new_table(settings: Settings, sheet: Layout, last: PlayedGame | None) -> Seating:
    """Return the seating with which a new table begins: everybody of the last game, or its owner.

    Its sheet is `sheet`, which was played on last, if it has room for all of them.
    """
    if last is None:
        names = [settings.name] if settings.name else []
        own = tuple(map(Chair, names, settings.colors_of(names), [NOT_OPEN]))
        return Seating("", NOT_OPEN, sheet.name, own, settings.finish_turn)
    seating = replace(next_game(last, settings)[0], finish_turn=settings.finish_turn)
    on_it = _on_sheet(seating, sheet, finish_turn=settings.finish_turn)
    return seating if isinstance(on_it, Failure) else on_it


def for_phones(seating: Seating, holder: str, name: str) -> tuple[Chair, ...]:
    """Return the seats of a table of phones: each waits for one, but for the device's own player.

    That player is called `name`; empty if the device has none.
    """
    return tuple(
        replace(chair, holder=holder if name and who(chair.name) == who(name) else None)
        for chair in seating.chairs
    )


def results(names: Sequence[str], game: Game) -> Results:
    """Return the points of everybody in a game; the names are in the order of the seats."""
    sheets = zip(names, game.position.sheets, strict=True)
    return tuple(Result(name, sheet.total) for name, sheet in sheets)


def having_played(seating: Seating, last: PlayedGame | None, following: PlayedGame) -> Seating:
    """Add the result of the last game, if there was one, to the earlier results of a table.

    Games of another day do not count any more.
    """
    if last is None or following.head.started - last.head.started > _DAY:
        return replace(seating, played=())
    return seating.having_played(results(last.head.names, last.game))


def seating_before(seating: Seating, ended: Results) -> Seating | None:
    """Return a table as it was at the end of an earlier game; None if that counts no longer.

    Args:
        seating: As it is now.
        ended: The points of everybody in that game.
    """
    games = seating.played
    if ended not in games:
        return None
    at = len(games) - 1 - games[::-1].index(ended)
    return replace(seating, played=games[:at])
