"""The screens of a shared table: typing its code, its lobby, its game, and the next game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import flet as ft

from qwixx_pad.games.session import OpenGame
from qwixx_pad.identity.client_input import LINK_ROUTE
from qwixx_pad.identity.devices import DeviceIdentity
from qwixx_pad.library.links import find_link
from qwixx_pad.multiplayer.invitations import read_invitation
from qwixx_pad.multiplayer.open_tables import ONLINE_CODE_LENGTH, TableRegistry
from qwixx_pad.multiplayer.seat_session import SeatSession
from qwixx_pad.multiplayer.seating import NO_ANSWERS
from qwixx_pad.multiplayer.state import GameTable
from qwixx_pad.storage import StorageError
from qwixx_pad.ui.actions import Go, ScreenTask, find_pressable
from qwixx_pad.ui.context import (
    ScreenContext,
    UiSession,
    current_context,
    current_theme,
    current_translator,
    use_watched,
)
from qwixx_pad.ui.design.controls import (
    named_icon_button,
    outlined_button,
    primary_button,
    text_field,
    tonal_button,
)
from qwixx_pad.ui.design.form import page_bar, settings_button
from qwixx_pad.ui.design.primitives import TapHandler, message_line, page_column, write
from qwixx_pad.ui.flet_support.field_state import FieldState, use_field_state
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.flet_support.session_scope import use_subscription
from qwixx_pad.ui.lobby.finding import (
    closed_page,
    find_by_code,
    found_table,
    table_cards,
    use_known_tables,
)
from qwixx_pad.ui.lobby.lobby_screen import seats_page
from qwixx_pad.ui.play.screen import play_screen
from qwixx_pad.ui.result.result_screen import NextGame, past_result_screen
from qwixx_pad.ui.text.translator import Translator
from qwixx_pad.ui.theme.tokens import BODY, OPTION, TITLE

_MAX_CODE_CHARS = 10
"""Characters of a typed code, with spaces. Anything longer is a link."""
_CODE_SIZE = 28
"""Size of the letters of a code, in sp."""


@dataclass(frozen=True, slots=True)
class _JoinAnswer:
    """The answer to a tap on *Join* or *Spectate* that opened no table.

    Attributes:
        reason: Why none was opened; empty before the first tap.
        link: The link of a table at another pad; empty for none.
    """

    reason: str = ""
    link: str = ""


@component
def join_screen(
    session: UiSession,
    go: TapHandler,
    notice: tuple[str, str] | None = None,
    shared: str = "",
) -> ft.Control:
    """Show the field for the code of a table; a visiting phone begins on this screen.

    Args:
        session: The session.
        go: Opens a screen by its identifier.
        notice: Two lines at the top, if any.
        shared: A text with a link or a code, which is entered at once; empty for none.
    """
    context = current_context()
    registry = session.registry
    identity = session.identity
    answer, set_answer = ft.use_state(_JoinAnswer())
    tables = use_known_tables(registry, identity.id)
    tr = context.tr
    typed = use_field_state("code", first=True)

    def enter_code(how: str) -> None:
        if item := find_link(typed.text_or("")):
            go(f"{LINK_ROUTE}{item}")
            return
        invitation = read_invitation(typed.text_or(""), registry.code_length)
        if not invitation.is_at((*registry.own_addresses, session.page.url or "")):
            page = "watch" if how == "watch" else "join"
            set_answer(
                _JoinAnswer(
                    tr.gettext("This table is at {address}.", address=invitation.site_name),
                    f"{invitation.site}/{page}/{invitation.code}",
                )
            )
            return
        code = invitation.code
        elsewhere = len(code) == ONLINE_CODE_LENGTH == registry.code_length
        outcome = None if elsewhere else find_by_code(session, code, context)
        if not isinstance(outcome, str):
            go(f"/{how}/{code}")
            return
        if code:
            typed.set_text(code)
        set_answer(_JoinAnswer(outcome))

    ft.use_effect(partial(_enter_shared_text, shared, typed, enter_code), [shared])
    parts: list[ft.Control] = []
    if notice:
        parts.append(write(" ".join(notice).strip(), OPTION))
    parts += table_cards(registry, tables, go, is_main=not answer.link)
    if registry.is_unreachable:
        parts += _answer_parts(answer) if answer.link else []
        parts.append(_no_join_note(registry))
        build = primary_button
        text = tr.gettext("One device")
    else:
        parts.append(_join_card(registry, typed, enter_code, answer, is_main=not tables))
        build = tonal_button
        text = tr.gettext("Open a new table")
    if identity.is_this_computer:
        new_table = partial(go, "one-device")
        parts.append(build("one-device", text, new_table, icon=ft.Icons.ADD_ROUNDED, height=52))
    return page_column(parts, context.column_width, spacing=14, bar=_join_bar(identity, go))


def _enter_shared_text(shared: str, typed: FieldState, enter: Callable[[str], object]) -> None:
    if shared:
        typed.set_text(shared)
        enter("watch" if "/watch/" in shared else "table")


def _join_bar(identity: DeviceIdentity, go: TapHandler) -> ft.Control:
    tr = current_translator()
    if identity.is_this_computer:
        return page_bar(tr.gettext("Join a table"), go)
    title = write("Qwixx Pad", TITLE.resized(24), expand=True)
    rules = named_icon_button("rules", tr.gettext("Rules"), ft.Icons.MENU_BOOK_ROUNDED, go)
    return ft.Container(ft.Row([title, rules, settings_button(go)]), height=64)


def _no_join_note(registry: TableRegistry) -> ft.Control:
    """Explain why this pad can reach no table, and which pads can."""
    tr = current_translator()
    sentences = [
        tr.gettext("This pad runs on this device only, so it can’t reach others."),
        tr.gettext(
            "A pad on a computer on your Wi-Fi can open tables for everyone’s phones: scan its "
            "code with your camera, or open its address in the browser."
        ),
    ]
    if registry.online:
        sentences.append(tr.gettext("Or enter the address of a table server in the settings."))
    return _join_surface(
        [
            write(sentence, BODY, color=current_theme().ink2, line_height=1.4)
            for sentence in sentences
        ]
    )


def _join_surface(parts: Sequence[ft.Control]) -> ft.Control:
    return ft.Container(
        ft.Column([*parts], spacing=12, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        bgcolor=current_theme().surface,
        border_radius=20,
        padding=16,
    )


def _join_card(
    registry: TableRegistry,
    typed: FieldState,
    enter: Callable[[str], object],
    answer: _JoinAnswer,
    *,
    is_main: bool,
) -> ft.Control:
    """Build the field for a code, the answer, *Join* and *Spectate*.

    *Join* is dark if it is the main button, unless the answer has a link to open.
    """
    tr = current_translator()
    length = registry.code_length
    is_link = len(typed.text_or("")) > _MAX_CODE_CHARS
    size = 16 if is_link else _CODE_SIZE

    def on_type(text: str) -> None:
        if (len(text) > _MAX_CODE_CHARS) != is_link:
            typed.repaint()

    field = text_field(
        typed,
        tr.gettext("Six characters")
        if length == ONLINE_CODE_LENGTH
        else tr.gettext("Four characters"),
        autocorrect=False,
        enable_suggestions=False,
        text_align=ft.TextAlign.LEFT if is_link else ft.TextAlign.CENTER,
        change=on_type,
        send=lambda: enter("table"),
        text_style=ft.TextStyle(
            font_family="Rubik 600",
            size=size,
            letter_spacing=0.0 if is_link else 40 / length,
            height=1.2 * _CODE_SIZE / size,  # the field keeps its height with a link
        ),
    )
    build = primary_button if is_main and not answer.link else tonal_button
    parts = [
        write(
            tr.gettext(
                "Scan the code on the other screen with your camera, type it, or paste the link."
            ),
            BODY,
            color=current_theme().ink2,
            line_height=1.4,
        ),
        field,
        *_answer_parts(answer),
        build("join", tr.gettext("Join"), lambda: enter("table")),
        outlined_button("watch", tr.gettext("Spectate"), lambda: enter("watch"), height=48),
    ]
    return _join_surface(parts)


def _answer_parts(answer: _JoinAnswer) -> list[ft.Control]:
    """Build the reason, and a button for the link: another pad is only opened by one more tap."""
    if not answer.reason:
        return []
    reason = message_line(answer.reason)
    if not answer.link:
        return [reason]
    return [
        reason,
        primary_button(
            "open-link",
            current_translator().gettext("Open"),
            lambda: None,
            height=52,
            action=ft.OpenUrl(answer.link),
        ),
    ]


@component
def table_screen(
    session: UiSession, code: str, named: str, inside: str, go: TapHandler
) -> ft.Control:
    """Show the game of a table if this device plays there or opened it, else its lobby.

    Args:
        session: The session.
        code: The code of the table.
        named: The game that the route names; empty for none. Then the screen shows the game that
            ran when it opened, until the player goes on from its result.
        inside: `seats` shows the lobby even while a game runs, `sheets` the choice of the sheet.
        go: Opens a screen by its identifier.
    """
    return found_table(
        session,
        code,
        go,
        lambda table: _table_page(session, table, named, inside, go, key=code),
    )


@component
def _table_page(
    session: UiSession,
    table: GameTable,
    named: str,
    inside: str,
    go: TapHandler,
) -> ft.Control:
    context = current_context()
    me = session.identity.id
    use_watched(table.watch, lambda: _table_state(table))
    use_subscription(context.scope, lambda: table.connect_device(me), [], while_connected=True)
    opened = table.opened
    seating = table.seating
    front = ft.use_memo(FrontGame, [])
    play = ft.use_memo(lambda: opened and SeatSession(opened, table, me), [opened])
    is_member = seating.is_member(me)
    game = front.shown_game(named, opened.head.id if opened and is_member else "")
    before = ft.use_memo(lambda: previous_game(session, table, game), [game, seating.game])
    shown = game if before is not None else seating.game or ""
    following = use_next_game(session, table, shown, go)
    if table.is_closed:
        return closed_page(session, table, go)
    lead = navigation_from(game, seating.code, front, go)
    if play is None or not is_member or inside == "seats":
        return above_next_game(
            following,
            context,
            lambda within: seats_page(session, table, inside, within, go, key="seats"),
        )
    if before is not None:
        return past_result_screen(before, seating, context, lead, following, key=game)
    return play_screen(play, context, lead, key=play.head.id)


def _table_state(table: GameTable) -> tuple[object, ...]:
    """The part of a table that this screen shows, apart from the entries of its game."""
    seating = replace(table.seating, answers=NO_ANSWERS)
    return (
        seating,
        tuple(table.is_present(seat) for seat in range(1, len(seating.chairs) + 1)),
        table.away_devices,
        table.is_closed,
        table.opened,
        table.link,
        table.refused,
    )


ShowPage = Callable[[ScreenContext], ft.Control]


class FrontGame:
    """The game that the screen of a table shows: the one it opened with, until the player goes on.

    Attributes:
        goes_on: Whether this device has requested the next game and shows it when it begins.
    """

    def __init__(self) -> None:
        self.goes_on = False
        self._game = ""
        self._named = ""

    def shown_game(self, named: str, present: str) -> str:
        """Choose the game to show, by its identifier; empty for none.

        Args:
            named: The game in the route; empty for none.
            present: The game that runs at the table; empty if this device may not see it.
        """
        if named != self._named:
            self._named = named
            self._game = named or self._game
        if not self._game or (self.goes_on and present not in {"", self._game}):
            self._game = present
            self.goes_on = False
        return self._game


def navigation_from(game: str, code: str, front: FrontGame, go: TapHandler) -> TapHandler:
    """Wrap `go` so that the pages of a game, such as its review, stay with that game."""

    def go_from_game(where: str) -> object:
        action = find_pressable(where).does
        if action == Go(ScreenTask.REMATCH):
            front.goes_on = True
        of_game = isinstance(action, Go) and action.of_game
        return go(f"/table/{code}.{game}/{where}" if of_game else where)

    return go_from_game


def may_view_game(session: UiSession, table: GameTable, game: str) -> bool:
    """True if this device may see a game: the owner any, others those of a table where they sit."""
    sits = table.seating.is_expected(session.identity.id) and not table.is_closed
    return session.identity.is_this_computer or (sits and table.has_played(game))


def previous_game(session: UiSession, table: GameTable, game: str) -> OpenGame | None:
    """Open an ended game, by its identifier, after which its table plays another one.

    None if the table still has this game, or if this device may not see it.
    """
    if game in {"", table.seating.game} or not may_view_game(session, table, game):
        return None
    try:
        opened = session.registry.service.open(game)
    except StorageError:
        return None
    return opened if opened.game.position.is_settled else None


def next_game_text(table: GameTable, me: str, tr: Translator) -> str:
    """The text of the button that opens the next game: it names whose turn it is there."""
    now = table.current_position
    if now is None or now.is_over:
        return tr.gettext("Go to game")
    if table.seating.seats_of(me) == (now.active,):
        return tr.gettext("Go to game: your turn")
    name = tr.short_name(table.seating.chair_of(now.active).name)
    return tr.gettext("Go to game: {name}’s turn", name=name)


def use_next_game(
    session: UiSession, table: GameTable, game: str, go: TapHandler
) -> NextGame | None:
    """Watch for the game that a table plays after `game`; None until it begins.

    If it is this device's turn there, and nothing was touched since the result, it opens at once.
    """
    me = session.identity.id
    tr = current_translator()

    def next_game_state() -> tuple[str, str]:
        begun = table.seating.game if table.opened and not table.is_closed else None
        return (begun, next_game_text(table, me, tr)) if begun not in {None, game} else ("", "")

    use_watched(table.watch, next_game_state)
    following, text = next_game_state()
    route = f"/table/{table.seating.code}.{following}"
    now = table.current_position
    has_turn = (
        bool(following)
        and now is not None
        and not now.is_over
        and now.active in table.seating.seats_of(me)
    )

    def open_own_turn() -> None:
        if has_turn and session.keyboard.is_untouched:
            go(route)

    ft.use_effect(open_own_turn, [following, has_turn])
    return NextGame(text, lambda: go(route)) if following else None


def above_next_game(
    following: NextGame | None, context: ScreenContext, show: ShowPage
) -> ft.Control:
    """Show a page; once the next game has begun, the page is lower, with its button below."""
    below = []
    if following is not None:
        button = ft.Container(
            following.build_button(),
            width=context.column_width,
            margin=ft.Margin.only(top=8, bottom=12),
        )
        below = [ft.Row([button], alignment=ft.MainAxisAlignment.CENTER)]
        height = context.space.height - context.theme.grown_height(56, 16, 16) - 20
        context = replace(context, space=replace(context.space, height=height))
    return ft.Column(
        [ft.Container(show(context), expand=True), *below],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
