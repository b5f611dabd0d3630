"""A shared table: its code is typed, then who sits there, and then the game."""

from collections.abc import Callable
from dataclasses import replace

import flet as ft

from qwixx_pad.service.devices import DeviceIdentity
from qwixx_pad.tables.open_tables import ONLINE_CODE_LENGTH, Host, clean_code
from qwixx_pad.tables.seat_session import SeatSession
from qwixx_pad.tables.seating import NOTHING_SAID
from qwixx_pad.tables.state import GameTable
from qwixx_pad.ui.design.controls import outlined, primary, tonal, way_button
from qwixx_pad.ui.design.fields import Typed, text_field, use_typed
from qwixx_pad.ui.design.form import page_bar, settings_button
from qwixx_pad.ui.design.primitives import Tap, message, page_column, write
from qwixx_pad.ui.design.tokens import BODY, OPTION, TITLE
from qwixx_pad.ui.play.screen import play_screen
from qwixx_pad.ui.result.result_screen import past_result
from qwixx_pad.ui.runtime.guards import component, use_subscription
from qwixx_pad.ui.shell import ScreenContext, UiSession, use_watched
from qwixx_pad.ui.table.finding import closed_page, found_table, look_for
from qwixx_pad.ui.table.lobby_screen import seats_page
from qwixx_pad.ui.table.next_game import GameInFront, game_before, lead_from, with_next_game
from qwixx_pad.ui.table.your_tables import use_tables, your_tables


@component
def join_screen(
    session: UiSession, context: ScreenContext, go: Tap, notice: tuple[str, str] | None = None
) -> ft.Control:
    """Where a visiting phone begins, and where the owner finds a table.

    Two lines that must be known stand above all else.
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
    """Why a pad that is alone joins no table, and where there is one."""
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
    """The table of a code: its game if this device plays there or opened it, else its seats.

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
    """What this screen shows of a table; what is tapped and said in the game is not part of it."""
    seating = replace(table.seating, answers=NOTHING_SAID)
    here = tuple(table.is_here(seat) for seat in range(1, len(seating.chairs) + 1))
    return seating, here, table.away, table.closed, table.opened, table.link, table.refused
