"""The names of players as they are shown."""

from qwixx_pad.storage.summary import Summary
from qwixx_pad.ui.text.translator import Translator


def player_names(summary: Summary, tr: Translator) -> tuple[str, ...]:
    """Return the names of a game's players; players without a name get one."""
    alone = len(summary.scores) == 1
    return tuple(
        score.name or (tr.gettext("You") if alone else tr.gettext("Guest {n}", n=score.seat))
        for score in summary.scores
    )
