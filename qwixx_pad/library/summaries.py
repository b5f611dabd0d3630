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
    GameState,
    RowScore,
    Score,
    Summary,
    name_key,
    replace_surrogates,
)

SUMMARY_VERSION = 2
"""Version of the summaries.

Raise it when a rule for totals is fixed, or a field added, moved or removed: then all are made
again."""


def game_line(saved: SavedGame) -> str:
    """Return the game line of a stored game."""
    return " ".join((saved.head.setup, *(entry.token for entry in saved.entries)))


def line_digest(saved: SavedGame) -> str:
    """Return the fingerprint of a game line: equal lines have equal ones."""
    return hashlib.sha256(game_line(saved).encode(errors="replace")).hexdigest()


def replay_saved(saved: SavedGame, layouts: Mapping[str, Layout]) -> Game | None:
    """Replay a saved log; return None if something in it is unknown here."""
    try:
        setup = read_setup(saved.head.setup, layouts)
    except HeadError:
        return None
    game, refused = replay(setup, (parse_token(entry.token) for entry in saved.entries))
    return None if refused else game


def summarise(saved: SavedGame, layouts: Mapping[str, Layout]) -> Summary:
    """Return the summary of a saved game."""
    game = replay_saved(saved, layouts)
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
    """Return when a game was played: entries after its end do not move it to their day.

    Nor does copying it from paper, once that is finished.
    """
    over = game is not None and game.position.is_over
    if not saved.entries or (over and game is not None and game.setup.paper):
        return saved.head.started
    return saved.entries[ended if over and ended is not None else -1].at


_LONGEST_BREAK = timedelta(minutes=20)
"""A longer time between two entries is a break, in which nobody played."""


def _played_seconds(saved: SavedGame, game: Game, ended: int | None) -> int | None:
    """Return how long a game was played until the entry (from 0) that first ended it.

    It counts from its first entry, between entries when they were first made: corrections and the
    entries that these copy are left out, and so are breaks and times that run backwards. None for
    a game from paper, one that goes on, a blank one, and one with fewer than two times.
    """
    if ended is None or not game.position.is_over or game.setup.paper or game.is_blank:
        return None
    times = [entry.at for entry in saved.entries]
    corrections = find_corrections(game, times)
    copied = {at for each in corrections for at in range(each.start, each.end)} - {ended}
    made = [at for number, at in enumerate(times[: ended + 1]) if number not in copied]
    gaps = [after - before for before, after in pairwise(made)]
    played = [gap for gap in gaps if timedelta() < gap <= _LONGEST_BREAK]
    return round(sum(played, timedelta()).total_seconds()) if len({*made}) > 1 else None


def game_state(game: Game | None) -> GameState:
    """Return the progress of a replayed game; None is one that this version cannot read."""
    if game is None:
        return GameState.UNREADABLE
    if game.is_blank:
        return GameState.UNTOUCHED
    return GameState.OVER if game.position.is_over else GameState.OPEN


def _first_end(game: Game) -> tuple[int | None, bool]:
    """Return the entry (from 0) with which a game first ended, and whether it was corrected since.

    Corrected means that the game differs now from its first end. None if it goes on.
    """
    if not any(isinstance(entry.move, Undo) for entry in game.log):
        positions = enumerate(game.timeline.positions)
        return next((at - 1 for at, position in positions if position.is_over), None), False
    then = Fold(Timeline.empty_log(game.setup.start_position()))
    ended = None
    for number, entry in enumerate(game.log):
        if isinstance(entry.move, Undo) and then.position.is_settled:
            return ended, then.timeline.applied != game.applied
        then.apply_entry(entry)
        ended = number if ended is None and then.position.is_over else ended
    return ended, False


def _seat_scores(game: Game, names: tuple[str, ...]) -> tuple[Score, ...]:
    position = game.position
    closed = position.out_of_play
    ranks_by_seat = ranks([sheet.total for sheet in position.sheets])
    padded = (*names, *("",) * len(ranks_by_seat))
    scores = (
        _seat_score(seat, name, place, sheet, closed)
        for seat, (name, place, sheet) in enumerate(
            zip(padded, ranks_by_seat, position.sheets, strict=False), 1
        )
    )
    return tuple(_with_comebacks(scores, game))


_EARLY_ROLLS = 10
"""Number of rolls after which the leader is recorded."""


def _with_comebacks(scores: Iterable[Score], game: Game) -> Iterator[Score]:
    """Yield the scores with deficit and early lead, where a game was played roll by roll."""
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
        extras=tuple((term.purpose.value, term.points) for term in line.extras),
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
    """Return the sheet from its score."""
    return Sheet(
        layout,
        crossed=tuple(row.crossed for row in score.rows),
        penalties=score.penalties,
        board_points=dict(score.extras).get(Purpose.BOARD.value, 0),
        crossed_twice=tuple(row.crossed_twice for row in score.rows),
    )


MAX_LOCATION_CHARS = 60
MAX_NOTE_CHARS = 400
"""Longest place and note, in characters; longer ones are cut."""
REMARK_PREFIX = "remark "
"""Prefix of the keys of all remarks."""


@dataclass(frozen=True, slots=True)
class Remark:
    """The remark about one game; each field may be empty."""

    location: str = ""
    note: str = ""

    @classmethod
    def from_values(cls, location: object, note: object) -> "Remark":
        """Return the remark from what somebody entered or a file has: one printable line each."""
        return cls(_clean_line(location, MAX_LOCATION_CHARS), _clean_line(note, MAX_NOTE_CHARS))

    @classmethod
    def from_text(cls, text: str) -> "Remark":
        """Parse a stored remark, which may be any text."""
        try:
            values = read_json(text)
        except ValueError:
            return cls()
        return cls.of_json(values) if isinstance(values, dict) else cls()

    @classmethod
    def of_json(cls, found: Mapping[str, object]) -> "Remark":
        """Return the remark in an object, a stored one or a game's of a file."""
        return cls.from_values(found.get("location"), found.get("note"))

    def __bool__(self) -> bool:
        return bool(self.location or self.note)

    @property
    def as_dict(self) -> dict[str, str]:
        """Its fields that are not empty, by their names."""
        both = {"location": self.location, "note": self.note}
        return {name: text for name, text in both.items() if text}

    @property
    def stored_text(self) -> str:
        """The remark in the form to store."""
        return json.dumps(self.as_dict)

    def has_letters(self, letters: str) -> bool:
        """Return whether it contains these letters, ignoring case."""
        return any(name_key(letters) in name_key(text) for text in self.as_dict.values())


NO_REMARK = Remark()
"""The remark of most games."""


def _clean_line(text: object, max_chars: int) -> str:
    return clean_text(replace_surrogates(text), max_chars) if isinstance(text, str) else ""


def remark_key(game: str) -> str:
    """Return the settings key of the remark about a game."""
    return f"{REMARK_PREFIX}{game}"


def read_remark(game: str, settings: Mapping[str, str]) -> Remark:
    """Return the remark about a game; an empty one if there is none.

    Args:
        game: Its identifier.
        settings: Settings; the remarks are among them.
    """
    return Remark.from_text(settings.get(remark_key(game), "{}"))


def games_with_remark(letters: str, settings: Mapping[str, str]) -> frozenset[str]:
    """Return the identifiers of the games whose remarks contain these letters."""
    games = (key.removeprefix(REMARK_PREFIX) for key in settings if key.startswith(REMARK_PREFIX))
    return frozenset(game for game in games if read_remark(game, settings).has_letters(letters))
