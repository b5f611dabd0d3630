"""What browsers load before the pad begins: asked for once, cached for ever, and nothing else."""

import asyncio
import gzip
import json
import re
from pathlib import Path

import brotli
import pytest

from qwixx_pad.server import static_cache
from qwixx_pad.server.client import Bundle
from qwixx_pad.server.serve import Serving, web_app
from qwixx_pad.server.static_cache import StaticCache, pads_bundle, start_page
from tests.support.server.asgi_request import call_app, scope_of

FOR_EVER = "public, max-age=31536000, immutable"
WORDS = b"red yellow green blue " * 50


async def inner(scope, _receive, send):
    """The app behind the cache: answers that it was asked."""
    await send({"type": "http.response.start", "status": 299, "headers": []})
    await send({"type": "http.response.body", "body": scope["path"].encode()})


@pytest.fixture(scope="module")
def bundle():
    return Bundle.from_sources(
        {"main.js": WORDS, "fonts/a b.ttf": WORDS[1:], "icon.png": b"\x89PNG"}
    )


@pytest.fixture
def ask(bundle):
    """One question; status, headers and body of the answer."""
    app = StaticCache(inner, bundle, start_page(bundle))

    def asked(path, method="GET", **headers):
        return answer_of(app, path, method, **headers)

    return asked


def answer_of(app, path, method="GET", **headers):
    sent = call_app(app, scope_of(path, method, **headers))
    named = {key.decode(): value.decode() for key, value in sent[0]["headers"]}
    return sent[0]["status"], named, b"".join(message.get("body", b"") for message in sent[1:])


def test_versioned_file_is_cached_forever(ask, bundle):
    status, headers, body = ask(f"{bundle.base}main.js")
    assert (status, body) == (200, WORDS)
    assert headers["cache-control"] == FOR_EVER
    assert headers["content-type"] == "text/javascript; charset=utf-8"
    assert headers["content-length"] == str(len(WORDS))
    assert "content-encoding" not in headers


def test_unversioned_file_is_revalidated(ask):
    status, headers, body = ask("/main.js")
    assert (status, body) == (200, WORDS)
    assert headers["cache-control"] == "no-cache"


ROUTES = ["/", "/game/1", "/join/ABCD", "/join/ABCD.)", "/table/ABCD.0a1b", "/watch/ABCD "]


@pytest.mark.parametrize("path", [*ROUTES, "/index.html", "/c-0123/"])
def test_every_route_serves_the_uncached_start_page(ask, path):
    status, headers, body = ask(path)
    assert status == 200
    assert b"flutter_bootstrap.js" in body
    assert headers["cache-control"] == "no-cache"
    assert headers["content-type"].startswith("text/html")
    assert "etag" not in headers


@pytest.mark.parametrize(
    ("offered", "encoding", "unpack"),
    [
        ("gzip, deflate", "gzip", gzip.decompress),
        ("gzip, deflate, br, zstd", "br", brotli.decompress),
        ("br;q=0.1, gzip;q=0.9", "br", brotli.decompress),
        ("br;q=0, gzip", "gzip", gzip.decompress),
        ("br; q=0.000, GZIP", "gzip", gzip.decompress),
        ("gzip;q=0", None, bytes),
        ("identity", None, bytes),
        ("*", None, bytes),
        ("", None, bytes),
    ],
)
def test_file_is_compressed_as_the_browser_prefers(ask, bundle, offered, encoding, unpack):
    _, headers, body = ask(f"{bundle.base}main.js", accept_encoding=offered)
    assert headers.get("content-encoding") == encoding
    assert headers["vary"] == "accept-encoding"
    assert headers["content-length"] == str(len(body))
    assert unpack(body) == WORDS


def test_picture_is_sent_uncompressed(ask, bundle):
    _, headers, body = ask(f"{bundle.base}icon.png", accept_encoding="gzip, br")
    assert (headers["content-type"], body) == ("image/png", b"\x89PNG")
    assert not {"content-encoding", "vary"} & {*headers}


@pytest.mark.parametrize("offered", ["", "gzip", "br"])
def test_matching_etag_gets_not_modified(ask, offered):
    _, headers, _ = ask("/main.js", accept_encoding=offered)
    for tags in (headers["etag"], f'"x", W/{headers["etag"]}', "*"):
        status, again, body = ask("/main.js", accept_encoding=offered, if_none_match=tags)
        assert (status, body) == (304, b"")
        assert again["etag"] == headers["etag"]
        assert "content-length" not in again


def test_page_is_never_answered_with_not_modified(ask):
    """Its policy has the hash of what is in it."""
    status, headers, body = ask("/stats", if_none_match="*", if_modified_since="yesterday")
    assert (status, "etag" in headers, body) == (200, False, ask("/stats")[2])
    assert body


def test_each_encoding_has_its_own_etag(ask):
    tags = {ask("/main.js", accept_encoding=offered)[1]["etag"] for offered in ("", "gzip", "br")}
    assert len(tags) == 3
    assert ask("/main.js", accept_encoding="gzip", if_none_match='"other"')[0] == 200


def test_head_request_has_the_same_headers(ask, bundle):
    for path in (f"{bundle.base}main.js", "/main.js", "/"):
        whole = ask(path, accept_encoding="gzip")
        assert ask(path, "HEAD", accept_encoding="gzip") == (whole[0], whole[1], b"")


@pytest.mark.parametrize("path", ["/other.js", "/c-0123456789abcdef/main.js", "/fonts/a.ttf"])
def test_missing_file_is_not_found(ask, path):
    status, _, body = ask(path)
    assert (status, body) == (404, b"")


@pytest.mark.parametrize(
    "path",
    ["/../pyproject.toml", "//etc/passwd.txt", "/%2e%2e/main.js", "/fonts\\..\\main.js", "/\0.js"],
)
def test_path_traversal_is_not_found(path):
    status, _, body = answer_of(web_app(lambda _: None, Serving(0)), path, host="127.0.0.1:1")
    assert (status, body) == (404, b"")


def test_file_name_with_space_is_found(ask, bundle):
    assert ask(f"{bundle.base}fonts/a b.ttf")[::2] == (200, WORDS[1:])


@pytest.mark.parametrize("method", ["PUT", "POST", "DELETE", "OPTIONS"])
def test_other_requests_are_passed_on(ask, method):
    assert ask("/upload", method)[::2] == (299, b"/upload")


def test_file_is_compressed_once_for_all_who_ask(bundle, monkeypatch):
    compressed = []
    compress = static_cache.compress_file
    monkeypatch.setattr(
        static_cache, "compress_file", lambda *asked: compressed.append(asked) or compress(*asked)
    )
    app = StaticCache(inner, bundle, start_page(bundle))

    async def crowd():
        asked = scope_of(f"{bundle.base}main.js", "GET", accept_encoding="br")
        await asyncio.gather(*(app(asked, None, drop) for _ in range(20)))

    async def drop(_):
        await asyncio.sleep(0)

    asyncio.run(crowd())
    assert len(compressed) == 1


def test_content_determines_the_versioned_address():
    first, same, other, moved = (
        Bundle.from_sources(files).base
        for files in ({"a": b"1", "b": b"2"}, {"b": b"2", "a": b"1"}, {"a": b"1"}, {"b": b"1"})
    )
    assert first == same
    assert len({first, other, moved}) == 3
    assert re.fullmatch(r"/c-[0-9a-f]{16}/", first)


def test_start_page_links_only_versioned_files():
    bundle = pads_bundle()
    page = start_page(bundle).render("").decode()
    links = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert len(links) > 5
    for link in links:
        assert link == "/" or link.removeprefix(bundle.base) in bundle.files
    settings = json.loads(re.search(r"assign\(flet, (\{.*\})\)", page)[1])
    others = {"webRenderer", "away"}
    assert all(
        value.startswith(bundle.base) for key, value in settings.items() if key not in others
    )
    assert "python.js" not in page


@pytest.mark.parametrize(
    ("wanted", "language", "said"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de", "Keine Verbindung"),
        ("sv;q=0.9, it;q=0.8", "it", None),
        ("nonsense;;q=1, *", "en", "No connection"),
        ("", "en", "No connection"),
    ],
)
def test_start_page_uses_the_browser_language(ask, wanted, language, said):
    page = ask("/", accept_language=wanted)[2].decode()
    away = json.loads(re.search(r"assign\(flet, (\{.*\})\)", page)[1])["away"]
    assert f'<html lang="{language}">' in page
    assert said in {away[0], None}
    assert all(away)


def test_only_client_and_assets_are_served():
    files = pads_bundle().files
    roots = {name.partition("/")[0] for name in files if "/" in name}
    assert roots == {"assets", "canvaskit", "fonts", "icons", "screenshots"}
    assert not [name for name in files if Path(name).suffix in {".py", ".html", ".toml", ".po"}]
    assert {name for name in files if name.startswith("icon")} >= {"icon.png", "icon.svg"}
    assert not [name for name in files if name.startswith("icon_")]


@pytest.mark.parametrize(
    ("path", "offered"), [("/", "gzip"), ("/main.dart.mjs", "gzip"), ("/nothing.js", "br")]
)
def test_every_response_has_its_security_headers(path, offered):
    app = web_app(lambda _: None, Serving(0))
    _, headers, _ = answer_of(app, path, host="127.0.0.1:1", accept_encoding=offered)
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-embedder-policy"] == "require-corp"
    assert "access-control-allow-origin" not in headers
    assert ("set-cookie" in headers) == (path == "/")
