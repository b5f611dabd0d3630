"""Where people sit round the table: they stay there, whoever has the first roll.

Corners count from 1, clockwise. Seat 1 of a game is the one with the first roll; in a rematch that
is somebody else. So the corner of seat 1 is kept beside a game; the others follow clockwise.
"""

from itertools import islice

_MOST = 40
"""Games whose corners are kept, the newest first."""


def corners(seats: int, first: int) -> tuple[int, ...]:
    """The corner of each seat, where seat 1 has the corner `first`."""
    return tuple((first - 1 + seat) % seats + 1 for seat in range(seats))


def next_corner(seats: int, first: int) -> int:
    """The corner of seat 2: in a rematch it has the first roll."""
    return first % seats + 1


def in_order(corners: tuple[int, ...]) -> tuple[int, ...]:
    """The seats (from 1) as they sit round the table, from the first corner on."""
    return tuple(sorted(range(1, len(corners) + 1), key=lambda seat: corners[seat - 1]))


def first_corner(kept: str, game: str, seats: int) -> int:
    """The corner of a game's seat 1.

    Args:
        kept: What `with_first_corner` has made.
        game: Identifier of the game.
        seats: How many it has.

    Returns:
        The first corner where none was kept, or none that such a table has.
    """
    corner = _kept_corners(kept).get(game, "1")
    return int(corner) if corner in map(str, range(1, seats + 1)) else 1


def with_first_corner(kept: str, game: str, corner: int) -> str:
    """What is kept after one more game whose seat 1 has this corner."""
    others = {known: other for known, other in _kept_corners(kept).items() if known != game}
    newest = {game: str(corner)} | others
    return "\n".join(f"{known} {other}" for known, other in islice(newest.items(), _MOST))


def _kept_corners(kept: str) -> dict[str, str]:
    pairs = (line.rpartition(" ") for line in kept.splitlines())
    return {game: corner for game, _, corner in pairs}
