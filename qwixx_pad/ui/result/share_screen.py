"""The screen that shares a game: as a link, picture, text, game line, file or spreadsheet."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import flet as ft

from qwixx_pad.core.game import Game
from qwixx_pad.games.session import OpenGame
from qwixx_pad.history.series import Series
from qwixx_pad.i18n import N_
from qwixx_pad.identity import client_input
from qwixx_pad.identity.network import qr_png
from qwixx_pad.library import sharing
from qwixx_pad.library.library import Library, LibraryGame
from qwixx_pad.library.links import LinkContent
from qwixx_pad.storage import StorageError
from qwixx_pad.ui.context import ScreenContext, UiSession, current_theme, current_translator
from qwixx_pad.ui.correction import ReviewedGame
from qwixx_pad.ui.design.controls import tonal_button
from qwixx_pad.ui.design.drawing import InvalidPictureError, crop_png, qr_code
from qwixx_pad.ui.design.form import Screen, outcome_texts, page_bar, settings_group, with_undo_bar
from qwixx_pad.ui.design.primitives import TapHandler, decorative, explanation, page_column, write
from qwixx_pad.ui.flet_support.file_transfer import TransferOutcome
from qwixx_pad.ui.flet_support.flet_patches import component, handler
from qwixx_pad.ui.result import series_look
from qwixx_pad.ui.result.link_part import (
    LinkChoice,
    LinkPart,
    SharedGames,
    find_link_url,
    full_day,
)
from qwixx_pad.ui.result.ranking import end_of_game, series_card
from qwixx_pad.ui.result.result_screen import TAKE_HOME, game_series
from qwixx_pad.ui.text.names import player_names
from qwixx_pad.ui.theme.tokens import HINT, TAG

_CARD_EDGE_DP = 16


@component
def share_card(ended: ReviewedGame, series: Series | None, day: str, width: float) -> ft.Control:
    """Build the picture of a finished game, with its series if that has been won.

    `day` is a full date in the player's language, `width` is in dp.
    """
    theme = current_theme()
    tr = current_translator()
    inner = width - 2 * _CARD_EDGE_DP
    lines, sheets = end_of_game(ended, inner, inner)
    sheet_and_day = tr.sheet_and_day(ended.game.setup.names, day)
    footer: list[ft.Control] = [
        ft.Image(src="icon.png", width=22, height=22, border_radius=6),
        write("Qwixx Pad", TAG),
        write(sheet_and_day, HINT, color=theme.ink2, text_align=ft.TextAlign.RIGHT, expand=True),
    ]
    if series is not None and series.series_winners:
        lines.append(series_card(series_look(series, tr)))
    column = ft.Column(
        [*lines, *sheets, decorative(ft.Row(footer, spacing=8, width=inner))],
        spacing=12,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return ft.Container(column, width=width, padding=_CARD_EDGE_DP, bgcolor=theme.background)


_PICTURE_WIDTH_PX = 1080
"""Width of the picture on devices whose window is large enough."""
_CARD_DP = 540.0
"""Width of the card on any screen; names and points fit on it."""
_MAX_SHOWN_DP = 420
"""Largest width of the picture on the screen."""
_DEFAULT_HEIGHT_DP = 900.0
"""Height of the card until the device reports it."""
_CAPTURE_TIMEOUT_S = 30
"""Time that a device gets to take the picture."""
_MAX_CODE_DP = 340
"""Largest width of the QR code."""


@component
def share_screen(
    session: UiSession,
    shared: SharedGames,
    opened: OpenGame,
    context: ScreenContext,
    go: TapHandler,
) -> ft.Control:
    """Show the ways to share a game, or all games of an evening; `opened` is the game in front."""
    stored = shared.front
    owner = session.identity.is_this_computer
    message_texts, set_message = ft.use_state(("", ""))
    choice, choose = ft.use_state(LinkChoice(evening=bool(shared.evening) and not owner))
    height, set_height = ft.use_state(0.0)
    shot = ft.use_memo(CardShot, [])
    summary = stored.summary
    link = ft.use_memo(
        lambda: sharing.bgstats_link(summary, summary.touched) if stored.has_ended else "",
        [stored],
    )
    code = ft.use_memo(lambda: qr_png(link, error="l") if link else b"", [link])
    table = session.registry.table_of_game(summary.game)
    seating = table.seating if table else None
    library = session.services.library
    shared_games = shared.evening if choice.evening else (stored,)
    games = tuple(game.summary.game for game in shared_games)
    content = LinkContent(
        names=context.settings.link_names, places=owner, notes=owner and choice.note
    )
    site = session.link_site
    moment = None if choice.evening else shared.moment
    url = ft.use_memo(
        lambda: find_link_url(library, games, content, moment, site.address),
        [stored, games, content, moment, site],
    )
    link_part = LinkPart(
        context, go, shared, shared_games, content, site, url, choice, choose, set_message
    )
    page = _SharePage(
        context=context,
        go=go,
        library=library,
        games=games,
        link_part=link_part,
        stored=stored,
        game=opened.game,
        series=game_series(summary.game, opened.head.names, opened.game, seating, context),
        day=full_day(summary, context.tr),
        set_message=set_message,
        shot=shot,
        height=height,
        set_height=set_height,
        link=link,
        code=code,
    )
    return page.build_share_page(message_texts)


@dataclass
class CardShot:
    """Takes screenshots of the card, one at a time.

    Attributes:
        screenshot: The control that takes it; None if no picture is on the screen.
        is_taking: Whether one is being taken; a second tap is ignored meanwhile.
    """

    screenshot: ft.Screenshot | None = None
    is_taking: bool = False

    async def take_picture(self, height: float, window: tuple[float, float]) -> bytes:
        """Take the picture as PNG, 1080 pixels wide if the window is large enough.

        Args:
            height: Height of the card, in dp.
            window: Width and height of the window in physical pixels, which limit the picture.

        Raises:
            InvalidPictureError: No picture is on the screen, or the device sent no valid PNG.
            TimeoutError: The device took too long.
        """
        if self.screenshot is None:
            raise InvalidPictureError("there is no picture on the screen")
        ratio = min(_PICTURE_WIDTH_PX / _CARD_DP, window[0] / _CARD_DP, window[1] / height)
        async with asyncio.timeout(_CAPTURE_TIMEOUT_S):
            png = await self.screenshot.capture(pixel_ratio=float(ratio))
        width_px = max(1, round(_CARD_DP * ratio))
        height_px = max(1, round(height * ratio))
        return await asyncio.to_thread(crop_png, png, width_px, height_px)


@dataclass(frozen=True)
class _SharePage(Screen):
    """Builds the share screen from its present state.

    Attributes:
        library: Makes the text of the exported files.
        games: Identifiers of the games of the exported file.
        link_part: The part that shares the link.
        stored: The summary and the state of the game.
        game: Its entries, replayed.
        series: Its series; None if it is in none.
        day: The full date of its last entry, as a text.
        set_message: Shows a message, and below it a text to copy by hand; each may be empty.
        shot: Takes the picture.
        height: Height of the card, in dp; 0 until the device reports it.
        set_height: Sets `height` once the device reports it.
        link: Opens the result in Board Game Stats; empty until the game has ended.
        code: The QR code of that link as PNG; empty without a link.
    """

    library: Library
    games: tuple[str, ...]
    link_part: LinkPart
    stored: LibraryGame
    game: Game
    series: Series | None
    day: str
    set_message: Callable[[tuple[str, str]], None]
    shot: CardShot
    height: float
    set_height: Callable[[float], None]
    link: str
    code: bytes

    @property
    def display_names(self) -> tuple[str, ...]:
        return player_names(self.stored.summary, self.tr)

    @property
    def chat_text(self) -> str:
        return sharing.chat_text(self.display_names, self.game, self.day, self.tr.gettext)

    def build_share_page(self, message_texts: tuple[str, str]) -> ft.Control:
        subtitle = f"{self.tr.join_and(self.display_names)} • {self.day}"
        summary = self.stored.summary
        owner = self.context.own_games is not None
        game_file = partial(self.library.game_file, *self.games, remarks=owner)
        table = partial(self.library.game_table, summary, decimal_comma=self.tr.has_decimal_comma)
        files: list[ft.Control] = [
            self.line_button(
                "save-game", N_("Export this game"), lambda: self._save_game("json", game_file)
            ),
            self.line_button(
                "save-table", N_("Export as spreadsheet"), lambda: self._save_game("csv", table)
            ),
        ]
        share = self.transfer.share_action(self.chat_text)
        copy = self.transfer.copy_action(self.game.text)
        link = ft.Column(
            self.link_part.build_parts(),
            spacing=8,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        )
        parts = [
            settings_group(self.tr.gettext("Link"), [link]),
            *self._picture_parts(),
            self.line_button("share-text", N_("Share as text"), self._share_as_text, share),
            self.line_button("copy-line", N_("Copy the game line"), self._copy_line, copy),
            settings_group(self.tr.gettext("Files"), [ft.Column(files, spacing=8)]),
            *self._board_game_stats(),
        ]
        title = self.tr.gettext("Share") if owner else self.tr.gettext(TAKE_HOME)
        bar = page_bar(title, self.go, subtitle)
        page = page_column(parts, self.context.column_width, spacing=12, bar=bar)
        message, text_to_copy = message_texts
        return with_undo_bar(page, message, copy_text=text_to_copy)

    def _picture_parts(self) -> Sequence[ft.Control]:
        """Build the picture and its button, if the game has ended."""
        if not self.stored.has_ended:
            return []
        names = self.display_names
        colors = self.context.settings.distinct_colors(names)
        ended = ReviewedGame(self.game, names, colors, self.stored.summary.game)
        measured = ft.Container(
            share_card(ended, self.series, self.day, _CARD_DP, key="card"),
            on_size_change=handler(
                lambda event: self.set_height(client_input.length_dp(event.height) or 0.0)
            ),
        )
        self.shot.screenshot = ft.Screenshot(content=measured, key="picture")
        return [
            ft.Row(
                [self._framed_picture(self.shot.screenshot)], alignment=ft.MainAxisAlignment.CENTER
            ),
            tonal_button(
                "share-picture",
                self.tr.gettext("Share the picture"),
                self._share_picture,
                icon=ft.Icons.IOS_SHARE_ROUNDED,
                height=50,
                size=16,
            ),
        ]

    def _framed_picture(self, picture: ft.Control) -> ft.Control:
        """Scale the picture down to the screen; its layout and the shot have the full size."""
        width = min(self.context.column_width, _MAX_SHOWN_DP)
        ratio = width / _CARD_DP
        scale = ft.Scale(ratio, alignment=ft.Alignment.TOP_LEFT)
        return ft.Container(
            ft.Stack([ft.Container(picture, left=0, top=0, width=_CARD_DP, scale=scale)]),
            width=width,
            height=(self.height or _DEFAULT_HEIGHT_DP) * ratio,
            border_radius=20,
            foreground_decoration=ft.BoxDecoration(
                border=ft.Border.all(1, self.theme.line), border_radius=20
            ),
            clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
        )

    def _board_game_stats(self) -> Sequence[ft.Control]:
        if not self.link:
            return []
        hint = self.tr.gettext(
            "Open it on this device, or scan the code with the phone that has the app."
        )
        code = qr_code(
            self.code,
            min(self.context.column_width - 24, _MAX_CODE_DP),
            self.tr.gettext("Code for Board Game Stats"),
        )
        parts = [
            explanation(hint),
            self.line_button("bgstats", N_("Open in Board Game Stats"), self._open_bgstats),
            ft.Row([code], alignment=ft.MainAxisAlignment.CENTER),
        ]
        return [settings_group("Board Game Stats", parts)]

    # buttons

    def _show_text(self, text: str, **values: str) -> None:
        self.set_message((self.tr.gettext(text, **values), ""))

    async def _share_picture(self) -> None:
        if self.shot.is_taking:
            return
        self.shot.is_taking = True
        try:
            png = await self.shot.take_picture(
                self.height or _DEFAULT_HEIGHT_DP, self.transfer.window_size
            )
        except (InvalidPictureError, TimeoutError):
            self._show_text(N_("This device couldn’t make the picture."))
            return
        finally:
            self.shot.is_taking = False
        name = sharing.game_file_name(self.stored.summary, "png")
        outcome = await self.transfer.share_file(name, png, "image/png")
        self._show_text(outcome.value, file=name)

    async def _share_as_text(self) -> None:
        outcome = await self.transfer.share_or_copy(self.chat_text)
        self.set_message(outcome_texts(outcome, self.chat_text, self.tr))

    async def _copy_line(self) -> None:
        outcome = await self.transfer.copy_text(self.game.text)
        self.set_message(outcome_texts(outcome, self.game.text, self.tr))

    async def _save_game(self, ending: str, pieces: Callable[[], Iterable[str]]) -> None:
        name = sharing.game_file_name(self.stored.summary, ending)
        try:
            outcome = await self.transfer.save_text(name, pieces)
        except StorageError:
            self._show_text(N_("Your games couldn’t be read just now."))
            return
        self._show_text(outcome.value, file=name)

    async def _open_bgstats(self) -> None:
        if await self.transfer.open_link(self.link):
            self._show_text(N_("Opening Board Game Stats."))
        else:
            self.set_message(outcome_texts(TransferOutcome.BY_HAND, self.link, self.tr))
