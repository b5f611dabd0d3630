"""A store, and a relay on it."""

import pytest

from qwixx_pad.relay.store import open_store
from tests.support.memory_folder import tmp_path
from tests.support.postgres_server import Postgres
from tests.support.relay.relay_phones import Relay

__all__ = ("tmp_path",)


@pytest.fixture(scope="session")
def running_postgres():
    server = Postgres()
    yield server
    server.close()


@pytest.fixture
def postgres(running_postgres):
    """A PostgreSQL with nothing in it."""
    running_postgres.empty()
    return running_postgres


@pytest.fixture
def database():
    """The address of a database; empty for SQLite."""
    return ""


@pytest.fixture
def again(tmp_path, database):
    """Opens the store once more, a file after closing it; at the end all are closed."""
    stores = []

    def open_one():
        if stores and not database:
            stores[-1].close()
        stores.append(open_store(tmp_path, database))
        return stores[-1]

    yield open_one
    for store in stores:
        store.close()


@pytest.fixture
def store(again):
    return again()


@pytest.fixture
def relay(store):
    return Relay(store)
