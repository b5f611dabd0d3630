"""What a screen knows of the table it plays at, from the game as its device plays it. Pure."""

from collections.abc import Callable, Sequence

from qwixx_pad.play import Play
from qwixx_pad.ui.table_looks import TableState
from qwixx_pad.ui.words import Words


def table_state(
    play: Play, colors: Callable[[Sequence[str]], tuple[int, ...]], words: Words
) -> TableState | None:
    """What is known of a table now; None for a single sheet.

    Args:
        play: The game, as this device plays it.
        colors: The players' colours, where the table does not know them.
        words: The language.
    """
    if play.game.setup.seats == 1:
        return None
    seating = play.seating
    names = tuple(
        name or words.text("Guest {n}", n=seat) for seat, name in enumerate(play.head.names, 1)
    )
    return TableState(
        names=names,
        colors=tuple(c.color for c in seating.chairs) if seating else colors(names),
        mine=play.mine,
        corners=play.corners,
        here=tuple(here or s in play.mine for s, here in enumerate(play.here, 1)),
        leads=play.leads,
        code=seating.code if seating else "",
        seating=seating,
        answers=play.answers,
        questions=play.questions,
        waiting=play.waiting,
        unshared=play.unshared,
        may_reopen=play.may_reopen,
        closed_code=play.closed_code,
    )
