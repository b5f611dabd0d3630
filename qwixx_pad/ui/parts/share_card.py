"""A finished game as a picture: what is shown, and what is handed on."""

import flet as ft

from qwixx_pad.core.game import Game
from qwixx_pad.ui.end_look import end_look
from qwixx_pad.ui.frame import Frame
from qwixx_pad.ui.guards import component
from qwixx_pad.ui.pad.view import pad_look
from qwixx_pad.ui.parts.end_sheet import end_of_sheet
from qwixx_pad.ui.parts.end_table import end_head, end_sheets, end_standings
from qwixx_pad.ui.parts.lettering import write

_EDGE = 16


@component
def share_card(  # noqa: PLR0913, PLR0917 - a game, whose it is, and its place
    game: Game,
    names: tuple[str, ...],
    colors: tuple[int, ...],
    day: str,
    frame: Frame,
    width: float,
    seed: str,
) -> ft.Control:
    """The picture of a finished game.

    Args:
        game: Which.
        names: In seating order.
        colors: Of the players, among the players' colours.
        day: When it was played, in words.
        frame: Theme and words.
        width: Of the picture, in dp.
        seed: Whose pen it is.
    """
    inner = width - 2 * _EDGE
    if game.setup.seats > 1:
        end = end_look(game, names, colors, frame.words)
        parts = [
            end_head(end, frame, inner, seed),
            end_standings(end, frame, inner),
            *end_sheets(end, game, frame, inner, seed),
        ]
    else:
        parts = end_of_sheet(pad_look(game, frame.words), game, frame, names[0], inner, seed)
    column = ft.Column(
        [*parts, _foot(day, frame, inner)],
        spacing=12,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return ft.Container(column, width=width, padding=_EDGE, bgcolor=frame.theme.table)


def _foot(day: str, frame: Frame, width: float) -> ft.Control:
    theme = frame.theme
    logo = ft.Image(src="icon.png", width=22, height=22, border_radius=6)
    return ft.Semantics(
        exclude_semantics=True,
        content=ft.Row(
            [
                logo,
                write("Qwixx Pad", 13, 600, color=theme.ink, expand=True),
                write(day, 13, 400, color=theme.ink2),
            ],
            spacing=8,
            width=width,
        ),
    )
