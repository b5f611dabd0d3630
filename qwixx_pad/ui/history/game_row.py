"""A saved game in a list, and a chunk of that list, read when it scrolls into view."""

from collections.abc import Callable
from dataclasses import replace

import flet as ft

from qwixx_pad.library.library import Kept, Library
from qwixx_pad.multiplayer.open_tables import Host
from qwixx_pad.storage.summary import day_here
from qwixx_pad.ui.design.controls import icon_button
from qwixx_pad.ui.design.primitives import Tap, tappable, write
from qwixx_pad.ui.design.tokens import CHIP, HINT, LABEL, NUMBER, TAG, Theme
from qwixx_pad.ui.flet_support.flet_patches import component, memo
from qwixx_pad.ui.history import CHUNK, EXTENT, CardLook, HistoryFilter, Which, card_look
from qwixx_pad.ui.lobby import where_played
from qwixx_pad.ui.sheet.canvas import small_sheet
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.text import signed

ROW = 74.0
"""Height of a row, in dp."""
_SHEET, _SMALL_SHEET, _NARROW = 104.0, 72.0, 480
"""Widths of a sheet, of one beside several names in a narrow list, and from which a list is not."""
_PICTURED = 300
"""From this width of a list on a sheet stands beside several names, in dp."""
_ONE_LINE = 24
"""Letters that fit the line of the day in a narrow list."""
_LONG, _WORDS = 8, 70.0
"""Letters from which on the state of a game gets a column of this width, in dp."""


def extent(theme: Theme) -> float:
    """Return the distance from one row of a list to the next, in dp."""
    return EXTENT - ROW + theme.tall(ROW)


def where(kept: Kept, host: Host) -> str:
    """Return the route of a game: its shared table, its review, or the pad."""
    game = kept.summary.game
    table = host.of_game(game)
    if table is not None:
        return f"/table/{table.seating.code}"
    return f"/games/{game}" if kept.over else f"/game/{game}"


def look_of(kept: Kept, host: Host, context: ScreenContext, sought: str = "") -> CardLook:
    """Return the look of a game in a list, now; a name that matches the search comes first."""
    today = day_here(host.service.now())
    hide = context.settings.hide_points
    own = context.own_games
    series = None if own is None else own.series(kept.summary.game)
    mine, words = context.settings.name, context.words
    look = card_look(kept, mine, words, today, series=series, sought=sought, hide_points=hide)
    table = host.of_game(kept.summary.game)
    where = where_played(table, host, words) if table else ""
    return replace(look, day=f"{look.day} • {where}") if where else look


def game_row(
    game: str,
    look: CardLook,
    context: ScreenContext,
    tap: Callable[[], object],
    more: Callable[[], object] | None = None,
) -> ft.Control:
    """Build the row of a game by its identifier; without a menu callback it has no three dots."""
    theme = context.theme
    long = _is_narrow(context) and len(look.day) > _ONE_LINE
    high = 1.05 if long else 1.2 if theme.text > 1 else 1.1 if look.totals else None
    named = write(look.names, LABEL, color=theme.ink, height=high)
    named.max_lines, named.overflow = 2, ft.TextOverflow.ELLIPSIS
    day = write(look.day, HINT, color=theme.ink2, height=high)
    day.max_lines, day.overflow = 2 if long else 1, ft.TextOverflow.ELLIPSIS
    totals = write(look.totals, CHIP, color=theme.ink2, height=high, no_wrap=True)
    lines = [named, totals, day] if look.totals else [named, day]
    names = ft.Column([*lines], spacing=1, tight=True, expand=True)
    apart = 10 if _is_narrow(context) else 13
    inside = ft.Row([_sheet(look, context), names, *_points(look, context)], spacing=apart)
    row = tappable(
        f"game-{game}",
        _spoken(look, context),
        inside,
        tap,
        height=theme.tall(ROW),
        bgcolor=theme.surface,
        border_radius=18,
        padding=ft.Padding.only(left=14, right=14 if more is None else 48),
        alignment=ft.Alignment.CENTER_LEFT,
    )
    return row if more is None else _with_dots(row, game, look, context, more)


def _spoken(look: CardLook, context: ScreenContext) -> str:
    words, total = context.words, look.total
    if not look.state:
        return f"{look.names}, {look.day}"
    points = [] if look.hidden else [words.count("{n} point", "{n} points", total)]
    state = [] if look.state == words.count("point", "points", total) else [look.state]
    return ", ".join((look.names, look.day, *points, *state))


def _with_dots(
    row: ft.Control, game: str, look: CardLook, context: ScreenContext, more: Callable[[], object]
) -> ft.Control:
    dots = icon_button(
        context.theme,
        f"more-{game}",
        context.words.text("More about {names}, {day}", names=look.names, day=look.day),
        ft.Icons.MORE_VERT_ROUNDED,
        more,
        size=48,
    )
    return ft.Stack(
        [
            ft.Container(row, left=0, right=0, top=0),
            ft.Container(dots, right=0, top=(context.theme.tall(ROW) - 48) / 2),
        ],
        height=context.theme.tall(ROW),
    )


def _is_narrow(context: ScreenContext) -> bool:
    return context.column < _NARROW


def _sheet(look: CardLook, context: ScreenContext) -> ft.Control:
    width = _SMALL_SHEET if look.totals and _is_narrow(context) else _SHEET
    bare = context.theme.large or (bool(look.totals) and context.column < _PICTURED)
    if look.sheet is None or bare:
        return ft.Container(width=0 if bare else width)
    return small_sheet(look.sheet, context.theme, width, look.seed)


def _points(look: CardLook, context: ScreenContext) -> list[ft.Control]:
    theme = context.theme
    if not look.state:
        return []
    total = write(signed(look.total), NUMBER.at(20), color=theme.ink, height=1.1)
    color, right = theme.gain if look.won else theme.ink2, ft.TextAlign.RIGHT
    state = write(look.state, TAG if look.won else HINT, color=color, text_align=right)
    return [
        ft.Column(
            [
                *([] if look.hidden else [total]),
                state,
            ],
            spacing=2,
            tight=True,
            width=_WORDS * theme.text if _is_narrow(context) and len(look.state) > _LONG else None,
            horizontal_alignment=ft.CrossAxisAlignment.END,
        )
    ]


@memo
@component
def some_games(  # noqa: PLR0913, PLR0917 - which games, for whom, and where taps go
    host: Host,
    library: Library,
    context: ScreenContext,
    sought: HistoryFilter,
    number: int,
    version: int,  # noqa: ARG001 - a new one has the chunk read again
    go: Tap,
    more: Callable[[str], object],
) -> ft.Control:
    """Build a chunk of rows, read from the storage when it scrolls into view.

    It is rebuilt only where something has changed.
    """
    found = library.page(sought.wanted(host.service.now()), number * CHUNK, CHUNK)

    def row(kept: Kept) -> ft.Control:
        game = kept.summary.game
        look = look_of(kept, host, context, sought.search)
        lead = where(kept, host) if kept.sheets and sought.shown is not Which.DELETED else ""
        built = game_row(
            game,
            look,
            context,
            (lambda: go(lead)) if lead else (lambda: more(f"game {game}")),
            lambda: more(f"game {game}"),
        )
        return ft.Container(built, height=extent(context.theme), key=game)

    return ft.Column([row(kept) for kept in found], spacing=0)
