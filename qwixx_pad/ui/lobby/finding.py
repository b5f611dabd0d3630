"""How a device reaches a table: by its code, over a relay, or from a list; and why it cannot."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import cycle
from typing import NamedTuple

import flet as ft

from qwixx_pad.core.layout import ROW_LETTERS
from qwixx_pad.games.session import Failure
from qwixx_pad.i18n import N_, join_isolated
from qwixx_pad.identity.devices import DeviceIdentity, client_network
from qwixx_pad.identity.network import qr_png
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
from qwixx_pad.ui.flet_support.session_scope import use_subscription
from qwixx_pad.ui.lobby.lobby_parts import quiet_line
from qwixx_pad.ui.lobby.phones import reach_notes
from qwixx_pad.ui.text.table_texts import location_text, lost_entry_text
from qwixx_pad.ui.text.translator import Translator
from qwixx_pad.ui.theme.tokens import BODY, HEADING, HINT, LABEL, NAME, NUMBER

CODE_SIDE_DP = 240
_TILE_DP = 50.0
_TILE_GAP_DP = 8
_EDGE_DP = 16
"""Padding of the card that has the code on it."""


def invitation(
    registry: TableRegistry,
    table: GameTable,
    side: float = CODE_SIDE_DP,
    *,
    opener: DeviceIdentity | None = None,
) -> ft.Control:
    """Build the card with the QR code, the address and the code of a table.

    Args:
        registry: The tables, and the addresses at which phones reach them.
        table: The table to join.
        side: The side of the QR code, in dp.
        opener: The device that shows it, if it opened the table. It can switch to another address
            by a tap on the picture, and let phones in.
    """
    theme = current_theme()
    tr = current_translator()
    code = table.seating.code
    addresses = registry.link_addresses(table)
    parts: list[ft.Control] = []
    if addresses:
        url = f"{addresses[0]}/join/{code}"
        picture: ft.Control = qr_code(qr_png(url), side, tr.gettext("Code for {url}", url=url))
        several = opener and len(addresses) > 1
        if several:
            text = tr.gettext("Code for {url}. Show the next address", url=url)
            picture = tappable(
                "next-address", text, picture, registry.offer_next_address, border_radius=20
            )
        parts = [
            picture,
            quiet_line(tr.gettext("Scan with the camera, or open")),
            write(addresses[0].removesuffix("/#"), LABEL, selectable=True),
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
        padding=_EDGE_DP,
        alignment=ft.Alignment.CENTER,
        shadow=ft.BoxShadow(blur_radius=12, offset=ft.Offset(0, 3), color=theme.card_shadow),
    )


@component
def share_link(url: str) -> ft.Control:
    """Build the button that shares the link of a table, and below it the outcome."""
    context = current_context()
    texts, set_texts = ft.use_state(("", ""))
    message, unshared_url = texts
    transfer = context.transfer

    async def share_url() -> None:
        set_texts(outcome_texts(await transfer.share_or_copy(url), url, context.tr))

    parts = [
        tonal_button(
            "share-link",
            context.tr.gettext("Share the link"),
            share_url,
            icon=ft.Icons.IOS_SHARE_ROUNDED,
            height=48,
            size=15,
            action=transfer.share_action(url),
        )
    ]
    if message:
        parts.append(message_line(message))
    if unshared_url:
        parts.append(copy_box(unshared_url))
    return ft.Column(parts, spacing=10, horizontal_alignment=ft.CrossAxisAlignment.CENTER)


def board_address(registry: TableRegistry, table: GameTable) -> list[ft.Control]:
    """Build the address of a table's board, to type on a television; empty if none is known."""
    addresses = registry.link_addresses(table)
    if not addresses:
        return []
    url = f"{addresses[0]}/watch/{table.seating.code}".partition("://")[2]
    return [quiet_line(current_translator().gettext("Spectate: {url}", url=url), selectable=True)]


def code_tiles(code: str, scale: float = 1) -> ft.Control:
    """Build the code, a tile per letter. The colours of the tiles have no meaning."""
    theme = current_theme()
    colors = theme.bands
    free = current_column_width() - 2 * _EDGE_DP + _TILE_GAP_DP
    width = min(_TILE_DP * scale, free / len(code) - _TILE_GAP_DP)
    size = theme.two_digits(28 * scale, width)
    tiles = [
        ft.Container(
            write(letter, NUMBER.resized(size), color=colors[row].text, line_height=1.0),
            width=width,
            height=56 * scale,
            border_radius=12 * scale,
            bgcolor=colors[row].band,
            alignment=ft.Alignment.CENTER,
        )
        for letter, row in zip(code, cycle(ROW_LETTERS), strict=False)
    ]
    shown = ft.Row([*tiles], spacing=_TILE_GAP_DP, tight=True)
    return labelled_node(
        "table-code",
        current_translator().gettext("Code {code}", code=" ".join(code)),
        decorative(shown),
    )


_NOT_REACHED = {
    Failure.NO_LINK: N_("Can’t connect. This device or the table server is offline."),
    Failure.NO_TABLE: N_("No table with that code. Check the letters."),
    Failure.TABLE_FULL: N_("There’s no room right now. Try again later."),
}
"""Texts for a device that is not at the table yet; others get `Translator.failure_text`."""
_CODE_TOO_SHORT = {
    CODE_LENGTH: N_("A code has four characters."),
    ONLINE_CODE_LENGTH: N_("A code has six characters."),
}
_FINAL_FAILURES = {
    Failure.NO_TABLE,
    Failure.TABLE_CLOSED,
    Failure.VERSION,
    Failure.REFUSED,
    Failure.BAD_SHEET,
    Failure.SHEET_CLASH,
    Failure.ONE_OWN_SHEET,
}
"""Failures after which another attempt is useless."""


def find_by_code(
    session: UiSession, code: str, context: ScreenContext
) -> GameTable | JoinAttempt | str:
    """Find the table of a code, or begin an attempt to reach it; else a text says why not."""
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
    """Explain why an attempt has failed; empty while it goes on."""
    failed = attempt.failed
    if failed is Failure.TOO_MANY_TRIES:
        return _wait_text(attempt.retry_after_s, tr)
    if failed in _NOT_REACHED:
        return tr.gettext(_NOT_REACHED[failed])
    return "" if failed is None else tr.failure_text(failed)


ShowTable = Callable[[GameTable], ft.Control]


class _Alternative(NamedTuple):
    """A button in place of a table: its text, and the identifier of the screen that it opens."""

    text: str
    screen: str


@component
def found_table(session: UiSession, code: str, go: TapHandler, show_table: ShowTable) -> ft.Control:
    """Build `show_table(table)` for the table of a code; until it is reached, show the progress."""
    context = current_context()
    tries, set_tries = ft.use_state(0)
    found = ft.use_memo(lambda: find_by_code(session, code, context), [code, tries])
    if isinstance(found, str):
        return no_table_page(found, go)
    if not isinstance(found, JoinAttempt):
        return show_table(found)
    other = _Alternative(context.tr.gettext("Type the code"), "join-table")
    return _attempt_page(
        found, go, partial(set_tries, tries + 1), other, show_table, key=f"{code} {tries}"
    )


@component
def opening_screen(
    begin: Callable[[], JoinAttempt | None],
    go: TapHandler,
    enter_table: Callable[[str], object],
) -> ft.Control:
    """Show the progress of opening a table at a relay.

    Args:
        begin: Sends the request; returns None if there is nothing to open.
        go: Opens a screen by its identifier.
        enter_table: Called with the code of the table once it is open.
    """
    tries, set_tries = ft.use_state(0)
    attempt = ft.use_memo(begin, [tries])
    if attempt is None:
        return _opening_page(go)
    other = _Alternative(current_translator().gettext("Use one device instead"), "one-device")
    return _attempt_page(
        attempt,
        go,
        partial(set_tries, tries + 1),
        other,
        lambda table: _redirect(partial(enter_table, table.seating.code), go),
        key=str(tries),
    )


@component
def _redirect(enter_table: Callable[[], object], go: TapHandler) -> ft.Control:
    ft.use_effect(enter_table, [])
    return _opening_page(go)


def _opening_page(go: TapHandler, *parts: ft.Control) -> ft.Control:
    return page_column(
        parts,
        current_column_width(),
        spacing=16,
        bar=page_bar(current_translator().gettext("Table"), go),
    )


@component
def _attempt_page(
    attempt: JoinAttempt,
    go: TapHandler,
    retry: Callable[[], object],
    other: _Alternative,
    show_table: ShowTable,
) -> ft.Control:
    context = current_context()
    use_watched(attempt.watch, lambda: (attempt.table, attempt.failed))
    use_subscription(context.scope, lambda: attempt.stop, [])
    if attempt.table is not None:
        return show_table(attempt.table)
    theme = context.theme
    tr = context.tr
    reason = attempt_text(attempt, tr)
    open_other = partial(go, other.screen)
    if attempt.failed in _FINAL_FAILURES:
        return _opening_page(
            go, message_line(reason, HEADING), primary_button("other", other.text, open_other)
        )
    second = outlined_button("other", other.text, open_other, height=52)
    if reason:
        return _opening_page(
            go,
            message_line(reason, HEADING),
            primary_button("try-again", tr.gettext("Try again"), retry),
            second,
        )
    text = tr.gettext("Opening the table…")
    if attempt.code:
        text = tr.gettext("Joining table {code}…", code=attempt.code)
    line = ft.Row([message_line(text, HEADING)], spacing=16)
    if not theme.reduce_motion:
        ring = ft.ProgressRing(width=28, height=28, color=theme.ink, stroke_align=-1)
        line.controls.insert(0, ring)
    return _opening_page(go, line, second)


def closed_page(session: UiSession, table: GameTable, go: TapHandler) -> ft.Control:
    """Explain why a table has closed and which entries are lost. The owner can open its game."""
    tr = current_translator()
    opened = table.opened
    if table.gone is None:
        return no_table_page(tr.gettext("This table was closed."), go)
    parts: list[ft.Control] = [message_line(tr.failure_text(table.gone), HEADING)]
    if opened is not None:
        parts += [write(lost_entry_text(lost, opened.game, tr), BODY) for lost in table.lost]
    if opened is not None and session.identity.is_this_computer:
        parts.append(
            primary_button(
                "own-game",
                tr.gettext("The game on this device"),
                partial(go, f"/game/{opened.head.id}"),
            )
        )
    else:
        parts.append(_code_button(go))
    return _opening_page(go, *parts)


def no_table_page(reason: str, go: TapHandler) -> ft.Control:
    """Explain why there is no table, and offer to type another code."""
    return _opening_page(go, message_line(reason, HEADING, live=False), _code_button(go))


def _code_button(go: TapHandler) -> ft.Control:
    return primary_button(
        "join-table", current_translator().gettext("Type the code"), partial(go, "join-table")
    )


_MAX_TABLES = 5
"""Tables that are listed at most, the newest first."""


def use_known_tables(registry: TableRegistry, holder: str) -> tuple[KnownTable, ...]:
    """Watch the open tables that a device opened or sits at, by its id.

    The component is built again when players or games change, not for each entry.
    """

    def tables_state() -> tuple[object, ...]:
        tables = (
            (table, table.seating.names, table.seating.game, table.may_rematch)
            for table in registry.tables_of(holder)
        )
        return registry.code_length, *tables

    use_watched(registry.watch, tables_state)
    return registry.tables_of(holder)


def table_cards(
    registry: TableRegistry,
    tables: Sequence[GameTable],
    go: TapHandler,
    *,
    is_main: bool = False,
) -> list[ft.Control]:
    """Build a heading and a card for each table, which opens it; the first is dark if `is_main`."""
    if not tables:
        return []
    title = heading(current_translator().gettext("Your table"), HEADING, current_theme().ink)
    cards = [
        _table_card(registry, table, go, is_dark=is_main and table is tables[0])
        for table in tables[:_MAX_TABLES]
    ]
    return [title, *cards]


def _table_card(
    registry: TableRegistry, table: GameTable, go: TapHandler, *, is_dark: bool
) -> ft.Control:
    theme = current_theme()
    tr = current_translator()
    seating = table.seating
    ink = theme.on_primary if is_dark else theme.ink
    names = join_isolated(seating.names)
    facts = (tr.gettext("Table {code}", code=seating.code), location_text(table, registry, tr))
    lines = ft.Column(
        [
            write(
                names or tr.gettext("Nobody yet"),
                NAME,
                color=ink,
                line_height=1.2,
                max_lines=4 if theme.has_large_text else 2,
                overflow=ft.TextOverflow.ELLIPSIS,
            ),
            write(" • ".join(filter(None, facts)), HINT, color=ink if is_dark else theme.ink2),
        ],
        spacing=2,
        tight=True,
        expand=True,
    )
    return tappable(
        f"table-{seating.code}",
        tr.gettext("Back to table {code}, {names}", code=seating.code, names=names),
        ft.Row([lines, ft.Icon(ft.Icons.ARROW_FORWARD_ROUNDED, size=22, color=ink)], spacing=12),
        lambda: go(f"/table/{seating.code}"),
        height=None if theme.text_scale > 1 else 66,
        bgcolor=theme.primary if is_dark else theme.surface,
        border_radius=18,
        padding=ft.Padding.symmetric(horizontal=16, vertical=10 if theme.text_scale > 1 else 0),
        alignment=ft.Alignment.CENTER_LEFT,
    )
