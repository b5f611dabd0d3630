"""What was entered on a phone and is not yet in the log of the relay. Pure values."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from qwixx_pad.core.corrections import Made
from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import Entry
from qwixx_pad.service.session import Trouble
from qwixx_pad.tables.lobby import came_late
from qwixx_pad.tables.state import Lost, Reason


@dataclass(frozen=True, slots=True)
class Unsent:
    """An entry that this phone shows.

    Attributes:
        entry: What.
        seen: How much of the relay's log says nothing against it: what came until then does not
            concern it, or was seen by who made it.
        number: Which of this phone's requests for the log of the game it is, from 1.
    """

    entry: Entry
    seen: int
    number: int


@dataclass(frozen=True, slots=True)
class Shown:
    """What a phone shows of a game.

    Attributes:
        game: What the relay has kept, and behind it what is unsent.
        unsent: In the order in which it was entered.
        lost: What does not stand any more.
    """

    game: Game
    unsent: tuple[Unsent, ...] = ()
    lost: tuple[Lost, ...] = ()


def shown(
    kept: Game, made: Sequence[Made], unsent: Sequence[Unsent], refused: Lost | None = None
) -> Shown:
    """What is shown after the relay's log has grown, or it has refused an entry.

    Args:
        kept: The game as the relay has it.
        made: The corrections in its log.
        unsent: What was not in it before.
        refused: What stood before all of these.
    """
    game, left, read = kept, list[Unsent](), 0
    lost = [refused] if refused else []
    for each in unsent:
        item = replace(each, seen=max(each.seen, read))
        at = _place_in(kept, made, item)
        if at is not None:
            read = at + 1  # whoever made the next one had seen this one
            continue
        reason = _why_not(item, kept, made, game, lost)
        if reason is not None:
            lost.append(Lost(item.entry, reason))
            continue
        game = game.play(item.entry)
        left.append(replace(item, seen=len(kept.log)))
    return Shown(game, tuple(left), tuple(lost))


def _place_in(kept: Game, made: Sequence[Made], item: Unsent) -> int | None:
    """Where in the log an entry stands that was not known to: the first of its seat since then."""
    spans = [range(each.start, each.end) for each in made]
    since = (at for at in range(item.seen, len(kept.log)) if not any(at in s for s in spans))
    first = next((at for at in since if kept.log[at].seat == item.entry.seat), None)
    return first if first is not None and kept.log[first] == item.entry else None


def _why_not(
    item: Unsent, kept: Game, made: Sequence[Made], game: Game, lost: Sequence[Lost]
) -> Reason | None:
    """Why an entry stands no more; what was built on a lost one is lost with it."""
    before = next((each.reason for each in lost if _builds_on(item.entry, each.entry)), None)
    if before is not None:
        return before
    if came_late(item.entry, kept, made, item.seen):
        return Trouble.MOVED_ON
    return game.why_not(item.entry)


def _builds_on(entry: Entry, before: Entry) -> bool:
    return entry.seat == before.seat or None in {entry.seat, before.seat}
