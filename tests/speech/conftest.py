"""Whatever is said here must be known to translators."""

import pytest

from tests.support.translated_texts import unknown_texts


@pytest.fixture(autouse=True)
def nothing_is_said_that_translators_do_not_know(monkeypatch):
    with unknown_texts(monkeypatch) as unknown:
        yield
    assert not unknown
