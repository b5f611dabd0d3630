"""Game lines that are rare in games of chance and easily misread, by the chapters of the contract.

What they come to is told by the plain rules.
"""

from asked import TWO_ROWS, opened

THREE_ROWS, ON_BOARD = opened("classic/3", "ryg"), opened("on_board/3", "ry")
FINISH_TURN = opened("classic/3+finish-turn", "ryg")
RED_GONE = f"{THREE_ROWS} 1:r12 /"
RED_LOCKED, YELLOW_LOCKED = "r2 r3 r4 r5 r6 r12", "y2 y3 y4 y5 y6 y12"
THREE_MISTHROWS = "1:- / / 1:- / / 1:- / /"
TWO_IN_FEWEST = "bonus_b r2 b12 y11 g9"
AT_A_TABLE = "bonus_b/2 1:r2 1:b12 / 2:y2 1:y11 / 1:g9"
ODD_LINES = (
    # one sheet
    "classic r5 - -",
    "classic r# r#",
    f"classic {RED_LOCKED} r#",
    *(f"classic {RED_LOCKED} {YELLOW_LOCKED} {token}" for token in ("g12", "-", "g#")),
    f"classic r# {YELLOW_LOCKED} g12",
    "classic y2 y3 y4 y5 y6 r# y# y12",
    *(f"classic g8 r# y# {token}" for token in ("g9", "g8", "g2")),
    "classic r5 r7 r#",
    "classic g3 end",
    "classic 1:r5 y5 1:undo undo 1:redo 1:-",
    *(f"classic r5 {turning}" for turning in ("undo undo", "undo redo redo", "1:undo redo")),
    *(f"classic {token}" for token in ("out", "in", "1:out", "2:in")),
    # tables
    "classic/3 3:r5 1:r5 2:y5 1:g5",
    "classic/3 1:r5 1:y5 2:r5 / 2:g5 2:b5 1:g5 1:b5",
    "classic/2 1:r2 / 2:b12 / 1:r3 / 2:b11 / 1:r4 / 2:b10 / 1:r5 / 2:b9 / 1:r6 / / 1:r12 2:r12",
    *(f"classic/2 / / / / / / / {token}" for token in ("/", "end", "1:r5", "2:r5")),
    *(f"{TWO_ROWS} 1:r12 3:y12 {token}" for token in ("/", "/ 1:undo", "/ undo 1:undo")),
    "classic/3 end 1:r5",
    "classic/3 1:r5 2:undo",
    "classic/3 1:r5 1:undo 2:redo",
    "classic/3 1:r5 2:y5 / 2:g5 2:undo 3:b5",
    "classic/3 1:r5 / 2:y5 undo undo 2:redo",
    "classic/3 1:r5 / 2:y5 undo undo redo 2:redo",
    f"classic/2 {THREE_MISTHROWS} 2:r5 1:- 2:undo 2:redo",
    f"{RED_GONE} 3:y12 2:r12",
    f"{RED_GONE} 2:- 3:y12 1:b12",
    f"{RED_GONE} 3:y12 1:y12 2:y12",
    f"{RED_GONE} 3:y12 3:undo 2:b12 2:b11",
    f"{RED_GONE} 3:y12 1:y12 1:undo 1:b12",
    f"{FINISH_TURN} 1:r12 2:y12 1:g2",
    f"classic/2+finish-turn {THREE_MISTHROWS} 1:- 2:r5",
    # sitting out
    *(f"classic/3 2:r5 2:out 2:undo {turning}" for turning in ("2:redo", "redo", "2:in 2:redo")),
    "classic/2 2:out / /",
    *(f"classic/3 2:out / 2:in {slashes}" for slashes in ("", "/", "/ /")),
    f"{TWO_ROWS} 3:out 2:r12 3:r12",
    *(f"classic/3 1:r5 2:r6 {who}" for who in ("1:out", "2:out 2:in", "3:out 3:out 3:in 3:in")),
    *(f"classic/3 2:out end {token}" for token in ("3:out", "2:in")),
    *(f"{TWO_ROWS} 2:r12 1:y12 {token}" for token in ("3:out", "2:in")),
    *(f"classic/3 {token}" for token in ("2:out 2:out", "2:out 2:out 2:in", "2:in")),
    *(f"classic/3 {token}" for token in ("out", "4:out")),
    f"classic/3 {THREE_MISTHROWS.replace('/ /', '/ / /')} 2:r5 2:undo 2:out 2:in 1:- 2:redo",
    "on_board/3 1:@! / 1:out / /",
    # On Board
    "on_board/3 1:r5 1:@! 1:y5 1:g5 2:r5 3:r5 1:@7 /",
    "on_board/3 1:@! 1:-",
    "on_board/2 1:@! 1:r5 / 2:r5 1:b12",
    "on_board/2 1:@! 1:r5 / /",
    "on_board/3 1:@! / 2:@! / 3:@! 3:r5 /",
    "on_board/3 1:@! 1:@! / / 3:r5 /",
    *(f"{ON_BOARD} 2:@! 2:r12 3:y12 {token}" for token in ("2:g12", "1:g12", "/ 1:g12")),
    *(f"on_board/2 {THREE_MISTHROWS} 1:- {token}" for token in ("1:@7", "1:@!", "2:r5")),
    "classic @!",
    "classic/2 2:@!",
    # the family
    "double_a r5 r# r5",
    "double_a r5 r5 undo",
    "double_a/2 2:r5 2:r5",
    "double_a/2 1:r5 1:r5 1:r6",
    "double_b/2 1:r3 1:r5",
    "longo/2 2:lr 2:ly",
    "longo/2 1:lr 1:-",
    "x_change x0 x1",
    "lucky_15/2 1:lucky /",
    "connect_15/2 2:cr0 2:r4",
    "connect_15/2 1:cr0 1:-",
    "connect_15 r# cr0",
    "bonus_b r# y7 b7",
    "bonus_b r11 y2 g12 b3 y4 g9 r# y11",
    "bonus_b pr",
    f"{TWO_IN_FEWEST} end pr",
    f"{TWO_IN_FEWEST} undo",
    f"{TWO_IN_FEWEST} pr undo redo",
    f"{AT_A_TABLE} 2:y3",
    f"{AT_A_TABLE} 1:pr 1:b11 1:b10",
    # paper
    "chain_a+paper y8 r6 y6",
    "chain_a+paper y8 y6",
    "bonus_b+paper r6 b4 y3 g5 -",
    "steps_a+paper y2 g11",
    "lucky_15/2+paper 2:lucky 2:lucky",
)
