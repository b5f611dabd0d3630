"""All that may be entered in a game: asked by tests alone, for a screen asks of single entries."""

from collections.abc import Iterator

from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import Layout
from qwixx_pad.core.moves import (
    ChooseRow,
    Close,
    CrossNext,
    EndRoll,
    Entry,
    Finish,
    MovePawn,
    PawnArrived,
    Penalty,
    PlayAgain,
    Redo,
    SheetMove,
    SitOut,
    Undo,
    move_at,
)
from qwixx_pad.core.sheet import Sheet


def legal_entries(game: Game) -> list[Entry]:
    """Each legal entry once, in printed order, then those that are for everybody."""
    return [entry for entry in candidates(game) if is_legal(game, entry)]


def is_legal(game: Game, entry: Entry) -> bool:
    return game.entry_refusal(entry) is None


def candidates(game: Game) -> Iterator[Entry]:
    """Every entry that the sheets of a game have a place for, legal or not."""
    setup = game.setup
    for seat, layout in enumerate(setup.layouts, 1):
        moves = printed_moves(layout)
        if setup.paper:
            moves = (move for move in moves if not isinstance(move, PawnArrived | ChooseRow))
        yield from (setup.seat_entry(move, seat) for move in moves)
    if setup.seats == 1 and not setup.paper:
        yield from (Entry(Close(row.letter)) for row in setup.layout.rows if row.lock_mask)
    yield from (Entry(move) for move in (EndRoll(), Finish(), Undo(), Redo()))
    if setup.seats > 1:
        for seat in range(1, setup.seats + 1):
            yield from (Entry(move, seat) for move in (Undo(), Redo(), SitOut(), PlayAgain()))


def printed_moves(layout: Layout) -> Iterator[SheetMove]:
    """Every move that a sheet of this layout has a field for, closing by others aside."""
    blank = Sheet.blank(layout)
    for row in layout.rows:
        reached = (move_at(row, position) for position in range(len(row.cells)))
        yield from dict.fromkeys(move for move in reached if move is not None)
    yield Penalty()
    for row in layout.rows:
        of_row = (CrossNext(row.letter), ChooseRow(row.letter)) if row.lock_mask else ()
        yield from (move for move in of_row if blank.has_cell_for(move))
    if layout.board is not None:
        yield from (MovePawn(points) for points in range(layout.board + 1))
        yield PawnArrived()
