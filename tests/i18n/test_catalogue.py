"""Languages: what is not translated stays English."""

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
    ("wanted", "spoken"),
    [
        (["de"], "de"),
        (["de-AT"], "de"),
        (["DE_ch"], "de"),
        (["pt-BR", "de", "en"], "de"),
        (["en-GB", "de"], "en"),
        (["pt"], "en"),
        ([], "en"),
    ],
)
def test_a_device_is_spoken_to_in_the_first_of_its_languages_that_the_pad_knows(wanted, spoken):
    assert i18n.choose_language(wanted) == spoken
