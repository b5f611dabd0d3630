"""What `replay` prints of one seat, from the plain facts."""

from tests.support.core.plain_facts import LOCKABLE


def sum_to(number):
    return sum(range(1, number + 1))


def seat_report(facts, seat):
    sheet = facts.sheets[seat]
    rows = {row: row_report(facts, seat, row) for row in LOCKABLE}
    if facts.both_crossed(seat, "lowest"):
        lowest = min(rows.values(), key=lambda row: row["points"])
        lowest["points"] *= 2
    extra = extra_points(facts, seat)
    points = sum(row["points"] for row in rows.values()) + extra
    if not facts.both_crossed(seat, "waived"):
        points -= 5 * facts.penalties[seat]
    for row, cells in sheet["bonus"].items():
        rows[row] = extra_row(ordered(cells, facts.crossed[seat][row], "skipped"))
    return {
        "penalties": facts.penalties[seat],
        "extra": extra,
        "total": points,
        "out": seat in facts.out,
        "rows": {**rows, **boxes(facts, seat)},
    }


def extra_points(facts, seat):
    sheet = facts.sheets[seat]
    mine = facts.crossed[seat]
    steps = [cell for cell in sheet["steps"] if cell[1:] in mine[cell[0]]]
    lucky = [0, *sheet["track"]][len(mine["lucky"])]
    plus = 13 if facts.both_crossed(seat, "plus_13") else 0
    return facts.pawn[seat] + sum_to(len(steps)) + lucky + plus


def row_report(facts, seat, row):
    crosses = facts.crosses(seat, row)
    return {
        "crosses": crosses,
        "points": sum_to(min(crosses, facts.sheets[seat]["cap"])),
        "locked": facts.locked(seat, row),
        "cells": states(facts, seat, row),
    }


def states(facts, seat, row):
    cells = facts.sheets[seat]["rows"][row]
    mine = facts.crossed[seat][row]
    left_over = "closed" if row in facts.closed and not facts.paper else "open"
    left_over = "skipped" if facts.locked(seat, row) else left_over
    found = ordered(cells, mine, "skipped", left_over)
    twice = facts.seconds[seat] + facts.sheets[seat]["heavy"]
    return {
        label: "doubled" if state == "crossed" and row + label in twice else state
        for label, state in found.items()
    }


def ordered(cells, mine, passed, left_over="open"):
    furthest = max((cells.index(label) for label in mine), default=-1)
    found = {}
    for place, label in enumerate(cells):
        found[label] = passed if place < furthest else left_over
        if label in mine:
            found[label] = "crossed"
    return found


def extra_row(cells):
    crosses = [state for state in cells.values() if state == "crossed"]
    return {"crosses": len(crosses), "points": 0, "locked": False, "cells": cells}


def boxes(facts, seat):
    sheet = facts.sheets[seat]
    mine = facts.crossed[seat]
    found = {}
    pairs = [str(place) for place in range(sheet["exchanges"])]
    track = [str(place) for place in range(len(sheet["track"]))]
    if sheet["bar"]:
        found["bar"] = extra_row(bar(facts, seat))
    if pairs:
        found["x"] = extra_row(ordered(pairs, mine["x"], "skipped"))
    if track:
        found["lucky"] = extra_row(ordered(track, mine["lucky"], "skipped"))
    return found


def bar(facts, seat):
    own = {row for row in LOCKABLE if facts.locked(seat, row)}
    found = {}
    closed_before = facts.closed_for(seat) | own
    for place, color in enumerate(facts.sheets[seat]["bar"]):
        found[str(place)] = "void" if color in closed_before else "open"
        if str(place) in facts.crossed[seat]["bar"]:
            found[str(place)] = "crossed"
    return found
