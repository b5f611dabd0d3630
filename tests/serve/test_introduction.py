"""What a device registers is believed in a few words, each within bounds."""

import json

import msgpack
import pytest

from qwixx_pad import claims
from qwixx_pad.server.introduction import introduced

HONEST = {
    "route": "/join/ABCD",
    "width": 390.0,
    "height": 844,
    "media": {
        "padding": {"left": 0, "top": 47.0, "right": 0, "bottom": 34.0},
        "device_pixel_ratio": 3.0,
        "orientation": "portrait",
    },
    "platform": "ios",
    "platform_brightness": "dark",
    "web": True,
}
LIES = [
    float("nan"), float("inf"), -1, 1e12, 2**63, "x" * 100_000, b"\0", None, [], {}, [[]] * 1000,
    {"_i": 1}, {"left": {}}, -0.5, "linux; rm",
]  # fmt: skip
FORBIDDEN = ["_i", "_c", "_values", "_services", "on_connect", "views", "theme", "fonts", "data"]


def registered(page, session=""):
    body = {"session_id": session, "page_name": "", "page": page}
    frame = introduced(b"\0" + msgpack.packb([1, body]))
    return msgpack.unpackb(frame[1:])[1]


def test_an_honest_device_is_believed():
    assert registered(HONEST, "abc") == {"session_id": "abc", "page_name": "", "page": HONEST}


@pytest.mark.parametrize("field", [*HONEST, *FORBIDDEN])
def test_no_lie_in_any_field_gets_through(field):
    for lie in LIES:
        believed = registered(HONEST | {field: lie})["page"]
        assert set(believed) <= set(HONEST)
        assert believed["web"] is True
        assert len(json.dumps(believed, allow_nan=False)) < 500


@pytest.mark.parametrize("edge", ["padding", "view_padding", "device_pixel_ratio", "orientation"])
def test_no_lie_in_what_stands_at_the_edges_gets_through(edge):
    for lie in LIES:
        media = claims.of_page({"media": {edge: lie}})["media"]
        assert media in ({}, {edge: {}})


@pytest.mark.parametrize("field", ["_i", "on_change", "data", "content", "key", "controls"])
def test_of_a_control_a_device_sets_the_text_and_nothing_else(field):
    assert claims.of_control({"value": "Anna", field: "x"}) == {"value": "Anna"}


@pytest.mark.parametrize("page", [None, 7, "x", [], b""])
def test_what_is_no_introduction_does_not_go_on(page):
    assert introduced(b"\0" + msgpack.packb([1, page])) is None
    assert introduced(b"\0" + b"\x91" * 5000) is None
