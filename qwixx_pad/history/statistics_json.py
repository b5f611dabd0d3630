"""The statistics as JSON: all keys of `qwixx-pad stats --json`."""

from collections.abc import Iterable
from typing import Any

from qwixx_pad.history.comebacks import ComebackStats
from qwixx_pad.history.lengths import LengthStats
from qwixx_pad.history.players import PlayerStats, Rival
from qwixx_pad.history.rows import RowStats
from qwixx_pad.history.statistics import ExtraStats, SheetStats, Statistics


def statistics_json(
    players: Iterable[str], numbers: Statistics, standings: Iterable[PlayerStats]
) -> dict[str, Any]:
    """Return the figures of some players, and each player's own; times are no texts yet."""
    return {
        "players": [*players],
        "statistics": _statistics(numbers),
        "standings": [_standing(each) for each in standings],
    }


def _statistics(numbers: Statistics) -> dict[str, Any]:
    return {
        "sheets": numbers.sheets,
        "multiplayer_sheets": numbers.multiplayer_sheets,
        "wins": numbers.wins,
        "best": numbers.best,
        "best_at": numbers.best_at,
        "average": numbers.average,
        "spread": numbers.spread,
        "quartiles": numbers.quartiles,
        "histogram": numbers.bins,
        "latest": numbers.latest,
        "penalties": numbers.penalties,
        "penalty_counts": numbers.penalty_counts,
        "rows": [_row(row) for row in numbers.rows],
        "rivals": [_rival(rival) for rival in numbers.rivals],
        "recent": numbers.recent,
        "by_sheet": [_sheet(sheet) for sheet in numbers.by_sheet],
        "extras": [_extra(extra) for extra in numbers.extras],
        "comebacks": _comebacks(numbers.comeback_stats),
        "lengths": _lengths(numbers.length_stats),
        "seats": numbers.seats,
    }


def _row(row: RowStats) -> dict[str, Any]:
    return {
        "row": row.letter,
        "crosses_to_lock": row.crosses_to_lock,
        "max_crosses": row.max_crosses,
        "sheets": row.sheets,
        "points": row.points,
        "crosses": row.crosses,
        "locked": row.locked,
        "closed_by_others": row.closed,
    }


def _rival(rival: Rival) -> dict[str, Any]:
    return {
        "name": rival.name,
        "games": rival.games,
        "ahead": rival.ahead,
        "behind": rival.behind,
        "difference": rival.difference,
    }


def _sheet(sheet: SheetStats) -> dict[str, Any]:
    return {
        "sheet": sheet.sheet,
        "sheets": sheet.sheets,
        "average": sheet.average,
        "best": sheet.best,
    }


def _extra(extra: ExtraStats) -> dict[str, Any]:
    return {"purpose": extra.purpose, "sheets": extra.sheets, "points": extra.points}


def _comebacks(course: ComebackStats) -> dict[str, Any]:
    return {
        "wins": course.wins,
        "from_behind": course.comebacks,
        "largest": course.largest_comeback,
        "largest_at": course.largest_comeback_at,
        "leads": course.early_leads,
        "leads_won": course.early_leads_won,
    }


def _lengths(lengths: LengthStats) -> dict[str, Any]:
    return {
        "games": lengths.games,
        "usual_seconds": lengths.usual,
        "by_seats": [
            {"seats": each.seats, "games": each.games, "usual_seconds": each.usual}
            for each in lengths.by_seats
        ],
        "longest_evening_seconds": lengths.longest_evening,
        "longest_evening_on": lengths.longest_evening_on,
    }


def _standing(standing: PlayerStats) -> dict[str, Any]:
    return {
        "name": standing.name,
        "games": standing.games,
        "wins": standing.wins,
        "average": standing.average,
        "best": standing.best,
    }
