"""Relays on one PostgreSQL hear of each other, and outlive the loss of it."""

import queue
import threading
import time

import pytest

from qwixx_pad.relay.store import TableChanged, TablePresence, open_store
from qwixx_pad.relay.store import postgres as module
from qwixx_pad.relay.store.postgres import NOTIFY_CHANNEL, SILENCE_S, PeerPresence
from qwixx_pad.storage import CannotWrite, Conflict, DiskFull, OtherVersion, StorageError
from tests.support.relay.stored_games import HEAD, tokens
from tests.support.storage.sample_journals import NOON, entry

PATIENCE = 10


@pytest.fixture
def relay(postgres, tmp_path):
    """Opens the store of one more relay, with a queue of its notices."""
    stores = []

    def open_one():
        store = open_store(tmp_path, postgres.address)
        notices = queue.Queue()
        stores.append(store)
        store.follow_peers(notices.put)
        assert notices.get(timeout=PATIENCE) == TableChanged("")
        return store, notices

    yield open_one
    for store in stores:
        store.close()


def until(notices, news):
    """Wait for news; what came before it."""
    before = []
    while (came := notices.get(timeout=PATIENCE)) != news:
        before.append(came)
    return before


def test_change_notifies_other_relays_but_not_its_own(relay):
    (one, ours), (_, theirs) = relay(), relay()
    one.put_table("ABCDEF", "{}", 0, NOON)
    one.start(HEAD, "ABCDEF")
    one.append("one", 0, entry("-"))
    one.drop_table("ABCDEF")
    one.put_table("GHJKLM", "{}", 0, NOON)
    assert until(theirs, TableChanged("GHJKLM")) == [TableChanged("ABCDEF")] * 4
    assert ours.empty()


def test_refused_change_notifies_nobody(relay):
    (one, _), (_, theirs) = relay(), relay()
    with pytest.raises(Conflict):
        one.put_table("ABCDEF", "{}", 1, NOON)
    one.put_table("GHJKLM", "{}", 0, NOON)
    assert until(theirs, TableChanged("GHJKLM")) == []


def test_presence_is_shared_between_relays(relay):
    one, _ = relay()
    one.announce_presence("ABCDEF", ["ann", "ben"])
    two, _ = relay()
    two.announce_presence("ABCDEF", ["cem"])
    _, notices = relay()
    until(notices, TablePresence("ABCDEF", frozenset({"ann", "ben", "cem"})))
    two.announce_presence("ABCDEF", [])
    until(notices, TablePresence("ABCDEF", frozenset({"ann", "ben"})))
    one.close()
    until(notices, TablePresence("ABCDEF", frozenset()))


def test_presence_news_never_arrives_out_of_order(relay, postgres):
    """Whoever comes asks all relays for all that they know, while that changes."""
    (one, _), (_, notices) = relay(), relay()
    hello = """SELECT pg_notify(%s, format('{"by": "%%s", "hello": true}', number))"""
    for number in range(50):
        postgres.ask(f"{hello} FROM generate_series(1, 5) AS number", NOTIFY_CHANNEL)
        one.announce_presence("ABCDEF", [f"{number:02}"])
    one.close()
    heard = [min(news.devices) for news in until(notices, TablePresence("ABCDEF", frozenset()))]
    assert heard == sorted(heard)
    assert heard[-1] == "49"


def test_presence_of_a_silent_relay_is_forgotten():
    presence = PeerPresence()
    assert presence.record_relay("a", 0)
    presence.set_devices("a", "ABCDEF", ["ann"])
    assert presence.record_relay("b", SILENCE_S)
    presence.set_devices("b", "ABCDEF", ["ben"])
    assert not presence.drop_silent(SILENCE_S)
    assert presence.drop_silent(SILENCE_S + 1) == {"ABCDEF"}
    assert presence.devices_at("ABCDEF") == {"ben"}
    assert presence.record_relay("a", SILENCE_S + 2)


def test_database_restart_resumes_and_triggers_full_refresh(relay, postgres):
    (one, ours), (two, theirs) = relay(), relay()
    one.put_table("ABCDEF", "{}", 0, NOON)
    two.announce_presence("ABCDEF", ["ben"])
    until(ours, TablePresence("ABCDEF", frozenset({"ben"})))
    postgres.stop("immediate")
    threading.Timer(0.3, postgres.start).start()
    assert one.put_table("ABCDEF", "after", 1, NOON) == 2  # waits for it
    for notices in (ours, theirs):
        until(notices, TableChanged(""))
    two.announce_presence("ABCDEF", ["ben", "cem"])
    until(ours, TablePresence("ABCDEF", frozenset({"ben", "cem"})))
    one.put_table("GHJKLM", "{}", 0, NOON)
    until(theirs, TableChanged("GHJKLM"))


@pytest.fixture
def begun(relay):
    store, notices = relay()
    store.put_table("ABCDEF", "{}", 0, NOON)
    store.start(HEAD, "ABCDEF")
    store.append("one", 0, entry("-"))
    return store, notices


SLOW = """
CREATE FUNCTION wait() RETURNS trigger AS $$ BEGIN PERFORM pg_sleep(60); RETURN NEW; END $$
LANGUAGE plpgsql;
CREATE TRIGGER slow AFTER INSERT ON relay_entry FOR EACH ROW WHEN (NEW.token = 'slow')
EXECUTE FUNCTION wait();
"""


def test_change_cut_by_lost_connection_is_refused_entirely(begun, postgres):
    store, notices = begun
    postgres.ask(SLOW)
    cut = threading.Thread(target=cut_the_sleeper, args=(postgres,))
    cut.start()
    with pytest.raises(CannotWrite):
        store.append("one", 1, entry("1:r2"), entry("slow"))
    cut.join()
    until(notices, TableChanged(""))
    assert tokens(store) == ["-"]
    store.append("one", 1, entry("1:r3"))


def cut_the_sleeper(postgres):
    until_then = time.monotonic() + PATIENCE
    query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
    while not postgres.ask(query) and time.monotonic() < until_then:
        time.sleep(0.02)


def test_full_disk_refuses_the_entry_and_keeps_the_rest(begun, postgres):
    """Where the error comes from is ours; that PostgreSQL raises it of a full disk is theirs."""
    store, _ = begun
    full = SLOW.replace("PERFORM pg_sleep(60)", "RAISE SQLSTATE '53100'")
    postgres.ask(full)
    with pytest.raises(DiskFull):
        store.append("one", 1, entry("1:r2"), entry("slow"))
    store.append("one", 1, entry("1:r3"))
    assert tokens(store) == ["-", "1:r3"]


def test_tables_of_another_version_are_left_unchanged(postgres, tmp_path, begun):
    postgres.ask("UPDATE relay_form SET said = said + 1")
    with pytest.raises(OtherVersion):
        open_store(tmp_path, postgres.address)
    assert tokens(begun[0]) == ["-"]


def test_unreachable_database_raises_a_readable_error(tmp_path):
    with pytest.raises(CannotWrite, match="cannot use the database"):
        open_store(tmp_path, "postgresql:///?host=/nowhere")


def test_database_outage_raises_errors_for_callers(begun, postgres, monkeypatch):
    store, _ = begun
    postgres.stop()
    try:
        with monkeypatch.context() as patched:
            patched.setattr(store._pool, "timeout", 0.2)
            with pytest.raises(CannotWrite):
                store.append("one", 1, entry("1:r2"))
            with pytest.raises(StorageError):
                store.load("one", "ABCDEF")
    finally:
        postgres.start()
    assert tokens(store) == ["-"]


def test_lost_database_is_logged_once_for_each_reason(begun, postgres, caplog, monkeypatch):
    """Not a line for each statement that fails, nor for each try to connect."""
    store, _ = begun
    monkeypatch.setattr(module, "_RECONNECT_S", 0.01)
    with pytest.raises(CannotWrite):
        store._write_change(lambda connection: write_while_cut(connection, postgres))
    postgres.stop()
    try:
        monkeypatch.setattr(store._pool, "timeout", 0.2)
        for _ in range(3):
            with pytest.raises(CannotWrite):
                store.append("one", 1, entry("1:r2"))
    finally:
        postgres.start()
    assert caplog.messages
    assert len({*caplog.messages}) == len(caplog.messages)
    for said in caplog.messages:
        assert said.startswith("qwixx-pad: the database is lost: ")
        assert "\n" not in said


def write_while_cut(connection, postgres):
    connection.execute("SELECT 1")
    postgres.ask(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE application_name = 'qwixx-pad'"
    )
    connection.execute("SELECT 1").fetchone()
