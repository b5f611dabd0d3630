"""Which sessions of Flet outlive their devices, and what Flet writes of its messages."""

from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime

from flet.messaging.protocol import Message
from flet.messaging.session import Session
from flet_web.fastapi.flet_app_manager import app_manager

from qwixx_pad.server.limits import Limits
from qwixx_pad.service.devices import household

_SESSIONS: Mapping[str, Session] = vars(app_manager)["_FletAppManager__sessions"]
"""Flet keeps each by a name of its own making, and has no list of them."""
_NEVER = datetime.max.replace(tzinfo=UTC)


def write_nothing_out() -> None:
    """Let a message to a device stand in Flet's log by its kind alone.

    Flet makes a text of each, with every control in it, before it asks whether anybody logs:
    forty times the work of sending it, for a tablet with four sheets.
    """
    Message.__repr__ = _kind  # type: ignore[assignment]  # the guard itself


def _kind(message: Message) -> str:
    return f"{type(message).__name__}({message.action.name})"


async def end_surplus(limits: Limits) -> None:
    """End sessions that wait for a device that has left, where more wait than shall.

    Those of the household that has the most go first, and of them the one that waits for the
    longest: who opens and leaves the pad a thousand times ends no session but his own.

    Args:
        limits: How many may wait.
    """
    waiting = {name: each for name, each in _SESSIONS.items() if not _is_there(each)}
    if len(waiting) <= limits.left:
        return
    ordered = sorted(waiting, key=lambda name: waiting[name].expires_at or _NEVER)
    homes = {name: household(waiting[name].page.client_ip or "") for name in ordered}
    of_home = Counter(homes.values())
    for _ in range(len(waiting) - limits.left):
        [(most, _)] = of_home.most_common(1)
        name = next(name for name in ordered if homes[name] == most)
        ordered.remove(name)
        of_home[most] -= 1
        await app_manager.delete_session(name)


def _is_there(session: Session) -> bool:
    """Whether its device is connected; Flet leaves the type of nothing out."""
    return getattr(session, "connection", None) is not None
