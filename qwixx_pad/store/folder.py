"""Where the data of the pad lives."""

import os
from pathlib import Path

DATABASE, JOURNAL = "pad.db", "pad.journal"
"""The file of the games, by what they are kept in."""


def data_folder(override: Path | None = None) -> Path:
    """The folder of the games: what was asked for, what Flet gives an app, or the platform's own.

    Args:
        override: From `--data`.
    """
    given = os.environ.get("FLET_APP_STORAGE_DATA")
    if override is not None:
        return override
    if given:
        return Path(given)
    from platformdirs import user_data_path  # noqa: PLC0415 - apps and browsers are told a folder

    return user_data_path("qwixx-pad", appauthor=False)
