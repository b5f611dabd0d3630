"""Rows of saved games in a list, and a chunk of that list, read when it scrolls into view."""

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
"""Height of a row."""
_LARGE_ROW_DP = 126.0
"""Height of a row with large text, to be multiplied by the text scale."""
_SHEET_DP = 104.0
"""Width of a sheet."""
_SMALL_SHEET_DP = 72.0
"""Width of a sheet next to several names in a narrow list."""
_MIN_WIDE_LIST_DP = 480
"""From this width on, a list is not narrow."""
_MIN_PICTURE_LIST_DP = 300
"""From this width of a list on, games of several players have a picture of the sheet."""
_FACTS_LINE_CHARS = 24
"""Letters that fit the last line of a row in a narrow list."""
_MAX_NAMES_CHARS = 30
"""Letters of names that fit two lines next to a sheet in a narrow list, which drops the sheet for
more."""
_MAX_WIDE_NAMES_CHARS = 48
"""Letters of names that fit two lines next to a sheet in a wide list."""
_LONG_STATE_CHARS = 8
"""A state with more letters than this gets a column of `_STATE_COLUMN_DP` in a narrow list."""
_STATE_COLUMN_DP = 70.0


def row_extent(theme: Theme) -> float:
    """The distance from one row of a list to the next, in dp."""
    return ROW_EXTENT_DP - GAME_ROW_DP + _row_height(theme)


def _row_height(theme: Theme) -> float:
    """The height of a row, in dp; with large text, the points are below the names."""
    if theme.has_large_text:
        return _LARGE_ROW_DP * theme.text_scale
    return theme.grown_height(GAME_ROW_DP)


def game_route(stored: LibraryGame, registry: TableRegistry) -> str:
    """The route to the shared table of a game, else to its review, or to the pad if it is open."""
    game = stored.summary.game
    table = registry.table_of_game(game)
    if table is not None:
        return f"/table/{table.seating.code}"
    return f"/games/{game}" if stored.has_ended else f"/game/{game}"


def current_card_look(
    stored: LibraryGame, registry: TableRegistry, context: ScreenContext, search: str = ""
) -> CardLook:
    """The look of a game in a list at this time; see `card_look` for the search."""
    look = card_look(
        stored,
        context.settings.name,
        context.tr,
        local_day(registry.service.now()),
        search=search,
        hide_points=context.settings.hide_points,
    )
    table = registry.table_of_game(stored.summary.game)
    if table is None:
        return look
    place = location_text(table, registry, context.tr)
    return replace(look, facts=" • ".join(filter(None, (place, look.facts))))


def game_row(
    game: str,
    look: CardLook,
    on_tap: Callable[[], object],
    on_more: Callable[[], object] | None = None,
) -> ft.Control:
    """Build the row of a game by its identifier.

    With `on_more`, it has three dots that call it, and its day is in a heading above.
    """
    context = current_context()
    theme = context.theme
    large = theme.has_large_text
    below = look.day_and_facts if on_more is None else look.facts
    crowded = bool(look.totals) and _has_many_names(look, context) and not large
    long = not crowded and _is_narrow(context) and len(below) > _FACTS_LINE_CHARS
    line_height = 1.05 if long else 1.2 if theme.text_scale > 1 else 1.1 if look.totals else None
    names = write(look.names, LABEL, line_height=line_height, overflow=ft.TextOverflow.ELLIPSIS)
    names.max_lines = 3 if crowded or large or not below else 2
    lines: list[ft.Control] = [names]
    if crowded and below:
        text = f"{look.totals} • {below}"
        lines.append(write(text, HINT, color=theme.ink2, line_height=line_height, no_wrap=True))
    else:
        if look.totals:
            totals = write(
                look.totals, CHIP, color=theme.ink2, line_height=line_height, no_wrap=True
            )
            lines.append(totals)
        if below:
            facts = write(below, HINT, color=theme.ink2, line_height=line_height)
            facts.max_lines = 2 if long or large else 1
            facts.overflow = ft.TextOverflow.ELLIPSIS
            lines.append(facts)
    points = _points_column(look)
    if large:
        lines += points
        points = []
    texts = ft.Column(lines, spacing=1, tight=True, expand=True)
    row = tappable(
        f"game-{game}",
        _spoken_row(look, context),
        ft.Row([*_sheet_picture(look), texts, *points], spacing=10 if _is_narrow(context) else 13),
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
    parts = [look.names, look.day_and_facts]
    if look.state and not look.hides_points:
        parts.append(tr.ngettext("{n} point", "{n} points", look.total))
    if look.state and look.state != tr.ngettext("point", "points", look.total):
        parts.append(look.state)
    return ", ".join(parts)


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
    """True if the names take more than two lines next to a sheet."""
    most = _MAX_NAMES_CHARS if _is_narrow(context) else _MAX_WIDE_NAMES_CHARS
    return len(look.names) > most


def _sheet_picture(look: CardLook) -> list[ft.Control]:
    """The sheet in small, a gap if it is unknown, or nothing where text needs the space."""
    context = current_context()
    narrow = _is_narrow(context)
    lacks_width = context.column_width < _MIN_PICTURE_LIST_DP or (
        narrow and _has_many_names(look, context)
    )
    if context.theme.has_large_text or (look.totals and lacks_width):
        return []
    width = _SMALL_SHEET_DP if look.totals and narrow else _SHEET_DP
    if look.sheet is None:
        return [ft.Container(width=width)]
    return [sheet_thumbnail(look.sheet, width, look.seed)]


def _points_column(look: CardLook) -> list[ft.Control]:
    context = current_context()
    theme = context.theme
    if not look.state:
        return []
    color = theme.gain if look.is_winner else theme.ink2
    state = write(look.state, TAG if look.is_winner else HINT, color=color)
    lines: list[ft.Control] = [state]
    if not look.hides_points:
        lines.insert(0, write(signed_text(look.total), NUMBER.resized(20), line_height=1.1))
    if theme.has_large_text:
        state.expand = True
        state.text_align = ft.TextAlign.START
        return [ft.Row(lines, spacing=8)]
    state.text_align = ft.TextAlign.RIGHT
    is_long = _is_narrow(context) and len(look.state) > _LONG_STATE_CHARS
    return [
        ft.Column(
            lines,
            spacing=2,
            tight=True,
            width=_STATE_COLUMN_DP * theme.text_scale if is_long else None,
            horizontal_alignment=ft.CrossAxisAlignment.END,
        )
    ]


@memo
@component
def game_chunk(  # noqa: PLR0913, PLR0917 - which games, the list's look, and two callbacks
    registry: TableRegistry,
    library: Library,
    context: ScreenContext,
    game_filter: HistoryFilter,
    number: int,
    evenings: tuple[Evening, ...],
    width: float,
    version: int,  # noqa: ARG001 - the memo builds the chunk anew when it changes
    go: TapHandler,
    on_more: Callable[[str], object],
) -> ft.Control:
    """Build a chunk of rows, read from the storage when it scrolls into view.

    `number` counts the chunks from 0; `evenings` are those that begin in this one.
    """
    now = registry.service.now()
    first = number * CHUNK_ROWS
    headings = {evening.first: evening for evening in evenings}

    def chunk_row(stored: LibraryGame) -> ft.Control:
        game = stored.summary.game
        look = current_card_look(stored, registry, context, game_filter.search)

        def open_menu() -> object:
            return on_more(f"game {game}")

        if stored.sheets and game_filter.shown is not GameScope.DELETED:
            route = game_route(stored, registry)
            row = game_row(game, look, lambda: go(route), open_menu)
        else:
            row = game_row(game, look, open_menu, open_menu)
        return ft.Container(row, height=row_extent(context.theme), key=game)

    rows = list[ft.Control]()
    found = library.page(game_filter.to_query(now), first, CHUNK_ROWS)
    for index, stored in enumerate(found, first):
        if index in headings:
            rows.append(evening_heading(headings[index], evening_of(now), width))
        rows.append(chunk_row(stored))
    return ft.Column(rows, spacing=0)
