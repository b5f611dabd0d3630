"""Cut the fonts of names that Rubik's common letters do not write.

    .venv/bin/python .ci/cut_fonts.py

Run it for another version of Flet, whose client may ask for other files, and commit what it has
cut. It takes the whole fonts from npm, and ten minutes.

`letters.woff2` lies in place of Roboto, of which Flutter's client takes whatever a font lacks:
Rubik's Latin letters and its Cyrillic, and Noto's Greek and Vietnamese. For what that lacks
too the client has a table of fonts with the letters of each, and asks for those that have most of
what is missing on a screen; files of its own names lie in `more`.
"""

import re
import shutil
import subprocess
import zlib
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from flet_web import get_package_web_dir
from fontTools.fontBuilder import FontBuilder
from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph

ROOT = Path(__file__).parents[1]
FONTS = ROOT / "assets" / "fonts"
MORE = FONTS / "more"
LETTERS = FONTS / "letters.woff2"
SHOWN = ROOT / "qwixx_pad" / "settings" / "shown_letters.bits"
_WEIGHT = 500
"""Between those that names are written in: there is one file for all of them."""
_PACKAGES = {
    "rubik": "5.3.0",
    "noto-sans": "5.3.0",
    "noto-sans-arabic": "5.3.0",
    "noto-sans-kr": "5.3.0",
    "noto-sans-sc": "5.3.0",
    "noto-color-emoji": "5.3.2",
}
_EMOJI = ("noto-color-emoji", "emoji", 400)
_ARABIC = ("noto-sans-arabic", "arabic", _WEIGHT)
_SPARE = (_ARABIC, _EMOJI)
"""What has letters for fonts of other families too, for which the client may ask instead: the last
that has any."""
_FIRST = "Noto Sans SC"
"""What the client asks first for a letter of China, Japan or Korea, by what `start.js` tells it."""
_SECOND = "Noto Sans Symbols"
"""… and next, of fonts that write as many of the letters that are missing."""
_HEIGHTS = {
    "hhea": ("ascent", "descent", "lineGap"),
    "OS/2": ("sTypoAscender", "sTypoDescender", "sTypoLineGap", "usWinAscent", "usWinDescent"),
}
_LICENCES = {
    "noto-sans": ("noto-sans-greek-500", "noto-sans-arabic-arabic-500"),
    "noto-sans-cjk": ("noto-sans-sc-98-500",),
    "noto-color-emoji": ("noto-color-emoji-emoji-400",),
}
"""Whose names stand above the licence: fonts of each work, of which there is one licence."""
_LACKING = {0x2074}
"""What no package has of the letters that its fonts are asked for."""
_HANGUL = range(0xAC00, 0xD7A4)
_JOINERS = {0x200D, 0xFE0F}
"""What joins the parts of an emoji."""
_NARROW = 0x202F
"""The space of French."""
_BLANKS = {0x200C, 0x200E, 0x200F, *range(0x2066, 0x206A), _NARROW}
"""It, and what only steers a text."""
_FAMILY = re.compile(r"(.+?)(?: \d+)?")
_ROW = re.compile(r'A\.z\("(Noto [^"]+)","([^"]+\.woff2)"\)')
_SETS = re.compile(r'"([0-9a-z,]{3000,})"')
_RANGES = re.compile(r'"([0-9a-zA-Z]{3000,})"')


@dataclass(frozen=True, slots=True)
class Fallback:
    """A font of the client's table.

    Attributes:
        family: Such as `Noto Sans SC`, of which there are many slices.
        address: Where it is asked for, below `fontFallbackBaseUrl`.
        letters: The code points that it is asked for.
    """

    family: str
    address: str
    letters: frozenset[int]


def read_table() -> list[Fallback]:
    """Read the table of Flet's client, as Flutter's `font_fallbacks.dart` packs it, in order."""
    client = (Path(get_package_web_dir()) / "main.dart.js").read_text(encoding="utf-8")
    rows, (sets,), (ranges,) = (each.findall(client) for each in (_ROW, _SETS, _RANGES))
    letters: list[set[int]] = [set() for _ in rows]
    alike = [list(_unpack_set(packed)) for packed in sets.split(",")]
    for span, number in _unpack_ranges(ranges):
        for font in alike[number]:
            letters[font].update(span)
    named = ((_FAMILY.fullmatch(name), address) for name, address in rows)
    return [
        Fallback(name[1] if name else "", address, frozenset(held))
        for (name, address), held in zip(named, letters, strict=True)
    ]


def _unpack_set(packed: str) -> Iterator[int]:
    """Yield the numbers of fonts, each written as its distance from the one before."""
    font = -1
    for digits, last in re.findall("([0-9]*)([a-z])", packed):
        font += int(digits or 0) * 26 + ord(last) - ord("a") + 1
        yield font


def _unpack_ranges(packed: str) -> Iterator[tuple[range, int]]:
    """Yield all code points, in ranges of those that the same set of fonts has."""
    start = 0
    size = 1
    for digits, last in re.findall("([0-9]*)([a-zA-Z])", packed):
        number = int(digits or 0) * 26 + ord(last.lower()) - ord("a")
        if last.islower():
            size = number + 2
        else:
            yield range(start, start + size), number
            start = start + size
            size = 1
    if start != 0x110000:  # noqa: PLR2004 - behind the last code point
        raise ValueError("the table of Flet's client is packed in another way")


def choose_fallbacks(letters: Iterable[int], table: Iterable[Fallback]) -> list[Fallback]:
    """Choose the fonts that the client fetches for these letters: the best-covering first."""
    missing = {*letters}
    chosen = list[Fallback]()
    while known := [font for font in table if not missing.isdisjoint(font.letters)]:
        ranks = [
            (font.family != _FIRST, -len(missing & font.letters), font.family != _SECOND)
            for font in known
        ]
        chosen.append(known[ranks.index(min(ranks))])
        missing -= chosen[-1].letters
    return chosen


def _order(table: Iterable[Fallback]) -> list[Fallback]:
    """Sort fonts as the client prefers them where they have as many of the missing letters."""
    return sorted(table, key=lambda font: (font.family != _FIRST, font.family != _SECOND))


def find_asked(
    letters: AbstractSet[int], table: Iterable[Fallback]
) -> list[tuple[Fallback, frozenset[int]]]:
    """Return all that the client may ask for where some of these letters are missing, and what for.

    A font whose letters are all in one that is chosen before it is never asked for.
    """
    ordered = _order(table)
    asked = [(font, font.letters & letters) for font in ordered if font.family == _FIRST]
    rest = frozenset(letters).difference(*(part for _, part in asked))
    for font in ordered:
        part = font.letters & rest
        if part and not any(part <= other for _, other in asked):
            asked.append((font, part))
    return asked


def cut_all(packages: Path) -> None:
    """Write all files, of the unpacked packages of npm."""
    shutil.rmtree(MORE, ignore_errors=True)
    _cut_letters(packages, LETTERS)
    table = read_table()
    loaded = loaded_letters()
    own = set[str]()
    held = dict[str, AbstractSet[int]]()
    for font in table:
        if made := _cut(font, packages):
            _save(made, MORE / font.address)
            own.add(font.address)
            held[font.address] = _held(made)
    others = [font for font in table if font.address not in own]
    for each in _SPARE:
        has = _held(_open(packages, *each))
        held |= {
            font.address: has & font.letters for font in others if has & (font.letters - loaded)
        }
    shown = shown_letters(table, held)
    for font, _ in find_asked(shown | loaded, table):
        if font.address not in own:
            made = _cut_spare(held.get(font.address, set()), packages)
            _save(made, MORE / font.address)
    _write_licences(packages)
    SHOWN.write_bytes(pack_letters(shown))


def _cut(font: Fallback, packages: Path) -> TTFont | None:
    """Return a font for an address of the table; None where the pad has none of its family."""
    if font.family == "Noto Color Emoji":
        return _with_letters(_open(packages, *_EMOJI), font.letters | _JOINERS)
    if font.family == "Noto Sans Hebrew":
        return _open(packages, "rubik", "hebrew", _WEIGHT)
    if font.family == "Noto Sans Arabic":
        return _open(packages, *_ARABIC)
    if font.family == _FIRST or (font.family == "Noto Sans KR" and font.letters & {*_HANGUL}):
        package = font.family.lower().replace(" ", "-")
        files = _folder(packages, package).glob(f"{package}-*-{_WEIGHT}-normal.woff2")
        fonts = map(TTFont, sorted(files, key=lambda file: (file.stat().st_size, file.name)))
        return next((each for each in fonts if font.letters - _LACKING <= _held(each)), None)
    return None


def _cut_spare(letters: AbstractSet[int], packages: Path) -> TTFont:
    """Return a font of these letters, for an address whose family the pad has not."""
    for each in _SPARE:
        font = _open(packages, *each)
        if letters and letters <= _held(font):
            return _with_letters(font, letters | _JOINERS)
    return _make_blank()


def _make_blank() -> TTFont:
    """Make a font of blanks, so that the client asks no further for letters that it has."""
    builder = FontBuilder(1000)
    widths = {".notdef": 0, "unseen": 0, "narrow": 200}
    builder.setupGlyphOrder([*widths])
    builder.setupCharacterMap(dict.fromkeys(_BLANKS, "unseen") | {_NARROW: "narrow"})
    builder.setupGlyf({name: Glyph() for name in widths})
    builder.setupHorizontalMetrics({name: (width, 0) for name, width in widths.items()})
    builder.setupHorizontalHeader()
    builder.setupOS2()
    builder.setupPost(keepGlyphNames=False)
    return builder.font


def _cut_letters(packages: Path, target: Path) -> None:
    """One font of several: each brings the letters that those before it have not."""
    scripts = {
        "rubik": ("latin", "latin-ext", "cyrillic", "cyrillic-ext"),
        "noto-sans": ("greek", "vietnamese", "latin-ext", "cyrillic", "cyrillic-ext", "latin"),
    }
    pieces = [(package, each) for package, names in scripts.items() for each in names]
    roboto = Path(get_package_web_dir()) / "assets" / "fonts" / "roboto.woff2"
    had = set[int]()
    common = _held(TTFont(roboto))
    with TemporaryDirectory() as work:
        parts: list[str] = []
        for package, script in pieces:
            font = _open(packages, package, script, _WEIGHT)
            new = _held(font) - had
            if new := new if package == "rubik" else new & common:
                had |= new
                part = _with_letters(font, new)
                part.flavor = None
                parts.append(f"{work}/{len(parts)}.ttf")
                part.save(parts[-1])
        made = Merger().merge(parts)
    _save(made, target)


def _save(font: TTFont, target: Path) -> None:
    """Keep a font, as tall as Rubik: no line is taller for such a letter."""
    rubik = TTFont(FONTS / "rubik-400.ttf")
    for table, heights in _HEIGHTS.items():
        for height in heights:
            own = getattr(rubik[table], height) * font["head"].unitsPerEm
            setattr(font[table], height, round(own / rubik["head"].unitsPerEm))
    font["head"].created = font["head"].modified = rubik["head"].modified
    font.recalcTimestamp = False  # the same fonts give the same bytes
    font.flavor = "woff2"
    target.parent.mkdir(parents=True, exist_ok=True)
    font.save(target)


def _write_licences(packages: Path) -> None:
    """Write the licence of each work as the fonts themselves name its makers."""
    terms = (packages / "rubik" / "package" / "LICENSE").read_text(encoding="utf-8")
    for work, files in _LICENCES.items():
        fonts = [
            TTFont(next(packages.glob(f"*/package/files/{name}-normal.woff2"))) for name in files
        ]
        makers = "\n".join(str(font["name"].getDebugName(0)) for font in fonts)
        text = makers + terms[terms.index("\n") :]
        (FONTS / f"OFL-{work}.txt").write_text(text, encoding="utf-8", newline="\n")


def _with_letters(font: TTFont, letters: AbstractSet[int]) -> TTFont:
    options = Options(layout_features=["*"], name_IDs=[0, 13, 14], hinting=False)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    return font


def _held(font: TTFont) -> set[int]:
    return {*font.getBestCmap()}


def _folder(packages: Path, package: str) -> Path:
    return packages / package / "package" / "files"


def _open(packages: Path, package: str, script: str, weight: int) -> TTFont:
    font = TTFont(_folder(packages, package) / f"{package}-{script}-{weight}-normal.woff2")
    if "SVG " in font:
        del font["SVG "]  # the same pictures once more, for other painters
    return font


def loaded_letters() -> set[int]:
    """Return the letters that need no other font: loaded by everybody, or invisible."""
    return _held(TTFont(LETTERS)) | _BLANKS | _JOINERS


def read_held(table: Iterable[Fallback]) -> dict[str, set[int]]:
    """Return the letters of each file that lies here, by its address."""
    here = {font.address: MORE / font.address for font in table}
    return {address: _held(TTFont(path)) for address, path in here.items() if path.exists()}


def shown_letters(
    table: Iterable[Fallback], held: Mapping[str, AbstractSet[int]]
) -> AbstractSet[int]:
    """Return the letters that a browser shows with these files, whatever else a name lacks."""
    loaded = loaded_letters()
    alone = {letter: font for font in reversed(_order(table)) for letter in font.letters}
    shown = loaded | {each for each, font in alone.items() if each in held.get(font.address, ())}
    while lost := {
        letter
        for font, part in find_asked(shown, table)
        for letter in part - held.get(font.address, set()) - loaded
    }:
        shown -= lost
    return shown


def pack_letters(letters: AbstractSet[int]) -> bytes:
    """One bit a letter, as `settings/letters.py` reads it."""
    bits = bytearray(max(letters) // 8 + 1)
    for letter in letters:
        bits[letter >> 3] |= 1 << (letter & 7)
    return zlib.compress(bits, 9)


def main() -> None:
    """Fetch the packages and cut all files."""
    with TemporaryDirectory() as work:
        for package, version in _PACKAGES.items():
            folder = Path(work, package)
            folder.mkdir()
            command = ["npm", "pack", "--silent", f"@fontsource/{package}@{version}"]
            subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
            shutil.unpack_archive(next(folder.glob("*.tgz")), folder)
        cut_all(Path(work))


if __name__ == "__main__":
    main()
