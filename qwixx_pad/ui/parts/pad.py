"""The pad as a whole: bands, points, misthrows, sum line, in rows, columns or landscape."""

from dataclasses import dataclass

import flet as ft

from qwixx_pad.ui.control import PadState
from qwixx_pad.ui.guards import component, memo
from qwixx_pad.ui.looks import PadLook
from qwixx_pad.ui.parts.band import row_band
from qwixx_pad.ui.parts.buttons import primary
from qwixx_pad.ui.parts.foot import misthrow_box, points_strip, sum_line, total_box
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.message import message_bar, message_note
from qwixx_pad.ui.parts.tap import Tap, tappable
from qwixx_pad.ui.parts.topbar import avatar, top_bar, undo_redo
from qwixx_pad.ui.plan import Mode, PadPlan
from qwixx_pad.ui.tokens import Theme
from qwixx_pad.ui.words import Words

_band = memo(row_band)
_strip = memo(points_strip)
_bar = memo(top_bar)
_box = memo(misthrow_box)
_line = memo(sum_line)


@dataclass(frozen=True, slots=True)
class PadScene:
    """What all parts of one rendering of the pad have in common.

    Attributes:
        state: What to show.
        look: Its sheet, as plain values.
        plan: Where it lies.
        theme: Its colours.
        words: Its language.
        name: Whose pad it is.
        seed: Whose pen it is.
        tap: What a tap does; the same function at every rendering.
    """

    state: PadState
    look: PadLook
    plan: PadPlan
    theme: Theme
    words: Words
    name: str
    seed: str
    tap: Tap

    @property
    def subtitle(self) -> str:
        """The quiet line below the name."""
        crosses = sum(
            1 for band in self.look.bands for cell in band.cells if cell.kind.name == "CROSSED"
        )
        if self.look.over:
            return self.words.text("Game over")
        return self.words.count("{n} cross on the pad", "{n} crosses on the pad", crosses)


@component
def pad(scene: PadScene) -> ft.Control:
    """The pad in the direction that its plan has chosen."""
    builders = {Mode.ROWS: _upright, Mode.COLUMNS: _columns, Mode.LANDSCAPE: _landscape}
    return builders[scene.plan.mode](scene)


def _bands(scene: PadScene) -> list[ft.Control]:
    return [
        _band(look, scene.plan.band, scene.theme, scene.tap, scene.seed, key=look.letter)
        for look in scene.look.bands
    ]


def _top(scene: PadScene) -> ft.Control:
    look = scene.look
    return _bar(
        scene.name,
        scene.subtitle,
        (look.can_undo, look.can_redo),
        scene.plan.top,
        scene.theme,
        scene.words,
        scene.tap,
    )


def _gap(height: float) -> ft.Control:
    return ft.Container(height=height)


def _upright(scene: PadScene) -> ft.Control:
    plan = scene.plan
    return ft.Column(
        [
            _top(scene),
            _gap(6),
            _edged(plan, ft.Column(_bands(scene), spacing=plan.gap)),
            *([_gap(plan.gap), _edged(plan, _strip_or_message(scene))] if plan.points else []),
            ft.Container(expand=True),
            _gap(12),
            _edged(plan, _misthrow_row(scene)),
            _gap(12),
            _edged(plan, _line(scene.look, plan.sum_line, plan.width * 0.22, scene.theme)),
            _gap(plan.bottom),
        ],
        spacing=0,
        expand=True,
    )


def _edged(plan: PadPlan, content: ft.Control) -> ft.Control:
    return ft.Container(content=content, margin=ft.Margin.symmetric(horizontal=plan.edge))


def _strip_or_message(scene: PadScene) -> ft.Control:
    plan, message = scene.plan, scene.state.message
    if scene.look.over and not scene.look.settled:
        return _last_chance(scene)
    if message is not None:
        return message_bar(message, plan.points, scene.theme, scene.words, scene.tap, key="message")
    titled = plan.mode is Mode.LANDSCAPE
    return _strip(plan.points, scene.theme, scene.words, titled=titled, key="points")


def _last_chance(scene: PadScene) -> ft.Control:
    """Rule 6: the game has ended, the cross of the same action may still be entered."""
    said = write(
        scene.words.text("Two rows are closed. Last chance: your cross of this roll."),
        13,
        600,
        color=scene.theme.ink,
        height=1.2,
        max_lines=2,
        expand=True,
    )
    finish = primary(
        scene.theme,
        "finish",
        scene.words.text("Finish"),
        lambda: scene.tap("finish"),
        height=max(scene.plan.points, 44) - 4,
        size=15,
    )
    return ft.Container(
        content=ft.Row([ft.Semantics(content=said, live_region=True, expand=True), finish]),
        height=max(scene.plan.points, 44),
        bgcolor=scene.theme.surface2,
        border_radius=16,
        padding=ft.Padding.only(left=14, right=2),
    )


def _misthrow_boxes(scene: PadScene) -> list[ft.Control]:
    taken, most = scene.look.misthrows
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
            key=f"misthrow{i}",
        )
        for i in range(most)
    ]


def _misthrow_row(scene: PadScene) -> ft.Control:
    boxes = ft.Row(_misthrow_boxes(scene), spacing=8, tight=True)
    return ft.Row(
        [ft.Container(_beside_boxes(scene), expand=True, padding=ft.Padding.only(left=6)), boxes]
    )


def _beside_boxes(scene: PadScene) -> ft.Control:
    """The label of the misthrows; where no strip of points is, words take its place."""
    message, words, theme = scene.state.message, scene.words, scene.theme
    if scene.look.over and not scene.look.settled and not scene.plan.points:
        return _finish_note(scene)
    if message is not None and not scene.plan.points:
        return message_note(message, theme, key="message")
    return ft.Column(
        [
            write(words.text("Misthrows"), 16, 600, color=theme.ink, height=1.2),
            write(words.text("−5 points each"), 13, 400, color=theme.ink2, height=1.2),
        ],
        spacing=2,
        tight=True,
    )


def _finish_note(scene: PadScene) -> ft.Control:
    said = write(scene.words.text("Last chance this roll"), 12, 600, color=scene.theme.ink)
    finish = tappable(
        "finish",
        scene.words.text("Finish"),
        write(scene.words.text("Finish"), 15, 600, color=scene.theme.on_primary),
        lambda: scene.tap("finish"),
        bgcolor=scene.theme.primary,
        border_radius=10,
        padding=ft.Padding.symmetric(horizontal=14, vertical=4),
    )
    return ft.Column([said, finish], spacing=3, tight=True)


def _columns(scene: PadScene) -> ft.Control:
    plan = scene.plan
    foot = ft.Row(
        [
            ft.Row(_misthrow_boxes(scene), spacing=6, tight=True),
            ft.Container(width=6),
            total_box(
                scene.look, None, plan.box_height, scene.theme, title=scene.words.text("Total")
            ),
        ],
        spacing=0,
    )
    return ft.Column(
        [
            _top_or_message(scene),
            _edged(plan, ft.Row(_bands(scene), spacing=plan.gap)),
            ft.Container(expand=True),
            _gap(6),
            _edged(plan, foot),
            _gap(plan.bottom),
        ],
        spacing=0,
        expand=True,
    )


def _top_or_message(scene: PadScene) -> ft.Control:
    """Columns leave no room below: words take the place of the name for a while."""
    message, last = scene.state.message, scene.look.over and not scene.look.settled
    if message is None and not last:
        return _top(scene)
    said = _finish_note(scene) if last or message is None else message_note(message, scene.theme)
    look = scene.look
    return ft.Container(
        height=scene.plan.top,
        padding=ft.Padding.only(left=14, right=2),
        content=ft.Row(
            [
                ft.Container(said, expand=True),
                *undo_redo((look.can_undo, look.can_redo), scene.theme, scene.words, scene.tap),
            ],
            spacing=0,
        ),
    )


def _landscape(scene: PadScene) -> ft.Control:
    plan = scene.plan
    bands = ft.Column(_bands(scene), spacing=plan.gap)
    left: list[ft.Control] = [bands]
    if plan.points:
        left += [_gap(6), _strip_or_message(scene)]
    upper = ft.Row(
        [
            ft.Container(ft.Column(left, spacing=0), width=plan.band.width),
            ft.Container(width=8),
            ft.Container(_rail(scene), width=plan.rail),
        ],
        spacing=0,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        intrinsic_height=True,
    )
    below = (
        [_gap(9), _line(scene.look, plan.sum_line, plan.rail, scene.theme)] if plan.sum_line else []
    )
    return ft.Column(
        [_edged(plan, ft.Column([upper, *below], spacing=0))],
        spacing=0,
        expand=True,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _rail(scene: PadScene) -> ft.Control:
    look, theme, words, message = scene.look, scene.theme, scene.words, scene.state.message
    note = message_note(message, theme) if message and not scene.plan.points else None
    boxes = _misthrow_boxes(scene)
    pairs = [ft.Row(boxes[i : i + 2], spacing=6) for i in range(0, len(boxes), 2)]
    can = (look.can_undo, look.can_redo)
    return ft.Column(
        [
            ft.Row(
                undo_redo(can, theme, words, scene.tap, bgcolor=theme.surface),
                alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
                spacing=8,
            ),
            _player_pill(scene),
            ft.Container(note, expand=True),
            *([total_box(look, 108, 46, theme)] if not scene.plan.sum_line else []),
            *([] if not scene.plan.points else [_rail_title(scene)]),
            *pairs,
        ],
        spacing=7,
    )


def _rail_title(scene: PadScene) -> ft.Control:
    title = write(scene.words.text("Misthrows"), 14, 500, color=scene.theme.ink)
    return ft.Row([title], alignment=ft.MainAxisAlignment.CENTER)


def _player_pill(scene: PadScene) -> ft.Control:
    names = ft.Column(
        [
            write(scene.name, 15, 600, color=scene.theme.ink, height=1.15, no_wrap=True),
            write(scene.words.text("Menu"), 12, 400, color=scene.theme.ink2, height=1.15),
        ],
        spacing=0,
        tight=True,
        expand=True,
    )
    return tappable(
        "menu",
        scene.words.text("Menu"),
        ft.Row([avatar(scene.name, scene.theme.players[0], 30), names], spacing=8),
        lambda: scene.tap("menu"),
        width=scene.plan.rail,
        height=48,
        border_radius=24,
        bgcolor=scene.theme.surface,
        padding=ft.Padding.only(left=9, right=6),
    )
