"""Invitations to a table: links and codes, found in a text that was typed or pasted."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from unicodedata import normalize
from urllib.parse import unquote

from qwixx_pad.multiplayer.open_tables import (
    CODE_ALPHABET,
    CODE_LENGTH,
    ONLINE_CODE_LENGTH,
    clean_code,
)

_MAX_TEXT_CHARS = 4_000
_MAX_SITE_CHARS = 300
_MAX_TYPED_CHARS = ONLINE_CODE_LENGTH + 2
"""Letters and digits of a code that was mistyped; a longer text is a message."""
_LETTER = f"[{CODE_ALPHABET}]"
_LINK_END = re.compile(
    rf"/(?:join|table|watch)/"
    rf"({_LETTER}{{{ONLINE_CODE_LENGTH}}}|{_LETTER}{{{CODE_LENGTH}}})(?![0-9A-Z])",
    re.IGNORECASE | re.ASCII,
)
_SITE = re.compile(
    r"(?:(https?)://)?((?:\[[\da-f:]+\]|[\w.-]+)(?::\d+)?)((?:/[\w.~-]+)*)/?(?:\?[^\s#/:]*)?(#?)$",
    re.IGNORECASE,
)
_IP_HOST = re.compile(r"\[.*|[\d.]+(:\d+)?|localhost(:\d+)?")
"""Hosts without a certificate: IP addresses and `localhost`."""
_ROUTE_CODE = re.compile(r"(?:%20|\s)*([0-9A-Za-z]*)(?:\.([\w-]+))?")


@dataclass(frozen=True, slots=True)
class Invitation:
    """A link to a table, or its code alone.

    Attributes:
        code: Of the table; empty if the text has none.
        site: Address of the pad in the link, up to `/join/CODE`; empty for a code alone.
    """

    code: str
    site: str = ""

    @property
    def site_name(self) -> str:
        """The address of the pad as people read it."""
        return site_name(self.site)

    def is_at(self, addresses: Iterable[str]) -> bool:
        """True if the pad of the link has one of these addresses; True for a code alone."""
        return not self.site or self.site_name in map(site_name, addresses)


def site_name(address: str) -> str:
    """The host, port and folder of a pad's page, such as `pad.example/games`."""
    return re.split(r"[?#]", address.partition("://")[2], maxsplit=1)[0].rstrip("/").lower()


def read_invitation(text: str, length: int) -> Invitation:
    """Find a link in a text, or else a code of `length` letters.

    The code may be a word of a message. A short text is taken for a code as a whole.
    """
    text = unquote(normalize("NFKC", text[:_MAX_TEXT_CHARS]))
    link = _LINK_END.search(text)
    if link is not None:
        return Invitation(link[1].upper(), _site_before(text[: link.start()][-_MAX_SITE_CHARS:]))
    typed = clean_code(text) if len(re.sub(r"[\W_]", "", text)) <= _MAX_TYPED_CHARS else ""
    return Invitation(_code_in_message(text, length) or typed)


def read_site(text: str) -> str:
    """The address of a pad that somebody typed, without a slash at its end; empty if it is none."""
    typed = text[:_MAX_SITE_CHARS].partition("#")[0].strip()
    return _site_before(typed) if _SITE.fullmatch(typed) else ""


def _site_before(text: str) -> str:
    """The address of a pad at the end of a text; empty if there is none."""
    match = _SITE.search(text)
    if match is None:
        return ""
    scheme, host, folder, fragment = match.groups("")
    host = host.lower()
    if not scheme and not {".", ":"} & {*host}:
        return ""
    scheme = scheme.lower() or ("http" if _IP_HOST.fullmatch(host) else "https")
    return f"{scheme}://{host}{folder}{'/#' if fragment else ''}"


def _code_in_message(text: str, length: int) -> str:
    """The word that looks most like a code, in capitals; empty if none does.

    Words with digits come first, then words in capitals, then the last word.
    """
    words = [word for word in re.findall(r"[^\W_]+", text) if len(word) == length]
    codes = [word for word in words if {*word.upper()} <= {*CODE_ALPHABET}]
    likeliest = max(
        reversed(codes), key=lambda code: (not code.isalpha(), code.isupper()), default=""
    )
    return likeliest.upper()


def route_code(part: str) -> tuple[str, str]:
    """The code of a table and the identifier of its game in a part of a route; each may be empty.

    A messenger may have added any text behind it. `guest.js` reads it in the same way.
    """
    match = _ROUTE_CODE.match(part)
    if match is None:
        return "", ""
    code, game = match.groups("")
    return "".join(letter for letter in code.upper() if letter in CODE_ALPHABET), game
