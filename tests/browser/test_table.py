"""Games of several in real browsers: each tab is a device of its own."""

from tests.support.browser.chromium_pad import PadPage, reconnecting
from tests.support.browser.journeys import code_of, cross, everybody_sees


def begin_setup(page, *names):
    """The setup of a game, with these players and nobody of the last one in it."""
    page.tap("one-device").wait_for("start-game")
    for seat in (5, 4, 3, 2, 1):
        if page.has(f"remove-{seat}"):
            page.tap(f"remove-{seat}").wait_gone(f"remove-{seat}")
    for seat, name in enumerate(names, 1):
        page.write("player-name", name).tap("add-player").wait_name(f"person-{seat}", name)
    return page


def begin_table(server, tab, *names):
    """A game on as many phones as there are names."""
    first = begin_setup(tab().open(server.url), *names).tap("own-phones")
    code = code_of(first)
    first.tap("sit-1").wait_gone("sit-1")
    guests = [sit(tab(), server.guest_url, code, seat) for seat in range(2, len(names) + 1)]
    first.tap("start-game").wait_for("end-turn")
    for guest in guests:
        guest.wait_for("done")
    return [first, *guests]


def sit(page, address, code, seat):
    """Scan the code, and take a seat."""
    page.open(f"{address}/join/{code}").tap(f"sit-{seat}").wait_gone(f"sit-{seat}")
    return page


def test_a_killed_server_gives_all_phones_their_seats_and_crosses_back(serve, tab):
    server = serve(lan=True)
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


def test_a_phone_that_has_lost_its_tab_is_back_on_its_own_seat(lasting_server, tab):
    anna, ben = begin_table(lasting_server, tab, "Anna", "Ben")
    code = anna.page.url.rpartition("/")[2]
    cross(ben, "g12")
    device = ben.page.context
    ben.page.close()
    anna.wait_name("seat-2", "phone away")
    again = PadPage(device.new_page()).open(lasting_server.guest_url).tap(f"table-{code}")
    again.wait_name("seat-2", "You, 1 point").wait_name("g12", "crossed")
    cross(anna, "r2").tap("end-turn")
    cross(again.wait_for("end-turn"), "g11")
    everybody_sees([anna, again], 1, 3)
    assert "away" not in anna.name("seat-2")


def test_a_player_is_dragged_to_another_seat(lasting_server, tab):
    page = begin_setup(tab().open(lasting_server.url), "Anna", "Ben", "Cleo")
    drag(page, 1, 3)
    page.wait_name("person-1", "Ben").wait_name("person-2", "Cleo").wait_name("person-3", "Anna")
    page.tap("start-game").wait_name("seat-1", "Ben")


def drag(page, seat, to):
    """Take a line by its grip at the right and let it go beyond another one."""
    mouse, grip = page.page.mouse, page.page.viewport_size["width"] - 41
    (_, start), (_, end) = page.middle(f"person-{seat}"), page.middle(f"person-{to}")
    mouse.move(grip, start)
    mouse.down()
    for step in range(1, 11):
        mouse.move(grip, start + (end + 8 - start) * step / 10)
        page.pause(40)
    page.pause(300)
    mouse.up()
