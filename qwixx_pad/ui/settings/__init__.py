"""The settings, the remembered players, and the licences of all components."""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from functools import partial
from math import inf
from typing import TYPE_CHECKING, NamedTuple

import flet as ft
from flet.utils import is_embedded, is_pyodide

from qwixx_pad import __version__
from qwixx_pad.i18n import N_, available_languages, native_name
from qwixx_pad.multiplayer.invitations import read_site
from qwixx_pad.multiplayer.online.online_tables import OnlineTables
from qwixx_pad.multiplayer.seating import TABLE_LIFETIME
from qwixx_pad.settings import (
    Direction,
    FormerNames,
    Person,
    Shade,
    SiteAddress,
    clean_name,
)
from qwixx_pad.ui.context import (
    ScreenContext,
    current_column_width,
    current_context,
    current_theme,
    current_translator,
)
from qwixx_pad.ui.design.cards import page_under_card, prompt_overlay
from qwixx_pad.ui.design.controls import icon_button, text_field
from qwixx_pad.ui.design.form import (
    Screen,
    choice_pill,
    choice_row,
    name_field,
    option_line,
    option_list,
    page_bar,
    player_color_button,
    settings_group,
    switch_line,
    with_undo_bar,
)
from qwixx_pad.ui.design.primitives import (
    TapHandler,
    explanation,
    message_line,
    page_column,
    tappable,
    write,
)
from qwixx_pad.ui.flet_support.field_state import use_field_state
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.text.translator import FINISH_TURN_TEXT, HOUSE_RULE_TEXT
from qwixx_pad.ui.theme.tokens import ASIDE, HINT, LABEL

if TYPE_CHECKING:
    from qwixx_pad.sbom import ShippedComponent


@component
def settings_screen(
    go: TapHandler,
    online: OnlineTables | None = None,
    phones: Sequence[ft.Control] = (),
    *,
    owner: bool,
) -> ft.Control:
    """Show the settings.

    Args:
        go: Opens another screen.
        online: The online tables; None if there are none.
        phones: The group of the switch that lets phones in; empty without one.
        owner: True if the device belongs to the owner of the pad.
    """
    context = current_context()
    is_choosing, set_choosing = ft.use_state(False)  # noqa: FBT003 - the state itself
    tr = context.tr
    now = context.settings
    shades = choice_row(
        [(s, tr.shade_name(s)) for s in Shade],
        now.shade,
        lambda s: context.change_settings(shade=s),
    )
    directions = choice_row(
        [(d, tr.direction_name(d)) for d in Direction],
        now.direction,
        lambda d: context.change_settings(direction=d),
    )
    parts = [
        settings_group(
            tr.gettext("You"),
            [_your_name_field(key="name"), _hint_text(tr.gettext(NEW_GAMES_NOTE))],
        ),
        settings_group(tr.gettext("Language"), [_language_pill(set_choosing)]),
        settings_group(tr.gettext("Colours"), [shades]),
        settings_group(tr.gettext("Layout in portrait"), [directions]),
        settings_group(tr.gettext("While you play"), _switches(_PLAY_SWITCHES)),
        _chances_group(),
        *(_owner_groups(go) if owner else []),
        *phones,
        *([_online_group(online, key="online")] if online else []),
        *([] if is_pyodide() else [_links_group(key="links")]),  # a site has its own address
        settings_group(tr.gettext("About"), _about_lines(go)),
    ]
    page = page_column(
        parts, context.column_width, spacing=14, bar=page_bar(tr.gettext("Settings"), go)
    )
    card = _language_card(set_choosing) if is_choosing else None
    return page_under_card(page, card, "settings")


def _languages(context: ScreenContext) -> dict[str, str]:
    """The names of the languages by their codes; the language of the device has an empty code."""
    # Translators: the language is that of the device.
    device = context.tr.pgettext("language", "Device")
    return {"": device} | {code: native_name(code) for code in available_languages()}


def _language_pill(set_choosing: Callable[[bool], object]) -> ft.Control:
    """Build the chosen language; a tap opens the others."""
    context = current_context()
    names = _languages(context)
    now = names.get(context.settings.language, names[""])
    return ft.Row(
        [
            choice_pill(
                "choose-language",
                now,
                context.tr.gettext("Choose a language"),
                lambda: set_choosing(True),
            )
        ]
    )


def _language_card(set_choosing: Callable[[bool], object]) -> ft.Control:
    context = current_context()
    names = _languages(context)
    now = context.settings.language

    def choose(code: str) -> None:
        set_choosing(False)
        context.change_settings(language=code)

    lines = [
        option_line(
            f"set-language-{code or 'device'}",
            name,
            partial(choose, code),
            checked=code == (now if now in names else ""),
        )
        for code, name in names.items()
    ]
    content = option_list(context.tr.gettext("Language"), lines, context)
    return prompt_overlay(content, lambda _: set_choosing(False))


_PLAY_SWITCHES = {
    "awake": N_("Keep the screen on"),
    "haptics": N_("Vibrate on cross"),
    "hide_points": N_("Hide points until the end"),
}
_CHANCE_SWITCHES = {
    "chances": N_("Chances after a game"),
    "play_chances": N_("Show chances while we play"),
    "white_dice": N_("Ask for the white dice"),
}
"""The first one switches all of them off."""
NEW_GAMES_NOTE = N_("For games begun from now on.")


def _switches(texts: Mapping[str, str]) -> list[ft.Control]:
    """Build a switch for each setting, by its name in `Settings`."""
    return [_setting_switch(setting, text) for setting, text in texts.items()]


def _chances_group() -> ft.Control:
    context = current_context()
    title = context.tr.gettext("Chances to win")
    if not context.settings.chances:
        return settings_group(title, _switches(_CHANCE_SWITCHES)[:1])
    # Translators: of the white dice, whose sum is tapped in each roll.
    note = context.tr.gettext("Tap their sum, and the review shows its best use.")
    return settings_group(title, [*_switches(_CHANCE_SWITCHES), _hint_text(note)])


def _hint_text(text: str) -> ft.Control:
    return ft.Container(explanation(text), padding=6)


def _setting_switch(setting: str, text: str) -> ft.Control:
    context = current_context()
    on = getattr(context.settings, setting)
    return switch_line(
        setting.replace("_", "-"),
        context.tr.gettext(text),
        on,
        lambda: context.change_settings(**{setting: not on}),
    )


def _page_link(go: TapHandler, identifier: str, text: str) -> ft.Control:
    return Screen(current_context(), go).line_button(identifier, text, lambda: go(identifier))


def _owner_groups(go: TapHandler) -> list[ft.Control]:
    tr = current_translator()
    note = f"{tr.gettext(HOUSE_RULE_TEXT)} {tr.gettext(NEW_GAMES_NOTE)}"
    switch = _setting_switch("finish_turn", FINISH_TURN_TEXT)
    return [
        settings_group(tr.gettext("House rule"), [switch, _hint_text(note)]),
        settings_group(tr.gettext("Players"), [_page_link(go, "players", N_("Names and colours"))]),
        settings_group(
            tr.gettext("Your own sheets"), [_page_link(go, "own-sheets", N_("Add, view, remove"))]
        ),
        settings_group(
            tr.gettext("Your games"), [_page_link(go, "data", N_("Back up, restore, delete"))]
        ),
    ]


@component
def _your_name_field() -> ft.Control:
    context = current_context()

    def save_name(typed: str) -> str:
        name = clean_name(typed)
        if name != context.settings.name:
            context.change_settings(name=name)
        return name

    typed = use_field_state("name")
    return name_field(
        typed, context.tr.gettext("Your name"), context.settings.name, leave=save_name
    )


def _about_lines(go: TapHandler) -> list[ft.Control]:
    tr = current_translator()
    lines = [
        tr.gettext(
            "Qwixx Pad {version}. A score pad; you need the dice and the game.", version=__version__
        ),
        tr.gettext(
            "Unofficial, not affiliated: Qwixx is a registered name of its publishers and authors."
        ),
        tr.gettext(
            "Free software under the MIT licence. Fonts Rubik, Kalam and Noto: SIL OFL 1.1."
        ),
    ]
    texts: list[ft.Control] = [
        write(line, ASIDE, color=current_theme().ink2, line_height=1.4) for line in lines
    ]
    return [*texts, _page_link(go, "licences", N_("Licences"))]


@component
def _online_group(online: OnlineTables) -> ft.Control:
    """Build the address of the relay, and a notice on the data that it sees."""
    error_text, set_error = ft.use_state("")
    tr = current_translator()
    typed = use_field_state("relay")

    def save_address(address: str) -> str | None:
        accepted = address.strip() == online.relay_url or online.set_relay_url(address)
        set_error("" if accepted else tr.gettext(_INVALID_ADDRESS))
        return None if accepted else address

    field = text_field(
        typed, tr.gettext("Address"), online.relay_url, leave=save_address, autocorrect=False
    )
    # Translators: this is put into "it forgets a table {weeks} after its last entry."
    weeks = tr.ngettext("a week", "{n} weeks", TABLE_LIFETIME // timedelta(weeks=1))
    lines = [
        field if online.may_set_relay else write(online.relay_url, LABEL, selectable=True),
        *([message_line(error_text)] if error_text else []),
        _hint_text(tr.gettext(RELAY_NOTICE, weeks=weeks)),
    ]
    return settings_group(tr.gettext("Tables online"), lines)


_INVALID_ADDRESS = N_("That isn’t a valid address.")
_LINKS_NOTICE = N_("Links to your games open at this site, for everybody and at any time.")


@component
def _links_group() -> ft.Control:
    """Build the address of the site at which links of games open."""
    context = current_context()
    error_text, set_error = ft.use_state("")
    tr = context.tr
    typed = use_field_state("site")

    def save_address(address: str) -> str | None:
        site = read_site(address)
        accepted = bool(site) or not address.strip()
        set_error("" if accepted else tr.gettext(_INVALID_ADDRESS))
        if not accepted:
            return None
        context.change_settings(site=SiteAddress(site))
        return site

    field = text_field(
        typed, tr.gettext("Address"), context.settings.site, leave=save_address, autocorrect=False
    )
    error = [message_line(error_text)] if error_text else []
    return settings_group(
        tr.gettext("Links"), [field, *error, _hint_text(tr.gettext(_LINKS_NOTICE))]
    )


RELAY_NOTICE = N_(
    "This server keeps tables for phones that don’t share a Wi-Fi network. Whoever runs it can "
    "see the names and everything entered at those tables. The pad doesn’t contact it before you "
    "open or join a table, and it forgets a table {weeks} after its last entry."
)


class _Forgotten(NamedTuple):
    """The player who was forgotten last, and the players and former names before that."""

    name: str
    people: tuple[Person, ...]
    former_names: FormerNames


@component
def players_screen(go: TapHandler) -> ft.Control:
    """Show the remembered players, a line each. Changes affect no saved game."""
    context = current_context()
    nobody: _Forgotten | None = None
    forgotten, set_forgotten = ft.use_state(nobody)
    tr = context.tr
    people = context.settings.people
    note = (
        tr.gettext("They’re offered for new games. Past games stay as they were played.")
        if people
        else tr.gettext("The people you play with are remembered here.")
    )
    lines = [
        write(note, ASIDE, color=context.theme.ink2, line_height=1.4),
        *(
            _player_line(place, person, set_forgotten, key=f"{place} {person.name}")
            for place, person in enumerate(people, 1)
        ),
    ]
    page = page_column(lines, context.column_width, bar=page_bar(tr.gettext("Players"), go))

    if forgotten is None:
        return with_undo_bar(page, "")

    def undo_forget() -> None:
        context.change_settings(people=forgotten.people, former_names=forgotten.former_names)
        set_forgotten(None)

    return with_undo_bar(page, tr.gettext("{name} forgotten.", name=forgotten.name), undo_forget)


@component
def _player_line(
    number: int,
    person: Person,
    set_forgotten: Callable[[_Forgotten], None],
) -> ft.Control:
    context = current_context()
    tr = context.tr
    settings = context.settings
    name = person.name

    def rename_player(typed: str) -> None:
        after = settings.with_renamed_player(name, typed)
        context.change_settings(people=after.people, former_names=after.former_names)

    def forget_player() -> None:
        set_forgotten(_Forgotten(name, settings.people, settings.former_names))
        after = settings.without_player(name)
        context.change_settings(people=after.people, former_names=after.former_names)

    face = player_color_button(
        f"person-color-{number}",
        name,
        person.color,
        lambda: context.change_settings(people=settings.with_next_color(name).people),
    )
    typed = use_field_state(f"person-name-{number}", name)
    field = name_field(typed, tr.gettext("Name"), name, leave=rename_player, expand=True)
    forget = icon_button(
        f"forget-{number}",
        tr.gettext("Forget {name}", name=name),
        ft.Icons.CLOSE_ROUNDED,
        forget_player,
    )
    return ft.Row([face, field, forget], spacing=6)


@component
def licences_screen(go: TapHandler) -> ft.Control:
    """Show the components, a line each; a tap opens or closes the licence."""
    from qwixx_pad.sbom import Form, shipped_components  # noqa: PLC0415 - few read them, and no start waits for them

    none: int | None = None
    opened, set_opened = ft.use_state(none)
    tr = current_translator()
    parts: list[ft.Control] = [
        write(
            tr.gettext(
                "The pad builds on the work of many people. Tap a line to read its licence."
            ),
            ASIDE,
            color=current_theme().ink2,
            line_height=1.4,
        ),
    ]
    form = Form.APP if is_embedded() else Form.SITE if is_pyodide() else Form.WHEEL
    for place, work in enumerate(shipped_components(form)):
        is_open = place == opened
        parts.append(
            _licence_line(
                work, place, partial(set_opened, None if is_open else place), is_open=is_open
            )
        )
        if is_open:
            text = work.text or tr.gettext("It came without a licence text.")
            parts.append(_licence_text(text))
    return page_column(
        parts, current_column_width(), spacing=6, bar=page_bar(tr.gettext("Licences"), go)
    )


_LICENCE_EDGES_DP = 60
"""Width around the name of a component: the icon and the edges."""


def _licence_line(
    work: "ShippedComponent",
    number: int,
    on_tap: Callable[[], object],
    *,
    is_open: bool,
) -> ft.Control:
    theme = current_theme()
    title = LABEL.fitted_to(theme, work.title, current_column_width() - _LICENCE_EDGES_DP, inf)
    names = ft.Column(
        [
            write(work.title, title, line_height=1.2),
            *(
                [write(work.licence, HINT, color=theme.ink2, line_height=1.2)]
                if work.licence
                else []
            ),
        ],
        spacing=1,
        tight=True,
        expand=True,
    )
    icon = ft.Icons.EXPAND_LESS_ROUNDED if is_open else ft.Icons.EXPAND_MORE_ROUNDED
    return tappable(
        f"licence-{number}",
        f"{work.title}, {work.licence}" if work.licence else work.title,
        ft.Row([names, ft.Icon(icon, size=22, color=theme.ink2)]),
        on_tap,
        bgcolor=theme.surface,
        border_radius=14,
        padding=ft.Padding.symmetric(horizontal=14, vertical=9),
    )


def _licence_text(text: str) -> ft.Control:
    shown = write(text, HINT, line_height=1.35, selectable=True)
    return ft.Semantics(
        identifier="licence-text",
        container=True,
        content=ft.Container(shown, padding=ft.Padding.symmetric(horizontal=14, vertical=6)),
    )
