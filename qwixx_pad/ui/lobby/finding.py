"""Ways to a table: by its code, by a relay, back to one's own; and why it does not come."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import cycle

import flet as ft

from qwixx_pad.core.layout import ROW_LETTERS
from qwixx_pad.games.session import Failure
from qwixx_pad.i18n import listed, phrase
from qwixx_pad.identity.devices import household
from qwixx_pad.identity.network import lan_command, qr
from qwixx_pad.multiplayer.online.online_tables import Attempt
from qwixx_pad.multiplayer.open_tables import CODE_LENGTH, ONLINE_CODE_LENGTH, Host, KnownTable
from qwixx_pad.multiplayer.seat_session import SeatSession
from qwixx_pad.multiplayer.seating import NOTHING_SAID
from qwixx_pad.multiplayer.state import GameTable
from qwixx_pad.ui.design.controls import outlined, primary, tonal
from qwixx_pad.ui.design.drawing import qr_code
from qwixx_pad.ui.design.form import became, by_hand, page_bar
from qwixx_pad.ui.design.primitives import (
    Tap,
    for_the_eye,
    heading,
    message,
    page_column,
    said,
    tappable,
    write,
)
from qwixx_pad.ui.design.tokens import ASIDE, BODY, HEADING, HINT, LABEL, NAME, NUMBER, TITLE
from qwixx_pad.ui.flet_support.file_transfer import Outcome
from qwixx_pad.ui.flet_support.flet_patches import Stop, component, use_subscription
from qwixx_pad.ui.lobby import lost_said, where_played
from qwixx_pad.ui.play.screen import play_screen
from qwixx_pad.ui.shell import ScreenContext, UiSession, use_watched
from qwixx_pad.ui.text.translator import Words

CODE_SIDE = 240
"""Of the picture of a code, in dp."""
_TILE, _APART, _EDGE = 50.0, 8, 16
"""Width of a letter's tile, what is free between two, and around all; in dp."""


def way_in(
    host: Host,
    table: GameTable,
    context: ScreenContext,
    side: float = CODE_SIDE,
    *,
    opener: bool = False,
) -> ft.Control:
    """Build the picture, so large, and the letters by which phones find a table.

    An `opener` gets the next of several addresses by a tap on the picture and, where phones are
    not let in, the command that lets them in.
    """
    theme, words = context.theme, context.words
    code, addresses = table.seating.code, host.addresses_of(table)
    parts = _closed(context) if opener else []
    if addresses:
        address, several = addresses[0], opener and len(addresses) > 1
        url = f"{address}/join/{code}"
        picture = qr_code(qr(url), side, words.text("Code for {url}", url=url))
        turns = words.text("Code for {url}. Show the next address", url=url)
        parts = [
            tappable("next-address", turns, picture, host.offer_next_address, border_radius=20)
            if several
            else picture,
            line(words.text("Scan with the camera, or open"), context),
            write(address.removesuffix("/#"), LABEL, color=theme.ink, selectable=True),
        ]
        if several:
            text = words.text(
                "Does it not open? Tap the picture: this computer has {n} addresses.",
                n=len(addresses),
            )
            parts.append(line(text, context))
        if table.online:
            parts.append(_share_link(url, context))
    return ft.Container(
        ft.Column(
            [*parts, _tiles(code, context)],
            spacing=10,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        bgcolor=theme.surface,
        border_radius=24,
        padding=_EDGE,
        alignment=ft.Alignment.CENTER,
        shadow=ft.BoxShadow(blur_radius=12, offset=ft.Offset(0, 3), color=theme.card_shadow),
    )


@component
def _share_link(url: str, context: ScreenContext) -> ft.Control:
    """Build the button that shares the link of a table, and its outcome."""
    (outcome, left), tell = ft.use_state(("", ""))
    theme, words, transfer = context.theme, context.words, context.transfer

    async def share() -> None:
        tell(became(await transfer.share_text(url), url, words))

    told = [message(outcome, theme)] if outcome else []
    shown = [by_hand(left, context)] if left else []
    text, icon = words.text("Share the link"), ft.Icons.IOS_SHARE_ROUNDED
    look = {"icon": icon, "height": 48, "size": 15, "action": transfer.share_at_once(url)}
    button = tonal(theme, "share-link", text, share, **look)
    return ft.Column(
        [button, *told, *shown], spacing=10, horizontal_alignment=ft.CrossAxisAlignment.CENTER
    )


def _closed(context: ScreenContext) -> list[ft.Control]:
    """Explain why no phone gets to a table of this computer, and how one would."""
    words, command = context.words, lan_command()
    if not command:
        text = words.text(
            "This computer is in no network just now, so no phone reaches this table."
        )
        return [line(text, context)]
    text = words.text(
        "Only this computer reaches this table. To let phones in, end the pad and start it with:"
    )
    return [line(text, context), _command(command, context, key="command")]


@component
def _command(command: str, context: ScreenContext) -> ft.Control:
    """Build the command that lets phones in, to be copied."""
    copied, see = ft.use_state(False)  # noqa: FBT003 - whether it is
    theme, words, transfer = context.theme, context.words, context.transfer

    async def copy() -> None:
        see(await transfer.copy(command) is Outcome.COPIED)

    text = words.text("Copied") if copied else words.text("Copy")
    look = {"height": 48, "size": 15, "action": transfer.copy_at_once(command)}
    button = outlined(theme, "copy-command", text, copy, **look)
    return ft.Column(
        [by_hand(command, context), button], horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )


def way_to_watch(host: Host, table: GameTable, context: ScreenContext) -> list[ft.Control]:
    """Build the address of a table's board, for a television: below all that is tapped."""
    addresses = host.addresses_of(table)
    if not addresses:
        return []
    url = f"{addresses[0]}/watch/{table.seating.code}".partition("://")[2]
    return [line(context.words.text("Only watch: {url}", url=url), context, selectable=True)]


def line(text: str, context: ScreenContext, *, selectable: bool = False) -> ft.Control:
    """Build quiet words in the middle of a page."""
    return write(
        text,
        ASIDE,
        color=context.theme.ink2,
        text_align=ft.TextAlign.CENTER,
        height=1.35,
        selectable=selectable,
    )


def _tiles(code: str, context: ScreenContext) -> ft.Control:
    """Build the code as tiles; their colours have no meaning."""
    colors, count = context.theme.bands, len(code)
    width = min(_TILE, (context.column - 2 * _EDGE + _APART) / count - _APART)
    size = context.theme.two_digits(28, width)
    tiles = [
        ft.Container(
            write(letter, NUMBER.at(size), color=colors[row].text, height=1.0),
            width=width,
            height=56,
            border_radius=12,
            bgcolor=colors[row].band,
            alignment=ft.Alignment.CENTER,
        )
        for letter, row in zip(code, cycle(ROW_LETTERS), strict=False)
    ]
    spoken = context.words.text("Code {code}", code=" ".join(code))
    shown = ft.Row([*tiles], spacing=_APART, tight=True)
    return said("table-code", spoken, for_the_eye(shown))


_NOT_REACHED = {
    Failure.NO_LINK: phrase(
        "No link. This device is offline, or the service that keeps tables is."
    ),
    Failure.NO_TABLE: phrase("No table with that code. Check the letters."),
    Failure.FULL: phrase("There is no room for more just now. Try again later."),
}
"""Texts for devices that are not at the table yet."""
_TOO_SHORT = {
    CODE_LENGTH: phrase("A code has four letters."),
    ONLINE_CODE_LENGTH: phrase("A code has six letters."),
}
_FOR_GOOD = {Failure.NO_TABLE, Failure.CLOSED, Failure.VERSION, Failure.REFUSED}
"""Failures after which another try is of no use."""


def look_for(session: UiSession, code: str, context: ScreenContext) -> GameTable | Attempt | str:
    """Find the table of a code, the attempt to reach it, or why there is none for this device."""
    host, identity, words = session.host, session.identity, context.words
    known = host.known(code, identity.key)
    if known is not None:
        return known
    if len(code) < host.code_length:
        return words.text(_TOO_SHORT[host.code_length])
    found = host.find(code, identity.key, household(identity.address) or identity.key)
    if isinstance(found, float):
        return _wait(found, words)
    return found or words.text(_NOT_REACHED[Failure.NO_TABLE])


def _wait(seconds: float, words: Words) -> str:
    return words.count("Wait {n} second.", "Wait {n} seconds.", max(1, round(seconds)))


def why_not(attempt: Attempt, words: Words) -> str:
    """Explain why a table was neither opened nor joined; empty as long as it may be."""
    failed = attempt.failed
    if failed is Failure.WAIT:
        return _wait(attempt.wait, words)
    if failed in _NOT_REACHED:
        return words.text(_NOT_REACHED[failed])
    return "" if failed is None else words.why_not_done(failed)


Show = Callable[[GameTable], ft.Control]


@component
def found_table(
    session: UiSession, code: str, context: ScreenContext, go: Tap, show: Show
) -> ft.Control:
    """Build `show_table(table)` for the table of a code, once it is there."""
    tries, see = ft.use_state(0)
    found = ft.use_memo(lambda: look_for(session, code, context), [code, tries])
    if isinstance(found, str):
        return nothing(found, context, go)
    if not isinstance(found, Attempt):
        return show(found)
    other = context.words.text("Type the code"), partial(go, "join-table")
    again = partial(see, tries + 1)
    return _reaching(found, context, go, again, other, show, key=f"{code} {tries}")


@component
def opening_screen(
    begin: Callable[[], Attempt | None],
    context: ScreenContext,
    go: Tap,
    there: Callable[[str], object],
) -> ft.Control:
    """Open a table at a relay.

    Args:
        begin: Asks for it; None where it need not be.
        context: Space, theme, words and settings.
        go: Leads to a screen by its identifier.
        there: Called with its code.
    """
    tries, see = ft.use_state(0)
    attempt = ft.use_memo(begin, [tries])
    other = context.words.text("On one device instead"), partial(go, "one-device")
    again = partial(see, tries + 1)

    def lead(table: GameTable) -> ft.Control:
        return _lead(partial(there, table.seating.code), context, go)

    if attempt is None:
        return _page(context, go)
    return _reaching(attempt, context, go, again, other, lead, key=str(tries))


@component
def _lead(there: Callable[[], object], context: ScreenContext, go: Tap) -> ft.Control:
    ft.use_effect(there, [])
    return _page(context, go)


def _page(context: ScreenContext, go: Tap, *parts: ft.Control) -> ft.Control:
    bar = page_bar(context, context.words.text("Table"), go)
    return page_column(parts, context.column, spacing=16, bar=bar)


@component
def _reaching(  # noqa: PLR0913, PLR0917 - an attempt, and where it leads in the end
    attempt: Attempt,
    context: ScreenContext,
    go: Tap,
    again: Callable[[], object],
    other: tuple[str, Callable[[], object]],
    show: Show,
) -> ft.Control:
    def state(_: object = None) -> tuple[object, ...]:
        return attempt.table, attempt.failed

    def watch(tell: Callable[[], None]) -> Stop:
        tell()  # it may have been there, or failed, before anybody listened
        return attempt.watch(tell)

    use_watched(context, watch, state(), state)
    use_subscription(context.scope, lambda: attempt.stop, [])
    if attempt.table is not None:
        return show(attempt.table)
    theme, words = context.theme, context.words
    why = why_not(attempt, words)
    if not why:
        opens = words.text("The table is being opened …")
        text = words.text("On the way to table {code} …", code=attempt.code)
        turning = ft.ProgressRing(width=28, height=28, color=theme.ink, stroke_align=-1)
        ring = [] if theme.still else [turning]
        waits = ft.Row(
            [*ring, message(text if attempt.code else opens, theme, HEADING)], spacing=16
        )
        return _page(context, go, waits, outlined(theme, "other", *other, height=52))
    text, tap = other
    if attempt.failed in _FOR_GOOD:
        return _page(context, go, message(why, theme, HEADING), primary(theme, "other", text, tap))
    retry = primary(theme, "try-again", words.text("Try again"), again)
    instead = outlined(theme, "other", text, tap, height=52)
    return _page(context, go, message(why, theme, HEADING), retry, instead)


def closed_page(
    session: UiSession, table: GameTable, context: ScreenContext, go: Tap
) -> ft.Control:
    """Explain that a table is closed or out of reach, what is lost; lead to its game."""
    words, opened = context.words, table.opened
    if table.gone is None:
        return nothing(words.text("This table was closed."), context, go)
    parts: list[ft.Control] = [message(words.why_not_done(table.gone), context.theme, HEADING)]
    if opened is not None:
        lost = [lost_said(each, opened.game, words) for each in table.lost]
        parts += [write(each, BODY, color=context.theme.ink) for each in lost]
    if opened is not None and session.identity.here:
        text, game = words.text("The game on this device"), f"/game/{opened.head.id}"
        parts.append(primary(context.theme, "own-game", text, lambda: go(game)))
    return _page(context, go, *parts)


def nothing(said: str, context: ScreenContext, go: Tap) -> ft.Control:
    """Explain why there is no table, and lead to another code."""
    words, text = context.words, message(said, context.theme, HEADING, live=False)
    back = primary(
        context.theme, "join-table", words.text("Type the code"), lambda: go("join-table")
    )
    return _page(context, go, text, back)


_NOBODY = "nobody"
"""A key that no device has: a board plays no seat."""


@component
def board_screen(session: UiSession, code: str, context: ScreenContext, go: Tap) -> ft.Control:
    """Show all sheets of a table to a spectator; nothing of the game can be tapped."""
    awake = session.device.stay_awake
    ft.use_effect(lambda: awake(on=True), [], cleanup=lambda: awake(on=False))

    def show(table: GameTable) -> ft.Control:
        return _board(session, table, context, go, key=code)

    return found_table(session, code, context, go, show)


@component
def _board(session: UiSession, table: GameTable, context: ScreenContext, go: Tap) -> ft.Control:
    me = session.identity.key
    use_watched(context, table.watch, _seen(table), lambda _: _seen(table))
    use_subscription(context.scope, lambda: table.arrive(me), [], while_there=True)
    opened = table.opened
    play = ft.use_memo(lambda: opened and SeatSession(opened, table, _NOBODY), [opened])
    if table.closed:
        return closed_page(session, table, context, go)
    if play is None:
        return _before(table, session, context, go)
    return play_screen(play, context, session.device, go, key=play.head.id)


def _seen(table: GameTable) -> tuple[object, ...]:
    """Return what is shown around the game of a table."""
    return replace(table.seating, answers=NOTHING_SAID), table.closed, table.opened


def _before(table: GameTable, session: UiSession, context: ScreenContext, go: Tap) -> ft.Control:
    """Show who is there already, and how the others come to the table."""
    seating, words = table.seating, context.words
    names = words.both(seating.names) if seating.names else words.text("Nobody yet")
    parts = [
        write(names, TITLE, color=context.theme.ink, text_align=ft.TextAlign.CENTER),
        line(words.text("The sheets are shown here as soon as the game begins."), context),
        way_in(session.host, table, context),
    ]
    bar = page_bar(context, words.text("Table {code}", code=seating.code), go)
    return page_column(parts, context.column, spacing=14, bar=bar)


_MOST = 5
"""Tables that are shown, the newest first."""


def use_tables(host: Host, holder: str, context: ScreenContext) -> tuple[KnownTable, ...]:
    """Find the tables that a device opened or sits at, and show them anew when they change.

    What is entered at them is not part of it; nor is a table that is closed.
    """

    def now(_: object = None) -> tuple[object, ...]:
        shown = ((x, x.seating.names, x.seating.game, x.settled) for x in host.of(holder))
        return host.code_length, *shown

    use_watched(context, host.watch, now(), now)
    return host.of(holder)


def your_tables(
    host: Host, tables: Sequence[GameTable], context: ScreenContext, go: Tap
) -> list[ft.Control]:
    """Build a card for each of some tables, the way back to it."""
    title = heading(context.words.text("Your table"), HEADING, context.theme.ink)
    return (
        [title, *(_table(host, table, context, go) for table in tables[:_MOST])] if tables else []
    )


def _table(host: Host, table: GameTable, context: ScreenContext, go: Tap) -> ft.Control:
    theme, words, seating = context.theme, context.words, table.seating
    names = listed(seating.names)
    where = where_played(table, host, words)
    below = " • ".join(filter(None, (words.text("Table {code}", code=seating.code), where)))
    lines = ft.Column(
        [
            write(names or words.text("Nobody yet"), NAME, color=theme.ink, max_lines=1),
            write(below, HINT, color=theme.ink2),
        ],
        spacing=2,
        tight=True,
        expand=True,
    )
    arrow = ft.Icon(ft.Icons.ARROW_FORWARD_ROUNDED, size=22, color=theme.ink)
    return tappable(
        f"table-{seating.code}",
        words.text("Back to table {code}, {names}", code=seating.code, names=names),
        ft.Row([lines, arrow], spacing=12),
        lambda: go(f"/table/{seating.code}"),
        height=theme.tall(66, 16, 13),
        bgcolor=theme.surface,
        border_radius=18,
        padding=ft.Padding.symmetric(horizontal=16),
        alignment=ft.Alignment.CENTER_LEFT,
    )
