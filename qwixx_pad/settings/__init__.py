"""The settings of a pad, and their stored texts, which others may have written."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, dataclass, fields, replace
from enum import StrEnum
from itertools import count, islice
from typing import Annotated, Any, get_args

from qwixx_pad.core.json_codec import LENIENT_READERS, Codec
from qwixx_pad.settings.letters import has_glyphs, is_printable, unicode_category
from qwixx_pad.storage.summary import name_key

MAX_PLAYER_NAME_CHARS = 24
_SCAN_FACTOR = 8
"""A text is read up to this many times its limit, because removed characters do not count."""
_JOINERS = "\u200c\u200d"
_SKIN_TONES = "".join(map(chr, range(0x1F3FB, 0x1F400)))
_FLAG_LETTERS = "".join(map(chr, range(0x1F1E6, 0x1F200)))
"""Two of them make the flag of a country."""
_BLACK_FLAG = "\U0001f3f4"
_FLAG_TAGS = "".join(map(chr, range(0xE0020, 0xE0080)))
"""Behind a black flag they name its region, such as Scotland."""
PLAYER_COLOR_COUNT = 6
"""How many player colours there are: one more than seats at a table."""
MAX_PEOPLE = 24
_RECENT_OFFERED = 5
"""How many of `people` are offered before players who are only in stored games."""
MAX_FAVOURITES = 24
MAX_RECENT_SHEETS = 3
_COUNT = re.compile(r"[0-9]{1,9}")
_SITE = re.compile(r"https?://[^\s?#]{1,300}", re.IGNORECASE)
_SHEET = re.compile(r"[a-z][a-z0-9_]{0,63}(?::[a-z0-9_-]{1,80})?")


class Direction(StrEnum):
    """The orientation of the four rows on an upright screen."""

    ROWS = "rows"
    COLUMNS = "columns"
    AUTO = "auto"


class Shade(StrEnum):
    """The colour theme."""

    DEVICE = "device"
    LIGHT = "light"
    DARK = "dark"
    BLACK = "black"


class Hint(StrEnum):
    """The hints that are shown once during the first game."""

    CROSS = "cross"
    LOCK = "lock"
    PENALTY = "penalty"


@dataclass(frozen=True, slots=True)
class Person:
    """A known player.

    Attributes:
        name: The name, in the form of `clean_name`.
        color: The index of the player colour, from 0.
    """

    name: str
    color: int


class SheetNames(tuple[str, ...]):
    """Names of sheets as in game lines."""

    __slots__ = ()


class FormerNames(tuple[tuple[str, str], ...]):
    """Pairs of a former name and its replacement."""

    __slots__ = ()


class SiteAddress(str):
    """The address of a pad, such as `https://pad.example`, without a slash at its end; or empty."""

    __slots__ = ()


NO_SITE = SiteAddress()
_NO_SHEETS = SheetNames()
_NO_FORMER = FormerNames()


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a pad; each annotation has the key under which it is stored and exported.

    Attributes:
        name: The player's name on this device; empty until it is set.
        direction: The orientation of the rows.
        shade: The colour theme.
        haptics: Whether taps vibrate.
        awake: Whether the screen stays on during a game.
        language: A code such as `de`; empty to follow the device.
        hide_points: Whether points are hidden until the end.
        finish_turn: Whether new games complete a turn after the second row has closed (rule 10).
        columns_offered: Whether the offer of larger cells was answered.
        people: The known players, the latest first.
        former_names: Names that are no longer offered, each with its replacement; the replacement
            of a removed player is empty.
        seen_hints: The hints that were shown.
        recent_sheets: The sheets played on, the latest first.
        favourites: The favourite sheets, the latest first.
        backup_prompt_at: From how many games on a backup is recommended, where the browser may
            clear them.
        best_of: The length of a series, in games; 0 for no limit.
        chances: Whether chances are shown after a game.
        play_chances: Whether they are shown during a game too.
        white_dice: Whether the sum of the white dice is asked for at the end of a roll.
        site: The pad that opens links of games; empty for none.
        link_names: Whether links of games have names.
    """

    name: Annotated[str, "name"] = ""
    direction: Annotated[Direction, "direction"] = Direction.ROWS
    shade: Annotated[Shade, "theme"] = Shade.DEVICE
    haptics: Annotated[bool, "haptics"] = True
    awake: Annotated[bool, "keep_awake"] = True
    language: Annotated[str, "language"] = ""
    hide_points: Annotated[bool, "hide_points"] = False
    finish_turn: Annotated[bool, "finish_turn"] = False
    columns_offered: Annotated[bool, "columns_offered"] = False
    people: Annotated[tuple[Person, ...], "people"] = ()
    former_names: Annotated[FormerNames, "former_names"] = _NO_FORMER
    seen_hints: Annotated[frozenset[Hint], "seen_hints"] = frozenset()
    recent_sheets: Annotated[SheetNames, "recent_sheets"] = _NO_SHEETS
    favourites: Annotated[SheetNames, "favourites"] = _NO_SHEETS
    backup_prompt_at: Annotated[int, "backup_prompt_at"] = 3
    best_of: Annotated[int, "best_of"] = 0
    chances: Annotated[bool, "chances"] = True
    play_chances: Annotated[bool, "chances_in_play"] = False
    white_dice: Annotated[bool, "ask_white_dice"] = False
    site: Annotated[SiteAddress, "site"] = NO_SITE
    link_names: Annotated[bool, "link_names"] = True

    @property
    def chances_in_play(self) -> bool:
        """True if chances are shown during a game."""
        return self.chances and self.play_chances

    @property
    def asks_white_dice(self) -> bool:
        """True if the sum of the white dice is asked for at the end of a roll."""
        return self.chances and self.white_dice

    @classmethod
    def from_texts(cls, texts: Mapping[str, str]) -> "Settings":
        """Read settings from stored texts by key; a missing or unreadable one gets its default."""
        return cls(**{f.name: _read_setting(texts.get(_key(f)), f.default) for f in fields(cls)})

    def to_texts(self) -> dict[str, str]:
        """Write all settings as texts by key."""
        return {_key(f): _setting_text(getattr(self, f.name)) for f in fields(self)}

    def changed_texts(self, old: "Settings") -> dict[str, str]:
        """The texts by key that differ from those of the old settings."""
        before = old.to_texts()
        return {key: text for key, text in self.to_texts().items() if text != before[key]}

    def color_of(self, name: str) -> int | None:
        """The colour index of a known player; None for others."""
        return next((p.color for p in self.people if name_key(p.name) == name_key(name)), None)

    def offered_names(self, played: Iterable[str]) -> tuple[str, ...]:
        """The names offered for a new game, the latest first, each person once.

        Players who are only in stored games (`played`) follow the five latest, as the list is cut.
        """
        known = {name_key(p.name): p.name for p in self.people}
        former = {name_key(name) for name, _ in self.former_names}
        others = {
            name_key(name): name for name in played if name_key(name) not in former | {*known}
        }
        names = tuple(known.values())
        return (*names[:_RECENT_OFFERED], *others.values(), *names[_RECENT_OFFERED:])

    def distinct_colors(self, names: Iterable[str]) -> tuple[int, ...]:
        """The colour index of each player, all distinct: a known player's own where it is free."""
        wanted = [self.color_of(name) for name in names]
        given = [c if c not in wanted[:i] else None for i, c in enumerate(wanted)]
        free = (color for color in count() if color not in given)
        return tuple(next(free) if color is None else color for color in given)

    def with_recent_players(self, people: Iterable[Person]) -> "Settings":
        """Put the players of a finished game first."""
        latest = tuple(Person(p.name, p.color) for p in people if p.name)
        present = {name_key(person.name) for person in latest}
        rest = (person for person in self.people if name_key(person.name) not in present)
        former = FormerNames(pair for pair in self.former_names if name_key(pair[0]) not in present)
        return replace(self, people=(*latest, *rest)[:MAX_PEOPLE], former_names=former)

    def with_renamed_player(self, old: str, new: str) -> "Settings":
        """Rename a known player.

        Another player with the new name is removed.
        """
        name = clean_name(new)
        if not name or name == old or self.color_of(old) is None:
            return self
        taken = {name_key(name)} - {name_key(old)}
        others = (p for p in self.people if name_key(p.name) not in taken)
        people = tuple(
            Person(name, p.color) if name_key(p.name) == name_key(old) else p for p in others
        )
        return replace(self, people=people, former_names=self._with_former_name(old, name))

    def _with_former_name(self, old: str, new: str) -> FormerNames:
        """Add a former name, unless the new one differs only in capitals."""
        names = {name_key(old), name_key(new)}
        rest = (pair for pair in self.former_names if name_key(pair[0]) not in names)
        last = ((old, new),) if len(names) > 1 else ()
        return FormerNames((*last, *rest)[:MAX_PEOPLE])

    def current_name(self, name: str) -> str:
        """Follow the renames of somebody in a stored game."""
        renames = {name_key(old): new for old, new in self.former_names if new}
        for _ in range(len(renames)):
            name = renames.get(name_key(name), name)
        return name

    def without_player(self, name: str) -> "Settings":
        people = tuple(p for p in self.people if name_key(p.name) != name_key(name))
        return replace(self, people=people, former_names=self._with_former_name(name, ""))

    def with_next_color(self, name: str) -> "Settings":
        """Give a known player the next colour."""
        people = (
            Person(p.name, (p.color + 1) % PLAYER_COLOR_COUNT)
            if name_key(p.name) == name_key(name)
            else p
            for p in self.people
        )
        return replace(self, people=tuple(people))

    def with_recent_sheet(self, sheet: str) -> "Settings":
        others = (name for name in self.recent_sheets if name != sheet)
        return replace(self, recent_sheets=SheetNames((sheet, *others)[:MAX_RECENT_SHEETS]))

    def toggle_favourite(self, sheet: str) -> "Settings":
        others = tuple(name for name in self.favourites if name != sheet)
        favourites = others if sheet in self.favourites else (sheet, *others)
        return replace(self, favourites=SheetNames(favourites[:MAX_FAVOURITES]))


def _key(setting: Field[Any]) -> str:
    """The key under which a setting is stored."""
    return str(get_args(setting.type)[1])


def known_spelling(name: str, known: Iterable[str]) -> str:
    """Clean a name; if it is a known one but for its capitals, take their spelling."""
    clean = clean_name(name)
    return next((each for each in known if name_key(each) == name_key(clean)), clean)


def clean_name(text: str) -> str:
    """Clean a player's name with `clean_text`."""
    return clean_text(text, MAX_PLAYER_NAME_CHARS)


def clean_text(text: str, max_chars: int) -> str:
    """Reduce a text to one printable line of at most `max_chars` characters.

    It is cut between graphemes: letters with their marks, joined emoji, flags. Control characters,
    such as those for direction, become spaces.
    """
    scanned = text.strip()[: max_chars * _SCAN_FACTOR]
    characters = (
        c if is_printable(c) or _is_joiner(scanned, at) else " " for at, c in enumerate(scanned)
    )
    line = " ".join("".join(characters).split())
    return truncate_graphemes(line, max_chars).rstrip(_JOINERS).strip()


def initial(name: str) -> str:
    """The first grapheme of a name; empty for an empty name.

    It is capitalised, unless the capital is more than one character or not in the pad's fonts.
    """
    ends = (at for at in range(1, len(name)) if not _continues_grapheme(name, at))
    first = name[: next(ends, len(name))]
    capital = first.upper()
    return capital if len(capital) == len(first) and has_glyphs(capital) else first


def _is_joiner(text: str, at: int) -> bool:
    """True if the invisible character at an index belongs to its neighbours."""
    before = text[at - 1 : at]
    here = text[at]
    after = text[at + 1 : at + 2]
    if here in _JOINERS:
        return _unicode_class(before) in {"L", "M", "S"} and _unicode_class(after) in {"L", "S"}
    return here in _FLAG_TAGS and bool(before) and before in _BLACK_FLAG + _FLAG_TAGS


def _unicode_class(character: str) -> str:
    """The first letter of the Unicode category, such as L for letters; empty for no character."""
    return unicode_category(character)[0] if character else ""


def truncate_graphemes(text: str, max_chars: int) -> str:
    """Cut a text to at most `max_chars` characters, between graphemes if the first one fits."""
    end = max_chars
    while 0 < end < len(text) and _continues_grapheme(text, end):
        end -= 1
    return text[: end or max_chars]


def _continues_grapheme(text: str, at: int) -> bool:
    """True if the character at an index belongs to the grapheme before it."""
    here = text[at]
    before = text[:at]
    if here in _FLAG_LETTERS:
        return (at - len(before.rstrip(_FLAG_LETTERS))) % 2 == 1
    belongs = _unicode_class(here) == "M" or here in _SKIN_TONES + _JOINERS + _FLAG_TAGS
    return belongs or before[-1] in _JOINERS


def _setting_text(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case frozenset():
            return " ".join(sorted(value))
        case SheetNames():
            return " ".join(value)
        case tuple():
            return _PLAYER_CODEC.to_text(value)
    return str(value)


def _read_setting(text: str | None, default: Any) -> Any:  # noqa: ANN401 - each setting has its own type
    if text is None:
        return default
    read = next((r for kind, r in _READERS.items() if isinstance(default, kind)), None)
    return clean_name(text) if read is None else read(text, default)


def _read_choice(text: str, default: StrEnum) -> StrEnum:
    kinds = type(default)
    return kinds(text) if text in {kind.value for kind in kinds} else default


def _read_sheet_names(text: str, _: object) -> SheetNames:
    names = filter(_SHEET.fullmatch, dict.fromkeys(text.split()))
    return SheetNames(islice(names, MAX_FAVOURITES))


def _read_former_names(text: str, _: object) -> FormerNames:
    pairs = _PLAYER_CODEC.from_text(tuple[tuple[str, str], ...], text) or ()
    return FormerNames(pair for pair in pairs[:MAX_PEOPLE] if pair[0])


def _read_site(text: str) -> SiteAddress:
    """Read the address of a site, which commands print; empty if it is none."""
    return SiteAddress(text if _SITE.fullmatch(text) and text.isprintable() else "")


_PLAYER_CODEC = Codec({Person: None}, {**LENIENT_READERS, str: lambda name: clean_name(str(name))})
_READERS: dict[type, Callable[[str, Any], object]] = {
    SiteAddress: lambda text, _: _read_site(text),
    frozenset: lambda text, _: frozenset(hint for hint in Hint if hint in text.split()),
    SheetNames: _read_sheet_names,
    FormerNames: _read_former_names,
    tuple: lambda text, _: (_PLAYER_CODEC.from_text(tuple[Person, ...], text) or ())[:MAX_PEOPLE],
    bool: {"yes": True, "no": False}.get,
    int: lambda text, default: int(text) if _COUNT.fullmatch(text) else default,
    StrEnum: _read_choice,
}
"""By the type of a default: reads a stored text; subtypes come before their bases."""


_PLAIN_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe"})
"""Letters that Unicode does not decompose into a plain letter and a mark."""


def ascii_slug(text: str, separator: str) -> str:
    """Reduce a text to words of a to z and digits, with a separator between them.

    Letters lose their marks; all else is dropped, so the result may be empty. File systems and game
    lines accept it.
    """
    decomposed = unicodedata.normalize("NFKD", text).casefold().translate(_PLAIN_LETTERS)
    unmarked = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return re.sub("[^a-z0-9]+", separator, unmarked).strip(separator)
