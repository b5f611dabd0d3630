"""What a screen reader hears of a screen."""

from collections import Counter

import flet as ft

from qwixx_pad.ui.flet_support.keyboard import TapArea

ALIKE = ("roll-random_", "share-random_", "more-last", "more-won")
"""What two sheets of chance, or two games of one day, have each, and call the same."""


class Heard:
    """The semantics of a screen, in the order of its controls."""

    def __init__(self, tab):
        self.nodes = []
        self.keys = []
        self.fields = []
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
        if not node.identifier.startswith(ALIKE)
    )
    faults += [f"{n} things are called {name}" for name, n in names.items() if n > 1]
    return faults + [f"a field without a label: {f}" for f in heard.fields if not f.label]
