"""The commands on stored games: `export`, `import` and `stats`. They start without Flet."""

import argparse
import errno
import json
import os
import select
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import is_dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from qwixx_pad.history.figures import counted, json_object
from qwixx_pad.library.exchange import MAX_IMPORT_BYTES, ImportRefusal, ImportRefusedError
from qwixx_pad.library.importing import ImportPreview
from qwixx_pad.library.library import Library, opened_library
from qwixx_pad.library.links import LinkContent, LinkTooLongError, link_url
from qwixx_pad.library.summaries import game_line
from qwixx_pad.storage import StorageError
from qwixx_pad.storage.summary import GameQuery

FAILED = 2
"""Exit status of a command that failed."""
_PIPE_TIMEOUT_S = 10.0
"""Limit of the wait for a writer to a pipe."""


class _CommandError(Exception):
    """The command failed; the message says why."""


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    export = commands.add_parser("export", help="write your games to a file or to standard output")
    kind = export.add_mutually_exclusive_group()
    kind.add_argument("--json", action="store_true", help="all games, for another pad (default)")
    kind.add_argument("--backup", action="store_true", help="also deleted games and settings")
    kind.add_argument("--csv", action="store_true", help="one line per sheet, for a spreadsheet")
    kind.add_argument("--lines", action="store_true", help="one game line per game")
    kind.add_argument("--links", action="store_true", help="one link per game")
    export.add_argument(
        "--site",
        type=site_url,
        metavar="URL",
        default=argparse.SUPPRESS,  # the one before the command, if it is given there
        help="site in the links, such as https://pad.example (default: that of the settings)",
    )
    export.add_argument("--to", type=Path, metavar="FILE", help="new file to write")
    export.set_defaults(answer=_run_with_library, does=_run_export)
    import_ = commands.add_parser(
        "import", help="add the games of a file; games you have aren't duplicated"
    )
    import_.add_argument("file", nargs="?", help="exported games, a backup, links or game lines")
    import_.add_argument("--dry-run", action="store_true", help="only say what it would add")
    import_.add_argument("--undo", action="store_true", help="undo the last import")
    import_.add_argument("--any-size", action="store_true", help="also a file of more than 64 MB")
    import_.add_argument("--json", action="store_true", help="as JSON")
    import_.set_defaults(answer=_run_with_library, does=_run_import)
    stats = commands.add_parser("stats", help="print the statistics")
    stats.add_argument("--player", action="append", default=[], metavar="NAME")
    stats.add_argument("--layout", default="", help="only games on this printed sheet")
    stats.add_argument("--seats", type=int, default=0, metavar="N", help="only games of N players")
    stats.add_argument("--since", type=_parse_day, metavar="YYYY-MM-DD", help="only later games")
    stats.add_argument("--json", action="store_true", help="as JSON")
    stats.set_defaults(answer=_run_with_library, does=_run_stats)
    for command in (export, import_, stats):
        command.add_argument(
            "--data",
            type=Path,
            metavar="DIR",
            default=argparse.SUPPRESS,  # the one before the command, if it is given there
            help="folder for your games",
        )


def site_url(text: str) -> str:
    """Parse the address of a site; the result has no slash at its end.

    Raises:
        argparse.ArgumentTypeError: It is none.
    """
    from qwixx_pad.multiplayer.invitations import read_site  # noqa: PLC0415 - each start loads what it needs

    site = read_site(text)
    if not site:
        raise argparse.ArgumentTypeError(f"{text!r} is no address; give https://NAME")
    return site


def _parse_day(text: str) -> datetime:
    try:
        return datetime.strptime(text, "%Y-%m-%d").astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no day; give YYYY-MM-DD") from error


def _run_with_library(given: argparse.Namespace) -> int:
    """Run a command on the stored games; return the exit status."""
    try:
        with opened_library(given.data) as (_, library, notice):
            if notice is not None:
                print_warning(notice)
            given.does(given, library)
    except (StorageError, _CommandError) as error:
        return print_failure(error)
    return 0


def print_warning(reason: object) -> None:
    sys.stderr.write(f"qwixx-pad: {reason}\n")


def print_failure(reason: object) -> int:
    """Print why a command failed; return the exit status."""
    print_warning(reason)
    return FAILED


# export


def _run_export(given: argparse.Namespace, library: Library) -> None:
    too_long: list[str] = []
    pieces = _export_pieces(given, library, too_long)
    if given.to is None:
        sys.stdout.reconfigure(encoding="utf-8", newline="")  # type: ignore[union-attr]  # a text stream
        sys.stdout.writelines(pieces)
        sys.stdout.flush()
    else:
        _write_export(given.to, pieces)
    if too_long:
        games = ", ".join(too_long)
        raise _CommandError(f"too long for a link: {games}; export --json has every game")


def _write_export(path: Path, pieces: Iterable[str]) -> None:
    try:
        _write_new_file(path, pieces)
    except FileExistsError as error:
        there = error.filename2 or error.filename or path
        raise _CommandError(f"{there} is there already; nothing was overwritten") from error
    except OSError as error:
        raise _CommandError(f"cannot write {path}: {error.strerror or error}") from error


def _export_pieces(
    given: argparse.Namespace, library: Library, too_long: list[str]
) -> Iterator[str]:
    """Yield an export piece by piece.

    Args:
        given: The arguments of the command.
        library: The games.
        too_long: Receives the identifiers of games that are too long for a link.
    """
    if given.links:
        return _iter_links(library, given.site, too_long)
    if given.backup:
        return library.backup_file()
    if given.csv:
        return library.games_table(GameQuery())
    if given.lines:
        return (f"{game_line(saved)}\n" for saved in library.iter_saved())
    return library.history_file()


def _iter_links(library: Library, site: str | None, too_long: list[str]) -> Iterator[str]:
    settings = library.settings
    content = LinkContent(names=settings.link_names)
    for saved in library.iter_listed():
        game = saved.head.id
        try:
            item = library.pack_games([game], content)
        except LinkTooLongError:
            too_long.append(game)
        else:
            yield f"{link_url(settings.site if site is None else site, item)}\n"


def _write_new_file(path: Path, pieces: Iterable[str]) -> None:
    """Write a file under another name, and name it when it is complete.

    Raises:
        FileExistsError: It exists already, or the unfinished one (.part) does.
        OSError: It cannot be written.
    """
    if path.exists():
        raise FileExistsError(errno.EEXIST, "it is there already", str(path))
    unfinished = path.with_name(f"{path.name}.part")
    unfinished.touch(exist_ok=False)  # an existing file is not ours to remove
    try:
        with unfinished.open("w", encoding="utf-8", errors="replace", newline="") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(unfinished, path)  # unlike renaming it overwrites nothing
        except FileExistsError:
            raise
        except OSError:  # a memory card, where a file has one name only
            path.open("x").close()
            unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


# import


_NOT_SAVED = "nothing was changed: it could not be saved"


def _run_import(given: argparse.Namespace, library: Library) -> None:
    if given.undo:
        if given.dry_run or given.file is not None:
            raise _CommandError("--undo goes neither with a file nor with --dry-run")
        _undo_last_import(given, library)
        return
    if given.file is None:
        raise _CommandError("name a file to import, or use --undo")
    try:
        if given.any_size:
            preview = library.preview_import(_read_import(given.file, -1), sys.maxsize)
        else:  # one byte more shows that it is too large
            preview = library.preview_import(_read_import(given.file, MAX_IMPORT_BYTES + 1))
    except ImportRefusedError as error:
        raise _CommandError(f"{given.file}: {error}; nothing was changed") from error
    if not given.dry_run and library.apply_import(preview) is not None:
        raise _CommandError(_NOT_SAVED)
    counts = _import_counts(preview)
    if given.json:
        _print_json({**counts, "done": not given.dry_run})
    else:
        would = "would be " if given.dry_run else ""
        print_line(
            f"{counted(counts['new'], 'game')} {would}added, {counts['continued']} "
            f"{would}continued, {counts['restored']} {would}brought back; already here: "
            f"{counts['known']}, unreadable: {counts['unreadable']}."
        )
        for number, noun, rest in (
            (preview.new_deleted, "game", "of these deleted, here as there."),
            (preview.new_blank, "game", "of these without an entry: in no list."),
            (preview.unknown_layouts, "game", "on sheets not known here: kept."),
            (preview.too_long, "game", "left out: too many entries."),
            (preview.offered_count, "sheet", f"of one's own {would}added."),
            (preview.new_remarks, "note", f"{would}added."),
            (preview.damaged_sheets, "sheet", "left out: the text does not fit the name."),
            (preview.clashing_sheets, "sheet", "left out, and games on it: the name is taken."),
        ):
            if number:
                print_line(f"{counted(number, noun)} {rest}")


def _read_import(path: str, max_bytes: int) -> bytes:
    """Read at most so many bytes of a file; all of it if that is -1."""
    try:
        with opened_input(path) as file:
            return file.read(max_bytes)
    except TimeoutError as error:
        raise _CommandError(f"{path}: {error.strerror}; nothing was changed") from error
    except OSError as error:
        raise ImportRefusedError(ImportRefusal.CANNOT_READ) from error


@contextmanager
def opened_input(path: str) -> Iterator[BinaryIO]:
    """Open a file to read; `-` for standard input. A named pipe has to be written to in time.

    Raises:
        TimeoutError: Nothing has written to the pipe for ten seconds.
        OSError: The file cannot be opened.
    """
    if path == "-":
        yield sys.stdin.buffer
        return
    if not Path(path).is_fifo():
        with Path(path).open("rb") as file:
            yield file
        return
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as pipe:
        is_written, _, _ = select.select([pipe], [], [], _PIPE_TIMEOUT_S)
        os.set_blocking(pipe.fileno(), True)  # a read ends at once if nobody has it open to write
        if not is_written and not pipe.peek(1):
            raise TimeoutError(errno.ETIMEDOUT, "nobody writes to this pipe", path)
        yield pipe


def _import_counts(preview: ImportPreview) -> dict[str, int]:
    return {
        "new": len(preview.batch.new_games),
        "continued": len(preview.batch.continued),
        "restored": len(preview.batch.restored),
        "settings": preview.settings_count,
        "sheets": preview.offered_count,
        "notes": preview.new_remarks,
        "known": preview.known,
        "unreadable": preview.unreadable,
        "too_long": preview.too_long,
        "unknown_sheets": preview.unknown_layouts,
        "damaged_sheets": preview.damaged_sheets,
        "clashing_sheets": preview.clashing_sheets,
    }


def _undo_last_import(given: argparse.Namespace, library: Library) -> None:
    if not library.can_undo_import():
        raise _CommandError("there is no import to take back")
    if library.undo_import() is not None:
        raise _CommandError(_NOT_SAVED)
    if given.json:
        _print_json({"undone": True})
    else:
        print_line("The last import is taken back.")


# statistics


def _run_stats(given: argparse.Namespace, library: Library) -> None:
    query = GameQuery(
        players=tuple(given.player), layout=given.layout, since=given.since, seats=given.seats
    )
    statistics = library.statistics_of(query)
    players = library.player_stats(query)
    if given.json:
        _print_json({"players": given.player, "statistics": statistics, "standings": players})
    else:
        for line in statistics.lines if statistics.sheets else ["No finished sheets."]:
            print_line(line)
        for player in players:
            line = f"{player.name}: {counted(player.games, 'game')}, {player.wins} won"
            if player.average is not None:
                line += f", average {player.average:.1f}, best {player.best}"
            print_line(line)


def _print_json(value: dict[str, Any]) -> None:
    print_line(json.dumps(value, default=_json_default))


def _json_default(value: object) -> dict[str, Any] | str:
    """The JSON object of a record of figures, or the text of a value that JSON lacks."""
    if is_dataclass(value):
        return json_object(value)
    return value.isoformat() if isinstance(value, datetime) else str(value)


def print_line(text: str) -> None:
    """Print a line; a letter that the terminal cannot write becomes a question mark."""
    encoding = sys.stdout.encoding
    sys.stdout.write(f"{text}\n".encode(encoding, errors="replace").decode(encoding))
    sys.stdout.flush()
