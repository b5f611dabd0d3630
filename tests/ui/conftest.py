"""The pads of these tests; and whatever a screen says in them must be known to translators."""

import asyncio
import inspect

import pytest
from everywhere import shelf
from messages import known

from qwixx_pad.app import opened_pad
from qwixx_pad.ui.pad import controller
from qwixx_pad.ui.speech import Speech


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """Run a coroutine test in a loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = pyfuncitem._fixtureinfo.argnames
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted}))
    return True


@pytest.fixture
def pad(tmp_path):
    """An opened pad on a fresh folder."""
    with opened_pad(tmp_path / "data") as opened:
        yield opened


@pytest.fixture
def patient_finger(monkeypatch):
    """Every tap is meant, however soon it comes after another one."""
    monkeypatch.setattr(controller, "_TOO_SOON", 0)


@pytest.fixture(scope="module")
def lasting_pad(tmp_path_factory):
    """A pad with a game of each kind, for all tests of a file that only look at it."""
    with shelf(tmp_path_factory.mktemp("shelf")) as opened:
        yield opened


@pytest.fixture(scope="module")
def lasting_pad_in_columns(tmp_path_factory):
    """The same of somebody who has chosen columns."""
    with shelf(tmp_path_factory.mktemp("shelf"), direction="columns") as opened:
        yield opened


@pytest.fixture(autouse=True)
def nothing_is_said_that_translators_do_not_know(monkeypatch):
    unknown = set()

    def checked(say, key_of):
        def said(self, *args, **values):
            key = key_of(*args)
            if key and key not in known():
                unknown.add(key)
            return say(self, *args, **values)

        return said

    monkeypatch.setattr(Speech, "text", checked(Speech.text, lambda message: message))
    monkeypatch.setattr(
        Speech, "meant", checked(Speech.meant, lambda meaning, message: (meaning, message))
    )
    monkeypatch.setattr(Speech, "count", checked(Speech.count, lambda one, many, _: (one, many)))
    yield
    assert not unknown
