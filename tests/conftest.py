"""For all tests: the command-line option of the golden pictures, and what games are kept in.

With this file pytest also puts the folder on the import path: any test may import `strategies`.
"""

import gc
import os
import sys
from contextlib import ExitStack

import pytest
from hypothesis import settings
from strategies import examples

from qwixx_pad.storage import CHOICE

settings.register_profile("pad", examples(100))  # and no test asserts a time
settings.load_profile("pad")

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
"""Where a container asks for it, each server that a test starts would compile the pad anew."""


def pytest_collection_finish():
    """Let the collector of garbage leave alone what stays until the end, and look less often.

    It took a fifth of the time of all tests of screens, whose trees are large and soon gone.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def pytest_addoption(parser):
    parser.addoption(
        "--accept-golden",
        action="store_true",
        help="keep the pictures of this run as the accepted ones",
    )


@pytest.fixture(scope="module", params=["sqlite", "journal"])
def kind(request):
    """What the games are kept in, also by the processes that a test starts."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv(CHOICE, request.param)
        yield request.param


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
    from built import built_site  # noqa: PLC0415 - not on every system that runs some tests

    return built_site(workshop)


@pytest.fixture(scope="session")
def wheel(workshop):
    """The wheel of the pad."""
    from built import built_wheel  # noqa: PLC0415 - the same

    return built_wheel(workshop)
