"""Languages: what is not translated stays English."""

import re
from gettext import GNUTranslations
from io import BytesIO

import pytest

from qwixx_pad import i18n
from qwixx_pad.ui.text.translator import Translator


def test_untranslated_sentence_stays_english():
    assert i18n.catalogue("de").gettext("New game") == "Neue Partie"
    assert i18n.catalogue("de").gettext("Nobody says this") == "Nobody says this"


@pytest.mark.parametrize("name", ["דנה", "علي 2", "X דנה", "١٢٣", "🦊 מיה"])
def test_right_to_left_text_is_isolated_once(name):
    alone = f"\u2068{name}\u2069"
    words = Translator.for_locale(i18n.AppLocale("de"))
    said = words.gettext("{name} sits out", name=name)
    assert said == f"{alone} setzt aus"
    assert words.gettext("{name}: {said}", name="Al", said=said) == f"Al: {said}"
    assert words.join_and([name, "Ben", name]) == f"{alone}, Ben und {alone}"
    assert words.ngettext("{names} wins!", "{names} win!", 1, names=name) == f"{alone} gewinnt!"


@pytest.mark.parametrize("name", ["Anna", "Zoë", "Łukasz", "Ελένη", "小明", "🦊 Mia", "−5", ""])
def test_left_to_right_text_is_not_isolated(name):
    assert i18n.isolate_text(name) == name


@pytest.mark.parametrize("language", ["en", "xx", "../de"])
def test_language_without_catalogue_is_english(language):
    assert i18n.catalogue(language).gettext("New game") == "New game"


@pytest.mark.parametrize(
    ("chosen", "wanted", "spoken"),
    [
        ("", ["de-AT"], ("de", "de_AT")),
        ("", ["DE_ch"], ("de", "de_CH")),
        ("", ["pt-BR", "de", "en"], ("de", "de")),
        ("", ["en-US", "de"], ("en", "en_US")),
        ("", ["", "*", "x" * 99, "de"], ("de", "de")),
        ("", [], ("en", "en_GB")),
        ("de", ["en-US"], ("de", "de")),
        ("de", ["en-US", "de-AT"], ("de", "de_AT")),
        ("en", ["de"], ("en", "en_GB")),
        ("pt", ["de"], ("de", "de")),
    ],
)
def test_chosen_language_precedes_device_languages(chosen, wanted, spoken):
    tongue = i18n.choose_locale(chosen, wanted)
    assert (tongue.language, tongue.code) == spoken


def test_language_has_its_own_name():
    assert i18n.native_name("es") == "Español"


def test_compiled_catalogue_has_no_creation_date():
    said = GNUTranslations(BytesIO(i18n.compile_catalogue("de"))).info()
    assert said["pot-creation-date"].startswith("1970-01-01 ")
    assert not [value for value in said.values() if re.search(r"\b20\d\d-", value)]


def test_decimal_comma_is_that_of_the_country():
    codes = (*i18n.available_languages(), "de_AT", "de_CH", "es_MX", "en_US", "nl_BE")
    points = {code for code in codes if not i18n.has_decimal_comma(code)}
    assert points == {"en", "de_CH", "es_MX", "en_US"}
