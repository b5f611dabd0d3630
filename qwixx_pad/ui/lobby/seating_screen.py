"""A screen on which the players of a table and their sheets are set up."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import partial

import flet as ft

from qwixx_pad.core.layout import Layout
from qwixx_pad.multiplayer.open_tables import TableRegistry
from qwixx_pad.multiplayer.requests import (
    ChooseSheet,
    ChooseSlip,
    MoveSeat,
    SeatChange,
)
from qwixx_pad.multiplayer.seating import Seating
from qwixx_pad.settings import clean_name
from qwixx_pad.ui.actions import find_pressable
from qwixx_pad.ui.design.cards import prompt_overlay
from qwixx_pad.ui.design.controls import avatar, icon_button
from qwixx_pad.ui.design.form import (
    Screen,
    choice_pill,
    name_field,
    option_line,
    option_list,
    settings_group,
)
from qwixx_pad.ui.design.primitives import (
    decorative,
    labelled_node,
    write,
)
from qwixx_pad.ui.flet_support.field_state import FieldState
from qwixx_pad.ui.gallery import SheetPicker, blank_look
from qwixx_pad.ui.gallery.gallery_screen import chosen_sheet, gallery_screen
from qwixx_pad.ui.lobby.lobby_parts import name_card
from qwixx_pad.ui.lobby.people import PersonLook, people_list
from qwixx_pad.ui.sheet.canvas import sheet_thumbnail
from qwixx_pad.ui.theme.tokens import (
    CHIP,
    OPTION,
)

_PICTURE_DP = 76.0


@dataclass(frozen=True)
class SeatingScreen(Screen, ABC):
    """A screen that lists the players of a table and changes them.

    Attributes:
        registry: The tables, and the sheets.
        typed: The field for the name of one more player.
    """

    registry: TableRegistry
    typed: FieldState

    @property
    @abstractmethod
    def current_seating(self) -> Seating:
        """The players on their seats, and their sheets."""

    @abstractmethod
    def person_look(self, seat: int) -> PersonLook:
        """Describe a seat."""

    @abstractmethod
    def ask_about(self, what: str) -> None:
        """Open a card by its identifier, such as `slip-2` or `person-2`; empty closes it."""

    @abstractmethod
    def change_seating(self, change: SeatChange) -> bool:
        """Change the seating; if that is refused, show why and return False."""

    @abstractmethod
    def add_player(self, name: str) -> bool:
        """Add a player; if that is refused, show why and return False."""

    @abstractmethod
    def seating_with(self, name: str) -> Seating | None:
        """The seating with one more player; None if that is refused."""

    @property
    def offered_name(self) -> str:
        """The name in the field before anything is typed."""
        return ""

    @property
    def typed_name(self) -> str:
        return self.typed.text_or(self.offered_name)

    @property
    def has_typed_name(self) -> bool:
        return bool(clean_name(self.typed_name))

    @property
    def seating_to_start(self) -> Seating:
        """The seating, with the name in the field added if there is one and it can be added."""
        added = self.seating_with(self.typed_name) if self.has_typed_name else None
        return added or self.current_seating

    def add_typed(self) -> bool:
        """Add the name in the field, if any; return False if that is refused."""
        if self.has_typed_name:
            if not self.add_player(self.typed_name):
                return False
            self.typed.set_text(None)
        return True

    def person_field(self, label: str) -> ft.Control:
        """Build the field for one more player; the screen changes while the name is typed."""

        def shown_state() -> tuple[bool, int]:
            return self.has_typed_name, len(self.seating_to_start.all_chairs)

        shown = shown_state()

        def on_type(_: str) -> None:
            if shown_state() != shown:
                self.typed.repaint()

        parts: list[ft.Control] = [
            name_field(
                self.typed,
                label,
                self.offered_name,
                expand=True,
                change=on_type,
                send=self.add_typed,
            )
        ]
        if self.may_choose_sheet:
            button = icon_button(
                "add-player",
                self.tr.gettext("Add"),
                ft.Icons.ADD_ROUNDED,
                self.add_typed,
                bgcolor=self.theme.surface2,
                size=52,
            )
            parts.append(button)
        return ft.Row(parts, key="add")

    @abstractmethod
    def rename_seat(self, seat: int, name: str) -> None:
        """Give a seat another name."""

    def may_take_slip(self, seat: int) -> bool:  # noqa: ARG002 - a table knows whose seats are
        return True

    @property
    def may_choose_sheet(self) -> bool:
        """True if this device may choose the sheet."""
        return True

    @property
    def max_players(self) -> int:
        return self.registry.service.layout(self.current_seating.layout).max_seats

    def person_lines(self) -> list[ft.Control]:
        seats = range(1, len(self.current_seating.all_chairs) + 1)
        if not seats:
            return []
        return [
            people_list(
                [self.person_look(seat) for seat in seats],
                self.on_line_tap,
                lambda seat, to: self.change_seating(MoveSeat(seat, to)),
            )
        ]

    def on_line_tap(self, identifier: str) -> None:
        action = find_pressable(identifier).does
        if isinstance(action, SeatChange):
            self.change_seating(action)
        else:
            self.ask_about(identifier)

    def seat_card(self, asked: str) -> ft.Control:
        """Build a card by its identifier: the slips for `slip-2`, the name for `person-2`."""
        what, _, number = asked.partition("-")
        seat = int(number)
        if what == "slip":
            return self._slip_card(seat)

        def on_answer(name: str) -> None:
            self.ask_about("")
            if name:
                self.rename_seat(seat, name)

        return name_card(self.current_seating.chair_of(seat).name, on_answer)

    # sheet

    @property
    def sheet_choice(self) -> SheetPicker:
        """The sheets to choose from, for the number of players."""
        seating = self.current_seating
        return SheetPicker(
            self.registry.service,
            self.context.settings,
            self.tr,
            seating.layout,
            len(seating.chairs),
        )

    def sheet_button(self) -> ft.Control:
        """Build the chosen sheet; a tap opens the others where this device may choose."""
        layout = self.registry.service.layout(self.current_seating.layout)
        choose = partial(self.go, "sheets") if self.may_choose_sheet else None
        return chosen_sheet(self.sheet_choice.sheet_choice(layout), choose)

    def sheet_picker(self) -> ft.Control:
        """Build the gallery, in which the sheet of the table is chosen."""
        return gallery_screen(self.sheet_choice, self.go, self._take_sheet, key="sheets")

    def _take_sheet(self, layout: str) -> None:
        self.change_seating(ChooseSheet(layout, self.current_seating.finish_turn))
        self.go("back")

    # slips

    def slip_section(self) -> list[ft.Control]:
        """Build the choice of a slip for each seat; empty if the edition has only one."""
        if not self._edition_slips or not self.current_seating.chairs:
            return []
        lines = [self._slip_line(seat) for seat, _ in enumerate(self.current_seating.chairs, 1)]
        return [settings_group(self.tr.gettext("Sheets"), lines)]

    @property
    def _edition_slips(self) -> tuple[Layout, ...]:
        """The slips to choose from; empty if the edition of the sheet has only one."""
        chosen = self.registry.service.layout(self.current_seating.layout)
        if not chosen.edition:
            return ()
        offered = self.registry.service.offered_layouts
        layouts = offered if chosen in offered else (chosen, *offered)
        slips = tuple(layout for layout in layouts if layout.edition == chosen.edition)
        return slips if len(slips) > 1 else ()

    def _slip_line(self, seat: int) -> ft.Control:
        theme = self.theme
        tr = self.tr
        chair = self.current_seating.chair_of(seat)
        slip = tr.layout_title(self.current_seating.sheet_name(seat))
        identifier = f"slip-{seat}"
        face = avatar(chair.name, theme.player_color(chair.color), 28)
        written = decorative(write(chair.name, OPTION.resized(16), no_wrap=True))
        name = ft.Container(written, expand=True)
        if not self.may_take_slip(seat):
            drawn = ft.Row([face, name, write(slip, CHIP, color=theme.ink2)], spacing=12)
            return labelled_node(
                identifier,
                tr.gettext("{name}, {slip}", name=chair.name, slip=slip),
                ft.Container(decorative(drawn), padding=8),
            )
        chosen = choice_pill(
            identifier,
            slip,
            tr.gettext("Change {name}’s sheet", name=chair.name),
            partial(self.ask_about, identifier),
        )
        return ft.Container(
            ft.Row([face, name, chosen], spacing=12), padding=ft.Padding.only(left=8)
        )

    def _slip_card(self, seat: int) -> ft.Control:
        lines = [self._slip_option(seat, slip) for slip in self._edition_slips]
        inside = option_list(
            self.tr.gettext("A sheet for {name}", name=self.current_seating.chair_of(seat).name),
            lines,
            self.context,
        )
        return prompt_overlay(inside, lambda _: self.ask_about(""))

    def _slip_option(self, seat: int, slip: Layout) -> ft.Control:
        face = None
        if not self.theme.has_large_text:
            face = sheet_thumbnail(blank_look(slip, self.tr), _PICTURE_DP, "blank")

        def take_slip() -> None:
            self.ask_about("")
            self.change_seating(ChooseSlip(seat, slip.name))

        return option_line(
            f"sheet-{slip.name}",
            self.tr.layout_title(slip.name),
            take_slip,
            checked=slip.name == self.current_seating.sheet_name(seat),
            face=face,
        )
