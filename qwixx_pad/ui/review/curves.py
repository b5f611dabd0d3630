"""The card of the curves of a game, and the chances behind one of them, reckoned in slices."""

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from qwixx_pad.insight.value import is_known
from qwixx_pad.ui.design.form import choice
from qwixx_pad.ui.design.primitives import write
from qwixx_pad.ui.design.tokens import HINT
from qwixx_pad.ui.review import Reviewed
from qwixx_pad.ui.review.chart import ChartLook, Cursor, chart
from qwixx_pad.ui.review.review_parts import card
from qwixx_pad.ui.review.winning import Curve
from qwixx_pad.ui.runtime.guards import component
from qwixx_pad.ui.shell import ScreenContext, use_chances


def use_curve(reviewed: Reviewed, context: ScreenContext) -> Curve | None:
    """The chances in a game: empty until they are reckoned, None where nothing is said of them.

    They are reckoned while the screen is shown, and anew for a game that was corrected.
    """
    game, wanted = reviewed.game, context.settings.chances and not reviewed.alone
    known = wanted and is_known(game.setup)
    curve = use_chances(game, context, wanted=known)
    return (curve or ()) if known else None


@dataclass(frozen=True)
class CurveLook:
    """One curve of a game.

    Attributes:
        chart: Its lines.
        cursor: The present moment.
        now: That moment in words.
    """

    chart: ChartLook
    cursor: Cursor
    now: str


@component
def curves_card(  # noqa: PLR0913, PLR0917 - the curves, the screen, who hears
    score: CurveLook,
    chance: CurveLook | None,
    width: float,
    height: float,
    context: ScreenContext,
    choose: Callable[[int], object],
    *,
    chosen: tuple[str, Callable[[str], object]] | None,
    note: str = "",
) -> ft.Control:
    """The score over time, in so much room, or else the chance to win; which one is `chosen`.

    That is `points` or `chances`, and what is told of another choice; None: there is no choice.
    The chance is None until it is reckoned. Below it stands a note, if there is one; `choose` is
    told how many steps of the shown seat shall have happened.
    """
    which, see = chosen or ("points", None)
    theme, words = context.theme, context.words
    shown = chance if chance and which == "chances" else score
    title: str | ft.Control = words.text("Score over time")
    if see:
        ways = [("points", words.text("Points")), ("chances", words.text("Chance to win"))]
        title = choice(ways, "points" if shown is score else "chances", see, context)
    picture = chart(shown.chart, shown.cursor, width - 22, height, theme, shown.now, choose)
    below = [write(note, HINT, color=theme.ink2, height=1.2)] if note else []
    return card(title, [picture, *below], width, theme)
