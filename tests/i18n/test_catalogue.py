"""Languages: what is not translated stays English."""

import re
from gettext import GNUTranslations
from io import BytesIO

import pytest

from qwixx_pad import i18n

BEGUN = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "New game"
msgstr "Neues Spiel"

msgid "Undo"
msgstr ""
"""


@pytest.fixture
def german(tmp_path, monkeypatch):
    """A folder of catalogues in which only German has been begun."""
    (tmp_path / "de.po").write_text(BEGUN, encoding="utf-8")
    monkeypatch.setattr(i18n, "_FOLDER", tmp_path)
    i18n.catalogue.cache_clear()
    yield
    i18n.catalogue.cache_clear()


@pytest.mark.usefixtures("german")
def test_a_language_with_a_catalogue_speaks_it():
    assert i18n.catalogue("de").gettext("New game") == "Neues Spiel"


@pytest.mark.usefixtures("german")
def test_a_sentence_without_a_translation_stays_english():
    assert i18n.catalogue("de").gettext("Undo") == "Undo"


@pytest.mark.parametrize("language", ["en", "xx", "", "../de"])
def test_a_language_without_a_catalogue_is_english(language):
    assert i18n.catalogue(language).gettext("New game") == "New game"


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("chosen", "wanted", "spoken"),
    [
        ("", ["de"], ("de", "de")),
        ("", ["de-AT"], ("de", "de_AT")),
        ("", ["DE_ch"], ("de", "de_CH")),
        ("", ["pt-BR", "de", "en"], ("de", "de")),
        ("", ["en-US", "de"], ("en", "en_US")),
        ("", ["pt"], ("en", "en_GB")),
        ("", ["", "*", "x" * 99, "de"], ("de", "de")),
        ("", [], ("en", "en_GB")),
        ("de", ["en-US"], ("de", "de")),
        ("de", ["en-US", "de-AT"], ("de", "de_AT")),
        ("en", ["de"], ("en", "en_GB")),
        ("pt", ["de"], ("de", "de")),
    ],
)
def test_what_was_chosen_goes_before_what_the_device_wants_and_both_before_english(
    chosen, wanted, spoken
):
    tongue = i18n.choose_tongue(chosen, wanted)
    assert (tongue.language, tongue.locale) == spoken


@pytest.mark.parametrize(("language", "name"), [("de", "Deutsch"), ("es", "Español")])
def test_a_language_is_called_what_it_calls_itself(language, name):
    assert i18n.own_name(language) == name


@pytest.mark.usefixtures("german")
def test_a_catalogue_for_programs_does_not_say_when_it_was_made():
    said = GNUTranslations(BytesIO(i18n.compiled("de"))).info()
    assert said["pot-creation-date"].startswith("1970-01-01 ")
    assert not [value for value in said.values() if re.search(r"\b20\d\d-", value)]
