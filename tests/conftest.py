"""For all tests: the option of the golden pictures, and what is done when a test is over."""

import asyncio
import gc
import inspect
import os
import sys
from contextlib import ExitStack

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("tests.support")  # before the first of it is imported

from tests.support.recorded_files import RECORDED  # noqa: E402
from tests.support.strategies import examples  # noqa: E402

settings.register_profile("pad", examples(100))  # and no test asserts a time
settings.load_profile("pad")

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
"""Where a container asks for it, each server that a test starts would compile the pad anew."""


def pytest_configure(config):
    """Make warnings errors on a CI alone: elsewhere a newer package may have a new one."""
    if os.environ.get("CI") == "true":
        for known in ("error", *config.getini("filterwarnings")):
            config.addinivalue_line("filterwarnings", known)


LONGEST = ("browser", "pyodide")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """A file stays on one core, and so does a group of files that share a browser."""
    from xdist.scheduler import LoadGroupScheduling  # noqa: PLC0415 - Pyodide has none

    class ByGroupOrFile(LoadGroupScheduling):
        def _split_scope(self, nodeid):
            return super()._split_scope(nodeid).partition("::")[0]

    return ByGroupOrFile(config, log)


def pytest_collection_modifyitems(items):
    """Begin with what takes longest: at the end it would keep one core busy alone."""
    places = {folder: place for place, folder in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.path.parent.name, len(LONGEST)))


def pytest_collection_finish():
    """Let the collector of garbage leave alone what stays until the end, and look less often.

    It took a fifth of the time of all tests of screens, whose trees are large and soon gone.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """Run a coroutine test in a loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = pyfuncitem._fixtureinfo.argnames
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted}))
    return True


def pytest_addoption(parser):
    parser.addoption(
        "--accept-golden",
        action="store_true",
        help="keep the pictures and texts of this run as the accepted ones",
    )


@pytest.fixture
def recorded(request):
    """Compare a text with a file of tests/recorded; `--accept-golden` writes it anew."""

    def compare(name, text):
        file = RECORDED / name
        if request.config.getoption("--accept-golden"):
            file.write_bytes(text.encode())
        assert text == file.read_bytes().decode()

    return compare


@pytest.fixture
def last():
    """What is done when a test is over: disks are closed, also those of processes that died."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture(scope="session")
def workshop(tmp_path_factory, worker_id):
    """A folder that all processes of a run share."""
    ours = tmp_path_factory.getbasetemp()
    return ours if worker_id == "master" else ours.parent


@pytest.fixture(scope="session")
def site_folder(workshop):
    """The site; whoever changes it makes a copy."""
    from tests.support.site_and_wheel import built_site  # noqa: PLC0415 - Pyodide cannot

    return built_site(workshop)


@pytest.fixture(scope="session")
def wheel(workshop):
    """The wheel of the pad."""
    from tests.support.site_and_wheel import built_wheel  # noqa: PLC0415 - the same

    return built_wheel(workshop)
