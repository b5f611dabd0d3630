"""The home screen before the first game, and the note about the browser."""

from enum import StrEnum

import flet as ft

from qwixx_pad.core.layout import ROW_LETTERS
from qwixx_pad.i18n import phrase
from qwixx_pad.identity.devices import Browser, BrowserState
from qwixx_pad.layouts import installed, is_own
from qwixx_pad.multiplayer.open_tables import Host
from qwixx_pad.settings import Direction, Settings
from qwixx_pad.ui.design.controls import notice_card, outlined, primary, tonal
from qwixx_pad.ui.design.form import pill, settings_button
from qwixx_pad.ui.design.primitives import Tap, beside, tappable, write
from qwixx_pad.ui.design.tokens import ASIDE, BODY, HEADLINE, LABEL, OPTION
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.gallery import blank_look
from qwixx_pad.ui.sheet.canvas import small_sheet
from qwixx_pad.ui.shell import ScreenContext, use_watched

PAUSE = 20
"""Games after which a backup is recommended again."""


class Subject(StrEnum):
    """A reason for a note about the browser."""

    NOTHING_KEPT = "nothing-kept"
    RENEWED = "renewed"
    DAMAGED = "damaged"
    COPY = "copy"


def most_pressing(standing: BrowserState, games: int, settings: Settings) -> Subject | None:
    """Return the most urgent issue of the browser, or None."""
    so = {
        Subject.NOTHING_KEPT: not standing.keeps,
        Subject.RENEWED: standing.renewed,
        Subject.DAMAGED: standing.damaged,
        Subject.COPY: standing.lasts is False and games >= settings.copy_at,
    }
    return next((each for each, is_so in so.items() if is_so), None)


_SAID = {
    Subject.NOTHING_KEPT: (
        phrase("This browser keeps nothing."),
        phrase("Games are gone with this page. Allow it to store data, or use another."),
        "",
        "",
    ),
    Subject.RENEWED: (
        phrase("A new version of the pad is here."),
        phrase("It takes a moment. Your games stay as they are."),
        # Translators: a button; the pad goes over to its newer version.
        phrase("Update"),
        "",
    ),
    Subject.DAMAGED: (
        phrase("A file in this browser is damaged."),
        phrase("It is kept as it is. Back up the games that you see."),
        phrase("Back up"),
        "",
    ),
    Subject.COPY: (
        phrase("Keep a copy of your games."),
        phrase("This browser may clear them when it runs out of space."),
        phrase("Back up"),
        phrase("Later"),
    ),
}
"""Title, explanation, and texts of the two buttons."""
_ICONS = {
    Subject.NOTHING_KEPT: ft.Icons.WARNING_AMBER_ROUNDED,
    Subject.RENEWED: ft.Icons.SYSTEM_UPDATE_ALT_ROUNDED,
    Subject.DAMAGED: ft.Icons.HEALING_ROUNDED,
    Subject.COPY: ft.Icons.SAVE_ALT_ROUNDED,
}


@component
def browser_note(browser: Browser, games: int, context: ScreenContext, go: Tap) -> ft.Control:
    """Build the note about the browser, or nothing."""
    standing = use_watched(context, browser.watch, browser.standing, lambda _: browser.standing)
    some = games > 0
    ft.use_effect(lambda: browser.keep() if some else None, [some])
    subject = most_pressing(standing, games, context.settings)
    if subject is None:
        return ft.Container(visible=False)
    title, detail, does, later = map(context.words.text, _SAID[subject])

    def put_off() -> None:
        context.change(copy_at=games + PAUSE)

    def act() -> None:
        if subject is Subject.RENEWED:
            browser.renew()
        else:
            put_off()
            go("data")

    theme, buttons = context.theme, list[ft.Control]()
    if does:
        buttons.append(primary(theme, "browser-do", does, act, height=48, size=15))
    if later:
        buttons.append(outlined(theme, "browser-later", later, put_off, height=48, size=15))
    below = [beside(buttons, theme, spacing=10)] if buttons else []
    return notice_card((title, detail), _ICONS[subject], theme, *below, identifier="browser")


_LONGEST = 16
"""Letters of a sheet's name that fit beside the title of the card."""
_ROOMY = 560
"""Free height from which on a picture fits above the buttons, in dp."""


_WAY, _APART = 52, 10
"""Height of a button to play with others, and the gap below it, in dp."""


def together(host: Host, context: ScreenContext, go: Tap) -> list[ft.Control]:
    """Build the buttons to play with others; everyone's phones only where they can connect."""
    theme, words = context.theme, context.words

    def way(name: str, text: str, icon: ft.IconData) -> ft.Control:
        return tonal(
            theme, name, text, lambda: go(name), height=_WAY, icon=icon, size=14, wraps=True
        )

    join = way("join-table", words.text("Join a table"), ft.Icons.QR_CODE_ROUNDED)
    one = way("one-device", words.text("One device"), ft.Icons.TABLET_ANDROID_ROUNDED)
    if host.alone:
        return [beside([join, one], theme, spacing=_APART)]
    phones = way("own-phones", words.text("Everyone’s phones"), ft.Icons.SMARTPHONE_ROUNDED)
    return [beside([phones, one], theme, spacing=_APART), join]


def another_sheet(host: Host, context: ScreenContext, go: Tap) -> ft.Control:
    """Build the pill that names the sheet of a new game; a tap opens the gallery."""
    words, sheet = context.words, host.service.last_sheet
    named = words.layout(sheet.name) if is_own(sheet.name) else words.text(sheet.title)
    now = named if len(named) <= _LONGEST else words.short(named)
    return pill("sheets", now, words.text("Another sheet"), context, lambda: go("sheets"))


def first_run(
    host: Host, context: ScreenContext, width: float, go: Tap, *, rules: bool = True
) -> list[ft.Control]:
    """Build the first screen: an empty sheet, one sentence, ways to play, and the rules."""
    upright = context.space.height > context.space.width
    ways = 0 if host.alone else _WAY + _APART
    room = max(0.0, (context.space.height - (764 if upright else 660) - ways) / 2)
    new, pen = context.words.text("New game"), ft.Icons.EDIT_ROUNDED
    promise = context.words.text("No account. No ads. Works offline.")
    roomy = context.space.height >= _ROOMY  # else the buttons would be below the edge
    return [
        ft.Row(
            [another_sheet(host, context, go), settings_button(context, go)],
            alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
            height=56,
        ),
        ft.Container(height=room),
        *([_middle(_blank_pad(context)), ft.Container(height=34 if room else 20)] if roomy else []),
        *_welcome(context, width),
        ft.Container(height=26 if room else 10),
        primary(
            context.theme, "new-game", new, lambda: go("new-game"), icon=pen, height=60, size=18
        ),
        *together(host, context, go),
        *(_directions(context) if upright else []),
        *([_how_to_play(context, go)] if rules else [ft.Container(height=8)]),
        _middle(write(promise, ASIDE, color=context.theme.ink2)),
    ]


def _directions(context: ScreenContext) -> list[ft.Control]:
    """Offer rows, or columns for large fingers; the settings have this choice too."""
    note = write(context.words.text("Columns have larger cells."), ASIDE, color=context.theme.ink2)
    cells = [_direction(direction, context) for direction in (Direction.ROWS, Direction.COLUMNS)]
    return [_middle(note), ft.Row([*cells], spacing=10)]


def _direction(direction: Direction, context: ScreenContext) -> ft.Control:
    theme, text = context.theme, context.words.direction(direction)
    chosen = (context.settings.direction is Direction.COLUMNS) == (direction is Direction.COLUMNS)
    name = write(text, LABEL if chosen else OPTION.at(15), color=theme.ink, no_wrap=True)
    line = ft.Row(
        [_small_bands(direction, context), name],
        spacing=12,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    node = tappable(
        f"set-{direction}",
        text,
        line,
        lambda: context.change(direction=direction),
        checked=chosen,
        height=52,
        bgcolor=theme.surface,
        border=ft.Border.all(2, theme.ink if chosen else theme.surface),
        border_radius=16,
        alignment=ft.Alignment.CENTER,
    )
    return ft.Container(node, expand=True)


def _small_bands(direction: Direction, context: ScreenContext) -> ft.Control:
    """Draw four bands in a direction."""
    upright = direction is Direction.COLUMNS
    width, height = (6, 30) if upright else (30, 6)
    colors = [context.theme.bands[letter].band for letter in ROW_LETTERS]
    bands = [
        ft.Container(width=width, height=height, bgcolor=color, border_radius=2) for color in colors
    ]
    side_by_side = ft.Row if upright else ft.Column
    return side_by_side([*bands], spacing=2, tight=True)


def _middle(content: ft.Control) -> ft.Control:
    return ft.Row([content], alignment=ft.MainAxisAlignment.CENTER)


def _blank_pad(context: ScreenContext) -> ft.Control:
    theme = context.theme
    return ft.Container(
        content=small_sheet(blank_look(installed().default, context.words), theme, 232, "blank"),
        bgcolor=theme.paper,
        border_radius=18,
        padding=14,
        rotate=ft.Rotate(-0.096),
        shadow=ft.BoxShadow(blur_radius=30, offset=ft.Offset(0, 8), color=theme.card_shadow),
    )


def _welcome(context: ScreenContext, width: float) -> list[ft.Control]:
    theme, words = context.theme, context.words
    title = write(words.text("A fresh pad"), HEADLINE.at(28), color=theme.ink)
    sentence = write(
        words.text("Get the six dice. Tap what you would cross. The adding up is done for you."),
        BODY,
        color=theme.ink2,
        text_align=ft.TextAlign.CENTER,
        height=1.45,
    )
    return [
        _middle(ft.Container(text, width=width - 20, alignment=ft.Alignment.CENTER))
        for text in (title, sentence)
    ]


def _how_to_play(context: ScreenContext, go: Tap) -> ft.Control:
    text = context.words.text("How to play")
    button = tappable(
        "rules",
        text,
        write(text, LABEL, color=context.theme.ink),
        lambda: go("rules"),
        height=48,
        padding=ft.Padding.symmetric(horizontal=20),
        border_radius=16,
        alignment=ft.Alignment.CENTER,
    )
    return _middle(button)
