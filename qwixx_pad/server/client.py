"""The files that a browser loads; of Flet's client only those that the pad uses."""

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
"""Types that the system's own list may lack, or have under another name."""
_PACKED_ALREADY = frozenset({".png", ".woff2"})
_DIGEST_CHARS = 32
_BASE_DIGEST_CHARS = 16


@dataclass(frozen=True, slots=True)
class File:
    """One file.

    Attributes:
        source: Its path, or its content.
        media_type: As in a `Content-Type` header.
        digest: The hash of its content.
        is_compressible: Whether compression makes it smaller.
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
        return self.source if isinstance(self.source, bytes) else self.source.read_bytes()


@dataclass(frozen=True, slots=True)
class Bundle:
    """Files that belong together: if one changes, all get another address.

    Attributes:
        files: By their names.
        base: Path of their folder from the root of the site; it ends with a slash.
    """

    files: Mapping[str, File]
    base: str

    @classmethod
    def from_sources(cls, sources: Mapping[str, Path | bytes]) -> Self:
        """Describe files by their names, and derive their address from all of their content."""
        files = {name: File.from_source(name, source) for name, source in sorted(sources.items())}
        digests = "\n".join(f"{name} {file.digest}" for name, file in files.items())
        digest = hashlib.sha256(digests.encode()).hexdigest()[:_BASE_DIGEST_CHARS]
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
    "main.dart.js",
    "canvaskit/canvaskit.js",
    "canvaskit/canvaskit.wasm",
    "canvaskit/chromium/canvaskit.js",
    "canvaskit/chromium/canvaskit.wasm",
    "main.dart.mjs",
    "main.dart.wasm",
    "canvaskit/skwasm.js",
    "canvaskit/skwasm.wasm",
)
"""Flet's client is built twice: `canvaskit` for every browser, and `skwasm`, which is faster, for
those based on Chromium. It chooses if both are there."""
FALLBACK_FONTS = "fonts/more/"
"""The folder from which the client loads a font when a name needs it; see `.ci/cut_fonts.py`."""
_SERVICE_WORKER = re.compile(r"\n *serviceWorkerSettings: \{.*?\n *\},", re.DOTALL)
_CONFIG = re.compile(r"(?<=\n)(?=if \(flet\.webRenderer)")
_NO_HEAVY = """if (!window.ImageDecoder || !Intl.v8BreakIterator) {
    flutterConfig.wasmAllowList = { blink: false };
}
"""
"""Prevents the fast build in browsers for which it would load a renderer half as large again. That
is rare: `start.js` provides what is missing over plain http."""
_SOURCE_MAP = re.compile(r"^//# sourceMappingURL=.*$", re.MULTILINE)
_Coded: TypeAlias = "str | Sequence[_Coded] | Mapping[str, _Coded]"
_LIST = 12
_MAP = 13
_TEXT = 7
"""Type bytes of Flutter's message codec."""


def flet_client_folder() -> Path:
    """The folder of Flet's browser client, as it is installed."""
    from flet_web import get_package_web_dir  # noqa: PLC0415 - a relay has no Flet at hand

    return Path(get_package_web_dir())


def icon_font_path() -> Path:
    """The font with the icons of the pad alone, in place of Flet's eight thousand."""
    return assets_folder() / "fonts" / "material-icons.otf"


def write_files(target: Path, files: Mapping[str, Path | bytes]) -> None:
    """Write files into a folder, by their paths in it; missing folders are made."""
    for name, content in files.items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.read_bytes())


def client_files() -> dict[str, Path | bytes]:
    """The files of Flet's client that the pad uses, by their paths; some of them changed."""
    client = flet_client_folder()
    manifest = _asset_manifest(
        name.removeprefix(_ASSETS) for name in _NAMES if name.startswith(f"{_ASSETS}packages/")
    )
    return {
        **{name: client / name for name in _NAMES},
        "assets/fonts/MaterialIcons-Regular.otf": icon_font_path(),
        "flutter_bootstrap.js": _patched_bootstrap(client / "flutter_bootstrap.js"),
        "assets/FontManifest.json": _font_manifest(client / "assets" / "FontManifest.json"),
        "assets/AssetManifest.bin": manifest,
        "assets/AssetManifest.bin.json": json.dumps(base64.b64encode(manifest).decode()).encode(),
    }


def _patched_bootstrap(path: Path) -> bytes:
    """Flutter's loader, without the larger renderer and without its service worker.

    Its service worker would replace the one of a site at the same address.

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
    """Flutter's list of fonts, with those of the pad; Flutter loads all at once before it begins.

    Flet would load the pad's fonts one after the other while the first screen is shown already, and
    lay it out anew. Flutter takes from Roboto the letters that another font lacks, so the letters
    of names that Rubik lacks are in the file for Roboto.
    """
    families = [
        family
        for family in json.loads(path.read_text(encoding="utf-8"))
        if all(f"assets/{font['asset']}" in _NAMES for font in family["fonts"])
    ]
    files = {"Roboto": "fonts/letters.woff2", **FONTS}
    own = ({"family": name, "fonts": [{"asset": f"../{file}"}]} for name, file in files.items())
    return json.dumps([*families, *own]).encode()


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
