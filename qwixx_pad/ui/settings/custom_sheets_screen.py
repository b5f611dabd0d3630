"""Custom sheets: add one from a file or a text, with all faults at once; remove one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import flet as ft

from qwixx_pad.core.layout import Layout
from qwixx_pad.games.custom_sheets import MOST_OWN, SheetRefusal, Sheets, from_file
from qwixx_pad.games.session import Failure
from qwixx_pad.i18n import phrase
from qwixx_pad.layouts import LayoutFault, LayoutFileError
from qwixx_pad.library.exchange import ImportRefusedError
from qwixx_pad.storage import StorageError
from qwixx_pad.ui.design.controls import Typed, icon_button, outlined, text_field, use_typed
from qwixx_pad.ui.design.form import Screen, above_foot, group, page_bar
from qwixx_pad.ui.design.primitives import Tap, page_column, said, write
from qwixx_pad.ui.design.tokens import ASIDE, HINT, LABEL, NAME
from qwixx_pad.ui.flet_support.file_transfer import FileTransfer
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.gallery import blank_look
from qwixx_pad.ui.history import refused_words
from qwixx_pad.ui.sheet.canvas import small_sheet
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.text.translator import Words

_PICTURE = 104.0
_MOST_FAULTS = 12
"""Faults shown at once; the rest follows when these are fixed."""
_REFUSED = {
    SheetRefusal.KNOWN: phrase("{sheet} is here already."),
    SheetRefusal.CLASH: phrase(
        "Another sheet has the name of {sheet}, also if you removed it. Give this one another name."
    ),
    SheetRefusal.TOO_MANY: phrase("There are {n} sheets of your own. Remove one first."),
}


def fault_words(fault: LayoutFault, words: Words) -> str:
    """Describe a fault of a file, with its line."""
    sentence = words.text(fault.fault.value, **dict(fault.values))
    if not fault.key:
        return words.text("Line {line}: {said}", line=fault.line, said=sentence)
    # Translators: {key} is what stands before an equals sign in the file; {said} is a sentence.
    return words.text("Line {line}, {key}: {said}", line=fault.line, key=fault.key, said=sentence)


@dataclass(frozen=True)
class _State:
    """The state of the screen.

    Attributes:
        faults: The faults of the text that was to be added.
        told: The result of the last action or why it failed; empty for nothing.
        removed: The sheet that was removed last, while that can be undone.
    """

    faults: tuple[LayoutFault, ...] = ()
    told: str = ""
    removed: Layout | None = None


@component
def own_sheets_screen(
    sheets: Sheets, transfer: FileTransfer, context: ScreenContext, go: Tap
) -> ft.Control:
    """Show the custom sheets and ways to add one."""
    state, show = ft.use_state(_State())
    typed = use_typed("sheet-text")
    return _Screen(context, go, sheets, transfer, state, show, typed).whole()


@dataclass(frozen=True)
class _Screen(Screen):
    """The screen in one state."""

    sheets: Sheets
    transfer: FileTransfer
    state: _State
    show: Callable[[_State], None]
    typed: Typed

    def whole(self) -> ft.Control:
        kept = [layout for layout in self.sheets.own if self.sheets.is_kept(layout.name)]
        given = [layout for layout in self.sheets.own if not self.sheets.is_kept(layout.name)]
        about = phrase(
            "A sheet is a text in the format TOML that says what differs from a printed one."
        )
        parts = [
            write(self.words.text(about), ASIDE, color=self.theme.ink2, height=1.4),
            group(self.words.text("Add a sheet"), self._adding(), self.context),
            *(
                self._card(place, layout)
                for place, layout in enumerate((*reversed(kept), *given), 1)
            ),
        ]
        bar = page_bar(self.context, self.words.text("Your own sheets"), self.go)
        page = page_column(parts, self.context.column, spacing=14, bar=bar)
        undo = None if self.state.removed is None else self._put_back
        return above_foot(page, self.context, self.state.told, undo)

    def _adding(self) -> Sequence[ft.Control]:
        add = self.words.text("Add")
        label = self.words.text("Or paste its text")
        field = text_field(
            self.typed,
            self.theme,
            label,
            dense=True,
            multiline=True,
            min_lines=2,
            max_lines=8,
            align_label_with_hint=True,
        )
        parts = [
            self.line("choose-file", phrase("Choose a file"), self._fetch),
            field,
            outlined(self.theme, "add-sheet", add, self._add_typed, height=48, size=16),
            *self._faults(),
        ]
        return [ft.Column(parts, spacing=10, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)]

    def _faults(self) -> Sequence[ft.Control]:
        faults, words = self.state.faults, self.words
        if not faults:
            return []
        title = words.count(
            "It was not added: there is {n} fault in it.",
            "It was not added: there are {n} faults in it.",
            len(faults),
        )
        lines = [fault_words(fault, words) for fault in faults[:_MOST_FAULTS]]
        shown = write("\n".join(lines), ASIDE, color=self.theme.ink, height=1.4, selectable=True)
        return [
            write(title, LABEL, color=self.theme.ink),
            ft.Semantics(identifier="faults", container=True, live_region=True, content=shown),
        ]

    def _card(self, place: int, layout: Layout) -> ft.Control:
        words, theme = self.words, self.theme
        title, kept = words.layout(layout.name), self.sheets.is_kept(layout.name)
        about = words.about(layout) if kept else words.text("From a folder of this computer.")
        named = ft.Column(
            [
                write(title, NAME, color=theme.ink, height=1.2),
                write(about, HINT, color=theme.ink2, height=1.3),
            ],
            spacing=3,
            tight=True,
        )
        picture = small_sheet(blank_look(layout, words), theme, _PICTURE, "blank")
        inside: list[ft.Control] = [picture, said(f"own-sheet-{place}", f"{title}. {about}", named)]
        inside[1].expand = True
        if kept:
            remove = words.text("Remove {sheet}", sheet=title)
            does = lambda: self._remove(layout)  # noqa: E731 - one line, one use
            inside.append(
                icon_button(theme, f"remove-sheet-{place}", remove, ft.Icons.CLOSE_ROUNDED, does)
            )
        return ft.Container(
            ft.Row(inside, spacing=12),
            key=layout.name,
            bgcolor=theme.surface,
            border_radius=18,
            padding=12,
        )

    def _say(self, text: str, removed: Layout | None = None) -> None:
        self.show(_State(told=text, removed=removed))

    def _done(self, do: Callable[[], None], text: str, removed: Layout | None = None) -> None:
        """Make a change that may fail on the disk, and report the outcome."""
        try:
            do()
        except StorageError as error:
            self._say(" ".join(self.words.failure(Failure.of(error))))
        else:
            self._say(text, removed)

    # add

    async def _fetch(self) -> None:
        try:
            picked = await self.transfer.fetch()
        except ImportRefusedError as error:
            self._say(" ".join(refused_words(error.reason, self.words)))
            return
        if picked is not None:
            self._add(picked.content, picked.name)

    def _add_typed(self) -> None:
        if self.typed.or_else("").strip():
            self._add(self.typed.or_else("").encode(errors="replace"))

    def _add(self, content: bytes, file: str = "") -> None:
        try:
            layout = from_file(content, file)
        except LayoutFileError as error:
            self.show(replace(self.state, faults=error.faults, told="", removed=None))
            return
        refusal, title = self.sheets.refusal(layout), layout.title or self.words.layout(layout.name)
        if refusal is None:
            text = self.words.text("{sheet} is added.", sheet=title)
            self._done(lambda: self.sheets.add(layout), text)
        else:
            self._say(self.words.text(_REFUSED[refusal], sheet=title, n=MOST_OWN))

    # remove

    def _remove(self, layout: Layout) -> None:
        text = self.words.text(
            "{sheet} is removed. Games on it stay.", sheet=self.words.layout(layout.name)
        )
        self._done(lambda: self.sheets.remove(layout.name), text, layout)

    def _put_back(self) -> None:
        layout = self.state.removed
        if layout is not None:
            title = self.words.layout(layout.name)
            text = self.words.text("{sheet} is added.", sheet=title)
            self._done(lambda: self.sheets.add(layout), text)
