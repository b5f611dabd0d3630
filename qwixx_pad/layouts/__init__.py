"""The printed sheets that come with the pad: one TOML file each."""

from qwixx_pad.layouts.checking import LayoutFault
from qwixx_pad.layouts.loader import (
    SEEDS,
    LayoutFileError,
    Layouts,
    from_text,
    from_toml,
    installed,
    is_own,
    load,
    named,
    own_sheets,
    plain_title,
    read,
    seeded_name,
)
from qwixx_pad.layouts.text import LONGEST_NAME, canonical_text, clean_line

__all__ = [
    "LONGEST_NAME",
    "SEEDS",
    "LayoutFault",
    "LayoutFileError",
    "Layouts",
    "canonical_text",
    "clean_line",
    "from_text",
    "from_toml",
    "installed",
    "is_own",
    "load",
    "named",
    "own_sheets",
    "plain_title",
    "read",
    "seeded_name",
]
