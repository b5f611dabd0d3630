"""Where a game was played, and a note about it."""

from collections.abc import Callable
from typing import Any

import flet as ft

from qwixx_pad.archive.library import Kept, Library
from qwixx_pad.archive.summaries import NOTE_LENGTH, PLACE_LENGTH, Remark
from qwixx_pad.service.session import EntryOutcome
from qwixx_pad.ui.design.controls import primary
from qwixx_pad.ui.design.form import page_bar, text_field
from qwixx_pad.ui.design.primitives import Tap, message, page_column
from qwixx_pad.ui.games import names_of
from qwixx_pad.ui.runtime.guards import component, handler
from qwixx_pad.ui.shell import ScreenContext

_LINES = 6
"""So many lines of a note are seen at once."""


@component
def remark_screen(library: Library, kept: Kept, context: ScreenContext, go: Tap) -> ft.Control:
    """Asks for the place and the note of a game, and keeps them when a field is left.

    Args:
        library: Keeps them.
        kept: The game, with what was written about it until now.
        context: Theme and words.
        go: Leads `back`.
    """
    theme, words = context.theme, context.words
    begun = ft.use_memo(lambda: kept.remark, [])
    typed: list[str] = ft.use_memo(lambda: [begun.place, begun.note], [])
    said, say = ft.use_state("")

    def keep(_: object = None) -> EntryOutcome:
        outcome = library.annotate(kept.summary.game, Remark.of(*typed))
        say(". ".join(words.trouble(outcome.trouble)) if outcome.trouble else "")
        return outcome

    def done(_: object = None) -> None:
        if keep().stands:
            go("back")

    def field(at: int, label: str, longest: int, **more: Any) -> ft.Control:  # noqa: ANN401 - whatever else ft.TextField knows
        asked = text_field(
            theme,
            label,
            (begun.place, begun.note)[at],
            max_length=longest,
            counter="",
            on_change=handler(_into(typed, at)),
            on_blur=handler(keep),
            on_submit=handler(done),
            expand=True,
            **more,
        )
        return ft.Row([ft.Semantics(identifier=("place", "note")[at], content=asked, expand=True)])

    note = {"multiline": True, "shift_enter": True, "max_lines": _LINES}
    parts = [
        page_bar(
            context, words.text("Note and place"), go, ", ".join(names_of(kept.summary, words))
        ),
        field(0, words.text("Where you played"), PLACE_LENGTH),
        field(1, words.text("What you want to remember"), NOTE_LENGTH, **note),
        *([message(said, theme)] if said else []),
        primary(theme, "keep-remark", words.text("Done"), done, height=52),
    ]
    return page_column(parts, context.column, spacing=12)


def _into(typed: list[str], at: int) -> Callable[[Any], None]:
    """Remembers what stands in a field."""

    def typing(event: Any) -> None:  # noqa: ANN401 - Flet's events are generic over their control
        typed[at] = event.control.value or ""

    return typing
