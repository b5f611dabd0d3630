"""Whose work is inside the pad and on which terms: for its page of licences, and for machines.

It is read from what is installed, or from a list made when the pad was built.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path

from qwixx_pad import __version__, assets_folder
from qwixx_pad.licences.browser_parts import (
    Work,
    WorkKind,
    apache,
    client_works,
    hashed,
    parts,
    pyodide_works,
)

__all__ = [
    "CLIENT",
    "IN_A_SITE",
    "NEEDED",
    "WRITTEN",
    "Work",
    "WorkKind",
    "parts",
    "served_works",
    "site_works",
    "works",
    "write_works",
]

NEEDED = (
    *("babel", "brotli", "certifi", "flet", "flet-web", "ifaddr"),
    *("platformdirs", "segno", "uvicorn", "websockets"),
)
"""What the pad itself asks for; what these ask for is found from here."""
IN_A_SITE = ("babel", "flet", "msgpack", "repath", "segno", "six")
"""The packages whose modules a site has, all of them pure Python there."""
WRITTEN = Path(__file__).with_name("works.json")
"""Where whoever builds a site or an app leaves the list: nothing is installed on a phone."""
_MORE = "more/{}/*/*"
"""The files for browsers of a family of Noto, by the name of its folder."""
_FONTS = {
    "Kalam": ("kalam-*.ttf",),
    "Noto Color Emoji": (
        *map(
            _MORE.format,
            ("notocoloremoji", "notosansmath", "notosanssymbols*", "notoseriftibetan"),
        ),
    ),
    "Noto Sans": (
        "letters.woff2",
        *map(_MORE.format, ("notosans", "notosansadlam", "notosansarabic", "notosanscoptic")),
        *map(_MORE.format, ("notosansduployan", "notosansindicsiyaqnumbers", "notosansnko")),
        *map(_MORE.format, ("notosanssogdian", "notosanssyriac")),
    ),
    "Noto Sans CJK": (_MORE.format("notosanskr"), _MORE.format("notosanssc")),
    "Rubik": ("rubik-*.ttf", "letters.woff2", _MORE.format("notosanshebrew")),
}
"""The pad's own, each beside its licence; in an app those for browsers are missing."""
_FILES = re.compile(r"(licen[cs]e|copying|notice)[^/]*$", re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z0-9._-]+")
_SHORT = 40
"""A licence field longer than this is the licence itself, not its name."""


@cache
def works() -> tuple[Work, ...]:
    """Everything that ships with the pad as it runs here."""
    return _read_works() if WRITTEN.exists() else served_works()


def served_works() -> tuple[Work, ...]:
    """The pad, its fonts, the packages under it, and what it sends to a browser, if it has one."""
    found: dict[str, Distribution] = {}
    for name in NEEDED:
        _collect(name, found)
    sent = client_works(CLIENT, CLIENT) if CLIENT.exists() else ()
    return (_pad(), *_fonts(), *sent, *_packages(found.values()))


def site_works(web: Path) -> tuple[Work, ...]:
    """The pad, its fonts, and all that a browser loads of a site, by its folder of Flet's client.

    Raises:
        FileNotFoundError: Flet's client is not installed here.
        PackageNotFoundError: A package that is in the site is not.
    """
    packages = map(distribution, IN_A_SITE)
    sent = (*client_works(CLIENT, web), *pyodide_works(CLIENT))
    return (_pad(), *_fonts(), *sent, *_packages(packages))


def write_works(works: Iterable[Work], path: Path) -> None:
    """Write a list that `works` reads where it lies at `WRITTEN` of the package.

    It is for readers; the hashes of files are for machines, which ask the installed pad.
    """
    told = [asdict(work) for work in works]
    for fields in told:
        del fields["files"]
    plain = json.dumps(told, indent=0)
    path.write_text(plain, encoding="utf-8", newline="\n")


def _read_works() -> tuple[Work, ...]:
    plain = json.loads(WRITTEN.read_text(encoding="utf-8"))
    return tuple(Work(**fields | {"kind": WorkKind(fields["kind"])}) for fields in plain)


def _client_folder() -> Path:
    """The folder of Flet's client, found without loading anything of Flet."""
    found = find_spec("flet_web")
    beside = found.origin if found and found.origin else __file__
    return Path(beside).with_name("web")


CLIENT = _client_folder()
"""Flet's client as it is installed; it is not there in an app, nor in a browser."""


def _collect(name: str, found: dict[str, Distribution]) -> None:
    """A package that is installed, and those it needs without extras."""
    key = re.sub(r"[-_.]+", "-", name).lower()
    if key in found:
        return
    try:
        found[key] = package = distribution(name)
    except PackageNotFoundError:
        return
    for needed in _plain(package.requires or ()):
        _collect(needed, found)


def _plain(requirements: Iterable[str]) -> Iterator[str]:
    for requirement in requirements:
        name = _NAME.match(requirement)
        if name and "extra ==" not in requirement:
            yield name[0]


def _pad() -> Work:
    beside = Path(__file__).parents[2] / "LICENSE"  # of a clone, and of an app
    known = _installed_text("qwixx-pad")
    text = known or (beside.read_text(encoding="utf-8").strip() if beside.exists() else "")
    return Work("Qwixx Pad", "MIT", text, __version__, WorkKind.APPLICATION, _address("qwixx-pad"))


def _address(name: str, version: str = __version__) -> str:
    return f"pkg:pypi/{re.sub(r'[-_.]+', '-', name).lower()}@{version}"


def _installed_text(name: str) -> str:
    try:
        return _text(distribution(name))
    except PackageNotFoundError:
        return ""


def _fonts() -> Iterator[Work]:
    folder = assets_folder() / "fonts"
    for name, patterns in _FONTS.items():
        text = folder / f"OFL-{name.lower().replace(' ', '-')}.txt"
        files = hashed(sorted(path for each in patterns for path in folder.glob(each)))
        licence = text.read_text(encoding="utf-8")
        yield Work(name, "OFL-1.1", licence, kind=WorkKind.FONT, files=files)


def _packages(found: Iterable[Distribution]) -> Iterator[Work]:
    """Flet's own packages only name the Apache Licence; its text is in what they bring along."""
    for package in sorted(found, key=lambda each: each.metadata["Name"].lower()):
        work = _package(package)
        named = work.licence == "Apache-2.0" and not work.text and CLIENT.exists()
        yield replace(work, text=apache(CLIENT)) if named else work


def _package(package: Distribution) -> Work:
    name, version = package.metadata["Name"], package.version
    address = _address(name, version)
    return Work(name, _licence(package), _text(package), version, address=address)


def _licence(package: Distribution) -> str:
    facts = package.metadata
    told = [*facts.get_all("License-Expression", []), *facts.get_all("License", [])]
    if told and len(told[0]) <= _SHORT:
        return str(told[0])
    kinds = [each for each in facts.get_all("Classifier", []) if each.startswith("License")]
    return ", ".join(kind.rpartition(" :: ")[2] for kind in kinds)


def _text(package: Distribution) -> str:
    files = [file for file in package.files or () if ".dist-info" in str(file)]
    texts = [file.read_text(encoding="utf-8") for file in files if _FILES.search(str(file))]
    return "\n\n".join(text.strip() for text in texts)
