"""The commands on kept games: `export`, `import` and `stats`. They start without Flet."""

import argparse
import errno
import json
import os
import select
import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from qwixx_pad.history.statistics import FAR_BEHIND, CourseNumbers, Numbers
from qwixx_pad.history.statistics_json import statistics_json
from qwixx_pad.library.exchange import LARGEST, ImportRefusal, ImportRefusedError
from qwixx_pad.library.importing import Preview
from qwixx_pad.library.library import Library, opened_library
from qwixx_pad.library.summaries import line_of
from qwixx_pad.storage import StorageError
from qwixx_pad.storage.summary import GameQuery

FAILED = 2
_PIECE = 1 << 20
_PATIENCE = 10.0
"""Seconds until somebody has begun to write to a pipe that is imported."""


class _CannotError(Exception):
    """The command cannot do what it was asked; the text says why."""


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the commands to the parser of `qwixx-pad`."""
    export = commands.add_parser("export", help="write kept games to a file or to standard output")
    kind = export.add_mutually_exclusive_group()
    kind.add_argument("--json", action="store_true", help="all games, for another pad (default)")
    kind.add_argument("--backup", action="store_true", help="also deleted games and settings")
    kind.add_argument("--csv", action="store_true", help="a line a sheet, for a spreadsheet")
    kind.add_argument("--lines", action="store_true", help="a game line a game")
    export.add_argument("--to", type=Path, metavar="FILE", help="a file that is not there yet")
    export.set_defaults(answer=_run, does=_export)
    take = commands.add_parser("import", help="add the games of a file; the same game stays one")
    take.add_argument("file", nargs="?", help="exported games, a backup or game lines")
    take.add_argument("--dry-run", action="store_true", help="only say what it would add")
    take.add_argument("--undo", action="store_true", help="take the last import back out")
    take.add_argument("--any-size", action="store_true", help="also a file of more than 64 MB")
    take.add_argument("--json", action="store_true", help="say it as JSON")
    take.set_defaults(answer=_run, does=_import)
    stats = commands.add_parser("stats", help="print the statistics")
    stats.add_argument("--player", action="append", default=[], metavar="NAME")
    stats.add_argument("--layout", default="", help="only games on this printed sheet")
    stats.add_argument("--since", type=_day, metavar="YYYY-MM-DD", help="only later games")
    stats.add_argument("--json", action="store_true", help="as JSON")
    stats.set_defaults(answer=_run, does=_stats)


def _day(text: str) -> datetime:
    try:
        return datetime.strptime(text, "%Y-%m-%d").astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no day; give YYYY-MM-DD") from error


def _run(given: argparse.Namespace) -> int:
    """Do what a command says with the kept games; returns the exit status."""
    does: Callable[[argparse.Namespace, Library], None] = given.does
    try:
        with opened_library(given.data) as (_, library, notice):
            if notice is not None:
                warn(notice)
            does(given, library)
    except (StorageError, _CannotError) as error:
        return fail(error)
    return 0


def warn(reason: object) -> None:
    """Tell the person at the terminal what is wrong."""
    sys.stderr.write(f"qwixx-pad: {reason}\n")


def fail(reason: object) -> int:
    """Say why a command cannot do what it was asked; returns its exit status."""
    warn(reason)
    return FAILED


# export


def _export(given: argparse.Namespace, library: Library) -> None:
    pieces = _pieces(given, library)
    if given.to is None:
        sys.stdout.reconfigure(encoding="utf-8", newline="")  # type: ignore[union-attr]  # a text stream
        sys.stdout.writelines(pieces)
        sys.stdout.flush()
        return
    try:
        _to_new_file(given.to, pieces)
    except FileExistsError as error:
        there = error.filename2 or error.filename or given.to
        raise _CannotError(f"{there} is there already; nothing was overwritten") from error
    except OSError as error:
        raise _CannotError(f"cannot write {given.to}: {error.strerror or error}") from error


def _pieces(given: argparse.Namespace, library: Library) -> Iterator[str]:
    if given.backup:
        return library.backup_file()
    if given.csv:
        return library.games_table(GameQuery())
    if given.lines:
        return (f"{line_of(saved)}\n" for saved in library.all_saved())
    return library.history_file()


def _to_new_file(path: Path, pieces: Iterable[str]) -> None:
    """Under its name the file is whole or not there."""
    if path.exists():
        raise FileExistsError(errno.EEXIST, "it is there already", str(path))
    unfinished = path.with_name(f"{path.name}.part")
    unfinished.touch(exist_ok=False)  # what is there already is not ours to remove
    try:
        with unfinished.open("w", encoding="utf-8", errors="replace", newline="") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        _name(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)


def _name(unfinished: Path, path: Path) -> None:
    """Give a written file its name, unless that is taken."""
    try:
        os.link(unfinished, path)  # unlike a renaming it overwrites nothing
    except FileExistsError:
        raise
    except OSError:  # a stick or a memory card, where a file has one name only
        path.open("x").close()
        unfinished.replace(path)


# import


def _import(given: argparse.Namespace, library: Library) -> None:
    if given.undo:
        if given.dry_run or given.file is not None:
            raise _CannotError("--undo goes neither with a file nor with --dry-run")
        _undo(given, library)
        return
    if given.file is None:
        raise _CannotError("name a file to import, or use --undo")
    try:
        largest = sys.maxsize - 1 if given.any_size else LARGEST
        preview = library.preview(_content(given.file, largest), largest)
    except ImportRefusedError as error:
        raise _CannotError(f"{given.file}: {error}; nothing was changed") from error
    if not given.dry_run and library.take_in(preview) is not None:
        raise _CannotError("nothing was changed: the disk did not take it")
    told = _told(preview)
    if given.json:
        _print_json({**told, "done": not given.dry_run})
    else:
        would = "would be " if given.dry_run else ""
        say(
            f"{told['new']} games {would}added, {told['continued']} {would}continued, "
            f"{told['restored']} {would}brought back; {told['known']} are here already, "
            f"{told['unreadable']} cannot be read."
        )
        if preview.strange:
            say(f"{preview.strange} are on sheets that are not known here, and kept as they are.")
        for number, what in (
            (preview.too_long, "have too many entries; left out."),
            (preview.offered, f"sheets of one's own {would}added."),
            (preview.remarks, f"notes {would}added."),
            (preview.damaged, "sheets are not the ones that their names stand for; left out."),
            (preview.clashing, "sheets have the name of another one; left out, with their games."),
        ):
            if number:
                say(f"{number} {what}")


def _content(path: str, largest: int) -> bytes:
    """The file, as far as it is needed to see that it is too large."""
    try:
        if path == "-":
            return b"".join(_read(sys.stdin.buffer, largest))
        if Path(path).is_fifo():
            return _of_pipe(path, largest)
        with Path(path).open("rb") as file:
            return b"".join(_read(file, largest))
    except OSError as error:
        raise ImportRefusedError(ImportRefusal.CANNOT_READ) from error


def _of_pipe(path: str, largest: int, patience: float = _PATIENCE) -> bytes:
    """What somebody writes to a pipe; who does not write yet is waited for a while."""
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as pipe:
        select.select([pipe], [], [], patience)
        os.set_blocking(pipe.fileno(), True)  # it ends at once now if nobody has it open to write
        content = b"".join(_read(pipe, largest))
    if not content:
        raise _CannotError(f"{path}: nobody writes to this pipe; nothing was changed")
    return content


def _read(file: BinaryIO, largest: int) -> Iterator[bytes]:
    left = largest + 1
    while left > 0 and (piece := file.read(min(left, _PIECE))):
        left -= len(piece)
        yield piece


def _told(preview: Preview) -> dict[str, int]:
    intake = preview.intake
    return {
        "new": len(intake.new),
        "continued": len(intake.longer),
        "restored": len(intake.back),
        "settings": preview.settings,
        "sheets": preview.offered,
        "notes": preview.remarks,
        "known": preview.known,
        "unreadable": preview.unreadable,
        "too_long": preview.too_long,
        "unknown_sheets": preview.strange,
        "damaged_sheets": preview.damaged,
        "clashing_sheets": preview.clashing,
    }


def _undo(given: argparse.Namespace, library: Library) -> None:
    if not library.can_take_back():
        raise _CannotError("there is no import to take back")
    if library.take_back() is not None:
        raise _CannotError("nothing was changed: the disk did not take it")
    if given.json:
        _print_json({"undone": True})
    else:
        say("The last import is taken back.")


# statistics


def _stats(given: argparse.Namespace, library: Library) -> None:
    wanted = GameQuery(players=tuple(given.player), layout=given.layout, since=given.since)
    numbers, standings = library.numbers(wanted), library.standings(wanted)
    if given.json:
        _print_json(statistics_json(given.player, numbers, standings))
    else:
        for line in _lines(numbers):
            say(line)
        for person in standings:
            said = f"{person.name}: {person.games} games, {person.wins} won"
            known = person.average is not None
            say(f"{said}, average {person.average:.1f}, best {person.best}" if known else said)


def _lines(numbers: Numbers) -> Iterator[str]:
    if not numbers.sheets:
        yield "No finished sheets."
        return
    yield f"{numbers.sheets} sheets, {numbers.wins} of {numbers.contests} games won"
    low, middle, high = numbers.quartiles
    of = f", on {numbers.totals_of}" if numbers.totals_of else ""
    yield f"best {numbers.best}, average {numbers.average:.1f}, spread {numbers.spread:.1f}{of}"
    yield f"a quarter below {low:g}, half below {middle:g}, three quarters below {high:g}"
    for each in numbers.by_sheet if of else ():
        said = f"{each.sheet}: {each.sheets} sheets"
        yield f"{said}, best {each.best}, average {each.average:.1f}"
    yield f"penalties a sheet {numbers.penalties:.2f}"
    for row in numbers.rows:
        yield (
            f"row {row.letter} ({row.needs} of {row.most}): "
            f"{row.points:.1f} points, {row.crosses:.1f} crosses, "
            f"locked {row.locked} times, closed by others {row.closed} times"
        )
    for beside in numbers.beside:
        yield f"{beside.purpose}: {beside.points:.1f} points a sheet, on {beside.sheets} sheets"
    if numbers.course.wins or numbers.course.leads:
        yield _course(numbers.course)
    for rival in numbers.rivals:
        yield (
            f"with {rival.name}: {rival.games} games, ahead {rival.ahead}, "
            f"behind {rival.behind}, {rival.difference:+.1f} points"
        )


def _course(course: CourseNumbers) -> str:
    return (
        f"won from {FAR_BEHIND} or more points behind {course.from_behind} of {course.wins}, "
        f"largest comeback {course.largest}, "
        f"lead after ten rolls won {course.leads_won} of {course.leads}"
    )


def _print_json(value: dict[str, Any]) -> None:
    say(json.dumps(value, default=_plain))


def _plain(value: object) -> str:
    """What JSON has no word for."""
    return value.isoformat() if isinstance(value, datetime) else str(value)


def say(text: str) -> None:
    """Tell the person at the terminal; a letter that it cannot write is a question mark."""
    encoding = sys.stdout.encoding
    sys.stdout.write(f"{text}\n".encode(encoding, errors="replace").decode(encoding))
    sys.stdout.flush()
