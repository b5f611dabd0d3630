"""Players against each other: rivals, comebacks and early leads, the members of a group. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from operator import itemgetter

from qwixx_pad.history.figures import Fact, Figure, Language, short_fact
from qwixx_pad.history.sheets import (
    NAMELESS_ALONE,
    Sample,
    ScoredSheet,
    keys_by_count,
    player_key,
)
from qwixx_pad.i18n import ngettext_noop
from qwixx_pad.storage.summary import GameQuery, name_key, replace_surrogates, sheet_group

COMEBACK_POINTS = 10
"""Deficit, in points, from which a win counts as a comeback."""
# Translators: so far behind was a winner, in one of so many games; {day} is that of this game.
_MOST_BEHIND = ngettext_noop("the most in {n} win, {day}", "the most in {n} wins, {day}")


@dataclass(frozen=True, slots=True)
class Rival:
    """Another player, in the games that one player played with this one.

    Attributes:
        name: That of the rival.
        games: Number of games together.
        ahead, behind: Numbers of games in which the player's total was higher or lower than the
            rival's; the rest are ties.
        difference: Mean of the player's total minus the rival's.
    """

    name: str = field(metadata=Figure(key="name"))
    games: int = field(metadata=Figure(key="games"))
    ahead: int = field(metadata=Figure(key="ahead"))
    behind: int = field(metadata=Figure(key="behind"))
    difference: float = field(metadata=Figure(key="difference"))


@dataclass(frozen=True, slots=True)
class ComebackStats:
    """Comebacks and early leads in multiplayer games, by the points at the ends of their rolls.

    Single sheets and those copied from paper do not count. A win is the highest total alone.

    Attributes:
        wins: Number of games that the player has won; for several players, of games with one
            winner.
        comebacks: Number of wins in which the winner was `COMEBACK_POINTS` points or more behind
            the best other sheet at the end of a roll.
        largest_comeback: The largest such deficit of a winner; 0 if all always led.
        largest_comeback_at: Time of that win, the first if there are several; None if there is no
            deficit.
        early_leads: Number of games that went on after the player alone had the most points after
            ten rolls; for several players, after one of them had.
        early_leads_won: Number of these games that the leader has won.
    """

    wins: int = field(default=0, metadata=Figure(key="wins"))
    comebacks: int = field(default=0, metadata=Figure(key="from_behind"))
    largest_comeback: int = field(default=0, metadata=Figure(key="largest"))
    largest_comeback_at: datetime | None = field(default=None, metadata=Figure(key="largest_at"))
    early_leads: int = field(default=0, metadata=Figure(key="leads"))
    early_leads_won: int = field(default=0, metadata=Figure(key="leads_won"))


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """One player of a group.

    Attributes:
        name: The name as it was written last.
        games: Number of finished games.
        wins: Number of multiplayer games won, alone or with others.
        average: Mean total; None if there are no totals that can be compared.
        best: Highest total; None if there are no totals that can be compared.
    """

    name: str = field(metadata=Figure(key="name"))
    games: int = field(metadata=Figure(key="games"))
    wins: int = field(metadata=Figure(key="wins"))
    average: float | None = field(metadata=Figure(key="average"))
    best: int | None = field(metadata=Figure(key="best"))


def sheets_by_player(
    sheets: Iterable[ScoredSheet], owner: str
) -> list[tuple[str, str, list[ScoredSheet]]]:
    """Key, name and sheets of everybody with a name, the most frequent first.

    Nameless single sheets are the owner's; while the owner has no name, they are nobody's.
    """
    owner_name = replace_surrogates(owner)
    by_key: defaultdict[str, list[ScoredSheet]] = defaultdict(list)
    for sheet in sheets:
        key = name_key(owner_name) if sheet.player_key == NAMELESS_ALONE else sheet.player_key
        if key:
            by_key[key].append(sheet)
    return [
        (key, by_key[key][-1].score.name or owner_name, by_key[key])
        for key in keys_by_count(by_key)
    ]


def rival_stats(sample: Sample) -> Iterator[Rival]:
    """Yield the named others in one player's games, the most frequent first.

    Yield nothing unless the query has exactly one player.
    """
    if len(sample.query.players) != 1:
        return
    own_key = name_key(replace_surrogates(sample.query.players[0]))
    gaps: defaultdict[str, list[int]] = defaultdict(list)
    names: dict[str, str] = {}
    for sheet in sample.sheets:
        for other in sheet.game.scores:
            key = player_key(sheet.game, other)
            if other.seat != sheet.score.seat and key is not None and key != own_key:
                gaps[key].append(sheet.score.total - other.total)
                names[key] = other.name
    for key in keys_by_count(gaps):
        yield Rival(
            name=names[key],
            games=len(gaps[key]),
            ahead=sum(gap > 0 for gap in gaps[key]),
            behind=sum(gap < 0 for gap in gaps[key]),
            difference=sum(gaps[key]) / len(gaps[key]),
        )


def rival_facts(rivals: Iterable[Rival], tr: Language, _: date) -> Iterator[Fact]:
    """The screen's fact for each rival."""
    for rival in rivals:
        tied = rival.games - rival.ahead - rival.behind
        games = tr.ngettext("{n} game", "{n} games", rival.games)
        record = tr.gettext(
            "{ahead} ahead, {behind} behind", ahead=rival.ahead, behind=rival.behind
        )
        if tied:
            record = tr.gettext("{record}, {n} tied", record=record, n=tied)
        difference = tr.with_sign(rival.difference)
        spoken = tr.gettext(
            "{name}, {games}: {record}; {difference} points on average",
            name=rival.name,
            games=games,
            record=record,
            difference=difference,
        )
        yield Fact(rival.name, difference, record, spoken, games)


def comeback_stats(sheets: Sequence[ScoredSheet]) -> ComebackStats:
    leaders = [sheet for sheet in sheets if sheet.score.led_early]
    winners = [
        (sheet.score.largest_deficit, sheet.game.touched)
        for sheet in sheets
        if sheet.score.largest_deficit is not None and sheet.has_won_alone
    ]
    largest, at = max(winners, key=itemgetter(0), default=(0, None))
    return ComebackStats(
        wins=len(winners),
        comebacks=sum(behind >= COMEBACK_POINTS for behind, _ in winners),
        largest_comeback=largest,
        largest_comeback_at=at if largest else None,
        early_leads=len(leaders),
        early_leads_won=sum(leader.has_won_alone for leader in leaders),
    )


def comeback_facts(stats: ComebackStats, tr: Language, today: date) -> Iterator[Fact]:
    """The screen's facts: wins from behind, the largest of them, early leads."""
    if stats.wins:
        # Translators: it follows a part such as "3 of 12".
        of = tr.gettext("wins after trailing by {n} points or more", n=COMEBACK_POINTS)
        yield _part_fact(tr.gettext("Won from behind"), stats.comebacks, stats.wins, of, tr)
    if stats.largest_comeback_at is not None:
        points = tr.ngettext("{n} point", "{n} points", stats.largest_comeback)
        day = tr.short_date(stats.largest_comeback_at, today)
        most = tr.ngettext(*_MOST_BEHIND, stats.wins, day=day)
        yield short_fact(tr.gettext("Largest comeback"), points, most, tr)
    if stats.early_leads:
        # Translators: it follows a part such as "7 of 9": the leader has won 7 of these 9 games.
        of = tr.gettext("games won by the sole leader")
        name = tr.gettext("Lead after ten rolls")
        yield _part_fact(name, stats.early_leads_won, stats.early_leads, of, tr)


def _part_fact(name: str, part: int, whole: int, of: str, tr: Language) -> Fact:
    value = tr.gettext("{n} of {all}", n=part, all=whole)
    return Fact(name, value, of, tr.gettext("{name}: {part} {of}", name=name, part=value, of=of))


def compare_players(
    scored: Iterable[ScoredSheet], query: GameQuery, owner: str
) -> tuple[PlayerStats, ...]:
    """One entry a player, the most frequent first; of a group only its members."""
    members = {name_key(replace_surrogates(name)) for name in query.players}
    sample = Sample(scored, query, owner)
    printed = sample.by_print[0].group if sample.by_print else ""
    return tuple(
        _stats_of_player(name, own, printed)
        for key, name, own in sheets_by_player(sample.sheets, owner)
        if not members or key in members
    )


def _stats_of_player(name: str, sheets: Sequence[ScoredSheet], printed: str) -> PlayerStats:
    """The figures of one player; the totals are those on one printed sheet."""
    scores = (sheet.score for sheet in sheets)
    totals = [score.total for score in scores if sheet_group(score.sheet) == printed]
    return PlayerStats(
        name,
        games=len(sheets),
        wins=sum(sheet.has_won for sheet in sheets),
        average=sum(totals) / len(totals) if totals else None,
        best=max(totals, default=None),
    )
