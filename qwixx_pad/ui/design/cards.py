"""Cards that come up from below: the card as a value, and its painter."""

from calendar import Calendar
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import partial
from math import inf
from typing import Any

import flet as ft

from qwixx_pad import i18n
from qwixx_pad.ui.context import ScreenContext, current_theme, current_translator
from qwixx_pad.ui.design.controls import (
    deleting_button,
    named_icon_button,
    outlined_button,
    tonal_button,
)
from qwixx_pad.ui.design.primitives import TapHandler, hstack, tappable, write
from qwixx_pad.ui.flet_support.flet_patches import component, handler
from qwixx_pad.ui.flet_support.keyboard import CARD_DATA, VEIL_DATA, Keyboard, Veil
from qwixx_pad.ui.geometry import LARGE_TEXT_SCALE, MAX_COLUMN_DP
from qwixx_pad.ui.text.translator import Translator
from qwixx_pad.ui.theme.tokens import ASIDE, BODY, NAME, OPTION, TITLE, Theme

_BUTTONS_PER_LINE = 2
_MIN_TITLE_DP = 208
"""Width of a title beside its icon on a phone 320 dp wide."""
DECISION_HEIGHT_DP = 56
"""Height of a button that decides something."""


@dataclass(frozen=True, slots=True)
class CardButton:
    """A button of a card.

    Attributes:
        identifier: What a tap on it sends.
        text: The label.
        build: Builds it: one of the buttons in `controls`.
        height: In dp.
        options: Other keyword arguments of `build`, such as an icon.
    """

    identifier: str
    text: str
    build: Callable[..., ft.Control] = tonal_button
    height: float = 50
    options: dict[str, Any] = field(default_factory=dict)

    def paint_button(self, tap: TapHandler) -> ft.Control:
        act = partial(tap, self.identifier)
        return self.build(self.identifier, self.text, act, height=self.height, **self.options)


@dataclass(frozen=True, slots=True)
class Card:
    """A question or an offer.

    Attributes:
        title: Text, or a control that takes its place.
        lines: Texts and controls below the title, from the top.
        buttons: From the top; several in one sequence share a line.
        note: A less prominent text below the title; empty for none.
        button_gap: Between buttons that share a line, in dp.
        icon: Name of an icon before the title; empty for that of the row, if there is a row.
        letter: Letter of a row whose colour the icon has; empty for none.
        row_label: A text on that row below the title; empty for none.
    """

    title: str | ft.Control
    lines: Sequence[str | ft.Control] = ()
    buttons: Sequence[CardButton | Sequence[CardButton] | ft.Control] = ()
    note: str = ""
    button_gap: float = 10
    icon: str = ""
    letter: str = ""
    row_label: str = ""

    def paint_content(self, tap: TapHandler) -> list[ft.Control]:
        """Build the content from the top; each button passes its identifier to `tap`."""
        content = [self._title_line()]
        if self.note:
            content.append(write(self.note, ASIDE, color=current_theme().ink2, line_height=1.35))
        content += [
            write(line, BODY, line_height=1.35) if isinstance(line, str) else line
            for line in self.lines
        ]
        return content + [self._button_line(line, tap) for line in self.buttons]

    def _title_line(self) -> ft.Control:
        if not isinstance(self.title, str):
            return self.title
        theme = current_theme()
        if not (self.icon or self.letter):
            return write(self.title, TITLE)
        style = TITLE.fitted_to(theme, self.title, _MIN_TITLE_DP, inf)
        title = ft.Semantics(live_region=True, content=write(self.title, style, line_height=1.2))
        if not self.letter:
            title.expand = True
            return ft.Row([_icon_tile(self.icon, theme.ink, theme.surface2), title], spacing=12)
        colors = theme.bands[self.letter]
        lines: list[ft.Control] = [title]
        if self.row_label:
            icon = ft.Icon(
                getattr(ft.Icons, colors.icon), size=14, color=theme.icon_color(self.letter)
            )
            label = write(self.row_label, ASIDE, color=theme.ink2, expand=True)
            lines.append(ft.Row([icon, label], spacing=6))
        tile = _icon_tile(self.icon or colors.icon, colors.text, colors.band)
        return ft.Row([tile, ft.Column(lines, spacing=2, expand=True)], spacing=12)

    def _button_line(
        self, line: CardButton | Sequence[CardButton] | ft.Control, tap: TapHandler
    ) -> ft.Control:
        if isinstance(line, ft.Control):
            return line
        if isinstance(line, CardButton):
            return line.paint_button(tap)
        return hstack([button.paint_button(tap) for button in line], spacing=self.button_gap)


def _icon_tile(icon: str, color: str, fill: str) -> ft.Control:
    return ft.Container(
        ft.Icon(getattr(ft.Icons, icon), size=26, color=color),
        width=48,
        height=48,
        bgcolor=fill,
        border_radius=12,
        alignment=ft.Alignment.CENTER,
    )


def card_overlay(card: Card, tap: TapHandler, **how: Any) -> ft.Control:  # noqa: ANN401
    """Build a card over a page; `how` goes to `prompt_overlay`."""
    return prompt_overlay(card.paint_content(tap), tap, **how)


def divide_into_lines(
    buttons: Sequence[CardButton], *, in_pairs: bool
) -> Sequence[CardButton | Sequence[CardButton]]:
    """Put each button on a line of its own, or two on a line."""
    if not in_pairs:
        return buttons
    return [
        buttons[at : at + _BUTTONS_PER_LINE] for at in range(0, len(buttons), _BUTTONS_PER_LINE)
    ]


def rules_and_settings(tr: Translator, height: float) -> Sequence[CardButton]:
    """The line of two buttons that every menu has."""
    return [
        CardButton("rules", tr.gettext("Rules"), height=height, options={"size": 16}),
        CardButton("settings", tr.gettext("Settings"), height=height, options={"size": 16}),
    ]


def cancel_button(text: str, height: float = 50, **options: Any) -> CardButton:  # noqa: ANN401 - as `CardButton` allows
    """The button that closes the card."""
    return CardButton("cancel", text, build=outlined_button, height=height, options=options)


def delete_button(identifier: str, text: str, theme: Theme) -> CardButton:
    """The button that deletes, in place of the primary button."""
    return CardButton(
        identifier,
        text,
        build=deleting_button,
        height=DECISION_HEIGHT_DP,
        options={"color": theme.on_primary, "bgcolor": theme.danger, "border": None},
    )


_CALENDAR_PADDING_DP = 10.0
"""Padding of the calendar: less than elsewhere, so that seven days are wide enough."""
_DAY_HEIGHT_DP = 44.0
_DAY_GAP_DP = 2
_CALENDAR_HEIGHT_DP = 480
_DAY_PREFIX = "day-"


def picked_day(identifier: str) -> date | None:
    """The day that a tap on the calendar chose; None for other identifiers."""
    if not identifier.startswith(_DAY_PREFIX):
        return None
    return date.fromisoformat(identifier.removeprefix(_DAY_PREFIX))


def adjacent_month(identifier: str, month: date) -> date | None:
    """A day in the month that an arrow leads to; None for other identifiers."""
    if identifier == "month-earlier":
        return month.replace(day=1) - timedelta(days=1)
    if identifier == "month-later":
        return month.replace(day=28) + timedelta(days=4)  # day 32 is always in the next month
    return None


def date_picker_card(
    month: date, chosen: date, today: date, context: ScreenContext, tap: TapHandler
) -> ft.Control:
    """Build the calendar on which a day is chosen.

    Args:
        month: Any day of the month that is shown.
        chosen: The current choice.
        today: The last day that can be chosen.
        context: Theme and translator.
        tap: Called with `day-2026-11-21`, `month-earlier`, `month-later` or `cancel`.
    """
    theme = context.theme
    locale = context.tr.locale.code
    weekdays = [
        write(
            letter,
            OPTION.resized(12),
            color=theme.ink2,
            text_align=ft.TextAlign.CENTER,
            expand=True,
        )
        for letter in i18n.weekday_letters(locale)
    ]
    lines = [ft.Row([*weekdays], spacing=_DAY_GAP_DP)]
    for week in Calendar(i18n.first_weekday(locale)).monthdatescalendar(month.year, month.month):
        days = [_day_cell(day, month, chosen, today, tap) for day in week]
        lines.append(ft.Row(days, spacing=_DAY_GAP_DP))
    card = Card(
        _month_header(month, today, tap),
        [ft.Column([*lines], spacing=_DAY_GAP_DP, tight=True)],
        [cancel_button(context.tr.gettext("Cancel"), 48)],
    )
    return card_overlay(
        card,
        tap,
        tall=context.space.height < _CALENDAR_HEIGHT_DP or theme.has_large_text,
        padding=_CALENDAR_PADDING_DP,
    )


def _month_header(month: date, today: date, tap: TapHandler) -> ft.Control:
    tr = current_translator()
    style = TITLE.resized(18).capped(current_theme(), LARGE_TEXT_SCALE)
    title = write(i18n.format_month_year(month, tr.locale.code), style, line_height=1.2)
    return ft.Row(
        [
            ft.Semantics(header=True, live_region=True, content=title, expand=True),
            named_icon_button(
                "month-earlier",
                tr.gettext("Previous month"),
                ft.Icons.CHEVRON_LEFT_ROUNDED,
                tap,
            ),
            named_icon_button(
                "month-later",
                tr.gettext("Next month"),
                ft.Icons.CHEVRON_RIGHT_ROUNDED,
                tap,
                enabled=(month.year, month.month) < (today.year, today.month),
            ),
        ],
        spacing=0,
    )


def _day_cell(day: date, month: date, chosen: date, today: date, tap: TapHandler) -> ft.Control:
    theme = current_theme()
    height = theme.grown_height(_DAY_HEIGHT_DP, 16)
    if day.month != month.month:
        return ft.Container(height=height, expand=True)
    identifier = f"{_DAY_PREFIX}{day.isoformat()}"
    is_chosen = day == chosen
    is_future = day > today
    style = NAME if is_chosen or day == today else BODY.resized(16)
    node = tappable(
        identifier,
        i18n.format_full_date(day, current_translator().locale.code),
        write(
            str(day.day),
            style.capped(theme),
            color=theme.on_primary if is_chosen else theme.ink,
        ),
        lambda: tap(identifier),
        checked=is_chosen,
        dead=is_future,
        height=height,
        bgcolor=theme.primary if is_chosen else theme.surface2,
        border_radius=12,
        opacity=theme.idle_opacity if is_future else 1,
        alignment=ft.Alignment.CENTER,
    )
    return ft.Container(node, expand=True)


PROMPT_MARGIN_DP = 6
"""Left, right and below a card."""
PROMPT_PADDING_DP = 20
_MIN_TOP_GAP_DP = 24
"""Above a card that is as high as the screen."""


@dataclass(frozen=True, slots=True)
class RaisedControl:
    """A control that is shown above the veil.

    Attributes:
        control: The control.
        x, y: Its place on the pad, in dp.
        in_place: Whether it is shown there; else it is shown directly above the card.
    """

    control: ft.Control
    x: float
    y: float
    in_place: bool


@component
def prompt_overlay(  # noqa: PLR0913 - a card, what is on it and what shines above it
    content: Sequence[ft.Control],
    tap: TapHandler,
    *,
    raised: RaisedControl | None = None,
    may_cancel: bool = True,
    saves_at_once: bool = False,
    tall: bool = False,
    padding: float = PROMPT_PADDING_DP,
) -> ft.Control:
    """Build a veil over the pad, and a card that comes from below.

    Args:
        content: The content of the card, from the top.
        tap: Called with `cancel` when the veil is tapped.
        raised: A control of the pad that stays bright.
        may_cancel: Whether a tap on the veil closes the card.
        saves_at_once: Whether a change on the card takes effect at once, so that "Done" closes it
            rather than "Cancel".
        tall: Whether the card may be higher than the screen, as with large letters: all but the
            last control scrolls.
        padding: Inside the card, in dp.
    """
    tr = current_translator()
    ft.use_effect(_enter_card, [], cleanup=report_cover)
    tall = tall or current_theme().text_scale > 1
    card = ft.Container(
        padding=ft.Padding.only(
            left=PROMPT_MARGIN_DP, right=PROMPT_MARGIN_DP, bottom=PROMPT_MARGIN_DP
        ),
        alignment=ft.Alignment.BOTTOM_CENTER,
        content=_card_surface(content, padding, tall=tall),
    )
    close_label = tr.gettext("Done") if saves_at_once else tr.gettext("Cancel")
    layers = [_veil_layer(close_label if may_cancel else None, tap)]
    bottom = ft.Column([card], spacing=8, tight=True)
    if raised is not None and raised.in_place:
        layers.append(ft.Container(raised.control, left=raised.x, top=raised.y))
    elif raised is not None:
        bottom.controls.insert(0, raised.control)
    if tall:
        card.expand = True
        card.expand_loose = True
        bottom.alignment = ft.MainAxisAlignment.END
    layers.append(
        ft.Container(bottom, left=0, right=0, bottom=0, top=_MIN_TOP_GAP_DP if tall else None)
    )
    return ft.Stack(expand=True, controls=[*layers])


async def _enter_card() -> None:
    keyboard = Keyboard.for_page(ft.context.page)
    if keyboard is not None:
        keyboard.report_cover()
        await keyboard.focus_card()


def report_cover() -> None:
    """Report that something that Back closes has come or gone."""
    keyboard = Keyboard.for_page(ft.context.page)
    if keyboard is not None:
        keyboard.report_cover()


def page_under_card(page: ft.Control, card: ft.Control | None, key: str) -> ft.Control:
    """Build a page, and the card over it if any; a screen reader then reads the card alone.

    `key` identifies the page, so that it is not rebuilt when a card comes or goes.
    """
    is_covered = card is not None
    layers: list[ft.Control] = [
        ft.Semantics(
            content=page, exclude_semantics=is_covered, disabled=is_covered, expand=True, key=key
        )
    ]
    if card is not None:
        layers.append(card)
    return ft.Stack(layers, expand=True, fit=ft.StackFit.EXPAND)


def _veil_layer(close_label: str | None, tap: TapHandler) -> ft.Control:
    """Build the veil, which receives all taps outside the card.

    `close_label` is for screen readers; None if a tap on the veil does nothing.
    """

    def cancel(_: object) -> None:
        if close_label is not None:
            tap("cancel")

    veil = ft.Semantics(
        label=close_label,
        button=None if close_label is None else True,
        exclude_semantics=close_label is None,
        content=Veil(bgcolor=current_theme().veil, on_click=handler(cancel), data=VEIL_DATA),
    )
    return ft.Container(veil, left=0, top=0, right=0, bottom=0)


def _card_surface(content: Sequence[ft.Control], padding: float, *, tall: bool) -> ft.Control:
    if tall:
        *above, last = content
        scrolled = ft.Column([*above], spacing=12, tight=True, scroll=ft.ScrollMode.AUTO)
        content = [ft.Container(scrolled, expand=True, expand_loose=True), last]
    return ft.Container(
        width=MAX_COLUMN_DP,
        bgcolor=current_theme().surface,
        border_radius=24,
        padding=padding,
        data=CARD_DATA,
        shadow=ft.BoxShadow(
            blur_radius=30, offset=ft.Offset(0, 6), color=ft.Colors.with_opacity(0.25, "#000000")
        ),
        content=ft.Column([*content], spacing=12, tight=True),
    )
