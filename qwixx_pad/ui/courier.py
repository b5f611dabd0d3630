"""What goes in and out of a device beside the screen: files, pictures, texts, links."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable

import flet as ft

from qwixx_pad.archive.exchange import Refused, RefusedError
from qwixx_pad.service import claims
from qwixx_pad.ui.files import Files

_log = logging.getLogger("qwixx_pad")
_PERSON = 3600
"""Seconds that somebody may look at a share sheet."""


class Courier:
    """The services of one session that carry things, held as long as the session.

    Args:
        page: The session's page.
        files: How its files are kept and handed over.
    """

    def __init__(self, page: ft.Page, files: Files) -> None:
        self._page = page
        self._files = files
        self._share = ft.Share()
        self._clipboard = ft.Clipboard()
        self._links = ft.UrlLauncher()

    @property
    def window(self) -> tuple[float, float]:
        """Width and height of the device's window, in its own pixels."""
        dots = claims.dots(self._page.media.device_pixel_ratio) or 1
        width, height = claims.length(self._page.width), claims.length(self._page.height)
        return (width or 1) * dots, (height or 1) * dots

    async def fetch(self) -> bytes | None:
        """The content of a file that the person picks; None if none was picked.

        Raises:
            RefusedError: It is too large, or could not be read.
        """
        try:
            return await self._files.fetch()
        except RefusedError:
            raise
        except Exception as error:
            _log.warning("a file could not be read: %s", error)
            raise RefusedError(Refused.CANNOT_READ) from error

    async def save(self, name: str, content: bytes) -> bool:
        """Let the person keep a file; whether that could be begun."""
        return await self._tried(lambda: self._files.save(name, content), _PERSON)

    async def save_text(self, name: str, pieces: Callable[[], Iterable[str]]) -> bool:
        """Let the person keep a text; whether that could be begun.

        Args:
            name: Of the file.
            pieces: Makes the text, aside: thousands of games take seconds.

        Raises:
            StoreError: The games could not be read.
        """
        text = await asyncio.to_thread(lambda: "".join(pieces()))
        return await self.save(name, text.encode(errors="replace"))

    async def share_picture(self, name: str, png: bytes) -> bool:
        """The share sheet for a picture where the device has one, else a download."""
        file = ft.ShareFile.from_bytes(png, mime_type="image/png", name=name)
        shared = await self._tried(lambda: self._share.share_files([file]), _PERSON)
        return shared or await self.save(name, png)

    async def share_text(self, text: str) -> bool:
        """The share sheet for a text where the device has one, else the clipboard."""

        def ask() -> Awaitable[object]:
            return self._share.share_text(text, mail_to_fallback_enabled=False)

        return await self._tried(ask, _PERSON) or await self.copy(text)

    async def copy(self, text: str) -> bool:
        """Put a text on the clipboard; whether the device has one."""
        return await self._tried(lambda: self._clipboard.set(text), 5)

    async def open_link(self, address: str) -> bool:
        """Open an address outside of the pad."""
        return await self._tried(lambda: self._links.launch_url(address), 5)

    async def _tried(self, ask: Callable[[], Awaitable[object]], patience: float) -> bool:
        try:
            await asyncio.wait_for(ask(), patience)
        except Exception as error:  # noqa: BLE001 - whatever a device answers, there is another way
            _log.info("the device has declined: %s", error)
            return False
        return True
