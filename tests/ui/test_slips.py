"""Slips of one box at a table: each player may have another one, and each sheet is its own."""

from dataclasses import replace

import pytest

from qwixx_pad.ui.geometry import ScreenSpace
from qwixx_pad.ui.play.geometry import PadContents, cards_geometry
from tests.support.strategies import setup_of
from tests.support.ui.quick_pads import AT_ONCE
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import BEN, HOST, cell, device, open_table, rest, set_up, share


@pytest.mark.parametrize("times", [replace(AT_ONCE, forced=0)])  # or it would appear later
async def test_single_device_assigns_sheets_per_seat(tab):
    await set_up(tab, "Anna", "Ben")
    assert not tab.has("slip-1"), "the classic sheet is alone in its box"
    await tab.taps("sheets sheet-chain_a")
    assert tab.name("slip-2").startswith(WORDS.layout_title("chain_a"))
    await tab.taps("slip-2 sheet-chain_c start-game r6")
    assert tab.one("y6").checked, "slip A links six and six"
    await tab.taps("seat-2 r8")
    assert tab.one("y8").checked, "slip C eight and eight"
    await tab.taps("menu finish rematch r8")
    assert tab.one("y8").checked, "and Ben, who rolls first now, still has it"


async def test_phones_choose_sheets_and_host_chooses_for_all(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben", "Cleo")
        await anna.taps("sheets sheet-steps_a")
        async with device(pad, BEN, f"/join/{code}") as ben:
            await ben.taps("sit-2 slip-2 sheet-steps_d")
            assert ben.name("slip-1").startswith("Anna"), "that is Anna’s to change"
            await rest(anna, ben)
            assert anna.name("slip-2").startswith(WORDS.layout_title("steps_d"))
            await share(anna, "slip-3 sheet-steps_e start-game", ben)
            assert cell(ben, "r3").printed_cell.mark, "the steps of slip D go by red 3"
            await ben.taps("menu rules")
            assert WORDS.layout_title("steps_d") in ben.texts()
            await anna.taps("seat-2 seat-3")
            assert cell(anna, "r2").printed_cell.mark, "those of slip E by red 2"


def test_tablet_cards_show_links_of_their_own_sheet():
    slips = setup_of("chain_a,chain_c,chain_b/3").layouts
    alike = [cards_geometry(ScreenSpace(1180, 820), slip, PadContents(3)) for slip in slips]
    mixed = cards_geometry(ScreenSpace(1180, 820), slips[0], PadContents(3), slips)
    assert [sheet.links for sheet in mixed.sheets] == [
        geometry.sheets[corner].links for corner, geometry in enumerate(alike)
    ]
    assert len({sheet.links for sheet in mixed.sheets}) == len(slips)
