"""The printed sheets that come with the pad: one TOML file each."""

from qwixx_pad.layouts.loader import LayoutFileError, check, installed, load

__all__ = ["LayoutFileError", "check", "installed", "load"]
