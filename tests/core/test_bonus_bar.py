"""Bonus, side A: a boxed number crosses a field of the bar, and that the next cell of a row."""

from strategies import played, refusal

from qwixx_pad.core.line import report


def sheet(line, seat=1):
    return played(line).position.sheets[seat - 1]


def crossed(line, seat=1):
    """The crossed cells of each row, as they are called."""
    seats = report(played(line), (), None)["seats"]
    rows = seats[seat - 1]["rows"].items()
    return {
        letter: " ".join(n for n, state in row["cells"].items() if state == "crossed")
        for letter, row in rows
    }


def bar(line, seat=1):
    signs = {"crossed": "X", "open": ".", "void": "v"}
    cells = report(played(line), (), None)["seats"][seat - 1]["rows"]["bar"]["cells"]
    return "".join(signs[state] for state in cells.values())


def test_a_boxed_number_crosses_the_next_field_and_the_next_cell_of_its_colour():
    assert crossed("bonus_a y5") == {"r": "2", "y": "5", "g": "", "b": "", "bar": "0"}


def test_it_is_one_entry_and_one_undo():
    assert len(played("bonus_a y5").standing) == 1
    assert sheet("bonus_a y5 undo").total == 0
    assert sheet("bonus_a y5 undo redo") == sheet("bonus_a y5")


def test_a_forced_cross_on_a_boxed_number_goes_on():
    assert crossed("bonus_a r2 r3") == {"r": "2 3 4", "y": "", "g": "", "b": "", "bar": "0"}
    assert crossed("bonus_a r5 y5") == {"r": "5 6", "y": "5 6", "g": "", "b": "", "bar": "0 1"}


def test_what_is_forced_uses_up_nothing_of_the_roll():
    assert refusal("bonus_a/2 1:y5 1:b12") is None
    assert refusal("bonus_a/2 1:y5 1:b12 1:b11") == "roll_used_up"


def test_fields_of_a_closed_colour_are_void_and_passed_over():
    assert bar("bonus_a r#") == "v....v..v..."
    assert crossed("bonus_a r# y5") == {"r": "", "y": "5 6", "g": "", "b": "", "bar": "1"}


def test_a_row_locked_in_this_roll_is_open_for_the_first_cross_and_void_for_the_second():
    locked = "bonus_a/2 2:r2 / 2:r4 / 2:r5 / 2:r7 / 2:r8 / / 2:r12"
    assert bar(locked) == "............"
    assert crossed(f"{locked} 1:y5")["r"] == "2"
    second = f"{locked} 1:b12"
    assert bar(second) == "v....v..v..."
    assert (crossed(f"{second} 1:y5")["r"], crossed(f"{second} 1:y5")["y"]) == ("", "5 6")


def test_a_forced_cross_that_the_lock_forbids_does_not_happen_and_its_field_is_spent():
    assert crossed("bonus_a r11 y5") == {"r": "11", "y": "5", "g": "", "b": "", "bar": "0"}


def test_a_forced_cross_may_lock_a_row():
    assert played("bonus_a r2 r4 r5 r7 r11 y5").position.closed == {"r"}
    assert bar("bonus_a r2 r4 r5 r7 r11 y5") == "X....v..v..."


def test_a_lock_that_was_forced_closes_the_row_at_the_table():
    ready = "bonus_a/2 1:r2 / 1:r4 / 1:r5 / 1:r7 / 1:r11 / 1:y5"
    assert played(ready).position.closed == {"r"}


def test_the_bar_brings_no_points_of_its_own():
    assert sheet("bonus_a y5").total == 2
