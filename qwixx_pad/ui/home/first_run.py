"""The home screen before the first game, and the note about the browser."""

from enum import StrEnum
from typing import NamedTuple

import flet as ft

from qwixx_pad.core.layout import ROW_LETTERS
from qwixx_pad.i18n import N_
from qwixx_pad.identity.devices import Browser, BrowserStatus
from qwixx_pad.layouts import installed_layouts, is_custom
from qwixx_pad.multiplayer.open_tables import TableRegistry
from qwixx_pad.settings import Direction, Settings
from qwixx_pad.ui.context import (
    current_column_width,
    current_context,
    current_theme,
    current_translator,
)
from qwixx_pad.ui.design.controls import notice_card, outlined_button, primary_button, tonal_button
from qwixx_pad.ui.design.form import choice_pill, settings_button
from qwixx_pad.ui.design.primitives import TapHandler, hstack, tappable, write
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.gallery import blank_look
from qwixx_pad.ui.sheet.canvas import sheet_thumbnail
from qwixx_pad.ui.theme.tokens import ASIDE, BODY, HEADLINE, LABEL, OPTION

BACKUP_PROMPT_GAMES = 20
"""Further games after which a backup is recommended again."""


class BrowserIssue(StrEnum):
    """A reason for a note about the browser."""

    NO_STORAGE = "nothing-kept"
    UPDATE_AVAILABLE = "renewed"
    DAMAGED = "damaged"
    BACKUP_DUE = "copy"


def most_urgent_issue(status: BrowserStatus, games: int, settings: Settings) -> BrowserIssue | None:
    found = {
        BrowserIssue.NO_STORAGE: not status.has_storage,
        BrowserIssue.UPDATE_AVAILABLE: status.update_available,
        BrowserIssue.DAMAGED: status.has_damage,
        BrowserIssue.BACKUP_DUE: status.is_persistent is False
        and games >= settings.backup_prompt_at,
    }
    return next((each for each, is_so in found.items() if is_so), None)


class _NoteTexts(NamedTuple):
    """The texts of a note about the browser and of its two buttons; empty for no button."""

    title: str
    detail: str
    action: str = ""
    later: str = ""


_NOTE_TEXTS = {
    BrowserIssue.NO_STORAGE: _NoteTexts(
        N_("This browser can’t save your games."),
        N_(
            "They’re gone when you close this page. Let the browser store data, or use another one."
        ),
    ),
    BrowserIssue.UPDATE_AVAILABLE: _NoteTexts(
        N_("A new version of the pad is ready."),
        N_("It takes a moment. Your games stay as they are."),
        # Translators: a button; the pad goes over to its newer version.
        N_("Update"),
    ),
    BrowserIssue.DAMAGED: _NoteTexts(
        N_("A file in this browser is damaged."),
        N_("It’s kept as it is. Back up the games you can see."),
        N_("Back up"),
    ),
    BrowserIssue.BACKUP_DUE: _NoteTexts(
        N_("Keep a copy of your games."),
        N_("This browser may clear them when it runs out of space."),
        N_("Back up"),
        N_("Later"),
    ),
}
_NOTE_ICONS = {
    BrowserIssue.NO_STORAGE: ft.Icons.WARNING_AMBER_ROUNDED,
    BrowserIssue.UPDATE_AVAILABLE: ft.Icons.SYSTEM_UPDATE_ALT_ROUNDED,
    BrowserIssue.DAMAGED: ft.Icons.HEALING_ROUNDED,
    BrowserIssue.BACKUP_DUE: ft.Icons.SAVE_ALT_ROUNDED,
}


@component
def browser_note(
    browser: Browser, issue: BrowserIssue | None, games: int, go: TapHandler
) -> ft.Control:
    """Build the note about an issue of the browser; invisible without one.

    From the first game on the browser is asked to keep the stored data.
    """
    context = current_context()
    has_games = games > 0
    ft.use_effect(lambda: browser.request_persistence() if has_games else None, [has_games])
    if issue is None:
        return ft.Container(visible=False)
    texts = _NOTE_TEXTS[issue]
    tr = context.tr

    def postpone_backup() -> None:
        context.change_settings(backup_prompt_at=games + BACKUP_PROMPT_GAMES)

    def on_action() -> None:
        if issue is BrowserIssue.UPDATE_AVAILABLE:
            browser.install_update()
        else:
            postpone_backup()
            go("data")

    buttons = list[ft.Control]()
    if texts.action:
        text = tr.gettext(texts.action)
        buttons.append(outlined_button("browser-do", text, on_action, height=48, size=15))
    if texts.later:
        text = tr.gettext(texts.later)
        buttons.append(outlined_button("browser-later", text, postpone_backup, height=48, size=15))
    lines = (tr.gettext(texts.title), tr.gettext(texts.detail))
    below = [hstack(buttons, spacing=10)] if buttons else []
    return notice_card(lines, _NOTE_ICONS[issue], *below, identifier="browser")


_DP_PER_LETTER = 20.5
"""Width of the column that each letter of a sheet's name takes, next to the title of the card."""
_MIN_PICTURE_HEIGHT_DP = 560
"""Height of the screen from which on a picture fits above the buttons."""


_BUTTON_HEIGHT_DP = 52
_BUTTON_GAP_DP = 10


def together_buttons(registry: TableRegistry, go: TapHandler) -> list[ft.Control]:
    """Build the buttons for several players; a table for phones only where phones can connect."""
    tr = current_translator()

    def go_button(name: str, text: str, icon: ft.IconData) -> ft.Control:
        return tonal_button(
            name, text, lambda: go(name), height=_BUTTON_HEIGHT_DP, icon=icon, size=14, wraps=True
        )

    join = go_button("join-table", tr.gettext("Join a table"), ft.Icons.QR_CODE_ROUNDED)
    one = go_button("one-device", tr.gettext("One device"), ft.Icons.TABLET_ANDROID_ROUNDED)
    if registry.is_unreachable:
        return [hstack([join, one], spacing=_BUTTON_GAP_DP)]
    phones = go_button("own-phones", tr.gettext("Everyone’s phones"), ft.Icons.SMARTPHONE_ROUNDED)
    return [hstack([phones, one], spacing=_BUTTON_GAP_DP), join]


def sheet_pill(registry: TableRegistry, go: TapHandler) -> ft.Control:
    tr = current_translator()
    sheet = registry.service.last_sheet
    name = tr.layout_title(sheet.name) if is_custom(sheet.name) else tr.gettext(sheet.title)
    if len(name) * _DP_PER_LETTER > current_column_width():
        name = tr.short_name(name)
    return choice_pill("sheets", name, tr.gettext("Choose another sheet"), lambda: go("sheets"))


def first_run(
    registry: TableRegistry, width: float, go: TapHandler, *, rules: bool = True
) -> list[ft.Control]:
    """Build the screen before the first game: an empty sheet, the buttons to play, the rules."""
    context = current_context()
    upright = context.space.height > context.space.width
    second_line = 0 if registry.is_unreachable else _BUTTON_HEIGHT_DP + _BUTTON_GAP_DP
    room = max(0.0, (context.space.height - (764 if upright else 660) - second_line) / 2)
    bar = ft.Row(
        [sheet_pill(registry, go), settings_button(go)],
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        height=56,
    )
    parts: list[ft.Control] = [bar, ft.Container(height=room)]
    if context.space.height >= _MIN_PICTURE_HEIGHT_DP:
        parts += [_centered_row(_blank_sheet()), ft.Container(height=34 if room else 20)]
    new_game = primary_button(
        "new-game",
        context.tr.gettext("New game"),
        lambda: go("new-game"),
        icon=ft.Icons.EDIT_ROUNDED,
        height=60,
        size=18,
    )
    return [
        *parts,
        *_welcome_texts(width),
        ft.Container(height=26 if room else 10),
        new_game,
        *together_buttons(registry, go),
        *(_direction_choice() if upright else []),
        _rules_button(go) if rules else ft.Container(height=8),
        _centered_row(
            write(
                context.tr.gettext("No account. No ads. Works offline."),
                ASIDE,
                color=context.theme.ink2,
            )
        ),
    ]


def _direction_choice() -> list[ft.Control]:
    """Build the choice between rows and columns, which the settings have too."""
    text = current_translator().gettext("Columns have larger cells.")
    note = write(text, ASIDE, color=current_theme().ink2)
    cells = [_direction_option(direction) for direction in (Direction.ROWS, Direction.COLUMNS)]
    return [_centered_row(note), ft.Row([*cells], spacing=10)]


def _direction_option(direction: Direction) -> ft.Control:
    context = current_context()
    theme = context.theme
    text = context.tr.direction_name(direction)
    chosen = (context.settings.direction is Direction.COLUMNS) == (direction is Direction.COLUMNS)
    name = write(text, LABEL if chosen else OPTION.resized(15), no_wrap=True)
    bands = _small_bands(direction)
    node = tappable(
        f"set-{direction}",
        text,
        ft.Row([bands, name], spacing=12, alignment=ft.MainAxisAlignment.CENTER),
        lambda: context.change_settings(direction=direction),
        checked=chosen,
        height=52,
        bgcolor=theme.surface,
        border=ft.Border.all(2, theme.ink if chosen else theme.surface),
        border_radius=16,
        alignment=ft.Alignment.CENTER,
    )
    return ft.Container(node, expand=True)


def _small_bands(direction: Direction) -> ft.Control:
    """Draw the four rows of a sheet, as lines or as columns."""
    upright = direction is Direction.COLUMNS
    bands = [
        ft.Container(
            width=6 if upright else 30,
            height=30 if upright else 6,
            bgcolor=current_theme().bands[letter].band,
            border_radius=2,
        )
        for letter in ROW_LETTERS
    ]
    stack = ft.Row if upright else ft.Column
    return stack([*bands], spacing=2, tight=True)


def _centered_row(content: ft.Control) -> ft.Control:
    return ft.Row([content], alignment=ft.MainAxisAlignment.CENTER)


def _blank_sheet() -> ft.Control:
    theme = current_theme()
    return ft.Container(
        content=sheet_thumbnail(
            blank_look(installed_layouts().default_layout, current_translator()), 232, "blank"
        ),
        bgcolor=theme.paper,
        border_radius=18,
        padding=14,
        rotate=ft.Rotate(-0.096),
        shadow=ft.BoxShadow(blur_radius=30, offset=ft.Offset(0, 8), color=theme.card_shadow),
    )


def _welcome_texts(width: float) -> list[ft.Control]:
    tr = current_translator()
    title = write(tr.gettext("A fresh sheet"), HEADLINE.resized(28))
    sentence = write(
        tr.gettext("Get the six dice. Tap what you’d cross on paper. The pad adds it up for you."),
        BODY,
        color=current_theme().ink2,
        text_align=ft.TextAlign.CENTER,
        line_height=1.45,
    )
    return [
        _centered_row(ft.Container(text, width=width - 20, alignment=ft.Alignment.CENTER))
        for text in (title, sentence)
    ]


def _rules_button(go: TapHandler) -> ft.Control:
    text = current_translator().gettext("How to play")
    button = tappable(
        "rules",
        text,
        write(text, LABEL),
        lambda: go("rules"),
        height=48,
        padding=ft.Padding.symmetric(horizontal=20),
        border_radius=16,
        alignment=ft.Alignment.CENTER,
    )
    return _centered_row(button)
