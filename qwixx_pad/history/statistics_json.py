"""The statistics as JSON: all keys of `qwixx-pad stats --json`."""

from collections.abc import Iterable
from typing import Any

from qwixx_pad.history.statistics import (
    BesideNumbers,
    CourseNumbers,
    Numbers,
    Rival,
    RowNumbers,
    SheetNumbers,
    Standing,
)


def statistics_json(
    players: Iterable[str], numbers: Numbers, standings: Iterable[Standing]
) -> dict[str, Any]:
    """Return the figures of some players, and each player's own; times are no texts yet."""
    return {
        "players": [*players],
        "statistics": _statistics(numbers),
        "standings": [_standing(each) for each in standings],
    }


def _statistics(numbers: Numbers) -> dict[str, Any]:
    return {
        "sheets": numbers.sheets,
        "multiplayer_sheets": numbers.contests,
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
        "extras": [_extra(extra) for extra in numbers.beside],
        "comebacks": _comebacks(numbers.course),
    }


def _row(row: RowNumbers) -> dict[str, Any]:
    return {
        "row": row.letter,
        "crosses_to_lock": row.needs,
        "max_crosses": row.most,
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


def _sheet(sheet: SheetNumbers) -> dict[str, Any]:
    return {
        "sheet": sheet.sheet,
        "sheets": sheet.sheets,
        "average": sheet.average,
        "best": sheet.best,
    }


def _extra(extra: BesideNumbers) -> dict[str, Any]:
    return {"purpose": extra.purpose, "sheets": extra.sheets, "points": extra.points}


def _comebacks(course: CourseNumbers) -> dict[str, Any]:
    return {
        "wins": course.wins,
        "from_behind": course.from_behind,
        "largest": course.largest,
        "largest_at": course.largest_at,
        "leads": course.leads,
        "leads_won": course.leads_won,
    }


def _standing(standing: Standing) -> dict[str, Any]:
    return {
        "name": standing.name,
        "games": standing.games,
        "wins": standing.wins,
        "average": standing.average,
        "best": standing.best,
    }
