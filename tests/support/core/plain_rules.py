"""The rules once more: slow, plain, and written from `docs/rules.md` alone.

It shares no code with the product and keeps nothing but the words that stand. Whatever it wants
to know it finds by walking through all of them from the first one, so there is no state that
could have been carried wrongly. Where several refusals hold it collects all of them and then
picks the first in the page's order. The sheets are in `plain_sheets.py`, what entries come to
in `plain_table.py`, what a cross brings in `plain_facts.py`, what is printed in `plain_report.py`.
"""

import re

from tests.support.core.plain_facts import LOCKABLE
from tests.support.core.plain_report import seat_report
from tests.support.core.plain_table import CROSS, NUMBER, PlainTable, row_and_label

ORDER = [
    *("syntax", "no_such_seat", "no_such_cell", "over", "not_active", "crossed_this_roll"),
    *("roll_used_up", "crossed", "closed", "passed", "needs_more"),
    *("no_penalty_left", "nothing_to_undo", "nothing_to_redo", "no_neighbour", "used"),
    *("not_fewest", "backwards"),
]
WHOLE_WORDS = {"-", "/", "end", "undo", "redo", "@!", "out", "in", "lucky"}
OTHER_WORDS = re.compile(f"[rygb]#|@{NUMBER}|x{NUMBER}|[lp][rygb]|w([2-9]|1[0-2])")


def of_the_table(word):
    """Whether no undo of a seat takes this word back."""
    return word in {"/", "end", "out", "in"} or word[0] == "w"


class PlainGame(PlainTable):
    """A game on sheets of the family, one a seat."""

    def __init__(self, head):
        super().__init__(head)
        self.applied = []
        self.taken_back = []

    # What is refused, and why

    def refusal(self, token):
        return self.refusal_after(self.applied, token)

    def refusal_after(self, entries, token):
        reasons = set(self.reasons(entries, token))
        return min(reasons, key=ORDER.index) if reasons else None

    def reasons(self, entries, token):
        seat, word = self.split(token)
        facts = self.facts(entries)
        if self.misspelt(seat, word):
            return ["syntax"]
        if seat is not None and not 1 <= seat <= self.seats:
            return ["no_such_seat"]
        if word in ("/", "end"):
            return ["over"] if facts.settled else []
        if of_the_table(word):
            return self.reasons_against_a_notice(facts, seat, word)
        if word in ("undo", "redo"):
            return self.reasons_against_turning_back(entries, seat, word)
        return self.reasons_on_the_sheet(facts, seat or 1, word)

    def reasons_on_the_sheet(self, facts, seat, word):
        if not self.printed(facts.sheets[seat], word):
            return ["no_such_cell"]
        reasons = [*self.reasons_of_the_roll(facts, seat, word)]
        if not {"over", "not_active"} & {*reasons}:
            reasons += self.the_rest(facts, seat, word)
            if word[0] != "p" and self.choice_waits(facts, seat):
                return ["not_fewest"]
        return reasons

    def choice_waits(self, facts, seat):
        """Whether a seat has to choose a row next; after the end if another seat has ended it."""
        may = not facts.settled and seat not in facts.out
        return may and facts.choices(seat) != []

    def the_rest(self, facts, seat, word):
        if CROSS.fullmatch(word):
            row, label = row_and_label(word)
            if row in LOCKABLE:
                return self.reasons_against_cross(facts, seat, row, label)
            return self.reasons_against_bonus(facts, seat, row, label)
        if word[0] == "l" and word != "lucky":
            return self.reasons_against_next(facts, seat, word[1])
        if word[0] == "p":
            return facts.why_not_chosen(seat, word[1])
        if word[1:] == "#":
            return ["closed"] if word[0] in facts.closed else []
        return self.reasons_of_boxes(facts, seat, word)

    @staticmethod
    def split(token):
        found = re.fullmatch(f"{NUMBER}:(.*)", token)
        return (int(found[1]), found[2]) if found else (None, token)

    def misspelt(self, seat, word):
        known = (CROSS.fullmatch(word), OTHER_WORDS.fullmatch(word))
        if word not in WHOLE_WORDS and not any(known):
            return True
        if self.paper and (word in ("/", "out", "in", "@!") or word[1:] == "#"):
            return True
        if word[0] == "w":
            return seat is not None or self.seats == 1
        if word in ("/", "end"):
            return seat is not None or (word == "/" and self.seats == 1)
        if self.seats == 1:
            return word in ("out", "in")
        return word[1:] == "#" or (seat is None and word not in ("undo", "redo"))

    def printed(self, sheet, word):
        if CROSS.fullmatch(word):
            row, label = row_and_label(word)
            return label in {**sheet["rows"], **sheet["bonus"]}.get(row, [])
        if word[0] == "@":
            return sheet["board"] and (word == "@!" or int(word[1:]) <= 20)
        if word == "lucky":
            return sheet["track"] != []
        if word[0] == "x":
            return int(word[1:]) < sheet["exchanges"]
        if word[0] == "l":
            return sheet["lucky_numbers"]
        return word[0] != "p" or "fewest" in sheet["pairs"]

    def reasons_against_a_notice(self, facts, seat, word):
        """Against a seat that goes out or comes in, and against the white dice."""
        if self.over(facts):
            yield "over"
        if word == "out" and facts.out | {seat} == set(facts.crossed):
            yield "not_active"
        if word == "in" and self.choice_waits(facts, seat):
            yield "not_fewest"

    def reasons_of_the_roll(self, facts, seat, word):
        """What the game and the roll have against an entry of a seat, whatever its cell."""
        crosses = CROSS.fullmatch(word) or (word[0] == "l" and word != "lucky")
        last = crosses and self.in_the_shared_action(facts, seat)
        chosen = word[0] == "p" and self.choice_waits(facts, seat)
        if self.over(facts) and not (last or chosen):
            yield "over"
        if seat in facts.out:
            yield "not_active"
        if self.rolls:
            yield from self.reasons_at_the_table(facts, seat, word, crosses=bool(crosses))

    def reasons_at_the_table(self, facts, seat, word, *, crosses):
        mine = facts.this_roll[seat]
        misthrown = facts.misthrown and seat == facts.active
        if seat != facts.active and word[0] in "-@l" and not crosses:
            yield "not_active"
        if crosses and mine >= self.crosses_allowed(facts, seat):
            yield "roll_used_up"
        if word == "-" and (mine or facts.lucky):
            yield "crossed_this_roll"
        if word in ("-", "lucky") and (misthrown or facts.lucky or mine):
            yield "roll_used_up"
        if word[0] == "x" and (mine or misthrown or seat in facts.exchanged):
            yield "roll_used_up"

    def reasons_against_cross(self, facts, seat, row, label):
        mine = facts.crossed[seat][row]
        cells = facts.sheets[seat]["rows"][row]
        furthest = facts.furthest(seat, row)
        if label in mine and not self.second(facts, seat, row, label):
            yield "crossed"
        if row in facts.closed_for(seat) or self.right_of_a_lock(facts, seat, row, label):
            yield "closed"
        partner = facts.partner(seat, row + label)
        linked = self.paper and partner and partner[1:] in facts.crossed[seat][partner[0]]
        if cells.index(label) < furthest and not linked:
            yield "passed"
        if facts.needs_more(seat, row, label):
            yield "needs_more"

    @staticmethod
    def right_of_a_lock(facts, seat, row, label):
        cells = facts.sheets[seat]["rows"][row]
        left = cells[: cells.index(label)]
        return any(facts.is_lock(seat, row, old) for old in facts.crossed[seat][row] if old in left)

    def second(self, facts, seat, row, label):
        """Whether this can be the second cross on the row's last crossed number."""
        cells = facts.sheets[seat]["rows"][row]
        once = row + label not in facts.seconds[seat]
        newest = cells.index(label) == facts.furthest(seat, row)
        return facts.sheets[seat]["twice"] and once and newest and label != cells[-1]

    def reasons_against_bonus(self, facts, seat, row, label):
        mine = facts.crossed[seat][row]
        cells = facts.sheets[seat]["bonus"][row]
        if label in mine:
            yield "crossed"
        if any(cells.index(label) < cells.index(old) for old in mine):
            yield "passed"
        if not any(label in facts.crossed[seat][neighbour] for neighbour in row):
            yield "no_neighbour"

    def reasons_against_next(self, facts, seat, row):
        cells = facts.sheets[seat]["rows"][row]
        place = facts.furthest(seat, row) + 1
        if row in facts.closed_for(seat) or facts.locked(seat, row):
            yield "closed"
        elif facts.needs_more(seat, row, cells[place]):
            yield "needs_more"
        if row not in facts.fewest(seat):
            yield "not_fewest"

    def crosses_allowed(self, facts, seat):
        if seat != facts.active:
            return 1
        if facts.misthrown or facts.lucky:
            return 0
        return facts.sheets[seat]["crosses"]

    def in_the_shared_action(self, facts, seat):
        if self.paper:
            return False
        if self.seats == 1:
            return facts.waits_for_a_cross and not facts.settled
        idle = not facts.this_roll[seat] and self.crosses_allowed(facts, seat) > 0
        ended = self.over(facts) and not facts.settled
        return idle and ended and seat not in facts.out

    def reasons_of_boxes(self, facts, seat, word):
        """Penalties, pawn, track and exchanges."""
        if word == "-" and facts.penalties[seat] >= 4:
            yield "no_penalty_left"
        moves = word[0] == "@" and word != "@!" and not self.paper
        if moves and int(word[1:]) < facts.pawn[seat]:
            yield "backwards"
        if word == "lucky" and len(facts.crossed[seat]["lucky"]) == 4:
            yield "used"
        if word[0] == "x" and any(int(word[1:]) <= int(old) for old in facts.crossed[seat]["x"]):
            yield "used"

    # Taking back and entering again

    def of_this_roll(self):
        """Indices of the entries behind the last `/`."""
        slashes = [i for i, (_, word) in enumerate(self.applied) if word == "/"]
        return range(slashes[-1] + 1 if slashes else 0, len(self.applied))

    def to_take_back(self, seat):
        if seat is None or self.seats == 1:
            return len(self.applied) - 1 if self.applied else None
        mine = [i for i in self.of_this_roll() if self.applied[i][0] == seat]
        return max((i for i in mine if not of_the_table(self.applied[i][1])), default=None)

    def to_enter_again(self, seat):
        if seat is None or self.seats == 1:
            return len(self.taken_back) - 1 if self.taken_back else None
        waiting = enumerate(self.taken_back)
        mine = [i for i, (of, word, _) in waiting if of == seat and not of_the_table(word)]
        roll = self.facts(self.applied).roll
        return mine[-1] if mine and self.taken_back[mine[-1]][2] == roll else None

    def reasons_against_turning_back(self, entries, seat, word):
        if word == "undo":
            index = self.to_take_back(seat)
            gone = index is None or not self.leaves_all_legal(index)
            return ["nothing_to_undo"] if gone else []
        if seat in self.facts(entries).out:
            return ["not_active"]
        index = self.to_enter_again(seat)
        if index is None:
            of_it = seat is not None or self.seats == 1
            waits = of_it and self.choice_waits(self.facts(entries), seat or 1)
            return ["not_fewest" if waits else "nothing_to_redo"]
        owner, again, _ = self.taken_back[index]
        if self.with_again(owner, again) is not None:
            return []
        return self.reasons(entries, again if owner is None else f"{owner}:{again}")

    def with_again(self, seat, word):
        """The log with this entry as late in its roll as makes every entry legal."""
        earliest = len(self.applied)
        if not of_the_table(word):
            mine = [i for i in self.of_this_roll() if self.applied[i][0] == seat]
            earliest = mine[-1] + 1 if mine else self.of_this_roll().start
        for place in range(len(self.applied), earliest - 1, -1):
            tried = [*self.applied[:place], (seat, word), *self.applied[place:]]
            if all(self.legal_in(tried, i) for i in range(place, len(tried))):
                return tried
        return None

    def leaves_all_legal(self, index):
        """Whether all that was entered later stays legal without this entry."""
        left = [*self.applied[:index], *self.applied[index + 1 :]]
        return all(self.legal_in(left, i) for i in range(index, len(left)))

    def legal_in(self, entries, index):
        seat, word = entries[index]
        token = word if seat is None else f"{seat}:{word}"
        return self.refusal_after(entries[:index], token) is None

    def enter(self, token):
        """Let a legal token stand."""
        seat, word = self.split(token)
        if word == "undo":
            index = self.to_take_back(seat)
            roll = self.facts(self.applied[:index]).roll
            self.taken_back.append((*self.applied.pop(index), roll))
        elif word == "redo":
            index = self.to_enter_again(seat)
            owner, word, _ = self.taken_back[index]
            self.applied = self.with_again(owner, word)
            del self.taken_back[index]
        else:
            owner = None if word in ("/", "end") or word[0] == "w" else seat or 1
            self.taken_back = [back for back in self.taken_back if self.outlives(back, owner, word)]
            self.applied.append((owner, word))

    def outlives(self, back, owner, word):
        """Whether what was taken back can still come back once a word has been entered."""
        if word in ("out", "in") or word[0] == "w":
            return True
        if self.seats == 1 or owner is None:
            return False
        return back[0] != owner or of_the_table(back[1])

    # What is printed

    def report(self, refused=None):
        facts = self.facts(self.applied)
        return {
            "layout": self.layout,
            "over": self.over(facts),
            "active": facts.active if self.rolls else None,
            "roll": facts.roll,
            "closed": [row for row in LOCKABLE if row in facts.closed],
            "refused": refused,
            "seats": [self.seat_report(facts, seat) for seat in facts.crossed],
        }

    def seat_report(self, facts, seat):
        can = {f"can_{word}": self.refusal(f"{seat}:{word}") is None for word in ("undo", "redo")}
        return {**seat_report(facts, seat), **can}


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
