"""Where fonts, icons and the start page lie: in the package, or beside it in a checkout."""

from pathlib import Path

FONTS = {
    "Rubik 400": "fonts/rubik-400.ttf",
    "Rubik 500": "fonts/rubik-500.ttf",
    "Rubik 600": "fonts/rubik-600.ttf",
    "Rubik 700": "fonts/rubik-700.ttf",
    "Kalam": "fonts/kalam-700.ttf",
}
"""The pad's font families, and their files among the assets."""


def assets_folder() -> Path:
    """The folder of the assets.

    Raises:
        FileNotFoundError: The installation is incomplete.
    """
    package = Path(__file__).parents[1]
    for folder in (package / "assets", package.parent / "assets"):
        if (folder / "fonts").is_dir():
            return folder
    raise FileNotFoundError("the fonts and icons of the pad are missing; install it again")
