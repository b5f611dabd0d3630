"""Bonus, side A: a boxed number crosses a field of the bar, and that the next cell of a row."""

from asked import crossed, position, row, sheet


def bar(line):
    signs = {"crossed": "X", "open": ".", "void": "v"}
    return "".join(signs[state] for state in row(line, "bar")["cells"].values())


def test_a_boxed_number_crosses_the_next_field_and_the_next_cell_of_its_colour():
    assert crossed("bonus_a y5") == {"r": "2", "y": "5", "g": "", "b": "", "bar": "0"}
    assert sheet("bonus_a y5").total == 2


def test_a_forced_cross_on_a_boxed_number_goes_on():
    assert crossed("bonus_a r2 r3") == {"r": "2 3 4", "y": "", "g": "", "b": "", "bar": "0"}
    assert crossed("bonus_a r5 y5") == {"r": "5 6", "y": "5 6", "g": "", "b": "", "bar": "0 1"}


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


def test_a_forced_cross_may_lock_a_row_for_everybody():
    assert bar("bonus_a r2 r4 r5 r7 r11 y5") == "X....v..v..."
    for line in ("bonus_a r2 r4 r5 r7 r11 y5", "bonus_a/2 1:r2 / 1:r4 / 1:r5 / 1:r7 / 1:r11 1:y5"):
        assert position(line).closed == {"r"}
