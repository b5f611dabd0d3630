"""Two lines that somebody must know, with an icon, and with buttons where there is a choice."""

import flet as ft

from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.tokens import Theme


def notice_card(
    lines: tuple[str, str],
    icon: ft.IconData,
    theme: Theme,
    *buttons: ft.Control,
    identifier: str = "notice",
) -> ft.Control:
    """The card; a screen reader says it when it appears.

    Args:
        lines: What is so, and what that means.
        icon: Before them.
        theme: In which colours.
        buttons: Below them.
        identifier: Of what is said.
    """
    said = ft.Column(
        [
            write(lines[0], 15, 600, color=theme.ink),
            write(lines[1], 13, 400, color=theme.ink2),
        ],
        spacing=2,
    )
    spoken = ft.Semantics(
        identifier=identifier, container=True, live_region=True, content=said, expand=True
    )
    head = ft.Row([ft.Icon(icon, size=22, color=theme.ink), spoken], spacing=12)
    return ft.Container(
        ft.Column([head, *buttons], spacing=12, tight=True),
        bgcolor=theme.surface2,
        border_radius=16,
        padding=14,
        margin=ft.Margin.only(top=10),
    )
