"""What was opened for a game of a table stays with it, and tells when the next game has begun."""

from collections.abc import Callable
from dataclasses import replace

import flet as ft

from qwixx_pad.service.session import OpenGame
from qwixx_pad.storage import StorageError
from qwixx_pad.tables.state import GameTable
from qwixx_pad.ui.actions import Errand, Go, find_pressable
from qwixx_pad.ui.design.form import bar_height, bar_way, notice_bar
from qwixx_pad.ui.design.primitives import Tap
from qwixx_pad.ui.runtime.guards import component
from qwixx_pad.ui.shell import ScreenContext, UiSession, use_watched
from qwixx_pad.ui.speech.words import Words

Show = Callable[[ScreenContext], ft.Control]


class GameInFront:
    """Which game the screen of a table is on: what was played when it came, until it is led on.

    Attributes:
        goes_on: Whether this device has asked for the next game: it goes there when it begins.
    """

    def __init__(self) -> None:
        self.goes_on = False
        self._game = ""
        self._named = ""

    def game(self, named: str, present: str) -> str:
        """Tell the game that is shown; all are identifiers, empty for none.

        Args:
            named: The one that the route names.
            present: The one that is played at the table, and that this device sees.
        """
        if named != self._named:
            self._named, self._game = named, named or self._game
        if not self._game or (self.goes_on and present not in {"", self._game}):
            self._game, self.goes_on = present, False
        return self._game


def lead_from(game: str, code: str, front: GameInFront, go: Tap) -> Tap:
    """Make the way to other screens from a game of a table: pages behind it keep its name."""

    def lead(where: str) -> object:
        leads = find_pressable(where).does
        front.goes_on = front.goes_on or leads == Go(Errand.REMATCH)
        of_game = isinstance(leads, Go) and leads.of_game
        return go(f"/table/{code}.{game}/{where}" if of_game else where)

    return lead


def may_see(session: UiSession, table: GameTable, game: str) -> bool:
    """Whether this device may look at a game: it is its owner's, or was played where it sits."""
    sits = table.seating.expects(session.identity.key) and not table.closed
    return session.identity.here or (sits and table.has_played(game))


def game_before(session: UiSession, table: GameTable, game: str) -> OpenGame | None:
    """Find an ended game, by its identifier, that is not the present one of a table any more.

    None where it is the present one, or this device may not look at it.
    """
    if game in {"", table.seating.game} or not may_see(session, table, game):
        return None
    try:
        opened = session.host.service.open(game)
    except StorageError:
        return None
    return opened if opened.game.position.settled else None


def _said(table: GameTable, me: str, words: Words) -> str:
    """Say that the next game has begun, and whose turn it is."""
    now = table.position
    if now is None or now.over:
        return words.text("The next game has begun.")
    name, mine = table.seating.names[now.active - 1], table.seating.seats_of(me)
    if mine == (now.active,):
        return words.text("The next game has begun. Your turn.")
    return words.text("The next game has begun. {name}’s turn.", name=words.short(name))


@component
def with_next_game(  # noqa: PLR0913, PLR0917 - a page of a game, and where taps go
    session: UiSession, table: GameTable, game: str, context: ScreenContext, go: Tap, show: Show
) -> ft.Control:
    """A page that was opened for a game of a table; below it the way to the next one, once begun.

    Args:
        session: Of the device.
        table: At which the game is played, or was.
        game: Its identifier.
        context: Space, theme, words and settings.
        go: Leads to a screen by its identifier.
        show: Makes the page, in the room that it has.
    """
    me, words, theme = session.identity.key, context.words, context.theme

    def now(_: object = None) -> tuple[str, str]:
        begun = table.seating.game if table.opened and not table.closed else None
        return (begun, _said(table, me, words)) if begun not in {None, game} else ("", "")

    use_watched(context, table.watch, now(), now)
    following, said = now()
    bars = []
    if following:
        to = f"/table/{table.seating.code}.{following}"
        text = words.text("To the game")
        way = bar_way("next-game", text, text, theme, lambda: go(to))
        bar = notice_bar("next-game-begun", said, theme, way)
        inside = ft.Container(bar, width=context.column, margin=ft.Margin.only(top=8, bottom=12))
        bars = [ft.Row([inside], alignment=ft.MainAxisAlignment.CENTER)]
        space = replace(context.space, height=context.space.height - bar_height(theme) - 20)
        context = replace(context, space=space)
    return ft.Column(
        [ft.Container(show(context), expand=True), *bars],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
