"""What a step of a game that is looked back on is called, and what stands on its tile. Pure."""

from collections.abc import Iterator

from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import Mark
from qwixx_pad.core.line import Step
from qwixx_pad.core.moves import (
    CROSSINGS,
    Advance,
    Arrive,
    Board,
    Choose,
    Close,
    Cross,
    CrossField,
    Entry,
    Exchange,
    Finish,
    Move,
    Penalty,
    PlayAgain,
    SitOut,
)
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.i18n import phrase
from qwixx_pad.ui.speech import signed
from qwixx_pad.ui.speech.words import Words

_WORTH = (Mark.LOWEST, Mark.PLUS, Mark.WAIVE)
"""Pairs that bring something else than crosses."""
_NTH = (
    phrase("first cross"),
    phrase("second cross"),
    phrase("third cross"),
    phrase("fourth cross"),
    phrase("fifth cross"),
    phrase("sixth cross"),
    phrase("seventh cross"),
    phrase("eighth cross"),
    phrase("ninth cross"),
    phrase("tenth cross"),
    phrase("eleventh cross"),
    phrase("twelfth cross"),
)


_ICONS: dict[type[Move], str] = {
    Close: "LOCK_ROUNDED",
    Finish: "FLAG_ROUNDED",
    SitOut: "PAUSE_ROUNDED",
    PlayAgain: "PLAY_ARROW_ROUNDED",
    Exchange: "SWAP_HORIZ_ROUNDED",
    Advance: "CASINO_ROUNDED",
    CrossField: "LINK_ROUNDED",
    Choose: "CHECK_ROUNDED",
}
"""Of what has no number of its own."""
_BESIDE: dict[type[Move], str] = {
    SitOut: phrase("Sits out"),
    PlayAgain: phrase("Plays again"),
    Arrive: phrase("The pawn has arrived"),
    Finish: phrase("Finished by hand"),
}


def nth(number: int, words: Words) -> str:
    """Which cross of its row it is, from 1, in words."""
    return words.text(_NTH[number - 1]) if number <= len(_NTH) else f"{number}."


def what(move: Move, words: Words) -> str:
    """A move behind the name of who made it."""
    if isinstance(move, Board | Arrive):
        return words.text("move on the board")
    return words.what(move)


def letter_of(step: Step) -> str:
    """Letter of the row that a step has crossed something in by itself; empty if it has not."""
    return step.move.row if isinstance(step.move, (*CROSSINGS, Choose)) else ""


def title_of(step: Step, game: Game, words: Words) -> str:
    """What a step has done, with the crosses that it has forced and the rows that those locked."""
    before = game.timeline.positions[step.after - 1].sheets[step.seat - 1]
    said = words.with_forced(_own(step, before, words), before, step.forced)
    others = [letter for letter in step.locked if letter != letter_of(step)]
    locked = (words.of_row("{row} locked", letter) for letter in others)
    return ". ".join((said, *locked, *_won(step, game, before, words)))


def _won(step: Step, game: Game, before: Sheet, words: Words) -> Iterator[str]:
    """What the pairs bring that are complete with this step, beside crosses."""
    after = game.timeline.positions[step.after].sheets[step.seat - 1]
    for pair in before.layout.pairs:
        if pair.mark in _WORTH and after.amount(pair.mark) and not before.amount(pair.mark):
            effect = words.pair_effect(pair)
            yield effect[:1].upper() + effect[1:]


def _own(step: Step, before: Sheet, words: Words) -> str:
    """What was entered, what it brought about left out."""
    move = step.move
    if isinstance(move, Cross):
        return _cross(step, move, before, words)
    if isinstance(move, Close):
        return words.of_row("{row} closed by somebody", move.row)
    if isinstance(move, Penalty):
        return words.text("Misthrow {n}", n=before.penalties + 1)
    known = _BESIDE.get(type(move))
    return words.text(known) if known else words.done(Entry(move), before)


def _cross(step: Step, move: Cross, before: Sheet, words: Words) -> str:
    if move.row in step.locked:
        return words.of_row("{row} locked", move.row)
    place = before.place_of(move)
    if place is not None and before.is_crossed(place):
        return words.of_row("{row} {n} crossed twice", move.row, n=move.number)
    # Translators: such as "Red 9, fifth cross".
    said = phrase("{row} {n}, {nth}")
    return words.of_row(said, move.row, n=move.number, nth=nth(step.nth, words))


def tile_of(step: Step, game: Game) -> tuple[str, str, str]:
    """Text, icon and row letter of the tile of a step."""
    move, letter = step.move, letter_of(step)
    before = game.timeline.positions[step.after - 1].sheets[step.seat - 1]
    place = before.place_of(move) if isinstance(move, CROSSINGS) else None
    number = None if place is None else before.layout.cell(place).number
    if number is not None:
        return str(number), "", letter
    match move:
        case Close(row):
            letter = row
        case Board(points):
            return str(points), "", ""
        case Penalty():
            return signed(step.gain), "", ""
    return "", _ICONS.get(type(move), "TOUR_ROUNDED"), letter
