"""What journeys through the pad do again and again, and how the site is opened."""

from qwixx_pad.library.links import pack_games
from tests.support.ui.pads_with_games import game_of

ITEM = pack_games([game_of("classic/2 1:r2 1:r3 / 2:y4 end", "Anna", "Ben", called="g1")], {})
"""Of a link that is a game."""
HOME = "join-table"
"""Only the first screen has this identifier; a result offers a new game, too."""
SHOWN = "#splash.gone"
LAST_SCREEN = """async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle("qwixx-pad");
    const file = await (await folder.getFileHandle("last-screen", {create: true})).getFile();
    const head = (await file.text().catch(() => "")).split("\\n")[0]; // the pad may be writing it
    return head.startsWith("{") ? [JSON.parse(head).made, file.size] : [0, 0];
}"""
"""When the picture of the last screen was made, and its bytes; zeros where there is none."""
SEEN_SCREENS = "() => performance.getEntriesByName('last screen').length"
"""How many such pictures this page has shown."""


PENCILS = "() => document.querySelectorAll('body > .pencil [aria-pressed=true]').length"
"""How many crosses there are in pencil on such a picture; one can be made once there is an area."""
PENCIL_AREA = "() => !!document.querySelector('body > .pencil')"


LEVELS = "() => [history.length, history.state.level]"
"""How many entries a browser's history has, and which of the pad's two is in front."""


def begin(page):
    """From wherever the last test has left the tab, a new game on a phone."""
    page.look().show("/").wait_for(HOME).tap("new-game").wait_for("undo")
    return page.wait_name("r2", "open").wait_number("total", 0)


def play(page, taps):
    for token in taps.split():
        page.tap(token).wait_name(token, "crossed")
    return page


def unexpected(page):
    """Errors in the console, but for the one library that the page's policy keeps out."""
    return [text for text in page.errors if "rive_native.js" not in text]


def code_of(page):
    return page.wait_for("table-code").name("table-code").removeprefix("Code ").replace(" ", "")


def everybody_sees(pages, *points):
    """All have the same totals; one's own chip says You."""
    for page in pages:
        for seat, total in enumerate(points, 1):
            page.wait_name(f"seat-{seat}", f", {total} point")


def opened(page, url):
    """Open the site and wait until there is something to tap."""
    page.page.goto(url)
    return shown(page)


def shown(page):
    page.page.wait_for_selector(SHOWN, state="attached")
    return page.wake()


def until(page, asked):
    """Wait for a promise of yes; playwright takes the promise itself for a yes."""
    page.ask("until", asked)
    return page


def wait_for_last_screen(page):
    """Wait until the browser has a picture of the screen."""
    page.wait_until(lambda: page.evaluate(LAST_SCREEN)[0], lambda: "no picture is stored")
    return page


def pencil(page, *places):
    """Tap on the picture of the last screen, at so many points."""
    page.wait_until(lambda: page.evaluate(PENCIL_AREA), lambda: "no picture takes the pencil")
    for place in places:
        page.press(*place)
    return page


def wait_until_offline(page):
    """Wait until the service worker has everything."""
    return until(page, "isStored")


def begun(page, url):
    return wait_until_offline(opened(page, url).tap("new-game").wait_for("undo"))


def requests_of(page):
    """All that a browser sends from now on, as far as somebody else could write it down."""
    seen = []
    page.page.context.on("request", lambda sent: seen.append(f"{sent.url} {sent.headers}"))
    return seen
