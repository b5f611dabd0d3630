"""A game on each sheet, alone, at a table, mixed, copied and from a seed; some of it is refused."""

GAMES = (
    "classic r2 r3 r5 r6 r8 y5 undo y6 - g12 b# g10 undo redo g9 g8 g6 r12 undo r9 y# r12 end",
    (
        "classic/3 1:r5 2:y5 3:b10 1:r9 / 2:y7 1:g8 / 1:b12 / 1:r10 1:r11 2:undo 2:y9 2:r2 2:redo"
        " / 1:y2 2:- / 3:g11 3:g10 1:g7 / end"
    ),
    (
        "classic/2 1:r2 1:r3 2:r2 / 2:r3 2:r4 1:r4 / 1:r5 1:r6 2:r5 / 2:r6 2:g12 1:g12"
        " / 1:r12 2:r12 1:g11 / 2:g11 2:g10 1:g10 / 1:g9 1:g8 2:g9 / 2:g8 2:b12 1:g7"
        " / 1:g2 2:g2 / undo /"
    ),
    (
        "classic/2+finish-turn 1:r2 1:r3 2:b12 / 2:b11 1:r4 / 1:r5 1:r6 2:b10 / 2:b9 1:y2"
        " / 1:r12 1:y3 2:b8 / 2:b7 1:y4 / 1:y5 1:y6 2:b6 / 2:b5 / 1:y12 1:g12 2:b4 /"
    ),
    (
        "on_board/3 1:r5 1:y6 1:r7 1:@3 2:g9 / 2:b12 2:@5 3:r2 / 3:@! 3:@12 3:y3 / 1:g12 1:@7"
        " / 2:@6 2:b11 / undo /"
    ),
    "on_board r2 @3 @7 - @! y12 y3 @20 end",
    "classic/2+paper 2:r2 2:r3 1:g12 2:r4 2:r5 2:r6 2:r12 1:r7 1:- 1:- 2:undo / 1:undo end 1:r8",
    "mixx_a/2 1:r2 2:y3 1:g12 / 2:r4 1:b11 w7 / 1:y7 /",
    "mixx_b r10 r2 r6 r3 r12 r9 r11 y9 g8 b5 g3 end",
    "big_points/2 1:r5 1:ry5 2:ry5 2:y5 / 2:ry5 1:ry6 1:y6 / 1:ry6 1:gb6 1:ry4 /",
    "double_a r5 r5 r5 r6 y2 r5 r7 r7 r9 r9 r12 r11 r11 r12 end",
    "double_b r2 r3 r5 r9 r12 r10 r12 g12 g10 g8 undo - end",
    (
        "longo/2 1:r2 1:lr 1:ly 2:lg / 2:r2 1:lb / 1:r3 1:r4 / 2:b16 1:r5 / 1:r6 1:r7 / 1:r15"
        " / 1:r16"
    ),
    "bonus_a/2 1:y5 1:r6 2:b10 / 2:g11 2:b8 1:y8 / 1:undo 1:r3 1:g11 / undo undo redo",
    (
        "bonus_b/2 1:y7 1:b7 2:r6 / 2:b4 2:y11 1:y11 / 1:g9 1:pr 1:py 1:r8 / 2:g9 2:r7 2:pg / 1:-"
        " / 2:- 1:undo end"
    ),
    "x_change/2 1:x3 1:x4 1:r5 1:x5 2:x0 2:y8 / 2:- 1:x3 / 1:x8 / end",
    "lucky_15/2 2:lucky 1:lucky 1:r5 2:r5 / 2:r6 2:lucky / 1:lucky / / 1:lucky / end",
    "connect_15 r2 r3 cr0 r4 cr0 cr1 r7 r8 r9 cr2 r11 r12 g12 cg0 cg2 cb3 end",
    "chain_a/2 1:r6 1:y5 1:y7 2:y8 / 2:g9 1:undo 1:b9 / 1:g4 1:y12 / undo",
    "chain_b,chain_c,chain_d,chain_e/4 1:r4 2:r3 3:r5 4:r6 / 2:g10 3:b8 1:b11 4:b9 /",
    (
        "steps_a,steps_b,steps_c,steps_d,steps_e/5 1:y2 2:b12 3:g12 4:y2 5:r2 1:g11"
        " / 2:g11 1:b10 3:b11 4:r3 5:y3 / 3:g10"
    ),
    "random_numbers:4821 r2 r7 y7 g7 b7 r12 - end",
    "random_colors:4821/2 1:r2 1:b12 2:g7 / 2:y5 /",
)
