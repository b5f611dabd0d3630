"""What stands below the rows of a single sheet: points, words, or the last chance."""

import flet as ft

from qwixx_pad.ui.guards import memo
from qwixx_pad.ui.pad.geometry import Mode
from qwixx_pad.ui.parts.buttons import primary
from qwixx_pad.ui.parts.columns_offer import columns_offer
from qwixx_pad.ui.parts.foot import points_strip
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.message import message_bar
from qwixx_pad.ui.parts.pad_pieces import PadScene

_strip = memo(points_strip)


def strip_or_message(scene: PadScene) -> ft.Control:
    """The strip of points, or the words that take its place."""
    plan, message = scene.plan, scene.state.message
    if scene.look.over and not scene.look.settled:
        return _last_chance(scene)
    if message is not None:
        return message_bar(message, plan.points, scene.theme, scene.words, scene.tap, key="message")
    if scene.offers_columns:
        return columns_offer(plan.points, scene.theme, scene.words, scene.tap)
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
        height=max(scene.plan.points, 44),
        size=15,
        planned=True,
    )
    return ft.Container(
        content=ft.Row([ft.Semantics(content=said, live_region=True, expand=True), finish]),
        height=max(scene.plan.points, 44),
        bgcolor=scene.theme.surface2,
        border_radius=16,
        padding=ft.Padding.only(left=14),
    )
