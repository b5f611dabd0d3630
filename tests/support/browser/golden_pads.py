"""The pads of the golden pictures: known games, so that the pen writes the same crosses again."""

from qwixx_pad.identity.devices import THIS_COMPUTER_ID
from qwixx_pad.multiplayer.seating import Chair, RollAnswers, Seating
from tests.support.browser.old_games import FOUR, NAMES, just_now, old_game
from tests.support.own_layouts import MIRROR, offered_sheet_texts
from tests.support.random_evenings import evenings

OPEN = "r2 r3 r5 r6 r8 y5 y6 y9 g12 g10 g9 g8 g6 b11 b9 b8 - b# g5"
WON = "r3 r4 r6 r7 r9 r11 r12 y2 y4 y5 y8 g12 g10 g9 b10 b8 b7 b5 b4 b3 b2"
OVER = "r2 r5 r6 r9 y3 y5 y6 y8 y9 y10 g11 g9 g8 b12 b11 b9 b8 b6 - - end"
"""The sheet of the design pictures, one with two own locks, and one that was finished by hand."""
TWO = (
    "1:r2 2:r2 / 2:y3 1:r3 / 1:r5 2:r4 / 2:r5 1:r6 / 1:r8 2:r7 / 2:y5 1:y5 / 1:y6 2:y6 / "
    "2:y8 1:y9 / 1:g12 2:b12 / 2:b11 1:g10 / 1:g9 2:b9 / 2:b7 1:g8 / 1:g6 2:b6 / 2:b4 / 1:g5 2:b2"
)
FIVE = "1:r2 2:r2 3:r3 / 2:y3 1:r3 3:y2 / 3:g12 5:b12 / 4:- / 5:g12 5:g11 1:y5"
LOCKED = FOUR.replace("1:g5", "1:y10 / 2:y9 / 3:g5 / 4:g6 / 1:r12")
BOARD = "1:r2 2:r2 3:r3 / 2:y3 1:r3 3:y2 / 3:g12 / 4:g12 4:@5 / 1:@7 1:r5 / 2:@! 2:b12"
PEOPLE = '[["Anna", 0], ["Ben", 1], ["Cleo", 2], ["Dan", 3], ["Eva", 4], ["Fynn", 0], ["Zoë", 1]]'
THREE = '[["Anna", 0], ["Ben", 1], ["Cleo", 2]]'
DAY = 24 * 60
ANNAS = 41
"""Her sheets, before the evening of the design pictures."""
DICE = "K7PQ"
LOCK = "M2HT"
LOBBY = "R9WX"
"""The codes of three tables."""
MINE = THIS_COMPUTER_ID
OTHER = "other"
"""Secrets of two devices: the pictures are of the first."""


def shared(code, *mine, others=OTHER, seats=4, **more):
    """What keeps a table at which this device plays some seats, and another device the rest."""
    holders = (MINE if seat in mine else others for seat in range(1, seats + 1))
    chairs = tuple(
        Chair(name, color, holder)
        for color, (name, holder) in enumerate(zip(NAMES, holders, strict=False))
    )
    seating = Seating(code, MINE, "classic", chairs, **more)
    return {f"table/{code}": seating.text}


def past():
    """The first games of some evenings, as far as Anna has played enough, and the design's."""
    left = ANNAS
    for game in evenings(400):
        left -= "Anna" in game.head.names
        yield game
        if not left:
            break
    yield old_game("round", "classic/4", f"{FOUR} end", day=30)


GAMES = {
    "first": [],
    "home": [
        ("open", "classic", OPEN, 90),
        ("won", "classic", WON, DAY),
        ("over", "classic", OVER, 2 * DAY),
    ],
    "played": [
        ("own-locks", "classic", WON.removesuffix(" b2")),
        ("won", "classic", WON),
        ("last", "classic", f"{OPEN} y#"),
        ("two", "classic/2", TWO),
        ("four", "classic/4", FOUR),
        ("five", "classic/5", FIVE),
        ("end", "classic/4", f"{FOUR} end"),
        ("board", "on_board/4", BOARD),
        ("open", "classic", OPEN),
    ],
    "asked": [("four", "classic/4", FOUR)],
    "tables": [
        ("dice", "classic/4", LOCKED),
        ("lock", "classic/4", LOCKED),
        ("two", "classic/2", "1:r2"),
    ],
}
"""What was played on each pad just now, or so many minutes ago; on the shelf it was long ago."""


def games_of(pad):
    return past() if pad == "shelf" else [just_now(*game) for game in GAMES[pad]]


WHITE = RollAnswers(roll=1 + LOCKED.count("/"), white=frozenset("r"))
SETTINGS = {
    "asked": {"ask_white_dice": "yes"},
    "first": offered_sheet_texts(MIRROR) | {"seen_hints": ""},
    "tables": (
        shared(DICE, 1, game="dice")
        | shared(LOCK, 3, game="lock", answers=WHITE)
        | shared(LOBBY, 1, others=None, seats=3)
        | {"people": THREE}
    ),
    "shelf": {"name": "Anna", "people": PEOPLE},
}
"""The settings of a pad whose hints were seen."""
