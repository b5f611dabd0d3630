"""A game as it is shown, wherever its entries are kept."""

from qwixx_pad.core.corrections import Change, Made, way_back
from qwixx_pad.core.game import Game
from qwixx_pad.service.bounds import is_correctable
from qwixx_pad.service.observable import Observable
from qwixx_pad.storage import GameHead


class PlayedGame(Observable):
    """A game as screens see it.

    Attributes:
        head: Its identifier, names and start.
        game: What stands.
        first_corner: Where round the table the sheet of seat 1 lies, from 1.
        made: The corrections in its log. They are read from it: what is entered at one stroke
            has one time, and no two strokes that follow each other have the same.
    """

    def __init__(self, head: GameHead, game: Game) -> None:
        super().__init__()
        self.head = head
        self.game = game
        self.first_corner = 1
        self.made: tuple[Made, ...] = ()

    def way_back(self, seat: int | None) -> Change | None:
        """What an undo of a seat, or of the whole log, takes back instead of a single entry.

        None as well where the log has no room for it: the undo then takes back one entry.
        """
        change = way_back(self.game, self.made, seat) if self.made else None
        return change if change and is_correctable(self.game, change.place) else None
