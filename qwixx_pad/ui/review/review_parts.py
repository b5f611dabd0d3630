"""The parts of a review other than sheet and chart: bar, menu, seats, highlights and steps."""

from collections.abc import Callable, Sequence
from functools import partial

import flet as ft
from flet import canvas as cv

from qwixx_pad.ui.context import current_theme, current_translator
from qwixx_pad.ui.design.cards import Card, CardButton, cancel_button
from qwixx_pad.ui.design.controls import disc, named_icon_button, outlined_button, round_button
from qwixx_pad.ui.design.primitives import (
    TapHandler,
    drag_area,
    fitted_text,
    heading,
    tappable,
    write,
)
from qwixx_pad.ui.flet_support.flet_patches import component, handler, memo
from qwixx_pad.ui.geometry import LARGE_TEXT_SCALE
from qwixx_pad.ui.review import (
    BAR_DP,
    PLAY_BUTTON_DP,
    SCRUBBER_DP,
    SEAT_CHIPS_DP,
    SeatLook,
    TickLook,
)
from qwixx_pad.ui.review.moments import Highlight
from qwixx_pad.ui.text import signed_text
from qwixx_pad.ui.text.translator import Translator
from qwixx_pad.ui.theme.tokens import BODY, CHIP, HINT, LABEL, NUMBER, TITLE, Theme

LookAt = Callable[[int | None, int], object]
"""Called with a seat (None for the one on the screen) and a moment in entries."""
_NARROW_CHIP_DP = 76.0
"""Below this width of a chip, its avatar is small."""


@memo
@component
def seat_chips(looks: Sequence[SeatLook], width: float, tap: TapHandler) -> ft.Control:
    """Draw the total of each player at the moment; a tap shows that sheet."""
    chip_width = (width - 6 * (len(looks) - 1)) / len(looks)
    chips = [_seat_chip(look, chip_width, tap, key=f"chip{look.seat}") for look in looks]
    return ft.Row(chips, spacing=6, width=width, height=current_theme().grown_height(SEAT_CHIPS_DP))


@memo
@component
def _seat_chip(look: SeatLook, width: float, tap: TapHandler) -> ft.Control:
    """Draw the chip of a seat, a component of its own, because a step changes only one."""
    theme = current_theme()
    color = theme.on_primary if look.shown else theme.ink
    small = width < _NARROW_CHIP_DP
    room = width - (31 if small else 48)
    texts = ft.Column(
        [
            fitted_text(look.name, CHIP.resized(12) if small else CHIP, room, color),
            write(signed_text(look.total), NUMBER, color=color, line_height=1.1),
        ],
        spacing=1,
        expand=True,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    avatar = disc(look.initial, theme.player_color(look.color), 20 if small else 30)
    identifier = f"seat-{look.seat}"
    return tappable(
        identifier,
        look.spoken,
        ft.Row([avatar, texts], spacing=4 if small else 8),
        lambda: tap(identifier),
        checked=look.shown,
        width=width,
        height=theme.grown_height(SEAT_CHIPS_DP),
        bgcolor=theme.primary if look.shown else theme.surface,
        border_radius=14,
        padding=ft.Padding.only(left=5 if small else 8, right=2),
        alignment=ft.Alignment.CENTER_LEFT,
    )


def review_card(title: str | ft.Control, inside: Sequence[ft.Control], width: float) -> ft.Control:
    """Draw a card with a heading, or with a control in place of one."""
    theme = current_theme()
    head = heading(title, LABEL, theme.ink, line_height=1.2) if isinstance(title, str) else title
    return ft.Container(
        ft.Column([head, *inside], spacing=8),
        width=width,
        bgcolor=theme.surface,
        border_radius=20,
        padding=ft.Padding.only(left=12, right=10, top=13, bottom=8),
    )


@memo
@component
def highlight_lines(highlights: Sequence[Highlight], name: str, look_at: LookAt) -> ft.Control:
    """Draw highlights, whose identifiers are `name` and a number; a tap shows the moment."""
    lines = [
        _highlight_line(highlight, f"{name}-{number}", look_at)
        for number, highlight in enumerate(highlights, 1)
    ]
    return ft.Column(lines, spacing=0)


def _highlight_line(highlight: Highlight, identifier: str, look_at: LookAt) -> ft.Control:
    line = ft.Row(
        [
            ft.Icon(getattr(ft.Icons, highlight.icon), size=20, color=current_theme().ink2),
            write(highlight.text, BODY.resized(14.5), line_height=1.25, expand=True),
        ],
        spacing=11,
    )
    padding = ft.Padding.symmetric(horizontal=3, vertical=14)
    if highlight.after is None:
        return ft.Container(line, padding=padding)
    return tappable(
        identifier,
        highlight.text,
        line,
        partial(look_at, highlight.seat, highlight.after),
        border_radius=12,
        padding=padding,
    )


SelectStep = Callable[[int], object]
"""Called with the index of a step."""
THUMB_DP = 30.0
_EDGE_DP = 16.0
"""Distance of the thumb from the ends of the scrubber before the first and after the last step."""
_TICK_WIDTH_DP = 8.0
_TICK_HEIGHT_DP = 22.0
_TICK_GAP_DP = 2.0
_VEIL_OPACITY = 0.62


def tick_color(theme: Theme, letter: str) -> str:
    """The colour of a step: its row's, which contrasts with the background; without a row, grey."""
    return theme.bands[letter].frame if letter else theme.frame


def thumb_x(index: int, steps: int, width: float) -> float:
    """The x of the thumb after `index` of these steps, in dp from the left end."""
    return _EDGE_DP + (width - 2 * _EDGE_DP) * index / max(1, steps)


def step_at_x(x: float, steps: int, width: float) -> int:
    """The number of steps before an x: the reverse of `thumb_x`."""
    free = width - 2 * _EDGE_DP
    return max(0, min(steps, round((x - _EDGE_DP) / free * steps)))


def tick_width(steps: int, width: float) -> float:
    """The width of a tick in dp; many ticks are narrower, so that they do not touch."""
    distance = (width - 2 * _EDGE_DP) / max(1, steps)
    return max(1.0, min(_TICK_WIDTH_DP, distance - _TICK_GAP_DP))


@component
def scrubber(looks: Sequence[TickLook], index: int, width: float, choose: SelectStep) -> ft.Control:
    """Draw the line of steps, with the thumb after the first `index`.

    A tap or a drag anywhere on it calls `choose` with the index of a step.
    """
    steps = len(looks)
    tr = current_translator()
    x = thumb_x(index, steps, width)
    # a veil in the colour of the background pales the steps to come
    veil = ft.Container(
        left=x,
        top=0,
        width=width - x,
        height=SCRUBBER_DP,
        bgcolor=ft.Colors.with_opacity(_VEIL_OPACITY, current_theme().background),
        key="veil",
    )
    stack = ft.Stack(
        [_tick_marks(looks, width, key="ticks"), veil, _thumb_disc(looks, index, width)],
        width=width,
        height=SCRUBBER_DP,
    )
    return ft.Semantics(
        identifier="scrubber",
        label=tr.gettext("Steps"),
        value=thumb_text(looks, index, tr),
        increased_value=thumb_text(looks, min(index + 1, steps), tr),
        decreased_value=thumb_text(looks, max(index - 1, 0), tr),
        slider=True,
        container=True,
        on_increase=handler(lambda _: choose(index + 1)),
        on_decrease=handler(lambda _: choose(index - 1)),
        content=drag_area(
            stack, lambda x: choose(step_at_x(x, steps, width)), mouse_cursor=ft.MouseCursor.CLICK
        ),
    )


def thumb_text(looks: Sequence[TickLook], index: int, tr: Translator) -> str:
    """The value of the scrubber for a screen reader."""
    if not index:
        return tr.gettext("Before the first step")
    step = looks[index - 1].spoken
    return tr.gettext("{n} of {all}, {what}", n=index, all=len(looks), what=step)


@memo
@component
def _tick_marks(looks: Sequence[TickLook], width: float) -> ft.Control:
    """Draw all steps in full colour, and a dot for the blank sheet."""
    theme = current_theme()
    tick = tick_width(len(looks), width)
    top = (SCRUBBER_DP - _TICK_HEIGHT_DP) / 2
    start = thumb_x(0, len(looks), width)
    shapes: list[cv.Shape] = [
        cv.Circle(start, SCRUBBER_DP / 2, 3.0, paint=ft.Paint(color=theme.line))
    ]
    for number, look in enumerate(looks, 1):
        x = thumb_x(number, len(looks), width) - tick / 2
        paint = ft.Paint(color=tick_color(theme, look.letter))
        shapes.append(cv.Rect(x, top, tick, _TICK_HEIGHT_DP, border_radius=tick / 2, paint=paint))
    return cv.Canvas(shapes=shapes, width=width, height=SCRUBBER_DP)


def _thumb_disc(looks: Sequence[TickLook], index: int, width: float) -> ft.Control:
    theme = current_theme()
    inner = THUMB_DP * 0.62
    return ft.Container(
        ft.Container(
            width=inner,
            height=inner,
            border_radius=inner / 2,
            bgcolor=tick_color(theme, looks[index - 1].letter) if index else theme.surface,
        ),
        left=thumb_x(index, len(looks), width) - THUMB_DP / 2,
        top=(SCRUBBER_DP - THUMB_DP) / 2,
        width=THUMB_DP,
        height=THUMB_DP,
        border_radius=THUMB_DP / 2,
        bgcolor=theme.primary,
        alignment=ft.Alignment.CENTER,
        key="thumb",
    )


_BUTTON_DP = 52.0
_MAX_TRANSPORT_DP = 280.0


@memo
@component
def transport_buttons(
    tap: TapHandler, *, playing: bool, at_start: bool, at_end: bool
) -> ft.Control:
    """Draw the buttons first, previous, play, next and last.

    The first two are pale `at_start`, the last two `at_end`.
    """
    theme = current_theme()
    tr = current_translator()

    def step_button(identifier: str, spoken: str, icon: ft.IconData, *, idle: bool) -> ft.Control:
        opacity = theme.idle_opacity if idle else 1
        image = ft.Icon(icon, size=30, color=theme.ink, opacity=opacity)
        return round_button(identifier, spoken, image, lambda: tap(identifier), _BUTTON_DP)

    icons = ft.Icons
    play = icons.PAUSE_ROUNDED if playing else icons.PLAY_ARROW_ROUNDED
    buttons = [
        step_button(
            "first", tr.pgettext("step", "First"), icons.SKIP_PREVIOUS_ROUNDED, idle=at_start
        ),
        step_button("previous", tr.gettext("Previous"), icons.CHEVRON_LEFT_ROUNDED, idle=at_start),
        round_button(
            "play-steps",
            tr.gettext("Pause") if playing else tr.pgettext("steps", "Play"),
            ft.Icon(play, size=30, color=theme.on_primary),
            lambda: tap("play-steps"),
            PLAY_BUTTON_DP,
            bgcolor=theme.primary,
        ),
        step_button("next", tr.pgettext("step", "Next"), icons.CHEVRON_RIGHT_ROUNDED, idle=at_end),
        step_button("last", tr.pgettext("step", "Last"), icons.SKIP_NEXT_ROUNDED, idle=at_end),
    ]
    row = ft.Row(
        buttons, alignment=ft.MainAxisAlignment.SPACE_BETWEEN, spacing=0, width=_MAX_TRANSPORT_DP
    )
    return ft.Row([row], alignment=ft.MainAxisAlignment.CENTER, height=PLAY_BUTTON_DP)


@memo
@component
def review_bar(title: str, subtitle: str, tap: TapHandler, *, stored: bool) -> ft.Control:
    """Draw the bar at the top: back, title and subtitle, share and menu; else the rules."""
    theme = current_theme()
    tr = current_translator()
    if stored:
        buttons = [
            named_icon_button("share", tr.gettext("Share"), ft.Icons.IOS_SHARE_ROUNDED, tap),
            named_icon_button("menu", tr.gettext("Menu"), ft.Icons.MORE_VERT_ROUNDED, tap),
        ]
    else:
        rules = tr.gettext("Rules")
        buttons = [named_icon_button("rules", rules, ft.Icons.MENU_BOOK_ROUNDED, tap)]
    titles = ft.Column(
        [
            write(
                title,
                TITLE.resized(19).capped(theme, LARGE_TEXT_SCALE),
                line_height=1.2,
                no_wrap=True,
            ),
            write(
                subtitle,
                HINT,
                color=theme.ink2,
                line_height=1.2,
                max_lines=2 if theme.has_large_text else 1,
            ),
        ],
        spacing=1,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    return ft.Container(
        ft.Row(
            [
                named_icon_button("back", tr.gettext("Back"), ft.Icons.ARROW_BACK_ROUNDED, tap),
                ft.Semantics(header=True, content=titles, expand=True),
                *buttons,
            ],
            spacing=6,
        ),
        height=theme.grown_height(BAR_DP),
    )


def reopening_card(tr: Translator) -> Card:
    """Offer to play on in a corrected game that no rule ends any more."""
    return Card(
        tr.gettext("The game would not have ended."),
        [tr.gettext("It stays finished, on the day it was played. Or you play on from here.")],
        [
            CardButton("reopen", tr.gettext("Play on"), build=outlined_button, height=52),
            CardButton("cancel", tr.gettext("Keep it finished"), height=52),
        ],
    )


def review_menu(tr: Translator, moment: int | None, *, may_correct: bool, is_over: bool) -> Card:
    """Build the menu, which also shares a moment, unless that is None.

    Without the right to correct the game, it does no more than that.
    """
    texts = dict[str, str]()
    if moment is not None:
        texts[f"moment-{moment}"] = tr.gettext("Share this moment")
    if may_correct:
        texts["correct"] = tr.gettext("Correct this game")
        if is_over:
            texts["reopen"] = tr.gettext("Reopen this game")
        texts["remark"] = tr.gettext("Note and place")
        texts["statistics"] = tr.gettext("Statistics")
        texts["delete"] = tr.gettext("Delete this game")
    buttons = [CardButton(identifier, text, height=52) for identifier, text in texts.items()]
    return Card(tr.gettext("This game"), buttons=[*buttons, cancel_button(tr.gettext("Back"), 52)])
