"""Games that were played before: found, looked back on, mended, handed on, deleted and restored."""

import json

import pytest
from evenings import evenings
from pad import Server
from shelf import (
    download,
    kept,
    lines_of,
    listed,
    scroll_to,
    shelve,
    table_of,
    upload,
    wait_listed,
    was_at_home,
)
from test_golden_tables import FOUR
from test_journeys import play
from test_table import begin_setup, cross

ALONE = kept("alone", "classic", ("Anna",), "r2 r3 y5 b12 - end")
"""Red 3, yellow 1, blue 1, minus 5: nothing."""
PAIR = kept("pair", "classic/2", ("Anna", "Ben"), "1:r2 1:r3 2:b12 / 2:b11 2:b10 1:y2 / end", 1)
"""Anna has 4 points, Ben has 6."""
ROUND = kept("round", "classic/4", ("Anna", "Ben", "Cleo", "Dan"), f"{FOUR} end", 2)
"""The evening of the design pictures: 42, 56, 41 and 12."""


@pytest.fixture
def serve(tmp_path):
    """Starts a server on a shelf with these games."""
    running = []

    def served(*games, lan=False, **settings):
        data = tmp_path / f"data{len(running)}"
        if games:
            shelve(data, *games, **settings)
        running.append(Server(data, lan=lan, TZ="UTC"))
        return running[-1]

    yield served
    for server in running:
        server.kill()


def test_what_was_played_is_found_again_by_the_letters_of_a_player(serve, tab):
    page = tab().open(serve().url).tap("new-game").wait_for("r2")
    play(page, "r2 r3 y5 b12").tap("menu").tap("finish").wait_for("review")
    page.wait_number("total", 5).tap("home").wait_for("all-games")
    begin_setup(page, "Anna", "Zoë").tap("start-game").wait_sees("Anna’s roll")
    cross(page, "r5").tap("end-turn").wait_sees("Zoë’s roll")
    cross(page, "b12", "b11").tap("menu").tap("finish").wait_sees("Zoë wins!")
    page.tap("home").tap("history").wait_name("games-found", "2 games")
    both, alone = listed(page)
    page.wait_name(f"game-{both}", "Anna, Zoë, Today, 3 points, Zoë won")
    page.wait_name(f"game-{alone}", "You, Today, 5 points")
    wait_listed(page.write("search", "zo"), both).wait_name("games-found", "1 game")
    wait_listed(page.write("search", "x")).wait_sees("No game fits.")
    page.page.keyboard.press("Backspace")
    wait_listed(page, both, alone).wait_name("games-found", "2 games")
    page.tap("choose-shown").tap("choose-open").wait_name("games-found", "0 games")
    page.tap("choose-shown").tap("choose-every").tap(f"game-{alone}")
    page.wait_sees("You • 5").wait_sees("Today, one pad")
    was_at_home(page)


def test_a_game_is_looked_back_on_step_by_step(serve, tab):
    page = tab().open(serve(ROUND).url).tap("history").tap("game-round").wait_sees("Ben • 56")
    press = page.page.keyboard.press
    page.wait_sees("5 Jan 2020, 4 players").wait_name("seat-1", "Anna, 42 points")
    page.wait_name("step", "Blue locked, Roll 16 of 17, Dan’s white dice, +15, now 56")
    page.tap("previous").wait_name("step", "Blue 4, sixth cross, Roll 14 of 17, Ben’s own roll")
    page.wait_name("b4", "crossed").wait_name("b2", "ready")
    press("ArrowLeft")
    page.wait_name("step", "Blue 6, fifth cross").wait_name("b4", "open")
    press("ArrowRight")
    page.wait_name("step", "Blue 4, sixth cross")
    page.tap("first").wait_name("step", "Fresh pads, 17 rolls to come, Anna rolls first")
    page.tap("next").wait_name("step", "Red 2, first cross, Roll 1 of 17, Anna’s white dice, +1")
    press("ArrowUp")
    page.wait_name("step", "Red 2, first cross, Roll 1 of 17, Anna’s own roll, +1, now 1")
    page.tap("seat-4").wait_name("step", "Fresh pads").wait_sees("Dan • 12")
    page.tap("next").wait_name("step", "Red 4, first cross").wait_name("r4", "crossed")
    drag(page, "scrubber", 0.2, 0.8)
    page.wait_name("step", "of 17").wait_name("r4", "crossed")
    page.tap("previous").tap("play-steps").wait_name("play-steps", "Pause")
    page.wait_name("play-steps", "Play").wait_name("step", "Green 7, fourth cross, Roll 16 of 17")
    scroll_to(page, "turn-1").tap("turn-1")
    page.wait_sees("Ben • 56").wait_name("step", "Blue locked").wait_name("seat-2", "56 points")
    was_at_home(page)


def drag(page, identifier, start, end):
    """Draw a thumb from one share of its line to another."""
    box, mouse = page.at(identifier).first.bounding_box(), page.page.mouse
    y = box["y"] + box["height"] / 2
    mouse.move(box["x"] + box["width"] * start, y)
    mouse.down()
    for part in range(11):
        mouse.move(box["x"] + box["width"] * (start + (end - start) * part / 10), y)
        page.page.wait_for_timeout(30)
    mouse.up()


def test_a_mistake_is_put_right_and_the_shelf_knows(serve, tab):
    page = tab().open(serve(ALONE, PAIR).url).tap("history").tap("game-alone")
    page.wait_name("step", "Finished by hand, Step 6 of 6, now 0")
    page.page.keyboard.press("Home")
    page.tap("next").wait_name("step", "Red 2, first cross").tap("menu").tap("correct")
    page.wait_for("done-correcting").tap("instead-r4")
    page.wait_sees("Red 3 stands in the way: correct it first.").tap("done-correcting")
    page.wait_gone("done-correcting").wait_sees("Anna • 0").wait_name("r2", "cross")
    page.tap("last").tap("previous").tap("previous").wait_name("step", "Blue 12")
    page.tap("menu").tap("correct").tap("instead-r8")
    page.wait_name("message", "Changed").wait_sees("Anna • 2")
    page.wait_name("step", "Red 8, third cross").wait_name("b12", "open")
    page.tap("undo-message").wait_sees("Anna • 0").wait_name("step", "Blue 12, first cross")
    page.tap("menu").tap("correct").tap("instead-r8")
    page.wait_sees("Anna • 2").wait_for("undo-message")
    page.tap("back").wait_name("game-alone", "Anna, 3 Jan 2020 • corrected, 2 points")
    page.reload().wait_name("game-alone", "Anna, 3 Jan 2020 • corrected, 2 points").tap(
        "game-alone"
    )
    page.wait_sees("Anna • 2").wait_sees("3 Jan 2020, one pad, corrected")
    page.wait_name("r8", "Red 8, crossed").wait_name("b12", "Blue 12, open")
    was_at_home(page)


def test_a_game_is_handed_on_in_every_way(serve, tab, golden):
    server = serve(ROUND, name="Anna")
    page = tab(scale=2)
    page.page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.url)
    page.open(server.url).tap("history").tap("more-round").tap("games/round/share")
    page.wait_for("share-picture").wait_sees("Anna, Ben, Cleo and Dan • 5 Jan 2020")
    name, picture = download(page, "share-picture")
    assert name == "qwixx-2020-01-05-anna-ben-cleo-dan.png"
    golden.hold("shared-picture", picture)
    page.wait_name("message", "The picture is on its way.")
    scroll_to(page, "copy-line").tap("copy-line").wait_sees("The game line is copied.")
    assert page.page.evaluate("navigator.clipboard.readText()") == f"classic/4 {FOUR} end"
    name, table = download(page, "save-table")
    assert name == "qwixx-2020-01-05-anna-ben-cleo-dan.csv"
    found = [(line["player"], line["total"], line["place"]) for line in table_of(table)]
    assert found == [
        ("Anna", "42", "2"),
        ("Ben", "56", "1"),
        ("Cleo", "41", "3"),
        ("Dan", "12", "4"),
    ]
    name, file = download(page, "save-game")
    assert name == "qwixx-2020-01-05-anna-ben-cleo-dan.json"
    assert lines_of(file) == {"round": f"classic/4 {FOUR} end"}
    scroll_to(page, "bgstats").wait_sees("Code for Board Game Stats")
    other = tab().open(serve().url).show("/data").wait_sees("0 games on this pad")
    upload(other, "restore", name, file).wait_name("preview", "1 new game").tap("import-now")
    other.wait_name("message", "1 game added.").wait_sees("1 game on this pad")
    upload(other, "restore", name, file).wait_name("preview", "1 game is here already")
    assert not other.tap("cancel").wait_gone("preview").has("import-now")
    other.tap("back").tap("history").wait_name("game-round", "Anna, Ben, Cleo, Dan, 5 Jan 2020")
    was_at_home(page, other)


def test_a_game_is_deleted_and_comes_back(serve, tab):
    page = tab().open(serve(ALONE, PAIR, ROUND).url).tap("history")
    wait_listed(page, "round", "pair", "alone").tap("more-pair").tap("delete/pair")
    wait_listed(page, "round", "alone").wait_name("message", "Game deleted").tap("undo-message")
    wait_listed(page, "round", "pair", "alone").wait_gone("undo-message")
    page.tap("game-pair").tap("menu").tap("delete")
    wait_listed(page, "round", "alone").wait_name("games-found", "2 games")
    page.tap("choose-shown").tap("choose-deleted")
    wait_listed(page, "pair").reload().wait_name("games-found", "2 games")
    page.tap("choose-shown").tap("choose-deleted")
    wait_listed(page, "pair").tap("more-pair").tap("put-back/pair")
    wait_listed(page).wait_sees("Nothing deleted.").tap("choose-shown").tap("choose-every")
    wait_listed(page, "round", "pair", "alone")
    was_at_home(page)


def test_a_backup_brings_everything_back(serve, tab):
    page = tab().open(serve(ALONE, PAIR, ROUND, name="Anna").url)
    page.tap("statistics").wait_name("stats-average", "15").show("/data")
    name, backup = download(page, "backup")
    assert name.startswith("qwixx-pad-backup-")
    assert {*lines_of(backup)} == {"alone", "pair", "round"}
    page.wait_name("message", f"Saved as {name}")
    scroll_to(page, "delete-all").tap("delete-all").tap("delete-now")
    page.wait_sees("All games deleted.").wait_sees("0 games on this pad")
    page.show("/games")
    wait_listed(page).tap("choose-shown").tap("choose-deleted")
    wait_listed(page, "round", "pair", "alone").tap("wipe").tap("wipe-now")
    wait_listed(page).tap("statistics").wait_gone("stats-average").show("/data")
    upload(page, "restore", name, backup).wait_name("preview", "3 new games").tap("import-now")
    page.wait_name("message", "3 games added.").tap("undo-message")
    page.wait_sees("The import is taken back.").wait_sees("0 games on this pad")
    upload(page, "restore", name, backup).tap("import-now").wait_sees("3 games on this pad")
    page.reload().wait_for("undo-import").tap("undo-import").wait_sees("0 games on this pad")
    upload(page, "restore", name, backup).tap("import-now").wait_sees("3 games on this pad")
    page.show("/games")
    wait_listed(page, "round", "pair", "alone")
    page.tap("statistics").wait_name("stats-average", "15")
    was_at_home(page)


def test_a_file_that_cannot_be_taken_in_says_why_and_changes_nothing(serve, tab):
    page = tab().open(serve(ALONE).url).show("/data").wait_for("restore")
    _, whole = download(page, "export-history")
    newer = json.loads(whole) | {"version": 2}
    for content, sentence in (
        (whole[: len(whole) // 2], "This file is damaged. Nothing was changed."),
        (b'{"type": "FeatureCollection"}', "This is no file of a Qwixx Pad."),
        (b"\x89PNG\r\n\x1a\n\x00\xff", "This is no file of a Qwixx Pad."),
        (json.dumps(newer).encode(), "A newer Qwixx Pad has written this file."),
        (b"", "This file is empty. Nothing was changed."),
    ):
        upload(page, "restore", "games.json", content).wait_name("message", sentence)
        assert not page.has("preview")
        page.wait_sees("1 game on this pad")
    page.reload().wait_sees("1 game on this pad").tap("back").tap("history")
    wait_listed(page, "alone")
    was_at_home(page)


def test_a_long_past_is_scrolled_and_searched_and_no_visitor_sees_it(serve, tab):
    server = serve(*evenings(2000), lan=True)
    page = tab().open(server.url).tap("history").wait_name("games-found", "2,000 games")
    page.wait_for("game-1-001999").page.mouse.move(195, 500)
    for _ in range(12):
        page.page.mouse.wheel(0, 2000)
        page.page.wait_for_timeout(60)
    page.wait_until(lambda: any(game < "1-001800" for game in listed(page)), lambda: listed(page))
    visitor = tab()
    for route in ("games", "stats", "data", "games/1-001999/review"):
        visitor.open(f"{server.guest_url}/{route}").wait_for("join")
        for missing in ("history", "games-found", "stats-player", "backup", "step", "share"):
            assert not visitor.has(missing)
        assert not listed(visitor)
    page.write("search", "zoë").wait_name("games-found", "761 games")
    page.wait_until(
        lambda: listed(page) and all("Zoë" in page.name(f"game-{g}") for g in listed(page)[:3]),
        lambda: listed(page),
    )
    was_at_home(page, visitor)
