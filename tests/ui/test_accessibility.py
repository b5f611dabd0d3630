"""What a screen reader finds: names, roles, states; `test_every_screen.py` asks it everywhere."""

from collections import Counter

import flet as ft

from qwixx_pad.ui.runtime.keyboard import TapArea
from tests.support.strategies import ready_to_lock
from tests.support.ui.every_screen import screen
from tests.support.ui.table_devices import phones_where, share

ALIKE = {"Roll another sheet", "Share the code of this sheet", "More about Anna, 2 Jan"}
"""What two sheets of chance, or two games of one day, have each, and call the same."""


class Heard:
    """The semantics of a screen, in the order of its controls."""

    def __init__(self, tab):
        self.nodes, self.keys, self.fields = [], [], []
        self.groups = {}
        for root in (tab.page.views, tab.page._dialogs):
            views = [c for c in tab.walk(root) if isinstance(c, ft.View)]
            self._take(views[-1] if views else root)

    def _take(self, value, group=(), *, spoken=True, alive=True):
        if isinstance(value, list | tuple):
            for each in value:
                self._take(each, group, spoken=spoken, alive=alive)
        if not isinstance(value, ft.BaseControl):
            return
        alive = alive and not getattr(value, "disabled", False)
        if isinstance(value, ft.Semantics):
            if spoken and (value.identifier or value.label):
                self.nodes.append(value)
                self.groups[value.identifier] = group
            if value.container and value.label and not value.identifier:
                group = (*group, value.label)
            spoken = spoken and not value.exclude_semantics
        if isinstance(value, ft.CupertinoButton | TapArea) and alive:
            self.keys.append(value)
        if isinstance(value, ft.TextField) and alive:
            self.fields.append(value)
        for name in ("_b", "controls", "content"):
            self._take(getattr(value, name, None), group, spoken=spoken, alive=alive)

    @property
    def by_name(self):
        return {node.identifier: node for node in self.nodes if node.identifier}

    def actionable(self):
        """The nodes of what can be pressed."""
        return [self.by_name[key.data] for key in self.keys if key.data in self.by_name]


def role(node):
    states = {"checkbox": node.checked, "switch": node.toggled, "slider": node.slider}
    return next((role for role, state in states.items() if state is not None), "button")


def unclear(tab):
    """What a screen reader cannot tell of a screen: things without a name, or with the same."""
    heard = Heard(tab)
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
        (heard.groups[node.identifier], node.label, role(node))
        for node in heard.actionable()
        if node.label not in ALIKE
    )
    faults += [f"{n} things are called {name}" for name, n in names.items() if n > 1]
    return faults + [f"a field without a label: {f}" for f in heard.fields if not f.label]


async def test_of_a_question_at_a_table_only_its_answers_can_be_heard(tmp_path):
    ready = " ".join(ready_to_lock("classic/2", "r"))
    async with phones_where(tmp_path, f"classic/2 {ready} 2:b12 /") as (anna, ben):
        await anna.tap("r12")
        assert unclear(anna) == []
        assert [n.identifier for n in Heard(anna).actionable()] == ["white-r", "colored-r"]
        await share(anna, "white-r", ben)
        assert unclear(ben) == []
        offered = [n.identifier for n in Heard(ben).actionable()]
        assert offered == ["r12", "no-r"], "the row above the veil is a picture"
        assert sum("12" in (n.label or "") for n in Heard(ben).nodes) == 1


async def test_what_is_crossed_is_checked_and_what_can_do_nothing_is_disabled(tab):
    await tab.taps("new-game r2 r4")
    cells = Heard(tab).by_name
    assert [x for x in ("r2", "r3", "r4", "r5", "r12") if cells[x].checked] == ["r2", "r4"]
    assert [x for x in ("r2", "r3", "r4", "r5", "r12") if cells[x].disabled] == ["r3"]
    assert cells["redo"].disabled
    assert not cells["undo"].disabled


async def test_the_pad_is_read_from_its_title_to_redo(tab):
    await tab.taps("new-game r2")
    heard = Heard(tab)
    order = [n.identifier for n in heard.nodes if n.identifier]
    wanted = ["menu", "r2", "r-lock", "y2", "g12", "b2", "penalty", "total", "undo", "redo"]
    assert sorted(wanted, key=order.index) == wanted
    bands = [n.label for n in heard.nodes if n.container and n.label and not n.identifier][:1]
    assert bands == ["Red. 1 cross, 1 point. Next cross adds 2."]
    assert "1 plus 0 plus 0 plus 0 is 1." in [n.label for n in heard.nodes]


async def test_the_place_where_one_is_says_so_in_the_bar_below(lasting_pad):
    async with screen(lasting_pad, "games") as tab:
        selected = {x: tab.one(x).selected for x in ("play", "history", "statistics")}
        assert selected == {"play": False, "history": True, "statistics": False}
