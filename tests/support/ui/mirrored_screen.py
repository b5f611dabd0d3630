"""A device's own copy of the screen, changed message by message, as Flet's client does."""

import msgpack
from flet.messaging.protocol import MessageAction

from tests.support.ui.session_client import Client, packed

_REPLACE, _ADD, _REMOVE = range(3)
"""What is done at a place; the fourth is to move."""


class MirroredScreen:
    """What a device has of the page of a session: plain lists and dictionaries."""

    def __init__(self, tab: Client) -> None:
        self.page, self._tab, self._heard = _read(packed(tab.page)), tab, len(tab.wire.sent)

    def hear(self) -> "MirroredScreen":
        """All that the session has said since."""
        said = self._tab.wire.sent[self._heard :]
        self._heard = len(self._tab.wire.sent)
        for action, message in said:
            if action == MessageAction.PATCH_CONTROL:
                _, body = _read(message)
                control = next(each for each in self.all() if each.get("_i") == body["id"])
                _change(control, *body["patch"])
        return self

    def all(self) -> list[dict]:
        """Every control and every part of one, the outer ones first."""
        return [*_all(self.page)]

    def texts(self) -> list[str]:
        """The words of the page, in its order."""
        return [each["value"] for each in self.all() if each.get("_c") == "Text"]


def _read(message: bytes):
    return msgpack.unpackb(message, ext_hook=lambda _, data: data, strict_map_key=False)


def _all(value: object):
    """Every dictionary within a value, the outer ones first."""
    if isinstance(value, dict):
        yield value
    parts = value.values() if isinstance(value, dict) else value
    for part in parts if isinstance(value, dict | list) else ():
        yield from _all(part)


def _change(control: dict, tree: list, *operations: list) -> None:
    """Each place is looked up in what the operations before have left."""
    ways = dict(_ways(tree, ()))
    for what, place, key, *rest in operations:
        inside = _at(control, ways[place])
        if what == _REPLACE:
            inside[key] = rest[0]
        elif what == _ADD:
            _put(inside, key, rest[0])
        else:
            moved = inside.pop(key)
            if what != _REMOVE:
                _put(_at(control, ways[rest[0]]), rest[1], moved)


def _ways(tree: list, way: tuple):
    """The numbers of places, and the keys that lead there."""
    number, *below = tree
    yield number, way
    for key, part in (below[0] if below else {}).items():
        yield from _ways(part, (*way, key))


def _at(value, way: tuple):
    for key in way:
        value = value[key]
    return value


def _put(inside: list | dict, key, value: object) -> None:
    if isinstance(inside, list):
        inside.insert(key, value)
    else:
        inside[key] = value
