"""Finished sheets with their games and players: what figures are counted over. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from sys import intern
from typing import NamedTuple

from qwixx_pad.storage.summary import (
    GameQuery,
    GameState,
    Score,
    Summary,
    group_test,
    name_key,
    replace_surrogates,
    sheet_group,
)

NAMELESS_ALONE = ""
"""The key of a player without a name who played alone."""


@dataclass(frozen=True, slots=True)
class GameWithSheets:
    """A game with its sheets, in the order of the seats."""

    summary: Summary
    sheets: tuple["ScoredSheet", ...]

    @classmethod
    def from_summary(cls, summary: Summary) -> "GameWithSheets":
        return cls(
            summary,
            tuple(ScoredSheet(summary, each, player_key(summary, each)) for each in summary.scores),
        )


def player_key(summary: Summary, score: Score) -> str | None:
    """The key of a sheet's player; None for a nameless one among several."""
    if score.name:
        return intern(name_key(score.name))
    return NAMELESS_ALONE if len(summary.scores) == 1 else None


def keys_to_match(name: str, owner: str) -> frozenset[str]:
    """The keys of a player's sheets.

    Args:
        name: The player's name.
        owner: Name of the pad's owner, whose single sheets may be nameless.
    """
    key = name_key(replace_surrogates(name))
    return frozenset({key, NAMELESS_ALONE} if name_key(name) == name_key(owner) else {key})


class ScoredSheet(NamedTuple):
    """A sheet with its game and the key of its player; None for a nameless guest."""

    game: Summary
    score: Score
    player_key: str | None

    @property
    def has_won(self) -> bool:
        """True if it has won, alone or with others; one alone in its game never wins."""
        return self.score.rank == 1 and len(self.game.scores) > 1

    @property
    def has_won_alone(self) -> bool:
        return self.has_won and sum(score.rank == 1 for score in self.game.scores) == 1


class PrintedSheets(NamedTuple):
    """The sheets of one group of printed sheets."""

    group: str
    sheets: Sequence[ScoredSheet]


class Sample:
    """The finished sheets that figures are counted over; of one player, if the query has one.

    Totals are compared on one printed sheet alone: the one that was finished most often.

    Args:
        scored: The sheets of all matching games, the earliest first.
        query: The filter.
        owner: Name of the pad's owner.

    Attributes:
        by_print: The sheets of each printed sheet, the most frequent first.
        compared_sheets: The sheets of the first printed sheet.
        totals: The totals of these, from the lowest to the highest.
        sheets_by_penalties: The number of sheets for each number of penalties.
    """

    def __init__(self, scored: Iterable[ScoredSheet], query: GameQuery, owner: str) -> None:
        self.query = query
        self.sheets = _finished_sheets(scored, query, owner)
        alike: defaultdict[str, list[ScoredSheet]] = defaultdict(list)
        for sheet in self.sheets:
            alike[sheet_group(sheet.score.sheet)].append(sheet)
        self.by_print = [PrintedSheets(group, alike[group]) for group in keys_by_count(alike)]
        self.compared_sheets = self.by_print[0].sheets if self.by_print else []
        self.totals = sorted(sheet.score.total for sheet in self.compared_sheets)
        self.sheets_by_penalties = Counter(sheet.score.penalties for sheet in self.sheets)


def _finished_sheets(
    sheets: Iterable[ScoredSheet], query: GameQuery, owner: str
) -> Sequence[ScoredSheet]:
    """The finished ones among some sheets; of one player, if the query has one."""
    finished = [sheet for sheet in sheets if sheet.game.state is GameState.OVER]
    if query.layout:
        is_in_group = group_test(query.layout)
        finished = [sheet for sheet in finished if is_in_group(sheet.score.sheet)]
    if len(query.players) != 1:
        return finished
    keys = keys_to_match(query.players[0], owner)
    return [sheet for sheet in finished if sheet.player_key in keys]


def keys_by_count(lists: Mapping[str, Sequence[object]]) -> list[str]:
    """Sort keys by the lengths of their lists, the longest first; equal ones by name."""
    return sorted(lists, key=lambda key: (-len(lists[key]), key))
