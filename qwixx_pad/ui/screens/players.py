"""The players that this pad remembers: other names, other colours, or forgotten."""

from collections.abc import Callable
from typing import Any

import flet as ft

from qwixx_pad.service.settings import Person, initial
from qwixx_pad.ui.frame import Frame
from qwixx_pad.ui.guards import component, handler
from qwixx_pad.ui.parts.buttons import icon_button
from qwixx_pad.ui.parts.fields import text_field
from qwixx_pad.ui.parts.form import page_bar
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.page_column import WIDEST, page_column
from qwixx_pad.ui.parts.tap import tappable
from qwixx_pad.ui.parts.topbar import disc
from qwixx_pad.ui.parts.undo_bar import above_foot, undo_bar

_Before = tuple[str, tuple[Person, ...]]
"""Who was forgotten last, and everybody before that."""
_NOBODY: _Before = ("", ())


@component
def players_screen(frame: Frame, go: Callable[[str], None]) -> ft.Control:
    """One line a player; kept games stay as they were played.

    Args:
        frame: Space, theme, words and settings.
        go: Leads to another screen.
    """
    forgotten, keep = ft.use_state(_NOBODY)
    words, people = frame.words, frame.settings.people
    width = min(frame.space.width, WIDEST) - 32
    note = (
        words.text("They are offered for a new game. Kept games stay as they were played.")
        if people
        else words.text("Who plays with you is remembered here.")
    )
    lines = [
        page_bar(frame, words.text("Players"), go),
        write(note, 14, 400, color=frame.theme.ink2, height=1.4),
        *(_line(place, person, frame, keep) for place, person in enumerate(people, 1)),
    ]
    page = page_column(lines, width, spacing=10)
    return above_foot(page, _told(forgotten, frame, keep), frame)


def _told(before: _Before, frame: Frame, keep: Callable[[_Before], None]) -> list[ft.Control]:
    """Who was forgotten, and the way back."""
    name, people = before
    if not name:
        return []

    def undo() -> None:
        frame.change(people=people)
        keep(_NOBODY)

    return [undo_bar(frame.words.text("{name} is forgotten.", name=name), frame, undo)]


def _line(place: int, person: Person, frame: Frame, keep: Callable[[_Before], None]) -> ft.Control:
    words, theme, settings = frame.words, frame.theme, frame.settings
    name = person.name

    def renamed(event: Any) -> None:  # noqa: ANN401 - Flet's events are generic over their control
        frame.change(people=settings.renamed(name, event.control.value or "").people)

    def forget() -> None:
        keep((name, settings.people))
        frame.change(people=settings.forgotten(name).people)

    face = tappable(
        f"person-color-{place}",
        words.text("Another colour for {name}", name=name),
        disc(initial(name), theme.player(person.color), 36),
        lambda: frame.change(people=settings.recolored(name).people),
        width=48,
        height=48,
        border_radius=24,
        alignment=ft.Alignment.CENTER,
    )
    field = text_field(
        theme, words.text("Name"), name, on_blur=handler(renamed), on_submit=handler(renamed)
    )
    named = ft.Semantics(identifier=f"person-name-{place}", content=field, expand=True)
    gone = icon_button(
        theme,
        f"forget-{place}",
        words.text("Forget {name}", name=name),
        ft.Icons.CLOSE_ROUNDED,
        forget,
    )
    return ft.Container(ft.Row([face, named, gone], spacing=6), key=f"{place} {name}")
