"""Evenings at online tables, as chance will have them: links break, apps die, disks are full.

Whatever happens, all phones end with the relay's log and its times. Each entry that a phone
accepted is in it once, or that phone lists it as lost; what was shown as saved stays saved.
"""

import random
from collections import Counter

from qwixx_pad.core.corrections import Change, entries_since
from qwixx_pad.core.moves import EndRoll
from qwixx_pad.multiplayer.requests import Correct, Enter, Rematch
from qwixx_pad.multiplayer.wire import THIS_DEVICE
from tests.support.legal_entries import candidates
from tests.support.multiplayer.remote_room import Phone, World

STEPS = 150


class Evening:
    """What chance does to a table."""

    def __init__(self, folder, seed, last):
        self.chance = random.Random(seed)
        layout = self.chance.choice(["classic", "classic", "big_points", "longo"])
        self.world = World(folder, last, "anna", "ben", "cleo", layout=layout).start()
        self.taken = Counter()
        self.games = set()

    def step(self):
        phone = self.chance.choice(self.world.phones)
        kinds = [self.tap, Phone.send, Phone.hear, self.cut, Phone.mend, self.again, self.other]
        (kind,) = self.chance.choices(kinds, [8, 10, 10, 0.7, 3, 0.4, 3])
        kind(phone)
        self.world.clock.forward(self.chance.choice([0, 1]))
        for each in self.world.phones:
            self.is_part_of_the_relays_log(each)

    def tap(self, phone):
        """Something that the rules accept, of a seat of one's own or for the whole table."""
        if phone.game.position.is_over and self.chance.random() < 0.3:
            phone.ask(Rematch())
        seats = phone.table.seating.seats_of(THIS_DEVICE)
        own = [e for e in candidates(phone.game) if e.seat in seats or self.for_all(e, phone)]
        self.chance.shuffle(own)
        entry = next((entry for entry in own if phone.game.entry_refusal(entry) is None), None)
        if entry is None:
            return
        before = len(phone.line)
        answer = phone.ask(Enter(entry, before))
        if answer is None:
            assert phone.line == [*phone.line[:before], entry.text]
            self.taken[entry] += entry.seat is not None

    def for_all(self, entry, phone):
        rolls = phone.game.position.active in phone.table.seating.seats_of(THIS_DEVICE)
        return isinstance(entry.move, EndRoll) and (rolls or self.chance.random() < 0.1)

    def cut(self, phone):
        phone.cut(arrives=self.chance.choice([0, 1, 1]))

    def again(self, phone):
        """The app is killed: it shows what it has shown, and knows what is not sent."""
        if not phone.disk.full:
            shown = phone.line
            unsent = phone.table.unsent
            phone.again()
            assert (phone.line, phone.table.unsent) == (shown, unsent)

    def other(self, phone):
        match self.chance.randrange(4):
            case 0:
                phone.disk.full = not phone.disk.full
            case 1:
                self.world.arrive_late()
            case 2:
                phone.tap("end")
            case 3:
                mine = [
                    e.seat in phone.table.seating.seats_of(THIS_DEVICE) for e in phone.game.applied
                ]
                if any(mine):
                    place = len(mine) - 1 - mine[::-1].index(True)
                    change = Change(place, phone.game.applied[place], None)
                    phone.ask(Correct(change, len(phone.line)))

    def is_part_of_the_relays_log(self, phone):
        self.games.add(phone.table.seating.game)
        relays = self.world.relay.log(phone.table.seating.game)
        assert phone.stored_entries() == relays[: len(phone.stored_entries())]

    def settle(self):
        """All is well again, and everything arrives."""
        for _ in range(3):
            for phone in self.world.phones:
                phone.disk.full = False
                phone.mend()
            self.world.arrive_late()
            self.world.bring()


def ends_well(evening):
    """All phones show one log. Each entry is in it once, unless its phone lists it as lost."""
    world = evening.world
    stored = Counter()
    relays = world.welcome
    for phone in world.phones:
        assert (phone.line, phone.table.unsent) == ([token for token, _ in relays["log"]], ())
        assert phone.table.seating.game == relays["game"]["id"]
    for game in evening.games:
        opened = world.relay.stored_table.open(game)
        stored += Counter(
            e for e in entries_since(opened.game, opened.corrections, 0) if e.seat is not None
        )
    lost = (each.entry for phone in world.phones for each in phone.table.lost)
    assert stored + Counter(entry for entry in lost if entry.seat) == evening.taken
    return opened.corrections


def test_every_entry_is_applied_once_or_reported_lost(tmp_path, last):
    seen = Counter()
    for seed in range(104, 108):
        evening = Evening(tmp_path / str(seed), seed, last)
        for _ in range(STEPS):
            evening.step()
        evening.settle()
        seen["corrections"] += len(ends_well(evening))
        seen["games"] += len(evening.games) - 1
        seen["taken"] += evening.taken.total()
        seen["lost"] += sum(len(phone.table.lost) for phone in evening.world.phones)
    assert min(seen.values()) > 0, seen  # chance has had it all
