"""The printed sheets that come with the pad: one TOML file each."""

from qwixx_pad.layouts.checking import LayoutFault
from qwixx_pad.layouts.loader import (
    SEED_COUNT,
    LayoutFileError,
    Layouts,
    custom_from_text,
    custom_from_toml,
    installed_layouts,
    is_custom,
    load_custom_folder,
    load_layout,
    plain_title,
    read_custom,
    seeded_name,
    with_custom_name,
)
from qwixx_pad.layouts.text import MAX_NAME_CHARS, canonical_text, clean_line

__all__ = [
    "MAX_NAME_CHARS",
    "SEED_COUNT",
    "LayoutFault",
    "LayoutFileError",
    "Layouts",
    "canonical_text",
    "clean_line",
    "custom_from_text",
    "custom_from_toml",
    "installed_layouts",
    "is_custom",
    "load_custom_folder",
    "load_layout",
    "plain_title",
    "read_custom",
    "seeded_name",
    "with_custom_name",
]
