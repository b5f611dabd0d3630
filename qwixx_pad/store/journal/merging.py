"""The changes with which games from elsewhere come in, and go out again."""

from collections.abc import Iterator

from qwixx_pad.store.journal.changes import Change, added, begun, kept
from qwixx_pad.store.journal.content import Content, Imported
from qwixx_pad.store.merging import NEW, UNDO, Intake, memory_of, remembered
from qwixx_pad.store.protocol import Conflict


def taken_in(content: Content, intake: Intake) -> Iterator[Change]:
    """What an import changes, and what is needed to take it back.

    Raises:
        Conflict: A game was changed meanwhile.
        ValueError: A text or a time that cannot be kept.
    """
    notes: dict[str, Imported] = {}
    for saved, deleted in intake.new:
        game = saved.head.id
        if game in content.games or game in notes:
            raise Conflict(f"game {game} is here already")
        yield begun(saved)
        if deleted is not None:
            yield ["delete", game, deleted]
        notes[game] = Imported(game, NEW, len(saved.entries), None)
    for game, number, entries in intake.longer:
        if game not in content.games or len(content.games[game].tokens) != number:
            raise Conflict(f"game {game} was changed meanwhile")
        yield added(game, number, entries)
        notes[game] = Imported(game, number, number + len(entries), None)
    for game in intake.back:
        if game in content.deleted:
            yield ["put_back", game]
            length = len(content.games[game].tokens)
            note = notes.get(game, Imported(game, length, length, None))
            notes[game] = note._replace(deleted=content.deleted[game])
    yield ["imported", list(notes.values())]
    for key, value in intake.settings:
        yield ["set", kept(key), kept(value)]
    yield ["set", UNDO, memory_of(content.settings, dict(intake.settings))]


def taken_back(content: Content) -> Iterator[Change]:
    """What takes the last import back. What was played on since then stays."""
    for game, before, after, deleted in content.imported:
        if game not in content.games or len(content.games[game].tokens) != after:
            continue
        if before == NEW:
            yield ["wipe", game]
            continue
        yield ["cut", game, before]
        if deleted is not None and game not in content.deleted:
            yield ["delete", game, deleted]
    yield ["imported", []]
    for key, value in remembered(content.settings).items():
        yield ["unset", key] if value is None else ["set", key, value]
