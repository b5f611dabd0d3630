"""Transfers to and from a device: files, pictures, texts, links."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import flet as ft

from qwixx_pad.i18n import N_
from qwixx_pad.identity import client_input
from qwixx_pad.library.exchange import MAX_IMPORT_BYTES, ImportRefusal, ImportRefusedError
from qwixx_pad.ui.flet_support.device import device_accepts
from qwixx_pad.ui.flet_support.flet_patches import handler

_UPLOAD_TIMEOUT_S = 300
"""For a file from the device to the server."""


@dataclass(frozen=True, slots=True)
class PickedFile:
    """A file that a person has picked; the name is unchecked, as the device sends it."""

    name: str
    content: bytes


class ComputerFiles:
    """Files of this computer: the window runs in this process, which reads and writes its paths."""

    def __init__(self) -> None:
        self._picker = ft.FilePicker()

    async def save_file(self, name: str, content: bytes) -> None:
        """Write the file where the person wants it."""
        path = await self._picker.save_file(file_name=name, src_bytes=content)
        if path:
            await asyncio.to_thread(Path(path).write_bytes, content)

    async def pick_file(self) -> PickedFile | None:
        picked = await _pick_file(self._picker, with_data=False)
        if picked is None:
            return None
        content = await asyncio.to_thread(Path(picked.path or "").read_bytes)
        return PickedFile(picked.name, content)


class DeviceFiles:
    """Files of a browser or a phone, which reads and writes them itself and sends no useful path.

    Args:
        page: The page of the session.
        uploads: The folder that the web server stores uploads in; None if the device hands files
            out directly.
    """

    def __init__(self, page: ft.Page, uploads: Path | None) -> None:
        self._page = page
        self._uploads = uploads
        self._picker = ft.FilePicker(on_upload=handler(self._on_upload))
        self._arriving: asyncio.Future[None] | None = None

    async def save_file(self, name: str, content: bytes) -> None:
        await self._picker.save_file(file_name=name, src_bytes=content)

    async def pick_file(self) -> PickedFile | None:
        picked = await _pick_file(self._picker, with_data=self._uploads is None)
        if picked is None:
            return None
        if self._uploads is not None:
            return PickedFile(picked.name, await self._receive_upload(picked, self._uploads))
        if not isinstance(picked.bytes, bytes):
            raise OSError("the device has not handed the file out")
        return PickedFile(picked.name, picked.bytes)

    async def _receive_upload(self, file: ft.FilePickerFile, uploads: Path) -> bytes:
        """Let the browser upload a file, and read it here."""
        name = secrets.token_hex(16)
        self._arriving = asyncio.get_running_loop().create_future()
        address = self._page.get_upload_url(name, _UPLOAD_TIMEOUT_S)
        try:
            await self._picker.upload([ft.FilePickerUploadFile(upload_url=address, id=file.id)])
            await asyncio.wait_for(self._arriving, _UPLOAD_TIMEOUT_S)
            return await asyncio.to_thread((uploads / name).read_bytes)
        finally:
            self._arriving = None
            with suppress(OSError):
                (uploads / name).unlink()

    def _on_upload(self, event: Any) -> None:  # noqa: ANN401 - Flet's events are generic
        arriving = self._arriving
        if arriving is None or arriving.done():
            return
        if event.error:
            arriving.set_exception(OSError(event.error))
        elif event.progress == 1:
            arriving.set_result(None)


Files: TypeAlias = ComputerFiles | DeviceFiles
"""The files of one session. Both raise whatever a device's answer may cause, and
`ImportRefusedError` for a picked file that is too large or empty.
"""


async def _pick_file(picker: ft.FilePicker, *, with_data: bool) -> ft.FilePickerFile | None:
    """Let the person pick a file; None if they pick none.

    Raises:
        ImportRefusedError: It is too large or empty.
    """
    picked = await picker.pick_files(with_data=with_data)
    if not picked:
        return None
    if picked[0].size > MAX_IMPORT_BYTES:
        raise ImportRefusedError(ImportRefusal.TOO_LARGE)
    if not picked[0].size:
        raise ImportRefusedError(ImportRefusal.EMPTY)
    return picked[0]


_log = logging.getLogger("qwixx_pad")
_PERSON_TIMEOUT_S = 3600
"""For whatever a person has to choose, as on a share sheet."""
_DEVICE_TIMEOUT_S = 5
"""For what a device does by itself."""


class TransferOutcome(Enum):
    """How sharing, copying or saving ended; the values are untranslated sentences."""

    SHARED = N_("Shared.")
    NOT_SHARED = N_("Not shared.")
    HANDED_OVER = N_("Passed to this device.")
    COPIED = N_("Copied.")
    SAVED = N_("Saved as {file}")
    REFUSED = N_("This device didn’t accept it.")
    BY_HAND = N_("Copy it from here:")


class FileTransfer:
    """Files, clipboard and sharing of one session; it holds their Flet services."""

    def __init__(self, page: ft.Page, files: Files) -> None:
        self._page = page
        self._files = files
        self._share = ft.Share()
        self._clipboard = ft.Clipboard()
        self._links = ft.UrlLauncher()

    @property
    def window_size(self) -> tuple[float, float]:
        """Width and height of the device's window, in pixels of its screen."""
        ratio = client_input.pixel_ratio(self._page.media.device_pixel_ratio) or 1
        width = client_input.length_dp(self._page.width) or 1
        height = client_input.length_dp(self._page.height) or 1
        return width * ratio, height * ratio

    async def pick_file(self) -> PickedFile | None:
        """Let the person pick a file and read it; None if they pick none.

        Raises:
            ImportRefusedError: It is too large or empty, or could not be read.
        """
        try:
            return await self._files.pick_file()
        except ImportRefusedError:
            raise
        except Exception as error:
            _log.warning("a file could not be read: %s", error)
            raise ImportRefusedError(ImportRefusal.CANNOT_READ) from error

    async def save_file(self, name: str, content: bytes) -> TransferOutcome:
        saved = await device_accepts(
            lambda: self._files.save_file(name, content), _PERSON_TIMEOUT_S
        )
        return TransferOutcome.SAVED if saved else TransferOutcome.REFUSED

    async def save_text(self, name: str, pieces: Callable[[], Iterable[str]]) -> TransferOutcome:
        """Offer a text for saving, as `save_file` does.

        It is put together in a thread, for thousands of games take seconds.

        Raises:
            StorageError: The games could not be read.
        """
        text = await asyncio.to_thread(lambda: "".join(pieces()))
        return await self.save_file(name, text.encode(errors="replace"))

    async def share_file(self, name: str, content: bytes, mime_type: str) -> TransferOutcome:
        """Show the share sheet for a file; save it where the device shares none of its type."""
        file = ft.ShareFile.from_bytes(content, mime_type=mime_type, name=name)
        share = partial(self._share.share_files, [file], download_fallback_enabled=False)
        return await self._try_share(share) or await self.save_file(name, content)

    async def share_or_copy(self, text: str) -> TransferOutcome:
        """Show the share sheet for a text; copy it where the device has none."""
        share = partial(self._share.share_text, text, mail_to_fallback_enabled=False)
        return await self._try_share(share) or await self.copy_text(text)

    async def _try_share(
        self, share: Callable[[], Awaitable[ft.ShareResult]]
    ) -> TransferOutcome | None:
        """Ask the device to share; None where it cannot. A browser reports failures only."""
        statuses = []

        async def append_status() -> None:
            statuses.append((await share()).status)

        if not await device_accepts(append_status, _PERSON_TIMEOUT_S):
            return None
        match statuses:
            case [ft.ShareResultStatus.SUCCESS]:
                return TransferOutcome.SHARED
            case [ft.ShareResultStatus.DISMISSED]:
                return TransferOutcome.NOT_SHARED
        return TransferOutcome.SHARED if self._page.web else TransferOutcome.HANDED_OVER

    async def copy_text(self, text: str) -> TransferOutcome:
        copied = await device_accepts(lambda: self._clipboard.set(text), _DEVICE_TIMEOUT_S)
        return TransferOutcome.COPIED if copied else TransferOutcome.BY_HAND

    def share_action(self, text: str) -> ft.ClientAction | None:
        """The action that a browser runs within a tap, before `share_or_copy` is called.

        Safari shares and copies only within a tap; `start.js` joins the two. Other devices would
        show the share sheet twice: None for them.
        """
        if not self._page.web:
            return None
        action = ft.ShareText(text)
        action.args["mail_to_fallback_enabled"] = False
        return action

    def copy_action(self, text: str) -> ft.ClientAction | None:
        """The action that a browser runs within a tap, before `copy_text` is called."""
        return ft.CopyToClipboard(text) if self._page.web else None

    async def open_link(self, address: str) -> bool:
        """Open an address outside of the pad; False if the device does not accept it."""
        return await device_accepts(lambda: self._links.launch_url(address), _DEVICE_TIMEOUT_S)
