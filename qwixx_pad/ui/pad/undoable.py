"""What can be taken back by tapping it again. Pure."""

from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import Move


def fresh_moves(game: Game, seat: int) -> tuple[Move, ...]:
    """What a seat (from 1) has entered in this roll, oldest first; alone: the newest entry."""
    if game.setup.seats > 1:
        return game.timeline.of_this_roll(seat)
    newest = newest_move(game)
    return () if newest is None else (newest,)


def newest_move(game: Game) -> Move | None:
    """The move that an undo would take back."""
    standing = game.standing
    return standing[-1].move if standing else None
