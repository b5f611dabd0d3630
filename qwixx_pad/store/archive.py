"""What history, statistics and import ask of a store: one index, kept fresh.

The entries are the truth. A summary is made from them when somebody asks for games whose entries
have changed since; how, the caller knows, for the store knows no rules.
"""

from threading import Lock

from qwixx_pad.store.index import Index
from qwixx_pad.store.merging import UNDO
from qwixx_pad.store.protocol import Store, Summarise

BATCH = 200
"""Summaries that are kept at once."""


class Archive:
    """The index over all that a store keeps.

    Args:
        store: Where it is.
        summarise: Makes a summary of a game, as the rules have it.
    """

    def __init__(self, store: Store, summarise: Summarise) -> None:
        self._store = store
        self._summarise = summarise
        self._index = Index()
        self._mark: object = None
        self._lock = Lock()

    def refresh(self) -> int:
        """Make the summaries that have become stale.

        Returns:
            How many were made.

        Raises:
            CannotWrite: The disk does not take them; what was found before is still found.
        """
        made = 0
        while batch := self._store.refresh(self._summarise, BATCH):
            made += batch
        return made

    def rebuild(self) -> int:
        """Make all summaries again from the entries.

        Returns:
            How many were made.

        Raises:
            CannotWrite: As for `refresh`.
        """
        self._store.outdate()
        return self.refresh()

    @property
    def index(self) -> Index:
        """All games as they were summarised last, whoever has written them.

        Raises:
            StoreError: The disk does not answer.
        """
        with self._lock:
            news = self._store.news(self._mark)
            if news is not None:
                self._index, self._mark = self._index.after(news), news.mark
            return self._index

    def can_take_back(self) -> bool:
        """Whether there is an import to take back.

        Raises:
            StoreError: The disk does not answer.
        """
        return UNDO in self._store.settings()
