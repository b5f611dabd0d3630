"""Sharing a game: picture, text, game line, file, spreadsheet, Board Game Stats."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import flet as ft

from qwixx_pad.core.game import Game
from qwixx_pad.games.session import OpenGame
from qwixx_pad.history.series import Series
from qwixx_pad.i18n import phrase
from qwixx_pad.identity import client_input
from qwixx_pad.identity.network import qr
from qwixx_pad.library import sharing
from qwixx_pad.library.library import Kept, Library
from qwixx_pad.storage import StorageError
from qwixx_pad.storage.summary import day_here
from qwixx_pad.ui.design.controls import primary
from qwixx_pad.ui.design.drawing import NoPictureError, cropped, qr_code
from qwixx_pad.ui.design.form import Screen, above_foot, became, group, page_bar
from qwixx_pad.ui.design.primitives import Tap, for_the_eye, page_column, write
from qwixx_pad.ui.design.tokens import HINT, TAG
from qwixx_pad.ui.flet_support.file_transfer import FileTransfer, Outcome
from qwixx_pad.ui.flet_support.flet_patches import component, handler
from qwixx_pad.ui.history import names_of
from qwixx_pad.ui.result import series_look
from qwixx_pad.ui.result.ranking import EndedGame, end_of_game, series_card
from qwixx_pad.ui.result.result_screen import series_of
from qwixx_pad.ui.shell import ScreenContext, UiSession

_EDGE = 16


@component
def share_card(
    ended: EndedGame, series: Series | None, day: str, context: ScreenContext, width: float
) -> ft.Control:
    """Build the picture of a finished game, with the series that it has decided, if any.

    The day is in words, the width in dp.
    """
    inner = width - 2 * _EDGE
    lines, sheets = end_of_game(ended, context, (inner, inner))
    foot = _foot(context.words.sheet_and_day(ended.game.setup.names, day), context, inner)
    if series is not None and series.winners:
        lines.append(series_card(series_look(series, context.words), context))
    column = ft.Column(
        [*lines, *sheets, foot],
        spacing=12,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return ft.Container(column, width=width, padding=_EDGE, bgcolor=context.theme.table)


def _foot(told: str, context: ScreenContext, width: float) -> ft.Control:
    theme = context.theme
    line = [
        ft.Image(src="icon.png", width=22, height=22, border_radius=6),
        write("Qwixx Pad", TAG, color=theme.ink),
        write(told, HINT, color=theme.ink2, text_align=ft.TextAlign.RIGHT, expand=True),
    ]
    return for_the_eye(ft.Row([*line], spacing=8, width=width))


_PIXELS = 1080
"""Width of the picture, where the device paints one so large."""
_CARD = 540.0
"""Width of the card in dp, whatever the screen: names and points fit on it."""
_LARGEST_SHOWN, _ABOUT = 420, 900.0
"""Largest width on the screen, and height until the device reports it; both in dp."""
_PATIENCE = 30
"""Seconds that a device gets to take the picture."""
_LARGEST_CODE = 340


@component
def share_screen(
    session: UiSession, kept: Kept, opened: OpenGame, context: ScreenContext, go: Tap
) -> ft.Control:
    """Show the ways to share a game, given as saved and as opened."""
    told, tell = ft.use_state(("", ""))
    height, measure = ft.use_state(0.0)
    shot = ft.use_memo(Shot, [])
    summary, table = kept.summary, session.host.of_game(kept.summary.game)
    link = ft.use_memo(
        lambda: sharing.bgstats_link(summary, summary.touched) if kept.over else "", [kept]
    )
    page = _SharePage(
        context=context,
        go=go,
        library=session.house.library,
        kept=kept,
        game=opened.game,
        series=series_of(
            summary.game, opened.head.names, opened.game, table.seating if table else None, context
        ),
        day=context.words.day(day_here(summary.touched), day_here(session.host.service.now())),
        tell=tell,
        shot=shot,
        height=height,
        measure=measure,
        link=link,
        code=ft.use_memo(lambda: qr(link, error="l") if link else (), [link]),
    )
    return page.whole(told)


@dataclass
class Shot:
    """A screenshot of the card.

    Attributes:
        control: The control that takes it.
        taken: True while one is being taken: a second tap is then ignored.
    """

    control: ft.Screenshot | None = None
    taken: bool = False

    async def take(self, height: float, window: tuple[float, float]) -> bytes:
        """Take the picture as PNG, 1080 pixels wide where the window allows it.

        Args:
            height: Of the card, in dp.
            window: Width and height of the window in its own pixels: no picture is larger.

        Raises:
            NoPictureError: The device has handed out something else, or nothing.
        """
        if self.control is None:
            raise NoPictureError("there is no picture on the screen")
        ratio = min(_PIXELS / _CARD, window[0] / _CARD, window[1] / height)
        async with asyncio.timeout(_PATIENCE):
            png = await self.control.capture(pixel_ratio=float(ratio))
        corner = (max(1, round(side * ratio)) for side in (_CARD, height))
        return await asyncio.to_thread(cropped, png, *corner)


@dataclass(frozen=True)
class _SharePage(Screen):
    """The screen of one game."""

    library: Library
    kept: Kept
    game: Game
    series: Series | None
    day: str
    tell: Callable[[tuple[str, str]], None]
    shot: "Shot"
    height: float
    measure: Callable[[float], None]
    link: str
    code: tuple[tuple[bool, ...], ...]

    @property
    def names(self) -> tuple[str, ...]:
        return names_of(self.kept.summary, self.words)

    @property
    def transfer(self) -> FileTransfer:
        return self.context.transfer

    @property
    def text(self) -> str:
        """The game as text for a chat."""
        return sharing.share_text(self.names, self.game, self.day, self.words.text)

    def whole(self, told: tuple[str, str]) -> ft.Control:
        subtitle = f"{self.words.both(self.names)} • {self.day}"
        files = [
            self.line("save-game", phrase("This game as a file"), lambda: self._save("json")),
            self.line("save-table", phrase("As a spreadsheet"), lambda: self._save("csv")),
        ]
        share = self.transfer.share_at_once(self.text)
        copy = self.transfer.copy_at_once(self.game.text)
        parts = [
            *self._picture(),
            self.line("share-text", phrase("Share as text"), self._share_text, share),
            self.line("copy-line", phrase("Copy the game line"), self._copy_line, copy),
            group(self.words.text("Files"), [ft.Column([*files], spacing=8)], self.context),
            *self._board_game_stats(),
        ]
        bar = page_bar(self.context, self.words.text("Share"), self.go, subtitle)
        page = page_column(parts, self.context.column, spacing=12, bar=bar)
        said, left = told  # where the device takes no text, it is to be copied by hand
        return above_foot(page, self.context, said, left=left)

    def _picture(self) -> Sequence[ft.Control]:
        """Build the picture and its button; a game that still goes on has none."""
        if not self.kept.over:
            return []
        colors, summary = self.context.settings.colors_of(self.names), self.kept.summary
        ended = EndedGame(self.game, summary.game, self.names, colors)
        day = self.words.date(day_here(summary.touched))
        card = share_card(ended, self.series, day, self.context, _CARD, key="card")
        measured = ft.Container(
            card,
            on_size_change=handler(
                lambda event: self.measure(client_input.length(event.height) or 0.0)
            ),
        )
        self.shot.control = ft.Screenshot(content=measured, key="picture")
        text = self.words.text("Share the picture")
        return [
            ft.Row([self._framed(self.shot.control)], alignment=ft.MainAxisAlignment.CENTER),
            primary(
                self.theme,
                "share-picture",
                text,
                self._share_picture,
                icon=ft.Icons.IOS_SHARE_ROUNDED,
            ),
        ]

    def _framed(self, picture: ft.Control) -> ft.Control:
        """Scale the picture down to the screen; it is laid out and taken in its own size."""
        width = min(self.context.column, _LARGEST_SHOWN)
        share, theme = width / _CARD, self.theme
        shrunk = ft.Scale(share, alignment=ft.Alignment.TOP_LEFT)
        return ft.Container(
            ft.Stack([ft.Container(picture, left=0, top=0, width=_CARD, scale=shrunk)]),
            width=width,
            height=(self.height or _ABOUT) * share,
            border_radius=20,
            foreground_decoration=ft.BoxDecoration(
                border=ft.Border.all(1, theme.line), border_radius=20
            ),
            clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
        )

    def _board_game_stats(self) -> Sequence[ft.Control]:
        if not self.link:
            return []
        words = self.words
        side = min(self.context.column - 24, _LARGEST_CODE)
        hint = words.text(
            "Open it on this device, or scan the code with the phone that has the app."
        )
        code = qr_code(self.code, side, words.text("Code for Board Game Stats"))
        opened = self.line("bgstats", phrase("Open in Board Game Stats"), self._open)
        inside = [
            write(hint, HINT, color=self.theme.ink2, height=1.35),
            opened,
            ft.Row([code], alignment=ft.MainAxisAlignment.CENTER),
        ]
        return [group("Board Game Stats", inside, self.context)]

    # buttons

    def _say(self, text: str, **values: str) -> None:
        self.tell((self.words.text(text, **values), ""))

    async def _share_picture(self) -> None:
        if self.shot.taken:
            return
        self.shot.taken = True
        try:
            png = await self.shot.take(self.height or _ABOUT, self.transfer.window)
        except (NoPictureError, TimeoutError):
            self._say(phrase("This device has not handed out the picture."))
            return
        finally:
            self.shot.taken = False
        name = sharing.game_file_name(self.kept.summary, "png")
        self._say((await self.transfer.share_picture(name, png)).value, file=name)

    async def _share_text(self) -> None:
        self.tell(became(await self.transfer.share_text(self.text), self.text, self.words))

    async def _copy_line(self) -> None:
        line = self.game.text
        self.tell(became(await self.transfer.copy(line), line, self.words))

    async def _save(self, ending: str) -> None:
        library, summary = self.library, self.kept.summary
        content = {
            "json": partial(library.game_file, summary.game),
            "csv": partial(library.game_table, summary, decimal_comma=self.words.decimal_comma),
        }
        name = sharing.game_file_name(summary, ending)
        try:
            saved = await self.transfer.save_text(name, content[ending])
        except StorageError:
            self._say(phrase("Your games could not be read just now."))
            return
        self._say((Outcome.SAVED if saved else Outcome.REFUSED).value, file=name)

    async def _open(self) -> None:
        opened = await self.transfer.open_link(self.link)
        if opened:
            self._say(phrase("Board Game Stats opens."))
        else:
            self.tell(became(Outcome.BY_HAND, self.link, self.words))
