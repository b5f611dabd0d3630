"""All saved games: search, open, delete and restore them."""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter
from typing import Any

import flet as ft

from qwixx_pad.history.series import Evening
from qwixx_pad.i18n import N_
from qwixx_pad.library.library import Library, LibraryGame
from qwixx_pad.multiplayer.open_tables import TableRegistry
from qwixx_pad.storage.summary import GameQuery
from qwixx_pad.ui.context import current_context, use_change_count
from qwixx_pad.ui.design.cards import (
    Card,
    CardButton,
    cancel_button,
    delete_button,
    page_under_card,
    prompt_overlay,
)
from qwixx_pad.ui.design.controls import (
    deleting_button,
    icon_button,
    outlined_button,
    primary_button,
    text_field,
    tonal_button,
)
from qwixx_pad.ui.design.form import (
    Screen,
    choice_pill,
    option_line,
    option_list,
    undo_bar,
)
from qwixx_pad.ui.design.nav_bar import with_nav_bar
from qwixx_pad.ui.design.primitives import TapHandler, heading, tappable, write
from qwixx_pad.ui.flet_support.field_state import FieldState, use_field_state
from qwixx_pad.ui.flet_support.flet_patches import component, handler
from qwixx_pad.ui.geometry import MAX_COLUMN_DP
from qwixx_pad.ui.history import (
    CHUNK_ROWS,
    GameScope,
    HistoryFilter,
    visible_window,
)
from qwixx_pad.ui.history.evenings import chunk_heights
from qwixx_pad.ui.history.game_row import current_card_look, game_chunk, row_extent
from qwixx_pad.ui.statistics import Span, sheet_filter_text
from qwixx_pad.ui.theme.tokens import ASIDE, BODY, CHIP, HEADLINE, HINT, TITLE

_LOW_SCREEN_DP = 500
"""Below this height, the title, the search and the filters share one line."""
_MAX_LOW_WIDTH_DP = 900
"""Widest list on a low screen, with its two edges of 16 dp."""
_SCROLL_INTERVAL_MS = 60
"""Time between two reports of the scroll offset."""


@dataclass(frozen=True, slots=True)
class _HistoryState:
    """The state of the screen.

    Attributes:
        game_filter: The filter of the list.
        pixels: The scroll offset, in dp; updated only when other chunks must be built.
        question: The open card: the name of a field of `HistoryFilter`, `wipe` to delete for good,
            or "game" with its identifier; empty if none is open.
    """

    game_filter: HistoryFilter = field(default_factory=HistoryFilter)
    pixels: float = 0
    question: str = ""


@component
def history_screen(
    registry: TableRegistry,
    library: Library,
    deleted: str | None,
    go: TapHandler,
) -> ft.Control:
    """Show the list of all games.

    `deleted` identifies the game that was just deleted and can be restored. `go` opens a screen,
    deletes a game (`delete/ID`), and undoes that (`put-back/ID`).
    """
    context = current_context()
    typed = use_field_state("search")
    state, set_state = ft.use_state(_HistoryState(HistoryFilter(search=typed.text_or(""))))
    version = use_change_count(library.watch)
    open_question = ft.use_callback(
        lambda what: set_state(lambda old: replace(old, question=what)), []
    )
    search = ft.use_callback(
        lambda text: set_state(
            lambda old: replace(old, game_filter=replace(old.game_filter, search=text), pixels=0)
        ),
        [],
    )
    page = _HistoryPage(
        context=context,
        go=go,
        registry=registry,
        library=library,
        deleted=deleted,
        typed=typed,
        state=state,
        set_state=set_state,
        open_question=open_question,
        search=search,
        version=version,
    )
    evenings = library.evenings(page.game_query)
    total = sum(evening.games for evening in evenings)
    heights = ft.use_memo(
        lambda: chunk_heights(total, row_extent(context.theme), evenings, context, page.list_width),
        [evenings, page.list_width, context.theme, context.tr],
    )
    return page.build_history_page(total, evenings, heights)


@dataclass(frozen=True)
class _HistoryPage(Screen):
    """Builds the screen from its present state.

    Attributes:
        registry: The shared tables, and the clock.
        library: The saved games.
        deleted: Identifies the game that was just deleted; None for none.
        typed: The text in the field of the search.
        state: The state of the screen.
        set_state: Replaces it.
        open_question: Opens a card; see `_HistoryState`.
        search: Filters the games by a text.
        version: Changes whenever the library does.
    """

    registry: TableRegistry
    library: Library
    deleted: str | None
    typed: FieldState
    state: _HistoryState
    set_state: Callable[[_HistoryState], None]
    open_question: Callable[[str], None]
    search: Callable[[str], None]
    version: int

    @property
    def list_width(self) -> float:
        widest = _MAX_LOW_WIDTH_DP if self.is_low else MAX_COLUMN_DP
        return min(self.context.space.width, widest) - 32

    @property
    def is_low(self) -> bool:
        """True if the height is too small for a header of several lines."""
        return self.context.space.height < _LOW_SCREEN_DP

    @property
    def game_query(self) -> GameQuery:
        return self.state.game_filter.to_query(self.registry.service.now())

    def build_history_page(
        self, total: int, evenings: Sequence[Evening], heights: Sequence[float]
    ) -> ft.Control:
        """Build the screen: `total` games, in chunks of these heights in dp."""
        games = self._game_list(evenings, heights) if total else self._empty_list()
        column = ft.Column([self._header_row(total), games], spacing=8, expand=True)
        middle = ft.Row(
            [ft.Container(column, width=self.list_width)],
            alignment=ft.MainAxisAlignment.CENTER,
            vertical_alignment=ft.CrossAxisAlignment.STRETCH,
            expand=True,
        )
        parts: list[ft.Control] = [middle]
        if self.deleted is not None:
            bar = undo_bar(
                self.tr.gettext("Game deleted"), lambda: self.go(f"put-back/{self.deleted}")
            )
            parts.append(ft.Container(bar, left=16, right=16, bottom=12))
        stack = ft.Stack(parts, expand=True, fit=ft.StackFit.EXPAND)
        page = with_nav_bar(stack, "history", self.go)
        card = self._card_content(self.state.question) if self.state.question else None
        overlay = prompt_overlay(card, self._on_card_tap) if card else None
        return page_under_card(page, overlay, "history")

    def _header_row(self, total: int) -> ft.Control:
        """Build title, search and filters; on a low screen they share a line.

        On any screen they are parts of one row, because a field that changes its parent loses its
        cursor.
        """
        title_width = self.list_width
        width = title_width
        if self.is_low:
            title_width = min(130 * self.theme.text_scale + 58, self.list_width / 3)
            width = (self.list_width - title_width) / 2 - 12
        return ft.Row(
            [
                ft.Row([self._title_block(total), self._copy_paper_button()], width=title_width),
                ft.Row([*self._search_parts()], spacing=0, width=width),
                ft.Row(
                    [*self._filter_pills()],
                    spacing=8,
                    width=width,
                    height=self.theme.grown_height(48, 13),
                    scroll=ft.ScrollMode.HIDDEN,
                ),
            ],
            wrap=True,
            spacing=12,
            run_spacing=8,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        )

    def _title_block(self, total: int) -> ft.Container:
        style = HEADLINE.capped(self.theme, 1.5)
        title = heading(self.tr.gettext("Games"), style, self.theme.ink, line_height=1.2)
        count = self.tr.ngettext("{n} game", "{n} games", total)
        number = ft.Semantics(
            identifier="games-found",
            live_region=True,
            container=True,
            content=write(count, HINT, color=self.theme.ink2, line_height=1.2),
        )
        both = ft.Column([title, number], spacing=0, alignment=ft.MainAxisAlignment.CENTER)
        return ft.Container(both, height=self.theme.grown_height(56, 42), expand=True)

    def _search_parts(self) -> Sequence[ft.Control]:
        """Build the search field and, if it is not empty, the button that clears it."""
        field = text_field(
            self.typed,
            self.tr.gettext("Player, place or note"),
            change=self.search,
            prefix_icon=ft.Icons.SEARCH_ROUNDED,
            dense=True,
            height=self.theme.grown_height(48, 16),
            expand=True,
        )

        def clear_search() -> None:
            self.typed.set_text(None)
            self.search("")

        if not self.typed.text_or(""):
            return [field]
        clear = self.tr.gettext("Clear the search")
        return [field, icon_button("clear-search", clear, ft.Icons.CLOSE_ROUNDED, clear_search)]

    def _filter_pills(self) -> Sequence[ft.Control]:
        chosen = self.state.game_filter
        pills = [
            self._filter_pill("shown", chosen.shown.scope_text(self.tr), N_("Choose which games")),
            self._filter_pill("span", chosen.span.text(self.tr), N_("Choose a period")),
        ]
        if len(self.library.played_layouts()) > 1:
            name = sheet_filter_text(chosen.layout, self.tr)
            pills.append(self._filter_pill("layout", name, N_("Choose a sheet")))
        return pills

    @property
    def _is_new(self) -> bool:
        """True if the pad lists no game, and no filter but the search is set."""
        unfiltered = HistoryFilter(search=self.state.game_filter.search)
        return self.state.game_filter == unfiltered and not self.library.count_games(GameQuery())

    def _copy_paper_button(self) -> ft.Control:
        """Build the button to copy a paper game; an icon only where its text does not fit."""
        theme = self.theme
        is_main = not self._is_new
        color = theme.on_primary if is_main else theme.ink
        inside: list[ft.Control] = [ft.Icon(ft.Icons.ADD_ROUNDED, size=18, color=color)]
        if not self.is_low and not theme.has_large_text:
            inside.append(write(self.tr.gettext("From paper"), CHIP, color=color, no_wrap=True))
        return tappable(
            "copy-paper",
            self.tr.gettext("Copy a paper game"),
            ft.Row(inside, spacing=6, tight=True),
            lambda: self.go("copy-paper"),
            height=theme.grown_height(48, 13) if len(inside) > 1 else 48,
            bgcolor=theme.primary if is_main else theme.surface2,
            ring=theme.gain if is_main else theme.ink,
            border_radius=24,
            padding=ft.Padding.symmetric(horizontal=15),
        )

    def _filter_pill(self, question: str, text: str, hint: str) -> ft.Control:
        return choice_pill(
            f"choose-{question}",
            text,
            self.tr.gettext(hint),
            lambda: self.open_question(question),
        )

    def _game_list(self, evenings: Sequence[Evening], heights: Sequence[float]) -> ft.Control:
        seen = visible_window(self.state.pixels, self.context.space.height, heights)

        def on_scroll(event: Any) -> None:  # noqa: ANN401 - Flet's events are generic over their control
            if visible_window(event.pixels, self.context.space.height, heights) != seen:
                self.set_state(replace(self.state, pixels=event.pixels))

        parts: list[ft.Control] = [
            ft.Container(height=seen.above, key="above"),
            *(
                self._chunk_view(number, evenings, heights[number])
                for number in range(seen.first, seen.end)
            ),
            ft.Container(height=seen.below, key="below"),
        ]
        if self.state.game_filter.shown is GameScope.DELETED:
            count = self.library.count_games(self.game_query)
            text = self.tr.ngettext("Delete {n} game for good", "Delete {n} games for good", count)
            parts.append(deleting_button("wipe", text, lambda: self.open_question("wipe"), size=15))
        parts.append(ft.Container(height=80 if self.deleted else 12, key="end"))
        return ft.Column(
            parts,
            spacing=0,
            scroll=ft.ScrollMode.AUTO,
            on_scroll=handler(on_scroll),
            scroll_interval=_SCROLL_INTERVAL_MS,
            expand=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
            key=f"list {self.state.game_filter}",
        )

    def _chunk_view(self, number: int, evenings: Sequence[Evening], height: float) -> ft.Control:
        first = bisect_left(evenings, number * CHUNK_ROWS, key=attrgetter("first"))
        end = bisect_left(evenings, (number + 1) * CHUNK_ROWS, key=attrgetter("first"))
        chunk = game_chunk(
            self.registry,
            self.library,
            self.context,
            self.state.game_filter,
            number,
            tuple(evenings[first:end]),
            self.list_width,
            self.version,
            self.go,
            self.open_question,
        )
        return ft.Container(chunk, height=height, key=f"chunk {number}")

    def _empty_list(self) -> ft.Control:
        title, hint = self.state.game_filter.empty_texts(self.tr)
        parts: list[ft.Control] = [
            write(title, TITLE.resized(19)),
            write(hint, BODY, color=self.theme.ink2),
        ]
        if self._is_new:
            button = primary_button(
                "new-game", self.tr.gettext("New game"), lambda: self.go("new-game")
            )
            parts.append(ft.Container(button, padding=ft.Padding.only(top=12)))
        return ft.Container(
            ft.Column(parts, horizontal_alignment=ft.CrossAxisAlignment.CENTER, spacing=6),
            expand=True,
            padding=ft.Padding.only(top=40),
            alignment=ft.Alignment.TOP_CENTER,
        )

    # cards

    def _card_content(self, question: str) -> Sequence[ft.Control] | None:
        tr = self.tr
        match question:
            case "shown":
                scopes = {scope.value: scope.scope_text(tr) for scope in GameScope}
                return self._choice_lines(tr.gettext("Which games"), scopes)
            case "span":
                spans = {span.value: span.text(tr) for span in Span}
                return self._choice_lines(tr.gettext("How far back"), spans)
            case "layout":
                layouts = ("", *self.library.played_layouts())
                sheets = {layout: sheet_filter_text(layout, tr) for layout in layouts}
                return self._choice_lines(tr.gettext("Which sheet"), sheets)
            case "wipe":
                return self._confirm_purge_card().paint_content(self._on_card_tap)
        stored = self.library.find(question.removeprefix("game "))
        return None if stored is None else self._game_card(stored).paint_content(self._on_card_tap)

    def _choice_lines(self, title: str, texts: Mapping[str, str]) -> Sequence[ft.Control]:
        """Build a line for each value of the field in question; the current one is checked."""
        chosen = getattr(self.state.game_filter, self.state.question)
        lines = [
            option_line(
                f"choose-{value}",
                text,
                partial(self._on_card_tap, f"choose-{value}"),
                checked=value == chosen,
            )
            for value, text in texts.items()
        ]
        return option_list(title, lines, self.context)

    def _on_card_tap(self, name: str) -> None:
        """Close the card and do what its button says.

        `choose-VALUE` sets the field of the filter, `wipe-now` deletes for good, `cancel` does
        nothing more; any other name is passed to `go`.
        """
        question = self.state.question
        self.set_state(replace(self.state, question=""))
        if name.startswith("choose-"):
            value = name.removeprefix("choose-")
            kinds: dict[str, Any] = {"shown": GameScope, "span": Span, "layout": str}
            chosen = replace(self.state.game_filter, **{question: kinds[question](value)})
            self.set_state(replace(self.state, question="", game_filter=chosen, pixels=0))
        elif name == "wipe-now":
            self.library.purge_deleted(self.game_query)
        elif name != "cancel":
            self.go(name)

    def _confirm_purge_card(self) -> Card:
        tr = self.tr
        count = self.library.count_games(self.game_query)
        title = tr.ngettext("Delete {n} game for good?", "Delete {n} games for good?", count)
        text = write(tr.gettext("You can’t restore them after that."), BODY, color=self.theme.ink2)
        wipe = delete_button("wipe-now", tr.gettext("Delete for good"), self.theme)
        return Card(title, [text], [wipe, cancel_button(tr.gettext("Cancel"), 56)])

    def _game_card(self, stored: LibraryGame) -> Card:
        game = stored.summary.game
        look = current_card_look(stored, self.registry, self.context)
        buttons = list[CardButton]()

        def add_button(
            name: str, text: str, button: Callable[..., ft.Control] = tonal_button
        ) -> None:
            buttons.append(
                CardButton(name, self.tr.gettext(text), build=button, options={"size": 16})
            )

        if self.state.game_filter.shown is GameScope.DELETED:
            add_button(f"put-back/{game}", N_("Restore"), primary_button)
        else:
            if stored.sheets and not stored.has_ended:
                add_button(f"game/{game}", N_("Continue"))
            if stored.sheets:
                add_button(f"games/{game}", N_("Review"))
                add_button(f"games/{game}/share", N_("Share"))
            if any(stored.summary.names):
                add_button("names", N_("Change a name"))
            add_button(f"delete/{game}", N_("Delete"))
        add_button("cancel", N_("Cancel"), outlined_button)
        return Card(look.names, [write(look.day_and_facts, ASIDE, color=self.theme.ink2)], buttons)
