"""All kept games by their summaries: found, listed and counted, whatever they are kept in."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from threading import Lock

from qwixx_pad.history import statistics
from qwixx_pad.history.series import Records, Series, evenings, records_of, series_until
from qwixx_pad.history.statistics import (
    Known,
    Numbers,
    RowNumbers,
    ScoredSheet,
    Standing,
    keys_of,
)
from qwixx_pad.storage.journal import Storage
from qwixx_pad.storage.saved import Summaries, Summarise
from qwixx_pad.storage.summary import (
    GameQuery,
    State,
    Summary,
    among_sheets,
    sheet_group,
    who,
    whole,
)

_REMEMBERED = 8
"""Answers that are kept: whoever pages, or comes back to a screen, asks the same again."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who has played here, and how many games of several or alone."""

    name: str
    games: int


class Index:
    """What is known of all games at a moment. A value: whatever is asked twice is answered alike.

    Wherever `mine` is asked for, it is the name of the pad's owner, whose single sheets may be
    nameless.
    """

    def __init__(
        self, games: Mapping[str, Known] | None = None, deleted: frozenset[str] = frozenset()
    ) -> None:
        self._games = {} if games is None else games
        self.deleted = deleted
        self._of = lru_cache(_REMEMBERED)(self._chosen)

    def after(self, now: Summaries) -> "Index":
        """The index of what is known now; what was known before is not read again."""
        games = {
            game: known
            if (known := self._games.get(game)) and known.summary is summary
            else Known.of(summary)
            for game, summary in now.games.items()
        }
        return Index(games, now.deleted)

    @cached_property
    def _latest_first(self) -> list[Known]:
        return sorted(self._games.values(), key=_place, reverse=True)

    def _chosen(self, wanted: GameQuery, mine: str) -> list[Known]:
        """The games that are asked for, the latest first."""
        gone = self.deleted
        games: Iterable[Known] = self._latest_first
        if gone or wanted.deleted:
            games = (game for game in games if (game.summary.game in gone) == wanted.deleted)
        for test in (*_of_the_game(wanted), *_of_its_players(wanted, mine)):
            games = filter(test, games)
        return [*games]

    def _sheets(self, wanted: GameQuery, mine: str) -> list[ScoredSheet]:
        """Those of the games that are asked for, the earliest first."""
        return [sheet for game in reversed(self._of(wanted, mine)) for sheet in game.sheets]

    def page(
        self, wanted: GameQuery, offset: int, limit: int, mine: str = ""
    ) -> tuple[Summary, ...]:
        """Some of the games that are asked for, the latest first.

        Args:
            wanted: Which ones.
            offset: How many are left out.
            limit: How many at most.
            mine: Name of the pad's owner.
        """
        first = max(0, offset)
        return tuple(game.summary for game in self._of(wanted, mine)[first : first + max(0, limit)])

    def all(self, wanted: GameQuery, mine: str = "") -> Iterator[Summary]:
        """All games that are asked for, the latest first."""
        return (game.summary for game in self._of(wanted, mine))

    def count(self, wanted: GameQuery, mine: str = "") -> int:
        """How many games are asked for."""
        return len(self._of(wanted, mine))

    def find(self, game: str) -> Summary | None:
        """The summary of one game, deleted or not."""
        known = self._games.get(game)
        return None if known is None else known.summary

    @cached_property
    def last_together(self) -> Summary | None:
        """The game of several that began last, whether anything was entered in it or not."""
        games = (g.summary for g in self._games.values() if len(g.sheets) > 1)
        kept = (summary for summary in games if summary.game not in self.deleted)
        return max(kept, key=lambda summary: (summary.started, summary.game), default=None)

    def series(self, game: str, best_of: int = 0) -> Series | None:
        """The series that a game belongs to, as it stood at its end; None if it is in none."""
        return series_until(game, self._evenings.get(game, ()), best_of)

    def records(self, game: str, mine: str) -> Records:
        """What the pad's owner has never reached before, in one game; nothing in most."""
        known, keys = self._games.get(game), keys_of(mine, mine)
        own = [sheet for sheet in known.sheets if sheet.who in keys] if known else []
        if len(own) != 1 or own[0].game.state is not State.OVER:
            return Records()
        finished = self._sheets(GameQuery(state=State.OVER, players=(mine,)), mine)
        return records_of(own[0], (sheet for sheet in finished if sheet.who in keys))

    def usual(self, game: str, seat: int, mine: str) -> tuple[RowNumbers, ...]:
        """The rows of all other sheets of a kind that the player of a seat (from 1) has finished.

        Of a kind are those on which the same is printed. Empty for who has no name at a table.
        """
        known = self._games.get(game)
        own = known.sheets[seat - 1] if known and known.sheets else None
        if own is None or own.who is None:
            return ()
        keys, printed = keys_of(own.score.name or mine, mine), sheet_group(own.score.sheet)
        return statistics.row_numbers(
            sheet
            for sheet in self._sheets(GameQuery(state=State.OVER), mine)
            if sheet.who in keys
            and sheet.game is not own.game
            and sheet_group(sheet.score.sheet) == printed
        )

    @cached_property
    def _evenings(self) -> Mapping[str, Sequence[Summary]]:
        games = self._games.values()
        return evenings(g.summary for g in games if g.summary.game not in self.deleted)

    def same(self, digest: str) -> str | None:
        """A game with this fingerprint, if there is one: the latest that is not deleted, rather."""
        return self._by_digest.get(digest)

    @cached_property
    def _by_digest(self) -> dict[str, str]:
        games = (game.summary for game in self._games.values())
        rather_meant_last = sorted(
            games, key=lambda each: (each.game not in self.deleted, each.started, each.game)
        )
        return {summary.digest: summary.game for summary in rather_meant_last}

    def players(self, mine: str = "") -> tuple[Player, ...]:
        """Everybody with a name, who has played most first; as the name was written last."""
        known = statistics.people(self._sheets(GameQuery(), mine), mine)
        return tuple(Player(name, len(sheets)) for _, name, sheets in known)

    def layouts(self) -> tuple[str, ...]:
        """The printed sheets that were played on; those made from a seed once, as `NAME:`."""
        layouts = (game.summary.layout for game in self._of(GameQuery(), ""))
        return tuple(sorted({sheet_group(name) for text in layouts for name in text.split(",")}))

    def numbers(self, wanted: GameQuery, mine: str = "") -> Numbers:
        """The figures of one player, of a group that played together, or of everybody.

        Args:
            wanted: One player: that player's sheets; several: all sheets of their games; none:
                all sheets.
            mine: Name of the pad's owner.
        """
        return statistics.numbers(self._sheets(wanted, mine), wanted, mine)

    def standings(self, wanted: GameQuery, mine: str = "") -> tuple[Standing, ...]:
        """The players of a group, or everybody, each with a few figures."""
        return statistics.standings(self._sheets(wanted, mine), wanted, mine)


def _place(game: Known) -> tuple[object, ...]:
    summary = game.summary
    return (summary.touched, summary.state.value, summary.layout, summary.game)


def _of_the_game(wanted: GameQuery) -> Iterator[Callable[[Known], bool]]:
    state, since = wanted.state, wanted.since
    if state is None:
        yield lambda game: game.summary.state is not State.UNTOUCHED
    else:
        yield lambda game: game.summary.state is state
    if wanted.layout:
        sheet = among_sheets(wanted.layout)
        yield lambda game: sheet in f",{game.summary.layout},"
    if since is not None:
        yield lambda game: game.summary.touched >= since


def _of_its_players(wanted: GameQuery, mine: str) -> Iterator[Callable[[Known], bool]]:
    if wanted.search:
        search, remarked = who(whole(wanted.search)), wanted.remarked
        yield (
            lambda game: (
                any(sheet.who and search in sheet.who for sheet in game.sheets)
                or game.summary.game in remarked
            )
        )
    yield from (partial(_is_with, keys_of(name, mine)) for name in wanted.players)


def _is_with(keys: frozenset[str], game: Known) -> bool:
    return any(sheet.who in keys for sheet in game.sheets)


class Archive:
    """The index over all that a storage keeps.

    Args:
        storage: Where it is.
        summarise: Makes a summary of a game, as the rules have it.
    """

    def __init__(self, storage: Storage, summarise: Summarise) -> None:
        self._storage = storage
        self._summarise = summarise
        self._index = Index()
        self._mark: object = None
        self._lock = Lock()

    @property
    def index(self) -> Index:
        """All games as they are now, whoever has written them.

        Raises:
            StorageError: The disk does not answer.
        """
        with self._lock:
            now = self._storage.summaries(self._summarise, self._mark)
            if now is not None:
                self._index, self._mark = self._index.after(now), now.mark
            return self._index
