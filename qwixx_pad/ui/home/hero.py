"""The dark card on home: the running game or table, else a new game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any

import flet as ft

from qwixx_pad.core.positions import Position, Solo
from qwixx_pad.core.table import Table
from qwixx_pad.games.session import OpenGame
from qwixx_pad.i18n import isolate_text, join_isolated
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.library.library import LibraryGame
from qwixx_pad.multiplayer.open_tables import KnownTable, TableRegistry
from qwixx_pad.ui.context import (
    ScreenContext,
    UiSession,
    current_column_width,
    current_context,
    current_theme,
    current_translator,
    use_changes,
)
from qwixx_pad.ui.design.controls import tonal_button
from qwixx_pad.ui.design.primitives import TapHandler, tappable, write
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.flet_support.trail import PLAY_SECTIONS
from qwixx_pad.ui.gallery import blank_look
from qwixx_pad.ui.history.game_row import game_route
from qwixx_pad.ui.home.first_run import sheet_pill
from qwixx_pad.ui.play.state import roller_text
from qwixx_pad.ui.rules.examples import play_tokens
from qwixx_pad.ui.sheet.canvas import sheet_thumbnail
from qwixx_pad.ui.sheet.look import SheetLook, stored_look
from qwixx_pad.ui.text import signed_text
from qwixx_pad.ui.text.names import player_names
from qwixx_pad.ui.text.table_texts import location_text
from qwixx_pad.ui.theme.tokens import ASIDE, BODY, HEADLINE, LABEL, NAME, Style

_ON_WHITE = "#1D1B20"
"""Colour of letters on white, in every theme."""
_EDGE_DP = 20
_EXAMPLE_CROSSES = "r2 r4 r5 y3 y6 y7 g12 g10 g9 b11 b8"
"""The crosses in the picture of a new game."""
_PICTURE_SHARE = 0.42
"""Width of the picture of a running game, as a share of the column."""
_MIN_BROAD_DP = 480
"""Width of the column from which on the button is next to the sheet."""


def _hero_card(
    identifier: str,
    spoken: str,
    content: ft.Control,
    on_tap: Callable[[], object],
    **look: Any,  # noqa: ANN401 - whatever else ft.Container knows
) -> ft.Control:
    return tappable(
        identifier,
        spoken,
        content,
        on_tap,
        bgcolor=current_theme().hero,
        border_radius=24,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
        **look,
    )


_PILL_EDGES_DP = 116
"""Width around the words of a pill: its icon, its edges and those of the card."""


def _white_pill(
    text: str, icon: ft.IconData, style: Style = NAME, *, wraps: bool = False
) -> ft.Control:
    """Build the pill with the action of a card, which takes several lines if it `wraps`."""
    label = write(text, style, color=_ON_WHITE, expand=wraps, expand_loose=wraps)
    return ft.Container(
        ft.Row([ft.Icon(icon, size=18, color=_ON_WHITE), label], spacing=9, tight=True),
        bgcolor="#FFFFFF",
        border_radius=22,
        padding=ft.Padding.symmetric(horizontal=24, vertical=11),
        expand=wraps,
        expand_loose=wraps,
    )


def _paper(sheet: ft.Control, padding: float, **place: Any) -> ft.Control:  # noqa: ANN401 - as above
    return ft.Container(sheet, bgcolor="#FFFFFF", border_radius=14, padding=padding, **place)


# a new game


def new_game_hero(registry: TableRegistry, go: TapHandler) -> ft.Control:
    """Build the card that starts a game on the last sheet, and the pill that opens the gallery."""
    sheet = sheet_pill(registry, go)
    if current_context().theme.has_large_text:
        return ft.Column([_new_game_card(go), ft.Row([sheet])], spacing=8)
    return ft.Stack([_new_game_card(go), ft.Container(sheet, right=12, top=12)])


def _new_game_card(go: TapHandler) -> ft.Control:
    """Build the card: its words, and the picture in the space that they leave."""
    theme = current_theme()
    tr = current_translator()
    name = tr.gettext("New game")
    title_width = None if theme.has_large_text else current_column_width() * 0.49 - 22
    lines = ft.Column(
        [
            ft.Container(
                write(name, HEADLINE, color=theme.hero_ink, line_height=1.1, max_lines=2),
                width=title_width,
            ),
            write(
                tr.gettext("You roll.\nI keep score."), BODY, color=theme.hero_ink2, line_height=1.4
            ),
            ft.Container(height=4),
            _white_pill(tr.gettext("Start"), ft.Icons.EDIT_ROUNDED),
        ],
        spacing=4,
        tight=True,
    )
    padding = ft.Padding.only(left=_EDGE_DP, top=22, bottom=22 if theme.has_large_text else 0)
    words = ft.Container(lines, padding=padding)
    start = partial(go, "new-game")
    if theme.has_large_text:
        return _hero_card("new-game", name, words, start, height=None)
    inside = ft.Row(
        [words, _sliding_sheet()], spacing=0, vertical_alignment=ft.CrossAxisAlignment.START
    )
    height = theme.grown_height(186, 26, 26, 18, 18, 16)
    return _hero_card("new-game", name, inside, start, height=height)


def _sliding_sheet() -> ft.Control:
    """Build a begun sheet that slides out of the card."""
    begun = play_tokens(installed_layouts().default_layout, _EXAMPLE_CROSSES.split())
    look = stored_look(begun.position.sheets[0], frozenset(), current_translator())
    sheet = _paper(
        sheet_thumbnail(look, 260, "hero"),
        12,
        left=14,
        top=current_theme().grown_height(48, 13) + 14,
        rotate=ft.Rotate(0.08, alignment=ft.Alignment.TOP_LEFT),
    )
    return ft.Stack([sheet], expand=True, clip_behavior=ft.ClipBehavior.NONE)


def new_game_line(registry: TableRegistry, go: TapHandler) -> ft.Control:
    """Build the button that starts a game while another one runs, and the pill for the sheet."""
    context = current_context()
    button = tonal_button(
        "new-game",
        context.tr.gettext("New game"),
        lambda: go("new-game"),
        icon=ft.Icons.EDIT_ROUNDED,
        height=52,
        size=14,
    )
    sheet = sheet_pill(registry, go)
    if context.theme.has_large_text:
        return ft.Column(
            [button, ft.Row([sheet])],
            spacing=8,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        )
    return ft.Row([ft.Container(button, expand=True), sheet], spacing=10)


# a running game


@dataclass(frozen=True, slots=True)
class _RunningLook:
    """The content of the card of a running game or table.

    Attributes:
        title: Whose turn it is.
        facts: When and where it is played.
        scores: The names and their points as texts, which are empty where points are hidden.
        sheet: The player's own sheet, else that of the roller; None if this pad lacks it.
        seed: The seed of the handwriting on the sheet.
        action: The text of the pill.
    """

    title: str
    facts: str
    scores: Sequence[tuple[str, str]]
    sheet: SheetLook | None
    seed: str
    action: str

    @property
    def spoken(self) -> str:
        """All texts in one line, for a screen reader."""
        scores = (
            " ".join(filter(None, (isolate_text(name), points))) for name, points in self.scores
        )
        return join_isolated(filter(None, (self.action, self.title, self.facts, *scores)))


def _look_of_game(  # noqa: PLR0913, PLR0917 - all that the card depends on
    game: str,
    position: Position,
    names: Sequence[str],
    own_seat: int | None,
    facts: Sequence[str],
    context: ScreenContext,
) -> _RunningLook:
    tr = context.tr
    hides_points = context.settings.hide_points
    seat = own_seat or position.active or 1
    scores: list[tuple[str, str]] = []
    if not isinstance(position, Solo):
        title = roller_text(position, names, own_seat, tr)
        points = ["" if hides_points else signed_text(sheet.total) for sheet in position.sheets]
        scores = [*zip(names, points, strict=True)]
    else:
        title = tr.gettext("Your game")
        if not hides_points:
            scores = [(tr.ngettext("{n} point", "{n} points", position.sheet.total), "")]
    if isinstance(position, Table):
        number = (position.roll - 1) // len(names) + 1
        facts = [tr.gettext("Round {n}", n=number), *facts]
    return _RunningLook(
        title=title,
        facts=" • ".join(facts),
        scores=scores,
        sheet=stored_look(position.sheet_of(seat), position.out_of_play, tr),
        seed=f"{game}{seat if len(names) > 1 else ''}",
        action=tr.gettext("Continue"),
    )


def game_hero(
    stored: LibraryGame,
    opened: OpenGame,
    registry: TableRegistry,
    go: TapHandler,
) -> ft.Control:
    """Build the card of a running game of this device alone."""
    context = current_context()
    summary = stored.summary
    when = context.tr.elapsed_text(summary.touched, registry.service.now())
    names = player_names(summary, context.tr)
    look = _look_of_game(summary.game, opened.game.position, names, None, [when], context)
    return _running_card("continue-game", look, lambda: go(game_route(stored, registry)))


@component
def table_hero(session: UiSession, table: KnownTable, go: TapHandler) -> ft.Control:
    """Build the card of a table that waits or is in play, which follows the game."""
    context = current_context()
    tr = context.tr
    seating = table.seating
    position = table.current_position

    def shown_position(before: Table | None) -> Table | None:
        section = (session.page.route or "").strip("/").partition("/")[0]
        return before if section in PLAY_SECTIONS else table.current_position

    _, set_position = ft.use_state(position)
    use_changes(table.watch, lambda: set_position(shown_position))
    place = location_text(table, session.registry, tr)
    facts = [*filter(None, (tr.gettext("Table {code}", code=seating.code), place))]
    if position is None or seating.game is None:
        layout = session.registry.service.sheets.get(seating.layout)
        look = _RunningLook(
            title=tr.gettext("Your table"),
            facts=" • ".join(facts),
            scores=[(name, "") for name in seating.names],
            sheet=None if layout is None else blank_look(layout, tr),
            seed="blank",
            action=tr.gettext("Back to the table"),
        )
    else:
        own_seats = seating.seats_of(session.identity.id)
        own = own_seats[0] if len(own_seats) == 1 else None
        look = _look_of_game(seating.game, position, seating.names, own, facts, context)
    return _running_card(f"table-{seating.code}", look, partial(go, f"/table/{seating.code}"))


def _running_card(
    identifier: str,
    look: _RunningLook,
    on_tap: Callable[[], object],
) -> ft.Control:
    theme = current_theme()
    width = current_column_width()
    large = theme.has_large_text
    scores: list[ft.Control] = [_score_line(*score) for score in look.scores]
    style = NAME.fitted_to(theme, look.action, width - _PILL_EDGES_DP, inf)
    pill = ft.Row([_white_pill(look.action, ft.Icons.PLAY_ARROW_ROUNDED, style, wraps=large)])
    is_broad = width >= _MIN_BROAD_DP and not large
    if is_broad:
        scores += [ft.Container(height=6), pill]
    middle: list[ft.Control] = [ft.Column(scores, spacing=3, tight=True, expand=True)]
    if look.sheet is not None and not large:
        drawn = sheet_thumbnail(look.sheet, width * _PICTURE_SHARE, look.seed)
        middle.append(_paper(drawn, 8))
    lines = ft.Column(
        [
            write(
                look.title,
                HEADLINE,
                color=theme.hero_ink,
                line_height=1.1,
                max_lines=2,
                overflow=ft.TextOverflow.ELLIPSIS,
            ),
            *([write(look.facts, ASIDE, color=theme.hero_ink2)] if look.facts else []),
            ft.Container(
                ft.Row(middle, spacing=14, vertical_alignment=ft.CrossAxisAlignment.START),
                padding=ft.Padding.symmetric(vertical=6),
            ),
            *([] if is_broad else [pill]),
        ],
        spacing=4,
        tight=True,
    )
    return _hero_card(identifier, look.spoken, lines, on_tap, padding=_EDGE_DP)


def _score_line(name: str, points: str) -> ft.Control:
    theme = current_theme()
    parts = [
        write(
            name,
            BODY,
            color=theme.hero_ink,
            max_lines=2,
            expand=True,
            overflow=ft.TextOverflow.ELLIPSIS,
        )
    ]
    if points:
        parts.append(write(points, LABEL, color=theme.hero_ink))
    return ft.Row([*parts], spacing=8)
