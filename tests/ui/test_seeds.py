"""Sheets from a seed in the gallery: rolled, typed, shared, starred, and played."""

import re

import pytest

from qwixx_pad.layouts import installed_layouts, seeded_name
from qwixx_pad.ui.flet_support.file_transfer import FileTransfer
from qwixx_pad.ui.gallery import gallery_screen
from tests.support.ui.session_client import Client
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import write


@pytest.fixture
def tab(pad):
    return Client(pad.show_caller, route="/sheets")


def first_number(tab):
    """The token of the cell on the left of the red row, as it was painted."""
    reds = (getattr(c, "data", None) for c in tab.walk())
    return next(each for each in reds if isinstance(each, str) and re.fullmatch(r"r\d+", each))


def typed(tab, kind):
    return tab.field(f"seed-{kind}").value


async def test_tap_on_a_random_kind_starts_a_random_seed(tab, monkeypatch):
    monkeypatch.setattr(gallery_screen, "randbelow", lambda below: below - 1)
    await tab.tap("sheet-random_numbers")
    assert (
        first_number(tab) == f"r{installed_layouts()['random_numbers:999999'].rows[0].numbers[0]}"
    )


async def test_typed_seed_is_the_sheet_played(tab):
    await write(tab, "seed-random_numbers", "4821")
    assert tab.name("sheet-random_numbers").startswith(WORDS.layout_title("random_numbers:4821"))
    await tab.tap("sheet-random_numbers")
    assert first_number(tab) == f"r{installed_layouts()['random_numbers:4821'].rows[0].numbers[0]}"
    await tab.taps("menu home")
    assert tab.name("sheets").startswith(WORDS.layout_title("random_numbers:"))
    await tab.tap("sheets")
    assert tab.one("sheet-random_numbers:4821").checked


async def test_seed_can_be_rolled_before_choosing(tab, monkeypatch):
    seeds = iter((12, 0))
    monkeypatch.setattr(gallery_screen, "randbelow", lambda _: next(seeds))
    await tab.tap("roll-random_colors")
    assert tab.name("sheet-random_colors").startswith(WORDS.layout_title("random_colors:12"))
    await tab.tap("roll-random_colors")
    assert typed(tab, "random_colors") == "0"
    assert tab.page.route == "/sheets"


async def test_invalid_seed_is_refused(tab):
    await write(tab, "seed-random_numbers", "1234567")
    assert tab.one("sheet-random_numbers").disabled
    await tab.tap("sheet-random_numbers")
    assert tab.page.route == "/sheets"
    await write(tab, "seed-random_numbers", "7")
    assert not tab.one("sheet-random_numbers").disabled


async def test_shared_seed_code_can_be_typed(tab):
    assert tab.one("share-random_numbers").disabled
    await write(tab, "seed-random_numbers", "0042")
    await tab.tap("share-random_numbers")
    shared = next(args for name, args in tab.wire.calls if name == "share_text")
    assert "random_numbers:42" in shared.values()
    assert "random_numbers:42" not in tab.texts(), "it was copied"
    await write(tab, "seed-random_numbers", " Random_numbers:42 ")
    assert tab.name("sheet-random_numbers").startswith(WORDS.layout_title("random_numbers:42"))
    tab.wire.device_fails = True
    await tab.tap("share-random_numbers")
    assert "random_numbers:42" in tab.texts(), "to be copied from there"
    await write(tab, "seed-random_numbers", "43")
    assert "random_numbers:42" not in tab.texts()


async def test_seed_typed_while_another_is_shared_is_the_one_played(tab, monkeypatch):
    share = FileTransfer.share_or_copy

    async def share_slowly(transfer, code):
        await write(tab, "seed-random_numbers", "43")
        return await share(transfer, code)

    monkeypatch.setattr(FileTransfer, "share_or_copy", share_slowly)
    await write(tab, "seed-random_numbers", "42")
    await tab.tap("share-random_numbers")
    assert typed(tab, "random_numbers") == "43"
    assert tab.name("sheet-random_numbers").startswith(WORDS.layout_title("random_numbers:43"))


async def test_favorite_keeps_its_seed(tab):
    assert not tab.has("star-random_colors")
    await write(tab, "seed-random_colors", "77")
    await tab.tap("star-random_colors")
    assert tab.one("star-random_colors:77").toggled
    assert tab.name("sheet-random_colors:77").startswith(WORDS.layout_title("random_colors:77"))


@pytest.mark.parametrize("typed", ["7", "000007", "x:7", "X:7"])
def test_seed_has_up_to_six_digits_and_optional_kind(typed):
    assert seeded_name("x", typed) == "x:7"
    assert seeded_name("x", "999999") == "x:999999"


@pytest.mark.parametrize("typed", ["", "y:5", "1000000", "1 2", "-3", "4.5", "red", "٣"])
def test_other_text_is_no_seed(typed):
    assert seeded_name("x", typed) is None
