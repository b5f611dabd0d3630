"""Settings, Your own sheets: added from a file or a text, played on, removed, put back."""

import pytest

from qwixx_pad.games.custom_sheets import layout_from_file
from qwixx_pad.i18n import available_languages, catalogue
from qwixx_pad.layouts import LayoutFault, LayoutFileError
from qwixx_pad.layouts.checking import Fault
from qwixx_pad.layouts.loader import custom_from_toml
from qwixx_pad.ui.settings.custom_sheets_screen import EXAMPLE, fault_text
from qwixx_pad.ui.text.translator import Translator
from tests.support.breakable_disk import unwritable
from tests.support.own_layouts import MIRROR, MIRROR_FILE, ONE, OTHER
from tests.support.ui.dark_buttons import dark_buttons
from tests.support.ui.online_phones import sheets_of
from tests.support.ui.quick_pads import opened_pad
from tests.support.ui.session_client import Client, until
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import write

WHERE = "/settings/own-sheets"


async def add(tab, file=MIRROR_FILE):
    await write(tab, "sheet-text", file.decode())
    await tab.tap("add-sheet")


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("mirror.toml", "mirror"),
        ("Omas Blätter 2.toml", "omas_blatter_2"),
        ("../../x<b>.toml", "x_b"),
        ("😀.toml", "sheet"),
        ("", "mirror"),
        ("x" * 5_000, "x" * 40),
    ],
)
def test_custom_sheet_is_named_by_file_or_title(file, name):
    assert layout_from_file(MIRROR_FILE, file).name.startswith(f"own:{name}-")


@pytest.mark.parametrize("language", available_languages())
def test_every_fault_has_a_text_in_every_language(language):
    values = tuple(dict.fromkeys(("most", "known", "key", "value", "detail"), "7").items())
    tr = Translator(catalogue(language))
    for fault in Fault:
        said = fault_text(LayoutFault(fault, ("rows", "r"), values, line=3), tr)
        assert "3" in said
        assert "rows.r" in said
        assert "{" not in said


async def test_all_faults_are_shown_and_nothing_is_added(pad):
    broken = b'extends = "classic"\nactions = 0\ncolour = 1\n[rows.r]\nneeds = 99\n'
    with pytest.raises(LayoutFileError) as refused:
        custom_from_toml("broken", broken)
    async with Client(pad.show_owner, route=WHERE) as tab:
        await add(tab, broken)
        faults = "\n".join(fault_text(fault, WORDS) for fault in refused.value.faults)
        assert faults in tab.texts()
        assert len(refused.value.faults) == 3
        assert sheets_of(pad).custom_layouts == ()
        await add(tab)
        assert not tab.has("faults")
        assert sheets_of(pad).custom_layouts == (MIRROR,)


async def test_pasted_sheet_is_added_when_its_field_is_left(pad):
    async with Client(pad.show_owner, route=WHERE) as tab:
        await write(tab, "sheet-text", MIRROR_FILE.decode(), "blur")
        assert sheets_of(pad).custom_layouts == (MIRROR,)
        assert not tab.field("sheet-text").value
        said = WORDS.gettext("{sheet} added.", sheet="Mirror")
        await tab.tap("add-sheet")
        assert said in tab.texts(), "the tap that left the field finds it empty"


async def test_pasted_sheet_with_a_fault_stays_in_its_field(pad):
    async with Client(pad.show_owner, route=WHERE) as tab:
        await write(tab, "sheet-text", "actions = 0", "blur")
        assert tab.has("faults")
        assert tab.field("sheet-text").value == "actions = 0"


@pytest.mark.parametrize("language", available_languages())
def test_example_is_a_sheet_in_every_language(language):
    text = Translator(catalogue(language)).gettext(EXAMPLE)
    layout = layout_from_file(text.encode())
    assert [row.numbers[0] for row in layout.rows] == [12, 2, 12, 2]
    assert layout.title in text


async def test_example_begins_a_sheet_and_is_added_by_its_button_alone(pad):
    async with Client(pad.show_owner, route=WHERE) as tab:
        assert dark_buttons(tab) == ["choose-file"]
        await tab.tap("use-example")
        assert dark_buttons(tab) == ["add-sheet"]
        assert not tab.has("use-example"), "it would take the place of a typed text"
        field = tab.field("sheet-text")
        assert field.value == WORDS.gettext(EXAMPLE)
        await tab.session.dispatch_event(field._i, "blur", None)
        assert sheets_of(pad).custom_layouts == ()
        await tab.tap("add-sheet")
        assert len(sheets_of(pad).custom_layouts) == 1
        assert not tab.field("sheet-text").value
        assert dark_buttons(tab) == ["choose-file"]


async def test_number_of_shown_faults_is_limited(pad):
    async with Client(pad.show_owner, route=WHERE) as tab:
        await add(tab, b"\n".join(b"a%d = 1" % n for n in range(50)))
        assert tab.one("faults").content.value.count("\n") == 11


async def test_known_or_clashing_sheet_is_refused(pad):
    sheets_of(pad).add(MIRROR)
    sheets_of(pad).add(ONE)
    async with Client(pad.show_owner, route=WHERE) as tab:
        await add(tab)
        assert tab.has("message")
        reds = f"numbers = {[*OTHER.rows[0].numbers]}"
        await add(tab, f'extends = "classic"\ntitle = "Alike"\n[rows.r]\n{reds}'.encode())
        assert tab.has("message")
        assert len(sheets_of(pad).custom_layouts) == 2


async def test_full_disk_is_reported_and_adds_nothing(pad):
    async with Client(pad.show_owner, route=WHERE) as tab:
        with unwritable():
            await add(tab)
        assert tab.has("message")
        assert not tab.has("own-sheet-1")
        assert sheets_of(pad).custom_layouts == ()
        await tab.tap("add-sheet")
        assert sheets_of(pad).custom_layouts == (MIRROR,)


async def test_added_file_is_listed_selectable_and_playable(pad, tmp_path):
    path = tmp_path / "mirror.toml"
    path.write_bytes(MIRROR_FILE)
    file = {"id": 1, "name": path.name, "size": 1, "path": str(path), "bytes": None}
    async with Client(pad.show_owner, route=WHERE) as tab:
        tab.wire.answers["pick_files"] = [file]
        await write(tab, "sheet-text", "actions = 0")
        await tab.tap("choose-file")
        await until(tab, lambda: tab.has("own-sheet-1"))
        assert not tab.field("sheet-text").value
        assert sheets_of(pad).custom_layouts == (MIRROR,)
        assert tab.find(lambda c: type(c).__name__ == "Canvas")
    async with Client(pad.show_owner, route="/sheets") as tab:
        assert "Mirror" in tab.texts()
        await tab.tap(f"sheet-{MIRROR.name}")
        assert tab.page.route.startswith("/game/")
        await tab.tap("r12")
        assert "12" in str(tab.name("r12"))


async def test_newest_sheet_comes_first_and_can_be_removed(pad):
    for layout in (MIRROR, ONE):
        sheets_of(pad).add(layout)
    async with Client(pad.show_owner, route=WHERE) as tab:
        assert titles(tab) == ["Alike", "Mirror"]
        await tab.tap("remove-sheet-1")
        assert titles(tab) == ["Mirror"]
        await tab.tap("undo-message")
        assert titles(tab) == ["Alike", "Mirror"]


def titles(tab):
    shown = [tab.name(f"own-sheet-{n}") for n in (1, 2) if tab.has(f"own-sheet-{n}")]
    return [name.partition(".")[0] for name in shown]


async def test_sheet_of_a_folder_cannot_be_removed(tmp_path):
    with opened_pad(tmp_path, custom={MIRROR.name: MIRROR}) as pad:
        async with Client(pad.show_owner, route=WHERE) as tab:
            assert tab.has("own-sheet-1")
            assert not tab.has("remove-sheet-1")


async def test_title_is_shown_literally(pad):
    sheets_of(pad).add(layout_from_file(MIRROR_FILE.replace(b"Mirror", b"{0} <b>&amp;")))
    for route in (WHERE, "/sheets"):
        async with Client(pad.show_owner, route=route) as tab:
            assert "{0} <b>&amp;" in tab.texts()
