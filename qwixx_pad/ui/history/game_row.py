"""A saved game in a list, and a chunk of that list, read when it scrolls into view."""

from collections.abc import Callable
from dataclasses import replace

import flet as ft

from qwixx_pad.history.lengths import evening_of
from qwixx_pad.history.series import Evening
from qwixx_pad.library.library import Library, LibraryGame
from qwixx_pad.multiplayer.open_tables import TableRegistry
from qwixx_pad.storage.summary import local_day
from qwixx_pad.ui.context import ScreenContext, current_context, current_theme, current_translator
from qwixx_pad.ui.design.controls import icon_button
from qwixx_pad.ui.design.primitives import TapHandler, tappable, write
from qwixx_pad.ui.flet_support.flet_patches import component, memo
from qwixx_pad.ui.history import (
    CHUNK_ROWS,
    ROW_EXTENT_DP,
    CardLook,
    GameScope,
    HistoryFilter,
    card_look,
)
from qwixx_pad.ui.history.evenings import evening_heading
from qwixx_pad.ui.sheet.canvas import sheet_thumbnail
from qwixx_pad.ui.text import signed_text
from qwixx_pad.ui.text.table_texts import location_text
from qwixx_pad.ui.theme.tokens import CHIP, HINT, LABEL, NUMBER, TAG, Theme

GAME_ROW_DP = 74.0
"""Height of a row, in dp."""
_LARGE_ROW_DP = 126.0
"""The same for large letters, as a multiple of their scale."""
_SHEET_DP = 104.0
_SMALL_SHEET_DP = 72.0
_MIN_WIDE_LIST_DP = 480
"""Widths of a sheet, of one beside several names in a narrow list, and from which a list is not."""
_MIN_PICTURE_LIST_DP = 300
"""From this width of a list on a sheet stands beside several names, in dp."""
_FACTS_LINE_CHARS = 24
"""Letters that fit the last line of a row in a narrow list."""
_MAX_NAMES_CHARS = 30
_MAX_WIDE_NAMES_CHARS = 48
"""Letters of names that fit two lines beside a sheet: in a narrow list, where the sheet gives way
to more, and in a wide one."""
_LONG_STATE_CHARS = 8
_STATE_COLUMN_DP = 70.0
"""Letters from which on the state of a game gets a column of this width, in dp."""


def row_extent(theme: Theme) -> float:
    """Return the distance from one row of a list to the next, in dp."""
    return ROW_EXTENT_DP - GAME_ROW_DP + _row_height(theme)


def _row_height(theme: Theme) -> float:
    """Of a row, in dp; large letters have the points below the names."""
    if theme.has_large_text:
        return _LARGE_ROW_DP * theme.text_scale
    return theme.grown_height(GAME_ROW_DP)


def game_route(kept: LibraryGame, registry: TableRegistry) -> str:
    """Return the route of a game: its shared table, its review, or the pad."""
    game = kept.summary.game
    table = registry.table_of_game(game)
    if table is not None:
        return f"/table/{table.seating.code}"
    return f"/games/{game}" if kept.has_ended else f"/game/{game}"


def current_card_look(
    kept: LibraryGame, registry: TableRegistry, context: ScreenContext, search: str = ""
) -> CardLook:
    """Return the look of a game in a list, now; a name that matches the search comes first."""
    today = local_day(registry.service.now())
    hide = context.settings.hide_points
    mine = context.settings.name
    tr = context.tr
    look = card_look(kept, mine, tr, today, search=search, hide_points=hide)
    table = registry.table_of_game(kept.summary.game)
    place = location_text(table, registry, tr) if table else ""
    return replace(look, facts=" • ".join(filter(None, (place, look.facts))))


def game_row(
    game: str,
    look: CardLook,
    on_tap: Callable[[], object],
    on_more: Callable[[], object] | None = None,
) -> ft.Control:
    """Build the row of a game by its identifier.

    One with a menu callback has three dots, and its day in a heading above it.
    """
    context = current_context()
    theme, large = context.theme, context.theme.has_large_text
    below = look.day_and_facts if on_more is None else look.facts
    crowded = bool(look.totals) and _has_many_names(look, context) and not large
    long = not crowded and _is_narrow(context) and len(below) > _FACTS_LINE_CHARS
    high = 1.05 if long else 1.2 if theme.text_scale > 1 else 1.1 if look.totals else None
    named = write(look.names, LABEL, height=high)
    named.max_lines = 3 if crowded or large or not below else 2
    facts = write(below, HINT, color=theme.ink2, height=high)
    facts.max_lines = 2 if long or large else 1
    named.overflow = facts.overflow = ft.TextOverflow.ELLIPSIS
    totals = write(look.totals, CHIP, color=theme.ink2, height=high, no_wrap=True)
    lines = [named, *([totals] if look.totals else []), *([facts] if below else [])]
    if crowded and below:
        both = f"{look.totals} • {below}"
        lines = [named, write(both, HINT, color=theme.ink2, height=high, no_wrap=True)]
    names = ft.Column([*lines], spacing=1, tight=True, expand=True)
    apart = 10 if _is_narrow(context) else 13
    points = _points_column(look)
    if large:
        names.controls += points
        points = []
    inside = ft.Row([*_sheet_picture(look), names, *points], spacing=apart)
    row = tappable(
        f"game-{game}",
        _spoken_row(look, context),
        inside,
        on_tap,
        height=_row_height(theme),
        bgcolor=theme.surface,
        border_radius=18,
        padding=ft.Padding.only(left=14, right=14 if on_more is None else 48),
        alignment=ft.Alignment.CENTER_LEFT,
    )
    return row if on_more is None else _with_menu_button(row, game, look, on_more)


def _spoken_row(look: CardLook, context: ScreenContext) -> str:
    tr = context.tr
    total = look.total
    day = look.day_and_facts
    if not look.state:
        return f"{look.names}, {day}"
    points = [] if look.hides_points else [tr.ngettext("{n} point", "{n} points", total)]
    state = [] if look.state == tr.ngettext("point", "points", total) else [look.state]
    return ", ".join((look.names, day, *points, *state))


def _with_menu_button(
    row: ft.Control,
    game: str,
    look: CardLook,
    on_more: Callable[[], object],
) -> ft.Control:
    theme = current_theme()
    dots = icon_button(
        f"more-{game}",
        current_translator().gettext(
            "More about {names}, {day}", names=look.names, day=look.day_and_facts
        ),
        ft.Icons.MORE_VERT_ROUNDED,
        on_more,
        size=48,
    )
    return ft.Stack(
        [
            ft.Container(row, left=0, right=0, top=0),
            ft.Container(dots, right=0, top=(_row_height(theme) - 48) / 2),
        ],
        height=_row_height(theme),
    )


def _is_narrow(context: ScreenContext) -> bool:
    return context.column_width < _MIN_WIDE_LIST_DP


def _has_many_names(look: CardLook, context: ScreenContext) -> bool:
    """Return True if the names take more than two lines beside a sheet."""
    most = _MAX_NAMES_CHARS if _is_narrow(context) else _MAX_WIDE_NAMES_CHARS
    return len(look.names) > most


def _sheet_picture(look: CardLook) -> list[ft.Control]:
    context = current_context()
    width = _SMALL_SHEET_DP if look.totals and _is_narrow(context) else _SHEET_DP
    bare = context.theme.has_large_text or (
        bool(look.totals)
        and (
            context.column_width < _MIN_PICTURE_LIST_DP
            or (_is_narrow(context) and _has_many_names(look, context))
        )
    )
    if bare:
        return []
    if look.sheet is None:
        return [ft.Container(width=width)]
    return [sheet_thumbnail(look.sheet, width, look.seed)]


def _points_column(look: CardLook) -> list[ft.Control]:
    context = current_context()
    theme = context.theme
    if not look.state:
        return []
    total = write(signed_text(look.total), NUMBER.resized(20), height=1.1)
    color = theme.gain if look.is_winner else theme.ink2
    right = ft.TextAlign.RIGHT
    state = write(look.state, TAG if look.is_winner else HINT, color=color, text_align=right)
    if theme.has_large_text:
        state.expand = True
        state.text_align = ft.TextAlign.START
        return [ft.Row([*([] if look.hides_points else [total]), state], spacing=8)]
    return [
        ft.Column(
            [
                *([] if look.hides_points else [total]),
                state,
            ],
            spacing=2,
            tight=True,
            width=_STATE_COLUMN_DP * theme.text_scale
            if _is_narrow(context) and len(look.state) > _LONG_STATE_CHARS
            else None,
            horizontal_alignment=ft.CrossAxisAlignment.END,
        )
    ]


@memo
@component
def game_chunk(  # noqa: PLR0913, PLR0917 - which games, for whom, and where taps go
    registry: TableRegistry,
    library: Library,
    context: ScreenContext,
    game_filter: HistoryFilter,
    number: int,
    evenings: tuple[Evening, ...],
    width: float,
    version: int,  # noqa: ARG001 - a new one has the chunk read again
    go: TapHandler,
    on_more: Callable[[str], object],
) -> ft.Control:
    """Build a chunk of rows, read from the storage when it scrolls into view.

    It is rebuilt only where something has changed. `evenings` are those that begin in it.
    """
    headings = {evening.first - number * CHUNK_ROWS: evening for evening in evenings}
    found = library.page(
        game_filter.to_query(registry.service.now()), number * CHUNK_ROWS, CHUNK_ROWS
    )

    def chunk_row(kept: LibraryGame) -> ft.Control:
        game = kept.summary.game
        look = current_card_look(kept, registry, context, game_filter.search)
        route = (
            game_route(kept, registry)
            if kept.sheets and game_filter.shown is not GameScope.DELETED
            else ""
        )
        built = game_row(
            game,
            look,
            (lambda: go(route)) if route else (lambda: on_more(f"game {game}")),
            lambda: on_more(f"game {game}"),
        )
        return ft.Container(built, height=row_extent(context.theme), key=game)

    rows = list[ft.Control]()
    today = evening_of(registry.service.now())
    for place, kept in enumerate(found):
        if place in headings:
            rows.append(evening_heading(headings[place], today, width))
        rows.append(chunk_row(kept))
    return ft.Column(rows, spacing=0)
