"""Around the rows of one sheet, and above all sheets of a table: bar, messages, buttons."""

from collections.abc import Callable
from operator import attrgetter

import flet as ft

from qwixx_pad.settings import initial
from qwixx_pad.ui.correction import Message
from qwixx_pad.ui.correction.message_bar import message_bar, message_note
from qwixx_pad.ui.design.controls import (
    banner_pill,
    disc,
    named_icon_button,
    outlined_button,
    primary_button,
    text_link,
    tonal_button,
    undo_redo_button,
)
from qwixx_pad.ui.design.primitives import (
    SemanticsNode,
    box_args,
    corner_args,
    live_region,
    tappable,
    write,
)
from qwixx_pad.ui.geometry import LARGE_TEXT_SCALE, Box
from qwixx_pad.ui.play.paint.frame import Frame
from qwixx_pad.ui.play.paint.hints import HINT_BAR_DP, columns_offer, hint_bar
from qwixx_pad.ui.play.paint.tap_targets import extra_and_total
from qwixx_pad.ui.play.state import Banner, BarTitle, ButtonLook, HintLook
from qwixx_pad.ui.sheet.boxes import RowMode
from qwixx_pad.ui.theme.tokens import (
    CAPTION,
    HINT,
    LABEL,
    MAX_CELL_TEXT_SCALE,
    TAG,
    TITLE,
    Style,
    text_width,
)

_LINE = 1.2
"""Height of a line of a name or a banner, as a multiple of its text size."""

# what a sheet does next

_LARGE_SP = 17
"""Text size of a button in rows."""
_SMALL_SP = 14
"""Text size of a button elsewhere."""
_TWO_SP = 15
"""Text size where two buttons share the space of one."""
_LARGE_FROM = 134
"""A narrower button has small text, in dp."""
_ICON_FROM = 370
"""A narrower pad has no space for an icon on the button, in dp."""


def pad_buttons(frame: Frame, within: Box) -> list[ft.Control]:
    """Build the button back to the roller's sheet, and that of the front seat's next step.

    They are seen from `within`.
    """
    boxes = {"back": frame.geometry.back, "button": frame.geometry.button}
    return [
        frame.leaf(attrgetter(part), _pad_button, box.relative_to(within), key=part)
        for part, box in boxes.items()
        if box is not None
    ]


def _pad_button(look: ButtonLook | None, frame: Frame, box: Box) -> ft.Control:
    """Build a button that fills its box, pale while it is disabled."""
    if look is None:
        return ft.Container(**box_args(box))
    geometry = frame.geometry
    two = geometry.back is not None
    large = geometry.mode is RowMode.ROWS and (two or box.width >= _LARGE_FROM)
    size = _SMALL_SP
    if large:
        size = _TWO_SP if two else _LARGE_SP
    wide = geometry.first_sheet.rows[0].box.width >= _ICON_FROM
    ends = look.identifier in {"end-turn", "done"} and not look.named
    ticks = ends and large and wide and not (two or frame.theme.has_large_text)
    if frame.all_sheets:
        ticks = True
        size = _LARGE_SP
    build = primary_button
    if look.is_penalty:
        build = outlined_button
    elif look.quiet:
        build = tonal_button
    return build(
        look.identifier,
        look.text,
        lambda: frame.tap(look.identifier),
        icon=ft.Icons.CHECK_ROUNDED if ticks and not look.is_penalty else None,
        size=size,
        planned=True,
        place=corner_args(box),
        width=box.width,
        height=box.height,
        dead=look.disabled,
        opacity=frame.theme.idle_opacity if look.disabled else None,
    )


# words that take the place of something quiet

PaintQuiet = Callable[[Frame, Box], ft.Control]
"""Paints what a box shows while it has no message."""
_MIN_TAP_DP = 44
"""Least height of a bar with a button."""
_MIN_ANSWER_DP = 48
"""Least height of a bar with a question."""
_BAR_EDGE_DP = 4
"""Around a button in such a bar; it takes taps there as well."""
_BAR_DP = 60.0
"""Height of the bar above all sheets at which its text has its designed size."""
_select_notices = attrgetter("message", "last_chance", "offers_columns")
"""Selects the `part` of a view that `_notice_or` shows."""


def message_or(quiet: PaintQuiet, frame: Frame, box: Box) -> ft.Control:
    """Build the message, offer or hint of a box, or what is usually there."""
    if box in {frame.geometry.message, frame.geometry.columns_offer}:
        return frame.leaf(_select_notices, _notice_or, box, quiet)
    return _hint_or(quiet, frame, box)


def _notice_or(
    part: tuple[Message | None, bool, bool], frame: Frame, box: Box, quiet: PaintQuiet
) -> ft.Control:
    """Build a message or an offer, or what is usually there."""
    message, last_chance, offers_columns = part
    if box == frame.geometry.message and last_chance:
        return _last_chance_bar(frame, box)
    if box == frame.geometry.message and message is not None:
        return _paint_message(message, frame, box)
    if box == frame.geometry.columns_offer and offers_columns:
        place = _with_min_height(box, _MIN_ANSWER_DP)
        offer = columns_offer(place.height, frame.theme, frame.tr, frame.tap)
        return ft.Container(offer, **box_args(place))
    return _hint_or(quiet, frame, box)


def _hint_or(quiet: PaintQuiet, frame: Frame, box: Box) -> ft.Control:
    if frame.hint is None or box != frame.geometry.hint:
        return quiet(frame, box)
    return _paint_hint(frame.hint, frame, box)


def separate_hint(frame: Frame) -> list[ft.Control]:
    """Build the hint, where it has a place of its own."""
    geometry = frame.geometry
    if frame.hint is None or geometry.hint is None or geometry.hint in geometry.message_places:
        return []
    return [_paint_hint(frame.hint, frame, geometry.hint)]


def _paint_hint(hint: HintLook, frame: Frame, box: Box) -> ft.Control:
    """Build the hint, with as much detail as there is room for."""
    if frame.geometry.is_narrow(box):
        title = live_region("hint", write(hint.title, TAG, line_height=1.2, max_lines=5))
        return ft.Container(title, alignment=ft.Alignment.CENTER_LEFT, **box_args(box))
    return ft.Container(hint_bar(hint, frame.tap, min(box.height, HINT_BAR_DP)), **box_args(box))


def _bar_text_scale(frame: Frame, box: Box) -> float:
    """How many times larger than designed the text of a bar is."""
    return box.height / _BAR_DP if frame.all_sheets else 1.0


def _paint_message(message: Message, frame: Frame, box: Box) -> ft.Control:
    sum_ = frame.geometry.first_sheet.sum
    if frame.geometry.is_narrow(box):
        return ft.Container(
            message_note(message, box, _bar_text_scale(frame, box), key="message"), **box_args(box)
        )
    if box != sum_.line or sum_.note is None:
        bar = message_bar(message, box, frame.tap, key="message")
        return ft.Container(bar, **box_args(box))
    bar = message_bar(message, sum_.note, frame.tap, key="message")
    placed = ft.Container(bar, **box_args(sum_.note.relative_to(box)))
    return ft.Stack([placed, *extra_and_total(frame.first_sheet, box)], **box_args(box))


def _last_chance_bar(frame: Frame, box: Box) -> ft.Control:
    """Say that one more cross is possible after the end (rule 6); a button passes it up."""
    if frame.geometry.is_narrow(box):
        return ft.Container(
            _finish_note(frame, in_rail=box == frame.geometry.banner), **box_args(box)
        )
    place = _with_min_height(box, _MIN_TAP_DP)
    text = write(
        frame.tr.gettext("Two rows are closed. Last chance: your cross for this roll."),
        TAG,
        line_height=1.2,
        max_lines=2,
        expand=True,
    )
    finish = primary_button(
        "finish",
        frame.tr.gettext("Finish"),
        lambda: frame.tap("finish"),
        height=place.height - 2 * _BAR_EDGE_DP,
        size=15,
        planned=True,
        margin=_BAR_EDGE_DP,
    )
    return ft.Container(
        content=ft.Row([ft.Semantics(content=text, live_region=True, expand=True), finish]),
        bgcolor=frame.theme.surface2,
        border_radius=16,
        padding=ft.Padding.only(left=14),
        **box_args(place),
    )


def _finish_note(frame: Frame, *, in_rail: bool) -> ft.Control:
    """Build the button that passes up the last cross, where there is little room.

    In a rail, a label is above it; elsewhere the bar says the same.
    """
    theme = frame.theme
    tr = frame.tr
    finish = tappable(
        "finish",
        tr.gettext("Finish"),
        write(tr.gettext("Finish"), LABEL, color=theme.on_primary),
        lambda: frame.tap("finish"),
        bgcolor=theme.primary,
        border_radius=10,
        height=_MIN_TAP_DP,
        alignment=ft.Alignment.CENTER,
        padding=ft.Padding.symmetric(horizontal=10),
    )
    if not in_rail:
        finish.expand = True
        return ft.Row([finish])
    style = TAG.resized(12).capped(theme, LARGE_TEXT_SCALE)
    return ft.Column(
        [write(tr.gettext("Last chance this roll"), style, expand=True, max_lines=3), finish],
        spacing=6,
    )


def _with_min_height(box: Box, height: float) -> Box:
    """The box, extended above and below if it is too low."""
    return box.inset(0, -max(0.0, height - box.height) / 2)


# the bar, or what a rail has in its place


def title_bar(frame: Frame) -> list[ft.Control]:
    """Build the bar without undo and redo."""
    boxes = frame.geometry.bar
    if boxes.box is None:
        return [
            frame.leaf(lambda view: view.title, _menu_pill, boxes.menu),
            message_or(_banner_area, frame, boxes.words),
        ]
    if not frame.all_sheets:
        return [_menu_button(frame), message_or(_face_and_title, frame, boxes.words)]
    parts = [_menu_button(frame)]
    if boxes.face is not None and not _is_under_hint(boxes.face, frame):
        parts.append(frame.leaf(lambda view: view.roller, _bar_face, boxes.face))
    if not _is_under_hint(boxes.title, frame):
        parts.append(message_or(_board_title, frame, boxes.title))
    return parts


def undo_redo_buttons(frame: Frame) -> list[ft.Control]:
    return [
        frame.leaf(lambda view: view.undo, _undo_redo_button, frame.geometry.bar.undo, "undo"),
        frame.leaf(lambda view: view.redo, _undo_redo_button, frame.geometry.bar.redo, "redo"),
    ]


def _undo_redo_button(able: bool, frame: Frame, box: Box, which: str) -> ft.Control:  # noqa: FBT001 - shown
    """Build one of the two; where all sheets are shown it is for the last entry of any seat."""

    def tap(which: str) -> None:
        frame.tap(f"{which}-last" if frame.all_sheets else which)

    fill = frame.theme.surface if frame.geometry.bar.box is None else None
    return undo_redo_button(able, which, tap, box, fill)


def _menu_button(frame: Frame) -> ft.Control:
    """Build the button of the menu; for a spectator the one that leads back."""
    place = corner_args(frame.geometry.bar.menu)
    if frame.watches:
        text = frame.tr.gettext("Back")
        icon = ft.Icons.ARROW_BACK_ROUNDED
        return named_icon_button("back", text, icon, frame.tap, place=place)
    text = frame.tr.gettext("Menu")
    return named_icon_button("menu", text, ft.Icons.MENU_ROUNDED, frame.tap, place=place)


def _is_under_hint(box: Box, frame: Frame) -> bool:
    """True if the hint covers a part of the bar."""
    place = frame.geometry.hint
    return frame.hint is not None and place is not None and place.x <= box.x


def _face_and_title(frame: Frame, box: Box) -> ft.Control:
    """Build the title, for a single sheet with a disc before it."""
    bar = frame.geometry.bar
    parts = [frame.leaf(lambda view: view.title, _bar_title, bar.title.relative_to(box))]
    if bar.face is not None:
        person = (initial(frame.first_sheet.name), frame.first_sheet.color)
        parts.insert(0, _bar_face(person, frame, bar.face.relative_to(box)))
    return ft.Stack(parts, **box_args(box))


def _board_title(frame: Frame, box: Box) -> ft.Control:
    return frame.leaf(lambda view: view.title, _bar_title, box)


def _bar_face(part: tuple[str, int] | None, frame: Frame, box: Box) -> ft.Control:
    """Build the disc of a player; a pen where sheets are copied from paper."""
    if part is None:
        return ft.Container(
            ft.Icon(ft.Icons.EDIT_ROUNDED, size=22, color=frame.theme.ink2),
            alignment=ft.Alignment.CENTER,
            **box_args(box),
        )
    initial, color = part
    return disc(initial, frame.theme.player_color(color), box.width, **corner_args(box))


_MIN_BAR_SP = 14
"""The smallest text size of a title above a banner."""


def _title_letters(part: BarTitle, frame: Frame, box: Box) -> tuple[Style, int]:
    """Choose the style of a bar's title and its number of lines."""
    theme = frame.theme
    style = TITLE.resized(19 * _bar_text_scale(frame, box))
    if frame.all_sheets:
        return style.on_one_line(theme, part.title, box.width, MAX_CELL_TEXT_SCALE), 1
    style = style.capped(theme, LARGE_TEXT_SCALE)
    if style.width_of(part.title, theme) <= box.width:
        return style, 1
    if part.banner is not None:
        fits = box.width / text_width(part.title) / theme.text_scale
        return style.resized(min(style.size, max(theme.capped_size(_MIN_BAR_SP), fits))), 1
    free = box.height / theme.text_scale / _LINE - theme.capped_size(13, LARGE_TEXT_SCALE)
    return style.resized(min(theme.capped_size(19), free / 2)), 2


def _bar_title(part: BarTitle, frame: Frame, box: Box) -> ft.Control:
    """A title, and a subtitle or a banner below it."""
    banner = part.banner
    text_scale = _bar_text_scale(frame, box)
    style, lines = _title_letters(part, frame, box)
    title = write(
        part.title, style, line_height=_LINE, max_lines=lines, overflow=ft.TextOverflow.ELLIPSIS
    )
    below: ft.Control
    if banner is None:
        free = box.height - lines * style.size * frame.theme.text_scale * _LINE
        below = _bar_subtitle(part.subtitle, frame, text_scale, free)
    elif frame.all_sheets:
        below = banner_pill(banner.text, frame.theme.capped_size(12 * text_scale))
    else:
        below = banner_pill(banner.display_text)
    place = box_args(box) if frame.all_sheets else {}
    both = ft.Column([title, below], spacing=1, alignment=ft.MainAxisAlignment.CENTER, **place)
    if frame.all_sheets:
        return both
    if banner is None or not banner.target:
        return SemanticsNode(header=True, content=both, **box_args(box))
    return text_link(banner.target, f"{part.title}. {banner.text}", both, frame.tap, box)


def _bar_subtitle(text: str, frame: Frame, text_scale: float, free: float) -> ft.Control:
    """Build the line below a title; large text may take two lines if so much height is `free`."""
    theme = frame.theme
    if frame.all_sheets:
        style = HINT.resized(13 * text_scale).capped(theme)
        return write(text, style, color=theme.ink2, line_height=1.2, no_wrap=True)
    style = HINT.capped(theme, LARGE_TEXT_SCALE)
    lines = 2 if theme.has_large_text and free >= 2 * style.size * theme.text_scale * _LINE else 1
    return write(
        text,
        style,
        color=theme.ink2,
        line_height=_LINE,
        max_lines=lines,
        overflow=ft.TextOverflow.ELLIPSIS,
    )


# in a rail


def _banner_area(frame: Frame, box: Box) -> ft.Control:
    return frame.leaf(lambda view: view.title.banner, _paint_banner, box)


def _paint_banner(banner: Banner | None, frame: Frame, box: Box) -> ft.Control:
    """Build the banner of a rail."""
    if banner is None:
        return ft.Container(**box_args(box))
    style = TAG.fitted_to(frame.theme, banner.display_text, box.width, box.height)
    lines = max(1, int(box.height / (style.size * frame.theme.text_scale * _LINE)))
    text = write(banner.display_text, style, line_height=_LINE, max_lines=min(3, lines))
    if not banner.target:
        return ft.Container(text, **box_args(box))
    return text_link(banner.target, banner.text, text, frame.tap, box)


_RAIL_EDGES_DP = 15.0
"""Width of the edges of the menu button in a rail."""
_RAIL_SIGN_DP = 32.0
"""The same with an icon."""
_RAIL_FACE_DP = 53.0
"""The same with a disc."""
_MIN_TITLE_SP = 11.0
"""The smallest text size of its title."""
_TIGHT_LINE = 1.15
"""Height of a line there, as a multiple of its text size."""


def _menu_pill(part: BarTitle, frame: Frame, box: Box) -> ft.Control:
    """Build the button of the menu in a rail, which also names the owner of the sheet."""
    theme = frame.theme
    table = bool(frame.seats)
    title = (TAG if table else LABEL).capped(theme)
    below = CAPTION.capped(theme)
    icons: list[ft.Control] = []
    room = box.width - (_RAIL_SIGN_DP if table else _RAIL_FACE_DP)
    if table:
        icons.append(ft.Icon(ft.Icons.MENU_ROUNDED, size=18, color=theme.ink))
    elif theme.has_large_text or title.width_of(part.title, theme) > room:
        room = box.width - _RAIL_EDGES_DP
    else:
        sheet = frame.first_sheet
        icons.append(disc(initial(sheet.name), theme.player_color(sheet.color), 30))
    lines = 1
    if title.width_of(part.title, theme) > room:  # only between words
        lines = 2
        longest = max(map(text_width, part.title.split())) * theme.text_scale
        title = title.resized(min(title.size, max(_MIN_TITLE_SP, room / longest)))
    name = write(part.title, title, line_height=_TIGHT_LINE, max_lines=lines)
    name.overflow = ft.TextOverflow.ELLIPSIS
    names = ft.Column([name], spacing=0, tight=True, expand=True)
    used = (lines * title.size + below.size) * theme.text_scale * _TIGHT_LINE
    if lines == 1 or used <= box.height:
        names.controls.append(
            write(part.subtitle, below, color=theme.ink2, line_height=_TIGHT_LINE, no_wrap=True)
        )
    return tappable(
        "menu",
        frame.tr.gettext("Menu"),
        ft.Row([*icons, names], spacing=3 if table else 8),
        lambda: frame.tap("menu"),
        place=corner_args(box),
        width=box.width,
        height=box.height,
        border_radius=box.height / 2,
        bgcolor=theme.surface,
        padding=ft.Padding.only(left=7 if table else 9, right=4 if table else 6),
    )
