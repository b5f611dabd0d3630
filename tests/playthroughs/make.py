"""Playthroughs: one readable file a game, made by `python tests/playthroughs/make.py`.

Each file begins with its game line. Below it stands, after every entry, what is on the sheets and
how many entries are legal then. Read a file after it was made anew: the difference is the news.
"""

from pathlib import Path

from qwixx_pad.core.game import Game
from qwixx_pad.core.line import read_line
from qwixx_pad.core.moves import parse
from qwixx_pad.core.sheet import CellState
from qwixx_pad.layouts import installed

HERE = Path(__file__).parent
SIGNS = {
    CellState.OPEN: "{}",
    CellState.CROSSED: "X",
    CellState.SKIPPED: "-",
    CellState.CLOSED: "#",
}
GAMES = {
    "classic-one-sheet": (
        "classic r2 r3 r5 r6 r8 y5 undo y6 - g12 b# g10 undo redo g9 g8 g6 r12 undo r9 y# r12 end"
    ),
    "classic-table": (
        "classic/3 1:r5 2:y5 3:b10 1:r9 / 2:y7 1:g8 / 1:b12 / 1:r10 1:r11 2:undo 2:y9 2:r2 2:redo"
        " / 1:y2 2:- / 3:g11 3:g10 1:g7 / end"
    ),
    "classic-two-locks": (
        "classic/2 1:r2 1:r3 2:r2 / 2:r3 2:r4 1:r4 / 1:r5 1:r6 2:r5 / 2:r6 2:g12 1:g12"
        " / 1:r12 2:r12 1:g11 / 2:g11 2:g10 1:g10 / 1:g9 1:g8 2:g9 / 2:g8 2:b12 1:g7"
        " / 1:g2 2:g2 / undo /"
    ),
    "classic-finish-turn": (
        "classic/2+finish-turn 1:r2 1:r3 2:b12 / 2:b11 1:r4 / 1:r5 1:r6 2:b10 / 2:b9 1:y2"
        " / 1:r12 1:y3 2:b8 / 2:b7 1:y4 / 1:y5 1:y6 2:b6 / 2:b5 / 1:y12 1:g12 2:b4 /"
    ),
    "on-board-to-its-end": (
        "on_board/3 1:r5 1:y6 1:r7 1:@3 2:g9 / 2:b12 2:@5 3:r2 / 3:@! 3:@12 3:y3 / 1:g12 1:@7"
        " / 2:@6 2:b11 / undo /"
    ),
    "on-board-one-sheet": "on_board r2 @3 @7 - @! y12 y3 @20 end",
}
"""Name of the file, and the game line that it tells."""


def tell(line):
    """The text of a playthrough."""
    read = read_line(line, installed())
    game = Game.start(read.setup)
    parts = [line, _scene(game)]
    for token in read.tokens:
        entry = parse(token)
        reason = game.why_not(entry)
        if reason is not None:
            parts.append(f"{token}  refused: {reason}")
            continue
        game = game.play(entry)
        parts.append(f"{token}\n{_scene(game)}")
    return "\n\n".join(parts) + "\n"


def _scene(game):
    position = game.position
    turn = (
        "" if position.active is None else f"roll {position.roll}, seat {position.active} active, "
    )
    over = "settled, " if position.settled else "over, " if position.over else ""
    lines = [f"  {turn}{over}{len(game.legal)} legal"]
    for seat, sheet in enumerate(position.sheets, 1):
        lines += [
            f"  seat {seat}: {sheet.total} points, {sheet.penalties} penalties{_board(sheet)}"
        ]
        lines += [_row(sheet, row, position.closed) for row in range(len(sheet.layout.rows))]
    return "\n".join(lines)


def _board(sheet):
    if sheet.layout.board is None:
        return ""
    return f", pawn {sheet.extra}{' arrived' if sheet.arrived else ''}"


def _row(sheet, row, closed):
    printed = sheet.layout.rows[row]
    states = sheet.states(row, closed)
    cells = (SIGNS[s].format(n) for n, s in zip(printed.numbers, states, strict=True))
    lock = " locked" if sheet.locked(row) else " closed" if printed.letter in closed else ""
    return f"    {printed.letter} {' '.join(f'{cell:>2}' for cell in cells)}{lock}"


def main():
    for name, line in GAMES.items():
        (HERE / f"{name}.txt").write_text(tell(line), encoding="utf-8")


if __name__ == "__main__":
    main()
