"""The screen at the end of a game: winners or total, the filled sheets, next steps."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import flet as ft

from qwixx_pad.core.game import Game
from qwixx_pad.games.played_game import PlayedGame
from qwixx_pad.history.series import MAY_DECIDE, Series, can_be_told_apart, series_after
from qwixx_pad.library.library import Library
from qwixx_pad.multiplayer.lobby import results, seating_before
from qwixx_pad.multiplayer.requests import BestOf
from qwixx_pad.multiplayer.seat_session import SeatSession
from qwixx_pad.multiplayer.seating import Seating
from qwixx_pad.ui.design.cards import prompt_sheet, under_card
from qwixx_pad.ui.design.controls import noted, one_of_both, outlined, primary, tonal, way_button
from qwixx_pad.ui.design.form import Screen, option, options, pill
from qwixx_pad.ui.design.primitives import Tap, beside, for_the_eye, message, write
from qwixx_pad.ui.design.tokens import LABEL, OPTION
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.play.geometry import WIDEST_PAD
from qwixx_pad.ui.play.state import PadState, may_redo, undoing
from qwixx_pad.ui.result import (
    has_turned,
    said_of_best_of,
    said_of_records,
    series_look,
    turning,
)
from qwixx_pad.ui.result.ranking import EndedGame, end_of_game, series_card
from qwixx_pad.ui.shell import ScreenContext, use_chances, use_watched


@component
def result(play: SeatSession, state: PadState, context: ScreenContext, tap: Tap) -> ft.Control:
    """Show the result of a sheet or of a table; undo is possible from here."""
    use_watched(context, play.watch, 0, lambda changes: changes + 1)
    card, show = ft.use_state("")
    head, table = play.head, state.table
    names = (head.names[0] or context.words.text("You"),) if table is None else table.names
    ended = EndedGame(state.game, head.id, names, () if table is None else table.colors)
    series = series_of(head.id, head.names, play.game, play.seating, context)
    page = _ResultPage(context, tap, ended, series, state, lambda: show("best-of"))
    asked = best_of_card(play, context, lambda: show("")) if card else None
    return under_card(page.whole(), asked, "result")


@component
def past_result(
    opened: PlayedGame, seating: Seating, context: ScreenContext, tap: Tap
) -> ft.Control:
    """Show the read-only result of a game whose table plays the next one already.

    The seating is the table's current one.
    """
    use_watched(context, opened.watch, 0, lambda changes: changes + 1)
    names, game, called = opened.head.names, opened.game, opened.head.id
    known = {chair.name: chair.color for chair in seating.everybody}
    others = context.settings.colors_of(names)
    colors = tuple(known.get(name, color) for name, color in zip(names, others, strict=True))
    series = series_of(called, names, game, seating_before(seating, results(names, game)), context)
    return _ResultPage(context, tap, EndedGame(game, called, names, colors), series).whole()


_WIDE, _LEFT, _APART = 700, 0.45, 16.0
"""Width from which on there are two columns, in dp; share of the left one; gap between, in dp."""


@dataclass(frozen=True)
class _ResultPage(Screen):
    """The result of a game.

    Attributes:
        ended: The game.
        series: Its series, if any.
        state: The state of the pad; None if read-only.
        ask: Opens the card for the length of the series; None if read-only.
    """

    ended: EndedGame
    series: Series | None
    state: PadState | None = None
    ask: Callable[[], object] | None = None

    def whole(self) -> ft.Control:
        ended, context, whole = self.ended, self.context, self._width
        wide = whole >= _WIDE
        left, right = (whole * _LEFT, whole * (1 - _LEFT) - _APART) if wide else (whole, whole)
        lines, sheets = end_of_game(ended, context, (left, right))
        if has_turned(ended.game):
            lines.append(turning_line(ended, left, context, key="turning"))
        lines += [*self._records(), *self._newcomers()]
        series, remark, bar, keys = self._series(), self._remark(), self._bar(), self._keys()
        if not wide:
            read = _scrolled([*lines, *series, *sheets, *remark])
            return _page(ft.Column([bar, read, keys], spacing=12), whole)
        told = ft.Container(ft.Column([_scrolled(lines), keys], spacing=12), width=left)
        both = ft.Row(
            [told, _scrolled([*sheets, *series, *remark])],
            spacing=_APART,
            vertical_alignment=ft.CrossAxisAlignment.STRETCH,
            expand=True,
        )
        return _page(ft.Column([bar, both], spacing=12), whole)

    @property
    def _width(self) -> float:
        """The width of the page, in dp."""
        space, several = self.context.space, self.ended.game.setup.seats > 1
        whole = min(space.width, WIDEST_PAD) - 32
        two = several and space.width > space.height and whole >= _WIDE and not self.theme.large
        return whole if two else self.context.column

    def _newcomers(self) -> list[ft.Control]:
        """Name the players who have joined for the rematch."""
        seating = self.state and self.state.table and self.state.table.seating
        names = [chair.name for chair in seating.next] if seating else []
        if not names:
            return []
        told = self.words.text("In the next game too: {names}", names=self.words.both(names))
        return [write(told, OPTION.at(15), color=self.theme.ink, text_align=ft.TextAlign.CENTER)]

    def _bar(self) -> ft.Control:
        theme, words, go, state = self.theme, self.words, self.go, self.state
        buttons = [
            way_button("home", words.text("Home"), ft.Icons.CLOSE_ROUNDED, theme, go),
            ft.Container(expand=True),
        ]
        if state is not None:
            may_undo = undoing(state, state.seat) is not None
            buttons += [
                one_of_both(may_undo, "undo", theme, words, go),
                one_of_both(may_redo(state, state.seat), "redo", theme, words, go),
            ]
        share = way_button("share", words.text("Share"), ft.Icons.IOS_SHARE_ROUNDED, theme, go)
        return ft.Row([*buttons, share], height=52, spacing=0)

    def _keys(self) -> ft.Control:
        """Build the buttons for the review, and for the next game if one can start here."""
        theme, words, go, icons = self.theme, self.words, self.go, ft.Icons
        text, icon = words.text("Review"), icons.PLAY_ARROW_ROUNDED
        review = tonal(theme, "review", text, lambda: go("review"), icon=icon, size=16)
        if self.state is None:
            return review
        if self.ended.game.setup.paper:
            name, text = "copy-paper", words.text("Copy another")
        elif self.state.table is not None:
            name, text = "rematch", words.text("Rematch")
        else:
            name, text = "new-game", words.text("New game")
        again = primary(theme, name, text, lambda: go(name), icon=icons.REFRESH_ROUNDED)
        return beside([again, review], theme, spacing=10, shares=(58, 42))

    def _records(self) -> list[ft.Control]:
        """Build the line of the owner's new records; nothing for a visitor."""
        library = self.context.own_games
        if library is None:
            return []
        told = said_of_records(library.records(self.ended.called), self.words)
        return [message(told, self.theme, LABEL, live=False)] if told else []

    def _series(self) -> list[ft.Control]:
        """Build the card of the series, if there is one."""
        series = self.series
        if series is None or not (len(series.games) > 1 or series.before or series.best_of):
            return []
        look, leads = series_look(series, self.words), _how_many(self.context)
        if self.ask is None:
            return [series_card(look, self.context)]
        decides = pill("best-of", look.decides, leads, self.context, self.ask)
        return [series_card(look, self.context, ft.Row([decides]))]

    def _remark(self) -> list[ft.Control]:
        """Build the remark or the button to write one; nothing for a visitor."""
        library = self.context.own_games
        return (
            [] if library is None else [_remark(self.ended.called, library, self.context, self.go)]
        )


def _scrolled(parts: Sequence[ft.Control]) -> ft.Control:
    return ft.Column(
        [*parts],
        spacing=12,
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _page(inside: ft.Control, width: float) -> ft.Control:
    return ft.Row(
        [ft.Container(inside, width=width, padding=ft.Padding.only(bottom=14))],
        alignment=ft.MainAxisAlignment.CENTER,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        expand=True,
    )


@component
def turning_line(ended: EndedGame, width: float, context: ScreenContext) -> ft.Control:
    """Build the sentence on lead and turning point of a game that `has_turning_point`.

    The chances are computed while the screen is shown. Until then, the space of the sentence
    without chances is reserved.
    """
    words, game, names = context.words, ended.game, ended.names
    curve = use_chances(game, context, wanted=context.settings.chances)
    waits = curve is None
    room = ft.use_memo(lambda: turning(game, names, (), words), [id(game), names, words])
    told = ft.use_memo(
        lambda: turning(game, names, curve, words) if curve else room,
        [id(game), names, waits, words],
    )
    line = partial(write, style=OPTION.at(15), text_align=ft.TextAlign.CENTER, width=width)
    kept = for_the_eye(line(room, color=ft.Colors.TRANSPARENT))
    said = ft.Semantics(identifier="turning", content=line(told, color=context.theme.ink))
    return ft.Stack([kept] if waits else [kept, said])


def series_of(
    called: str, names: Sequence[str], game: Game, seating: Seating | None, context: ScreenContext
) -> Series | None:
    """Find the series of a finished game: its table's, else among the owner's games, or None.

    `names` are in the order of the seats; `seating` is that of the table of several devices at
    which it was played, if it is still open.
    """
    if seating is None:
        return None if context.own_games is None else context.own_games.series(called)
    if not can_be_told_apart(names):
        return None
    return series_after((*seating.played, results(names, game)), seating.best_of)


def _how_many(context: ScreenContext) -> str:
    return context.words.text("How many games decide a series")


def best_of_card(
    play: SeatSession, context: ScreenContext, close: Callable[[], object]
) -> ft.Control:
    """Build the card that asks for the length of a series."""
    seating = play.seating
    now = seating.best_of if seating else context.settings.best_of

    def choose(games: int) -> None:
        if seating is not None:
            play.ask(BestOf(games))
        if context.own_games is not None:
            context.change(best_of=games)
        close()

    def line(games: int) -> ft.Control:
        text = said_of_best_of(games, context.words)
        taken = games == now
        return option(f"best-of-{games}", text, context, lambda: choose(games), checked=taken)

    inside = options(_how_many(context), [line(games) for games in MAY_DECIDE], context)
    return prompt_sheet(inside, context.theme, context.words, lambda _: close())


@component
def _remark(game: str, library: Library, context: ScreenContext, tap: Tap) -> ft.Control:
    use_watched(context, library.watch, 0, lambda changes: changes + 1)
    kept, leads = library.find(game), context.words.text("Note and place")
    lines = [] if kept is None else [*kept.remark.told.values()]
    if lines:
        return noted(lines, leads, context.theme, tap)
    return outlined(
        context.theme,
        "remark",
        leads,
        lambda: tap("remark"),
        icon=ft.Icons.EDIT_ROUNDED,
        height=48,
        size=15,
    )
