"""Games that were stored long ago, their list, and the files that it hands out."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from qwixx_pad.storage import GameHead, SavedEntry, SavedGame

LONG_AGO = datetime(2020, 1, 3, 12, 0, tzinfo=UTC)
"""So long that a day is always said with its year; at noon, so that it is that day everywhere."""

BAR = 70
"""What may lie over either end of a screen, in dp."""


NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eva")
FOUR = (
    "1:r2 2:r2 3:r3 4:r4 / 2:y3 1:r3 3:y2 4:y3 / 3:g12 1:r5 2:r4 4:y4 / 4:- 1:r6 2:r5 3:r4 / "
    "1:r8 2:r7 3:r6 / 2:y5 1:y5 3:r7 4:g11 / 3:y4 1:y6 2:y6 4:g10 / 4:- 1:y9 2:y8 3:g10 / "
    "1:g12 2:b12 3:r9 / 2:b11 1:g10 3:y5 4:r6 / 3:g9 1:g9 2:b9 4:y7 / 4:b12 1:g8 2:b7 3:r11 / "
    "1:g6 2:b6 / 2:b4 3:g6 4:b9 / 3:y8 4:g8 / 4:g7 2:b2 / 1:g5"
)
"""The evening of the design pictures: 42, 56, 41 and 12."""


def old_game(game, setup, line, *, names=NAMES, day=0):
    """A game of an old day: a token every twenty seconds."""
    at = LONG_AGO + timedelta(days=day)
    return _game(game, setup, line, names, at, timedelta(seconds=20))


def just_now(game, setup, line, minutes=1):
    """A game that was played in a blink, some minutes ago."""
    at = datetime.now(UTC) - timedelta(minutes=minutes)
    return _game(game, setup, line, NAMES, at, timedelta(seconds=0.1))


def _game(game, setup, line, names, at, pace):
    seats = int(setup.partition("/")[2] or 1)
    tokens = enumerate(line.split(), 1)
    entries = tuple(SavedEntry(token, at + pace * n) for n, token in tokens)
    return SavedGame(GameHead(game, setup, names[:seats], at), entries)


def listed(page):
    """Identifiers of the games that stand in the list, from above."""
    nodes = page.page.locator('[flt-semantics-identifier^="game-"]')
    names = nodes.evaluate_all("all => all.map(n => n.getAttribute('flt-semantics-identifier'))")
    return [name.removeprefix("game-") for name in names]


def scroll_to(page, identifier):
    """Turn the wheel until a thing is in sight, or until the screen is at its end."""
    size = page.page.viewport_size
    page.wait_for(identifier).page.mouse.move(size["width"] / 2, size["height"] / 2)
    before = None
    for _ in range(40):
        box = page.at(identifier).first.bounding_box()
        lowest = size["height"] - (0 if box == before else BAR) - box["height"]
        if (0 if box == before else BAR) <= box["y"] <= lowest:
            return page
        before = box
        page.page.mouse.wheel(0, 250 if box["y"] > lowest else -250)
        page.page.wait_for_timeout(120)
    raise AssertionError(f"{identifier} does not come into sight: {box}")


def download(page, identifier):
    """Tap a thing that hands out a file: its name and its content."""
    scroll_to(page, identifier)
    with page.page.expect_download() as begun:
        page.tap(identifier)
    return begun.value.suggested_filename, Path(begun.value.path()).read_bytes()


def upload(page, identifier, name, content):
    """Tap a thing that asks for a file, and pick this one."""
    scroll_to(page, identifier)
    with page.page.expect_file_chooser() as asked:
        page.tap(identifier)
    asked.value.set_files({"name": name, "mimeType": "application/json", "buffer": content})
    return page
