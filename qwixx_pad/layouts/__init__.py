"""The printed sheets that come with the pad: one TOML file each."""

from qwixx_pad.layouts.collection import Layouts
from qwixx_pad.layouts.loader import (
    LayoutFault,
    LayoutFileError,
    check,
    from_text,
    installed,
    load,
    named,
    own_sheets,
)
from qwixx_pad.layouts.text import canonical_text

__all__ = [
    "LayoutFault",
    "LayoutFileError",
    "Layouts",
    "canonical_text",
    "check",
    "from_text",
    "installed",
    "load",
    "named",
    "own_sheets",
]
