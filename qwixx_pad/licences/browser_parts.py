"""What the browser loads besides the pad, and what is said of any work that ships with it."""

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from qwixx_pad import assets_folder


class WorkKind(StrEnum):
    """What a work is, in the words of CycloneDX."""

    APPLICATION = "application"
    LIBRARY = "library"
    FRAMEWORK = "framework"
    PLATFORM = "platform"
    FONT = "data"


@dataclass(frozen=True, slots=True)
class Work:
    """Something that ships with the pad.

    Attributes:
        name: Of the work, as its makers write it.
        licence: Its name, SPDX's where it has one; empty where the maker of the work does not say.
        text: The licence in full; empty where the work comes without it.
        version: Empty where it has none, or where nobody wrote it down.
        kind: What it is.
        address: Its package URL or, where no registry has it, its page.
        files: Of a font: its files, each with the SHA-256 of its bytes.
    """

    name: str
    licence: str
    text: str = ""
    version: str = ""
    kind: WorkKind = WorkKind.LIBRARY
    address: str = ""
    files: tuple[tuple[str, str], ...] = ()

    @property
    def title(self) -> str:
        """The name, with the version if there is one."""
        return f"{self.name} {self.version}".strip()


def hashed(paths: Iterable[Path]) -> tuple[tuple[str, str], ...]:
    """The names of files and the SHA-256 of their bytes."""
    return tuple((path.name, hashlib.sha256(path.read_bytes()).hexdigest()) for path in paths)


_BETWEEN = re.compile(r"\n-{80}\n")
_TERMS = Path(__file__).with_name("terms")
_SPOKEN = (
    ("Apache-2.0", "Apache License\n"),
    ("MPL-2.0", "Mozilla Public License"),
    ("OFL-1.1", "SIL OPEN FONT LICENSE"),
    ("Unicode-3.0", "UNICODE LICENSE V3"),
    ("BSL-1.0", "Boost Software License"),
    ("MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy"),
    ("BSD-3-Clause", "endorse or promote products"),
    ("BSD-2-Clause", "Redistribution and use in source and binary forms"),
    ("Zlib", "This software is provided 'as-is', without any express"),
    ("ISC", "Permission to use, copy, modify, and/or distribute this software"),
)
"""A licence and words by which it is known; the first that fits."""
_KNOWN = (
    ("Flutter", "flutter", "BSD-3-Clause", "https://flutter.dev"),
    ("Dart", "dart", "BSD-3-Clause", "https://dart.dev"),
    ("Skia (CanvasKit, Skwasm)", "skia", "BSD-3-Clause", "https://skia.org"),
    ("ICU", "icu", "Unicode-3.0", "https://icu.unicode.org"),
    ("HarfBuzz", "harfbuzz", "MIT-Modern-Variant", "https://harfbuzz.github.io"),
    ("FreeType", "freetype2", "FTL", "https://freetype.org"),
)
"""Name, name in `NOTICES`, licence, page."""
_FONTS = (
    ("Roboto", "Apache-2.0", "fonts/[Rr]oboto*"),
    ("Material Icons", "Apache-2.0", "fonts/[Mm]aterial[Ii-]*"),
    ("Cupertino Icons", "MIT", "packages/cupertino_icons/assets/*.ttf"),
    ("KaTeX fonts", "OFL-1.1", "packages/flutter_math_fork/lib/katex_fonts/fonts/*.ttf"),
)
_MPL = (
    "The source code of Pyodide is under the terms of the Mozilla Public License 2.0, "
    "https://mozilla.org/MPL/2.0/. It can be had from https://github.com/pyodide/pyodide."
)
_INSIDE_PYODIDE = (
    ("SQLite", "blessing", "https://sqlite.org"),
    ("Emscripten", "MIT", "https://emscripten.org"),
    ("musl", "MIT", "https://musl.libc.org"),
    ("libffi", "MIT", "https://sourceware.org/libffi"),
    ("zlib", "Zlib", "https://zlib.net"),
    ("bzip2", "bzip2-1.0.6", "https://sourceware.org/bzip2"),
    ("XZ Utils (liblzma)", "0BSD", "https://tukaani.org/xz"),
    ("Zstandard", "BSD-3-Clause", "https://facebook.github.io/zstd"),
    ("Expat", "MIT", "https://libexpat.github.io"),
    ("libmpdec", "BSD-2-Clause", "https://www.bytereef.org/mpdecimal"),
    ("HACL*", "MIT", "https://hacl-star.github.io"),
)


def client_works(client: Path, web: Path) -> Iterator[Work]:
    """The works in Flet's client, as installed, that a person may have heard of, and its fonts.

    Of those only the ones that lie in `web`, where it ships, or that the pad puts in their place.
    """
    texts = _texts(client)
    for name, known_as, licence, address in _KNOWN:
        text = _fitting(texts.get(known_as, []), licence)
        yield Work(name, licence, text, kind=WorkKind.FRAMEWORK, address=address)
    for name, licence, pattern in _FONTS:
        places = [*(web / "assets").glob(pattern), *assets_folder().glob(pattern)]
        if files := hashed(sorted(places)):
            own = _texts(client).get(name.lower().replace(" ", "_"), [])
            text = apache(client) if licence == "Apache-2.0" else _fitting(own, licence)
            yield Work(name, licence, text, kind=WorkKind.FONT, files=files)


def pyodide_works(client: Path) -> Iterator[Work]:
    """Pyodide, which Flet's client brings along, its Python, and what is compiled into them."""
    runtime = client / "pyodide"
    package = json.loads((runtime / "package.json").read_text(encoding="utf-8"))
    python = json.loads((runtime / "pyodide-lock.json").read_text(encoding="utf-8"))["info"][
        "python"
    ]
    address = f"pkg:npm/pyodide@{package['version']}"
    yield Work("Pyodide", package["license"], _MPL, package["version"], WorkKind.PLATFORM, address)
    terms = (_TERMS / "PSF-2.0.txt").read_text(encoding="utf-8")
    yield Work("Python", "PSF-2.0", terms, python, WorkKind.PLATFORM, "https://python.org")
    texts = _texts(client)
    for name, licence, page in _INSIDE_PYODIDE:
        yield Work(name, licence, _fitting(texts.get(name.lower(), []), licence), address=page)


def parts(client: Path) -> Iterator[Work]:
    """Every part of Flet's client that Flutter names, with the licences known by their words."""
    for name, texts in sorted(_texts(client).items()):
        known = sorted({licence for text in texts if (licence := _spoken(text))})
        licence = " AND ".join(known) or "see NOTICES"
        yield Work(name, licence, address="https://pub.dev/packages/flet")


def apache(client: Path) -> str:
    """The Apache Licence 2.0 in full, of which Flet's own packages give the name only."""
    return _fitting(_texts(client).get("flet", []), "Apache-2.0")


@lru_cache(maxsize=1)
def _texts(client: Path) -> dict[str, list[str]]:
    """The texts in Flutter's file, by the name of the part they are for."""
    found = defaultdict(list)
    notices = (client / "assets" / "NOTICES").read_text(encoding="utf-8")
    for piece in _BETWEEN.split(notices):
        names, _, text = piece.partition("\n\n")
        for name in names.split():
            found[name].append(text.strip("\n"))
    return found


def _spoken(text: str) -> str:
    return next((licence for licence, words in _SPOKEN if words in text), "")


def _fitting(texts: list[str], licence: str) -> str:
    """The text that is the licence itself, and no remark about it."""
    known = [text for text in texts if _spoken(text) == licence]
    return (known or sorted(texts, key=len, reverse=True) or [""])[0]
