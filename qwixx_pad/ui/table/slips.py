"""Slips of one box: at a table each player may take another one."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial

import flet as ft

from qwixx_pad.core.layout import Layout
from qwixx_pad.service.session import GameService
from qwixx_pad.tables.seating import Seating
from qwixx_pad.ui.design.controls import avatar, prompt_sheet
from qwixx_pad.ui.design.form import group, option, options, pill
from qwixx_pad.ui.design.primitives import for_the_eye, said, write
from qwixx_pad.ui.design.tokens import CHIP, OPTION
from qwixx_pad.ui.gallery import Choosing, blank_look
from qwixx_pad.ui.sheet.canvas import small_sheet
from qwixx_pad.ui.shell import ScreenContext

_PICTURE = 76.0


@dataclass(frozen=True)
class Slips:
    """Which slip each player takes.

    Attributes:
        service: Knows the sheets.
        seating: Who sits where, on which sheet.
        context: Theme and words.
    """

    service: GameService
    seating: Seating
    context: ScreenContext

    @property
    def choosing(self) -> Choosing:
        """What is to be known where another sheet is chosen for the whole table."""
        settings, words, seats = self.context.settings, self.context.words, len(self.seating.chairs)
        return Choosing(self.service, settings, words, self.seating.layout, seats)

    @property
    def box(self) -> tuple[Layout, ...]:
        """The slips to choose from; none where the table's sheet is alone in its box."""
        box = self.service.layout(self.seating.layout).box
        slips = tuple(layout for layout in self.service.layouts if box and layout.box == box)
        return slips if len(slips) > 1 else ()

    def group(self, may: Collection[int], ask: Callable[[int], object]) -> list[ft.Control]:
        """A line for each seat, where there is something to choose.

        Args:
            may: The seats (from 1) for which this device may choose.
            ask: Told for which seat another slip is wanted.
        """
        if not self.box or not self.seating.chairs:
            return []
        seats = range(1, len(self.seating.chairs) + 1)
        lines = [self._line(seat, ask if seat in may else None) for seat in seats]
        return [group(self.context.words.text("Slips"), lines, self.context)]

    def _line(self, seat: int, ask: Callable[[int], object] | None) -> ft.Control:
        theme, words, chair = self.context.theme, self.context.words, self.seating.chairs[seat - 1]
        slip = words.layout(self.seating.slip(seat))
        face = avatar(chair.name, theme.player(chair.color), 28)
        name = write(chair.name, OPTION.at(16), color=theme.ink, no_wrap=True)
        who = ft.Container(for_the_eye(name), expand=True)
        if ask is None:
            drawn = ft.Row([face, who, write(slip, CHIP, color=theme.ink2)], spacing=12)
            spoken = words.text("{name}, {slip}", name=chair.name, slip=slip)
            return said(f"slip-{seat}", spoken, ft.Container(for_the_eye(drawn), padding=8))
        leads = words.text("Another slip for {name}", name=chair.name)
        chosen = pill(f"slip-{seat}", slip, leads, self.context, partial(ask, seat))
        return ft.Container(
            ft.Row([face, who, chosen], spacing=12), padding=ft.Padding.only(left=8)
        )

    def card(self, seat: int, take: Callable[[str], object]) -> ft.Control:
        """The slips of the box.

        Args:
            seat: For whom, from 1.
            take: Told the name of the slip that was chosen; empty for none.
        """
        theme, words = self.context.theme, self.context.words
        taken, name = self.seating.slip(seat), self.seating.chairs[seat - 1].name
        lines = [self._option(slip, taken, take) for slip in self.box]
        inside = options(words.text("A slip for {name}", name=name), lines, self.context)
        return prompt_sheet(inside, theme, words, lambda _: take(""))

    def _option(self, slip: Layout, taken: str, take: Callable[[str], object]) -> ft.Control:
        theme = self.context.theme
        face = (
            None
            if theme.large
            else small_sheet(blank_look(slip, self.context.words), theme, _PICTURE, "blank")
        )
        return option(
            f"sheet-{slip.name}",
            self.context.words.layout(slip.name),
            self.context,
            partial(take, slip.name),
            checked=slip.name == taken,
            face=face,
        )
