"""Home: a new game, the open one, the most recent ones."""

from collections.abc import Callable, Collection, Sequence

import flet as ft

from qwixx_pad.i18n import listed
from qwixx_pad.layouts import installed
from qwixx_pad.library.library import Kept, Library
from qwixx_pad.multiplayer.open_tables import Host, KnownTable
from qwixx_pad.settings.letters import sought_letters
from qwixx_pad.storage import OlderCopy
from qwixx_pad.storage.summary import GameQuery, State
from qwixx_pad.ui.design.controls import notice_card, outlined
from qwixx_pad.ui.design.form import settings_button, with_nav_bar
from qwixx_pad.ui.design.primitives import Tap, for_the_eye, message, page_column, tappable, write
from qwixx_pad.ui.design.tokens import (
    BODY,
    HEADING,
    HEADLINE,
    HINT,
    LABEL,
    NAME,
    NUMBER,
    TAG,
    TITLE,
)
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.history import CardLook, names_of
from qwixx_pad.ui.history.game_row import game_row, look_of, where
from qwixx_pad.ui.home.first_run import another_sheet, browser_note, first_run, together
from qwixx_pad.ui.lobby import where_played
from qwixx_pad.ui.lobby.finding import use_tables, your_tables
from qwixx_pad.ui.rules.examples import played
from qwixx_pad.ui.sheet.canvas import small_sheet
from qwixx_pad.ui.sheet.look import kept_look
from qwixx_pad.ui.shell import ScreenContext, UiSession
from qwixx_pad.ui.text import signed

SHOWN = 6
"""Recent games on the screen; the rest is one tap away."""


@component
def home_screen(
    session: UiSession,
    context: ScreenContext,
    notice: tuple[str, str] | None,
    go: Tap,
) -> ft.Control:
    """Show the first screen.

    Args:
        session: Whose tables and kept games these are.
        context: Space, theme, words and settings.
        notice: Two lines that the player must know, if any.
        go: Opens a screen by its identifier, or to a game by `game/ID`.
    """
    house = session.house
    host, library, browser = house.host, house.library, house.browser
    width = context.column
    tables = _current(use_tables(host, session.identity.key, context), library)
    played = {table.seating.game for table in tables}
    cards = [kept for kept in library.page(GameQuery(), 0, SHOWN + 1) if kept.sheets]
    opened = library.page(GameQuery(state=State.OPEN), 0, len(played) + 1)
    open_game = next((kept for kept in opened if kept.summary.game not in played), None)
    told = [] if notice is None else [notice_card(notice, ft.Icons.HEALING_ROUNDED, context.theme)]
    told += _older_copy(library, context, *ft.use_state(""))
    games = library.count(GameQuery())
    names = ft.use_memo(library.names, [games])
    note: list[ft.Control] = []
    if browser is not None:
        note.append(browser_note(browser, games, context, go, key="note"))
    if not cards and not tables:
        emptied = library.count(GameQuery(deleted=True)) > 0
        first = page_column(
            [*told, *note, *first_run(host, context, width, go, rules=not emptied)], width
        )
        return with_nav_bar(first, "play", context, go) if emptied else first
    above = {kept.summary.game for kept in opened} & played
    rest = [card for card in cards if card != open_game and card.summary.game not in above][:SHOWN]
    content = page_column(
        [
            _title(names, context, go),
            *told,
            *your_tables(host, tables, context, go),
            *([] if open_game is None else _continue(open_game, host, context, width, go)),
            *note,
            _hero(host, context, width, go),
            *_again(library, context, go),
            *together(host, context, go),
            *_recent(rest, host, context, go),
        ],
        width,
    )
    return with_nav_bar(content, "play", context, go)


def _current(tables: Sequence[KnownTable], library: Library) -> tuple[KnownTable, ...]:
    """Return the tables that wait or are in play, and the one whose last game has ended."""
    last = library.last_together()
    ended = None if last is None else last.game
    return tuple(table for table in tables if not table.settled or table.seating.game == ended)


def _older_copy(
    library: Library, context: ScreenContext, failed: str, say: Callable[[str], None]
) -> list[ft.Control]:
    """Offer the choice between an older copy of the games and the newest ones."""
    notice, words, theme = library.notice, context.words, context.theme
    if not isinstance(notice, OlderCopy):
        return []

    def go_on() -> None:
        failure = library.go_on_with_copy()
        say(" ".join(words.failure(failure)) if failure else " ")

    def stay() -> None:
        library.stay_with_newest()
        say(" ")

    ways = [("older-copy", words.text("Go on with the older copy"), go_on)]
    if not notice.waits:
        ways.append(("newest-games", words.text("Stay with the newest games"), stay))
    buttons = [outlined(theme, *way, height=48, size=15) for way in ways]
    said = [message(failed, theme)] if failed.strip() else []
    card = notice_card(
        words.noticed(notice),
        ft.Icons.HISTORY_ROUNDED,
        theme,
        *said,
        *buttons,
        identifier="older-copy-note",
    )
    return [card]


def _title(names: Collection[str], context: ScreenContext, go: Tap) -> ft.Control:
    """Build the top of the screen; rare letters of all saved names are hidden below the icon.

    So a browser loads their fonts, and has them when it is offline.
    """
    logo = for_the_eye(ft.Image(src="icon.png", width=40, height=40, border_radius=10))
    if letters := sought_letters(names):
        unseen = write(letters, HINT, color="#00000000", no_wrap=True)
        logo = for_the_eye(ft.Stack([unseen, logo], width=40, height=40))
    name = write(
        "Qwixx Pad", TITLE.at(24).held(context.theme, 1.4), color=context.theme.ink, expand=True
    )
    return ft.Container(
        ft.Row([logo, name, settings_button(context, go)], spacing=11),
        height=context.theme.tall(64, 12),
    )


_SHOWN_CROSSES = "r2 r4 r5 y3 y6 y7 g12 g10 g9 b11 b8"
"""Crosses on the sheet in the picture."""


def _hero(host: Host, context: ScreenContext, width: float, go: Tap) -> ft.Control:
    """Build the card that starts a game on the last sheet, with a pill for other sheets."""
    sheet = another_sheet(host, context, go)
    if context.theme.large:
        return ft.Column([_start(context, width, go), ft.Row([sheet])], spacing=8)
    corner = ft.Container(sheet, right=12, top=12)
    return ft.Stack([_start(context, width, go), corner])


def _start(context: ScreenContext, width: float, go: Tap) -> ft.Control:
    theme, words = context.theme, context.words
    start = ft.Container(
        content=ft.Row(
            [
                ft.Icon(ft.Icons.EDIT_ROUNDED, size=18, color="#1D1B20"),
                write(words.text("Start"), NAME, color="#1D1B20"),
            ],
            spacing=9,
            tight=True,
        ),
        bgcolor="#FFFFFF",
        border_radius=22,
        padding=ft.Padding.symmetric(horizontal=24, vertical=11),
    )
    title = write(words.text("New game"), HEADLINE, color=theme.hero_ink, height=1.1, max_lines=2)
    lines = ft.Column(
        [
            ft.Container(title, width=None if theme.large else width * 0.49 - 22),
            write(
                words.text("Roll the dice.\nI keep the pad."),
                BODY,
                color=theme.hero_ink2,
                height=1.4,
            ),
            ft.Container(height=4),
            start,
        ],
        spacing=4,
        tight=True,
    )
    begun = played(installed().default, _SHOWN_CROSSES.split()).position.sheets[0]
    pad = ft.Container(
        content=small_sheet(kept_look(begun, frozenset(), words), theme, 260, "hero"),
        bgcolor="#FFFFFF",
        border_radius=14,
        padding=12,
        left=width * 0.49,
        top=38,
        rotate=ft.Rotate(-0.157, alignment=ft.Alignment.CENTER_LEFT),
    )
    return tappable(
        "new-game",
        words.text("New game"),
        ft.Stack(
            [*([] if theme.large else [pad]), ft.Container(lines, left=20, top=22)], expand=True
        ),
        lambda: go("new-game"),
        height=theme.tall(186, 26, 18, 18, 16),
        bgcolor=theme.hero,
        border_radius=24,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


def _again(library: Library, context: ScreenContext, go: Tap) -> list[ft.Control]:
    """Build the button for the next game of the last group."""
    last = library.last_together()
    if last is None:
        return []
    theme, words = context.theme, context.words
    names = listed(map(context.settings.now_called, names_of(last, words)))
    text = words.text("Same group as last time")
    lines = ft.Column(
        [
            write(text, NAME, color=theme.ink, max_lines=2),
            write(names, HINT, color=theme.ink2, no_wrap=True),
        ],
        spacing=2,
        tight=True,
        expand=True,
    )
    icon = ft.Icon(ft.Icons.REFRESH_ROUNDED, size=22, color=theme.ink)
    button = tappable(
        "same-group",
        f"{text}: {names}",
        ft.Row([icon, lines], spacing=12),
        lambda: go("same-group"),
        height=theme.tall(66, 16, 16, 13),
        bgcolor=theme.surface2,
        border_radius=16,
        padding=ft.Padding.symmetric(horizontal=16),
        alignment=ft.Alignment.CENTER_LEFT,
    )
    return [button]


def _continue(
    kept: Kept, host: Host, context: ScreenContext, width: float, go: Tap
) -> list[ft.Control]:
    theme, words = context.theme, context.words
    look = look_of(kept, host, context)
    when = words.ago(kept.summary.touched, host.service.now())
    table = host.of_game(kept.summary.game)
    place = where_played(table, host, words) if table else ""
    when = " • ".join(filter(None, (look.round, when, place)))
    names = write(
        look.names, LABEL, color=theme.ink, max_lines=2, overflow=ft.TextOverflow.ELLIPSIS
    )
    facts = ft.Column(
        [
            names,
            write(when, HINT, color=theme.ink2),
            *([] if look.hidden else [_points(look, context)]),
        ],
        spacing=3,
        tight=True,
        expand=True,
    )
    small = min(172, width * 0.48)
    points = words.count("{n} point", "{n} points", look.total)
    if look.whose:
        points = words.text("{name}: {said}", name=look.whose, said=points)
    said = ", ".join((words.text("Continue"), *([] if look.hidden else [points]), when))
    sheet = (
        []
        if look.sheet is None or theme.large
        else [small_sheet(look.sheet, theme, small, look.seed)]
    )
    return [
        _heading(words.text("Continue"), context),
        tappable(
            "continue-game",
            said,
            ft.Row([*sheet, facts], spacing=14),
            lambda: go(where(kept, host)),
            height=theme.tall(110, 15, 15, 13, 24),
            bgcolor=theme.surface,
            border_radius=18,
            padding=ft.Padding.symmetric(horizontal=14),
            alignment=ft.Alignment.CENTER_LEFT,
            shadow=ft.BoxShadow(blur_radius=12, offset=ft.Offset(0, 3), color=theme.card_shadow),
        ),
    ]


def _points(look: CardLook, context: ScreenContext) -> ft.Control:
    """Build the points, with the player's name if there are several."""
    theme, words = context.theme, context.words
    whose = write(look.whose, TAG, color=theme.ink, no_wrap=True, expand_loose=True)
    whose.expand = True
    return ft.Row(
        [
            *([whose] if look.whose else []),
            write(signed(look.total), NUMBER.at(24), color=theme.ink, height=1.1),
            write(words.count("point", "points", look.total), HINT, color=theme.ink2),
        ],
        spacing=6,
        vertical_alignment=ft.CrossAxisAlignment.END,
    )


def _recent(cards: list[Kept], host: Host, context: ScreenContext, go: Tap) -> list[ft.Control]:
    if not cards:
        return []

    def row(kept: Kept) -> ft.Control:
        look = look_of(kept, host, context)
        return game_row(kept.summary.game, look, context, lambda: go(where(kept, host)))

    every = tappable(
        "all-games",
        context.words.text("All games"),
        write(context.words.text("All"), LABEL, color=context.theme.ink),
        lambda: go("history"),
        height=context.theme.tall(48, 17),
        padding=ft.Padding.only(left=8, right=8, top=8),
        alignment=ft.Alignment.CENTER,
        border_radius=12,
    )
    heading = _heading(context.words.text("Recent games"), context)
    return [
        ft.Row([ft.Container(heading, expand=True), every], height=context.theme.tall(48, 17)),
        *map(row, cards),
    ]


def _heading(text: str, context: ScreenContext) -> ft.Control:
    return ft.Semantics(
        header=True,
        content=ft.Container(
            write(text, HEADING, color=context.theme.ink), padding=ft.Padding.only(left=2, top=8)
        ),
    )
