"""The printed sheets as plain numbers, for the slow reading of the rules.

Taken from notes on the printed sheets, not from the layout files; only sheets made from a seed
are asked for their numbers. Colours of cells do not matter to any rule and are left out.
"""

from qwixx_pad.layouts import installed_layouts


def printed(text):
    return text.split()


def chained(text):
    """Each end of a chain by the other one."""
    ends = [chain.split("-") for chain in text.split()]
    return {**dict(ends), **{other: one for one, other in ends}}


UP = [str(n) for n in range(2, 13)]
DOWN = [str(n) for n in range(12, 1, -1)]
CLASSIC = {
    "rows": {"r": UP, "y": UP, "g": DOWN, "b": DOWN},
    "needs": 5,
    "locks": 1,
    "cap": 99,
    "twice": False,
    "heavy": [],
    "bonus": {},
    "bar": "",
    "boxed": [],
    "pairs": {},
    "chains": {},
    "steps": [],
    "exchanges": 0,
    "track": [],
    "lucky_numbers": False,
    "crosses": 2,
    "board": False,
}
SHUFFLED = {
    "r": printed("10 6 2 8 3 4 12 5 9 7 11"),
    "y": printed("9 12 4 6 7 2 5 8 11 3 10"),
    "g": printed("8 2 10 12 6 9 7 4 5 11 3"),
    "b": printed("5 7 11 9 12 3 8 10 2 6 4"),
}
LONG_UP = [str(n) for n in range(2, 17)]
LONG_DOWN = [str(n) for n in range(16, 1, -1)]
CONNECTED = {
    "r": printed("2 3 c0 4 5 6 c1 7 8 9 10 c2 11 12"),
    "y": printed("2 3 4 5 c0 6 7 c1 8 9 c2 10 11 12"),
    "g": printed("12 11 10 c0 9 8 7 6 c1 5 4 c2 3 2"),
    "b": printed("12 11 c0 10 9 8 c1 7 6 5 c2 4 3 2"),
}
DIFFERENT = {
    "classic": {},
    "mixx_a": {},
    "mixx_b": {"rows": SHUFFLED},
    "on_board": {"crosses": 3, "board": True},
    "big_points": {"bonus": {"ry": UP, "gb": DOWN}, "cap": 15},
    "double_a": {"needs": 7, "cap": 16, "twice": True},
    "double_b": {
        "needs": 7,
        "cap": 16,
        "heavy": printed("r3 r5 r9 r11 y3 y5 y9 y11 g10 g8 g6 g4 b10 b8 b6 b4"),
    },
    "longo": {
        "rows": {"r": LONG_UP, "y": LONG_UP, "g": LONG_DOWN, "b": LONG_DOWN},
        "needs": 6,
        "locks": 2,
        "cap": 15,
        "lucky_numbers": True,
    },
    "bonus_a": {
        "bar": "rygbgrbyrybg",
        "boxed": printed("r3 r6 r9 y5 y8 y11 g11 g7 g4 b10 b8 b5"),
    },
    "bonus_b": {
        "pairs": {
            "fewest": ["y11", "g9"],
            "each": ["y7", "b7"],
            "lowest": ["r8", "b10"],
            "plus_13": ["r6", "b4"],
            "waived": ["y3", "g5"],
        }
    },
    "chain_a": {"chains": chained("r6-y6 r11-y11 y3-g11 y8-g6 g9-b9 g4-b4")},
    "chain_b": {"chains": chained("r4-y4 r9-y9 y6-g8 y11-g3 g11-b11 g6-b6")},
    "chain_c": {"chains": chained("r3-y3 r8-y8 y6-g8 y11-g3 g10-b10 g5-b5")},
    "chain_d": {"chains": chained("r5-y5 r10-y10 y3-g11 y8-g6 g8-b8 g3-b3")},
    "chain_e": {"chains": chained("r6-y6 r9-y9 y3-g11 y11-g3 g9-b9 g6-b6")},
    "steps_a": {"steps": printed("y2 g11 b10 g9 y6 r7 y8 g5 b4 g3 y12")},
    "steps_b": {"steps": printed("b12 g11 y4 r5 y6 g7 b6 g5 y10 r11 y12")},
    "steps_c": {"steps": printed("g12 b11 g10 y5 r6 y7 g6 b5 g4 y11 r12")},
    "steps_d": {"steps": printed("y2 r3 y4 g9 b8 g7 y8 r9 y10 g3 b2")},
    "steps_e": {"steps": printed("r2 y3 g10 b9 g8 y7 r8 y9 g4 b3 g2")},
    "x_change": {"exchanges": 9},
    "lucky_15": {"track": [5, 11, 18, 25]},
    "connect_15": {"rows": CONNECTED, "cap": 15},
}


def plain_sheet(name):
    """All that is printed on a sheet."""
    if ":" in name:
        rows = {
            row.letter: [cell.label for cell in row.cells] for row in installed_layouts()[name].rows
        }
        return {**CLASSIC, "rows": rows}
    return {**CLASSIC, **DIFFERENT[name]}
