"""Packs files as small as they get, in a process of its own that is in nobody's way.

It hears one file a line on its standard input and ends with it, whatever became of the pad. Its one
argument is how many seconds it lets pass before it begins.
"""

import json
import os
import queue
import signal
import sys
import tempfile
import threading
import time
import zlib
from pathlib import Path

import brotli

_NICENESS = 19
_GZIP_WINDOW = 31
_BROTLI_WINDOW = 24
"""16 MB, more than any of the files: browsers take it, and the large ones gain by it."""
_BELOW_NORMAL = 0x4000
"""What Windows calls a process that waits for others."""


def compress_bytes(content: bytes, encoding: str, *, fast: bool = False) -> bytes:
    """Compress bytes by `gzip` or `br`: fast, or as small as they get."""
    if encoding == "br":
        return bytes(brotli.compress(content, quality=1 if fast else 11, lgwin=_BROTLI_WINDOW))
    return zlib.compress(content, 1 if fast else 9, _GZIP_WINDOW)


def decompress_bytes(packed: bytes, encoding: str) -> bytes:
    """Decompress bytes.

    Raises:
        ValueError: It is not whole.
    """
    try:
        if encoding == "br":
            return bytes(brotli.decompress(packed))
        return zlib.decompress(packed, _GZIP_WINDOW)
    except (brotli.error, zlib.error) as error:
        raise ValueError("a packed file is damaged") from error


def write_atomically(target: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all, whoever else writes it.

    Raises:
        OSError: The disk does not take it.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=target.parent, suffix=".part", delete=False) as part:
        try:
            part.write(content)
            part.close()
            Path(part.name).replace(target)
        except OSError:
            Path(part.name).unlink(missing_ok=True)
            raise


def _lower_priority() -> None:
    """Leave the computer to everybody else."""
    if os.name == "posix":
        os.nice(_NICENESS)
    elif sys.platform == "win32":
        import ctypes  # noqa: PLC0415 - elsewhere there is no such door

        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), _BELOW_NORMAL)


def _read_orders(orders: "queue.Queue[list[str]]") -> None:
    """Take orders until nobody is there to give any."""
    for line in sys.stdin:
        orders.put(json.loads(line))
    os._exit(0)


def main() -> None:
    """Pack what is asked for: a list of the source, the target and the encoding, as JSON."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the pad, which ends its input
    _lower_priority()
    orders: queue.Queue[list[str]] = queue.Queue()
    threading.Thread(target=_read_orders, args=(orders,), daemon=True).start()
    time.sleep(float(sys.argv[1]))
    while True:
        source, target, encoding = orders.get()
        if not Path(target).exists():
            write_atomically(Path(target), compress_bytes(Path(source).read_bytes(), encoding))


if __name__ == "__main__":
    main()
