"""What a kept game says in a list. Pure."""

from dataclasses import dataclass

from qwixx_pad.core.scoring import ranks
from qwixx_pad.session import GameCard
from qwixx_pad.ui.words import Words


@dataclass(frozen=True, slots=True)
class CardLook:
    """One game in a list.

    Attributes:
        seat: Whose sheet is shown (from 1): the player's own, else the best.
        total: Of that sheet.
        names: Of everybody.
        round: Which round a table is in; empty for a single sheet.
        state: How it stands for that sheet, in a word or two.
        won: Whether that sheet has won a game of several.
    """

    seat: int
    total: int
    names: str
    round: str
    state: str
    won: bool


def card_look(card: GameCard, mine: str, words: Words) -> CardLook:
    """The look of a kept game for a player of this name."""
    position, names = card.game.position, card.head.names
    totals = [sheet.total for sheet in position.sheets]
    seat = names.index(mine) + 1 if mine in names else totals.index(max(totals)) + 1
    several = len(totals) > 1
    place = ranks(totals)[seat - 1]
    number = (position.roll - 1) // len(totals) + 1
    return CardLook(
        seat=seat,
        total=totals[seat - 1],
        names=", ".join(name or words.text("You") for name in names),
        round=words.text("Round {n}", n=number) if several else "",
        state=_state(place, over=position.over, several=several, words=words),
        won=several and position.over and place == 1,
    )


def _state(place: int, *, over: bool, several: bool, words: Words) -> str:
    if not over:
        return words.text("open")
    return words.place(place) if several else words.text("points")
