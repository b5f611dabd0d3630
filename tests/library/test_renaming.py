"""A player's name put right in all games, and given back."""

import pytest

from qwixx_pad.games.session import Failure
from qwixx_pad.library.exchange import IncomingGame
from qwixx_pad.settings import Person, Settings
from qwixx_pad.storage.summary import GameQuery
from tests.support.breakable_disk import unwritable
from tests.support.library.library_pad import game

OVER = ("1:r2", "end")


@pytest.fixture
def pad(pad):
    pad.keep(
        game("over", *OVER, names=("ANNA", "Ben")),
        game("open", "1:r2", names=("Ben", "Anna")),
        game("gone", *OVER, names=("Anna", "Cleo")),
        game("paper", "r2", setup="classic/1+paper", names=("Anna",)),
        game("both", *OVER, names=("Anna", "Anna K.")),
        game("other", *OVER, names=("Ben", "Cleo")),
    )
    pad.library.delete("gone")
    return pad


def names(pad):
    return {saved.head.id: saved.head.names for saved, _ in pad.storage.iter_games()}


def rename(pad, old, new, open_games=()):
    preview = pad.library.preview_rename(old, new, open_games)
    assert pad.library.rename_player(preview) is None
    return preview


def test_rename_reaches_every_game_but_those_of_both(pad):
    preview = rename(pad, "anna", " Anna K. ")
    assert (preview.game_count, preview.shared_games) == (4, ("both",))
    assert names(pad) == {
        "over": ("Anna K.", "Ben"),
        "open": ("Ben", "Anna K."),
        "gone": ("Anna K.", "Cleo"),
        "paper": ("Anna K.",),
        "both": ("Anna", "Anna K."),
        "other": ("Ben", "Cleo"),
    }


def test_renamed_player_has_new_name_everywhere(pad):
    pad.service.change_settings(Settings("Anna", people=(Person("Anna", 2), Person("Ben", 0))))
    opened = pad.service.open("open")
    before = pad.library.statistics_of(GameQuery(players=("Ben",)))
    rename(pad, "Anna", "Annie")
    assert opened.head.names == ("Ben", "Annie")
    assert pad.service.settings.name == "Annie"
    assert pad.service.settings.people == (Person("Annie", 2), Person("Ben", 0))
    assert next(player.name for player in pad.library.players()) == "Annie"
    assert pad.library.find("over").summary.names == ("Annie", "Ben")
    assert "Annie" in pad.library.game_file("over")
    assert pad.library.statistics_of(GameQuery(players=("Ben",))).sheets == before.sheets


def test_rename_reaches_players_that_another_program_stored(pad, pad_on):
    other = pad_on(pad.folder)
    pad.service.change_settings(Settings("Anna", people=(Person("Anna", 2), Person("Ben", 0))))
    rename(other, "Anna", "Annie")
    assert other.service.settings.people == (Person("Annie", 2), Person("Ben", 0))
    assert pad.library.undo_rename() is None
    assert pad.service.settings.people == (Person("Anna", 2), Person("Ben", 0))


def test_rename_leaves_games_at_open_tables(pad):
    preview = rename(pad, "Anna", "Annie", {"open"})
    assert preview.open_games == 1
    assert names(pad)["open"] == ("Ben", "Anna")


def test_other_spelling_is_the_same_player(pad):
    preview = rename(pad, "Anna", "Anna")
    assert preview.game_count == 1
    assert names(pad)["over"] == ("Anna", "Ben")
    assert not pad.library.preview_rename("Anna", "Anna")
    assert not pad.library.preview_rename("Anna", " \n ")


@pytest.mark.parametrize("compacts", [False, True])
def test_one_undo_gives_names_back_after_a_restart(pad, pad_on, compacts):
    pad.service.change_settings(Settings("Anna", people=(Person("Anna", 2),)))
    before = pad.dump()
    shown = pad.shown()
    rename(pad, "Anna", "Annie")
    if compacts:
        pad.storage.rewrite()
    pad.closing.close()
    again = pad_on(pad.folder)
    assert again.library.last_rename().name == "Annie"
    assert again.library.undo_rename() is None
    assert again.dump() | {"setting": before["setting"]} == before
    assert again.service.settings == Settings("Anna", people=(Person("Anna", 2),))
    assert again.shown() == shown
    assert again.library.last_rename() is None


def test_undo_keeps_names_given_since(pad):
    rename(pad, "Anna", "Annie")
    rename(pad, "Annie", "Ann")
    assert pad.library.undo_rename() is None
    assert pad.library.undo_rename() is None
    assert names(pad)["over"] == ("Annie", "Ben")


@pytest.mark.parametrize("compacts", [False, True])
def test_restored_games_bring_their_names(pad, pad_on, compacts):
    backup = "".join(pad.library.backup_file()).encode()
    rename(pad, "Anna", "Annie")
    pad.storage.purge(["over"])
    pad.bring(backup)
    pad.take(IncomingGame(game("new", *OVER, names=("Anna", "Ben"))))
    if compacts:
        pad.storage.rewrite()
    pad.closing.close()
    after = names(pad_on(pad.folder))
    assert after["over"] == ("ANNA", "Ben"), "only the file had it"
    assert after["new"] == ("Anna", "Ben")
    assert after["open"] == ("Ben", "Annie"), "it was here"


@pytest.mark.parametrize("compacts", [False, True])
def test_undo_leaves_games_that_came_since(pad, pad_on, compacts):
    rename(pad, "Anna", "Annie")
    pad.storage.purge(["over", "open"])
    pad.take(game("over", *OVER, names=("Annie", "Ben")), game("open", "r2", setup="classic"))
    if compacts:
        pad.storage.rewrite()
    assert pad.library.undo_rename() is None
    pad.closing.close()
    after = names(pad_on(pad.folder))
    assert after["over"] == ("Annie", "Ben")
    assert after["gone"] == ("Anna", "Cleo")


def test_failed_rename_changes_nothing(pad):
    before = pad.dump()
    preview = pad.library.preview_rename("Anna", "Annie")
    with unwritable():
        assert pad.library.rename_player(preview) is Failure.NOT_SAVED
    assert pad.dump() == before
    pad.storage.purge(["over"])
    assert pad.library.rename_player(preview) is Failure.NOT_SAVED, "another program was quicker"
    assert names(pad)["open"] == ("Ben", "Anna")
