"""A served pad for a module of tests."""

import pytest

from tests.support.server.counting_pad import Pad


@pytest.fixture(scope="module")
def pad():
    with Pad() as running:
        yield running
