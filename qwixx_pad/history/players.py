"""Players beside each other: the members of a group, and one player against the others. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from qwixx_pad.history.sheets import (
    ScoredSheet,
    finished_sheets,
    group_by_print,
    keys_by_count,
    player_key,
)
from qwixx_pad.storage.summary import GameQuery, name_key, replace_surrogates, sheet_group


@dataclass(frozen=True, slots=True)
class Rival:
    """Two players in the games that they played together.

    Attributes:
        name: Of the other player.
        games: Together.
        ahead, behind: Games in which our total was the higher or the lower one; the rest are ties.
        difference: Mean of our total minus theirs.
    """

    name: str
    games: int
    ahead: int
    behind: int
    difference: float


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """One player of a group.

    Attributes:
        name: Of the player.
        games: Finished ones.
        wins: Games of several that this player has won, alone or shared.
        average: Of the totals; None where there is none that can be compared.
        best: Highest total; None likewise.
    """

    name: str
    games: int
    wins: int
    average: float | None
    best: int | None


def sheets_by_player(
    sheets: Iterable[ScoredSheet], owner: str
) -> list[tuple[str, str, list[ScoredSheet]]]:
    """Return the key, name and sheets of everybody with a name, the most frequent first.

    The owner's nameless sheets are among the owner's; while the owner has no name, they are
    nobody's.
    """
    owner_name = replace_surrogates(owner)
    known: defaultdict[str, list[ScoredSheet]] = defaultdict(list)
    for sheet in sheets:
        if key := name_key(owner_name) if sheet.player_key == "" else sheet.player_key:
            known[key].append(sheet)
    return [
        (key, known[key][-1].score.name or owner_name, known[key]) for key in keys_by_count(known)
    ]


def rival_stats(sheets: Iterable[ScoredSheet], query: GameQuery) -> Iterator[Rival]:
    """Yield the others at one player's tables, the most frequent first."""
    if len(query.players) != 1:
        return
    own_key = name_key(replace_surrogates(query.players[0]))
    gaps: defaultdict[str, list[int]] = defaultdict(list)
    names: dict[str, str] = {}
    for sheet in sheets:
        for other in sheet.game.scores:
            key = player_key(sheet.game, other)
            if other.seat != sheet.score.seat and key is not None and key != own_key:
                gaps[key].append(sheet.score.total - other.total)
                names[key] = other.name
    for key in keys_by_count(gaps):
        yield _rival_from_gaps(names[key], gaps[key])


def _rival_from_gaps(name: str, gaps: Sequence[int]) -> Rival:
    ahead, behind = sum(gap > 0 for gap in gaps), sum(gap < 0 for gap in gaps)
    return Rival(name, len(gaps), ahead, behind, sum(gaps) / len(gaps))


def compare_players(
    scored: Iterable[ScoredSheet], query: GameQuery, owner: str
) -> tuple[PlayerStats, ...]:
    """Return one entry a player, the most frequent first; of a group only its members."""
    members = {name_key(replace_surrogates(name)) for name in query.players}
    sheets = finished_sheets(scored, query, owner)
    printed = next((name for name, _ in group_by_print(sheets)), "")
    known = sheets_by_player(sheets, owner)
    each = ((name, own) for key, name, own in known if not members or key in members)
    return tuple(_stats_of_player(name, own, printed) for name, own in each)


def _stats_of_player(name: str, sheets: Sequence[ScoredSheet], printed: str) -> PlayerStats:
    """Return the figures of one player; the totals are those on one printed sheet."""
    own = (sheet for sheet in sheets if sheet_group(sheet.score.sheet) == printed)
    totals = [sheet.score.total for sheet in own]
    won = sum(sheet.has_won for sheet in sheets)
    average = sum(totals) / len(totals) if totals else None
    return PlayerStats(name, len(sheets), won, average, max(totals, default=None))
