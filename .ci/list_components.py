"""List the components that ship with the pad in `qwixx_pad/sbom/works.json`.

    .venv/bin/python .ci/list_components.py

Run it when something else ships or the lock was renewed. Versions come from the lock, licences from
the installed packages. Packages that are locked for another system must be installed as well; an
error names the first one that is not.
"""

import json
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from qwixx_pad import assets_folder
from qwixx_pad.pwa.python_bundle import SITE_PACKAGES
from qwixx_pad.sbom import COMPONENTS_FILE, ComponentKind, Form, ShippedComponent
from qwixx_pad.server.client import client_files, flet_client_folder

ROOT = Path(__file__).parents[1]
CLIENT = flet_client_folder()
"""The installed folder of Flet's client for browsers."""
_BROWSER_FORMS = (Form.WHEEL, Form.SITE)
_LOCKED = re.compile(r"^([\w.-]+)==([^\s;]+)", re.MULTILINE)
_NAME = re.compile(r"[A-Za-z0-9._-]+")
_LICENCE_FILE = re.compile(r"(licen[cs]e|copying|notice)[^/]*$", re.IGNORECASE)
_MAX_LICENCE_NAME_CHARS = 40
"""A licence field with more characters is the licence itself, not its name."""
_NOTICE_SEPARATOR = re.compile(r"\n-{80}\n")
_LICENCE_WORDS = {
    "Apache-2.0": "Apache License\n",
    "MPL-2.0": "Mozilla Public License",
    "OFL-1.1": "SIL OPEN FONT LICENSE",
    "Unicode-3.0": "UNICODE LICENSE V3",
    "BSL-1.0": "Boost Software License",
    "MIT": "Permission is hereby granted, free of charge, to any person obtaining a copy",
    "BSD-3-Clause": "endorse or promote products",
    "BSD-2-Clause": "Redistribution and use in source and binary forms",
    "Zlib": "This software is provided 'as-is', without any express",
    "ISC": "Permission to use, copy, modify, and/or distribute this software",
}
"""Words in the text of each licence; the first licence whose words are found is the one."""
_CLIENT_WORKS = (
    ("Flutter", "flutter", "BSD-3-Clause", "https://flutter.dev"),
    ("Dart", "dart", "BSD-3-Clause", "https://dart.dev"),
    ("Skia (CanvasKit, Skwasm)", "skia", "BSD-3-Clause", "https://skia.org"),
    ("ICU", "icu", "Unicode-3.0", "https://icu.unicode.org"),
    ("HarfBuzz", "harfbuzz", "MIT-Modern-Variant", "https://harfbuzz.github.io"),
    ("FreeType", "freetype2", "FTL", "https://freetype.org"),
)
"""The name of each work, its name in Flutter's `NOTICES`, its licence and its page."""
_FONTS = {
    "Kalam": ("fonts/kalam-*.ttf",),
    "Noto Color Emoji": (
        "fonts/more/notocoloremoji/*/*",
        "fonts/more/notosansmath/*/*",
        "fonts/more/notosanssymbols*/*/*",
        "fonts/more/notoseriftibetan/*/*",
    ),
    "Noto Sans": (
        "fonts/letters.woff2",
        "fonts/more/notosans/*/*",
        "fonts/more/notosansadlam/*/*",
        "fonts/more/notosansarabic/*/*",
        "fonts/more/notosanscoptic/*/*",
        "fonts/more/notosansduployan/*/*",
        "fonts/more/notosansindicsiyaqnumbers/*/*",
        "fonts/more/notosansnko/*/*",
        "fonts/more/notosanssogdian/*/*",
        "fonts/more/notosanssyriac/*/*",
    ),
    "Noto Sans CJK": ("fonts/more/notosanskr/*/*", "fonts/more/notosanssc/*/*"),
    "Rubik": ("fonts/rubik-*.ttf", "fonts/letters.woff2", "fonts/more/notosanshebrew/*/*"),
}
"""The pad's own fonts, with the patterns of their files among its assets."""
_CLIENT_FONTS = {
    "Roboto": ("Apache-2.0", "fonts/[Rr]oboto*"),
    "Material Icons": ("Apache-2.0", "fonts/[Mm]aterial[Ii-]*"),
    "Cupertino Icons": ("MIT", "packages/cupertino_icons/assets/*.ttf"),
    "KaTeX fonts": ("OFL-1.1", "packages/flutter_math_fork/lib/katex_fonts/fonts/*.ttf"),
}
"""The fonts of Flet's client: the licence, and the pattern of their files among its assets or the
pad's."""
_MPL_NOTE = (
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


def found_works() -> tuple[ShippedComponent, ...]:
    """List everything that ships with any form of the pad, the pad itself first."""
    terms = (ROOT / "LICENSE").read_text(encoding="utf-8").strip()
    address = "pkg:pypi/qwixx-pad"
    pad = ShippedComponent(
        "Qwixx Pad", "MIT", terms, kind=ComponentKind.APPLICATION, address=address
    )
    return (pad, *_fonts(), *_client_works(), *_pyodide_works(), *_packages())


def font_files(name: str, client: Path) -> list[Path]:
    """The files of a font, in this folder of Flet's client or among the assets."""
    assets = assets_folder()
    if name in _FONTS:
        return sorted(path for pattern in _FONTS[name] for path in assets.glob(pattern))
    _, pattern = _CLIENT_FONTS[name]
    return sorted([*(client / "assets").glob(pattern), *assets.glob(pattern)])


def parts() -> Iterator[ShippedComponent]:
    """Yield each part of Flet's client that Flutter names, with the licences found in its texts."""
    for name, texts in sorted(_notices().items()):
        known = sorted({_find_licence(text) for text in texts} - {""})
        licence = " AND ".join(known) or "see NOTICES"
        yield ShippedComponent(name, licence, address="https://pub.dev/packages/flet")


def locked() -> dict[str, str]:
    """The locked versions by normalised package name."""
    lock = (ROOT / ".ci" / "requirements.lock").read_text(encoding="utf-8")
    return {plain_name(name): version for name, version in _LOCKED.findall(lock)}


def plain_name(name: str) -> str:
    """Normalise the name of a package, as PyPI does."""
    return re.sub(r"[-_.]+", "-", name).lower()


# fonts, and what browsers load


def _fonts() -> Iterator[ShippedComponent]:
    for name in _FONTS:
        terms = assets_folder() / "fonts" / f"OFL-{plain_name(name.replace(' ', '-'))}.txt"
        yield ShippedComponent(
            name, "OFL-1.1", terms.read_text(encoding="utf-8"), kind=ComponentKind.FONT
        )


def _client_works() -> Iterator[ShippedComponent]:
    """Yield well-known works in Flet's client, and its fonts."""
    for name, notice_name, licence, address in _CLIENT_WORKS:
        text = _licence_text(notice_name, licence)
        kind = ComponentKind.FRAMEWORK
        yield ShippedComponent(
            name, licence, text, kind=kind, address=address, ships_in=_BROWSER_FORMS
        )
    of_a_site = {CLIENT / name for name in client_files()}
    for name, (licence, _) in _CLIENT_FONTS.items():
        notice_name = "flet" if licence == "Apache-2.0" else name.lower().replace(" ", "_")
        text = _licence_text(notice_name, licence)
        in_a_site = any(
            path in of_a_site or path.is_relative_to(assets_folder())
            for path in font_files(name, CLIENT)
        )
        forms = _BROWSER_FORMS if in_a_site else (Form.WHEEL,)
        yield ShippedComponent(name, licence, text, kind=ComponentKind.FONT, ships_in=forms)


def _pyodide_works() -> Iterator[ShippedComponent]:
    """Pyodide, which is part of Flet's client, its Python, and what is compiled into them."""
    runtime = CLIENT / "pyodide"
    package = json.loads((runtime / "package.json").read_text(encoding="utf-8"))
    lock = json.loads((runtime / "pyodide-lock.json").read_text(encoding="utf-8"))
    terms = (Path(__file__).parent / "terms" / "PSF-2.0.txt").read_text(encoding="utf-8")
    pyodide = package["version"]
    python = lock["info"]["python"]
    address = f"pkg:npm/pyodide@{pyodide}"
    found = (
        ShippedComponent(
            "Pyodide", package["license"], _MPL_NOTE, pyodide, ComponentKind.PLATFORM, address
        ),
        ShippedComponent(
            "Python", "PSF-2.0", terms, python, ComponentKind.PLATFORM, "https://python.org"
        ),
        *(
            ShippedComponent(name, licence, _licence_text(name.lower(), licence), address=page)
            for name, licence, page in _INSIDE_PYODIDE
        ),
    )
    return (replace(work, ships_in=(Form.SITE,)) for work in found)


@cache
def _notices() -> dict[str, list[str]]:
    """The texts in Flutter's file of licences, by the part they are for."""
    found = defaultdict(list)
    notices = (CLIENT / "assets" / "NOTICES").read_text(encoding="utf-8")
    for piece in _NOTICE_SEPARATOR.split(notices):
        names, _, text = piece.partition("\n\n")
        for name in names.split():
            found[name].append(text.strip("\n"))
    return dict(found)


def _find_licence(text: str) -> str:
    """The licence of a text, by the words of `_LICENCE_WORDS`; empty if none is found."""
    return next((licence for licence, words in _LICENCE_WORDS.items() if words in text), "")


def _licence_text(notice_name: str, licence: str) -> str:
    """The text for a part that is this licence; else its longest text."""
    texts = _notices().get(notice_name, [])
    known = [text for text in texts if _find_licence(text) == licence]
    return known[0] if known else max(texts, key=len, default="")


# packages


def _packages() -> Iterator[ShippedComponent]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    of_apps = {*project["tool"]["poetry"]["dependencies"]} - {"python"}
    of_forms = {
        Form.WHEEL: _with_needed(project["project"]["dependencies"]),
        Form.SITE: {plain_name(name): distribution(name) for name in SITE_PACKAGES},
        Form.APP: _with_needed(of_apps),
    }
    every = {key: package for found in of_forms.values() for key, package in found.items()}
    for key, package in sorted(every.items(), key=lambda each: each[1].metadata["Name"].lower()):
        forms = tuple(form for form, found in of_forms.items() if key in found)
        yield replace(package_work(package), ships_in=forms)


def _with_needed(requirements: Iterable[str]) -> dict[str, Distribution]:
    """The required packages and all that they need in turn, extras aside."""
    found: dict[str, Distribution] = {}
    left = [*requirements]
    while left:
        requirement = left.pop()
        name = _NAME.match(requirement)
        key = plain_name(name[0]) if name else ""
        if key not in found and key in locked() and "extra ==" not in requirement:
            found[key] = _installed(key)
            left += found[key].requires or ()
    return found


def _installed(name: str) -> Distribution:
    try:
        return distribution(name)
    except PackageNotFoundError:
        sys.exit(f"{name} {locked()[name]} is locked and not installed, so its terms are unknown.")


def package_work(package: Distribution) -> ShippedComponent:
    """Describe an installed package; Flet's own have their licence text in the client's notices."""
    name = package.metadata["Name"]
    version = locked()[plain_name(name)]
    address = f"pkg:pypi/{plain_name(name)}@{version}"
    licence = _licence(package)
    text = _terms(package)
    if licence == "Apache-2.0" and not text:
        text = _licence_text("flet", licence)
    return ShippedComponent(name, licence, text, version, address=address)


def _licence(package: Distribution) -> str:
    facts = package.metadata
    named = [*facts.get_all("License-Expression", []), *facts.get_all("License", [])]
    if named and len(named[0]) <= _MAX_LICENCE_NAME_CHARS:
        return str(named[0])
    kinds = [each for each in facts.get_all("Classifier", []) if each.startswith("License")]
    return ", ".join(kind.rpartition(" :: ")[2] for kind in kinds)


def _terms(package: Distribution) -> str:
    files = [file for file in package.files or () if ".dist-info" in str(file)]
    texts = [file.read_text(encoding="utf-8") for file in files if _LICENCE_FILE.search(str(file))]
    return "\n\n".join(text.strip() for text in texts)


if __name__ == "__main__":
    listed = json.dumps([asdict(work) for work in found_works()], indent=0)
    COMPONENTS_FILE.write_text(f"{listed}\n", encoding="utf-8", newline="\n")
