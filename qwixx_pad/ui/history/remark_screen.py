"""The screen for the place and the note of a game."""

from functools import partial

import flet as ft

from qwixx_pad.games.session import Failure
from qwixx_pad.i18n import join_isolated
from qwixx_pad.library.library import Library, LibraryGame
from qwixx_pad.library.summaries import MAX_LOCATION_CHARS, MAX_NOTE_CHARS, Remark
from qwixx_pad.ui.context import ScreenContext
from qwixx_pad.ui.design.controls import primary_button
from qwixx_pad.ui.design.fields import limited_field
from qwixx_pad.ui.design.form import page_bar
from qwixx_pad.ui.design.primitives import TapHandler, message_line, page_column
from qwixx_pad.ui.flet_support.field_state import use_field_state
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.text.names import player_names

_MAX_NOTE_LINES = 6
"""Lines of a note that are visible at the same time."""


@component
def remark_screen(
    library: Library, stored: LibraryGame, context: ScreenContext, go: TapHandler
) -> ft.Control:
    """Edit the place and the note of a game; leaving a field saves both."""
    tr = context.tr
    game = stored.summary.game
    place = use_field_state("place", game)
    note = use_field_state("note", game)
    error_text, set_error = ft.use_state("")

    def save_remark() -> Failure | None:
        remark = Remark.from_values(
            place.text_or(stored.remark.location), note.text_or(stored.remark.note)
        )
        failure = library.annotate(game, remark)
        set_error(". ".join(tr.failure_texts(failure)) if failure else "")
        return failure

    def save_on_leave(text: str) -> str:
        save_remark()
        return text

    def finish_remark() -> None:
        if save_remark() is None:
            go("back")

    build_field = partial(limited_field, leave=save_on_leave, send=finish_remark, expand=True)
    place_field = build_field(
        place,
        label=tr.gettext("Where you played"),
        stored=stored.remark.location,
        max_chars=MAX_LOCATION_CHARS,
    )
    note_field = build_field(
        note,
        label=tr.gettext("What you want to remember"),
        stored=stored.remark.note,
        max_chars=MAX_NOTE_CHARS,
        multiline=True,
        shift_enter=True,
        max_lines=_MAX_NOTE_LINES,
    )
    parts = [
        ft.Row([place_field]),
        ft.Row([note_field]),
        *([message_line(error_text)] if error_text else []),
        primary_button("keep-remark", tr.gettext("Done"), finish_remark, height=52),
    ]
    names = join_isolated(player_names(stored.summary, tr))
    bar = page_bar(tr.gettext("Note and place"), go, names)
    return page_column(parts, context.column_width, spacing=12, bar=bar)
