"""Nothing moves under a finger: within a game all that can be tapped stays where it is."""

import pytest
from flet.controls.core.canvas.shape import Shape

from tests.support.ui.pads_with_games import keep, pad_where
from tests.support.ui.quick_pads import opened_pad
from tests.support.ui.session_client import Client
from tests.support.ui.table_devices import share, two_phones
from tests.support.ui.tap_places import moved, places

WAYS = [((360, 640), "rows"), ((360, 640), "columns"), ((844, 390), "rows"), ((640, 340), "rows")]
TABLETS = [(820, 1180), (1180, 820)]
MESSAGE = "message"
PENALTY = "penalty"
"""Words, and the next free box of several: each of those stays."""


class Watch:
    """Holds the screen of a tab against what it showed since the beginning of a game."""

    def __init__(self, tab) -> None:
        self.tab = tab
        self.seen = {}

    def look(self, cause):
        found = places(self.tab).items()
        now = {k: at for k, at in found if not k.endswith((MESSAGE, PENALTY))}
        assert not moved(self.seen, now), cause
        self.seen |= now

    async def taps(self, identifiers):
        self.look("the beginning")
        for identifier in identifiers.split():
            if self.tab.has(identifier):  # else words lie over it for a while
                await self.tab.tap(identifier)
            self.look(identifier)


@pytest.mark.parametrize(("size", "direction"), [*WAYS, ((390, 844), "rows")])
async def test_hints_and_messages_move_nothing(tmp_path, size, direction):
    keep(tmp_path, (), direction=direction)
    with opened_pad(tmp_path) as pad:
        async with Client(pad.show_caller, *size) as tab:
            await tab.tap("new-game")
            assert tab.has("hint")
            taps = "r2 r4 y2 y3 hint-seen penalty r3 y4 y5 y6 r12 hint-seen undo redo"
            await Watch(tab).taps(taps)
            assert not tab.has("hint"), "all three were seen"


@pytest.mark.parametrize(("size", "direction"), WAYS)
@pytest.mark.parametrize("line", ["classic/3", "on_board/3 1:r2"])
async def test_passed_phone_moves_nothing(tmp_path, line, size, direction):
    with pad_where(tmp_path, line, "Anna", "Ben", "Cleo", hints="", direction=direction) as pad:
        async with Client(pad.show_caller, *size, route="/game/saved") as tab:
            taps = "r3 r2 b12 undo redo seat-2 y2 y2 penalty to-pad seat-3 end-turn seat-1 end-turn"
            await Watch(tab).taps(taps)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("size", TABLETS)
async def test_tablet_moves_nothing(tmp_path, size, seats):
    names = ("Anna", "Ben", "Cleo", "Dan", "Eva")[:seats]
    with pad_where(tmp_path, f"classic/{seats}", *names, hints="") as pad:
        async with Client(pad.show_caller, *size, route="/game/saved") as tab:
            await Watch(tab).taps("s1-r3 s1-r2 s2-b12 s2-b11 undo redo end-turn s2-r2")


@pytest.mark.parametrize("line", ["classic r3 y4 r#", "mixx_a r3", "chain_a r3", "longo r3"])
async def test_rotated_pad_matches_one_opened_that_way(tmp_path, line):
    with pad_where(tmp_path, line, "Anna", hints="cross lock penalty") as pad:
        async with Client(pad.show_caller, 390, 844, route="/game/saved") as tab:
            for size in [(844, 390), (390, 844), (360, 640)]:
                await tab.resize(*size)
                async with Client(pad.show_caller, *size, route="/game/saved") as fresh:
                    assert places(tab) == places(fresh)
                    assert [*map(drawn, tab.walk())] == [*map(drawn, fresh.walk())]


def drawn(control):
    """What a control draws, if it is a shape."""
    names = ("value", "x", "y", "elements", "paint")
    return [getattr(control, name, None) for name in names] if isinstance(control, Shape) else None


@pytest.mark.parametrize("size", [size for size, _ in WAYS[1:]])
async def test_entries_of_others_move_nothing(pad, size):
    async with two_phones(pad, "start-game") as (anna, ben):
        for tab in (anna, ben):
            await tab.resize(*size)
        watching = Watch(anna), Watch(ben)
        for tab, tap in [(anna, "r3"), (ben, "done"), (ben, "y5"), (anna, "end-turn")]:
            for each in watching:
                each.look(tap)
            await share(tab, tap, anna, ben)
        for each in watching:
            each.look("what they have tapped")
