"""Next to the pad and over it: messages, hints, an offer, and the card of corrections."""

from collections.abc import Sequence

import flet as ft

from qwixx_pad.core.moves import WhiteDiceSum
from qwixx_pad.ui.actions import CORRECTION_PREFIX, KEEP_ROWS, TRY_COLUMNS
from qwixx_pad.ui.context import ScreenContext
from qwixx_pad.ui.design.cards import (
    PROMPT_MARGIN_DP,
    Card,
    CardButton,
    in_pairs,
    prompt_overlay,
    report_cover,
)
from qwixx_pad.ui.design.controls import icon_button, outlined_button, primary_button
from qwixx_pad.ui.design.primitives import TapHandler, hstack, tappable, write
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.geometry import LARGE_TEXT_SCALE, MAX_COLUMN_DP, Box
from qwixx_pad.ui.play.paint.frame import WHITE_KEYS_DP
from qwixx_pad.ui.play.paint.tap_targets import row_tap_targets
from qwixx_pad.ui.play.state import (
    ChoiceLook,
    CorrectionCard,
    CorrectionLook,
    HintLook,
    Message,
    TableState,
    WhiteDiceLook,
    correction_look,
)
from qwixx_pad.ui.review import STEP_CARD_DP, STEP_LINE_DP, StepLook
from qwixx_pad.ui.sheet.boxes import RowBoxes
from qwixx_pad.ui.sheet.canvas import rows_picture
from qwixx_pad.ui.sheet.look import TermLook
from qwixx_pad.ui.sheet.rows import ROW_GAP_DP, display_rows, link_boxes
from qwixx_pad.ui.text.translator import Translator
from qwixx_pad.ui.theme.tokens import (
    BODY,
    CAPTION,
    HEADING,
    HINT,
    LABEL,
    NOTICE,
    NUMBER,
    TAG,
    TITLE,
    Theme,
    text_fits,
    text_width,
)

_SIZE, _LINE = 14, 1.2
"""Of letters, in sp; height of a line of them, as a multiple of that."""
_BESIDE, _BESIDE_ICON = 60, 64
"""Of the width of a message, what its words leave to the edges and to undo, or to a sign; in dp."""


@component
def message_bar(
    message: Message, box: Box, theme: Theme, tr: Translator, tap: TapHandler
) -> ft.Control:
    """Build the message in place of the strip of points: as high as its box, as wide."""
    ft.use_effect(report_cover, [message.undo], cleanup=report_cover)
    height, width = box.height, box.width - _BESIDE_ICON
    if message.undo:
        button_width = theme.text_scale * _SIZE * text_width(_button_text(message, tr))
        width = box.width - _BESIDE - button_width
    icon = ft.Icons.INFO_OUTLINE_ROUNDED if message.calm else ft.Icons.WARNING_AMBER_ROUNDED
    leading = [] if message.undo else [ft.Icon(icon, size=20, color=theme.ink)]
    undo = [_message_undo_button(message, height, theme, tr, tap)] if message.undo else []
    return ft.Container(
        height=height,
        bgcolor=theme.notice if message.undo else theme.surface2,
        border_radius=14,
        padding=ft.Padding.only(left=16, right=4 if message.undo else 16),
        content=ft.Row(
            [*leading, _message_lines(message, theme, Box(0, 0, width, height)), *undo], spacing=12
        ),
    )


@component
def message_note(message: Message, theme: Theme, box: Box, grown: float = 1.0) -> ft.Control:
    """Build the message in a narrow place: words only, so many times larger than elsewhere."""
    return _message_lines(message, theme, box, quiet=True, grown=grown)


def _message_lines(
    message: Message, theme: Theme, box: Box, *, quiet: bool = False, grown: float = 1.0
) -> ft.Control:
    """Build the words; large letters stop growing before one of them is cut off."""
    color = theme.on_notice if message.undo and not quiet else theme.ink
    faint = theme.on_notice if message.undo and not quiet else theme.ink2
    more = bool(message.detail) and not theme.has_large_text
    if quiet:
        whole = f"{message.title} {message.detail}"
        size = _SIZE * grown * theme.text_scale
        more = more and text_fits(whole, size, box.width, box.height)
    free = box.height - more * theme.grown_height(12 * grown) * _LINE
    style = TITLE.resized(_SIZE * grown).fitted_to(theme, message.title, box.width, free)
    most = max(
        3 if quiet or theme.has_large_text else 2,
        int(free / (style.size * theme.text_scale * _LINE)),
    )
    lines = [write(message.title, style, color=color, height=_LINE, max_lines=most)]
    if more:
        lines.append(
            write(message.detail, CAPTION.resized(12 * grown), color=faint, height=1.2, max_lines=2)
        )
    middle = ft.MainAxisAlignment.CENTER
    return _live_region("message", ft.Column([*lines], spacing=1, alignment=middle, tight=True))


def _live_region(identifier: str, lines: ft.Control) -> ft.Control:
    """Build words that a screen reader announces when they appear."""
    return ft.Semantics(
        identifier=identifier, live_region=True, container=True, expand=True, content=lines
    )


def _button_text(message: Message, tr: Translator) -> str:
    return tr.gettext("Cancel") if message.undo == "cancel" else tr.gettext("Undo")


def _message_undo_button(
    message: Message, height: float, theme: Theme, tr: Translator, tap: TapHandler
) -> ft.Control:
    text = spoken = _button_text(message, tr)
    identifier = "cancel"
    if message.undo != identifier:
        # Translators: {done} is what was done, such as "Red 4 crossed"; for a screen reader.
        identifier, spoken = "undo-message", tr.gettext("{done}. Undo", done=message.title)
    return tappable(
        identifier,
        spoken,
        write(text, NOTICE, color=theme.notice_action),
        lambda: tap(message.undo),
        height=height,
        padding=ft.Padding.symmetric(horizontal=14),
        border_radius=12,
        alignment=ft.Alignment.CENTER,
    )


HINT_BAR_DP = 68.0
"""Space that a hint needs above the foot of an upright pad, in dp."""
_TWO_LINES_DP = 52
"""From this height on, a low bar has two lines for the detail."""


def hint_bar(hint: HintLook, theme: Theme, tr: Translator, height: float) -> ft.Control:
    """Build the hint; read politely, gone when something happens or when it is closed.

    A low bar has fewer lines for the detail.
    """
    low, detail = (
        height < HINT_BAR_DP,
        3 if height >= HINT_BAR_DP else 2 if height >= _TWO_LINES_DP else 1,
    )
    lines = ft.Column(
        [
            write(hint.title, NOTICE, color=theme.ink, height=1.2, max_lines=1 if low else 2),
            write(hint.detail, CAPTION, color=theme.ink2, height=1.2, max_lines=detail),
        ],
        spacing=1,
        alignment=ft.MainAxisAlignment.CENTER,
        tight=True,
    )
    text = _live_region("hint", lines)
    close = tappable(
        "hint-seen",
        tr.gettext("Got it"),
        ft.Icon(ft.Icons.CLOSE_ROUNDED, size=20, color=theme.ink2),
        hint.close,
        width=48,
        height=min(height, 48),
        border_radius=24,
        alignment=ft.Alignment.CENTER,
    )
    icon = ft.Icon(ft.Icons.LIGHTBULB_OUTLINE_ROUNDED, size=20, color=theme.ink)
    return ft.Container(
        ft.Row([icon, text, close], spacing=10),
        height=height,
        bgcolor=theme.surface2,
        border_radius=14,
        padding=ft.Padding.only(left=14, right=2),
        key="hint",
    )


def hint_note(hint: HintLook, theme: Theme) -> ft.Control:
    """Build the hint where there is hardly any room: its first line."""
    return _live_region("hint", write(hint.title, TAG, color=theme.ink, height=1.2, max_lines=5))


def columns_offer(height: float, theme: Theme, tr: Translator, tap: TapHandler) -> ft.Control:
    """Build one line with a yes and a no; it stays until answered, and covers nothing."""
    text = write(
        tr.gettext("Columns have larger cells."),
        NOTICE,
        color=theme.ink,
        height=1.2,
        max_lines=2,
    )
    tall = max(height, 48)
    yes = primary_button(
        theme,
        TRY_COLUMNS,
        tr.gettext("Try columns"),
        lambda: tap(TRY_COLUMNS),
        height=tall - 4,
        size=14,
    )
    no = icon_button(
        theme, KEEP_ROWS, tr.gettext("Keep rows"), ft.Icons.CLOSE_ROUNDED, lambda: tap(KEEP_ROWS)
    )
    return ft.Container(
        ft.Row([_live_region("columns-offer", text), ft.Container(yes, width=124), no], spacing=4),
        height=tall,
        bgcolor=theme.surface2,
        border_radius=16,
        padding=ft.Padding.only(left=14),
    )


_CELL, _LOW_CELL, _LOW, _WIDE_CELL, _WIDE = 42.0, 36.0, 700, 50.0, 440
"""Height of a cell; on an upright screen that is lower; on a sheet that is wider; in dp."""
_CARD_PADDING_DP = 10.0
"""Around all on the card, in dp: less than elsewhere, so that its cells are wide enough."""
_CARD_REST_DP = 340.0
"""Height of all that is not the sheet, in dp."""
_WHITE_PART = 75.0
"""Height of the part for the white dice, with what is free around it, in dp."""


def correction_sheet(
    card: CorrectionCard, context: ScreenContext, tap: TapHandler, table: TableState | None = None
) -> ft.Control:
    """Build the open card over a page, for `page_under_card`; `table` if a game is running."""
    hides = context.settings.hide_points and not card.base_game.position.is_settled
    own, theme = table is not None and card.shown_spot.seat == table.own_seat, context.theme
    rollers = None if table is None or table.is_host else table.own_seats
    look = correction_look(card, context.tr, own=own, hides=hides, rollers=rollers)
    places = _card_row_boxes(card, context)
    seed = card.reviewed.pen_seed(card.shown_spot.seat)
    links = link_boxes(card.base_game.setup.layout_of(card.shown_spot.seat), places)
    drawn = rows_picture(look.sheet.rows, places, links, theme, seed)
    inside = [
        _correction_head(look, context, tap),
        step_card(look.step, theme, live_text=True, identifier="wrong-step", key="step"),
        ft.Stack([drawn, row_tap_targets(look.sheet.rows, places, CORRECTION_PREFIX, tap)]),
        _correction_hint(look, context),
        *_white_dice_section(look, context, tap),
        *_correction_buttons(look, context, tap),
    ]
    rest = _CARD_REST_DP + (_WHITE_PART if look.white else 0)
    high = sum(boxes.box.height + ROW_GAP_DP for boxes in places) + rest
    tall = high > context.space.height
    return prompt_overlay(
        inside, theme, context.tr, tap, keeps=True, tall=tall, padding=_CARD_PADDING_DP
    )


def _card_row_boxes(card: CorrectionCard, context: ScreenContext) -> tuple[RowBoxes, ...]:
    width = _inner_width(context)
    low = context.space.width < context.space.height < _LOW
    cell = _WIDE_CELL if width > _WIDE else _LOW_CELL if low else _CELL
    layout = card.base_game.setup.layout_of(card.shown_spot.seat)
    return display_rows(layout, width, cell, max(26.0, context.space.lines_height(14)))


def _inner_width(context: ScreenContext) -> float:
    return min(context.space.width - 2 * PROMPT_MARGIN_DP, MAX_COLUMN_DP) - 2 * _CARD_PADDING_DP


def _white_dice_section(
    look: CorrectionLook, context: ScreenContext, tap: TapHandler
) -> list[ft.Control]:
    """Build buttons for the sum of the roll's white dice, for whoever remembers it."""
    if look.white is None:
        return []
    theme, words = context.theme, context.tr
    named = write(words.gettext("White dice of this roll"), HINT, color=theme.ink2, height=1.2)
    keys = white_dice_keys(look.white, _inner_width(context), theme, words, tap)
    return [ft.Column([named, keys], spacing=2, tight=True)]


_SUMS = range(2, 13)
"""The sums of two dice."""
_BETWEEN, _SIGN = 2.0, 24.0
"""Between two of the buttons, and width of the sign before them; in dp."""


def white_dice_keys(
    look: WhiteDiceLook, width: float, theme: Theme, tr: Translator, tap: TapHandler
) -> ft.Control:
    """Build a button for each sum of the white dice, in a line; the entered one is marked."""
    across = (width - _SIGN) / len(_SUMS) - _BETWEEN

    def sum_key(points: int) -> ft.Control:
        identifier, marked = WhiteDiceSum(points).text, points == look.points
        fill, color = (theme.primary, theme.on_primary) if marked else (theme.surface2, theme.ink)
        shade = 1 if look.enabled or marked else theme.idle_opacity
        style = LABEL.resized(theme.two_digits(LABEL.size, across))
        return tappable(
            identifier,
            tr.white_dice_text(points),
            write(str(points), style, color=color, height=1.0, no_wrap=True, opacity=shade),
            lambda: tap(identifier),
            checked=marked,
            dead=not look.enabled,
            width=across,
            height=WHITE_KEYS_DP - 4,
            border_radius=7,
            bgcolor=fill,
            alignment=ft.Alignment.CENTER,
        )

    sign = ft.Icon(ft.Icons.CASINO_ROUNDED, size=18, color=theme.ink2, width=_SIGN - _BETWEEN)
    keys = [sign, *map(sum_key, _SUMS)]
    return ft.Row(keys, spacing=_BETWEEN, width=width, height=WHITE_KEYS_DP)


def _correction_head(look: CorrectionLook, context: ScreenContext, tap: TapHandler) -> ft.Control:
    """Build whose sheet it is, and the arrows to the entries before and after."""
    theme, words = context.theme, context.tr
    title = write(
        look.title, TITLE.resized(18).capped(theme, LARGE_TEXT_SCALE), color=theme.ink, height=1.2
    )
    back, on = ft.Icons.CHEVRON_LEFT_ROUNDED, ft.Icons.CHEVRON_RIGHT_ROUNDED
    before, after = words.gettext("Previous entry"), words.gettext("Next entry")
    return ft.Row(
        [
            ft.Semantics(header=True, content=title, expand=True),
            icon_button(
                theme, "earlier", before, back, lambda: tap("earlier"), enabled=look.has_earlier
            ),
            icon_button(theme, "later", after, on, lambda: tap("later"), enabled=look.has_later),
        ],
        spacing=0,
    )


def _correction_hint(look: CorrectionLook, context: ScreenContext) -> ft.Control:
    theme = context.theme
    icon = ft.Icons.WARNING_AMBER_ROUNDED if look.warns else ft.Icons.EDIT_ROUNDED
    text = write(look.hint, NOTICE, color=theme.ink, height=1.25, expand=True)
    return ft.Semantics(
        identifier="correcting",
        live_region=True,
        container=True,
        content=ft.Row([ft.Icon(icon, size=20, color=theme.ink2), text], spacing=10),
    )


def _correction_buttons(
    look: CorrectionLook, context: ScreenContext, tap: TapHandler
) -> Sequence[ft.Control]:
    """Build what can be wrong besides a number, and the way out; two in a line."""
    theme, words = context.theme, context.tr
    offered = [
        ("take-out", words.gettext("Remove it"), look.may_take_out),
        ("misthrow-instead", words.gettext("Make it a penalty"), look.may_be_penalty),
        ("forgotten", words.gettext("Add a missing cross"), look.forgotten),
    ]

    def other_button(identifier: str, text: str) -> ft.Control:
        return outlined_button(theme, identifier, text, lambda: tap(identifier), height=48, size=14)

    done, out = words.gettext("Done"), "done-correcting"
    buttons = [other_button(identifier, text) for identifier, text, here in offered if here]
    buttons.append(primary_button(theme, out, done, lambda: tap(out), height=48, size=15))
    lines = (buttons[at : at + 2] for at in range(0, len(buttons), 2))
    return [hstack(line, theme, spacing=8) for line in lines]


@component
def step_card(
    look: StepLook, theme: Theme, *, live_text: bool, identifier: str = "step"
) -> ft.Control:
    """Show what happened: tile, words, gain, new total; `live_text` is read when it changes."""
    small = [look.subtitle, *([] if look.chance is None else [look.chance])]
    lines = ft.Column(
        [
            write(
                look.title,
                LABEL.resized(15.5),
                color=theme.ink,
                height=1.2,
                no_wrap=not theme.has_large_text,
            ),
            *(
                write(line, HINT, color=theme.ink2, height=1.2, no_wrap=not theme.has_large_text)
                for line in small
            ),
        ],
        spacing=2,
        expand=True,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    lines.tight, above = theme.has_large_text, 12 if theme.has_large_text else 0
    tile, points = _step_tile(look, theme), _step_points(look, theme)
    if theme.has_large_text:  # words take the whole width
        points.horizontal_alignment = ft.CrossAxisAlignment.START
        lines.controls.append(points)
    inside = ft.Row([tile, lines, *([] if theme.has_large_text else [points])], spacing=11)
    return ft.Semantics(
        identifier=identifier,
        label=look.spoken_text,
        container=True,
        live_region=live_text,
        content=ft.Container(
            ft.Semantics(content=inside, exclude_semantics=True),
            height=None
            if theme.has_large_text
            else theme.grown_height(STEP_CARD_DP + STEP_LINE_DP * (len(small) - 1)),
            bgcolor=theme.surface,
            border_radius=18,
            padding=ft.Padding.only(left=14, right=15, top=above, bottom=above),
        ),
    )


def _step_tile(look: StepLook, theme: Theme) -> ft.Control:
    colors = theme.bands.get(look.letter)
    fill, color = (theme.surface2, theme.ink) if colors is None else (colors.band, colors.text)
    outline = colors.outline if colors else None
    sign = ft.Icon(getattr(ft.Icons, look.icon), size=20, color=color) if look.icon else None
    return ft.Container(
        sign or write(look.tile, HEADING.capped(theme), color=color, height=1.0),
        width=34,
        height=34,
        border_radius=9,
        bgcolor=fill,
        border=ft.Border.all(1, outline) if outline else None,
        alignment=ft.Alignment.CENTER,
    )


def _step_points(look: StepLook, theme: Theme) -> ft.Column:
    color = theme.gain if look.won else theme.ink
    above = [write(look.gain, NUMBER.resized(19), color=color, height=1.15)] if look.gain else []
    return ft.Column(
        [*above, write(look.now, HINT, color=theme.ink2, height=1.15, no_wrap=True)],
        spacing=2,
        tight=True,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.END,
    )


_MAX_SINGLE_LINES = 4
"""So many choices are below each other; more are two in a line."""


def choice_card(look: ChoiceLook, *, low: bool) -> Card:
    """Build the card that asks for a choice; a low screen has no room for many lines."""
    choices = [
        CardButton(key.identifier, key.text, primary_button, 52, key.letter, {"wraps": True})
        for key in look.choices
    ]
    chosen = in_pairs(choices, low=low or len(choices) > _MAX_SINGLE_LINES)
    out = [CardButton(key.identifier, key.text, outlined_button, 48) for key in look.ways_out]
    lines, buttons = [look.text] if look.text else [], [*chosen, *([out] if low else out)]
    return Card(look.title, lines, buttons, button_gap=8, icon=look.icon, letter=look.letter)


def sum_card(title: str, terms: Sequence[TermLook], theme: Theme, tr: Translator) -> Card:
    """Build each term of a sum in a line, the total last; without terms they are hidden."""
    hidden = write(tr.gettext("Points are hidden until the end."), BODY, color=theme.ink)
    lines = [_term_line(term, theme, last=term is terms[-1]) for term in terms]
    shown = ft.Column([*lines], spacing=6, tight=True) if lines else hidden
    back = CardButton("cancel", tr.gettext("Back to the game"), primary_button, 48)
    return Card(title, [shown], [back], icon="FUNCTIONS_ROUNDED")


def _term_line(term: TermLook, theme: Theme, *, last: bool) -> ft.Control:
    """Build what for at the left, points at the right; read as one."""
    mark = (
        ft.Icon(
            getattr(ft.Icons, theme.bands[term.letter].icon),
            size=14,
            color=theme.icon_color(term.letter),
        )
        if term.letter
        else ft.Container(width=14)
    )
    text = write(term.text, LABEL if last else BODY, color=theme.ink, expand=True)
    points = write(term.points, LABEL, color=theme.ink)
    line = ft.Row([mark, text, points], spacing=8)
    return ft.Semantics(
        label=f"{term.text}: {term.points}",
        container=True,
        content=ft.Semantics(content=line, exclude_semantics=True),
    )
