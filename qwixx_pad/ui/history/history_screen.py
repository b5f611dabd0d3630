"""All saved games: search, open, delete, restore, and annotate them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import flet as ft

from qwixx_pad.games.session import Failure
from qwixx_pad.i18n import listed, phrase
from qwixx_pad.library.library import Kept, Library
from qwixx_pad.library.summaries import NOTE_LENGTH, PLACE_LENGTH, Remark
from qwixx_pad.multiplayer.open_tables import Host
from qwixx_pad.storage.summary import GameQuery
from qwixx_pad.ui.design.cards import Card, Way, cancel, prompt_sheet, under_card
from qwixx_pad.ui.design.controls import (
    Typed,
    icon_button,
    outlined,
    primary,
    text_field,
    tonal,
    use_typed,
)
from qwixx_pad.ui.design.form import (
    Screen,
    option,
    options,
    page_bar,
    pill,
    undo_bar,
    with_nav_bar,
)
from qwixx_pad.ui.design.primitives import (
    WIDEST,
    Tap,
    heading,
    message,
    page_column,
    tappable,
    write,
)
from qwixx_pad.ui.design.tokens import ASIDE, BODY, CHIP, HEADLINE, HINT, TITLE
from qwixx_pad.ui.flet_support.flet_patches import component, handler
from qwixx_pad.ui.history import CHUNK, HistoryFilter, Which, Window, names_of, window
from qwixx_pad.ui.history.game_row import extent, look_of, some_games
from qwixx_pad.ui.shell import ScreenContext, use_watched
from qwixx_pad.ui.statistics import Span, sheet_asked_for

_LOW = 500
"""Below this height the screen is low, in dp."""
_WIDE = 900
_OFTEN = 60
"""Milliseconds between two reports of the scroll offset."""


@dataclass(frozen=True, slots=True)
class _HistoryState:
    """The state of the screen.

    Attributes:
        sought: The filter of the list.
        pixels: How far the list was scrolled, in dp, rounded to a chunk.
        asks: The open question: `layout`, `span`, `shown`, `wipe`, or the identifier of a game.
    """

    sought: HistoryFilter = field(default_factory=HistoryFilter)
    pixels: float = 0
    asks: str = ""


@component
def history_screen(
    host: Host,
    library: Library,
    context: ScreenContext,
    deleted: str | None,
    go: Tap,
) -> ft.Control:
    """Show the list of all games; the one just deleted, by its identifier, can be restored.

    `go` opens a screen; `delete/ID` deletes a game, `put-back/ID` undoes that.
    """
    typed = use_typed("search")
    found = HistoryFilter(search=typed.or_else(""))
    state, show = ft.use_state(_HistoryState(found))
    version = use_watched(context, library.watch, 0, lambda changes: changes + 1)
    ask = ft.use_callback(lambda what: show(lambda old: replace(old, asks=what)), [])

    def look_for(text: str) -> None:
        show(lambda old: replace(old, sought=replace(old.sought, search=text), pixels=0))

    search = ft.use_callback(look_for, [])
    page = _HistoryPage(
        context, go, host, library, deleted, typed, state, show, ask, search, version
    )
    return page.whole()


@dataclass(frozen=True)
class _HistoryPage(Screen):
    """The screen in one state."""

    host: Host
    library: Library
    deleted: str | None
    typed: Typed
    state: _HistoryState
    show: Callable[[_HistoryState], None]
    ask: Callable[[str], None]
    search: Callable[[str], None]
    version: int

    @property
    def width(self) -> float:
        return min(self.context.space.width, _WIDE if self.low else WIDEST) - 32

    @property
    def low(self) -> bool:
        """True if the list needs the height more than the parts above it."""
        return self.context.space.height < _LOW

    @property
    def wanted(self) -> GameQuery:
        return self.state.sought.wanted(self.host.service.now())

    def whole(self) -> ft.Control:
        total = self.library.count(self.wanted)
        column = ft.Column([*self._above(total), self._list(total)], spacing=8, expand=True)
        middle = ft.Row(
            [ft.Container(column, width=self.width)],
            alignment=ft.MainAxisAlignment.CENTER,
            vertical_alignment=ft.CrossAxisAlignment.STRETCH,
            expand=True,
        )
        above = ft.Stack([middle, *self._undo()], expand=True, fit=ft.StackFit.EXPAND)
        page = with_nav_bar(above, "history", self.context, self.go)
        inside = self._inside(self.state.asks) if self.state.asks else None
        asked = prompt_sheet(inside, self.theme, self.words, self._tap) if inside else None
        return under_card(page, asked, "history")

    def _above(self, total: int) -> Sequence[ft.Control]:
        """Build title, search and filters; in one line where the screen is low.

        They are parts of one row either way: a field that is moved loses its cursor.
        """
        title = self.width
        search = pills = title
        if self.low:
            title = min(130 * self.theme.text + 58, self.width / 3)
            search = pills = (self.width - title) / 2 - 12
        parts: list[ft.Control] = [
            ft.Row([self._title(total), self._copying()], width=title),
            ft.Row([self._search()], width=search),
            ft.Row(
                [*self._pills()],
                spacing=8,
                width=pills,
                height=self.theme.tall(48, 13),
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

    def _title(self, total: int) -> ft.Container:
        style = HEADLINE.held(self.theme, 1.5)
        title = heading(self.words.text("Games"), style, self.theme.ink, height=1.2)
        count = self.words.count("{n} game", "{n} games", total)
        number = ft.Semantics(
            identifier="games-found",
            live_region=True,
            container=True,
            content=write(count, HINT, color=self.theme.ink2, height=1.2),
        )
        both = ft.Column([title, number], spacing=0, alignment=ft.MainAxisAlignment.CENTER)
        return ft.Container(both, height=self.theme.tall(56, 42), expand=True)

    def _search(self) -> ft.Control:
        label = self.words.text("Player, place or note")
        return text_field(
            self.typed,
            self.theme,
            label,
            change=self.search,
            prefix_icon=ft.Icons.SEARCH_ROUNDED,
            dense=True,
            height=self.theme.tall(48, 16),
            expand=True,
        )

    def _pills(self) -> Sequence[ft.Control]:
        words, sought = self.words, self.state.sought
        pills = [
            self._pill("shown", sought.shown.text(words), phrase("Choose which games")),
            self._pill("span", sought.span.text(words), phrase("Choose a time")),
        ]
        if len(self.library.layouts()) > 1:
            name = sheet_asked_for(sought.layout, words)
            pills.append(self._pill("layout", name, phrase("Choose a sheet")))
        return pills

    def _copying(self) -> ft.Control:
        """Build the button to copy a paper game; an icon where words do not fit."""
        name, text = "copy-paper", self.words.text("Copy a paper game")
        theme, add = self.theme, ft.Icons.ADD_ROUNDED
        if self.low or theme.large:
            return icon_button(theme, name, text, add, lambda: self.go(name))
        said = write(self.words.text("From paper"), CHIP, color=theme.ink, no_wrap=True)
        return tappable(
            name,
            text,
            ft.Row([ft.Icon(add, size=18, color=theme.ink), said], spacing=6, tight=True),
            lambda: self.go(name),
            height=theme.tall(48, 13),
            bgcolor=theme.surface2,
            border_radius=24,
            padding=ft.Padding.symmetric(horizontal=14),
        )

    def _pill(self, what: str, text: str, leads: str) -> ft.Control:
        said = self.words.text(leads)
        return pill(f"choose-{what}", text, said, self.context, lambda: self.ask(what))

    def _list(self, total: int) -> ft.Control:
        if not total:
            return ft.Container(
                self._nothing(),
                expand=True,
                padding=ft.Padding.only(top=40),
                alignment=ft.Alignment.TOP_CENTER,
            )
        seen = window(self.state.pixels, self.context.space.height, total, extent(self.theme))
        numbers = range(seen.first, seen.end)
        chunks = [self._chunk(number, total) for number in numbers]
        return ft.Column(
            [
                ft.Container(height=seen.above(total), key="above"),
                *chunks,
                ft.Container(height=seen.below(total), key="below"),
                *self._wipe(),
                ft.Container(height=80 if self.deleted else 12, key="end"),
            ],
            spacing=0,
            scroll=ft.ScrollMode.AUTO,
            on_scroll=handler(lambda event: self._scrolled(event, total, seen)),
            scroll_interval=_OFTEN,
            expand=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
            key=f"list {self.state.sought}",
        )

    def _scrolled(self, event: Any, total: int, seen: Window) -> None:  # noqa: ANN401 - as above
        if window(event.pixels, self.context.space.height, total, seen.extent) != seen:
            self.show(replace(self.state, pixels=event.pixels))

    def _chunk(self, number: int, total: int) -> ft.Control:
        rows = min(CHUNK, total - number * CHUNK)
        built = some_games(
            self.host,
            self.library,
            self.context,
            self.state.sought,
            number,
            self.version,
            self.go,
            self.ask,
        )
        return ft.Container(built, height=rows * extent(self.theme), key=f"chunk {number}")

    def _nothing(self) -> ft.Control:
        theme, lines = self.theme, self.state.sought.found_nothing(self.words)
        return ft.Column(
            [
                write(lines[0], TITLE.at(19), color=theme.ink),
                write(lines[1], BODY, color=theme.ink2),
            ],
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            spacing=6,
        )

    def _wipe(self) -> Sequence[ft.Control]:
        if self.state.sought.shown is not Which.DELETED:
            return []
        text = self.words.text("Delete these for good")
        return [outlined(self.theme, "wipe", text, lambda: self.ask("wipe"), size=15)]

    def _undo(self) -> Sequence[ft.Control]:
        if self.deleted is None:
            return []
        text = self.words.text("Game deleted")
        bar = undo_bar(text, self.context, lambda: self.go(f"put-back/{self.deleted}"))
        return [ft.Container(bar, left=16, right=16, bottom=12)]

    # cards

    def _inside(self, asks: str) -> Sequence[ft.Control] | None:
        words, sought, layouts = self.words, self.state.sought, self.library.layouts()
        sheets = [(name, sheet_asked_for(name, words)) for name in ("", *layouts)]
        shown = [(way.value, way.text(words)) for way in Which]
        spans = [(way.value, way.text(words)) for way in Span]
        choices = {
            "shown": (phrase("Which games"), shown, sought.shown),
            "span": (phrase("How far back"), spans, sought.span),
            "layout": (phrase("Which sheet"), sheets, sought.layout),
        }
        if asks in choices:
            return self._choices(*choices[asks])
        if asks == "wipe":
            return self._sure().painted(self.theme, self._tap)
        found = self.library.find(asks.removeprefix("game "))
        return None if found is None else self._about(found).painted(self.theme, self._tap)

    def _choices(
        self, title: str, ways: Sequence[tuple[str, str]], chosen: str
    ) -> Sequence[ft.Control]:
        def line(value: str, text: str) -> ft.Control:
            name, mine = f"choose-{value}", value == chosen
            return option(name, text, self.context, lambda: self._tap(name), checked=mine)

        return options(self.words.text(title), [line(*way) for way in ways], self.context)

    def _tap(self, name: str) -> None:
        """Handle a tap on the open card."""
        asks, sought = self.state.asks, self.state.sought
        self.show(replace(self.state, asks=""))
        if name.startswith("choose-"):
            value = name.removeprefix("choose-")
            kinds: dict[str, Any] = {"shown": Which, "span": Span, "layout": str}
            chosen = replace(sought, **{asks: kinds[asks](value)})
            self.show(replace(self.state, asks="", sought=chosen, pixels=0))
        elif name == "wipe-now":
            self.library.wipe(self.wanted)
        elif name != "cancel":
            self.go(name)

    def _sure(self) -> Card:
        words, number = self.words, self.library.count(self.wanted)
        asked = words.count("Delete {n} game for good?", "Delete {n} games for good?", number)
        final = write(words.text("They cannot be brought back then."), BODY, color=self.theme.ink2)
        wipe = Way("wipe-now", words.text("Delete for good"), height=56)
        return Card(asked, [final], [wipe, cancel(words.text("Cancel"), 56)])

    def _about(self, kept: Kept) -> Card:
        game, look = kept.summary.game, look_of(kept, self.host, self.context)

        def way(name: str, text: str, button: Callable[..., ft.Control] = tonal) -> Way:
            return Way(name, self.words.text(text), button, more={"size": 16})

        if self.state.sought.shown is Which.DELETED:
            ways = [way(f"put-back/{game}", phrase("Put it back"), primary)]
        else:
            asked = (
                (f"game/{game}", phrase("Continue"), bool(kept.sheets) and not kept.over),
                (f"games/{game}", phrase("Review"), bool(kept.sheets)),
                (f"games/{game}/share", phrase("Share"), bool(kept.sheets)),
                (f"delete/{game}", phrase("Delete"), True),
            )
            ways = [way(name, text) for name, text, fits in asked if fits]
        day = write(look.day, ASIDE, color=self.theme.ink2)
        return Card(look.names, [day], [*ways, way("cancel", phrase("Cancel"), outlined)])


_LINES = 6
"""Lines of a note that are visible at once."""


@component
def remark_screen(library: Library, kept: Kept, context: ScreenContext, go: Tap) -> ft.Control:
    """Edit the place and the note of a game; both are saved when a field is left."""
    theme, words = context.theme, context.words
    game = kept.summary.game
    place, note = use_typed("place", game), use_typed("note", game)
    said, say = ft.use_state("")

    def keep() -> Failure | None:
        written = place.or_else(kept.remark.place), note.or_else(kept.remark.note)
        failure = library.annotate(game, Remark.of(*written))
        say(". ".join(words.failure(failure)) if failure else "")
        return failure

    def left(text: str) -> str:
        keep()
        return text

    def done() -> None:
        if keep() is None:
            go("back")

    asked = partial(text_field, theme=theme, leave=left, send=done, counter="", expand=True)
    at = asked(
        place,
        label=words.text("Where you played"),
        stored=kept.remark.place,
        max_length=PLACE_LENGTH,
    )
    about = asked(
        note,
        label=words.text("What you want to remember"),
        stored=kept.remark.note,
        max_length=NOTE_LENGTH,
        multiline=True,
        shift_enter=True,
        max_lines=_LINES,
    )
    parts = [
        ft.Row([at]),
        ft.Row([about]),
        *([message(said, theme)] if said else []),
        primary(theme, "keep-remark", words.text("Done"), done, height=52),
    ]
    named = listed(names_of(kept.summary, words))
    bar = page_bar(context, words.text("Note and place"), go, named)
    return page_column(parts, context.column, spacing=12, bar=bar)
