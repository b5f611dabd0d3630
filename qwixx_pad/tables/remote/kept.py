"""What a phone keeps of an online table beside its game: texts that may be anything when read."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from qwixx_pad.core.moves import parse
from qwixx_pad.core.refusal import Refusal
from qwixx_pad.core.safe_json import read_json
from qwixx_pad.service.session import Trouble
from qwixx_pad.tables.remote.unsent import Unsent
from qwixx_pad.tables.seating import Seating
from qwixx_pad.tables.state import Lost, Reason

TABLE = "online/"
"""What stands before a table's code where its seating is kept."""
UNSENT = "unsent/"
"""And where its entries are that the relay has not got, or has not taken."""
_REASONS: dict[str, Reason] = {reason.name: reason for reason in (*Refusal, *Trouble)}


@dataclass(frozen=True, slots=True)
class KeptTable:
    """An online table as a phone knows it.

    Attributes:
        relay: Address of who keeps it.
        seating: As it was told last; the answers of its roll may be older ones.
        touched: When somebody sat down or a game began last, as ISO text in UTC.
    """

    relay: str
    seating: Seating
    touched: str

    @property
    def text(self) -> str:
        """What `read` makes this of again."""
        return json.dumps(
            {"relay": self.relay, "table": self.seating.text, "touched": self.touched}
        )

    @classmethod
    def read(cls, text: str) -> "KeptTable | None":
        """A table from its text; None if it is none."""
        try:
            plain = read_json(text)
            seating = Seating.read(plain["table"])
            relay, touched = str(plain["relay"]), str(plain["touched"])
        except (ValueError, TypeError, KeyError):
            return None
        return None if seating is None else cls(relay, seating, touched)


@dataclass(frozen=True, slots=True)
class Left:
    """What stands on this phone only.

    Attributes:
        game: Identifier of the game it was entered in.
        unsent: What the relay has not got yet.
        lost: What it, or the game as it has become, has not taken.
        last: The number of this phone's last request for the log of that game; 0 before the first.
    """

    game: str = ""
    unsent: tuple[Unsent, ...] = ()
    lost: tuple[Lost, ...] = ()
    last: int = 0

    @property
    def text(self) -> str:
        """What `read` makes this of again."""
        unsent = [[item.entry.text, item.seen, item.number] for item in self.unsent]
        lost = [[each.entry.text, each.reason.name] for each in self.lost]
        return json.dumps({"game": self.game, "unsent": unsent, "lost": lost, "last": self.last})

    @classmethod
    def read(cls, text: str) -> "Left":
        """From its text; nothing if it is none."""
        try:
            plain = read_json(text)
            unsent, lost = _unsent(plain["unsent"]), _lost(plain["lost"])
            return cls(str(plain["game"]), unsent, lost, int(plain["last"]))
        except (ValueError, TypeError, KeyError, OverflowError):
            return cls()


def _unsent(items: Sequence[Any]) -> tuple[Unsent, ...]:
    read = [(parse(str(token)), int(seen), int(number)) for token, seen, number in items]
    return tuple(Unsent(entry, seen, number) for entry, seen, number in read if entry)


def _lost(pairs: Sequence[Any]) -> tuple[Lost, ...]:
    read = [(parse(str(token)), _REASONS[name]) for token, name in pairs]
    return tuple(Lost(entry, reason) for entry, reason in read if entry)
