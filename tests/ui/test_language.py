"""Every device is spoken to in its own language, and may choose another at any time."""

import flet as ft
import pytest

from qwixx_pad.i18n import catalogue, languages
from qwixx_pad.service.devices import DeviceIdentity
from tests.support.ui.session_client import LINUX, Client
from tests.support.ui.table_devices import BEN, HOST, as_visitor, device, open_table, share

GERMAN = DeviceIdentity("host", "127.0.0.1", here=True, languages=("de-AT", "en"))


def said(language, message):
    return catalogue(language).gettext(message)


@pytest.mark.parametrize("language", languages())
async def test_a_pad_speaks_the_language_of_its_device(pad, language):
    here = DeviceIdentity("host", "127.0.0.1", here=True, languages=(language,))
    async with Client(as_visitor(pad, here)) as tab:
        assert tab.name("new-game") == said(language, "New game")


async def test_without_a_browser_the_device_itself_is_asked(pad):
    def main(page):
        tab.wire.answers["get_device_info"] = LINUX
        pad.show(page)

    tab = Client(main, platform="linux")
    async with tab:
        await tab.settle()
        assert tab.name("new-game") == said("de", "New game")


async def test_a_device_that_changes_its_language_is_followed(tab):
    await tab.page._trigger_event("locale_change", {"locales": [ft.Locale("de", "DE")]})
    await tab.settle()
    assert tab.name("new-game") == said("de", "New game")


async def test_another_language_is_spoken_at_once_and_the_sheet_stays(tab):
    await tab.taps("new-game r5 y3 menu settings")
    await tab.taps("set-language-nl back")
    assert tab.name("total") == said("nl", "Total {n}").format(n=2)
    assert tab.one("r5").checked
    await tab.tap("r4")
    assert said("nl", "Only to the right of your last cross.") in tab.texts()


async def test_what_was_chosen_is_kept_and_goes_before_the_device(pad):
    async with Client(as_visitor(pad, GERMAN)) as tab:
        await tab.taps("settings set-language-en")
    async with Client(as_visitor(pad, GERMAN)) as tab:
        assert tab.name("new-game") == "New game"


async def test_everybody_at_a_table_reads_their_own_language(pad):
    ben = DeviceIdentity(BEN.key, BEN.address, here=False, languages=("de",))
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, ben, f"/join/{code}") as phone:
            await phone.tap("sit-2")
            await share(anna, "start-game", phone)
            await share(anna, "r5", phone)
            assert "End turn" in anna.texts()
            assert said("de", "Done") in phone.texts()


async def test_the_client_itself_is_told_the_language(pad):
    async with Client(as_visitor(pad, GERMAN)) as tab:
        current = tab.page.locale_configuration.current_locale
        assert (current.language_code, current.country_code) == ("de", "AT")
