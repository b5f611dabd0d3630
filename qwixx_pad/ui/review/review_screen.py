"""The review of a game: every step of every sheet, and the score over time."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import flet as ft

from qwixx_pad.analysis.value import has_value
from qwixx_pad.core.scoring import score_terms
from qwixx_pad.core.story import Story
from qwixx_pad.ui.context import ScreenContext, current_theme, current_translator, use_chances
from qwixx_pad.ui.correction import ReviewedGame, step_look
from qwixx_pad.ui.correction.message_bar import message_bar
from qwixx_pad.ui.correction.paint import correction_sheet, step_card
from qwixx_pad.ui.design.cards import Card, CardButton, cancel_button, card_overlay, page_under_card
from qwixx_pad.ui.design.controls import named_icon_button, outlined_button, remark_card
from qwixx_pad.ui.design.form import Screen, choice_row
from qwixx_pad.ui.design.primitives import TapHandler, write
from qwixx_pad.ui.flet_support.flet_patches import component, memo
from qwixx_pad.ui.flet_support.keyboard import Keyboard
from qwixx_pad.ui.flet_support.session_scope import StartCallback, StopCallback, use_subscription
from qwixx_pad.ui.geometry import LARGE_TEXT_SCALE, Box
from qwixx_pad.ui.review import (
    BAR_DP,
    ReviewGeometry,
    TickLook,
    past_sheet,
    review_geometry,
    review_subtitle,
    review_title,
    seat_looks,
    tick_looks,
)
from qwixx_pad.ui.review.chart import (
    ChartLook,
    CurveLook,
    chart_height,
    chart_look,
    curve_chart,
    points_cursor,
    win_chart,
    win_cursor,
)
from qwixx_pad.ui.review.moments import (
    Curve,
    Highlight,
    advice_texts,
    chance_highlights,
    chance_moments,
    lesson_lines,
    turning_points,
    usual_rows,
    with_chance,
)
from qwixx_pad.ui.review.review_control import EnterCorrection, ReviewControl, ReviewState
from qwixx_pad.ui.review.review_parts import (
    moment_lines,
    review_card,
    scrubber,
    seat_chips,
    transport_buttons,
)
from qwixx_pad.ui.sheet.canvas import readable_rows
from qwixx_pad.ui.text import rounded_text
from qwixx_pad.ui.text.translator import Translator
from qwixx_pad.ui.theme.tokens import BODY, HINT, TITLE

_step_card = memo(step_card)


Highlights = tuple[Highlight, ...]


class _SeatFacts:
    """The facts computed once per game and seat, not once a step."""

    def __init__(
        self,
        reviewed: ReviewedGame,
        story: Story,
        seat: int,
        context: ScreenContext,
        curve: Curve | None,
    ) -> None:
        tr = context.tr
        usual = usual_rows(context.own_games, reviewed, seat)
        self.curve = curve
        self.ticks: tuple[TickLook, ...] = tick_looks(story.steps_of_seat(seat), reviewed.game, tr)
        self.chart: ChartLook = chart_look(reviewed, story, seat, tr)
        self.chances: ChartLook | None = None
        self.lessons: Highlights = lesson_lines(reviewed, story, seat, usual, tr)
        known = curve is not None
        turns = Highlights()
        if curve:
            self.chances = win_chart(self.chart, reviewed, story, curve, tr)
            turns = chance_highlights(reviewed, story, curve, tr)
        taught = bool(self.lessons)
        points = turning_points(reviewed, story, tr, taught=taught, reckoned=known)
        self.points: Highlights = (*turns, *points)
        self._advice: dict[int, tuple[str, ...]] = {}
        self._story = story
        self._seat = seat

    def advice_texts(self, index: int, tr: Translator) -> tuple[str, ...]:
        """Describe better uses of the white dice after so many steps, computed when shown."""
        if index not in self._advice:
            self._advice[index] = advice_texts(self._story, self._seat, index, tr)
        return self._advice[index]


@component
def review_screen(
    reviewed: ReviewedGame,
    context: ScreenContext,
    keyboard: Keyboard,
    go: TapHandler,
    enter_correction: EnterCorrection | None,
) -> ft.Control:
    """Show the review of a game; a corrected one is passed as a new value.

    `go` leads to `back`, `share`, `statistics`, `delete` or `play`; nothing may be corrected where
    `enter_correction` is None.
    """
    control = ft.use_memo(lambda: ReviewControl(reviewed, context.tr, go, enter_correction), [])
    _, control.show = ft.use_state(control.state)
    state = control.update_game(reviewed, context.tr, go, enter_correction)
    curve = use_curve(reviewed, context)
    chosen = ft.use_state("points")
    facts = ft.use_memo(
        lambda: _SeatFacts(reviewed, control.story, state.seat, context, curve),
        [id(control.story), state.seat, context.tr, curve],
    )
    use_subscription(context.scope, lambda: keyboard.add_listener(control.handle_key), [])
    use_subscription(
        context.scope,
        _play_steps(control, context.times.step),
        [state.playing],
        while_connected=True,
    )
    ft.use_effect(
        _dismiss_later(state, context.times.review_message, control.dismiss_message),
        [state.message],
    )
    page = _ReviewPage(context, control.on_tap, reviewed, state, control, facts, chosen)
    return page.build_review(may_correct=enter_correction is not None)


def use_curve(reviewed: ReviewedGame, context: ScreenContext) -> Curve | None:
    """Return the chances in a game: empty until they are known, None where they are not shown.

    They are computed while the screen is shown, and anew for a game that was corrected.
    """
    game = reviewed.game
    wanted = context.settings.chances and not reviewed.is_solo
    known = wanted and has_value(game.setup)
    curve = use_chances(game, wanted=known)
    return (curve or ()) if known else None


def _play_steps(control: ReviewControl, seconds: float) -> StartCallback:
    """Show one step after the other, each for so many seconds, while playing."""

    async def keep_playing() -> None:
        while control.state.playing:
            await asyncio.sleep(seconds)
            control.play_next()

    def start_playing() -> StopCallback:
        if not control.state.playing:
            return lambda: None
        task = asyncio.get_running_loop().create_task(keep_playing())
        return task.cancel

    return start_playing


def _dismiss_later(
    state: ReviewState, seconds: float, forget: Callable[[int], None]
) -> Callable[[], Coroutine[Any, Any, None]]:
    async def dismiss_after_delay() -> None:
        if state.message is not None and not state.message.undo:
            await asyncio.sleep(seconds)
            forget(state.message.serial)

    return dismiss_after_delay


def _scroll_column(
    parts: Sequence[ft.Control], width: float, spacing: float, *, expand: bool = False
) -> ft.Control:
    return ft.Column(
        [*parts, ft.Container(height=6)],
        spacing=spacing,
        width=width,
        expand=expand,
        scroll=ft.ScrollMode.AUTO,
    )


@dataclass(frozen=True)
class _ReviewPage(Screen):
    """The screen in one state; all taps go to its control."""

    reviewed: ReviewedGame
    state: ReviewState
    control: ReviewControl
    facts: _SeatFacts
    chosen_curve: tuple[str, Callable[[str], object]]

    @cached_property
    def geometry(self) -> ReviewGeometry:
        layout = self.reviewed.game.setup.layout_of(self.state.seat)
        return review_geometry(self.context.space, layout)

    def build_review(self, *, may_correct: bool) -> ft.Control:
        whose = review_title(self.reviewed, self.state.seat, self.tr)
        when = review_subtitle(self.reviewed, self.tr)
        bar = review_bar(whose, when, self.go)
        shown = ft.Container(
            ft.Column([bar, self._page_body(), *self._message_parts()], spacing=0),
            padding=ft.Padding.symmetric(horizontal=self.geometry.edge),
            expand=True,
        )
        return page_under_card(shown, self._open_card(may_correct=may_correct), "review")

    def _open_card(self, *, may_correct: bool) -> ft.Control | None:
        if self.state.asking:
            menu = review_menu(
                self.tr, corrects=may_correct, over=self.reviewed.game.position.is_over
            )
            return card_overlay(menu, self.go)
        if self.state.card is not None:
            return correction_sheet(self.state.card, self.context, self.go)
        if self.state.kept_finished:
            return card_overlay(kept_finished_card(self.tr), self.go)
        return None

    def _page_body(self) -> ft.Control:
        """Build one column that scrolls; on a wide screen the rows are beside the rest."""
        geometry = self.geometry
        copied = self.reviewed.is_from_paper
        seats = self._seat_parts()
        bands = self._rows_view()
        remark = self._remark_parts()
        steps = self._sum_parts() if copied else self._step_parts()
        score = [] if copied else [self._score_card()]
        turning = self._highlight_parts(
            self.tr.gettext("Turning points"), "turn", self.facts.points
        )
        highlights = [*([] if copied else turning), *self._lesson_parts()]
        rest = [*steps, *remark, *score]
        if not geometry.wide:
            return _scroll_column(
                [*seats, bands, *rest, *highlights], geometry.column, 8, expand=True
            )
        below, beside = (highlights, []) if geometry.roomy else ([], highlights)
        return ft.Row(
            [
                _scroll_column([bands, *below], geometry.rows[0].box.width, 14),
                _scroll_column([*seats, *rest, *beside], geometry.column, 8),
            ],
            spacing=geometry.between,
            expand=True,
            vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        )

    def _seat_parts(self) -> list[ft.Control]:
        if self.reviewed.is_solo:
            return []
        looks = seat_looks(self.reviewed, self.state.moment, self.state.seat, self.tr)
        return [seat_chips(looks, self.geometry.column, self.go, key="seats")]

    def _rows_view(self) -> ft.Control:
        """Draw the rows at the moment; nothing can be tapped there."""
        seat = self.state.seat
        geometry = self.geometry
        step = None if self.reviewed.is_from_paper else self.control.current_step
        look = past_sheet(self.reviewed, self.state.moment, seat, step, self.tr)
        pen = self.reviewed.pen_seed(seat)
        shown = readable_rows(look, geometry.rows, geometry.links, pen)
        return ft.Container(shown, ignore_interactions=True, disabled=True, key="bands")

    def _step_parts(self) -> list[ft.Control]:
        """Draw the card of the step, the line of steps and the buttons."""
        control = self.control
        steps = self.facts.ticks
        playing = self.state.playing
        index = control.step_index
        seat = self.state.seat
        curve = self.facts.curve
        look = step_look(self.reviewed, control.story, seat, index, self.tr)
        moments = chance_moments(control.current_step, self.state.moment, self.reviewed.entry_count)
        look = with_chance(look, curve, seat, moments, self.tr)
        line = scrubber(steps, index, self.geometry.column, control.select_step, key="scrubber")
        buttons = transport_buttons(
            self.go,
            playing=playing,
            at_start=index == 0,
            at_end=index >= len(steps),
            key="transport",
        )
        reckoned = curve is None or bool(curve)  # else the same card would be read twice
        said = _step_card(look, self.theme, live_text=reckoned and not playing, key="step")
        return [said, ft.Column([line, buttons, *self._advice_parts()], spacing=0)]

    def _advice_parts(self) -> list[ft.Control]:
        """Draw better uses of the white dice, where they are known."""
        known = self.context.settings.chances and not self.state.playing
        lines = self.facts.advice_texts(self.control.step_index, self.tr) if known else ()
        beside = ft.Padding.symmetric(horizontal=14, vertical=2)
        texts = [write(line, HINT, height=1.3) for line in lines]
        return [ft.Container(text, padding=beside) for text in texts]

    def _sum_parts(self) -> list[ft.Control]:
        """Draw the sum of the sheet in front, for sheets from paper, which have no steps."""
        sheet = self.reviewed.game.position.sheet_of(self.state.seat)
        adds_up = self.tr.sum_text(score_terms(sheet))
        said = write(adds_up, BODY, height=1.35)
        return [review_card(self.tr.gettext("Points"), [said], self.geometry.column)]

    def _remark_parts(self) -> list[ft.Control]:
        """Draw the place and the note, if they were written."""
        lines = [*self.reviewed.remark.as_dict.values()]
        leads = self.tr.gettext("Note and place")
        return [remark_card(lines, leads, self.go)] if lines else []

    def _points_curve(self) -> CurveLook:
        here = points_cursor(self.reviewed, self.control.story, self.state.seat, self.state.moment)
        return CurveLook(self.facts.chart, here, self._now_text(rounded_text(here.value)))

    def _win_curve(self) -> CurveLook | None:
        """Return the curve of the chances; None until it is known."""
        seat = self.state.seat
        told = self.facts
        if not told.curve or told.chances is None:
            return None
        here = win_cursor(self.reviewed, told.curve, seat, self.state.moment)
        now = self.tr.chance_text(told.curve[self.state.moment].win_of(seat))
        return CurveLook(told.chances, here, self._now_text(now))

    def _now_text(self, much: str) -> str:
        name = self.reviewed.seat_name(self.state.seat, self.tr)
        return self.tr.gettext("{name}: {n} now", name=name, n=much)

    def _score_card(self) -> ft.Control:
        """Draw the score over time, or the chance to win, if that is chosen and known."""
        geometry = self.geometry
        theme = self.theme
        tr = self.tr
        both = self.facts.curve is not None
        chance = self._win_curve()
        which, see = self.chosen_curve
        shown = chance if both and chance and which == "chances" else self._points_curve()
        title: str | ft.Control = tr.gettext("Score over time")
        if both:
            ways = [
                ("points", tr.gettext("Points")),
                ("chances", tr.gettext("Chance to win")),
            ]
            title = choice_row(ways, "chances" if shown is chance else "points", see)
        height = chart_height(geometry.plot)
        choose = self.control.select_step
        inside = [curve_chart(shown, geometry.column - 22, height, choose, key="curves")]
        if self.context.settings.chances and not (both or self.reviewed.is_solo):
            note = tr.gettext("Chances aren’t known for this sheet.")
            inside.append(write(note, HINT, color=theme.ink2, height=1.2))
        return review_card(title, inside, geometry.column)

    def _lesson_parts(self) -> list[ft.Control]:
        """Draw the lessons of the sheet in front."""
        title = self.tr.gettext("Worth a look")
        if not self.reviewed.is_solo:
            name = self.reviewed.seat_name(self.state.seat, self.tr)
            title = self.tr.gettext("{name}: worth a look", name=name)
        return self._highlight_parts(title, "lesson", self.facts.lessons)

    def _highlight_parts(self, title: str, named: str, points: Highlights) -> list[ft.Control]:
        geometry = self.geometry
        look_at = self.control.look_at
        across = geometry.rows[0].box.width if geometry.roomy else geometry.column
        lines = moment_lines(points, named, look_at, key=named)
        return [review_card(title, [lines], across)] if points else []

    def _message_parts(self) -> list[ft.Control]:
        """Draw the message at the foot; it covers nothing."""
        message = self.state.message
        high = self.theme.grown_height(48)
        if message is None:
            return []
        box = Box(0, 0, self.geometry.column, high)
        bar = message_bar(message, box, self.go, key="message")
        return [ft.Container(bar, padding=ft.Padding.only(top=4, bottom=6))]


@memo
@component
def review_bar(title: str, subtitle: str, tap: TapHandler) -> ft.Control:
    """Draw the bar above: back, title and subtitle, share and menu."""
    theme = current_theme()
    tr = current_translator()
    lines = 2 if theme.has_large_text else 1
    named = ft.Column(
        [
            write(
                title,
                TITLE.resized(19).capped(theme, LARGE_TEXT_SCALE),
                height=1.2,
                no_wrap=True,
            ),
            write(subtitle, HINT, color=theme.ink2, height=1.2, max_lines=lines),
        ],
        spacing=1,
        alignment=ft.MainAxisAlignment.CENTER,
    )

    return ft.Container(
        ft.Row(
            [
                named_icon_button("back", tr.gettext("Back"), ft.Icons.ARROW_BACK_ROUNDED, tap),
                ft.Semantics(header=True, content=named, expand=True),
                named_icon_button("share", tr.gettext("Share"), ft.Icons.IOS_SHARE_ROUNDED, tap),
                named_icon_button("menu", tr.gettext("Menu"), ft.Icons.MORE_VERT_ROUNDED, tap),
            ],
            spacing=6,
        ),
        height=theme.grown_height(BAR_DP),
    )


def kept_finished_card(tr: Translator) -> Card:
    """Say that a correction leaves a game finished that the rules would not have ended."""
    ways = [
        CardButton("reopen", tr.gettext("Play on"), outlined_button, 52),
        CardButton("cancel", tr.gettext("Keep it finished"), height=52),
    ]
    return Card(
        tr.gettext("The game would not have ended."),
        [tr.gettext("It stays finished, on the day it was played. Or you play on from here.")],
        ways,
    )


def review_menu(tr: Translator, *, corrects: bool, over: bool) -> Card:
    """Build the menu of a game under review.

    Nothing of it may be changed unless `corrects`; an end can be taken back when it is `over`.
    """
    choices = [
        ("correct", tr.gettext("Correct this game"), corrects),
        ("reopen", tr.gettext("Reopen this game"), corrects and over),
        ("remark", tr.gettext("Note and place"), corrects),
        ("statistics", tr.gettext("Statistics"), corrects),
        ("delete", tr.gettext("Delete this game"), corrects),
    ]
    ways = [
        CardButton(identifier, text, height=52) for identifier, text, offered in choices if offered
    ]
    return Card(tr.gettext("This game"), buttons=[*ways, cancel_button(tr.gettext("Back"), 52)])
