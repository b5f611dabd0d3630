"""What a card over a page says and where it leads, as one value, and the one painter of it."""

from calendar import Calendar
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

import flet as ft

from qwixx_pad import i18n
from qwixx_pad.ui.design.controls import colored, icon_button, outlined, prompt_sheet, tonal
from qwixx_pad.ui.design.primitives import Tap, beside, heading, tappable, write
from qwixx_pad.ui.design.tokens import ASIDE, BODY, LARGE_TEXT, NAME, OPTION, TITLE, Theme
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.speech.words import Words

_PAIR = 2
DECISION_HEIGHT = 56
"""Of a button that decides something, in dp."""


@dataclass(frozen=True, slots=True)
class Way:
    """A button that tells its identifier: `button` paints it, or the colour of row `letter` does.

    `more` is what a button knows besides, such as its icon or whether its words may take two lines.
    """

    identifier: str
    text: str
    button: Callable[..., ft.Control] = tonal
    height: float = 50
    letter: str = ""
    more: dict[str, Any] = field(default_factory=dict)

    def painted(self, theme: Theme, tap: Tap) -> ft.Control:
        """The button."""
        identifier, look = self.identifier, {"height": self.height, **self.more}
        if self.letter:
            return colored(
                theme, self.letter, identifier, self.text, lambda: tap(identifier), **look
            )
        return self.button(theme, identifier, self.text, lambda: tap(identifier), **look)


@dataclass(frozen=True, slots=True)
class Card:
    """Something that is asked or offered.

    Attributes:
        title: What it is about, in words or as a head of its own.
        lines: What is said, from above; words are written as a text.
        ways: What can be done, from above; several in one share a line.
        aside: Said more quietly, below the title; empty for nothing.
        apart: Between ways that share a line, in dp.
        icon: Of a sign before the title, by its name; empty for none.
        letter: Of the row whose colour that sign wears; empty for none.
        below: Said of that row, beside its mark.
    """

    title: str | ft.Control
    lines: Sequence[str | ft.Control] = ()
    ways: Sequence[Way | Sequence[Way] | ft.Control] = ()
    aside: str = ""
    apart: float = 10
    icon: str = ""
    letter: str = ""
    below: str = ""

    def painted(self, theme: Theme, tap: Tap) -> list[ft.Control]:
        """What stands on the card, from above; each way tells its identifier to `tap`."""
        aside = [write(self.aside, ASIDE, color=theme.ink2, height=1.35)] if self.aside else []
        return [
            self._title(theme),
            *aside,
            *(
                write(line, BODY, color=theme.ink, height=1.35) if isinstance(line, str) else line
                for line in self.lines
            ),
            *(self._way(way, theme, tap) for way in self.ways),
        ]

    def _title(self, theme: Theme) -> ft.Control:
        if not isinstance(self.title, str):
            return self.title
        if not self.icon:
            return write(self.title, TITLE, color=theme.ink)
        title = write(self.title, TITLE, color=theme.ink, height=1.2)
        said = ft.Semantics(live_region=True, content=title)
        if not self.letter:
            said.expand = True
            return ft.Row([_sign(self.icon, theme.ink, theme.surface2), said], spacing=12)
        colors = theme.bands[self.letter]
        mark = ft.Icon(getattr(ft.Icons, colors.mark), size=14, color=theme.mark(self.letter))
        below = write(self.below, ASIDE, color=theme.ink2)
        lines = [said, ft.Row([mark, below], spacing=6, tight=True)]
        named = ft.Column(lines, spacing=2, expand=True)
        return ft.Row([_sign(self.icon, colors.text, colors.band), named], spacing=12)

    def _way(self, way: Way | Sequence[Way] | ft.Control, theme: Theme, tap: Tap) -> ft.Control:
        if isinstance(way, ft.Control):
            return way
        if isinstance(way, Way):
            return way.painted(theme, tap)
        return beside([each.painted(theme, tap) for each in way], theme, spacing=self.apart)


def _sign(icon: str, color: str, fill: str) -> ft.Control:
    """What a card is about, at a glance."""
    return ft.Container(
        ft.Icon(getattr(ft.Icons, icon), size=26, color=color),
        width=48,
        height=48,
        bgcolor=fill,
        border_radius=12,
        alignment=ft.Alignment.CENTER,
    )


def card_sheet(card: Card, context: ScreenContext, tap: Tap, **how: Any) -> ft.Control:  # noqa: ANN401
    """A card that comes up over a page; `how` is what `prompt_sheet` is told besides."""
    return prompt_sheet(card.painted(context.theme, tap), context.theme, context.words, tap, **how)


def in_pairs(ways: Sequence[Way], *, low: bool) -> Sequence[Way | Sequence[Way]]:
    """Ways below each other; on a low screen two share a line."""
    return [ways[at : at + _PAIR] for at in range(0, len(ways), _PAIR)] if low else ways


def rules_and_settings(words: Words, height: float) -> Sequence[Way]:
    """The two ways that stand in every menu, in one line."""
    texts = {"rules": words.text("Rules"), "settings": words.text("Settings")}
    return [
        Way(identifier, text, height=height, more={"size": 16})
        for identifier, text in texts.items()
    ]


def cancel(text: str, height: float = 50, **more: Any) -> Way:  # noqa: ANN401 - as in `Way`
    """The way back to what lies beneath the card."""
    return Way("cancel", text, outlined, height, more=more)


_DAY_PADDING = 10.0
"""Around all on the card of days, in dp: less than elsewhere, so that seven are wide enough."""
_SIDE, _APART = 44.0, 2
"""Height of a day, and between two of them; in dp."""
_CARD = 480
"""Height of the card of days, in dp."""
_OF_DAY = "day-"


def day_of(identifier: str) -> date | None:
    """The day that a tap on the card of days has chosen; None for anything else on it."""
    if not identifier.startswith(_OF_DAY):
        return None
    return date.fromisoformat(identifier.removeprefix(_OF_DAY))


def other_month(identifier: str, month: date) -> date | None:
    """Some day of the month to which an arrow leads; None for what is no arrow."""
    if identifier == "month-earlier":
        return month.replace(day=1) - timedelta(days=1)
    return month.replace(day=28) + timedelta(days=4) if identifier == "month-later" else None


def day_card(
    month: date, chosen: date, today: date, context: ScreenContext, tap: Tap
) -> ft.Control:
    """The card on which a day is chosen, over its page.

    Args:
        month: Some day of the one that is shown.
        chosen: The day that is chosen now.
        today: The last one that can be.
        context: Theme and words.
        tap: Told `day-2026-11-21`, `month-earlier`, `month-later` or `cancel`.
    """
    theme, words, locale = context.theme, context.words, context.words.tongue.locale
    weeks = Calendar(i18n.first_weekday(locale)).monthdatescalendar(month.year, month.month)
    signs = [
        write(sign, OPTION.at(12), color=theme.ink2, text_align=ft.TextAlign.CENTER, expand=True)
        for sign in i18n.weekday_signs(locale)
    ]
    rows = [
        ft.Row([_day(day, month, chosen, today, context, tap) for day in week], spacing=_APART)
        for week in weeks
    ]
    days = ft.Column([ft.Row([*signs], spacing=_APART), *rows], spacing=_APART, tight=True)
    card = Card(_head(month, today, context, tap), [days], [cancel(words.text("Cancel"), 48)])
    tall = context.space.height < _CARD or theme.large
    return card_sheet(card, context, tap, tall=tall, padding=_DAY_PADDING)


def _head(month: date, today: date, context: ScreenContext, tap: Tap) -> ft.Control:
    """The month between its neighbours."""
    theme, words = context.theme, context.words
    back, on = ft.Icons.CHEVRON_LEFT_ROUNDED, ft.Icons.CHEVRON_RIGHT_ROUNDED
    said = i18n.month_and_year(month, words.tongue.locale)
    title = heading(said, TITLE.at(18).held(theme, LARGE_TEXT), theme.ink, height=1.2)
    title.expand, title.live_region = True, True
    before, after = words.text("The month before"), words.text("The month after")
    more = (month.year, month.month) < (today.year, today.month)
    return ft.Row(
        [
            title,
            icon_button(theme, "month-earlier", before, back, lambda: tap("month-earlier")),
            icon_button(theme, "month-later", after, on, lambda: tap("month-later"), enabled=more),
        ],
        spacing=0,
    )


def _day(  # noqa: PLR0913, PLR0917 - a day, and what it is seen from
    day: date, month: date, chosen: date, today: date, context: ScreenContext, tap: Tap
) -> ft.Control:
    theme, identifier, high = (
        context.theme,
        f"{_OF_DAY}{day.isoformat()}",
        context.theme.tall(_SIDE, 16),
    )
    if day.month != month.month:
        return ft.Container(height=high, expand=True)
    mine, over = day == chosen, day > today
    ink = theme.on_primary if mine else theme.ink
    node = tappable(
        identifier,
        i18n.whole_day(day, context.words.tongue.locale),
        write(
            str(day.day),
            NAME.held(theme) if mine or day == today else BODY.at(16).held(theme),
            color=ink,
        ),
        lambda: tap(identifier),
        checked=mine,
        dead=over,
        height=high,
        bgcolor=theme.primary if mine else theme.surface2,
        border_radius=12,
        opacity=theme.idle if over else 1,
        alignment=ft.Alignment.CENTER,
    )
    return ft.Container(node, expand=True)
