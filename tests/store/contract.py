"""What every store must keep, whatever it keeps it in: inherit, and give `store` and `again`."""

from datetime import UTC, datetime, timedelta

import pytest

from qwixx_pad.store import Conflict, GameHead, SavedEntry, UnknownGame

NOON = datetime(2026, 1, 2, 12, 0, 0, 123456, tzinfo=UTC)


def head(name="one", minutes=0, names=("Anna",), setup="classic"):
    return GameHead(name, setup, names, NOON + timedelta(minutes=minutes))


def entry(token, seconds=0):
    return SavedEntry(token, NOON + timedelta(seconds=seconds))


class StoreContract:
    """`store` is an empty store; `again()` closes it and opens what it has kept."""

    def test_a_game_comes_back_as_it_was_kept(self, store, again):
        entries = tuple(entry(token, i) for i, token in enumerate(("r2", "-", "undo", "r#")))
        store.start(head(names=("Anna", "", "Zoë ✗ 名"), setup="classic/3+finish-turn"))
        for number, made in enumerate(entries):
            store.append("one", number, made)
        loaded = again().load("one")
        assert loaded.head == head(names=("Anna", "", "Zoë ✗ 名"), setup="classic/3+finish-turn")
        assert loaded.entries == entries

    def test_an_unknown_game_is_said_to_be_unknown(self, store):
        with pytest.raises(UnknownGame):
            store.load("nobody")
        with pytest.raises(UnknownGame):
            store.append("nobody", 0, entry("r2"))

    def test_an_identifier_is_taken_once(self, store):
        store.start(head())
        with pytest.raises(Conflict):
            store.start(head(names=("Ben",)))
        assert store.load("one").head.names == ("Anna",)

    def test_an_entry_number_is_taken_once(self, store):
        store.start(head())
        store.append("one", 0, entry("r2"))
        with pytest.raises(Conflict):
            store.append("one", 0, entry("r3"))
        assert [e.token for e in store.load("one").entries] == ["r2"]

    def test_a_number_that_is_not_the_next_one_is_a_conflict(self, store):
        store.start(head())
        for number in (1, 7, -1):
            with pytest.raises(Conflict):
                store.append("one", number, entry("r3"))
        assert store.load("one").entries == ()

    def test_after_a_refusal_the_store_goes_on(self, store):
        store.start(head())
        with pytest.raises(Conflict):
            store.append("one", 3, entry("r3"))
        store.append("one", 0, entry("r2"))
        assert [e.token for e in store.load("one").entries] == ["r2"]

    def test_the_game_touched_last_comes_first(self, store):
        store.start(head("old", 0))
        store.start(head("new", 10))
        assert [g.head.id for g in store.latest(9)] == ["new", "old"]
        store.append("old", 0, entry("r2", seconds=3600))
        assert [g.head.id for g in store.latest(9)] == ["old", "new"]
        assert [g.head.id for g in store.latest(1)] == ["old"]

    def test_settings_are_kept_and_replaced(self, store, again):
        store.put_setting("shade", "dark")
        store.put_setting("shade", "light")
        store.put_setting("name", "Zoë")
        assert again().settings() == {"shade": "light", "name": "Zoë"}

    def test_texts_that_no_keyboard_writes_are_kept_or_refused_but_break_nothing(
        self, store, again
    ):
        odd = ("\x00", "a\nb\tc", "'; DROP TABLE game; --", "x" * 100_000, "\u202egnp.exe")
        store.start(head(names=odd))
        store.append("one", 0, entry(odd[2]))
        loaded = again().load("one")
        assert loaded.head.names == odd
        assert loaded.entries[0].token == odd[2]
