"""The commands on kept games as a script meets them: files, sentences and exit statuses."""

import csv
import io
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from evenings import evenings

from qwixx_pad.archive.exchange import LARGEST, line_of, written
from qwixx_pad.archive.opened import opened_library
from qwixx_pad.cli import main
from qwixx_pad.service.settings import Settings
from qwixx_pad.storage import GameHead, SavedEntry, SavedGame
from qwixx_pad.storage.summary import Score

ENVIRONMENT = {
    **{key: value for key, value in os.environ.items() if not key.startswith("FLET_")},
    "PYTHONIOENCODING": "utf-8",
}
NOON = datetime(2026, 1, 2, 12, 0, tzinfo=UTC)
GAMES = tuple(evenings(8))
ODD = SavedGame(
    GameHead("odd", "classic/2+finish-turn", ("Zoë 🎲", "=1+1"), NOON),
    tuple(SavedEntry(t, NOON + timedelta(seconds=n)) for n, t in enumerate(("1:r2", "/", "end"))),
)
GONE = GAMES[0].head.id


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kept")
    with opened_library(folder) as (service, library, _):
        for saved in (*GAMES, ODD):
            library._storage.start(saved.head)
            library._storage.append(saved.head.id, 0, *saved.entries)
        service.change(Settings("Anna"))
        library.delete(GONE)
        library.refresh()
    return folder


@pytest.fixture
def data(template, tmp_path):
    """A folder with nine games, one of them deleted."""
    return shutil.copytree(template, tmp_path / "data")


def pad(folder, *arguments, given=b"", **environment):
    """What the command said; it never says so in the words of Python."""
    ran = subprocess.run(
        [sys.executable, "-m", "qwixx_pad", "--data", str(folder), *map(str, arguments)],
        input=given,
        capture_output=True,
        check=False,
        env=ENVIRONMENT | environment,
    )
    assert b"Traceback" not in ran.stderr
    return ran


def answer(folder, *arguments, given=b""):
    """What a command printed that went well."""
    ran = pad(folder, *arguments, given=given)
    assert (ran.returncode, ran.stderr) == (0, b"")
    return ran.stdout.decode()


def complaint(folder, *arguments, given=b""):
    """The one sentence of a command that could not do what it was asked."""
    ran = pad(folder, *arguments, given=given)
    assert (ran.returncode, ran.stdout) == (2, b"")
    said = ran.stderr.decode()
    assert said.startswith("qwixx-pad: ")
    assert said.count("\n") == 1
    return said


def dump(folder):
    """All that is kept; the summaries are not, they can be made again."""
    with closing(sqlite3.connect(folder / "pad.db")) as connection:
        return [
            connection.execute(query).fetchall()
            for query in (
                "SELECT * FROM game ORDER BY id",
                "SELECT * FROM entry ORDER BY game, number",
                "SELECT * FROM deleted ORDER BY game",
                "SELECT * FROM setting ORDER BY key",
            )
        ]


def test_they_start_without_flet(data):
    code = (
        "import sys; from qwixx_pad.cli import main\n"
        "for line in (['export'], ['import', '-'], ['stats'], ['rebuild']):\n"
        "    main(['--data', sys.argv[1], *line])\n"
        "print({'flet', 'segno', 'uvicorn'} & {*sys.modules}, file=sys.stderr)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, str(data)],
        input=b"classic r2",
        capture_output=True,
        check=True,
        env=ENVIRONMENT,
    )
    assert ran.stderr.decode().splitlines()[-1] == "set()"


# export


def test_the_export_is_what_is_not_deleted_and_another_pad_reads_it(data, tmp_path):
    before = dump(data)
    said = answer(data, "export")
    assert answer(data, "export", "--json").partition("games")[2] == said.partition("games")[2]
    assert [game["id"] for game in json.loads(said)["games"]] == [
        *(saved.head.id for saved in GAMES[1:]),
        "odd",
    ]
    fresh = tmp_path / "fresh"
    assert answer(fresh, "import", "-", given=said.encode()).startswith("8 games added")
    assert answer(fresh, "export").partition("games")[2] == said.partition("games")[2]
    assert dump(data) == before


def test_a_backup_has_deleted_games_and_settings_and_restores_all(data, tmp_path):
    file = tmp_path / "backup.json"
    assert answer(data, "export", "--backup", "--to", file) == ""
    fresh = tmp_path / "fresh"
    told = json.loads(answer(fresh, "import", file, "--json"))
    assert told == {
        "new": 9,
        "longer": 0,
        "back": 0,
        "settings": len(Settings().texts()),
        "known": 0,
        "unreadable": 0,
        "sheets": 0,
        "notes": 0,
        "strange": 0,
        "done": True,
        "damaged_sheets": 0,
        "clashing_sheets": 0,
    }
    assert dump(fresh)[:3] == dump(data)[:3]
    for ask in (("stats",), ("stats", "--json"), ("export", "--csv")):
        assert answer(fresh, *ask) == answer(data, *ask)


def test_the_lines_are_replayed_without_a_refusal(data):
    said = answer(data, "export", "--lines")
    assert said.splitlines() == [line_of(saved) for saved in (*GAMES[1:], ODD)]
    assert pad(data, "replay", "-", given=said.encode()).returncode == 0


def test_the_table_has_a_line_a_sheet_and_no_formula(data, tmp_path):
    said = pad(data, "export", "--csv", PYTHONIOENCODING="ascii").stdout
    lines = list(csv.DictReader(io.StringIO(said.decode("utf-8-sig"), newline="")))
    assert len(lines) == sum(len(saved.head.names) for saved in (*GAMES[1:], ODD))
    assert {"Zoë 🎲", "'=1+1"} <= {line["player"] for line in lines}
    answer(data, "export", "--csv", "--to", tmp_path / "games.csv")
    assert (tmp_path / "games.csv").read_bytes() == said


@pytest.mark.parametrize("kind", ["--json", "--backup", "--csv", "--lines"])
def test_an_export_of_no_games_is_whole_too(tmp_path, kind):
    said = answer(tmp_path / "new", "export", kind)
    assert (said == "") == (kind == "--lines")


def test_an_export_overwrites_nothing_and_leaves_no_half_file(data, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    (out / "there").write_text("mine")
    assert "is there already; nothing was overwritten" in complaint(
        data, "export", "--to", out / "there"
    )
    (out / "dangling").symlink_to(out / "nowhere")
    complaint(data, "export", "--to", out / "dangling")
    complaint(data, "export", "--to", out)
    assert "cannot write" in complaint(data, "export", "--to", out / "no" / "where")
    assert sorted(file.name for file in out.iterdir()) == ["dangling", "there"]
    assert (out / "there").read_text() == "mine"


def test_an_export_removes_no_file_that_it_has_not_written(data, tmp_path):
    (tmp_path / "games.json.part").write_text("mine")
    said = complaint(data, "export", "--to", tmp_path / "games.json")
    assert "games.json.part is there already; nothing was overwritten" in said
    assert (tmp_path / "games.json.part").read_text() == "mine"
    assert not (tmp_path / "games.json").exists()


def test_where_a_file_has_one_name_only_an_export_is_written_too(data, tmp_path, monkeypatch):
    """Sticks and memory cards know no second name for a file."""

    def no_link(*_):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_link)
    file = tmp_path / "games.json"
    assert main(["--data", str(data), "export", "--to", str(file)]) == 0
    assert len(json.loads(file.read_text())["games"]) == 8
    assert main(["--data", str(data), "export", "--lines", "--to", str(file)]) == 2
    assert len(json.loads(file.read_text())["games"]) == 8
    assert {file.name for file in tmp_path.iterdir()} == {"data", "games.json"}


FULL = """
import resource, signal, sys
from qwixx_pad.cli import main
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))
sys.exit(main(sys.argv[1:]))
"""


needs_limit = pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on file sizes")


def on_a_full_disk(*arguments):
    """What a command complains of that can write no more than a few pages."""
    command = [sys.executable, "-c", FULL, "--data", *map(str, arguments)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, env=ENVIRONMENT)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.count("\n") == 1
    return ran.stderr


@needs_limit
def test_an_export_for_which_the_disk_is_too_small_leaves_nothing_behind(data, tmp_path):
    answer(data, "import", "-", given=file_of(*evenings(60, seed=5)))
    out = tmp_path / "out"
    out.mkdir()
    said = on_a_full_disk(data, "export", "--to", out / "games.json")
    assert said.startswith(f"qwixx-pad: cannot write {out / 'games.json'}: ")
    assert list(out.iterdir()) == []


# import


def file_of(*games):
    return "".join(written(((saved, None) for saved in games), NOON)).encode()


def test_an_import_is_shown_first_then_done_then_undone(data, tmp_path):
    file = tmp_path / "theirs.json"
    file.write_bytes(file_of(*evenings(3, seed=2), GAMES[0], GAMES[1]))
    before = dump(data)
    assert answer(data, "import", file, "--dry-run") == (
        "3 games would be added, 0 would be continued, 1 would be brought back; "
        "1 are here already, 0 cannot be read.\n"
    )
    shown = json.loads(answer(data, "import", "--dry-run", "--json", file))
    assert dump(data) == before
    done = json.loads(answer(data, "import", "--json", file))
    assert done == shown | {"done": True}
    assert (shown["done"], shown["new"], shown["back"]) == (False, 3, 1)
    again = json.loads(answer(data, "import", "--json", file))
    assert (again["new"], again["back"], again["known"]) == (0, 0, 5)
    assert json.loads(answer(data, "import", "--undo", "--json")) == {"undone": True}
    assert dump(data) == before
    assert "no import to take back" in complaint(data, "import", "--undo")


def test_to_undo_is_said_in_a_sentence_and_goes_with_nothing_else(data, tmp_path):
    before = dump(data)
    answer(data, "import", "-", given=b"classic r2 r3")
    middle = dump(data)
    for more in (("--dry-run",), (tmp_path / "theirs.json",), ("-",)):
        assert pad(data, "import", "--undo", *more).returncode == 2
        assert dump(data) == middle
    assert answer(data, "import", "--undo") == "The last import is taken back.\n"
    assert dump(data) == before


def test_without_a_file_there_is_nothing_to_import(data):
    assert "name a file" in complaint(data, "import")


NESTED = b'{"format": "qwixx-pad", "version": 1, "games": ' + b"[" * 200_000


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "there is nothing in it"),
        (b"\x89PNG\r\n\x1a\n", "it is no file of a pad"),
        (b'{"a": 1}', "it is no file of a pad"),
        (b'{"format": "qwixx-pad", "version": 9}', "a newer pad has written it"),
        (file_of(*GAMES)[:-5], "it was damaged"),
        (NESTED, "it was damaged"),
        (b" " * (LARGEST + 1), "it is larger than any history"),
        (None, "it cannot be opened"),
    ],
    ids=["empty", "picture", "foreign", "newer", "cut off", "nested", "large", "missing"],
)
def test_a_file_that_is_refused_is_named_with_the_reason_and_nothing_is_changed(
    data, tmp_path, content, sentence
):
    before, file = dump(data), tmp_path / "theirs.json"
    if content is not None:
        file.write_bytes(content)
    assert f"{file}: {sentence}; nothing was changed" in complaint(data, "import", file)
    assert dump(data) == before
    if content is not None:
        assert sentence in complaint(data, "import", "-", "--json", given=content)
        assert dump(data) == before


def test_a_folder_is_no_file_to_import(data):
    assert "it cannot be opened" in complaint(data, "import", data)


@needs_limit
def test_an_import_for_which_the_disk_is_too_small_is_said_to_have_changed_nothing(data, tmp_path):
    before, file = dump(data), tmp_path / "theirs.json"
    file.write_bytes(file_of(*evenings(60, seed=5)))
    said = on_a_full_disk(data, "import", file)
    assert said == "qwixx-pad: nothing was changed: the disk did not take it\n"
    assert dump(data) == before


# statistics


def test_the_statistics_are_told_in_lines_or_as_json(data):
    lines = answer(data, "stats").splitlines()
    told = json.loads(answer(data, "stats", "--json"))
    numbers = told["numbers"]
    assert lines[0].startswith(f"{numbers['sheets']} sheets, {numbers['wins']} of ")
    assert lines[1].startswith(f"best {numbers['best']}, average {numbers['average']:.1f}")
    assert numbers["sheets"] == sum(len(saved.head.names) for saved in (*GAMES[1:], ODD))
    first = told["standings"][0]
    assert f"{first['name']}: {first['games']} games, {first['wins']} won" in "\n".join(lines)
    assert datetime.fromisoformat(numbers["best_at"]) in {s.entries[-1].at for s in (*GAMES, ODD)}


def test_the_statistics_are_those_of_the_player_the_sheet_and_the_time_asked_for(data):
    def asked(*arguments):
        told = json.loads(answer(data, "stats", "--json", *arguments))
        return told["numbers"]["sheets"], [line["name"] for line in told["standings"]]

    boards = [saved for saved in GAMES[1:] if saved.head.setup.startswith("on_board")]
    assert asked("--player", "zoë 🎲") == (1, ["Zoë 🎲"])
    assert asked("--player", "Zoë 🎲", "--player", "=1+1") == (2, ["=1+1", "Zoë 🎲"])
    assert asked("--layout", "on_board")[0] == sum(len(saved.head.names) for saved in boards)
    assert asked("--since", "2026-01-01") == (2, ["=1+1", "Zoë 🎲"])
    assert asked("--player", "Anna", "--since", "2026-01-01") == (0, [])
    assert asked("--player", "Nobody") == (0, [])


def test_where_nothing_is_counted_that_is_said(tmp_path):
    assert answer(tmp_path / "new", "stats") == "No finished sheets.\n"
    assert json.loads(answer(tmp_path / "new", "stats", "--json"))["standings"] == []


@pytest.mark.parametrize("day", ["yesterday", "2026-13-01", "", "26-1", "2026-01-01T00:00"])
def test_a_day_that_is_none_is_refused(data, day):
    ran = pad(data, "stats", "--since", day)
    assert ran.returncode == 2
    assert "is no day; give YYYY-MM-DD" in ran.stderr.decode()


@pytest.mark.parametrize("option", ["--player", "--layout"])
def test_an_argument_that_is_no_text_finds_nothing(data, option):
    assert pad(data, "stats", os.fsdecode(b"--json"), option, b"\xff".decode("latin1")).stdout
    ran = subprocess.run(
        [sys.executable, "-m", "qwixx_pad", "--data", str(data), "stats", option, b"a\xff"],
        capture_output=True,
        check=False,
        env=ENVIRONMENT,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"No finished sheets.\n", b"")


def test_a_name_that_the_terminal_cannot_write_is_written_as_well_as_it_goes(data):
    ran = pad(data, "stats", PYTHONIOENCODING="ascii")
    assert ran.returncode == 0
    assert ran.stdout.startswith(answer(data, "stats").splitlines()[0].encode())
    assert b": 1 games, 1 won" in ran.stdout


def test_a_rebuild_counts_all_games_and_changes_no_number(data):
    before, stats = dump(data), answer(data, "stats", "--json")
    with closing(sqlite3.connect(data / "pad.db")) as connection, connection:
        for number, text in connection.execute("SELECT number, text FROM summary").fetchall():
            *about, scores = json.loads(text)
            wrong = [Score(*score)._replace(total=999) for score in scores]
            told = json.dumps([*about, wrong])
            connection.execute("UPDATE summary SET text = ? WHERE number = ?", (told, number))
    assert answer(data, "stats", "--json") != stats
    assert answer(data, "rebuild") == "9 games counted.\n"
    assert answer(data, "stats", "--json") == stats
    assert dump(data) == before


def test_the_commands_do_the_same_where_games_are_kept_without_sqlite(data, tmp_path):
    backup = answer(data, "export", "--backup").encode()
    other = tmp_path / "other"
    ran = pad(other, "import", "-", given=backup, QWIXX_PAD_STORE="journal")
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert not (other / "pad.db").exists()
    for asked in (("export",), ("export", "--csv"), ("stats", "--json"), ("rebuild",)):
        told, expected = (
            re.sub('"written": "[^"]*"', "", answer(folder, *asked)) for folder in (other, data)
        )
        assert told == expected


def test_games_that_lie_beside_are_spoken_of_and_left_alone(data):
    before = (data / "pad.db").read_bytes()
    ran = pad(data, "stats", QWIXX_PAD_STORE="journal")
    assert (ran.returncode, ran.stdout) == (0, b"No finished sheets.\n")
    path = data / "pad.db"
    said = f"qwixx-pad: there are more games in {path}, which is left as it is\n"
    assert ran.stderr.decode() == said
    assert path.read_bytes() == before
