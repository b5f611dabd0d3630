"""A line on which packets are lost, in a network of its own: neither end gets an error."""

from contextlib import ExitStack

import pytest

from tests.support.browser.chromium_pad import PATIENCE, PadPage


@pytest.fixture
def page(line, browser, tmp_path):
    """The pad on its own computer, whose network is cut as well."""
    with ExitStack() as ends:
        server = line.serve(tmp_path / "data")
        ends.callback(server.kill)
        own = line.launch(browser.browser_type, tmp_path, at_pad=True)
        ends.callback(own.close)
        yield PadPage(own.new_page(viewport={"width": 390, "height": 844})).open(server.url)


def cut(line, page):
    line.drop()
    page.page.locator("#away").wait_for(state="visible", timeout=PATIENCE)


def mended(line, page):
    page.pause(6000)  # the system sends what was lost again so late that the page is sooner
    line.mend()
    page.page.locator("#away").wait_for(state="detached", timeout=PATIENCE)
    return page.rest()


def test_sheet_is_read_while_cut_and_goes_on(line, page):
    page.tap("new-game").tap("r2").wait_number("total", 1).rest()
    under_the_finger = page.middle("y7")
    line.drop()
    page.press(*under_the_finger)
    page.page.locator("#away").wait_for(state="visible", timeout=PATIENCE)
    assert "crossed" not in page.name("y7")  # what is not saved does not look saved
    page.press(*under_the_finger)
    mended(line, page).tap("r5").wait_name("r5", "crossed").wait_name("r2", "crossed")


def test_what_was_typed_stays_while_cut(line, page):
    page.tap("one-device").write("player-name", "Zoe")
    cut(line, page)
    mended(line, page).tap("add-player").wait_name("person-1", "Zoe")
