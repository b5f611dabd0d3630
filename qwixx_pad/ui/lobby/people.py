"""The players of a table that is set up: a line per seat, the field for one more, the sheets."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import flet as ft

from qwixx_pad.core.layout import Layout
from qwixx_pad.i18n import join_isolated
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
from qwixx_pad.ui.context import current_theme, current_translator
from qwixx_pad.ui.design.cards import prompt_overlay
from qwixx_pad.ui.design.controls import avatar, icon_button, named_icon_button
from qwixx_pad.ui.design.form import (
    Screen,
    choice_pill,
    name_field,
    option_line,
    option_list,
    player_color_button,
    settings_group,
)
from qwixx_pad.ui.design.primitives import (
    TapHandler,
    decorative,
    heading,
    labelled_node,
    tappable,
    write,
)
from qwixx_pad.ui.flet_support.field_state import FieldState
from qwixx_pad.ui.flet_support.flet_patches import component, handler
from qwixx_pad.ui.gallery import SheetPicker, blank_look
from qwixx_pad.ui.gallery.gallery_screen import chosen_sheet, gallery_screen
from qwixx_pad.ui.lobby.lobby_parts import name_card
from qwixx_pad.ui.sheet.canvas import sheet_thumbnail
from qwixx_pad.ui.text.table_texts import SeatAction
from qwixx_pad.ui.theme.tokens import (
    BODY,
    CHIP,
    HEADING,
    HINT,
    NAME,
    NOTICE,
    OPTION,
    Theme,
)

PERSON_LINE_DP = 54.0
_PICTURE_DP = 76.0
_ONE_LINE_CHARS = 10
"""Characters of a name that surely fits into one line. A longer one may take a second line, and its
status then gets only one."""
_FADED = 0.55
"""Opacity of the disc of a seat that sits out; its status says the same in words."""


@dataclass(frozen=True, slots=True)
class PersonLook:
    """The line of a player.

    Attributes:
        seat: From 1.
        name: The name.
        color: Index into the players' colours.
        status: The text below the name.
        ready: Whether the device of the seat is present; None shows no sign.
        action: The action with a button of its own; None for no button.
        may_edit: Whether this device may rename, recolour and remove the player.
        may_move: Whether this device may drag the line, and give it the first roll.
        has_more: Whether a menu has further actions. It then also has the first roll and the
            removal; a line with an `action` too has no handle to drag it.
        out: Whether the seat sits out.
    """

    seat: int
    name: str
    color: int
    status: str
    ready: bool | None = None
    action: SeatAction | None = None
    may_edit: bool = True
    may_move: bool = True
    has_more: bool = False
    out: bool = False


@component
def people_list(
    looks: Sequence[PersonLook],
    tap: TapHandler,
    moved: Callable[[int, int], object],
) -> ft.Control:
    """Build the lines of players.

    Args:
        looks: The players, in seating order.
        tap: Called with `color-2`, `person-2`, `first-2`, `remove-2`, `sit-2` or `more-2`.
        moved: Called with the seat that was dragged, and its new place, both from 1.
    """
    theme = current_theme()

    def on_reorder(event: Any) -> None:  # noqa: ANN401 - Flet's events are generic over their control
        if max(event.old_index, event.new_index) < len(looks):
            moved(event.old_index + 1, event.new_index + 1)

    lines = ft.ReorderableListView(
        controls=[_person_line(look, tap) for look in looks],
        on_reorder=handler(on_reorder),
        show_default_drag_handles=False,
        height=line_height(theme) * len(looks),
        padding=0,
    )
    return ft.Container(lines, bgcolor=theme.surface, border_radius=20)


def line_height(theme: Theme) -> float:
    """The height of the line of a player, in dp."""
    return theme.grown_height(PERSON_LINE_DP, 16, 16) + (
        theme.grown_height(48, 14) if theme.has_large_text else 0
    )


def _person_line(look: PersonLook, tap: TapHandler) -> ft.Control:
    theme = current_theme()
    person = [_person_face(look, tap), _person_name(look, tap)]
    actions = [
        *_person_buttons(look, tap),
        *_person_state(look),
        *_drag_handle(look),
        *_more_button(look, tap),
    ]
    inside: ft.Control
    if theme.has_large_text:
        below = ft.Row(actions, spacing=4, alignment=ft.MainAxisAlignment.END)
        inside = ft.Column([ft.Row(person, spacing=4), below], spacing=0)
    else:
        inside = ft.Row([*person, ft.Row(actions, spacing=0, tight=True)], spacing=4)
    return ft.Container(
        inside,
        height=line_height(theme),
        padding=ft.Padding.only(left=12, right=8),
        key=f"{look.seat} {look.name}",  # an old control would keep its identifiers
    )


def _person_face(look: PersonLook, tap: TapHandler) -> ft.Control:
    if look.may_edit:
        identifier = f"color-{look.seat}"
        return player_color_button(identifier, look.name, look.color, lambda: tap(identifier))
    face = avatar(look.name, current_theme().player_color(look.color), 36)
    return ft.Container(face, padding=6, opacity=_FADED if look.out else 1)


def _person_name(look: PersonLook, tap: TapHandler) -> ft.Control:
    """Build name and status; a tap opens the card with the name where this device may edit it."""
    theme = current_theme()
    spoken = join_isolated(filter(None, (look.name, look.status)))
    name = write(look.name, NAME.capped(theme, 1.6), height=1.2, max_lines=2)
    most = 1 if len(look.name) > _ONE_LINE_CHARS else 2
    below = write(look.status, HINT, color=theme.ink2, height=1.2, max_lines=most)
    name.overflow = below.overflow = ft.TextOverflow.ELLIPSIS
    lines = ft.Column(
        [name, *([below] if look.status else [])],
        spacing=0,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    if not look.may_edit:
        return labelled_node(f"person-{look.seat}", spoken, decorative(lines), expand=True)
    pen = ft.Icon(ft.Icons.EDIT_ROUNDED, size=14, color=theme.ink2)
    lines.expand = True
    lines.expand_loose = True
    button = tappable(
        f"person-{look.seat}",
        current_translator().gettext("{person}. Tap for another name.", person=spoken),
        ft.Row([lines, *([] if look.action else [pen])], spacing=2),  # no space for both
        lambda: tap(f"person-{look.seat}"),
        height=theme.grown_height(PERSON_LINE_DP, 16, 16),
        border_radius=12,
    )
    return ft.Container(button, expand=True)


def _person_buttons(look: PersonLook, tap: TapHandler) -> list[ft.Control]:
    tr = current_translator()
    buttons: list[ft.Control] = []
    if look.action:
        buttons.append(_action_button(look.action, tap))
    if look.has_more:
        return buttons
    if look.may_move and look.seat > 1:
        spoken = tr.gettext("{name} rolls first", name=look.name)
        icon = ft.Icons.CASINO_OUTLINED
        buttons.append(named_icon_button(f"first-{look.seat}", spoken, icon, tap))
    if look.may_edit:
        spoken = tr.gettext("Remove {name}", name=look.name)
        icon = ft.Icons.CLOSE_ROUNDED
        buttons.append(named_icon_button(f"remove-{look.seat}", spoken, icon, tap))
    return buttons


def _more_button(look: PersonLook, tap: TapHandler) -> list[ft.Control]:
    if not look.has_more:
        return []
    spoken = current_translator().gettext("Options for {name}", name=look.name)
    return [named_icon_button(f"more-{look.seat}", spoken, ft.Icons.MORE_VERT_ROUNDED, tap)]


def _action_button(action: SeatAction, tap: TapHandler) -> ft.Control:
    theme = current_theme()
    return tappable(
        action.identifier,
        action.spoken,
        write(action.text, NOTICE, no_wrap=True),
        lambda: tap(action.identifier),
        height=theme.grown_height(48, 14),
        bgcolor=theme.surface2,
        border_radius=14,
        padding=ft.Padding.symmetric(horizontal=12),
        alignment=ft.Alignment.CENTER,
    )


def _person_state(look: PersonLook) -> list[ft.Control]:
    theme = current_theme()
    if look.out:
        return [ft.Icon(ft.Icons.PAUSE_ROUNDED, size=24, color=theme.ink2)]
    if look.ready is None:
        return []
    icon = ft.Icons.CHECK_CIRCLE_ROUNDED if look.ready else ft.Icons.MORE_HORIZ_ROUNDED
    color = theme.gain if look.ready else theme.ink2
    return [ft.Icon(icon, size=24, color=color)]


def _drag_handle(look: PersonLook) -> list[ft.Control]:
    if not look.may_move or (look.has_more and look.action):
        return []
    grip = ft.Icon(ft.Icons.DRAG_INDICATOR_ROUNDED, size=22, color=current_theme().ink2)
    handle = ft.ReorderableDragHandle(
        content=ft.Container(grip, width=44, height=48, alignment=ft.Alignment.CENTER),
        mouse_cursor=ft.MouseCursor.GRAB,
    )
    spoken = current_translator().gettext("Drag {name} to another place", name=look.name)
    return [ft.Semantics(content=handle, label=spoken)]


def people_heading(text: str, count: str) -> ft.Control:
    """Build the heading above the players, with their number at its end."""
    theme = current_theme()
    title = heading(text, HEADING, theme.ink)
    title.expand = True
    return ft.Row([title, write(count, BODY, color=theme.ink2)])


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
        """The seating to which the name in the field is added, if it can be."""
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
        """Whether this device may choose the sheet."""
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
        seats = range(1, len(self.current_seating.chairs) + 1)
        lines = [self._slip_line(seat) for seat in seats]
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
            spoken = tr.gettext("{name}, {slip}", name=chair.name, slip=slip)
            return labelled_node(identifier, spoken, ft.Container(decorative(drawn), padding=8))
        leads = tr.gettext("Change {name}’s sheet", name=chair.name)
        chosen = choice_pill(identifier, slip, leads, partial(self.ask_about, identifier))
        return ft.Container(
            ft.Row([face, name, chosen], spacing=12), padding=ft.Padding.only(left=8)
        )

    def _slip_card(self, seat: int) -> ft.Control:
        title = self.tr.gettext("A sheet for {name}", name=self.current_seating.chair_of(seat).name)
        lines = [self._slip_option(seat, slip) for slip in self._edition_slips]
        inside = option_list(title, lines, self.context)
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
