"""Bring every catalogue in line with the source: new texts come in empty, gone ones go.

Texts stand in alphabetical order and name no file, so that a move of code changes no catalogue.

.venv/bin/python tests/i18n/update.py          all catalogues
.venv/bin/python tests/i18n/update.py sv       begins one more
"""

import sys
from pathlib import Path

from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.support.translated_texts import SOURCE, template

FOLDER = SOURCE / "i18n"
HEADER = r"""# The words of Qwixx Pad.
msgid ""
msgstr ""
"Language: {language}\n"
"Plural-Forms: {catalogue.plural_forms}\n"
"Content-Type: text/plain; charset=utf-8\n"

"""
"""What a catalogue says of itself; no dates, so that it changes only with its texts."""


def updated(file: Path) -> Catalog:
    """A catalogue with the texts of today, and the translations it has."""
    catalogue = Catalog(file.stem)
    if file.exists():
        with file.open("rb") as text:
            catalogue = read_po(text, locale=file.stem)
    catalogue.update(template(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def main(languages: list[str]) -> None:
    """Write the catalogues of these languages, or of all that there are."""
    files = [FOLDER / f"{language}.po" for language in languages]
    for file in files or sorted(FOLDER.glob("*.po")):
        catalogue = updated(file)
        with file.open("wb") as text:
            text.write(HEADER.format(language=file.stem, catalogue=catalogue).encode())
            write_po(
                text, catalogue, width=100, sort_output=True, omit_header=True, no_location=True
            )
        missing = sum(not _is_said(message) for message in catalogue if message.id)
        print(f"{file.name}: {len(catalogue)} texts, {missing} to translate")  # noqa: T201 - a tool


def _is_said(message) -> bool:
    said = message.string if isinstance(message.string, tuple | list) else [message.string]
    return all(said)


if __name__ == "__main__":
    main(sys.argv[1:])
