"""Everything that a browser may load: by name, with the hash of what is in it."""

import hashlib
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

_KINDS = {
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
_DIGITS = 32
_DIGITS_OF_ADDRESS = 16


@dataclass(frozen=True, slots=True)
class File:
    """One file.

    Attributes:
        source: Where it lies, or what is in it.
        kind: Its media type.
        digest: The hash of what is in it.
        shrinks: Whether packing makes it smaller.
    """

    source: Path | bytes
    kind: str
    digest: str
    shrinks: bool

    @classmethod
    def of(cls, name: str, source: Path | bytes) -> Self:
        """What a browser has to know of a file.

        Args:
            name: Its name.
            source: Where it lies, or what is in it.
        """
        suffix = Path(name).suffix
        kind = _KINDS.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        content = source if isinstance(source, bytes) else source.read_bytes()
        digest = hashlib.sha256(content).hexdigest()[:_DIGITS]
        return cls(source, kind, digest, suffix not in _PACKED_ALREADY)

    def read(self) -> bytes:
        """What is in it."""
        return self.source if isinstance(self.source, bytes) else self.source.read_bytes()

    def is_of(self, content: bytes) -> bool:
        """Whether this is what is in it.

        Args:
            content: What somebody has kept for it.
        """
        return hashlib.sha256(content).hexdigest().startswith(self.digest)


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
    def of(cls, sources: Mapping[str, Path | bytes]) -> Self:
        """Hash what is to be served.

        Args:
            sources: By its name, where each file lies, or what is in it.
        """
        files = {name: File.of(name, source) for name, source in sorted(sources.items())}
        whole = "\n".join(f"{name} {file.digest}" for name, file in files.items())
        digest = hashlib.sha256(whole.encode()).hexdigest()[:_DIGITS_OF_ADDRESS]
        return cls(files, f"/c-{digest}/")
