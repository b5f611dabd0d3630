"""The end of a game: who wins or what it sums up to, the sheets as they were filled, what next."""

from collections.abc import Sequence

import flet as ft

from qwixx_pad.core.game import Game
from qwixx_pad.ui.design.bars import undo_redo
from qwixx_pad.ui.design.controls import primary, tonal, way_button
from qwixx_pad.ui.design.primitives import Tap, beside
from qwixx_pad.ui.pad.intents import may_redo, undoing
from qwixx_pad.ui.pad.state import PadState
from qwixx_pad.ui.pad.view import PadLook
from qwixx_pad.ui.result import end_look
from qwixx_pad.ui.result.end_parts import end_head, end_of_sheet, end_sheets, end_standings
from qwixx_pad.ui.runtime.guards import component
from qwixx_pad.ui.shell import ScreenContext


@component
def result(  # noqa: PLR0913, PLR0917 - the sheet, whose it is, what can be undone and redone
    look: PadLook,
    game: Game,
    context: ScreenContext,
    name: str,
    seed: str,
    tap: Tap,
    can: tuple[bool, bool],
) -> ft.Control:
    """The result of one sheet; undo still works from here."""
    parts = end_of_sheet(look, game, context, name, context.column, seed)
    bar = _bar(can, context, tap)
    again = ("new-game", context.words.text("New game"))
    return _page([bar, *parts], again, context, tap)


@component
def table_result(state: PadState, context: ScreenContext, seed: str, tap: Tap) -> ft.Control:
    """The result of a table; what can still be undone is undone from here."""
    table = state.table
    if table is None:
        raise TypeError(state.game.setup.text)
    width = context.column
    end = end_look(state.game, table.names, table.colors, context.words)
    can = undoing(state, state.seat) is not None, may_redo(state, state.seat)
    parts = [
        _bar(can, context, tap),
        end_head(end, context, width, seed),
        end_standings(end, context, width),
        *end_sheets(end, state.game, context, width, seed),
    ]
    return _page(parts, ("rematch", context.words.text("Rematch")), context, tap)


def _bar(can: tuple[bool, bool], context: ScreenContext, tap: Tap) -> ft.Control:
    theme, words = context.theme, context.words
    close = way_button("home", words.text("Home"), ft.Icons.CLOSE_ROUNDED, theme, tap)
    share = way_button("share", words.text("Share"), ft.Icons.IOS_SHARE_ROUNDED, theme, tap)
    undo = undo_redo(can, theme, words, tap)
    return ft.Row([close, ft.Container(expand=True), *undo, share], height=52, spacing=0)


def _page(
    parts: Sequence[ft.Control], again: tuple[str, str], context: ScreenContext, tap: Tap
) -> ft.Control:
    """The parts in a column that scrolls, above the two buttons."""
    body = ft.Column(
        [*parts],
        spacing=12,
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    whole = ft.Column([body, _buttons(again, context, tap)], spacing=12)
    return ft.Row(
        [ft.Container(whole, width=context.column, padding=ft.Padding.only(bottom=14))],
        alignment=ft.MainAxisAlignment.CENTER,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        expand=True,
    )


def _buttons(again: tuple[str, str], context: ScreenContext, tap: Tap) -> ft.Control:
    name, text = again
    next_game = primary(context.theme, name, text, lambda: tap(name), icon=ft.Icons.REFRESH_ROUNDED)
    review = tonal(
        context.theme,
        "review",
        context.words.text("Review"),
        lambda: tap("review"),
        icon=ft.Icons.PLAY_ARROW_ROUNDED,
        size=16,
    )
    return beside([next_game, review], context.theme, spacing=10, shares=(58, 42))
