"""The licences of all that ships with the pad."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import flet as ft

from qwixx_pad.ui.frame import Frame
from qwixx_pad.ui.guards import component
from qwixx_pad.ui.parts.form import page_bar
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.page_column import WIDEST, page_column
from qwixx_pad.ui.parts.tap import tappable

if TYPE_CHECKING:
    from qwixx_pad.licences import Work


@component
def licences_screen(frame: Frame, go: Callable[[str], None]) -> ft.Control:
    """One line a work; a tap opens its licence and closes it again.

    Args:
        frame: Space, theme and words.
        go: Leads to another screen.
    """
    from qwixx_pad.licences import works  # noqa: PLC0415 - few read them, and no start waits for them

    opened, see = ft.use_state(-1)
    words, theme = frame.words, frame.theme
    width = min(frame.space.width, WIDEST) - 32
    parts: list[ft.Control] = [
        page_bar(frame, words.text("Licences"), go),
        write(
            words.text("The pad stands on the work of many. Tap a line to read its licence."),
            14,
            400,
            color=theme.ink2,
            height=1.4,
        ),
    ]
    for place, work in enumerate(works()):
        shown = place == opened
        to = -1 if shown else place
        parts.append(_line(work, place, frame, partial(see, to), opened=shown))
        if shown:
            text = work.text or words.text("It came without the text of its licence.")
            parts.append(_text(text, frame))
    return page_column(parts, width, spacing=6)


def _line(
    work: "Work", place: int, frame: Frame, flip: Callable[[], object], *, opened: bool
) -> ft.Control:
    theme = frame.theme
    names = ft.Column(
        [
            write(work.title, 15, 600, color=theme.ink, height=1.2),
            *([write(work.licence, 13, 400, color=theme.ink2, height=1.2)] if work.licence else []),
        ],
        spacing=1,
        tight=True,
        expand=True,
    )
    icon = ft.Icons.EXPAND_LESS_ROUNDED if opened else ft.Icons.EXPAND_MORE_ROUNDED
    return tappable(
        f"licence-{place}",
        f"{work.title}, {work.licence}" if work.licence else work.title,
        ft.Row([names, ft.Icon(icon, size=22, color=theme.ink2)]),
        flip,
        bgcolor=theme.surface,
        border_radius=14,
        padding=ft.Padding.symmetric(horizontal=14, vertical=9),
    )


def _text(text: str, frame: Frame) -> ft.Control:
    said = write(text, 13, 400, color=frame.theme.ink, height=1.35, selectable=True)
    return ft.Semantics(
        identifier="licence-text",
        container=True,
        content=ft.Container(said, padding=ft.Padding.symmetric(horizontal=14, vertical=6)),
    )
