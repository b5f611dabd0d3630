"""An ASGI app that sends the files of a bundle, and the page that loads them."""

import asyncio
import html
import io
import json
import os
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import brotli

from qwixx_pad import assets_folder
from qwixx_pad.i18n import N_, SOURCE_LANGUAGE, available_languages, catalogue, choose_locale
from qwixx_pad.identity.devices import accepted_languages
from qwixx_pad.server import AsgiApp, AsgiReceive, AsgiScope, AsgiSend, headers_named
from qwixx_pad.server.client import FALLBACK_FONTS, Bundle, File, client_files
from qwixx_pad.server.manifest import MANIFEST, read_manifest

_PAGE = "index.html"
_APP_ICON_PREFIX = "icon_"
_CONFIG = "<!-- fletAppConfig -->"
_FOR_PYTHON = re.compile(r'\n *<script src="python.js"></script>')
_LINK = re.compile(r'(?<==")[^"]+(?=")')
_LANGUAGE = f'<html lang="{SOURCE_LANGUAGE}">'
_LABEL = 'aria-label="{}"'
# Translators: while the pad is loaded for the first time; heard, not seen.
_LOADING = N_("Loading")
_AWAY = (
    # Translators: above the sheet while a device has lost its link to the pad.
    N_("No connection"),
    N_("Your crosses are saved. The pad will come back by itself."),
    # Translators: a button, to connect at once.
    N_("Try now"),
)


def pads_bundle() -> Bundle:
    """All files that a browser loads: those of Flet's client and the pad's assets."""
    assets = assets_folder()
    own = {
        path.relative_to(assets).as_posix(): path
        for path in assets.rglob("*.*")
        if not path.name.startswith(_APP_ICON_PREFIX)
    }
    del own[_PAGE]
    # A page that is loaded again goes on where the server has the pad.
    launched = {"id": "/", "launch_handler": {"client_mode": "navigate-existing"}}
    manifest = json.dumps(read_manifest("/", "") | launched).encode()
    return Bundle.from_sources({**client_files(), **own, MANIFEST: manifest})


_ISOLATED = {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
}
"""With these headers a browser lets the client render in another thread, if the page comes over TLS
or from this computer."""


@dataclass(frozen=True, slots=True)
class Page:
    """The answer to the address of a screen.

    Attributes:
        headers: Additional headers of all answers, those with files too.
        render: Returns the page in the best language for an `Accept-Language` header.
    """

    headers: Mapping[str, str]
    render: Callable[[str], bytes]


def start_page(bundle: Bundle) -> Page:
    """The page that loads a bundle, in every language of the pad."""
    pages = {language: _render_page(bundle, language) for language in available_languages()}
    return Page(
        _ISOLATED, lambda header: pages[choose_locale("", accepted_languages(header)).language]
    )


def _render_page(bundle: Bundle, language: str) -> bytes:
    gettext = catalogue(language).gettext
    settings = {
        "entrypointBaseUrl": bundle.base,
        "assetBase": bundle.base,
        "assetsDir": bundle.base,
        "canvasKitBaseUrl": f"{bundle.base}canvaskit/",
        "fontFallbackBaseUrl": f"{bundle.base}{FALLBACK_FONTS}",
        "webRenderer": os.environ.get("FLET_WEB_RENDERER", "auto"),
        "away": [gettext(text) for text in _AWAY],
    }
    script = f"<script>Object.assign(flet, {json.dumps(settings)});</script>"
    page = _FOR_PYTHON.sub("", (assets_folder() / _PAGE).read_text(encoding="utf-8"))
    page = page.replace(_CONFIG, script)
    page = page.replace(_LANGUAGE, f'<html lang="{language}">')
    page = page.replace(_LABEL.format(_LOADING), _LABEL.format(html.escape(gettext(_LOADING))))
    return _LINK.sub(
        lambda link: bundle.base + link[0] if link[0] in bundle.files else link[0], page
    ).encode()


_BROTLI_QUALITY = 5
_BROTLI_WINDOW = 24
"""Base 2 logarithm of the window: 16 MB, more than any file. Browsers accept it, and it makes large
files smaller."""
_GZIP_LEVEL = 6
"""At this level all files of a first visit are compressed in half a second, and are 0.3 % larger
than at the highest level."""
_GZIP_WINDOW = 31
"""Has zlib write the header of gzip."""


def compress_file(file: File, encoding: str) -> bytes:
    """Compress a file by `gzip` or `br`."""
    content = file.read()
    if encoding == "br":
        return bytes(brotli.compress(content, quality=_BROTLI_QUALITY, lgwin=_BROTLI_WINDOW))
    return zlib.compress(content, _GZIP_LEVEL, _GZIP_WINDOW)


_TABLES = ("/join/", "/table/", "/watch/")
"""Screens of tables: a code follows, then a game, or any text that followed in a message."""
_FOREVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
_ENCODINGS = ("br", "gzip")
_ZERO_WEIGHT = re.compile(r"q=0(\.0*)?")
_OK = 200
_NOT_MODIFIED = 304
_MISSING = 404
_PIECE_BYTES = 1 << 16
"""Bytes of a body that are sent at once; the next ones follow when these are on their way."""


class StaticCache:
    """Answers all requests by GET and HEAD; passes all others on.

    A path is looked up among the names of the files; no part of it is used as a path of the disk.

    Args:
        app: The app for WebSockets, and for files that browsers send.
        bundle: The files.
        page: The answer to the address of a screen.
    """

    def __init__(self, app: AsgiApp, bundle: Bundle, page: Page) -> None:
        self._app = app
        self._bundle = bundle
        self._page = page
        self._compressed: dict[tuple[str, str], asyncio.Future[bytes]] = {}

    async def __call__(self, scope: AsgiScope, receive: AsgiReceive, send: AsgiSend) -> None:
        if scope["type"] == "http" and scope["method"] in {"GET", "HEAD"}:
            await self._answer_request(scope["path"], _Answer(scope, send, self._page.headers))
        else:
            await self._app(scope, receive, send)

    async def _answer_request(self, path: str, answer: "_Answer") -> None:
        base = self._bundle.base
        file = self._bundle.files.get(path.removeprefix(base).lstrip("/"))
        if file is not None:
            await self._send_file(answer, file, _FOREVER if path.startswith(base) else _ASK_AGAIN)
        elif path.startswith(_TABLES) or PurePosixPath(path).suffix in {"", ".html"}:
            headers = {"content-type": "text/html; charset=utf-8", "cache-control": _ASK_AGAIN}
            await answer.send_body(_OK, headers, self._page.render(answer.accepted_languages))
        else:
            await answer.send_body(_MISSING, {}, b"")

    async def _send_file(self, answer: "_Answer", file: File, cache_control: str) -> None:
        encoding = answer.encoding if file.is_compressible else ""
        tag = f'"{file.digest}{"-" if encoding else ""}{encoding}"'
        headers = {"content-type": file.media_type, "cache-control": cache_control, "etag": tag}
        if file.is_compressible:
            headers["vary"] = "accept-encoding"
        if answer.has_cached(tag):
            await answer.send_body(_NOT_MODIFIED, headers, b"")
        elif encoding:
            compressed = await self._compressed_file(file, encoding)
            await answer.send_body(_OK, headers | {"content-encoding": encoding}, compressed)
        else:
            await answer.send_body(_OK, headers, file.source)

    async def _compressed_file(self, file: File, encoding: str) -> bytes:
        """Compress a file once, however many ask for it."""
        key = (file.digest, encoding)
        if key not in self._compressed:
            compressing = asyncio.to_thread(compress_file, file, encoding)
            self._compressed[key] = asyncio.ensure_future(compressing)
        return await asyncio.shield(self._compressed[key])


class _Answer:
    """The answer to one request, with the headers that every answer has."""

    def __init__(self, scope: AsgiScope, send: AsgiSend, headers: Mapping[str, str]) -> None:
        self._headers = headers
        self._scope = scope
        self._send = send

    @property
    def encoding(self) -> str:
        """The best encoding that the browser accepts; empty if it accepts none."""
        accepted = {}
        for part in self._header_parts(b"accept-encoding"):
            name, _, weight = part.partition(";")
            accepted[name.strip()] = not _ZERO_WEIGHT.fullmatch(weight.strip())
        return next((name for name in _ENCODINGS if accepted.get(name)), "")

    @property
    def accepted_languages(self) -> str:
        """The browser's languages, as an `Accept-Language` value."""
        return ",".join(self._header_parts(b"accept-language"))

    def has_cached(self, tag: str) -> bool:
        """True if the browser has the answer with this entity tag."""
        return any(
            part.removeprefix("w/") in {tag, "*"} for part in self._header_parts(b"if-none-match")
        )

    async def send_body(self, status: int, headers: dict[str, str], body: bytes | Path) -> None:
        """Send the answer as fast as it is read; a path stands for the content of its file."""
        if status != _NOT_MODIFIED:
            size = len(body) if isinstance(body, bytes) else _file_size(body)
            headers = headers | {"content-length": str(size)}
        encoded = [
            (name.encode(), value.encode()) for name, value in {**headers, **self._headers}.items()
        ]
        await self._send({"type": "http.response.start", "status": status, "headers": encoded})
        for piece in () if self._scope["method"] == "HEAD" else _body_pieces(body):
            await self._send({"type": "http.response.body", "body": piece, "more_body": True})
        await self._send({"type": "http.response.body", "body": b""})

    def _header_parts(self, name: bytes) -> Iterator[str]:
        values = ",".join(headers_named(self._scope, name))
        return (part.strip().lower() for part in values.split(","))


def _body_pieces(body: bytes | Path) -> Iterator[bytes]:
    with io.BytesIO(body) if isinstance(body, bytes) else body.open("rb") as file:
        yield from iter(lambda: file.read(_PIECE_BYTES), b"")


def _file_size(path: Path) -> int:
    return path.stat().st_size
