"""What a screen reader finds on every screen: names, roles, states, and nothing twice."""

from collections import Counter
from contextlib import asynccontextmanager

import flet as ft
import pytest
from client import in_a_loop
from kept_games import pad_with
from table import HOST, device, open_table, set_up

pytestmark = pytest.mark.usefixtures("patient_finger")

CONTRACT = {
    "play": {f"{x}{n}" for x in "rygb" for n in range(2, 13)}
    | {f"{x}-lock" for x in "rygb"}
    | {f"points-{x}" for x in "rygb"}
    | {"penalty", "undo", "redo", "total", "menu"},
    "home": {"new-game", "continue-game", "history", "statistics", "settings", "join-table"},
    "fresh": {"new-game", "settings", "join-table"},
}
"""Identifiers that NOTATION promises."""


class Heard:
    """The semantics of a screen, in the order of its controls."""

    def __init__(self, tab):
        self.nodes, self.keys, self.fields = [], [], []
        self.groups = {}
        self._group = ()
        for root in (tab.page.views, tab.page._dialogs):
            views = [c for c in tab.walk(root) if isinstance(c, ft.View)]
            self._take(views[-1] if views else root, spoken=True, alive=True)

    def _take(self, value, *, spoken, alive):
        if isinstance(value, list | tuple):
            for each in value:
                self._take(each, spoken=spoken, alive=alive)
        if not isinstance(value, ft.BaseControl):
            return
        alive = alive and not getattr(value, "disabled", False)
        if isinstance(value, ft.Semantics):
            if spoken and (value.identifier or value.label):
                self.nodes.append(value)
                self.groups[value.identifier] = self._group
            if value.container and value.label and not value.identifier:
                before, self._group = self._group, (*self._group, value.label)
                self._take(value.content, spoken=spoken, alive=alive)
                self._group = before
                return
            spoken = spoken and not value.exclude_semantics
        if isinstance(value, ft.CupertinoButton) and alive:
            self.keys.append(value)
        if isinstance(value, ft.TextField) and alive:
            self.fields.append(value)
        for name in ("_b", "controls", "content"):
            self._take(getattr(value, name, None), spoken=spoken, alive=alive)

    @property
    def by_name(self):
        return {node.identifier: node for node in self.nodes if node.identifier}

    def actionable(self):
        """The nodes of what can be pressed."""
        return [self.by_name[key.data] for key in self.keys if key.data in self.by_name]


def role(node):
    states = {"checkbox": node.checked, "switch": node.toggled, "slider": node.slider}
    return next((role for role, state in states.items() if state is not None), "button")


@asynccontextmanager
async def screen(tmp_path, taps="", games=0, **page):
    with pad_with(tmp_path, games) as (pad, kept):
        page = {
            k: v.format(game=kept[-1].head.id if kept else "") if k == "route" else v
            for k, v in page.items()
        }
        async with device(pad, HOST, **page) as tab:
            await tab.taps(taps)
            yield tab


SCREENS = {
    "fresh": {},
    "home": {"taps": "new-game r2 menu home"},
    "play": {"taps": "new-game r2 r3 y7"},
    "play in landscape": {"taps": "new-game r2 b7", "width": 844, "height": 390},
    "play on a small phone": {"taps": "new-game r2", "width": 360, "height": 640},
    "menu": {"taps": "new-game menu"},
    "close question": {"taps": "new-game r2 r3 r4 r5 r6 r-lock"},
    "result": {"taps": "new-game penalty penalty penalty penalty"},
    "settings": {"taps": "settings"},
    "new table": {"taps": "one-device"},
    "join": {"taps": "join-table"},
    "games": {"games": 4, "taps": "history"},
    "no games": {"route": "/games"},
    "statistics": {"games": 7, "taps": "statistics"},
    "choice of players": {"games": 7, "taps": "statistics stats-player"},
    "data": {"route": "/data", "games": 2},
    "review": {"games": 3, "route": "/games/{game}"},
    "review menu": {"games": 3, "route": "/games/{game}", "taps": "menu"},
    "correcting": {"games": 3, "route": "/games/{game}", "taps": "menu correct"},
    "share": {"games": 3, "route": "/games/{game}/share"},
}
EVERY = pytest.mark.parametrize("name", SCREENS)


def checked(heard):
    """What must be true of every screen; a list of what is not."""
    faults = []
    for key in heard.keys:
        node = heard.by_name.get(key.data)
        if node is None:
            faults.append(f"{key.data} can be pressed, but has no node")
        elif not node.label:
            faults.append(f"{key.data} has no name")
    ids = Counter(node.identifier for node in heard.nodes if node.identifier)
    faults += [f"{name} stands there {n} times" for name, n in ids.items() if n > 1]
    names = Counter(
        (heard.groups[node.identifier], node.label, role(node)) for node in heard.actionable()
    )
    faults += [f"{n} things are called {name}" for name, n in names.items() if n > 1]
    faults += [f"a field without a label: {f}" for f in heard.fields if not f.label]
    return faults


@EVERY
@in_a_loop
async def test_everything_that_can_be_pressed_has_a_name_of_its_own_a_role_and_a_state(
    tmp_path, name
):
    async with screen(tmp_path, **SCREENS[name]) as tab:
        heard = Heard(tab)
        assert heard.actionable()
        assert not checked(heard)
        assert CONTRACT.get(name, set()) <= set(heard.by_name)


@in_a_loop
async def test_a_table_and_its_question_can_be_heard(tmp_path):
    async with screen(tmp_path) as tab:
        await open_table(tab, "Anna", "Ben")
        assert not checked(Heard(tab))
        await tab.taps("sit-2 start-game")
        await tab.settle()
        heard = Heard(tab)
        assert not checked(heard)
        assert {"seat-1", "seat-2", "end-turn", "penalty", "r12"} <= set(heard.by_name)
        for number in range(2, 7):
            await tab.taps(f"r{number} end-turn r{number} end-turn")
        await tab.tap("r12")
        assert not checked(Heard(tab))
        assert [n.identifier for n in Heard(tab).actionable()] == ["white-r", "colored-r"]
        await tab.tap("white-r")
        heard = Heard(tab)
        assert not checked(heard)
        assert [n.identifier for n in heard.actionable()] == ["r12", "no-r"]


@in_a_loop
async def test_all_sheets_on_a_tablet_can_be_told_apart(tmp_path):
    async with screen(tmp_path, width=1180, height=820) as tab:
        await set_up(tab, "Anna", "Ben", "Cleo")
        await tab.tap("start-game")
        heard = Heard(tab)
        assert not checked(heard)
        groups = [n.label for n in heard.nodes if n.container and not n.identifier]
        assert [x for x in groups if x in {"Anna", "Ben", "Cleo"}] == ["Anna", "Ben", "Cleo"]
        promised = {f"s{seat}-{x}" for seat in (1, 2, 3) for x in ("r5", "b-lock", "penalty")}
        assert promised <= set(heard.by_name)


@in_a_loop
async def test_cells_say_what_they_are_and_dead_ones_are_disabled(tmp_path):
    async with screen(tmp_path, "new-game r2 r4") as tab:
        cells = Heard(tab).by_name
        said = {name: cells[name].label for name in ("r2", "r3", "r4", "r5", "r12")}
        assert said == {
            "r2": "Red 2, crossed",
            "r3": "Red 3, skipped",
            "r4": "Red 4, crossed, the newest",
            "r5": "Red 5, open",
            "r12": "Red 12, needs five crosses, you have 2",
        }
        assert [cells[x].checked for x in ("r2", "r3", "r4", "r5")] == [True, False, True, False]
        assert [bool(cells[x].disabled) for x in ("r2", "r3", "r4", "r5")] == [
            *(False, True, False, False)
        ]
        assert cells["redo"].disabled
        assert not cells["undo"].disabled


@in_a_loop
async def test_the_pad_is_read_from_its_title_to_redo(tmp_path):
    async with screen(tmp_path, "new-game r2") as tab:
        heard = Heard(tab)
        order = [n.identifier for n in heard.nodes if n.identifier]
        wanted = ["menu", "r2", "r-lock", "y2", "g12", "b2", "penalty", "total", "undo", "redo"]
        assert sorted(wanted, key=order.index) == wanted
        bands = [n.label for n in heard.nodes if n.container and n.label][:1]
        assert bands == ["Red. 1 cross, 1 point. Next cross adds 2."]
        assert "1 plus 0 plus 0 plus 0 is 1." in [n.label for n in heard.nodes]


@pytest.mark.parametrize(
    ("name", "identifier"), [("settings", "set-haptics"), ("settings", "set-awake")]
)
@in_a_loop
async def test_a_switch_is_a_switch_and_says_how_it_stands(tmp_path, name, identifier):
    async with screen(tmp_path, **SCREENS[name]) as tab:
        assert tab.one(identifier).toggled is True
        await tab.tap(identifier)
        assert tab.one(identifier).toggled is False


@in_a_loop
async def test_the_place_where_one_is_says_so_in_the_bar_below(tmp_path):
    async with screen(tmp_path, "history", games=1) as tab:
        selected = {x: tab.one(x).selected for x in ("play", "history", "statistics")}
        assert selected == {"play": False, "history": True, "statistics": False}


@pytest.mark.parametrize(
    "name", ["play", "settings", "new table", "join", "games", "statistics", "data", "review"]
)
@in_a_loop
async def test_a_page_begins_with_a_heading(tmp_path, name):
    async with screen(tmp_path, **SCREENS[name]) as tab:
        assert tab.find(lambda c: isinstance(c, ft.Semantics) and c.header)
