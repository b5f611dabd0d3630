"""What Babel knows, less what the pad never says: only its languages, no names of countries."""

import pickle
from collections.abc import Collection
from typing import Any

_UNSAID = (
    *("territories", "scripts", "variants", "unit_patterns", "unit_display_names"),
    *("compound_unit_patterns", "currency_names", "currency_names_plural", "currency_symbols"),
    *("currency_formats", "compact_currency_formats", "compact_decimal_formats"),
    *("meta_zones", "time_zones", "zone_formats", "interval_formats", "date_fields"),
    *("eras", "quarters", "list_patterns", "measurement_systems", "time_formats"),
)
"""Of a locale: what no screen shows."""
_UNASKED = (
    *("territory_zones", "zone_aliases", "zone_territories", "windows_zone_mapping"),
    *("territory_currencies", "currency_fractions", "all_currencies", "meta_zones"),
    "territory_languages",
)
"""Of what belongs to all locales: tables that nothing looks into."""


def of_locale(content: bytes, languages: Collection[str]) -> bytes:
    """The file of one locale, such as `de.dat`.

    Args:
        content: As Babel ships it.
        languages: Codes of the languages whose names are said.
    """
    known = _read(content)
    left = {key: value for key, value in known.items() if key not in _UNSAID}
    if "languages" in left:
        left["languages"] = {k: v for k, v in left["languages"].items() if k in languages}
    return _written(left)


def of_all(content: bytes, languages: Collection[str]) -> bytes:
    """The file of what belongs to all locales, `global.dat`.

    Args:
        content: As Babel ships it.
        languages: Codes of the languages that are spoken.
    """
    known = _read(content)
    left = {key: {} if key in _UNASKED else value for key, value in known.items()}
    spoken = {*languages, "und"}
    left["likely_subtags"] = {
        code: likely for code, likely in left["likely_subtags"].items() if _language(code) in spoken
    }
    return _written(left)


def _language(code: str) -> str:
    return code.partition("_")[0]


def _read(content: bytes) -> dict[str, Any]:
    read: dict[str, Any] = pickle.loads(content)  # noqa: S301 - Babel's own file, as installed
    return read


def _written(known: dict[str, Any]) -> bytes:
    return pickle.dumps(known, protocol=4)
