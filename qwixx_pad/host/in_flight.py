"""What was on its way to a table while the table moved on. Pure.

Whoever acts says how much of the log it had seen. What others crossed since is none of its
business: everybody writes at once. Nor is a correction, unless what was meant depends on it.
"""

from collections.abc import Sequence

from qwixx_pad.core.corrections import Change, Made, others
from qwixx_pad.core.game import Game, replay
from qwixx_pad.core.moves import EndRoll, Entry, Redo, Undo


def came_late(entry: Entry, game: Game, made: Sequence[Made], seen: int) -> bool:
    """Whether an entry was made on a picture that is another one for it now.

    Args:
        entry: What was meant.
        game: As it is now.
        made: The corrections in its log.
        seen: How many entries of that log its maker had seen.
    """
    if not 0 <= seen <= len(game.log):
        return True
    since = others(game, made, seen)
    corrections = (each for each in made if each.end > seen)
    concerned = any(other.seat in {None, entry.seat} for other in since)
    return concerned or any(_depends(entry, each, game) for each in corrections)


def came_twice(entry: Entry, game: Game, made: Sequence[Made], seen: int) -> bool:
    """Whether a late entry stands already: a device that heard no answer has sent it again."""
    since = others(game, made, seen) if 0 <= seen <= len(game.log) else ()
    return next((other for other in since if other.seat == entry.seat), None) == entry


def _depends(entry: Entry, made: Made, game: Game) -> bool:
    """Whether a correction has changed what an entry would do.

    A cross or a misthrow is judged on the corrected sheets like any other. What takes back, or
    ends the roll, depends on what its seat has entered in this roll; what is for the whole game
    depends on all of it.
    """
    if entry.seat is None and not isinstance(entry.move, EndRoll):
        return True
    seat = game.position.active if entry.seat is None else entry.seat
    of_its_roll = isinstance(entry.move, Undo | Redo | EndRoll)
    return of_its_roll and made.seat == seat and made.roll == game.position.roll


def still_means_the_same(change: Change, game: Game, seen: int) -> bool:
    """Whether nothing has become different up to the place of a change since it was asked for."""
    if not 0 <= seen <= len(game.log) or not change.fits(game.standing):
        return False
    if seen == len(game.log):
        return True
    then, _ = replay(game.setup, game.log[:seen])
    upto = change.place + 1
    return then.standing[:upto] == game.standing[:upto]
