"""All statistics over summaries, and the table of their figures. Pure.

A figure is a field of `Statistics`. Its row, the metadata of the field, says how it is counted, and
how JSON, the spreadsheet, the command and the screen write it. Only charts and tiles, which the
screen draws from the values, are elsewhere.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from operator import itemgetter

from qwixx_pad.core.scoring import Purpose
from qwixx_pad.history.figures import (
    Fact,
    FactCard,
    Figure,
    Language,
    counted,
    figures_of,
    one_column,
    utc_time,
)
from qwixx_pad.history.lengths import LengthStats, game_minutes, length_facts, length_stats
from qwixx_pad.history.measures import histogram_bins, mean_and_spread, quartiles
from qwixx_pad.history.players import (
    COMEBACK_POINTS,
    ComebackStats,
    Rival,
    comeback_facts,
    comeback_stats,
    rival_facts,
    rival_stats,
)
from qwixx_pad.history.rows import RowStats, row_stats
from qwixx_pad.history.sheets import Sample
from qwixx_pad.i18n import N_, isolate_text

MAX_RECENT_GAMES = 50
"""Number of last games that are listed one by one."""
_ROW_NAMES = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}
_EXTRA_NAMES = {
    Purpose.STEPS: N_("The steps"),
    Purpose.TRACK: N_("The track"),
    # Translators: two numbers that bear the same symbol and bring points together.
    Purpose.PAIR: N_("The pair"),
    Purpose.BOARD: N_("The board"),
}
"""Names of the sources of points that are no row's."""


@dataclass(frozen=True, slots=True)
class SheetStats:
    """Figures of one printed sheet; all that are made from a seed are one together.

    Attributes:
        sheet: Its name, or the part before the seed.
        sheets: Number of finished sheets.
        average, best: Mean and highest of their totals.
    """

    sheet: str = field(metadata=Figure(key="sheet"))
    sheets: int = field(metadata=Figure(key="sheets"))
    average: float = field(metadata=Figure(key="average"))
    best: int = field(metadata=Figure(key="best"))


@dataclass(frozen=True, slots=True)
class ExtraStats:
    """Mean points of one source that is no row, over all sheets that have it."""

    purpose: str = field(metadata=Figure(key="purpose"))
    sheets: int = field(metadata=Figure(key="sheets"))
    points: float = field(metadata=Figure(key="points"))


def _sheet_stats(sample: Sample) -> Iterator[SheetStats]:
    for name, alike in sample.by_print:
        totals = [sheet.score.total for sheet in alike]
        yield SheetStats(name, len(totals), sum(totals) / len(totals), max(totals))


def _extra_stats(sample: Sample) -> Iterator[ExtraStats]:
    points: defaultdict[str, list[int]] = defaultdict(list)
    for sheet in sample.sheets:
        for purpose, brought in sheet.score.extras:
            points[purpose].append(brought)
    for purpose, each in points.items():
        yield ExtraStats(purpose, len(each), sum(each) / len(each))


def _extra_facts(extras: Iterable[ExtraStats], tr: Language, _: date) -> Iterator[Fact]:
    for each in extras:
        if not round(each.points, 1):
            continue
        name = tr.gettext(_EXTRA_NAMES[Purpose(each.purpose)])
        points = tr.one_decimal(each.points)
        spoken = tr.ngettext(
            "{what}: {points} points on average, on {n} sheet",
            "{what}: {points} points on average, on {n} sheets",
            each.sheets,
            what=name,
            points=points,
        )
        yield Fact(name, points, "", spoken)


@dataclass(frozen=True, slots=True)
class Statistics:
    """All figures over some finished sheets; without a sheet all but the counts are meaningless.

    Totals are compared on one printed sheet alone. If there are several, all figures of totals are
    those of the one that was finished most often.
    """

    sheets: int = field(
        default=0,
        metadata=Figure(
            key="sheets",
            count=lambda sample: len(sample.sheets),
            columns=one_column("sheets"),
            is_count=True,
            lines=lambda numbers: [
                (
                    f"{counted(numbers.sheets, 'sheet')}, {numbers.multiplayer_sheets} in games of "
                    f"several players, {numbers.wins} of them won"
                )
            ],
            place=-1,
        ),
    )
    multiplayer_sheets: int = field(
        default=0,
        metadata=Figure(
            key="multiplayer_sheets",
            count=lambda sample: sum(len(sheet.game.scores) > 1 for sheet in sample.sheets),
            columns=one_column("multiplayer_sheets"),
            is_count=True,
        ),
    )
    """Number of sheets from multiplayer games; only these can win."""
    wins: int = field(
        default=0,
        metadata=Figure(
            key="wins",
            count=lambda sample: sum(sheet.has_won for sheet in sample.sheets),
            columns=one_column("wins"),
            is_count=True,
        ),
    )
    """Number of games won, alone or with others."""
    best: int = field(
        default=0,
        metadata=Figure(
            key="best",
            count=lambda sample: max(sample.totals, default=0),
            columns=one_column("best"),
            lines=lambda numbers: [
                (
                    f"{numbers.totals_name}: best {numbers.best}, average {numbers.average:.1f}, "
                    f"standard deviation {numbers.spread:.1f}"
                )
            ],
            place=-1,
        ),
    )
    """The highest total."""
    best_at: datetime | None = field(
        default=None,
        metadata=Figure(
            key="best_at",
            count=lambda sample: next(
                (
                    sheet.game.touched
                    for sheet in sample.compared_sheets
                    if sheet.score.total == sample.totals[-1]
                ),
                None,
            ),
            columns=one_column("best_at"),
        ),
    )
    """Time of the first game with the highest total."""
    average: float = field(
        default=0.0,
        metadata=Figure(
            key="average",
            count=lambda sample: mean_and_spread(sample.totals)[0],
            columns=one_column("average"),
        ),
    )
    """Mean of the totals."""
    spread: float = field(
        default=0.0,
        metadata=Figure(
            key="spread",
            count=lambda sample: mean_and_spread(sample.totals)[1],
            columns=one_column("spread"),
        ),
    )
    """Standard deviation of the totals, as of a whole population."""
    quartiles: tuple[float, float, float] = field(
        default=(0.0, 0.0, 0.0),
        metadata=Figure(
            key="quartiles",
            count=lambda sample: quartiles(sample.totals),
            columns={
                "quartile_1": itemgetter(0),
                "median": itemgetter(1),
                "quartile_3": itemgetter(2),
            },
            lines=lambda numbers: [
                "{}: a quarter below {:g}, half below {:g}, three quarters below {:g}".format(
                    numbers.totals_name, *numbers.quartiles
                )
            ],
            place=-1,
        ),
    )
    """The totals below which a quarter, half and three quarters of them are."""
    bins: tuple[tuple[int, int], ...] = field(
        default=(),
        metadata=Figure(
            key="histogram",
            count=lambda sample: histogram_bins(sample.totals),
            texts={"bins": lambda bins: " ".join(f"{count}x{start}" for start, count in bins)},
        ),
    )
    """Start of each bar and its count, from the lowest to the highest without a gap."""
    latest: int | None = field(
        default=None,
        metadata=Figure(
            key="latest",
            count=lambda sample: (
                sample.compared_sheets[-1].score.total if sample.compared_sheets else None
            ),
            columns=one_column("latest"),
        ),
    )
    """Total of the last game."""
    penalties: float = field(
        default=0.0,
        metadata=Figure(
            key="penalties",
            count=lambda sample: (
                sum(n * times for n, times in sample.sheets_by_penalties.items())
                / max(len(sample.sheets), 1)
            ),
            columns=one_column("penalties"),
            lines=lambda numbers: [f"penalties: {numbers.penalties:.2f} a sheet"],
        ),
    )
    """Mean number on a sheet."""
    penalty_counts: tuple[int, ...] = field(
        default=(),
        metadata=Figure(
            key="penalty_counts",
            count=lambda sample: tuple(
                sample.sheets_by_penalties[n]
                for n in range(max(sample.sheets_by_penalties, default=-1) + 1)
            ),
            columns={
                "sheets_with_0_penalties": lambda counts: sum(counts[:1]),
                "sheets_with_1_penalties": lambda counts: sum(counts[1:2]),
                "sheets_with_2_penalties": lambda counts: sum(counts[2:3]),
                "sheets_with_3_penalties": lambda counts: sum(counts[3:4]),
                "sheets_with_4_penalties": lambda counts: sum(counts[4:]),
            },
            is_count=True,
        ),
    )
    """Numbers of sheets with 0, 1, 2, … penalties."""
    rows: tuple[RowStats, ...] = field(
        default=(),
        metadata=Figure(
            key="rows",
            count=lambda sample: row_stats(sample.sheets),
            lines=lambda numbers: [
                f"{_ROW_NAMES.get(row.letter, row.letter)} row "
                f"(locks after {row.crosses_to_lock} crosses, counts at most {row.max_crosses}): "
                f"{row.points:.1f} points and {row.crosses:.1f} crosses a sheet; "
                f"locked on {counted(row.locked, 'sheet')}, closed by others on {row.closed}"
                for row in numbers.rows
            ],
        ),
    )
    """In printed order, but the rows of a kind together, the kind of most sheets first."""
    rivals: tuple[Rival, ...] = field(
        default=(),
        metadata=Figure(
            key="rivals",
            count=lambda sample: tuple(rival_stats(sample)),
            texts={
                "rivals": lambda rivals: " | ".join(
                    f"{isolate_text(rival.name)}: games {rival.games}, ahead {rival.ahead}, "
                    f"behind {rival.behind}, difference {rival.difference:.2f}"
                    for rival in rivals
                )
            },
            lines=lambda numbers: [
                f"against {rival.name}: {counted(rival.games, 'game')}, ahead in {rival.ahead}, "
                f"behind in {rival.behind}, on average {rival.difference:+.1f} points"
                for rival in numbers.rivals
            ],
            place=1,
            card=FactCard.RIVALS,
            facts=rival_facts,
        ),
    )
    """The most frequent first; empty for everybody together."""
    recent: tuple[tuple[datetime, int], ...] = field(
        default=(),
        metadata=Figure(
            key="recent",
            count=lambda sample: tuple(
                (sheet.game.touched, sheet.score.total)
                for sheet in sample.compared_sheets[-MAX_RECENT_GAMES:]
            ),
            texts={
                "recent": lambda recent: " | ".join(
                    f"{total} at {utc_time(at)}" for at, total in recent
                )
            },
        ),
    )
    """Time and total of the last games, oldest first."""
    by_sheet: tuple[SheetStats, ...] = field(
        default=(),
        metadata=Figure(
            key="by_sheet",
            count=lambda sample: tuple(_sheet_stats(sample)),
            texts={
                "by_sheet": lambda sheets: " | ".join(
                    f"{each.sheet}: sheets {each.sheets}, best {each.best}, "
                    f"average {each.average:.2f}"
                    for each in sheets
                )
            },
            lines=lambda numbers: [
                f"{each.sheet}: {counted(each.sheets, 'sheet')}, best {each.best}, "
                f"average {each.average:.1f}"
                for each in numbers.by_sheet
                if numbers.compared_sheet
            ],
            place=-1,
        ),
    )
    """Each printed sheet, the one finished most often first."""
    extras: tuple[ExtraStats, ...] = field(
        default=(),
        metadata=Figure(
            key="extras",
            count=lambda sample: tuple(_extra_stats(sample)),
            texts={
                "extras": lambda extras: " | ".join(
                    f"{each.purpose}: sheets {each.sheets}, points {each.points:.2f}"
                    for each in extras
                )
            },
            lines=lambda numbers: [
                f"points from the {each.purpose}: {each.points:.1f} a sheet, "
                f"on {counted(each.sheets, 'sheet')}"
                for each in numbers.extras
            ],
            card=FactCard.ROWS,
            facts=_extra_facts,
        ),
    )
    """Sources of points that are no row's, in the order in which sheets first have them."""
    comeback_stats: ComebackStats = field(
        default_factory=ComebackStats,
        metadata=Figure(
            key="comebacks",
            count=lambda sample: comeback_stats(sample.sheets),
            lines=lambda numbers: [
                f"wins from {COMEBACK_POINTS} or more points behind: "
                f"{stats.comebacks} of {stats.wins}, the largest from {stats.largest_comeback}; "
                f"leads after ten rolls that won: {stats.early_leads_won} of {stats.early_leads}"
                for stats in [numbers.comeback_stats]
                if stats.wins or stats.early_leads
            ],
            card=FactCard.COURSE,
            facts=comeback_facts,
        ),
    )
    length_stats: LengthStats = field(
        default_factory=LengthStats,
        metadata=Figure(
            key="lengths",
            count=lambda sample: length_stats(
                {sheet.game.game: sheet.game for sheet in sample.sheets}.values()
            ),
            lines=lambda numbers: [
                f"half of {counted(lengths.games, 'game')} took at most "
                f"{game_minutes(lengths.usual)} min; longest evening: "
                f"{game_minutes(lengths.longest_evening)} min, on {lengths.longest_evening_on}"
                for lengths in [numbers.length_stats]
                if lengths.games
            ],
            card=FactCard.LENGTHS,
            facts=length_facts,
        ),
    )
    seats: tuple[int, ...] = field(
        default=(),
        metadata=Figure(
            key="seats",
            count=lambda sample: tuple(
                sorted({len(sheet.game.scores) for sheet in sample.compared_sheets})
            ),
        ),
    )
    """Numbers of players in the games that the totals are from, in order."""

    @property
    def compared_sheet(self) -> str:
        """The printed sheet of the totals; empty if all sheets are printed alike."""
        return self.by_sheet[0].sheet if len(self.by_sheet) > 1 else ""

    @property
    def totals_name(self) -> str:
        """The subject of a line about totals in the printed statistics."""
        return f"totals on {self.compared_sheet}" if self.compared_sheet else "totals"

    @property
    def compared_count(self) -> int:
        """Number of sheets that the totals are from."""
        return self.by_sheet[0].sheets if self.compared_sheet else self.sheets

    @property
    def most_common_rows(self) -> tuple[RowStats, ...]:
        """The rows of the kind that most sheets have."""
        return tuple(row for row in self.rows if row.row_kind == self.rows[0].row_kind)

    @property
    def lines(self) -> list[str]:
        """The lines of the printed statistics; there must be a sheet."""
        printed = (figure for _, figure in figures_of(self) if "lines" in figure)
        ordered = sorted(printed, key=lambda figure: figure.get("place", 0))
        return [line for figure in ordered for line in figure["lines"](self)]
