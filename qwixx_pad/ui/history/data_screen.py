"""The owner's games as a whole: backup, restore, spreadsheet, delete."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import flet as ft

from qwixx_pad.games.session import Failure
from qwixx_pad.i18n import N_
from qwixx_pad.library.exchange import ImportRefusal, ImportRefusedError
from qwixx_pad.library.importing import ImportPreview
from qwixx_pad.library.library import Library
from qwixx_pad.storage import StorageError
from qwixx_pad.storage.summary import GameQuery
from qwixx_pad.ui.context import current_context
from qwixx_pad.ui.design.cards import (
    Card,
    CardButton,
    cancel_button,
    card_overlay,
    delete_button,
    page_under_card,
)
from qwixx_pad.ui.design.controls import (
    deleting_button,
    outlined_button,
    primary_button,
    text_field,
)
from qwixx_pad.ui.design.form import Screen, page_bar, settings_group, with_undo_bar
from qwixx_pad.ui.design.primitives import TapHandler, page_column, write
from qwixx_pad.ui.flet_support.field_state import FieldState, use_field_state
from qwixx_pad.ui.flet_support.file_transfer import FileTransfer
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.history import import_preview_texts, import_refusal_texts, import_result_text
from qwixx_pad.ui.theme.tokens import BODY, HINT


@dataclass(frozen=True)
class _DataState:
    """The state of the screen.

    Attributes:
        preview: The games that a file would add, until confirmed.
        message_texts: The result of the last action or why it failed; empty for nothing.
        undoable: The action that can be undone: `import`, `delete`, or nothing.
        confirms_delete: True while deleting everything is to be confirmed.
    """

    preview: ImportPreview | None = None
    message_texts: tuple[str, str] = ("", "")
    undoable: str = ""
    confirms_delete: bool = False


@component
def data_screen(
    library: Library,
    transfer: FileTransfer,
    today: str,
    go: TapHandler,
) -> ft.Control:
    """Show the actions on all games; `today` is for the names of files."""
    state, set_state = ft.use_state(_DataState())
    typed = use_field_state("game-line")
    page = _DataPage(current_context(), go, library, transfer, today, state, set_state, typed)
    return page.build_data_page()


@dataclass(frozen=True)
class _DataPage(Screen):
    """The screen in one state."""

    library: Library
    transfer: FileTransfer
    today: str
    state: _DataState
    set_state: Callable[[_DataState], None]
    typed: FieldState

    @property
    def game_count(self) -> int:
        """Number of games on this pad that count."""
        return self.library.count_games(GameQuery())

    def build_data_page(self) -> ft.Control:
        number = self.game_count
        kept = self.tr.ngettext("{n} game on this pad", "{n} games on this pad", number)
        bar = page_bar(self.tr.gettext("Your games"), self.go, kept)
        page = page_column(self._data_groups(), self.context.column_width, spacing=14, bar=bar)
        asked = self._question_card()
        card = None if asked is None else card_overlay(asked, self._on_card_tap)
        undo = partial(self._on_card_tap, "undo") if self.state.undoable else None
        told = " ".join(self.state.message_texts).strip()
        return page_under_card(with_undo_bar(page, told, undo), card, "data")

    def _data_groups(self) -> Sequence[ft.Control]:
        def save_json(name: str, pieces: Callable[[], Iterable[str]]) -> object:
            return self._save_file(f"qwixx-pad-{name}", "json", pieces)

        keep = [
            self._hint_line(self._backup_text()),
            self._main_button(
                "backup",
                N_("Back up"),
                lambda: save_json("backup", self.library.backup_file),
                is_main=self.game_count > 0,
            ),
            self._hint_line(self._export_text()),
            self.line_button(
                "export-history",
                N_("Export all games"),
                lambda: save_json("games", self.library.history_file),
            ),
        ]
        tables = [
            self.line_button("export-games", N_("Games"), lambda: self._save_table("games")),
            self.line_button(
                "export-numbers", N_("Statistics"), lambda: self._save_table("statistics")
            ),
        ]
        delete = [
            self._hint_line(
                self.tr.gettext("They move to Deleted in Games; you can restore them there.")
            ),
            deleting_button(
                "delete-all",
                self._delete_text() if self.game_count else self.tr.gettext("Delete all games"),
                lambda: self.set_state(replace(self.state, confirms_delete=True)),
                height=50,
                size=16,
            ),
        ]
        return [
            self._titled_group(N_("Keep them safe"), keep),
            self._titled_group(N_("From a file or another pad"), self._import_parts()),
            self._titled_group(N_("Spreadsheets"), tables),
            self._titled_group(N_("Delete"), delete),
        ]

    def _titled_group(self, title: str, lines: Sequence[ft.Control]) -> ft.Control:
        inside = ft.Column([*lines], spacing=8, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
        return settings_group(self.tr.gettext(title), [inside])

    def _hint_line(self, text: str) -> ft.Control:
        return write(text, HINT, color=self.theme.ink2, height=1.35)

    def _main_button(
        self, name: str, text: str, on_tap: Callable[[], object], *, is_main: bool
    ) -> ft.Control:
        """Build a button in a line of its own, dark where it is the one most likely wanted."""
        if not is_main:
            return self.line_button(name, text, on_tap)
        said = self.tr.gettext(text)
        return primary_button(name, said, on_tap, height=50, size=16)

    def _backup_text(self) -> str:
        games = self.tr.ngettext("{n} game", "{n} games", self.game_count)
        deleted = self.library.count_games(GameQuery(deleted=True))
        if not deleted:
            return self.tr.gettext(
                "A backup holds everything: {games}, your own sheets and your settings. It "
                "restores this pad, or moves it to another device.",
                games=games,
            )
        return self.tr.gettext(
            "A backup holds everything: {games}, {deleted}, your own sheets and your settings. It "
            "restores this pad, or moves it to another device.",
            games=games,
            deleted=self.tr.ngettext("{n} deleted game", "{n} deleted games", deleted),
        )

    def _export_text(self) -> str:
        # Translators: {games} is such as "12 games"; nothing else is in this file.
        return self.tr.gettext(
            "An export holds {games} and nothing else, for someone else’s pad.",
            games=self.tr.ngettext("{n} game", "{n} games", self.game_count),
        )

    def _delete_text(self) -> str:
        return self.tr.ngettext("Delete {n} game", "Delete all {n} games", self.game_count)

    def _import_parts(self) -> Sequence[ft.Control]:
        label = self.tr.gettext("Or paste a game line")
        size = self.theme.grown_height(48, 16)
        line = text_field(self.typed, label, dense=True, height=size)
        opened = outlined_button(
            "open-line",
            self.tr.gettext("Open"),
            self._import_pasted_line,
            height=48,
            size=16,
        )
        return [
            self._hint_line(
                self.tr.gettext(
                    "You’ll first see what it adds. Games you already have aren’t duplicated, and "
                    "settings you chose here stay."
                )
            ),
            self._main_button(
                "restore",
                N_("Restore or import"),
                self._import_file,
                is_main=not self.game_count,
            ),
            self._paste_line(line, opened),
            *self._undo_import_line(),
        ]

    def _paste_line(self, field: ft.Control, button: ft.Control) -> ft.Control:
        if self.theme.has_large_text:
            return ft.Column(
                [field, button], spacing=10, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
            )
        return ft.Row([ft.Container(field, expand=True), button])

    def _undo_import_line(self) -> Sequence[ft.Control]:
        if not self.library.can_undo_import() or self.state.undoable == "import":
            return []
        return [self.line_button("undo-import", N_("Undo the last import"), self._revert_import)]

    # cards

    def _question_card(self) -> Card | None:
        if self.state.confirms_delete:
            text = self.tr.gettext("You can restore them.")
            yes = delete_button("delete-now", self._delete_text(), self.theme)
            return self._confirm_card(self.tr.gettext("Delete all games?"), text, yes)
        preview = self.state.preview
        if preview is None:
            return None
        title, lines, worth = import_preview_texts(preview, self.tr)
        add = self.tr.gettext("Add them")
        if preview.new_count:
            add = self.tr.ngettext("Add {n} game", "Add {n} games", preview.new_count)
        yes = CardButton("import-now", add, primary_button, 56)
        return self._confirm_card(title, "\n".join(lines), yes if worth else None)

    def _confirm_card(self, title: str, text: str, yes: CardButton | None) -> Card:
        shown = write(text, BODY, height=1.4)
        preview = ft.Semantics(identifier="preview", container=True, content=shown)
        if yes is None:
            back = CardButton("cancel", self.tr.gettext("Back"), primary_button, 48)
            return Card(title, [preview], [back])
        return Card(title, [preview], [yes, cancel_button(self.tr.gettext("Cancel"), 48)])

    def _on_card_tap(self, name: str) -> object:
        """Handle a tap on the open card or on undo."""
        back = N_("All games restored.")
        done: dict[str, Callable[[], object]] = {
            "import-now": self._run_import,
            "delete-now": lambda: self._report_result(
                self.library.delete_all(), N_("All games deleted."), undoable="delete"
            ),
            "undo": lambda: self._report_result(self.library.restore_all(), back),
        }
        if self.state.undoable == "import":
            done["undo"] = self._revert_import
        stay = replace(self.state, confirms_delete=False, preview=None)
        return done.get(name, lambda: self.set_state(stay))()

    def _show_notice(self, title: str, detail: str = "", undoable: str = "") -> None:
        texts = self.tr.gettext(title), self.tr.gettext(detail)
        self.set_state(_DataState(message_texts=texts, undoable=undoable))

    def _report_result(self, failure: Failure | None, done: str = "", undoable: str = "") -> None:
        if failure is None:
            self._show_notice(done, undoable=undoable)
        else:
            self.set_state(_DataState(message_texts=self.tr.failure_texts(failure)))

    # export

    async def _save_table(self, kind: str) -> None:
        table = self.library.games_table if kind == "games" else self.library.statistics_table
        pieces = partial(table, GameQuery(), decimal_comma=self.tr.has_decimal_comma)
        await self._save_file(f"qwixx-pad-{kind}", "csv", pieces)

    async def _save_file(self, name: str, ending: str, pieces: Callable[[], Iterable[str]]) -> None:
        self._show_notice(N_("One moment…"))
        file = f"{name}-{self.today}.{ending}"
        try:
            saved = await self.transfer.save_text(file, pieces)
        except StorageError:
            self._show_notice(N_("Your games couldn’t be read just now."))
            return
        if saved:
            told = self.tr.gettext("Saved as {file}", file=file)
            self.set_state(_DataState(message_texts=(told, "")))
        else:
            self._show_notice(N_("This device didn’t accept the file."))

    # import

    async def _import_file(self) -> None:
        try:
            picked = await self.transfer.pick_file()
        except ImportRefusedError as error:
            self._show_refusal(error.reason)
            return
        if picked is not None:
            await self._preview_file(picked.content)

    async def _import_pasted_line(self) -> None:
        if self.typed.text_or("").strip():
            await self._preview_file(self.typed.text_or("").encode(errors="replace"))

    async def _preview_file(self, data: bytes) -> None:
        """Preview a file in a thread, so that nobody at a table waits for it."""
        self._show_notice(N_("One moment…"))
        try:
            preview = await asyncio.to_thread(self.library.preview_import, data)
        except ImportRefusedError as error:
            self._show_refusal(error.reason)
        except StorageError:
            self._show_notice(N_("Your games couldn’t be read just now."))
        else:
            self.set_state(_DataState(preview=preview))

    def _show_refusal(self, reason: ImportRefusal) -> None:
        self.set_state(_DataState(message_texts=import_refusal_texts(reason, self.tr)))

    async def _run_import(self) -> None:
        preview = self.state.preview
        if preview is None:
            return
        self._show_notice(N_("One moment…"))
        try:
            await asyncio.to_thread(self.library.write_import, preview)
        except StorageError as error:
            self._report_result(Failure.from_error(error))
            return
        self.library.reload_and_notify()
        told = import_result_text(preview, self.tr)
        self.set_state(_DataState(message_texts=(told, ""), undoable="import"))

    def _revert_import(self) -> None:
        self._report_result(self.library.undo_import(), N_("Import undone."))
