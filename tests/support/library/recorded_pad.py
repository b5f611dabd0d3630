"""A pad that keeps something of every kind, with nothing in it left to chance."""

from contextlib import closing
from datetime import timedelta

from qwixx_pad.core.game import replay
from qwixx_pad.core.moves import parse_token
from qwixx_pad.core.notation import read_setup
from qwixx_pad.games.custom_sheets import SheetText
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.library.summaries import SUMMARY_VERSION, Remark, remark_key, summarise
from qwixx_pad.settings import (
    Direction,
    FormerNames,
    Hint,
    Person,
    Settings,
    Shade,
    SheetNames,
    SiteAddress,
)
from qwixx_pad.storage import GameHead, SavedEntry, SavedGame, journal, open_storage
from qwixx_pad.storage.saved import ImportBatch, PlayerRename, RenamedSeat, RenamedSetting
from tests.support.own_layouts import DOUBLE, MIRROR
from tests.support.sample_games import GAMES
from tests.support.storage.sample_journals import NOON


def own_sheets():
    """Two sheets of one's own, as they are carried."""
    return [SheetText.from_layout(layout) for layout in (MIRROR, DOUBLE)]


def game(identifier, line, hours, *names):
    """A saved game of a line, with an entry every seven seconds."""
    setup, *tokens = line.split()
    started = NOON + timedelta(hours=hours)
    head = GameHead(identifier, setup, names, started)
    times = (started + timedelta(seconds=7 * number) for number in range(1, len(tokens) + 1))
    entries = (SavedEntry(token, at) for token, at in zip(tokens, times, strict=True))
    return SavedGame(head, tuple(entries))


def saved_games():
    """Games of every state, on sheets that have all that a summary may tell."""
    names = ("Anna", "Ben", "Cleo", "Dana", "Zoë")
    for number, line in enumerate(GAMES):
        setup, *tokens = line.split()
        played, _ = replay(read_setup(setup, installed_layouts()), map(parse_token, tokens))
        accepted = " ".join((setup, *tokens[: len(played.log)]))
        yield game(f"game-{number}", accepted, number, *names[: len(played.setup.layouts)])
    yield game("later", "sheet_of_a_later_version/2 1:r2 /", 90, "Anna", "Ben")
    yield game("untouched", "classic", 91, "")


SETTINGS = Settings(
    name="Anna",
    direction=Direction.COLUMNS,
    shade=Shade.DARK,
    haptics=False,
    awake=False,
    language="de",
    hide_points=True,
    finish_turn=True,
    columns_offered=True,
    people=(Person("Anna", 0), Person("Ben", 3)),
    former_names=FormerNames([("Bob", "Ben"), ("Carl", "")]),
    seen_hints=frozenset(Hint),
    recent_sheets=SheetNames(["classic", "mixx_a"]),
    favourites=SheetNames(["on_board"]),
    backup_prompt_at=7,
    best_of=3,
    chances=False,
    play_chances=True,
    white_dice=True,
    site=SiteAddress("https://pad.example/qwixx"),
    link_names=False,
)


def all_settings():
    """The settings, a remark and two sheets of one's own, as they are stored."""
    mirror, double = own_sheets()
    yield from SETTINGS.to_texts().items()
    yield remark_key("game-1"), Remark("Café Möhre", "Ben's first game").stored_text
    for place, sheet in enumerate((mirror, double), 1):
        yield f"sheet {sheet.name}", sheet.text
        yield f"sheet-info {sheet.name}", f"{sheet.title}\n{sheet.description}"
        yield f"sheet-offered {sheet.name}", f"{place:09}"


def fill(folder, monkeypatch):
    """Keep records of every kind in a folder: first a line a game, then what came later."""
    monkeypatch.setattr(journal, "token_hex", lambda _: "2c8e41d07b9fa356")
    storage, _ = open_storage(folder, now=NOON, summary_version=SUMMARY_VERSION)
    with closing(storage):
        for key, text in all_settings():
            storage.put_setting(key, text)
        saved = [*saved_games(), game("mirror", f"{MIRROR.name} r12 r11 - end", 92, "Zoë")]
        storage.import_games(ImportBatch(tuple((one, None) for one in saved)))
        storage.delete(["game-3", "game-4"], NOON)
        storage.read_summaries(
            lambda one: summarise(one, {**installed_layouts(), MIRROR.name: MIRROR})
        )
        storage.rewrite()
        storage.restore(["game-4"])
        storage.purge(["later"])
        further = game("", "classic r2 r3", 93).entries
        storage.append("untouched", 0, further[0])
        new = game("new", "classic r4 r5", 94, "Ben")
        intake = ImportBatch(
            ((new, None),), (("untouched", 1, further[1:]),), ("game-3",), (("a", "b"),)
        )
        storage.import_games(intake)
        storage.undo_import()
        storage.drop_setting("ask_white_dice")
        rename = PlayerRename(
            "Zoe", (RenamedSeat("mirror", 1, "Zoë"),), (RenamedSetting("name", "Anna", "Zoe"),)
        )
        storage.rename(rename)
        storage.undo_rename()
        storage.rename(rename._replace(settings=()))


FULL_SHEET = """title = "Full"
description = "All that a file may say."
family = "Recorded"
edition = "recorded"
default = false
bgg = 1234567
least_seats = 2
most_seats = 4
actions = 3
penalties = 3
penalty_points = 6
rows_to_end = 3
board = 12
target = 15
lucky = true
order = ["r", "ry", "y", "g", "b", "bar", "x", "lucky"]
steps = ["r3"]
chains = [["r4", "y4"]]
pairs = [{ mark = "plus", amount = 7, cells = ["y6", "g6"] }]

[rows.r]
numbers = [2, 3, 4, 5, 6, 7, 8]
needs = 4
locks = 2
cap = 6
double = [5]
boxed = [6]

[rows.ry]
kind = "bonus"
between = "ry"
numbers = [2, 3, 4, 5, 6]

[rows.y]
numbers = [2, 3, 4, 5, 6, 7, 8]
colors = "yyyrgby"
twice = true

[rows.g]
numbers = [8, 7, 6, 5, 4, 3, 2]
connections = [2]

[rows.b]
numbers = [8, 7, 6, 5, 4, 3, 2]

[rows.bar]
kind = "bar"
colors = "rygb"

[rows.x]
kind = "exchange"
pairs = [[2, 8], [3, 7]]

[rows.lucky]
kind = "track"
numbers = [5, 11, 18]
"""
