"""Ways to a table: by its code, by a relay, back to one's own; and why it does not come."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import cycle

import flet as ft

from qwixx_pad.core.layout import ROW_LETTERS
from qwixx_pad.games.session import Failure
from qwixx_pad.i18n import N_, join_isolated
from qwixx_pad.identity.devices import DeviceIdentity, client_network
from qwixx_pad.identity.network import qr_rows
from qwixx_pad.multiplayer.online.online_tables import JoinAttempt
from qwixx_pad.multiplayer.open_tables import (
    CODE_LENGTH,
    ONLINE_CODE_LENGTH,
    KnownTable,
    TableRegistry,
)
from qwixx_pad.multiplayer.state import GameTable
from qwixx_pad.ui.context import (
    ScreenContext,
    UiSession,
    current_column_width,
    current_context,
    current_theme,
    current_translator,
    use_watched,
)
from qwixx_pad.ui.design.controls import outlined_button, primary_button, tonal_button
from qwixx_pad.ui.design.drawing import qr_code
from qwixx_pad.ui.design.form import copy_box, outcome_texts, page_bar
from qwixx_pad.ui.design.primitives import (
    TapHandler,
    decorative,
    heading,
    labelled_node,
    message_line,
    page_column,
    tappable,
    write,
)
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.flet_support.session_scope import StopCallback, use_subscription
from qwixx_pad.ui.lobby.phones import reach_notes
from qwixx_pad.ui.text.table_texts import location_text, lost_entry_text
from qwixx_pad.ui.text.translator import Translator
from qwixx_pad.ui.theme.tokens import ASIDE, BODY, HEADING, HINT, LABEL, NAME, NUMBER

CODE_SIDE_DP = 240
"""Of the picture of a code, in dp."""
_TILE = 50.0
_APART = 8
_EDGE = 16
"""Width of a letter's tile, what is free between two, and around all; in dp."""


def invitation(
    registry: TableRegistry,
    table: GameTable,
    side: float = CODE_SIDE_DP,
    *,
    opener: DeviceIdentity | None = None,
) -> ft.Control:
    """Build the picture, so large, and the letters by which phones find a table.

    The `opener` gets the next of several addresses by a tap on the picture and, where phones are
    not let in, what lets them in.
    """
    context = current_context()
    theme = context.theme
    tr = context.tr
    code = table.seating.code
    addresses = registry.link_addresses(table)
    parts: list[ft.Control] = []
    if addresses:
        address = addresses[0]
        several = opener and len(addresses) > 1
        url = f"{address}/join/{code}"
        picture = qr_code(qr_rows(url), side, tr.gettext("Code for {url}", url=url))
        turns = tr.gettext("Code for {url}. Show the next address", url=url)
        parts = [
            tappable("next-address", turns, picture, registry.offer_next_address, border_radius=20)
            if several
            else picture,
            quiet_line(tr.gettext("Scan with the camera, or open")),
            write(address.removesuffix("/#"), LABEL, selectable=True),
        ]
        if several:
            text = tr.gettext(
                "Not opening? Tap the picture: this computer has {n} addresses.",
                n=len(addresses),
            )
            parts.append(quiet_line(text))
        if table.online:
            parts.append(share_link(url))
    if opener:
        parts += reach_notes(registry, opener, table)
    return ft.Container(
        ft.Column(
            [*parts, code_tiles(code)],
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
def share_link(url: str) -> ft.Control:
    """Build the button that shares the link of a table, and its outcome."""
    context = current_context()
    (outcome, left), tell = ft.use_state(("", ""))
    tr = context.tr
    transfer = context.transfer

    async def share_url() -> None:
        tell(outcome_texts(await transfer.share_or_copy(url), url, tr))

    note = [message_line(outcome)] if outcome else []
    shown = [copy_box(left)] if left else []
    text = tr.gettext("Share the link")
    icon = ft.Icons.IOS_SHARE_ROUNDED
    look = {"icon": icon, "height": 48, "size": 15, "action": transfer.share_action(url)}
    button = tonal_button("share-link", text, share_url, **look)
    return ft.Column(
        [button, *note, *shown], spacing=10, horizontal_alignment=ft.CrossAxisAlignment.CENTER
    )


def board_address(registry: TableRegistry, table: GameTable) -> list[ft.Control]:
    """Build the address of a table's board, for a television: below all that is tapped."""
    addresses = registry.link_addresses(table)
    if not addresses:
        return []
    url = f"{addresses[0]}/watch/{table.seating.code}".partition("://")[2]
    return [quiet_line(current_translator().gettext("Spectate: {url}", url=url), selectable=True)]


def quiet_line(text: str, *, selectable: bool = False) -> ft.Control:
    """Build quiet words in the middle of a page."""
    return write(
        text,
        ASIDE,
        color=current_theme().ink2,
        text_align=ft.TextAlign.CENTER,
        height=1.35,
        selectable=selectable,
    )


def code_tiles(code: str, scale: float = 1) -> ft.Control:
    """Build the code as tiles, so many times larger; their colours have no meaning."""
    theme = current_theme()
    colors = theme.bands
    count = len(code)
    width = min(_TILE * scale, (current_column_width() - 2 * _EDGE + _APART) / count - _APART)
    size = theme.two_digits(28 * scale, width)
    tiles = [
        ft.Container(
            write(letter, NUMBER.resized(size), color=colors[row].text, height=1.0),
            width=width,
            height=56 * scale,
            border_radius=12 * scale,
            bgcolor=colors[row].band,
            alignment=ft.Alignment.CENTER,
        )
        for letter, row in zip(code, cycle(ROW_LETTERS), strict=False)
    ]
    spoken = current_translator().gettext("Code {code}", code=" ".join(code))
    shown = ft.Row([*tiles], spacing=_APART, tight=True)
    return labelled_node("table-code", spoken, decorative(shown))


_NOT_REACHED = {
    Failure.NO_LINK: N_("Can’t connect. This device or the table server is offline."),
    Failure.NO_TABLE: N_("No table with that code. Check the letters."),
    Failure.TABLE_FULL: N_("There’s no room right now. Try again later."),
}
"""Texts for devices that are not at the table yet."""
_CODE_TOO_SHORT = {
    CODE_LENGTH: N_("A code has four characters."),
    ONLINE_CODE_LENGTH: N_("A code has six characters."),
}
_FINAL_FAILURES = {
    *(Failure.NO_TABLE, Failure.TABLE_CLOSED, Failure.VERSION, Failure.REFUSED),
    *(Failure.BAD_SHEET, Failure.SHEET_CLASH, Failure.ONE_OWN_SHEET),
}
"""Failures after which another try is of no use."""


def find_by_code(
    session: UiSession, code: str, context: ScreenContext
) -> GameTable | JoinAttempt | str:
    """Find the table of a code, the attempt to reach it, or why there is none for this device."""
    registry = session.registry
    identity = session.identity
    tr = context.tr
    known = registry.known_table(code, identity.id)
    if known is not None:
        return known
    if len(code) < registry.code_length:
        return tr.gettext(_CODE_TOO_SHORT[registry.code_length])
    found = registry.find(code, identity.id, client_network(identity.address) or identity.id)
    if isinstance(found, float):
        return _wait_text(found, tr)
    return found or tr.gettext(_NOT_REACHED[Failure.NO_TABLE])


def _wait_text(seconds: float, tr: Translator) -> str:
    return tr.ngettext("Wait {n} second.", "Wait {n} seconds.", max(1, round(seconds)))


def attempt_text(attempt: JoinAttempt, tr: Translator) -> str:
    """Explain why a table was neither opened nor joined; empty as long as it may be."""
    failed = attempt.failed
    if failed is Failure.TOO_MANY_TRIES:
        return _wait_text(attempt.retry_after_s, tr)
    if failed in _NOT_REACHED:
        return tr.gettext(_NOT_REACHED[failed])
    return "" if failed is None else tr.failure_text(failed)


ShowTable = Callable[[GameTable], ft.Control]


@component
def found_table(session: UiSession, code: str, go: TapHandler, show_table: ShowTable) -> ft.Control:
    """Build `show_table(table)` for the table of a code, once it is there."""
    context = current_context()
    tries, see = ft.use_state(0)
    found = ft.use_memo(lambda: find_by_code(session, code, context), [code, tries])
    if isinstance(found, str):
        return no_table_page(found, go)
    if not isinstance(found, JoinAttempt):
        return show_table(found)
    other = context.tr.gettext("Type the code"), partial(go, "join-table")
    again = partial(see, tries + 1)
    return _attempt_page(found, go, again, other, show_table, key=f"{code} {tries}")


@component
def opening_screen(
    begin: Callable[[], JoinAttempt | None],
    go: TapHandler,
    there: Callable[[str], object],
) -> ft.Control:
    """Open a table at a relay.

    Args:
        begin: Asks for it; None where it need not be.
        go: Leads to a screen by its identifier.
        there: Called with its code.
    """
    tries, see = ft.use_state(0)
    attempt = ft.use_memo(begin, [tries])
    other = current_context().tr.gettext("Use one device instead"), partial(go, "one-device")
    again = partial(see, tries + 1)

    def lead_to_table(table: GameTable) -> ft.Control:
        return _redirect(partial(there, table.seating.code), go)

    if attempt is None:
        return _opening_page(go)
    return _attempt_page(attempt, go, again, other, lead_to_table, key=str(tries))


@component
def _redirect(there: Callable[[], object], go: TapHandler) -> ft.Control:
    ft.use_effect(there, [])
    return _opening_page(go)


def _opening_page(go: TapHandler, *parts: ft.Control) -> ft.Control:
    bar = page_bar(current_translator().gettext("Table"), go)
    return page_column(parts, current_column_width(), spacing=16, bar=bar)


@component
def _attempt_page(
    attempt: JoinAttempt,
    go: TapHandler,
    again: Callable[[], object],
    other: tuple[str, Callable[[], object]],
    show: ShowTable,
) -> ft.Control:
    context = current_context()

    def attempt_state(_: object = None) -> tuple[object, ...]:
        return attempt.table, attempt.failed

    def watch_attempt(tell: Callable[[], None]) -> StopCallback:
        tell()  # it may have been there, or failed, before anybody listened
        return attempt.watch(tell)

    use_watched(watch_attempt, attempt_state(), attempt_state)
    use_subscription(context.scope, lambda: attempt.stop, [])
    if attempt.table is not None:
        return show(attempt.table)
    theme = context.theme
    tr = context.tr
    why = attempt_text(attempt, tr)
    if not why:
        opens = tr.gettext("Opening the table…")
        text = tr.gettext("Joining table {code}…", code=attempt.code)
        turning = ft.ProgressRing(width=28, height=28, color=theme.ink, stroke_align=-1)
        ring = [] if theme.reduce_motion else [turning]
        waits = ft.Row([*ring, message_line(text if attempt.code else opens, HEADING)], spacing=16)
        return _opening_page(go, waits, outlined_button("other", *other, height=52))
    text, tap = other
    if attempt.failed in _FINAL_FAILURES:
        return _opening_page(
            go,
            message_line(why, HEADING),
            primary_button("other", text, tap),
        )
    retry = primary_button("try-again", tr.gettext("Try again"), again)
    instead = outlined_button("other", text, tap, height=52)
    return _opening_page(go, message_line(why, HEADING), retry, instead)


def closed_page(session: UiSession, table: GameTable, go: TapHandler) -> ft.Control:
    """Explain that a table is closed or out of reach, what is lost; lead to its game."""
    tr = current_translator()
    opened = table.opened
    if table.gone is None:
        return no_table_page(tr.gettext("This table was closed."), go)
    parts: list[ft.Control] = [message_line(tr.failure_text(table.gone), HEADING)]
    if opened is not None:
        lost = [lost_entry_text(each, opened.game, tr) for each in table.lost]
        parts += [write(each, BODY) for each in lost]
    if opened is not None and session.identity.is_this_computer:
        text = tr.gettext("The game on this device")
        game = f"/game/{opened.head.id}"
        parts.append(primary_button("own-game", text, lambda: go(game)))
    else:
        parts.append(_code_button(go))
    return _opening_page(go, *parts)


def no_table_page(reason: str, go: TapHandler) -> ft.Control:
    """Explain why there is no table, and lead to another code."""
    text = message_line(reason, HEADING, live=False)
    return _opening_page(go, text, _code_button(go))


def _code_button(go: TapHandler) -> ft.Control:
    text = current_translator().gettext("Type the code")
    return primary_button("join-table", text, partial(go, "join-table"))


_MAX_TABLES = 5
"""Tables that are shown, the newest first."""


def use_known_tables(registry: TableRegistry, holder: str) -> tuple[KnownTable, ...]:
    """Find the tables that a device opened or sits at, and show them anew when they change.

    What is entered at them is not part of it; nor is a table that is closed.
    """

    def tables_state(_: object = None) -> tuple[object, ...]:
        shown = (
            (x, x.seating.names, x.seating.game, x.may_rematch) for x in registry.tables_of(holder)
        )
        return registry.code_length, *shown

    use_watched(registry.watch, tables_state(), tables_state)
    return registry.tables_of(holder)


def table_cards(
    registry: TableRegistry,
    tables: Sequence[GameTable],
    go: TapHandler,
    *,
    is_main: bool = False,
) -> list[ft.Control]:
    """Build a card for each of some tables, the way back to it; dark the first, if `is_main`."""
    title = heading(current_translator().gettext("Your table"), HEADING, current_theme().ink)
    cards = [
        _table_card(registry, table, go, is_dark=is_main and table is tables[0])
        for table in tables[:_MAX_TABLES]
    ]
    return [title, *cards] if cards else []


def _table_card(
    registry: TableRegistry, table: GameTable, go: TapHandler, *, is_dark: bool
) -> ft.Control:
    theme = current_theme()
    tr = current_translator()
    seating = table.seating
    ink, fill = (theme.on_primary, theme.primary) if is_dark else (theme.ink, theme.surface)
    names = join_isolated(seating.names)
    where = location_text(table, registry, tr)
    below = " • ".join(filter(None, (tr.gettext("Table {code}", code=seating.code), where)))
    lines = ft.Column(
        [
            write(
                names or tr.gettext("Nobody yet"),
                NAME,
                color=ink,
                height=1.2,
                max_lines=4 if theme.has_large_text else 2,
                overflow=ft.TextOverflow.ELLIPSIS,
            ),
            write(below, HINT, color=ink if is_dark else theme.ink2),
        ],
        spacing=2,
        tight=True,
        expand=True,
    )
    arrow = ft.Icon(ft.Icons.ARROW_FORWARD_ROUNDED, size=22, color=ink)
    return tappable(
        f"table-{seating.code}",
        tr.gettext("Back to table {code}, {names}", code=seating.code, names=names),
        ft.Row([lines, arrow], spacing=12),
        lambda: go(f"/table/{seating.code}"),
        height=None if theme.text_scale > 1 else 66,
        bgcolor=fill,
        border_radius=18,
        padding=ft.Padding.symmetric(horizontal=16, vertical=10 if theme.text_scale > 1 else 0),
        alignment=ft.Alignment.CENTER_LEFT,
    )
