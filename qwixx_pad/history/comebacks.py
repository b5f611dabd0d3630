"""Comebacks and early leads. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter

from qwixx_pad.history.sheets import ScoredSheet

COMEBACK_POINTS = 10
"""Deficit, in points, from which a win counts as a comeback."""


@dataclass(frozen=True, slots=True)
class ComebackStats:
    """Comebacks and early leads in multiplayer games, by the points at the ends of their rolls.

    Single sheets and those copied from paper do not count. To win is to have most points alone.

    Attributes:
        wins: Games that the player has won; of several players those with one winner.
        comebacks: Those in which the winner was `COMEBACK_POINTS` points or more behind the best
            other sheet at the end of some roll.
        largest_comeback: The largest such deficit of a winner; 0 if all always led.
        largest_comeback_at: When that was, the first time if several; None where that is 0.
        early_leads: Games that went on after the player alone had most points after ten rolls;
            of several players those in which anybody had.
        early_leads_won: Those that this leader has won.
    """

    wins: int = 0
    comebacks: int = 0
    largest_comeback: int = 0
    largest_comeback_at: datetime | None = None
    early_leads: int = 0
    early_leads_won: int = 0


NO_COMEBACKS = ComebackStats()
"""Those of no game."""


def comeback_stats(sheets: Iterable[ScoredSheet]) -> ComebackStats:
    """Count the comebacks and early leads among some sheets."""
    leaders, winners = [], []
    for sheet in sheets:
        if sheet.score.led_early:
            leaders.append(sheet)
        if sheet.score.largest_deficit is not None and sheet.has_won_alone:
            winners.append((sheet.score.largest_deficit, sheet.game.touched))
    largest, at = max(winners, key=itemgetter(0), default=(0, None))
    return ComebackStats(
        wins=len(winners),
        comebacks=sum(behind >= COMEBACK_POINTS for behind, _ in winners),
        largest_comeback=largest,
        largest_comeback_at=at if largest else None,
        early_leads=len(leaders),
        early_leads_won=sum(leader.has_won_alone for leader in leaders),
    )
