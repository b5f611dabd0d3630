"""What a screen reader finds: names, roles, states; `test_every_screen.py` asks it everywhere."""

from tests.support.strategies import ready_to_lock
from tests.support.ui.every_screen import screen
from tests.support.ui.screen_reader import Heard, unclear
from tests.support.ui.table_devices import phones_where, share


async def test_of_a_question_at_a_table_only_its_answers_can_be_heard(tmp_path):
    ready = " ".join(ready_to_lock("classic/2", "r"))
    async with phones_where(tmp_path, f"classic/2 {ready} 2:b12 /") as (anna, ben):
        await anna.tap("r12")
        assert unclear(anna) == []
        assert [n.identifier for n in Heard(anna).actionable()] == ["white-r", "colored-r"]
        await share(anna, "white-r", ben)
        assert unclear(ben) == []
        offered = [n.identifier for n in Heard(ben).actionable()]
        assert offered == ["r12", "no-r"], "the row above the veil is a picture"
        assert sum("12" in (n.label or "") for n in Heard(ben).nodes) == 1


async def test_what_is_crossed_is_checked_and_what_can_do_nothing_is_disabled(tab):
    await tab.taps("new-game r2 r4")
    cells = Heard(tab).by_name
    assert [x for x in ("r2", "r3", "r4", "r5", "r12") if cells[x].checked] == ["r2", "r4"]
    assert [x for x in ("r2", "r3", "r4", "r5", "r12") if cells[x].disabled] == ["r3"]
    assert cells["redo"].disabled
    assert not cells["undo"].disabled


async def test_the_pad_is_read_from_its_title_to_redo(tab):
    await tab.taps("new-game r2")
    heard = Heard(tab)
    order = [n.identifier for n in heard.nodes if n.identifier]
    wanted = ["menu", "r2", "r-lock", "y2", "g12", "b2", "penalty", "total", "undo", "redo"]
    assert sorted(wanted, key=order.index) == wanted
    bands = [n.label for n in heard.nodes if n.container and n.label and not n.identifier][:1]
    (sheet,) = tab.view.sheets
    assert bands == [sheet.rows[0].spoken]
    assert sheet.spoken_sum in [n.label for n in heard.nodes]


async def test_the_place_where_one_is_says_so_in_the_bar_below(lasting_pad):
    async with screen(lasting_pad, "games") as tab:
        selected = {x: tab.one(x).selected for x in ("play", "history", "statistics")}
        assert selected == {"play": False, "history": True, "statistics": False}
