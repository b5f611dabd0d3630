"""The way of a tap through the house: its files and functions, from the finger to the screen.

A function lies on the way if it was running when the house handed something on: to the link, to
the disk, or to Flet. What is asked and answers before that lies beside the way, and is counted as
entered: a file is entered when another file calls it. Counted by following the calls of Python,
so it is the same on every machine.
"""

import asyncio
import sys
import threading
from collections import Counter
from contextlib import ExitStack, contextmanager
from pathlib import Path

from measuring import say

import qwixx_pad
from tests.support.tables.breakable_links import Air
from tests.support.ui.online_phones import playing
from tests.support.ui.session_client import Client
from tests.support.ui.table_devices import pad_of_one_who_knows, rest

HOUSE = str(Path(qwixx_pad.__file__).parent) + "/"
LATER = "to what goes on later"
BESIDE = ("core/", "layouts/", "i18n/", "ui/speech/", "ui/sheet/", "ui/design/")
"""What is asked from anywhere and leads nowhere: rules, words, paint."""
HANDED_ON = {
    ("air.py", "send"): "to the relay",
    ("remote_room.py", "send"): "to a phone",
    ("session.py", "schedule_update"): "to Flet",
    ("base_events.py", "call_soon"): LATER,
    ("base_events.py", "create_task"): LATER,
    ("locks.py", "set"): LATER,
    ("queues.py", "put_nowait"): LATER,
    ("tasks.py", "create_task"): LATER,
    ("threads.py", "to_thread"): LATER,
}
"""Functions of others at which the house ends, by file and name."""
WRITTEN = {"write", "fsync", "fdatasync", "commit", "execute"}
"""Functions of C that bring something to the disk."""


class Way:
    """What was called while a tap went on.

    Attributes:
        ways: Functions, by what they handed something on to.
        entered: How often each file was called by another file.
    """

    def __init__(self):
        self.ways, self.entered = {}, Counter()

    def hear(self, frame, event, called):
        """What Python tells of each call."""
        code = frame.f_code
        if event == "c_call" and called.__name__ in WRITTEN and _in_house(frame):
            self.ways.setdefault("to the disk", set()).update(_running(frame))
        if event != "call":
            return
        handed = HANDED_ON.get((Path(code.co_filename).name, code.co_name))
        if handed and (handed is not LATER or _in_house(frame.f_back)):
            self.ways.setdefault(handed, set()).update(_running(frame.f_back))
        elif _in_house(frame) and code.co_name[0] != "<":
            caller = _nearest(frame.f_back)
            if caller != code.co_filename:
                self.entered[code.co_filename.removeprefix(HOUSE)] += 1

    def on(self):
        """All functions on the way, as file and name."""
        return set().union(*self.ways.values())


def _in_house(frame):
    return bool(frame) and frame.f_code.co_filename.startswith(HOUSE)


def _nearest(frame):
    """The file of the house that called, or None."""
    while frame and not _in_house(frame):
        frame = frame.f_back
    return frame and frame.f_code.co_filename


def _running(frame):
    """Each function of the house that waits for what is called now."""
    while frame:
        code = frame.f_code
        if _in_house(frame) and code.co_name[0] != "<":
            yield code.co_filename.removeprefix(HOUSE), code.co_qualname
        frame = frame.f_back


@contextmanager
def followed():
    """Follow all calls meanwhile, those of other threads too."""
    way = Way()
    threading.setprofile(way.hear)
    sys.setprofile(way.hear)
    try:
        yield way
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


async def alone(folder):
    """A cross on a sheet of one's own."""
    with pad_of_one_who_knows(folder) as pad:
        async with Client(pad.show) as tab:
            await tab.taps("new-game r2")
            with followed() as way:
                await tab.tap("y3")
                await rest(tab)
            return way


async def over_a_relay(folder):
    """A cross on one phone, until another one shows it."""
    with ExitStack() as stack:
        async with playing(Air(folder, stack), folder, "r2") as (anna, ben):
            with followed() as way:
                await anna.tap("y3")
                await rest(anna, ben)
            return way


def bench_way(folder, _):
    """Tell both ways, and each of their functions."""
    for name, walk in (("alone", alone), ("over a relay", over_a_relay)):
        _tell(f"a tap {name}", asyncio.run(walk(folder / name)))


def _tell(name, way):
    on = way.on()
    say(f"{name}, on its way", f"{len({file for file, _ in on})} files, {len(on)} functions")
    for handed, functions in way.ways.items():
        say(f"  {handed}", ", ".join(f"{file}: {function}" for file, function in sorted(functions)))
    entered = {file: times for file, times in way.entered.items() if not file.startswith(BESIDE)}
    say(f"{name}, files entered", len(entered))
    for file, times in sorted(entered.items()):
        say(f"  {file}", times)
