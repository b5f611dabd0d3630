"""From the installed pad to a folder that any web host serves."""

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
from qwixx_pad.multiplayer.online.online_tables import relay_address
from qwixx_pad.pwa import CannotBuildError
from qwixx_pad.pwa.compiling import files_in
from qwixx_pad.pwa.python_bundle import write_bundle
from qwixx_pad.server.client import FALLBACK_FONTS, client_files, write_files

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
"""For a browser that runs none, and so can choose no language either."""


def notices_json() -> str:
    """Return all notices in all languages, as JSON that may stand inside of a page."""
    spoken = {code: catalogue(code) for code in (SOURCE_LANGUAGE, *available_languages())}
    told = {
        code: {name: texts.gettext(text) for name, text in _NOTICES.items()}
        for code, texts in spoken.items()
    }
    return json.dumps(told, ensure_ascii=False, sort_keys=True).replace("<", "\\u003c")


_PAGES = Path(__file__).parent / "pages"
_SCRIPTS = (
    *("boot.js", "guest.js", "last_screen.js", "worker.js", "shelf.js", "slots.js", "picture.js"),
    *("unpack.js", "python.js"),
)
_RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
_LOCK_FILE = "pyodide-lock.json"
_MARK_FILE = "qwixx-pad-site.json"
"""Lies in every built site, and says which files of the folder may be replaced."""
_VERSION_DIGITS = 12
_ADDRESS = re.compile(r"\.?|wss?://[\w.:\[\]/~%-]+")
"""What may stand in a policy and in a script."""
_NOT_IN_A_SITE = ("index.html", "manifest.json", "icon_*.png", "*.py", "__pycache__")
"""Assets of the served pad and of the apps, and what makes the folder a package."""
_NOT_OFFLINE = (
    *("assets/NOTICES", "index.html", "icon.svg"),
    *("icons/apple-touch-icon-192.png", "icons/icon-512.png"),
    *("icons/icon-maskable-192.png", "icons/icon-maskable-512.png"),
)
"""Not loaded by a page, so not kept for later either; icons only whoever installs asks for."""
_CLIENTS = {
    "skwasm": ("main.dart.wasm", "main.dart.mjs", "canvaskit/skwasm.js", "canvaskit/skwasm.wasm"),
    "chromium": (
        "main.dart.js",
        "canvaskit/chromium/canvaskit.js",
        "canvaskit/chromium/canvaskit.wasm",
    ),
    "canvaskit": ("main.dart.js", "canvaskit/canvaskit.js", "canvaskit/canvaskit.wasm"),
}
"""The builds of Flet's client: each browser runs one of them."""


@dataclass(frozen=True, slots=True)
class Site:
    """A site that was built.

    Attributes:
        folder: Where it lies.
        version: Of its content; another content has another one.
        files: How many files there are.
        other_files: What else lies in the folder, by its names there; nothing of that was changed.
    """

    folder: Path
    version: str
    files: int
    other_files: tuple[str, ...] = ()


def build_site(target: Path, relay: str = "") -> Site:
    """Build the site into a folder.

    The same pad gives the same bytes, whenever and wherever it is built.

    Args:
        target: Made if it is not there; of what is there, what was built before is replaced.
        relay: Who keeps online tables: an address such as `wss://pad.example/relay`; `.` for the
            relay that serves the site itself; empty for none.

    Raises:
        CannotBuildError: Something is missing, or in the way.
    """
    if target.exists() and not target.is_dir():
        raise CannotBuildError(f"{target} is no folder")
    if target.exists() and any(target.iterdir()) and not _built_files(target):
        raise CannotBuildError(f"{target} holds something else; nothing was changed")
    asked = _checked_relay(relay)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=target.parent, prefix=".qwixx-pad-") as work:
            site = Path(work) / "site"
            version = _write_site(site, asked)
            files = _names_in(site)
            left = _replace_site(target, site, files)
    except OSError as error:
        raise CannotBuildError(f"{target} cannot be written: {error}") from error
    return Site(target, version, len(files), _shortened_names(left, files))


def _checked_relay(relay: str) -> str:
    """Return the address in full; nothing in it may mean anything in a policy or in a script."""
    address = relay if relay in {"", "."} else relay_address(relay)
    if address is None or not _ADDRESS.fullmatch(address):
        raise CannotBuildError(f"{relay} is not the address of a relay")
    return address


def _replace_site(target: Path, site: Path, new: set[str]) -> set[str]:
    """Put the new site in the place of an old one: first what pages lead to, then the pages.

    Whatever ends it on the way, the mark says which files are of a site, old or new. Returns the
    names of what else lies there.

    Raises:
        CannotBuildError: It lies where a new file has its place.
    """
    old = _built_files(target)
    left = _names_in(target) - old
    if taken := (_with_folders(left) & new) | (left & _with_folders(new)):
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
        with suppress(OSError):  # there is something in it
            (target / folder).rmdir()
    (site / _MARK_FILE).replace(target / _MARK_FILE)
    return left


def _names_in(folder: Path) -> set[str]:
    """Return the names of all files below a folder, as they are seen from there."""
    found = (path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir())
    return {path.relative_to(folder).as_posix() for path in found}


def _with_folders(names: set[str]) -> set[str]:
    """Return the names of files, and of the folders that they lie in."""
    return {*names, *(above.as_posix() for name in names for above in Path(name).parents[:-1])}


def _built_files(target: Path) -> set[str]:
    """Return the names of the built files that are there, by the mark file; it is one of them."""
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


def _shortened_names(left: set[str], files: set[str]) -> tuple[str, ...]:
    """Return the names beside a site; for a folder without any site file, the folder's."""
    shared = {name.partition("/")[0] for name in files}
    tops = {name: name.partition("/")[0] for name in left}
    return tuple(sorted({name if top in shared else top for name, top in tops.items()}))


def _write_site(site: Path, relay: str) -> str:
    """Put everything in its place; what a version consists of lies in a folder of its name."""
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
        **{name: _fill_page(name, relay=relay).encode() for name in _SCRIPTS},
        **{f"pyodide/{name}": runtime / name for name in _RUNTIME},
        f"pyodide/{_LOCK_FILE}": without_packages.encode(),
    }
    write_files(content, files)
    write_bundle(runtime, content)


def _content_version(files: Mapping[str, bytes]) -> str:
    """Return a version that identifies these files."""
    digest = hashlib.sha256()
    for name, content in sorted(files.items()):
        digest.update(f"{name} {len(content)} ".encode())
        digest.update(content)
    return f"{__version__}-{digest.hexdigest()[:_VERSION_DIGITS]}"


def _site_pages(version: str, names: Iterable[str], relay: str) -> dict[str, bytes]:
    """Return the pages outside of the folder of a version, which link into it."""
    both = (relay, f"http{relay[2:]}") if relay.startswith("ws") else ()
    elsewhere = "".join(f" {address} {address}/" for address in both)
    icon = (assets_folder() / "icon.svg").read_text(encoding="utf-8")
    pages = {
        "index.html": _fill_page(
            "index.html",
            version=version,
            words=notices_json(),
            icon=icon,
            noscript=NO_SCRIPTS,
            relay=elsewhere,
        ),
        "manifest.json": _site_manifest(version),
        "sw.js": _fill_page("sw.js", version=version, **_offline_files(version, names)),
    }
    return {name: page.encode() for name, page in pages.items()}


def _site_manifest(version: str) -> str:
    manifest = json.loads((assets_folder() / "manifest.json").read_text(encoding="utf-8"))
    # No "id": it would be read from the root of the host, where other apps may lie too.
    manifest |= {"scope": "./", "start_url": "./"}
    for icon_entry in manifest["icons"]:
        icon_entry["src"] = f"{version}/{icon_entry['src']}"
    return json.dumps(manifest, indent=2) + "\n"


def _offline_files(version: str, names: Iterable[str]) -> dict[str, str]:
    """Return the files that the service worker keeps: for all browsers, and for each client.

    A font that only some names need is kept when it was asked for.
    """
    of_some = {name for build in _CLIENTS.values() for name in build}
    left_out = {*_NOT_OFFLINE, *of_some}
    wanted = (name for name in sorted(names) if not name.startswith(FALLBACK_FONTS))
    everywhere = [f"{version}/{name}" for name in wanted if name not in left_out]
    clients = {key: [f"{version}/{name}" for name in build] for key, build in _CLIENTS.items()}
    kept = {"everywhere": everywhere, "clients": clients, "fallback": FALLBACK_FONTS}
    return {place: json.dumps(names, indent=2) for place, names in kept.items()}


def _fill_page(name: str, **values: str) -> str:
    """Return a page with its `{{places}}` filled in."""
    text = (_PAGES / name).read_text(encoding="utf-8")
    for key, value in values.items():
        text = text.replace("{{" + key + "}}", value)
    return text
