"""Files carry sheets of one's own; what is wrong with one costs nothing that is here."""

import json
from dataclasses import replace

import pytest

from qwixx_pad.core.game import Game, Setup
from qwixx_pad.games.custom_sheets import MAX_CUSTOM_SHEETS
from qwixx_pad.layouts import canonical_text
from qwixx_pad.library.sharing import chat_text
from qwixx_pad.storage.summary import GameState
from qwixx_pad.ui.history import import_preview_texts, import_result_text
from tests.support.breakable_disk import full
from tests.support.library.library_pad import DAY, game
from tests.support.own_layouts import DOUBLE, MIRROR, ONE, OTHER, carried
from tests.support.ui.surroundings import WORDS

PLAYED = game("own1", "r12", "y3", "end", setup=MIRROR.name, names=("Anna",))


def file_of(*entries, **more):
    return json.dumps({"format": "qwixx-pad", "version": 1, "games": [*entries], **more}).encode()


def entry_of(saved=PLAYED, *sheets, **more):
    """A game in a file, with sheets."""
    return {
        "id": saved.head.id,
        "names": saved.head.names,
        "started": DAY.isoformat(),
        "line": " ".join((saved.head.setup, *(e.token for e in saved.entries))),
        "times": [1_000_000] * len(saved.entries),
        "sheets": {sheet.name: sheet.text for sheet in sheets},
        "sheet_info": {sheet.name: sheet.descriptions for sheet in sheets},
        **more,
    }


def offered(pad):
    return [layout.name for layout in pad.service.sheets.custom_layouts]


def lines(preview):
    return import_preview_texts(preview, WORDS)[1]


def test_imported_game_brings_its_custom_sheet(pad, pad_on, tmp_path):
    pad.service.sheets.add(MIRROR)
    pad.keep(PLAYED)
    file = pad.library.game_file("own1").encode()
    other = pad_on(tmp_path / "other")
    assert {"1 new game", "1 sheet of your own"} == {*lines(other.bring(file))}
    assert other.service.sheets.custom_layouts == (MIRROR,)
    assert other.service.open("own1").game.text == pad.service.open("own1").game.text
    assert other.library.game_file("own1").encode().split(b"games")[1] == file.split(b"games")[1]
    assert not other.library.preview_import(file)


def test_backup_contains_offered_and_used_sheets(pad, pad_on, tmp_path):
    for layout in (MIRROR, DOUBLE):
        pad.service.sheets.add(layout)
    pad.keep(PLAYED)
    pad.service.sheets.remove(MIRROR.name)
    backup = "".join(pad.library.backup_file()).encode()
    other = pad_on(tmp_path / "other")
    other.bring(backup)
    assert other.service.sheets.custom_layouts == (DOUBLE,)
    assert other.service.open("own1").game.setup.layout == MIRROR
    assert json.loads("".join(other.library.backup_file()))["sheets"] == {
        DOUBLE.name: canonical_text(DOUBLE)
    }


def test_backup_of_sheets_alone_is_restored(pad, pad_on, tmp_path):
    pad.service.sheets.add(MIRROR)
    other = pad_on(tmp_path / "other")
    preview = other.bring("".join(pad.library.backup_file()).encode())
    assert import_result_text(preview, WORDS) == "1 sheet added."
    assert offered(other) == [MIRROR.name]


def test_undone_import_withdraws_sheets_but_games_go_on(pad):
    pad.bring(file_of(entry_of(PLAYED, carried(MIRROR))))
    started = pad.service.start(MIRROR.name, ("Ben",))
    assert pad.library.undo_import() is None
    assert offered(pad) == []
    assert pad.service.open(started.head.id).game.setup.layout == MIRROR


BROKEN = {
    "no sheet": "{}",
    "nothing": "",
    "no text": 5,
    "another sheet": canonical_text(DOUBLE),
    "a giant": canonical_text(MIRROR)[:-1] + ' "x": "' + "x" * 30_000 + '"}',
    "a deep one": "[" * 5_000,
    "a torn one": canonical_text(MIRROR)[:-20],
}


@pytest.mark.parametrize("what", BROKEN)
def test_mismatched_sheet_text_is_left_out(pad, what):
    pad.service.sheets.add(DOUBLE)
    before = pad.storage.read_settings()
    file = file_of(entry_of() | {"sheets": {MIRROR.name: BROKEN[what]}})
    preview = pad.bring(file)
    assert "1 sheet doesn’t match its name; it’s left out" in lines(preview)
    assert "1 game is on a sheet this pad doesn’t know; it’s kept as it is" in lines(preview)
    assert offered(pad) == [DOUBLE.name]
    assert before.items() <= pad.storage.read_settings().items()
    assert pad.tokens("own1") == ["r12", "y3", "end"]


def test_later_sheet_makes_a_game_readable(pad):
    assert pad.bring(file_of(entry_of())).unknown_layouts == 1
    assert pad.library.find("own1").summary.state is GameState.UNREADABLE
    preview = pad.bring(file_of(entry_of(PLAYED, carried(MIRROR))))
    assert (preview.known, bool(preview)) == (1, True)
    assert pad.library.find("own1").summary.state is GameState.OVER
    assert not pad.library.preview_import(file_of(entry_of(PLAYED, carried(MIRROR))))


def test_imported_sheet_rules_apply_at_once(pad):
    wrong = game("own1", "r5", "r5", "r5", setup=MIRROR.name, names=("Anna",))
    preview = pad.library.preview_import(file_of(entry_of(wrong, carried(MIRROR))))
    assert (preview.unreadable, len(preview.batch.new_games)) == (1, 0)


@pytest.mark.parametrize("name", ["own:<b>-7e1a3c55", "own:-1", "own:a b-1", "own:" + "a" * 99])
def test_invalid_sheet_name_imports_no_sheet(pad, name):
    content = {"sheets": {name: canonical_text(MIRROR)}, "settings": {}}
    preview = pad.bring(file_of(**content))
    assert (preview.sheets, preview.damaged_sheets) == ((), 1)
    assert offered(pad) == []


def test_clashing_sheet_is_left_out_with_its_games(pad):
    pad.service.sheets.add(ONE)
    mine = pad.service.start(ONE.name, ("Anna",))
    theirs = game("theirs", "r2", setup=OTHER.name, names=("Ben",))
    preview = pad.bring(
        file_of(entry_of(theirs, carried(OTHER)), entry_of(PLAYED, carried(MIRROR)))
    )
    assert {
        "1 new game",
        "1 sheet of your own",
        "1 game can’t be read and is left out",
        "1 sheet has the same name as one here; it’s left out, with its games",
    } == {*lines(preview)}
    assert pad.service.sheets[ONE.name].rows == ONE.rows
    assert pad.service.open(mine.head.id).game.setup.layout.rows == ONE.rows
    assert set(pad.storage.game_ids()) == {mine.head.id, "own1"}


def test_first_of_two_clashing_sheets_is_imported(pad):
    games = (game(name, "r2", setup=ONE.name, names=("Ben",)) for name in ("one", "other"))
    entries = map(entry_of, games, (carried(ONE), carried(OTHER)))
    preview = pad.bring(file_of(*entries))
    assert (len(preview.batch.new_games), preview.unreadable, preview.clashing_sheets) == (1, 1, 1)
    assert pad.service.sheets[ONE.name].rows == ONE.rows


def test_unused_sheet_of_a_game_is_not_imported(pad):
    preview = pad.bring(file_of(entry_of(PLAYED, carried(MIRROR), carried(DOUBLE))))
    assert [sheet.name for sheet in preview.sheets] == [MIRROR.name]


def test_sheet_limit_still_imports_all_games(pad):
    for number in range(MAX_CUSTOM_SHEETS):
        pad.storage.put_setting(f"sheet-offered own:n{number}-00000000", f"{number:09}")
    pad.service.reload_all()
    preview = pad.bring(file_of(entry_of(PLAYED, carried(MIRROR))))
    assert (len(preview.batch.new_games), preview.offered_count) == (1, 0)
    assert pad.service.open("own1").game.setup.layout == MIRROR


def test_full_disk_import_offers_no_sheet(pad):
    preview = pad.library.preview_import(file_of(entry_of(PLAYED, carried(MIRROR))))
    with full(pad.storage):
        assert pad.library.apply_import(preview) is not None
    assert offered(pad) == []
    assert pad.storage.game_ids() == ()


def test_chat_text_uses_the_title_of_a_custom_sheet():
    for layout, said in (
        (DOUBLE, "Qwixx Zwei für eins"),
        (replace(DOUBLE, title=""), "Qwixx Twice"),
    ):
        text = chat_text(("Anna",), Game.start(Setup.for_layout(layout)), "today", WORDS.gettext)
        assert text.startswith(f"{said}, today")


def test_file_of_printed_sheets_contains_no_sheet_texts(pad):
    pad.keep(game("g", "1:r2"))
    said = json.loads(pad.library.game_file("g"))
    assert "sheets" not in {*said, *said["games"][0]}
