"""Games that were kept long ago, what a shelf of them shows, and the files it hands out."""

import csv
import json
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path

from qwixx_pad.storage import GameHead, SavedEntry, SavedGame, open_storage

LONG_AGO = datetime(2020, 1, 3, 12, 0, tzinfo=UTC)
"""So long that a day is always said with its year; at noon, so that it is that day everywhere."""

BAR = 70
"""What may lie over either end of a screen, in dp."""


def kept(game, setup, names, line, days=0):
    """A game of an old day: a token every twenty seconds."""
    at = LONG_AGO + timedelta(days=days)
    tokens = enumerate(line.split(), 1)
    entries = tuple(SavedEntry(token, at + timedelta(seconds=20 * n)) for n, token in tokens)
    return SavedGame(GameHead(game, setup, names, at), entries)


def shelve(data, *games, **settings):
    """Have these games in a folder as if they had been played there."""
    storage, _ = open_storage(data, now=LONG_AGO)
    for game in games:
        storage.start(game.head)
        storage.append(game.head.id, 0, *game.entries)
    for key, value in settings.items():
        storage.put_setting(key, value)
    storage.close()


def listed(page):
    """Identifiers of the games that stand in the list, from above."""
    nodes = page.page.locator('[flt-semantics-identifier^="game-"]')
    names = nodes.evaluate_all("all => all.map(n => n.getAttribute('flt-semantics-identifier'))")
    return [name.removeprefix("game-") for name in names]


def wait_listed(page, *games):
    """Until exactly these games stand in the list."""
    return page.wait_until(
        lambda: listed(page) == [*games], lambda: f"{listed(page)} are listed, not {games}"
    )


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


def table_of(content):
    """The lines of a spreadsheet, by the names of its columns."""
    return list(csv.DictReader(StringIO(content.decode("utf-8-sig"), newline="")))


def lines_of(content):
    """The game lines in a file of games, by identifier; a deleted game has a dash in front."""
    games = json.loads(content)["games"]
    return {game["id"]: ("-" if "deleted" in game else "") + game["line"] for game in games}


def was_at_home(*pages):
    """Nothing was asked of a foreign host but what the policy stops, and nothing went wrong.

    Of a page that comes without TLS from another computer a browser says that it is less shielded.
    """
    expected = ("rive_native.js", "Cross-Origin-Opener-Policy header has been ignored")
    for page in pages:
        assert all("rive_native.js" in url for url in page.foreign)
        wrong = [text for text in page.errors if not any(each in text for each in expected)]
        assert not wrong, wrong
