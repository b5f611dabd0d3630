"""The screen for all games at once: back up, export, import, delete."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import flet as ft

from qwixx_pad.games.session import Failure
from qwixx_pad.i18n import N_
from qwixx_pad.identity.client_input import LINK_ROUTE
from qwixx_pad.identity.devices import Browser
from qwixx_pad.library.exchange import MAX_IMPORT_BYTES, ImportRefusal, ImportRefusedError
from qwixx_pad.library.importing import ImportPreview
from qwixx_pad.library.library import Library
from qwixx_pad.library.links import find_link
from qwixx_pad.storage import StorageError
from qwixx_pad.storage.summary import GameQuery
from qwixx_pad.ui.context import current_context, use_watched
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
from qwixx_pad.ui.design.primitives import TapHandler, explanation, page_column, write
from qwixx_pad.ui.flet_support.field_state import FieldState, use_field_state
from qwixx_pad.ui.flet_support.file_transfer import TransferOutcome
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.history import import_preview_texts, import_refusal_texts, import_result_text
from qwixx_pad.ui.theme.tokens import BODY


@dataclass(frozen=True)
class _DataState:
    """The state of the screen.

    Attributes:
        preview: What a file would add, until the import is confirmed or cancelled.
        message: What the last action did, or why it failed; empty for none.
        undoable: The last action if it can be undone, `import` or `delete`; else empty.
        confirms_delete: Whether the card that asks to delete all games is open.
    """

    preview: ImportPreview | None = None
    message: str = ""
    undoable: str = ""
    confirms_delete: bool = False


@component
def data_screen(
    library: Library,
    today: str,
    browser: Browser | None,
    go: TapHandler,
) -> ft.Control:
    """Show the actions on all games, and preview a file that was opened with the pad.

    Args:
        library: Has the games.
        today: For the names of files.
        browser: The browser that runs the pad; None outside of one. It never changes.
        go: Opens a screen by its identifier.
    """
    state, set_state = ft.use_state(_DataState())
    typed = use_field_state("game-line")
    page = _DataPage(current_context(), go, library, today, state, set_state, typed)
    if browser is not None:
        opened = use_watched(browser.watch, lambda: browser.opened_file)
        ft.use_effect(partial(page.preview_opened_file, browser), [opened])
    return page.build_data_page()


@dataclass(frozen=True)
class _DataPage(Screen):
    """The screen in one state.

    Attributes:
        library: Has the games.
        today: For the names of files.
        state: The state of the screen.
        set_state: Replaces it.
        typed: The game line in the field.
    """

    library: Library
    today: str
    state: _DataState
    set_state: Callable[[_DataState], None]
    typed: FieldState

    @property
    def game_count(self) -> int:
        return self.library.count_games(GameQuery())

    def build_data_page(self) -> ft.Control:
        count = self.tr.ngettext("{n} game on this pad", "{n} games on this pad", self.game_count)
        bar = page_bar(self.tr.gettext("Your games"), self.go, count)
        page = page_column(self._data_groups(), self.context.column_width, spacing=14, bar=bar)
        card = self._question_card()
        overlay = None if card is None else card_overlay(card, self._on_card_tap)
        undo = partial(self._on_card_tap, "undo") if self.state.undoable else None
        return page_under_card(with_undo_bar(page, self.state.message, undo), overlay, "data")

    def _data_groups(self) -> Sequence[ft.Control]:
        games = self.tr.ngettext("{n} game", "{n} games", self.game_count)
        # Translators: {games} is such as "12 games"; nothing else is in this file.
        exported = self.tr.gettext(
            "An export holds {games} and nothing else, for someone else’s pad.", games=games
        )
        keep = [
            explanation(self._backup_text(games)),
            self._main_button(
                "backup",
                N_("Back up"),
                lambda: self._save_file("backup", "json", self.library.backup_file),
                is_main=self.game_count > 0,
            ),
            explanation(exported),
            self.line_button(
                "export-history",
                N_("Export all games"),
                lambda: self._save_file("games", "json", self.library.history_file),
            ),
        ]
        tables = [
            self.line_button(
                "export-games",
                N_("Games"),
                lambda: self._save_table("games", self.library.games_table),
            ),
            self.line_button(
                "export-numbers",
                N_("Statistics"),
                lambda: self._save_table("statistics", self.library.statistics_table),
            ),
        ]
        delete = [
            explanation(
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
            self._titled_group(N_("To another device"), self._move_parts()),
            self._titled_group(N_("From a file or another pad"), self._import_parts()),
            self._titled_group(N_("Spreadsheets"), tables),
            self._titled_group(N_("Delete"), delete),
        ]

    def _titled_group(self, title: str, lines: Sequence[ft.Control]) -> ft.Control:
        inside = ft.Column([*lines], spacing=8, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
        return settings_group(self.tr.gettext(title), [inside])

    def _main_button(
        self, name: str, text: str, on_tap: Callable[[], object], *, is_main: bool
    ) -> ft.Control:
        if not is_main:
            return self.line_button(name, text, on_tap)
        return primary_button(name, self.tr.gettext(text), on_tap, height=50, size=16)

    def _backup_text(self, games: str) -> str:
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

    def _delete_text(self) -> str:
        return self.tr.ngettext("Delete {n} game", "Delete all {n} games", self.game_count)

    def _move_parts(self) -> Sequence[ft.Control]:
        hint = self.tr.gettext(
            "Send a backup there in any way you like. On that device, restore it in the settings, "
            "under Your games."
        )
        return [
            explanation(hint),
            self.line_button("send-backup", N_("Send a backup"), self._send_backup),
        ]

    def _import_parts(self) -> Sequence[ft.Control]:
        field = text_field(
            self.typed,
            self.tr.gettext("Or paste a link or line"),
            dense=True,
            height=self.theme.grown_height(48, 16),
        )
        button = outlined_button(
            "open-line",
            self.tr.gettext("Open"),
            self._import_pasted_line,
            height=48,
            size=16,
        )
        undo = []
        if self.library.can_undo_import() and self.state.undoable != "import":
            undo = [
                self.line_button("undo-import", N_("Undo the last import"), self._revert_import)
            ]
        return [
            explanation(
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
            ft.Column(
                [field, button], spacing=10, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
            )
            if self.theme.has_large_text
            else ft.Row([ft.Container(field, expand=True), button]),
            *undo,
        ]

    # cards

    def _question_card(self) -> Card | None:
        if self.state.confirms_delete:
            text = self.tr.gettext("You can restore them.")
            yes = delete_button("delete-now", self._delete_text(), self.theme)
            return self._confirm_card(self.tr.gettext("Delete all games?"), text, yes)
        preview = self.state.preview
        if preview is None:
            return None
        title, lines = import_preview_texts(preview, self.tr)
        add = self.tr.gettext("Add them")
        if preview.new_count:
            add = self.tr.ngettext("Add {n} game", "Add {n} games", preview.new_count)
        yes = CardButton("import-now", add, build=primary_button, height=56)
        return self._confirm_card(title, "\n".join(lines), yes if preview else None)

    def _confirm_card(self, title: str, text: str, yes: CardButton | None) -> Card:
        """A card with `yes` and cancel; without `yes`, it only leads back."""
        preview = ft.Semantics(
            identifier="preview", container=True, content=write(text, BODY, line_height=1.4)
        )
        if yes is None:
            buttons = [
                CardButton("cancel", self.tr.gettext("Back"), build=primary_button, height=48)
            ]
        else:
            buttons = [yes, cancel_button(self.tr.gettext("Cancel"), 48)]
        return Card(title, [preview], buttons)

    def _on_card_tap(self, name: str) -> object:
        """Handle a tap on the open card or on undo; the caller awaits a coroutine."""
        match name:
            case "import-now":
                return self._run_import()
            case "delete-now":
                self._report_result(
                    self.library.delete_all(), N_("All games deleted."), undoable="delete"
                )
            case "undo" if self.state.undoable == "import":
                self._revert_import()
            case "undo":
                self._report_result(self.library.restore_all(), N_("All games restored."))
            case _:
                self.set_state(replace(self.state, confirms_delete=False, preview=None))
        return None

    def _show_notice(self, text: str, undoable: str = "") -> None:
        self.set_state(_DataState(message=self.tr.gettext(text), undoable=undoable))

    def _show_failure(self, texts: Sequence[str]) -> None:
        """Show a title and a detail, which may be empty."""
        self.set_state(_DataState(message=" ".join(filter(None, texts))))

    def _report_result(self, failure: Failure | None, done: str, undoable: str = "") -> None:
        if failure is None:
            self._show_notice(done, undoable)
        else:
            self._show_failure(self.tr.failure_texts(failure))

    # export

    async def _save_table(self, name: str, table: Callable[..., Iterable[str]]) -> None:
        pieces = partial(table, GameQuery(), decimal_comma=self.tr.has_decimal_comma)
        await self._save_file(name, "csv", pieces)

    async def _save_file(self, name: str, ending: str, pieces: Callable[[], Iterable[str]]) -> None:
        self._show_notice(N_("One moment…"))
        file = f"qwixx-pad-{name}-{self.today}.{ending}"
        try:
            outcome = await self.transfer.save_text(file, pieces)
        except StorageError:
            self._show_notice(N_("Your games couldn’t be read just now."))
            return
        if outcome is TransferOutcome.SAVED:
            self.set_state(_DataState(message=self.tr.gettext(outcome.value, file=file)))
        else:
            self._show_notice(N_("This device didn’t accept the file."))

    async def _send_backup(self) -> None:
        """Share a backup by whatever this device has; save it where it has nothing."""
        self._show_notice(N_("One moment…"))
        name = f"qwixx-pad-backup-{self.today}.json"
        try:
            content = await asyncio.to_thread(lambda: "".join(self.library.backup_file()).encode())
        except StorageError:
            self._show_notice(N_("Your games couldn’t be read just now."))
            return
        outcome = await self.transfer.share_file(name, content, "application/json")
        self.set_state(_DataState(message=self.tr.gettext(outcome.value, file=name)))

    # import

    async def preview_opened_file(self, browser: Browser) -> None:
        """Preview a file that was opened with the pad, once.

        It is offered until then: a change of the browser's status would cancel this effect.
        """
        file = browser.opened_file
        if file is None:
            return
        try:
            content = await file.read(MAX_IMPORT_BYTES + 1)
        except OSError:
            self._show_failure(import_refusal_texts(ImportRefusal.CANNOT_READ, self.tr))
        else:
            await self._preview_file(content)
        browser.opened_file = None

    async def _import_file(self) -> None:
        try:
            picked = await self.transfer.pick_file()
        except ImportRefusedError as error:
            self._show_failure(import_refusal_texts(error.reason, self.tr))
            return
        if picked is not None:
            await self._preview_file(picked.content)

    async def _import_pasted_line(self) -> None:
        text = self.typed.text_or("")
        if item := find_link(text):
            self.go(f"{LINK_ROUTE}{item}")
        elif text.strip():
            await self._preview_file(text.encode(errors="replace"))

    async def _preview_file(self, data: bytes) -> None:
        """Preview a file in a thread, so that no table waits for it."""
        self._show_notice(N_("One moment…"))
        try:
            preview = await asyncio.to_thread(self.library.preview_import, data)
        except ImportRefusedError as error:
            self._show_failure(import_refusal_texts(error.reason, self.tr))
        except StorageError:
            self._show_notice(N_("Your games couldn’t be read just now."))
        else:
            self.set_state(_DataState(preview=preview))

    async def _run_import(self) -> None:
        preview = self.state.preview
        if preview is None:
            return
        self._show_notice(N_("One moment…"))
        try:
            await asyncio.to_thread(self.library.write_import, preview)
        except StorageError as error:
            self._show_failure(self.tr.failure_texts(Failure.from_error(error)))
            return
        self.library.reload_and_notify()
        result = import_result_text(preview, self.tr)
        self.set_state(_DataState(message=result, undoable="import"))

    def _revert_import(self) -> None:
        self._report_result(self.library.undo_import(), N_("Import undone."))
