"""Qwixx Pad: a digital score pad for the dice game Qwixx."""

from pathlib import Path

__version__ = "0.2.0"
FONTS = {
    "Rubik 400": "fonts/rubik-400.ttf",
    "Rubik 500": "fonts/rubik-500.ttf",
    "Rubik 600": "fonts/rubik-600.ttf",
    "Rubik 700": "fonts/rubik-700.ttf",
    "Kalam": "fonts/kalam-700.ttf",
}
"""The pad's font families, and their files among the assets."""


def assets_folder() -> Path:
    """Find the folder with fonts and icons.

    Raises:
        FileNotFoundError: The installation is incomplete.
    """
    package = Path(__file__).parent
    for folder in (package / "assets", package.parent / "assets"):
        if (folder / "fonts").is_dir():
            return folder
    raise FileNotFoundError("the fonts and icons of the pad are missing; install it again")
