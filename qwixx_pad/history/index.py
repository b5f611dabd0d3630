"""The index of all stored games by their summaries, independent of the storage."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import attrgetter
from threading import Lock

from qwixx_pad.history.figures import figures_of
from qwixx_pad.history.players import PlayerStats, compare_players, sheets_by_player
from qwixx_pad.history.rows import RowStats, row_stats
from qwixx_pad.history.series import (
    Evening,
    PersonalRecords,
    Series,
    find_records,
    group_by_evening,
    series_until,
    split_by_evening,
)
from qwixx_pad.history.sheets import GameWithSheets, Sample, ScoredSheet, keys_to_match
from qwixx_pad.history.statistics import Statistics
from qwixx_pad.storage.journal import Storage
from qwixx_pad.storage.saved import Summaries, Summarise
from qwixx_pad.storage.summary import (
    GameQuery,
    GameState,
    Summary,
    group_test,
    name_key,
    replace_surrogates,
    sheet_group,
)

_CACHED_QUERIES = 8
"""Number of cached query results: paging, or returning to a screen, repeats a query."""
_ALL_LISTED = GameQuery()
"""All games that lists show: those with an entry that are not deleted."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player, and the number of games with others or alone."""

    name: str
    games: int


class Index:
    """An immutable snapshot of all games.

    In all methods `owner` is the name of the pad's owner, whose single sheets may be nameless.
    """

    def __init__(
        self,
        games: Mapping[str, GameWithSheets] | None = None,
        deleted: frozenset[str] = frozenset(),
    ) -> None:
        self._games = {} if games is None else games
        self.deleted = deleted
        self._cached_games = lru_cache(_CACHED_QUERIES)(self._matching_games)
        self._cached_evenings = lru_cache(_CACHED_QUERIES)(self._split_by_evening)

    def with_summaries(self, summaries: Summaries) -> "Index":
        """The index of these summaries; what is known of unchanged ones is used again."""
        games = {}
        for game_id, summary in summaries.games.items():
            known = self._games.get(game_id)
            if known is None or known.summary is not summary:
                known = GameWithSheets.from_summary(summary)
            games[game_id] = known
        return Index(games, summaries.deleted)

    @cached_property
    def _latest_first(self) -> list[GameWithSheets]:
        recency = attrgetter(
            "summary.touched",
            "summary.state.value",
            "summary.layout",
            "summary.game",
        )
        return sorted(self._games.values(), key=recency, reverse=True)

    def _matching_games(self, query: GameQuery, owner: str) -> list[GameWithSheets]:
        """The matching games, the latest first."""
        games: Iterable[GameWithSheets] = self._latest_first
        if query.deleted:
            games = (game for game in games if game.summary.game in self.deleted)
        elif self.deleted:
            games = (game for game in games if game.summary.game not in self.deleted)
        for has_match in _filters(query, owner):
            games = filter(has_match, games)
        return [*games]

    def _matching_sheets(self, query: GameQuery, owner: str) -> list[ScoredSheet]:
        """The sheets of the matching games, the earliest first."""
        return [
            sheet for game in reversed(self._cached_games(query, owner)) for sheet in game.sheets
        ]

    def page(
        self, query: GameQuery, offset: int, limit: int, owner: str = ""
    ) -> tuple[Summary, ...]:
        """At most `limit` of the matching games, the latest first, after `offset` others."""
        first = max(0, offset)
        return tuple(
            game.summary for game in self._cached_games(query, owner)[first : first + max(0, limit)]
        )

    def matching_summaries(self, query: GameQuery, owner: str = "") -> Iterator[Summary]:
        """All matching games, the latest first."""
        return (game.summary for game in self._cached_games(query, owner))

    def count_games(self, query: GameQuery, owner: str = "") -> int:
        return len(self._cached_games(query, owner))

    def evenings(self, query: GameQuery, owner: str = "", best_of: int = 0) -> tuple[Evening, ...]:
        """The evenings of the matching games, the latest first."""
        return self._cached_evenings(query, owner, best_of)

    def _split_by_evening(self, query: GameQuery, owner: str, best_of: int) -> tuple[Evening, ...]:
        games = self.matching_summaries(query, owner)
        return tuple(split_by_evening(games, self._games_by_evening, best_of))

    def find(self, game_id: str) -> Summary | None:
        """The game with an identifier, deleted or not."""
        known = self._games.get(game_id)
        return None if known is None else known.summary

    @cached_property
    def last_multiplayer_game(self) -> Summary | None:
        """The multiplayer game that began last, even without entries."""
        listed = (
            game.summary
            for game in self._games.values()
            if len(game.sheets) > 1 and game.summary.game not in self.deleted
        )
        return max(listed, key=attrgetter("started", "game"), default=None)

    def series_until_game(self, game_id: str, best_of: int = 0) -> Series | None:
        """The series of a game as it was at its end; None if it is in none."""
        return series_until(game_id, self._games_by_evening.get(game_id, ()), best_of)

    def records_in(self, game_id: str, owner: str) -> PersonalRecords:
        """The records that the pad's owner set in a game; most games have none."""
        known = self._games.get(game_id)
        keys = keys_to_match(owner, owner)
        owned = [sheet for sheet in known.sheets if sheet.player_key in keys] if known else []
        if len(owned) != 1 or owned[0].game.state is not GameState.OVER:
            return PersonalRecords()
        finished = self._matching_sheets(GameQuery(state=GameState.OVER, players=(owner,)), owner)
        return find_records(owned[0], (sheet for sheet in finished if sheet.player_key in keys))

    def usual_row_stats(self, game_id: str, seat: int, owner: str) -> tuple[RowStats, ...]:
        """Mean rows of the other sheets that the player of a seat finished on the same print.

        Empty for a nameless player at a table.
        """
        known = self._games.get(game_id)
        own = known.sheets[seat - 1] if known and known.sheets else None
        if own is None or own.player_key is None:
            return ()
        keys = keys_to_match(own.score.name or owner, owner)
        group = sheet_group(own.score.sheet)
        return row_stats(
            sheet
            for sheet in self._matching_sheets(GameQuery(state=GameState.OVER), owner)
            if sheet.player_key in keys
            and sheet.game is not own.game
            and sheet_group(sheet.score.sheet) == group
        )

    @cached_property
    def _games_by_evening(self) -> Mapping[str, Sequence[Summary]]:
        return group_by_evening(
            game.summary for game in self._games.values() if game.summary.game not in self.deleted
        )

    @cached_property
    def games_by_digest(self) -> dict[str, str]:
        """A game for the hash of each game line, preferably the latest that is not deleted."""
        best_last = sorted(  # of equal games the last one is found
            (game.summary for game in self._games.values()),
            key=lambda summary: (summary.game not in self.deleted, summary.started, summary.game),
        )
        return {summary.digest: summary.game for summary in best_last}

    def players(self, owner: str = "") -> tuple[Player, ...]:
        """Everybody with a name, the most frequent first; as the name was written last."""
        known = sheets_by_player(self._matching_sheets(_ALL_LISTED, owner), owner)
        return tuple(Player(name, len(sheets)) for _, name, sheets in known)

    def played_layouts(self) -> tuple[str, ...]:
        """The printed sheets of all games; those from a seed once, as `NAME:`."""
        layouts = (game.summary.layout for game in self._cached_games(_ALL_LISTED, ""))
        return tuple(sorted({sheet_group(name) for text in layouts for name in text.split(",")}))

    def played_seats(self) -> tuple[int, ...]:
        """The numbers of players in all games, in order."""
        games = self._cached_games(_ALL_LISTED, "")
        return tuple(sorted({len(game.sheets) for game in games} - {0}))

    def player_statistics(self, query: GameQuery, owner: str = "") -> Statistics:
        """The figures of a player's sheets, or of all sheets of games.

        If the query has one player, only that player's sheets count. With several players, all
        sheets of the games count in which they played together.
        """
        sample = Sample(self._matching_sheets(query, owner), query, owner)
        # `count` is in the metadata of each field of `Statistics`.
        return Statistics(
            **{name: figure["count"](sample) for name, figure in figures_of(Statistics)}
        )

    def player_stats(self, query: GameQuery, owner: str = "") -> tuple[PlayerStats, ...]:
        """The players of a group, or everybody, each with a few figures."""
        return compare_players(self._matching_sheets(query, owner), query, owner)


def _filters(query: GameQuery, owner: str) -> Iterator[Callable[[GameWithSheets], bool]]:
    if query.state is None:
        yield lambda game: game.summary.state is not GameState.UNTOUCHED
    else:
        yield lambda game: game.summary.state is query.state
    if query.layout:
        has_group = group_test(query.layout)
        yield lambda game: has_group(game.summary.layout)
    if query.seats:
        yield lambda game: len(game.sheets) == query.seats
    if since := query.since:
        yield lambda game: game.summary.touched >= since
    if query.search:
        letters = name_key(replace_surrogates(query.search))
        yield (
            lambda game: (
                any(sheet.player_key and letters in sheet.player_key for sheet in game.sheets)
                or game.summary.game in query.remark_matches
            )
        )
    if query.players:
        players = [keys_to_match(name, owner) for name in query.players]
        yield lambda game: all(
            any(sheet.player_key in keys for sheet in game.sheets) for keys in players
        )


class LiveIndex:
    """The index over all games of a storage.

    Args:
        storage: Where the games are.
        summarise: Makes the summary of a game by the rules.
    """

    def __init__(self, storage: Storage, summarise: Summarise) -> None:
        self._storage = storage
        self._summarise = summarise
        self._index = Index()
        self._version: object = None
        self._lock = Lock()

    def read_index(self) -> Index:
        """All games as they are now, whichever process wrote them.

        Raises:
            StorageError: The disk does not answer.
        """
        with self._lock:
            summaries = self._storage.read_summaries(self._summarise, self._version)
            if summaries is not None:
                self._index = self._index.with_summaries(summaries)
                self._version = summaries.version
            return self._index
