"""The head of a line, and what its entries come to: walked through from the first one.

Part of the second reading of the rules (`plain_rules.py`).
"""

import re

from tests.support.core.plain_facts import Facts
from tests.support.core.plain_sheets import plain_sheet

NUMBER = "(0|[1-9][0-9]*)"
CROSS = re.compile(f"(ry|gb|c?[rygb]){NUMBER}")
HEAD = re.compile(r"([^/+]+)(?:/(\d))?(?:\+(finish-turn|paper))?")


def row_and_label(word):
    """The place of a cross: `r5` is 5 in r, `cr0` is c0 in r, `ry5` is 5 in ry."""
    row, number = CROSS.fullmatch(word).groups()
    return (row[1:], "c" + number) if row[0] == "c" else (row, number)


class PlainTable:
    """What happens at a table, one entry after the other."""

    def __init__(self, head):
        self.layout, seats, option = HEAD.fullmatch(head).groups()
        self.seats = int(seats or 1)
        self.finish_turn = option == "finish-turn" and self.seats > 1
        self.paper = option == "paper"
        self.rolls = self.seats > 1 and not self.paper
        names = self.layout.split(",")
        names = names if len(names) == self.seats else names * self.seats
        self.sheets = [plain_sheet(name) for name in names]

    # The log, read from the first entry

    def facts(self, entries):
        facts = Facts(self.sheets, paper=self.paper)
        for seat, word in entries:
            self.happens(facts, seat, word)
        return facts

    def happens(self, facts, seat, word):
        if word in ("/", "end"):
            self.roll_or_game_ends(facts, word)
        elif word in ("out", "in"):
            facts.out = facts.out | {seat} if word == "out" else facts.out - {seat}
        elif word == "-":
            facts.penalties[seat] += 1
            facts.misthrown = True
        elif word == "@!":
            facts.pawn_home_of = facts.pawn_home_of or seat
        elif word[0] == "@":
            facts.pawn[seat] = int(word[1:])
        elif word[1:] == "#":
            facts.closed.add(word[0])
            facts.waits_for_a_cross = len(facts.closed) == 2
        else:
            ended = self.over(facts)
            self.is_crossed(facts, seat, word)
            if self.over(facts) and not ended:  # no other seat's lock
                facts.owed[seat] = None

    def is_crossed(self, facts, seat, word):
        if word == "lucky":
            facts.crossed[seat]["lucky"].append(str(len(facts.crossed[seat]["lucky"])))
            facts.lucky = True
        elif word[0] == "x":
            facts.crossed[seat]["x"].append(word[1:])
            facts.exchanged.add(seat)
        elif word[0] == "p":
            facts.choose(seat, word[1])
        elif word[0] == "l":
            cells = facts.sheets[seat]["rows"][word[1]]
            facts.cross(seat, word[1], cells[facts.furthest(seat, word[1]) + 1])
        elif word[0] != "w":
            facts.cross(seat, *row_and_label(word))

    def roll_or_game_ends(self, facts, word):
        if word == "/":
            facts.closed_this_roll = set()
        if self.over(facts) or word == "end":
            facts.settled = True
            return
        idle = not (facts.this_roll[facts.active] or facts.misthrown or facts.lucky)
        if idle and facts.active not in facts.out:
            facts.penalties[facts.active] += 1
        if 4 in facts.penalties.values() or len(facts.closed) >= 2:
            facts.settled = True
            return
        self.turn_passes(facts)

    def turn_passes(self, facts):
        """From chair to chair, on over those who are out; it ends where the first pawn waits."""
        seat = facts.active
        while True:
            seat = seat % self.seats + 1
            if seat == facts.pawn_home_of:
                facts.settled = True
                return
            if seat not in facts.out:
                break
        facts.roll += 1
        facts.active = seat
        facts.a_new_roll()

    def closing_ended(self, facts):
        return len(facts.closed) >= 2 and not self.finish_turn and not self.paper

    def over(self, facts):
        by_penalties = 4 in facts.penalties.values() and not self.paper
        return facts.settled or by_penalties or self.closing_ended(facts)
