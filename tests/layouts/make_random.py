"""Ten random sheets of each kind, which have to stay: `python tests/layouts/make_random.py`."""

from pathlib import Path

from qwixx_pad.layouts import installed

GOLDEN = Path(__file__).parent / "random_sheets.txt"
SEEDS = (0, 1, 2, 7, 42, 4821, 10_000, 99_999, 123_456, 999_999)


def tell():
    """Every sheet as a paragraph: its name, then a row a line, number and colour of each cell."""
    names = [f"{kind}:{seed}" for kind in installed().seeded for seed in SEEDS]
    return "\n\n".join("\n".join((name, *_rows(installed()[name]))) for name in names) + "\n"


def _rows(layout):
    for row in layout.rows:
        cells = " ".join(f"{cell.number:>2}{cell.color}" for cell in row.cells)
        yield f"{row.letter}  {cells}"


if __name__ == "__main__":
    GOLDEN.write_text(tell(), encoding="utf-8")
