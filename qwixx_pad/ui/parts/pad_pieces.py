"""What all parts of one rendering of a pad have in common, and the pieces of all directions."""

from dataclasses import dataclass, replace

import flet as ft

from qwixx_pad.ui.guards import memo
from qwixx_pad.ui.hints import HintLook
from qwixx_pad.ui.pad.geometry import Geometry, Mode
from qwixx_pad.ui.pad.table_view import TableLook
from qwixx_pad.ui.pad.view import PadLook
from qwixx_pad.ui.pad_state import Message, PadState
from qwixx_pad.ui.parts.band import row_band
from qwixx_pad.ui.parts.columns_offer import columns_offer
from qwixx_pad.ui.parts.foot import misthrow_block, misthrow_box, pawn_field, sum_line, total_box
from qwixx_pad.ui.parts.hint_bar import hint_bar, hint_note
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.message import message_bar, message_note
from qwixx_pad.ui.parts.standings import standings
from qwixx_pad.ui.parts.tap import Tap, tappable
from qwixx_pad.ui.parts.topbar import UNDO_REDO, both_buttons, menu_button, top_bar
from qwixx_pad.ui.plan import PadPlan
from qwixx_pad.ui.tokens import LARGE_TEXT, Theme
from qwixx_pad.ui.words import Words

_band = memo(row_band)
_bar = memo(top_bar)
_undo_redo = memo(both_buttons)
_box = memo(misthrow_box)
_block = memo(misthrow_block)
_standings = memo(standings)
_line = memo(sum_line)


@dataclass(frozen=True, slots=True)
class PadScene:
    """What all parts of one rendering of the pad have in common.

    Attributes:
        state: What to show.
        look: Its sheet, as plain values.
        geometry: Where everything lies; `plan` is the same for those who do not read boxes.
        theme: Its colours.
        words: Its language.
        name: Whose pad it is.
        seed: Whose pen it is.
        tap: What a tap does; the same function at every rendering.
        can: Whether undo and redo have something to do.
        table: What stands around the sheet at a table; None for a single sheet.
        color: Of the player's disc.
        offers_columns: Whether larger cells are offered now.
        hint: What a first game explains now, if anything.
        hint_on_top: Whether it stands in the place of the name, or of a table's sum, where nothing
            else is free.
    """

    state: PadState
    look: PadLook
    geometry: Geometry
    plan: PadPlan
    theme: Theme
    words: Words
    name: str
    seed: str
    tap: Tap
    can: tuple[bool, bool]
    table: TableLook | None = None
    color: int = 0
    offers_columns: bool = False
    hint: HintLook | None = None
    hint_on_top: bool = False

    @property
    def subtitle(self) -> str:
        """The quiet line below the name."""
        crosses = sum(
            1 for band in self.look.bands for cell in band.cells if cell.kind.name == "CROSSED"
        )
        if self.look.over:
            return self.words.text("Game over")
        return self.words.count("{n} cross on the pad", "{n} crosses on the pad", crosses)


def bands(scene: PadScene) -> list[ft.Control]:
    """The rows, top to bottom."""
    return [
        _band(look, scene.plan.band, scene.theme, scene.tap, scene.seed, key=look.letter)
        for look in scene.look.bands
    ]


def top(scene: PadScene) -> ft.Control:
    """The bar above the pad."""
    table = scene.table
    return _bar(
        table.title if table else scene.name,
        table.subtitle if table else scene.subtitle,
        scene.plan.top,
        scene.theme,
        scene.words,
        scene.tap,
        None if table else scene.color,
        table.banner if table else None,
    )


def read_last(  # noqa: PLR0913, PLR0917 - the rest, the buttons and where they stand
    scene: PadScene,
    before: ft.Control,
    height: float,
    apart: float = 0,
    fill: str | None = None,
    edge: float = 0,
) -> ft.Control:
    """Undo and redo in the upper right corner of the rest, and read after it.

    A reader goes by where things lie; so both lie on a leaf of their own over all the rest.

    Args:
        scene: The pad.
        before: The rest.
        height: Of the bar that they stand in.
        apart: Between the two.
        fill: Behind each.
        edge: At their right.
    """
    buttons = _undo_redo(scene.can, scene.theme, scene.words, scene.tap, height, apart, fill, edge)
    leaf = ft.Semantics(content=buttons, container=True)
    over = ft.Stack([leaf], fit=ft.StackFit.EXPAND, left=0, top=0, right=0, bottom=0)
    return ft.Stack(
        [ft.Semantics(content=before, container=True), over],
        expand=True,
    )


def gap(height: float) -> ft.Control:
    """Nothing, so high."""
    return ft.Container(height=height)


def edged(plan: PadPlan, content: ft.Control, key: str | None = None) -> ft.Control:
    """Something between the edges of the pad; with a key it stays itself where others come."""
    margin = ft.Margin.symmetric(horizontal=plan.edge)
    return ft.Container(content=content, margin=margin, key=key)


def above_foot(scene: PadScene) -> list[ft.Control]:
    """What is left between the rows and the foot, and in it what a first game explains."""
    if scene.hint is None or scene.hint_on_top:
        return [ft.Container(expand=True)]
    bar = hint_bar(scene.hint, scene.theme, scene.words)
    return [gap(6), edged(scene.plan, bar), ft.Container(expand=True)]


def line(scene: PadScene, total_width: float) -> ft.Control:
    """The sum line; at a table with a board, the field of the pawn can be tapped.

    Where no strip of points is, an offer stands in its place until it is answered.
    """
    if scene.offers_columns and not scene.plan.points:
        return columns_offer(scene.plan.sum_line, scene.theme, scene.words, scene.tap)
    return _line(scene.look, scene.plan.sum_line, total_width, scene.theme, scene.tap)


def line_or_message(scene: PadScene, total_width: float) -> ft.Control:
    """The sum line of a sheet at a table; beside the total, words take its place for a while."""
    message, plan, theme = scene.state.message, scene.plan, scene.theme
    if says_above(scene):
        return line(scene, total_width)
    if message is None and scene.hint is not None and scene.hint_on_top:
        return hint_bar(scene.hint, theme, scene.words, plan.sum_line)
    if message is None:
        return line(scene, total_width)
    bar = message_bar(message, plan.sum_line, theme, scene.words, scene.tap, key="message")
    pawn = []
    if scene.look.extra is not None:
        field = pawn_field(scene.look, plan.sum_line, theme, scene.tap)
        pawn = [ft.Container(field, width=plan.box)]
    total = total_box(scene.look, total_width, plan.sum_line, theme)
    return ft.Row([ft.Container(bar, expand=True), *pawn, total], spacing=8)


def says_above(scene: PadScene) -> bool:
    """Whether words stand in the place of the name: large ones have no room below.

    At a table the name says whose sheet it is, and stays where a hint can take the place of the
    sum, in which nothing is to be tapped.
    """
    has_place = scene.table is not None and scene.look.extra is None
    return scene.theme.large or (scene.hint_on_top and not has_place)


def seats(scene: PadScene) -> ft.Control | None:
    """The standings; None for a single sheet."""
    if scene.table is None or not scene.plan.standings:
        return None
    plan = scene.plan
    width = plan.band.width if plan.mode is Mode.LANDSCAPE else plan.width
    size = (width, plan.standings)
    return _standings(scene.table.chips, size, scene.theme, scene.tap, key="standings")


def misthrow_boxes(scene: PadScene, width: float = 56) -> list[ft.Control]:
    """The boxes for penalties; only the next one reacts.

    On a sheet that does not roll, two buttons need their room: there they are small ones in a box
    so wide, in dp.
    """
    taken, most = scene.look.misthrows
    if scene.table is not None and scene.table.back is not None:
        size = (width, scene.plan.box_height)
        facts = (scene.theme, scene.words, scene.seed, scene.tap, scene.look.prefix)
        return [_block(taken, most, size, *facts, key="next")]
    size = (scene.plan.box, scene.plan.box_height)
    return [
        _box(
            i,
            taken,
            most,
            size,
            scene.theme,
            scene.words,
            scene.seed,
            scene.tap,
            scene.look.prefix,
            key="next" if i == taken else f"misthrow{i}",  # a key of its own keeps the focus
        )
        for i in range(most)
    ]


def finish_note(scene: PadScene) -> ft.Control:
    """The last chance of a single sheet where there is little room."""
    said = write(
        scene.words.text("Last chance this roll"),
        scene.theme.held(12, LARGE_TEXT),
        600,
        color=scene.theme.ink,
    )
    finish = tappable(
        "finish",
        scene.words.text("Finish"),
        write(scene.words.text("Finish"), 15, 600, color=scene.theme.on_primary),
        lambda: scene.tap("finish"),
        bgcolor=scene.theme.primary,
        border_radius=10,
        height=44,
        alignment=ft.Alignment.CENTER,
        padding=ft.Padding.symmetric(horizontal=10),
    )
    said.expand, said.max_lines = True, 3
    return ft.Row([said, finish], spacing=6)


def _with_name(message: Message, scene: PadScene) -> Message:
    """Words that take the place of whose sheet it is have to say it themselves."""
    passed = scene.state.table is not None and scene.state.table.passed
    named = passed and message.seat is not None
    return replace(message, title=f"{scene.name}: {message.title}") if named else message


def top_or_message(scene: PadScene) -> ft.Control:
    """Where there is no room below, words take the place of the name for a while."""
    message = scene.state.message
    last = scene.look.over and not scene.look.settled and scene.table is None
    hint = scene.hint if scene.hint_on_top else None
    if last:
        said = finish_note(scene)
    elif message is not None:
        said = message_note(_with_name(message, scene), scene.theme)
    elif hint is not None:
        said = hint_note(hint, scene.theme)
    else:
        return top(scene)
    return ft.Container(
        height=scene.plan.top,
        padding=ft.Padding.only(left=2, right=2),
        content=ft.Row(
            [
                menu_button(scene.theme, scene.words, scene.tap),
                ft.Container(said, expand=True),
                ft.Container(width=UNDO_REDO),
            ],
            spacing=0,
        ),
    )
