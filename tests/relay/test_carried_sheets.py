"""A table carries the text of a sheet of one's own: checked, stored and deleted with it."""

import json
from contextlib import closing
from dataclasses import replace

import pytest

from qwixx_pad.multiplayer.requests import (
    Add,
    ChooseSheet,
    ChooseSlip,
    CloseTable,
    Rematch,
    Sit,
    Start,
)
from qwixx_pad.multiplayer.seating import SEATING_CODEC
from qwixx_pad.relay.rooms import SHEET_ENTRIES, AdmissionError
from tests.support.own_layouts import DOUBLE, MIRROR, ONE, OTHER, carried
from tests.support.relay.relay_phones import Phone, Relay, chair
from tests.support.relay.running_relay import Relay as RunningRelay
from tests.support.relay.running_relay import ask

MINE = carried(MIRROR, description="Red runs down.")
SAID = SEATING_CODEC.encode(MINE)
ON_IT = {"layout": MINE.name, "own_sheet": SAID}
NESTED = "[" * 3_000 + "]" * 3_000
FALSE = {
    "another sheet's text": carried(DOUBLE).text,
    "nothing": "",
    "no sheet": "{}",
    "a text that is too long": MINE.text + " " * 6_000,
    "a text of too many parts": MINE.text.replace("[", "[" + "7," * 1_000, 1),
    "a text that is too deep": '{"rows":%s}' % NESTED,  # noqa: UP031 - braces
    "a text that was cut off": MINE.text[:-1],
}


def choosing(layout=MINE.name, own_sheet=MINE):
    return ChooseSheet(layout, finish_turn=False, own_sheet=own_sheet)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request):
    """Each engine in turn."""
    return "" if request.param == "sqlite" else request.getfixturevalue("postgres").address


def test_guest_gets_the_sheet_that_a_table_carries(relay):
    ann = relay.open(chair("Ann", mine=True), **ON_IT)
    [news] = Phone(relay).join(ann.room.code).news()
    assert (news["table"]["layout"], news["table"]["own_sheet"]) == (MINE.name, SAID)


def test_carried_sheet_is_played_on_after_a_restart(again):
    relay = Relay(again())
    ann = relay.open(chair("Ann", mine=True), chair("Bob"), **ON_IT)
    bob = Phone(relay).join(ann.room.code)
    assert bob.ask(Sit(2)) == ann.ask(Start()) == {}
    assert ann.enter("1:r12", 0) == bob.enter("2:r11", 1) == {}
    relay = Relay(again())
    back = Phone(relay, ann.secret).join(ann.room.code)
    [news] = back.news()
    assert news["table"]["own_sheet"] == SAID
    assert news["game"]["setup"] == f"{MINE.name}/2"
    assert [token for token, _ in news["log"]] == ["1:r12", "2:r11"]
    back.last = 1
    assert back.enter("1:r12", 2) == {"refused": "crossed"}
    assert back.enter("end", 2) == back.ask(Rematch()) == {}


@pytest.mark.parametrize("text", FALSE.values(), ids=FALSE)
def test_false_text_opens_no_table(relay, store, text):
    with pytest.raises(AdmissionError, match="bad-sheet"):
        relay.open(chair("Ann", mine=True), layout=MINE.name, own_sheet={**SAID, "text": text})
    assert store.drop_old_tables(relay.clock().max.replace(tzinfo=relay.clock().tzinfo)) == ()


@pytest.mark.parametrize(
    ("wanted", "error"),
    [
        ({"layout": MINE.name}, "bad"),
        ({"layout": "classic", "own_sheet": SAID}, "bad-sheet"),
        ({"layout": DOUBLE.name, "own_sheet": SAID}, "bad-sheet"),
        ({"layout": MINE.name, "own_sheet": SAID["text"]}, "bad"),
        ({"layout": "classic", "own_sheet": {**SAID, "name": "classic"}}, "bad-sheet"),
    ],
)
def test_table_opens_only_with_the_text_it_needs(relay, wanted, error):
    with pytest.raises(AdmissionError, match=f"^{error}$"):
        relay.open(chair("Ann", mine=True), **wanted)


@pytest.mark.parametrize("text", FALSE.values(), ids=FALSE)
def test_false_text_is_refused_to_the_host_and_changes_nothing(relay, text):
    ann = relay.open(chair("Ann", mine=True))
    false = choosing(own_sheet=replace(MINE, text=text))
    assert ann.ask(false) == {"refused": "bad_sheet"}
    assert ann.news()[-1]["table"]["layout"] == "classic"


def test_refused_text_leaves_the_connection_open(tmp_path):
    """Over a real socket: the answer names the reason, and the host can go on."""
    with closing(RunningRelay(tmp_path)) as relay:
        seats = {"finish_turn": False, "chairs": [chair("Ann", mine=True)]}
        ann, _ = relay.hello({"open": {"layout": "classic", **seats}})
        wanted = {"layout": MINE.name, "finish_turn": False}
        false = {**SAID, "text": FALSE["a text that is too deep"]}
        assert ask(ann, "choose-sheet", **wanted, own_sheet=false)["refused"] == "bad_sheet"
        assert ask(ann, "choose-sheet", **wanted, own_sheet=SAID)["table"]["own_sheet"] == SAID
        _, refused = relay.hello({"open": {"layout": MINE.name, **seats, "own_sheet": false}})
        assert refused == {"error": "bad-sheet"}


def test_only_the_host_chooses_what_a_table_carries(relay):
    ann = relay.open(chair("Ann", mine=True), chair("Bob"))
    bob = Phone(relay).join(ann.room.code)
    assert bob.ask(Sit(2)) == {}
    assert bob.ask(choosing()) == {"refused": "not_allowed"}


def test_table_carries_one_sheet_while_it_is_used(relay):
    ann = relay.open(chair("Ann", mine=True), **ON_IT)
    ann.news()

    def carried_after(request):
        assert ann.ask(request) == {}
        return ann.news()[-1]["table"]["own_sheet"]

    assert carried_after(ChooseSheet(MINE.name, finish_turn=True)) == SAID
    double = carried(DOUBLE)
    assert carried_after(choosing(DOUBLE.name, double)) == SEATING_CODEC.encode(double)
    assert carried_after(ChooseSheet("classic", finish_turn=False)) is None
    assert ann.ask(choosing(own_sheet=None)) == {"refused": "unknown_sheet"}
    assert ann.ask(choosing("classic")) == {"refused": "bad_sheet"}
    assert ann.ask(ChooseSlip(1, MINE.name)) == {"refused": "unknown_sheet"}


def test_tables_with_one_sheet_name_keep_their_own_texts(relay):
    """The digits of both names are the same; a relay asks each table for its own."""
    tables = {ONE: ["1:r6", "1:r10"], OTHER: ["1:r10", "1:r6"]}
    for layout, tokens in tables.items():
        sheet = SEATING_CODEC.encode(carried(layout))
        ann = relay.open(chair("Ann", mine=True), layout=layout.name, own_sheet=sheet)
        assert ann.ask(Add("Bob")) == ann.ask(Start()) == {}
        assert [ann.enter(token, seen) for seen, token in enumerate(tokens)] == [{}, {}]


def test_text_for_people_is_stored_as_one_short_line(relay):
    wide = {**SAID, "title": "Mir\u202eror", "description": "a\nb"}
    ann = relay.open(chair("Ann", mine=True), layout=MINE.name, own_sheet=wide)
    assert ann.news()[0]["table"]["own_sheet"] == {**SAID, "title": "", "description": ""}


def test_text_is_stored_in_its_canonical_form(relay):
    loose = {**SAID, "text": json.dumps(json.loads(SAID["text"]) | {"title": "<b>"}, indent=1)}
    ann = relay.open(chair("Ann", mine=True), layout=MINE.name, own_sheet=loose)
    assert ann.news()[0]["table"]["own_sheet"] == SAID


def test_closed_table_leaves_no_text(relay, store):
    ann = relay.open(chair("Ann", mine=True), **ON_IT)
    code = ann.room.code
    assert MINE.name in store.find_table(code).text
    assert ann.ask(CloseTable()) == {}
    assert store.find_table(code) is None


def test_texts_of_an_address_are_limited_daily(store):
    relay = Relay(store, entries=3 * SHEET_ENTRIES)
    with pytest.raises(AdmissionError, match="bad-sheet"):
        relay.open(layout=MINE.name, own_sheet={**SAID, "text": ""})
    ann = relay.open(chair("Ann", mine=True), **ON_IT)
    assert ann.ask(choosing(own_sheet=replace(MINE, text=""))) == {"refused": "bad_sheet"}
    with pytest.raises(AdmissionError, match="wait"):
        relay.open(chair("Ann", mine=True), **ON_IT)
    with pytest.raises(AdmissionError, match="wait"):
        ann.ask(choosing(DOUBLE.name, carried(DOUBLE)))
    assert ann.ask(ChooseSheet("classic", finish_turn=False)) == {}
    relay.clock.forward(days=1)
    assert ann.ask(choosing()) == {}


def test_other_relay_plays_on_the_sheet_too(store):
    one = Relay(store)
    two = Relay(store)
    ann = one.open(chair("Ann", mine=True), chair("Bob"))
    bob = Phone(two).join(ann.room.code)
    assert ann.ask(choosing()) == {}
    bob.relay.hear_of(ann.room.code)
    assert bob.news()[-1]["table"]["own_sheet"] == SAID
    assert bob.ask(Sit(2)) == {}
    ann.relay.hear_of(ann.room.code)
    assert ann.ask(Start()) == {}
    bob.relay.hear_of(ann.room.code)
    assert ann.enter("1:r12", 0) == {}
    bob.relay.hear_of(ann.room.code)
    assert bob.enter("2:r12", 1) == {}
