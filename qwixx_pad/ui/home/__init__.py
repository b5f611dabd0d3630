"""Home: a new game, the open one, and the most recent ones."""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress

import flet as ft

from qwixx_pad.i18n import join_isolated
from qwixx_pad.identity.devices import Browser, BrowserStatus
from qwixx_pad.library.library import Library, LibraryGame
from qwixx_pad.multiplayer.open_tables import KnownTable, TableRegistry
from qwixx_pad.settings.letters import letters_to_load
from qwixx_pad.storage import OlderCopy, StorageError
from qwixx_pad.storage.summary import GameQuery, GameState
from qwixx_pad.ui.context import (
    UiSession,
    current_context,
    current_theme,
    current_translator,
    use_kept_screen,
    use_watched,
)
from qwixx_pad.ui.design.controls import notice_card, outlined_button
from qwixx_pad.ui.design.form import settings_button
from qwixx_pad.ui.design.nav_bar import with_nav_bar
from qwixx_pad.ui.design.primitives import (
    TapHandler,
    decorative,
    message_line,
    page_column,
    tappable,
    write,
)
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.history.game_row import current_card_look, game_route, game_row
from qwixx_pad.ui.home.first_run import (
    browser_note,
    first_run,
    most_urgent_issue,
    together_buttons,
)
from qwixx_pad.ui.home.hero import game_hero, new_game_hero, new_game_line, table_hero
from qwixx_pad.ui.lobby.finding import table_cards, use_known_tables
from qwixx_pad.ui.text.names import player_names
from qwixx_pad.ui.theme.tokens import (
    HEADING,
    HINT,
    LABEL,
    NAME,
    TITLE,
)

RECENT_GAMES = 6
"""Recent games on the screen at most."""


@component
def home_screen(
    session: UiSession,
    notice: tuple[str, str] | None,
    go: TapHandler,
) -> ft.Control:
    """Show the owner's home screen; without games and tables, the first-run screen.

    Args:
        session: The owner's session.
        notice: Two lines at the top, if any.
        go: Opens a route, or does what a button does, by its identifier; see `SessionTasks.go`.
    """
    context = current_context()
    services = session.services
    registry = services.registry
    library = services.library
    browser = services.browser
    width = context.column_width
    tables = _current_tables(use_known_tables(registry, session.identity.id), library)
    played = {table.seating.game for table in tables}
    recent = [game for game in library.page(GameQuery(), 0, RECENT_GAMES + 1) if game.sheets]
    opened = library.page(GameQuery(state=GameState.OPEN), 0, len(played) + 1)
    open_game = next((game for game in opened if game.summary.game not in played), None)
    current = next((table for table in tables if not table.may_rematch), None)
    running = None
    if current is not None:
        running = table_hero(session, current, go, key=current.seating.code)
    elif open_game is not None:
        running = _open_game_card(open_game, registry, go)
    notices = [] if notice is None else [notice_card(notice, ft.Icons.HEALING_ROUNDED)]
    failure, set_failure = ft.use_state("")
    notices += _older_copy_note(library, failure, set_failure)
    games = library.count_games(GameQuery())
    names = ft.use_memo(library.names, [games])
    issue = most_urgent_issue(_use_status(browser), games, context.settings)
    is_plain = bool(recent) and not tables and not notices and issue is None
    use_kept_screen("/", may_keep=is_plain)
    note: list[ft.Control] = []
    if browser is not None:
        note.append(browser_note(browser, issue, games, go, key="note"))
    if not recent and not tables:
        emptied = library.count_games(GameQuery(deleted=True)) > 0
        first = page_column(
            [*notices, *note, *first_run(registry, width, go, rules=not emptied)], width
        )
        return with_nav_bar(first, "play", go) if emptied else first
    above = {game.summary.game for game in opened} & played
    rest = [game for game in recent if game != open_game and game.summary.game not in above]
    if open_game is not None and (current is not None or running is None):
        rest.insert(0, open_game)
    content = page_column(
        [
            _title_bar(names, go),
            *notices,
            *([running] if running else []),
            *table_cards(registry, [table for table in tables if table != current], go),
            *note,
            (new_game_line if running else new_game_hero)(registry, go),
            *_same_group_button(library, go),
            *together_buttons(registry, go),
            *_recent_games(rest[:RECENT_GAMES], registry, go),
        ],
        width,
    )
    return with_nav_bar(content, "play", go)


def _use_status(browser: Browser | None) -> BrowserStatus:
    """Watch the browser that runs the pad; without one, a default status."""
    if browser is None:
        return BrowserStatus()
    return use_watched(browser.watch, lambda: browser.status)


def _current_tables(tables: Sequence[KnownTable], library: Library) -> tuple[KnownTable, ...]:
    """The tables that wait or are in play, and that of the last group.

    The game of the latter has ended, and is the multiplayer game that began last.
    """
    last = library.last_multiplayer_game()
    ended = None if last is None else last.game
    return tuple(table for table in tables if not table.may_rematch or table.seating.game == ended)


def _open_game_card(
    stored: LibraryGame, registry: TableRegistry, go: TapHandler
) -> ft.Control | None:
    with suppress(StorageError):
        return game_hero(stored, registry.service.open(stored.summary.game), registry, go)
    return None


def _older_copy_note(
    library: Library, failure: str, set_failure: Callable[[str], None]
) -> list[ft.Control]:
    """Offer to continue with an older copy of the games; empty without one.

    There is a button to keep the newest games too, unless nothing may be written before the choice.

    Args:
        library: The saved games.
        failure: Why the last choice failed; a space after one that succeeded, empty before any.
        set_failure: Sets `failure`, and so builds the screen again.
    """
    notice = library.storage_notice
    tr = current_translator()
    if not isinstance(notice, OlderCopy):
        return []

    def adopt_older_copy() -> None:
        refusal = library.adopt_older_copy()
        set_failure(" ".join(tr.failure_texts(refusal)) if refusal else " ")

    def keep_newest() -> None:
        library.dismiss_older_copy()
        set_failure(" ")

    text = tr.gettext("Continue with the older copy")
    parts = [outlined_button("older-copy", text, adopt_older_copy, height=48, size=15)]
    if not notice.awaits_choice:
        text = tr.gettext("Keep the newest games")
        parts.append(outlined_button("newest-games", text, keep_newest, height=48, size=15))
    if failure.strip():
        parts.insert(0, message_line(failure))
    return [
        notice_card(
            tr.notice_texts(notice), ft.Icons.HISTORY_ROUNDED, *parts, identifier="older-copy-note"
        )
    ]


def _title_bar(names: Collection[str], go: TapHandler) -> ft.Control:
    """Build the top of the screen.

    The rare letters of all saved names are hidden below the icon, so that a browser loads their
    fonts and has them offline.
    """
    theme = current_theme()
    logo = decorative(ft.Image(src="icon.png", width=40, height=40, border_radius=10))
    if letters := letters_to_load(names):
        unseen = write(letters, HINT, color="#00000000", no_wrap=True)
        logo = decorative(ft.Stack([unseen, logo], width=40, height=40))
    name = write(
        "Qwixx Pad",
        TITLE.resized(24).capped(theme, 1.4),
        expand=True,
    )
    return ft.Container(
        ft.Row([logo, name, settings_button(go)], spacing=11),
        height=theme.grown_height(64, 12),
    )


def _same_group_button(library: Library, go: TapHandler) -> list[ft.Control]:
    """Build the button that starts another game of the last group; empty if there is none."""
    context = current_context()
    last = library.last_multiplayer_game()
    if last is None:
        return []
    theme = context.theme
    tr = context.tr
    names = join_isolated(map(context.settings.current_name, player_names(last, tr)))
    text = tr.gettext("Same group as last time")
    lines = ft.Column(
        [
            write(text, NAME),
            write(names, HINT, color=theme.ink2, max_lines=2, overflow=ft.TextOverflow.ELLIPSIS),
        ],
        spacing=2,
        tight=True,
        expand=True,
    )
    button = tappable(
        "same-group",
        f"{text}: {names}",
        ft.Row([ft.Icon(ft.Icons.REFRESH_ROUNDED, size=22, color=theme.ink), lines], spacing=12),
        lambda: go("same-group"),
        bgcolor=theme.surface2,
        border_radius=16,
        padding=ft.Padding.symmetric(horizontal=16, vertical=13),
    )
    return [button]


def _recent_games(
    games: list[LibraryGame], registry: TableRegistry, go: TapHandler
) -> list[ft.Control]:
    context = current_context()
    if not games:
        return []

    def recent_row(game: LibraryGame) -> ft.Control:
        look = current_card_look(game, registry, context)
        return game_row(game.summary.game, look, lambda: go(game_route(game, registry)))

    all_games = tappable(
        "all-games",
        context.tr.gettext("All games"),
        write(context.tr.gettext("All"), LABEL),
        lambda: go("history"),
        height=context.theme.grown_height(48, 17),
        padding=ft.Padding.only(left=8, right=8, top=8),
        alignment=ft.Alignment.CENTER,
        border_radius=12,
    )
    title = write(context.tr.gettext("Recent games"), HEADING)
    heading = ft.Semantics(
        header=True, content=ft.Container(title, padding=ft.Padding.only(left=2, top=8))
    )
    return [
        ft.Row(
            [ft.Container(heading, expand=True), all_games],
            height=None if context.theme.text_scale > 1 else 48,
        ),
        *map(recent_row, games),
    ]
