"""What a kept game says in a list. Pure."""

from dataclasses import dataclass
from datetime import date

from qwixx_pad.archive.library import Kept
from qwixx_pad.layouts import installed
from qwixx_pad.storage.summary import Score, Summary
from qwixx_pad.ui.figures import signed
from qwixx_pad.ui.mini_look import MiniLook, mini_look
from qwixx_pad.ui.words import Words


@dataclass(frozen=True, slots=True)
class CardLook:
    """One game in a list.

    Attributes:
        sheet: The player's own, else the best; None for one that this version cannot show.
        seed: Whose pen has filled it.
        total: Of that sheet.
        names: Of everybody.
        round: Which round a table is in; empty for a single sheet.
        state: How it stands for that sheet, in a word or two.
        won: Whether that sheet has won a game of several.
        day: When it was played, and on which sheet unless that is the ordinary one.
        totals: Of all players, in the order of their names; empty for a single sheet.
        hidden: Whether points are not shown before the end.
    """

    sheet: MiniLook | None
    seed: str
    total: int
    names: str
    round: str
    state: str
    won: bool
    day: str
    totals: str = ""
    hidden: bool = False


def card_look(
    kept: Kept, mine: str, words: Words, today: date, *, hide_points: bool = False
) -> CardLook:
    """The look of a kept game for a player of this name.

    Args:
        kept: The game.
        mine: The name.
        words: The language.
        today: As it is here.
        hide_points: Whether points are shown only when a game is over.
    """
    summary = kept.summary
    day = words.day(summary.touched.astimezone(), today)
    if not kept.sheets:
        return CardLook(
            None, "", 0, words.text("Made by a newer Qwixx Pad"), "", "", won=False, day=day
        )
    score = _shown(summary, mine)
    several, hidden = len(summary.scores) > 1, hide_points and not kept.over
    number = (summary.roll - 1) // len(summary.scores) + 1
    return CardLook(
        sheet=mini_look(kept.sheets[score.seat - 1], kept.closed) if kept.painted else None,
        seed=f"{summary.game}{score.seat if several else ''}",
        total=0 if hidden else score.total,
        names=", ".join(names_of(summary, words)),
        round=words.text("Round {n}", n=number) if several else "",
        state=_state(kept, score, mine, words),
        won=several and kept.over and score.place == 1,
        day=_when_and_what(summary, day, words),
        totals=_totals(summary) if several and not hidden else "",
        hidden=hidden,
    )


def _totals(summary: Summary) -> str:
    return " · ".join(signed(score.total) for score in summary.scores)


def _when_and_what(summary: Summary, day: str, words: Words) -> str:
    """The day, the sheet unless it is the ordinary one, and whether the game was corrected."""
    facts = [day]
    if summary.layout != installed().default.name:
        facts.append(words.layout(summary.layout))
    if summary.corrected:
        facts.append(words.text("corrected"))
    return " • ".join(facts)


def names_of(summary: Summary, words: Words) -> tuple[str, ...]:
    """The players of a game; who has no name gets one."""
    alone = len(summary.scores) == 1
    return tuple(
        score.name or (words.text("You") if alone else words.text("Guest {n}", n=score.seat))
        for score in summary.scores
    )


def _shown(summary: Summary, mine: str) -> Score:
    """The player's own sheet, else the best one."""
    own = (score for score in summary.scores if score.name and score.name == mine)
    return next(own, None) or min(summary.scores, key=lambda score: score.place)


def _state(kept: Kept, score: Score, mine: str, words: Words) -> str:
    if not kept.over:
        return words.text("open")
    winners = [each for each in kept.summary.scores if each.place == 1]
    if len(winners) > 1 and score.place == 1 and len(kept.sheets) > 1:
        return words.text("shared win")
    if len(kept.sheets) > 1 and score.name and score.name != mine:
        return words.text("{name} won", name=words.short(score.name))
    return words.place(score.place) if len(kept.sheets) > 1 else words.text("points")
