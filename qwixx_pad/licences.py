"""Whose work is inside the pad and on which terms, read from what is installed."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from qwixx_pad import __version__
from qwixx_pad.assets_folder import assets_folder

NEEDED = ("babel", "brotli", "flet", "flet-web", "platformdirs", "segno", "uvicorn")
"""What the pad itself asks for; what these ask for is found from here."""
_FILES = re.compile(r"(licen[cs]e|copying|notice)[^/]*$", re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z0-9._-]+")
_SHORT = 40
"""A licence field longer than this is the licence itself, not its name."""


@dataclass(frozen=True, slots=True)
class Work:
    """Something that ships with the pad.

    Attributes:
        name: Of the work, with its version if it has one.
        licence: The name of its licence; empty where its maker does not say.
        text: The licence in full; empty where the work comes without it.
    """

    name: str
    licence: str
    text: str = ""


@cache
def works() -> tuple[Work, ...]:
    """Everything that ships with the pad: the pad, its fonts, the packages under it."""
    found: dict[str, Distribution] = {}
    for name in NEEDED:
        _collect(name, found)
    packages = sorted(found.values(), key=lambda each: each.metadata["Name"].lower())
    return (_pad(), *_fonts(), *(_package(each) for each in packages))


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
    beside = Path(__file__).parents[1] / "LICENSE"
    text = beside.read_text() if beside.exists() else _installed_text("qwixx-pad")
    return Work(f"Qwixx Pad {__version__}", "MIT", text)


def _installed_text(name: str) -> str:
    try:
        return _text(distribution(name))
    except PackageNotFoundError:
        return ""


def _fonts() -> Iterator[Work]:
    """Each lies beside its licence, whose file is called by the licence and the font."""
    folder = assets_folder() / "fonts"
    for prefix, licence in (("OFL-", "OFL-1.1"), ("APACHE-", "Apache-2.0")):
        for path in sorted(folder.glob(f"{prefix}*.txt")):
            name = path.stem.removeprefix(prefix).replace("-", " ").title()
            yield Work(name, licence, path.read_text())


def _package(package: Distribution) -> Work:
    name = f"{package.metadata['Name']} {package.version}"
    return Work(name, _licence(package), _text(package))


def _licence(package: Distribution) -> str:
    facts = package.metadata
    told = [*facts.get_all("License-Expression", []), *facts.get_all("License", [])]
    if told and len(told[0]) <= _SHORT:
        return str(told[0])
    kinds = [each for each in facts.get_all("Classifier", []) if each.startswith("License")]
    return ", ".join(kind.rpartition(" :: ")[2] for kind in kinds)


def _text(package: Distribution) -> str:
    files = [file for file in package.files or () if ".dist-info" in str(file)]
    texts = [file.read_text() for file in files if _FILES.search(str(file))]
    return "\n\n".join(text.strip() for text in texts)
