"""What the page of the site says before the pad can speak for itself, in every language."""

import json

from qwixx_pad.i18n import SOURCE, catalogue, languages, phrase

_NOTICES = {
    "elsewhere": phrase("The pad is open in another tab or window."),
    "here": phrase("Use it here"),
    # Translators: the pad as a web site has not come up; nothing that was played is lost.
    "failed": phrase("The pad could not start. Your games are safe."),
    "unreachable": phrase(
        "This browser does not open your games right now. They are safe. Load the page again."
    ),
    "again": phrase("Try again"),
    # Translators: while the web site loads, if that takes long; only the first visit does.
    "slow": phrase("The first time takes a while. After that the pad needs no network."),
    "unable": phrase("This browser cannot run the pad. Try another one."),
}
NO_SCRIPTS = "The pad needs JavaScript."
"""For a browser that runs none, and so can choose no language either."""


def notices() -> str:
    """All notices in all languages, as JSON that may stand inside of a page."""
    spoken = {code: catalogue(code) for code in (SOURCE, *languages())}
    told = {
        code: {name: texts.gettext(text) for name, text in _NOTICES.items()}
        for code, texts in spoken.items()
    }
    return json.dumps(told, ensure_ascii=False, sort_keys=True).replace("<", "\\u003c")
