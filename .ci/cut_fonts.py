"""Cut the fonts for names whose letters the pad's own fonts lack.

    .venv/bin/python .ci/cut_fonts.py

Run it after a change of Flet's version, whose client may ask for other files, and commit the
result. It downloads the whole fonts from npm and takes ten minutes.

Flutter's client falls back to Roboto. `letters.woff2` replaces it: it has the Latin and Cyrillic
letters of Rubik, and Noto's Greek and Vietnamese. For other letters the client has a table of
fonts, and asks for those that have most of the missing letters on a screen. Files with the names in
that table are in the folder `more`.
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
"""One weight for all names, between those in which they are drawn."""
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
"""Fonts that stand in for other families, which the client may ask for instead; the last one with
any of the letters is taken."""
_FIRST = "Noto Sans SC"
"""The family that the client prefers for letters of China, Japan or Korea; `start.js` says so."""
_SECOND = "Noto Sans Symbols"
"""The family that it prefers among those with as many of the missing letters."""
_HEIGHTS = {
    "hhea": ("ascent", "descent", "lineGap"),
    "OS/2": ("sTypoAscender", "sTypoDescender", "sTypoLineGap", "usWinAscent", "usWinDescent"),
}
_LICENCES = {
    "noto-sans": ("noto-sans-greek-500", "noto-sans-arabic-arabic-500"),
    "noto-sans-cjk": ("noto-sans-sc-98-500",),
    "noto-color-emoji": ("noto-color-emoji-emoji-400",),
}
"""By the work that has a licence of its own: fonts whose makers are named in it."""
_LACKING = {0x2074}
"""The letters of the client's table that no package has."""
_HANGUL = range(0xAC00, 0xD7A4)
_JOINERS = {0x200D, 0xFE0F}
"""They join the parts of an emoji."""
_NARROW = 0x202F
"""The narrow space, as in French numbers."""
_BLANKS = {0x200C, 0x200E, 0x200F, *range(0x2066, 0x206A), _NARROW}
"""The narrow space, and signs without a shape."""
_FAMILY = re.compile(r"(.+?)(?: \d+)?")
_ROW = re.compile(r'A\.z\("(Noto [^"]+)","([^"]+\.woff2)"\)')
_SETS = re.compile(r'"([0-9a-z,]{3000,})"')
_RANGES = re.compile(r'"([0-9a-zA-Z]{3000,})"')


@dataclass(frozen=True, slots=True)
class Fallback:
    """A font in the client's table.

    Attributes:
        family: Such as `Noto Sans SC`, of which there are many slices.
        address: Its path below `fontFallbackBaseUrl`.
        letters: The code points that the client asks it for.
    """

    family: str
    address: str
    letters: frozenset[int]


def read_table() -> list[Fallback]:
    """Read the table of Flet's client, in order; Flutter's `font_fallbacks.dart` packs it."""
    client = (Path(get_package_web_dir()) / "main.dart.js").read_text(encoding="utf-8")
    rows = _ROW.findall(client)
    (sets,) = _SETS.findall(client)
    (ranges,) = _RANGES.findall(client)
    letters: list[set[int]] = [set() for _ in rows]
    alike = [list(_unpack_set(packed)) for packed in sets.split(",")]
    for span, number in _unpack_ranges(ranges):
        for font in alike[number]:
            letters[font].update(span)
    named = ((_FAMILY.fullmatch(name), address) for name, address in rows)
    return [
        Fallback(name[1] if name else "", address, frozenset(covered))
        for (name, address), covered in zip(named, letters, strict=True)
    ]


def _unpack_set(packed: str) -> Iterator[int]:
    """Yield the indexes of fonts, each of which is packed as the distance from the one before."""
    font = -1
    for digits, last in re.findall("([0-9]*)([a-z])", packed):
        font += int(digits or 0) * 26 + ord(last) - ord("a") + 1
        yield font


def _unpack_ranges(packed: str) -> Iterator[tuple[range, int]]:
    """Yield all code points, as ranges that the same set of fonts has."""
    start = 0
    size = 1
    for digits, last in re.findall("([0-9]*)([a-zA-Z])", packed):
        number = int(digits or 0) * 26 + ord(last.lower()) - ord("a")
        if last.islower():
            size = number + 2
        else:
            yield range(start, start + size), number
            start += size
            size = 1
    if start != 0x110000:  # noqa: PLR2004 - behind the last code point
        raise ValueError("the table of Flet's client is packed in another way")


def choose_fallbacks(letters: Iterable[int], table: Iterable[Fallback]) -> list[Fallback]:
    """Choose the fonts that the client asks for these letters, in its order."""
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
    """Sort fonts by the client's preference among those with as many of the missing letters."""
    return sorted(table, key=lambda font: (font.family != _FIRST, font.family != _SECOND))


def find_asked(
    letters: AbstractSet[int], table: Iterable[Fallback]
) -> list[tuple[Fallback, frozenset[int]]]:
    """List the fonts that the client may ask for if some of these letters are missing.

    Each has the letters that it is asked for. A font is never asked for if one that the client
    prefers has all of them.
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
    """Write all files from the unpacked npm packages."""
    shutil.rmtree(MORE, ignore_errors=True)
    _cut_letters(packages, LETTERS)
    table = read_table()
    loaded = loaded_letters()
    own = set[str]()
    available = dict[str, AbstractSet[int]]()
    for font in table:
        if cut := _cut(font, packages):
            _save(cut, MORE / font.address)
            own.add(font.address)
            available[font.address] = _font_letters(cut)
    others = [font for font in table if font.address not in own]
    for each in _SPARE:
        spare = _font_letters(_open(packages, *each))
        available |= {
            font.address: spare & font.letters for font in others if spare & (font.letters - loaded)
        }
    shown = shown_letters(table, available)
    for font, _ in find_asked(shown | loaded, table):
        if font.address not in own:
            spare_font = _cut_spare(available.get(font.address, set()), packages)
            _save(spare_font, MORE / font.address)
    _write_licences(packages)
    SHOWN.write_bytes(pack_letters(shown))


def _cut(font: Fallback, packages: Path) -> TTFont | None:
    """Cut the font for an address of the table; None if no package has its family."""
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
        return next(
            (each for each in fonts if font.letters - _LACKING <= _font_letters(each)), None
        )
    return None


def _cut_spare(letters: AbstractSet[int], packages: Path) -> TTFont:
    """Cut a font of these letters from another family, or one without visible letters."""
    for each in _SPARE:
        font = _open(packages, *each)
        if letters and letters <= _font_letters(font):
            return _with_letters(font, letters | _JOINERS)
    return _make_blank()


def _make_blank() -> TTFont:
    """Make a font of blanks, so that the client asks no other font for these letters."""
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
    """Merge one font of several; each adds the letters that those before it lack."""
    scripts = {
        "rubik": ("latin", "latin-ext", "cyrillic", "cyrillic-ext"),
        "noto-sans": ("greek", "vietnamese", "latin-ext", "cyrillic", "cyrillic-ext", "latin"),
    }
    pieces = [(package, each) for package, names in scripts.items() for each in names]
    roboto = Path(get_package_web_dir()) / "assets" / "fonts" / "roboto.woff2"
    had = set[int]()
    common = _font_letters(TTFont(roboto))
    with TemporaryDirectory() as work:
        parts: list[str] = []
        for package, script in pieces:
            font = _open(packages, package, script, _WEIGHT)
            new = _font_letters(font) - had
            if package != "rubik":
                new &= common
            if new:
                had |= new
                part = _with_letters(font, new)
                part.flavor = None
                parts.append(f"{work}/{len(parts)}.ttf")
                part.save(parts[-1])
        merged = Merger().merge(parts)
    _save(merged, target)


def _save(font: TTFont, target: Path) -> None:
    """Save a font with the height of Rubik, so that it makes no line taller."""
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
    """Write the licence of each work, with the makers that its fonts name."""
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


def _font_letters(font: TTFont) -> set[int]:
    return {*font.getBestCmap()}


def _folder(packages: Path, package: str) -> Path:
    return packages / package / "package" / "files"


def _open(packages: Path, package: str, script: str, weight: int) -> TTFont:
    font = TTFont(_folder(packages, package) / f"{package}-{script}-{weight}-normal.woff2")
    if "SVG " in font:
        del font["SVG "]  # the same pictures in a format that the client does not use
    return font


def loaded_letters() -> set[int]:
    """The letters that need no other font: every browser loads them, or they are invisible."""
    return _font_letters(TTFont(LETTERS)) | _BLANKS | _JOINERS


def read_available(table: Iterable[Fallback]) -> dict[str, set[int]]:
    """The letters of each file that exists, by its address."""
    here = {font.address: MORE / font.address for font in table}
    return {address: _font_letters(TTFont(path)) for address, path in here.items() if path.exists()}


def shown_letters(
    table: Iterable[Fallback], available: Mapping[str, AbstractSet[int]]
) -> AbstractSet[int]:
    """The letters that a browser shows with these files, whatever else a name lacks."""
    loaded = loaded_letters()
    alone = {letter: font for font in reversed(_order(table)) for letter in font.letters}
    shown = loaded | {
        each for each, font in alone.items() if each in available.get(font.address, ())
    }
    while lost := {
        letter
        for font, part in find_asked(shown, table)
        for letter in part - available.get(font.address, set()) - loaded
    }:
        shown -= lost
    return shown


def pack_letters(letters: AbstractSet[int]) -> bytes:
    """Pack letters as bits for `qwixx_pad/settings/letters.py`."""
    bits = bytearray(max(letters) // 8 + 1)
    for letter in letters:
        bits[letter >> 3] |= 1 << (letter & 7)
    return zlib.compress(bits, 9)


def main() -> None:
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
