"""What is said of a work that ships with the pad."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Kind(StrEnum):
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
    kind: Kind = Kind.LIBRARY
    address: str = ""
    files: tuple[tuple[str, str], ...] = ()

    @property
    def title(self) -> str:
        """The name, with the version if there is one."""
        return f"{self.name} {self.version}".strip()


def hashed(paths: Iterable[Path]) -> tuple[tuple[str, str], ...]:
    """The names of files and the SHA-256 of their bytes."""
    return tuple((path.name, hashlib.sha256(path.read_bytes()).hexdigest()) for path in paths)
