"""Games of several in real browsers: each tab is a device of its own."""

from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from pad import PadPage, Server, reconnecting
from test_journeys import Line

from qwixx_pad.storage import GameHead, SavedEntry, open_storage
from qwixx_pad.tables.seating import Chair, Seating

NOON = datetime(2026, 1, 2, 12, 0, tzinfo=UTC)
ON_BOARD = (
    "1:r2 1:r3 1:y2 2:r2 / 2:g12 1:r4 / 1:r5 1:r6 1:y3 2:r3 / 2:r5 1:y4 / 1:y5 1:y6 2:b12 / 2:b11 /"
)
"""Anna rolls, with five crosses in red and in yellow: 30 points. Ben has three red ones: 10."""


@pytest.fixture
def lan(tmp_path):
    """Starts a server that lets phones in."""
    running = []

    def started():
        running.append(Server(tmp_path / "data", lan=True))
        return running[-1]

    yield started
    for server in running:
        server.kill()


def keep(data, game, setup, names, line, *tables):
    """A game that the owner has begun before, and tables at which it is played."""
    storage, _ = open_storage(data, now=NOON)
    storage.start(GameHead(game, setup, names, NOON))
    for index, token in enumerate(line.split()):
        storage.append(game, index, SavedEntry(token, NOON + timedelta(seconds=index)))
    for seating in tables:
        storage.put_setting(f"table/{seating.code}", seating.text)
    storage.close()


def begin_setup(page, *names):
    """The setup of a game, with these players and nobody of the last one in it."""
    return with_players(page.tap("one-device").wait_for("start-game"), *names)


def with_players(page, *names):
    """These players on the screen, and nobody else."""
    for seat in (5, 4, 3, 2, 1):
        if page.has(f"remove-{seat}"):
            page.tap(f"remove-{seat}").wait_gone(f"remove-{seat}")
    for seat, name in enumerate(names, 1):
        page.write("player-name", name).tap("add-player").wait_name(f"person-{seat}", name)
    return page


def code_of(page):
    return page.wait_for("table-code").name("table-code").removeprefix("Code ").replace(" ", "")


def begin_table(server, tab, *names, through=None):
    """A game on as many phones as there are names; the last comes `through` another address."""
    first = begin_setup(tab().open(server.url), *names).tap("own-phones")
    code = code_of(first)
    first.tap("sit-1").wait_gone("sit-1")
    addresses = [server.guest_url] * (len(names) - 1)
    addresses[-1] = through or server.guest_url
    guests = [sit(tab(), address, code, seat) for seat, address in enumerate(addresses, 2)]
    first.tap("start-game").wait_for("end-turn")
    for guest in guests:
        guest.wait_for("done")
    return [first, *guests]


def sit(page, address, code, seat):
    """Scan the code, and take a seat."""
    page.open(f"{address}/join/{code}").tap(f"sit-{seat}").wait_gone(f"sit-{seat}")
    return page


def cross(page, *tokens):
    for token in tokens:
        page.tap(token).wait_name(token, "crossed")
    return page


def everybody_sees(pages, *points):
    """All have the same totals; one's own chip says You."""
    for page in pages:
        for seat, total in enumerate(points, 1):
            page.wait_name(f"seat-{seat}", f", {total} point")


def test_two_phones_play_at_one_table_and_share_a_lock(lan, tab):
    anna, ben = phones = begin_table(lan(), tab, "Anna", "Ben")
    anna.wait_sees("Your roll")
    ben.wait_sees("Anna’s roll")
    cross(ben, "r2")
    cross(anna, "r2", "r3").tap("end-turn").wait_for("done")
    cross(anna, "r4")
    cross(ben.wait_for("end-turn"), "r4", "r5").tap("end-turn").wait_for("done")
    cross(ben, "r6")
    cross(anna.wait_for("end-turn"), "r6", "r7").tap("end-turn").wait_for("done")
    cross(anna, "b8")
    cross(ben.wait_for("end-turn"), "r8").tap("end-turn").wait_for("done")
    everybody_sees(phones, 16, 15)
    for phone in phones:
        phone.wait_sees("Round 3")
    anna.wait_for("end-turn").tap("r12").tap("white-r").wait_sees("Waiting for Ben")
    ben.wait_for("no-r").wait_sees("Cross 12 too").tap("r12").wait_gone("no-r")
    everybody_sees(phones, 29, 28)
    anna.tap("end-turn").wait_for("done")
    ben.wait_for("end-turn")
    for phone in phones:
        phone.wait_sees("7 crosses, 28 points.").wait_name("r9", "skipped")
        phone.wait_name("seat-1", "locked red").wait_name("seat-2", "locked red")


def test_a_phone_whose_link_is_cut_is_missed_and_comes_back_to_its_seat(lan, tab):
    server = lan()
    with closing(Line(server.port)) as line:
        through = f"{server.guest_url.rpartition(':')[0]}:{line.url.rpartition(':')[2]}"
        anna, ben, cleo = begin_table(server, tab, "Anna", "Ben", "Cleo", through=through)
        cross(anna, "r2")
        cross(cleo, "b12")
        everybody_sees([anna, ben, cleo], 1, 0, 1)
        with reconnecting(cleo):
            line.cut()
            anna.wait_name("seat-3", "phone away").tap("end-turn")
            cross(ben.wait_for("end-turn"), "y2", "y3").wait_name("seat-3", "phone away")
            ben.tap("end-turn").wait_sees("Cleo’s roll")
            everybody_sees([anna, ben], 1, 3, 1)
            line.mend()
        everybody_sees([cleo], 1, 3, 1)
        cross(cleo.wait_for("end-turn"), "b11", "b10").tap("end-turn")
        anna.wait_for("end-turn")
        everybody_sees([anna, ben, cleo], 1, 3, 6)
        assert "away" not in anna.name("seat-3")


def test_a_cross_two_rolls_old_is_put_right_while_the_other_plays_and_undone_after_a_kill(lan, tab):
    server = lan()
    anna, ben = phones = begin_table(server, tab, "Anna", "Ben")
    cross(ben, "y3")
    cross(anna, "r5").tap("end-turn").wait_for("done")
    cross(ben.wait_for("end-turn"), "y4").tap("end-turn").wait_for("done")
    anna.wait_for("end-turn").tap("r5").wait_name("wrong-step", "Red 5, first cross, Roll 1")
    cross(ben, "g12")
    anna.tap("instead-r6").wait_name("r6", "crossed").wait_name("r5", "skipped")
    ben.wait_sees("Anna: red 5 is red 6 now, roll 1").wait_name("g12", "crossed")
    with reconnecting(*phones):
        server.kill()
        server.start()
    anna.tap("undo").wait_name("r5", "crossed").wait_name("r6", "open")
    ben.wait_name("g12", "crossed").tap("seat-1").wait_name("r5", "crossed")
    everybody_sees([anna], 1, 4)


def test_a_killed_server_gives_all_phones_their_seats_and_crosses_back(lan, tab):
    server = lan()
    anna, ben = phones = begin_table(server, tab, "Anna", "Ben")
    cross(anna, "r2", "r3").tap("end-turn").wait_for("done")
    cross(ben.wait_for("end-turn"), "g12")
    cross(anna, "b12")
    everybody_sees(phones, 4, 1)
    with reconnecting(*phones):
        server.kill()
        server.start()
    everybody_sees(phones, 4, 1)
    anna.wait_name("b12", "crossed").wait_name("seat-1", "You")
    ben.wait_name("g12", "crossed").wait_name("seat-2", "You")
    cross(ben, "g11").tap("end-turn").wait_for("done")
    cross(anna.wait_for("end-turn"), "b11").tap("undo").wait_name("b11", "open")
    everybody_sees(phones, 4, 3)


def test_a_stranger_finds_no_seat_at_a_running_game_and_none_of_the_owners_games(
    tmp_path, lan, tab
):
    keep(tmp_path / "data", "mine", "classic", ("Anna",), "r2 r3")
    server = lan()
    anna, _ = begin_table(server, tab, "Anna", "Ben")
    code = anna.page.url.rpartition("/")[2]
    stranger = tab().open(server.guest_url).wait_for("code")
    wrong = "ABCD" if code != "ABCD" else "ABCE"
    stranger.write("code", wrong).tap("join").wait_name("message", "No table with that code.")
    stranger.write("code", code).tap("join").wait_sees("The game has begun.")
    for missing in ("sit-1", "sit-2", "player-name", "start-game", "to-pad", "r2", "end-turn"):
        assert not stranger.has(missing)
    for route in ("/game/mine", "/", "/new"):
        stranger.open(f"{server.guest_url}{route}").wait_for("join")
        for missing in ("total", "r2", "new-game", "continue-game", "one-device", f"table-{code}"):
            assert not stranger.has(missing)
    everybody_sees([anna], 0, 0)


def test_a_phone_that_has_lost_its_tab_is_back_on_its_own_seat(lan, tab):
    server = lan()
    anna, ben = begin_table(server, tab, "Anna", "Ben")
    code = anna.page.url.rpartition("/")[2]
    cross(ben, "g12")
    device = ben.page.context
    ben.page.close()
    anna.wait_name("seat-2", "phone away")
    again = PadPage(device.new_page()).open(server.guest_url).tap(f"table-{code}")
    again.wait_name("seat-2", "You, 1 point").wait_name("g12", "crossed")
    cross(anna, "r2").tap("end-turn")
    cross(again.wait_for("end-turn"), "g11")
    everybody_sees([anna, again], 1, 3)
    assert "away" not in anna.name("seat-2")


def think(page):
    """Look at the dice for a moment: a turn that ends in the instant it begins is a slip."""
    page.page.wait_for_timeout(1000)
    return page


def test_on_board_a_pawn_that_arrives_gives_everybody_else_one_more_roll(lan, tab):
    pad = begin_setup(tab().open(lan().url), "Ben", "Anna", "Cleo")
    pad.tap("remove-3").wait_gone("person-3").tap("sheets").tap("sheet-on_board")
    pad.tap("color-2").tap("first-2").wait_name("person-1", "Anna")
    pad.tap("start-game").wait_sees("Anna’s roll")
    pad.tap("board").tap("@7").wait_gone("@7").wait_number("total", 7)
    cross(pad, "r5").tap("board").tap("@!").wait_sees("Last round: 2 rolls to go")
    pad.tap("end-turn").wait_sees("Last round: this is the last roll").wait_sees("Ben’s pad")
    think(pad).tap("end-turn").wait_for("rematch").wait_sees("Anna wins!").wait_sees(
        "By 13 points."
    )
    pad.wait_name("place-1", "1. Anna").wait_name("place-2", "2. Ben")
    pad.tap("undo").wait_for("end-turn").wait_sees("Last round: this is the last roll")
    cross(pad, "b12").tap("end-turn").wait_for("rematch").wait_sees("By 7 points.")


def test_on_board_two_locked_rows_leave_a_last_chance_and_then_it_is_over(tmp_path, lan, tab):
    chairs = Chair("Anna", 0), Chair("Ben", 1)
    seating = Seating("ABCD", "nobody", "on_board", chairs, game="near")
    keep(tmp_path / "data", "near", "on_board/2", ("Anna", "Ben"), ON_BOARD, seating)
    url = lan().guest_url
    anna = tab().open(f"{url}/join/ABCD").tap("sit-1").wait_for("end-turn")
    ben = tab().open(f"{url}/join/ABCD").tap("sit-2").wait_for("done")
    everybody_sees([anna, ben], 30, 10)
    anna.tap("r12").tap("white-r").wait_sees("Waiting for Ben")
    ben.wait_sees("Red closes for you. You have 3 crosses.").tap("no-r").wait_gone("no-r")
    anna.tap("y12").wait_sees("Last chance").wait_sees("Waiting for Ben")
    ben.wait_sees("Last chance").tap("done")
    for phone in (anna, ben):
        phone.wait_for("rematch").wait_sees("Anna wins!").wait_sees("By 46 points.")
    ben.tap("review").tap("seat-2").wait_sees("Red. Closed by Anna. 3 crosses, 6 points.")


def rolling(name):
    """What is read on the sheet of who rolls; the bar beside it may be taken by a hint."""
    return f"{name}\nrolling"


def test_one_tablet_shows_both_sheets_and_the_rematch_starts_with_the_other(lan, tab):
    pad = begin_setup(tab("tablet").open(lan().url), "Anna", "Ben").tap("start-game")
    cross(pad.wait_sees(rolling("Anna")), "s1-r2", "s1-r3", "s2-b12")
    pad.wait_number("s1-total", 3).wait_number("s2-total", 1)
    cross(pad.tap("end-turn").wait_sees(rolling("Ben")), "s2-b11", "s1-g12", "s2-b10")
    pad.tap("undo").wait_name("s2-b10", "open").wait_number("s2-total", 3)
    pad.tap("redo").wait_name("s2-b10", "crossed").wait_number("s2-total", 6)
    pad.tap("s1-g11").wait_name("s1-g11", "open").wait_number("s1-total", 4)
    think(pad.tap("end-turn").wait_sees(rolling("Anna")))
    pad.tap("end-turn").wait_number("s1-total", -1)
    pad.tap("menu").tap("finish").wait_for("rematch").wait_sees("Ben wins!")
    pad.tap("rematch").wait_sees(rolling("Ben")).wait_number("s1-total", 0)
    pad.tap("end-turn").wait_number("s1-total", -5).wait_sees(rolling("Anna"))


def test_one_phone_goes_round_and_a_misthrow_on_the_wrong_sheet_is_taken_back(server, tab):
    pad = begin_setup(tab("small").open(server.url), "Anna", "Ben").tap("start-game")
    cross(pad.wait_sees("Anna’s pad"), "r5")
    think(pad.tap("end-turn").wait_sees("Ben’s pad").tap("seat-1").wait_sees("Anna’s pad"))
    pad.wait_name("seat-2", "rolling").wait_name("end-turn", "Ben: misthrow")
    pad.tap("end-turn").wait_sees("Ben: misthrow 1 of 4")
    pad.tap("undo-message").wait_sees("Ben’s roll").wait_name("seat-2", "Ben, 0 points, rolling")
    pad.tap("seat-1").tap("to-pad").wait_sees("Ben’s pad")
    cross(pad, "b12").tap("end-turn").wait_sees("Ben’s turn is over").wait_sees("Anna’s roll")


def test_a_player_is_dragged_to_another_seat(server, tab):
    page = tab().open(server.url).tap("one-device").wait_for("player-name")
    for number, name in enumerate(("Anna", "Ben", "Cleo"), 1):
        page.write("player-name", name)
        page.tap("add-player").wait_for(f"person-{number}")
    drag(page, 1, 3)
    page.wait_name("person-1", "Ben")
    page.wait_name("person-2", "Cleo").wait_name("person-3", "Anna")
    page.tap("start-game").wait_name("seat-1", "Ben")


def drag(page, seat, to):
    """Take a line by its grip at the right and let it go beyond another one."""
    mouse, start, end = page.page.mouse, _middle(page, seat), _middle(page, to)
    grip = page.page.viewport_size["width"] - 41
    mouse.move(grip, start)
    mouse.down()
    for step in range(1, 11):
        mouse.move(grip, start + (end + 8 - start) * step / 10)
        page.page.wait_for_timeout(40)
    page.page.wait_for_timeout(300)
    mouse.up()


def _middle(page, seat):
    box = page.at(f"person-{seat}").bounding_box()
    return box["y"] + box["height"] / 2
