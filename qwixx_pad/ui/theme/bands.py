"""The colours of the rows, and how colours are mixed and compared. Pure."""

from dataclasses import dataclass, replace

_LINEAR_BELOW = 0.04045


def _rgb_channels(color: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(color.removeprefix("#")))


def mix_colors(start: str, end: str, share: float) -> str:
    """Mix two colours: `share` 0 gives the first, 1 the second."""
    pairs = zip(_rgb_channels(start), _rgb_channels(end), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def contrast_ratio(one: str, other: str) -> float:
    """The contrast ratio of two colours by WCAG 2, from 1 to 21."""
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
        band, cap: The ground of the row and its darker end.
        text: On both.
        number: On paper.
        skipped, skipped_number: A cell that was passed over, its number and strike line.
        waiting: The last cell while crosses are missing.
        outline: One dp wide around the band; None where the band contrasts with the screen by
            itself.
        frame: Around the row's field in the sum line: the colour of the band, in the dark theme
            that of its outline if it has one.
        icon: Name of the Material icon that is always shown with the colour.
        icon_on_surface: The icon's colour beside text.
        closed_band, closed_cap: After another seat has closed the row.
        closed_cell, closed_number: A cell left over in a closed row, and its number.
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
_BLACK_TEXT = "#1D1B20"
PAPER_IN_LIGHT_THEME = "#FFFFFF"
PAPER_IN_DARK_THEME = "#F3EFE7"


def _closed_colors(band: str, cap: str, *, paper: str, text: str) -> dict[str, str]:
    """The colours of a row that another seat has closed, by their attributes of `Band`."""
    return {
        "closed_band": band,
        "closed_cap": cap,
        "closed_cell": mix_colors(band, paper, 0.10),
        "closed_number": mix_colors(band, text, 0.80),
    }


def _make_band(  # noqa: PLR0913 - the columns of the design's table
    *,
    band: str,
    cap: str,
    text: str,
    number: str,
    skipped: str,
    skipped_number: str,
    waiting: str,
    icon: str,
    closed_band: str,
    closed_cap: str,
    paper: str,
    outline: str | None = None,
    icon_on_surface: str | None = None,
) -> Band:
    return Band(
        band=band,
        cap=cap,
        text=text,
        number=number,
        skipped=skipped,
        skipped_number=skipped_number,
        waiting=waiting,
        outline=outline,
        frame=band,
        icon=icon,
        icon_on_surface=icon_on_surface or number,
        **_closed_colors(closed_band, closed_cap, paper=paper, text=text),
    )


def _dark_band(
    light: Band,
    *,
    closed_band: str,
    closed_cap: str,
    icon_on_surface: str,
    outline: str | None = None,
) -> Band:
    """The band of the light theme with what differs in the dark one."""
    return replace(
        light,
        outline=outline,
        frame=outline or light.band,
        icon_on_surface=icon_on_surface,
        **_closed_colors(closed_band, closed_cap, paper=PAPER_IN_DARK_THEME, text=light.text),
    )


def _bonus_band(one: Band, other: Band, *, paper: str) -> Band:
    """The band of a row of bonus numbers, halfway between those of its two neighbours."""
    ground = mix_colors(one.band, other.band, 0.5)
    closed = mix_colors(one.closed_band, other.closed_band, 0.5)
    return _make_band(
        band=ground,
        cap=ground,
        text=_BLACK_TEXT,
        number=_UNCOLORED_NUMBER,
        skipped=mix_colors(ground, paper, 0.35),
        skipped_number=_BLACK_TEXT,
        waiting=paper,
        icon=one.icon,
        closed_band=closed,
        closed_cap=closed,
        paper=paper,
    )


def _all_bands(
    bands: dict[str, Band], *, paper: str, ground: str, text: str, outline: str
) -> dict[str, Band]:
    """Add to the bands of the rows with a lock those of bonus rows and of rows without a colour."""
    between = {
        one + two: _bonus_band(bands[one], bands[two], paper=paper)
        for one, two in _BONUS_ROW_NEIGHBORS
    }
    uncolored = {
        letter: _make_band(
            band=ground,
            cap=ground,
            text=text,
            number=_UNCOLORED_NUMBER,
            skipped=mix_colors(ground, paper, 0.35),
            # black in the dark theme too, where `text` would be too faint on a skipped cell
            skipped_number=mix_colors(ground, _BLACK_TEXT, 0.75),
            waiting=paper,
            icon=icon,
            closed_band=ground,
            closed_cap=ground,
            paper=paper,
            outline=outline,
        )
        for letter, icon in _UNCOLORED_ICONS.items()
    }
    return {**bands, **between, **uncolored}


_BONUS_ROW_NEIGHBORS = (("r", "y"), ("g", "b"))
_UNCOLORED_NUMBER = "#3A3642"
_UNCOLORED_ICONS = {
    "bar": "REDEEM_ROUNDED",
    "x": "SWAP_HORIZ_ROUNDED",
    "lucky": "FILTER_VINTAGE_ROUNDED",
}
"""Icons of the rows that have no colour, by their letters."""


_LIGHT_LOCK_ROWS = {
    "r": _make_band(
        band="#C62828",
        cap="#A31F1F",
        text=_WHITE_TEXT,
        number="#C62828",
        skipped="#CE5C58",
        skipped_number="#FFE3E1",
        waiting="#F8DFDD",
        icon="FAVORITE_ROUNDED",
        closed_band="#9D5F65",
        closed_cap="#834E55",
        paper=PAPER_IN_LIGHT_THEME,
    ),
    "y": _make_band(
        band="#FFC400",
        cap="#E8AE00",
        text=_BLACK_TEXT,
        number="#5C4300",
        skipped="#FFDC6B",
        skipped_number="#6B5100",
        waiting="#FFEDB8",
        icon="STAR_ROUNDED",
        closed_band="#B39A56",
        closed_cap="#9D8449",
        paper=PAPER_IN_LIGHT_THEME,
        outline="#7A5900",
        icon_on_surface="#7A5900",
    ),
    "g": _make_band(
        band="#00796B",
        cap="#00635A",
        text=_WHITE_TEXT,
        number="#00695C",
        skipped="#358F85",
        skipped_number="#DDF3F0",
        waiting="#D3EBE8",
        icon="ECO_ROUNDED",
        closed_band="#527D7E",
        closed_cap="#45686B",
        paper=PAPER_IN_LIGHT_THEME,
    ),
    "b": _make_band(
        band="#283593",
        cap="#1E2878",
        text=_WHITE_TEXT,
        number="#283593",
        skipped="#5A63AB",
        skipped_number="#E6E8FA",
        waiting="#D3D7EF",
        icon="WATER_DROP_ROUNDED",
        closed_band="#61648D",
        closed_cap="#505277",
        paper=PAPER_IN_LIGHT_THEME,
    ),
}


_DARK_LOCK_ROWS = {
    "r": _dark_band(
        _LIGHT_LOCK_ROWS["r"],
        closed_band="#793F45",
        closed_cap="#623237",
        icon_on_surface="#FF8A80",
    ),
    "y": _dark_band(
        _LIGHT_LOCK_ROWS["y"],
        closed_band="#B79423",
        closed_cap="#B48C15",
        icon_on_surface="#FFC400",
    ),
    "g": _dark_band(
        _LIGHT_LOCK_ROWS["g"],
        closed_band="#2E5E5F",
        closed_cap="#244B4E",
        icon_on_surface="#7FD1C3",
    ),
    "b": _dark_band(
        _LIGHT_LOCK_ROWS["b"],
        closed_band="#3D446E",
        closed_cap="#2F3559",
        icon_on_surface="#8C9EFF",
        outline="#8C9EFF",
    ),
}


LIGHT_BANDS = _all_bands(
    _LIGHT_LOCK_ROWS,
    paper=PAPER_IN_LIGHT_THEME,
    ground="#E6DFD3",
    text=_BLACK_TEXT,
    outline="#CDC4B5",
)
DARK_BANDS = _all_bands(
    _DARK_LOCK_ROWS, paper=PAPER_IN_DARK_THEME, ground="#2B2F39", text="#F0ECE4", outline="#414652"
)
