"""A table of a relay: who may join, and who gets which news in which order."""

import asyncio
from datetime import timedelta

import pytest

from qwixx_pad.core.corrections import Change
from qwixx_pad.core.layout import ROW_LETTERS
from qwixx_pad.games.played_game import MAX_LOG_ENTRIES
from qwixx_pad.identity.limiters import DailyQuota
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.multiplayer.open_tables import CODE_ALPHABET
from qwixx_pad.multiplayer.requests import (
    Add,
    ChooseSlip,
    CloseTable,
    Correct,
    DeclareLockDice,
    Decline,
    Enter,
    Free,
    JoinRequest,
    MoveSeat,
    Recolor,
    Rematch,
    Remove,
    Rename,
    ReopenTable,
    RequestId,
    SetFirstRoller,
    SetReady,
    Sit,
    Start,
    UndoCorrection,
)
from qwixx_pad.multiplayer.wire import NEWS_CODEC
from qwixx_pad.relay.room import _encode_json
from qwixx_pad.relay.rooms import MAX_PHONES, AdmissionError
from qwixx_pad.relay.store import TableChanged
from qwixx_pad.server.relay_link import _MAX_FRAME_BYTES
from qwixx_pad.storage import SavedEntry, StorageError
from tests.support.breakable_disk import Disk
from tests.support.legal_entries import candidates
from tests.support.multiplayer.remote_room import done, later
from tests.support.multiplayer.table_room import NOON
from tests.support.relay.relay_phones import Phone, Relay, chair, tokens
from tests.support.strategies import entry, start


def test_opening_returns_code_and_seats_host(relay):
    ann = relay.open(chair("Ann", mine=True), chair("Bob", color=3))
    [first] = ann.news()
    table = first["table"]
    assert first["wire"] == 3
    assert table["host"] == first["you"] == ann.device
    assert [(x["name"], x["color"], x["device"]) for x in table["chairs"]] == [
        ("Ann", 0, ann.device),
        ("Bob", 3, None),
    ]
    assert len(table["code"]) == 6
    assert not {*table["code"]} - {*CODE_ALPHABET}
    assert (first["here"], first["game"]) == ([1], None)
    assert "log" not in first


def test_device_key_differs_per_table(relay):
    tables = [relay.open(chair("Ann", mine=True), secret="same") for _ in "ab"]  # noqa: S106 - one
    assert len({phone.device for phone in tables}) == 2


def test_joining_takes_no_seat_and_is_not_announced(relay):
    ann = relay.open(chair("Ann", mine=True), chair("Bob"))
    ann.news()
    Phone(relay).join(ann.room.code)
    assert ann.news() == []


def test_entry_is_announced_to_all_before_its_answer(relay):
    ann, bob = relay.begun()
    for phone in (ann, bob):
        phone.news()
    assert ann.enter("1:r5", 0) == {}
    [to_ann], [to_bob] = ann.news(), bob.news()
    assert to_ann == to_bob
    assert set(to_ann) == {"from", "log"}
    assert tokens(to_ann) == ["1:r5"]


def test_rejoining_phone_gets_only_the_entries_it_missed(relay):
    ann, bob = relay.begun()
    game = ann.news()[-1]["game"]["id"]
    for number, token in enumerate(["1:r5", "2:r6", "1:y7"]):
        (ann if token[0] == "1" else bob).enter(token, number)
    bob.leave()
    for seen, missed in ((1, ["2:r6", "1:y7"]), (3, []), (0, ["1:r5", "2:r6", "1:y7"])):
        [first, *_] = Phone(relay, bob.secret).join(ann.room.code, game, seen).news()
        assert (first["from"], tokens(first)) == (seen, missed)
    for other, seen in (("another", 1), (None, 0), (game, 9), (game, -1)):
        [first, *_] = Phone(relay, bob.secret).join(ann.room.code, other, seen).news()
        assert (first["from"], len(first["log"])) == (0, 3)


def test_unwatched_table_is_unloaded_and_restored_complete(relay):
    ann, bob = relay.begun()
    ann.enter("1:r5", 0)
    bob.leave()
    ann.leave()
    assert len(relay.rooms) == 0
    again = Phone(relay, ann.secret).join(ann.room.code)
    [first] = again.news()
    assert (tokens(first), first["here"]) == (["1:r5"], [1])
    assert again.enter("1:y6", 1) == {}


def test_seat_is_present_while_its_device_is(relay):
    ann, bob = relay.begun()
    ann.news()
    tab = Phone(relay, bob.secret).join(ann.room.code)
    bob.leave()
    assert ann.news() == []
    tab.leave()
    assert ann.news() == [{"here": [1]}]


def test_rematch_is_one_update_and_keeps_corners(relay):
    ann, bob = relay.begun()
    assert ann.enter("1:r5", 0) == ann.enter("end", 1) == {}
    bob.news()
    assert bob.ask(Rematch()) == {}
    [update] = bob.news()
    assert update["table"]["game"] == update["game"]["id"]
    assert update["game"]["names"] == ["Bob", "Ann"]
    assert (update["game"]["table_side"], update["from"], update["log"]) == (2, 0, [])
    assert update["table"]["results"] == [[["Ann", 1], ["Bob", 0]]]
    for phone in (ann, bob):
        phone.leave()
    [first] = Phone(relay).join(ann.room.code).news()
    assert first["game"]["table_side"] == 2


def test_player_waiting_for_next_game_may_join_closed_table(relay):
    ann, _ = relay.begun()
    cleo = Phone(relay).join(ann.room.code)
    assert cleo.ask(Add("Cleo")) == {}
    assert [x["name"] for x in ann.news()[-1]["table"]["next_chairs"]] == ["Cleo"]
    assert ann.enter("end", 0) == {}
    assert ann.ask(CloseTable()) == {}
    assert Phone(relay, cleo.secret).join(ann.room.code).news()
    with pytest.raises(AdmissionError):
        Phone(relay).join(ann.room.code)


def test_resent_request_is_applied_once_with_the_same_answer(store):
    ann, bob = Relay(store).begun()
    assert ann.enter("1:r5", 0, 1) == ann.enter("/", 1, 2) == bob.enter("2:y6", 2, 1) == {}
    again = Phone(Relay(store), ann.secret).join(ann.room.code)  # by another relay, after a kill
    assert again.news()[0]["last_number"] == 2
    for phone in (ann, again):
        assert phone.enter("1:r5", 0, 1) == phone.enter("/", 1, 2) == {}
    assert tokens(Phone(Relay(store)).join(ann.room.code).news()[0]) == ["1:r5", "/", "2:y6"]


def test_request_of_earlier_game_does_nothing_in_next(relay):
    ann, _ = relay.begun()
    assert ann.enter("/", 0, 1) == ann.enter("end", 1, 2) == {}
    before = ann.game
    assert ann.ask(Rematch()) == {}
    assert ann.ask(Enter(entry("/"), 0), RequestId(before, 1)) == {}
    assert ann.ask(Enter(entry("/"), 0), RequestId(before, 3)) == {"refused": "stale"}
    assert len(ann.room._table.opened.game.log) == 0


def test_equal_entries_in_succession_count_separately(relay):
    ann, _ = relay.begun()
    for seen, token in enumerate(["1:r5", "1:y6", "1:undo", "1:undo"]):
        assert ann.enter(token, seen) == {}
    assert len(ann.room._table.opened.game.applied) == 0
    assert ann.enter("1:g9", 4) == {}
    assert ann.enter("1:g9", 4) == {"refused": "stale"}


def test_closed_table_admits_only_its_seated_devices(relay):
    ann, bob = relay.begun()
    assert bob.ask(CloseTable()) == {"refused": "not_allowed"}
    assert ann.ask(CloseTable()) == {}
    assert bob.ask(ReopenTable()) == {"refused": "not_allowed"}
    assert bob.news()[-1]["table"]["closed"]
    assert bob.enter("2:r5", 0) == {"refused": "no_game"}
    with pytest.raises(AdmissionError, match="closed"):
        Phone(relay).join(ann.room.code)
    assert Phone(relay, bob.secret).join(ann.room.code).news()[0]["table"]["closed"]
    assert ann.ask(ReopenTable()) == bob.enter("2:r5", 0) == {}


def test_table_closed_before_its_game_is_deleted(relay):
    ann = relay.open(chair("Ann", mine=True), chair("Bob"))
    bob = Phone(relay).join(ann.room.code)
    assert ann.ask(CloseTable()) == {}
    assert bob.over == "no-table"
    for phone in (ann, bob):
        phone.leave()
    with pytest.raises(AdmissionError, match="no-table"):
        Phone(relay).join(ann.room.code)


def test_table_is_forgotten_a_week_after_its_last_entry(relay):
    ann, bob = relay.begun()
    relay.clock.forward(days=5)
    ann.enter("1:r5", 0)
    relay.clock.forward(days=6)
    for _ in "ab":
        done(relay.rooms.drop_expired())
    assert not ann.over
    relay.clock.forward(days=1, seconds=1)
    for _ in "ab":
        assert not ann.over
        done(relay.rooms.drop_expired())
    assert ann.over == bob.over == "no-table"
    assert ann.enter("1:y5", 1) == {"refused": "not_allowed"}


def test_clock_running_ahead_once_forgets_no_table(relay):
    ann, _ = relay.begun()
    for days in (400, -400, 400, -400):
        relay.clock.forward(days=days)
        done(relay.rooms.drop_expired())
    assert not ann.over


@pytest.mark.parametrize(
    "wanted",
    [
        {"layout": "unheard of"},
        {"chairs": [chair("x")] * 30},
        {"chairs": 7},
        {"chairs": [chair("Ann", slip="unheard of")]},
        {"chairs": [chair(5)]},
        {"chairs": [chair("Ann", color="red")]},
    ],
)
def test_opening_with_invalid_data_is_refused(relay, wanted):
    with pytest.raises(AdmissionError, match="bad"):
        relay.open(chair("Ann"), **wanted)


def test_ten_thousand_guesses_take_over_three_days(relay):
    """31 to the power of 6 codes; whoever throws its secret away is known by its address."""
    begun = relay.clock.time
    for _ in range(10_000):
        try:
            Phone(relay).join("222222", address="burglar")
        except AdmissionError as shut:
            relay.clock.forward(seconds=shut.seconds)
    assert (relay.clock.time - begun).total_seconds() > 3 * 24 * 3600
    ann = relay.open(chair("Ann", mine=True))
    assert Phone(relay).join(ann.room.code).received


async def judged(relay, number, address):
    """How many of so many wrong codes, each of another device and all on their way together."""

    async def guess(at):
        with pytest.raises(AdmissionError) as shut:
            await relay.rooms.join(Phone(relay), JoinRequest(f"s{at}", "222222"), address)
        return str(shut.value) == "no-table"

    return sum(await asyncio.gather(*map(guess, range(number))))


async def test_concurrent_code_guesses_are_limited_like_sequential_ones(store):
    relay = Relay(store, later)
    assert await judged(relay, 800, "burglar") == 30
    relay.clock.forward(seconds=1)
    assert await judged(relay, 800, "burglar") == 1


def test_guess_limit_ignores_correct_codes_and_store_failures(store):
    disk = Disk(store, "find_table")
    relay = Relay(disk)
    ann = relay.open(chair("Ann", mine=True))
    for _ in range(99):
        Phone(relay).join(ann.room.code).leave()
    disk.full = True
    for _ in range(99):
        with pytest.raises(StorageError):
            Phone(relay).join("222222")
    disk.full = False
    with pytest.raises(AdmissionError, match="no-table"):
        Phone(relay).join("222222")


def test_crowded_table_still_admits_its_seated_devices(relay):
    ann, bob = relay.begun()
    bob.leave()
    for _ in range(MAX_PHONES - 1):
        Phone(relay).join(ann.room.code)
    with pytest.raises(AdmissionError, match="full"):
        Phone(relay).join(ann.room.code)
    assert Phone(relay, bob.secret).join(ann.room.code).received


def test_newcomers_are_slowed_but_seated_devices_are_not(relay):
    ann, bob = relay.begun()
    bob.leave()
    with pytest.raises(AdmissionError, match="wait"):  # noqa: PT012 - the last of them
        for _ in range(110):
            Phone(relay).join(ann.room.code).leave()
    assert Phone(relay, bob.secret).join(ann.room.code).received


def test_changes_saved_by_another_relay_are_announced(store):
    ann, bob = Relay(store).begun()
    assert ann.enter("1:r5", 0) == bob.enter("2:r6", 1) == {}
    other = Relay(store)
    again = Phone(other, bob.secret).join(ann.room.code)
    assert ann.enter("1:y7", 2) == {}
    again.news()
    done(other.rooms.on_peer_news(TableChanged(ann.room.code)))
    assert [tokens(each) for each in again.news()] == [["1:y7"]]


def test_damaged_table_admits_nobody_and_others_play_on(store):
    (ann, _), (cleo, _) = Relay(store).begun(), Relay(store).begun()
    with store._write_transaction() as connection:
        connection.execute("UPDATE relay_game SET length = 9 WHERE code = %s", (ann.room.code,))
    later = Relay(store)
    with pytest.raises(StorageError):
        Phone(later, ann.secret).join(ann.room.code)
    assert Phone(later, cleo.secret).join(cleo.room.code).enter("1:r5", 0) == {}


def test_opened_tables_per_address_are_limited(relay):
    with pytest.raises(AdmissionError, match="wait"):  # noqa: PT012 - the last of them
        for _ in range(110):
            relay.open(chair("Ann", mine=True), address="mill")
    assert relay.open(chair("Ann", mine=True), address="elsewhere").received


def test_entries_per_address_are_limited_daily_including_corrections(store):
    relay = Relay(store, entries=6)
    ann, bob = relay.begun()
    assert ann.enter("1:r5", 0) == bob.enter("2:y3", 1) == {}
    change = Change(0, entry("1:r5"), entry("1:r6"))
    assert ann.ask(Correct(change, 2), RequestId(ann.game, 2)) == {}
    with pytest.raises(AdmissionError, match="wait"):
        bob.enter("2:undo", 6)
    assert bob.ask(SetReady(2, ready=True)) == {}
    bob.address = ""
    assert bob.enter("2:undo", 6) == {}
    relay.clock.forward(days=1)
    assert ann.enter("1:y7", 7) == {}


def test_lock_answers_are_limited_to_rows_and_seats(relay):
    ann, bob = relay.begun()
    for letter in ROW_LETTERS * 3:
        for phone, seat in ((ann, 1), (bob, 2)):
            assert phone.ask(Decline(seat, letter)) == {}
        for white in (True, False):
            assert ann.ask(DeclareLockDice(letter, white=white)) == {}
    answers = ann.news()[-1]["table"]["answers"]
    assert [len(answers[name]) for name in ("declined", "white", "colored")] == [8, 4, 4]


@pytest.mark.parametrize("seat", [-1, 0, 3, 10**6])
def test_unknown_seat_is_refused_in_every_request(relay, seat):
    ann = relay.open(chair("Ann", mine=True), chair("Bob", mine=True))
    lobby = (
        Free(seat),
        Rename(seat, "Eve"),
        Recolor(seat),
        Remove(seat),
        ChooseSlip(seat, "classic"),
    )
    for request in (*lobby, MoveSeat(seat, 1), MoveSeat(1, seat), SetFirstRoller(seat)):
        assert ann.ask(request) == {"refused": "not_allowed"}
    assert ann.ask(Sit(seat)) == {"refused": "seat_taken"}
    assert ann.ask(Start()) == {}
    for word in (SetReady(seat, ready=True), Decline(seat, "r"), Free(seat)):
        assert ann.ask(word) == {"refused": "not_allowed"}
    gone = entry(f"{max(seat, 0)}:r5")
    for play in (Enter(gone, 0), Correct(Change(0, None, gone), 0), UndoCorrection(seat, 0)):
        assert ann.ask(play, RequestId(ann.game, 1)) == {"refused": "not_yours"}


def test_installed_sheets_have_the_four_wire_rows():
    sheets = installed_layouts()
    for name in (*sheets, *(f"{kind}:1" for kind in sheets.seeded_kinds)):
        assert "".join(row.letter for row in sheets[name].rows if row.lock_mask) == ROW_LETTERS


def test_two_longest_logs_fit_into_one_frame():
    games = [start(f"{sheet.name}/{sheet.max_seats}") for sheet in installed_layouts().values()]
    longest = max((each.text for game in games for each in candidates(game)), key=len)
    log = _encode_json(NEWS_CODEC.encode((SavedEntry(longest, NOON),) * MAX_LOG_ENTRIES))
    table_and_head = 64 * 1024
    assert 2 * len(log) + table_and_head < _MAX_FRAME_BYTES


def test_daily_quota_remembers_a_thousand_addresses_at_most():
    quota = DailyQuota(5)
    for number in range(10_000):
        quota.spend(f"{number}", 5, NOON)
        quota.spend("mill", 1, NOON)
    assert len(quota._spending) <= 1000
    assert quota.wait_s("mill", NOON + timedelta(hours=2)) == 3600
    assert quota.wait_s("mill", NOON + timedelta(hours=23, minutes=50)) == 600


def test_unsaved_entry_is_announced_to_nobody(store):
    disk = Disk(store, "append", "put_table", "start")
    ann, bob = Relay(disk).begun()
    bob.news()
    disk.full = True
    assert ann.enter("1:r5", 0) == {"refused": "not_saved"}
    assert ann.ask(SetReady(1, ready=True)) == {"refused": "table_not_saved"}
    assert bob.news() == []
    disk.full = False
    assert ann.enter("1:r5", 0) == {}
    assert tokens(bob.news()[0]) == ["1:r5"]
