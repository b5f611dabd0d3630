"""What every storage must keep, whatever is beneath: inherit, and give `storage` and `again`."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone

import pytest

from qwixx_pad.storage import CannotWrite, Conflict, GameHead, SavedEntry, SavedGame, UnknownGame

NOON = datetime(2026, 1, 2, 12, 0, 0, 123456, tzinfo=UTC)


def head(name="one", minutes=0, names=("Anna",), setup="classic"):
    return GameHead(name, setup, names, NOON + timedelta(minutes=minutes))


def entry(token, seconds=0):
    return SavedEntry(token, NOON + timedelta(seconds=seconds))


def refuses_to_write(storage):
    """Whether nothing can be kept of what is tried."""
    for write in (
        lambda: storage.start(head("two")),
        lambda: storage.append("one", storage.length("one"), entry("r2")),
        lambda: storage.put_setting("shade", "dark"),
    ):
        with pytest.raises(CannotWrite):
            write()
    return True


class StorageContract:
    """`storage` is an empty storage; `again()` closes it and opens what it has kept."""

    def test_a_game_comes_back_as_it_was_kept(self, storage, again):
        entries = tuple(entry(token, i) for i, token in enumerate(("r2", "-", "undo", "r#")))
        storage.start(head(names=("Anna", "", "Zoë ✗ 名"), setup="classic/3+finish-turn"))
        for number, made in enumerate(entries):
            storage.append("one", number, made)
        loaded = again().load("one")
        assert loaded.head == head(names=("Anna", "", "Zoë ✗ 名"), setup="classic/3+finish-turn")
        assert loaded.entries == entries

    @pytest.mark.parametrize("name", ["nobody", "", "\x00", "\ud800", "one' OR '1'='1"])
    def test_an_unknown_game_is_said_to_be_unknown(self, storage, name):
        storage.start(head())
        with pytest.raises(UnknownGame):
            storage.load(name)
        with pytest.raises(UnknownGame):
            storage.length(name)
        with pytest.raises(UnknownGame):
            storage.append(name, 0, entry("r2"))

    def test_entries_come_back_in_the_order_of_their_numbers(self, storage, again):
        """Not in that of their texts: 10 comes after 9; nor of their times: clocks are put back."""
        storage.start(head())
        for number in range(12):
            assert storage.length("one") == number
            storage.append("one", number, entry(f"r{number}", seconds=-number))
        assert [e.token for e in again().load("one").entries] == [f"r{n}" for n in range(12)]

    def test_an_identifier_is_taken_once(self, storage):
        storage.start(head())
        with pytest.raises(Conflict):
            storage.start(head(names=("Ben",)))
        assert storage.load("one").head.names == ("Anna",)

    def test_a_number_that_is_not_the_next_one_is_a_conflict(self, storage):
        storage.start(head())
        for number in (1, 7, -1, 2**70):
            with pytest.raises(Conflict):
                storage.append("one", number, entry("r3"))
        assert storage.load("one").entries == ()

    def test_the_game_started_last_is_the_newest(self, storage):
        assert storage.newest() is None
        storage.start(head("new", 10))
        storage.start(head("old", 0))
        storage.append("old", 0, entry("r2", seconds=3600))
        storage.append("new", 0, entry("r3"))
        assert storage.newest() == storage.load("new")

    def test_several_entries_are_kept_together_or_not_at_all(self, storage):
        storage.start(head())
        storage.append("one", 0, entry("r2"), entry("r3"))
        with pytest.raises(Conflict):
            storage.append("one", 1, entry("r4"), entry("r5"))
        with pytest.raises(ValueError, match="surrogates"):
            storage.append("one", 2, entry("r4"), entry("r\udfff"))
        assert [e.token for e in storage.load("one").entries] == ["r2", "r3"]

    def test_times_are_ordered_as_times_also_at_a_full_second(self, storage):
        for name, microseconds in (("b", 1), ("a", 0), ("c", 2)):
            at = NOON.replace(microsecond=microseconds)
            storage.start(GameHead(name, "classic", ("",), at))
        assert storage.games() == ("a", "b", "c")

    def test_settings_are_kept_and_replaced(self, storage, again):
        storage.put_setting("shade", "dark")
        storage.put_setting("shade", "light")
        storage.put_setting("name", "Zoë")
        assert again().settings() == {"shade": "light", "name": "Zoë"}

    def test_a_setting_that_is_dropped_is_gone_and_another_is_not(self, storage, again):
        storage.put_setting("shade", "dark")
        storage.put_setting("name", "Zoë")
        storage.drop_setting("shade")
        storage.drop_setting("never there")
        assert again().settings() == {"name": "Zoë"}

    @pytest.mark.parametrize(
        "odd",
        ["\x00", "a\x00b", "a\nb\tc\x1b", "'; DROP TABLE game; --", "x" * 1_000_000],
        ids=["nul", "nul inside", "control", "statement", "long"],
    )
    def test_a_text_that_no_keyboard_writes_is_kept_as_it_is(self, storage, again, odd):
        kept = GameHead(odd, odd, (odd, "", odd), NOON)
        storage.start(kept)
        storage.append(odd, 0, entry(odd))
        storage.put_setting(odd, odd)
        reopened = again()
        assert reopened.load(odd) == SavedGame(kept, (entry(odd),))
        assert reopened.newest() == SavedGame(kept, (entry(odd),))
        assert reopened.settings() == {odd: odd}

    def test_names_are_kept_even_with_half_a_character_or_without_any_name(self, storage, again):
        storage.start(head("half", names=("A\ud83d", "B")))
        storage.start(head("none", names=()))
        reopened = again()
        assert reopened.load("half").head.names == ("A\ud83d", "B")
        assert reopened.load("none").head.names == ()

    def test_half_a_character_elsewhere_is_refused_and_changes_nothing(self, storage):
        storage.start(head())
        for write in (
            lambda: storage.start(head("\ud800")),
            lambda: storage.start(head("two", setup="\ud800")),
            lambda: storage.append("one", 0, entry("r\udfff")),
            lambda: storage.put_setting("\ud800", "dark"),
            lambda: storage.put_setting("shade", "\ud800"),
            lambda: storage.drop_setting("\ud800"),
        ):
            with pytest.raises(ValueError, match="surrogates"):
                write()
        assert storage.games() == ("one",)
        assert storage.load("one") == SavedGame(head(), ())
        assert storage.settings() == {}
        storage.append("one", 0, entry("r2"))

    def test_a_time_without_a_zone_is_refused_and_changes_nothing(self, storage):
        nowhere = NOON.replace(tzinfo=None)
        storage.start(head())
        with pytest.raises(ValueError, match="without a zone"):
            storage.start(GameHead("two", "classic", ("",), nowhere))
        with pytest.raises(ValueError, match="without a zone"):
            storage.append("one", 0, SavedEntry("r2", nowhere))
        assert storage.games() == ("one",)
        assert storage.load("one") == SavedGame(head(), ())

    def test_a_time_of_another_zone_comes_back_as_the_same_moment_in_utc(self, storage):
        there = NOON.astimezone(timezone(timedelta(hours=5, minutes=30)))
        storage.start(GameHead("one", "classic", ("",), there))
        storage.append("one", 0, SavedEntry("r2", there))
        loaded = storage.load("one")
        for at in (loaded.head.started, loaded.entries[0].at):
            assert at == NOON
            assert at.utcoffset() == timedelta(0)

    @pytest.mark.processes
    def test_of_threads_that_write_the_same_entry_one_succeeds(self, storage):
        storage.start(head())

        def append(thread):
            try:
                storage.append("one", thread % 5, entry(f"of {thread}"))
            except Conflict:
                return 0
            return 1

        with ThreadPoolExecutor(4) as pool:
            kept = sum(pool.map(append, range(40)))
        assert kept == storage.length("one") == len(storage.load("one").entries)
        assert kept >= 1
