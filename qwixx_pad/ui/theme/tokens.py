"""The colours and letters of the design, each defined once. Pure."""

from dataclasses import dataclass, replace
from math import inf

from qwixx_pad.ui.geometry import LARGE_TEXT_SCALE
from qwixx_pad.ui.theme.bands import (
    DARK_BANDS,
    LIGHT_BANDS,
    PAPER_IN_DARK_THEME,
    PAPER_IN_LIGHT_THEME,
    Band,
    contrast_ratio,
)

HANDWRITING = "Kalam"
"""The font family of the points in the sum line; it has digits only."""

MAX_CELL_TEXT_SCALE = 1.3
"""The scale at which numbers on the sheet stop growing: their cells do not grow."""

_PLAYER_COLORS = ("#7B4B94", "#2F6690", "#9C4A1A", "#4F6D3A", "#C2367A", "#4A4A4F")
_SHRINK_STEP = 0.05
"""The step in which the scale of a text shrinks until the text fits."""
_LETTER_WIDTHS = {
    **dict.fromkeys("ijlI.,:;'’!|·ìíîï\xa0", 0.3),
    **dict.fromkeys(" frt()[]-", 0.47),
    **dict.fromkeys("mwMW%@—", 0.9),
    **dict.fromkeys("ABCDGHJKNOPQRSUVXYZÄÖÜ", 0.72),
}
"""About the widths of some bold letters, as multiples of their size."""
_LETTER_WIDTH = 0.63
"""That of all others."""
_DIGIT_SIZE_PER_WIDTH = 0.72
"""The size of two bold digits that fill a width of 1."""
_LINE_HEIGHT = 1.25
"""Height of a line of letters, as a multiple of their size."""
_MIN_RING_CONTRAST = 2.9
"""The least contrast of a focus ring with its row."""


def font_family(weight: int) -> str:
    """The font family of a weight: 400, 500, 600 or 700; each weight is a family of its own."""
    return f"Rubik {weight}"


@dataclass(frozen=True)
class Theme:
    """The colours of one theme, and what the device asks for: contrast, stillness, large letters.

    The colours have the names of the design.
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
    """Of an icon that does nothing now."""
    later_opacity: float = 0.6
    """Of a penalty field that is not the next one."""
    high_contrast: bool = False
    """Whether the device asks for high contrast; see `contrast_theme`."""
    reduce_motion: bool = False
    """Whether it asks that nothing moves."""
    text_scale: float = 1.0
    """How many times larger than designed it shows letters."""

    def __hash__(self) -> int:
        """Hash a few fields only: there are few themes, and these fields tell them apart."""
        return hash(
            (self.dark, self.background, self.high_contrast, self.reduce_motion, self.text_scale)
        )

    @property
    def has_large_text(self) -> bool:
        """True if letters are so large that repeated information is left out."""
        return self.text_scale >= LARGE_TEXT_SCALE

    def grown_height(self, height: float, *sizes: float) -> float:
        """The height of a box whose letters are larger than designed, in dp.

        `sizes` are those of the lines in it, in sp; without them the whole box grows.
        """
        more = max(0.0, self.text_scale - 1)
        return height * (1 + more) if not sizes else height + more * sum(sizes) * _LINE_HEIGHT

    def capped_size(self, size: float, most: float = MAX_CELL_TEXT_SCALE) -> float:
        """The size, in sp, of letters that stop growing at `most` times their size."""
        return size if self.text_scale <= most else size * most / self.text_scale

    def two_digits(self, size: float, width: float) -> float:
        """The size, in sp, at which two digits grow like a cell and stay on one line."""
        return self.capped_size(
            size, max(1.0, min(MAX_CELL_TEXT_SCALE, width * _DIGIT_SIZE_PER_WIDTH / size))
        )

    def player_color(self, color: int) -> str:
        """The colour of a player's disc; rows never use these."""
        return self.player_colors[color % len(self.player_colors)]

    def ring_color(self, letter: str) -> str:
        """The colour of the focus ring on a row; the pen would be lost on blue."""
        seen = contrast_ratio(self.pen, self.bands[letter].band) >= _MIN_RING_CONTRAST
        return self.pen if seen else self.bands["y"].band

    @property
    def danger(self) -> str:
        """The colour of what deletes, as text and as ground."""
        return self.icon_color("r")

    def icon_color(self, letter: str) -> str:
        """The colour of a row's icon beside text on a surface."""
        return self.bands[letter].icon_on_surface


@dataclass(frozen=True, slots=True)
class Style:
    """Size and weight of letters.

    Attributes:
        size: In sp.
        weight: 400, 500, 600 or 700.
    """

    size: float
    weight: int

    def resized(self, size: float) -> "Style":
        return Style(size, self.weight)

    def capped(self, theme: Theme, most: float = MAX_CELL_TEXT_SCALE) -> "Style":
        """These letters, growing to no more than `most` times their size."""
        return Style(theme.capped_size(self.size, most), self.weight)

    def width_of(self, text: str, theme: Theme) -> float:
        """Estimate the width of a text on one line, in dp."""
        return text_width(text) * self.size * theme.text_scale

    def on_one_line(self, theme: Theme, text: str, width: float, most: float = inf) -> "Style":
        """These letters, growing no further than a line of `width` dp allows."""
        fits = width / (self.size * max(text_width(text), 1))
        return self.capped(theme, max(1.0, min(most, fits)))

    def fitted_to(
        self, theme: Theme, text: str, width: float, height: float, most: float = inf
    ) -> "Style":
        """These letters, growing no further than a box allows, in dp; `most` as for `capped`.

        Words stay whole in the box, and so do lines.
        """
        grown = min(theme.text_scale, most)
        while grown > 1 and not text_fits(text, self.size * grown, width, height):
            grown -= _SHRINK_STEP
        return self.capped(theme, max(1.0, grown))


def text_width(text: str) -> float:
    """Estimate the width of bold letters on one line, as a multiple of their size."""
    return sum(_LETTER_WIDTHS.get(letter, _LETTER_WIDTH) for letter in text)


def text_fits(text: str, size: float, width: float, height: float) -> bool:
    """True if a text of this size, in dp, fits into a box without breaking a word."""
    space = text_width(" ") * size
    lines = 0
    at = inf
    for word in text.split(" "):
        wide = text_width(word) * size
        at += space + wide
        if at > width:
            lines += 1
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
"""Of a person, a sheet, or what a card is about."""
LABEL = Style(15, 600)
"""Of what can be tapped, and of a line in a list."""
NOTICE = Style(14, 600)
"""What is said about the last tap."""
TAG = Style(13, 600)
"""Important words where there is little space."""
NUMBER = Style(16, 700)
"""Points."""
OPTION = Style(14, 500)
"""One of several that can be chosen."""
CHIP = Style(13, 500)
"""A word on a ground of its own."""
BODY = Style(15, 400)
"""Sentences."""
ASIDE = Style(14, 400)
"""A remark on the words above it."""
HINT = Style(13, 400)
"""Explanations and dates, less prominent."""
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
"""Icons of points outside the rows, by their `Purpose`."""
LUCKY_ICON = "LOCAL_FLORIST_ROUNDED"
"""The icon of a lucky number."""


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
    paper=PAPER_IN_LIGHT_THEME,
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
    paper=PAPER_IN_DARK_THEME,
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
