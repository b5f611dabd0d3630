"""What an import changes, and what has to be remembered to take it back."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from qwixx_pad.core.safe_json import read_json
from qwixx_pad.store.saved import SavedEntry, SavedGame

NEW = -1
"""What stands for 'was not here' where the length before the import is kept."""
UNDO = "undo-import"
"""The setting that remembers which settings an import has changed."""


@dataclass(frozen=True, slots=True)
class Intake:
    """What an import changes.

    Attributes:
        new: Games that are not here, each with the time of its deletion if it was deleted there.
        longer: Games that go on there: identifier, entries here, the further ones.
        back: Identifiers of games that were deleted here and are not there.
        settings: Settings that have no value here.
    """

    new: tuple[tuple[SavedGame, str | None], ...] = ()
    longer: tuple[tuple[str, int, tuple[SavedEntry, ...]], ...] = ()
    back: tuple[str, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.new or self.longer or self.back or self.settings)


def memory_of(kept: Mapping[str, str], settings: Mapping[str, str]) -> str:
    """What is kept under `UNDO` while these settings come in.

    Args:
        kept: All settings before.
        settings: Those that the import brings.
    """
    return json.dumps({key: [kept.get(key), value] for key, value in settings.items()})


def remembered(kept: Mapping[str, str]) -> dict[str, str | None]:
    """What the settings become when an import is taken back; None: there is none any more.

    Those that were changed since stay as they are.

    Args:
        kept: All settings now.
    """
    changed: dict[str, list[str | None]] = read_json(kept.get(UNDO, "{}"))
    back = {key: before for key, (before, after) in changed.items() if kept.get(key) == after}
    return {**back, UNDO: None}
