"""A field for a text of limited length."""

from collections.abc import Callable
from typing import Any

import flet as ft

from qwixx_pad.settings import truncate_graphemes
from qwixx_pad.ui.context import current_translator
from qwixx_pad.ui.design.controls import text_field
from qwixx_pad.ui.flet_support.field_state import FieldState


def limited_field(  # noqa: PLR0913 - as `text_field`
    typed: FieldState,
    label: str,
    max_chars: int,
    stored: str = "",
    *,
    hint: Callable[[str], str] = lambda _: "",
    change: Callable[[str], object] = lambda _: None,
    **more: Any,  # noqa: ANN401 - whatever else `text_field` knows
) -> ft.Semantics:
    """Paint a field that takes no more than `max_chars` characters, and says when it is full.

    A device limits graphemes, some of which are several characters. `hint` returns a further remark
    on a text; empty for none.
    """
    tr = current_translator()

    def note_on(text: str) -> str:
        full = tr.gettext("That’s all that fits: {n} characters.", n=max_chars)
        return " ".join(filter(None, (full if len(text) >= max_chars else "", hint(text))))

    shown = note_on(typed.text_or(stored))

    def on_change(text: str) -> None:
        if len(text) > max_chars:
            typed.set_text(truncate_graphemes(text, max_chars))
        elif note_on(text) != shown:
            typed.repaint()
        change(text)

    return text_field(
        typed,
        label,
        stored,
        change=on_change,
        helper=shown or None,
        helper_max_lines=3,
        max_length=max_chars,
        counter="",
        **more,
    )
