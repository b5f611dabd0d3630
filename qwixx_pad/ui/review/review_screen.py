"""The screen that reviews a game: every step of every sheet, and the score over time."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import flet as ft

from qwixx_pad.analysis.value import has_value
from qwixx_pad.core.scoring import score_terms
from qwixx_pad.core.story import Story
from qwixx_pad.ui.context import ScreenContext, use_chances
from qwixx_pad.ui.correction import ReviewedGame, step_look
from qwixx_pad.ui.correction.message_bar import message_bar
from qwixx_pad.ui.correction.paint import correction_sheet, step_card
from qwixx_pad.ui.design.cards import card_overlay, page_under_card
from qwixx_pad.ui.design.controls import remark_card
from qwixx_pad.ui.design.form import Screen, choice_row
from qwixx_pad.ui.design.primitives import TapHandler, write
from qwixx_pad.ui.flet_support.flet_patches import component, memo
from qwixx_pad.ui.flet_support.keyboard import Keyboard
from qwixx_pad.ui.flet_support.session_scope import StartCallback, StopCallback, use_subscription
from qwixx_pad.ui.geometry import Box
from qwixx_pad.ui.review import (
    ReviewGeometry,
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
    highlight_lines,
    reopening_card,
    review_bar,
    review_card,
    review_menu,
    scrubber,
    seat_chips,
    transport_buttons,
)
from qwixx_pad.ui.sheet.canvas import readable_rows
from qwixx_pad.ui.text import rounded_text
from qwixx_pad.ui.text.translator import Translator
from qwixx_pad.ui.theme.tokens import BODY, HINT

_step_card = memo(step_card)


class _SeatFacts:
    """Facts for the review of a seat at any moment, computed once for a game and a seat.

    Attributes:
        curve: The chances; empty until they are known, None if they are not shown.
        ticks: The steps.
        points_chart: The chart of the points.
        chances_chart: The chart of the chances; None until they are known, or if not shown.
        lessons: The lessons of the seat.
        turning_points: The turning points of the game.
    """

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
        self.ticks = tick_looks(story.steps_of_seat(seat), reviewed.game, tr)
        self.points_chart = chart_look(reviewed, story, seat, tr)
        self.chances_chart: ChartLook | None = None
        self.lessons = lesson_lines(reviewed, story, seat, usual, tr)
        self.turning_points = turning_points(
            reviewed,
            story,
            tr,
            has_lessons=bool(self.lessons),
            has_chances=curve is not None,
        )
        if curve:
            self.chances_chart = win_chart(self.points_chart, reviewed, story, curve, tr)
            by_chances = chance_highlights(reviewed, story, curve, tr)
            self.turning_points = (*by_chances, *self.turning_points)
        self._advice: dict[int, tuple[str, ...]] = {}
        self._story = story
        self._seat = seat

    def advice_texts(self, index: int, tr: Translator) -> tuple[str, ...]:
        """Describe better uses of the white dice after `index` steps; computed once."""
        if index not in self._advice:
            self._advice[index] = advice_texts(self._story, self._seat, index, tr)
        return self._advice[index]


@component
def review_screen(  # noqa: PLR0913 - all that a review shows and does
    reviewed: ReviewedGame,
    context: ScreenContext,
    keyboard: Keyboard,
    go: TapHandler,
    enter_correction: EnterCorrection | None,
    *,
    foot: ft.Control | None = None,
) -> ft.Control:
    """Show the review of a game; its parent passes a corrected game as a new value.

    Args:
        reviewed: The game.
        context: Of all screens.
        keyboard: Its keys show other steps and seats.
        go: Opens another screen by its identifier, such as `share` or `remark`.
        enter_correction: Enters a correction; None if the game cannot be corrected.
        foot: Below the page of a game that is not stored; None for a stored one. Such a game
            neither has a menu nor is shared.
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
    page = _ReviewPage(context, control.on_tap, reviewed, state, control, facts, chosen, foot)
    return page.build_review(may_correct=enter_correction is not None)


def use_curve(reviewed: ReviewedGame, context: ScreenContext) -> Curve | None:
    """The chances in a game: empty until they are known, None if they are not shown.

    They are computed while the screen is shown, and again after a correction.
    """
    wanted = context.settings.chances and not reviewed.is_solo and has_value(reviewed.game.setup)
    curve = use_chances(reviewed.game, wanted=wanted)
    return (curve or ()) if wanted else None


def _play_steps(control: ReviewControl, seconds: float) -> StartCallback:
    """Show one step after the other while playing, each for `seconds`."""

    async def keep_playing() -> None:
        while control.state.playing:
            await asyncio.sleep(seconds)
            control.play_next()

    def start_playing() -> StopCallback:
        if not control.state.playing:
            return lambda: None
        return asyncio.get_running_loop().create_task(keep_playing()).cancel

    return start_playing


def _dismiss_later(
    state: ReviewState, seconds: float, forget: Callable[[int], None]
) -> Callable[[], Coroutine[Any, Any, None]]:
    """An effect that removes a message after `seconds`, unless it offers to undo."""

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
    """The screen in one state, whose taps go to its control.

    Attributes:
        reviewed: The game.
        state: What is shown of it.
        control: The control of the review.
        facts: About the shown seat.
        chosen_curve: The curve that is chosen, `points` or `chances`, and how to choose another.
        foot: Below the page of a game that is not stored.
    """

    reviewed: ReviewedGame
    state: ReviewState
    control: ReviewControl
    facts: _SeatFacts
    chosen_curve: tuple[str, Callable[[str], object]]
    foot: ft.Control | None

    @cached_property
    def geometry(self) -> ReviewGeometry:
        layout = self.reviewed.game.setup.layout_of(self.state.seat)
        return review_geometry(self.context.space, layout)

    def build_review(self, *, may_correct: bool) -> ft.Control:
        title = review_title(self.reviewed, self.state.seat, self.tr)
        subtitle = review_subtitle(self.reviewed, self.tr)
        bar = review_bar(title, subtitle, self.go, stored=self.foot is None)
        page = ft.Container(
            ft.Column([bar, self._page_body(), *self._message_parts()], spacing=0),
            padding=ft.Padding.symmetric(horizontal=self.geometry.edge),
            expand=True,
        )
        return page_under_card(page, self._open_card(may_correct=may_correct), "review")

    def _open_card(self, *, may_correct: bool) -> ft.Control | None:
        if self.state.menu_open:
            menu = review_menu(
                self.tr,
                None if self.reviewed.is_from_paper else self.state.moment,
                may_correct=may_correct,
                is_over=self.reviewed.game.position.is_over,
            )
            return card_overlay(menu, self.go)
        if self.state.card is not None:
            return correction_sheet(self.state.card, self.context, self.go)
        if self.state.offers_reopening:
            return card_overlay(reopening_card(self.tr), self.go)
        return None

    def _page_body(self) -> ft.Control:
        """Build a column that scrolls; on a wide screen two, the left one with the rows."""
        geometry = self.geometry
        seats = self._seat_parts()
        rows = self._rows_view()
        remark = self._remark_parts()
        if self.reviewed.is_from_paper:
            parts = [*self._sum_parts(), *remark]
            highlights = self._lesson_parts()
        else:
            parts = [*self._step_parts(), *remark, self._score_card()]
            title = self.tr.gettext("Turning points")
            turning = self._highlight_parts(title, "turn", self.facts.turning_points)
            highlights = [*turning, *self._lesson_parts()]
        if not geometry.wide:
            return self._above_foot([*seats, rows, *parts, *highlights])
        left = [rows]
        right = [*seats, *parts]
        (left if geometry.roomy else right).extend(highlights)
        return ft.Row(
            [
                _scroll_column(left, geometry.rows[0].box.width, 14),
                self._above_foot(right),
            ],
            spacing=geometry.between,
            expand=True,
            vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        )

    def _above_foot(self, parts: Sequence[ft.Control]) -> ft.Control:
        """Build a column that scrolls, above the foot."""
        width = self.geometry.column
        column = _scroll_column(
            parts, width, 8, expand=self.foot is not None or not self.geometry.wide
        )
        if self.foot is None:
            return column
        return ft.Column([column, self.foot], width=width, spacing=0, expand=not self.geometry.wide)

    def _seat_parts(self) -> list[ft.Control]:
        if self.reviewed.is_solo:
            return []
        looks = seat_looks(self.reviewed, self.state.moment, self.state.seat, self.tr)
        return [seat_chips(looks, self.geometry.column, self.go, key="seats")]

    def _rows_view(self) -> ft.Control:
        """Draw the rows at the moment, for the eye only."""
        seat = self.state.seat
        geometry = self.geometry
        step = None if self.reviewed.is_from_paper else self.control.current_step
        look = past_sheet(self.reviewed, self.state.moment, seat, step, self.tr)
        rows = readable_rows(look, geometry.rows, geometry.links, self.reviewed.pen_seed(seat))
        return ft.Container(rows, ignore_interactions=True, disabled=True, key="bands")

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
        computing = curve is not None and not curve  # the card is read when it has the chance
        card = _step_card(look, self.theme, live_text=not computing and not playing, key="step")
        return [card, ft.Column([line, buttons, *self._advice_parts()], spacing=0)]

    def _advice_parts(self) -> list[ft.Control]:
        """Draw better uses of the white dice, unless steps are played."""
        if not self.context.settings.chances or self.state.playing:
            return []
        return [
            ft.Container(
                write(text, HINT, line_height=1.3),
                padding=ft.Padding.symmetric(horizontal=14, vertical=2),
            )
            for text in self.facts.advice_texts(self.control.step_index, self.tr)
        ]

    def _sum_parts(self) -> list[ft.Control]:
        """Draw the sum of a sheet from paper, which has no steps."""
        sheet = self.reviewed.game.position.sheet_of(self.state.seat)
        line = write(self.tr.sum_text(score_terms(sheet)), BODY, line_height=1.35)
        return [review_card(self.tr.gettext("Points"), [line], self.geometry.column)]

    def _remark_parts(self) -> list[ft.Control]:
        """Draw the place and the note, if they were written."""
        lines = [*self.reviewed.remark.as_dict.values()]
        return [remark_card(lines, self.tr.gettext("Note and place"), self.go)] if lines else []

    def _points_curve(self) -> CurveLook:
        cursor = points_cursor(
            self.reviewed, self.control.story, self.state.seat, self.state.moment
        )
        return CurveLook(
            self.facts.points_chart, cursor, self._now_text(rounded_text(cursor.value))
        )

    def _win_curve(self) -> CurveLook | None:
        """The curve of the chances; None until it is known."""
        curve = self.facts.curve
        chart = self.facts.chances_chart
        if not curve or chart is None:
            return None
        seat = self.state.seat
        cursor = win_cursor(self.reviewed, curve, seat, self.state.moment)
        chance = self.tr.chance_text(curve[self.state.moment].win_of(seat))
        return CurveLook(chart, cursor, self._now_text(chance))

    def _now_text(self, value: str) -> str:
        name = self.reviewed.seat_name(self.state.seat, self.tr)
        return self.tr.gettext("{name}: {n} now", name=name, n=value)

    def _score_card(self) -> ft.Control:
        """Draw the score over time, or the chance to win, if that is chosen and known."""
        geometry = self.geometry
        tr = self.tr
        has_chances = self.facts.curve is not None
        chosen, choose_curve = self.chosen_curve
        win_curve = self._win_curve() if chosen == "chances" else None
        title: str | ft.Control = tr.gettext("Score over time")
        if has_chances:
            choices = [
                ("points", tr.gettext("Points")),
                ("chances", tr.gettext("Chance to win")),
            ]
            title = choice_row(choices, "chances" if win_curve else "points", choose_curve)
        chart = curve_chart(
            win_curve or self._points_curve(),
            geometry.column - 22,
            geometry.plot,
            self.control.select_step,
            key="curves",
        )
        parts: list[ft.Control] = [chart]
        if self.context.settings.chances and not (has_chances or self.reviewed.is_solo):
            note = tr.gettext("Chances aren’t known for this sheet.")
            parts.append(write(note, HINT, color=self.theme.ink2, line_height=1.2))
        return review_card(title, parts, geometry.column)

    def _lesson_parts(self) -> list[ft.Control]:
        """Draw the lessons of the sheet on the screen, if any."""
        title = self.tr.gettext("Worth a look")
        if not self.reviewed.is_solo:
            name = self.reviewed.seat_name(self.state.seat, self.tr)
            title = self.tr.gettext("{name}: worth a look", name=name)
        return self._highlight_parts(title, "lesson", self.facts.lessons)

    def _highlight_parts(
        self, title: str, name: str, highlights: Sequence[Highlight]
    ) -> list[ft.Control]:
        """Draw a card of highlights, if any; their identifiers are `name` and a number."""
        if not highlights:
            return []
        geometry = self.geometry
        width = geometry.rows[0].box.width if geometry.roomy else geometry.column
        lines = highlight_lines(highlights, name, self.control.look_at, key=name)
        return [review_card(title, [lines], width)]

    def _message_parts(self) -> list[ft.Control]:
        """Draw the message below the page, which it does not cover."""
        message = self.state.message
        if message is None:
            return []
        box = Box(0, 0, self.geometry.column, self.theme.grown_height(48))
        bar = message_bar(message, box, self.go, key="message")
        return [ft.Container(bar, padding=ft.Padding.only(top=4, bottom=6))]
