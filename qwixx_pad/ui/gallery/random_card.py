"""A kind of sheets that are made from a seed: rolled, typed, or shared as a code."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from secrets import randbelow
from typing import Any

import flet as ft

from qwixx_pad.layouts import SEEDS, seeded_name
from qwixx_pad.ui.design.controls import icon_button
from qwixx_pad.ui.design.form import text_field
from qwixx_pad.ui.design.primitives import Tap, message, tappable
from qwixx_pad.ui.design.tokens import TAG, Theme
from qwixx_pad.ui.gallery import Choosing, SheetChoice
from qwixx_pad.ui.gallery.sheet_card import EDGE, STAR, drawn, on_card
from qwixx_pad.ui.runtime.guards import component, handler
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.speech.words import Words

_INSIDE = 8.0
"""Of the edge of the card, what belongs to the part that chooses; in dp."""


@dataclass(frozen=True, slots=True)
class _Seed:
    """What stands in the field.

    Attributes:
        typed: As it was typed, or rolled.
        rolls: How often it was rolled: each time the field is a new one, with another text.
        said: What there is to say of the last tap.
    """

    typed: str = ""
    rolls: int = 0
    said: str = ""


@component
def random_card(kind: str, choosing: Choosing, context: ScreenContext, tap: Tap) -> ft.Control:
    """The card of a kind.

    Args:
        kind: What stands before the seed, such as `random_numbers`.
        choosing: Who looks for a sheet.
        context: Theme and words, and the way out for a code.
        tap: Told `sheet-NAME` and `star-NAME`.
    """
    seed, show = ft.use_state(_Seed())
    name = seeded_name(kind, seed.typed)
    look = choosing.kind(kind, name)
    return _RandomCard(kind, name, look, context, tap, seed, show).whole()


@dataclass(frozen=True)
class _RandomCard:
    """The card in one state.

    Attributes:
        name: Of the sheet that stands in the field; None if none does.
    """

    kind: str
    name: str | None
    look: SheetChoice
    context: ScreenContext
    tap: Tap
    seed: _Seed
    show: Callable[[_Seed], None]

    @property
    def theme(self) -> Theme:
        return self.context.theme

    @property
    def words(self) -> Words:
        return self.context.words

    def whole(self) -> ft.Control:
        theme, said = self.theme, self._said()
        choose = tappable(
            f"sheet-{self.kind}",
            self.look.spoken,
            drawn(self.look, theme, beside=STAR if self.name else 0),
            self._choose,
            checked=self.look.chosen,
            dead=bool(self.look.too_many or (self.seed.typed and not self.name)),
            border_radius=14,
            padding=_INSIDE,
        )
        below = [self._seed_line(), *([message(said, theme, TAG)] if said else [])]
        beside = ft.Padding.only(left=_INSIDE, right=_INSIDE, bottom=_INSIDE)
        parts = [choose, ft.Container(ft.Column([*below], spacing=8, tight=True), padding=beside)]
        stretch = ft.CrossAxisAlignment.STRETCH
        card = ft.Container(
            ft.Column([*parts], spacing=4, horizontal_alignment=stretch, tight=True),
            bgcolor=theme.surface,
            border=ft.Border.all(2, theme.ink if self.look.chosen else theme.surface),
            border_radius=18,
            padding=EDGE - _INSIDE,
        )
        if self.name is None:
            return ft.Stack([card])
        return ft.Stack([card, on_card(self.look, theme, self.words, self._named)])

    def _named(self, identifier: str) -> None:
        """What lies on the card is of the sheet in the field, not of its kind."""
        self.tap(f"{identifier.partition('-')[0]}-{self.name}")

    def _said(self) -> str:
        if self.seed.typed.strip() and self.name is None:
            return self.words.text("A seed is a number of up to six digits.")
        return self.seed.said

    def _seed_line(self) -> ft.Control:
        """The seed, another one, and the way out."""
        theme, words, kind = self.theme, self.words, self.kind

        def typing(event: Any) -> None:  # noqa: ANN401 - Flet's events are generic over their control
            self.show(replace(self.seed, typed=event.control.value or "", said=""))

        field = text_field(
            theme,
            words.text("Seed"),
            self.seed.typed,
            on_change=handler(typing),
            on_submit=handler(lambda _: self._choose()),
            expand=True,
            key=f"seed{self.seed.rolls}",
        )
        named = ft.Semantics(identifier=f"seed-{kind}", content=field, expand=True)
        roll = words.text("Roll another sheet")
        share = words.text("Share the code of this sheet")
        dice, out = ft.Icons.CASINO_OUTLINED, ft.Icons.IOS_SHARE_ROUNDED
        return ft.Row(
            [
                named,
                icon_button(theme, f"roll-{kind}", roll, dice, self._roll),
                icon_button(
                    theme, f"share-{kind}", share, out, self._share, enabled=self.name is not None
                ),
            ],
            spacing=4,
        )

    def _rolled(self) -> str:
        typed = str(randbelow(SEEDS))
        self.show(_Seed(typed, self.seed.rolls + 1))
        return typed

    def _roll(self) -> None:
        self._rolled()

    def _choose(self) -> None:
        """The sheet in the field; where it is empty, any."""
        typed = self.seed.typed.strip() or self._rolled()
        name = seeded_name(self.kind, typed)
        if name is not None:
            self.tap(f"sheet-{name}")

    async def _share(self) -> None:
        if self.name is None:
            return
        words, done = self.words, await self.context.share(self.name)
        by_hand = words.text("Copy it from here: {code}", code=self.name)
        said = words.text("The code is shared or copied.") if done else by_hand
        self.show(replace(self.seed, said=said))
