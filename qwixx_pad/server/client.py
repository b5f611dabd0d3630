"""Everything that a browser may load, Flet's client without what the pad never uses among it."""

import base64
import hashlib
import json
import mimetypes
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self, TypeAlias

from qwixx_pad import FONTS, assets_folder

_MEDIA_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".ttf": "font/ttf",
    ".otf": "font/otf",
    ".woff2": "font/woff2",
    ".svg": "image/svg+xml",
}
"""What the computer's own list may not know, or knows under another name."""
_PACKED_ALREADY = frozenset({".png", ".woff2"})
_DIGEST_CHARS = 32
_BASE_DIGEST_CHARS = 16


@dataclass(frozen=True, slots=True)
class File:
    """One file.

    Attributes:
        source: Where it lies, or what is in it.
        media_type: Its media type.
        digest: The hash of what is in it.
        is_compressible: Whether packing makes it smaller.
    """

    source: Path | bytes
    media_type: str
    digest: str
    is_compressible: bool

    @classmethod
    def from_source(cls, name: str, source: Path | bytes) -> Self:
        """Describe a file by its name and its content."""
        suffix = Path(name).suffix
        kind = (
            _MEDIA_TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        )
        content = source if isinstance(source, bytes) else source.read_bytes()
        digest = hashlib.sha256(content).hexdigest()[:_DIGEST_CHARS]
        return cls(source, kind, digest, suffix not in _PACKED_ALREADY)

    def read(self) -> bytes:
        """Return the content."""
        return self.source if isinstance(self.source, bytes) else self.source.read_bytes()


@dataclass(frozen=True, slots=True)
class Bundle:
    """Files that belong together: another one among them is another address for all.

    Attributes:
        files: By their names.
        base: Where they are, from the root of the site; it ends with a slash.
    """

    files: Mapping[str, File]
    base: str

    @classmethod
    def from_sources(cls, sources: Mapping[str, Path | bytes]) -> Self:
        """Hash what is to be served, by its names."""
        files = {name: File.from_source(name, source) for name, source in sorted(sources.items())}
        whole = "\n".join(f"{name} {file.digest}" for name, file in files.items())
        digest = hashlib.sha256(whole.encode()).hexdigest()[:_BASE_DIGEST_CHARS]
        return cls(files, f"/c-{digest}/")


_ASSETS = "assets/"
_NAMES = (
    "flutter_bootstrap.js",
    "version.json",
    "assets/AssetManifest.bin",
    "assets/AssetManifest.bin.json",
    "assets/FontManifest.json",
    "assets/NOTICES",
    "assets/fonts/MaterialIcons-Regular.otf",
    "assets/packages/wakelock_plus/assets/no_sleep.js",
    "assets/shaders/ink_sparkle.frag",
    "assets/shaders/stretch_effect.frag",
    *("main.dart.js", "canvaskit/canvaskit.js", "canvaskit/canvaskit.wasm"),
    *("canvaskit/chromium/canvaskit.js", "canvaskit/chromium/canvaskit.wasm"),
    *("main.dart.mjs", "main.dart.wasm", "canvaskit/skwasm.js", "canvaskit/skwasm.wasm"),
)
"""Flet's client is built twice: `canvaskit` for every browser, and `skwasm`, which is faster, for
those that are like Chromium. With both the client chooses."""
FALLBACK_FONTS = "fonts/more/"
"""Where the client asks for a font when a name needs it; see `.ci/cut_fonts.py`."""
_SERVICE_WORKER = re.compile(r"\n *serviceWorkerSettings: \{.*?\n *\},", re.DOTALL)
_CONFIG = re.compile(r"(?<=\n)(?=if \(flet\.webRenderer)")
_NO_HEAVY = """if (!window.ImageDecoder || !Intl.v8BreakIterator) {
    flutterConfig.wasmAllowList = { blink: false };
}
"""
"""Keeps the fast build away from where it would load a painter that is half as large again.
`start.js` lends it what it misses over plain http, so that this is rare."""
_SOURCE_MAP = re.compile(r"^//# sourceMappingURL=.*$", re.MULTILINE)
_Coded: TypeAlias = "str | Sequence[_Coded] | Mapping[str, _Coded]"
_LIST = 12
_MAP = 13
_TEXT = 7
"""How Flutter's message codec marks what comes next."""


def flet_client_folder() -> Path:
    """Return the folder of Flet's browser client, as it is installed."""
    from flet_web import get_package_web_dir  # noqa: PLC0415 - a relay has no Flet at hand

    return Path(get_package_web_dir())


def icon_font_path() -> Path:
    """Return the font of the icons that the pad shows, in place of Flet's eight thousand."""
    return assets_folder() / "fonts" / "material-icons.otf"


def write_files(target: Path, files: Mapping[str, Path | bytes]) -> None:
    """Write files into a folder, by their names below it; folders are made."""
    for name, content in files.items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.read_bytes())


def client_files() -> dict[str, Path | bytes]:
    """Return the files of the slimmed client, by name."""
    flets = flet_client_folder()
    listed = _asset_manifest(
        name.removeprefix(_ASSETS) for name in _NAMES if name.startswith(f"{_ASSETS}packages/")
    )
    return {
        **{name: flets / name for name in _NAMES},
        "assets/fonts/MaterialIcons-Regular.otf": icon_font_path(),
        "flutter_bootstrap.js": _patched_bootstrap(flets / "flutter_bootstrap.js"),
        "assets/FontManifest.json": _font_manifest(flets / "assets" / "FontManifest.json"),
        "assets/AssetManifest.bin": listed,
        "assets/AssetManifest.bin.json": json.dumps(base64.b64encode(listed).decode()).encode(),
    }


def _patched_bootstrap(path: Path) -> bytes:
    """Flutter's loader, which keeps away from the heavy painter and from a service worker.

    That one would end the one that a site of ours registers at the same place.

    Raises:
        ValueError: It is another version of Flet's client.
    """
    text = path.read_text(encoding="utf-8")
    for wanted in (_SERVICE_WORKER, _CONFIG):
        if not wanted.search(text):
            raise ValueError(f"{wanted.pattern!r} is not in Flet's client; it is another version")
    text = _CONFIG.sub(lambda _: _NO_HEAVY, text)
    return _SOURCE_MAP.sub("", _SERVICE_WORKER.sub("", text)).encode()


def _font_manifest(path: Path) -> bytes:
    """Flutter's list of fonts, all of which it loads side by side before it begins.

    The pad's own lie among its assets, beside the client's. Left to Flet they would come one after
    the other when the first screen is there already, which would then be laid out anew. From Roboto
    Flutter takes what another font lacks: there lie the letters of names that Rubik's files lack.
    """
    families = json.loads(path.read_text(encoding="utf-8"))
    kept = [f for f in families if all(f"assets/{font['asset']}" in _NAMES for font in f["fonts"])]
    files = {"Roboto": "fonts/letters.woff2", **FONTS}
    own = ({"family": name, "fonts": [{"asset": f"../{file}"}]} for name, file in files.items())
    return json.dumps([*kept, *own]).encode()


def _asset_manifest(assets: Iterable[str]) -> bytes:
    """Flutter's list of assets: each has one variant, itself."""
    return _encode_value({name: [{"asset": name}] for name in sorted(assets)})


def _encode_value(value: _Coded) -> bytes:
    """Encode a value in Flutter's message codec; sizes of one byte are enough for ours."""
    if isinstance(value, str):
        text = value.encode()
        return bytes([_TEXT, len(text)]) + text
    if not isinstance(value, Mapping):
        return bytes([_LIST, len(value)]) + b"".join(map(_encode_value, value))
    pairs = (_encode_value(each) for pair in value.items() for each in pair)
    return bytes([_MAP, len(value)]) + b"".join(pairs)
