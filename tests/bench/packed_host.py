"""A host for a site as people have one: it packs what shrinks, and lets browsers keep it."""

import functools
import hashlib
import http.server
import mimetypes
import threading
from pathlib import Path
from typing import Self

from site_host import TYPES

from qwixx_pad.server import compressor

_PACKED_ALREADY = {".png", ".woff2", ".gz", ".zst"}
_SUFFIXES = {"gzip": ".gz", "br": ".br"}


class Packed:
    """The files of a site, each packed as small as it goes, once for all runs.

    Args:
        site: The folder of the site.
        cache: Where packed files are kept under the hash of what is in them.
    """

    def __init__(self, site: Path, cache: Path) -> None:
        self.site = site
        self._cache = cache
        self._read = functools.cache(self._packed)

    def read(self, name: str, way: str) -> tuple[bytes, str]:
        """A file and how it is packed: the way that was asked for, or not at all."""
        shrinks = Path(name).suffix not in _PACKED_ALREADY
        return self._read(name, way if shrinks else ""), way if shrinks else ""

    def _packed(self, name: str, way: str) -> bytes:
        content = (self.site / name).read_bytes()
        if not way:
            return content
        kept = self._cache / (hashlib.sha256(content).hexdigest() + _SUFFIXES[way])
        if not kept.exists():
            compressor.keep(kept, compressor.pack(content, way))
        return kept.read_bytes()


class PackedHost:
    """Serves a site on a port of this computer: `with PackedHost(packed, "br") as host`.

    Args:
        packed: Its files.
        way: How it packs them: `gzip`, `br`, or not at all.

    Attributes:
        sent: How many bytes each file took, once for every time it was sent.
    """

    def __init__(self, packed: Packed, way: str) -> None:
        self.sent: list[tuple[str, int]] = []
        answers = functools.partial(_Answers, packed=packed, way=way, sent=self.sent)
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), answers)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_) -> None:
        self._server.shutdown()
        self._server.server_close()


def _kind(name: str) -> str:
    return TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "text/plain"


class _Answers(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, *connection, packed: Packed, way: str, sent: list[tuple[str, int]]) -> None:
        self._packed, self._way, self._sent = packed, way, sent
        super().__init__(*connection)

    def do_GET(self) -> None:
        name = self.path.partition("?")[0].lstrip("/") or "index.html"
        try:
            content, way = self._packed.read(name, self._way)
        except OSError:
            self.send_error(404)
            return
        self._sent.append((name, len(content)))
        self.send_response(200)
        self.send_header("Content-Type", _kind(name))
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "max-age=600")  # as GitHub Pages does
        if way:
            self.send_header("Content-Encoding", way)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_) -> None:
        pass
