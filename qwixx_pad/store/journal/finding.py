"""Which summaries are asked for, and whom a sheet counts for."""

from collections.abc import Callable

from qwixx_pad.store.journal.content import Content
from qwixx_pad.store.summary import Score, State, Summary, Wanted
from qwixx_pad.store.texts import among_sheets, who, whole


def person(summary: Summary, score: Score) -> str | None:
    """Whom a sheet counts for: empty for a nameless one alone, None for a nameless guest."""
    return who(score.name) if score.name or len(summary.scores) == 1 else None


def keys_of(name: str, mine: str) -> frozenset[str]:
    """What the sheets of a player are recognised by.

    Args:
        name: Of the player.
        mine: Name of the pad's owner, whose single sheets may be nameless.
    """
    own = {""} if who(name) == who(mine) else frozenset[str]()
    return frozenset({who(whole(name)), *own})


def found(content: Content, wanted: Wanted, mine: str) -> list[Summary]:
    """The summaries that are asked for, the latest first.

    Args:
        content: What is kept.
        wanted: What is asked for.
        mine: Name of the pad's owner, whose single sheets may be nameless.
    """
    fits = _fits(wanted, mine)
    chosen = (
        summary
        for game, summary in content.summaries.items()
        if (game in content.deleted) == wanted.deleted and fits(summary)
    )
    return sorted(chosen, key=_latest, reverse=True)


def _latest(summary: Summary) -> tuple[object, ...]:
    return (summary.touched, summary.state.value, summary.layout, summary.game)


def _fits(wanted: Wanted, mine: str) -> Callable[[Summary], bool]:
    """Whether a summary is one of those that are asked for, deleted or not."""
    search = who(whole(wanted.search))
    sheet = among_sheets(wanted.layout) if wanted.layout else ""
    players = [keys_of(name, mine) for name in wanted.players]

    def fits(summary: Summary) -> bool:
        people = {person(summary, score) for score in summary.scores}
        return (
            _is_so_far(summary.state, wanted.state)
            and sheet in f",{summary.layout},"
            and (wanted.since is None or summary.touched >= wanted.since)
            and any(search in (name or "") for name in people or ("",))
            and all(keys & people for keys in players)
        )

    return fits


def _is_so_far(state: State, wanted: State | None) -> bool:
    return state is not State.UNTOUCHED if wanted is None else state is wanted
