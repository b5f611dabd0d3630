"""What goes in and out of a device beside the screen: files, pictures, texts, links."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import flet as ft

from qwixx_pad.library.exchange import LARGEST, Refused, RefusedError
from qwixx_pad.ui.guards import handler

_log = logging.getLogger("qwixx_pad")
_UPLOAD = 300
"""Seconds that a file may take from the device to here."""
_PERSON = 3600
"""Seconds that somebody may look at a share sheet."""


class Courier:
    """The services of one session that carry things, held as long as the session.

    Args:
        page: The session's page.
        uploads: Where the web server puts files that a browser sends; None without a server.
    """

    def __init__(self, page: ft.Page, uploads: Path | None) -> None:
        self._page = page
        self._uploads = uploads
        self._picker = ft.FilePicker(on_upload=handler(self._uploaded))
        self._share = ft.Share()
        self._clipboard = ft.Clipboard()
        self._links = ft.UrlLauncher()
        self._arriving: asyncio.Future[None] | None = None

    @property
    def window(self) -> tuple[float, float]:
        """Width and height of the device's window, in its own pixels."""
        dots = self._page.media.device_pixel_ratio or 1
        return (self._page.width or 1) * dots, (self._page.height or 1) * dots

    @property
    def _writes_files(self) -> bool:
        """Whether a path that the person chose can be written from here.

        Browsers and phones write what they are given themselves; what a phone calls the path is a
        name that only its own systems understand.
        """
        platform = self._page.platform
        return platform is not None and not self._page.web and not platform.is_mobile()

    async def fetch(self) -> bytes | None:
        """The content of a file that the person picks; None if none was picked.

        Raises:
            RefusedError: It is too large, or could not be read.
        """
        sent = self._page.web and self._uploads is not None
        picked = await self._picker.pick_files(with_data=not sent)
        if not picked:
            return None
        if picked[0].size > LARGEST:
            raise RefusedError(Refused.TOO_LARGE)
        if not picked[0].size:
            raise RefusedError(Refused.EMPTY)
        try:
            return await self._content(picked[0])
        except (TimeoutError, OSError, RuntimeError) as error:
            _log.warning("a file could not be read: %s", error)
            raise RefusedError(Refused.CANNOT_READ) from error

    async def _content(self, file: ft.FilePickerFile) -> bytes:
        if file.bytes is not None:
            return file.bytes
        if file.path is not None:
            return await asyncio.to_thread(Path(file.path).read_bytes)
        if self._uploads is None:
            raise OSError("the device has not handed the file out")
        return await self._received(file, self._uploads)

    async def _received(self, file: ft.FilePickerFile, uploads: Path) -> bytes:
        """Let the browser send a file to this server and take it from there."""
        name = secrets.token_hex(16)
        self._arriving = asyncio.get_running_loop().create_future()
        address = self._page.get_upload_url(name, _UPLOAD)
        try:
            await self._picker.upload([ft.FilePickerUploadFile(upload_url=address, id=file.id)])
            await asyncio.wait_for(self._arriving, _UPLOAD)
            return await asyncio.to_thread((uploads / name).read_bytes)
        finally:
            self._arriving = None
            with suppress(OSError):
                (uploads / name).unlink()

    def _uploaded(self, event: Any) -> None:  # noqa: ANN401 - Flet's events are generic
        arriving = self._arriving
        if arriving is None or arriving.done():
            return
        if event.error:
            arriving.set_exception(OSError(event.error))
        elif event.progress == 1:
            arriving.set_result(None)

    async def save(self, name: str, content: bytes) -> bool:
        """Let the person keep a file; whether that could be begun."""

        async def ask() -> None:
            path = await self._picker.save_file(file_name=name, src_bytes=content)
            if path and self._writes_files:
                await asyncio.to_thread(Path(path).write_bytes, content)

        return await self._tried(ask, _PERSON)

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
