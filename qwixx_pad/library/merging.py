"""What a file would add to the games that are here. The same game twice is one game."""

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from qwixx_pad.core.layout import Layout
from qwixx_pad.core.line import HeadError, read_setup
from qwixx_pad.library.exchange import Bundle, Incoming
from qwixx_pad.library.summaries import digest, folded
from qwixx_pad.store import SavedGame, UnknownGame
from qwixx_pad.store.archive import Archive
from qwixx_pad.store.merging import Intake

_OURS = uuid.UUID("5c1ab3a6-9f0e-4c58-8a57-7179786b7061")
"""Names of games that bring none are made in this space, so that the same game has the same."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What an import would do, before it is done.

    Attributes:
        intake: What would be written.
        known: Games that are here as they are there.
        unreadable: Games that make no sense, or that the rules do not accept.
    """

    intake: Intake
    known: int
    unreadable: int

    @property
    def games(self) -> int:
        """How many games the file has."""
        written = len(self.intake.new) + len(self.intake.longer) + len(self.intake.back)
        return written + self.known + self.unreadable


class _Weighing:
    """Sorts the games of a file, one after the other, beside those that are here.

    Args:
        load: Gives a kept game.
        archive: All kept games.
        layouts: The printed sheets.
    """

    def __init__(
        self,
        load: Callable[[str], SavedGame],
        archive: Archive,
        layouts: Mapping[str, Layout],
    ) -> None:
        self._load = load
        self._archive = archive
        self._layouts = layouts
        self.new: dict[str, tuple[SavedGame, str | None]] = {}
        self.longer: dict[str, tuple[str, int, SavedGame]] = {}
        self.back: set[str] = set()
        self.known = 0
        self.unreadable = 0

    def weigh(self, incoming: Incoming) -> None:
        """Put one game where it belongs."""
        if not self._makes_sense(incoming.saved):
            self.unreadable += 1
            return
        named = _named(incoming)
        mine = self._mine(named.saved, had_name=bool(incoming.saved.head.id))
        if mine is None:
            self._add(named)
        elif _begins_with(named.saved, mine):
            self._longer_or_known(named, mine)
        elif _begins_with(mine, named.saved):
            self._keep(named, mine)
        else:
            self.weigh(replace(named, saved=_renamed(named.saved)))

    def _makes_sense(self, saved: SavedGame) -> bool:
        """Whether the rules accept it; a sheet that only a newer pad knows is kept as it is."""
        try:
            read_setup(saved.head.setup, self._layouts)
        except HeadError:
            name = saved.head.setup.partition("/")[0].partition("+")[0]
            return bool(saved.head.id) and name not in self._layouts
        return folded(saved, self._layouts) is not None

    def _mine(self, saved: SavedGame, *, had_name: bool) -> SavedGame | None:
        """The game that is here under this identifier, or, without one, with this very line."""
        head = saved.head
        if head.id in self.new:
            return self.new[head.id][0]
        tokens = tuple(entry.token for entry in saved.entries)
        same = None if had_name else self._archive.same(digest(head.setup, tokens))
        try:
            return self._load(same or head.id)
        except UnknownGame:
            return None

    def _add(self, incoming: Incoming) -> None:
        deleted = None if incoming.deleted is None else incoming.deleted.isoformat()
        self.new[incoming.saved.head.id] = (incoming.saved, deleted)

    def _longer_or_known(self, incoming: Incoming, mine: SavedGame) -> None:
        game, here = mine.head.id, len(mine.entries)
        if len(incoming.saved.entries) == here:
            self._keep(incoming, mine)
        elif game in self.new:
            self._add(incoming)
            self.known += 1
        else:
            self.longer[game] = (game, here, incoming.saved)

    def _keep(self, incoming: Incoming, mine: SavedGame) -> None:
        """It is here already; if it was deleted here and not there, it comes back."""
        game = mine.head.id
        if incoming.deleted is None and game not in self.new and self._archive.is_deleted(game):
            self.back.add(game)
        else:
            self.known += 1


def _begins_with(one: SavedGame, other: SavedGame) -> bool:
    mine, theirs = _tokens(one), _tokens(other)
    return one.head.setup == other.head.setup and mine[: len(theirs)] == theirs


def _tokens(saved: SavedGame) -> tuple[str, ...]:
    return tuple(entry.token for entry in saved.entries)


def _named(incoming: Incoming) -> Incoming:
    """With an identifier: the file's own, or one that the same game always gets."""
    head = incoming.saved.head
    return incoming if head.id else replace(incoming, saved=_renamed(incoming.saved))


def _renamed(saved: SavedGame) -> SavedGame:
    """Under another identifier, made of the old one and of what was entered."""
    head = saved.head
    name = uuid.uuid5(_OURS, f"{head.id} {digest(head.setup, _tokens(saved))}").hex
    return replace(saved, head=replace(head, id=name))


def preview(
    bundle: Bundle,
    load: Callable[[str], SavedGame],
    archive: Archive,
    layouts: Mapping[str, Layout],
    settings: Mapping[str, str],
) -> Preview:
    """What taking in the content of a file would do.

    Args:
        bundle: What the file holds.
        load: Gives a kept game, or raises UnknownGame.
        archive: All kept games, their summaries fresh.
        layouts: The printed sheets.
        settings: Those that have a value here.
    """
    weighing = _Weighing(load, archive, layouts)
    for incoming in bundle.games:
        weighing.weigh(incoming)
    intake = Intake(
        new=tuple(weighing.new.values()),
        longer=tuple(
            (game, here, saved.entries[here:]) for game, here, saved in weighing.longer.values()
        ),
        back=tuple(sorted(weighing.back)),
        settings=tuple((key, text) for key, text in bundle.settings if key not in settings),
    )
    return Preview(intake, weighing.known, weighing.unreadable + bundle.unreadable)
