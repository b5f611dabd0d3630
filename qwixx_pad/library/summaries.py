"""Summaries of logs: the one source of totals for lists and statistics; and remarks."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from qwixx_pad.core.corrections import find_corrections
from qwixx_pad.core.game import Game, replay
from qwixx_pad.core.layout import Layout
from qwixx_pad.core.moves import Undo, parse_token
from qwixx_pad.core.notation import HeadError, read_setup
from qwixx_pad.core.safe_json import read_json
from qwixx_pad.core.scoring import Purpose, ranks
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.core.story import Story
from qwixx_pad.core.table import Table
from qwixx_pad.core.timeline import Fold, Timeline
from qwixx_pad.games.played_game import sheet_names_in
from qwixx_pad.settings import clean_text
from qwixx_pad.storage import SavedGame
from qwixx_pad.storage.summary import (
    ExtraPoints,
    GameState,
    RowScore,
    Score,
    Summary,
    name_key,
    replace_surrogates,
)

SUMMARY_VERSION = 2
"""Version of the summaries.

Raise it when a rule for totals is fixed, or a field of a summary is added, moved or removed: then
every pad makes all summaries again."""


def game_line(saved: SavedGame) -> str:
    return " ".join((saved.head.setup, *(entry.token for entry in saved.entries)))


def line_digest(saved: SavedGame) -> str:
    """The hash of a game line, by which equal games are found."""
    return hashlib.sha256(game_line(saved).encode(errors="replace")).hexdigest()


def replay_saved(saved: SavedGame, layouts: Mapping[str, Layout]) -> Game | None:
    """Replay a saved log; None if this version does not know its sheet or refuses an entry."""
    try:
        setup = read_setup(saved.head.setup, layouts)
    except HeadError:
        return None
    game, refused = replay(setup, (parse_token(entry.token) for entry in saved.entries))
    return None if refused else game


def summarise(saved: SavedGame, layouts: Mapping[str, Layout]) -> Summary:
    return summarise_replayed(saved, replay_saved(saved, layouts))


def summarise_replayed(saved: SavedGame, game: Game | None) -> Summary:
    """Summarise a log that was replayed; None as `game` if that was impossible."""
    head = saved.head
    ended, corrected = _first_end(game) if game else (None, False)
    return Summary(
        game=head.id,
        setup=head.setup,
        layout=sheet_names_in(head.setup),
        state=game_state(game),
        roll=game.position.roll if game else 1,
        started=head.started,
        touched=_played_at(saved, game, ended),
        entries=len(saved.entries),
        corrected=corrected,
        digest=line_digest(saved),
        seconds=_played_seconds(saved, game, ended) if game else None,
        scores=_seat_scores(game, head.names) if game else (),
    )


def _played_at(saved: SavedGame, game: Game | None, ended: int | None) -> datetime:
    """The time of the last entry, except in a finished game.

    That has the time of the entry (from 0) that first ended it: corrections leave it on its day. If
    it was copied from paper, it has the time of its start.
    """
    over = game is not None and game.position.is_over
    if not saved.entries or (over and game is not None and game.setup.paper):
        return saved.head.started
    return saved.entries[ended if over and ended is not None else -1].at


_LONGEST_BREAK = timedelta(minutes=20)
"""A longer time between two entries is a break, in which nobody played."""


def _played_seconds(saved: SavedGame, game: Game, ended: int | None) -> int | None:
    """Seconds from the first entry to the entry (from 0) that first ended the game.

    Corrections, the entries that they copy, breaks and times that run backwards are left out. None
    for a game from paper, one that is not over, a blank one, and one whose entries have fewer than
    two different times.
    """
    if ended is None or not game.position.is_over or game.setup.paper or game.is_blank:
        return None
    times = [entry.at for entry in saved.entries]
    corrections = find_corrections(game, times)
    copied = {at for each in corrections for at in range(each.start, each.end)} - {ended}
    original = [at for number, at in enumerate(times[: ended + 1]) if number not in copied]
    if len({*original}) <= 1:
        return None
    gaps = [after - before for before, after in pairwise(original)]
    played = [gap for gap in gaps if timedelta() < gap <= _LONGEST_BREAK]
    return round(sum(played, timedelta()).total_seconds())


def game_state(game: Game | None) -> GameState:
    """The progress of a replayed game; a `game` of None is one that this version cannot read."""
    if game is None:
        return GameState.UNREADABLE
    if game.is_blank:
        return GameState.UNTOUCHED
    return GameState.OVER if game.position.is_over else GameState.OPEN


def _first_end(game: Game) -> tuple[int | None, bool]:
    """The entry (from 0) that first ended a game, and whether the game was corrected since.

    It was corrected if an undo came once it was settled and other entries apply now. The entry
    is None if the game has never ended.
    """
    if not any(isinstance(entry.move, Undo) for entry in game.log):
        positions = enumerate(game.timeline.positions)
        return next((at - 1 for at, position in positions if position.is_over), None), False
    fold = Fold(Timeline.empty_log(game.setup.start_position()))
    ended = None
    for number, entry in enumerate(game.log):
        if isinstance(entry.move, Undo) and fold.position.is_settled:
            return ended, fold.timeline.applied != game.applied
        fold.apply_entry(entry)
        if ended is None and fold.position.is_over:
            ended = number
    return ended, False


def _seat_scores(game: Game, names: tuple[str, ...]) -> tuple[Score, ...]:
    sheets = game.position.sheets
    ranks_by_seat = ranks([sheet.total for sheet in sheets])
    padded = (*names, *("",) * len(sheets))
    scores = (
        _seat_score(seat, name, rank, sheet, game.position.out_of_play)
        for seat, (name, rank, sheet) in enumerate(
            zip(padded, ranks_by_seat, sheets, strict=False), 1
        )
    )
    return tuple(_with_comebacks(scores, game))


_EARLY_ROLLS = 10
"""Number of rolls after which the leader is recorded."""


def _with_comebacks(scores: Iterable[Score], game: Game) -> Iterator[Score]:
    """Add the largest deficit and the early lead, if a game was played roll by roll."""
    if not game.position.is_over or not isinstance(game.position, Table):
        yield from scores
        return
    curves = Story(game, ()).total_curves
    best = [max(totals) for totals in zip(*curves, strict=True)]
    early = [curve[_EARLY_ROLLS] for curve in curves if len(curve) > _EARLY_ROLLS + 1]
    alone = early.count(max(early, default=0)) == 1
    for score, curve in zip(scores, curves, strict=True):
        yield score._replace(
            largest_deficit=max(most - own for most, own in zip(best, curve, strict=True)),
            led_early=alone and curve[_EARLY_ROLLS] == best[_EARLY_ROLLS],
        )


def _seat_score(seat: int, name: str, rank: int, sheet: Sheet, closed: frozenset[str]) -> Score:
    line = sheet.points_line
    return Score(
        seat=seat,
        name=name,
        rank=rank,
        total=line.total,
        penalties=sheet.penalties,
        penalty_points=line.penalty,
        extras=tuple(ExtraPoints(term.purpose.value, term.points) for term in line.extras),
        rows=tuple(
            RowScore(
                letter=row.letter,
                crossed=sheet.crossed[index],
                crosses=sheet.cross_count(index),
                points=line.rows[index],
                locked=sheet.is_locked(index),
                closed=row.letter in closed and not sheet.is_locked(index),
                crossed_twice=sheet.crossed_twice[index],
                crosses_to_lock=row.crosses_to_lock if row.lock_mask else 0,
                max_crosses=row.max_crosses,
            )
            for index, row in enumerate(sheet.layout.rows)
        ),
        sheet=sheet.layout.name,
    )


def sheet_from_score(score: Score, layout: Layout) -> Sheet:
    return Sheet(
        layout,
        crossed=tuple(row.crossed for row in score.rows),
        penalties=score.penalties,
        board_points=dict(score.extras).get(Purpose.BOARD.value, 0),
        crossed_twice=tuple(row.crossed_twice for row in score.rows),
    )


MAX_LOCATION_CHARS = 60
MAX_NOTE_CHARS = 400
"""Lengths of the longest place and note; longer ones are cut."""
REMARK_PREFIX = "remark "
"""Prefix of the keys of all remarks."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark about one game; each field may be empty."""

    location: str = ""
    note: str = ""

    @classmethod
    def from_values(cls, location: object, note: object) -> "Remark":
        """Make a remark of what somebody entered or a file has: one printable line each."""
        return cls(_clean_line(location, MAX_LOCATION_CHARS), _clean_line(note, MAX_NOTE_CHARS))

    @classmethod
    def from_text(cls, text: str) -> "Remark":
        """Parse a stored remark, which may be any text."""
        try:
            values = read_json(text)
        except ValueError:
            return cls()
        if not isinstance(values, dict):
            return cls()
        return cls.from_values(values.get("location"), values.get("note"))

    def __bool__(self) -> bool:
        return bool(self.location or self.note)

    @property
    def as_dict(self) -> dict[str, str]:
        """Its fields that are not empty, by their names."""
        fields = {"location": self.location, "note": self.note}
        return {name: text for name, text in fields.items() if text}

    @property
    def stored_text(self) -> str:
        return json.dumps(self.as_dict)


NO_REMARK = Remark()
"""The remark about a game without one."""


def _clean_line(text: object, max_chars: int) -> str:
    return clean_text(replace_surrogates(text), max_chars) if isinstance(text, str) else ""


def remark_key(game: str) -> str:
    return f"{REMARK_PREFIX}{game}"


def read_remark(game: str, settings: Mapping[str, str]) -> Remark:
    """The remark about a game, an empty one if there is none; `settings` contain the remarks."""
    return Remark.from_text(settings.get(remark_key(game), "{}"))


def without_remarks(settings: Mapping[str, str]) -> dict[str, str]:
    return {key: text for key, text in settings.items() if not key.startswith(REMARK_PREFIX)}


def games_with_remark(letters: str, settings: Mapping[str, str]) -> frozenset[str]:
    """Identifiers of the games with these letters in a field of their remark; case is ignored."""
    games = (key.removeprefix(REMARK_PREFIX) for key in settings if key.startswith(REMARK_PREFIX))
    return frozenset(
        game
        for game in games
        for text in read_remark(game, settings).as_dict.values()
        if name_key(letters) in name_key(text)
    )
