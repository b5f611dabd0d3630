"""A host for a site as people have one: it packs what shrinks, and lets browsers keep it."""

import functools
import hashlib
import http.server
import io
import threading
import zlib
from contextlib import contextmanager
from pathlib import Path

import brotli

from tests.support.browser.site_host import TYPES

_PACKED_ALREADY = {".png", ".woff2", ".gz", ".zst"}


@contextmanager
def packed_host(site, cache, way):
    """Serve a site on a port of this computer.

    Args:
        site: Its folder.
        cache: Where packed files are stored under the hash of their content, for all runs.
        way: How it packs them: `gzip`, `br`, or empty for not at all.

    Yields:
        Its address, and how many bytes each file took, once for every time it was sent.
    """
    sent = []
    read = functools.cache(functools.partial(_read, site, cache))
    answers = functools.partial(_Answers, read=read, way=way, sent=sent)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", sent
        server.shutdown()


def _read(site, cache, name, way):
    content = (site / name).read_bytes()
    if not way:
        return content
    cached = cache / f"{hashlib.sha256(content).hexdigest()}.{way}"
    if not cached.exists():
        cache.mkdir(parents=True, exist_ok=True)
        cached.write_bytes(
            brotli.compress(content, lgwin=24)
            if way == "br"
            else zlib.compress(content, 9, wbits=31)
        )
    return cached.read_bytes()


class _Answers(http.server.SimpleHTTPRequestHandler):
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | TYPES
    protocol_version = "HTTP/1.1"

    def __init__(self, *connection, read, way, sent):
        self._read = read
        self._way = way
        self._sent = sent
        super().__init__(*connection)

    def send_head(self):
        name = self.path.partition("?")[0].lstrip("/") or "index.html"
        way = "" if Path(name).suffix in _PACKED_ALREADY else self._way
        try:
            content = self._read(name, way)
        except OSError:
            return self.send_error(404)
        self._sent.append(len(content))
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(name))
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "max-age=600")  # as GitHub Pages does
        if way:
            self.send_header("Content-Encoding", way)
        self.end_headers()
        return io.BytesIO(content)

    def log_message(self, *_):
        pass
