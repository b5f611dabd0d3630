"""Colours, those of each row, and letters of the design, each written once. Pure: no Flet here."""

from dataclasses import dataclass, replace
from math import inf

from qwixx_pad.ui.geometry import LARGE_TEXT_SCALE

_CHANNELS = 3
_LINEAR_BELOW = 0.04045


def _rgb_channels(color: str) -> tuple[int, ...]:
    return tuple(int(color[i : i + 2], 16) for i in range(1, 1 + 2 * _CHANNELS, 2))


def mix_colors(start: str, end: str, share: float) -> str:
    """Mix two colours: `share` 0 gives the first, 1 the second."""
    pairs = zip(_rgb_channels(start), _rgb_channels(end), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def contrast_ratio(one: str, other: str) -> float:
    """Return the contrast ratio of two colours as WCAG 2 defines it, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: str) -> float:
    red, green, blue = (_linear_channel(channel / 255) for channel in _rgb_channels(color))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear_channel(channel: float) -> float:
    return channel / 12.92 if channel <= _LINEAR_BELOW else ((channel + 0.055) / 1.055) ** 2.4


@dataclass(frozen=True)
class Band:
    """The colours of one row in one theme.

    Attributes:
        band, cap: The band and its darker end.
        text: On both.
        number: On paper.
        skipped, skipped_number: A passed-over cell, its number and strike line.
        waiting: The last cell while crosses are missing.
        outline: One dp around the band, where the band alone is too near to the table.
        frame: Around the row's field in the sum line.
        icon: Name of the Material icon that goes wherever the colour goes.
        icon_on_surface: The icon's colour beside text.
        closed_band, closed_cap: After somebody else has closed the row.
        closed_cell, closed_number: A left-over cell then, and its number.
    """

    band: str
    cap: str
    text: str
    number: str
    skipped: str
    skipped_number: str
    waiting: str
    outline: str | None
    frame: str
    icon: str
    icon_on_surface: str
    closed_band: str
    closed_cap: str
    closed_cell: str
    closed_number: str


_WHITE_TEXT = "#FFFFFF"
_DARK_TEXT = "#1D1B20"
LIGHT_PAPER = "#FFFFFF"
DARK_PAPER = "#F3EFE7"


def _make_band(  # noqa: PLR0913, PLR0917 - the columns of the design's table
    base: str,
    cap: str,
    text: str,
    number: str,
    skipped: tuple[str, str],
    waiting: str,
    mark: str,
    closed: tuple[str, str],
    *,
    paper: str,
    outline: str | None = None,
    frame: str | None = None,
    on_surface: str | None = None,
) -> Band:
    return Band(
        band=base,
        cap=cap,
        text=text,
        number=number,
        skipped=skipped[0],
        skipped_number=skipped[1],
        waiting=waiting,
        outline=outline,
        frame=frame or base,
        icon=mark,
        icon_on_surface=on_surface or number,
        closed_band=closed[0],
        closed_cap=closed[1],
        closed_cell=mix_colors(closed[0], paper, 0.10),
        closed_number=mix_colors(closed[0], text, 0.80),
    )


_RED = ("#C62828", "#A31F1F", _WHITE_TEXT, "#C62828", ("#CE5C58", "#FFE3E1"), "#F8DFDD")
_YELLOW = ("#FFC400", "#E8AE00", _DARK_TEXT, "#5C4300", ("#FFDC6B", "#6B5100"), "#FFEDB8")
_GREEN = ("#00796B", "#00635A", _WHITE_TEXT, "#00695C", ("#358F85", "#DDF3F0"), "#D3EBE8")
_BLUE = ("#283593", "#1E2878", _WHITE_TEXT, "#283593", ("#5A63AB", "#E6E8FA"), "#D3D7EF")
_HEART = "FAVORITE_ROUNDED"
_STAR = "STAR_ROUNDED"
_LEAF = "ECO_ROUNDED"
_DROP = "WATER_DROP_ROUNDED"


def _uncolored_band(ground: str, text: str, mark: str, *, paper: str, outline: str) -> Band:
    """Return the colours of a row that has none of its own: a bar, a track, pairs of numbers."""
    skipped = mix_colors(ground, paper, 0.35), mix_colors(ground, _DARK_TEXT, 0.75)
    waiting = paper
    closed = (ground, ground)
    return _make_band(
        *(ground, ground, text, _UNCOLORED_NUMBER, skipped, waiting, mark, closed),
        paper=paper,
        outline=outline,
    )


def _bonus_band(one: Band, other: Band, *, paper: str) -> Band:
    """Return the colours of a row of bonus numbers between two others."""
    ground = mix_colors(one.band, other.band, 0.5)
    skipped = mix_colors(ground, paper, 0.35), _DARK_TEXT
    closed = (mix_colors(one.closed_band, other.closed_band, 0.5),) * 2
    return _make_band(
        *(ground, ground, _DARK_TEXT, _UNCOLORED_NUMBER, skipped, paper, one.icon, closed),
        paper=paper,
    )


def _all_bands(
    bands: dict[str, Band], paper: str, ground: str, text: str, outline: str
) -> dict[str, Band]:
    """Those of rows with a lock, of rows of bonus numbers, and of rows without a colour."""
    between = {
        one + two: _bonus_band(bands[one], bands[two], paper=paper)
        for one, two in _BONUS_ROW_NEIGHBORS
    }
    plain = {
        letter: _uncolored_band(ground, text, mark, paper=paper, outline=outline)
        for letter, mark in _UNCOLORED_ICONS.items()
    }
    return {**bands, **between, **plain}


_BONUS_ROW_NEIGHBORS = (("r", "y"), ("g", "b"))
_UNCOLORED_NUMBER = "#3A3642"
_UNCOLORED_ICONS = {
    "bar": "REDEEM_ROUNDED",
    "x": "SWAP_HORIZ_ROUNDED",
    "lucky": "FILTER_VINTAGE_ROUNDED",
}
"""The marks of rows that have no colour."""


_LIGHT_LOCKED = {
    "r": _make_band(*_RED, _HEART, ("#9D5F65", "#834E55"), paper=LIGHT_PAPER),
    "y": _make_band(
        *_YELLOW,
        _STAR,
        ("#B39A56", "#9D8449"),
        paper=LIGHT_PAPER,
        outline="#7A5900",
        on_surface="#7A5900",
    ),
    "g": _make_band(*_GREEN, _LEAF, ("#527D7E", "#45686B"), paper=LIGHT_PAPER),
    "b": _make_band(*_BLUE, _DROP, ("#61648D", "#505277"), paper=LIGHT_PAPER),
}


_DARK_LOCKED = {
    "r": _make_band(*_RED, _HEART, ("#793F45", "#623237"), paper=DARK_PAPER, on_surface="#FF8A80"),
    "y": _make_band(
        *_YELLOW, _STAR, ("#B79423", "#B48C15"), paper=DARK_PAPER, on_surface="#FFC400"
    ),
    "g": _make_band(*_GREEN, _LEAF, ("#2E5E5F", "#244B4E"), paper=DARK_PAPER, on_surface="#7FD1C3"),
    "b": _make_band(
        *_BLUE,
        _DROP,
        ("#3D446E", "#2F3559"),
        paper=DARK_PAPER,
        outline="#8C9EFF",
        frame="#8C9EFF",
        on_surface="#8C9EFF",
    ),
}


LIGHT_BANDS = _all_bands(_LIGHT_LOCKED, LIGHT_PAPER, "#E6DFD3", _DARK_TEXT, "#CDC4B5")
DARK_BANDS = _all_bands(_DARK_LOCKED, DARK_PAPER, "#2B2F39", "#F0ECE4", "#414652")

HANDWRITING = "Kalam"
"""The hand that fills the sum fields; digits only."""

MAX_CELL_TEXT_SCALE = 1.3
"""Numbers on the sheet stop to grow at so many times their size: their cells cannot."""

_PLAYER_COLORS = ("#7B4B94", "#2F6690", "#9C4A1A", "#4F6D3A", "#C2367A", "#4A4A4F")
_SHRINK_STEP = 0.05
"""Letters shrink by so much of their designed size."""
_LETTER_WIDTHS = {
    **dict.fromkeys("ijlI.,:;'’!|·ìíîï\xa0", 0.3),
    **dict.fromkeys(" frt()[]-", 0.47),
    **dict.fromkeys("mwMW%@—", 0.9),
    **dict.fromkeys("ABCDGHJKNOPQRSUVXYZÄÖÜ", 0.72),
}
_LETTER_WIDTH = 0.63
"""About the widths of bold letters, as multiples of their size, and of all others."""
_DIGIT_SIZE_PER_WIDTH = 0.72
"""How large two bold digits may be where there is room for a width of 1."""
_LINE_HEIGHT = 1.25
"""Height of a line of letters, as a multiple of their size."""
_MIN_RING_CONTRAST = 2.9
"""The contrast from which a ring is seen."""


def font_family(weight: int) -> str:
    """Return the font family of a weight: 400, 500, 600 or 700; each is a family of its own."""
    return f"Rubik {weight}"


@dataclass(frozen=True)
class Theme:
    """How everything is seen: the colours of one theme, and what the device asks for beside them.

    The names of the colours are the design's.
    """

    dark: bool
    background: str
    surface: str
    surface2: str
    ink: str
    ink2: str
    line: str
    frame: str
    primary: str
    on_primary: str
    paper: str
    pen: str
    gain: str
    veil: str
    hero: str
    card_shadow: str
    bands: dict[str, Band]
    hero_ink: str = "#FFFFFF"
    hero_ink2: str = "#D5D8E4"
    notice: str = "#1D1B20"
    on_notice: str = "#FFFDF8"
    notice_action: str = "#FFC400"
    """What can be tapped on a notice."""
    on_paper: str = "#5E5866"
    player_colors: tuple[str, ...] = _PLAYER_COLORS
    line_colors: tuple[str, ...] = _PLAYER_COLORS
    """Of the players' lines in a chart, in the order of their discs."""
    idle_opacity: float = 0.32
    """How much of an icon is left that has nothing to do, from 0 to 1."""
    later_opacity: float = 0.6
    """The same of a penalty field that is not the next."""
    high_contrast: bool = False
    """True if the device asks for high contrast; see `contrast_theme`."""
    reduce_motion: bool = False
    """True if it asks that nothing moves."""
    text_scale: float = 1.0
    """How many times larger than designed it shows letters."""

    def __hash__(self) -> int:
        """There are few themes; these tell them apart."""
        return hash(
            (self.dark, self.background, self.high_contrast, self.reduce_motion, self.text_scale)
        )

    @property
    def has_large_text(self) -> bool:
        """True if letters are so large that what is said twice is left out."""
        return self.text_scale >= LARGE_TEXT_SCALE

    def grown_height(self, height: float, *sizes: float) -> float:
        """Return the height of a box where its letters are larger than designed, in dp.

        The sizes are those of the lines in it, in sp; without them all of it grows.
        """
        more = max(0.0, self.text_scale - 1)
        return height * (1 + more) if not sizes else height + more * sum(sizes) * _LINE_HEIGHT

    def capped_size(self, size: float, most: float = MAX_CELL_TEXT_SCALE) -> float:
        """Return the size, in sp, at which letters stop growing at so many times their size."""
        return size if self.text_scale <= most else size * most / self.text_scale

    def two_digits(self, size: float, width: float) -> float:
        """Return the size, in sp, at which two digits grow like a cell and stay on one line."""
        return self.capped_size(
            size, max(1.0, min(MAX_CELL_TEXT_SCALE, width * _DIGIT_SIZE_PER_WIDTH / size))
        )

    def player_color(self, color: int) -> str:
        """Return the colour of a player's disc; rows never use these."""
        return self.player_colors[color % len(self.player_colors)]

    def ring_color(self, letter: str) -> str:
        """Return the colour of the focus ring on a row; ink would be lost on blue."""
        seen = contrast_ratio(self.pen, self.bands[letter].band) >= _MIN_RING_CONTRAST
        return self.pen if seen else self.bands["y"].band

    @property
    def danger(self) -> str:
        """The colour of what deletes: letters on a surface, or the ground of a button."""
        return self.icon_color("r")

    def icon_color(self, letter: str) -> str:
        """Return the colour of a row's mark beside text on a surface."""
        return self.bands[letter].icon_on_surface


@dataclass(frozen=True, slots=True)
class Style:
    """How large and how bold letters are.

    Attributes:
        size: In sp.
        weight: 400, 500, 600 or 700.
    """

    size: float
    weight: int

    def resized(self, size: float) -> "Style":
        """Letters as bold as these, in another size."""
        return Style(size, self.weight)

    def capped(self, theme: Theme, most: float = MAX_CELL_TEXT_SCALE) -> "Style":
        """Return these letters, no larger than so many times their size."""
        return Style(theme.capped_size(self.size, most), self.weight)

    def width_of(self, text: str, theme: Theme) -> float:
        """Estimate the width of a text on one line, in dp."""
        return text_width(text) * self.size * theme.text_scale

    def on_one_line(self, theme: Theme, text: str, width: float, most: float = inf) -> "Style":
        """Return these letters where they stop growing before a line outgrows a width, in dp."""
        fits = width / (self.size * max(text_width(text), 1))
        return self.capped(theme, max(1.0, min(most, fits)))

    def fitted_to(
        self, theme: Theme, text: str, width: float, height: float, most: float = inf
    ) -> "Style":
        """Return these letters where they stop growing before a text outgrows its box, in dp.

        Whole words fit into a line then, and whole lines below each other; `most` as in `held`.
        """
        grown = min(theme.text_scale, most)
        while grown > 1 and not text_fits(text, self.size * grown, width, height):
            grown -= _SHRINK_STEP
        return self.capped(theme, max(1.0, grown))


def text_width(text: str) -> float:
    """Estimate the width of bold letters on one line, as a multiple of their size."""
    return sum(_LETTER_WIDTHS.get(letter, _LETTER_WIDTH) for letter in text)


def text_fits(text: str, size: float, width: float, height: float) -> bool:
    """Tell whether whole words of a size, in dp, fit into a box."""
    space = text_width(" ") * size
    lines = 0
    at = inf
    for word in text.split(" "):
        wide = text_width(word) * size
        at += space + wide
        if at > width:
            lines = lines + 1
            at = wide
        if wide > width:
            return False
    return lines * size * _LINE_HEIGHT <= height


HEADLINE = Style(26, 700)
"""The name of a screen."""
TITLE = Style(20, 600)
"""What a card asks."""
HEADING = Style(17, 600)
"""Above a part of a screen."""
NAME = Style(16, 600)
"""Of a person, a sheet, what a card tells."""
LABEL = Style(15, 600)
"""Of what can be tapped, and of a line in a list."""
NOTICE = Style(14, 600)
"""What there is to say of the last tap."""
TAG = Style(13, 600)
"""What must be seen where there is little room."""
NUMBER = Style(16, 700)
"""Points."""
OPTION = Style(14, 500)
"""One of several that can be chosen."""
CHIP = Style(13, 500)
"""A word on a ground of its own."""
BODY = Style(15, 400)
"""Sentences."""
ASIDE = Style(14, 400)
"""What belongs to the words above it."""
HINT = Style(13, 400)
"""What explains or dates them, more quietly."""
CAPTION = Style(12, 400)
"""Under a picture or a number."""
FINE = Style(11, 400)
"""On the axes of a chart."""


EXTRA_ICONS = {
    "steps": "STAIRS_ROUNDED",
    "track": "CASINO_ROUNDED",
    "pair": "ADD_ROUNDED",
    "board": "TOUR_ROUNDED",
}
"""What stands beside points that come beside the rows, by what they are for."""
LUCKY_ICON = "LOCAL_FLORIST_ROUNDED"
"""What stands for a lucky number."""


LIGHT = Theme(
    dark=False,
    background="#F1ECE3",
    surface="#FFFDF8",
    surface2="#E6DFD3",
    ink="#1D1B20",
    ink2="#5E5866",
    line="#CDC4B5",
    frame="#8B8592",
    primary="#23283A",
    on_primary="#FFFFFF",
    paper=LIGHT_PAPER,
    pen="#1B1C2E",
    gain="#00695C",
    veil="#66101218",
    hero="#23283A",
    card_shadow="#26000000",
    bands=LIGHT_BANDS,
)
DARK = Theme(
    dark=True,
    background="#14161B",
    surface="#1F222A",
    surface2="#2B2F39",
    ink="#F0ECE4",
    ink2="#ABA7B3",
    line="#414652",
    frame="#8B8592",
    primary="#EFE7D8",
    on_primary="#1D1B20",
    paper=DARK_PAPER,
    pen="#1B1C2E",
    gain="#7FD1C3",
    veil="#99000000",
    hero="#2B3147",
    card_shadow="#66000000",
    bands=DARK_BANDS,
    notice="#F0ECE4",
    on_notice="#1D1B20",
    notice_action="#5C4300",
    line_colors=("#C79BDD", "#7FB3DB", "#E09A66", "#9CBF86", "#FF8FB8", "#D9D4C7"),
)
BLACK = replace(
    DARK,
    background="#000000",
    surface="#101216",
    surface2="#1D2027",
    line="#3A3F4A",
    hero="#1E2438",
)
"""Dark, with pixels that are off wherever nothing is: for screens that light each one alone."""
