"""The sheets that game lines may name: printed ones, those made from a seed, and one's own."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from qwixx_pad.core.layout import Layout

Shuffle = Callable[[Layout, int], Layout]
_SEEDED = re.compile(r"([a-z0-9_]+):(0|[1-9][0-9]{0,5})")


class Layouts(Mapping[str, Layout]):
    """Layouts by the names that stand in game lines.

    It iterates over the printed sheets alone; a sheet from a seed (`random_numbers:4821`) or an
    own one is there when it is asked for.
    """

    def __init__(
        self,
        printed: Mapping[str, Layout],
        made: Mapping[str, tuple[Shuffle, Layout]],
        own: Mapping[str, Layout] | None = None,
    ) -> None:
        """Put a collection together.

        Args:
            printed: The sheets that come with the pad.
            made: How a sheet is made from a seed and of which one, by what stands before the seed.
            own: Sheets of one's own, by the whole of their name.
        """
        self._printed = dict(printed)
        self._made = dict(made)
        self._own = dict(own or {})
        self._from_seed = lru_cache(maxsize=256)(self._shuffled)

    def __getitem__(self, name: str) -> Layout:
        """The layout of a name.

        Raises:
            KeyError: There is none.
        """
        known = self._printed.get(name) or self._own.get(name) or self._from_seed(name)
        if known is None:
            raise KeyError(name)
        return known

    def __iter__(self) -> Iterator[str]:
        return iter(self._printed)

    def __len__(self) -> int:
        return len(self._printed)

    def _shuffled(self, name: str) -> Layout | None:
        found = _SEEDED.fullmatch(name)
        if found is None or found[1] not in self._made:
            return None
        shuffle, base = self._made[found[1]]
        return shuffle(base, int(found[2])).renamed(name)

    @property
    def default(self) -> Layout:
        """The sheet that is taken when nothing is said; the file of the first one says so."""
        return next(layout for layout in self._printed.values() if layout.default)

    @property
    def titles(self) -> tuple[str, ...]:
        """The names of all sheets for people, in English."""
        made = (base.title for _, base in self._made.values())
        return (*(layout.title for layout in self._printed.values()), *made)

    @property
    def seeded(self) -> tuple[str, ...]:
        """What stands before the seed of a random sheet, in order."""
        return tuple(sorted(self._made))

    def with_own(self, own: Mapping[str, Layout]) -> "Layouts":
        """These and more sheets of one's own, by the whole of their name."""
        return Layouts(self._printed, self._made, {**self._own, **own})
