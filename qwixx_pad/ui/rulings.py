"""What is asked at every table, with one answer each. Pure.

Each case is named, so that a test can play what its answer claims.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from qwixx_pad.core.layout import Layout
from qwixx_pad.ui.words import Words


class Case(StrEnum):
    """A question that the rule sheets leave to be looked up."""

    BEFORE_THE_LAST = "before-the-last"
    LOCK_COUNTS = "lock-counts"
    SAME_ROW = "same-row"
    SAME_ROLL = "same-roll"
    NO_LOCK = "no-lock"
    DIE_LEAVES = "die-leaves"
    END = "end"
    SECOND_ACTION = "second-action"
    MISTHROW = "misthrow"
    PASS = "pass"  # noqa: S105 - no secret but a word of the game
    TWICE = "twice"
    BOTH_IN_ONE = "both-in-one"
    PAWN_BACK = "pawn-back"
    PAWN_NO_CROSS = "pawn-no-cross"
    LAST_ROUND = "last-round"


@dataclass(frozen=True, slots=True)
class Ruling:
    """One question and its answer."""

    case: Case
    question: str
    answer: str


def rulings(layout: Layout, words: Words) -> tuple[Ruling, ...]:
    """All that is asked about a printed sheet, in the order of a game."""
    found = [*_locks(layout, words), *_ends(layout, words), *_rolls(layout, words)]
    if layout.board is not None:
        found += _pawns(words)
    return tuple(found)


def _locks(layout: Layout, words: Words) -> Iterator[Ruling]:
    needs = min(row.needs for row in layout.rows)
    yield Ruling(
        Case.BEFORE_THE_LAST,
        # Translators: the number of crosses that a row needs before its last number.
        words.count(
            "Does the last number count towards the {n} cross?",
            "Does the last number count towards the {n} crosses?",
            needs,
        ),
        words.text("No, they have to stand before it."),
    )
    yield Ruling(
        Case.LOCK_COUNTS,
        words.text("Does the lock count as a cross?"),
        words.text("Yes. The last number and its lock are two crosses."),
    )
    yield Ruling(
        Case.SAME_ROW,
        words.text("Several of us lock the same row in one roll?"),
        words.text("Each of you crosses the lock, and it is one closed row."),
    )
    yield Ruling(
        Case.SAME_ROLL,
        words.text("Somebody locks a row. May I still cross there?"),
        words.text("In that roll yes, with the white dice. From the next roll on no."),
    )
    yield Ruling(
        Case.NO_LOCK,
        words.text("Somebody else closed a row. Do I cross the lock?"),
        words.text("No, the lock is for those who cross the last number."),
    )
    yield Ruling(
        Case.DIE_LEAVES,
        words.text("What happens to the die of a closed row?"),
        words.text("It leaves at once. Not even this roll’s roller may use it any more."),
    )


def _ends(layout: Layout, words: Words) -> Iterator[Ruling]:
    yield Ruling(
        Case.END,
        words.text("When exactly is the game over?"),
        words.count(
            "With misthrow number {last} at once. With {n} closed row after the white dice of "
            "that roll: everybody may still cross their sum.",
            "With misthrow number {last} at once. With {n} closed rows after the white dice of "
            "that roll: everybody may still cross their sum.",
            layout.rows_to_end,
            last=layout.penalties,
        ),
    )
    yield Ruling(
        Case.SECOND_ACTION,
        words.text("The white dice end the game. Does the roller still use a coloured die?"),
        words.text("No, and it is no misthrow. With the house rule to finish the turn: yes."),
    )


def _rolls(layout: Layout, words: Words) -> Iterator[Ruling]:
    yield Ruling(
        Case.MISTHROW,
        words.text("Who takes a misthrow?"),
        words.text("Only the roller, and only in a roll without any cross of their own."),
    )
    yield Ruling(
        Case.PASS,
        words.text("Do I have to cross if I can?"),
        words.text("No. Passing costs nothing, except for the roller who crosses nothing at all."),
    )
    if layout.actions > 1:
        yield Ruling(
            Case.TWICE,
            words.text("May I cross the white sum in two rows?"),
            words.text(
                "No, in one. The roller may cross the same number again with a coloured die."
            ),
        )
        yield Ruling(
            Case.BOTH_IN_ONE,
            words.text("May all crosses of the roller be in one row?"),
            words.text("Yes, the white sum first, and the other one further right."),
        )


def _pawns(words: Words) -> Iterator[Ruling]:
    yield Ruling(
        Case.PAWN_BACK,
        # Translators: the pawn is the playing piece on the board.
        words.text("May the pawn go back?"),
        words.text("Never, and only the roller moves."),
    )
    yield Ruling(
        Case.PAWN_NO_CROSS,
        words.text("I only moved my pawn. Is that a misthrow?"),
        words.text("Yes, unless its number gave you a cross in this roll."),
    )
    yield Ruling(
        Case.LAST_ROUND,
        words.text("When is the last round over?"),
        words.text(
            "The roll in which a pawn arrives is played on; then each of the others rolls once."
        ),
    )
