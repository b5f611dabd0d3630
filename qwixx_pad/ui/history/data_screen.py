"""The owner's games as a whole: backup, restore, spreadsheet, delete."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import flet as ft

from qwixx_pad.games.session import Failure
from qwixx_pad.i18n import phrase
from qwixx_pad.library.exchange import ImportRefusal, ImportRefusedError
from qwixx_pad.library.importing import Preview
from qwixx_pad.library.library import Library
from qwixx_pad.storage import StorageError
from qwixx_pad.storage.summary import GameQuery
from qwixx_pad.ui.design.cards import Card, Way, cancel, card_sheet, under_card
from qwixx_pad.ui.design.controls import Typed, outlined, primary, text_field, use_typed
from qwixx_pad.ui.design.form import Screen, above_foot, group, page_bar
from qwixx_pad.ui.design.primitives import Tap, page_column, write
from qwixx_pad.ui.design.tokens import BODY, HINT
from qwixx_pad.ui.flet_support.file_transfer import FileTransfer
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.history import refused_words, what_came, what_comes
from qwixx_pad.ui.shell import ScreenContext


@dataclass(frozen=True)
class _DataState:
    """The state of the screen.

    Attributes:
        preview: The games that a file would add, until confirmed.
        told: The result of the last action or why it failed; empty for nothing.
        undoable: The action that can be undone: `import`, `delete`, or nothing.
        asks: True while deleting everything is to be confirmed.
    """

    preview: Preview | None = None
    told: tuple[str, str] = ("", "")
    undoable: str = ""
    asks: bool = False


@component
def data_screen(
    library: Library,
    transfer: FileTransfer,
    context: ScreenContext,
    today: str,
    go: Tap,
) -> ft.Control:
    """Show the actions on all games; `today` is for the names of files."""
    state, show = ft.use_state(_DataState())
    typed = use_typed("game-line")
    page = _DataPage(context, go, library, transfer, today, state, show, typed)
    return page.whole()


@dataclass(frozen=True)
class _DataPage(Screen):
    """The screen in one state."""

    library: Library
    transfer: FileTransfer
    today: str
    state: _DataState
    show: Callable[[_DataState], None]
    typed: Typed

    def whole(self) -> ft.Control:
        number = self.library.count(GameQuery())
        kept = self.words.count("{n} game on this pad", "{n} games on this pad", number)
        bar = page_bar(self.context, self.words.text("Your games"), self.go, kept)
        page = page_column(self._groups(), self.context.column, spacing=14, bar=bar)
        asked = self._asked()
        card = None if asked is None else card_sheet(asked, self.context, self._tap)
        undo = partial(self._tap, "undo") if self.state.undoable else None
        told = " ".join(self.state.told).strip()
        return under_card(above_foot(page, self.context, told, undo), card, "data")

    def _groups(self) -> Sequence[ft.Control]:
        def save(name: str, pieces: Callable[[], Iterable[str]]) -> object:
            return self._saved(f"qwixx-pad-{name}", "json", pieces)

        keep = [
            self._note(phrase("One file with every game, deleted ones too, and your settings.")),
            self.line(
                "backup", phrase("Back up"), lambda: save("backup", self.library.backup_file)
            ),
            self.line(
                "export-history",
                phrase("All games as a file"),
                lambda: save("games", self.library.history_file),
            ),
        ]
        tables = [
            self.line("export-games", phrase("Games"), lambda: self._table("games")),
            self.line("export-numbers", phrase("Statistics"), lambda: self._table("statistics")),
        ]
        delete = [
            self._note(phrase("They go to Games, Deleted, and can be put back from there.")),
            self.line(
                "delete-all",
                phrase("Delete all games"),
                lambda: self.show(replace(self.state, asks=True)),
            ),
        ]
        return [
            self._group(phrase("Keep them safe"), keep),
            self._group(phrase("From a file, or from another pad"), self._in()),
            self._group(phrase("Spreadsheets"), tables),
            self._group(phrase("Delete"), delete),
        ]

    def _group(self, title: str, lines: Sequence[ft.Control]) -> ft.Control:
        inside = ft.Column([*lines], spacing=8, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
        return group(self.words.text(title), [inside], self.context)

    def _note(self, text: str) -> ft.Control:
        return write(self.words.text(text), HINT, color=self.theme.ink2, height=1.35)

    def _in(self) -> Sequence[ft.Control]:
        label = self.words.text("Or paste a game line")
        size = self.theme.tall(48, 16)
        line = text_field(self.typed, self.theme, label, dense=True, height=size)
        opened = outlined(
            self.theme,
            "open-line",
            self.words.text("Open"),
            self._open_line,
            height=48,
            size=16,
        )
        return [
            self._note(
                phrase("You see first what it would add. A game that you have stays one game.")
            ),
            self.line("restore", phrase("Restore or import"), self._fetch),
            self._beside(line, opened),
            *self._take_back_line(),
        ]

    def _beside(self, field: ft.Control, button: ft.Control) -> ft.Control:
        if self.theme.large:
            return ft.Column(
                [field, button], spacing=10, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
            )
        return ft.Row([ft.Container(field, expand=True), button])

    def _take_back_line(self) -> Sequence[ft.Control]:
        if not self.library.can_take_back() or self.state.undoable == "import":
            return []
        return [self.line("undo-import", phrase("Take the last import back"), self._take_back)]

    # cards

    def _asked(self) -> Card | None:
        if self.state.asks:
            title, text = phrase("Delete all games?"), phrase("You can put them back.")
            said = self.words.text(title), self.words.text(text)
            return self._card(*said, "delete-now", phrase("Delete"))
        if self.state.preview is None:
            return None
        title, lines, worth = what_comes(self.state.preview, self.words)
        return self._card(
            title, "\n".join(lines), "import-now" if worth else "", phrase("Add them")
        )

    def _card(self, title: str, text: str, name: str, button: str) -> Card:
        shown = write(text, BODY, color=self.theme.ink, height=1.4)
        preview = ft.Semantics(identifier="preview", container=True, content=shown)
        if not name:
            return Card(title, [preview], [cancel(self.words.text("Back"), 48)])
        yes = Way(name, self.words.text(button), primary, 56)
        return Card(title, [preview], [yes, cancel(self.words.text("Cancel"), 48)])

    def _tap(self, name: str) -> object:
        """Handle a tap on the open card or on undo."""
        back = phrase("All games are back.")
        done: dict[str, Callable[[], object]] = {
            "import-now": self._take_in,
            "delete-now": lambda: self._tell(
                self.library.delete_all(), phrase("All games deleted."), undoable="delete"
            ),
            "undo": lambda: self._tell(self.library.put_all_back(), back),
        }
        if self.state.undoable == "import":
            done["undo"] = self._take_back
        stay = replace(self.state, asks=False, preview=None)
        return done.get(name, lambda: self.show(stay))()

    def _say(self, title: str, detail: str = "", undoable: str = "") -> None:
        told = self.words.text(title), self.words.text(detail)
        self.show(_DataState(told=told, undoable=undoable))

    def _tell(self, failure: Failure | None, done: str = "", undoable: str = "") -> None:
        if failure is None:
            self._say(done, undoable=undoable)
        else:
            self.show(_DataState(told=self.words.failure(failure)))

    # export

    async def _table(self, which: str) -> None:
        table = self.library.games_table if which == "games" else self.library.numbers_table
        pieces = partial(table, GameQuery(), decimal_comma=self.words.decimal_comma)
        await self._saved(f"qwixx-pad-{which}", "csv", pieces)

    async def _saved(self, name: str, ending: str, pieces: Callable[[], Iterable[str]]) -> None:
        self._say(phrase("One moment …"))
        file = f"{name}-{self.today}.{ending}"
        try:
            saved = await self.transfer.save_text(file, pieces)
        except StorageError:
            self._say(phrase("Your games could not be read just now."))
            return
        if saved:
            told = self.words.text("Saved as {file}", file=file)
            self.show(_DataState(told=(told, "")))
        else:
            self._say(phrase("This device did not take the file."))

    # import

    async def _fetch(self) -> None:
        try:
            picked = await self.transfer.fetch()
        except ImportRefusedError as error:
            self._refuse(error.reason)
            return
        if picked is not None:
            await self._look_at(picked.content)

    async def _open_line(self) -> None:
        if self.typed.or_else("").strip():
            await self._look_at(self.typed.or_else("").encode(errors="replace"))

    async def _look_at(self, data: bytes) -> None:
        """Preview a file in a thread, so that nobody at a table waits for it."""
        self._say(phrase("One moment …"))
        try:
            preview = await asyncio.to_thread(self.library.preview, data)
        except ImportRefusedError as error:
            self._refuse(error.reason)
        except StorageError:
            self._say(phrase("Your games could not be read just now."))
        else:
            self.show(_DataState(preview=preview))

    def _refuse(self, reason: ImportRefusal) -> None:
        self.show(_DataState(told=refused_words(reason, self.words)))

    async def _take_in(self) -> None:
        preview = self.state.preview
        if preview is None:
            return
        self._say(phrase("One moment …"))
        try:
            await asyncio.to_thread(self.library.write_in, preview)
        except StorageError as error:
            self._tell(Failure.of(error))
            return
        self.library.came_in()
        told = what_came(preview, self.words)
        self.show(_DataState(told=(told, ""), undoable="import"))

    def _take_back(self) -> None:
        self._tell(self.library.take_back(), phrase("The import is taken back."))
