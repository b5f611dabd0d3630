"""From a log to its summary: the one place where totals for lists and statistics are made."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from qwixx_pad.core.game import Game, replay
from qwixx_pad.core.layout import Layout
from qwixx_pad.core.moves import Undo, parse
from qwixx_pad.core.notation import HeadError, Story, read_setup
from qwixx_pad.core.safe_json import read_json
from qwixx_pad.core.scoring import Purpose, ranks
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.core.table import Table
from qwixx_pad.core.timeline import Fold, Timeline
from qwixx_pad.settings import clean_text
from qwixx_pad.storage import SavedGame
from qwixx_pad.storage.summary import RowScore, Score, State, Summary, who, whole

RECKONING = 1
"""The version of summaries. Raise it when a rule that totals follow is mended, or a field of a
summary is added, moved or removed: then all are made again."""


def line_of(saved: SavedGame) -> str:
    """The game line of a kept game."""
    return " ".join((saved.head.setup, *(entry.token for entry in saved.entries)))


def digest(saved: SavedGame) -> str:
    """A fingerprint of a game line: equal lines have equal ones."""
    return hashlib.sha256(line_of(saved).encode(errors="replace")).hexdigest()


def folded(saved: SavedGame, layouts: Mapping[str, Layout]) -> Game | None:
    """The game of a saved log; None if something in it is not known here."""
    try:
        setup = read_setup(saved.head.setup, layouts)
    except HeadError:
        return None
    game, refused = replay(setup, (parse(entry.token) for entry in saved.entries))
    return None if refused else game


def sheets_named(setup: str) -> str:
    """The names of the printed sheets in the head of a game line, with commas between them."""
    return setup.partition("/")[0].partition("+")[0]


def summarise(saved: SavedGame, layouts: Mapping[str, Layout]) -> Summary:
    """The summary of a saved game."""
    game = folded(saved, layouts)
    head = saved.head
    ended, corrected = _first_end(game) if game else (None, False)
    return Summary(
        game=head.id,
        setup=head.setup,
        layout=sheets_named(head.setup),
        state=_state(game),
        roll=game.position.roll if game else 1,
        started=head.started,
        touched=_touched(saved, game, ended),
        entries=len(saved.entries),
        corrected=corrected,
        digest=digest(saved),
        scores=_scores(game, head.names) if game else (),
    )


def _touched(saved: SavedGame, game: Game | None, ended: int | None) -> datetime:
    """When a game was played: what is entered after its end does not make it a game of that day.

    Nor does copying it from paper, once that is done.
    """
    over = game is not None and game.position.over
    if not saved.entries or (over and game is not None and game.setup.paper):
        return saved.head.started
    return saved.entries[ended if over and ended is not None else -1].at


def _state(game: Game | None) -> State:
    if game is None:
        return State.UNREADABLE
    if not game.log:
        return State.UNTOUCHED
    return State.OVER if game.position.over else State.OPEN


def _first_end(game: Game) -> tuple[int | None, bool]:
    """Find the entry (from 0) with which a game first ended, and whether it was corrected since.

    That is whether something else stands now than when it was first settled. None if it goes on.
    """
    if not any(isinstance(entry.move, Undo) for entry in game.log):
        positions = enumerate(game.timeline.positions)
        return next((at - 1 for at, then in positions if then.over), None), False
    then, ended = Fold(Timeline.of(game.setup.position())), None
    for number, entry in enumerate(game.log):
        if isinstance(entry.move, Undo) and then.position.settled:
            return ended, then.timeline.standing != game.standing
        then.play(entry)
        ended = number if ended is None and then.position.over else ended
    return ended, False


def _scores(game: Game, names: tuple[str, ...]) -> tuple[Score, ...]:
    position = game.position
    closed = position.out_of_play
    places = ranks([sheet.total for sheet in position.sheets])
    padded = (*names, *("",) * len(places))
    scores = (
        _score(seat, name, place, sheet, closed)
        for seat, (name, place, sheet) in enumerate(
            zip(padded, places, position.sheets, strict=False), 1
        )
    )
    return tuple(_with_course(scores, game))


_EARLY = 10
"""After so many rolls it is kept who led."""


def _with_course(scores: Iterable[Score], game: Game) -> Iterator[Score]:
    """The scores with what the ends of the rolls say of them, where a game was played so."""
    if not game.position.over or not isinstance(game.position, Table):
        yield from scores
        return
    curves = Story(game, ()).curves
    best = [max(totals) for totals in zip(*curves, strict=True)]
    early = [curve[_EARLY] for curve in curves if len(curve) > _EARLY + 1]
    alone = early.count(max(early, default=0)) == 1
    for score, curve in zip(scores, curves, strict=True):
        behind = max(most - own for most, own in zip(best, curve, strict=True))
        yield score._replace(behind=behind, led=alone and curve[_EARLY] == best[_EARLY])


def _score(seat: int, name: str, place: int, sheet: Sheet, closed: frozenset[str]) -> Score:
    line = sheet.sum_line
    return Score(
        seat=seat,
        name=name,
        place=place,
        total=line.total,
        penalties=sheet.penalties,
        minus=line.penalty,
        beside=tuple((term.purpose.value, term.points) for term in line.beside),
        rows=tuple(
            RowScore(
                letter=row.letter,
                marks=sheet.marks[index],
                crosses=sheet.crosses(index),
                points=line.rows[index],
                locked=sheet.locked(index),
                closed=row.letter in closed and not sheet.locked(index),
                seconds=sheet.seconds[index],
                needs=row.needs if row.lock_mask else 0,
                most=row.most,
            )
            for index, row in enumerate(sheet.layout.rows)
        ),
        sheet=sheet.layout.name,
    )


def sheet_of(score: Score, layout: Layout) -> Sheet:
    """The sheet that a score was made from."""
    pawn = dict(score.beside).get(Purpose.BOARD.value, 0)
    return Sheet(
        layout,
        marks=tuple(row.marks for row in score.rows),
        penalties=score.penalties,
        extra=pawn,
        seconds=tuple(row.seconds for row in score.rows),
    )


PLACE_LENGTH, NOTE_LENGTH = 60, 400
"""Longest place and note, in characters; longer ones are cut."""
REMARKS = "remark "
"""How the keys of all remarks begin."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What was written about one game; each is empty where nothing was."""

    place: str = ""
    note: str = ""

    @classmethod
    def of(cls, place: object, note: object) -> "Remark":
        """What somebody or some file says, as it is kept: one printable line each, if a text."""
        return cls(_clean(place, PLACE_LENGTH), _clean(note, NOTE_LENGTH))

    @classmethod
    def read(cls, text: str) -> "Remark":
        """The remark that was kept as this text, which may be anything."""
        try:
            told = read_json(text)
        except ValueError:
            return cls()
        return cls.of_json(told) if isinstance(told, dict) else cls()

    @classmethod
    def of_json(cls, found: Mapping[str, object]) -> "Remark":
        """Return the remark in an object, a kept one or a game's of a file."""
        return cls.of(found.get("location"), found.get("note"))

    def __bool__(self) -> bool:
        return bool(self.place or self.note)

    @property
    def told(self) -> dict[str, str]:
        """What there is of it, by its name."""
        both = {"location": self.place, "note": self.note}
        return {name: text for name, text in both.items() if text}

    @property
    def text(self) -> str:
        """As it is kept."""
        return json.dumps(self.told)

    def has(self, letters: str) -> bool:
        """Whether these letters stand in it; case does not matter."""
        return any(who(letters) in who(text) for text in self.told.values())


NO_REMARK = Remark()
"""What stands beside most games."""


def _clean(text: object, most: int) -> str:
    return clean_text(whole(text), most) if isinstance(text, str) else ""


def remark_key(game: str) -> str:
    """Under which key the remark about a game is kept."""
    return f"{REMARKS}{game}"


def remark_of(game: str, kept: Mapping[str, str]) -> Remark:
    """What was written about a game; an empty remark where nothing was.

    Args:
        game: Its identifier.
        kept: Settings; the remarks are among them.
    """
    return Remark.read(kept.get(remark_key(game), "{}"))


def with_letters(letters: str, kept: Mapping[str, str]) -> frozenset[str]:
    """The identifiers of the games in whose remarks these letters stand."""
    games = (key.removeprefix(REMARKS) for key in kept if key.startswith(REMARKS))
    return frozenset(game for game in games if remark_of(game, kept).has(letters))
