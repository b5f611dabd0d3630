"""What shall stand instead of a step, and why that is not possible, in words. Pure."""

from dataclasses import dataclass

from qwixx_pad.core.correct import Correction, instead, rewrite, without
from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import Close, Cross, EndRoll, Entry
from qwixx_pad.core.refusal import Refusal
from qwixx_pad.core.story import Step
from qwixx_pad.ui.review_look import Reviewed, what
from qwixx_pad.ui.words import Words


@dataclass(frozen=True, slots=True)
class Mending:
    """A change to one step.

    Attributes:
        correction: The entries for it, or the refusal.
        place: Which of the standing entries (from 0) it is about.
        more: How many entries stand more than before: -1, 0 or 1.
        entry: What is new; None where something is only taken out.
    """

    correction: Correction
    place: int
    more: int
    entry: Entry | None = None


def came_by_itself(game: Game, step: Step) -> bool:
    """Whether a step was not entered: the end of the roll gave the misthrow (rule 8)."""
    return isinstance(game.standing[step.after - 1].move, EndRoll)


def put_instead(game: Game, step: Step, move: Cross | Close) -> Mending:
    """Another entry on the same sheet in the place of a step."""
    place = step.after - 1
    entry = Entry(move, None if game.setup.seats == 1 else step.seat)
    if came_by_itself(game, step):
        standing = game.standing
        wanted = (*standing[:place], entry, *standing[place:])
        return Mending(rewrite(game, wanted), place, 1, entry)
    return Mending(instead(game, place, entry), place, 0, entry)


def taken_out(game: Game, step: Step) -> Mending:
    """The game without a step that was entered."""
    place = step.after - 1
    return Mending(without(game, place), place, -1)


def why_refused(reviewed: Reviewed, mending: Mending, words: Words) -> str:
    """Why a change is not possible: of itself, or for what came after it."""
    refused = mending.correction.refused
    if refused is None:
        return ""
    game = reviewed.game
    if mending.entry is not None and refused.at == mending.place:
        sheet = game.timeline.positions[mending.place].sheets[(mending.entry.seat or 1) - 1]
        return words.refusal(refused.reason, mending.entry.move, sheet)
    later = game.standing[refused.at - mending.more]
    if later.seat is None and not reviewed.alone:
        return words.text("The game would have ended earlier then.")
    # Translators: {what} is an entry such as "red 9", "misthrow" or "the end of the roll".
    move = what(later.move, words)
    if reviewed.alone:
        said = words.text("{what} would not be possible then.", what=move)
        return said[:1].upper() + said[1:]
    name = reviewed.name(later.seat or 1, words)
    said = words.text("{name}: {what} would not be possible then.", name=name, what=move)
    over = refused.reason is Refusal.OVER
    ended = words.text("The game would have ended.")
    return f"{said} {ended}" if over else said
