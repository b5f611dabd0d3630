"""A device that lies in every field that it can send harms nobody."""

import gc
import itertools
import logging

from evening import Liar, evening
from lies import LIES, lying_messages
from test_liars import in_time


class Fickle(dict):
    """What a device gives back for a method, whichever it is: another lie each time."""

    def __init__(self) -> None:
        super().__init__()
        self._lies = itertools.cycle(LIES)

    def __contains__(self, method) -> bool:
        return method != "push_route"

    def __missing__(self, _):
        return next(self._lies)


@in_time
async def test_no_lie_of_a_seated_guest_reaches_more_than_its_own_screen(tmp_path, caplog, capfd):
    """A message for each field of each kind, with each lie; afterwards nobody has noticed."""
    async with evening(tmp_path / "pad") as here, here.guest(answers=Fickle()) as guest:
        await here.owner.tap("start-game")
        await guest.sees("seat-1", "rolling")
        messages = [*lying_messages(guest.screen.page)]
        for kind, body in messages:
            await guest.utters(kind, body)
        for lie in LIES:
            lies = dict.fromkeys(guest.screen.page, lie) | {"route": "/join"}
            async with Liar(here.port, page=lies) as odd:
                await odd.sees("join")
        async with Liar(here.port, "/join") as honest:
            await honest.sees("join")
        await here.owner.tap("r2")
        await here.owner.sees("points-r", "1")
        await guest.go(f"/table/{here.code}")
        await guest.sees("seat-1", "1 point")
        assert len(messages) > 2000
        assert [file.name for file in tmp_path.iterdir()] == ["pad"]
    gc.collect()
    assert [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING] == []
    assert "Traceback" not in capfd.readouterr().err
