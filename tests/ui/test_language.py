"""Every device is spoken to in its own language, and may choose another at any time."""

import flet as ft

from qwixx_pad.core.moves import Cross, Refusal
from qwixx_pad.i18n import AppLocale
from qwixx_pad.identity.devices import DeviceIdentity
from qwixx_pad.ui.sheet.look import sheet_look
from qwixx_pad.ui.text.translator import Translator
from tests.support.strategies import played
from tests.support.ui.session_client import LINUX, Client
from tests.support.ui.table_devices import BEN, HOST, as_visitor, device, open_table, share

GERMAN = DeviceIdentity("host", "127.0.0.1", is_this_computer=True, languages=("de-AT", "en"))


def speaks(tab, language, line="classic r5 y3"):
    """Whether a pad with this game on it calls a cell as this language does."""
    look = sheet_look(played(line), Translator.for_locale(AppLocale(language)))
    return tab.name("b9") == look.rows[3].cells[3].spoken


async def test_pad_uses_the_device_language(pad):
    async with Client(as_visitor(pad, GERMAN)) as tab:
        await tab.tap("new-game")
        assert speaks(tab, "de")


async def test_app_asks_the_device_for_its_language(pad):
    def main(page):
        tab.wire.answers["get_device_info"] = LINUX
        pad.show_caller(page)

    tab = Client(main, platform="linux")
    async with tab:
        await tab.settle()
        await tab.tap("new-game")
        assert speaks(tab, "de")


async def test_language_change_of_the_device_is_followed(tab):
    await tab.page._trigger_event("locale_change", {"locales": [ft.Locale("de", "DE")]})
    await tab.settle()
    await tab.tap("new-game")
    assert speaks(tab, "de")


async def test_chosen_language_applies_at_once(tab):
    await tab.taps("new-game r5 y3 menu settings")
    await tab.taps("choose-language set-language-nl back")
    assert speaks(tab, "nl")
    assert tab.one("r5").checked
    await tab.tap("r4")
    assert (
        Translator.for_locale(AppLocale("nl")).refusal_text(Refusal.PASSED, Cross("r", 4), None)
        in tab.texts()
    )


async def test_chosen_language_overrides_the_device(pad):
    async with Client(as_visitor(pad, GERMAN)) as tab:
        current = tab.page.locale_configuration.current_locale
        assert (current.language_code, current.country_code) == ("de", "AT")
        await tab.taps("settings choose-language set-language-en")
    async with Client(as_visitor(pad, GERMAN)) as tab:
        await tab.tap("new-game")
        assert speaks(tab, "en")


async def test_each_player_reads_their_own_language(pad):
    ben = DeviceIdentity(BEN.id, BEN.address, is_this_computer=False, languages=("de",))
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, ben, f"/join/{code}") as phone:
            await phone.tap("sit-2")
            await share(anna, "start-game", phone)
            assert speaks(anna, "en")
            assert speaks(phone, "de")
