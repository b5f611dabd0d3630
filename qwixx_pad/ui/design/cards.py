"""Cards that come up from below: what one says and where it leads, as a value; its one painter."""

from calendar import Calendar
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import partial
from typing import Any

import flet as ft

from qwixx_pad import i18n
from qwixx_pad.ui.design.controls import colored, icon_button, outlined, tonal
from qwixx_pad.ui.design.primitives import WIDEST, Tap, beside, heading, tappable, write
from qwixx_pad.ui.design.tokens import ASIDE, BODY, LARGE_TEXT, NAME, OPTION, TITLE, Theme
from qwixx_pad.ui.flet_support.flet_patches import component, handler
from qwixx_pad.ui.flet_support.keyboard import CARD, VEIL, Keyboard
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.text.translator import Words

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
        button = (
            partial(colored, theme, self.letter) if self.letter else partial(self.button, theme)
        )
        return button(identifier, self.text, lambda: tap(identifier), **look)


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


CARD_EDGE, CARD_PADDING = 6, 20
"""Of a card: left and right of it, and inside around what it holds; in dp."""
_LEFT_FREE = 24
"""Above a card that is as high as the screen, in dp."""


@dataclass(frozen=True, slots=True)
class Above:
    """Something that stays bright above the veil.

    Attributes:
        control: What.
        x, y: Where it lies on the pad, in dp.
        in_place: Whether it can stay there; else it stands directly above the card.
    """

    control: ft.Control
    x: float
    y: float
    in_place: bool


@component
def prompt_sheet(  # noqa: PLR0913 - a card, what is on it and what shines above it
    inside: Sequence[ft.Control],
    theme: Theme,
    words: Words,
    tap: Tap,
    *,
    over_it: Above | None = None,
    may_cancel: bool = True,
    tall: bool = False,
    padding: float = CARD_PADDING,
) -> ft.Control:
    """The veil over the pad and a card from below.

    A tap on the veil is `cancel`, unless it may not be: a question that others wait for stays. A
    card that may be higher than the screen (`tall`), as with large letters, scrolls all above its
    last line.
    """
    ft.use_effect(_take_focus, [])
    tall = tall or theme.text > 1
    card = ft.Container(
        padding=ft.Padding.only(left=CARD_EDGE, right=CARD_EDGE, bottom=CARD_EDGE),
        alignment=ft.Alignment.BOTTOM_CENTER,
        content=_card(inside, theme, padding, tall=tall),
    )
    in_place = over_it is not None and over_it.in_place
    lifted = [] if over_it is None or in_place else [over_it.control]
    below = ft.Column([*lifted, card], spacing=8, tight=True)
    top = None
    if tall:
        card.expand, card.expand_loose, top = True, True, _LEFT_FREE
        below.alignment = ft.MainAxisAlignment.END
    layers = [_veil(theme, words, tap, may_cancel=may_cancel)]
    if over_it is not None and in_place:
        layers.append(ft.Container(over_it.control, left=over_it.x, top=over_it.y))
    layers.append(ft.Container(below, left=0, right=0, bottom=0, top=top))
    return ft.Stack(expand=True, controls=[*layers])


async def _take_focus() -> None:
    keyboard = Keyboard.of(ft.context.page)
    if keyboard is not None:
        await keyboard.go_to_card()


def under_card(page: ft.Control, card: ft.Control | None, key: str) -> ft.Control:
    """A page, and over it what is asked, if anything is: then only that is read out.

    The key keeps the page the same one while cards come and go.
    """
    asked = [] if card is None else [card]
    beneath = ft.Semantics(
        content=page, exclude_semantics=bool(asked), disabled=bool(asked), expand=True, key=key
    )
    return ft.Stack([beneath, *asked], expand=True, fit=ft.StackFit.EXPAND)


def _veil(theme: Theme, words: Words, tap: Tap, *, may_cancel: bool) -> ft.Control:
    """The veil takes all taps, so that nothing beneath it is hit."""
    cancel = handler(lambda _: tap("cancel") if may_cancel else None)
    veil = ft.Semantics(
        label=words.text("Cancel") if may_cancel else None,
        button=True if may_cancel else None,
        exclude_semantics=not may_cancel,
        content=ft.Container(bgcolor=theme.veil, on_click=cancel, data=VEIL),
    )
    return ft.Container(veil, left=0, top=0, right=0, bottom=0)


def _card(inside: Sequence[ft.Control], theme: Theme, padding: float, *, tall: bool) -> ft.Control:
    if tall:
        *above, last = inside
        scrolls = ft.Column([*above], spacing=12, tight=True, scroll=ft.ScrollMode.AUTO)
        inside = [ft.Container(scrolls, expand=True, expand_loose=True), last]
    return ft.Container(
        width=WIDEST,
        bgcolor=theme.surface,
        border_radius=24,
        padding=padding,
        data=CARD,
        shadow=ft.BoxShadow(
            blur_radius=30, offset=ft.Offset(0, 6), color=ft.Colors.with_opacity(0.25, "#000000")
        ),
        content=ft.Column([*inside], spacing=12, tight=True),
    )
