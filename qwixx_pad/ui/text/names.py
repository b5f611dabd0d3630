"""Names of players as they are shown."""

from qwixx_pad.storage.summary import Summary
from qwixx_pad.ui.text.translator import Translator


def player_names(summary: Summary, tr: Translator) -> tuple[str, ...]:
    """The names of a game's players, with a substitute for those without a name."""
    is_solo = len(summary.scores) == 1
    return tuple(
        score.name or (tr.gettext("You") if is_solo else tr.gettext("Guest {n}", n=score.seat))
        for score in summary.scores
    )
