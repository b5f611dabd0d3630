"""The pads of these tests; and whatever a screen says in them must be known to translators."""

import functools

import pytest

from tests.support.memory_folder import fresh_folder, tmp_path
from tests.support.multiplayer.breakable_links import air
from tests.support.multiplayer.table_room import room
from tests.support.translated_texts import nothing_unknown_is_said
from tests.support.ui.every_screen import shelf
from tests.support.ui.quick_pads import AT_ONCE, opened_pad
from tests.support.ui.session_client import Client

__all__ = ("air", "nothing_unknown_is_said", "room", "tmp_path")


@pytest.fixture
def times():
    """How long a pad waits; a test of another pad gives its own."""
    return AT_ONCE


@pytest.fixture
def pad(tmp_path, times):
    """An opened pad on a fresh folder."""
    with opened_pad(tmp_path / "data", times=times) as opened:
        yield opened


@pytest.fixture
def tab(pad):
    """A session of this pad's owner; it has begun when the test begins."""
    return Client(pad.show_caller)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """Begin the session that a test asks for in the loop of that test."""
    if "tab" not in pyfuncitem.funcargs:
        return
    test = pyfuncitem.obj

    @functools.wraps(test)
    async def within(tab, **others):
        async with tab:
            await test(tab=tab, **others)

    pyfuncitem.obj = within


@pytest.fixture(scope="module")
def lasting_pad():
    """A pad with a game of each kind, for all tests of a file that only look at it."""
    with fresh_folder() as folder, shelf(folder) as opened:
        yield opened
