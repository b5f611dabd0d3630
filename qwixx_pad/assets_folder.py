"""Where fonts, icons and the start page lie: in the package, or beside it in a checkout."""

from pathlib import Path


def assets_folder() -> Path:
    """The folder of the assets.

    Raises:
        FileNotFoundError: The installation is incomplete.
    """
    package = Path(__file__).parent
    for folder in (package / "assets", package.parent / "assets"):
        if (folder / "fonts").is_dir():
            return folder
    raise FileNotFoundError("the fonts and icons of the pad are missing; install it again")
