"""Whatever a screen says in these tests must be known to translators."""

import pytest
from messages import known

from qwixx_pad.ui.speech import Speech


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
