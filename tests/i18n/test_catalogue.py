"""Languages: what is not translated stays English."""

import struct

import pytest

from qwixx_pad import i18n


def compiled(messages):
    """A gettext catalogue as the tools of translators write it: tables of lengths and offsets."""
    head = {"": "Content-Type: text/plain; charset=UTF-8\n"}
    pairs = sorted((head | messages).items())
    keys = [key.encode() for key, _ in pairs]
    texts = [text.encode() for _, text in pairs]
    tables, data = b"", b""
    start = 28 + 16 * len(pairs)
    for word in (*keys, *texts):
        tables += struct.pack("<II", len(word), start + len(data))
        data += word + b"\0"
    second = 28 + 8 * len(pairs)
    return struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, second, 0, 0) + tables + data


@pytest.fixture
def german(tmp_path, monkeypatch):
    """A folder of catalogues in which only German has been begun."""
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "pad.mo").write_bytes(compiled({"New game": "Neues Spiel"}))
    monkeypatch.setattr(i18n, "_FOLDER", tmp_path)
    i18n.catalogue.cache_clear()
    yield
    i18n.catalogue.cache_clear()


@pytest.mark.usefixtures("german")
def test_a_language_with_a_catalogue_speaks_it():
    assert i18n.catalogue("de").gettext("New game") == "Neues Spiel"


@pytest.mark.usefixtures("german")
def test_a_country_s_variant_speaks_its_language():
    assert i18n.catalogue("de_AT").gettext("New game") == "Neues Spiel"


@pytest.mark.usefixtures("german")
def test_a_sentence_without_a_translation_stays_english():
    assert i18n.catalogue("de").gettext("Undo") == "Undo"


@pytest.mark.parametrize("language", ["en", "xx", ""])
def test_a_language_without_a_catalogue_is_english(language):
    assert i18n.catalogue(language).gettext("New game") == "New game"
