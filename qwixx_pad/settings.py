"""What a player has set; small, with sensible defaults, read from texts that may be anything."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

NAME_LENGTH = 24
"""Longest player name, in characters; longer ones are cut."""


class Direction(StrEnum):
    """How the four rows lie on an upright screen."""

    ROWS = "rows"
    COLUMNS = "columns"
    AUTO = "auto"


class Shade(StrEnum):
    """Light or dark, or as the device has it."""

    DEVICE = "device"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a pad.

    Attributes:
        name: What the player is called; empty until it was said.
        direction: How the rows lie.
        shade: Light or dark.
        haptics: Whether a cross is felt, where the device can.
        awake: Whether the screen stays on while a sheet is open.
    """

    name: str = ""
    direction: Direction = Direction.ROWS
    shade: Shade = Shade.DEVICE
    haptics: bool = True
    awake: bool = True

    @classmethod
    def read(cls, texts: Mapping[str, str]) -> "Settings":
        """Settings from stored texts; what is missing or unreadable is the default."""
        known = {f.name: f.default for f in fields(cls)}
        return cls(**{key: _read(texts.get(key), known[key]) for key in known})

    def texts(self) -> dict[str, str]:
        """The texts that `read` turns back into these settings."""
        return {f.name: _text(getattr(self, f.name)) for f in fields(self)}


def clean_name(text: str) -> str:
    """A player's name as it is kept: one line, printable, not too long."""
    printable = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(printable.split())[:NAME_LENGTH].strip()


def _text(value: object) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def _read(text: str | None, default: Any) -> Any:  # noqa: ANN401 - each setting has its own type
    if text is None:
        return default
    if isinstance(default, bool):
        return {"yes": True, "no": False}.get(text, default)
    if isinstance(default, StrEnum):
        kinds = type(default)
        return kinds(text) if text in {kind.value for kind in kinds} else default
    return clean_name(text)
