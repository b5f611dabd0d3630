"""What was written about a game: where it was played, and a note.

A game line has no place for it. So it is kept beside the settings, by the game's identifier.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from qwixx_pad.core.safe_json import read_json
from qwixx_pad.service.settings import clean_text
from qwixx_pad.storage.summary import who, whole

PLACE_LENGTH, NOTE_LENGTH = 60, 400
"""Longest place and note, in characters; longer ones are cut."""
REMARKS = "remark "
"""How the keys of all remarks begin."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What was written about one game; each is empty where nothing was.

    Attributes:
        place: Where it was played.
        note: What else is to be remembered.
    """

    place: str = ""
    note: str = ""

    @classmethod
    def of(cls, place: object, note: object) -> "Remark":
        """What somebody or some file says, as it is kept: one printable line each, if a text."""
        return cls(_clean(place, PLACE_LENGTH), _clean(note, NOTE_LENGTH))

    @classmethod
    def read(cls, text: str) -> "Remark":
        """The remark that was kept as this text, which may be anything."""
        try:
            told = read_json(text)
        except ValueError:
            return cls()
        return cls.of(told.get("place"), told.get("note")) if isinstance(told, dict) else cls()

    def __bool__(self) -> bool:
        return bool(self.place or self.note)

    @property
    def told(self) -> dict[str, str]:
        """What there is of it, by its name."""
        both = {"place": self.place, "note": self.note}
        return {name: text for name, text in both.items() if text}

    @property
    def text(self) -> str:
        """As it is kept."""
        return json.dumps(self.told)

    def has(self, letters: str) -> bool:
        """Whether these letters stand in it; case does not matter."""
        return any(who(letters) in who(text) for text in self.told.values())


NO_REMARK = Remark()
"""What stands beside most games."""


def _clean(text: object, most: int) -> str:
    return clean_text(whole(text), most) if isinstance(text, str) else ""


def remark_key(game: str) -> str:
    """Under which key the remark about a game is kept."""
    return f"{REMARKS}{game}"


def remark_of(game: str, kept: Mapping[str, str]) -> Remark:
    """What was written about a game; an empty remark where nothing was.

    Args:
        game: Its identifier.
        kept: Settings; the remarks are among them.
    """
    return Remark.read(kept.get(remark_key(game), "{}"))


def with_letters(letters: str, kept: Mapping[str, str]) -> frozenset[str]:
    """The identifiers of the games in whose remarks these letters stand."""
    games = (key.removeprefix(REMARKS) for key in kept if key.startswith(REMARKS))
    return frozenset(game for game in games if remark_of(game, kept).has(letters))
