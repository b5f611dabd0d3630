"""What the owner of a pad has to know about the folder of the games, once it is open."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Rescue:
    """What became of a damaged file.

    Attributes:
        set_aside: Where it lies now.
        games: Games that could be read and are in the fresh file.
        entries: Their entries.
        lost: Whether something could not be read, or nobody knows because a crash came between.
    """

    set_aside: Path
    games: int
    entries: int
    lost: bool

    def __str__(self) -> str:
        return f"the saved games were damaged; the old file is kept: {self.set_aside}"


@dataclass(frozen=True, slots=True)
class LeftAlone:
    """Games in a file of another kind than the one that is open; nothing has touched it.

    Attributes:
        path: The file.
    """

    path: Path

    def __str__(self) -> str:
        return f"there are more games in {self.path}, which is left as it is"


Notice = Rescue | LeftAlone
