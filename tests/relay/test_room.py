"""A table of a relay: who is let in, who is told what, and in which order."""

import asyncio
from datetime import timedelta

import pytest

from qwixx_pad.core.corrections import Change
from qwixx_pad.core.layout import ROW_LETTERS
from qwixx_pad.games.played_game import LONGEST
from qwixx_pad.identity.limiters import DailyQuota
from qwixx_pad.layouts import installed
from qwixx_pad.multiplayer.open_tables import ALPHABET
from qwixx_pad.multiplayer.requests import (
    Add,
    BeginWith,
    CloseTable,
    Correct,
    Decline,
    Enter,
    Free,
    MoveSeat,
    OpenAgain,
    Recolor,
    Rematch,
    Remove,
    Rename,
    RequestId,
    SayDone,
    Sit,
    Start,
    TakeBack,
    TakeSlip,
    TellDice,
)
from qwixx_pad.relay.room import _plain_log, _text
from qwixx_pad.relay.rooms import CROWD, Joining, ShutError
from qwixx_pad.relay.store import Changed
from qwixx_pad.server.relay_link import _LARGEST
from qwixx_pad.storage import SavedEntry, StorageError
from tests.support.breakable_disk import Disk
from tests.support.legal_entries import candidates
from tests.support.multiplayer.remote_room import done
from tests.support.multiplayer.table_room import NOON
from tests.support.relay.relay_phones import Phone, Relay, chair
from tests.support.strategies import entry, start


def tokens(message):
    return [token for token, _ in message["log"]]


def test_who_opens_a_table_is_told_its_code_and_sits_where_it_said(relay):
    ann = relay.open(chair("Ann", mine=True), chair("Bob", color=3))
    [first] = ann.news()
    table = first["table"]
    assert first["wire"] == 1
    assert table["opener"] == first["you"] == ann.key
    assert [(x["name"], x["color"], x["holder"]) for x in table["chairs"]] == [
        ("Ann", 0, ann.key),
        ("Bob", 3, None),
    ]
    assert len(table["code"]) == 6
    assert not {*table["code"]} - {*ALPHABET}
    assert (first["here"], first["game"]) == ([1], None)
    assert "log" not in first


def test_a_device_has_another_key_at_another_table(relay):
    tables = [relay.open(chair("Ann", mine=True), secret="same") for _ in "ab"]  # noqa: S106 - one
    assert len({phone.key for phone in tables}) == 2


def test_looking_takes_no_seat_and_is_seen_by_nobody(relay):
    ann = relay.open(chair("Ann", mine=True), chair("Bob"))
    ann.news()
    Phone(relay).join(ann.room.code)
    assert ann.news() == []


def test_everybody_is_told_the_same_and_before_the_answer(relay):
    ann, bob = relay.begun()
    for phone in (ann, bob):
        phone.news()
    assert ann.enter("1:r5", 0) == {}
    [to_ann], [to_bob] = ann.news(), bob.news()
    assert to_ann == to_bob
    assert set(to_ann) == {"from", "log"}
    assert tokens(to_ann) == ["1:r5"]


def test_who_comes_back_is_told_what_it_has_not(relay):
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


def test_a_table_that_nobody_looks_at_is_on_the_disk_alone_and_comes_back_whole(relay):
    ann, bob = relay.begun()
    ann.enter("1:r5", 0)
    bob.leave()
    ann.leave()
    assert len(relay.rooms) == 0
    again = Phone(relay, ann.secret).join(ann.room.code)
    [first] = again.news()
    assert (tokens(first), first["here"]) == (["1:r5"], [1])
    assert again.enter("1:y6", 1) == {}


def test_a_seat_is_there_as_long_as_its_device_is(relay):
    ann, bob = relay.begun()
    ann.news()
    tab = Phone(relay, bob.secret).join(ann.room.code)
    bob.leave()
    assert ann.news() == []
    tab.leave()
    assert ann.news() == [{"here": [1]}]


def test_a_rematch_comes_in_one_update_and_corners_stay(relay):
    ann, bob = relay.begun()
    assert ann.enter("1:r5", 0) == ann.enter("end", 1) == {}
    bob.news()
    assert bob.ask(Rematch()) == {}
    [update] = bob.news()
    assert update["table"]["game"] == update["game"]["id"]
    assert update["game"]["names"] == ["Bob", "Ann"]
    assert (update["game"]["corner"], update["from"], update["log"]) == (2, 0, [])
    assert update["table"]["played"] == [[["Ann", 1], ["Bob", 0]]]
    for phone in (ann, bob):
        phone.leave()
    [first] = Phone(relay).join(ann.room.code).news()
    assert first["game"]["corner"] == 2


def test_who_has_sat_down_for_the_next_game_is_no_newcomer_at_a_closed_table(relay):
    ann, _ = relay.begun()
    cleo = Phone(relay).join(ann.room.code)
    assert cleo.ask(Add("Cleo")) == {"no": "STARTED"}
    assert ann.enter("end", 0) == cleo.ask(Add("Cleo")) == {}
    assert [x["name"] for x in ann.news()[-1]["table"]["next"]] == ["Cleo"]
    assert ann.ask(CloseTable()) == {}
    assert Phone(relay, cleo.secret).join(ann.room.code).news()
    with pytest.raises(ShutError):
        Phone(relay).join(ann.room.code)


def test_what_is_sent_again_stands_once_and_is_answered_as_it_was(store):
    ann, bob = Relay(store).begun()
    assert ann.enter("1:r5", 0, 1) == ann.enter("/", 1, 2) == bob.enter("2:y6", 2, 1) == {}
    again = Phone(Relay(store), ann.secret).join(ann.room.code)  # by another relay, after a kill
    assert again.news()[0]["number"] == 2
    for phone in (ann, again):
        assert phone.enter("1:r5", 0, 1) == phone.enter("/", 1, 2) == {}
    assert tokens(Phone(Relay(store)).join(ann.room.code).news()[0]) == ["1:r5", "/", "2:y6"]


def test_what_was_sent_in_one_game_does_nothing_in_the_next(relay):
    ann, _ = relay.begun()
    assert ann.enter("/", 0, 1) == ann.enter("end", 1, 2) == {}
    before = ann.game
    assert ann.ask(Rematch()) == {}
    assert ann.ask(Enter(entry("/"), 0), RequestId(before, 1)) == {}
    assert ann.ask(Enter(entry("/"), 0), RequestId(before, 3)) == {"trouble": "MOVED_ON"}
    assert len(ann.room._table.opened.game.log) == 0


def test_two_equal_entries_in_a_row_are_two(relay):
    ann, _ = relay.begun()
    for seen, token in enumerate(["1:r5", "1:y6", "1:undo", "1:undo"]):
        assert ann.enter(token, seen) == {}
    assert len(ann.room._table.opened.game.standing) == 0
    assert ann.enter("1:g9", 4) == {}
    assert ann.enter("1:g9", 4) == {"trouble": "MOVED_ON"}


def test_a_closed_table_lets_those_in_who_sit_there_and_nobody_else(relay):
    ann, bob = relay.begun()
    assert bob.ask(CloseTable()) == {"no": "NOT_YOURS"}
    assert ann.ask(CloseTable()) == {}
    assert bob.ask(OpenAgain()) == {"no": "NOT_YOURS"}
    assert bob.news()[-1]["table"]["closed"]
    assert bob.enter("2:r5", 0) == {"trouble": "NO_GAME"}
    with pytest.raises(ShutError, match="closed"):
        Phone(relay).join(ann.room.code)
    assert Phone(relay, bob.secret).join(ann.room.code).news()[0]["table"]["closed"]
    assert ann.ask(OpenAgain()) == bob.enter("2:r5", 0) == {}


def test_a_table_that_is_closed_before_its_game_is_gone(relay):
    ann = relay.open(chair("Ann", mine=True), chair("Bob"))
    bob = Phone(relay).join(ann.room.code)
    assert ann.ask(CloseTable()) == {}
    assert bob.over == "no-table"
    for phone in (ann, bob):
        phone.leave()
    with pytest.raises(ShutError, match="no-table"):
        Phone(relay).join(ann.room.code)


def test_a_table_is_forgotten_a_week_after_its_last_entry(relay):
    ann, bob = relay.begun()
    relay.clock.forward(days=5)
    ann.enter("1:r5", 0)
    relay.clock.forward(days=6)
    for _ in "ab":
        done(relay.rooms.forget())
    assert not ann.over
    relay.clock.forward(days=1, seconds=1)
    for _ in "ab":
        assert not ann.over
        done(relay.rooms.forget())
    assert ann.over == bob.over == "no-table"
    assert ann.enter("1:y5", 1) == {"no": "NOT_YOURS"}


def test_a_clock_that_is_ahead_at_one_look_has_nothing_forgotten_not_even_at_the_first(relay):
    ann, _ = relay.begun()
    for days in (400, -400, 400, -400):
        relay.clock.forward(days=days)
        done(relay.rooms.forget())
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
def test_a_table_is_not_opened_on_nonsense(relay, wanted):
    with pytest.raises(ShutError, match="bad"):
        relay.open(chair("Ann"), **wanted)


def test_ten_thousand_guesses_take_a_week(relay):
    """31 to the power of 6 codes; whoever throws its secret away is known by its address."""
    begun = relay.clock.time
    for _ in range(10_000):
        try:
            Phone(relay).join("222222", address="burglar")
        except ShutError as shut:
            relay.clock.forward(seconds=shut.seconds)
    assert (relay.clock.time - begun).total_seconds() > 3 * 24 * 3600
    ann = relay.open(chair("Ann", mine=True))
    assert Phone(relay).join(ann.room.code).told


async def judged(relay, number, address):
    """How many of so many wrong codes, each of another device and all on their way together."""

    async def guess(at):
        with pytest.raises(ShutError) as shut:
            await relay.rooms.join(Phone(relay), Joining(f"s{at}", "222222"), address)
        return str(shut.value) == "no-table"

    return sum(await asyncio.gather(*map(guess, range(number))))


async def test_codes_that_come_together_are_judged_as_often_as_one_after_the_other(store):
    async def later(function, *arguments):
        await asyncio.sleep(0)
        return function(*arguments)

    relay = Relay(store, later)
    assert await judged(relay, 800, "burglar") == 30
    relay.clock.forward(seconds=1)
    assert await judged(relay, 800, "burglar") == 1


def test_whoever_has_a_code_costs_a_house_no_try_and_a_store_that_is_away_neither(store):
    disk = Disk(store, "table")
    relay = Relay(disk)
    ann = relay.open(chair("Ann", mine=True))
    for _ in range(99):
        Phone(relay).join(ann.room.code).leave()
    disk.full = True
    for _ in range(99):
        with pytest.raises(StorageError):
            Phone(relay).join("222222")
    disk.full = False
    with pytest.raises(ShutError, match="no-table"):
        Phone(relay).join("222222")


def test_whoever_is_slowed_keeps_nobody_else_out(relay):
    ann = relay.open(chair("Ann", mine=True))
    for _ in range(40):
        with pytest.raises(ShutError):
            Phone(relay).join("222222", address="burglar")
    with pytest.raises(ShutError, match="wait"):
        Phone(relay).join(ann.room.code, address="burglar")
    assert Phone(relay).join(ann.room.code, address="elsewhere").told


def test_a_crowd_at_a_table_keeps_nobody_from_a_seat_of_theirs(relay):
    ann, bob = relay.begun()
    bob.leave()
    for _ in range(CROWD - 1):
        Phone(relay).join(ann.room.code)
    with pytest.raises(ShutError, match="full"):
        Phone(relay).join(ann.room.code)
    assert Phone(relay, bob.secret).join(ann.room.code).told


def test_newcomers_at_one_table_are_slowed_and_those_who_sit_there_are_not(relay):
    ann, bob = relay.begun()
    bob.leave()
    with pytest.raises(ShutError, match="wait"):  # noqa: PT012 - the last of them
        for _ in range(110):
            Phone(relay).join(ann.room.code).leave()
    assert Phone(relay, bob.secret).join(ann.room.code).told


def test_of_what_another_relay_kept_all_are_told_what_is_new(store):
    ann, bob = Relay(store).begun()
    assert ann.enter("1:r5", 0) == bob.enter("2:r6", 1) == {}
    other = Relay(store)
    again = Phone(other, bob.secret).join(ann.room.code)
    assert ann.enter("1:y7", 2) == {}
    again.news()
    done(other.rooms.heard(Changed(ann.room.code)))
    assert [tokens(each) for each in again.news()] == [["1:y7"]]


def test_a_table_that_is_damaged_on_the_disk_lets_nobody_in_and_others_are_played_on(store):
    (ann, _), (cleo, _) = Relay(store).begun(), Relay(store).begun()
    with store._writing() as connection:
        connection.execute("UPDATE relay_game SET length = 9 WHERE code = %s", (ann.room.code,))
    later = Relay(store)
    with pytest.raises(StorageError):
        Phone(later, ann.secret).join(ann.room.code)
    assert Phone(later, cleo.secret).join(cleo.room.code).enter("1:r5", 0) == {}


def test_an_address_opens_only_so_many_tables(relay):
    with pytest.raises(ShutError, match="wait"):  # noqa: PT012 - the last of them
        for _ in range(110):
            relay.open(chair("Ann", mine=True), address="mill")
    assert relay.open(chair("Ann", mine=True), address="elsewhere").told


def test_an_address_enters_so_much_a_day_with_all_that_a_correction_copies(store):
    relay = Relay(store, entries=6)
    ann, bob = relay.begun()
    assert ann.enter("1:r5", 0) == bob.enter("2:y3", 1) == {}
    change = Change(0, entry("1:r5"), entry("1:r6"))
    assert ann.ask(Correct(change, 2), RequestId(ann.game, 2)) == {}
    with pytest.raises(ShutError, match="wait"):
        bob.enter("2:undo", 6)
    assert bob.ask(SayDone(2, yes=True)) == {}
    bob.address = ""
    assert bob.enter("2:undo", 6) == {}
    relay.clock.forward(days=1)
    assert ann.enter("1:y7", 7) == {}


def test_what_is_said_of_locks_is_never_more_than_a_word_for_each_row_and_seat(relay):
    ann, bob = relay.begun()
    for letter in ROW_LETTERS * 3:
        for phone, seat in ((ann, 1), (bob, 2)):
            assert phone.ask(Decline(seat, letter)) == {}
        for white in (True, False):
            assert ann.ask(TellDice(letter, white=white)) == {}
    answers = ann.news()[-1]["table"]["answers"]
    assert [len(answers[name]) for name in ("declined", "white", "colored")] == [8, 4, 4]


@pytest.mark.parametrize("seat", [-1, 0, 3, 10**6])
def test_a_seat_that_there_is_not_is_nobodys(relay, seat):
    ann = relay.open(chair("Ann", mine=True), chair("Bob", mine=True))
    lobby = (
        Free(seat),
        Rename(seat, "Eve"),
        Recolor(seat),
        Remove(seat),
        TakeSlip(seat, "classic"),
    )
    for request in (*lobby, MoveSeat(seat, 1), MoveSeat(1, seat), BeginWith(seat)):
        assert ann.ask(request) == {"no": "NOT_YOURS"}
    assert ann.ask(Sit(seat)) == {"no": "TAKEN"}
    assert ann.ask(Start()) == {}
    for word in (SayDone(seat, yes=True), Decline(seat, "r"), Free(seat)):
        assert ann.ask(word) == {"no": "NOT_YOURS"}
    gone = entry(f"{max(seat, 0)}:r5")
    for play in (Enter(gone, 0), Correct(Change(0, None, gone), 0), TakeBack(seat, 0)):
        assert ann.ask(play, RequestId(ann.game, 1)) == {"trouble": "NOT_YOURS"}


def test_every_sheet_that_a_relay_knows_has_the_four_rows_of_the_wire():
    sheets = installed()
    for name in (*sheets, *(f"{kind}:1" for kind in sheets.seeded)):
        assert "".join(row.letter for row in sheets[name].rows if row.lock_mask) == ROW_LETTERS


def test_the_longest_log_fits_beside_another_one_into_a_frame_that_an_app_reads():
    games = [start(f"{sheet.name}/{sheet.most_seats}") for sheet in installed().values()]
    longest = max((each.text for game in games for each in candidates(game)), key=len)
    log = _text(_plain_log((SavedEntry(longest, NOON),) * LONGEST))
    table_and_head = 64 * 1024
    assert 2 * len(log) + table_and_head < _LARGEST


def test_of_ten_thousand_addresses_that_write_few_are_remembered():
    quota = DailyQuota(5)
    for number in range(10_000):
        quota.spend(f"{number}", 5, NOON)
        quota.spend("mill", 1, NOON)
    assert len(quota._days) <= 1000
    assert quota.wait("mill", NOON + timedelta(hours=2)) == 3600
    assert quota.wait("mill", NOON + timedelta(hours=23, minutes=50)) == 600


def test_what_the_disk_does_not_take_is_told_to_nobody(store):
    disk = Disk(store, "append", "put_table", "start")
    ann, bob = Relay(disk).begun()
    bob.news()
    disk.full = True
    assert ann.enter("1:r5", 0) == {"trouble": "NOT_SAVED"}
    assert ann.ask(SayDone(1, yes=True)) == {"no": "NOT_SAVED"}
    assert bob.news() == []
    disk.full = False
    assert ann.enter("1:r5", 0) == {}
    assert tokens(bob.news()[0]) == ["1:r5"]
