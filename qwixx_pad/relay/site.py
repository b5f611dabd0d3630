"""A built site, served by the relay that its tables are kept at."""

import json
from collections.abc import Mapping
from pathlib import Path

from qwixx_pad.server import App
from qwixx_pad.server.client import Bundle, File
from qwixx_pad.server.static_cache import Compression, StaticCache, cache_folder

_PAGE = "index.html"
_MARK = "qwixx-pad-site.json"
"""Lies in every built site, see `pwa/build.py`."""
_POLICIES = {
    "content-security-policy": "frame-ancestors 'none'",  # all else says the page itself
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}


class CannotServeError(Exception):
    """There is no site to serve; the text says why."""


class _Start:
    """The page of a site, which knows all languages itself."""

    headers: Mapping[str, str] = _POLICIES

    def __init__(self, page: File) -> None:
        self._page = page.read()

    def for_reader(self, wanted: str) -> bytes:  # noqa: ARG002 - of the protocol
        """The one page that there is."""
        return self._page


def with_site(app: App, folder: Path) -> App:
    """An app that serves a site too, which `build-site` has put there; the app answers all else.

    Files are looked up among those that lie there now.

    Raises:
        CannotServeError: It holds no site.
    """
    try:
        version = _version(folder)
        found = [path for path in folder.rglob("*") if path.is_file() and path.name[0] != "."]
        names = {path.relative_to(folder).as_posix(): path for path in found}
        files = {name.removeprefix(f"{version}/"): File.of(name, names[name]) for name in names}
        files[""] = files[_PAGE]
    except (OSError, LookupError, ValueError) as error:
        said = f"{folder} holds no site; `qwixx-pad build-site {folder}` makes one"
        raise CannotServeError(said) from error
    bundle, packed = Bundle(files, f"/{version}/"), Compression(cache_folder())
    return StaticCache(app, bundle, _Start(files[""]), packed, ahead="br")


def _version(folder: Path) -> str:
    """The folder of a site that is kept for ever; what lies outside is asked for each time."""
    return str(json.loads((folder / _MARK).read_text(encoding="utf-8"))["version"])
