"""Buttons, discs of players, words that somebody must know, and cards that come up from below."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import flet as ft

from qwixx_pad.service.letters import is_picture
from qwixx_pad.service.settings import initial
from qwixx_pad.ui.design.primitives import WIDEST, Tap, corner, tappable, write
from qwixx_pad.ui.design.tokens import BODY, HINT, LABEL, LARGE_TEXT, TITLE, Theme
from qwixx_pad.ui.runtime.guards import component, handler
from qwixx_pad.ui.runtime.keyboard import CARD, VEIL, Keyboard
from qwixx_pad.ui.sheet.boxes import Box
from qwixx_pad.ui.speech.words import Words

Do = Callable[[], object]
_LINE = 1.2
_SMALL = 14
"""Letters of this size stand where there is little room; in sp."""


def _button(  # noqa: PLR0913 - the one place where a button is put together
    theme: Theme,
    identifier: str,
    text: str,
    tap: Do,
    *,
    color: str,
    icon: ft.IconData | None = None,
    height: float = 56,
    spoken: str | None = None,
    size: float = 17,
    planned: bool = False,
    wraps: bool = False,
    **look: Any,  # noqa: ANN401 - whatever else ft.Container knows
) -> ft.Control:
    """A button; `planned`: its room is all it gets, so its letters stop growing before it.

    `wraps`: its words may take two lines.
    """
    letters = TITLE.at(size)
    if planned:
        size = theme.held(size, LARGE_TEXT)
    across = 14 if size > _SMALL else 4
    if planned and "width" in look:
        room = look["width"] - 2 * across - (30 if icon else 0)
        size = letters.fitting(theme, text, room, height, LARGE_TEXT).size
    inside: list[ft.Control] = [] if icon is None else [ft.Icon(icon, size=20, color=color)]
    if theme.text > 1:
        inside.append(_words(text, size, color, alone=icon is None))
        above = 0 if planned else max(4.0, (height - size * _LINE) / 2)  # of one line
        look |= {"padding": ft.Padding.symmetric(horizontal=across, vertical=above)}
        look |= {"height": height} if planned else {}
    else:
        one_line = write(text, TITLE.at(size), color=color, no_wrap=True)
        inside.append(_words(text, size, color, alone=icon is None) if wraps else one_line)
        look |= {"height": height, "alignment": ft.Alignment.CENTER}
        look |= {"padding": ft.Padding.symmetric(horizontal=across)}
    row = ft.Row(inside, spacing=10, alignment=ft.MainAxisAlignment.CENTER)
    return tappable(identifier, spoken or text, row, tap, border_radius=16, **look)


def _words(text: str, size: float, color: str, *, alone: bool) -> ft.Control:
    """The words of a button that grows with its letters: as many lines as they need."""
    return write(
        text,
        TITLE.at(size),
        color=color,
        height=_LINE,
        text_align=ft.TextAlign.CENTER,
        expand=True,
        expand_loose=not alone,
    )


def primary(theme: Theme, identifier: str, text: str, tap: Do, **more: Any) -> ft.Control:  # noqa: ANN401
    """The one main button of a screen."""
    look = {"color": theme.on_primary, "bgcolor": theme.primary, "ring": theme.gain}
    return _button(theme, identifier, text, tap, **{**look, **more})


def tonal(theme: Theme, identifier: str, text: str, tap: Do, **more: Any) -> ft.Control:  # noqa: ANN401
    """A button beside the main one."""
    return _button(theme, identifier, text, tap, color=theme.ink, bgcolor=theme.surface2, **more)


def outlined(theme: Theme, identifier: str, text: str, tap: Do, **more: Any) -> ft.Control:  # noqa: ANN401
    """A quiet button."""
    edge = ft.Border.all(1.5, theme.line)
    return _button(theme, identifier, text, tap, color=theme.ink, border=edge, **more)


def colored(
    theme: Theme,
    letter: str,
    identifier: str,
    text: str,
    tap: Do,
    **more: Any,  # noqa: ANN401
) -> ft.Control:
    """The lock prompt's button: the one place where chrome wears a row's colour."""
    colors = theme.bands[letter]
    return _button(theme, identifier, text, tap, color=colors.text, bgcolor=colors.band, **more)


def icon_button(  # noqa: PLR0913 - an icon, its name and its state
    theme: Theme,
    identifier: str,
    spoken: str,
    icon: ft.IconData,
    tap: Do,
    *,
    enabled: bool = True,
    size: float = 48,
    **look: Any,  # noqa: ANN401 - whatever else ft.Container knows
) -> ft.Control:
    """A round button with an icon; pale where it has nothing to do."""
    glyph = ft.Icon(icon, size=26, color=theme.ink, opacity=1 if enabled else theme.idle)
    return tappable(
        identifier,
        spoken,
        glyph,
        tap,
        dead=not enabled,
        width=size,
        height=size,
        border_radius=size / 2,
        alignment=ft.Alignment.CENTER,
        **look,
    )


def way_button(
    name: str,
    spoken: str,
    icon: ft.IconData,
    theme: Theme,
    tap: Tap,
    **look: Any,  # noqa: ANN401
) -> ft.Control:
    """A round button that tells its own identifier."""
    return icon_button(theme, name, spoken, icon, lambda: tap(name), **look)


def noted(lines: Sequence[str], leads: str, theme: Theme, tap: Tap) -> ft.Control:
    """The place and the note written about a game; a tap, as `leads` says, changes them."""
    written = [write(line, BODY, color=theme.ink, height=1.35) for line in lines]
    pen = ft.Icon(ft.Icons.EDIT_ROUNDED, size=16, color=theme.ink2)
    return tappable(
        "remark",
        f"{leads}: {'. '.join(lines)}",
        ft.Row([ft.Column([*written], spacing=4, expand=True), pen], spacing=10),
        lambda: tap("remark"),
        bgcolor=theme.surface,
        border_radius=20,
        padding=14,
    )


def notice_card(
    lines: tuple[str, str],
    icon: ft.IconData,
    theme: Theme,
    *buttons: ft.Control,
    identifier: str = "notice",
) -> ft.Control:
    """What is so, what that means, and buttons; a screen reader says it when it appears."""
    so, meant = lines
    said = [write(so, LABEL, color=theme.ink), write(meant, HINT, color=theme.ink2)]
    spoken = ft.Semantics(
        identifier=identifier,
        container=True,
        live_region=True,
        content=ft.Column([*said], spacing=2),
        expand=True,
    )
    head = ft.Row([ft.Icon(icon, size=22, color=theme.ink), spoken], spacing=12)
    return ft.Container(
        ft.Column([head, *buttons], spacing=12, tight=True),
        bgcolor=theme.surface2,
        border_radius=16,
        padding=14,
        margin=ft.Margin.only(top=10),
    )


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


def avatar(name: str, color: str, size: float) -> ft.Control:
    """A disc with a player's initial, for the eye alone."""
    return disc(initial(name), color, size)


def disc(
    initial: str,
    color: str,
    size: float,
    opacity: float = 1,
    **place: Any,  # noqa: ANN401 - `left` and `top` in a stack
) -> ft.Control:
    """A disc of a player's colour with a letter or a picture on it, for the eye alone."""
    style = TITLE.at(size * (0.6 if is_picture(initial) else 0.44))
    letter = write(initial, style, color="#FFFFFF", height=1.0, semantics_label="")
    return ft.Container(
        content=letter,
        width=size,
        height=size,
        border_radius=size / 2,
        bgcolor=color,
        alignment=ft.Alignment.CENTER,
        opacity=opacity,
        **place,
    )


def banner_pill(text: str, theme: Theme, size: float = 12) -> ft.Control:
    """Words that must be seen, on yellow, in letters of such a size; in two lines if need be."""
    said = write(text, TITLE.at(size), color=theme.bands["y"].text, height=1.2, max_lines=2)
    pill = ft.Container(
        said,
        bgcolor=theme.bands["y"].band,
        border_radius=8,
        padding=ft.Padding.symmetric(horizontal=8, vertical=1),
        expand=True,
        expand_loose=True,
    )
    return ft.Row([pill])


def words_that_lead(way: str, spoken: str, words: ft.Control, tap: Tap, box: Box) -> ft.Control:
    """Words in a box that lead to what they are about, by its identifier."""
    return tappable(
        way,
        spoken,
        words,
        lambda: tap(way),
        place=corner(box),
        width=box.width,
        height=box.height,
        border_radius=14,
        alignment=ft.Alignment.TOP_LEFT,
    )


def one_of_both(  # noqa: PLR0913, PLR0917 - a button, its state and its ground
    able: bool,  # noqa: FBT001 - what is shown
    which: str,
    theme: Theme,
    words: Words,
    tap: Tap,
    box: Box | None = None,
    fill: str | None = None,
) -> ft.Control:
    """The button that takes back (`undo`), or the one that brings back (`redo`)."""
    if which == "undo":
        icon, name = ft.Icons.UNDO_ROUNDED, words.text("Undo")
    else:
        icon, name = ft.Icons.REDO_ROUNDED, words.text("Redo")
    place = None if box is None else corner(box)
    return way_button(which, name, icon, theme, tap, enabled=able, bgcolor=fill, place=place)
