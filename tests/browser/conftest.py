"""Browsers for the journeys: skipped with a reason where there is none, never on CI."""

import os
import shutil
from contextlib import ExitStack, contextmanager

import pytest

try:
    from playwright.sync_api import sync_playwright
except ImportError:
    sync_playwright = None

from tests.support.browser.chromium_pad import CHROMIUM_ARGS, SIZES, PadPage, Server, chromium
from tests.support.browser.cut_line import Line
from tests.support.browser.golden_album import Album
from tests.support.browser.journeys import begun
from tests.support.browser.site_host import SiteHost, copied, with_relay
from tests.support.browser.webdriver import Firefox, WebKitGTK
from tests.support.ui.pads_with_games import game_of, keep

SITE = ("anywhere", "guest", "installed", "other_browsers", "site")
"""What needs the site is one group of tests, all else another: each has one Chromium."""


def pytest_collection_modifyitems(items):
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)
            group = "site" if item.path.stem.removeprefix("test_") in SITE else "pad"
            item.add_marker(pytest.mark.xdist_group(group))


@pytest.fixture(scope="package")
def browser():
    """One Chromium for all; it ends with them, for it occupies the thread's event loop."""
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
def line():
    """Networks of a pad and a phone, and the line between them."""
    with ExitStack() as ends:
        try:
            made = Line(ends)
        except OSError as error:
            _do_without(str(error))
        yield made


@pytest.fixture(scope="package")
def host(site_folder):
    """The site at a host that nobody takes off the net."""
    serving = SiteHost(site_folder)
    yield serving
    serving.stop()


@pytest.fixture
def own_host(site_folder, tmp_path):
    """A host of one test alone, which may do to it what it likes."""
    serving = SiteHost(copied(site_folder, tmp_path))
    yield serving
    serving.stop()


@pytest.fixture(scope="package")
def site_with_relay(site_folder, tmp_path_factory):
    return with_relay(site_folder, tmp_path_factory.mktemp("with_relay"))


@pytest.fixture
def serve(tmp_path):
    """Starts servers of one test alone, which may end them."""
    running = []

    def served(data=tmp_path / "data", **settings):
        running.append(Server(data, **settings))
        return running[-1]

    yield served
    for server in running:
        server.kill()


@pytest.fixture(scope="package")
def lasting_server(tmp_path_factory):
    """One server for all tests that neither end it nor mind what was played before.

    Of two unfinished games none opens, so each test begins at home.
    """
    folder = tmp_path_factory.mktemp("data")
    keep(folder, [game_of(f"classic r{number}", called=f"{number}") for number in (2, 3)])
    running = Server(folder, lan=True)
    yield running
    running.kill()


@contextmanager
def _tabs(browser):
    contexts = []

    def new(size="phone", *, scale=1, locale="en-GB"):
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height}, device_scale_factor=scale, locale=locale
        )
        contexts.append(context)
        return PadPage(context.new_page())

    yield new
    for context in contexts:
        context.close()


@pytest.fixture
def tab(browser):
    """Opens tabs: each is a device of its own, of a size and in a language, new to the pad."""
    with _tabs(browser) as new:
        yield new


@pytest.fixture(scope="module")
def lasting_tab(browser):
    """The same for a file: loading the page costs more than all that is done on it."""
    with _tabs(browser) as new:
        yield new


@pytest.fixture(scope="module")
def visited(host, lasting_tab):
    """A browser that has been at the site before, and keeps everything."""
    return begun(lasting_tab(), host.url).page.context


@pytest.fixture(scope="package")
def pad(lasting_server, browser):
    """A tab that is opened once for all; each test begins a game of its own in it."""
    with _tabs(browser) as new:
        yield new().open(lasting_server.url)


@pytest.fixture
def golden(request):
    """Holds what pages show against the accepted pictures."""
    return Album(accept=request.config.getoption("--accept-golden"))
