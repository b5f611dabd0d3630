"""Where the data of the pad lives."""

import os
from pathlib import Path

from platformdirs import user_data_path


def data_folder(override: Path | None = None) -> Path:
    """The folder of the games: what was asked for, what Flet gives an app, or the platform's own.

    Args:
        override: From `--data`.
    """
    given = os.environ.get("FLET_APP_STORAGE_DATA")
    if override is not None:
        return override
    return Path(given) if given else user_data_path("qwixx-pad", appauthor=False)
