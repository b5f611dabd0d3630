"""The rules once more: slow, plain, and written from the contract alone.

It shares no code with the product and keeps nothing but the words that stand. Whatever it wants
to know it finds by walking through all of them from the first one, so there is no state that
could have been carried wrongly. Where several refusals hold it collects all of them and then
picks the first in the contract's order.
"""

import re

UPWARDS, DOWNWARDS = list(range(2, 13)), list(range(12, 1, -1))
ROWS = {"r": UPWARDS, "y": UPWARDS, "g": DOWNWARDS, "b": DOWNWARDS}
ORDER = [
    *("syntax", "no_such_seat", "no_such_cell", "over", "not_active", "crossed_this_roll"),
    *("roll_used_up", "crossed", "closed", "passed", "needs_more"),
    *("no_penalty_left", "nothing_to_undo", "nothing_to_redo", "backwards"),
]
WHOLE_WORDS = {"-", "/", "end", "undo", "redo", "@!", "out", "in"}
OF_THE_TABLE = {"/", "end", "out", "in"}
"""Words that no undo of a seat takes back."""
NUMBER = "(0|[1-9][0-9]*)"
OTHER_WORDS = re.compile(f"[rygb]{NUMBER}|[rygb]#|@{NUMBER}|(ry|gb|x){NUMBER}|[lp][rygb]")


class Facts:
    """What is true after some entries."""

    def __init__(self, seats):
        self.crossed = {seat: {row: [] for row in ROWS} for seat in range(1, seats + 1)}
        self.penalties = dict.fromkeys(self.crossed, 0)
        self.extra = dict.fromkeys(self.crossed, 0)
        self.this_roll = dict.fromkeys(self.crossed, 0)
        self.active, self.roll, self.misthrown = 1, 1, False
        self.closed, self.closed_this_roll = set(), set()
        self.pawn_home_of = None
        self.out = set()
        self.waits_for_a_cross = False
        self.declared = self.settled = False


class PlainGame:
    """A game of the classic sheet or On Board."""

    def __init__(self, head):
        self.layout, seats, option = re.fullmatch(r"(\w+)(?:/(\d))?(\+finish-turn)?", head).groups()
        self.seats = int(seats or 1)
        self.finish_turn = option is not None and self.seats > 1
        self.on_board = self.layout == "on_board"
        self.standing = []
        self.taken_back = []

    # What stands, walked through from the first word

    def facts(self, entries):
        facts = Facts(self.seats)
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
            facts.extra[seat] = int(word[1:])
        elif word[1] == "#":
            facts.closed.add(word[0])
            facts.waits_for_a_cross = len(facts.closed) == 2
        else:
            self.crosses(facts, seat, word[0], int(word[1:]))

    def crosses(self, facts, seat, row, number):
        facts.crossed[seat][row].append(number)
        facts.this_roll[seat] += 1
        facts.waits_for_a_cross = False
        if number == ROWS[row][-1]:
            facts.closed.add(row)
            if self.seats > 1:
                facts.closed_this_roll.add(row)

    def roll_or_game_ends(self, facts, word):
        if self.over(facts) or word == "end":
            facts.declared = facts.settled = True
            return
        idle = not facts.this_roll[facts.active] and not facts.misthrown
        if idle and facts.active not in facts.out:
            facts.penalties[facts.active] += 1
        if 4 in facts.penalties.values() or len(facts.closed) >= 2:
            facts.declared = facts.settled = True
            return
        self.turn_passes(facts)

    def turn_passes(self, facts):
        """From chair to chair, on over those who are out; it ends where the first pawn waits."""
        seat = facts.active
        while True:
            seat = seat % self.seats + 1
            if seat == facts.pawn_home_of:
                facts.declared = facts.settled = True
                return
            if seat not in facts.out:
                break
        facts.roll += 1
        facts.active = seat
        facts.this_roll = dict.fromkeys(facts.crossed, 0)
        facts.misthrown, facts.closed_this_roll = False, set()

    def closing_ended(self, facts):
        return len(facts.closed) >= 2 and not self.finish_turn

    def over(self, facts):
        return facts.declared or 4 in facts.penalties.values() or self.closing_ended(facts)

    # What is refused, and why

    def refusal(self, token):
        return self.refusal_after(self.standing, token)

    def refusal_after(self, entries, token):
        reasons = set(self.reasons(entries, token))
        return min(reasons, key=ORDER.index) if reasons else None

    def reasons(self, entries, token):
        seat, word = self.split(token)
        facts = self.facts(entries)
        if self.misspelt(seat, word, ended=self.over(facts)):
            return ["syntax"]
        if seat is not None and not 1 <= seat <= self.seats:
            return ["no_such_seat"]
        if word in ("/", "end"):
            return ["over"] if facts.settled else []
        if word in ("out", "in"):
            return self.reasons_against_leaving(facts, seat, word)
        if word in ("undo", "redo"):
            return self.reasons_against_turning_back(entries, seat, word)
        return self.reasons_on_the_sheet(facts, seat or 1, word)

    def reasons_on_the_sheet(self, facts, seat, word):
        if not self.printed(word):
            return ["no_such_cell"]
        if word[1:] == "#":
            return self.reasons_against_closing(facts, word[0])
        if word[0] in ROWS:
            return self.reasons_against_cross(facts, seat, word[0], int(word[1:]))
        return self.reasons_against_the_rest(facts, seat, word)

    @staticmethod
    def split(token):
        found = re.fullmatch(f"{NUMBER}:(.*)", token)
        return (int(found[1]), found[2]) if found else (None, token)

    def misspelt(self, seat, word, *, ended):
        if word not in WHOLE_WORDS and not OTHER_WORDS.fullmatch(word):
            return True
        if word in ("/", "end"):
            alone = self.seats == 1
            return seat is not None or (word == "/" and alone and not ended)
        if self.seats == 1:
            return word in ("out", "in")
        return word[1:] == "#" or (seat is None and word not in ("undo", "redo"))

    def printed(self, word):
        if word[0] == "@":
            return self.on_board and (word == "@!" or int(word[1:]) <= 20)
        if word == "-" or word[1:] == "#":
            return True
        return word[0] in ROWS and word[1:].isdigit() and int(word[1:]) in ROWS[word[0]]

    def reasons_against_leaving(self, facts, seat, word):
        if self.over(facts):
            yield "over"
        if word == "out" and facts.out | {seat} == set(facts.crossed):
            yield "not_active"

    def reasons_against_closing(self, facts, row):
        if self.over(facts):
            yield "over"
        if row in facts.closed:
            yield "closed"

    def reasons_against_cross(self, facts, seat, row, number):
        mine, cells = facts.crossed[seat][row], ROWS[row]
        if self.over(facts) and not self.in_the_shared_action(facts, seat):
            yield "over"
        if seat in facts.out:
            yield "not_active"
        if self.seats > 1 and facts.this_roll[seat] >= self.crosses_allowed(facts, seat):
            yield "roll_used_up"
        if number in mine:
            yield "crossed"
        if row in self.closed_for(facts, seat):
            yield "closed"
        if any(cells.index(number) < cells.index(old) for old in mine):
            yield "passed"
        if number == cells[-1] and len(mine) < 5:
            yield "needs_more"

    def crosses_allowed(self, facts, seat):
        if seat != facts.active:
            return 1
        if facts.misthrown:
            return 0
        return 3 if self.on_board else 2

    def in_the_shared_action(self, facts, seat):
        if self.seats == 1:
            return facts.waits_for_a_cross and not facts.declared
        idle = not facts.this_roll[seat] and self.crosses_allowed(facts, seat) > 0
        by_penalty = 4 in facts.penalties.values()
        ended = self.closing_ended(facts) and not by_penalty and not facts.declared
        return idle and ended and seat not in facts.out

    def closed_for(self, facts, seat):
        own = {row for row, cells in ROWS.items() if cells[-1] in facts.crossed[seat][row]}
        second = seat == facts.active and facts.this_roll[seat] > 0
        return facts.closed if second else (facts.closed - facts.closed_this_roll) | own

    def reasons_against_the_rest(self, facts, seat, word):
        if self.over(facts):
            yield "over"
        if self.seats > 1 and (seat != facts.active or seat in facts.out):
            yield "not_active"
        if word == "-" and self.seats > 1:
            if facts.this_roll[seat]:
                yield "crossed_this_roll"
            if facts.misthrown:
                yield "roll_used_up"
        if word == "-" and facts.penalties[seat] >= 4:
            yield "no_penalty_left"
        if word not in ("-", "@!") and int(word[1:]) < facts.extra[seat]:
            yield "backwards"

    # Taking back and entering again

    def of_this_roll(self):
        """Indices of the entries behind the last `/`."""
        slashes = [i for i, (_, word) in enumerate(self.standing) if word == "/"]
        return range(slashes[-1] + 1 if slashes else 0, len(self.standing))

    def to_take_back(self, seat):
        if seat is None or self.seats == 1:
            return len(self.standing) - 1 if self.standing else None
        mine = [i for i in self.of_this_roll() if self.standing[i][0] == seat]
        mine = [i for i in mine if self.standing[i][1] not in OF_THE_TABLE]
        return mine[-1] if mine else None

    def to_enter_again(self, seat):
        if seat is None or self.seats == 1:
            return len(self.taken_back) - 1 if self.taken_back else None
        waiting = enumerate(self.taken_back)
        mine = [i for i, (of, word, _) in waiting if of == seat and word not in OF_THE_TABLE]
        roll = self.facts(self.standing).roll
        return mine[-1] if mine and self.taken_back[mine[-1]][2] == roll else None

    def reasons_against_turning_back(self, entries, seat, word):
        if word == "undo":
            return ["nothing_to_undo"] if self.to_take_back(seat) is None else []
        if seat in self.facts(entries).out:
            return ["not_active"]
        index = self.to_enter_again(seat)
        if index is None:
            return ["nothing_to_redo"]
        owner, again, _ = self.taken_back[index]
        if self.with_again(owner, again) is not None:
            return []
        return self.reasons(entries, again if owner is None else f"{owner}:{again}")

    def with_again(self, seat, word):
        """All that stands with this entry as late in its roll as makes every entry legal."""
        earliest = len(self.standing)
        if word not in OF_THE_TABLE:
            mine = [i for i in self.of_this_roll() if self.standing[i][0] == seat]
            earliest = mine[-1] + 1 if mine else self.of_this_roll().start
        for place in range(len(self.standing), earliest - 1, -1):
            tried = [*self.standing[:place], (seat, word), *self.standing[place:]]
            if all(self.legal_in(tried, i) for i in range(place, len(tried))):
                return tried
        return None

    def legal_in(self, entries, index):
        seat, word = entries[index]
        token = word if seat is None else f"{seat}:{word}"
        return self.refusal_after(entries[:index], token) is None

    def enter(self, token):
        """Let a legal token stand."""
        seat, word = self.split(token)
        if word == "undo":
            index = self.to_take_back(seat)
            roll = self.facts(self.standing[:index]).roll
            self.taken_back.append((*self.standing.pop(index), roll))
        elif word == "redo":
            index = self.to_enter_again(seat)
            owner, word, _ = self.taken_back[index]
            self.standing = self.with_again(owner, word)
            del self.taken_back[index]
        else:
            owner = None if word in ("/", "end") else seat or 1
            self.taken_back = [back for back in self.taken_back if self.outlives(back, owner, word)]
            self.standing.append((owner, word))

    def outlives(self, back, owner, word):
        """Whether what was taken back can still come back once a word has been entered."""
        if word in ("out", "in"):
            return True
        if self.seats == 1 or owner is None:
            return False
        return back[0] != owner or back[1] in OF_THE_TABLE

    # What is printed

    def report(self, refused=None):
        facts = self.facts(self.standing)
        return {
            "layout": self.layout,
            "over": self.over(facts),
            "active": facts.active if self.seats > 1 else None,
            "roll": facts.roll,
            "closed": [row for row in ROWS if row in facts.closed],
            "refused": refused,
            "seats": [self.seat_report(facts, seat) for seat in facts.crossed],
        }

    def seat_report(self, facts, seat):
        rows = {row: self.row_report(facts, seat, row) for row in ROWS}
        points = sum(row["points"] for row in rows.values())
        return {
            "penalties": facts.penalties[seat],
            "extra": facts.extra[seat],
            "total": points + facts.extra[seat] - 5 * facts.penalties[seat],
            "out": seat in facts.out,
            "can_undo": self.refusal(f"{seat}:undo") is None,
            "can_redo": self.refusal(f"{seat}:redo") is None,
            "rows": rows,
        }

    def row_report(self, facts, seat, row):
        mine, cells = facts.crossed[seat][row], ROWS[row]
        locked = cells[-1] in mine
        crosses = len(mine) + (1 if locked else 0)
        furthest = max((cells.index(number) for number in mine), default=-1)
        states = {}
        for place, number in enumerate(cells):
            left_over = "closed" if row in facts.closed else "open"
            states[str(number)] = "skipped" if place < furthest else left_over
            if number in mine:
                states[str(number)] = "crossed"
        points = sum(range(1, crosses + 1))
        return {"crosses": crosses, "points": points, "locked": locked, "cells": states}


def replayed(line):
    """What `replay` has to print for a line with a known head, by the plain rules."""
    head, *tokens = line.split()
    game = PlainGame(head)
    for at, token in enumerate(tokens):
        reason = game.refusal(token)
        if reason is not None:
            return game.report({"at": at, "token": token, "reason": reason})
        game.enter(token)
    return game.report()
