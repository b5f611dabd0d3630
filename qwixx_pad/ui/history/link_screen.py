"""The screens of a link that is a game: its review, or the list of several."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import flet as ft

from qwixx_pad.games.session import Failure
from qwixx_pad.i18n import N_
from qwixx_pad.library.exchange import ImportRefusal, ImportRefusedError
from qwixx_pad.library.importing import ImportPreview
from qwixx_pad.library.library import Library, LibraryGame
from qwixx_pad.library.links import (
    GameLink,
    LinkedGame,
    has_unknown_sheet,
    read_link,
    replay_games,
)
from qwixx_pad.storage import StorageError
from qwixx_pad.storage.summary import local_day
from qwixx_pad.ui.context import (
    ScreenContext,
    UiSession,
    current_theme,
    current_translator,
    use_change_count,
)
from qwixx_pad.ui.design.controls import outlined_button, primary_button
from qwixx_pad.ui.design.form import page_bar, undo_bar
from qwixx_pad.ui.design.primitives import TapHandler, hstack, page_column, write
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.history import card_look, import_preview_texts, import_result_text
from qwixx_pad.ui.history.game_row import game_row
from qwixx_pad.ui.result.link_part import TO_KEEP_IT
from qwixx_pad.ui.review import reviewed_game
from qwixx_pad.ui.review.review_screen import review_screen
from qwixx_pad.ui.theme.tokens import BODY, HINT

_REFUSALS = {
    ImportRefusal.TOO_NEW: N_("This link was made by a newer Qwixx Pad. Update this one first."),
    ImportRefusal.TOO_LARGE: N_("This link is too long. Ask for the game as a file."),
}
_TORN = N_("A part of this link is missing. Copy the whole link, or ask for the game as a file.")
_UNKNOWN_SHEET = N_("This pad doesn’t know the sheet of this game. An update may show it.")
_INVALID = N_("The game in this link breaks the rules, so it can’t be shown.")

_NO_IMPORT: ImportPreview | None = None


@dataclass(frozen=True, slots=True)
class OpenedLink:
    """A link as it was read.

    Attributes:
        link: Its content; None if it cannot be read.
        games: Those that can be shown, each replayed.
        refusal: Why nothing is shown; empty if something is.
    """

    link: GameLink | None
    games: tuple[LinkedGame, ...] = ()
    refusal: str = ""


def open_link(session: UiSession, item: str) -> OpenedLink:
    """Read a link that anybody may have written."""
    try:
        link = read_link(item)
    except ImportRefusedError as error:
        return OpenedLink(None, refusal=_REFUSALS.get(error.reason, _TORN))
    sheets = session.registry.service.sheets
    games = tuple(replay_games(link.file, sheets))
    if games:
        return OpenedLink(link, games)
    unknown = has_unknown_sheet(link.file, sheets)
    return OpenedLink(link, refusal=_UNKNOWN_SHEET if unknown else _INVALID)


def _preview(library: Library, link: GameLink) -> ImportPreview | None:
    """The changes that keeping the games would make; None while the disk does not answer."""
    try:
        return library.preview_file(link.file)
    except StorageError:
        return None


@component
def link_screen(
    session: UiSession, item: str, number: int | None, context: ScreenContext, go: TapHandler
) -> ft.Control:
    """Show the games of a link, none of which is stored before somebody keeps them.

    Args:
        session: The session.
        item: The item of the link.
        number: The game that is reviewed, from 1; None for the only one, or for the list.
        context: Of all screens.
        go: Opens another screen.
    """
    opened = ft.use_memo(lambda: open_link(session, item), [item])
    library = session.own_games
    foot = _visitor_foot(go) if library is None else _owner_foot(library, opened, go, key="foot")
    games = opened.games
    if number is None and len(games) == 1:
        number = 1
    if number is None or number > len(games):
        return _list_page(session, opened, context, go, foot)
    shown = games[number - 1]
    today = local_day(session.registry.service.now())
    reviewed = reviewed_game(shown.game, _library_game(shown), context.settings, today, context.tr)
    moment = opened.link.moment if opened.link and len(games) == 1 else None
    reviewed = replace(reviewed, moment=moment)
    return review_screen(reviewed, context, session.keyboard, go, None, foot=foot, key=f"{number}")


def _library_game(linked: LinkedGame) -> LibraryGame:
    return LibraryGame(linked.summary, linked.game.position.sheets, linked.remark)


def _list_page(
    session: UiSession,
    opened: OpenedLink,
    context: ScreenContext,
    go: TapHandler,
    foot: ft.Control,
) -> ft.Control:
    """Build the list of the games, or say why there are none."""
    tr = context.tr
    title = tr.ngettext("{n} game", "{n} games", len(opened.games))
    if not opened.games:
        title = tr.gettext("A game")
    today = local_day(session.registry.service.now())
    parts = [
        game_row(
            str(number),
            card_look(_library_game(shown), context.settings.name, tr, today),
            partial(go, f"{session.page.route}/{number}"),
        )
        for number, shown in enumerate(opened.games, 1)
    ]
    if opened.refusal:
        parts.append(write(tr.gettext(opened.refusal), BODY, line_height=1.4))
    return page_column(parts, context.column_width, bar=page_bar(title, go), foot=[foot])


def _visitor_foot(go: TapHandler) -> ft.Control:
    tr = current_translator()
    color = current_theme().ink2
    return _foot_column(
        [
            write(tr.gettext(TO_KEEP_IT), HINT, color=color, text_align=ft.TextAlign.CENTER),
            outlined_button("home", tr.gettext("Open the pad"), partial(go, "home")),
        ]
    )


@component
def _owner_foot(library: Library, opened: OpenedLink, go: TapHandler) -> ft.Control:
    tr = current_translator()
    message, set_message = ft.use_state("")
    applied, set_applied = ft.use_state(_NO_IMPORT)
    changes = use_change_count(library.watch)
    link = opened.link
    preview = ft.use_memo(lambda: _preview(library, link) if link else None, [changes])

    def report(failure: Failure | None, done: str, new: ImportPreview | None = None) -> None:
        text = done if failure is None else " ".join(filter(None, tr.failure_texts(failure)))
        set_message(text)
        set_applied(None if failure else new)

    def keep_games() -> None:
        if preview:
            failure = library.apply_import(preview)
            report(failure, import_result_text(preview, tr), preview)

    def undo_keeping() -> None:
        report(library.undo_import(), tr.gettext("Import undone."))

    parts: list[ft.Control] = []
    if message:  # another import may have followed, for instance in another tab
        is_last = applied is not None and applied is library.last_import
        parts.append(undo_bar(message, undo_keeping if is_last else None))
    elif preview:
        parts += _preview_lines(preview)
    several = len(opened.games) > 1
    leave = outlined_button(
        "home", tr.gettext("Open the pad"), partial(go, "home"), size=16, wraps=True
    )
    if preview:
        text = tr.gettext("Keep these games") if several else tr.gettext("Keep this game")
        main = primary_button("keep-games", text, keep_games, size=16, wraps=True)
    elif preview is not None and opened.games:
        main = _open_button(preview.known_as, go)
    else:
        parts.append(leave)
        return _foot_column(parts)
    parts.append(hstack([main, leave], spacing=10, shares=(58, 42)))
    return _foot_column(parts)


def _foot_column(parts: Sequence[ft.Control]) -> ft.Control:
    return ft.Container(
        ft.Column(
            [*parts],
            spacing=8,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        padding=ft.Padding.only(top=8, bottom=14),
    )


def _preview_lines(preview: ImportPreview) -> list[ft.Control]:
    """Say what keeping the games does, unless it only adds them."""
    if preview.new_count == preview.game_count:
        return []
    _, lines = import_preview_texts(preview, current_translator())
    return [write(" • ".join(lines), HINT, color=current_theme().ink2, line_height=1.3)]


def _open_button(games: Sequence[str], go: TapHandler) -> ft.Control:
    """Build the button that leads to games that are here already, by their identifiers here."""
    tr = current_translator()
    if len(games) == 1:
        to = f"games/{games[0]}"
        text = tr.gettext("Open your copy")
        return primary_button(to, text, partial(go, to), size=16, wraps=True)
    text = tr.gettext("Open your games")
    return primary_button("history", text, partial(go, "history"), size=16, wraps=True)
