"""Games restored, corrected and deleted; and nothing changes where something fails."""

from datetime import UTC, datetime, timedelta

import pytest

from qwixx_pad.core.corrections import Change, correction_for
from qwixx_pad.core.game import Correction, reopen_game, rewrite_log
from qwixx_pad.games.session import Failure
from qwixx_pad.library.exchange import IncomingGame, parse_file
from qwixx_pad.library.summaries import game_line
from qwixx_pad.settings import Direction, Person, Settings, Shade
from qwixx_pad.storage import SavedEntry, StorageError
from qwixx_pad.storage.summary import GameQuery, GameState
from tests.support.breakable_disk import full, unwritable
from tests.support.legal_entries import legal_entries
from tests.support.library.library_pad import DAY, DONE, LONG, OTHER, SHORT, counted, file_of, game
from tests.support.random_evenings import evenings
from tests.support.strategies import entry, without

# nothing changes where it fails


def filled(pad):
    pad.keep(SHORT, DONE)
    pad.library.delete("g2")
    pad.service.change_settings(Settings("Anna"))
    data = file_of(LONG, DONE, *evenings(10), settings=Settings("Ben", shade=Shade.DARK))
    return pad.library.preview_import(data), pad.dump(), pad.shown()


@pytest.mark.parametrize("free", [0, 5])
def test_full_disk_import_fails_and_changes_nothing(pad, free):
    preview, before, shown = filled(pad)
    with full(pad.storage, free):
        assert pad.library.apply_import(preview) is Failure.DISK_FULL
        assert pad.dump() == before
        assert pad.shown() == shown
    assert pad.library.apply_import(preview) is None


def test_read_only_disk_refuses_every_change(pad):
    preview, before, shown = filled(pad)
    summary = pad.library.find("g1")
    correction = without(pad.service.open("g1").game, 0)
    with unwritable():
        for change in (
            lambda: pad.library.apply_import(preview),
            pad.library.undo_import,
            lambda: pad.library.delete("g1"),
            lambda: pad.library.restore_game("g2"),
            pad.library.delete_all,
            lambda: pad.library.purge_deleted(GameQuery()),
            lambda: pad.library.correct_game("g1", correction),
        ):
            assert change() is Failure.NOT_SAVED
            assert pad.dump() == before
        pad.library.restore_all()
        assert pad.dump() == before
        assert pad.shown() == shown
        assert pad.library.find("g1") == summary
        assert counted(pad.library.preview_import(file_of(DONE)))["back"] == 1


@pytest.mark.parametrize(
    "meanwhile",
    [
        lambda other: other.storage.append("g1", 2, SavedEntry("2:b12", DAY)),
        lambda other: other.storage.append("g1", 2, *LONG.entries[2:4]),
        lambda other: other.keep(game("g5", "1:y3")),
        lambda other: (other.library.delete("g1"), other.library.purge_deleted(GameQuery())),
    ],
    ids=["played on otherwise", "played on alike", "the name was taken", "wiped"],
)
def test_concurrent_change_cancels_an_import(pad, pad_on, meanwhile):
    pad.keep(SHORT)
    preview = pad.library.preview_import(
        file_of(LONG, game("g5", "1:r2"), DONE, settings=Settings("Ben"))
    )
    meanwhile(pad_on(pad.folder))
    before = pad.dump()
    assert pad.library.apply_import(preview) is not None
    assert pad.dump() == before
    assert pad.service.settings == Settings()


def test_open_games_and_settings_follow_an_import(pad):
    pad.keep(SHORT)
    opened = pad.service.open("g1")
    notified = []
    pad.library.watch(lambda: notified.append("library"))
    opened.watch(lambda: notified.append("game"))
    pad.take(LONG, settings=Settings(shade=Shade.DARK))
    assert len(opened.game.log) == len(LONG.entries)
    assert pad.service.settings.shade is Shade.DARK
    assert {*notified} == {"library", "game"}
    pad.library.undo_import()
    assert len(opened.game.log) == len(SHORT.entries)
    assert pad.service.settings == Settings()


# carried to another pad


def test_restored_backup_shows_the_same_pad(pad, pad_on, tmp_path):
    pad.keep(*evenings(30), LONG, DONE, game("g4", "1:r2", "/", setup="classic/2+finish-turn"))
    pad.keep(game("g5", "r2", setup="classic", names=("",)), game("g6"))
    for name in ("g1", "1-000003", "1-000004"):
        pad.library.delete(name)
    own = Settings("Anna", Direction.AUTO, Shade.DARK, awake=False, people=(Person("Zoë", 3),))
    pad.service.change_settings(own)
    backup = "".join(pad.library.backup_file())
    fresh = pad_on(tmp_path / "fresh")
    preview = fresh.library.preview_import(backup.encode())
    assert (preview.game_count, preview.new_deleted, preview.new_blank) == (31, 3, 1)
    assert preview.unreadable == 0
    assert fresh.library.apply_import(preview) is None
    assert fresh.library.count_games(GameQuery()) == preview.game_count
    assert fresh.library.preview_import(backup.encode()).game_count == preview.game_count
    assert fresh.shown() == pad.shown()
    assert fresh.service.settings == own
    theirs = fresh.dump()
    ours = pad.dump()
    assert all(theirs[table] == ours[table] for table in ("game", "deleted"))
    again = "".join(fresh.library.backup_file())
    assert again.partition('"settings"')[2] == backup.partition('"settings"')[2]
    assert not fresh.library.preview_import(again.encode()).batch


def test_history_file_omits_deleted_and_blank_games_and_settings(pad):
    pad.keep(SHORT, DONE, game("blank", "1:r2", "1:undo"))
    pad.library.delete("g1")
    pad.service.change_settings(Settings("Anna"))
    bundle = parse_file("".join(pad.library.history_file()).encode(), DAY)
    assert bundle.games == (IncomingGame(DONE),)
    assert bundle.settings == ()
    one = parse_file(pad.library.game_file("g1").encode(), DAY)
    assert one.games == (IncomingGame(SHORT),)
    with pytest.raises(StorageError):
        pad.library.game_file("never there")


def test_duplicate_line_matches_the_stored_game(pad):
    pad.keep(SHORT, game("g3", "1:r2", "/"))
    for gone, left in (("g1", "g3"), ("g3", "g1")):
        pad.library.delete(gone)
        assert not pad.library.preview_import(game_line(SHORT).encode()).batch
        assert pad.listed() == {left}
        pad.library.restore_game(gone)


# corrected


ENDED = game("g1", "1:r2", "2:r2", "/", "end")


def test_correction_appends_to_the_log_and_keeps_the_day(pad):
    pad.keep(ENDED)
    before = pad.library.find("g1").summary
    assert pad.library.correct_game("g1", without(pad.service.open("g1").game, 1)) is None
    assert pad.tokens("g1") == ["1:r2", "2:r2", "/", "end", "undo", "undo", "undo", "/", "end"]
    after = pad.library.find("g1").summary
    assert (after.corrected, after.state) == (True, GameState.OVER)
    assert after.touched == before.touched == ENDED.entries[-1].at
    assert [score.total for score in after.scores] == [1, 0]
    assert pad.library.statistics_of(GameQuery()).recent[-1][0] == before.touched


def test_correcting_again_keeps_the_day(pad):
    pad.keep(ENDED)
    before = pad.library.find("g1").summary
    opened = pad.service.open("g1")
    played = opened.game
    pad.library.correct_game("g1", without(played, 1))
    assert pad.library.correct_game("g1", rewrite_log(opened.game, played.applied)) is None
    assert opened.game.applied == played.applied
    after = pad.library.find("g1").summary
    assert not after.corrected
    assert (after.touched, after.scores) == (before.touched, before.scores)


def test_corrected_finished_game_stays_finished(pad):
    pad.keep(game("g1", "r3", "-", "-", "-", "-", setup="classic", names=("Anna",)))
    before = pad.library.find("g1").summary
    opened = pad.service.open("g1")
    change = Change(4, entry("-"), entry("r5"))
    assert pad.library.correct_game("g1", correction_for(opened.game, change)) is None
    after = pad.library.find("g1").summary
    assert (after.state, after.corrected, after.touched) == (GameState.OVER, True, before.touched)
    assert pad.tokens("g1")[-2:] == ["r5", "end"]


def test_late_end_entry_keeps_the_day(pad):
    pad.keep(game("g1", "r2", "r#", "y#", setup="classic", names=("Anna",)))
    before = pad.library.find("g1").summary
    opened = pad.service.open("g1")
    assert opened.enter(entry("end")) is None
    after = pad.library.find("g1").summary
    assert (after.state, after.touched) == (before.state, before.touched)


def test_reopened_game_moves_to_the_day_played(pad):
    pad.keep(DONE)
    correction = reopen_game(pad.service.open("g2").game)
    assert pad.library.correct_game("g2", correction) is None
    summary = pad.library.find("g2").summary
    assert summary.state is GameState.OPEN
    assert summary.touched > DAY + timedelta(days=1)


def test_refused_or_empty_correction_changes_nothing(pad):
    pad.keep(ENDED)
    before = pad.dump()
    played = pad.service.open("g1").game
    for correction in (Correction(()), Correction(played.applied[:1])):
        pad.library.correct_game("g1", correction)
        assert pad.dump() == before
    assert pad.library.correct_game("never there", without(played, 0)) is not None
    assert pad.dump() == before


# deleted


def test_restoring_a_batch_leaves_other_deleted_games(pad):
    pad.keep(SHORT, DONE, game("g3", "1:r2"))
    pad.service.now = lambda: datetime(2999, 1, 1, tzinfo=UTC)
    pad.library.delete("g1")
    pad.service.now = lambda: datetime(2998, 1, 1, tzinfo=UTC)
    assert pad.library.delete_all() is None
    assert pad.listed() == set()
    pad.keep(game("g4", "1:r2"), game("g5", "1:r2"))
    pad.service.now = lambda: datetime(2998, 1, 2, tzinfo=UTC)
    pad.library.delete("g4")
    assert pad.library.delete("never there") is not None
    assert pad.library.restore_all() is None
    assert pad.listed() == {"g2", "g3", "g5"}
    assert pad.listed(deleted=True) == {"g1", "g4"}
    assert pad.library.find("g1").summary.entries == 2


def test_game_deleted_while_played_keeps_every_entry(pad):
    pad.keep(SHORT)
    opened = pad.service.open("g1")
    pad.library.delete("g1")
    for made in [made for made in legal_entries(opened.game) if made.seat == 2][:1]:
        assert opened.enter(made) is None
    pad.library.restore_game("g1")
    assert len(pad.tokens("g1")) == 3
    assert pad.library.find("g1").summary.entries == 3
    pad.take(OTHER)
    assert len(pad.storage.game_ids()) == 2
