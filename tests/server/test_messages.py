"""What a device says goes on in a few words, each within bounds."""

import asyncio
import json
import tracemalloc

import msgpack
import pytest
from flet.messaging.protocol import Message, MessageAction
from flet_web.fastapi.flet_app import FletApp

from qwixx_pad.identity import client_input
from qwixx_pad.server.messages import MAX_MESSAGE_PIECES, sanitize_message
from qwixx_pad.server.serve import Serving, web_app
from tests.support.server.device_words import EVENTS, FORBIDDEN, HONEST

LIES = [
    float("nan"), float("inf"), -1, 1e12, 2**63, "x" * 100_000, b"\0", None, [], {}, [[]] * 1000,
    {"_i": 1}, {"left": {}}, -0.5, "linux; rm",
]  # fmt: skip


def registered(page, session=""):
    return heard(1, session_id=session, page_name="", page=page)


def heard(kind, **body):
    """What goes on of a message; None if nothing does."""
    goes_on = sanitize_message(msgpack.packb([kind, body]), registered=kind != 1)
    return None if goes_on is None else msgpack.unpackb(goes_on)[1]


def test_honest_registration_passes():
    assert registered(HONEST, "abc") == {"session_id": "abc", "page_name": "", "page": HONEST}


def test_route_loses_its_query_before_its_length_counts():
    asked = "/join/8K6N?fbclid=" + "x" * 500
    assert registered(HONEST | {"route": asked})["page"]["route"] == "/join/8K6N"
    assert heard(3, target=1, name="route_change", data={"route": asked})["data"] == {
        "route": "/join/8K6N"
    }


@pytest.mark.parametrize("field", [*HONEST, *FORBIDDEN])
def test_false_registration_fields_are_dropped(field):
    for lie in LIES:
        page = registered(HONEST | {field: lie})["page"]
        assert set(page) <= set(HONEST)
        assert page["web"] is True
        assert len(json.dumps(page, allow_nan=False)) < 500


@pytest.mark.parametrize("edge", ["padding", "view_padding", "device_pixel_ratio", "orientation"])
def test_false_edge_values_are_dropped(edge):
    for lie in LIES:
        media = client_input.sanitize_page({"media": {edge: lie}})["media"]
        assert media in ({}, {edge: {}})


@pytest.mark.parametrize("field", ["_i", "on_change", "data", "content", "key", "alignment"])
def test_device_can_set_only_the_text_of_a_control(field):
    """Flet would write the rest into values that all screens share."""
    assert heard(4, id=7, props={"value": "Anna", field: {"x": 0.9}})["props"] == {"value": "Anna"}


@pytest.mark.parametrize("page", [None, 7, "x", [], b""])
def test_invalid_registration_is_dropped(page):
    assert sanitize_message(msgpack.packb([1, page]), registered=False) is None
    assert sanitize_message(b"\x91" * 5000, registered=False) is None


def test_registration_must_be_first_and_only_once():
    packed = msgpack.packb([1, {"session_id": "", "page": {}}])
    assert sanitize_message(packed, registered=False) is not None
    assert sanitize_message(packed, registered=True) is None
    packed = msgpack.packb([3, {"target": 7, "name": "click", "data": None}])
    assert sanitize_message(packed, registered=False) is None
    assert sanitize_message(packed, registered=True) is not None


@pytest.mark.parametrize("name", EVENTS)
def test_honest_event_passes(name):
    message = {"target": 7, "name": name, "data": EVENTS[name]}
    assert heard(3, **message) == message


@pytest.mark.parametrize(("name", "field"), [(n, f) for n in EVENTS for f in EVENTS[n]])
def test_false_event_fields_are_dropped(name, field):
    for lie in LIES:
        said = heard(3, target=7, name=name, data=EVENTS[name] | {field: lie, "control": 1})
        if said is not None:
            assert set(said["data"]) == set(EVENTS[name])
            assert len(json.dumps(said["data"], allow_nan=False)) < 400
    lame = {key: value for key, value in EVENTS[name].items() if key != field}
    assert heard(3, target=7, name=name, data=lame) is None


@pytest.mark.parametrize("name", ["click", "focus", "resize", "media_change"])
def test_unread_event_data_is_dropped(name):
    for lie in LIES:
        assert heard(3, target=7, name=name, data=lie)["data"] is None


def test_change_carries_nothing_but_the_text_of_a_field():
    for lie in ("Zoë", *LIES):
        data = heard(3, target=7, name="change", data=lie)["data"]
        assert data == (lie if isinstance(lie, str) else None)


@pytest.mark.parametrize("name", ["connect", "disconnect", "close", "", "a b", None, 7, [], "x.y"])
def test_foreign_event_is_dropped(name):
    assert heard(3, target=7, name=name, data=None) is None


@pytest.mark.parametrize("number", [None, "7", 7.5, [], {}, True, b"7"])
def test_invalid_control_number_is_dropped(number):
    assert heard(3, target=number, name="click", data=None) is None
    assert heard(4, id=number, props={}) is None
    assert heard(5, control_id=number, call_id="a", result=None, error=None) is None


def test_error_text_becomes_one_short_line():
    said = heard(5, control_id=7, call_id="a", result=None, error="no\n\x1b[2J" + "!" * 1000)
    assert said["error"].startswith("no[2J!!")
    assert len(said["error"]) < 200
    assert heard(5, control_id=7, call_id="a", result=None, error=[[]])["error"] == "declined"


def test_number_of_languages_is_limited():
    many = [{"language_code": "de", "x": "y"}] * 1000
    said = heard(3, target=1, name="locale_change", data={"locales": many})
    assert said["data"]["locales"] == [{"language_code": "de"}] * 12
    info = client_input.sanitize_answer("get_device_info", {"locales": many, "user_agent": "x"})
    assert info == {"locales": [{"language_code": "de"}] * 12, "user_agent": "x"}


def test_answers_must_have_the_requested_type():
    features = client_input.sanitize_answer(
        "get_accessibility_features", {"high_contrast": "x", "bold": True}
    )
    assert features == {"bold": True}
    for lie in LIES:
        assert client_input.sanitize_answer("capture", lie) in {None, b"\0"}
        assert client_input.sanitize_answer("get_accessibility_features", lie) in ({}, None)
        assert client_input.sanitize_answer("get_device_info", {"locales": lie})["locales"] in (
            [],
            [{}],
        )


SMALL = [{}, [], [[]], {"a": {}}, {"a": []}]


@pytest.mark.parametrize("piece", SMALL)
@pytest.mark.parametrize("across", [1, 1000])
def test_message_of_too_many_parts_is_dropped(piece, across):
    """A megabyte of empty maps would be a hundred in the memory."""
    row = [piece] * across
    many = {"target": 7, "name": "click", "data": [row] * (500_000 // across)}
    packed = msgpack.packb([3, many])
    tracemalloc.start()
    assert sanitize_message(packed, registered=True) is None
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 1000 * MAX_MESSAGE_PIECES


def test_message_of_a_thousand_parts_passes():
    result = {"locales": [], "extra": [{"a": 1}] * 400}
    said = heard(5, control_id=7, call_id="a", result=result, error=None)
    assert said == {"control_id": 7, "call_id": "a", "result": result, "error": None}


class Screen(str):
    """What must not be made a text of: no log is read."""

    __slots__ = ()

    def __repr__(self):
        raise AssertionError("written out")


def test_outgoing_screen_is_not_formatted_for_logs():
    web_app(lambda _: None, Serving(0))
    line = object.__new__(FletApp)
    sent = vars(line)["_FletApp__send_queue"] = asyncio.Queue()
    message = Message(MessageAction.PATCH_CONTROL, [Screen("a pad")])
    line.send_message(message)
    assert b"a pad" in sent.get_nowait()
    assert str(message) == "Message(PATCH_CONTROL)"
