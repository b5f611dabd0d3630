"""Components that ship with the pad and their terms; written by `.ci/list_components.py`."""

import json
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from qwixx_pad import __version__

COMPONENTS_FILE = Path(__file__).with_name("works.json")


class ComponentKind(StrEnum):
    """The type of a component, in the words of CycloneDX."""

    APPLICATION = "application"
    LIBRARY = "library"
    FRAMEWORK = "framework"
    PLATFORM = "platform"
    FONT = "data"


class Form(StrEnum):
    """In which form the pad ships, and with it what it stands on."""

    WHEEL = "wheel"
    SITE = "site"
    APP = "app"


@dataclass(frozen=True, slots=True)
class ShippedComponent:
    """Something that ships with the pad.

    Attributes:
        name: Of the work, as its makers write it.
        licence: Its name, SPDX's where it has one; empty where the maker of the work does not say.
        text: The licence in full; empty where the work comes without it.
        version: Empty where it has none, or where nobody wrote it down.
        kind: What it is.
        address: Its package URL or, where no registry has it, its page.
        ships_in: The forms of the pad that it is in.
    """

    name: str
    licence: str
    text: str = ""
    version: str = ""
    kind: ComponentKind = ComponentKind.LIBRARY
    address: str = ""
    ships_in: tuple[Form, ...] = tuple(Form)

    @property
    def title(self) -> str:
        """The name, with the version if there is one."""
        return f"{self.name} {self.version}".strip()


@cache
def shipped_components(form: Form) -> tuple[ShippedComponent, ...]:
    """Return everything that ships with a form of the pad, the pad itself first."""
    listed = map(_read_component, json.loads(COMPONENTS_FILE.read_text(encoding="utf-8")))
    pad, *others = (work for work in listed if form in work.ships_in)
    address = f"{pad.address}@{__version__}"
    return (replace(pad, version=__version__, address=address), *others)


def _read_component(plain: dict[str, Any]) -> ShippedComponent:
    kind = ComponentKind(plain["kind"])
    ships_in = tuple(map(Form, plain["ships_in"]))
    return ShippedComponent(**plain | {"kind": kind, "ships_in": ships_in})
