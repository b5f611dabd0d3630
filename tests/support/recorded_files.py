"""What leaves the pad, recorded: a file for each format, to be changed on purpose alone."""

from pathlib import Path

RECORDED = Path(__file__).parents[1] / "recorded"
