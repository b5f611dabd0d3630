"""Texts of saved games in a list, the filter of that list, and import previews. Pure."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from qwixx_pad.history.series import Series
from qwixx_pad.i18n import isolated, listed, phrase, phrases
from qwixx_pad.layouts import installed
from qwixx_pad.library.exchange import LARGEST, ImportRefusal
from qwixx_pad.library.importing import Preview
from qwixx_pad.library.library import Kept
from qwixx_pad.storage.summary import GameQuery, Score, State, Summary, day_here, who
from qwixx_pad.ui.sheet.look import SheetLook, kept_look
from qwixx_pad.ui.statistics import Span
from qwixx_pad.ui.text import signed
from qwixx_pad.ui.text.translator import Words


@dataclass(frozen=True, slots=True)
class CardLook:
    """One game in a list.

    Attributes:
        sheet: The player's own, else the best; None for one that this version cannot show.
        seed: Whose pen has filled it.
        total: Of that sheet.
        names: Of everybody.
        whose: Its player's name, among several; else empty.
        round: The round of a table; empty for a single sheet.
        state: The result of that sheet, in a word or two.
        won: Whether that sheet has won a game of several.
        day: When it was played, and on which sheet unless that is the ordinary one.
        totals: Of all players, in the order of the names; empty for a single sheet.
        hidden: Whether points are not shown before the end.
    """

    sheet: SheetLook | None
    seed: str
    total: int
    names: str
    round: str
    state: str
    won: bool
    day: str
    totals: str = ""
    hidden: bool = False
    whose: str = ""


def card_look(  # noqa: PLR0913 - a game, for whom, and what belongs to it
    kept: Kept,
    mine: str,
    words: Words,
    today: date,
    *,
    series: Series | None = None,
    sought: str = "",
    hide_points: bool = False,
) -> CardLook:
    """Return the look of a saved game for its owner, within its series.

    Text that matches the search comes first, where it is never cut. With `hide_points`, points
    are shown only when a game is over.
    """
    summary = kept.summary
    day = words.day(day_here(summary.touched), today)
    if not kept.sheets:
        return CardLook(
            None, "", 0, words.text("Made by a newer Qwixx Pad"), "", "", won=False, day=day
        )
    score = _shown(summary, mine)
    several, hidden = len(summary.scores) > 1, hide_points and not kept.over
    people = sorted(
        zip(names_of(summary, words), summary.scores, strict=True),
        key=lambda person: _misses(person[0], sought),
    )
    totals = (score.total for _, score in people)
    number = (summary.roll - 1) // len(summary.scores) + 1
    return CardLook(
        sheet=kept_look(kept.sheets[score.seat - 1], kept.closed, words),
        seed=f"{summary.game}{score.seat if several else ''}",
        total=0 if hidden else score.total,
        names=listed(name for name, _ in people),
        round=words.text("Round {n}", n=number) if several and not summary.copied else "",
        state=_state(kept, score, mine, words),
        won=several and kept.over and score.place == 1,
        day=" • ".join(
            _with_remark(kept, [day, *_wins(series, sought, words), *_facts(kept, words)], sought)
        ),
        totals=" · ".join(map(signed, totals)) if several and not hidden else "",
        hidden=hidden,
        whose=names_of(summary, words)[score.seat - 1] if several else "",
    )


def _misses(name: str, sought: str) -> bool:
    """Return True if a name does not contain the search text."""
    return sought.strip().casefold() not in name.casefold()


def _wins(series: Series | None, sought: str, words: Words) -> list[str]:
    """Return wins and points so far, in the order of the names; from two games on."""
    if series is None or len(series.games) == 1:
        return []
    tallies = sorted(series.tallies, key=lambda tally: _misses(tally.name, sought))
    wins = ":".join(str(tally.wins) for tally in tallies)
    points = ":".join(signed(tally.points) for tally in tallies)
    return [words.text("series {wins} ({points})", wins=wins, points=points)]


def _facts(kept: Kept, words: Words) -> list[str]:
    """List an unusual sheet, a copy from paper, and a corrected result."""
    facts, summary = list[str](), kept.summary
    if summary.layout != installed().default.name:
        facts.append(words.layout(summary.layout))
    if summary.copied:
        facts.append(words.text("From paper"))
    if summary.corrected and kept.over:
        facts.append(words.text("corrected"))
    return facts


def _with_remark(kept: Kept, facts: list[str], sought: str) -> list[str]:
    """Join facts and remark; text that matches the search comes first, where it is never cut."""
    written = [*map(isolated, kept.remark.told.values())]
    found = [text for text in written if sought.strip() and not _misses(text, sought)]
    return [*found, *facts, *(text for text in written if text not in found)]


def names_of(summary: Summary, words: Words) -> tuple[str, ...]:
    """Return the names of a game's players; players without a name get one."""
    alone = len(summary.scores) == 1
    return tuple(
        score.name or (words.text("You") if alone else words.text("Guest {n}", n=score.seat))
        for score in summary.scores
    )


def _shown(summary: Summary, mine: str) -> Score:
    """Return the score of the player's own sheet, else the best one."""
    own = (score for score in summary.scores if score.name and who(score.name) == who(mine))
    return next(own, None) or min(summary.scores, key=lambda score: score.place)


def _state(kept: Kept, score: Score, mine: str, words: Words) -> str:
    if not kept.over:
        return words.text("open")
    winners = [each for each in kept.summary.scores if each.place == 1]
    if len(winners) > 1 and score.place == 1 and len(kept.sheets) > 1:
        return words.text("shared win")
    if len(kept.sheets) > 1 and score.name and who(score.name) != who(mine):
        return words.text("{name} won", name=words.short(score.name))
    alone = words.count("point", "points", score.total)
    return words.place(score.place) if len(kept.sheets) > 1 else alone


_REFUSED = {
    ImportRefusal.EMPTY: (phrase("This file is empty."), phrase("Nothing was changed.")),
    ImportRefusal.TOO_LARGE: (
        phrase("This file is too large."),
        phrase("Qwixx Pad reads up to {most} MB."),
    ),
    ImportRefusal.NOT_OURS: (
        phrase("This is no file of a Qwixx Pad."),
        phrase("A backup, exported games or game lines can be read. Nothing was changed."),
    ),
    ImportRefusal.TOO_NEW: (
        phrase("A newer Qwixx Pad has written this file."),
        phrase("Update Qwixx Pad first. Nothing was changed."),
    ),
    ImportRefusal.DAMAGED: (phrase("This file is damaged."), phrase("Nothing was changed.")),
    ImportRefusal.CANNOT_READ: (
        phrase("This file could not be read."),
        phrase("Nothing was changed."),
    ),
}


def what_comes(preview: Preview, words: Words) -> tuple[str, tuple[str, ...], bool]:
    """Return a heading, some lines, and True if there is anything to add."""
    intake = preview.intake
    counted = (
        (phrases("{n} new game", "{n} new games"), len(intake.new)),
        (phrases("{n} game goes on there", "{n} games go on there"), len(intake.longer)),
        (phrases("{n} deleted game comes back", "{n} deleted games come back"), len(intake.back)),
        (phrases("{n} sheet of your own", "{n} sheets of your own"), preview.offered),
        (phrases("{n} game gets a note", "{n} games get a note"), preview.remarks),
        (phrases("{n} setting", "{n} settings"), preview.settings),
        (phrases("{n} game is here already", "{n} games are here already"), preview.known),
        (
            phrases(
                "{n} game cannot be read and is left out",
                "{n} games cannot be read and are left out",
            ),
            preview.unreadable,
        ),
        (
            phrases(
                "{n} game has too many entries and is left out",
                "{n} games have too many entries and are left out",
            ),
            preview.too_long,
        ),
        (
            phrases(
                "{n} game is on a sheet that is not known here; it is kept as it is",
                "{n} games are on sheets that are not known here; they are kept as they are",
            ),
            preview.strange,
        ),
        (
            phrases(
                "{n} sheet is not the one that its name stands for; it is left out",
                "{n} sheets are not the ones that their names stand for; they are left out",
            ),
            preview.damaged,
        ),
        (
            phrases(
                "{n} sheet has the name of another one here; it is left out, with its games",
                "{n} sheets have the names of others here; they are left out, with their games",
            ),
            preview.clashing,
        ),
    )
    lines = tuple(words.count(*said, n) for said, n in counted if n)
    title = words.count("{n} game in this file", "{n} games in this file", preview.games)
    return title, lines or (words.text("There is nothing in it."),), bool(preview)


def what_came(preview: Preview, words: Words) -> str:
    """Describe the result of an import."""
    intake = preview.intake
    counted = (
        (phrases("{n} game added.", "{n} games added."), len(intake.new)),
        (phrases("{n} game went on.", "{n} games went on."), len(intake.longer)),
        (phrases("{n} game came back.", "{n} games came back."), len(intake.back)),
        (phrases("{n} sheet added.", "{n} sheets added."), preview.offered),
        (phrases("{n} note added.", "{n} notes added."), preview.remarks),
    )
    lines = [words.count(*said, n) for said, n in counted if n]
    return " ".join(lines) or words.text("The settings are taken over.")


def refused_words(reason: ImportRefusal, words: Words) -> tuple[str, str]:
    """Explain in two friendly sentences why a file is not imported."""
    title, detail = _REFUSED[reason]
    return words.text(title), words.text(detail, most=LARGEST // 1024 // 1024)


class Which(StrEnum):
    """The games that the list shows."""

    EVERY = "every"
    OPEN = "open"
    DELETED = "deleted"

    def text(self, words: Words) -> str:
        """Return the name of this scope."""
        return words.text(_WHICH[self])


_WHICH = {
    Which.EVERY: phrase("All games"),
    # Translators: games that are still open.
    Which.OPEN: phrase("Unfinished"),
    # Translators: games that were deleted.
    Which.DELETED: phrase("Deleted"),
}


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """The filter of the game list.

    Attributes:
        search: Letters of a player's name, of a place or of a note.
        layout: Name of a printed sheet; empty for all.
        span: How far back.
        shown: Finished or not, deleted or not.
    """

    search: str = ""
    layout: str = ""
    span: Span = Span.ALL
    shown: Which = Which.EVERY

    def wanted(self, now: datetime) -> GameQuery:
        """Convert the filter to a query of the storage."""
        return GameQuery(
            search=self.search.strip(),
            layout=self.layout,
            since=self.span.since(now),
            state=State.OPEN if self.shown is Which.OPEN else None,
            deleted=self.shown is Which.DELETED,
        )

    @property
    def narrowed(self) -> bool:
        """True if some games are left out."""
        return self != HistoryFilter(shown=self.shown)

    def found_nothing(self, words: Words) -> tuple[str, str]:
        """Return two friendly lines for an empty list."""
        if self.narrowed:
            return words.text("No game fits."), words.text("Try other letters or a longer time.")
        if self.shown is Which.OPEN:
            detail = words.text("Every game here has come to its end.")
            return words.text("No unfinished game."), detail
        if self.shown is Which.DELETED:
            detail = words.text("Deleted games wait here until you put them back.")
            return words.text("Nothing deleted."), detail
        detail = words.text("Get the six dice. Tap what you would cross.")
        return words.text("A fresh pad."), detail


CHUNK = 8
"""Rows that come and go together."""
EXTENT = 82.0
"""From one row to the next, in dp."""
_AHEAD = 1.0
"""Screens above and below that are kept built."""


@dataclass(frozen=True, slots=True)
class Window:
    """The chunks of a long list that are built: from `first` up to, not with, `end`.

    `extent` is from one row to the next, in dp.
    """

    first: int
    end: int
    extent: float = EXTENT

    def above(self, total: int) -> float:
        """Return the height of the chunks left out above, in dp."""
        return min(self.first * CHUNK, total) * self.extent

    def below(self, total: int) -> float:
        """Return the height of the chunks left out below, in dp."""
        return max(0, total - self.end * CHUNK) * self.extent


def window(pixels: float, height: float, total: int, extent: float = EXTENT) -> Window:
    """Return the window of a list of `total` rows, by scroll offset and visible height in dp."""
    chunk = CHUNK * extent
    chunks = -(-total // CHUNK)
    first = int(max(0.0, pixels - _AHEAD * height) // chunk)
    end = int((max(0.0, pixels) + (1 + _AHEAD) * height) // chunk) + 1
    last = max(0, chunks - 1)
    return Window(min(first, last), min(end, chunks), extent)
