"""A device's own copy of the screen, changed message by message, as Flet's client does."""

import msgpack
from flet.messaging.protocol import MessageAction

from tests.support.ui.session_client import Client, packed
from tests.support.websocket_phone import Screen, walk


class MirroredScreen:
    """What a device has of the page of a session: plain lists and dictionaries."""

    def __init__(self, tab: Client) -> None:
        self._tab, self._heard = tab, len(tab.wire.sent)
        self._screen = Screen(_read(packed(tab.page)))

    def hear(self) -> "MirroredScreen":
        """All that the session has said since."""
        said = self._tab.wire.sent[self._heard :]
        self._heard = len(self._tab.wire.sent)
        for action, message in said:
            if action == MessageAction.PATCH_CONTROL:
                _, body = _read(message)
                self._screen.patch(body["id"], body["patch"])
        return self

    def all(self, kind: str) -> list[dict]:
        """Every control of a kind, the outer ones first."""
        return [each for each in walk(self._screen.page) if each["_c"] == kind]

    def texts(self) -> list[str]:
        """The words of the page, in its order."""
        return [each["value"] for each in self.all("Text")]


def _read(message: bytes):
    return msgpack.unpackb(message, strict_map_key=False)
