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
    group_needle,
    name_key,
    replace_surrogates,
    sheet_group,
)


@dataclass(frozen=True, slots=True)
class GameWithSheets:
    """A game with its sheets, in the order of the seats."""

    summary: Summary
    sheets: tuple["ScoredSheet", ...]

    @classmethod
    def from_summary(cls, summary: Summary) -> "GameWithSheets":
        """Return a game with its sheets from its summary."""
        return cls(
            summary,
            tuple(ScoredSheet(summary, each, player_key(summary, each)) for each in summary.scores),
        )


def player_key(summary: Summary, score: Score) -> str | None:
    """Return the key of a sheet's player: empty for a nameless one alone, None for a guest."""
    return intern(name_key(score.name)) if score.name or len(summary.scores) == 1 else None


def player_keys(name: str, owner: str) -> frozenset[str]:
    """Return the keys of a player's sheets.

    Args:
        name: Of the player.
        owner: Name of the pad's owner, whose single sheets may be nameless.
    """
    nameless = {""} if name_key(name) == name_key(owner) else frozenset[str]()
    return frozenset({name_key(replace_surrogates(name)), *nameless})


class ScoredSheet(NamedTuple):
    """A sheet, and the game that it belongs to."""

    game: Summary
    score: Score
    player_key: str | None

    @property
    def has_won(self) -> bool:
        """True if it has won, alone or with others."""
        return self.score.rank == 1 and len(self.game.scores) > 1

    @property
    def has_won_alone(self) -> bool:
        """True if it alone has won."""
        return self.has_won and sum(score.rank == 1 for score in self.game.scores) == 1


class Sample:
    """The finished sheets that figures are counted over; of one player, if the query has one.

    Totals are compared on one printed sheet alone: the one that was finished most often.

    Args:
        scored: The sheets of all matching games, the earliest first.
        query: The filter.
        owner: Name of the pad's owner.

    Attributes:
        by_print: Each printed sheet with its sheets, the most frequent first.
        compared: Those of the first one.
        totals: Theirs, in order.
        penalties: How many sheets have so many.
    """

    def __init__(self, scored: Iterable[ScoredSheet], query: GameQuery, owner: str) -> None:
        self.query = query
        self.sheets = _finished_sheets(scored, query, owner)
        alike: defaultdict[str, list[ScoredSheet]] = defaultdict(list)
        for sheet in self.sheets:
            alike[sheet_group(sheet.score.sheet)].append(sheet)
        self.by_print = [(group, alike[group]) for group in keys_by_count(alike)]
        self.compared = self.by_print[0][1] if self.by_print else []
        self.totals = sorted(sheet.score.total for sheet in self.compared)
        self.penalties = Counter(sheet.score.penalties for sheet in self.sheets)


def _finished_sheets(
    sheets: Iterable[ScoredSheet], query: GameQuery, owner: str
) -> Sequence[ScoredSheet]:
    """Return the finished ones among some sheets; of one player, if the query has one."""
    sheets = [sheet for sheet in sheets if sheet.game.state is GameState.OVER]
    if query.layout:
        needle = group_needle(query.layout)
        sheets = [sheet for sheet in sheets if f",{sheet.score.sheet},".startswith(needle)]
    if len(query.players) != 1:
        return sheets
    keys = player_keys(query.players[0], owner)
    return [sheet for sheet in sheets if sheet.player_key in keys]


def keys_by_count(lists: Mapping[str, Sequence[object]]) -> list[str]:
    """Sort keys by the lengths of their lists, the longest first; equal ones by name."""
    return sorted(lists, key=lambda key: (-len(lists[key]), key))
