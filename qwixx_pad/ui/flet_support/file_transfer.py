"""Transfer in and out of a device: files, pictures, texts, links."""

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
"""Seconds that a file may take from the device to here."""


@dataclass(frozen=True, slots=True)
class PickedFile:
    """A file that a person has picked; its name is what the device says."""

    name: str
    content: bytes


class ComputerFiles:
    """The window of this computer: what it calls a path is written and read here."""

    def __init__(self) -> None:
        self._picker = ft.FilePicker()

    async def save_file(self, name: str, content: bytes) -> None:
        """Write the file where the person wants it."""
        path = await self._picker.save_file(file_name=name, src_bytes=content)
        if path:
            await asyncio.to_thread(Path(path).write_bytes, content)

    async def pick_file(self) -> PickedFile | None:
        """Read the file that the person picks."""
        picked = await _pick_file(self._picker, with_data=False)
        if picked is None:
            return None
        content = await asyncio.to_thread(Path(picked.path or "").read_bytes)
        return PickedFile(picked.name, content)


class DeviceFiles:
    """A browser or a phone: it writes and reads its files itself, and no path means anything here.

    The web server puts what it sends into `uploads`; without one it hands files out directly.
    """

    def __init__(self, page: ft.Page, uploads: Path | None) -> None:
        self._page = page
        self._uploads = uploads
        self._picker = ft.FilePicker(on_upload=handler(self._on_upload))
        self._arriving: asyncio.Future[None] | None = None

    async def save_file(self, name: str, content: bytes) -> None:
        """Hand the file to the device."""
        await self._picker.save_file(file_name=name, src_bytes=content)

    async def pick_file(self) -> PickedFile | None:
        """Take the file that the device hands out, or sends."""
        picked = await _pick_file(self._picker, with_data=self._uploads is None)
        if picked is None:
            return None
        if self._uploads is not None:
            return PickedFile(picked.name, await self._receive_upload(picked, self._uploads))
        if not isinstance(picked.bytes, bytes):
            raise OSError("the device has not handed the file out")
        return PickedFile(picked.name, picked.bytes)

    async def _receive_upload(self, file: ft.FilePickerFile, uploads: Path) -> bytes:
        """Let the browser send a file to this server and take it from there."""
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
"""One session's way. Both raise whatever a device may cause that answers wrongly, and
`ImportRefusedError` for a picked file that is too large or empty."""


async def _pick_file(picker: ft.FilePicker, *, with_data: bool) -> ft.FilePickerFile | None:
    """Let the person pick a file; None without one, or if it is too large to read."""
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
"""Seconds that somebody may look at a share sheet."""


class TransferOutcome(Enum):
    """What became of what was let out, as translators know the sentence."""

    SHARED = N_("Shared.")
    NOT_SHARED = N_("Not shared.")
    HANDED_OVER = N_("Passed to this device.")
    COPIED = N_("Copied.")
    SAVED = N_("Saved as {file}")
    REFUSED = N_("This device didn’t accept it.")
    BY_HAND = N_("Copy it from here:")


class FileTransfer:
    """The services of one session that carry things, held as long as the session."""

    def __init__(self, page: ft.Page, files: Files) -> None:
        self._page = page
        self._files = files
        self._share = ft.Share()
        self._clipboard = ft.Clipboard()
        self._links = ft.UrlLauncher()

    @property
    def window_size(self) -> tuple[float, float]:
        """Width and height of the device's window, in its own pixels."""
        dots = client_input.pixel_ratio(self._page.media.device_pixel_ratio) or 1
        width = client_input.length_dp(self._page.width)
        height = client_input.length_dp(self._page.height)
        return (width or 1) * dots, (height or 1) * dots

    async def pick_file(self) -> PickedFile | None:
        """Let the person pick a file and read it; None if none was picked.

        Raises:
            ImportRefusedError: It is too large, or could not be read.
        """
        try:
            return await self._files.pick_file()
        except ImportRefusedError:
            raise
        except Exception as error:
            _log.warning("a file could not be read: %s", error)
            raise ImportRefusedError(ImportRefusal.CANNOT_READ) from error

    async def save_file(self, name: str, content: bytes) -> bool:
        """Let the person keep a file; whether that could be begun."""
        return await device_accepts(lambda: self._files.save_file(name, content), _PERSON_TIMEOUT_S)

    async def save_text(self, name: str, pieces: Callable[[], Iterable[str]]) -> bool:
        """Let the person keep a text, made aside: thousands of games take seconds. As `save`.

        Raises:
            StorageError: The games could not be read.
        """
        text = await asyncio.to_thread(lambda: "".join(pieces()))
        return await self.save_file(name, text.encode(errors="replace"))

    async def share_picture(self, name: str, png: bytes) -> TransferOutcome:
        """Show the share sheet for a picture where the device has one, else save it."""
        file = ft.ShareFile.from_bytes(png, mime_type="image/png", name=name)
        ask = partial(self._share.share_files, [file], download_fallback_enabled=False)
        shared = await self._try_share(ask)
        if shared is not None:
            return shared
        return TransferOutcome.SAVED if await self.save_file(name, png) else TransferOutcome.REFUSED

    async def share_or_copy(self, text: str) -> TransferOutcome:
        """Show the share sheet for a text where the device has one, else copy it."""
        ask = partial(self._share.share_text, text, mail_to_fallback_enabled=False)
        return await self._try_share(ask) or await self.copy_text(text)

    async def _try_share(
        self, share: Callable[[], Awaitable[ft.ShareResult]]
    ) -> TransferOutcome | None:
        """Ask the device to share; None where it does not. A browser tells of a refusal alone."""
        told = []

        async def keep_status() -> None:
            told.append((await share()).status)

        if not await device_accepts(keep_status, _PERSON_TIMEOUT_S):
            return None
        unsure = TransferOutcome.SHARED if self._page.web else TransferOutcome.HANDED_OVER
        said = ft.ShareResultStatus
        sure = {said.SUCCESS: TransferOutcome.SHARED, said.DISMISSED: TransferOutcome.NOT_SHARED}
        return sure.get(told[0], unsure)

    async def copy_text(self, text: str) -> TransferOutcome:
        """Put a text on the clipboard, if the device has one."""
        copied = await device_accepts(lambda: self._clipboard.set(text), 5)
        return TransferOutcome.COPIED if copied else TransferOutcome.BY_HAND

    def share_action(self, text: str) -> ft.ClientAction | None:
        """Build what a browser does in the moment of a tap, before `share_text` is asked for it.

        Safari shares and copies in no other moment; `start.js` joins the two. Other devices
        would show the share sheet twice.
        """
        if not self._page.web:
            return None
        action = ft.ShareText(text)
        action.args["mail_to_fallback_enabled"] = False
        return action

    def copy_action(self, text: str) -> ft.ClientAction | None:
        """Build the same for `copy`."""
        return ft.CopyToClipboard(text) if self._page.web else None

    async def open_link(self, address: str) -> bool:
        """Open an address outside of the pad."""
        return await device_accepts(lambda: self._links.launch_url(address), 5)
