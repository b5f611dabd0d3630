"""Whose numbers, over which games: the pills of the statistics and the sheets they open."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import flet as ft

from qwixx_pad.ui.design.controls import avatar, outlined, primary, prompt_sheet, tonal
from qwixx_pad.ui.design.form import chevron, option, options, pill
from qwixx_pad.ui.design.primitives import tappable, write
from qwixx_pad.ui.design.tokens import LABEL
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.statistics import Choices, StatsFilter
from qwixx_pad.ui.statistics.span import Span

_GROUP = 2
"""So many players are a group."""
_FACES = 3
_FACE = 30


@dataclass(frozen=True, slots=True)
class Picking:
    """Which sheet is open.

    Attributes:
        what: `player`, `layout` or `span`; empty: none.
        ticked: The players who are ticked as a group; None: one is to be tapped.
    """

    what: str = ""
    ticked: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Chooser:
    """What the pills and the sheets work with.

    Attributes:
        asked: What is shown now.
        choices: What can be.
        context: Theme, words and settings.
        choose: Told what is to be shown.
        pick: Opens and closes the sheets.
    """

    asked: StatsFilter
    choices: Choices
    context: ScreenContext
    choose: Callable[[StatsFilter], object]
    pick: Callable[[Picking], object]

    def color(self, name: str) -> str:
        """The colour of a player's disc."""
        settings, known = self.context.settings, self.choices.players
        if name in known:
            return self.context.theme.player(settings.colors_of(known)[known.index(name)])
        return self.context.theme.player(settings.color_of(name) or 0)

    def face(self, name: str, size: float) -> ft.Control:
        """A player's disc."""
        return avatar(name, self.color(name), size)

    def everybody(self, size: float) -> ft.Control:
        """The sign of everybody, as big as a disc."""
        theme = self.context.theme
        return ft.Container(
            ft.Icon(ft.Icons.GROUPS_ROUNDED, size=size * 0.68, color=theme.on_primary),
            width=size,
            height=size,
            border_radius=size / 2,
            bgcolor=theme.primary,
            alignment=ft.Alignment.CENTER,
        )

    def done(self, asked: StatsFilter) -> None:
        """Show these, and close the sheet."""
        self.pick(Picking())
        self.choose(asked)


def player_pill(chooser: Chooser) -> ft.Control:
    """Whose numbers are shown; opens the choice of players."""
    words, theme, asked = chooser.context.words, chooser.context.theme, chooser.asked
    name = shown = words.both(asked.players) or words.text("Everybody")
    if len(asked.players) > _GROUP:
        shown = words.count("{n} player", "{n} players", len(asked.players))
    inside = ft.Row(
        [
            _faces(chooser),
            write(shown, LABEL, color=theme.ink, no_wrap=True, expand=True, expand_loose=True),
            chevron(chooser.context),
        ],
        spacing=7,
        tight=True,
    )
    return tappable(
        "stats-player",
        words.text("Numbers of {name}. Choose a player", name=name),
        inside,
        lambda: chooser.pick(Picking("player")),
        height=theme.tall(48, 15),
        bgcolor=theme.surface,
        border_radius=24,
        padding=ft.Padding.only(left=7, right=10),
    )


def _faces(chooser: Chooser) -> ft.Control:
    """The disc of a player, a few overlapping ones of a group, a sign for everybody."""
    names = chooser.asked.players[:_FACES]
    if not names:
        return chooser.everybody(26)
    discs: list[ft.Control] = [
        ft.Container(chooser.face(name, 26), left=i * 16) for i, name in enumerate(names)
    ]
    return ft.Stack(discs, width=26 + 16 * (len(names) - 1), height=26)


def small_pills(chooser: Chooser) -> list[ft.Control]:
    """How far back, and on which printed sheet if there are several."""
    words, asked = chooser.context.words, chooser.asked
    pills = [_small("span", asked.span.text(words), words.text("Choose a time"), chooser)]
    if len(chooser.choices.layouts) > 1:
        name = words.layout(asked.layout) if asked.layout else words.text("All sheets")
        pills.append(_small("layout", name, words.text("Choose a sheet"), chooser))
    return pills


def _small(what: str, text: str, leads: str, chooser: Chooser) -> ft.Control:
    return pill(f"stats-{what}", text, leads, chooser.context, lambda: chooser.pick(Picking(what)))


def choice_sheet(picking: Picking, chooser: Chooser) -> ft.Control:
    """The sheet that is open."""
    context, words = chooser.context, chooser.context.words
    if picking.what == "player":
        inside = _players(picking, chooser)
    elif picking.what == "span":
        spans = [_option(f"span-{span}", span.text(words), chooser, span=span) for span in Span]
        inside = options(words.text("How far back"), spans, context)
    else:
        sheets = [
            _option("layout-all", words.text("All sheets"), chooser, layout=""),
            *(
                _option(f"layout-{name}", words.layout(name), chooser, layout=name)
                for name in chooser.choices.layouts
            ),
        ]
        inside = options(words.text("Which sheet"), sheets, context)
    return prompt_sheet(inside, context.theme, words, lambda _: chooser.pick(Picking()))


def _players(picking: Picking, chooser: Chooser) -> list[ft.Control]:
    """One to tap; or, once several are wanted, boxes to tick."""
    if picking.ticked is not None:
        return _ticking(picking.ticked, chooser)
    asked, words, names = chooser.asked, chooser.context.words, chooser.choices.players
    everybody, all_faces = words.text("Everybody"), chooser.everybody(_FACE)
    lines = [
        _option("player-all", everybody, chooser, all_faces, players=()),
        *(
            _option(f"player-{i}", name, chooser, chooser.face(name, _FACE), players=(name,))
            for i, name in enumerate(names)
        ),
    ]
    parts = options(words.text("Whose numbers"), lines, chooser.context)
    if len(names) < _GROUP:
        return parts
    group = asked.players if len(asked.players) >= _GROUP else ()
    several = tonal(
        chooser.context.theme,
        "players-several",
        words.text("Several together"),
        lambda: chooser.pick(Picking("player", group)),
        icon=ft.Icons.GROUPS_ROUNDED,
        height=52,
    )
    return [*parts, several]


def _ticking(ticked: tuple[str, ...], chooser: Chooser) -> list[ft.Control]:
    words, theme, names = chooser.context.words, chooser.context.theme, chooser.choices.players
    lines = [_tick(i, name, ticked, chooser) for i, name in enumerate(names)]
    show = primary(
        theme,
        "players-show",
        words.text("Show them together"),
        lambda: chooser.done(replace(chooser.asked, players=ticked)),
        height=52,
    )
    back = outlined(
        theme,
        "players-one",
        words.text("Choose two or more"),
        lambda: chooser.pick(Picking("player")),
        height=52,
    )
    title = words.text("Games that all of them played")
    return [*options(title, lines, chooser.context), show if len(ticked) >= _GROUP else back]


def _tick(number: int, name: str, ticked: tuple[str, ...], chooser: Chooser) -> ft.Control:
    """A box; the ticked ones keep the order of the list."""
    other = {*ticked} ^ {name}
    then = tuple(each for each in chooser.choices.players if each in other)
    icon = ft.Icons.CHECK_BOX_ROUNDED
    return option(
        f"player-{number}",
        name,
        chooser.context,
        lambda: chooser.pick(Picking("player", then)),
        icon=icon if name in ticked else ft.Icons.CHECK_BOX_OUTLINE_BLANK_ROUNDED,
        checked=name in ticked,
        face=chooser.face(name, _FACE),
    )


def _option(
    identifier: str,
    text: str,
    chooser: Chooser,
    face: ft.Control | None = None,
    **wanted: Any,  # noqa: ANN401 - fields of `StatsFilter`
) -> ft.Control:
    """A line that shows other numbers when it is tapped."""
    then = replace(chooser.asked, **wanted)
    mine, context = then == chooser.asked, chooser.context
    return option(identifier, text, context, lambda: chooser.done(then), checked=mine, face=face)
