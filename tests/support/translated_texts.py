"""Every text of the source that is translated, as the tools of translators find it."""

from functools import cache
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.extract import extract_from_dir

import qwixx_pad
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.layouts.checking import Fault
from qwixx_pad.ui.text import BaseTranslator

SOURCE = Path(qwixx_pad.__file__).parent
KEYWORDS = {
    "gettext": None,
    "row_text": None,
    "N_": None,
    "pgettext": ((1, "c"), 2),
    "ngettext": (1, 2),
    "ngettext_noop": (1, 2),
}
"""Where texts stand: which argument of which function."""


@cache
def template() -> Catalog:
    """All texts, without a translation."""
    found = Catalog()
    every = extract_from_dir(
        SOURCE, [("**.py", "python")], keywords=KEYWORDS, comment_tags=("Translators:",)
    )
    for file, line, message, comments, context in every:
        found.add(
            message,
            locations=[(file, line)],
            auto_comments=[comment.removeprefix("Translators: ") for comment in comments],
            context=context,
        )
    layouts = installed_layouts()
    sheets = (*layouts.values(), *(layouts[f"{kind}:0"] for kind in layouts.seeded_kinds))
    printed = (text for sheet in sheets for text in (sheet.title, sheet.description, sheet.family))
    for text in filter(None, printed):
        found.add(text, auto_comments=["of a printed sheet"])
    for fault in Fault:
        found.add(fault.value, auto_comments=["what is wrong with a file that describes a sheet"])
    return found


@cache
def known() -> frozenset[object]:
    """What may be looked up: texts, pairs of one and many, and pairs of meaning and text."""
    marked = (each for each in template() if each.id)
    return frozenset((each.context, each.id) if each.context else each.id for each in marked)


@pytest.fixture(autouse=True)
def nothing_unknown_is_said(monkeypatch):
    """Whatever is said in a test, the tools of translators find it."""
    unknown = set()

    def checked(say, key_of):
        def said(self, *args, **values):
            key = key_of(*args)
            if key and key not in known():
                unknown.add(key)
            return say(self, *args, **values)

        return said

    monkeypatch.setattr(
        BaseTranslator, "gettext", checked(BaseTranslator.gettext, lambda message: message)
    )
    monkeypatch.setattr(
        BaseTranslator,
        "pgettext",
        checked(BaseTranslator.pgettext, lambda meaning, message: (meaning, message)),
    )
    monkeypatch.setattr(
        BaseTranslator,
        "ngettext",
        checked(BaseTranslator.ngettext, lambda one, many, _: (one, many)),
    )
    yield
    assert not unknown
