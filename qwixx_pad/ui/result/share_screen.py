"""Sharing a game: picture, text, game line, file, spreadsheet, Board Game Stats."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import flet as ft

from qwixx_pad.core.game import Game
from qwixx_pad.games.session import OpenGame
from qwixx_pad.history.series import Series
from qwixx_pad.i18n import N_
from qwixx_pad.identity import client_input
from qwixx_pad.identity.network import qr_rows
from qwixx_pad.library import sharing
from qwixx_pad.library.library import Library, LibraryGame
from qwixx_pad.storage import StorageError
from qwixx_pad.storage.summary import local_day
from qwixx_pad.ui.context import ScreenContext, UiSession, current_theme, current_translator
from qwixx_pad.ui.correction import ReviewedGame
from qwixx_pad.ui.design.controls import primary_button
from qwixx_pad.ui.design.drawing import InvalidPictureError, crop_png, qr_code
from qwixx_pad.ui.design.form import Screen, outcome_texts, page_bar, settings_group, with_undo_bar
from qwixx_pad.ui.design.primitives import TapHandler, decorative, page_column, write
from qwixx_pad.ui.flet_support.file_transfer import FileTransfer, TransferOutcome
from qwixx_pad.ui.flet_support.flet_patches import component, handler
from qwixx_pad.ui.result import series_look
from qwixx_pad.ui.result.ranking import end_of_game, series_card
from qwixx_pad.ui.result.result_screen import game_series
from qwixx_pad.ui.text.names import player_names
from qwixx_pad.ui.theme.tokens import HINT, TAG

_CARD_EDGE_DP = 16


@component
def share_card(ended: ReviewedGame, series: Series | None, day: str, width: float) -> ft.Control:
    """Build the picture of a finished game, with the series that it has decided, if any.

    The day is in words, the width in dp.
    """
    tr = current_translator()
    inner = width - 2 * _CARD_EDGE_DP
    lines, sheets = end_of_game(ended, (inner, inner))
    foot = _card_footer(tr.sheet_and_day(ended.game.setup.names, day), inner)
    if series is not None and series.series_winners:
        lines.append(series_card(series_look(series, tr)))
    column = ft.Column(
        [*lines, *sheets, foot],
        spacing=12,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return ft.Container(
        column, width=width, padding=_CARD_EDGE_DP, bgcolor=current_theme().background
    )


def _card_footer(text: str, width: float) -> ft.Control:
    theme = current_theme()
    line = [
        ft.Image(src="icon.png", width=22, height=22, border_radius=6),
        write("Qwixx Pad", TAG),
        write(text, HINT, color=theme.ink2, text_align=ft.TextAlign.RIGHT, expand=True),
    ]
    return decorative(ft.Row([*line], spacing=8, width=width))


_PICTURE_WIDTH_PX = 1080
"""Width of the picture, where the device paints one so large."""
_CARD_DP = 540.0
"""Width of the card in dp, whatever the screen: names and points fit on it."""
_MAX_SHOWN_DP = 420
_DEFAULT_HEIGHT_DP = 900.0
"""Largest width on the screen, and height until the device reports it; both in dp."""
_CAPTURE_TIMEOUT_S = 30
"""Seconds that a device gets to take the picture."""
_MAX_CODE_DP = 340


@component
def share_screen(
    session: UiSession, kept: LibraryGame, opened: OpenGame, context: ScreenContext, go: TapHandler
) -> ft.Control:
    """Show the ways to share a game, given as saved and as opened."""
    message_texts, set_message = ft.use_state(("", ""))
    height, set_height = ft.use_state(0.0)
    shot = ft.use_memo(CardShot, [])
    summary, table = kept.summary, session.registry.table_of_game(kept.summary.game)
    link = ft.use_memo(
        lambda: sharing.bgstats_link(summary, summary.touched) if kept.has_ended else "", [kept]
    )
    page = _SharePage(
        context=context,
        go=go,
        library=session.services.library,
        kept=kept,
        game=opened.game,
        series=game_series(
            summary.game, opened.head.names, opened.game, table.seating if table else None, context
        ),
        day=context.tr.full_date(local_day(summary.touched)),
        set_message=set_message,
        shot=shot,
        height=height,
        set_height=set_height,
        link=link,
        code=ft.use_memo(lambda: qr_rows(link, error="l") if link else (), [link]),
    )
    return page.build_share_page(message_texts)


@dataclass
class CardShot:
    """A screenshot of the card.

    Attributes:
        screenshot: The control that takes it.
        is_taking: True while one is being taken: a second tap is then ignored.
    """

    screenshot: ft.Screenshot | None = None
    is_taking: bool = False

    async def take_picture(self, height: float, window: tuple[float, float]) -> bytes:
        """Take the picture as PNG, 1080 pixels wide where the window allows it.

        Args:
            height: Of the card, in dp.
            window: Width and height of the window in its own pixels: no picture is larger.

        Raises:
            NoPictureError: The device has handed out something else, or nothing.
        """
        if self.screenshot is None:
            raise InvalidPictureError("there is no picture on the screen")
        ratio = min(_PICTURE_WIDTH_PX / _CARD_DP, window[0] / _CARD_DP, window[1] / height)
        async with asyncio.timeout(_CAPTURE_TIMEOUT_S):
            png = await self.screenshot.capture(pixel_ratio=float(ratio))
        corner = (max(1, round(side * ratio)) for side in (_CARD_DP, height))
        return await asyncio.to_thread(crop_png, png, *corner)


@dataclass(frozen=True)
class _SharePage(Screen):
    """The screen of one game."""

    library: Library
    kept: LibraryGame
    game: Game
    series: Series | None
    day: str
    set_message: Callable[[tuple[str, str]], None]
    shot: "CardShot"
    height: float
    set_height: Callable[[float], None]
    link: str
    code: tuple[tuple[bool, ...], ...]

    @property
    def display_names(self) -> tuple[str, ...]:
        return player_names(self.kept.summary, self.tr)

    @property
    def transfer(self) -> FileTransfer:
        return self.context.transfer

    @property
    def chat_text(self) -> str:
        """The game as text for a chat."""
        return sharing.chat_text(self.display_names, self.game, self.day, self.tr.gettext)

    def build_share_page(self, message_texts: tuple[str, str]) -> ft.Control:
        subtitle = f"{self.tr.join_and(self.display_names)} • {self.day}"
        files = [
            self.line_button("save-game", N_("Export this game"), lambda: self._save_game("json")),
            self.line_button(
                "save-table", N_("Export as spreadsheet"), lambda: self._save_game("csv")
            ),
        ]
        share = self.transfer.share_action(self.chat_text)
        copy = self.transfer.copy_action(self.game.text)
        parts = [
            *self._picture_parts(),
            self.line_button("share-text", N_("Share as text"), self._share_as_text, share),
            self.line_button("copy-line", N_("Copy the game line"), self._copy_line, copy),
            settings_group(self.tr.gettext("Files"), [ft.Column([*files], spacing=8)]),
            *self._board_game_stats(),
        ]
        bar = page_bar(self.tr.gettext("Share"), self.go, subtitle)
        page = page_column(parts, self.context.column_width, spacing=12, bar=bar)
        said, left = message_texts  # where the device takes no text, it is to be copied by hand
        return with_undo_bar(page, said, copy_text=left)

    def _picture_parts(self) -> Sequence[ft.Control]:
        """Build the picture and its button; a game that still goes on has none."""
        if not self.kept.has_ended:
            return []
        colors = self.context.settings.distinct_colors(self.display_names)
        summary = self.kept.summary
        ended = ReviewedGame(self.game, self.display_names, colors, summary.game)
        card = share_card(ended, self.series, self.day, _CARD_DP, key="card")
        measured = ft.Container(
            card,
            on_size_change=handler(
                lambda event: self.set_height(client_input.length_dp(event.height) or 0.0)
            ),
        )
        self.shot.screenshot = ft.Screenshot(content=measured, key="picture")
        text = self.tr.gettext("Share the picture")
        return [
            ft.Row(
                [self._framed_picture(self.shot.screenshot)], alignment=ft.MainAxisAlignment.CENTER
            ),
            primary_button(
                "share-picture",
                text,
                self._share_picture,
                icon=ft.Icons.IOS_SHARE_ROUNDED,
            ),
        ]

    def _framed_picture(self, picture: ft.Control) -> ft.Control:
        """Scale the picture down to the screen; it is laid out and taken in its own size."""
        width = min(self.context.column_width, _MAX_SHOWN_DP)
        share = width / _CARD_DP
        theme = self.theme
        shrunk = ft.Scale(share, alignment=ft.Alignment.TOP_LEFT)
        return ft.Container(
            ft.Stack([ft.Container(picture, left=0, top=0, width=_CARD_DP, scale=shrunk)]),
            width=width,
            height=(self.height or _DEFAULT_HEIGHT_DP) * share,
            border_radius=20,
            foreground_decoration=ft.BoxDecoration(
                border=ft.Border.all(1, theme.line), border_radius=20
            ),
            clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
        )

    def _board_game_stats(self) -> Sequence[ft.Control]:
        if not self.link:
            return []
        tr = self.tr
        side = min(self.context.column_width - 24, _MAX_CODE_DP)
        hint = tr.gettext(
            "Open it on this device, or scan the code with the phone that has the app."
        )
        code = qr_code(self.code, side, tr.gettext("Code for Board Game Stats"))
        opened = self.line_button("bgstats", N_("Open in Board Game Stats"), self._open_bgstats)
        inside = [
            write(hint, HINT, color=self.theme.ink2, height=1.35),
            opened,
            ft.Row([code], alignment=ft.MainAxisAlignment.CENTER),
        ]
        return [settings_group("Board Game Stats", inside)]

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
        name = sharing.game_file_name(self.kept.summary, "png")
        self._show_text((await self.transfer.share_picture(name, png)).value, file=name)

    async def _share_as_text(self) -> None:
        self.set_message(
            outcome_texts(
                await self.transfer.share_or_copy(self.chat_text), self.chat_text, self.tr
            )
        )

    async def _copy_line(self) -> None:
        line = self.game.text
        self.set_message(outcome_texts(await self.transfer.copy_text(line), line, self.tr))

    async def _save_game(self, ending: str) -> None:
        library = self.library
        summary = self.kept.summary
        content = {
            "json": partial(library.game_file, summary.game),
            "csv": partial(library.game_table, summary, decimal_comma=self.tr.has_decimal_comma),
        }
        name = sharing.game_file_name(summary, ending)
        try:
            saved = await self.transfer.save_text(name, content[ending])
        except StorageError:
            self._show_text(N_("Your games couldn’t be read just now."))
            return
        self._show_text(
            (TransferOutcome.SAVED if saved else TransferOutcome.REFUSED).value, file=name
        )

    async def _open_bgstats(self) -> None:
        opened = await self.transfer.open_link(self.link)
        if opened:
            self._show_text(N_("Opening Board Game Stats."))
        else:
            self.set_message(outcome_texts(TransferOutcome.BY_HAND, self.link, self.tr))
