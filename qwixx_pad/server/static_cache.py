"""Sends what a browser loads once and for ever, and the one page that it asks for anew."""

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

_PAGE = "index.html"
_MANIFEST = "manifest.json"
_OF_APPS = "icon_"
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
    """Return all files that a browser loads: the slimmed client and the pad's assets."""
    assets = assets_folder()
    files = (path for path in assets.rglob("*.*") if not path.name.startswith(_OF_APPS))
    own = {path.relative_to(assets).as_posix(): path for path in files}
    manifest = json.loads(own.pop(_MANIFEST).read_text(encoding="utf-8"))
    del own[_PAGE]
    rooted = json.dumps(manifest | {"start_url": "/", "scope": "/", "id": "/"}).encode()
    return Bundle.from_sources({**client_files(), **own, _MANIFEST: rooted})


_ISOLATED = {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
}
"""With these a browser lets the client paint in a thread of its own, where it comes with TLS or
from this computer."""


@dataclass(frozen=True, slots=True)
class Page:
    """The answer to the address of a screen.

    Attributes:
        headers: Of every answer, beside what the answer itself needs.
        render: Gives it in the language that a browser asks for, such as by `de-AT,de;q=0.9`.
    """

    headers: Mapping[str, str]
    render: Callable[[str], bytes]


def start_page(bundle: Bundle) -> Page:
    """Return the page that loads a bundle, in every language of the pad."""
    pages = {language: _render_page(bundle, language) for language in available_languages()}
    return Page(
        _ISOLATED, lambda wanted: pages[choose_locale("", accepted_languages(wanted)).language]
    )


def _render_page(bundle: Bundle, language: str) -> bytes:
    say = catalogue(language).gettext
    settings = {
        "entrypointBaseUrl": bundle.base,
        "assetBase": bundle.base,
        "assetsDir": bundle.base,
        "canvasKitBaseUrl": f"{bundle.base}canvaskit/",
        "fontFallbackBaseUrl": f"{bundle.base}{FALLBACK_FONTS}",
        "webRenderer": os.environ.get("FLET_WEB_RENDERER", "auto"),
        "away": [say(text) for text in _AWAY],
    }
    script = f"<script>Object.assign(flet, {json.dumps(settings)});</script>"
    page = _FOR_PYTHON.sub("", (assets_folder() / _PAGE).read_text(encoding="utf-8")).replace(
        _CONFIG, script
    )
    page = page.replace(_LANGUAGE, f'<html lang="{language}">')
    page = page.replace(_LABEL.format(_LOADING), _LABEL.format(html.escape(say(_LOADING))))
    return _LINK.sub(
        lambda link: bundle.base + link[0] if link[0] in bundle.files else link[0], page
    ).encode()


_BROTLI_QUALITY = 5
_BROTLI_WINDOW = 24
"""The window is 16 MB, more than any file: browsers take it, and the large files gain by it."""
_GZIP_LEVEL = 6
_GZIP_WINDOW = 31
"""All that a first visit loads takes half a second, and is within 0.3 % of the smallest gzip."""


def compress_file(file: File, encoding: str) -> bytes:
    """Compress a file by `gzip` or `br`."""
    content = file.read()
    if encoding == "br":
        return bytes(brotli.compress(content, quality=_BROTLI_QUALITY, lgwin=_BROTLI_WINDOW))
    return zlib.compress(content, _GZIP_LEVEL, _GZIP_WINDOW)


_FOR_EVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
_ENCODINGS = ("br", "gzip")
_ZERO_WEIGHT = re.compile(r"q=0(\.0*)?")
_OK = 200
_NOT_MODIFIED = 304
_MISSING = 404
_PIECE_BYTES = 1 << 16
"""Bytes that are handed over at once; the next ones when these are on their way."""


class StaticCache:
    """An ASGI app in front of another: it answers what can be looked at, and nothing else.

    Addresses are looked up among known names; no part of one ever reaches the disk.

    Args:
        app: What speaks with the pages: WebSockets, and files that browsers send.
        bundle: What may be loaded.
        page: What is answered to a screen's address.
    """

    def __init__(self, app: AsgiApp, bundle: Bundle, page: Page) -> None:
        self._app = app
        self._bundle = bundle
        self._page = page
        self._compressed: dict[tuple[str, str], asyncio.Future[bytes]] = {}

    async def __call__(self, scope: AsgiScope, receive: AsgiReceive, send: AsgiSend) -> None:
        """Answer one request, or pass it on."""
        if scope["type"] == "http" and scope["method"] in {"GET", "HEAD"}:
            await self._answer_request(scope["path"], _Answer(scope, send, self._page.headers))
        else:
            await self._app(scope, receive, send)

    async def _answer_request(self, path: str, answer: "_Answer") -> None:
        base = self._bundle.base
        file = self._bundle.files.get(path.removeprefix(base).lstrip("/"))
        if file is not None:
            await self._send_file(answer, file, _FOR_EVER if path.startswith(base) else _ASK_AGAIN)
        elif _is_route(path):
            kind = {"content-type": "text/html; charset=utf-8", "cache-control": _ASK_AGAIN}
            await answer.send_body(_OK, kind, self._page.render(answer.accepted_languages))
        else:
            await answer.send_body(_MISSING, {}, b"")

    async def _send_file(self, answer: "_Answer", file: File, keep: str) -> None:
        wanted = answer.encoding if file.is_compressible else ""
        tag = f'"{file.digest}{"-" if wanted else ""}{wanted}"'
        headers = {"content-type": file.media_type, "cache-control": keep, "etag": tag}
        if file.is_compressible:
            headers["vary"] = "accept-encoding"
        if answer.has_cached(tag):
            await answer.send_body(_NOT_MODIFIED, headers, b"")
        elif wanted:
            compressed = await self._compressed_file(file, wanted)
            await answer.send_body(_OK, headers | {"content-encoding": wanted}, compressed)
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

    def __init__(self, scope: AsgiScope, send: AsgiSend, always: Mapping[str, str]) -> None:
        self._always = always
        self._scope = scope
        self._send = send
        self._bodyless = scope["method"] == "HEAD"

    @property
    def encoding(self) -> str:
        """The best packing that the browser can undo; empty if it can undo none."""
        offered = {}
        for each in self._header_parts(b"accept-encoding"):
            name, _, weight = each.partition(";")
            offered[name.strip()] = not _ZERO_WEIGHT.fullmatch(weight.strip())
        return next((name for name in _ENCODINGS if offered.get(name)), "")

    @property
    def accepted_languages(self) -> str:
        """The browser's languages, as an `Accept-Language` value."""
        return ",".join(self._header_parts(b"accept-language"))

    def has_cached(self, tag: str) -> bool:
        """Return whether the browser has kept exactly this."""
        return any(
            each.removeprefix("w/") in {tag, "*"} for each in self._header_parts(b"if-none-match")
        )

    async def send_body(self, status: int, headers: dict[str, str], body: bytes | Path) -> None:
        """Send the answer, as fast as it is fetched; a path stands for what is in its file."""
        size = len(body) if isinstance(body, bytes) else _file_size(body)
        length = {} if status == _NOT_MODIFIED else {"content-length": str(size)}
        named = headers | length | dict(self._always)
        sent = [(name.encode(), value.encode()) for name, value in named.items()]
        await self._send({"type": "http.response.start", "status": status, "headers": sent})
        for piece in () if self._bodyless else _body_pieces(body):
            await self._send({"type": "http.response.body", "body": piece, "more_body": True})
        await self._send({"type": "http.response.body", "body": b""})

    def _header_parts(self, name: bytes) -> Iterator[str]:
        values = ",".join(headers_named(self._scope, name))
        return (each.strip().lower() for each in values.split(","))


_TABLES = ("/join/", "/table/", "/watch/")


def _is_route(path: str) -> bool:
    """Return whether an address is one of the pad's screens; those of files have a suffix.

    Behind the code of a table there is its game, or whatever followed in a message.
    """
    return path.startswith(_TABLES) or PurePosixPath(path).suffix in {"", ".html"}


def _body_pieces(body: bytes | Path) -> Iterator[bytes]:
    with io.BytesIO(body) if isinstance(body, bytes) else body.open("rb") as opened:
        yield from iter(lambda: opened.read(_PIECE_BYTES), b"")


def _file_size(path: Path) -> int:
    return path.stat().st_size
