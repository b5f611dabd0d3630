"""A shared table: its code is typed, then its seats, then the game, and then the next one."""

from collections.abc import Callable
from dataclasses import replace

import flet as ft

from qwixx_pad.games.session import OpenGame
from qwixx_pad.identity.devices import DeviceIdentity
from qwixx_pad.multiplayer.open_tables import ONLINE_CODE_LENGTH, Host, clean_code
from qwixx_pad.multiplayer.seat_session import SeatSession
from qwixx_pad.multiplayer.seating import NOTHING_SAID
from qwixx_pad.multiplayer.state import GameTable
from qwixx_pad.storage import StorageError
from qwixx_pad.ui.actions import Errand, Go, find_pressable
from qwixx_pad.ui.design.controls import (
    Typed,
    outlined,
    primary,
    text_field,
    tonal,
    use_typed,
    way_button,
)
from qwixx_pad.ui.design.form import bar_height, bar_way, notice_bar, page_bar, settings_button
from qwixx_pad.ui.design.primitives import Tap, message, page_column, write
from qwixx_pad.ui.design.tokens import BODY, OPTION, TITLE
from qwixx_pad.ui.flet_support.flet_patches import component, use_subscription
from qwixx_pad.ui.lobby.finding import (
    closed_page,
    found_table,
    look_for,
    use_tables,
    your_tables,
)
from qwixx_pad.ui.lobby.lobby_screen import seats_page
from qwixx_pad.ui.play.screen import play_screen
from qwixx_pad.ui.result.result_screen import past_result
from qwixx_pad.ui.shell import ScreenContext, UiSession, use_watched
from qwixx_pad.ui.text.translator import Words


@component
def join_screen(
    session: UiSession, context: ScreenContext, go: Tap, notice: tuple[str, str] | None = None
) -> ft.Control:
    """Let a visiting phone join, and the owner find a table.

    Two lines that must be known are above all else.
    """
    host, identity = session.host, session.identity
    said, say = ft.use_state("")
    tables, words = use_tables(host, identity.key, context), context.words
    typed = use_typed("code")

    def enter(how: str) -> None:
        code = clean_code(typed.or_else(""))
        elsewhere = len(code) == ONLINE_CODE_LENGTH == host.code_length
        outcome = None if elsewhere else look_for(session, code, context)
        if isinstance(outcome, str):
            say(outcome)
        else:
            go(f"/{how}/{code}")

    open_one = [
        tonal(
            context.theme,
            "one-device",
            words.text("One device") if host.alone else words.text("Open a new table"),
            lambda: go("one-device"),
            icon=ft.Icons.ADD_ROUNDED,
            height=52,
        )
    ]
    parts = [
        *([write(" ".join(notice), OPTION, color=context.theme.ink)] if notice else []),
        *your_tables(host, tables, context, go),
        _elsewhere(host, context) if host.alone else _card(host, context, typed, enter, said),
        *(open_one if identity.here else []),
    ]
    bar = _bar(identity, context, go)
    return page_column(parts, context.column, spacing=14, bar=bar)


def _bar(identity: DeviceIdentity, context: ScreenContext, go: Tap) -> ft.Control:
    words = context.words
    if identity.here:
        return page_bar(context, words.text("Join a table"), go)
    title = write("Qwixx Pad", TITLE.at(24), color=context.theme.ink, expand=True)
    said, icon = words.text("Rules"), ft.Icons.MENU_BOOK_ROUNDED
    rules = way_button("rules", said, icon, context.theme, go)
    return ft.Container(ft.Row([title, rules, settings_button(context, go)]), height=64)


def _elsewhere(host: Host, context: ScreenContext) -> ft.Control:
    """Explain why a pad that is alone joins no table, and where there is one."""
    theme, words = context.theme, context.words
    service = words.text("Or put the address of a service that keeps tables into the settings.")
    sentences = (
        words.text("This pad runs on this device alone, so it reaches no other."),
        words.text(
            "A pad on a computer in your Wi-Fi opens tables for everyone’s phones: scan its code "
            "with your camera, or open its address in the browser."
        ),
        *([service] if host.online else []),
    )
    lines = [write(said, BODY, color=theme.ink2, height=1.4) for said in sentences]
    return _surface([*lines], context)


def _surface(parts: list[ft.Control], context: ScreenContext) -> ft.Control:
    return ft.Container(
        ft.Column(parts, spacing=12, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        bgcolor=context.theme.surface,
        border_radius=20,
        padding=16,
    )


def _card(
    host: Host,
    context: ScreenContext,
    typed: Typed,
    enter: Callable[[str], object],
    said: str,
) -> ft.Control:
    theme, words, length = context.theme, context.words, host.code_length
    online = length == ONLINE_CODE_LENGTH
    apart = 40 / length
    field = text_field(
        typed,
        theme,
        words.text("Six letters") if online else words.text("Four letters"),
        max_length=length + 4,
        counter="",
        capitalization=ft.TextCapitalization.CHARACTERS,
        autocorrect=False,
        enable_suggestions=False,
        text_align=ft.TextAlign.CENTER,
        send=lambda: enter("table"),
        text_style=ft.TextStyle(font_family="Rubik 600", size=28, letter_spacing=apart),
    )
    sentence = words.text("Scan the code on the other screen with your camera, or type it.")
    parts = [
        write(sentence, BODY, color=theme.ink2, height=1.4),
        field,
        *([message(said, theme)] if said else []),
        primary(theme, "join", words.text("Join"), lambda: enter("table")),
        outlined(theme, "watch", words.text("Only watch"), lambda: enter("watch"), height=48),
    ]
    return _surface(parts, context)


@component
def table_screen(  # noqa: PLR0913, PLR0917 - a table, what of it, and where taps go
    session: UiSession, code: str, named: str, inside: str, context: ScreenContext, go: Tap
) -> ft.Control:
    """Show a table's game if this device plays there or opened it, else its seats.

    The route may have `named` one of its games, by its identifier; else it is the one that this
    screen began with, until its result is left. Inside it `seats` shows the seats although a game
    runs, `sheets` those to choose from.
    """

    def show(table: GameTable) -> ft.Control:
        return _found(session, table, named, inside, context, go, key=code)

    return found_table(session, code, context, go, show)


@component
def _found(  # noqa: PLR0913, PLR0917 - as above
    session: UiSession, table: GameTable, named: str, inside: str, context: ScreenContext, go: Tap
) -> ft.Control:
    me = session.identity.key
    use_watched(context, table.watch, _seen(table), lambda _: _seen(table))
    use_subscription(context.scope, lambda: table.arrive(me), [], while_there=True)
    opened, seating, front = table.opened, table.seating, ft.use_memo(GameInFront, [])
    play = ft.use_memo(lambda: opened and SeatSession(opened, table, me), [opened])
    sees = seating.knows(me)
    game = front.game(named, opened.head.id if opened and sees else "")
    before = ft.use_memo(lambda: game_before(session, table, game), [game, seating.game])
    if table.closed:
        return closed_page(session, table, context, go)
    lead = lead_from(game, seating.code, front, go)

    def show(within: ScreenContext) -> ft.Control:
        if play is None or not sees or inside == "seats":
            return seats_page(session, table, inside, within, go, key="seats")
        if before is not None:
            return past_result(before, seating, within, lead, key=game)
        return play_screen(play, within, session.device, lead, key=play.head.id)

    shown = game if before is not None else seating.game or ""
    return with_next_game(session, table, shown, context, go, show)


def _seen(table: GameTable) -> tuple[object, ...]:
    """Return what this screen shows of a table, without taps and texts of the game."""
    seating = replace(table.seating, answers=NOTHING_SAID)
    here = tuple(table.is_here(seat) for seat in range(1, len(seating.chairs) + 1))
    return seating, here, table.away, table.closed, table.opened, table.link, table.refused


Show = Callable[[ScreenContext], ft.Control]


class GameInFront:
    """The game that the screen of a table shows: the one at its start, until led on.

    Attributes:
        goes_on: Whether this device has asked for the next game: it goes there when it begins.
    """

    def __init__(self) -> None:
        self.goes_on = False
        self._game = ""
        self._named = ""

    def game(self, named: str, present: str) -> str:
        """Return the game that is shown; all are identifiers, empty for none.

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
    """Return whether this device may see a game: its owner's, or played where it has a seat."""
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


def next_game_said(table: GameTable, me: str, words: Words) -> str:
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
    """Wrap a page of a table's game; below it the way to the next one, once begun.

    Args:
        session: Of the device.
        table: At which the game is played, or was.
        game: Its identifier.
        context: Space, theme, words and settings.
        go: Leads to a screen by its identifier.
        show: Makes the page, in the space that it has.
    """
    me, words, theme = session.identity.key, context.words, context.theme

    def now(_: object = None) -> tuple[str, str]:
        begun = table.seating.game if table.opened and not table.closed else None
        return (begun, next_game_said(table, me, words)) if begun not in {None, game} else ("", "")

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
