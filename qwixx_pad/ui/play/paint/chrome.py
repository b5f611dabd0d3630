"""Around the rows of one sheet: the bar, words in its place, what a seat does next at a table."""

from collections.abc import Callable
from typing import Any

import flet as ft

from qwixx_pad.service.settings import initial
from qwixx_pad.ui.design.controls import (
    banner_pill,
    disc,
    menu_button,
    one_of_both,
    outlined,
    primary,
    tonal,
    words_that_lead,
)
from qwixx_pad.ui.design.primitives import Node, Tap, at, corner, tappable, write
from qwixx_pad.ui.design.tokens import (
    CAPTION,
    HINT,
    LABEL,
    LARGE_TEXT,
    TAG,
    TITLE,
    Theme,
)
from qwixx_pad.ui.play.paint.cards import (
    HEIGHT,
    columns_offer,
    hint_bar,
    hint_note,
    message_bar,
    message_note,
)
from qwixx_pad.ui.play.paint.frame import Frame
from qwixx_pad.ui.play.paint.places import ends
from qwixx_pad.ui.play.state.hints import HintLook
from qwixx_pad.ui.play.state.scene import Scene, Title
from qwixx_pad.ui.play.state.state import Message
from qwixx_pad.ui.play.state.table_view import Act, Banner, ButtonLook
from qwixx_pad.ui.sheet.boxes import Box, Mode

_LARGE, _SMALL, _TWO, _LARGE_FROM, _ICON_FROM = 17, 14, 15, 134, 370
"""Letters on a button in rows and elsewhere, and where two have the room of one; in sp. A narrower
button has small ones, and a narrower pad has no room for an icon on them; in dp."""
_LINE = 1.2
"""Height of a line of a banner, as a multiple of its letters."""
_MAKES = {Act.MISTHROW: outlined, Act.DONE: tonal, Act.CHANGE: outlined, Act.BACK: tonal}


def keys(frame: Frame, within: Box) -> list[ft.Control]:
    """What leads to the roller's sheet, and what the shown seat does next; seen from `within`."""
    show, geometry, keys_ = frame.source.show, frame.geometry, list[ft.Control]()
    if geometry.back is not None:
        box = geometry.back.seen_from(within)
        keys_.append(
            show(
                lambda scene: (scene.table and scene.table.back, False),
                _key,
                frame,
                box,
                key="back",
            )
        )
    if geometry.button is not None:
        box = geometry.button.seen_from(within)
        keys_.append(show(_next, _key, frame, box, key="button"))
    return keys_


def _next(scene: Scene) -> tuple[ButtonLook | None, bool]:
    """What the sheet in front does next, and whether the button says whose roll it ends."""
    look, state = scene.button, scene.state
    named = state.seat != state.game.position.active
    return look, look is not None and named and look.act is Act.END_TURN


def _key(part: tuple[ButtonLook | None, bool], frame: Frame, box: Box) -> ft.Control:
    look, named = part
    if look is None:
        return ft.Container(**at(box))
    theme, two = frame.sheet.theme, frame.geometry.back is not None
    large = frame.geometry.mode is Mode.ROWS and (two or box.width >= _LARGE_FROM)
    size = _LARGE if large else _SMALL
    wide = frame.geometry.sheet.rows[0].box.width >= _ICON_FROM
    ticks = look.act in {Act.END_TURN, Act.DONE} and not named
    icon = ft.Icons.CHECK_ROUNDED if ticks and wide and size == _LARGE and not two else None
    return in_box(
        _MAKES.get(look.act, primary),
        look,
        theme,
        frame.sheet.tap,
        box,
        icon=None if theme.large else icon,
        size=min(size, _TWO) if two else size,
        wraps=two or not large or look.act is Act.CHANGE,
    )


def in_box(
    make: Callable[..., ft.Control],
    look: ButtonLook,
    theme: Theme,
    tap: Tap,
    box: Box,
    **more: Any,  # noqa: ANN401 - as the buttons take it
) -> ft.Control:
    """A button that fills its box, grey while it hears no finger.

    `make` is one of `design/controls.py`, `more` goes to it.
    """
    more |= {"planned": True, "place": corner(box), "width": box.width, "height": box.height}
    more |= {"dead": True, "opacity": theme.idle} if look.deaf else {}
    return make(theme, look.identifier, look.text, lambda: tap(look.identifier), **more)


Told = tuple[Message | None, bool, bool]
"""Words for a while, whether it is the last chance, and whether larger cells are offered."""
Quiet = Callable[[Frame, Box], ft.Control]
"""Paints what stands in a box as long as nothing is to be said there."""
_FINGER, _ANSWER = 44, 48
"""Least heights of a bar with a button, and of one with a question; in dp."""


def quiet_or_told(frame: Frame, box: Box, quiet: Quiet) -> ft.Control:
    """What stands in a box: first what was just done, then what is offered or explained there."""
    if box in {frame.geometry.message, frame.geometry.offer}:
        return frame.source.show(frame.told, _told, frame, box, quiet)
    return _hinted(frame, box, quiet)


def _told(part: Told, frame: Frame, box: Box, quiet: Quiet) -> ft.Control:
    said = _said(part, frame, box)
    return _hinted(frame, box, quiet) if said is None else said


def _hinted(frame: Frame, box: Box, quiet: Quiet) -> ft.Control:
    if frame.hint is None or box != frame.geometry.hint:
        return quiet(frame, box)
    return hinted(frame.hint, frame, box)


def hinted(hint: HintLook, frame: Frame, box: Box) -> ft.Control:
    """What a first game explains, as much of it as there is room for."""
    sheet = frame.sheet
    if frame.geometry.is_narrow(box):
        note = hint_note(hint, sheet.theme)
        return ft.Container(note, alignment=ft.Alignment.CENTER_LEFT, **at(box))
    bar = hint_bar(hint, sheet.theme, sheet.words, min(box.height, HEIGHT))
    return ft.Container(bar, **at(box))


def _said(part: Told, frame: Frame, box: Box) -> ft.Control | None:
    """Words that go by themselves or wait for an answer; None where there are none for this box."""
    sheet, geometry = frame.sheet, frame.geometry
    message, last_chance, offers_columns = part
    if box == geometry.message and last_chance:
        return _last_chance(frame, box)
    if box == geometry.message and message is not None:
        return _message(message, frame, box)
    if box == geometry.offer and offers_columns:
        place = _at_least(box, _ANSWER)
        offer = columns_offer(place.height, sheet.theme, sheet.words, sheet.tap)
        return ft.Container(offer, **at(place))
    return None


def _message(message: Message, frame: Frame, box: Box) -> ft.Control:
    sheet, sum_ = frame.sheet, frame.geometry.sheet.sum
    if frame.geometry.is_narrow(box):
        return ft.Container(message_note(message, sheet.theme, box, key="message"), **at(box))
    room = sum_.note if box == sum_.line and sum_.note is not None else box
    given = room.width, room.height, sheet.theme, sheet.words, sheet.tap
    said = message_bar(message, *given, key="message")
    if room is box:
        return ft.Container(said, **at(box))
    kept = ends(frame.source, sheet, box)
    return ft.Stack([ft.Container(said, **at(room.seen_from(box))), *kept], **at(box))


# the last chance


def _last_chance(frame: Frame, box: Box) -> ft.Control:
    """Rule 6: the game has ended, the cross of the same action may still be entered."""
    if frame.geometry.is_narrow(box):
        return ft.Container(_finish_note(frame, in_rail=box == frame.geometry.banner), **at(box))
    theme, words, place = frame.sheet.theme, frame.sheet.words, _at_least(box, _FINGER)
    said = write(
        words.text("Two rows are closed. Last chance: your cross of this roll."),
        TAG,
        color=theme.ink,
        height=1.2,
        max_lines=2,
        expand=True,
    )
    finish = primary(
        theme,
        "finish",
        words.text("Finish"),
        lambda: frame.sheet.tap("finish"),
        height=place.height,
        size=15,
        planned=True,
    )
    return ft.Container(
        content=ft.Row([ft.Semantics(content=said, live_region=True, expand=True), finish]),
        bgcolor=theme.surface2,
        border_radius=16,
        padding=ft.Padding.only(left=14),
        **at(place),
    )


def _finish_note(frame: Frame, *, in_rail: bool) -> ft.Control:
    """The same where there is little room; beside the misthrows the bar above says it."""
    theme, words, tap = frame.sheet.theme, frame.sheet.words, frame.sheet.tap
    said = write(
        words.text("Last chance this roll"),
        TAG.at(12).held(theme, LARGE_TEXT),
        color=theme.ink,
        expand=True,
        max_lines=3,
    )
    finish = tappable(
        "finish",
        words.text("Finish"),
        write(words.text("Finish"), LABEL, color=theme.on_primary),
        lambda: tap("finish"),
        bgcolor=theme.primary,
        border_radius=10,
        height=_FINGER,
        alignment=ft.Alignment.CENTER,
        padding=ft.Padding.symmetric(horizontal=10),
    )
    finish.expand = not in_rail
    return ft.Column([said, finish], spacing=6) if in_rail else ft.Row([finish])


def _at_least(box: Box, height: float) -> Box:
    """The same box, a little higher at both sides where it is too low to be tapped."""
    more = max(0.0, height - box.height)
    return box.inset(0, -more / 2)


def bar(frame: Frame) -> list[ft.Control]:
    """All of it but undo and redo."""
    boxes, sheet = frame.geometry.bar, frame.sheet
    if boxes.box is not None:
        menu = menu_button(sheet.theme, sheet.words, sheet.tap, boxes.menu)
        return [menu, quiet_or_told(frame, boxes.words, _face_and_title)]
    return [_player_pill(frame), quiet_or_told(frame, boxes.words, _banner)]


def undo_and_redo(frame: Frame) -> list[ft.Control]:
    """What takes back and brings back."""
    sheet, boxes = frame.sheet, frame.geometry.bar
    fill = sheet.theme.surface if boxes.box is None else None
    given, show = (sheet.theme, sheet.words, sheet.tap), frame.source.show
    return [
        show(lambda scene: scene.undo, one_of_both, "undo", *given, boxes.undo, fill),
        show(lambda scene: scene.redo, one_of_both, "redo", *given, boxes.redo, fill),
    ]


def _face_and_title(frame: Frame, box: Box) -> ft.Control:
    """A disc for a single sheet, and a title."""
    theme, boxes = frame.sheet.theme, frame.geometry.bar
    place = boxes.title.seen_from(box)
    title = frame.source.show(lambda scene: scene.title(frame.name), _title, frame, place)
    if boxes.face is None:
        return ft.Stack([title], **at(box))
    lies = corner(boxes.face.seen_from(box))
    face = disc(initial(frame.name), theme.player(frame.sheet.color), boxes.face.width, **lies)
    return ft.Stack([face, title], **at(box))


def _title(part: Title, frame: Frame, box: Box) -> ft.Control:
    """A name and a quiet line below it, or words that must be seen."""
    theme, banner = frame.sheet.theme, part.banner
    below = write(
        part.subtitle,
        HINT,
        color=theme.ink2,
        height=1.2,
        max_lines=2 if theme.large else 1,
        overflow=ft.TextOverflow.ELLIPSIS,
    )
    style = TITLE.at(19).held(theme, LARGE_TEXT)
    lines = ft.Column(
        [
            write(part.title, style, color=theme.ink, height=1.2, no_wrap=True),
            below if banner is None else banner_pill(banner.shown, theme),
        ],
        spacing=1,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    if banner is None or not banner.way:
        return Node(header=True, content=lines, **at(box))
    spoken = f"{part.title}. {banner.text}"
    return words_that_lead(banner.way, spoken, lines, frame.sheet.tap, box)


# in a rail


def _banner(frame: Frame, box: Box) -> ft.Control:
    """At a table, words that must be seen."""
    if not frame.at_table:
        return ft.Container(**at(box))
    banner = lambda scene: scene.table and scene.table.banner  # noqa: E731 - one line, one use
    return frame.source.show(banner, _must_be_seen, frame, box)


def _must_be_seen(banner: Banner | None, frame: Frame, box: Box) -> ft.Control:
    said = banner.shown if banner else ""
    theme = frame.sheet.theme
    style = TAG.fitting(theme, said, box.width, box.height)
    whole = max(1, int(box.height / (style.size * theme.text * _LINE)))
    words = write(said, style, color=theme.ink, height=_LINE, max_lines=min(3, whole))
    if banner is None or not banner.way:
        return ft.Container(words, visible=banner is not None, **at(box))
    return words_that_lead(banner.way, banner.text, words, frame.sheet.tap, box)


def _player_pill(frame: Frame) -> ft.Control:
    """Whose pad it is, with the sign or the word of the menu; a tap opens it."""
    if frame.at_table:
        return frame.source.show(lambda scene: scene.pill, _pill, frame)
    return _pill(Title(frame.name, frame.sheet.words.text("Menu")), frame)


def _pill(part: Title, frame: Frame) -> ft.Control:
    theme, words, table = frame.sheet.theme, frame.sheet.words, frame.at_table
    box, sign = frame.geometry.bar.menu, ft.Icon(ft.Icons.MENU_ROUNDED, size=18, color=theme.ink)
    face = disc(initial(frame.name), theme.player(frame.sheet.color), 30)
    first = [sign] if table else [] if theme.large else [face]
    title, below = (TAG if table else LABEL).held(theme), CAPTION.held(theme)
    names = ft.Column(
        [
            write(part.title, title, color=theme.ink, height=1.15, no_wrap=True),
            write(part.subtitle, below, color=theme.ink2, height=1.15, no_wrap=True),
        ],
        spacing=0,
        tight=True,
        expand=True,
    )
    return tappable(
        "menu",
        words.text("Menu"),
        ft.Row([*first, names], spacing=3 if table else 8),
        lambda: frame.sheet.tap("menu"),
        place=corner(box),
        width=box.width,
        height=box.height,
        border_radius=box.height / 2,
        bgcolor=theme.surface,
        padding=ft.Padding.only(left=7 if table else 9, right=4 if table else 6),
    )
