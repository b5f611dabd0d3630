"""The gallery: pictures of all sheets; a tap chooses one, a star makes it a favourite."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from secrets import randbelow

import flet as ft

from qwixx_pad.layouts import SEED_COUNT, installed_layouts, seeded_name
from qwixx_pad.ui.context import current_context, current_theme, current_translator
from qwixx_pad.ui.design.controls import icon_button, text_field
from qwixx_pad.ui.design.form import Screen, copy_box, outcome_texts, page_bar
from qwixx_pad.ui.design.primitives import (
    TapHandler,
    decorative,
    heading,
    labelled_node,
    message_line,
    page_column,
    tappable,
    write,
)
from qwixx_pad.ui.flet_support.field_state import FieldState, use_field_state
from qwixx_pad.ui.flet_support.flet_patches import component, memo
from qwixx_pad.ui.gallery import SheetChoice, SheetPicker
from qwixx_pad.ui.sheet.canvas import sheet_thumbnail
from qwixx_pad.ui.theme.tokens import HEADING, HINT, NAME, TAG

_PICTURE_DP = 132.0
_LARGE_PICTURE_DP = 220.0
STAR_DP = 48.0
"""Size of the button with the star."""
CARD_EDGE_DP = 12.0
_CORNER_DP = 4.0
_PEN_SEED = "blank"


@memo
@component
def sheet_card(choice: SheetChoice, tap: TapHandler) -> ft.Control:
    """Draw the card of a sheet.

    Args:
        choice: The sheet.
        tap: Called with `sheet-NAME`, `star-NAME` or `rules-NAME`. It must be the same function
            each time: another one builds the card again.
    """
    theme = current_theme()
    identifier = f"sheet-{choice.name}"
    card = tappable(
        identifier,
        choice.spoken,
        choice_summary(choice, buttons_width=STAR_DP),
        lambda: tap(identifier),
        checked=choice.chosen,
        dead=bool(choice.seat_limit_text),
        bgcolor=theme.surface,
        border=ft.Border.all(2, theme.ink if choice.chosen else theme.surface),
        border_radius=18,
        padding=CARD_EDGE_DP,
    )
    return ft.Stack([card, card_buttons(choice, tap, choice.name)])


def card_buttons(choice: SheetChoice, tap: TapHandler, name: str) -> ft.Control:
    """Draw the buttons on a card: the star, and below it the rules.

    Args:
        choice: The sheet.
        tap: Called with `star-NAME` or `rules-NAME`.
        name: The NAME in a tap; that of `choice` may be the kind of a random sheet.
    """
    tr = current_translator()
    star = icon_button(
        f"star-{choice.name}",
        tr.gettext("{sheet} is a favourite", sheet=choice.title),
        ft.Icons.STAR_ROUNDED if choice.favourite else ft.Icons.STAR_OUTLINE_ROUNDED,
        lambda: tap(f"star-{name}"),
        toggled=choice.favourite,
    )
    rules = icon_button(
        f"rules-{choice.name}",
        tr.gettext("Rules for {sheet}", sheet=choice.title),
        ft.Icons.MENU_BOOK_ROUNDED,
        lambda: tap(f"rules-{name}"),
    )
    buttons = ft.Column([star, rules], spacing=0, tight=True)
    return ft.Container(buttons, top=_CORNER_DP, right=_CORNER_DP)


def choice_summary(
    choice: SheetChoice, *, buttons_width: float = 0, end: ft.Control | None = None
) -> ft.Control:
    """Draw the picture, the name and the sentence of a sheet.

    Args:
        choice: The sheet.
        buttons_width: Width that the words leave free for the buttons on the card, in dp.
        end: A control at the end of the line, unless letters are large.
    """
    theme = current_theme()
    large = theme.has_large_text
    free = buttons_width - CARD_EDGE_DP if buttons_width else 0
    color = theme.ink2 if choice.seat_limit_text else theme.ink
    below = " ".join(filter(None, (choice.about, choice.seat_limit_text)))
    lines = ft.Column(
        [
            ft.Container(
                write(choice.title, NAME, color=color, line_height=1.2),
                padding=ft.Padding.only(right=free),
            ),
            ft.Container(
                write(below, HINT, color=theme.ink2, line_height=1.3),
                padding=ft.Padding.only(right=0 if large else free),
            ),
        ],
        spacing=3,
        tight=True,
    )
    if large:
        picture = sheet_thumbnail(choice.picture, _LARGE_PICTURE_DP, _PEN_SEED)
        return ft.Column([picture, lines], spacing=10, tight=True)
    picture = sheet_thumbnail(choice.picture, _PICTURE_DP, _PEN_SEED)
    lines.expand = True
    if buttons_width:  # as high as the buttons on the card
        least = ft.Container(height=2 * (STAR_DP + _CORNER_DP - CARD_EDGE_DP))
        picture = ft.Row([least, picture], spacing=0, tight=True)
    return ft.Row([picture, lines, *([] if end is None else [end])], spacing=12)


def chosen_sheet(choice: SheetChoice, choose: Callable[[], object] | None) -> ft.Control:
    """Draw the chosen sheet of a game.

    Args:
        choice: The sheet.
        choose: Opens the gallery; None if this device may not choose.
    """
    tr = current_translator()
    if choose is None:
        return labelled_node("sheet", choice.spoken, decorative(choice_summary(choice)))
    return tappable(
        "sheets",
        tr.gettext("{now} {leads}", now=choice.spoken, leads=tr.gettext("Choose another sheet")),
        choice_summary(
            choice, end=ft.Icon(ft.Icons.ARROW_FORWARD_ROUNDED, size=22, color=current_theme().ink)
        ),
        choose,
        border_radius=14,
        padding=6,
    )


_INSET_DP = 8.0
"""The part of the edge of a card that can be tapped."""


@dataclass(frozen=True, slots=True)
class _CardState:
    """The state of the card of a kind of random sheets.

    Attributes:
        seed_text: The seed as it was typed or rolled.
        message: The message about the last tap; empty for none.
        unshared: The code that could not be shared, to copy by hand; empty for none.
    """

    seed_text: str = ""
    message: str = ""
    unshared: str = ""


@component
def random_card(kind: str, picker: SheetPicker, tap: TapHandler) -> ft.Control:
    """Draw the card of a kind of random sheets.

    Args:
        kind: The part of their names before the seed, such as `random_numbers`.
        picker: The sheets to choose from.
        tap: Called with `sheet-NAME`, `star-NAME` or `rules-NAME`.
    """
    field = use_field_state(f"seed-{kind}")
    state, set_state = ft.use_state(_CardState(field.text_or("")))
    name = seeded_name(kind, state.seed_text)
    choice = picker.random_choice(kind, name)
    card = _RandomCard(
        context=current_context(),
        go=tap,
        kind=kind,
        name=name,
        choice=choice,
        field=field,
        state=state,
        set_state=set_state,
    )
    return card.build_card()


@dataclass(frozen=True)
class _RandomCard(Screen):
    """The card of a kind of random sheets in one state.

    Attributes:
        kind: The part of their names before the seed.
        name: The name of the sheet of the typed seed; None if that is no seed.
        choice: The sheet, or an example.
        field: The field for the seed.
        state: The state of the card.
        set_state: Sets the state, or changes the latest one by a function.
    """

    kind: str
    name: str | None
    choice: SheetChoice
    field: FieldState
    state: _CardState
    set_state: Callable[[_CardState | Callable[[_CardState], _CardState]], None]

    def build_card(self) -> ft.Control:
        theme = self.theme
        choose_area = tappable(
            f"sheet-{self.kind}",
            self.choice.spoken,
            choice_summary(self.choice, buttons_width=STAR_DP if self.name else 0),
            self._choose_sheet,
            checked=self.choice.chosen,
            dead=bool(self.choice.seat_limit_text or (self.state.seed_text and not self.name)),
            border_radius=14,
            padding=_INSET_DP,
        )
        message = self.state.message
        if self.state.seed_text.strip() and self.name is None:
            message = self.tr.gettext("A seed is a number with up to six digits.")
        lines = [
            self._seed_line(),
            *([message_line(message, TAG)] if message else []),
            *([copy_box(self.state.unshared)] if self.state.unshared else []),
        ]
        below = ft.Container(
            ft.Column(lines, spacing=8, tight=True),
            padding=ft.Padding.only(left=_INSET_DP, right=_INSET_DP, bottom=_INSET_DP),
        )
        card = ft.Container(
            ft.Column(
                [choose_area, below],
                spacing=4,
                horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
                tight=True,
            ),
            bgcolor=theme.surface,
            border=ft.Border.all(2, theme.ink if self.choice.chosen else theme.surface),
            border_radius=18,
            padding=CARD_EDGE_DP - _INSET_DP,
        )
        if self.name is None:
            return ft.Stack([card])
        return ft.Stack([card, card_buttons(self.choice, self.go, self.name)])

    def _seed_line(self) -> ft.Control:
        """Draw the field for the seed, and the buttons that roll and share it."""
        tr = self.tr
        code = self.name
        seed_field = text_field(
            self.field,
            tr.gettext("Seed"),
            change=lambda text: self.set_state(_CardState(text)),
            send=self._choose_sheet,
            expand=True,
        )
        roll = icon_button(
            f"roll-{self.kind}",
            tr.gettext("Roll another sheet"),
            ft.Icons.CASINO_OUTLINED,
            self._roll_seed,
        )
        share = icon_button(
            f"share-{self.kind}",
            tr.gettext("Share this sheet’s code"),
            ft.Icons.IOS_SHARE_ROUNDED,
            self._share_code,
            enabled=bool(code),
            action=None if code is None else self.transfer.share_action(code),
        )
        return ft.Row([seed_field, roll, share], spacing=4)

    def _roll_seed(self) -> str:
        seed_text = str(randbelow(SEED_COUNT))
        self.field.text = seed_text
        self.set_state(_CardState(seed_text))
        return seed_text

    def _choose_sheet(self) -> None:
        """Choose the sheet of the typed seed; of a random seed if the field is empty."""
        seed_text = self.state.seed_text.strip()
        if not seed_text:
            seed_text = self._roll_seed()
        name = seeded_name(self.kind, seed_text)
        if name is not None:
            self.go(f"sheet-{name}")

    async def _share_code(self) -> None:
        if self.name is None:
            return
        outcome = await self.transfer.share_or_copy(self.name)
        message, unshared = outcome_texts(outcome, self.name, self.tr)
        self.set_state(lambda now: replace(now, message=message, unshared=unshared))


_MIN_TWO_COLUMNS_DP = 700
"""Width of the screen from which on cards are in two columns."""
_MAX_TWO_COLUMNS_DP = 960
_GAP_DP = 10
_FIRST_CARDS = 9
"""Headings and cards that are built first: those visible without scrolling."""
_ALL_CARDS = 1000
"""More than there can be."""


@component
def gallery_screen(
    picker: SheetPicker, go: TapHandler, choose: Callable[[str], object]
) -> ft.Control:
    """Show the gallery; `choose` is called with the name of a sheet."""
    refusal, set_refusal = ft.use_state("")
    most, set_most = ft.use_state(_FIRST_CARDS)
    taps: _StableTap = ft.use_memo(_StableTap, [])

    async def show_rest() -> None:
        await asyncio.sleep(0)  # the first cards are sent before the rest is built
        set_most(_ALL_CARDS)

    ft.use_effect(show_rest, [])
    page = _Gallery(
        context=current_context(),
        go=go,
        picker=picker,
        choose=choose,
        set_refusal=set_refusal,
        taps=taps,
    )
    taps.handler = page.handle_tap
    return page.build_gallery(refusal, most)


class _StableTap:
    """The tap handler of all cards, the same object at each rendering.

    A new one would build all cards again.

    Attributes:
        handler: Handles a tap; it is set at each rendering.
    """

    def __init__(self) -> None:
        self.handler: TapHandler = lambda _: None

    def __call__(self, identifier: str) -> None:
        self.handler(identifier)


@dataclass(frozen=True)
class _Gallery(Screen):
    """The gallery in one state."""

    picker: SheetPicker
    choose: Callable[[str], object]
    set_refusal: Callable[[str], object]
    taps: _StableTap

    def build_gallery(self, refusal: str, most: int) -> ft.Control:
        """Build the first `most` parts, below the reason why the last tap chose no sheet."""
        message = [message_line(refusal)] if refusal else []
        parts = [*message, *islice(self._sheet_parts(), most)]
        return page_column(
            parts,
            self._page_width,
            spacing=_GAP_DP,
            bar=page_bar(self.tr.gettext("Which sheet"), self.go),
        )

    def _sheet_parts(self) -> Iterator[ft.Control]:
        for group in self.picker.iter_groups():
            cards = [sheet_card(choice, self.taps, key=choice.name) for choice in group.sheets]
            yield from self._titled_cards(group.title, cards)
        kinds = installed_layouts().seeded_kinds
        cards = [random_card(kind, self.picker, self.taps, key=kind) for kind in kinds]
        yield from self._titled_cards(self.tr.gettext("Random sheets"), cards)

    @property
    def _has_two_columns(self) -> bool:
        return self.context.space.width >= _MIN_TWO_COLUMNS_DP and not self.theme.has_large_text

    @property
    def _page_width(self) -> float:
        if self._has_two_columns:
            return min(self.context.space.width, _MAX_TWO_COLUMNS_DP) - 32
        return self.context.column_width

    def _titled_cards(self, title: str, cards: Sequence[ft.Control]) -> Sequence[ft.Control]:
        """Lay out cards below their heading."""
        above = ft.Container(
            heading(title, HEADING, self.theme.ink), padding=ft.Padding.only(left=2, top=8)
        )
        if not self._has_two_columns:
            return [above, *cards]
        return [above, *(_card_pair(cards[i : i + 2]) for i in range(0, len(cards), 2))]

    def handle_tap(self, identifier: str) -> None:
        action, _, name = identifier.partition("-")
        match action:
            case "star":
                starred = self.context.settings.toggle_favourite(name)
                self.context.change_settings(favourites=starred.favourites)
            case "rules":
                self.go(identifier)
            case "sheet":
                self._choose_if_enough_seats(name)

    def _choose_if_enough_seats(self, name: str) -> None:
        layout = self.picker.service.sheets.find_choosable(name)
        refusal = "" if layout is None else self.picker.sheet_choice(layout).seat_limit_text
        self.set_refusal(refusal)
        if layout is not None and not refusal:
            self.choose(name)


def _card_pair(cards: Sequence[ft.Control]) -> ft.Control:
    cells: list[ft.Control] = [ft.Container(card, expand=True) for card in cards]
    if len(cards) == 1:
        cells.append(ft.Container(expand=True))
    return ft.Row(cells, spacing=_GAP_DP, vertical_alignment=ft.CrossAxisAlignment.START)
