"""The end of a game: who wins or what it sums up to, the sheets as they were filled, what next."""

from collections.abc import Sequence

import flet as ft

from qwixx_pad.ui.design.bars import undo_redo
from qwixx_pad.ui.design.controls import primary, tonal, way_button
from qwixx_pad.ui.design.primitives import Tap, beside
from qwixx_pad.ui.pad.intents import may_redo, undoing
from qwixx_pad.ui.pad.state import PadState
from qwixx_pad.ui.result.end_parts import end_of_game
from qwixx_pad.ui.runtime.guards import component
from qwixx_pad.ui.shell import ScreenContext


@component
def result(
    state: PadState, names: tuple[str, ...], context: ScreenContext, seed: str, tap: Tap
) -> ft.Control:
    """The result of a sheet or of a table; what can still be undone is undone from here."""
    words, width, table = context.words, context.column, state.table
    again, colors = ("new-game", words.text("New game")), tuple[int, ...]()
    names = (names[0] or words.text("You"),)
    if table is not None:
        again, names, colors = ("rematch", words.text("Rematch")), table.names, table.colors
    can = undoing(state, state.seat) is not None, may_redo(state, state.seat)
    parts = end_of_game(state.game, names, colors, context, width, seed)
    return _page([_bar(can, context, tap), *parts], again, context, tap)


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
