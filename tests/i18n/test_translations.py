"""Every catalogue has every text, with its placeholders, its plural forms and its signs."""

import re
from functools import cache

import pytest
from babel.messages.pofile import read_po

from qwixx_pad import i18n
from tests.support.translated_texts import SOURCE, template

LANGUAGES = [
    language for language in i18n.available_languages() if language != i18n.SOURCE_LANGUAGE
]
PLACEHOLDER = re.compile(r"\{(\w+)\}")
OF_ROWS = {"row", "colour"}
"""Each of these may replace the other."""
SIGNS = "×−•+"


@cache
def catalogue(language):
    with (SOURCE / "i18n" / f"{language}.po").open("rb") as text:
        return read_po(text, locale=language)


def pairs(language):
    """Every text with its translations, one for each plural form."""
    for message in catalogue(language):
        if message.id:
            ids = message.id if isinstance(message.id, tuple) else (message.id,)
            several = isinstance(message.string, tuple | list)
            yield ids, tuple(message.string) if several else (message.string,)


def keys(messages):
    return {(message.context, message.id) for message in messages if message.id}


def test_languages_are_those_of_the_box():
    assert LANGUAGES == ["de", "es", "fr", "it", "nl"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue_has_exactly_the_source_texts(language):
    assert keys(catalogue(language)) == keys(template())


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue_has_all_plural_forms(language):
    known = catalogue(language)
    for message in known:
        if isinstance(message.id, tuple):
            assert len(message.string) == known.num_plurals, message.id


def is_there(_, said):
    return all(text.strip() for text in said)


def has_its_placeholders(ids, said):
    """A row may be named in either form; a plural may leave its number out of the singular."""
    wanted = set(PLACEHOLDER.findall(" ".join(ids)))
    rows = wanted & OF_ROWS
    for text in said:
        used = set(PLACEHOLDER.findall(text))
        if not used <= wanted | (OF_ROWS if rows else set()):
            return False
        if len(said) == 1 and (
            used - OF_ROWS != wanted - OF_ROWS or bool(used & OF_ROWS) != bool(rows)
        ):
            return False
    spoken = set(PLACEHOLDER.findall(said[-1])) | {"words", "n"} | OF_ROWS
    return wanted <= spoken


def ends_and_begins_like_its_text(ids, said):
    """A sentence stays a sentence, a label a label; blanks at the ends join pieces.

    A single word may be shortened, with a full stop behind it.
    """
    source = ids[-1]
    signs = ("?", "!", " ", "…") if source.isalpha() else (".", "?", "!", " ", "…")
    return all(
        all(text.endswith(sign) == source.endswith(sign) for sign in signs)
        and text.startswith(" ") == source.startswith(" ")
        and text.count("\n") == source.count("\n")
        and not re.search(r"\.\.\.|''|\"|  ", text)
        for text in said
    )


def has_its_printed_signs(ids, said):
    printed = [{sign for sign in SIGNS if sign in text} for text in (*said, ids[-1])]
    return all(signs == printed[-1] for signs in printed)


ASKED = (is_there, has_its_placeholders, ends_and_begins_like_its_text, has_its_printed_signs)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: asked.__name__)
def test_every_translation_passes_all_checks(language, asked):
    assert [each for each in pairs(language) if not asked(*each)] == []


def test_french_punctuation_never_starts_a_line():
    texts = [text for _, said in pairs("fr") for text in said]
    assert [text for text in texts if re.search(r" [:;?!»]", text)] == []
