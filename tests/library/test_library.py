"""What a file would add to the owner's games, adds, and how that is taken back."""

import json
from dataclasses import replace

import pytest

from qwixx_pad.core.game import reopen_game
from qwixx_pad.core.moves import parse_token
from qwixx_pad.games.played_game import MAX_LOG_ENTRIES
from qwixx_pad.library.exchange import IncomingGame
from qwixx_pad.library.summaries import game_line
from qwixx_pad.settings import Person, Settings, Shade
from qwixx_pad.storage import JOURNAL_FILE, SavedEntry
from qwixx_pad.storage.summary import GameState
from qwixx_pad.ui.history import SETTING_NAMES, import_preview_texts, import_result_text
from tests.support.library.library_pad import DAY, DONE, LONG, OTHER, SHORT, counted, file_of, game
from tests.support.random_evenings import evenings
from tests.support.ui.surroundings import WORDS


def test_import_does_what_its_preview_shows(pad):
    games = list(evenings(12))
    half = [replace(saved, entries=saved.entries[: len(saved.entries) // 2]) for saved in games]
    pad.keep(*games[:3], *half[3:6], *games[6:8])
    pad.library.delete(games[6].head.id)
    before = pad.dump()
    data = file_of(*games[:7], *half[7:8], *games[8:], settings=Settings(shade=Shade.DARK))
    preview = pad.library.preview_import(data)
    assert pad.dump() == before
    assert counted(preview) == {"new": 4, "longer": 3, "back": 1, "known": 4, "unreadable": 0}
    assert preview.game_count == 12
    assert preview.batch.new_games == tuple((saved, None) for saved in games[8:])
    assert pad.library.apply_import(preview) is None
    assert [pad.storage.load(saved.head.id) for saved in games] == games
    assert pad.dump()["deleted"] == []
    assert pad.service.settings.shade is Shade.DARK


def test_same_file_twice_adds_nothing(pad):
    games = [*evenings(12), DONE, IncomingGame(SHORT, DAY)]
    pad.take(*games)
    before = pad.dump()
    again = pad.take(*games)
    assert counted(again) == {"new": 0, "longer": 0, "back": 0, "known": 14, "unreadable": 0}
    assert not again.batch
    assert pad.dump() == before


def test_import_writes_summaries_at_once(pad):
    pad.take(*evenings(30))
    lines = (pad.folder / JOURNAL_FILE).read_text().splitlines()
    assert sum("\t" in line and " summary [" in line for line in lines) == 30


def test_empty_import_keeps_the_previous_one_undoable(pad):
    before = pad.dump()
    pad.take(*evenings(3))
    pad.take(*evenings(3))
    assert pad.library.undo_import() is None
    assert pad.dump() == before


def test_longer_version_extends_the_known_game(pad):
    pad.keep(SHORT)
    assert counted(pad.take(LONG))["longer"] == 1
    assert pad.storage.load("g1") == LONG
    assert counted(pad.take(SHORT))["known"] == 1
    assert pad.storage.load("g1") == LONG
    assert pad.storage.game_ids() == ("g1",)


def test_diverged_game_becomes_a_second_one_once(pad):
    pad.keep(LONG)
    for new in (1, 0, 0):
        assert counted(pad.take(OTHER))["new"] == new
    assert len(pad.storage.game_ids()) == 2
    (second,) = {*pad.storage.game_ids()} - {"g1"}
    assert pad.storage.load("g1") == LONG
    found = pad.storage.load(second)
    assert (found.entries, found.head.names) == (OTHER.entries, OTHER.head.names)
    assert counted(pad.take(found))["known"] == 1


def test_same_identifier_on_another_sheet_is_a_second_game(pad):
    pad.keep(SHORT)
    assert counted(pad.take(game("g1", setup="on_board/2")))["new"] == 1
    assert len(pad.storage.game_ids()) == 2


@pytest.mark.parametrize("brought", [SHORT, LONG, game("g1", "1:r2")])
def test_game_deleted_here_returns_with_a_file(pad, brought):
    pad.keep(SHORT)
    pad.library.delete("g1")
    before = pad.dump()
    preview = pad.take(brought)
    assert preview.batch.restored == ("g1",)
    assert preview.game_count == 1
    assert pad.listed() == {"g1"}
    assert pad.tokens("g1") == [e.token for e in max(SHORT.entries, brought.entries, key=len)]
    assert pad.library.undo_import() is None
    assert pad.dump() == before


def test_game_deleted_in_the_file_stays_as_it_is_here(pad):
    pad.keep(SHORT, DONE)
    pad.library.delete("g1")
    before = pad.dump()
    preview = pad.take(IncomingGame(SHORT, DAY), IncomingGame(DONE, DAY))
    assert counted(preview)["known"] == 2
    assert pad.dump() == before


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 2, 0)])
@pytest.mark.parametrize("here", [(), (game("g1", "1:r2"),)])
def test_file_with_three_versions_imports_the_longest(pad, here, order):
    pad.keep(*here)
    versions = (SHORT, LONG, replace(LONG, entries=LONG.entries[:4]))
    preview = pad.take(*(versions[number] for number in order))
    assert preview.game_count == 3
    assert pad.storage.game_ids() == ("g1",)
    assert pad.storage.load("g1").entries == LONG.entries


@pytest.mark.parametrize("games", [(LONG, OTHER), (OTHER, LONG)])
@pytest.mark.parametrize("here", [(), (SHORT,)])
def test_file_with_two_branches_imports_both(pad, here, games):
    pad.keep(*here)
    pad.take(*games)
    stored = {pad.storage.load(name).entries for name in pad.storage.game_ids()}
    assert stored == {LONG.entries, OTHER.entries}
    before = pad.dump()
    assert counted(pad.take(*games))["known"] == 2
    assert pad.dump() == before


def test_known_game_line_is_not_imported_again(pad):
    games = list(evenings(6))
    pad.keep(*games)
    lines = "\n".join([*map(game_line, games), "classic r2 r3", "classic r2 r3"]).encode()
    preview = pad.library.preview_import(lines)
    assert counted(preview) == {"new": 1, "longer": 0, "back": 0, "known": 7, "unreadable": 0}
    assert pad.library.apply_import(preview) is None
    (new,) = {*pad.storage.game_ids()} - {saved.head.id for saved in games}
    pad.storage.append(new, 2, SavedEntry("-", DAY))
    assert not pad.library.preview_import(lines).batch


def test_differently_spelled_head_is_the_same_game(pad):
    pad.keep(game("g1", "r2", setup="classic", names=("",)))
    assert counted(pad.library.preview_import(b"classic/1 r2"))["known"] == 1


def test_illegal_games_are_left_out(pad):
    wrong = (
        game("x1", "1:r5", "1:r4"),
        game("x2", "nonsense"),
        game("x3", setup="classic/99"),
        game("x4", setup="classic+finish"),
    )
    preview = pad.take(*wrong, DONE)
    assert counted(preview) == {"new": 1, "longer": 0, "back": 0, "known": 0, "unreadable": 4}
    assert counted(pad.library.preview_import(b"no_sheet r2\nclassic r5 r4"))["unreadable"] == 2


def test_longest_allowed_game_is_imported_and_longer_reported(pad):
    full = game("full", *("1:r2", "1:undo") * (MAX_LOG_ENTRIES // 2))
    longer = game("longer", *("1:r2", "1:undo") * (MAX_LOG_ENTRIES // 2), "1:r2")
    preview = pad.take(full, longer)
    assert pad.tokens("full") == [entry.token for entry in full.entries]
    assert (counted(preview)["new"], preview.too_long, preview.game_count) == (1, 1, 1)
    _, lines = import_preview_texts(preview, WORDS)
    assert "1 game has too many entries and is left out" in lines


def test_game_on_an_unknown_sheet_is_stored_unchanged(pad):
    newer = game("g7", "1:r2", "1:x3", "1:jump", setup="later_sheet/2")
    pad.take(newer)
    assert pad.storage.load("g7") == newer
    assert pad.library.find("g7").summary.state is GameState.UNREADABLE
    assert json.loads("".join(pad.library.backup_file()))["games"][0]["line"] == game_line(newer)


@pytest.mark.parametrize("names", [(), ("Anna",), ("Anna", "Ben", "Cleo", "Dan")])
def test_imported_game_has_one_name_per_seat(pad, names):
    pad.take(game("g1", "1:r2", setup="classic/3", names=names))
    assert pad.storage.load("g1").head.names == (*names, "", "", "")[:3]


def test_existing_settings_survive_an_import(pad):
    pad.service.change_settings(Settings(name="Anna"))
    preview = pad.take(settings=Settings("Ben", shade=Shade.DARK, people=(Person("Cleo", 2),)))
    assert "name" not in dict(preview.batch.settings)
    assert pad.service.settings == Settings("Anna", shade=Shade.DARK, people=(Person("Cleo", 2),))


# taken back


def test_undone_import_restores_the_previous_state(pad):
    games = list(evenings(8))
    pad.keep(*games[:2], SHORT, DONE)
    pad.library.delete("g2")
    pad.library.delete(games[0].head.id)
    pad.service.change_settings(Settings("Anna", awake=False))
    before = pad.dump()
    settings = Settings("Ben", shade=Shade.DARK)
    pad.take(*games, LONG, DONE, OTHER, IncomingGame(game("g9", "1:r2"), DAY), settings=settings)
    assert pad.library.can_undo_import()
    assert pad.dump() != before
    assert pad.library.undo_import() is None
    assert pad.dump() == before
    assert not pad.library.can_undo_import()
    assert pad.service.settings == Settings("Anna", awake=False)
    assert pad.library.undo_import() is None
    assert pad.dump() == before


def test_undone_import_keeps_games_played_on(pad):
    pad.keep(SHORT, DONE, game("g3", "1:r2"))
    for name in ("g2", "g3"):
        pad.library.delete(name)
    pad.take(LONG, game("g5", "1:r2"), game("g6", "1:r2"), DONE, game("g3", "1:r2"))
    for name in ("g1", "g5", "g2"):
        opened = pad.service.open(name)
        opened.enter(*reopen_game(opened.game).entries)
        assert opened.enter(parse_token("/")) is None
    pad.service.change_settings(replace(pad.service.settings, name="Cleo"))
    pad.library.undo_import()
    assert pad.listed() == {"g1", "g2", "g5"}
    assert pad.listed(deleted=True) == {"g3"}
    assert pad.tokens("g1") == [*(e.token for e in LONG.entries), "/"]
    assert pad.service.settings.name == "Cleo"


def preview_lines(pad, file):
    title, said = import_preview_texts(pad.library.preview_import(file), WORDS)
    return title, said


def test_preview_says_what_a_file_holds_besides_games_that_count(pad, pad_on, tmp_path):
    pad.keep(DONE, game("gone", "1:r2", "end"), game("undone", "1:r2", "1:undo"), game("blank"))
    pad.library.delete("gone")
    backup = "".join(pad.library.backup_file()).encode()
    other = pad_on(tmp_path / "other")
    said = (
        "1 new game",
        "1 deleted game, which comes to Deleted",
        "2 games in which nothing was entered; no list shows them",
        "Settings, as they are here",
    )
    assert preview_lines(other, backup) == ("1 game in this file", said)
    assert import_result_text(other.bring(backup), WORDS) == "1 game added. 1 deleted game added."
    assert preview_lines(other, backup) == ("1 game in this file", ("1 game is already here",))


def test_preview_names_the_settings_that_come_and_those_that_stay(pad):
    pad.service.change_settings(Settings(name="Anna", haptics=False))
    settings = Settings("Ben", shade=Shade.DARK, haptics=False, people=(Person("Cleo", 2),))
    _, said = preview_lines(pad, file_of(settings=settings))
    assert said == (
        "Settings from this file: Colours, Players",
        "Settings that stay as you chose them here: Your name",
    )


def test_each_chosen_setting_has_a_name_in_the_preview():
    """The others are what the pad remembers by itself."""
    silent = {"columns_offered", "former_names", "seen_hints", "recent_sheets", "backup_prompt_at"}
    assert {*SETTING_NAMES} | silent == {*Settings().to_texts()}
    assert not {*SETTING_NAMES} & silent
