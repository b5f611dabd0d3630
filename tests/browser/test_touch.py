"""Fingers in a real browser: what a press does before it is lifted, and next to its target."""

from tests.support.browser.journeys import begin

HELD = 300
"""Milliseconds; a press so long is a finger's, a shorter one may be a screen reader's tap."""


def held(page, x, y):
    page.look_around()
    page.page.mouse.move(x, y)
    page.page.mouse.down()
    page.pause(HELD)
    page.page.mouse.up()


def test_press_acts_on_release_at_the_same_place(pad):
    page = begin(pad)
    x, y = page.middle("r5")
    mouse = page.page.mouse
    mouse.move(x, y)
    mouse.down()
    page.pause(HELD)
    assert page.name("r5") == "Red 5, open", "nothing acts on touch-down"
    mouse.move(x, y + 300, steps=6)
    mouse.up()
    page.pause(HELD)
    assert page.name("r5") == "Red 5, open", "dragging off cancels"
    held(page, x, y)
    page.wait_name("r5", "crossed")


def test_press_next_to_an_open_cell_hits_it(pad):
    page = begin(pad)
    page.tap("r5").wait_name("r5", "crossed").tap("b12").wait_name("b12", "crossed")
    x, y = page.middle("r2")
    assert page.at("r2").get_attribute("flt-tappable") is None
    held(page, x, y)
    page.wait_sees("Only to the right of your last cross.")
    x, y = page.middle("r5")
    held(page, x + 11, y + 20)
    page.wait_name("r6", "crossed").tap("undo").wait_name("r6", "open")
    held(page, x, y)
    page.tap("done-correcting").wait_gone("done-correcting")  # the card of red 5 itself
    assert page.name("r6") == "Red 6, open"
    waiting, y = page.middle("g2")
    held(page, waiting - 11, y)
    page.wait_name("g3", "crossed")
    x, y = page.middle("y5")
    held(page, x + 15.4, y)  # a gap
    page.wait_name("y5", "crossed")
