"""The statistics, counted over summaries in memory."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from qwixx_pad.store.figures import RECENT, bins, in_kinds, mean_and_spread, quartiles
from qwixx_pad.store.journal.finding import keys_of, person
from qwixx_pad.store.statistics import Numbers, Rival, RowNumbers, Standing
from qwixx_pad.store.summary import RowScore, Score, State, Summary, Wanted
from qwixx_pad.store.texts import among_sheets, who, whole


@dataclass(frozen=True, slots=True)
class Sheet:
    """A finished sheet, and the game that it belongs to."""

    game: Summary
    score: Score

    @property
    def who(self) -> str | None:
        """Whom it counts for; empty: for the owner; None: for nobody."""
        return person(self.game, self.score)

    @property
    def contest(self) -> bool:
        """Whether there was somebody to win against."""
        return len(self.game.scores) > 1

    @property
    def won(self) -> bool:
        """Whether it has won, alone or with others."""
        return self.contest and self.score.place == 1

    @property
    def when(self) -> tuple[datetime, str, int]:
        """Its place among all sheets, the earliest first."""
        return (self.game.touched, self.game.game, self.score.seat)


def sheets_of(games: Iterable[Summary]) -> list[Sheet]:
    """All sheets of some games, the earliest first."""
    sheets = (Sheet(game, score) for game in games for score in game.scores)
    return sorted(sheets, key=lambda sheet: sheet.when)


def people(sheets: Iterable[Sheet], mine: str) -> list[tuple[str, str, list[Sheet]]]:
    """Everybody with a name: as what and under which name one is known, and one's sheets.

    Who has played most comes first. The owner's nameless sheets are among the owner's; while the
    owner has no name, they are nobody's.
    """
    own = whole(mine)
    known: defaultdict[str, list[Sheet]] = defaultdict(list)
    for sheet in sheets:
        if key := who(own) if sheet.who == "" else sheet.who:
            known[key].append(sheet)
    return [(key, known[key][-1].score.name or own, known[key]) for key in _most_first(known)]


def _most_first(lists: Mapping[str, Sequence[object]]) -> list[str]:
    return sorted(lists, key=lambda key: (-len(lists[key]), key))


def _finished(games: Iterable[Summary], wanted: Wanted, mine: str) -> list[Sheet]:
    """The finished sheets among some games; one player's, if one is asked for."""
    sheets = sheets_of(game for game in games if game.state is State.OVER)
    if wanted.layout:
        needle = among_sheets(wanted.layout)
        sheets = [sheet for sheet in sheets if f",{sheet.score.sheet},".startswith(needle)]
    if len(wanted.players) != 1:
        return sheets
    keys = keys_of(wanted.players[0], mine)
    return [sheet for sheet in sheets if sheet.who in keys]


def numbers(games: Iterable[Summary], wanted: Wanted, mine: str) -> Numbers:
    """All figures of the sheets that are asked for."""
    sheets = _finished(games, wanted, mine)
    totals = sorted(Counter(sheet.score.total for sheet in sheets).items())
    count = len(sheets)
    best = max((sheet.score.total for sheet in sheets), default=0)
    penalties = Counter(sheet.score.penalties for sheet in sheets)
    average, spread = mean_and_spread(totals, count)
    recent = tuple((sheet.game.touched, sheet.score.total) for sheet in sheets[-RECENT:])
    return Numbers(
        sheets=count,
        contests=sum(sheet.contest for sheet in sheets),
        wins=sum(sheet.won for sheet in sheets),
        best=best,
        best_at=next((s.game.touched for s in sheets if s.score.total == best), None),
        average=average,
        spread=spread,
        quartiles=quartiles(totals, count),
        bins=tuple(bins(totals)),
        latest=recent[-1][1] if recent else None,
        penalties=sum(sheet.score.penalties for sheet in sheets) / max(count, 1),
        penalty_counts=tuple(penalties[n] for n in range(max(penalties, default=-1) + 1)),
        rows=_row_numbers(sheets),
        rivals=tuple(_rivals(sheets, wanted)),
        recent=recent,
    )


_Kind = tuple[int, int, str]
"""What must stand before the lock of a row, what it can count, and its letter."""


def _row_numbers(sheets: Iterable[Sheet]) -> tuple[RowNumbers, ...]:
    """One line a row of a kind, in printed order; the kind of most sheets first."""
    places: dict[_Kind, int] = {}
    rows: defaultdict[_Kind, list[RowScore]] = defaultdict(list)
    for place, row in chain.from_iterable(enumerate(sheet.score.rows) for sheet in sheets):
        if row.most:
            kind = (row.needs, row.most, row.letter)
            places[kind] = min(place, places.get(kind, place))
            rows[kind].append(row)
    told = sorted(rows, key=lambda kind: (places[kind], kind[-1]))
    return in_kinds(_row(kind, rows[kind]) for kind in told)


def _row(kind: _Kind, rows: Sequence[RowScore]) -> RowNumbers:
    needs, most, letter = kind
    return RowNumbers(
        letter=letter,
        needs=needs,
        most=most,
        sheets=len(rows),
        points=sum(row.points for row in rows) / len(rows),
        crosses=sum(row.crosses for row in rows) / len(rows),
        locked=sum(row.locked for row in rows),
        closed=sum(row.closed for row in rows),
    )


def _rivals(sheets: Iterable[Sheet], wanted: Wanted) -> Iterator[Rival]:
    """The others at one player's tables; whom one plays most with comes first."""
    if len(wanted.players) != 1:
        return
    own = who(whole(wanted.players[0]))
    gaps: defaultdict[str, list[int]] = defaultdict(list)
    names: dict[str, str] = {}
    for sheet in sheets:
        for other in sheet.game.scores:
            key = person(sheet.game, other)
            if other.seat != sheet.score.seat and key is not None and key != own:
                gaps[key].append(sheet.score.total - other.total)
                names[key] = other.name
    for key in _most_first(gaps):
        yield _rival(names[key], gaps[key])


def _rival(name: str, gaps: Sequence[int]) -> Rival:
    ahead, behind = sum(gap > 0 for gap in gaps), sum(gap < 0 for gap in gaps)
    return Rival(name, len(gaps), ahead, behind, sum(gaps) / len(gaps))


def standings(games: Iterable[Summary], wanted: Wanted, mine: str) -> tuple[Standing, ...]:
    """One line a player, the most frequent first; of a group only its members."""
    asked = {who(whole(name)) for name in wanted.players}
    known = people(_finished(games, wanted, mine), mine)
    return tuple(_standing(name, own) for key, name, own in known if not asked or key in asked)


def _standing(name: str, sheets: Sequence[Sheet]) -> Standing:
    totals = [sheet.score.total for sheet in sheets]
    won = sum(sheet.won for sheet in sheets)
    return Standing(name, len(totals), won, sum(totals) / len(totals), max(totals))
