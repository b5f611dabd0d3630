"""Copying a paper game begins: who has played, on which day, on which sheet."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, time

import flet as ft

from qwixx_pad.tables.lobby import new_table
from qwixx_pad.tables.seating import Chair, Seating
from qwixx_pad.ui.design.controls import primary, prompt_sheet, under_card
from qwixx_pad.ui.design.day_card import PADDING, day_card, day_of, is_low, other_month
from qwixx_pad.ui.design.form import group, page_bar, pill
from qwixx_pad.ui.design.primitives import Tap, page_column
from qwixx_pad.ui.gallery.gallery_screen import gallery_screen
from qwixx_pad.ui.runtime.guards import component
from qwixx_pad.ui.shell import AppServices, ScreenContext
from qwixx_pad.ui.table.people import PersonLook
from qwixx_pad.ui.table.seating_page import Draft, SeatingPage

Copy = Callable[[Seating, date], None]


@dataclass(frozen=True, slots=True)
class _Day:
    """The day of the game, and some day of the month that is looked at to choose another."""

    chosen: date
    month: date | None = None


@component
def paper_screen(
    house: AppServices, inside: str, context: ScreenContext, go: Tap, copy: Copy
) -> ft.Control:
    """The setup of a game that was played on paper.

    Args:
        house: The sheets, and who has played on them.
        inside: `sheets` shows the sheets to choose from.
        context: Space, theme, words and settings.
        go: Leads to a screen by its identifier.
        copy: Lets the sheets of these people of that day be copied.
    """
    host = house.host
    today = host.service.now().astimezone().date()
    last = ft.use_memo(
        lambda: new_table(host.service.settings, host.service.last_sheet, house.last_together), []
    )
    draft, show = ft.use_state(Draft(last))
    played = ft.use_memo(house.library.players, [])
    day, look_at = ft.use_state(_Day(today))
    page = _PaperPage(context, go, host, draft, show, played, day, look_at, today, copy)
    if inside == "sheets":
        return gallery_screen(page.slips.choosing, context, go, page.take, key="sheets")
    words = context.words
    parts = [
        page_bar(
            context, words.text("Copy a paper game"), go, words.text("It counts like any other")
        ),
        group(words.text("Day"), [page.pill()], context),
        group(words.text("Sheet"), [page.chosen_sheet()], context),
        *page.who(),
        ft.Container(height=4),
        page.button(),
    ]
    card = page.calendar() or page.card()
    return under_card(page_column(parts, context.column, spacing=12), card, "paper")


@dataclass(frozen=True)
class _PaperPage(SeatingPage):
    """The parts of the screen, and what their taps do."""

    day: _Day
    look_at: Callable[[_Day], None]
    today: date
    copy: Copy

    def line_of(self, seat: int, chair: Chair) -> PersonLook:
        """One who has played; who rolled first does not matter any more."""
        return PersonLook(seat, chair.name, chair.color, "", move=False)

    def pill(self) -> ft.Control:
        """The day that is chosen."""
        words, chosen = self.words, self.day.chosen
        said = words.day(datetime.combine(chosen, time()), self.today)
        leads = words.text("Choose a day")
        shown = pill("choose-day", said, leads, self.context, lambda: self.choose_day("choose-day"))
        return ft.Row([shown])

    def calendar(self) -> ft.Control | None:
        """Where another day is chosen; None while nobody wants to."""
        if self.day.month is None:
            return None
        context, chosen = self.context, self.day.chosen
        inside = day_card(self.day.month, chosen, self.today, context, self.choose_day)
        return prompt_sheet(
            inside,
            self.theme,
            self.words,
            self.choose_day,
            tall=is_low(context),
            padding=PADDING,
        )

    def choose_day(self, identifier: str) -> None:
        """Something was tapped on the calendar, or what opens it."""
        day = day_of(identifier)
        if identifier == "choose-day":
            self.look_at(replace(self.day, month=self.day.chosen))
        elif day is None:
            month = self.day.month and other_month(identifier, self.day.month)
            self.look_at(replace(self.day, month=month and min(month, self.today)))
        elif day <= self.today:
            self.look_at(_Day(day))

    def button(self) -> ft.Control:
        """Leads to the sheets; it is pale while nobody has played."""
        ready = bool(self.draft.seating.chairs)
        text, opacity = self.words.text("Copy the sheets"), 1 if ready else 0.38
        icon = ft.Icons.EDIT_ROUNDED
        return primary(self.theme, "copy-sheets", text, self.begin, icon=icon, opacity=opacity)

    def begin(self) -> None:
        """Lead to the sheets of who has played."""
        if self.draft.seating.chairs:
            self.copy(self.draft.seating, self.day.chosen)
        else:
            self.show(replace(self.draft, said=self.words.text("Add who has played.")))
