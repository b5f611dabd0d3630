"""Games of several in real browsers: each tab is a device of its own."""

from tests.support.browser.chromium_pad import PadPage
from tests.support.browser.journeys import code_of, everybody_sees, play


def begin_setup(page, *names):
    """The setup of a game, with these players and nobody of the last one in it."""
    page.tap("one-device").wait_for("start-game")
    for seat in (5, 4, 3, 2, 1):
        if page.has(f"remove-{seat}"):
            page.tap(f"remove-{seat}").wait_gone(f"remove-{seat}")
    for seat, name in enumerate(names, 1):
        page.write("player-name", name).tap("add-player").wait_name(f"person-{seat}", name)
    return page


def test_reopened_phone_returns_to_its_seat(lasting_server, pad, tab):
    anna = begin_setup(pad.look().show("/"), "Anna", "Ben").tap("own-phones")
    code = code_of(anna)
    anna.tap("sit-1").wait_gone("sit-1")
    ben = tab().open(f"{lasting_server.guest_url}/join/{code}").tap("sit-2").wait_gone("sit-2")
    anna.tap("start-game").wait_for("end-turn")
    play(ben.wait_for("done"), "g12")
    device = ben.page.context
    ben.page.close()
    anna.wait_name("seat-2", "phone away")
    again = PadPage(device.new_page()).open(lasting_server.guest_url).tap(f"table-{code}")
    again.wait_name("seat-2", "You, 1 point").wait_name("g12", "crossed")
    play(anna, "r2").tap("end-turn")
    play(again.wait_for("end-turn"), "g11")
    everybody_sees([anna, again], 1, 3)
    assert "away" not in anna.name("seat-2")


def test_player_is_dragged_to_another_seat(pad):
    page = begin_setup(pad.look().show("/"), "Anna", "Ben", "Cleo")
    drag(page, 1, 3)
    page.wait_name("person-1", "Ben").wait_name("person-2", "Cleo").wait_name("person-3", "Anna")


def drag(page, seat, to):
    """Take a line by its grip at the right and let it go beyond another one."""
    mouse = page.page.mouse
    grip = page.page.viewport_size["width"] - 41
    (_, start), (_, end) = page.middle(f"person-{seat}"), page.middle(f"person-{to}")
    mouse.move(grip, start)
    mouse.down()
    for step in range(1, 11):
        mouse.move(grip, start + (end + 8 - start) * step / 10)
    page.rest()
    mouse.up()
