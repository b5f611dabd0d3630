"""Colours that are mixed and compared, and those of each row; each written once. Pure."""

from dataclasses import dataclass

_CHANNELS = 3
_LINEAR_BELOW = 0.04045


def _channels(color: str) -> tuple[int, ...]:
    return tuple(int(color[i : i + 2], 16) for i in range(1, 1 + 2 * _CHANNELS, 2))


def mix(start: str, end: str, share: float) -> str:
    """A colour between two: `share` 0 is the first, 1 the second."""
    pairs = zip(_channels(start), _channels(end), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours as WCAG 2 defines it, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: str) -> float:
    red, green, blue = (_linear(channel / 255) for channel in _channels(color))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(value: float) -> float:
    return value / 12.92 if value <= _LINEAR_BELOW else ((value + 0.055) / 1.055) ** 2.4


@dataclass(frozen=True)
class Band:
    """The colours of one row in one theme.

    Attributes:
        band, cap: The band and its darker end.
        text: On both.
        number: On paper.
        skipped, skipped_ink: A passed-over cell, its number and strike line.
        waiting: The last cell while crosses are missing.
        outline: One dp around the band, where the band alone is too near to the table.
        frame: Around the row's field in the sum line.
        mark: Name of the Material icon that goes wherever the colour goes.
        mark_on_surface: The icon's colour beside text.
        closed_band, closed_cap: After somebody else has closed the row.
        closed_cell, closed_ink: A left-over cell then, and its number.
    """

    band: str
    cap: str
    text: str
    number: str
    skipped: str
    skipped_ink: str
    waiting: str
    outline: str | None
    frame: str
    mark: str
    mark_on_surface: str
    closed_band: str
    closed_cap: str
    closed_cell: str
    closed_ink: str


_WHITE_TEXT, _DARK_TEXT = "#FFFFFF", "#1D1B20"
LIGHT_PAPER, DARK_PAPER = "#FFFFFF", "#F3EFE7"


def _band(  # noqa: PLR0913, PLR0917 - the columns of the design's table
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
        skipped_ink=skipped[1],
        waiting=waiting,
        outline=outline,
        frame=frame or base,
        mark=mark,
        mark_on_surface=on_surface or number,
        closed_band=closed[0],
        closed_cap=closed[1],
        closed_cell=mix(closed[0], paper, 0.10),
        closed_ink=mix(closed[0], text, 0.80),
    )


_RED = ("#C62828", "#A31F1F", _WHITE_TEXT, "#C62828", ("#CE5C58", "#FFE3E1"), "#F8DFDD")
_YELLOW = ("#FFC400", "#E8AE00", _DARK_TEXT, "#5C4300", ("#FFDC6B", "#6B5100"), "#FFEDB8")
_GREEN = ("#00796B", "#00635A", _WHITE_TEXT, "#00695C", ("#358F85", "#DDF3F0"), "#D3EBE8")
_BLUE = ("#283593", "#1E2878", _WHITE_TEXT, "#283593", ("#5A63AB", "#E6E8FA"), "#D3D7EF")
_HEART, _STAR, _LEAF, _DROP = (
    "FAVORITE_ROUNDED",
    "STAR_ROUNDED",
    "ECO_ROUNDED",
    "WATER_DROP_ROUNDED",
)


def _plain(ground: str, text: str, mark: str, *, paper: str, outline: str) -> Band:
    """The colours of a row that has none of its own: a bar, a track, pairs of numbers."""
    skipped = mix(ground, paper, 0.35), mix(ground, _DARK_TEXT, 0.75)
    waiting, closed = paper, (ground, ground)
    return _band(
        *(ground, ground, text, _PLAIN_NUMBER, skipped, waiting, mark, closed),
        paper=paper,
        outline=outline,
    )


def _between(one: Band, other: Band, *, paper: str) -> Band:
    """The colours of a row of bonus numbers between two others."""
    ground = mix(one.band, other.band, 0.5)
    skipped = mix(ground, paper, 0.35), _DARK_TEXT
    closed = (mix(one.closed_band, other.closed_band, 0.5),) * 2
    return _band(
        *(ground, ground, _DARK_TEXT, _PLAIN_NUMBER, skipped, paper, one.mark, closed), paper=paper
    )


def _without_lock(bands: dict[str, Band], ground: str, text: str, outline: str) -> dict[str, Band]:
    """All bands, those of rows without a lock among them; on paper of the same theme."""
    paper = LIGHT_PAPER if text == _DARK_TEXT else DARK_PAPER
    between = {one + two: _between(bands[one], bands[two], paper=paper) for one, two in _BESIDE}
    plain = {
        letter: _plain(ground, text, mark, paper=paper, outline=outline)
        for letter, mark in _PLAIN_MARKS.items()
    }
    return {**bands, **between, **plain}


_BESIDE = (("r", "y"), ("g", "b"))
_PLAIN_NUMBER = "#3A3642"
_PLAIN_MARKS = {
    "bar": "REDEEM_ROUNDED",
    "x": "SWAP_HORIZ_ROUNDED",
    "lucky": "FILTER_VINTAGE_ROUNDED",
}
"""The marks of rows that have no colour."""


_LIGHT_LOCKED = {
    "r": _band(*_RED, _HEART, ("#9D5F65", "#834E55"), paper=LIGHT_PAPER),
    "y": _band(
        *_YELLOW,
        _STAR,
        ("#B39A56", "#9D8449"),
        paper=LIGHT_PAPER,
        outline="#7A5900",
        on_surface="#7A5900",
    ),
    "g": _band(*_GREEN, _LEAF, ("#527D7E", "#45686B"), paper=LIGHT_PAPER),
    "b": _band(*_BLUE, _DROP, ("#61648D", "#505277"), paper=LIGHT_PAPER),
}


_DARK_LOCKED = {
    "r": _band(*_RED, _HEART, ("#793F45", "#623237"), paper=DARK_PAPER, on_surface="#FF8A80"),
    "y": _band(*_YELLOW, _STAR, ("#B79423", "#B48C15"), paper=DARK_PAPER, on_surface="#FFC400"),
    "g": _band(*_GREEN, _LEAF, ("#2E5E5F", "#244B4E"), paper=DARK_PAPER, on_surface="#7FD1C3"),
    "b": _band(
        *_BLUE,
        _DROP,
        ("#3D446E", "#2F3559"),
        paper=DARK_PAPER,
        outline="#8C9EFF",
        frame="#8C9EFF",
        on_surface="#8C9EFF",
    ),
}


LIGHT_BANDS = _without_lock(_LIGHT_LOCKED, "#E6DFD3", _DARK_TEXT, "#CDC4B5")
DARK_BANDS = _without_lock(_DARK_LOCKED, "#2B2F39", "#F0ECE4", "#414652")
