"""Build the site from the installed pad: a folder that any web host can serve."""

import hashlib
import json
import re
import shutil
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from flet_web import get_package_web_dir

from qwixx_pad import __version__, assets_folder
from qwixx_pad.i18n import N_, SOURCE_LANGUAGE, available_languages, catalogue
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.multiplayer.online.online_tables import relay_address
from qwixx_pad.pwa import CannotBuildError
from qwixx_pad.pwa.compiling import files_in
from qwixx_pad.pwa.python_bundle import WEIGHTS, write_bundle
from qwixx_pad.server.client import FALLBACK_FONTS, client_files, write_files
from qwixx_pad.server.manifest import MANIFEST, read_manifest

_NOTICES = {
    "elsewhere": N_("The pad is open in another tab or window."),
    "here": N_("Use it here"),
    # Translators: the pad as a web site has not come up; nothing that was played is lost.
    "failed": N_("The pad couldn’t start. Your games are safe."),
    "unreachable": N_(
        "This browser can’t open your games right now. They’re safe. Reload the page."
    ),
    "again": N_("Try again"),
    # Translators: while the web site loads, if that takes long; only the first visit does.
    "slow": N_("The first start takes a while. After that, the pad works offline."),
    "unable": N_("This browser can’t run the pad. Try another one."),
    "table": N_("Table {code}"),
    "name": N_("Your name"),
    # Translators: a button of a guest who has typed a name at a table of phones.
    "sit": N_("Sit down"),
    "longest": N_("That’s all that fits: {n} characters."),
    "look": N_("Spectate"),
    "waiting": N_("Waiting"),
    "looking": N_("Looking for the table…"),
    "unknown": N_("No table has this code, or it has expired."),
    "closed": N_("This table was closed."),
    "full": N_("The table is full."),
    "taken": N_("That seat is taken."),
    "named": N_("Someone with that name is already playing."),
    "begun": N_("The game has begun."),
    "wait": N_("Too many wrong codes. Wait a minute."),
    "apart": N_("This pad and the table server are different versions. Update the older one."),
    "unkept": N_("The table couldn’t save that. Try again."),
    "unlinked": N_("Not connected to the table. Retrying."),
    "now": N_("Try now"),
    # Translators: the guest has a seat at the table, and the pad is still loading.
    "seated": N_("You’re in. The pad opens in a moment."),
    "soon": N_("The pad opens in a moment."),
}
NO_SCRIPTS = "The pad needs JavaScript."
"""For browsers without scripts; a script would choose the language, so it is in English."""


def notices_json() -> str:
    """All notices in all languages, as JSON for a script in a page."""
    notices = {
        code: {name: catalogue(code).gettext(text) for name, text in _NOTICES.items()}
        for code in (SOURCE_LANGUAGE, *available_languages())
    }
    return json.dumps(notices, ensure_ascii=False, sort_keys=True).replace("<", "\\u003c")


_PAGES = Path(__file__).parent / "pages"
_SCRIPTS = (
    "boot.js",
    "guest.js",
    "last_screen.js",
    "worker.js",
    "shelf.js",
    "slots.js",
    "picture.js",
    "pencil.js",
    "unpack.js",
    "python.js",
)
_RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
_LOCK_FILE = "pyodide-lock.json"
_COMMENT = re.compile(r"""^[ ]*(//.*|/\*(?s:.*?)\*/)\n|[ ]+// [^"'`\n]*$""", re.MULTILINE)
"""Comments of lines of their own, and at the end of a line; without quotes none is in a string."""
_MARK_FILE = "qwixx-pad-site.json"
"""A file in every built site that lists the files which a new build may replace."""
_VERSION_DIGITS = 12
_ADDRESS = re.compile(r"\.?|wss?://[\w.:\[\]/~%-]+")
"""Addresses of relays without characters that mean something in a policy or in a script."""
_NOT_IN_A_SITE = ("index.html", MANIFEST, "icon_*.png", "*.py", "__pycache__")
"""Assets that only the served pad or the apps need, and files that make the folder a package."""
_NOT_OFFLINE = (
    "assets/NOTICES",
    "index.html",
    "icon.svg",
    "icons/apple-touch-icon-192.png",
    "icons/icon-512.png",
    "icons/icon-maskable-192.png",
    "icons/icon-maskable-512.png",
    "screenshots/narrow.png",
    "screenshots/wide.png",
)
"""Files that no page loads, so they are not stored for offline use; icons and screenshots are
loaded when the site is installed."""
_ON_DEMAND = (FALLBACK_FONTS, f"{WEIGHTS}/")
"""Folders whose files are stored for offline use once a page has loaded them."""
_CLIENTS = {
    "skwasm": ("main.dart.wasm", "main.dart.mjs", "canvaskit/skwasm.js", "canvaskit/skwasm.wasm"),
    "chromium": (
        "main.dart.js",
        "canvaskit/chromium/canvaskit.js",
        "canvaskit/chromium/canvaskit.wasm",
    ),
    "canvaskit": ("main.dart.js", "canvaskit/canvaskit.js", "canvaskit/canvaskit.wasm"),
}
"""The files of each build of Flet's client; a browser runs one of the builds."""


@dataclass(frozen=True, slots=True)
class Site:
    """A site that was built.

    Attributes:
        folder: Its folder.
        version: Identifies its content.
        files: Number of its files.
        other_files: Paths of other files in the folder, which were not changed; of a folder with no
            file of the site only its name.
    """

    folder: Path
    version: str
    files: int
    other_files: tuple[str, ...] = ()


def build_site(target: Path, relay: str = "") -> Site:
    """Build the site into a folder.

    The same pad gives the same bytes, whenever and wherever it is built.

    Args:
        target: The folder; made if it is missing. An older site in it is replaced.
        relay: Address of the relay for online tables, such as `wss://pad.example/relay`; `.` for
            the relay that serves the site itself; empty for none.

    Raises:
        CannotBuildError: Something is missing, or another file is in the way.
    """
    if target.exists() and not target.is_dir():
        raise CannotBuildError(f"{target} is no folder")
    if target.exists() and any(target.iterdir()) and not _built_files(target):
        raise CannotBuildError(f"{target} holds something else; nothing was changed")
    address = relay if relay in {"", "."} else relay_address(relay)
    if address is None or not _ADDRESS.fullmatch(address):
        raise CannotBuildError(f"{relay} is not the address of a relay")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=target.parent, prefix=".qwixx-pad-") as work:
            site = Path(work) / "site"
            version = _write_site(site, address)
            files = _names_in(site)
            others = _replace_site(target, site, files)
    except OSError as error:
        raise CannotBuildError(f"{target} cannot be written: {error}") from error
    return Site(target, version, len(files), _shortened_names(others, files))


def _replace_site(target: Path, site: Path, new: set[str]) -> set[str]:
    """Replace an old site: first the files that pages load, then the pages.

    If it is interrupted, the mark file lists the files of both sites.

    Returns:
        The names of the other files in the folder.

    Raises:
        CannotBuildError: One of these is in the way of a new file.
    """
    old = _built_files(target)
    others = _names_in(target) - old
    if taken := (_with_folders(others) & new) | (others & _with_folders(new)):
        raise CannotBuildError(f"{target / min(taken)} is of no site; nothing was changed")
    target.mkdir(exist_ok=True)
    mark = json.loads((site / _MARK_FILE).read_text(encoding="utf-8"))
    _write_mark(target, mark["version"], old | new)
    for name in sorted(new - {_MARK_FILE}, key=lambda name: ("/" not in name, name)):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).replace(target / name)
    for name in old - new:
        (target / name).unlink()
    for folder in sorted(_with_folders(old) - old, reverse=True):
        with suppress(OSError):  # it is not empty
            (target / folder).rmdir()
    (site / _MARK_FILE).replace(target / _MARK_FILE)
    return others


def _names_in(folder: Path) -> set[str]:
    """The paths of all files in a folder, relative to it."""
    files = (path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir())
    return {path.relative_to(folder).as_posix() for path in files}


def _with_folders(names: set[str]) -> set[str]:
    """The paths of files and of the folders that contain them."""
    return {*names, *(above.as_posix() for name in names for above in Path(name).parents[:-1])}


def _built_files(target: Path) -> set[str]:
    """The files of a site in this folder, according to its mark file, and that file.

    Empty if there is no such file, or an invalid one.
    """
    if not (target / _MARK_FILE).is_file():
        return set()
    try:
        files = json.loads((target / _MARK_FILE).read_text(encoding="utf-8"))["files"]
        return {_MARK_FILE, *files} & _names_in(target)
    except (ValueError, LookupError, TypeError):
        return set()


def _write_mark(site: Path, version: str, files: set[str]) -> None:
    text = json.dumps({"version": version, "files": sorted(files)}, indent=1)
    (site / _MARK_FILE).write_text(f"{text}\n", encoding="utf-8")


def _shortened_names(others: set[str], files: set[str]) -> tuple[str, ...]:
    """The names of other files; of a folder without a file of the site only the folder's name."""
    shared = {name.partition("/")[0] for name in files}
    tops = {name: name.partition("/")[0] for name in others}
    return tuple(sorted({name if top in shared else top for name, top in tops.items()}))


def _write_site(site: Path, relay: str) -> str:
    """Write all files, those of a version into a folder with its name; return the version."""
    content = site / "content"
    _fill_content(content, relay)
    files = files_in(content)
    version = _content_version({**files, **_site_pages("", files, relay)})
    content.rename(site / version)
    write_files(site, _site_pages(version, files, relay))
    (site / ".nojekyll").touch()  # GitHub Pages serves all files as they are
    _write_mark(site, version, _names_in(site))
    return version


def _fill_content(content: Path, relay: str) -> None:
    shutil.copytree(assets_folder(), content, ignore=shutil.ignore_patterns(*_NOT_IN_A_SITE))
    runtime = Path(get_package_web_dir()) / "pyodide"
    locked = json.loads((runtime / _LOCK_FILE).read_text(encoding="utf-8"))
    without_packages = json.dumps({"info": locked["info"], "packages": {}})  # the pad fetches none
    files = {
        **client_files(),
        **{name: _fill_script(name, relay=relay) for name in _SCRIPTS},
        **{f"pyodide/{name}": runtime / name for name in _RUNTIME},
        f"pyodide/{_LOCK_FILE}": without_packages.encode(),
    }
    write_files(content, files)
    write_bundle(runtime, content)


def _content_version(files: Mapping[str, bytes]) -> str:
    """A version that identifies these files."""
    digest = hashlib.sha256()
    for name, content in sorted(files.items()):
        digest.update(f"{name} {len(content)} ".encode())
        digest.update(content)
    return f"{__version__}-{digest.hexdigest()[:_VERSION_DIGITS]}"


def _site_pages(version: str, names: Iterable[str], relay: str) -> dict[str, bytes]:
    """The files outside the folder of a version, which link into it."""
    addresses = (relay, f"http{relay[2:]}") if relay.startswith("ws") else ()
    sources = "".join(f" {address} {address}/" for address in addresses)
    icon = (assets_folder() / "icon.svg").read_text(encoding="utf-8")
    pages = {
        "index.html": _fill_page(
            "index.html",
            version=version,
            words=notices_json(),
            icon=icon,
            noscript=NO_SCRIPTS,
            relay=sources,
        ),
        MANIFEST: _site_manifest(version),
        "sw.js": _fill_page("sw.js", version=version, **_offline_files(version, names)),
    }
    return {name: page.encode() for name, page in pages.items()}


def _site_manifest(version: str) -> str:
    manifest = read_manifest("./", "./#")
    # No "id": it would be relative to the root of the host, which may have other apps too. Without
    # one a browser knows the app by its start page.
    manifest["launch_handler"] = {"client_mode": "focus-existing"}
    manifest["file_handlers"] = [
        {"action": "./#/data", "accept": {"application/json": [".json"]}},
    ]
    for picture in (*manifest["icons"], *manifest["screenshots"]):
        picture["src"] = f"{version}/{picture['src']}"
    return json.dumps(manifest, ensure_ascii=False) + "\n"


def _offline_files(version: str, names: Iterable[str]) -> dict[str, str]:
    """Values for `sw.js`: the files that the service worker stores, in all browsers and by build.

    It stores what only some names and sheets need when a page has loaded it, except for the sheet
    that most people play.
    """
    left_out = {*_NOT_OFFLINE, *(name for build in _CLIENTS.values() for name in build)}
    layouts = installed_layouts().values()
    usual = tuple(f"{WEIGHTS}/{layout.name}" for layout in layouts if layout.default)
    values = {
        "everywhere": [
            f"{version}/{name}"
            for name in sorted(names)
            if name not in left_out and (name.startswith(usual) or not name.startswith(_ON_DEMAND))
        ],
        "clients": {
            key: [f"{version}/{name}" for name in build] for key, build in _CLIENTS.items()
        },
        "asked": _ON_DEMAND,
    }
    return {key: json.dumps(value, indent=2) for key, value in values.items()}


def _fill_script(name: str, **values: str) -> bytes:
    """A script with these values, without the comments that every first visit would load."""
    return _COMMENT.sub("", _fill_page(name, **values)).encode()


def _fill_page(name: str, **values: str) -> str:
    """A page with these values in place of its `{{…}}`."""
    text = (_PAGES / name).read_text(encoding="utf-8")
    for key, value in values.items():
        text = text.replace("{{" + key + "}}", value)
    return text
