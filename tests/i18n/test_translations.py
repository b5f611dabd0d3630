"""Every catalogue has every text, with its placeholders, its plural forms and its signs."""

import re

import pytest
from babel.messages.pofile import read_po
from messages import SOURCE, template

from qwixx_pad import i18n

LANGUAGES = [language for language in i18n.languages() if language != i18n.SOURCE]
PLACEHOLDER = re.compile(r"\{(\w+)\}")
OF_ROWS = {"row", "colour"}
"""Where one of these stands, the other may."""
SIGNS = "×−•+"


def catalogue(language):
    with (SOURCE / "i18n" / f"{language}.po").open("rb") as text:
        return read_po(text, locale=language)


def pairs():
    """Every text of every language beside its translations, one for each plural form."""
    for language in LANGUAGES:
        for message in catalogue(language):
            if message.id:
                ids = message.id if isinstance(message.id, tuple) else (message.id,)
                several = isinstance(message.string, tuple | list)
                said = tuple(message.string) if several else (message.string,)
                yield pytest.param(ids, said, id=f"{language} {ids[0]}")


PAIRS = list(pairs())


def keys(messages):
    return {(message.context, message.id) for message in messages if message.id}


def test_the_languages_are_those_of_the_box():
    assert LANGUAGES == ["de", "es", "fr", "it", "nl"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_the_texts_of_the_source_and_no_others(language):
    assert keys(catalogue(language)) == keys(template())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_plural_forms_are_those_of_the_language(language):
    known = catalogue(language)
    for message in known:
        if isinstance(message.id, tuple):
            assert len(message.string) == known.num_plurals, message.id


@pytest.mark.parametrize(("ids", "said"), PAIRS)
def test_a_text_is_translated(ids, said):
    assert all(text.strip() for text in said), ids


@pytest.mark.parametrize(("ids", "said"), PAIRS)
def test_a_translation_has_the_placeholders_of_its_text(ids, said):
    wanted = set(PLACEHOLDER.findall(" ".join(ids)))
    allowed = wanted | (OF_ROWS if wanted & OF_ROWS else set())
    for text in said:
        used = set(PLACEHOLDER.findall(text))
        assert used <= allowed
        if len(said) == 1:
            assert used - OF_ROWS == wanted - OF_ROWS
            assert bool(used & OF_ROWS) == bool(wanted & OF_ROWS)
    assert wanted - {"n"} - OF_ROWS <= set(PLACEHOLDER.findall(said[-1])) | {"words"}


@pytest.mark.parametrize(("ids", "said"), PAIRS)
def test_a_translation_ends_and_begins_like_its_text(ids, said):
    """A sentence stays a sentence, a label a label; blanks at the ends join pieces."""
    for text in said:
        for sign in (".", "?", "!", " ", "…"):
            assert text.endswith(sign) == ids[-1].endswith(sign)
        assert text.startswith(" ") == ids[-1].startswith(" ")
        assert text.count("\n") == ids[-1].count("\n")
        assert not re.search(r"(^|[^.])\.\.\.|''|\"|  ", text)


@pytest.mark.parametrize(("ids", "said"), PAIRS)
def test_a_translation_has_the_printed_signs_of_its_text(ids, said):
    for sign in SIGNS:
        assert all((sign in text) == (sign in ids[-1]) for text in said)
