"""What a file would add to the games that are here. The same game twice is one game."""

import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from qwixx_pad.core.layout import Layout
from qwixx_pad.core.notation import HeadError, read_setup
from qwixx_pad.games.custom_sheets import MOST_OWN, SheetText, WithOwn, offers
from qwixx_pad.games.played_game import proper_head
from qwixx_pad.history.index import Index
from qwixx_pad.layouts import canonical_text, is_own
from qwixx_pad.library.exchange import ExchangeFile, Incoming
from qwixx_pad.library.summaries import digest, folded, remark_key, sheets_named
from qwixx_pad.storage import SavedGame, UnknownGame
from qwixx_pad.storage.saved import Intake
from qwixx_pad.storage.summary import stamp

_OURS = uuid.UUID("5c1ab3a6-9f0e-4c58-8a57-7179786b7061")
"""Names of games that bring none are made in this space, so that the same game has the same."""

_MOST_SHEETS = 5 * MOST_OWN
"""How many sheets of one's own one file brings at most."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What an import would do, before it is done.

    Attributes:
        intake: What would be written.
        known: Games that are here as they are there.
        unreadable: Games that make no sense, or that the rules do not accept.
        too_long: Games with more entries than any that a pad keeps.
        strange: Games among those that come in whose printed sheet is not known here.
        sheets: Sheets of one's own that are not here yet.
        offered: How many sheets of one's own will be offered that are not now.
        damaged: How many names of such sheets stand for nothing that is a sheet.
        clashing: How many of such sheets have the name of another one that is here.
        remarks: How many games get a remark that have none.
    """

    intake: Intake
    known: int
    unreadable: int
    too_long: int = 0
    strange: int = 0
    sheets: tuple[SheetText, ...] = ()
    offered: int = 0
    damaged: int = 0
    clashing: int = 0
    remarks: int = 0

    def __bool__(self) -> bool:
        return bool(self.intake or self.sheets)

    @property
    def settings(self) -> int:
        """How many settings come in that say neither what is offered nor what was written."""
        return len(self.intake.settings) - self.offered - self.remarks

    @property
    def games(self) -> int:
        """How many games the file has."""
        changed = {game for game, *_ in self.intake.longer} | {*self.intake.back}
        left_out = self.unreadable + self.too_long
        return len(self.intake.new) + len(changed) + self.known + left_out


class _Weighing:
    """Sorts the games of a file, one after the other, beside those that are here."""

    def __init__(
        self,
        load: Callable[[str], SavedGame],
        index: Index,
        layouts: Mapping[str, Layout],
    ) -> None:
        self._load = load
        self._index = index
        self.sheets: dict[str, SheetText] = {}
        self._layouts = WithOwn(layouts, self.sheets.get)
        self.clashing: set[str] = set()
        self.new: dict[str, tuple[SavedGame, str | None]] = {}
        self.longer: dict[str, tuple[str, int, SavedGame]] = {}
        self.back: set[str] = set()
        self.remarks: dict[str, str] = {}
        self.known = 0
        self.unreadable = 0

    def weigh(self, incoming: Incoming) -> None:
        """Put one game where it belongs."""
        self.meet(incoming.sheets)
        clash = any(self._clashes(sheet) for sheet in incoming.sheets)
        saved = None if clash else self._proper(incoming.saved)
        if saved is None:
            self.unreadable += 1
        else:
            self._place(_named(replace(incoming, saved=saved)), had_name=bool(saved.head.id))

    def meet(self, sheets: Iterable[SheetText]) -> None:
        """Let games be played on the sheets that come with one and are not here yet."""
        for sheet in sheets:
            if sheet.name not in self._layouts:
                if len(self.sheets) < _MOST_SHEETS:
                    self.sheets[sheet.name] = sheet
            elif self._clashes(sheet):
                self.clashing.add(sheet.name)

    def _clashes(self, sheet: SheetText) -> bool:
        """Whether another sheet has its name: a hash is short, and anybody may have made it."""
        here = self._layouts.get(sheet.name)
        return here is not None and canonical_text(here) != sheet.text

    def _knows(self, setup: str) -> bool:
        return all(name in self._layouts for name in sheets_named(setup).split(","))

    @property
    def strange(self) -> int:
        """How many games that come in are on sheets that are not known here."""
        coming = [*self.new.values(), *((saved, None) for *_, saved in self.longer.values())]
        return sum(not self._knows(saved.head.setup) for saved, _ in coming)

    def _place(self, incoming: Incoming, *, had_name: bool) -> None:
        mine = self._mine(incoming.saved, had_name=had_name)
        if mine is None:
            self._add(incoming)
        elif _begins_with(incoming.saved, mine):
            self._longer_or_known(incoming, mine)
        elif _begins_with(mine, incoming.saved):
            self._keep(incoming, mine)
        else:
            self._place(replace(incoming, saved=_renamed(incoming.saved)), had_name=True)
            return
        if incoming.remark:
            self.remarks[remark_key(incoming.saved.head.id)] = incoming.remark.text

    def _proper(self, saved: SavedGame) -> SavedGame | None:
        """As this pad would write it, a name a seat; None if the rules do not accept it.

        What is on a sheet that only a newer pad knows stays as it is.
        """
        head = saved.head
        try:
            setup = read_setup(head.setup, self._layouts)
        except HeadError:
            named = head.id or is_own(head.setup)
            return None if not named or self._knows(head.setup) else saved
        proper = replace(saved, head=proper_head(head, setup))
        return None if folded(proper, self._layouts) is None else proper

    def _mine(self, saved: SavedGame, *, had_name: bool) -> SavedGame | None:
        """The game that is here under this identifier, or, without one, with this very line.

        It counts as here too once it was met in the file.
        """
        head = saved.head
        if head.id in self.new:
            return self.new[head.id][0]
        if head.id in self.longer:
            return self.longer[head.id][2]
        same = None if had_name else self._index.same(digest(saved))
        try:
            return self._load(same or head.id)
        except UnknownGame:
            return None

    def _add(self, incoming: Incoming) -> None:
        deleted = None if incoming.deleted is None else stamp(incoming.deleted)
        self.new[incoming.saved.head.id] = (incoming.saved, deleted)

    def _longer_or_known(self, incoming: Incoming, mine: SavedGame) -> None:
        game, here = mine.head.id, len(mine.entries)
        if len(incoming.saved.entries) == here:
            self._keep(incoming, mine)
        elif game in self.new:
            self._add(incoming)
            self.known += 1
        else:
            if game in self.longer:
                here = self.longer[game][1]
                self.known += 1
            self.longer[game] = (game, here, incoming.saved)
            self._comes_back(incoming, game)

    def _keep(self, incoming: Incoming, mine: SavedGame) -> None:
        """It is here already, though it may come back."""
        game = mine.head.id
        met = game in self.longer or game in self.back
        if not self._comes_back(incoming, game) or met:
            self.known += 1

    def _comes_back(self, incoming: Incoming, game: str) -> bool:
        """Whether it was deleted here and is not deleted there."""
        back = incoming.deleted is None and game not in self.new and game in self._index.deleted
        if back:
            self.back.add(game)
        return back


def _begins_with(one: SavedGame, other: SavedGame) -> bool:
    mine, theirs = ([entry.token for entry in saved.entries] for saved in (one, other))
    return one.head.setup == other.head.setup and mine[: len(theirs)] == theirs


def _named(incoming: Incoming) -> Incoming:
    """With an identifier: the file's own, or one that the same game always gets."""
    return incoming if incoming.saved.head.id else replace(incoming, saved=_renamed(incoming.saved))


def _renamed(saved: SavedGame) -> SavedGame:
    """Under another identifier, made of the old one and of what was entered."""
    name = uuid.uuid5(_OURS, f"{saved.head.id} {digest(saved)}").hex
    return replace(saved, head=replace(saved.head, id=name))


def preview(
    bundle: ExchangeFile,
    load: Callable[[str], SavedGame],
    index: Index,
    layouts: Mapping[str, Layout],
    settings: Mapping[str, str],
) -> Preview:
    """What taking in the content of a file would do."""
    weighing = _Weighing(load, index, layouts)
    weighing.meet(bundle.offered)
    for incoming in bundle.games:
        weighing.weigh(incoming)
    sheets = [each.name for each in bundle.offered if each.name not in weighing.clashing]
    offered = offers(sheets, settings)
    missing = [(key, text) for key, text in bundle.settings if key not in settings]
    remarks = [(key, text) for key, text in weighing.remarks.items() if key not in settings]
    intake = Intake(
        new=tuple(weighing.new.values()),
        longer=tuple(
            (game, here, saved.entries[here:]) for game, here, saved in weighing.longer.values()
        ),
        back=tuple(sorted(weighing.back)),
        settings=(*missing, *offered, *remarks),
    )
    return Preview(
        intake,
        weighing.known,
        weighing.unreadable + bundle.unreadable,
        bundle.too_long,
        weighing.strange,
        tuple(weighing.sheets.values()),
        offered=len(offered),
        damaged=len(bundle.damaged),
        clashing=len(weighing.clashing),
        remarks=len(remarks),
    )
