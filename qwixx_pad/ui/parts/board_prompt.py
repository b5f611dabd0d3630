"""Where the pawn stands: a tap on the points of its space, or that it has arrived."""

from collections.abc import Sequence

import flet as ft

from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import Arrive, Board, Entry
from qwixx_pad.ui.parts.buttons import outlined
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.tap import Tap, tappable
from qwixx_pad.ui.tokens import Theme
from qwixx_pad.ui.words import Words

_A_ROW = 7


def board_question(
    game: Game, seat: int, theme: Theme, words: Words, tap: Tap
) -> Sequence[ft.Control]:
    """One button for each worth that a space can have; what is behind the pawn is pale."""
    sheet = game.position.sheets[seat - 1]
    most = sheet.layout.board or 0
    cells = [_space(game, seat, points, theme, words, tap) for points in range(most + 1)]
    rows = [ft.Row([*cells[i : i + _A_ROW]], spacing=6) for i in range(0, len(cells), _A_ROW)]
    return [
        write(words.text("Your pawn’s space"), 20, 600, color=theme.ink),
        write(
            words.text("What does it say? It counts as extra points."), 15, 400, color=theme.ink2
        ),
        ft.Column([*rows], spacing=6),
        *_arrived(game, seat, theme, words, tap),
        outlined(theme, "cancel", words.text("Back to the pad"), lambda: tap("cancel"), height=48),
    ]


def _space(  # noqa: PLR0913, PLR0917 - one button and what it knows
    game: Game, seat: int, points: int, theme: Theme, words: Words, tap: Tap
) -> ft.Control:
    now = game.position.sheets[seat - 1].extra == points
    entry = Entry(Board(points), seat if game.setup.seats > 1 else None)
    may = game.why_not(entry) is None
    token = Board(points).text
    node = tappable(
        token,
        words.count("{n} extra point", "{n} extra points", points),
        write(str(points), 18, 600, color=theme.on_primary if now else theme.ink, height=1.0),
        lambda: tap(token),
        checked=now,
        height=48,
        bgcolor=theme.primary if now else theme.surface2,
        border_radius=12,
        opacity=1 if may or now else 0.38,
        alignment=ft.Alignment.CENTER,
    )
    return ft.Container(node, expand=True)


def _arrived(game: Game, seat: int, theme: Theme, words: Words, tap: Tap) -> Sequence[ft.Control]:
    """The start of the last round; once it was said, it need not be said again."""
    token = Arrive().text
    if game.position.sheets[seat - 1].arrived:
        said = words.text("Your pawn has reached the last five spaces.")
        return [write(said, 14, 500, color=theme.ink2)]
    text = words.text("My pawn reached the last five spaces")
    icon = ft.Icons.FLAG_ROUNDED
    return [outlined(theme, token, text, lambda: tap(token), icon=icon, height=52, size=14)]
