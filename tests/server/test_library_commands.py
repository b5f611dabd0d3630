"""The commands on stored games as a script meets them: files, sentences and exit statuses."""

import csv
import errno
import io
import json
import os
import shutil
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from qwixx_pad import commands
from qwixx_pad.cli import main
from qwixx_pad.library.exchange import MAX_IMPORT_BYTES, encode_file
from qwixx_pad.library.library import opened_library
from qwixx_pad.library.links import read_link
from qwixx_pad.library.summaries import game_line
from qwixx_pad.settings import Settings, SiteAddress
from qwixx_pad.storage import GameHead, SavedEntry, SavedGame, open_storage
from tests.support.random_evenings import evenings
from tests.support.server.pad_process import ENVIRONMENT, command

NOON = datetime(2026, 1, 2, 12, 0, tzinfo=UTC)
GAMES = tuple(evenings(8))
ODD = SavedGame(
    GameHead("odd", "classic/2+finish-turn", ("Zoë 🎲", "=1+1"), NOON),
    tuple(SavedEntry(t, NOON + timedelta(seconds=n)) for n, t in enumerate(("1:r2", "/", "end"))),
)
GONE = GAMES[0].head.id


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    folder = tmp_path_factory.mktemp("saved")
    with opened_library(folder) as (service, library, _):
        for saved in (*GAMES, ODD):
            library._storage.add_game(saved.head)
            library._storage.append(saved.head.id, 0, *saved.entries)
        service.change_settings(Settings("Anna"))
        library.delete(GONE)
    return folder


@pytest.fixture
def data(template, tmp_path):
    """A folder with nine games, one of them deleted."""
    return shutil.copytree(template, tmp_path / "data")


@pytest.fixture
def pad(capsysbinary, monkeypatch):
    """Runs a command on a folder: its exit status, and what it said."""

    def run(folder, *arguments, given=b""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        status = main(["--data", str(folder), *map(str, arguments)])
        return status, *capsysbinary.readouterr()

    return run


@pytest.fixture
def answer(pad):
    """What a command printed that went well."""

    def said(folder, *arguments, given=b""):
        status, out, err = pad(folder, *arguments, given=given)
        assert (status, err) == (0, b"")
        return out.decode()

    return said


@pytest.fixture
def complaint(pad):
    """The one sentence of a command that could not do what it was asked."""

    def said(folder, *arguments, given=b""):
        status, out, err = pad(folder, *arguments, given=given)
        assert (status, out) == (2, b"")
        assert err.startswith(b"qwixx-pad: ")
        assert err.count(b"\n") == 1
        return err.decode()

    return said


def dump(folder):
    """All stored games, each with the time of its deletion, and the settings."""
    with closing(open_storage(folder, now=NOON)[0]) as storage:
        return [*storage.iter_games()], storage.read_settings()


def file_of(*games):
    return "".join(encode_file(((saved, None) for saved in games), NOON)).encode()


# export


def test_export_contains_undeleted_games_and_imports_elsewhere(answer, data, tmp_path):
    before = dump(data)
    said = answer(data, "export")
    left = [*(saved.head.id for saved in GAMES[1:]), "odd"]
    assert [game["id"] for game in json.loads(said)["games"]] == left
    fresh = tmp_path / "fresh"
    assert answer(fresh, "import", "-", given=said.encode()).startswith("8 games added")
    assert answer(fresh, "export", "--json").partition("games")[2] == said.partition("games")[2]
    assert dump(data) == before


def test_backup_restores_deleted_games_and_settings(answer, data, tmp_path):
    file = tmp_path / "backup.json"
    assert answer(data, "export", "--backup", "--to", file) == ""
    fresh = tmp_path / "fresh"
    report = json.loads(answer(fresh, "import", file, "--json"))
    done = {key: report[key] for key in report if report[key]}
    assert done == {"new": 9, "settings": len(Settings().to_texts()), "done": True}
    assert dump(fresh)[0] == dump(data)[0]
    for ask in (("stats", "--json"), ("export", "--csv")):
        assert answer(fresh, *ask) == answer(data, *ask)


def test_export_lines_are_the_game_lines(answer, data):
    said = answer(data, "export", "--lines")
    assert said.splitlines() == [game_line(saved) for saved in (*GAMES[1:], ODD)]


def links_in(said):
    """The site of each link, and its only game."""
    for line in said.splitlines():
        site, _, item = line.partition("/#/link/")
        (incoming,) = read_link(item).file.games
        yield site, incoming.saved


def test_export_links_has_a_link_per_listed_game(answer, data, tmp_path):
    said = answer(data, "export", "--links")
    assert [*links_in(said)] == [("", saved) for saved in (*GAMES[1:], ODD)]
    fresh = tmp_path / "fresh"
    assert answer(fresh, "import", "-", given=said.encode()).startswith("8 games added")


def test_links_begin_with_the_given_site_or_that_of_the_settings(answer, data):
    for arguments in (
        ["export", "--links", "--site", "https://Pad.example/games/"],
        ["--site", "pad.example/games", "export", "--links"],
    ):
        assert {site for site, _ in links_in(answer(data, *arguments))} == {
            "https://pad.example/games"
        }
    with opened_library(data) as (service, _, _):
        service.change_settings(Settings(site=SiteAddress("https://a.example"), link_names=False))
    sites, games = zip(*links_in(answer(data, "export", "--links")), strict=True)
    assert {*sites} == {"https://a.example"}
    assert {name for saved in games for name in saved.head.names} == {""}


def test_site_that_is_no_address_is_refused(data, capsys):
    for arguments in (["--site", "my pad"], ["export", "--links", "--site", "#/link/"]):
        with pytest.raises(SystemExit, match="2"):
            main(["--data", str(data), *arguments])
        assert "is no address" in capsys.readouterr().err


def test_game_too_long_for_a_link_is_named(pad, data, tmp_path):
    entries = tuple(SavedEntry(token, NOON) for token in [*["r5", "undo"] * 700, "r5"])
    with closing(open_storage(data, now=NOON)[0]) as storage:
        storage.add_game(GameHead("long", "classic", ("",), NOON))
        storage.append("long", 0, *entries)
    for arguments in ([], ["--to", file := tmp_path / "links.txt"]):
        status, out, err = pad(data, "export", "--links", *arguments)
        assert status == 2
        assert err.count(b"\n") == 1
        assert b"too long for a link: long;" in err
        assert b"--json" in err
        said = out.decode() if not arguments else file.read_text()
        assert [saved for _, saved in links_in(said)] == [*GAMES[1:], ODD]


def test_export_csv_has_a_line_per_sheet_without_formulas(answer, data, tmp_path):
    export = command("--data", data, "export", "--csv")
    plain = ENVIRONMENT | {"PYTHONIOENCODING": "ascii"}
    said = subprocess.run(export, capture_output=True, check=True, env=plain).stdout
    lines = list(csv.DictReader(io.StringIO(said.decode("utf-8-sig"), newline="")))
    assert len(lines) == sum(len(saved.head.names) for saved in (*GAMES[1:], ODD))
    assert {"Zoë 🎲", "'=1+1"} <= {line["player"] for line in lines}
    answer(data, "export", "--csv", "--to", tmp_path / "games.csv")
    assert (tmp_path / "games.csv").read_bytes() == said


def test_export_overwrites_nothing_and_leaves_no_partial_file(complaint, data, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    (out / "there").write_text("mine")
    (out / "dangling").symlink_to(out / "nowhere")
    (out / "games.json.part").write_text("mine")
    before = sorted(out.iterdir())
    said = complaint(data, "export", "--to", out / "there")
    assert f"{out / 'there'} is there already; nothing was overwritten" in said
    complaint(data, "export", "--to", out / "dangling")
    complaint(data, "export", "--to", out)
    said = complaint(data, "export", "--to", out / "games.json")
    assert "games.json.part is there already; nothing was overwritten" in said
    assert "cannot write" in complaint(data, "export", "--to", out / "no" / "where")
    assert sorted(out.iterdir()) == before
    assert (out / "there").read_text() == (out / "games.json.part").read_text() == "mine"


def test_export_works_without_hard_links(answer, complaint, data, tmp_path, monkeypatch):
    """Sticks and memory cards know no second name for a file."""

    def no_link(*_):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_link)
    file = tmp_path / "games.json"
    answer(data, "export", "--to", file)
    complaint(data, "export", "--lines", "--to", file)
    assert len(json.loads(file.read_text())["games"]) == 8
    assert {file.name for file in tmp_path.iterdir()} == {"data", "games.json"}


@pytest.fixture
def no_room(monkeypatch):
    """A disk that takes no more."""

    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    return lambda: monkeypatch.setattr(os, "fsync", full)


def test_export_to_a_full_disk_leaves_nothing(complaint, data, tmp_path, no_room):
    out = tmp_path / "out"
    out.mkdir()
    no_room()
    said = complaint(data, "export", "--to", out / "games.json")
    assert said.startswith(f"qwixx-pad: cannot write {out / 'games.json'}: ")
    assert list(out.iterdir()) == []


@pytest.mark.parametrize("asked", ["export --lines", "import -", "stats"])
def test_data_folder_may_follow_the_command(answer, data, tmp_path, asked):
    same = shutil.copytree(data, tmp_path / "same")
    elsewhere = tmp_path / "elsewhere"
    said = answer(elsewhere, *asked.split(), "--data", data, given=b"classic r2 r3")
    assert said == answer(same, *asked.split(), given=b"classic r2 r3")
    assert not elsewhere.exists()


# import


def test_import_is_previewed_done_and_undone(answer, complaint, data, tmp_path):
    file = tmp_path / "theirs.json"
    file.write_bytes(file_of(*evenings(3, seed=2), GAMES[0], GAMES[1]))
    before = dump(data)
    assert answer(data, "import", file, "--dry-run") == (
        "3 games would be added, 0 would be continued, 1 would be brought back; "
        "already here: 1, unreadable: 0.\n"
    )
    shown = json.loads(answer(data, "import", "--dry-run", "--json", file))
    assert dump(data) == before
    done = json.loads(answer(data, "import", "--json", file))
    assert done == shown | {"done": True}
    assert (shown["done"], shown["new"], shown["restored"]) == (False, 3, 1)
    assert json.loads(answer(data, "import", "--undo", "--json")) == {"undone": True}
    assert dump(data) == before
    assert "no import to take back" in complaint(data, "import", "--undo")


def test_import_undo_accepts_no_other_arguments(answer, complaint, data):
    before = dump(data)
    answer(data, "import", "-", given=b"classic r2 r3")
    middle = dump(data)
    for more in ("--dry-run", "theirs.json"):
        assert "--undo goes neither" in complaint(data, "import", "--undo", more)
        assert dump(data) == middle
    assert answer(data, "import", "--undo") == "The last import is taken back.\n"
    assert dump(data) == before


def test_import_without_a_file_is_an_error(complaint, data):
    assert "name a file" in complaint(data, "import")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b'{"a": 1}', "it is no file of a pad"),
        (file_of(*GAMES)[:-5], "it was damaged"),
        (b" " * (MAX_IMPORT_BYTES + 1), "it is larger than any history"),
        (None, "it cannot be opened"),
    ],
    ids=["foreign", "cut off", "large", "missing"],
)
def test_refused_import_names_the_reason_and_changes_nothing(
    complaint, data, tmp_path, content, sentence
):
    before = dump(data)
    file = tmp_path / "theirs.json"
    if content is not None:
        file.write_bytes(content)
        assert sentence in complaint(data, "import", "-", "--json", given=content)
    assert f"{file}: {sentence}; nothing was changed" in complaint(data, "import", file)
    assert dump(data) == before


def test_import_reads_a_pipe_with_a_timeout(answer, complaint, data, tmp_path, monkeypatch):
    os.mkfifo(pipe := tmp_path / "pipe")
    script = f"import time; time.sleep(0.5); open({str(pipe)!r}, 'w').write('classic r2 r3')"
    with subprocess.Popen([sys.executable, "-c", script]):
        assert answer(data, "import", pipe).startswith("1 game added")
    monkeypatch.setattr(commands, "_PIPE_TIMEOUT_S", 0)
    said = complaint(data, "import", pipe)
    assert f"{pipe}: nobody writes to this pipe; nothing was changed" in said


def test_import_on_a_full_disk_changes_nothing(answer, complaint, tmp_path, no_room):
    folder = tmp_path / "new"
    answer(folder, "import", "-", given=b"classic r2 r3")
    before = answer(folder, "export", "--lines")
    no_room()
    said = complaint(folder, "import", "-", given=b"classic r4")
    assert said == "qwixx-pad: nothing was changed: it could not be saved\n"
    assert answer(folder, "export", "--lines") == before


# statistics


def test_statistics_print_as_lines_or_json(answer, data):
    lines = answer(data, "stats").splitlines()
    report = json.loads(answer(data, "stats", "--json"))
    numbers = report["statistics"]
    first = report["standings"][0]
    assert lines[0].startswith(f"{numbers['sheets']} sheets, ")
    assert numbers["sheets"] == sum(len(saved.head.names) for saved in (*GAMES[1:], ODD))
    assert any(
        line.startswith(f"{first['name']}: {first['games']} games, {first['wins']} won")
        for line in lines
    )
    assert datetime.fromisoformat(numbers["best_at"]) in {s.entries[-1].at for s in (*GAMES, ODD)}


def test_statistics_filter_by_player_sheet_and_time(answer, data):
    def asked(*arguments):
        report = json.loads(answer(data, "stats", "--json", *arguments))
        return report["statistics"]["sheets"], [line["name"] for line in report["standings"]]

    boards = [saved for saved in GAMES[1:] if saved.head.setup.startswith("on_board")]
    assert asked("--player", "zoë 🎲") == (1, ["Zoë 🎲"])
    assert asked("--player", "Zoë 🎲", "--player", "=1+1") == (2, ["=1+1", "Zoë 🎲"])
    assert asked("--layout", "on_board")[0] == sum(len(saved.head.names) for saved in boards)
    assert asked("--seats", "3")[0] == sum(len(g.head.names) == 3 for g in GAMES[1:]) * 3
    assert asked("--since", "2026-01-01") == (2, ["=1+1", "Zoë 🎲"])
    assert asked("--player", "Anna", "--since", "2026-01-01") == (0, [])


@pytest.mark.parametrize("day", ["yesterday", "2026-13-01"])
def test_invalid_date_is_refused(data, capsys, day):
    with pytest.raises(SystemExit, match="2"):
        main(["--data", str(data), "stats", "--since", day])
    assert "is no day; give YYYY-MM-DD" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--player", "--layout"])
def test_undecodable_argument_finds_nothing(answer, data, option):
    assert answer(data, "stats", option, os.fsdecode(b"a\xff")) == "No finished sheets.\n"


def test_unprintable_name_is_written_with_replacements(answer, data, monkeypatch):
    plain = io.TextIOWrapper(io.BytesIO(), encoding="ascii", write_through=True)
    whole = answer(data, "stats")
    monkeypatch.setattr(sys, "stdout", plain)
    answer(data, "stats")
    assert plain.buffer.getvalue() == whole.encode("ascii", errors="replace")
