"""A game that is played at an online table, kept on this phone like any other."""

from collections.abc import Sequence

from qwixx_pad.core.game import Game
from qwixx_pad.core.line import HeadError, read_setup
from qwixx_pad.service.played_game import PlayedGame, proper_head
from qwixx_pad.service.session import EntryOutcome, GameService, OpenGame, Trouble
from qwixx_pad.storage import GameHead, SavedEntry, StorageError, UnknownGame
from qwixx_pad.tables.state import Gone


class GoneError(Exception):
    """There is no use in asking for this table again.

    Attributes:
        gone: Why.
    """

    def __init__(self, gone: Gone) -> None:
        super().__init__(gone.name)
        self.gone = gone


class CannotKeepError(Exception):
    """This phone's disk, or the relay's, did not take something; it is told again later."""


class RemoteGame(PlayedGame):
    """A game at an online table: what the relay has kept, and behind it what is unsent.

    Attributes:
        kept: What the relay has kept, as this phone keeps it.
    """

    def __init__(self, kept: OpenGame) -> None:
        super().__init__(kept.head, kept.game)
        self.kept = kept
        self.first_corner, self.made = kept.first_corner, kept.made

    def show(self, game: Game) -> None:
        """Show this from now on; an equal one is the one that is shown."""
        self.made = self.kept.made
        if game.log != self.game.log:
            self.game = game
            self._changed()


def game_of(service: GameService, head: GameHead, corner: int) -> OpenGame:
    """The game as this phone keeps it; one that is new here is kept from now on.

    Args:
        service: Where games are kept.
        head: As the relay has it.
        corner: Where round the table the sheet of its first seat lies, from 1.

    Raises:
        GoneError: It is of sheets that this version does not know, or not the one that is kept.
        CannotKeepError: The disk does not take it.
    """
    try:
        kept = service.open(head.id)
    except UnknownGame:
        return _adopted(service, head, corner)
    except StorageError as error:
        raise CannotKeepError from error
    if kept.head != proper_head(head, kept.game.setup):
        raise GoneError(Gone.OTHER_PAST)
    return kept


def _adopted(service: GameService, head: GameHead, corner: int) -> OpenGame:
    try:
        setup = read_setup(head.setup, service.sheets)
        return service.adopt(proper_head(head, setup), corner)
    except HeadError as error:
        raise GoneError(Gone.UNREADABLE) from error
    except StorageError as error:
        raise CannotKeepError from error


def follow(kept: OpenGame, start: int, entries: Sequence[SavedEntry]) -> None:
    """Append what is new of the relay's log to the game as this phone keeps it.

    Args:
        kept: The game.
        start: How many entries of the log stand before these.
        entries: The rest of the log.

    Raises:
        ValueError: There is a gap before them.
        GoneError: It is another log than the one that is kept, or cannot be read.
        CannotKeepError: The disk does not take it.
    """
    log = kept.game.log
    if start > len(log):
        raise ValueError("a log with a gap")
    known = [entry.text for entry in log[start:]]
    if known != [saved.token for saved in entries[: len(known)]]:
        raise GoneError(Gone.OTHER_PAST)
    new = entries[len(known) :]
    outcome = kept.take_in(new) if new else EntryOutcome()
    if outcome.trouble is Trouble.UNREADABLE:
        raise GoneError(Gone.UNREADABLE)
    if not outcome.stands:
        raise CannotKeepError
