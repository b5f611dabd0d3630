"""Browsers for the journeys: skipped with a reason where there is none, never on CI."""

import os
import shutil
from collections import defaultdict
from contextlib import ExitStack, contextmanager

import pytest

try:
    from playwright.sync_api import sync_playwright
except ImportError:
    sync_playwright = None

from golden import Album
from pad import CHROMIUM_ARGS, SIZES, PadPage, Server, chromium
from webdriver import Firefox, WebKitGTK


def pytest_collection_modifyitems(items):
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="module")
def browser():
    """One Chromium a file; it ends with the file, for it occupies the thread's event loop."""
    if sync_playwright is None:
        _do_without("playwright is not installed")
    if chromium() is None:
        _do_without("no Chromium on this system")
    with ExitStack() as ends:
        try:
            playwright = ends.enter_context(sync_playwright())
        except Exception as error:  # noqa: BLE001 - its own program fails in ways it does not name
            _do_without(f"playwright does not start ({error}); on Debian it needs libatomic1")
        launched = playwright.chromium.launch(
            executable_path=chromium(), args=CHROMIUM_ARGS, headless=True
        )
        ends.callback(launched.close)
        yield launched


def _do_without(reason):
    if os.environ.get("CI") == "true":
        pytest.fail(f"{reason}, and on CI the journeys must not be skipped")
    pytest.skip(reason)


def _need(*programs):
    missing = [program for program in programs if shutil.which(program) is None]
    if missing:
        _do_without(f"no {' and no '.join(missing)} on this system")


@pytest.fixture
def firefox(tmp_path):
    """A tab of a new Firefox."""
    _need("firefox-esr")
    with ExitStack() as ends:
        yield Firefox(ends, tmp_path / "firefox")


@pytest.fixture
def webkitgtk():
    """A tab of a new WebKitGTK."""
    _need("WebKitWebDriver", "Xvfb")
    with ExitStack() as ends:
        yield WebKitGTK(ends)


@pytest.fixture
def server(tmp_path):
    running = Server(tmp_path / "data")
    yield running
    running.kill()


@pytest.fixture(scope="module")
def lasting_server(tmp_path_factory):
    """One server for all tests of a file that neither end it nor mind what was played before."""
    running = Server(tmp_path_factory.mktemp("data"))
    yield running
    running.kill()


@contextmanager
def _tabs(browser):
    contexts = []

    def new(size="phone", *, dark=False, scale=1, locale="en-GB"):
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            device_scale_factor=scale,
            color_scheme="dark" if dark else "light",
            locale=locale,
        )
        contexts.append(context)
        return PadPage(context.new_page())

    yield new
    for context in contexts:
        context.close()


@pytest.fixture
def fresh_tab(browser):
    """Opens tabs: a size, light or dark, a device's language; each has storage of its own."""
    with _tabs(browser) as new:
        yield new


@pytest.fixture(scope="module")
def lasting_tab(browser):
    """The same for a whole file: loading the page costs more than all that is done on it."""
    with _tabs(browser) as new:
        yield new


@pytest.fixture(scope="module")
def idle_tabs():
    """Tabs that earlier tests of a file have left, by what cannot be changed of a tab."""
    return defaultdict(list)


@pytest.fixture
def tab(lasting_tab, idle_tabs):
    """The same again, where a tab need not be the first of its browser.

    What another test has left is emptied: a page that was open before has compiled the client,
    and opens in half the time.
    """
    used = []

    def new(size="phone", *, dark=False, scale=1, locale="en-GB"):
        idle = idle_tabs[scale, locale]
        page = idle.pop() if idle else lasting_tab(size, scale=scale, locale=locale)
        used.append((idle, page))
        return page.look(size, dark=dark)

    yield new
    for idle, page in used:
        if page.emptied():
            idle.append(page)


@pytest.fixture(scope="module")
def pad(lasting_server, lasting_tab):
    """A tab that is opened once for a file; each test begins a game of its own in it."""
    return lasting_tab().open(lasting_server.url)


@pytest.fixture
def golden(request):
    """Holds what pages show against the accepted pictures, and complains once at the end."""
    album = Album(accept=request.config.getoption("--accept-golden"))
    yield album
    album.close()
