"""Invitations to a table: its link or its code, found in whatever was typed or pasted."""

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
"""Letters and digits of a code that was typed with a slip; more are a message."""
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
"""Hosts of a home network, which have no certificate."""
_ROUTE_CODE = re.compile(r"(?:%20|\s)*([0-9A-Za-z]*)(?:\.([\w-]+))?")


@dataclass(frozen=True, slots=True)
class Invitation:
    """What leads to a table.

    Attributes:
        code: Of the table; empty if there is none in the text.
        site: Address of the pad in the link, up to `/join/CODE`; empty for a code alone.
    """

    code: str
    site: str = ""

    @property
    def site_name(self) -> str:
        """The address of the pad, as people read it."""
        return site_name(self.site)

    def is_at(self, addresses: Iterable[str]) -> bool:
        """Return whether it leads to a pad with one of these addresses, or names no pad."""
        return not self.site or self.site_name in map(site_name, addresses)


def site_name(address: str) -> str:
    """Return host, port and folder of a pad's page, such as `pad.example/games`."""
    return re.split(r"[?#]", address.partition("://")[2], maxsplit=1)[0].rstrip("/").lower()


def read_invitation(text: str, length: int) -> Invitation:
    """Find a link in a text, or a code of so many letters that is alone or in a message."""
    text = unquote(normalize("NFKC", text[:_MAX_TEXT_CHARS]))
    link = _LINK_END.search(text)
    if link is not None:
        return Invitation(link[1].upper(), _site_before(text[: link.start()][-_MAX_SITE_CHARS:]))
    typed = clean_code(text) if len(re.sub(r"[\W_]", "", text)) <= _MAX_TYPED_CHARS else ""
    return Invitation(_code_in_message(text, length) or typed)


def _site_before(text: str) -> str:
    """Return the address of a pad at the end of a text; empty if there is none."""
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
    """Return the word that looks most like a code: with digits, in capitals, the last of them."""
    words = [word for word in re.findall(r"[^\W_]+", text) if len(word) == length]
    codes = [word for word in words if {*word.upper()} <= {*CODE_ALPHABET}]
    likeliest = max(
        reversed(codes), key=lambda code: (not code.isalpha(), code.isupper()), default=""
    )
    return likeliest.upper()


def route_code(part: str) -> tuple[str, str]:
    """Return the code of a table, and its game, from their part of a route; empty for none.

    A messenger may have put anything behind. `guest.js` reads it likewise.
    """
    match = _ROUTE_CODE.match(part)
    if match is None:
        return "", ""
    code, game = match.groups("")
    return "".join(letter for letter in code.upper() if letter in CODE_ALPHABET), game
