"""Settings, remembered players, and the licences of all components."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

import flet as ft
from flet.utils import is_embedded, is_pyodide

from qwixx_pad import __version__
from qwixx_pad.i18n import languages, own_name, phrase
from qwixx_pad.multiplayer.online.online_tables import Online
from qwixx_pad.multiplayer.seating import LIFE
from qwixx_pad.settings import Direction, FormerNames, Person, Shade, clean_name
from qwixx_pad.ui.design.controls import icon_button, text_field, use_typed
from qwixx_pad.ui.design.form import (
    Screen,
    above_foot,
    choice,
    choice_grid,
    color_button,
    group,
    name_field,
    page_bar,
    switch,
)
from qwixx_pad.ui.design.primitives import Tap, message, page_column, tappable, write
from qwixx_pad.ui.design.tokens import ASIDE, HINT, LABEL
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.text.translator import HOUSE_RULE

if TYPE_CHECKING:
    from qwixx_pad.sbom import Work


@component
def settings_screen(
    context: ScreenContext, go: Tap, online: Online | None = None, *, owner: bool
) -> ft.Control:
    """Show the settings of this pad.

    Args:
        context: Space, theme, words and settings.
        go: Opens another screen.
        online: The connection to the relay; None where there are no tables online.
        owner: True if the saved games belong to the player at this device.
    """
    words, now, from_now_on = context.words, context.settings, context.words.text(FROM_NOW_ON)
    shades = choice(
        [(s, words.shade(s)) for s in Shade], now.shade, lambda s: context.change(shade=s), context
    )
    directions = choice(
        [(d, words.direction(d)) for d in Direction],
        now.direction,
        lambda d: context.change(direction=d),
        context,
    )
    parts = [
        group(
            words.text("You"),
            [_name_field(context, key="name"), _note(from_now_on, context)],
            context,
        ),
        group(words.text("Language"), [_language(context)], context),
        group(words.text("Colours"), [shades], context),
        group(words.text("Pad direction on an upright screen"), [directions], context),
        _switches(context, words.text("While you play"), _SWITCHES),
        _chances(context),
        *(_of_owner(context, go) if owner else []),
        *([_online(online, context, key="online")] if online else []),
        group(words.text("About"), _about(context, go), context),
    ]
    bar = page_bar(context, words.text("Settings"), go)
    return page_column(parts, context.column, spacing=14, bar=bar)


def _language(context: ScreenContext) -> ft.Control:
    # Translators: the language is that of the device.
    options = [("", "device", context.words.meant("language", "Device"))]
    options += [(code, code, own_name(code)) for code in languages()]
    now = context.settings.language
    known = now if now in languages() else ""
    return choice_grid(
        [(f"language-{name}", text, code) for code, name, text in options],
        known,
        lambda code: context.change(language=code),
        context,
    )


_SWITCHES = (
    ("awake", phrase("Keep the screen on"), "awake"),
    ("haptics", phrase("Feel a cross"), "haptics"),
    ("hide-points", phrase("Hide points until the end"), "hide_points"),
)
_CHANCES = (
    ("chances", phrase("Chances after a game"), "chances"),
    ("play-chances", phrase("Show chances while we play"), "play_chances"),
    ("white-dice", phrase("Ask for the white dice"), "white_dice"),
)
"""The first one turns all of them off."""
_HOUSE_SWITCH = ("finish-turn", phrase("Finish the turn after two locks"), "finish_turn")
"""Identifiers, texts, and the settings that they turn on and off."""
FROM_NOW_ON = phrase("For games begun from now on.")
_OF_OWNER = (
    (phrase("Players"), "players", phrase("Names and colours")),
    (phrase("Your own sheets"), "own-sheets", phrase("Add, look at, remove")),
    (phrase("Your games"), "data", phrase("Back up, restore, delete")),
)
"""Pages for the owner of the pad only: headings, identifiers of the screens, texts."""


def _switches(
    context: ScreenContext, title: str, switches: Sequence[tuple[str, str, str]]
) -> ft.Control:
    return group(title, [_switch(context, each) for each in switches], context)


def _chances(context: ScreenContext) -> ft.Control:
    words, title = context.words, context.words.text("Chances to win")
    if not context.settings.chances:
        return _switches(context, title, _CHANCES[:1])
    # Translators: of the white dice, whose sum is tapped in each roll.
    note = words.text("Tap their sum, and the review says its best use.")
    switches = [_switch(context, each) for each in _CHANCES]
    return group(title, [*switches, _note(note, context)], context)


def _note(text: str, context: ScreenContext) -> ft.Control:
    """Build the explanation below a switch."""
    said = write(text, HINT, color=context.theme.ink2, height=1.35)
    return ft.Container(said, padding=6)


def _switch(context: ScreenContext, which: tuple[str, str, str]) -> ft.Control:
    identifier, text, setting = which
    on, said = getattr(context.settings, setting), context.words.text(text)
    return switch(identifier, said, on, lambda: context.change(**{setting: not on}), context)


def _lead(context: ScreenContext, go: Tap, identifier: str, text: str) -> ft.Control:
    return Screen(context, go).line(identifier, text, lambda: go(identifier))


def _of_owner(context: ScreenContext, go: Tap) -> list[ft.Control]:
    words = context.words
    lines = words.text(HOUSE_RULE), words.text(FROM_NOW_ON)
    house = [_switch(context, _HOUSE_SWITCH), _note(" ".join(lines), context)]
    return [
        group(words.text("House rule"), house, context),
        *(
            group(words.text(title), [_lead(context, go, *way)], context)
            for title, *way in _OF_OWNER
        ),
    ]


@component
def _name_field(context: ScreenContext) -> ft.Control:
    def done(typed: str) -> str:
        name = clean_name(typed)
        if name != context.settings.name:
            context.change(name=name)
        return name

    label, stored = context.words.text("Your name"), context.settings.name
    return name_field(use_typed("name"), context, label, stored, leave=done)


def _about(context: ScreenContext, go: Tap) -> list[ft.Control]:
    words, theme = context.words, context.theme
    lines = [
        words.text(
            "Qwixx Pad {version}. A score pad; you need the dice and the game.", version=__version__
        ),
        words.text(
            "Unofficial, not affiliated: Qwixx is a registered name of its publishers and authors."
        ),
        words.text(
            "Free software under the MIT licence. Fonts Rubik, Kalam and Noto: SIL OFL 1.1."
        ),
    ]
    told: list[ft.Control] = [write(line, ASIDE, color=theme.ink2, height=1.4) for line in lines]
    return [*told, _lead(context, go, "licences", phrase("Licences"))]


@component
def _online(online: Online, context: ScreenContext) -> ft.Control:
    """Build the address of the relay and a notice of the data that it sees."""
    wrong, see = ft.use_state("")
    words, theme, typed = context.words, context.theme, use_typed("relay")

    def done(address: str) -> str | None:
        kept = address.strip() == online.url or online.set_url(address)
        see("" if kept else words.text("That is no address."))
        return None if kept else address

    label = words.text("Address")
    field = text_field(typed, theme, label, online.url, leave=done, autocorrect=False)
    shown = write(online.url, LABEL, color=theme.ink, selectable=True)
    # Translators: this is put into "It forgets a table {weeks} after its last entry."
    weeks = words.count("a week", "{n} weeks", LIFE // timedelta(weeks=1))
    told = write(words.text(HOST_SEES, weeks=weeks), HINT, color=theme.ink2, height=1.35)
    lines = [
        field if online.may_set else shown,
        *([message(wrong, theme)] if wrong else []),
        ft.Container(told, padding=6),
    ]
    return group(words.text("Tables online"), lines, context)


HOST_SEES = phrase(
    "This service keeps the tables of phones that share no Wi-Fi. Who runs it can see the names "
    "and all that is entered at them. It is asked nothing before you open or join a table, and "
    "forgets a table {weeks} after its last entry."
)

_Before = tuple[str, tuple[Person, ...], FormerNames]
"""The player forgotten last, and all players and former names before that."""
_NOBODY: _Before = ("", (), FormerNames())


@component
def players_screen(context: ScreenContext, go: Tap) -> ft.Control:
    """Show one line a player; saved games stay as they were played."""
    forgotten, keep = ft.use_state(_NOBODY)
    words, people = context.words, context.settings.people
    note = (
        words.text("They are offered for a new game. Kept games stay as they were played.")
        if people
        else words.text("Who plays with you is remembered here.")
    )
    lines = [
        write(note, ASIDE, color=context.theme.ink2, height=1.4),
        *(
            _player_line(place, person, context, keep, key=f"{place} {person.name}")
            for place, person in enumerate(people, 1)
        ),
    ]
    bar = page_bar(context, words.text("Players"), go)
    page = page_column(lines, context.column, bar=bar)

    def undo() -> None:
        _, before, former = forgotten
        context.change(people=before, former=former)
        keep(_NOBODY)

    name = forgotten[0]
    told = words.text("{name} is forgotten.", name=name) if name else ""
    return above_foot(page, context, told, undo)


@component
def _player_line(
    place: int, person: Person, context: ScreenContext, keep: Callable[[_Before], None]
) -> ft.Control:
    words, theme, settings = context.words, context.theme, context.settings
    name = person.name

    def renamed(typed: str) -> None:
        after = settings.renamed(name, typed)
        context.change(people=after.people, former=after.former)

    def forget() -> None:
        keep((name, settings.people, settings.former))
        after = settings.forgotten(name)
        context.change(people=after.people, former=after.former)

    face = color_button(
        f"person-color-{place}",
        name,
        person.color,
        context,
        lambda: context.change(people=settings.recolored(name).people),
    )
    typed, label = use_typed(f"person-name-{place}", name), words.text("Name")
    field = name_field(typed, context, label, name, leave=renamed, expand=True)
    gone = icon_button(
        theme,
        f"forget-{place}",
        words.text("Forget {name}", name=name),
        ft.Icons.CLOSE_ROUNDED,
        forget,
    )
    return ft.Row([face, field, gone], spacing=6)


@component
def licences_screen(context: ScreenContext, go: Tap) -> ft.Control:
    """Show one line a component; a tap opens its licence and closes it again."""
    from qwixx_pad.sbom import Form, works  # noqa: PLC0415 - few read them, and no start waits for them

    opened, see = ft.use_state(-1)
    words, theme = context.words, context.theme
    parts: list[ft.Control] = [
        write(
            words.text("The pad stands on the work of many. Tap a line to read its licence."),
            ASIDE,
            color=theme.ink2,
            height=1.4,
        ),
    ]
    form = Form.APP if is_embedded() else Form.SITE if is_pyodide() else Form.WHEEL
    for place, work in enumerate(works(form)):
        shown = place == opened
        to = -1 if shown else place
        parts.append(_line(work, place, context, partial(see, to), opened=shown))
        if shown:
            text = work.text or words.text("It came without the text of its licence.")
            parts.append(_text(text, context))
    bar = page_bar(context, words.text("Licences"), go)
    return page_column(parts, context.column, spacing=6, bar=bar)


def _line(
    work: "Work", place: int, context: ScreenContext, flip: Callable[[], object], *, opened: bool
) -> ft.Control:
    theme = context.theme
    names = ft.Column(
        [
            write(work.title, LABEL, color=theme.ink, height=1.2),
            *([write(work.licence, HINT, color=theme.ink2, height=1.2)] if work.licence else []),
        ],
        spacing=1,
        tight=True,
        expand=True,
    )
    icon = ft.Icons.EXPAND_LESS_ROUNDED if opened else ft.Icons.EXPAND_MORE_ROUNDED
    return tappable(
        f"licence-{place}",
        f"{work.title}, {work.licence}" if work.licence else work.title,
        ft.Row([names, ft.Icon(icon, size=22, color=theme.ink2)]),
        flip,
        bgcolor=theme.surface,
        border_radius=14,
        padding=ft.Padding.symmetric(horizontal=14, vertical=9),
    )


def _text(text: str, context: ScreenContext) -> ft.Control:
    said = write(text, HINT, color=context.theme.ink, height=1.35, selectable=True)
    return ft.Semantics(
        identifier="licence-text",
        container=True,
        content=ft.Container(said, padding=ft.Padding.symmetric(horizontal=14, vertical=6)),
    )
