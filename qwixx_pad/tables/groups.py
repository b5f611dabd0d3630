"""Those who play together once more: what a new table begins with."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from qwixx_pad.core.game import Game
from qwixx_pad.service.played_game import next_corner
from qwixx_pad.service.session import GameService, OpenGame
from qwixx_pad.service.settings import Settings
from qwixx_pad.storage.series import Result, Results
from qwixx_pad.storage.summary import who
from qwixx_pad.tables import lobby
from qwixx_pad.tables.lobby import No
from qwixx_pad.tables.seating import Chair, Seating

NOBODY = ""
"""Holds the seats of a table that is not open yet."""
_DAY = timedelta(hours=12)
"""A game that begins so long after the one before it is of another day."""


def next_game(last: OpenGame, settings: Settings) -> tuple[Seating, int]:
    """The same people on fresh sheets: the next one has the first roll.

    Where the last game has not come to its end, the same one has it still.

    Returns:
        Who sits where, on which slip; and the corner of the first seat.
    """
    setup, names = last.game.setup, tuple(map(settings.now_called, last.head.names))
    sheets, colors = [layout.name for layout in setup.layouts], settings.colors_of(names)
    chairs = tuple(
        Chair(name, color, NOBODY, "" if sheet == sheets[0] else sheet)
        for name, color, sheet in zip(names, colors, sheets, strict=True)
    )
    seating = Seating("", NOBODY, sheets[0], chairs, setup.finish_turn)
    if not last.game.position.over:
        return seating, last.first_corner
    return seating.beginning_with(2), next_corner(setup.seats, last.first_corner)


def new_table(service: GameService, last: OpenGame | None) -> Seating:
    """What a table begins with that is put together: everybody of the last game, or its owner.

    It is on the sheet that was played on last, if all of them can.

    Args:
        service: Knows the settings and the sheets.
        last: The last game of several; None if there was none.
    """
    settings, sheet = service.settings, service.last_sheet
    if last is None:
        names = [settings.name] if settings.name else []
        own = tuple(map(Chair, names, settings.colors_of(names), [NOBODY]))
        return Seating("", NOBODY, sheet.name, own, settings.finish_turn)
    seating = replace(next_game(last, settings)[0], finish_turn=settings.finish_turn)
    on_it = lobby.choose(seating, NOBODY, sheet, finish_turn=settings.finish_turn)
    return seating if isinstance(on_it, No) else on_it


def for_phones(seating: Seating, holder: str, name: str) -> tuple[Chair, ...]:
    """The seats of a table of phones: each waits for one, but for the device's own player.

    Args:
        seating: What was put together.
        holder: Key of the device that opens the table.
        name: Of its own player; empty if it has none.
    """
    return tuple(
        replace(chair, holder=holder if name and who(chair.name) == who(name) else None)
        for chair in seating.chairs
    )


def results(names: Sequence[str], game: Game) -> Results:
    """What everybody has in a game, by the names in the order of the seats."""
    sheets = zip(names, game.position.sheets, strict=True)
    return tuple(Result(name, sheet.total) for name, sheet in sheets)


def having_played(seating: Seating, last: OpenGame | None, following: OpenGame) -> Seating:
    """A table with its last game among those that were played before, if it is of the same day.

    Args:
        seating: The table.
        last: Its game that has ended; None if there was none.
        following: The game that begins now.
    """
    if last is None or following.head.started - last.head.started > _DAY:
        return replace(seating, played=())
    return seating.having_played(results(last.head.names, last.game))
