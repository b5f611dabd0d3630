"""What a relay stores and tells, in the words of the recorded files.

`--accept-golden` writes them anew.
"""

import json
import sqlite3
from contextlib import closing

from qwixx_pad.multiplayer.requests import Rematch
from qwixx_pad.multiplayer.seating import Chair, Seating
from qwixx_pad.multiplayer.wire import read_news
from qwixx_pad.relay.store import STORE_FILE, RequestMark, open_store
from qwixx_pad.storage import GameHead
from tests.support.multiplayer.remote_room import CODE, Ends, World
from tests.support.recorded_files import RECORDED
from tests.support.storage.sample_journals import NOON, entry


def test_recorded_store(recorded, tmp_path):
    """The tables of SQL, and the mark by which a relay of other words knows them."""
    chairs = (Chair("Anna", 0, "anna"), Chair("Ben", 1, "ben"))
    table = Seating(CODE, "anna", "classic", chairs, game="one", opened=NOON.isoformat())
    with closing(open_store(tmp_path)) as store:
        store.put_table(CODE, f"1 {table.text}", 0, NOON)
        store.start(GameHead("one", "classic/2", table.names, NOON), CODE)
        store.append("one", 0, entry("1:r5"), mark=RequestMark("anna", 1))
    with closing(sqlite3.connect(tmp_path / STORE_FILE)) as file:
        recorded("relay.sql", "".join(f"{line}\n" for line in file.iterdump()))


def test_recorded_news(recorded, last, tmp_path):
    """Everything sent to a phone that returns with part of an earlier game, and an update."""
    world = World(tmp_path, last, "anna", "ben").start()
    anna, ben = world.phones
    first = anna.table.seating.game
    for phone, do in ((anna, "1:r5"), (anna, "end"), (ben, Rematch()), (anna, "2:g5")):
        assert (phone.tap(do) if isinstance(do, str) else phone.ask(do)) is None
        world.bring()
    back = Ends()
    joining = {"join": CODE, "game": first, "base_length": 1}
    world.relay.hear(back, {**joining, "secret": anna.secret})
    assert ben.tap("1:y6") is None
    world.bring()
    text = "".join(f"{json.dumps(message)}\n" for message in back.down)
    for number, game in enumerate((first, anna.table.seating.game), 1):
        text = text.replace(game, f"{number:032}")
    recorded("news.txt", text)
    news = read_news(json.loads((RECORDED / "news.txt").read_text("utf-8").splitlines()[0]), "")
    assert [each.token for each in (*news.missed_entries, *news.entries)] == ["end", "2:g5"]
    assert (news.head.names, news.corner, news.here, news.last_number) == (
        ("Ben", "Anna"),
        2,
        {1, 2},
        1,
    )
