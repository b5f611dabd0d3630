"""The screen at the end of a game: winners or total, the filled sheets, next steps."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import flet as ft

from qwixx_pad.core.game import Game
from qwixx_pad.games.played_game import PlayedGame
from qwixx_pad.history.series import SERIES_LENGTHS, Series, has_distinct_names, series_from_results
from qwixx_pad.i18n import N_
from qwixx_pad.library.library import Library
from qwixx_pad.multiplayer.lobby import game_results, seating_before
from qwixx_pad.multiplayer.requests import BestOf
from qwixx_pad.multiplayer.seat_session import SeatSession, TableState
from qwixx_pad.multiplayer.seating import Seating
from qwixx_pad.ui.context import ScreenContext, current_translator, use_chances, use_change_count
from qwixx_pad.ui.correction import ReviewedGame
from qwixx_pad.ui.design.cards import page_under_card, prompt_overlay
from qwixx_pad.ui.design.controls import (
    named_icon_button,
    outlined_button,
    primary_button,
    remark_card,
    tonal_button,
    undo_redo_button,
)
from qwixx_pad.ui.design.form import Screen, choice_pill, option_line, option_list
from qwixx_pad.ui.design.primitives import TapHandler, decorative, hstack, message_line, write
from qwixx_pad.ui.flet_support.flet_patches import component, handler
from qwixx_pad.ui.flet_support.keyboard import Keyboard
from qwixx_pad.ui.geometry import MAX_PAD_DP
from qwixx_pad.ui.result import (
    best_of_text,
    has_turning_point,
    records_text,
    series_look,
    turning_text,
)
from qwixx_pad.ui.result.ranking import end_of_game, series_card
from qwixx_pad.ui.theme.tokens import ASIDE, LABEL, OPTION


@dataclass(frozen=True, slots=True)
class NextGame:
    """The game that a table plays after the one whose result is on the screen.

    Attributes:
        text: Text of the button that opens it, with the player whose turn it is.
        enter: Opens it.
    """

    text: str
    enter: Callable[[], object]

    def build_button(self) -> ft.Control:
        """Build the button that opens it; a screen reader says that the game has begun."""
        return ft.Semantics(
            identifier="next-game-begun",
            label=current_translator().gettext("The next game has begun."),
            container=True,
            live_region=True,
            content=primary_button("next-game", self.text, self.enter, size=16, wraps=True),
        )


@dataclass(frozen=True, slots=True)
class PlayedResult:
    """The state of the open pad of a finished game.

    Attributes:
        table: The state of its table; None for a single sheet.
        may_undo, may_redo: Whether an entry can be undone, or redone.
    """

    table: TableState | None
    may_undo: bool
    may_redo: bool


@component
def result_screen(
    play: SeatSession,
    ended: ReviewedGame,
    played: PlayedResult,
    context: ScreenContext,
    tap: TapHandler,
) -> ft.Control:
    """Show the result of a sheet or of a table; its last entry can be undone here."""

    def begin_untouched() -> None:
        keyboard = Keyboard.for_page(ft.context.page)
        if keyboard is not None:
            keyboard.is_untouched = True

    use_change_count(play.watch)
    ft.use_effect(begin_untouched, [])
    card_open, set_card_open = ft.use_state(False)  # noqa: FBT003 - the state itself
    head = play.head
    page = _ResultPage(
        context=context,
        go=tap,
        ended=ended,
        series=game_series(head.id, head.names, play.game, play.table_seating, context),
        played=played,
        open_best_of=lambda: set_card_open(True),
    )
    card = best_of_card(play, context, lambda: set_card_open(False)) if card_open else None
    return page_under_card(page.build_result_page(), card, "result")


@component
def past_result_screen(
    opened: PlayedGame,
    seating: Seating,
    context: ScreenContext,
    tap: TapHandler,
    following: NextGame | None,
) -> ft.Control:
    """Show the read-only result of a game whose table already plays the next one.

    `seating` is the table's current one.
    """
    use_change_count(opened.watch)
    names = opened.head.names
    game = opened.game
    game_id = opened.head.id
    at_table = {chair.name: chair.color for chair in seating.all_chairs}
    distinct = context.settings.distinct_colors(names)
    colors = tuple(at_table.get(name, color) for name, color in zip(names, distinct, strict=True))
    seating_then = seating_before(seating, game_results(names, game))
    page = _ResultPage(
        context=context,
        go=tap,
        ended=ReviewedGame(game, names, colors, game_id),
        series=game_series(game_id, names, game, seating_then, context),
        following=following,
    )
    return page.build_result_page()


TAKE_HOME = N_("Take it home")
_SIDE_MARGINS_DP = 32
"""Left and right of the page together."""
_MIN_TWO_COLUMNS_DP = 700
"""Width of the page from which on it has two columns."""
_LEFT_SHARE = 0.45
"""Share of the left column."""
_COLUMN_GAP_DP = 16.0


@dataclass(frozen=True)
class _ResultPage(Screen):
    """The result of a game.

    Attributes:
        ended: The game.
        series: Its series; None if it is in none.
        played: The state of its pad; None if read-only.
        open_best_of: Opens the card for the length of the series; None if read-only.
        following: The game that its table plays now; None if there is none.
    """

    ended: ReviewedGame
    series: Series | None
    played: PlayedResult | None = None
    open_best_of: Callable[[], object] | None = None
    following: NextGame | None = None

    def build_result_page(self) -> ft.Control:
        ended = self.ended
        whole_width = min(self.context.space.width, MAX_PAD_DP) - _SIDE_MARGINS_DP
        is_wide = (
            ended.game.setup.seats > 1
            and self.context.space.width > self.context.space.height
            and whole_width >= _MIN_TWO_COLUMNS_DP
            and not self.theme.has_large_text
        )
        if is_wide:
            page_width = whole_width
            text_width = page_width * _LEFT_SHARE
            sheets_width = page_width * (1 - _LEFT_SHARE) - _COLUMN_GAP_DP
        else:
            page_width = text_width = sheets_width = self.context.column_width
        lines, sheets = end_of_game(ended, text_width, sheets_width)
        if has_turning_point(ended.game):
            lines.append(turning_line(ended, text_width, self.context, key="turning"))
        lines += [*self._record_lines(), *self._length_line(), *self._newcomer_line()]
        series = self._series_parts()
        remark = [*self._remark_parts(), *self._take_home_parts()]
        bar = self._top_bar()
        buttons = self._bottom_buttons()
        if not is_wide:
            parts = _scroll_column([*lines, *series, *sheets, *remark])
            return _centered_page(ft.Column([bar, parts, buttons], spacing=12), page_width)
        columns = ft.Row(
            [
                ft.Container(
                    ft.Column([_scroll_column(lines), buttons], spacing=12), width=text_width
                ),
                _scroll_column([*sheets, *series, *remark]),
            ],
            spacing=_COLUMN_GAP_DP,
            vertical_alignment=ft.CrossAxisAlignment.STRETCH,
            expand=True,
        )
        return _centered_page(ft.Column([bar, columns], spacing=12), page_width)

    def _newcomer_line(self) -> list[ft.Control]:
        """Name the players who have joined for the rematch, if any."""
        table = None if self.played is None else self.played.table
        if table is None or table.seating is None or not table.seating.next_chairs:
            return []
        names = [chair.name for chair in table.seating.next_chairs]
        text = self.tr.gettext("In the next game too: {names}", names=self.tr.join_and(names))
        return [write(text, OPTION.resized(15), text_align=ft.TextAlign.CENTER)]

    def _top_bar(self) -> ft.Control:
        tr = self.tr
        go = self.go
        buttons = [
            named_icon_button("home", tr.gettext("Home"), ft.Icons.CLOSE_ROUNDED, go),
            ft.Container(expand=True),
        ]
        if self.played is not None:
            buttons += [
                undo_redo_button(self.played.may_undo, "undo", go),
                undo_redo_button(self.played.may_redo, "redo", go),
            ]
        if not self.ended.game.is_blank and self.context.own_games is not None:
            buttons.append(
                named_icon_button("share", tr.gettext("Share"), ft.Icons.IOS_SHARE_ROUNDED, go)
            )
        return ft.Row(buttons, height=52, spacing=0)

    def _bottom_buttons(self) -> ft.Control:
        """Build the buttons for the review, and for the next game if one can start or has begun.

        A blank game is not reviewed.
        """
        review = tonal_button(
            "review",
            self.tr.gettext("Review"),
            lambda: self.go("review"),
            icon=ft.Icons.PLAY_ARROW_ROUNDED,
            size=16,
        )
        if self.following is not None:
            onward = self.following.build_button()
        elif self.played is None:
            return review
        else:
            onward = self._again_button(self.played.table)
        if self.ended.game.is_blank:
            return onward
        return hstack([onward, review], spacing=10, shares=(58, 42))

    def _take_home_parts(self) -> list[ft.Control]:
        """Build the button by which a visitor gets the game; its owner has it."""
        if self.context.own_games is not None or self.ended.game.is_blank:
            return []
        return [
            outlined_button(
                "share",
                self.tr.gettext(TAKE_HOME),
                lambda: self.go("share"),
                icon=ft.Icons.IOS_SHARE_ROUNDED,
                height=48,
                size=15,
            )
        ]

    def _again_button(self, table: TableState | None) -> ft.Control:
        if self.ended.game.setup.paper:
            name = "copy-paper"
            text = self.tr.gettext("Copy another")
        elif table is not None:
            name = "rematch"
            text = self.tr.gettext("Rematch")
        else:
            name = "new-game"
            text = self.tr.gettext("New game")
        return primary_button(name, text, lambda: self.go(name), icon=ft.Icons.REFRESH_ROUNDED)

    def _record_lines(self) -> list[ft.Control]:
        """Name the owner's new records, if any; visitors see none."""
        library = self.context.own_games
        if library is None:
            return []
        text = records_text(library.records_in(self.ended.game_id), self.tr)
        return [message_line(text, LABEL, live=False)] if text else []

    def _length_line(self) -> list[ft.Control]:
        """Say how long the game took, if that is known."""
        seconds = self.context.length_of(self.ended.game_id)
        if seconds is None:
            return []
        text = self.tr.gettext("It took {time}.", time=self.tr.length_text(seconds))
        content = write(text, ASIDE, color=self.theme.ink2, text_align=ft.TextAlign.CENTER)
        return [ft.Semantics(identifier="game-length", container=True, content=content)]

    def _series_parts(self) -> list[ft.Control]:
        """Build the card of the series, unless it is one game of open length."""
        series = self.series
        if series is None or not (len(series.games) > 1 or series.earlier_games or series.best_of):
            return []
        look = series_look(series, self.tr)
        if self.open_best_of is None:
            return [series_card(look)]
        pill = choice_pill(
            "best-of", look.length_text, self.tr.gettext(_BEST_OF_TITLE), self.open_best_of
        )
        return [series_card(look, ft.Row([pill]))]

    def _remark_parts(self) -> list[ft.Control]:
        """Build the remark or the button to write one; nothing for a visitor."""
        library = self.context.own_games
        if library is None or self.ended.game.is_blank:
            return []
        return [_remark_button(self.ended.game_id, library, self.go)]


def _scroll_column(parts: Sequence[ft.Control]) -> ft.Control:
    return ft.Column(
        [*parts],
        spacing=12,
        scroll=ft.ScrollMode.AUTO,
        on_scroll=handler(lambda _: None),  # any event counts as a touch of the screen
        scroll_interval=500,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _centered_page(inside: ft.Control, width: float) -> ft.Control:
    return ft.Row(
        [ft.Container(inside, width=width, padding=ft.Padding.only(bottom=14))],
        alignment=ft.MainAxisAlignment.CENTER,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        expand=True,
    )


@component
def turning_line(ended: ReviewedGame, width: float, context: ScreenContext) -> ft.Control:
    """Build the sentence on lead and turning point of a game that `has_turning_point`.

    The chances are computed while the screen is shown. Until they are known, the sentence without
    chances takes its space unseen.
    """
    tr = context.tr
    game = ended.game
    names = ended.names
    curve = use_chances(game, wanted=context.settings.chances)
    is_computing = curve is None
    placeholder = ft.use_memo(lambda: turning_text(game, names, (), tr), [id(game), names, tr])
    # `is_computing` stands for the curve, which does not change once it is computed
    sentence = ft.use_memo(
        lambda: turning_text(game, names, curve, tr) if curve else placeholder,
        [id(game), names, is_computing, tr],
    )
    line = partial(write, style=OPTION.resized(15), text_align=ft.TextAlign.CENTER, width=width)
    reserved = decorative(line(placeholder, color=ft.Colors.TRANSPARENT))
    shown = ft.Semantics(identifier="turning", content=line(sentence, color=context.theme.ink))
    return ft.Stack([reserved] if is_computing else [reserved, shown])


def game_series(
    game_id: str, names: Sequence[str], game: Game, seating: Seating | None, context: ScreenContext
) -> Series | None:
    """Find the series of a finished game; None if it is in none, as a blank game.

    Args:
        game_id: Identifies it among the owner's games.
        names: The players' names, in seating order.
        game: The game.
        seating: Seating of the shared table at which it was played, which has the series. None if
            there is no such table any more; then the owner's games are searched.
        context: Has the owner's games; a visitor has none.
    """
    if seating is None:
        return None if context.own_games is None else context.own_games.series_of(game_id)
    if game.is_blank or not has_distinct_names(names):
        return None
    return series_from_results(
        (*seating.earlier_results, game_results(names, game)), seating.best_of
    )


_BEST_OF_TITLE = N_("How many games decide a series")


def best_of_card(
    play: SeatSession, context: ScreenContext, close: Callable[[], object]
) -> ft.Control:
    """Build the card that asks for the length of a series."""
    seating = play.table_seating
    current = seating.best_of if seating else context.settings.best_of

    def choose_best_of(games: int) -> None:
        if seating is not None:
            play.send_request(BestOf(games))
        if context.own_games is not None:
            context.change_settings(best_of=games)
        close()

    options = [
        option_line(
            f"best-of-{games}",
            best_of_text(games, context.tr),
            partial(choose_best_of, games),
            checked=games == current,
        )
        for games in SERIES_LENGTHS
    ]
    card = option_list(context.tr.gettext(_BEST_OF_TITLE), options, context)
    return prompt_overlay(card, lambda _: close())


@component
def _remark_button(game_id: str, library: Library, tap: TapHandler) -> ft.Control:
    use_change_count(library.watch)
    stored = library.find(game_id)
    label = current_translator().gettext("Note and place")
    lines = [] if stored is None else [*stored.remark.as_dict.values()]
    if lines:
        return remark_card(lines, label, tap)
    return outlined_button(
        "remark",
        label,
        lambda: tap("remark"),
        icon=ft.Icons.EDIT_ROUNDED,
        height=48,
        size=15,
    )
