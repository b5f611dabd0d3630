"""The printed sheets that come with the pad: one TOML file each."""

from qwixx_pad.layouts.canonical import canonical_text
from qwixx_pad.layouts.collection import SEEDS, Layouts, seeded_name
from qwixx_pad.layouts.loader import LayoutFault, LayoutFileError, installed, load
from qwixx_pad.layouts.own import bare_name, check, from_text, is_own, named, own_sheets, read

__all__ = [
    "SEEDS",
    "LayoutFault",
    "LayoutFileError",
    "Layouts",
    "bare_name",
    "canonical_text",
    "check",
    "from_text",
    "installed",
    "is_own",
    "load",
    "named",
    "own_sheets",
    "read",
    "seeded_name",
]
