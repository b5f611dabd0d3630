"""Chromium for the journeys: skipped with a reason where there is none, never on CI."""

import os

import pytest

try:
    from playwright.sync_api import sync_playwright
except ImportError:
    sync_playwright = None

from pad import CHROMIUM_ARGS, SIZES, PadPage, Server, chromium


def pytest_collection_modifyitems(items):
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="module")
def browser():
    """One Chromium a file; it ends with the file, for it occupies the thread's event loop."""
    missing = "no Chromium on this system" if chromium() is None else None
    if sync_playwright is None:
        missing = "playwright is not installed"
    if missing and os.environ.get("CI") == "true":
        pytest.fail(f"{missing}, and on CI the journeys must not be skipped")
    if missing:
        pytest.skip(missing)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=chromium(), args=CHROMIUM_ARGS, headless=True
        )
        yield launched
        launched.close()


@pytest.fixture
def server(tmp_path):
    running = Server(tmp_path / "data")
    yield running
    running.kill()


@pytest.fixture
def tab(browser):
    """Opens tabs of a size, light or dark, each with storage of its own."""
    contexts = []

    def new(size="phone", *, dark=False, scale=1):
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            device_scale_factor=scale,
            color_scheme="dark" if dark else "light",
        )
        contexts.append(context)
        return PadPage(context.new_page())

    yield new
    for context in contexts:
        context.close()
