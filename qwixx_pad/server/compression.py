"""Packed files, each packed once: in a blink for who waits, and well for everybody after."""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from platformdirs import user_cache_path

from qwixx_pad.server import compressor
from qwixx_pad.server.client import Bundle, File

_SMALL = 1 << 16
"""Bytes that are packed well in a blink."""
_FORGOTTEN = 7 * 24 * 3600
"""Seconds after which what another version of the pad has kept is thrown away."""
_PATIENCE = 8.0
_FAREWELL = 2
_SUFFIXES = {"gzip": ".gz", "br": ".br"}


def cache_folder() -> Path:
    """Where this computer keeps what can be made again."""
    return user_cache_path("qwixx-pad", appauthor=False) / "client"


class Compression:
    """Packs the files of a bundle for the browsers that ask for them.

    Well packed files are kept in a folder under the hash of what is in them, so that the next
    start finds them. Where the folder takes none, what was packed in a blink is good enough.

    Args:
        folder: Where to keep them.
        patience: Seconds before packing well begins; until then the first page has the
            computer to itself.
    """

    def __init__(self, folder: Path, patience: float = _PATIENCE) -> None:
        self._folder = folder
        self._patience = patience
        self._best: dict[tuple[str, str], bytes] = {}
        self._fast: dict[tuple[str, str], asyncio.Future[bytes]] = {}
        self._ordered: set[tuple[str, str]] = set()
        self._process: subprocess.Popen[str] | None = None
        self._ended = False

    async def packed(self, file: File, encoding: str) -> bytes:
        """A file as a browser wants it.

        Args:
            file: The file.
            encoding: `gzip` or `br`.
        """
        key = (file.digest, encoding)
        best = self._best.get(key) or await asyncio.to_thread(self._kept, file, encoding)
        if best:
            self._best[key] = best
            self._fast.pop(key, None)
            return best
        if key not in self._fast:
            self._fast[key] = asyncio.ensure_future(asyncio.to_thread(_at_once, file, encoding))
        packed = await asyncio.shield(self._fast[key])
        self.order([file], encoding)
        return packed

    def order(self, files: Iterable[File], encoding: str) -> None:
        """Have files packed well, some time; small ones and kept ones are no work.

        Args:
            files: The files.
            encoding: `gzip` or `br`.
        """
        for file in files:
            key, target = (file.digest, encoding), self._target(file, encoding)
            known = key in self._ordered or key in self._best or target.exists()
            if isinstance(file.source, bytes) or not file.shrinks or known or _is_small(file):
                continue
            self._ordered.add(key)
            self._tell(json.dumps([str(file.source), str(target), encoding]) + "\n")

    def forget_others(self, bundle: Bundle) -> None:
        """Throw away what other versions of the pad have left behind some time ago.

        Args:
            bundle: What this version serves.
        """
        ours = {file.digest for file in bundle.files.values()}
        with suppress(OSError):
            for path in list(self._folder.iterdir()):
                age = time.time() - path.stat().st_mtime
                if path.stem not in ours and age > _FORGOTTEN:
                    path.unlink()

    def close(self) -> None:
        """Pack nothing any more."""
        self._ended = True
        if self._process is not None:
            self._process.terminate()
            with suppress(OSError, subprocess.TimeoutExpired):
                self._process.communicate(timeout=_FAREWELL)
            self._process = None

    def _target(self, file: File, encoding: str) -> Path:
        return self._folder / f"{file.digest}{_SUFFIXES[encoding]}"

    def _kept(self, file: File, encoding: str) -> bytes | None:
        """What an earlier start has kept. A disk may lie, and browsers would believe it a year."""
        target = self._target(file, encoding)
        try:
            packed = target.read_bytes()
            if file.is_of(compressor.unpack(packed, encoding)):
                return packed
        except FileNotFoundError:
            return None
        except (OSError, ValueError):
            pass
        with suppress(OSError):
            target.unlink()
        return None

    def _tell(self, order: str) -> None:
        """Hand an order to the process that packs; without one nothing is packed well."""
        if self._ended:
            return
        with suppress(OSError):
            if self._process is None:
                self._process = _process(self._patience)
            if self._process.stdin is not None:
                self._process.stdin.write(order)
                self._process.stdin.flush()


def _is_small(file: File) -> bool:
    return isinstance(file.source, Path) and file.source.stat().st_size <= _SMALL


def _at_once(file: File, encoding: str) -> bytes:
    content = file.read()
    return compressor.pack(content, encoding, fast=len(content) > _SMALL)


def _process(patience: float) -> "subprocess.Popen[str]":
    return subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-P", compressor.__file__, str(patience)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
    )
