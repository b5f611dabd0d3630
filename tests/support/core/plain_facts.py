"""What is true of a game after some entries, and what one cross brings with it: slow and plain.

Part of the second reading of the rules, which shares no code with the product (`plain_rules.py`).
"""

LOCKABLE = ("r", "y", "g", "b")


class Facts:
    """What is true after some entries, on sheets numbered from 1."""

    def __init__(self, sheets, *, paper=False):
        self.sheets = dict(enumerate(sheets, 1))
        self.paper = paper
        extra = ("ry", "gb", "bar", "x", "lucky")
        self.crossed = {seat: {row: [] for row in (*LOCKABLE, *extra)} for seat in self.sheets}
        self.seconds = {seat: [] for seat in self.sheets}
        self.penalties = dict.fromkeys(self.crossed, 0)
        self.pawn = dict.fromkeys(self.crossed, 0)
        self.active = 1
        self.roll = 1
        self.closed = set()
        self.pawn_home_of = None
        self.out = set()
        self.waits_for_a_cross = False
        self.settled = False
        self.a_new_roll()

    def a_new_roll(self):
        self.this_roll = dict.fromkeys(self.crossed, 0)
        self.exchanged, self.owed = set(), dict.fromkeys(self.crossed)
        self.misthrown = self.lucky = False
        self.closed_this_roll = set()

    # What can be seen on a sheet

    def furthest(self, seat, row):
        """Position of the cross furthest to the right; -1 where there is none."""
        cells = self.sheets[seat]["rows"][row]
        return max((cells.index(label) for label in self.crossed[seat][row]), default=-1)

    def is_lock(self, seat, row, label):
        sheet = self.sheets[seat]
        return label in sheet["rows"][row][-sheet["locks"] :]

    def locked(self, seat, row):
        return any(self.is_lock(seat, row, label) for label in self.crossed[seat][row])

    def counted(self, seat, row):
        """Crosses that count towards the lock."""
        mine = self.crossed[seat][row]
        numbers = [label for label in mine if label[0] != "c"]
        heavy = [label for label in mine if row + label in self.sheets[seat]["heavy"]]
        seconds = [cell for cell in self.seconds[seat] if cell[0] == row]
        return len(numbers) + len(heavy) + len(seconds)

    def crosses(self, seat, row):
        """All crosses of the row, its lock and those in an adjacent bonus row included."""
        fields = [label for label in self.crossed[seat][row] if label[0] == "c"]
        bonus = [label for two in ("ry", "gb") if row in two for label in self.crossed[seat][two]]
        lock = 1 if self.locked(seat, row) else 0
        return self.counted(seat, row) + len(fields) + len(bonus) + lock

    def needs_more(self, seat, row, label):
        lacking = self.counted(seat, row) < self.sheets[seat]["needs"]
        return self.is_lock(seat, row, label) and lacking

    def both_crossed(self, seat, kind):
        pair = self.sheets[seat]["pairs"].get(kind, [])
        return bool(pair) and all(cell[1:] in self.crossed[seat][cell[0]] for cell in pair)

    def partner(self, seat, cell):
        return self.sheets[seat]["chains"].get(cell)

    # Rule 9

    def closed_for(self, seat, made=None):
        """Rows closed for a seat that has made so many crosses in this roll."""
        if self.paper:
            return set()
        made = self.this_roll[seat] if made is None else made
        own = {row for row in LOCKABLE if self.locked(seat, row)}
        if len(self.sheets) == 1 or (seat == self.active and made > 0):
            return self.closed | own
        return (self.closed - self.closed_this_roll) | own

    # What a cross brings

    def cross(self, seat, row, label):
        """A cross of the roll and all that it forces."""
        made = self.this_roll[seat]
        self.this_roll[seat] += 1
        self.waits_for_a_cross = False
        if row in LOCKABLE and label in self.crossed[seat][row]:
            self.seconds[seat].append(row + label)
            return
        self.add_cross(seat, row, label)
        if row in LOCKABLE and not self.paper:
            self.brings(seat, row + label, made)

    def add_cross(self, seat, row, label):
        self.crossed[seat][row].append(label)
        if row in LOCKABLE and self.is_lock(seat, row, label):
            self.closed.add(row)
            self.closed_this_roll.add(row)

    def brings(self, seat, cell, made):
        sheet = self.sheets[seat]
        other = self.partner(seat, cell)
        if other and other[1:] not in self.crossed[seat][other[0]]:
            self.crossed[seat][other[0]].append(other[1:])
        if cell in sheet["boxed"]:
            self.next_of_the_bar(seat, made)
        if cell in sheet["pairs"].get("each", []) and self.both_crossed(seat, "each"):
            self.one_in_each(seat, made)
        if cell in sheet["pairs"].get("fewest", []) and self.both_crossed(seat, "fewest"):
            self.two_in_fewest(seat, made)

    def one_in_each(self, seat, made):
        """All four crosses first, then the pair that they have completed."""
        before = self.both_crossed(seat, "fewest")
        for row, label in [(row, self.may_force(seat, row, made)) for row in LOCKABLE]:
            if label:
                self.add_cross(seat, row, label)
        if self.both_crossed(seat, "fewest") and not before:
            self.two_in_fewest(seat, made)

    def may_force(self, seat, row, made):
        """The next free cell of a row; None where rule 2 or 3 forbids it."""
        cells = self.sheets[seat]["rows"][row]
        place = self.furthest(seat, row) + 1
        if row in self.closed_for(seat, made) or place == len(cells):
            return None
        return None if self.needs_more(seat, row, cells[place]) else cells[place]

    def force(self, seat, row, made):
        label = self.may_force(seat, row, made)
        if label:
            self.add_cross(seat, row, label)
            self.brings(seat, row + label, made)

    def next_of_the_bar(self, seat, made):
        crossed = [int(label) for label in self.crossed[seat]["bar"]]
        bar = self.sheets[seat]["bar"]
        for place in range(max(crossed, default=-1) + 1, len(bar)):
            if bar[place] not in self.closed_for(seat, made):
                self.crossed[seat]["bar"].append(str(place))
                self.force(seat, bar[place], made)
                return

    def fewest(self, seat, made=None):
        """The open rows with the fewest crosses."""
        closed_before = self.closed_for(seat, made)
        closed_before |= {row for row in LOCKABLE if self.locked(seat, row)}
        still_open = [row for row in LOCKABLE if row not in closed_before]
        least = min((self.crosses(seat, row) for row in still_open), default=0)
        return [row for row in still_open if self.crosses(seat, row) == least]

    def two_in_fewest(self, seat, made):
        rows = self.fewest(seat, made)
        self.owed[seat] = (rows, made) if rows else None
        if len(rows) == 1:
            self.choose(seat, rows[0])

    def choices(self, seat):
        """The tied rows in which a cross can be made."""
        rows, made = self.owed[seat] or ([], 0)
        return [row for row in rows if self.may_force(seat, row, made)]

    def why_not_chosen(self, seat, row):
        rows, made = self.owed[seat] if self.choices(seat) else ([], 0)
        if row not in rows:
            return ["not_fewest"]
        if self.may_force(seat, row, made):
            return []
        return ["closed" if row in self.closed_for(seat, made) else "needs_more"]

    def choose(self, seat, row):
        """The choice that a tie left open; `made` is what the cross before it had seen."""
        _, made = self.owed[seat]
        self.owed[seat] = None
        self.force(seat, row, made)
        self.force(seat, row, made)
