"""Around the rows of one sheet, and above all sheets of a table: bar, words, buttons."""

from collections.abc import Callable
from operator import attrgetter

import flet as ft

from qwixx_pad.settings import initial
from qwixx_pad.ui.design.controls import (
    banner_pill,
    disc,
    one_of_both,
    outlined,
    primary,
    tonal,
    way_button,
    words_that_lead,
)
from qwixx_pad.ui.design.primitives import Node, at, corner, tappable, write
from qwixx_pad.ui.design.tokens import (
    CAPTION,
    CELL_TEXT,
    HINT,
    LABEL,
    LARGE_TEXT,
    TAG,
    TITLE,
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
from qwixx_pad.ui.play.paint.tap_targets import ends
from qwixx_pad.ui.play.state import Banner, ButtonLook, HintLook, Message, Title, View
from qwixx_pad.ui.sheet.boxes import Box, Mode

# what a sheet does next

_LARGE, _SMALL, _TWO, _LARGE_FROM, _ICON_FROM = 17, 14, 15, 134, 370
"""Letters on a button in rows and elsewhere, and where two have the space of one; in sp. A narrower
button has small ones, and a narrower pad has no space for an icon on them; in dp."""
_MAKES = {"done": tonal, "change": outlined, "to-pad": tonal}


def buttons(frame: Frame, within: Box) -> list[ft.Control]:
    """Build the way to the roller's sheet, and the front seat's next step, seen from `within`."""
    boxes = {"back": frame.geometry.back, "button": frame.geometry.button}
    return [
        frame.show(attrgetter(key), _button, box.seen_from(within), key=key)
        for key, box in boxes.items()
        if box is not None
    ]


def _button(look: ButtonLook | None, frame: Frame, box: Box) -> ft.Control:
    """Build a button that fills its box, grey while it is disabled."""
    if look is None:
        return ft.Container(**at(box))
    theme, two = frame.theme, frame.geometry.back is not None
    large = frame.geometry.mode is Mode.ROWS and (two or box.width >= _LARGE_FROM)
    wide = large and not (two or theme.large or frame.geometry.sheet.rows[0].box.width < _ICON_FROM)
    ends = look.identifier in {"end-turn", "done"} and not look.misses
    ticks = wide and ends and not look.named
    size = min(_LARGE if large else _SMALL, _TWO if two else _LARGE)
    wraps = two or not large or look.identifier == "change"
    if frame.all_sheets:
        ticks, size, wraps = not look.misses, _LARGE, False
    make = outlined if look.misses else _MAKES.get(look.identifier, primary)
    return make(
        theme,
        look.identifier,
        look.text,
        lambda: frame.tap(look.identifier),
        icon=ft.Icons.CHECK_ROUNDED if ticks else None,
        size=size,
        wraps=wraps,
        planned=True,
        place=corner(box),
        width=box.width,
        height=box.height,
        dead=look.deaf,
        opacity=theme.idle if look.deaf else None,
    )


# words that take the place of something quiet

Passing = tuple[Message | None, bool, bool]
"""Words for a while, whether it is the last chance, and whether larger cells are offered."""
Quiet = Callable[[Frame, Box], ft.Control]
"""Paints what a box shows as long as it has no message."""
_FINGER, _ANSWER = 44, 48
"""Least heights of a bar with a button, and of one with a question; in dp."""
_BAR = 60.0
"""Height of the bar above all sheets whose letters are as they were designed, in dp."""


def words_or(quiet: Quiet, frame: Frame, box: Box) -> ft.Control:
    """Build what was just done, is offered or explained in a box, or else what is usually there."""
    if box in {frame.geometry.message, frame.geometry.offer}:
        return frame.show(_words_for_a_while, _passing_or, box, quiet)
    return _hint_or(quiet, frame, box)


def _words_for_a_while(view: View) -> Passing:
    return view.message, view.last_chance, view.offers_columns


def _passing_or(part: Passing, frame: Frame, box: Box, quiet: Quiet) -> ft.Control:
    """Build words that go by themselves or wait for an answer."""
    message, last_chance, offers_columns = part
    if box == frame.geometry.message and last_chance:
        return _last_chance(frame, box)
    if box == frame.geometry.message and message is not None:
        return _message(message, frame, box)
    if box == frame.geometry.offer and offers_columns:
        place = _at_least(box, _ANSWER)
        offer = columns_offer(place.height, frame.theme, frame.words, frame.tap)
        return ft.Container(offer, **at(place))
    return _hint_or(quiet, frame, box)


def _hint_or(quiet: Quiet, frame: Frame, box: Box) -> ft.Control:
    if frame.hint is None or box != frame.geometry.hint:
        return quiet(frame, box)
    return _hint(frame.hint, frame, box)


def hint_apart(frame: Frame) -> list[ft.Control]:
    """Build what a first game explains, where it has a place of its own."""
    geometry = frame.geometry
    if frame.hint is None or geometry.hint is None or geometry.hint in geometry.shared:
        return []
    return [_hint(frame.hint, frame, geometry.hint)]


def _hint(hint: HintLook, frame: Frame, box: Box) -> ft.Control:
    """Build what a first game explains, as much of it as there is room for."""
    if frame.geometry.is_narrow(box):
        note = hint_note(hint, frame.theme)
        return ft.Container(note, alignment=ft.Alignment.CENTER_LEFT, **at(box))
    bar = hint_bar(hint, frame.theme, frame.words, min(box.height, HEIGHT))
    return ft.Container(bar, **at(box))


def _grown(frame: Frame, box: Box) -> float:
    """Return how many times larger than designed the letters of a bar are."""
    return box.height / _BAR if frame.all_sheets else 1.0


def _message(message: Message, frame: Frame, box: Box) -> ft.Control:
    sheet, sum_ = frame.sheet, frame.geometry.sheet.sum
    if frame.geometry.is_narrow(box):
        note = message_note(message, frame.theme, box, _grown(frame, box), key="message")
        return ft.Container(note, **at(box))
    room = sum_.note if box == sum_.line and sum_.note is not None else box
    bar = message_bar(message, room, frame.theme, frame.words, frame.tap, key="message")
    if room is box:
        return ft.Container(bar, **at(box))
    return ft.Stack([ft.Container(bar, **at(room.seen_from(box))), *ends(sheet, box)], **at(box))


def _last_chance(frame: Frame, box: Box) -> ft.Control:
    """Offer the last cross (rule 6): after the end that of the same action may be entered."""
    if frame.geometry.is_narrow(box):
        return ft.Container(_finish_note(frame, in_rail=box == frame.geometry.banner), **at(box))
    theme, words, place = frame.theme, frame.words, _at_least(box, _FINGER)
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
        lambda: frame.tap("finish"),
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
    """Offer the last cross in little room; beside the penalties the bar above names it."""
    theme, words = frame.theme, frame.words
    finish = tappable(
        "finish",
        words.text("Finish"),
        write(words.text("Finish"), LABEL, color=theme.on_primary),
        lambda: frame.tap("finish"),
        bgcolor=theme.primary,
        border_radius=10,
        height=_FINGER,
        alignment=ft.Alignment.CENTER,
        padding=ft.Padding.symmetric(horizontal=10),
    )
    if not in_rail:
        finish.expand = True
        return ft.Row([finish])
    style = TAG.at(12).held(theme, LARGE_TEXT)
    text = words.text("Last chance this roll")
    said = write(text, style, color=theme.ink, expand=True, max_lines=3)
    return ft.Column([said, finish], spacing=6)


def _at_least(box: Box, height: float) -> Box:
    """Return the box, extended at both sides where it is too low to be tapped."""
    return box.inset(0, -max(0.0, height - box.height) / 2)


# the bar, or what a rail has in its place


def bar(frame: Frame) -> list[ft.Control]:
    """Build all of the bar but undo and redo."""
    boxes = frame.geometry.bar
    if boxes.box is None:
        pill = frame.show(lambda view: view.title, _pill, boxes.menu)
        return [pill, words_or(_banner, frame, boxes.words)]
    if not frame.all_sheets:
        return [_way_out(frame), words_or(_face_and_title, frame, boxes.words)]
    parts = [_way_out(frame)]
    if boxes.face is not None and not _is_covered(boxes.face, frame):
        parts.append(frame.show(lambda view: view.roller, _face, boxes.face))
    if not _is_covered(boxes.title, frame):
        parts.append(words_or(_whose_roll, frame, boxes.title))
    return parts


def undo_and_redo(frame: Frame) -> list[ft.Control]:
    """Build the buttons of undo and redo."""
    boxes = frame.geometry.bar
    return [
        frame.show(lambda view: view.undo, _one_of_both, boxes.undo, "undo"),
        frame.show(lambda view: view.redo, _one_of_both, boxes.redo, "redo"),
    ]


def _one_of_both(able: bool, frame: Frame, box: Box, which: str) -> ft.Control:  # noqa: FBT001 - shown
    fill = frame.theme.surface if frame.geometry.bar.box is None else None
    return one_of_both(able, which, frame.theme, frame.words, frame.tap_undo, box, fill)


def _way_out(frame: Frame) -> ft.Control:
    """Build the button to all that is not playing; back for a spectator."""
    words, place = frame.words, corner(frame.geometry.bar.menu)
    name, said, icon = "menu", words.text("Menu"), ft.Icons.MENU_ROUNDED
    if frame.watches:
        name, said, icon = "back", words.text("Back"), ft.Icons.ARROW_BACK_ROUNDED
    return way_button(name, said, icon, frame.theme, frame.tap, place=place)


def _is_covered(box: Box, frame: Frame) -> bool:
    """Return whether the hint begins before a part of the bar, and covers it."""
    place = frame.geometry.hint
    return frame.hint is not None and place is not None and place.x <= box.x


def _face_and_title(frame: Frame, box: Box) -> ft.Control:
    """Build a disc for a single sheet, and a title."""
    boxes, sheet = frame.geometry.bar, frame.sheet
    parts = [frame.show(lambda view: view.title, _title, boxes.title.seen_from(box))]
    if boxes.face is not None:
        whose = initial(sheet.name), sheet.color
        parts.insert(0, _face(whose, frame, boxes.face.seen_from(box)))
    return ft.Stack(parts, **at(box))


def _whose_roll(frame: Frame, box: Box) -> ft.Control:
    """Build the title of all sheets of a table."""
    return frame.show(lambda view: view.title, _title, box)


def _face(part: tuple[str, int] | None, frame: Frame, box: Box) -> ft.Control:
    """Build the disc of who plays or rolls; a pen where sheets are copied and nobody does."""
    theme = frame.theme
    if part is None:
        pen = ft.Icon(ft.Icons.EDIT_ROUNDED, size=22, color=theme.ink2)
        return ft.Container(pen, alignment=ft.Alignment.CENTER, **at(box))
    initial, color = part
    return disc(initial, theme.player(color), box.width, **corner(box))


def _title(part: Title, frame: Frame, box: Box) -> ft.Control:
    """Build a name and a quiet line below it, or words that must be seen."""
    theme, banner, grown, of_all = frame.theme, part.banner, _grown(frame, box), frame.all_sheets
    title = TITLE.at(19 * grown).held(theme, CELL_TEXT if of_all else LARGE_TEXT)
    lines: list[ft.Control] = [
        write(part.title, title, color=theme.ink, height=1.2, no_wrap=True),
        _subtitle(part.subtitle, frame, grown)
        if banner is None
        else banner_pill(banner.text if of_all else banner.shown, theme, 12 * grown),
    ]
    place = at(box) if of_all else {}
    inside = ft.Column(lines, spacing=1, alignment=ft.MainAxisAlignment.CENTER, **place)
    if of_all:
        return inside
    if banner is None or not banner.way:
        return Node(header=True, content=inside, **at(box))
    spoken = f"{part.title}. {banner.text}"
    return words_that_lead(banner.way, spoken, inside, frame.tap, box)


def _subtitle(text: str, frame: Frame, grown: float) -> ft.Control:
    theme = frame.theme
    if frame.all_sheets:
        small = HINT.at(13 * grown).held(theme)
        return write(text, small, color=theme.ink2, height=1.2, no_wrap=True)
    lines, cut = 2 if theme.large else 1, ft.TextOverflow.ELLIPSIS
    return write(text, HINT, color=theme.ink2, height=1.2, max_lines=lines, overflow=cut)


# in a rail

_LINE = 1.2
"""Height of a line of a banner, as a multiple of its letters."""


def _banner(frame: Frame, box: Box) -> ft.Control:
    return frame.show(lambda view: view.title.banner, _must_be_seen, box)


def _must_be_seen(banner: Banner | None, frame: Frame, box: Box) -> ft.Control:
    """Build the words at a table that must be seen."""
    if banner is None:
        return ft.Container(**at(box))
    theme = frame.theme
    style = TAG.fitting(theme, banner.shown, box.width, box.height)
    whole = max(1, int(box.height / (style.size * theme.text * _LINE)))
    words = write(banner.shown, style, color=theme.ink, height=_LINE, max_lines=min(3, whole))
    if not banner.way:
        return ft.Container(words, **at(box))
    return words_that_lead(banner.way, banner.text, words, frame.tap, box)


def _pill(part: Title, frame: Frame, box: Box) -> ft.Control:
    """Build whose pad it is, with the sign or the word of the menu; a tap opens it."""
    theme, table = frame.theme, bool(frame.seats)
    sign = ft.Icon(ft.Icons.MENU_ROUNDED, size=18, color=theme.ink)
    face = disc(initial(frame.sheet.name), theme.player(frame.sheet.color), 30)
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
        frame.words.text("Menu"),
        ft.Row([*first, names], spacing=3 if table else 8),
        lambda: frame.tap("menu"),
        place=corner(box),
        width=box.width,
        height=box.height,
        border_radius=box.height / 2,
        bgcolor=theme.surface,
        padding=ft.Padding.only(left=7 if table else 9, right=4 if table else 6),
    )
