"""All saved games: search, open, delete and restore them."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any

import flet as ft

from qwixx_pad.history.series import Evening
from qwixx_pad.i18n import N_
from qwixx_pad.library.library import Library, LibraryGame
from qwixx_pad.multiplayer.open_tables import TableRegistry
from qwixx_pad.storage.summary import GameQuery
from qwixx_pad.ui.context import current_context, use_watched
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
    Window,
    visible_window,
)
from qwixx_pad.ui.history.evenings import chunk_heights
from qwixx_pad.ui.history.game_row import current_card_look, game_chunk, row_extent
from qwixx_pad.ui.statistics import Span, sheet_filter_text
from qwixx_pad.ui.theme.tokens import ASIDE, BODY, CHIP, HEADLINE, HINT, TITLE

_LOW_SCREEN_DP = 500
"""Below this height the screen is low, in dp."""
_MAX_LOW_WIDTH_DP = 900
_SCROLL_INTERVAL_MS = 60
"""Milliseconds between two reports of the scroll offset."""


@dataclass(frozen=True, slots=True)
class _HistoryState:
    """The state of the screen.

    Attributes:
        game_filter: The filter of the list.
        pixels: How far the list was scrolled, in dp, rounded to a chunk.
        question: The open question: `layout`, `span`, `shown`, `wipe`, or the identifier of a game.
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
    """Show the list of all games; the one just deleted, by its identifier, can be restored.

    `go` opens a screen; `delete/ID` deletes a game, `put-back/ID` undoes that.
    """
    context = current_context()
    typed = use_field_state("search")
    found = HistoryFilter(search=typed.text_or(""))
    state, set_state = ft.use_state(_HistoryState(found))
    version = use_watched(library.watch, 0, lambda changes: changes + 1)
    open_question = ft.use_callback(
        lambda what: set_state(lambda old: replace(old, question=what)), []
    )

    def on_search(text: str) -> None:
        set_state(
            lambda old: replace(old, game_filter=replace(old.game_filter, search=text), pixels=0)
        )

    search = ft.use_callback(on_search, [])
    page = _HistoryPage(
        context,
        go,
        registry,
        library,
        deleted,
        typed,
        state,
        set_state,
        open_question,
        search,
        version,
    )
    evenings = library.evenings(page.game_query)
    heights = ft.use_memo(
        lambda: page.chunk_heights(evenings), [evenings, page.list_width, context.theme, context.tr]
    )
    return page.build_history_page(evenings, heights)


def _count_games(evenings: Sequence[Evening]) -> int:
    return sum(evening.games for evening in evenings)


@dataclass(frozen=True)
class _HistoryPage(Screen):
    """The screen in one state."""

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
        return (
            min(self.context.space.width, _MAX_LOW_WIDTH_DP if self.is_low else MAX_COLUMN_DP) - 32
        )

    @property
    def is_low(self) -> bool:
        """True if the list needs the height more than the parts above it."""
        return self.context.space.height < _LOW_SCREEN_DP

    @property
    def game_query(self) -> GameQuery:
        return self.state.game_filter.to_query(self.registry.service.now())

    def chunk_heights(self, evenings: Sequence[Evening]) -> Sequence[float]:
        """Return the heights of the chunks of the list, in dp."""
        extent = row_extent(self.theme)
        return chunk_heights(
            _count_games(evenings), extent, evenings, self.context, self.list_width
        )

    def build_history_page(
        self, evenings: Sequence[Evening], heights: Sequence[float]
    ) -> ft.Control:
        total = _count_games(evenings)
        shown = self._game_list(evenings, heights) if total else self._empty_list()
        column = ft.Column([*self._header_parts(total), shown], spacing=8, expand=True)
        middle = ft.Row(
            [ft.Container(column, width=self.list_width)],
            alignment=ft.MainAxisAlignment.CENTER,
            vertical_alignment=ft.CrossAxisAlignment.STRETCH,
            expand=True,
        )
        above = ft.Stack([middle, *self._undo_delete_bar()], expand=True, fit=ft.StackFit.EXPAND)
        page = with_nav_bar(above, "history", self.go)
        inside = self._card_content(self.state.question) if self.state.question else None
        asked = prompt_overlay(inside, self._on_card_tap) if inside else None
        return page_under_card(page, asked, "history")

    def _header_parts(self, total: int) -> Sequence[ft.Control]:
        """Build title, search and filters; in one line where the screen is low.

        They are parts of one row either way: a field that is moved loses its cursor.
        """
        title = self.list_width
        search = pills = title
        if self.is_low:
            title = min(130 * self.theme.text_scale + 58, self.list_width / 3)
            search = pills = (self.list_width - title) / 2 - 12
        parts: list[ft.Control] = [
            ft.Row(
                [self._title_block(total), self._copy_paper_button(is_main=not self._is_new)],
                width=title,
            ),
            ft.Row([*self._search_parts()], spacing=0, width=search),
            ft.Row(
                [*self._filter_pills()],
                spacing=8,
                width=pills,
                height=self.theme.grown_height(48, 13),
                scroll=ft.ScrollMode.HIDDEN,
            ),
        ]
        return [
            ft.Row(
                parts,
                wrap=True,
                spacing=12,
                run_spacing=8,
                vertical_alignment=ft.CrossAxisAlignment.CENTER,
            )
        ]

    def _title_block(self, total: int) -> ft.Container:
        style = HEADLINE.capped(self.theme, 1.5)
        title = heading(self.tr.gettext("Games"), style, self.theme.ink, height=1.2)
        count = self.tr.ngettext("{n} game", "{n} games", total)
        number = ft.Semantics(
            identifier="games-found",
            live_region=True,
            container=True,
            content=write(count, HINT, color=self.theme.ink2, height=1.2),
        )
        both = ft.Column([title, number], spacing=0, alignment=ft.MainAxisAlignment.CENTER)
        return ft.Container(both, height=self.theme.grown_height(56, 42), expand=True)

    def _search_parts(self) -> Sequence[ft.Control]:
        """Build the field, and behind a typed text the button that clears it."""
        label = self.tr.gettext("Player, place or note")
        clear = self.tr.gettext("Clear the search")
        field = text_field(
            self.typed,
            label,
            change=self.search,
            prefix_icon=ft.Icons.SEARCH_ROUNDED,
            dense=True,
            height=self.theme.grown_height(48, 16),
            expand=True,
        )

        def clear_search() -> None:
            self.typed.set_text(None)
            self.search("")

        icon = ft.Icons.CLOSE_ROUNDED
        button = icon_button("clear-search", clear, icon, clear_search)
        return [field, *([button] if self.typed.text_or("") else [])]

    def _filter_pills(self) -> Sequence[ft.Control]:
        tr = self.tr
        sought = self.state.game_filter
        pills = [
            self._filter_pill("shown", sought.shown.scope_text(tr), N_("Choose which games")),
            self._filter_pill("span", sought.span.text(tr), N_("Choose a period")),
        ]
        if len(self.library.played_layouts()) > 1:
            name = sheet_filter_text(sought.layout, tr)
            pills.append(self._filter_pill("layout", name, N_("Choose a sheet")))
        return pills

    @property
    def _is_new(self) -> bool:
        """True if there is no game yet that a list could show."""
        wanted = HistoryFilter(search=self.state.game_filter.search)
        return self.state.game_filter == wanted and not self.library.count_games(GameQuery())

    def _copy_paper_button(self, *, is_main: bool) -> ft.Control:
        """Build the button to copy a paper game; an icon where words do not fit."""
        name = "copy-paper"
        text = self.tr.gettext("Copy a paper game")
        theme = self.theme
        add = ft.Icons.ADD_ROUNDED
        color = theme.on_primary if is_main else theme.ink
        inside: list[ft.Control] = [ft.Icon(add, size=18, color=color)]
        if not self.is_low and not theme.has_large_text:
            said = self.tr.gettext("From paper")
            inside.append(write(said, CHIP, color=color, no_wrap=True))
        return tappable(
            name,
            text,
            ft.Row(inside, spacing=6, tight=True),
            lambda: self.go(name),
            height=theme.grown_height(48, 13) if len(inside) > 1 else 48,
            bgcolor=theme.primary if is_main else theme.surface2,
            ring=theme.gain if is_main else theme.ink,
            border_radius=24,
            padding=ft.Padding.symmetric(horizontal=15),
        )

    def _filter_pill(self, what: str, text: str, leads: str) -> ft.Control:
        said = self.tr.gettext(leads)
        return choice_pill(f"choose-{what}", text, said, lambda: self.open_question(what))

    def _game_list(self, evenings: Sequence[Evening], heights: Sequence[float]) -> ft.Control:
        seen = visible_window(self.state.pixels, self.context.space.height, heights)
        chunks = [
            self._chunk_view(number, evenings, heights[number])
            for number in range(seen.first, seen.end)
        ]
        return ft.Column(
            [
                ft.Container(height=seen.above, key="above"),
                *chunks,
                ft.Container(height=seen.below, key="below"),
                *self._purge_button(),
                ft.Container(height=80 if self.deleted else 12, key="end"),
            ],
            spacing=0,
            scroll=ft.ScrollMode.AUTO,
            on_scroll=handler(lambda event: self._on_scroll(event, heights, seen)),
            scroll_interval=_SCROLL_INTERVAL_MS,
            expand=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
            key=f"list {self.state.game_filter}",
        )

    def _on_scroll(self, event: Any, heights: Sequence[float], seen: Window) -> None:  # noqa: ANN401 - as above
        if visible_window(event.pixels, self.context.space.height, heights) != seen:
            self.set_state(replace(self.state, pixels=event.pixels))

    def _chunk_view(self, number: int, evenings: Sequence[Evening], height: float) -> ft.Control:
        first = bisect_left(evenings, number * CHUNK_ROWS, key=attrgetter("first"))
        end = bisect_left(evenings, (number + 1) * CHUNK_ROWS, key=attrgetter("first"))
        built = game_chunk(
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
        return ft.Container(built, height=height, key=f"chunk {number}")

    def _empty_list(self) -> ft.Control:
        theme = self.theme
        lines = self.state.game_filter.empty_texts(self.tr)
        said = ft.Column(
            [
                write(lines[0], TITLE.resized(19)),
                write(lines[1], BODY, color=theme.ink2),
                *([self._new_game_button()] if self._is_new else []),
            ],
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            spacing=6,
        )
        return ft.Container(
            said,
            expand=True,
            padding=ft.Padding.only(top=40),
            alignment=ft.Alignment.TOP_CENTER,
        )

    def _new_game_button(self) -> ft.Control:
        text = self.tr.gettext("New game")
        new = primary_button("new-game", text, lambda: self.go("new-game"))
        return ft.Container(new, padding=ft.Padding.only(top=12))

    def _purge_button(self) -> Sequence[ft.Control]:
        if self.state.game_filter.shown is not GameScope.DELETED:
            return []
        number = self.library.count_games(self.game_query)
        text = self.tr.ngettext("Delete {n} game for good", "Delete {n} games for good", number)
        return [deleting_button("wipe", text, lambda: self.open_question("wipe"), size=15)]

    def _undo_delete_bar(self) -> Sequence[ft.Control]:
        if self.deleted is None:
            return []
        text = self.tr.gettext("Game deleted")
        bar = undo_bar(text, lambda: self.go(f"put-back/{self.deleted}"))
        return [ft.Container(bar, left=16, right=16, bottom=12)]

    # cards

    def _card_content(self, question: str) -> Sequence[ft.Control] | None:
        tr = self.tr
        sought = self.state.game_filter
        layouts = self.library.played_layouts()
        sheets = [(name, sheet_filter_text(name, tr)) for name in ("", *layouts)]
        shown = [(way.value, way.scope_text(tr)) for way in GameScope]
        spans = [(way.value, way.text(tr)) for way in Span]
        choices = {
            "shown": (N_("Which games"), shown, sought.shown),
            "span": (N_("How far back"), spans, sought.span),
            "layout": (N_("Which sheet"), sheets, sought.layout),
        }
        if question in choices:
            return self._choice_lines(*choices[question])
        if question == "wipe":
            return self._confirm_purge_card().paint_content(self._on_card_tap)
        found = self.library.find(question.removeprefix("game "))
        return None if found is None else self._game_card(found).paint_content(self._on_card_tap)

    def _choice_lines(
        self, title: str, ways: Sequence[tuple[str, str]], chosen: str
    ) -> Sequence[ft.Control]:
        def choice_line(value: str, text: str) -> ft.Control:
            name = f"choose-{value}"
            mine = value == chosen
            return option_line(name, text, lambda: self._on_card_tap(name), checked=mine)

        return option_list(
            self.tr.gettext(title), [choice_line(*way) for way in ways], self.context
        )

    def _on_card_tap(self, name: str) -> None:
        """Handle a tap on the open card."""
        question = self.state.question
        sought = self.state.game_filter
        self.set_state(replace(self.state, question=""))
        if name.startswith("choose-"):
            value = name.removeprefix("choose-")
            kinds: dict[str, Any] = {"shown": GameScope, "span": Span, "layout": str}
            chosen = replace(sought, **{question: kinds[question](value)})
            self.set_state(replace(self.state, question="", game_filter=chosen, pixels=0))
        elif name == "wipe-now":
            self.library.purge_deleted(self.game_query)
        elif name != "cancel":
            self.go(name)

    def _confirm_purge_card(self) -> Card:
        tr = self.tr
        number = self.library.count_games(self.game_query)
        asked = tr.ngettext("Delete {n} game for good?", "Delete {n} games for good?", number)
        final = write(tr.gettext("You can’t restore them after that."), BODY, color=self.theme.ink2)
        wipe = delete_button("wipe-now", tr.gettext("Delete for good"), self.theme)
        return Card(asked, [final], [wipe, cancel_button(tr.gettext("Cancel"), 56)])

    def _game_card(self, kept: LibraryGame) -> Card:
        game = kept.summary.game
        look = current_card_look(kept, self.registry, self.context)

        def card_button(
            name: str, text: str, button: Callable[..., ft.Control] = tonal_button
        ) -> CardButton:
            return CardButton(name, self.tr.gettext(text), button, look={"size": 16})

        if self.state.game_filter.shown is GameScope.DELETED:
            ways = [card_button(f"put-back/{game}", N_("Restore"), primary_button)]
        else:
            asked = (
                (f"game/{game}", N_("Continue"), bool(kept.sheets) and not kept.has_ended),
                (f"games/{game}", N_("Review"), bool(kept.sheets)),
                (f"games/{game}/share", N_("Share"), bool(kept.sheets)),
                ("names", N_("Change a name"), any(kept.summary.names)),
                (f"delete/{game}", N_("Delete"), True),
            )
            ways = [card_button(name, text) for name, text, fits in asked if fits]
        day = write(look.day_and_facts, ASIDE, color=self.theme.ink2)
        return Card(
            look.names, [day], [*ways, card_button("cancel", N_("Cancel"), outlined_button)]
        )
