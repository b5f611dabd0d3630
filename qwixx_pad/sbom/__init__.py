"""The components that ship with the pad, and their licences.

`.ci/list_components.py` lists them.
"""

import json
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from qwixx_pad import __version__

COMPONENTS_FILE = Path(__file__).with_name("works.json")


class ComponentKind(StrEnum):
    """The types of components, in the words of CycloneDX."""

    APPLICATION = "application"
    LIBRARY = "library"
    FRAMEWORK = "framework"
    PLATFORM = "platform"
    FONT = "data"


class Form(StrEnum):
    """The forms in which the pad ships."""

    WHEEL = "wheel"
    SITE = "site"
    APP = "app"


@dataclass(frozen=True, slots=True)
class ShippedComponent:
    """A component that ships with the pad.

    Attributes:
        name: Its name, as its makers write it.
        licence: The name of its licence, SPDX's if there is one; empty if its makers name none.
        text: The full text of the licence; empty if it comes without.
        version: Its version; empty if it has none or it is unknown.
        kind: Its type.
        address: Its package URL; its web page if no registry has it.
        ships_in: The forms of the pad that contain it.
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
        """The name with the version, if there is one."""
        return f"{self.name} {self.version}".strip()


@cache
def shipped_components(form: Form) -> tuple[ShippedComponent, ...]:
    """List all components in a form of the pad, the pad itself first."""
    listed = map(_read_component, json.loads(COMPONENTS_FILE.read_text(encoding="utf-8")))
    pad, *others = (work for work in listed if form in work.ships_in)
    address = f"{pad.address}@{__version__}"
    return (replace(pad, version=__version__, address=address), *others)


def _read_component(plain: dict[str, Any]) -> ShippedComponent:
    kind = ComponentKind(plain["kind"])
    ships_in = tuple(map(Form, plain["ships_in"]))
    return ShippedComponent(**plain | {"kind": kind, "ships_in": ships_in})
