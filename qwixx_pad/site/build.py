"""From the installed pad to a folder that any web host serves."""

import hashlib
import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from flet_web import get_package_web_dir

from qwixx_pad import __version__
from qwixx_pad.assets_folder import assets_folder
from qwixx_pad.site.fault import CannotBuildError
from qwixx_pad.site.notices import NO_SCRIPTS, notices
from qwixx_pad.site.python_half import pack
from qwixx_pad.web.client import copy_client

_PAGES = Path(__file__).parent / "pages"
_SCRIPTS = ("boot.js", "worker.js", "shelf.js", "unpack.js")
_RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
_LOCK = "pyodide-lock.json"
_MARK = "qwixx-pad-site.json"
"""Lies in every built site, and says of a folder that it may be built again."""
_VERSION_LENGTH = 12
_NOT_IN_A_SITE = ("index.html", "manifest.json", "icon_*.png", "*.py", "__pycache__")
"""Assets of the served pad and of the apps, and what makes the folder a package."""
_NOT_FOR_A_VISIT = (
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
        size: Bytes, before any compression.
    """

    folder: Path
    version: str
    files: int
    size: int


def build_site(target: Path) -> Site:
    """Build the site into a folder.

    The same pad gives the same bytes, whenever and wherever it is built.

    Args:
        target: Made if it is not there; what was built there before is replaced as a whole.

    Raises:
        CannotBuildError: Something is missing, or the folder holds something else.
    """
    _must_be_ours(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=target.parent, prefix=".qwixx-pad-") as work:
        site = Path(work) / "site"
        version = _lay_out(site)
        files = [path for path in site.rglob("*") if path.is_file()]
        size = sum(path.stat().st_size for path in files)
        shutil.rmtree(target, ignore_errors=True)
        site.rename(target)
    return Site(target, version, len(files), size)


def _must_be_ours(target: Path) -> None:
    if target.exists() and not target.is_dir():
        raise CannotBuildError(f"{target} is no folder")
    if target.exists() and any(target.iterdir()) and not (target / _MARK).exists():
        raise CannotBuildError(f"{target} holds something else; nothing was changed")


def _lay_out(site: Path) -> str:
    """Put everything in its place; what a version consists of lies in a folder of its name."""
    content = site / "content"
    _fill(content)
    version = _version(content)
    content.rename(site / version)
    _write_pages(site, version)
    return version


def _fill(content: Path) -> None:
    copy_client(content)
    shutil.copytree(
        assets_folder(),
        content,
        dirs_exist_ok=True,
        ignore=shutil.ignore_patterns(*_NOT_IN_A_SITE),
    )
    for name in _SCRIPTS:
        shutil.copyfile(_PAGES / name, content / name)
    runtime = Path(get_package_web_dir()) / "pyodide"
    (content / "pyodide").mkdir()
    for name in _RUNTIME:
        shutil.copyfile(runtime / name, content / "pyodide" / name)
    (content / "pyodide" / _LOCK).write_text(_without_packages(runtime / _LOCK), encoding="utf-8")
    pack(runtime, content)


def _without_packages(lock: Path) -> str:
    """What Pyodide knows of itself; of the packages that it could fetch the pad has none."""
    return json.dumps(
        {"info": json.loads(lock.read_text(encoding="utf-8"))["info"], "packages": {}}
    )


def _version(content: Path) -> str:
    """What tells this content from any other; the page and the service worker are part of it."""
    digest = hashlib.sha256()
    pages = [_PAGES / "index.html", _PAGES / "sw.js"]
    for path in [*_files(content), *pages]:
        digest.update(f"{path.name} {path.stat().st_size} ".encode())
        digest.update(path.read_bytes())
    digest.update(notices().encode())
    return f"{__version__}-{digest.hexdigest()[:_VERSION_LENGTH]}"


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _write_pages(site: Path, version: str) -> None:
    icon = (assets_folder() / "icon.svg").read_text(encoding="utf-8")
    page = _filled("index.html", version=version, words=notices(), icon=icon, noscript=NO_SCRIPTS)
    (site / "index.html").write_text(page, encoding="utf-8")
    manifest = json.loads((assets_folder() / "manifest.json").read_text(encoding="utf-8"))
    # No "id": it would be read from the root of the host, where other apps may lie too.
    manifest |= {"scope": "./", "start_url": "./"}
    for icon_entry in manifest["icons"]:
        icon_entry["src"] = f"{version}/{icon_entry['src']}"
    (site / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    worker = _filled("sw.js", version=version, **_kept_for_later(site, version))
    (site / "sw.js").write_text(worker, encoding="utf-8")
    (site / ".nojekyll").touch()  # GitHub Pages serves all files as they are
    (site / _MARK).write_text(json.dumps({"version": version}) + "\n", encoding="utf-8")


def _kept_for_later(site: Path, version: str) -> dict[str, str]:
    """The files that the service worker keeps: for all browsers, and for each client."""
    names = [path.relative_to(site / version).as_posix() for path in _files(site / version)]
    of_some = {name for build in _CLIENTS.values() for name in build}
    everywhere = [name for name in names if name not in {*_NOT_FOR_A_VISIT, *of_some}]
    clients = {
        key: [f"{version}/{name}" for name in build if name in names]
        for key, build in _CLIENTS.items()
    }
    kept = [f"{version}/{name}" for name in everywhere]
    return {"everywhere": json.dumps(kept, indent=2), "clients": json.dumps(clients, indent=2)}


def _filled(name: str, **values: str) -> str:
    """A page with its `{{places}}` filled in."""
    text = (_PAGES / name).read_text(encoding="utf-8")
    for key, value in values.items():
        text = text.replace("{{" + key + "}}", value)
    return text
