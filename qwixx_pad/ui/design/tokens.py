"""Colours and letters of the design, each written once. Pure: no Flet here."""

from dataclasses import dataclass, replace

from qwixx_pad.ui.design.bands import (
    DARK_BANDS,
    DARK_PAPER,
    LIGHT_BANDS,
    LIGHT_PAPER,
    Band,
    contrast,
)

SUMS = "Kalam"
"""The hand that fills the sum fields; digits only."""

CELL_TEXT = 1.3
"""Numbers on the sheet stop to grow at so many times their size: their cells cannot."""
LARGE_TEXT = 1.5
"""From so many times on, what is said twice gives its room to what is said once."""

_PLAYERS = ("#7B4B94", "#2F6690", "#9C4A1A", "#4F6D3A", "#C2367A", "#4A4A4F")
_DIGITS = 0.72
"""How large two bold digits may be where there is room for a width of 1."""
_LINE = 1.25
"""Height of a line of letters, as a multiple of their size."""
_SEEN = 2.9
"""The contrast from which a ring is seen."""


def family(weight: int) -> str:
    """The font family of a weight: 400, 500, 600 or 700; each is a family of its own."""
    return f"Rubik {weight}"


def held(size: float, text: float, most: float = CELL_TEXT) -> float:
    """The size to ask for where letters shall stop growing.

    Args:
        size: As designed, in sp.
        text: How many times larger the device shows letters.
        most: How many times larger they shall be at most.
    """
    return size if text <= most else size * most / text


@dataclass(frozen=True)
class Theme:
    """How everything is seen: the colours of one theme, and what the device asks for beside them.

    The names of the colours are the design's.

    Attributes:
        notice_act: What can be tapped on a notice.
        idle: How much of an icon is left that has nothing to do, from 0 to 1.
        later: The same of a misthrow box that is not the next.
        lines: Colours of the players' lines in a chart, in the order of their discs.
        strong: Whether the device asks for high contrast; see `high_contrast`.
        still: Whether the device asks that nothing moves.
        text: How many times larger than designed the device shows letters.
    """

    dark: bool
    table: str
    surface: str
    surface2: str
    ink: str
    ink2: str
    line: str
    box: str
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
    notice_act: str = "#FFC400"
    on_paper: str = "#5E5866"
    players: tuple[str, ...] = _PLAYERS
    lines: tuple[str, ...] = _PLAYERS
    idle: float = 0.32
    later: float = 0.6
    strong: bool = False
    still: bool = False
    text: float = 1.0

    def __hash__(self) -> int:
        """There are few themes; these tell them apart."""
        return hash((self.dark, self.table, self.strong, self.still, self.text))

    @property
    def edge(self) -> float:
        """How wide the outline of a band is, in dp."""
        return 2 if self.strong else 1

    @property
    def large(self) -> bool:
        """Whether letters are so large that what is said twice is left out."""
        return self.text >= LARGE_TEXT

    def tall(self, height: float, *sizes: float) -> float:
        """The height that a box needs where its letters are larger than designed, in dp.

        Args:
            height: As designed.
            sizes: Of the lines of letters in it, in sp; without them all of it grows.
        """
        more = max(0.0, self.text - 1)
        return height * (1 + more) if not sizes else height + more * sum(sizes) * _LINE

    def held(self, size: float, most: float = CELL_TEXT) -> float:
        """The size to ask for, in sp, so that letters stop growing at so many times the size."""
        return held(size, self.text, most)

    def two_digits(self, size: float, width: float) -> float:
        """The size to ask for, in sp, so that two digits grow like a cell and stay on one line."""
        return held(size, self.text, max(1.0, min(CELL_TEXT, width * _DIGITS / size)))

    def player(self, color: int) -> str:
        """The colour of a player's disc; they are never used for rows."""
        return self.players[color % len(self.players)]

    def ring(self, letter: str, *, closed: bool = False) -> str:
        """The colour of the ring around what has the focus on a row; ink would be lost on blue."""
        ground = self.bands[letter].closed_band if closed else self.bands[letter].band
        return self.pen if contrast(self.pen, ground) >= _SEEN else self.bands["y"].band

    def mark(self, letter: str) -> str:
        """The colour of a row's mark beside text on a surface."""
        return self.bands[letter].mark_on_surface


@dataclass(frozen=True, slots=True)
class Style:
    """How large and how bold letters are.

    Attributes:
        size: In sp.
        weight: 400, 500, 600 or 700.
    """

    size: float
    weight: int

    def at(self, size: float) -> "Style":
        """Letters as bold as these, in another size."""
        return Style(size, self.weight)

    def held(self, theme: Theme, most: float = CELL_TEXT) -> "Style":
        """These letters where they stop growing at so many times their size."""
        return Style(theme.held(self.size, most), self.weight)


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


BESIDE_MARKS = {
    "steps": "STAIRS_ROUNDED",
    "track": "CASINO_ROUNDED",
    "pair": "ADD_ROUNDED",
    "board": "TOUR_ROUNDED",
}
"""What stands beside points that come beside the rows, by what they are for."""
LUCKY_MARK = "LOCAL_FLORIST_ROUNDED"
"""What stands for a lucky number."""


LIGHT = Theme(
    dark=False,
    table="#F1ECE3",
    surface="#FFFDF8",
    surface2="#E6DFD3",
    ink="#1D1B20",
    ink2="#5E5866",
    line="#CDC4B5",
    box="#8B8592",
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
    table="#14161B",
    surface="#1F222A",
    surface2="#2B2F39",
    ink="#F0ECE4",
    ink2="#ABA7B3",
    line="#414652",
    box="#8B8592",
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
    notice_act="#5C4300",
    lines=("#C79BDD", "#7FB3DB", "#E09A66", "#9CBF86", "#FF8FB8", "#D9D4C7"),
)
BLACK = replace(
    DARK, table="#000000", surface="#101216", surface2="#1D2027", line="#3A3F4A", hero="#1E2438"
)
"""Dark, with pixels that are off wherever nothing is: for screens that light each one alone."""
