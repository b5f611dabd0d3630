"""Random evenings at a shared table, against nothing but the list of what was accepted.

Devices with one seat or more tap, take back, answer, lose updates, tap twice, come back; a stranger
tries their seats; the process is killed. What each answer has to be is found with the slow plain
rules, from the tokens that were accepted so far. A run depends on nothing but its number.
"""

from random import Random

import pytest

from qwixx_pad.core.moves import Cross, Finish
from qwixx_pad.games.session import Failure
from qwixx_pad.multiplayer.requests import (
    DeclareLockDice,
    Decline,
    Enter,
    Rematch,
    SetReady,
    Start,
    StopWaiting,
)
from tests.support.core.plain_rules import PlainGame
from tests.support.legal_entries import candidates, is_legal
from tests.support.multiplayer.table_room import PHONES, log
from tests.support.strategies import entry, opening

HEADS = ("classic/2", "classic/3", "classic/4", "classic/5", "classic/3+finish-turn", "on_board/3")
OPENINGS = ("", "", "ry", "ry", "rgb", "-", "@")
LAST_CELLS = ("r12", "y12", "g2", "b2")
RUNS = 40
STEPS = 60
MINUTE = 60


class Phone:
    """What a device has seen of the log; nothing new while it is away, and since when it is."""

    def __init__(self, name, clock):
        self.name, self.clock, self.left = name, clock, clock()
        self.leave = None
        self.seen = []

    @property
    def away(self):
        return self.leave is None

    def look(self, table):
        self.seen = log(table)

    def come(self, table):
        self.look(table)
        self.leave = table.watch(lambda: self.look(table)), table.connect_device(self.name)

    def go(self):
        for leave in self.leave:
            leave()
        self.leave, self.left = None, self.clock()

    @property
    def is_missed(self):
        """Whether it has been away for a minute."""
        return self.away and (self.clock() - self.left).total_seconds() >= MINUTE


class Evening:
    """One table from its first roll on."""

    def __init__(self, room, number):
        self.room, self.chance = room, Random(number)
        self.last = None
        self.phones = {}
        self.opener = self.chance.choice(PHONES)
        self.sit_down(self.chance.choice(HEADS))
        for token in opening(self.head, self.chance.choice(OPENINGS)):
            assert self.table.opened.enter(entry(token)) is None
            self.accept(token)
        for phone in self.phones.values():
            phone.look(self.table)

    def sit_down(self, head):
        setup, _, option = head.partition("+")
        layout, _, seats = setup.partition("/")
        self.holders = self.chance.sample(PHONES, int(seats))
        if self.chance.random() < 1 / 3:
            self.holders[0] = self.holders[-1]  # one device with two seats
        self.table = self.room.table(
            *self.holders, layout=layout, finish_turn=bool(option), opener=self.opener
        )
        assert self.table.submit_request(self.opener, Start()) is None
        self.begin_a_log()

    def begin_a_log(self):
        self.head = self.table.opened.game.setup.text
        self.plain = PlainGame(self.head)
        self.accepted = []
        for phone in self.phones.values():
            if not phone.away:
                phone.go()
        self.phones = {name: Phone(name, self.room.clock) for name in PHONES}
        for phone in self.phones.values():
            phone.come(self.table)

    def accept(self, token):
        assert self.plain.refusal(token) is None
        self.plain.enter(token)
        self.accepted.append(token)

    # What has to be answered

    def facts(self):
        return self.plain.facts(self.plain.applied)

    def holds(self, device, seat):
        return 1 <= seat <= len(self.holders) and self.holders[seat - 1] == device

    def is_its_own(self, device, token):
        seat, word = self.plain.split(token)
        facts = self.facts()
        if seat is not None:
            if not 1 <= seat <= len(self.holders):
                return False
            after = device == self.opener or (self.leads(device) and self.nobody_is_at(seat))
            return self.holds(device, seat) or (after and word in ("out", "in"))
        rolls = self.holds(device, facts.active)
        over = self.plain.over(facts)
        if word == "/":
            return self.may_end(device, facts)
        if word == "end":
            return self.leads(device) or (rolls and over)
        return word == "undo" and self.may_reopen(device, over=over)

    def may_reopen(self, device, *, over):
        if not self.plain.applied or self.plain.applied[-1][1] not in ("/", "end"):
            return False
        *before, (_, newest) = self.plain.applied
        ended = self.plain.facts(before)
        if over and (self.leads(device) or self.own_of_the_last_roll(device)):
            return True
        if newest == "end" and not self.plain.over(ended):
            return False
        left = {s for s in ended.crossed if self.plain.in_the_shared_action(ended, s)}
        done = self.table.seating.answers.for_roll(ended.roll).ready
        asked = self.plain.over(ended) and left <= done
        by_itself = over and (asked or self.would_be_the_fourth(ended))
        mine = self.holds(device, ended.active) or (by_itself and device in self.holders)
        instead = ended.active in ended.out or device not in self.holders
        instead = instead or self.nobody_is_at(ended.active)
        return mine or (instead and self.may_end(device, ended))

    def would_be_the_fourth(self, facts):
        """Whether a `/` would give the roller a fourth penalty that nobody has entered."""
        active = facts.active
        idle = not facts.this_roll[active] and not facts.misthrown and active not in facts.out
        return idle and facts.penalties[active] == 3 and not self.plain.over(facts)

    def own_of_the_last_roll(self, device):
        """The seat with which a device has entered something last in the roll that has ended."""
        for seat, word in reversed(self.plain.applied[:-1]):
            if word == "/":
                break
            plays = seat is not None and seat not in self.facts().out
            if plays and self.holds(device, seat) and word not in ("out", "in"):
                return seat
        return None

    def nobody_is_at(self, seat):
        return self.phones[self.holders[seat - 1]].is_missed

    def leads(self, device):
        """Who opened the table, and while that one is missed everybody who sits."""
        instead = self.phones[self.opener].is_missed and device in self.holders
        return device == self.opener or instead

    def may_end(self, device, facts):
        """The roller and who leads; for a roller who is out everybody who plays."""
        if self.leads(device) or self.holds(device, facts.active):
            return True
        plays = [s for s in facts.crossed if self.holds(device, s) and s not in facts.out]
        return facts.active in facts.out and plays != []

    def answer_to(self, device, token, seen):
        """The answer that a tap must get: a failure, a refusal's word, or `accepted`."""
        seat, _ = self.plain.split(token)
        since = [(self.plain.split(other)[0], other) for other in self.accepted[seen:]]
        twice = [other for owner, other in since if owner == seat][:1] == [token]
        if not self.is_its_own(device, token):
            knows = seat is None and device in (self.opener, *self.holders)
            return "twice" if knows and twice else Failure.NOT_YOURS
        undone = token == "/" and f"{self.facts().active}:undo" in self.accepted[seen:]
        if undone or any(owner in (None, seat) for owner, _ in since):
            return "twice" if twice else Failure.CHANGED_ELSEWHERE
        return self.plain.refusal(token) or "accepted"

    def expect_the_end(self):
        """The table has ended the game by itself: only if it was over and all had their chance."""
        if log(self.table) == self.accepted:
            return
        facts = self.facts()
        over = self.plain.over(facts)
        assert over or self.would_be_the_fourth(facts)
        left = {s for s in facts.crossed if self.has_a_last_cross(facts, s)}
        assert left <= self.table.roll_answers.ready
        self.accept("end" if over else "/")

    def has_a_last_cross(self, facts, seat):
        if self.plain.over(facts):
            return self.plain.in_the_shared_action(facts, seat)
        return seat not in {facts.active, *facts.out} and not facts.this_roll[seat]

    # What people do

    def acts(self, device, token, seen):
        expected = self.answer_to(device, token, seen)
        answer = self.table.submit_request(device, Enter(entry(token), seen))
        if expected in ("accepted", "twice"):
            assert answer is None
        elif isinstance(expected, Failure):
            assert answer is expected
        else:
            assert answer.value == expected
        held_back = token == "/" and self.would_be_the_fourth(self.facts())
        own = self.own_of_the_last_roll(device) if token == "undo" else None
        own = own if self.plain.over(self.facts()) else None
        if expected == "accepted" and not held_back:
            self.accept(token)
            if own is not None:
                self.accept(f"{own}:undo")
        if token != "undo":  # who has reopened the end has not yet changed anything
            self.expect_the_end()
        self.last = (device, token, seen) if answer is None else None

    def some_token(self):
        """Something that might be entered now; most of it is legal, much of it locks a row."""
        game = self.table.opened.game
        kind = self.chance.random()
        if 0.3 <= kind < 0.45:
            seat = self.chance.randint(1, len(self.holders))
            return self.chance.choice((f"{seat}:undo", f"{seat}:redo", "undo", "redo"))
        some = [e for e in candidates(game) if not isinstance(e.move, Finish)]
        self.chance.shuffle(some)
        if 0.1 <= kind < 0.3:
            locks = (e for e in some if isinstance(e.move, Cross) and e.move.text in LAST_CELLS)
            some = [*locks, *some]
        return next(
            e for e in some if kind < 0.1 or is_legal(game, e)
        ).text  # asks as few as it can

    def somebody_taps(self):
        token = self.some_token()
        seat, _ = self.plain.split(token)
        owner = self.holders[(seat or self.facts().active) - 1]
        device = self.somebody() if self.chance.random() < 0.1 else owner
        self.acts(device, token, len(self.phones[device].seen))

    def somebody(self):
        return self.chance.choice(PHONES)

    def the_roller_ends_the_roll(self):
        device = self.holders[self.facts().active - 1]
        self.acts(device, "/", len(self.phones[device].seen))

    def somebody_ends_the_roll(self):
        unseen = self.chance.randrange(4)
        self.acts(self.somebody(), "/", max(0, len(self.accepted) - unseen))

    def the_opener_goes(self):
        if not self.phones[self.opener].away:
            self.phones[self.opener].go()
        self.room.clock.forward(self.chance.choice((MINUTE - 1, MINUTE)))

    def the_end_is_taken_back(self):
        device = self.chance.choice(self.holders)
        self.acts(device, "undo", len(self.accepted))

    def somebody_finishes(self):
        device = self.somebody()
        if not self.leads(device) or self.chance.random() < 0.3:
            self.acts(device, "end", len(self.accepted))

    def the_same_comes_again(self):
        if self.last is not None:
            device, token, seen = self.last
            before = log(self.table)
            self.table.submit_request(device, Enter(entry(token), seen))
            assert log(self.table) == before

    def a_stranger_tries(self):
        seat = self.chance.randint(1, 5)
        for token in (f"{seat}:r2", f"{seat}:-", f"{seat}:undo", "/", "end", "undo"):
            answer = self.table.submit_request("stranger", Enter(entry(token), len(self.accepted)))
            assert answer is Failure.NOT_YOURS
        assert (
            self.table.submit_request("stranger", SetReady(seat, ready=True)) is Failure.NOT_ALLOWED
        )
        assert self.table.submit_request("stranger", Decline(seat, "r")) is Failure.NOT_ALLOWED
        assert (
            self.table.submit_request("stranger", DeclareLockDice("r", white=True))
            is Failure.NOT_ALLOWED
        )
        assert self.table.submit_request("stranger", StopWaiting()) is Failure.NOT_ALLOWED
        assert self.table.submit_request("stranger", Rematch()) is Failure.NOT_ALLOWED

    def a_seat_answers(self):
        device = self.somebody()
        seat = self.chance.randint(1, 5)
        if seat <= len(self.holders) and self.chance.random() < 0.8:
            device = self.holders[seat - 1]
        before = self.table.roll_answers
        refused = {
            self.table.submit_request(device, Decline(seat, self.chance.choice("rygb"))),
            self.table.submit_request(device, SetReady(seat, ready=self.chance.random() < 0.7)),
        }
        assert refused == {None if self.holds(device, seat) else Failure.NOT_ALLOWED}
        assert self.holds(device, seat) or self.table.roll_answers == before
        self.expect_the_end()

    def somebody_tells_the_dice(self):
        device = self.somebody()
        rolls = self.facts().active
        letter = self.chance.choice("rygb")
        white = self.chance.random() < 0.5
        refused = self.table.submit_request(device, DeclareLockDice(letter, white=white))
        assert refused is (None if self.holds(device, rolls) else Failure.NOT_ALLOWED)
        self.expect_the_end()

    def somebody_waits_no_longer(self):
        self.waits_no_longer(self.somebody())

    def waits_no_longer(self, device):
        facts = self.facts()
        may = self.may_end(device, facts)
        may = may or (self.nobody_is_at(facts.active) and device in self.holders)
        assert self.table.submit_request(device, StopWaiting()) is (
            None if may else Failure.NOT_ALLOWED
        )
        self.expect_the_end()

    def a_device_comes_or_goes(self):
        phone = self.phones[self.somebody()]
        if phone.away:
            phone.come(self.table)
        else:
            phone.go()

    def the_process_is_killed(self):
        before = self.table.seating
        self.table = self.room.again().known_table(before.code, self.opener)
        assert self.table.seating == before
        for phone in self.phones.values():
            phone.left = self.room.clock()
            if not phone.away:
                phone.come(self.table)

    def a_rematch(self):
        device = self.somebody()
        before = self.table.seating
        facts = self.facts()
        over = self.plain.over(facts)
        left = any(self.plain.in_the_shared_action(facts, seat) for seat in facts.crossed)
        refused = self.table.submit_request(device, Rematch())
        if not before.is_member(device):
            assert refused is Failure.NOT_ALLOWED
        elif not over or left:
            assert refused is Failure.STARTED
        else:
            assert refused is None
            assert self.table.seating.chairs == (*before.chairs[1:], before.chairs[0])
            self.holders = [*self.holders[1:], self.holders[0]]
            self.last = None
            self.begin_a_log()

    def goes_on(self):
        actions = [
            *[self.somebody_taps] * 12,
            *[self.the_roller_ends_the_roll, self.the_same_comes_again] * 2,
            *(self.the_end_is_taken_back, self.a_seat_answers, self.somebody_tells_the_dice),
            *(self.somebody_waits_no_longer, self.a_device_comes_or_goes),
            *(self.somebody_ends_the_roll, self.the_opener_goes),
            *(self.a_stranger_tries, self.the_process_is_killed),
            *(self.somebody_finishes, self.a_rematch),
        ]
        self.room.clock.forward(self.chance.choice((0, 5, 20)))
        self.chance.choice(actions)()

    # What is always so

    def check(self):
        """Accepted entries are on every phone and on the disk once, in this order."""
        assert log(self.table) == self.accepted
        assert self.room.stored_log(self.table) == self.accepted
        for phone in self.phones.values():
            assert phone.away or phone.seen == self.accepted
        assert [chair.device for chair in self.table.seating.chairs] == self.holders

    def check_the_end(self):
        """Who opened the table brings an ended game to its end; another process reads the same."""
        if self.plain.over(self.facts()):
            self.waits_no_longer(self.opener)
            assert self.facts().settled
        facts = self.facts()
        totals = [self.plain.seat_report(facts, seat)["total"] for seat in facts.crossed]
        self.the_process_is_killed()
        assert [sheet.total for sheet in self.table.opened.game.position.sheets] == totals
        self.check()


@pytest.mark.parametrize("number", range(RUNS))
def test_accepted_entries_apply_once_and_nothing_else_does(room, number):
    evening = Evening(room, number)
    for _ in range(STEPS):
        evening.goes_on()
        evening.check()
    evening.check_the_end()
