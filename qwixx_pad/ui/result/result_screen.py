"""The end of a game: who wins or what it sums up to, the sheets as they were filled, what next."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import flet as ft

from qwixx_pad.archive.library import Library
from qwixx_pad.core.game import Game
from qwixx_pad.service.played_game import PlayedGame
from qwixx_pad.storage.series import MAY_DECIDE, Series, can_be_told_apart, series_after
from qwixx_pad.tables.lobby import results, seating_before
from qwixx_pad.tables.requests import BestOf
from qwixx_pad.tables.seat_session import SeatSession
from qwixx_pad.tables.seating import Seating
from qwixx_pad.ui.design.controls import (
    noted,
    one_of_both,
    outlined,
    primary,
    prompt_sheet,
    tonal,
    under_card,
    way_button,
)
from qwixx_pad.ui.design.form import option, options, pill
from qwixx_pad.ui.design.primitives import Tap, beside, for_the_eye, message, write
from qwixx_pad.ui.design.tokens import LABEL, OPTION
from qwixx_pad.ui.play.geometry import WIDEST_PAD
from qwixx_pad.ui.play.state import PadState, may_redo, undoing
from qwixx_pad.ui.result import (
    has_turned,
    said_of_best_of,
    said_of_records,
    series_look,
    turning,
)
from qwixx_pad.ui.result.standings import end_of_game, series_card
from qwixx_pad.ui.runtime.guards import component
from qwixx_pad.ui.shell import ScreenContext, use_chances, use_watched


@component
def result(play: SeatSession, state: PadState, context: ScreenContext, tap: Tap) -> ft.Control:
    """The result of a sheet or of a table; what can still be undone is undone from here."""
    use_watched(context, play.watch, 0, lambda changes: changes + 1)
    card, show = ft.use_state("")
    page = _result(play, state, context, tap, lambda: show("best-of"))
    asked = best_of_card(play, context, lambda: show("")) if card else None
    return under_card(page, asked, "result")


@dataclass(frozen=True)
class _Ended:
    """What a result shows beside what follows from the game itself.

    Attributes:
        game, called: The game and its identifier.
        names, colors: Of the seats; no colours where there is one sheet.
        more: What is told below the standings.
        series: The card of the series, if there is one.
        bar, keys: What can be tapped above and below.
    """

    game: Game
    called: str
    names: tuple[str, ...]
    colors: tuple[int, ...]
    more: Sequence[ft.Control]
    series: Sequence[ft.Control]
    bar: ft.Control
    keys: ft.Control


def _result(
    play: SeatSession, state: PadState, context: ScreenContext, tap: Tap, ask: Callable[[], object]
) -> ft.Control:
    words, table = context.words, state.table
    again, colors = ("new-game", words.text("New game")), tuple[int, ...]()
    names: tuple[str, ...] = (play.head.names[0] or words.text("You"),)
    if table is not None:
        again, names, colors = ("rematch", words.text("Rematch")), table.names, table.colors
    if state.game.setup.paper:
        again = "copy-paper", words.text("Copy another")
    ended = _Ended(
        state.game,
        play.head.id,
        names,
        colors,
        _newcomers(state, context),
        series_so_far(play, context, ask),
        _bar(state, context, tap),
        _buttons(again, context, tap),
    )
    return _laid_out(ended, context, tap)


@component
def past_result(
    opened: PlayedGame, seating: Seating, context: ScreenContext, tap: Tap
) -> ft.Control:
    """The result of a game after which the next one has begun at its table: it is only read.

    The seating is that of the table now.
    """
    use_watched(context, opened.watch, 0, lambda changes: changes + 1)
    names, game, called = opened.head.names, opened.game, opened.head.id
    known = {chair.name: chair.color for chair in seating.everybody}
    others = context.settings.colors_of(names)
    series = series_of(called, names, game, seating_before(seating, results(names, game)), context)
    ended = _Ended(
        game,
        called,
        names,
        tuple(known.get(name, color) for name, color in zip(names, others, strict=True)),
        (),
        _series(series, context, None),
        _frame_bar((), context, tap),
        _review(context, tap),
    )
    return _laid_out(ended, context, tap)


def _laid_out(ended: _Ended, context: ScreenContext, tap: Tap) -> ft.Control:
    game, called, names = ended.game, ended.called, ended.names
    whole = _whole(context, game.setup.seats)
    left, right = (whole * _LEFT, whole * (1 - _LEFT) - _APART) if _wide(whole) else (whole, whole)
    lines, sheets = end_of_game(game, names, ended.colors, context, (left, right), called)
    if has_turned(game):
        lines.append(turning_line(game, names, left, context, key="turning"))
    lines += [*own_records(called, context), *ended.more]
    series, remark = ended.series, remark_line(called, context, tap)
    if not _wide(whole):
        read = _scrolled([*lines, *series, *sheets, *remark])
        return _page(ft.Column([ended.bar, read, ended.keys], spacing=12), whole)
    read = ft.Container(ft.Column([_scrolled(lines), ended.keys], spacing=12), width=left)
    both = ft.Row(
        [read, _scrolled([*sheets, *series, *remark])],
        spacing=_APART,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        expand=True,
    )
    return _page(ft.Column([ended.bar, both], spacing=12), whole)


_WIDE, _LEFT, _APART = 700, 0.45, 16.0
"""From this width on the sheets stand beside what is told of them, which has such a share of it;
between the two, in dp."""


def _whole(context: ScreenContext, seats: int) -> float:
    """Width of all that is shown, in dp."""
    space = context.space
    whole, large = min(space.width, WIDEST_PAD) - 32, context.theme.large
    two = seats > 1 and space.width > space.height and _wide(whole) and not large
    return whole if two else context.column


def _wide(whole: float) -> bool:
    return whole >= _WIDE


def _newcomers(state: PadState, context: ScreenContext) -> list[ft.Control]:
    """Who has sat down meanwhile: the rematch is theirs too."""
    table, words = state.table, context.words
    names = [chair.name for chair in table.seating.next] if table and table.seating else []
    if not names:
        return []
    told = words.text("In the next game too: {names}", names=words.both(names))
    return [write(told, OPTION.at(15), color=context.theme.ink, text_align=ft.TextAlign.CENTER)]


def _bar(state: PadState, context: ScreenContext, tap: Tap) -> ft.Control:
    theme, words = context.theme, context.words
    can = undoing(state, state.seat) is not None, may_redo(state, state.seat)
    undo = [
        one_of_both(able, which, theme, words, tap)
        for able, which in zip(can, ("undo", "redo"), strict=True)
    ]
    return _frame_bar(undo, context, tap)


def _frame_bar(undo: Sequence[ft.Control], context: ScreenContext, tap: Tap) -> ft.Control:
    theme, words = context.theme, context.words
    close = way_button("home", words.text("Home"), ft.Icons.CLOSE_ROUNDED, theme, tap)
    share = way_button("share", words.text("Share"), ft.Icons.IOS_SHARE_ROUNDED, theme, tap)
    return ft.Row([close, ft.Container(expand=True), *undo, share], height=52, spacing=0)


def _scrolled(parts: Sequence[ft.Control]) -> ft.Control:
    return ft.Column(
        [*parts],
        spacing=12,
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _buttons(again: tuple[str, str], context: ScreenContext, tap: Tap) -> ft.Control:
    theme, name = context.theme, again[0]
    next_game = primary(theme, *again, lambda: tap(name), icon=ft.Icons.REFRESH_ROUNDED)
    return beside([next_game, _review(context, tap)], theme, spacing=10, shares=(58, 42))


def _review(context: ScreenContext, tap: Tap) -> ft.Control:
    icon, text = ft.Icons.PLAY_ARROW_ROUNDED, context.words.text("Review")
    return tonal(context.theme, "review", text, lambda: tap("review"), icon=icon, size=16)


def _page(inside: ft.Control, width: float) -> ft.Control:
    return ft.Row(
        [ft.Container(inside, width=width, padding=ft.Padding.only(bottom=14))],
        alignment=ft.MainAxisAlignment.CENTER,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        expand=True,
    )


@component
def turning_line(
    game: Game, names: tuple[str, ...], width: float, context: ScreenContext
) -> ft.Control:
    """Who led from when on, and what turned a game that `has_turned`, in so much room.

    The chances are reckoned while the screen is shown. Until then, the sentence has the room of the
    one that points alone would tell.
    """
    words, curve = context.words, use_chances(game, context, wanted=context.settings.chances)
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


def own_records(game: str, context: ScreenContext) -> list[ft.Control]:
    """What the pad's owner has reached in a game for the first time; nothing for a visitor."""
    library = context.own_games
    told = "" if library is None else said_of_records(library.records(game), context.words)
    return [message(told, context.theme, LABEL, live=False)] if told else []


def series_so_far(
    play: SeatSession, context: ScreenContext, ask: Callable[[], object]
) -> list[ft.Control]:
    """The series that a game belongs to; `ask` asks how many games decide it.

    Nothing where there is none.
    """
    series = series_of(play.head.id, play.head.names, play.game, play.seating, context)
    return _series(series, context, ask)


def _series(
    series: Series | None, context: ScreenContext, ask: Callable[[], object] | None
) -> list[ft.Control]:
    """Build the card of a series, if there is one; without `ask` nothing on it can be tapped."""
    if series is None or not (len(series.games) > 1 or series.before or series.best_of):
        return []
    look, leads = series_look(series, context.words), _how_many(context)
    decides = [] if ask is None else [pill("best-of", look.decides, leads, context, ask)]
    return [series_card(look, context, *([ft.Row([*decides])] if decides else []))]


def series_of(
    called: str, names: Sequence[str], game: Game, seating: Seating | None, context: ScreenContext
) -> Series | None:
    """The series of a finished game: of its table, else among the owner's games; None for none.

    `called` is the identifier of the game, `names` are in the order of the seats; `seating` is the
    table of several devices at which it was played, if it still stands.
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
    """How many games decide a series: asked by a card from below."""
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


def remark_line(game: str, context: ScreenContext, tap: Tap) -> list[ft.Control]:
    """What was written about a game, or the way to write something; nothing for a visitor."""
    library = context.own_games
    return [] if library is None else [_remark(game, library, context, tap)]


@component
def _remark(game: str, library: Library, context: ScreenContext, tap: Tap) -> ft.Control:
    use_watched(context, library.watch, 0, lambda changes: changes + 1)
    kept, leads = library.find(game), context.words.text("Note and place")
    lines = [] if kept is None else [*kept.remark.told.values()]
    if lines:
        return noted(lines, leads, context.theme, tap)
    pen = ft.Icons.EDIT_ROUNDED
    return outlined(
        context.theme, "remark", leads, lambda: tap("remark"), icon=pen, height=48, size=15
    )
