"""The screen of custom sheets: add one from a file or a text, or remove one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import flet as ft

from qwixx_pad.core.layout import Layout
from qwixx_pad.games.custom_sheets import SheetCatalog, layout_from_file
from qwixx_pad.games.session import Failure
from qwixx_pad.i18n import N_
from qwixx_pad.layouts import LayoutFault, LayoutFileError
from qwixx_pad.library.exchange import ImportRefusedError
from qwixx_pad.storage import StorageError
from qwixx_pad.ui.context import current_context
from qwixx_pad.ui.design.controls import icon_button, primary_button, text_field, tonal_button
from qwixx_pad.ui.design.form import Screen, page_bar, settings_group, with_undo_bar
from qwixx_pad.ui.design.primitives import TapHandler, labelled_node, page_column, write
from qwixx_pad.ui.flet_support.field_state import FieldState, use_field_state
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.gallery import blank_look, sheet_refusal_text
from qwixx_pad.ui.history import import_refusal_texts
from qwixx_pad.ui.sheet.canvas import sheet_thumbnail
from qwixx_pad.ui.text.translator import Translator
from qwixx_pad.ui.theme.tokens import ASIDE, HINT, LABEL, NAME

_PICTURE_DP = 104.0
# Translators: a file in TOML format; translate the title and the lines that begin with #.
EXAMPLE = N_(
    """\
# What isn’t said here is as on the sheet Classic.
extends = 'classic'
title = 'Backwards'

# Red starts with 12, blue with 2.
[rows.r]
numbers = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]
[rows.b]
numbers = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
"""
)
_MAX_FAULTS = 12
"""Faults that are shown at once."""


def fault_text(fault: LayoutFault, tr: Translator) -> str:
    sentence = tr.gettext(fault.fault.value, **dict(fault.values))
    if not fault.key:
        return tr.gettext("Line {line}: {said}", line=fault.line, said=sentence)
    # Translators: {key} is what stands before an equals sign in the file; {said} is a sentence.
    return tr.gettext("Line {line}, {key}: {said}", line=fault.line, key=fault.key, said=sentence)


@dataclass(frozen=True)
class _CustomSheetsState:
    """The state of the screen.

    Attributes:
        faults: The faults of the text that was to be added.
        message_text: The result of the last action; empty for none.
        removed: The sheet that was removed last, while that can be undone.
    """

    faults: tuple[LayoutFault, ...] = ()
    message_text: str = ""
    removed: Layout | None = None


@component
def custom_sheets_screen(sheets: SheetCatalog, go: TapHandler) -> ft.Control:
    state, set_state = ft.use_state(_CustomSheetsState())
    typed = use_field_state("sheet-text")
    page = _CustomSheetsPage(current_context(), go, sheets, state, set_state, typed)
    return page.build_sheets_page()


@dataclass(frozen=True)
class _CustomSheetsPage(Screen):
    """The screen in one state."""

    sheets: SheetCatalog
    state: _CustomSheetsState
    set_state: Callable[[_CustomSheetsState], None]
    typed: FieldState

    def build_sheets_page(self) -> ft.Control:
        layouts = self.sheets.custom_layouts
        stored = [layout for layout in layouts if self.sheets.is_offered(layout.name)]
        given = [layout for layout in layouts if not self.sheets.is_offered(layout.name)]
        about = N_("A sheet is a text in TOML format that says what differs from a printed one.")
        parts = [
            write(self.tr.gettext(about), ASIDE, color=self.theme.ink2, line_height=1.4),
            settings_group(self.tr.gettext("Add a sheet"), self._add_parts()),
            *(
                self._custom_sheet_card(place, layout)
                for place, layout in enumerate((*reversed(stored), *given), 1)
            ),
        ]
        page = page_column(
            parts,
            self.context.column_width,
            spacing=14,
            bar=page_bar(self.tr.gettext("Your own sheets"), self.go),
        )
        undo = None if self.state.removed is None else self._undo_remove
        return with_undo_bar(page, self.state.message_text, undo)

    def _add_parts(self) -> Sequence[ft.Control]:
        tr = self.tr
        is_empty = not self.typed.text_or("").strip()

        def on_type(text: str) -> None:
            if bool(text.strip()) is is_empty:
                self.typed.repaint()

        field = text_field(
            self.typed,
            tr.gettext("Or paste its text"),
            change=on_type,
            leave=self._add_left,
            dense=True,
            multiline=True,
            min_lines=2,
            max_lines=8,
            align_label_with_hint=True,
        )
        example = self.line_button(
            "use-example",
            N_("Start with an example"),
            lambda: self.typed.set_text(tr.gettext(EXAMPLE)),
        )
        file_button = primary_button if is_empty else tonal_button
        add_button = tonal_button if is_empty else primary_button
        parts = [
            file_button(
                "choose-file", tr.gettext("Choose a file"), self._add_file, height=50, size=16
            ),
            field,
            add_button("add-sheet", tr.gettext("Add"), self._add_pasted, height=50, size=16),
            *([example] if is_empty else []),
            *self._fault_parts(),
        ]
        return [ft.Column(parts, spacing=10, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)]

    def _fault_parts(self) -> Sequence[ft.Control]:
        faults = self.state.faults
        tr = self.tr
        if not faults:
            return []
        title = tr.ngettext(
            "It wasn’t added: there is {n} fault in it.",
            "It wasn’t added: there are {n} faults in it.",
            len(faults),
        )
        lines = [fault_text(fault, tr) for fault in faults[:_MAX_FAULTS]]
        shown = write("\n".join(lines), ASIDE, line_height=1.4, selectable=True)
        return [
            write(title, LABEL),
            ft.Semantics(identifier="faults", container=True, live_region=True, content=shown),
        ]

    def _custom_sheet_card(self, number: int, layout: Layout) -> ft.Control:
        tr = self.tr
        theme = self.theme
        title = tr.layout_title(layout.name)
        about = tr.gettext("From a folder on this computer.")
        removes: list[ft.Control] = []
        if self.sheets.is_offered(layout.name):
            about = tr.layout_description(layout)
            removes = [
                icon_button(
                    f"remove-sheet-{number}",
                    tr.gettext("Remove {sheet}", sheet=title),
                    ft.Icons.CLOSE_ROUNDED,
                    partial(self._remove_sheet, layout),
                )
            ]
        words = ft.Column(
            [
                write(title, NAME, line_height=1.2),
                write(about, HINT, color=theme.ink2, line_height=1.3),
            ],
            spacing=3,
            tight=True,
        )
        picture = sheet_thumbnail(blank_look(layout, tr), _PICTURE_DP, "blank")
        named = labelled_node(f"own-sheet-{number}", f"{title}. {about}", words, expand=True)
        line: ft.Control = ft.Row([picture, named, *removes], spacing=12)
        if theme.has_large_text:  # words below the picture
            line = ft.Column([ft.Row([picture, *removes], spacing=12), ft.Row([named])])
        return ft.Container(
            line,
            key=layout.name,
            bgcolor=theme.surface,
            border_radius=18,
            padding=12,
        )

    def _show_outcome(self, text: str, removed: Layout | None = None) -> None:
        self.set_state(_CustomSheetsState(message_text=text, removed=removed))

    def _try_change(
        self, change: Callable[[], None], text: str, removed: Layout | None = None
    ) -> bool:
        """Make a change, and show the outcome; return False if storage failed."""
        try:
            change()
        except StorageError as error:
            self._show_outcome(" ".join(self.tr.failure_texts(Failure.from_error(error))))
            return False
        self._show_outcome(text, removed)
        return True

    # add

    async def _add_file(self) -> None:
        try:
            picked = await self.transfer.pick_file()
        except ImportRefusedError as error:
            self._show_outcome(" ".join(import_refusal_texts(error.reason, self.tr)))
            return
        if picked is not None and self._add_sheet(picked.content, picked.name):
            self.typed.set_text(None)

    def _add_pasted(self) -> None:
        self.typed.set_text(self._add_text(self.typed.text_or("")))

    def _add_left(self, text: str) -> str | None:
        """Add the sheet of a text when the field is left, unless it is the unchanged example."""
        return text if text == self.tr.gettext(EXAMPLE) else self._add_text(text)

    def _add_text(self, text: str) -> str | None:
        """Add the sheet of a text; return the text if that failed, else None."""
        is_added = not text.strip() or self._add_sheet(text.encode(errors="replace"))
        return None if is_added else text

    def _add_sheet(self, content: bytes, file: str = "") -> bool:
        try:
            layout = layout_from_file(content, file)
        except LayoutFileError as error:
            self.set_state(replace(self.state, faults=error.faults, message_text="", removed=None))
            return False
        refusal = self.sheets.add_refusal(layout)
        title = layout.title or self.tr.layout_title(layout.name)
        if refusal is None:
            return self._try_change(
                lambda: self.sheets.add(layout), self.tr.gettext("{sheet} added.", sheet=title)
            )
        self._show_outcome(sheet_refusal_text(refusal, title, self.tr))
        return False

    # remove

    def _remove_sheet(self, layout: Layout) -> None:
        self._try_change(
            lambda: self.sheets.remove(layout.name),
            self.tr.gettext(
                "{sheet} removed. Games on it stay.", sheet=self.tr.layout_title(layout.name)
            ),
            layout,
        )

    def _undo_remove(self) -> None:
        layout = self.state.removed
        if layout is not None:
            title = self.tr.layout_title(layout.name)
            self._try_change(
                lambda: self.sheets.add(layout), self.tr.gettext("{sheet} added.", sheet=title)
            )
